/* Every key of a movement beside every kind of movement: it changes the moves of some position, or it is refused. None
 * is accepted and ignored. */
#include "unit/test.h"

#include "rules/schema.h"
#include "unit/fixtures.h"

enum { POSITIONS = 300, SIDE = 6, FEN_SIZE = 200 };

static const struct kind {
    const char *name, *movement, *board;
} kinds[] = {
    {"leap", "move: N", ""},
    {"quiet leap", "move: mA", ""},
    {"lame leap", "move: mnD", ""},
    {"ray", "move: Q", ""},
    {"hop", "move: gQ", ""},
    {"path", "move: '[W-F]'", ""},
    {"hook", "hook: leaps", ""},
    {"lines", "along: lines", ", lines: [a1 b1 c1 d1 e1 f1, a2 b2 c2 d2 e2 f2, b1 b2 b3 b4 b5 b6, e1 e2 e3 e4 e5 e6]"},
    {"jump", "jump: F", ""},
    {"stay", "stay: true", ""},
    {"quiet jump", "jumped: stays, jump: K", ""},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* `with` stands in the game that the key is compared with, too. `played`: a letter for each kind, x where the key
 * changes something, - where it is refused, and = where it makes the kind. */
static const struct key {
    const char *key, *value, *with, *board, *played;
} keys[] = {
    {"from", "ranks 1-3", "", "", "xxxxxxxxxxx"},
    {"to", "ranks 1-3", "", "", "xxxxxxxx-x-"},
    {"right", "l", "", "", "xxxxxxxx-x-"},
    {"en_passant", "true", "", "", "--x--------"},
    {"victims", "rook", "", "", "x--xxxxx---"},
    {"victims", "rook", ", captures: false", "", "-----------"},
    {"bounces", "true", "", "", "---x-------"},
    {"through", "1", "", "", "---x-------"},
    {"if", "empty W", "", "", "xxxxxxxx-x-"},
    {"if", "own rook K", "", "", "xxxxxxxx-x-"},
    {"if", "no enemy any K", "", "", "xxxxxxxx-x-"},
    {"if", "empty W", ", captures: false", "", "------xx---"},
    {"safe", "[from, passed, to]", "", "", "-xx--------"},
    {"safe", "passed", ", gives_check: false", "", "x----------"},
    {"captures", "false", "", "", "------xx---"},
    {"crosses", "never", "", ", wrap: files", "xxxxxx-----"},
    {"circles", "true", "", ", wrap: files", "---x-------"},
    {"transforms", "rook", "", "", "xxx---xx-x-"},
    {"with", "rook", ", transforms: rook", "", "-xx------x-"},
    {"with", "rook", ", transforms: rook, gives_check: false", "", "x-----xx---"},
    {"without", "rook", ", transforms: rook", "", "-xx------x-"},
    {"without", "rook", ", transforms: rook, gives_check: false", "", "x-----xx---"},
    {"must_not_check", "true", ", transforms: rook", "", "xxx---xx-x-"},
    {"gives_check", "false", "", "", "x--xxxxxx--"},
    {"resets_halfmove_clock", "false", "", "", "xxx---xx---"},
    {"land", "any", "", "", "--------x-x"},
    {"chain", "any", "", "", "--------x-x"},
    {"jumped", "converted", "", "", "--------x-="},
};
enum { KEYS = sizeof keys / sizeof *keys };

static uint32_t below(uint32_t *random, uint32_t bound)
{
    *random = *random * 1664525 + 1013904223;
    return (*random >> 8) % bound;
}

/* Two kings and some other pieces. Those on b2 and b5 may have the right. */
static void random_fen(uint32_t seed, char *fen)
{
    char board[SIDE][SIDE] = {{0}};
    uint32_t random = seed;
    board[1][1] = 'M', board[4][1] = 'm';
    const char pieces[] = "KkMMMmmmRr";
    int count = 2 + (int)below(&random, sizeof pieces - 2);
    for (int i = 0; i < count; i++) {
        uint32_t rank = below(&random, SIDE), file = below(&random, SIDE);
        while (board[rank][file]) {
            rank = below(&random, SIDE), file = below(&random, SIDE);
        }
        board[rank][file] = pieces[i];
    }
    char *out = fen;
    for (int rank = SIDE - 1; rank >= 0; rank--) {
        for (int file = 0, empty = 0; file < SIDE; file++) {
            empty += !board[rank][file];
            if (empty && (board[rank][file] || file + 1 == SIDE)) {
                *out++ = (char)('0' + empty);
                empty = 0;
            }
            if (board[rank][file]) {
                *out++ = board[rank][file];
            }
        }
        *out++ = rank ? '/' : ' ';
    }
    snprintf(out, 40, "w %s - 3 1", below(&random, 2) ? "Ll" : "-");
}

static ferz_variant *load_game(const struct kind *kind, const struct key *key, bool with_key, ferz_messages *messages)
{
    char rules[1500], own[100] = "";
    if (with_key) {
        snprintf(own, sizeof own, ", %s: %s", key->key, key->value);
    }
    snprintf(rules, sizeof rules,
             "name: keys\nscript: movement-keys.lua\nboard: {size: 6x6%s%s}\npieces:\n"
             "  king: {letter: k, moves: K, royal: true}\n  rook: {letter: r, moves: R}\n"
             "  man: {letter: m, moves: [fceF, {%s%s%s}], resets_halfmove_clock: true}\n"
             "rights: {l: {piece: man, at: b2}}\nstart: k5/1m4/6/6/1M4/K5 w Ll - 0 1\n"
             "end: {checkmate: loss, stalemate: draw}\n",
             kind->board, key->board, kind->movement, key->with, own);
    return ferz_variant_load_text(FERZ_SOURCE_DIR "/tests/samples/text.yaml", rules, strlen(rules), support_dirs(),
                                  NULL, 0, 1, messages);
}

/* The legal moves in that position and what follows each of them. */
static void put_moves(const ferz_variant *g, const char *fen, text *out)
{
    ferz_messages *messages = ferz_messages_create(false);
    ferz_game *p = ferz_game_create(g, fen, messages);
    size_t count = 0;
    char *moves = p ? ferz_game_legal_moves(p, &count, messages) : NULL;
    const char *at = moves;
    for (size_t i = 0; moves && i < count; i++, at += strlen(at) + 1) {
        size_t answers = 0;
        assert_int_equal(ferz_game_move(p, at, messages), FERZ_OK);
        char *after = ferz_game_fen(p), *replies = ferz_game_legal_moves(p, &answers, messages);
        text_print(out, "%s %s %zu\n", at, after, answers);
        ferz_free(after);
        ferz_free(replies);
        ferz_game_undo(p);
    }
    ferz_free(moves);
    ferz_game_free(p);
    ferz_messages_free(messages);
}

static bool changes_something(const ferz_variant *without, const ferz_variant *with)
{
    bool differs = false;
    for (uint32_t i = 0; i < POSITIONS && !differs; i++) {
        char fen[FEN_SIZE];
        text a = {0}, b = {0};
        random_fen(i * 7919 + 1, fen);
        put_moves(without, fen, &a);
        put_moves(with, fen, &b);
        differs = strcmp(text_string(&a), text_string(&b)) != 0;
        text_finish(&a);
        text_finish(&b);
    }
    return differs;
}

/* x: played; -: refused where it stands; !: accepted and ignored; =: what makes it this kind. */
static char try_pair(const struct kind *kind, const struct key *key)
{
    const char *there = strstr(kind->movement, key->key);
    if (there && there[strlen(key->key)] == ':') {
        return '=';
    }
    char found = '-';
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *without = load_game(kind, key, false, messages);
    if (without) {
        ferz_messages_clear(messages);
        ferz_variant *with = load_game(kind, key, true, messages);
        if (with) {
            found = changes_something(without, with) ? 'x' : '!';
        } else {
            size_t at = 0;
            while (ferz_messages_at(messages, at).warning) {
                at++;
            }
            const char *code = ferz_messages_at(messages, at).code;
            found = strcmp(code, "E0310") == 0 || strcmp(code, "E0614") == 0 ? '-' : '?';
        }
        ferz_variant_free(with);
    }
    if (found == '?') {
        support_show(messages);
    }
    ferz_variant_free(without);
    ferz_messages_free(messages);
    return found;
}

TEST(test_pairs)
{
    int wrong = 0;
    for (size_t i = 0; i < KEYS; i++) {
        char found[KINDS + 1] = "";
        for (size_t k = 0; k < KINDS; k++) {
            found[k] = try_pair(&kinds[k], &keys[i]);
        }
        if (strcmp(found, keys[i].played) != 0) {
            print_error("%s: %s%s: expected %s, found %s\n", keys[i].key, keys[i].value, keys[i].with, keys[i].played,
                        found);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

/* No key of the language is missing above, but those that say what a movement is. */
TEST(test_all_keys)
{
    size_t count;
    const schema_row *rows = schema_rows(&count);
    for (size_t i = 0; i < count; i++) {
        if (rows[i].section != SECTION_MOVE) {
            continue;
        }
        bool known = false;
        for (size_t k = 0; k < SCHEMA_MOVEMENTS; k++) {
            known |= strcmp(rows[i].key, schema_movement_key(k)) == 0;
        }
        for (size_t k = 0; k < KEYS; k++) {
            known |= strcmp(rows[i].key, keys[k].key) == 0;
        }
        if (!known) {
            fail_msg("`%s` is not tried", rows[i].key);
        }
    }
}
