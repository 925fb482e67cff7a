/* FEN: positions as text.
 *
 * placement[hands] side-to-move rights en-passant halfmove-clock fullmove counters; what is missing at the end has its
 * default. Where players have boards of their own, each board has one such part without counters. The form is
 * described in rules/README.md.
 *
 * This is the one reader of positions. It also takes what other programs write, where that is nothing of ours: fields
 * left out (`w 0 1`), checks left or given (`3+2`, `+0+1`), hands with numbers or behind a slash, a ~ behind any promoted
 * piece, files of rooks as rights, `*` for walls and holes, w and b for any two players, SFEN. What the game cannot hold
 * of it is left out with a warning.
 *
 * Reading accepts any arrangement of known pieces. A right whose piece is not in place is left out with a warning, and an
 * en passant target that no double step explains without one. So equal positions have equal texts. */
#ifndef FERZ_PLAY_FEN_H
#define FERZ_PLAY_FEN_H

#include "core/core.h"

/* Sets up `p` from a text. Mistakes are reported inside `at` (a location with a source, or none). */
bool fen_read(position *p, diag_list *diags, location at, const char *fen);
void fen_write(const position *p, text *out);
/* Warns of a position in which the player who is not to move is in check, where no move leads to one. */
void fen_warn_of_check(const position *p, diag_list *diags, location at);
/* How many checks win the game, in all; 0: it does not count them. */
int fen_checks_to_win(const variant *v);
/* A count towards a draw as other programs write it: its limit and how far it is, in plies. The counters `limit` and `count` have
 * moves of one side. False: nothing is counted. */
bool fen_count(const position *p, int *limit, int *plies);
/* Whether the field of our FEN is a counter that such a count says. */
bool fen_counter_of_count(const char *field, size_t length);

/* Reads only the placement (of each part), for the builder. `*end` gets the first byte behind it. */
bool fen_read_board(const variant *v, diag_list *diags, location at, const char *fen, piece_id *board,
                    const char **end);

#endif
