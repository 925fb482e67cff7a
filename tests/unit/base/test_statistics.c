/* Statistics: intervals, corrections and fits against figures that are known. */
#include "unit/test.h"

#include <math.h>

#include "base/random.h"
#include "base/statistics.h"

#define assert_near(value, wanted, error) assert_true(fabs((value) - (wanted)) <= (error))

TEST(test_share)
{
    static const struct {
        uint64_t part, whole;
        double low, high;
    } rows[] = {
        {0, 10, 0, 0.2775},        {10, 10, 0.7225, 1},       {5, 10, 0.2366, 0.7634},
        {50, 100, 0.4038, 0.5962}, {1, 1000, 0.0002, 0.0056}, {0, 0, 0, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const estimate e = share_estimate(rows[i].part, rows[i].whole);
        assert_near(e.low, rows[i].low, 0.0001);
        assert_near(e.high, rows[i].high, 0.0001);
    }
}

static sample sample_of(const double *values, size_t count)
{
    sample s = {0};
    for (size_t i = 0; i < count; i++) {
        sample_add(&s, values[i]);
    }
    return s;
}

TEST(test_mean)
{
    const double values[] = {1, 2, 3, 4, 5};
    const sample s = sample_of(values, 5);
    const estimate e = sample_estimate(&s);
    assert_near(e.value, 3, 1e-12);
    assert_near(sample_variance(&s), 2.5, 1e-12);
    assert_near(e.high - e.value, 2.7764 * 0.70711, 0.02); /* Student, 4 degrees of freedom */
    const sample one = sample_of(values, 1);
    assert_true(isinf(sample_estimate(&one).high));
    assert_near(sample_compare_value(&one, 9).p, 1, 0);
}

/* Scores of pairs are one observation each: two games that always end alike say no more than one. */
TEST(test_pairs)
{
    sample pairs = {0}, games = {0};
    for (int i = 0; i < 200; i++) {
        const double won = i % 2;
        sample_add(&pairs, won);
        sample_add(&games, won);
        sample_add(&games, won);
    }
    const estimate by_pairs = sample_score(&pairs), by_games = sample_score(&games);
    assert_near(by_pairs.high - by_pairs.value, 0.0686, 0.001);
    assert_near(by_games.high - by_games.value, 0.0488, 0.001);
    /* and an opening that decides both games cancels out of the strength of who sat in both seats */
    sample balanced = {0};
    for (int i = 0; i < 200; i++) {
        sample_add(&balanced, 0.5);
    }
    assert_true(sample_score(&balanced).high - 0.5 < 0.02);
    assert_near(sample_compare_value(&balanced, 0.5).p, 1, 0);
}

TEST(test_all_alike)
{
    sample won = {0};
    for (int i = 0; i < 10; i++) {
        sample_add(&won, 1);
    }
    const estimate e = sample_score(&won);
    assert_near(e.value, 1, 0);
    assert_true(e.low > 0.6 && e.low < 0.8 && e.high >= 1);
    assert_near(sample_compare_value(&won, 0.5).p, 2.0 / 1024, 1e-9);
}

TEST(test_compare)
{
    const double a[] = {1, 2, 3, 4, 5}, b[] = {3, 4, 5, 6, 7};
    const sample first = sample_of(a, 5), second = sample_of(b, 5);
    const comparison c = sample_compare(&first, &second);
    assert_near(c.difference.value, 2, 1e-12);
    assert_near(c.difference.low, 2 - 2.306, 0.01); /* Student, 8 degrees of freedom */
    assert_near(c.p, 0.0805, 0.01);
    const comparison same = sample_compare(&first, &first);
    assert_near(same.p, 1, 1e-9);
}

/* Muller's rule: the deviation of a score over N games is about 40 % by the root of N. */
TEST(test_detectable)
{
    sample s = {0};
    for (int i = 0; i < 400; i++) {
        sample_add(&s, i % 2 ? 0.9 : 0.1);
    }
    assert_near(sample_error(&s), 0.02, 0.0005);
    assert_near(sample_detectable(&s), 2.8016 * 0.02, 0.0005);
}

TEST(test_holm)
{
    double p[] = {0.01, 0.04, 0.03, 0.005};
    holm_correct(p, 4);
    assert_near(p[3], 0.02, 1e-12);
    assert_near(p[0], 0.03, 1e-12);
    assert_near(p[2], 0.06, 1e-12);
    assert_near(p[1], 0.06, 1e-12); /* never smaller than one before it */
    double many[40];
    for (size_t i = 0; i < 40; i++) {
        many[i] = i ? 0.5 : 0.04;
    }
    holm_correct(many, 40); /* one of forty is under 5 % by chance */
    assert_near(many[0], 1, 0);
}

/* Of many tests of nothing, five of a hundred are under 5 %. */
TEST(test_level)
{
    random_source random = {1};
    int found = 0, outside = 0;
    enum { TESTS = 2000, PAIRS = 60 };
    for (int test = 0; test < TESTS; test++) {
        sample s = {0};
        for (int i = 0; i < PAIRS; i++) {
            sample_add(&s, (double)random_below(&random, 5) / 4);
        }
        const estimate e = sample_score(&s);
        found += sample_compare_value(&s, 0.5).p < 0.05;
        outside += e.low > 0.5 || e.high < 0.5;
    }
    assert_true(found > TESTS * 3 / 100 && found < TESTS * 7 / 100);
    assert_true(outside > TESTS * 2 / 100 && outside < TESTS * 7 / 100);
}

TEST(test_fit)
{
    enum { COLUMNS = 4 };
    const double weights[COLUMNS] = {1, 3, -2, 0}; /* the last one never differs */
    double xx[COLUMNS * COLUMNS] = {0}, xy[COLUMNS] = {0}, found[COLUMNS];
    random_source random = {7};
    for (int i = 0; i < 500; i++) {
        double x[COLUMNS] = {0}, y = 0;
        for (size_t k = 0; k + 1 < COLUMNS; k++) {
            x[k] = (double)random_below(&random, 7) - 3;
            y += weights[k] * x[k];
        }
        for (size_t k = 0; k < COLUMNS; k++) {
            xy[k] += x[k] * y;
            for (size_t j = 0; j < COLUMNS; j++) {
                xx[k * COLUMNS + j] += x[k] * x[j];
            }
        }
    }
    assert_true(least_squares(xx, xy, COLUMNS, found));
    for (size_t k = 0; k < COLUMNS; k++) {
        assert_near(found[k], weights[k], 1e-9);
    }
    const double alike[] = {2, 2, 2, 2}, result[] = {1, 1};
    assert_false(least_squares(alike, result, 2, found));
}
