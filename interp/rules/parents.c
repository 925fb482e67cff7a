#include "rules/parents.h"

#include <stdio.h>
#include <string.h>

#include "base/read_file.h"
#include "rules/names.h"

/* The files on the way from the game's own file to the one that is being loaded. */
typedef struct parent_chain {
    rule_family *family;
    size_t index[RULES_PARENTS_MAX + 1];
    size_t count;
} parent_chain;

static const char *path_in(const parent_chain *c, size_t i)
{
    return c->family->file[c->index[i]].path;
}

static const char *find_in_same_folder(const void *state, const char *name, const char *from_path, arena *a)
{
    (void)state;
    const char *slash = strrchr(from_path, '/');
    int folder = slash ? (int)(slash + 1 - from_path) : 0;
    const char *path = arena_format(a, "%.*s%s.yaml", folder, from_path, name);
    return path && read_file_exists(path) ? path : NULL;
}

/* Adds how the newest file was reached: "a.yaml extends b.yaml extends c". */
static void note_chain(diag_list *diags, const parent_chain *c, const char *last)
{
    text words = {0};
    for (size_t i = 0; i < c->count; i++) {
        text_print(&words, "%s extends ", path_in(c, i));
    }
    text_put(&words, last);
    const node *own = c->family->file[0].tree, *first = node_get(own, "extends");
    diag_note(diags, first ? first->location : own->location, "%s", text_string(&words));
    text_finish(&words);
}

/* The nearest name of a rule file in the folder of `from_path`; NULL. */
static const char *nearest_beside(arena *a, const char *from_path, const char *name)
{
    const char *slash = strrchr(from_path, '/');
    text path = {0}, nearest = {0};
    text_add(&path, from_path, slash ? (size_t)(slash + 1 - from_path) : 0);
    text_print(&path, "%s.yaml", name);
    const char *found = NULL;
    if (read_file_nearest(text_string(&path), &nearest)) {
        const char *file = strrchr(text_string(&nearest), '/');
        file = file ? file + 1 : text_string(&nearest);
        found = arena_text(a, file, strlen(file) - strlen(".yaml"));
    }
    text_finish(&path);
    text_finish(&nearest);
    return found;
}

/* The number of the file in the family; `count` where it is not there. */
static size_t find_file(const rule_family *family, const char *path)
{
    size_t i = 0;
    while (i < family->count && strcmp(family->file[i].path, path) != 0) {
        i++;
    }
    return i;
}

/* The path of a text in place of a file that would lie beside the one that names it; NULL: there is none. */
static const char *find_overlay(arena *a, const diag_list *diags, const char *name, const char *from_path)
{
    const char *slash = strrchr(from_path, '/');
    int folder = slash ? (int)(slash + 1 - from_path) : 0;
    const char *path = arena_format(a, "%.*s%s.yaml", folder, from_path, name);
    return path && diag_overlay(diags, path) ? path : NULL;
}

/* The path of the parent that the newest file of the chain names; NULL after an error. */
static const char *find_parent(arena *a, diag_list *diags, const rule_finder *finder, const parent_chain *c,
                               const node *extends)
{
    const char *from_path = path_in(c, c->count - 1);
    const char *path = find_overlay(a, diags, extends->string, from_path);
    if (!path) {
        path = finder && finder->find ? finder->find(finder->state, extends->string, from_path, a)
                                      : find_in_same_folder(NULL, extends->string, from_path, a);
    }
    if (a->failed) { /* perhaps it is in a folder that was skipped */
        return NULL;
    }
    if (!path) {
        diag_error(diags, CODE_NO_PARENT, extends->location, "there is no game `%s`", extends->string);
        const char *nearest = nearest_beside(a, from_path, extends->string);
        if (!nearest && finder && finder->nearest) {
            nearest = finder->nearest(finder->state, extends->string, a);
        }
        if (nearest) {
            diag_did_you_mean(diags, nearest);
        }
        if (c->count > 1) {
            note_chain(diags, c, extends->string);
        } else if (!nearest) {
            diag_hint(diags, "a parent is a file %s.yaml beside this one, or a game that `ferz list` shows",
                      extends->string);
        }
        return NULL;
    }
    for (size_t i = 0; i < c->count; i++) {
        if (strcmp(path_in(c, i), path) == 0) {
            diag_error(diags, CODE_PARENT_CYCLE, extends->location, "`extends` forms a cycle");
            note_chain(diags, c, path);
            return NULL;
        }
    }
    if (c->family->count > RULES_PARENTS_MAX && find_file(c->family, path) == c->family->count) {
        diag_error(diags, CODE_TOO_MANY, extends->location, "more than %d parents", RULES_PARENTS_MAX);
        note_chain(diags, c, path);
        return NULL;
    }
    return path;
}

static bool is_code(const node *n)
{
    return n->kind == NODE_SCALAR && n->string[0] != '\0';
}

static const char *warning_code(const void *state, size_t index)
{
    (void)state;
    for (int code = CODE_NONE + 1; code < CODE_COUNT; code++) {
        if (code_text((diag_code)code)[0] == 'W' && index-- == 0) {
            return code_text((diag_code)code);
        }
    }
    return NULL;
}

/* One code of `allow_warnings`. The schema reports what is no name. */
static void allow_warning(diag_list *diags, const node *file, const node *named, bool own_file)
{
    diag_code code = is_code(named) ? code_find(named->string) : CODE_NONE;
    if (is_code(named) && schema_is_name(named->string) && code_text(code)[0] != 'W') {
        if (code == CODE_NONE) {
            diag_error(diags, CODE_WRONG_VALUE, named->location, "there is no warning `%s`", named->string);
            names_hint(diags, named->string, warning_code, NULL, "warnings");
        } else {
            diag_error(diags, CODE_WRONG_VALUE, named->location, "`%s` is an error, and only warnings can be allowed",
                       named->string);
        }
        return;
    }
    const node *script = node_get(file, "script");
    size_t scripts = node_item_count(script);
    for (size_t i = 0; i < (scripts ? scripts : 1); i++) {
        const node *one = scripts ? node_item(script, i) : NULL;
        diag_allow(diags, (diag_allowance){.source = file->location.source,
                                           .script = one && is_code(one) ? one->string : NULL,
                                           .whole = own_file,
                                           .code = code});
    }
}

/* What the author of this one file does not want to read. It is settled before the file is checked. */
static void allow_warnings(diag_list *diags, const node *file, bool own_file)
{
    const node *given = node_get(file, "allow_warnings");
    for (size_t i = 0; given && given->kind == NODE_LIST && i < given->length; i++) {
        allow_warning(diags, file, given->items[i], own_file);
    }
    if (given && given->kind == NODE_SCALAR &&
        !schema_is_removal(schema_find(SECTION_VARIANT, "allow_warnings"), given)) {
        allow_warning(diags, file, given, own_file);
    }
}

static bool load_file(arena *a, diag_list *diags, const merge_request *request, parent_chain *c, const char *path,
                      const node *named);

/* Loads one of the parents that the newest file of the chain names. False: nothing more can be loaded. */
static bool load_parent(arena *a, diag_list *diags, const merge_request *request, parent_chain *c, const node *named,
                        bool *ok)
{
    rule_file *child = &c->family->file[c->index[c->count - 1]];
    if (named->kind != NODE_SCALAR || !schema_is_name(named->string)) {
        return true; /* the schema has reported it */
    }
    /* `extends: none` would remove nothing, and `none` is no game. */
    if (schema_is_removal(schema_find(SECTION_VARIANT, "extends"), named)) {
        diag_error(diags, CODE_NOTHING_TO_REMOVE, named->location, "there is nothing above this file to remove");
        diag_hint(diags, "omit `extends`");
        return false;
    }
    const char *path = find_parent(a, diags, request->finder, c, named);
    if (!path) {
        return false;
    }
    size_t index = find_file(c->family, path);
    if (index == c->family->count) {
        *ok = load_file(a, diags, request, c, path, named) && *ok;
        if (index == c->family->count) {
            return false; /* it could not be read */
        }
    }
    child->parents[child->parent_count++] = index;
    child->ancestors |= c->family->file[index].ancestors | UINT64_C(1) << index;
    return true;
}

/* Loads the file and its parents; each is checked by itself, and comes in order behind its parents. */
static bool load_file(arena *a, diag_list *diags, const merge_request *request, parent_chain *c, const char *path,
                      const node *named)
{
    rule_family *family = c->family;
    size_t before = diags->errors;
    bool given = family->count == 0 && request->source_text;
    const node *tree = given ? document_parse(a, diags, request->source_text) : document_load(a, diags, path);
    if (!tree) {
        /* The user did not name this file: say which file did. */
        if (named && diags->errors > before) {
            diag_note(diags, named->location, "named here");
        }
        return false;
    }
    size_t errors = diags->errors, index = family->count;
    allow_warnings(diags, tree, index == 0);
    bool ok = diags->errors == errors && schema_check(a, diags, tree, false), more = true;
    family->file[family->count++] = (rule_file){.tree = tree, .path = path};
    c->index[c->count++] = index;
    const node *extends = node_get(tree, "extends");
    size_t parents = node_item_count(extends);
    if (parents > RULES_DIRECT_PARENTS_MAX) {
        diag_error(diags, CODE_TOO_MANY, extends->location, "more than %d parents", RULES_DIRECT_PARENTS_MAX);
        more = false;
    }
    for (size_t i = parents; more && i-- > 0;) { /* the first is laid on last, so it comes right below the file */
        more = load_parent(a, diags, request, c, node_item(extends, i), &ok);
    }
    c->count--;
    family->order[family->ordered++] = index;
    return ok && more;
}

bool parents_load(arena *a, diag_list *diags, const merge_request *request, rule_family *family)
{
    *family = (rule_family){.count = 0};
    parent_chain c = {.family = family};
    return load_file(a, diags, request, &c, request->path, NULL) && !a->failed;
}

/* ---- contradictions between parents ---- */

enum { KEYS_MAX = 12 }; /* of mappings inside mappings */

typedef struct key_path {
    const char *keys[KEYS_MAX];
    size_t count;
} key_path;

static bool has_ancestor(const rule_family *family, size_t file, size_t ancestor)
{
    return family->file[file].ancestors >> ancestor & 1;
}

/* Whether the file itself says something about the key: it or all that is around it. */
static bool says(const node *tree, const key_path *path)
{
    const node *at = tree;
    for (size_t i = 0; i < path->count && at; i++) {
        if (at->kind != NODE_MAP) {
            return true; /* `none`, or another value in place of the mapping */
        }
        at = node_get(at, path->keys[i]);
    }
    return at != NULL;
}

static bool is_same(const node *a, const node *b)
{
    if (a->kind != b->kind || (a->kind == NODE_SCALAR ? strcmp(a->string, b->string) != 0 : a->length != b->length)) {
        return false;
    }
    for (size_t i = 0; a->kind != NODE_SCALAR && i < a->length; i++) {
        const node *other = a->kind == NODE_MAP ? node_get(b, a->keys[i]) : b->items[i];
        if (!other || !is_same(a->items[i], other)) {
            return false;
        }
    }
    return true;
}

/* Whether a later file settles the key: one below both, or below one of them, which is then compared itself. */
static bool is_settled(const rule_family *family, size_t a, size_t b, const key_path *path)
{
    for (size_t i = 0; i < family->count; i++) {
        if ((has_ancestor(family, i, a) || has_ancestor(family, i, b)) && says(family->file[i].tree, path)) {
            return true;
        }
    }
    return false;
}

/* The nearest file below both. */
static size_t common_child(const rule_family *family, size_t a, size_t b)
{
    size_t i = 0;
    while (!(has_ancestor(family, family->order[i], a) && has_ancestor(family, family->order[i], b))) {
        i++;
    }
    return family->order[i];
}

/* The name of a file as `extends` has it. */
static const char *game_name(const rule_file *file, size_t *length)
{
    const char *slash = strrchr(file->path, '/'), *name = slash ? slash + 1 : file->path;
    *length = text_stem_length(name);
    return name;
}

static void report_contradiction(diag_list *diags, const rule_family *family, size_t a, size_t b, const key_path *path,
                                 location first, location second)
{
    const node *child = family->file[common_child(family, a, b)].tree;
    size_t length_a, length_b;
    const char *name_a = game_name(&family->file[a], &length_a), *name_b = game_name(&family->file[b], &length_b);
    text words = {0};
    for (size_t i = 0; i < path->count; i++) {
        text_print(&words, i ? ": %s" : "%s", path->keys[i]);
    }
    diag_error(diags, CODE_PARENTS_CONTRADICT, node_get(child, "extends")->location,
               "`%.*s` and `%.*s` contradict each other about `%s`", (int)length_a, name_a, (int)length_b, name_b,
               text_string(&words));
    diag_hint(diags, "say in this file what holds; `none` leaves it out");
    diag_note(diags, first, "`%.*s` says this; `%.*s` says something else at %s:%u", (int)length_a, name_a,
              (int)length_b, name_b, second.source ? second.source->name : family->file[b].path, (unsigned)second.line);
    text_finish(&words);
}

/* What a game has of its own, and no parent can contradict. Scripts are joined. */
static bool is_own_key(schema_section section, const char *key)
{
    static const char *const keys[] = {"name", "name_ru", "about", "about_ru", "extends", "allow_warnings", "script"};
    for (size_t i = 0; section == SECTION_VARIANT && i < sizeof keys / sizeof keys[0]; i++) {
        if (strcmp(key, keys[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Compares what two files say that do not build on each other. */
static void compare_maps(diag_list *diags, const rule_family *family, size_t a, size_t b, const node *left,
                         const node *right, schema_section section, key_path *path)
{
    for (size_t i = 0; i < left->length && path->count < KEYS_MAX; i++) {
        const char *key = left->keys[i];
        const node *mine = left->items[i], *other = node_get(right, key);
        const schema_row *row = schema_find(section, key);
        if (!other || !row || is_own_key(section, key)) {
            continue;
        }
        path->keys[path->count++] = key;
        if (mine->kind == NODE_MAP && other->kind == NODE_MAP && (row->shapes & SHAPE_MAP)) {
            compare_maps(diags, family, a, b, mine, other, row->child, path);
        } else if (!is_same(mine, other) && !is_settled(family, a, b, path)) {
            report_contradiction(diags, family, a, b, path, mine->location, other->location);
        }
        path->count--;
    }
}

bool parents_agree(diag_list *diags, const rule_family *family)
{
    size_t before = diags->errors;
    for (size_t a = family->count; a-- > 0;) { /* the first parent was loaded last */
        for (size_t b = a; b-- > 0;) {
            key_path path = {.count = 0};
            if (!has_ancestor(family, a, b) && !has_ancestor(family, b, a)) {
                compare_maps(diags, family, a, b, family->file[a].tree, family->file[b].tree, SECTION_VARIANT, &path);
            }
        }
    }
    return diags->errors == before;
}

/* ---- scripts ---- */

size_t parents_scripts(const rule_family *family, const node **scripts, size_t room)
{
    static const key_path path = {.keys = {"script"}, .count = 1};
    size_t count = 0;
    for (size_t n = family->ordered; n-- > 0;) { /* the first parent first */
        size_t i = family->order[n];
        const node *script = node_get(family->file[i].tree, "script");
        bool replaced = !script || schema_is_removal(schema_find(SECTION_VARIANT, "script"), script);
        for (size_t k = 0; !replaced && k < family->count; k++) {
            replaced = has_ancestor(family, k, i) && says(family->file[k].tree, &path);
        }
        for (size_t k = 0; !replaced && k < node_item_count(script) && count < room; k++) {
            scripts[count++] = node_item(script, k);
        }
    }
    return count;
}
