/* Games written for other programs, on the public face. */
#include "ferz_internal.h"

#include "game/zone.h"
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
        diag_failure(&diags, CODE_OUT_OF_MEMORY, "out of memory");
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

static bool read_zone(const void *state, const written *said, size_t player, uint16_t ranks[16])
{
    const ferz_game *g = state;
    const topology *t = &g->game->topology;
    diag_list quiet;
    diag_list_init(&quiet);
    bool *cells = calloc((size_t)t->cells + 1, sizeof *cells);
    bool fine = cells && zone_read(t, g->rules, &quiet, said, player, cells);
    for (int cell = 0; fine && cell < t->cells; cell++) {
        int file = cell % g->rules->width, rank = cell / g->rules->width;
        if (cells[cell] && file < 16 && rank < 16) {
            ranks[rank] |= (uint16_t)(1u << file);
        }
    }
    free(cells);
    diag_list_finish(&quiet);
    return fine;
}

ferz_result ferz_export(const ferz_game *of, char **ini, ferz_messages *messages)
{
    diag_list diags;
    arena a;
    diag_list_init(&diags);
    arena_init(&a, 0);
    const export_board board = {.state = of, .zone = read_zone};
    const char *made = export_ini(&a, &diags, of->rules, &board);
    *ini = made ? strdup(made) : NULL;
    if (made && !*ini) {
        diag_failure(&diags, CODE_OUT_OF_MEMORY, "out of memory");
    }
    ferz_result result = settle(&diags, messages);
    arena_finish(&a);
    diag_list_finish(&diags);
    return result;
}
