/* Play game: plays one game of a plan and records it. */
#ifndef FERZ_PLAYTEST_PLAY_GAME_H
#define FERZ_PLAYTEST_PLAY_GAME_H

#include "playtest/record.h"

/* The pieces whose values are fitted: those of the rules, as far as there is room. */
typedef struct features {
    const char *names[RECORD_FEATURES_MAX];
    char letters[RECORD_FEATURES_MAX]; /* in a hand; 0: it is never in one, or not by one letter */
    size_t count;                      /* 0: values are not fitted in this game */
} features;
features features_of(const plan *p);

/* One thread's players. */
typedef struct game_player {
    plan *plan;
    const features *features;
    ferz_engine *engines[PLAN_PLAYERS_MAX]; /* by side */
    ferz_messages *messages;
    bool (*stop)(void *state); /* may be NULL; true ends the game, and it does not count */
    void *state;
    /* Scratch. */
    int *board_features; /* difference of pieces, [features] */
} game_player;

typedef enum play_result { PLAY_DONE, PLAY_STOPPED, PLAY_FAILED } play_result;

/* False when out of memory. Needs game_player_finish in both cases. */
bool game_player_init(game_player *g, plan *p, const features *f, bool (*stop)(void *state), void *state);
void game_player_finish(game_player *g);
/* Plays game `number` of the plan; the same each time. After PLAY_FAILED the messages say why. */
play_result game_player_play(game_player *g, uint64_t number, record *r);

#endif
