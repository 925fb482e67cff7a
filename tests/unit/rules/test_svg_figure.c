/* Drawings of pieces from SVG files: what is kept of them, what is left out, and what is refused, with its place. */
#include "unit/test.h"

#include <stdio.h>
#include <string.h>

#include "rules/svg_figure.h"

typedef struct reading {
    arena arena;
    diag_list diags;
    const svg_figure *figure;
} reading;

static void read_bytes(reading *r, const char *bytes, size_t length)
{
    arena_init(&r->arena, 0);
    diag_list_init(&r->diags);
    r->figure = svg_figure_read(&r->arena, &r->diags, diag_source(&r->diags, "a.svg", bytes, length));
    assert_true((r->figure != NULL) == (r->diags.errors == 0));
}

static void finish(reading *r)
{
    diag_list_finish(&r->diags);
    arena_finish(&r->arena);
}

/* A drawing of one shape. */
static void check_shape(const char *inside, const char *element, const char *rest, svg_paint_kind fill,
                        svg_paint_kind stroke)
{
    char file[2000];
    reading r;
    snprintf(file, sizeof file, "<svg viewBox=\"0 0 9 9\">%s</svg>", inside);
    read_bytes(&r, file, strlen(file));
    if (!r.figure) {
        fail_msg("%s: %s", inside, r.diags.first->text);
    }
    assert_int_equal(r.figure->count, 1);
    const svg_shape *s = &r.figure->shapes[0];
    assert_string_equal(s->element, element);
    assert_string_equal(s->rest, rest);
    assert_int_equal(s->fill.kind, fill);
    assert_int_equal(s->stroke.kind, stroke);
    finish(&r);
}

TEST(test_shapes)
{
    const svg_paint_kind none = SVG_PAINT_NONE, white = SVG_PAINT_WHITE, black = SVG_PAINT_BLACK,
                         own = SVG_PAINT_COLOUR;
    check_shape("<path d=\"M1 2h3z\"/>", "path", " d=\"M1 2h3z\"", black, none);
    check_shape("<path d='M1-.5.5\n1e-5a1 1 0 0120 3z'/>", "path", " d=\"M1-.5.5 1e-5a1 1 0 0120 3z\"", black, none);
    check_shape("<circle cx='1' cy=\"2\" r=\"3px\" fill=\"#FFF\" stroke=\"#000000\"/>", "circle",
                " cx=\"1\" cy=\"2\" r=\"3\"", white, black);
    check_shape("<polygon points=\"1,2 3 4\" fill=\"none\" stroke=\"#Fe1234\"/>", "polygon", " points=\"1,2 3 4\"",
                none, own);
    /* what is around it holds for it, and it may say otherwise */
    check_shape(
        "<g fill=\"white\" stroke=\"black\" stroke-width=\"2\" transform=\"scale(2)\"><g style=\"stroke-width: 3px; "
        "stroke:none;\"><line x1=\"1\" transform=\"translate(1, 2) rotate(45)\" fill-rule=\"evenodd\"/></g></g>",
        "line", " x1=\"1\" stroke-width=\"3\" fill-rule=\"evenodd\" transform=\"scale(2) translate(1, 2) rotate(45)\"",
        white, none);
    /* names, notes, and what programs keep for themselves */
    check_shape("<title>a &lt; b</title><desc><p>x</p></desc><defs><script>1</script></defs><sodipodi:namedview a='>'/>"
                "<metadata><a:b c='\"'>t</a:b></metadata><!-- <g> --><?x y?><path id=\"&#1;\" class=\"c\" d=\"M0 0\" "
                "font-size=\"3\" filter=\"none\" inkscape:x=\"1\"/>",
                "path", " d=\"M0 0\"", black, none);
}

TEST(test_views)
{
    static const struct {
        const char *attributes, *view;
        long size;
    } rows[] = {
        {"viewBox=\"0 0 45 45\"", "0 0 45 45", 4500},
        {"viewBox=\"-1,-2.5 , 10 20.25\" width=\"3in\"", "-1 -2.5 10 20.25", 2025},
        {"width=\"12\" height=\"8px\"", "0 0 12 8", 1200},
        {"viewBox=\"0 0 1e-9 1e-9\"", "0 0 1e-9 1e-9", 1},
        {"viewBox=\"0 0 0 9\"", NULL, 0},
        {"viewBox=\"0 0 -4 9\"", NULL, 0},
        {"viewBox=\"0 0 9\"", NULL, 0},
        {"viewBox=\"0 0 9999999 9\"", NULL, 0},
        {"width=\"100%\" height=\"100%\"", NULL, 0},
        {"", NULL, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char file[200];
        reading r;
        snprintf(file, sizeof file, "<svg %s><path d=\"M0 0\"/></svg>", rows[i].attributes);
        read_bytes(&r, file, strlen(file));
        if (rows[i].view) {
            assert_non_null(r.figure);
            assert_string_equal(r.figure->view_box, rows[i].view);
            assert_int_equal(r.figure->size, rows[i].size);
            assert_true(r.figure->silhouette);
        } else {
            assert_non_null(strstr(r.diags.first->text, "viewBox"));
        }
        finish(&r);
    }
}

#define SVG(inside) "<svg viewBox=\"0 0 9 9\">" inside "</svg>"
#define PATH(attributes) SVG("<path d=\"M0 0\" " attributes "/>")

TEST(test_faults)
{
    static const struct {
        const char *file, *fault;
        unsigned line, column;
    } rows[] = {
        {"", "no element `svg`", 1, 1},
        {"hello", "begins with a tag", 1, 1},
        {"\xEF\xBB\xBF<html/>", "begins with the element `svg`", 1, 3},
        {"<html/>", "begins with the element `svg`", 1, 2},
        {"<svg", "viewBox", 1, 2},
        {"<svg viewBox=\"0 0 9 9\"", "is not closed", 1, 2},
        {"<svg viewBox=\"0 0 9 9\">", "ends inside of `<svg>`", 1, 24},
        {"<svg viewBox=0>", "needs a value in quotes", 1, 6},
        {"<svg viewBox=\"0 0 9 9>", "needs a value in quotes", 1, 6},
        {SVG("") "x", "no text", 1, 30},
        {SVG("<path d=\"M0 0\"/>") "<svg/>", "goes on behind", 1, 47},
        {SVG("\n\n  <text>a</text>"), "no element `text`", 3, 4},
        {SVG("<image href=\"x\"/>"), "no element `image`", 1, 25},
        {SVG("<use href=\"#a\"/>"), "no element `use`", 1, 25},
        {SVG("<style>a{}</style>"), "no element `style`", 1, 25},
        {SVG("<foreignObject/>"), "no element `foreignObject`", 1, 25},
        {SVG("<svg/>"), "no element `svg`", 1, 25},
        {SVG("<![CDATA[x]]>"), "a tag is needed", 1, 25},
        {SVG("<!-- "), "is missing", 1, 24},
        {SVG("<g></h></g>"), "closes nothing", 1, 29},
        {SVG("<g/>"), "draws nothing", 1, 1},
        {SVG("\xD0\xB6"), "no text", 1, 24},
        {PATH("d=\"M1 1\""), "was there before", 1, 42},
        {PATH("fill=\"url(#a)\""), "no colour `url(#a)`", 1, 45},
        {PATH("fill=\"red\""), "no colour `red`", 1, 45},
        {PATH("fill=\"#12345\""), "no colour", 1, 45},
        {PATH("fill=\"#ff&quot;\""), "no colour", 1, 45},
        {PATH("stroke-width=\"5%\""), "`stroke-width` cannot be `5%`", 1, 53},
        {PATH("stroke-width=\"-5\""), "cannot be", 1, 53},
        {PATH("stroke-linecap=\"around\""), "cannot be", 1, 55},
        {PATH("onload=\"x\""), "no `onload`", 1, 39},
        {PATH("xlink:href=\"x\""), "no `xlink:href`", 1, 39},
        {PATH("clip-path=\"url(#a)\""), "no `clip-path`", 1, 39},
        {PATH("display=\"block\""), "no `display`", 1, 39},
        {PATH("style=\"display:none\""), "no `display`", 1, 46},
        {PATH("opacity=\".5\""), "no `opacity`", 1, 39},
        {PATH("style=\"fill\""), "NAME: VALUE", 1, 46},
        {PATH("style=\"fill:#fff;mask:url(#a)\""), "no `mask`", 1, 56},
        {PATH("transform=\"translate(1 2\""), "a transformation is", 1, 50},
        {PATH("transform=\"shift(1)\""), "a transformation is", 1, 50},
        {PATH("transform=\"matrix(1 2 3)\""), "a transformation is", 1, 50},
        {SVG("<path d=\"L1 1\"/>"), "begins with the command M", 1, 33},
        {SVG("<path d=\"M1 1 2\"/>"), "needs more numbers", 1, 39},
        {SVG("<path d=\"M1234567 1\"/>"), "at most six digits", 1, 34},
        {SVG("<path d=\"M1 1a1 1 0 2 0 1 1\"/>"), "at most six digits", 1, 44},
        {SVG("<path d=\"M1 1&#34;\"/>"), "no command", 1, 37},
        {SVG("<circle r=\"1 2\"/>"), "a number is needed", 1, 35},
        {SVG("<polygon points=\"1 2 3\"/>"), "pairs of numbers", 1, 41},
        {"<!DOCTYPE svg [<!ENTITY a \"b\">]>" PATH(""), "defines no entities", 1, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        reading r;
        read_bytes(&r, rows[i].file, strlen(rows[i].file));
        const diag *d = r.diags.first;
        if (!d || !strstr(d->text, rows[i].fault) || d->location.line != rows[i].line ||
            d->location.column != rows[i].column) {
            fail_msg("%s: %s at %u:%u", rows[i].file, d ? d->text : "sound", d ? (unsigned)d->location.line : 0,
                     d ? (unsigned)d->location.column : 0);
        }
        finish(&r);
    }
}

/* Every beginning of a file, and every file with one byte that is another, is read or refused, and nothing else. */
TEST(test_spoilt)
{
    static const char file[] =
        "<?xml version=\"1.0\"?><!DOCTYPE svg><svg viewBox=\"0 0 9 9\"><!-- a --><g style=\"fill:#fff\">"
        "<path d=\"M0 0a1 1 0 011 1z\" transform=\"scale(.5)\"/></g><title>t</title></svg>";
    static const char bytes[] = {'\0', '<', '>', '"', '&', '/', '\xFF', '9', '(', '-'};
    size_t read = 0;
    for (size_t i = 0; i < sizeof file; i++) {
        reading r;
        read_bytes(&r, file, i);
        read += r.figure != NULL;
        finish(&r);
        for (size_t k = 0; k < sizeof bytes && i + 1 < sizeof file; k++) {
            char spoilt[sizeof file];
            memcpy(spoilt, file, sizeof file);
            spoilt[i] = bytes[k];
            read_bytes(&r, spoilt, sizeof file - 1);
            finish(&r);
        }
    }
    assert_int_equal(read, 1);
}

TEST(test_bounds)
{
    static char file[60000];
    size_t n = (size_t)snprintf(file, sizeof file, "<svg viewBox=\"0 0 9 9\">");
    for (int i = 0; i < 70; i++) {
        n += (size_t)snprintf(file + n, sizeof file - n, "<g>");
    }
    reading r;
    read_bytes(&r, file, n);
    assert_non_null(strstr(r.diags.first->text, "too deep"));
    finish(&r);
    n = (size_t)snprintf(file, sizeof file, "<svg viewBox=\"0 0 9 9\">");
    for (int i = 0; i < 501; i++) {
        n += (size_t)snprintf(file + n, sizeof file - n, "<path/>");
    }
    read_bytes(&r, file, n);
    assert_non_null(strstr(r.diags.first->text, "too large"));
    finish(&r);
}
