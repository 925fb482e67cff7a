/* What men do besides taking where they arrive: whom they freeze, guard and take elsewhere; and the men of nobody. */
#include "second.h"

#include <stdlib.h>

static const vector neighbours[8] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0},  {0, -1, 0},
                                     {1, 1, 0}, {-1, 1, 0}, {1, -1, 0}, {-1, -1, 0}};

/* ---- who stands beside whom ---- */

bool is_frozen(const position *p, int cell)
{
    const man m = p->at[cell];
    for (int i = 0; i < 8; i++) {
        int c = shift(cell, neighbours[i]);
        if (c >= 0 && p->at[c].type && enemy_of(p->at[c].owner, m.owner) && rules.piece[p->at[c].type].freeze[m.type]) {
            return true;
        }
    }
    return false;
}

bool any_freezes(void)
{
    for (int t = 1; t <= rules.types; t++) {
        if (rules.piece[t].freezes) {
            return true;
        }
    }
    return false;
}

/* Whether nobody can take the man, by what he is or by who stands beside him. */
bool is_guarded(const position *p, int cell)
{
    const man m = p->at[cell];
    if (rules.piece[m.type].untouchable) {
        return true;
    }
    for (int i = 0; i < 8; i++) {
        int c = shift(cell, neighbours[i]);
        if (c >= 0 && p->at[c].type && p->at[c].owner == m.owner && rules.piece[p->at[c].type].guard[m.type]) {
            return true;
        }
    }
    return false;
}

/* ---- men of nobody ---- */

bool is_neutral(man m)
{
    return m.type && m.owner == rules.players;
}

/* Whether the player moves the man: his own, and those of nobody. */
bool moves_man(man m, int who)
{
    return m.type && (m.owner == who || is_neutral(m));
}

/* Whether the man on `from`, moved by `who`, takes the one on `cell` as far as their owners go. */
bool may_take(const position *p, int who, int from, int cell)
{
    return is_neutral(p->at[from]) || is_neutral(p->at[cell]) || enemy_of(p->at[cell].owner, who);
}

/* ---- captures elsewhere ---- */

static int unit(int n)
{
    return (n > 0) - (n < 0);
}

/* The direction of a straight or diagonal move; false for others. */
static bool direction(int from, int to, vector *way)
{
    int x = rules.x[to] - rules.x[from], y = rules.y[to] - rules.y[from];
    *way = (vector){unit(x), unit(y), 0};
    return rules.z[from] == rules.z[to] && (x || y) && (x == 0 || y == 0 || abs(x) == abs(y));
}

static bool goes_with(const power *w, vector way)
{
    bool straight = way.x == 0 || way.y == 0;
    return !w->going || (w->going == 's') == straight;
}

static bool is_victim(const asking *a, int from, int cell, const power *w)
{
    const position *p = a->p;
    if (cell < 0 || !p->at[cell].type || !may_take(p, a->who, from, cell) || is_guarded(p, cell)) {
        return false;
    }
    bool spared = p->at[cell].royal && !rules.royals_taken && a->target < 0; /* it stays, and the move is made */
    return (w->of_all || w->of[p->at[cell].type]) && !spared;
}

static void add_victim(const asking *a, move *m, int cell, const power *w)
{
    if (cell == m->from || !is_victim(a, m->from, cell, w)) {
        return;
    }
    for (int i = 0; i < m->takens; i++) {
        if (m->taken[i] == cell) {
            return;
        }
    }
    m->taken[m->takens++] = cell;
}

static void flank(const asking *a, move *m, const power *w)
{
    const position *p = a->p;
    for (int i = 0; i < 4; i++) {
        const vector v = neighbours[i];
        int beside = shift(m->to, v), behind = beside < 0 ? -1 : shift(beside, v);
        bool helped = behind >= 0 && behind != m->from && p->at[behind].type && p->at[behind].owner == a->who;
        if (helped) {
            add_victim(a, m, beside, w);
        }
    }
}

static void coordinates(const asking *a, move *m, const power *w)
{
    for (int c = 0; c < rules.cells; c++) {
        const man k = a->p->at[c];
        if (k.type && k.royal && k.owner == a->who) {
            add_victim(a, m, rules.grid[rules.z[c]][rules.y[c]][rules.x[m->to]], w);
            add_victim(a, m, rules.grid[rules.z[c]][rules.y[m->to]][rules.x[c]], w);
        }
    }
}

/* Adds to a move of a man, complete but for these, whom it takes elsewhere. */
void add_powers(const asking *a, move *m)
{
    const piece *k = &rules.piece[a->p->at[m->from].type];
    vector way, back;
    bool along = direction(m->from, m->to, &way);
    back = (vector){-way.x, -way.y, 0};
    for (int i = 0; i < k->power_count; i++) {
        const power *w = &k->powers[i];
        if (w->going && !(along && goes_with(w, way))) {
            continue;
        }
        if (w->kind == 'f') {
            flank(a, m, w);
        } else if (w->kind == 'c') {
            coordinates(a, m, w);
        } else if (w->kind == 'w' && along) {
            add_victim(a, m, shift(m->from, back), w);
        } else if (w->kind == 'a' && along) {
            add_victim(a, m, shift(m->to, way), w);
        } else if (w->kind == 'o' && along) {
            for (int at = shift(m->from, way); at >= 0 && at != m->to && at != m->from; at = shift(at, way)) {
                add_victim(a, m, at, w);
            }
        }
    }
}

/* The jumps of one man along the lines of the queen, each over one enemy or more. */
int jumps_over(const asking *a, int from, jump_over *out, int room)
{
    const position *p = a->p;
    const piece *k = &rules.piece[p->at[from].type];
    int count = 0;
    for (int i = 0; i < k->power_count; i++) {
        const power *w = &k->powers[i];
        for (int d = 0; w->kind == 'o' && d < 8; d++) {
            jump_over jump = {0};
            int at = shift(from, neighbours[d]);
            if (!goes_with(w, neighbours[d])) {
                continue;
            }
            for (bool behind = false; at >= 0 && at != from; at = shift(at, neighbours[d])) {
                if (!p->at[at].type) {
                    bool lands = jump.takens && (behind || w->beyond);
                    if (lands && count < room) {
                        jump.to = at;
                        out[count++] = jump;
                    }
                    behind = false;
                    continue;
                }
                if (behind || !is_victim(a, from, at, w)) {
                    break; /* two men together, or one who is not taken so */
                }
                jump.taken[jump.takens++] = at;
                behind = true;
            }
        }
    }
    return count;
}
