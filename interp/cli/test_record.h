/* Test record: the parts of `ferz test` that do more than run examples. */
#ifndef FERZ_CLI_TEST_RECORD_H
#define FERZ_CLI_TEST_RECORD_H

#include "cli/options.h"

/* test GAME --mutate: changes the rules, one thing at a time, and prints the changes that no example notices; then
 * the status is 1. */
int test_mutate(const options *o, output *out);
/* test GAME --record: prints an example of the current position; --write adds it to the examples of the game. */
int test_record(const options *o, output *out);

#endif
