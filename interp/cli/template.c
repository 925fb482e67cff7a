#include "cli/template.h"

#include <string.h>

static const text *find_value(const template_value *values, size_t count, const char *name, size_t length)
{
    for (size_t i = 0; i < count; i++) {
        if (strlen(values[i].name) == length && memcmp(values[i].name, name, length) == 0) {
            return values[i].value;
        }
    }
    return NULL;
}

void template_put(text *t, const char *template, const template_value *values, size_t count)
{
    const char *at = template;
    for (const char *open; (open = strstr(at, "{{")) != NULL;) {
        const char *name = open + 2, *close = strstr(name, "}}");
        const text *value = close ? find_value(values, count, name, (size_t)(close - name)) : NULL;
        text_add(t, at, (size_t)((value ? open : name) - at));
        at = name;
        if (value) {
            at = close + 2;
            bool ends_line = value->length > 0 && text_string(value)[value->length - 1] == '\n';
            text_add(t, text_string(value), value->length);
            t->failed = t->failed || value->failed;
            at += ends_line && *at == '\n';
        }
    }
    text_put(t, at);
}
