/* Plain keys: a key whose value goes into a member of the struct that its mapping is read into, and says no more than
 * that. The row of the schema names the member, the value where the key is absent, and a sentence for players. */
#ifndef FERZ_RULES_PLAIN_KEYS_H
#define FERZ_RULES_PLAIN_KEYS_H

#include "rules/schema.h"

/* Sets the members of the plain keys of a section; `map` may be NULL. `out` is the struct that the rows name. */
void plain_keys_read(const node *map, schema_section section, void *out);
/* The same for the keys that the mapping has alone: the others keep what is there. */
void plain_keys_change(const node *map, schema_section section, void *out);

/* The value of a key with a member as the rules say it: a number, or 0 and 1. */
long plain_key_value(const schema_row *row, const void *from);

#endif
