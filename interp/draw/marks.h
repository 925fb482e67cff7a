/* Marks: what one man may do from one cell, for all positions at once.
 *
 * Worked out from the tables that play walks (plans, lines, walks, castlings), not from lists of moves in positions; tests hold the
 * two against each other. A mark is one way to one cell and what it asks for; a cell may have several. What scripts do in play
 * is beyond tables.
 */
#ifndef FERZ_DRAW_MARKS_H
#define FERZ_DRAW_MARKS_H

#include "compile/variant.h"

/* The same as ferz_piece_move_flag, which says what each means. */
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
    MARK_MODES = MARK_QUIET | MARK_CAPTURE | MARK_OWN,
};

typedef struct mark {
    cell_id cell, via;
    unsigned flags;
    uint32_t before; /* while they are found: the one of the same cell that was put before, counted from 1 */
} mark;

/* Owns `list` (free with marks_finish). `failed`: memory ran out. */
typedef struct marks {
    mark *list;
    size_t count, room;
    bool failed;
} marks;

/* Marks of the man on the cell, sorted by cell, then by flags; no two alike. */
void marks_find(marks *m, const variant *v, piece_id piece, unsigned cell);
void marks_finish(marks *m);

/* The cell from which the man can do most, nearest to the middle of the board. CELL_NONE when memory ran out. */
cell_id marks_best_cell(const variant *v, piece_id piece);

#endif
