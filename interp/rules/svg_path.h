/* SVG path: the outline of a piece that a rule file draws itself, in a square of 100 by 100, y downwards.
 *
 * Pictures hold it as it is written, so it is nothing but commands and numbers: it cannot end the attribute that it
 * stands in, name a file or run. Its points lie in the square. */
#ifndef FERZ_RULES_SVG_PATH_H
#define FERZ_RULES_SVG_PATH_H

#include <stdbool.h>
#include <stddef.h>

enum { SVG_PATH_MAX = 2000 }; /* bytes */

/* Whether a figure is meant as a path and not as a name: it begins with the command M and a number. */
bool svg_path_is_meant(const char *string);
/* NULL for a sound path, else what is wrong; `*at` is the byte where it is. */
const char *svg_path_fault(const char *string, size_t *at);

/* The same for a path of a file, where any square may be chosen: only that it is nothing but commands and numbers. */
const char *svg_path_data_fault(const char *bytes, size_t length, size_t *at);

#endif
