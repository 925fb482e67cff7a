#include "search/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EPOCHS = 250 };

typedef struct fit {
    const weights *from;
    const fit_sample *samples;
    size_t count;
    double *origin, *spread; /* [2 * features] what is believed before, and how firmly: a standard deviation */
    double *at;              /* distance from the origin, in spreads */
    double *gradient, *first, *second;
    double scale; /* from scores to the logarithm of odds */
} fit;

static double value_at(const fit *f, size_t i)
{
    return f->origin[i] + f->at[i] * f->spread[i];
}

static double score_of(const fit *f, const fit_sample *s)
{
    double sum = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        size_t feature = 2 * (size_t)s->terms[i].feature;
        double weight = (double)s->middle * value_at(f, feature) + (1 - (double)s->middle) * value_at(f, feature + 1);
        sum += (double)s->terms[i].count * weight;
    }
    return sum;
}

static double chance_of(double odds)
{
    return 1 / (1 + exp(-odds));
}

static double loss_of(double chance, double result)
{
    double safe = chance < 1e-6 ? 1e-6 : chance > 1 - 1e-6 ? 1 - 1e-6 : chance;
    return -(result * log(safe) + (1 - result) * log(1 - safe));
}

/* Over the samples that are for testing, or not. */
static double mean_loss(const fit *f, bool testing)
{
    double sum = 0, count = 0;
    for (size_t i = 0; i < f->count; i++) {
        const fit_sample *s = &f->samples[i];
        if ((s->weight <= 0) == testing) {
            double weight = testing ? 1 : (double)s->weight;
            sum += weight * loss_of(chance_of(score_of(f, s) * f->scale), (double)s->result);
            count += weight;
        }
    }
    return count > 0 ? sum / count : 0;
}

/* What a hundred is worth in odds: where the loss is least with the weights as they are. */
static void find_scale(fit *f)
{
    double low = 0.0005, high = 0.03;
    for (int i = 0; i < 24; i++) {
        double one = low + (high - low) / 3, other = high - (high - low) / 3;
        f->scale = one;
        double first = mean_loss(f, false);
        f->scale = other;
        if (first < mean_loss(f, false)) {
            high = other;
        } else {
            low = one;
        }
    }
    f->scale = (low + high) / 2;
}

/* How far a weight may well be from its formula. */
static double spread_of(const weights *w, int feature, double origin)
{
    double size = fabs(origin);
    if (feature >= w->place) {
        return 18;
    }
    if (feature >= w->worth) {
        int type = (feature - w->worth) % w->game->types;
        return w->royal_like[type] ? 0 : 15 + size / 5;
    }
    if (feature >= w->mobility && feature < w->mobility + w->game->types) {
        return 12;
    }
    return 6 + size / 2;
}

static void find_gradient(fit *f)
{
    size_t features = 2 * (size_t)f->from->count;
    memset(f->gradient, 0, features * sizeof *f->gradient);
    for (size_t i = 0; i < f->count; i++) {
        const fit_sample *s = &f->samples[i];
        if (s->weight <= 0) {
            continue;
        }
        double slope = (chance_of(score_of(f, s) * f->scale) - (double)s->result) * f->scale * (double)s->weight;
        double middle = slope * (double)s->middle, end = slope - middle;
        for (uint32_t k = 0; k < s->count; k++) {
            size_t feature = 2 * (size_t)s->terms[k].feature;
            f->gradient[feature] += middle * (double)s->terms[k].count;
            f->gradient[feature + 1] += end * (double)s->terms[k].count;
        }
    }
    for (size_t i = 0; i < features; i++) {
        f->gradient[i] = f->gradient[i] * f->spread[i] + f->at[i]; /* the second: what the prior holds against it */
    }
}

/* Kingma and Ba, Adam: A Method for Stochastic Optimization, 2014; all samples at once. */
static void step(fit *f, int epoch)
{
    double rate = 0.06 * (epoch < EPOCHS / 2 ? 1 : 2 - 2 * (double)epoch / EPOCHS);
    double first_left = 1 - pow(0.9, epoch + 1), second_left = 1 - pow(0.999, epoch + 1);
    for (size_t i = 0; i < 2 * (size_t)f->from->count; i++) {
        f->first[i] = 0.9 * f->first[i] + 0.1 * f->gradient[i];
        f->second[i] = 0.999 * f->second[i] + 0.001 * f->gradient[i] * f->gradient[i];
        f->at[i] -= rate * (f->first[i] / first_left) / (sqrt(f->second[i] / second_left) + 1e-8);
    }
}

static int rounded(double value)
{
    return (int)lround(value);
}

static void prepare(fit *f, const bool *seen)
{
    const weights *w = f->from;
    for (int feature = 0; feature < w->count; feature++) {
        double middle = pair_middle(w->pair[feature]), end = pair_end(w->pair[feature]);
        f->origin[2 * feature] = middle;
        f->origin[2 * feature + 1] = end;
        f->spread[2 * feature] = seen[feature] ? spread_of(w, feature, middle) : 0;
        f->spread[2 * feature + 1] = seen[feature] ? spread_of(w, feature, end) : 0;
    }
}

static void run(fit *f, bool (*stop)(void *state), void *state, weight_pair *to, double *before, double *after)
{
    bool tests = false;
    for (size_t i = 0; i < f->count; i++) {
        tests = tests || f->samples[i].weight <= 0;
    }
    find_scale(f);
    *before = mean_loss(f, tests);
    for (int epoch = 0; epoch < EPOCHS && !(stop && stop(state)); epoch++) {
        find_gradient(f);
        step(f, epoch);
    }
    *after = mean_loss(f, tests);
    for (size_t i = 0; i < (size_t)f->from->count; i++) {
        to[i] = pair_of(rounded(value_at(f, 2 * i)), rounded(value_at(f, 2 * i + 1)));
    }
}

bool fit_run(const weights *from, const fit_sample *samples, size_t count, bool (*stop)(void *state), void *state,
             weight_pair *to, double *before, double *after)
{
    size_t features = (size_t)from->count, doubles = 2 * features;
    fit f = {.from = from, .samples = samples, .count = count};
    double *room = calloc(6 * doubles, sizeof *room);
    bool *seen = calloc(features, sizeof *seen);
    if (room && seen) {
        f.origin = room;
        f.spread = room + doubles;
        f.at = room + 2 * doubles;
        f.gradient = room + 3 * doubles;
        f.first = room + 4 * doubles;
        f.second = room + 5 * doubles;
        for (size_t i = 0; i < count; i++) {
            for (uint32_t k = 0; k < samples[i].count; k++) {
                seen[samples[i].terms[k].feature] = true;
            }
        }
        prepare(&f, seen);
        run(&f, stop, state, to, before, after);
    }
    bool fine = room && seen;
    free(room);
    free(seen);
    return fine;
}
