#include "formats/yaml_tree.h"

#include <string.h>

enum { LINE_MAX = 118 };

tree *tree_get(const tree *in, const char *name)
{
    for (tree *t = in ? in->first : NULL; t; t = t->next) {
        if (strcmp(t->name, name) == 0) {
            return t;
        }
    }
    return NULL;
}

tree *tree_at(arena *a, tree *in, const char *name)
{
    tree *t = tree_get(in, name);
    if (t || !in) {
        return t;
    }
    t = arena_new(a, tree, 1);
    char *copy = arena_text(a, name, strlen(name));
    if (!t || !copy) {
        return NULL;
    }
    t->name = copy;
    if (in->last) {
        in->last->next = t;
    } else {
        in->first = t;
    }
    in->last = t;
    return t;
}

tree *tree_set(arena *a, tree *in, const char *name, const char *string)
{
    tree *t = tree_at(a, in, name);
    if (t) {
        t->leaf = arena_text(a, string, strlen(string));
    }
    return t;
}

static void copy_into(arena *a, tree *to, const tree *from)
{
    tree *t = tree_at(a, to, from->name);
    if (!t) {
        return;
    }
    t->leaf = from->leaf;
    for (const tree *c = from->first; c; c = c->next) {
        copy_into(a, t, c);
    }
}

static void add_difference(arena *a, tree *to, const tree *child, const tree *parent)
{
    for (const tree *c = child->first; c; c = c->next) {
        const tree *p = tree_get(parent, c->name);
        if (!p || !c->leaf != !p->leaf) {
            copy_into(a, to, c);
        } else if (c->leaf) {
            if (strcmp(c->leaf, p->leaf) != 0) {
                copy_into(a, to, c);
            }
        } else {
            tree inner = {.name = c->name};
            add_difference(a, &inner, c, p);
            if (inner.first) {
                copy_into(a, to, &inner);
            }
        }
    }
    for (const tree *p = parent->first; p; p = p->next) {
        if (!tree_get(child, p->name)) {
            tree_set(a, to, p->name, "none");
        }
    }
}

tree *tree_difference(arena *a, const tree *child, const tree *parent)
{
    tree *all = arena_new(a, tree, 1);
    if (all) {
        all->name = "";
        add_difference(a, all, child, parent);
    }
    return all;
}

static bool is_inherited(const tree *t)
{
    return t->leaf && strcmp(t->leaf, "@") == 0;
}

void tree_write_flow(const tree *t, text *out)
{
    if (t->leaf) {
        text_put(out, t->leaf);
        return;
    }
    text_char(out, '{');
    bool first = true;
    for (const tree *c = t->first; c; c = c->next) {
        if (!is_inherited(c)) {
            text_print(out, "%s%s: ", first ? "" : ", ", c->name);
            tree_write_flow(c, out);
            first = false;
        }
    }
    text_char(out, '}');
}

/* Whether there is something to write. */
static bool is_written(const tree *t)
{
    if (t->leaf) {
        return !is_inherited(t);
    }
    for (const tree *c = t->first; c; c = c->next) {
        if (is_written(c)) {
            return true;
        }
    }
    return false;
}

static bool is_short(const tree *t, size_t indent)
{
    text line = {0};
    tree_write_flow(t, &line);
    bool fits = !line.failed && line.length + indent + strlen(t->name) + 2 <= LINE_MAX;
    text_finish(&line);
    return fits;
}

/* A list that is too long for one line is written with one item a line. */
static void put_leaf(text *out, const char *leaf, size_t indent, size_t column)
{
    if (leaf[0] != '[' || column + strlen(leaf) <= LINE_MAX || strchr(leaf + 1, '[')) {
        text_print(out, " %s\n", leaf);
        return;
    }
    text_char(out, '\n');
    int depth = 0;
    bool quoted = false;
    const char *from = leaf + 1;
    for (const char *c = from; *c; c++) {
        quoted ^= *c == '"';
        depth += !quoted && *c == '{';
        depth -= !quoted && *c == '}';
        if (!quoted && depth == 0 && (*c == ',' || (*c == ']' && !c[1]))) {
            from += strspn(from, " ");
            text_print(out, "%*s- %.*s\n", (int)indent, "", (int)(c - from), from);
            from = c + 1;
        }
    }
}

static bool ends_in_blank_line(const text *out)
{
    return out->length > 1 && out->bytes[out->length - 1] == '\n' && out->bytes[out->length - 2] == '\n';
}

static void put_block(text *out, const tree *t, size_t indent, bool spaced)
{
    for (const tree *c = t->first; c; c = c->next) {
        if (!is_written(c)) {
            continue;
        }
        bool block = !c->leaf && !(indent > 0 && is_short(c, indent)) && !(indent == 0 && is_short(c, 40));
        if (spaced && block && out->length && !ends_in_blank_line(out)) {
            text_char(out, '\n');
        }
        text_print(out, "%*s%s:", (int)indent, "", c->name);
        if (block) {
            text_char(out, '\n');
            put_block(out, c, indent + 2, false);
            if (spaced && c->next) {
                text_char(out, '\n');
            }
        } else if (c->leaf) {
            put_leaf(out, c->leaf, indent + 2, indent + strlen(c->name) + 2);
        } else {
            text_char(out, ' ');
            tree_write_flow(c, out);
            text_char(out, '\n');
        }
    }
}

void tree_write(const tree *t, text *out)
{
    put_block(out, t, 0, true);
}

void tree_scalar(text *out, const char *string)
{
    bool unquoted = *string && strspn(string, " -") == 0;
    for (const char *c = string; *c; c++) {
        unquoted = unquoted && ((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') ||
                                (c > string && strchr(" /+-_.", *c)));
    }
    if (unquoted) {
        text_put(out, string);
        return;
    }
    text_print(out, "\"%s\"", string); /* our names, zones and movements contain no quotes */
}
