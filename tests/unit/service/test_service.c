/* The table of methods: every method, each result held against methods.json; what strangers may send; files and links. */
#include "unit/test.h"

#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>

#include "service/value_check.h"
#include "base/atomic_write.h"
#include "base/read_file.h"
#include "service/service.h"
#include "unit/temp_folder.h"

static service *s;
static json_t *table;      /* methods.json */
static json_t *called;     /* the methods that some test has called with success */
static atomic_int notices; /* progress */
static char outside[] = "/tmp/ferz-outside-XXXXXX";

static atomic_bool host_stops;

static bool ask_host(void *state)
{
    (void)state;
    return atomic_load(&host_stops);
}

static void count_notice(void *state, const char *notification)
{
    (void)state;
    json_t *whole = json_loads(notification, 0, NULL);
    assert_non_null(whole);
    if (strcmp(json_string_value(json_object_get(whole, "method")), "progress") == 0) {
        atomic_fetch_add(&notices, 1);
    }
    json_decref(whole);
}

/* ---- asking ---- */

static json_t *answer(const char *request)
{
    char *bytes = service_answer(s, request, strlen(request));
    json_t *parsed = bytes ? json_loads(bytes, JSON_DECODE_ANY, NULL) : NULL;
    assert_true(!bytes || parsed);
    free(bytes);
    return parsed;
}

/* Takes `params`. */
static json_t *ask(const char *method, json_t *params)
{
    json_t *request = json_pack("{s:s, s:i, s:s, s:o}", "jsonrpc", "2.0", "id", 7, "method", method, "params", params);
    char *bytes = json_dumps(request, 0);
    json_t *response = answer(bytes);
    assert_int_equal(json_integer_value(json_object_get(response, "id")), 7);
    free(bytes);
    json_decref(request);
    return response;
}

static const json_t *row_of(const char *method)
{
    size_t i;
    json_t *row;
    json_array_foreach(json_object_get(table, "methods"), i, row)
    {
        if (strcmp(json_string_value(json_object_get(row, "name")), method) == 0) {
            return row;
        }
    }
    return NULL;
}

/* The result of a method, which is as the table says. */
static json_t *ask_ok(const char *method, json_t *params)
{
    json_t *response = ask(method, params), *result = json_object_get(response, "result");
    if (!result) {
        print_error("%s: %s\n", method, json_dumps(response, 0));
    }
    assert_non_null(result);
    text path = {0}, why = {0};
    const json_t *row = row_of(method);
    if (!value_check_members(json_object_get(table, "types"), json_object_get(row, "result"),
                             json_object_get(row, "returns"), result, &path, &why)) {
        print_error("%s: %s: %s\n", method, text_string(&path), text_string(&why));
        fail();
    }
    text_finish(&path);
    text_finish(&why);
    json_object_set_new(called, method, json_true());
    json_incref(result);
    json_decref(response);
    return result;
}

/* The error of a method, whose code is listed. */
static json_t *ask_error(const char *method, json_t *params, int code)
{
    json_t *response = ask(method, params), *error = json_object_get(response, "error");
    bool listed = false;
    size_t i;
    json_t *row;
    json_array_foreach(json_object_get(table, "errors"), i, row)
    {
        listed = listed || json_equal(json_object_get(row, "code"), json_object_get(error, "code"));
    }
    if (!listed || json_integer_value(json_object_get(error, "code")) != code) {
        print_error("%s: %s\n", method, json_dumps(response, 0));
        fail();
    }
    json_incref(error);
    json_decref(response);
    return error;
}

static void refuse(const char *method, json_t *params, int code)
{
    json_decref(ask_error(method, params, code));
}

static const char *string_in(const json_t *object, const char *key)
{
    const char *string = json_string_value(json_object_get(object, key));
    assert_non_null(string);
    return string;
}

static bool has_string(const json_t *array, const char *string)
{
    for (size_t i = 0; i < json_array_size(array); i++) {
        if (strcmp(json_string_value(json_array_get(array, i)), string) == 0) {
            return true;
        }
    }
    return false;
}

/* The name of a new session of a game. */
static const char *open_game(const char *game)
{
    static char names[8][32];
    static unsigned turn;
    char *name = names[turn++ % 8];
    json_t *loaded = ask_ok("load", json_pack("{s:s}", "game", game));
    snprintf(name, sizeof names[0], "%s", string_in(loaded, "session"));
    json_decref(loaded);
    return name;
}

static void close_session(const char *session)
{
    json_decref(ask_ok("close", json_pack("{s:s}", "session", session)));
}

static json_t *play(const char *session, const char *move)
{
    json_t *result = ask_ok("play", json_pack("{s:s, s:s}", "session", session, "move", move));
    json_t *position = json_incref(json_object_get(result, "position"));
    json_decref(result);
    return position;
}

static char page_file[sizeof outside + 16]; /* what `publish` puts a game into */

static bool write_page(void)
{
    snprintf(page_file, sizeof page_file, "%s/page.html", outside);
    FILE *file = fopen(page_file, "w");
    bool ok = file && fputs("<!doctype html>\n<script id=\"game\">\"a game\"</script>\n", file) >= 0;
    return file && fclose(file) == 0 && ok;
}

static const char small_rules[] = "name: Small\nextends: chess\n";

static int start(void **state)
{
    static const char *const rules[] = {FERZ_SOURCE_DIR "/rules", FERZ_SOURCE_DIR "/tests/samples", NULL};
    if (folder_make(state) != 0 || !mkdtemp(outside) || !write_page()) {
        return 1;
    }
    folder_write("small.yaml", "%s", small_rules);
    const service_options options = {
        .folder = folder, .rules = rules, .page = page_file, .notify = count_notice, .stop = ask_host};
    s = service_create(&options);
    called = json_object();
    json_t *result = s ? answer("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"methods\"}") : NULL;
    table = json_incref(json_object_get(json_object_get(result, "result"), "schema"));
    json_decref(result);
    return s && table ? 0 : 1;
}

static int finish(void **state)
{
    service_destroy(s);
    json_decref(table);
    json_decref(called);
    char path[sizeof outside + 32];
    snprintf(path, sizeof path, "%s/secret.yaml", outside);
    unlink(path);
    unlink(page_file);
    rmdir(outside);
    return folder_remove(state);
}

/* ---- the methods ---- */

/* What the words of moves say stands beside the plies, once each. */
TEST(test_labels)
{
    json_t *loaded =
        ask_ok("load", json_pack("{s:s, s:[s,s,s]}", "game", "crown", "moves", "crown-K", "crown-K", "a2a3"));
    const char *session = json_string_value(json_object_get(loaded, "session"));
    json_t *result = ask_ok("position", json_pack("{s:s}", "session", session));
    json_t *labels = json_object_get(json_object_get(result, "position"), "labels"), *one = json_array_get(labels, 0);
    assert_int_equal(json_array_size(labels), 1);
    assert_string_equal(json_string_value(json_object_get(one, "move")), "crown-K");
    assert_string_equal(json_string_value(json_object_get(one, "label")), "crown the king");
    assert_string_equal(json_string_value(json_object_get(one, "label_ru")), "короновать короля");
    json_decref(result);
    result = ask_ok("setup", json_pack("{s:s}", "session", session));
    assert_null(json_object_get(json_object_get(result, "position"), "labels"));
    json_decref(result);
    json_decref(ask_ok("close", json_pack("{s:s}", "session", session)));
    json_decref(loaded);
}

TEST(test_list)
{
    json_decref(ask_ok("methods", json_object()));
    json_t *result = ask_ok("list", json_object());
    size_t i, writable = 0;
    json_t *game;
    json_array_foreach(json_object_get(result, "games"), i, game)
    {
        bool ours = json_is_true(json_object_get(game, "writable"));
        writable += ours;
        assert_int_equal(ours, strcmp(string_in(game, "name"), "small") == 0);
    }
    assert_true(json_array_size(json_object_get(result, "games")) > 60 && writable == 1);
    json_decref(result);
}

TEST(test_play)
{
    const char *game = open_game("frankfurt");
    json_t *position = play(game, "e2e4");
    assert_string_equal(string_in(position, "turn"), "black");
    assert_true(has_string(json_object_get(position, "last_move"), "e4"));
    json_decref(position);
    json_t *error = ask_error("play", json_pack("{s:s, s:s}", "session", game, "move", "e7e4"), -32000);
    json_t *why = json_object_get(json_object_get(error, "data"), "why");
    const json_t *place = json_array_get(json_object_get(why, "places"), 0);
    assert_non_null(strstr(string_in(place, "file"), "rules/"));
    assert_true(json_integer_value(json_object_get(place, "line")) > 1);
    json_decref(error);
    json_t *result = ask_ok("undo", json_pack("{s:s, s:i}", "session", game, "plies", 9));
    assert_int_equal(json_integer_value(json_object_get(result, "undone")), 1);
    json_decref(result);
    result = ask_ok("why", json_pack("{s:s, s:s}", "session", game, "move", "e2e4"));
    assert_true(json_is_true(json_object_get(result, "legal")));
    json_decref(result);
    result = ask_ok("why", json_pack("{s:s}", "session", game));
    assert_true(json_is_false(json_object_get(result, "over")));
    json_decref(result);
    close_session(game);
    refuse("moves", json_pack("{s:s}", "session", game), -32001);
}

/* Messages, hints and reasons in the language that is asked for. */
TEST(test_language)
{
    folder_write("wrong.yaml", "name: Wrong\nextends: chess\npeices: {}\n");
    char path[sizeof folder + 32];
    snprintf(path, sizeof path, "%s/wrong.yaml", folder);
    json_t *result = ask_ok("check", json_pack("{s:s, s:s}", "game", path, "language", "ru"));
    const json_t *message = json_array_get(json_object_get(result, "messages"), 0);
    assert_string_equal(string_in(message, "hint"), "может быть, `pieces`?");
    assert_non_null(strstr(string_in(message, "rendered"), "ошибка: неизвестный ключ `peices`"));
    json_decref(result);
    const char *game = open_game("chess");
    json_t *error =
        ask_error("play", json_pack("{s:s, s:s, s:s}", "session", game, "move", "e2e5", "language", "ru"), -32000);
    assert_non_null(strstr(string_in(error, "message"), "ход `e2e5`: нельзя: "));
    json_decref(error);
    close_session(game);
    unlink(path);
}

/* A legal move is explained with what it does, as data. */
TEST(test_facts)
{
    const char *game = open_game("frankfurt");
    json_decref(ask_ok("setup", json_pack("{s:s, s:s}", "session", game, "fen", "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")));
    json_t *result = ask_ok("why", json_pack("{s:s, s:s}", "session", game, "move", "exd5"));
    const json_t *facts = json_object_get(result, "facts");
    const json_t *captured = json_array_get(json_object_get(facts, "captured"), 0);
    assert_string_equal(string_in(facts, "becomes"), "queen");
    assert_string_equal(string_in(captured, "cell"), "d5");
    assert_string_equal(string_in(captured, "owner"), "black");
    assert_string_equal(string_in(facts, "san"), "exd5");
    json_decref(result);
    result = ask_ok("why", json_pack("{s:s, s:s}", "session", game, "move", "e4e6"));
    assert_null(json_object_get(result, "facts"));
    json_decref(result);
    result = ask_ok("moves", json_pack("{s:s, s:b}", "session", game, "details", 1));
    assert_non_null(json_object_get(json_array_get(json_object_get(result, "moves"), 0), "rule"));
    json_decref(result);
    close_session(game);
}

static const json_t *find_move(const json_t *moves, const char *move)
{
    size_t i;
    json_t *one;
    json_array_foreach((json_t *)moves, i, one)
    {
        if (strcmp(string_in(one, "move"), move) == 0) {
            return one;
        }
    }
    fail_msg("no move %s", move);
    return NULL;
}

/* What a mouse does for a move, in games that write them in different ways. */
TEST(test_parts)
{
    static const struct {
        const char *game, *fen, *move, *kind, *parts[4];
    } rows[] = {
        {"chess", NULL, "b1c3", "move", {"b1", "c3"}},
        {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "move", {"a7", "a8"}},
        {"xiangqi", NULL, "b3b10", "move", {"b3", "b10"}},
        {"hex80", NULL, "A1B3", "move", {"A1", "B3"}},
        {"tic-tac-toe", NULL, "X@b2", "drop", {"X@", "b2"}},
        {"ludo", NULL, "roll 3", "roll", {NULL}},
        {"no-zugzwang", NULL, "pass", "word", {NULL}},
        {"three-player-triptych", NULL, "1:b1c3", "move", {"1:b1", "1:c3"}},
        {"kazan-chess", NULL, "a2a3(a1a2)", "move", {"a2", "a3", "a1", "a2"}},
        {"egyptian-priests-1", NULL, "4a1:5a1=B", "move", {"a1^", "a1^^"}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        json_t *params = json_pack("{s:s}", "game", rows[i].game);
        if (rows[i].fen) {
            json_object_set_new(params, "fen", json_string(rows[i].fen));
        }
        json_t *loaded = ask_ok("load", params);
        json_t *result = ask_ok("moves", json_pack("{s:s}", "session", string_in(loaded, "session")));
        const json_t *move = find_move(json_object_get(result, "moves"), rows[i].move);
        const json_t *parts = json_object_get(move, "parts");
        assert_string_equal(string_in(move, "kind"), rows[i].kind);
        for (size_t k = 0; k < 4 && rows[i].parts[k]; k++) {
            assert_true(json_array_size(parts) > k);
            assert_string_equal(json_string_value(json_array_get(parts, k)), rows[i].parts[k]);
        }
        close_session(string_in(loaded, "session"));
        json_decref(result);
        json_decref(loaded);
    }
}

/* Dice, hidden pieces, pictures, another position. */
TEST(test_positions)
{
    const char *game = open_game("ludo");
    json_decref(play(game, "roll"));
    json_t *result = ask_ok(
        "position", json_pack("{s:s, s:{s:b, s:s}}", "session", game, "picture", "addressable", 1, "viewer", "yellow"));
    json_t *position = json_object_get(result, "position");
    assert_non_null(
        strstr(string_in(position, "svg"), "data-cell=\"h8\"") ? "" : strstr(string_in(position, "svg"), "data-cell="));
    assert_memory_equal(json_string_value(json_array_get(json_object_get(position, "plies"), 0)), "roll ", 5);
    json_decref(result);
    close_session(game);
    game = open_game("kriegspiel");
    result = ask_ok("position", json_pack("{s:s, s:s}", "session", game, "as", "black"));
    position = json_object_get(result, "position");
    assert_int_equal(json_array_size(json_object_get(position, "moves")), 0); /* it is not tchild turn */
    json_decref(result);
    refuse("position", json_pack("{s:s, s:s}", "session", game, "as", "grey"), -32602);
    close_session(game);
    game = open_game("chess");
    result = ask_ok("setup", json_pack("{s:s, s:s, s:[s, s]}", "session", game, "fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
                                       "moves", "e1g1", "e8e7"));
    assert_string_equal(string_in(json_object_get(result, "position"), "turn"), "white");
    json_decref(result);
    result = ask_ok("flag", json_pack("{s:s, s:s}", "session", game, "player", "black"));
    assert_string_equal(string_in(result, "outcome"), "win");
    json_decref(result);
    refuse("flag", json_pack("{s:s, s:s}", "session", game, "player", "grey"), -32602);
    refuse("setup", json_pack("{s:s, s:s}", "session", game, "fen", "nonsense"), -32000);
    refuse("setup", json_pack("{s:s, s:[s]}", "session", game, "moves", "e2e5"), -32000);
    result = ask_ok("moves", json_pack("{s:s}", "session", game)); /* the game is as before */
    (void)find_move(json_object_get(result, "moves"), "f1e1");
    json_decref(result);
    result = ask_ok("setup", json_pack("{s:s, s:s}", "session", game, "fen", "Q~7/4k3/8/8/8/8/8/4K3 w - 3+3 0 1"));
    assert_int_equal(json_array_size(json_object_get(result, "messages")), 2); /* what is left out */
    json_decref(result);
    result = ask_ok("pgn", json_pack("{s:s, s:s, s:i}", "session", game, "read",
                                     "1. e4 *\n\n[Event \"two\"]\n1. d4 Nf6 *", "game", 2));
    json_decref(result);
    result = ask_ok("pgn", json_pack("{s:s}", "session", game));
    assert_non_null(strstr(json_string_value(json_object_get(result, "pgn")), "\n1. d4 Nf6 *"));
    json_decref(result);
    refuse("pgn", json_pack("{s:s, s:s}", "session", game, "read", "1. e5 *"), -32000);
    close_session(game);
    result = ask_ok("diagram", json_pack("{s:s, s:{s:s}}", "game", "chess", "picture", "piece", "knight"));
    assert_non_null(strstr(string_in(result, "svg"), "<svg"));
    json_decref(result);
    refuse("diagram", json_pack("{s:s, s:{s:s}}", "game", "chess", "picture", "piece", "camel"), -32602);
    refuse("diagram", json_pack("{s:s, s:{s:s, s:s}}", "game", "chess", "picture", "piece", "knight", "cell", "z9"),
           -32602);
}

/* What pages need of the rules and of a position besides the picture. */
TEST(test_facts_for_pages)
{
    json_t *loaded = ask_ok("load", json_pack("{s:s}", "game", "crazyhouse"));
    const char *game = string_in(loaded, "session");
    assert_string_equal(string_in(loaded, "parent"), "chess");
    assert_string_equal(
        json_string_value(json_array_get(json_object_get(json_object_get(loaded, "russian"), "white"), 1)), "белых");
    const json_t *option = json_array_get(json_object_get(loaded, "options"), 0);
    assert_true(json_array_size(json_object_get(option, "choices")) > 1);
    assert_true(strlen(string_in(option, "about_ru")) > 0);
    const json_t *pawn = NULL, *pieces = json_object_get(loaded, "pieces");
    for (size_t i = 0; i < json_array_size(pieces) && !pawn; i++) {
        const json_t *one = json_array_get(pieces, i);
        pawn = strcmp(string_in(one, "name"), "pawn") == 0 ? one : NULL;
    }
    const json_t *movement = json_array_get(json_object_get(pawn, "movements"), 0);
    assert_non_null(strstr(string_in(movement, "file"), "chess.yaml"));
    assert_true(json_integer_value(json_object_get(movement, "line")) > 1);
    json_t *result = ask_ok("setup", json_pack("{s:s, s:s, s:b}", "session", game, "fen",
                                               "4k3/8/8/8/8/4r3/8/4K3[NNp] w - - 0 1", "written", 1));
    const json_t *position = json_object_get(result, "position");
    const json_t *check = json_array_get(json_object_get(position, "checks"), 0);
    assert_string_equal(string_in(check, "royal"), "e1");
    assert_string_equal(string_in(check, "attacker"), "e3");
    const json_t *hand = json_array_get(json_object_get(position, "hands"), 0);
    const json_t *held = json_array_get(json_object_get(hand, "held"), 0);
    assert_string_equal(string_in(held, "type"), "knight");
    assert_string_equal(string_in(held, "part"), "N@");
    assert_int_equal(json_integer_value(json_object_get(held, "count")), 2);
    json_decref(result);
    json_decref(ask_ok("setup", json_pack("{s:s}", "session", game)));
    result = ask_ok("play", json_pack("{s:s, s:s, s:b}", "session", game, "move", "g1f3", "written", 1));
    assert_string_equal(
        json_string_value(json_array_get(json_object_get(json_object_get(result, "position"), "written"), 0)), "Nf3");
    json_decref(result);
    result = ask_ok("figures", json_pack("{s:s}", "session", game));
    assert_true(json_array_size(json_object_get(result, "figures")) >= 12);
    json_decref(result);
    result = ask_ok(
        "piece", json_pack("{s:s, s:s, s:s, s:s}", "session", game, "piece", "knight", "cell", "a1", "language", "ru"));
    assert_int_equal(json_array_size(json_object_get(result, "cells")), 2);
    assert_non_null(strstr(json_string_value(json_array_get(json_object_get(result, "text"), 0)), "Ходит"));
    json_decref(result);
    refuse("piece", json_pack("{s:s, s:s}", "session", game, "piece", "camel"), -32602);
    refuse("piece", json_pack("{s:s, s:s, s:s}", "session", game, "piece", "knight", "player", "grey"), -32602);
    json_decref(ask_ok("close", json_pack("{s:s}", "session", game)));
    json_decref(loaded);
    loaded = ask_ok("load", json_pack("{s:s, s:[s]}", "game", "nardy-long", "moves", "roll 4-6"));
    result = ask_ok("position", json_pack("{s:s}", "session", string_in(loaded, "session")));
    assert_int_equal(json_array_size(json_object_get(json_object_get(result, "position"), "dice")), 2);
    json_decref(result);
    json_decref(ask_ok("close", json_pack("{s:s}", "session", string_in(loaded, "session"))));
    json_decref(loaded);
}

TEST(test_texts)
{
    const char *game = open_game("frankfurt");
    json_t *result =
        ask_ok("explain", json_pack("{s:s, s:s, s:s}", "session", game, "format", "html", "language", "ru"));
    assert_non_null(strstr(string_in(result, "text"), "<html"));
    json_decref(result);
    close_session(game);
    json_decref(ask_ok("code", json_pack("{s:s}", "code", "E0301")));
    refuse("code", json_pack("{s:s}", "code", "E9999"), -32000);
    json_decref(ask_ok("schema", json_pack("{s:s}", "kind", "rules")));
    json_decref(ask_ok("schema", json_pack("{s:s}", "kind", "examples")));
}

/* ---- rules as one types them ---- */

static json_t *overlay(const char *rules)
{
    return json_pack("[{s:s, s:s}]", "file", folder_path("small.yaml"), "text", rules);
}

TEST(test_check)
{
    json_t *result = ask_ok("check", json_pack("{s:s, s:o, s:b}", "game", folder_path("small.yaml"), "overlays",
                                               overlay("name: Small\nextends: chess\npeices: {}\n"), "hooks", 1));
    const json_t *message = json_array_get(json_object_get(result, "messages"), 0);
    assert_true(json_is_false(json_object_get(result, "loads")));
    assert_int_equal(json_integer_value(json_object_get(message, "line")), 3);
    assert_int_equal(json_integer_value(json_object_get(message, "column")), 1);
    assert_non_null(strstr(string_in(message, "hint"), "pieces"));
    json_decref(result);
    result = ask_ok("check", json_pack("{s:s, s:b}", "game", "small", "hooks", 1));
    assert_true(json_is_true(json_object_get(result, "loads")));
    json_decref(result);
    refuse("check", json_pack("{s:s}", "game", "../small"), -32004);
}

/* Rules are changed while a game goes on: what loads is played at once, and what does not leaves the old game. */
TEST(test_reload)
{
    const char *game = open_game("small");
    json_decref(play(game, "e2e4"));
    json_t *result = ask_ok("load", json_pack("{s:s, s:s, s:o}", "session", game, "game", "small", "overlays",
                                              overlay("name: Small\nextends: chess\npieces: {knight: {moves: NW}}\n")));
    assert_string_equal(string_in(result, "kept"), "moves");
    assert_true(has_string(json_object_get(result, "legal_now"), "g8g7") ||
                json_array_size(json_object_get(result, "legal_now")) == 0);
    json_decref(result);
    json_decref(play(game, "e7e5"));
    result = ask_ok("load", json_pack("{s:s, s:s, s:o}", "session", game, "game", "small", "overlays",
                                      overlay("name: Small\nextends: chess\npieces: {pawn: {moves: W}}\n")));
    assert_string_equal(string_in(result, "kept"), "position");
    json_decref(result);
    json_t *error = ask_error(
        "load", json_pack("{s:s, s:s, s:o}", "session", game, "game", "small", "overlays", overlay("name: [")), -32000);
    assert_true(json_array_size(json_object_get(json_object_get(error, "data"), "messages")) > 0);
    json_decref(error);
    json_decref(play(game, "e4d4"));
    close_session(game);
}

/* A script that never ends is an error of its request, and the next request works. */
TEST(test_hanging_script)
{
    folder_write("hang.yaml", "name: Hang\nextends: chess\nscript: hang.lua\n");
    folder_write("hang.lua", "function on_capture(mover, victim)\n  while true do end\nend\n");
    refuse("load", json_pack("{s:s}", "game", "hang"), -32002);
    json_t *result = ask_ok("check", json_pack("{s:s}", "game", "hang"));
    assert_true(json_is_false(json_object_get(result, "loads")));
    json_decref(result);
    close_session(open_game("small"));
}

/* ---- jobs ---- */

TEST(test_search)
{
    const char *game = open_game("chess");
    int before = atomic_load(&notices);
    json_t *result =
        ask_ok("search", json_pack("{s:s, s:s, s:i, s:i}", "session", game, "job", "a", "depth", 4, "lines", 2));
    assert_true(json_integer_value(json_object_get(result, "depth")) >= 4);
    assert_true(atomic_load(&notices) >= before + 4);
    json_decref(result);
    result = ask_ok("search", json_pack("{s:s, s:i}", "session", game, "level", 1));
    json_decref(play(game, string_in(result, "move")));
    json_decref(result);
    result = ask_ok("setup", json_pack("{s:s, s:s}", "session", game, "fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"));
    assert_string_equal(string_in(json_object_get(result, "position"), "reason"), "stalemate");
    json_decref(result);
    refuse("search", json_pack("{s:s, s:i}", "session", game, "level", 3), -32000);
    close_session(game);
}

static void *search_long(void *state)
{
    return ask("search",
               json_pack("{s:s, s:s, s:i}", "session", (const char *)state, "job", "long", "milliseconds", 60000));
}

/* A search is cancelled by another thread; its session is free meanwhile. */
TEST(test_cancel)
{
    char game[32];
    snprintf(game, sizeof game, "%s", open_game("chess"));
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, search_long, game), 0);
    for (bool stopped = false; !stopped;) {
        json_t *result = ask_ok("cancel", json_pack("{s:s}", "job", "long"));
        stopped = json_is_true(json_object_get(result, "cancelled"));
        json_decref(result);
    }
    json_decref(play(game, "e2e4"));
    void *response;
    assert_int_equal(pthread_join(thread, &response), 0);
    json_t *result = json_object_get(response, "result");
    assert_true(!result || json_is_true(json_object_get(result, "cancelled")));
    json_decref(response);
    json_t *none = ask_ok("cancel", json_pack("{s:s}", "job", "long"));
    assert_true(json_is_false(json_object_get(none, "cancelled")));
    json_decref(none);
    close_session(game);
}

/* Every text of the game stands in the page, also one that is not saved, and none of them ends its script. */
TEST(test_publish)
{
    char file[300];
    snprintf(file, sizeof file, "%s/small.yaml", folder);
    static const char rules[] = "name: '</script><b>'\nextends: chess\n";
    json_t *params = json_pack("{s:s, s:s, s:{s:s}, s:[{s:s, s:s}]}", "game", file, "language", "ru", "settings",
                               "fifty", "automatic", "overlays", "file", file, "text", rules);
    json_t *result = ask_ok("publish", params);
    const char *written = string_in(result, "text"), *begin = strstr(written, "<script id=\"game\">");
    assert_non_null(begin);
    begin += strlen("<script id=\"game\">");
    json_error_t where;
    json_t *game = json_loads(begin, JSON_DISABLE_EOF_CHECK, &where);
    assert_non_null(game);
    assert_string_equal(begin + where.position, "</script>\n");
    assert_string_equal(string_in(game, "game"), "/rules/small.yaml");
    assert_string_equal(string_in(game, "title"), "</script><b>");
    assert_string_equal(string_in(game, "language"), "ru");
    json_t *files = json_object_get(game, "files");
    assert_non_null(strstr(string_in(files, "/rules/small.yaml"), "</script>"));
    assert_non_null(string_in(files, "/rules/chess.yaml"));
    json_decref(game);
    json_decref(result);
    result = ask_ok("publish", json_pack("{s:s}", "game", "frankfurt"));
    assert_non_null(strstr(string_in(result, "text"), "\"/scripts/frankfurt.lua\""));
    json_decref(result);
    refuse("publish", json_pack("{s:s}", "game", "nothing"), -32603);
}

/* A host without threads ends a job by its function. */
TEST(test_host_stops)
{
    const char *game = open_game("chess");
    atomic_store(&host_stops, true);
    json_t *result =
        ask_ok("playouts", json_pack("{s:s, s:i, s:i}", "session", game, "games", 1000000, "milliseconds", 60000));
    assert_true(json_is_true(json_object_get(result, "cancelled")));
    json_decref(result);
    atomic_store(&host_stops, false);
    result = ask_ok("playouts", json_pack("{s:s, s:i}", "session", game, "games", 2));
    assert_true(json_is_false(json_object_get(result, "cancelled")));
    json_decref(result);
    close_session(game);
}

TEST(test_perft)
{
    const char *game = open_game("chess");
    json_t *result = ask_ok("perft", json_pack("{s:s, s:i}", "session", game, "depth", 3));
    json_int_t sum = 0;
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(result, "moves"), i, one)
    {
        sum += json_integer_value(json_object_get(one, "nodes"));
    }
    assert_int_equal(json_array_size(json_object_get(result, "moves")), 20);
    assert_int_equal(json_integer_value(json_object_get(result, "nodes")), 8902);
    assert_int_equal(sum, 8902);
    json_decref(result);
    refuse("perft", json_pack("{s:s, s:i, s:i}", "session", game, "depth", 20, "milliseconds", 50), -32002);
    close_session(game);
}

TEST(test_playouts)
{
    const char *game = open_game("tic-tac-toe");
    json_t *result = ask_ok("playouts", json_pack("{s:s, s:i, s:i}", "session", game, "games", 500, "seed", 1));
    json_int_t games = json_integer_value(json_object_get(result, "games")), sum = 0, ended = 0, plies = 0;
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(result, "lengths"), i, one)
    {
        sum += json_integer_value(json_array_get(one, 1));
        plies += json_integer_value(json_array_get(one, 1)) * json_integer_value(json_array_get(one, 0));
    }
    json_array_foreach(json_object_get(result, "ends"), i, one)
    {
        ended += json_integer_value(json_object_get(one, "games"));
    }
    assert_true(games == 500 && sum == games && ended == games);
    assert_int_equal(plies, json_integer_value(json_object_get(result, "plies")));
    assert_int_equal(json_integer_value(json_object_get(result, "longest")), 9);
    json_decref(result);
    close_session(game);
}

/* The report in words: each kind of block is there, tables are full, and the games are those of the numbers. */
static void check_blocks(const json_t *words, const json_t *report)
{
    static const char *const kinds[] = {"title", "heading", "paragraph", "warning", "table", "scores", "game"};
    size_t counts[sizeof kinds / sizeof kinds[0]] = {0}, i, k;
    const json_t *block, *row, *worth = json_object_get(report, "worth");
    json_array_foreach(words, i, block)
    {
        for (size_t kind = 0; kind < sizeof kinds / sizeof kinds[0]; kind++) {
            counts[kind] += strcmp(string_in(block, "kind"), kinds[kind]) == 0;
        }
        json_array_foreach(json_object_get(block, "rows"), k, row)
        {
            assert_true(json_is_object(row) ||
                        json_array_size(row) == json_array_size(json_array_get(json_object_get(block, "rows"), 0)));
        }
        if (strcmp(string_in(block, "kind"), "game") == 0) {
            const json_t *one = json_array_get(worth, counts[6] - 1);
            assert_true(json_equal(json_object_get(block, "number"), json_object_get(one, "game")));
            assert_int_equal(json_array_size(json_object_get(block, "moves")),
                             json_integer_value(json_object_get(one, "plies")));
        }
    }
    assert_true(counts[0] == 1 && counts[1] > 5 && counts[2] > 5 && counts[3] > 0 && counts[4] > 3 && counts[5] == 1);
    assert_int_equal(counts[6], json_array_size(worth));
}

/* The report is that of the program; two games are compared; more players or sides than fit are refused. */
TEST(test_playtest)
{
    const char *game = open_game("tic-tac-toe");
    json_t *result = ask_ok("playtest", json_pack("{s:s, s:i, s:i, s:i, s:b, s:b}", "session", game, "games", 6,
                                                  "nodes", 64, "seed", 3, "html", 1, "words", 1));
    const json_t *report = json_object_get(result, "report");
    assert_int_equal(json_integer_value(json_object_get(result, "games")), 42);
    assert_int_equal(json_integer_value(json_object_get(report, "games")), 42);
    assert_int_equal(json_array_size(json_object_get(report, "strengths")), 4);
    assert_non_null(strstr(json_string_value(json_object_get(result, "html")), "<!DOCTYPE html>"));
    check_blocks(json_object_get(result, "words"), report);
    json_decref(result);
    result = ask_ok("playtest",
                    json_pack("{s:s, s:i, s:i, s:s}", "session", game, "games", 2, "nodes", 16, "game", "tic-tac-toe"));
    assert_true(json_array_size(json_object_get(json_object_get(result, "report"), "differences")) > 4);
    json_decref(result);
    result = ask_ok("playtest", json_pack("{s:s, s:i, s:i, s:i}", "session", game, "games", 100000, "nodes", 100000,
                                          "milliseconds", 300));
    assert_true(json_integer_value(json_object_get(result, "games")) <
                json_integer_value(json_object_get(result, "of")));
    json_decref(result);
    refuse("playtest", json_pack("{s:s, s:i, s:s}", "session", game, "games", 1, "game", "three-player-triptych"),
           -32602);
    refuse("playtest", json_pack("{s:s, s:i}", "session", game, "nodes", 0), -32602);
    close_session(game);
}

/* Whether the engine plays with a network where `content` stands instead of the game's own. */
static bool plays_with(const char *game, const char *file, const char *content)
{
    json_t *loaded =
        ask_ok("load", json_pack("{s:s, s:[{s:s, s:s}]}", "game", game, "overlays", "file", file, "text", content));
    const bool found = json_is_true(json_object_get(loaded, "has_network"));
    close_session(json_string_value(json_object_get(loaded, "session")));
    json_decref(loaded);
    return found;
}

/* A network that won is given as a text, with which one can play; games that can have none are refused. */
TEST(test_learn)
{
    const char *game = open_game("tic-tac-toe");
    json_t *result = ask_ok("learn", json_pack("{s:s, s:i, s:i, s:i, s:i}", "session", game, "games", 300, "nodes", 30,
                                               "generations", 2, "seconds", 600));
    assert_true(json_integer_value(json_object_get(result, "games")) >= 300);
    assert_true(json_integer_value(json_object_get(result, "positions")) > 0);
    const char *file = json_string_value(json_object_get(result, "file"));
    assert_non_null(strstr(file, "tic-tac-toe.network"));
    size_t i;
    const json_t *one;
    json_array_foreach(json_object_get(result, "networks"), i, one)
    {
        assert_true(json_real_value(json_object_get(one, "elo")) > 0);
        assert_true(plays_with("tic-tac-toe", file, json_string_value(json_object_get(one, "text"))));
    }
    assert_false(plays_with("tic-tac-toe", file, "no network"));
    json_decref(result);
    refuse("learn", json_pack("{s:s, s:i}", "session", game, "seconds", 0), -32602);
    close_session(game);
    game = open_game("dice-chess");
    refuse("learn", json_pack("{s:s, s:i}", "session", game, "games", 2), -32000);
    close_session(game);
}

/* Which game allows a move, in the first position where it differs; "" if in none. */
static const char *who_allows(const json_t *result, const char *move)
{
    size_t i, k;
    json_t *position, *one;
    json_array_foreach(json_object_get(result, "positions"), i, position)
    {
        json_array_foreach(json_object_get(position, "differing"), k, one)
        {
            if (strcmp(string_in(one, "move"), move) == 0) {
                return string_in(one, "by");
            }
        }
    }
    return "";
}

TEST(test_diff)
{
    const char *game = open_game("chess");
    json_t *result =
        ask_ok("diff", json_pack("{s:s, s:s, s:s}", "session", game, "game", "frankfurt", "language", "en"));
    assert_true(json_array_size(json_object_get(result, "rules")) > 0);
    /* The session's game is the second: a captor of Frankfurt becomes what it captures, that of chess chooses. */
    assert_string_equal(who_allows(result, "a7b8"), "first");
    assert_string_equal(who_allows(result, "a7b8q"), "second");
    assert_string_equal(who_allows(result, "a3b5"), "both");
    json_decref(result);
    close_session(game);
}

/* ---- examples and files ---- */

TEST(test_examples)
{
    const char *game = open_game("small");
    json_decref(play(game, "e2e4"));
    json_t *result =
        ask_ok("record", json_pack("{s:s, s:s, s:b}", "session", game, "title", "the double step", "write", 1));
    assert_non_null(strstr(string_in(result, "text"), "the double step"));
    assert_string_equal(string_in(result, "file"), folder_path("small.test.yaml"));
    json_decref(result);
    refuse("record", json_pack("{s:s, s:b}", "session", game, "write", 1), -32000); /* it is there */
    result = ask_ok("read", json_pack("{s:s, s:s}", "session", game, "file", folder_path("small.test.yaml")));
    assert_non_null(strstr(string_in(result, "text"), "the double step"));
    assert_true(json_is_true(json_object_get(result, "writable")));
    json_decref(result);
    close_session(game);
    result = ask_ok("examples", json_pack("{s:s}", "game", "small"));
    assert_int_equal(json_integer_value(json_object_get(result, "passed")), 1);
    assert_string_equal(string_in(json_array_get(json_object_get(result, "items"), 0), "title"), "the double step");
    json_decref(result);
    result =
        ask_ok("examples",
               json_pack("{s:s, s:[{s:s, s:s}]}", "game", "small", "overlays", "file", folder_path("small.test.yaml"),
                         "text", "examples:\n  - title: false\n    legal: e2e5 e2e4\n    illegal: e2e3 e2e6\n"));
    const json_t *claim = json_array_get(json_object_get(result, "items"), 0);
    assert_int_equal(json_array_size(json_object_get(claim, "expected")), 2);
    assert_string_equal(json_string_value(json_array_get(json_object_get(claim, "missing"), 0)), "e2e5");
    assert_string_equal(json_string_value(json_array_get(json_object_get(claim, "extra"), 0)), "e2e3");
    assert_int_equal(json_array_size(json_object_get(claim, "denied")), 2);
    json_decref(result);
    game = open_game("chess"); /* it lies elsewhere */
    json_decref(play(game, "e2e4"));
    refuse("record", json_pack("{s:s, s:b}", "session", game, "write", 1), -32004);
    close_session(game);
}

TEST(test_files)
{
    json_t *result = ask_ok("save", json_pack("{s:s, s:s, s:b}", "file", "new.yaml", "text", small_rules, "new", 1));
    assert_string_equal(string_in(result, "file"), folder_path("new.yaml"));
    json_decref(result);
    refuse("save", json_pack("{s:s, s:s, s:b}", "file", "new.yaml", "text", "", "new", 1), -32000);
    json_decref(ask_ok(
        "save", json_pack("{s:s, s:s}", "file", folder_path("new.yaml"), "text", "name: Other\nextends: chess\n")));
    result = ask_ok("read", json_pack("{s:s}", "file", "new.yaml"));
    assert_string_equal(string_in(result, "text"), "name: Other\nextends: chess\n");
    json_decref(result);
    static const char *const bad[] = {"../x.yaml", "/tmp/x.yaml",  "a/../../x.yaml", "./x.yaml",
                                      ".x.yaml",   "x.txt",        "x.yaml/",        "a//x.yaml",
                                      ".yaml",     "x.lua\n.yaml", "/x.yaml",        "a\\x.yaml"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        refuse("save", json_pack("{s:s, s:s}", "file", bad[i], "text", "x"), -32004);
        refuse("read", json_pack("{s:s}", "file", bad[i]), -32004);
    }
    refuse("read", json_pack("{s:s}", "file", "/etc/passwd"), -32004);
    refuse("read", json_pack("{s:s}", "file", "gone.yaml"), -32004);
    folder_write("latin.yaml", "name: \xe9\n");
    refuse("read", json_pack("{s:s}", "file", "latin.yaml"), -32000);
    const char *game = open_game("chess"); /* files of other folders can be read where the session's rules have them */
    result = ask_ok("read", json_pack("{s:s, s:s}", "session", game, "file", FERZ_SOURCE_DIR "/rules/chess.yaml"));
    assert_true(json_is_false(json_object_get(result, "writable")));
    json_decref(result);
    refuse("read", json_pack("{s:s, s:s}", "session", game, "file", FERZ_SOURCE_DIR "/rules/shogi.yaml"), -32004);
    refuse("save", json_pack("{s:s, s:s}", "file", FERZ_SOURCE_DIR "/rules/chess.yaml", "text", "x"), -32004);
    close_session(game);
}

/* Names that show something else than they are, or that belong to other rules. */
TEST(test_names)
{
    static const char *const bad[] = {
        "a\xe2\x80\xae"
        "b.yaml", /* U+202E */
        "a\xe2\x81\xa6"
        "b.yaml", /* U+2066 */
        "a\xe2\x80\x8b"
        "b.yaml", /* zero width */
        "a\xe2\x80\xa8"
        "b.yaml", /* a line separator */
        "a\xc2\x85"
        "b.yaml", /* C1 */
        "a\x7f"
        "b.lua",
        "a\tb.lua",
        "a\xc2\xad"
        "b.lua",
        "a\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81.yaml", /* marks that run over other lines */
        "sub\xef\xbb\xbf/b.yaml",
        "small.tuning.yaml",
        "x.test.test.yaml",
        "x.tuning.test.yaml"};
    static const char *const good[] = {"\xd1\x88\xd0\xb0\xd1\x85.yaml", "e\xcc\x81.yaml", "\xe5\xb0\x86.lua",
                                       "a b.yaml", "x.test.yaml"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        refuse("save", json_pack("{s:s, s:s}", "file", bad[i], "text", "x"), -32004);
    }
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        json_decref(ask_ok("save", json_pack("{s:s, s:s}", "file", good[i], "text", "x")));
        assert_int_equal(unlink(folder_path(good[i])), 0);
    }
}

static void assert_file(const char *file, const char *wanted)
{
    json_t *result = ask_ok("read", json_pack("{s:s}", "file", folder_path(file)));
    assert_string_equal(string_in(result, "text"), wanted);
    json_decref(result);
}

/* Saves what was made from `hash`; the new hash. */
static void save_from(const char *file, const char *string, const char *hash, char new_hash[65])
{
    json_t *result = ask_ok("save", json_pack("{s:s, s:s, s:s}", "file", file, "text", string, "expected", hash));
    snprintf(new_hash, 65, "%s", string_in(result, "hash"));
    json_decref(result);
}

/* A save names the text that it was made from: what others wrote meanwhile stays. */
TEST(test_lost_update)
{
    char first[65], second[65];
    const char *file = "both.yaml";
    refuse("save", json_pack("{s:s, s:s, s:s}", "file", file, "text", "x", "expected", "00"), -32005); /* it is gone */
    save_from(file, "name: One\n", "", first); /* no file was expected */
    refuse("save", json_pack("{s:s, s:s, s:s}", "file", file, "text", "x", "expected", ""), -32005); /* now there is */
    json_t *read = ask_ok("read", json_pack("{s:s}", "file", folder_path(file)));
    assert_string_equal(string_in(read, "hash"), first);
    json_decref(read);
    save_from(file, "name: Tab A\n", first, second);
    refuse("save", json_pack("{s:s, s:s, s:s}", "file", file, "text", "name: Tab B\n", "expected", first), -32005);
    assert_file(file, "name: Tab A\n");
    folder_write(file, "%s", "name: Editor\n");
    refuse("save", json_pack("{s:s, s:s, s:s}", "file", file, "text", "name: Tab A\n", "expected", second), -32005);
    assert_file(file, "name: Editor\n");
    assert_int_equal(unlink(folder_path(file)), 0);
    refuse("save", json_pack("{s:s, s:s, s:s}", "file", file, "text", "x", "expected", second), -32005);
    refuse("save", json_pack("{s:s, s:s, s:s}", "file", "none/x.yaml", "text", "x", "expected", second), -32005);
    save_from(file, "name: Again\n", "", first);
    assert_int_equal(unlink(folder_path(file)), 0);
}

/* Clients that save one file at once: none is told of an error, and a reader finds one of the texts. */
enum { SAVES = 40, SAVED_BYTES = 200000 };

static void *save_again_and_again(void *state)
{
    char *string = malloc(2 * SAVED_BYTES + 1);
    assert_non_null(string);
    for (int i = 0; i < SAVES; i++) {
        size_t size = SAVED_BYTES * (1 + (size_t)(i % 2));
        memset(string, *(const char *)state, size);
        string[size] = '\0';
        json_decref(ask_ok("save", json_pack("{s:s, s:s}", "file", "busy.yaml", "text", string)));
    }
    free(string);
    return NULL;
}

TEST(test_saves_at_once)
{
    static const char letters[] = "abcd";
    pthread_t threads[4];
    folder_write("busy.yaml", "%*s", SAVED_BYTES, "");
    assert_int_equal(chmod(folder_path("busy.yaml"), 0600), 0);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, save_again_and_again, (void *)(uintptr_t)&letters[i]), 0);
    }
    struct stat about;
    for (int i = 0; i < 20000; i++) {
        assert_int_equal(stat(folder_path("busy.yaml"), &about), 0);
        assert_true(about.st_size == SAVED_BYTES || about.st_size == 2 * SAVED_BYTES);
    }
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
    assert_int_equal(stat(folder_path("busy.yaml"), &about), 0);
    assert_int_equal(about.st_mode & 07777, 0600);
    assert_int_equal(unlink(folder_path("busy.yaml")), 0);
}

/* No link is followed out of the folder: not for writing, not for reading, not for loading. */
TEST(test_links)
{
    char secret[sizeof outside + 32];
    snprintf(secret, sizeof secret, "%s/secret.yaml", outside);
    FILE *file = fopen(secret, "w");
    assert_non_null(file);
    assert_true(fputs(small_rules, file) >= 0 && fclose(file) == 0);
    assert_int_equal(symlink(secret, folder_path("link.yaml")), 0);
    assert_int_equal(symlink(outside, folder_path("away")), 0);
    assert_int_equal(symlink(secret, folder_path("small.tuning.yaml")), 0);
    refuse("save", json_pack("{s:s, s:s}", "file", "link.yaml", "text", "x"), -32004);
    refuse("save", json_pack("{s:s, s:s}", "file", "away/secret.yaml", "text", "x"), -32004);
    refuse("save", json_pack("{s:s, s:s}", "file", "away/other.yaml", "text", "x"), -32004);
    refuse("read", json_pack("{s:s}", "file", "link.yaml"), -32004);
    refuse("read", json_pack("{s:s}", "file", "away/secret.yaml"), -32004);
    refuse("load", json_pack("{s:s}", "game", "link"), -32004);
    refuse("load", json_pack("{s:s}", "game", folder_path("link.yaml")), -32004);
    refuse("load", json_pack("{s:s}", "game", folder_path("away/secret.yaml")), -32004);
    folder_write("child.yaml", "name: X\nextends: link\n");
    refuse("load", json_pack("{s:s}", "game", "child"), -32603); /* the library itself refuses */
    struct stat about;
    assert_true(stat(secret, &about) == 0 && (size_t)about.st_size == strlen(small_rules));
    static const char *const made[] = {"link.yaml", "away", "small.tuning.yaml", "child.yaml"};
    for (size_t i = 0; i < sizeof made / sizeof made[0]; i++) {
        assert_int_equal(unlink(folder_path(made[i])), 0);
    }
}

/* ---- what strangers send ---- */

static int code_of(json_t *response)
{
    int code = (int)json_integer_value(json_object_get(json_object_get(response, "error"), "code"));
    json_decref(response);
    return code;
}

TEST(test_envelopes)
{
    static const struct {
        const char *request;
        int code;
    } rows[] = {
        {"", -32700},
        {"{", -32700},
        {"nul", -32700},
        {"{\"jsonrpc\":\"2.0\",\"jsonrpc\":\"2.0\"}", -32700},
        {"\xff\xfe", -32700},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xc3\"}", -32700},
        {"1", -32600},
        {"{}", -32600},
        {"[]", -32600},
        {"null", -32600},
        {"{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"list\"}", -32600},
        {"{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"list\"}", -32600},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":5}", -32600},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"list\",\"params\":5}", -32600},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"list\",\"params\":[1]}", -32602},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"list\",\"params\":{\"x\":1}}", -32602},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"lisp\"}", -32601},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"load\"}", -32602},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"load\",\"params\":{\"game\":7}}", -32602},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"load\",\"params\":{\"game\":\"\"}}", -32602},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"load\",\"params\":{\"game\":\"a\\u0000b\"}}", -32700},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"load\",\"params\":{\"game\":\"chess\",\"seed\":-1}}", -32602},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"load\",\"params\":{\"game\":\"chess\",\"seed\":1e3}}", -32602},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"load\",\"params\":{\"game\":\"chess\",\"seed\":"
         "99999999999999999999}}",
         -32700},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"load\",\"params\":{\"game\":\"chess\",\"settings\":{\"a\":[]}}}",
         -32602},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"load\",\"params\":{\"game\":\"chess\",\"settings\":{\"a\":1}}}",
         -32000},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"load\",\"params\":{\"game\":\"chess\",\"overlays\":[{\"file\":"
         "\"x\"}]}}",
         -32602},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"load\",\"params\":{\"game\":\"/etc/passwd\"}}", -32004},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"load\",\"params\":{\"game\":\"no-such-game\"}}", -32603},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"play\",\"params\":{\"session\":\"s0\",\"move\":\"e2e4\"}}",
         -32001},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"explain\",\"params\":{\"session\":\"s1\",\"language\":\"de\"}}",
         -32602},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int code = code_of(answer(rows[i].request));
        if (code != rows[i].code) {
            fail_msg("%s: %d", rows[i].request, code);
        }
    }
    assert_null(answer("{\"jsonrpc\":\"2.0\",\"method\":\"list\"}")); /* a notification */
    assert_null(answer("[{\"jsonrpc\":\"2.0\",\"method\":\"cancel\"}]"));
    json_t *batch =
        answer("[1,{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"code\",\"params\":{\"code\":\"E0301\"}}]");
    assert_int_equal(json_array_size(batch), 2);
    assert_string_equal(string_in(json_array_get(batch, 1), "id"), "x");
    json_decref(batch);
}

/* Deep nesting, long texts, many of everything. */
TEST(test_too_much)
{
    text t = {0};
    for (int i = 0; i < 100000; i++) {
        text_char(&t, '[');
    }
    assert_int_equal(code_of(answer(text_string(&t))), -32700);
    text_clear(&t);
    text_put(&t, "[1");
    for (int i = 0; i < SERVICE_BATCH_MAX; i++) {
        text_put(&t, ",1");
    }
    text_char(&t, ']');
    assert_int_equal(code_of(answer(text_string(&t))), -32600);
    text_clear(&t);
    for (int i = 0; i < 300000; i++) {
        text_put(&t, "1234567");
    }
    refuse("save", json_pack("{s:s, s:s}", "file", "big.yaml", "text", text_string(&t)), -32602);
    refuse("load", json_pack("{s:s, s:s}", "game", "chess", "fen", text_string(&t)), -32602);
    text_finish(&t);
    /* Of too many sessions, the one that was not used for the longest time makes room. */
    char names[SERVICE_SESSIONS_MAX + 1][32];
    for (size_t i = 0; i <= SERVICE_SESSIONS_MAX; i++) {
        snprintf(names[i], sizeof names[i], "%s", open_game("tic-tac-toe"));
        json_decref(ask_ok("moves", json_pack("{s:s}", "session", names[0])));
    }
    refuse("moves", json_pack("{s:s}", "session", names[1]), -32001);
    for (size_t i = 0; i <= SERVICE_SESSIONS_MAX; i++) {
        if (i != 1) {
            close_session(names[i]);
        }
    }
}

/* A game of `pieces` pieces on the largest board, each of which goes on in every direction by `legs` king's steps. */
static void write_large_game(const char *file, int pieces, int legs)
{
    text t = {0};
    text_put(&t, "name: Large\nboard: {size: 36x36}\nend: {stalemate: draw}\npieces:\n");
    for (int i = 0; i < pieces; i++) {
        text_print(&t, "  p%d: {letter: %c, moves: '[K", i, 'A' + i);
        for (int leg = 1; leg < legs; leg++) {
            text_put(&t, "?K");
        }
        text_put(&t, "]'}\n");
    }
    text_put(&t, "start: 36");
    for (int i = 1; i < 36; i++) {
        text_put(&t, "/36");
    }
    text_put(&t, " w - - 0 1\n");
    folder_write(file, "%s", text_string(&t));
    text_finish(&t);
}

/* Rules have a limit of memory; the next call works. */
TEST(test_memory)
{
    write_large_game("large.yaml", 26, 8);
    json_t *error = ask_error("load", json_pack("{s:s}", "game", "large"), -32000);
    assert_string_equal(string_in(error, "message"), "these rules need more than 64 MiB of memory");
    json_decref(error);
    write_large_game("smaller.yaml", 2, 4);
    const char *game = open_game("smaller");
    close_session(game);
}

/* Titles and texts of strangers stay texts. */
TEST(test_hostile_titles)
{
    folder_write("evil.yaml",
                 "name: '<script>alert(1)</script>\" onload=\"x'\nextends: chess\nabout: \"<img src=x>\"\n");
    const char *game = open_game("evil");
    json_t *result = ask_ok("position", json_pack("{s:s, s:{s:b}}", "session", game, "picture", "addressable", 1));
    assert_null(strstr(string_in(json_object_get(result, "position"), "svg"), "<script"));
    json_decref(result);
    result = ask_ok("explain", json_pack("{s:s, s:s}", "session", game, "format", "html"));
    assert_null(strstr(string_in(result, "text"), "<script>alert"));
    json_decref(result);
    close_session(game);
}

/* ---- the page for readers, and that nothing was left out ---- */

/* guides/service.md, as it should be. `free`. */
static char *guide(void)
{
    text t = {0};
    char *page = service_reference();
    assert_non_null(page);
    text_put(&t, "# Every method\n\n"
                 "What a page, an editor or another program may ask Ferz: `ferz serve` answers `POST /rpc`. Made from\n"
                 "`interp/service/methods.json` by `service_test_service --write`; a test compares it.\n\n");
    text_put(&t, page);
    free(page);
    return text_detach(&t);
}

TEST(test_guide)
{
    text now = {0};
    char *page = guide();
    assert_int_equal(read_file_bytes(FERZ_SOURCE_DIR "/guides/service.md", READ_FILE_FOLLOW_LINKS, 1 << 20, &now), 0);
    if (strcmp(text_string(&now), page) != 0) {
        fail_msg("guides/service.md is old: service_test_service --write");
    }
    text_finish(&now);
    free(page);
}

TEST(test_all_called)
{
    size_t i;
    json_t *row;
    char *page = service_reference();
    assert_non_null(page);
    json_array_foreach(json_object_get(table, "methods"), i, row)
    {
        const char *name = string_in(row, "name");
        char heading[64];
        snprintf(heading, sizeof heading, "\n### `%s`\n", name);
        assert_non_null(strstr(page, heading));
        if (!json_object_get(called, name)) {
            fail_msg("no test has called %s", name);
        }
    }
    free(page);
}

/* The page of the reference is written where that is asked for. */
static int write_guide(int argc, char **argv)
{
    if (argc != 2 || strcmp(argv[1], "--write") != 0) {
        return -1;
    }
    char *page = guide();
    int error = atomic_write(FERZ_SOURCE_DIR "/guides/service.md", page, strlen(page), true, ATOMIC_WRITE_DEFAULT_MODE);
    free(page);
    return error != 0;
}

TEST_ARGUMENTS(write_guide);

ALL_TESTS(start, finish);
