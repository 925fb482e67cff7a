#include "game/ending.h"
#include "game/record.h"

#include <stdlib.h>
#include <string.h>

bool record_init(record *r, const game *g, live_hooks *hooks)
{
    memset(r, 0, sizeof *r);
    r->game = g;
    r->claimed = -1;
    r->position = position_create(g, hooks);
    return r->position != NULL;
}

void record_finish(record *r)
{
    position_destroy(r->position);
    free(r->plies);
    free(r->undos);
    memset(r, 0, sizeof *r);
}

bool record_reserve(record *r, size_t more)
{
    size_t wanted = r->count + more;
    if (wanted <= r->room) {
        return true;
    }
    size_t room = r->room ? r->room : 32;
    while (room < wanted) {
        room *= 2;
    }
    record_ply *plies = realloc(r->plies, room * sizeof *plies);
    if (!plies) {
        return false;
    }
    r->plies = plies;
    undo *undos = realloc(r->undos, room * sizeof *undos);
    if (!undos) {
        return false;
    }
    r->undos = undos;
    r->room = room;
    return true;
}

static bool within_turn(const position *p)
{
    return p->more.ply > 0;
}

bool record_ply_checks(const record *r, const record_ply *ply)
{
    int against = r->game->own_boards ? r->game->next_player[ply->mover] : r->position->state.mover;
    return r->game->core->in_check(r->position, against);
}

void record_push(record *r, move m)
{
    record_step(r, m, &r->undos[r->count]);
    if (move_kind_of(m) == MOVE_CLAIM) {
        r->claimed = (int)move_number(m);
    }
}

void record_pop(record *r)
{
    r->game->core->undo(r->position, &r->undos[--r->count]);
    r->claimed = -1; /* nothing is played after a claim */
}

bool record_copy(record *to, const record *from)
{
    to->count = 0;
    if (!record_reserve(to, from->count)) {
        return false;
    }
    if (from->count) {
        memcpy(to->plies, from->plies, from->count * sizeof *to->plies);
        memcpy(to->undos, from->undos, from->count * sizeof *to->undos);
    }
    to->count = from->count;
    to->claimed = from->claimed;
    position_copy(to->position, from->position);
    return true;
}

/* How far back a repetition can lie: the clock counts the plies since it was last set back, those of one board where boards have
 * clocks of their own. */
static size_t road_start(const record *r)
{
    const game *g = r->game;
    size_t quiet = r->position->state.quiet;
    return g->irreversible && !g->quiet_turns && !g->own_boards && quiet < r->count ? r->count - quiet : 0;
}

/* The ply before which the present position stood for the `times`-th time counted from now (1: now), or SIZE_MAX. */
static size_t occurrence(const record *r, int times)
{
    uint64_t key = r->position->state.hash;
    size_t start = within_turn(r->position) ? r->count : road_start(r);
    size_t found = r->count;
    for (size_t i = r->count; times > 1 && i-- > start;) {
        if (r->plies[i].key == key) {
            found = i;
            times--;
        }
    }
    return times > 1 ? SIZE_MAX : found;
}

int record_repeats(const record *r, int most)
{
    uint64_t key = r->position->state.hash;
    size_t start = road_start(r);
    int count = 1;
    if (within_turn(r->position)) {
        return 1; /* positions are compared between turns */
    }
    for (size_t i = r->count; count < most && i-- > start;) {
        count += r->plies[i].key == key;
    }
    return count;
}

/* The player who checked with all his plies since ply `from`, or -1. */
static int checker_since(const record *r, size_t from)
{
    for (int player = 0; player < r->game->players; player++) {
        bool any = false, all = true;
        for (size_t i = from; i < r->count && all; i++) {
            if (r->plies[i].mover == player) {
                any = true;
                all = r->plies[i].checked;
            }
        }
        if (any && all) {
            return player;
        }
    }
    return -1;
}

/* The `number`-th occurrence within one series of checks of the player who has just moved. */
static bool cycle_of_checks(const record *r, long number, int *subject)
{
    if (r->count == 0) {
        return false;
    }
    int player = r->plies[r->count - 1].mover;
    size_t start = r->count;
    while (start > 0 && (r->plies[start - 1].mover != player || r->plies[start - 1].checked)) {
        start--;
    }
    size_t first = occurrence(r, (int)number);
    *subject = player;
    return r->plies[r->count - 1].checked && first != SIZE_MAX && first > start;
}

int record_passes(const record *r)
{
    int count = 0;
    for (size_t i = r->count; i > 0; i--) {
        const record_ply *ply = &r->plies[i - 1];
        if (move_kind_of(ply->move) == MOVE_ROLL) {
            continue; /* chance interrupts nobody */
        }
        if (move_kind_of(ply->move) != MOVE_PASS || move_aux(ply->move) || ply->within) {
            break;
        }
        count++;
    }
    return count;
}

verdict record_test(record *r, int number)
{
    const rule_ending *rule = r->game->endings[number].rule;
    int subject = r->position->state.mover;
    size_t first;
    if (!position_begun(r->position)) {
        return (verdict){.kind = VERDICT_ONGOING, .winner = -1, .reason = ""}; /* the game has not begun */
    }
    switch (rule->kind) {
    case END_REPETITION:
        if (!rule->illegal && record_repeats(r, (int)rule->number) >= rule->number) {
            return ending_verdict(r->game, rule, subject);
        }
        break;
    case END_PASSES:
        if (record_passes(r) >= rule->number) {
            return ending_verdict(r->game, rule, subject);
        }
        break;
    case END_PERPETUAL:
        first = occurrence(r, (int)rule->number);
        subject = first == SIZE_MAX ? -1 : checker_since(r, first);
        if (subject >= 0) {
            return ending_verdict(r->game, rule, subject);
        }
        break;
    case END_CHECK_CYCLE:
        if (cycle_of_checks(r, rule->number, &subject)) {
            return ending_verdict(r->game, rule, subject);
        }
        break;
    default:
        return ending_test(r->position, number, r->reason, sizeof r->reason);
    }
    return (verdict){.kind = VERDICT_ONGOING, .winner = -1, .reason = ""};
}

verdict record_decided(record *r, bool claims)
{
    if (r->claimed >= 0) {
        const rule_ending *rule = r->game->endings[r->claimed].rule;
        verdict v = record_test(r, r->claimed);
        /* A claim that announced its move was checked when it was made. */
        return v.kind != VERDICT_ONGOING ? v : ending_verdict(r->game, rule, r->position->state.mover);
    }
    int count = claims ? r->game->ending_count : r->game->asked_count;
    for (int i = 0; i < count; i++) {
        int number = claims ? i : r->game->asked[i];
        if (!ending_may_hold(r->position, &r->game->endings[number])) {
            continue;
        }
        verdict v = record_test(r, number);
        if (v.kind != VERDICT_ONGOING) {
            return v;
        }
    }
    return (verdict){.kind = VERDICT_ONGOING, .winner = -1, .reason = ""};
}

verdict record_no_moves(record *r)
{
    const game *g = r->game;
    int mover = r->position->state.mover;
    ending_kind kind = g->core->in_check(r->position, mover) ? END_CHECKMATE : END_STALEMATE;
    for (int i = 0; i < g->ending_count && !g->own_boards; i++) { /* there all boards are asked, and were */
        if (g->endings[i].rule->kind == kind) {
            return ending_without_moves(r->position, i, mover, r->reason, sizeof r->reason);
        }
    }
    return (verdict){.kind = VERDICT_DRAW, .winner = -1, .reason = "no legal move"};
}

/* Whether a repetition that the rules forbid stands on the board. */
static bool forbidden_repetition(record *r)
{
    for (int i = 0; i < r->game->ending_count; i++) {
        const rule_ending *rule = r->game->endings[i].rule;
        if (rule->illegal && record_repeats(r, (int)rule->number) >= rule->number) {
            return true;
        }
    }
    return false;
}

void record_filter(record *r, move_list *list)
{
    if (!r->game->loops_forbidden || r->count < 2 || !record_reserve(r, 1)) {
        return;
    }
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        record_push(r, list->moves[i]);
        bool forbidden = forbidden_repetition(r);
        record_pop(r);
        if (!forbidden) {
            list->moves[kept++] = list->moves[i];
        }
    }
    list->count = kept;
}

/* A claim may also be made by announcing the move that will bring the condition about. */
static bool can_announce(record *r, int number, const move_list *list)
{
    const rule_ending *rule = r->game->endings[number].rule;
    if ((rule->kind != END_REPETITION && rule->kind != END_QUIET) || !record_reserve(r, 1)) {
        return false;
    }
    if (rule->kind == END_QUIET && r->position->state.quiet + 1 < rule->number) {
        return false;
    }
    for (size_t i = 0; i < list->count; i++) {
        record_push(r, list->moves[i]);
        bool holds = record_test(r, number).kind != VERDICT_ONGOING;
        record_pop(r);
        if (holds) {
            return true;
        }
    }
    return false;
}

static void add_claims(record *r, move_list *list)
{
    move_list moves = *list;
    for (int i = 0; i < r->game->ending_count; i++) {
        const char *claim = r->game->endings[i].rule->claim;
        bool again = false; /* two endings claimed by one word are one move */
        for (int k = 0; claim && k < i; k++) {
            const char *other = r->game->endings[k].rule->claim;
            again |= other && strcmp(other, claim) == 0 && list->count > moves.count &&
                     strcmp(r->game->endings[move_number(list->moves[list->count - 1])].rule->claim, claim) == 0;
        }
        if (!claim || again) {
            continue;
        }
        if (record_test(r, i).kind == VERDICT_ONGOING && !can_announce(r, i, &moves)) {
            continue;
        }
        if (list->count == list->room) {
            list->overflow = true;
            return;
        }
        list->moves[list->count++] = move_pack(MOVE_CLAIM, 0, 0, 0, (unsigned)i, 0);
    }
}

void record_moves(record *r, move_list *list, bool claims)
{
    if (record_decided(r, false).kind != VERDICT_ONGOING) {
        return;
    }
    move_list own = {list->moves + list->count, 0, list->room - list->count, false};
    r->game->core->legal(r->position, &own);
    record_filter(r, &own);
    if (claims && own.count) {
        add_claims(r, &own);
    }
    list->count += own.count;
    list->overflow |= own.overflow;
}

static bool any_move(record *r)
{
    const core *c = r->game->core;
    if (!r->game->loops_forbidden) {
        return c->any(r->position);
    }
    move *moves = malloc(r->game->moves_max * sizeof *moves);
    if (!moves) {
        return c->any(r->position);
    }
    move_list list = {moves, 0, r->game->moves_max, false};
    c->legal(r->position, &list);
    record_filter(r, &list);
    free(moves);
    return list.count > 0;
}

verdict record_verdict(record *r)
{
    verdict v = record_decided(r, false);
    bool soft = r->claimed < 0 && verdict_is_soft(&v);
    if ((v.kind == VERDICT_ONGOING || soft) && !any_move(r)) {
        v = record_no_moves(r);
    }
    return v;
}
