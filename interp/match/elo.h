/* Elo: what results say about strength. Pure arithmetic.
 *
 * A score is a number from 0 to 1, the mean of what games brought: 1, 1/2 or 0. Where each opening is played twice with the
 * sides changed, the two games are one observation: an opening that favours a side tells nothing then, and the error is
 * smaller than that of games taken singly.
 */
#ifndef FERZ_MATCH_ELO_H
#define FERZ_MATCH_ELO_H

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
    double los; /* that the side is the stronger one, 0..1 */
} elo_estimate;

uint64_t elo_games(const elo_tally *t);
uint64_t elo_pairs(const elo_tally *t);
/* By pairs when all games are in pairs and not all pairs alike, else by games. Without games all is zero, and the likelihood 1/2. */
elo_estimate elo_estimate_of(const elo_tally *t);

/* The score that a side so much stronger is expected to have. */
double elo_to_score(double elo);
double elo_from_score(double score);

/* A sequential test (SPRT): is the side rather `elo1` stronger than `elo0`? */
typedef struct sprt_params {
    bool enabled;
    double elo0, elo1, alpha, beta;
} sprt_params;
typedef enum sprt_verdict { SPRT_CONTINUE, SPRT_ACCEPT_H0, SPRT_ACCEPT_H1 } sprt_verdict;
typedef struct sprt_state {
    double llr;       /* logarithm of the ratio of likelihoods */
    double low, high; /* the test ends where the ratio leaves these */
    sprt_verdict verdict;
} sprt_state;
/* By finished pairs alone where there are any, else by games. */
sprt_state sprt_update(const sprt_params *test, const elo_tally *t);
/* "elo0=0,elo1=10,alpha=0.05,beta=0.05"; the last two have these values when left out. False, and `why` is set. */
bool sprt_params_parse(const char *string, sprt_params *test, const char **why);

#endif
