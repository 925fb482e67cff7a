/* Playout: a game played to its end by moves drawn at random, every legal one as likely as any other.
 *
 * Claims are not drawn; chance falls as its odds say. The same seed draws the same moves, however fast they are found.
 * Nothing is taken back, so only the road is kept, and what ends the game is asked once for each ply.
 */
#ifndef FERZ_PLAY_PLAYOUT_H
#define FERZ_PLAY_PLAYOUT_H

#include "base/random.h"
#include "play/history.h"

typedef struct playout {
    game_history history;     /* the playout in progress, or the last one; its position and hooks are its own */
    const game_history *from; /* where it begins */
    move *moves;              /* [game->moves_max] */
    undo spare;
} playout;

/* `hooks` is borrowed and belongs to the thread. False when out of memory. */
bool playout_init(playout *o, const game_history *from, live_hooks *hooks);
void playout_finish(playout *o);

typedef enum playout_result {
    PLAYOUT_ENDED,
    PLAYOUT_PLY_LIMIT, /* `most` plies were made, and the game goes on */
    PLAYOUT_FAILED,    /* a hook failed */
    PLAYOUT_NO_MEMORY,
} playout_result;

/* Plays one game. `*plies` made, and how it ended; the verdict's words live until the next one. */
playout_result playout_run(playout *o, uint64_t seed, size_t max_plies, size_t *plies, game_outcome *end);

/* Which of the moves listed is drawn. */
move playout_pick_move(const position *p, const move_list *list, random_source *random);

#endif
