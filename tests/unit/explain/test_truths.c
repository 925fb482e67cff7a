/* What `ferz explain` says is true: of each game in rules/ and tests/samples/ by what its page can be asked, of made-up games by
 * sentences that must stand on the page or must not.
 *
 *   the signs of a legend occur in its picture
 *   examples of moves are read as moves
 *   a page speaks of drops from the hand exactly where random games have some
 *   the player who is said to begin begins */
#include "unit/test.h"

#include "unit/fixtures.h"
#include "unit/share.h"
#include "unit/temp_folder.h"

#include "base/random.h"

#include <ctype.h>

enum { RANDOM_GAMES = 6, RANDOM_PLIES = 150 };

static char *page_of(const ferz_variant *v, ferz_language language)
{
    ferz_messages *messages = ferz_messages_create(false);
    char *page = ferz_variant_describe(v, language, FERZ_MARKDOWN, messages);
    if (!page) {
        support_show(messages);
    }
    ferz_messages_free(messages);
    assert_non_null(page);
    return page;
}

/* ---- legends ---- */

static const char *line_end(const char *line)
{
    return line + strcspn(line, "\n");
}

/* Whether the picture, from one fence to the blank line, has the sign as a word of its own. */
static bool picture_has(const char *picture, const char *end, const char *sign, size_t length)
{
    for (const char *at = picture; at + length <= end; at++) {
        const bool begins = at == picture || isspace((unsigned char)at[-1]);
        if (begins && strncmp(at, sign, length) == 0 && isspace((unsigned char)at[length])) {
            return true;
        }
    }
    return false;
}

/* Looks at all diagrams: rows, a blank line, and the legend "X  words". The number of signs that no picture has. */
static size_t lost_signs(const char *name, const char *page)
{
    size_t lost = 0;
    for (const char *block = page; (block = strstr(block, "```text\n")) != NULL;) {
        block += 8;
        const char *end = strstr(block, "```"), *legend = NULL;
        assert_non_null(end);
        for (const char *line = block; line < end; line = line_end(line) + 1) {
            const size_t sign = strcspn(line, " \n");
            const bool entry = sign && strncmp(line + sign, "  ", 2) == 0 && isalpha((unsigned char)line[sign + 2]) &&
                               islower((unsigned char)line[sign + 3]);
            legend = entry && !legend ? line : legend;
            if (entry && !picture_has(block, legend, line, sign)) {
                print_error("%s: the picture lacks %.*s\n", name, (int)(line_end(line) - line), line);
                lost++;
            }
        }
        block = end + 3;
    }
    return lost;
}

/* ---- examples and drops ---- */

static bool random_games_drop(const ferz_variant *v)
{
    bool drop = false;
    random_source random = {7};
    for (int game = 0; game < RANDOM_GAMES && !drop; game++) {
        ferz_game *p = ferz_game_create(v, NULL, NULL);
        for (int ply = 0; p && ply < RANDOM_PLIES; ply++) {
            ferz_status status;
            size_t count = 0;
            char *moves = ferz_game_status(p, &status, NULL) == FERZ_OK && status.outcome == FERZ_ONGOING
                              ? ferz_game_legal_moves(p, &count, NULL)
                              : NULL;
            const size_t chosen = count ? random_pick(&random, (uint32_t)count) : 0;
            const char *one = moves, *played = moves;
            for (size_t i = 0; i < count; i++, one += strlen(one) + 1) {
                const char *at = strchr(one, '@');
                drop |= at && at > one && !memchr(one, ',', (size_t)(at - one));
                played = i == chosen ? one : played;
            }
            const bool goes_on = count && ferz_game_move(p, played, NULL) == FERZ_OK;
            ferz_free(moves);
            if (!goes_on) {
                break;
            }
        }
        ferz_game_free(p);
    }
    return drop;
}

/* The word in backticks behind these words; false: the page has none. */
static bool example_behind(const char *page, const char *words, char example[64])
{
    const char *at = strstr(page, words);
    at = at ? at + strlen(words) : NULL;
    return at && sscanf(at, ": `%63[^`]`", example) == 1;
}

/* Whether the move is at least read: an example may be of a later position. */
static bool is_read(const ferz_variant *v, const char *spelling)
{
    ferz_game *p = ferz_game_create(v, NULL, NULL);
    ferz_messages *messages = ferz_messages_create(false);
    bool legal = false;
    char *why = ferz_game_explain_move(p, spelling, &legal, messages);
    const bool read = why && (legal || !strstr(why, "is not a move"));
    ferz_free(why);
    ferz_messages_free(messages);
    ferz_game_free(p);
    return read;
}

static const char *const spellings[] = {
    "the cell where it begins and the cell where it ends", "second half and the cell come behind a comma",
    "The cell of its second half comes behind a comma",    "removes what it captures ends with `x`",
    "A drop is written with the letter, `@` and the cell",
};

static size_t unread_examples(const char *name, const ferz_variant *v, const char *page)
{
    size_t unread = 0;
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++) {
        char example[64];
        if (example_behind(page, spellings[i], example) && !is_read(v, example)) {
            print_error("%s: `%s` is no move\n", name, example);
            unread++;
        }
    }
    return unread;
}

static size_t untrue_drops(const char *name, const ferz_variant *v, const char *page)
{
    const bool said = strstr(page, "a player may drop a piece from the hand") ||
                      strstr(page, "The pieces in hand are placed on empty cells");
    const bool endless = strstr(page, "never runs out") || strstr(page, "A turn is the drop of one piece");
    const bool hands = strchr(ferz_variant_facts(v)->start_fen, '[');
    const bool seen = (said || hands) && !endless && random_games_drop(v);
    if (said == seen || endless) {
        return 0;
    }
    print_error("%s: the page %s of drops, and random games have %s\n", name, said ? "speaks" : "does not speak",
                seen ? "some" : "none");
    return 1;
}

static size_t untrue_beginner(const char *name, const ferz_variant *v, const char *page)
{
    const char *at = strstr(page, "Two play, in turn: ");
    ferz_game *p = ferz_game_create(v, NULL, NULL);
    assert_non_null(p);
    const char *player = ferz_variant_player_name(v, ferz_game_commander(p));
    at = at ? at + strlen("Two play, in turn: ") : NULL;
    at = at && *at == '`' ? at + 1 : at;
    const bool ok = !at || !*player ||
                    (tolower((unsigned char)at[0]) == tolower((unsigned char)player[0]) &&
                     strncmp(at + 1, player + 1, strlen(player) - 1) == 0);
    if (!ok) {
        print_error("%s: %s begins\n", name, player);
    }
    ferz_game_free(p);
    return !ok;
}

static size_t look_at_game(const char *path)
{
    const char *name = strrchr(path, '/') + 1;
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *v = ferz_variant_load(path, support_dirs(), NULL, 0, 1, messages);
    ferz_messages_free(messages);
    assert_non_null(v);
    char *page = page_of(v, FERZ_ENGLISH);
    const size_t wrong = lost_signs(name, page) + unread_examples(name, v, page) + untrue_drops(name, v, page) +
                         untrue_beginner(name, v, page);
    ferz_free(page);
    ferz_variant_free(v);
    return wrong;
}

static size_t look_at_folder(const char *path)
{
    size_t wrong = 0, count = 0;
    DIR *dir = opendir(path);
    assert_non_null(dir);
    for (struct dirent *e; (e = readdir(dir)) != NULL;) {
        const size_t n = strlen(e->d_name);
        const bool other = strstr(e->d_name, ".test.yaml") || strstr(e->d_name, ".tuning.yaml");
        char file[1024];
        if (n > 5 && strcmp(e->d_name + n - 5, ".yaml") == 0 && !other) {
            snprintf(file, sizeof file, "%s/%s", path, e->d_name);
            wrong += share_takes(e->d_name) ? look_at_game(file) : 0;
            count++;
        }
    }
    closedir(dir);
    assert_true(count > 20);
    return wrong;
}

TEST(test_all_games)
{
    assert_int_equal(look_at_folder(FERZ_SOURCE_DIR "/rules"), 0);
    assert_int_equal(look_at_folder(FERZ_SOURCE_DIR "/tests/samples"), 0);
}

/* ---- made-up games ---- */

/* `lua`: the script a.lua, or NULL. Each list of sentences ends with NULL. */
static const struct {
    const char *name, *yaml, *lua;
    const char *says[6], *never[8];
} games[] = {
    {"all pieces are captured for good, and what is in hand stays there",
     "captured: to hand\npieces: {king: {captured_as: gone}, queen: {captured_as: gone}, rook: {captured_as: gone}, "
     "bishop: {captured_as: gone}, knight: {captured_as: gone}, pawn: {captured_as: gone}, "
     "card: {letter: c, drops: never}}\n"
     "start: \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Cc] w KQkq - 0 1\"\n",
     NULL,
     {"Captured pieces are out of the game."},
     {"goes to the capturing player's hand", "may drop a piece", "A drop is written", "Once captured"}},
    {"one type alone comes into the hand",
     "captured: to hand\npieces: {queen: {captured_as: gone}, rook: {captured_as: gone}, "
     "bishop: {captured_as: gone}, knight: {captured_as: gone}}\n",
     NULL,
     {"goes to the capturing player's hand", "may drop a piece", "Once captured, it is out of the game."},
     {"Captured pieces are out of the game."}},
    {"what is captured waits in the hand for nothing",
     "captured: to hand\ndrops: never\n",
     NULL,
     {"goes to the capturing player's hand"},
     {"may drop a piece", "A drop is written"}},
    {"a script deals into the hand, and nothing is dropped from it",
     "captured: to hand\nscript: a.lua\nhooks: {deal: {at: after, pieces: king}}\n"
     "pieces: {king: {captured_as: gone}, queen: {captured_as: gone}, rook: {captured_as: gone}, "
     "bishop: {captured_as: gone}, knight: {captured_as: gone}, pawn: {captured_as: gone}, "
     "card: {letter: c, drops: never}}\n",
     "--- The mover of a king gets a card.\nfunction deal(move) return {{to_hand = \"card\", owner = move.owner}} "
     "end\n",
     {"The mover of a king gets a card."},
     {"may drop a piece", "A drop is written"}},
    {"nothing can be captured, and a script converts",
     "script: a.lua\nhooks: {convert: {at: after}}\nend: {checkmate: none, no king: {when: extinct king, result: "
     "loss}}\n"
     "pieces: {king: {royal: false, invulnerable: true}, queen: {invulnerable: true}, rook: {invulnerable: true}, "
     "bishop: {invulnerable: true}, knight: {invulnerable: true}, pawn: {invulnerable: true}}\n",
     "--- What a piece attacks after its move changes sides.\n--- goal: Turn the enemy king.\nfunction convert(move) "
     "end\n",
     {"Turn the enemy king.", "No piece can be captured.", "moves or attacks", "only attacks",
      "What a piece attacks after its move changes sides."},
     {"Capture the enemy king", "moves or captures", "only captures", "which leaves the board"}},
    {"a king that cannot be captured, where others can",
     "pieces: {king: {royal: false, invulnerable: true}}\nend: {checkmate: none, no king: {when: extinct king, result: "
     "loss}}\n",
     NULL,
     {"Bring it about that the opponent has no king left.", "moves or captures"},
     {"Capture the enemy king"}},
    {"few pieces are left, and none can be captured",
     "pieces: {king: {royal: false, invulnerable: true}, queen: {invulnerable: true}, rook: {invulnerable: true}, "
     "bishop: {invulnerable: true}, knight: {invulnerable: true}, pawn: {invulnerable: true}}\n"
     "end: {checkmate: none, few: {when: pieces below 3, result: loss}}\n",
     NULL,
     {"Bring it about that the opponent has fewer than 3 pieces left."},
     {"Capture enemy pieces until"}},
    {"a triple step passes two cells",
     "pieces: {pawn: {moves: [mfW, cefF, {move: mfnH, from: own rank 2, en_passant: true}]}}\n",
     NULL,
     {"the first cell that it passes over is then an en passant target"},
     {"; the cell that it passes over"}},
    {"a triple step that leaves each cell open",
     "pieces: {pawn: {moves: [mfW, cefF, {move: mfnH, from: own rank 2, en_passant: all}]}}\n",
     NULL,
     {"each cell that it passes over is then an en passant target"},
     {"the first cell"}},
    {"a double step that nothing captures en passant",
     "pieces: {pawn: {moves: [mfW, cfF, {move: mfnD, from: own rank 2, en_passant: true}]}}\n",
     NULL,
     {"Moves without capturing"},
     {"en passant"}},
    {"gold and king always move on, a pawn does not",
     "pieces: {pawn: {promotes: {on: last rank, optional: true, to: [queen]}}, rook: {promotes: {on: last rank, "
     "optional: true, to: [queen]}}}\n",
     NULL,
     {"may promote to a queen; it must where it could never move again.", "may promote to a queen.\n"},
     {NULL}},
    {"a plain move names the new piece where there is no choice",
     "pieces: {pawn: {promotes: {to: [queen]}}}\n",
     NULL,
     {"A promotion adds the letter of the new piece."},
     {"adds nothing"}},
    {"a capture by a jump names it only where there is a choice",
     "pieces: {pawn: {moves: [mfW, {jump: F}], promotes: {to: [queen]}}}\n",
     NULL,
     {"A promotion adds the letter of the new piece.",
      "A promotion without a choice adds nothing where the move jumps and captures."},
     {NULL}},
    {"a capture by a jump where there is a choice",
     "pieces: {pawn: {moves: [mfW, {jump: F}]}}\n",
     NULL,
     {"A promotion adds the letter of the new piece."},
     {"adds nothing"}},
    {"boards side by side",
     "board: {size: 8x8, boards: [A, B]}\ncastling: none\npieces: {pawn: {moves: [mfW, cfF]}}\n"
     "start: \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR|8/8/8/8/8/8/8/8 w - - 0 1\"\n",
     NULL,
     {"`A:e2e3`", "`A:a1`"},
     {"`e2e4`"}},
    {"black begins",
     "start: \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1\"\n",
     NULL,
     {"Black begins, White follows."},
     {"White begins"}},
    {"a hook may forbid moves of one piece",
     "script: a.lua\nhooks: {w: {at: legal, pieces: knight}}\n",
     "--- A knight needs a friend.\nfunction w(move) return true end\n",
     {"over whatever is in between. “Special rules” may forbid a move of it."},
     {"below may forbid"}},
    {"a hook may forbid captures",
     "script: a.lua\nhooks: {w: {at: legal, captures: true}}\n",
     "--- Queens are safe.\nfunction w(move) return true end\n",
     {"“Special rules” below may forbid some captures."},
     {"moves of it"}},
    {"a remark of two dashes is not for players",
     "script: a.lua\nhooks: {w: {at: after}}\n",
     "-- keeps the books\nfunction w(move) end\n",
     {"Moves have a further effect."},
     {"keeps the books", "Keeps the books"}},
    {"a script arranges the start",
     "script: a.lua\nstart: {hook: array, number: 0}\n",
     "--- The first rank is drawn by lot.\nfunction array() return "
     "\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\" end\n",
     {"The first rank is drawn by lot."},
     {NULL}},
    {"a king that cannot be attacked",
     "pieces: {king: {invulnerable: true}}\nend: {three: {when: checks 3, result: win}}\n",
     NULL,
     {"It is royal. It cannot be captured."},
     {"Give mate", "Give check", "may not leave it under attack"}},
    {"nobody may give check",
     "checks: {forbidden: [white, black]}\nend: {race: {when: goal 1, pieces: king, zone: own rank 8, result: win}}\n",
     NULL,
     {"Be the first to have the king on the last rank.", "No player may give check."},
     {"Give mate"}},
    {"a player without a move passes, in check too",
     "turn: {pass: no_moves}\n",
     NULL,
     {"The end of the game"},
     {"Give mate", "the game is drawn because", "has no legal move and is in check", "in check and has no legal move"}},
    {"a player without a move passes, but not in check",
     "turn: {pass: unchecked}\n",
     NULL,
     {"Give mate"},
     {"not in check and has no legal move"}},
    {"a stack moves as a whole although what is captured is gone",
     "stacks: true\nend: {dead position: none}\n",
     NULL,
     {"always the whole stack"},
     {"a stack, alone"}},
    {"a jump alone",
     "pieces: {pawn: {moves: [mfW, {jump: F}]}}\n",
     NULL,
     {"A jumped piece leaves the board."},
     {"choose one from where the capture goes on", "when the whole capture is done"}},
    {"jumped pieces stay in the game",
     "stacks: true\npieces: {pawn: {moves: [mfW, {jump: F, chain: any, jumped: under}], promotes: none}}\nend: {dead "
     "position: "
     "none}\n",
     NULL,
     {"Jumped pieces stay where they are until the whole capture is done"},
     {"Jumped pieces leave the board"}},
    {"a movement from a zone has more than one first cell",
     "zones: {mid: [d4, e4, d5, e5]}\npieces: {knight: {moves: [{move: N, from: mid}]}}\n",
     NULL,
     {"from certain cells only"},
     {"  moves or captures, from its first cell only"}},
    {"a right of one cell",
     "rights: {s: {piece: rook, at: h1}}\npieces: {rook: {moves: [R, {move: D, right: s}]}}\n"
     "start: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQSkqs - 0 1\n",
     NULL,
     {"only while the right `s` is held"},
     {"only if it has not moved before"}},
    {"an immobilizer stops no own piece",
     "pieces: {bishop: {immobilizes: [rook, knight]}}\n",
     NULL,
     {"While it is next to them, the enemy's"},
     {NULL}},
    {"what is taken prisoner is not dropped",
     "captured: to prison\npieces: {queen: {captured_as: rook, drops: {on: own rank 1, check: false}}, "
     "pawn: {promotes: {to: prison}}}\n",
     NULL,
     {"it goes to the prison as a rook"},
     {"It may be dropped only", "Its drop may not", "goes to the hand"}},
    {"one player's queen decides",
     "end: {lost: {when: extinct queen, player: white, result: loss}}\n",
     NULL,
     {"Capture the enemy queen (only Black)."},
     {NULL}},
    {"captures of some must be the longest",
     "captures: {by: queen, longest: true}\n",
     NULL,
     {"What is said here of captures holds only if one of these can capture: queen."},
     {NULL}},
    {"a lion may return to its cell",
     "pieces: {knight: {moves: [NADK, caK, cabK, mabK]}}\n",
     NULL,
     {"\nN  stays where it is"},
     {NULL}},
};

/* Chess with something else; NULL, and a word of it, if that is wrong. */
static ferz_variant *load_chess_with(const char *name, const char *yaml, const char *lua)
{
    folder_write("a.lua", "%s", lua ? lua : "");
    folder_write("a.yaml", "name: A\nextends: chess\n%s", yaml);
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *v = ferz_variant_load(folder_path("a.yaml"), support_dirs(), NULL, 0, 1, messages);
    if (!v) {
        print_error("%s\n", name);
        support_show(messages);
    }
    ferz_messages_free(messages);
    return v;
}

static size_t look_at_sentences(size_t index)
{
    size_t wrong = 0;
    ferz_variant *v = load_chess_with(games[index].name, games[index].yaml, games[index].lua);
    if (!v) {
        return 1;
    }
    char *page = page_of(v, FERZ_ENGLISH), *russian = page_of(v, FERZ_RUSSIAN);
    for (size_t i = 0; i < 6 && games[index].says[i]; i++) {
        if (!strstr(page, games[index].says[i])) {
            print_error("%s: the page does not say: %s\n", games[index].name, games[index].says[i]);
            wrong++;
        }
    }
    for (size_t i = 0; i < 8 && games[index].never[i]; i++) {
        if (strstr(page, games[index].never[i])) {
            print_error("%s: the page says: %s\n", games[index].name, games[index].never[i]);
            wrong++;
        }
    }
    wrong += lost_signs(games[index].name, page) + unread_examples(games[index].name, v, page);
    ferz_free(page);
    ferz_free(russian);
    ferz_variant_free(v);
    return wrong;
}

/* Why a move is not legal: the reason that holds, in games where another one was said without it. */
static const struct {
    const char *yaml, *fen, *move, *says;
} refusals[] = {
    {"pieces: {bishop: {moves: mB, immobilizes: rook}}\n", "4k3/8/8/8/8/8/7b/4K2R w K - 0 1", "e1g1",
     "the rook on h1 is immobilized"},
    {"pieces: {bishop: {moves: mB, immobilizes: king}}\n", "4k3/8/8/8/8/8/4b3/4K2R w K - 0 1", "O-O",
     "the king on e1 is immobilized"},
    {"pieces: {bishop: {moves: mB, immobilizes: king}}\n", "4k3/8/8/8/8/8/4b3/4K2R w K - 0 1", "e1d1",
     "the king on e1 is immobilized"},
    {"pieces: {queen: {promotion_limit: 1}, pawn: {promotes: {to: queen}}}\n", "4k3/P7/8/8/8/8/8/Q3K3 w - - 0 1",
     "a7a8q", "it would be a queen too many"},
    {"pieces: {queen: {promotion_limit: 1}, pawn: {promotes: {to: [queen, rook]}}}\n",
     "4k3/P7/8/8/8/8/8/Q3K3 w - - 0 1", "a7a8=Q", "it would be a queen too many"},
    {"pieces: {queen: {promotion_limit: 1}, pawn: {promotes: {to: [queen, rook]}}}\n",
     "4k3/P7/8/8/8/8/8/Q3K3 w - - 0 1", "a7a8", "it is written a7a8r"},
    {"pieces: {queen: {promotion_limit: 1}, pawn: {promotes: {to: queen}}}\n", "r3k3/P7/8/8/8/8/8/Q3K3 w - - 0 1",
     "a7a8q", "only without a capture"},
    {"zones: {mid: [d4, e4]}\npieces: {knight: {moves: [N, {stay: true, from: mid}]}}\n", NULL, "b1b1",
     "begins only in the zone `mid`"},
    {"pieces: {rook: {moves: [R, {stay: true, if: own knight F}]}}\n", NULL, "a1a1", "requires it"},
    {"pieces: {bishop: {moves: [B, {stay: true, transforms: knight, without: rook}]}}\n", NULL, "c1c1n",
     "may not move so while a rook is on the board"},
    {"pieces: {bishop: {moves: [B, {move: mD, transforms: rook, with: queen}]}}\nend: {dead position: none}\n",
     "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "c1c3r", "may move so only while a queen is on the board"},
};

TEST(test_refusals)
{
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        ferz_variant *v = load_chess_with(refusals[i].move, refusals[i].yaml, NULL);
        assert_non_null(v);
        ferz_game *p = support_play(v, refusals[i].fen, NULL);
        bool legal = true;
        char *why = ferz_game_explain_move(p, refusals[i].move, &legal, NULL);
        assert_non_null(why);
        if (legal || !strstr(why, refusals[i].says)) {
            fail_msg("%s: not `%s` but %s", refusals[i].move, refusals[i].says, why);
        }
        ferz_free(why);
        ferz_game_free(p);
        ferz_variant_free(v);
    }
}

TEST(test_sentences)
{
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        wrong += look_at_sentences(i);
    }
    assert_int_equal(wrong, 0);
}

ALL_TESTS(folder_make, folder_remove);
