/* The table of the language. Add a key here, read it in the ruleset, say it in rules/README.md, and write a bad file
 * for it under tests/rules/bad. */
#include "rules/schema.h"

#include <string.h>

/* ORDER: as schema_section */
static const schema_section_info sections[] = {
    [SECTION_GAME] = {"The game", "top of the file", "the game"},
    [SECTION_BOARD] = {"The board", "board:", "the board"},
    [SECTION_PLAYER] = {"A player", "players: -", "a player"},
    [SECTION_ZONES] = {"Zones", "zones:", "the zones"},
    [SECTION_ROYALS] = {"Royal men", "royals:", "`royals`"},
    [SECTION_DROP] = {"Drops", "drops: and pieces: NAME: drops:", "`drops`"},
    [SECTION_PIECES] = {"Pieces", "pieces:", "the pieces"},
    [SECTION_PIECE] = {"A piece", "pieces: NAME:", "a piece"},
    [SECTION_MOVE] = {"A movement", "pieces: NAME: moves: -", "a movement"},
    [SECTION_PROMOTION] = {"A promotion", "pieces: NAME: promotes:", "a promotion"},
    [SECTION_RIGHTS] = {"Rights", "rights:", "the rights"},
    [SECTION_RIGHT] = {"A right", "rights: LETTER:", "a right"},
    [SECTION_CASTLINGS] = {"Castlings", "castling:", "the castlings"},
    [SECTION_CASTLING] = {"A castling", "castling: NAME:", "a castling"},
    [SECTION_CELLS] = {"Cells by player", "where a cell may differ by player", "a list of cells"},
    [SECTION_START] = {"A start from a script", "start:", "`start`"},
    [SECTION_END] = {"Endings", "end:", "the endings"},
    [SECTION_ENDING] = {"An ending", "end: NAME:", "an ending"},
    [SECTION_POINTS] = {"Points", "end: NAME: points:", "the points"},
    [SECTION_HOOKS] = {"Live hooks", "hooks:", "the hooks"},
    [SECTION_HOOK] = {"A live hook", "hooks: FUNCTION:", "a hook"},
    [SECTION_OPTIONS] = {"Options", "options:", "the options"},
    [SECTION_OPTION] = {"An option", "options: NAME:", "an option"},
    [SECTION_VALUES] = {"Values of an option", "options: NAME: values:", "the values"},
};
_Static_assert(sizeof sections / sizeof sections[0] == SECTION_COUNT, "every section has a title");

enum { ONE = SHAPE_ONE, MANY = SHAPE_MANY, MAP = SHAPE_MAP, MAPS = SHAPE_MAPS, PATCH = SHAPE_PATCH };

static const schema_row rows[] = {
    {SECTION_GAME, "name", ONE, VALUE_TEXT, .required = true, .doc = "The title that people know the game by.",
     .example = "Towers and Kings"},
    {SECTION_GAME, "about", ONE, VALUE_TEXT, .doc = "A sentence or two for somebody who is choosing a game.",
     .example = "Captured men come back on the other side."},
    {SECTION_GAME, "extends", ONE, VALUE_GAME, .whole_only = true,
     .doc = "The game that this one changes: mappings merge key by key, anything else replaces, `none` removes.",
     .example = "another-game"},
    {SECTION_GAME, "script", ONE, VALUE_FILE,
     .doc = "The Lua file with the functions that hooks name, beside this file or in ../scripts.",
     .example = "rebirth.lua"},
    {SECTION_GAME, "board", MAP, .child = SECTION_BOARD, .required = true, .doc = "The board.",
     .example = "{size: 8x8}"},
    {SECTION_GAME, "players", MANY | MAPS, VALUE_NAME, .child = SECTION_PLAYER,
     .doc = "The players in the order of their turns; without this, white sits south and black sits north.",
     .example = "[white, black]"},
    {SECTION_GAME, "zones", MAP, .child = SECTION_ZONES, .doc = "Parts of the board that have a name of their own.",
     .example = "{palace: files d-f and own ranks 1-3}"},
    {SECTION_GAME, "counters", MANY, VALUE_NAME,
     .doc = "Numbers that live hooks may change; the end of the FEN shows them as name=3.", .example = "[checks]"},
    {SECTION_GAME, "captured", ONE, VALUE_WORD, .words = {"gone", "to hand", "to box"},
     .doc = "Where captured men go: out of the game, to the captor's hand where they change sides and may be dropped, "
            "or to a box where they wait with their owner.",
     .example = "to hand"},
    {SECTION_GAME, "royals", MAP, .child = SECTION_ROYALS, .doc = "What all royal men have in common.",
     .example = "{slide_through_attack: true}"},
    {SECTION_GAME, "drops", MAP | ONE, VALUE_WORD, .words = {"never"}, .child = SECTION_DROP,
     .doc = "How men are dropped from a hand, unless their piece says otherwise.", .example = "{mate: false}"},
    {SECTION_GAME, "pieces", MAP, .child = SECTION_PIECES, .required = true, .doc = "The pieces, each by its name.",
     .example = "{king: {letter: k, moves: K, royal: true}}"},
    {SECTION_GAME, "rights", MAP, .child = SECTION_RIGHTS,
     .doc = "Rights that a man holds until it moves from its first cell, each by its letter in the FEN.",
     .example = "{k: {of: king, at: e1}}"},
    {SECTION_GAME, "filter", ONE, VALUE_HOOK,
     .doc = "The function that says for two cells whether a man may go from the one to the other, or attack it; called "
            "while the game is built.",
     .example = "hook leaves_its_block"},
    {SECTION_GAME, "castling", MAP, .child = SECTION_CASTLINGS, .doc = "The castlings, each by a name.",
     .example = "{short: {king: king, with: rook, right: k, from: e1, rook_from: h1, king_to: g1, rook_to: f1}}"},
    {SECTION_GAME, "start", ONE | MAP, VALUE_FEN, .child = SECTION_START, .required = true,
     .doc = "The position that the game starts from, as FEN or from a script.",
     .example = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
    {SECTION_GAME, "end", MAP, .child = SECTION_END,
     .doc = "How the game ends, in the order in which the endings are looked at.",
     .example = "{checkmate: loss, stalemate: draw}"},
    {SECTION_GAME, "hooks", MAP, .child = SECTION_HOOKS,
     .doc = "Functions of the script that are called while the game is played, each by its name.",
     .example = "{rebirth: {at: after, captures: true}}"},
    {SECTION_GAME, "options", MAP, .child = SECTION_OPTIONS, .whole_only = true,
     .doc = "What may be changed with --set, each by its name.",
     .example = "{rifle: {about: Captures without moving., patch: {}}}"},

    {SECTION_BOARD, "size", ONE, VALUE_SIZE, .doc = "Files by ranks, each from 1 to 36.", .example = "8x8"},
    {SECTION_BOARD, "rows", MANY, VALUE_NUMBER, .low = 1, .high = 36,
     .doc =
         "Instead of `size`: the cells of each row from the first player's edge, two files apart and in the middle, as "
         "on hexagons.",
     .example = "[3, 4, 5, 4, 3]"},
    {SECTION_BOARD, "missing", ONE | MANY, VALUE_ZONE, .doc = "Where there are no cells.",
     .example = "[files a-c and ranks 1-3, e4]"},
    {SECTION_BOARD, "wrap", ONE, VALUE_WORD, .words = {"files", "ranks", "both", "never", "moebius", "sphere"},
     .doc = "Edges that are glued together; `moebius` glues the files and turns the ranks over, on a `sphere` a file "
            "goes on over the edge half the way round.",
     .example = "files"},
    {SECTION_BOARD, "levels", ONE, VALUE_NUMBER, .low = 1, .high = 16,
     .doc = "Storeys of the same size; cells of the second are written a1^, of the third a1^^.", .example = "2"},
    {SECTION_BOARD, "boards", MANY, VALUE_NAME,
     .doc = "Instead of `levels`: boards of the same size side by side, each with a name; cells are written A:a1.",
     .example = "[A, B]"},
    {SECTION_BOARD, "names", ONE | MANY, VALUE_CELL, .words = {"row letter and number"},
     .doc = "How cells are called: A1, A2 and so on in each row, or a list of names for the cells row by row.",
     .example = "row letter and number"},
    {SECTION_BOARD, "shades", ONE, VALUE_NUMBER, .low = 2, .high = 8,
     .doc = "How many shades cells have: two as a chessboard (the default), or more by files that repeat.",
     .example = "3"},
    {SECTION_BOARD, "lines", MANY, VALUE_TEXT,
     .doc = "Lines of a board that is a graph, each as cells with blanks between; next cells are neighbours.",
     .example = "[a1 d1 g1, a1 a4 a7]"},
    {SECTION_BOARD, "checkered", ONE, VALUE_BOOL, .doc = "Whether the cells are dark and light; they are, by default.",
     .example = "false"},
    {SECTION_BOARD, "symmetry", ONE, VALUE_WORD, .words = {"mirror", "turn"},
     .doc = "How `own` is seen by the player who sits opposite: e1 means e8 to him with `mirror` (the default) and d8 "
            "with `turn`.",
     .example = "turn"},

    {SECTION_PLAYER, "name", ONE, VALUE_NAME, .required = true, .doc = "The player's name.", .example = "red"},
    {SECTION_PLAYER, "sits", ONE, VALUE_WORD, .words = {"south", "north", "west", "east"},
     .doc = "The edge behind his back: his men go away from it. With two players the first sits south and the second "
            "north by default.",
     .example = "west"},
    {SECTION_PLAYER, "letter", ONE, VALUE_LETTER,
     .doc = "How he is written in a FEN; the first letter of his name that no earlier player has, by default.",
     .example = "k"},

    {SECTION_ZONES, NULL, ONE | MANY, VALUE_ZONE, .name_kind = VALUE_NAME, .doc = "The cells of the zone.",
     .example = "files d-f and own ranks 1-3"},

    {SECTION_ROYALS, "slide_through_attack", ONE, VALUE_BOOL,
     .doc = "Whether a royal man that moves several steps may pass attacked cells; it may, by default.",
     .example = "false"},

    {SECTION_DROP, "on", ONE | MANY, VALUE_ZONE, .doc = "Where it may be dropped; any empty cell by default.",
     .example = "ranks 2-7"},
    {SECTION_DROP, "per_file", ONE, VALUE_NUMBER, .high = 36,
     .doc = "Most own men of this piece on a file after the drop; 0 is no limit.", .example = "1"},
    {SECTION_DROP, "immobile", ONE, VALUE_BOOL,
     .doc = "Whether it may be dropped where it could never move again; it may not, by default.", .example = "true"},
    {SECTION_DROP, "mate", ONE, VALUE_BOOL, .doc = "Whether the drop may give mate; it may, by default.",
     .example = "false"},
    {SECTION_DROP, "check", ONE, VALUE_BOOL, .doc = "Whether the drop may give check; it may, by default.",
     .example = "false"},

    {SECTION_PIECES, NULL, MAP, .child = SECTION_PIECE, .name_kind = VALUE_NAME, .doc = "A piece.",
     .example = "{letter: q, moves: Q}"},

    {SECTION_PIECE, "letter", ONE, VALUE_LETTER, .required = true,
     .doc = "How FEN and moves write it: one letter, or signs before a letter; upper and lower case tell the owner.",
     .example = "q"},
    {SECTION_PIECE, "royal", ONE, VALUE_BOOL, .doc = "Whether it may not be left under attack.", .example = "true"},
    {SECTION_PIECE, "royal_letter", ONE, VALUE_LETTER,
     .doc =
         "How a royal man of this piece is written where the piece itself is not royal; its letter and ! by default.",
     .example = "w"},
    {SECTION_PIECE, "moves", ONE | MANY | MAPS, VALUE_MOVEMENT, .child = SECTION_MOVE,
     .doc = "How it moves and captures, in Betza's notation; a piece without moves stands still.", .example = "fmWfcF"},
    {SECTION_PIECE, "promotes", MAP | MAPS, .child = SECTION_PROMOTION, .doc = "How it becomes another piece.",
     .example = "{on: own rank 8, to: [queen, rook, bishop, knight]}"},
    {SECTION_PIECE, "drops", MAP | ONE, VALUE_WORD, .words = {"never"}, .child = SECTION_DROP,
     .doc = "How it is dropped from a hand; what is not said here is as in the game's `drops`.", .example = "never"},
    {SECTION_PIECE, "taken_as", ONE, VALUE_PIECE, .doc = "What goes to the hand when it is taken; itself by default.",
     .example = "pawn"},
    {SECTION_PIECE, "resets_clock", ONE, VALUE_BOOL, .doc = "Whether its moves count as progress, as a pawn's do.",
     .example = "true"},
    {SECTION_PIECE, "value", ONE, VALUE_NUMBER, .high = 1000000,
     .doc = "What it is worth to the engine, in hundredths of a pawn; worked out by default.", .example = "500"},

    {SECTION_MOVE, "move", ONE, VALUE_MOVEMENT, .doc = "The movement.", .example = "fmnD"},
    {SECTION_MOVE, "hook", ONE, VALUE_FUNCTION,
     .doc = "Instead of `move`: the function that gives the cells leapt to; called while the game is built.",
     .example = "leaps"},
    {SECTION_MOVE, "from", ONE | MANY, VALUE_ZONE, .doc = "Where the man must stand.", .example = "own rank 2"},
    {SECTION_MOVE, "to", ONE | MANY, VALUE_ZONE, .doc = "Where it must arrive.", .example = "palace"},
    {SECTION_MOVE, "right", ONE, VALUE_LETTER, .doc = "The right that must still be held.", .example = "k"},
    {SECTION_MOVE, "leaves", ONE, VALUE_WORD, .words = {"passed"},
     .doc = "The cell stepped over (the first of several) is open to captures in passing (`e`) for one turn.",
     .example = "passed"},
    {SECTION_MOVE, "if", ONE, VALUE_CONDITION,
     .doc = "The condition `empty MOVEMENT`: all cells that the movement reaches with one step are empty or off the "
            "board.",
     .example = "empty fF"},
    {SECTION_MOVE, "along", ONE, VALUE_WORD, .words = {"lines"},
     .doc = "Instead of `move`: to a neighbour on one of the board's lines.", .example = "lines"},
    {SECTION_MOVE, "crosses", ONE, VALUE_WORD, .words = {"files", "ranks", "all", "never"},
     .doc = "Which glued edges it may cross; all, by default.", .example = "files"},
    {SECTION_MOVE, "circles", ONE, VALUE_BOOL,
     .doc = "Whether a ride that comes back to its own cell over empty cells may end there, as a move that changes "
            "nothing; it may not, by default.",
     .example = "true"},
    {SECTION_MOVE, "checks", ONE, VALUE_BOOL, .doc = "Whether its captures give check; they do, by default.",
     .example = "false"},

    {SECTION_PROMOTION, "on", ONE | MANY, VALUE_ZONE, .required = true, .doc = "Where it promotes.",
     .example = "own rank 8"},
    {SECTION_PROMOTION, "to", ONE | MANY, VALUE_PIECE, .words = {"box"}, .required = true,
     .doc = "What it becomes, chosen by its owner; `box`: a man that waits in his box.", .example = "[queen, rook]"},
    {SECTION_PROMOTION, "optional", ONE, VALUE_BOOL,
     .doc = "Whether it may be declined by a man that can still move; it may not, by default.", .example = "true"},
    {SECTION_PROMOTION, "reverts", ONE, VALUE_BOOL,
     .doc = "Whether the man is again what it was when it goes to a hand (marked ~ in the FEN).", .example = "true"},
    {SECTION_PROMOTION, "when", ONE, VALUE_WORD, .words = {"reaches", "touches"},
     .doc = "Whether the move must arrive in the zone (the default) or may also begin in it.", .example = "touches"},

    {SECTION_RIGHTS, NULL, MAP, .child = SECTION_RIGHT, .name_kind = VALUE_LETTER, .doc = "A right.",
     .example = "{of: king, at: e1}"},

    {SECTION_RIGHT, "of", ONE, VALUE_PIECE, .required = true, .doc = "The man that holds it.", .example = "king"},
    {SECTION_RIGHT, "at", ONE | MAP, VALUE_CELL, .child = SECTION_CELLS,
     .doc = "Its first cell, said from the owner's side; where it stands at the start by default.", .example = "e1"},

    {SECTION_CASTLINGS, NULL, MAP, .child = SECTION_CASTLING, .name_kind = VALUE_NAME, .doc = "A castling.",
     .example = "{king: king, with: rook, right: k, from: e1, rook_from: h1, king_to: g1, rook_to: f1}"},

    {SECTION_CASTLING, "king", ONE, VALUE_PIECE, .required = true, .doc = "The piece that is brought to safety.",
     .example = "king"},
    {SECTION_CASTLING, "with", ONE, VALUE_PIECE, .required = true, .doc = "Its partner.", .example = "rook"},
    {SECTION_CASTLING, "right", ONE, VALUE_LETTER, .doc = "The letter of the right in the FEN.", .example = "k"},
    {SECTION_CASTLING, "from", ONE | MAP, VALUE_CELL, .child = SECTION_CELLS,
     .doc = "Where the king starts, said from the owner's side.", .example = "e1"},
    {SECTION_CASTLING, "rook_from", ONE | MAP, VALUE_CELL, .child = SECTION_CELLS, .doc = "Where the partner starts.",
     .example = "h1"},
    {SECTION_CASTLING, "king_to", ONE | MAP, VALUE_CELL, .child = SECTION_CELLS, .doc = "Where the king ends.",
     .example = "g1"},
    {SECTION_CASTLING, "rook_to", ONE | MAP, VALUE_CELL, .child = SECTION_CELLS, .doc = "Where the partner ends.",
     .example = "f1"},
    {SECTION_CASTLING, "within", ONE | MANY, VALUE_ZONE,
     .doc = "A family of castlings: king and partner may start anywhere in this zone, the right is the partner's file.",
     .example = "own rank 1"},
    {SECTION_CASTLING, "ends", ONE, VALUE_HOOK,
     .doc = "In a family: the function that says where both end; called while the game is built.",
     .example = "hook castling_ends"},
    {SECTION_CASTLING, "clear", MANY, VALUE_CELL,
     .doc = "Cells that must be empty, said from the owner's side; those on the way of both by default.",
     .example = "[f1, g1]"},
    {SECTION_CASTLING, "safe", MANY, VALUE_CELL, .words = {"from", "to"},
     .doc = "Cells that must not be attacked; those on the king's way by default. `from` and `to` are his.",
     .example = "[from, to]"},
    {SECTION_CASTLING, "written", ONE, VALUE_NAME, .words = {"to", "capture"},
     .doc = "Whether the move is written with the king's goal (the default), as king takes partner, or by a name.",
     .example = "O-O"},

    {SECTION_CELLS, NULL, ONE, VALUE_CELL, .name_kind = VALUE_NAME, .doc = "The cell for that player, as it is called.",
     .example = "e8"},

    {SECTION_START, "hook", ONE, VALUE_FUNCTION, .required = true,
     .doc = "The function that makes the FEN from the numbers.", .example = "array"},
    {SECTION_START, "number", ONE, VALUE_NUMBER, .high = 2147483647L, .doc = "Which start; 0 by default.",
     .example = "518"},
    {SECTION_START, "second", ONE, VALUE_NUMBER, .high = 2147483647L,
     .doc = "Which start for the second player; the same number by default.", .example = "518"},

    {SECTION_END, NULL, ONE | MAP, VALUE_RESULT, .child = SECTION_ENDING, .name_kind = VALUE_LABEL,
     .doc = "An ending. Its name is the reason that `status` prints, and the condition unless `when` says another.",
     .example = "loss"},

    {SECTION_ENDING, "when", ONE, VALUE_CONDITION,
     .doc = "The condition: checkmate, stalemate, repetition N, perpetual check N, quiet plies N, dead material, bare, "
            "both bare, extinct, extinct PIECE, checks N, check cycle N, points, hook FUNCTION.",
     .example = "repetition 3"},
    {SECTION_ENDING, "result", ONE, VALUE_RESULT,
     .doc = "For the player whom the condition speaks of: loss, draw or win; or PLAYER wins; or points.",
     .example = "draw"},
    {SECTION_ENDING, "claim", ONE, VALUE_NAME, .doc = "The game goes on until a player ends it by the move claim-WORD.",
     .example = "draw"},
    {SECTION_ENDING, "illegal", ONE, VALUE_BOOL,
     .doc = "With repetition: the move that would bring it about is illegal instead.", .example = "true"},
    {SECTION_ENDING, "grace", ONE, VALUE_BOOL,
     .doc = "With bare: not yet, while the player can bare his opponent at once.", .example = "true"},
    {SECTION_ENDING, "alone", ONE | MANY, VALUE_PIECE,
     .doc = "With dead material: a royal with a single one of these cannot win against a bare royal.",
     .example = "[bishop, knight]"},
    {SECTION_ENDING, "same_shade", ONE | MANY, VALUE_PIECE,
     .doc = "With dead material: any number of these on one shade cannot win.", .example = "[bishop]"},
    {SECTION_ENDING, "bare_of", ONE | MANY, VALUE_PIECE,
     .doc = "With dead material: only these royal pieces count as bare; any by default.", .example = "[king]"},
    {SECTION_ENDING, "zone", ONE | MANY, VALUE_ZONE, .doc = "With points: where every royal must stand.",
     .example = "own ranks 6-8"},
    {SECTION_ENDING, "points", MAP, .child = SECTION_POINTS, .doc = "With points: what each piece counts.",
     .example = "{rook: 5, bishop: 5, others: 1}"},
    {SECTION_ENDING, "need", ONE, VALUE_NUMBER, .high = 1000000, .doc = "With points: who has fewer loses.",
     .example = "12"},
    {SECTION_ENDING, "compare", ONE, VALUE_BOOL,
     .doc = "With points: when both or neither reach `need`, more points win.", .example = "true"},

    {SECTION_POINTS, NULL, ONE, VALUE_NUMBER, .high = 1000000, .name_kind = VALUE_NAME,
     .doc = "The points of that piece; `others` for every piece that is not named.", .example = "5"},

    {SECTION_HOOKS, NULL, MAP, .child = SECTION_HOOK, .name_kind = VALUE_FUNCTION, .doc = "A live hook.",
     .example = "{at: after, captures: true}"},

    {SECTION_HOOK, "at", ONE, VALUE_WORD, .words = {"after", "legal"},
     .doc = "When it is called: after a move, to add effects (the default), or to say whether a move is legal.",
     .example = "legal"},
    {SECTION_HOOK, "captures", ONE, VALUE_BOOL, .doc = "Only for captures.", .example = "true"},
    {SECTION_HOOK, "pieces", ONE | MANY, VALUE_PIECE, .doc = "Only for moves of these.", .example = "[pawn]"},
    {SECTION_HOOK, "taken", ONE | MANY, VALUE_PIECE, .doc = "Only when one of these is taken.", .example = "[queen]"},
    {SECTION_HOOK, "to", ONE | MANY, VALUE_ZONE, .doc = "Only for moves that arrive there.", .example = "own rank 8"},

    {SECTION_OPTIONS, NULL, MAP, .child = SECTION_OPTION, .name_kind = VALUE_NAME,
     .doc = "An option: a switch has only a patch; the others have values or a range, and a default.",
     .example = "{default: claim, values: {claim: {}, automatic: {end: {repetition: {claim: none}}}}}"},

    {SECTION_OPTION, "about", ONE, VALUE_TEXT, .doc = "What it does.", .example = "Draws need no claim."},
    {SECTION_OPTION, "default", ONE, VALUE_CHOICE, .none_is_value = true,
     .doc = "The value in force when nothing is set; its patch is applied too.", .example = "claim"},
    {SECTION_OPTION, "values", MAP, .child = SECTION_VALUES, .doc = "The values, each with its patch.",
     .example = "{claim: {}, automatic: {}}"},
    {SECTION_OPTION, "range", ONE, VALUE_RANGE, .doc = "Instead of `values`: any number from the first to the last.",
     .example = "0..959"},
    {SECTION_OPTION, "random", ONE, VALUE_BOOL, .doc = "Whether the value may be `random`, drawn from the seed.",
     .example = "true"},
    {SECTION_OPTION, "patch", PATCH,
     .doc = "A part of a game that is laid on top of the rules; `$value` in it stands for the value.",
     .example = "{start: {number: $value}}"},

    {SECTION_VALUES, NULL, PATCH, .name_kind = VALUE_CHOICE, .doc = "The patch of that value; {} changes nothing.",
     .example = "{}"},
};

const schema_row *schema_rows(size_t *count)
{
    *count = sizeof rows / sizeof rows[0];
    return rows;
}

const schema_section_info *schema_section_of(schema_section section)
{
    return &sections[section];
}

const schema_row *schema_find(schema_section section, const char *key)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].section == section && (!rows[i].key || strcmp(rows[i].key, key) == 0))
            return &rows[i];
    }
    return NULL;
}
