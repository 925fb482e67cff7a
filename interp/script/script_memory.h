/* Script memory: the allocator behind a script's Lua state, and the budget that time and memory share.
 *
 * An instruction count alone does not limit memory traffic: a script could copy megabytes with a few instructions.
 * So every allocation is charged to the same budget (bytes / 16, and one for the call). Strings are capped, so that
 * one instruction cannot compare megabytes. Single blocks and the sum are capped too.
 *
 * While `guarded` is false the host works for itself: memory is counted, but nothing is charged or refused. Tests
 * replace the system's allocator, to make any allocation fail. */
#ifndef FERZ_SCRIPT_SCRIPT_MEMORY_H
#define FERZ_SCRIPT_SCRIPT_MEMORY_H

#include "script/host.h"

/* An allocator for tests: like realloc, but frees and returns NULL when `size` is 0. `old_size` is the size of the
 * block, 0 without a block. */
typedef void *(*script_allocate)(void *context, void *block, size_t old_size, size_t size);

/* Why the last allocation was refused. */
typedef enum script_refusal {
    REFUSAL_NONE,
    REFUSAL_BUDGET,
    REFUSAL_STRING,
    REFUSAL_BLOCK,
    REFUSAL_TOTAL,
    REFUSAL_SYSTEM,
} script_refusal;

typedef struct script_memory {
    script_allocate allocate;
    void *context;
    int64_t budget; /* left for the current call; below 0: exceeded */
    size_t used;
    size_t total_max;
    size_t block_max;
    size_t string_max; /* one string with its header: limits what comparing two of them costs */
    bool guarded;
    script_refusal hook_refusal;
} script_memory;

enum {
    SCRIPT_STRING_MAX = 8 << 10, /* the longest string that a script can make; the longest FEN is well below */
    SCRIPT_STRING_TYPE = 4,      /* Lua's number for strings, LUA_TSTRING; this header does not include lua.h */
};

/* `allocate` NULL: the system's. */
void script_memory_init(script_memory *memory, script_allocate allocate, void *context, size_t total_max,
                        size_t block_max);
/* The state's allocator; `context` is the script_memory. The parameters are those of lua_Alloc. */
void *script_memory_resize(void *context, void *block, size_t old_size, size_t size);

/* script_open with another allocator, for tests. */
script_host *script_open_with(diag_list *diags, location from, const source *text, const script_world *world,
                              script_ask *ask, const script_limits *limits, script_allocate allocate, void *context);
/* Bytes that the state holds after a full garbage collection; a leak test compares them. */
size_t script_memory_after_gc(script_host *host);

#endif
