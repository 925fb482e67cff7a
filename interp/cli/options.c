#include "cli/options.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"

/* ---- the tables ---- */

/* ORDER option_id. Upper limits only catch typing errors: a day of search time, a depth that no search reaches. */
static const option_row option_rows[] = {
    [OPTION_SET] = {"set", "NAME[=VALUE]", KIND_SETTING, 0, 0, "turn on an option of the game; may be repeated"},
    [OPTION_SET_FIRST] = {"set-first", "NAME[=VALUE]", KIND_SETTING, 0, 0,
                          "the same for the first game; may be repeated"},
    [OPTION_FEN] = {"fen", "F", KIND_STRING, 0, 0, "start from this position instead of the game's own"},
    [OPTION_MOVES] = {"moves", "M...", KIND_MOVES, 0, 0, "play these moves first; `-` reads them from standard input"},
    [OPTION_PERFT_DEPTH] = {"depth", "N", KIND_NUMBER, 0, 100, "count the positions after N plies"},
    [OPTION_DIVIDE] = {"divide", NULL, KIND_SWITCH, 0, 0, "print a line for each first move: move, tab, count"},
    [OPTION_TO_END] = {"to-end", NULL, KIND_SWITCH, 0, 0,
                       "follow no position where the game is over, by whatever ending; slower"},
    [OPTION_STATS] = {"stats", NULL, KIND_SWITCH, 0, 0,
                      "print nodes per second (perft), or how legal moves are generated (check)"},
    [OPTION_DEPTH] = {"depth", "N", KIND_NUMBER, 1, 1000, "search N plies deep"},
    [OPTION_NODES] = {"nodes", "N", KIND_NUMBER, 1, LONG_MAX, "search N nodes"},
    [OPTION_MOVETIME] = {"movetime", "MS", KIND_NUMBER, 1, 86400000, "search for MS milliseconds"},
    [OPTION_SEARCH] = {"search", "auto|alphabeta|mcts", KIND_CHOICE, 0, 0,
                       "alpha-beta or Monte-Carlo tree search; auto: the better one for the game"},
    [OPTION_THREADS] = {"threads", "N", KIND_NUMBER, 1, 256, "search with N threads (1)"},
    [OPTION_SECONDS] = {"seconds", "N", KIND_NUMBER, 1, 86400, "play for N seconds; the last game is finished"},
    [OPTION_GAMES] = {"games", "N", KIND_NUMBER, 1, LONG_MAX, "play N games"},
    [OPTION_MAX_PLIES] = {"max-plies", "N", KIND_NUMBER, 1, 1000000, "cut a game short after N plies (5000)"},
    [OPTION_ENGINE] = {"engine", "SPEC", KIND_ENGINE, 0, 0,
                       "a player, such as 'cmd=stockfish nodes=1000'; may be repeated"},
    [OPTION_TC] = {"tc", "S[+I]", KIND_STRING, 0, 0,
                   "a clock of S seconds for the game, and I seconds more for each move"},
    [OPTION_OPENING_PLIES] = {"plies", "N", KIND_NUMBER, 0, 1000,
                              "start with N random plies (6, in a play-test 2; 0 with --openings)"},
    [OPTION_OPENINGS] = {"openings", "FILE", KIND_STRING, 0, 0,
                         "start from the positions in FILE, one FEN or EPD a line"},
    [OPTION_MARGIN] = {"margin", "MS", KIND_NUMBER, 0, 86400000,
                       "allow MS milliseconds more before a loss on time (200)"},
    [OPTION_CONCURRENCY] = {"concurrency", "N", KIND_NUMBER, 1, 1024,
                            "play N games at a time (as many as there are processors)"},
    [OPTION_PGN] = {"pgn", "FILE", KIND_STRING, 0, 0, "append each finished game to FILE"},
    [OPTION_PGN_READ] = {"pgn", "FILE", KIND_STRING, 0, 0, "play the moves of a game of FILE (PGN) first"},
    [OPTION_PGN_GAME] = {"game", "N", KIND_NUMBER, 1, LONG_MAX, "game N of the PGN file (1)"},
    [OPTION_FOR] = {"for", "fairy-stockfish", KIND_CHOICE, 0, 0, "write it as that program reads it"},
    [OPTION_SPRT] = {"sprt", "elo0=A,elo1=B", KIND_STRING, 0, 0,
                     "stop when one hypothesis is accepted; also alpha=P,beta=P (0.05)"},
    [OPTION_AGAINST] = {"against", "GAME", KIND_STRING, 0, 0, "play this game too, and print the differences"},
    [OPTION_UNTIL] = {"until", NULL, KIND_SWITCH, 0, 0,
                      "stop when the question is answered: is it fair, or do the two games differ in that?"},
    [OPTION_SHARD] = {"shard", "K/N", KIND_STRING, 0, 0, "play part K of N, and add its games to the --output file"},
    [OPTION_MERGE] = {"merge", NULL, KIND_SWITCH, 0, 0, "play nothing: the report of the games in these files"},
    [OPTION_STRONGEST] = {"nodes", "N", KIND_NUMBER, 1, LONG_MAX,
                          "search N nodes a move at the greatest strength (1600)"},
    [OPTION_GAMES_EACH] = {"games", "N", KIND_NUMBER, 1, 100000000,
                           "play N games of each strength, and of each against the one below it (200)"},
    [OPTION_GAME_NUMBER] = {"game", "N", KIND_NUMBER, 0, LONG_MAX, "print game N of the play-test alone"},
    [OPTION_OUTPUT] = {"output", "FILE", KIND_STRING, 0, 0, "write to this file"},
    [OPTION_OUTPUT_DIR] = {"output", "DIR", KIND_STRING, 0, 0, "write NAME.yaml into this folder"},
    [OPTION_VARIANT] = {"variant", "NAME", KIND_VARIANT, 0, 0, "only this section; may be repeated"},
    [OPTION_NO_TUNING] = {"no-tuning", NULL, KIND_SWITCH, 0, 0, "ignore what was learned: tuning file and network"},
    [OPTION_NO_NETWORK] = {"no-network", NULL, KIND_SWITCH, 0, 0, "ignore the network beside the rules"},
    [OPTION_WEIGHTS] = {"weights", NULL, KIND_SWITCH, 0, 0, "learn the weights of the formulas, not a network"},
    [OPTION_GENERATIONS] = {"generations", "N", KIND_NUMBER, 1, 1000,
                            "play, train and test N times (1; 2 from 20 minutes, 3 from 90)"},
    [OPTION_NEAREST] = {"nearest", NULL, KIND_SWITCH, 0, 0, "begin with the network of the game that this one extends"},
    [OPTION_FRESH] = {"fresh", NULL, KIND_SWITCH, 0, 0, "do not go on where learning was stopped"},
    [OPTION_FROM] = {"from", "GAME", KIND_STRING, 0, 0, "extend the rules of this game"},
    [OPTION_BOARD] = {"board", "WxH", KIND_STRING, 0, 0, "files x ranks of a new board (8x8)"},
    [OPTION_PIECES] = {"pieces", "NAME,...", KIND_STRING, 0, 0,
                       "pieces: known ones by name, others as NAME=BETZA (king,queen,rook,bishop,knight,pawn)"},
    [OPTION_SCRIPT] = {"script", NULL, KIND_SWITCH, 0, 0, "also write a Lua script, and files for editors"},
    [OPTION_DIR] = {"dir", "DIR", KIND_STRING, 0, 0, "write into this folder"},
    [OPTION_FORCE] = {"force", NULL, KIND_SWITCH, 0, 0, "replace existing files"},
    [OPTION_AS] = {"as", "PLAYER,...", KIND_STRING, 0, 0,
                   "players that people play: names, `all` (or `both`), or `none`; by default the first player"},
    [OPTION_LEVEL] = {"level", "N", KIND_NUMBER, 1, 10, "how well ferz plays, 1 to 10 (4)"},
    [OPTION_ASCII] = {"ascii", NULL, KIND_SWITCH, 0, 0, "show pieces as letters, never as Unicode figures"},
    [OPTION_CHARACTERS] = {"characters", NULL, KIND_SWITCH, 0, 0,
                           "show pieces by their traditional characters, where the rules name them"},
    [OPTION_HOOKS] =
        {"hooks", NULL, KIND_SWITCH, 0, 0,
         "print each script hook that runs during play, how often it is asked and how often the script is called"},
    [OPTION_LANGUAGE] = {"lang", "en|ru", KIND_CHOICE, 0, 0, "in English (en) or in Russian (ru)"},
    [OPTION_FORMAT] = {"format", "text|markdown|html", KIND_CHOICE, 0, 0,
                       "plain text, Markdown, or one HTML page that fetches nothing"},
    [OPTION_RELATIVE] = {"relative", NULL, KIND_SWITCH, 0, 0,
                         "say first how the game differs from the one that its file extends"},
    [OPTION_PIECE] = {"piece", "NAME", KIND_STRING, 0, 0, "draw the moves of this piece, by its name or its letter"},
    [OPTION_PLAYER] = {"player", "PLAYER", KIND_STRING, 0, 0, "the owner of the piece (the first player)"},
    [OPTION_SQUARE] = {"square", "CELL", KIND_STRING, 0, 0, "the cell of the piece (the one with the most moves)"},
    [OPTION_FLIP] = {"flip", "PLAYER", KIND_STRING, 0, 0, "draw the board from this player's side"},
    [OPTION_HIGHLIGHT] = {"highlight", "CELLS", KIND_STRING, 0, 0,
                          "mark these cells with rings, separated by commas: e4,d5"},
    [OPTION_CELL_SIZE] = {"size", "PIXELS", KIND_NUMBER, 8, 400, "width of a cell (48)"},
    [OPTION_NO_COORDINATES] = {"no-coordinates", NULL, KIND_SWITCH, 0, 0, "leave out the names of ranks and files"},
    [OPTION_PNG] = {"png", NULL, KIND_SWITCH, 0, 0, "make a PNG, whatever the name of the --output file"},
    [OPTION_TEXT] = {"text", NULL, KIND_SWITCH, 0, 0, "draw the moves of a piece as text"},
    [OPTION_FLAG] = {"flag", "PLAYER", KIND_STRING, 0, 0, "say who has what when this player's time has run out"},
    [OPTION_STATUS] = {"status", NULL, KIND_SWITCH, 0, 0, "explain why the game is over or not, instead of a move"},
    [OPTION_CODES] = {"codes", NULL, KIND_SWITCH, 0, 0, "print a line for each message code"},
    [OPTION_SEED] = {"seed", "S", KIND_NUMBER, 0, LONG_MAX, "seed of all random choices"},
    [OPTION_RECORD] = {"record", NULL, KIND_SWITCH, 0, 0, "make an example of the position and print it"},
    [OPTION_TITLE] = {"title", "TEXT", KIND_STRING, 0, 0, "what the recorded example shows"},
    [OPTION_WRITE] = {"write", NULL, KIND_SWITCH, 0, 0, "add the recorded example to GAME.test.yaml"},
    [OPTION_MUTATE] = {"mutate", NULL, KIND_SWITCH, 0, 0,
                       "change one rule at a time; print the changes that no example notices"},
    [OPTION_LIMIT] = {"limit", "N", KIND_NUMBER, 1, 1000000, "try N of the changes, chosen by --seed"},
    [OPTION_ALL] = {"all", NULL, KIND_SWITCH, 0, 0, "print every change, also those that an example notices"},
    [OPTION_ALL_VARIANTS] = {"all", NULL, KIND_SWITCH, 0, 0, "list Fairy-Stockfish's variants too"},
    [OPTION_RULES] = {"rules", "DIR", KIND_FOLDER, 0, 0,
                      "search for games in this folder, or file of variants NAME.ini, first; may be repeated"},
    [OPTION_JSON] = {"json", NULL, KIND_SWITCH, 0, 0, "print one JSON document"},
    [OPTION_PORT] = {"port", "N", KIND_NUMBER, 1, 65535, "listen on this port (8737, or another where that is taken)"},
    [OPTION_STDIO] = {"stdio", NULL, KIND_SWITCH, 0, 0, "as without it: editors say so that no other way is meant"},
    [OPTION_BUDGET] = {"budget", "SECONDS", KIND_NUMBER, 0, 86400,
                       "let each operation take so much time of the processor (loading 10; 0: no limit)"},
    [OPTION_COLOR] = {"color", "auto|always|never", KIND_CHOICE, 0, 0,
                      "use colours; auto: on a terminal, without NO_COLOR"},
    [OPTION_HELP] = {"help", NULL, KIND_SWITCH, 0, 0, "print this help"},
};
_Static_assert(sizeof option_rows / sizeof option_rows[0] == OPTION_COUNT, "an option without a row");
/* Lists of option_id, ended by OPTION_COUNT. */
#define OPTIONS(...)                                                                                                   \
    (const unsigned char[])                                                                                            \
    {                                                                                                                  \
        __VA_ARGS__, OPTION_COUNT                                                                                      \
    }
#define NO_OPTIONS                                                                                                     \
    (const unsigned char[])                                                                                            \
    {                                                                                                                  \
        OPTION_COUNT                                                                                                   \
    }
#define COMMON_OPTIONS OPTION_RULES
#define VARIANT_OPTIONS COMMON_OPTIONS, OPTION_SET, OPTION_SEED
#define POSITION_OPTIONS VARIANT_OPTIONS, OPTION_FEN, OPTION_MOVES, OPTION_LANGUAGE, OPTION_JSON
#define PGN_OPTIONS OPTION_PGN_READ, OPTION_PGN_GAME
#define LIMIT_OPTIONS OPTION_DEPTH, OPTION_NODES, OPTION_MOVETIME
_Static_assert(OPTION_COUNT <= UCHAR_MAX, "an option_id no longer fits into a list of options");

static const command command_rows[] = {
    {"list", "", 0, 0, "list the games that can be found: name, title, properties",
     OPTIONS(COMMON_OPTIONS, OPTION_ALL_VARIANTS, OPTION_JSON), NO_OPTIONS, command_list},
    {"new", "[NAME]", 0, 1, "write the first files of a new game",
     OPTIONS(COMMON_OPTIONS, OPTION_FROM, OPTION_BOARD, OPTION_PIECES, OPTION_SCRIPT, OPTION_DIR, OPTION_FORCE),
     NO_OPTIONS, command_new},
    {"schema", "[rules|examples|tuning|markdown|reasons|lua|luarc|luacheck]", 0, 1,
     "print the schema of the rule language", OPTIONS(COMMON_OPTIONS), NO_OPTIONS, command_schema},
    {"man", "", 0, 0, "print the manual page ferz(1)", OPTIONS(COMMON_OPTIONS), NO_OPTIONS, command_man},
    {"completion", "bash|zsh|fish", 1, 2, "print a completion script for this shell", OPTIONS(COMMON_OPTIONS),
     NO_OPTIONS, command_completion},
    {"check", "GAME", 1, 1, "find mistakes in a game's rules",
     OPTIONS(VARIANT_OPTIONS, OPTION_LANGUAGE, OPTION_JSON, OPTION_HOOKS, OPTION_STATS), NO_OPTIONS, command_check},
    {"show", "GAME", 1, 1, "show the board", OPTIONS(POSITION_OPTIONS, PGN_OPTIONS, OPTION_CHARACTERS), NO_OPTIONS,
     command_show},
    {"fen", "GAME", 1, 1, "print the position as FEN", OPTIONS(POSITION_OPTIONS, PGN_OPTIONS, OPTION_FOR), NO_OPTIONS,
     command_fen},
    {"moves", "GAME", 1, 1, "list the legal moves, sorted", OPTIONS(POSITION_OPTIONS, PGN_OPTIONS), NO_OPTIONS,
     command_moves},
    {"why", "GAME MOVE", 1, 2, "explain why a move is legal or not, or (--status) why the game is over or not",
     OPTIONS(POSITION_OPTIONS, PGN_OPTIONS, OPTION_STATUS), NO_OPTIONS, command_why},
    {"status", "GAME", 1, 1, "print whether the game is over and who won",
     OPTIONS(POSITION_OPTIONS, PGN_OPTIONS, OPTION_FLAG), NO_OPTIONS, command_status},
    {"diagram", "GAME", 1, 1, "draw the board, or the moves of a piece, as SVG or PNG",
     OPTIONS(VARIANT_OPTIONS, OPTION_FEN, OPTION_MOVES, OPTION_PIECE, OPTION_PLAYER, OPTION_SQUARE, OPTION_FLIP,
             OPTION_HIGHLIGHT, OPTION_CELL_SIZE, OPTION_NO_COORDINATES, OPTION_PNG, OPTION_TEXT, OPTION_LANGUAGE,
             OPTION_CHARACTERS, OPTION_OUTPUT, OPTION_FORCE),
     NO_OPTIONS, command_diagram},
    {"explain", "GAME|CODE", 0, 1, "print the rules of a game in words, or the meaning of a message code",
     OPTIONS(VARIANT_OPTIONS, OPTION_LANGUAGE, OPTION_FORMAT, OPTION_RELATIVE, OPTION_CODES, OPTION_CHARACTERS,
             OPTION_JSON),
     NO_OPTIONS, command_explain},
    {"perft", "GAME", 1, 1, "count the leaf nodes after some plies",
     OPTIONS(POSITION_OPTIONS, PGN_OPTIONS, OPTION_PERFT_DEPTH, OPTION_DIVIDE, OPTION_TO_END, OPTION_STATS),
     OPTIONS(OPTION_PERFT_DEPTH), command_perft},
    {"best", "GAME", 1, 1, "find the best move",
     OPTIONS(POSITION_OPTIONS, PGN_OPTIONS, LIMIT_OPTIONS, OPTION_SEARCH, OPTION_THREADS, OPTION_NO_TUNING,
             OPTION_NO_NETWORK),
     OPTIONS(LIMIT_OPTIONS), command_best},
    {"playouts", "GAME", 1, 1, "play random games",
     OPTIONS(POSITION_OPTIONS, OPTION_SECONDS, OPTION_GAMES, OPTION_MAX_PLIES), OPTIONS(OPTION_SECONDS, OPTION_GAMES),
     command_playouts},
    {"tune", "GAME [FILE...]", 1, 1000000, "learn to play a game better",
     OPTIONS(VARIANT_OPTIONS, OPTION_GAMES, OPTION_SECONDS, OPTION_NODES, OPTION_THREADS, OPTION_OUTPUT, OPTION_FORCE,
             OPTION_NO_TUNING, OPTION_NO_NETWORK, OPTION_WEIGHTS, OPTION_GENERATIONS, OPTION_NEAREST, OPTION_FRESH),
     NO_OPTIONS, command_tune},
    {"play", "GAME", 1, 1, "play against ferz in the terminal",
     OPTIONS(VARIANT_OPTIONS, OPTION_FEN, PGN_OPTIONS, OPTION_AS, OPTION_LEVEL, OPTION_SEARCH, OPTION_ASCII,
             OPTION_CHARACTERS, OPTION_NO_TUNING, OPTION_NO_NETWORK),
     NO_OPTIONS, command_play},
    {"match", "GAME [FILE...]", 1, 1000000, "play engines against each other and estimate their strength",
     OPTIONS(VARIANT_OPTIONS, OPTION_JSON, LIMIT_OPTIONS, OPTION_GAMES, OPTION_MAX_PLIES, OPTION_ENGINE, OPTION_TC,
             OPTION_OPENING_PLIES, OPTION_OPENINGS, OPTION_MARGIN, OPTION_CONCURRENCY, OPTION_PGN, OPTION_SPRT,
             OPTION_SHARD, OPTION_MERGE, OPTION_OUTPUT),
     OPTIONS(OPTION_GAMES), command_match},
    {"playtest", "GAME [FILE...]", 1, 1000000,
     "play games between equals, and say whether the game is fair, long, dull, used in full",
     OPTIONS(VARIANT_OPTIONS, OPTION_SET_FIRST, OPTION_AGAINST, OPTION_GAMES_EACH, OPTION_STRONGEST,
             OPTION_OPENING_PLIES, OPTION_MAX_PLIES, OPTION_SECONDS, OPTION_UNTIL, OPTION_CONCURRENCY,
             OPTION_GAME_NUMBER, OPTION_SHARD, OPTION_MERGE, OPTION_OUTPUT, OPTION_FORCE, OPTION_JSON, OPTION_LANGUAGE,
             OPTION_NO_TUNING, OPTION_NO_NETWORK),
     NO_OPTIONS, command_playtest},
    {"diff", "GAME [GAME]", 1, 2, "print the differences between two games, in rules and in play",
     OPTIONS(VARIANT_OPTIONS, OPTION_FEN, OPTION_SET_FIRST, OPTION_LANGUAGE, OPTION_JSON, OPTION_PERFT_DEPTH,
             OPTION_GAMES),
     NO_OPTIONS, command_diff},
    {"watch", "GAME", 1, 1, "check the rules again when they are saved, and print what has changed",
     OPTIONS(VARIANT_OPTIONS, OPTION_FEN, OPTION_MOVES, OPTION_LANGUAGE), NO_OPTIONS, command_watch},
    {"serve", "[FILE|FOLDER]", 0, 1, "serve the workbench: a board, an editor and more, for a browser on this machine",
     OPTIONS(COMMON_OPTIONS, OPTION_PORT), NO_OPTIONS, command_serve},
    {"lsp", "", 0, 0, "be a language server for editors, on standard input and output",
     OPTIONS(COMMON_OPTIONS, OPTION_STDIO), NO_OPTIONS, command_lsp},
    {"publish", "GAME", 1, 1, "write a game as one page on which it can be read and played, in any browser",
     OPTIONS(COMMON_OPTIONS, OPTION_SET, OPTION_FEN, OPTION_LANGUAGE, OPTION_OUTPUT, OPTION_FORCE), NO_OPTIONS,
     command_publish},
    {"uci", "[GAME]", 0, 1, "speak UCI on standard input and output", OPTIONS(VARIANT_OPTIONS, OPTION_THREADS),
     NO_OPTIONS, command_uci},
    {"usi", "[GAME]", 0, 1, "speak USI on standard input and output", OPTIONS(VARIANT_OPTIONS, OPTION_THREADS),
     NO_OPTIONS, command_usi},
    {"xboard", "[GAME]", 0, 1, "speak XBoard's protocol on standard input and output",
     OPTIONS(VARIANT_OPTIONS, OPTION_THREADS), NO_OPTIONS, command_xboard},
    {"bench", "[GAME...]", 0, INT_MAX, "measure a fixed amount of work; without GAME in all games",
     OPTIONS(COMMON_OPTIONS, OPTION_JSON), NO_OPTIONS, command_bench},
    {"import", "FILE.ini", 1, 1, "read games written for Fairy-Stockfish (its variants.ini)",
     OPTIONS(OPTION_OUTPUT_DIR, OPTION_FORCE, OPTION_VARIANT, OPTION_JSON), NO_OPTIONS, command_import},
    {"export", "GAME", 1, 1, "write a game as a section for Fairy-Stockfish",
     OPTIONS(VARIANT_OPTIONS, OPTION_OUTPUT, OPTION_FORCE), NO_OPTIONS, command_export},
    {"test", "[GAME|FOLDER...]", 0, INT_MAX,
     "run the examples of games; without GAME those of the rule files here, or of all games",
     OPTIONS(POSITION_OPTIONS, OPTION_RECORD, OPTION_TITLE, OPTION_WRITE, OPTION_MUTATE, OPTION_LIMIT, OPTION_ALL),
     NO_OPTIONS, command_test},
};
enum { COMMAND_COUNT = sizeof command_rows / sizeof command_rows[0] };

/* cli/help.txt, embedded by the build. */
extern const char text_cli_help[];

const char *options_details(const command *c, size_t *length)
{
    size_t name = strlen(c->name);
    for (const char *at = text_cli_help; (at = strstr(at, "= ")) != NULL; at += 2) {
        bool is_heading = at == text_cli_help || at[-1] == '\n';
        if (is_heading && strncmp(at + 2, c->name, name) == 0 && at[2 + name] == '\n') {
            const char *details = at + 2 + name + 1, *end = strstr(details, "\n= ");
            *length = end ? (size_t)(end + 1 - details) : strlen(details);
            return details;
        }
    }
    *length = 0;
    return "";
}

bool options_hidden(const command *c)
{
    return c->run == command_man || c->run == command_completion;
}

/* ---- help ---- */

static const char *command_name(const void *state, size_t index)
{
    (void)state;
    return index < COMMAND_COUNT ? command_rows[index].name : NULL;
}

/* The options of a command, counted without gaps. */
static const char *option_name(const void *state, size_t index)
{
    const command *c = state;
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (options_accepts(c, i) && index-- == 0) {
            return option_rows[i].name;
        }
    }
    return NULL;
}

static void put_option(text *t, const option_row *row)
{
    text_print(t, row->value ? "--%s %s" : "--%s", row->name, row->value);
}

static bool lists(const unsigned char *list, size_t id)
{
    while (*list != OPTION_COUNT && *list != id) {
        list++;
    }
    return *list == id;
}

bool options_accepts(const command *c, size_t id)
{
    return id >= OPTION_BUDGET || lists(c->accepts, id);
}

static bool needs(const command *c, size_t id)
{
    return id < OPTION_BUDGET && lists(c->needs, id);
}

/* Adds a piece of text and breaks the line before column 100. `*column` is the current column. */
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
    bool several = c->needs[0] != OPTION_COUNT && c->needs[1] != OPTION_COUNT;
    for (const unsigned char *id = c->needs; *id != OPTION_COUNT; id++) {
        text_clear(&piece);
        text_put(&piece, several && id == c->needs ? "(" : "");
        put_option(&piece, &option_rows[*id]);
        text_put(&piece, id[1] != OPTION_COUNT ? " |" : several ? ")" : "");
        put_wrapped(t, text_string(&piece), indent, &column);
    }
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (options_accepts(c, i) && !needs(c, i) && i != OPTION_HELP) {
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
    size_t length;
    const char *details = options_details(c, &length);
    if (length) {
        text_char(t, '\n');
        text_add(t, details, length);
    }
    text_put(t, "\nOptions:\n");
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (options_accepts(c, i)) {
            text_clear(&name);
            put_option(&name, &option_rows[i]);
            bool fits = name.length <= 22;
            text_print(t, fits ? "  %-22s  %s\n" : "  %s\n                          %s\n", text_string(&name),
                       option_rows[i].about);
        }
    }
    text_put(t, "\nExit status: 0 ok; 1 the answer is no; 2 wrong command line; 3 a file or the system failed;\n"
                "4 a script or an operation exceeded its budget.\n");
    if (c->run == command_tune) {
        text_put(t, "5 no better weights were found, nothing is written.\n");
    }
    t->failed = t->failed || name.failed;
    text_finish(&name);
}

static void put_help(text *t)
{
    text_put(t, "ferz: plays chess variants that rule files describe\n\n"
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

/* The same with "did you mean" as the hint. */
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
    char **next;        /* arguments not yet read, ended by NULL */
    bool in_moves;      /* plain arguments belong to --moves */
    bool options_ended; /* after "--" */
} parser;

/* The option of that name that the command has (NULL: any has), or OPTION_COUNT; `length` ends at '='. */
static option_id find_option(const command *c, const char *name, size_t length)
{
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        const char *row = option_rows[i].name;
        if ((!c || options_accepts(c, i)) && strlen(row) == length && memcmp(row, name, length) == 0) {
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
        if (access(value, R_OK) != 0) { /* the game may be found elsewhere */
            output_error(p->out, "--%s: cannot read %s: %s", row->name, value, strerror(errno));
        }
        o->rules[o->rules_count++] = value;
        break;
    case KIND_ENGINE:
        o->engines[o->engine_count++] = value;
        break;
    case KIND_VARIANT:
        o->variants[o->variant_count++] = value;
        break;
    case KIND_MOVES: /* --moves=M: the first move */
        o->moves[o->move_count++] = value;
        break;
    case KIND_STRING:
    case KIND_SWITCH:
        break;
    }
    return STATUS_OK;
}

/* `argument` is the text after the two dashes. */
static int parse_option(parser *p, char *argument)
{
    size_t length = strcspn(argument, "=");
    char *value = argument[length] == '=' ? argument + length + 1 : NULL;
    option_id id = find_option(p->c, argument, length);
    if (id == OPTION_COUNT) {
        argument[length] = '\0';
        if (find_option(NULL, argument, length) != OPTION_COUNT) {
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
        /* A value that begins with two dashes is probably the next option. */
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
        return options_error(p->c, p->out, o->value[OPTION_FEN] ? "a FEN contains blanks and needs quotes" : NULL,
                             "unexpected argument \"%s\"", argument);
    }
    o->arguments[o->argument_count++] = argument;
    return STATUS_OK;
}

/* Reports that none of the options in `needs` was given. */
static int error_missing(const parser *p)
{
    text message = {0};
    for (const unsigned char *id = p->c->needs; *id != OPTION_COUNT; id++) {
        const char *prefix = id == p->c->needs ? "" : id[1] == OPTION_COUNT ? " or " : ", ";
        text_print(&message, "%s--%s", prefix, option_rows[*id].name);
    }
    int status = options_error(p->c, p->out, NULL, "%s is missing", text_string(&message));
    text_finish(&message);
    return status;
}

/* Checks that need all arguments. */
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
    bool found = p->c->needs[0] == OPTION_COUNT;
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        found = found || (needs(p->c, i) && o->value[i]);
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
        return output_out_of_memory(out);
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

/* Accepted in place of a command. */
static const struct {
    const char *name;
    void (*run)(output *out);
} globals[] = {{"--help", print_help}, {"-h", print_help}, {"--version", print_version}, {"-V", print_version}};

ferz_method options_method(const options *o)
{
    const char *name = o->value[OPTION_SEARCH];
    return !name || strcmp(name, "auto") == 0 ? FERZ_METHOD_AUTO
           : strcmp(name, "alphabeta") == 0   ? FERZ_METHOD_ALPHABETA
                                              : FERZ_METHOD_MCTS;
}

ferz_language options_language(const options *o)
{
    const char *language = o->value[OPTION_LANGUAGE];
    return language && strcmp(language, "ru") == 0 ? FERZ_RUSSIAN : FERZ_ENGLISH;
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
                return options_error(NULL, out, NULL, "unexpected argument \"%s\" after %s", argv[2], argv[1]);
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
