/* The rules of a game in words: what the folder describe/ tells, with diagrams. */
#include "ferz_internal.h"

#include "describe/describe.h"

#include <string.h>

/* The text of a script, which loading has kept. */
static const char *script_of(const ferz_game *g)
{
    const char *path = g->rules->script_path;
    for (const source *s = g->diags.sources; path && s; s = s->before) {
        if (strcmp(s->name, path) == 0) {
            return s->bytes;
        }
    }
    return NULL;
}

static fact_notes notes_of(const ferz_game *g)
{
    return (fact_notes){g->game->start, script_of(g)};
}

static fact_language language_of(ferz_language language)
{
    return language == FERZ_RUSSIAN ? SPEAKS_RUSSIAN : SPEAKS_ENGLISH;
}

static char *refuse(ferz_messages *messages, text *out)
{
    text_finish(out);
    if (messages) {
        diag_failure(ferz_messages_diags(messages), CODE_OUT_OF_MEMORY, "out of memory");
    }
    return NULL;
}

char *ferz_game_describe(const ferz_game *g, ferz_language language, ferz_format format, ferz_messages *messages)
{
    arena scratch;
    arena_init(&scratch, 0);
    ferz_game *parent = g->rules->parent ? ferz_game_load(g->rules->parent, NULL, NULL, 0, 0, NULL) : NULL;
    const describe_request request = {.rules = g->rules,
                                      .notes = notes_of(g),
                                      .parent = parent ? parent->rules : NULL,
                                      .parent_notes = parent ? notes_of(parent) : (fact_notes){0},
                                      .language = language_of(language)};
    document d = {.arena = &scratch};
    describe_write(&d, &request);
    text out = {0};
    document_write(&d, (document_format)format, language == FERZ_RUSSIAN ? "ru" : "en", &out);
    bool failed = scratch.failed || out.failed;
    arena_finish(&scratch);
    ferz_game_destroy(parent);
    return failed ? refuse(messages, &out) : text_given(&out);
}

char *ferz_game_compare(const ferz_game *a, const ferz_game *b, ferz_language language, ferz_messages *messages)
{
    arena scratch;
    arena_init(&scratch, 0);
    const fact_notes first = notes_of(a), second = notes_of(b);
    fact_list list = facts_compare(a->rules, &first, b->rules, &second, language_of(language), &scratch);
    text out = {0};
    text_put(&out, "");
    for (size_t i = 0; i < list.count; i++) {
        text_print(&out, "%s\n", list.items[i].sentence);
    }
    bool failed = scratch.failed || out.failed;
    arena_finish(&scratch);
    return failed ? refuse(messages, &out) : text_given(&out);
}
