/* Notation: moves as text and back: e2e4, e7e8q, b7b8+, P@e4, e1g1, claim-draw; jumps c3e5g7, d6c8(c7); or as the rules
 * say under `notation`: c3:e5:g7, Pd6-c5, 37x26.
 */
#ifndef FERZ_PLAY_NOTATION_H
#define FERZ_PLAY_NOTATION_H

#include "play/history.h"

enum {
    MOVE_TEXT_MAX = 192, /* a chain of jumps names many cells */
    CELL_TEXT_MAX = 64,
    NOTATION_MOVES_MAX = 1024, /* legal moves beside which a move is told apart; those beyond are not looked at */
};

/* What a chain of jumps does, in two keys: where it lands each time, and over whom. */
typedef struct chain_key {
    bool known, is_chain;
    uint64_t land, over;
} chain_key;

/* The moves of one position, to be written. What a move says depends on those beside it: they are listed when that is first asked, and
 * once for all that is written. Plain data, 32 kB; the position must be as it was whenever it is used. */
typedef struct notation {
    const position *p;
    bool listed;
    move_list legal;
    move moves[NOTATION_MOVES_MAX];
    chain_key chain_keys[NOTATION_MOVES_MAX]; /* of the chains among them, when known */
} notation;

void notation_begin(notation *n, const position *p);
/* Writes the move; NUL-terminated, at most MOVE_TEXT_MAX bytes with the NUL. */
void notation_write(notation *n, move m, char *text);
/* The same for a single move of the position. */
void notation_write_one(const position *p, move m, char *text);
/* The cell as moves name it: by its name, or by its number where the rules want that. At most CELL_TEXT_MAX bytes with the NUL. */
void notation_cell(const variant *v, unsigned cell, char text[CELL_TEXT_MAX]);
/* The move of that text among `list`; MOVE_NONE when there is none. */
move notation_find(const position *p, const move_list *list, const char *text);

#endif
