/* Signs: what stands in a cell that a man can come to, in the usual signs of problemists, and words for each.
 *
 * A sign is what the man does there (moves, takes, both) and what that asks for. A cell has one sign for each way that says
 * something of its own.
 */
#ifndef FERZ_DRAW_SIGNS_H
#define FERZ_DRAW_SIGNS_H

#include "base/text.h"
#include "draw/marks.h"

enum { SIGNS_IN_CELL = 4, SIGNS_MAX = 48 };

/* What a sign may ask for: what lines tell by themselves is left out. */
enum {
    SIGN_CONDITIONS = MARK_HURDLE | MARK_LOCUST | MARK_EN_PASSANT | MARK_INITIAL | MARK_CASTLING | MARK_CONDITIONAL |
                      MARK_RESTRICTED | MARK_STAYS | MARK_CHANGES_TYPE
};

/* The signs of the cell whose marks begin at `first` (they are sorted): flags with modes. `*next`: the first mark of the next
 * cell. */
int signs_of_cell(const marks *m, size_t first, unsigned signs[SIGNS_IN_CELL], size_t *next);

/* "moves or takes, over one man"; in Russian too. */
void signs_put_words(text *out, unsigned sign, bool russian);

/* Adds a sign to a list of different ones, in an order that depends on nothing but the signs. How many there are then. */
int signs_add(unsigned list[SIGNS_MAX], int count, unsigned sign);

#endif
