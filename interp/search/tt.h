/* Transposition table: what the search has found out about positions.
 *
 * An entry has 16 bytes; four entries are a bucket, which is a cache line. Mate scores are stored relative to the
 * position itself, whatever ply it was met at. A new entry replaces the shallowest and oldest one of its bucket.
 *
 * All threads share the table without locks. An entry is two words that are written one after the other. The check
 * is mixed with the first word, so that halves of two entries are not taken for one (Hyatt and Mann, A lockless
 * transposition table implementation for parallel search, 2002).
 */
#ifndef FERZ_SEARCH_TT_H
#define FERZ_SEARCH_TT_H

#include "base/random.h"
#include "compile/types.h"

#include <stdatomic.h>

typedef enum tt_bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } tt_bound;

/* The second word:
 *
 *   63          32 31     26 25   24 23     16 15        0
 *  |    check     |   age   | bound |  depth  |   score   |
 */
typedef struct tt_entry {
    _Atomic uint64_t move;
    _Atomic uint64_t data;
} tt_entry;

enum { TT_BUCKET = 4 };

typedef struct transposition_table {
    tt_entry *entries; /* in `block`, aligned to a cache line */
    void *block;       /* owned */
    size_t buckets;    /* a power of two */
    unsigned age;
} transposition_table;

typedef struct tt_hit {
    move move; /* MOVE_NONE: none */
    int score;
    int depth;
    tt_bound bound; /* BOUND_NONE: no entry */
} tt_hit;

/* At most `bytes`, at least one bucket. False when out of memory. */
bool tt_init(transposition_table *t, size_t bytes);
void tt_finish(transposition_table *t);
/* Forgets everything. */
void tt_clear(transposition_table *t);
/* Before a new search: older entries may be replaced first. */
void tt_new_search(transposition_table *t);
/* Part filled by the current search, in thousandths. */
int tt_hashfull(const transposition_table *t);

tt_hit tt_probe(const transposition_table *t, uint64_t key, int ply);
/* `best` MOVE_NONE: keeps the move of the entry. */
void tt_store(transposition_table *t, uint64_t key, int ply, move best, int score, int depth, tt_bound bound);

/* A key for the position and something that its hash does not cover. */
static inline uint64_t tt_mix_key(uint64_t key, uint64_t with)
{
    random_source r = {key ^ (with * UINT64_C(0x9E3779B97F4A7C15))};
    return random_next(&r);
}

static inline tt_entry *tt_bucket(const transposition_table *t, uint64_t key)
{
    return t->entries + (size_t)(key & (t->buckets - 1)) * TT_BUCKET;
}
/* Loads the bucket into the cache. */
static inline void tt_prefetch(const transposition_table *t, uint64_t key)
{
#if defined(__GNUC__)
    __builtin_prefetch(tt_bucket(t, key));
#else
    (void)t;
    (void)key;
#endif
}

#endif
