/* Types: the small values that everything above speaks in, and the limits of a game.
 *
 *   cell    a square of the board, numbered from 0: column + row * columns on a rectangle, row 0 nearest
 *           the first player
 *   type    one form of a piece of the rules: plain, royal, or promoted and reverting when captured
 *   piece   a type with an owner, as one number: 1 + owner * types + type; 0 is no piece
 *   move    64 bits, see below
 */
#ifndef FERZ_COMPILE_TYPES_H
#define FERZ_COMPILE_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint16_t cell_id;
typedef uint16_t piece_id;

enum {
    CELL_NONE = 0x7FF, /* eleven bits, as a move packs it */
    CELLS_MAX = 1344,  /* 21 words of 64; 36x36 is 1,296 */
    PLAYERS_MAX = 8,
    TYPES_MAX = 255,
    RIGHTS_MAX = 32,
    COUNTERS_MAX = 64,
    EP_CELLS_MAX = 11,          /* en passant targets at once; ten where each side has eight pawns */
    COUNTER_HIDDEN = INT16_MIN, /* a counter that a player does not see: it has some value */
    DICE_MAX = 4,               /* dice that a player can have to use at once */
    PIECE_NONE = 0,
};

/* How a piece moves that ends on its own cell. */
enum in_place_kind {
    IN_PLACE_STAY,
    IN_PLACE_REMOVE, /* its owner takes it off the board */
};

/* A move.
 *
 *   63         46 45   37 36     26 25  22 21      11 10       0
 *  |   extra 18  | into 9 | aux 11 | kind 4 |  to 11  |  from 11  |
 *
 *   into    type after the move plus one; 0: as the rules of the move imply (unchanged, or changed by its capture)
 *   aux     a third cell: the piece captured en passant or on the way, the first one of a chain; or the number of a
 *           castling, a claim, a roll, a hook
 *   extra   which of several moves that are otherwise equal: the choice that a hook offers, the path of a chain, how
 *           many pieces of a stack move, where the second half puts a piece
 */
typedef uint64_t move;

typedef enum move_kind {
    MOVE_NORMAL,      /* from -> to, captures what is there; promotes when `into` is set */
    MOVE_DOUBLE_STEP, /* a step that leaves en passant targets: `aux` is the first */
    MOVE_EN_PASSANT,  /* from -> to, captures the piece on `aux` that passed over `to` */
    MOVE_LOCUST,      /* from -> to, captures the piece on `aux` on the way */
    MOVE_CASTLE,      /* castling number `aux`; from and to are the king's cells */
    MOVE_DROP,        /* a piece of type into - 1 from the hand onto `to`; from = CELL_NONE */
    MOVE_IN_PLACE,    /* stays on `to` = from; changes into `into` or passes the turn; `aux`: enum in_place_kind */
    MOVE_CLAIM,       /* ends the game by claim number `aux`; the board does not change */
    MOVE_PASS,        /* the board does not change; passes or closes the turn, or (`aux` 1) only waits */
    MOVE_ROLL,        /* the dice fall: outcome number `aux` */
    MOVE_HOOK,        /* listed by a hook: hook number `aux`, its move number `extra`; the cells are for display */
    MOVE_CHAIN,       /* from -> to by jumps over enemies, the first on `aux`; `extra`: see chain_pack */
} move_kind;

#define MOVE_NONE ((move)0xFFFFFFFFFFFFFFFFu)

static inline move move_pack(move_kind kind, unsigned from, unsigned to, unsigned into, unsigned aux, unsigned extra)
{
    return (move)from | (move)to << 11 | (move)kind << 22 | (move)aux << 26 | (move)into << 37 | (move)extra << 46;
}
static inline unsigned move_from(move m)
{
    return (unsigned)(m & 0x7FF);
}
static inline unsigned move_to(move m)
{
    return (unsigned)(m >> 11 & 0x7FF);
}
static inline move_kind move_kind_of(move m)
{
    return (move_kind)(m >> 22 & 15);
}
static inline unsigned move_aux(move m)
{
    return (unsigned)(m >> 26 & 0x7FF);
}
static inline unsigned move_into(move m)
{
    return (unsigned)(m >> 37 & 0x1FF);
}
/* The number of a castling, a claim, a roll, a hook. */
static inline unsigned move_index(move m)
{
    return move_aux(m);
}
static inline unsigned move_extra(move m)
{
    return (unsigned)(m >> 46 & 0x3FFFF);
}

/* `extra` of a chain: its number among the chains of that piece, and how many pieces it jumps over. */
static inline unsigned chain_pack(unsigned number, unsigned count)
{
    return number | count << 12;
}
static inline unsigned chain_number(move m)
{
    return move_extra(m) & 0xFFF;
}
static inline unsigned chain_count(move m)
{
    return move_extra(m) >> 12;
}

/* `extra` of a move with a second half (rule_put): the cell where a piece is put, plus one, and which of the pieces that
 * could be moved there comes, in the order of their cells. 0: nothing is put. */
static inline unsigned put_pack(unsigned cell, unsigned which)
{
    return (cell + 1) | which << 11;
}
static inline unsigned move_put_cell(move m)
{
    return (move_extra(m) & 0x7FF) - 1;
}
static inline unsigned move_put_which(move m)
{
    return move_extra(m) >> 11;
}

/* A list that the caller provides. When it is full, further moves are dropped and `overflow` is set. */
typedef struct move_list {
    move *moves;
    size_t count;
    size_t room;
    bool overflow;
} move_list;

#endif
