/* madvise */
#define _DEFAULT_SOURCE
#include "search/table.h"

#include "search/evaluation.h"

#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

enum { AGES = 64, LINE = 64, PAGE = 1 << 21, SAMPLE = 250 };

/* Positions are met in no order of memory: with small pages most of the time of a look goes into finding the page. */
static void use_large_pages(void *block, size_t bytes)
{
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    size_t skipped = (PAGE - (uintptr_t)block % PAGE) % PAGE; /* up to where a large page can begin */
    if (bytes >= skipped + PAGE) {
        /* A wish: what comes of it does not matter. */
        (void)madvise((char *)block + skipped, (bytes - skipped) / PAGE * PAGE, MADV_HUGEPAGE);
    }
#else
    (void)block;
    (void)bytes;
#endif
}

bool table_init(table *t, size_t bytes)
{
    size_t bucket = TABLE_BUCKET * sizeof(table_entry);
    size_t buckets = 1;
    /* The key's lower half chooses the bucket. */
    while (buckets <= bytes / bucket / 2 && buckets < (size_t)1 << 31) {
        buckets *= 2;
    }
    *t = (table){.buckets = buckets};
    /* calloc, not malloc and memset: a short search then never touches most of the pages. */
    t->block = calloc(1, buckets * bucket + LINE);
    if (t->block) {
        char *start = t->block;
        t->entries = (table_entry *)(void *)(start + (LINE - (uintptr_t)start % LINE));
        use_large_pages(t->block, buckets * bucket);
    }
    return t->block != NULL;
}

void table_finish(table *t)
{
    free(t->block);
    *t = (table){0};
}

void table_clear(table *t)
{
    memset((void *)t->entries, 0, t->buckets * TABLE_BUCKET * sizeof(table_entry));
    t->age = 0;
}

void table_grow_older(table *t)
{
    t->age = (t->age + 1) % AGES;
}

/* ---- entries ---- */

static uint32_t check_of(uint64_t key, move m)
{
    return (uint32_t)(key >> 32) ^ (uint32_t)m ^ (uint32_t)(m >> 32);
}

static table_bound bound_of(uint64_t rest)
{
    return (table_bound)(rest >> 24 & 3);
}

static int depth_of(uint64_t rest)
{
    return (int)(rest >> 16 & 0xFF);
}

static unsigned age_of(uint64_t rest)
{
    return (unsigned)(rest >> 26 & (AGES - 1));
}

static int score_of(uint64_t rest, int ply)
{
    int score = (int16_t)(uint16_t)rest;
    if (score >= SCORE_MATE_LEAST) {
        return score - ply;
    }
    return score <= -SCORE_MATE_LEAST ? score + ply : score;
}

int table_full(const table *t)
{
    int looked = (int)(t->buckets < SAMPLE ? t->buckets : SAMPLE) * TABLE_BUCKET, full = 0;
    for (int i = 0; i < looked; i++) {
        uint64_t rest = atomic_load_explicit(&t->entries[i].rest, memory_order_relaxed);
        full += bound_of(rest) != BOUND_NONE && age_of(rest) == t->age;
    }
    return looked ? full * 1000 / looked : 0;
}

table_found table_probe(const table *t, uint64_t key, int ply)
{
    table_entry *bucket = table_bucket(t, key);
    for (int i = 0; i < TABLE_BUCKET; i++) {
        uint64_t rest = atomic_load_explicit(&bucket[i].rest, memory_order_relaxed);
        if (bound_of(rest) == BOUND_NONE) {
            continue;
        }
        move m = atomic_load_explicit(&bucket[i].move, memory_order_relaxed);
        if ((uint32_t)(rest >> 32) == check_of(key, m)) {
            return (table_found){m, score_of(rest, ply), depth_of(rest), bound_of(rest)};
        }
    }
    return (table_found){MOVE_NONE, 0, 0, BOUND_NONE};
}

/* How much an entry deserves to stay. */
static int worth(const table *t, uint64_t rest)
{
    if (bound_of(rest) == BOUND_NONE) {
        return -1000;
    }
    int years = (int)((t->age - age_of(rest)) & (AGES - 1));
    return depth_of(rest) - 8 * years;
}

/* The place for a position: its own entry, else the one least worth keeping. */
static table_entry *slot_for(const table *t, uint64_t key, move *known)
{
    table_entry *bucket = table_bucket(t, key), *slot = bucket;
    int least = INT32_MAX;
    for (int i = 0; i < TABLE_BUCKET; i++) {
        uint64_t rest = atomic_load_explicit(&bucket[i].rest, memory_order_relaxed);
        move m = atomic_load_explicit(&bucket[i].move, memory_order_relaxed);
        if (bound_of(rest) != BOUND_NONE && (uint32_t)(rest >> 32) == check_of(key, m)) {
            *known = m;
            return &bucket[i];
        }
        if (worth(t, rest) < least) {
            least = worth(t, rest);
            slot = &bucket[i];
        }
    }
    return slot;
}

void table_store(table *t, uint64_t key, int ply, move best, int score, int depth, table_bound bound)
{
    move known = MOVE_NONE;
    table_entry *slot = slot_for(t, key, &known);
    if (best == MOVE_NONE) {
        best = known;
    }
    if (score >= SCORE_MATE_LEAST) {
        score += ply;
    } else if (score <= -SCORE_MATE_LEAST) {
        score -= ply;
    }
    unsigned kept = depth < 0 ? 0 : depth > UINT8_MAX ? UINT8_MAX : (unsigned)depth;
    uint64_t rest = (uint64_t)check_of(key, best) << 32 | (uint64_t)t->age << 26 | (uint64_t)bound << 24 |
                    (uint64_t)kept << 16 | (uint16_t)(int16_t)score;
    atomic_store_explicit(&slot->move, best, memory_order_relaxed);
    atomic_store_explicit(&slot->rest, rest, memory_order_relaxed);
}
