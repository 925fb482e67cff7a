#include "search/chance.h"

#include <stdlib.h>

enum { BOUND_MARGIN = 1000 };

typedef struct star_sums {
    const chance_node *n;
    int64_t weights;        /* of all outcomes */
    int64_t lower, upper;   /* bounds of the mean over all outcomes, times the weights */
    int64_t exact;          /* sum of the searched outcomes, mate scores not clamped */
    bool all_won, all_lost; /* of the outcomes searched so far */
} star_sums;

static int64_t floor_of(int64_t sum, int64_t by)
{
    return by > 0 ? sum / by - (sum % by < 0) : 0; /* no outcome searched: no mean */
}

static int64_t ceiling_of(int64_t sum, int64_t by)
{
    return sum / by + (sum % by > 0);
}

static int64_t outcome_weight(const star_sums *s, int i)
{
    return s->n->outcomes[i].weight;
}

static void sums_init(star_sums *s, const chance_node *n)
{
    s->n = n;
    s->weights = s->exact = 0;
    s->all_won = s->all_lost = true;
    for (int i = 0; i < n->outcome_count; i++) {
        s->weights += n->outcomes[i].weight;
    }
    s->lower = s->weights * n->lower;
    s->upper = s->weights * n->upper;
}

/* The mean lies outside the window, whatever the remaining outcomes give. */
static bool is_cutoff(const star_sums *s, int *score)
{
    if (s->upper <= s->n->alpha * s->weights) {
        *score = (int)floor_of(s->upper, s->weights);
        return true;
    }
    *score = (int)floor_of(s->lower, s->weights);
    return s->lower >= s->n->beta * s->weights;
}

/* The window of outcome `i`: at or below `alpha` the mean fails low, from `beta` on it fails high. */
static void outcome_window(const star_sums *s, int i, int *alpha, int *beta)
{
    const chance_node *n = s->n;
    int64_t weight = outcome_weight(s, i);
    int64_t a = floor_of(n->alpha * s->weights - (s->upper - weight * n->upper), weight);
    int64_t b = ceiling_of(n->beta * s->weights - (s->lower - weight * n->lower), weight);
    *alpha = a > n->lower ? (int)a : s->all_lost ? -CHANCE_INFINITE : n->lower;
    *beta = b < n->upper ? (int)b : s->all_won ? CHANCE_INFINITE : n->upper;
}

static void add_outcome(star_sums *s, int i, int score)
{
    const chance_node *n = s->n;
    int64_t weight = outcome_weight(s, i), bounded = score_clamp(score, n->lower, n->upper);
    s->lower += weight * (bounded - n->lower);
    s->upper += weight * (bounded - n->upper);
    s->exact += weight * score;
    s->all_won = s->all_won && score >= SCORE_MATE_MIN;
    s->all_lost = s->all_lost && score <= -SCORE_MATE_MIN;
}

static bool stopped(const chance_node *n)
{
    return n->stopped && n->stopped(n->state);
}

/* The window lies beyond the bounds. The mean can lie there only if every outcome decides the game. */
static int mate_value(const chance_node *n, bool won)
{
    star_sums s;
    sums_init(&s, n);
    for (int i = 0; i < n->outcome_count; i++) {
        int mate_bound = won ? SCORE_MATE_MIN - 1 : 1 - SCORE_MATE_MIN;
        int score = n->search(n->state, i, won ? mate_bound : -CHANCE_INFINITE, won ? CHANCE_INFINITE : mate_bound);
        add_outcome(&s, i, score);
        if (stopped(n) || (won ? !s.all_won : !s.all_lost)) {
            return won ? n->upper : n->lower;
        }
    }
    return (int)floor_of(s.exact, s.weights);
}

int chance_bound(const evaluation *e)
{
    int most = evaluation_army_value(e) + BOUND_MARGIN;
    return most < SCORE_EVAL_MAX ? most : SCORE_EVAL_MAX;
}

int chance_search(const chance_node *n)
{
    star_sums s;
    int score = 0;
    if (n->alpha >= n->upper || n->beta <= n->lower) {
        return mate_value(n, n->alpha >= n->upper);
    }
    sums_init(&s, n);
    for (int i = 0; i < n->outcome_count; i++) {
        int alpha, beta;
        outcome_window(&s, i, &alpha, &beta);
        int found = n->search(n->state, i, alpha, beta);
        if (stopped(n)) {
            return 0;
        }
        add_outcome(&s, i, found);
        if (i + 1 < n->outcome_count && is_cutoff(&s, &score)) {
            return score;
        }
    }
    return (int)floor_of(s.all_won || s.all_lost ? s.exact : s.lower, s.weights);
}
