/* Set-wise moves: finds the pieces whose moves are shifts, and lays them out so that all move at once.
 *
 * Chess programs have moved pawns set-wise since Slate and Atkin (1977). Here it works for any piece that only steps:
 * all its leaps and double steps must come down to a few differences of cell numbers. */

#include "compile/variant_build.h"

#include <stdlib.h>
#include <string.h>

static uint64_t *setwise_set(const variant *v, setwise_moves *m, int number)
{
    return m->sets + (size_t)number * (size_t)v->bitset_words;
}

/* Adds one step from `from`; false when there are too many kinds of steps. */
static bool add_step(const variant *v, setwise_moves *m, size_t from, setwise_step wanted)
{
    int i = 0;
    if (v->bitset_words <= LOOKUP_WORDS_MAX && (abs(wanted.shift) > 63 || abs(wanted.empty_shift) > 63)) {
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
    set_put(setwise_set(v, m, SETWISE_FROM + i), (unsigned)from);
    return true;
}

/* The words of a piece's leaps from a cell; 0 where it has no such leaps. */
static uint64_t leap_word(const variant *v, const uint64_t *leaps, size_t from, int word)
{
    return leaps ? set_table_row(v, leaps, from)[word] : 0;
}

static bool add_leaps_of_word(const variant *v, const piece_moves *p, setwise_moves *m, size_t from, int word)
{
    const uint64_t both = leap_word(v, p->leap_both, from, word), quiet = leap_word(v, p->leap_move, from, word) | both,
                   captures = leap_word(v, p->leap_capture, from, word) | both;
    for (int bit = 0; bit < 64; bit++) {
        unsigned modes =
            (quiet >> bit & 1 ? (unsigned)LEG_MOVE : 0) | (captures >> bit & 1 ? (unsigned)LEG_CAPTURE : 0);
        setwise_step s = {.shift = (int16_t)(word * 64 + bit - (int)from), .modes = (uint8_t)modes};
        if (modes && !add_step(v, m, from, s)) {
            return false;
        }
    }
    return true;
}

static bool add_leaps(const variant *v, const piece_moves *p, setwise_moves *m)
{
    for (size_t from = 0; from < (size_t)v->cells; from++) {
        for (int word = 0; word < v->bitset_words; word++) {
            bool any = leap_word(v, p->leap_both, from, word) || leap_word(v, p->leap_move, from, word) ||
                       leap_word(v, p->leap_capture, from, word);
            if (any && !add_leaps_of_word(v, p, m, from, word)) {
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
    return s->kind == SPECIAL_LEAP && s->right < 0 && !s->into && !s->needs_adjacent && !s->way_count &&
           s->modes == LEG_MOVE && (lame ? only_cell(v, v->set_pool + s->clear, s->first_clear) : !s->leaves_ep);
}

/* Where a piece has another special, all its specials there are left to be generated one by one. */
static bool add_specials(const variant *v, const piece_moves *p, setwise_moves *m)
{
    for (size_t from = 0; p->special_start && from < (size_t)v->cells; from++) {
        for (uint32_t i = p->special_start[from]; i < p->special_ep_start[from]; i++) {
            if (!is_setwise_special(v, &p->specials[i])) {
                set_put(setwise_set(v, m, SETWISE_IRREGULAR), (unsigned)from);
            }
        }
        for (uint32_t i = p->special_start[from];
             i < p->special_ep_start[from] && !set_has(setwise_set(v, m, SETWISE_IRREGULAR), (unsigned)from); i++) {
            const special *s = &p->specials[i];
            bool lame = s->first_clear != CELL_NONE;
            setwise_step step = {.shift = (int16_t)((int)s->to - (int)from),
                                 .empty_shift = (int16_t)(lame ? (int)s->first_clear - (int)from : 0),
                                 .modes = LEG_MOVE,
                                 .leaves_ep = s->leaves_ep};
            if (!add_step(v, m, from, step)) {
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
        while (i < m->class_count && (memcmp(setwise_set(v, m, SETWISE_MANDATORY + i), forced, row) != 0 ||
                                      memcmp(setwise_set(v, m, SETWISE_OPTIONAL + i), optional, row) != 0)) {
            i++;
        }
        if (i == SETWISE_CLASSES_MAX) {
            return false;
        }
        if (i == m->class_count) {
            memcpy(setwise_set(v, m, SETWISE_MANDATORY + i), forced, row);
            memcpy(setwise_set(v, m, SETWISE_OPTIONAL + i), optional, row);
            m->class_count++;
        }
        set_put(setwise_set(v, m, SETWISE_CLASS_FROM + i), (unsigned)from);
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
    const size_t bytes = sizeof(setwise_moves) + sizeof(uint64_t) * (size_t)SETWISE_SETS * (size_t)v->bitset_words;
    setwise_moves *m = malloc(bytes);
    for (int piece = 1; piece < v->piece_ids && m; piece++) {
        piece_moves *p = &v->moves[piece];
        if (!may_be_setwise(v, piece)) {
            continue;
        }
        memset(m, 0, bytes);
        if (add_leaps(v, p, m) && add_specials(v, p, m) && (!p->promotion || add_classes(v, p->promotion, m))) {
            setwise_moves *kept = arena_alloc(&v->arena, bytes);
            if (!kept) {
                free(m);
                return diag_out_of_memory(diags);
            }
            memcpy(kept, m, bytes);
            p->setwise_moves = kept;
        }
    }
    bool ok = m != NULL;
    free(m);
    return ok || diag_out_of_memory(diags);
}
