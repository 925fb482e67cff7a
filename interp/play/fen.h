/* Fen: positions as text.
 *
 * placement[hands] mover rights passed quiet fullmove counters; what is missing at the end has its default. Boards of their
 * own have one such part each, counters aside. The form is described in rules/README.md. Reading accepts any arrangement of known men; a right whose man is not in its place, and
 * a passed cell that nobody could use, are dropped, so that equal positions have equal texts.
 */
#ifndef FERZ_PLAY_FEN_H
#define FERZ_PLAY_FEN_H

#include "core/core.h"

/* Sets up `p` from a text. Mistakes are reported inside `at` (a place with a source, or none). */
bool fen_read(position *p, diag_list *diags, location at, const char *fen);
void fen_write(const position *p, text *out);

/* The first field alone (of each part), for the builder: who stands where. `*end` gets the first byte behind it. */
bool fen_read_board(const variant *v, diag_list *diags, location at, const char *fen, piece_id *board,
                    const char **end);

#endif
