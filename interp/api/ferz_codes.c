/* What each code means, with an example that brings it about and the same mended; `ferz explain CODE` prints it. A test
 * runs every example: the wrong one must give its code, the mended one must not.
 *
 * Write for somebody at the end of a long day: what it means, why the rule is so, what to do. No blame. */
#include "ferz.h"

#include "base/code.h"

typedef struct explanation {
    const char *title;   /* a few words */
    const char *text;    /* a paragraph; NULL marks the end of the table */
    const char *file;    /* what `wrong` and `mended` are; game.yaml when NULL */
    const char *command; /* brings it about; `ferz check ./game.yaml` when NULL */
    const char *wrong;   /* an example, or NULL where none is short enough */
    const char *fixed;
    const char *companion; /* another file that both need, or NULL */
    const char *companion_text;
    bool commands; /* `wrong` and `mended` are command lines, not files */
} explanation;

/* clang-format off */
static const explanation explanations[CODE_COUNT] = {
    [CODE_OUT_OF_MEMORY] =
        {.title = "out of memory",
         .text = "The machine gave no more memory, so the work stopped. Nothing is wrong with the rules. Close something "
             "large, or give the search less: `--hash 16` is enough for most games."},
    [CODE_UNREADABLE_FILE] =
        {.title = "a file cannot be read",
         .text = "The file is there, but the system refuses to hand it over: it is a folder, it is locked, or the disk "
             "has a fault. The system's own words stand in the message."},
    [CODE_UNKNOWN_VARIANT] =
        {.title = "no game of that name",
         .text = "A game is named by its file without `.yaml`, looked for among the installed rules, then under `rules/`; "
             "or by a path, which has a `/` in it or ends in `.yaml`. `ferz list` shows the names.",
         .wrong = "ferz check ches",
         .fixed = "ferz check chess",
         .commands = true},
    [CODE_GAME_OVER] =
        {.title = "the game is over",
         .text = "There is no legal move, so none can be looked for. `ferz status` says how the game ended.",
         .wrong = "ferz best chess --nodes 100 --fen \"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\"",
         .fixed = "ferz best chess --nodes 100 --fen \"7k/8/6K1/8/8/8/8/Q7 b - - 0 1\"",
         .commands = true},
    [CODE_ILLEGAL_MOVE] =
        {.title = "the move cannot be played",
         .text = "The rules do not allow this move here, and the message says which of them. A move is written from cell "
             "to cell, `e2e4`, with what a pawn becomes behind it, `e7e8q`; `ferz moves GAME` lists all that are "
             "legal.",
         .wrong = "ferz fen chess --moves e2e5",
         .fixed = "ferz fen chess --moves e2e4",
         .commands = true},
    [CODE_TOO_MANY_TURNS] =
        {.title = "too many positions within one turn",
         .text = "The ways of playing a whole turn were to be counted, and there are more positions inside this turn than "
             "are kept at once. Count a position with fewer men, or count plies with `ferz perft` instead."},
    [CODE_WRONG_STATE] =
        {.title = "the state of the game contradicts itself",
         .text = "A check of our own found that a position is not what playing to it should have made it. This is a "
             "mistake of ours, never of the rules: please report it with the game and the moves."},
    [CODE_MUST_TRY_CAPTURE] =
        {.title = "a capture must be tried first",
         .text = "The umpire was asked whether a capture is possible and said yes: then such a capture must be tried "
             "before anything else is played."},
    [CODE_FILE_SKIPPED] =
        {.title = "a file was left out of the list",
         .text = "A file in a folder of rules is no rule file that can be read, so `ferz list` passes over it. `ferz "
             "check` with its path says what is wrong with it."},
    [CODE_YAML_SYNTAX] =
        {.title = "this is not YAML",
         .text = "The text breaks the notation itself, before it can be asked what it means. Mostly a quote or a bracket "
             "was not closed, a `:` has no blank behind it, or a value begins with a sign that YAML keeps for itself.",
         .wrong = "name: Chess with a quote\n"
              "extends: chess\n"
              "about: \"A quote that does not end\n",
         .fixed = "name: Chess with a quote\n"
               "extends: chess\n"
               "about: \"A quote that ends\"\n"},
    [CODE_TAB_INDENT] =
        {.title = "a tab is used to indent",
         .text = "YAML counts blanks to see what belongs to what, and a tab has no fixed number of them. Set your editor "
             "to indent with blanks.",
         .wrong = "name: Chess with a tab\n"
              "extends: chess\n"
              "pieces:\n"
              "\tknight: {moves: NN}\n",
         .fixed = "name: Chess with blanks\n"
               "extends: chess\n"
               "pieces:\n"
               "  knight: {moves: NN}\n"},
    [CODE_YAML_FEATURE] =
        {.title = "a feature of YAML that rules do not use",
         .text = "Anchors (`&`), aliases (`*`), tags (`!`), merge keys (`<<`) and second documents (`---`) are left out, "
             "so that a rule file says what it says in plain sight. What is to be shared is inherited with `extends`, "
             "and an asterisk at the beginning of a text is quoted.",
         .wrong = "name: Shared movements\n"
              "extends: chess\n"
              "pieces:\n"
              "  rook: {moves: &line R}\n"
              "  queen: {moves: *line}\n",
         .fixed = "name: Shared movements\n"
               "extends: chess\n"
               "pieces:\n"
               "  rook: {moves: R}\n"
               "  queen: {moves: R}\n"},
    [CODE_TOO_LARGE] =
        {.title = "too large, or nested too deep",
         .text = "Rule files are read whole and checked word by word, so there are limits: no file of more than a "
             "megabyte, no text of more than some ten thousand bytes, no nesting of more than some dozens of levels. "
             "No game comes near them; look for a bracket that opens again and again."},
    [CODE_NOT_TEXT] =
        {.title = "this is not plain text",
         .text = "The file must be text in UTF-8. Here is a byte that is none, a control character, or a file in UTF-16. "
             "Save it again as UTF-8 in your editor."},
    [CODE_NO_KEY] =
        {.title = "a key is expected here",
         .text = "A mapping is made of `key: value`. Here the key is missing, or a list or a mapping stands in its place.",
         .wrong = "name: No key\n"
              "extends: chess\n"
              "pieces:\n"
              "  [nightrider]: {letter: x, moves: N}\n",
         .fixed = "name: A key\n"
               "extends: chess\n"
               "pieces:\n"
               "  nightrider: {letter: x, moves: NN}\n"
               "start: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RXBQKBXR w KQkq - 0 1\n"},
    [CODE_NO_VALUE] =
        {.title = "a key has no value",
         .text = "Something must follow the colon. To take away what is inherited, say `none`.",
         .wrong = "name: No value\n"
              "extends: chess\n"
              "castling:\n"
              "  short:\n",
         .fixed = "name: A value\n"
               "extends: chess\n"
               "castling:\n"
               "  short: none\n"
               "start: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qq - 0 1\n"},
    [CODE_COMMA_CUTS_VALUE] =
        {.title = "a comma inside round brackets ends the value",
         .text = "Inside `{ }` and `[ ]` a comma parts two items, and round brackets do not protect it. Quote a movement "
             "such as `(1,3)`, or write it on a line of its own.",
         .wrong = "name: A camel\n"
              "extends: chess\n"
              "pieces:\n"
              "  knight: {moves: (1,3)}\n",
         .fixed = "name: A camel\n"
               "extends: chess\n"
               "pieces:\n"
               "  knight: {moves: \"(1,3)\"}\n"},
    [CODE_DUPLICATE_KEY] =
        {.title = "a key stands here twice",
         .text = "One of the two would be silently lost, so neither is taken. The note shows the first.",
         .wrong = "name: Twice\n"
              "extends: chess\n"
              "pieces:\n"
              "  knight: {moves: N}\n"
              "  knight: {moves: NN}\n",
         .fixed = "name: Once\n"
               "extends: chess\n"
               "pieces:\n"
               "  knight: {moves: NN}\n"},
    [CODE_EMPTY_FILE] =
        {.title = "the file is empty",
         .text = "There is nothing in it, or comments alone. `ferz new NAME` writes a file to begin with.",
         .wrong = "# rules to come\n",
         .fixed = "name: Chess at home\n"
               "extends: chess\n"},
    [CODE_UNKNOWN_KEY] =
        {.title = "unknown key",
         .text = "The language has no such word at this place. Mostly it is a slip of the pen, and the message names the "
             "nearest word; sometimes the word belongs one level higher or lower.",
         .wrong = "name: Long knights\n"
              "extends: chess\n"
              "peices:\n"
              "  knight: {moves: NN}\n",
         .fixed = "name: Long knights\n"
               "extends: chess\n"
               "pieces:\n"
               "  knight: {moves: NN}\n"},
    [CODE_WRONG_VALUE] =
        {.title = "a value of the wrong kind",
         .text = "The key is known, but something else must follow it: a number, a word out of a few, a list, a mapping. "
             "The message says what may stand there and what was found. `true` and `false` are the only words for yes "
             "and no.",
         .wrong = "name: Two kings\n"
              "extends: chess\n"
              "pieces:\n"
              "  queen: {royal: yes}\n",
         .fixed = "name: Two kings\n"
               "extends: chess\n"
               "pieces:\n"
               "  queen: {royal: true}\n"},
    [CODE_MISSING_KEY] =
        {.title = "something is missing",
         .text = "Without this key the section means nothing. A game that `extends` another has what it needs from there.",
         .wrong = "name: A game without a start\n"
              "board: {size: 3x3}\n"
              "pieces:\n"
              "  king: {letter: k, moves: K, royal: true}\n"
              "end: {checkmate: loss, stalemate: draw}\n",
         .fixed = "name: A game with a start\n"
               "board: {size: 3x3}\n"
               "pieces:\n"
               "  king: {letter: k, moves: K, royal: true}\n"
               "  rook: {letter: r, moves: R}\n"
               "start: kr1/3/1RK w - - 0 1\n"
               "end: {checkmate: loss, stalemate: draw}\n"},
    [CODE_NOT_A_MAPPING] =
        {.title = "a rule file is a mapping",
         .text = "The file must begin with `key: value`, such as `name: My chess`. Here is a list or a single text.",
         .wrong = "- name: A list\n"
              "- extends: chess\n",
         .fixed = "name: A mapping\n"
               "extends: chess\n"},
    [CODE_NOT_IN_PATCH] =
        {.title = "this cannot stand in an option's patch",
         .text = "A patch changes rules. It can neither change the parent nor bring in options of its own, since both are "
             "settled before options are.",
         .wrong = "name: An option\n"
              "extends: chess\n"
              "options:\n"
              "  small: {patch: {extends: gardner-minichess}}\n",
         .fixed = "name: An option\n"
               "extends: chess\n"
               "options:\n"
               "  riders: {patch: {pieces: {knight: {moves: NN}}}}\n"},
    [CODE_TOO_MANY] =
        {.title = "more than there can be",
         .text = "A table of the game is full: players, pieces, boards, rights, counters, movements of one piece, parents "
             "and names all have a most, which the message says. They leave room for every game that we know.",
         .wrong = "name: Too many players\n"
              "extends: chess\n"
              "players: [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t]\n",
         .fixed = "name: Two players\n"
               "extends: chess\n"
               "players: [white, black]\n"},
    [CODE_RESERVED_NAME] =
        {.title = "this name means something else already",
         .text = "Words of the language, of zones and of the FEN cannot name something of your own at that place: a "
             "reader could not tell which is meant. Take another name.",
         .wrong = "name: A zone\n"
              "extends: chess\n"
              "zones: {own: ranks 1-4}\n"
              "pieces: {bishop: {moves: [{move: B, to: own}]}}\n",
         .fixed = "name: A zone\n"
               "extends: chess\n"
               "zones: {home: own ranks 1-4}\n"
               "pieces: {bishop: {moves: [{move: B, to: home}]}}\n"},
    [CODE_DUPLICATE_NAME] =
        {.title = "a name is given twice",
         .text = "Two players, counters or boards have the same name, or a list names something twice. One of them must "
             "be called otherwise, or goes.",
         .wrong = "name: Twice the same\n"
              "extends: chess\n"
              "players: [white, white]\n",
         .fixed = "name: One and the other\n"
               "extends: chess\n"
               "players: [white, black]\n"},
    [CODE_KEY_NEEDS] =
        {.title = "this key needs another",
         .text = "It only says something about another key, which is missing here: `unless_zero` about `checks: true`, "
             "`lands` about `by: over`, `captured: under` about `stacks: true`. Add what the message names, or leave "
             "this one out.",
         .wrong = "name: Prisoners\n"
              "extends: chess\n"
              "captured: under\n",
         .fixed = "name: Captured men change sides\n"
               "extends: chess\n"
               "captured: to hand\n"
               "start: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1\n"},
    [CODE_CONFLICTING_KEYS] =
        {.title = "these two exclude each other",
         .text = "Both say the same thing in different ways, or one leaves no meaning to the other. Keep one.",
         .wrong = "name: Either, or\n"
              "extends: chess\n"
              "pieces:\n"
              "  knight: {moves: [{move: N, stay: true}]}\n",
         .fixed = "name: One of them\n"
               "extends: chess\n"
               "pieces:\n"
               "  knight: {moves: [{move: N}]}\n"},
    [CODE_NO_PARENT] =
        {.title = "the parent is not there",
         .text = "`extends` names a game, not a path. It is looked for beside this file, then among the rules that `ferz "
             "list` shows.",
         .wrong = "name: My chess\n"
              "extends: ches\n",
         .fixed = "name: My chess\n"
               "extends: chess\n"},
    [CODE_PARENT_CYCLE] =
        {.title = "`extends` goes round in a circle",
         .text = "Two games extend each other, or one extends itself. One of them must stand on its own.",
         .wrong = "name: Its own parent\n"
              "extends: game\n",
         .fixed = "name: A child of chess\n"
               "extends: chess\n"},
    [CODE_NOTHING_TO_REMOVE] =
        {.title = "there is nothing to remove",
         .text = "`none` takes away what the parent has. Here the parent has no such thing: perhaps its name is another, "
             "or it was taken away further up.",
         .wrong = "name: Fewer pieces\n"
              "extends: chess\n"
              "castling:\n"
              "  shrot: none\n",
         .fixed = "name: Fewer pieces\n"
               "extends: chess\n"
               "castling:\n"
               "  short: none\n"
               "start: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qq - 0 1\n"},
    [CODE_UNKNOWN_OPTION] =
        {.title = "the game has no such option",
         .text = "`--set` turns on an option that the game's file declares under `options`. The message names those that "
             "there are.",
         .wrong = "ferz check chess --set repetitions=automatic",
         .fixed = "ferz check chess --set repetition=automatic",
         .commands = true},
    [CODE_OPTION_VALUE] =
        {.title = "the option has no such value",
         .text = "An option with values takes one of them, an option with a range a number out of it, a switch nothing at "
             "all.",
         .wrong = "ferz check chess --set repetition=sometimes",
         .fixed = "ferz check chess --set repetition=automatic",
         .commands = true},
    [CODE_OPTION_DEFAULT] =
        {.title = "the option's default is missing or too much",
         .text = "An option with values needs to say which holds when nobody asks. A switch is off then, and says "
             "nothing.",
         .wrong = "name: An option\n"
              "extends: chess\n"
              "options:\n"
              "  pace: {values: {slow: {}, fast: {pieces: {king: {moves: KAD}}}}}\n",
         .fixed = "name: An option\n"
               "extends: chess\n"
               "options:\n"
               "  pace: {default: slow, values: {slow: {}, fast: {pieces: {king: {moves: KAD}}}}}\n"},
    [CODE_OPTION_CONFLICT] =
        {.title = "the option contradicts itself",
         .text = "An option is a switch with a `patch`, or a choice of `values`, or a number out of a `range` such as "
             "1..9, or a `zone`; it cannot be two of these, and only a choice or a number can be `random`.",
         .wrong = "name: An option\n"
              "extends: chess\n"
              "options:\n"
              "  worth: {default: 1, range: 1-9, patch: {pieces: {rook: {value: $value}}}}\n",
         .fixed = "name: An option\n"
               "extends: chess\n"
               "options:\n"
               "  worth: {default: 1, range: 1..9, patch: {pieces: {rook: {value: $value}}}}\n"},
    [CODE_OPTION_UNUSED] =
        {.title = "the option changes nothing",
         .text = "It has neither a patch nor values, or a value that its patch does not use as `$value`. Turning it on "
             "would make no difference.",
         .wrong = "name: An option\n"
              "extends: chess\n"
              "options:\n"
              "  riders: {about: knights ride}\n",
         .fixed = "name: An option\n"
               "extends: chess\n"
               "options:\n"
               "  riders: {about: knights ride, patch: {pieces: {knight: {moves: NN}}}}\n"},
    [CODE_BOARD_SIZE] =
        {.title = "the size of the board",
         .text = "The size is files x ranks in lower case and without blanks, such as 8x8; each from 1 to 36.",
         .wrong = "name: A board\n"
              "board: {size: 8}\n"
              "pieces: {king: {letter: k, moves: K, royal: true}, rook: {letter: r, moves: R}}\n"
              "start: kr6/8/8/8/8/8/8/6RK w - - 0 1\n"
              "end: {checkmate: loss, stalemate: draw}\n",
         .fixed = "name: A board\n"
               "board: {size: 8x8}\n"
               "pieces: {king: {letter: k, moves: K, royal: true}, rook: {letter: r, moves: R}}\n"
               "start: kr6/8/8/8/8/8/8/6RK w - - 0 1\n"
               "end: {checkmate: loss, stalemate: draw}\n"},
    [CODE_BOARD_SHAPE] =
        {.title = "the board is described in two ways, or in none",
         .text = "A board has a `size`, or `rows` of hexagons, and levels are counted or named; one way of saying it is "
             "enough, and one is needed.",
         .wrong = "name: A board\n"
              "board: {checkered: false}\n"
              "pieces: {king: {letter: k, moves: K, royal: true}, rook: {letter: r, moves: R}}\n"
              "start: kr1/3/1RK w - - 0 1\n"
              "end: {checkmate: loss, stalemate: draw}\n",
         .fixed = "name: A board\n"
               "board: {size: 3x3, checkered: false}\n"
               "pieces: {king: {letter: k, moves: K, royal: true}, rook: {letter: r, moves: R}}\n"
               "start: kr1/3/1RK w - - 0 1\n"
               "end: {checkmate: loss, stalemate: draw}\n"},
    [CODE_CELL_NAMES] =
        {.title = "the names of the cells",
         .text = "Each cell has a name of one or two letters and a number up to 99, no two have the same, and there are "
             "as many names as cells.",
         .wrong = "name: Names\n"
              "board: {size: 2x2, names: [a1, b1, a2]}\n"
              "pieces: {king: {letter: k, moves: K, royal: true}, rook: {letter: r, moves: R}}\n"
              "start: kr/RK w - - 0 1\n"
              "end: {checkmate: loss, stalemate: draw}\n",
         .fixed = "name: Names\n"
               "board: {size: 2x3, names: [a1, b1, a2, b2, a3, b3]}\n"
               "pieces: {king: {letter: k, moves: K, royal: true}, rook: {letter: r, moves: R}}\n"
               "start: kr/2/KR w - - 0 1\n"
               "end: {checkmate: loss, stalemate: draw}\n"},
    [CODE_UNKNOWN_CELL] =
        {.title = "no such cell",
         .text = "The board has no cell of this name, and no zone is called so. Cells are letters for the file and a "
             "number for the rank: on 8x8 they go from a1 to h8.",
         .wrong = "name: A river\n"
              "extends: chess\n"
              "zones: {river: [a4, b4, i4]}\n"
              "pieces: {bishop: {moves: [{move: B, to: river}]}}\n",
         .fixed = "name: A river\n"
               "extends: chess\n"
               "zones: {river: [a4, b4, h4]}\n"
               "pieces: {bishop: {moves: [{move: B, to: river}]}}\n"},
    [CODE_ZONE_SYNTAX] =
        {.title = "the zone cannot be read",
         .text = "A zone is cells, ranks and files: `a1, c3-e5`, `own ranks 7-8`, `files a-c and rank 1`, the name of "
             "another zone, `all`. Here something else stands in between.",
         .wrong = "name: A camp\n"
              "extends: chess\n"
              "zones: {camp: own rank 1 2}\n"
              "pieces: {bishop: {moves: [{move: B, to: camp}]}}\n",
         .fixed = "name: A camp\n"
               "extends: chess\n"
               "zones: {camp: own ranks 1-2}\n"
               "pieces: {bishop: {moves: [{move: B, to: camp}]}}\n"},
    [CODE_OFF_BOARD] =
        {.title = "no such file or rank",
         .text = "The board is smaller than that. `own rank 8` is counted from the player's side, and on a board of 8 "
             "ranks there is no ninth.",
         .wrong = "name: Far pawns\n"
              "extends: chess\n"
              "pieces:\n"
              "  pawn: {promotes: {on: own rank 9}}\n",
         .fixed = "name: Far pawns\n"
               "extends: chess\n"
               "pieces:\n"
               "  pawn: {promotes: {on: own rank 8}}\n"},
    [CODE_RANGE_BACKWARDS] =
        {.title = "the range runs backwards",
         .text = "A range goes from the lower to the higher: `ranks 3-5`, `files a-c`.",
         .wrong = "name: A camp\n"
              "extends: chess\n"
              "zones: {camp: ranks 5-3}\n"
              "pieces: {bishop: {moves: [{move: B, to: camp}]}}\n",
         .fixed = "name: A camp\n"
               "extends: chess\n"
               "zones: {camp: ranks 3-5}\n"
               "pieces: {bishop: {moves: [{move: B, to: camp}]}}\n"},
    [CODE_ZONE_CYCLE] =
        {.title = "zones refer to each other in a circle",
         .text = "A zone may name another, but in the end there must be cells.",
         .wrong = "name: Zones\n"
              "extends: chess\n"
              "zones: {here: there, there: here}\n"
              "pieces: {bishop: {moves: [{move: B, to: here}]}}\n",
         .fixed = "name: Zones\n"
               "extends: chess\n"
               "zones: {here: there, there: ranks 1-4}\n"
               "pieces: {bishop: {moves: [{move: B, to: here}]}}\n"},
    [CODE_LINE_CELLS] =
        {.title = "a drawn line of the board",
         .text = "A line names two cells or more, each beside the next, and none follows itself.",
         .wrong = "name: Lines\n"
              "board: {size: 3x3, lines: [a1]}\n"
              "pieces: {king: {letter: k, moves: K, royal: true}, rook: {letter: r, moves: R}}\n"
              "start: kr1/3/1RK w - - 0 1\n"
              "end: {checkmate: loss, stalemate: draw}\n",
         .fixed = "name: Lines\n"
               "board: {size: 3x3, lines: [a1 b1 c1]}\n"
               "pieces: {king: {letter: k, moves: K, royal: true}, rook: {letter: r, moves: R}}\n"
               "start: kr1/3/1RK w - - 0 1\n"
               "end: {checkmate: loss, stalemate: draw}\n"},
    [CODE_NO_LINES] =
        {.title = "the board draws no lines",
         .text = "`along: lines` goes along lines that the board draws under `board: lines:`. Without them, movements are "
             "written as usual.",
         .wrong = "name: Along lines\n"
              "extends: chess\n"
              "pieces:\n"
              "  knight: {moves: [{along: lines}]}\n",
         .fixed = "name: Along lines\n"
               "extends: chess\n"
               "board: {lines: [b1 c3, g1 f3, b8 c6, g8 f6]}\n"
               "pieces:\n"
               "  knight: {moves: [{along: lines}]}\n"},
    [CODE_BOARD_CELLS] =
        {.title = "the number of cells",
         .text = "A board has at least one cell and at most 1344; a sphere needs an even number of files, because each "
             "file meets the one opposite at the pole.",
         .wrong = "name: A sphere\n"
              "board: {size: 7x3, wrap: sphere}\n"
              "pieces: {king: {letter: k, moves: K, royal: true}, rook: {letter: r, moves: R}}\n"
              "start: k1r4/7/4R1K w - - 0 1\n"
              "end: {checkmate: loss, stalemate: draw}\n",
         .fixed = "name: A sphere\n"
               "board: {size: 8x5, wrap: sphere}\n"
               "pieces: {king: {letter: k, moves: K, royal: true}, rook: {letter: r, moves: R}}\n"
               "start: k7/8/3r4/2R5/7K w - - 0 1\n"
               "end: {checkmate: loss, stalemate: draw}\n"},
    [CODE_OWN_BOARDS] =
        {.title = "players on boards of their own",
         .text = "Where players have a `board`, each board that players are given has two of them, all players have one, "
             "and nothing stands between boards.",
         .wrong = "name: Waiting\n"
              "extends: chess\n"
              "turn: {boards: free}\n",
         .fixed = "name: No waiting\n"
               "extends: chess\n"},
    [CODE_NO_CELL_FOR] =
        {.title = "a player has no cell",
         .text = "Where cells are said for each player, each needs one. Without names the cell is said from the owner's "
             "side, for all at once.",
         .wrong = "name: Castling\n"
              "extends: chess\n"
              "castling:\n"
              "  short: {from: {white: e1}}\n",
         .fixed = "name: Castling\n"
               "extends: chess\n"
               "castling:\n"
               "  short: {from: {white: e1, black: e8}}\n"},
    [CODE_NO_PIECES] =
        {.title = "the game has no pieces",
         .text = "There must be at least one kind of piece.",
         .wrong = "name: Nothing to play with\n"
              "board: {size: 3x3}\n"
              "pieces: {}\n"
              "start: 3/3/3 w - - 0 1\n",
         .fixed = "name: Something to play with\n"
               "board: {size: 3x3}\n"
               "pieces: {king: {letter: k, moves: K, royal: true}, rook: {letter: r, moves: R}}\n"
               "start: kr1/3/1RK w - - 0 1\n"
               "end: {checkmate: loss, stalemate: draw}\n"},
    [CODE_LETTER] =
        {.title = "how a piece is written",
         .text = "A piece has one letter from a to z. Signs such as + * . ' may stand before it; other signs mean "
             "something else in a FEN or a move.",
         .wrong = "name: A letter\n"
              "extends: chess\n"
              "pieces:\n"
              "  knight: {letter: kn}\n",
         .fixed = "name: A letter\n"
               "extends: chess\n"
               "pieces:\n"
               "  knight: {letter: +n}\n"
               "start: r+nbqkb+nr/pppppppp/8/8/8/8/PPPPPPPP/R+NBQKB+NR w KQkq - 0 1\n"},
    [CODE_DUPLICATE_LETTER] =
        {.title = "two kinds of men are written alike",
         .text = "A position could not be read back. Give one of them another letter, or a sign before it; upper and "
             "lower case tell the owner and make no difference.",
         .wrong = "name: Letters\n"
              "extends: chess\n"
              "pieces:\n"
              "  nightrider: {letter: N, moves: NN}\n",
         .fixed = "name: Letters\n"
               "extends: chess\n"
               "pieces:\n"
               "  nightrider: {letter: h, moves: NN}\n"
               "start: rhbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RHBQKBNR w KQkq - 0 1\n"},
    [CODE_UNKNOWN_PIECE] =
        {.title = "there is no such piece",
         .text = "A piece is named as under `pieces`, in full: `queen`, not `q`. The message knows the nearest name. A "
             "piece that was removed cannot be named either.",
         .wrong = "name: Promotion\n"
              "extends: chess\n"
              "pieces:\n"
              "  pawn: {promotes: {on: own rank 8, to: quene}}\n",
         .fixed = "name: Promotion\n"
               "extends: chess\n"
               "pieces:\n"
               "  pawn: {promotes: {on: own rank 8, to: queen}}\n"},
    [CODE_NO_MOVEMENT] =
        {.title = "a movement that says no movement",
         .text = "Conditions alone move nothing. A movement has one of `move`, `hook`, `jump`, `along` and `stay`.",
         .wrong = "name: Movement\n"
              "extends: chess\n"
              "pieces:\n"
              "  knight: {moves: [{from: own rank 1}]}\n",
         .fixed = "name: Movement\n"
               "extends: chess\n"
               "pieces:\n"
               "  knight: {moves: [N, {move: NN, from: own rank 1}]}\n"},
    [CODE_MOVEMENT_LETTER] =
        {.title = "a letter that no movement has",
         .text = "Atoms are capitals: W F D N A H L J C Z G, and R B Q K for lines and the king's step. Modifiers are "
             "small and stand before them: m moves only, c captures only, f b l r for directions, n lame, p hops, and "
             "so on. This letter is none of them. `rules/README.md` has the whole table.",
         .wrong = "name: Notation\n"
              "extends: chess\n"
              "pieces:\n"
              "  knight: {moves: N?}\n",
         .fixed = "name: Notation\n"
               "extends: chess\n"
               "pieces:\n"
               "  knight: {moves: NN}\n"},
    [CODE_MOVEMENT_MODIFIER] =
        {.title = "a modifier that does not fit here",
         .text = "The letter is known, but says nothing at this place: it stands twice, contradicts its neighbour, or "
             "speaks of something that this atom does not have.",
         .wrong = "name: Notation\n"
              "extends: chess\n"
              "pieces:\n"
              "  rook: {moves: mmR}\n",
         .fixed = "name: Notation\n"
               "extends: chess\n"
               "pieces:\n"
               "  rook: {moves: mRcB}\n"},
    [CODE_MOVEMENT_NUMBER] =
        {.title = "a number in a movement",
         .text = "A number stands behind an atom and says how far it rides: R4 goes up to four steps. It has no leading "
             "zeros and is not longer than a board.",
         .wrong = "name: Notation\n"
              "extends: chess\n"
              "pieces:\n"
              "  rook: {moves: R04}\n",
         .fixed = "name: Notation\n"
               "extends: chess\n"
               "pieces:\n"
               "  rook: {moves: R4}\n"},
    [CODE_MOVEMENT_LEAP] =
        {.title = "a leap that is none",
         .text = "A leap is written `(1,3)`: so many cells one way and so many the other, in quotes where the movement "
             "stands in a list. (0,0) goes nowhere, and a leap longer than any board is a slip.",
         .wrong = "name: Notation\n"
              "extends: chess\n"
              "pieces:\n"
              "  knight: {moves: \"(0,0)\"}\n",
         .fixed = "name: Notation\n"
               "extends: chess\n"
               "pieces:\n"
               "  knight: {moves: \"(1,3)\"}\n"},
    [CODE_MOVEMENT_LEGS] =
        {.title = "the legs of a movement",
         .text = "A move of several legs is written with `a` between them (`mWafF`), or in brackets, `[W?fF]`, `[W-fF]`; "
             "not both, and the bracket must close.",
         .wrong = "name: Notation\n"
              "extends: chess\n"
              "pieces:\n"
              "  knight: {moves: \"[W-fF\"}\n",
         .fixed = "name: Notation\n"
               "extends: chess\n"
               "pieces:\n"
               "  knight: {moves: \"[W-fF]\"}\n"},
    [CODE_MOVEMENT_EMPTY] =
        {.title = "an atom is missing",
         .text = "Modifiers say how, an atom says what: behind `fm` there must be something such as W or R.",
         .wrong = "name: Notation\n"
              "extends: chess\n"
              "pieces:\n"
              "  pawn: {moves: fm}\n",
         .fixed = "name: Notation\n"
               "extends: chess\n"
               "pieces:\n"
               "  pawn: {moves: fmWfcF}\n"},
    [CODE_MOVEMENT_DIRECTION] =
        {.title = "a direction that this leap does not have",
         .text = "A leap straight to another level goes neither forward nor sideways, so f, b, l and r choose nothing "
             "there.",
         .wrong = "name: Notation\n"
              "extends: chess\n"
              "pieces:\n"
              "  rook: {moves: \"f(0,0,1)\"}\n",
         .fixed = "name: Notation\n"
               "extends: chess\n"
               "pieces:\n"
               "  rook: {moves: \"fW(1,0,0)\"}\n"},
    [CODE_MOVEMENT_TOO_COMPLEX] =
        {.title = "a movement of too many ways",
         .text = "The movement is sound, but it unfolds into more ways than are kept: each `a` without directions "
             "multiplies them by up to eight. Say directions, or a shorter movement. Movements that are lists of "
             "cells are better written as a hook.",
         .wrong = "name: Notation\n"
              "extends: chess\n"
              "pieces:\n"
              "  knight: {moves: aaaaK}\n",
         .fixed = "name: Notation\n"
               "extends: chess\n"
               "pieces:\n"
               "  knight: {moves: N}\n"},
    [CODE_MOVEMENT_UNSUPPORTED] =
        {.title = "a movement that is not played yet",
         .text = "It is well written and we know what it means, but this version cannot play it, or not together with "
             "this key. The message says which part; a hook (`{hook: FUNCTION}`) can often say the same.",
         .wrong = "name: Movement\n"
              "extends: chess\n"
              "pieces:\n"
              "  knight: {moves: [{move: N, through: 2}]}\n",
         .fixed = "name: Movement\n"
               "extends: chess\n"
               "pieces:\n"
               "  knight: {moves: [{move: R, through: 2}]}\n"},
    [CODE_CONDITION] =
        {.title = "the condition of a movement",
         .text = "A condition names what must stand one step away: `empty fF`, `partner pawn fW`, `enemy rook W`.",
         .wrong = "name: Condition\n"
              "extends: chess\n"
              "pieces:\n"
              "  rook: {moves: [R, {move: mF, if: empty R}]}\n",
         .fixed = "name: Condition\n"
               "extends: chess\n"
               "pieces:\n"
               "  rook: {moves: [R, {move: mF, if: empty fW}]}\n"},
    [CODE_JUMP] =
        {.title = "the directions of jumps",
         .text = "`jump` names directions in which a man jumps over others: steps such as F or fW, or riders such as B or "
             "R4. What he becomes on the way must be one piece, if he goes on jumping.",
         .wrong = "name: Jumps\n"
              "extends: chess\n"
              "pieces:\n"
              "  knight: {moves: [{jump: \"[F-F]\"}]}\n",
         .fixed = "name: Jumps\n"
               "extends: chess\n"
               "pieces:\n"
               "  knight: {moves: [N, {jump: F}]}\n"},
    [CODE_TRANSFORMS] =
        {.title = "a piece that flips",
         .text = "A piece that `flips` becomes another with every move it makes; so it cannot promote as well, and it "
             "does not become royal.",
         .wrong = "name: Flips\n"
              "extends: chess\n"
              "pieces:\n"
              "  pawn: {transforms: knight}\n",
         .fixed = "name: Flips\n"
               "extends: chess\n"
               "pieces:\n"
               "  bishop: {transforms: knight}\n"
               "  knight: {transforms: bishop}\n"},
    [CODE_DROP_AS] =
        {.title = "which man is held",
         .text = "`drops: {as: ...}` lets a held man be dropped as another piece. Of one face it must be clear which held "
             "man it comes from; and a man who is dropped as such a face goes to a hand as that man, else nobody could drop "
             "him again.",
         .wrong = "name: Faces\n"
              "extends: crazyhouse\n"
              "pieces:\n"
              "  rook: {drops: {as: [rook, pawn]}}\n"
              "  knight: {drops: {as: [knight, pawn]}}\n",
         .fixed = "name: Faces\n"
               "extends: crazyhouse\n"
               "pieces:\n"
               "  rook: {drops: {as: rook}}\n"
               "  knight: {drops: {as: [knight, pawn]}}\n"
               "  pawn: {captured_as: knight}\n"},
    [CODE_ROYAL_KAMIKAZE] =
        {.title = "a royal man leaves by his own capture",
         .text = "`kamikaze` takes the captor off the board, and a royal man is never taken off. Leave it out, or "
             "do not make the piece royal.",
         .wrong = "name: Kamikaze\n"
              "extends: chess\n"
              "pieces:\n"
              "  king: {kamikaze: true}\n",
         .fixed = "name: Kamikaze\n"
               "extends: chess\n"
               "pieces:\n"
               "  knight: {kamikaze: true}\n"},
    [CODE_UNSUPPORTED_TOGETHER] =
        {.title = "two powers that are not played together yet",
         .text = "Each of them is played, but the two together are not yet. The message names them; leave one out, or say "
             "it with a hook.",
         .wrong = "name: Towers that blow up\n"
              "extends: chess\n"
              "stacks: true\n"
              "captures: {blast: {reach: K}}\n",
         .fixed = "name: Men that blow up\n"
               "extends: chess\n"
               "captures: {blast: {reach: K}}\n"},
    [CODE_OBSOLETE_LETTER] =
        {.title = "an old letter",
         .text = "L and J are old letters of the camel (3,1) and the zebra (3,2), and XBoard takes each for the other. C "
             "and Z mean the same everywhere.",
         .wrong = "name: Old letters\n"
              "extends: chess\n"
              "pieces:\n"
              "  knight: {moves: L}\n",
         .fixed = "name: New letters\n"
               "extends: chess\n"
               "pieces:\n"
               "  knight: {moves: C}\n"},
    [CODE_ONE_DIRECTION] =
        {.title = "a direction that is narrower than it looks",
         .text = "A direction before K or Q chooses one of eight here, as in XBoard; Fairy-Stockfish reads three. Write "
             "what you mean: `fWfF` for three cells, `ffK` for one.",
         .wrong = "name: A guard\n"
              "extends: chess\n"
              "pieces:\n"
              "  knight: {moves: fKN}\n",
         .fixed = "name: A guard\n"
               "extends: chess\n"
               "pieces:\n"
               "  knight: {moves: fWfFN}\n"},
    [CODE_NO_EN_PASSANT] =
        {.title = "captures in passing that can never happen",
         .text = "The movement captures in passing (`e`), but no movement of the game leaves cells behind it that can be "
             "answered so.",
         .wrong = "name: Passing\n"
              "extends: chess\n"
              "pieces:\n"
              "  pawn: {moves: fmWfceF}\n",
         .fixed = "name: Passing\n"
               "extends: chess\n"
               "pieces:\n"
               "  pawn: {moves: [fmWfceF, {move: fmnD, from: own rank 2, en_passant: true}]}\n"},
    [CODE_START_SHAPE] =
        {.title = "the position has another shape than the board",
         .text = "A FEN lists the ranks from the last to the first, `/` between them; digits count empty cells. Each rank "
             "has as many cells as the board has files, and there are as many ranks.",
         .wrong = "ferz fen chess --fen \"rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"",
         .fixed = "ferz fen chess --fen \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"",
         .commands = true},
    [CODE_START_PIECE] =
        {.title = "no piece is written so",
         .text = "The message lists the letters of this game. Upper case is the first player's, lower case the second's.",
         .wrong = "ferz fen chess --fen \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBXR w KQkq - 0 1\"",
         .fixed = "ferz fen chess --fen \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"",
         .commands = true},
    [CODE_START_CELL] =
        {.title = "a man where he cannot stand",
         .text = "The board has a hole there, or another piece stands on this cell by the rules of the game (a man who is "
             "another on this colour, for instance)."},
    [CODE_START_STACK] =
        {.title = "a tower",
         .text = "A tower is written in round brackets, from the bottom to the top: `(abC)`. It is not empty, and nobody "
             "stands on a royal man.",
         .wrong = "ferz fen draughts-bashni --fen \"8/8/8/8/3()4/8/8/8 w\"",
         .fixed = "ferz fen draughts-bashni --fen \"8/8/8/8/3(Mm)4/8/8/8 w\"",
         .commands = true},
    [CODE_START_HANDS] =
        {.title = "men in hand",
         .text = "Men in hand stand in square brackets behind the placement: `[QPpp]`, upper case for the first player. "
             "Not every game has hands, and not every man can be held.",
         .wrong = "ferz fen chess --fen \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[P] w KQkq - 0 1\"",
         .fixed = "ferz fen crazyhouse --fen \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[P] w KQkq - 0 1\"",
         .commands = true},
    [CODE_START_SIDE_TO_MOVE] =
        {.title = "who moves",
         .text = "The second field of a FEN is the letter of the player to move: `w` or `b` in most games.",
         .wrong = "ferz fen chess --fen \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1\"",
         .fixed = "ferz fen chess --fen \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1\"",
         .commands = true},
    [CODE_START_RIGHTS] =
        {.title = "rights",
         .text = "The third field lists the rights that are left, such as `KQkq` to castle, or `-`.",
         .wrong = "ferz fen chess --fen \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQXq - 0 1\"",
         .fixed = "ferz fen chess --fen \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1\"",
         .commands = true},
    [CODE_START_EP] =
        {.title = "passed cells",
         .text = "The fourth field names the cell that a double step has passed, or `-`.",
         .wrong = "ferz fen chess --fen \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1\"",
         .fixed = "ferz fen chess --fen \"rnbqkbnr/pppp1ppp/8/8/4pP2/8/PPPPP1PP/RNBQKBNR b KQkq f3 0 1\"",
         .commands = true},
    [CODE_START_NUMBER] =
        {.title = "a number is expected",
         .text = "The plies without capture or pawn move, then the number of the move, are plain numbers.",
         .wrong = "ferz fen chess --fen \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 x\"",
         .fixed = "ferz fen chess --fen \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"",
         .commands = true},
    [CODE_START_FIELD] =
        {.title = "a field at the end of the position",
         .text = "Behind the six usual fields a game adds its own: counters as `name=number`, dice, men that have moved. "
             "The game has no such field, or no such value of it.",
         .wrong = "ferz fen chess --fen \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 count=1\"",
         .fixed = "ferz fen chess --fen \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"",
         .commands = true},
    [CODE_START_CHECK] =
        {.title = "whoever does not move stands in check",
         .text = "In the start position the player to move could take a royal man at once. Mostly the wrong player is to "
             "move, or a line should be closed.",
         .wrong = "name: A start\n"
              "board: {size: 3x3}\n"
              "pieces: {king: {letter: k, moves: K, royal: true}, rook: {letter: r, moves: R}}\n"
              "start: k2/3/R1K w - - 0 1\n"
              "end: {checkmate: loss, stalemate: draw}\n",
         .fixed = "name: A start\n"
               "board: {size: 3x3}\n"
               "pieces: {king: {letter: k, moves: K, royal: true}, rook: {letter: r, moves: R}}\n"
               "start: kr1/3/1RK w - - 0 1\n"
               "end: {checkmate: loss, stalemate: draw}\n"},
    [CODE_UNKNOWN_ENDING] =
        {.title = "no such condition of an ending",
         .text = "Endings are found by conditions: `checkmate`, `stalemate`, `bare`, `repetition 3`, `halfmove clock 100`, "
             "`hook FUNCTION` and others, which the message lists. An ending of your own name says its condition with "
             "`when`.",
         .wrong = "name: Ending\n"
              "extends: chess\n"
              "end:\n"
              "  often: {when: repetitoin 3, result: draw}\n",
         .fixed = "name: Ending\n"
               "extends: chess\n"
               "end:\n"
               "  often: {when: repetition 5, result: draw}\n"},
    [CODE_ENDING_NUMBER] =
        {.title = "the number of a condition",
         .text = "Some conditions need a number, `repetition 3`, others take none, `stalemate`.",
         .wrong = "name: Ending\n"
              "extends: chess\n"
              "end:\n"
              "  often: {when: repetition, result: draw}\n",
         .fixed = "name: Ending\n"
               "extends: chess\n"
               "end:\n"
               "  often: {when: repetition 5, result: draw}\n"},
    [CODE_ENDING_RESULT] =
        {.title = "no such result",
         .text = "A result is `win`, `loss` or `draw` for the player to act, or `NAME wins`. `points` counts them and is "
             "the result of the condition `points` alone.",
         .wrong = "name: Ending\n"
              "extends: chess\n"
              "end: {stalemate: los}\n",
         .fixed = "name: Ending\n"
               "extends: chess\n"
               "end: {stalemate: loss}\n"},
    [CODE_ENDING_KEY] =
        {.title = "a key that this ending does not have",
         .text = "The key belongs to another condition, which the message names.",
         .wrong = "name: Ending\n"
              "extends: chess\n"
              "end:\n"
              "  stalemate: {result: draw, grace: true}\n",
         .fixed = "name: Ending\n"
               "extends: chess\n"
               "end:\n"
               "  bare: {when: bare, result: loss, grace: true}\n"},
    [CODE_ENDING_INCOMPLETE] =
        {.title = "an ending that is not whole",
         .text = "An ending has a condition and a result. Where its name is a condition, `checkmate: loss` says both.",
         .wrong = "name: Ending\n"
              "extends: chess\n"
              "end:\n"
              "  alone: {when: bare}\n",
         .fixed = "name: Ending\n"
               "extends: chess\n"
               "end:\n"
               "  alone: {when: bare, result: loss}\n"},
    [CODE_UNKNOWN_COUNTER] =
        {.title = "no such counter",
         .text = "Counters are named under `counters`, or under `states` where positions that differ in them are "
             "different positions.",
         .wrong = "name: Counters\n"
              "extends: chess\n"
              "script: game.lua\n"
              "counters: [moves]\n"
              "hooks: {count: {at: after}}\n"
              "end: {long: {when: hook long, result: draw, counter: plies 200}}\n",
         .fixed = "name: Counters\n"
               "extends: chess\n"
               "script: game.lua\n"
               "counters: [moves]\n"
               "hooks: {count: {at: after}}\n"
               "end: {long: {when: hook long, result: draw, counter: moves 200}}\n",
         .companion = "game.lua",
         .companion_text = "function count() return {{counter = \"moves\", add = 1}} end\n"
                    "function long() return {result = \"draw\"} end\n"},
    [CODE_COUNTER_NUMBER] =
        {.title = "a counter and its number",
         .text = "`counter` names one and says from which number on the hook is asked: `counter: moves 200`.",
         .wrong = "name: Counters\n"
              "extends: chess\n"
              "script: game.lua\n"
              "counters: [moves]\n"
              "hooks: {count: {at: after}}\n"
              "end: {long: {when: hook long, result: draw, counter: moves}}\n",
         .fixed = "name: Counters\n"
               "extends: chess\n"
               "script: game.lua\n"
               "counters: [moves]\n"
               "hooks: {count: {at: after}}\n"
               "end: {long: {when: hook long, result: draw, counter: moves 200}}\n",
         .companion = "game.lua",
         .companion_text = "function count() return {{counter = \"moves\", add = 1}} end\n"
                    "function long() return {result = \"draw\"} end\n"},
    [CODE_TWO_CLOCKS] =
        {.title = "two clocks in one game",
         .text = "A game has one clock of quiet play: it counts plies or turns.",
         .wrong = "name: Clocks\n"
              "extends: chess\n"
              "end: {slow: {when: turn clock 100, result: draw}}\n",
         .fixed = "name: Clocks\n"
               "extends: chess\n"
               "end: {slow: {when: halfmove clock 200, result: draw}}\n"},
    [CODE_UNKNOWN_PLAYER] =
        {.title = "no such player",
         .text = "Players are named as under `players`; without that they are `white` and `black`.",
         .wrong = "name: Players\n"
              "extends: chess\n"
              "end: {stalemate: whit wins}\n",
         .fixed = "name: Players\n"
               "extends: chess\n"
               "end: {stalemate: white wins}\n"},
    [CODE_PLAYERS] =
        {.title = "a player's letter, seat or partner",
         .text = "Each player has a letter of his own from a to z and a seat (`seat: south`), since more than two cannot "
             "be guessed; `to partner` needs teams; nobody's men are not named as a player.",
         .wrong = "name: Players\n"
              "extends: chess\n"
              "players: [{name: white, letter: w}, {name: black, letter: w}]\n",
         .fixed = "name: Players\n"
               "extends: chess\n"
               "players: [{name: white, letter: w}, {name: black, letter: b}]\n"},
    [CODE_BLAST_REACH] =
        {.title = "the reach of a blast",
         .text = "A blast reaches cells by plain leaps, K or WD, at most a hundred of them, and the same seen from both "
             "ends: so f, b, l and r do not go there.",
         .wrong = "name: Blast\n"
              "extends: chess\n"
              "captures: {blast: {reach: R}}\n",
         .fixed = "name: Blast\n"
               "extends: chess\n"
               "captures: {blast: {reach: K}}\n"},
    [CODE_DICE] =
        {.title = "dice",
         .text = "Dice are written `2d6`: up to four, of two to twelve faces or so. `moves` and `faces` speak of faces "
             "that such a die shows.",
         .wrong = "name: Dice\n"
              "extends: no-check-chess\n"
              "dice: {roll: six}\n",
         .fixed = "name: Dice\n"
               "extends: dice-chess\n"},
    [CODE_NOTATION_SIGN] =
        {.title = "a sign that is too long",
         .text = "A sign in moves, such as that of a pass, has at most three characters."},
    [CODE_RIGHT_LETTER] =
        {.title = "the letter of a right",
         .text = "A right has one letter from a to z of its own; upper and lower case tell the owner. Where partners may "
             "stand anywhere, their files are the rights, so no other right has such a letter.",
         .wrong = "name: Rights\n"
              "extends: chess\n"
              "rights: {mm: {piece: knight}}\n"
              "pieces: {knight: {moves: [N, {move: NN, right: mm}]}}\n",
         .fixed = "name: Rights\n"
               "extends: chess\n"
               "rights: {m: {piece: knight, at: b1}}\n"
               "pieces: {knight: {moves: [N, {move: NN, right: m}]}}\n"
               "start: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQMkqm - 0 1\n"},
    [CODE_UNKNOWN_RIGHT] =
        {.title = "no such right",
         .text = "A movement asks for a right that is not defined under `rights`.",
         .wrong = "name: Rights\n"
              "extends: chess\n"
              "pieces: {knight: {moves: [N, {move: NN, right: m}]}}\n",
         .fixed = "name: Rights\n"
               "extends: chess\n"
               "rights: {m: {piece: knight, at: b1}}\n"
               "pieces: {knight: {moves: [N, {move: NN, right: m}]}}\n"
               "start: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQMkqm - 0 1\n"},
    [CODE_RIGHT_HOLDER] =
        {.title = "who holds the right",
         .text = "Several men of this kind stand at the start, and the right belongs to one of them. `at` says which.",
         .wrong = "name: Rights\n"
              "extends: chess\n"
              "rights: {m: {piece: knight}}\n"
              "pieces: {knight: {moves: [N, {move: NN, right: m}]}}\n"
              "start: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQMkqm - 0 1\n",
         .fixed = "name: Rights\n"
               "extends: chess\n"
               "rights: {m: {piece: knight, at: b1}}\n"
               "pieces: {knight: {moves: [N, {move: NN, right: m}]}}\n"
               "start: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQMkqm - 0 1\n"},
    [CODE_CASTLING_INCOMPLETE] =
        {.title = "a castling that is not whole",
         .text = "A castling says `right`, `from`, `rook_from`, `king_to` and `rook_to`; or `within` and `ends` where the "
             "men may stand anywhere.",
         .wrong = "name: Castling\n"
              "extends: chess\n"
              "castling:\n"
              "  short: {rook_from: none}\n",
         .fixed = "name: Castling\n"
               "extends: chess\n"
               "castling:\n"
               "  short: {rook_from: h1}\n"},
    [CODE_CASTLING_WAY] =
        {.title = "a castling that goes round a corner",
         .text = "King and partner each move along a rank or along a file.",
         .wrong = "name: Castling\n"
              "extends: chess\n"
              "castling:\n"
              "  short: {king_to: g2}\n",
         .fixed = "name: Castling\n"
               "extends: chess\n"
               "castling:\n"
               "  short: {king_to: g1}\n"},
    [CODE_NO_MOVES] =
        {.title = "players who can do nothing for a while",
         .text = "`no_moves` is for games where a player who can move never passes; it keeps states of its own, which no "
             "counter may be called after."},
    [CODE_SECRET_RANGE] =
        {.title = "the range of a secret",
         .text = "A secret is a number from 1 to 9999, and its range is written 1..100."},
    [CODE_ONE_PER_PLAYER] =
        {.title = "one for all, or one for each",
         .text = "The list names one counter for all players, or one for each of them in their order.",
         .wrong = "name: Series\n"
              "extends: chess\n"
              "script: game.lua\n"
              "counters: [a, b, c]\n"
              "hooks: {free: {at: after, checks: true, unless_zero: [a, b, c]}}\n",
         .fixed = "name: Series\n"
               "extends: chess\n"
               "script: game.lua\n"
               "counters: [a, b]\n"
               "hooks: {free: {at: after, checks: true, unless_zero: [a, b]}}\n",
         .companion = "game.lua",
         .companion_text = "function free() return {{counter = \"a\", set = 0}, {counter = \"b\", set = 0}} end\n"},
    [CODE_NO_SCRIPT] =
        {.title = "the script is not there",
         .text = "A script is looked for beside the rule file, then in the folder `scripts` beside the folder of rules.",
         .wrong = "name: A script\n"
              "extends: chess\n"
              "script: nowhere.lua\n"
              "filter: hook calm\n",
         .fixed = "name: A script\n"
               "extends: chess\n"
               "script: game.lua\n"
               "filter: hook calm\n",
         .companion = "game.lua",
         .companion_text = "function calm(mover, from, to) return true end\n"},
    [CODE_SCRIPT_UNNAMED] =
        {.title = "the game names no script",
         .text = "A function is named, but not the file that it stands in. Add `script: FILE.lua`.",
         .wrong = "name: A script\n"
              "extends: chess\n"
              "filter: hook calm\n",
         .fixed = "name: A script\n"
               "extends: chess\n"
               "script: game.lua\n"
               "filter: hook calm\n",
         .companion = "game.lua",
         .companion_text = "function calm(mover, from, to) return true end\n"},
    [CODE_NO_FUNCTION] =
        {.title = "the script has no such function",
         .text = "Functions are global and are called as the rule file calls them. The message names the nearest.",
         .wrong = "name: A script\n"
              "extends: chess\n"
              "script: game.lua\n"
              "filter: hook clam\n",
         .fixed = "name: A script\n"
               "extends: chess\n"
               "script: game.lua\n"
               "filter: hook calm\n",
         .companion = "game.lua",
         .companion_text = "function calm(mover, from, to) return true end\n"},
    [CODE_SCRIPT_FILE] =
        {.title = "a script that is not read",
         .text = "A script is a plain text file in UTF-8, no link and no folder, and not larger than some hundred "
             "thousand bytes."},
    [CODE_SCRIPT_REFUSED] =
        {.title = "a script that is refused",
         .text = "The script is Lua, but asks for more than a rule may: code nested without end, or thousands of "
             "operators in one expression. Part it into functions."},
    [CODE_SCRIPT_SYNTAX] =
        {.title = "the script is no Lua",
         .text = "Lua itself cannot read the script. The line is where it noticed; the slip is often a line above.",
         .file = "game.lua",
         .wrong = "function calm(mover, from, to) return true\n",
         .fixed = "function calm(mover, from, to) return true end\n",
         .companion = "game.yaml",
         .companion_text = "name: A script\n"
                    "extends: chess\n"
                    "script: game.lua\n"
                    "filter: hook calm\n"},
    [CODE_SCRIPT_ERROR] =
        {.title = "the script fails",
         .text = "Lua stopped at this line: it called something that is nil, did sums with text, or raised an error "
             "itself. The note shows the line of the rules that called it.",
         .file = "game.lua",
         .wrong = "function calm(mover, from, to) return mover.type == quen.type end\n",
         .fixed = "function calm(mover, from, to) return mover ~= nil end\n",
         .companion = "game.yaml",
         .companion_text = "name: A script\n"
                    "extends: chess\n"
                    "script: game.lua\n"
                    "filter: hook calm\n"},
    [CODE_HOOK_RESULT] =
        {.title = "an answer that makes no sense",
         .text = "The function ran, but what it returned is not what this hook returns. The message says what was "
             "expected; `scripts/README.md` has the form of each hook's answer.",
         .file = "game.lua",
         .wrong = "function calm(mover, from, to) return 1 end\n",
         .fixed = "function calm(mover, from, to) return true end\n",
         .companion = "game.yaml",
         .companion_text = "name: A script\n"
                    "extends: chess\n"
                    "script: game.lua\n"
                    "filter: hook calm\n"},
    [CODE_SCRIPT_BUDGET] =
        {.title = "the script takes too much",
         .text = "A script has a budget of steps and of memory, so that no rule can hang the program. Mostly a loop does "
             "not end.",
         .file = "game.lua",
         .wrong = "function calm(mover, from, to) while true do end end\n",
         .fixed = "function calm(mover, from, to) return true end\n",
         .companion = "game.yaml",
         .companion_text = "name: A script\n"
                    "extends: chess\n"
                    "script: game.lua\n"
                    "filter: hook calm\n"},
    [CODE_ROYAL_TRANSFORM] =
        {.title = "a capture that makes a king",
         .text = "`on_capture` may turn the captor into what it took, but not into a royal piece: kings do not come about "
             "in play. A royal captor stays royal by itself.",
         .file = "game.lua",
         .wrong = "function on_capture(mover, victim) return {becomes = \"king\"} end\n",
         .fixed = "function on_capture(mover, victim) return {becomes = \"queen\"} end\n",
         .companion = "game.yaml",
         .companion_text = "name: A script\n"
                    "extends: chess\n"
                    "script: game.lua\n"},
    [CODE_CHOICE_HOOKS] =
        {.title = "one hook offers choices",
         .text = "Two hooks that offer choices after a move would have to ask one after the other. Make one function of "
             "them.",
         .wrong = "name: Choices\n"
              "extends: chess\n"
              "script: game.lua\n"
              "hooks: {one: {at: choices}, two: {at: choices}}\n",
         .fixed = "name: Choices\n"
               "extends: chess\n"
               "script: game.lua\n"
               "hooks: {one: {at: choices}}\n",
         .companion = "game.lua",
         .companion_text = "function two() return nil end\n"
                    "function one() return two() end\n"},
    [CODE_NEVER_MOVES] =
        {.title = "a piece that can never move",
         .text = "No movement of it reaches any cell of this board, or it has none. Stones that stand still are fine and "
             "are said so by leaving `moves` out; here a movement is written that goes nowhere.",
         .wrong = "name: A movement that is too long\n"
              "extends: chess\n"
              "pieces:\n"
              "  knight: {moves: \"(9,9)\"}\n",
         .fixed = "name: A movement that fits\n"
               "extends: chess\n"
               "pieces:\n"
               "  knight: {moves: \"(3,3)N\"}\n"},
    [CODE_NEVER_CAPTURES] =
        {.title = "a piece that can never capture",
         .text = "The piece moves, but nothing that it does takes a man, though captures are how men of this game are "
             "taken. Perhaps an `m` stands before all of its movement.",
         .wrong = "name: Peaceful knights\n"
              "extends: chess\n"
              "pieces:\n"
              "  knight: {moves: mN}\n",
         .fixed = "name: Knights\n"
               "extends: chess\n"
               "pieces:\n"
               "  knight: {moves: N}\n"},
    [CODE_NEVER_PROMOTES] =
        {.title = "a promotion that can never happen",
         .text = "None of the cells where this piece would promote can be reached by it, from wherever it may stand or be "
             "dropped.",
         .wrong = "name: Pawns that stop\n"
              "extends: chess\n"
              "pieces:\n"
              "  pawn: {moves: [fmWfcF], promotes: {on: own rank 1}}\n",
         .fixed = "name: Pawns that arrive\n"
               "extends: chess\n"
               "pieces:\n"
               "  pawn: {moves: [fmWfcF], promotes: {on: own rank 8}}\n"},
    [CODE_ZONE_UNUSED] =
        {.title = "a zone that nothing uses",
         .text = "No rule, option or other zone names it. Use it, or leave it out; perhaps a rule names the cells "
             "instead.",
         .wrong = "name: A zone\n"
              "extends: chess\n"
              "zones: {camp: own ranks 1-2}\n",
         .fixed = "name: A zone\n"
               "extends: chess\n"
               "zones: {camp: own ranks 1-2}\n"
               "pieces: {knight: {moves: [N, {move: NN, from: camp}]}}\n"},
    [CODE_COUNTER_UNUSED] =
        {.title = "a counter that nothing uses",
         .text = "No rule asks about this counter or state, and no script names it.",
         .wrong = "name: A counter\n"
              "extends: chess\n"
              "counters: [tempo]\n",
         .fixed = "name: No counter\n"
               "extends: chess\n"},
    [CODE_RIGHT_UNUSED] =
        {.title = "a right that nothing asks for",
         .text = "The right is kept and lost, but no movement needs it and no script names it.",
         .wrong = "name: A right\n"
              "extends: chess\n"
              "rights: {m: {piece: knight, at: b1}}\n",
         .fixed = "name: A right\n"
               "extends: chess\n"
               "rights: {m: {piece: knight, at: b1}}\n"
               "pieces: {knight: {moves: [N, {move: NN, right: m}]}}\n"
               "start: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQMkqm - 0 1\n"},
    [CODE_FUNCTION_UNUSED] =
        {.title = "a function of the script that nothing calls",
         .text = "No rule names it and the script itself does not call it. Perhaps its name is misspelt, in the script or "
             "in the rules; a helper is better `local`.",
         .file = "game.lua",
         .wrong = "function calm(mover, from, to) return true end\n"
              "function on_caputre(mover, victim) return nil end\n",
         .fixed = "function calm(mover, from, to) return true end\n",
         .companion = "game.yaml",
         .companion_text = "name: A script\n"
                    "extends: chess\n"
                    "script: game.lua\n"
                    "filter: hook calm\n"},
    [CODE_NEVER_ENDS] =
        {.title = "a game that cannot end",
         .text = "There is no `end`, or nothing in it decides anything, so the players would move for ever. Say at least "
             "what having no move means: `stalemate: draw`.",
         .wrong = "name: For ever\n"
              "board: {size: 3x3}\n"
              "pieces: {king: {letter: k, moves: K, royal: true}, rook: {letter: r, moves: R}}\n"
              "start: kr1/3/1RK w - - 0 1\n",
         .fixed = "name: Not for ever\n"
               "board: {size: 3x3}\n"
               "pieces: {king: {letter: k, moves: K, royal: true}, rook: {letter: r, moves: R}}\n"
               "start: kr1/3/1RK w - - 0 1\n"
               "end: {checkmate: loss, stalemate: draw}\n"},
    [CODE_ENDING_NEVER] =
        {.title = "an ending that can never come about",
         .text = "What it waits for cannot happen in this game: mate without a royal piece, a line longer than the board, "
             "the loss of a piece that nobody ever has.",
         .wrong = "name: A long line\n"
              "extends: chess\n"
              "end: {row: {when: connect 9, result: win}}\n",
         .fixed = "name: A short line\n"
               "extends: chess\n"
               "end: {row: {when: connect 8, result: win}}\n"},
    [CODE_HOOK_ORDER] =
        {.title = "two hooks at one place",
         .text = "Both may be asked about the same move, and each adds to what the other did. They run in the order of "
             "the file, as the message says; where that matters, keep the order, or filter them (`pieces`, `taken`, "
             "`captures`) so that they never meet.",
         .wrong = "name: Two hooks\n"
              "extends: chess\n"
              "script: game.lua\n"
              "hooks: {one: {at: after, captures: true}, two: {at: after, pieces: [king]}}\n",
         .fixed = "name: Two hooks\n"
               "extends: chess\n"
               "script: game.lua\n"
               "hooks: {one: {at: after, captures: true, pieces: [queen]}, two: {at: after, pieces: [king]}}\n",
         .companion = "game.lua",
         .companion_text = "function one() return nil end\n"
                    "function two() return nil end\n"},
    [CODE_READ_DIFFERENTLY] =
        {.title = "a movement that other programs read differently",
         .text = "The movement is sound and is played as `rules/README.md` says, but other programs give the same letters "
             "another meaning. It matters only where you exchange rules with them; there is often a form that all "
             "read alike.",
         .wrong = "name: Riders\n"
              "extends: chess\n"
              "pieces:\n"
              "  knight: {moves: CC}\n",
         .fixed = "name: Riders\n"
               "extends: chess\n"
               "pieces:\n"
               "  knight: {moves: C0}\n"},
    [CODE_PIECE_UNUSED] =
        {.title = "a piece that never comes into the game",
         .text = "It stands in no start, is held in no hand, nothing promotes to it and no script names it.",
         .wrong = "name: Nobody's amazon\n"
              "extends: chess\n"
              "pieces:\n"
              "  amazon: {letter: a, moves: QN}\n",
         .fixed = "name: An amazon\n"
               "extends: chess\n"
               "pieces:\n"
               "  amazon: {letter: a, moves: QN}\n"
               "start: rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1\n"},
    [CODE_HOOK_NEVER] =
        {.title = "a hook that is never asked",
         .text = "Its filter waits for moves that this game does not have: drops where nobody drops, promotions where "
             "nothing promotes, checks where nobody is royal.",
         .wrong = "name: A hook\n"
              "extends: chess\n"
              "script: game.lua\n"
              "hooks: {dropped: {at: legal, drops: true}}\n",
         .fixed = "name: A hook\n"
               "extends: crazyhouse\n"
               "script: game.lua\n"
               "hooks: {dropped: {at: legal, drops: true}}\n",
         .companion = "game.lua",
         .companion_text = "function dropped(move) return true end\n"},
    [CODE_EXAMPLE_KEY] =
        {.title = "a key that examples do not have",
         .text = "A file of examples holds `examples:`, a list of mappings such as `{fen: ..., moves: e2e4, legal: "
             "e7e5}`. The message names the nearest key.",
         .file = "game.test.yaml",
         .command = "ferz test ./game.yaml",
         .wrong = "examples:\n"
              "  - legel: e2e4\n",
         .fixed = "examples:\n"
               "  - legal: e2e4\n",
         .companion = "game.yaml",
         .companion_text = "name: Tested chess\n"
                    "extends: chess\n"},
    [CODE_EXAMPLE_VALUE] =
        {.title = "a value that examples do not have",
         .text = "The key is known, but something else follows it: moves are words on one line, counts a list of numbers.",
         .file = "game.test.yaml",
         .command = "ferz test ./game.yaml",
         .wrong = "examples:\n"
              "  - counts: many\n",
         .fixed = "examples:\n"
               "  - counts: [20]\n",
         .companion = "game.yaml",
         .companion_text = "name: Tested chess\n"
                    "extends: chess\n"},
    [CODE_EXAMPLE_LEGAL] =
        {.title = "an example expects a legal move",
         .text = "The rules forbid this move, and the message says which rule does. Either the example or the rule is not "
             "what you mean; `ferz why` tells more.",
         .file = "game.test.yaml",
         .command = "ferz test ./game.yaml",
         .wrong = "examples:\n"
              "  - legal: e2e5\n",
         .fixed = "examples:\n"
               "  - legal: e2e4\n",
         .companion = "game.yaml",
         .companion_text = "name: Tested chess\n"
                    "extends: chess\n"},
    [CODE_EXAMPLE_ILLEGAL] =
        {.title = "an example expects an illegal move",
         .text = "The rules allow this move, though the example says that they do not. `ferz why` tells which rule allows "
             "it.",
         .file = "game.test.yaml",
         .command = "ferz test ./game.yaml",
         .wrong = "examples:\n"
              "  - illegal: e2e4\n",
         .fixed = "examples:\n"
               "  - illegal: e2e5\n",
         .companion = "game.yaml",
         .companion_text = "name: Tested chess\n"
                    "extends: chess\n"},
    [CODE_EXAMPLE_MOVES] =
        {.title = "an example expects other moves",
         .text = "The list of legal moves, or their number, is another. The message says what is missing and what is too "
             "much.",
         .file = "game.test.yaml",
         .command = "ferz test ./game.yaml",
         .wrong = "examples:\n"
              "  - only: e2e4\n",
         .fixed = "examples:\n"
               "  - fen: 7k/6Q1/8/8/8/8/8/K7 b - - 0 1\n"
               "    only: h8g7\n",
         .companion = "game.yaml",
         .companion_text = "name: Tested chess\n"
                    "extends: chess\n"},
    [CODE_EXAMPLE_COUNT] =
        {.title = "an example counts otherwise",
         .text = "The number of positions at that depth is another. `ferz perft --divide` shows under which move the "
             "difference lies.",
         .file = "game.test.yaml",
         .command = "ferz test ./game.yaml",
         .wrong = "examples:\n"
              "  - counts: [20, 401]\n",
         .fixed = "examples:\n"
               "  - counts: [20, 400]\n",
         .companion = "game.yaml",
         .companion_text = "name: Tested chess\n"
                    "extends: chess\n"},
    [CODE_EXAMPLE_STATUS] =
        {.title = "an example expects another state of the game",
         .text = "The game goes on where it should be over, or the other way round, or the result is another; or there is "
             "check where there should be none.",
         .file = "game.test.yaml",
         .command = "ferz test ./game.yaml",
         .wrong = "examples:\n"
              "  - status: draw\n",
         .fixed = "examples:\n"
               "  - status: ongoing\n",
         .companion = "game.yaml",
         .companion_text = "name: Tested chess\n"
                    "extends: chess\n"},
    [CODE_EXAMPLE_POSITION] =
        {.title = "an example expects another position",
         .text = "The moves lead to the position that the message shows. If it is right, copy it into the example.",
         .file = "game.test.yaml",
         .command = "ferz test ./game.yaml",
         .wrong = "examples:\n"
              "  - moves: e2e4\n"
              "    gives: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1\n",
         .fixed = "examples:\n"
               "  - moves: e2e4\n"
               "    gives: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n",
         .companion = "game.yaml",
         .companion_text = "name: Tested chess\n"
                    "extends: chess\n"},
    [CODE_EXAMPLE_VISIBILITY] =
        {.title = "an example expects a player to see or hear something else",
         .text = "What the umpire announces, what a player sees, or which attempts seem possible to him is another."},
    [CODE_EXAMPLE_SETUP] =
        {.title = "an example that cannot be set up",
         .text = "Its position cannot be read or its moves cannot be played, so nothing could be asked. What is wrong "
             "with them follows.",
         .file = "game.test.yaml",
         .command = "ferz test ./game.yaml",
         .wrong = "examples:\n"
              "  - fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP/RNBQKBNR w KQkq - 0 1\n"
              "    legal: e2e4\n",
         .fixed = "examples:\n"
               "  - fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
               "    legal: e2e4\n",
         .companion = "game.yaml",
         .companion_text = "name: Tested chess\n"
                    "extends: chess\n"},
    [CODE_NO_EXAMPLES] =
        {.title = "a game without examples",
         .text = "Examples in `NAME.test.yaml` beside the rules say what you mean, and notice when a change breaks it. "
             "One is a beginning."},
    [CODE_NO_EXAMPLES_TO_FAIL] =
        {.title = "no examples that could notice a change",
         .text = "`ferz test --mutate` changes the rules and asks whether an example notices. Without examples none can: "
             "write one, or let `ferz test GAME --record --write` make it of a position."},
    [CODE_DUPLICATE_EXAMPLE] =
        {.title = "an example of a position that has one",
         .text = "`ferz test --record --write` found an example with the same options, FEN and moves at the place that the "
             "message shows. What holds there is better said in that one."},
    [CODE_EXAMPLE_NOT_ADDED] =
        {.title = "an example that could not be added",
         .text = "`ferz test --record --write` adds to a list with a dash before each example, and leaves all else in the "
             "file as it is. A list in brackets it does not touch: write the examples below each other. The file and its "
             "folder must be writable."},
    [CODE_TUNING_FILE] =
        {.title = "the tuning file",
         .text = "`NAME.tuning.yaml` is written by `ferz tune` and holds the fingerprint of the rules, a method and "
             "weights. It is best made anew rather than mended.",
         .file = "game.tuning.yaml",
         .wrong = "wieghts: {}\n",
         .fixed = "method: depth\n",
         .companion = "game.yaml",
         .companion_text = "name: Tuned chess\n"
                    "extends: chess\n"},
    [CODE_TUNING_NUMBERS] =
        {.title = "numbers of a tuning file",
         .text = "Weights have as many numbers as the message says, in the middle of the game and at its end, and within "
             "its bounds."},
    [CODE_TUNING_NAME] =
        {.title = "no such weight",
         .text = "The tuning file names a weight or a piece that this game does not have."},
    [CODE_NOTHING_TO_TUNE] =
        {.title = "nothing to tune",
         .text = "Tuning plays games of two sides who see everything, and learns from quiet positions in them. This game "
             "has none of these, or too few games were played."},
    [CODE_TUNING_OTHER_RULES] =
        {.title = "a tuning for other rules",
         .text = "The fingerprint in the tuning file is that of other men or another board, so its weights are not used. "
             "`ferz tune` makes new ones.",
         .file = "game.tuning.yaml",
         .wrong = "rules: \"0000\"\n"
              "weights: {tempo: [27, 8]}\n",
         .fixed = "method: depth\n",
         .companion = "game.yaml",
         .companion_text = "name: Tuned chess\n"
                    "extends: chess\n"},
    [CODE_FOREIGN_SYNTAX] =
        {.title = "a line that is no section and no setting",
         .text = "A file for Fairy-Stockfish has `[name]` or `[name:parent]` above `key = value` lines, and remarks after "
             "`#` or `;`. Anything else is likely a slip.",
         .file = "games.ini",
         .command = "ferz import games.ini",
         .wrong = "[mine:chess]\nmustCapture true\n",
         .fixed = "[mine:chess]\nmustCapture = true\n"},
    [CODE_FOREIGN_KEY] =
        {.title = "a key that Fairy-Stockfish does not know",
         .text = "That program passes over keys that it does not know, so a slip changes the game without a word. Here it is "
             "an error.",
         .file = "games.ini",
         .command = "ferz import games.ini",
         .wrong = "[mine:chess]\nmustCaptur = true\n",
         .fixed = "[mine:chess]\nmustCapture = true\n"},
    [CODE_FOREIGN_PARENT] =
        {.title = "no such parent section",
         .text = "The name behind the colon is another section above this one, or a variant that Fairy-Stockfish has by "
             "itself. Names stand once in a file.",
         .file = "games.ini",
         .command = "ferz import games.ini",
         .wrong = "[mine:ches]\nmustCapture = true\n",
         .fixed = "[mine:chess]\nmustCapture = true\n"},
    [CODE_FOREIGN_VALUE] =
        {.title = "a value that this key does not take",
         .text = "The message says what the key takes: true or false, a number, a letter, a region, a list of letters.",
         .file = "games.ini",
         .command = "ferz import games.ini",
         .wrong = "[mine:chess]\nmustCapture = perhaps\n",
         .fixed = "[mine:chess]\nmustCapture = true\n"},
    [CODE_FOREIGN_PIECES] =
        {.title = "pieces of a section that do not fit together",
         .text = "Two pieces have one letter, a piece has none, or a movement cannot be read.",
         .file = "games.ini",
         .command = "ferz import games.ini",
         .wrong = "[mine:chess]\nknight = a\narchbishop = a\n",
         .fixed = "[mine:chess]\narchbishop = a\n"},
    [CODE_FOREIGN_START] =
        {.title = "the start of a section",
         .text = "`startFen` must fit the board of the section (`maxRank`, `maxFile`) and use letters of its pieces.",
         .file = "games.ini",
         .command = "ferz import games.ini",
         .wrong = "[mine:chess]\nstartFen = rnbqkbnr/8/8/8/8/8/8 w - - 0 1\n",
         .fixed = "[mine:chess]\nstartFen = rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1\n"},
    [CODE_FOREIGN_UNSUPPORTED] =
        {.title = "a rule that Ferz cannot say",
         .text = "The section asks for something that our language has no words for. A game with one rule less is another "
             "game, so nothing is written for this section.",
         .file = "games.ini",
         .command = "ferz import games.ini",
         .wrong = "[mine:chess]\nwallingRule = arrow\n",
         .fixed = "[mine:chess]\n"},
    [CODE_EXPORT_UNSUPPORTED] =
        {.title = "a rule that the other format cannot say",
         .text = "`ferz export` names each rule of the game that a file for Fairy-Stockfish has no key for, at its place in "
             "our rules. Nothing is written then: it would be another game.",
         .wrong = "name: Two kings\n"
              "board: {size: 5x5}\n"
              "pieces:\n"
              "  king: {letter: k, moves: K, royal: true}\n"
              "  rook: {letter: r, moves: R}\n"
              "turn: {plies: 2}\n"
              "start: k3r/5/5/5/K3R w - - 0 1\n"
              "end: {checkmate: loss, stalemate: draw}\n",
         .fixed = "name: Two kings\n"
               "board: {size: 5x5}\n"
               "pieces:\n"
               "  king: {letter: k, moves: K, royal: true}\n"
               "  rook: {letter: r, moves: R}\n"
               "start: k3r/5/5/5/K3R w - - 0 1\n"
               "end: {checkmate: loss, stalemate: draw}\n",
         .command = "ferz export ./game.yaml"},
    [CODE_FOREIGN_DIFFERENT] =
        {.title = "something that will play otherwise",
         .text = "The section can be imported, but a rule of it that only ends games earlier, or a setting that has no "
             "effect, is left out. The message names it.",
         .file = "games.ini",
         .command = "ferz import games.ini",
         .wrong = "[mine:chess]\ncountingRule = makruk\n",
         .fixed = "[mine:chess]\n"},
};
/* clang-format on */

size_t ferz_code_count(void)
{
    return CODE_COUNT - 1;
}

const char *ferz_code(size_t index)
{
    return index < CODE_COUNT - 1 ? code_text((diag_code)(index + 1)) : NULL;
}

bool ferz_explain_code(const char *code, ferz_explanation *out)
{
    diag_code found = code_find(code);
    if (found == CODE_NONE || !explanations[found].text) {
        return false;
    }
    const explanation *e = &explanations[found];
    *out = (ferz_explanation){
        .code = code_text(found),
        .title = e->title,
        .text = e->text,
        .file = e->commands || !e->wrong ? NULL
                : e->file                ? e->file
                                         : "game.yaml",
        .command = e->commands || !e->wrong ? NULL
                   : e->command             ? e->command
                                            : "ferz check ./game.yaml",
        .wrong = e->wrong,
        .fixed = e->fixed,
        .companion = e->companion,
        .companion_text = e->companion_text,
    };
    return true;
}
