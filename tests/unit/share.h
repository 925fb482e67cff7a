/* Which part of a long list a test takes that asks the same of each row: all, or with FERZ_TEST_SHARE=N every N-th.
 * Sanitized builds take a share (tests/CMakeLists.txt): each row runs the same code. */
#ifndef TESTS_SHARE_H
#define TESTS_SHARE_H

#include <stdbool.h>
#include <stdlib.h>

/* By the name of a game, whatever the order of the list. */
static inline bool share_takes(const char *name)
{
    const char *share = getenv("FERZ_TEST_SHARE");
    unsigned long every = share ? strtoul(share, NULL, 10) : 1, sum = 0;
    for (const char *c = name; *c; c++) {
        sum = sum * 31 + (unsigned char)*c;
    }
    return every <= 1 || sum % every == 0;
}

#endif
