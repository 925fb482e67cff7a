/* Signs: what is drawn in a cell that a piece can reach, in the usual signs of problemists, and a text for each.
 *
 * A sign is what the piece does there (moves, captures, both) with the conditions. A cell has one sign for each
 * different condition.
 */
#ifndef FERZ_DRAW_SIGNS_H
#define FERZ_DRAW_SIGNS_H

#include "base/text.h"
#include "draw/marks.h"

enum { SIGNS_IN_CELL = 4, SIGNS_MAX = 48 };

/* The conditions that a sign shows. Those that lines show are left out. */
enum {
    SIGN_CONDITIONS = MARK_HURDLE | MARK_LOCUST | MARK_EN_PASSANT | MARK_INITIAL | MARK_CASTLING | MARK_CONDITIONAL |
                      MARK_RESTRICTED | MARK_STAYS | MARK_CHANGES_TYPE | MARK_ZONE
};

/* The signs of the cell whose marks begin at `first` (marks are sorted). `*next`: the first mark of the next cell. */
int signs_of_cell(const marks *m, size_t first, unsigned signs[SIGNS_IN_CELL], size_t *next);

/* A text of the legend, in Russian if there is a translation (explain/russian.po). */
void signs_put_text(text *out, const char *english, bool russian);
/* "moves or captures, over one piece"; in Russian too. Where nothing can be captured, pieces only attack. */
void signs_put_words(text *out, const ruleset *rules, unsigned sign, bool russian);

/* Adds a sign to a list without duplicates, sorted by value. Returns the new count. */
int signs_add(unsigned list[SIGNS_MAX], int count, unsigned sign);

#endif
