/* Starting threads. Every thread of the library and of the program is started here, with a stack of known size: the default
 * is 8 MiB in one C library, 512 KiB or 128 KiB in another, and a search needs more than the latter.
 */
#ifndef FERZ_BASE_THREAD_H
#define FERZ_BASE_THREAD_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* Address space, of which a thread gets as much memory as it touches. */
enum { THREAD_STACK_SIZE = sizeof(void *) > 4 ? 8 << 20 : 2 << 20 };

/* Starts `run(argument)`; false when there is no thread to be had. It is joined with pthread_join. */
bool thread_start(pthread_t *thread, void *(*run)(void *argument), void *argument);
/* How many threads can run at a time here: the processors, from 1 to `most`. */
int thread_count(int most);

#endif
