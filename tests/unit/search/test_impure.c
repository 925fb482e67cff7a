/* Hooks that answer otherwise each time they are asked, of every kind, under every way of searching. A search may give a
 * legal move, none, or an error that names the hook; it may not corrupt anything. The sanitizers look on. */
#include "unit/test.h"

#include "unit/fixtures.h"
#include "unit/share.h"
#include "unit/temp_folder.h"

/* `turn()` is true now and then, whatever the position is. It asks something else each time, so that nothing is learned
 * from it, and every answer is the script's. */
#define TURN                                                                                                           \
    "local n = 0\n"                                                                                                    \
    "local function turn() n = n + 1; piece(n % cells()); return n % 7 < 3 end\n"

typedef struct impure {
    const char *at, *rules, *script;
} impure;

static const impure hooks[] = {
    {"after", "", "function h(move) if turn() then return {{hand = 'white', piece = 'knight', add = 1}} end end\n"},
    {"after", "",
     "function h(move) if turn() and move.to and owner(move.to) then\n"
     "  return {{capture = move.to}, {hand = 'black', piece = 'rook', add = 1}} end end\n"},
    {"after", "counters: [c]\n", "function h(move) if turn() then return {{counter = 'c', add = 1}} end end\n"},
    {"after", "", "function h(move) if turn() then return {{next_player = move.owner}} end end\n"},
    {"legal", "", "function h(move) return turn() end\n"},
    {"made", "", "function h(move) return turn() end\n"},
    {"moves", "",
     "function h() local all = {}\n"
     "  for _, place in ipairs {'a4', 'b4', 'c4', 'd4'} do\n"
     "    if turn() and not piece(cell(place)) then\n"
     "      all[#all + 1] = {text = place, {put = cell(place), piece = 'pawn', owner = side_to_move()}}\n"
     "    end\n"
     "  end\n"
     "  return all\n"
     "end\n"},
    {"choices", "",
     "function h(move) if turn() then\n"
     "  return {{text = 'one', {hand = 'white', piece = 'pawn', add = 1}}, {text = 'two'}} end end\n"},
    {"announce", "", "function h(move) if turn() then return 'boo' end end\n"},
};

static const char *const bases[] = {
    "extends: crazyhouse\nstart: r3k2r/pppp4/8/8/8/8/PPPP4/R3K2R[QNqn] w - - 0 1\n",
    "extends: crazyhouse\nstart: r3k2r/pppp4/8/8/8/8/PPPP4/R3K2R[QNqn] w - - 0 1\nvisibility: {sees: own}\n",
    ("extends: crazyhouse\nplayers: [{name: white, seat: south}, {name: black, seat: north}, {name: red, seat: "
     "north}]\n"
     "start: 1bKbR2rRrK1/bPbPbPrPrPrP2/8/8/8/8/wPwPwP5/3wKwR3[wQbNrQ] w - - 0 1\n"),
    "extends: crazyhouse\nturn: {plies: 2}\nstart: 4k3/pppp4/8/8/8/8/PPPP4/4K3[QNqn] w - - 0 1\n",
};

/* Errors may only be about the hook. */
static void assert_told(const ferz_messages *messages, const impure *h)
{
    for (size_t i = 0; i < ferz_messages_count(messages); i++) {
        const ferz_message m = ferz_messages_at(messages, i);
        if (!m.warning && !strstr(m.text, "h`") && !strstr(m.text, "h:") && strcmp(m.code, "E0104") != 0) {
            support_show(messages);
            fail_msg("%s: the hook is not named", h->at);
        }
    }
}

static size_t impure_found;

static void search_with(ferz_variant *g, const impure *h, ferz_method method, int threads)
{
    ferz_messages *messages = ferz_messages_create(false);
    ferz_game *p = ferz_game_create(g, NULL, messages);
    if (!p) {
        support_show(messages);
    }
    assert_non_null(p);
    ferz_engine *engine = ferz_engine_create(g, 1 << 20, messages);
    assert_non_null(engine);
    const ferz_limits limits = {.nodes = 300, .method = method, .threads = threads, .multipv = 2};
    for (int ply = 0; ply < 4; ply++) {
        ferz_best best;
        ferz_messages_clear(messages);
        const ferz_result result = ferz_engine_best_move(engine, p, &limits, &best, messages);
        assert_told(messages, h);
        for (size_t i = 0; i < ferz_messages_count(messages); i++) {
            impure_found += strstr(ferz_messages_at(messages, i).text, "a hook must be pure") != NULL;
        }
        bool played = result == FERZ_OK && ferz_game_move(p, best.move, NULL) == FERZ_OK;
        ferz_free(best.move);
        ferz_free(best.pv);
        if (!played) {
            break;
        }
        char *fen = ferz_game_fen(p);
        assert_non_null(fen);
        ferz_free(fen);
    }
    ferz_engine_free(engine);
    ferz_game_free(p);
    ferz_messages_free(messages);
}

TEST(test_every_search)
{
    static const ferz_method methods[] = {FERZ_METHOD_AUTO, FERZ_METHOD_ALPHABETA, FERZ_METHOD_MCTS};
    size_t loaded = 0;
    for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++) {
        for (size_t k = 0; k < sizeof bases / sizeof *bases; k++) {
            folder_write("impure.yaml", "name: Impure\n%s%sscript: impure.lua\nhooks: {h: {at: %s}}\n", bases[k],
                         hooks[i].rules, hooks[i].at);
            folder_write("impure.lua", "%s%s", TURN, hooks[i].script);
            ferz_messages *messages = ferz_messages_create(false);
            ferz_variant *g = ferz_variant_load(folder_path("impure.yaml"), support_dirs(), NULL, 0, 1, messages);
            if (!g) {
                print_error("%s, %zu: ", hooks[i].at, k);
                support_show(messages);
            }
            ferz_messages_free(messages);
            for (size_t m = 0; g && m < sizeof methods / sizeof *methods && share_takes_row(i + k); m++) {
                search_with(g, &hooks[i], methods[m], 1);
                search_with(g, &hooks[i], methods[m], 2);
            }
            loaded += g != NULL;
            ferz_variant_free(g);
        }
    }
    assert_int_equal(loaded, sizeof hooks / sizeof *hooks * sizeof bases / sizeof *bases);
    assert_true(impure_found > 10);
}

ALL_TESTS(folder_make, folder_remove);
