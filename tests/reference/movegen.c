/* Pseudo-legal moves and attacks. */
#include "reference.h"

#include <stdlib.h>
#include <string.h>

/* ---- movements of one piece ---- */

/* Whether such a piece stands there in the start position. */
static bool stands_at_start(int type, int owner, int cell)
{
    static position start;
    static bool known;
    bool unread = !known;
    known = true; /* whether there is a check may be asked while it is read, its pieces standing */
    if (unread && !read_fen(&start, rules.start)) {
        unsupported("the start position", rules.start);
    }
    return start.at[cell].type == type && start.at[cell].owner == owner;
}

bool has_on_board(const position *p, int owner, int type)
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
    if ((w->from && !w->from->has[owner][from]) || (w->initial && !stands_at_start(p->at[from].type, owner, from))) {
        return false;
    }
    if (w->right >= 0) {
        const right *r = &rules.rights[w->right];
        if (!(p->rights[owner] & 1u << w->right) || (!r->anywhere && r->cell[owner] != from) ||
            (rules.stacks && p->covered_count[from])) {
            return false;
        }
    }
    if ((w->with && !has_on_board(p, owner, w->with)) || (w->without && has_on_board(p, owner, w->without))) {
        return false;
    }
    bool found = false;
    for (int i = 0; w->condition && i < w->look_count; i++) {
        int c = shift(from, rotated(owner, w->look[i]));
        if (c < 0) {
            continue;
        }
        const piece m = p->at[c];
        if (w->condition == 1 && m.type) {
            return false;
        }
        bool own = m.owner == owner;
        bool side = w->condition == 2   ? own
                    : w->condition == 3 ? !own && allied(owner, m.owner)
                                        : enemy_of(owner, m.owner);
        found = found || (m.type && (!w->condition_type || m.type == w->condition_type) && side);
    }
    return w->condition < 2 || found != w->condition_not;
}

/* Whether a capture on `to` from `from` would blow up a royal of `player`. */
static bool blast_hits_own_royal(const position *p, int from, int to, int player)
{
    if (p->at[from].royal) {
        return true;
    }
    for (int i = 0; i < rules.blast_reach->vector_count; i++) {
        int c = shift(to, rules.blast_reach->vectors[i]);
        if (c >= 0 && c != from && p->at[c].type && p->at[c].royal && p->at[c].owner == player &&
            !rules.blast_spares[p->at[c].type]) {
            return true;
        }
    }
    return false;
}

static bool on_drawn_line(int cell)
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

static bool lame_step_free(const position *p, int from, vector v);
static int first_on_way(int from, vector v);

/* Whether the filter, if there is one, lets the owner's pieces go there. */
static bool filter_lets(int owner, int from, int to)
{
    return !rules.filter || rules.filter[owner][from][to];
}

/* Whether a way that ends with that leg may lead back to where it began. That cell is empty then, and nothing but a
 * capture on the way makes it more than a pass. */
static bool way_back_changes(const movement *w, int last)
{
    bool captures = false;
    for (int i = 0; i < last; i++) {
        captures = captures || w->leg[i].c || w->leg[i].d;
    }
    const leg *l = &w->leg[last];
    bool said = l->m || l->c || l->d, any = !said && !w->moves && !w->captures && !w->own;
    return captures && (any || (said ? l->m : w->moves));
}

/* Whether the legs from that number on could be gone from `at`, in a move from `from`, whatever stands where. */
static bool way_fits(const movement *w, int number, int owner, int from, int at, const heading *before)
{
    const leg *l = &w->leg[number];
    for (int direction = 0; direction < 8; direction++) {
        const heading h =
            leg_goes(w, number, direction, before) ? leg_heading(w, number, direction, before) : (heading){0};
        for (int down = 0; leg_goes(w, number, direction, before) && down < (l->up ? 2 : 1); down++) {
            vector v = leg_vector(l, direction);
            v.z = down ? -v.z : v.z;
            v = rotated(owner, v);
            int cell = shift(at, v);
            for (int k = 1; cell >= 0 && cell != at && k <= (l->range ? l->range : rules.cells); k++) {
                bool ends = (number + 1 == w->legs || l->may_stop) && (cell != from || way_back_changes(w, number));
                if ((ends && (!w->to || w->to->has[owner][cell]) && filter_lets(owner, from, cell)) ||
                    (number + 1 < w->legs && way_fits(w, number + 1, owner, from, cell, &h))) {
                    return true;
                }
                cell = shift(cell, v);
            }
        }
    }
    return false;
}

/* Whether a leap of a script leads to another board, where boards are apart. */
static bool leaves_board(int from, const int16_t *leap)
{
    return rules.boards && (rules.z[leap[1]] != rules.z[from] || (leap[0] >= 0 && rules.z[leap[0]] != rules.z[from]));
}

bool could_ever_move(int type, int owner, int cell)
{
    const piece_def *k = &rules.piece_defs[type];
    for (int i = 0; i < k->movement_count; i++) {
        const movement *w = k->movements[i];
        if (w->stay || w->right >= 0 || (w->initial && !stands_at_start(type, owner, cell))) {
            continue; /* it leads nowhere, or only the piece with the right has it */
        }
        for (int n = 0; w->leap_set >= 0 && n < rules.leap_count[w->leap_set][type][owner][cell]; n++) {
            const int16_t *leap = rules.leap[w->leap_set][type][owner][cell][n];
            if (!leaves_board(cell, leap) && filter_lets(owner, cell, leap[1])) {
                return true;
            }
        }
        if (w->leap_set < 0 && w->along && on_drawn_line(cell)) {
            return true;
        }
        bool begins = !w->from || w->from->has[owner][cell];
        if (w->legs && begins && way_fits(w, 0, owner, cell, cell, NULL)) {
            return true;
        }
        for (int v = 0; v < w->vector_count; v++) {
            static const position empty;
            vector leap = rotated(owner, w->vectors[v]);
            int to = shift(cell, leap);
            if ((w->jumping && w->range == 1 && first_on_way(cell, leap) < 0) ||
                (w->lame && !lame_step_free(&empty, cell, leap))) {
                continue;
            }
            bool second =
                w->hop || w->jump || (w->jumping && w->range != 1); /* a piece stands first, or a cell is skipped */
            to = to >= 0 && second ? shift(to, leap) : to;
            for (int far = 1; begins && to >= 0 && to != cell && (w->range ? far <= w->range : far < rules.cells);
                 far++) {
                if ((!w->to || w->to->has[owner][to]) && filter_lets(owner, cell, to)) {
                    return true;
                }
                to = shift(to, leap);
            }
        }
    }
    return false;
}

/* One choice of a promotion. */
typedef struct promotion_choice {
    int into;
    bool from_prison, reverts;
    bool shown; /* it is written even where nothing else can be chosen: the rules name more, or pieces of the prison */
} promotion_choice;

/* Adds the choice unless the list has it. Gives its place in the list; NULL: no room. */
static promotion_choice *add_choice(promotion_choice *list, int *count, promotion_choice one)
{
    for (int i = 0; i < *count; i++) {
        if (list[i].into == one.into && list[i].reverts == one.reverts) {
            return &list[i];
        }
    }
    if (*count == MAX_CHANGES) {
        return NULL;
    }
    list[*count] = one;
    return &list[(*count)++];
}

/* All choices of the promotions that apply to the move. `must`: one of them is mandatory. */
static int promotion_choices(const position *p, piece mover, int type, int owner, int from, int to, bool captures,
                             promotion_choice *out, bool *must)
{
    const piece_def *k = &rules.piece_defs[type];
    promotion_choice named[MAX_CHANGES]; /* whether or not a limit or an empty prison forbids it now */
    int count = 0, named_count = 0;
    bool limited = false, by_prison = false;
    *must = false;
    for (int i = 0; i < k->promotion_count; i++) {
        const promotion *q = &k->promotions[i];
        by_prison = by_prison || q->from_prison;
        const bool from_inside = q->on->has[owner][from];
        if (q->stands || !((q->on->has[owner][to] && !(q->enters && from_inside)) || (q->touches && from_inside)) ||
            (captures ? q->no_capture : q->no_quiet)) {
            continue;
        }
        bool forces = !q->optional || (!q->declinable && !could_ever_move(type, owner, to));
        *must = *must || forces;
        for (int n = 0; n < (q->from_prison ? rules.types : q->choices); n++) {
            const promotion_choice one = {q->from_prison ? n + 1 : q->to[n], q->from_prison, q->reverts, false};
            if (!forces && one.into == type && (!mover.was || one.reverts)) {
                continue; /* where promotion is optional, its own type is no choice */
            }
            add_choice(named, &named_count, one);
            if (is_neutral(mover) && rules.piece_defs[one.into].royal) {
                continue; /* neutral pieces are never royal */
            }
            int there = 0;
            for (int c = 0; c < rules.cells; c++) {
                there += p->at[c].type == one.into && p->at[c].owner == owner;
            }
            int limit = rules.piece_defs[one.into].promotion_limit;
            limited = limited || limit;
            if (limit && there >= limit) {
                continue;
            }
            bool waits = !one.from_prison || (one.into != type && p->hand[mover.owner][one.into]);
            promotion_choice *known = waits ? add_choice(out, &count, one) : NULL;
            if (known) {
                known->from_prison = known->from_prison && one.from_prison;
            }
        }
    }
    for (int c = 0; c < count; c++) {
        out[c].shown = by_prison || named_count > 1;
    }
    *must = *must && (count > 0 || limited); /* a piece that must promote and may not stays away */
    return count;
}

/* What the captor changes into; a capture of a royal piece changes nothing. */
int converted(piece captor, piece victim)
{
    return rules.on_capture && !victim.royal ? rules.transforms_to[captor.owner][victim.owner][captor.royal ? 1 : 0]
                                                                  [captor.type][victim.royal ? 1 : 0][victim.type]
                                             : 0;
}

/* Whether capturing transforms the piece. Then it does not promote as well. */
static bool transforms_by_capture(const position *p, const move *m)
{
    return m->capture_count && converted(p->at[m->from], p->at[m->captured[0]]);
}

static void add_with_splits(query *a, const move *m)
{
    *moves_add(a->out) = *m;
    if (rules.captor_decides && m->kind == MOVE_STEP && m->capture_count) {
        move *other = moves_add(a->out);
        *other = *m;
        other->removes_captured = true;
    }
    for (int pieces = 1; rules.split && m->kind == MOVE_STEP && pieces <= a->p->covered_count[m->from]; pieces++) {
        move *part = moves_add(a->out);
        *part = *m;
        part->lift_count = pieces;
    }
}

/* The move once for each promotion that it allows. */
static void add_with_promotions(query *a, move *m, int type, int from)
{
    promotion_choice list[MAX_CHANGES];
    bool must;
    int count =
        promotion_choices(a->p, a->p->at[m->from], type, a->player, from, m->to, m->capture_count > 0, list, &must);
    if (!must) {
        add_with_splits(a, m);
    }
    for (int i = 0; i < count; i++) {
        m->into = list[i].into;
        m->from_prison = list[i].from_prison;
        m->only_choice = must && !list[i].shown;
        m->reverts = list[i].reverts;
        add_with_splits(a, m);
    }
}

/* A move of a piece is complete but for what it changes into. */
static void finish_move(query *a, move *m, const movement *w)
{
    const position *p = a->p;
    int owner = a->player;
    if (m->kind == MOVE_STEP && w->to && !w->to->has[owner][m->to]) {
        return;
    }
    if (m->kind != MOVE_STAY && !filter_lets(owner, m->from, m->to)) {
        return;
    }
    for (int i = 0; i < m->capture_count; i++) {
        const piece victim = p->at[m->captured[i]];
        if (a->target < 0 && victim.royal && (!rules.royals_capturable || victim.owner == owner)) {
            return; /* the player's own royal too, which a neutral piece could capture */
        }
    }
    if (a->target >= 0) {
        for (int i = 0; i < m->capture_count; i++) {
            if (m->captured[i] == a->target && !w->gives_no_check &&
                !(rules.blast && !a->ready && blast_hits_own_royal(p, m->from, m->to, owner))) {
                a->hit = true;
            }
        }
        return;
    }
    m->by = w;
    m->type = p->at[m->from].type;
    m->resets_halfmove_clock =
        m->capture_count > 0 || (rules.piece_defs[m->type].resets_halfmove_clock && !w->keeps_clock);
    m->keeps_clock = w->keeps_clock;
    if (m->kind == MOVE_STAY && !w->transforms_to) {
        m->resets_halfmove_clock = false;
    }
    if (w->transforms_to) {
        m->into = w->transforms_to;
        add_with_splits(a, m);
        return;
    }
    if (m->kind == MOVE_STAY || transforms_by_capture(p, m)) {
        add_with_splits(a, m);
        return;
    }
    add_with_promotions(a, m, m->type, m->from);
}

/* Whether the movement cannot capture the piece there, whatever its owner. Royals that are sheltered are in check all the same. */
static bool is_barred_victim(const query *a, const movement *w, int cell)
{
    return (!w->all_types && !w->types[a->p->at[cell].type]) || is_protected(a->p, cell) ||
           (cell != a->target && is_sheltered(a->p, cell));
}

static void add_step(query *a, const movement *w, int from, int to, int captured, bool is_en_passant, int left)
{
    if (a->target >= 0 && captured < 0 && !rules.piece_defs[a->p->at[from].type].remote_capture_count) {
        return;
    }
    if (captured >= 0 && is_barred_victim(a, w, captured)) {
        return;
    }
    move m = empty_move(MOVE_STEP, from, to);
    if (captured >= 0) {
        m.captured[m.capture_count++] = captured;
    }
    m.is_en_passant = is_en_passant;
    if (left >= 0) { /* the first cell on the way */
        const vector on = {rules.x[left] - rules.x[from], rules.y[left] - rules.y[from], rules.z[left] - rules.z[from]};
        for (int c = left; c >= 0 && c != to && m.ep_cell_count < MAX_EP; c = w->leaves_all_ep ? shift(c, on) : -1) {
            m.ep_cells[m.ep_cell_count++] = c;
        }
    }
    add_remote_captures(a, &m);
    m.captor_dies = captured >= 0 && !is_en_passant && rules.piece_defs[a->p->at[from].type].kamikaze;
    if (a->target < 0 || m.capture_count) {
        finish_move(a, &m, w);
    }
}

static void ep_captures(query *a, const movement *w, int from, int to)
{
    for (int i = 0; i < a->p->ep_count; i++) {
        if (a->p->ep_cell[i] == to && enemy_of(a->p->ep_owner[i], a->player)) {
            add_step(a, w, from, to, a->p->ep_victim[i], true, -1);
        }
    }
}

/* A leap or ride arrives on a cell; false when it cannot go on behind it. */
static bool arrive(query *a, const movement *w, int from, int to, int left)
{
    const piece there = a->p->at[to];
    if (!there.type) {
        if (w->moves) {
            add_step(a, w, from, to, -1, false, left);
        }
        if (w->en_passant) {
            ep_captures(a, w, from, to);
        }
        return true;
    }
    if (may_take(a->p, a->player, from, to) && w->captures) {
        add_step(a, w, from, to, to, false, -1);
    }
    if (there.owner == a->player && w->own && !there.royal) {
        bool covers = rules.captured_to == 'u' && rules.split;
        add_step(a, w, from, to, covers ? -1 : to, false, -1);
    }
    return false;
}

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

static int gcd(int a, int b)
{
    return b ? gcd(b, a % b) : a;
}

static bool lame_step_free(const position *p, int from, vector v)
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
    int g = gcd(abs(v.x), abs(v.y));
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
    int g = gcd(abs(v.x), abs(v.y));
    return g > 1 ? shift(from, (vector){v.x / g, v.y / g, 0}) : -1;
}

/* The first cell of a leap's path. */
static int first_on_way(int from, vector v)
{
    int g = gcd(gcd(abs(v.x), abs(v.y)), abs(v.z));
    bool straight = abs(v.x) > abs(v.y);
    vector first = g > 1      ? (vector){v.x / g, v.y / g, v.z / g}
                   : straight ? (vector){sign(v.x), 0, 0}
                              : (vector){0, sign(v.y), 0};
    return shift(from, first);
}

/* Whether a piece stands there. */
static bool jumps_piece(const position *p, int from, vector v)
{
    int c = first_on_way(from, v);
    return c >= 0 && p->at[c].type;
}

static bool safe_at(const position *p, int king, int cell);

/* Whether the rest of a leap has a way of king's steps on which the piece would nowhere be attacked. */
static bool has_safe_way(const position *p, int from, vector gone, vector v)
{
    const int x = v.x - gone.x, y = v.y - gone.y;
    if (abs(x) <= 1 && abs(y) <= 1) {
        return true;
    }
    for (int diagonal = 0; diagonal < 2; diagonal++) {
        const bool fits = diagonal ? x && y : abs(x) != abs(y);
        const vector next = {gone.x + (diagonal || abs(x) > abs(y) ? sign(x) : 0),
                             gone.y + (diagonal || abs(y) > abs(x) ? sign(y) : 0), 0};
        const int cell = fits ? shift(from, next) : -1;
        if (fits && (cell < 0 || safe_at(p, from, cell)) && has_safe_way(p, from, next, v)) {
            return true;
        }
    }
    return false;
}

static void ride(query *a, const movement *w, int from, vector v)
{
    int at = from, pieces = 0;
    const int end = shift(from, v);
    if (a->target < 0 && end >= 0 &&
        ((w->safe_from && !safe_at(a->p, from, from)) || (w->safe_to && !safe_at(a->p, from, end)) ||
         (w->safe_passed && !has_safe_way(a->p, from, (vector){0, 0, 0}, v)))) {
        return;
    }
    if (w->jumping && w->range == 1 && !jumps_piece(a->p, from, v)) {
        return;
    }
    for (int k = 1; w->range == 0 || k <= w->range; k++) {
        if (w->lame && !lame_step_free(a->p, at, v)) {
            return;
        }
        at = shift(at, v);
        if (at < 0 || at == from) {
            return;
        }
        if (w->jumping && w->range != 1 && k == 1) {
            continue; /* a skipping rider passes the first cell, occupied or not */
        }
        int left = w->leaves_ep ? first_between(from, v) : -1;
        if (!arrive(a, w, from, at, left)) {
            if (pieces >= w->through) {
                return;
            }
            pieces++;
        }
    }
}

/* A ray that the edges reflect, until it would enter a cell again in the same direction. */
static void bounce(query *a, const movement *w, int from, vector v)
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

static void hop(query *a, const movement *w, int from, vector v)
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

/* A walk of several legs. The origin counts as empty, and so does the cell of a piece captured on the way. */
typedef struct leg_walk {
    query *a;
    const movement *w;
    int from, captured; /* -1: nobody yet */
    vector way[2];      /* the ways of the first two legs */
} leg_walk;

static bool is_occupied(const leg_walk *t, int cell)
{
    return cell != t->from && cell != t->captured && t->a->p->at[cell].type;
}

/* Whether the walk may capture there, an enemy or one of its own side. */
static bool captures_there(const leg_walk *t, int cell, bool enemies, bool own)
{
    const piece there = t->a->p->at[cell];
    if (!is_occupied(t, cell) || is_barred_victim(t->a, t->w, cell)) {
        return false;
    }
    return (enemies && may_take(t->a->p, t->a->player, t->from, cell)) ||
           (own && there.owner == t->a->player && !there.royal);
}

/* A step onto an empty cell and back is a pass, one for all directions. To come round a wrapped edge is none. */
static void step_and_back(const leg_walk *t)
{
    const query *a = t->a;
    const leg *there = &t->w->leg[0], *back = &t->w->leg[1];
    const vector first = t->way[0], second = t->way[1];
    bool plain = t->w->legs == 2 && first.x == -second.x && first.y == -second.y && first.z == -second.z &&
                 there->range == 1 && back->range == 1 && !there->hop && !back->hop &&
                 (!t->w->to || t->w->to->has[a->player][t->from]);
    for (int i = 0; a->target < 0 && i < a->out->count; i++) {
        plain = plain && !(a->out->list[i].kind == MOVE_STAY && a->out->list[i].from == t->from);
    }
    if (plain && a->target < 0) {
        move m = empty_move(MOVE_STAY, t->from, t->from);
        finish_move(t->a, &m, t->w);
    }
}

static void leg_walk_end(const leg_walk *t, const leg *l, int cell)
{
    const movement *w = t->w;
    bool said = l->m || l->c || l->d, any = !said && !w->moves && !w->captures && !w->own;
    bool rests = any || (said ? l->m : w->moves), captures = any || (said ? l->c : w->captures),
         own = said ? l->d : w->own;
    bool taking = captures_there(t, cell, captures, own);
    if (!taking && rests && cell == t->from && t->captured < 0) {
        step_and_back(t);
        return;
    }
    if (!taking && (!rests || is_occupied(t, cell))) {
        return;
    }
    move m = empty_move(MOVE_STEP, t->from, cell);
    if (t->captured >= 0) {
        m.captured[m.capture_count++] = t->captured;
        m.captured_on_way = t->captured != cell; /* what is captured on the last cell is a plain capture */
    }
    if (taking) {
        m.captured[m.capture_count++] = cell;
    }
    m.captor_dies = m.capture_count > 0 && rules.piece_defs[t->a->p->at[t->from].type].kamikaze;
    add_remote_captures(t->a, &m);
    if (t->a->target < 0 || m.capture_count) {
        finish_move(t->a, &m, w);
    }
}

static void leg_walk_leg(leg_walk *t, int number, int at, const heading *before);

static void leg_walk_next(leg_walk *t, int number, int cell, const heading *h)
{
    const leg *l = &t->w->leg[number];
    if (number + 1 == t->w->legs || l->may_stop) {
        leg_walk_end(t, l, cell);
    }
    if (number + 1 == t->w->legs) {
        return;
    }
    if (l->hop && is_occupied(t, cell)) {
        leg_walk_leg(t, number + 1, cell, h);
    } else if (t->captured < 0 && captures_there(t, cell, l->c, l->d)) {
        t->captured = cell;
        leg_walk_leg(t, number + 1, cell, h);
        t->captured = -1;
    } else if (!is_occupied(t, cell) && (l->m || !(l->c || l->d || l->hop))) {
        leg_walk_leg(t, number + 1, cell, h);
    }
}

static void leg_walk_leg(leg_walk *t, int number, int at, const heading *before)
{
    const leg *l = &t->w->leg[number];
    for (int direction = 0; direction < 8; direction++) {
        if (!leg_goes(t->w, number, direction, before)) {
            continue;
        }
        const heading h = leg_heading(t->w, number, direction, before);
        for (int descending = 0; descending < (l->up ? 2 : 1); descending++) {
            vector v = leg_vector(l, direction);
            v.z = descending ? -v.z : v.z;
            v = rotated(t->a->player, v);
            if (number < 2) {
                t->way[number] = v;
            }
            int cell = shift(at, v);
            for (int k = 1; cell >= 0 && k <= (l->range ? l->range : rules.cells); k++, cell = shift(cell, v)) {
                if (number == 0 && cell == t->from) {
                    break; /* once round the board */
                }
                leg_walk_next(t, number, cell, &h);
                if (is_occupied(t, cell)) {
                    break;
                }
            }
        }
    }
}

/* ---- chains of jumps ---- */

typedef struct chain {
    query *a;
    int from, jumped[MAX_CAPTURED], jump_count, path[MAX_CAPTURED + 1];
    bool promoted, under;
    promotion_choice promotion; /* the last one on the way, if promoted */
    int start_type;
    vector came; /* the way of the last jump */
} chain;

static bool was_jumped(const chain *k, int cell)
{
    for (int i = 0; i < k->jump_count; i++) {
        if (k->jumped[i] == cell) {
            return true;
        }
    }
    return false;
}

static bool is_free(const chain *k, int cell)
{
    bool left =
        rules.jump_removes_at_once ||
        (k->under && !k->a->p->covered_count[cell]); /* a piece that goes under a stack leaves its cell at once */
    return cell == k->from || !k->a->p->at[cell].type || (left && was_jumped(k, cell));
}

typedef struct landing {
    const movement *w;
    int over, to;
    vector v;
} landing;

static int landings(const chain *k, int at, int type, const movement *only, const vector *only_direction, landing *out)
{
    int count = 0;
    for (int i = 0; i < rules.piece_defs[type].movement_count; i++) {
        const movement *w = rules.piece_defs[type].movements[i];
        if (!w->jump || w->jumped == 's' || (only && w != only) ||
            (!k->jump_count && w->from && !w->from->has[k->a->player][at])) {
            continue; /* where a chain goes on from is not asked */
        }
        if (k->jump_count && !w->chain && !only) {
            continue; /* a chain is of jumps that make chains */
        }
        for (int n = 0; n < w->vector_count; n++) {
            vector v = rotated(k->a->player, w->vectors[n]);
            if (rules.jump_not_back && k->jump_count && v.x == -k->came.x && v.y == -k->came.y && v.z == -k->came.z) {
                continue;
            }
            if (only_direction && (v.x != only_direction->x || v.y != only_direction->y || v.z != only_direction->z)) {
                continue;
            }
            int over = shift(at, v), far = 1;
            while (over >= 0 && over != at && is_free(k, over) && (w->range == 0 || far < w->range)) {
                over = shift(over, v);
                far++;
            }
            if (over < 0 || is_free(k, over) || was_jumped(k, over) ||
                !enemy_of(k->a->p->at[over].owner, k->a->player)) {
                continue;
            }
            if (w->jumped == 'c' && k->a->p->at[over].royal) {
                continue; /* no royal piece changes sides */
            }
            bool spared = k->a->target < 0 && k->a->p->at[over].royal && !rules.royals_capturable;
            if (spared || is_barred_victim(k->a, w, over)) {
                continue;
            }
            int to = shift(over, v);
            for (far = 1; to >= 0 && to != over && is_free(k, to); to = shift(to, v), far++) {
                if (count < 128) {
                    out[count++] = (landing){w, over, to, v};
                }
                if (w->lands ? w->lands == 'n' : w->range == 1) {
                    break; /* a long jump lands on any cell behind, if the rules say nothing */
                }
            }
        }
    }
    return count;
}

/* Where the last jump began: a chain promotes as its last jump does. */
static int last_jump_from(const chain *k)
{
    return k->jump_count > 1 ? k->path[k->jump_count - 2] : k->from;
}

static void chain_end(chain *k, int at, int type, const movement *w)
{
    query *a = k->a;
    move m;
    if (!filter_lets(a->player, k->from, at)) {
        return;
    }
    memset(&m, 0, sizeof m);
    m.choice = -1;
    m.kind = MOVE_STEP;
    m.chain = true;
    m.from = k->from;
    m.to = at;
    m.by = w;
    m.type = k->start_type;
    m.jumped = w->jumped;
    m.capture_count = k->jump_count;
    memcpy(m.captured, k->jumped, sizeof k->jumped);
    for (int i = 0; i < k->jump_count; i++) {
        m.captured_type[i] = a->p->at[k->jumped[i]].type;
    }
    m.path_count = k->jump_count;
    memcpy(m.path, k->path, sizeof k->path);
    m.resets_halfmove_clock = true;
    if (a->target >= 0) {
        for (int i = 0; i < k->jump_count; i++) {
            a->hit = a->hit || (k->jumped[i] == a->target && w->jumped != 'c' && !w->gives_no_check);
        }
        return;
    }
    if (k->promoted) {
        m.into = type;
        m.from_prison = k->promotion.from_prison;
        m.reverts = k->promotion.reverts;
        m.only_choice = !k->promotion.shown;
        add_with_splits(a, &m);
        return;
    }
    add_with_promotions(a, &m, type, last_jump_from(k));
}

static void chain_on(chain *k, int at, int type, const movement *last, const vector *came)
{
    landing list[128];
    int count = last && !last->chain && !last->chain_straight
                    ? 0
                    : landings(k, at, type, last && last->chain_straight ? last : NULL,
                               last && last->chain_straight ? came : NULL, list);
    if (last) {
        promotion_choice into[MAX_CHANGES];
        bool must;
        bool stops = rules.jump_promotion == 's' &&
                     promotion_choices(k->a->p, k->a->p->at[k->from], type, k->a->player, last_jump_from(k), at, true,
                                       into, &must) > 0 &&
                     must;
        if (!count || stops || k->jump_count == MAX_CAPTURED) {
            chain_end(k, at, type, last);
            return;
        }
    }
    bool goes_on[128] = {false}, promotes[128] = {false};
    promotion_choice promotions[128];
    int transforms_to[128];
    for (int i = 0; i < count; i++) {
        promotion_choice into[MAX_CHANGES];
        bool must;
        int choices =
            promotion_choices(k->a->p, k->a->p->at[k->from], type, k->a->player, at, list[i].to, true, into, &must);
        promotes[i] = rules.jump_promotion == 'c' && choices == 1 && must;
        transforms_to[i] = promotes[i] ? into[0].into : type;
        promotions[i] = promotes[i] ? into[0] : k->promotion;
        landing next[128];
        const vector came_before = k->came;
        k->came = list[i].v;
        k->jumped[k->jump_count++] = list[i].over;
        goes_on[i] =
            (list[i].w->chain && landings(k, list[i].to, transforms_to[i], NULL, NULL, next) > 0) ||
            (list[i].w->chain_straight && landings(k, list[i].to, transforms_to[i], list[i].w, &list[i].v, next) > 0);
        k->jump_count--;
        k->came = came_before;
    }
    for (int i = 0; i < count; i++) {
        bool better = false;
        for (int j = 0; j < count; j++) {
            bool same_jump = list[j].w == list[i].w && list[j].over == list[i].over && list[j].v.x == list[i].v.x &&
                             list[j].v.y == list[i].v.y && list[j].v.z == list[i].v.z;
            better = better || (same_jump && goes_on[j] && !goes_on[i]);
        }
        if (better) {
            continue;
        }
        const bool before = k->promoted;
        const promotion_choice until_here = k->promotion;
        const vector came_before = k->came;
        k->came = list[i].v;
        k->promoted = before || promotes[i];
        k->promotion = promotions[i];
        k->path[k->jump_count] = list[i].to;
        k->jumped[k->jump_count++] = list[i].over;
        chain_on(k, list[i].to, transforms_to[i], list[i].w, &list[i].v);
        k->jump_count--;
        k->promoted = before;
        k->promotion = until_here;
        k->came = came_before;
    }
}

static bool has_jumps(int type)
{
    for (int i = 0; i < rules.piece_defs[type].movement_count; i++) {
        const movement *w = rules.piece_defs[type].movements[i];
        if (w->jump && w->jumped != 's') {
            return true;
        }
    }
    return false;
}

/* ---- jumps over pieces that stay ---- */

typedef struct hops {
    query *a;
    int from, type, depth; /* straight chains may go round a wrapped board for ever */
    bool been[MAX_CELLS], told[MAX_CELLS];
} hops;

static bool is_open_to_hops(const hops *k, int cell)
{
    return cell == k->from || !k->a->p->at[cell].type;
}

static void hop_from(hops *k, const movement *w, int at, const vector *only);

/* Goes on with every movement that makes chains. */
static void hop_onward(hops *k, const movement *w, int at, const vector *v)
{
    const piece_def *d = &rules.piece_defs[k->type];
    if (w->chain_straight && k->depth < MAX_CELLS) {
        k->depth++;
        hop_from(k, w, at, v);
        k->depth--;
    } else if (w->chain && !k->been[at]) {
        k->been[at] = true;
        for (int i = 0; i < d->movement_count; i++) {
            if (d->movements[i]->jump && d->movements[i]->jumped == 's' && d->movements[i]->chain) {
                hop_from(k, d->movements[i], at, NULL);
            }
        }
    }
}

/* Follows each jump from the cell at once, as deep as it goes; `only`: straight on. */
static void hop_from(hops *k, const movement *w, int at, const vector *only)
{
    for (int n = 0; n < w->vector_count; n++) {
        vector v = rotated(k->a->player, w->vectors[n]);
        if (only && (v.x != only->x || v.y != only->y || v.z != only->z)) {
            continue;
        }
        int over = shift(at, v), far = 1;
        for (; over >= 0 && is_open_to_hops(k, over) && (w->range == 0 || far < w->range) && far < 99; far++) {
            over = shift(over, v);
        }
        if (over < 0 || is_open_to_hops(k, over)) {
            continue;
        }
        bool one = w->lands ? w->lands == 'n' : w->range == 1;
        for (int to = shift(over, v); to >= 0 && is_open_to_hops(k, to); to = one ? -1 : shift(to, v)) {
            if (to != k->from && !k->told[to]) {
                k->told[to] = true;
                arrive(k->a, w, k->from, to, -1);
            }
            hop_onward(k, w, to, &v);
        }
    }
}

static void moves_along_lines(query *a, const movement *w, int from)
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

static void long_leaps(query *a, int from)
{
    static const movement simple = {.all_types = true, .right = -1, .leap_set = -1};
    long_leap list[64];
    int count = long_leaps_from(a, from, list, 64);
    for (int i = 0; i < count; i++) {
        move m = empty_move(MOVE_STEP, from, list[i].to);
        m.capture_count = list[i].capture_count;
        memcpy(m.captured, list[i].captured, sizeof list[i].captured);
        add_remote_captures(a, &m);
        finish_move(a, &m, &simple);
    }
}

/* A piece that found its promotion choice absent from the prison is exchanged once one is there. */
static void exchange_from_prison(query *a, int from)
{
    const position *p = a->p;
    const piece m = p->at[from];
    const piece_def *k = &rules.piece_defs[m.type];
    for (int i = 0; i < k->promotion_count && a->target < 0; i++) {
        const promotion *q = &k->promotions[i];
        for (int t = 1; q->from_prison && q->on->has[a->player][from] && t <= rules.types; t++) {
            if (p->hand[m.owner][t] && t != m.type) {
                move one = empty_move(MOVE_STAY, from, from);
                one.type = m.type;
                one.into = t;
                one.from_prison = true;
                one.reverts = q->reverts;
                one.resets_halfmove_clock = k->resets_halfmove_clock;
                *moves_add(a->out) = one;
            }
        }
    }
}

static void moves_of_type(query *a, int from, int type)
{
    const position *p = a->p;
    const piece_def *k = &rules.piece_defs[type];
    for (int i = 0; i < k->movement_count && !a->hit; i++) {
        const movement *w = k->movements[i];
        if (w->jump && w->jumped == 's' && a->target < 0 && condition_holds(p, w, from, a->player)) {
            hops jumps = {.a = a, .from = from, .type = type};
            hop_from(&jumps, w, from, NULL);
        }
        if (w->jump || !condition_holds(p, w, from, a->player) || (a->target >= 0 && w->gives_no_check)) {
            continue;
        }
        if (w->stay) {
            if (a->target < 0) {
                move m = empty_move(MOVE_STAY, from, from);
                finish_move(a, &m, w);
            }
            continue;
        }
        if (w->along) {
            moves_along_lines(a, w, from);
            continue;
        }
        if (w->leap_set >= 0) {
            for (int n = 0; n < rules.leap_count[w->leap_set][type][a->player][from]; n++) {
                const int16_t *leap = rules.leap[w->leap_set][type][a->player][from][n];
                if (!leaves_board(from, leap) && (leap[0] < 0 || !p->at[leap[0]].type) && leap[1] != from) {
                    arrive(a, w, from, leap[1], -1);
                }
            }
            continue;
        }
        if (w->legs) {
            leg_walk t = {.a = a, .w = w, .from = from, .captured = -1};
            leg_walk_leg(&t, 0, from, NULL);
            continue;
        }
        for (int n = 0; n < w->vector_count; n++) {
            vector v = rotated(a->player, w->vectors[n]);
            if (w->hop) {
                hop(a, w, from, v);
            } else if (w->bounces) {
                bounce(a, w, from, v);
            } else {
                ride(a, w, from, v);
            }
        }
    }
}

/* Whether what stands on the cell moves as such a piece: of a combined stack any of its pieces tells. */
bool moves_as(const position *p, int cell, int type)
{
    bool found = p->at[cell].type == type;
    for (int i = 0; rules.combined && i < p->covered_count[cell]; i++) {
        found = found || p->stack[cell][i].type == type;
    }
    return found;
}

/* Several movements may make the same move, those of one piece or of one stack. Then a plain step counts, not a double step,
 * and one that is no progress makes it none. In a stack a capture in passing names the piece that it captures. */
static void settle_same_moves(query *a, int first)
{
    moves *list = a->out;
    int kept = first;
    for (int i = first; i < list->count; i++) {
        move m = list->list[i];
        bool plain = false;
        for (int k = first; k < list->count && (m.ep_cell_count || m.is_en_passant); k++) {
            const move *other = &list->list[k];
            plain = plain || (other->kind == MOVE_STEP && other->to == m.to && !other->ep_cell_count &&
                              !other->is_en_passant && other->from == m.from &&
                              (rules.combined || (other->into == m.into && other->lift_count == m.lift_count &&
                                                  !other->captured_on_way && !other->chain)));
        }
        for (int k = first; k < list->count && m.kind == MOVE_STEP && !m.capture_count; k++) {
            const move *other = &list->list[k];
            m.resets_halfmove_clock &= !(other->keeps_clock && other->from == m.from && other->to == m.to);
        }
        m.captured_on_way = m.captured_on_way || (rules.combined && m.is_en_passant && plain);
        if (!(m.kind == MOVE_STEP && m.ep_cell_count && plain)) {
            list->list[kept++] = m;
        }
    }
    list->count = kept;
}

static void piece_moves(query *a, int from)
{
    int type = a->p->at[from].type, first = a->out ? a->out->count : 0;
    if (has_jumps(type)) {
        chain c = {.a = a, .from = from, .start_type = type, .under = rules.stacks};
        chain_on(&c, from, type, NULL, NULL);
    }
    for (int t = 1; t <= rules.types; t++) {
        if (moves_as(a->p, from, t)) {
            moves_of_type(a, from, t);
        }
    }
    if (a->target < 0) {
        settle_same_moves(a, first);
    }
    long_leaps(a, from);
    exchange_from_prison(a, from);
}

/* ---- attacks ---- */

bool find_attackers(const position *p, int cell, int by, int *from, int *count)
{
    query a = {.p = p, .player = by, .target = cell};
    bool any = false;
    if (attacks_nothing(p, by)) {
        return false;
    }
    static int immobilizing = -1;
    static const rules_t *asked;
    if (asked != &rules || immobilizing < 0) {
        immobilizing = any_immobilizes();
        asked = &rules;
    }
    for (int c = 0; c < rules.cells; c++) {
        if (moves_piece(p->at[c], by) && !(immobilizing && is_immobilized(p, c))) {
            a.hit = false;
            piece_moves(&a, c);
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

bool is_attacked(const position *p, int by, int cell)
{
    return find_attackers(p, cell, by, NULL, NULL);
}

static bool royal_attacked(const position *p, int cell)
{
    for (int o = 0; o < rules.players; o++) {
        if (enemy_of(o, p->at[cell].owner) && is_attacked(p, o, cell)) {
            return true;
        }
    }
    return false;
}

bool in_check(const position *p, int player)
{
    if (rules.royals_by_moves) {
        return in_check_by_moves(p, player);
    }
    for (int c = 0; c < rules.cells; c++) {
        if (p->at[c].type && p->at[c].royal && p->at[c].owner == player && royal_attacked(p, c)) {
            return true;
        }
    }
    return false;
}

bool gives_check(const position *after, int player)
{
    for (int o = 0; o < rules.players; o++) {
        if (enemy_of(o, player) && same_board(o, player) && in_check(after, o)) {
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

/* Whether a script may say who is next. */
static bool order_may_change(void)
{
    bool may = rules.row_captures > 0;
    for (int i = 0; i < rules.hook_count; i++) {
        may = may || strchr("aco", rules.hooks[i].at);
    }
    return may;
}

/* Whether `player` moves before `left` does again, that is, before the en passant target of `left` is closed. */
static bool moves_before(const position *p, int player, int left)
{
    if (rules.boards || order_may_change()) {
        return true;
    }
    int next = p->side_to_move == left ? next_player(p, left) : p->side_to_move;
    for (int i = 0; i < rules.players && next != left; i++) {
        if (next == player) {
            return true;
        }
        next = next_player(p, next);
    }
    return false;
}

bool ep_is_possible(const position *p, int index)
{
    position one;
    moves list = {0};
    copy_position(&one, p);
    one.ep_count = 1;
    one.ep_cell[0] = p->ep_cell[index];
    one.ep_victim[0] = p->ep_victim[index];
    one.ep_owner[0] = p->ep_owner[index];
    if (p->ply > 0 && one.ep_owner[0] == p->side_to_move) {
        one.at[one.ep_cell[0]] = (piece){0}; /* who passes over the cell in the same turn may leave it again */
    }
    bool ready = false;
    query a = {.p = &one, .target = one.ep_victim[0], .ready = true};
    for (int c = 0; c < rules.cells && !ready; c++) {
        if (!p->at[c].type || !enemy_of(p->at[c].owner, one.ep_owner[0]) || (rules.each_piece_once && p->moved[c])) {
            continue;
        }
        a.player = is_neutral(p->at[c]) ? p->side_to_move : p->at[c].owner;
        if (a.player == one.ep_owner[0]) { /* in the middle of a turn; an enemy will move the neutral piece */
            a.player = (a.player + 1) % rules.players;
        }
        if (!moves_before(p, a.player, one.ep_owner[0])) {
            continue;
        }
        for (int t = 1; t <= rules.types && !ready; t++) {
            const piece_def *k = &rules.piece_defs[t];
            for (int i = 0; moves_as(p, c, t) && i < k->movement_count && !ready; i++) {
                const movement *w = k->movements[i];
                bool here =
                    (!w->initial || stands_at_start(t, p->at[c].owner, c)) && (!w->from || w->from->has[a.player][c]);
                for (int n = 0; here && w->en_passant && n < w->vector_count && !ready; n++) {
                    int to = shift(c, rotated(a.player, w->vectors[n]));
                    if (to == one.ep_cell[0] && !one.at[to].type) {
                        a.hit = false;
                        ep_captures(&a, w, c, to);
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

static bool path_empty(const position *p, int from, int to, int one, int other)
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

/* Whether the king that is put on the cell is attacked. */
static bool put_is_attacked(const position *p, int cell)
{
    return rules.royals_by_moves && !trying_attacks ? in_check(p, p->at[cell].owner) : royal_attacked(p, cell);
}

static bool safe_at(const position *p, int king, int cell)
{
    position moved;
    copy_position(&moved, p);
    piece m = moved.at[king];
    moved.at[king].type = 0;
    moved.at[king] = (piece){0};
    moved.at[cell] = m;
    return !put_is_attacked(&moved, cell);
}

static bool path_safe(const position *p, int from, int to)
{
    int at = from;
    if (!safe_at(p, from, from)) {
        return false;
    }
    while (at != to) {
        at = rules.grid[rules.z[at]][rules.y[at] + sign(rules.y[to] - rules.y[at])]
                       [rules.x[at] + sign(rules.x[to] - rules.x[at])];
        if ((rules.blast || rules.royals_by_moves) && at == to) {
            return true; /* the position after the castling is checked instead */
        }
        if ((!p->at[at].type || at == from) && !safe_at(p, from, at)) {
            return false;
        }
        if (p->at[at].type && at != from) {
            /* the partner stands there (Chess960): as if the king stood in its place */
            position moved;
            copy_position(&moved, p);
            moved.at[at] = p->at[from];
            moved.at[from] = (piece){0};
            if (put_is_attacked(&moved, at)) {
                return false;
            }
        }
    }
    return true;
}

/* Whether the king would stand safe with its partner beside it, where attacks are found by moves. */
static bool castled_safely(const position *p, int king, int rook, int king_to, int rook_to)
{
    position after;
    copy_position(&after, p);
    piece one = p->at[king], other = p->at[rook];
    after.at[king] = after.at[rook] = (piece){0};
    after.at[king_to] = one;
    after.at[rook_to] = other;
    return !in_check(&after, one.owner);
}

static void add_castling(query *a, const castling *k, int king, int rook, int king_to, int rook_to)
{
    const position *p = a->p;
    if (p->at[king].type != k->king || p->at[king].owner != a->player || p->at[rook].type != k->with ||
        p->at[rook].owner != a->player) {
        return;
    }
    if (rules.stacks && (p->covered_count[king] || p->covered_count[rook])) {
        return;
    }
    if (is_immobilized(p, king) || is_immobilized(p, rook)) {
        return;
    }
    if (k->has_clear) {
        for (int i = 0; i < k->clear_count; i++) {
            if (!empty_but(p, k->clear[a->player][i], king, rook)) {
                return;
            }
        }
    } else if (!path_empty(p, king, rook, king, rook) || !path_empty(p, king, king_to, king, rook) ||
               !path_empty(p, rook, rook_to, king, rook)) {
        return;
    }
    if (!empty_but(p, king_to, king, rook) || !empty_but(p, rook_to, king, rook)) {
        return;
    }
    if (k->has_safe) {
        if (k->safe_count && p->at[king].royal && !safe_at(p, king, king)) {
            return;
        }
        for (int i = 0; i < k->safe_count; i++) {
            bool later = rules.royals_by_moves && k->safe[a->player][i] == king_to;
            if (p->at[king].royal && !later && !safe_at(p, king, k->safe[a->player][i])) {
                return;
            }
        }
    } else if (p->at[king].royal && !path_safe(p, king, king_to)) {
        return;
    }
    if (rules.royals_by_moves && p->at[king].royal && !castled_safely(p, king, rook, king_to, rook_to)) {
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
    m->resets_halfmove_clock = rules.piece_defs[k->king].resets_halfmove_clock;
}

static void add_castlings(query *a)
{
    const position *p = a->p;
    for (int i = 0; i < rules.castle_count; i++) {
        const castling *k = &rules.castle[i];
        if (i != rules.family) {
            if (p->rights[a->player] & 1u << k->right) {
                add_castling(a, k, k->from[a->player], k->rook_from[a->player], k->king_to[a->player],
                             k->rook_to[a->player]);
            }
            continue;
        }
        for (int r = 0; r < rules.right_count; r++) {
            const right *one = &rules.rights[r];
            int rook = one->partner[a->player], king_to = -1, rook_to = -1;
            for (int king = 0; king < rules.cells && one->castling && (p->rights[a->player] & 1u << r); king++) {
                if (is_family_king(p, king, a->player) && king != rook &&
                    ref_script_castling(rules.family_hook, king, rook, a->player, &king_to, &rook_to)) {
                    add_castling(a, k, king, rook, king_to, rook_to);
                }
            }
        }
    }
}

/* ---- drops ---- */

/* Whether a side of the cell borders on nothing, or on a neutral piece of the type. */
bool is_at_edge(const position *p, int type, int cell)
{
    static const vector square[] = {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}};
    static const vector hexagon[] = {{2, 0, 0}, {1, 1, 0}, {-1, 1, 0}, {-2, 0, 0}, {-1, -1, 0}, {1, -1, 0}};
    for (int i = 0; i < (rules.rows ? 6 : 4); i++) {
        int next = shift(cell, rules.rows ? hexagon[i] : square[i]);
        if (next < 0 || (p->at[next].type == type && is_neutral(p->at[next]))) {
            return true;
        }
    }
    return false;
}

/* In whose hand the pieces are that the player drops: their own, or one for all. */
int hand_holder(int player, int type)
{
    return rules.piece_defs[type].drop_shared ? rules.players : player;
}

bool drop_allowed(const position *p, int player, int face, int cell)
{
    const piece_def *k = &rules.piece_defs[face];
    if (!k->drops) { /* nor as another piece */
        return false;
    }
    if (p->at[cell].type || (k->drop_on && !k->drop_on->has[player][cell])) {
        return false;
    }
    if (rules.boards && rules.z[cell] != rules.board_of[player]) {
        return false;
    }
    bool stands = k->drop_neutral && !k->movement_count;
    if (!k->drop_immobile && !stands && !could_ever_move(face, player, cell)) {
        return false;
    }
    if (k->drop_edge && !is_at_edge(p, face, cell)) {
        return false;
    }
    int below = shift(cell, (vector){0, -1, 0});
    if (k->gravity && below >= 0 && !p->at[below].type) {
        return false;
    }
    int same = 0;
    for (int c = 0; k->per_file && c < rules.cells; c++) {
        const piece m = p->at[c]; /* a royal form of the type is another type, and so is one that reverts */
        same += rules.x[c] == rules.x[cell] && rules.z[c] == rules.z[cell] && m.type == face &&
                m.owner == (k->drop_neutral ? rules.players : player) && !m.was && m.royal <= k->royal;
    }
    return !k->per_file || same < k->per_file;
}

static void add_drops(query *a)
{
    for (int t = 1; rules.captured_to != 'b' && t <= rules.types; t++) { /* pieces in prison are not dropped */
        const piece_def *held = &rules.piece_defs[t];
        bool held_any = a->p->hand[hand_holder(a->player, t)][t];
        if (!held->drops || !(held_any || held->endless[a->player])) {
            continue;
        }
        for (int f = 0; f < held->drop_type_count; f++) {
            bool royal =
                rules.piece_defs[held->drop_types[f]].royal; /* they are dropped where games begin so, and only there */
            for (int c = 0; c < rules.cells && (!royal || rules.setup || rules.has_setup_first || rules.setup_royals);
                 c++) {
                if (drop_allowed(a->p, a->player, held->drop_types[f], c)) {
                    move *m = moves_add(a->out);
                    m->kind = MOVE_DROP;
                    m->from = -1;
                    m->to = c;
                    m->type = t;
                    m->drop_type = held->drop_types[f];
                    m->resets_halfmove_clock = rules.piece_defs[held->drop_types[f]].drop_resets;
                }
            }
        }
    }
}

/* ---- all of them ---- */

static void board_moves(query *a)
{
    const position *p = a->p;
    moves *out = a->out;
    bool immobilizing = any_immobilizes();
    for (int c = 0; c < rules.cells; c++) {
        const piece m = p->at[c];
        bool immobilized = immobilizing && moves_piece(m, p->side_to_move) && is_immobilized(p, c);
        const bool has_moved = rules.each_piece_once && p->moved[c];
        if (immobilized && !has_moved && rules.removes_immobilized && !m.royal && m.owner == p->side_to_move) {
            move *off = moves_add(out);
            *off = empty_move(MOVE_REMOVE, c, c);
            off->type = m.type;
            off->resets_halfmove_clock = true;
        }
        if (moves_piece(m, p->side_to_move) && !has_moved && !immobilized) {
            piece_moves(a, c);
        }
    }
    add_castlings(a);
    if (rules.each_piece_once) {
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

/* Moves and drops of the side to move. */
void board_and_drop_moves(const position *p, moves *out)
{
    query a = {.p = p, .player = p->side_to_move, .out = out, .target = -1};
    bool setup = rules.setup && has_droppable(p, p->side_to_move) && !trying_attacks; /* who must place attacks, too */
    bool only_drops = rules.turn_of_drops && p->ply > 0;
    if (!setup && !only_drops) {
        board_moves(&a);
    }
    add_drops(&a);
}
