/* Value check: whether a JSON value is what methods.json says. The words are a part of JSON Schema's: type, enum,
 * minimum, maximum, minLength, maxLength, maxItems, items, properties, required. Others than theirs: `values`
 * describes the values of an object with any keys, `$ref` names a row of `types`, and an object with `properties` has
 * no others. */
#ifndef FERZ_SERVICE_VALUE_CHECK_H
#define FERZ_SERVICE_VALUE_CHECK_H

#include <jansson.h>
#include <stdbool.h>

#include "base/text.h"

/* On false `path` ends in the part that is wrong ("overlays[0].text"), and `why` says what is. */
bool value_check(const json_t *types, const json_t *schema, const json_t *value, text *path, text *why);
/* The same for an object of which only properties and required members are known. */
bool value_check_members(const json_t *types, const json_t *properties, const json_t *required, const json_t *value,
                         text *path, text *why);

#endif
