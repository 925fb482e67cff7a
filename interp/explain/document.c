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
        [BLOCK_TITLE] = "# ",   [BLOCK_HEADING] = "## ", [BLOCK_PIECE] = "### ",
        [BLOCK_PARAGRAPH] = "", [BLOCK_ITEM] = "- ",     [BLOCK_DIAGRAM] = "```text\n"};
    for (const block *b = d->first; b; b = b->next) {
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

static const char style[] =
    ":root{color-scheme:light dark;--ink:#1c1b19;--paper:#fbfaf7;--soft:#6b655c;--line:#d9d4ca;--tint:#f0ece3}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e9e5dd;--paper:#1b1a18;--soft:#a9a297;--line:#3b3833;--tint:#"
    "282622}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;max-width:46rem;padding:2rem 1.25rem 4rem;background:var(--paper);color:var(--ink);"
    "font:1.0625rem/1.6 Georgia,'Times New Roman',serif;overflow-wrap:break-word}\n"
    "h1{font-size:2.1rem;line-height:1.15;margin:0 0 1rem}\n"
    "h2{font-size:1.35rem;margin:2.4rem 0 .6rem;padding-bottom:.25rem;border-bottom:1px solid var(--line)}\n"
    "h3{font-size:1.1rem;margin:1.6rem 0 .3rem}\n"
    "p{margin:.5rem 0}\n"
    "ul{padding-left:1.3rem;margin:.5rem 0}\nli{margin:.3rem 0}\n"
    "code{font:.92em/1.4 ui-monospace,Menlo,Consolas,monospace;background:var(--tint);padding:.05em "
    ".3em;border-radius:3px}\n"
    "pre{font:.85rem/1.35 ui-monospace,Menlo,Consolas,monospace;overflow-x:auto;background:var(--tint);padding:.8rem "
    "1rem;border-radius:6px}\n"
    "figure{margin:1rem 0}\nfigure svg{display:block;max-width:min(100%,24rem);height:auto}\n"
    "@media "
    "print{:root{--ink:#000;--paper:#fff;--soft:#444;--line:#bbb;--tint:#f4f4f4}body{max-width:none;padding:0;font-"
    "size:10.5pt}"
    "h2,h3{break-after:avoid}figure,li{break-inside:avoid}}\n";

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

static void write_html(const document *d, const char *language, text *out)
{
    static const char *const tags[] = {[BLOCK_TITLE] = "h1",
                                       [BLOCK_HEADING] = "h2",
                                       [BLOCK_PIECE] = "h3",
                                       [BLOCK_PARAGRAPH] = "p",
                                       [BLOCK_ITEM] = "li"};
    text_print(out, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\"/>\n", language);
    text_put(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>");
    write_html_title(out, d);
    text_print(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", style);
    bool list = false;
    for (const block *b = d->first; b; b = b->next) {
        if (list != (b->kind == BLOCK_ITEM)) {
            list = !list;
            text_put(out, list ? "<ul>\n" : "</ul>\n");
        }
        if (b->kind == BLOCK_DIAGRAM) {
            write_figure(out, b->content);
            continue;
        }
        text_print(out, "<%s>", tags[b->kind]);
        write_html_words(out, b->content);
        text_print(out, "</%s>\n", tags[b->kind]);
    }
    text_put(out, list ? "</ul>\n</body>\n</html>\n" : "</body>\n</html>\n");
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
