/* What has happened, whether a game is over, and what may be claimed. */
#include "second.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void past_add(past *t, const position *p)
{
    if (t->count == t->room) {
        t->room = t->room ? 2 * t->room : 256;
        t->key = realloc(t->key, sizeof *t->key * (size_t)t->room);
        t->check = realloc(t->check, (size_t)t->room);
        t->mover = realloc(t->mover, (size_t)t->room);
        t->counted = realloc(t->counted, (size_t)t->room);
    }
    bool asked = false;
    for (int i = 0; i < rules.ends; i++) {
        asked = asked || rules.end[i].kind == END_PERPETUAL || rules.end[i].kind == END_CYCLE;
    }
    t->key[t->count] = position_key(p);
    t->check[t->count] = asked && in_check(p, p->mover);
    t->mover[t->count] = (uint8_t)p->mover;
    t->counted[t->count++] = !(rules.dice && !p->to_throw) && p->ply == 0;
}

static int times(const past *t, uint64_t key)
{
    int count = 0;
    for (int i = 0; i < t->count; i++) {
        count += t->counted[i] && t->key[i] == key;
    }
    return count;
}

static int other_side(int player)
{
    for (int o = 0; o < rules.players; o++) {
        if (enemy_of(o, player)) {
            return o;
        }
    }
    return player;
}

static verdict result(const ending *e, int player)
{
    verdict v = {.over = true};
    snprintf(v.reason, sizeof v.reason, "%s", e->name);
    if (strcmp(e->result, "draw") == 0) {
        v.draw = true;
    } else if (strcmp(e->result, "win") == 0) {
        v.winner = player;
    } else if (strcmp(e->result, "loss") == 0) {
        v.winner = other_side(player);
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

/* Who checked with every move since the position first stood; -1 nobody. */
static int perpetual(const past *t, const position *p)
{
    int first = -1;
    for (int i = 0; i < t->count && first < 0; i++) {
        first = t->counted[i] && t->key[i] == t->key[t->count - 1] ? i : -1;
    }
    for (int o = 0; o < rules.players; o++) {
        int who = (p->mover + 1 + o) % rules.players;
        bool all = true, any = false;
        for (int i = first + 1; i < t->count; i++) {
            if (t->mover[i] != who) {
                all = all && t->check[i];
                any = true;
            }
        }
        if (all && any) {
            return who;
        }
    }
    return -1;
}

static int men_of(const position *p, int player, bool hands)
{
    int count = 0;
    for (int c = 0; c < rules.cells; c++) {
        const man m = p->at[c];
        count += m.type && m.owner == player && !m.royal;
    }
    for (int t = 1; hands && t <= rules.types; t++) {
        count += p->hand[player][t];
    }
    return count;
}

/* His men of the kinds that the ending counts, in hand too. */
static int count_of(const ending *e, const position *p, int player)
{
    int count = 0;
    for (int c = 0; c < rules.cells; c++) {
        const man m = p->at[c];
        count += m.type && m.owner == player && (e->of_all || e->of[m.type]);
    }
    for (int t = 1; t <= rules.types; t++) {
        count += e->of_all || e->of[t] ? p->hand[player][t] : 0;
    }
    return count;
}

static int shade(int c)
{
    return rules.shades == 2 ? (rules.x[c] + rules.y[c] + rules.z[c]) % 2 : rules.x[c] % rules.shades;
}

static bool dead(const ending *e, const position *p)
{
    int men = 0, alone = 0, shades = 0, first = -1;
    for (int o = 0; o < rules.players; o++) {
        for (int t = 1; t <= rules.types; t++) {
            if (p->hand[o][t] && rules.captured != 'b') {
                return false;
            }
        }
    }
    for (int c = 0; c < rules.cells; c++) {
        const man m = p->at[c];
        if (!m.type) {
            continue;
        }
        if (m.royal) {
            if (!e->bare_any && !e->bare_of[m.type]) {
                return false;
            }
            continue;
        }
        men++;
        alone += e->alone[m.type];
        if (e->same_shade[m.type] && (first < 0 || first == shade(c))) {
            shades++;
            first = shade(c);
        }
    }
    return men == 0 || (men == 1 && alone == 1) || shades == men;
}

static bool bare(const ending *e, const position *p, int who, const moves *legal)
{
    if (men_of(p, who, true)) {
        return false;
    }
    int more = 0;
    for (int o = 0; o < rules.players; o++) {
        more += enemy_of(o, who) ? men_of(p, o, false) : 0;
    }
    if (!more) {
        return false;
    }
    if (e->grace && p->mover == who && more == 1) {
        for (int i = 0; i < legal->count; i++) {
            for (int k = 0; k < legal->list[i].takens; k++) {
                const man victim = p->at[legal->list[i].taken[k]];
                if (!victim.royal && enemy_of(victim.owner, who)) {
                    return false;
                }
            }
        }
    }
    return true;
}

static bool has_line(const ending *e, const position *p, int who)
{
    for (int c = 0; c < rules.cells; c++) {
        if (p->at[c].type && p->at[c].owner == who && row_of(p, c, who, e->number, e->along, e->of_all, e->of)) {
            return true;
        }
    }
    return false;
}

static int points_of(const ending *e, const position *p, int who)
{
    int sum = 0;
    for (int c = 0; c < rules.cells; c++) {
        const man m = p->at[c];
        sum += m.type && m.owner == who && !m.royal ? e->points[m.type] : 0;
    }
    for (int t = 1; t <= rules.types; t++) {
        sum += p->hand[who][t] * e->points[t];
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
        const man m = p->at[c];
        if (m.type && m.royal && !e->in->has[m.owner][c]) {
            return false;
        }
    }
    return true;
}

/* Whether the ending holds, and what it says. */
static verdict holds(const ending *e, const past *t, const position *p, const moves *legal)
{
    verdict no = {0};
    int me = p->mover;
    switch (e->kind) {
    case END_CHECKMATE:
    case END_STALEMATE: {
        if (rules.boards) {
            int mated = e->kind == END_CHECKMATE ? mated_player(p) : -1;
            bool draw = e->kind == END_STALEMATE && nobody_can_move(p);
            return mated >= 0 || draw ? result(e, draw ? me : mated) : no;
        }
        if (legal->count || in_check(p, me) != (e->kind == END_CHECKMATE)) {
            return no;
        }
        verdict v = result(e, me);
        bool said = false;
        if (e->hook[0]) {
            verdict own = v;
            if (second_ending(e->hook, p, &own, &said) && said) {
                return own;
            }
        }
        return v;
    }
    case END_REPETITION:
        return times(t, t->key[t->count - 1]) >= e->number && t->counted[t->count - 1] ? result(e, me) : no;
    case END_PERPETUAL: {
        if (times(t, t->key[t->count - 1]) < e->number) {
            return no;
        }
        int who = perpetual(t, p);
        return who >= 0 ? result(e, who) : no;
    }
    case END_QUIET:
    case END_QUIET_TURNS: /* between turns, as repetitions are */
        return p->quiet >= e->number && p->ply == 0 ? result(e, me) : no;
    case END_PASSES:
        return p->passes >= e->number ? result(e, me) : no;
    case END_DEAD:
        return dead(e, p) ? result(e, me) : no;
    case END_BARE:
        for (int o = 0; o < rules.players; o++) {
            if (bare(e, p, o, legal)) {
                return result(e, o);
            }
        }
        return no;
    case END_BOTH_BARE:
        for (int o = 0; o < rules.players; o++) {
            if (men_of(p, o, true)) {
                return no;
            }
        }
        return result(e, me);
    case END_EXTINCT:
        for (int o = 0; o < rules.players; o++) {
            int count = 0;
            for (int c = 0; c < rules.cells; c++) {
                count += p->at[c].type && p->at[c].owner == o && (!e->type || p->at[c].type == e->type);
            }
            if (!count) {
                return result(e, o);
            }
        }
        return no;
    case END_CHECKS:
        for (int o = 0; o < rules.players; o++) {
            if (p->checks[o] >= e->number) {
                return result(e, o);
            }
        }
        return no;
    case END_CYCLE: {
        int who = me == 0 ? rules.players - 1 : me - 1, count = 0;
        uint64_t key = t->key[t->count - 1];
        for (int i = t->count - 1; i >= 0; i--) {
            if (t->mover[i] != who && !t->check[i]) {
                break;
            }
            count += t->key[i] == key;
        }
        if (count >= e->number) {
            return result(e, who);
        }
        count = 0;
        for (int i = t->count - 1; i >= 0; i--) {
            if (t->mover[i] == who && !t->check[i]) {
                break;
            }
            count += t->key[i] == key;
        }
        return count >= e->number ? result(e, me) : no;
    }
    case END_POINTS: {
        if (!all_royals_in(e, p) || !all_have_royals(p)) {
            return no;
        }
        verdict v = {.over = true};
        int mine = points_of(e, p, me), theirs = points_of(e, p, other_side(me));
        snprintf(v.reason, sizeof v.reason, "%s", e->name);
        bool enough = mine >= e->number, theirs_enough = theirs >= e->number;
        v.draw = e->compare ? mine == theirs || (enough && theirs_enough) : enough == theirs_enough;
        v.winner = e->compare ? (mine > theirs ? me : other_side(me)) : mine < e->number ? other_side(me) : me;
        return v;
    }
    case END_LINE:
        for (int i = 1; i <= rules.players; i++) { /* who has just moved comes first */
            int o = (me + rules.players - i) % rules.players;
            if (has_line(e, p, o)) {
                return result(e, o);
            }
        }
        return no;
    case END_FEWER:
        for (int o = 0; o < rules.players; o++) {
            if (count_of(e, p, o) < e->number) {
                return result(e, o);
            }
        }
        return no;
    case END_EXPOSED:
        if (still_placing(p)) {
            return no;
        }
        for (int o = 0; o < rules.players; o++) {
            if (o != me && in_check(p, o)) {
                return result(e, o);
            }
        }
        return no;
    case END_HOOK: {
        int men = 0;
        for (int c = 0; c < rules.cells; c++) {
            men += p->at[c].type != 0;
        }
        if ((e->men && men > e->men) || (e->counter >= 0 && p->counter[e->counter] < e->counter_at)) {
            return no;
        }
        verdict v = result(e, me);
        bool said = false;
        return second_ending(e->hook, p, &v, &said) && said ? v : no;
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
static const ending *first_of(const past *t, const position *p, const moves *legal, bool mates, verdict *v)
{
    for (int i = 0; i < rules.ends; i++) {
        const ending *e = &rules.end[i];
        if ((is_event(e) && t->count == 1) || e->claim[0] || e->illegal || needs_moves(e) != mates) {
            continue; /* an event in a position that was set up so is played on until a move has been made */
        }
        *v = holds(e, t, p, legal);
        if (v->over) {
            return e;
        }
    }
    return NULL;
}

/* Mate and stalemate come last, but before a draw by quiet plies. */
verdict judge(const past *t, const position *p, const moves *legal)
{
    verdict v = {0};
    if (still_placing(p)) {
        return v;
    }
    const ending *e = first_of(t, p, legal, false, &v);
    bool soft = e && (e->kind == END_QUIET || e->kind == END_QUIET_TURNS) && v.draw;
    if (e && !(soft && !legal->count)) {
        return v;
    }
    if (first_of(t, p, legal, true, &v)) {
        return v;
    }
    if (!legal->count) {
        return (verdict){.over = true, .draw = true, .reason = "no legal move"}; /* of which no ending speaks */
    }
    return (verdict){0};
}

static bool would_repeat(const past *t, const position *p, const move *m, int number)
{
    position after;
    play(p, m, &after);
    return after.ply == 0 && times(t, position_key(&after)) + 1 >= number;
}

static bool would_be_quiet(const position *p, const move *m, int number)
{
    position after;
    play(p, m, &after);
    return after.ply == 0 && after.quiet >= number;
}

void drop_repetitions(const past *t, const position *p, moves *legal)
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

void add_claims(const past *t, const position *p, moves *legal)
{
    int count = legal->count;
    for (int i = 0; i < rules.ends; i++) {
        const ending *e = &rules.end[i];
        if (!e->claim[0] || still_placing(p) || (t->count == 1 && is_event(e))) {
            continue;
        }
        bool open = holds(e, t, p, legal).over;
        for (int k = 0; k < count && !open && !p->to_throw; k++) {
            open =
                (e->kind == END_REPETITION && would_repeat(t, p, &legal->list[k], e->number)) ||
                ((e->kind == END_QUIET || e->kind == END_QUIET_TURNS) && would_be_quiet(p, &legal->list[k], e->number));
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
