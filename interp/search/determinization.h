/* Determinization: the best move for a player who does not see everything.
 *
 * The sampler gets what the player knows (`knowledge`) and nothing else: no pointer leads to the true position. It
 * samples worlds (complete positions) that are consistent with that knowledge, searches each with an equal share of
 * the limits, and chooses the move with the best average over the worlds in which it is legal.
 *
 * What is used. Particles are played through the whole game. Each begins with what was known at its start:
 * everything but secret counters if the game began from its own start; else the hidden pieces stand anywhere, in the
 * right numbers. It makes the player's own moves, and a random legal move for each unseen ply. An inconsistent
 * particle is replaced by a copy of a consistent one. Consistent means: own moves were legal and refused attempts
 * were not; queries had their answers; announcements are the same, word for word; the player's view after each ply
 * is the same; each player has as many pieces.
 *
 * What is not used. Unseen moves are drawn uniformly, not as a good player would choose them, and without regard to
 * later observations. Refused attempts of other players say nothing. If no particle is left, worlds are built from
 * the current view with the right number of pieces, and earlier observations are lost: the kinds of pieces that were
 * captured unseen, and the rights of other players, are then a guess.
 *
 * With the same knowledge, seed and limits (none of time), the chosen move is the same.
 */
#ifndef FERZ_SEARCH_DETERMINIZATION_H
#define FERZ_SEARCH_DETERMINIZATION_H

#include "play/visibility.h"
#include "search/search.h"

typedef enum observation_kind {
    OBSERVED_MOVE,       /* a ply whose move the player saw: their own, or a visible one */
    OBSERVED_HIDDEN_PLY, /* a ply that the player did not see */
    OBSERVED_REFUSAL,    /* an own attempt that was refused */
    OBSERVED_ANSWER,     /* an own query that was answered */
} observation_kind;
typedef struct observation {
    observation_kind kind;
    move move; /* as named: see determinization_named_move */
    const rule_query *ask;
    int answer;                 /* 0 no, 1 yes, or the number */
    uint64_t announcement_hash; /* determinization_announcement_hash of what everybody heard */
    const position *view;       /* the player's view after it */
    /* By owner, the owner of neutral pieces last: on the board and in hand; in hand. After it; public. */
    uint16_t piece_count[PLAYERS_MAX + 1], in_hand[PLAYERS_MAX + 1];
} observation;

typedef struct knowledge {
    const variant *variant;
    int player;
    const position *start; /* the player's view at the start; with `start_visible` everything but secret counters */
    bool start_visible;
    const uint16_t *piece_counts; /* [pieces] how many there were at the start, on the board and in hand */
    const uint16_t *in_hand;      /* [pieces] how many of them in hand */
    const position *view;         /* the player's view now */
    const observation *observations;
    size_t count;
    const rule_query *binding_query; /* a capture that answers it must be tried now; NULL: none */
} knowledge;

/* A move as its player can name it: from, to, promotion. Castlings, drops and listed moves stay as they are. */
move determinization_named_move(move m);
uint64_t determinization_announcement_hash(const char *lines);

/* The best move for the player, who is to move; `best` is MOVE_NONE if there is nothing to try. It is a named move
 * (determinization_named_move). False when out of memory. `hooks`: see search_run. */
bool determinization_search(search *s, const knowledge *k, live_hooks *const *hooks, const search_limits *limits,
                            search_result *out);

#endif
