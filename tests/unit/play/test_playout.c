/* Playouts: the fast games are those that the generator by play has with the same numbers, in every game; the same seed
 * draws the same games; every move and every roll is drawn as often as its weight. */
#include "unit/test.h"

#include "ferz_tools.h"

#include "unit/fixtures.h"
#include "unit/share.h"

#include "play/playout.h"

#include <time.h>

#if defined(FERZ_COVERAGE) || defined(__SANITIZE_ADDRESS__) /* slow builds */
enum { PLIES = 60, SEEDS = 1 };
#else
enum { PLIES = 300, SEEDS = 8 };
#endif
#define SECONDS 0.15 /* for one game: scripts are slow */

static void assert_verdicts(const char *name, uint64_t seed, const game_outcome *a, const game_outcome *b)
{
    if (a->kind != b->kind || a->rule != b->rule || (a->kind == OUTCOME_WIN && a->winner != b->winner) ||
        strcmp(a->reason, b->reason) != 0) {
        fail_msg("%s, seed %u: %s %d `%s`, slowly %s %d `%s`", name, (unsigned)seed,
                 a->kind == OUTCOME_WIN ? "win" : "no win", a->winner, a->reason,
                 b->kind == OUTCOME_WIN ? "win" : "no win", b->winner, b->reason);
    }
}

/* The same playout by the functions that everybody else plays with, taking nothing for granted. */
static size_t slowly(ferz_game *p, uint64_t seed, bool claims, game_outcome *end)
{
    game_history *r = &p->game_history;
    random_source random = {seed};
    size_t plies = 0;
    while ((*end = history_outcome(r)).kind == OUTCOME_ONGOING && plies < PLIES) {
        move_list list = {p->moves, 0, r->variant->moves_max, false};
        history_legal_moves(r, &list, false);
        assert_true(list.count > 0);
        game_outcome claimed = history_outcome_before_moves(r, claims && !r->position->extra.roll_due);
        if (claimed.kind == OUTCOME_DRAW && claimed.rule->claim) {
            *end = claimed;
            break;
        }
        assert_true(history_reserve(r, 1));
        history_push(r, playout_pick_move(r->position, &list, &random));
        plies++;
    }
    return plies;
}

static void compare_with(const char *name, const ferz_variant *v, uint64_t seed, bool claims)
{
    ferz_game *start = ferz_game_create(v, NULL, NULL), *slow = ferz_game_create(v, NULL, NULL);
    ferz_game *host = ferz_game_create(v, NULL, NULL); /* whose hooks the fast one has */
    playout o;
    game_outcome fast_end, slow_end;
    size_t fast_plies = 0;
    assert_true(start && slow && host && playout_init(&o, &start->game_history, live_table(host->live)));
    o.claims = claims;
    playout_result result = playout_run(&o, seed, PLIES, &fast_plies, &fast_end);
    size_t slow_plies = slowly(slow, seed, claims, &slow_end);
    for (size_t i = 0; i < fast_plies && i < slow_plies; i++) {
        if (o.history.plies[i].move != slow->game_history.plies[i].move) {
            fail_msg("%s, seed %u: ply %zu differs", name, (unsigned)seed, i + 1);
        }
    }
    if (fast_plies != slow_plies) {
        fail_msg("%s, seed %u: %zu plies, slowly %zu", name, (unsigned)seed, fast_plies, slow_plies);
    }
    assert_verdicts(name, seed, &fast_end, &slow_end);
    assert_int_equal(result, slow_end.kind == OUTCOME_ONGOING ? PLAYOUT_PLY_LIMIT : PLAYOUT_ENDED);
    assert_true(o.history.position->state.hash == slow->game_history.position->state.hash);
    assert_true(v->variant->core->consistent(o.history.position));
    playout_finish(&o);
    ferz_game_free(host);
    ferz_game_free(slow);
    ferz_game_free(start);
}

static void compare(const char *name, const ferz_variant *v, uint64_t seed)
{
    compare_with(name, v, seed, false);
    compare_with(name, v, seed, true);
}

TEST(test_slow_path)
{
    ferz_list_entry *entries;
    ferz_messages *messages = ferz_messages_create(false);
    size_t count = ferz_list(support_dirs(), &entries, messages);
    assert_true(count > 40);
    for (size_t i = 0; i < count; i++) {
        ferz_variant *v = share_takes(entries[i].name)
                              ? ferz_variant_load(entries[i].name, support_dirs(), NULL, 0, 1, messages)
                              : NULL;
        clock_t until = clock() + (clock_t)(share_longer(SECONDS) * CLOCKS_PER_SEC);
        for (uint64_t seed = 1; v && seed <= SEEDS && (seed <= 1 || clock() < until); seed++) {
            compare(entries[i].name, v, seed);
        }
        ferz_variant_free(v);
    }
    ferz_list_free(entries, count);
    ferz_messages_free(messages);
}

/* Options that change how moves are drawn: wide boards, drops that must rest, lines that scripts judge. */
TEST(test_options)
{
    static const struct {
        const char *variant, *option, *value;
    } rows[] = {
        {"tic-tac-toe", "size", "5x5"},   {"tic-tac-toe", "size", "10x10"},   {"tic-tac-toe", "size", "15x15"},
        {"tic-tac-toe", "gravity", NULL}, {"morris", "all_in_mills", "none"}, {"morris", "double_mill", "two"},
        {"morris", "flying", "true"},     {"chess", "fifty", "automatic"},    {"chess", "repetition", "automatic"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ferz_variant *v = support_game(rows[i].variant, rows[i].option, rows[i].value);
        for (uint64_t seed = 1; seed <= 6; seed++) {
            compare(rows[i].variant, v, seed);
        }
        ferz_variant_free(v);
    }
}

static ferz_playouts some(const ferz_variant *v, const char *fen, uint64_t games, uint64_t seed, size_t plies)
{
    ferz_game *p = ferz_game_create(v, fen, NULL);
    const ferz_playout_limits limits = {.games = games, .seed = seed, .plies = plies};
    ferz_playouts found;
    assert_non_null(p);
    assert_int_equal(ferz_game_playouts(p, &limits, &found, NULL), FERZ_OK);
    ferz_game_free(p);
    return found;
}

TEST(test_same_seed)
{
    ferz_variant *v = support_game("chess", NULL, NULL);
    ferz_playouts a = some(v, NULL, 50, 7, 0), b = some(v, NULL, 50, 7, 0), c = some(v, NULL, 50, 8, 0);
    assert_int_equal(a.games, 50);
    assert_int_equal(a.plies, b.plies);
    assert_int_equal(a.end_count, b.end_count);
    for (size_t i = 0; i < a.end_count; i++) {
        assert_int_equal(a.ends[i].games, b.ends[i].games);
        assert_string_equal(a.ends[i].status.reason, b.ends[i].status.reason);
    }
    assert_true(a.plies != c.plies);
    ferz_playouts_free(&a);
    ferz_playouts_free(&b);
    ferz_playouts_free(&c);
    ferz_variant_free(v);
}

/* Games are cut short, and one that is over has no plies. */
TEST(test_limits)
{
    ferz_variant *v = support_game("chess", NULL, NULL);
    ferz_playouts cut = some(v, NULL, 20, 1, 3);
    assert_int_equal(cut.games, 20);
    assert_int_equal(cut.cut, 20);
    assert_int_equal(cut.plies, 60);
    assert_int_equal(cut.end_count, 0);
    ferz_playouts_free(&cut);
    ferz_playouts over = some(v, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 5, 1, 0);
    assert_int_equal(over.longest, 0);
    assert_int_equal(over.end_count, 1);
    assert_int_equal(over.ends[0].games, 5);
    assert_string_equal(over.ends[0].status.reason, "stalemate");
    ferz_playouts_free(&over);
    ferz_playouts none = some(v, NULL, 0, 1, 0);
    assert_int_equal(none.games, 0);
    ferz_playouts_free(&none);
    ferz_variant_free(v);
}

/* Of three moves each is drawn a third of the time; of two dice a 7 is six times as frequent as a 2 would be. */
TEST(test_odds)
{
    enum { DRAWS = 60000 };
    ferz_variant *v = support_game("chess", NULL, NULL);
    ferz_game *p = ferz_game_create(v, NULL, NULL);
    move three[3] = {11, 22, 33};
    const move_list list = {three, 3, 3, false};
    random_source random = {5};
    int drawn[3] = {0};
    for (int i = 0; i < DRAWS; i++) {
        drawn[playout_pick_move(p->game_history.position, &list, &random) / 11 - 1]++;
    }
    for (int i = 0; i < 3; i++) {
        assert_in_range(drawn[i], DRAWS / 3 - 600, DRAWS / 3 + 600); /* five times the standard deviation */
    }
    ferz_game_free(p);
    ferz_variant_free(v);
    v = support_game("nardy-long", NULL, NULL);
    p = ferz_game_create(v, NULL, NULL);
    assert_true(p->game_history.position->extra.roll_due);
    move_list rolls = {p->moves, 0, v->variant->moves_max, false};
    history_legal_moves(&p->game_history, &rolls, false);
    assert_int_equal(rolls.count, 21);
    int doubles = 0;
    for (int i = 0; i < DRAWS; i++) {
        const dice_outcome *o =
            &v->variant->dice_outcomes[move_index(playout_pick_move(p->game_history.position, &rolls, &random))];
        doubles += o->faces[0] == o->faces[1];
    }
    assert_in_range(doubles, DRAWS / 6 - 460, DRAWS / 6 + 460);
    ferz_game_free(p);
    ferz_variant_free(v);
}
