/* man: the manual page in mdoc(7), made from the tables of commands and options. */
#include <ctype.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/template.h"

/* manual.mdoc, embedded by the build. */
extern const char text_cli_manual[];

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

static bool is_common(size_t id)
{
    const unsigned char *at = cli_common_options;
    while (*at != OPTION_COUNT && *at != id) {
        at++;
    }
    return *at == id;
}

/* Words that begin with a small letter and have no full stop, as a sentence. */
static void put_sentence(text *t, const char *words)
{
    text sentence = {0};
    text_char(&sentence, (char)toupper((unsigned char)words[0]));
    text_put(&sentence, words + 1);
    put_flow(t, text_string(&sentence), sentence.length, true);
    t->failed = t->failed || sentence.failed;
    text_finish(&sentence);
}

static void put_command(text *t, const command *c)
{
    text_print(t, ".Ss \"ferz %s\"\n", c->name);
    put_synopsis(t, c);
    text_put(t, ".Pp\n");
    put_sentence(t, c->about);
    size_t length;
    const char *details = options_details(c, &length);
    put_details(t, details, length);
    bool any = false;
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (options_accepts(c, i) && !is_common(i)) {
            text_put(t, any ? "" : ".Bl -tag -width Ds\n");
            any = true;
            put_option_item(t, &cli_options[i]);
        }
    }
    text_put(t, any ? ".El\n" : "");
}

static void put_exit_status(text *t)
{
    for (const exit_status_row *row = cli_exit_status; row->says; row++) {
        text says = {0};
        text_print(t, ".It %d\n", row->status);
        text_print(&says, "%s%s%s", row->command ? row->command : "", row->command ? ": " : "", row->says);
        put_sentence(t, text_string(&says));
        t->failed = t->failed || says.failed;
        text_finish(&says);
    }
}

int command_man(const options *o, output *out)
{
    (void)o;
    text t = {0}, commands = {0}, common = {0}, details = {0}, program = {0}, game = {0}, results = {0}, status = {0};
    text_put(&program, cli_words.program);
    put_flow(&game, cli_words.game, strlen(cli_words.game), true);
    put_sentence(&results, cli_words.output);
    put_exit_status(&status);
    for (size_t i = 0; i < cli_command_count; i++) {
        const command *c = &cli_commands[i];
        if (!c->hidden) {
            text_print(&commands, ".It Cm %s\n", c->name);
            put_flow(&commands, c->about, strlen(c->about), true);
            put_command(&details, c);
        }
    }
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (is_common(i)) {
            put_option_item(&common, &cli_options[i]);
        }
    }
    const template_value values[] = {{"commands", &commands}, {"options", &common}, {"details", &details},
                                     {"program", &program},   {"game", &game},      {"output", &results},
                                     {"status", &status}};
    template_put(&t, text_cli_manual, values, sizeof values / sizeof values[0]);
    output_text(out, &t);
    text_finish(&t);
    text_finish(&commands);
    text_finish(&common);
    text_finish(&details);
    text_finish(&program);
    text_finish(&game);
    text_finish(&results);
    text_finish(&status);
    return STATUS_OK;
}
