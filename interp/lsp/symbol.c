#include "lsp/symbol.h"

#include "service/script_names.h"

/* ---- rules ---- */

typedef struct use_search {
    size_t at;
    name_use found;
    bool any;
} use_search;

static void look_at_use(void *state, const name_use *use)
{
    use_search *search = state;
    if (!search->any && span_holds(use->at, search->at)) {
        search->found = *use;
        search->any = true;
    }
}

static void symbol_in_rules(symbol *l, size_t at)
{
    const char *bytes = text_string(&l->file->bytes);
    use_search search = {.at = at};
    l->node = outline_at(l->file->top, at);
    l->in_key = l->node && outline_in_key(l->node, at);
    names_each(&l->files.server->language, l->file->top, bytes, look_at_use, &search);
    if (search.any) {
        l->word = search.found.at;
        l->kinds = search.found.kinds;
    } else if (l->node && !l->in_key && l->node->kind == OUTLINE_SCALAR) {
        span word = {l->node->value.from, l->node->value.from};
        while (outline_next_word(bytes, l->node->value, &word) && word.to < at) {
        }
        l->word = span_holds(word, at) ? word : (span){0, 0};
    } else if (l->in_key) {
        l->word = l->node->key;
    }
}

/* ---- scripts ---- */

static void symbol_in_script(symbol *l, const document *one, size_t at)
{
    script_word word;
    if (script_word_at(text_string(&l->file->bytes), l->file->bytes.length, at, &word)) {
        l->word = word.at;
        l->kinds = word.kind == SCRIPT_TEXT ? NAME_PIECE | NAME_ZONE : NAME_FUNCTION;
    }
    game_files_add_users(&l->files, one->path, NULL, 0);
}

document *symbol_from(symbol *l, server *s, call *c, size_t *at)
{
    document *one = server_position(s, c, at);
    *l = (symbol){0};
    game_files_init(&l->files, s);
    game_file *file = one ? game_files_add(&l->files, one->path) : NULL;
    if (!file) {
        return NULL;
    }
    l->file = file;
    if (one->kind == DOCUMENT_SCRIPT) {
        symbol_in_script(l, one, *at);
    } else if (file->top) {
        symbol_in_rules(l, *at);
    }
    if (l->word.to > l->word.from) {
        text_add(&l->name, text_string(&file->bytes) + l->word.from, l->word.to - l->word.from);
    }
    c->out_of_memory = c->out_of_memory || l->name.failed;
    return one;
}

void symbol_finish(symbol *l)
{
    game_files_finish(&l->files);
    text_finish(&l->name);
}

unsigned symbol_known_kinds(const symbol *l)
{
    static const unsigned kinds[] = {NAME_PIECE, NAME_ZONE, NAME_FUNCTION, NAME_ENDING, NAME_OPTION};
    unsigned known = 0;
    for (size_t i = 0; l->name.length && i < sizeof kinds / sizeof kinds[0]; i++) {
        name_use use;
        if ((l->kinds & kinds[i]) && game_files_definition(&l->files, text_string(&l->name), kinds[i], &use)) {
            known |= kinds[i];
        }
    }
    return known;
}
