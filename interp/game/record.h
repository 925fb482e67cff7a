/* Record: a game in progress: a position and the road to it, for undo, repetition, claims and results.
 *
 * The road grows on the heap, outside of play itself: record_reserve before a search makes sure that no push allocates.
 */
#ifndef FERZ_GAME_RECORD_H
#define FERZ_GAME_RECORD_H

#include "game/core.h"

typedef struct record_ply {
    move move;
    uint64_t key; /* hash of the position before the ply */
    uint8_t mover;
    bool checked; /* the ply gave check */
    bool within;  /* it was not the first of its turn */
} record_ply;

typedef enum verdict_kind { VERDICT_ONGOING, VERDICT_WIN, VERDICT_DRAW } verdict_kind;
typedef struct verdict {
    verdict_kind kind;
    int winner;              /* with VERDICT_WIN */
    const char *reason;      /* name of the ending */
    const rule_ending *rule; /* NULL while ongoing */
} verdict;

typedef struct record {
    const game *game;
    position *position; /* owned */
    record_ply *plies;  /* owned */
    undo *undos;        /* owned: of each ply; apart, so that whoever looks back along the road touches little */
    size_t count, room;
    int claimed;     /* ending that was claimed, -1 */
    char reason[64]; /* a hook's own words for an ending */
} record;

/* False when out of memory. */
bool record_init(record *r, const game *g, live_hooks *hooks);
void record_finish(record *r);
/* Room for `more` pushes without allocating; false when out of memory. */
bool record_reserve(record *r, size_t more);
/* Plays a legal move. Room must have been reserved. */
void record_push(record *r, move m);
void record_pop(record *r);
/* Whether the last ply, `ply`, gave check. */
bool record_ply_checks(const record *r, const record_ply *ply);
/* The road behind a ply made from here. */
static inline record_ply *record_road(record *r)
{
    const position *p = r->position;
    record_ply *ply = &r->plies[r->count++];
    ply->key = p->state.hash;
    ply->mover = p->state.mover;
    ply->within = p->more.ply > 0;
    ply->checked = false;
    return ply;
}
/* Plays a legal move that is no claim and will not be taken back: for those who play on to the end. Only the road is kept,
 * and `spare` serves every ply. After it record_pop must not be called. */
static inline void record_step(record *r, move m, undo *spare)
{
    record_ply *ply = record_road(r);
    ply->move = m;
    r->game->core->play(r->position, m, spare);
    if (r->game->logs_checks) {
        ply->checked = record_ply_checks(r, ply);
    }
}
/* Makes `to` (initialised, same game) a copy: position and road. False when out of memory. */
bool record_copy(record *to, const record *from);

/* Times that the present position has stood, the present one included, counting no further than `most`. */
int record_repeats(const record *r, int most);

/* How many turns running were passed last; closing a turn of several plies is no pass. */
int record_passes(const record *r);

/* All that the player may do: legal moves without those that a forbidden repetition excludes, and claims when `claims`.
 * None when the game is over. */
void record_moves(record *r, move_list *list, bool claims);
/* Removes moves that would repeat where that is illegal. */
void record_filter(record *r, move_list *list);

/* Is it over, and how. */
verdict record_verdict(record *r);
/* One ending by its number, as far as position and road decide it. */
verdict record_test(record *r, int number);
/* Without looking for legal moves: endings that position and road decide (bare, repetition, quiet plies, dead ...).
 * Those that are only claims count as well when `claims`. Cheap enough for every node of a search. */
verdict record_decided(record *r, bool claims);
/* Whether a player without a move is judged by that instead: a mate on the very ply that fills a count of quiet plies is a
 * mate. */
static inline bool verdict_is_soft(const verdict *v)
{
    return v->kind == VERDICT_DRAW && v->rule->kind == END_QUIET;
}
/* What having no legal move means here. */
verdict record_no_moves(record *r);

#endif
