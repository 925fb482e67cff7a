
#include "unit/test.h"

#include "base/random.h"
#include "base/text.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

TEST(a_buffer_grows)
{
    text t = {0};
    assert_string_equal(text_string(&t), "");
    text_add(&t, NULL, 0);
    assert_string_equal(text_string(&t), "");
    text_put(&t, "e2");
    text_char(&t, 'e');
    text_print(&t, "%d%s", 4, "!");
    assert_string_equal(text_string(&t), "e2e4!");
    assert_int_equal(t.length, 5);
    text_print(&t, "%*d", 5000, 1); /* longer than the room there is */
    assert_int_equal(t.length, 5005);
    assert_int_equal(t.bytes[5004], '1');
    assert_int_equal(t.bytes[5005], '\0');
    text_clear(&t);
    assert_string_equal(text_string(&t), "");
    for (int i = 0; i < 1000; i++)
        text_add(&t, "a\0b", 3);
    assert_int_equal(t.length, 3000);
    assert_memory_equal(t.bytes + 2997, "a\0b", 4);
    assert_false(t.failed);
    text_finish(&t);
    assert_null(t.bytes);
    text_finish(&t);
}

TEST(indents_lines)
{
    text t = {0};
    text_indented(&t, "");
    assert_string_equal(text_string(&t), "");
    text_indented(&t, "one\n\n  two");
    assert_string_equal(text_string(&t), "    one\n\n      two\n");
    text_clear(&t);
    text_indented(&t, "one\n");
    assert_string_equal(text_string(&t), "    one\n");
    text_finish(&t);
}

TEST(a_refused_buffer_stays_as_it_was)
{
    text t = {0};
    text_put(&t, "abc");
    text_add(&t, "", SIZE_MAX - 2);
    assert_true(t.failed);
    text_put(&t, "def");
    text_print(&t, "%d", 1);
    assert_string_equal(text_string(&t), "abc");
    text_finish(&t);
    assert_false(t.failed);
}

TEST(utf8)
{
    static const struct {
        const char *bytes;
        size_t size, length;
    } cases[] = {
        {"a", 1, 1},
        {"\0", 1, 1},
        {"\x7F", 1, 1},
        {"\x80", 1, 0},             /* a continuation alone */
        {"\xC0\x80", 2, 0},         /* overlong */
        {"\xC1\xBF", 2, 0},         /* overlong */
        {"\xC2\x80", 2, 2},         /* U+0080 */
        {"\xC2", 1, 0},             /* cut off */
        {"\xC2\x41", 2, 0},         /* broken off */
        {"\xD0\x96", 2, 2},         /* Zhe */
        {"\xE0\x9F\xBF", 3, 0},     /* overlong */
        {"\xE0\xA0\x80", 3, 3},     /* U+0800 */
        {"\xE2\x99\x94", 3, 3},     /* white king */
        {"\xE2\x99\x94", 2, 0},     /* cut off */
        {"\xED\x9F\xBF", 3, 3},     /* U+D7FF */
        {"\xED\xA0\x80", 3, 0},     /* surrogate */
        {"\xED\xBF\xBF", 3, 0},     /* surrogate */
        {"\xEE\x80\x80", 3, 3},     /* U+E000 */
        {"\xF0\x8F\xBF\xBF", 4, 0}, /* overlong */
        {"\xF0\x90\x80\x80", 4, 4}, /* U+10000 */
        {"\xF4\x8F\xBF\xBF", 4, 4}, /* U+10FFFF */
        {"\xF4\x90\x80\x80", 4, 0}, /* beyond */
        {"\xF5\x80\x80\x80", 4, 0}, /* beyond */
        {"\xFF", 1, 0},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        if (utf8_length(cases[i].bytes, cases[i].size) != cases[i].length)
            fail_msg("case %zu gives %zu", i, utf8_length(cases[i].bytes, cases[i].size));
}

TEST(columns)
{
    static const struct {
        const char *bytes;
        size_t columns;
    } cases[] = {
        {"", 0},
        {"king", 4},
        {"\xD0\xBC\xD0\xB0\xD1\x82", 3},     /* Cyrillic */
        {"\xE7\x8E\x8B\xE5\xB0\x86", 4},     /* the shogi king */
        {"\xE2\x99\x94\xE2\x99\x9A", 2},     /* chess symbols */
        {"e\xCC\x81", 1},                    /* e and a combining accent */
        {"\xE2\x80\x8B", 0},                 /* zero width space */
        {"\xF0\x9F\x98\x80", 2},             /* a face */
        {"\xE2\xAC\x9B", 2},                 /* large black square */
        {"\xEA\xB0\x80", 2},                 /* Hangul */
        {"\xEF\xBC\xA1", 2},                 /* full-width A */
        {"\xEF\xBD\xB1", 1},                 /* half-width kana */
        {"\xC2\xAD", 1},                     /* soft hyphen */
        {"a\xFF", 2},                        /* what is no UTF-8 counts as one */
        {"\xEF\xBF\xBF\xF4\x8F\xBF\xBF", 2}, /* the last ones of all */
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(utf8_columns(cases[i].bytes, strlen(cases[i].bytes)), cases[i].columns);
}

TEST(safe_output)
{
    static const struct {
        const char *bytes;
        size_t size;
        const char *safe;
    } cases[] = {
        {"plain \\ text", 12, "plain \\ text"},
        {"a\nb\tc", 5, "a\\nb\\tc"},
        {"\x1b[31m", 5, "\\x1B[31m"},
        {"a\0b", 3, "a\\x00b"},
        {"\x7F\r", 2, "\\x7F\\x0D"},
        {"\xC2\x9B", 2, "\\xC2\\x9B"},                 /* CSI as one C1 character */
        {"\xFF\xD0\x96\xD0", 4, "\\xFF\xD0\x96\\xD0"}, /* broken, Zhe, broken */
        {"\xE2\x80\xAE", 3, "\\xE2\\x80\\xAE"},        /* right-to-left override */
        {"\xE2\x80\xA8", 3, "\\xE2\\x80\\xA8"},        /* line separator */
        {"\xE2\x81\xA6", 3, "\\xE2\\x81\\xA6"},        /* isolate */
        {"a\xE2\x80\x8F", 4, "a\\xE2\\x80\\x8F"},      /* right-to-left mark */
        {"\xD8\x9C"
         "b",
         3,
         "\\xD8\\x9C"
         "b"}, /* Arabic letter mark */
        {"a\xE2\x80\x8B"
         "b\xE2\x80\x8D",
         8,
         "a\\xE2\\x80\\x8B"
         "b\\xE2\\x80\\x8D"}, /* zero-width */
        {"\xEF\xBB\xBF", 3, "\\xEF\\xBB\\xBF"},
        {"\xF3\xA0\x81\xA1", 4, "\\xF3\\xA0\\x81\\xA1"},             /* a tag */
        {"\xE2\x99\x9F\xEF\xB8\x8E", 6, "\xE2\x99\x9F\xEF\xB8\x8E"}, /* a sign and the choice of its form */
        {"e\xCC\x81\xCC\x81\xCC\x81\xCC\x81", 9, "e\xCC\x81\xCC\x81\xCC\x81\xCC\x81"},
        {"e\xCC\x81\xCC\x81\xCC\x81\xCC\x81\xCC\x81\xCC\x82o\xCC\x81", 16,
         "e\xCC\x81\xCC\x81\xCC\x81\xCC\x81\\xCC\\x81\\xCC\\x82o\xCC\x81"}, /* a run of marks */
        {"", 0, ""},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        text t = {0};
        text_add_visible(&t, cases[i].bytes, cases[i].size);
        text wanted = {0};
        text_add_safe(&wanted, cases[i].bytes, cases[i].size);
        if (!memchr(cases[i].bytes, '\n', cases[i].size)) {
            assert_string_equal(text_string(&t), text_string(&wanted));
        } else {
            assert_string_equal(text_string(&t), cases[i].bytes);
        }
        text_finish(&t);
        text_finish(&wanted);
        for (size_t at = 0, size; at < cases[i].size; at += size) {
            size = utf8_length(cases[i].bytes + at, cases[i].size - at);
            size = size ? size : 1;
            assert_int_equal(utf8_mark_too_many(cases[i].bytes, at, size),
                             strstr(cases[i].safe, "\\x82o") && at >= 9 && at < 13);
        }
    }
    for (size_t i = 0; i < COUNT(cases); i++) {
        text t = {0};
        text_add_safe(&t, cases[i].bytes, cases[i].size);
        assert_string_equal(text_string(&t), cases[i].safe);
        text_finish(&t);
    }
}

TEST(json)
{
    static const struct {
        const char *bytes;
        size_t size;
        const char *json;
    } cases[] = {
        {"", 0, "\"\""},
        {"a\"b\\c/", 6, "\"a\\\"b\\\\c/\""},
        {"\n\t\r\x1b", 4, "\"\\n\\t\\u000d\\u001b\""},
        {"a\0b\x7F", 4, "\"a\\u0000b\\u007f\""},
        {"\xD0\x96", 2, "\"\xD0\x96\""},
        {"\xE2\x80\xA8", 3, "\"\\u2028\""},
        {"\xC2\x85", 2, "\"\\u0085\""},
        {"x\xED\xA0\x80y", 5, "\"x\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBDy\""},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        text t = {0};
        text_json(&t, cases[i].bytes, cases[i].size);
        assert_string_equal(text_string(&t), cases[i].json);
        text_finish(&t);
    }
}

TEST(numbers)
{
    static const struct {
        const char *string;
        bool ok;
        long value;
    } cases[] = {
        {"0", true, 0},
        {"7", true, 7},
        {"-7", true, -7},
        {"100", true, 100},
        {"-100", true, -100},
        {"101", false, 0},
        {"-101", false, 0},
        {"", false, 0},
        {"-", false, 0},
        {"+1", false, 0},
        {"01", false, 0},
        {"-01", false, 0},
        {" 1", false, 0},
        {"1 ", false, 0},
        {"1x", false, 0},
        {"0x1", false, 0},
        {"1.0", false, 0},
        {"--1", false, 0},
        {"99999999999999999999", false, 0},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        long value = 4711;
        assert_int_equal(text_to_long(cases[i].string, -100, 100, &value), cases[i].ok);
        assert_int_equal(value, cases[i].ok ? cases[i].value : 4711);
    }

    static const long ends[] = {LONG_MIN, LONG_MIN + 1, LONG_MAX - 1, LONG_MAX};
    for (size_t i = 0; i < COUNT(ends); i++) {
        char string[64];
        long value = 0;
        (void)snprintf(string, sizeof string, "%ld", ends[i]);
        assert_true(text_to_long(string, LONG_MIN, LONG_MAX, &value));
        assert_true(value == ends[i]);
        size_t last = strlen(string) - 1;
        string[last] = '9'; /* one of the last two digits of both ends is below 9 */
        if (ends[i] == LONG_MIN || ends[i] == LONG_MAX)
            assert_false(text_to_long(string, LONG_MIN, LONG_MAX, &value));
    }
}

TEST(distances)
{
    static const struct {
        const char *a, *b;
        size_t most, distance;
    } cases[] = {
        {"", "", 3, 0},
        {"knight", "knight", 3, 0},
        {"Knight", "kNIGHT", 3, 0},
        {"knihgt", "knight", 3, 1}, /* neighbours swapped */
        {"knigt", "knight", 3, 1},
        {"knightt", "knight", 3, 1},
        {"knicht", "knight", 3, 1},
        {"", "ab", 3, 2},
        {"ab", "", 1, 2},
        {"kitten", "sitting", 3, 3},
        {"kitten", "sitting", 2, 3}, /* gives up */
        {"kitten", "sitting", 0, 1},
        {"ca", "abc", 5, 3}, /* a piece is edited once */
        {"abcdef", "uvwxyz", 9, 6},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_int_equal(text_distance(cases[i].a, cases[i].b, cases[i].most), cases[i].distance);
        assert_int_equal(text_distance(cases[i].b, cases[i].a, cases[i].most), cases[i].distance);
    }
    char long_a[1000];
    char long_b[1000];
    memset(long_a, 'a', sizeof long_a - 1);
    memset(long_b, 'b', sizeof long_b - 1);
    long_a[999] = long_b[999] = '\0';
    assert_int_equal(text_distance(long_a, long_a, 3), 0);
    assert_int_equal(text_distance(long_a, long_b, 5000), 5001);
}

/* The plain table, as in the books, to compare the bounded one with. */
static size_t slow_distance(const char *a, const char *b)
{
    size_t d[12][12];
    size_t m = strlen(a);
    size_t n = strlen(b);
    for (size_t i = 0; i <= m; i++) {
        for (size_t j = 0; j <= n; j++) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            size_t best = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            best = d[i - 1][j] + 1 < best ? d[i - 1][j] + 1 : best;
            best = d[i][j - 1] + 1 < best ? d[i][j - 1] + 1 : best;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && d[i - 2][j - 2] + 1 < best)
                best = d[i - 2][j - 2] + 1;
            d[i][j] = best;
        }
    }
    return d[m][n];
}

TEST(distances_agree_with_the_plain_table)
{
    random_source random = {7};
    for (int run = 0; run < 20000; run++) {
        char a[11] = "";
        char b[11] = "";
        uint32_t m = random_below(&random, 11);
        uint32_t n = random_below(&random, 11);
        for (uint32_t i = 0; i < m; i++)
            a[i] = (char)('a' + random_below(&random, 3));
        for (uint32_t i = 0; i < n; i++)
            b[i] = (char)('a' + random_below(&random, 3));
        size_t most = random_below(&random, 8);
        size_t expected = slow_distance(a, b);
        assert_int_equal(text_distance(a, b, most), expected > most ? most + 1 : expected);
    }
}

static const char *next_name(const void *state, size_t index)
{
    return ((const char *const *)state)[index];
}

TEST(nearest_names)
{
    static const char *const names[] = {"board", "pieces", "promotes", "start", "end", "K", "Q", "to", NULL};
    static const struct {
        const char *name, *nearest;
    } cases[] = {
        {"peices", "pieces"}, {"Board", "board"}, {"boards", "board"}, {"promotion", "promotes"},
        {"strat", "start"},   {"ends", "end"},    {"and", "end"},      {"k", "K"},
        {"x", NULL},          {"too", "to"},      {"", NULL},          {"castling", NULL},
        {"zz", NULL},         {"stert", "start"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        const char *found = text_nearest(cases[i].name, next_name, names);
        if (cases[i].nearest)
            assert_string_equal(found ? found : "nothing", cases[i].nearest);
        else if (found)
            fail_msg("'%s' was taken for '%s'", cases[i].name, found);
    }
    static const char *const none[] = {NULL};
    assert_null(text_nearest("x", next_name, none));
}

TEST(articles_are_as_spoken)
{
    static const char *const an[] = {"arrow", "elephant", "Archbishop", "imp", "ox", "umpire", "hour glass"};
    static const char *const a[] = {"pawn", "unicorn", "user", "one-eyed king", "European", "horse", "+R", "", "7"};
    for (size_t i = 0; i < COUNT(an); i++) {
        assert_string_equal(text_article(an[i]), "an");
    }
    for (size_t i = 0; i < COUNT(a); i++) {
        assert_string_equal(text_article(a[i]), "a");
    }
}

TEST(random_numbers_are_the_published_ones)
{
    /* The first outputs of SplitMix64 from 1234567, as Vigna's program prints them. */
    random_source random = {1234567};
    assert_true(random_next(&random) == UINT64_C(6457827717110365317));
    assert_true(random_next(&random) == UINT64_C(3203168211198807973));
    assert_true(random_next(&random) == UINT64_C(9817491932198370423));
    for (uint32_t bound = 1; bound < 2000; bound += 7)
        assert_true(random_below(&random, bound) < bound);
}
