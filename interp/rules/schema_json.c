/* The table of the language as a JSON Schema (draft 7), for editors that complete, explain and underline.
 *
 * Three forms of each section, because a key has different values in three kinds of file:
 *   whole    a game that extends none: required keys must be present, and `none` has nothing to remove
 *   part     a game that extends another: nothing is required, and `none` removes
 *   patch    the patch of an option: as a part, and any value may contain $value or $draw
 * An `if` at the top chooses between the first two, by the key that names a parent.
 *
 * The validator rejects all that the schema rejects, and more: errors that only show after inheritance, and unknown
 * names and movements.
 */
#include "rules/schema.h"

#include <ctype.h>
#include <string.h>

#include "rules/ruleset.h"

typedef enum schema_form { FORM_WHOLE, FORM_PART, FORM_PATCH, FORM_COUNT } schema_form;
static const char *const form_names[] = {[FORM_WHOLE] = "whole", [FORM_PART] = "part", [FORM_PATCH] = "patch"};
_Static_assert(sizeof form_names / sizeof form_names[0] == FORM_COUNT, "every flavour has a name");

/* ---- JSON ---- */

/* What comes before a value. Strings end in their quote, so the last byte shows whether it is the first value. */
static void put_key(text *out, const char *key)
{
    char last = out->length ? out->bytes[out->length - 1] : '{';
    if (last != '{' && last != '[' && last != ':') {
        text_char(out, ',');
    }
    if (key) {
        text_json(out, key, strlen(key));
        text_char(out, ':');
    }
}

static void open_bracket(text *out, const char *key, char bracket)
{
    put_key(out, key);
    text_char(out, bracket);
}

static void put_string(text *out, const char *key, const char *value)
{
    put_key(out, key);
    text_json(out, value, strlen(value));
}

static void put_raw(text *out, const char *key, const char *value)
{
    put_key(out, key);
    text_put(out, value);
}

/* ---- kinds of single values ---- */

#define LETTERS "A-Za-z\\u0080-\\uffff"
#define NAME_WORDS "a name: a letter first, then letters, digits, - and _"

/* Any scalar: YAML reads `960` and `true` not as text, the rule language accepts them as text. */
#define ANY_SCALAR "\"type\":[\"string\",\"number\",\"boolean\"],\"minLength\":1"

/* ORDER: as schema_kind. `pattern` is JSON text; it accepts all that the validator accepts. NULL: none. */
static const struct {
    const char *name;
    const char *type;
    const char *pattern;
    const char *words; /* what it must be, where the pattern is hard to read */
} kinds[] = {
    [VALUE_TEXT] = {"text", ANY_SCALAR, NULL, NULL},
    [VALUE_BOOL] = {"bool", "\"type\":\"boolean\"", NULL, NULL},
    [VALUE_NUMBER] = {"number", "\"type\":\"integer\"", NULL, NULL},
    [VALUE_WORD] = {"word", ANY_SCALAR, NULL, NULL},
    [VALUE_NAME] = {"name", "\"type\":\"string\"", "^[" LETTERS "][" LETTERS "0-9_-]*$", NAME_WORDS},
    [VALUE_BOARD] = {"board", ANY_SCALAR, "^[" LETTERS "0-9][" LETTERS "0-9_-]*$",
                     "the name of a board: letters, digits, - and _"},
    [VALUE_CHOICE] = {"choice", ANY_SCALAR, "^[^ \\t,=]+$", "a value without blanks, commas and ="},
    [VALUE_LABEL] = {"label", "\"type\":\"string\",\"minLength\":1", NULL, NULL},
    [VALUE_VARIANT] = {"game", "\"type\":\"string\"", "^[" LETTERS "][" LETTERS "0-9_-]*$",
                       "the name of a game, without .yaml"},
    [VALUE_FILE] = {"file", "\"type\":\"string\"", "^(?!/)(?!.*//)(?!.*/$)(?!(.*/)?\\\\.\\\\.(/|$))[^\\\\\\\\:]+$",
                    "a plain relative name of a file, without `..` and without `/` in front"},
    [VALUE_SIZE] = {"size", "\"type\":\"string\"", "^[1-9][0-9]?x[1-9][0-9]?$", "files x ranks, such as 8x8"},
    [VALUE_ZONE] = {"zone", ANY_SCALAR, NULL, NULL},
    [VALUE_CELL] = {"cell", "\"type\":\"string\"", "^([^:]+:)?[A-Za-z]{1,2}([1-9][0-9]?|0)\\\\^*$",
                    "a cell such as e4"},
    [VALUE_MOVEMENT] = {"movement", "\"type\":\"string\",\"minLength\":1", NULL, NULL},
    [VALUE_LETTER] = {"letter", ANY_SCALAR, NULL, NULL},
    [VALUE_PIECE] = {"piece", ANY_SCALAR, NULL, NULL},
    [VALUE_FEN] = {"fen", ANY_SCALAR, NULL, NULL},
    [VALUE_CONDITION] = {"condition", "\"type\":\"string\",\"minLength\":1", NULL, NULL},
    [VALUE_RESULT] = {"result", "\"type\":\"string\",\"minLength\":1", NULL, NULL},
    [VALUE_FUNCTION] = {"function", "\"type\":\"string\"", "^[A-Za-z_][A-Za-z0-9_]*$",
                        "the name of a function of the script: letters, digits and _"},
    [VALUE_HOOK] = {"hook", "\"type\":\"string\"", "^hook +[A-Za-z_][A-Za-z0-9_]*$",
                    "`hook` and the name of a function, such as: hook leaps"},
    [VALUE_RANGE] = {"range", "\"type\":\"string\"", "^[0-9]+\\\\.\\\\.[0-9]+$", "a range such as 0..959"},
};
_Static_assert(sizeof kinds / sizeof kinds[0] == VALUE_COUNT, "every kind has a type");

static void put_kind_body(text *out, schema_kind kind)
{
    put_key(out, NULL);
    text_put(out, kinds[kind].type);
    if (kinds[kind].pattern) {
        text_print(out, ",\"pattern\":\"%s\"", kinds[kind].pattern);
        text_put(out, ",\"patternErrorMessage\":");
        text words = {0};
        text_print(&words, "this must be %s", kinds[kind].words);
        text_json(out, text_string(&words), words.length);
        out->failed |= words.failed;
        text_finish(&words);
    }
}

static void put_reference(text *out, const char *first, const char *second)
{
    open_bracket(out, NULL, '{');
    text_print(out, "\"$ref\":\"#/definitions/%s%s%s\"}", first, *second ? "." : "", second);
}

/* "a-piece" of "A piece", "what-a-player-does-not-see". */
static void put_slug(text *out, schema_section section)
{
    for (const char *c = schema_section_of(section)->title; *c; c++) {
        text_char(out, isalnum((unsigned char)*c) ? (char)tolower((unsigned char)*c) : '-');
    }
}

static void put_section_reference(text *out, schema_form f, schema_section section)
{
    text slug = {0};
    put_slug(&slug, section);
    put_reference(out, form_names[f], text_string(&slug));
    out->failed |= slug.failed;
    text_finish(&slug);
}

static bool is_number(const char *string)
{
    long number;
    return text_to_long(string, -2147483647L, 2147483647L, &number);
}

/* A word as YAML reads it without quotes. */
static void put_word(text *out, const char *string, bool plain)
{
    if (plain && (strcmp(string, "true") == 0 || strcmp(string, "false") == 0 || is_number(string))) {
        put_raw(out, NULL, string);
    } else {
        put_string(out, NULL, string);
    }
}

static void put_words(text *out, const schema_row *row)
{
    open_bracket(out, NULL, '{');
    open_bracket(out, "enum", '[');
    for (size_t i = 0; row->words[i]; i++) {
        put_word(out, row->words[i], true);
    }
    text_put(out, "]}");
}

/* Results of every game; a game's players may win too. */
static const char results[] = "{\"enum\":[\"loss\",\"win\",\"draw\",\"points\"]}";

/* Conditions without an argument. */
static void put_conditions(text *out)
{
    open_bracket(out, NULL, '{');
    open_bracket(out, "enum", '[');
    const char *words;
    for (size_t i = 0; (words = ruleset_simple_condition(i)) != NULL; i++) {
        put_string(out, NULL, words);
    }
    text_put(out, "]}");
}

/* The alternatives for a single value of the row. */
static void put_single(text *out, const schema_row *row)
{
    if (row->kind == VALUE_NUMBER) {
        open_bracket(out, NULL, '{');
        text_print(out, "\"type\":\"integer\",\"minimum\":%ld,\"maximum\":%ld}", row->low, row->high);
    } else if (row->kind != VALUE_WORD) {
        if (row->kind == VALUE_RESULT) {
            put_raw(out, NULL, results);
        }
        if (row->section == SECTION_ENDING && row->kind == VALUE_CONDITION) {
            put_conditions(out);
        }
        put_reference(out, kinds[row->kind].name, "");
    }
    if (row->words[0]) { /* last: of several errors an editor shows the first */
        put_words(out, row);
    }
}

static void put_list(text *out, const schema_row *row, schema_form f)
{
    open_bracket(out, NULL, '{');
    text_put(out, "\"type\":\"array\",\"minItems\":1,\"items\":{\"anyOf\":[");
    if (row->shapes & SHAPE_MANY) {
        put_single(out, row);
    }
    if (row->shapes & SHAPE_MAPS) {
        put_section_reference(out, f, row->child);
    }
    if (f == FORM_PATCH && (row->shapes & SHAPE_MANY)) {
        put_reference(out, "made", "");
    }
    text_put(out, "]}}");
}

/* ---- examples ---- */

static void put_node(text *out, const char *key, const node *n)
{
    if (n->kind == NODE_SCALAR) {
        put_key(out, key);
        text value = {0};
        put_word(&value, n->string, n->plain);
        text_put(out, text_string(&value));
        out->failed |= value.failed;
        text_finish(&value);
        return;
    }
    open_bracket(out, key, n->kind == NODE_MAP ? '{' : '[');
    for (size_t i = 0; i < n->length; i++) {
        put_node(out, n->kind == NODE_MAP ? n->keys[i] : NULL, n->items[i]);
    }
    text_char(out, n->kind == NODE_MAP ? '}' : ']');
}

/* The example of a row, which the table has as YAML. */
static void put_example(text *out, arena *scratch, const schema_row *row)
{
    diag_list diags;
    diag_list_init(&diags);
    text yaml = {0};
    text_print(&yaml, "it: %s\n", row->example);
    const source *source_text = diag_source(&diags, "example", text_string(&yaml), yaml.length);
    const node *n = source_text ? node_get(document_parse(scratch, &diags, source_text), "it") : NULL;
    if (n) {
        open_bracket(out, "examples", '[');
        put_node(out, NULL, n);
        text_char(out, ']');
    }
    out->failed |= !n;
    text_finish(&yaml);
    diag_list_finish(&diags);
}

/* ---- keys and sections ---- */

/* What an editor shows for the key: its sentence, what it may be, and an example. */
static void put_help(text *out, const schema_row *row)
{
    text words = {0}, value = {0}, doc = {0};
    schema_put_doc(row, &doc);
    put_string(out, "description", text_string(&doc));
    schema_describe(row, &value);
    text_print(&words, "%s\n\nValue: %s.", text_string(&doc), text_string(&value));
    if (row->key) {
        text_print(&words, "\n\n```yaml\n%s: %s\n```", row->key, row->example);
    } else {
        text_print(&words, "\n\n```yaml\n%s\n```", row->example);
    }
    put_string(out, "markdownDescription", text_string(&words));
    out->failed |= words.failed || value.failed || doc.failed;
    text_finish(&doc);
    text_finish(&words);
    text_finish(&value);
}

/* What the row's value may be, as a schema. */
static void put_value(text *out, arena *scratch, const schema_row *row, schema_form f)
{
    text_char(out, '{');
    put_help(out, row);
    open_bracket(out, "anyOf", '[');
    if (row->shapes & SHAPE_ONE) {
        put_single(out, row);
    }
    if (row->shapes & SHAPE_MAP) {
        put_section_reference(out, f, row->child);
    }
    if (row->shapes & SHAPE_PATCH) {
        put_section_reference(out, FORM_PATCH, SECTION_VARIANT);
    }
    if (row->shapes & (SHAPE_MANY | SHAPE_MAPS)) {
        put_list(out, row, f);
    }
    if (f != FORM_WHOLE && !row->none_is_value) {
        open_bracket(out, NULL, '{');
        text_put(out, "\"const\":\"none\",\"description\":\"Removes what was inherited.\"}");
    }
    if (f == FORM_PATCH && (row->shapes & SHAPE_ONE) && row->kind != VALUE_TEXT) {
        put_reference(out, "made", "");
    }
    text_char(out, ']');
    put_example(out, scratch, row);
    text_char(out, '}');
}

/* "part.a-piece", and "part.pieces.each" for mappings whose keys the author chooses. */
static void put_definition(text *out, schema_section section, schema_form f, const char *ending)
{
    text name = {0};
    text_print(&name, "%s.", form_names[f]);
    put_slug(&name, section);
    text_put(&name, ending);
    put_key(out, text_string(&name));
    out->failed |= name.failed;
    text_finish(&name);
}

static void put_each_reference(text *out, const char *key, schema_section section, schema_form f)
{
    put_key(out, key);
    text_print(out, "{\"$ref\":\"#/definitions/%s.", form_names[f]);
    put_slug(out, section);
    text_put(out, ".each\"}");
}

/* Names that the author chooses, all of one kind. */
static void put_names(text *out, const schema_row *row, schema_form f)
{
    text_print(out, ",\"maxProperties\":%d,\"propertyNames\":{\"$ref\":\"#/definitions/%s\"}", (int)SCHEMA_NAMES_MAX,
               row->name_kind == VALUE_CHOICE ? "choice-name" : kinds[row->name_kind].name);
    if (row->name_kind == VALUE_LABEL) { /* endings: a name may be the condition itself, which editors then offer */
        open_bracket(out, "properties", '{');
        const char *words;
        for (size_t i = 0; (words = ruleset_simple_condition(i)) != NULL; i++) {
            put_each_reference(out, words, row->section, f);
        }
        text_char(out, '}');
    }
    put_each_reference(out, "additionalProperties", row->section, f);
}

static bool form_has_key(const schema_row *row, schema_form f)
{
    /* `extends` makes a file a part. */
    return !(row->not_in_patch && f == FORM_PATCH) && !(row->kind == VALUE_VARIANT && f == FORM_WHOLE);
}

static void put_keys(text *out, arena *scratch, const schema_row *rows, size_t count, schema_form f)
{
    open_bracket(out, "properties", '{');
    for (size_t i = 0; i < count; i++) {
        if (form_has_key(&rows[i], f)) {
            put_key(out, rows[i].key);
            put_value(out, scratch, &rows[i], f);
        }
    }
    text_put(out, "},\"additionalProperties\":false");
    if (f != FORM_WHOLE) {
        return;
    }
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        if (!rows[i].required) {
            continue;
        }
        if (!any) {
            open_bracket(out, "required", '[');
        }
        any = true;
        put_string(out, NULL, rows[i].key);
    }
    if (any) {
        text_char(out, ']');
    }
}

static void put_section(text *out, arena *scratch, schema_section section, schema_form f)
{
    size_t count, first = 0, length = 0;
    const schema_row *rows = schema_rows(&count);
    while (first < count && rows[first].section != section) {
        first++;
    }
    while (first + length < count && rows[first + length].section == section) {
        length++;
    }
    if (!rows[first].key) {
        put_definition(out, section, f, ".each");
        put_value(out, scratch, &rows[first], f);
        text_char(out, '\n');
    }
    put_definition(out, section, f, "");
    text_char(out, '{');
    put_string(out, "title", schema_section_of(section)->title);
    put_string(out, "type", "object");
    if (rows[first].key) {
        put_keys(out, scratch, rows + first, length, f);
    } else {
        put_names(out, rows + first, f);
    }
    text_put(out, "}\n");
}

static void put_kinds(text *out)
{
    for (size_t k = 0; k < VALUE_COUNT; k++) {
        open_bracket(out, kinds[k].name, '{');
        put_kind_body(out, (schema_kind)k);
        text_put(out, "}\n");
    }
    put_raw(out, "choice-name", "{\"pattern\":\"^[^ \\t,=]+$\"}\n");
    put_raw(out, "made", "{\"type\":\"string\",\"pattern\":\"\\\\$(value|draw)\"}\n");
}

void schema_json(text *out)
{
    arena scratch;
    arena_init(&scratch, 0);
    text_put(out, "{\"$schema\":\"http://json-schema.org/draft-07/schema#\"");
    put_string(out, "title", "A game of Ferz");
    put_string(out, "description",
               "The rules of a game: board, pieces, start and endings, or the name of a game that this one changes.");
    put_string(out, "type", "object");
    size_t count;
    const schema_row *rows = schema_rows(&count);
    for (size_t i = 0; i < count; i++) { /* the key that names a parent */
        if (rows[i].section == SECTION_VARIANT && rows[i].kind == VALUE_VARIANT) {
            text_print(out, ",\"if\":{\"required\":[\"%s\"]}", rows[i].key);
        }
    }
    put_key(out, "then");
    put_section_reference(out, FORM_PART, SECTION_VARIANT);
    put_key(out, "else");
    put_section_reference(out, FORM_WHOLE, SECTION_VARIANT);
    open_bracket(out, "definitions", '{');
    for (size_t f = 0; f < FORM_COUNT; f++) {
        for (size_t s = 0; s < SECTION_COUNT; s++) {
            put_section(out, &scratch, (schema_section)s, (schema_form)f);
        }
    }
    put_kinds(out);
    text_put(out, "}}\n");
    out->failed |= scratch.failed;
    arena_finish(&scratch);
}
