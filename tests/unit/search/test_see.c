/* Static exchange evaluation: the result without a move against the exchange played out; predicted checks. */
#include "unit/test.h"

#include "api/ferz_internal.h"

#include "base/random.h"
#include "play/fen.h"
#include "play/notation.h"
#include "search/see.h"

#include <stdlib.h>
#include <string.h>

typedef struct see_fixture {
    ferz_messages *messages;
    ferz_variant *variant;
    evaluation evaluation;
    see_values see;
    ferz_game *game;
} see_fixture;

static void set_up(see_fixture *t, const char *name, const char *fen)
{
    static const char *const dirs[] = {FERZ_SOURCE_DIR "/rules", NULL};
    t->messages = ferz_messages_create(false);
    t->variant = ferz_variant_load(name, dirs, NULL, 0, 1, t->messages);
    assert_non_null(t->variant);
    ferz_variant_clear_tuning(t->variant);
    assert_true(evaluation_init(&t->evaluation, t->variant->variant, NULL));
    assert_true(see_init(&t->see, &t->evaluation));
    t->game = ferz_game_create(t->variant, fen, t->messages);
    assert_non_null(t->game);
}

static void tear_down(see_fixture *t)
{
    ferz_game_free(t->game);
    see_finish(&t->see);
    evaluation_finish(&t->evaluation);
    ferz_variant_free(t->variant);
    ferz_messages_free(t->messages);
}

static move named(see_fixture *t, const char *words)
{
    move_list list = {t->game->moves, 0, t->variant->variant->moves_max, false};
    history_legal_moves(&t->game->game_history, &list, false);
    move m = notation_find(t->game->game_history.position, &list, words);
    assert_true(m != MOVE_NONE);
    return m;
}

/* The most that the move is claimed to gain. */
static int see_value(see_fixture *t, move m)
{
    int low = -20000, high = 20000; /* pays `low`, does not pay `high` */
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        *(see_ge(&t->see, t->game->game_history.position, m, middle) ? &low : &high) = middle;
    }
    return low;
}

static int value(const see_fixture *t, const char *letter)
{
    const variant *v = t->variant->variant;
    for (int type = 0; type < v->types; type++) {
        if (strcmp(v->type[type].letter, letter) == 0) {
            return t->evaluation.piece_value[variant_piece(v, 0, type)];
        }
    }
    fail_msg("no piece %s", letter);
    return 0;
}

TEST(known_exchanges)
{
    static const struct {
        const char *fen, *move;
        const char *won, *lost; /* letters of pieces */
    } cases[] = {
        {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "p", ""},         /* for nothing */
        {"4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "p", "p"},      /* recaptured */
        {"4k3/8/4p3/3p4/8/8/3Q4/4K3 w - - 0 1", "d2d5", "p", "q"},      /* defended */
        {"4k3/8/4p3/3p4/8/3R4/3Q4/4K3 w - - 0 1", "d3d5", "pp", "r"},   /* the queen behind the rook captures too */
        {"3rk3/3r4/8/3p4/8/3R4/3R4/4K3 w - - 0 1", "d3d5", "pr", "rr"}, /* both have one behind */
        {"4k3/8/3r4/3p4/2P1B3/8/8/4K3 w - - 0 1", "e4d5", "pr", "b"},   /* the rook had better not */
        {"8/3k4/8/3p4/4N3/2N5/8/4K3 w - - 0 1", "c3d5", "p", ""},       /* the king is too far */
        {"8/8/3k4/3p4/8/2N5/8/4K3 w - - 0 1", "c3d5", "p", "n"},        /* and now it captures */
        {"8/8/3k4/3p4/8/2N2B2/8/4K3 w - - 0 1", "c3d5", "p", ""},       /* a royal may not capture a defended piece */
        {"4k3/8/8/8/8/4p3/8/2N1K3 w - - 0 1", "c1d3", "", ""},          /* a quiet move */
        {"4k3/8/8/4p3/8/8/8/2N1K3 w - - 0 1", "c1d3", "", ""},          /* nothing captures there */
        {"4k3/8/4p3/8/8/2N5/8/4K3 w - - 0 1", "c3d5", "", "n"},         /* into a pawn's mouth */
        {"4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "d5c6", "p", ""},         /* in passing */
        {"1n2k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "d5c6", "p", "p"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        see_fixture t;
        set_up(&t, "chess", cases[i].fen);
        int expected = 0, found = see_value(&t, named(&t, cases[i].move));
        for (const char *won = cases[i].won; *won; won++) {
            expected += value(&t, (char[]){*won, 0});
        }
        for (const char *lost = cases[i].lost; *lost; lost++) {
            expected -= value(&t, (char[]){*lost, 0});
        }
        /* Neither side goes on capturing when it is better to stop. */
        if (strcmp(cases[i].won, "pr") == 0 && strcmp(cases[i].lost, "b") == 0) {
            expected = value(&t, "p");
        }
        if (strcmp(cases[i].won, "pp") == 0) {
            expected = value(&t, "p") + value(&t, "p") - value(&t, "r");
        }
        if (strcmp(cases[i].won, "pr") == 0 && strcmp(cases[i].lost, "rr") == 0) {
            expected = value(&t, "p") + value(&t, "r") - 2 * value(&t, "r");
        }
        if (found != expected) {
            fail_msg("%s %s: brings %d, not %d", cases[i].fen, cases[i].move, found, expected);
        }
        tear_down(&t);
    }
}

/* A capture wins and loses all that it blows up; a quiet move may lose by the best capture of its piece. */
TEST(blasts_count)
{
    static const struct {
        const char *fen, *move;
        const char *won, *lost; /* letters of pieces */
    } cases[] = {
        {"4k3/8/8/3p4/8/2N5/8/7K w - - 0 1", "c3d5", "p", "n"},       /* the captor goes */
        {"4k3/8/2r1q3/3p4/8/2N5/8/7K w - - 0 1", "c3d5", "prq", "n"}, /* with what stands near */
        {"4k3/8/2rpq3/3p4/8/2N5/8/7K w - - 0 1", "c3d5", "prq", "n"}, /* but not with pawns */
        {"4k3/8/4q3/3pB3/8/2N5/8/7K w - - 0 1", "c3d5", "pq", "nb"},  /* friends go too */
        {"r3k3/8/8/8/8/2N5/8/7K w - - 0 1", "c3d5", "", ""},          /* nothing captures there */
        {"4k3/8/4p3/8/8/2N5/8/7K w - - 0 1", "c3d5", "", ""},         /* a pawn for a knight: see below */
        {"4k3/8/4q3/8/8/2N5/8/7K w - - 0 1", "c3d5", "", ""},         /* the queen is worth more than the knight */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        see_fixture t;
        set_up(&t, "atomic", cases[i].fen);
        int expected = 0, found = see_value(&t, named(&t, cases[i].move));
        for (const char *won = cases[i].won; *won; won++) {
            expected += value(&t, (char[]){*won, 0});
        }
        for (const char *lost = cases[i].lost; *lost; lost++) {
            expected -= value(&t, (char[]){*lost, 0});
        }
        expected -= i == 5 ? value(&t, "n") - value(&t, "p") : 0;
        if (found != expected) {
            fail_msg("%s %s: brings %d, not %d", cases[i].fen, cases[i].move, found, expected);
        }
        tear_down(&t);
    }
}

/* A drop wins nothing, whatever the piece is worth in hand. */
TEST(drops_win_nothing)
{
    see_fixture t;
    set_up(&t, "crazyhouse", "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1");
    for (int piece = 1; piece < t.variant->variant->piece_ids; piece++) {
        t.evaluation.in_hand_value[piece] += 77;
    }
    assert_int_equal(see_value(&t, named(&t, "Q@a1")), 0);
    tear_down(&t);
}

/* The best that taking on one cell brings, with every capture really made. */
static int played_out(see_fixture *t, unsigned cell)
{
    game_history *r = &t->game->game_history;
    const variant *v = r->variant;
    move moves[512];
    move_list list = {moves, 0, 512, false};
    v->core->legal(r->position, &list);
    int best = 0;
    for (size_t i = 0; i < list.count; i++) {
        move m = moves[i];
        if (move_kind_of(m) != MOVE_NORMAL || move_to(m) != cell || move_into(m)) {
            continue;
        }
        int gain = evaluation_move_gain(&t->evaluation, r->position, m);
        assert_true(history_reserve(r, 1));
        history_push(r, m);
        gain -= played_out(t, cell);
        history_pop(r);
        best = gain > best ? gain : best;
    }
    return best;
}

/* Where nobody is pinned and no promotion interferes, the sums agree with what happens; mostly is enough to tell that the
 * arithmetic, the lines behind and both sides' stopping are right. */
TEST(agrees_with_what_happens)
{
    static const char *const games[] = {"chess", "shatranj", "xiangqi", "capablanca", "crazyhouse"};
    for (size_t n = 0; n < sizeof games / sizeof *games; n++) {
        see_fixture t;
        set_up(&t, games[n], NULL);
        game_history *r = &t.game->game_history;
        const variant *v = r->variant;
        random_source random = {n + 1};
        int compared = 0, same = 0;
        for (int ply = 0; ply < 3000; ply++) {
            move moves[1024];
            move_list list = {moves, 0, 1024, false};
            if (r->count > 80 || history_outcome(r).kind != OUTCOME_ONGOING) {
                while (r->count) {
                    history_pop(r);
                }
            }
            v->core->legal(r->position, &list);
            for (size_t i = 0; i < list.count; i++) {
                move m = moves[i];
                if (move_kind_of(m) != MOVE_NORMAL || move_into(m) || !evaluation_captured(r->position, m)) {
                    continue;
                }
                int claimed = see_value(&t, m);
                int gain = evaluation_move_gain(&t.evaluation, r->position, m);
                assert_true(history_reserve(r, 1));
                history_push(r, m);
                gain -= played_out(&t, move_to(m));
                history_pop(r);
                compared++;
                same += claimed == gain;
            }
            assert_true(history_reserve(r, 1));
            history_push(r, moves[random_below(&random, (uint32_t)list.count)]);
        }
        if (compared < 500 || same * 100 < compared * 90) {
            fail_msg("%s: of %d captures %d are worth what is said", games[n], compared, same);
        }
        tear_down(&t);
    }
}

/* A predicted check is one, and of steps and drops none is missing. */
TEST(checks_are_predicted)
{
    static const char *const games[] = {"chess", "shogi", "xiangqi", "makruk", "capablanca", "berolina-chess", "hex80"};
    for (size_t n = 0; n < sizeof games / sizeof *games; n++) {
        see_fixture t;
        set_up(&t, games[n], NULL);
        game_history *r = &t.game->game_history;
        const variant *v = r->variant;
        random_source random = {n + 7};
        int checks = 0;
        for (int ply = 0; ply < 4000; ply++) {
            move moves[1024];
            move_list list = {moves, 0, 1024, false};
            if (r->count > 120 || history_outcome(r).kind != OUTCOME_ONGOING) {
                while (r->count) {
                    history_pop(r);
                }
            }
            v->core->legal(r->position, &list);
            for (size_t i = 0; i < list.count; i++) {
                move m = moves[i];
                if (move_kind_of(m) != MOVE_NORMAL && move_kind_of(m) != MOVE_DROP) {
                    continue;
                }
                bool predicted = v->core->gives_check(r->position, m, evaluation_arriving_piece(r->position, m));
                assert_true(history_reserve(r, 1));
                history_push(r, m);
                bool checked = v->core->in_check(r->position, r->position->state.side_to_move);
                history_pop(r);
                checks += checked;
                if (predicted != checked) {
                    char words[MOVE_TEXT_MAX];
                    notation_write_one(r->position, m, words);
                    char *fen = ferz_game_fen(t.game);
                    fail_msg("%s: %s: %s %s check", games[n], fen, words, checked ? "gives" : "gives no");
                }
            }
            assert_true(history_reserve(r, 1));
            history_push(r, moves[random_below(&random, (uint32_t)list.count)]);
        }
        assert_true(checks > 100);
        tear_down(&t);
    }
}
