#include "cli/codes.h"

#include "ferz_tools.h"

#include <stdlib.h>
#include <string.h>

#include "answers/answers.h"
#include "base/json_text.h"
#include "base/number.h"

/* Whether the word is written like a code: E or W and four digits. */
static bool is_code(const char *word)
{
    return strlen(word) == 5 && strchr("EWew", word[0]) && strspn(word + 1, "0123456789") == 4;
}

static void put_page(text *t, const ferz_explanation *e)
{
    text_print(t, "%s: %s\n\n", e->code, e->title);
    output_put_paragraph(t, e->text);
    if (!e->wrong) {
        return;
    }
    if (e->file) {
        text_print(t, "\nThis causes it, as %s:\n\n", e->file);
    } else {
        text_put(t, "\nThis causes it:\n\n");
    }
    text_indented(t, e->wrong);
    text_put(t, "\nCorrected:\n\n");
    text_indented(t, e->fixed);
    if (e->companion) {
        text_print(t, "\nBoth need this file, %s:\n\n", e->companion);
        text_indented(t, e->companion_text);
    }
    if (e->command) {
        text_print(t, "\nTry it: %s\n", e->command);
    }
}

static void put_json(text *t, const ferz_explanation *e)
{
    json_open(t, NULL, JSON_OBJECT);
    answer_code(t, e);
    json_close(t, JSON_OBJECT);
}

/* How far a code is from another one: the number counts more than the letter. */
static long distance(const char *a, const char *b)
{
    long gap = labs(number_at(a + 1, 0, 9999, 0) - number_at(b + 1, 0, 9999, 0));
    return 2 * gap + (((unsigned char)a[0] ^ (unsigned char)b[0]) & 0x1F ? 1 : 0);
}

static int unknown_code(output *out, const char *code)
{
    text t = {0};
    const char *nearest[3] = {0};
    for (size_t i = 0; i < 3; i++) {
        for (size_t k = 0; k < ferz_code_count(); k++) {
            const char *one = ferz_code(k);
            bool used = one == nearest[0] || one == nearest[1];
            if (!used && (!nearest[i] || distance(code, one) < distance(code, nearest[i]))) {
                nearest[i] = one;
            }
        }
    }
    output_error(out, "there is no code %s", code);
    for (size_t i = 0; i < 3; i++) {
        ferz_explanation e;
        if (nearest[i] && ferz_explain_code(nearest[i], &e)) {
            text_print(&t, "%s%s (%s)", i ? ", " : "", e.code, e.title);
        }
    }
    output_error(out, "similar codes: %s; `ferz explain --codes` lists all", text_string(&t));
    text_finish(&t);
    return STATUS_REJECTED;
}

static int explain_code(const options *o, output *out, const char *code)
{
    ferz_explanation e;
    if (!ferz_explain_code(code, &e)) {
        return unknown_code(out, code);
    }
    text t = {0};
    if (o->value[OPTION_JSON]) {
        put_json(&t, &e);
        text_char(&t, '\n');
    } else {
        put_page(&t, &e);
    }
    output_text(out, &t);
    text_finish(&t);
    return STATUS_OK;
}

static void put_markdown_code(text *t, const char *words, const char *code)
{
    if (code) {
        text_print(t, "\n%s:\n\n", words);
        text_indented(t, code);
    }
}

/* A section of a page of all codes. */
static void put_markdown(text *t, const ferz_explanation *e)
{
    text_print(t, "## %s\n\n**%s.** ", e->code, e->title);
    output_put_paragraph(t, e->text);
    put_markdown_code(t, "This causes it", e->wrong);
    put_markdown_code(t, "Corrected", e->fixed);
    if (e->companion) {
        text_print(t, "\nBoth need this file, `%s`:\n\n", e->companion);
        text_indented(t, e->companion_text);
    }
    text_char(t, '\n');
}

/* A line for each code: code, tab, title; or a section of Markdown. */
static int explain_codes(const options *o, output *out)
{
    text t = {0};
    bool json = o->value[OPTION_JSON];
    if (json) {
        json_open(&t, NULL, JSON_ARRAY);
    }
    for (size_t i = 0; i < ferz_code_count(); i++) {
        ferz_explanation e;
        if (!ferz_explain_code(ferz_code(i), &e)) {
            continue;
        }
        if (json) {
            put_json(&t, &e);
        } else if (o->value[OPTION_FORMAT] && strcmp(o->value[OPTION_FORMAT], "markdown") == 0) {
            put_markdown(&t, &e);
        } else {
            text_print(&t, "%s\t%s\n", e.code, e.title);
        }
    }
    if (json) {
        json_close(&t, JSON_ARRAY);
        text_char(&t, '\n');
    }
    output_text(out, &t);
    text_finish(&t);
    return STATUS_OK;
}

bool codes_command(const options *o, output *out, int *status)
{
    if (o->value[OPTION_CODES]) {
        *status = explain_codes(o, out);
        return true;
    }
    if (o->argument_count == 1 && is_code(o->arguments[0])) {
        *status = explain_code(o, out, o->arguments[0]);
        return true;
    }
    return false;
}
