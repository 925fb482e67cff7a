/* History: a game in progress, as a position and the plies that led to it. For undo, repetition, claims and the
 * outcome.
 *
 * Memory: the list of plies grows on the heap and only in history_reserve, so a search that reserves first never
 * allocates in history_push. The history owns its position, plies and undos; game_history_finish frees them, also when they
 * are zero. A function that returns bool says false when memory is out. */
#ifndef FERZ_PLAY_HISTORY_H
#define FERZ_PLAY_HISTORY_H

#include "core/core.h"

typedef struct history_ply {
    move move;
    uint64_t key; /* hash of the position before the ply */
    uint8_t side_to_move;
    bool gave_check; /* whether the ply gave check */
    bool mid_turn;   /* whether it was not the first ply of its turn */
} history_ply;

typedef enum outcome_kind { OUTCOME_ONGOING, OUTCOME_WIN, OUTCOME_DRAW } outcome_kind;
typedef struct game_outcome {
    outcome_kind kind;
    int winner;              /* with OUTCOME_WIN */
    int winner_share;        /* with OUTCOME_WIN: hundredths of the point; the opponent gets the rest */
    const char *reason;      /* name of the ending, or a hook's words; lives until the next outcome */
    const rule_ending *rule; /* NULL while ongoing */
} game_outcome;

typedef struct game_history {
    const variant *variant;
    position *position; /* owned */
    history_ply *plies; /* owned */
    undo *undos; /* owned, one for each ply; apart from `plies` so that a repetition search touches little memory */
    size_t count, room;
    bool path_only;  /* only the last ply can be undone: there is one undo for all. Set before anything is reserved */
    bool plays_on;   /* there are legal moves after endings that only count (ending_only_counts) */
    int claimed;     /* number of the ending that was claimed; -1: none */
    char reason[64]; /* holds `outcome.reason` when a hook words it */
} game_history;

/* False when out of memory. */
/* Not history_init: libedit, which the program links, exports that name. */
bool game_history_init(game_history *h, const variant *v, live_hooks *hooks);
void game_history_finish(game_history *h);
/* Makes room for `added` pushes without allocating. */
bool history_reserve(game_history *h, size_t added);
/* Plays a legal move, a claim included. Room must have been reserved. */
void history_push(game_history *h, move m);
void history_pop(game_history *h);
/* Whether the last ply, `ply`, gave check. */
bool history_ply_gives_check(const game_history *h, const history_ply *ply);
/* Appends the record of a ply that is about to be made from the present position. */
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
/* The undo of the ply that was added last, where nothing is undone and `spare` could serve all plies. */
static inline undo *history_undo_or(game_history *h, undo *spare)
{
    return h->variant->judges_cycles ? &h->undos[h->count - 1] : spare;
}
/* Plays a legal move that is no claim and is never undone, as playouts do: `spare` serves every ply as its undo.
 * history_pop must not be called after it. */
static inline void history_play(game_history *h, move m, undo *spare)
{
    history_ply *ply = history_add_ply(h);
    ply->move = m;
    h->variant->core->play(h->position, m, history_undo_or(h, spare));
    if (h->variant->records_checks) {
        ply->gave_check = history_ply_gives_check(h, ply);
    }
}
/* Makes `to` (initialized, same variant) a copy of `from`. */
bool history_copy(game_history *to, const game_history *from);

/* How often the present position has occurred, this time included; stops counting at `max`. */
int history_repetitions(const game_history *h, int max);

/* The plies since the position that occurs again, for a hook that judges the repetition. */
typedef struct ply_cycle {
    const game_history *history;
    size_t first, count; /* history->plies[first], and so on */
} ply_cycle;
/* Writes to `to` (of the same variant) the position that stood before ply `number` of the history, from 0. It needs the undos
 * of all plies since, which a history has that is not `path_only`. */
void history_position_before(const game_history *h, size_t number, position *to);

/* How many turns in a row were passed up to now. Closing a turn of several plies is not a pass. */
int history_passes(const game_history *h);

/* Appends all that the player may do: legal moves without those that a forbidden repetition excludes, and with
 * `claims` also the claims. Appends nothing when the game is over. */
void history_legal_moves(game_history *h, move_list *list, bool claims);
/* Removes the moves that would repeat a position where that is illegal. */
void history_remove_repetitions(game_history *h, move_list *list);

/* Whether the game is over, and how. Looks for legal moves if it must. */
game_outcome history_outcome(game_history *h);
/* One ending by its number, as far as the position and the history decide it. */
game_outcome history_test_ending(game_history *h, int number);
/* The outcome by all endings that need no legal moves (bare, repetition, halfmove clock, insufficient material ...).
 * With `claims`, endings that must be claimed count as well. Cheap enough for every node of a search. */
game_outcome history_outcome_before_moves(game_history *h, bool claims);
/* Whether the outcome is a draw by the halfmove clock. Checkmate on the same ply goes before it. */
static inline bool outcome_is_halfmove_draw(const game_outcome *outcome)
{
    return outcome->kind == OUTCOME_DRAW && outcome->rule->kind == END_HALFMOVE_CLOCK;
}
/* The outcome for the player to move when there is no legal move. */
game_outcome history_outcome_no_moves(game_history *h);

#endif
