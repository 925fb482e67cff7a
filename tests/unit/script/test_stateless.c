/* Hooks forget: a game whose script has answered thousands of questions, and from which much was learned, plays as one that was
 * loaded a moment ago. Every game of rules/ that has a script. Run from the repository's root, or compile with -DFERZ_SOURCE_DIR="...". */
#define _XOPEN_SOURCE 700 /* mkdtemp */

#include "unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "ferz_tools.h"
#include "unit/temp_folder.h"

#ifndef FERZ_SOURCE_DIR
#define FERZ_SOURCE_DIR "."
#endif

enum { GAMES = 6, PLIES = 40 };

static const char *const dirs[] = {FERZ_SOURCE_DIR "/rules", NULL};
static size_t positions, scripts;

static ferz_variant *load(const char *name)
{
    ferz_variant *variant = ferz_variant_load(name, dirs, NULL, 0, 1, NULL);
    if (!variant) {
        fail_msg("%s does not load", name);
    }
    return variant;
}

/* Plays on in both with the same random numbers; every question must have the same answer in both. */
static void compare(const char *name, ferz_variant *used, ferz_variant *fresh, uint64_t seed)
{
    ferz_game *a = ferz_game_create(used, NULL, NULL), *b = ferz_game_create(fresh, NULL, NULL);
    assert_true(a && b);
    clock_t until = clock() + CLOCKS_PER_SEC;
    for (int ply = 0; ply < PLIES && clock() < until; ply++) {
        size_t count = 0, same = 0;
        char *moves = ferz_game_legal_moves(a, &count, NULL), *others = ferz_game_legal_moves(b, &same, NULL);
        char *fen = ferz_game_fen(a), *other_fen = ferz_game_fen(b);
        ferz_status status = {0}, other = {0};
        assert_true(moves && others && fen && other_fen);
        assert_int_equal(ferz_game_status(a, &status, NULL), FERZ_OK);
        assert_int_equal(ferz_game_status(b, &other, NULL), FERZ_OK);
        if (count != same || strcmp(fen, other_fen) != 0 || status.outcome != other.outcome ||
            strcmp(status.reason, other.reason) != 0) {
            fail_msg("%s: it depends on what was asked before: %s", name, fen);
        }
        const char *m = moves, *n = others, *chosen = NULL;
        seed = seed * 6364136223846793005U + 1442695040888963407U;
        for (size_t i = 0; i < count; i++, m += strlen(m) + 1, n += strlen(n) + 1) {
            if (strcmp(m, n) != 0) {
                fail_msg("%s: %s or %s in %s", name, m, n, fen);
            }
            chosen = i == (seed >> 33) % count ? m : chosen;
        }
        positions++;
        bool over = !chosen || ferz_game_move(a, chosen, NULL) != FERZ_OK;
        if (!over) {
            assert_int_equal(ferz_game_move(b, chosen, NULL), FERZ_OK);
        }
        ferz_free(moves);
        ferz_free(others);
        ferz_free(fen);
        ferz_free(other_fen);
        if (over) {
            break;
        }
    }
    ferz_game_free(a);
    ferz_game_free(b);
}

TEST(test_games)
{
    ferz_list_entry *entries = NULL;
    size_t count = ferz_list(dirs, &entries, NULL);
    assert_true(count > 40);
    for (size_t i = 0; i < count; i++) {
        ferz_variant *used = load(entries[i].name);
        if (ferz_variant_script_calls(used)) {
            scripts++;
            clock_t until = clock() + CLOCKS_PER_SEC / 3; /* some ask Lua of every move */
            for (uint64_t seed = 1; seed <= GAMES && (seed == 1 || clock() < until); seed++) {
                ferz_variant *fresh = load(entries[i].name);
                compare(entries[i].name, used, fresh, seed);
                ferz_variant_free(fresh);
            }
        }
        ferz_variant_free(used);
    }
    ferz_list_free(entries, count);
    print_message("%zu games with scripts, %zu positions\n", scripts, positions);
    assert_true(scripts > 10 && positions > 1000);
}

/* A hook that counts its calls is found when the hooks are tried, and named. */
TEST(test_memory_is_found)
{
    static const char yaml[] = "name: Remembers\nscript: state.lua\nextends: chess\nhooks: {refuse: {at: legal}}\n";
    folder_write("state.lua", "%s", "local n = 0\nfunction refuse() n = n + 1 return n % 7 > 0 end\n");
    folder_write("state.yaml", "%s", yaml);
    ferz_variant *remembers = load(folder_path("state.yaml"));
    ferz_messages *messages = ferz_messages_create(false);
    ferz_hook_trial found = {.unasked = NULL};
    assert_int_equal(ferz_variant_try_hooks(remembers, &found, messages), FERZ_REJECTED);
    const ferz_message first = ferz_messages_at(messages, 0);
    assert_non_null(strstr(first.text, "refuse: the hook answered otherwise than before"));
    assert_string_equal(first.code, "E0908");
    assert_int_equal(first.line, 2);
    ferz_free(found.unasked);
    ferz_messages_free(messages);
    ferz_variant_free(remembers);
}

/* What is told of the cost: the second hook keeps something in mind, the others ask little. */
TEST(test_costs)
{
    folder_write("state.lua", "%s",
                 "local n = 0\n"
                 "function kings(move) return move.piece ~= 'king' end\n"
                 "function asks(move) n = n + 1 piece(n % cells()) return true end\n"
                 "function bare() return count('white') == 1 and {winner = 'black'} or nil end\n");
    folder_write("state.yaml", "%s",
                 "name: Costs\nscript: state.lua\nextends: chess\n"
                 "hooks: {kings: {at: legal}, asks: {at: legal, pieces: [knight]}}\nend: {bare: {when: hook bare}}\n");
    ferz_variant *v = load(folder_path("state.yaml"));
    assert_int_equal(ferz_variant_facts(v)->hook_count, 3);
    ferz_hook_cost costs[3];
    size_t plies = 0;
    assert_int_equal(ferz_variant_hook_costs(v, costs, &plies, NULL), FERZ_OK);
    assert_int_equal(plies, FERZ_COST_PLIES);
    assert_true(costs[0].learned && costs[0].known * 100 > costs[0].asked * 99 && costs[0].asked > plies);
    assert_true(!costs[1].learned && costs[1].known * 10 < costs[1].asked);
    assert_true(costs[2].learned && costs[2].known + 20 > costs[2].asked && costs[2].asked > plies);
    ferz_variant_free(v);
}

ALL_TESTS(folder_make, folder_remove);
