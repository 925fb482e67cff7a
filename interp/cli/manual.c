/* man: the manual page in mdoc(7), made from the tables of commands and options. */
#include <string.h>

#include "cli/commands.h"

/* Text without requests: a point or an apostrophe at the beginning of a line and backslashes are escaped. */
static void put_text(text *t, const char *string, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (i == 0 && (string[i] == '.' || string[i] == '\'')) {
            text_put(t, "\\&");
        }
        if (string[i] == '\\') {
            text_put(t, "\\e");
        } else if (string[i] == '-') {
            text_put(t, "\\-");
        } else {
            text_char(t, string[i]);
        }
    }
}

/* Running text: a new line after each sentence, as mdoc wants it, and lines of at most 74 columns. Ends in a
 * newline. */
static void put_flow(text *t, const char *string, size_t length, bool ends_here)
{
    size_t column = 0;
    for (size_t at = 0; at < length;) {
        size_t n = 0;
        while (at + n < length && string[at + n] != ' ' && string[at + n] != '\n') {
            n++;
        }
        if (n == 0) {
            at++;
            continue;
        }
        if (column > 0) {
            bool breaks = column + 1 + n > 74;
            text_char(t, breaks ? '\n' : ' ');
            column = breaks ? 0 : column + 1;
        }
        put_text(t, string + at, n);
        column += n;
        at += n;
        if (at < length && strchr(".?!", string[at - 1])) {
            text_char(t, '\n');
            column = 0;
        }
    }
    text_put(t, ends_here ? ".\n" : column ? "\n" : "");
}

/* An argument of a macro, in quotes, so that it is not read as a macro. */
static void put_argument(text *t, const char *word)
{
    text_put(t, " \"");
    for (const char *c = word; *c; c++) {
        if (*c == '"') {
            text_put(t, "\\(dq");
        } else if (*c == '\\') {
            text_put(t, "\\e");
        } else {
            text_char(t, *c);
        }
    }
    text_char(t, '"');
}

static bool accepts(const command *c, option_id id)
{
    return (c->accepts >> id) & 1;
}

static void put_synopsis(text *t, const command *c)
{
    text_put(t, ".Nm\n");
    text_print(t, ".Cm %s\n", c->name);
    const char *arguments = c->arguments;
    if (arguments[0] == '[') {
        text_put(t, ".Op Ar");
        text inside = {0};
        text_add(&inside, arguments + 1, strlen(arguments) - 2);
        put_argument(t, text_string(&inside));
        text_finish(&inside);
        text_char(t, '\n');
    } else if (arguments[0]) {
        text_put(t, ".Ar");
        put_argument(t, arguments);
        text_char(t, '\n');
    }
    text_put(t, ".Op Ar options\n");
}

static void put_option_item(text *t, const option_row *row)
{
    text_print(t, ".It Fl \\-%s", row->name);
    if (row->value) {
        text_put(t, " Ar");
        put_argument(t, row->value);
    }
    text_char(t, '\n');
    put_flow(t, row->about, strlen(row->about), true);
}

/* Indented lines are kept as they are; other lines are running text. */
static void put_details(text *t, const char *details, size_t left)
{
    while (left) {
        bool indented = details[0] == ' ';
        text_put(t, indented ? ".Bd -literal -offset indent\n" : ".Pp\n");
        size_t length = 0;
        while (length < left && (details[length] == ' ') == indented) {
            length += strcspn(details + length, "\n");
            length += details[length] == '\n';
        }
        if (indented) {
            for (size_t at = 0; at < length;) {
                at += strspn(details + at, " ");
                size_t line = strcspn(details + at, "\n");
                put_text(t, details + at, line);
                text_char(t, '\n');
                at += line + 1;
            }
            text_put(t, ".Ed\n");
        } else {
            put_flow(t, details, length, false);
        }
        details += length;
        left -= length;
    }
}

static bool is_common(option_id id)
{
    return id == OPTION_RULES || id == OPTION_COLOR || id == OPTION_HELP || id == OPTION_SET || id == OPTION_SEED ||
           id == OPTION_FEN || id == OPTION_MOVES || id == OPTION_JSON;
}

static void put_command(text *t, const command *c)
{
    text_print(t, ".Ss \"ferz %s\"\n", c->name);
    put_synopsis(t, c);
    text_put(t, ".Pp\n");
    text_char(t, (char)(c->about[0] >= 'a' && c->about[0] <= 'z' ? c->about[0] - 'a' + 'A' : c->about[0]));
    put_flow(t, c->about + 1, strlen(c->about) - 1, true);
    size_t length;
    const char *details = options_details(c, &length);
    put_details(t, details, length);
    bool any = false;
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (accepts(c, (option_id)i) && !is_common((option_id)i)) {
            text_put(t, any ? "" : ".Bl -tag -width Ds\n");
            any = true;
            put_option_item(t, options_row((option_id)i));
        }
    }
    text_put(t, any ? ".El\n" : "");
}

static const char beginning[] = ".\\\" Made by `ferz man` from the table of commands.\n"
                                ".Dd $Mdocdate$\n"
                                ".Dt FERZ 1\n"
                                ".Os\n"
                                ".Sh NAME\n"
                                ".Nm ferz\n"
                                ".Nd plays chess variants that rule files describe\n"
                                ".Sh SYNOPSIS\n"
                                ".Nm\n"
                                ".Ar command\n"
                                ".Op Ar arguments\n"
                                ".Op Ar options\n"
                                ".Nm\n"
                                ".Ar command\n"
                                ".Fl \\-help\n"
                                ".Nm\n"
                                ".Fl \\-version\n"
                                ".Sh DESCRIPTION\n"
                                ".Nm\n"
                                "reads a game from a YAML file, and from a Lua script where data is not\n"
                                "enough. It lists legal moves, plays against you, and explains why a move is\n"
                                "not allowed.\n"
                                ".Pp\n"
                                "Where a command takes\n"
                                ".Ar GAME ,\n"
                                "it is the name of a game (see\n"
                                ".Nm\n"
                                ".Cm list )\n"
                                "or the path of a YAML file.\n"
                                "Results go to standard output, messages to standard error.\n";

static const char ending[] = ".Sh ENVIRONMENT\n"
                             ".Bl -tag -width Ds\n"
                             ".It Ev FERZ_RULES\n"
                             "Folders in which games are searched, separated by colons.\n"
                             ".It Ev NO_COLOR\n"
                             "If it is not empty, nothing is coloured.\n"
                             ".El\n"
                             ".Sh FILES\n"
                             ".Bl -tag -width Ds\n"
                             ".It Pa GAME.yaml\n"
                             "The rules of a game.\n"
                             ".It Pa GAME.test.yaml\n"
                             "Its examples.\n"
                             ".It Pa GAME.tuning.yaml\n"
                             "What\n"
                             ".Nm\n"
                             ".Cm tune\n"
                             "has learned.\n"
                             ".El\n"
                             ".Sh EXIT STATUS\n"
                             ".Bl -tag -width Ds\n"
                             ".It 0\n"
                             "Done.\n"
                             ".It 1\n"
                             "The answer is no: a move is illegal, rules have errors, examples failed.\n"
                             ".It 2\n"
                             "The command line is wrong.\n"
                             ".It 3\n"
                             "A file or the system failed.\n"
                             ".It 4\n"
                             "A script exceeded its budget.\n"
                             ".El\n";

int command_man(const options *o, output *out)
{
    (void)o;
    text t = {0};
    text_put(&t, beginning);
    text_put(&t, "The commands are\n.Bl -tag -width playouts\n");
    for (size_t i = 0; options_command(i); i++) {
        const command *c = options_command(i);
        if (!options_hidden(c)) {
            text_print(&t, ".It Cm %s\n", c->name);
            put_flow(&t, c->about, strlen(c->about), true);
        }
    }
    text_put(&t, ".El\n.Sh OPTIONS\nMany commands take\n.Bl -tag -width Ds\n");
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (is_common((option_id)i)) {
            put_option_item(&t, options_row((option_id)i));
        }
    }
    text_put(&t, ".El\n.Sh COMMANDS\n");
    for (size_t i = 0; options_command(i); i++) {
        if (!options_hidden(options_command(i))) {
            put_command(&t, options_command(i));
        }
    }
    text_put(&t, ending);
    output_text(out, &t);
    text_finish(&t);
    return STATUS_OK;
}
