/* madvise */
#define _DEFAULT_SOURCE
#include "search/tt.h"

#include "search/evaluation.h"

#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

enum { TT_AGES = 64, CACHE_LINE = 64, HUGE_PAGE = 1 << 21, SAMPLE = 250 };

/* Accesses are random: with small pages most of the time would go into page table walks. */
static void advise_huge_pages(void *block, size_t bytes)
{
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    size_t skipped = (HUGE_PAGE - (uintptr_t)block % HUGE_PAGE) % HUGE_PAGE; /* up to the first huge page */
    if (bytes >= skipped + HUGE_PAGE) {
        /* Only advice: the result does not matter. */
        (void)madvise((char *)block + skipped, (bytes - skipped) / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
    }
#else
    (void)block;
    (void)bytes;
#endif
}

bool tt_init(transposition_table *t, size_t bytes)
{
    size_t bucket = TT_BUCKET * sizeof(tt_entry);
    size_t buckets = 1;
    /* The lower half of the key chooses the bucket. */
    while (buckets <= bytes / bucket / 2 && buckets < (size_t)1 << 31) {
        buckets *= 2;
    }
    *t = (transposition_table){.buckets = buckets};
    /* calloc, so that a short search never touches most of the pages. */
    t->block = calloc(1, buckets * bucket + CACHE_LINE);
    if (t->block) {
        char *start = t->block;
        t->entries = (tt_entry *)(void *)(start + (CACHE_LINE - (uintptr_t)start % CACHE_LINE));
        advise_huge_pages(t->block, buckets * bucket);
    }
    return t->block != NULL;
}

void tt_finish(transposition_table *t)
{
    free(t->block);
    *t = (transposition_table){0};
}

void tt_clear(transposition_table *t)
{
    memset((void *)t->entries, 0, t->buckets * TT_BUCKET * sizeof(tt_entry));
    t->age = 0;
}

void tt_new_search(transposition_table *t)
{
    t->age = (t->age + 1) % TT_AGES;
}

/* ---- entries ---- */

static uint32_t key_check(uint64_t key, move m)
{
    return (uint32_t)(key >> 32) ^ (uint32_t)m ^ (uint32_t)(m >> 32);
}

static tt_bound bound_of(uint64_t data)
{
    return (tt_bound)(data >> 24 & 3);
}

static int depth_of(uint64_t data)
{
    return (int)(data >> 16 & 0xFF);
}

static unsigned age_of(uint64_t data)
{
    return (unsigned)(data >> 26 & (TT_AGES - 1));
}

static int score_of(uint64_t data, int ply)
{
    int score = (int16_t)(uint16_t)data;
    if (score >= SCORE_MATE_MIN) {
        return score - ply;
    }
    return score <= -SCORE_MATE_MIN ? score + ply : score;
}

int tt_hashfull(const transposition_table *t)
{
    int sampled = (int)(t->buckets < SAMPLE ? t->buckets : SAMPLE) * TT_BUCKET, used = 0;
    for (int i = 0; i < sampled; i++) {
        uint64_t data = atomic_load_explicit(&t->entries[i].data, memory_order_relaxed);
        used += bound_of(data) != BOUND_NONE && age_of(data) == t->age;
    }
    return sampled ? used * 1000 / sampled : 0;
}

tt_hit tt_probe(const transposition_table *t, uint64_t key, int ply)
{
    tt_entry *bucket = tt_bucket(t, key);
    for (int i = 0; i < TT_BUCKET; i++) {
        uint64_t data = atomic_load_explicit(&bucket[i].data, memory_order_relaxed);
        if (bound_of(data) == BOUND_NONE) {
            continue;
        }
        move m = atomic_load_explicit(&bucket[i].move, memory_order_relaxed);
        if ((uint32_t)(data >> 32) == key_check(key, m)) {
            return (tt_hit){m, score_of(data, ply), depth_of(data), bound_of(data)};
        }
    }
    return (tt_hit){MOVE_NONE, 0, 0, BOUND_NONE};
}

/* How much an entry deserves to stay. */
static int replacement_value(const transposition_table *t, uint64_t data)
{
    if (bound_of(data) == BOUND_NONE) {
        return -1000;
    }
    int age = (int)((t->age - age_of(data)) & (TT_AGES - 1));
    return depth_of(data) - 8 * age;
}

/* The entry of the position, or else the least valuable one of its bucket. */
static tt_entry *replacement_entry(const transposition_table *t, uint64_t key, move *stored_move)
{
    tt_entry *bucket = tt_bucket(t, key), *entry = bucket;
    int least = INT32_MAX;
    for (int i = 0; i < TT_BUCKET; i++) {
        uint64_t data = atomic_load_explicit(&bucket[i].data, memory_order_relaxed);
        move m = atomic_load_explicit(&bucket[i].move, memory_order_relaxed);
        if (bound_of(data) != BOUND_NONE && (uint32_t)(data >> 32) == key_check(key, m)) {
            *stored_move = m;
            return &bucket[i];
        }
        if (replacement_value(t, data) < least) {
            least = replacement_value(t, data);
            entry = &bucket[i];
        }
    }
    return entry;
}

void tt_store(transposition_table *t, uint64_t key, int ply, move best, int score, int depth, tt_bound bound)
{
    move stored_move = MOVE_NONE;
    tt_entry *entry = replacement_entry(t, key, &stored_move);
    if (best == MOVE_NONE) {
        best = stored_move;
    }
    if (score >= SCORE_MATE_MIN) {
        score += ply;
    } else if (score <= -SCORE_MATE_MIN) {
        score -= ply;
    }
    unsigned stored_depth = depth < 0 ? 0 : depth > UINT8_MAX ? UINT8_MAX : (unsigned)depth;
    uint64_t data = (uint64_t)key_check(key, best) << 32 | (uint64_t)t->age << 26 | (uint64_t)bound << 24 |
                    (uint64_t)stored_depth << 16 | (uint16_t)(int16_t)score;
    atomic_store_explicit(&entry->move, best, memory_order_relaxed);
    atomic_store_explicit(&entry->data, data, memory_order_relaxed);
}
