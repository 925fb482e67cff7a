/* The targets for libFuzzer: `ferz_fuzz --target=NAME`, or a copy of the program named `fuzz_NAME`; then libFuzzer's own words.
 * build.sh makes such copies. */
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
    static const char prefix[] = "fuzz_";
    const char *slash = strrchr((*words)[0], '/'), *name = slash ? slash + 1 : (*words)[0];
    if (!chosen && strncmp(name, prefix, strlen(prefix)) == 0) {
        chosen = fuzz_find(name + strlen(prefix));
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

/* ---- crossing two inputs: libFuzzer's own way knows no lines and no keys ---- */

typedef struct span {
    const uint8_t *bytes;
    size_t length;
} span;

typedef struct builder {
    uint8_t *bytes;
    size_t length, room;
} builder;

static void append(builder *b, const uint8_t *bytes, size_t length)
{
    length = length < b->room - b->length ? length : b->room - b->length;
    if (length) {
        memcpy(b->bytes + b->length, bytes, length);
    }
    b->length += length;
}

static unsigned random_below(unsigned *seed, size_t most)
{
    *seed = *seed * 1103515245U + 12345U;
    return most ? (*seed >> 8) % (unsigned)most : 0;
}

/* The line that the byte at `at` belongs to, its end included. */
static span line_at(const uint8_t *bytes, size_t length, size_t at)
{
    size_t from = at, to = at;
    while (from > 0 && bytes[from - 1] != '\n') {
        from--;
    }
    while (to < length && bytes[to++] != '\n') {
    }
    return (span){bytes + from, to - from};
}

static bool in_word(uint8_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

/* `key: ` or `key = `, the first from `at` on; an empty stretch when there is none. */
static span key_from(const uint8_t *bytes, size_t length, size_t at)
{
    for (size_t i = at; i < length; i++) {
        size_t n = i;
        while (n < length && in_word(bytes[n])) {
            n++;
        }
        if (n > i && n + 1 < length && (bytes[n] == ':' || (bytes[n] == ' ' && bytes[n + 1] == '='))) {
            return (span){bytes + i, n + 2 - i};
        }
        i = n;
    }
    return (span){bytes, 0};
}

/* What stands behind a key, up to the end of the line or of the mapping in braces. */
static span value_of(const uint8_t *bytes, size_t length, span key)
{
    size_t from = (size_t)(key.bytes - bytes) + key.length, to = from;
    for (int depth = 0; to < length && bytes[to] != '\n'; to++) {
        depth += bytes[to] == '{' || bytes[to] == '[';
        depth -= bytes[to] == '}' || bytes[to] == ']';
        if (depth < 0 || (depth == 0 && bytes[to] == ',')) {
            break;
        }
    }
    return (span){bytes + from, to - from};
}

static bool same(span a, span b)
{
    return a.length == b.length && memcmp(a.bytes, b.bytes, a.length) == 0;
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *one, size_t one_length, const uint8_t *other, size_t other_length,
                                 uint8_t *made, size_t room, unsigned seed);

/* A value of `other` behind the same key in `one`, where both have it; else a line of `other` somewhere in `one`. */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *one, size_t one_length, const uint8_t *other, size_t other_length,
                                 uint8_t *made, size_t room, unsigned seed)
{
    builder b = {made, 0, room};
    if (!one_length || !other_length) {
        return 0;
    }
    span key = key_from(other, other_length, random_below(&seed, other_length));
    bool by_key = key.length && random_below(&seed, 3);
    size_t at = random_below(&seed, one_length);
    for (int round = 0; by_key && round < 2; round++, at = 0) {
        span found = key_from(one, one_length, at);
        while (found.length && !same(found, key)) {
            found = key_from(one, one_length, (size_t)(found.bytes - one) + found.length);
        }
        if (found.length) {
            span old = value_of(one, one_length, found), fresh = value_of(other, other_length, key);
            append(&b, one, (size_t)(old.bytes - one));
            append(&b, fresh.bytes, fresh.length);
            append(&b, old.bytes + old.length, (size_t)(one + one_length - old.bytes) - old.length);
            return b.length;
        }
    }
    span before = line_at(one, one_length, random_below(&seed, one_length));
    span line = line_at(other, other_length, random_below(&seed, other_length));
    size_t rest = (size_t)(before.bytes - one) + before.length;
    append(&b, one, random_below(&seed, 2) ? rest : rest - before.length); /* behind that line, or in its place */
    append(&b, line.bytes, line.length);
    append(&b, one + rest, one_length - rest);
    return b.length;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    fuzz_run(chosen, bytes, length);
    return 0;
}
