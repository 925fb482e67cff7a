/* What the men could do by themselves, and whom they attack. */
#include "second.h"

#include <stdlib.h>
#include <string.h>

/* ---- a man's movements ---- */

/* Whether such a man stands there when the game begins. */
static bool begins_there(int type, int owner, int cell)
{
    static position start;
    static bool known;
    if (!known && !read_fen(&start, rules.start)) {
        beyond("the start position", rules.start);
    }
    known = true;
    return start.at[cell].type == type && start.at[cell].owner == owner;
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
    if ((w->from && !w->from->has[owner][from]) || (w->initial && !begins_there(p->at[from].type, owner, from))) {
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

static bool on_a_line(int cell)
{
    for (int l = 0; l < rules.line_count; l++) {
        for (int i = 0; i < rules.line_length[l]; i++) {
            if (rules.line[l][i] == cell && rules.line_length[l] > 1) {
                return true;
            }
        }
    }
    return false;
}

bool could_ever_move(int type, int owner, int cell)
{
    const piece *k = &rules.piece[type];
    for (int i = 0; i < k->moves; i++) {
        const movement *w = k->move[i];
        if (w->stay || w->right >= 0 || (w->initial && !begins_there(type, owner, cell))) {
            continue; /* that leads nowhere, or is for him alone who holds the right */
        }
        if (w->leap_set >= 0 ? rules.leap_count[w->leap_set][type][owner][cell] > 0 : w->along && on_a_line(cell)) {
            return true;
        }
        bool begins = !w->from || w->from->has[owner][cell];
        for (int v = 0; v < 8 && w->legs && begins; v++) {
            if (leg_goes(w, 0, v, NULL) && shift(cell, turned(owner, leg_vector(&w->leg[0], v))) >= 0) {
                return true; /* how it goes on is not asked */
            }
        }
        for (int v = 0; v < w->ways; v++) {
            int to = shift(cell, turned(owner, w->way[v]));
            if (to >= 0 && (!w->to || w->to->has[owner][to]) && begins) {
                return true;
            }
        }
    }
    return false;
}

/* What a man may become. */
typedef struct change {
    int into;
    bool box, reverts;
} change;

/* All that the rules which hold for the move offer together. `must`: one of them leaves no choice but to become something. */
static int changes(const position *p, man who, int type, int owner, int from, int to, change *out, bool *must)
{
    const piece *k = &rules.piece[type];
    int count = 0;
    *must = false;
    for (int i = 0; i < k->promotes; i++) {
        const promotion *q = &k->promote[i];
        if (q->stands || !(q->on->has[owner][to] || (q->touches && q->on->has[owner][from]))) {
            continue;
        }
        bool forces = !q->optional || !could_ever_move(type, owner, to);
        *must = *must || forces;
        for (int n = 0; n < (q->from_box ? rules.types : q->choices); n++) {
            const change one = {q->from_box ? n + 1 : q->to[n], q->from_box, q->reverts};
            if (!forces && one.into == type && (!who.was || one.reverts)) {
                continue; /* to become what he is, where he need not become anything, is no choice */
            }
            if (is_neutral(who) && rules.piece[one.into].royal) {
                continue; /* nobody has no royal man */
            }
            bool waits = !one.box || (one.into != type && p->hand[who.owner][one.into]);
            bool known = false;
            for (int c = 0; c < count && waits; c++) {
                if (out[c].into == one.into && out[c].reverts == one.reverts) {
                    known = true;
                    out[c].box = out[c].box && one.box;
                }
            }
            if (waits && !known && count < MAX_CHANGES) {
                out[count++] = one;
            }
        }
    }
    *must = *must && count > 0;
    return count;
}

int converted(man captor, man victim)
{
    return rules.on_capture ? rules.becomes[captor.royal ? 1 : 0][captor.type][victim.royal ? 1 : 0][victim.type] : 0;
}

/* Whether taking makes the man another: then he does not promote besides. */
static bool becomes_by_taking(const position *p, const move *m)
{
    return m->takens && converted(p->at[m->from], p->at[m->taken[0]]);
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

/* The move with all that a man of the type may become who comes from a cell to where it ends. */
static void put_changed(asking *a, move *m, int type, int from)
{
    change list[MAX_CHANGES];
    bool must;
    int count = changes(a->p, a->p->at[m->from], type, a->who, from, m->to, list, &must);
    if (!must) {
        put_all(a, m);
    }
    for (int i = 0; i < count; i++) {
        m->into = list[i].into;
        m->box = list[i].box;
        m->only_way = must && count == 1 && !m->box;
        m->reverts = list[i].reverts;
        put_all(a, m);
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
    if (rules.filter && m->kind != MOVE_STAY && !rules.filter[owner][m->from][m->to]) {
        return;
    }
    for (int i = 0; i < m->takens; i++) {
        const man victim = p->at[m->taken[i]];
        if (a->target < 0 && victim.royal && (!rules.royals_taken || victim.owner == owner)) {
            return; /* one's own royal too, which a man of nobody could take */
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
    if (m->kind == MOVE_STAY || becomes_by_taking(p, m)) {
        put_all(a, m);
        return;
    }
    put_changed(a, m, m->type, m->from);
}

/* Whether the movement does not take the man there, whoever he belongs to. */
static bool is_closed(const asking *a, const movement *w, int cell)
{
    return (!w->of_all && !w->of[a->p->at[cell].type]) || is_guarded(a->p, cell) ||
           (a->target < 0 && is_sheltered(a->p, cell));
}

static void step(asking *a, const movement *w, int from, int to, int taken, bool in_passing, int left)
{
    if (a->target >= 0 && taken < 0 && !rules.piece[a->p->at[from].type].power_count) {
        return;
    }
    if (taken >= 0 && is_closed(a, w, taken)) {
        return;
    }
    move m = empty_move(MOVE_STEP, from, to);
    if (taken >= 0) {
        m.taken[m.takens++] = taken;
    }
    m.in_passing = in_passing;
    if (left >= 0) {
        m.leaves[m.leave_count++] = left;
    }
    add_powers(a, &m);
    m.dies = taken >= 0 && !in_passing && rules.piece[a->p->at[from].type].dies_capturing;
    if (a->target < 0 || m.takens) {
        finish(a, &m, w);
    }
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
    if (may_take(a->p, a->who, from, to) && w->takes) {
        step(a, w, from, to, to, false, -1);
    }
    if (there.owner == a->who && w->own && !there.royal) {
        step(a, w, from, to, rules.captured == 'u' ? -1 : to, false, -1); /* stood on, or taken */
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
    if (v.x == 0 && v.y == 0) { /* straight up or down */
        for (int k = 1; k < abs(v.z); k++) {
            int c = shift(from, (vector){0, 0, sign(v.z) * k});
            if (c < 0 || p->at[c].type) {
                return false;
            }
        }
        return true;
    }
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

/* Whether a man stands on the first cell that a leap comes by. */
static bool jumps_man(const position *p, int from, vector v)
{
    int g = common(common(abs(v.x), abs(v.y)), abs(v.z));
    bool straight = abs(v.x) > abs(v.y);
    vector first = g > 1      ? (vector){v.x / g, v.y / g, v.z / g}
                   : straight ? (vector){sign(v.x), 0, 0}
                              : (vector){0, sign(v.y), 0};
    int c = shift(from, first);
    return c >= 0 && p->at[c].type;
}

static void ride(asking *a, const movement *w, int from, vector v)
{
    int at = from, men = 0;
    if (w->jumping && w->range == 1 && !jumps_man(a->p, from, v)) {
        return;
    }
    for (int k = 1; w->range == 0 || k <= w->range; k++) {
        if (w->lame && !lame_free(a->p, at, v)) {
            return;
        }
        at = shift(at, v);
        if (at < 0 || at == from) {
            return;
        }
        if (w->jumping && w->range != 1 && k == 1) {
            continue; /* a rider leaves the first cell out, whoever stands there */
        }
        int left = w->leaves_passed ? first_between(from, v) : -1;
        if (!arrive(a, w, from, at, left)) {
            if (men >= w->through) {
                return;
            }
            men++;
        }
    }
}

/* A line that the edges throw back, until it would enter a cell again in the same direction. */
static void bounce(asking *a, const movement *w, int from, vector v)
{
    bool seen[MAX_CELLS][3][3] = {{{false}}};
    for (int at = from, far = 0; !w->range || far < w->range; far++) {
        int x = rules.x[at] + v.x, y = rules.y[at] + v.y;
        v.x = x < 0 || x >= rules.width ? -v.x : v.x;
        v.y = y < 0 || y >= rules.height ? -v.y : v.y;
        at = shift(at, v);
        if (at < 0 || seen[at][v.x + 1][v.y + 1]) {
            return;
        }
        seen[at][v.x + 1][v.y + 1] = true;
        if (at != from && !arrive(a, w, from, at, -1)) {
            return;
        }
    }
}

static void hop(asking *a, const movement *w, int from, vector v)
{
    int at = shift(from, v), far = 1;
    for (; at >= 0 && at != from && !a->p->at[at].type; far++) {
        at = shift(at, v);
    }
    if (at < 0 || at == from || (w->range && far > w->range)) {
        return;
    }
    bool behind = w->range == 0 || w->hop == 'g'; /* however far it was, or one cell more */
    for (at = shift(at, v); at >= 0 && at != from && (behind || far < w->range); at = shift(at, v), far++) {
        if (!arrive(a, w, from, at, -1) || w->hop == 'g') {
            return;
        }
    }
}

/* ---- leg by leg ---- */

/* A man on his way. The cell that he left counts as empty, and so does that of the man whom he took. */
typedef struct trip {
    asking *a;
    const movement *w;
    int from, taken; /* -1: nobody yet */
} trip;

static bool stands(const trip *t, int cell)
{
    return cell != t->from && cell != t->taken && t->a->p->at[cell].type;
}

/* Whether he may take who stands there, as an enemy or as one of his own. */
static bool takes_there(const trip *t, int cell, bool enemies, bool own)
{
    const man there = t->a->p->at[cell];
    if (!stands(t, cell) || is_closed(t->a, t->w, cell)) {
        return false;
    }
    return (enemies && may_take(t->a->p, t->a->who, t->from, cell)) ||
           (own && there.owner == t->a->who && !there.royal);
}

static void trip_end(const trip *t, const leg *l, int cell)
{
    const movement *w = t->w;
    bool said = l->m || l->c || l->d, any = !said && !w->moves && !w->takes && !w->own;
    bool rests = any || (said ? l->m : w->moves), takes = any || (said ? l->c : w->takes), own = said ? l->d : w->own;
    bool taking = takes_there(t, cell, takes, own);
    if (!taking && (!rests || stands(t, cell) || (cell == t->from && t->taken < 0))) {
        return;
    }
    move m = empty_move(MOVE_STEP, t->from, cell);
    if (t->taken >= 0) {
        m.taken[m.takens++] = t->taken;
        m.on_way = true;
    }
    if (taking) {
        m.taken[m.takens++] = cell;
    }
    m.dies = m.takens > 0 && rules.piece[t->a->p->at[t->from].type].dies_capturing;
    add_powers(t->a, &m);
    if (t->a->target < 0 || m.takens) {
        finish(t->a, &m, w);
    }
}

static void trip_leg(trip *t, int number, int at, const heading *before);

static void trip_on(trip *t, int number, int cell, const heading *h)
{
    const leg *l = &t->w->leg[number];
    if (number + 1 == t->w->legs || l->may_stop) {
        trip_end(t, l, cell);
    }
    if (number + 1 == t->w->legs) {
        return;
    }
    if (l->hop && stands(t, cell)) {
        trip_leg(t, number + 1, cell, h);
    } else if (t->taken < 0 && takes_there(t, cell, l->c, l->d)) {
        t->taken = cell;
        trip_leg(t, number + 1, cell, h);
        t->taken = -1;
    } else if (!stands(t, cell) && (l->m || !(l->c || l->d || l->hop))) {
        trip_leg(t, number + 1, cell, h);
    }
}

static void trip_leg(trip *t, int number, int at, const heading *before)
{
    const leg *l = &t->w->leg[number];
    for (int direction = 0; direction < 8; direction++) {
        if (!leg_goes(t->w, number, direction, before)) {
            continue;
        }
        const heading h = leg_heading(t->w, number, direction, before);
        for (int down = 0; down < (l->up ? 2 : 1); down++) {
            vector v = leg_vector(l, direction);
            v.z = down ? -v.z : v.z;
            v = turned(t->a->who, v);
            int cell = shift(at, v);
            for (int k = 1; cell >= 0 && k <= (l->range ? l->range : rules.cells); k++, cell = shift(cell, v)) {
                if (number == 0 && cell == t->from) {
                    break; /* once round the board */
                }
                trip_on(t, number, cell, &h);
                if (stands(t, cell)) {
                    break;
                }
            }
        }
    }
}

/* ---- chains of jumps ---- */

typedef struct chain {
    asking *a;
    int from, jumped[MAX_TAKEN], jumps, path[MAX_TAKEN + 1];
    bool promoted, reverts, under;
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
        if (!w->jump || (only && w != only) || (!k->jumps && w->from && !w->from->has[k->a->who][at])) {
            continue; /* where a chain goes on from is not asked */
        }
        if (k->jumps && !w->chain && !only) {
            continue; /* a chain is of jumps that make chains */
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
                if (w->range == 1) {
                    break; /* who jumps from afar lands on any cell behind */
                }
            }
        }
    }
    return count;
}

/* Where the last jump began: a chain promotes as its last jump does. */
static int last_jump_from(const chain *k)
{
    return k->jumps > 1 ? k->path[k->jumps - 2] : k->from;
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
            a->hit = a->hit || (k->jumped[i] == a->target && w->jumped != 'c' && !w->no_check);
        }
        return;
    }
    if (k->promoted) {
        m.into = type;
        m.reverts = k->reverts;
        m.only_way = true;
        put_all(a, &m);
        return;
    }
    put_changed(a, &m, type, last_jump_from(k));
}

static void chain_on(chain *k, int at, int type, const movement *last, const vector *came)
{
    landing list[128];
    int count = last && !last->chain && !last->chain_straight
                    ? 0
                    : landings(k, at, type, last && last->chain_straight ? last : NULL,
                               last && last->chain_straight ? came : NULL, list);
    if (last) {
        change into[MAX_CHANGES];
        bool must;
        bool stops = rules.jump_promotion == 's' &&
                     changes(k->a->p, k->a->p->at[k->from], type, k->a->who, last_jump_from(k), at, into, &must) > 0 &&
                     must;
        if (!count || stops || k->jumps == MAX_TAKEN) {
            chain_end(k, at, type, last);
            return;
        }
    }
    bool goes_on[128] = {false}, promotes[128] = {false}, reverts[128] = {false};
    int becomes[128];
    for (int i = 0; i < count; i++) {
        change into[MAX_CHANGES];
        bool must;
        int choices = changes(k->a->p, k->a->p->at[k->from], type, k->a->who, at, list[i].to, into, &must);
        promotes[i] = rules.jump_promotion == 'c' && choices == 1 && must;
        becomes[i] = promotes[i] ? into[0].into : type;
        reverts[i] = promotes[i] && into[0].reverts;
        landing next[128];
        k->jumped[k->jumps++] = list[i].over;
        goes_on[i] =
            (list[i].w->chain && landings(k, list[i].to, becomes[i], NULL, NULL, next) > 0) ||
            (list[i].w->chain_straight && landings(k, list[i].to, becomes[i], list[i].w, &list[i].v, next) > 0);
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
        bool before = k->promoted, reverted = k->reverts;
        k->promoted = before || promotes[i];
        k->reverts = promotes[i] ? reverts[i] : reverted;
        k->path[k->jumps] = list[i].to;
        k->jumped[k->jumps++] = list[i].over;
        chain_on(k, list[i].to, becomes[i], list[i].w, &list[i].v);
        k->jumps--;
        k->promoted = before;
        k->reverts = reverted;
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

static void over_others(asking *a, int from)
{
    static const movement plain = {.of_all = true, .right = -1, .leap_set = -1};
    jump_over list[64];
    int count = jumps_over(a, from, list, 64);
    for (int i = 0; i < count; i++) {
        move m = empty_move(MOVE_STEP, from, list[i].to);
        m.takens = list[i].takens;
        memcpy(m.taken, list[i].taken, sizeof list[i].taken);
        add_powers(a, &m);
        finish(a, &m, &plain);
    }
}

/* Who once found nobody in the box to become is exchanged in his place, now that somebody is there. */
static void exchange(asking *a, int from)
{
    const position *p = a->p;
    const man m = p->at[from];
    const piece *k = &rules.piece[m.type];
    for (int i = 0; i < k->promotes && a->target < 0; i++) {
        const promotion *q = &k->promote[i];
        for (int t = 1; q->from_box && q->on->has[a->who][from] && t <= rules.types; t++) {
            if (p->hand[m.owner][t] && t != m.type) {
                move one = empty_move(MOVE_STAY, from, from);
                one.type = m.type;
                one.into = t;
                one.box = true;
                one.resets = k->resets_clock;
                *moves_add(a->out) = one;
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
                move m = empty_move(MOVE_STAY, from, from);
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
        if (w->legs) {
            trip t = {a, w, from, -1};
            trip_leg(&t, 0, from, NULL);
            continue;
        }
        for (int n = 0; n < w->ways; n++) {
            vector v = turned(a->who, w->way[n]);
            if (w->hop) {
                hop(a, w, from, v);
            } else if (w->bounces) {
                bounce(a, w, from, v);
            } else {
                ride(a, w, from, v);
            }
        }
    }
    over_others(a, from);
    exchange(a, from);
}

/* ---- attacks ---- */

bool attacked_cell(const position *p, int cell, int by, int *from, int *count)
{
    asking a = {.p = p, .who = by, .target = cell};
    bool any = false;
    if (attacks_nothing(p, by)) {
        return false;
    }
    static int freezing = -1;
    static const rules_t *asked;
    if (asked != &rules || freezing < 0) {
        freezing = any_freezes();
        asked = &rules;
    }
    for (int c = 0; c < rules.cells; c++) {
        if (moves_man(p->at[c], by) && !(freezing && is_frozen(p, c))) {
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
        if (enemy_of(o, who) && same_board(o, who) && in_check(after, o)) {
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

/* Whether `who` acts before `left` does again, and so before what `left` left open is closed. */
static bool acts_before(const position *p, int who, int left)
{
    if (rules.boards) {
        return true;
    }
    int acts = p->mover == left ? next_player(p, left) : p->mover;
    for (int i = 0; i < rules.players && acts != left; i++) {
        if (acts == who) {
            return true;
        }
        acts = next_player(p, acts);
    }
    return false;
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
        a.who = is_neutral(p->at[c]) ? p->mover : p->at[c].owner;
        if (!acts_before(p, a.who, one.passed_by[0])) {
            continue;
        }
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
    m->resets = rules.piece[k->king].resets_clock;
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

bool drop_allowed(const position *p, int who, int face, int cell)
{
    const piece *k = &rules.piece[face];
    if (p->at[cell].type || (k->drop_on && !k->drop_on->has[who][cell])) {
        return false;
    }
    if (rules.boards && rules.z[cell] != rules.board_of[who]) {
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
    for (int t = 1; rules.captured != 'b' && t <= rules.types; t++) { /* a box is not for dropping */
        const piece *held = &rules.piece[t];
        bool held_any = a->p->hand[a->who][t];
        if (!held->drops || !(held_any || held->endless[a->who])) {
            continue;
        }
        for (int f = 0; f < held->face_count; f++) {
            bool royal = rules.piece[held->faces[f]].royal; /* they are dropped where games begin so, and only there */
            for (int c = 0; c < rules.cells && (!royal || rules.placing || rules.place_royals); c++) {
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

/* ---- all of them ---- */

static void on_the_board(asking *a)
{
    const position *p = a->p;
    moves *out = a->out;
    bool freezing = any_freezes();
    for (int c = 0; c < rules.cells; c++) {
        const man m = p->at[c];
        bool frozen = freezing && moves_man(m, p->mover) && is_frozen(p, c);
        if (frozen && rules.removes_frozen && !m.royal && m.owner == p->mover) {
            move *off = moves_add(out);
            *off = empty_move(MOVE_REMOVE, c, c);
            off->type = m.type;
            off->resets = true;
        }
        if (moves_man(m, p->mover) && !(rules.once && p->moved[c]) && !frozen) {
            man_moves(a, c);
        }
    }
    castlings(a);
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

/* Everything that the men on the board and in the hand of who is to move could do. */
void men_and_drops(const position *p, moves *out)
{
    asking a = {.p = p, .who = p->mover, .out = out, .target = -1};
    bool placing = rules.placing && holds_droppable(p, p->mover);
    bool only_drops = rules.of_drops && p->ply > 0;
    if (!placing && !only_drops) {
        on_the_board(&a);
    }
    drops(&a);
}
