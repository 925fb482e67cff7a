/* Several parents and several scripts: what of them holds, and where they contradict each other. */
#include "unit/test.h"

#include "unit/fixtures.h"

/* What is wrong with a text; "" when it loads. Lives until the next call. */
static const char *fault_of(const char *yaml)
{
    static char line[400];
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *v = ferz_variant_load_text(FERZ_SOURCE_DIR "/tests/samples/text.yaml", yaml, strlen(yaml),
                                             support_dirs(), NULL, 0, 1, messages);
    snprintf(line, sizeof line, "%s", v ? "" : ferz_messages_at(messages, 0).text);
    ferz_variant_free(v);
    ferz_messages_free(messages);
    return line;
}

/* Circe + Frankfurt: both scripts run. The captured queen comes back, the captor has become one. */
TEST(both_parents_hold)
{
    ferz_variant *v = support_game("parents-two", NULL, NULL);
    assert_int_equal(v->rules->script_count, 2);
    assert_non_null(strstr(v->rules->scripts[0].path, "circe.lua"));
    assert_non_null(strstr(v->rules->scripts[1].path, "frankfurt.lua"));
    ferz_game *game = support_play(v, "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5");
    char *fen = ferz_game_fen(game);
    assert_string_equal(fen, "3qk3/8/8/3Q4/8/8/8/4K3 b - - 0 1");
    ferz_free(fen);
    ferz_game_free(game);
    ferz_variant_free(v);
    /* An option of either parent. */
    v = support_game("parents-two", "rex", "exclusive");
    ferz_variant_free(v);
}

TEST(contradictions_are_reported)
{
    static const struct {
        const char *yaml, *fault;
    } cases[] = {
        {"name: A\nextends: [three-check, king-of-the-hill]\n",
         "`three-check` and `king-of-the-hill` contradict each other about `end: dead position`"},
        {"name: A\nextends: [three-check, king-of-the-hill]\nend: {dead position: none}\n", ""},
        {"name: A\nextends: [berolina-chess, grasshopper-chess]\n",
         "`berolina-chess` and `grasshopper-chess` contradict each other about `pieces: pawn: moves`"},
        /* What one parent has from the common one, the other may change. */
        {"name: A\nextends: [berolina-chess, three-check]\n", ""},
        {"name: A\nextends: [three-check, berolina-chess]\n", ""},
        /* A parent that another builds on says nothing new. */
        {"name: A\nextends: [chess, three-check]\n", ""},
        {"name: A\nextends: [three-check, chess]\n", ""},
        {"name: A\nextends: [three-check, three-check]\n", ""},
        {"name: A\nextends: [chess, nowhere]\n", "there is no game `nowhere`"},
        {"name: A\nextends: [chess, none]\n", "there is nothing above this file to remove"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_string_equal(fault_of(cases[i].yaml), cases[i].fault);
    }
}

static bool pawn_steps_aside(const char *yaml)
{
    ferz_variant *v = support_text(yaml);
    ferz_game *game = support_play(v, "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", NULL);
    bool aside = strstr(support_moves(game, "e3"), "d4") != NULL;
    ferz_game_free(game);
    ferz_variant_free(v);
    return aside;
}

/* The order of the parents does not matter where they agree. */
TEST(order_does_not_undo)
{
    assert_true(pawn_steps_aside("name: A\nextends: [berolina-chess, three-check]\n"));
    assert_true(pawn_steps_aside("name: A\nextends: [three-check, berolina-chess]\n"));
    assert_true(pawn_steps_aside("name: A\nextends: [chess, berolina-chess]\n"));
    assert_false(pawn_steps_aside("name: A\nextends: [chess, three-check]\n"));
}

/* Functions of both scripts are called, each with its own locals; a fault has the file and line of its script. */
TEST(scripts_share_a_game)
{
    ferz_variant *v = support_game("scripts-two", NULL, NULL);
    ferz_game *game = support_play(v, "2k3/6/6/3l2/6/3L2 w - - 0 1", "d1d3");
    char *fen = ferz_game_fen(game);
    assert_string_equal(fen, "2k3/6/6/6/6/3L2 b - - 0 1");
    ferz_free(fen);
    ferz_game_free(game);
    ferz_variant_free(v);
}
