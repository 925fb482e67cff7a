#include "api/ferz_internal.h"

#include <stdlib.h>
#include <string.h>

struct ferz_messages {
    bool colour;
    arena arena;
    ferz_message *kept;
    size_t count, room;
    size_t errors;
    bool failed, overrun;
    diag_list direct;        /* what internal functions reported */
    const diag *direct_done; /* the last of them that was turned into a message */
    size_t direct_errors;
    ferz_budget budget; /* of each call */
    size_t memory;      /* likewise */
    fuel fuel;          /* of the call in progress */
};

ferz_messages *ferz_messages_create(bool colour)
{
    ferz_messages *m = calloc(1, sizeof *m);
    if (m) {
        m->colour = colour;
        arena_init(&m->arena, 0);
        diag_list_init(&m->direct);
    }
    return m;
}

void ferz_messages_destroy(ferz_messages *m)
{
    if (m) {
        arena_finish(&m->arena);
        diag_list_finish(&m->direct);
        free(m->kept);
        free(m);
    }
}

void ferz_messages_clear(ferz_messages *m)
{
    if (MISSING(m)) {
        return;
    }
    arena_finish(&m->arena);
    diag_list_finish(&m->direct);
    diag_list_init(&m->direct);
    m->direct_done = NULL;
    m->count = m->errors = m->direct_errors = 0;
    m->failed = m->overrun = false;
}

void ferz_messages_set_budget(ferz_messages *m, ferz_budget budget)
{
    m->budget = budget;
}

void ferz_messages_set_memory(ferz_messages *m, size_t bytes)
{
    if (MISSING(m)) {
        return;
    }
    m->memory = bytes;
}

fuel *messages_begin(ferz_messages *m, operation_kind kind)
{
    if (!m) {
        return NULL;
    }
    messages_begin_fuel(m, kind, &m->fuel);
    return &m->fuel;
}

void messages_begin_fuel(const ferz_messages *m, operation_kind kind, fuel *f)
{
    static const ferz_budget none;
    const ferz_budget *b = m ? &m->budget : &none;
    int usual = kind == OPERATION_SHORT ? FERZ_BUDGET_MILLISECONDS : 0;
    fuel_begin(f, b->milliseconds > 0 ? b->milliseconds : b->milliseconds < 0 ? 0 : usual, b->stop, b->state);
    f->memory = m ? m->memory : 0;
}

ferz_budget messages_budget(const ferz_messages *m)
{
    return m ? m->budget : (ferz_budget){0};
}

void messages_share_budget(ferz_messages *inner, const ferz_messages *outer, bool stops)
{
    if (inner && outer) {
        inner->memory = outer->memory;
        inner->budget = stops ? outer->budget : (ferz_budget){.milliseconds = outer->budget.milliseconds};
    }
}

struct diag_list *ferz_messages_diags(ferz_messages *m)
{
    return &m->direct;
}

static const char *copied(ferz_messages *m, const char *string)
{
    const char *copy = string ? arena_text(&m->arena, string, strlen(string)) : NULL;
    return copy || !string ? copy : "";
}

/* The location in units of UTF-16, as editors count: two units for a code point above U+FFFF. */
static void count_units(location at, uint32_t *from, uint32_t *to)
{
    *from = *to = 0;
    if (!at.source || at.line == 0 || at.column == 0) {
        return;
    }
    const char *p = at.source->bytes, *end = p + at.source->size;
    for (uint32_t line = 1; line < at.line && p < end; line++) {
        const char *feed = memchr(p, '\n', (size_t)(end - p));
        p = feed ? feed + 1 : end;
    }
    if (p == at.source->bytes && end - p >= 3 && memcmp(p, "\xEF\xBB\xBF", 3) == 0) {
        p += 3; /* a byte order mark, which editors do not count */
    }
    uint32_t units = 0;
    for (uint32_t column = 1; column < at.column + at.length && p < end && *p != '\n'; column++) {
        size_t size = utf8_length(p, (size_t)(end - p));
        *from = column < at.column ? units + (size == 4 ? 2 : 1) : *from;
        units += size == 4 ? 2 : 1;
        p += size ? size : 1;
    }
    *to = units > *from ? units : *from;
}

static void keep(ferz_messages *m, const diag *d)
{
    if (m->count == m->room) {
        size_t room = m->room ? m->room * 2 : 8;
        ferz_message *more = realloc(m->kept, room * sizeof *more);
        if (!more) {
            m->failed = true;
            return;
        }
        m->kept = more;
        m->room = room;
    }
    text rendered = {0};
    diag_render(d, m->colour, &rendered);
    m->kept[m->count++] = (ferz_message){
        .warning = d->severity == SEVERITY_WARNING,
        .code = code_text(d->code),
        .file = d->location.source ? copied(m, d->location.source->name) : NULL,
        .line = d->location.line,
        .column = d->location.column,
        .length = d->location.length,
        .text = copied(m, d->text ? d->text : ""),
        .hint = copied(m, d->hint),
        .note = copied(m, d->note),
        .note_file = d->note && d->note_location.source ? copied(m, d->note_location.source->name) : NULL,
        .note_line = d->note_location.line,
        .note_column = d->note_location.column,
        .note_length = d->note_location.length,
        .rendered = copied(m, text_string(&rendered)),
    };
    ferz_message *kept = &m->kept[m->count - 1];
    count_units(d->location, &kept->character, &kept->character_end);
    count_units(d->note_location, &kept->note_character, &kept->note_character_end);
    text_finish(&rendered);
}

void messages_append(ferz_messages *m, const diag_list *diags)
{
    if (!m) {
        return;
    }
    for (const diag *d = diags->first; d; d = d->next) {
        keep(m, d);
    }
    m->errors += diags->errors;
    m->failed |= diags->failed;
    m->overrun |= diags->budget_exceeded;
}

ferz_result messages_out_of_memory(ferz_messages *m)
{
    if (m) {
        diag_out_of_memory(&m->direct);
    }
    return FERZ_SYSTEM_ERROR;
}

ferz_result messages_wrong_call(ferz_messages *m, const char *what)
{
    if (m) {
        diag_error(&m->direct, CODE_LIBRARY_CALL, (location){0}, "%s", what);
    }
    return FERZ_REJECTED;
}

/* Turns new reports into messages; called by every query. */
static void catch_up(const ferz_messages *constant)
{
    ferz_messages *m = (ferz_messages *)constant;
    for (const diag *d = m->direct_done ? m->direct_done->next : m->direct.first; d; d = d->next) {
        keep(m, d);
        m->direct_done = d;
    }
    m->errors += m->direct.errors - m->direct_errors;
    m->direct_errors = m->direct.errors;
    m->failed |= m->direct.failed;
    m->overrun |= m->direct.budget_exceeded;
}

size_t ferz_messages_count(const ferz_messages *m)
{
    if (MISSING(m)) {
        return 0;
    }
    catch_up(m);
    return m->count;
}

size_t ferz_messages_errors(const ferz_messages *m)
{
    if (MISSING(m)) {
        return 0;
    }
    catch_up(m);
    return m->errors;
}

ferz_message ferz_messages_at(const ferz_messages *m, size_t index)
{
    if (MISSING(m)) {
        return (ferz_message){0};
    }
    catch_up(m);
    return index < m->count ? m->kept[index] : (ferz_message){.code = "", .text = "", .rendered = ""};
}

ferz_result ferz_messages_result(const ferz_messages *m)
{
    if (MISSING(m)) {
        return FERZ_REJECTED;
    }
    catch_up(m);
    return m->overrun ? FERZ_BUDGET_EXCEEDED : m->failed ? FERZ_SYSTEM_ERROR : m->errors ? FERZ_REJECTED : FERZ_OK;
}
