/* Games written for other programs, on the public face. */
#include "ferz_internal.h"

#include "variants/export.h"
#include "variants/import.h"

#include <stdlib.h>
#include <string.h>

static ferz_result settle(const diag_list *diags, ferz_messages *messages)
{
    messages_take(messages, diags);
    return diags->failed ? FERZ_FAULT : diags->errors ? FERZ_NO : FERZ_OK;
}

/* Copies what lives in the arena; false when out of memory. */
static bool give(const imported_game *from, size_t count, ferz_imported **games)
{
    *games = calloc(count + 1, sizeof **games);
    for (size_t i = 0; *games && i < count; i++) {
        (*games)[i].name = strdup(from[i].name);
        (*games)[i].yaml = strdup(from[i].yaml);
        if (!(*games)[i].name || !(*games)[i].yaml) {
            ferz_imported_free(*games, count);
            *games = NULL;
        }
    }
    return *games != NULL;
}

ferz_result ferz_import(const char *name, const char *ini, size_t length, const char *const *only,
                        ferz_imported **games, size_t *count, ferz_messages *messages)
{
    diag_list diags;
    arena a;
    diag_list_init(&diags);
    arena_init(&a, 0);
    *games = NULL;
    *count = 0;
    const source *text_of = diag_source(&diags, name, ini, length);
    imported_game *made = text_of ? import_ini(&a, &diags, text_of, only, count) : NULL;
    if (made && !give(made, *count, games)) {
        diag_failure(&diags, "out of memory");
    }
    *count = *games ? *count : 0;
    ferz_result result = settle(&diags, messages);
    arena_finish(&a);
    diag_list_finish(&diags);
    return result;
}

void ferz_imported_free(ferz_imported *games, size_t count)
{
    for (size_t i = 0; games && i < count; i++) {
        free(games[i].name);
        free(games[i].yaml);
    }
    free(games);
}

ferz_result ferz_export(const ferz_game *g, char **ini, ferz_messages *messages)
{
    (void)g;
    (void)messages;
    *ini = NULL;
    return FERZ_NO;
}
