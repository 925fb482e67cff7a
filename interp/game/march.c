/* Marches: finds the men whose movements are shifts, and lays them out for moving all at once.
 *
 * The idea is that of set-wise pawn moves in chess programs since Slate and Atkin (1977); here it is open to any man of
 * any game that only steps: what counts is that all its leaps and double steps come down to a few differences of cell
 * numbers, whatever they look like on the board. */

#include "game/build.h"

#include <stdlib.h>
#include <string.h>

static const uint64_t *row_of(const game *g, const uint64_t *table, size_t cell)
{
    return table + cell * (size_t)g->words;
}

/* Adds one step from `from`; false when there are too many kinds of step. */
static bool add_step(march *m, size_t from, march_step wanted)
{
    int i = 0;
    if (abs(wanted.shift) > 63 || abs(wanted.over) > 63) {
        return false;
    }
    while (i < m->steps && !(m->step[i].shift == wanted.shift && m->step[i].over == wanted.over &&
                             m->step[i].modes == wanted.modes && m->step[i].leaves_passed == wanted.leaves_passed)) {
        i++;
    }
    if (i == MARCH_STEPS_MAX) {
        return false;
    }
    if (i == m->steps) {
        m->step[m->steps++] = wanted;
    }
    set_put(m->step[i].from, (unsigned)from);
    return true;
}

static bool add_leaps(const game *g, const man_plan *p, march *m)
{
    for (size_t from = 0; from < (size_t)g->cells; from++) {
        for (size_t to = 0; to < (size_t)g->cells; to++) {
            unsigned modes = 0;
            unsigned at = (unsigned)to;
            modes |= p->leap_both && set_has(row_of(g, p->leap_both, from), at) ? LEG_MOVE | LEG_CAPTURE : 0;
            modes |= p->leap_move && set_has(row_of(g, p->leap_move, from), at) ? LEG_MOVE : 0;
            modes |= p->leap_take && set_has(row_of(g, p->leap_take, from), at) ? LEG_CAPTURE : 0;
            march_step s = {.shift = (int8_t)((int)to - (int)from), .modes = (uint8_t)modes};
            if (modes && !add_step(m, from, s)) {
                return false;
            }
        }
    }
    return true;
}

/* Whether the set holds that cell alone. */
static bool only_cell(const game *g, const uint64_t *set, unsigned cell)
{
    for (unsigned i = 0; i < (unsigned)g->cells; i++) {
        if (set_has(set, i) != (i == cell)) {
            return false;
        }
    }
    return true;
}

/* Whether it is a double step or the like: onto an empty cell over at most one other. */
static bool is_march(const game *g, const special *s)
{
    bool lame = s->first_clear != CELL_NONE;
    return s->kind == SPECIAL_LEAP && s->right < 0 && !s->into && !s->needs_beside && s->modes == LEG_MOVE &&
           (lame ? only_cell(g, g->sets + s->clear, s->first_clear) : !s->leaves_passed);
}

/* Where a man has anything else, all that he has there besides his steps is left to be found one by one. */
static bool add_specials(const game *g, const man_plan *p, march *m)
{
    for (size_t from = 0; p->special_start && from < (size_t)g->cells; from++) {
        for (uint32_t i = p->special_start[from]; i < p->special_end[from]; i++) {
            if (!is_march(g, &p->specials[i])) {
                set_put(m->rest, (unsigned)from);
            }
        }
        for (uint32_t i = p->special_start[from]; i < p->special_end[from] && !set_has(m->rest, (unsigned)from); i++) {
            const special *s = &p->specials[i];
            bool lame = s->first_clear != CELL_NONE;
            march_step step = {.shift = (int8_t)((int)s->to - (int)from),
                               .over = (int8_t)(lame ? (int)s->first_clear - (int)from : 0),
                               .modes = LEG_MOVE,
                               .leaves_passed = s->leaves_passed};
            if (!add_step(m, from, step)) {
                return false;
            }
        }
    }
    return true;
}

static bool add_classes(const game *g, const promotion_table *t, march *m)
{
    size_t row = (size_t)g->words * sizeof(uint64_t);
    for (size_t from = 0; from < (size_t)g->cells; from++) {
        const uint64_t *forced = row_of(g, t->forced, from), *optional = row_of(g, t->optional, from);
        int i = 0;
        while (i < m->classes &&
               (memcmp(m->class[i].forced, forced, row) != 0 || memcmp(m->class[i].optional, optional, row) != 0)) {
            i++;
        }
        if (i == MARCH_CLASSES_MAX) {
            return false;
        }
        if (i == m->classes) {
            memcpy(m->class[i].forced, forced, row);
            memcpy(m->class[i].optional, optional, row);
            m->classes++;
        }
        set_put(m->class[i].from, (unsigned)from);
    }
    return true;
}

bool marches_build(game *g, diag_list *diags)
{
    for (int man = 1; man < g->men && g->words <= WIDE_WORDS; man++) {
        man_plan *p = &g->plans[man];
        const promotion_table *t = p->promotion;
        bool fits = !p->slides && !p->leap_own && !p->walks && !p->overlaps && !p->circles && !g->man_royal[man] &&
                    !(t && (!t->ways || t->from_box)) && !(t && p->converts && !p->converts_always);
        march m = {0};
        if (!fits || !add_leaps(g, p, &m) || !add_specials(g, p, &m) || (t && !add_classes(g, t, &m))) {
            continue;
        }
        march *kept = arena_new(&g->arena, march, 1);
        if (!kept) {
            diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
            return false;
        }
        *kept = m;
        p->march = kept;
    }
    return true;
}
