/* Games between two ways of playing, for tests and measurements of strength.
 *
 * A player is written METHOD[:KEY=NUMBER,...]: METHOD is random, auto, alphabeta or mcts; KEY is nodes, depth, ms, or cpu:
 * milliseconds of the processor, which mean the same on a machine with other work. The first player has one side (a player or a
 * team), the second all others. Sides change from game to game, so that with two sides each opening is played with both colours.
 * Draws that could be claimed are draws. Dice are drawn by the seed. Everything follows from the seed if no player is limited
 * by time. */
#ifndef TESTS_STRENGTH_ARENA_H
#define TESTS_STRENGTH_ARENA_H

#include "ferz.h"

typedef struct player_spec {
    bool random;
    long cpu; /* milliseconds; 0: none */
    ferz_limits limits;
} player_spec;

typedef struct match {
    const ferz_variant *variant;
    const char *fen; /* NULL: the start */
    player_spec players[2];
    int games;
    int opening;   /* random plies before the contest */
    int max_plies; /* a game that is longer is cut short */
    uint64_t seed;
    bool verbose; /* a line for each game on standard error */
} match;

typedef struct match_score {
    int won, drawn, lost, cut; /* of the first player; `cut` counts as drawn too */
    int shares;                /* hundredths that the first player would have by chance: 100 / sides */
    uint64_t plies;
    uint64_t moves[2];
    double seconds[2];
} match_score;

/* False when the words are no contender. */
bool player_spec_read(player_spec *c, const char *words);
/* False after an error in `messages`: a player failed, or played an illegal move. */
bool match_play(const match *c, match_score *found, ferz_messages *messages);

#endif
