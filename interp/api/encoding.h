/* Encoding: the moves of a variant as numbers, its positions as planes of bytes.
 *
 * A number belongs to a move whatever the position: two legal moves of one position never share one. It follows from the
 * tables of the variant alone, so it is the same on every machine as long as the rules are. The numbers are, in order:
 *
 *   pairs      each pair of cells that some movement joins, from * cells + to: without a change of type, then one for each
 *              type that a piece can choose there; each of these `extras` times (second halves of moves, parts of stacks,
 *              choices) and each of those `ranks` times (ways of a chain, moves that a hook lists)
 *   drops      type by type, cell by cell; with extras and ranks
 *   castlings  as many as the variant has; with extras
 *   claims, passes (a pass, a wait), rolls
 *   spares     for whatever has no number of its own in a position, in the order of the moves as numbers
 *
 * A plane has a byte for each place of the board; encoding_planes lists what they show. */
#ifndef FERZ_API_ENCODING_H
#define FERZ_API_ENCODING_H

#include "api/ferz_internal.h"

#define ACTION_NONE UINT32_MAX

/* What a plane shows. Those of PLANE_PIECE and PLANE_BELOW come first, and mark cells; so do the last two. */
typedef enum plane_kind {
    PLANE_PIECE,
    PLANE_BELOW,
    PLANE_HAND,
    PLANE_RIGHT,
    PLANE_SIDE,
    PLANE_HALFMOVE_CLOCK,
    PLANE_REPETITION,
    PLANE_CHECKS_GIVEN,
    PLANE_COUNTER,
    PLANE_TURN_MOVE,
    PLANE_DIE,
    PLANE_EN_PASSANT,
    PLANE_MOVED_IN_TURN,
} plane_kind;

typedef struct encoded_plane {
    plane_kind kind;
    int player;       /* -1: none */
    int what;         /* piece, number of a right, a counter or a die */
    const char *name; /* "" where there is none */
    int scale;
} encoded_plane;

struct ferz_encoding {
    const ferz_variant *variant;
    arena arena;
    uint32_t *pair;      /* [cells * cells] the first number; ACTION_NONE: nothing moves so */
    uint8_t *pair_slots; /* [cells * cells] 1 and the types that can be chosen */
    uint8_t *type_slot;  /* [types * types] which choice the second type is for a piece of the first; 0: none */
    int16_t *drop_row;   /* [types] -1: never dropped */
    uint32_t *claim_row; /* [endings] of those that are claimed */
    uint32_t extras, ranks;
    uint32_t drop_first, castling_first, claim_first, pass_first, roll_first, spare_first, count;
    uint32_t *offset; /* [cells] of the cell in a plane */
    size_t columns, rows;
    encoded_plane *planes;
    size_t plane_count;
    int16_t *piece_plane, *below_plane; /* [pieces] -1: none */
    size_t state_first;                 /* planes from here on are filled with one byte each, or marked */
    char fingerprint[SHA256_HEX_LENGTH + 1];
};

/* The number that the move has by itself; ACTION_NONE: a spare. */
uint32_t encoding_number(const ferz_encoding *e, const position *p, move m);
/* The numbers of all moves of a list of this position, `bits` the same as a set of e->count bits. False when there are not
 * enough spares. */
bool encoding_numbers(const ferz_encoding *e, const position *p, const move_list *list, uint32_t *numbers,
                      uint8_t *bits);
/* Writes the planes of a position; `h` is the game that it is from, NULL: repetition is not shown. */
void encoding_fill_planes(const ferz_encoding *e, const position *p, const game_history *h, uint8_t *planes);

#endif
