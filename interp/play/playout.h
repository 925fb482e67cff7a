/* Playout: a game played to its end by random moves, every legal move equally likely.
 *
 * A claim is never picked as a move. With `claims` a draw that the side to move can claim is claimed at once, as in a
 * match; else the game goes on. Dice fall as their odds say. The same seed gives the same moves, whichever way they are
 * generated. Nothing is undone, so only the plies are kept (game_history.path_only) unless a hook judges repetitions, and the
 * endings are tested once a ply.
 *
 * A playout owns its history and its move list; playout_finish frees them, also when they are zero. */
#ifndef FERZ_PLAY_PLAYOUT_H
#define FERZ_PLAY_PLAYOUT_H

#include "base/random.h"
#include "play/history.h"

typedef struct playout {
    game_history history;     /* the playout in progress, or the last one; it has its own position and hooks */
    const game_history *from; /* where every playout begins; borrowed */
    move *moves;              /* [variant->moves_max] */
    undo spare;
    bool claims; /* false until the caller sets it */
} playout;

/* `hooks` is borrowed and belongs to this thread. False when out of memory. */
bool playout_init(playout *o, const game_history *from, live_hooks *hooks);
void playout_finish(playout *o);

typedef enum playout_result {
    PLAYOUT_ENDED,
    PLAYOUT_PLY_LIMIT, /* `max_plies` were made and the game goes on */
    PLAYOUT_FAILED,    /* a hook failed */
    PLAYOUT_NO_MEMORY,
} playout_result;

/* Plays one game. `*plies` gets how many were made, `*end` the outcome; its words live until the next run. */
playout_result playout_run(playout *o, uint64_t seed, size_t max_plies, size_t *plies, game_outcome *end);

/* The same ply by ply, for callers who pick the moves. Finds what ended the game, or the legal moves in `list`, which
 * lie in `o->moves`. False when the game is over; a hook may have failed then. */
bool playout_moves(playout *o, move_list *list, game_outcome *end);
/* Plays one of these moves; room must have been reserved in the history. */
void playout_play(playout *o, move m);

/* A random move of the list. */
move playout_pick_move(const position *p, const move_list *list, random_source *random);

#endif
