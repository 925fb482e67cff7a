/* Position: the board, the side to move, and what the rules remember. The only thing that changes in play.
 *
 * A position is one flat block of variant->position_size bytes, so memcpy copies it. Every module may read the part in
 * this struct. Behind it follow sets of cells, whose width depends on the board (see core.c), and the counts of pieces
 * in hand; behind all that, in games of jumps, tables that no copy needs (position_block_size). Only the functions of core.h change a position.
 */
#ifndef FERZ_CORE_POSITION_H
#define FERZ_CORE_POSITION_H

#include "compile/variant.h"

/* An en passant target: a piece has just stepped over `cell` and may be captured there. */
typedef struct ep_cell {
    cell_id cell, piece_cell;
} ep_cell;

/* What a ply saves as a whole and undo restores. */
typedef struct position_state {
    uint64_t hash;           /* board, hands, rights, en passant targets, side to move: what repetition compares */
    uint32_t rights;         /* bits by variant.right */
    uint16_t halfmove_clock; /* plies since a capture or a move that resets the clock */
    uint16_t fullmove;
    uint8_t side_to_move; /* the player who acts */
    uint8_t ep_count;
    uint16_t plies; /* since the start of this position's history */
    ep_cell ep_cells[EP_CELLS_MAX];
} position_state;

/* Where players have boards of their own: who is to move on a board, and its clocks. Those of the acting board are in
 * position_state. */
typedef struct board_clock {
    uint16_t side_to_move, halfmove_clock, fullmove;
} board_clock;

/* The same for variants with more state (variant.has_extra_state); all zero in the others. */
typedef struct position_extra {
    uint16_t
        checks_given[PLAYERS_MAX]; /* consecutive moves with which a player gave check; kept if some ending needs it */
    uint8_t turn_ply;              /* plies made in this turn */
    uint8_t next_player;           /* the player that a hook named to act next, plus one; only while a ply is made */
    uint8_t roll_due;              /* the dice must be rolled for the side to move */
    uint8_t roll;                  /* outcome that was rolled, plus one; 0: none */
    uint8_t dice[DICE_MAX];        /* faces still to be used, 0: none */
    int16_t counters[COUNTERS_MAX];
    uint16_t waited;                          /* the last ply left the turn to another board */
    board_clock boards[RULES_OWN_BOARDS_MAX]; /* zero where all play on all boards */
} position_extra;

/* Why moves were left out, or a ply could not do all that the rules say. Then what follows from them may be wrong: that is a remark about
 * the position, and the call that asked gets an error (game_result). Nothing that is played depends on the remark. */
typedef enum lost_moves {
    LOST_NONE,
    LOST_TOO_MANY,   /* there are more moves than can be listed */
    LOST_PIECES,     /* more pieces would leave the board in one ply than can be taken back */
    LOST_FOR_MEMORY, /* there was no memory for them */
} lost_moves;

/* Shared by the struct here and the wider one in core.c. */
#define POSITION_HEAD                                                                                                  \
    const struct variant *variant;                                                                                     \
    live_hooks *hooks;                                                                                                 \
    fuel *fuel;              /* of the operation that works on it; NULL: no limit */                                   \
    bool royals_capturable;  /* royals can be captured: always by the rules, or while attacks are tried out */         \
    bool testing_attacks;    /* attacks are being tried out */                                                         \
    bool without_choice;     /* a move is played without a hook's choice, or without its second half */                \
    uint8_t moves_lost;      /* enum lost_moves */                                                                     \
    uint8_t reply_depth;     /* how deep legality is nested in replies to replies */                                   \
    uint8_t drop_mate_depth; /* how many nested drops are being tested for mate */                                     \
    position_state state;                                                                                              \
    position_extra extra;

typedef struct position {
    POSITION_HEAD
    piece_id board[]; /* [cells] */
} position;

enum { UNDO_ENTRIES_MAX = 256 };

/* What undo needs: the state before, and the changed cells and hands with their old content. */
typedef struct undo {
    position_state state;
    const victim_list
        *victims;             /* while hooks hear of the move: what it captured, where that may be several; else NULL */
    uint16_t clock_at_choice; /* the halfmove clock after the hooks, of a move that is played without its choice */
    uint16_t count;
    struct undo_entry {
        uint32_t slot; /* a cell, a piece, or a slot of the stacks */
        uint16_t old;
        uint8_t kind; /* enum undo_kind */
    } entries[UNDO_ENTRIES_MAX];
    position_extra extra; /* only where variant.has_extra_state */
} undo;
/* Kinds of entries: a cell's piece, a count in hand, a mark, a piece of a stack below its top, a stack's height. */
enum undo_kind { UNDO_CELL, UNDO_HAND, UNDO_MARK, UNDO_STACK_PIECE, UNDO_STACK_HEIGHT };

/* Stacks (variant.has_stacks): the pieces below the top one, lowest first; the top stands on the board. Stacks fill
 * most of a position, so a piece takes one byte where that can hold every piece. */
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

/* The lowest piece of the cell: the one that has never left it, if any. */
static inline piece_id position_stack_bottom(const position *p, unsigned cell)
{
    bool has_below = p->variant->has_stacks && position_stack_heights(p)[cell];
    return has_below ? position_stack_piece(p, (size_t)cell * STACK_MAX) : p->board[cell];
}

static inline uint16_t *position_hand(const position *p)
{
    return (uint16_t *)((char *)p + p->variant->hand_offset);
}

/* How many pieces of the type the player has in hand, their own or the hand that all players share. */
static inline unsigned position_held(const position *p, int player, int type)
{
    const variant *v = p->variant;
    piece_id piece = variant_piece(v, player, type), held = v->hand_piece[piece];
    return position_hand(p)[held && v->owner_of[held] == v->neutral_owner ? held : piece];
}

/* A list that did not hold all moves is remarked. */
static inline void position_note_lost(position *p, const move_list *list)
{
    if (list->overflow) {
        p->moves_lost = LOST_TOO_MANY;
    }
}

/* Whether a player holds pieces that must be placed before anything else. */
bool position_in_setup(const position *p);
/* False during a setup phase that comes before the game: nothing ends then. */
bool position_game_begun(const position *p);

/* Whether the piece that the right belongs to is in place; for a castling, also its king. */
bool right_piece_in_place(const position *p, int number);

/* Whether a player is to move: now, or when the turn of their board comes. */
bool position_is_to_move(const position *p, int player);

/* The bytes of a position's block: behind what is copied lies memory in which the core looks for long chains of jumps. */
size_t position_block_size(const variant *v);
/* An empty position, or NULL when out of memory. `hooks` is borrowed; NULL in variants without live hooks. */
position *position_create(const variant *v, live_hooks *hooks);
void position_destroy(position *p);
/* Copies everything but the hooks and the fuel. Both belong to one variant. */
void position_copy(position *to, const position *from);

/* What a hook is told that lists the moves of the piece on a cell; of a stack, the top one. */
static inline move_facts position_piece_facts(const position *p, unsigned cell)
{
    const variant *v = p->variant;
    move_facts facts = move_facts_of_cells((int)cell, -1, p->state.side_to_move);
    facts.piece = p->board[cell] ? v->type[v->type_of[p->board[cell]]].rule_piece_index : -1;
    return facts;
}

/* Whether the hook wants one of the pieces that the move captures. */
static inline bool hook_wants_victim(const variant_hook *h, const move_facts *f)
{
    bool wants = f->captured >= 0 && set_has(h->captured, (unsigned)f->captured);
    for (unsigned i = 1; f->victims && i < f->victims->count && !wants; i++) {
        wants = set_has(h->captured, (unsigned)f->victims->numbers[i * VICTIM_NUMBERS + 1]);
    }
    return wants;
}

/* Whether the filters let the move, or half of a castling, through to the hook; those on checks and full zones aside.
 * `player`: who moves. */
static inline bool hook_is_about(const variant *v, const variant_hook *h, const move_facts *f, int player)
{
    const rule_hook *rule = h->rule;
    if (rule->piece_count && !(f->piece >= 0 && set_has(h->movers, (unsigned)f->piece))) {
        return false;
    }
    if ((f->captured >= 0 ? rule->no_captures : rule->captures_only) || (f->drop ? rule->no_drops : rule->drops_only)) {
        return false;
    }
    if (rule->captured_count && !hook_wants_victim(h, f)) {
        return false;
    }
    return set_has(v->set_pool + h->to[f->owner == v->neutral_owner ? player : f->owner], (unsigned)f->to);
}

#endif
