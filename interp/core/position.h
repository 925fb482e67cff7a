/* Position: who stands where, who acts, and what the rules remember. The only thing that changes in play.
 *
 * A position is one flat block of game->position_size bytes: copying it is a memcpy. The part that every module may
 * read stands in this struct; behind it follow sets of cells whose width depends on the board (see core.c) and the counts of
 * men in hand. Only the functions of core.h change a position.
 */
#ifndef FERZ_CORE_POSITION_H
#define FERZ_CORE_POSITION_H

#include "compile/variant.h"

/* A man that has just stepped over `cell` and may be taken there. */
typedef struct ep_cell {
    cell_id cell, piece_cell;
} ep_cell;

/* What a ply saves as a whole and an undo puts back. */
typedef struct position_state {
    uint64_t hash;           /* board, hands, rights, passed cells, who acts: what repetition compares */
    uint32_t rights;         /* bits by game.right */
    uint16_t halfmove_clock; /* plies since a capture or a move of a man that resets the clock */
    uint16_t fullmove;
    uint8_t side_to_move; /* who acts */
    uint8_t ep_count;
    uint16_t plies; /* since the start of this position's history */
    ep_cell ep_cells[EP_CELLS_MAX];
} position_state;

/* Where players have boards of their own: who is to move on a board, and its clocks. Those of the board that acts are in
 * position_state. */
typedef struct board_clock {
    uint16_t side_to_move, halfmove_clock, fullmove;
} board_clock;

/* The same for games that remember more (game.remembers); all zero in the others. */
typedef struct position_extra {
    uint16_t checks_given[PLAYERS_MAX]; /* moves running with which a player gave check; kept if some ending asks */
    uint8_t turn_ply;                   /* plies made in this turn */
    uint8_t next_player;    /* who acts next by the word of a hook, plus one; only while a ply is carried out */
    uint8_t roll_due;       /* chance acts: the dice are to be thrown for the mover */
    uint8_t roll;           /* outcome that was thrown, plus one; 0: none */
    uint8_t dice[DICE_MAX]; /* faces still to be used, 0: none */
    int16_t counters[COUNTERS_MAX];
    uint16_t waited;                          /* the last ply left the word to another board */
    board_clock boards[RULES_OWN_BOARDS_MAX]; /* zero where all play on all */
} position_extra;

/* Shared by the struct here and the wider one in core.c. */
#define POSITION_HEAD                                                                                                  \
    const struct variant *variant;                                                                                     \
    live_hooks *hooks;                                                                                                 \
    bool royals_capturable; /* royals are taken like other men: always by the rules, or while attacks are tried out */ \
    bool testing_attacks;   /* attacks are being tried out */                                                          \
    bool without_choice;    /* a move is played without the choice that a hook adds to it */                           \
    uint8_t reply_depth;    /* how deep legality is asking about the answers to an answer */                           \
    uint8_t drop_mate_depth; /* how many drops are being asked, one in answer to another, whether they mate */         \
    position_state state;                                                                                              \
    position_extra extra;

typedef struct position {
    POSITION_HEAD
    piece_id board[]; /* [cells] */
} position;

enum { UNDO_ENTRIES_MAX = 256 };

/* What an undo needs: the state before, and the cells and hands that changed with what they held. */
typedef struct undo {
    position_state state;
    uint16_t count;
    struct undo_entry {
        uint32_t slot; /* a cell, a man, or a place in the towers */
        uint16_t old;
        uint8_t kind; /* enum undo_kind */
    } entries[UNDO_ENTRIES_MAX];
    position_extra extra; /* only where game.remembers */
} undo;
/* Kinds of entries: a cell's man, a count in hand, a mark, a man of a tower below its top, a tower's height. */
enum undo_kind { UNDO_CELL, UNDO_HAND, UNDO_MARK, UNDO_STACK_PIECE, UNDO_STACK_HEIGHT };

/* Towers (game.towers): the men below the top one, lowest first; the top stands on the board. Most of a position is room for
 * them, so a man takes a byte where the game has not more of them than a byte can name. */
enum { STACK_MAX = 32 };
static inline bool position_narrow_ids(const variant *v)
{
    return v->piece_ids <= UINT8_MAX + 1;
}
static inline uint8_t *position_stack_heights(const position *p) /* [cells] how many are below the top */
{
    return (uint8_t *)p + p->variant->stack_offset;
}
static inline void *position_stacks(const position *p) /* [cells][STACK_MAX] of uint8_t or of piece_id */
{
    return (char *)p + p->variant->stack_offset + (((size_t)p->variant->cells + 7) & ~(size_t)7);
}
/* `slot` is cell * STACK_MAX + level. */
static inline piece_id position_stack_piece(const position *p, size_t slot)
{
    const void *stacks = position_stacks(p);
    return position_narrow_ids(p->variant) ? ((const uint8_t *)stacks)[slot] : ((const piece_id *)stacks)[slot];
}
static inline void position_set_stack_piece(position *p, size_t slot, piece_id piece)
{
    void *stacks = position_stacks(p);
    if (position_narrow_ids(p->variant)) {
        ((uint8_t *)stacks)[slot] = (uint8_t)piece;
    } else {
        ((piece_id *)stacks)[slot] = piece;
    }
}

/* The man of the cell who stands on the board itself: whoever has never left it is the lowest. */
static inline piece_id position_stack_bottom(const position *p, unsigned cell)
{
    bool has_below = p->variant->has_stacks && position_stack_heights(p)[cell];
    return has_below ? position_stack_piece(p, (size_t)cell * STACK_MAX) : p->board[cell];
}

static inline uint16_t *position_hand(const position *p)
{
    return (uint16_t *)((char *)p + p->variant->hand_offset);
}

/* Whether somebody holds men that must be placed before anything else. */
bool position_in_setup(const position *p);
/* Not yet while men are placed, where that comes before the game: nothing ends then. */
bool position_game_begun(const position *p);

/* Whether the man whose right it is stands where he must; castlings also want their king. */
bool right_piece_in_place(const position *p, int number);

/* Whether a player is to move: he acts, or he will when his board's turn comes. */
bool position_is_to_move(const position *p, int player);

/* An empty position, or NULL when out of memory. `hooks` is borrowed; NULL in games without live hooks. */
position *position_create(const variant *v, live_hooks *hooks);
void position_destroy(position *p);
/* Copies everything but the hooks. Both belong to one game. */
void position_copy(position *to, const position *from);

#endif
