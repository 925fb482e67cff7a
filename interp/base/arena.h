/* Arena: many small allocations that are freed together.
 *
 * Arenas are named after lifetimes: one for loading (texts, trees), one for a variant's frozen tables, one for
 * scratch. Memory is zeroed and aligned for any type, and is only freed all at once. Failure: every allocating
 * function returns NULL when the system or the arena's limit refuses, and the arena remembers it in `failed`, so that
 * a stage may test once at its end. A zeroed arena is valid and empty. */
#ifndef FERZ_BASE_ARENA_H
#define FERZ_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct arena_block;

typedef struct arena {
    struct arena_block *blocks; /* newest first; owned */
    size_t used;                /* bytes handed out */
    size_t limit;               /* most bytes to hand out; 0 = no limit */
    bool failed;                /* an allocation was refused since arena_init */
    bool over_limit;            /* one of them by `limit` */
} arena;

void arena_init(arena *a, size_t limit);
/* Frees everything; the arena is empty and usable again afterwards. */
void arena_finish(arena *a);

/* `size` zeroed bytes, or NULL. A size of 0 gives a valid pointer. */
void *arena_alloc(arena *a, size_t size);
/* `count * size` zeroed bytes, or NULL (also when the product overflows). */
void *arena_array(arena *a, size_t count, size_t size);
/* A NUL-terminated copy of `length` bytes, or NULL. */
char *arena_text(arena *a, const char *text, size_t length);
/* printf into the arena; NULL when out of memory. */
char *arena_format(arena *a, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* A list with room for one more item after `count`: `items`, or a copy of twice the room (of `first` items at the beginning), to which
 * `*room` is set. NULL when out of memory; then `items` stays valid. */
void *arena_grown(arena *a, void *items, size_t count, size_t *room, size_t first, size_t size);

#define arena_new(a, type, count) ((type *)arena_array((a), (count), sizeof(type)))

#endif
