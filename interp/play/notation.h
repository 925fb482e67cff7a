/* Notation: moves as text, and text as moves: e2e4, e7e8q, b7b8+, P@e4, e1g1, claim-draw; chains of jumps c3e5g7,
 * d6c8(c7). The rules may choose another form under `notation`: c3:e5:g7, Pd6-c5, 37x26.
 *
 * Texts are NUL-terminated. */
#ifndef FERZ_PLAY_NOTATION_H
#define FERZ_PLAY_NOTATION_H

#include "play/history.h"

enum {
    MOVE_TEXT_MAX = 192, /* a chain of jumps names many cells */
    CELL_TEXT_MAX = 64,
};

/* A chain of jumps as two hashes: the cells where it lands, and the cells that it jumps over. */
typedef struct chain_key {
    bool known, is_chain;
    uint64_t land, over;
} chain_key;

/* The moves of one position, to be written. The text of a move depends on the other legal moves: they are listed once,
 * when the first move needs them, and belong to it until notation_finish. The position must not change between begin and
 * the last write. */
typedef struct notation {
    const position *p;
    bool listed;
    move_list legal;
    chain_key *chain_keys; /* of the chains among the moves, computed when needed; NULL in games without jumps */
} notation;

void notation_begin(notation *n, const position *p);
void notation_finish(notation *n);
/* Writes the move; at most MOVE_TEXT_MAX bytes with the NUL. */
void notation_write(notation *n, move m, char *text);
/* The legal moves of the position without claims, listed once. */
const move_list *notation_legal(notation *n);
/* The same for a single move of the position. */
void notation_write_one(const position *p, move m, char *text);
/* The cell as moves name it: its name, or its number where the rules want numbers. At most CELL_TEXT_MAX bytes with
 * the NUL. */
void notation_cell(const variant *v, unsigned cell, char text[CELL_TEXT_MAX]);
/* The piece that the second half of the move puts from the hand; only where it is one of the hand. */
piece_id notation_held_put(const position *p, move m);
/* The move of the list with that text; MOVE_NONE: none. Where several ways of jumping lead to the same position, any of
 * them is read as the one that is listed. */
move notation_find(const position *p, const move_list *list, const char *text);

#endif
