#include "base/elo.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/statistics.h"

/* Results of games, or of pairs of games, with their counts. */
enum { KINDS_MAX = 201 };
typedef struct observed {
    int kinds;
    double value[KINDS_MAX]; /* 0..1, ascending */
    double count[KINDS_MAX];
    double total;
} observed;

void elo_add_game(elo_tally *t, int points)
{
    ++*(points == 100 ? &t->wins : points == 50 ? &t->draws : points == 0 ? &t->losses : &t->shared_games[points]);
}

void elo_add_pair(elo_tally *t, int points)
{
    ++*(points % 50 == 0 ? &t->pairs[points / 50] : &t->shared_pairs[points]);
}

static uint64_t sum_of(const uint64_t *counts, int from, int to)
{
    uint64_t sum = 0;
    for (int i = from; i < to; i++) {
        sum += counts[i];
    }
    return sum;
}

uint64_t elo_wins(const elo_tally *t)
{
    return t->wins + sum_of(t->shared_games, 51, 101);
}

uint64_t elo_losses(const elo_tally *t)
{
    return t->losses + sum_of(t->shared_games, 0, 50);
}

uint64_t elo_games(const elo_tally *t)
{
    return elo_wins(t) + t->draws + elo_losses(t);
}

uint64_t elo_pairs(const elo_tally *t)
{
    return sum_of(t->pairs, 0, 5) + sum_of(t->shared_pairs, 0, 201);
}

static observed observed_of(const elo_tally *t, bool by_pairs)
{
    observed s = {.kinds = 0};
    const uint64_t games[3] = {t->losses, t->draws, t->wins};
    const uint64_t *shared = by_pairs ? t->shared_pairs : t->shared_games;
    const int most = by_pairs ? 200 : 100;
    for (int points = 0; points <= most; points++) {
        const bool whole = points % 50 == 0;
        if (whole || shared[points]) {
            s.value[s.kinds] = (double)points / most;
            s.count[s.kinds] = (double)(!whole     ? shared[points]
                                        : by_pairs ? t->pairs[points / 50]
                                                   : games[points / 50]);
            s.total += s.count[s.kinds++];
        }
    }
    return s;
}

static double mean_of(const observed *s)
{
    double sum = 0;
    for (int i = 0; i < s->kinds; i++) {
        sum += s->value[i] * s->count[i];
    }
    return sum / s->total;
}

/* The variance of one observation. */
static double variance_of(const observed *s, double mean)
{
    double sum = 0;
    for (int i = 0; i < s->kinds; i++) {
        sum += (s->value[i] - mean) * (s->value[i] - mean) * s->count[i];
    }
    return sum / s->total;
}

double elo_to_score(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

double elo_from_score(double score)
{
    if (score <= 0 || score >= 1) {
        return score <= 0 ? -INFINITY : INFINITY;
    }
    return score == 0.5 ? 0 : -400 * log10(1 / score - 1);
}

elo_estimate elo_estimate_of(const elo_tally *t)
{
    if (elo_games(t) == 0) {
        return (elo_estimate){.los = 0.5};
    }
    observed s = observed_of(t, elo_pairs(t) * 2 == elo_games(t));
    double mean = mean_of(&s), variance = variance_of(&s, mean);
    if (variance <= 0 && s.kinds == 5) {
        /* All pairs have the same score, which overstates the certainty of a few pairs; single games tell more. */
        s = observed_of(t, false);
        variance = variance_of(&s, mean);
    }
    double deviation = sqrt(variance / s.total);
    elo_estimate e = {
        .score = mean,
        .elo = elo_from_score(mean),
        .low = elo_from_score(mean - STATISTICS_Z_95 * deviation),
        .high = elo_from_score(mean + STATISTICS_Z_95 * deviation),
    };
    if (deviation > 0) {
        e.los = erfc((0.5 - mean) / deviation / sqrt(2)) / 2;
    } else {
        /* All games had the same result: how likely is that between equal players? */
        double chance = pow(0.5, s.total);
        e.los = mean > 0.5 ? 1 - chance : mean < 0.5 ? chance : 0.5;
        e.low = -INFINITY;
        e.high = INFINITY;
    }
    e.error = isinf(e.low) || isinf(e.high) ? INFINITY : (e.high - e.low) / 2;
    return e;
}

/* ---- SPRT ---- */

/* The maximum likelihood distribution with mean `mean`, given the observed: p = f / (1 + x (value - mean)) with the x
 * that gives this mean (Van den Bergh, as in fishtest). Fills p. */
static void fit_distribution(const observed *s, double mean, double p[KINDS_MAX])
{
    /* All p are positive between these bounds; the sum falls from one to the other. */
    double low = -1 / (s->value[s->kinds - 1] - mean), high = 1 / (mean - s->value[0]);
    double x = 0;
    for (int iteration = 0; iteration < 200; iteration++) {
        x = (low + high) / 2;
        double sum = 0;
        for (int i = 0; i < s->kinds; i++) {
            double deviation_from_mean = s->value[i] - mean;
            sum += s->count[i] / s->total * deviation_from_mean / (1 + x * deviation_from_mean);
        }
        if (sum > 0) {
            low = x;
        } else {
            high = x;
        }
    }
    for (int i = 0; i < s->kinds; i++) {
        p[i] = s->count[i] / s->total / (1 + x * (s->value[i] - mean));
    }
}

sprt_state sprt_update(const sprt_params *test, const elo_tally *t)
{
    sprt_state state = {
        .low = log(test->beta / (1 - test->alpha)),
        .high = log((1 - test->beta) / test->alpha),
    };
    observed s = observed_of(t, elo_pairs(t) > 0);
    if (s.total > 0) {
        double zero[KINDS_MAX], one[KINDS_MAX];
        s.total = 0;
        for (int i = 0; i < s.kinds; i++) {
            s.count[i] = s.count[i] > 0 ? s.count[i] : 1e-3; /* a result not seen yet is still possible */
            s.total += s.count[i];
        }
        fit_distribution(&s, elo_to_score(test->elo0), zero);
        fit_distribution(&s, elo_to_score(test->elo1), one);
        for (int i = 0; i < s.kinds; i++) {
            state.llr += s.count[i] * log(one[i] / zero[i]);
        }
    }
    state.verdict = state.llr >= state.high ? SPRT_ACCEPT_H1 : state.llr <= state.low ? SPRT_ACCEPT_H0 : SPRT_CONTINUE;
    return state;
}

/* One NAME=NUMBER of the parameters. */
static bool read_part(const char *part, size_t length, sprt_params *test, bool found[4])
{
    static const char *const names[] = {"elo0", "elo1", "alpha", "beta"};
    double *const values[] = {&test->elo0, &test->elo1, &test->alpha, &test->beta};
    for (int i = 0; i < 4; i++) {
        size_t name = strlen(names[i]);
        if (length > name + 1 && strncmp(part, names[i], name) == 0 && part[name] == '=' && !found[i]) {
            const char *end = part + name + 1;
            found[i] = true;
            return number_take_decimal(&end, -1e6, 1e6, values[i]) == NUMBER_READ && end == part + length;
        }
    }
    return false;
}

bool sprt_params_parse(const char *string, sprt_params *test, const char **why)
{
    bool found[4] = {false};
    *test = (sprt_params){.enabled = true, .alpha = 0.05, .beta = 0.05};
    *why = "expected elo0=N,elo1=N and optionally alpha=P,beta=P";
    for (const char *at = string; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        if (!read_part(at, strcspn(at, ","), test, found)) {
            return false;
        }
    }
    if (!found[0] || !found[1]) {
        return false;
    }
    if (test->elo0 >= test->elo1 || test->elo0 < -2000 || test->elo1 > 2000) {
        *why = "elo0 must be less than elo1, both from -2000 to 2000";
        return false;
    }
    if (test->alpha <= 0 || test->alpha >= 0.5 || test->beta <= 0 || test->beta >= 0.5) {
        *why = "alpha and beta are error probabilities, more than 0 and less than 0.5";
        return false;
    }
    return true;
}
