/* What the writers of answers share: members that may be missing, and lists. */
#ifndef FERZ_ANSWERS_PUT_H
#define FERZ_ANSWERS_PUT_H

#include <string.h>

#include "base/json_text.h"

/* The parts of a text before each `separator`; what follows the last one only if it is not empty. NULL: none. */
static inline void put_parts(text *t, const char *key, const char *string, char separator)
{
    json_open(t, key, JSON_ARRAY);
    while (string && *string) {
        const char *end = strchr(string, separator);
        const size_t length = end ? (size_t)(end - string) : strlen(string);
        json_string_bytes(t, NULL, string, length);
        string += length + (end != NULL);
    }
    json_close(t, JSON_ARRAY);
}

static inline void put_lines(text *t, const char *key, const char *lines)
{
    put_parts(t, key, lines, '\n');
}

/* A list whose items were written apart. */
static inline void put_items(text *t, const char *key, const text *items)
{
    json_open(t, key, JSON_ARRAY);
    text_add(t, text_string(items), items->length);
    json_close(t, JSON_ARRAY);
    t->failed |= items->failed;
}

static inline void put_place(text *t, const char *key, const char *file, uint32_t line)
{
    json_open(t, key, JSON_OBJECT);
    json_string(t, "file", file);
    json_unsigned(t, "line", line);
    json_close(t, JSON_OBJECT);
}

#endif
