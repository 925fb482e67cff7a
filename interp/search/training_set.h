/* Training set: positions as features of a network, with what a search and the end of the game said of them.
 *
 * A position has its features as the side to move sees them; the other view follows (network_layout.flip). Positions come by games: every
 * tenth game is a test game, and nothing is learned from it. A zeroed set is empty. */
#ifndef FERZ_SEARCH_TRAINING_SET_H
#define FERZ_SEARCH_TRAINING_SET_H

#include "base/text.h"
#include "search/evaluation.h"

typedef struct training_position {
    size_t first;           /* of its features */
    int16_t score, formula; /* centipawns for the side to move: by a search, by the formulas */
    uint16_t count;
    uint8_t pieces;    /* on the board; up to 255 */
    uint8_t result;    /* hundredths of a point for the side to move */
    bool second_moves; /* the second player is to move */
    bool test;
} training_position;

typedef struct training_set {
    uint16_t *features;
    size_t feature_count, feature_room;
    training_position *positions;
    size_t count, room;
    size_t step; /* every step-th position of a game is taken over; 0: all */
    bool failed; /* out of memory: some are missing */
} training_set;

void training_set_finish(training_set *s);
/* Adds a position whose result is not known yet. */
void training_set_add(training_set *s, const network_layout *l, const position *p, int score, int formula);
/* Takes over the positions of one game, whose result was so many hundredths of a point for the first player. */
void training_set_add_game(training_set *s, const training_set *game, int number, int points);
bool training_set_is_test(int game_number);
/* Leaves every second position, and takes half as many of the games to come: positions of one game teach much the same, so a full set
 * has room for more games. */
void training_set_thin(training_set *s);

/* Appends the set as bytes, and reads them back (into an empty set): false when they are not such a set for this layout. */
void training_set_write(const training_set *s, text *out);
bool training_set_read(training_set *s, const network_layout *l, const char *bytes, size_t length);

/* Whether the mirror image, left for right, of each position reached by random moves has as many legal moves. Then positions without rights
 * teach twice. */
bool training_mirrors(const game_history *start, const network_layout *l, uint64_t seed, fuel *budget);

#endif
