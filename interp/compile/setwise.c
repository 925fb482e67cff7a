/* Set-wise moves: finds the pieces whose moves are shifts, and lays them out so that all move at once.
 *
 * Chess programs have moved pawns set-wise since Slate and Atkin (1977). Here it works for any piece that only steps:
 * all its leaps and double steps must come down to a few differences of cell numbers. */

#include "compile/variant_build.h"

#include <stdlib.h>
#include <string.h>

/* Adds one step from `from`; false when there are too many kinds of steps. */
static bool add_step(setwise_moves *m, size_t from, setwise_step wanted)
{
    int i = 0;
    if (abs(wanted.shift) > 63 || abs(wanted.empty_shift) > 63) {
        return false;
    }
    while (i < m->step_count && !(m->step[i].shift == wanted.shift && m->step[i].empty_shift == wanted.empty_shift &&
                                  m->step[i].modes == wanted.modes && m->step[i].leaves_ep == wanted.leaves_ep)) {
        i++;
    }
    if (i == SETWISE_STEPS_MAX) {
        return false;
    }
    if (i == m->step_count) {
        m->step[m->step_count++] = wanted;
    }
    set_put(m->step[i].from, (unsigned)from);
    return true;
}

static bool add_leaps(const variant *v, const piece_moves *p, setwise_moves *m)
{
    for (size_t from = 0; from < (size_t)v->cells; from++) {
        for (size_t to = 0; to < (size_t)v->cells; to++) {
            unsigned modes = 0;
            unsigned at = (unsigned)to;
            modes |= p->leap_both && set_has(set_table_row(v, p->leap_both, from), at) ? LEG_MOVE | LEG_CAPTURE : 0;
            modes |= p->leap_move && set_has(set_table_row(v, p->leap_move, from), at) ? LEG_MOVE : 0;
            modes |= p->leap_capture && set_has(set_table_row(v, p->leap_capture, from), at) ? LEG_CAPTURE : 0;
            setwise_step s = {.shift = (int8_t)((int)to - (int)from), .modes = (uint8_t)modes};
            if (modes && !add_step(m, from, s)) {
                return false;
            }
        }
    }
    return true;
}

/* Whether the set is just that cell. */
static bool only_cell(const variant *v, const uint64_t *set, unsigned cell)
{
    for (unsigned i = 0; i < (unsigned)v->cells; i++) {
        if (set_has(set, i) != (i == cell)) {
            return false;
        }
    }
    return true;
}

/* Whether it is a double step or the like: onto an empty cell over at most one other. */
static bool is_setwise_special(const variant *v, const special *s)
{
    bool lame = s->first_clear != CELL_NONE;
    return s->kind == SPECIAL_LEAP && s->right < 0 && !s->into && !s->needs_adjacent && s->modes == LEG_MOVE &&
           (lame ? only_cell(v, v->set_pool + s->clear, s->first_clear) : !s->leaves_ep);
}

/* Where a piece has another special, all its specials there are left to be generated one by one. */
static bool add_specials(const variant *v, const piece_moves *p, setwise_moves *m)
{
    for (size_t from = 0; p->special_start && from < (size_t)v->cells; from++) {
        for (uint32_t i = p->special_start[from]; i < p->special_ep_start[from]; i++) {
            if (!is_setwise_special(v, &p->specials[i])) {
                set_put(m->irregular, (unsigned)from);
            }
        }
        for (uint32_t i = p->special_start[from];
             i < p->special_ep_start[from] && !set_has(m->irregular, (unsigned)from); i++) {
            const special *s = &p->specials[i];
            bool lame = s->first_clear != CELL_NONE;
            setwise_step step = {.shift = (int8_t)((int)s->to - (int)from),
                                 .empty_shift = (int8_t)(lame ? (int)s->first_clear - (int)from : 0),
                                 .modes = LEG_MOVE,
                                 .leaves_ep = s->leaves_ep};
            if (!add_step(m, from, step)) {
                return false;
            }
        }
    }
    return true;
}

static bool add_classes(const variant *v, const promotion_table *t, setwise_moves *m)
{
    size_t row = (size_t)v->bitset_words * sizeof(uint64_t);
    for (size_t from = 0; from < (size_t)v->cells; from++) {
        const uint64_t *forced = set_table_row(v, t->mandatory, from), *optional = set_table_row(v, t->optional, from);
        int i = 0;
        while (i < m->class_count &&
               (memcmp(m->class[i].mandatory, forced, row) != 0 || memcmp(m->class[i].optional, optional, row) != 0)) {
            i++;
        }
        if (i == SETWISE_CLASSES_MAX) {
            return false;
        }
        if (i == m->class_count) {
            memcpy(m->class[i].mandatory, forced, row);
            memcpy(m->class[i].optional, optional, row);
            m->class_count++;
        }
        set_put(m->class[i].from, (unsigned)from);
    }
    return true;
}

/* Whether nothing but shifts and promotions with equally many choices can be in the moves of a piece. */
static bool may_be_setwise(const variant *v, int piece)
{
    const piece_moves *p = &v->moves[piece];
    const promotion_table *t = p->promotion;
    if (v->is_royal[piece] || p->slide_count || p->leap_own || p->has_multi_leg || p->specials_overlap ||
        p->has_round_trips || p->has_quiet_jumps) {
        return false;
    }
    bool partly_transforms = p->captures_transform && !p->captures_always_transform;
    return !t || (t->uniform_count && !t->from_prison && !partly_transforms);
}

bool setwise_build(variant *v, diag_list *diags)
{
    for (int piece = 1; piece < v->piece_ids && v->bitset_words <= LOOKUP_WORDS_MAX; piece++) {
        piece_moves *p = &v->moves[piece];
        const promotion_table *t = p->promotion;
        setwise_moves m = {0};
        if (!may_be_setwise(v, piece) || !add_leaps(v, p, &m) || !add_specials(v, p, &m) ||
            (t && !add_classes(v, t, &m))) {
            continue;
        }
        setwise_moves *kept = arena_new(&v->arena, setwise_moves, 1);
        if (!kept) {
            return diag_out_of_memory(diags);
        }
        *kept = m;
        p->setwise_moves = kept;
    }
    return true;
}
