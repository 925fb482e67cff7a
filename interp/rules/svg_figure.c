#include "rules/svg_figure.h"

#include <stdio.h>
#include <string.h>

#include "rules/names.h"
#include "rules/svg_path.h"

enum { DEPTH_MAX = 64, SHAPES_MAX = 500, NUMBER_MAX = 24, TRANSFORM_MAX = 1000 };

/* A stretch of the file. */
typedef struct stretch {
    const char *at;
    size_t length;
} stretch;

/* What an element hands down to those inside it. */
typedef struct style {
    svg_paint fill, stroke;
    stretch values[7];             /* ORDER: as `lines` */
    char transform[TRANSFORM_MAX]; /* all from the root to here */
} style;

typedef struct level {
    stretch name;
    bool skipped; /* it and all inside it */
    style style;
} level;

typedef struct svg_reader {
    arena *arena;
    diag_list *diags;
    const source *file;
    const char *at, *end;
    level levels[DEPTH_MAX];
    size_t depth;
    svg_figure *figure;
    size_t written; /* bytes of all shapes */
    bool root;      /* the element svg was met */
} svg_reader;

/* ---- messages ---- */

static location place_of(const svg_reader *r, const char *at, size_t length)
{
    location place = {r->file, 1, 1, (uint32_t)(length ? length : 1)};
    for (const char *c = r->file->bytes; c < at; c++) {
        if (*c == '\n') {
            place.line++;
            place.column = 1;
        } else if (((unsigned char)*c & 0xC0) != 0x80) { /* not inside of a character */
            place.column++;
        }
    }
    return place;
}

#define FAULT(r, place, ...)                                                                                           \
    diag_error((r)->diags, CODE_FIGURE_FILE, place_of(r, (place).at, (place).length), __VA_ARGS__)

/* ---- words ---- */

static bool is(stretch word, const char *wanted)
{
    return strlen(wanted) == word.length && memcmp(word.at, wanted, word.length) == 0;
}

static bool is_in(stretch word, const char *const *list)
{
    while (*list && !is(word, *list)) {
        list++;
    }
    return *list != NULL;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_name_sign(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '-' || c == '_' || c == ':' ||
           c == '.';
}

static stretch trimmed(stretch s)
{
    while (s.length && is_blank(s.at[0])) {
        s.at++;
        s.length--;
    }
    while (s.length && is_blank(s.at[s.length - 1])) {
        s.length--;
    }
    return s;
}

/* Takes the next number of a list, with the blanks and the comma behind it; false if there is none. Its size is
 * bounded, so that no renderer overflows. */
static bool take_number(stretch *s, stretch *number)
{
    size_t n = 0, whole = 0, part = 0;
    n += s->length && (s->at[0] == '-' || s->at[0] == '+');
    while (n < s->length && is_digit(s->at[n])) {
        n++;
        whole++;
    }
    if (n < s->length && s->at[n] == '.') {
        n++;
        while (n < s->length && is_digit(s->at[n])) {
            n++;
            part++;
        }
    }
    if (!whole && !part) {
        return false;
    }
    if (n + 2 < s->length && s->at[n] == 'e' && s->at[n + 1] == '-' && is_digit(s->at[n + 2])) {
        n += 3; /* what drawing programs write for nearly nothing */
        n += n < s->length && is_digit(s->at[n]);
    }
    if (whole > 6 || n > NUMBER_MAX) {
        return false;
    }
    *number = (stretch){s->at, n};
    while (n < s->length && is_blank(s->at[n])) {
        n++;
    }
    n += n < s->length && s->at[n] == ',';
    while (n < s->length && is_blank(s->at[n])) {
        n++;
    }
    *s = (stretch){s->at + n, s->length - n};
    return true;
}

/* Whether it is so many numbers; `count` 0: any even number of them. */
static bool are_numbers(stretch s, size_t count)
{
    stretch one;
    size_t found = 0;
    while (s.length && take_number(&s, &one)) {
        found++;
    }
    return !s.length && (count ? found == count : found && found % 2 == 0);
}

/* A length without its unit, which may be px. */
static stretch without_unit(stretch s)
{
    if (s.length > 2 && memcmp(s.at + s.length - 2, "px", 2) == 0) {
        s.length -= 2;
    }
    return s;
}

/* ---- colours ---- */

static bool is_hex(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool read_paint(stretch value, svg_paint *paint)
{
    static const struct {
        const char *word;
        svg_paint_kind kind;
    } words[] = {{"none", SVG_PAINT_NONE},
                 {"white", SVG_PAINT_WHITE},
                 {"black", SVG_PAINT_BLACK},
                 {"currentColor", SVG_PAINT_BLACK}};
    *paint = (svg_paint){.kind = SVG_PAINT_NONE};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (is(value, words[i].word)) {
            paint->kind = words[i].kind;
            return true;
        }
    }
    bool ok = (value.length == 4 || value.length == 7) && value.at[0] == '#', white = true, black = true;
    for (size_t i = 1; i < value.length && ok; i++) {
        ok = is_hex(value.at[i]);
        white = white && (value.at[i] == 'f' || value.at[i] == 'F');
        black = black && value.at[i] == '0';
    }
    if (ok) {
        paint->kind = white ? SVG_PAINT_WHITE : black ? SVG_PAINT_BLACK : SVG_PAINT_COLOUR;
        memcpy(paint->colour, value.at, value.length);
    }
    return ok;
}

static void fault_of_paint(svg_reader *r, stretch value)
{
    FAULT(r, value, "a figure has no colour `%.*s`", (int)value.length, value.at);
    diag_hint(r->diags, "write `white` for the colour of the player, `black` for outlines, `none`, or a colour of the "
                        "figure's own such as `#d55e00`");
}

/* ---- what lines look like ---- */

/* ORDER: as style.values. `words`: what it may be besides; a number where there are none. */
static const struct {
    const char *name;
    const char *words[4];
} lines[] = {
    {"stroke-width", {NULL}},
    {"stroke-linecap", {"butt", "round", "square", NULL}},
    {"stroke-linejoin", {"miter", "round", "bevel", NULL}},
    {"stroke-miterlimit", {NULL}},
    {"fill-rule", {"nonzero", "evenodd", NULL}},
    {"fill-opacity", {NULL}},
    {"stroke-opacity", {NULL}},
};
enum { LINES = sizeof lines / sizeof lines[0] };
_Static_assert(LINES == sizeof((style *)0)->values / sizeof(stretch), "a value for each property");

static bool read_line_property(svg_reader *r, size_t i, stretch value, style *s)
{
    stretch bare = lines[i].words[0] ? value : without_unit(value);
    bool ok =
        lines[i].words[0] ? is_in(value, lines[i].words) : bare.length && bare.at[0] != '-' && are_numbers(bare, 1);
    if (ok) {
        s->values[i] = bare;
        return true;
    }
    FAULT(r, value, "`%s` cannot be `%.*s`", lines[i].name, (int)value.length, value.at);
    if (lines[i].words[0]) {
        diag_hint(r->diags, "it is %s, %s%s%s", lines[i].words[0], lines[i].words[1], lines[i].words[2] ? ", " : "",
                  lines[i].words[2] ? lines[i].words[2] : "");
    } else {
        diag_hint(r->diags, "it is a number");
    }
    return false;
}

/* Attributes and properties of styles that would change the drawing, and which figures do not have. */
static const char *const undrawn[] = {"clip-path",        "mask",           "filter",      "marker",
                                      "marker-start",     "marker-mid",     "marker-end",  "display",
                                      "visibility",       "href",           "xlink:href",  "src",
                                      "stroke-dasharray", "mix-blend-mode", "paint-order", "vector-effect",
                                      "transform-origin", "opacity",        NULL};
static const char *const neutral[] = {"none", "inline", "visible", "normal", "1", NULL};

/* A property, written as an attribute or in `style`. False after an error. */
static bool read_property(svg_reader *r, stretch name, stretch value, style *s)
{
    if (is(name, "fill") || is(name, "stroke")) {
        bool ok = read_paint(value, is(name, "fill") ? &s->fill : &s->stroke);
        if (!ok) {
            fault_of_paint(r, value);
        }
        return ok;
    }
    for (size_t i = 0; i < LINES; i++) {
        if (is(name, lines[i].name)) {
            return read_line_property(r, i, value, s);
        }
    }
    bool event = name.length > 2 && memcmp(name.at, "on", 2) == 0;
    bool hides = is(name, "display") && is(value, "none");
    if (event || hides || (is_in(name, undrawn) && !is_in(value, neutral))) {
        FAULT(r, name, "a figure has no `%.*s`", (int)name.length, name.at);
        diag_hint(r->diags, event ? "leave it out: figures run nothing"
                                  : "draw it without, or turn it into paths in a drawing program");
        return false;
    }
    return true;
}

/* "fill:#fff;stroke:none" */
static bool read_style(svg_reader *r, stretch rest, style *s)
{
    bool ok = true;
    while (rest.length && ok) {
        const char *semicolon = memchr(rest.at, ';', rest.length);
        stretch one = {rest.at, semicolon ? (size_t)(semicolon - rest.at) : rest.length};
        rest.at += one.length + (semicolon != NULL);
        rest.length -= one.length + (semicolon != NULL);
        const char *colon = memchr(one.at, ':', one.length);
        one = trimmed(one);
        if (!colon) {
            ok = !one.length;
            if (!ok) {
                FAULT(r, one, "a style is `NAME: VALUE`, with semicolons between");
            }
            continue;
        }
        stretch name = trimmed((stretch){one.at, (size_t)(colon - one.at)});
        stretch value = trimmed((stretch){colon + 1, (size_t)(one.at + one.length - colon - 1)});
        ok = read_property(r, name, value, s);
    }
    return ok;
}

/* "translate(3 4) scale(.5)" */
static bool is_transform(stretch rest)
{
    static const struct {
        const char *name;
        size_t least, most;
    } kinds[] = {{"translate", 1, 2}, {"scale", 1, 2}, {"rotate", 1, 3},
                 {"skewX", 1, 1},     {"skewY", 1, 1}, {"matrix", 6, 6}};
    while (rest.length) {
        const char *open = memchr(rest.at, '(', rest.length), *close = memchr(rest.at, ')', rest.length);
        bool ok = false;
        for (size_t i = 0; open && close && close > open && i < sizeof kinds / sizeof kinds[0]; i++) {
            stretch name = trimmed((stretch){rest.at, (size_t)(open - rest.at)});
            stretch numbers = trimmed((stretch){open + 1, (size_t)(close - open - 1)});
            for (size_t count = kinds[i].least; is(name, kinds[i].name) && count <= kinds[i].most; count++) {
                ok = ok || are_numbers(numbers, count);
            }
        }
        if (!ok) {
            return false;
        }
        rest.length -= (size_t)(close + 1 - rest.at);
        rest.at = close + 1;
        while (rest.length && (is_blank(*rest.at) || *rest.at == ',')) {
            rest.at++;
            rest.length--;
        }
    }
    return true;
}

static bool read_transform(svg_reader *r, stretch value, style *s)
{
    const size_t before = strlen(s->transform);
    if (!is_transform(value) || before + value.length + 2 > sizeof s->transform) {
        FAULT(r, value,
              "a transformation is `translate`, `scale`, `rotate`, `skewX`, `skewY` or `matrix` with its numbers");
        return false;
    }
    snprintf(s->transform + before, sizeof s->transform - before, "%s%.*s", before ? " " : "", (int)value.length,
             value.at);
    for (char *c = s->transform; *c; c++) {
        *c = is_blank(*c) ? ' ' : *c;
    }
    return true;
}

/* ---- shapes ---- */

enum { GEOMETRY_MAX = 6 };

static const struct element {
    const char *name;
    const char *geometry[GEOMETRY_MAX + 1];
} elements[] = {
    {"path", {"d", NULL}},
    {"circle", {"cx", "cy", "r", NULL}},
    {"ellipse", {"cx", "cy", "rx", "ry", NULL}},
    {"rect", {"x", "y", "width", "height", "rx", "ry", NULL}},
    {"line", {"x1", "y1", "x2", "y2", NULL}},
    {"polyline", {"points", NULL}},
    {"polygon", {"points", NULL}},
};
enum { ELEMENTS = sizeof elements / sizeof elements[0] };

static const struct element *element_named(stretch name)
{
    size_t i = 0;
    while (i < ELEMENTS && !is(name, elements[i].name)) {
        i++;
    }
    return i < ELEMENTS ? &elements[i] : NULL;
}

/* An attribute that says where the shape is: appended to `geometry`. False after an error. */
static bool read_geometry(svg_reader *r, stretch name, stretch value, text *geometry)
{
    size_t at = 0;
    const char *fault = NULL;
    char begin[16];
    snprintf(begin, sizeof begin, " %.*s=", (int)name.length, name.at);
    if (strstr(text_string(geometry), begin)) {
        fault = "this attribute was there before";
    } else if (is(name, "d")) {
        fault = svg_path_data_fault(value.at, value.length, &at);
    } else if (is(name, "points")) {
        fault = are_numbers(value, 0) ? NULL : "points are pairs of numbers";
    } else {
        value = without_unit(value);
        fault = are_numbers(value, 1) ? NULL : "a number is needed here, without a unit";
    }
    if (fault) {
        FAULT(r, ((stretch){value.at + at, at ? 1 : value.length}), "%s", fault);
        return false;
    }
    text_print(geometry, "%s\"", begin);
    for (size_t i = 0; i < value.length; i++) {
        text_char(geometry, is_blank(value.at[i]) ? ' ' : value.at[i]);
    }
    text_char(geometry, '"');
    return true;
}

static bool add_shape(svg_reader *r, stretch name, const struct element *e, const style *s, text *rest)
{
    for (size_t i = 0; i < LINES; i++) {
        if (s->values[i].length) {
            text_print(rest, " %s=\"%.*s\"", lines[i].name, (int)s->values[i].length, s->values[i].at);
        }
    }
    if (s->transform[0]) {
        text_print(rest, " transform=\"%s\"", s->transform);
    }
    enum { FRAME = 40 }; /* what stands around it */
    r->written += rest->length + FRAME;
    if (r->written > SVG_FIGURE_MAX || r->figure->count == SHAPES_MAX) {
        FAULT(r, name, "this drawing is too large for a figure, of which a board shows many");
        diag_hint(r->diags,
                  "a figure has at most %d shapes, and all their numbers at most %d bytes; let a drawing "
                  "program round and simplify its paths",
                  SHAPES_MAX, SVG_FIGURE_MAX);
        return false;
    }
    const char *copy = arena_text(r->arena, text_string(rest), rest->length);
    if (!copy || rest->failed) {
        return diag_out_of_memory(r->diags);
    }
    r->figure->shapes[r->figure->count++] = (svg_shape){e->name, copy, s->fill, s->stroke};
    return true;
}

/* ---- elements ---- */

/* What drawing programs keep for themselves: it draws nothing, and nothing refers to it. */
static bool is_skipped(stretch name)
{
    static const char *const notes[] = {"title", "desc", "metadata", "defs", NULL};
    return memchr(name.at, ':', name.length) || is_in(name, notes);
}

static const char *next_element(const void *state, size_t index)
{
    static const char *const others[] = {"g", "svg", NULL};
    (void)state;
    return index < ELEMENTS ? elements[index].name : index < ELEMENTS + 2 ? others[index - ELEMENTS] : NULL;
}

/* One attribute; false at the end of the tag, or after an error (`*ok`). */
static bool take_attribute(svg_reader *r, stretch *name, stretch *value, bool *ok)
{
    while (r->at < r->end && is_blank(*r->at)) {
        r->at++;
    }
    const char *begin = r->at;
    while (r->at < r->end && is_name_sign(*r->at)) {
        r->at++;
    }
    *name = (stretch){begin, (size_t)(r->at - begin)};
    if (!name->length) {
        return false;
    }
    while (r->at < r->end && is_blank(*r->at)) {
        r->at++;
    }
    bool given = r->at < r->end && *r->at == '=';
    r->at += given;
    while (given && r->at < r->end && is_blank(*r->at)) {
        r->at++;
    }
    char quote = given && r->at < r->end ? *r->at : '\0';
    const char *close = quote == '"' || quote == '\'' ? memchr(r->at + 1, quote, (size_t)(r->end - r->at - 1)) : NULL;
    if (!close || memchr(r->at, '<', (size_t)(close - r->at))) {
        FAULT(r, *name, "the attribute `%.*s` needs a value in quotes", (int)name->length, name->at);
        *ok = false;
        return false;
    }
    *value = trimmed((stretch){r->at + 1, (size_t)(close - r->at - 1)});
    r->at = close + 1;
    return true;
}

typedef struct root_size {
    stretch view_box, width, height;
} root_size;

static bool read_attribute(svg_reader *r, const struct element *e, stretch name, stretch value, style *s,
                           text *geometry, root_size *size)
{
    if (e && is_in(name, e->geometry)) {
        return read_geometry(r, name, value, geometry);
    }
    if (is(name, "style")) {
        return read_style(r, value, s);
    }
    if (is(name, "transform")) {
        return read_transform(r, value, s);
    }
    stretch *of_root = is(name, "viewBox")  ? &size->view_box
                       : is(name, "width")  ? &size->width
                       : is(name, "height") ? &size->height
                                            : NULL;
    if (of_root) {
        *of_root = value;
        return true;
    }
    return read_property(r, name, value, s);
}

static bool is_positive(stretch number)
{
    bool positive = false;
    for (size_t i = 0; i < number.length && number.at[i] != 'e'; i++) {
        positive |= number.at[i] >= '1' && number.at[i] <= '9';
    }
    return positive && number.at[0] != '-';
}

/* A positive number in hundredths; of nearly nothing, 1. */
static long hundredths(stretch number)
{
    long value = 0, part = 0;
    size_t i = number.at[0] == '+';
    for (; i < number.length && is_digit(number.at[i]); i++) {
        value = value * 10 + (number.at[i] - '0');
    }
    if (i + 1 < number.length && number.at[i] == '.' && is_digit(number.at[i + 1])) {
        part = (number.at[i + 1] - '0') * 10;
        part += i + 2 < number.length && is_digit(number.at[i + 2]) ? number.at[i + 2] - '0' : 0;
    }
    value = value * 100 + part;
    return value && !memchr(number.at, 'e', number.length) ? value : 1;
}

/* The part of the plane that the figure shows: viewBox, or width and height. */
static bool read_view(svg_reader *r, stretch name, const root_size *size)
{
    stretch view = size->view_box,
            number[4] = {{"0", 1}, {"0", 1}, without_unit(size->width), without_unit(size->height)};
    bool ok = true;
    for (int i = 0; i < 4 && view.length; i++) {
        ok = ok && take_number(&view, &number[i]);
    }
    ok = ok && !view.length && are_numbers(number[2], 1) && are_numbers(number[3], 1) && is_positive(number[2]) &&
         is_positive(number[3]);
    if (!ok) {
        FAULT(r, size->view_box.length ? size->view_box : name, "an `svg` has a `viewBox` of four numbers");
        diag_hint(r->diags, "for example `viewBox=\"0 0 100 100\"`");
        return false;
    }
    r->figure->view_box =
        arena_format(r->arena, "%.*s %.*s %.*s %.*s", (int)number[0].length, number[0].at, (int)number[1].length,
                     number[1].at, (int)number[2].length, number[2].at, (int)number[3].length, number[3].at);
    const long width = hundredths(number[2]), height = hundredths(number[3]);
    r->figure->size = width > height ? width : height;
    return r->figure->view_box || diag_out_of_memory(r->diags);
}

/* What the element may be where it stands. False after an error. */
static bool check_element(svg_reader *r, stretch name)
{
    if (!r->depth && (r->root || !is(name, "svg"))) {
        FAULT(r, name, r->root ? "the file goes on behind its `svg`" : "a figure begins with the element `svg`");
        return false;
    }
    bool known = !r->depth || is(name, "g") || element_named(name);
    if (!known) {
        char word[32];
        snprintf(word, sizeof word, "%.*s", (int)name.length, name.at);
        FAULT(r, name, "a figure has no element `%.*s`", (int)name.length, name.at);
        names_hint(r->diags, word, next_element, NULL, "elements");
    }
    return known;
}

/* The attributes of an element that is drawn. False after an error. */
static bool read_attributes(svg_reader *r, stretch element, style *s)
{
    const struct element *e = element_named(element);
    stretch name, value;
    text rest = {0};
    root_size size = {0};
    bool ok = check_element(r, element);
    while (ok && take_attribute(r, &name, &value, &ok)) {
        ok = read_attribute(r, e, name, value, s, &rest, &size);
    }
    if (ok && e) {
        ok = add_shape(r, element, e, s, &rest);
    } else if (ok && !r->depth) {
        ok = read_view(r, element, &size);
        r->root = true;
    }
    text_finish(&rest);
    return ok;
}

/* The attributes of what is skipped are read too: their quotes may hold the end of a tag. */
static bool pass_attributes(svg_reader *r)
{
    stretch name, value;
    bool ok = true;
    while (take_attribute(r, &name, &value, &ok)) {
    }
    return ok;
}

static stretch take_tag_name(svg_reader *r)
{
    stretch name = {r->at, 0};
    while (r->at < r->end && is_name_sign(*r->at)) {
        r->at++;
        name.length++;
    }
    return name;
}

/* "<name ...>" or "<name .../>"; the reader stands behind "<". */
static bool open_element(svg_reader *r)
{
    const stretch name = take_tag_name(r);
    if (!name.length || r->depth == DEPTH_MAX) {
        FAULT(r, name, name.length ? "elements lie too deep in each other here" : "a tag is needed behind `<`");
        return false;
    }
    const level *above = r->depth ? &r->levels[r->depth - 1] : NULL;
    level *l = &r->levels[r->depth];
    *l = (level){.name = name, .style.fill.kind = SVG_PAINT_BLACK};
    if (above) {
        l->style = above->style;
    }
    l->skipped = (above && above->skipped) || (above && is_skipped(name));
    if (!(l->skipped ? pass_attributes(r) : read_attributes(r, name, &l->style))) {
        return false;
    }
    bool closed = r->at < r->end && *r->at == '/';
    r->at += closed;
    if (r->at >= r->end || *r->at != '>') {
        FAULT(r, name, "the tag `<%.*s` is not closed", (int)name.length, name.at);
        return false;
    }
    r->at++;
    r->depth += !closed;
    return true;
}

/* "</name>"; the reader stands behind "</". */
static bool close_element(svg_reader *r)
{
    const stretch name = take_tag_name(r);
    while (r->at < r->end && is_blank(*r->at)) {
        r->at++;
    }
    const level *open = r->depth ? &r->levels[r->depth - 1] : NULL;
    bool fits = open && open->name.length == name.length && memcmp(open->name.at, name.at, name.length) == 0;
    if (!fits || r->at >= r->end || *r->at != '>') {
        FAULT(r, name, "the tag `</%.*s>` closes nothing", (int)name.length, name.at);
        return false;
    }
    r->at++;
    r->depth--;
    return true;
}

/* Goes behind `mark`. */
static bool pass(svg_reader *r, const char *begin, const char *mark)
{
    const size_t length = strlen(mark);
    while ((size_t)(r->end - r->at) >= length && memcmp(r->at, mark, length) != 0) {
        r->at++;
    }
    if ((size_t)(r->end - r->at) < length) {
        FAULT(r, ((stretch){begin, 1}), "the `%s` of this is missing", mark);
        return false;
    }
    r->at += length;
    return true;
}

static bool begins(const svg_reader *r, const char *mark)
{
    return (size_t)(r->end - r->at) >= strlen(mark) && memcmp(r->at, mark, strlen(mark)) == 0;
}

/* A document type may name a place in the net, which nobody visits; but it may define nothing. */
static bool pass_doctype(svg_reader *r)
{
    const char *begin = r->at;
    if (!pass(r, begin, ">")) {
        return false;
    }
    if (memchr(begin, '[', (size_t)(r->at - begin))) {
        FAULT(r, ((stretch){begin, 9}), "a figure defines no entities");
        return false;
    }
    return true;
}

static bool read_markup(svg_reader *r)
{
    const char *begin = r->at;
    if (begins(r, "<!--")) {
        return pass(r, begin, "-->");
    }
    if (begins(r, "<?")) {
        return pass(r, begin, "?>");
    }
    if (begins(r, "<!DOCTYPE")) {
        return pass_doctype(r);
    }
    if (begins(r, "</")) {
        r->at += 2;
        return close_element(r);
    }
    r->at++;
    return open_element(r);
}

/* Texts are left out where all is, and else nothing but blanks. */
static bool pass_text(svg_reader *r)
{
    const char *begin = r->at;
    const char *next = memchr(r->at, '<', (size_t)(r->end - r->at));
    r->at = next ? next : r->end;
    stretch words = trimmed((stretch){begin, (size_t)(r->at - begin)});
    if (words.length && !(r->depth && r->levels[r->depth - 1].skipped)) {
        FAULT(r, ((stretch){words.at, 1}), r->root ? "a figure has no text" : "an SVG file begins with a tag");
        return false;
    }
    return true;
}

/* Whether white, the colour of the player, is nowhere in it. */
static bool is_silhouette(const svg_figure *f)
{
    bool white = false;
    for (size_t i = 0; i < f->count; i++) {
        white = white || f->shapes[i].fill.kind == SVG_PAINT_WHITE;
    }
    return !white;
}

static bool read_all(svg_reader *r)
{
    while (r->at < r->end) {
        if (!(*r->at == '<' ? read_markup(r) : pass_text(r))) {
            return false;
        }
    }
    if (r->depth || !r->root) {
        const stretch open = r->depth ? r->levels[r->depth - 1].name : (stretch){"svg", 3};
        FAULT(r, ((stretch){r->end, 1}),
              r->depth ? "the file ends inside of `<%.*s>`" : "the file has no element `%.*s`", (int)open.length,
              open.at);
        return false;
    }
    if (!r->figure->count) {
        FAULT(r, ((stretch){r->file->bytes, 1}), "this file draws nothing");
        return false;
    }
    r->figure->silhouette = is_silhouette(r->figure);
    return true;
}

const svg_figure *svg_figure_read(arena *a, diag_list *diags, const source *file)
{
    svg_reader *r = arena_new(a, svg_reader, 1);
    svg_figure *figure = arena_new(a, svg_figure, 1);
    if (!r || !figure || !(figure->shapes = arena_new(a, svg_shape, SHAPES_MAX))) {
        (void)diag_out_of_memory(diags);
        return NULL;
    }
    *figure = (svg_figure){.name = file->name, .shapes = figure->shapes};
    *r = (svg_reader){.arena = a, .diags = diags, .file = file, .figure = figure};
    r->at = file->bytes + (strncmp(file->bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0); /* a byte order mark */
    r->end = file->bytes + file->size;
    const location whole = {file, 1, 1, 1};
    if (!diag_draw(diags, (uint32_t)(file->size / 8 + 1), whole, "this figure is read")) {
        return NULL;
    }
    return read_all(r) ? figure : NULL;
}
