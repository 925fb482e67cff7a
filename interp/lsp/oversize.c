#include "lsp/oversize.h"

#include <string.h>

void oversize_finish(oversize *o)
{
    text_finish(&o->id);
    text_finish(&o->uri);
    text_finish(&o->word);
    text_finish(&o->key);
    *o = (oversize){0};
}

/* Keeps a value that an answer needs. `method` and the like are of no use to it. */
static void keep_value(oversize *o)
{
    bool known = o->word.length && o->word.length <= OVERSIZE_WORD_MAX;
    text *into = !known || !o->after_colon                                                        ? NULL
                 : o->depth == 1 && strcmp(text_string(&o->key), "\"id\"") == 0                   ? &o->id
                 : o->depth == 3 && o->was_string && strcmp(text_string(&o->key), "\"uri\"") == 0 ? &o->uri
                                                                                                  : NULL;
    if (into) {
        text_clear(into);
        text_add(into, text_string(&o->word), o->word.length);
    }
}

/* A letter of a string, or of a number; what is too long is no word of ours. */
static void add_letter(oversize *o, char letter)
{
    if (o->word.length <= OVERSIZE_WORD_MAX) {
        text_char(&o->word, letter);
    }
}

static void read_in_string(oversize *o, char letter)
{
    add_letter(o, letter);
    if (o->escaped) {
        o->escaped = false;
    } else if (letter == '\\') {
        o->escaped = true;
    } else if (letter == '"') {
        o->in_string = false;
    }
}

/* A sign between words. */
static void read_sign(oversize *o, char letter)
{
    if (letter == ':') {
        text_clear(&o->key);
        text_add(&o->key, text_string(&o->word), o->word.length);
        o->after_colon = true;
    } else {
        keep_value(o);
        o->after_colon = false;
        o->depth += (letter == '{' || letter == '[') - (letter == '}' || letter == ']');
    }
    text_clear(&o->word);
    o->was_string = false;
}

void oversize_read(oversize *o, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (o->in_string) {
            read_in_string(o, bytes[i]);
        } else if (bytes[i] == '"') {
            text_clear(&o->word);
            add_letter(o, '"');
            o->in_string = o->was_string = true;
        } else if (strchr(":,{}[]", bytes[i]) && bytes[i]) {
            read_sign(o, bytes[i]);
        } else if (!strchr(" \t\r\n", bytes[i])) {
            add_letter(o, bytes[i]);
        }
    }
}
