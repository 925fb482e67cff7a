/* Playouts: the games that are drawn fast are those that the slow road plays by the same numbers, in every game; the same seed
 * draws the same games; every move and every throw is drawn as often as it should be. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "support.h"

#include "game/playout.h"

#include <time.h>

#if defined(FERZ_COVERAGE) || defined(__SANITIZE_ADDRESS__) /* slow builds */
enum { PLIES = 60, SEEDS = 1, SECONDS = 1 };
#else
enum { PLIES = 300, SEEDS = 8, SECONDS = 2 /* for one game: scripts are slow */ };
#endif

static void assert_verdicts(const char *name, uint64_t seed, const verdict *a, const verdict *b)
{
    if (a->kind != b->kind || a->rule != b->rule || (a->kind == VERDICT_WIN && a->winner != b->winner) ||
        strcmp(a->reason, b->reason) != 0) {
        fail_msg("%s, seed %u: %s %d `%s`, slowly %s %d `%s`", name, (unsigned)seed,
                 a->kind == VERDICT_WIN ? "win" : "no win", a->winner, a->reason,
                 b->kind == VERDICT_WIN ? "win" : "no win", b->winner, b->reason);
    }
}

/* The same playout by the functions that everybody else plays with, taking nothing for granted. */
static size_t slowly(ferz_play *p, uint64_t seed, verdict *end)
{
    record *r = &p->record;
    random_source random = {seed};
    size_t plies = 0;
    while ((*end = record_verdict(r)).kind == VERDICT_ONGOING && plies < PLIES) {
        move_list list = {p->moves, 0, r->game->moves_max, false};
        record_moves(r, &list, false);
        assert_true(list.count > 0);
        assert_true(record_reserve(r, 1));
        record_push(r, playout_draw(r->position, &list, &random));
        plies++;
    }
    return plies;
}

static void compare(const char *name, const ferz_game *g, uint64_t seed)
{
    ferz_play *start = ferz_play_create(g, NULL, NULL), *slow = ferz_play_create(g, NULL, NULL);
    ferz_play *host = ferz_play_create(g, NULL, NULL); /* whose hooks the fast one has */
    playout o;
    verdict fast_end, slow_end;
    size_t fast_plies = 0;
    assert_true(start && slow && host && playout_init(&o, &start->record, live_table(host->live)));
    playout_result result = playout_run(&o, seed, PLIES, &fast_plies, &fast_end);
    size_t slow_plies = slowly(slow, seed, &slow_end);
    for (size_t i = 0; i < fast_plies && i < slow_plies; i++) {
        if (o.road.plies[i].move != slow->record.plies[i].move) {
            fail_msg("%s, seed %u: ply %zu differs", name, (unsigned)seed, i + 1);
        }
    }
    if (fast_plies != slow_plies) {
        fail_msg("%s, seed %u: %zu plies, slowly %zu", name, (unsigned)seed, fast_plies, slow_plies);
    }
    assert_verdicts(name, seed, &fast_end, &slow_end);
    assert_int_equal(result, slow_end.kind == VERDICT_ONGOING ? PLAYOUT_CUT : PLAYOUT_ENDED);
    assert_true(o.road.position->state.hash == slow->record.position->state.hash);
    assert_true(g->game->core->consistent(o.road.position));
    playout_finish(&o);
    ferz_play_destroy(host);
    ferz_play_destroy(slow);
    ferz_play_destroy(start);
}

static void test_slow_road(void **state)
{
    (void)state;
    ferz_entry *entries;
    ferz_messages *messages = ferz_messages_create(false);
    size_t count = ferz_list(support_dirs(), &entries, messages);
    assert_true(count > 40);
    for (size_t i = 0; i < count; i++) {
        ferz_game *g = ferz_game_load(entries[i].name, support_dirs(), NULL, 0, 1, messages);
        clock_t until = clock() + SECONDS * CLOCKS_PER_SEC;
        for (uint64_t seed = 1; g && seed <= SEEDS && (seed <= 1 || clock() < until); seed++) {
            compare(entries[i].name, g, seed);
        }
        ferz_game_destroy(g);
    }
    ferz_list_free(entries, count);
    ferz_messages_destroy(messages);
}

/* Options that change how moves are drawn: wide boards, drops that must rest, lines that scripts judge. */
static void test_options(void **state)
{
    (void)state;
    static const struct {
        const char *game, *option, *value;
    } rows[] = {
        {"tic-tac-toe", "size", "5x5"},   {"tic-tac-toe", "size", "10x10"},   {"tic-tac-toe", "size", "15x15"},
        {"tic-tac-toe", "gravity", NULL}, {"morris", "all_in_mills", "none"}, {"morris", "double_mill", "two"},
        {"morris", "flying", "true"},     {"chess", "fifty", "automatic"},    {"chess", "repetition", "automatic"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ferz_game *g = support_game(rows[i].game, rows[i].option, rows[i].value);
        for (uint64_t seed = 1; seed <= 6; seed++) {
            compare(rows[i].game, g, seed);
        }
        ferz_game_destroy(g);
    }
}

static ferz_playouts some(const ferz_game *g, const char *fen, uint64_t games, uint64_t seed, size_t plies)
{
    ferz_play *p = ferz_play_create(g, fen, NULL);
    const ferz_playout_limits limits = {.games = games, .seed = seed, .plies = plies};
    ferz_playouts found;
    assert_non_null(p);
    assert_int_equal(ferz_play_playouts(p, &limits, &found, NULL), FERZ_OK);
    ferz_play_destroy(p);
    return found;
}

static void test_same_seed(void **state)
{
    (void)state;
    ferz_game *g = support_game("chess", NULL, NULL);
    ferz_playouts a = some(g, NULL, 50, 7, 0), b = some(g, NULL, 50, 7, 0), c = some(g, NULL, 50, 8, 0);
    assert_int_equal(a.games, 50);
    assert_int_equal(a.plies, b.plies);
    assert_int_equal(a.end_count, b.end_count);
    for (size_t i = 0; i < a.end_count; i++) {
        assert_int_equal(a.ends[i].games, b.ends[i].games);
        assert_string_equal(a.ends[i].status.reason, b.ends[i].status.reason);
    }
    assert_true(a.plies != c.plies);
    ferz_playouts_finish(&a);
    ferz_playouts_finish(&b);
    ferz_playouts_finish(&c);
    ferz_game_destroy(g);
}

/* Games are cut short, and one that is over has no plies. */
static void test_limits(void **state)
{
    (void)state;
    ferz_game *g = support_game("chess", NULL, NULL);
    ferz_playouts cut = some(g, NULL, 20, 1, 3);
    assert_int_equal(cut.games, 20);
    assert_int_equal(cut.cut, 20);
    assert_int_equal(cut.plies, 60);
    assert_int_equal(cut.end_count, 0);
    ferz_playouts_finish(&cut);
    ferz_playouts over = some(g, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 5, 1, 0);
    assert_int_equal(over.longest, 0);
    assert_int_equal(over.end_count, 1);
    assert_int_equal(over.ends[0].games, 5);
    assert_string_equal(over.ends[0].status.reason, "stalemate");
    ferz_playouts_finish(&over);
    ferz_playouts none = some(g, NULL, 0, 1, 0);
    assert_int_equal(none.games, 0);
    ferz_playouts_finish(&none);
    ferz_game_destroy(g);
}

/* Of three moves each is drawn a third of the time; of two dice a 7 is six times as frequent as a 2 would be. */
static void test_odds(void **state)
{
    (void)state;
    enum { DRAWS = 60000 };
    ferz_game *g = support_game("chess", NULL, NULL);
    ferz_play *p = ferz_play_create(g, NULL, NULL);
    move three[3] = {11, 22, 33};
    const move_list list = {three, 3, 3, false};
    random_source random = {5};
    int drawn[3] = {0};
    for (int i = 0; i < DRAWS; i++) {
        drawn[playout_draw(p->record.position, &list, &random) / 11 - 1]++;
    }
    for (int i = 0; i < 3; i++) {
        assert_in_range(drawn[i], DRAWS / 3 - 600, DRAWS / 3 + 600); /* five times the standard deviation */
    }
    ferz_play_destroy(p);
    ferz_game_destroy(g);
    g = support_game("nardy-long", NULL, NULL);
    p = ferz_play_create(g, NULL, NULL);
    assert_true(p->record.position->more.rolls);
    move_list throws = {p->moves, 0, g->game->moves_max, false};
    record_moves(&p->record, &throws, false);
    assert_int_equal(throws.count, 21);
    int doubles = 0;
    for (int i = 0; i < DRAWS; i++) {
        const dice_outcome *o = &g->game->outcomes[move_number(playout_draw(p->record.position, &throws, &random))];
        doubles += o->faces[0] == o->faces[1];
    }
    assert_in_range(doubles, DRAWS / 6 - 460, DRAWS / 6 + 460);
    ferz_play_destroy(p);
    ferz_game_destroy(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slow_road), cmocka_unit_test(test_options), cmocka_unit_test(test_same_seed),
        cmocka_unit_test(test_limits),    cmocka_unit_test(test_odds),
    };
    return cmocka_run_group_tests_name("playout", tests, NULL, NULL);
}
