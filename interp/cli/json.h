/* JSON: what the program writes beside the plain values of base/json_text.h. */
#ifndef FERZ_CLI_JSON_H
#define FERZ_CLI_JSON_H

#include "base/json_text.h"
#include "ferz.h"

/* A string of words separated by blanks, as an array of strings. */
void json_string_list(text *t, const char *key, const char *list);
/* One message as an object: file, line, column, length, severity, code, message, hint. */
void json_message(text *t, const char *key, const ferz_message *message);

#endif
