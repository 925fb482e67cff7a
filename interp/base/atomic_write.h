/* Whole: a file that is written whole or not at all.
 *
 * The bytes go into a file beside the place, which then takes the place at one stroke: nobody ever sees a part, whatever happens on
 * the way. What a program that was killed on the way left behind is taken away by the next one that writes there.
 */
#ifndef FERZ_BASE_ATOMIC_WRITE_H
#define FERZ_BASE_ATOMIC_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* With `replace` false nothing may stand there, not even a link that leads nowhere (EEXIST). `mode` as chmod takes it; with
 * ATOMIC_WRITE_DEFAULT_MODE as the user's mask wants it. 0, or an error number; then all is as it was. */
enum { ATOMIC_WRITE_DEFAULT_MODE = 07777777 };
int atomic_write(const char *path, const char *bytes, size_t length, bool replace, mode_t mode);

#endif
