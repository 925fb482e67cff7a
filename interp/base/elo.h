/* Elo: strength from results. Pure arithmetic.
 *
 * A score is the mean of game points (1, 1/2 or 0, or the shares of a point that the rules give). When each opening is played twice with sides swapped, the two
 * games are one observation: an opening that favours one side then says nothing, and the error is smaller than with
 * single games.
 */
#ifndef FERZ_BASE_ELO_H
#define FERZ_BASE_ELO_H

#include <stdbool.h>
#include <stdint.h>

/* Results of one player. */
typedef struct elo_tally {
    uint64_t wins, draws, losses; /* whole points, halves, and nothing */
    /* Pentanomial counts: finished pairs with 0, 1/2, 1, 1 1/2 and 2 points. Single games are not counted here. */
    uint64_t pairs[5];
    /* Games and pairs with other points, by hundredths of a point. */
    uint64_t shared_games[101], shared_pairs[201];
} elo_tally;

typedef struct elo_estimate {
    double score; /* 0..1 */
    double elo;   /* infinite when all games were won or lost */
    double low, high;
    double error; /* half of the 95 % interval; infinite when the games say nothing about it */
    double los;   /* likelihood of superiority, 0..1 */
} elo_estimate;

/* Counts a game, or a pair, with so many hundredths of a point. */
void elo_add_game(elo_tally *t, int points);
void elo_add_pair(elo_tally *t, int points);
/* Games in which the player got more than half the point, or less. */
uint64_t elo_wins(const elo_tally *t);
uint64_t elo_losses(const elo_tally *t);
uint64_t elo_games(const elo_tally *t);
uint64_t elo_pairs(const elo_tally *t);
/* Uses pairs when all games are in pairs with different scores, else single games. Without games all is 0, and `los`
 * is 1/2. */
elo_estimate elo_estimate_of(const elo_tally *t);

/* The expected score of a player who is so much stronger. */
double elo_to_score(double elo);
double elo_from_score(double score);

/* A sequential probability ratio test: H0 is a strength of `elo0`, H1 of `elo1`. */
typedef struct sprt_params {
    bool enabled;
    double elo0, elo1, alpha, beta;
} sprt_params;
typedef enum sprt_verdict { SPRT_CONTINUE, SPRT_ACCEPT_H0, SPRT_ACCEPT_H1 } sprt_verdict;
typedef struct sprt_state {
    double llr;       /* log-likelihood ratio */
    double low, high; /* the test ends when llr leaves this interval */
    sprt_verdict verdict;
} sprt_state;
/* Uses finished pairs if there are any, else single games. */
sprt_state sprt_update(const sprt_params *test, const elo_tally *t);
/* Parses "elo0=0,elo1=10,alpha=0.05,beta=0.05"; the last two are optional with these defaults. False after an error,
 * with the reason in `why`. */
bool sprt_params_parse(const char *string, sprt_params *test, const char **why);

#endif
