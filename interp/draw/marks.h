/* Marks: what one piece may do from one cell, for all positions at once.
 *
 * They are made from the tables of the move generator (leaps, rays, multi-leg paths, castlings), not from move lists of
 * positions; tests compare the two. A mark is one cell with its conditions; a cell may have several. What scripts
 * decide during a game is not included.
 */
#ifndef FERZ_DRAW_MARKS_H
#define FERZ_DRAW_MARKS_H

#include "base/fuel.h"
#include "compile/variant.h"

/* The same as ferz_piece_move_flag, which explains each. */
enum mark_flag {
    MARK_QUIET = 1 << 0,
    MARK_CAPTURE = 1 << 1,
    MARK_OWN = 1 << 2,
    MARK_CLEAR_PATH = 1 << 3,
    MARK_RIDER = 1 << 4,
    MARK_UNLIMITED = 1 << 5,
    MARK_HURDLE = 1 << 6,
    MARK_LOCUST = 1 << 7,
    MARK_EN_PASSANT = 1 << 8,
    MARK_INITIAL = 1 << 9,
    MARK_CASTLING = 1 << 10,
    MARK_CONDITIONAL = 1 << 11,
    MARK_RESTRICTED = 1 << 12,
    MARK_STAYS = 1 << 13,
    MARK_HOOK = 1 << 14,
    MARK_CHANGES_TYPE = 1 << 15,
    MARK_ZONE = 1 << 16, /* only from the cells of a zone */
    MARK_MODES = MARK_QUIET | MARK_CAPTURE | MARK_OWN,
};

typedef struct mark {
    cell_id cell, via;
    unsigned flags;
    uint32_t before; /* while marks are found: the previous mark of the same cell, from 1 */
} mark;

/* Owns `list`; free it with marks_finish. `failed`: out of memory. */
typedef struct marks {
    mark *list;
    size_t count, room;
    bool failed;
    fuel *fuel; /* borrowed; NULL: no limit. When it is out, marks are missing */
} marks;

/* The marks of the piece on the cell, sorted by cell, then by flags, without duplicates. */
void marks_find(marks *m, const variant *v, piece_id piece, unsigned cell);
void marks_finish(marks *m);

/* The cell from which the piece has most moves, nearest to the middle of the board. CELL_NONE when out of memory or of
 * fuel, which may be NULL. */
cell_id marks_best_cell(const variant *v, piece_id piece, fuel *left);

#endif
