/* See script_memory.h. */
#include "script/script_memory.h"

#include <stdlib.h>

enum {
    BYTES_PER_STEP = 16,
    TEXT_HEADER = 64, /* what Lua adds to a string, with room to spare */
};

static void *system_allocate(void *context, void *block, size_t old_size, size_t size)
{
    (void)context;
    (void)old_size;
    if (size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, size);
}

void script_memory_init(script_memory *memory, script_allocate allocate, void *context, size_t total_max,
                        size_t block_max)
{
    *memory = (script_memory){
        .allocate = allocate ? allocate : system_allocate,
        .context = context,
        .total_max = total_max,
        .block_max = block_max,
        .string_max = SCRIPT_STRING_MAX + TEXT_HEADER,
    };
}

/* Whether a block may grow from `old_size` to `size`; `refusal` says why not. `is_text`: it is a new string. */
static bool may_grow(script_memory *memory, size_t old_size, size_t size, bool is_text)
{
    memory->budget -= (int64_t)(size / BYTES_PER_STEP) + 1;
    if (memory->budget < 0) {
        memory->hook_refusal = REFUSAL_BUDGET;
        return false;
    }
    if (is_text && size > memory->string_max) {
        memory->hook_refusal = REFUSAL_STRING;
        return false;
    }
    if (size > memory->block_max) {
        memory->hook_refusal = REFUSAL_BLOCK;
        return false;
    }
    size_t left = memory->total_max > memory->used ? memory->total_max - memory->used : 0;
    if (size - old_size > left) {
        /* Lua reacts to a refusal with a full collection and asks again. A script just under the cap could force
         * one collection after another with few instructions, so a collection is charged as well. */
        memory->budget -= (int64_t)(memory->used / BYTES_PER_STEP);
        memory->hook_refusal = REFUSAL_TOTAL;
        return false;
    }
    return true;
}

void *script_memory_resize(void *context, void *block, size_t old_size, size_t size)
{
    script_memory *memory = context;
    bool is_text = false;
    if (!block) {
        is_text = old_size == SCRIPT_STRING_TYPE; /* without a block Lua passes the type of the object here */
        old_size = 0;
    }
    if (size == 0) {
        if (block) {
            memory->used -= old_size;
            memory->allocate(memory->context, block, old_size, 0);
        }
        return NULL;
    }
    if (size > old_size && memory->guarded && !may_grow(memory, old_size, size, is_text)) {
        return NULL;
    }
    void *result = memory->allocate(memory->context, block, old_size, size);
    if (!result) {
        if (size > old_size) {
            memory->hook_refusal = REFUSAL_SYSTEM;
            return NULL;
        }
        result = block; /* Lua relies on shrinking never to fail; the larger block serves as well */
    }
    memory->used += size;
    memory->used -= old_size;
    return result;
}
