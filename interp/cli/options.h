/* Options: the parsed command line.
 *
 * One table of options and one of commands (options.c) are used by the parser, the usage lines, --help, the manual
 * page and the shell completions, so that they always agree. To add a command, add a row there and its function in
 * commands.h.
 */
#ifndef FERZ_CLI_OPTIONS_H
#define FERZ_CLI_OPTIONS_H

#include "cli/output.h"
#include "cli/status.h"

/* ORDER options.c */
typedef enum option_id {
    OPTION_SET,
    OPTION_SET_FIRST,
    OPTION_FEN,
    OPTION_MOVES,
    OPTION_PERFT_DEPTH, /* --depth of perft; the search has other limits and another help text */
    OPTION_DIVIDE,
    OPTION_TO_END,
    OPTION_STATS,
    OPTION_DEPTH,
    OPTION_NODES,
    OPTION_MOVETIME,
    OPTION_SEARCH,
    OPTION_THREADS,
    OPTION_SECONDS,
    OPTION_GAMES,
    OPTION_MAX_PLIES,
    OPTION_ENGINE, /* may be repeated */
    OPTION_TC,
    OPTION_OPENING_PLIES,
    OPTION_OPENINGS,
    OPTION_MARGIN,
    OPTION_CONCURRENCY,
    OPTION_PGN,
    OPTION_PGN_READ, /* of commands about a position: also --pgn */
    OPTION_PGN_GAME,
    OPTION_FOR,
    OPTION_SPRT,
    OPTION_AGAINST,
    OPTION_UNTIL,
    OPTION_SHARD,
    OPTION_MERGE,
    OPTION_STRONGEST,   /* --nodes of playtest */
    OPTION_GAMES_EACH,  /* --games of playtest */
    OPTION_GAME_NUMBER, /* --game of playtest */
    OPTION_OUTPUT,
    OPTION_OUTPUT_DIR, /* --output of import */
    OPTION_VARIANT,    /* may be repeated */
    OPTION_NO_TUNING,
    OPTION_NO_NETWORK,
    OPTION_WEIGHTS,
    OPTION_GENERATIONS,
    OPTION_NEAREST,
    OPTION_FRESH,
    OPTION_FROM,
    OPTION_BOARD,
    OPTION_PIECES,
    OPTION_SCRIPT,
    OPTION_DIR,
    OPTION_FORCE,
    OPTION_AS,
    OPTION_LEVEL,
    OPTION_ASCII,
    OPTION_CHARACTERS,
    OPTION_HOOKS,
    OPTION_LANGUAGE,
    OPTION_FORMAT,   /* of explain */
    OPTION_RELATIVE, /* likewise */
    OPTION_PIECE,
    OPTION_PLAYER,
    OPTION_SQUARE,
    OPTION_FLIP,
    OPTION_HIGHLIGHT,
    OPTION_CELL_SIZE,
    OPTION_NO_COORDINATES,
    OPTION_PNG,
    OPTION_TEXT,
    OPTION_STATUS,
    OPTION_FLAG,
    OPTION_CODES,
    OPTION_SEED,
    OPTION_RECORD,
    OPTION_TITLE,
    OPTION_WRITE,
    OPTION_MUTATE,
    OPTION_LIMIT,
    OPTION_ALL,          /* of `test` */
    OPTION_ALL_VARIANTS, /* of `list`: also --all */
    OPTION_RULES,
    OPTION_JSON,
    OPTION_PORT,
    OPTION_STDIO,
    /* of every command: they are not in `accepts` */
    OPTION_BUDGET,
    OPTION_COLOR,
    OPTION_HELP,
    OPTION_COUNT
} option_id;

typedef enum option_kind {
    KIND_SWITCH,
    KIND_STRING,
    KIND_CHOICE,
    KIND_NUMBER,
    KIND_SETTING,
    KIND_FOLDER,
    KIND_ENGINE,
    KIND_VARIANT,
    KIND_MOVES
} option_kind;

typedef struct option_row {
    const char *name;
    const char *value; /* placeholder in the help, NULL for a switch; a choice lists its words here */
    option_kind kind;
    long low, high; /* of a number */
    const char *about;
} option_row;

typedef struct options options;

typedef struct command {
    const char *name;
    const char *arguments;               /* as in the usage line: "GAME MOVE" */
    size_t min_arguments, max_arguments; /* number of plain arguments; the parser checks these limits */
    const char *about;                   /* one line */
    const unsigned char *accepts;        /* option_id, less those of every command; ended by OPTION_COUNT */
    const unsigned char *needs;          /* at least one of these must be given; none where it is empty */
    int (*run)(const options *o, output *out);
} command;

/* Strings are borrowed from argv; the arrays are owned. */
struct options {
    const command
        *command; /* NULL when there is nothing left to do: help or version was printed, or an error reported */
    const char **arguments; /* plain arguments after the command */
    size_t argument_count;
    const char **moves; /* arguments of --moves; "-" is not read yet */
    size_t move_count;
    const char **rules; /* ended by NULL */
    size_t rules_count;
    const char **engines;
    size_t engine_count;
    const char **variants; /* ended by NULL */
    size_t variant_count;
    ferz_setting *settings;
    size_t setting_count;
    ferz_setting *first_settings; /* of --set-first */
    size_t first_setting_count;
    const char *value[OPTION_COUNT]; /* NULL when not given; a switch has its own name; the last one wins */
    long number[OPTION_COUNT];       /* of options that take a number; 0 when not given */
};

/* Returns STATUS_OK and sets o->command, or returns the exit status with o->command NULL. Needs options_finish in
 * both cases. Splits NAME=VALUE of --set in place: argv must be writable, as in main. */
int options_parse(options *o, output *out, int argc, char **argv);
void options_finish(options *o);

/* Whether the command has that option. */
bool options_accepts(const command *c, size_t id);
/* The tables, for the manual page and the completions. NULL after the last command. */
const command *options_command(size_t index);
const option_row *options_row(option_id id);
/* The paragraphs and examples of a command in help.txt: `length` bytes, each line ended; 0 for none. */
const char *options_details(const command *c, size_t *length);
/* Hidden commands are not listed by `ferz --help`: they are for packages and shells. */
bool options_hidden(const command *c);

/* The method that --search names. */
ferz_method options_method(const options *o);
ferz_language options_language(const options *o);

/* Reports an error of the command line with a usage line; returns STATUS_USAGE. `hint` may be NULL. */
int options_error(const command *c, output *out, const char *hint, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 4, 5)))
#endif
    ;

#endif
