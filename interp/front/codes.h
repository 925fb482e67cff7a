/* What the codes of messages mean. */
#ifndef FERZ_FRONT_CODES_H
#define FERZ_FRONT_CODES_H

#include "front/options.h"

/* Whether the word is written like a code: E or W and four digits. */
bool is_code(const char *word);
int explain_code(const options *o, output *out, const char *code);
/* A line for each code: the code, a tab, its title. */
int explain_codes(const options *o, output *out);

#endif
