/* The script of an imported game: the parts of import_hooks.lua that its rules use, below the values that they read. */
#include "formats/import_context.h"

#include <string.h>

/* import_hooks.lua */
extern const char text_formats_import_hooks[];
extern const size_t text_formats_import_hooks_length;

static const char part_mark[] = "--@ ", keys_mark[] = "--= ";

const char import_script_head[] = "that no key of the rules says, as the import wrote them.";
const char import_script_key[] = "-- Fairy-Stockfish: ";

/* The line `--@ NAME needs ...` of the part; NULL where there is none. */
static const char *find_part(const char *name, size_t length)
{
    const char *at = text_formats_import_hooks;
    while ((at = strstr(at, part_mark))) {
        at += sizeof part_mark - 1;
        if (strncmp(at, name, length) == 0 && (at[length] == ' ' || at[length] == '\n')) {
            return at;
        }
    }
    return NULL;
}

static bool is_used(const import_context *w, const char *name, size_t length)
{
    for (size_t i = 0; i < w->part_count; i++) {
        if (strlen(w->parts[i]) == length && memcmp(w->parts[i], name, length) == 0) {
            return true;
        }
    }
    return false;
}

static void use_part(import_context *w, const char *name, size_t length)
{
    const char *line = find_part(name, length);
    if (!line || is_used(w, name, length) || w->part_count == SCRIPT_PARTS_MAX) {
        return;
    }
    const char *copy = arena_text(w->arena, name, length);
    w->parts[w->part_count++] = copy ? copy : "";
    const char *end = line + strcspn(line, "\n"), *needs = strstr(line, " needs ");
    for (const char *word = needs && needs < end ? needs + 7 : end; word < end;) {
        size_t n = strcspn(word, " \n");
        use_part(w, word, n);
        word += n + (word[n] == ' ');
    }
}

void import_use(import_context *w, const char *part)
{
    use_part(w, part, strlen(part));
}

void import_value(import_context *w, const char *name, const char *lua)
{
    text t = {0};
    text_print(&t, "%slocal %s = %s\n", w->script_values ? w->script_values : "", name, lua);
    w->script_values = arena_text(w->arena, text_string(&t), t.length);
    import_text_finish(w, &t);
}

static void put_cells(const import_context *w, const region *r, text *t)
{
    text_put(t, "{");
    for (int rank = 0, n = 0; rank < w->height; rank++) {
        for (int file = 0; file < w->width; file++) {
            if (r->ranks[rank] >> file & 1 && !(w->walls.ranks[rank] >> file & 1)) {
                text_print(t, "%s\"%c%d\"", n++ ? ", " : "", 'a' + file, rank + 1);
            }
        }
    }
    text_put(t, "}");
}

void import_put_sides(const import_context *w, const region regions[2], text *t)
{
    text_put(t, "{white = ");
    put_cells(w, &regions[0], t);
    text_put(t, ", black = ");
    put_cells(w, &regions[1], t);
    text_put(t, "}");
}

void import_value_sides(import_context *w, const char *name, const region regions[2])
{
    text t = {0};
    import_put_sides(w, regions, &t);
    import_value(w, name, text_string(&t));
    import_text_finish(w, &t);
}

void import_value_cells(import_context *w, const char *name, const region *r)
{
    text t = {0};
    put_cells(w, r, &t);
    import_value(w, name, text_string(&t));
    import_text_finish(w, &t);
}

void import_sort_pieces(const import_context *w, size_t order[PIECE_MAX])
{
    for (size_t i = 0; i < w->count; i++) {
        size_t at = i;
        for (; at > 0 && strcmp(w->pieces[order[at - 1]].name, w->pieces[i].name) > 0; at--) {
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
}

void import_value_pieces(import_context *w, const char *name, piece_set set)
{
    text t = {0};
    size_t n = 0, order[PIECE_MAX];
    import_sort_pieces(w, order);
    text_put(&t, "{");
    for (size_t i = 0; i < w->count; i++) {
        const imported_piece *p = &w->pieces[order[i]];
        if (set >> order[i] & 1) {
            text_print(&t, "%s[\"%s\"] = true", n++ ? ", " : "", p->name);
        }
        if (p->promoted >= 0 && set >> p->promoted & 1) {
            text_print(&t, "%s[\"promoted-%s\"] = true", n++ ? ", " : "", p->name);
        }
    }
    text_put(&t, "}");
    import_value(w, name, text_string(&t));
    import_text_finish(w, &t);
}

tree *import_hook(import_context *w, const char *function, const char *at)
{
    tree *hook = tree_at(w->arena, tree_at(w->arena, w->root, "hooks"), function);
    tree_set(w->arena, hook, "at", at);
    return hook;
}

/* Copies a part without its mark. */
static void put_part(const char *line, text *t)
{
    const char *from = line + strcspn(line, "\n"), *end = strstr(from, part_mark);
    if (strncmp(from + 1, keys_mark, sizeof keys_mark - 1) == 0) {
        from += 1 + strcspn(from + 1, "\n");
    }
    size_t length = end ? (size_t)(end - from) : strlen(from);
    while (length && from[length - 1] == '\n') {
        length--;
    }
    text_add(t, from, length);
    text_char(t, '\n');
}

/* Whether the head of the script says the key already. */
static bool is_said(const text *t, const char *key, size_t length)
{
    for (const char *at = text_string(t); (at = strstr(at, import_script_key)) != NULL;) {
        at += strlen(import_script_key);
        if (strncmp(at, key, length) == 0 && at[length] == ' ') {
            return true;
        }
    }
    return false;
}

/* The keys that the used parts are for, with the values that the section has. */
static void put_keys(import_context *w, text *t)
{
    for (const char *at = text_formats_import_hooks; (at = strstr(at, part_mark));) {
        at += sizeof part_mark - 1;
        bool used = is_used(w, at, strcspn(at, " \n"));
        const char *keys = at + strcspn(at, "\n") + 1;
        if (!used || strncmp(keys, keys_mark, sizeof keys_mark - 1) != 0) {
            continue;
        }
        for (keys += sizeof keys_mark - 1; *keys != '\n';) {
            size_t n = strcspn(keys, " \n");
            const char *key = arena_text(w->arena, keys, n);
            const setting *s = key ? import_setting(w, key) : NULL;
            if (s && !is_said(t, key, n)) {
                text_print(t, "%s%s = %s\n", import_script_key, key, s->value);
            }
            keys += n + (keys[n] == ' ');
        }
    }
}

const char *import_script(import_context *w)
{
    if (!w->part_count) {
        return NULL;
    }
    text t = {0};
    text_print(&t, "-- Rules of %s %s\n", w->section->name, import_script_head);
    put_keys(w, &t);
    if (w->script_values) {
        text_print(&t, "\n%s", w->script_values);
    }
    for (const char *at = text_formats_import_hooks; (at = strstr(at, part_mark));) {
        at += sizeof part_mark - 1;
        if (is_used(w, at, strcspn(at, " \n"))) {
            put_part(at, &t);
        }
    }
    const char *script = arena_text(w->arena, text_string(&t), t.length);
    import_text_finish(w, &t);
    return script;
}
