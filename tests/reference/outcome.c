/* What has happened, whether a game is over, and what may be claimed. */
#include "reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool scripts_judge_repetitions(void)
{
    bool some = false;
    for (int i = 0; i < rules.ends; i++) {
        some = some || (rules.end[i].kind == END_REPETITION && rules.end[i].hook[0]);
    }
    return some;
}

void history_add(history *t, const position *p, const move *m)
{
    if (t->count == t->room) {
        t->room = t->room ? 2 * t->room : 256;
        t->key = realloc(t->key, sizeof *t->key * (size_t)t->room);
        t->check = realloc(t->check, (size_t)t->room);
        t->side_to_move = realloc(t->side_to_move, (size_t)t->room);
        t->counted = realloc(t->counted, (size_t)t->room);
        t->at = realloc(t->at, sizeof *t->at * (size_t)t->room);
        t->made = realloc(t->made, sizeof *t->made * (size_t)t->room);
    }
    t->at[t->count] = scripts_judge_repetitions() ? malloc(sizeof(position)) : NULL;
    if (t->at[t->count]) {
        copy_position(t->at[t->count], p);
    }
    if (m) {
        t->made[t->count - 1] = *m;
    }
    bool asked = false;
    for (int i = 0; i < rules.ends; i++) {
        asked = asked || rules.end[i].kind == END_PERPETUAL_CHECK || rules.end[i].kind == END_CHECK_CYCLE;
    }
    t->key[t->count] = position_key(p);
    t->check[t->count] = asked && in_check(p, p->side_to_move);
    t->side_to_move[t->count] = (uint8_t)p->side_to_move;
    t->counted[t->count++] = !(rules.dice && !p->to_roll) && p->ply == 0;
}

void history_free(history *t)
{
    for (int i = 0; i < t->count; i++) {
        free(t->at[i]);
    }
    free(t->at);
    free(t->made);
    free(t->key);
    free(t->check);
    free(t->side_to_move);
    free(t->counted);
}

static int repetitions(const history *t, uint64_t key)
{
    int count = 0;
    for (int i = 0; i < t->count; i++) {
        count += t->counted[i] && t->key[i] == key;
    }
    return count;
}

static int opponent(int player)
{
    for (int o = 0; o < rules.players; o++) {
        if (enemy_of(o, player)) {
            return o;
        }
    }
    return player;
}

static bool attacks_royal_of(const position *p, int by, int player)
{
    bool found = false;
    for (int c = 0; c < rules.cells; c++) {
        const bool royal = p->at[c].type && p->at[c].royal && p->at[c].owner == player;
        found = found || (royal && is_attacked(p, by, c));
    }
    return found;
}

/* Who wins when these players lose; -1: nobody is left. Of several sides the one that moved last; by a mate, one that gives
 * check. */
static int winner_over(const ending *e, const position *p, const bool losers[MAX_OWNERS])
{
    bool others[MAX_OWNERS] = {false}, checks = false, several = false;
    int first = -1;
    for (int o = rules.players - 1; o >= 0; o--) {
        others[o] = true;
        for (int l = 0; l < rules.players; l++) {
            others[o] = others[o] && (!losers[l] || enemy_of(o, l));
        }
        first = others[o] ? o : first;
        checks = checks || (others[o] && e->kind == END_CHECKMATE && attacks_royal_of(p, o, p->side_to_move));
    }
    for (int o = 0; o < rules.players; o++) {
        several = several || (others[o] && enemy_of(o, first));
    }
    int moved = p->ply ? p->side_to_move : (p->side_to_move + rules.players - 1) % rules.players;
    while (several && !(others[moved] && (!checks || attacks_royal_of(p, moved, p->side_to_move)))) {
        moved = (moved + rules.players - 1) % rules.players;
    }
    return several ? moved : first;
}

/* What the winner gets by the last word of a result: "loss 0.25", "win 3/4". */
static int winner_share(const char *result)
{
    const char *number = strrchr(result, ' ');
    double over, under = 1;
    if (!number || sscanf(number, "%lf/%lf", &over, &under) < 1) {
        return 100;
    }
    int share = (int)(100 * over / under + 0.5);
    return share < 50 ? 100 - share : share;
}

static verdict ending_verdict(const ending *e, const position *p, int player)
{
    bool loser[MAX_OWNERS] = {false};
    loser[player] = true;
    verdict v = {.over = true, .share = winner_share(e->result)};
    snprintf(v.reason, sizeof v.reason, "%s", e->name);
    if (strcmp(e->result, "draw") == 0) {
        v.draw = true;
    } else if (strncmp(e->result, "win", 3) == 0 && (e->result[3] == ' ' || !e->result[3])) {
        v.winner = player;
    } else if (strncmp(e->result, "loss", 4) == 0) {
        const int winner = winner_over(e, p, loser);
        v.winner = winner < 0 ? player : winner;
    } else {
        for (int o = 0; o < rules.players; o++) {
            if (strncmp(e->result, rules.player[o], strlen(rules.player[o])) == 0 &&
                e->result[strlen(rules.player[o])] == ' ') {
                v.winner = o;
            }
        }
    }
    return v;
}

/* Several players at once: who is left wins what they lose. Enemies who both win draw, and so do all if nobody is left. */
static verdict verdict_of_several(const ending *e, const position *p, const bool affected[MAX_OWNERS])
{
    const int other = winner_over(e, p, affected);
    int first = -1;
    for (int o = rules.players - 1; o >= 0; o--) {
        first = affected[o] ? o : first;
    }
    verdict v = ending_verdict(e, p, first);
    bool loss = strncmp(e->result, "loss", 4) == 0, win = strcmp(e->result, "win") == 0;
    for (int o = first + 1; o < rules.players; o++) {
        if (affected[o] && win && enemy_of(o, first)) {
            v.draw = true;
        } else if (affected[o] && loss) {
            v.draw = other < 0;
            v.winner = other < 0 ? v.winner : other;
        }
    }
    return v;
}

static int first_occurrence(const history *t)
{
    int first = 0;
    while (!t->counted[first] || t->key[first] != t->key[t->count - 1]) {
        first++;
    }
    return first;
}

/* The players who gave check with every move since then. */
static bool perpetual_checkers(const history *t, int first, bool checkers[MAX_OWNERS])
{
    bool some = false;
    for (int o = 0; o < rules.players; o++) {
        bool all = true, any = false;
        for (int i = first + 1; i < t->count; i++) {
            if (t->side_to_move[i - 1] == o) {
                all = all && t->check[i];
                any = true;
            }
        }
        checkers[o] = all && any;
        some = some || checkers[o];
    }
    return some;
}

/* How often the position has occurred within the last series of checks that the player gave. */
static int cycles(const history *t, int player)
{
    int count = 0;
    for (int i = t->count - 1; i >= 0 && (i == 0 || t->side_to_move[i - 1] != player || t->check[i]); i--) {
        count += t->key[i] == t->key[t->count - 1];
    }
    return count;
}

static int unroyal_count(const position *p, int player, bool hands)
{
    int count = 0;
    for (int c = 0; c < rules.cells; c++) {
        const piece m = p->at[c];
        count += m.type && m.owner == player && !m.royal;
    }
    for (int t = 1; hands && t <= rules.types; t++) {
        count += p->hand[player][t];
    }
    return count;
}

/* The player's pieces of the types that the ending counts, in hand too. */
static int counted_pieces(const ending *e, const position *p, int player)
{
    int count = 0;
    for (int c = 0; c < rules.cells; c++) {
        const piece m = p->at[c];
        count += m.type && m.owner == player && (e->all_types || e->types[m.type]);
    }
    for (int t = 1; t <= rules.types; t++) {
        count += e->all_types || e->types[t] ? p->hand[player][t] : 0;
    }
    return count;
}

static bool insufficient_material(const ending *e, const position *p)
{
    int pieces = 0, alone = 0, shades = 0, first = -1, pairs[MAX_OWNERS] = {0}, others = 0, other_owner = -1,
        other = -1;
    bool apart = false;
    for (int o = 0; o < rules.players; o++) {
        for (int t = 1; t <= rules.types; t++) {
            if (p->hand[o][t] && rules.captured_to != 'b') {
                return false;
            }
        }
    }
    for (int c = 0; c < rules.cells; c++) {
        const piece m = p->at[c];
        if (!m.type) {
            continue;
        }
        if (m.royal) {
            if (!e->bare_any && !e->bare_of[m.type]) {
                return false;
            }
            continue;
        }
        pieces++;
        alone += e->alone[m.type];
        pairs[m.owner] += e->pair[m.type];
        if (e->other_shades[m.type]) {
            apart = others++ == 1 && other_owner != m.owner && other != cell_shade(c);
            other_owner = m.owner;
            other = cell_shade(c);
        }
        if (e->same_shade[m.type] && (first < 0 || first == cell_shade(c))) {
            shades++;
            first = cell_shade(c);
        }
    }
    for (int o = 0; o < MAX_OWNERS; o++) {
        if (pieces > 0 && pieces < 3 && pairs[o] == pieces) {
            return true; /* one of two is no more than two */
        }
    }
    if (pieces == 2 && apart) {
        return true;
    }
    return pieces == 0 || (pieces == 1 && alone == 1) || shades == pieces;
}

static bool is_bare(const ending *e, const position *p, int player, const moves *legal)
{
    if (unroyal_count(p, player, true)) {
        return false;
    }
    int more = 0;
    for (int o = 0; o < rules.players; o++) {
        more += enemy_of(o, player) ? unroyal_count(p, o, false) : 0;
    }
    if (!more) {
        return false;
    }
    if (e->grace && p->side_to_move == player && more == 1) {
        for (int i = 0; i < legal->count; i++) {
            for (int k = 0; k < legal->list[i].capture_count; k++) {
                const piece victim = p->at[legal->list[i].captured[k]];
                if (!victim.royal && enemy_of(victim.owner, player)) {
                    return false;
                }
            }
        }
    }
    return true;
}

static bool has_row(const ending *e, const position *p, int player)
{
    for (int c = 0; c < rules.cells; c++) {
        if (p->at[c].type && p->at[c].owner == player &&
            in_row(p, c, player, e->number, e->along, e->all_types, e->types)) {
            return true;
        }
    }
    return false;
}

static bool in_chain(const ending *e, const position *p, int player, int c)
{
    return p->at[c].type && p->at[c].owner == player && (e->all_types || e->types[p->at[c].type]);
}

/* Marks cells of the chain round after round, until a round marks none. */
static bool joins(const ending *e, const position *p, int player)
{
    bool marked[MAX_CELLS] = {false}, more = true, arrived = false;
    for (int c = 0; c < rules.cells; c++) {
        marked[c] = e->in->has[player][c] && in_chain(e, p, player, c);
    }
    while (more) {
        more = false;
        for (int c = 0; c < rules.cells; c++) {
            for (int k = 0; marked[c] && k < e->reach->vector_count; k++) {
                const int to = shift(c, e->reach->vectors[k]);
                if (to >= 0 && !marked[to] && in_chain(e, p, player, to)) {
                    marked[to] = more = true;
                }
            }
        }
    }
    for (int c = 0; c < rules.cells; c++) {
        arrived = arrived || (marked[c] && e->far->has[player][c]);
    }
    return arrived;
}

static int points_of(const ending *e, const position *p, int player)
{
    int sum = 0;
    for (int c = 0; c < rules.cells; c++) {
        const piece m = p->at[c];
        sum += m.type && m.owner == player && !m.royal ? e->points[m.type] : 0;
    }
    for (int t = 1; t <= rules.types; t++) {
        sum += p->hand[player][t] * e->points[t];
    }
    return sum;
}

static bool all_have_royals(const position *p)
{
    for (int o = 0; o < rules.players; o++) {
        if (!royals_left(p, o)) {
            return false;
        }
    }
    return true;
}

static bool all_royals_in(const ending *e, const position *p)
{
    for (int c = 0; c < rules.cells; c++) {
        const piece m = p->at[c];
        if (m.type && m.royal && !e->in->has[m.owner][c]) {
            return false;
        }
    }
    return true;
}

/* Whether the ending applies, and its result. */
static bool reaches(const ending *e, const position *p, int player)
{
    int count = 0;
    for (int c = 0; c < rules.cells; c++) {
        const piece m = p->at[c];
        count += m.type && m.owner == player && e->in->has[player][c] && (e->all_types || e->types[m.type]);
    }
    return count >= e->number;
}

/* The result of the rules, unless a script has another one. */
static verdict judged_verdict(const ending *e, const position *p)
{
    verdict own = ending_verdict(e, p, p->side_to_move);
    const verdict v = own;
    bool said = false;
    return e->hook[0] && ref_script_ending(e->hook, p, &own, &said) && said ? own : v;
}

/* Whether some move of the side to move reaches the goal at once. */
static bool can_follow(const ending *e, const position *p, const moves *legal)
{
    bool found = false;
    for (int i = 0; i < legal->count && !found; i++) {
        position after;
        make_move(p, &legal->list[i], &after);
        found = reaches(e, &after, p->side_to_move);
    }
    return found;
}

static verdict ending_holds(const ending *e, const history *t, const position *p, const moves *legal)
{
    verdict no = {0};
    int me = p->side_to_move;
    bool affected[MAX_OWNERS] = {false}, some = false;
    switch (e->kind) {
    case END_CHECKMATE:
    case END_STALEMATE: {
        if (rules.boards) {
            int mated = e->kind == END_CHECKMATE ? mated_player(p) : -1;
            bool draw = e->kind == END_STALEMATE && nobody_can_move(p);
            return mated >= 0 || draw ? ending_verdict(e, p, draw ? me : mated) : no;
        }
        if (legal->count || in_check(p, me) != (e->kind == END_CHECKMATE)) {
            return no;
        }
        return judged_verdict(e, p);
    }
    case END_REPETITION: {
        if (repetitions(t, t->key[t->count - 1]) < e->number || !t->counted[t->count - 1]) {
            return no;
        }
        ref_script_judges(t, first_occurrence(t));
        const verdict v = judged_verdict(e, p);
        ref_script_judges(NULL, 0);
        return v;
    }
    case END_PERPETUAL_CHECK: {
        if (repetitions(t, t->key[t->count - 1]) < e->number) {
            return no;
        }
        return perpetual_checkers(t, first_occurrence(t), affected) ? verdict_of_several(e, p, affected) : no;
    }
    case END_HALFMOVE_CLOCK:
    case END_TURN_CLOCK: /* between turns, as repetitions are */
        return p->halfmove_clock >= e->number && p->ply == 0 ? judged_verdict(e, p) : no;
    case END_PASSES:
        return p->pass_count >= e->number && (!e->facing || royals_face(p)) ? judged_verdict(e, p) : no;
    case END_INSUFFICIENT_MATERIAL:
        return insufficient_material(e, p) ? ending_verdict(e, p, me) : no;
    case END_BARE:
        for (int o = 0; o < rules.players; o++) {
            affected[o] = !e->barred[o] && is_bare(e, p, o, legal);
            some = some || affected[o];
        }
        return some ? verdict_of_several(e, p, affected) : no;
    case END_BOTH_BARE:
        for (int o = 0; o < rules.players; o++) {
            if (unroyal_count(p, o, true)) {
                return no;
            }
        }
        return ending_verdict(e, p, me);
    case END_EXTINCT:
        for (int o = 0; o < rules.players; o++) {
            int count = 0;
            for (int c = 0; c < rules.cells; c++) {
                count += p->at[c].type && p->at[c].owner == o && (!e->type || p->at[c].type == e->type);
            }
            affected[o] = !count && !e->barred[o];
            some = some || affected[o];
        }
        return some ? verdict_of_several(e, p, affected) : no;
    case END_CHECKS:
        for (int o = 0; o < rules.players; o++) {
            affected[o] = !e->barred[o] && p->checks[o] >= e->number;
            some = some || affected[o];
        }
        return some ? verdict_of_several(e, p, affected) : no;
    case END_CHECK_CYCLE: {
        int last = t->count > 1 ? t->side_to_move[t->count - 2] : -1, count = 0, i = t->count;
        if (last < 0 || cycles(t, last) < e->number) {
            return no;
        }
        while (count < e->number) {
            count += t->key[--i] == t->key[t->count - 1];
        }
        perpetual_checkers(t, i, affected);
        affected[last] = true;
        return verdict_of_several(e, p, affected);
    }
    case END_POINTS: {
        if (!all_royals_in(e, p) || !all_have_royals(p)) {
            return no;
        }
        verdict v = {.over = true, .share = 100};
        int mine = points_of(e, p, me), theirs = points_of(e, p, opponent(me));
        snprintf(v.reason, sizeof v.reason, "%s", e->name);
        bool enough = mine >= e->number, theirs_enough = theirs >= e->number;
        v.draw = e->compare ? mine == theirs || (enough && theirs_enough) : enough == theirs_enough;
        v.winner = e->compare ? (mine > theirs ? me : opponent(me)) : mine < e->number ? opponent(me) : me;
        return v;
    }
    case END_CONNECT:
        for (int i = 1; i <= rules.players; i++) { /* the player who has just moved comes first */
            int o = (me + rules.players - i) % rules.players;
            if (!e->barred[o] && has_row(e, p, o)) {
                return ending_verdict(e, p, o);
            }
        }
        return no;
    case END_CHAIN:
        for (int i = 1; i <= rules.players; i++) {
            int o = (me + rules.players - i) % rules.players;
            if (!e->barred[o] && joins(e, p, o)) {
                return ending_verdict(e, p, o);
            }
        }
        return no;
    case END_PIECES_BELOW:
        for (int o = 0; o < rules.players; o++) {
            affected[o] = !e->barred[o] && counted_pieces(e, p, o) < e->number;
            some = some || affected[o];
        }
        return some ? verdict_of_several(e, p, affected) : no;
    case END_GOAL:
        if (e->grace && reaches(e, p, me) && reaches(e, p, 1 - me)) {
            verdict drawn = ending_verdict(e, p, me);
            drawn.draw = true;
            return drawn;
        }
        for (int i = 1; i <= rules.players; i++) { /* the same order */
            int o = (me + rules.players - i) % rules.players;
            if (!e->barred[o] && reaches(e, p, o)) {
                return e->grace_of[me] && o != me && can_follow(e, p, legal) ? no : ending_verdict(e, p, o);
            }
        }
        return no;
    case END_EXPOSED:
        if (in_setup(p)) {
            return no;
        }
        for (int o = 0; o < rules.players; o++) {
            affected[o] = !e->barred[o] && !is_to_move(p, o) && in_check(p, o);
            some = some || affected[o];
        }
        return some ? verdict_of_several(e, p, affected) : no;
    case END_HOOK: {
        int pieces = 0;
        for (int c = 0; c < rules.cells; c++) {
            pieces += p->at[c].type != 0;
        }
        if ((e->max_pieces && pieces > e->max_pieces) || (e->counter >= 0 && p->counter[e->counter] < e->counter_at)) {
            return no;
        }
        verdict v = ending_verdict(e, p, me);
        bool said = false;
        return ref_script_ending(e->hook, p, &v, &said) && said ? v : no;
    }
    }
    return no;
}

static bool is_event(const ending *e)
{
    return e->kind == END_BARE || e->kind == END_BOTH_BARE || e->kind == END_EXTINCT || e->kind == END_CHECKS;
}

static bool needs_moves(const ending *e)
{
    return !rules.boards &&
           (e->kind == END_CHECKMATE || e->kind == END_STALEMATE); /* boards of their own are all asked */
}

/* The first of the endings that holds, of mate and stalemate or of the others. */
static const ending *first_ending(const history *t, const position *p, const moves *legal, bool mates, verdict *v)
{
    for (int i = 0; i < rules.ends; i++) {
        const ending *e = &rules.end[i];
        if ((is_event(e) && t->count == 1) || e->claim[0] || e->illegal || needs_moves(e) != mates) {
            continue; /* an event in a position that was set up so is played on until a move has been made */
        }
        *v = ending_holds(e, t, p, legal);
        if (v->over) {
            return e;
        }
    }
    return NULL;
}

/* Mate and stalemate come last, but before a draw by the halfmove clock. */
verdict adjudicate(const history *t, const position *p, const moves *legal)
{
    verdict v = {0};
    if (in_setup(p) && legal->count) {
        return v;
    }
    const ending *e = in_setup(p) ? NULL : first_ending(t, p, legal, false, &v);
    bool is_clock_draw = e && (e->kind == END_HALFMOVE_CLOCK || e->kind == END_TURN_CLOCK) && v.draw;
    if (e && !(is_clock_draw && !legal->count)) {
        return v;
    }
    if (first_ending(t, p, legal, true, &v)) {
        return v;
    }
    if (!legal->count) {
        return (verdict){.over = true, .draw = true, .reason = "no legal move"}; /* of which no ending speaks */
    }
    return (verdict){0};
}

static bool would_repeat(const history *t, const position *p, const move *m, int number)
{
    position after;
    make_move(p, m, &after);
    return after.ply == 0 && repetitions(t, position_key(&after)) + 1 >= number;
}

static bool would_reach_clock(const position *p, const move *m, int number)
{
    position after;
    make_move(p, m, &after);
    return after.ply == 0 && after.halfmove_clock >= number;
}

void remove_repetitions(const history *t, const position *p, moves *legal)
{
    for (int i = 0; i < rules.ends; i++) {
        const ending *e = &rules.end[i];
        int kept = 0;
        for (int k = 0; e->illegal && k < legal->count; k++) {
            if (!would_repeat(t, p, &legal->list[k], e->number)) {
                legal->list[kept++] = legal->list[k];
            }
        }
        legal->count = e->illegal ? kept : legal->count;
    }
}

void add_claims(const history *t, const position *p, moves *legal)
{
    int count = legal->count;
    for (int i = 0; i < rules.ends; i++) {
        const ending *e = &rules.end[i];
        if (!e->claim[0] || in_setup(p) || (t->count == 1 && is_event(e))) {
            continue;
        }
        bool open = ending_holds(e, t, p, legal).over;
        for (int k = 0; k < count && !open && !p->to_roll; k++) {
            open = (e->kind == END_REPETITION && would_repeat(t, p, &legal->list[k], e->number)) ||
                   ((e->kind == END_HALFMOVE_CLOCK || e->kind == END_TURN_CLOCK) &&
                    would_reach_clock(p, &legal->list[k], e->number));
        }
        bool there = false;
        char text[64];
        snprintf(text, sizeof text, "claim-%s", e->claim);
        for (int k = 0; k < legal->count; k++) {
            there = there || strcmp(legal->list[k].text, text) == 0;
        }
        if (open && !there) {
            move *m = moves_add(legal);
            m->kind = MOVE_CLAIM;
            strcpy(m->text, text);
        }
    }
}
