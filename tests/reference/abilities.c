/* What pieces do besides capturing where they arrive: which pieces they immobilize, protect and capture remotely; neutral pieces. */
#include "reference.h"

#include <stdlib.h>

static const vector neighbours[8] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0},  {0, -1, 0},
                                     {1, 1, 0}, {-1, 1, 0}, {1, -1, 0}, {-1, -1, 0}};

/* ---- neighbours ---- */

bool is_immobilized(const position *p, int cell)
{
    const piece m = p->at[cell];
    for (int i = 0; i < 8; i++) {
        int c = shift(cell, neighbours[i]);
        if (c >= 0 && c + 1 != rules.supposed && p->at[c].type && enemy_of(p->at[c].owner, m.owner) &&
            rules.piece_defs[p->at[c].type].immobilized[m.type]) {
            return true;
        }
    }
    return false;
}

bool any_immobilizes(void)
{
    for (int t = 1; t <= rules.types; t++) {
        if (rules.piece_defs[t].immobilizes) {
            return true;
        }
    }
    return false;
}

/* Whether nothing can capture the piece: it is invulnerable, or a neighbour protects it. */
bool is_protected(const position *p, int cell)
{
    const piece m = p->at[cell];
    if (rules.targets_are_all || rules.supposed == cell + 1) {
        return false;
    }
    if (rules.piece_defs[m.type].invulnerable) {
        return true;
    }
    for (int i = 0; i < 8; i++) {
        int c = shift(cell, neighbours[i]);
        if (c >= 0 && p->at[c].type && p->at[c].owner == m.owner &&
            rules.piece_defs[p->at[c].type].protected_type[m.type]) {
            return true;
        }
    }
    return false;
}

/* ---- neutral pieces ---- */

bool is_neutral(piece m)
{
    return m.type && m.owner == rules.players;
}

/* Whether the player may move the piece: their own, or a neutral one. */
bool moves_piece(piece m, int player)
{
    return m.type && (m.owner == player || is_neutral(m));
}

/* Whether the piece on `from`, moved by `player`, may capture the one on `cell` as far as their owners go. */
bool may_take(const position *p, int player, int from, int cell)
{
    return is_neutral(p->at[from]) || is_neutral(p->at[cell]) || enemy_of(p->at[cell].owner, player);
}

/* ---- captures elsewhere ---- */

static int unit(int n)
{
    return (n > 0) - (n < 0);
}

/* The direction of a straight or diagonal move; false for others. */
static bool ray_direction(int from, int to, vector *direction)
{
    int x = rules.x[to] - rules.x[from], y = rules.y[to] - rules.y[from];
    *direction = (vector){unit(x), unit(y), 0};
    return rules.z[from] == rules.z[to] && (x || y) && (x == 0 || y == 0 || abs(x) == abs(y));
}

static bool goes_with(const remote_capture *w, vector direction)
{
    bool straight = direction.x == 0 || direction.y == 0;
    return !w->going || (w->going == 's') == straight;
}

static bool is_victim(const query *a, int from, int cell, const remote_capture *w)
{
    const position *p = a->p;
    if (cell < 0 || !p->at[cell].type || !may_take(p, a->player, from, cell) || is_protected(p, cell) ||
        (cell != a->target && is_sheltered(p, cell))) {
        return false;
    }
    bool spared = p->at[cell].royal && !rules.royals_capturable && a->target < 0; /* it stays, and the move is made */
    return (w->all_types || w->types[p->at[cell].type]) && !spared;
}

static void add_victim(const query *a, move *m, int cell, const remote_capture *w)
{
    if (cell == m->from || !is_victim(a, m->from, cell, w)) {
        return;
    }
    for (int i = 0; i < m->capture_count; i++) {
        if (m->captured[i] == cell) {
            return;
        }
    }
    m->captured[m->capture_count++] = cell;
}

/* Whether the cell counts as held by the player: an own piece that stays or arrives, or an empty cell that is hostile. */
static bool is_held(const query *a, const move *m, const remote_capture *w, int cell)
{
    if (cell < 0 || cell == m->to) {
        return cell == m->to;
    }
    const piece there = a->p->at[cell];
    return there.type ? cell != m->from && there.owner == a->player : w->hostile && w->hostile->has[a->player][cell];
}

static void custodian(const query *a, move *m, const remote_capture *w)
{
    for (int i = 0; i < 4; i++) {
        const int beside = shift(m->to, neighbours[i]);
        bool held = beside >= 0 && (!w->on || w->on->has[a->player][beside]);
        if (w->kind == 'f') {
            held = held && is_held(a, m, w, shift(beside, neighbours[i]));
        }
        for (int k = 0; k < 4 && w->kind == 'e' && held; k++) {
            held = is_held(a, m, w, shift(beside, neighbours[k]));
        }
        if (held) {
            add_victim(a, m, beside, w);
        }
    }
}

static void coordination(const query *a, move *m, const remote_capture *w)
{
    for (int c = 0; c < rules.cells; c++) {
        const piece k = a->p->at[c];
        if (k.type && k.royal && k.owner == a->player) {
            add_victim(a, m, rules.grid[rules.z[c]][rules.y[c]][rules.x[m->to]], w);
            add_victim(a, m, rules.grid[rules.z[c]][rules.y[m->to]][rules.x[c]], w);
        }
    }
}

/* Adds remote captures to a move that is complete but for these. */
void add_remote_captures(const query *a, move *m)
{
    const piece_def *k = &rules.piece_defs[a->p->at[m->from].type];
    vector direction, back;
    bool along = ray_direction(m->from, m->to, &direction);
    back = (vector){-direction.x, -direction.y, 0};
    for (int i = 0; i < k->remote_capture_count; i++) {
        const remote_capture *w = &k->remote_captures[i];
        if (w->going && !(along && goes_with(w, direction))) {
            continue;
        }
        if (w->kind == 'f' || w->kind == 'e') {
            custodian(a, m, w);
        } else if (w->kind == 'c') {
            coordination(a, m, w);
        } else if (w->kind == 'w' && along) {
            add_victim(a, m, shift(m->from, back), w);
        } else if (w->kind == 'a' && along) {
            add_victim(a, m, shift(m->to, direction), w);
        } else if (w->kind == 'o' && along) {
            for (int at = shift(m->from, direction); at >= 0 && at != m->to && at != m->from;
                 at = shift(at, direction)) {
                add_victim(a, m, at, w);
            }
        }
    }
}

/* Long leaps of one piece along queen rays, each over one enemy or more. */
int long_leaps_from(const query *a, int from, long_leap *out, int room)
{
    const position *p = a->p;
    const piece_def *k = &rules.piece_defs[p->at[from].type];
    int count = 0;
    for (int i = 0; i < k->remote_capture_count; i++) {
        const remote_capture *w = &k->remote_captures[i];
        for (int d = 0; w->kind == 'o' && d < 8; d++) {
            long_leap jump = {0};
            int at = shift(from, neighbours[d]);
            if (!goes_with(w, neighbours[d])) {
                continue;
            }
            for (bool behind = false; at >= 0 && at != from; at = shift(at, neighbours[d])) {
                if (!p->at[at].type) {
                    bool lands = jump.capture_count && (behind || w->lands_beyond);
                    if (lands && count < room) {
                        jump.to = at;
                        out[count++] = jump;
                    }
                    behind = false;
                    continue;
                }
                if (behind || !is_victim(a, from, at, w)) {
                    break; /* two pieces in a row, or one that is not captured so */
                }
                jump.captured[jump.capture_count++] = at;
                behind = true;
            }
        }
    }
    return count;
}
