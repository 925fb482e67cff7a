#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Under the address sanitizer every allocation gets a block of its own. In a shared block an overrun would go
 * unseen. */
#if defined(__SANITIZE_ADDRESS__)
#define ARENA_SHARES_BLOCKS 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_SHARES_BLOCKS 0
#endif
#endif
#ifndef ARENA_SHARES_BLOCKS
#define ARENA_SHARES_BLOCKS 1
#endif

enum { BLOCK_FIRST = 4 << 10, BLOCK_LARGEST = 256 << 10 };

/* calloc knows when the system's pages are already zero. */
struct arena_block {
    struct arena_block *next;
    size_t room;
    size_t used;
    max_align_t bytes[];
};

void arena_init(arena *a, size_t limit)
{
    *a = (arena){.limit = limit};
}

void arena_finish(arena *a)
{
    struct arena_block *block = a->blocks;
    while (block) {
        struct arena_block *next = block->next;
        free(block);
        block = next;
    }
    arena_init(a, a->limit);
}

static struct arena_block *new_block(size_t room)
{
    struct arena_block *block = calloc(1, sizeof(struct arena_block) + room);
    if (block) {
        block->room = room;
    }
    return block;
}

/* A block with at least `size` bytes free, or NULL. */
static struct arena_block *block_for(arena *a, size_t size)
{
    struct arena_block *newest = a->blocks;
    if (newest && newest->room - newest->used >= size) {
        return newest;
    }

    size_t room = 0;
    if (ARENA_SHARES_BLOCKS) {
        room = newest ? newest->room * 2 : BLOCK_FIRST;
        if (room > BLOCK_LARGEST) {
            room = BLOCK_LARGEST;
        }
    }
    /* A large allocation gets a block of its own, behind the newest one, so that the room left there is not lost. */
    bool alone = size > room / 4;
    struct arena_block *block = new_block(alone ? size : room);
    if (!block) {
        return NULL;
    }
    if (alone && newest) {
        block->next = newest->next;
        newest->next = block;
    } else {
        block->next = newest;
        a->blocks = block;
    }
    return block;
}

void *arena_alloc(arena *a, size_t size)
{
    const size_t unit = sizeof(max_align_t);
    size_t units = size / unit + (size % unit != 0 || size == 0);
    /* No system has half of all addresses free; refusing here keeps the sums below from overflowing. */
    bool over_limit = a->limit != 0 && units * unit > a->limit - a->used;
    if (size > SIZE_MAX / 2 || over_limit) {
        a->failed = true;
        a->over_limit |= over_limit;
        return NULL;
    }
    size = units * unit;
    struct arena_block *block = block_for(a, size);
    if (!block) {
        a->failed = true;
        return NULL;
    }
    void *memory = &block->bytes[block->used / unit];
    block->used += size;
    a->used += size;
    return memory;
}

void *arena_array(arena *a, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size) {
        a->failed = true;
        return NULL;
    }
    return arena_alloc(a, count * size);
}

char *arena_text(arena *a, const char *text, size_t length)
{
    char *copy = length < SIZE_MAX ? arena_alloc(a, length + 1) : NULL;
    if (!copy) {
        a->failed = true;
        return NULL;
    }
    if (length > 0) {
        memcpy(copy, text, length);
    }
    return copy;
}

char *arena_format(arena *a, const char *format, ...)
{
    va_list args;
    va_list again;
    va_start(args, format);
    va_copy(again, args);
    char *copy = NULL;
    int length = vsnprintf(NULL, 0, format, args);
    if (length >= 0) {
        size_t size = (size_t)length + 1;
        copy = arena_alloc(a, size);
        if (copy) {
            (void)vsnprintf(copy, size, format, again);
        }
    } else {
        a->failed = true;
    }
    va_end(again);
    va_end(args);
    return copy;
}

void *arena_grown(arena *a, void *items, size_t count, size_t *room, size_t first, size_t size)
{
    if (count < *room) {
        return items;
    }
    const size_t more = *room ? 2 * *room : first;
    void *grown = arena_array(a, more, size);
    if (grown && count) {
        memcpy(grown, items, count * size);
    }
    *room = grown ? more : *room;
    return grown;
}
