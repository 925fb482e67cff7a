#include "rules/options.h"

#include <string.h>

#include "base/random.h"
#include "rules/names.h"

/* A switch of every game that has castling, though no rule file defines it: king and partner may start anywhere. */
static const char any_array_name[] = "any_array";
static const char any_array_about[] = "whether king and rook castle from any cells of their rank, whatever the array";
static const char any_array_about_ru[] =
    "рокируют ли король и ладья с любых полей своей горизонтали, при любой расстановке";

/* One option, and its chosen value. */
typedef struct option_state {
    const char *name;
    location location;  /* of its name */
    const node *values; /* NULL: a switch or a range */
    const node *patch;  /* NULL: none */
    bool range, zone, random;
    long low, high;
    const char *chosen; /* NULL: a switch that is off */
    bool set;
} option_state;

static bool is_switch(const option_state *o)
{
    return !o->values && !o->range && !o->zone;
}

static const char *scalar(const node *map, const char *key)
{
    const node *n = node_get(map, key);
    return n && n->kind == NODE_SCALAR ? n->string : NULL;
}

/* ---- definitions ---- */

/* "0..959" */
static bool parse_range(const char *string, long *low, long *high)
{
    const char *dots = strstr(string, "..");
    char first[16];
    if (!dots || (size_t)(dots - string) >= sizeof first) {
        return false;
    }
    memcpy(first, string, (size_t)(dots - string));
    first[dots - string] = '\0';
    return text_to_long(first, 0, 2147483647L, low) && text_to_long(dots + 2, 0, 2147483647L, high) && *low <= *high;
}

/* Whether `value` may be chosen; "random" is for the caller. */
static bool is_value(const option_state *o, const char *value)
{
    long number;
    if (o->zone) {
        return value[0] != '\0'; /* the patch will show whether it names cells */
    }
    return o->values ? node_get(o->values, value) != NULL : text_to_long(value, o->low, o->high, &number);
}

/* The values for "it must be one of ...", also for `rule_option.values`. */
static const char *values_text(arena *a, const option_state *o)
{
    text words = {0};
    if (o->values) {
        for (size_t i = 0; i < o->values->length; i++) {
            text_print(&words, "%s%s", i ? ", " : "", o->values->keys[i]);
        }
    } else if (o->range) {
        text_print(&words, "%ld..%ld", o->low, o->high);
    } else if (o->zone) {
        text_put(&words, "cells");
    }
    if (o->random) {
        text_put(&words, ", random");
    }
    const char *copy = words.failed ? NULL : arena_text(a, text_string(&words), words.length);
    a->failed |= words.failed;
    text_finish(&words);
    return copy;
}

/* The words that may be chosen, in `known`. */
static void put_choices(arena *a, const option_state *o, rule_option *known)
{
    size_t count = o->values ? o->values->length : 0;
    known->choices = arena_new(a, const char *, count + 1);
    for (size_t i = 0; known->choices && i < count; i++) {
        known->choices[known->choice_count++] = o->values->keys[i];
    }
    if (known->choices && o->random) {
        known->choices[known->choice_count++] = "random";
    }
    known->range = o->range;
    known->low = o->low;
    known->high = o->high;
}

static bool refuse_value(arena *a, diag_list *diags, const option_state *o, location at, const char *value)
{
    const char *known = values_text(a, o);
    diag_error(diags, CODE_OPTION_VALUE, at, "`%s` is not a value of the option `%s`", value, o->name);
    const char *nearest = o->values ? text_nearest(value, names_of_map, o->values) : NULL;
    if (nearest) {
        diag_hint(diags, "did you mean `%s`? values: %s", nearest, known ? known : "");
        diag_fix(diags, (fix){.kind = FIX_REPLACE, .text = nearest});
    } else {
        diag_hint(diags, "values: %s", known ? known : "");
    }
    return false;
}

static bool check_default(arena *a, diag_list *diags, const node *definition, option_state *o)
{
    const node *given = node_get(definition, "default");
    if (is_switch(o)) {
        if (given) {
            diag_error(diags, CODE_OPTION_DEFAULT, given->location,
                       "the option `%s` is a switch, which is off by default", o->name);
            diag_hint(diags, "give it `values` or a `range`, or omit `default`");
        }
        return !given;
    }
    if (!given) {
        diag_error(diags, CODE_OPTION_DEFAULT, o->location, "the option `%s` has no `default`", o->name);
        const char *example = o->values ? o->values->keys[0] : o->zone ? "e4" : "0";
        diag_hint(diags, "for example `default: %s`", example);
        diag_fix_print(diags, FIX_ADD, "default: %s", example);
        return false;
    }
    if (!is_value(o, given->string) && !(o->random && strcmp(given->string, "random") == 0)) {
        return refuse_value(a, diags, o, given->location, given->string);
    }
    o->chosen = given->string;
    return true;
}

static bool read_definition(arena *a, diag_list *diags, const char *name, location at, const node *definition,
                            option_state *o)
{
    const node *range = node_get(definition, "range");
    const char *random = scalar(definition, "random"), *zone = scalar(definition, "zone");
    *o = (option_state){.name = name,
                        .location = at,
                        .values = node_get(definition, "values"),
                        .patch = node_get(definition, "patch"),
                        .range = range != NULL,
                        .zone = zone && strcmp(zone, "true") == 0,
                        .random = random && strcmp(random, "true") == 0};
    if (o->values && o->range) {
        diag_error(diags, CODE_OPTION_CONFLICT, range->location, "the option `%s` has both `values` and `range`", name);
        return false;
    }
    if (o->zone && (o->values || o->range || o->random)) {
        diag_error(diags, CODE_OPTION_CONFLICT, node_get(definition, "zone")->location,
                   "the option `%s` has cells as its value and cannot have `values`, a `range` or `random`", name);
        return false;
    }
    if (is_switch(o) && !o->patch) {
        diag_error(diags, CODE_OPTION_UNUSED, at, "the option `%s` changes nothing", name);
        diag_hint(diags, "give it a `patch`, `values` or a `range`");
        return false;
    }
    if ((o->range || o->zone) && !o->patch) {
        diag_error(diags, CODE_OPTION_UNUSED, at, "the option `%s` has %s but no `patch` that uses %s", name,
                   o->range ? "a range" : "cells as its value", o->range ? "it" : "them");
        return false;
    }
    if (o->values && o->values->length == 0) {
        diag_error(diags, CODE_OPTION_CONFLICT, o->values->location, "the option `%s` has no values", name);
        return false;
    }
    if (o->values && o->random && node_get(o->values, "random")) {
        diag_error(diags, CODE_OPTION_CONFLICT, node_get(definition, "random")->location,
                   "`random` is a value of the option `%s` already", name);
        return false;
    }
    if (o->range && !parse_range(range->string, &o->low, &o->high)) {
        diag_error(diags, CODE_OPTION_CONFLICT, range->location,
                   "`range` must be the lowest and the highest number such as 0..959, found `%s`", range->string);
        return false;
    }
    if (is_switch(o) && o->random) {
        diag_error(diags, CODE_OPTION_CONFLICT, node_get(definition, "random")->location,
                   "the option `%s` is a switch and cannot be random", name);
        return false;
    }
    return check_default(a, diags, definition, o);
}

/* ---- settings ---- */

static option_state *find_option(option_state *options, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(options[i].name, name) == 0) {
            return &options[i];
        }
    }
    return NULL;
}

static bool set_one(arena *a, diag_list *diags, const node *definitions, option_state *options, size_t option_count,
                    const rule_setting *setting)
{
    const location nowhere = {0};
    const char *name = setting->name ? setting->name : "";
    const char *value = setting->value;
    size_t count = definitions ? definitions->length : 0;
    option_state *o = find_option(options, option_count, name);
    if (!o) {
        diag_error(diags, CODE_UNKNOWN_OPTION, nowhere, "this game has no option `%s`", name);
        if (count == 0) {
            diag_hint(diags, "it has no options");
            return false;
        }
        text list = {0};
        const char *nearest = text_nearest(name, names_of_map, definitions);
        if (nearest) {
            text_print(&list, "did you mean `%s`? ", nearest);
        }
        text_put(&list, "options: ");
        for (size_t i = 0; i < count; i++) {
            text_print(&list, "%s%s", i ? ", " : "", options[i].name);
        }
        diag_hint(diags, "%s", text_string(&list));
        text_finish(&list);
        return false;
    }
    o->set = true;
    if (is_switch(o)) {
        if (value && strcmp(value, "on") != 0 && strcmp(value, "off") != 0) {
            diag_error(diags, CODE_OPTION_VALUE, nowhere, "the option `%s` is a switch, found the value `%s`", name,
                       value);
            diag_hint(diags, "write --set %s, or on or off as its value", name);
            return false;
        }
        o->chosen = value && strcmp(value, "off") == 0 ? NULL : "on";
        return true;
    }
    if (!value) {
        const char *known = values_text(a, o);
        diag_error(diags, CODE_OPTION_VALUE, nowhere, "the option `%s` needs a value", name);
        diag_hint(diags, "write --set %s=VALUE; values: %s", name, known ? known : "");
        return false;
    }
    if (!is_value(o, value) && !(o->random && strcmp(value, "random") == 0)) {
        return refuse_value(a, diags, o, nowhere, value);
    }
    o->chosen = arena_text(a, value, strlen(value));
    return o->chosen != NULL;
}

static void draw_random(arena *a, option_state *o, random_source *random)
{
    if (!o->random || !o->chosen || strcmp(o->chosen, "random") != 0) {
        return;
    }
    if (o->values) {
        o->chosen = o->values->keys[random_below(random, (uint32_t)o->values->length)];
    } else {
        long drawn = (long)random_below(random, (uint32_t)(o->high - o->low) + 1u);
        o->chosen = arena_format(a, "%ld", o->low + drawn);
    }
}

/* ---- patches ---- */

/* For "$draw 0..959": a random number between the bounds, as text; NULL for any other scalar. */
static const char *substitute_draw(arena *a, const char *string, random_source *random)
{
    static const char word[] = "$draw ";
    const char *dots = strstr(string, "..");
    long low, high;
    if (strncmp(string, word, sizeof word - 1) != 0 || !dots) {
        return NULL;
    }
    const char *first = arena_text(a, string + sizeof word - 1, (size_t)(dots - string) - (sizeof word - 1));
    if (!first || !text_to_long(first, 0, 1000000, &low) || !text_to_long(dots + 2, low, 1000000, &high)) {
        return NULL;
    }
    return arena_format(a, "%ld", low + (long)random_below(random, (uint32_t)(high - low) + 1u));
}

/* `patch` with $value and $draw replaced; unchanged nodes are shared. `changed` is set when something was replaced. */
static const node *substitute(arena *a, const node *patch, const char *value, random_source *random, bool *changed)
{
    if (patch->kind == NODE_SCALAR) {
        const char *number = substitute_draw(a, patch->string, random);
        if (number) {
            node *copy = arena_new(a, node, 1);
            if (copy) {
                *copy = (node){.kind = NODE_SCALAR,
                               .plain = true,
                               .location = patch->location,
                               .string = number,
                               .length = strlen(number)};
            }
            *changed = true;
            return copy;
        }
        const char *at = strstr(patch->string, "$value");
        if (!at) {
            return patch;
        }
        text words = {0};
        const char *rest = patch->string;
        for (; at; at = strstr(rest, "$value")) {
            text_add(&words, rest, (size_t)(at - rest));
            text_put(&words, value);
            rest = at + strlen("$value");
        }
        text_put(&words, rest);
        node *copy = arena_new(a, node, 1);
        if (copy) {
            *copy = *patch;
            copy->string = words.failed ? NULL : arena_text(a, text_string(&words), words.length);
            copy->length = words.length;
            copy->verbatim = false;
        }
        a->failed |= words.failed;
        text_finish(&words);
        *changed = true;
        return copy && copy->string ? copy : NULL;
    }
    node *copy = arena_new(a, node, 1);
    node **items = arena_new(a, node *, patch->length);
    if (!copy || !items) {
        return NULL;
    }
    *copy = *patch;
    copy->items = items;
    for (size_t i = 0; i < patch->length; i++) {
        items[i] = (node *)substitute(a, patch->items[i], value, random, changed);
        if (!items[i]) {
            return NULL;
        }
    }
    return copy;
}

static bool apply_patch(arena *a, diag_list *diags, merged_rules *m, const node *before, const node *patch,
                        const char *value, random_source *random)
{
    bool changed = false;
    const node *substituted = substitute(a, patch, value, random, &changed);
    if (!substituted) {
        return false;
    }
    /* Only the parts with $value or $draw have not been checked yet. */
    if (changed && !schema_check(a, diags, substituted, true)) {
        return false;
    }
    size_t errors = diags->errors;
    const node *root = merge_nodes(a, diags, m->root, substituted, before, SECTION_VARIANT, &m->removals);
    if (root) {
        m->root = root;
    }
    return root && diags->errors == errors;
}

static bool apply_patches(arena *a, diag_list *diags, merged_rules *m, const option_state *options, size_t count,
                          random_source *random)
{
    bool ok = true;
    const node *before = m->root;
    for (size_t i = 0; i < count; i++) {
        const option_state *o = &options[i];
        if (!o->chosen) {
            continue;
        }
        if (o->patch) {
            ok &= apply_patch(a, diags, m, before, o->patch, o->chosen, random);
        }
        const node *patch = node_get(o->values, o->chosen);
        if (patch) {
            ok &= apply_patch(a, diags, m, before, patch, o->chosen, random);
        }
    }
    return ok;
}

/* The option comes after all others, which may be what gives the game its castling. */
static bool apply_any_array(diag_list *diags, merged_rules *m)
{
    const node *castlings = node_get(m->root, "castling");
    if (!castlings || castlings->kind != NODE_MAP || castlings->length == 0) {
        diag_error(diags, CODE_UNKNOWN_OPTION, (location){0}, "castling of any array: this game has no castling");
        return false;
    }
    m->any_array = true;
    return true;
}

bool options_apply(arena *a, diag_list *diags, const merge_request *request, merged_rules *m)
{
    const node *definitions = node_get(m->root, "options");
    size_t count = definitions ? definitions->length : 0;
    option_state *options = arena_new(a, option_state, count + 1);
    rule_option *known = arena_new(a, rule_option, count + 1);
    if (!options || !known) {
        return false;
    }
    bool ok = true;
    for (size_t i = 0; i < count; i++) {
        ok &= read_definition(a, diags, definitions->keys[i], definitions->key_locations[i], definitions->items[i],
                              &options[i]);
    }
    if (!ok) {
        return false;
    }
    options[count] = (option_state){.name = any_array_name};
    option_state *any_array = find_option(options, count, any_array_name) ? NULL : &options[count];
    for (size_t i = 0; i < request->setting_count; i++) {
        ok &= set_one(a, diags, definitions, options, count + (any_array != NULL), &request->settings[i]);
    }
    if (!ok) {
        return false;
    }

    random_source random = {request->seed};
    for (size_t i = 0; i < count; i++) {
        option_state *o = &options[i];
        draw_random(a, o, &random);
        const char *about = scalar(definitions->items[i], "about");
        known[i] = (rule_option){.name = o->name,
                                 .about = about ? about : "",
                                 .about_ru = scalar(definitions->items[i], "about_ru"),
                                 .values = values_text(a, o),
                                 .chosen = is_switch(o) ? (o->chosen ? "on" : "off") : o->chosen,
                                 .set = o->set};
        put_choices(a, o, &known[i]);
    }
    m->options = known;
    m->option_count = count;
    ok = !a->failed && apply_patches(a, diags, m, options, count, &random);
    if (!ok || !any_array || !any_array->chosen) {
        return ok;
    }
    known[m->option_count++] = (rule_option){.name = any_array_name,
                                             .about = any_array_about,
                                             .about_ru = any_array_about_ru,
                                             .values = values_text(a, any_array),
                                             .chosen = any_array->chosen,
                                             .set = true};
    return apply_any_array(diags, m);
}
