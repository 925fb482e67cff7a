/* JSON text: writes one compact document, with keys in the order of the calls.
 *
 * `key` is the name of a member inside an object, and NULL inside an array or for the document itself. Commas are
 * added automatically. The caller must close what it opened: each json_open needs its json_close.
 */
#ifndef FERZ_BASE_JSON_TEXT_H
#define FERZ_BASE_JSON_TEXT_H

#include "base/text.h"

/* jansson, which `ferz serve` is linked with, has functions of these names: ours get others in the object files. A file
 * includes either this header or jansson.h. */
#define json_string json_put_string
#define json_real json_put_real

typedef enum json_kind { JSON_OBJECT, JSON_ARRAY } json_kind;

void json_open(text *t, const char *key, json_kind kind);
void json_close(text *t, json_kind kind);
void json_string(text *t, const char *key, const char *value);       /* NULL writes null */
void json_string_given(text *t, const char *key, const char *value); /* NULL writes nothing */
/* The same of so many bytes. */
void json_string_bytes(text *t, const char *key, const char *bytes, size_t length);
void json_number(text *t, const char *key, int64_t value);
void json_unsigned(text *t, const char *key, uint64_t value);
void json_raw(text *t, const char *key,
              const char *value); /* written unchanged, for example a number with a fraction */
/* With four digits after the point; null where it is infinite or not a number, which JSON does not have. */
void json_real(text *t, const char *key, double value);
void json_bool(text *t, const char *key, bool value);

#endif
