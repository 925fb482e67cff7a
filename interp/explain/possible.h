/* Possibilities: what can come about in a game, for sentences that are true only then.
 *
 * The tables tell most of it. What scripts do no table shows: there a few random games are asked, which also find an
 * example of each kind of move. So an example was legal once and was read again. All memory belongs to the arena. */
#ifndef FERZ_EXPLAIN_POSSIBLE_H
#define FERZ_EXPLAIN_POSSIBLE_H

#include "play/history.h"

/* Moves as the game writes them; NULL: none was found. */
typedef struct move_examples {
    const char *step, *second_half, *removal, *drop;
} move_examples;

typedef struct possibilities {
    const variant *v;
    int first_player;
    const bool *captured; /* [pieces of the rules] it can be captured */
    const bool *held;     /* [pieces of the rules] it can be in a hand */
    const bool *stuck;    /* [pieces of the rules] it may promote on a cell where it could never move again */
    bool captures;        /* something can be captured */
    bool to_hand;         /* a captured piece can come into a hand or a prison */
    bool drops;           /* a piece can be dropped from a hand */
    move_examples examples;
} possibilities;

/* `start`: a game that has just begun, with its hooks; it is played on and taken back. `script`: the text of the game's
 * scripts, or NULL. False when memory or fuel is out. */
bool possibilities_find(game_history *start, const char *script, fuel *left, arena *a, possibilities *found);

/* Whether some piece can be captured at all, other than by what a script does. */
bool rules_allow_captures(const ruleset *r);

#endif
