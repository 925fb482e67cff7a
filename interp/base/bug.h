/* Bug: assertions about our own mistakes, as BUG() in git. Not for errors of rules, scripts or people: those are
 * diagnostics.
 *
 * BUG_IF(condition, text) stops the program with file, line and text when the condition holds. It is on in debug builds
 * (FERZ_CHECKS, set by CMake) and costs nothing in others, where the condition is not evaluated.
 *
 * BUG_IF_SLOW is the same for conditions that allocate or take long. It is on where FERZ_CHECKS is 2: in the preset
 * `debug`, not under sanitizers, where tests let allocations fail.
 */
#ifndef FERZ_BASE_BUG_H
#define FERZ_BASE_BUG_H

#if defined(FERZ_CHECKS) && !defined(NDEBUG)
#include <stdio.h>
#include <stdlib.h>

static inline void bug_stop(const char *file, int line, const char *what)
{
    fprintf(stderr, "%s:%d: bug in ferz: %s\n", file, line, what);
    abort();
}
#define BUG_IF(condition, text) ((condition) ? bug_stop(__FILE__, __LINE__, text) : (void)0)
#else
#define BUG_IF(condition, text) ((void)sizeof(condition))
#endif

#if defined(FERZ_CHECKS) && FERZ_CHECKS > 1
#define BUG_IF_SLOW(condition, text) BUG_IF(condition, text)
#else
#define BUG_IF_SLOW(condition, text) ((void)sizeof(condition))
#endif

#endif
