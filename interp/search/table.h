/* Table: what the search has found out about positions, for when it meets them again.
 *
 * Sixteen bytes an entry, four entries a bucket. Scores of coming ends are kept as distances from the position itself,
 * whatever ply it was met at. A new entry replaces the one of its bucket that is least deep and oldest.
 */
#ifndef FERZ_SEARCH_TABLE_H
#define FERZ_SEARCH_TABLE_H

#include "game/types.h"

typedef enum table_bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } table_bound;

/*   31     26 25    24 23     16 15        0
 *  |  age    | bound  |  depth  |   score   |   kept as four fields
 */
typedef struct table_entry {
    move move;
    uint32_t check; /* upper half of the key; the lower half chose the bucket */
    int16_t score;
    uint8_t depth;
    uint8_t mark; /* age * 4 + bound */
} table_entry;

enum { TABLE_BUCKET = 4 };

typedef struct table {
    table_entry *entries; /* owned */
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

table_found table_probe(const table *t, uint64_t key, int ply);
/* `best` MOVE_NONE: keeps the move that is known already. */
void table_store(table *t, uint64_t key, int ply, move best, int score, int depth, table_bound bound);

#endif
