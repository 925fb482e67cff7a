/* Hover: what a key means, how a piece moves, a movement in words, what a function does, what a message means. */
#include "ferz_tools.h"

#include <stdlib.h>
#include <string.h>

#include "lsp/hook_kinds.h"
#include "lsp/symbol.h"
#include "service/script_names.h"
#include "lsp/hover_text.h"

/* Between two parts of the answer. */
static void put_rule(text *out)
{
    text_put(out, out->length ? "\n---\n\n" : "");
}

/* ---- names ---- */

static void put_zone(const game_file *file, const name_use *use, text *out)
{
    text_print(out, "`%.*s`\n", (int)(use->node->value.to - use->node->value.from),
               text_string(&file->bytes) + use->node->value.from);
}

static void put_function(const game_file *file, const name_use *use, text *out)
{
    text remarks = {0};
    if (!out->length) {
        text_print(out, "```lua\nfunction %.*s\n```\n\n", (int)(use->at.to - use->at.from),
                   text_string(&file->bytes) + use->at.from);
    }
    script_put_remarks(text_string(&file->bytes), use->at.from, &remarks);
    if (remarks.length) {
        text_print(out, "%s%s", text_ends_with(text_string(out), "```\n\n") ? "" : "\n---\n\n", text_string(&remarks));
    }
    text_finish(&remarks);
}

/* What kind of hook the function of that name is, if it is one. */
static void put_hook(const symbol *l, text *out)
{
    const char *kind = hooks_kind_of(&l->files, text_string(&l->name));
    char *stubs = kind ? ferz_stubs(FERZ_STUBS_LUA) : NULL;
    if (stubs) {
        hooks_put_page(stubs, kind, text_string(&l->name), out);
    }
    ferz_free(stubs);
}

/* What a function that scripts may call does, or `table.concat` of a library. */
static void put_api(const symbol *l, text *out)
{
    const char *bytes = text_string(&l->file->bytes);
    size_t from = l->word.from;
    while (!l->node && from && bytes[from - 1] == '.') {
        from--;
        while (from &&
               (ascii_is_letter(bytes[from - 1]) || ascii_is_digit(bytes[from - 1]) || bytes[from - 1] == '_')) {
            from--;
        }
    }
    text name = {0};
    text_add(&name, bytes + from, l->word.to - from);
    (void)hover_text_put_api(text_string(&name), out);
    text_finish(&name);
}

/* A field of what a hook gets: `victim.type`. */
static void put_field(const symbol *l, text *out)
{
    const text *script = &l->file->bytes;
    size_t length = l->word.to - l->word.from;
    char *stubs = ferz_stubs(FERZ_STUBS_LUA);
    stub_type type;
    stub_member field;
    if (stubs && hooks_class_at(&l->files, stubs, text_string(script), script->length, l->word, &type) &&
        stubs_find_field(stubs, &type, text_string(&l->name), length, &field)) {
        text_print(out, "```lua\n%.*s: %.*s\n```\n\n%.*s\n", (int)(field.name.to - field.name.from),
                   stubs + field.name.from, (int)(field.type.to - field.type.from), stubs + field.type.from,
                   (int)(field.words.to - field.words.from), stubs + field.words.from);
    }
    ferz_free(stubs);
}

static void put_game(server *s, const char *name, text *out)
{
    server_list_games(s);
    for (size_t i = 0; i < s->game_count; i++) {
        if (strcmp(s->games[i].name, name) == 0) {
            text_print(out, "**%s** (`%s`)\n", s->games[i].title ? s->games[i].title : name, s->games[i].path);
        }
    }
}

/* What the word at the place names, if the game knows it. */
static void put_name(server *s, const symbol *l, const ferz_variant *variant, ferz_messages *messages, text *out)
{
    const char *name = text_string(&l->name);
    unsigned known = symbol_known_kinds(l);
    name_use use;
    const game_file *file = known ? game_files_definition(&l->files, name, known & ~(unsigned)NAME_PIECE, &use) : NULL;
    if (known & NAME_PIECE) {
        (void)hover_text_put_piece(s, variant, name, messages, out);
    } else if (file && (known & NAME_ZONE) && use.node) {
        put_zone(file, &use, out);
    } else if (l->kinds & NAME_FUNCTION) {
        put_hook(l, out);
        if (file && (known & NAME_FUNCTION)) {
            put_function(file, &use, out);
        } else if (!out->length) {
            put_api(l, out);
        }
    } else if (l->kinds & NAME_GAME) {
        put_game(s, name, out);
    } else {
        (void)hover_text_put_code(name, out);
    }
}

/* ---- rules ---- */

static void put_rules(server *s, const document *one, const symbol *l, ferz_messages *messages, text *out)
{
    const char *bytes = text_string(&l->file->bytes);
    language_place p = language_at(&s->language, one->kind, l->file->top, bytes, l->node);
    const outline *described = l->node;
    if (!l->in_key && (names_of_place(&p) & NAME_MOVEMENT) && l->node->kind == OUTLINE_SCALAR) {
        text notation = {0};
        text_add(&notation, bytes + l->node->value.from, l->node->value.to - l->node->value.from);
        (void)hover_text_put_movement(s, text_string(&notation), messages, out);
        text_finish(&notation);
    }
    while (described->parent && !described->has_key) { /* an item is a part of what its key says */
        described = described->parent;
    }
    language_place about = language_at(&s->language, one->kind, l->file->top, bytes, described);
    const char *words = language_words(&about);
    if (words && described->has_key) {
        put_rule(out);
        text_print(out, "**%.*s**\n\n%s\n", (int)(described->key.to - described->key.from), bytes + described->key.from,
                   words);
    }
}

/* The codes of what is wrong at the place, explained. */
static void put_diagnostics(server *s, const document *one, size_t at, text *out)
{
    const json_t *list = json_object_get(s->sent, one->uri);
    place_text t = server_place(s, &one->text);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *diagnostic = json_array_get(list, i);
        const char *code = json_string_value(json_object_get(diagnostic, "code"));
        span range;
        if (code && place_range(&t, json_object_get(diagnostic, "range"), &range) && span_holds(range, at)) {
            put_rule(out);
            (void)hover_text_put_code(code, out);
        }
    }
}

json_t *hover_answer(server *s, call *c)
{
    size_t at = 0;
    symbol l;
    text words = {0};
    json_t *result = json_null();
    document *one = symbol_from(&l, s, c, &at);
    if (one && l.name.length && one->kind == DOCUMENT_SCRIPT) {
        put_field(&l, &words);
    }
    if (one && l.name.length && !words.length) {
        put_name(s, &l, check_variant(s, one), c->messages, &words);
    }
    if (one && l.node) {
        put_rules(s, one, &l, c->messages, &words);
    }
    if (one) {
        put_diagnostics(s, one, at, &words);
    }
    if (words.length) {
        place_text t = server_place(s, &one->text);
        json_t *contents = json_object();
        result = json_object();
        put_string(c, contents, "kind", s->markdown ? "markdown" : "plaintext");
        put_string(c, contents, "value", text_string(&words));
        put(c, result, "contents", contents);
        if (l.word.to > l.word.from) {
            put(c, result, "range", place_range_json(c, &t, l.word));
        }
    }
    text_finish(&words);
    symbol_finish(&l);
    return result;
}
