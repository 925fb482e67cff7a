/* Answers as bytes: what was put is taken again, and nothing else is. Bytes of another form, bytes that are cut or
 * changed, and room that is too small: each lies in a block of its own, and the sanitizers look on. */
#include "unit/test.h"

#include "base/random.h"
#include "script/answer_bytes.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM = 4096, EFFECTS = 3, ENTRIES = 4 };

static script_effect effect_number(int i)
{
    script_effect e = {.kind = (effect_kind)(i % EFFECT_KINDS), .cell = i, .to = -1, .type = i * 7};
    memcpy(e.counter, "checks", 7);
    return e;
}

/* One answer of each form, and two that are empty. */
static void put_number(answer_writer *w, int which)
{
    script_effect effects[EFFECTS] = {effect_number(1), effect_number(2), effect_number(40)};
    switch (which) {
    case 0:
        answer_put_effects(w, effects, EFFECTS);
        return;
    case 1:
        answer_put_effects(w, NULL, 0);
        return;
    case 2:
        answer_put_verdict(w, false, "because");
        return;
    case 3:
        answer_put_ending(w, -2, "");
        return;
    case 4:
        answer_put_list(w, 0);
        return;
    default:
        answer_put_list(w, ENTRIES);
        for (size_t i = 0; i < ENTRIES; i++) {
            answer_put_entry(w, i, &(script_listed){(int)i, 9, i == 2}, effects, i % (EFFECTS + 1), i ? "words" : "");
        }
    }
}

enum { ANSWERS = 6 };

/* What is taken of the bytes, by all that take. Every text is read to its end. Returns a mask of who took it. */
static unsigned take_all(const char *given, size_t length, size_t room)
{
    char *bytes = malloc(length ? length : 1); /* so that a byte too many is seen */
    script_effect *effects = malloc((room ? room : 1) * sizeof *effects);
    script_listed *listed = malloc((room ? room : 1) * sizeof *listed);
    assert_true(bytes && effects && listed);
    memcpy(bytes, given, length);
    size_t count = 77, read = 0;
    bool allowed = false;
    int winner = 0;
    const char *words = "";
    unsigned took = 0;
    if (answer_take_effects(bytes, length, effects, room, &count)) {
        assert_true(count <= room);
        took |= 1;
    }
    if (answer_take_verdict(bytes, length, &allowed, &words)) {
        read += strlen(words);
        took |= 2;
    }
    if (answer_take_ending(bytes, length, &winner, &words)) {
        read += strlen(words);
        took |= 4;
    }
    if (answer_take_list(bytes, length, listed, room, &count)) {
        took |= 8;
    }
    for (size_t i = 0; i < ENTRIES + 2; i++) {
        bool taken = answer_take_entry(bytes, length, i, effects, room, &count, &words);
        assert_true(count <= room);
        read += strlen(words);
        took |= taken ? 16u : 0;
    }
    assert_true(read <= 16 * (length + 1));
    free(bytes);
    free(effects);
    free(listed);
    return took;
}

TEST(test_forms_are_told_apart)
{
    static const unsigned takers[ANSWERS] = {1, 1, 2, 4, 8 | 16, 8 | 16};
    for (int which = 0; which < ANSWERS; which++) {
        char bytes[ROOM];
        answer_writer w = {.bytes = bytes, .room = ROOM};
        put_number(&w, which);
        assert_false(w.full);
        assert_int_equal(take_all(bytes, w.length, SCRIPT_EFFECTS_MAX), takers[which]);
    }
    assert_int_equal(take_all("", 0, SCRIPT_EFFECTS_MAX), 0);
}

TEST(test_what_was_put)
{
    char bytes[ROOM];
    script_effect effects[EFFECTS];
    script_listed listed[ENTRIES];
    const char *words;
    size_t count;
    bool allowed = true;
    int winner = 7;
    answer_writer w = {.bytes = bytes, .room = ROOM};
    put_number(&w, 0);
    assert_true(answer_take_effects(bytes, w.length, effects, EFFECTS, &count));
    assert_int_equal(count, EFFECTS);
    script_effect last = effect_number(40);
    assert_memory_equal(&effects[2], &last, sizeof last);
    assert_false(answer_take_effects(bytes, w.length, effects, EFFECTS - 1, &count)); /* no room for them */
    assert_int_equal(count, 0);
    w.length = 0;
    put_number(&w, 2);
    assert_true(answer_take_verdict(bytes, w.length, &allowed, &words));
    assert_false(allowed);
    assert_string_equal(words, "because");
    w.length = 0;
    put_number(&w, 3);
    assert_true(answer_take_ending(bytes, w.length, &winner, &words));
    assert_int_equal(winner, -2);
    w.length = 0;
    put_number(&w, 5);
    assert_true(answer_take_list(bytes, w.length, listed, 2, &count)); /* it says how many there are */
    assert_int_equal(count, ENTRIES);
    assert_true(answer_take_list(bytes, w.length, listed, ENTRIES, &count));
    assert_int_equal(listed[2].from, 2);
    assert_true(listed[2].captures && !listed[3].captures);
    assert_true(answer_take_entry(bytes, w.length, 2, effects, EFFECTS, &count, &words));
    assert_int_equal(count, 2);
    assert_int_equal(effects[1].cell, 2);
    assert_string_equal(words, "words");
    assert_false(answer_take_entry(bytes, w.length, 3, effects, 2, &count, &words));
    assert_true(answer_take_entry(bytes, w.length, ENTRIES, effects, EFFECTS, &count, &words));
    assert_int_equal(count, 0);
}

/* Wherever an answer is cut, and whatever one of its bytes or lengths becomes. */
TEST(test_broken_bytes)
{
    static const uint32_t odd[] = {0, 1, 5, 255, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
    random_source random = {3};
    for (int which = 0; which < ANSWERS; which++) {
        char bytes[ROOM], broken[ROOM];
        answer_writer w = {.bytes = bytes, .room = ROOM};
        put_number(&w, which);
        for (size_t cut = 0; cut < w.length; cut++) {
            (void)take_all(bytes, cut, SCRIPT_EFFECTS_MAX);
        }
        for (size_t at = 0; at < w.length; at++) {
            for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
                size_t size = w.length - at < sizeof odd[i] ? w.length - at : sizeof odd[i];
                memcpy(broken, bytes, w.length);
                memcpy(broken + at, &odd[i], size);
                (void)take_all(broken, w.length, i % 2 ? 1 : SCRIPT_EFFECTS_MAX);
            }
        }
        for (int i = 0; i < 20000; i++) {
            memcpy(broken, bytes, w.length);
            for (int k = 0; k < 4; k++) {
                broken[random_below(&random, (uint32_t)w.length)] = (char)random_below(&random, 256);
            }
            (void)take_all(broken, w.length - random_below(&random, (uint32_t)w.length), random_below(&random, 6));
        }
    }
}

/* An answer that does not fit is never half of one. */
TEST(test_full)
{
    for (int which = 0; which < ANSWERS; which++) {
        char bytes[ROOM];
        answer_writer whole = {.bytes = bytes, .room = ROOM};
        put_number(&whole, which);
        for (size_t room = 0; room <= whole.length; room++) {
            char *block = malloc(room ? room : 1);
            answer_writer w = {.bytes = block, .room = room};
            put_number(&w, which);
            assert_int_equal(w.full, room < whole.length);
            assert_true(w.length <= room);
            free(block);
        }
    }
}
