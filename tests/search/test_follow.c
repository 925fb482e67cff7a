/* What the evaluation sums as moves are made is what it would sum afresh: in random play of every game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
#include "ferz_internal.h"
#include "game/fen.h"
#include "search/evaluation.h"

#include <stdlib.h>
#include <string.h>

#ifndef FERZ_TEST_RULES
#define FERZ_TEST_RULES FERZ_SOURCE_DIR "/rules"
#endif

enum { PLIES = 150, ROUNDS = 2 };

static void assert_same(const char *name, const game *g, const evaluation_sums *one, const evaluation_sums *other)
{
    for (int player = 0; player < g->players; player++) {
        if (one->stand[player] != other->stand[player] || one->officers[player] != other->officers[player] ||
            one->promoters[player] != other->promoters[player]) {
            fail_msg("%s: the sums of player %d went astray", name, player);
        }
    }
}

/* Two sides see one score, from two ends. */
static void assert_fair(const char *name, const evaluation *e, const position *p, const evaluation_sums *sums)
{
    const game *g = e->game;
    uint32_t all = (1u << g->players) - 1;
    for (int player = 0; player < g->players; player++) {
        uint32_t friends = all & ~(uint32_t)g->enemies[player];
        int own = evaluation_score(e, p, sums, friends), theirs = evaluation_score(e, p, sums, all & ~friends);
        if (own != -theirs && all != friends) {
            fail_msg("%s: %d on one side, %d on the other", name, own, theirs);
        }
    }
}

static void play_one(const char *name, const evaluation *e, live_hooks *hooks, random_source *random)
{
    const game *g = e->game;
    record r;
    evaluation_sums sums, next, fresh;
    size_t room = g->moves_max * 2 + 64;
    move *moves = malloc(room * sizeof *moves);
    assert_non_null(moves);
    assert_true(record_init(&r, g, hooks) && record_reserve(&r, PLIES + 1));
    diag_list diags;
    diag_list_init(&diags);
    assert_true(fen_read(r.position, &diags, (place){0}, g->start));
    diag_list_finish(&diags);
    evaluation_begin(e, r.position, &sums);
    for (int ply = 0; ply < PLIES; ply++) {
        move_list list = {moves, 0, room, false};
        record_moves(&r, &list, false);
        if (list.count == 0 || (hooks && hooks->failed)) {
            break;
        }
        record_push(&r, moves[random_below(random, (uint32_t)list.count)]);
        evaluation_follow(e, r.position, &r.undos[r.count - 1], &sums, &next);
        evaluation_begin(e, r.position, &fresh);
        assert_same(name, g, &next, &fresh);
        assert_fair(name, e, r.position, &next);
        sums = next;
    }
    record_finish(&r);
    free(moves);
}

static void follows_every_game(void **state)
{
    (void)state;
    static const char *const dirs[] = {FERZ_TEST_RULES, NULL};
    ferz_messages *messages = ferz_messages_create(false);
    ferz_entry *entries;
    size_t count = ferz_list(dirs, &entries, messages);
    assert_true(count > 20);
    random_source random = {7};
    for (size_t i = 0; i < count; i++) {
        ferz_game *g = ferz_game_load(entries[i].name, dirs, NULL, 0, 0, messages);
        assert_non_null(g);
        diag_list diags;
        diag_list_init(&diags);
        live_binding *live = g->hook_count ? live_create(g->binding, g->game, &diags) : NULL;
        evaluation e;
        assert_true(evaluation_init(&e, g->game, NULL));
        for (int round = 0; round < ROUNDS; round++) {
            play_one(entries[i].name, &e, live_table(live), &random);
        }
        evaluation_finish(&e);
        live_destroy(live);
        diag_list_finish(&diags);
        ferz_game_destroy(g);
    }
    ferz_list_free(entries, count);
    ferz_messages_destroy(messages);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(follows_every_game)};
    return cmocka_run_group_tests_name("follow", tests, NULL, NULL);
}
