/* Training: the games of play-test files, as `ferz tune` learns from them: those of players who searched, with their results. */
#ifndef FERZ_PLAYTEST_TRAINING_H
#define FERZ_PLAYTEST_TRAINING_H

#include "playtest/shard_file.h"

#include "ferz_tools.h"

/* Games of one play-test that were read, from whatever files. */
typedef struct training_run {
    char *identity;
    uint8_t *seen; /* bits by number of the game */
} training_run;

/* Zeroed: no games. */
typedef struct training {
    ferz_known_game *games; /* their moves are there after training_ready */
    int count;
    text moves; /* of all games, one after another */
    int room;
    training_run *runs;
    int run_count;
} training;

/* Adds the games of a file, each once, of any play-test of these rules, by any version that writes such files. `found->why` is freed with
 * text_finish. */
shard_fault training_read(training *t, const ferz_variant *variant, int file, shard_found *found);
/* After the last file. False when out of memory. */
bool training_ready(training *t);
void training_finish(training *t);

#endif
