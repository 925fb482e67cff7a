/* Template: a text with placeholders such as `{{name}}`, which values replace. Templates are text files that the build embeds. */
#ifndef FERZ_CLI_TEMPLATE_H
#define FERZ_CLI_TEMPLATE_H

#include "base/text.h"

typedef struct template_value {
    const char *name;
    const text *value;
} template_value;

/* Appends the template with its placeholders replaced. A placeholder without a value stays as it is. If a placeholder ends its line and
 * its value ends in a newline, the line ends once. A value that could not be built makes the result fail. */
void template_put(text *t, const char *template, const template_value *values, size_t count);

#endif
