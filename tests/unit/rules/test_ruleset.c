/* Rulesets: every field of a full example, defaults, inheritance, options, and what is worked out. */
#include "unit/test.h"

#include <stdio.h>
#include <string.h>

#include "rules/ruleset.h"

#ifndef FERZ_SOURCE_DIR
#define FERZ_SOURCE_DIR "."
#endif
#define GOOD FERZ_SOURCE_DIR "/tests/unit/rules/rulesets/"

static diag_list diags;

static int setup(void **state)
{
    (void)state;
    diag_list_init(&diags);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    diag_list_finish(&diags);
    return 0;
}

static void show(void)
{
    text words = {0};
    for (const diag *d = diags.first; d; d = d->next)
        diag_render(d, false, &words);
    print_error("%s", text_string(&words));
    text_finish(&words);
}

static ruleset *load_with(const char *path, const rule_setting *settings, size_t count, uint64_t seed)
{
    ruleset *rules = ruleset_load(&diags, path, NULL, NULL, settings, count, seed);
    if (!rules)
        show();
    assert_non_null(rules);
    return rules;
}

/* From a text, as if it were a file beside the good ones. */
static ruleset *load_text(const char *yaml)
{
    const source *s = diag_source(&diags, GOOD "text.yaml", yaml, strlen(yaml));
    assert_non_null(s);
    return ruleset_load(&diags, GOOD "text.yaml", s, NULL, NULL, 0, 1);
}

static ruleset *load_sound_text(const char *yaml)
{
    ruleset *rules = load_text(yaml);
    if (!rules)
        show();
    assert_non_null(rules);
    return rules;
}

#define HEAD "name: T\nboard: {size: 8x8}\nstart: 8/8/8/8/8/8/8/8 w - - 0 1\n"

static int piece(const ruleset *rules, const char *name)
{
    for (size_t i = 0; i < rules->piece_count; i++) {
        if (strcmp(rules->pieces[i].name, name) == 0)
            return (int)i;
    }
    return -1;
}

static const rule_ending *ending(const ruleset *rules, const char *name)
{
    for (size_t i = 0; i < rules->ending_count; i++) {
        if (strcmp(rules->endings[i].name, name) == 0)
            return &rules->endings[i];
    }
    return NULL;
}

static void assert_written(rule_text w, const char *string, uint32_t line)
{
    assert_string_equal(w.string, string);
    assert_int_equal(w.location.line, line);
}

/* ---- the full example ---- */

enum { KING, ROOK, PAWN, GOLD };

TEST(test_full_game)
{
    ruleset *r = load_with(GOOD "full.yaml", NULL, 0, 0);
    assert_string_equal(r->id, "full");
    assert_string_equal(r->path, GOOD "full.yaml");
    assert_string_equal(r->title, "Full");
    assert_string_equal(r->about, "Every key, once.");
    assert_string_equal(r->scripts[0].path, FERZ_SOURCE_DIR "/tests/unit/rules/scripts/empty.lua");
    assert_int_equal(r->scripts[0].location.line, 3);
    assert_int_equal(r->width, 10);
    assert_int_equal(r->height, 9);
    assert_int_equal(r->board_location.line, 4);
    assert_false(r->checkered);
    assert_false(r->mirrored);
    assert_int_equal(r->player_count, 2);
    assert_string_equal(r->players[0].name, "red");
    assert_int_equal(r->players[0].rotation, 1);
    assert_string_equal(r->players[1].name, "blue");
    assert_int_equal(r->players[1].rotation, 3);
    assert_int_equal(r->zone_count, 2);
    assert_string_equal(r->zone_names[0], "palace");
    assert_written(r->zones[0], "files d-f and own ranks 1-3", 7);
    assert_true(r->zones[0].verbatim);
    assert_string_equal(r->zone_names[1], "corners");
    assert_written(r->zones[1], "a1, j1, a9", 8);
    assert_false(r->zones[1].verbatim);
    assert_int_equal(r->counter_count, 2);
    assert_string_equal(r->counters[0], "checks");
    assert_string_equal(r->counters[1], "moves");
    assert_int_equal(r->captured, CAPTURED_TO_PRISON);
    assert_true(r->hands);
    assert_false(r->royal_slides_through_attack);
    assert_null(r->start.string);
    assert_string_equal(r->start_hook, "array");
    assert_int_equal(r->start_number, 7);
    assert_int_equal(r->start_second, 9);
    assert_int_equal(r->start_location.line, 33);
    assert_int_equal(r->option_count, 1);
    assert_string_equal(r->options[0].name, "mood");
    assert_string_equal(r->options[0].about, "A switch.");
    assert_string_equal(r->options[0].values, "");
    assert_string_equal(r->options[0].chosen, "off");
    assert_false(r->options[0].set);
    assert_int_equal(diags.errors + diags.warnings, 0);
    ruleset_destroy(r);
}

TEST(test_full_pieces)
{
    ruleset *r = load_with(GOOD "full.yaml", NULL, 0, 0);
    assert_int_equal(r->piece_count, 4);

    const rule_piece *king = &r->pieces[KING];
    assert_string_equal(king->name, "king");
    assert_string_equal(king->letter, "k");
    assert_null(king->royal_letter);
    assert_true(king->royal);
    assert_int_equal(king->captured_as, KING);
    assert_false(king->resets_halfmove_clock);
    assert_int_equal(king->value, 0);
    assert_int_equal(king->promotion_count, 0);
    assert_int_equal(king->location.line, 14);
    assert_int_equal(king->letter_location.line, 14);
    assert_int_equal(king->letter_location.column, 18);
    assert_int_equal(king->move_count, 2);
    assert_int_equal(king->moves[0].paths.count, 8);
    assert_string_equal(king->moves[0].notation, "K");
    assert_null(king->moves[0].from.string);
    assert_int_equal(king->moves[0].right, -1);
    assert_true(king->moves[0].gives_check);
    const rule_move *leap = &king->moves[1];
    assert_string_equal(leap->notation, "N");
    assert_int_equal(leap->paths.count, 8);
    assert_written(leap->from, "palace", 14);
    assert_written(leap->to, "corners", 14);
    assert_int_equal(leap->right, 0);
    assert_false(leap->gives_check);
    assert_false(leap->sets_ep);
    assert_true(king->drop.allowed);
    assert_written(king->drop.zone, "own ranks 1-3", 12);
    assert_int_equal(king->drop.per_file, 2);
    assert_false(king->drop.may_be_immobile);
    assert_true(king->drop.may_mate);
    assert_false(king->drop.may_give_check);
    assert_int_equal(king->drop.location.line, 12);

    const rule_piece *rook = &r->pieces[ROOK];
    assert_string_equal(rook->letter, "r");
    assert_string_equal(rook->royal_letter, "w");
    assert_int_equal(rook->captured_as, PAWN);
    assert_int_equal(rook->value, 450);
    assert_false(rook->drop.allowed);
    assert_int_equal(rook->drop.location.line, 15);

    const rule_piece *pawn = &r->pieces[PAWN];
    assert_true(pawn->resets_halfmove_clock);
    assert_true(pawn->drop.allowed);
    assert_written(pawn->drop.zone, "own ranks 1-3", 12);
    assert_int_equal(pawn->drop.per_file, 1);
    assert_true(pawn->drop.may_be_immobile);
    assert_false(pawn->drop.may_mate);
    assert_false(pawn->drop.may_give_check);
    assert_int_equal(pawn->promotion_count, 2);
    const rule_promotion *first = &pawn->promotions[0];
    assert_int_equal(first->when, PROMOTE_TOUCHES);
    assert_written(first->zone, "own rank 9", 22);
    assert_int_equal(first->to_count, 2);
    assert_int_equal(first->to[0], ROOK);
    assert_int_equal(first->to[1], GOLD);
    assert_true(first->optional);
    assert_true(first->reverts);
    assert_false(first->from_prison);
    assert_int_equal(first->location.line, 22);
    const rule_promotion *second = &pawn->promotions[1];
    assert_int_equal(second->when, PROMOTE_REACHES);
    assert_int_equal(second->to_count, 0);
    assert_false(second->optional);
    assert_false(second->reverts);
    assert_true(second->from_prison);

    /* The double step is split off, because it alone leaves an en passant target. */
    assert_int_equal(pawn->move_count, 3);
    assert_int_equal(pawn->moves[0].paths.count, 3);
    assert_false(pawn->moves[0].sets_ep);
    assert_int_equal(pawn->moves[1].paths.count, 1);
    assert_true(pawn->moves[1].sets_ep);
    assert_true(pawn->moves[1].paths.paths[0].initial);
    assert_string_equal(pawn->moves[1].notation, "fmWfceFifmnD");
    assert_int_equal(pawn->moves[1].location.line, 19);
    assert_string_equal(pawn->moves[2].hook, "leaps");
    assert_null(pawn->moves[2].notation);
    assert_int_equal(pawn->moves[2].paths.count, 0);
    assert_int_equal(pawn->moves[2].right, -1);
    assert_true(pawn->moves[2].gives_check);

    const rule_piece *gold = &r->pieces[GOLD];
    assert_string_equal(gold->letter, "+p");
    assert_int_equal(gold->move_count, 0);
    ruleset_destroy(r);
}

TEST(test_full_castling)
{
    ruleset *r = load_with(GOOD "full.yaml", NULL, 0, 0);
    assert_int_equal(r->right_count, 2);
    assert_string_equal(r->rights[0].letter, "m");
    assert_int_equal(r->rights[0].piece, KING);
    assert_false(r->rights[0].at.present);
    assert_int_equal(r->rights[0].location.line, 28);
    assert_string_equal(r->rights[1].letter, "z");
    assert_int_equal(r->rights[1].piece, ROOK);
    assert_true(r->rights[1].at.present);
    assert_true(r->rights[1].at.per_player);
    assert_written(r->rights[1].at.each[0], "a1", 29);
    assert_written(r->rights[1].at.each[1], "j9", 29);

    assert_int_equal(r->castling_count, 2);
    const rule_castling *single = &r->castlings[0];
    assert_string_equal(single->name, "short");
    assert_int_equal(single->king, KING);
    assert_int_equal(single->partner, ROOK);
    assert_string_equal(single->right, "k");
    assert_true(single->king_from.present);
    assert_false(single->king_from.per_player);
    assert_written(single->king_from.each[0], "e1", 31);
    assert_written(single->king_from.each[1], "e1", 31);
    assert_written(single->partner_from.each[1], "j1", 31);
    assert_written(single->king_to.each[0], "h1", 31);
    assert_written(single->partner_to.each[0], "g1", 31);
    assert_null(single->zone.string);
    assert_null(single->hook);
    assert_false(single->written_as_capture);
    const rule_castling *family = &r->castlings[1];
    assert_null(family->right);
    assert_false(family->king_from.present);
    assert_written(family->zone, "own rank 1", 32);
    assert_string_equal(family->hook, "castled");
    assert_true(family->written_as_capture);
    assert_int_equal(family->location.line, 32);
    ruleset_destroy(r);
}

TEST(test_full_endings)
{
    static const struct {
        const char *name;
        ending_kind kind;
        ending_result result;
        long number;
        int piece;
        const char *claim;
        bool illegal, grace;
    } rows[] = {
        {"checkmate", END_CHECKMATE, RESULT_LOSS, 0, -1, NULL, false, false},
        {"stalemate", END_STALEMATE, RESULT_WIN, 0, -1, NULL, false, false},
        {"often", END_REPETITION, RESULT_DRAW, 4, -1, NULL, true, false},
        {"forever", END_PERPETUAL_CHECK, RESULT_LOSS, 3, -1, NULL, false, false},
        {"quiet", END_HALFMOVE_CLOCK, RESULT_DRAW, 100, -1, "draw", false, false},
        {"insufficient material", END_INSUFFICIENT_MATERIAL, RESULT_DRAW, 0, -1, NULL, false, false},
        {"bare", END_BARE, RESULT_LOSS, 0, -1, NULL, false, true},
        {"both bare", END_BOTH_BARE, RESULT_DRAW, 0, -1, NULL, false, false},
        {"gone", END_EXTINCT, RESULT_SECOND, 0, -1, NULL, false, false},
        {"no cranes", END_EXTINCT, RESULT_FIRST, 0, ROOK, NULL, false, false},
        {"checks 3", END_CHECKS, RESULT_WIN, 3, -1, NULL, false, false},
        {"cycle", END_CHECK_CYCLE, RESULT_LOSS, 2, -1, NULL, false, false},
        {"impasse", END_POINTS, RESULT_POINTS, 0, -1, NULL, false, false},
        {"other", END_HOOK, RESULT_DRAW, 0, -1, NULL, false, false},
    };
    ruleset *r = load_with(GOOD "full.yaml", NULL, 0, 0);
    assert_int_equal(r->ending_count, sizeof rows / sizeof rows[0]);
    for (size_t i = 0; i < r->ending_count; i++) {
        const rule_ending *e = &r->endings[i];
        assert_string_equal(e->name, rows[i].name);
        assert_int_equal(e->kind, rows[i].kind);
        assert_int_equal(e->result, rows[i].result);
        assert_int_equal(e->number, rows[i].number);
        assert_int_equal(e->piece, rows[i].piece);
        assert_true(e->claim ? rows[i].claim && strcmp(e->claim, rows[i].claim) == 0 : !rows[i].claim);
        assert_int_equal(e->illegal, rows[i].illegal);
        assert_int_equal(e->grace, rows[i].grace);
        assert_int_equal(e->location.line, 35 + i);
    }
    const rule_ending *dead = ending(r, "insufficient material");
    assert_int_equal(dead->alone_count, 1);
    assert_int_equal(dead->alone[0], ROOK);
    assert_int_equal(dead->same_shade_count, 2);
    assert_int_equal(dead->same_shade[0], GOLD);
    assert_int_equal(dead->same_shade[1], PAWN);
    assert_int_equal(dead->bare_royal_count, 1);
    assert_int_equal(dead->bare_royals[0], KING);
    const rule_ending *points = ending(r, "impasse");
    assert_string_equal(points->zone.string, "palace, corners");
    const long values[] = {0, 5, 1, 1};
    assert_memory_equal(points->points, values, sizeof values);
    assert_int_equal(points->needed_points, 12);
    assert_true(points->compare_points);
    assert_string_equal(ending(r, "other")->hook, "ended");

    assert_int_equal(r->hook_count, 2);
    const rule_hook *hook = &r->hooks[0];
    assert_string_equal(hook->function, "rebirth");
    assert_int_equal(hook->at, HOOK_AFTER);
    assert_true(hook->captures_only);
    assert_int_equal(hook->piece_count, 2);
    assert_int_equal(hook->pieces[0], KING);
    assert_int_equal(hook->pieces[1], ROOK);
    assert_int_equal(hook->captured_count, 1);
    assert_int_equal(hook->captured[0], PAWN);
    assert_string_equal(hook->to.string, "own rank 1");
    assert_int_equal(r->hooks[1].at, HOOK_LEGAL);
    assert_false(r->hooks[1].captures_only);
    assert_int_equal(r->hooks[1].piece_count, 0);
    ruleset_destroy(r);
}

/* ---- defaults ---- */

TEST(test_defaults)
{
    ruleset *r = load_sound_text(HEAD "pieces: {king: {letter: k}}\n");
    assert_string_equal(r->id, "text");
    assert_string_equal(r->about, "");
    assert_int_equal(r->script_count, 0);
    assert_true(r->checkered);
    assert_true(r->mirrored);
    assert_int_equal(r->player_count, 2);
    assert_string_equal(r->players[0].name, "white");
    assert_int_equal(r->players[0].rotation, 0);
    assert_string_equal(r->players[1].name, "black");
    assert_int_equal(r->players[1].rotation, 2);
    assert_int_equal(r->captured, CAPTURED_GONE);
    assert_false(r->hands);
    assert_true(r->royal_slides_through_attack);
    assert_int_equal(r->option_count + r->hook_count + r->ending_count + r->castling_count + r->right_count, 0);
    const rule_piece *king = &r->pieces[0];
    assert_false(king->royal);
    assert_int_equal(king->move_count, 0);
    assert_true(king->drop.allowed && king->drop.may_mate && king->drop.may_give_check);
    assert_false(king->drop.may_be_immobile);
    assert_int_equal(king->drop.per_file, 0);
    ruleset_destroy(r);
}

TEST(test_hands_from_fen)
{
    ruleset *r = load_sound_text("name: T\nboard: {size: 3x3}\nstart: \"3/3/3[Kk] w - - 0 1\"\n"
                                 "pieces: {king: {letter: k}}\ncaptured: gone\n");
    assert_true(r->hands);
    assert_int_equal(r->captured, CAPTURED_GONE);
    ruleset_destroy(r);
}

TEST(test_board_sizes)
{
    static const struct {
        const char *size;
        int width, height; /* 0: refused */
    } rows[] = {{"1x1", 1, 1},  {"36x36", 36, 36}, {"9x10", 9, 10}, {"0x1", 0, 0}, {"1x37", 0, 0}, {"08x8", 0, 0},
                {"-8x8", 0, 0}, {"8 x 8", 0, 0},   {"x", 0, 0},     {"8x", 0, 0},  {"x8", 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char yaml[200];
        assert_in_range(snprintf(yaml, sizeof yaml,
                                 "name: T\nboard: {size: %s}\nstart: 8/8 w\npieces: {k: {letter: k}}\n", rows[i].size),
                        1, sizeof yaml - 1);
        ruleset *r = load_text(yaml);
        assert_int_equal(r != NULL, rows[i].width > 0);
        if (r) {
            assert_int_equal(r->width, rows[i].width);
            assert_int_equal(r->height, rows[i].height);
        }
        ruleset_destroy(r);
    }
}

TEST(test_places_inside_a_value)
{
    assert_null(load_text("name: T\nboard: {size: \"8x99\"}\nstart: 8/8 w\npieces: {k: {letter: k, moves: fWQ!}}\n"));
    assert_int_equal(diags.errors, 2);
    assert_int_equal(diags.first->location.line, 2);
    assert_int_equal(diags.first->location.column, 18);
    assert_int_equal(diags.first->location.length, 2);
    assert_int_equal(diags.last->location.line, 4);
    assert_int_equal(diags.last->location.column, 35);
}

/* ---- what is worked out ---- */

TEST(test_ep_cells)
{
    static const struct {
        const char *moves;
        size_t count; /* of movements */
        int passing;  /* which of them leaves en passant targets, -1: none */
        size_t warnings;
    } rows[] = {
        {"fmWfceFifmnD", 2, 1, 0},
        {"[fmWfceF, ifmnD]", 2, 1, 0},
        {"[fmWfceF, {move: fmnD, en_passant: true}]", 2, 1, 0},
        {"[fmWfceF, {move: ifmnD}]", 2, -1, 1}, /* said in full, so nothing is added */
        {"fmWfcFifmnD", 1, -1, 0},              /* nobody captures in passing */
        {"[fmWfceF, ifnD]", 2, -1, 1},          /* captures too */
        {"[fmWfceF, fmnD]", 2, -1, 1},          /* not a first move */
        {"[fmWfceF, ifmD]", 2, -1, 1},          /* leaps */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char yaml[300];
        assert_in_range(snprintf(yaml, sizeof yaml, HEAD "pieces: {pawn: {letter: p, moves: %s}}\n", rows[i].moves), 1,
                        sizeof yaml - 1);
        size_t before = diags.warnings;
        ruleset *r = load_sound_text(yaml);
        assert_int_equal(diags.warnings - before, rows[i].warnings);
        assert_int_equal(r->pieces[0].move_count, rows[i].count);
        size_t paths = 0;
        for (size_t k = 0; k < r->pieces[0].move_count; k++) {
            assert_int_equal(r->pieces[0].moves[k].sets_ep, (int)k == rows[i].passing);
            paths += r->pieces[0].moves[k].paths.count;
        }
        assert_int_equal(paths, 4);
        ruleset_destroy(r);
    }
}

TEST(test_letters)
{
    ruleset *r = load_sound_text(HEAD "pieces: {a: {letter: A}, b: {letter: +A}, c: {letter: \"*.'+*.C\"}}\n");
    assert_string_equal(r->pieces[0].letter, "a");
    assert_string_equal(r->pieces[1].letter, "+a");
    assert_string_equal(r->pieces[2].letter, "*.'+*.c");
    ruleset_destroy(r);
}

/* ---- inheritance ---- */

TEST(test_chain_of_three)
{
    ruleset *r = load_with(GOOD "child.yaml", NULL, 0, 0);
    assert_string_equal(r->id, "child");
    assert_string_equal(r->title, "Parent");
    assert_string_equal(r->start.string, "8/8/8/8/8/8/8/8 w - - 0 1");
    assert_string_equal(r->start.location.source->name, GOOD "grandparent.yaml");
    assert_false(r->checkered);
    assert_int_equal(r->zone_count, 1);
    assert_string_equal(r->zone_names[0], "middle");
    /* Order: the oldest first, then what each file adds; what was removed is gone. */
    assert_int_equal(r->piece_count, 4);
    assert_string_equal(r->pieces[0].name, "king");
    assert_string_equal(r->pieces[1].name, "pawn");
    assert_string_equal(r->pieces[2].name, "queen");
    assert_string_equal(r->pieces[3].name, "knight");
    assert_int_equal(piece(r, "rook"), -1);
    const rule_piece *pawn = &r->pieces[1];
    assert_string_equal(pawn->letter, "p");
    assert_string_equal(pawn->letter_location.source->name, GOOD "grandparent.yaml");
    assert_string_equal(pawn->location.source->name, GOOD "child.yaml");
    assert_true(pawn->resets_halfmove_clock);
    assert_int_equal(pawn->promotion_count, 1);
    assert_string_equal(pawn->promotions[0].zone.string, "own rank 9");
    assert_string_equal(pawn->promotions[0].zone.location.source->name, GOOD "child.yaml");
    assert_int_equal(pawn->promotions[0].to_count, 1);
    assert_int_equal(pawn->promotions[0].to[0], 2);
    assert_true(pawn->promotions[0].optional);
    assert_int_equal(r->ending_count, 3);
    assert_int_equal(ending(r, "stalemate")->result, RESULT_WIN);
    assert_null(ending(r, "repetition")->claim);
    /* Options: of the whole chain, changed key by key. */
    assert_int_equal(r->option_count, 2);
    assert_string_equal(r->options[0].name, "size");
    assert_string_equal(r->options[0].values, "small, tall");
    assert_string_equal(r->options[0].chosen, "small");
    assert_int_equal(r->width, 6);
    assert_string_equal(r->options[1].name, "count");
    assert_string_equal(r->options[1].chosen, "4");
    assert_int_equal(ending(r, "repetition")->number, 4);
    assert_string_equal(r->about, "4 and 4");
    ruleset_destroy(r);
}

TEST(test_parent_is_unchanged)
{
    ruleset *r = load_with(GOOD "parent.yaml", NULL, 0, 0);
    assert_int_equal(r->width, 7);
    assert_int_equal(r->height, 9);
    assert_int_equal(r->pieces[piece(r, "rook")].value, 0);
    assert_string_equal(r->pieces[piece(r, "rook")].moves[0].notation, "W4");
    assert_int_equal(ending(r, "repetition")->number, 3);
    ruleset_destroy(r);
    r = load_with(GOOD "grandparent.yaml", NULL, 0, 0);
    assert_int_equal(r->pieces[piece(r, "rook")].value, 500);
    assert_string_equal(ending(r, "repetition")->claim, "draw");
    assert_int_equal(r->zone_count, 2);
    ruleset_destroy(r);
}

/* Counts how often it is asked, and answers with a file that is not there. */
static const char *find_nothing(const void *state, const char *name, const char *companion, arena *a)
{
    int *count = *(int *const *)state;
    ++*count;
    assert_string_equal(name, "parent");
    assert_string_equal(companion, GOOD "child.yaml");
    return arena_format(a, "%snowhere/%s.yaml", GOOD, name);
}

TEST(test_finder_is_asked)
{
    int count = 0;
    int *counter = &count;
    const rule_finder finder = {.find = find_nothing, .state = &counter};
    assert_null(ruleset_load(&diags, GOOD "child.yaml", NULL, &finder, NULL, 0, 0));
    assert_int_equal(count, 1);
    assert_true(diags.failed);
    assert_non_null(diags.last->note);
}

/* Every answer is another path to the same file: only the limit stops it. */
static const char *find_again(const void *state, const char *name, const char *companion, arena *a)
{
    (void)state;
    (void)name;
    const char *slash = strrchr(companion, '/');
    return arena_format(a, "%.*s./child.yaml", (int)(slash + 1 - companion), companion);
}

TEST(test_too_many_parents)
{
    const rule_finder finder = {.find = find_again};
    assert_null(ruleset_load(&diags, GOOD "child.yaml", NULL, &finder, NULL, 0, 0));
    assert_int_equal(diags.errors, 1);
    assert_string_equal(diags.first->text, "more than 32 parents");
    assert_int_equal(diags.first->location.line, 1);
    assert_non_null(diags.first->note);
}

/* ---- options ---- */

TEST(test_settings)
{
    const rule_setting quick[] = {{"quick", NULL}, {"size", "small"}};
    ruleset *r = load_with(GOOD "grandparent.yaml", quick, 2, 0);
    assert_int_equal(r->width, 6);
    assert_string_equal(r->pieces[0].moves[0].notation, "KAD");
    assert_null(ending(r, "stalemate"));
    assert_string_equal(r->options[1].chosen, "on");
    assert_string_equal(r->options[1].values, "");
    assert_true(r->options[0].set && r->options[1].set);
    ruleset_destroy(r);

    const rule_setting off[] = {{"quick", "on"}, {"quick", "off"}};
    r = load_with(GOOD "grandparent.yaml", off, 2, 0);
    assert_string_equal(r->options[1].chosen, "off");
    assert_string_equal(r->options[0].chosen, "large");
    assert_false(r->options[0].set);
    assert_string_equal(r->pieces[0].moves[0].notation, "K");
    ruleset_destroy(r);

    const rule_setting nine = {"count", "9"};
    r = load_with(GOOD "parent.yaml", &nine, 1, 0);
    assert_int_equal(ending(r, "repetition")->number, 9);
    assert_string_equal(r->options[1].values, "2..9, random");
    ruleset_destroy(r);
}

TEST(test_random)
{
    const rule_setting random = {"count", "random"};
    bool seen[10] = {false};
    for (uint64_t seed = 0; seed < 100; seed++) {
        ruleset *first = load_with(GOOD "parent.yaml", &random, 1, seed);
        ruleset *second = load_with(GOOD "parent.yaml", &random, 1, seed);
        long drawn = ending(first, "repetition")->number;
        assert_in_range(drawn, 2, 9);
        assert_int_equal(drawn, ending(second, "repetition")->number);
        assert_string_equal(first->options[1].chosen, second->options[1].chosen);
        seen[drawn] = true;
        ruleset_destroy(first);
        ruleset_destroy(second);
    }
    for (size_t i = 2; i < 10; i++)
        assert_true(seen[i]);
}

TEST(test_wrong_settings)
{
    static const struct {
        rule_setting setting;
        const char *text, *hint;
    } rows[] = {
        {{"sise", "small"}, "this game has no option `sise`", "did you mean `size`? options: size, quick"},
        {{"whatever", NULL}, "this game has no option `whatever`", "options: size, quick"},
        {{NULL, NULL}, "this game has no option ``", "options: size, quick"},
        {{"size", NULL}, "the option `size` needs a value", "write --set size=VALUE; values: large, small"},
        {{"size", "smal"}, "`smal` is not a value of the option `size`", "did you mean `small`? values: large, small"},
        {{"size", "random"}, "`random` is not a value of the option `size`", "values: large, small"},
        {{"quick", "true"},
         "the option `quick` is a switch, found the value `true`",
         "write --set quick, or on or off as its value"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        diag_list_finish(&diags);
        assert_null(ruleset_load(&diags, GOOD "grandparent.yaml", NULL, NULL, &rows[i].setting, 1, 0));
        assert_int_equal(diags.errors, 1);
        assert_null(diags.first->location.source);
        assert_string_equal(diags.first->text, rows[i].text);
        assert_string_equal(diags.first->hint, rows[i].hint);
    }
}

/* ---- the rest ---- */

TEST(test_titles)
{
    arena a;
    arena_init(&a, 0);
    assert_string_equal(ruleset_title(&a, GOOD "parent.yaml"), "Parent");
    assert_string_equal(ruleset_title(&a, GOOD "child.yaml"), "child");
    assert_null(ruleset_title(&a, GOOD "nothing.yaml"));
    assert_null(ruleset_title(&a, FERZ_SOURCE_DIR "/tests/invalid/rules/file_is_a_list.yaml"));
    assert_null(ruleset_title(&a, FERZ_SOURCE_DIR "/tests/invalid/scripts/empty.lua"));
    arena_finish(&a);
}

TEST(test_machine_failures)
{
    assert_null(ruleset_load(&diags, GOOD "nothing.yaml", NULL, NULL, NULL, 0, 0));
    assert_true(diags.failed);
    diag_list_finish(&diags);
    assert_null(ruleset_load(&diags, NULL, NULL, NULL, NULL, 0, 0));
    assert_true(diags.errors > 0);
    ruleset_destroy(NULL);
}

/* Rules load although the list has older messages in it. */
TEST(test_older_messages)
{
    diag_error(&diags, CODE_UNKNOWN_KEY, (location){0}, "an older one");
    ruleset *r = load_with(GOOD "full.yaml", NULL, 0, 0);
    ruleset_destroy(r);
}

EACH_TEST(setup, teardown);
