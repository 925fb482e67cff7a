/* The table of the rule language: one row a key. `.doc` is the sentence of the reference page and of editors.
 *
 * To add a key: a row here, a member in ruleset.h, and a rule file for each way to get it wrong (see README.md). A key
 * that is not plain (KEEP) needs a line in the reader (ruleset*.c), too. */
#include "rules/schema.h"

#include "rules/ruleset.h"

#include <stddef.h>
#include <string.h>

/* A plain key: its value goes into that member of the struct of its section, as it is, turned round (UNLESS),
 * or whether it is a certain word (IF). */
#define KEPT_AS(value) _Generic((value), bool : KEEP_BOOL, int : KEEP_INT, long : KEEP_LONG)
#define KEEP(type, member) .keep = KEPT_AS(((type *)NULL)->member), .at = offsetof(type, member)
#define KEEP_UNLESS(type, member) .keep = KEEP_NOT, .at = offsetof(type, member)
#define KEEP_IF(type, member, one) .keep = KEEP_WORD, .at = offsetof(type, member), .word = one

enum { NOT_JUMPS = MOVEMENT_NOTATION | MOVEMENT_HOOK | MOVEMENT_LINES | MOVEMENT_STAY };

/* ORDER: as schema_section */
static const schema_section_info sections[] = {
    [SECTION_VARIANT] = {"The game", "top of the file", "the game"},
    [SECTION_BOARD] = {"The board", "board:", "the board"},
    [SECTION_PLAYER] = {"A player", "players: -", "a player"},
    [SECTION_ZONES] = {"Zones", "zones:", "the zones"},
    [SECTION_ROYALS] = {"Royal pieces", "royals:", "`royals`"},
    [SECTION_DROP] = {"Drops", "drops: and pieces: NAME: drops:", "`drops`"},
    [SECTION_PIECES] = {"Pieces", "pieces:", "the pieces"},
    [SECTION_PIECE] = {"A piece", "pieces: NAME:", "a piece"},
    [SECTION_MOVE] = {"A movement", "pieces: NAME: moves: -", "a movement"},
    [SECTION_REMOTE_CAPTURE] = {"A capture elsewhere", "pieces: NAME: captures: -", "a capture"},
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
    [SECTION_TURN] = {"A turn", "turn:", "`turn`"},
    [SECTION_PLIES] = {"Moves of a turn by player", "turn: plies:", "the moves of a turn"},
    [SECTION_SETUP] = {"Setup by the players", "setup:", "`setup`"},
    [SECTION_CAPTURES] = {"Forced captures and blasts", "captures:", "`captures`"},
    [SECTION_BLAST] = {"What a capture blows up", "captures: blast:", "`blast`"},
    [SECTION_JUMPS] = {"Chains of jumps", "jumps:", "`jumps`"},
    [SECTION_PUTS] = {"What each move puts on the board", "puts:", "`puts`"},
    [SECTION_PICTURE] = {"What pictures show on the board", "picture:", "`picture`"},
    [SECTION_COLOURS] = {"Zones in colour", "picture: colours:", "`colours`"},
    [SECTION_SHAPE] = {"A drawing on the board", "picture: shapes: -", "a shape"},
    [SECTION_CHECKS] = {"Forced and forbidden checks", "checks:", "`checks`"},
    [SECTION_NO_MOVES] = {"Players who miss their turns", "no_moves:", "`no_moves`"},
    [SECTION_MISSED_TURN] = {"The pieces of a player without a move", "no_moves: checkmated: (stalemated, out)",
                             "the pieces of that player"},
    [SECTION_DICE] = {"Dice", "dice:", "`dice`"},
    [SECTION_DIE_FACES] = {"What a face lets move", "dice: moves:", "the faces"},
    [SECTION_VISIBILITY] = {"What a player sees", "visibility:", "`visibility`"},
    [SECTION_SECRETS] = {"Secrets", "visibility: secrets:", "the secrets"},
    [SECTION_SECRET] = {"A secret", "visibility: secrets: NAME:", "a secret"},
    [SECTION_QUERIES] = {"Questions to the umpire", "visibility: questions:", "the questions"},
    [SECTION_QUERY] = {"A question to the umpire", "visibility: questions: WORD:", "a question"},
    [SECTION_NOTATION] = {"How moves are written", "notation:", "`notation`"},
    [SECTION_WORDS] = {"Words of moves", "words:", "the words"},
    [SECTION_WORD] = {"A word of moves", "words: WORD:", "a word"},
    [SECTION_CARDS] = {"Cards", "cards:", "the cards"},
    [SECTION_CARDS_OF] = {"Cards of a place", "cards: PLACE:", "cards of a place"},
    [SECTION_HOOKS] = {"Live hooks", "hooks:", "the hooks"},
    [SECTION_HOOK] = {"A live hook", "hooks: FUNCTION:", "a hook"},
    [SECTION_OPTIONS] = {"Options", "options:", "the options"},
    [SECTION_OPTION] = {"An option", "options: NAME:", "an option"},
    [SECTION_VALUES] = {"Values of an option", "options: NAME: values:", "the values"},
};
_Static_assert(sizeof sections / sizeof sections[0] == SECTION_COUNT, "every section has a title");

enum { ONE = SHAPE_ONE, MANY = SHAPE_MANY, MAP = SHAPE_MAP, MAPS = SHAPE_MAPS, PATCH = SHAPE_PATCH };

static const schema_row rows[] = {
    {SECTION_VARIANT, "name", ONE, VALUE_TEXT, .required = true, .doc = "The title of the game.",
     .example = "Rooks and Kings"},
    {SECTION_VARIANT, "about", ONE, VALUE_TEXT, .doc = "A sentence or two for somebody who is choosing a game.",
     .example = "Captured pieces come back on the other side."},
    {SECTION_VARIANT, "name_ru", ONE, VALUE_TEXT, .doc = "The title in Russian, for `ferz explain --lang ru`.",
     .example = "Башни и короли"},
    {SECTION_VARIANT, "about_ru", ONE, VALUE_TEXT, .doc = "The same as `about`, in Russian.",
     .example = "Взятые фигуры возвращаются на другой стороне."},
    {SECTION_VARIANT, "extends", ONE | MANY, VALUE_VARIANT, .not_in_patch = true,
     .doc = "The parent: the game that this file changes. Mappings merge key by key, anything else replaces, `none` "
            "removes. Several parents are merged alike; where they contradict each other, this file says what holds.",
     .example = "another-game"},
    {SECTION_VARIANT, "script", ONE | MANY, VALUE_FILE,
     .doc = "The Lua file with the functions that hooks name, or several. It lies beside this file or in ../scripts.",
     .example = "rebirth.lua"},
    {SECTION_VARIANT, "allow_warnings", ONE | MANY, VALUE_NAME, .not_in_patch = true,
     .doc = "Codes of warnings that `ferz check` does not give for this file and its script. A child does not inherit "
            "them.",
     .example = "[W1004, W1008]"},
    {SECTION_VARIANT, "board", MAP, .child = SECTION_BOARD, .required = true, .doc = "The board.",
     .example = "{size: 8x8}"},
    {SECTION_VARIANT, "players", MANY | MAPS, VALUE_NAME, .child = SECTION_PLAYER,
     .doc = "The players in the order of their turns. Default: white, who sits south, and black, who sits north.",
     .example = "[white, black]"},
    {SECTION_VARIANT, "neutral", ONE, VALUE_NAME,
     .doc = "The name of the owner of neutral pieces, as scripts call it. Every player may move and capture neutral "
            "pieces; the FEN writes = before their letter.",
     .example = "nobody"},
    {SECTION_VARIANT, "zones", MAP, .child = SECTION_ZONES, .doc = "Named parts of the board.",
     .example = "{palace: files d-f and own ranks 1-3}"},
    {SECTION_VARIANT, "counters", MANY, VALUE_NAME,
     .doc = "Numbers that live hooks may change, from -9999 to 9999. The end of the FEN shows them as name=3.",
     .example = "[checks]"},
    {SECTION_VARIANT, "states", MANY, VALUE_NAME,
     .doc = "Counters that are part of the position's identity: positions that differ in one are no repetition of each "
            "other.",
     .example = "[removing]"},
    {SECTION_VARIANT, "stacks", ONE, VALUE_BOOL, KEEP(ruleset, stacks), .foreign = "stacks",
     .doc = "Whether pieces may stand on each other. The owner of the top piece owns and moves the stack.",
     .example = "true"},
    {SECTION_VARIANT, "split", ONE, VALUE_BOOL,
     .doc = "With `captured: under`: whether any number of pieces may move from the top of a stack. By default the "
            "whole stack moves.",
     .example = "true"},
    {SECTION_VARIANT, "combined", ONE, VALUE_BOOL, KEEP(ruleset, combined),
     .doc = "With `captured: under`: whether a stack has the movements of all its pieces. By default it moves as its "
            "top piece does.",
     .example = "true"},
    {SECTION_VARIANT, "turn", MAP, .child = SECTION_TURN, .doc = "What a turn is, where it is not one move.",
     .example = "{plies: 2}"},
    {SECTION_VARIANT, "setup", MAP, .child = SECTION_SETUP, .doc = "When pieces in hand must be placed.",
     .example = "{mandatory: true, whole_turn: true}"},
    {SECTION_VARIANT, "captures", MAP, .child = SECTION_CAPTURES,
     .doc = "When a capture is mandatory, and what else a capture removes.", .example = "{mandatory: true}"},
    {SECTION_VARIANT, "jumps", MAP, .child = SECTION_JUMPS, .doc = "Rules for all chains of jumps.",
     .example = "{removes: end, promotion: continue}"},
    {SECTION_VARIANT, "puts", MAP, .child = SECTION_PUTS,
     .doc = "The second half of each move: the player puts a neutral piece, such as a wall, on an empty cell.",
     .example = "{piece: wall, where: reached}"},
    {SECTION_VARIANT, "notation", MAP, .child = SECTION_NOTATION,
     .doc = "How moves are written, where it is not from and to.", .example = "{step: '-', capture: ':'}"},
    {SECTION_VARIANT, "words", MAP, .child = SECTION_WORDS,
     .doc = "What words in moves mean, for people who choose a move: the whole text of a move, or what stands before "
            "or behind its colon.",
     .example = "{discard: {about: discard a card}}"},
    {SECTION_VARIANT, "cards", MAP, .child = SECTION_CARDS,
     .doc = "Which counters and pieces in hand people see as cards, and where these lie.",
     .example = "{middle: {counters: middle, are: [tiger, crab]}}"},
    {SECTION_VARIANT, "material_clock", ONE, VALUE_NAME,
     .doc = "The counter that holds the plies since a piece was last captured, converted, promoted or dropped.",
     .example = "balance"},
    {SECTION_VARIANT, "checks", MAP, .child = SECTION_CHECKS, .doc = "When a check is mandatory or forbidden.",
     .example = "{only: mate}"},
    {SECTION_VARIANT, "no_moves", MAP, .child = SECTION_NO_MOVES,
     .doc = "A player without a legal move misses the turn. The keys say what that player's pieces can do until the "
            "player moves again.",
     .example = "{checkmated: {invulnerable: true, attacks: nothing}, stalemated: {invulnerable: true}}"},
    {SECTION_VARIANT, "dice", MAP, .child = SECTION_DICE, .doc = "Dice that are rolled before each turn.",
     .example = "{roll: 2d6}"},
    {SECTION_VARIANT, "visibility", MAP, .child = SECTION_VISIBILITY,
     .doc = "What players do not see, and what they learn of it.", .example = "{sees: own}"},
    {SECTION_VARIANT, "style", ONE, VALUE_WORD, .words = {"figures", "discs", "tiles"},
     .doc = "How pictures show pieces: as figures (the default), as letters on discs, or as letters on tiles that "
            "point forward.",
     .example = "tiles"},
    {SECTION_VARIANT, "picture", MAP, .child = SECTION_PICTURE,
     .doc = "What pictures show on the board besides its cells. It changes nothing in play.",
     .example = "{colours: {palace: red}, lines: [d1 f3, f1 d3], river: ranks 5-6}"},
    {SECTION_VARIANT, "captured", ONE, VALUE_WORD,
     .words = {"gone", "to hand", "to prison", "to partner", "under", "under or gone"},
     .doc = "Where captured pieces go: out of the game (`gone`, the default), to the captor's hand, to their owner's "
            "prison, to the hand of the captor's partner, or under the captor (with stacks). `under or gone`: the "
            "player chooses with each capture.",
     .example = "to hand"},
    {SECTION_VARIANT, "royals", MAP, .child = SECTION_ROYALS, .doc = "Rules for all royal pieces.",
     .example = "{slide_through_attack: true}"},
    {SECTION_VARIANT, "drops", MAP | ONE, VALUE_WORD, .words = {"never"}, .child = SECTION_DROP,
     .doc = "How pieces are dropped from a hand, unless the piece says otherwise.", .example = "{mate: false}"},
    {SECTION_VARIANT, "pieces", MAP, .child = SECTION_PIECES, .required = true, .doc = "The pieces, each by its name.",
     .example = "{king: {letter: k, moves: K, royal: true}}"},
    {SECTION_VARIANT, "rights", MAP, .child = SECTION_RIGHTS,
     .doc = "Rights that a piece holds until it moves from its first cell or is captured there, each by its letter in "
            "the FEN.",
     .example = "{k: {piece: king, at: e1}}"},
    {SECTION_VARIANT, "filter", ONE, VALUE_HOOK,
     .doc = "A function that says for two cells whether a piece may move from one to the other, or attack it. It is "
            "called while the game is loaded.",
     .example = "hook leaves_its_block"},
    {SECTION_VARIANT, "castling", MAP, .child = SECTION_CASTLINGS, .doc = "The castlings, each by a name.",
     .example = "{short: {king: king, with: rook, right: k, from: e1, rook_from: h1, king_to: g1, rook_to: f1}}"},
    {SECTION_VARIANT, "start", ONE | MAP, VALUE_FEN, .child = SECTION_START, .required = true,
     .doc = "The start position, as FEN or from a script.",
     .example = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
    {SECTION_VARIANT, "end", MAP, .child = SECTION_END,
     .doc = "How the game ends. The endings are tested in the order of the file.",
     .example = "{checkmate: loss, stalemate: draw}"},
    {SECTION_VARIANT, "hooks", MAP, .child = SECTION_HOOKS,
     .doc = "Functions of the script that are called during a game, each by its name.",
     .example = "{rebirth: {at: after, captures: true}}"},
    {SECTION_VARIANT, "options", MAP, .child = SECTION_OPTIONS, .not_in_patch = true,
     .doc = "What `--set` may change, each by its name.",
     .example = "{rifle: {about: Captures without moving., patch: {}}}"},

    {SECTION_BOARD, "size", ONE, VALUE_SIZE, .doc = "Files by ranks, each from 1 to 36.", .example = "8x8"},
    {SECTION_BOARD, "rows", MANY, VALUE_NUMBER, .low = 1, .high = 36,
     .doc = "Instead of `size`: the number of cells in each row from the first player's edge. Rows are centred and "
            "neighbours in a row are two files apart, as on hexagons.",
     .example = "[3, 4, 5, 4, 3]"},
    {SECTION_BOARD, "missing", ONE | MANY, VALUE_ZONE, .doc = "Where the board has no cells.",
     .example = "[files a-c and ranks 1-3, e4]"},
    {SECTION_BOARD, "wrap", ONE, VALUE_WORD, .words = {"files", "ranks", "both", "never", "moebius", "sphere"},
     .doc = "Wrapped edges. `moebius` joins the files and reverses the ranks. On a `sphere` a file goes on over the "
            "edge at the opposite file.",
     .example = "files"},
    {SECTION_BOARD, "levels", ONE, VALUE_NUMBER, .low = 1, .high = 16,
     .doc = "How many levels of the same size the board has. Cells of the second level are written a1^, those of the "
            "third a1^^.",
     .example = "2"},
    {SECTION_BOARD, "boards", MANY, VALUE_BOARD,
     .doc = "Instead of `levels`: names of boards of the same size, side by side. Cells are written A:a1.",
     .example = "[A, B]"},
    {SECTION_BOARD, "names", ONE | MANY, VALUE_CELL, .words = {"row letter and number"},
     .doc = "Names of cells: A1, A2 and so on in each row, or a list of names row by row. A name is one or two letters "
            "and a number from 1 to 99.",
     .example = "row letter and number"},
    {SECTION_BOARD, "shades", ONE, VALUE_NUMBER, .low = 2, .high = 8,
     .doc = "How many shades cells have: 2 as on a chessboard (the default), or more, repeated by file.",
     .example = "3"},
    {SECTION_BOARD, "lines", MANY, VALUE_TEXT,
     .doc = "The lines of a board that is a graph. Each is a list of cells with blanks between; consecutive cells are "
            "neighbours.",
     .example = "[a1 d1 g1, a1 a4 a7]"},
    {SECTION_BOARD, "checkered", ONE, VALUE_BOOL, .doc = "Whether cells are dark and light. Default: true.",
     .example = "false"},
    {SECTION_BOARD, "drawn", ONE, VALUE_WORD, .words = {"cells", "points", "hexagons"},
     .doc =
         "Whether pictures show pieces on square cells, on the points where lines cross, or on hexagons, of which each "
         "row begins half a cell to the right of the one below. Default: points where there are `lines`, hexagons "
         "where there are `rows`.",
     .example = "points"},
    {SECTION_BOARD, "symmetry", ONE, VALUE_WORD, .words = {"mirror", "rotation"},
     .doc = "How the opposite player sees `own` cells: for that player own e1 is e8 with `mirror` (the default) and d8 "
            "with `rotation`.",
     .example = "rotation"},

    {SECTION_PLAYER, "name", ONE, VALUE_NAME, .required = true, .doc = "The player's name.", .example = "red"},
    {SECTION_PLAYER, "seat", ONE, VALUE_WORD, .words = {"south", "north", "west", "east"},
     .doc = "The player's edge of the board; the player's pieces move away from it. With two players the default is "
            "south for the first and north for the second.",
     .example = "west"},
    {SECTION_PLAYER, "letter", ONE, VALUE_LETTER,
     .doc = "The player's letter or digit in a FEN. Default: the first letter of the name that no earlier player has.",
     .example = "k"},

    {SECTION_PLAYER, "commander", ONE, VALUE_NAME,
     .doc = "The player who decides for this player: a name, or a counter or state that holds that player's number "
            "from 1 (0: nobody else decides).",
     .example = "white"},
    {SECTION_PLAYER, "team", ONE, VALUE_NAME,
     .doc = "Players of one team do not capture each other's pieces, and they win together.", .example = "north-south"},
    {SECTION_PLAYER, "board", ONE, VALUE_BOARD,
     .doc =
         "The only board on which this player plays, with one opponent. Boards take turns; a FEN has a part for each.",
     .example = "A"},

    {SECTION_ZONES, NULL, ONE | MANY, VALUE_ZONE, .name_kind = VALUE_NAME, .doc = "The cells of the zone.",
     .example = "files d-f and own ranks 1-3"},

    {SECTION_ROYALS, "slide_through_attack", ONE, VALUE_BOOL, KEEP(ruleset, royal_slides_through_attack),
     .otherwise = true,
     .doc = "Whether a royal piece that moves several steps may pass over attacked cells. Default: true.",
     .example = "false"},

    {SECTION_ROYALS, "attacked", ONE, VALUE_WORD, .words = {"by rays", "by moves"},
     KEEP_IF(ruleset, attacks_by_moves, "by moves"), .foreign = "royal pieces that may be left under attack",
     .doc = "How attacks are found: `by rays` and leaps (the default), or `by moves`, which tries each enemy move with "
            "all its effects. Use the second where captures happen elsewhere than on the target.",
     .example = "by moves"},
    {SECTION_ROYALS, "capturable", ONE, VALUE_BOOL, KEEP(ruleset, royals_capturable),
     .foreign = "royal pieces that may be left under attack",
     .doc = "Whether a royal piece that is left under attack may be captured. Default: false.", .example = "true"},

    {SECTION_DROP, "on", ONE | MANY, VALUE_ZONE, .doc = "Where it may be dropped. Default: any empty cell.",
     .example = "ranks 2-7"},
    {SECTION_DROP, "per_file", ONE, VALUE_NUMBER, .high = 36, KEEP(rule_drop, per_file),
     .doc = "The most own pieces of this type that a file may hold after the drop. 0: no limit.", .example = "1"},
    {SECTION_DROP, "immobile", ONE, VALUE_BOOL, KEEP(rule_drop, may_be_immobile),
     .doc = "Whether it may be dropped where it could never move. Default: false.", .example = "true"},
    {SECTION_DROP, "mate", ONE, VALUE_BOOL, KEEP(rule_drop, may_mate), .otherwise = true,
     .doc = "Whether the drop may give mate. Default: true.", .example = "false"},
    {SECTION_DROP, "check", ONE, VALUE_BOOL, KEEP(rule_drop, may_give_check), .otherwise = true,
     .doc = "Whether the drop may give check. Default: true.", .example = "false"},

    {SECTION_DROP, "resets_halfmove_clock", ONE, VALUE_BOOL, KEEP(rule_drop, resets_halfmove_clock),
     .says = "Its drop counts as progress.", .says_ru = "[Её|Его] постановка прерывает счёт ходов без взятия.",
     .doc = "Whether the drop resets the halfmove clock. Default: false.", .example = "true"},

    {SECTION_DROP, "gravity", ONE, VALUE_BOOL, KEEP(rule_drop, gravity),
     .says = "It falls: it may be dropped only on the lowest cell of a file or right above an occupied cell.",
     .says_ru = "[Её|Его] ставят только на нижнее поле вертикали или сразу над занятым полем, как падающий камень.",
     .doc = "Whether the cell below, towards the first rank, must be occupied or off the board. Default: false.",
     .example = "true"},
    {SECTION_DROP, "endless", ONE | MANY, VALUE_NAME, .words = {"all"},
     .doc = "Players who may drop it at any time without having it in hand, or `all`. Default: nobody.",
     .example = "all"},

    {SECTION_DROP, "neutral", ONE, VALUE_BOOL, KEEP(rule_drop, neutral),
     .doc = "Whether it is neutral once it is dropped: nobody's. Default: false.", .example = "true"},
    {SECTION_DROP, "shared", ONE, VALUE_BOOL, KEEP(rule_drop, shared),
     .doc = "With `neutral`: whether all players drop it from one hand, which the FEN writes as `[=W=W]`. Default: "
            "false.",
     .example = "true"},
    {SECTION_DROP, "where", ONE, VALUE_WORD, .words = {"anywhere", "edge"}, KEEP_IF(rule_drop, at_edge, "edge"),
     .doc = "With `neutral`: `edge` is a cell with a side that borders on the outside of the board, on a missing cell "
            "or on such a piece. Default: `anywhere`.",
     .example = "edge"},
    {SECTION_DROP, "parries", ONE, VALUE_BOOL, KEEP(rule_drop, parries), .otherwise = true,
     .doc = "Whether a player in check may drop it. Default: true.", .example = "false"},
    {SECTION_DROP, "as", ONE | MANY, VALUE_PIECE,
     .doc =
         "For a piece in hand: the types that it may be dropped as, each with its own limits. Default: its own type.",
     .example = "[lance, tokin]"},

    {SECTION_PIECES, NULL, MAP, .child = SECTION_PIECE, .name_kind = VALUE_NAME, .doc = "A piece.",
     .example = "{letter: q, moves: Q}"},

    {SECTION_PIECE, "letter", ONE, VALUE_LETTER, .required = true,
     .doc =
         "The letter in FEN and moves, or signs before a letter. Upper and lower case tell the owner. With more than "
         "two players on a board: letters and signs.",
     .example = "q"},
    {SECTION_PIECE, "royal", ONE, VALUE_BOOL, KEEP(rule_piece, royal),
     .doc = "Whether it may not be left under attack.", .example = "true"},
    {SECTION_PIECE, "royal_letter", ONE, VALUE_LETTER,
     .doc =
         "How a royal form of this piece is written, where the piece itself is not royal. Default: its letter and !.",
     .example = "w"},
    {SECTION_PIECE, "figure", ONE, VALUE_TEXT,
     .doc = "The figure in pictures: its name, two names such as pawn+rook, the data of an SVG path in a square of 100 "
            "by 100, or an SVG file "
            "beside the "
            "rules, `NAME.svg`. Default: the figure with the piece's own name.",
     .example = "cannon"},
    {SECTION_PIECE, "characters", ONE | MANY, VALUE_TEXT,
     .doc = "Its traditional characters, the same for all players or one for each; `--characters` shows them in place "
            "of its figure or letter.",
     .example = "[帥, 將]"},
    {SECTION_PIECE, "about", ONE, VALUE_TEXT,
     .doc = "Sentences about the piece for players, where its moves do not say it: what a card or a script lets it do.",
     .example = "Two cells ahead, or one back."},
    {SECTION_PIECE, "about_ru", ONE, VALUE_TEXT, .doc = "The same as `about`, in Russian.",
     .example = "На две вперёд или на одну назад."},
    {SECTION_PIECE, "moves", ONE | MANY | MAPS, VALUE_MOVEMENT, .child = SECTION_MOVE,
     .doc = "How it moves and captures, in Betza's notation. A piece without `moves` cannot move.",
     .example = "fmWfcF"},
    {SECTION_PIECE, "promotes", MAP | MAPS, .child = SECTION_PROMOTION, .doc = "How it promotes.",
     .example = "{on: last rank, to: [queen, rook, bishop, knight]}"},
    {SECTION_PIECE, "promotion_limit", ONE, VALUE_NUMBER, .low = 0, .high = 1000, KEEP(rule_piece, promotion_limit),
     .says = "A piece may promote to it only while its owner has fewer than %ld on the board.",
     .says_ru = "В неё можно превратиться, только если у владельца таких фигур на доске меньше %ld.",
     .doc = "A piece may promote to this type only while its owner has fewer of this type on the board. 0: no limit.",
     .example = "1"},
    {SECTION_PIECE, "drops", MAP | ONE, VALUE_WORD, .words = {"never"}, .child = SECTION_DROP,
     .doc = "How it is dropped from a hand. Keys that are absent are as in the game's `drops`.", .example = "never"},
    {SECTION_PIECE, "when_covered", ONE, VALUE_PIECE,
     .doc = "With stacks: the type that it has while another piece stands on it.", .example = "pawn"},
    {SECTION_PIECE, "captured_as", ONE, VALUE_PIECE, .words = {"gone"},
     .doc = "The type that goes to the hand or the prison when it is captured; `gone`: nothing goes there. Default: "
            "its own type.",
     .example = "pawn"},
    {SECTION_PIECE, "transforms", ONE, VALUE_PIECE,
     .doc = "The type that it changes into with every move on the board. A drop does not change it.",
     .example = "rook"},
    {SECTION_PIECE, "resets_halfmove_clock", ONE, VALUE_BOOL, KEEP(rule_piece, resets_halfmove_clock),
     .doc = "Whether its moves reset the halfmove clock, as a pawn's do.", .example = "true"},
    {SECTION_PIECE, "captures", ONE | MANY | MAP | MAPS, VALUE_WORD, .child = SECTION_REMOTE_CAPTURE,
     .words = {"custodian", "withdrawal", "approach", "coordination", "long_leap", "enclosure"},
     .doc = "Remote captures: what its moves capture elsewhere than on the target.", .example = "custodian"},
    {SECTION_PIECE, "borrows", ONE, VALUE_MOVEMENT,
     .doc = "While own pieces stand one step away by this movement, it moves as they do, and not in its own way. What "
            "they "
            "borrow themselves does not count.",
     .example = "bW"},
    {SECTION_PIECE, "lends", ONE, VALUE_BOOL, .doc = "Whether pieces with `borrows` move as it does. Default: true.",
     .example = "false"},
    {SECTION_PIECE, "immobilizes", ONE | MANY, VALUE_PIECE, .words = {"all"},
     .doc = "Enemy pieces that cannot move or capture while they stand next to it.", .example = "all"},
    {SECTION_PIECE, "protects", ONE | MANY, VALUE_PIECE, .words = {"all"},
     .doc = "Own pieces that cannot be captured while they stand next to it.", .example = "all"},
    {SECTION_PIECE, "invulnerable", ONE, VALUE_BOOL, KEEP(rule_piece, invulnerable), .says = "It cannot be captured.",
     .says_ru = "Взять [её|его] нельзя.", .doc = "Whether it cannot be captured.", .example = "true"},
    {SECTION_PIECE, "kamikaze", ONE, VALUE_BOOL, KEEP(rule_piece, kamikaze),
     .says = "When it captures it leaves the board together with what it captures.",
     .says_ru = "Взяв, [она|он] уходит с доски вместе со взятой фигурой.",
     .doc = "Whether it leaves the board together with what it captures by moving onto it, or en passant.",
     .example = "true"},
    {SECTION_PIECE, "shown_as", ONE, VALUE_PIECE,
     .doc = "The type that other players see in its place. They do not learn which drop it was either.",
     .example = "stone"},
    {SECTION_PIECE, "value", ONE, VALUE_NUMBER, .high = 1000000, KEEP(rule_piece, value),
     .doc = "Its value for the engine, in centipawns. Default: computed from its moves.", .example = "500"},

    {SECTION_MOVE, "move", ONE, VALUE_MOVEMENT, .doc = "The movement in Betza's notation.", .example = "fmnD"},
    {SECTION_MOVE, "hook", ONE, VALUE_FUNCTION,
     .doc = "Instead of `move`: the function that returns the target cells of a leap. It is called while the game is "
            "loaded.",
     .example = "leaps"},
    {SECTION_MOVE, "from", ONE | MANY, VALUE_ZONE, .doc = "The zone where the piece must stand.",
     .example = "own rank 2"},
    {SECTION_MOVE, "to", ONE | MANY, VALUE_ZONE, .movements = NOT_JUMPS, .doc = "The zone where it must arrive.",
     .example = "palace"},
    {SECTION_MOVE, "right", ONE, VALUE_LETTER, .movements = NOT_JUMPS, .doc = "The right that must still be held.",
     .example = "k"},
    {SECTION_MOVE, "en_passant", ONE, VALUE_BOOL, .words = {"all"}, .movements = MOVEMENT_NOTATION,
     .doc = "Whether the first cell stepped over is an en passant target (`e`) for one turn; `all`: each cell is.",
     .example = "true"},
    {SECTION_MOVE, "victims", ONE | MANY, VALUE_PIECE, .movements = MOVEMENT_NOTATION | MOVEMENT_HOOK | MOVEMENT_LINES,
     .doc = "The only types that it captures. Default: any.", .example = "king"},
    {SECTION_MOVE, "bounces", ONE, VALUE_BOOL, .movements = MOVEMENT_NOTATION, KEEP(rule_move, bounces),
     .doc = "Whether its rays are reflected by the edges of the board, as often as they meet one.", .example = "true"},
    {SECTION_MOVE, "through", ONE, VALUE_NUMBER, .low = 0, .high = 35, .words = {"any"}, .movements = MOVEMENT_NOTATION,
     .doc = "How many pieces its rays may pass through. Default: 0.", .example = "any"},
    {SECTION_MOVE, "if", ONE, VALUE_CONDITION, .movements = NOT_JUMPS,
     .doc = "`empty MOVEMENT`: all cells one step away along the movement are empty or off the board. `own PIECE "
            "MOVEMENT`, `partner ...`, `enemy ...`: such a piece, or `any`, stands on one of them; `no own PIECE "
            "MOVEMENT`: none does.",
     .example = "empty fF"},
    {SECTION_MOVE, "safe", ONE | MANY, VALUE_WORD, .words = {"from", "passed", "to"}, .movements = MOVEMENT_NOTATION,
     .doc =
         "Where the piece may not be attacked when it moves so: on its cell, on those that it passes, where it ends. "
         "Of several ways of a leap one must be safe.",
     .example = "[from, passed]"},
    {SECTION_MOVE, "along", ONE, VALUE_WORD, .words = {"lines"},
     .doc = "Instead of `move`: to a neighbouring cell on one of the board's lines.", .example = "lines"},
    {SECTION_MOVE, "captures", ONE, VALUE_BOOL, .movements = MOVEMENT_HOOK | MOVEMENT_LINES,
     KEEP_UNLESS(rule_move, never_captures), .otherwise = true, .doc = "Whether it may capture. Default: true.",
     .example = "false"},
    {SECTION_MOVE, "crosses", ONE, VALUE_WORD, .words = {"files", "ranks", "all", "never"},
     .movements = MOVEMENT_NOTATION, .doc = "Which wrapped edges it may cross. Default: all.", .example = "files"},
    {SECTION_MOVE, "circles", ONE, VALUE_BOOL, .movements = MOVEMENT_NOTATION, KEEP(rule_move, circles),
     .doc = "Whether a ride that comes back to its own cell over empty cells is a move that changes nothing. Default: "
            "false.",
     .example = "true"},
    {SECTION_MOVE, "transforms", ONE, VALUE_PIECE, .movements = NOT_JUMPS,
     .doc = "The type that the piece has after the move. It is written as a promotion: b7c8q, or b7b7q where the piece "
            "stays.",
     .example = "queen"},
    {SECTION_MOVE, "with", ONE, VALUE_PIECE, .movements = NOT_JUMPS,
     .doc = "With `transforms`: only while its owner has a piece of this type on the board.", .example = "general"},
    {SECTION_MOVE, "without", ONE, VALUE_PIECE, .movements = NOT_JUMPS,
     .doc = "With `transforms`: only while its owner has no piece of this type on the board.", .example = "general"},
    {SECTION_MOVE, "must_not_check", ONE, VALUE_BOOL, .movements = NOT_JUMPS, KEEP(rule_move, must_not_check),
     .doc = "With `transforms`: whether the move is illegal where it gives check. Default: false.", .example = "true"},
    {SECTION_MOVE, "gives_check", ONE, VALUE_BOOL,
     .movements = MOVEMENT_NOTATION | MOVEMENT_HOOK | MOVEMENT_LINES | MOVEMENT_JUMP, KEEP(rule_move, gives_check),
     .otherwise = true, .doc = "Whether its captures give check. Default: true.", .example = "false"},
    {SECTION_MOVE, "resets_halfmove_clock", ONE, VALUE_BOOL,
     .movements = MOVEMENT_NOTATION | MOVEMENT_HOOK | MOVEMENT_LINES, KEEP_UNLESS(rule_move, keeps_clock),
     .otherwise = true, .doc = "Whether it resets the halfmove clock where other moves of its piece do. Default: true.",
     .example = "false"},
    {SECTION_MOVE, "stay", ONE, VALUE_BOOL,
     .doc = "Instead of `move`: the piece stays on its cell and the turn passes. It is written g1g1.",
     .example = "true"},

    {SECTION_MOVE, "jump", ONE, VALUE_MOVEMENT,
     .doc = "Instead of `move`: the directions of jumps over one enemy piece. A rider may jump over a distant piece.",
     .example = "F"},
    {SECTION_MOVE, "land", ONE, VALUE_WORD, .words = {"next", "any"}, .movements = MOVEMENT_JUMP,
     .doc = "On the next cell behind the jumped piece (default for steps), or on any empty cell behind it "
            "(default for riders).",
     .example = "any"},
    {SECTION_MOVE, "chain", ONE, VALUE_WORD, .words = {"none", "any", "straight"}, .none_is_value = true,
     .movements = MOVEMENT_JUMP,
     .doc = "Whether the piece must go on jumping while it can, in any direction or only straight on. "
            "Default: none.",
     .example = "any"},
    {SECTION_MOVE, "jumped", ONE, VALUE_WORD, .words = {"captured", "converted", "under", "stays"},
     .movements = MOVEMENT_JUMP,
     .doc = "The jumped piece is captured (the default), converted to the jumper's side, or goes under "
            "the jumping stack. `stays`: nothing is captured, pieces of any owner may be jumped over, and a chain may "
            "end after each jump.",
     .example = "converted"},

    {SECTION_REMOTE_CAPTURE, "by", ONE, VALUE_WORD, .required = true,
     .words = {"custodian", "withdrawal", "approach", "coordination", "long_leap", "enclosure"},
     .doc =
         "`custodian`: own pieces on both sides of an enemy. `enclosure`: on all four. `withdrawal`: moving away from "
         "it. `approach`: moving up to it. `coordination`: where its file and rank cross the own royal's. "
         "`long_leap`: jumping over it.",
     .example = "withdrawal"},
    {SECTION_REMOTE_CAPTURE, "victims", ONE | MANY, VALUE_PIECE,
     .doc = "The only types that it captures this way. Default: any.", .example = "[pawn, rook]"},
    {SECTION_REMOTE_CAPTURE, "hostile", ONE | MANY, VALUE_ZONE,
     .doc = "With custodian and enclosure: cells that help it, while they are empty, as own pieces would.",
     .example = "throne"},
    {SECTION_REMOTE_CAPTURE, "on", ONE | MANY, VALUE_ZONE,
     .doc = "With custodian and enclosure: only victims that stand there. Default: anywhere.", .example = "not throne"},
    {SECTION_REMOTE_CAPTURE, "going", ONE, VALUE_WORD, .words = {"straight", "diagonal"},
     .doc = "Only with moves in such directions. Default: all.", .example = "straight"},
    {SECTION_REMOTE_CAPTURE, "lands", ONE, VALUE_WORD, .words = {"behind", "beyond"},
     .doc = "After a jump: right behind the last captured piece (the default), or on any empty cell behind it.",
     .example = "beyond"},

    {SECTION_PROMOTION, "on", ONE | MANY, VALUE_ZONE, .required = true, .doc = "The zone where it promotes.",
     .example = "own rank 8"},
    {SECTION_PROMOTION, "to", ONE | MANY, VALUE_PIECE, .words = {"prison"}, .required = true,
     .doc = "The types to choose from. `prison`: a piece that waits in its owner's prison.",
     .example = "[queen, rook]"},
    {SECTION_PROMOTION, "optional", ONE, VALUE_BOOL, .words = {"always"},
     .doc = "Whether a piece that can still move may decline; `always`: any piece may. Default: false.",
     .example = "true"},
    {SECTION_PROMOTION, "reverts", ONE, VALUE_BOOL, KEEP(rule_promotion, reverts),
     .doc = "Whether the piece changes back to its old type when it goes to a hand. The FEN marks it with ~.",
     .example = "true"},
    {SECTION_PROMOTION, "when", ONE | MANY, VALUE_WORD,
     .words = {"reaches", "touches", "enters", "uncovered", "captures", "quiet"},
     .doc =
         "Whether the move must arrive in the zone (the default), may also begin in it, or must come from outside; and "
         "whether it must be a capture or must be none. `uncovered`: with stacks, as soon as no piece stands on it.",
     .example = "[touches, captures]"},

    {SECTION_RIGHTS, NULL, MAP, .child = SECTION_RIGHT, .name_kind = VALUE_LETTER, .doc = "A right.",
     .example = "{piece: king, at: e1}"},

    {SECTION_RIGHT, "piece", ONE, VALUE_PIECE,
     .doc = "The piece that holds it. Default: any piece of its owner that stands on its cell.", .example = "king"},
    {SECTION_RIGHT, "at", ONE | MAP, VALUE_CELL, .words = {"anywhere"}, .child = SECTION_CELLS,
     .doc = "Its first cell, from the owner's side. `anywhere`: the player's piece of that type has it wherever it "
            "stands, until one moves. Default: where the piece stands at the start.",
     .example = "e1"},

    {SECTION_RIGHT, "shown", ONE, VALUE_WORD, .words = {"held", "lost", "file"},
     .doc = "Whether the FEN shows the right while it is held (the default), or only once it is lost, as lost=a2 at "
            "the end. `file`: while it is held, by the letter of its first cell's file.",
     .example = "lost"},
    {SECTION_RIGHT, "implied", ONE, VALUE_BOOL,
     .doc = "Whether the FEN omits the right while its owner has a right to castle.", .example = "true"},

    {SECTION_CASTLINGS, NULL, MAP, .child = SECTION_CASTLING, .name_kind = VALUE_NAME, .doc = "A castling.",
     .example = "{king: king, with: rook, right: k, from: e1, rook_from: h1, king_to: g1, rook_to: f1}"},

    {SECTION_CASTLING, "king", ONE, VALUE_PIECE, .required = true, .doc = "The piece that castles.", .example = "king"},
    {SECTION_CASTLING, "with", ONE, VALUE_PIECE, .required = true, .doc = "Its partner, the rook.", .example = "rook"},
    {SECTION_CASTLING, "right", ONE, VALUE_LETTER, .doc = "The letter of the right in the FEN.", .example = "k"},
    {SECTION_CASTLING, "from", ONE | MAP, VALUE_CELL, .child = SECTION_CELLS,
     .doc = "Where the king starts, from the owner's side.", .example = "e1"},
    {SECTION_CASTLING, "rook_from", ONE | MAP, VALUE_CELL, .child = SECTION_CELLS, .doc = "Where the partner starts.",
     .example = "h1"},
    {SECTION_CASTLING, "king_to", ONE | MAP, VALUE_CELL, .child = SECTION_CELLS, .doc = "Where the king arrives.",
     .example = "g1"},
    {SECTION_CASTLING, "rook_to", ONE | MAP, VALUE_CELL, .child = SECTION_CELLS, .doc = "Where the partner arrives.",
     .example = "f1"},
    {SECTION_CASTLING, "within", ONE | MANY, VALUE_ZONE,
     .doc = "A family of castlings: king and partner may start anywhere in this zone. The right is the partner's file.",
     .example = "own rank 1"},
    {SECTION_CASTLING, "ends", ONE, VALUE_HOOK,
     .doc = "In a family: the function that returns where both arrive. It is called while the game is loaded.",
     .example = "hook castling_ends"},
    {SECTION_CASTLING, "clear", MANY, VALUE_CELL,
     .doc = "Cells that must be empty, from the owner's side. Default: those on the way of king and partner.",
     .example = "[f1, g1]"},
    {SECTION_CASTLING, "safe", ONE | MANY, VALUE_CELL, .words = {"from", "to", "none"}, .none_is_value = true,
     .doc = "Cells that must not be attacked. Default: those on the king's way. `from` and `to` are the king's cells. "
            "`to` lets it castle over attacked cells, not out of check; `none` does that, too.",
     .example = "to"},
    {SECTION_CASTLING, "notation", ONE, VALUE_NAME, .words = {"to", "capture"},
     .doc = "Whether the move is written with the king's target (the default), as the king capturing its partner, or "
            "by a name.",
     .example = "O-O"},

    {SECTION_CELLS, NULL, ONE, VALUE_CELL, .name_kind = VALUE_NAME,
     .doc = "The cell for that player, by its absolute name.", .example = "e8"},

    {SECTION_START, "hook", ONE, VALUE_FUNCTION, .required = true,
     .doc = "The function that returns the FEN for the numbers.", .example = "array"},
    {SECTION_START, "number", ONE, VALUE_NUMBER, .high = 2147483647L, .doc = "Which start position. Default: 0.",
     .example = "518"},
    {SECTION_START, "second", ONE, VALUE_NUMBER, .high = 2147483647L,
     .doc = "Which start position for the second player. Default: the same number.", .example = "518"},

    {SECTION_END, NULL, ONE | MAP, VALUE_RESULT, .child = SECTION_ENDING, .name_kind = VALUE_LABEL,
     .doc = "An ending. Its name is the reason that `status` prints, and also the condition unless there is `when`.",
     .example = "loss"},

    {SECTION_ENDING, "when", ONE, VALUE_CONDITION,
     .doc = "checkmate, stalemate, repetition N, perpetual check N, halfmove clock N, turn clock N, passes N, "
            "insufficient material, bare, both bare, extinct P, checks N, check cycle N, points, exposed, connect N, "
            "chain, pieces below N, goal N, hook F.",
     .example = "repetition 3"},
    {SECTION_ENDING, "result", ONE, VALUE_RESULT,
     .doc = "The result for the player in the condition: loss, draw or win; or PLAYER wins; or points. A win or a loss "
            "may name what that player gets of the point.",
     .example = "loss 0.25"},
    {SECTION_ENDING, "claim", ONE, VALUE_NAME,
     .doc = "The game goes on until a player ends it with the move claim-WORD.", .example = "draw"},
    {SECTION_ENDING, "illegal", ONE, VALUE_BOOL, KEEP(rule_ending, illegal),
     .doc = "With repetition: the move that would complete it is illegal instead.", .example = "true"},
    {SECTION_ENDING, "hook", ONE, VALUE_FUNCTION,
     .doc = "With checkmate, stalemate, passes, repetition or halfmove clock: a function that may return another "
            "result. Without an answer `result` counts. With repetition it may look at all plies since the first time.",
     .example = "verdict"},
    {SECTION_ENDING, "grace", ONE, VALUE_NAME, .words = {"true", "false"},
     .doc =
         "With bare or goal: the game goes on while the opponent can do the same with the next move; with goal it is "
         "a draw then. A player: only that one has this move.",
     .example = "black"},
    {SECTION_ENDING, "player", ONE, VALUE_NAME,
     .doc = "With bare, extinct, checks, exposed, connect, chain, pieces below or goal: the only player that the "
            "condition is about. Default: all.",
     .example = "black"},
    {SECTION_ENDING, "consecutive", ONE, VALUE_BOOL,
     .doc = "With checks: whether only checks with consecutive moves count (the default); `false` counts all checks.",
     .example = "false"},
    {SECTION_ENDING, "alone", ONE | MANY, VALUE_PIECE,
     .doc = "With insufficient material: a royal piece with one of these cannot win against a bare royal piece.",
     .example = "[bishop, knight]"},
    {SECTION_ENDING, "same_shade", ONE | MANY, VALUE_PIECE,
     .doc = "With insufficient material: any number of these on one shade cannot win.", .example = "[bishop]"},
    {SECTION_ENDING, "pair", ONE | MANY, VALUE_PIECE,
     .doc = "With insufficient material: a royal piece with two of these cannot win against a bare royal piece.",
     .example = "[knight]"},
    {SECTION_ENDING, "other_shades", ONE | MANY, VALUE_PIECE,
     .doc = "With insufficient material: one of these on either side cannot win where they stand on different shades.",
     .example = "[bishop]"},
    {SECTION_ENDING, "bare_pieces", ONE | MANY, VALUE_PIECE,
     .doc = "With insufficient material: the royal types that count as bare. Default: any.", .example = "[king]"},
    {SECTION_ENDING, "max_pieces", ONE, VALUE_NUMBER, .low = 1, .high = 10000,
     .doc = "With hook: it is called only while at most this many cells are occupied.", .example = "4"},
    {SECTION_ENDING, "counter", ONE, VALUE_TEXT,
     .doc = "With hook: it is called only once this counter has reached this number.", .example = "balance 10"},
    {SECTION_ENDING, "along", ONE, VALUE_WORD, .words = {"lines", "straight", "diagonal", "all"},
     .doc = "With connect: which rows count. Default: the board's `lines`, or `all` where there are none.",
     .example = "straight"},
    {SECTION_ENDING, "pieces", ONE | MANY, VALUE_PIECE,
     .doc = "With connect, chain, pieces below or goal: the only types that count. Default: any.",
     .example = "[stone]"},
    {SECTION_ENDING, "from", ONE | MANY, VALUE_ZONE, .doc = "With chain: the zone where it begins.",
     .example = "own rank 1"},
    {SECTION_ENDING, "to", ONE | MANY, VALUE_ZONE, .doc = "With chain: the zone where it ends.",
     .example = "own rank 11"},
    {SECTION_ENDING, "reach", ONE, VALUE_MOVEMENT,
     .doc = "With chain: its next cell, as leaps that are symmetric. Default: K, each of the eight neighbours.",
     .example = "W"},
    {SECTION_ENDING, "zone", ONE | MANY, VALUE_ZONE,
     .doc = "With points: where every royal piece must stand. With goal: where the pieces must arrive.",
     .example = "own ranks 6-8"},
    {SECTION_ENDING, "points", MAP, .child = SECTION_POINTS, .doc = "With points: the points of each piece.",
     .example = "{rook: 5, bishop: 5, others: 1}"},
    {SECTION_ENDING, "need", ONE, VALUE_NUMBER, .high = 1000000,
     .doc = "With points: a player with fewer points loses.", .example = "12"},
    {SECTION_ENDING, "compare", ONE, VALUE_BOOL,
     .doc = "With points: more points win, unless both players reach `need`; equal points are a draw.",
     .example = "true"},

    {SECTION_POINTS, NULL, ONE, VALUE_NUMBER, .high = 1000000, .name_kind = VALUE_NAME,
     .doc = "The points of that piece; `others` is every piece without points of its own.", .example = "5"},

    {SECTION_TURN, "plies", ONE | MAP, VALUE_NUMBER, .low = 1, .high = 64, .words = {"free"}, .child = SECTION_PLIES,
     .doc = "How many moves make a turn, of all players or of each. `free`: as many as the player wants, until the "
            "player says `end`.",
     .example = "2"},
    {SECTION_TURN, "grows", ONE, VALUE_NUMBER, .low = 1, .high = 64,
     .doc =
         "How many moves more each turn has than the one before it, up to 255. A turn whose player cannot go on need "
         "not be completed. Default: none.",
     .example = "1"},
    {SECTION_TURN, "first", ONE, VALUE_NUMBER, .low = 1, .high = 64, KEEP(rule_turn, first_plies),
     .foreign = "turns of several moves",
     .doc = "How many moves the very first turn has. Default: as many as the others.", .example = "1"},
    {SECTION_TURN, "only", ONE, VALUE_WORD, .words = {"moves", "drops"}, KEEP_IF(rule_turn, only_drops, "drops"),
     .doc = "With `drops`, a free turn goes on only after a drop and only with drops.", .example = "drops"},
    {SECTION_TURN, "removes", ONE, VALUE_WORD, .words = {"nothing", "immobilized"},
     KEEP_IF(rule_turn, removes_immobilized, "immobilized"),
     .doc = "With `immobilized`, a player may remove an own immobilized piece that is not royal, as a turn.",
     .example = "immobilized"},
    {SECTION_TURN, "each_piece_once", ONE, VALUE_BOOL, KEEP(rule_turn, each_piece_once),
     .doc = "Whether each piece moves at most once a turn.", .example = "true"},
    {SECTION_TURN, "check_legality", ONE, VALUE_WORD, .words = {"ply", "end"},
     KEEP_IF(rule_turn, legality_at_end, "end"),
     .doc = "Whether own royal pieces must be safe after each move (the default) or only at the end of the turn.",
     .example = "end"},
    {SECTION_TURN, "check", ONE, VALUE_WORD, .words = {"any", "last", "ends"},
     .doc = "Whether any move of the turn may give check (the default), only the last one, or a check ends the turn.",
     .example = "last"},
    {SECTION_TURN, "en_passant", ONE, VALUE_WORD, .words = {"first", "turn"}, KEEP_IF(rule_turn, ep_whole_turn, "turn"),
     .doc = "Whether an en passant capture must be the first move of the next turn (the default) or may be any of its "
            "moves.",
     .example = "turn"},
    {SECTION_TURN, "pass", ONE, VALUE_WORD,
     .words = {"never", "unchecked", "facing", "no_moves", "stalemated", "always"},
     .doc =
         "When a player may pass. `unchecked`: not in check. `facing`: the same, but royal pieces that face each other "
         "are parted or the player passes, in check too. `no_moves`: without a legal move, and must. `stalemated`: the "
         "same, not in check.",
     .example = "unchecked"},
    {SECTION_TURN, "decides", ONE, VALUE_WORD, .words = {"player", "team"},
     .doc = "Whether each player decides (the default), or the first player of a team decides for the team.",
     .example = "team"},
    {SECTION_TURN, "boards", ONE, VALUE_WORD, .words = {"in turn", "free"},
     .doc = "With a board for each pair of players: boards act in turn (the default), or freely: a player may `wait` "
            "and let the next board act.",
     .example = "free"},
    {SECTION_TURN, "waits", ONE, VALUE_BOOL,
     .doc = "With a board for each pair of players: whether a player in check may `wait` for a piece that could be "
            "dropped to parry. It is no mate then.",
     .example = "true"},

    {SECTION_PLIES, NULL, ONE, VALUE_NUMBER, .low = 1, .high = 64, .words = {"free"}, .name_kind = VALUE_NAME,
     .doc = "How many moves a turn of that player has. A player who is not named has one.", .example = "2"},

    {SECTION_SETUP, "mandatory", ONE | MANY, VALUE_NAME, .words = {"true", "false", "all"},
     .doc =
         "Whether a player with pieces in hand must place them before any other move. `all`: only as long as one can "
         "be dropped legally; names of pieces: the same, and only of these.",
     .example = "true"},
    {SECTION_SETUP, "royals", ONE, VALUE_BOOL, KEEP(ruleset, setup_royals), .foreign = "how pieces are placed",
     .doc = "Whether a player with a royal piece in hand only drops pieces, and ends no turn before it is placed.",
     .example = "true"},
    {SECTION_SETUP, "whole_turn", ONE, VALUE_BOOL, KEEP(ruleset, setup_whole_turn), .foreign = "how pieces are placed",
     .doc = "Whether the player places all of them in one turn.", .example = "true"},

    {SECTION_SETUP, "separate_phase", ONE, VALUE_BOOL, KEEP(ruleset, setup_separate_phase),
     .foreign = "how pieces are placed",
     .doc = "With `mandatory`: whether the setup comes before the game. A drop may leave royal pieces attacked, gives "
            "rights to pieces on their first cells and stops the clocks. Nothing ends while a player has pieces to "
            "drop and some move is legal.",
     .example = "true"},

    {SECTION_CAPTURES, "mandatory", ONE, VALUE_BOOL, KEEP(rule_captures, mandatory),
     .doc = "Whether a capture must be made if there is one.", .example = "true"},
    {SECTION_CAPTURES, "by", ONE | MANY, VALUE_PIECE,
     .doc = "Only captures by these pieces are mandatory; any capture then satisfies the rule.",
     .example = "[pawn, king]"},
    {SECTION_CAPTURES, "longest", ONE, VALUE_BOOL, .words = {"multiple"},
     .doc = "Whether the move with the most captured pieces must be made; `multiple`: any move that captures several.",
     .example = "true"},
    {SECTION_CAPTURES, "prefer", ONE | MANY, VALUE_PIECE,
     .doc = "Of moves that capture equally many, those that capture the most of these must be made.",
     .example = "king"},
    {SECTION_CAPTURES, "blast", MAP, .child = SECTION_BLAST,
     .doc = "Every capture also removes pieces near the cell where the captor arrives.",
     .example = "{reach: K, spares: pawn}"},

    {SECTION_CAPTURES, "row", ONE, VALUE_NUMBER, .low = 2, .high = RULES_ROW_MAX,
     .doc = "A piece that completes a row of this length captures an enemy piece. The player chooses which.",
     .example = "3"},
    {SECTION_CAPTURES, "along", ONE, VALUE_WORD, .words = {"lines", "straight", "diagonal", "all"},
     .doc = "With row: which rows count. Default: the board's `lines`, or `all` where there are none.",
     .example = "lines"},
    {SECTION_CAPTURES, "row_victims", ONE, VALUE_WORD, .words = {"free", "free only", "any"},
     .doc = "With row: `free`, pieces outside such rows, or any if all are in rows (the default); `free only`, no "
            "piece if all are in rows; `any`.",
     .example = "any"},

    {SECTION_BLAST, "reach", ONE, VALUE_MOVEMENT, .required = true,
     .doc = "The cells around that are removed, as leaps that are symmetric.", .example = "K"},
    {SECTION_BLAST, "spares", ONE | MANY, VALUE_PIECE,
     .doc = "Types that survive within its reach. They do not survive as the captured piece or the captor.",
     .example = "pawn"},

    {SECTION_JUMPS, "removes", ONE, VALUE_WORD, .words = {"end", "at once"},
     KEEP_IF(rule_jumps, removes_at_once, "at once"),
     .doc = "When jumped pieces leave the board: at the end of the chain (the default; until then they block), or at "
            "once.",
     .example = "at once"},
    {SECTION_JUMPS, "promotion", ONE, VALUE_WORD, .words = {"continue", "end", "stop"},
     .doc = "A piece that reaches its promotion in a chain promotes and goes on (the default), promotes only at the "
            "end of the chain, or promotes and stops.",
     .example = "stop"},
    {SECTION_JUMPS, "revisit", ONE, VALUE_BOOL, KEEP(rule_jumps, same_cell_twice),
     .doc = "Whether a chain may jump over the same cell twice. Default: false.", .example = "true"},
    {SECTION_JUMPS, "reverse", ONE, VALUE_BOOL, KEEP(rule_jumps, may_reverse), .otherwise = true,
     .doc = "Whether a jump may go back in the direction that the last one came from. Default: true.",
     .example = "false"},

    {SECTION_PUTS, "piece", ONE, VALUE_PIECE, .words = {"hand"}, .required = true,
     .doc = "The neutral piece. `hand`: a piece of the player's hand, with `where: unmoved` and `optional: true`.",
     .example = "wall"},
    {SECTION_PUTS, "where", ONE | MANY, VALUE_WORD, .words = {"anywhere", "reached", "left", "edge", "unmoved"},
     .doc =
         "On any empty cell (the default), on one where the piece that has moved could move next, on the one that it "
         "left, on one with a side that borders on no cell or on such a piece. Of several, any.",
     .example = "[left, edge]"},
    {SECTION_PUTS, "on", ONE | MANY, VALUE_ZONE, .doc = "Only on these cells. Default: all.", .example = "not rank 1"},
    {SECTION_PUTS, "most", ONE, VALUE_NUMBER, .low = 1, .high = RULES_PUTS_MAX, KEEP(rule_put, most),
     .doc = "Once so many stand on the board, the player moves one of them to another empty cell instead. Default: no "
            "limit.",
     .example = "1"},
    {SECTION_PUTS, "optional", ONE, VALUE_BOOL, KEEP(rule_put, optional),
     .says = "The player may leave the second half out.", .says_ru = "Игрок может обойтись и без второй половины.",
     .doc = "Whether the player may leave it out. Default: false.", .example = "true"},
    {SECTION_PUTS, "parries", ONE, VALUE_BOOL, KEEP(rule_put, parries), .otherwise = true,
     .says = "It parries no check: the move must be legal without it.",
     .says_ru = "От шаха она не спасает: ход должен быть возможен и без неё.",
     .doc = "Whether what is put may parry a check. With `false` the move must be legal without it. Default: true.",
     .example = "false"},

    {SECTION_PICTURE, "colours", MAP, .child = SECTION_COLOURS, .doc = "Zones, each with its colour.",
     .example = "{palace: red}"},
    {SECTION_PICTURE, "lines", MANY, VALUE_TEXT,
     .doc =
         "Lines that are only drawn, such as the diagonals of a palace. Each is a list of cells with blanks between.",
     .example = "[d1 f3, f1 d3]"},
    {SECTION_PICTURE, "river", ONE | MANY, VALUE_ZONE,
     .doc = "With `drawn: points`: a zone that has its edge drawn, and no lines inside.", .example = "ranks 5-6"},
    {SECTION_PICTURE, "shapes", MAPS, .child = SECTION_SHAPE,
     .doc = "Drawings on the board, below the pieces, the first one lowest. They turn with the board.",
     .example = "[{path: M0 0h300v300h-300z, fill: red}]"},
    {SECTION_PICTURE, "numbers", ONE | MANY, VALUE_TEXT,
     .doc = "The cells in the order of their numbers, with blanks between; they have these instead of coordinates. A "
            "list has one such text for each player.",
     .example = "a1 b1 c1 c2 b2 a2"},
    {SECTION_PICTURE, "cell", ONE, VALUE_SIZE,
     .doc = "How wide and how high a cell is drawn, in pieces: at most 8. In a long cell a stack lies along it.",
     .example = "1x5"},

    {SECTION_COLOURS, NULL, ONE, VALUE_WORD, .words = {"red", "orange", "green", "blue", "purple", "grey", "yellow"},
     .name_kind = VALUE_NAME,
     .doc = "The colour of that zone, for all players together. Where zones meet, the last one counts.",
     .example = "red"},
    {SECTION_SHAPE, "path", ONE, VALUE_TEXT, .required = true,
     .doc = "The data of an SVG path. 100 is the width of a piece; 0 0 is the upper left corner of the board as the "
            "first player sees it.",
     .example = "M0 0h300v300h-300z"},
    {SECTION_SHAPE, "fill", ONE, VALUE_WORD,
     .words = {"light", "dark", "red", "orange", "yellow", "green", "blue", "purple", "grey", "white", "black"},
     .doc = "The colour inside. Default: none.", .example = "green"},
    {SECTION_SHAPE, "line", ONE, VALUE_WORD,
     .words = {"light", "dark", "red", "orange", "yellow", "green", "blue", "purple", "grey", "white", "black"},
     .doc = "The colour of the line. Default: none.", .example = "black"},
    {SECTION_SHAPE, "width", ONE, VALUE_NUMBER, .low = 1, .high = 100, .doc = "How wide the line is. Default: 3.",
     .example = "8"},

    {SECTION_CHECKS, "mandatory", ONE | MANY, VALUE_NAME, .words = {"all"},
     .doc = "Players who must give check when they can, or `all`.", .example = "all"},
    {SECTION_CHECKS, "forbidden", ONE | MANY, VALUE_NAME, .words = {"all"},
     .doc = "Players who may never give check, or `all`.", .example = "[white]"},
    {SECTION_CHECKS, "only", ONE, VALUE_WORD, .words = {"mate", "orthodox mate"},
     .doc = "`mate`: a check that is not mate is illegal. `orthodox mate`: the same, and a mate is judged as if every "
            "answer might give check.",
     .example = "mate"},

    {SECTION_NO_MOVES, "checkmated", MAP, .child = SECTION_MISSED_TURN,
     .doc = "The pieces of a player who was in check when the turn was missed.",
     .example = "{invulnerable: true, attacks: nothing}"},
    {SECTION_NO_MOVES, "stalemated", MAP, .child = SECTION_MISSED_TURN,
     .doc = "The pieces of a player who was not in check when the turn was missed.", .example = "{invulnerable: true}"},
    {SECTION_NO_MOVES, "out", MAP, .child = SECTION_MISSED_TURN,
     .doc =
         "The pieces of a player who is out of the game, because pieces were removed or a script says so. Default: as "
         "`checkmated`.",
     .example = "{invulnerable: true, attacks: nothing}"},
    {SECTION_NO_MOVES, "returns", ONE, VALUE_WORD, .words = {"normal", "invulnerable"},
     .doc = "With `invulnerable`, the pieces of a player who moves again stay invulnerable until the second move, "
            "except the piece that moved first.",
     .example = "invulnerable"},

    {SECTION_MISSED_TURN, "invulnerable", ONE, VALUE_BOOL, KEEP(rule_missed_turn, invulnerable),
     .doc = "Whether they cannot be captured.", .example = "true"},
    {SECTION_MISSED_TURN, "attacks", ONE, VALUE_WORD, .words = {"all", "nothing"},
     KEEP_IF(rule_missed_turn, attacks_nothing, "nothing"),
     .doc = "Whether they give check and attack cells (`all`, the default) or not.", .example = "nothing"},
    {SECTION_MISSED_TURN, "removed", ONE, VALUE_WORD, .words = {"never", "royals", "all"},
     .doc = "Which of them leave the board at once. Their player then has no more turns.", .example = "royals"},

    {SECTION_DICE, "roll", ONE, VALUE_TEXT, .required = true, .doc = "How many dice with how many faces.",
     .example = "2d6"},
    {SECTION_DICE, "faces", MANY, VALUE_NUMBER, .low = 1, .high = 255,
     .doc = "The numbers on the faces of each die. Default: 1, 2, 3 ...", .example = "[2, 3, 4, 5]"},
    {SECTION_DICE, "doubles", ONE, VALUE_NUMBER, .low = 1, .high = 4, .words = {"free"},
     .doc = "How often equal dice are played. Default: as rolled. `free`: they let every piece move.", .example = "4"},
    {SECTION_DICE, "check", ONE, VALUE_WORD, .words = {"rolls", "free"}, KEEP_IF(rule_dice, check_free, "free"),
     .doc = "Whether a player in check rolls (`rolls`, the default), or does not roll and may move every piece.",
     .example = "free"},
    {SECTION_DICE, "moves", MAP, .child = SECTION_DIE_FACES, .doc = "Which pieces may move with a face. Default: all.",
     .example = "{1: pawn, 2: king}"},

    {SECTION_DIE_FACES, NULL, ONE | MANY, VALUE_PIECE, .name_kind = VALUE_CHOICE, .doc = "The pieces of that face.",
     .example = "[king, pawn]"},

    {SECTION_VISIBILITY, "sees", ONE, VALUE_WORD, .words = {"all", "own"},
     KEEP_IF(rule_visibility, own_pieces_only, "own"),
     .doc = "Whose pieces a player sees: `all` (the default), or only those of the player's own team.",
     .example = "own"},
    {SECTION_VISIBILITY, "during", ONE, VALUE_WORD, .words = {"game", "setup"},
     KEEP_IF(rule_visibility, during_setup, "setup"),
     .doc = "How long other players' pieces are hidden: the whole game (the default), or while a player has pieces to "
            "place.",
     .example = "setup"},
    {SECTION_VISIBILITY, "tries", ONE, VALUE_BOOL, KEEP(rule_visibility, tries),
     .doc = "Whether a player may try moves: an illegal one is refused, all players hear that, and the player tries "
            "again.",
     .example = "true"},
    {SECTION_VISIBILITY, "secrets", MAP, .child = SECTION_SECRETS,
     .doc = "Counters or states that only one player sees, or nobody, each by its name.",
     .example = "{note-white: {player: white, values: 1..2}}"},
    {SECTION_VISIBILITY, "questions", MAP, .child = SECTION_QUERIES,
     .doc = "Questions that the side to move may ask the umpire, each by a word. They are asked with a question mark.",
     .example = "{any: {captures_by: pawn}}"},

    {SECTION_SECRETS, NULL, MAP, .child = SECTION_SECRET, .name_kind = VALUE_NAME, .doc = "A counter or state.",
     .example = "{player: white, values: 1..2}"},

    {SECTION_SECRET, "player", ONE, VALUE_NAME,
     .doc = "The player who sees it. Default: nobody does, as with a card that lies face down.", .example = "white"},
    {SECTION_SECRET, "values", ONE, VALUE_RANGE, .required = true,
     .doc = "Its possible values while there is a secret. 0 means that there is none, and all players see that.",
     .example = "1..2"},
    {SECTION_SECRET, "revealed_by", ONE, VALUE_NAME,
     .doc = "A counter or state: while it is not 0, all players see the secret.", .example = "open-white"},

    {SECTION_QUERIES, NULL, MAP, .child = SECTION_QUERY, .name_kind = VALUE_NAME, .doc = "A question.",
     .example = "{captures_by: pawn}"},

    {SECTION_QUERY, "captures_by", ONE | MANY, VALUE_PIECE, .required = true,
     .doc = "The question is whether there are legal captures by these pieces.", .example = "pawn"},
    {SECTION_QUERY, "answer", ONE, VALUE_WORD, .words = {"word", "number"},
     KEEP_IF(rule_query, answers_number, "number"),
     .doc = "Whether the answer is yes or no (the default), or the number of captures.", .example = "number"},
    {SECTION_QUERY, "must_try", ONE, VALUE_BOOL, KEEP(rule_query, binding),
     .doc = "Whether, after a yes, the player must try such a capture before anything else.", .example = "true"},
    {SECTION_NOTATION, "step", ONE, VALUE_TEXT, .doc = "The sign between the cells of a quiet move. Default: none.",
     .example = "'-'"},
    {SECTION_NOTATION, "capture", ONE, VALUE_TEXT, .doc = "The sign before each landing of a capture.",
     .example = "':'"},
    {SECTION_NOTATION, "promotion", ONE, VALUE_TEXT, .doc = "The sign before the letter of the new type.",
     .example = "'='"},
    {SECTION_NOTATION, "letters", ONE, VALUE_BOOL, KEEP(rule_notation, piece_letters),
     .doc = "Whether the piece's letter comes first.", .example = "true"},
    {SECTION_NOTATION, "path", ONE, VALUE_WORD, .words = {"all", "ends"}, KEEP_IF(rule_notation, ends_only, "ends"),
     .doc =
         "Whether a chain is written with all landings (the default), or with both ends where they identify the chain.",
     .example = "ends"},
    {SECTION_NOTATION, "cells", ONE, VALUE_WORD, .words = {"names", "numbers"},
     KEEP_IF(rule_notation, cell_numbers, "numbers"),
     .doc = "Whether cells are written by name (the default), or dark cells by number from the top left.",
     .example = "numbers"},

    {SECTION_WORDS, NULL, MAP, .child = SECTION_WORD, .name_kind = VALUE_NAME, .doc = "A word.",
     .example = "{about: discard a card}"},

    {SECTION_WORD, "about", ONE, VALUE_TEXT, .required = true, .doc = "What it means, in a few words for a button.",
     .example = "discard a card"},
    {SECTION_WORD, "about_ru", ONE, VALUE_TEXT, .doc = "The same as `about`, in Russian.", .example = "сбросить карту"},
    {SECTION_WORD, "does", ONE, VALUE_TEXT, .doc = "What a card of that name does, in a sentence.",
     .example = "A pawn of yours is put on an empty cell."},
    {SECTION_WORD, "does_ru", ONE, VALUE_TEXT, .doc = "The same as `does`, in Russian.",
     .example = "Своя пешка ставится на пустое поле."},

    {SECTION_CARDS, NULL, MAP, .child = SECTION_CARDS_OF, .name_kind = VALUE_NAME,
     .doc = "The player who holds them, or a place on the table, which `words` may name.",
     .example = "{counters: middle, are: [tiger, crab]}"},

    {SECTION_CARDS_OF, "counters", ONE | MANY, VALUE_NAME, .required = true,
     .doc = "Counters or states, each a card: 0 is none, 1 the first of `are`.", .example = "[white-1, white-2]"},
    {SECTION_CARDS_OF, "are", ONE | MANY, VALUE_NAME, .required = true,
     .doc = "The cards: entries of `words`, or pieces, which are cards in a player's hand, too.",
     .example = "[tiger, crab]"},

    {SECTION_HOOKS, NULL, MAP, .child = SECTION_HOOK, .name_kind = VALUE_FUNCTION, .doc = "A live hook.",
     .example = "{at: after, captures: true}"},

    {SECTION_HOOK, "at", ONE, VALUE_WORD, .words = {"after", "legal", "made", "choices", "moves", "announce"},
     .doc = "`after`: adds effects to a move (the default). `legal`: judges a move before it is made. `made`: judges "
            "it after. `choices`: offers continuations. `moves`: lists moves. `announce`: tells all players something.",
     .example = "legal"},
    {SECTION_HOOK, "only", ONE, VALUE_BOOL,
     .doc = "With moves: while the hook lists any, no other move is legal. Such moves prepare the game; clocks stand "
            "still.",
     .example = "true"},
    {SECTION_HOOK, "drops", ONE, VALUE_BOOL, .doc = "Only for drops; with `false` only for other moves.",
     .example = "true"},
    {SECTION_HOOK, "captures", ONE, VALUE_BOOL,
     .doc = "Only for captures; with `false` only for moves that capture nothing.", .example = "true"},
    {SECTION_HOOK, "pieces", ONE | MANY, VALUE_PIECE,
     .doc = "Only for moves of these pieces. With moves: the hook is asked for each of them, and lists its moves.",
     .example = "[pawn]"},
    {SECTION_HOOK, "captured", ONE | MANY, VALUE_PIECE,
     .doc = "Only when one of these is captured, whatever else the move captures.", .example = "[queen]"},
    {SECTION_HOOK, "to", ONE | MANY, VALUE_ZONE, .doc = "Only for moves that arrive there.", .example = "own rank 8"},

    {SECTION_HOOK, "checks", ONE, VALUE_BOOL, .words = {"mate"},
     .doc = "With after and made: only for moves that give check; with `false` only for those that give none. `mate`, "
            "with "
            "made: only for moves that give mate.",
     .example = "true"},
    {SECTION_HOOK, "unless_zero", ONE | MANY, VALUE_NAME,
     .doc = "With `checks: true`: also for all moves while this counter is not zero. A list has one counter for each "
            "player.",
     .example = "[series]"},
    {SECTION_HOOK, "full", ONE | MANY, VALUE_ZONE, .doc = "With legal: only while own pieces stand on all these cells.",
     .example = "own ranks 1-2"},
    {SECTION_HOOK, "changes", ONE, VALUE_WORD, .words = {"counters", "turn"},
     .doc = "With after: its effects change nothing on the board, so it makes no move illegal: only counters, or also "
            "whose "
            "turn it is, dice, rights, en passant targets and the halfmove clock.",
     .example = "counters"},

    {SECTION_OPTIONS, NULL, MAP, .child = SECTION_OPTION, .name_kind = VALUE_NAME,
     .doc = "An option. A switch has only a patch; other options have values or a range, and a default.",
     .example = "{default: claim, values: {claim: {}, automatic: {end: {repetition: {claim: none}}}}}"},

    {SECTION_OPTION, "about", ONE, VALUE_TEXT, .doc = "What it does.", .example = "Draws need no claim."},
    {SECTION_OPTION, "about_ru", ONE, VALUE_TEXT, .doc = "The same as `about`, in Russian.",
     .example = "Ничья без требования."},
    {SECTION_OPTION, "default", ONE, VALUE_CHOICE, .none_is_value = true,
     .doc = "The value while none is set. Its patch is applied too.", .example = "claim"},
    {SECTION_OPTION, "values", MAP, .child = SECTION_VALUES, .doc = "The values, each with its patch.",
     .example = "{claim: {}, automatic: {}}"},
    {SECTION_OPTION, "range", ONE, VALUE_RANGE, .doc = "Instead of `values`: any number from the first to the last.",
     .example = "0..959"},
    {SECTION_OPTION, "zone", ONE, VALUE_BOOL,
     .doc = "Instead of `values`: the value is a zone, such as e4 or \"c4, file h\".", .example = "true"},
    {SECTION_OPTION, "random", ONE, VALUE_BOOL, .doc = "Whether the value may be `random`, drawn from the seed.",
     .example = "true"},
    {SECTION_OPTION, "patch", PATCH,
     .doc = "A part of a game that is merged into the rules. `$value` in it is replaced by the value.",
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
        if (rows[i].section == section && (!rows[i].key || strcmp(rows[i].key, key) == 0)) {
            return &rows[i];
        }
    }
    return NULL;
}
