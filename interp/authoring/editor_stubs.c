#include "authoring/editor_stubs.h"

#include <string.h>

/* ---- the table ---- */

static const stub stubs[] = {
    {"cell", STUB_FUNCTION, "file: integer|string, rank?: integer", "ferz.cell?",
     "The cell of a file and a rank, both from 1, or of a name: cell(5, 4), cell(\"e4\"). nil where the board has "
     "none."},
    {"file", STUB_FUNCTION, "cell: ferz.cell", "integer", "The file of a cell, from 1. nil on boards that have none."},
    {"rank", STUB_FUNCTION, "cell: ferz.cell", "integer", "The rank of a cell, from 1. nil on boards that have none."},
    {"name", STUB_FUNCTION, "cell: ferz.cell", "string", "The name of a cell, such as \"e4\"."},
    {"level", STUB_FUNCTION, "cell: ferz.cell", "integer", "The storey or board of a cell, from 1."},
    {"lines", STUB_FUNCTION, "cell: ferz.cell", "ferz.cell[][]",
     "The board's lines through a cell, each a list of cells."},
    {"cells", STUB_FUNCTION, "", "integer", "How many cells there are: they are 0 to cells() - 1."},
    {"option", STUB_FUNCTION, "name: string", "string?", "What the option was set to, or nil."},
    {"players", STUB_VALUE, NULL, "ferz.player[]", "The players' names, in the order of their turns."},

    {"piece", STUB_LIVE, "cell: ferz.cell", "ferz.piece?", "The piece on a cell, or nil when it is empty."},
    {"owner", STUB_LIVE, "cell: ferz.cell", "ferz.player?", "The owner of the man on a cell, or nil when it is empty."},
    {"is_royal", STUB_LIVE, "cell: ferz.cell", "boolean", "Whether a royal man stands on the cell."},
    {"royals", STUB_LIVE, "player: ferz.player", "ferz.cell[]", "The cells of the player's royal men."},
    {"side_to_move", STUB_LIVE, "", "ferz.player", "The player to move."},
    {"count", STUB_LIVE, "player: ferz.player, piece?: ferz.piece", "integer",
     "How many men the player has on the board, or how many of that piece."},
    {"in_hand", STUB_LIVE, "player: ferz.player, piece: ferz.piece", "integer",
     "How many of that piece the player has in hand."},
    {"attacked", STUB_LIVE, "cell: ferz.cell, player: ferz.player", "boolean", "Whether that player attacks the cell."},
    {"attackers", STUB_LIVE, "cell: ferz.cell, player: ferz.player", "ferz.cell[]",
     "The cells from which that player attacks the cell."},
    {"check", STUB_LIVE, "player: ferz.player", "boolean", "Whether a royal man of that player is attacked."},
    {"no_moves", STUB_LIVE, "", "boolean", "Whether the mover has no legal move."},
    {"en_passant", STUB_LIVE, "cell: ferz.cell", "ferz.cell?",
     "Where the man stands that has just passed this cell and may be taken on it, or nil."},
    {"counter", STUB_LIVE, "name: string", "integer", "The value of a counter; 0 when there is none of that name."},
    {"right", STUB_LIVE, "letter: string, player: ferz.player", "boolean",
     "Whether the player still holds that right."},
    {"dice", STUB_LIVE, "", "integer[]", "The faces of the dice still to be used, the lowest first."},
    {"stack", STUB_LIVE, "cell: ferz.cell", "ferz.level[]", "The men of a cell from the bottom to the top."},
    {"ply", STUB_LIVE, "", "integer", "How many moves of this turn have been made."},
    {"turn", STUB_LIVE, "", "integer", "The number of the full move, from 1."},

    {"assert", STUB_FUNCTION, "value: any, message?: string", "any",
     "Ends the call with the message unless the value is true."},
    {"error", STUB_FUNCTION, "message: string", NULL,
     "Ends the call: what is said stands in the message, with the line."},
    {"ipairs", STUB_FUNCTION, "list: table", "function, table, integer", "Goes through a list from 1 on."},
    {"pairs", STUB_FUNCTION, "table: table", "function, table",
     "Goes through a table in the order of its keys, numbers first."},
    {"rawequal", STUB_FUNCTION, "one: any, other: any", "boolean", "Whether both are the same."},
    {"rawlen", STUB_FUNCTION, "value: table|string", "integer", "The length, as # gives it."},
    {"select", STUB_FUNCTION, "index: integer|string, ...: any", "any",
     "The arguments from that one on; with \"#\" how many."},
    {"tonumber", STUB_FUNCTION, "value: any", "number?", "The number that a text says, or nil."},
    {"tostring", STUB_FUNCTION, "value: any", "string", "The value as a text; of a table it is \"table\"."},
    {"type", STUB_FUNCTION, "value: any", "string",
     "\"nil\", \"boolean\", \"number\", \"string\", \"table\" or \"function\"."},

    {"table.concat", STUB_FUNCTION, "list: table, between?: string, first?: integer, last?: integer", "string",
     "The texts of a list in one."},
    {"table.insert", STUB_FUNCTION, "list: table, ...: any", NULL, "Adds a value at the end, or at a position."},
    {"table.remove", STUB_FUNCTION, "list: table, at?: integer", "any",
     "Takes the last value out, or the one at a position."},
    {"table.sort", STUB_FUNCTION, "list: table, before?: function", NULL, "Sorts; equals keep their order."},
    {"table.unpack", STUB_FUNCTION, "list: table, first?: integer, last?: integer", "any", "The values of a list."},
    {"string.byte", STUB_FUNCTION, "text: string, first?: integer, last?: integer", "integer", "The numbers of bytes."},
    {"string.len", STUB_FUNCTION, "text: string", "integer", "How many bytes it has, as # gives it."},
    {"string.lower", STUB_FUNCTION, "text: string", "string", "The same in small letters."},
    {"string.sub", STUB_FUNCTION, "text: string, first?: integer, last?: integer", "string", "A part of a text."},
    {"string.upper", STUB_FUNCTION, "text: string", "string", "The same in capitals."},
    {"math.abs", STUB_FUNCTION, "x: number", "number", "The number without its sign."},
    {"math.ceil", STUB_FUNCTION, "x: number", "integer", "The next whole number not below it."},
    {"math.floor", STUB_FUNCTION, "x: number", "integer", "The next whole number not above it."},
    {"math.fmod", STUB_FUNCTION, "x: number, y: number", "number", "The rest of a division."},
    {"math.max", STUB_FUNCTION, "x: number, ...: number", "number", "The largest."},
    {"math.min", STUB_FUNCTION, "x: number, ...: number", "number", "The smallest."},
    {"math.tointeger", STUB_FUNCTION, "x: any", "integer?", "The number as a whole one, or nil."},
    {"math.type", STUB_FUNCTION, "x: any", "string?", "\"integer\" or \"float\"; nil for what is no number."},
    {"math.ult", STUB_FUNCTION, "one: integer, other: integer", "boolean",
     "Whether the one is less, both without signs."},
    {"math.huge", STUB_VALUE, NULL, "number", "Larger than any number."},
    {"math.maxinteger", STUB_VALUE, NULL, "integer", "The largest whole number."},
    {"math.mininteger", STUB_VALUE, NULL, "integer", "The smallest whole number."},
};

static const stub_field fields[] = {
    {"man", "type", "ferz.piece", "Its piece."},
    {"man", "owner", "ferz.player", "Whose it is."},
    {"man", "royal", "boolean", "Whether it is royal."},

    {"level", "piece", "ferz.piece", "Its piece."},
    {"level", "owner", "ferz.player", "Whose it is."},

    {"move", "from", "ferz.cell?", "Where it begins; nil for a drop."},
    {"move", "to", "ferz.cell", "Where it ends."},
    {"move", "piece", "ferz.piece", "The piece that moves."},
    {"move", "owner", "ferz.player", "Whose it is."},
    {"move", "becomes", "ferz.piece", "What it is afterwards."},
    {"move", "captured", "ferz.piece?", "What was taken; nil when nothing was."},
    {"move", "captured_at", "ferz.cell?", "Where that stood."},
    {"move", "captured_owner", "ferz.player?", "Whose that was."},
    {"move", "drop", "boolean", "Whether it comes from a hand."},

    {"effect", "capture", "ferz.cell?", "{capture = cell}: the man there leaves the board."},
    {"effect", "put", "ferz.cell?", "{put = cell, piece = name, owner = name}: a man appears."},
    {"effect", "transform", "ferz.cell?", "{transform = cell, into = name}: it changes its type."},
    {"effect", "give", "ferz.cell?", "{give = cell, to = owner}: it changes its owner."},
    {"effect", "move", "ferz.cell?", "{move = cell, to = cell}: it goes elsewhere."},
    {"effect", "hand", "ferz.player?", "{hand = owner, piece = name, add = n}: n more in hand, or fewer below 0."},
    {"effect", "counter", "string?", "{counter = name, add = n} or {counter = name, set = n}: a counter changes."},
    {"effect", "right", "string?",
     "{right = letter, owner = name, set = true or false}: a right comes back, or is lost."},
    {"effect", "to_hand", "ferz.cell?", "{to_hand = cell}: a man goes back to its owner's hand."},
    {"effect", "en_passant", "ferz.cell?",
     "{en_passant = cell, by = cell}: the man on `by` may be taken in passing there."},
    {"effect", "halfmove_clock", "integer?", "{halfmove_clock = n}: the halfmove clock stands at n."},
    {"effect", "put_under", "ferz.cell?",
     "{put_under = cell, piece = name, owner = name}: a man appears under the tower."},
    {"effect", "use_die", "integer?", "{use_die = face}: a die that shows this is used up."},
    {"effect", "next_player", "ferz.player?",
     "{next_player = owner}: he acts next; in the same turn if he is the mover."},
    {"effect", "roll", "ferz.player?", "{roll = owner}: the same, but the dice are thrown first."},
    {"effect", "piece", "ferz.piece?", "With put, hand and put_under."},
    {"effect", "owner", "ferz.player?", "With put, put_under and right."},
    {"effect", "into", "ferz.piece?", "With transform."},
    {"effect", "to", "ferz.cell|ferz.player|nil", "With move a cell, with give an owner."},
    {"effect", "add", "integer?", "With hand and counter."},
    {"effect", "set", "integer|boolean|nil", "With counter a number, with right true or false."},
    {"effect", "by", "ferz.cell?", "With en_passant."},

    {"listed", "from", "ferz.cell?", "For those who draw the board."},
    {"listed", "to", "ferz.cell?", "For those who draw the board."},
    {"listed", "text", "string?", "How it is written; by default `from` and `to`."},

    {"change", "becomes", "ferz.piece", "What the man is from now on."},

    {"castled", "king", "ferz.cell", "Where the king ends."},
    {"castled", "partner", "ferz.cell", "Where his partner ends."},

    {"ending", "winner", "ferz.player?", "Who wins."},
    {"ending", "result", "string?", "\"draw\", where nobody wins."},
    {"ending", "reason", "string?", "What `ferz status` says for a reason."},
};

enum { STUB_COUNT = sizeof stubs / sizeof stubs[0], FIELD_COUNT = sizeof fields / sizeof fields[0] };

const stub *stubs_at(size_t index)
{
    return index < STUB_COUNT ? &stubs[index] : NULL;
}

const stub_field *stubs_field(size_t index)
{
    return index < FIELD_COUNT ? &fields[index] : NULL;
}

/* ---- annotations ---- */

static const char head[] =
    "---@meta ferz\n"
    "-- What a script of Ferz may call, and what its hooks get and answer with. Made by `ferz new`; editors read it,\n"
    "-- no game does. The guide is scripts/README.md.\n"
    "\n"
    "---A cell's number, from 0 to cells() - 1.\n"
    "---@alias ferz.cell integer\n"
    "---A player's name, as the rules write it.\n"
    "---@alias ferz.player string\n"
    "---A piece's name, as the rules write it.\n"
    "---@alias ferz.piece string\n"
    "\n";

static const struct {
    const char *name, *doc;
} classes[] = {
    {"man", "A man in a staged hook: on_capture(mover, victim)."},
    {"level", "One of the men of a tower."},
    {"move", "The move that a live hook is asked about. It is valid during the call only."},
    {"effect",
     "Something that happens besides. Exactly one of the first fifteen fields, with those that belong to it."},
    {"listed", "A move of a hook `{at: moves}`, or a way on of `{at: choices}`: its effects in their order, and this."},
    {"change", "What on_capture answers when the captor changes."},
    {"castled", "What the hook of a castling answers."},
    {"ending", "What the hook of an ending answers when the game is over."},
};

/* The types of hooks, by the moment when they are called. */
static const char hooks[] =
    "\n---`{at: after}`: what happens besides, in this order.\n"
    "---@alias ferz.after fun(move: ferz.move): ferz.effect[]?\n"
    "---`{at: legal}` and `{at: made}`: false or a text that says why not forbids the move.\n"
    "---@alias ferz.judge fun(move: ferz.move): boolean|string|nil\n"
    "---`{at: choices}`: the ways in which the move may go on.\n"
    "---@alias ferz.choices fun(move: ferz.move): ferz.listed[]?\n"
    "---`{at: moves}`: moves besides those of the men.\n"
    "---@alias ferz.moves fun(): ferz.listed[]\n"
    "---`{at: announce}`: what everybody hears.\n"
    "---@alias ferz.announce fun(move: ferz.move): string|string[]|nil\n"
    "---`end: {NAME: {when: hook F}}`: nil while the game goes on.\n"
    "---@alias ferz.verdict fun(): ferz.ending?\n"
    "---on_capture: asked once for each pair of pieces while the game is loaded.\n"
    "---@alias ferz.on_capture fun(mover: ferz.man, victim: ferz.man): ferz.change?\n"
    "---`moves: [{hook: F}]`: the cells leapt to; asked while the game is loaded. `{middle, goal}` is two leaps.\n"
    "---@alias ferz.leaps fun(piece: ferz.piece, owner: ferz.player, from: ferz.cell): (ferz.cell|ferz.cell[])[]\n"
    "---`castling: {NAME: {ends: hook F}}`.\n"
    "---@alias ferz.castling fun(king: ferz.cell, partner: ferz.cell, owner: ferz.player): ferz.castled?\n"
    "---`start: {hook: F}`: the start as FEN.\n"
    "---@alias ferz.start fun(number: integer, second: integer): string\n"
    "---`filter: hook F`: whether a man may go from the one to the other.\n"
    "---@alias ferz.filter fun(from: ferz.cell, to: ferz.cell, owner: ferz.player): boolean\n";

/* Reads the next of "a: x, b?: y" into name and type; false after the last. */
static bool next_parameter(const char **at, char *name, size_t room, const char **type, size_t *length)
{
    if (!*at || **at == '\0') {
        return false;
    }
    size_t n = strcspn(*at, ":");
    if (n >= room) {
        return false;
    }
    memcpy(name, *at, n);
    name[n] = '\0';
    *type = *at + n + 1;
    *type += strspn(*type, " ");
    *length = strcspn(*type, ",");
    *at = *type + *length;
    *at += strspn(*at, ", ");
    return true;
}

static void put_function(text *out, const stub *s)
{
    char name[32];
    const char *at = s->params, *type;
    size_t length;
    text list = {0};
    text_print(out, "\n---%s%s\n", s->doc, s->kind == STUB_LIVE ? " In live hooks only." : "");
    while (next_parameter(&at, name, sizeof name, &type, &length)) {
        text_print(out, "---@param %s %.*s\n", name, (int)length, type);
        size_t bare = strcspn(name, "?");
        text_print(&list, "%s%.*s", list.length ? ", " : "", (int)bare, name);
    }
    if (s->returns) {
        text_print(out, "---@return %s\n", s->returns);
    }
    text_print(out, "function %s(%s) end\n", s->name, text_string(&list));
    out->failed |= list.failed;
    text_finish(&list);
}

static void put_stub(text *out, const stub *s, const char **library)
{
    size_t stem = strcspn(s->name, ".");
    if (s->name[stem] == '.' && (!*library || strncmp(*library, s->name, stem + 1) != 0)) {
        *library = s->name;
        text_print(out, "\n%.*s = {}\n", (int)stem, s->name);
    }
    if (s->kind == STUB_VALUE) {
        text_print(out, "\n---%s\n---@type %s\n%s = nil\n", s->doc, s->returns, s->name);
    } else {
        put_function(out, s);
    }
}

void stubs_lua(text *out)
{
    text_put(out, head);
    for (size_t c = 0; c < sizeof classes / sizeof classes[0]; c++) {
        text_print(out, "%s---%s\n---@class ferz.%s\n", c ? "\n" : "", classes[c].doc, classes[c].name);
        for (size_t i = 0; i < FIELD_COUNT; i++) {
            if (strcmp(fields[i].owner, classes[c].name) == 0) {
                text_print(out, "---@field %s %s %s\n", fields[i].name, fields[i].type, fields[i].doc);
            }
        }
        if (strcmp(classes[c].name, "listed") == 0) {
            text_put(out, "---@field [integer] ferz.effect\n");
        }
    }
    text_put(out, hooks);
    const char *library = NULL;
    for (size_t i = 0; i < STUB_COUNT; i++) {
        put_stub(out, &stubs[i], &library);
    }
}

void stubs_settings(text *out)
{
    text_put(out, "{\n"
                  "  \"runtime.version\": \"Lua 5.4\",\n"
                  "  \"runtime.builtin\": {\n");
    static const char *const libraries[] = {"basic", "bit",  "bit32", "coroutine", "debug",  "ffi",   "io",
                                            "jit",   "math", "os",    "package",   "string", "table", "utf8"};
    enum { COUNT = sizeof libraries / sizeof libraries[0] };
    for (size_t i = 0; i < COUNT; i++) {
        text_print(out, "    \"%s\": \"disable\"%s\n", libraries[i], i + 1 < COUNT ? "," : "");
    }
    text_put(out, "  },\n"
                  "  \"workspace.library\": [\"ferz.lua\"],\n"
                  "  \"diagnostics.disable\": [\"lowercase-global\"]\n"
                  "}\n");
}

/* ---- luacheck ---- */

void stubs_luacheck(text *out)
{
    text_put(out, "-- Settings of luacheck: what a script of Ferz may call, and nothing else. Made by `ferz new`.\n"
                  "std = {\n   read_globals = {\n");
    const char *library = NULL;
    for (size_t i = 0; i < STUB_COUNT; i++) {
        const char *name = stubs[i].name;
        size_t stem = strcspn(name, ".");
        bool within = name[stem] == '.';
        if (library && (!within || strncmp(library, name, stem + 1) != 0)) {
            text_put(out, "      }},\n");
            library = NULL;
        }
        if (within && !library) {
            library = name;
            text_print(out, "      %.*s = {fields = {\n", (int)stem, name);
        }
        if (within) {
            text_print(out, "         \"%s\",\n", name + stem + 1);
        } else if (strcmp(name, "players") == 0) {
            text_put(out, "      players = {other_fields = true},\n");
        } else {
            text_print(out, "      \"%s\",\n", name);
        }
    }
    text_put(out, library ? "      }},\n" : "");
    text_put(out, "   },\n}\n"
                  "allow_defined_top = true -- hooks are global functions\n"
                  "ignore = {\"131\"} -- ... that only the rules call\n"
                  "unused_args = false -- what a hook is given is settled\n"
                  "max_line_length = false\n"
                  "exclude_files = {\"**/ferz.lua\"}\n");
}
