/* Options: the parsed command line.
 *
 * commands.txt describes all commands and options. The build makes the tables below of it, and the parser, the usage
 * lines, --help, the manual page and the shell completions are made from these, so that they always agree. To add a
 * command, describe it there and declare its function in commands.h.
 */
#ifndef FERZ_CLI_OPTIONS_H
#define FERZ_CLI_OPTIONS_H

#include "cli/option_ids.h" /* made by the build: OPTION_NAME for each option */
#include "cli/output.h"
#include "cli/status.h"

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
    bool hidden;                         /* `ferz --help` does not list it: it is for packages and shells */
    const unsigned char *accepts;        /* option_id, ended by OPTION_COUNT */
    const unsigned char *needs;          /* at least one of these must be given; none where it is empty */
    int (*run)(const options *o, output *out);
} command;

/* What is said of the whole program, without full stops. */
typedef struct command_words {
    const char *program; /* what it is for */
    const char *game;    /* what GAME is */
    const char *output;  /* where results and messages go */
} command_words;

/* A number with which the program ends; the last row has no words. */
typedef struct exit_status_row {
    int status;
    const char *command; /* of this one alone; NULL: of every command */
    const char *says;    /* what is behind a colon is for the manual page alone */
} exit_status_row;

extern const option_row cli_options[]; /* by option_id */
extern const command cli_commands[];
extern const size_t cli_command_count;
extern const unsigned char *const cli_common_options; /* explained once in the manual page; ended by OPTION_COUNT */
extern const command_words cli_words;
extern const exit_status_row cli_exit_status[];

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
/* The paragraphs and examples of a command in commands.txt: `length` bytes, each line ended; 0 for none. */
const char *options_details(const command *c, size_t *length);

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
