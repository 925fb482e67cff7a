/* Run: plays the games of one play-test, or of two that are compared, with several threads. */
#ifndef FERZ_PLAYTEST_RUN_H
#define FERZ_PLAYTEST_RUN_H

#include "playtest/report.h"
#include "playtest/shard_file.h"

enum { RUN_TESTS_MAX = 2 };

/* One game's test. */
typedef struct playtest {
    plan plan;
    features features;
    tally tally;
    record scratch; /* of a line that is read */
} playtest;
/* False when out of memory, or there are too many players. Needs playtest_finish in both cases. */
bool playtest_init(playtest *t, const ferz_variant *variant, const plan_options *options);
void playtest_finish(playtest *t);

typedef struct run_progress {
    uint64_t games, total; /* of all tests together */
    double seconds;        /* since the start */
} run_progress;

typedef struct run {
    /* Input. */
    playtest *tests[RUN_TESTS_MAX];
    size_t test_count;
    int threads;
    double seconds;            /* no game begins later; 0: no limit */
    bool until;                /* ends when report_answer_of says something */
    uint64_t shard, shards;    /* only blocks number `shard` modulo `shards`; 0 shards: all */
    bool (*stop)(void *state); /* asked often, by any thread; may be NULL */
    void (*on_game)(void *state, const run_progress *progress); /* one call at a time; may be NULL */
    /* Takes the line of each game that was played, one call at a time; false: it could not be kept. May be NULL. */
    bool (*keep)(void *state, const char *line, size_t length);
    void *state;
    /* Output. */
    bool stopped;         /* before all games were played, or the question was answered */
    report_answer answer; /* to the question */
    ferz_result result;   /* FERZ_OK, or why it could not go on ... */
    text why;             /* ... in words */
    run_progress progress;
    /* Internal. */
    pthread_mutex_t lock;
    uint64_t next, limit; /* games: by number, then by test */
    double start;
} run;

/* Plays all games that the tallies do not have yet. True where `result` is FERZ_OK. Needs run_finish in both cases. */
bool run_play(run *r);
void run_finish(run *r);

/* What the first line of files of a play-test says, by that version of the program. */
void playtest_put_identity(text *t, const plan *p, const char *version);
/* The games of a play-test in files. */
shard_games playtest_games(playtest *t);
/* A record as a line of such a file. */
void playtest_put_line(text *t, const record *r, const playtest *test, uint32_t *check);

#endif
