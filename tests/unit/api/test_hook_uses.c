/* One function of a script in two uses: as each kind of hook, as an ending, in play and while the game is built. What it
 * answers in one use may never be taken for an answer of the other. So a game that asks the script each time and a game
 * that goes by what it has learned list the same moves, end alike, and fail alike; or the game does not load, and a
 * message with a code says where. The sanitizers look on. */
#include "unit/test.h"

#include "base/random.h"
#include "unit/temp_folder.h"
#include "unit/fixtures.h"

/* By its arguments a function can know what it is asked, except where two uses have the same ones. */
typedef enum arguments { ARG_NONE, ARG_MOVE, ARG_LEAPS, ARG_CELLS, ARG_START, ARG_CAPTURE } arguments;
static const char *const argument_names[] = {"none", "move", "leaps", "cells", "start", "capture"};

/* `rules` is a text with %s for the function's name. `answer` says what a script means to answer in that use. */
typedef struct use {
    const char *name, *rules;
    arguments gets;
    const char *answer;
} use;

#define LIVE_LIST "{{text = 'x' .. sum() % 7, {counter = 'c', add = 1}}, {text = 'y', {counter = 'c', set = 2}}}"

static const use uses[] = {
    {"after", "hooks: {%s: {at: after}}\n", ARG_MOVE,
     "sum() % 3 > 0 and {{counter = 'c', add = 1}, {counter = 'd', set = sum() % 9}} or nil"},
    {"legal", "hooks: {%s: {at: legal}}\n", ARG_MOVE, "sum() % 5 > 0 or 'the sum is ' .. sum()"},
    {"made", "hooks: {%s: {at: made}}\n", ARG_MOVE, "(sum() + before(sum)) % 4 > 0 or 'before it was ' .. before(sum)"},
    {"moves", "hooks: {%s: {at: moves}}\n", ARG_NONE, "sum() % 2 > 0 and " LIVE_LIST " or nil"},
    {"moves of a piece", "hooks: {%s: {at: moves, pieces: [king, knight]}}\n", ARG_MOVE,
     "{{text = name(a.from) .. '!', {counter = 'c', add = 1}}}"},
    {"choices", "hooks: {%s: {at: choices}}\n", ARG_MOVE,
     "sum() % 2 > 0 and {{}, {text = '+' .. sum() % 4, {counter = 'c', add = 2}}} or nil"},
    {"announce", "hooks: {%s: {at: announce}}\nvisibility: {sees: own}\n", ARG_MOVE, "'the sum is ' .. sum()"},
    {"ending", "end: {odd: {when: hook %s}}\n", ARG_NONE,
     "sum() % 29 == 28 and {winner = 'white', reason = 'sum ' .. sum()} or sum() % 31 == 30 and {result = 'draw'} or "
     "nil"},
    {"condition", "end: {checkmate: {result: loss, hook: %s}}\n", ARG_NONE,
     "sum() % 2 > 0 and {result = 'draw'} or nil"},
    {"leaps", "pieces: {knight: {moves: [{hook: %s}]}}\n", ARG_LEAPS, "{(c + 17) % cells(), (c + 3) % cells()}"},
    {"castling", "castling: {either: {king: king, with: rook, within: own rank 1, ends: hook %s}}\n", ARG_CELLS,
     "{king = (a + 1) % 8 + a // 8 * 8, partner = (a + 2) % 8 + a // 8 * 8}"},
    {"filter", "filter: hook %s\n", ARG_CELLS, "(a + b) % 7 > 0"},
    {"start", "start: {hook: %s}\n", ARG_START, "'rnbqkbnr/pp4pp/8/8/8/8/PP4PP/RNBQKBNR w - - 0 1'"},
    {"on_capture", "", ARG_CAPTURE, "not a.royal and {becomes = 'knight'} or nil"},
};
enum { USES = sizeof uses / sizeof *uses };

/* What it answers: in each use what is meant for it, the first one's answer always, the second one's, or something else. */
typedef enum script_kind {
    TELLS_APART,
    ALWAYS_FIRST,
    ALWAYS_SECOND,
    ALWAYS_NIL,
    ALWAYS_NUMBER,
    SCRIPT_KINDS
} script_kind;

static const char *answer_for(const use *a, const use *b, arguments gets, script_kind kind)
{
    switch (kind) {
    case TELLS_APART:
        return a->gets == gets ? a->answer : b->gets == gets ? b->answer : "nil";
    case ALWAYS_FIRST:
        return a->answer;
    case ALWAYS_SECOND:
        return b->answer;
    case ALWAYS_NUMBER:
        return "sum() * 0 - 2";
    default:
        return "sum() < 0 and {} or nil";
    }
}

static void write_pair(const use *a, const use *b, script_kind kind)
{
    bool captures = a->rules[0] == '\0' || b->rules[0] == '\0';
    const char *name = captures ? "on_capture" : "f";
    text rules = {0}, script = {0};
    text_put(&rules, "name: Two uses\nextends: chess\nscript: uses.lua\ncounters: [c, d]\n");
    text_print(&rules, a->rules, name);
    if (b != a) {
        text_print(&rules, b->rules, name);
    }
    text_print(&script,
               "local function sum()\n"
               "  return count('white') * 3 + count('black', 'pawn') + halfmove_clock() + counter('c') + turn()\n"
               "end\n"
               "function %s(a, b, c)\n"
               "  local gets = a == nil and 'none' or type(a) == 'table' and (b and 'capture' or 'move')\n"
               "    or type(a) == 'string' and 'leaps' or c and 'cells' or 'start'\n",
               name);
    for (int gets = ARG_NONE; gets <= ARG_CAPTURE; gets++) {
        text_print(&script, "  if gets == '%s' then return %s end\n", argument_names[gets],
                   answer_for(a, b, (arguments)gets, kind));
    }
    text_put(&script, "end\n");
    assert_false(rules.failed || script.failed);
    folder_write("uses.yaml", "%s", text_string(&rules));
    folder_write("uses.lua", "%s", text_string(&script));
    text_finish(&rules);
    text_finish(&script);
}

static void show_pair(const use *a, const use *b, script_kind kind, const char *what)
{
    print_error("%s and %s, script %d: %s\n", a->name, b->name, (int)kind, what);
}

/* Every error has a code, and stands in one of the files. */
static bool is_refused_well(const ferz_messages *messages)
{
    size_t errors = 0;
    for (size_t i = 0; i < ferz_messages_count(messages); i++) {
        const ferz_message m = ferz_messages_at(messages, i);
        if (m.warning) {
            continue;
        }
        errors++;
        if (!m.code || m.code[0] != 'E' || !m.file || m.line < 1) {
            return false;
        }
    }
    return errors > 0;
}

static void add_errors(text *out, const ferz_messages *messages)
{
    for (size_t i = 0; i < ferz_messages_count(messages); i++) {
        const ferz_message m = ferz_messages_at(messages, i);
        text_print(out, "%s %d: %s\n", m.code, (int)m.line, m.text);
    }
}

/* What a game says of a position: moves, status, and why it cannot say so. False after an error. */
static bool describe(ferz_game *p, text *out)
{
    ferz_messages *messages = ferz_messages_create(false);
    text_clear(out);
    ferz_status s = {0};
    size_t count = 0;
    char *moves = ferz_game_legal_moves(p, &count, messages), *fen = ferz_game_fen(p);
    for (const char *m = moves; moves && count--; m += strlen(m) + 1) {
        text_print(out, "%s ", m);
    }
    ferz_result status = ferz_game_status(p, &s, messages);
    text_print(out, "\n%s\n%d %d %zu %s\n", fen ? fen : "", (int)status, (int)s.outcome, s.winner,
               status == FERZ_OK && s.reason ? s.reason : "");
    add_errors(out, messages);
    bool fine = moves && fen && status == FERZ_OK && !ferz_messages_errors(messages);
    ferz_free(moves);
    ferz_free(fen);
    ferz_messages_free(messages);
    return fine && s.outcome == FERZ_ONGOING;
}

/* A move at random, the same in both games; false where there is none or the script failed. */
static bool move_both(ferz_game *learned, ferz_game *asked, random_source *random)
{
    size_t count = 0;
    char *moves = ferz_game_legal_moves(learned, &count, NULL);
    uint32_t which = count ? random_below(random, (uint32_t)count) : 0;
    const char *m = moves;
    for (; m && which; which--) {
        m += strlen(m) + 1;
    }
    ferz_messages *of_learned = ferz_messages_create(false), *of_asked = ferz_messages_create(false);
    text a = {0}, b = {0};
    bool done = count && ferz_game_move(learned, m, of_learned) == FERZ_OK;
    bool same = !count || (ferz_game_move(asked, m, of_asked) == FERZ_OK) == done;
    add_errors(&a, of_learned);
    add_errors(&b, of_asked);
    same = same && strcmp(text_string(&a), text_string(&b)) == 0;
    if (!same) {
        print_error("after %s:\n%sbut:\n%s", m, text_string(&a), text_string(&b));
    }
    text_finish(&a);
    text_finish(&b);
    ferz_messages_free(of_learned);
    ferz_messages_free(of_asked);
    ferz_free(moves);
    assert_true(same);
    return done;
}

static size_t pairs_played, pairs_failed, pairs_refused;
static uint64_t answers_known;

static void count_known(const ferz_game *p)
{
    const variant *v = p->variant->variant;
    const int counts[LIVE_KINDS] = {v->after_hook_count, v->legal_hook_count,  v->made_hook_count,
                                    v->moves_hook_count, v->choice_hook_count, 0,
                                    v->ending_count};
    for (int kind = 0; kind < LIVE_KINDS; kind++) {
        for (int i = 0; p->live && i < counts[kind]; i++) {
            uint64_t known = 0;
            bool learned = false;
            if (kind != LIVE_ENDING || v->endings[i].rule->hook) {
                live_learned(p->live, (live_kind)kind, i, &known, &learned);
            }
            answers_known += known;
        }
    }
}

/* Plays both games side by side, from the start some times, so that much is known. */
static void play_pair(const ferz_variant *g, const use *a, const use *b, script_kind kind)
{
    enum { GAMES = 4, PLIES = 12 };
    random_source random = {7};
    text of_learned = {0}, of_asked = {0};
    bool failed = false;
    ferz_messages *messages = ferz_messages_create(false);
    ferz_game *learned = ferz_game_create(g, NULL, messages), *asked = ferz_game_create(g, NULL, messages);
    if (!learned || !asked) {
        assert_true(!learned && !asked && is_refused_well(messages));
        pairs_refused++;
    }
    if (asked) {
        live_compare_answers(asked->live, true);
    }
    for (int game = 0; learned && asked && game < GAMES; game++) {
        for (int ply = 0; ply < PLIES; ply++) {
            bool fine = describe(learned, &of_learned);
            (void)describe(asked, &of_asked);
            if (strcmp(text_string(&of_learned), text_string(&of_asked)) != 0) {
                show_pair(a, b, kind, "learned and asked differ");
                print_error("%sbut:\n%s", text_string(&of_learned), text_string(&of_asked));
                fail();
            }
            failed |= strstr(text_string(&of_learned), "\nE") != NULL;
            if (!fine || !move_both(learned, asked, &random)) {
                break;
            }
        }
        while (ferz_game_undo(learned) && ferz_game_undo(asked)) {
        }
    }
    if (learned && asked) {
        count_known(learned);
        pairs_failed += failed;
        pairs_played += !failed;
    }
    ferz_game_free(learned);
    ferz_game_free(asked);
    ferz_messages_free(messages);
    text_finish(&of_learned);
    text_finish(&of_asked);
}

static void try_pair(const use *a, const use *b, script_kind kind)
{
    write_pair(a, b, kind);
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *g = ferz_variant_load(folder_path("uses.yaml"), support_dirs(), NULL, 0, 1, messages);
    if (g) {
        play_pair(g, a, b, kind);
    } else if (is_refused_well(messages)) {
        pairs_refused++;
    } else {
        show_pair(a, b, kind, "refused without a code or a place");
        support_show(messages);
        fail();
    }
    /* what tells its uses apart is right, unless two uses look the same to it, or one key names one function */
    bool same_key = a != b && strncmp(a->rules, "hooks", 5) == 0 && strncmp(b->rules, "hooks", 5) == 0;
    bool same_end = a != b && strncmp(a->rules, "end", 3) == 0 && strncmp(b->rules, "end", 3) == 0;
    if (!g && kind == TELLS_APART && (a == b || a->gets != b->gets) && !same_key && !same_end) {
        show_pair(a, b, kind, "refused");
        support_show(messages);
        fail();
    }
    ferz_variant_free(g);
    ferz_messages_free(messages);
}

TEST(test_every_pair)
{
    for (size_t i = 0; i < USES; i++) {
        for (size_t k = i; k < USES; k++) {
            for (int kind = 0; kind < SCRIPT_KINDS; kind++) {
                try_pair(&uses[i], &uses[k], (script_kind)kind);
            }
        }
    }
    print_message("%zu pairs played, %zu failed in play, %zu refused, %llu answers were known\n", pairs_played,
                  pairs_failed, pairs_refused, (unsigned long long)answers_known);
    assert_true(pairs_played > 150);
    assert_true(pairs_refused > 100);
    assert_true(answers_known > 10000);
}

/* ---- limits ---- */

/* As many hooks as functions may be called in play, and one more. A name may be as long as one likes. */
TEST(test_limits)
{
    const struct {
        int hooks, length;
        const char *code; /* of the error; NULL: it plays */
    } cases[] = {{SCRIPT_FUNCTIONS_MAX, 5, NULL},
                 {SCRIPT_FUNCTIONS_MAX + 1, 5, "E0306"},
                 {1, 63, NULL},
                 {1, 64, NULL},
                 {3, 255, NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        text rules = {0}, script = {0};
        text_put(&rules, "name: Limits\nextends: chess\nscript: limits.lua\ncounters: [c]\nhooks:\n");
        for (int k = 0; k < cases[i].hooks; k++) {
            text_print(&rules, "  h%0*d: {at: after}\n", cases[i].length - 1, k);
            text_print(&script, "function h%0*d(move) return {{counter = 'c', add = %d}} end\n", cases[i].length - 1, k,
                       k == cases[i].hooks - 1 ? 1 : 0);
        }
        folder_write("limits.yaml", "%s", text_string(&rules));
        folder_write("limits.lua", "%s", text_string(&script));
        ferz_messages *messages = ferz_messages_create(false);
        ferz_variant *g = ferz_variant_load(folder_path("limits.yaml"), support_dirs(), NULL, 0, 1, messages);
        ferz_game *p = g ? ferz_game_create(g, NULL, messages) : NULL;
        if (!cases[i].code) {
            if (!p) {
                support_show(messages);
            }
            assert_non_null(p);
            assert_int_equal(ferz_game_move(p, "e2e4", NULL), FERZ_OK);
            char *fen = ferz_game_fen(p);
            assert_non_null(strstr(fen, "c=1"));
            ferz_free(fen);
        } else {
            assert_null(p);
            assert_true(is_refused_well(messages));
            assert_string_equal(ferz_messages_at(messages, 0).code, cases[i].code);
        }
        ferz_game_free(p);
        ferz_variant_free(g);
        ferz_messages_free(messages);
        text_finish(&rules);
        text_finish(&script);
    }
}

ALL_TESTS(folder_make, folder_remove);
