/* Proof: the ways of `ferz test` that do more than run examples. */
#ifndef FERZ_CLI_TEST_RECORD_H
#define FERZ_CLI_TEST_RECORD_H

#include "cli/options.h"

/* test GAME --mutate: changes the rules and says which changes no example notices; then the status is 1. */
int test_mutate(const options *o, output *out);
/* test GAME --record: an example of the position at hand, printed, and with --write added to those of the game. */
int test_record(const options *o, output *out);

#endif
