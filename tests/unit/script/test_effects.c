/* Effects of scripts, one by one: what each does to the position, and the words with which it is refused. */
#include "unit/test.h"

#include "ferz_tools.h"

#include "unit/temp_folder.h"
#include "unit/fixtures.h"
#include "base/text.h"

/* A pawn goes from e2 to e3, and the effects come after it. */
#define FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
#define FREE "extends: chess\n"
#define WITH_HANDS "extends: crazyhouse\n"
#define COUNTED "extends: chess\ncounters: [n]\n"
#define CASTLED "extends: chess\n"
#define DICED "extends: chess\nturn: {pass: no_moves}\ndice: {roll: 2d6}\n"
#define STACKS "extends: chess\nstacks: true\n"
#define BOARDS                                                                                                         \
    "extends: chess\nboard: {boards: [A, B]}\nplayers:\n  - {name: one, letter: w, board: A, seat: south}\n"           \
    "  - {name: two, letter: w, board: B, seat: south}\n  - {name: three, letter: b, board: A, seat: north}\n"         \
    "  - {name: four, letter: b, board: B, seat: north}\n"                                                             \
    "start: 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n"

typedef struct effect_case {
    const char *rules, *fen, *effects, *fen_after; /* the FEN after it, or the words of the refusal */
} effect_case;

static const effect_case cases[] = {
    {FREE, FEN, "{put = cell('a5'), piece = 'rook', owner = 'black'}", "4k3/8/8/r7/8/4P3/8/4K3 b - - 0 1"},
    {FREE, FEN, "{put = cell('e8'), piece = 'rook', owner = 'black'}", "`put` on an occupied cell"},
    {FREE, "4k3/8/8/n7/8/8/4P3/4K3 w - - 0 1", "{capture = cell('a5')}", "4k3/8/8/8/8/4P3/8/4K3 b - - 0 1"},
    {FREE, FEN, "{capture = cell('a5')}", "`capture` on an empty cell"},
    {FREE, FEN, "{capture = cell('e8')}", "`capture` of a royal piece"},
    {FREE, "4k3/8/8/n7/8/8/4P3/4K3 w - - 0 1", "{transform = cell('a5'), into = 'rook'}",
     "4k3/8/8/r7/8/4P3/8/4K3 b - - 0 1"},
    {FREE, FEN, "{transform = cell('a5'), into = 'queen'}", "`transform` on an empty cell"},
    {FREE, "4k3/8/8/n7/8/8/4P3/4K3 w - - 0 1", "{give = cell('a5'), to = 'white'}", "4k3/8/8/N7/8/4P3/8/4K3 b - - 0 1"},
    {FREE, FEN, "{give = cell('a5'), to = 'white'}", "`give` on an empty cell"},
    {FREE, FEN, "{give = cell('e8'), to = 'white'}", "`give` of a royal piece"},
    {FREE, "4k3/8/8/n7/8/8/4P3/4K3 w - - 0 1", "{move = cell('a5'), to = cell('h8')}",
     "4k2n/8/8/8/8/4P3/8/4K3 b - - 0 1"},
    {FREE, FEN, "{move = cell('a5'), to = cell('a6')}", "`move` from an empty cell"},
    {FREE, FEN, "{move = cell('e8'), to = cell('e3')}", "`move` to an occupied cell"},
    /* hands */
    {WITH_HANDS, "4k3/8/8/n7/8/8/4P3/4K3[] w - - 0 1", "{to_hand = cell('a5')}", "4k3/8/8/8/8/4P3/8/4K3[n] b - - 0 1"},
    {WITH_HANDS, "4k3/8/8/8/8/8/4P3/4K3[] w - - 0 1", "{to_hand = cell('a5')}", "`to_hand` of an empty cell"},
    {FREE, FEN, "{to_hand = cell('e3')}", "`to_hand` in a game without hands"},
    {WITH_HANDS, "4k3/8/8/8/8/8/4P3/4K3[] w - - 0 1", "{hand = 'black', piece = 'pawn', add = 2}",
     "4k3/8/8/8/8/4P3/8/4K3[pp] b - - 0 1"},
    {WITH_HANDS, "4k3/8/8/8/8/8/4P3/4K3[NN] w - - 0 1", "{hand = 'white', piece = 'knight', add = -1}",
     "4k3/8/8/8/8/4P3/8/4K3[N] b - - 0 1"},
    {WITH_HANDS, "4k3/8/8/8/8/8/4P3/4K3[] w - - 0 1", "{hand = 'white', piece = 'knight', add = -1}",
     "`hand` that leaves fewer than none"},
    {WITH_HANDS, "4k3/8/8/8/8/8/4P3/4K3[N] w - - 0 1", "{hand = 'white', piece = 'knight', add = 1000}",
     "more than 1000"},
    {FREE, FEN, "{hand = 'white', piece = 'knight', add = 1}", "`hand` in a game without hands"},
    /* counters, clocks */
    {COUNTED, FEN, "{counter = 'n', set = -7}, {counter = 'n', add = 9}", "4k3/8/8/8/8/4P3/8/4K3 b - - 0 1 n=2"},
    {COUNTED, FEN, "{counter = 'n', set = 9999}, {counter = 'n', add = 1}", "`counter` that leaves -9999 to 9999"},
    {COUNTED, FEN, "{counter = 'n', set = 9999}", "4k3/8/8/8/8/4P3/8/4K3 b - - 0 1 n=9999"},
    {COUNTED, FEN, "{counter = 'n', set = -9999}, {counter = 'n', add = -1}", "`counter` that leaves -9999 to 9999"},
    {FREE, FEN, "{halfmove_clock = 12}", "4k3/8/8/8/8/4P3/8/4K3 b - - 12 1"},
    {FREE, FEN, "{halfmove_clock = -1}", "`halfmove_clock` of fewer plies than none"},
    {FREE, FEN, "{halfmove_clock = 10000}", "more than 9999"},
    /* rights */
    {CASTLED, "4k3/8/8/8/8/8/4P3/4K2R w - - 0 1", "{right = 'k', owner = 'white', set = true}",
     "4k3/8/8/8/8/4P3/8/4K2R b K - 0 1"},
    {CASTLED, "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1", "{right = 'k', owner = 'white', set = false}",
     "4k3/8/8/8/8/4P3/8/4K2R b - - 0 1"},
    {"extends: chess\ncastling: {short: none, long: none,\n"
     "  any: {king: king, with: rook, within: own rank 1, ends: hook ends, notation: capture}}\n",
     "4k3/8/8/8/8/8/4P3/3K3R w H - 0 1", "{move = cell('d1'), to = cell('d2')}", "4k3/8/8/8/8/4P3/3K4/7R b - - 0 1"},
    {CASTLED, FEN, "{right = 'k', owner = 'white', set = true}", "`right` for pieces that are not in place"},
    /* whose turn it is, dice */
    {FREE, FEN, "{next_player = 'white'}", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1 ply=1"},
    {FREE, FEN, "{roll = 'white'}", "`roll` in a game without dice"},
    {DICED, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 roll=3-5", "{next_player = 'white'}, {use_die = 5}", "dice=3"},
    {DICED, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 roll=3-5", "{use_die = 6}", "`use_die` of a number that no die shows"},
    {BOARDS, NULL, "{next_player = 'one'}", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1 | 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"},
    {BOARDS, "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1 | 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 acts=B", "{next_player = 'one'}",
     "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 4k3/8/8/8/8/4P3/8/4K3 b - - 0 1"},
    {BOARDS, NULL, "{next_player = 'four'}",
     "4k3/8/8/8/8/4P3/8/4K3 b - - 0 1 | 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1 acts=B"},
    {"extends: chess\nneutral: nobody\n", FEN, "{next_player = 'nobody'}", "a turn for neutral pieces"},
    {WITH_HANDS, "4k3/8/8/8/8/8/4P3/4K3[] w - - 0 1", "{to_hand = cell('e8')}",
     "`to_hand` of a piece that cannot be held"},
    /* passing */
    {FREE, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "{en_passant = cell('d1'), by = cell('d8')}", "`en_passant` by no piece"},
    {FREE, FEN, "{en_passant = cell('e3'), by = cell('e8')}", "`en_passant` of an occupied cell"},
    {FREE, "4k3/8/8/8/3pP3/8/4P3/4K3 w - - 0 1", "{en_passant = cell('e3'), by = cell('e4')}",
     "`en_passant` of an occupied cell"},
    /* stacks */
    {STACKS, FEN, "{put = cell('e8'), piece = 'rook', owner = 'black'}", "4(kr)3/8/8/8/8/4P3/8/4K3 b - - 0 1"},
    {STACKS, FEN, "{put_under = cell('e8'), piece = 'rook', owner = 'white'}", "4(Rk)3/8/8/8/8/4P3/8/4K3 b - - 0 1"},
    {STACKS, FEN, "{put_under = cell('a5'), piece = 'rook', owner = 'white'}", "4k3/8/8/R7/8/4P3/8/4K3 b - - 0 1"},
    {STACKS, "4k3/8/8/(nr)7/8/8/4P3/4K3 w - - 0 1", "{capture = cell('a5')}", "4k3/8/8/n7/8/4P3/8/4K3 b - - 0 1"},
    {STACKS, "4k3/8/8/(nr)7/8/8/4P3/4K3 w - - 0 1", "{move = cell('a5'), to = cell('e8')}",
     "4(kr)3/8/8/n7/8/4P3/8/4K3 b - - 0 1"},
    {FREE, FEN, "{put_under = cell('e8'), piece = 'rook', owner = 'white'}", "`put_under` in a game without stacks"},
    {FREE, FEN, "{put_under = cell('a5'), piece = 'rook', owner = 'white'}", "4k3/8/8/R7/8/4P3/8/4K3 b - - 0 1"},
};

static ferz_variant *game_of(const char *rules, const char *effects)
{
    folder_write("effect.yaml", "name: Effect\n%sscript: effect.lua\nhooks: {e: {at: after, pieces: [pawn]}}\n", rules);
    folder_write("effect.lua",
                 "local e2 = {[cell('e2') or cell('A:e2')] = true, [cell('B:e2') or -1] = true}\n"
                 "function e(move) if move.from and e2[move.from] then return {%s} end end\n"
                 "function ends(k, r) return {king = cell(7, rank(k)), partner = cell(6, rank(k))} end\n",
                 effects);
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *g = ferz_variant_load(folder_path("effect.yaml"), support_dirs(), NULL, 0, 1, messages);
    if (!g) {
        support_show(messages);
    }
    ferz_messages_free(messages);
    assert_non_null(g);
    return g;
}

static const char *move_of(const effect_case *c)
{
    return !strstr(c->rules, "boards:") ? "e2e3" : c->fen && strstr(c->fen, "acts=B") ? "B:e2e3" : "A:e2e3";
}

/* The result of the move: the position, or the refusal, which may come when the status is asked for. */
static char *outcome_of(const ferz_variant *g, const effect_case *c)
{
    ferz_messages *messages = ferz_messages_create(false);
    ferz_game *p = ferz_game_create(g, c->fen, messages);
    uint64_t hash = p ? ferz_game_hash(p) : 0;
    char *before = p ? ferz_game_fen(p) : NULL, *found = NULL;
    if (p && ferz_game_move(p, move_of(c), messages) == FERZ_OK) {
        found = ferz_game_fen(p);
        support_verify(p);
        assert_true(ferz_game_undo(p));
    } else {
        assert_true(ferz_messages_count(messages) > 0);
        const char *message = ferz_messages_at(messages, 0).rendered;
        found = malloc(strlen(message) + 1);
        assert_non_null(found);
        strcpy(found, message);
    }
    if (p) {
        char *after = ferz_game_fen(p);
        assert_string_equal(before, after);
        assert_true(ferz_game_hash(p) == hash);
        ferz_free(after);
    }
    ferz_free(before);
    ferz_game_free(p);
    ferz_messages_free(messages);
    return found;
}

/* How explaining names each effect. */
static const struct {
    const char *effects, *reported;
} names[] = {
    {"{put = cell('a5'), piece = 'rook', owner = 'black'}", "put black rook on a5"},
    {"{capture = cell('a5')}", "capture a5"},
    {"{transform = cell('a5'), into = 'rook'}", "transform a5 into a rook"},
    {"{give = cell('a5'), to = 'white'}", "give a5 to white"},
    {"{move = cell('a5'), to = cell('h8')}", "a5"},
    {"{to_hand = cell('a5')}", "return a5 to its owner's hand"},
    {"{hand = 'black', piece = 'pawn', add = 2}", "2"},
    {"{counter = 'n', set = -7}, {counter = 'n', add = 9}", "-7"},
    {"{halfmove_clock = 12}", "the halfmove clock is 12"},
    {"{right = 'k', owner = 'white', set = true}", "a right of white is given back"},
    {"{right = 'k', owner = 'white', set = false}", "a right of white is lost"},
    {"{next_player = 'white'}", "white acts next"},
    {"{next_player = 'white'}, {use_die = 5}", "white acts next, a die showing 5 is used up"},
    {"{en_passant = cell('d1'), by = cell('d8')}", "open d1 to en passant"},
    {"{put_under = cell('e8'), piece = 'rook', owner = 'white'}", "put a rook under the stack on e8"},
};

/* The description of a move with effects of hooks: each effect, in the words above. */
static bool reported(const ferz_variant *g, const effect_case *c)
{
    bool legal = false, ok = true;
    ferz_game *p = support_play(g, c->fen, NULL);
    char *words = ferz_game_explain_move(p, move_of(c), &legal, NULL);
    for (size_t i = 0; words && legal && i < sizeof names / sizeof *names; i++) {
        const char *line = strstr(words, "hook e: ");
        if (strcmp(names[i].effects, c->effects) == 0 && (!line || !strstr(line, names[i].reported))) {
            print_error("%s: `%s` wanted, told was\n%s", c->effects, names[i].reported, words);
            ok = false;
        }
    }
    ferz_free(words);
    ferz_game_free(p);
    return ok;
}

TEST(test_effects)
{
    int wrong = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ferz_variant *g = game_of(cases[i].rules, cases[i].effects);
        char *found = outcome_of(g, &cases[i]);
        if (!strstr(found, cases[i].fen_after)) {
            print_error("%s: %s wanted, but %s\n", cases[i].effects, cases[i].fen_after, found);
            wrong++;
        }
        wrong += strchr(cases[i].fen_after, '/') && !reported(g, &cases[i]);
        free(found);
        ferz_variant_free(g);
    }
    assert_int_equal(wrong, 0);
}

/* Announcements of several hooks about one move are joined. */
TEST(test_announced)
{
    static const struct {
        int first, second; /* letters that each hook announces */
        const char *message;
    } lengths[] = {{10, 20, NULL}, {100, 300, NULL}, {300, 300, "more lines than one move can have"}};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        char script[1000];
        snprintf(script, sizeof script, "function e() return 'e%0*d' end\nfunction f() return 'f%0*d' end\n",
                 lengths[i].first - 1, 0, lengths[i].second - 1, 0);
        folder_write("effect.lua", "%s", script);
        folder_write(
            "effect.yaml",
            "name: Effect\nextends: chess\nscript: effect.lua\nhooks: {e: {at: announce}, f: {at: announce}}%s\n", "");
        ferz_messages *messages = ferz_messages_create(false);
        ferz_variant *g = ferz_variant_load(folder_path("effect.yaml"), support_dirs(), NULL, 0, 1, messages);
        ferz_game *p = g ? ferz_game_create(g, FEN, messages) : NULL;
        if (!p) {
            support_show(messages);
        }
        assert_non_null(p);
        ferz_result result = ferz_game_move(p, "e2e3", messages);
        if (lengths[i].message) {
            assert_int_not_equal(result, FERZ_OK);
            assert_non_null(strstr(ferz_messages_at(messages, 0).rendered, lengths[i].message));
        } else {
            assert_int_equal(result, FERZ_OK);
            const char *output = ferz_game_announcements(p, 0);
            assert_int_equal(strspn(output, "e0"), lengths[i].first);
            assert_int_equal(strspn(output + lengths[i].first, "\n"), 1);
            assert_int_equal(strspn(output + lengths[i].first + 1, "f0"), lengths[i].second);
        }
        ferz_game_free(p);
        ferz_variant_free(g);
        ferz_messages_free(messages);
    }
}

/* A hook that a `legal` hook should have kept from a move fails for it. So it must not be asked, whatever lists the
 * moves and judges them. */
TEST(test_order)
{
    static const struct {
        const char *rules, *fen, *refused;
    } games[] = {
        {"extends: chess\n", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e3"},
        {"extends: chess\nturn: {plies: 2}\n", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e3"},
        {"extends: crazyhouse\ndrops: {check: false}\n", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@e7"},
        {"extends: chess\n", "4k3/8/8/8/8/8/4P3/4K2r w - - 0 1", "e2e3"}, /* and the king is in check */
    };
    static const char *const places[] = {"after", "choices", "made"};
    for (size_t i = 0; i < sizeof games / sizeof *games * 3; i++) {
        folder_write("effect.lua", "%s",
                     "function refuses(move) return move.piece ~= 'pawn' end\n"
                     "function fails(move) if move.piece == 'pawn' then error('it was asked') end end\n");
        folder_write("effect.yaml",
                     "name: Order\n%sscript: effect.lua\nhooks: {fails: {at: %s}, refuses: {at: legal}}\n",
                     games[i / 3].rules, places[i % 3]);
        ferz_messages *messages = ferz_messages_create(false);
        ferz_variant *g = ferz_variant_load(folder_path("effect.yaml"), support_dirs(), NULL, 0, 1, messages);
        ferz_game *p = g ? ferz_game_create(g, games[i / 3].fen, messages) : NULL;
        size_t count = 0;
        char *moves = p ? ferz_game_legal_moves(p, &count, messages) : NULL;
        if (!moves) {
            print_error("%s: %s", places[i % 3], games[i / 3].rules);
            support_show(messages);
        }
        assert_non_null(moves);
        assert_true(count > 0);
        assert_int_not_equal(ferz_game_move(p, games[i / 3].refused, messages), FERZ_OK);
        const char *said = ferz_messages_at(messages, 0).rendered;
        assert_null(strstr(said, "it was asked"));
        assert_non_null(strstr(said, "illegal: "));
        ferz_free(moves);
        ferz_game_free(p);
        ferz_variant_free(g);
        ferz_messages_free(messages);
    }
}

/* A script gets every royal piece and every attacker, also where there are more than a word has bits. */
TEST(test_long_lists)
{
    text leaps = {0}, ranks = {0};
    for (int i = 0; i <= 7; i++) {
        for (int j = i > 0 ? i : 1; j <= 12; j++) {
            text_print(&leaps, "(%d,%d)", j, i);
        }
    }
    for (int rank = 0; rank < 7; rank++) {
        text_put(&ranks, "RRRRRRRRRRRRRR/"); /* 98 rooks that leap to every cell but their own */
    }
    folder_write("effect.lua", "%s",
                 "function e(move)\n"
                 "  return {{counter = 'royal', set = #royals('black')},\n"
                 "    {counter = 'attack', set = #attackers(cell('g8'), 'white')}}\n"
                 "end\n");
    folder_write("effect.yaml",
                 "name: Long lists\nboard: {size: 14x14}\nstart: 14/14/14/14/14/14/14/14/14/14/14/14/14/14 w\n"
                 "pieces: {king: {letter: k, moves: K, royal: true}, rook: {letter: r, moves: \"%s\"}}\n"
                 "royals: {capturable: true}\n"
                 "counters: [royal, attack]\nscript: effect.lua\nhooks: {e: {at: after}}\n",
                 text_string(&leaps));
    text fen = {0};
    text_print(&fen, "kkkkkkkkkkkkkk/kkkkkkkkkkkkkk/kkkkkkkkkkkkkk/kkkkkkkkkkkkkk/kkkkkkkkkkkkkk/14/%s14 w",
               text_string(&ranks));
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *g = ferz_variant_load(folder_path("effect.yaml"), support_dirs(), NULL, 0, 1, messages);
    ferz_game *p = g ? ferz_game_create(g, text_string(&fen), messages) : NULL;
    if (!p || ferz_game_move(p, "a2a1", messages) != FERZ_OK) {
        support_show(messages);
        fail();
    }
    char *after = ferz_game_fen(p);
    if (!strstr(after, "royal=70") || !strstr(after, "attack=97")) {
        print_error("%s\n", after);
        fail();
    }
    ferz_free(after);
    ferz_game_free(p);
    ferz_variant_free(g);
    ferz_messages_free(messages);
    text_finish(&leaps);
    text_finish(&ranks);
    text_finish(&fen);
}

/* The large questions answer as loops over small ones do. */
TEST(test_large_questions)
{
    folder_write(
        "effect.lua", "%s",
        "local function same(a, b)\n"
        "  assert(table.concat(a, ' ') == table.concat(b, ' '), table.concat(a, ' ') .. ' or ' .. table.concat(b, ' "
        "'))\n"
        "end\n"
        "local function scan(player, kind)\n"
        "  local found = {}\n"
        "  for c = 0, cells() - 1 do\n"
        "    if owner(c) == player and (not kind or piece(c) == kind) then table.insert(found, c) end\n"
        "  end\n"
        "  return found\n"
        "end\n"
        "local function has(list, wanted)\n"
        "  for _, c in ipairs(list) do if c == wanted then return true end end\n"
        "  return false\n"
        "end\n"
        "local function line(c, across, up)\n"
        "  local f, r = file(c), rank(c)\n"
        "  repeat f, r = f + across, r + up; c = cell(f, r) until not c or piece(c)\n"
        "  return c\n"
        "end\n"
        "function e(move)\n"
        "  for across = -2, 2 do for up = -1, 1 do\n"
        "    if across ~= 0 or up ~= 0 then assert(first_piece(move.to, across, up) == line(move.to, across, up)) end\n"
        "  end end\n"
        "  for _, player in ipairs(players) do\n"
        "    same(pieces(player), scan(player))\n"
        "    same(pieces(player, 'knight'), scan(player, 'knight'))\n"
        "    for _, c in ipairs(scan(player)) do\n"
        "      local can = false\n"
        "      for _, to in ipairs(pieces(player == 'white' and 'black' or 'white')) do\n"
        "        can = can or has(attackers(to, player), c)\n"
        "      end\n"
        "      for to = 0, cells() - 1 do\n"
        "        local passed = en_passant(to)\n"
        "        local theirs = passed and owner(passed) ~= player and piece(c) == 'pawn'\n"
        "        can = can or theirs and has(attackers(to, player), c)\n"
        "      end\n"
        "      assert(has(capturers(player), c) == (can == true))\n"
        "      assert(has(capturers(player, 'knight'), c) == (can == true and piece(c) == 'knight'))\n"
        "    end\n"
        "    for _, c in ipairs(player == move.owner and {move.to} or {}) do\n"
        "      local other = player == 'white' and 'black' or 'white'\n"
        "      local effects, aimed = {{transform = c, into = 'knight'}}, targets(c, piece(c), player)\n"
        "      for _, to in ipairs(pieces(other)) do\n"
        "        assert(has(aimed, to) == has(attackers(to, player), c))\n"
        "        if not is_royal(c) then\n"
        "          assert(has(attackers(to, player, effects), c) == has(targets(c, 'knight', player), to))\n"
        "          assert(attacked(to, player, effects) == (#attackers(to, player, effects) > 0))\n"
        "          assert(has(targets(c, 'rook', player, {{capture = to}}), to) == false)\n"
        "        end\n"
        "      end\n"
        "    end\n"
        "  end\n"
        "end\n");
    folder_write("effect.yaml", "name: Questions\nextends: chess\nscript: effect.lua\nroyals: {capturable: true}\n"
                                "hooks: {e: {at: after}}\n");
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *g = ferz_variant_load(folder_path("effect.yaml"), support_dirs(), NULL, 0, 1, messages);
    ferz_hook_trial trial = {.unasked = NULL};
    if (!g || ferz_variant_try_hooks(g, &trial, messages) != FERZ_OK) {
        support_show(messages);
        fail();
    }
    assert_true(trial.plies >= 1);
    ferz_free(trial.unasked);
    ferz_variant_free(g);
    ferz_messages_free(messages);
}

ALL_TESTS(folder_make, folder_remove);
