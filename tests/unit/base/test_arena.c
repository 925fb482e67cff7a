
#include "unit/test.h"

#include "base/arena.h"

#include <limits.h>
#include <string.h>

TEST(memory_is_zeroed_aligned_and_separate)
{
    static const size_t sizes[] = {0, 1, 3, 16, 17, 100, 1000, 5000, 70000, 300000, 1, 0};
    enum { COUNT = sizeof sizes / sizeof sizes[0] };
    arena a;
    arena_init(&a, 0);
    unsigned char *pieces[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        pieces[i] = arena_alloc(&a, sizes[i]);
        assert_non_null(pieces[i]);
        assert_int_equal((uintptr_t)pieces[i] % _Alignof(max_align_t), 0);
        for (size_t k = 0; k < sizes[i]; k++)
            assert_int_equal(pieces[i][k], 0);
        if (sizes[i] > 0)
            memset(pieces[i], (int)i + 1, sizes[i]);
    }
    for (size_t i = 0; i < COUNT; i++)
        for (size_t k = 0; k < sizes[i]; k++)
            assert_int_equal(pieces[i][k], i + 1);
    assert_true(pieces[0] != pieces[COUNT - 1]);
    assert_false(a.failed);
    arena_finish(&a);
    assert_int_equal(a.used, 0);
}

TEST(many_small_pieces)
{
    arena a = {0}; /* a zeroed arena is valid */
    uint32_t *numbers[10000];
    for (uint32_t i = 0; i < 10000; i++) {
        numbers[i] = arena_new(&a, uint32_t, 1 + i % 7);
        assert_non_null(numbers[i]);
        numbers[i][i % 7] = i;
    }
    for (uint32_t i = 0; i < 10000; i++)
        assert_int_equal(numbers[i][i % 7], i);
    arena_finish(&a);
    arena_finish(&a); /* again does nothing */
}

TEST(the_limit_refuses)
{
    arena a;
    arena_init(&a, 1000);
    assert_non_null(arena_alloc(&a, 900));
    assert_null(arena_alloc(&a, 900));
    assert_true(a.failed);
    assert_non_null(arena_alloc(&a, 16)); /* what fits is still given */
    assert_true(a.failed);
    assert_true(a.used <= 1000);
    arena_finish(&a);
    assert_false(a.failed);
    assert_non_null(arena_alloc(&a, 900)); /* usable again, with the same limit */
    assert_null(arena_alloc(&a, 900));
    arena_finish(&a);
}

TEST(impossible_sizes_are_refused)
{
    arena a;
    arena_init(&a, 0);
    assert_null(arena_alloc(&a, SIZE_MAX));
    assert_true(a.failed);
    assert_null(arena_alloc(&a, SIZE_MAX - 64));
    assert_null(arena_array(&a, SIZE_MAX / 2, 3));
    assert_null(arena_array(&a, SIZE_MAX / 8 + 2, 8));
    assert_null(arena_text(&a, "", SIZE_MAX));
    assert_int_equal(a.used, 0);
    assert_non_null(arena_array(&a, 0, 8));
    assert_non_null(arena_array(&a, 8, 0));
    arena_finish(&a);
}

TEST(texts)
{
    arena a;
    arena_init(&a, 0);
    assert_string_equal(arena_text(&a, "rook and knight", 4), "rook");
    assert_string_equal(arena_text(&a, NULL, 0), "");
    assert_memory_equal(arena_text(&a, "a\0b", 3), "a\0b", 4);
    assert_string_equal(arena_format(&a, "%s on %c%d", "king", 'e', 1), "king on e1");
    char *wide = arena_format(&a, "%9000d", 7);
    assert_int_equal(strlen(wide), 9000);
    arena_finish(&a);

    arena_init(&a, 32);
    assert_null(arena_format(&a, "%100d", 7));
    assert_true(a.failed);
    arena_finish(&a);
}
