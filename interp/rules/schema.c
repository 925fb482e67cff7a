#include "rules/schema.h"

#include <stdio.h>
#include <string.h>

#include "rules/names.h"

/* ORDER: as schema_kind. `one` follows "must be", `many` follows "a list of". */
static const struct {
    const char *one;
    const char *many;
} kinds[] = {
    [VALUE_TEXT] = {"a text", "texts"},
    [VALUE_BOOL] = {"true or false", "true or false"},
    [VALUE_NUMBER] = {"a number", "numbers"},
    [VALUE_WORD] = {"a word", "words"},
    [VALUE_NAME] = {"a name (letters, digits, - and _, a letter first)", "names"},
    [VALUE_BOARD] = {"a name or number (letters, digits, - and _)", "names"},
    [VALUE_CHOICE] = {"a value without blanks, commas and =", "values"},
    [VALUE_LABEL] = {"a name", "names"},
    [VALUE_VARIANT] = {"the name of a game", "names of games"},
    [VALUE_FILE] = {"the name of a file", "names of files"},
    [VALUE_SIZE] = {"a size such as 8x8", "sizes"},
    [VALUE_ZONE] = {"a zone such as `own rank 8`", "zones"},
    [VALUE_CELL] = {"a cell such as e4", "cells"},
    [VALUE_MOVEMENT] = {"a movement such as fmWfcF", "movements"},
    [VALUE_LETTER] = {"a letter", "letters"},
    [VALUE_PIECE] = {"a piece", "pieces"},
    [VALUE_FEN] = {"a position (FEN)", "positions"},
    [VALUE_CONDITION] = {"a condition", "conditions"},
    [VALUE_RESULT] = {"a result", "results"},
    [VALUE_FUNCTION] = {"the name of a function", "names of functions"},
    [VALUE_HOOK] = {"`hook` and the name of a function", "hooks"},
    [VALUE_RANGE] = {"a range such as 0..959", "ranges"},
};
_Static_assert(sizeof kinds / sizeof kinds[0] == VALUE_COUNT, "every kind has words");

/* ---- describing a row ---- */

static void describe_one(const schema_row *row, text *out)
{
    if (row->kind == VALUE_NUMBER) {
        text_print(out, "a number from %ld to %ld", row->low, row->high);
    } else if (row->kind != VALUE_WORD) {
        text_put(out, kinds[row->kind].one);
    }
    if (!row->words[0]) {
        return;
    }
    if (row->kind != VALUE_WORD) {
        text_put(out, ", ");
    }
    names_join(out, names_of_array, row->words, "`", "`");
}

void schema_describe(const schema_row *row, text *out)
{
    const char *between = "";
    if (row->shapes & SHAPE_ONE) {
        describe_one(row, out), between = " or ";
    }
    if (row->shapes & SHAPE_MANY) {
        text_print(out, "%sa list of %s", between, kinds[row->kind].many), between = " or ";
    }
    if (row->shapes & (SHAPE_MAP | SHAPE_PATCH)) {
        text_print(out, "%sa mapping", between), between = " or ";
    }
    if (row->shapes & SHAPE_MAPS) {
        text_print(out, "%sa list of mappings", between);
    }
}

static const char *const movement_keys[SCHEMA_MOVEMENTS] = {"move", "hook", "along", "jump", "stay"};

const char *schema_movement_key(size_t index)
{
    return index < SCHEMA_MOVEMENTS ? movement_keys[index] : NULL;
}

void schema_put_movements(const schema_row *row, text *out)
{
    const char *words[SCHEMA_MOVEMENTS + 1] = {NULL};
    size_t count = 0;
    for (size_t i = 0; i < SCHEMA_MOVEMENTS; i++) {
        if (row->movements >> i & 1) {
            words[count++] = movement_keys[i];
        }
    }
    names_join(out, names_of_array, words, "`", "`");
}

void schema_put_doc(const schema_row *row, text *out)
{
    text_put(out, row->doc);
    if (row->movements) {
        text_put(out, " Goes with ");
        schema_put_movements(row, out);
        text_char(out, '.');
    }
}

/* Escapes the character that ends a cell of a Markdown table. */
static void put_cell(text *out, const char *words)
{
    for (; *words; words++) {
        if (*words == '|') {
            text_char(out, '\\');
        }
        text_char(out, *words);
    }
}

static void put_value(text *out, const schema_row *row)
{
    text value = {0};
    schema_describe(row, &value);
    put_cell(out, text_string(&value));
    out->failed |= value.failed;
    text_finish(&value);
    if (row->shapes & (SHAPE_MAP | SHAPE_MAPS)) {
        text_print(out, ", see *%s*", schema_section_of(row->child)->title);
    }
    if (row->shapes & SHAPE_PATCH) {
        text_print(out, ", see *%s*", schema_section_of(SECTION_VARIANT)->title);
    }
}

void schema_reference(text *out)
{
    size_t count;
    const schema_row *rows = schema_rows(&count);
    schema_section section = SECTION_COUNT;
    for (size_t i = 0; i < count; i++) {
        const schema_row *row = &rows[i];
        if (row->section != section) {
            section = row->section;
            const schema_section_info *info = schema_section_of(section);
            text_print(out, "%s### %s\n\n`%s`\n\n", i ? "\n" : "", info->title, info->where);
            text_put(out, "| key | value | meaning | example |\n| --- | --- | --- | --- |\n");
        }
        if (row->key) {
            text_print(out, "| `%s`%s | ", row->key, row->required ? " (required)" : "");
        } else {
            text_print(out, "| *%s* | ", kinds[row->name_kind].one);
        }
        put_value(out, row);
        text_put(out, " | ");
        text doc = {0};
        schema_put_doc(row, &doc);
        put_cell(out, text_string(&doc));
        out->failed |= doc.failed;
        text_finish(&doc);
        text_put(out, " | `");
        put_cell(out, row->example);
        text_put(out, "` |\n");
    }
}

/* ---- names ---- */

/* Bytes above ASCII count as letters: documents are UTF-8, and names may be in any language. */
static bool is_name(const char *string, bool digit_first)
{
    for (const char *c = string; *c; c++) {
        bool letter = ascii_is_letter(*c) || (unsigned char)*c >= 0x80;
        bool sign = c > string && (*c == '-' || *c == '_');
        if (!letter && !sign && !(ascii_is_digit(*c) && (digit_first || c > string))) {
            return false;
        }
    }
    return string[0] != '\0';
}

bool schema_is_name(const char *string)
{
    return is_name(string, false);
}

bool schema_is_function(const char *string)
{
    for (const char *c = string; *c; c++) {
        if (!ascii_is_letter(*c) && *c != '_' && (c == string || !ascii_is_digit(*c))) {
            return false;
        }
    }
    return string[0] != '\0';
}

static bool is_choice(const char *string)
{
    return string[0] != '\0' && strpbrk(string, " \t,=") == NULL;
}

/* e4, A1, e4^^, B:e4: letters, a number up to 99, signs for the level; the board in front. */
static bool is_cell(const char *string)
{
    const char *colon = strchr(string, ':');
    const char *c = colon ? colon + 1 : string;
    const char *letters = c;
    while (ascii_is_letter(*c)) {
        c++;
    }
    const char *digits = c;
    while (ascii_is_digit(*c)) {
        c++;
    }
    bool ok = digits > letters && c > digits && digits - letters <= 2 && c - digits <= 2 &&
              (*digits != '0' || c == digits + 1);
    while (*c == '^') {
        c++;
    }
    return ok && *c == '\0' && colon != string;
}

/* Scripts are in or below ../scripts or the folder of the rules: no absolute path, no `..`. */
bool schema_is_path(const char *string)
{
    if (string[0] == '\0' || string[0] == '/' || strpbrk(string, "\\:")) {
        return false;
    }
    for (const char *part = string; part; part = strchr(part, '/')) {
        part += *part == '/';
        size_t length = strcspn(part, "/");
        if (length == 0 || (length == 2 && part[0] == '.' && part[1] == '.')) {
            return false;
        }
    }
    return true;
}

static bool is_hook(const char *string)
{
    if (strncmp(string, "hook ", 5) != 0) {
        return false;
    }
    return schema_is_function(string + 5 + strspn(string + 5, " "));
}

static bool is_one_of(const schema_row *row, const char *string)
{
    for (size_t i = 0; row->words[i]; i++) {
        if (strcmp(row->words[i], string) == 0) {
            return true;
        }
    }
    return false;
}

/* ---- the validator ---- */

typedef struct check {
    arena *scratch;
    diag_list *diags;
    bool patch;
    bool ok;
} check;

static void report_wrong_value(check *c, const schema_row *row, const char *key, const node *value)
{
    text words = {0};
    schema_describe(row, &words);
    const char *found = node_describe(c->scratch, value);
    diag_error(c->diags, CODE_WRONG_VALUE, value->location, "`%s` must be %s, found %s", key, text_string(&words),
               found ? found : "?");
    text_finish(&words);
    c->ok = false;
}

/* What people write for true and false in other languages and in older YAML. */
static bool looks_like_bool(const char *string)
{
    static const char *const words[] = {"yes", "no", "on", "off", "y", "n", "true", "false", "1", "0", NULL};
    for (size_t i = 0; words[i]; i++) {
        if (text_distance(string, words[i], 0) == 0) {
            return true;
        }
    }
    return false;
}

static void hint_number(check *c, const node *value)
{
    const char *digits = value->string + (value->string[0] == '-');
    long number;
    if (!value->plain && text_to_long(value->string, -2147483647L, 2147483647L, &number)) {
        diag_hint(c->diags, "write it without quotes");
        diag_fix(c->diags, (fix){.kind = FIX_UNQUOTE});
    } else if (digits[0] == '0' && digits[1] && digits[strspn(digits, "0123456789")] == '\0') {
        diag_hint(c->diags, "write it without zeros in front");
    }
}

/* A parent that is written as a file: `extends: ../rules/mybase.yaml`. */
static void hint_game_name(const check *c, const node *value)
{
    const char *slash = strrchr(value->string, '/'), *name = slash ? slash + 1 : value->string;
    size_t length = text_stem_length(name);
    char stem[100];
    snprintf(stem, sizeof stem, "%.*s", (int)length, name);
    if (schema_is_name(stem)) {
        diag_hint(c->diags, "did you mean `%s`? A game is named without its folder and without .yaml", stem);
        diag_fix(c->diags, (fix){.kind = FIX_REPLACE, .text = stem});
    }
}

static bool kind_accepts(const schema_row *row, schema_kind kind, const node *value)
{
    const char *s = value->string;
    long number;
    switch (kind) {
    case VALUE_BOOL:
        return value->plain && (strcmp(s, "true") == 0 || strcmp(s, "false") == 0);
    case VALUE_NUMBER:
        return value->plain && text_to_long(s, row->low, row->high, &number);
    case VALUE_WORD:
        return is_one_of(row, s);
    case VALUE_NAME:
    case VALUE_VARIANT:
        return schema_is_name(s);
    case VALUE_BOARD:
        return is_name(s, true);
    case VALUE_CHOICE:
        return is_choice(s);
    case VALUE_FILE:
        return schema_is_path(s);
    case VALUE_CELL:
        return is_cell(s);
    case VALUE_FUNCTION:
        return schema_is_function(s);
    case VALUE_HOOK:
        return is_hook(s);
    /* The ruleset or the options check the others. */
    case VALUE_TEXT:
    case VALUE_LABEL:
    case VALUE_SIZE:
    case VALUE_ZONE:
    case VALUE_MOVEMENT:
    case VALUE_LETTER:
    case VALUE_PIECE:
    case VALUE_FEN:
    case VALUE_CONDITION:
    case VALUE_RESULT:
    case VALUE_RANGE:
    case VALUE_COUNT:
        return true;
    }
    return true;
}

static void check_scalar(check *c, const schema_row *row, const char *key, const node *value)
{
    /* A patch's scalar with $value or $draw in it is checked once the value is known. */
    if (c->patch && (strstr(value->string, "$value") || strstr(value->string, "$draw"))) {
        return;
    }
    if (is_one_of(row, value->string) || kind_accepts(row, row->kind, value)) {
        return;
    }
    report_wrong_value(c, row, key, value);
    if (row->kind == VALUE_BOOL && looks_like_bool(value->string)) {
        diag_hint(c->diags, "write true or false");
        diag_fix(c->diags, (fix){.kind = FIX_BOOL});
    } else if (row->kind == VALUE_NUMBER) {
        hint_number(c, value);
    } else if (row->kind == VALUE_VARIANT) {
        hint_game_name(c, value);
    } else if (row->kind == VALUE_FILE) {
        diag_hint(c->diags, "a plain relative name, without `..` and without `/` in front");
    } else if (row->words[0]) {
        const char *nearest = text_nearest(value->string, names_of_array, row->words);
        if (nearest) {
            diag_did_you_mean(c->diags, nearest);
        }
    }
}

static bool is_empty(const node *value)
{
    if (value->kind == NODE_LIST) {
        return value->length == 0;
    }
    if (value->kind == NODE_MAP) {
        return false;
    }
    return value->length == 0 ||
           (value->plain && (strcmp(value->string, "~") == 0 || strcmp(value->string, "null") == 0));
}

bool schema_is_removal(const schema_row *row, const node *value)
{
    return value->kind == NODE_SCALAR && value->plain && strcmp(value->string, "none") == 0 && !row->none_is_value;
}

static void check_map(check *c, const node *map, schema_section section);

static void check_item(check *c, const schema_row *row, const char *key, const node *item)
{
    if (is_empty(item)) {
        diag_error(c->diags, CODE_WRONG_VALUE, item->location, "an item of `%s` is empty", key);
        c->ok = false;
    } else if (item->kind == NODE_SCALAR && (row->shapes & SHAPE_MANY)) {
        check_scalar(c, row, key, item);
    } else if (item->kind == NODE_MAP && (row->shapes & SHAPE_MAPS)) {
        check_map(c, item, row->child);
    } else {
        const char *found = node_describe(c->scratch, item);
        bool both = (row->shapes & SHAPE_MANY) && (row->shapes & SHAPE_MAPS);
        diag_error(c->diags, CODE_WRONG_VALUE, item->location, "an item of `%s` must be %s%s%s, found %s", key,
                   row->shapes & SHAPE_MANY ? kinds[row->kind].one : "", both ? " or " : "",
                   row->shapes & SHAPE_MAPS ? "a mapping" : "", found ? found : "?");
        c->ok = false;
    }
}

static void check_value(check *c, const schema_row *row, const char *key, location key_location, const node *value)
{
    if (schema_is_removal(row, value)) {
        return;
    }
    if (is_empty(value)) {
        diag_error(c->diags, CODE_NO_VALUE, key_location, "`%s` has no value", key);
        diag_hint(c->diags, "for example `%s: %s`", key, row->example);
        diag_fix_print(c->diags, FIX_ADD, "%s: %s", key, row->example);
        c->ok = false;
    } else if (value->kind == NODE_SCALAR && (row->shapes & SHAPE_ONE)) {
        check_scalar(c, row, key, value);
    } else if (value->kind == NODE_LIST && (row->shapes & (SHAPE_MANY | SHAPE_MAPS))) {
        for (size_t i = 0; i < value->length; i++) {
            check_item(c, row, key, value->items[i]);
        }
    } else if (value->kind == NODE_MAP && (row->shapes & SHAPE_MAP)) {
        check_map(c, value, row->child);
    } else if (value->kind == NODE_MAP && (row->shapes & SHAPE_PATCH)) {
        bool outside = c->patch;
        c->patch = true;
        check_map(c, value, SECTION_VARIANT);
        c->patch = outside;
    } else {
        report_wrong_value(c, row, key, value);
    }
}

/* The keys of one section, as names_next. */
static const char *next_key(const void *state, size_t index)
{
    size_t count;
    const schema_row *rows = schema_rows(&count);
    schema_section section = *(const schema_section *)state;
    for (size_t i = 0; i < count; i++) {
        if (rows[i].section == section && rows[i].key && index-- == 0) {
            return rows[i].key;
        }
    }
    return NULL;
}

static void unknown_key(check *c, const char *key, location at, schema_section section)
{
    c->ok = false;
    diag_error(c->diags, CODE_UNKNOWN_KEY, at, "unknown key `%s` in %s", key, schema_section_of(section)->noun);
    if (c->diags->newest && !text_nearest(key, next_key, &section)) {
        size_t count;
        const schema_row *rows = schema_rows(&count);
        for (size_t i = 0; i < count; i++) {
            if (rows[i].key && strcmp(rows[i].key, key) == 0) {
                diag_hint(c->diags, "`%s` belongs to %s", key, schema_section_of(rows[i].section)->noun);
                return;
            }
        }
    }
    names_hint(c->diags, key, next_key, &section, "known keys");
}

static void check_name(check *c, const schema_row *row, const char *key, location at)
{
    const node name = {.kind = NODE_SCALAR, .string = key, .length = strlen(key)};
    bool ok = name.length > 0 && kind_accepts(row, row->name_kind, &name);
    if (ok) {
        return;
    }
    diag_error(c->diags, CODE_WRONG_VALUE, at, "`%s` must be %s", key, kinds[row->name_kind].one);
    c->ok = false;
}

static void check_map(check *c, const node *map, schema_section section)
{
    size_t names = 0;
    for (size_t i = 0; i < map->length; i++) {
        const char *key = map->keys[i];
        location at = map->key_locations[i];
        const schema_row *row = schema_find(section, key);
        if (!row) {
            unknown_key(c, key, at, section);
            continue;
        }
        if (row->not_in_patch && c->patch) {
            diag_error(c->diags, CODE_NOT_IN_PATCH, at, "`%s` is not allowed in the patch of an option", key);
            c->ok = false;
            continue;
        }
        if (!row->key) {
            if (names++ == SCHEMA_NAMES_MAX) {
                diag_error(c->diags, CODE_TOO_MANY, at, "more than %d names in %s", SCHEMA_NAMES_MAX,
                           schema_section_of(section)->noun);
                c->ok = false;
                return;
            }
            check_name(c, row, key, at);
        }
        check_value(c, row, key, at, map->items[i]);
    }
}

bool schema_check(arena *scratch, diag_list *diags, const node *root, bool is_patch)
{
    check c = {.scratch = scratch, .diags = diags, .patch = is_patch, .ok = true};
    if (root->kind != NODE_MAP) {
        const char *found = node_describe(scratch, root);
        diag_error(diags, CODE_NOT_A_MAPPING, root->location, "a rule file must be a mapping (`name: ...`), found %s",
                   found ? found : "?");
        return false;
    }
    check_map(&c, root, SECTION_VARIANT);
    return c.ok;
}

/* ---- what is missing ---- */

typedef struct required_check {
    diag_list *diags;
    location (*removed)(const void *state, schema_section section, const char *key);
    const void *state;
} required_check;

/* A mapping, and how messages call it: `name` in section `in`, or NULL for one without a name. */
typedef struct required_map {
    const node *map;
    schema_section section;
    const char *name;
    schema_section in;
    location at;
} required_map;

static void report_missing(const required_check *r, const required_map *s, const schema_row *row)
{
    if (s->name) {
        diag_error(r->diags, CODE_MISSING_KEY, s->at, "`%s` has no `%s`", s->name, row->key);
    } else {
        diag_error(r->diags, CODE_MISSING_KEY, s->at, "%s has no `%s`", schema_section_of(s->section)->noun, row->key);
    }
    diag_hint(r->diags, "for example `%s: %s`", row->key, row->example);
    diag_fix_print(r->diags, FIX_ADD, "%s: %s", row->key, row->example);
    /* Removals are known by section and key; that is enough only where there is one mapping of the section. */
    const schema_row *named = s->name ? schema_find(s->in, s->name) : NULL;
    location map_gone = named && !named->key ? r->removed(r->state, s->in, s->name) : (location){0};
    location key_gone = s->section == SECTION_VARIANT ? r->removed(r->state, s->section, row->key) : (location){0};
    if (map_gone.source) {
        diag_note(r->diags, map_gone, "it was removed here, and came back only in part");
    } else if (key_gone.source) {
        diag_note(r->diags, key_gone, "`%s` was removed here", row->key);
    }
}

static bool require_section(const required_check *r, const required_map *s)
{
    bool ok = true;
    size_t count;
    const schema_row *rows = schema_rows(&count);
    for (size_t i = 0; i < count; i++) {
        if (rows[i].section != s->section || !rows[i].required || node_get(s->map, rows[i].key)) {
            continue;
        }
        report_missing(r, s, &rows[i]);
        ok = false;
    }
    for (size_t i = 0; i < s->map->length; i++) {
        const char *key = s->map->keys[i];
        const schema_row *row = schema_find(s->section, key);
        const node *value = s->map->items[i];
        if (!row || (row->shapes & SHAPE_PATCH)) {
            continue;
        }
        if (value->kind == NODE_MAP) {
            ok &= require_section(r, &(required_map){value, row->child, key, s->section, s->map->key_locations[i]});
        }
        for (size_t k = 0; value->kind == NODE_LIST && k < value->length; k++) {
            const node *item = value->items[k];
            if (item->kind == NODE_MAP) {
                ok &= require_section(r, &(required_map){item, row->child, NULL, s->section, item->location});
            }
        }
    }
    return ok;
}

bool schema_check_required(diag_list *diags, const node *merged_rules, location top,
                           location (*removed)(const void *state, schema_section section, const char *key),
                           const void *state)
{
    const required_check r = {diags, removed, state};
    return require_section(&r, &(required_map){merged_rules, SECTION_VARIANT, NULL, SECTION_VARIANT, top});
}
