/* Elo: what results say about strength. Pure arithmetic.
 *
 * A score is a number from 0 to 1, the mean of what games brought: 1, 1/2 or 0. Where each opening is played twice with the
 * sides changed, the two games are one observation: an opening that favours a side tells nothing then, and the error is
 * smaller than that of games taken singly.
 */
#ifndef FERZ_FRONT_MATCH_ELO_H
#define FERZ_FRONT_MATCH_ELO_H

#include <stdbool.h>
#include <stdint.h>

/* Results of one side. */
typedef struct elo_tally {
    uint64_t wins, draws, losses;
    /* Finished pairs by what they brought: 0, 1/2, 1, 1 1/2, 2 points. Games without their second are in none. */
    uint64_t pairs[5];
} elo_tally;

typedef struct elo_estimate {
    double score; /* 0..1 */
    double elo;   /* infinite when all games were won or lost */
    double low, high;
    double
        error; /* half of the interval in which the truth is found 95 times of 100; infinite where games tell nothing of it */
    double likelihood; /* that the side is the stronger one, 0..1 */
} elo_estimate;

uint64_t elo_games(const elo_tally *t);
uint64_t elo_pairs(const elo_tally *t);
/* By pairs when all games are in pairs and not all pairs alike, else by games. Without games all is zero, and the likelihood 1/2. */
elo_estimate elo_estimate_of(const elo_tally *t);

/* The score that a side so much stronger is expected to have. */
double elo_to_score(double elo);
double elo_from_score(double score);

/* A sequential test (SPRT): is the side rather `elo1` stronger than `elo0`? */
typedef struct elo_test {
    bool wanted;
    double elo0, elo1, alpha, beta;
} elo_test;
typedef enum elo_verdict { ELO_OPEN, ELO_ZERO, ELO_ONE } elo_verdict;
typedef struct elo_trial {
    double ratio;     /* logarithm of the ratio of likelihoods */
    double low, high; /* the test ends where the ratio leaves these */
    elo_verdict verdict;
} elo_trial;
/* By finished pairs alone where there are any, else by games. */
elo_trial elo_try(const elo_test *test, const elo_tally *t);
/* "elo0=0,elo1=10,alpha=0.05,beta=0.05"; the last two have these values when left out. False, and `why` is set. */
bool elo_test_read(const char *words, elo_test *test, const char **why);

#endif
