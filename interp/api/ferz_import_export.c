/* Import and export of other programs' variants. */
#include "api/ferz_internal.h"

#include "compile/zone.h"
#include "formats/export.h"
#include "formats/import.h"

#include <stdlib.h>
#include <string.h>

static ferz_result report_result(const diag_list *diags, ferz_messages *messages)
{
    messages_append(messages, diags);
    return diags->failed            ? FERZ_SYSTEM_ERROR
           : diags->budget_exceeded ? FERZ_BUDGET_EXCEEDED
           : diags->errors          ? FERZ_REJECTED
                                    : FERZ_OK;
}

/* Copies the variants out of the arena; false when out of memory. */
static bool copy_out(const imported_variant *from, size_t count, ferz_imported **variants)
{
    *variants = calloc(count + 1, sizeof **variants);
    for (size_t i = 0; *variants && i < count; i++) {
        (*variants)[i].name = strdup(from[i].name);
        (*variants)[i].yaml = strdup(from[i].yaml);
        (*variants)[i].changed = from[i].changed;
        (*variants)[i].script = from[i].script ? strdup(from[i].script) : NULL;
        if (!(*variants)[i].name || !(*variants)[i].yaml || (from[i].script && !(*variants)[i].script)) {
            ferz_imported_free(*variants, count);
            *variants = NULL;
        }
    }
    return *variants != NULL;
}

ferz_result ferz_import(const char *name, const char *ini, size_t length, const char *const *only,
                        ferz_imported **variants, size_t *count, size_t *refused, ferz_messages *messages)
{
    if (MISSING(name) || MISSING(ini) || MISSING(variants) || MISSING(count)) {
        return FERZ_REJECTED;
    }
    diag_list diags;
    arena a;
    diag_list_init(&diags);
    diags.fuel = messages_begin(messages, OPERATION_SHORT);
    arena_init(&a, 0);
    size_t left = 0;
    *variants = NULL;
    *count = 0;
    const source *ini_source = diag_source(&diags, name, ini, length);
    imported_variant *converted = ini_source ? import_ini(&a, &diags, ini_source, only, count, &left) : NULL;
    if (converted && !copy_out(converted, *count, variants)) {
        diag_out_of_memory(&diags);
    }
    *count = *variants ? *count : 0;
    if (refused) {
        *refused = left;
    }
    ferz_result result = report_result(&diags, messages);
    arena_finish(&a);
    diag_list_finish(&diags);
    return result;
}

void ferz_imported_free(ferz_imported *variants, size_t count)
{
    for (size_t i = 0; variants && i < count; i++) {
        free(variants[i].name);
        free(variants[i].yaml);
        free(variants[i].script);
    }
    free(variants);
}

typedef struct zone_request {
    const ferz_variant *variant;
    fuel *fuel;
} zone_request;

static bool read_zone(const void *state, const rule_text *zone, size_t player, uint16_t ranks[16])
{
    const zone_request *r = state;
    const ferz_variant *v = r->variant;
    const topology *t = &v->variant->topology;
    diag_list ignored;
    diag_list_init(&ignored);
    ignored.fuel = r->fuel;
    bool *cells = calloc((size_t)t->cells + 1, sizeof *cells);
    bool ok = cells && zone_read(t, v->rules, &ignored, zone, player, cells);
    for (int cell = 0; ok && cell < t->cells; cell++) {
        int file = cell % v->rules->width, rank = cell / v->rules->width;
        if (cells[cell] && file < 16 && rank < 16) {
            ranks[rank] |= (uint16_t)(1u << file);
        }
    }
    free(cells);
    diag_list_finish(&ignored);
    return ok;
}

ferz_result ferz_export(const ferz_variant *v, char **ini, ferz_messages *messages)
{
    if (MISSING(v) || MISSING(ini)) {
        return FERZ_REJECTED;
    }
    diag_list diags, spent;
    arena a;
    diag_list_init(&diags);
    diag_list_init(&spent);
    arena_init(&a, 0);
    fuel *left = messages_begin(messages, OPERATION_SHORT);
    const zone_request request = {v, left};
    const export_board board = {.state = &request, .zone = read_zone};
    const char *converted = export_ini(&a, &diags, v->rules, &board);
    const bool over = !fuel_left(left); /* what could not be read then is no mistake of the rules */
    *ini = converted && !over ? strdup(converted) : NULL;
    if (over) {
        diag_out_of_fuel(&spent, left, (location){0}, "the rules are exported");
    } else if (converted && !*ini) {
        diag_out_of_memory(&diags);
    }
    ferz_result result = report_result(over ? &spent : &diags, messages);
    arena_finish(&a);
    diag_list_finish(&spent);
    diag_list_finish(&diags);
    return result;
}
