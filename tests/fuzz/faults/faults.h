/* Faults: calls of the program to the operating system that fail when a test says so.
 *
 * The linker puts these in the place of the C library's (`--wrap`), for our own code and for the Lua and libyaml that are linked
 * into the test. Calls are counted all the time. One fault can be set at a time, and only then does a call behave differently. */
#ifndef FERZ_TESTS_MACHINE_FAULTS_H
#define FERZ_TESTS_MACHINE_FAULTS_H

#include <stdbool.h>

typedef enum fault_kind {
    FAULT_NONE,
    FAULT_MEMORY, /* malloc, calloc, realloc, strdup, strndup give nothing */
    FAULT_IO,     /* EIO from anything that reads, writes, opens, closes, renames, ... */
    FAULT_FULL,   /* ENOSPC from what writes or makes a file */
    FAULT_SHORT,  /* a read or write of one byte */
    FAULT_SIGNAL, /* EINTR from a read or write */
    FAULT_FILES,  /* EMFILE from what opens */
    FAULT_SITES,  /* memory again, an arena's pieces too, chosen by call site: see faults_set_sites */
    FAULT_KINDS
} fault_kind;

/* The call number `at` from now on (from 0, only those counted that can fail in this way) fails, and with `ever` all behind it. */
void faults_set(fault_kind kind, long at, bool ever);
void faults_clear(void);
/* From now on, until faults_clear: the number (as faults_set counts) of the first allocation on each path. A path is the last
 * `depth` calls that lead to the allocation. At most `room` numbers are stored in `firsts`. */
void faults_record_paths(int depth, long *firsts, long room);
long faults_path_count(void);
/* One of the places in the code that ask for memory gets none, once: one that has failed fewer than `times` times since the program
 * began. Its first call fails, the next time that it is chosen a later one. When all places that are come by have had their turn,
 * nothing fails any more. */
void faults_set_sites(int times);
/* How many such calls there were since faults_set or faults_clear, and how many of them failed. */
long faults_calls(fault_kind kind);
long faults_failed(void);
/* Blocks that were allocated and are not freed yet. */
long faults_live(void);
/* The least number of the newest block; blocks that live and are as new as `since` (for finding a leak). */
long faults_born(void);
void faults_show(long since);

#endif
