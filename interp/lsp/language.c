#include "lsp/language.h"

#include "ferz_tools.h"

#include <string.h>

/* ---- the schemas ---- */

bool language_init(language *l)
{
    static const ferz_schema_kind kinds[] = {FERZ_SCHEMA_RULES, FERZ_SCHEMA_EXAMPLES, FERZ_SCHEMA_TUNING};
    bool ok = true;
    for (size_t i = 0; i < 3; i++) {
        char *written = ferz_schema(kinds[i]);
        l->schemas[i] = written ? json_loads(written, 0, NULL) : NULL;
        ferz_free(written);
        ok = ok && l->schemas[i];
    }
    return ok;
}

void language_finish(language *l)
{
    for (size_t i = 0; i < 3; i++) {
        json_decref(l->schemas[i]);
    }
    *l = (language){0};
}

/* ---- forms ---- */

static const char definitions[] = "#/definitions/";

/* Adds what a schema stands for: itself, or all that it refers to and chooses between. */
static void add_forms(language_place *p, const json_t *schema, const char *name, int depth)
{
    if (!schema || depth > 8) {
        return;
    }
    const char *reference = json_string_value(json_object_get(schema, "$ref"));
    if (reference && strncmp(reference, definitions, strlen(definitions)) == 0) {
        name = reference + strlen(definitions);
        add_forms(p, json_object_get(json_object_get(p->root, "definitions"), name), name, depth + 1);
        return;
    }
    const json_t *any = json_object_get(schema, "anyOf");
    if (!p->row && json_object_get(schema, "description")) {
        p->row = schema;
    }
    for (size_t i = 0; i < json_array_size(any); i++) {
        add_forms(p, json_array_get(any, i), NULL, depth + 1);
    }
    if (!json_array_size(any) && p->count < LANGUAGE_FORMS_MAX) {
        p->forms[p->count++] = (language_form){schema, name};
    }
}

/* The schema of a whole text. An `if` asks for the key that names a parent. */
static language_place place_of_top(const json_t *root, const outline *top, const char *bytes)
{
    language_place p = {.root = root};
    const json_t *asked = json_object_get(json_object_get(root, "if"), "required");
    const char *key = json_string_value(json_array_get(asked, 0));
    bool has = key && outline_member(top, bytes, key);
    add_forms(&p, key ? json_object_get(root, has ? "then" : "else") : root, NULL, 0);
    return p;
}

/* The schema of a member, as its mapping describes it. */
static const json_t *schema_of_key(const json_t *map, const char *bytes, const outline *child)
{
    const char *key;
    json_t *schema;
    json_object_foreach(json_object_get(map, "properties"), key, schema)
    {
        if (outline_is(bytes, child->key, key)) {
            return schema;
        }
    }
    schema = json_object_get(map, "additionalProperties");
    return json_is_object(schema) ? schema : NULL;
}

language_place language_inside(const language_place *around, const char *bytes, const outline *child)
{
    language_place p = {.root = around->root};
    for (size_t i = 0; i < around->count; i++) {
        const json_t *form = around->forms[i].schema;
        add_forms(&p, child->has_key ? schema_of_key(form, bytes, child) : json_object_get(form, "items"), NULL, 0);
    }
    return p;
}

language_place language_at(const language *l, document_kind kind, const outline *top, const char *bytes,
                           const outline *node)
{
    const json_t *root = kind == DOCUMENT_SCRIPT ? NULL : l->schemas[kind];
    if (!node || !node->parent) {
        return place_of_top(root, top, bytes);
    }
    language_place around = language_at(l, kind, top, bytes, node->parent);
    return language_inside(&around, bytes, node);
}

/* ---- questions ---- */

bool language_takes(const language_place *p, const char *name)
{
    for (size_t i = 0; i < p->count; i++) {
        if (p->forms[i].name && strcmp(p->forms[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

bool language_is_section(const language_place *p, const char *name)
{
    for (size_t i = 0; i < p->count; i++) {
        const char *dot = p->forms[i].name ? strchr(p->forms[i].name, '.') : NULL;
        if (dot && strcmp(dot + 1, name) == 0) {
            return true;
        }
    }
    return false;
}

const char *language_words(const language_place *p)
{
    const char *words = json_string_value(json_object_get(p->row, "markdownDescription"));
    return words ? words : json_string_value(json_object_get(p->row, "description"));
}

/* What describes a key: its row itself, or what that refers to. */
static const json_t *row_of(const json_t *root, const json_t *schema)
{
    language_place p = {.root = root};
    add_forms(&p, schema, NULL, 0);
    return p.row;
}

void language_each_key(const language_place *p, void (*visit)(void *state, const char *key, const json_t *row),
                       void *state)
{
    const char *key;
    json_t *schema;
    for (size_t i = 0; i < p->count; i++) {
        json_object_foreach(json_object_get(p->forms[i].schema, "properties"), key, schema)
        {
            visit(state, key, row_of(p->root, schema));
        }
    }
}

void language_each_word(const language_place *p, void (*visit)(void *state, const json_t *word), void *state)
{
    for (size_t i = 0; i < p->count; i++) {
        const json_t *words = json_object_get(p->forms[i].schema, "enum"),
                     *only = json_object_get(p->forms[i].schema, "const");
        for (size_t k = 0; k < json_array_size(words); k++) {
            visit(state, json_array_get(words, k));
        }
        if (only) {
            visit(state, only);
        }
    }
}
