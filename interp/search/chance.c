#include "search/chance.h"

#include <stdlib.h>

enum { PROBED_MAX = 256, BOUND_MORE = 1000 };

typedef struct sums {
    const chance_node *n;
    int64_t weights;        /* of all throws */
    int64_t low, high;      /* what all throws together are worth at least and at most, times their weights */
    int64_t exact;          /* the same of those that were visited, ends not brought into bounds */
    bool all_won, all_lost; /* so far */
    int least[PROBED_MAX];  /* of throws that were probed */
} sums;

static int64_t floor_of(int64_t sum, int64_t by)
{
    return by > 0 ? sum / by - (sum % by < 0) : 0; /* without throws there is nothing to take a mean of */
}

static int64_t ceiling_of(int64_t sum, int64_t by)
{
    return sum / by + (sum % by > 0);
}

static int clip(int score, int low, int high)
{
    return score < low ? low : score < high ? score : high;
}

static int least_of(const sums *s, int i)
{
    return i < PROBED_MAX ? s->least[i] : s->n->low;
}

static int64_t weight_of(const sums *s, int i)
{
    return s->n->outcomes[i].weight;
}

static void begin(sums *s, const chance_node *n)
{
    s->n = n;
    s->weights = s->exact = 0;
    s->all_won = s->all_lost = true;
    for (int i = 0; i < n->outcome_count; i++) {
        s->weights += n->outcomes[i].weight;
        if (i < PROBED_MAX) {
            s->least[i] = n->low;
        }
    }
    s->low = s->weights * n->low;
    s->high = s->weights * n->high;
}

/* The mean lies outside the window whatever follows. */
static bool cut(const sums *s, int *score)
{
    if (s->high <= s->n->alpha * s->weights) {
        *score = (int)floor_of(s->high, s->weights);
        return true;
    }
    *score = (int)floor_of(s->low, s->weights);
    return s->low >= s->n->beta * s->weights;
}

/* What a throw may be asked for: below `alpha` the mean fails low, from `beta` on it fails high. */
static void window(const sums *s, int i, int *alpha, int *beta)
{
    const chance_node *n = s->n;
    int64_t weight = weight_of(s, i);
    int64_t a = floor_of(n->alpha * s->weights - (s->high - weight * n->high), weight);
    int64_t b = ceiling_of(n->beta * s->weights - (s->low - weight * least_of(s, i)), weight);
    *alpha = a > n->low ? (int)a : s->all_lost ? -CHANCE_INFINITE : n->low;
    *beta = b < n->high ? (int)b : s->all_won ? CHANCE_INFINITE : n->high;
}

static void add(sums *s, int i, int score)
{
    const chance_node *n = s->n;
    int64_t weight = weight_of(s, i), bounded = clip(score, n->low, n->high);
    s->low += weight * (bounded - least_of(s, i));
    s->high += weight * (bounded - n->high);
    s->exact += weight * score;
    s->all_won = s->all_won && score >= SCORE_MATE_LEAST;
    s->all_lost = s->all_lost && score <= -SCORE_MATE_LEAST;
}

static bool stopped(const chance_node *n)
{
    return n->stopped && n->stopped(n->state);
}

/* One move after each throw. True when that was enough. */
static bool probe(sums *s, int *score)
{
    const chance_node *n = s->n;
    for (int i = 0; i < n->outcome_count && i < PROBED_MAX; i++) {
        int alpha, beta;
        window(s, i, &alpha, &beta);
        beta = beta < n->high ? beta : n->high;
        if (beta <= n->low) {
            continue;
        }
        int least = n->probe(n->state, i, n->low, beta);
        if (stopped(n)) {
            return true;
        }
        least = clip(least, n->low, n->high);
        s->low += weight_of(s, i) * (least - s->least[i]);
        s->least[i] = least;
        if (cut(s, score)) {
            return true;
        }
    }
    return false;
}

/* The window lies beyond the bounds: only if every throw decides the game can the mean lie there too. */
static int value_of_ends(const chance_node *n, bool won)
{
    sums s;
    begin(&s, n);
    for (int i = 0; i < n->outcome_count; i++) {
        int edge = won ? SCORE_MATE_LEAST - 1 : 1 - SCORE_MATE_LEAST;
        int score = n->visit(n->state, i, won ? edge : -CHANCE_INFINITE, won ? CHANCE_INFINITE : edge);
        add(&s, i, score);
        if (stopped(n) || (won ? !s.all_won : !s.all_lost)) {
            return won ? n->high : n->low;
        }
    }
    return (int)floor_of(s.exact, s.weights);
}

int chance_bound(const evaluation *e)
{
    int most = evaluation_army(e) + BOUND_MORE;
    return most < SCORE_MOST ? most : SCORE_MOST;
}

int chance_value(const chance_node *n)
{
    sums s;
    int score = 0;
    if (n->alpha >= n->high || n->beta <= n->low) {
        return value_of_ends(n, n->alpha >= n->high);
    }
    begin(&s, n);
    if (n->probe && n->beta < n->high && probe(&s, &score)) {
        return score;
    }
    for (int i = 0; i < n->outcome_count; i++) {
        int alpha, beta;
        window(&s, i, &alpha, &beta);
        int found = n->visit(n->state, i, alpha, beta);
        if (stopped(n)) {
            return 0;
        }
        add(&s, i, found);
        if (i + 1 < n->outcome_count && cut(&s, &score)) {
            return score;
        }
    }
    return (int)floor_of(s.all_won || s.all_lost ? s.exact : s.low, s.weights);
}
