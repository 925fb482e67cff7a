#include "game/ending.h"

#include "game/build.h"
#include "game/reach.h"

#include <string.h>

static int enemy_men(const position *p, int player)
{
    const game *g = p->game;
    int count = 0;
    for (int other = 0; other < g->players; other++) {
        if (g->enemies[player] >> other & 1) {
            count += g->core->men_of(p, other) - g->core->royals_of(p, other, NULL, 0);
        }
    }
    return count;
}

static bool holds_men(const position *p, int player)
{
    const game *g = p->game;
    for (int type = 0; g->hands && type < g->types; type++) {
        if (position_hand(p)[game_man(g, player, type)]) {
            return true;
        }
    }
    return false;
}

static bool is_bare(const position *p, int player)
{
    const struct core *c = p->game->core;
    return c->men_of(p, player) == c->royals_of(p, player, NULL, 0) && !holds_men(p, player);
}

/* Whether the player to act can take the opponent's last man at once. */
static bool can_bare_back(position *p)
{
    if (enemy_men(p, p->state.mover) != 1) {
        return false;
    }
    move moves[512];
    move_list list = {moves, 0, sizeof moves / sizeof *moves, false};
    p->game->core->legal(p, &list);
    bool found = false;
    int player = p->state.mover;
    for (size_t i = 0; i < list.count && !found; i++) {
        undo u;
        p->game->core->play(p, moves[i], &u);
        found = enemy_men(p, player) == 0;
        p->game->core->undo(p, &u);
    }
    return found;
}

/* The player who is bare, or -1. */
static int bare_subject(position *p, bool grace)
{
    for (int player = 0; player < p->game->players; player++) {
        if (is_bare(p, player) && enemy_men(p, player) > 0 &&
            !(grace && player == p->state.mover && can_bare_back(p))) {
            return player;
        }
    }
    return -1;
}

static int extinct_subject(const position *p, const game_ending *e)
{
    const game *g = p->game;
    for (int player = 0; player < g->players; player++) {
        bool some = false;
        for (int i = 0; i < e->extinct_count && !some; i++) {
            some = g->core->count_man(p, game_man(g, player, e->extinct[i])) > 0;
        }
        if (!some) {
            return player;
        }
    }
    return -1;
}

/* A player with a line, or -1. He who has just moved has made one, if anybody has; in a position that was set up, or where
 * plies do more than move the mover's own men, both may have, and his comes first. */
static int line_subject(const position *p, const line_table *t)
{
    const game *g = p->game;
    int mover = p->state.mover;
    bool only_last = g->keeps_owners && p->state.plies > 0;
    for (int i = 1; i <= g->players; i++) {
        int player = (mover + g->players - i) % g->players;
        if (g->core->lined(p, t, player)) {
            return player;
        }
        if (only_last) {
            break;
        }
    }
    return -1;
}

int ending_men(const position *p, const line_table *t, int player)
{
    const game *g = p->game;
    int men = t->men[player] ? 0 : g->core->men_of(p, player);
    for (int i = 0; t->men[player] && i < t->men_count; i++) {
        men += g->core->count_man(p, t->men[player][i]);
    }
    for (int type = 0; g->hands && type < g->types; type++) {
        bool counts = !t->men[player];
        for (int i = 0; !counts && i < t->men_count; i++) {
            counts = t->men[player][i] == game_man(g, player, type);
        }
        men += counts ? position_hand(p)[game_man(g, player, type)] : 0;
    }
    return men;
}

static int fewer_subject(const position *p, const game_ending *e)
{
    for (int player = 0; player < p->game->players; player++) {
        if (ending_men(p, &e->lines, player) < e->rule->number) {
            return player;
        }
    }
    return -1;
}

int ending_arrived(const position *p, const game_ending *e, int player)
{
    const game *g = p->game;
    int men = 0;
    for (int k = 0; k < e->goal_count[player]; k++) {
        man_id man = p->board[e->goals[player][k]];
        if (man && g->man_owner[man] == player &&
            (!e->rule->line.of_count || set_has(e->alone, (unsigned)g->type[g->man_type[man]].piece))) {
            men++;
        }
    }
    return men;
}

/* Who has enough of the men that count in his zone; he who moved last comes first. -1: nobody. */
static int reached_subject(const position *p, const game_ending *e)
{
    for (int i = 1; i <= p->game->players; i++) {
        int player = (p->state.mover + p->game->players - i) % p->game->players;
        if (ending_arrived(p, e, player) >= e->rule->number) {
            return player;
        }
    }
    return -1;
}

static bool is_dead(const position *p, const game_ending *e)
{
    const game *g = p->game;
    int others = 0;
    unsigned shades = 0; /* bits: where the others stand */
    bool alone = false, shaded = true;
    for (int cell = 0; cell < g->cells; cell++) {
        man_id man = p->board[cell];
        if (!man) {
            continue;
        }
        unsigned piece = (unsigned)g->type[g->man_type[man]].piece;
        if (g->man_royal[man]) {
            if (e->rule->bare_of_count && !set_has(e->bare_of, piece)) {
                return false;
            }
            continue;
        }
        others++;
        alone = set_has(e->alone, piece);
        shaded &= set_has(e->same_shade, piece);
        shades |= 1u << g->shade[cell];
        if (others > 1 && !shaded) {
            return false; /* as nearly always: most men need not be looked at */
        }
    }
    /* A box is opened by men that can promote, and those are not dead material. */
    for (int player = 0; player < g->players && g->rules->captured != CAPTURED_TO_BOX; player++) {
        if (holds_men(p, player)) {
            return false;
        }
    }
    return others == 0 || (others == 1 && alone) || (shaded && (shades & (shades - 1)) == 0);
}

static long points_of(const position *p, const rule_ending *rule, int player)
{
    const game *g = p->game;
    long sum = 0;
    for (int type = 0; type < g->types; type++) {
        man_id man = game_man(g, player, type);
        if (!g->type[type].royal) {
            sum += rule->points[g->type[type].piece] * (g->core->count_man(p, man) + position_hand(p)[man]);
        }
    }
    return sum;
}

static bool royals_in_zone(const position *p, const game_ending *e)
{
    const game *g = p->game;
    for (int player = 0; player < g->players; player++) {
        cell_id royals[CELLS_MAX];
        int count = g->core->royals_of(p, player, royals, CELLS_MAX);
        if (count == 0) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (!set_has(g->sets + e->zone[player], royals[i])) {
                return false;
            }
        }
    }
    return true;
}

static verdict verdict_win(const rule_ending *rule, int winner)
{
    return (verdict){.kind = VERDICT_WIN, .winner = winner, .reason = rule->name, .rule = rule};
}

static verdict verdict_draw(const rule_ending *rule)
{
    return (verdict){.kind = VERDICT_DRAW, .winner = -1, .reason = rule->name, .rule = rule};
}

static verdict ongoing(void)
{
    return (verdict){.kind = VERDICT_ONGOING, .winner = -1, .reason = ""};
}

/* Two players: the one who has fewer than `need` loses, or the one who has less when they are compared. */
static verdict points_verdict(const position *p, const rule_ending *rule)
{
    long points[2] = {points_of(p, rule, 0), points_of(p, rule, 1 % p->game->players)};
    bool enough[2] = {points[0] >= rule->need, points[1] >= rule->need};
    if (rule->compare) {
        bool equal = points[0] == points[1] || (enough[0] && enough[1]);
        return equal ? verdict_draw(rule) : verdict_win(rule, points[0] > points[1] ? 0 : 1);
    }
    if (enough[0] == enough[1]) {
        return verdict_draw(rule);
    }
    return verdict_win(rule, enough[0] ? 0 : 1);
}

static int opponent_of(const game *g, int player)
{
    for (int other = 0; other < g->players; other++) {
        if (g->enemies[player] >> other & 1) {
            return other;
        }
    }
    return player;
}

verdict ending_verdict(const game *g, const rule_ending *rule, int subject)
{
    switch (rule->result) {
    case RESULT_LOSS:
        return verdict_win(rule, opponent_of(g, subject));
    case RESULT_WIN:
        return verdict_win(rule, subject);
    case RESULT_FIRST:
        return verdict_win(rule, 0);
    case RESULT_SECOND:
        return verdict_win(rule, 1);
    case RESULT_DRAW:
    case RESULT_POINTS:
        break;
    }
    return verdict_draw(rule);
}

/* A player who is not to act and has a royal attacked, or -1. */
static int exposed_subject(const position *p)
{
    for (int player = 0; player < p->game->players; player++) {
        if (!position_awaits(p, player) && p->game->core->in_check(p, player)) {
            return player;
        }
    }
    return -1;
}

/* Boards of their own are all looked at, whichever acts: a player who is to move on his and is mated, or -1. Where none of
 * them can move, or wait, that is a stalemate. */
static int mated_subject(position *p)
{
    const game *g = p->game;
    for (int board = 0; board < g->own_boards; board++) {
        int player = p->more.boards[board].mover;
        if (g->core->mated(p, player)) {
            return player;
        }
    }
    return -1;
}

static int stalemated_subject(position *p)
{
    const game *g = p->game;
    for (int board = 0; board < g->own_boards; board++) {
        if (!g->core->stuck(p, p->more.boards[board].mover)) {
            return -1;
        }
    }
    return g->own_boards && mated_subject(p) < 0 ? p->state.mover : -1;
}

static verdict ask_hook(position *p, const game_ending *e, int number, char *reason, size_t room)
{
    int winner = -2;
    live_hooks *hooks = p->hooks;
    char own[64] = "";
    if (!hooks || hooks->failed) {
        return ongoing();
    }
    if (!hooks->ending(hooks->host, number, p, &winner, own, sizeof own)) {
        hooks->failed = true;
        return ongoing();
    }
    if (winner == -2) {
        return ongoing();
    }
    verdict v = winner < 0 ? verdict_draw(e->rule) : verdict_win(e->rule, winner);
    if (own[0] && reason && room) {
        size_t n = strlen(own) < room - 1 ? strlen(own) : room - 1;
        memcpy(reason, own, n);
        reason[n] = '\0';
        v.reason = reason;
    }
    return v;
}

verdict ending_without_moves(position *p, int number, int subject, char *reason, size_t room)
{
    const game_ending *e = &p->game->endings[number];
    verdict v = e->rule->hook ? ask_hook(p, e, number, reason, room) : ongoing();
    return v.kind == VERDICT_ONGOING ? ending_verdict(p->game, e->rule, subject) : v;
}

/* Endings that perft stops at though there are moves. */
static bool is_hard(const game *g, ending_kind kind)
{
    return kind == END_BARE || kind == END_EXTINCT || kind == END_CHECKS || kind == END_LINE || kind == END_FEWER ||
           kind == END_REACHED || (g->own_boards && (kind == END_CHECKMATE || kind == END_STALEMATE));
}

/* One ending, as far as the position decides it. */
verdict ending_test(position *p, int number, char *reason, size_t room)
{
    const game *g = p->game;
    const game_ending *e = &g->endings[number];
    int subject = -1;
    if (!ending_may_hold(p, e)) {
        return ongoing();
    }
    /* Baring and extinction are events: a position that is set up so is played on until a move has been made. */
    bool event = e->rule->kind == END_BARE || e->rule->kind == END_EXTINCT || e->rule->kind == END_CHECKS;
    if ((event || e->rule->kind == END_BOTH_BARE) && p->state.plies == 0) {
        return ongoing();
    }
    switch (e->rule->kind) {
    case END_BARE:
        subject = bare_subject(p, e->rule->grace);
        break;
    case END_EXTINCT:
        subject = extinct_subject(p, e);
        break;
    case END_BOTH_BARE: {
        bool all = true;
        for (int player = 0; player < g->players; player++) {
            all = all && is_bare(p, player);
        }
        subject = all ? p->state.mover : -1;
        break;
    }
    case END_CHECKS:
        for (int player = 0; player < g->players && subject < 0; player++) {
            subject = p->more.checks[player] >= e->rule->number ? player : -1;
        }
        break;
    case END_QUIET:
        subject = p->state.quiet >= e->rule->number && !p->more.ply ? p->state.mover : -1;
        break;
    case END_DEAD:
        subject = is_dead(p, e) ? p->state.mover : -1;
        break;
    case END_POINTS:
        return royals_in_zone(p, e) ? points_verdict(p, e->rule) : ongoing();
    case END_EXPOSED:
        subject = exposed_subject(p);
        break;
    case END_LINE:
        subject = line_subject(p, &e->lines);
        break;
    case END_FEWER:
        subject = fewer_subject(p, e);
        break;
    case END_REACHED:
        subject = reached_subject(p, e);
        break;
    case END_HOOK:
        return ask_hook(p, e, number, reason, room);
    case END_CHECKMATE: /* where all play on one board, moves are needed */
    case END_STALEMATE:
        subject = e->rule->kind == END_CHECKMATE ? mated_subject(p) : stalemated_subject(p);
        return subject < 0 ? ongoing() : ending_without_moves(p, number, subject, reason, room);
    case END_REPETITION:
    case END_PASSES:
    case END_PERPETUAL:
    case END_CHECK_CYCLE:
        break; /* these need moves or the road */
    }
    return subject < 0 ? ongoing() : ending_verdict(g, e->rule, subject);
}

bool ending_decides(position *p)
{
    const game *g = p->game;
    for (int i = 0, count = position_begun(p) ? g->hard_count : 0; i < count; i++) {
        if (ending_test(p, g->hard_endings[i], NULL, 0).kind != VERDICT_ONGOING) {
            return true;
        }
    }
    return false;
}

/* The types whose men an ending by extinction counts. */
static bool list_extinct(game *g, game_ending *e)
{
    uint8_t *types = arena_new(&g->arena, uint8_t, (size_t)g->types);
    for (int type = 0; types && type < g->types; type++) {
        if (e->rule->piece < 0 || g->type[type].piece == e->rule->piece) {
            types[e->extinct_count++] = (uint8_t)type;
        }
    }
    e->extinct = types;
    return types != NULL;
}

static void mask_of(uint64_t *mask, const int *pieces, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        set_put(mask, (unsigned)pieces[i]);
    }
}

/* Men who are neither royal nor of a piece that may be dead material. */
static bool list_alive(game *g, game_ending *e)
{
    e->alive = arena_new(&g->arena, man_id, (size_t)g->men);
    for (int man = g->men - 1; e->alive && man > 0; man--) { /* men of later types, pawns as a rule, are the most */
        unsigned piece = (unsigned)g->type[g->man_type[man]].piece;
        if (!g->man_royal[man] && !set_has(e->alone, piece) && !set_has(e->same_shade, piece)) {
            e->alive[e->alive_count++] = (man_id)man;
        }
    }
    return e->alive != NULL;
}

/* The cells of each player's zone. */
static bool build_goals(game *g, diag_list *diags, const rule_ending *rule, game_ending *e)
{
    for (size_t player = 0; player < (size_t)g->players; player++) {
        uint32_t zone = build_zone(g, diags, &rule->zone, player);
        if (zone == UINT32_MAX) {
            return false;
        }
        cell_id *cells = arena_new(&g->arena, cell_id, (size_t)g->cells + 1);
        if (!cells) {
            diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
            return false;
        }
        e->goals[player] = cells;
        for (int cell = 0; cell < g->cells; cell++) {
            if (set_has(g->sets + zone, (unsigned)cell)) {
                cells[e->goal_count[player]++] = (cell_id)cell;
            }
        }
    }
    return true;
}

/* What one ending asks for: its tables. */
static bool build_ending(game *g, diag_list *diags, const rule_ending *rule, game_ending *e)
{
    e->rule = rule;
    mask_of(e->alone, rule->alone, rule->alone_count);
    mask_of(e->same_shade, rule->same_shade, rule->same_shade_count);
    mask_of(e->bare_of, rule->bare_of, rule->bare_of_count);
    if ((rule->kind == END_DEAD && !list_alive(g, e)) || (rule->kind == END_EXTINCT && !list_extinct(g, e))) {
        diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
        return false;
    }
    for (size_t player = 0; rule->kind == END_POINTS && player < (size_t)g->players; player++) {
        e->zone[player] = build_zone(g, diags, &rule->zone, player);
        if (e->zone[player] == UINT32_MAX) {
            return false;
        }
    }
    if (rule->kind == END_REACHED) {
        mask_of(e->alone, rule->line.of, rule->line.of_count);
    }
    return (rule->kind != END_REACHED || build_goals(g, diags, rule, e)) &&
           (rule->kind != END_LINE || lines_build(g, diags, &rule->line, &e->lines)) &&
           (rule->kind != END_FEWER || line_men_build(g, diags, &rule->line, &e->lines));
}

/* Notes who has to ask it, and when. */
static void list_ending(game *g, const rule_ending *rule, int number)
{
    bool moves = !g->own_boards && (rule->kind == END_CHECKMATE || rule->kind == END_STALEMATE);
    if (is_hard(g, rule->kind) && !rule->claim) {
        g->hard_endings[g->hard_count++] = number;
        g->decides = true;
        g->decided_bare &= rule->kind == END_BARE || (rule->kind == END_EXTINCT && rule->piece < 0);
    }
    if (!moves && !rule->claim && !rule->illegal) {
        g->asked[g->asked_count++] = (uint16_t)number;
    }
    g->counts_checks |= rule->kind == END_CHECKS;
    g->sums_checks |= rule->kind == END_CHECKS && rule->in_all;
    g->logs_checks |= rule->kind == END_PERPETUAL || rule->kind == END_CHECK_CYCLE;
    g->loops_forbidden |= rule->illegal;
}

/* Whether no position can come again once the clock of quiet plies has begun anew. */
static bool quiet_bounds_repetition(const game *g)
{
    const ruleset *rules = g->rules;
    bool bounds = rules->captured == CAPTURED_GONE && !rules->hook_count && !rules->towers && !rules->chance.dice;
    for (int man = 1; bounds && man < g->men; man++) {
        for (int i = 0; i < g->plans[man].jump_count; i++) {
            bounds &= g->plans[man].jumps[i].jumped == JUMPED_TAKEN;
        }
        bounds = bounds && !(g->type[g->man_type[man]].resets_clock && reach_returns(g, man));
    }
    return bounds;
}

bool endings_build(game *g, diag_list *diags)
{
    const ruleset *rules = g->rules;
    g->endings = arena_new(&g->arena, game_ending, rules->ending_count + 1);
    g->hard_endings = arena_new(&g->arena, int, rules->ending_count + 1);
    g->asked = arena_new(&g->arena, uint16_t, rules->ending_count + 1);
    if (!g->endings || !g->hard_endings || !g->asked) {
        diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
        return false;
    }
    g->irreversible = quiet_bounds_repetition(g);
    g->decided_bare = true;
    for (size_t i = 0; i < rules->ending_count; i++) {
        if (!build_ending(g, diags, &rules->endings[i], &g->endings[g->ending_count++])) {
            return false;
        }
        list_ending(g, &rules->endings[i], (int)i);
    }
    return true;
}
