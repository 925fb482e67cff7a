/* YAML as a tree; what a file extends, and its options, laid together. */
#include "reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

_Noreturn void unsupported(const char *what, const char *which)
{
    fprintf(stderr, "reference: not known here: %s %s\n", what, which ? which : "");
    exit(77);
}

static void *allocate(size_t bytes)
{
    void *memory = calloc(1, bytes ? bytes : 1);
    if (!memory) {
        abort();
    }
    return memory;
}

static tree *scalar(const char *text, bool plain)
{
    tree *t = allocate(sizeof *t);
    t->text = strdup(text);
    t->plain = plain;
    return t;
}

static void append(tree *t, tree *key, tree *value)
{
    size_t bytes = sizeof(tree *) * (size_t)(t->count + 1);
    t->values = realloc(t->values, bytes);
    t->values[t->count] = value;
    if (!t->list) {
        t->keys = realloc(t->keys, bytes);
        t->keys[t->count] = key;
    }
    t->count++;
}

static tree *from_node(yaml_document_t *document, int index)
{
    yaml_node_t *node = yaml_document_get_node(document, index);
    if (node->type == YAML_SCALAR_NODE) {
        return scalar((char *)node->data.scalar.value, node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE);
    }
    tree *t = allocate(sizeof *t);
    if (node->type == YAML_SEQUENCE_NODE) {
        t->list = true;
        for (yaml_node_item_t *i = node->data.sequence.items.start; i < node->data.sequence.items.top; i++) {
            append(t, NULL, from_node(document, *i));
        }
    } else {
        for (yaml_node_pair_t *i = node->data.mapping.pairs.start; i < node->data.mapping.pairs.top; i++) {
            append(t, from_node(document, i->key), from_node(document, i->value));
        }
    }
    return t;
}

tree *tree_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        return NULL;
    }
    yaml_parser_t parser;
    yaml_document_t document;
    yaml_parser_initialize(&parser);
    yaml_parser_set_input_file(&parser, file);
    if (!yaml_parser_load(&parser, &document)) {
        fprintf(stderr, "reference: %s: %s\n", path, parser.problem);
        exit(2);
    }
    yaml_node_t *root = yaml_document_get_root_node(&document);
    tree *t = root ? from_node(&document, 1) : NULL;
    yaml_document_delete(&document);
    yaml_parser_delete(&parser);
    fclose(file);
    return t;
}

static bool is_none(const tree *t)
{
    return t->text && t->plain && strcmp(t->text, "none") == 0;
}

static int find(const tree *from, const char *key)
{
    for (int i = 0; from && from->keys && i < from->count; i++) {
        if (strcmp(from->keys[i]->text, key) == 0) {
            return i;
        }
    }
    return -1;
}

static tree *raw_value(const tree *from, const char *key)
{
    int i = find(from, key);
    return i < 0 ? NULL : from->values[i];
}

tree *tree_child(const tree *from, const char *key)
{
    tree *value = raw_value(from, key);
    return value && !is_none(value) ? value : NULL;
}

bool tree_none(const tree *from, const char *key)
{
    tree *value = raw_value(from, key);
    return value && is_none(value);
}

const char *tree_text(const tree *from, const char *key)
{
    tree *value = tree_child(from, key);
    return value ? value->text : NULL;
}

bool tree_is(const tree *from, const char *key, const char *word)
{
    const char *text = tree_text(from, key);
    return text && strcmp(text, word) == 0;
}

bool tree_yes(const tree *from, const char *key)
{
    return tree_is(from, key, "true");
}

int tree_number(const tree *from, const char *key, int fallback)
{
    const char *text = tree_text(from, key);
    return text ? atoi(text) : fallback;
}

static tree *copy(const tree *t)
{
    if (t->text) {
        return scalar(t->text, t->plain);
    }
    tree *c = allocate(sizeof *c);
    c->list = t->list;
    for (int i = 0; i < t->count; i++) {
        append(c, t->keys ? t->keys[i] : NULL, copy(t->values[i]));
    }
    return c;
}

static void remove_key(tree *t, int at)
{
    for (int k = at; k + 1 < t->count; k++) {
        t->keys[k] = t->keys[k + 1];
        t->values[k] = t->values[k + 1];
    }
    t->count--;
}

static bool is_mapping(const tree *t)
{
    return !t->text && !t->list;
}

/* The values of an option: each is a patch, which replaces the inherited one. */
static void merge_values(tree *under, const tree *over)
{
    for (int i = 0; i < over->count; i++) {
        int at = find(under, over->keys[i]->text);
        if (at < 0) {
            append(under, over->keys[i], copy(over->values[i]));
        } else if (is_none(over->values[i])) {
            remove_key(under, at);
        } else {
            under->values[at] = copy(over->values[i]);
        }
    }
}

/* Lays `over` on `under`, which it changes. */
static void merge(tree *under, const tree *over)
{
    for (int i = 0; i < over->count; i++) {
        const char *key = over->keys[i]->text;
        tree *value = over->values[i];
        int at = find(under, key);
        if (at < 0) {
            append(under, over->keys[i], copy(value));
        } else if (is_none(value)) {
            remove_key(under, at);
        } else if (is_mapping(value) && is_mapping(under->values[at]) && strcmp(key, "patch") == 0) {
            under->values[at] = copy(value); /* a patch replaces the inherited one */
        } else if (is_mapping(value) && is_mapping(under->values[at]) && strcmp(key, "values") == 0) {
            merge_values(under->values[at], value);
        } else if (!value->text && !value->list && !under->values[at]->text && !under->values[at]->list) {
            merge(under->values[at], value);
        } else if (!value->text && !value->list && under->values[at]->text && strcmp(key, "end") != 0) {
            under->values[at] = copy(value);
        } else {
            under->values[at] = copy(value);
        }
    }
}

static tree *inherit(const char *folder, const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s.yaml", folder, name);
    tree *own = tree_file(path);
    if (!own) { /* a made-up game may extend a real one */
        snprintf(path, sizeof path, "rules/%s.yaml", name);
        own = tree_file(path);
    }
    if (!own) {
        fprintf(stderr, "reference: cannot read %s\n", path);
        exit(2);
    }
    const char *parent = tree_text(own, "extends");
    if (tree_child(own, "extends") && !parent) {
        unsupported("several parents", NULL);
    }
    if (!parent) {
        return own;
    }
    tree *whole = inherit(folder, parent);
    merge(whole, own);
    return whole;
}

static void substitute(tree *t, const char *value)
{
    if (t->text) {
        char *at = strstr(t->text, "$value");
        if (strstr(t->text, "$draw")) {
            unsupported("$draw", NULL);
        }
        if (at) {
            char *text = allocate(strlen(t->text) + strlen(value) + 1);
            memcpy(text, t->text, (size_t)(at - t->text));
            strcat(text, value);
            strcat(text, at + 6);
            t->text = text;
            substitute(t, value);
        }
        return;
    }
    for (int i = 0; i < t->count; i++) {
        substitute(t->values[i], value);
    }
}

static struct {
    char *name, *value;
} chosen_options[64];
static int chosen_option_count;

const char *tree_option(const char *name)
{
    for (int i = 0; i < chosen_option_count; i++) {
        if (strcmp(chosen_options[i].name, name) == 0) {
            return chosen_options[i].value;
        }
    }
    return NULL;
}

static void apply_option(tree *whole, const char *name, const tree *option, const setting *settings, int count)
{
    tree *default_value = raw_value(option, "default");
    const char *value = default_value ? default_value->text : NULL;
    for (int i = 0; i < count; i++) {
        if (strcmp(settings[i].name, name) == 0) {
            value = settings[i].value ? settings[i].value : "on";
        }
    }
    if (!value) {
        return;
    }
    chosen_options[chosen_option_count].name = strdup(name);
    chosen_options[chosen_option_count++].value = strdup(value);
    tree *patch =
        raw_value(option, "values") ? raw_value(raw_value(option, "values"), value) : raw_value(option, "patch");
    if (!patch) {
        fprintf(stderr, "reference: option %s has no value %s\n", name, value);
        exit(2);
    }
    if (patch->text) {
        return;
    }
    patch = copy(patch);
    substitute(patch, value);
    merge(whole, patch);
}

tree *tree_rules(const char *folder, const char *name, const setting *settings, int setting_count)
{
    chosen_option_count = 0;
    tree *whole = inherit(folder, name);
    tree *options = tree_child(whole, "options");
    for (int i = 0; options && i < options->count; i++) {
        if (!options->values[i]->text) {
            apply_option(whole, options->keys[i]->text, options->values[i], settings, setting_count);
        }
    }
    return whole;
}
