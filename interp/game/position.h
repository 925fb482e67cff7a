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
    uint16_t checks[PLAYERS_MAX]; /* moves running with which a player gave check; kept if some ending asks */
    int16_t counters[COUNTERS_MAX];
} position_state;

/* Shared by the struct here and the wider one in core.c. */
#define POSITION_HEAD                                                                                                  \
    const struct game *game;                                                                                           \
    live_hooks *hooks;                                                                                                 \
    position_state state;

typedef struct position {
    POSITION_HEAD
    man_id board[]; /* [cells] */
} position;

enum { UNDO_CELLS_MAX = 160 };

/* What an undo needs: the state before, and the cells and hands that changed with what they held. */
typedef struct undo {
    position_state state;
    uint16_t count;
    struct undo_entry {
        uint16_t slot; /* a cell, or UNDO_HAND + man */
        uint16_t old;
    } entries[UNDO_CELLS_MAX];
} undo;
enum { UNDO_HAND = 0x8000 };

static inline uint16_t *position_hand(const position *p)
{
    return (uint16_t *)((char *)p + p->game->hand_offset);
}

/* Whether the man whose right it is stands where he must; castlings also want their king. */
bool right_stands(const position *p, int number);

/* An empty position, or NULL when out of memory. `hooks` is borrowed; NULL in games without live hooks. */
position *position_create(const game *g, live_hooks *hooks);
void position_destroy(position *p);
/* Copies everything but the hooks. Both belong to one game. */
void position_copy(position *to, const position *from);

#endif
