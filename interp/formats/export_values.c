/* Lines of a section: letters, numbers, regions. */
#include "formats/export_context.h"

#include <string.h>

void export_refuse(exporter *e, location at, const char *what)
{
    diag_error(e->diags, CODE_EXPORT_UNSUPPORTED, at, "Fairy-Stockfish's format cannot say %s", what);
}

void export_plain_keys(exporter *e, schema_section section, const void *from, location at)
{
    size_t count;
    const schema_row *rows = schema_rows(&count);
    const char *last = "";
    for (size_t i = 0; i < count; i++) {
        const schema_row *row = &rows[i];
        bool lacks = row->section == section && row->foreign && plain_key_value(row, from) != row->otherwise;
        if (lacks && strcmp(row->foreign, last) != 0) { /* several keys of one kind are one message */
            export_refuse(e, at, row->foreign);
            last = row->foreign;
        }
    }
}

void export_put(exporter *e, const char *key, const char *value)
{
    text_print(&e->out, "%s = %s\n", key, value);
}

void export_put_number(exporter *e, const char *key, long n)
{
    text_print(&e->out, "%s = %ld\n", key, n);
}

char export_letter(exporter *e, size_t index, location at)
{
    if (!e->letters[index]) {
        export_refuse(e, at, "a rule for the promoted form alone");
    }
    return e->letters[index];
}

static bool is_listed(const int *pieces, size_t count, size_t index)
{
    for (size_t i = 0; i < count; i++) {
        if (pieces[i] == (int)index) {
            return true;
        }
    }
    return false;
}

/* Marks the letters of the pieces and writes them. */
static void put_letters(exporter *e, const char *key, const int *pieces, size_t count, bool named[128])
{
    text_print(&e->out, "%s = ", key);
    for (size_t i = 0; i < count; i++) {
        size_t index = (size_t)pieces[i];
        char letter = e->letters[index] ? e->letters[index] : e->like[index];
        if (letter && !named[(unsigned char)letter]) {
            named[(unsigned char)letter] = true;
            text_char(&e->out, letter);
        }
    }
    text_put(&e->out, count ? "\n" : "-\n");
}

void export_put_letters(exporter *e, const char *key, const int *pieces, size_t count)
{
    bool named[128] = {false};
    put_letters(e, key, pieces, count, named);
}

void export_put_types(exporter *e, const char *key, const int *pieces, size_t count, location at)
{
    bool named[128] = {false};
    put_letters(e, key, pieces, count, named);
    for (size_t i = 0; i < e->rules->piece_count; i++) {
        char letter = e->letters[i] ? e->letters[i] : e->like[i];
        if (letter && named[(unsigned char)letter] != is_listed(pieces, count, i)) {
            export_refuse(e, at, "a rule for the promoted form alone");
            return;
        }
    }
}

bool export_is_type(const exporter *e, size_t index, const char *type)
{
    return e->types[index] && strcmp(e->types[index], type) == 0;
}

void export_put_region(exporter *e, const char *key, const uint16_t ranks[EXPORT_RANKS])
{
    const ruleset *r = e->rules;
    uint16_t full = (uint16_t)((1u << r->width) - 1);
    bool some = false;
    text_print(&e->out, "%s =", key);
    for (int rank = 0; rank < r->height; rank++) {
        if (ranks[rank] == full) {
            text_print(&e->out, " *%d", rank + 1);
            some = true;
            continue;
        }
        for (int file = 0; file < r->width; file++) {
            if (ranks[rank] >> file & 1) {
                text_print(&e->out, " %c%d", 'a' + file, rank + 1);
                some = true;
            }
        }
    }
    text_put(&e->out, some ? "\n" : " -\n");
}

void export_put_regions(exporter *e, const char *key, const export_zone *zone)
{
    static const char *const sides[] = {"White", "Black"};
    for (int i = 0; i < 2; i++) {
        char *whole = arena_format(e->arena, "%s%s", key, sides[i]);
        if (whole) {
            export_put_region(e, whole, zone->of[i]);
        }
    }
}

void export_put_first_rank(exporter *e, const uint16_t ranks[EXPORT_RANKS])
{
    const ruleset *r = e->rules;
    uint16_t full = (uint16_t)((1u << r->width) - 1);
    int first = r->height;
    while (first > 0 && ranks[first - 1] == full) {
        first--;
    }
    for (int rank = 0; rank < first; rank++) {
        if (ranks[rank]) {
            return; /* the zone is not of that form */
        }
    }
    if (first < r->height) {
        text_print(&e->out, "promotionRank = %d\n", first + 1);
    }
}

export_zone export_read_zone(exporter *e, const rule_text *zone_text)
{
    export_zone zone = {{{0}}};
    for (size_t i = 0; i < 2; i++) { /* the zone was read before, so a failure is out of memory */
        e->out.failed |= !e->board->zone(e->board->state, zone_text, i, zone.of[i]);
    }
    return zone;
}

export_zone export_whole_board(const exporter *e)
{
    export_zone zone = {{{0}}};
    for (int rank = 0; rank < e->rules->height; rank++) {
        zone.of[0][rank] = zone.of[1][rank] = (uint16_t)((1u << e->rules->width) - 1);
    }
    return zone;
}

bool export_ranks_empty(const uint16_t ranks[EXPORT_RANKS])
{
    for (int rank = 0; rank < EXPORT_RANKS; rank++) {
        if (ranks[rank]) {
            return false;
        }
    }
    return true;
}

bool export_zone_empty(const export_zone *zone)
{
    return export_ranks_empty(zone->of[0]) && export_ranks_empty(zone->of[1]);
}

bool export_zones_equal(const export_zone *a, const export_zone *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}
