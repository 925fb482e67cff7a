#include "game/notation.h"

#include <stdio.h>
#include <string.h>

/* What is written behind a step that promotes: "+" where the new letter is the old one behind a plus, else the letter. */
static const char *promotion_text(const game *g, const game_type *from, const game_type *into)
{
    const char *letter = g->rules->pieces[into->piece].letter;
    const char *old = g->rules->pieces[from->piece].letter;
    if (letter[0] == '+' && strcmp(letter + 1, old) == 0) {
        return "+";
    }
    return into->royal && !g->rules->pieces[into->piece].royal ? into->letter : letter;
}

/* Whether the man may become the same piece there for good, and not only until he is taken: then a ~ tells the one from the other. */
static bool has_plain_twin(const position *p, move m)
{
    const game *g = p->game;
    unsigned from = move_from(m), into = move_into(m) - 1;
    const man_plan *plan = &g->plans[p->board[from]];
    bool found = false;
    for (uint32_t i = plan->special_start && g->type[into].reverts ? plan->special_start[from] : UINT32_MAX;
         i < UINT32_MAX && i < plan->special_end[from]; i++) {
        const special *s = &plan->specials[i];
        found |= s->into && s->to == move_to(m) && (int)s->into - 1 == g->base_type[g->type[into].piece];
    }
    return found;
}

/* The name of a second cell: the board is said once. */
static const char *behind(const game *g, unsigned first, unsigned cell)
{
    const char *name = g->topology.names[cell];
    bool same = g->rules->board_names && g->topology.level[first] == g->topology.level[cell];
    const char *colon = same ? strchr(name, ':') : NULL; /* names listed one by one have none */
    return colon ? colon + 1 : name;
}

/* What a hook calls one of the moves or choices that it listed. */
static void picked_text(const position *p, move m, const move_facts *facts, char *words)
{
    effect effects[EFFECTS_MAX];
    size_t count = 0;
    words[0] = '\0';
    if (p->hooks && !p->hooks->failed &&
        !p->hooks->pick(p->hooks->host, facts ? 0 : (int)move_number(m), p, facts, move_extra(m), effects, EFFECTS_MAX,
                        &count, words)) {
        p->hooks->failed = true;
    }
}

static void write_listed(const position *p, move m, char *words)
{
    const game *g = p->game;
    char own[LISTED_TEXT_MAX];
    picked_text(p, m, NULL, own);
    if (own[0]) {
        snprintf(words, MOVE_TEXT_MAX, "%s", own);
    } else {
        unsigned from = move_from(m);
        snprintf(words, MOVE_TEXT_MAX, "%s%s", from < (unsigned)g->cells ? g->topology.names[from] : "@",
                 g->topology.names[move_to(m)]);
    }
}

static void write_roll(const dice_outcome *o, char *words)
{
    int length = snprintf(words, MOVE_TEXT_MAX, "roll ");
    for (int i = 0; i < DICE_MAX && o->faces[i]; i++) {
        length += snprintf(words + length, MOVE_TEXT_MAX - (size_t)length, "%s%d", i ? "-" : "", o->faces[i]);
    }
}

/* ---- chains, and moves as the rules want them written ---- */

static void append(char *words, const char *more)
{
    size_t used = strlen(words);
    snprintf(words + used, MOVE_TEXT_MAX - used, "%s", more);
}

/* Light cells have no numbers. */
void notation_cell(const game *g, unsigned cell, char name[CELL_TEXT_MAX])
{
    if (!g->rules->written.numbers || topology_shade(&g->topology, g->rules, (cell_id)cell) != 0) {
        snprintf(name, CELL_TEXT_MAX, "%s", g->topology.names[cell]);
        return;
    }
    const topology *t = &g->topology;
    int number = 1;
    for (int other = 0; other < g->cells; other++) {
        bool above =
            t->row[other] > t->row[cell] || (t->row[other] == t->row[cell] && t->column[other] < t->column[cell]);
        bool before = t->level[other] == t->level[cell] ? above : t->level[other] < t->level[cell];
        number += before && topology_shade(t, g->rules, (cell_id)other) == 0;
    }
    snprintf(name, CELL_TEXT_MAX, "%d", number);
}

static void append_cell(const game *g, char *words, unsigned cell)
{
    char name[CELL_TEXT_MAX];
    notation_cell(g, cell, name);
    append(words, name);
}

/* A second cell of a move: the board is said once, and a number stands apart from another. */
static void append_next(const game *g, char *words, unsigned first, unsigned cell)
{
    size_t used = strlen(words);
    if (g->rules->written.numbers) {
        append(words, used && words[used - 1] >= '0' && words[used - 1] <= '9' ? "-" : "");
        append_cell(g, words, cell);
    } else {
        append(words, behind(g, first, cell));
    }
}

void notation_begin(notation *n, const position *p)
{
    n->p = p;
    n->listed = false;
}

static const move_list *legal_of(notation *n)
{
    if (!n->listed) {
        n->legal = (move_list){n->moves, 0, NOTATION_MOVES_MAX, false};
        n->p->game->core->legal((position *)n->p, &n->legal);
        memset(n->ways, 0, sizeof n->ways);
        n->listed = true;
    }
    return &n->legal;
}

/* Whether some legal move other than this one is such that the two would be written alike, both ending on `to`. */
static bool has_rival(notation *n, move m, unsigned to, bool (*is_rival)(const position *p, move m, move other))
{
    const move_list *legal = legal_of(n);
    for (size_t i = 0; i < legal->count; i++) {
        move other = legal->moves[i];
        if (other != m && move_from(other) == move_from(m) && move_to(other) == to && is_rival(n->p, m, other)) {
            return true;
        }
    }
    return false;
}

static bool is_rival_chain(const position *p, move m, move other)
{
    (void)p;
    return move_kind_of(other) == MOVE_CHAIN && move_into(other) == move_into(m);
}

static uint64_t cells_key(const cell_id *cells, unsigned count)
{
    uint64_t key = count;
    for (unsigned i = 0; i < count; i++) {
        random_source next = {key + cells[i]};
        key = random_next(&next);
    }
    return key;
}

static notation_way way_of(const position *p, move m)
{
    chain_way way;
    if (!p->game->core->chain(p, m, &way)) {
        return (notation_way){.known = true};
    }
    return (notation_way){true, true, cells_key(way.land, way.count), cells_key(way.over, way.count)};
}

/* Whether another chain lands on the same cells, over the same men or over others. */
static bool has_rival_way(notation *n, move m, bool over_same)
{
    notation_way way = way_of(n->p, m);
    const move_list *legal = legal_of(n);
    for (size_t i = 0; way.is_chain && i < legal->count; i++) {
        move other = legal->moves[i];
        if (other == m || move_from(other) != move_from(m) || move_to(other) != move_to(m) ||
            !is_rival_chain(n->p, m, other) || chain_count(m) != chain_count(other)) {
            continue;
        }
        notation_way *theirs = &n->ways[i];
        if (!theirs->known) {
            *theirs = way_of(n->p, other);
        }
        if (theirs->is_chain && theirs->land == way.land && (theirs->over == way.over) == over_same) {
            return true;
        }
    }
    return false;
}

static bool says_promotion(const position *p, move m);

/* A step that does nothing but arrive, besides a move that does more; both are said to become the same. */
static bool is_rival_step(const position *p, move m, move other)
{
    unsigned into = says_promotion(p, m) ? move_into(m) : 0, others = says_promotion(p, other) ? move_into(other) : 0;
    return move_kind_of(other) < MOVE_PASSING && move_kind_of(other) != move_kind_of(m) && into == others;
}

/* A capture in passing, a step that leaves a cell passed, a jump: where a plain step leads there too, that cell is written between. */
static bool shares_way(notation *n, move m)
{
    move_kind kind = move_kind_of(m);
    bool more = kind == MOVE_PASSING || kind == MOVE_DOUBLE || (kind == MOVE_CHAIN && chain_count(m) == 1);
    return more && has_rival(n, m, move_to(m), is_rival_step);
}

/* The landings of a chain, each behind `sign`. Round a glued board a man may jump over one man or over another to land on the same
 * cell: then the cells jumped over are written as well. */
static void append_landings(notation *n, move m, const char *sign, char *words)
{
    const position *p = n->p;
    const game *g = p->game;
    chain_way way;
    bool all = !g->rules->written.ends || has_rival(n, m, move_to(m), is_rival_chain) ||
               has_rival(n, m, move_to(m), is_rival_step),
         over = all && !shares_way(n, m) && has_rival_way(n, m, false);
    if (!all || !g->core->chain(p, m, &way)) {
        append(words, sign);
        append_next(g, words, move_from(m), move_to(m));
        return;
    }
    for (unsigned i = 0; i < way.count; i++) {
        if (over) {
            append(words, sign);
            append_next(g, words, move_from(m), way.over[i]);
        }
        append(words, sign);
        append_next(g, words, move_from(m), way.land[i]);
    }
}

/* The cells of those whom a chain jumps over to such an end, in brackets. */
static void append_fate(const game *g, move m, const chain_way *way, unsigned fate, const char *brackets, char *words)
{
    char sign[2] = {brackets[0], '\0'};
    bool any = false;
    for (unsigned i = 0; i < way->count; i++) {
        if (way->jumped[i] == fate) {
            append(words, sign);
            append_next(g, words, move_from(m), way->over[i]);
            sign[0] = ',';
            any = true;
        }
    }
    append(words, any ? brackets + 1 : "");
}

/* Men that a chain converts stand in brackets behind it; those that go under the tower only where they could be taken instead. */
static void append_fates(notation *n, move m, char *words)
{
    const position *p = n->p;
    chain_way way;
    if (!p->game->core->chain(p, m, &way)) {
        return;
    }
    append_fate(p->game, m, &way, JUMPED_CONVERTED, "()", words);
    bool under = false;
    for (unsigned i = 0; i < way.count; i++) {
        under |= way.jumped[i] == JUMPED_UNDER;
    }
    if (under && has_rival_way(n, m, true)) {
        append_fate(p->game, m, &way, JUMPED_UNDER, "[]", words);
    }
}

/* Where the man has only one piece to become, and must, nothing is said about it; of a movement that makes another of him it
 * is. What captures convert goes without saying, and what a chain of jumps promotes on its way. */
static bool says_promotion(const position *p, move m)
{
    const game *g = p->game;
    man_id man = p->board[move_from(m)];
    unsigned from = move_from(m), to = move_to(m);
    const promotion_table *t = g->plans[man].promotion;
    size_t row = (size_t)from * (size_t)g->words;
    bool optional = t && set_has(t->optional + row, to), forced = t && set_has(t->forced + row, to);
    const uint32_t *list = t ? game_promotions(g, t, from, to) : NULL;
    forced = forced && t->into[*list] + 1u == move_into(m);
    bool choice = t && (list[1] - list[0] > 1 || t->from_box || optional);
    bool on_the_way = move_kind_of(m) == MOVE_CHAIN || g->plans[man].converts;
    return move_into(m) && (choice || (!forced && !on_the_way));
}

/* a2(1)f7: how many men of a tower go, behind its cell; 0 goes without saying. */
static void append_lifted(char *words, unsigned count)
{
    char digits[16];
    if (count) {
        snprintf(digits, sizeof digits, "(%u)", count);
        append(words, digits);
    }
}

static void write_styled(notation *n, move m, unsigned lifted, char *words)
{
    const position *p = n->p;
    const game *g = p->game;
    const rule_written *w = &g->rules->written;
    man_id man = p->board[move_from(m)];
    move_kind kind = move_kind_of(m);
    bool takes = kind == MOVE_PASSING || kind == MOVE_LOCUST || kind == MOVE_CHAIN || p->board[move_to(m)];
    words[0] = '\0';
    append(words, w->letters ? g->type[g->man_type[man]].capital : "");
    append_cell(g, words, move_from(m));
    append_lifted(words, lifted);
    if (kind == MOVE_LOCUST || shares_way(n, m)) {
        append(words, w->capture);
        append_next(g, words, move_from(m), move_aux(m));
    }
    if (kind == MOVE_CHAIN) {
        append_landings(n, m, w->capture, words);
    } else {
        append(words, takes ? w->capture : w->step);
        append_next(g, words, move_from(m), move_to(m));
    }
    if (says_promotion(p, m)) {
        const game_type *into = &g->type[move_into(m) - 1];
        append(words, w->promotion);
        append(words, w->letters ? into->capital : promotion_text(g, &g->type[g->man_type[man]], into));
        append(words, !w->letters && has_plain_twin(p, m) ? "~" : "");
    }
    if (kind == MOVE_CHAIN) {
        append_fates(n, m, words);
    }
}

static void write_chain(notation *n, move m, char *words)
{
    const position *p = n->p;
    const game *g = p->game;
    man_id man = p->board[move_from(m)];
    words[0] = '\0';
    append_cell(g, words, move_from(m));
    if (shares_way(n, m)) {
        append_next(g, words, move_from(m), move_aux(m));
    }
    append_landings(n, m, "", words);
    if (says_promotion(p, m)) {
        append(words, promotion_text(g, &g->type[g->man_type[man]], &g->type[move_into(m) - 1]));
    }
    append_fates(n, m, words);
}

static bool is_styled(const game *g, move m)
{
    switch (move_kind_of(m)) {
    case MOVE_STEP:
    case MOVE_DOUBLE:
    case MOVE_PASSING:
    case MOVE_LOCUST:
    case MOVE_CHAIN:
        return g->rules->written.given;
    default:
        return false;
    }
}

static void write_plain(notation *n, move m, unsigned lifted, char *words);

/* How many men go from the top of a tower, where that must be said. */
static unsigned lifted_by(const position *p, move m)
{
    return p->game->rules->lifts_any && move_kind_of(m) <= MOVE_PASSING ? move_extra(m) : 0;
}

void notation_write_one(const position *p, move m, char *words)
{
    notation n;
    notation_begin(&n, p);
    notation_write(&n, m, words);
}

void notation_write(notation *n, move m, char *words)
{
    const position *p = n->p;
    const game *g = p->game;
    if (is_styled(g, m)) {
        write_styled(n, m, lifted_by(p, m), words);
    } else if (move_kind_of(m) == MOVE_CHAIN) {
        write_chain(n, m, words);
    } else {
        write_plain(n, m, lifted_by(p, m), words);
    }
    if (g->takes_by_line && move_extra(m) && (move_kind_of(m) <= MOVE_LOCUST || move_kind_of(m) == MOVE_DROP)) {
        append(words, "x");
        append_cell(g, words, move_extra(m) - 1);
    }
    if (g->choice_count) {
        char own[LISTED_TEXT_MAX] = "";
        move_facts facts;
        position *spare = (position *)p;
        if (g->core->choice_facts(spare, m, &facts)) {
            undo u;
            g->core->play_base(spare, m, &u);
            picked_text(spare, m, &facts, own);
            g->core->undo(spare, &u);
            size_t used = strlen(words);
            snprintf(words + used, MOVE_TEXT_MAX - used, "%s", own);
        }
    }
}

static void write_plain(notation *n, move m, unsigned lifted, char *words)
{
    const position *p = n->p;
    const game *g = p->game;
    const char *const *names = g->topology.names;
    size_t room = MOVE_TEXT_MAX;
    unsigned from = move_from(m), to = move_to(m);
    switch (move_kind_of(m)) {
    case MOVE_DROP: {
        const char *colon = g->rules->board_names ? strchr(names[to], ':') : NULL;
        const char *cell = colon ? colon + 1 : names[to];
        snprintf(words, room, "%.*s%s@%s", (int)(cell - names[to]), names[to], g->type[move_into(m) - 1].capital, cell);
        return;
    }
    case MOVE_CLAIM:
        snprintf(words, room, "claim-%s", g->endings[move_number(m)].rule->claim);
        return;
    case MOVE_CASTLE: {
        const castling *c = &g->castlings[move_number(m)];
        const rule_castling *rule = &g->rules->castlings[c->rule];
        if (rule->written_as) {
            snprintf(words, room, "%s", rule->written_as);
            return;
        }
        unsigned goal = rule->written_as_capture ? c->partner_from : to;
        if (has_rival(n, m, goal, is_rival_step)) { /* the king could go there by himself */
            snprintf(words, room, "%s", rule->name);
            return;
        }
        snprintf(words, room, "%s%s", names[from], behind(g, from, goal));
        return;
    }
    case MOVE_PASS:
        snprintf(words, room, "%s",
                 move_aux(m)   ? "wait"
                 : p->more.ply ? g->rules->turn.closed_word
                               : g->rules->turn.pass_word);
        return;
    case MOVE_ROLL:
        write_roll(&g->outcomes[move_number(m)], words);
        return;
    case MOVE_HOOK:
        write_listed(p, m, words);
        return;
    default: {
        const char *into = "", *again = "";
        /* The way matters: the cell of the taken man is written between. */
        bool between = move_kind_of(m) == MOVE_LOCUST || shares_way(n, m);
        if (move_kind_of(m) == MOVE_TURN && move_aux(m) == TURN_OFF) {
            snprintf(words, room, "x%s", names[from]); /* a man of one's own is taken off */
            return;
        }
        if (move_into(m)) {
            const game_type *old = &g->type[g->man_type[p->board[from]]];
            into = promotion_text(g, old, &g->type[move_into(m) - 1]);
            again = has_plain_twin(p, m) ? "~" : "";
        }
        snprintf(words, room, "%s", names[from]);
        append_lifted(words, lifted);
        append(words, between ? behind(g, from, move_aux(m)) : "");
        append(words, behind(g, from, to));
        append(words, into);
        append(words, again);
        return;
    }
    }
}

/* A whole tower may be written with its number of men too. */
static bool is_whole_tower(notation *n, move m, const char *words)
{
    const position *p = n->p;
    char own[MOVE_TEXT_MAX];
    if (!p->game->rules->lifts_any || move_kind_of(m) > MOVE_PASSING || move_extra(m)) {
        return false;
    }
    unsigned all = position_heights(p)[move_from(m)] + 1u;
    if (is_styled(p->game, m)) {
        write_styled(n, m, all, own);
    } else {
        write_plain(n, m, all, own);
    }
    return strcmp(own, words) == 0;
}

move notation_find(const position *p, const move_list *list, const char *words)
{
    notation n;
    notation_begin(&n, p);
    for (size_t i = 0; i < list->count; i++) {
        char own[MOVE_TEXT_MAX];
        notation_write(&n, list->moves[i], own);
        if (strcmp(own, words) == 0 || is_whole_tower(&n, list->moves[i], words)) {
            return list->moves[i];
        }
    }
    return MOVE_NONE;
}
