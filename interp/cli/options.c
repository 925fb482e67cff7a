#include "cli/options.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"

/* ---- the tables ---- */

/* ORDER option_id. The upper limits only keep slips out: a day of thought, a depth no search returns from. */
static const option_row option_rows[] = {
    [OPTION_SET] = {"set", "NAME[=VALUE]", KIND_SETTING, 0, 0, "turn on an option of the game; may be repeated"},
    [OPTION_SET_FIRST] = {"set-first", "NAME[=VALUE]", KIND_SETTING, 0, 0,
                          "the same for the first game; may be repeated"},
    [OPTION_FEN] = {"fen", "F", KIND_STRING, 0, 0, "start from this position instead of the game's own"},
    [OPTION_MOVES] = {"moves", "M...", KIND_MOVES, 0, 0, "play these moves first; `-` reads them from standard input"},
    [OPTION_PERFT_DEPTH] = {"depth", "N", KIND_NUMBER, 0, 100, "count the positions after N plies"},
    [OPTION_DIVIDE] = {"divide", NULL, KIND_SWITCH, 0, 0, "a line for each first move: move, tab, count"},
    [OPTION_STATS] = {"stats", NULL, KIND_SWITCH, 0, 0, "positions a second (perft), or how legal moves are found (check)"},
    [OPTION_DEPTH] = {"depth", "N", KIND_NUMBER, 1, 1000, "think N plies ahead"},
    [OPTION_NODES] = {"nodes", "N", KIND_NUMBER, 1, LONG_MAX, "think until N positions were seen"},
    [OPTION_MOVETIME] = {"movetime", "MS", KIND_NUMBER, 1, 86400000, "think for MS milliseconds"},
    [OPTION_SEARCH] = {"engine", "usual|depth|mcts", KIND_CHOICE, 0, 0,
                       "search by depth, or by Monte-Carlo tree search; usual: as suits the game"},
    [OPTION_THREADS] = {"threads", "N", KIND_NUMBER, 1, 256, "think with N threads (1)"},
    [OPTION_SECONDS] = {"seconds", "N", KIND_NUMBER, 1, 86400, "play for N seconds, and the last game to its end"},
    [OPTION_GAMES] = {"games", "N", KIND_NUMBER, 1, LONG_MAX, "play N games"},
    [OPTION_MAX_PLIES] = {"max-plies", "N", KIND_NUMBER, 1, 1000000, "cut a game short after N plies (5000)"},
    [OPTION_ENGINE] = {"engine", "SPEC", KIND_ENGINE, 0, 0,
                       "one who plays, in words such as 'cmd=stockfish nodes=1000'; may be repeated"},
    [OPTION_TC] = {"tc", "S[+I]", KIND_STRING, 0, 0, "a clock of S seconds for the game and I more for each move"},
    [OPTION_OPENING_PLIES] = {"plies", "N", KIND_NUMBER, 0, 1000, "begin with N random plies (6; 0 with --openings)"},
    [OPTION_OPENINGS] = {"openings", "FILE", KIND_STRING, 0, 0,
                         "begin with the positions of FILE, a FEN or EPD a line"},
    [OPTION_MARGIN] = {"margin", "MS", KIND_NUMBER, 0, 86400000,
                       "forgive MS milliseconds before a game is lost on time (200)"},
    [OPTION_CONCURRENCY] = {"concurrency", "N", KIND_NUMBER, 1, 1024,
                            "play N games at a time (as many as the processors can)"},
    [OPTION_PGN] = {"pgn", "FILE", KIND_STRING, 0, 0, "add each game to FILE as it ends"},
    [OPTION_SPRT] = {"sprt", "elo0=A,elo1=B", KIND_STRING, 0, 0,
                     "stop when it is clear which is true; also alpha=P,beta=P (0.05)"},
    [OPTION_OUTPUT] = {"output", "FILE", KIND_STRING, 0, 0, "write to this file"},
    [OPTION_OUTPUT_DIR] = {"output", "DIR", KIND_STRING, 0, 0, "write NAME.yaml into this folder"},
    [OPTION_VARIANT] = {"variant", "NAME", KIND_VARIANT, 0, 0, "this section alone; may be repeated"},
    [OPTION_NO_TUNING] = {"untuned", NULL, KIND_SWITCH, 0, 0, "take no notice of the tuning file beside the rules"},
    [OPTION_FROM] = {"from", "GAME", KIND_STRING, 0, 0, "begin with the rules of this game, and change them"},
    [OPTION_BOARD] = {"board", "WxH", KIND_STRING, 0, 0, "files and ranks of a game of its own (8x8)"},
    [OPTION_PIECES] = {"pieces", "NAME,...", KIND_STRING, 0, 0,
                       "its pieces: known ones by name, others as NAME=BETZA (king,queen,rook,bishop,knight,pawn)"},
    [OPTION_SCRIPT] = {"script", NULL, KIND_SWITCH, 0, 0, "with a Lua script, and what editors want to know of it"},
    [OPTION_DIR] = {"dir", "DIR", KIND_STRING, 0, 0, "write into this folder"},
    [OPTION_FORCE] = {"force", NULL, KIND_SWITCH, 0, 0, "replace files that are there already"},
    [OPTION_AS] = {"as", "PLAYER,...", KIND_STRING, 0, 0,
                   "whom people play: players by name, `all` (or `both`), or `none`; by default the first player"},
    [OPTION_LEVEL] = {"level", "N", KIND_NUMBER, 1, 10, "how well ferz plays, 1 to 10 (4)"},
    [OPTION_ASCII] = {"letters", NULL, KIND_SWITCH, 0, 0, "show men as letters, never as figures"},
    [OPTION_HOOKS] = {"hooks", NULL, KIND_SWITCH, 0, 0, "a line for each script hook that runs during play"},
    [OPTION_LANGUAGE] = {"lang", "en|ru", KIND_CHOICE, 0, 0, "in English (en) or in Russian (ru)"},
    [OPTION_FORMAT] = {"format", "text|markdown|html", KIND_CHOICE, 0, 0,
                       "plain text, Markdown, or one HTML page that fetches nothing"},
    [OPTION_PIECE] = {"piece", "NAME", KIND_STRING, 0, 0, "draw the moves of this piece, by its name or its letter"},
    [OPTION_PLAYER] = {"of", "PLAYER", KIND_STRING, 0, 0, "whose piece it is (the first player's)"},
    [OPTION_SQUARE] = {"at", "CELL", KIND_STRING, 0, 0, "where it stands (where it can do most)"},
    [OPTION_FLIP] = {"flip", "PLAYER", KIND_STRING, 0, 0, "draw the board from this player's side"},
    [OPTION_HIGHLIGHT] = {"highlight", "CELLS", KIND_STRING, 0, 0, "ring these cells, with commas between: e4,d5"},
    [OPTION_CELL_SIZE] = {"size", "PIXELS", KIND_NUMBER, 8, 400, "how wide a cell is (48)"},
    [OPTION_NO_COORDINATES] = {"bare", NULL, KIND_SWITCH, 0, 0, "leave out the names of ranks and files"},
    [OPTION_PNG] = {"png", NULL, KIND_SWITCH, 0, 0, "make a PNG, also where --output names no .png file"},
    [OPTION_TEXT] = {"text", NULL, KIND_SWITCH, 0, 0, "draw a piece's moves in letters"},
    [OPTION_STATUS] = {"status", NULL, KIND_SWITCH, 0, 0,
                       "say why the game is over, or is not, instead of why a move is"},
    [OPTION_CODES] = {"codes", NULL, KIND_SWITCH, 0, 0, "a line for each code of a message"},
    [OPTION_SEED] = {"seed", "S", KIND_NUMBER, 0, LONG_MAX, "decides everything that is left to chance"},
    [OPTION_RECORD] = {"record", NULL, KIND_SWITCH, 0, 0, "make an example of the position at hand, and print it"},
    [OPTION_TITLE] = {"title", "TEXT", KIND_STRING, 0, 0, "what the recorded example shows"},
    [OPTION_WRITE] = {"write", NULL, KIND_SWITCH, 0, 0, "add the recorded example to GAME.test.yaml"},
    [OPTION_MUTATE] = {"mutate", NULL, KIND_SWITCH, 0, 0,
                       "change one rule at a time, and say which changes no example notices"},
    [OPTION_LIMIT] = {"limit", "N", KIND_NUMBER, 1, 1000000, "try N of the changes, drawn by --seed"},
    [OPTION_ALL] = {"all", NULL, KIND_SWITCH, 0, 0, "tell of every change, whatever became of it"},
    [OPTION_RULES] = {"rules", "DIR", KIND_FOLDER, 0, 0, "look for games in this folder first; may be repeated"},
    [OPTION_JSON] = {"json", NULL, KIND_SWITCH, 0, 0, "print one JSON document"},
    [OPTION_COLOR] = {"color", "auto|always|never", KIND_CHOICE, 0, 0,
                      "colours; auto: on a terminal, without NO_COLOR"},
    [OPTION_HELP] = {"help", NULL, KIND_SWITCH, 0, 0, "print this help"},
};
_Static_assert(sizeof option_rows / sizeof option_rows[0] == OPTION_COUNT, "an option without a row");
_Static_assert(OPTION_COUNT <= 64, "options no longer fit into the bit set of a command");

#define BIT(option) (UINT64_C(1) << (option))
#define COMMON_OPTIONS (BIT(OPTION_RULES) | BIT(OPTION_COLOR) | BIT(OPTION_HELP))
#define VARIANT_OPTIONS (COMMON_OPTIONS | BIT(OPTION_SET) | BIT(OPTION_SEED))
#define POSITION_OPTIONS (VARIANT_OPTIONS | BIT(OPTION_FEN) | BIT(OPTION_MOVES) | BIT(OPTION_JSON))
#define LIMIT_OPTIONS (BIT(OPTION_DEPTH) | BIT(OPTION_NODES) | BIT(OPTION_MOVETIME))

static const command command_rows[] = {
    {"list", "", 0, 0, "the games that can be found, name and title", "", COMMON_OPTIONS | BIT(OPTION_JSON), 0,
     command_list},
    {"new", "NAME", 1, 1, "write the first files of a game of your own",
     "Writes NAME.yaml, with remarks, and NAME.test.yaml, a first example; with --script also NAME.lua. Beside them "
     "the\n"
     "schemas that editors complete and check with. On a terminal, and without other words, it asks what you want.\n"
     "What is there already is left alone.\n"
     "Examples:\n"
     "  ferz new mygame --from GAME\n"
     "  ferz new mygame --board 6x6 --pieces king,rook,wizard=FC,pawn\n",
     COMMON_OPTIONS | BIT(OPTION_FROM) | BIT(OPTION_BOARD) | BIT(OPTION_PIECES) | BIT(OPTION_SCRIPT) | BIT(OPTION_DIR) |
         BIT(OPTION_FORCE),
     0, command_new},
    {"schema", "[rules|examples|tuning|markdown|lua|luarc|luacheck]", 0, 1, "print the schema of the rule language",
     "JSON Schema of NAME.yaml (rules, the default), of NAME.test.yaml (examples) or of NAME.tuning.yaml; every key "
     "as\n"
     "Markdown; what scripts may call, for editors (lua, luarc) and for luacheck. `ferz new` writes these files too.\n",
     COMMON_OPTIONS, 0, command_schema},
    {"man", "", 0, 0, "print the manual page ferz(1)", "", COMMON_OPTIONS, 0, command_man},
    {"completion", "bash|zsh|fish", 1, 2, "print what completes commands in this shell",
     "For example: source <(ferz completion bash)\n", COMMON_OPTIONS, 0, command_completion},
    {"check", "GAME", 1, 1, "find mistakes in a game's rules",
     "Says nothing when the rules are sound. Warnings leave the exit status at 0, errors make it 1.\n",
     VARIANT_OPTIONS | BIT(OPTION_JSON) | BIT(OPTION_HOOKS) | BIT(OPTION_STATS), 0, command_check},
    {"show", "GAME", 1, 1, "show the board",
     "Examples:\n"
     "  ferz show GAME --moves e2e4 e7e5\n"
     "  ferz show rules/mygame.yaml --fen '4k3/8/8/8/8/8/8/4K3 w - - 0 1'\n",
     POSITION_OPTIONS, 0, command_show},
    {"fen", "GAME", 1, 1, "print the position as FEN", "", POSITION_OPTIONS, 0, command_fen},
    {"moves", "GAME", 1, 1, "list the legal moves, sorted", "", POSITION_OPTIONS, 0, command_moves},
    {"why", "GAME MOVE", 1, 2, "say why a move is legal or not, or (--status) why the game is over or not",
     "For a legal move: the line of the rules that makes it, what each hook adds, and what changes. For another: the "
     "very\n"
     "rule that forbids it, with its file and line and the cells that matter. Exit status 0 when the move is legal "
     "(with\n"
     "--status: always), 1 when it is not. After --moves the last word is MOVE:\n"
     "  ferz why GAME e2e5\n"
     "  ferz why GAME --moves e2e4 e7e5 e4e5\n"
     "  ferz why GAME --status --moves f2f3 e7e5 g2g4 d8h4\n",
     POSITION_OPTIONS | BIT(OPTION_STATUS), 0, command_why},
    {"status", "GAME", 1, 1, "say whether the game is over and who won", "", POSITION_OPTIONS, 0, command_status},
    {"diagram", "GAME", 1, 1, "draw the board, or what a piece does, as SVG or PNG",
     "The picture goes to standard output, or to the --output FILE, as PNG where that ends in .png. A piece's moves "
     "are\n"
     "drawn in the usual signs, with a legend: a disc where it moves or takes, a ring where it only moves, a cross "
     "where\n"
     "it only takes, an arrow where a line goes on.\n"
     "  ferz diagram GAME --moves e2e4 e7e5 --output board.svg\n"
     "  ferz diagram GAME --piece knight --at d4 --output knight.png\n",
     VARIANT_OPTIONS | BIT(OPTION_FEN) | BIT(OPTION_MOVES) | BIT(OPTION_PIECE) | BIT(OPTION_PLAYER) |
         BIT(OPTION_SQUARE) | BIT(OPTION_FLIP) | BIT(OPTION_HIGHLIGHT) | BIT(OPTION_CELL_SIZE) |
         BIT(OPTION_NO_COORDINATES) | BIT(OPTION_PNG) | BIT(OPTION_TEXT) | BIT(OPTION_LANGUAGE) | BIT(OPTION_OUTPUT),
     0, command_diagram},
    {"explain", "GAME|CODE", 0, 1, "tell the rules of a game in words, or what a message's code means",
     "Of a game: the goal, the board and the start, each piece with a diagram of its moves, special rules, options "
     "and\n"
     "endings, made from the definition that plays. A game that extends another begins with what differs.\n"
     "A CODE stands at the end of each message: what it means, an example that brings it about, and its mend.\n"
     "  ferz explain GAME --format html >game.html\n"
     "  ferz explain E0301\n",
     VARIANT_OPTIONS | BIT(OPTION_LANGUAGE) | BIT(OPTION_FORMAT) | BIT(OPTION_CODES) | BIT(OPTION_JSON), 0,
     command_explain},
    {"perft", "GAME", 1, 1, "count the positions after some plies", "The last line is `nodes N`.\n",
     POSITION_OPTIONS | BIT(OPTION_PERFT_DEPTH) | BIT(OPTION_DIVIDE) | BIT(OPTION_STATS), BIT(OPTION_PERFT_DEPTH),
     command_perft},
    {"best", "GAME", 1, 1, "find the best move",
     "Thoughts go to standard error; the last line is `best MOVE score S pv M M ...`, S in hundredths of the cheapest\n"
     "man, or `mate N`. Ctrl-C ends the thought with the best so far.\n",
     POSITION_OPTIONS | LIMIT_OPTIONS | BIT(OPTION_SEARCH) | BIT(OPTION_THREADS) | BIT(OPTION_NO_TUNING), LIMIT_OPTIONS,
     command_best},
    {"playouts", "GAME", 1, 1, "play games to their ends by random moves",
     "Every legal move is equally likely, claims aside; dice fall by their odds. Tells who won how often, by which "
     "ending,\n"
     "how long the games were, and how many were played in a second of the processor's time. The same --seed draws "
     "the\n"
     "same games.\n",
     POSITION_OPTIONS | BIT(OPTION_SECONDS) | BIT(OPTION_GAMES) | BIT(OPTION_MAX_PLIES),
     BIT(OPTION_SECONDS) | BIT(OPTION_GAMES), command_playouts},
    {"tune", "GAME", 1, 1, "learn to play a game better",
     "Plays games against itself, finds weights of the evaluation that explain how they ended, and writes them to\n"
     "GAME.tuning.yaml beside the rules (or --output), where they are found from then on. A match against the weights "
     "of the\n"
     "formulas tells the gain. --games is how many are played to learn from (2000); with --seconds as many as there is "
     "time\n"
     "for. The same --seed and --games find the same weights. Ctrl-C ends it with what there is.\n",
     VARIANT_OPTIONS | BIT(OPTION_GAMES) | BIT(OPTION_SECONDS) | BIT(OPTION_NODES) | BIT(OPTION_THREADS) |
         BIT(OPTION_OUTPUT) | BIT(OPTION_NO_TUNING),
     0, command_tune},
    {"play", "GAME", 1, 1, "play against ferz in the terminal",
     "Type a move, or `help` for all commands. The same --seed gives the same game; without it every game differs.\n",
     VARIANT_OPTIONS | BIT(OPTION_FEN) | BIT(OPTION_AS) | BIT(OPTION_LEVEL) | BIT(OPTION_SEARCH) | BIT(OPTION_ASCII) |
         BIT(OPTION_NO_TUNING),
     0, command_play},
    {"match", "GAME", 1, 1, "play engines against each other and tell who is stronger",
     "Each --engine is a player: words in one argument. `ferz` (our own search, in this process) or `random` (legal "
     "moves "
     "by\n"
     "chance), else cmd=\"PROGRAM WORDS...\" with proto=uci (by default), xboard or usi. Then what is wanted of\n"
     "  name=NAME  nodes=N  depth=N  movetime=MS  tc=SECONDS+INCREMENT   else the limits given for all\n"
     "  threads=N  hash=MB  seed=S  method=depth|mcts\n"
     "  variant=NAME        what the engine calls the game, where it is not our name\n"
     "  option.NAME=VALUE   any option of the engine; quotes hold blanks: \"option.Multi PV=1\"\n"
     "  positions=fen|moves told as FEN and moves (fen), or as moves from the start where that is possible\n"
     "  told=MS             the time for a move that the engine is told; movetime= is what it really has: for engines\n"
     "                      that use much less than they are told (see ms/move in the table)\n"
     "  log=FILE            keeps what is said to the engine and what it says\n"
     "Without a second one it plays against `ferz`; more than two play each against each, --games each.\n"
     "Every opening is played twice with the sides changed. Our rules decide: a draw that the mover could claim is a "
     "draw; "
     "an\n"
     "illegal move, a crash, a lost clock or words that are no answer lose the game and are counted by their kind.\n"
     "Examples:\n"
     "  ferz match GAME --games 100 --engine 'nodes=20000' --engine 'random' --seed 1\n"
     "  ferz match GAME --games 400 --movetime 100 --engine ferz --engine 'cmd=/usr/games/fairymax proto=xboard "
     "variant=normal'\n"
     "Exit status 1 also says that some player made an illegal move, crashed, ran out of time or talked nonsense; 3 "
     "that "
     "one\n"
     "could not be started. Ctrl-C ends the match; the table tells how it stood. The same --seed gives the same games "
     "where\n"
     "limits are nodes or depths and the players are our own, whatever --concurrency.\n",
     VARIANT_OPTIONS | BIT(OPTION_JSON) | LIMIT_OPTIONS | BIT(OPTION_GAMES) | BIT(OPTION_MAX_PLIES) |
         BIT(OPTION_ENGINE) | BIT(OPTION_TC) | BIT(OPTION_OPENING_PLIES) | BIT(OPTION_OPENINGS) | BIT(OPTION_MARGIN) |
         BIT(OPTION_CONCURRENCY) | BIT(OPTION_PGN) | BIT(OPTION_SPRT),
     BIT(OPTION_GAMES), command_match},
    {"diff", "GAME [GAME]", 1, 2, "say what two games say and play differently",
     "Tells the difference of the rules in words, then positions in which legal moves, what they lead to, or results "
     "differ,\n"
     "the smallest first, with the rule that forbids a move, then how many leaves there are at each depth. Positions "
     "are "
     "looked\n"
     "for among all that a few plies lead to, then in random games: the same --seed draws the same ones, --games how "
     "many.\n"
     "--fen is a further position to begin from. "
     "--set turns on an option of the second game, --set-first of the first; with one GAME it is compared with "
     "itself:\n"
     "  ferz diff GAME OTHER\n"
     "  ferz diff GAME --set OPTION=VALUE\n"
     "Exit status 0 when no difference was found, 1 when they differ. --depth 0 counts no leaves.\n",
     VARIANT_OPTIONS | BIT(OPTION_FEN) | BIT(OPTION_SET_FIRST) | BIT(OPTION_JSON) | BIT(OPTION_PERFT_DEPTH) |
         BIT(OPTION_GAMES),
     0, command_diff},
    {"watch", "GAME", 1, 1, "read the rules again whenever they are saved, and say what has changed",
     "Keeps the position (--fen, --moves). Each time the game's file, one of its parents, its script or its examples "
     "are "
     "saved it\n"
     "says what changed in the rules, what became legal and what no longer is, and runs the examples. Rules with a "
     "mistake\n"
     "are reported, and the old ones stay in force. Ctrl-C ends it.\n"
     "  ferz watch rules/mygame.yaml --moves e2e4 e7e5\n",
     VARIANT_OPTIONS | BIT(OPTION_FEN) | BIT(OPTION_MOVES), 0, command_watch},
    {"uci", "[GAME]", 0, 1, "speak UCI on standard input and output",
     "For board programs and referees. UCI_Variant chooses the game, or GAME does; `Settings` takes what --set "
     "takes.\n",
     VARIANT_OPTIONS | BIT(OPTION_THREADS), 0, command_uci},
    {"usi", "[GAME]", 0, 1, "speak USI on standard input and output",
     "The like of UCI where cells are written 7g and positions as SFEN. USI_Variant chooses the game, or GAME does.\n",
     VARIANT_OPTIONS | BIT(OPTION_THREADS), 0, command_usi},
    {"xboard", "[GAME]", 0, 1, "speak XBoard's protocol on standard input and output",
     "XBoard shows and plays games of two players on a rectangular board, up to 16x16 (12 files where men are "
     "dropped):\n"
     "  xboard -fcp 'ferz xboard' -variant GAME -testLegality false\n"
     "The moves that are legal light up when a man is taken up; -testLegality false keeps XBoard's own idea of them "
     "out.\n",
     VARIANT_OPTIONS | BIT(OPTION_THREADS), 0, command_xboard},
    {"bench", "[GAME...]", 0, INT_MAX, "do fixed work and say how long it took; without GAME in all games",
     "Each game is loaded, its first positions are counted, and a search of fixed size looks at them. The last line "
     "is\n"
     "`signature N`, the sum of all leaves and nodes: the same on every machine until something plays otherwise.\n",
     COMMON_OPTIONS | BIT(OPTION_JSON), 0, command_bench},
    {"import", "FILE.ini", 1, 1, "read games written for Fairy-Stockfish (its variants.ini)",
     "Writes a rule file for each section that Ferz can say, and names every key that it cannot; then the exit status "
     "is\n"
     "1. Without --output a single game is printed.\n"
     "Examples:\n"
     "  ferz import variants.ini --output rules\n"
     "  ferz import variants.ini --variant mygame\n",
     (COMMON_OPTIONS & ~BIT(OPTION_RULES)) | BIT(OPTION_OUTPUT_DIR) | BIT(OPTION_VARIANT) | BIT(OPTION_JSON), 0,
     command_import},
    {"export", "GAME", 1, 1, "write a game as a section for Fairy-Stockfish",
     "Names every rule that the format cannot say; then nothing is written and the exit status is 1.\n"
     "Example:\n"
     "  ferz export GAME --output game.ini\n",
     VARIANT_OPTIONS | BIT(OPTION_OUTPUT), 0, command_export},
    {"test", "[GAME...]", 0, INT_MAX, "run the examples beside a game's rules; without GAME those of all games",
     "A failure says what was expected, what came instead and why, and shows the position.\n"
     "--record makes an example of a position: what is legal there, the result, how many leaves. It is printed, and "
     "with --write\n"
     "added to GAME.test.yaml:\n"
     "  ferz test GAME --record --write --title 'no castling out of check' --fen F --moves M...\n"
     "--mutate changes one thing at a time in the game's own file and script (not in its parents: they have examples "
     "of "
     "their\n"
     "own) and runs the examples each time. For each change that none of them notices it shows a position where it "
     "would "
     "be\n"
     "seen; then the status is 1. Changes that make no difference in play that could be found are only counted.\n"
     "  ferz test GAME --mutate --limit 50 --seed 1\n",
     POSITION_OPTIONS | BIT(OPTION_RECORD) | BIT(OPTION_TITLE) | BIT(OPTION_WRITE) | BIT(OPTION_MUTATE) |
         BIT(OPTION_LIMIT) | BIT(OPTION_ALL),
     0, command_test},
};
enum { COMMAND_COUNT = sizeof command_rows / sizeof command_rows[0] };

bool options_hidden(const command *c)
{
    return c->run == command_man || c->run == command_completion;
}

/* ---- words about the tables ---- */

static const char *command_name(const void *state, size_t index)
{
    (void)state;
    return index < COMMAND_COUNT ? command_rows[index].name : NULL;
}

/* Options of a command, counted without gaps. */
static const char *option_name(const void *state, size_t index)
{
    const command *c = state;
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if ((c->accepts & BIT(i)) && index-- == 0) {
            return option_rows[i].name;
        }
    }
    return NULL;
}

static void put_option(text *t, const option_row *row)
{
    text_print(t, row->value ? "--%s %s" : "--%s", row->name, row->value);
}

/* Adds a piece to a line that is broken before column 100. `*column` is where the line stands. */
static void put_wrapped(text *t, const char *piece, size_t indent, size_t *column)
{
    if (*column + 1 + strlen(piece) > 100) {
        text_print(t, "\n%*s", (int)indent, "");
        *column = indent;
    }
    text_print(t, " %s", piece);
    *column += 1 + strlen(piece);
}

static void put_usage(text *t, const command *c)
{
    text piece = {0};
    text_print(t, "usage: ferz %s", c->name);
    size_t indent = strlen("usage: ferz ") + strlen(c->name);
    size_t column = indent;
    if (*c->arguments) {
        put_wrapped(t, c->arguments, indent, &column);
    }
    const char *prefix = c->needs & (c->needs - 1) ? "(" : "";
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (!(c->needs & BIT(i))) {
            continue;
        }
        bool last = (c->needs >> i) == 1;
        text_clear(&piece);
        text_put(&piece, prefix);
        put_option(&piece, &option_rows[i]);
        text_put(&piece, !last ? " |" : c->needs & (c->needs - 1) ? ")" : "");
        put_wrapped(t, text_string(&piece), indent, &column);
        prefix = "";
    }
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if ((c->accepts & ~c->needs & BIT(i)) && i != OPTION_HELP) {
            text_clear(&piece);
            text_char(&piece, '[');
            put_option(&piece, &option_rows[i]);
            text_char(&piece, ']');
            put_wrapped(t, text_string(&piece), indent, &column);
        }
    }
    text_char(t, '\n');
    t->failed = t->failed || piece.failed;
    text_finish(&piece);
}

static void put_command_help(text *t, const command *c)
{
    text name = {0};
    text_print(t, "ferz %s: %s\n\n", c->name, c->about);
    put_usage(t, c);
    if (strstr(c->arguments, "GAME")) {
        text_put(t, "\nGAME is the name of a game (see `ferz list`) or the path of a YAML file.\n");
    }
    if (*c->details) {
        text_print(t, "\n%s", c->details);
    }
    text_put(t, "\nOptions:\n");
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (c->accepts & BIT(i)) {
            text_clear(&name);
            put_option(&name, &option_rows[i]);
            bool fits = name.length <= 22;
            text_print(t, fits ? "  %-22s  %s\n" : "  %s\n                          %s\n", text_string(&name),
                       option_rows[i].about);
        }
    }
    text_put(t,
             "\nExit status: 0 done; 1 the answer is no; 2 the command line is wrong; 3 a file or the system failed;\n"
             "4 a script overran its budget.\n");
    t->failed = t->failed || name.failed;
    text_finish(&name);
}

static void put_help(text *t)
{
    text_put(t, "ferz: plays the games that its rule files describe\n\n"
                "usage: ferz COMMAND ...\n       ferz COMMAND --help\n       ferz --version\n\nCommands:\n");
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        const command *c = &command_rows[i];
        if (options_hidden(c)) {
            continue;
        }
        int width = (int)(strlen(c->name) + 1);
        const char *arguments = strlen(c->arguments) > 16 ? "[...]" : c->arguments;
        text_print(t, "  %s %-*s  %s\n", c->name, 16 - width, arguments, c->about);
    }
    text_put(t, "\nGAME is the name of a game or the path of a YAML file. Results go to standard output, messages to\n"
                "standard error. `ferz list` names the games; try `ferz play GAME` with one of them.\n");
}

int options_error(const command *c, output *out, const char *hint, const char *format, ...)
{
    text message = {0};
    va_list args;
    va_start(args, format);
    text_vprint(&message, format, args);
    va_end(args);
    output_error(out, "%s", text_string(&message));
    text_clear(&message);
    if (hint) {
        text_print(&message, "  help: %s\n", hint);
    }
    if (c) {
        put_usage(&message, c);
        text_print(&message, "try: ferz %s --help\n", c->name);
    } else {
        text_put(&message, "usage: ferz COMMAND ...\ntry: ferz --help\n");
    }
    fputs(text_string(&message), stderr);
    text_finish(&message);
    return STATUS_USAGE;
}

/* The same with "did you mean" as its hint. */
static int error_unknown(const command *c, output *out, const char *what, const char *argument, const char *prefix,
                         const char *nearest)
{
    text hint = {0};
    if (nearest) {
        text_print(&hint, "did you mean %s%s?", prefix, nearest);
    }
    int status = options_error(c, out, nearest ? text_string(&hint) : NULL, "%s: %s%s", what, prefix, argument);
    text_finish(&hint);
    return status;
}

/* ---- parsing ---- */

typedef struct parser {
    options *o;
    output *out;
    const command *c;
    char **next;        /* words not yet read, ended by NULL */
    bool in_moves;      /* plain words belong to --moves */
    bool options_ended; /* after "--" */
} parser;

/* The options `name` stands for, or OPTION_COUNT; `length` ends at '='. */
static option_id find_option(uint64_t accepts, const char *name, size_t length)
{
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        const char *row = option_rows[i].name;
        if ((accepts & BIT(i)) && strlen(row) == length && memcmp(row, name, length) == 0) {
            return (option_id)i;
        }
    }
    return OPTION_COUNT;
}

static bool is_choice(const char *choices, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = choices; at; at = strchr(at, '|') ? strchr(at, '|') + 1 : NULL) {
        if (strncmp(at, word, length) == 0 && (at[length] == '|' || at[length] == '\0') && length) {
            return true;
        }
    }
    return false;
}

static int parse_value(parser *p, option_id id, char *value)
{
    options *o = p->o;
    const option_row *row = &option_rows[id];
    o->value[id] = value;
    switch (row->kind) {
    case KIND_NUMBER:
        if (!text_to_long(value, row->low, row->high, &o->number[id])) {
            return row->high == LONG_MAX
                       ? options_error(p->c, p->out, NULL, "--%s takes a number from %ld, not \"%s\"", row->name,
                                       row->low, value)
                       : options_error(p->c, p->out, NULL, "--%s takes a number from %ld to %ld, not \"%s\"", row->name,
                                       row->low, row->high, value);
        }
        break;
    case KIND_CHOICE:
        if (!is_choice(row->value, value)) {
            return options_error(p->c, p->out, NULL, "--%s takes one of %s, not \"%s\"", row->name, row->value, value);
        }
        break;
    case KIND_SETTING: {
        char *equals = strchr(value, '=');
        if (*value == '\0' || equals == value) {
            return options_error(p->c, p->out, NULL, "--%s takes NAME or NAME=VALUE, not \"%s\"", row->name, value);
        }
        if (equals) {
            *equals = '\0';
        }
        ferz_setting setting = {.name = value, .value = equals ? equals + 1 : NULL};
        if (id == OPTION_SET_FIRST) {
            o->first_settings[o->first_setting_count++] = setting;
        } else {
            o->settings[o->setting_count++] = setting;
        }
        break;
    }
    case KIND_FOLDER:
        if (*value == '\0') {
            return options_error(p->c, p->out, NULL, "--%s takes a folder, not \"\"", row->name);
        }
        o->rules[o->rules_count++] = value;
        break;
    case KIND_ENGINE:
        o->engines[o->engine_count++] = value;
        break;
    case KIND_VARIANT:
        o->variants[o->variant_count++] = value;
        break;
    case KIND_MOVES: /* --moves=M: the first of them */
        o->moves[o->move_count++] = value;
        break;
    case KIND_STRING:
    case KIND_SWITCH:
        break;
    }
    return STATUS_OK;
}

/* `given` follows the two dashes. */
static int parse_option(parser *p, char *argument)
{
    size_t length = strcspn(argument, "=");
    char *value = argument[length] == '=' ? argument + length + 1 : NULL;
    option_id id = find_option(p->c->accepts, argument, length);
    if (id == OPTION_COUNT) {
        argument[length] = '\0';
        if (find_option(~UINT64_C(0), argument, length) != OPTION_COUNT) {
            return options_error(p->c, p->out, NULL, "`ferz %s` takes no --%s", p->c->name, argument);
        }
        return error_unknown(p->c, p->out, "unknown option", argument, "--", text_nearest(argument, option_name, p->c));
    }
    const option_row *row = &option_rows[id];
    p->in_moves = row->kind == KIND_MOVES;
    if (row->kind == KIND_SWITCH && value) {
        return options_error(p->c, p->out, NULL, "--%s takes no value", row->name);
    }
    if (row->kind == KIND_SWITCH || (row->kind == KIND_MOVES && !value)) {
        p->o->value[id] = row->name;
        return STATUS_OK;
    }
    if (!value) {
        /* A value that begins with two dashes is far likelier the next option. */
        if (!*p->next || strncmp(*p->next, "--", 2) == 0) {
            return options_error(p->c, p->out, NULL, "--%s needs a value: --%s %s", row->name, row->name, row->value);
        }
        value = *p->next++;
    }
    return parse_value(p, id, value);
}

static int parse_argument(parser *p, char *argument)
{
    options *o = p->o;
    if (!p->options_ended && argument[0] == '-' && argument[1] != '\0') {
        if (strcmp(argument, "--") == 0) {
            p->options_ended = true;
            return STATUS_OK;
        }
        if (strcmp(argument, "-h") == 0) {
            o->value[OPTION_HELP] = argument;
            return STATUS_OK;
        }
        return argument[1] == '-' ? parse_option(p, argument + 2)
                                  : error_unknown(p->c, p->out, "unknown option", argument, "", NULL);
    }
    if (p->in_moves) {
        o->moves[o->move_count++] = argument;
        return STATUS_OK;
    }
    if (o->argument_count == p->c->max_arguments) {
        return options_error(p->c, p->out, o->value[OPTION_FEN] ? "a position with blanks needs quotes" : NULL,
                             "unexpected word \"%s\"", argument);
    }
    o->arguments[o->argument_count++] = argument;
    return STATUS_OK;
}

/* None of the options was given of which one is needed. */
static int error_missing(const parser *p)
{
    text message = {0};
    uint64_t left = p->c->needs;
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (left & BIT(i)) {
            left &= ~BIT(i);
            const char *prefix = left == 0 ? " or " : ", ";
            text_print(&message, "%s--%s", message.length ? prefix : "", option_rows[i].name);
        }
    }
    int status = options_error(p->c, p->out, NULL, "%s is missing", text_string(&message));
    text_finish(&message);
    return status;
}

/* What can only be said when all words were read. */
static int check_complete(const parser *p)
{
    const options *o = p->o;
    if (o->argument_count < p->c->min_arguments) {
        const char *hint = strstr(p->c->arguments, "GAME") ? "`ferz list` names the games" : NULL;
        return options_error(p->c, p->out, hint, "%s is missing", p->c->arguments);
    }
    if (o->value[OPTION_MOVES] && o->move_count == 0) {
        return options_error(p->c, p->out, NULL, "--moves needs moves, or `-` to read them from standard input");
    }
    bool found = p->c->needs == 0;
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        found = found || ((p->c->needs & BIT(i)) && o->value[i]);
    }
    return found ? STATUS_OK : error_missing(p);
}

static int parse_command(options *o, output *out, const command *c, int argc, char **argv)
{
    size_t room = (size_t)argc + 1;
    o->arguments = calloc(room, sizeof *o->arguments);
    o->moves = calloc(room, sizeof *o->moves);
    o->rules = calloc(room, sizeof *o->rules);
    o->engines = calloc(room, sizeof *o->engines);
    o->variants = calloc(room, sizeof *o->variants);
    o->settings = calloc(room, sizeof *o->settings);
    o->first_settings = calloc(room, sizeof *o->first_settings);
    if (!o->arguments || !o->moves || !o->rules || !o->engines || !o->variants || !o->settings || !o->first_settings) {
        output_error(out, "out of memory");
        return STATUS_SYSTEM_ERROR;
    }
    parser p = {.o = o, .out = out, .c = c, .next = argv};
    int status = STATUS_OK;
    while (status == STATUS_OK && *p.next) {
        char *word = *p.next++;
        status = parse_argument(&p, word);
    }
    if (status == STATUS_OK && o->value[OPTION_HELP]) {
        text help = {0};
        put_command_help(&help, c);
        output_text(out, &help);
        text_finish(&help);
        return STATUS_OK;
    }
    if (status == STATUS_OK) {
        status = check_complete(&p);
    }
    if (status == STATUS_OK) {
        o->command = c;
        output_init(out, o->value[OPTION_COLOR]);
    }
    return status;
}

static void print_help(output *out)
{
    text t = {0};
    put_help(&t);
    output_text(out, &t);
    text_finish(&t);
}

static void print_version(output *out)
{
    text t = {0};
    text_print(&t, "ferz %s\n", ferz_version());
    output_text(out, &t);
    text_finish(&t);
}

const command *options_command(size_t index)
{
    return index < COMMAND_COUNT ? &command_rows[index] : NULL;
}

const option_row *options_row(option_id id)
{
    return &option_rows[id];
}

/* What may stand in a command's place. */
static const struct {
    const char *name;
    void (*run)(output *out);
} globals[] = {{"--help", print_help}, {"-h", print_help}, {"--version", print_version}, {"-V", print_version}};

ferz_method options_method(const options *o)
{
    const char *name = o->value[OPTION_SEARCH];
    return !name || strcmp(name, "usual") == 0 ? FERZ_METHOD_AUTO
           : strcmp(name, "depth") == 0        ? FERZ_METHOD_ALPHABETA
                                               : FERZ_METHOD_MCTS;
}

bool options_russian(const options *o)
{
    const char *language = o->value[OPTION_LANGUAGE];
    return language && strcmp(language, "ru") == 0;
}

int options_parse(options *o, output *out, int argc, char **argv)
{
    *o = (options){0};
    if (argc < 2) {
        return options_error(NULL, out, "`ferz --help` names the commands", "a command is missing");
    }
    for (size_t i = 0; i < sizeof globals / sizeof globals[0]; i++) {
        if (strcmp(argv[1], globals[i].name) == 0) {
            if (argc > 2) {
                return options_error(NULL, out, NULL, "unexpected word \"%s\" after %s", argv[2], argv[1]);
            }
            globals[i].run(out);
            return STATUS_OK;
        }
    }
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(argv[1], command_rows[i].name) == 0) {
            return parse_command(o, out, &command_rows[i], argc - 2, argv + 2);
        }
    }
    return error_unknown(NULL, out, argv[1][0] == '-' ? "unknown option" : "unknown command", argv[1], "",
                         text_nearest(argv[1], command_name, NULL));
}

void options_finish(options *o)
{
    free(o->arguments);
    free(o->moves);
    free(o->rules);
    free(o->engines);
    free(o->variants);
    free(o->settings);
    free(o->first_settings);
    *o = (options){0};
}
