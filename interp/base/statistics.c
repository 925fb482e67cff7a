#include "base/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

estimate share_estimate(uint64_t part, uint64_t whole)
{
    if (!whole) {
        return (estimate){0, 0, 1};
    }
    const double n = (double)whole, p = (double)part / n, z = STATISTICS_Z_95, d = 1 + z * z / n;
    const double middle = (p + z * z / (2 * n)) / d, half = z / d * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    return (estimate){p, part == 0 ? 0 : middle - half, part == whole ? 1 : middle + half};
}

/* ---- samples ---- */

void sample_add(sample *s, double value)
{
    const double away = value - s->mean;
    s->count++;
    s->mean += away / (double)s->count;
    s->squares += away * (value - s->mean);
}

double sample_variance(const sample *s)
{
    return s->count < 2 ? 0 : s->squares / (double)(s->count - 1);
}

double sample_error(const sample *s)
{
    return s->count ? sqrt(sample_variance(s) / (double)s->count) : 0;
}

/* The quantile of Student's distribution for a two-sided interval of 95 %: exact for 1 and 2 degrees of freedom, else by
 * the expansion of Cornish and Fisher, which is right to three digits from 3 on. */
static double student_95(double freedom)
{
    const double z = STATISTICS_Z_95, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
    if (freedom < 2) {
        return 12.7062;
    }
    if (freedom < 3) {
        return 4.30265;
    }
    return z + (z3 + z) / (4 * freedom) + (5 * z5 + 16 * z3 + 3 * z) / (96 * freedom * freedom) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * freedom * freedom * freedom);
}

estimate sample_estimate(const sample *s)
{
    if (s->count < 2) {
        return (estimate){s->mean, -INFINITY, INFINITY};
    }
    const double half = student_95((double)(s->count - 1)) * sample_error(s);
    return (estimate){s->mean, s->mean - half, s->mean + half};
}

estimate sample_score(const sample *s)
{
    if (!s->count) {
        return (estimate){0, 0, 1};
    }
    /* z^2 more observations, half of them 1 and half 0 */
    const double n = (double)s->count, more = STATISTICS_Z_95 * STATISTICS_Z_95, total = n + more;
    const double sum = s->mean * n + more / 2, squares = s->squares + s->mean * s->mean * n + more / 2;
    const double middle = sum / total, half = STATISTICS_Z_95 * sqrt((squares / total - middle * middle) / total);
    estimate e = {s->mean, middle - half, middle + half};
    e.low = e.low < 0 ? 0 : e.low > e.value ? e.value : e.low;
    e.high = e.high > 1 ? 1 : e.high < e.value ? e.value : e.high;
    return e;
}

double sample_detectable(const sample *s)
{
    return s->count < 2 ? INFINITY : (STATISTICS_Z_95 + STATISTICS_Z_POWER) * sample_error(s);
}

double normal_two_sided(double z)
{
    return erfc(fabs(z) / sqrt(2));
}

static comparison compared(double difference, double error, double freedom)
{
    const double quantile = student_95(freedom);
    comparison c = {{difference, difference - quantile * error, difference + quantile * error}, 1};
    if (error > 0) {
        /* the distance in units of a normal variable that is as rare as Student's */
        c.p = normal_two_sided(difference / error * STATISTICS_Z_95 / quantile);
    }
    return c;
}

comparison sample_compare(const sample *first, const sample *second)
{
    const double difference = second->mean - first->mean;
    if (first->count < 2 || second->count < 2) {
        return (comparison){{difference, -INFINITY, INFINITY}, 1};
    }
    const double a = sample_variance(first) / (double)first->count, b = sample_variance(second) / (double)second->count;
    const double below = a * a / (double)(first->count - 1) + b * b / (double)(second->count - 1);
    return compared(difference, sqrt(a + b), below > 0 ? (a + b) * (a + b) / below : 1e9);
}

comparison sample_compare_value(const sample *s, double value)
{
    if (s->count < 2) {
        return (comparison){{s->mean - value, -INFINITY, INFINITY}, 1};
    }
    if (s->squares <= 0 && fabs(s->mean - value) > 0) {
        /* All observations are alike: a coin that falls on one side each time. */
        const estimate e = sample_score(s);
        return (comparison){{s->mean - value, e.low - value, e.high - value}, 2 * pow(0.5, (double)s->count)};
    }
    return compared(s->mean - value, sample_error(s), (double)(s->count - 1));
}

/* ---- several comparisons ---- */

void holm_correct(double *p, size_t count)
{
    bool *done = calloc(count + 1, sizeof *done);
    double reached = 0;
    for (size_t rank = 0; rank < count; rank++) {
        size_t least = count;
        for (size_t i = 0; i < count; i++) {
            if (done && !done[i] && (least == count || p[i] < p[least])) {
                least = i;
            }
        }
        if (least == count) { /* out of memory: nothing is significant */
            for (size_t i = 0; i < count; i++) {
                p[i] = 1;
            }
            break;
        }
        const double corrected = p[least] * (double)(count - rank);
        reached = corrected > reached ? corrected : reached;
        done[least] = true;
        p[least] = reached > 1 ? 1 : reached;
    }
    free(done);
}

/* ---- fits ---- */

bool least_squares(const double *xx, const double *xy, size_t columns, double *weights)
{
    const size_t width = columns + 1;
    double *rows = calloc(columns * width + 1, sizeof *rows);
    bool ok = rows != NULL;
    for (size_t i = 0; ok && i < columns; i++) {
        memcpy(rows + i * width, xx + i * columns, columns * sizeof *xx);
        rows[i * width + columns] = xy[i];
        weights[i] = 0;
    }
    for (size_t k = 0; ok && k < columns;
         k++) { /* Gauss and Jordan: the sums of products are symmetric and not negative */
        double *row = rows + k * width;
        const double scale = xx[k * columns + k];
        if (scale <= 0) {
            continue;
        }
        ok = row[k] > 1e-9 * scale;
        for (size_t i = 0; ok && i < columns; i++) {
            const double factor = i == k ? 0 : rows[i * width + k] / row[k];
            for (size_t j = k; factor != 0 && j < width; j++) {
                rows[i * width + j] -= factor * row[j];
            }
        }
    }
    for (size_t k = 0; ok && k < columns; k++) {
        weights[k] = xx[k * columns + k] > 0 ? rows[k * width + columns] / rows[k * width + k] : 0;
    }
    free(rows);
    return ok;
}
