/* Phrases: the words of a format, and the same words in another one. */
#include "unit/test.h"

#include <stdint.h>
#include <string.h>

#include "base/phrase.h"

static phrase read_one(arena *a, const char *format, ...)
{
    phrase p = {0};
    va_list args;
    va_start(args, format);
    assert_true(phrase_read(&p, a, format, args));
    va_end(args);
    return p;
}

static const char *upper(void *state, const char *word)
{
    (void)state;
    return strcmp(word, "a word") == 0 ? "A WORD" : word;
}

TEST(test_words)
{
    arena a;
    arena_init(&a, 0);
    const phrase p = read_one(&a, "%s %.*s %d%% %c %zu %ld %llu %02X %u %g", "one", 2, "two", -3, 'c', (size_t)4, 5L,
                              6ULL, 7, 8u, 0.5);
    static const char *const words[] = {"one", "tw", "-3", "c", "4", "5", "6", "07", "8", "0.5"};
    assert_int_equal(p.count, sizeof words / sizeof words[0]);
    for (size_t i = 0; i < p.count; i++) {
        assert_string_equal(p.words[i], words[i]);
    }
    assert_int_equal(read_one(&a, "none").count, 0);
    arena_finish(&a);
}

TEST(test_put)
{
    static const struct {
        const char *format, *put;
    } rows[] = {
        {"%s of %d", "a word of 3"}, {"%2$d times %1$s", "3 times a word"}, {"100%% %s", "100% a word"},
        {"only %2$d", "only 3"},     {"%s, %d, %s", "a word, 3, "},         {"no words", "no words"},
    };
    arena a;
    arena_init(&a, 0);
    const phrase p = read_one(&a, "%s and %d", "a word", 3);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        text out = {0};
        phrase_put(&p, rows[i].format, NULL, NULL, &out);
        assert_string_equal(text_string(&out), rows[i].put);
        text_finish(&out);
    }
    text out = {0};
    phrase_put(&p, "%s `%1$s`", upper, NULL, &out); /* what is quoted is a name */
    assert_string_equal(text_string(&out), "A WORD `a word`");
    text_finish(&out);
    arena_finish(&a);
}

TEST(test_equal)
{
    static const char format[] = "%s";
    arena a;
    arena_init(&a, 0);
    const phrase one = read_one(&a, format, "a"), same = read_one(&a, format, "a"), other = read_one(&a, format, "b");
    const phrase none = {0};
    assert_true(phrase_equal(&one, &same));
    assert_false(phrase_equal(&one, &other));
    assert_false(phrase_equal(&none, &none)); /* of what could not be kept nothing is known */
    arena_finish(&a);
}
