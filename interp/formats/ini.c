#include "formats/ini.h"

#include <stdlib.h>
#include <string.h>

typedef struct reader {
    arena *arena;
    diag_list *diags;
    const source *source;
    ini *out;
    size_t section_room, entry_room;
    uint32_t line;
    bool strayed; /* reported once: lines before the first section */
} reader;

static location place_of(const reader *r, const char *line, const char *from, size_t length)
{
    uint32_t column = 1, code_points = 0;
    for (const char *c = line; c < from; c++) {
        column += ((unsigned char)*c & 0xc0) != 0x80;
    }
    for (size_t i = 0; i < length; i++) {
        code_points += ((unsigned char)from[i] & 0xc0) != 0x80;
    }
    return (location){.source = r->source, .line = r->line, .column = column, .length = code_points};
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Removes blanks at both ends. */
static void trim(const char **from, const char **to)
{
    while (*from < *to && is_blank(**from)) {
        ++*from;
    }
    while (*to > *from && is_blank((*to)[-1])) {
        --*to;
    }
}

/* Makes room for one more item. False when memory runs out. */
static bool grow(arena *a, void **items, size_t count, size_t *room, size_t size)
{
    if (count < *room) {
        return true;
    }
    size_t more = *room ? *room * 2 : 16;
    char *bigger = arena_array(a, more, size);
    if (bigger && count) {
        memcpy(bigger, *items, count * size);
    }
    *room = bigger ? more : *room;
    *items = bigger ? bigger : *items;
    return bigger != NULL;
}

static bool is_name(const char *from, const char *to)
{
    for (const char *c = from; c < to; c++) {
        bool ok = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') ||
                  (c > from && strchr("-_.", *c) && *c);
        if (!ok) {
            return false;
        }
    }
    return to > from && to - from <= 64;
}

static bool read_header(reader *r, const char *line, const char *end)
{
    const char *close = memchr(line, ']', (size_t)(end - line));
    ini *out = r->out;
    void *sections = out->sections;
    if (out->count == INI_SECTIONS_MAX) {
        diag_error(r->diags, CODE_FOREIGN_SYNTAX, place_of(r, line, line, (size_t)(end - line)),
                   "more than %d sections", INI_SECTIONS_MAX);
        return false;
    }
    if (!grow(r->arena, &sections, out->count, &r->section_room, sizeof *out->sections)) {
        return false;
    }
    out->sections = sections;
    ini_section *s = &out->sections[out->count];
    *s = (ini_section){0};
    r->entry_room = 0;
    if (!close) {
        diag_error(r->diags, CODE_FOREIGN_SYNTAX, place_of(r, line, line, (size_t)(end - line)),
                   "this section has no closing bracket");
        diag_hint(r->diags, "write [name] or [name:parent]");
        close = end;
        s->broken = true;
    }
    const char *from = line + 1, *to = close;
    const char *colon = memchr(from, ':', (size_t)(to - from));
    const char *name_end = colon ? colon : to;
    trim(&from, &name_end);
    s->name_location = place_of(r, line, from, (size_t)(name_end - from));
    if (!is_name(from, name_end)) {
        diag_error(r->diags, CODE_FOREIGN_SYNTAX, s->name_location,
                   "a section needs a name of letters, digits, `-`, `_` and `.`");
        s->broken = true;
    }
    s->name = arena_text(r->arena, from, (size_t)(name_end - from));
    if (colon) {
        from = colon + 1;
        trim(&from, &to);
        s->parent_location = place_of(r, line, from, (size_t)(to - from));
        s->parent = arena_text(r->arena, from, (size_t)(to - from));
    }
    out->count++;
    return s->name && (!colon || s->parent);
}

/* Fairy-Stockfish reads a comment behind a value as a part of the value, which makes it another value. */
static void cut_remark(reader *r, const char *line, const char *from, const char **to)
{
    for (const char *c = from + 1; c < *to; c++) {
        if (*c == '#' && is_blank(c[-1])) {
            diag_warning(r->diags, CODE_FOREIGN_DIFFERENT, place_of(r, line, c, (size_t)(*to - c)),
                         "Fairy-Stockfish reads this as a part of the value; it was read as a comment");
            diag_hint(r->diags, "give the comment a line of its own");
            *to = c;
            return;
        }
    }
}

static bool read_entry(reader *r, ini_section *s, const char *line, const char *end)
{
    const char *sign = memchr(line, '=', (size_t)(end - line));
    if (!sign) {
        diag_error(r->diags, CODE_FOREIGN_SYNTAX, place_of(r, line, line, (size_t)(end - line)),
                   "this line is no `key = value`");
        if (memchr(line, ':', (size_t)(end - line))) {
            diag_hint(r->diags, "write `=` where `:` stands");
        }
        s->broken = true;
        return true;
    }
    if (s->count == INI_ENTRIES_MAX) {
        diag_error(r->diags, CODE_FOREIGN_SYNTAX, place_of(r, line, line, (size_t)(end - line)),
                   "more than %d keys in one section", INI_ENTRIES_MAX);
        return false;
    }
    void *entries = s->entries;
    if (!grow(r->arena, &entries, s->count, &r->entry_room, sizeof *s->entries)) {
        return false;
    }
    s->entries = entries;
    const char *key = line, *key_end = sign, *value = sign + 1, *value_end = end;
    trim(&key, &key_end);
    cut_remark(r, line, sign, &value_end);
    trim(&value, &value_end);
    ini_entry *e = &s->entries[s->count];
    *e = (ini_entry){.key = arena_text(r->arena, key, (size_t)(key_end - key)),
                     .value = arena_text(r->arena, value, (size_t)(value_end - value)),
                     .key_location = place_of(r, line, key, (size_t)(key_end - key)),
                     .value_location = place_of(r, line, value, (size_t)(value_end - value))};
    if (!e->key || !e->value) {
        return false;
    }
    for (size_t i = 0; i < s->count; i++) {
        if (strcmp(s->entries[i].key, e->key) == 0) {
            diag_warning(r->diags, CODE_FOREIGN_DIFFERENT, e->key_location,
                         "`%s` is twice in this section; the last one counts", e->key);
            diag_note(r->diags, s->entries[i].key_location, "first here");
            s->entries[i] = *e;
            return true;
        }
    }
    s->count++;
    return true;
}

static bool read_line(reader *r, const char *line, const char *end)
{
    const char *from = line, *to = end;
    trim(&from, &to);
    if (from == to || *from == '#' || *from == ';') {
        return true;
    }
    if (*from == '[') {
        return read_header(r, from, to);
    }
    if (r->out->count == 0) {
        if (!r->strayed) {
            diag_warning(r->diags, CODE_FOREIGN_DIFFERENT, place_of(r, line, from, (size_t)(to - from)),
                         "this is before the first [section], and belongs to none");
        }
        r->strayed = true;
        return true;
    }
    return read_entry(r, &r->out->sections[r->out->count - 1], line, to);
}

enum { LINE_FUEL = 100 /* steps beside those for its bytes */ };

bool ini_read(arena *a, diag_list *diags, const source *from, ini *out)
{
    reader r = {.arena = a, .diags = diags, .source = from, .out = out};
    const char *at = from->bytes, *end = from->bytes + from->size;
    *out = (ini){0};
    if (from->size > INI_BYTES_MAX) {
        diag_error(diags, CODE_FOREIGN_SYNTAX, (location){0}, "%s is larger than %d MiB", from->name,
                   INI_BYTES_MAX >> 20);
        return false;
    }
    if (from->size >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0) {
        at += 3; /* byte order mark */
    }
    bool ok = true;
    while (ok && at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        r.line++;
        ok = diag_draw(diags, (uint32_t)(stop - at) + LINE_FUEL, (location){from, r.line, 1, 0}, "this file is read") &&
             read_line(&r, at, stop);
        at = stop + 1;
    }
    if (!ok && !diags->errors) {
        diag_out_of_memory(diags);
    }
    if (ok && out->count == 0) {
        diag_error(diags, CODE_FOREIGN_SYNTAX, (location){.source = from, .line = 1, .column = 1},
                   "there is no [section] in this file");
    }
    return ok;
}

/* ---- by name ---- */

static int compare_names(const void *left, const void *right)
{
    const ini_name *a = left, *b = right;
    const int order = strcmp(a->name, b->name);
    return order ? order : (a->index > b->index) - (a->index < b->index);
}

bool ini_names_init(arena *a, const ini *file, ini_names *names)
{
    ini_name *list = arena_new(a, ini_name, file->count + 1);
    for (size_t i = 0; list && i < file->count; i++) {
        list[i] = (ini_name){file->sections[i].name, i};
    }
    if (list) {
        qsort(list, file->count, sizeof *list, compare_names);
    }
    *names = (ini_names){list, list ? file->count : 0};
    return list != NULL;
}

const ini_name *ini_names_find(const ini_names *names, const char *name, size_t *count)
{
    size_t low = 0, high = names->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strcmp(names->list[middle].name, name) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    *count = 0;
    while (low + *count < names->count && strcmp(names->list[low + *count].name, name) == 0) {
        ++*count;
    }
    return &names->list[low];
}
