/* Statistics: estimates with intervals, corrected comparisons, and fits. Pure arithmetic.
 *
 * An observation is whatever is independent of the others: in a play-test the games of one opening together, not each game. All
 * intervals hold the true value with a probability of 95 %. */
#ifndef FERZ_BASE_STATISTICS_H
#define FERZ_BASE_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct estimate {
    double value, low, high;
} estimate;

/* Quantiles of the normal distribution: of a two-sided interval of 95 %, and of a power of 80 %. */
#define STATISTICS_Z_95 1.959963984540054
#define STATISTICS_Z_POWER 0.841621233572914

/* Wilson's interval for a share: `part` of `whole`, each independent. Without any: 0, 0, 1. */
estimate share_estimate(uint64_t part, uint64_t whole);

/* Observations, summed up. A zeroed sample is empty. */
typedef struct sample {
    uint64_t count;
    double mean, squares; /* sum of the squares of the distances from the mean */
} sample;
void sample_add(sample *s, double value);
double sample_variance(const sample *s); /* of one observation; 0 for fewer than two */
double sample_error(const sample *s);    /* standard error of the mean */
/* The mean and Student's interval; infinite for fewer than two observations. */
estimate sample_estimate(const sample *s);
/* The same for values between 0 and 1, as Agresti and Coull: sensible also where all observations are alike. */
estimate sample_score(const sample *s);
/* The smallest true difference from a fixed value that is found with a power of 80 %. */
double sample_detectable(const sample *s);
/* The difference of the means of two samples (Welch), and the probability of one at least so large by chance. */
typedef struct comparison {
    estimate difference;
    double p;
} comparison;
comparison sample_compare(const sample *first, const sample *second);
/* The same of a sample against a fixed value. */
comparison sample_compare_value(const sample *s, double value);

/* The probability that a normal variable is at least so far from 0. */
double normal_two_sided(double z);

/* Holm's correction for several comparisons: p[i] becomes the smallest level at which comparison i is significant while the
 * chance of any false claim among all of them is no more than that level. */
void holm_correct(double *p, size_t count);

/* Least squares: `columns` features, their sums of products `xx` (columns * columns, row by row) and with the result `xy`.
 * Features that never differ are left out and get 0. False when the rest cannot be told apart. */
bool least_squares(const double *xx, const double *xy, size_t columns, double *weights);

#endif
