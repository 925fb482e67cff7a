/* The arithmetic of matches, against values that are known. */
#include "unit/test.h"

#include <math.h>

#include "base/elo.h"

#define assert_near(a, b, by) assert_true(fabs((a) - (b)) <= (by))

TEST(scores_and_elo)
{
    assert_near(elo_from_score(0.75), 190.848502, 1e-5); /* 400 log10 3 */
    assert_near(elo_from_score(0.25), -190.848502, 1e-5);
    assert_near(elo_from_score(0.6), 70.436504, 1e-5); /* 400 log10 1.5 */
    assert_true(elo_from_score(0.5) == 0);
    assert_true(isinf(elo_from_score(1)) && elo_from_score(1) > 0);
    assert_true(isinf(elo_from_score(0)) && elo_from_score(0) < 0);
    assert_near(elo_to_score(10), 0.514387, 1e-6);
    assert_near(elo_to_score(400), 10.0 / 11, 1e-12);
    for (double e = -700; e <= 700; e += 35) {
        assert_near(elo_from_score(elo_to_score(e)), e, 1e-8);
    }
}

TEST(nothing_played)
{
    elo_tally t = {0};
    elo_estimate e = elo_estimate_of(&t);
    assert_true(e.score == 0 && e.elo == 0 && e.los == 0.5);
}

TEST(single_games)
{
    /* 500 of 1000 without draws: the deviation of the mean is 0.5/sqrt(1000), 1.96 of them are 0.030990. */
    elo_tally even = {.wins = 500, .losses = 500};
    elo_estimate e = elo_estimate_of(&even);
    assert_near(e.score, 0.5, 1e-12);
    assert_near(e.elo, 0, 1e-9);
    assert_near(e.error, 21.561, 0.002);
    assert_near(e.los, 0.5, 1e-12);
    /* +40 =40 -20: mean 0.6, variance 0.14, deviation 0.0374166; from 0.526665 to 0.673335. */
    elo_tally some = {.wins = 40, .draws = 40, .losses = 20};
    e = elo_estimate_of(&some);
    assert_near(e.score, 0.6, 1e-12);
    assert_near(e.low, elo_from_score(0.5266650), 0.001);
    assert_near(e.high, elo_from_score(0.6733350), 0.001);
    assert_near(e.los, 0.99624, 0.00001); /* of the normal distribution, 2.672612 deviations */
    /* The same seen from the other side. */
    elo_tally other = {.wins = 20, .draws = 40, .losses = 40};
    elo_estimate f = elo_estimate_of(&other);
    assert_near(f.elo, -e.elo, 1e-9);
    assert_near(f.low, -e.high, 1e-9);
    assert_near(f.los, 1 - e.los, 1e-12);
}

TEST(pairs_narrow_the_error)
{
    /* Each opening is won by the same colour: games taken singly scatter, pairs do not. */
    elo_tally t = {.wins = 52, .losses = 48, .pairs = {0, 0, 48, 0, 2}};
    elo_tally singly = {.wins = 52, .losses = 48};
    elo_estimate e = elo_estimate_of(&t), s = elo_estimate_of(&singly);
    assert_near(e.elo, s.elo, 1e-9);
    assert_true(e.error * 3.5 < s.error);
    /* By hand: mean 0.52, variance (48 x 0.02^2 + 2 x 0.48^2) / 50 = 0.0096, deviation 0.0138564. */
    assert_near(e.high, elo_from_score(0.52 + 1.959964 * 0.01385641), 0.001);
    /* A game without its second: no pairs then. */
    t.wins++;
    s = elo_estimate_of(&t);
    assert_true(s.error > e.error * 3);
}

/* Games that share the point count by their shares. */
TEST(shared_points)
{
    elo_tally t = {0}, other = {0};
    const int games[] = {75, 75, 100, 0, 50, 25, 60, 100};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        elo_add_game(&t, games[i]);
        elo_add_game(&other, 100 - games[i]);
    }
    assert_int_equal(elo_games(&t), 8);
    assert_int_equal(elo_wins(&t), 5);
    assert_int_equal(elo_losses(&t), 2);
    assert_int_equal(t.draws, 1);
    elo_estimate e = elo_estimate_of(&t), f = elo_estimate_of(&other);
    assert_near(e.score, 4.85 / 8, 1e-12);
    assert_near(e.elo, -f.elo, 1e-9);
    assert_near(e.low, -f.high, 1e-9);
    /* squares 0.5625 * 2 + 2 + 0.25 + 0.0625 + 0.36: the deviation of the mean is 0.11680 */
    assert_near(e.high, elo_from_score(4.85 / 8 + 1.959964 * sqrt((3.7975 / 8 - 0.60625 * 0.60625) / 8)), 0.01);
    for (size_t i = 0; i < 8; i += 2) {
        elo_add_pair(&t, games[i] + games[i + 1]);
    }
    assert_int_equal(elo_pairs(&t), 4);
    assert_int_equal(t.pairs[2] + t.pairs[3], 2); /* 150 and 100 hundredths */
    assert_int_equal(t.shared_pairs[75] + t.shared_pairs[160], 2);
    assert_near(elo_estimate_of(&t).score, 4.85 / 8, 1e-12);
    const sprt_params test = {true, 0, 10, 0.05, 0.05};
    assert_true(sprt_update(&test, &t).llr > 0);
}

TEST(all_alike)
{
    elo_tally all = {.wins = 4, .pairs = {0, 0, 0, 0, 2}};
    elo_estimate e = elo_estimate_of(&all);
    assert_true(isinf(e.elo) && isinf(e.error));
    assert_near(e.los, 15.0 / 16, 1e-12);
    /* One pair of a win and a draw says little, not everything. */
    elo_tally one = {.wins = 1, .draws = 1, .pairs = {0, 0, 0, 1, 0}};
    e = elo_estimate_of(&one);
    assert_true(e.error > 100 && e.los < 0.99);
    elo_tally draws = {.draws = 10, .pairs = {0, 0, 5, 0, 0}};
    e = elo_estimate_of(&draws);
    assert_true(e.elo == 0 && isinf(e.error) && e.los == 0.5);
}

static sprt_params test_of(double elo0, double elo1)
{
    return (sprt_params){true, elo0, elo1, 0.05, 0.05};
}

TEST(sequential_test)
{
    sprt_params test = test_of(0, 10);
    elo_tally none = {0};
    sprt_state trial = sprt_update(&test, &none);
    assert_near(trial.low, -2.944439, 1e-6); /* log(1/19) */
    assert_near(trial.high, 2.944439, 1e-6);
    assert_true(trial.llr == 0 && trial.verdict == SPRT_CONTINUE);

    /* Between the two and symmetrical: no decision. */
    test = test_of(-10, 10);
    elo_tally even = {.wins = 300, .draws = 400, .losses = 300};
    trial = sprt_update(&test, &even);
    assert_near(trial.llr, 0, 1e-6);

    /* Near to the truth of many games the ratio is N (s1 - s0) (2 s - s0 - s1) / 2 variance. */
    test = test_of(0, 5);
    elo_tally many = {.wins = 10300, .draws = 19700, .losses = 10000};
    trial = sprt_update(&test, &many);
    double s0 = elo_to_score(0), s1 = elo_to_score(5), s = (10300 + 19700 / 2.0) / 40000;
    double variance = (10300 * (1 - s) * (1 - s) + 19700 * (0.5 - s) * (0.5 - s) + 10000 * s * s) / 40000;
    assert_near(trial.llr, 40000 * (s1 - s0) * (2 * s - s0 - s1) / 2 / variance, 0.02);

    /* Coins: without draws it is Wald's own test, and the ratio is exact. */
    test = test_of(0, 100);
    elo_tally coins = {.wins = 30, .losses = 20};
    trial = sprt_update(&test, &coins);
    double p = elo_to_score(100);
    assert_near(trial.llr, 30 * log(p / 0.5) + 20 * log((1 - p) / 0.5), 0.01);

    /* Verdicts, by pairs. */
    test = test_of(0, 10);
    elo_tally strong = {.wins = 600, .draws = 200, .losses = 200, .pairs = {20, 80, 150, 150, 100}};
    assert_int_equal(sprt_update(&test, &strong).verdict, SPRT_ACCEPT_H1);
    elo_tally weak = {.wins = 200, .draws = 200, .losses = 600, .pairs = {100, 150, 150, 80, 20}};
    assert_int_equal(sprt_update(&test, &weak).verdict, SPRT_ACCEPT_H0);
    elo_tally few = {.wins = 3, .draws = 2, .losses = 1, .pairs = {0, 1, 1, 1, 0}};
    assert_int_equal(sprt_update(&test, &few).verdict, SPRT_CONTINUE);
}

TEST(test_words)
{
    sprt_params t;
    const char *why;
    assert_true(sprt_params_parse("elo0=0,elo1=10", &t, &why));
    assert_true(t.enabled && t.elo0 == 0 && t.elo1 == 10 && t.alpha == 0.05 && t.beta == 0.05);
    assert_true(sprt_params_parse("alpha=0.1,elo1=-1.5,beta=0.01,elo0=-5", &t, &why));
    assert_true(t.elo0 == -5 && t.elo1 == -1.5 && t.alpha == 0.1 && t.beta == 0.01);
    static const char *const bad[] = {"",
                                      "elo0=0",
                                      "elo0=0,elo1=0",
                                      "elo0=5,elo1=0",
                                      "elo0=0,elo1=5,alpha=0",
                                      "elo0=0,elo1=5,beta=0.5",
                                      "elo0=0,elo1=5x",
                                      "elo0=,elo1=5",
                                      "elo0=0,elo1=nan",
                                      "elo0=0,elo1=inf",
                                      "elo0=0,elo0=1,elo1=5",
                                      "elo0=0,elo1=5,",
                                      "elo0=0 elo1=5",
                                      "gamma=1,elo0=0,elo1=5"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        why = NULL;
        if (sprt_params_parse(bad[i], &t, &why)) {
            fail_msg("\"%s\" was read", bad[i]);
        }
        assert_non_null(why);
    }
}
