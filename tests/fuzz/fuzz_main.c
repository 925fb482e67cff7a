/* The targets for libFuzzer: `ferz_fuzz --target=NAME`, then libFuzzer's own words. `./dev fuzz` runs it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

static const fuzz_target *chosen;

int LLVMFuzzerInitialize(int *count, char ***words);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);
const char *__asan_default_options(void);
const char *__ubsan_default_options(void);

/* A request for more memory than may be had is refused, as a machine does it; freed blocks are not kept for long. */
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1:max_allocation_size_mb=512:quarantine_size_mb=16:detect_stack_use_after_return="
           "0";
}

const char *__ubsan_default_options(void)
{
    return "print_stacktrace=1";
}

int LLVMFuzzerInitialize(int *count, char ***words)
{
    static const char wanted[] = "--target=";
    for (int i = 1; i < *count; i++) {
        if (strncmp((*words)[i], wanted, strlen(wanted)) == 0) {
            chosen = fuzz_find((*words)[i] + strlen(wanted));
        }
    }
    if (!chosen) {
        fprintf(stderr, "usage: %s --target=NAME, where NAME is one of", (*words)[0]);
        for (const fuzz_target *t = fuzz_targets; t->name; t++) {
            fprintf(stderr, " %s", t->name);
        }
        fprintf(stderr, "\n");
        exit(2);
    }
    fuzz_begin();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    fuzz_run(chosen, bytes, length);
    return 0;
}
