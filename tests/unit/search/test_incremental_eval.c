/* What the evaluation sums as moves are made is what it would sum afresh: in random play of every game. */
#include "unit/test.h"

#include "base/random.h"
#include "api/ferz_internal.h"
#include "play/fen.h"
#include "search/evaluation.h"

#include <stdlib.h>
#include <string.h>

#ifndef FERZ_TEST_RULES
#define FERZ_TEST_RULES FERZ_SOURCE_DIR "/rules"
#endif

enum { PLIES = 150, ROUNDS = 2 };

static void assert_same(const char *name, const variant *v, const evaluation_sums *one, const evaluation_sums *other)
{
    for (int player = 0; player < v->players; player++) {
        if (one->piece_square[player] != other->piece_square[player] || one->phase[player] != other->phase[player] ||
            one->promoters[player] != other->promoters[player]) {
            fail_msg("%s: the sums of player %d went astray", name, player);
        }
    }
}

/* Two sides see one score, from two ends. */
static void assert_fair(const char *name, const evaluation *e, const position *p, const evaluation_sums *sums)
{
    const variant *v = e->variant;
    uint32_t all = (1u << v->players) - 1;
    for (int player = 0; player < v->players; player++) {
        uint32_t friends = all & ~(uint32_t)v->enemy_mask[player];
        int own = evaluation_score(e, p, sums, friends), theirs = evaluation_score(e, p, sums, all & ~friends);
        if (own != -theirs && all != friends) {
            fail_msg("%s: %d on one side, %d on the other", name, own, theirs);
        }
    }
}

static void play_one(const char *name, const evaluation *e, live_hooks *hooks, random_source *random)
{
    const variant *v = e->variant;
    game_history r;
    evaluation_sums sums, next, fresh;
    size_t room = v->moves_max * 2 + 64;
    move *moves = malloc(room * sizeof *moves);
    assert_non_null(moves);
    assert_true(game_history_init(&r, v, hooks) && history_reserve(&r, PLIES + 1));
    diag_list diags;
    diag_list_init(&diags);
    assert_true(fen_read(r.position, &diags, (location){0}, v->start_fen));
    diag_list_finish(&diags);
    evaluation_sums_init(e, r.position, &sums);
    for (int ply = 0; ply < PLIES; ply++) {
        move_list list = {moves, 0, room, false};
        history_legal_moves(&r, &list, false);
        if (list.count == 0 || (hooks && hooks->failed)) {
            break;
        }
        history_push(&r, moves[random_below(random, (uint32_t)list.count)]);
        evaluation_sums_update(e, r.position, &r.undos[r.count - 1], &sums, &next);
        evaluation_sums_init(e, r.position, &fresh);
        assert_same(name, v, &next, &fresh);
        assert_fair(name, e, r.position, &next);
        sums = next;
    }
    game_history_finish(&r);
    free(moves);
}

TEST(follows_every_game)
{
    static const char *const dirs[] = {FERZ_TEST_RULES, NULL};
    ferz_messages *messages = ferz_messages_create(false);
    ferz_list_entry *entries;
    size_t count = ferz_list(dirs, &entries, messages);
    assert_true(count > 20);
    random_source random = {7};
    for (size_t i = 0; i < count; i++) {
        ferz_variant *v = ferz_variant_load(entries[i].name, dirs, NULL, 0, 0, messages);
        assert_non_null(v);
        diag_list diags;
        diag_list_init(&diags);
        live_binding *live = v->hook_count ? live_create(v->binding, v->variant, &diags) : NULL;
        evaluation e;
        assert_true(evaluation_init(&e, v->variant, NULL));
        for (int round = 0; round < ROUNDS; round++) {
            play_one(entries[i].name, &e, live_table(live), &random);
        }
        evaluation_finish(&e);
        live_destroy(live);
        diag_list_finish(&diags);
        ferz_variant_free(v);
    }
    ferz_list_free(entries, count);
    ferz_messages_free(messages);
}
