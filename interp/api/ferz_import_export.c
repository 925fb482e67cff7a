/* Import and export of other programs' variants. */
#include "api/ferz_internal.h"

#include "compile/reachability.h"
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

/* The first error of a load, in the arena. */
static bool loads(void *state, arena *a, const imported_variant *one, const char **why)
{
    ferz_messages *inner = ferz_messages_create(false);
    messages_share_budget(inner, state, true);
    ferz_imported game = {.name = (char *)one->name, .yaml = (char *)one->yaml, .script = (char *)one->script};
    ferz_variant *v = ferz_variant_load_imported(&game, NULL, NULL, 0, 1, inner);
    bool rejected = !v && ferz_messages_result(inner) == FERZ_REJECTED;
    for (size_t i = 0; rejected && !*why && i < ferz_messages_count(inner); i++) {
        ferz_message m = ferz_messages_at(inner, i);
        *why = m.warning ? NULL : arena_text(a, m.text, strlen(m.text));
    }
    ferz_variant_free(v);
    ferz_messages_free(inner);
    return !rejected;
}

ferz_result ferz_import(const char *name, const char *ini, size_t length, const char *const *only,
                        ferz_imported **variants, size_t *count, size_t *refused, ferz_messages *messages)
{
    const import_proof proof = {loads, messages};
    return import_sections(name, ini, length, only, variants, count, refused, &proof, messages);
}

ferz_result import_sections(const char *name, const char *ini, size_t length, const char *const *only,
                            ferz_imported **variants, size_t *count, size_t *refused, const import_proof *proof,
                            ferz_messages *messages)
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
    imported_variant *converted = ini_source ? import_ini(&a, &diags, ini_source, only, count, &left, proof) : NULL;
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

/* What the export asks of the variant. */
typedef struct export_request {
    const ferz_variant *variant;
    fuel *fuel;
    reach reached; /* the cells that each piece can ever stand on */
} export_request;

static void add_cell(const topology *t, unsigned cell, uint16_t ranks[16])
{
    int file = t->column[cell], rank = t->row[cell];
    if (file < 16 && rank < 16) {
        ranks[rank] |= (uint16_t)(1u << file);
    }
}

static bool read_zone(const void *state, const rule_text *zone, size_t player, uint16_t ranks[16])
{
    const export_request *r = state;
    const ferz_variant *v = r->variant;
    const topology *t = &v->variant->topology;
    diag_list ignored;
    diag_list_init(&ignored);
    ignored.fuel = r->fuel;
    bool *cells = calloc((size_t)t->cells + 1, sizeof *cells);
    bool ok = cells && zone_read(t, v->rules, &ignored, zone, player, cells);
    for (int cell = 0; ok && cell < t->cells; cell++) {
        if (cells[cell]) {
            add_cell(t, (unsigned)cell, ranks);
        }
    }
    free(cells);
    diag_list_finish(&ignored);
    return ok;
}

static void add_set(const variant *v, const uint64_t *set, uint16_t ranks[16])
{
    for (unsigned cell = 0; cell < (unsigned)v->cells; cell++) {
        if (set_has(set, cell)) {
            add_cell(&v->topology, cell, ranks);
        }
    }
}

static bool read_stands(const void *state, size_t piece, size_t player, uint16_t ranks[16])
{
    const export_request *r = state;
    const variant *v = r->variant->variant;
    for (int type = 0; type < v->types; type++) {
        if (v->type[type].rule_piece_index == (int)piece) {
            add_set(v, reach_cells(&r->reached, variant_piece(v, (int)player, type)), ranks);
        }
    }
    return true;
}

/* All types that a piece of the rules has become must leap alike; only the first is looked at where there are several. */
static bool read_leaps(const void *state, size_t piece, size_t player, int file, int rank, uint16_t ranks[16])
{
    const export_request *r = state;
    const variant *v = r->variant->variant;
    cell_id cell = topology_at(&v->topology, file, rank, 0);
    for (int type = 0; type < v->types && cell != CELL_NONE; type++) {
        const piece_moves *m = &v->moves[variant_piece(v, (int)player, type)];
        if (v->type[type].rule_piece_index == (int)piece) {
            bool more =
                m->leap_move || m->leap_capture || m->leap_own || m->slide_count || m->specials || m->jump_count;
            if (!more && m->leap_both) {
                add_set(v, m->leap_both + (size_t)cell * (size_t)v->bitset_words, ranks);
            }
            return !more && m->leap_both;
        }
    }
    return true;
}

/* The castlings of both players, in files and ranks. */
static export_castle *list_castles(arena *a, const variant *v)
{
    export_castle *list = arena_new(a, export_castle, (size_t)v->castling_count + 1);
    const topology *t = &v->topology;
    for (int i = 0; list && i < v->castling_count; i++) {
        const castling *c = &v->castlings[i];
        list[i] = (export_castle){.rule = c->rule,
                                  .player = v->owner_of[c->king],
                                  .king_file = t->column[c->king_from],
                                  .king_rank = t->row[c->king_from],
                                  .partner_file = t->column[c->partner_from],
                                  .partner_rank = t->row[c->partner_from],
                                  .king_to_file = t->column[c->king_to],
                                  .king_to_rank = t->row[c->king_to],
                                  .partner_to_file = t->column[c->partner_to],
                                  .partner_to_rank = t->row[c->partner_to]};
    }
    return list;
}

static bool captures_transform(const variant *v)
{
    for (int piece = 1; piece < v->piece_ids; piece++) {
        if (v->moves[piece].captures_transform) {
            return true;
        }
    }
    return false;
}

static const char *convert(arena *a, diag_list *diags, const ferz_variant *v, fuel *left)
{
    export_request request = {.variant = v, .fuel = left};
    const char *converted = NULL;
    export_board board = {.state = &request,
                          .zone = read_zone,
                          .stands = read_stands,
                          .leaps = read_leaps,
                          .castles = list_castles(a, v->variant),
                          .castle_count = (size_t)v->variant->castling_count,
                          .start = v->variant->start_fen,
                          .script = binding_script_words(v->binding),
                          .captures_transform = captures_transform(v->variant)};
    if (board.castles && reach_find(v->variant, left, &request.reached)) {
        converted = export_ini(a, diags, v->rules, &board);
        reach_finish(&request.reached);
    } else {
        diag_out_of_memory(diags);
    }
    return converted;
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
    const char *converted = convert(&a, &diags, v, left);
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
