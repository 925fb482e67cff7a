#include "base/diag.h"

#include <string.h>

/* ---- the list ---- */

void diag_list_init(diag_list *list)
{
    *list = (diag_list){0};
    arena_init(&list->arena, 0);
}

void diag_list_finish(diag_list *list)
{
    arena_finish(&list->arena);
    diag_list_init(list);
}

static void append(diag_list *list, diag *message)
{
    if (list->last) {
        list->last->next = message;
    } else {
        list->first = message;
    }
    list->last = message;
    list->newest = message;
}

/* The last resort: it needs no memory, and is added once. */
static void report_lost_message(diag_list *list)
{
    list->failed = true;
    list->newest = NULL;
    if (list->reserve.text) {
        return;
    }
    list->reserve = (diag){.severity = SEVERITY_ERROR, .code = CODE_OUT_OF_MEMORY, .text = "out of memory"};
    list->errors++;
    append(list, &list->reserve);
    list->newest = NULL; /* a hint for the message that was lost does not belong to this one */
}

const source *diag_source(diag_list *list, const char *name, const char *bytes, size_t size)
{
    source *copy = arena_new(&list->arena, source, 1);
    if (copy) {
        copy->name = arena_text(&list->arena, name, strlen(name));
        copy->bytes = arena_text(&list->arena, bytes, size);
        copy->size = size;
        copy->previous = list->sources;
    }
    if (!copy || !copy->name || !copy->bytes) {
        report_lost_message(list);
        return NULL;
    }
    list->sources = copy;
    return copy;
}

const source_overlay *diag_overlay(const diag_list *list, const char *name)
{
    for (size_t i = 0; i < list->overlay_count; i++) {
        if (strcmp(list->overlays[i].name, name) == 0) {
            return &list->overlays[i];
        }
    }
    return NULL;
}

void diag_allow(diag_list *list, diag_allowance allowance)
{
    diag_allowance *copy = arena_new(&list->arena, diag_allowance, 1);
    if (!copy) {
        report_lost_message(list);
        return;
    }
    *copy = allowance;
    copy->previous = list->allowed;
    list->allowed = copy;
}

/* Whether `path` is the file `name` in some folder. */
static bool is_file_named(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/'), *last = strrchr(name, '/');
    return strcmp(slash ? slash + 1 : path, last ? last + 1 : name) == 0;
}

static bool is_allowed(const diag_list *list, diag_code code, location at)
{
    for (const diag_allowance *a = list->allowed; a; a = a->previous) {
        bool concerned =
            at.source ? at.source == a->source || (a->script && is_file_named(at.source->name, a->script)) : a->whole;
        if (a->code == code && concerned) {
            return true;
        }
    }
    return false;
}

/* The formatted text, safe to print, in the list's arena; NULL when memory runs out (the list then knows). */
static const char *format_safe(diag_list *list, const char *format, va_list args, phrase *made_of)
{
    text raw = {0};
    text safe = {0};
    va_list again;
    va_copy(again, args);
    text_vprint(&raw, format, args);
    if (!phrase_read(made_of, &list->arena, format, again)) {
        *made_of = (phrase){0};
    }
    va_end(again);
    text_add_safe(&safe, text_string(&raw), raw.length);
    char *copy = raw.failed || safe.failed ? NULL : arena_text(&list->arena, text_string(&safe), safe.length);
    text_finish(&safe);
    text_finish(&raw);
    if (!copy) {
        report_lost_message(list);
    }
    return copy;
}

/* A mistake that concerns each player or each cell is found many times: one message is enough. */
static bool is_repeated(const diag_list *list, severity level, location at, const phrase *said)
{
    for (const diag *d = list->first; d; d = d->next) {
        if (d->severity == level && d->location.source == at.source && d->location.line == at.line &&
            d->location.column == at.column && phrase_equal(&d->text_phrase, said)) {
            return true;
        }
    }
    return false;
}

static void add(diag_list *list, severity level, diag_code code, bool keep, location at, const char *format,
                va_list args)
{
    list->newest = NULL;
    if (level == SEVERITY_WARNING && is_allowed(list, code, at)) {
        return;
    }
    phrase said = {0};
    const char *message = keep ? format_safe(list, format, args, &said) : NULL;
    if (message && at.source && is_repeated(list, level, at, &said)) {
        return;
    }
    if (level == SEVERITY_ERROR) {
        list->errors++;
    } else {
        list->warnings++;
    }
    if (!message) {
        return;
    }
    diag *d = arena_new(&list->arena, diag, 1);
    if (!d) {
        report_lost_message(list);
        return;
    }
    d->severity = level;
    d->code = code;
    d->location = at;
    d->text = message;
    d->text_phrase = said;
    append(list, d);
}

static bool has_room(const diag_list *list)
{
    return list->errors + list->warnings < DIAG_SHOWN_MAX;
}

void diag_error(diag_list *list, diag_code code, location at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add(list, SEVERITY_ERROR, code, has_room(list), at, format, args);
    va_end(args);
}

void diag_warning(diag_list *list, diag_code code, location at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add(list, SEVERITY_WARNING, code, has_room(list), at, format, args);
    va_end(args);
}

void diag_failure(diag_list *list, diag_code code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    /* The first failure is kept even over the limit of messages: it is the reason why everything stopped. */
    bool keep = has_room(list) || !list->failed;
    list->failed = true;
    add(list, SEVERITY_ERROR, code, keep, (location){0}, format, args);
    va_end(args);
}

/* The beginning of the file that was read first. */
static location first_location(const diag_list *list)
{
    const source *s = list->sources;
    while (s && s->previous) {
        s = s->previous;
    }
    return (location){s, s ? 1 : 0, s ? 1 : 0, 0};
}

bool diag_over_limit(diag_list *list)
{
    if (!list->limited || !list->limited->over_limit) {
        return false;
    }
    if (!list->limit_reported) {
        list->limit_reported = true;
        diag_error(list, CODE_TOO_MANY, first_location(list), "these rules need more than %zu MiB of memory",
                   list->limited->limit >> 20);
        diag_hint(list, "a smaller board, fewer pieces, shorter movements and fewer parents need less");
    }
    return true;
}

bool diag_out_of_memory(diag_list *list)
{
    if (!diag_over_limit(list)) {
        diag_failure(list, CODE_OUT_OF_MEMORY, "out of memory");
    }
    return false;
}

void diag_hint(diag_list *list, const char *format, ...)
{
    diag *d = list->newest;
    if (!d) {
        return;
    }
    va_list args;
    va_start(args, format);
    d->hint = format_safe(list, format, args, &d->hint_phrase);
    va_end(args);
}

static const char *copy_in(diag_list *list, const char *string)
{
    return string ? arena_text(&list->arena, string, strlen(string)) : NULL;
}

void diag_fix(diag_list *list, fix f)
{
    if (list->newest) {
        list->newest->fix = (fix){f.kind, copy_in(list, f.text), copy_in(list, f.word)};
    }
}

void diag_fix_print(diag_list *list, fix_kind kind, const char *format, ...)
{
    text words = {0};
    va_list args;
    va_start(args, format);
    text_vprint(&words, format, args);
    va_end(args);
    diag_fix(list, (fix){.kind = kind, .text = text_string(&words)});
    list->failed |= words.failed;
    text_finish(&words);
}

void diag_did_you_mean(diag_list *list, const char *name)
{
    diag_hint(list, "did you mean `%s`?", name);
    diag_fix(list, (fix){.kind = FIX_REPLACE, .text = name});
}

void diag_note(diag_list *list, location at, const char *format, ...)
{
    diag *d = list->newest;
    if (!d) {
        return;
    }
    va_list args;
    va_start(args, format);
    d->note_location = at;
    d->note = format_safe(list, format, args, &d->note_phrase);
    va_end(args);
}

/* ---- fuel ---- */

void diag_out_of_fuel(diag_list *list, const fuel *spent, location at, const char *doing)
{
    if (list->budget_exceeded) {
        return;
    }
    list->budget_exceeded = true;
    if (spent->state == FUEL_STOPPED) {
        diag_error(list, CODE_BUDGET, at, "stopped while %s", doing);
        return;
    }
    diag_error(list, CODE_BUDGET, at, "the limit of %g s of processor time is over while %s",
               (double)spent->milliseconds / 1000, doing);
    diag_hint(list,
              "smaller zones, fewer legs of movements and shorter lists need less; `--budget SECONDS` allows more");
}

bool diag_draw(diag_list *list, uint32_t steps, location at, const char *doing)
{
    if (fuel_draw(list->fuel, steps)) {
        return true;
    }
    diag_out_of_fuel(list, list->fuel, at, doing);
    return false;
}

/* ---- locations in a source ---- */

typedef struct line {
    const char *bytes; /* NULL when the source has no line of that number */
    size_t length;     /* without its line end */
} line;

/* The first line begins behind a byte order mark, as in the editor. */
static line line_at(const source *s, uint32_t number)
{
    const char *from = s->bytes;
    const char *end = from + s->size;
    if (s->size >= 3 && memcmp(from, "\xEF\xBB\xBF", 3) == 0) {
        from += 3;
    }
    for (uint32_t i = 1; i < number; i++) {
        const char *feed = memchr(from, '\n', (size_t)(end - from));
        if (!feed) {
            return (line){0};
        }
        from = feed + 1;
    }
    const char *feed = memchr(from, '\n', (size_t)(end - from));
    size_t length = (size_t)((feed ? feed : end) - from);
    if (length > 0 && from[length - 1] == '\r') {
        length--;
    }
    return (line){from, length};
}

/* The bytes of the code point at `from`; a byte that is no UTF-8 counts as one. */
static size_t code_point_size(line l, size_t from)
{
    size_t size = utf8_length(l.bytes + from, l.length - from);
    return size ? size : 1;
}

static size_t offset_of_column(line l, uint32_t column)
{
    size_t at = 0;
    for (uint32_t i = 1; i < column && at < l.length; i++) {
        at += code_point_size(l, at);
    }
    return at;
}

/* How many code points begin in the `bytes` bytes from `from`. */
static uint32_t count_points(line l, size_t from, size_t bytes)
{
    size_t to = bytes < l.length - from ? from + bytes : l.length;
    uint32_t count = 0;
    while (from < to) {
        from += code_point_size(l, from);
        count++;
    }
    return count;
}

location location_within(location at, size_t offset, size_t length)
{
    if (!at.source || at.line == 0 || at.column == 0) {
        return at;
    }
    line l = line_at(at.source, at.line);
    if (!l.bytes) {
        return at;
    }
    size_t start = offset_of_column(l, at.column);
    if (offset > l.length - start) {
        offset = l.length - start;
    }
    at.column += count_points(l, start, offset);
    at.length = count_points(l, start + offset, length);
    return at;
}

/* ---- rendering ---- */

enum {
    EXCERPT_COLUMNS = 100, /* of a source line; longer ones are cut */
    EXCERPT_BEFORE = 40,   /* of those, before the location */
};

static const char bold[] = "\x1b[1m";
static const char red[] = "\x1b[1;31m";
static const char magenta[] = "\x1b[1;35m";
static const char cyan[] = "\x1b[1;36m";
static const char blue[] = "\x1b[34m";
static const char reset[] = "\x1b[0m";

/* Output with its colours, so that the code below reads like a line of output. */
typedef struct pen {
    text *out;
    bool colour;
} pen;

static void style(pen p, const char *code)
{
    if (p.colour) {
        text_put(p.out, code);
    }
}

/* One code point as it is shown, in `cell`. */
static void put_code_point(line l, size_t at, size_t size, text *cell)
{
    text_clear(cell);
    if (l.bytes[at] == '\t') {
        text_char(cell, ' ');
    } else if (utf8_mark_too_many(l.bytes, at, size)) {
        for (size_t i = 0; i < size; i++) {
            text_print(cell, "\\x%02X", (unsigned)(unsigned char)l.bytes[at + i]);
        }
    } else {
        text_add_safe(cell, l.bytes + at, size);
    }
}

static size_t columns_of(const text *cell)
{
    return utf8_columns(text_string(cell), cell->length);
}

/* How much of the excerpt's width a code point uses. Marks without a column count as one, so that a line of marks
 * ends too. */
static size_t excerpt_width(line l, size_t at, size_t size, text *cell)
{
    put_code_point(l, at, size, cell);
    size_t columns = columns_of(cell);
    return columns > 0 ? columns : 1;
}

/* Where the excerpt around `column` begins: at 0 if the line fits, else a little before the location. */
static size_t excerpt_start(line l, uint32_t column, text *cell)
{
    size_t width = 0;
    size_t at = 0;
    while (at < l.length && width <= EXCERPT_COLUMNS) {
        size_t size = code_point_size(l, at);
        width += excerpt_width(l, at, size, cell);
        at += size;
    }
    if (width <= EXCERPT_COLUMNS) {
        return 0;
    }

    /* Broken UTF-8 cannot be read backwards, so this remembers where the last code points began. */
    size_t recent_offsets[EXCERPT_BEFORE];
    size_t seen = 0;
    at = 0;
    for (uint32_t i = 1; i < column && at < l.length; i++) {
        recent_offsets[seen++ % EXCERPT_BEFORE] = at;
        at += code_point_size(l, at);
    }
    size_t before = 0;
    for (size_t back = 1; back <= EXCERPT_BEFORE && back <= seen; back++) {
        size_t previous = recent_offsets[(seen - back) % EXCERPT_BEFORE];
        before += excerpt_width(l, previous, code_point_size(l, previous), cell);
        if (before > EXCERPT_BEFORE) {
            break;
        }
        at = previous;
    }
    return at;
}

static void render_excerpt(pen p, location where, const char *mark_code)
{
    if (where.source->size == 0) {
        return;
    }
    line l = line_at(where.source, where.line);
    if (!l.bytes) {
        return;
    }
    text cell = {0};
    text shown = {0};
    size_t at = excerpt_start(l, where.column, &cell);
    size_t location_offset = offset_of_column(l, where.column);
    uint32_t marked = 0; /* code points */
    size_t indent = 0;   /* columns before the carets */
    size_t carets = 0;
    size_t width = 0;
    if (at > 0) {
        text_put(&shown, "...");
        indent = 3;
    }
    while (at < l.length && width < EXCERPT_COLUMNS) {
        size_t size = code_point_size(l, at);
        width += excerpt_width(l, at, size, &cell);
        text_add(&shown, text_string(&cell), cell.length);
        if (at < location_offset) {
            indent += columns_of(&cell);
        } else if (marked++ < where.length) {
            carets += columns_of(&cell);
        }
        at += size;
    }
    if (at < l.length) {
        text_put(&shown, "...");
    }

    style(p, blue);
    text_print(p.out, "  %u |", (unsigned)where.line);
    style(p, reset);
    if (shown.length > 0) {
        text_char(p.out, ' ');
    }
    text_add(p.out, text_string(&shown), shown.length);
    text_char(p.out, '\n');
    style(p, blue);
    text_char(p.out, ' ');
    for (uint32_t n = where.line; n > 0; n /= 10) {
        text_char(p.out, ' ');
    }
    text_put(p.out, "  |");
    style(p, reset);
    for (size_t i = 0; i <= indent; i++) {
        text_char(p.out, ' ');
    }
    style(p, mark_code);
    for (size_t i = 0; i < (carets ? carets : 1); i++) {
        text_char(p.out, '^');
    }
    style(p, reset);
    text_char(p.out, '\n');
    if (cell.failed || shown.failed) {
        p.out->failed = true;
    }
    text_finish(&shown);
    text_finish(&cell);
}

static void render_part(pen p, location where, const char *kind, const char *ink, const char *message, diag_code code)
{
    if (where.source) {
        style(p, bold);
        text_add_safe(p.out, where.source->name, strlen(where.source->name));
        if (where.line > 0) {
            text_print(p.out, ":%u:%u", (unsigned)where.line, (unsigned)where.column);
        }
        text_put(p.out, ": ");
        style(p, reset);
    }
    style(p, ink);
    text_print(p.out, "%s: ", kind);
    style(p, reset);
    text_put(p.out, message);
    if (code != CODE_NONE) {
        style(p, blue);
        text_print(p.out, " [%s]", code_text(code));
        style(p, reset);
    }
    text_char(p.out, '\n');
    if (where.source && where.line > 0) {
        render_excerpt(p, where, ink);
    }
}

void diag_render_with(const diag *message, const diag_labels *labels, bool colour, text *out)
{
    pen p = {out, colour};
    if (message->severity == SEVERITY_ERROR) {
        render_part(p, message->location, labels->error, red, message->text, message->code);
    } else {
        render_part(p, message->location, labels->warning, magenta, message->text, message->code);
    }
    if (message->hint) {
        render_part(p, (location){0}, labels->help, cyan, message->hint, CODE_NONE);
    }
    if (message->note) {
        render_part(p, message->note_location, labels->note, cyan, message->note, CODE_NONE);
    }
}

const diag_labels diag_english = {"error", "warning", "help", "note"};

void diag_render(const diag *message, bool colour, text *out)
{
    diag_render_with(message, &diag_english, colour, out);
}
