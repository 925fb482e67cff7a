/* Table: what the search has found out about positions, for when it meets them again.
 *
 * Sixteen bytes an entry, four entries a bucket, a bucket a cache line. Scores of coming ends are kept as distances from the
 * position itself, whatever ply it was met at. A new entry replaces the one of its bucket that is least deep and oldest.
 *
 * All threads of a search share it without a lock: an entry is two words that are written one after the other, and its
 * check is mixed with the first, so that halves of two entries are not taken for one (Hyatt and Mann, A lockless
 * transposition table implementation for parallel search, 2002).
 */
#ifndef FERZ_SEARCH_TABLE_H
#define FERZ_SEARCH_TABLE_H

#include "game/types.h"

#include <stdatomic.h>

typedef enum table_bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } table_bound;

/* The second word:
 *
 *   63          32 31     26 25   24 23     16 15        0
 *  |    check     |   age   | bound |  depth  |   score   |
 */
typedef struct table_entry {
    _Atomic uint64_t move;
    _Atomic uint64_t rest;
} table_entry;

enum { TABLE_BUCKET = 4 };

typedef struct table {
    table_entry *entries; /* within `block`, at the start of a cache line */
    void *block;          /* owned */
    size_t buckets;       /* a power of two */
    unsigned age;
} table;

typedef struct table_found {
    move move; /* MOVE_NONE: none is known */
    int score;
    int depth;
    table_bound bound; /* BOUND_NONE: nothing is known */
} table_found;

/* At most `bytes`, at least one bucket. False when out of memory. */
bool table_init(table *t, size_t bytes);
void table_finish(table *t);
/* Forgets everything. */
void table_clear(table *t);
/* A new search begins: what is kept from earlier ones may go first. */
void table_grow_older(table *t);
/* Thousandths that the present search has filled. */
int table_full(const table *t);

table_found table_probe(const table *t, uint64_t key, int ply);
/* `best` MOVE_NONE: keeps the move that is known already. */
void table_store(table *t, uint64_t key, int ply, move best, int score, int depth, table_bound bound);

static inline table_entry *table_bucket(const table *t, uint64_t key)
{
    return t->entries + (size_t)(key & (t->buckets - 1)) * TABLE_BUCKET;
}
/* The position will be asked for soon. */
static inline void table_prefetch(const table *t, uint64_t key)
{
#if defined(__GNUC__)
    __builtin_prefetch(table_bucket(t, key));
#else
    (void)t;
    (void)key;
#endif
}

#endif
