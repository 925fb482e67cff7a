/* completion: shell completion of commands, options, games and values, made from the tables of options.c.
 *
 * The scripts lie in completion/ as templates. Games are listed by `ferz list` when the user presses Tab, so that the
 * user's own games are found.
 */
#include <string.h>

#include "cli/commands.h"
#include "cli/template.h"

/* Embedded by the build from completion/. */
extern const char text_cli_completion_bash[], text_cli_completion_zsh[], text_cli_completion_fish[];

/* What may be completed in the place of a word. */
typedef enum hint { HINT_NOTHING, HINT_CHOICE, HINT_GAME, HINT_FILE, HINT_FOLDER, HINT_SETTING } hint;

static hint hint_of_word(const char *value)
{
    return !value                      ? HINT_NOTHING
           : strstr(value, "GAME")     ? HINT_GAME
           : strchr(value, '|')        ? HINT_CHOICE
           : strstr(value, "FILE")     ? HINT_FILE
           : strcmp(value, "DIR") == 0 ? HINT_FOLDER
                                       : HINT_NOTHING;
}

static hint hint_of(const option_row *row)
{
    return row->kind == KIND_SETTING ? HINT_SETTING : hint_of_word(row->value);
}

/* "a|b|c", perhaps in brackets, as words separated by blanks. */
static void put_choices(text *t, const char *value)
{
    for (const char *c = value; *c; c++) {
        if (*c == '|') {
            text_char(t, ' ');
        } else if (*c != '[' && *c != ']') {
            text_char(t, *c);
        }
    }
}

/* Quotes a string for a shell: an apostrophe ends the quotes, is escaped, and opens them again. */
static void put_quoted(text *t, const char *string)
{
    text_char(t, '\'');
    for (const char *c = string; *c; c++) {
        if (*c == '\'') {
            text_put(t, "'\\''");
        } else {
            text_char(t, *c);
        }
    }
    text_char(t, '\'');
}

/* ---- bash ---- */

/* A case for each command: its options. */
static void put_bash_options(text *t)
{
    for (size_t i = 0; i < cli_command_count; i++) {
        const command *c = &cli_commands[i];
        text_print(t, "    %s) options='", c->name);
        for (size_t k = 0; k < OPTION_COUNT; k++) {
            if (options_accepts(c, k)) {
                text_print(t, "--%s ", cli_options[k].name);
            }
        }
        text_put(t, "' ;;\n");
    }
}

/* A case for each command: what its first argument may be. */
static void put_bash_arguments(text *t)
{
    for (size_t i = 0; i < cli_command_count; i++) {
        const command *c = &cli_commands[i];
        hint h = hint_of_word(c->arguments);
        text_print(t, "    %s) words='", c->name);
        if (h == HINT_CHOICE) {
            put_choices(t, c->arguments);
        }
        text_print(t, "' kind=%s ;;\n", h == HINT_GAME ? "game" : "word");
    }
}

/* A case for each option of each command: what its value may be. */
static void put_bash_values(text *t)
{
    static const char *const kinds[] = {
        [HINT_NOTHING] = "none", [HINT_CHOICE] = "word",   [HINT_GAME] = "game",
        [HINT_FILE] = "file",    [HINT_FOLDER] = "folder", [HINT_SETTING] = "setting",
    };
    for (size_t i = 0; i < cli_command_count; i++) {
        const command *c = &cli_commands[i];
        for (size_t k = 0; k < OPTION_COUNT; k++) {
            const option_row *row = &cli_options[k];
            if (!options_accepts(c, k) || row->kind == KIND_SWITCH || row->kind == KIND_MOVES) {
                continue;
            }
            text_print(t, "    %s--%s) kind=%s words='", c->name, row->name, kinds[hint_of(row)]);
            if (hint_of(row) == HINT_CHOICE && row->kind == KIND_CHOICE) {
                put_choices(t, row->value);
            }
            text_put(t, "' ;;\n");
        }
    }
}

static void put_bash(text *t)
{
    text commands = {0}, values = {0}, option_cases = {0}, arguments = {0};
    for (size_t i = 0; i < cli_command_count; i++) {
        if (!cli_commands[i].hidden) {
            text_print(&commands, "%s ", cli_commands[i].name);
        }
    }
    put_bash_values(&values);
    put_bash_options(&option_cases);
    put_bash_arguments(&arguments);
    const template_value parts[] = {
        {"commands", &commands}, {"values", &values}, {"options", &option_cases}, {"arguments", &arguments}};
    template_put(t, text_cli_completion_bash, parts, sizeof parts / sizeof parts[0]);
    text_finish(&commands);
    text_finish(&values);
    text_finish(&option_cases);
    text_finish(&arguments);
}

/* ---- zsh ---- */

/* Brackets, colons and backslashes have a meaning in a description and are escaped. */
static void put_zsh_escaped(text *t, const char *string)
{
    for (const char *c = string; *c; c++) {
        if (strchr("[]:\\", *c)) {
            text_char(t, '\\');
        }
        text_char(t, *c);
    }
}

static void put_zsh_action(text *t, hint h, const char *value)
{
    switch (h) {
    case HINT_CHOICE:
        text_char(t, '(');
        put_choices(t, value);
        text_char(t, ')');
        break;
    case HINT_GAME:
        text_put(t, "_ferz_games");
        break;
    case HINT_FILE:
        text_put(t, "_files");
        break;
    case HINT_FOLDER:
        text_put(t, "_files -/");
        break;
    case HINT_SETTING:
        text_put(t, "_ferz_settings");
        break;
    case HINT_NOTHING:
        text_char(t, ' ');
        break;
    }
}

static void put_zsh_option(text *t, const option_row *row)
{
    text spec = {0};
    bool often = row->kind == KIND_SETTING || row->kind == KIND_FOLDER || row->kind == KIND_ENGINE;
    text_print(&spec, "%s--%s[", often ? "*" : "", row->name);
    put_zsh_escaped(&spec, row->about);
    text_char(&spec, ']');
    if (row->value && row->kind != KIND_MOVES) {
        text_char(&spec, ':');
        put_zsh_escaped(&spec, row->kind == KIND_CHOICE ? row->name : row->value);
        text_char(&spec, ':');
        put_zsh_action(&spec, row->kind == KIND_STRING && hint_of(row) == HINT_CHOICE ? HINT_NOTHING : hint_of(row),
                       row->value);
    }
    text_put(t, " \\\n            ");
    put_quoted(t, text_string(&spec));
    t->failed |= spec.failed;
    text_finish(&spec);
}

static void put_zsh_commands(text *t)
{
    for (size_t i = 0; i < cli_command_count; i++) {
        const command *c = &cli_commands[i];
        if (!c->hidden) {
            text line = {0};
            text_print(&line, "%s:%s", c->name, c->about);
            text_put(t, "            ");
            put_quoted(t, text_string(&line));
            text_char(t, '\n');
            text_finish(&line);
        }
    }
}

static void put_zsh_arguments(text *t)
{
    for (size_t i = 0; i < cli_command_count; i++) {
        const command *c = &cli_commands[i];
        text_print(t, "    (%s)\n        _arguments", c->name);
        for (size_t k = 0; k < OPTION_COUNT; k++) {
            if (options_accepts(c, k)) {
                put_zsh_option(t, &cli_options[k]);
            }
        }
        if (c->max_arguments > 0) {
            hint h = hint_of_word(c->arguments);
            text_put(t, " \\\n            '1:");
            text_put(t, h == HINT_GAME ? "game" : "argument");
            text_char(t, ':');
            put_zsh_action(t, h, c->arguments);
            text_char(t, '\'');
            if (c->max_arguments > 2) {
                text_put(t, " \\\n            '*:game:_ferz_games'");
            }
        }
        text_put(t, "\n        ;;\n");
    }
}

static void put_zsh(text *t)
{
    text commands = {0}, arguments = {0};
    put_zsh_commands(&commands);
    put_zsh_arguments(&arguments);
    const template_value parts[] = {{"commands", &commands}, {"arguments", &arguments}};
    template_put(t, text_cli_completion_zsh, parts, sizeof parts / sizeof parts[0]);
    text_finish(&commands);
    text_finish(&arguments);
}

/* ---- fish ---- */

static void put_fish_quoted(text *t, const char *string)
{
    text_char(t, '\'');
    for (const char *c = string; *c; c++) {
        if (*c == '\'' || *c == '\\') {
            text_char(t, '\\');
        }
        text_char(t, *c);
    }
    text_char(t, '\'');
}

static void put_fish_action(text *t, hint h, const char *value)
{
    switch (h) {
    case HINT_CHOICE: {
        text string = {0};
        put_choices(&string, value);
        text_put(t, " -x -a ");
        put_fish_quoted(t, text_string(&string));
        text_finish(&string);
        break;
    }
    case HINT_GAME:
        text_put(t, " -x -a '(__ferz_games)'");
        break;
    case HINT_FILE:
        text_put(t, " -r -F");
        break;
    case HINT_FOLDER:
        text_put(t, " -x -a '(__fish_complete_directories)'");
        break;
    case HINT_SETTING:
        text_put(t, " -x -a '(__ferz_settings)'");
        break;
    case HINT_NOTHING:
        text_put(t, " -x");
        break;
    }
}

static void put_fish_commands(text *t)
{
    for (size_t i = 0; i < cli_command_count; i++) {
        const command *c = &cli_commands[i];
        if (!c->hidden) {
            text_print(t, "complete -c ferz -n __fish_use_subcommand -a %s -d ", c->name);
            put_fish_quoted(t, c->about);
            text_char(t, '\n');
        }
        hint h = hint_of_word(c->arguments);
        if (c->max_arguments > 0 && h != HINT_NOTHING) {
            text_print(t, "complete -c ferz -n '__fish_seen_subcommand_from %s'", c->name);
            put_fish_action(t, h, c->arguments);
            text_char(t, '\n');
        }
        for (size_t k = 0; k < OPTION_COUNT; k++) {
            const option_row *row = &cli_options[k];
            if (!options_accepts(c, k)) {
                continue;
            }
            text_print(t, "complete -c ferz -n '__fish_seen_subcommand_from %s' -l %s", c->name, row->name);
            if (row->value && row->kind != KIND_MOVES) {
                hint of = row->kind == KIND_STRING && hint_of(row) == HINT_CHOICE ? HINT_NOTHING : hint_of(row);
                put_fish_action(t, of, row->value);
            }
            text_put(t, " -d ");
            put_fish_quoted(t, row->about);
            text_char(t, '\n');
        }
    }
}

static void put_fish(text *t)
{
    text commands = {0};
    put_fish_commands(&commands);
    const template_value parts[] = {{"commands", &commands}};
    template_put(t, text_cli_completion_fish, parts, sizeof parts / sizeof parts[0]);
    text_finish(&commands);
}

/* ---- values of --set ---- */

/* Prints `fifty=claim`, a line for each option and value of the game; a switch is its name alone. */
static int print_settings(const options *o, output *out)
{
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *loaded =
        messages ? ferz_variant_load(o->arguments[1], o->rules, NULL, 0, (uint64_t)o->number[OPTION_SEED], messages)
                 : NULL;
    text t = {0};
    for (size_t i = 0; loaded && i < ferz_variant_facts(loaded)->option_count; i++) {
        ferz_option option = ferz_variant_option(loaded, i);
        for (const char *value = option.values;;) {
            size_t length = strcspn(value, ",");
            bool range = strstr(value, "..") && (size_t)(strstr(value, "..") - value) < length;
            text_print(&t, "%s%s", option.name, option.values[0] ? "=" : "");
            text_add(&t, value, range ? 0 : length);
            text_char(&t, '\n');
            value += length;
            if (*value == '\0') {
                break;
            }
            value += strspn(value, ", ");
        }
    }
    int status = loaded ? STATUS_OK : STATUS_REJECTED;
    ferz_variant_free(loaded);
    ferz_messages_free(messages);
    output_text(out, &t);
    text_finish(&t);
    return status;
}

int command_completion(const options *o, output *out)
{
    static const struct {
        const char *shell;
        void (*put)(text *t);
    } shells[] = {{"bash", put_bash}, {"zsh", put_zsh}, {"fish", put_fish}};
    if (strcmp(o->arguments[0], "settings") == 0 && o->argument_count == 2) {
        return print_settings(o, out);
    }
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
        if (strcmp(shells[i].shell, o->arguments[0]) == 0) {
            text t = {0};
            shells[i].put(&t);
            output_text(out, &t);
            text_finish(&t);
            return STATUS_OK;
        }
    }
    return options_error(o->command, out, "use bash, zsh or fish", "no completion for \"%s\"", o->arguments[0]);
}
