/* Every function of ferz.h and its budget. A function that can take more than a moment is called with rules that keep it
 * busy for long and with a callback that says at once to stop: it ends with FERZ_BUDGET_EXCEEDED. */
#include "unit/test.h"

#include "ferz_tools.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/text.h"
#include "unit/fixtures.h"
#include "unit/share.h"
#include "unit/temp_folder.h"

enum { SECONDS_MAX = 4 * SLOWER };

/* ---- rules that take long ---- */

typedef struct fixture {
    ferz_variant *crowd;  /* six hundred pieces with as many ways as are allowed */
    ferz_variant *wordy;  /* more than a thousand sentences */
    ferz_variant *other;  /* the same game with other sentences */
    ferz_variant *zoned;  /* a zone of a thousand parts */
    ferz_variant *hooked; /* a hook that takes its time */
    ferz_game *game;      /* of `crowd` */
    ferz_game *asking;    /* of `hooked` */
} fixture;

static void put_crowd(text *yaml)
{
    text_put(yaml, "name: Crowd\nabout: A.\nboard: {size: 36x36}\npieces:\n"
                   "  bomb: {letter: b, moves: \"[Q?N?N?N]\"}\nstart: \"36");
    for (int i = 0; i < 17; i++) {
        text_put(yaml, i < 8 ? "/b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1/1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b"
                             : "/B1B1B1B1B1B1B1B1B1B1B1B1B1B1B1B1B1B1/1B1B1B1B1B1B1B1B1B1B1B1B1B1B1B1B1B1B");
    }
    text_put(yaml, "/36 w - - 0 1\"\nend: {stalemate: draw}\n");
}

static void put_wordy(text *yaml, int rank)
{
    text_put(yaml, "name: Wordy\nabout: A.\nboard: {size: 8x8}\npieces:\n");
    for (int i = 0; i < 26; i++) {
        text_print(yaml, "  p%d: {letter: %c, moves: [", i, 'a' + i);
        for (int k = 0; k < 40; k++) {
            text_print(yaml, "%s{move: W, from: rank %d, to: rank %d}", k ? ", " : "", k % 8 + 1,
                       (k / 8 + rank) % 8 + 1);
        }
        text_put(yaml, "]}\n");
    }
    text_put(yaml, "start: \"A7/8/8/8/8/8/8/7b w - - 0 1\"\nend: {}\n");
}

static void put_zoned(text *yaml)
{
    text_put(yaml,
             "name: Zones\nabout: A.\nextends: chess\npieces:\n  pawn:\n    promotes: {to: [queen], on: \"rank 8");
    for (int i = 0; i < 1000; i++) {
        text_put(yaml, ", rank 8");
    }
    text_put(yaml, "\"}\n");
}

static ferz_variant *loaded(text *yaml)
{
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *v =
        ferz_variant_load_text("made.yaml", yaml->bytes, yaml->length, support_dirs(), NULL, 0, 1, messages);
    support_show(messages);
    ferz_messages_free(messages);
    text_finish(yaml);
    assert_non_null(v);
    return v;
}

static fixture f;

static int set_up(void **state)
{
    text yaml = {0};
    folder_make(state);
    put_crowd(&yaml);
    folder_write("crowd.yaml", yaml.bytes);
    folder_write("crowd.test.yaml", "examples:\n  - title: long\n    perft: {4: 1}\n");
    f.crowd = loaded(&yaml);
    put_wordy(&yaml, 0);
    f.wordy = loaded(&yaml);
    put_wordy(&yaml, 1);
    f.other = loaded(&yaml);
    put_zoned(&yaml);
    f.zoned = loaded(&yaml);
    folder_write("slow.lua", "--- Slow.\nfunction slow(move)\n  local n = 0\n"
                             "  for i = 1, 20000 do n = n + i end\n  return true\nend\n");
    folder_write("staged.yaml", "name: Staged\nabout: A.\nextends: chess\nscript: slow.lua\nfilter: hook slow\n");
    folder_write("hooked.yaml",
                 "name: Hooked\nabout: A.\nextends: chess\nscript: slow.lua\nhooks: {slow: {at: legal}}\n");
    f.hooked = ferz_variant_load(folder_path("hooked.yaml"), support_dirs(), NULL, 0, 1, NULL);
    assert_non_null(f.hooked);
    f.game = ferz_game_create(f.crowd, NULL, NULL);
    f.asking = ferz_game_create(f.hooked, NULL, NULL);
    return f.game && f.asking ? 0 : 1;
}

static int take_down(void **state)
{
    ferz_game_free(f.game);
    ferz_game_free(f.asking);
    ferz_variant_free(f.crowd);
    ferz_variant_free(f.wordy);
    ferz_variant_free(f.other);
    ferz_variant_free(f.zoned);
    ferz_variant_free(f.hooked);
    return folder_remove(state);
}

/* ---- the calls ---- */

typedef void call(ferz_messages *m);

static void call_load(ferz_messages *m)
{
    assert_null(ferz_variant_load(folder_path("staged.yaml"), support_dirs(), NULL, 0, 1, m));
}

static void call_load_with(ferz_messages *m)
{
    assert_null(ferz_variant_load_with(folder_path("staged.yaml"), support_dirs(), NULL, 0, 1, NULL, 0, m));
}

static void call_load_text(ferz_messages *m)
{
    text yaml = {0};
    put_crowd(&yaml);
    assert_null(ferz_variant_load_text("made.yaml", yaml.bytes, yaml.length, support_dirs(), NULL, 0, 1, m));
    text_finish(&yaml);
}

static void call_load_imported(ferz_messages *m)
{
    text yaml = {0};
    put_crowd(&yaml);
    char name[] = "made";
    const ferz_imported game = {.name = name, .yaml = (char *)text_string(&yaml)};
    assert_null(ferz_variant_load_imported(&game, support_dirs(), NULL, 0, 1, m));
    text_finish(&yaml);
}

static void call_describe(ferz_messages *m)
{
    assert_null(ferz_variant_describe(f.crowd, FERZ_ENGLISH, FERZ_HTML, m));
}

static void call_describe_relative(ferz_messages *m)
{
    assert_null(ferz_variant_describe_relative(f.crowd, FERZ_RUSSIAN, FERZ_TEXT, m));
}

static void call_describe_piece(ferz_messages *m)
{
    assert_null(ferz_variant_describe_piece(f.crowd, 0, true, FERZ_ENGLISH, FERZ_HTML, m));
}

static void call_piece_words(ferz_messages *m)
{
    assert_null(ferz_variant_piece_words(f.crowd, 0, FERZ_ENGLISH, m));
}

static void call_compare(ferz_messages *m)
{
    assert_null(ferz_variant_compare(f.wordy, f.other, FERZ_ENGLISH, m));
}

static void call_lint(ferz_messages *m)
{
    ferz_variant_lint(f.crowd, m);
}

static void call_try_hooks(ferz_messages *m)
{
    ferz_hook_trial trial;
    assert_int_equal(ferz_variant_try_hooks(f.hooked, &trial, m), FERZ_BUDGET_EXCEEDED);
    ferz_free(trial.unasked);
}

static void call_hook_costs(ferz_messages *m)
{
    ferz_hook_cost costs[8];
    size_t plies;
    assert_in_range(ferz_variant_facts(f.hooked)->hook_count, 1, 8);
    assert_int_equal(ferz_variant_hook_costs(f.hooked, costs, &plies, m), FERZ_BUDGET_EXCEEDED);
}

static void call_list(ferz_messages *m)
{
    ferz_list_entry *entries;
    size_t count = ferz_list(support_dirs(), &entries, m);
    ferz_list_free(entries, count);
}

static void call_list_details(ferz_messages *m)
{
    ferz_list_entry *entries;
    size_t count = ferz_list_details(support_dirs(), &entries, m);
    ferz_list_free(entries, count);
}

static void call_import(ferz_messages *m)
{
    text ini = {0};
    ferz_imported *games;
    size_t count;
    for (int i = 0; i < 1000; i++) {
        text_print(&ini, "[game%d:chess]\nmaxRank = 8\n", i);
    }
    assert_int_equal(ferz_import("made.ini", ini.bytes, ini.length, NULL, &games, &count, NULL, m),
                     FERZ_BUDGET_EXCEEDED);
    assert_int_equal(count, 0);
    ferz_imported_free(games, count);
    text_finish(&ini);
}

static void call_export(ferz_messages *m)
{
    char *ini;
    assert_int_equal(ferz_export(f.zoned, &ini, m), FERZ_BUDGET_EXCEEDED);
    assert_null(ini);
}

static void call_move(ferz_messages *m)
{
    assert_int_equal(ferz_game_move(f.asking, "e2e4", m), FERZ_BUDGET_EXCEEDED);
    assert_int_equal(ferz_game_ply_count(f.asking), 0);
}

static void call_legal_moves(ferz_messages *m)
{
    size_t count;
    assert_null(ferz_game_legal_moves(f.game, &count, m));
}

static void call_legal_moves_for(ferz_messages *m)
{
    size_t count;
    assert_null(ferz_game_legal_moves_for(f.asking, FERZ_NOTATION_SAN, &count, m));
}

static void call_status(ferz_messages *m)
{
    ferz_status status;
    assert_int_equal(ferz_game_status(f.asking, &status, m), FERZ_BUDGET_EXCEEDED);
}

static void call_explain_move(ferz_messages *m)
{
    bool legal;
    assert_null(ferz_game_explain_move(f.asking, "e2e4", &legal, m));
}

static void call_find_move(ferz_messages *m)
{
    assert_null(ferz_game_find_move(f.asking, "e2e4", m));
}

static void call_move_for(ferz_messages *m)
{
    assert_null(ferz_game_move_for(f.asking, "e2e4", FERZ_NOTATION_SAN, m));
}

static void call_flag(ferz_messages *m)
{
    ferz_status status;
    assert_int_equal(ferz_game_flag(f.asking, 0, &status, m), FERZ_BUDGET_EXCEEDED);
}

static void call_why(ferz_messages *m)
{
    assert_null(ferz_game_why(f.asking, "e2e4", FERZ_ENGLISH, m));
}

static void call_explain_status(ferz_messages *m)
{
    bool over;
    assert_null(ferz_game_explain_status(f.asking, &over, m));
}

static void call_tries(ferz_messages *m)
{
    size_t count;
    assert_null(ferz_game_tries(f.game, 0, &count, m));
}

static void call_moves(ferz_messages *m)
{
    assert_null(ferz_game_moves(f.game, NULL, FERZ_MOVE_RULES | FERZ_MOVE_NOTATIONS, m));
}

static void call_moves_tried(ferz_messages *m)
{
    assert_null(ferz_game_moves_tried(f.game, 0, 0, m));
}

static void call_attempt(ferz_messages *m)
{
    bool played;
    char *announced = NULL;
    assert_int_equal(ferz_game_try(f.asking, "e2e4", &played, &announced, m), FERZ_BUDGET_EXCEEDED);
    ferz_free(announced);
}

static ferz_picture picture(void)
{
    return (ferz_picture){.struct_size = sizeof(ferz_picture), .cell = 36 * 18 + 18};
}

static void call_picture(ferz_messages *m)
{
    const ferz_picture options = picture();
    assert_null(ferz_variant_picture(f.crowd, NULL, &options, m));
}

static void call_moves_text(ferz_messages *m)
{
    const ferz_picture options = picture();
    assert_null(ferz_piece_moves_text(f.crowd, &options, m));
}

static void call_perft(ferz_messages *m)
{
    uint64_t nodes;
    assert_int_equal(ferz_game_perft(f.game, 4, NULL, NULL, &nodes, m), FERZ_BUDGET_EXCEEDED);
}

static void call_perft_to_end(ferz_messages *m)
{
    uint64_t nodes;
    assert_int_equal(ferz_game_perft_to_end(f.game, 4, NULL, NULL, &nodes, m), FERZ_BUDGET_EXCEEDED);
}

static void call_count_turns(ferz_messages *m)
{
    uint64_t sequences;
    assert_int_equal(ferz_game_count_turns(f.game, &sequences, NULL, m), FERZ_BUDGET_EXCEEDED);
}

static void call_verify(ferz_messages *m)
{
    assert_int_equal(ferz_game_verify(f.game, m), FERZ_BUDGET_EXCEEDED);
}

static void call_playouts(ferz_messages *m)
{
    const ferz_playout_limits limits = {.struct_size = sizeof limits, .games = 1000000};
    ferz_playouts found;
    assert_int_equal(ferz_game_playouts(f.game, &limits, &found, m), FERZ_BUDGET_EXCEEDED);
    ferz_playouts_free(&found);
}

static void call_encoding(ferz_messages *m)
{
    assert_null(ferz_encoding_create(f.crowd, m));
}

static void call_actions(ferz_messages *m)
{
    size_t count;
    ferz_encoding *e = ferz_encoding_create(f.hooked, NULL);
    assert_non_null(e);
    assert_int_equal(ferz_game_actions(f.asking, e, NULL, 0, &count, m), FERZ_BUDGET_EXCEEDED);
    ferz_encoding_free(e);
}

static void call_try_actions(ferz_messages *m)
{
    size_t count;
    ferz_encoding *e = ferz_encoding_create(f.hooked, NULL);
    assert_int_equal(ferz_game_try_actions(f.asking, e, 0, NULL, 0, &count, m), FERZ_BUDGET_EXCEEDED);
    ferz_encoding_free(e);
}

static void call_action_move(ferz_messages *m)
{
    ferz_encoding *e = ferz_encoding_create(f.hooked, NULL);
    assert_null(ferz_game_action_move(f.asking, e, 0, m));
    ferz_encoding_free(e);
}

static void call_batch_create(ferz_messages *m)
{
    ferz_encoding *e = ferz_encoding_create(f.hooked, NULL);
    assert_null(ferz_batch_create(e, f.asking, 1, NULL, m));
    ferz_encoding_free(e);
}

enum { BATCH_GAMES = 1000 };

/* A batch, and one move of each game. */
static void with_batch(ferz_result (*work)(ferz_batch *b, ferz_messages *m), ferz_messages *m)
{
    ferz_encoding *e = ferz_encoding_create(f.hooked, NULL);
    ferz_batch *b = ferz_batch_create(e, f.asking, BATCH_GAMES, NULL, NULL);
    assert_non_null(b);
    assert_int_equal(work(b, m), FERZ_BUDGET_EXCEEDED);
    ferz_batch_free(b);
    ferz_encoding_free(e);
}

static ferz_result step_batch(ferz_batch *b, ferz_messages *m)
{
    static int32_t actions[BATCH_GAMES];
    ferz_batch_sample(b, actions);
    return ferz_batch_step(b, actions, NULL, m);
}

static void call_batch_step(ferz_messages *m)
{
    with_batch(step_batch, m);
}

static void call_batch_reset(ferz_messages *m)
{
    with_batch(ferz_batch_reset, m);
}

static void call_tune(ferz_messages *m)
{
    const ferz_tune_limits limits = {.struct_size = sizeof limits, .games = 1000000};
    ferz_tuned tuned;
    assert_int_equal(ferz_variant_tune(f.crowd, &limits, &tuned, m), FERZ_BUDGET_EXCEEDED);
    assert_null(tuned.yaml);
}

static void call_learn(ferz_messages *m)
{
    const ferz_learn_limits limits = {.struct_size = sizeof limits, .games = 1000000};
    ferz_learned learned;
    assert_int_equal(ferz_variant_learn(f.crowd, &limits, &learned, m), FERZ_BUDGET_EXCEEDED);
    assert_true(!learned.network && !learned.tried);
}

static void call_test_example(ferz_messages *m)
{
    assert_null(ferz_test_example(f.game, NULL, NULL, m));
}

static void call_test_run(ferz_messages *m)
{
    ferz_test_report report;
    assert_int_equal(ferz_test_run(folder_path("crowd.yaml"), support_dirs(), NULL, NULL, &report, m),
                     FERZ_BUDGET_EXCEEDED);
}

static void call_test_run_with(ferz_messages *m)
{
    ferz_test_report report;
    assert_int_equal(ferz_test_run_with(folder_path("crowd.yaml"), support_dirs(), NULL, 0, NULL, NULL, &report, m),
                     FERZ_BUDGET_EXCEEDED);
}

/* ---- the table ---- */

/* The kinds of budget. SHORT: ten seconds of the processor unless the messages say otherwise; LONG: none unless they say
 * so; EACH_FILE, EACH_STEP: as SHORT, for each file of a list, or each call that it is made of. LIMITS: a search or a
 * comparison has limits of its own, and the time that the messages say for each step. OWN: no work that rules decide, or
 * work that the limits of a variant bound: a moment. */
typedef enum budget_kind { OWN, SHORT, LONG, EACH_FILE, EACH_STEP, LIMITS } budget_kind;

static const struct row {
    const char *function;
    budget_kind kind;
    call *stopped; /* NULL: OWN, or it is tested with its own limits elsewhere */
} rows[] = {
    {"ferz_variant_load", SHORT, call_load},
    {"ferz_variant_load_text", SHORT, call_load_text},
    {"ferz_variant_load_with", SHORT, call_load_with},
    {"ferz_variant_load_imported", SHORT, call_load_imported},
    {"ferz_variant_describe", SHORT, call_describe},
    {"ferz_variant_describe_relative", SHORT, call_describe_relative},
    {"ferz_variant_describe_piece", SHORT, call_describe_piece},
    {"ferz_variant_piece_words", SHORT, call_piece_words},
    {"ferz_variant_compare", SHORT, call_compare},
    {"ferz_variant_lint", SHORT, call_lint},
    {"ferz_variant_hook", OWN, NULL},
    {"ferz_variant_try_hooks", SHORT, call_try_hooks},
    {"ferz_variant_hook_costs", SHORT, call_hook_costs},
    {"ferz_variant_picture", SHORT, call_picture},
    {"ferz_piece_moves_text", SHORT, call_moves_text},
    {"ferz_list", EACH_FILE, call_list},
    {"ferz_list_details", EACH_FILE, call_list_details},
    {"ferz_import", SHORT, call_import},
    {"ferz_import_names", OWN, NULL},
    {"ferz_list_imported", OWN, NULL},
    {"ferz_export", SHORT, call_export},
    {"ferz_game_create", SHORT, NULL}, /* its loops are those of ferz_game_status */
    {"ferz_game_move", SHORT, call_move},
    {"ferz_game_legal_moves", SHORT, call_legal_moves},
    {"ferz_game_legal_moves_for", SHORT, call_legal_moves_for},
    {"ferz_game_status", SHORT, call_status},
    {"ferz_game_find_move", SHORT, call_find_move},
    {"ferz_game_move_for", SHORT, call_move_for},
    {"ferz_game_pgn", EACH_STEP, NULL},      /* its steps are those of ferz_game_move_for */
    {"ferz_game_read_pgn", EACH_STEP, NULL}, /* and of ferz_game_move */
    {"ferz_game_flag", SHORT, call_flag},
    {"ferz_game_why", SHORT, call_why},
    {"ferz_game_explain_move", SHORT, call_explain_move},
    {"ferz_game_explain_status", SHORT, call_explain_status},
    {"ferz_game_tries", SHORT, call_tries},
    {"ferz_game_moves", SHORT, call_moves},
    {"ferz_game_moves_tried", SHORT, call_moves_tried},
    {"ferz_game_try", SHORT, call_attempt},
    {"ferz_game_perft", LONG, call_perft},
    {"ferz_game_perft_to_end", LONG, call_perft_to_end},
    {"ferz_game_count_turns", LONG, call_count_turns},
    {"ferz_game_verify", LONG, call_verify},
    {"ferz_game_playouts", LONG, call_playouts},
    {"ferz_encoding_create", SHORT, call_encoding},
    {"ferz_encoding_action_text", OWN, NULL},
    {"ferz_game_actions", SHORT, call_actions},
    {"ferz_game_try_actions", SHORT, call_try_actions},
    {"ferz_game_action_move", SHORT, call_action_move},
    {"ferz_batch_create", LONG, call_batch_create},
    {"ferz_batch_step", LONG, call_batch_step},
    {"ferz_batch_reset", LONG, call_batch_reset},
    {"ferz_batch_game", EACH_STEP, NULL}, /* its steps are those of ferz_game_move */
    {"ferz_variant_tune", LONG, call_tune},
    {"ferz_variant_learn", LONG, call_learn},
    {"ferz_test_example", EACH_STEP, call_test_example},
    {"ferz_test_run", EACH_STEP, call_test_run},
    {"ferz_test_run_with", EACH_STEP, call_test_run_with},
    {"ferz_test_add", OWN, NULL},
    {"ferz_test_changes", LIMITS, NULL},
    {"ferz_variant_diff", LIMITS, NULL},
    {"ferz_game_best_move", LIMITS, NULL},
    {"ferz_engine_best_move", LIMITS, NULL},
};

/* Those that only hand out what there is, copy it, draw one board of characters or look at one position without a script:
 * by the beginnings of their names. */
static const char *const moments[] = {"ferz_version",
                                      "ferz_cells_max",
                                      "ferz_free",
                                      "ferz_messages_",
                                      "ferz_explain_code",
                                      "ferz_code",
                                      "ferz_set_print",
                                      "ferz_schema",
                                      "ferz_stubs",
                                      "ferz_limits_of_level",
                                      "ferz_variant_limits_of_level",
                                      "ferz_list_free",
                                      "ferz_imported_free",
                                      "ferz_playouts_free",
                                      "ferz_encoding_free",
                                      "ferz_encoding_action_count",
                                      "ferz_encoding_fingerprint",
                                      "ferz_encoding_shape",
                                      "ferz_encoding_plane",
                                      "ferz_batch_free",
                                      "ferz_batch_games",
                                      "ferz_batch_look",
                                      "ferz_batch_sample",
                                      "ferz_batch_reason",
                                      "ferz_game_planes",
                                      "ferz_game_cannot_win",
                                      "ferz_game_play_on",
                                      "ferz_diff_report_free",
                                      "ferz_engine_create",
                                      "ferz_engine_free",
                                      "ferz_engine_new_game",
                                      "ferz_game_copy",
                                      "ferz_game_free",
                                      "ferz_game_variant",
                                      "ferz_game_undo",
                                      "ferz_game_ply",
                                      "ferz_game_fen",
                                      "ferz_reason",
                                      "ferz_moves_",
                                      "ferz_game_side_to_move",
                                      "ferz_game_commander",
                                      "ferz_game_turn_move",
                                      "ferz_game_in_check",
                                      "ferz_game_hash",
                                      "ferz_game_roll",
                                      "ferz_game_view",
                                      "ferz_game_announcements",
                                      "ferz_game_cell",
                                      "ferz_game_columns",
                                      "ferz_game_rows",
                                      "ferz_game_levels",
                                      "ferz_game_last_move_cells",
                                      "ferz_game_hand",
                                      "ferz_variant_free",
                                      "ferz_variant_clear_tuning",
                                      "ferz_game_hides_pieces",
                                      "ferz_variant_clear_network",
                                      "ferz_variant_show_characters",
                                      "ferz_variant_word",
                                      "ferz_variant_move_words",
                                      "ferz_variant_card_words",
                                      "ferz_game_cards",
                                      "ferz_variant_movement",
                                      "ferz_variant_movement_count",
                                      "ferz_piece_picture",
                                      "ferz_game_held",
                                      "ferz_game_stack",
                                      "ferz_game_dice",
                                      "ferz_game_checks",
                                      "ferz_variant_player",
                                      "ferz_variant_allied",
                                      "ferz_variant_piece",
                                      "ferz_variant_facts",
                                      "ferz_variant_file_at",
                                      "ferz_variant_bytes",
                                      "ferz_variant_table_bytes",
                                      "ferz_variant_position_bytes",
                                      "ferz_variant_option",
                                      "ferz_variant_ending",
                                      "ferz_variant_shortcut",
                                      "ferz_variant_breaks",
                                      "ferz_variant_rule",
                                      "ferz_variant_script_calls",
                                      "ferz_piece_moves",
                                      "ferz_piece_moves_best_cell"};

static bool is_known(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strlen(rows[i].function) == length && strncmp(rows[i].function, name, length) == 0) {
            return true;
        }
    }
    for (size_t i = 0; i < sizeof moments / sizeof moments[0]; i++) {
        if (strncmp(moments[i], name, strlen(moments[i])) == 0) {
            return true;
        }
    }
    return false;
}

/* A new function of ferz.h or ferz_tools.h wants a row. */
TEST(every_function_has_a_budget)
{
    static char header[1 << 18];
    static const char *const paths[] = {FERZ_SOURCE_DIR "/interp/ferz.h", FERZ_SOURCE_DIR "/interp/ferz_tools.h"};
    size_t count = 0, length = 0;
    for (size_t i = 0; i < 2; i++) {
        FILE *file = fopen(paths[i], "rb");
        assert_non_null(file);
        length += fread(header + length, 1, sizeof header - 1 - length, file);
        (void)fclose(file);
    }
    header[length] = '\0';
    for (const char *at = strstr(header, "\nFERZ_API "); at; at = strstr(at + 1, "\nFERZ_API ")) {
        const char *open = strchr(at, '('), *name = open;
        while (isalnum((unsigned char)name[-1]) || name[-1] == '_') {
            name--;
        }
        if (!is_known(name, (size_t)(open - name))) {
            fail_msg("%.*s has no row", (int)(open - name), name);
        }
        count++;
    }
    assert_true(count > 100);
}

static bool stops(void *asked)
{
    ++*(int *)asked;
    return true;
}

TEST(each_ends_when_it_is_stopped)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!rows[i].stopped) {
            continue;
        }
        int asked = 0;
        ferz_messages *messages = ferz_messages_create(false);
        ferz_messages_set_budget(messages, (ferz_budget){.milliseconds = -1, .stop = stops, .state = &asked});
        const time_t begin = time(NULL);
        rows[i].stopped(messages);
        if (ferz_messages_result(messages) != FERZ_BUDGET_EXCEEDED || !asked || time(NULL) - begin > SECONDS_MAX) {
            fail_msg("%s was not stopped", rows[i].function);
        }
        assert_string_equal(ferz_messages_at(messages, 0).code, "E0110");
        ferz_messages_free(messages);
    }
}

ALL_TESTS(set_up, take_down);
