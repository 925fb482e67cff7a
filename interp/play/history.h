/* Record: a game in progress: a position and the road to it, for undo, repetition, claims and results.
 *
 * The road grows on the heap, outside of play itself: history_reserve before a search makes sure that no push allocates.
 */
#ifndef FERZ_PLAY_HISTORY_H
#define FERZ_PLAY_HISTORY_H

#include "core/core.h"

typedef struct history_ply {
    move move;
    uint64_t key; /* hash of the position before the ply */
    uint8_t side_to_move;
    bool gave_check; /* the ply gave check */
    bool mid_turn;   /* it was not the first of its turn */
} history_ply;

typedef enum outcome_kind { OUTCOME_ONGOING, OUTCOME_WIN, OUTCOME_DRAW } outcome_kind;
typedef struct game_outcome {
    outcome_kind kind;
    int winner;              /* with OUTCOME_WIN */
    const char *reason;      /* name of the ending */
    const rule_ending *rule; /* NULL while ongoing */
} game_outcome;

typedef struct game_history {
    const variant *variant;
    position *position; /* owned */
    history_ply *plies; /* owned */
    undo *undos;        /* owned: of each ply; apart, so that whoever looks back along the road touches little */
    size_t count, room;
    int claimed;     /* ending that was claimed, -1 */
    char reason[64]; /* a hook's own words for an ending */
} game_history;

/* False when out of memory. */
bool history_init(game_history *h, const variant *v, live_hooks *hooks);
void history_finish(game_history *h);
/* Room for `more` pushes without allocating; false when out of memory. */
bool history_reserve(game_history *h, size_t added);
/* Plays a legal move. Room must have been reserved. */
void history_push(game_history *h, move m);
void history_pop(game_history *h);
/* Whether the last ply, `ply`, gave check. */
bool history_ply_gives_check(const game_history *h, const history_ply *ply);
/* The road behind a ply made from here. */
static inline history_ply *history_add_ply(game_history *h)
{
    const position *p = h->position;
    history_ply *ply = &h->plies[h->count++];
    ply->key = p->state.hash;
    ply->side_to_move = p->state.side_to_move;
    ply->mid_turn = p->extra.turn_ply > 0;
    ply->gave_check = false;
    return ply;
}
/* Plays a legal move that is no claim and will not be taken back: for those who play on to the end. Only the road is kept,
 * and `spare` serves every ply. After it history_pop must not be called. */
static inline void history_play(game_history *h, move m, undo *spare)
{
    history_ply *ply = history_add_ply(h);
    ply->move = m;
    h->variant->core->play(h->position, m, spare);
    if (h->variant->records_checks) {
        ply->gave_check = history_ply_gives_check(h, ply);
    }
}
/* Makes `to` (initialised, same game) a copy: position and road. False when out of memory. */
bool history_copy(game_history *to, const game_history *from);

/* Times that the present position has stood, the present one included, counting no further than `most`. */
int history_repetitions(const game_history *h, int max);

/* How many turns running were passed last; closing a turn of several plies is no pass. */
int history_passes(const game_history *h);

/* All that the player may do: legal moves without those that a forbidden repetition excludes, and claims when `claims`.
 * None when the game is over. */
void history_legal_moves(game_history *h, move_list *list, bool claims);
/* Removes moves that would repeat where that is illegal. */
void history_remove_repetitions(game_history *h, move_list *list);

/* Is it over, and how. */
game_outcome history_outcome(game_history *h);
/* One ending by its number, as far as position and road decide it. */
game_outcome history_test_ending(game_history *h, int number);
/* Without looking for legal moves: endings that position and road decide (bare, repetition, quiet plies, dead ...).
 * Those that are only claims count as well when `claims`. Cheap enough for every node of a search. */
game_outcome history_outcome_before_moves(game_history *h, bool claims);
/* Whether a player without a move is judged by that instead: a mate on the very ply that fills a count of quiet plies is a
 * mate. */
static inline bool outcome_is_halfmove_draw(const game_outcome *outcome)
{
    return outcome->kind == OUTCOME_DRAW && outcome->rule->kind == END_HALFMOVE_CLOCK;
}
/* What having no legal move means here. */
game_outcome history_outcome_no_moves(game_history *h);

#endif
