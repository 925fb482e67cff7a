/* Programs that were compiled with an older or a newer ferz.h: what they do not know of a structure is as if it were zero. */

#include "unit/test.h"

#include <stdlib.h>
#include <string.h>

#include "ferz_tools.h"

/* A member that was never in the program's structure: whatever lies there in memory must not be followed. */
static char *const wild = (char *)(uintptr_t)8;

static const char *const dirs[] = {FERZ_SOURCE_DIR "/rules", NULL};

typedef struct fixture {
    ferz_messages *messages;
    ferz_variant *variant;
    ferz_game *game;
} fixture;

static fixture set_up(void)
{
    fixture f = {.messages = ferz_messages_create(false)};
    assert_non_null(f.messages);
    f.variant = ferz_variant_load("chess", dirs, NULL, 0, 1, f.messages);
    assert_non_null(f.variant);
    f.game = ferz_game_create(f.variant, NULL, f.messages);
    assert_non_null(f.game);
    return f;
}

static void tear_down(fixture *f)
{
    ferz_game_free(f->game);
    ferz_variant_free(f->variant);
    ferz_messages_free(f->messages);
}

static ferz_best find(fixture *f, const ferz_limits *limits)
{
    ferz_best best;
    assert_int_equal(ferz_game_best_move(f->game, limits, &best, f->messages), FERZ_OK);
    assert_non_null(best.move);
    return best;
}

static void finish_best(ferz_best *best)
{
    ferz_free(best->move);
    ferz_free(best->pv);
}

/* The program's structure ends behind `depth`. */
TEST(test_older_program)
{
    fixture f = set_up();
    ferz_limits limits = {.struct_size = offsetof(ferz_limits, nodes), .depth = 2, .nodes = 1};
    limits.searchmoves = wild;
    limits.stop = (bool (*)(void *))(uintptr_t)8;
    ferz_best best = find(&f, &limits);
    assert_int_equal(best.depth, 2);
    finish_best(&best);

    const ferz_picture picture = {.struct_size = offsetof(ferz_picture, highlighted),
                                  .piece = FERZ_NONE,
                                  .highlighted = (const size_t *)wild,
                                  .highlighted_count = 9};
    char *svg = ferz_variant_picture(f.variant, f.game, &picture, f.messages);
    assert_non_null(svg);
    ferz_free(svg);
    tear_down(&f);
}

/* The program's structure goes on; what is behind ours is not read, and what is before it counts. */
TEST(test_newer_program)
{
    fixture f = set_up();
    struct {
        ferz_limits limits;
        char *later[4];
    } newer = {.limits = {.struct_size = sizeof newer, .depth = 3, .searchmoves = "a2a3"},
               .later = {wild, wild, wild, wild}};
    ferz_best best = find(&f, &newer.limits);
    assert_string_equal(best.move, "a2a3");
    finish_best(&best);
    tear_down(&f);
}

/* Nothing said: the members of version 0.2, to the last. */
TEST(test_size_not_given)
{
    fixture f = set_up();
    const ferz_limits limits = {.depth = 1, .searchmoves = "h2h4"};
    ferz_best best = find(&f, &limits);
    assert_string_equal(best.move, "h2h4");
    finish_best(&best);

    ferz_playouts playouts;
    const ferz_playout_limits two = {.games = 2, .plies = 4, .seed = 7};
    assert_int_equal(ferz_game_playouts(f.game, &two, &playouts, f.messages), FERZ_OK);
    assert_int_equal(playouts.games, 2);
    assert_int_equal(playouts.longest, 4);
    ferz_playouts_free(&playouts);

    const ferz_picture large = {.piece = FERZ_NONE, .size = 1001}; /* its last member: refused */
    assert_null(ferz_variant_picture(f.variant, f.game, &large, f.messages));
    tear_down(&f);
}
