/* How much a test does. Of a long list that is asked the same in each row it takes all, or with FERZ_TEST_SHARE=N every N-th: sanitized
 * builds take a share (tests/CMakeLists.txt), since each row runs the same code. What goes on for a time goes on FERZ_TEST_FACTOR times
 * as long: a release plays longer than CI. And what time anything may take in a build, as a multiple of the released one's. */
#ifndef TESTS_SHARE_H
#define TESTS_SHARE_H

#include <stdbool.h>
#include <stdlib.h>

/* By the number of a row. */
static inline bool share_takes_row(size_t row)
{
    const char *share = getenv("FERZ_TEST_SHARE");
    unsigned long every = share ? strtoul(share, NULL, 10) : 1;
    return every <= 1 || row % every == 0;
}

/* By the name of a game, whatever the order of the list. */
static inline bool share_takes(const char *name)
{
    size_t sum = 0;
    for (const char *c = name; *c; c++) {
        sum = sum * 31 + (unsigned char)*c;
    }
    return share_takes_row(sum);
}

/* Seconds, or plies. */
static inline double share_longer(double usual)
{
    const char *times = getenv("FERZ_TEST_FACTOR");
    return times ? usual * strtod(times, NULL) : usual;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SLOWER = 10 };
#else
enum { SLOWER = 1 };
#endif

#endif
