/* Hostile games: rules that are meant to take long, as a stranger would write them. */
#ifndef TESTS_GENERATE_HOSTILE_H
#define TESTS_GENERATE_HOSTILE_H

#include "base/random.h"
#include "base/text.h"

/* Writes wide zones, deep legs, many promotions, slow hooks and crowds, each or none of them by chance. `script_name` is
 * the file that `script` will be. Whether the game is sound is left open. */
void make_hostile(random_source *random, const char *script_name, text *yaml, text *script);

#endif
