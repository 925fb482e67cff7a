/* Position: who stands where, who acts, and what the rules remember. The only thing that changes in play.
 *
 * A position is one flat block of game->position_size bytes: copying it is a memcpy. The part that every module may
 * read stands in this struct; behind it follow sets of cells whose width depends on the board (see core.c) and the counts of
 * men in hand. Only the functions of core.h change a position.
 */
#ifndef FERZ_GAME_POSITION_H
#define FERZ_GAME_POSITION_H

#include "game/game.h"

/* A man that has just stepped over `cell` and may be taken there. */
typedef struct passed_cell {
    cell_id cell, man_at;
} passed_cell;

/* What a ply saves as a whole and an undo puts back. */
typedef struct position_state {
    uint64_t hash;   /* board, hands, rights, passed cells, who acts: what repetition compares */
    uint32_t rights; /* bits by game.right */
    uint16_t quiet;  /* plies since a capture or a move of a man that resets the clock */
    uint16_t fullmove;
    uint8_t mover; /* who acts */
    uint8_t passed_count;
    uint16_t plies; /* since the start of this position's history */
    passed_cell passed[PASSED_MAX];
} position_state;

/* Where players have boards of their own: who is to move on a board, and its clocks. Those of the board that acts are in
 * position_state. */
typedef struct board_part {
    uint16_t mover, quiet, fullmove;
} board_part;

/* The same for games that remember more (game.remembers); all zero in the others. */
typedef struct position_more {
    uint16_t checks[PLAYERS_MAX]; /* moves running with which a player gave check; kept if some ending asks */
    uint8_t ply;                  /* plies made in this turn */
    uint8_t acts;                 /* who acts next by the word of a hook, plus one; only while a ply is carried out */
    uint8_t rolls;                /* chance acts: the dice are to be thrown for the mover */
    uint8_t roll;                 /* outcome that was thrown, plus one; 0: none */
    uint8_t dice[DICE_MAX];       /* faces still to be used, 0: none */
    int16_t counters[COUNTERS_MAX];
    uint16_t waited;                         /* the last ply left the word to another board */
    board_part boards[RULES_OWN_BOARDS_MAX]; /* zero where all play on all */
} position_more;

/* Shared by the struct here and the wider one in core.c. */
#define POSITION_HEAD                                                                                                  \
    const struct game *game;                                                                                           \
    live_hooks *hooks;                                                                                                 \
    bool royals_fall; /* royals are taken like other men: always by the rules, or while attacks are tried out */       \
    bool trying;      /* attacks are being tried out */                                                                \
    bool only_base;   /* a move is played without the choice that a hook adds to it */                                 \
    uint8_t nested;   /* how deep legality is asking about the answers to an answer */                                 \
    uint8_t dropped;  /* how many drops are being asked, one in answer to another, whether they mate */                \
    position_state state;                                                                                              \
    position_more more;

typedef struct position {
    POSITION_HEAD
    man_id board[]; /* [cells] */
} position;

enum { UNDO_CELLS_MAX = 256 };

/* What an undo needs: the state before, and the cells and hands that changed with what they held. */
typedef struct undo {
    position_state state;
    uint16_t count;
    struct undo_entry {
        uint32_t slot; /* a cell, a man, or a place in the towers */
        uint16_t old;
        uint8_t kind; /* enum undo_kind */
    } entries[UNDO_CELLS_MAX];
    position_more more; /* only where game.remembers */
} undo;
/* Kinds of entries: a cell's man, a count in hand, a mark, a man of a tower below its top, a tower's height. */
enum undo_kind { UNDO_CELL, UNDO_HAND, UNDO_MARK, UNDO_BELOW, UNDO_HEIGHT };

/* Towers (game.towers): the men below the top one, lowest first; the top stands on the board. Most of a position is room for
 * them, so a man takes a byte where the game has not more of them than a byte can name. */
enum { TOWER_MAX = 32 };
static inline bool position_narrow(const game *g)
{
    return g->men <= UINT8_MAX + 1;
}
static inline uint8_t *position_heights(const position *p) /* [cells] how many are below the top */
{
    return (uint8_t *)p + p->game->tower_offset;
}
static inline void *position_towers(const position *p) /* [cells][TOWER_MAX] of uint8_t or of man_id */
{
    return (char *)p + p->game->tower_offset + (((size_t)p->game->cells + 7) & ~(size_t)7);
}
/* `slot` is cell * TOWER_MAX + level. */
static inline man_id position_below(const position *p, size_t slot)
{
    const void *towers = position_towers(p);
    return position_narrow(p->game) ? ((const uint8_t *)towers)[slot] : ((const man_id *)towers)[slot];
}
static inline void position_set_below(position *p, size_t slot, man_id man)
{
    void *towers = position_towers(p);
    if (position_narrow(p->game)) {
        ((uint8_t *)towers)[slot] = (uint8_t)man;
    } else {
        ((man_id *)towers)[slot] = man;
    }
}

/* The man of the cell who stands on the board itself: whoever has never left it is the lowest. */
static inline man_id position_lowest(const position *p, unsigned cell)
{
    bool covered = p->game->towers && position_heights(p)[cell];
    return covered ? position_below(p, (size_t)cell * TOWER_MAX) : p->board[cell];
}

static inline uint16_t *position_hand(const position *p)
{
    return (uint16_t *)((char *)p + p->game->hand_offset);
}

/* Whether somebody holds men that must be placed before anything else. */
bool position_placing(const position *p);
/* Not yet while men are placed, where that comes before the game: nothing ends then. */
bool position_begun(const position *p);

/* Whether the man whose right it is stands where he must; castlings also want their king. */
bool right_stands(const position *p, int number);

/* Whether a player is to move: he acts, or he will when his board's turn comes. */
bool position_awaits(const position *p, int player);

/* An empty position, or NULL when out of memory. `hooks` is borrowed; NULL in games without live hooks. */
position *position_create(const game *g, live_hooks *hooks);
void position_destroy(position *p);
/* Copies everything but the hooks. Both belong to one game. */
void position_copy(position *to, const position *from);

#endif
