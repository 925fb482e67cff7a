#include "api/ferz_internal.h"

#include "explain/translate.h"

#include <stdlib.h>
#include <string.h>

struct ferz_messages {
    bool colour;
    ferz_language language;
    arena arena;
    ferz_message *kept;
    size_t count, room;
    size_t errors;
    bool failed, overrun;
    diag_list direct;        /* what internal functions reported */
    const diag *direct_done; /* the last of them that was turned into a message */
    size_t direct_errors;
    ferz_budget budget; /* of each call, or of all of them */
    bool pooled;        /* of all; `pool_end` is when it ends, on the clock of fuels, 0 before the first call */
    int64_t pool_end;
    size_t memory; /* likewise */
    fuel fuel;     /* of the call in progress */
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

void ferz_messages_free(ferz_messages *m)
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

void ferz_messages_set_language(ferz_messages *m, ferz_language language)
{
    if (!MISSING(m)) {
        m->language = language;
    }
}

ferz_language messages_language(const ferz_messages *m)
{
    return m ? m->language : FERZ_ENGLISH;
}

void ferz_messages_set_budget(ferz_messages *m, ferz_budget budget)
{
    m->budget = budget;
    m->pooled = false;
}

void ferz_messages_pool_budget(ferz_messages *m)
{
    if (MISSING(m)) {
        return;
    }
    m->pooled = true;
    m->pool_end = 0;
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

void messages_begin_fuel(ferz_messages *m, operation_kind kind, fuel *f)
{
    static const ferz_budget none;
    const ferz_budget *b = m ? &m->budget : &none;
    int usual = kind == OPERATION_SHORT ? FERZ_BUDGET_MILLISECONDS : 0;
    fuel_begin(f, b->milliseconds > 0 ? b->milliseconds : b->milliseconds < 0 ? 0 : usual, b->stop, b->state);
    f->memory = m ? m->memory : 0;
    if (m && m->pooled && b->milliseconds > 0) {
        m->pool_end = m->pool_end ? m->pool_end : f->end;
        f->end = m->pool_end;
    }
}

ferz_budget messages_budget(const ferz_messages *m)
{
    return m ? m->budget : (ferz_budget){0};
}

void messages_share_budget(ferz_messages *inner, const ferz_messages *outer, bool stops)
{
    if (inner && outer) {
        inner->language = outer->language;
        inner->memory = outer->memory;
        inner->budget = stops ? outer->budget : (ferz_budget){.milliseconds = outer->budget.milliseconds};
        inner->pooled = outer->pooled;
        inner->pool_end = outer->pool_end;
    }
}

void messages_pool_budget(ferz_messages *inner, ferz_messages *outer, bool (*stop)(void *state), void *state)
{
    fuel begun;
    messages_begin_fuel(outer, OPERATION_LONG, &begun);
    if (inner && outer) {
        inner->language = outer->language;
        inner->memory = outer->memory;
        inner->budget = outer->budget;
        inner->pooled = true;
        inner->pool_end = begun.milliseconds > 0 ? begun.end : 0;
    }
    if (inner) {
        inner->budget.stop = stop;
        inner->budget.state = state;
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

/* The names of fixes for programs; ORDER fix_kind. */
static const char *const fix_names[] = {
    [FIX_NONE] = NULL,     [FIX_REPLACE] = "replace", [FIX_REMOVE] = "remove", [FIX_BOOL] = "bool",
    [FIX_QUOTE] = "quote", [FIX_UNQUOTE] = "unquote", [FIX_INDENT] = "indent", [FIX_COLON] = "colon",
    [FIX_LIST] = "list",   [FIX_ADD] = "add",         [FIX_WRITE] = "write",
};
_Static_assert(sizeof fix_names / sizeof fix_names[0] == FIX_KINDS, "a fix without a name");

static const diag_labels russian_labels = {"ошибка", "предупреждение", "совет", "примечание"};

ferz_labels ferz_messages_labels(const ferz_messages *m)
{
    const diag_labels *l = messages_language(m) == FERZ_RUSSIAN ? &russian_labels : &diag_english;
    return (ferz_labels){l->error, l->warning, l->help, l->note};
}

/* The message in the language of `m`, and as it is shown. */
static diag said_in(ferz_messages *m, const diag *d, text *rendered)
{
    if (m->language == FERZ_ENGLISH) {
        diag_render(d, m->colour, rendered);
        return *d;
    }
    diag said = *d;
    said.text = translate_phrase(&m->arena, &d->text_phrase, d->text);
    said.hint = d->hint ? translate_phrase(&m->arena, &d->hint_phrase, d->hint) : NULL;
    said.note = d->note ? translate_phrase(&m->arena, &d->note_phrase, d->note) : NULL;
    diag_render_with(&said, &russian_labels, m->colour, rendered);
    return said;
}

static bool reserve_one(ferz_messages *m)
{
    if (m->count == m->room) {
        size_t room = m->room ? m->room * 2 : 8;
        ferz_message *more = realloc(m->kept, room * sizeof *more);
        if (!more) {
            m->failed = true;
            return false;
        }
        m->kept = more;
        m->room = room;
    }
    return true;
}

static void keep(ferz_messages *m, const diag *d)
{
    if (!reserve_one(m)) {
        return;
    }
    text rendered = {0};
    const diag said = said_in(m, d, &rendered);
    m->kept[m->count++] = (ferz_message){
        .warning = d->severity == SEVERITY_WARNING,
        .code = code_text(d->code),
        .file = d->location.source ? copied(m, d->location.source->name) : NULL,
        .line = d->location.line,
        .column = d->location.column,
        .length = d->location.length,
        .text = copied(m, said.text ? said.text : ""),
        .hint = copied(m, said.hint),
        .fix = fix_names[d->fix.kind],
        .fix_text = copied(m, d->fix.text),
        .fix_word = copied(m, d->fix.word),
        .note = copied(m, said.note),
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

const ferz_message *messages_script_fault(const ferz_messages *m)
{
    catch_up(m);
    for (size_t i = 0; i < m->count; i++) {
        diag_code code = code_find(m->kept[i].code);
        if (code >= CODE_NO_SCRIPT && code <= CODE_CHOICE_HOOKS) {
            return &m->kept[i];
        }
    }
    return NULL;
}

void messages_repeat_errors(ferz_messages *m, const ferz_messages *from)
{
    catch_up(from);
    for (size_t i = 0; m && i < from->count; i++) {
        const ferz_message *one = &from->kept[i];
        if (!one->warning && reserve_one(m)) {
            ferz_message *last = &m->kept[m->count++];
            *last = *one;
            last->file = copied(m, one->file);
            last->text = copied(m, one->text);
            last->hint = copied(m, one->hint);
            last->fix_text = copied(m, one->fix_text);
            last->fix_word = copied(m, one->fix_word);
            last->note = copied(m, one->note);
            last->note_file = copied(m, one->note_file);
            last->rendered = copied(m, one->rendered);
        }
    }
    if (m) {
        m->errors += from->errors;
        m->failed |= from->failed;
        m->overrun |= from->overrun;
    }
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
