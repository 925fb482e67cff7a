#include "cli/options.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"

/* ---- the description ---- */

/* cli/commands.txt, embedded by the build. */
extern const char text_cli_commands[];

const char *options_details(const command *c, size_t *length)
{
    size_t name = strlen(c->name);
    *length = 0;
    for (const char *at = text_cli_commands; (at = strstr(at, "\n= ")) != NULL; at += 3) {
        if (strncmp(at + 3, c->name, name) == 0 && (at[3 + name] == ' ' || at[3 + name] == '\n')) {
            const char *end = strstr(at + 3, "\n= ");
            end = end ? end : at + strlen(at);
            const char *details = strstr(at + 3, "\n\n");
            if (details && details + 2 < end) {
                *length = (size_t)(end - details) - 2;
                return details + 2;
            }
            return "";
        }
    }
    return "";
}

/* ---- help ---- */

static const char *command_name(const void *state, size_t index)
{
    (void)state;
    return index < cli_command_count ? cli_commands[index].name : NULL;
}

/* The options of a command, counted without gaps. */
static const char *option_name(const void *state, size_t index)
{
    const command *c = state;
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (options_accepts(c, i) && index-- == 0) {
            return cli_options[i].name;
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
    return lists(c->accepts, id);
}

static bool needs(const command *c, size_t id)
{
    return lists(c->needs, id);
}

/* Adds a piece of text and breaks the line before column 100. `*column` is the current column. */
static void put_wrapped(text *t, const char *piece, size_t indent, size_t *column)
{
    if (*column + 1 + strlen(piece) > 100) {
        text_print(t, "\n%*s", (int)indent, "");
        *column = indent;
    }
    text_print(t, *column ? " %s" : "%s", piece);
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
        put_option(&piece, &cli_options[*id]);
        text_put(&piece, id[1] != OPTION_COUNT ? " |" : several ? ")" : "");
        put_wrapped(t, text_string(&piece), indent, &column);
    }
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (options_accepts(c, i) && !needs(c, i) && i != OPTION_HELP) {
            text_clear(&piece);
            text_char(&piece, '[');
            put_option(&piece, &cli_options[i]);
            text_char(&piece, ']');
            put_wrapped(t, text_string(&piece), indent, &column);
        }
    }
    text_char(t, '\n');
    t->failed = t->failed || piece.failed;
    text_finish(&piece);
}

/* The numbers that the command may end with, each with as much of its words as stands before a colon. */
static void put_exit_status(text *t, const command *c)
{
    text piece = {0};
    text_put(t, "\nExit status:");
    size_t column = strlen("Exit status:");
    for (const exit_status_row *row = cli_exit_status; row->says; row++) {
        if (row->command && strcmp(row->command, c->name) != 0) {
            continue;
        }
        if (piece.length) {
            text_char(&piece, ';');
            put_wrapped(t, text_string(&piece), 0, &column);
        }
        text_clear(&piece);
        text_print(&piece, "%d ", row->status);
        text_add(&piece, row->says, strcspn(row->says, ":"));
    }
    text_put(&piece, ".\n");
    put_wrapped(t, text_string(&piece), 0, &column);
    t->failed = t->failed || piece.failed;
    text_finish(&piece);
}

static void put_command_help(text *t, const command *c)
{
    text name = {0};
    text_print(t, "ferz %s: %s\n\n", c->name, c->about);
    put_usage(t, c);
    if (strstr(c->arguments, "GAME")) {
        text_print(t, "\nGAME is %s.\n", cli_words.game);
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
            put_option(&name, &cli_options[i]);
            bool fits = name.length <= 22;
            text_print(t, fits ? "  %-22s  %s\n" : "  %s\n                          %s\n", text_string(&name),
                       cli_options[i].about);
        }
    }
    put_exit_status(t, c);
    t->failed = t->failed || name.failed;
    text_finish(&name);
}

static void put_help(text *t)
{
    text_print(t, "ferz: %s\n\n", cli_words.program);
    text_put(t, "usage: ferz COMMAND ...\n       ferz COMMAND --help\n       ferz --version\n\nCommands:\n");
    for (size_t i = 0; i < cli_command_count; i++) {
        const command *c = &cli_commands[i];
        if (c->hidden) {
            continue;
        }
        int width = (int)(strlen(c->name) + 1);
        const char *arguments = strlen(c->arguments) > 16 ? "[...]" : c->arguments;
        text_print(t, "  %s %-*s  %s\n", c->name, 16 - width, arguments, c->about);
    }
    text_print(t, "\nGAME is %s; try `ferz play GAME`.\n", cli_words.game);
    text_print(t, "%c%s.\n", toupper((unsigned char)cli_words.output[0]), cli_words.output + 1);
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
        const char *row = cli_options[i].name;
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
    const option_row *row = &cli_options[id];
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
    const option_row *row = &cli_options[id];
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

/* Whether the next plain argument is the command's MOVE. */
static bool next_is_move(const parser *p)
{
    const char *word = p->c->arguments;
    for (size_t i = 0; i < p->o->argument_count && word; i++) {
        word = strchr(word, ' ');
        word += word != NULL;
    }
    return word && strcmp(word, "MOVE") == 0;
}

/* Whether `--` is the pass, as people write it, and not the end of the options. In a list of moves it always is: all that
 * follows belongs to the list anyway, but for options. As MOVE it is, unless a word follows that is no option. */
static bool is_pass(const parser *p)
{
    const char *following = *p->next;
    return p->in_moves || (next_is_move(p) && (!following || *following == '-'));
}

static int parse_argument(parser *p, char *argument)
{
    options *o = p->o;
    const bool ends_options = strcmp(argument, "--") == 0, pass = ends_options && is_pass(p);
    if (!p->options_ended && !pass && argument[0] == '-' && argument[1] != '\0') {
        if (ends_options) {
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
        text_print(&message, "%s--%s", prefix, cli_options[*id].name);
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
    for (size_t i = 0; i < cli_command_count; i++) {
        if (strcmp(argv[1], cli_commands[i].name) == 0) {
            return parse_command(o, out, &cli_commands[i], argc - 2, argv + 2);
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
