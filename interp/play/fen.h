/* FEN: positions as text.
 *
 * placement[hands] side-to-move rights en-passant halfmove-clock fullmove counters; what is missing at the end has its
 * default. Where players have boards of their own, each board has one such part without counters. The form is
 * described in rules/README.md.
 *
 * Reading accepts any arrangement of known pieces. A right whose piece is not in place is dropped, and so is an en
 * passant target that no double step explains. So equal positions have equal texts. */
#ifndef FERZ_PLAY_FEN_H
#define FERZ_PLAY_FEN_H

#include "core/core.h"

/* Sets up `p` from a text. Mistakes are reported inside `at` (a location with a source, or none). */
bool fen_read(position *p, diag_list *diags, location at, const char *fen);
void fen_write(const position *p, text *out);

/* Reads only the placement (of each part), for the builder. `*end` gets the first byte behind it. */
bool fen_read_board(const variant *v, diag_list *diags, location at, const char *fen, piece_id *board,
                    const char **end);

#endif
