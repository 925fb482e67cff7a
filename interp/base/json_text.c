#include "base/json_text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char brackets[][2] = {[JSON_OBJECT] = {'{', '}'}, [JSON_ARRAY] = {'[', ']'}};

/* Writes a comma if one is needed, and the key. No comma after an opening bracket: a string cannot end the text in
 * one, because it ends in a quote. */
static void put_separator(text *t, const char *key)
{
    char last = t->length ? text_string(t)[t->length - 1] : '{';
    if (last != '{' && last != '[') {
        text_char(t, ',');
    }
    if (key) {
        text_json(t, key, strlen(key));
        text_char(t, ':');
    }
}

void json_open(text *t, const char *key, json_kind kind)
{
    put_separator(t, key);
    text_char(t, brackets[kind][0]);
}

void json_close(text *t, json_kind kind)
{
    text_char(t, brackets[kind][1]);
}

void json_string_given(text *t, const char *key, const char *value)
{
    if (value) {
        json_string(t, key, value);
    }
}

void json_string(text *t, const char *key, const char *value)
{
    put_separator(t, key);
    if (value) {
        text_json(t, value, strlen(value));
    } else {
        text_put(t, "null");
    }
}

void json_string_bytes(text *t, const char *key, const char *bytes, size_t length)
{
    put_separator(t, key);
    text_json(t, bytes, length);
}

void json_number(text *t, const char *key, int64_t value)
{
    put_separator(t, key);
    text_print(t, "%" PRId64, value);
}

void json_unsigned(text *t, const char *key, uint64_t value)
{
    put_separator(t, key);
    text_print(t, "%" PRIu64, value);
}

void json_raw(text *t, const char *key, const char *value)
{
    put_separator(t, key);
    text_put(t, value);
}

void json_real(text *t, const char *key, double value)
{
    if (isfinite(value)) {
        text number = {0};
        text_print(&number, "%.4f", value);
        json_raw(t, key, text_string(&number));
        text_finish(&number);
    } else {
        json_string(t, key, NULL);
    }
}

void json_bool(text *t, const char *key, bool value)
{
    put_separator(t, key);
    text_put(t, value ? "true" : "false");
}
