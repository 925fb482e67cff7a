/* Plans, records, tallies and reports, on games that are made up: what must come out is known. */
#include "unit/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "playtest/report_page.h"
#include "playtest/run.h"

#define assert_near(value, wanted, error) assert_true(fabs((value) - (wanted)) <= (error))

static const char *const dirs[] = {FERZ_SOURCE_DIR "/rules", NULL};

static ferz_variant *load(const char *name)
{
    ferz_variant *variant = ferz_variant_load(name, dirs, NULL, 0, 1, NULL);
    assert_non_null(variant);
    return variant;
}

static playtest *begin(const ferz_variant *variant, uint64_t games)
{
    playtest *t = calloc(1, sizeof *t);
    const plan_options options = {.strongest = 1600, .games = games, .opening_plies = 2, .max_plies = 200, .seed = 5};
    assert_true(playtest_init(t, variant, &options));
    return t;
}

static void finish(playtest *t, ferz_variant *variant)
{
    playtest_finish(t);
    free(t);
    ferz_variant_free(variant);
}

/* ---- plans ---- */

TEST(test_numbers)
{
    ferz_variant *variant = load("chess");
    playtest *t = begin(variant, 10);
    const plan *p = &t->plan;
    assert_int_equal(p->strengths, 4);
    assert_int_equal(p->groups, 7);
    assert_int_equal(p->total, 70);
    for (uint64_t number = 0; number < p->total; number++) {
        assert_int_equal(plan_number(p, plan_game_of(p, number)), number);
    }
    const plan_game step = {.block = 0, .group = 5, .seat = 1};
    assert_int_equal(plan_strength(p, step, 1), 2);
    assert_int_equal(plan_strength(p, step, 0), 1);
    assert_true(plan_seed(p, 3) != plan_seed(p, 4));
    finish(t, variant);
}

/* No position twice, the same in whatever order they are asked for, and longer ones once the short ones are used up. */
TEST(test_openings)
{
    enum { OPENINGS = 120 };
    ferz_variant *variant = load("tic-tac-toe");
    playtest *one = begin(variant, 2 * OPENINGS), *other = begin(variant, 2 * OPENINGS);
    static uint64_t seen[OPENINGS];
    ferz_messages *messages = ferz_messages_create(false);
    size_t longer = 0;
    for (size_t i = 0; i < OPENINGS; i++) {
        bool repeats;
        const plan_game place = {.block = i, .group = 1, .seat = 0};
        ferz_game *game = plan_open(&one->plan, place, &repeats, messages);
        assert_non_null(game);
        assert_false(repeats);
        seen[i] = ferz_game_hash(game);
        longer += ferz_game_ply_count(game) > 2;
        for (size_t k = 0; k < i; k++) {
            assert_true(seen[k] != seen[i]);
        }
        ferz_game_free(game);
    }
    assert_true(longer > 0); /* there are 72 positions after two plies */
    for (size_t i = OPENINGS; i-- > 0;) {
        bool repeats;
        const plan_game place = {.block = i, .group = 2, .seat = 1};
        ferz_game *game = plan_open(&other->plan, place, &repeats, messages);
        assert_int_equal(ferz_game_hash(game), seen[i]);
        ferz_game_free(game);
    }
    ferz_messages_free(messages);
    playtest_finish(other);
    free(other);
    finish(one, variant);
}

/* ---- records ---- */

static void make_record(playtest *t, record *r, uint64_t number, random_source *random)
{
    record_clear(r, &t->plan, t->features.count);
    r->number = number;
    r->winner = (int)random_below(random, 3) - 1;
    r->share = r->winner < 0 ? 50 : 100;
    r->plies = 20 + random_below(random, 80);
    r->decisions = r->plies - 2;
    r->moves = (uint64_t)r->decisions * 30;
    r->scored = 5;
    r->behind = (int)random_below(random, 300);
    for (size_t i = 0; i < t->plan.rule_count; i++) {
        r->offered[i] = random_below(random, 50);
        r->played[i] = r->offered[i] / 3;
    }
    for (size_t i = 0; i < t->features.count; i++) {
        r->results[i] = (int64_t)random_below(random, 100) - 50;
        for (size_t k = 0; k <= i; k++) {
            r->products[i * t->features.count + k] = (int64_t)random_below(random, 9) - 4;
        }
    }
    text_put(&r->reason, "check\tmate"); /* which must not end the field */
    text_put(&r->line, "e2e4 roll_3-5");
}

TEST(test_lines)
{
    ferz_variant *variant = load("chess");
    playtest *t = begin(variant, 10);
    record r, back;
    assert_true(record_init(&r, &t->plan, t->features.count) && record_init(&back, &t->plan, t->features.count));
    random_source random = {3};
    for (uint64_t number = 0; number < 50; number++) {
        make_record(t, &r, number, &random);
        text one = {0}, other = {0};
        record_put(&one, &r, &t->plan, t->features.count);
        /* Escaped on the way out; what is read is written again as it was. */
        assert_true(record_read(&back, text_string(&one), &t->plan, t->features.count));
        back.reason.length = 0;
        text_put(&back.reason, "check\tmate");
        record_put(&other, &back, &t->plan, t->features.count);
        assert_string_equal(text_string(&one), text_string(&other));
        /* Nothing but a whole line is a record. */
        for (size_t cut = 0; cut < one.length - strlen("e2e4 roll_3-5") - 1; cut++) {
            char kept = one.bytes[cut];
            one.bytes[cut] = '\0';
            assert_false(record_read(&back, one.bytes, &t->plan, t->features.count));
            one.bytes[cut] = kept;
        }
        text_finish(&one);
        text_finish(&other);
    }
    record_finish(&r);
    record_finish(&back);
    finish(t, variant);
}

TEST(test_checksum)
{
    assert_int_equal(shard_check("123456789", 9), 0xCBF43926); /* of CRC-32, by its definition */
    assert_int_equal(shard_check("", 0), 1);
}

/* ---- reports ---- */

/* What the first side gets of a game: hundredths. */
static void add_game(playtest *t, record *r, uint64_t block, size_t group, size_t seat, int points)
{
    record_clear(r, &t->plan, t->features.count);
    r->number = plan_number(&t->plan, (plan_game){block, group, seat});
    r->winner = points == 50 ? -1 : points > 50 ? 0 : 1;
    r->share = points == 50 ? 50 : points > 50 ? points : 100 - points;
    r->plies = 40;
    r->decisions = 38;
    r->moves = 380;
    text_put(&r->reason, points == 50 ? "stalemate" : "checkmate");
    assert_int_equal(tally_add(&t->tally, r, 1 + (uint32_t)r->number), TALLY_ADDED);
}

typedef struct made {
    ferz_variant *variant;
    playtest *t;
    record r;
} made;

static made make(const char *name, uint64_t games)
{
    made m = {.variant = load(name)};
    m.t = begin(m.variant, games);
    assert_true(record_init(&m.r, &m.t->plan, m.t->features.count));
    return m;
}

static void unmake(made *m)
{
    record_finish(&m->r);
    finish(m->t, m->variant);
}

/* Random players: 70 % for the first side. The strongest: 55 %. So the imbalance shrinks, and both are sure or not. */
static void play_imbalance(made *m, uint64_t blocks)
{
    for (uint64_t block = 0; block < blocks; block++) {
        for (size_t group = 0; group < m->t->plan.groups; group++) {
            for (size_t seat = 0; seat < 2; seat++) {
                const uint64_t n = (2 * block + seat) % 20;
                size_t strength;
                const bool level = plan_is_level(&m->t->plan, group, &strength);
                const int wins = strength == 0 ? 14 : strength == 3 ? 11 : 12;
                const bool stronger_wins = n < 15;
                add_game(m->t, &m->r, block, group, seat,
                         level                          ? (n < (uint64_t)wins ? 100 : 0)
                         : stronger_wins == (seat == 0) ? 100
                                                        : 0);
            }
        }
    }
}

TEST(test_fairness)
{
    made m = make("chess", 2000);
    play_imbalance(&m, 1000);
    report r;
    assert_true(report_init(&r, &m.t->tally));
    assert_int_equal(r.games, 14000);
    const strength_report *random = &r.strengths[0], *strongest = &r.strengths[3];
    assert_int_equal(random->seats[0].wins, 1400);
    assert_int_equal(random->seats[1].losses, 1400);
    assert_near(random->seats[0].score.value, 0.70, 1e-9);
    assert_near(strongest->seats[0].score.value, 0.55, 1e-9);
    assert_near(strongest->seats[1].score.value, 0.45, 1e-9);
    assert_int_equal(strongest->blocks, 1000);
    assert_true(r.advantage_is_sure);
    assert_true(r.advantage_shrinks);
    assert_true(r.trend.difference.high < -0.1);
    /* The stronger of two neighbours gets 75 %: 191 Elo. */
    assert_near(r.steps[2].score.value, 0.75, 1e-9);
    assert_near(r.steps[2].elo, 190.8, 0.1);
    assert_true(r.steps[2].elo_low < 190 && r.steps[2].elo_high > 192 && r.steps[2].p < 0.05);
    assert_false(r.warns[WARNING_FEW]);
    assert_false(r.warns[WARNING_NO_LADDER]);
    report_finish(&r);
    unmake(&m);
}

/* The same shares from forty games say nothing for sure. */
TEST(test_few)
{
    made m = make("chess", 2000);
    play_imbalance(&m, 20);
    report r;
    assert_true(report_init(&r, &m.t->tally));
    assert_near(r.strengths[3].seats[0].score.value, 0.55, 1e-9);
    assert_false(r.advantage_is_sure);
    assert_true(r.warns[WARNING_FEW]);
    assert_true(r.strengths[3].detectable > 0.1);
    report_finish(&r);
    unmake(&m);
}

/* A sure difference at the greatest strength alone is not said to be sure if the strength below has it the other way round. */
TEST(test_sign)
{
    made m = make("chess", 2000);
    for (uint64_t block = 0; block < 500; block++) {
        for (size_t seat = 0; seat < 2; seat++) {
            add_game(m.t, &m.r, block, 2, seat, block % 10 < 4 ? 100 : 0);
            add_game(m.t, &m.r, block, 3, seat, block % 10 < 7 ? 100 : 0);
        }
    }
    report r;
    assert_true(report_init(&r, &m.t->tally));
    assert_true(r.strengths[3].seats[0].against_fair.p < 0.05);
    assert_false(r.advantage_is_sure);
    report_finish(&r);
    unmake(&m);
}

/* Two games of an opening that always end alike: the interval is that of half as many games. */
TEST(test_blocks)
{
    made m = make("chess", 2000);
    for (uint64_t block = 0; block < 200; block++) {
        for (size_t seat = 0; seat < 2; seat++) {
            add_game(m.t, &m.r, block, 3, seat, block % 2 ? 100 : 0);
        }
    }
    report r;
    assert_true(report_init(&r, &m.t->tally));
    const estimate *e = &r.strengths[3].seats[0].score;
    assert_near((e->high - e->low) / 2, 0.0686, 0.001);
    assert_int_equal(r.strengths[3].games, 400);
    report_finish(&r);
    unmake(&m);
}

/* A game counts once, and another one of its number is an error. */
TEST(test_doubles)
{
    made m = make("chess", 10);
    add_game(m.t, &m.r, 0, 0, 0, 100);
    assert_int_equal(tally_add(&m.t->tally, &m.r, 1), TALLY_KNOWN);
    assert_int_equal(tally_add(&m.t->tally, &m.r, 2), TALLY_DIFFERENT);
    assert_int_equal(m.t->tally.games, 1);
    assert_int_equal(m.t->tally.groups[0].games, 1);
    unmake(&m);
}

/* The order in which games come changes nothing. */
static char *report_in_order(bool backwards)
{
    made m = make("minishogi", 64);
    random_source random = {11};
    char *lines[64];
    for (uint64_t number = 0; number < 64; number++) {
        text line = {0};
        make_record(m.t, &m.r, number, &random);
        record_put(&line, &m.r, &m.t->plan, m.t->features.count);
        lines[number] = text_detach(&line);
    }
    for (size_t i = 0; i < 64; i++) {
        char *line = lines[backwards ? 63 - i : i];
        assert_true(record_read(&m.r, line, &m.t->plan, m.t->features.count));
        assert_int_equal(tally_add(&m.t->tally, &m.r, shard_check(line, strlen(line))), TALLY_ADDED);
        free(line);
    }
    report r;
    text t = {0};
    assert_true(report_init(&r, &m.t->tally) && report_put_json(&t, &r, NULL));
    report_finish(&r);
    unmake(&m);
    return text_detach(&t);
}

TEST(test_order)
{
    char *one = report_in_order(false), *other = report_in_order(true);
    assert_string_equal(one, other);
    free(one);
    free(other);
}

/* ---- leads ---- */

TEST(test_leads)
{
    made m = make("chess", 400);
    for (uint64_t block = 0; block < 100; block++) {
        record *r = &m.r;
        record_clear(r, &m.t->plan, m.t->features.count);
        r->number = plan_number(&m.t->plan, (plan_game){block, 3, 0});
        r->winner = 0;
        r->share = 100;
        r->plies = 50;
        r->decisions = 48;
        r->scored = 48;
        r->behind = block < 10 ? 250 : 0;
        /* A lead of 50 is worth little; from 300 on 95 of 100 win. */
        for (size_t i = 0; i < RECORD_LEADS; i++) {
            r->leader[i] = record_leads[i] < 300 ? (uint8_t)(block % 2 + 1) : block < 95 ? 1 : 2;
            r->decided[i] = (uint8_t)(block < 50 ? 40 : 60);
        }
        text_put(&r->reason, "checkmate");
        assert_int_equal(tally_add(&m.t->tally, r, 1), TALLY_ADDED);
    }
    report r;
    assert_true(report_init(&r, &m.t->tally));
    const lead_report *lead = &r.strengths[3].lead;
    assert_int_equal(lead->centipawns, 300);
    assert_near(lead->won.value, 0.95, 1e-9);
    assert_near(lead->middle, 0.40, 1e-9);
    assert_near(lead->high, 0.60, 1e-9);
    assert_near(r.strengths[3].estimates[METRIC_COMEBACKS].value, 0.10, 1e-9);
    report_finish(&r);
    unmake(&m);
}

/* ---- values ---- */

/* Positions in which results follow from the pieces: pawn 1, knight 3, bishop 3.5, rook 5, queen 9; and chance. */
TEST(test_values)
{
    static const struct {
        const char *piece;
        double value;
    } worth[] = {{"pawn", 1}, {"knight", 3}, {"bishop", 3.5}, {"rook", 5}, {"queen", 9}};
    made m = make("chess", 4000);
    const features *f = &m.t->features;
    random_source random = {99};
    for (uint64_t block = 0; block < 1000; block++) {
        record *r = &m.r;
        record_clear(r, &m.t->plan, f->count);
        r->number = plan_number(&m.t->plan, (plan_game){block, 3, 0});
        for (int position = 0; position < 200; position++) {
            int d[RECORD_FEATURES_MAX] = {0};
            double balance = 0;
            for (size_t i = 0; i < f->count; i++) {
                for (size_t k = 0; k < sizeof worth / sizeof worth[0]; k++) {
                    if (strcmp(f->names[i], worth[k].piece) == 0) {
                        d[i] = (int)random_below(&random, 3) - 1;
                        balance += worth[k].value * d[i];
                    }
                }
            }
            const double chance = 0.5 + balance / 50;
            const int points = random_below(&random, 1000) < chance * 1000 ? 50 : -50;
            for (size_t i = 0; i < f->count; i++) {
                r->results[i] += d[i] * points;
                for (size_t k = 0; k <= i; k++) {
                    r->products[i * f->count + k] += d[i] * d[k];
                }
            }
            r->fit_count++;
        }
        assert_int_equal(tally_add(&m.t->tally, r, 1), TALLY_ADDED);
    }
    report r;
    assert_true(report_init(&r, &m.t->tally));
    assert_true(r.values_suffice);
    assert_int_equal(r.value_count, 5); /* the king never differs */
    for (size_t i = 0; i < r.value_count; i++) {
        for (size_t k = 0; k < sizeof worth / sizeof worth[0]; k++) {
            if (strcmp(r.values[i].piece, worth[k].piece) == 0) {
                const estimate *e = &r.values[i].value;
                assert_true(e->low <= worth[k].value && worth[k].value <= e->high);
                assert_true(e->high - e->low < 0.7 * worth[k].value + 1e-9 || k == 0);
            }
        }
    }
    report_finish(&r);
    unmake(&m);
}

/* Too few games: no values, however they would come out. */
TEST(test_values_refused)
{
    made m = make("chess", 400);
    record_clear(&m.r, &m.t->plan, m.t->features.count);
    m.r.number = plan_number(&m.t->plan, (plan_game){0, 3, 0});
    m.r.fit_count = VALUE_POSITIONS_MIN - 1;
    m.r.products[0] = 10;
    m.r.results[0] = 5;
    assert_int_equal(tally_add(&m.t->tally, &m.r, 1), TALLY_ADDED);
    report r;
    assert_true(report_init(&r, &m.t->tally));
    assert_false(r.values_suffice);
    assert_int_equal(r.value_count, 0);
    report_finish(&r);
    unmake(&m);
}

/* ---- two games, and questions ---- */

TEST(test_differences)
{
    made one = make("chess", 2000), other = make("chess", 2000);
    for (uint64_t block = 0; block < 400; block++) {
        for (size_t seat = 0; seat < 2; seat++) {
            add_game(one.t, &one.r, block, 3, seat, block % 100 < 61 ? 100 : 0);
            add_game(other.t, &other.r, block, 3, seat, block % 100 < 40 ? 100 : 0);
        }
    }
    report a, b;
    assert_true(report_init(&a, &one.t->tally) && report_init(&b, &other.t->tally));
    difference all[DIFFERENCES_MAX];
    const size_t count = report_compare(&a, &b, all);
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        const bool score = all[i].metric == METRIC_SCORE && all[i].strength == 3;
        found |= score;
        if (score) {
            assert_near(all[i].change.difference.value, -0.21, 1e-9);
            assert_true(all[i].change.p < 0.05 && all[i].change.difference.high < 0);
        } else {
            assert_false(all[i].change.p < 0.05); /* they do not differ in anything else */
        }
    }
    assert_true(found);
    assert_int_equal(report_answer_of(&a, &b, 0), ANSWER_DIFFERS);
    assert_int_equal(report_answer_of(&a, NULL, 0), ANSWER_DIFFERS); /* 61 % is not fair */
    assert_int_equal(report_answer_of(&a, &a, 30), ANSWER_NONE);     /* asked so often, more games are wanted */
    report_finish(&a);
    report_finish(&b);
    unmake(&one);
    unmake(&other);
}

/* Fair games: a question is answered wrongly in five tests of a hundred at most, though it is asked again and again. */
TEST(test_until)
{
    enum { TESTS = 60, LOOKS = 6 };
    random_source random = {21};
    int wrong = 0, alike = 0;
    for (int test = 0; test < TESTS; test++) {
        made m = make("tic-tac-toe", 2000);
        uint64_t block = 0;
        report_answer answer = ANSWER_NONE;
        for (int look = 0; look < LOOKS && answer == ANSWER_NONE; look++) {
            for (; block < (UINT64_C(16) << look); block++) {
                for (size_t seat = 0; seat < 2; seat++) {
                    add_game(m.t, &m.r, block, 3, seat, random_below(&random, 2) ? 100 : 0);
                }
            }
            report r;
            assert_true(report_init(&r, &m.t->tally));
            answer = report_answer_of(&r, NULL, look);
            wrong += answer == ANSWER_DIFFERS;
            alike += answer == ANSWER_ALIKE;
            report_finish(&r);
        }
        unmake(&m);
    }
    assert_true(wrong <= TESTS * 7 / 100);
    assert_true(alike > 0);
}
