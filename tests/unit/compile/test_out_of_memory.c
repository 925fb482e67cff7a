/* Memory that runs out while a game is loaded: whichever block it is that cannot be had, the game is refused with a
 * message, and with all blocks there again it is loaded. */
#include "unit/test.h"

#include "unit/fixtures.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)
static long left = -1; /* blocks until one cannot be had, once; negative: all can */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);

static bool runs_out(void)
{
    return left >= 0 && left-- == 0;
}
void *malloc(size_t size)
{
    return runs_out() ? NULL : __libc_malloc(size);
}
void *calloc(size_t count, size_t size)
{
    return runs_out() ? NULL : __libc_calloc(count, size);
}
void *realloc(void *block, size_t size)
{
    return runs_out() ? NULL : __libc_realloc(block, size);
}

static bool says_so(const ferz_messages *messages)
{
    for (size_t i = 0; i < ferz_messages_count(messages); i++) {
        if (strstr(ferz_messages_at(messages, i).text, "memory")) {
            return true;
        }
    }
    return false;
}

TEST(loading_fails_with_words)
{
    static const char *const names[] = {"chess", "row-capture", "grasshopper-chess"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        long blocks = 0, silent = 0; /* where there is no room for the message itself */
        for (bool whole = false; !whole; blocks++) {
            ferz_messages *messages = ferz_messages_create(false);
            left = blocks;
            ferz_variant *g = ferz_variant_load(names[i], support_dirs(), NULL, 0, 1, messages);
            whole = left >= 0;
            left = -1;
            silent += !g && !says_so(messages) && ferz_messages_result(messages) != FERZ_SYSTEM_ERROR;
            assert_true(g || !whole);
            ferz_variant_free(g);
            ferz_messages_free(messages);
        }
        assert_true(blocks > 20 && silent <= 1);
    }
}

#else
TEST(loading_fails_with_words)
{
    exit(77); /* blocks of the sanitizers cannot be refused like this */
}
#endif
