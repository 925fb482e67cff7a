/* Which moves there are, and what they do. */
#include "second.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is being asked: a list of moves, or whether the man on `target` could be taken. */
typedef struct asking {
    const position *p;
    int who;
    moves *out;
    int target; /* -1: a list */
    bool hit;
    bool ready; /* only whether somebody stands ready, whatever blasts would do */
} asking;

/* ---- lists ---- */

void moves_clear(moves *m)
{
    m->count = 0;
}

move *moves_add(moves *m)
{
    if (m->count == m->room) {
        m->room = m->room ? 2 * m->room : 64;
        m->list = realloc(m->list, sizeof(move) * (size_t)m->room);
        if (!m->list) {
            abort();
        }
    }
    move *one = &m->list[m->count++];
    memset(one, 0, offsetof(move, text));
    one->text[0] = 0;
    one->choice = -1;
    one->effects = 0;
    one->effect_count = 0;
    return one;
}

void moves_free(moves *m)
{
    free(m->list);
    *m = (moves){0};
}

bool enemy_of(int one, int other)
{
    return !allied(one, other);
}

/* ---- a man's movements ---- */

static bool is_frozen(const position *p, int cell)
{
    const man m = p->at[cell];
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            int c = x || y ? shift(cell, (vector){x, y, 0}) : -1;
            if (c >= 0 && p->at[c].type && enemy_of(p->at[c].owner, m.owner) &&
                rules.piece[p->at[c].type].freeze[m.type]) {
                return true;
            }
        }
    }
    return false;
}

static bool any_freezes(void)
{
    for (int t = 1; t <= rules.types; t++) {
        if (rules.piece[t].freezes) {
            return true;
        }
    }
    return false;
}

static bool has_on_board(const position *p, int owner, int type)
{
    for (int c = 0; c < rules.cells; c++) {
        if (p->at[c].type == type && p->at[c].owner == owner) {
            return true;
        }
    }
    return false;
}

static bool condition_holds(const position *p, const movement *w, int from, int owner)
{
    if (w->from && !w->from->has[owner][from]) {
        return false;
    }
    if (w->right >= 0) {
        const right *r = &rules.rights[w->right];
        if (!(p->rights[owner] & 1u << w->right) || r->man[owner] != from || (rules.towers && p->below[from])) {
            return false;
        }
    }
    if ((w->with && !has_on_board(p, owner, w->with)) || (w->without && has_on_board(p, owner, w->without))) {
        return false;
    }
    bool found = false;
    for (int i = 0; w->condition && i < w->looks; i++) {
        int c = shift(from, turned(owner, w->look[i]));
        if (c < 0) {
            continue;
        }
        const man m = p->at[c];
        if (w->condition == 1 && m.type) {
            return false;
        }
        bool own = m.owner == owner;
        bool side = w->condition == 2   ? own
                    : w->condition == 3 ? !own && allied(owner, m.owner)
                                        : enemy_of(owner, m.owner);
        found = found || (m.type == w->condition_type && side);
    }
    return w->condition < 2 || found;
}

/* Whether blowing up what stands around a capture on `to` from `from` would take a royal of `who`. */
static bool blast_hits_own_royal(const position *p, int from, int to, int who)
{
    if (p->at[from].royal && !rules.blast_stays) {
        return true;
    }
    for (int i = 0; i < rules.blast_reach->ways; i++) {
        int c = shift(to, rules.blast_reach->way[i]);
        if (c >= 0 && c != from && p->at[c].type && p->at[c].royal && p->at[c].owner == who &&
            !rules.blast_spares[p->at[c].type]) {
            return true;
        }
    }
    return false;
}

static int promotions(const position *p, int type, int owner, int from, int to, const promotion **by)
{
    const piece *k = &rules.piece[type];
    for (int i = 0; i < k->promotes; i++) {
        const promotion *q = &k->promote[i];
        if (!q->stands && (q->on->has[owner][to] || (q->touches && q->on->has[owner][from]))) {
            *by = q;
            if (!q->from_box) {
                return q->choices;
            }
            int choices = 0;
            for (int t = 1; t <= rules.types; t++) {
                choices += p->hand[owner][t] > 0 && t != type;
            }
            return choices;
        }
    }
    *by = NULL;
    return 0;
}

bool could_ever_move(int type, int owner, int cell)
{
    const piece *k = &rules.piece[type];
    for (int i = 0; i < k->moves; i++) {
        const movement *w = k->move[i];
        if (w->leap_set >= 0 ? rules.leap_count[w->leap_set][type][owner][cell] > 0 : w->stay || w->along) {
            return true;
        }
        for (int v = 0; v < w->ways; v++) {
            int to = shift(cell, turned(owner, w->way[v]));
            if (to >= 0 && (!w->to || w->to->has[owner][to]) && (!w->from || w->from->has[owner][cell])) {
                return true;
            }
        }
    }
    return false;
}

/* What the man is before he may promote: his captures may have changed him. */
static int becomes_by_taking(const position *p, const move *m)
{
    const man mover = p->at[m->from];
    if (rules.on_capture && m->takens) {
        const man victim = p->at[m->taken[0]];
        int into = rules.becomes[mover.royal ? 1 : 0][mover.type][victim.royal ? 1 : 0][victim.type];
        return into ? into : mover.type;
    }
    return mover.type;
}

static void put_all(asking *a, const move *m)
{
    *moves_add(a->out) = *m;
    for (int men = 1; rules.lifts && m->kind == MOVE_STEP && men <= a->p->below[m->from]; men++) {
        move *part = moves_add(a->out);
        *part = *m;
        part->men = men;
    }
}

/* A move of a man is complete but for what it becomes. */
static void finish(asking *a, move *m, const movement *w)
{
    const position *p = a->p;
    int owner = a->who;
    if (m->kind == MOVE_STEP && w->to && !w->to->has[owner][m->to]) {
        return;
    }
    if (rules.filter && !rules.filter[owner][m->from][m->to]) {
        return;
    }
    for (int i = 0; i < m->takens; i++) {
        const man victim = p->at[m->taken[i]];
        if (!w->of_all && !w->of[victim.type]) {
            return;
        }
        if (rules.piece[victim.type].untouchable) {
            return;
        }
        if (a->target < 0 && victim.royal && !rules.royals_taken) {
            return;
        }
    }
    if (a->target >= 0) {
        for (int i = 0; i < m->takens; i++) {
            if (m->taken[i] == a->target && !w->no_check &&
                !(rules.blast && !a->ready && blast_hits_own_royal(p, m->from, m->to, owner))) {
                a->hit = true;
            }
        }
        return;
    }
    m->by = w;
    m->type = p->at[m->from].type;
    m->resets = m->takens > 0 || (rules.piece[m->type].resets_clock && !w->keeps_clock);
    m->keeps = w->keeps_clock;
    if (m->kind == MOVE_STAY && !w->becomes) {
        m->resets = false;
    }
    if (w->becomes) {
        m->into = w->becomes;
        put_all(a, m);
        return;
    }
    const promotion *q = NULL;
    int choices = m->kind == MOVE_STAY ? 0 : promotions(p, becomes_by_taking(p, m), owner, m->from, m->to, &q);
    if (!choices) {
        put_all(a, m);
        return;
    }
    if (q->optional && could_ever_move(m->type, owner, m->to)) {
        put_all(a, m);
    }
    m->reverts = q->reverts;
    m->box = q->from_box;
    for (int i = 0; q->from_box ? i < rules.types : i < q->choices; i++) {
        m->into = q->from_box ? i + 1 : q->to[i];
        if (!q->from_box || (p->hand[owner][m->into] && m->into != m->type)) {
            put_all(a, m);
        }
    }
}

static void step(asking *a, const movement *w, int from, int to, int taken, bool in_passing, int left)
{
    if (a->target >= 0 && taken < 0) {
        return;
    }
    move m;
    memset(&m, 0, offsetof(move, text));
    m.text[0] = 0;
    m.choice = -1;
    m.effects = 0;
    m.effect_count = 0;
    m.kind = MOVE_STEP;
    m.from = from;
    m.to = to;
    if (taken >= 0) {
        m.taken[m.takens++] = taken;
    }
    m.in_passing = in_passing;
    if (left >= 0) {
        m.leaves[m.leave_count++] = left;
    }
    finish(a, &m, w);
}

static void pass_captures(asking *a, const movement *w, int from, int to)
{
    for (int i = 0; i < a->p->passed_count; i++) {
        if (a->p->passed[i] == to && enemy_of(a->p->passed_by[i], a->who)) {
            step(a, w, from, to, a->p->passer[i], true, -1);
        }
    }
}

/* A leap or ride arrives on a cell; false when it cannot go on behind it. */
static bool arrive(asking *a, const movement *w, int from, int to, int left)
{
    const man there = a->p->at[to];
    if (!there.type) {
        if (w->moves) {
            step(a, w, from, to, -1, false, left);
        }
        if (w->passing) {
            pass_captures(a, w, from, to);
        }
        return true;
    }
    if (enemy_of(there.owner, a->who) && w->takes) {
        step(a, w, from, to, to, false, -1);
    }
    if (there.owner == a->who && w->own && !there.royal) {
        step(a, w, from, to, -1, false, -1);
    }
    return false;
}

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

static int common(int a, int b)
{
    return b ? common(b, a % b) : a;
}

static bool lame_free(const position *p, int from, vector v)
{
    int g = common(abs(v.x), abs(v.y));
    if (g > 1) {
        for (int k = 1; k < g; k++) {
            int c = shift(from, (vector){v.x / g * k, v.y / g * k, 0});
            if (c < 0 || p->at[c].type) {
                return false;
            }
        }
        return true;
    }
    vector half = abs(v.x) > abs(v.y) ? (vector){sign(v.x), 0, 0} : (vector){0, sign(v.y), 0};
    int c = shift(from, half);
    return c >= 0 && !p->at[c].type;
}

static int first_between(int from, vector v)
{
    int g = common(abs(v.x), abs(v.y));
    return g > 1 ? shift(from, (vector){v.x / g, v.y / g, 0}) : -1;
}

static void ride(asking *a, const movement *w, int from, vector v)
{
    int at = from, men = 0;
    for (int k = 1; w->range == 0 || k <= w->range; k++) {
        if (w->lame && !lame_free(a->p, at, v)) {
            return;
        }
        at = shift(at, v);
        if (at < 0 || at == from) {
            return;
        }
        int left = w->leaves_passed ? first_between(from, v) : -1;
        const man there = a->p->at[at];
        if (men && there.type && w->through) {
            /* behind other men: only a capture */
        }
        if (!there.type && men) {
            continue; /* a line that has gone through men does not end on empty cells unless it moves so */
        }
        if (!arrive(a, w, from, at, left)) {
            if (men >= w->through) {
                return;
            }
            men++;
        }
    }
}

static void hop(asking *a, const movement *w, int from, vector v)
{
    int at = shift(from, v);
    while (at >= 0 && at != from && !a->p->at[at].type) {
        at = shift(at, v);
    }
    if (at < 0 || at == from) {
        return;
    }
    for (at = shift(at, v); at >= 0 && at != from; at = shift(at, v)) {
        if (!arrive(a, w, from, at, -1) || w->hop == 'g') {
            return;
        }
    }
}

/* ---- chains of jumps ---- */

typedef struct chain {
    asking *a;
    int from, jumped[MAX_TAKEN], jumps, path[MAX_TAKEN + 1];
    bool promoted, under;
    int type0;
} chain;

static bool was_jumped(const chain *k, int cell)
{
    for (int i = 0; i < k->jumps; i++) {
        if (k->jumped[i] == cell) {
            return true;
        }
    }
    return false;
}

static bool free_for(const chain *k, int cell)
{
    bool left =
        rules.jump_at_once || (k->under && !k->a->p->below[cell]); /* who goes under a tower leaves his cell at once */
    return cell == k->from || !k->a->p->at[cell].type || (left && was_jumped(k, cell));
}

typedef struct landing {
    const movement *w;
    int over, to;
    vector v;
} landing;

static int landings(const chain *k, int at, int type, const movement *only, const vector *way, landing *out)
{
    int count = 0;
    for (int i = 0; i < rules.piece[type].moves; i++) {
        const movement *w = rules.piece[type].move[i];
        if (!w->jump || (only && w != only)) {
            continue;
        }
        for (int n = 0; n < w->ways; n++) {
            vector v = turned(k->a->who, w->way[n]);
            if (way && (v.x != way->x || v.y != way->y || v.z != way->z)) {
                continue;
            }
            int over = shift(at, v), far = 1;
            while (over >= 0 && free_for(k, over) && (w->range == 0 || far < w->range)) {
                over = shift(over, v);
                far++;
            }
            if (over < 0 || free_for(k, over) || was_jumped(k, over) || !enemy_of(k->a->p->at[over].owner, k->a->who)) {
                continue;
            }
            if (k->a->p->at[over].royal && !rules.royals_taken && k->a->target < 0) {
                continue;
            }
            int to = shift(over, v);
            for (far = 1; to >= 0 && free_for(k, to); to = shift(to, v), far++) {
                if (count < 128) {
                    out[count++] = (landing){w, over, to, v};
                }
                if (w->range && far >= w->range) {
                    break;
                }
            }
        }
    }
    return count;
}

static void chain_end(chain *k, int at, int type, const movement *w)
{
    asking *a = k->a;
    move m;
    memset(&m, 0, sizeof m);
    m.choice = -1;
    m.kind = MOVE_STEP;
    m.chain = true;
    m.from = k->from;
    m.to = at;
    m.by = w;
    m.type = k->type0;
    m.jumped = w->jumped;
    m.takens = k->jumps;
    memcpy(m.taken, k->jumped, sizeof k->jumped);
    for (int i = 0; i < k->jumps; i++) {
        m.taken_type[i] = a->p->at[k->jumped[i]].type;
    }
    m.paths = k->jumps;
    memcpy(m.path, k->path, sizeof k->path);
    m.resets = true;
    if (a->target >= 0) {
        for (int i = 0; i < k->jumps; i++) {
            a->hit = a->hit || (k->jumped[i] == a->target && w->jumped != 'c');
        }
        return;
    }
    if (k->promoted) {
        m.into = type;
        put_all(a, &m);
        return;
    }
    const promotion *q = NULL;
    int choices = promotions(a->p, type, a->who, k->from, at, &q);
    for (int i = 0; i < choices; i++) {
        m.into = q->to[i];
        put_all(a, &m);
    }
    if (!choices) {
        put_all(a, &m);
    }
}

static void chain_on(chain *k, int at, int type, const movement *last, const vector *came)
{
    landing list[128];
    int count = last && !last->chain && !last->chain_straight
                    ? 0
                    : landings(k, at, type, last && last->chain_straight ? last : NULL,
                               last && last->chain_straight ? came : NULL, list);
    if (last) {
        const promotion *q = NULL;
        bool stops = rules.jump_promotion == 's' && promotions(k->a->p, type, k->a->who, k->from, at, &q) > 0;
        if (!count || stops || k->jumps == MAX_TAKEN) {
            chain_end(k, at, type, last);
            return;
        }
    }
    bool goes_on[128] = {false};
    for (int i = 0; i < count; i++) {
        int becomes = type;
        const promotion *q = NULL;
        int choices = promotions(k->a->p, type, k->a->who, k->from, list[i].to, &q);
        if (rules.jump_promotion == 'c' && choices == 1) {
            becomes = q->to[0];
        }
        landing next[128];
        k->jumped[k->jumps++] = list[i].over;
        goes_on[i] = (list[i].w->chain && landings(k, list[i].to, becomes, NULL, NULL, next) > 0) ||
                     (list[i].w->chain_straight && landings(k, list[i].to, becomes, list[i].w, &list[i].v, next) > 0);
        k->jumps--;
    }
    for (int i = 0; i < count; i++) {
        bool better = false;
        for (int j = 0; j < count && !rules.jump_no_oblige; j++) {
            better = better || (list[j].over == list[i].over && goes_on[j] && !goes_on[i]);
        }
        if (better) {
            continue;
        }
        int becomes = type;
        bool before = k->promoted;
        const promotion *q = NULL;
        if (rules.jump_promotion == 'c' && promotions(k->a->p, type, k->a->who, k->from, list[i].to, &q) == 1) {
            becomes = q->to[0];
            k->promoted = true;
        }
        k->path[k->jumps] = list[i].to;
        k->jumped[k->jumps++] = list[i].over;
        chain_on(k, list[i].to, becomes, list[i].w, &list[i].v);
        k->jumps--;
        k->promoted = before;
    }
}

static bool has_jumps(int type)
{
    for (int i = 0; i < rules.piece[type].moves; i++) {
        if (rules.piece[type].move[i]->jump) {
            return true;
        }
    }
    return false;
}

static void along_lines(asking *a, const movement *w, int from)
{
    for (int l = 0; l < rules.line_count; l++) {
        for (int i = 0; i < rules.line_length[l]; i++) {
            if (rules.line[l][i] == from) {
                if (i > 0) {
                    arrive(a, w, from, rules.line[l][i - 1], -1);
                }
                if (i + 1 < rules.line_length[l]) {
                    arrive(a, w, from, rules.line[l][i + 1], -1);
                }
            }
        }
    }
}

static void man_moves(asking *a, int from)
{
    const position *p = a->p;
    int type = p->at[from].type;
    const piece *k = &rules.piece[type];
    if (has_jumps(type)) {
        chain c = {.a = a, .from = from, .type0 = type, .under = rules.towers};
        chain_on(&c, from, type, NULL, NULL);
    }
    for (int i = 0; i < k->moves && !a->hit; i++) {
        const movement *w = k->move[i];
        if (w->jump || !condition_holds(p, w, from, a->who) || (a->target >= 0 && w->no_check)) {
            continue;
        }
        if (w->stay) {
            if (a->target < 0) {
                move m;
                memset(&m, 0, offsetof(move, text));
                m.choice = -1;
                m.effects = 0;
                m.effect_count = 0;
                m.text[0] = 0;
                m.kind = MOVE_STAY;
                m.from = m.to = from;
                finish(a, &m, w);
            }
            continue;
        }
        if (w->along) {
            along_lines(a, w, from);
            continue;
        }
        if (w->leap_set >= 0) {
            for (int n = 0; n < rules.leap_count[w->leap_set][type][a->who][from]; n++) {
                const int16_t *leap = rules.leap[w->leap_set][type][a->who][from][n];
                if ((leap[0] < 0 || !p->at[leap[0]].type) && leap[1] != from) {
                    arrive(a, w, from, leap[1], -1);
                }
            }
            continue;
        }
        for (int n = 0; n < w->ways; n++) {
            vector v = turned(a->who, w->way[n]);
            if (w->hop) {
                hop(a, w, from, v);
            } else {
                ride(a, w, from, v);
            }
        }
    }
}

/* ---- attacks ---- */

bool attacked_cell(const position *p, int cell, int by, int *from, int *count)
{
    asking a = {.p = p, .who = by, .target = cell};
    bool any = false;
    static int freezing = -1;
    static const rules_t *asked;
    if (asked != &rules || freezing < 0) {
        freezing = any_freezes();
        asked = &rules;
    }
    for (int c = 0; c < rules.cells; c++) {
        if (p->at[c].type && p->at[c].owner == by && !(freezing && is_frozen(p, c))) {
            a.hit = false;
            man_moves(&a, c);
            if (a.hit && !from) {
                return true;
            }
            if (a.hit) {
                any = true;
                from[(*count)++] = c;
            }
        }
    }
    return any;
}

bool takes_on(const position *p, int by, int cell)
{
    return attacked_cell(p, cell, by, NULL, NULL);
}

static bool royal_attacked(const position *p, int cell)
{
    for (int o = 0; o < rules.players; o++) {
        if (enemy_of(o, p->at[cell].owner) && takes_on(p, o, cell)) {
            return true;
        }
    }
    return false;
}

bool in_check(const position *p, int player)
{
    for (int c = 0; c < rules.cells; c++) {
        if (p->at[c].type && p->at[c].royal && p->at[c].owner == player && royal_attacked(p, c)) {
            return true;
        }
    }
    return false;
}

bool gives_check(const position *after, int who)
{
    for (int o = 0; o < rules.players; o++) {
        if (enemy_of(o, who) && in_check(after, o)) {
            return true;
        }
    }
    return false;
}

int royals_left(const position *p, int player)
{
    int count = 0;
    for (int c = 0; c < rules.cells; c++) {
        count += p->at[c].type && p->at[c].royal && p->at[c].owner == player;
    }
    return count;
}

bool passed_is_ready(const position *p, int index)
{
    position one;
    moves list = {0};
    clone(&one, p);
    one.passed_count = 1;
    one.passed[0] = p->passed[index];
    one.passer[0] = p->passer[index];
    one.passed_by[0] = p->passed_by[index];
    bool ready = false;
    asking a = {.p = &one, .target = one.passer[0], .ready = true};
    for (int c = 0; c < rules.cells && !ready; c++) {
        if (!p->at[c].type || !enemy_of(p->at[c].owner, one.passed_by[0]) || (rules.once && p->moved[c])) {
            continue;
        }
        a.who = p->at[c].owner;
        const piece *k = &rules.piece[p->at[c].type];
        for (int i = 0; i < k->moves && !ready; i++) {
            if (k->move[i]->passing) {
                for (int n = 0; n < k->move[i]->ways && !ready; n++) {
                    int to = shift(c, turned(a.who, k->move[i]->way[n]));
                    if (to == one.passed[0] && !p->at[to].type) {
                        a.hit = false;
                        pass_captures(&a, k->move[i], c, to);
                        ready = a.hit;
                    }
                }
            }
        }
    }
    moves_free(&list);
    return ready;
}

/* ---- castling ---- */

static bool empty_but(const position *p, int cell, int one, int other)
{
    return cell >= 0 && (cell == one || cell == other || !p->at[cell].type);
}

static bool way_empty(const position *p, int from, int to, int one, int other)
{
    int x = sign(rules.x[to] - rules.x[from]), y = sign(rules.y[to] - rules.y[from]);
    if (x && y) {
        return true;
    }
    x *= rules.rows ? 2 : 1; /* neighbours in a row of hexagons are two files apart */
    vector v = {x, y, 0};
    int at = from;
    while (at != to) {
        at = rules.grid[rules.z[at]][rules.y[at] + v.y][rules.x[at] + v.x];
        if (!empty_but(p, at, one, other)) {
            return false;
        }
    }
    return true;
}

static bool safe_at(const position *p, int king, int cell)
{
    position moved;
    clone(&moved, p);
    man m = moved.at[king];
    moved.at[king].type = 0;
    moved.at[king] = (man){0};
    moved.at[cell] = m;
    return !royal_attacked(&moved, cell);
}

static bool way_safe(const position *p, int from, int to)
{
    int at = from;
    if (!safe_at(p, from, from)) {
        return false;
    }
    while (at != to) {
        at = rules.grid[rules.z[at]][rules.y[at] + sign(rules.y[to] - rules.y[at])]
                       [rules.x[at] + sign(rules.x[to] - rules.x[at])];
        if (rules.blast && at == to) {
            return true; /* looked at as the men stand afterwards */
        }
        if ((!p->at[at].type || at == from) && !safe_at(p, from, at)) {
            return false;
        }
        if (p->at[at].type && at != from) {
            /* the partner stands there (Chess960): as if the king stood in his place */
            position moved;
            clone(&moved, p);
            moved.at[at] = p->at[from];
            moved.at[from] = (man){0};
            if (royal_attacked(&moved, at)) {
                return false;
            }
        }
    }
    return true;
}

static void castle(asking *a, const castling *k, int king, int rook, int king_to, int rook_to)
{
    const position *p = a->p;
    if (p->at[king].type != k->king || p->at[king].owner != a->who || p->at[rook].type != k->with ||
        p->at[rook].owner != a->who) {
        return;
    }
    if (rules.towers && (p->below[king] || p->below[rook])) {
        return;
    }
    if (k->has_clear) {
        for (int i = 0; i < k->clear_count; i++) {
            if (!empty_but(p, k->clear[a->who][i], king, rook)) {
                return;
            }
        }
    } else if (!way_empty(p, king, rook, king, rook) || !way_empty(p, king, king_to, king, rook) ||
               !way_empty(p, rook, rook_to, king, rook)) {
        return;
    }
    if (!empty_but(p, king_to, king, rook) || !empty_but(p, rook_to, king, rook)) {
        return;
    }
    if (k->has_safe) {
        for (int i = 0; i < k->safe_count; i++) {
            if (p->at[king].royal && !safe_at(p, king, k->safe[a->who][i])) {
                return;
            }
        }
    } else if (p->at[king].royal && !way_safe(p, king, king_to)) {
        return;
    }
    move *m = moves_add(a->out);
    m->kind = MOVE_CASTLE;
    m->from = king;
    m->to = king_to;
    m->king_to = king_to;
    m->rook_from = rook;
    m->rook_to = rook_to;
    m->castle = (int)(k - rules.castle);
    m->type = k->king;
}

static void castlings(asking *a)
{
    const position *p = a->p;
    for (int i = 0; i < rules.castle_count; i++) {
        const castling *k = &rules.castle[i];
        if (i != rules.family) {
            if (p->rights[a->who] & 1u << k->right) {
                castle(a, k, k->from[a->who], k->rook_from[a->who], k->king_to[a->who], k->rook_to[a->who]);
            }
            continue;
        }
        for (int r = 0; r < rules.right_count; r++) {
            const right *one = &rules.rights[r];
            int king = one->man[a->who], rook = one->partner[a->who], king_to = -1, rook_to = -1;
            if (one->castling && (p->rights[a->who] & 1u << r) &&
                second_castling(rules.family_hook, king, rook, a->who, &king_to, &rook_to)) {
                castle(a, k, king, rook, king_to, rook_to);
            }
        }
    }
}

/* ---- drops ---- */

static bool drop_allowed(const position *p, int who, int face, int cell)
{
    const piece *k = &rules.piece[face];
    if (p->at[cell].type || (k->drop_on && !k->drop_on->has[who][cell])) {
        return false;
    }
    if (!k->drop_immobile && !could_ever_move(face, who, cell)) {
        return false;
    }
    int below = shift(cell, (vector){0, -1, 0});
    if (k->rests && below >= 0 && !p->at[below].type) {
        return false;
    }
    int same = 0;
    for (int c = 0; k->per_file && c < rules.cells; c++) {
        same += rules.x[c] == rules.x[cell] && p->at[c].type == face && p->at[c].owner == who;
    }
    return !k->per_file || same < k->per_file;
}

static void drops(asking *a)
{
    for (int t = 1; t <= rules.types; t++) {
        const piece *held = &rules.piece[t];
        bool held_any = rules.captured != 'b' && a->p->hand[a->who][t];
        if (!held->drops || !(held_any || held->endless[a->who])) {
            continue;
        }
        for (int f = 0; f < held->face_count; f++) {
            for (int c = 0; c < rules.cells; c++) {
                if (drop_allowed(a->p, a->who, held->faces[f], c)) {
                    move *m = moves_add(a->out);
                    m->kind = MOVE_DROP;
                    m->from = -1;
                    m->to = c;
                    m->type = t;
                    m->face = held->faces[f];
                    m->resets = held->drop_resets;
                }
            }
        }
    }
}

/* ---- playing ---- */

static void lose_rights(position *p, int cell)
{
    for (int r = 0; r < rules.right_count; r++) {
        for (int o = 0; o < rules.players; o++) {
            if (rules.rights[r].man[o] == cell || rules.rights[r].partner[o] == cell) {
                p->rights[o] &= ~(1u << r);
            }
        }
    }
}

static int partner_of(int who)
{
    for (int i = 1; i < rules.players; i++) {
        int o = (who + i) % rules.players;
        if (allied(who, o)) {
            return o;
        }
    }
    return who;
}

/* A man leaves the board into whatever awaits him. */
void captured(position *p, int cell, int captor)
{
    const man m = p->at[cell];
    if (!m.type) {
        return;
    }
    const piece *k = &rules.piece[m.type];
    int held = m.was ? m.was : k->taken_as;
    if (!k->gone && !m.royal) {
        if (rules.captured == 'h') {
            p->hand[captor][held]++;
        } else if (rules.captured == 'b') {
            p->hand[m.owner][held]++;
        } else if (rules.captured == 'p') {
            p->hand[partner_of(captor)][held]++;
        }
    }
    if (rules.towers && p->below[cell]) {
        p->at[cell] = p->tower[cell][--p->below[cell]];
    } else {
        p->at[cell] = (man){0};
    }
    lose_rights(p, cell);
}

static void blast(position *p, int to, int captor)
{
    for (int i = 0; i < rules.blast_reach->ways; i++) {
        int c = shift(to, rules.blast_reach->way[i]);
        if (c >= 0 && p->at[c].type && !rules.blast_spares[p->at[c].type]) {
            captured(p, c, captor);
        }
    }
    if (!rules.blast_stays) {
        captured(p, to, captor);
    }
}

/* A man comes to stand on a cell; who stood there is covered. */
static void stand(position *p, int cell, man m)
{
    man *top = &p->at[cell];
    if (top->type) {
        if (rules.piece[top->type].covered) {
            top->type = (uint8_t)rules.piece[top->type].covered;
        }
        if (p->below[cell] == MAX_TOWER) {
            beyond("a tower so high", NULL);
        }
        p->tower[cell][p->below[cell]++] = *top;
    }
    *top = m;
}

static man leave(position *p, int cell)
{
    man m = p->at[cell];
    p->at[cell] = p->below[cell] ? p->tower[cell][--p->below[cell]] : (man){0};
    return m;
}

static void tower_walk(position *p, const move *m, int who)
{
    man lifted[2 * MAX_TOWER];
    int height = p->below[m->from] + 1, count = m->men ? m->men : height, held = 0;
    man own[MAX_TOWER + 1];
    for (int i = count - 1; i >= 0; i--) {
        own[i] = leave(p, m->from);
    }
    if (count == height) {
        lose_rights(p, m->from);
    }
    for (int i = m->takens - 1; i >= 0; i--) {
        bool under = m->jumped == 'u' || (rules.captured == 'u' && m->taken[i] != m->to);
        if (under) {
            man victim = leave(p, m->taken[i]);
            victim.type = (uint8_t)rules.piece[victim.type].taken_as;
            lifted[held++] = victim;
        } else if (rules.captured != 'u') {
            captured(p, m->taken[i], who);
        }
    }
    memcpy(lifted + held, own, sizeof(man) * (size_t)count);
    held += count;
    if (m->into) {
        lifted[held - 1].type = (uint8_t)m->into;
    }
    for (int i = 0; i < held; i++) {
        if (i < held - 1) {
            if (p->at[m->to].type) {
                stand(p, m->to, lifted[i]);
            } else {
                p->at[m->to] = lifted[i];
            }
        } else {
            stand(p, m->to, lifted[i]);
        }
    }
    for (int c = 0; c < rules.cells; c++) {
        const piece *k = &rules.piece[p->at[c].type];
        for (int i = 0; p->at[c].type && i < k->promotes; i++) {
            if (k->promote[i].stands && k->promote[i].on->has[p->at[c].owner][c]) {
                p->at[c].type = (uint8_t)k->promote[i].to[0];
                break;
            }
        }
    }
}

static void walk(position *p, const move *m, int who)
{
    if (rules.towers) {
        tower_walk(p, m, who);
        return;
    }
    int from = m->from, to = m->to;
    man mover = p->at[from], victim = {0};
    for (int i = 0; i < m->takens; i++) {
        victim = p->at[m->taken[i]];
        if (m->jumped == 'c') {
            p->at[m->taken[i]].owner = (uint8_t)who;
            lose_rights(p, m->taken[i]);
        } else {
            captured(p, m->taken[i], who);
        }
    }
    p->at[from] = (man){0};
    lose_rights(p, from);
    lose_rights(p, to);
    if (m->into) {
        mover.was = m->reverts ? (mover.was ? mover.was : mover.type) : 0;
        mover.type = (uint8_t)m->into;
        if (m->box) {
            p->hand[who][m->into]--;
        }
    }
    if (rules.piece[mover.type].flips && !m->into) {
        mover.type = (uint8_t)rules.piece[mover.type].flips;
    }
    if (rules.on_capture && m->takens && !m->into) {
        int into = rules.becomes[mover.royal ? 1 : 0][mover.type][victim.royal ? 1 : 0][victim.type];
        if (into) {
            mover.type = (uint8_t)into;
        }
    }
    p->at[to] = mover;
    if (rules.blast && m->takens) {
        blast(p, to, who);
    }
    if (rules.once) {
        p->moved[from] = 0;
        p->moved[to] = 1;
        for (int i = 0; i < m->takens; i++) {
            if (m->taken[i] != to) {
                p->moved[m->taken[i]] = 0;
            }
        }
    }
}

static bool holds_droppable(const position *p, int who)
{
    for (int t = 1; t <= rules.types; t++) {
        if (p->hand[who][t] && rules.piece[t].drops && rules.captured != 'b') {
            return true;
        }
    }
    return false;
}

bool still_placing(const position *p)
{
    if (!rules.apart) {
        return false;
    }
    for (int o = 0; o < rules.players; o++) {
        if (holds_droppable(p, o)) {
            return true;
        }
    }
    return false;
}

static int turn_length(const position *p)
{
    return rules.first_plies && p->number == 1 && p->mover == 0 ? rules.first_plies : rules.plies;
}

static void end_turn(position *p)
{
    int next = (p->mover + 1) % rules.players;
    p->number += next == 0;
    p->mover = next;
    p->ply = 0;
    p->checked_in_turn = false;
    memset(p->moved, 0, sizeof p->moved);
    p->rolls = p->lefts = 0;
    memset(p->roll, 0, sizeof p->roll);
    memset(p->left, 0, sizeof p->left);
    p->to_throw = rules.dice > 0;
}

static bool counts_checks(void)
{
    static int last_ends = -1;
    (void)last_ends;
    for (int i = 0; i < rules.ends; i++) {
        if (rules.end[i].kind == END_CHECKS) {
            return true;
        }
    }
    return false;
}

/* Captures in passing: what was left open before is closed, what this ply opened is open. */
static void settle_passed(position *p, const move *m, int who, bool over)
{
    int kept = 0;
    bool answers = rules.passed_turn; /* the others stay open: for the whole turn, or behind a capture in passing */
    for (int i = 0; i < p->passed_count; i++) {
        answers = answers || (p->passed[i] == m->to && p->passed_by[i] != who && !p->at[p->passer[i]].type);
    }
    for (int i = 0; i < p->passed_count; i++) {
        bool own = p->passed_by[i] == who;
        const man there = p->at[p->passer[i]];
        bool valid = there.type && there.owner == p->passed_by[i] && p->passer[i] != m->to;
        if (valid && (own || (answers && !over))) {
            p->passed[kept] = p->passed[i];
            p->passer[kept] = p->passer[i];
            p->passed_by[kept++] = p->passed_by[i];
        }
    }
    for (int i = 0; i < m->leave_count && kept < MAX_PASSED; i++) {
        p->passed[kept] = m->leaves[i];
        p->passer[kept] = m->to;
        p->passed_by[kept++] = who;
    }
    p->passed_count = kept;
}

static bool turn_over(const position *p, const move *m, int who, bool was_placing)
{
    if (m->kind == MOVE_PASS || m->kind == MOVE_END) {
        return true;
    }
    if (rules.placing && m->kind == MOVE_DROP && rules.place_run && holds_droppable(p, who)) {
        return false;
    }
    if (was_placing || (rules.placing && rules.place_run && m->kind == MOVE_DROP)) {
        return true;
    }
    if (rules.of_drops && m->kind != MOVE_DROP) {
        return true;
    }
    return p->ply >= turn_length(p);
}

static void gain_rights(position *p)
{
    for (int r = 0; r < rules.right_count; r++) {
        for (int o = 0; o < rules.players; o++) {
            const right *one = &rules.rights[r];
            for (int i = 0; i < rules.castle_count; i++) {
                const castling *k = &rules.castle[i];
                if (one->castling && k->right == r && p->at[k->from[o]].type == k->king &&
                    p->at[k->from[o]].owner == o && p->at[k->rook_from[o]].type == k->with &&
                    p->at[k->rook_from[o]].owner == o) {
                    p->rights[o] |= 1u << r;
                }
            }
        }
    }
}

/* With live hooks: what others left is closed once the turn has gone so far; what is no longer true is closed. */
static void close_passed(position *p, int who, bool over)
{
    int kept = 0;
    for (int i = 0; i < p->passed_count; i++) {
        const man there = p->at[p->passer[i]];
        bool valid = there.type && there.owner == p->passed_by[i];
        if (valid && (p->passed_by[i] == who || (rules.passed_turn && !over))) {
            p->passed[kept] = p->passed[i];
            p->passer[kept] = p->passer[i];
            p->passed_by[kept++] = p->passed_by[i];
        }
    }
    p->passed_count = kept;
}

typedef struct says {
    int acts; /* who acts next by an effect; -1 */
    bool roll, quiet;
} says;

static void push(position *p, int cell, man m)
{
    if (rules.towers && p->at[cell].type && p->below[cell] < MAX_TOWER) {
        p->tower[cell][p->below[cell]++] = p->at[cell];
    }
    p->at[cell] = m;
}

static man pop(position *p, int cell)
{
    man m = p->at[cell];
    if (rules.towers && p->below[cell]) {
        p->at[cell] = p->tower[cell][--p->below[cell]];
    } else {
        p->at[cell] = (man){0};
    }
    return m;
}

/* A man that an effect changes or takes away is not taken in passing any more. */
static void forget_passed(position *p, int cell)
{
    int kept = 0;
    for (int i = 0; i < p->passed_count; i++) {
        if (p->passer[i] != cell) {
            p->passed[kept] = p->passed[i];
            p->passer[kept] = p->passer[i];
            p->passed_by[kept++] = p->passed_by[i];
        }
    }
    p->passed_count = kept;
}

static void carry_out(position *p, const effect *e, int who, says *s)
{
    if (e->kind && strchr("tpTgmlb", e->kind)) {
        forget_passed(p, e->cell);
    }
    switch (e->kind) {
    case 't':
        pop(p, e->cell);
        lose_rights(p, e->cell);
        break;
    case 'p':
        push(p, e->cell, (man){(uint8_t)e->piece, (uint8_t)e->owner, rules.piece[e->piece].royal, 0});
        break;
    case 'T':
        p->at[e->cell].type = (uint8_t)e->piece;
        p->at[e->cell].royal = p->at[e->cell].royal || rules.piece[e->piece].royal;
        lose_rights(p, e->cell);
        break;
    case 'g':
        p->at[e->cell].owner = (uint8_t)e->owner;
        lose_rights(p, e->cell);
        break;
    case 'm': {
        man m = pop(p, e->cell);
        lose_rights(p, e->cell);
        push(p, e->to, m);
        lose_rights(p, e->to);
        break;
    }
    case 'h':
        p->hand[e->owner][e->piece] = (uint8_t)(p->hand[e->owner][e->piece] + e->add);
        break;
    case 'c':
        p->counter[e->counter] = e->has_set ? e->set : p->counter[e->counter] + e->add;
        break;
    case 'r': {
        const right *r = &rules.rights[e->right];
        bool there = true;
        for (int i = 0; i < rules.castle_count; i++) {
            const castling *k = &rules.castle[i];
            if (r->castling && k->right == e->right) {
                there = p->at[r->man[e->owner]].type == k->king && p->at[r->man[e->owner]].owner == e->owner &&
                        p->at[r->partner[e->owner]].type == k->with && p->at[r->partner[e->owner]].owner == e->owner;
            }
        }
        if (!r->castling) {
            there = r->man[e->owner] >= 0 && p->at[r->man[e->owner]].type == r->type &&
                    p->at[r->man[e->owner]].owner == e->owner;
        }
        p->rights[e->owner] &= ~(1u << e->right);
        p->rights[e->owner] |= e->flag && there ? 1u << e->right : 0;
        break;
    }
    case 'l': {
        man m = pop(p, e->cell);
        p->hand[m.owner][m.type]++;
        lose_rights(p, e->cell);
        break;
    }
    case 'P':
        if (p->passed_count < MAX_PASSED) {
            p->passed[p->passed_count] = e->cell;
            p->passer[p->passed_count] = e->to;
            p->passed_by[p->passed_count++] = who;
        }
        break;
    case 'q':
        p->quiet = e->cell;
        s->quiet = true;
        break;
    case 'd':
        for (int i = 0; i < p->lefts; i++) {
            if (p->left[i] == e->cell) {
                p->left[i] = p->left[--p->lefts];
                break;
            }
        }
        break;
    case 'a':
    case 'R':
        s->acts = e->owner;
        s->roll = e->kind == 'R';
        break;
    default:
        beyond("an effect", "of a script");
    }
}

static void carry_out_all(position *p, int first, int count, int who, says *s)
{
    for (int i = 0; i < count; i++) {
        effect e = *effect_at(first + i);
        carry_out(p, &e, who, s);
    }
}

static void ask_after(const position *before, const move *m, position *p, says *s)
{
    for (int i = 0; i < rules.hook_count; i++) {
        const hook *h = &rules.hooks[i];
        if (h->at != 'a' || m->kind == MOVE_OWN) {
            continue;
        }
        for (int half = 0; half < (m->kind == MOVE_CASTLE ? 2 : 1); half++) {
            int first = half ? -2 : 0, count = 0;
            if (hook_after(h, p, m, before, &first, &count)) {
                carry_out_all(p, first, count, before->mover, s);
            }
        }
    }
}

static const movement before_the_game; /* marks the moves of a hook with only: true */

/* What the move itself does and what `after` hooks add, the turn not yet ended. */
static void make(const position *p, const move *m, position *after, says *s);
static void finish_ply(const position *p, const move *m, position *after, says *s);

/* The move in `after`, without asking whether it is legal. */
void play(const position *p, const move *m, position *after)
{
    says s = {.acts = -1};
    make(p, m, after, &s);
    if (m->kind != MOVE_THROW) {
        if (m->choice > 0 || m->kind == MOVE_OWN) {
            carry_out_all(after, m->effects, m->effect_count, p->mover, &s);
        }
        finish_ply(p, m, after, &s);
    }
}

static void make(const position *p, const move *m, position *after, says *s)
{
    clone(after, p);
    int who = p->mover;
    bool apart = still_placing(p);
    switch (m->kind) {
    case MOVE_THROW:
        after->rolls = after->lefts = rules.dice;
        memcpy(after->roll, m->die, sizeof m->die);
        memcpy(after->left, m->die, sizeof m->die);
        if (rules.doubles == 4 && rules.dice == 2 && m->die[0] == m->die[1]) {
            after->lefts = 4;
            after->left[2] = after->left[3] = m->die[0];
        }
        after->to_throw = false;
        return;
    case MOVE_STEP:
    case MOVE_STAY:
        walk(after, m, who);
        break;
    case MOVE_DROP:
        after->at[m->to] = (man){(uint8_t)m->face, (uint8_t)who, rules.piece[m->face].royal, 0};
        if (!rules.piece[m->type].endless[who]) {
            after->hand[who][m->type]--;
        }
        if (rules.once) {
            after->moved[m->to] = 1;
        }
        break;
    case MOVE_CASTLE: {
        man king = after->at[m->from], rook = after->at[m->rook_from];
        after->at[m->from] = after->at[m->rook_from] = (man){0};
        after->at[m->king_to] = king;
        after->at[m->rook_to] = rook;
        lose_rights(after, m->from);
        lose_rights(after, m->rook_from);
        if (rules.once) {
            after->moved[m->king_to] = after->moved[m->rook_to] = 1;
        }
        break;
    }
    default:
        break;
    }
    if (m->line_take >= 0 && m->choice == -2) {
        captured(after, m->line_take, who);
    }
    bool progress = m->resets || m->choice == -2;
    for (int i = 0; m->kind == MOVE_OWN && i < m->effect_count; i++) {
        progress = progress || strchr("tpgThb", effect_at(m->effects + i)->kind); /* men come, go or change */
    }
    bool before_game = m->kind == MOVE_OWN && m->by == &before_the_game;
    if (!apart && !before_game && (rules.counts_turns || m->kind != MOVE_END)) {
        after->quiet = progress ? 0 : p->quiet + (!rules.counts_turns || p->ply == 0);
    }
    after->passes = m->kind == MOVE_PASS ? p->passes + 1 : 0;
    if (rules.material_clock >= 0) {
        after->counter[rules.material_clock] = m->takens || m->into ? 0 : p->counter[rules.material_clock] + 1;
    }
    if (rules.live) {
        settle_passed(after, m, who, false);
        ask_after(p, m, after, s);
    }
    (void)s;
}

static void finish_ply(const position *p, const move *m, position *after, says *s)
{
    int who = p->mover;
    bool apart = still_placing(p), placing = rules.placing && holds_droppable(p, who);
    after->ply++;
    bool over = turn_over(after, m, who, apart && placing);
    if (s->acts >= 0) {
        over = s->acts != who;
    }
    if (rules.check_ends && !over && gives_check(after, who)) {
        over = true;
    }
    if (!rules.live) {
        settle_passed(after, m, who, over);
    } else {
        close_passed(after, who, over);
    }
    if (apart) {
        gain_rights(after);
    }
    if (counts_checks()) {
        after->checks[who] = gives_check(after, who) ? p->checks[who] + 1 : 0;
    }
    if (over) {
        end_turn(after);
        if (apart || m->by == &before_the_game) {
            after->number = p->number;
        }
        if (s->acts >= 0 && s->acts != after->mover) {
            after->number += s->acts < after->mover;
            after->mover = s->acts;
        }
    } else if (s->roll) {
        after->rolls = after->lefts = 0;
        memset(after->roll, 0, sizeof after->roll);
        memset(after->left, 0, sizeof after->left);
        after->to_throw = true;
    }
}

/* ---- legality ---- */

static bool safe(const position *after, const position *before, int who)
{
    if (still_placing(after) || still_placing(before)) {
        return true;
    }
    if (rules.royals_taken || rules.blast) {
        bool enemy_left = false, enemy_was = false;
        for (int o = 0; o < rules.players; o++) {
            enemy_left = enemy_left || (enemy_of(o, who) && royals_left(after, o));
            enemy_was = enemy_was || (enemy_of(o, who) && royals_left(before, o));
        }
        if (rules.blast && royals_left(after, who) < royals_left(before, who)) {
            return false;
        }
        if (enemy_was && !enemy_left) {
            return true;
        }
    }
    return !in_check(after, who);
}

static void pseudo(const position *p, moves *out);
static void bare_text(const position *p, move *m);

static bool acceptable(const position *p, const move *m, position *after);

/* Whether no `legal` hook forbids the move. */
static bool hooks_allow(const position *p, const move *m)
{
    for (int i = 0; i < rules.hook_count; i++) {
        if (rules.hooks[i].at == 'l' && m->kind != MOVE_OWN && !hook_allows(&rules.hooks[i], p, m, p, false)) {
            return false;
        }
    }
    return true;
}

/* How many men attack royals of the player: as many drops at most must come between. */
static int attackers_of(const position *p, int who)
{
    int count = 0, from[MAX_CELLS];
    for (int c = 0; c < rules.cells; c++) {
        for (int o = 0; p->at[c].type && p->at[c].royal && p->at[c].owner == who && o < rules.players; o++) {
            if (enemy_of(o, who)) {
                attacked_cell(p, c, o, from, &count);
            }
        }
    }
    return count;
}

bool unsure;
static long looked_at; /* nodes of the search below */
static bool cut_short;

/* Whether the turn in `p` can still be ended with every own royal safe, by at most `depth` more moves. */
static bool can_end_within(const position *p, const position *before, int who, int depth)
{
    moves list = {0};
    bool found = false;
    if (rules.free_turn && p->ply >= rules.least && safe(p, before, who)) {
        return true;
    }
    if (depth == 0 || ++looked_at > 4000) {
        cut_short = true;
        return false;
    }
    pseudo(p, &list);
    position next;
    bool tried[MAX_CELLS] = {false};
    int before_it = rules.of_drops ? attackers_of(p, who) : 0;
    for (int i = 0; i < list.count && !found; i++) {
        const move *m = &list.list[i];
        if (rules.of_drops && m->kind == MOVE_DROP) {
            if (tried[m->to] || !hooks_allow(p, m)) {
                continue; /* whoever is dropped there closes the same lines */
            }
            tried[m->to] = true;
        }
        play(p, m, &next);
        if (next.mover != who) {
            found = safe(&next, before, who);
        } else if (!rules.of_drops || attackers_of(&next, who) < before_it) {
            found = (!rules.check_last || !gives_check(&next, who)) && can_end_within(&next, before, who, depth - 1);
        }
    }
    moves_free(&list);
    return found;
}

/* The same by any number of moves. Where that takes too long `unsure` is set, and nothing is to be compared. */
static bool can_end_safely(const position *p, const position *before, int who)
{
    for (int depth = 1; !unsure; depth++) {
        looked_at = 0;
        cut_short = false;
        if (can_end_within(p, before, who, depth)) {
            return true;
        }
        if (!cut_short) {
            return false;
        }
        unsure = looked_at > 4000;
    }
    return false;
}

static bool is_mate(const position *after)
{
    return in_check(after, after->mover) && !any_legal(after);
}

static bool acceptable(const position *p, const move *m, position *after)
{
    int who = p->mover;
    if (!hooks_allow(p, m)) {
        return false;
    }
    play(p, m, after);
    for (int i = 0; i < rules.hook_count; i++) {
        if (rules.hooks[i].at == 'm' && m->kind != MOVE_OWN && !hook_allows(&rules.hooks[i], after, m, p, true)) {
            return false;
        }
    }
    if (m->kind == MOVE_THROW) {
        return true;
    }
    bool over = after->mover != who || rules.players == 1;
    if (rules.judge_end && !over) {
        if (rules.check_last && gives_check(after, who)) {
            return false;
        }
        if (!can_end_safely(after, p, who)) {
            return false;
        }
    } else {
        if (!safe(after, p, who)) {
            return false;
        }
        if (!over && rules.check_last && gives_check(after, who)) {
            return false;
        }
        if (!over && rules.check_last && !rules.free_turn && !can_end_safely(after, p, who)) {
            return false;
        }
    }
    if (m->kind == MOVE_STAY && in_check(p, who)) {
        return false;
    }
    if (m->kind == MOVE_DROP) {
        const piece *k = &rules.piece[m->face];
        if ((k->drop_no_check && gives_check(after, who)) || (k->drop_no_mate && is_mate(after))) {
            return false;
        }
    }
    if (m->by && m->by->no_check_given && gives_check(after, who)) {
        return false;
    }
    if (rules.mate_only && gives_check(after, who)) {
        bool before = rules.mate_only;
        rules.mate_only = !rules.plain_mate;
        bool mate = is_mate(after);
        rules.mate_only = before;
        if (!mate) {
            return false;
        }
    }
    return true;
}

static bool die_allows(const position *p, int type)
{
    bool equal = p->lefts > 1;
    for (int i = 1; i < p->lefts; i++) {
        equal = equal && p->left[i] == p->left[0];
    }
    if (!rules.die_moves || !p->lefts || (equal && rules.doubles < 0)) {
        return true;
    }
    for (int i = 0; i < p->lefts; i++) {
        if (rules.die_type[p->left[i]][type]) {
            return true;
        }
    }
    return false;
}

/* Drops the moves that the dice do not allow. */
static void only_of_dice(const position *p, moves *list)
{
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        const move *m = &list->list[i];
        bool allowed = die_allows(p, m->type);
        if (m->kind == MOVE_CASTLE) {
            allowed = allowed || die_allows(p, p->at[m->rook_from].type);
        }
        if (allowed) {
            list->list[kept++] = *m;
        }
    }
    list->count = kept;
}

static bool in_line(const int *cells, int count, const position *p, int cell, int who, int number, bool all,
                    const bool *of)
{
    int run = 0;
    bool with = false;
    for (int i = 0; i < count; i++) {
        const man m = p->at[cells[i]];
        if (m.type && m.owner == who && (all || of[m.type])) {
            run++;
            with = with || cells[i] == cell;
            bool last = i + 1 == count || !p->at[cells[i + 1]].type || p->at[cells[i + 1]].owner != who ||
                        !(all || of[p->at[cells[i + 1]].type]);
            if (last && with && run >= number) {
                return true;
            }
            if (last) {
                run = 0;
                with = false;
            }
        } else {
            run = 0;
            with = false;
        }
    }
    return false;
}

/* Whether the man on `cell` stands in a row of so many. */
bool row_of(const position *p, int cell, int who, int number, int along, bool all, const bool *of)
{
    if (along & LINES_DRAWN) {
        for (int l = 0; l < rules.line_count; l++) {
            if (in_line(rules.line[l], rules.line_length[l], p, cell, who, number, all, of)) {
                return true;
            }
        }
        return false;
    }
    static const vector ways[4] = {{1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {1, -1, 0}};
    for (int i = 0; i < 4; i++) {
        if (!(along & (i < 2 ? LINES_STRAIGHT : LINES_DIAGONAL))) {
            continue;
        }
        int cells[64], count = 0, at = cell;
        vector back = {-ways[i].x, -ways[i].y, 0};
        for (int next = shift(at, back); next >= 0 && next != cell; next = shift(at, back)) {
            at = next;
        }
        for (; at >= 0 && count < 64; at = shift(at, ways[i])) {
            cells[count++] = at;
        }
        if (in_line(cells, count, p, cell, who, number, all, of)) {
            return true;
        }
    }
    return false;
}

/* A move that makes a row takes a man: one move for each that may be taken. */
static void line_choices(const position *p, moves *list)
{
    moves more = {0};
    position after;
    for (int i = 0; i < list->count; i++) {
        move m = list->list[i];
        play(p, &m, &after);
        int who = p->mover;
        if ((m.kind != MOVE_STEP && m.kind != MOVE_DROP) ||
            !row_of(&after, m.to, who, rules.line_takes, rules.line_along, rules.line_of_all, rules.line_of)) {
            *moves_add(&more) = m;
            continue;
        }
        int victims[MAX_CELLS], count = 0, open = 0;
        bool free_man[MAX_CELLS];
        for (int c = 0; c < rules.cells; c++) {
            const man v = after.at[c];
            if (v.type && enemy_of(v.owner, who) && !v.royal) {
                free_man[count] =
                    !row_of(&after, c, v.owner, rules.line_takes, rules.line_along, rules.line_of_all, rules.line_of);
                open += free_man[count];
                victims[count++] = c;
            }
        }
        bool any = rules.line_off_any || (open == 0 && !rules.line_off_only_free);
        bool taken = false;
        for (int k = 0; k < count; k++) {
            if (any || free_man[k]) {
                move *one = moves_add(&more);
                *one = m;
                one->line_take = victims[k];
                one->choice = -2;
                taken = true;
            }
        }
        if (!taken) {
            *moves_add(&more) = m;
        }
    }
    moves_free(list);
    *list = more;
}

/* Each move in all the ways that the hook offers. */
static void choices(const position *p, const hook *h, moves *list)
{
    moves more = {0};
    position made;
    for (int i = 0; i < list->count; i++) {
        says s = {.acts = -1};
        move m = list->list[i];
        if (m.kind == MOVE_OWN) {
            *moves_add(&more) = m;
            continue;
        }
        make(p, &m, &made, &s);
        hook_choices(h, &made, p, &m, &more);
    }
    moves_free(list);
    *list = more;
}

/* Everything that the men could do, own royals left aside. */
static void pseudo(const position *p, moves *out)
{
    asking a = {.p = p, .who = p->mover, .out = out, .target = -1};
    for (int i = 0; i < rules.hook_count; i++) {
        if (rules.hooks[i].at == 'o' && rules.hooks[i].only_list) {
            hook_moves(&rules.hooks[i], p, out);
        }
    }
    for (int i = 0; i < out->count; i++) {
        out->list[i].by = &before_the_game;
    }
    if (out->count) {
        return;
    }
    bool placing = rules.placing && holds_droppable(p, p->mover);
    bool only_drops = rules.of_drops && p->ply > 0;
    if (!placing && !only_drops) {
        bool freezing = any_freezes();
        for (int c = 0; c < rules.cells; c++) {
            const man m = p->at[c];
            if (m.type && m.owner == p->mover && !(rules.once && p->moved[c]) && !(freezing && is_frozen(p, c))) {
                man_moves(&a, c);
            }
        }
        castlings(&a);
        if (rules.once) {
            int kept = 0;
            for (int i = 0; i < out->count; i++) {
                const move *m = &out->list[i];
                if (!(m->kind == MOVE_CASTLE && (p->moved[m->from] || p->moved[m->rook_from]))) {
                    out->list[kept++] = *m;
                }
            }
            out->count = kept;
        }
    }
    drops(&a);
    if (rules.line_takes) {
        line_choices(p, out);
    }
    if (rules.die_moves) {
        only_of_dice(p, out);
    }
    for (int i = 0; i < rules.hook_count; i++) {
        if (rules.hooks[i].at == 'o' && !rules.hooks[i].only_list) {
            hook_moves(&rules.hooks[i], p, out);
        }
    }
    for (int i = 0; i < rules.hook_count; i++) {
        if (rules.hooks[i].at == 'c') {
            choices(p, &rules.hooks[i], out);
        }
    }
}

static void keep_captures(moves *list)
{
    bool obliged = false;
    int most = 0, kept = 0;
    for (int i = 0; i < list->count; i++) {
        const move *m = &list->list[i];
        obliged = obliged || (m->takens && (rules.take_by_all || rules.take_by[m->type]));
        most = m->takens > most ? m->takens : most;
    }
    for (int i = 0; i < list->count; i++) {
        int takens = list->list[i].takens;
        bool good = rules.longest ? takens == most : rules.multiple && most > 1 ? takens > 1 : takens > 0;
        if (!obliged || good) {
            list->list[kept++] = list->list[i];
        }
    }
    list->count = kept;
}

static void letters_of(int type, char *out)
{
    const char *s = rules.piece[type].letter;
    for (; *s; s++) {
        *out++ = (char)toupper((unsigned char)*s);
    }
    *out = 0;
}

static void bare_text(const position *p, move *m)
{
    char behind_all[MAX_TEXT];
    if (m->kind == MOVE_OWN) {
        return;
    }
    snprintf(behind_all, sizeof behind_all, "%s", m->choice > 0 ? m->text : "");
    char letters[16];
    bool royal = m->from >= 0 && p->at[m->from].royal && m->into && !rules.piece[m->into].royal;
    const char *into = royal ? rules.piece[m->into].royal_letter : m->into ? rules.piece[m->into].letter : "";
    if (m->into && into[0] == '+') {
        const char *old = rules.piece[m->type].letter;
        into = strcmp(into + 1, old) == 0 ? "+" : into;
    }
    char promoted[16];
    snprintf(promoted, sizeof promoted, "%s%.8s", m->into && rules.write_promotion[0] ? rules.write_promotion : "",
             into);
    if (rules.written && rules.write_promotion[0]) {
        for (char *s = promoted; *s; s++) {
            *s = (char)toupper((unsigned char)*s);
        }
    }
    switch (m->kind) {
    case MOVE_STEP: {
        char *out = m->text;
        letters[0] = 0;
        if (rules.write_letters) {
            letters_of(m->type, letters);
        }
        out += sprintf(out, "%s%s", letters, rules.name[m->from]);
        if (m->chain && m->jumped == 'c') {
            out += sprintf(out, "%s%s(%s)", rules.name[m->to], promoted, rules.name[m->taken[0]]);
            promoted[0] = 0;
        } else if (m->chain && !rules.write_ends) {
            for (int i = 0; i < m->paths; i++) {
                out += sprintf(out, "%s%s", rules.write_take, rules.name[m->path[i]]);
            }
        } else {
            out += m->men ? sprintf(out, "(%d)", m->men) : 0;
            out += sprintf(out, "%s%s", m->takens ? rules.write_take : rules.write_step, rules.name[m->to]);
        }
        bool silent = rules.written && !rules.write_promotion[0];
        sprintf(out, "%s", silent ? "" : promoted);
        break;
    }
    case MOVE_STAY:
        sprintf(m->text, "%s%s%s", rules.name[m->from], rules.name[m->to], promoted);
        break;
    case MOVE_DROP:
        letters_of(m->face, letters);
        sprintf(m->text, "%s@%s", letters, rules.name[m->to]);
        break;
    case MOVE_CASTLE: {
        const castling *k = &rules.castle[m->castle];
        if (strcmp(k->written, "capture") == 0) {
            sprintf(m->text, "%s%s", rules.name[m->from], rules.name[m->rook_from]);
        } else if (k->written[0]) {
            sprintf(m->text, "%s", k->written);
        } else {
            sprintf(m->text, "%s%s", rules.name[m->from], rules.name[m->to]);
        }
        break;
    }
    case MOVE_PASS:
        sprintf(m->text, "%s", rules.pass_word);
        break;
    case MOVE_END:
        sprintf(m->text, "%s", rules.end_word);
        break;
    case MOVE_REMOVE:
        sprintf(m->text, "x%s", rules.name[m->from]);
        break;
    default:
        break;
    }
    if (behind_all[0]) {
        size_t length = strlen(m->text);
        snprintf(m->text + length, sizeof m->text - length, "%s", behind_all);
    }
    if (m->choice == -2) {
        char behind[16];
        snprintf(behind, sizeof behind, "x%s", rules.name[m->line_take]);
        strcat(m->text, behind);
    }
}

static int by_text(const void *a, const void *b)
{
    return strcmp(((const move *)a)->text, ((const move *)b)->text);
}

static void throws(moves *out, int from, int count, move *like)
{
    if (count == rules.dice) {
        move *m = moves_add(out);
        *m = *like;
        char *text = m->text + sprintf(m->text, "roll ");
        for (int i = 0; i < rules.dice; i++) {
            text += sprintf(text, i ? "-%d" : "%d", m->die[i]);
        }
        return;
    }
    int faces[16], kinds = 0;
    for (int i = 0; i < rules.die_faces; i++) {
        bool seen = false;
        for (int k = 0; k < kinds; k++) {
            seen = seen || faces[k] == rules.face[i];
        }
        if (!seen) {
            faces[kinds++] = rules.face[i];
        }
    }
    for (int i = 0; i < kinds; i++) {
        if (faces[i] >= from) {
            like->die[count] = faces[i];
            throws(out, faces[i], count + 1, like);
        }
    }
}

static void keep_checks(const position *p, moves *list)
{
    position after;
    bool any = false;
    bool *checks = calloc((size_t)list->count + 1, 1);
    for (int i = 0; i < list->count; i++) {
        play(p, &list->list[i], &after);
        checks[i] = gives_check(&after, p->mover);
        any = any || checks[i];
    }
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        if (!any || checks[i]) {
            list->list[kept++] = list->list[i];
        }
    }
    list->count = kept;
    free(checks);
}

static void add_word(moves *out, enum move_kind kind)
{
    move *m = moves_add(out);
    m->kind = kind;
    m->from = m->to = -1;
}

/* The moves by the rules of men and turns, passes included. */
static void plain_legal(const position *p, moves *out, bool only_one)
{
    moves all = {0};
    position after;
    pseudo(p, &all);
    if (rules.must_take) {
        int kept = 0;
        for (int i = 0; i < all.count; i++) {
            if (acceptable(p, &all.list[i], &after)) {
                all.list[kept++] = all.list[i];
            }
        }
        all.count = kept;
        keep_captures(&all);
        for (int i = 0; i < all.count; i++) {
            *moves_add(out) = all.list[i];
        }
    } else {
        for (int i = 0; i < all.count && !(only_one && out->count); i++) {
            if (acceptable(p, &all.list[i], &after)) {
                *moves_add(out) = all.list[i];
            }
        }
    }
    moves_free(&all);
    if (rules.must_check[p->mover] && !only_one) {
        keep_checks(p, out);
    }
    if (rules.free_turn && p->ply >= rules.least && p->ply > 0 && !(rules.placing && holds_droppable(p, p->mover)) &&
        safe(p, p, p->mover) && !(rules.place_royals && !royals_left(p, p->mover))) {
        add_word(out, MOVE_END);
    }
    bool may_pass = p->ply == 0 && (rules.pass == 'a' || (rules.pass == 'u' && !in_check(p, p->mover)) ||
                                    (rules.pass == 't' && !out->count && !in_check(p, p->mover)));
    if (may_pass && !(rules.placing && holds_droppable(p, p->mover))) {
        add_word(out, MOVE_PASS);
    }
    if (rules.pass == 's' && !out->count && !only_one) {
        add_word(out, p->ply ? MOVE_END : MOVE_PASS);
    }
}

/* Two ways to take the same men and to end on the same cell are one move (catalogue: draughts-russian). */
bool same_chain(const move *a, const move *b)
{
    if (!a->chain || !b->chain || a->from != b->from || a->to != b->to || a->takens != b->takens ||
        a->into != b->into) {
        return false;
    }
    for (int i = 0; i < a->takens; i++) {
        if (a->jumped == 'u' && a->taken_type[i] != b->taken_type[i]) {
            return false; /* they lie in another order */
        }
        bool found = false;
        for (int k = 0; k < b->takens; k++) {
            found = found || a->taken[i] == b->taken[k];
        }
        if (!found) {
            return false;
        }
    }
    return true;
}

void legal_moves(const position *p, moves *out)
{
    moves_clear(out);
    if (p->to_throw) {
        move like = {.kind = MOVE_THROW, .from = -1, .to = -1, .choice = -1};
        if (!rules.needs_a_move || any_legal(p)) {
            throws(out, -1000, 0, &like);
        }
        return;
    }
    plain_legal(p, out, false);
    for (int i = 0; i < out->count; i++) {
        bare_text(p, &out->list[i]);
    }
    qsort(out->list, (size_t)out->count, sizeof(move), by_text);
    int kept = 0;
    for (int i = 0; i < out->count; i++) {
        if (!kept || strcmp(out->list[kept - 1].text, out->list[i].text) != 0) {
            if (kept != i) {
                out->list[kept] = out->list[i];
            }
            kept++;
        }
    }
    out->count = kept;
}

bool any_legal(const position *p)
{
    moves list = {0};
    plain_legal(p, &list, true);
    bool any = list.count > 0;
    moves_free(&list);
    return any;
}

/* ---- positions that are the same ---- */

static uint64_t mix(uint64_t h, uint64_t value)
{
    return (h ^ value) * UINT64_C(0x100000001b3) ^ (h >> 29);
}

uint64_t position_key(const position *p)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (int c = 0; c < rules.cells; c++) {
        uint32_t m;
        memcpy(&m, &p->at[c], sizeof m);
        h = mix(h, m);
        for (int i = 0; rules.towers && i < p->below[c]; i++) {
            memcpy(&m, &p->tower[c][i], sizeof m);
            h = mix(h, m + 77u);
        }
    }
    for (int o = 0; o < rules.players; o++) {
        for (int t = 1; rules.hands && t <= rules.types; t++) {
            h = mix(h, p->hand[o][t]);
        }
        h = mix(h, p->rights[o]);
    }
    h = mix(h, (uint64_t)p->mover * 31 + (uint64_t)p->ply);
    for (int i = 0; i < p->passed_count; i++) {
        if (passed_is_ready(p, i)) {
            h = mix(h, (uint64_t)p->passed[i] * 1000 + (uint64_t)p->passer[i] + 1);
        }
    }
    for (int i = 0; i < rules.counters; i++) {
        if (rules.counts_for_repetition[i]) {
            h = mix(h, (uint64_t)p->counter[i]);
        }
    }
    for (int c = 0; rules.once && c < rules.cells; c++) {
        h = mix(h, p->moved[c]);
    }
    for (int i = 0; i < p->lefts; i++) {
        h = mix(h, (uint64_t)p->left[i] + 9);
    }
    return h ^ (h >> 31);
}
