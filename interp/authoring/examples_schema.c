#include "authoring/examples_schema.h"

#include <string.h>

static const example_key keys[] = {
    {"title", EXAMPLE_TEXT, "What the example shows, in a few words.", "\"A pawn may not jump\""},
    {"title_ru", EXAMPLE_TEXT, "The same in Russian, for pages.", "\"Пешка не прыгает\""},
    {"fen", EXAMPLE_TEXT, "The position that it begins with; the game's own start when there is none.",
     "\"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\""},
    {"set", EXAMPLE_SETTINGS, "Options that are turned on, with their values.", "{\"fifty\": \"automatic\"}"},
    {"moves", EXAMPLE_WORDS, "Moves that are played first. Each of them must be legal.", "\"e2e4 e7e5\""},
    {"gives", EXAMPLE_TEXT, "The position that there must be now; fields at the end of the FEN may be left out.",
     "\"4k3/8/8/8/4P3/8/8/4K3 b\""},
    {"legal", EXAMPLE_WORDS, "Moves that must be legal now.", "\"e2e3 e2e4\""},
    {"illegal", EXAMPLE_WORDS, "Moves that must not be legal now.", "\"e2e5\""},
    {"only", EXAMPLE_WORDS, "The legal moves, all of them.", "\"e1d1 e1f1\""},
    {"count", EXAMPLE_NUMBER, "How many legal moves there are.", "20"},
    {"check", EXAMPLE_BOOL, "Whether the player to move is in check.", "true"},
    {"beginning", EXAMPLE_BEGINNING,
     "The legal moves that begin so: all of them, or how many. `P@` are the drops of a pawn, `e2` the moves from e2.",
     "{\"e2\": \"e2e3 e2e4\", \"g1\": 2}"},
    {"status", EXAMPLE_TEXT, "What `ferz status` says: ongoing, or the result and its reason.",
     "\"white wins: checkmate\""},
    {"counts", EXAMPLE_NUMBERS, "How many leaves there are at depth 1, 2, 3 ... (perft).", "[20, 400, 8902]"},
    {"turns", EXAMPLE_NUMBER, "In how many ways this turn can be played to its end, as sequences of moves.", "400"},
    {"ends", EXAMPLE_NUMBER, "How many different positions the turn can end in.", "210"},
    {"tries", EXAMPLE_WORDS, "The moves that seem possible to the player to move, all of them.", "\"e2e4 d2d4\""},
    {"announces", EXAMPLE_LINES, "What everybody heard of the last move.", "[\"white has moved\"]"},
    {"view", EXAMPLE_VIEWS, "What each of these players sees, as FEN.",
     "{\"white\": \"8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"}"},
    {"trial", EXAMPLE_TRIAL, "One attempt after the other, each with what the umpire says.",
     "[{\"e4f5\": \"impossible\"}]"},
};
enum { KEY_COUNT = sizeof keys / sizeof keys[0] };

const example_key *examples_key(size_t index)
{
    return index < KEY_COUNT ? &keys[index] : NULL;
}

#define SCALAR "{\"type\":[\"string\",\"number\",\"boolean\",\"null\"]}"
#define WORDS "{\"anyOf\":[" SCALAR ",{\"type\":\"array\",\"items\":" SCALAR "}]}"
#define NAMED(VALUE) "{\"type\":\"object\",\"additionalProperties\":" VALUE "}"

static const char *const shapes[] = {
    [EXAMPLE_TEXT] = SCALAR,
    [EXAMPLE_NUMBER] = "{\"type\":\"integer\",\"minimum\":0,\"maximum\":2147483647}",
    [EXAMPLE_BOOL] = "{\"type\":\"boolean\"}",
    [EXAMPLE_WORDS] = WORDS,
    [EXAMPLE_SETTINGS] = "{\"anyOf\":[" SCALAR ",{\"type\":\"array\",\"items\":" SCALAR "}," NAMED(SCALAR) "]}",
    [EXAMPLE_BEGINNING] = NAMED(SCALAR),
    [EXAMPLE_NUMBERS] = "{\"type\":\"array\",\"maxItems\":100,\"items\":{\"type\":\"integer\",\"minimum\":0}}",
    [EXAMPLE_LINES] = WORDS,
    [EXAMPLE_VIEWS] = NAMED(SCALAR),
    [EXAMPLE_TRIAL] = "{\"type\":\"array\",\"items\":{\"type\":\"object\",\"minProperties\":1,\"maxProperties\":1,"
                      "\"additionalProperties\":" WORDS "}}",
};
_Static_assert(sizeof shapes / sizeof shapes[0] == EXAMPLE_SHAPE_COUNT, "every shape has a schema");

void examples_json(text *out)
{
    text_put(out, "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"title\":\"Examples of a game of Ferz\","
                  "\"description\":\"Small claims about a game, which `ferz test` checks.\",\"type\":\"object\","
                  "\"required\":[\"examples\"],\"additionalProperties\":false,\"properties\":{\"examples\":{"
                  "\"description\":\"The examples, one after another.\",\"type\":\"array\",\"items\":{"
                  "\"title\":\"An example\",\"type\":\"object\",\"additionalProperties\":false,\"properties\":{\n");
    for (size_t i = 0; i < KEY_COUNT; i++) {
        const example_key *row = &keys[i];
        text_print(out, "%s\"%s\":{\"description\":", i ? "," : "", row->key);
        text_json(out, row->doc, strlen(row->doc));
        text_print(out, ",\"examples\":[%s],%s\n", row->json, shapes[row->shape] + 1);
    }
    text_put(out, "}}}}}\n");
}
