#include "playtest/page.h"

#include <stdlib.h>
#include <string.h>

#include "base/json_text.h"
#include "explain/translate.h"

enum { LINE_COLUMNS = 100 };

void page_init(page *p, text *out, page_form form, bool russian)
{
    *p = (page){.out = out, .form = form, .russian = russian};
    arena_init(&p->arena, 0);
    if (form == PAGE_BLOCKS) {
        json_open(out, NULL, JSON_ARRAY);
    }
}

bool page_finish(page *p)
{
    if (p->form == PAGE_BLOCKS) {
        json_close(p->out, JSON_ARRAY);
    }
    const bool ok = !p->failed && !p->arena.failed && !p->out->failed;
    free(p->cells);
    arena_finish(&p->arena);
    return ok;
}

const char *page_say(page *p, const char *english)
{
    return p->russian ? translate_russian(&p->arena, english) : english;
}

const char *page_format(page *p, const char *english, ...)
{
    text t = {0};
    va_list args;
    va_start(args, english);
    text_vprint(&t, page_say(p, english), args); /* translate_russian gives the same conversions, or the English */
    va_end(args);
    const char *kept = t.failed ? NULL : arena_text(&p->arena, text_string(&t), t.length);
    p->failed |= !kept;
    text_finish(&t);
    return kept ? kept : "";
}

/* ---- words ---- */

void page_escape(text *t, const char *words)
{
    for (; *words; words++) {
        const char *entity = *words == '<'   ? "&lt;"
                             : *words == '>' ? "&gt;"
                             : *words == '&' ? "&amp;"
                             : *words == '"' ? "&quot;"
                                             : NULL;
        if (entity) {
            text_put(t, entity);
        } else {
            text_char(t, *words);
        }
    }
}

void page_block(page *p, const char *kind)
{
    json_open(p->out, NULL, JSON_OBJECT);
    json_string(p->out, "kind", kind);
}

static void put_block(page *p, const char *kind, const char *words)
{
    page_block(p, kind);
    json_string(p->out, "words", words);
    json_close(p->out, JSON_OBJECT);
}

static void put_element(page *p, const char *begin, const char *words, const char *end)
{
    text_put(p->out, begin);
    page_escape(p->out, words);
    text_put(p->out, end);
}

void page_title(page *p, const char *words)
{
    if (p->form == PAGE_BLOCKS) {
        put_block(p, "title", words);
    } else if (p->form == PAGE_HTML) {
        put_element(p, "<h1>", words, "</h1>\n");
    } else {
        text_print(p->out, "%s\n", words);
    }
}

void page_heading(page *p, const char *words)
{
    if (p->form == PAGE_BLOCKS) {
        put_block(p, "heading", words);
    } else if (p->form == PAGE_HTML) {
        put_element(p, "<h2>", words, "</h2>\n");
    } else {
        text_print(p->out, "\n== %s ==\n", words);
    }
}

/* Words in lines that fit most terminals. */
static void put_lines(page *p, const char *words)
{
    size_t column = 0;
    while (*words) {
        const size_t length = strcspn(words, " "), width = utf8_columns(words, length);
        if (column && column + 1 + width > LINE_COLUMNS) {
            text_char(p->out, '\n');
            column = 0;
        }
        text_put(p->out, column ? " " : "");
        text_add(p->out, words, length);
        column += width + (column > 0);
        words += length + (words[length] == ' ');
    }
    text_char(p->out, '\n');
}

void page_paragraph(page *p, const char *words)
{
    if (p->form == PAGE_BLOCKS) {
        put_block(p, "paragraph", words);
    } else if (p->form == PAGE_HTML) {
        put_element(p, "<p>", words, "</p>\n");
    } else {
        put_lines(p, words);
    }
}

void page_warning(page *p, const char *words)
{
    if (p->form == PAGE_BLOCKS) {
        put_block(p, "warning", words);
    } else if (p->form == PAGE_HTML) {
        put_element(p, "<p class=\"warning\">", words, "</p>\n");
    } else {
        put_lines(p, page_format(p, "! %s", words)); /* no sentence: it has no translation */
    }
}

void page_raw(page *p, const char *html)
{
    if (p->form == PAGE_HTML) {
        text_put(p->out, html);
    }
}

/* ---- tables ---- */

void page_table(page *p, size_t columns, const char *const *heads)
{
    p->columns = columns < PAGE_COLUMNS_MAX ? columns : PAGE_COLUMNS_MAX;
    p->cell_count = 0;
    for (size_t i = 0; i < p->columns; i++) {
        page_cell(p, page_say(p, heads[i]));
    }
}

void page_cell(page *p, const char *words)
{
    if (p->cell_count == p->cell_room) {
        const size_t room = p->cell_room ? 2 * p->cell_room : 64;
        const char **cells = realloc(p->cells, room * sizeof *cells);
        if (!cells) {
            p->failed = true;
            return;
        }
        p->cells = cells;
        p->cell_room = room;
    }
    p->cells[p->cell_count++] = words;
}

static void put_html_table(page *p)
{
    text_put(p->out, "<table>\n");
    for (size_t i = 0; i < p->cell_count; i++) {
        const bool first = i % p->columns == 0, head = i < p->columns;
        text_put(p->out, first ? "<tr>" : "");
        put_element(p, head || first ? "<th>" : "<td>", p->cells[i], head || first ? "</th>" : "</td>");
        text_put(p->out, i % p->columns == p->columns - 1 ? "</tr>\n" : "");
    }
    text_put(p->out, "</table>\n");
}

/* Ends a line without the blanks at its end. */
static void end_line(text *t)
{
    while (t->length && t->bytes[t->length - 1] == ' ') {
        t->bytes[--t->length] = '\0';
    }
    text_char(t, '\n');
}

static void put_text_table(page *p)
{
    size_t width[PAGE_COLUMNS_MAX] = {0};
    for (size_t i = 0; i < p->cell_count; i++) {
        const size_t columns = utf8_columns(p->cells[i], strlen(p->cells[i]));
        width[i % p->columns] = columns > width[i % p->columns] ? columns : width[i % p->columns];
    }
    for (size_t i = 0; i < p->cell_count; i++) {
        const size_t column = i % p->columns, own = utf8_columns(p->cells[i], strlen(p->cells[i]));
        const bool last = column == p->columns - 1;
        text_print(p->out, "%s%s", column ? "  " : "", p->cells[i]);
        text_print(p->out, "%*s", last ? 0 : (int)(width[column] - own), "");
        if (last) {
            end_line(p->out);
        }
    }
}

static void put_table_block(page *p)
{
    page_block(p, "table");
    json_open(p->out, "rows", JSON_ARRAY);
    for (size_t i = 0; i < p->cell_count; i++) {
        if (i % p->columns == 0) {
            json_open(p->out, NULL, JSON_ARRAY);
        }
        json_string(p->out, NULL, p->cells[i]);
        if (i % p->columns == p->columns - 1) {
            json_close(p->out, JSON_ARRAY);
        }
    }
    json_close(p->out, JSON_ARRAY);
    json_close(p->out, JSON_OBJECT);
}

void page_table_end(page *p)
{
    if (p->columns && p->form == PAGE_BLOCKS) {
        put_table_block(p);
    } else if (p->columns && p->form == PAGE_HTML) {
        put_html_table(p);
    } else if (p->columns) {
        put_text_table(p);
    }
    p->columns = 0;
    p->cell_count = 0;
}
