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
static void append_cell(const game *g, char *words, unsigned cell)
{
    if (!g->rules->written.numbers || topology_shade(&g->topology, g->rules, (cell_id)cell) != 0) {
        append(words, g->topology.names[cell]);
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
    char digits[16];
    snprintf(digits, sizeof digits, "%d", number);
    append(words, digits);
}

/* Whether a legal chain other than this one has the same ends. */
static bool shares_ends(const position *p, move m)
{
    move moves[1024];
    move_list list = {moves, 0, sizeof moves / sizeof *moves, false};
    const move ends = ((move)0x7FF << 11 | 0x7FF) | (move)0x1FF << 37;
    p->game->core->legal((position *)p, &list);
    for (size_t i = 0; i < list.count; i++) {
        if (move_kind_of(moves[i]) == MOVE_CHAIN && moves[i] != m && (moves[i] & ends) == (m & ends)) {
            return true;
        }
    }
    return false;
}

/* Whether a legal step that does nothing but arrive leads to `to`, besides this move, which does more. */
static bool shares_goal(const position *p, move m, unsigned to)
{
    move moves[1024];
    move_list list = {moves, 0, sizeof moves / sizeof *moves, false};
    p->game->core->legal((position *)p, &list);
    for (size_t i = 0; i < list.count; i++) {
        move_kind kind = move_kind_of(moves[i]);
        if (kind < MOVE_PASSING && kind != move_kind_of(m) && move_from(moves[i]) == move_from(m) &&
            move_to(moves[i]) == to) {
            return true;
        }
    }
    return false;
}

/* A capture in passing, a step that leaves a cell passed, a jump: where a plain step leads there too, that cell is written between. */
static bool shares_way(const position *p, move m)
{
    move_kind kind = move_kind_of(m);
    bool more = kind == MOVE_PASSING || kind == MOVE_DOUBLE || (kind == MOVE_CHAIN && chain_count(m) == 1);
    return more && shares_goal(p, m, move_to(m));
}

/* The landings of a chain, each behind `sign`. */
static void append_landings(const position *p, move m, const char *sign, char *words)
{
    const game *g = p->game;
    chain_way way;
    bool all = !g->rules->written.ends || shares_ends(p, m);
    if (!all || !g->core->chain(p, m, &way)) {
        append(words, sign);
        append_cell(g, words, move_to(m));
        return;
    }
    for (unsigned i = 0; i < way.count; i++) {
        append(words, sign);
        append_cell(g, words, way.land[i]);
    }
}

/* Men that a chain converts stand in brackets behind it. */
static void append_converted(const position *p, move m, char *words)
{
    const game *g = p->game;
    chain_way way;
    bool open = false;
    for (unsigned i = 0; g->core->chain(p, m, &way) && i < way.count; i++) {
        if (way.jumped[i] == JUMPED_CONVERTED) {
            append(words, open ? "," : "(");
            append_cell(g, words, way.over[i]);
            open = true;
        }
    }
    append(words, open ? ")" : "");
}

/* Where the man has only one piece to become, and must, nothing is said about it. What captures convert goes without saying, and
 * what a chain of jumps promotes on its way. */
static bool says_promotion(const position *p, move m)
{
    const game *g = p->game;
    man_id man = p->board[move_from(m)];
    unsigned from = move_from(m), to = move_to(m);
    const promotion_table *t = g->plans[man].promotion;
    size_t row = (size_t)from * (size_t)g->words;
    bool optional = t && set_has(t->optional + row, to), forced = t && set_has(t->forced + row, to);
    bool choice = t && (t->list[to + 1] - t->list[to] > 1 || t->from_box || optional);
    bool on_the_way = move_kind_of(m) == MOVE_CHAIN || g->plans[man].converts;
    return move_into(m) && (choice || (!forced && !on_the_way));
}

static void write_styled(const position *p, move m, char *words)
{
    const game *g = p->game;
    const rule_written *w = &g->rules->written;
    man_id man = p->board[move_from(m)];
    move_kind kind = move_kind_of(m);
    bool takes = kind == MOVE_PASSING || kind == MOVE_LOCUST || kind == MOVE_CHAIN || p->board[move_to(m)];
    words[0] = '\0';
    append(words, w->letters ? g->type[g->man_type[man]].capital : "");
    append_cell(g, words, move_from(m));
    if (kind == MOVE_LOCUST || shares_way(p, m)) {
        append(words, w->capture);
        append_cell(g, words, move_aux(m));
    }
    if (kind == MOVE_CHAIN) {
        append_landings(p, m, w->capture, words);
    } else {
        append(words, takes ? w->capture : w->step);
        append_cell(g, words, move_to(m));
    }
    if (says_promotion(p, m)) {
        const game_type *into = &g->type[move_into(m) - 1];
        append(words, w->promotion);
        append(words, w->letters ? into->capital : promotion_text(g, &g->type[g->man_type[man]], into));
    }
    if (kind == MOVE_CHAIN) {
        append_converted(p, m, words);
    }
}

static void write_chain(const position *p, move m, char *words)
{
    const game *g = p->game;
    man_id man = p->board[move_from(m)];
    words[0] = '\0';
    append_cell(g, words, move_from(m));
    if (shares_way(p, m)) {
        append_cell(g, words, move_aux(m));
    }
    append_landings(p, m, "", words);
    if (says_promotion(p, m)) {
        append(words, promotion_text(g, &g->type[g->man_type[man]], &g->type[move_into(m) - 1]));
    }
    append_converted(p, m, words);
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

static void write_plain(const position *p, move m, char *words);

void notation_write(const position *p, move m, char *words)
{
    const game *g = p->game;
    if (is_styled(g, m)) {
        write_styled(p, m, words);
    } else if (move_kind_of(m) == MOVE_CHAIN) {
        write_chain(p, m, words);
    } else {
        write_plain(p, m, words);
    }
    if (g->takes_by_line && move_extra(m) && (move_kind_of(m) <= MOVE_LOCUST || move_kind_of(m) == MOVE_DROP)) {
        append(words, "x");
        append_cell(g, words, move_extra(m) - 1);
    }
    if (g->choice_count && move_kind_of(m) != MOVE_HOOK && move_kind_of(m) != MOVE_PASS) {
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

/* a2(1)f7: how many men go, between the cells. */
static void write_lifted(const position *p, move m, unsigned count, char *words)
{
    const char *const *names = p->game->topology.names;
    snprintf(words, MOVE_TEXT_MAX, "%s(%u)%s", names[move_from(m)], count, behind(p->game, move_from(m), move_to(m)));
}

static void write_plain(const position *p, move m, char *words)
{
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
        if (shares_goal(p, m, goal)) { /* the king could go there by himself */
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
        const char *into = "";
        /* The way matters: the cell of the taken man is written between. */
        bool between = move_kind_of(m) == MOVE_LOCUST || shares_way(p, m);
        if (move_kind_of(m) == MOVE_TURN && move_aux(m) == TURN_OFF) {
            snprintf(words, room, "x%s", names[from]); /* a man of one's own is taken off */
            return;
        }
        if (move_into(m)) {
            const game_type *old = &g->type[g->man_type[p->board[from]]];
            into = promotion_text(g, old, &g->type[move_into(m) - 1]);
        }
        if (g->rules->lifts_any && move_extra(m)) {
            write_lifted(p, m, move_extra(m), words);
            return;
        }
        snprintf(words, room, "%s%s%s%s", names[from], between ? behind(g, from, move_aux(m)) : "", behind(g, from, to),
                 into);
        return;
    }
    }
}

/* A whole tower may be written with its number of men too. */
static bool is_whole_tower(const position *p, move m, const char *words)
{
    char own[MOVE_TEXT_MAX];
    if (!p->game->rules->lifts_any || move_kind_of(m) > MOVE_PASSING || move_extra(m)) {
        return false;
    }
    write_lifted(p, m, position_heights(p)[move_from(m)] + 1u, own);
    return strcmp(own, words) == 0;
}

move notation_find(const position *p, const move_list *list, const char *words)
{
    for (size_t i = 0; i < list->count; i++) {
        char own[MOVE_TEXT_MAX];
        notation_write(p, list->moves[i], own);
        if (strcmp(own, words) == 0 || is_whole_tower(p, list->moves[i], words)) {
            return list->moves[i];
        }
    }
    return MOVE_NONE;
}
