/* Networks: features, sums that follow the game, files that come from anywhere, and learning that repeats itself. */
#define _POSIX_C_SOURCE 200809L /* mkdtemp */
#include "unit/test.h"

#include "api/ferz_internal.h"
#include "search/learn.h"
#include "search/network_adopt.h"
#include "search/trainer.h"
#include "unit/temp_folder.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef FERZ_TEST_RULES
#define FERZ_TEST_RULES FERZ_SOURCE_DIR "/rules"
#endif

static const char *const dirs[] = {FERZ_TEST_RULES, NULL};

/* A variant with a network of random numbers. */
typedef struct made {
    ferz_variant *variant;
    ferz_messages *messages;
    evaluation formulas;
    network_layout layout;
    arena arena;
    network network;
} made;

static int32_t random_number(random_source *r, int most)
{
    return (int32_t)random_below(r, 2 * (uint32_t)most + 1) - most;
}

/* The variant is there; its network is made up. */
static void make_network(made *m, int hidden, uint64_t seed)
{
    const variant *v = m->variant->variant;
    arena_init(&m->arena, 0);
    assert_true(network_suits(v));
    assert_true(evaluation_init(&m->formulas, v, NULL));
    assert_true(network_layout_init(&m->layout, &m->arena, &m->formulas.params));
    size_t features = (size_t)m->layout.features, width = (size_t)hidden;
    network *n = &m->network;
    *n = (network){.rules = network_fingerprint(v),
                   .features = m->layout.features,
                   .hidden = hidden,
                   .buckets = 3,
                   .scale = 300,
                   .cells = v->cells,
                   .columns = v->topology.columns,
                   .types = v->types,
                   .made = "by a test: \"\x1b\n",
                   .licence = "MIT",
                   .gain = "none"};
    n->rows = arena_new(&m->arena, int16_t, features * width);
    n->start = arena_new(&m->arena, int16_t, width);
    n->linear = arena_new(&m->arena, int32_t, features);
    n->output = arena_new(&m->arena, int16_t, 3 * 2 * width);
    n->constant = arena_new(&m->arena, int32_t, 3);
    n->type_name = arena_new(&m->arena, const char *, (size_t)v->types);
    assert_false(m->arena.failed);
    random_source r = {seed};
    for (size_t i = 0; i < features * width; i++) {
        n->rows[i] = (int16_t)(random_below(&r, 4) ? random_number(&r, 300) : 0);
    }
    for (size_t i = 0; i < width; i++) {
        n->start[i] = (int16_t)random_number(&r, 255);
    }
    for (size_t i = 0; i < features; i++) {
        n->linear[i] = random_number(&r, 20000);
    }
    for (size_t i = 0; i < 6 * width; i++) {
        n->output[i] = (int16_t)random_number(&r, NETWORK_OUTPUT_MAX);
    }
    for (size_t i = 0; i < 3; i++) {
        n->constant[i] = random_number(&r, 1 << 20);
    }
    for (int i = 0; i < v->types; i++) {
        n->type_name[i] = eval_params_type_name(&m->arena, v, i);
    }
}

static void make(made *m, const char *name, int hidden, uint64_t seed)
{
    m->messages = ferz_messages_create(false);
    m->variant = ferz_variant_load(name, dirs, NULL, 0, 0, m->messages);
    assert_non_null(m->variant);
    ferz_variant_clear_tuning(m->variant);
    make_network(m, hidden, seed);
}

static void unmake(made *m)
{
    evaluation_finish(&m->formulas);
    arena_finish(&m->arena);
    ferz_variant_free(m->variant);
    ferz_messages_free(m->messages);
}

/* The score in the plainest way: every feature of both views by itself. */
static int plain_score(const made *m, const position *p)
{
    const network *n = &m->network;
    uint16_t *list = malloc((m->layout.active_max + 1) * sizeof *list);
    assert_non_null(list);
    int us = p->state.side_to_move;
    int64_t linear = 0, output = n->constant[network_bucket(&m->layout, n->buckets, p)];
    for (int side = 0; side < 2; side++) {
        size_t count = network_features(&m->layout, p, side ? !us : us, list);
        assert_true(count <= m->layout.active_max);
        for (int h = 0; h < n->hidden; h++) {
            int sum = n->start[h];
            for (size_t i = 0; i < count; i++) {
                sum += n->rows[list[i] * n->hidden + h];
            }
            assert_true(sum >= INT16_MIN && sum <= INT16_MAX);
            int64_t x = sum < 0 ? 0 : sum < NETWORK_ONE ? sum : NETWORK_ONE;
            output += x * x * n->output[(network_bucket(&m->layout, n->buckets, p) * 2 + side) * n->hidden + h];
        }
        for (size_t i = 0; i < count; i++) {
            linear += side ? -(int64_t)n->linear[list[i]] : (int64_t)n->linear[list[i]];
        }
    }
    free(list);
    int64_t score = output * n->scale / (NETWORK_ONE * NETWORK_ONE * NETWORK_OUTPUT_ONE) + linear / NETWORK_LINEAR_ONE;
    return (int)(score > 30000 ? 30000 : score < -30000 ? -30000 : score);
}

/* Games with hands, castling rights, checks that count, walls, blasts, several plies a turn, mandatory captures, another board. */
static const char *const games[] = {"chess",      "crazyhouse", "minishogi",   "three-check",
                                    "duck-chess", "atomic",     "marseillais", "giveaway-all",
                                    "xiangqi",    "hex",        "circe",       "gardner-minichess"};

TEST(sums_follow_the_game)
{
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        made m;
        make(&m, games[g], g % 2 ? 32 : 64, g + 1);
        ferz_game *game = ferz_game_create(m.variant, NULL, m.messages);
        assert_non_null(game);
        game_history *h = &game->game_history;
        network_view *fast = network_view_create(&m.network, &m.layout, false);
        network_view *portable = network_view_create(&m.network, &m.layout, true);
        move *moves = malloc(m.variant->variant->moves_max * sizeof *moves);
        assert_true(fast && portable && moves && history_reserve(h, 200));
        random_source r = {g + 7};
        for (int ply = 0; ply < 150; ply++) {
            int score = plain_score(&m, h->position);
            assert_int_equal(network_view_score(portable, h->position), score);
            if (ply % 3) { /* many changes at once */
                assert_int_equal(network_view_score(fast, h->position), score);
            }
            move_list list = {moves, 0, m.variant->variant->moves_max, false};
            history_legal_moves(h, &list, false);
            if (list.count == 0 || (h->count > 5 && random_below(&r, 6) == 0)) {
                for (int back = 0; back < 5 && h->count; back++) {
                    history_pop(h);
                }
                continue;
            }
            history_push(h, moves[random_below(&r, (uint32_t)list.count)]);
        }
        free(moves);
        network_view_destroy(fast);
        network_view_destroy(portable);
        ferz_game_free(game);
        unmake(&m);
    }
}

/* What one view calls its own is the other's, and twice mirrored is the same. */
TEST(views_and_images_agree)
{
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        made m;
        make(&m, games[g], 32, 1);
        for (int f = 0; f < m.layout.features; f++) {
            assert_int_equal(m.layout.flip[m.layout.flip[f]], f);
            assert_int_equal(m.layout.mirror[m.layout.mirror[f]], f);
            assert_int_equal(m.layout.mirror[m.layout.flip[f]], m.layout.flip[m.layout.mirror[f]]);
        }
        unmake(&m);
    }
    static const struct {
        const char *name;
        bool mirrors;
    } rows[] = {{"gardner-minichess", true}, {"shatranj", true}, {"minishogi", true}, {"los-alamos", true},
                {"xiangqi", true},           {"chess", true},    {"grid-chess", true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        made m;
        make(&m, rows[i].name, 32, 1);
        ferz_game *game = ferz_game_create(m.variant, NULL, m.messages);
        bool found = training_mirrors(&game->game_history, &m.layout, 3, NULL);
        if (found != rows[i].mirrors) {
            fail_msg("%s", rows[i].name);
        }
        ferz_game_free(game);
        unmake(&m);
    }
}

TEST(both_kernels_agree)
{
    const network_kernel *fast = network_kernel_pick(false), *portable = network_kernel_pick(true);
    random_source r = {5};
    for (int round = 0; round < 400; round++) {
        int hidden = NETWORK_LANES * (1 + (int)random_below(&r, NETWORK_HIDDEN_MAX / NETWORK_LANES));
        int16_t sums[2][2][NETWORK_HIDDEN_MAX], row[NETWORK_HIDDEN_MAX], weights[2 * NETWORK_HIDDEN_MAX];
        for (int i = 0; i < 2 * hidden; i++) {
            int16_t any = round == 0 ? NETWORK_ONE : (int16_t)random_next(&r); /* also what wraps around */
            sums[0][i / hidden][i % hidden] = sums[1][i / hidden][i % hidden] = any;
            row[i % hidden] = round == 0 ? 0 : (int16_t)random_next(&r);
            weights[i] = round == 0 ? NETWORK_OUTPUT_MAX : (int16_t)random_number(&r, NETWORK_OUTPUT_MAX);
        }
        fast->add(sums[0][0], row, hidden);
        portable->add(sums[1][0], row, hidden);
        fast->subtract(sums[0][1], row, hidden);
        portable->subtract(sums[1][1], row, hidden);
        assert_memory_equal(sums[0][0], sums[1][0], (size_t)hidden * sizeof(int16_t));
        assert_memory_equal(sums[0][1], sums[1][1], (size_t)hidden * sizeof(int16_t));
        int32_t one = fast->output(sums[0][0], sums[0][1], weights, hidden);
        assert_int_equal(one, portable->output(sums[1][0], sums[1][1], weights, hidden));
        if (round == 0) {
            assert_int_equal(one, 2 * hidden * NETWORK_ONE * NETWORK_ONE * NETWORK_OUTPUT_MAX);
        }
    }
}

/* ---- files ---- */

static void assert_same(const network *a, const network *b)
{
    size_t width = (size_t)a->hidden, features = (size_t)a->features, buckets = (size_t)a->buckets;
    assert_int_equal(a->hidden, b->hidden);
    assert_int_equal(a->features, b->features);
    assert_int_equal(a->buckets, b->buckets);
    assert_int_equal(a->scale, b->scale);
    assert_int_equal(a->adds, b->adds);
    assert_true(a->rules == b->rules && a->parent == b->parent && a->checksum == b->checksum);
    assert_memory_equal(a->rows, b->rows, features * width * sizeof *a->rows);
    assert_memory_equal(a->start, b->start, width * sizeof *a->start);
    assert_memory_equal(a->linear, b->linear, features * sizeof *a->linear);
    assert_memory_equal(a->output, b->output, buckets * 2 * width * sizeof *a->output);
    assert_memory_equal(a->constant, b->constant, buckets * sizeof *a->constant);
    assert_int_equal(a->types, b->types);
    for (int i = 0; i < a->types; i++) {
        assert_string_equal(a->type_name[i], b->type_name[i]);
    }
}

TEST(files_come_back)
{
    static const char *const names[] = {"chess", "minishogi", "duck-chess"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        made m;
        make(&m, names[i], 32, i);
        m.network.parent = i ? 0 : UINT64_C(0x123456789ABCDEF0);
        m.network.adds = i == 1;
        text file = {0};
        network_write(&m.network, &file);
        const char *why;
        unsigned line;
        network *again = network_parse(&m.arena, text_string(&file), file.length, &why, &line);
        if (!again) {
            fail_msg("%s line %u", why, line);
        }
        assert_same(&m.network, again);
        text_finish(&file);
        unmake(&m);
    }
}

static bool is_read(const char *bytes, size_t length)
{
    arena a;
    arena_init(&a, 0);
    const char *why;
    unsigned line;
    const network *n = network_parse(&a, bytes, length, &why, &line);
    bool found = n != NULL;
    assert_true(found || (why && line < 100000));
    if (found) { /* what is read has numbers in their ranges */
        assert_true(n->hidden <= NETWORK_HIDDEN_MAX && n->features <= NETWORK_FEATURES_MAX);
        for (int i = 0; i < n->buckets * 2 * n->hidden; i++) {
            assert_true(abs(n->output[i]) <= NETWORK_OUTPUT_MAX);
        }
    }
    arena_finish(&a);
    return found;
}

/* Every beginning of a file, and files with bytes changed. */
TEST(damaged_files_are_refused)
{
    made m;
    make(&m, "tic-tac-toe", 16, 3);
    text file = {0};
    network_write(&m.network, &file);
    assert_true(is_read(file.bytes, file.length));
    for (size_t length = 0; length + 2 < file.length; length++) {
        assert_false(is_read(file.bytes, length));
    }
    random_source r = {9};
    char *copy = malloc(file.length);
    assert_non_null(copy);
    for (int i = 0; i < 3000; i++) {
        memcpy(copy, file.bytes, file.length);
        for (uint32_t k = 0; k <= random_below(&r, 3); k++) {
            copy[random_below(&r, (uint32_t)file.length)] = (char)random_next(&r);
        }
        (void)is_read(copy, file.length);
    }
    free(copy);
    text_finish(&file);
    unmake(&m);
}

/* Headers that lie about sizes; `%s`: nothing follows. */
TEST(false_headers_are_named)
{
    static const struct {
        const char *file, *words;
        unsigned line;
    } rows[] = {
        {"", "not a network", 0},
        {"hello\n", "not a network", 1},
        {"ferz network 2\nrules: 0\n", "another version", 1},
        {"ferz network 1\nrules: 12\n", "hexadecimal", 2},
        {"ferz network 1\nrules: 0123456789abcdef\nlicence: MIT\n", "missing", 3},
        {"ferz network 1\nrules: 0123456789abcdef\nparent: none\nlicence: MIT\nmade: x\ngain: x\nkind: other\n", "kind",
         7},
        {"ferz network 1\nrules: 0123456789abcdef\nparent: none\nlicence: MIT\nmade: x\ngain: x\nkind: added to the "
         "formulas\n"
         "shape: features 99999999999 hidden 16 buckets 1 scale 1 cells 1 columns 1\n",
         "shape", 8},
        {"ferz network 1\nrules: 0123456789abcdef\nparent: none\nlicence: MIT\nmade: x\ngain: x\nkind: added to the "
         "formulas\n"
         "shape: features 60000 hidden 17 buckets 1 scale 1 cells 1 columns 1\n",
         "shape", 8},
        {"ferz network 1\nrules: 0123456789abcdef\nparent: none\nlicence: MIT\nmade: x\ngain: x\nkind: added to the "
         "formulas\n"
         "shape: features 60000 hidden 64 buckets 8 scale 1 cells 1 columns 1\npieces: a, b\nsum: "
         "0123456789abcdef\n\nAAAA\n",
         "damaged", 12},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        arena a;
        arena_init(&a, 0);
        const char *why;
        unsigned line;
        assert_null(network_parse(&a, rows[i].file, strlen(rows[i].file), &why, &line));
        if (!why || !strstr(why, rows[i].words) || line != rows[i].line) {
            fail_msg("row %zu: %s, line %u", i, why ? why : "?", line);
        }
        arena_finish(&a);
    }
}

/* ---- beside the rules ---- */

static void write_game(const char *more)
{
    folder_write("own.yaml", "name: Own\nextends: chess\n%s", more);
}

static ferz_variant *load_own_with(const char *option, const char *value, ferz_messages **messages)
{
    *messages = ferz_messages_create(false);
    const ferz_setting setting = {option, value};
    ferz_variant *v = ferz_variant_load(folder_path("own.yaml"), dirs, &setting, option != NULL, 0, *messages);
    assert_non_null(v);
    return v;
}

static ferz_variant *load_own(ferz_messages **messages)
{
    return load_own_with(NULL, NULL, messages);
}

static int best_score(ferz_variant *v)
{
    ferz_game *game = ferz_game_create(v, NULL, NULL);
    ferz_best best = {0};
    const ferz_limits limits = {.struct_size = sizeof limits, .depth = 2};
    assert_int_equal(ferz_game_best_move(game, &limits, &best, NULL), FERZ_OK);
    int score = best.score;
    ferz_free(best.move);
    ferz_free(best.pv);
    ferz_game_free(game);
    return score;
}

TEST(a_network_beside_the_rules_plays)
{
    made m;
    make(&m, "chess", 64, 4);
    text file = {0};
    network_write(&m.network, &file);
    write_game("");
    folder_write("own.network", "%s", text_string(&file));
    ferz_messages *messages;
    ferz_variant *v = load_own(&messages);
    assert_int_equal(ferz_messages_count(messages), 0);
    assert_true(ferz_variant_facts(v)->has_network);
    int learned = best_score(v);
    ferz_variant_clear_network(v);
    assert_false(ferz_variant_facts(v)->has_network);
    assert_int_not_equal(best_score(v), learned);
    ferz_variant_free(v);
    ferz_messages_free(messages);

    /* It is not added to formulas that give the pieces other values, by their rules or by their tuning; other parts of a tuning matter
     * not. */
    char own[32];
    v = load_own(&messages);
    snprintf(own, sizeof own, "%016" PRIx64, eval_params_fingerprint(v->variant));
    ferz_variant_free(v);
    ferz_messages_free(messages);
    static const struct {
        const char *rules, *tuning;
        bool plays;
    } rows[] = {{"pieces: {pawn: {value: 90}}\n", "", false},
                {"", "weights: {tempo: [7, 6]}\n", false},
                {"", "weights: {piece_value: {pawn: [90, 90]}}\n", false},
                {"", "search: {late_moves: 9}\n", true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        write_game(rows[i].rules);
        folder_write("own.tuning.yaml", "rules: \"%s\"\n%s", own, rows[i].tuning);
        v = load_own(&messages);
        assert_int_equal(ferz_messages_count(messages), !rows[i].plays);
        if (!rows[i].plays) {
            assert_non_null(strstr(ferz_messages_at(messages, 0).text, "for other rules or weights"));
        }
        assert_int_equal(ferz_variant_facts(v)->has_network, rows[i].plays);
        ferz_variant_free(v);
        ferz_messages_free(messages);
    }
    unlink(folder_path("own.tuning.yaml"));
    text_finish(&file);
    unlink(folder_path("own.network"));
    unmake(&m);
}

/* The network of a game serves its options, but where play has another aim. */
TEST(options_play_with_the_network_of_their_game)
{
    static const char options[] =
        "options:\n"
        "  other-end: {patch: {end: {no progress: {when: halfmove clock 200, result: draw}}}}\n"
        "  fewer-rights: {patch: {castling: none, start: rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1}}\n"
        "  more-pieces: {patch: {pieces: {archer: {letter: a, moves: WF}}, start: "
        "anbqkbnr/8/8/8/8/8/8/ANBQKBNR w - - 0 1}}\n"
        "  in-hand: {patch: {captured: to hand, start: \"rnbqkbnr/8/8/8/8/8/8/RNBQKBNR[] w - - 0 1\"}}\n"
        "  forced: {patch: {captures: {mandatory: true}}}\n"
        "  blasts: {patch: {captures: {blast: {reach: K}}}}\n"
        "  other-aim: {patch: {pieces: {king: {royal: false}}, end: {checkmate: none, no pieces: {when: extinct, "
        "result: win}}}}\n";
    static const struct {
        const char *option;
        bool plays;
    } rows[] = {{"other-end", true}, {"fewer-rights", true}, {"more-pieces", true}, {"in-hand", true},
                {"forced", false},   {"blasts", false},      {"other-aim", false}};
    made m;
    make(&m, "chess", 64, 4);
    text file = {0};
    write_game(options);
    folder_write("own.network", "%s", "");
    ferz_messages *messages;
    ferz_variant *plain = load_own(&messages);
    ferz_messages_free(messages);
    m.network.rules = network_fingerprint(plain->variant);
    network_write(&m.network, &file);
    folder_write("own.network", "%s", text_string(&file));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ferz_variant *v = load_own_with(rows[i].option, "on", &messages);
        assert_int_equal(ferz_variant_facts(v)->has_network, rows[i].plays);
        assert_int_equal(ferz_messages_count(messages), !rows[i].plays);
        ferz_variant_free(v);
        ferz_messages_free(messages);
    }
    /* A file that names other pieces than it has is no network of these rules, with options or without. */
    m.network.types = 1;
    text lie = {0};
    network_write(&m.network, &lie);
    folder_write("own.network", "%s", text_string(&lie));
    for (int option = 0; option < 2; option++) {
        ferz_variant *v = load_own_with(option ? "in-hand" : NULL, "on", &messages);
        assert_false(ferz_variant_facts(v)->has_network);
        assert_int_equal(ferz_messages_count(messages), 1);
        ferz_variant_free(v);
        ferz_messages_free(messages);
    }
    text_finish(&lie);
    ferz_variant_free(plain);
    text_finish(&file);
    unlink(folder_path("own.network"));
    unmake(&m);
}

static int start_score(const network *n, ferz_variant *v)
{
    evaluation formulas;
    arena a;
    arena_init(&a, 0);
    network_layout layout;
    assert_true(evaluation_init(&formulas, v->variant, NULL));
    assert_true(network_layout_init(&layout, &a, &formulas.params));
    ferz_game *game = ferz_game_create(v, NULL, NULL);
    network_view *view = network_view_create(n, &layout, false);
    const int score = network_view_score(view, game->game_history.position);
    network_view_destroy(view);
    ferz_game_free(game);
    evaluation_finish(&formulas);
    arena_finish(&a);
    return score;
}

/* Where nothing on the board, in hand and among the rights is new, an adopted network says the same. */
TEST(an_adopted_network_says_the_same)
{
    static const struct {
        const char *game, *option, *value;
    } rows[] = {
        {"crazyhouse", "drop_check", "no_check"},
        {"crazyhouse", "promoted", "keep"},
        {"xiangqi", "quiet", "40"},
        {"kyoto-shogi", "faces", "marked"},
        {"minishogi", "sente-loses-repetition", "on"},
        {"capablanca", "limits", "on"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        made m;
        make(&m, rows[i].game, 32, i + 1);
        const ferz_setting setting = {rows[i].option, rows[i].value};
        ferz_variant *v = ferz_variant_load(rows[i].game, dirs, &setting, 1, 0, m.messages);
        assert_non_null(v);
        evaluation formulas;
        arena a;
        arena_init(&a, 0);
        network_layout layout;
        assert_true(evaluation_init(&formulas, v->variant, NULL));
        assert_true(network_layout_init(&layout, &a, &formulas.params));
        const network *n = network_adopt(&m.network, &m.layout, &layout, &a);
        assert_non_null(n);
        assert_int_equal(start_score(n, v), start_score(&m.network, m.variant));
        evaluation_finish(&formulas);
        arena_finish(&a);
        ferz_variant_free(v);
        unmake(&m);
    }
}

/* A game that is known by its name alone has a network in the folder of rules, or here. */
TEST(games_by_name_have_networks)
{
    const char *folders[] = {folder_path("."), FERZ_TEST_RULES, NULL};
    ferz_variant *v = ferz_variant_load("codrus", folders, NULL, 0, 0, NULL);
    assert_non_null(v);
    assert_false(ferz_variant_facts(v)->has_network);
    made m = {.variant = v};
    make_network(&m, 32, 5);
    text file = {0};
    network_write(&m.network, &file);
    folder_write("codrus.network", "%s", text_string(&file));
    ferz_variant *again = ferz_variant_load("codrus", folders, NULL, 0, 0, NULL);
    assert_true(ferz_variant_facts(again)->has_network);
    assert_non_null(strstr(ferz_variant_facts(again)->network_file, "codrus.network"));
    ferz_variant_free(again);
    text_finish(&file);
    unlink(folder_path("codrus.network"));
    unmake(&m);
}

TEST(stale_and_damaged_networks_are_left_alone)
{
    made m;
    make(&m, "shatranj", 32, 4);
    text file = {0};
    network_write(&m.network, &file);
    const struct {
        const char *file, *words;
    } rows[] = {{text_string(&file), "for other rules"},
                {"ferz network 1\nrules: x\n", "hexadecimal"},
                {"\x1b[2J", "not a network"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        write_game("");
        folder_write("own.network", "%s", rows[i].file);
        ferz_messages *messages;
        ferz_variant *v = load_own(&messages);
        assert_int_equal(ferz_messages_count(messages), 1);
        assert_true(ferz_messages_at(messages, 0).warning);
        assert_non_null(strstr(ferz_messages_at(messages, 0).text, rows[i].words));
        assert_non_null(strstr(ferz_messages_at(messages, 0).hint, "ferz tune"));
        assert_non_null(strstr(ferz_messages_at(messages, 0).file, "own.network"));
        assert_false(ferz_variant_facts(v)->has_network);
        ferz_variant_free(v);
        ferz_messages_free(messages);
        unlink(folder_path("own.network"));
    }
    text_finish(&file);
    unmake(&m);
}

/* ---- training ---- */

/* Time for eight batches. */
static double tick(void *state)
{
    int *left = state;
    (*left)--;
    return 1 - *left / 8.0;
}

/* A network learns what decides invented games: a pawn on the left half of the board counts three times as much. */
TEST(what_was_hidden_is_found)
{
    made m;
    make(&m, "gardner-minichess", 32, 4);
    ferz_game *game = ferz_game_create(m.variant, NULL, m.messages);
    const variant *v = m.variant->variant;
    position *p = game->game_history.position;
    piece_id pawns[2] = {PIECE_NONE, PIECE_NONE};
    for (int piece = 1; piece < v->piece_ids; piece++) {
        if (v->owner_of[piece] < 2 && strcmp(v->type[v->type_of[piece]].name, "pawn") == 0) {
            pawns[v->owner_of[piece]] = (piece_id)piece;
        }
    }
    assert_true(pawns[0] && pawns[1]);
    training_set set = {0};
    random_source r = {2};
    for (int i = 0; i < 6000; i++) {
        training_set one = {0};
        int lead = 0;
        for (unsigned cell = 5; cell < 20; cell++) {
            int owner = (int)random_below(&r, 4);
            v->core->put(p, (cell_id)cell, owner < 2 ? pawns[owner] : PIECE_NONE);
            int worth = v->topology.column[cell] < 2 ? 3 : 1;
            lead += owner == 0 ? worth : owner == 1 ? -worth : 0;
        }
        p->state.side_to_move = (uint8_t)(i % 2);
        int score = (i % 2 ? -lead : lead) * 60;
        training_set_add(&one, &m.layout, p, score, 0);
        training_set_add_game(&set, &one, i, lead > 0 ? 100 : lead < 0 ? 0 : 50);
        training_set_finish(&one);
    }
    trainer_options options = {
        .hidden = 16, .buckets = 1, .result_share = 0.3, .epochs = 12, .rate = 0.01, .seed = 1, .adds = true};
    trainer_report end, again;
    network found, twin;
    const trainer_watch watch = {0};
    assert_true(trainer_run(&set, &m.layout, &m.formulas, &options, &watch, &m.arena, &found, &end));
    assert_true(trainer_run(&set, &m.layout, &m.formulas, &options, &watch, &m.arena, &twin, &again));
    if (end.loss > end.formula_loss * 0.75) {
        fail_msg("loss %f of %f", end.loss, end.formula_loss);
    }
    assert_same(&found, &twin);
    /* It begins as the formulas. */
    options.epochs = 0;
    assert_true(trainer_run(&set, &m.layout, &m.formulas, &options, &watch, &m.arena, &found, &end));
    assert_true(fabs(end.loss - end.formula_loss) < 1e-9);
    options.epochs = 12;
    /* Time that is over early ends it, and the rate has fallen by then. */
    int batches = 8;
    const trainer_watch clock = {.time_over = tick, .state = &batches};
    assert_true(trainer_run(&set, &m.layout, &m.formulas, &options, &clock, &m.arena, &found, &end));
    assert_int_equal(batches, 0);
    assert_int_equal(end.epoch, 4); /* of two batches each */
    if (end.loss > end.formula_loss * 0.95) {
        fail_msg("in short: loss %f of %f", end.loss, end.formula_loss);
    }
    training_set_finish(&set);
    ferz_game_free(game);
    unmake(&m);
}

static void add_positions(training_set *set, made *m, position *p, int first_game, int count, int score, int points)
{
    for (int i = 0; i < count; i++) {
        training_set one = {0};
        training_set_add(&one, &m->layout, p, score, 0);
        training_set_add_game(set, &one, first_game + i, points);
        training_set_finish(&one);
    }
}

/* A full set keeps every second position, whole, and takes as many of later games; bytes say so, too. */
TEST(a_full_set_makes_room)
{
    made m;
    make(&m, "gardner-minichess", 32, 4);
    ferz_game *game = ferz_game_create(m.variant, NULL, m.messages);
    position *p = game->game_history.position;
    training_set set = {0}, other = {0};
    for (int i = 0; i < 12; i++) {
        training_set one = {0};
        for (int k = 0; k < 7; k++) {
            m.variant->variant->core->put(p, 12, (piece_id)(1 + (i + k) % (m.variant->variant->piece_ids - 1)));
            training_set_add(&one, &m.layout, p, 10 * i + k, 0);
        }
        training_set_add_game(&set, &one, i, 100);
        training_set_finish(&one);
        if (i == 3 || i == 7) {
            const size_t before = set.count;
            training_set_thin(&set);
            assert_int_equal(set.count, (before + 1) / 2);
        }
    }
    assert_int_equal(set.step, 4);
    text bytes = {0};
    training_set_write(&set, &bytes);
    assert_true(training_set_read(&other, &m.layout, text_string(&bytes), bytes.length));
    assert_int_equal(other.step, 4);
    assert_int_equal(other.count, set.count);
    size_t features = 0;
    for (size_t i = 0; i < set.count; i++) {
        const training_position *one = &set.positions[i];
        const int number = one->score / 10, k = one->score % 10;
        assert_int_equal(one->first, features);
        assert_int_equal(one->test, number == 9);
        assert_true(i == 0 || one->score > one[-1].score);
        assert_true(number < 8 || k % 4 == number % 4);
        m.variant->variant->core->put(p, 12, (piece_id)(1 + (number + k) % (m.variant->variant->piece_ids - 1)));
        uint16_t list[256];
        assert_true(m.layout.active_max <= 256);
        assert_int_equal(network_features(&m.layout, p, p->state.side_to_move, list), one->count);
        assert_memory_equal(list, set.features + one->first, one->count * sizeof *list);
        features += one->count;
    }
    assert_int_equal(features, set.feature_count);
    text_finish(&bytes);
    training_set_finish(&set);
    training_set_finish(&other);
    ferz_game_free(game);
    unmake(&m);
}

/* How far a lead goes is told by the games that are won: many draws do not make all leads small. */
TEST(draws_tell_nothing_of_leads)
{
    made m;
    make(&m, "gardner-minichess", 32, 4);
    ferz_game *game = ferz_game_create(m.variant, NULL, m.messages);
    training_set set = {0};
    add_positions(&set, &m, game->game_history.position, 0, 300, 200, 100);
    add_positions(&set, &m, game->game_history.position, 300, 100, 200, 0);
    double decided = trainer_scale(&set);
    assert_true(decided > 170 && decided < 195); /* three of four: e^(200/182) = 3 */
    add_positions(&set, &m, game->game_history.position, 400, 2000, 200, 50);
    assert_true(fabs(trainer_scale(&set) - decided) < 1);
    training_set_finish(&set);
    ferz_game_free(game);
    unmake(&m);
}

typedef struct heard {
    int progress, networks;
    char *state;
    size_t state_length;
    int stop_after; /* so many calls of on_progress; 0: never */
    double first_loss, last_loss;
    bool trained[2]; /* instead of the formulas; added to them */
} heard;

static void hear_progress(void *context, const ferz_learn_progress *p)
{
    heard *h = context;
    h->progress++;
    if (p->stage == FERZ_LEARN_TRAIN) {
        h->trained[p->adds] = true;
    }
    if (p->stage == FERZ_LEARN_TRAIN && !p->adds) {
        h->first_loss = h->first_loss > 0 ? h->first_loss : p->loss;
        h->last_loss = p->loss;
    }
}

static void hear_state(void *context, const char *bytes, size_t length)
{
    heard *h = context;
    free(h->state);
    h->state = malloc(length);
    assert_non_null(h->state);
    memcpy(h->state, bytes, length);
    h->state_length = length;
}

static bool stops(void *context)
{
    const heard *h = context;
    return h->stop_after && h->progress >= h->stop_after;
}

/* `seconds`: 0: 30 games of each generation instead. */
static ferz_learned learn_within(const char *name, int threads, int seconds, heard *h, const heard *from,
                                 ferz_result expected)
{
    ferz_messages *m = ferz_messages_create(false);
    ferz_variant *v = ferz_variant_load(name, dirs, NULL, 0, 0, m);
    assert_non_null(v);
    ferz_variant_clear_tuning(v);
    const ferz_learn_limits limits = {.struct_size = sizeof limits,
                                      .games = seconds ? 0 : 30,
                                      .seconds = seconds,
                                      .nodes = 40,
                                      .match_games = 4,
                                      .threads = threads,
                                      .seed = 5,
                                      .stop = stops,
                                      .on_progress = hear_progress,
                                      .on_state = hear_state,
                                      .context = h,
                                      .state = from ? from->state : NULL,
                                      .state_length = from ? from->state_length : 0};
    ferz_learned learned;
    ferz_result result = ferz_variant_learn(v, &limits, &learned, m);
    if (result != expected && !seconds) {
        fail_msg("%s: %d %s", name, (int)result, ferz_messages_count(m) ? ferz_messages_at(m, 0).text : "");
    }
    ferz_variant_free(v);
    ferz_messages_free(m);
    return learned;
}

static ferz_learned learn(const char *name, int threads, heard *h, const heard *from, ferz_result expected)
{
    return learn_within(name, threads, 0, h, from, expected);
}

/* What one thread trains first leaves time for the other. */
TEST(both_kinds_of_network_are_trained)
{
    for (int threads = 1; threads <= 2; threads++) {
        heard h = {0};
        ferz_learned learned = learn_within("los-alamos", threads, 2, &h, NULL, FERZ_OK);
        ferz_free(learned.network);
        ferz_free(learned.tried);
        assert_int_equal(h.trained[0], h.trained[1]); /* none where not one game ends in the time */
        free(h.state);
    }
}

TEST(the_same_seed_learns_the_same)
{
    static const char *const names[] = {"gardner-minichess", "tic-tac-toe"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        heard one = {0}, two = {0};
        ferz_learned a = learn(names[i], 1, &one, NULL, FERZ_OK), b = learn(names[i], 2, &two, NULL, FERZ_OK);
        assert_int_equal(a.games, 30);
        assert_true(a.positions > 0 && a.tried && one.progress > 30);
        assert_int_equal(a.positions, b.positions);
        assert_true(one.last_loss <= one.first_loss);
        assert_string_equal(a.tried, b.tried);
        ferz_free(a.network);
        ferz_free(a.tried);
        ferz_free(b.network);
        ferz_free(b.tried);
        free(one.state);
        free(two.state);
    }
}

/* A run that is stopped and goes on learns what a whole run does. */
TEST(what_was_stopped_goes_on)
{
    heard whole = {0}, part = {.stop_after = 11}, rest = {0};
    ferz_learned a = learn("gardner-minichess", 1, &whole, NULL, FERZ_OK);
    ferz_learned b = learn("gardner-minichess", 1, &part, NULL, FERZ_OK);
    assert_true(b.stopped && b.games < 30 && part.state);
    ferz_learned c = learn("gardner-minichess", 1, &rest, &part, FERZ_OK);
    assert_false(c.stopped);
    assert_int_equal(c.positions, a.positions);
    assert_string_equal(c.tried, a.tried);
    /* of another game, cut, or not a state at all */
    heard other = {0};
    (void)learn("minishogi", 1, &other, &part, FERZ_REJECTED);
    part.state_length--;
    (void)learn("gardner-minichess", 1, &other, &part, FERZ_REJECTED);
    part.state_length = 5;
    (void)learn("gardner-minichess", 1, &other, &part, FERZ_REJECTED);
    ferz_free(a.tried);
    ferz_free(b.tried);
    ferz_free(c.tried);
    ferz_free(a.network);
    ferz_free(c.network);
    free(whole.state);
    free(part.state);
    free(rest.state);
    free(other.state);
}

TEST(some_games_have_none)
{
    static const char *const names[] = {"kriegspiel", "dice-chess", "draughts-bashni", "chaturanga-4", "ludo"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        heard h = {0};
        ferz_learned learned = learn(names[i], 1, &h, NULL, FERZ_REJECTED);
        assert_true(!learned.network && !learned.tried);
    }
}

/* A related game keeps the rows of the pieces that both have. */
TEST(relatives_lend_their_rows)
{
    made chess, house;
    make(&chess, "chess", 32, 1);
    make(&house, "crazyhouse", 32, 2);
    network *n = network_adopt(&chess.network, NULL, &house.layout, &house.arena);
    assert_non_null(n);
    assert_int_equal(n->features, house.layout.features);
    const variant *v = house.variant->variant, *from = chess.variant->variant;
    for (int piece = 1; piece < v->piece_ids; piece++) {
        for (int other = 1; other < from->piece_ids; other++) {
            const char *name = v->type[v->type_of[piece]].name, *theirs = from->type[from->type_of[other]].name;
            if (strcmp(name, "knight") == 0 && strcmp(theirs, "knight") == 0 &&
                v->type[v->type_of[piece]].reverts == 0 && v->owner_of[piece] == from->owner_of[other]) {
                size_t to = house.layout.cell[0][piece * v->cells + 9], at = chess.layout.cell[0][other * v->cells + 9];
                assert_memory_equal(n->rows + to * 32, chess.network.rows + at * 32, 32 * sizeof *n->rows);
            }
        }
    }
    made small;
    make(&small, "gardner-minichess", 32, 3);
    assert_null(network_adopt(&small.network, NULL, &house.layout, &house.arena));
    chess.network.features = 100; /* fewer than its pieces need */
    assert_null(network_adopt(&chess.network, NULL, &house.layout, &house.arena));
    unmake(&small);
    unmake(&chess);
    unmake(&house);
}

ALL_TESTS(folder_make, folder_remove);
