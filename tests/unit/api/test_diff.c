/* Differences between two variants: they are found, made small and true. Every reported difference is played again. */
#include "unit/messages.h"
#include "unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ferz_tools.h"
#include "unit/share.h"

static const char *const RULES[] = {FERZ_SOURCE_DIR "/rules", NULL};

static ferz_variant *from_text(const char *yaml)
{
    ferz_messages_clear(messages);
    ferz_variant *variant = ferz_variant_load_text("other.yaml", yaml, strlen(yaml), RULES, NULL, 0, 0, messages);
    if (!variant) {
        fail_msg("%s", ferz_messages_at(messages, 0).rendered);
    }
    return variant;
}

static ferz_variant *from_name(const char *name)
{
    ferz_variant *variant = ferz_variant_load(name, RULES, NULL, 0, 0, messages);
    assert_non_null(variant);
    return variant;
}

static bool is_legal(const ferz_variant *variant, const char *fen, const char *move)
{
    ferz_game *game = ferz_game_create(variant, fen, messages);
    if (!game) { /* rights that this game does not know */
        char pieces[200];
        size_t length = strcspn(fen, " ") + 2;
        snprintf(pieces, sizeof pieces, "%.*s", (int)length, fen);
        game = ferz_game_create(variant, pieces, messages);
    }
    assert_non_null(game);
    bool legal = ferz_game_move(game, move, messages) == FERZ_OK;
    ferz_game_free(game);
    return legal;
}

/* Plays again all differences of positions that have no path of their own. */
static void assert_true_of(const ferz_variant *one, const ferz_variant *other, const ferz_diff_report *found)
{
    for (size_t i = 0; i < found->count; i++) {
        const ferz_diff_position *d = &found->items[i];
        assert_true(d->count > 0 || d->status[0]);
        for (size_t k = 0; d->moves[0] == '\0' && k < d->count; k++) {
            const ferz_diff_move *item = &d->items[k];
            assert_int_equal(is_legal(one, d->fen, item->move), item->allowed_by != 1);
            assert_int_equal(is_legal(other, d->fen, item->move), item->allowed_by != 0);
            assert_true(item->allowed_by < 0 || item->why[0]);
            assert_true(item->allowed_by >= 0 || strcmp(item->after[0], item->after[1]) != 0);
        }
    }
}

static void differ(const ferz_variant *one, const ferz_variant *other, uint64_t nodes, ferz_diff_report *found)
{
    const ferz_diff_limits limits = {.nodes = nodes, .games = nodes / 100, .depth = 2, .seed = 7};
    ferz_messages_clear(messages);
    assert_int_equal(ferz_variant_diff(one, other, &limits, found, messages), FERZ_OK);
    assert_true_of(one, other, found);
}

TEST(test_same)
{
    ferz_variant *one = from_name("chess"), *other = from_text("name: Other\nextends: chess\n");
    ferz_diff_report found;
    differ(one, other, 2000, &found);
    assert_int_equal(found.count, 0);
    assert_int_equal(found.kinds, 0);
    assert_null(found.incompatible);
    assert_true(found.positions > 1000);
    assert_int_equal(found.depths, 2);
    assert_true(found.leaves[0][1] == 400 && found.leaves[1][1] == 400);
    ferz_diff_report_free(&found);
    ferz_variant_free(other);
    ferz_variant_free(one);
}

/* One movement more: the smallest position is that piece and the kings. */
TEST(test_moves)
{
    ferz_variant *one = from_name("chess");
    ferz_variant *other = from_text("name: Other\nextends: chess\npieces: {rook: {moves: [R, F]}}\n");
    ferz_diff_report found;
    differ(one, other, 2000, &found);
    assert_true(found.count > 0);
    size_t least = 32;
    for (size_t i = 0; i < found.count; i++) {
        least = found.items[i].pieces < least ? found.items[i].pieces : least;
        assert_true(found.items[i].pieces <= 6);
        assert_true(i == 0 || found.items[i].moves[0] || found.items[i - 1].pieces <= found.items[i].pieces);
    }
    assert_int_equal(least, 3);
    ferz_diff_report_free(&found);
    ferz_variant_free(other);
    ferz_variant_free(one);
}

TEST(test_effects)
{
    ferz_variant *one = from_name("chess"), *other = from_name("atomic");
    ferz_diff_report found;
    bool seen = false;
    differ(one, other, 1500, &found);
    for (size_t i = 0; i < found.count; i++) {
        for (size_t k = 0; k < found.items[i].count; k++) {
            seen |= found.items[i].items[k].allowed_by < 0;
        }
    }
    assert_true(seen);
    ferz_diff_report_free(&found);
    ferz_variant_free(other);
    ferz_variant_free(one);
}

/* A result that depends on what was before: the moves that lead there remain. */
TEST(test_history)
{
    ferz_variant *one = from_name("chess");
    ferz_variant *other =
        from_text("name: Other\nextends: chess\nend: {repetition: {when: repetition 2, result: draw, claim: none}}\n");
    ferz_diff_report found;
    differ(one, other, 4000, &found);
    bool seen = false;
    for (size_t i = 0; i < found.count; i++) {
        const ferz_diff_position *d = &found.items[i];
        if (d->status[1] && strstr(d->status[1], "repetition")) {
            seen = true;
            assert_true(d->moves[0] != '\0');
        }
    }
    assert_true(seen);
    ferz_diff_report_free(&found);
    ferz_variant_free(other);
    ferz_variant_free(one);
}

/* Rights that one of the games does not know are no difference of each position. */
TEST(test_rights)
{
    ferz_variant *one = from_name("chess");
    ferz_variant *other = from_text("name: Other\nextends: chess\ncastling: none\n"
                                    "start: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n");
    const char *const starts[] = {"r3k2r/pppp1ppp/8/8/8/8/PPPP1PPP/R3K2R w KQkq - 0 1", NULL};
    const ferz_diff_limits limits = {.nodes = 1500, .games = 5, .depth = -1, .start_fens = starts};
    ferz_diff_report found;
    assert_int_equal(ferz_variant_diff(one, other, &limits, &found, messages), FERZ_OK);
    assert_true_of(one, other, &found);
    assert_true(found.count > 0);
    assert_int_equal(found.depths, 0);
    for (size_t i = 0; i < found.count; i++) {
        for (size_t k = 0; k < found.items[i].count; k++) {
            assert_int_equal(found.items[i].items[k].allowed_by, 0);
            assert_int_equal(found.items[i].items[k].move[1], found.items[i].items[k].move[3]);
        }
    }
    ferz_diff_report_free(&found);
    ferz_variant_free(other);
    ferz_variant_free(one);
}

TEST(test_apart)
{
    ferz_variant *one = from_name("chess"), *other = from_name("minishogi");
    ferz_diff_report found;
    differ(one, other, 1000, &found);
    assert_non_null(found.incompatible);
    assert_int_equal(found.count, 0);
    ferz_diff_report_free(&found);
    ferz_variant_free(other);
    ferz_variant_free(one);
}

/* Games of all kinds against themselves with another pawn or guard: nothing breaks where FENs are unusual. */
TEST(test_kinds)
{
    static const char *const names[] = {"ludo",       "four-handed-cross", "draughts-russian",
                                        "kriegspiel", "dice-chess",        "marseillais"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        ferz_variant *one = from_name(names[i]), *other = from_name(names[i]);
        ferz_diff_report found;
        differ(one, other, 300, &found);
        if (found.count || found.incompatible) {
            fail_msg("%s: %s", names[i], found.incompatible ? found.incompatible : found.items[0].fen);
        }
        assert_true(found.positions > 0);
        ferz_diff_report_free(&found);
        ferz_variant_free(other);
        ferz_variant_free(one);
    }
}

/* Pairs of variants: each reported difference is played again, and the first is the expected one. */
#define WITH_HANDS "extends: crazyhouse\nstart: \"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[NPnp] w - - 0 1\"\n"

static const struct {
    const char *one, *other; /* a name, or what is written behind `name: Other` */
    uint64_t nodes;
    const char *wanted; /* in the report; NULL: nothing differs */
} pairs[] = {
    /* stacks, commas, hands, dice and counters in the FEN */
    {"draughts-bashni",
     "extends: draughts-bashni\npieces: {man: {moves: [mF, {jump: F, chain: any, jumped: under}]}}\n", 300,
     "no rule moves the man from b4 to a3"},
    {"draughts-bashni",
     "extends: draughts-bashni\npieces: {king: {moves: [mW, {jump: B, chain: any, jumped: under}]}}\n", 3000, "(MMMk)"},
    {"four-handed-cross", "extends: four-handed-cross\npieces: {pawn: {moves: fmWfcF}}\n", 200,
     "no rule moves the pawn"},
    {"four-handed-cross", "extends: four-handed-cross\npieces: {knight: {moves: [N, D]}}\n", 200,
     "no rule moves the knight"},
    {WITH_HANDS, WITH_HANDS "pieces: {knight: {drops: {on: ranks 3-5}}}\n", 100, "one N@"},
    {WITH_HANDS, WITH_HANDS "drops: {check: false}\n", 2000, "N@"},
    {WITH_HANDS, WITH_HANDS "pieces: {knight: {drops: never}, pawn: {drops: never}}\n", 100, "N@"},
    {"crazyhouse", "extends: crazyhouse\npieces: {pawn: {promotes: {reverts: none}}}\n", 100, NULL},
    {"dice-chess", "extends: dice-chess\ndice: {moves: {1: knight, 3: pawn}}\n", 300, "the dice do not move"},
    {"dice-chess", "extends: dice-chess\npieces: {pawn: {moves: fmWfceF}}\n", 300, "no rule moves the pawn"},
    {"minishogi", "extends: minishogi\npieces: {silver: {moves: F}}\n", 300, "no rule moves the silver"},
    {"minishogi", "extends: minishogi\npieces: {rook: {promotes: none}}\n", 3000, "+"},
    {"kyoto-shogi", "extends: kyoto-shogi\npieces: {king: {moves: W}}\n", 100, "no rule moves the king"},
    {"marseillais", "extends: marseillais\nturn: {plies: 3}\n", 300, "after"},
    /* results, and what a move leads to */
    {"chess", "extends: chess\nend: {checkmate: win}\n", 20000, "status: black wins"},
    {"chess", "extends: chess\nend: {bare: {when: bare, result: loss}}\n", 500, NULL},
    {"chess", "extends: chess\nend: {quiet: {when: halfmove clock 2, result: draw}}\n", 1000, "draw: quiet"},
    {"chess", "extends: chess\nnotation: {letters: true}\n", 300, NULL},
    {"circe", "chess", 3000, "after"},
    {"atomic", "extends: atomic\ncaptures: {blast: {reach: W}}\n", 3000, "it would blow up a royal piece"},
    /* starts that one of the two cannot set up, or both can */
    {"chess",
     "extends: chess\npieces: {guard: {letter: z, moves: W}}\n"
     "start: rnbqkbnr/pppppppp/8/8/8/3Z4/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
     500, NULL},
    {"extends: chess\npieces: {guard: {letter: z, moves: W}}\nstart: rnbqkbnr/pppppppp/8/8/8/3Z4/PPPPPPPP/RNBQKBNR w "
     "KQkq - 0 1\n",
     "chess", 500, NULL},
    {"chess",
     "extends: chess\nstart: rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
     "pieces: {pawn: {moves: [fmWfcF, {move: fmnD, from: own rank 2}]}}\n",
     2000, "only with a capture"},
    {"chess", "draughts-russian", 100, "apart: "},
    {"board: {size: 8x8}\npieces: {king: {letter: z, moves: K}}\nstart: z7/8/8/8/8/8/8/7Z w - - 0 1\n", "chess", 100,
     "status: draw"}, /* kings are kings, whatever their letters */
};

static ferz_variant *variant_from(const char *words)
{
    char yaml[600];
    if (!strchr(words, ':')) {
        return from_name(words);
    }
    snprintf(yaml, sizeof yaml, "name: Other\n%s", words);
    return from_text(yaml);
}

static bool is_reported(const ferz_diff_report *found, const char *wanted)
{
    char words[1000];
    snprintf(words, sizeof words, "apart: %s", found->incompatible ? found->incompatible : "");
    bool reported = found->incompatible && strstr(words, wanted);
    for (size_t i = 0; i < found->count; i++) {
        const ferz_diff_position *d = &found->items[i];
        for (int k = 0; k < 2 && d->status[k]; k++) {
            snprintf(words, sizeof words, "status: %s", d->status[k]);
            reported |= strstr(words, wanted) != NULL;
        }
        for (size_t k = 0; k < d->count; k++) {
            const ferz_diff_move *item = &d->items[k];
            snprintf(words, sizeof words, "%s %s: %s %s %s%s", d->fen, d->moves, item->allowed_by < 0 ? "both" : "one",
                     item->move, item->why, item->after[0] ? "after" : "");
            reported |= strstr(words, wanted) != NULL;
        }
    }
    return reported;
}

static void show(const ferz_diff_report *found)
{
    print_error("%zu kinds in %llu positions; %s\n", found->kinds, (unsigned long long)found->positions,
                found->incompatible ? found->incompatible : "");
    for (size_t i = 0; i < found->count; i++) {
        const ferz_diff_position *d = &found->items[i];
        print_error("%s  [%s] %s / %s\n", d->fen, d->moves, d->status[0] ? d->status[0] : "",
                    d->status[1] ? d->status[1] : "");
        for (size_t k = 0; k < d->count && k < 4; k++) {
            print_error("    %d %s: %s %s\n", d->items[k].allowed_by, d->items[k].move, d->items[k].why,
                        d->items[k].after[0] ? d->items[k].after[1] : "");
        }
    }
}

TEST(test_pairs)
{
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (!share_takes_row(i)) {
            continue;
        }
        ferz_variant *one = variant_from(pairs[i].one), *other = variant_from(pairs[i].other);
        ferz_diff_report found;
        differ(one, other, pairs[i].nodes, &found);
        bool good = pairs[i].wanted ? is_reported(&found, pairs[i].wanted) : found.count == 0 && !found.incompatible;
        if (!good) {
            print_error("%s / %s: %s\n", pairs[i].one, pairs[i].other, pairs[i].wanted ? pairs[i].wanted : "same");
            show(&found);
            wrong++;
        }
        ferz_diff_report_free(&found);
        ferz_variant_free(other);
        ferz_variant_free(one);
    }
    assert_int_equal(wrong, 0);
}

static bool after_ten(void *state)
{
    return ++*(int *)state > 10;
}

/* The caller's limits: one difference, any number, a stop function, a depth. */
TEST(test_limits)
{
    ferz_variant *one = from_name("chess"),
                 *other = from_text("name: Other\nextends: chess\npieces: {pawn: {moves: W}, "
                                    "knight: {moves: D}, bishop: {moves: F}, rook: {moves: W}}\n");
    ferz_diff_report found;
    const ferz_diff_limits any = {.nodes = 500, .first_only = true, .depth = -1};
    assert_int_equal(ferz_variant_diff(one, other, &any, &found, messages), FERZ_OK);
    assert_int_equal(found.kinds, 3); /* all of the first position, in which bishops have no moves */
    assert_true(found.count >= 1);
    assert_string_equal(found.items[0].moves, "");
    ferz_diff_report_free(&found);
    const ferz_diff_limits two = {.nodes = 500, .games = 3, .max_count = 2, .plies = 3, .depth = 0};
    assert_int_equal(ferz_variant_diff(one, other, &two, &found, messages), FERZ_OK);
    assert_int_equal(found.count, 2);
    assert_true(found.kinds > 4 && found.depths >= 3);
    ferz_diff_report_free(&found);
    int asked = 0;
    const ferz_diff_limits stopping = {.stop = after_ten, .state = &asked, .depth = 1};
    ferz_variant *same = from_text("name: Other\nextends: chess\n");
    assert_int_equal(ferz_variant_diff(one, same, &stopping, &found, messages), FERZ_OK);
    assert_true(asked > 10 && found.positions < 100);
    assert_true(found.depths == 1 && found.leaves[0][0] == 20);
    ferz_diff_report_free(&found);
    ferz_variant_free(same);
    ferz_variant_free(other);
    ferz_variant_free(one);
}

/* A script that does not end is reported at once. */
TEST(test_endless_script)
{
    ferz_variant *one = from_name("chess");
    ferz_variant *other =
        ferz_variant_load(FERZ_SOURCE_DIR "/tests/invalid/games/live-loops.yaml", RULES, NULL, 0, 0, messages);
    assert_non_null(other);
    const ferz_diff_limits limits = {.nodes = 500};
    ferz_diff_report found;
    ferz_messages_clear(messages);
    assert_int_equal(ferz_variant_diff(one, other, &limits, &found, messages), FERZ_BUDGET_EXCEEDED);
    assert_int_equal(ferz_messages_result(messages), FERZ_BUDGET_EXCEEDED);
    assert_int_equal(ferz_messages_count(messages), 1);
    assert_non_null(strstr(ferz_messages_at(messages, 0).text, "exceeded its budget"));
    ferz_diff_report_free(&found);
    assert_int_equal(ferz_variant_diff(other, one, &limits, &found, NULL), FERZ_BUDGET_EXCEEDED);
    ferz_diff_report_free(&found);
    ferz_messages_clear(messages);
    ferz_variant_free(other);
    ferz_variant_free(one);
}

ALL_TESTS(open_messages, close_messages);
