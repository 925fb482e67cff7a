#include "search/logistic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EPOCHS = 250 };

typedef struct regression {
    const eval_params *from;
    const logistic_sample *samples;
    size_t count;
    double *prior_mean, *prior_sd; /* [2 * features] prior weights and their standard deviations */
    double *offset;                /* distance from the prior, in standard deviations */
    double *gradient, *moment1, *moment2;
    double scale; /* from scores to log odds */
} regression;

static double weight_at(const regression *f, size_t i)
{
    return f->prior_mean[i] + f->offset[i] * f->prior_sd[i];
}

static double linear_score(const regression *f, const logistic_sample *s)
{
    double sum = (double)s->beside;
    for (uint32_t i = 0; i < s->count; i++) {
        size_t feature = 2 * (size_t)s->terms[i].feature;
        double weight = (double)s->phase * weight_at(f, feature) + (1 - (double)s->phase) * weight_at(f, feature + 1);
        sum += (double)s->terms[i].count * weight;
    }
    return sum;
}

static double sigmoid(double odds)
{
    return 1 / (1 + exp(-odds));
}

static double cross_entropy(double probability, double result)
{
    double clamped = probability < 1e-6 ? 1e-6 : probability > 1 - 1e-6 ? 1 - 1e-6 : probability;
    return -(result * log(clamped) + (1 - result) * log(1 - clamped));
}

/* Over the test samples, or over the others. */
static double mean_loss(const regression *f, bool testing)
{
    double sum = 0, count = 0;
    for (size_t i = 0; i < f->count; i++) {
        const logistic_sample *s = &f->samples[i];
        if ((s->weight <= 0) == testing) {
            double weight = testing ? 1 : (double)s->weight;
            sum += weight * cross_entropy(sigmoid(linear_score(f, s) * f->scale), (double)s->result);
            count += weight;
        }
    }
    return count > 0 ? sum / count : 0;
}

/* The scale of scores with the least loss, at the weights as they are. */
static void find_scale(regression *f)
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

/* The prior standard deviation of a weight. */
static double prior_sd_of(const eval_params *w, int feature, double prior_mean)
{
    double size = fabs(prior_mean);
    if (feature >= w->piece_square) {
        return 18;
    }
    if (feature >= w->piece_value) {
        int type = (feature - w->piece_value) % w->variant->types;
        return w->royal_like[type] ? 0 : 15 + size / 5;
    }
    if (feature >= w->mobility && feature < w->mobility + w->variant->types) {
        return 12;
    }
    return 6 + size / 2;
}

static void compute_gradient(regression *f)
{
    size_t features = 2 * (size_t)f->from->count;
    memset(f->gradient, 0, features * sizeof *f->gradient);
    for (size_t i = 0; i < f->count; i++) {
        const logistic_sample *s = &f->samples[i];
        if (s->weight <= 0) {
            continue;
        }
        double slope = (sigmoid(linear_score(f, s) * f->scale) - (double)s->result) * f->scale * (double)s->weight;
        double middle = slope * (double)s->phase, end = slope - middle;
        for (uint32_t k = 0; k < s->count; k++) {
            size_t feature = 2 * (size_t)s->terms[k].feature;
            f->gradient[feature] += middle * (double)s->terms[k].count;
            f->gradient[feature + 1] += end * (double)s->terms[k].count;
        }
    }
    for (size_t i = 0; i < features; i++) {
        f->gradient[i] = f->gradient[i] * f->prior_sd[i] + f->offset[i]; /* the second term is the prior's */
    }
}

/* Kingma and Ba, Adam: A Method for Stochastic Optimization, 2014; all samples in one batch. */
static void adam_step(regression *f, int epoch)
{
    double rate = 0.06 * (epoch < EPOCHS / 2 ? 1 : 2 - 2 * (double)epoch / EPOCHS);
    double first_left = 1 - pow(0.9, epoch + 1), second_left = 1 - pow(0.999, epoch + 1);
    for (size_t i = 0; i < 2 * (size_t)f->from->count; i++) {
        f->moment1[i] = 0.9 * f->moment1[i] + 0.1 * f->gradient[i];
        f->moment2[i] = 0.999 * f->moment2[i] + 0.001 * f->gradient[i] * f->gradient[i];
        f->offset[i] -= rate * (f->moment1[i] / first_left) / (sqrt(f->moment2[i] / second_left) + 1e-8);
    }
}

static int rounded(double value)
{
    return (int)lround(value);
}

static void set_prior(regression *f, const bool *seen)
{
    const eval_params *w = f->from;
    for (int feature = 0; feature < w->count; feature++) {
        double middle = pair_middle(w->weight[feature]), end = pair_end(w->weight[feature]);
        f->prior_mean[2 * feature] = middle;
        f->prior_mean[2 * feature + 1] = end;
        f->prior_sd[2 * feature] = seen[feature] ? prior_sd_of(w, feature, middle) : 0;
        f->prior_sd[2 * feature + 1] = seen[feature] ? prior_sd_of(w, feature, end) : 0;
    }
}

static void run(regression *f, bool (*stop)(void *state), void *state, weight_pair *to, double *loss_before,
                double *loss_after)
{
    bool tests = false;
    for (size_t i = 0; i < f->count; i++) {
        tests = tests || f->samples[i].weight <= 0;
    }
    find_scale(f);
    *loss_before = mean_loss(f, tests);
    for (int epoch = 0; epoch < EPOCHS && !(stop && stop(state)); epoch++) {
        compute_gradient(f);
        adam_step(f, epoch);
    }
    *loss_after = mean_loss(f, tests);
    for (size_t i = 0; i < (size_t)f->from->count; i++) {
        to[i] = pair_of(rounded(weight_at(f, 2 * i)), rounded(weight_at(f, 2 * i + 1)));
    }
}

bool logistic_fit(const eval_params *from, const logistic_sample *samples, size_t count, bool (*stop)(void *state),
                  void *state, weight_pair *to, double *loss_before, double *loss_after)
{
    size_t features = (size_t)from->count, doubles = 2 * features;
    regression f = {.from = from, .samples = samples, .count = count};
    double *buffer = calloc(6 * doubles, sizeof *buffer);
    bool *seen = calloc(features, sizeof *seen);
    if (buffer && seen) {
        f.prior_mean = buffer;
        f.prior_sd = buffer + doubles;
        f.offset = buffer + 2 * doubles;
        f.gradient = buffer + 3 * doubles;
        f.moment1 = buffer + 4 * doubles;
        f.moment2 = buffer + 5 * doubles;
        for (size_t i = 0; i < count; i++) {
            for (uint32_t k = 0; k < samples[i].count; k++) {
                seen[samples[i].terms[k].feature] = true;
            }
        }
        set_prior(&f, seen);
        run(&f, stop, state, to, loss_before, loss_after);
    }
    bool ok = buffer && seen;
    free(buffer);
    free(seen);
    return ok;
}
