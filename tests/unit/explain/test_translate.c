/* Russian texts by their English ones: every entry of russian.po is found and usable, and a missing one stays English. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "explain/translate.h"

extern const char text_explain_russian[];

/* Removes the backslashes of a quoted string. */
static void unescape(char *s)
{
    char *to = s;
    for (; *s; s++) {
        s += *s == '\\' && s[1];
        *to++ = *s;
    }
    *to = '\0';
}

/* An entry whose % conversions differ would come back in English. */
static void test_every_entry(void **state)
{
    (void)state;
    arena a;
    arena_init(&a, 0);
    size_t count = 0;
    for (const char *at = strstr(text_explain_russian, "\nmsgid \""); at; at = strstr(at, "\nmsgid \"")) {
        char english[1024];
        at += strlen("\nmsgid \"");
        size_t length = strcspn(at, "\n");
        assert_true(length > 0 && length < sizeof english);
        memcpy(english, at, length - 1);
        english[length - 1] = '\0';
        unescape(english);
        bool plural = strncmp(at + length + 1, "msgid_plural", 12) == 0;
        if (*english && !plural && translate_russian(&a, english) == english) {
            fail_msg("no usable translation of `%s`", english);
        }
        count++;
    }
    assert_true(count > 400);
    arena_finish(&a);
}

static void test_lookup(void **state)
{
    (void)state;
    arena a;
    arena_init(&a, 0);
    const char *missing = "No such sentence.";
    assert_ptr_equal(translate_russian(&a, missing), missing);
    assert_string_equal(translate_russian(&a, ""), "");
    assert_string_equal(translate_russian(&a, "Castling"), "Рокировка");
    assert_string_equal(translate_russian_plural(&a, 1, "cell", "cells"), "поле");
    assert_string_equal(translate_russian_plural(&a, 22, "cell", "cells"), "поля");
    assert_string_equal(translate_russian_plural(&a, 12, "cell", "cells"), "полей");
    assert_string_equal(translate_russian_plural(&a, 1, "pebble", "pebbles"), "pebble");
    assert_string_equal(translate_russian_plural(&a, 2, "pebble", "pebbles"), "pebbles");
    const char *forms[NOUN_FORMS];
    assert_true(translate_noun(&a, "piece", "queen", forms));
    assert_string_equal(forms[0], "ферзь");
    assert_string_equal(forms[5], "ферзей");
    assert_true(translate_noun(&a, "player", "white", forms));
    assert_false(translate_noun(&a, "player", "queen", forms));
    assert_false(translate_noun(&a, "piece", "", forms));
    arena_finish(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_entry), cmocka_unit_test(test_lookup)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
