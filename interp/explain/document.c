#include "explain/document.h"

#include <string.h>

void document_add(document *d, block_kind kind, const char *content)
{
    block *b = arena_new(d->arena, block, 1);
    if (!b) {
        return;
    }
    *b = (block){kind, arena_text(d->arena, content, strlen(content)), NULL};
    if (!b->content) {
        return;
    }
    *(d->last ? &d->last->next : &d->first) = b;
    d->last = b;
}

/* ---- plain text ---- */

enum { LINE_WIDTH = 78 };

/* Breaks lines between words; what follows the first line is indented. */
static void write_filled(text *out, const char *content, const char *first, size_t indent)
{
    size_t column = strlen(first);
    bool begun = false;
    text_put(out, first);
    for (const char *at = content; *at;) {
        size_t length = strcspn(at, " ");
        size_t width = length ? utf8_columns(at, length) : 0;
        if (begun && column + 1 + width > LINE_WIDTH) {
            text_print(out, "\n%*s", (int)indent, "");
            column = indent;
        } else if (begun) {
            text_char(out, ' ');
            column++;
        }
        text_add(out, at, length);
        column += width;
        begun = true;
        at += length;
        at += strspn(at, " ");
    }
    text_char(out, '\n');
}

static void write_underlined(text *out, const char *content, char line)
{
    text_print(out, "%s\n", content);
    for (size_t i = utf8_columns(content, strlen(content)); i > 0; i--) {
        text_char(out, line);
    }
    text_char(out, '\n');
}

static void write_text(const document *d, text *out)
{
    for (const block *b = d->first; b; b = b->next) {
        switch (b->kind) {
        case BLOCK_CONTENTS:
            continue;
        case BLOCK_TITLE:
            write_underlined(out, b->content, '=');
            break;
        case BLOCK_HEADING:
            write_underlined(out, b->content, '-');
            break;
        case BLOCK_PIECE:
            text_print(out, "%s\n", b->content);
            break;
        case BLOCK_PARAGRAPH:
            write_filled(out, b->content, "", 0);
            break;
        case BLOCK_ITEM:
            write_filled(out, b->content, "- ", 2);
            break;
        case BLOCK_DIAGRAM:
            text_indented(out, b->content);
            break;
        }
        bool close = b->kind == BLOCK_ITEM && b->next && b->next->kind == BLOCK_ITEM;
        if (b->next && !close && b->kind != BLOCK_PIECE) {
            text_char(out, '\n');
        }
    }
}

/* ---- Markdown ---- */

/* Escapes markup, but not inside backquotes. */
static void write_markdown_words(text *out, const char *content)
{
    bool code = false;
    for (const char *c = content; *c; c++) {
        code ^= *c == '`';
        if (!code && strchr("\\*_<>[]#|", *c)) {
            text_char(out, '\\');
        }
        text_char(out, *c);
    }
}

static void write_markdown(const document *d, text *out)
{
    static const char *const before[] = {
        [BLOCK_TITLE] = "# ", [BLOCK_HEADING] = "## ", [BLOCK_PIECE] = "### ",       [BLOCK_PARAGRAPH] = "",
        [BLOCK_ITEM] = "- ",  [BLOCK_CONTENTS] = "",   [BLOCK_DIAGRAM] = "```text\n"};
    for (const block *b = d->first; b; b = b->next) {
        if (b->kind == BLOCK_CONTENTS) {
            continue;
        }
        text_put(out, before[b->kind]);
        if (b->kind == BLOCK_DIAGRAM) {
            text_put(out, b->content);
            text_put(out, b->content[0] && b->content[strlen(b->content) - 1] == '\n' ? "```" : "\n```");
        } else {
            write_markdown_words(out, b->content);
        }
        text_char(out, '\n');
        if (b->next && !(b->kind == BLOCK_ITEM && b->next->kind == BLOCK_ITEM)) {
            text_char(out, '\n');
        }
    }
}

/* ---- HTML ---- */

/* Wide screens and paper put a picture beside its text; a piece stays on one page. */
static const char style[] =
    ":root{color-scheme:light dark;--ink:#1c1b19;--paper:#fbfaf7;--soft:#6b655c;--line:#d9d4ca;--tint:#f0ece3;--l"
    "ink:#7a4a12}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e9e5dd;--paper:#1b1a18;--soft:#a9a297;--line:#3b3833;--tint:#"
    "282622;--link:#e0b070}figure>svg{filter:brightness(.9)}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;max-width:64rem;padding:2rem 1.25rem 4rem;background:var(--paper);color:var(--ink);font:1"
    ".0625rem/1.6 Georgia,'Times New Roman',serif;overflow-wrap:break-word}\n"
    "h1{font-size:2.1rem;line-height:1.15;margin:0 0 1rem}\n"
    "h2{font-size:1.35rem;margin:2.4rem 0 .6rem;padding-bottom:.25rem;border-bottom:1px solid var(--line)}\n"
    "h3{font-size:1.1rem;margin:1.6rem 0 .3rem}\n"
    "p,ul,h1{max-width:46rem}\n"
    "p{margin:.5rem 0}\n"
    "ul{padding-left:1.3rem;margin:.5rem 0}\n"
    "li{margin:.3rem 0}\n"
    "a{color:var(--link);text-decoration-thickness:1px;text-underline-offset:.15em}\n"
    "nav{margin:1.5rem 0;padding:.7rem 1rem;background:var(--tint);border-radius:6px;font-size:.95rem}\n"
    "nav p{margin:0;color:var(--soft)}\n"
    "nav ul{list-style:none;margin:0;padding:0;max-width:none}\n"
    "nav li,nav li ul{display:inline}\n"
    "nav li{margin:0 1.1rem 0 0}\n"
    "nav li li{margin:0 0 0 .7rem;font-size:.92em}\n"
    "nav a{white-space:nowrap}\n"
    "nav code{background:none;padding:0}\n"
    "code{font:.92em/1.4 ui-monospace,Menlo,Consolas,monospace;background:var(--tint);padding:.05em .3em;border-r"
    "adius:3px}\n"
    "pre{font:.85rem/1.35 ui-monospace,Menlo,Consolas,monospace;overflow-x:auto;background:var(--tint);padding:.8"
    "rem 1rem;border-radius:6px}\n"
    "figure{margin:1rem 0}\n"
    "figure>svg{display:block;max-width:min(100%,24rem);height:auto;border-radius:4px}\n"
    "@media print,screen and (min-width:52rem){\n"
    ".pictured{display:grid;grid-template-columns:minmax(0,1fr) 20rem;column-gap:2.5rem;align-items:start;align-c"
    "ontent:start}\n"
    ".pictured>*{grid-column:1}\n"
    ".pictured>h2{grid-column:1/-1}\n"
    ".pictured>figure{grid-column:2;grid-row:2/span 20;margin:.4rem 0 1rem}\n"
    ".pictured>h3~figure{grid-row:1/span 20;margin-top:1.6rem}\n"
    "}\n"
    "@page{size:A4;margin:18mm 16mm}\n"
    "@media print{\n"
    ":root{color-scheme:light;--ink:#000;--paper:#fff;--soft:#444;--line:#bbb;--tint:#f4f4f4;--link:#000}\n"
    "body{max-width:none;padding:0;font-size:10.5pt;line-height:1.4}\n"
    "nav{display:none}\n"
    "h2,h3{break-after:avoid}\n"
    "h2{margin-top:1.4rem}\n"
    ".piece,figure,li{break-inside:avoid}\n"
    "p{orphans:3;widows:3}\n"
    ".pictured{grid-template-columns:minmax(0,1fr) 62mm;column-gap:8mm}\n"
    ".piece.pictured{grid-template-columns:minmax(0,1fr) 46mm}\n"
    ".pictured>h3~figure{margin:0 0 4mm}\n"
    "h3{margin-top:.4rem}\n"
    "figure>svg{max-width:100%;max-height:90mm;filter:none}\n"
    "}\n";

/* Backquotes become <code>; an unpaired one stays. */
static void write_html_words(text *out, const char *content)
{
    bool code = false;
    for (const char *c = content; *c; c++) {
        if (*c == '`' && (code || strchr(c + 1, '`'))) {
            text_put(out, code ? "</code>" : "<code>");
            code = !code;
        } else {
            switch (*c) {
            case '&':
                text_put(out, "&amp;");
                break;
            case '<':
                text_put(out, "&lt;");
                break;
            case '>':
                text_put(out, "&gt;");
                break;
            case '"':
                text_put(out, "&quot;");
                break;
            default:
                text_char(out, *c);
            }
        }
    }
}

static void write_html_title(text *out, const document *d)
{
    for (const block *b = d->first; b; b = b->next) {
        if (b->kind == BLOCK_TITLE) {
            write_html_words(out, b->content);
            return;
        }
    }
}

static void write_figure(text *out, const char *content)
{
    const char *svg = strstr(content, "<svg");
    if (svg) { /* skips an XML declaration before it */
        text_print(out, "<figure>%s</figure>\n", svg);
        return;
    }
    text_put(out, "<pre>");
    write_html_words(out, content);
    text_put(out, "</pre>\n");
}

static bool is_heading(const block *b)
{
    return b->kind == BLOCK_HEADING || b->kind == BLOCK_PIECE;
}

/* Whether the section that begins here has a picture. */
static bool is_pictured(const block *heading)
{
    for (const block *b = heading->next; b && !is_heading(b); b = b->next) {
        if (b->kind == BLOCK_DIAGRAM) {
            return true;
        }
    }
    return false;
}

/* Links to all headings; those of pieces are a list within the list. Sections are numbered in both. */
static void write_contents(text *out, const document *d, const char *title)
{
    size_t number = 0;
    bool open = false, inner = false;
    text_put(out, "<nav>\n<p>");
    write_html_words(out, title);
    text_put(out, "</p>\n<ul>\n");
    for (const block *b = d->first; b; b = b->next) {
        if (!is_heading(b)) {
            continue;
        }
        if (b->kind == BLOCK_HEADING) {
            text_put(out, inner ? "</ul></li>\n" : open ? "</li>\n" : "");
            inner = false;
            open = true;
        } else if (!inner && open) {
            text_put(out, "\n<ul>\n");
            inner = true;
        }
        text_print(out, "<li><a href=\"#s%zu\">", ++number);
        write_html_words(out, b->content);
        text_put(out, b->kind == BLOCK_HEADING ? "</a>" : "</a></li>\n");
    }
    text_put(out, inner ? "</ul></li>\n" : open ? "</li>\n" : "");
    text_put(out, "</ul>\n</nav>\n");
}

static void write_section(text *out, const block *heading, size_t number)
{
    bool piece = heading->kind == BLOCK_PIECE;
    text_print(out, "%s<section id=\"s%zu\"", number > 1 ? "</section>\n" : "", number);
    if (piece || is_pictured(heading)) {
        text_print(out, " class=\"%s%s%s\"", piece ? "piece" : "", piece && is_pictured(heading) ? " " : "",
                   is_pictured(heading) ? "pictured" : "");
    }
    text_put(out, ">\n");
}

static void write_html(const document *d, const char *language, text *out)
{
    static const char *const tags[] = {[BLOCK_TITLE] = "h1",
                                       [BLOCK_HEADING] = "h2",
                                       [BLOCK_PIECE] = "h3",
                                       [BLOCK_PARAGRAPH] = "p",
                                       [BLOCK_ITEM] = "li"};
    text_print(out, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\"/>\n", language);
    /* Should a text ever get through as markup, it still runs and loads nothing. */
    text_put(out,
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
             "base-uri 'none'; form-action 'none'\"/>\n");
    text_put(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>");
    write_html_title(out, d);
    text_print(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", style);
    bool list = false;
    size_t sections = 0;
    for (const block *b = d->first; b; b = b->next) {
        if (list != (b->kind == BLOCK_ITEM)) {
            list = !list;
            text_put(out, list ? "<ul>\n" : "</ul>\n");
        }
        if (is_heading(b)) {
            write_section(out, b, ++sections);
        }
        if (b->kind == BLOCK_DIAGRAM) {
            write_figure(out, b->content);
        } else if (b->kind == BLOCK_CONTENTS) {
            write_contents(out, d, b->content);
        } else {
            text_print(out, "<%s>", tags[b->kind]);
            write_html_words(out, b->content);
            text_print(out, "</%s>\n", tags[b->kind]);
        }
    }
    text_put(out, list ? "</ul>\n" : "");
    text_put(out, sections ? "</section>\n</body>\n</html>\n" : "</body>\n</html>\n");
}

void document_write(const document *d, document_format format, const char *language, text *out)
{
    if (format == DOCUMENT_HTML) {
        write_html(d, language, out);
    } else if (format == DOCUMENT_MARKDOWN) {
        write_markdown(d, out);
    } else {
        write_text(d, out);
    }
}
