#include "search/table.h"

#include "search/evaluation.h"

#include <stdlib.h>
#include <string.h>

enum { AGES = 64 };

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
    t->entries = calloc(buckets, bucket);
    return t->entries != NULL;
}

void table_finish(table *t)
{
    free(t->entries);
    *t = (table){0};
}

void table_clear(table *t)
{
    memset(t->entries, 0, t->buckets * TABLE_BUCKET * sizeof(table_entry));
    t->age = 0;
}

void table_grow_older(table *t)
{
    t->age = (t->age + 1) % AGES;
}

static table_entry *bucket_of(const table *t, uint64_t key)
{
    return t->entries + (size_t)(key & (t->buckets - 1)) * TABLE_BUCKET;
}

static table_bound bound_of(const table_entry *e)
{
    return (table_bound)(e->mark & 3);
}

table_found table_probe(const table *t, uint64_t key, int ply)
{
    const table_entry *bucket = bucket_of(t, key);
    uint32_t check = (uint32_t)(key >> 32);
    for (int i = 0; i < TABLE_BUCKET; i++) {
        const table_entry *e = &bucket[i];
        if (e->check != check || bound_of(e) == BOUND_NONE) {
            continue;
        }
        int score = e->score;
        if (score >= SCORE_MATE_LEAST) {
            score -= ply;
        } else if (score <= -SCORE_MATE_LEAST) {
            score += ply;
        }
        return (table_found){e->move, score, e->depth, bound_of(e)};
    }
    return (table_found){MOVE_NONE, 0, 0, BOUND_NONE};
}

/* How much an entry deserves to stay. */
static int worth(const table *t, const table_entry *e)
{
    if (bound_of(e) == BOUND_NONE) {
        return -1000;
    }
    int years = (int)((t->age - (e->mark >> 2)) & (AGES - 1));
    return e->depth - 8 * years;
}

void table_store(table *t, uint64_t key, int ply, move best, int score, int depth, table_bound bound)
{
    table_entry *bucket = bucket_of(t, key);
    uint32_t check = (uint32_t)(key >> 32);
    table_entry *slot = &bucket[0];
    for (int i = 0; i < TABLE_BUCKET; i++) {
        table_entry *e = &bucket[i];
        if (e->check == check && bound_of(e) != BOUND_NONE) {
            slot = e;
            if (best == MOVE_NONE) {
                best = e->move;
            }
            break;
        }
        if (worth(t, e) < worth(t, slot)) {
            slot = e;
        }
    }
    if (score >= SCORE_MATE_LEAST) {
        score += ply;
    } else if (score <= -SCORE_MATE_LEAST) {
        score -= ply;
    }
    *slot = (table_entry){
        .move = best,
        .check = check,
        .score = (int16_t)score,
        .depth = (uint8_t)(depth < 0           ? 0
                           : depth > UINT8_MAX ? UINT8_MAX
                                               : depth),
        .mark = (uint8_t)(t->age << 2 | bound),
    };
}
