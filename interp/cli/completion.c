/* completion: shell completion of commands, options, games and values, made from the tables of options.c.
 *
 * The scripts lie beside this file (completion.bash, completion.zsh, completion.fish). Games are listed by `ferz
 * list` when the user presses Tab, so that the user's own games are found.
 */
#include <string.h>

#include "cli/commands.h"

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

static bool accepts(const command *c, size_t id)
{
    return (c->accepts >> id) & 1;
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

static void put_bash_cases(text *t, const char *what, bool commands)
{
    text_print(t, "    case $%s in\n", what);
    for (size_t i = 0; options_command(i); i++) {
        const command *c = options_command(i);
        text_print(t, "    %s) ", c->name);
        if (commands) {
            hint h = hint_of_word(c->arguments);
            text_put(t, "words='");
            if (h == HINT_CHOICE) {
                put_choices(t, c->arguments);
            }
            text_print(t, "' kind=%s", h == HINT_GAME ? "game" : "word");
        } else {
            text_put(t, "options='");
            for (size_t k = 0; k < OPTION_COUNT; k++) {
                if (accepts(c, k)) {
                    text_print(t, "--%s ", options_row((option_id)k)->name);
                }
            }
            text_char(t, '\'');
        }
        text_put(t, " ;;\n");
    }
    text_put(t, "    esac\n");
}

static void put_bash_values(text *t)
{
    static const char *const kinds[] = {
        [HINT_NOTHING] = "none", [HINT_CHOICE] = "word",   [HINT_GAME] = "game",
        [HINT_FILE] = "file",    [HINT_FOLDER] = "folder", [HINT_SETTING] = "setting",
    };
    text_put(t, "    case $command$previous in\n");
    for (size_t i = 0; options_command(i); i++) {
        const command *c = options_command(i);
        for (size_t k = 0; k < OPTION_COUNT; k++) {
            const option_row *row = options_row((option_id)k);
            if (!accepts(c, k) || row->kind == KIND_SWITCH || row->kind == KIND_MOVES) {
                continue;
            }
            text_print(t, "    %s--%s) kind=%s words='", c->name, row->name, kinds[hint_of(row)]);
            if (hint_of(row) == HINT_CHOICE && row->kind == KIND_CHOICE) {
                put_choices(t, row->value);
            }
            text_put(t, "' ;;\n");
        }
    }
    text_put(t, "    *) kind= ;;\n    esac\n");
}

static void put_bash(text *t)
{
    text_put(t, "# Completion of ferz in bash; made by `ferz completion bash`.\n"
                "_ferz_games() {\n"
                "    \"${COMP_WORDS[0]}\" list 2>/dev/null | cut -f 1\n"
                "}\n\n"
                "# The options that the game of this line declares, with their values.\n"
                "_ferz_settings() {\n"
                "    \"${COMP_WORDS[0]}\" completion settings \"$1\" 2>/dev/null\n"
                "}\n\n"
                "# Of the lines on standard input those that begin with the word. What means something to the shell is "
                "left out:\n"
                "# files that somebody else named end up on the command line as they are.\n"
                "_ferz_offer() {\n"
                "    local one\n"
                "    while IFS= read -r one; do\n"
                "        if [[ $one == \"$1\"* && $one != *[^[:alnum:]_.,:=+@%/-]* ]]; then COMPREPLY+=(\"$one\"); fi\n"
                "    done\n"
                "}\n\n"
                "_ferz() {\n"
                "    local word=${COMP_WORDS[COMP_CWORD]} previous= command= game= words= options= kind= i\n"
                "    COMPREPLY=()\n"
                "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
                "        COMPREPLY=($(compgen -W '");
    for (size_t i = 0; options_command(i); i++) {
        if (!options_hidden(options_command(i))) {
            text_print(t, "%s ", options_command(i)->name);
        }
    }
    text_put(t, "--help --version' -- \"$word\"))\n"
                "        return\n"
                "    fi\n"
                "    command=${COMP_WORDS[1]}\n"
                "    game=${COMP_WORDS[2]}\n"
                "    previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
                "    # bash cuts words at `=`: `--set fifty=au` is four of them.\n"
                "    if [ \"$word\" = = ] && [ \"${COMP_WORDS[COMP_CWORD - 2]}\" = --set ]; then\n"
                "        word= i=$previous\n"
                "    elif [ \"$previous\" = = ] && [ \"${COMP_WORDS[COMP_CWORD - 3]}\" = --set ]; then\n"
                "        i=${COMP_WORDS[COMP_CWORD - 2]}\n"
                "    fi\n"
                "    if [ -n \"$i\" ]; then\n"
                "        while IFS= read -r words; do\n"
                "            [[ $words != \"$i=\"* ]] || _ferz_offer \"$word\" <<<\"${words#\"$i=\"}\"\n"
                "        done < <(_ferz_settings \"$game\")\n"
                "        return\n"
                "    fi\n");
    put_bash_values(t);
    text_put(t, "    if [ -z \"$kind\" ] && [[ $word == -* ]]; then\n");
    put_bash_cases(t, "command", false);
    text_put(t, "        COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
                "        return\n"
                "    fi\n"
                "    if [ -z \"$kind\" ]; then\n");
    put_bash_cases(t, "command", true);
    text_put(t, "    fi\n"
                "    case $kind in\n"
                "    game)\n"
                "        _ferz_offer \"$word\" < <(\n"
                "            _ferz_games\n"
                "            compgen -f -X '!*.yaml' -- \"$word\"\n"
                "            compgen -d -S / -- \"$word\"\n"
                "        )\n"
                "        ;;\n"
                "    setting) _ferz_offer \"$word\" < <(_ferz_settings \"$game\" | sed 's/=.*/=/' | uniq) ;;\n"
                "    file) _ferz_offer \"$word\" < <(compgen -f -- \"$word\") ;;\n"
                "    folder) _ferz_offer \"$word\" < <(compgen -d -- \"$word\") ;;\n"
                "    word) COMPREPLY=($(compgen -W \"$words\" -- \"$word\")) ;;\n"
                "    esac\n"
                "    case ${COMPREPLY[0]} in */ | *=) compopt -o nospace 2>/dev/null ;; esac\n"
                "}\n"
                "complete -F _ferz ferz\n");
}

/* ---- zsh ---- */

/* Brackets, colons and backslashes have a meaning in a description and are escaped. */
static void put_zsh_words(text *t, const char *string)
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
    put_zsh_words(&spec, row->about);
    text_char(&spec, ']');
    if (row->value && row->kind != KIND_MOVES) {
        text_char(&spec, ':');
        put_zsh_words(&spec, row->kind == KIND_CHOICE ? row->name : row->value);
        text_char(&spec, ':');
        put_zsh_action(&spec, row->kind == KIND_STRING && hint_of(row) == HINT_CHOICE ? HINT_NOTHING : hint_of(row),
                       row->value);
    }
    text_put(t, " \\\n            ");
    put_quoted(t, text_string(&spec));
    t->failed |= spec.failed;
    text_finish(&spec);
}

static void put_zsh(text *t)
{
    text_put(
        t,
        "#compdef ferz\n"
        "# Completion of ferz in zsh; made by `ferz completion zsh`.\n"
        "_ferz_games() {\n"
        "    local -a games\n"
        "    games=(${(f)\"$(_call_program games $service list 2>/dev/null | cut -f 1)\"})\n"
        "    _alternative 'games:game:compadd -a games' 'files:rules:_files -g \"*.yaml\"'\n"
        "}\n\n"
        "# The options that the game of this line declares.\n"
        "_ferz_settings() {\n"
        "    local -a settings\n"
        "    settings=(${(f)\"$(_call_program settings $service completion settings ${(q)words[2]} 2>/dev/null)\"})\n"
        "    compadd -a settings\n"
        "}\n\n"
        "_ferz() {\n"
        "    local -a commands\n"
        "    if (( CURRENT == 2 )); then\n"
        "        commands=(\n");
    for (size_t i = 0; options_command(i); i++) {
        const command *c = options_command(i);
        if (!options_hidden(c)) {
            text line = {0};
            text_print(&line, "%s:%s", c->name, c->about);
            text_put(t, "            ");
            put_quoted(t, text_string(&line));
            text_char(t, '\n');
            text_finish(&line);
        }
    }
    text_put(t, "        )\n"
                "        _describe -t commands command commands\n"
                "        return\n"
                "    fi\n"
                "    local command=$words[2]\n"
                "    shift words\n"
                "    (( CURRENT-- ))\n"
                "    case $command in\n");
    for (size_t i = 0; options_command(i); i++) {
        const command *c = options_command(i);
        text_print(t, "    (%s)\n        _arguments", c->name);
        for (size_t k = 0; k < OPTION_COUNT; k++) {
            if (accepts(c, k)) {
                put_zsh_option(t, options_row((option_id)k));
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
    text_put(t, "    esac\n"
                "}\n\n"
                "if [ \"$funcstack[1]\" = _ferz ]; then\n"
                "    _ferz \"$@\"\n"
                "else\n"
                "    compdef _ferz ferz\n"
                "fi\n");
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

static void put_fish(text *t)
{
    text_put(t, "# Completion of ferz in fish; made by `ferz completion fish`.\n"
                "function __ferz_games\n"
                "    command ferz list 2>/dev/null | string replace -r '\\t([^\\t]*).*' '\\t$1'\n"
                "    __fish_complete_suffix .yaml\n"
                "end\n\n"
                "# The options that the game of this line declares.\n"
                "function __ferz_settings\n"
                "    set -l words (commandline -opc)\n"
                "    command ferz completion settings $words[3] 2>/dev/null\n"
                "end\n\n"
                "complete -c ferz -f\n"
                "complete -c ferz -n __fish_use_subcommand -l help -d 'print the commands'\n"
                "complete -c ferz -n __fish_use_subcommand -l version -d 'print the version'\n");
    for (size_t i = 0; options_command(i); i++) {
        const command *c = options_command(i);
        if (!options_hidden(c)) {
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
            const option_row *row = options_row((option_id)k);
            if (!accepts(c, k)) {
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

/* ---- values of --set ---- */

/* Prints `fifty=claim`, a line for each option and value of the game; a switch is its name alone. */
static int print_settings(const options *o, output *out)
{
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *loaded =
        messages ? ferz_variant_load(o->arguments[1], o->rules, NULL, 0, (uint64_t)o->number[OPTION_SEED], messages)
                 : NULL;
    text t = {0};
    for (size_t i = 0; loaded && i < ferz_variant_option_count(loaded); i++) {
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
    ferz_variant_destroy(loaded);
    ferz_messages_destroy(messages);
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
    return options_error(o->command, out, "it is bash, zsh or fish", "no completion for \"%s\"", o->arguments[0]);
}
