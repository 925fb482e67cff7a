#include "match/known_differences.h"

#include <string.h>
#include <strings.h>

#include "protocol/variant_aliases.h"

/* The name that the program gets: the given one, or ours without hyphens. */
static void put_name(const player_spec *s, const ferz_variant *variant, text *t)
{
    for (const char *at = s->variant ? s->variant : ferz_variant_facts(variant)->name; *at; at++) {
        if (*at != '-' || s->variant) {
            text_char(t, *at);
        }
    }
}

static bool find_row(const player_spec *s, const char *name, const ferz_variant *variant, variant_alias *row)
{
    return variant_alias_find(s->kind == PLAYER_XBOARD ? ALIAS_XBOARD : ALIAS_UCI, name, row) &&
           strcasecmp(*row->game ? row->game : row->imported, ferz_variant_facts(variant)->name) == 0;
}

/* Whether the game is set as `setting` says: NAME=VALUE, or NAME of a switch. */
static bool has_setting(const ferz_variant *variant, const char *setting, size_t length)
{
    const char *equals = memchr(setting, '=', length);
    const char *value = equals ? equals + 1 : "on";
    size_t name_length = equals ? (size_t)(equals - setting) : length;
    size_t value_length = equals ? length - name_length - 1 : strlen(value);
    for (size_t i = 0; i < ferz_variant_facts(variant)->option_count; i++) {
        ferz_option o = ferz_variant_option(variant, i);
        if (strlen(o.name) == name_length && strncmp(o.name, setting, name_length) == 0) {
            return strlen(o.chosen) == value_length && strncmp(o.chosen, value, value_length) == 0;
        }
    }
    return false;
}

/* Appends the options that must be set to play as the program does. */
static void put_missing_settings(const variant_alias *row, const ferz_variant *variant, text *t)
{
    for (const char *at = row->settings; *at;) {
        size_t length = strcspn(at, " ");
        if (length && !has_setting(variant, at, length)) {
            text_print(t, " --set %.*s", (int)length, at);
        }
        at += length;
        at += strspn(at, " ");
    }
}

bool known_differences_put(const player_spec *s, const ferz_variant *variant, text *t)
{
    text name = {0}, settings = {0};
    variant_alias row;
    bool differs = false;
    put_name(s, variant, &name);
    if (s->command && find_row(s, text_string(&name), variant, &row)) {
        put_missing_settings(&row, variant, &settings);
        if (settings.length) {
            text_print(t, "%s plays `%s` by other rules than these: add%s\n", s->name, row.name,
                       text_string(&settings));
        }
        if (*row.differs) {
            text_print(t, "%s plays `%s` by rules that differ: %s\n", s->name, row.name, row.differs);
        }
        differs = settings.length || *row.differs;
    }
    text_finish(&name);
    text_finish(&settings);
    return differs;
}
