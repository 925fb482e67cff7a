/* Reference: the page of all methods for readers, made from methods.json. */
#include "service/service_internal.h"

#include <stdlib.h>
#include <string.h>

extern const char text_service_methods[];
extern const size_t text_service_methods_length;

static const char *string_of(const json_t *object, const char *key)
{
    const char *string = json_string_value(json_object_get(object, key));
    return string ? string : "";
}

static void put_type(text *t, const json_t *schema)
{
    const json_t *type = json_object_get(schema, "type"), *words = json_object_get(schema, "enum");
    const json_t *items = json_object_get(schema, "items");
    if (json_object_get(schema, "$ref")) {
        text_print(t, "[%s](#%s)", string_of(schema, "$ref"), string_of(schema, "$ref"));
    } else if (words) {
        for (size_t i = 0; i < json_array_size(words); i++) {
            text_print(t, "%s`%s`", i ? " " : "", json_string_value(json_array_get(words, i)));
        }
    } else if (items) {
        text_put(t, "list of ");
        put_type(t, items);
    } else if (json_is_array(type)) {
        for (size_t i = 0; i < json_array_size(type); i++) {
            text_print(t, "%s%s", i ? " or " : "", json_string_value(json_array_get(type, i)));
        }
    } else {
        text_put(t, json_string_value(type));
    }
}

/* "string, 1 to 64" */
static void put_limits(text *t, const json_t *schema)
{
    static const char *const least[] = {"minimum", "minLength", NULL};
    static const char *const most[] = {"maximum", "maxLength", "maxItems", "maxProperties", NULL};
    for (size_t i = 0; least[i]; i++) {
        const json_t *limit = json_object_get(schema, least[i]);
        if (limit) {
            text_print(t, "; at least %lld", (long long)json_integer_value(limit));
        }
    }
    for (size_t i = 0; most[i]; i++) {
        const json_t *limit = json_object_get(schema, most[i]);
        if (limit) {
            text_print(t, "; at most %lld", (long long)json_integer_value(limit));
        }
    }
}

static bool contains(const json_t *words, const char *word)
{
    for (size_t i = 0; i < json_array_size(words); i++) {
        if (strcmp(json_string_value(json_array_get(words, i)), word) == 0) {
            return true;
        }
    }
    return false;
}

/* A row for each member, and for each member of a member. */
static void put_members(text *t, const char *prefix, const json_t *members, const json_t *required, bool optional_said)
{
    const char *name;
    json_t *schema;
    json_object_foreach((json_t *)members, name, schema)
    {
        text_print(t, "| `%s%s` | ", prefix, name);
        put_type(t, schema);
        put_limits(t, schema);
        text_put(t, " | ");
        const char *about = string_of(schema, "about");
        bool missing = optional_said && !contains(required, name);
        text_print(t, "%s%s%s", missing ? "may be missing" : "", missing && *about ? "; " : "", about);
        text_put(t, " |\n");
        const json_t *items = json_object_get(schema, "items");
        const json_t *inner = items ? items : schema;
        if (json_object_get(inner, "properties")) {
            text path = {0};
            text_print(&path, "%s%s%s.", prefix, name, items ? "[]" : "");
            put_members(t, text_string(&path), json_object_get(inner, "properties"), json_object_get(inner, "required"),
                        optional_said);
            text_finish(&path);
        }
    }
}

static void put_table(text *t, const char *title, const json_t *members, const json_t *required)
{
    if (json_object_size(members)) {
        text_print(t, "\n| %s | | |\n| --- | --- | --- |\n", title);
        put_members(t, "", members, required, true);
    }
}

/* "`a`, `b`" */
static void put_names(text *t, const char *before, const json_t *names)
{
    for (size_t i = 0; i < json_array_size(names); i++) {
        text_print(t, "%s`%s`", i ? ", " : before, json_string_value(json_array_get(names, i)));
    }
}

/* " GAME" */
static void put_word(text *t, const char *name)
{
    text_char(t, ' ');
    for (const char *at = strcmp(name, "session") == 0 ? "game" : name; *at; at++) {
        text_char(t, (char)(*at - 'a' + 'A'));
    }
}

/* "`ferz why GAME MOVE --json`" */
static void put_command_line(text *t, const json_t *one)
{
    size_t i;
    const char *param;
    json_t *value;
    text_print(t, "\n`ferz %s", string_of(one, "command"));
    json_array_foreach(json_object_get(one, "arguments"), i, value)
    {
        put_word(t, json_string_value(value));
    }
    json_array_foreach(json_object_get(one, "switches"), i, value)
    {
        text_print(t, " --%s", json_string_value(value));
    }
    json_object_foreach(json_object_get(one, "options"), param, value)
    {
        text_print(t, " --%s", json_string_value(value));
        put_word(t, param);
    }
    text_put(t, json_is_true(json_object_get(one, "always")) ? "`" : " --json`");
}

/* What the command line prints of it. */
static void put_command(text *t, const json_t *one)
{
    const json_t *adds = json_object_get(one, "adds");
    const char *of = json_string_value(json_object_get(one, "of")), *in = json_string_value(json_object_get(one, "in"));
    const char *param;
    json_t *value;
    put_command_line(t, one);
    text_print(t, " prints %s%s%s", of ? "`" : "the same", of ? of : "", of ? "`" : "");
    text_print(t, "%s%s%s", in ? " as `" : "", in ? in : "", in ? "`" : "");
    json_object_foreach(json_object_get(one, "params"), param, value)
    {
        text_print(t, " with `%s`", param);
    }
    put_names(t, ": of it ", json_object_get(one, "only"));
    put_names(t, ", without ", json_object_get(one, "without"));
    if (json_object_size(adds) > 1) {
        text_put(t, "; and besides:\n\n| member | | |\n| --- | --- | --- |\n");
        put_members(t, "", adds, NULL, false);
        return;
    }
    json_object_foreach((json_t *)adds, param, value)
    {
        text_print(t, "; and besides `%s`: %s", param, string_of(value, "about"));
    }
    text_put(t, ".\n");
}

static void put_all(text *t, const json_t *schema)
{
    const char *name;
    size_t i;
    json_t *one;
    text_print(t, "%s\n\n## Errors\n\n| code | |\n| --- | --- |\n", string_of(schema, "about"));
    json_array_foreach(json_object_get(schema, "errors"), i, one)
    {
        text_print(t, "| %lld | %s |\n", (long long)json_integer_value(json_object_get(one, "code")),
                   string_of(one, "about"));
    }
    text_put(t, "\n## Methods\n");
    json_array_foreach(json_object_get(schema, "methods"), i, one)
    {
        text_print(t, "\n### `%s`\n\n%s\n", string_of(one, "name"), string_of(one, "about"));
        put_table(t, "parameter", json_object_get(one, "params"), json_object_get(one, "required"));
        put_table(t, "result", json_object_get(one, "result"), json_object_get(one, "returns"));
        const json_t *commands = json_object_get(one, "commands");
        for (size_t k = 0; k < json_array_size(commands); k++) {
            put_command(t, json_array_get(commands, k));
        }
    }
    text_put(t, "\n## Notifications\n");
    json_array_foreach(json_object_get(schema, "notifications"), i, one)
    {
        text_print(t, "\n### `%s`\n\n%s\n", string_of(one, "name"), string_of(one, "about"));
        put_table(t, "member", json_object_get(one, "params"), NULL);
    }
    text_put(t, "\n## Types\n");
    json_object_foreach(json_object_get(schema, "types"), name, one)
    {
        text_print(t, "\n### %s\n\n", name);
        put_type(t, one);
        put_limits(t, one);
        text_print(t, "%s%s\n", json_object_get(one, "about") ? ": " : "", string_of(one, "about"));
        put_table(t, "member", json_object_get(one, "properties"), json_object_get(one, "required"));
    }
}

char *service_reference(void)
{
    text t = {0};
    json_t *schema = json_loadb(text_service_methods, text_service_methods_length, 0, NULL);
    if (schema) {
        put_all(&t, schema);
    }
    json_decref(schema);
    char *page = text_detach(&t);
    return page;
}
