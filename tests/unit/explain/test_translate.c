/* Russian texts by their English ones: every entry of russian.po is found and usable, and a missing one stays English. */
#include "unit/test.h"

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
TEST(test_every_entry)
{
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

TEST(test_lookup)
{
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

/* A message as it is made: the format, and the words that were put into it. */
static const char *said(arena *a, const char *format, ...)
{
    phrase p = {0};
    va_list args;
    va_start(args, format);
    assert_true(phrase_read(&p, a, format, args));
    va_end(args);
    return translate_phrase(a, &p, "English");
}

TEST(test_messages)
{
    arena a;
    arena_init(&a, 0);
    assert_string_equal(said(&a, "no such message %d", 7), "English");
    assert_string_equal(said(&a, "out of memory"), "не хватило памяти");
    assert_string_equal(said(&a, "there is no piece `%s`", "out of memory"), "нет фигуры `out of memory`"); /* a name */
    assert_string_equal(said(&a, "`%.*s` is no cell of this board", 2, "e9z"), "`e9` — не поле этой доски");
    assert_string_equal(said(&a, "a game has at most %d plies", 20000), "в партии не больше 20000 полуходов");
    assert_string_equal(said(&a, "byte %02X has no meaning in a movement", 7u), "байт 07 в ходе ничего не значит");
    /* What is put in: as it is, with quotes and numbers in it, several of them, a list behind a word. */
    assert_string_equal(said(&a, "`%s` must be %s, found %s", "by", "`a` or `b`", "the number 12"),
                        "здесь `by` должно быть: `a` или `b`, а стоит число 12");
    assert_string_equal(said(&a, "`%s` must be %s, found %s", "to", "a piece or a list of pieces", "the text `a list`"),
                        "здесь `to` должно быть: фигура или список фигур, а стоит текст `a list`");
    assert_string_equal(said(&a, "%s: %s", "known keys", "a list, b"), "известные ключи: a list, b");
    assert_string_equal(said(&a, "expected %s here", "neither this or that"), "здесь ожидается neither this or that");
    assert_string_equal(said(&a, "there is no piece `%s`", "a\nb"), "нет фигуры `a\\nb`");
    arena_finish(&a);
}
