/* The transposition table: what goes in comes out, ends move with the ply, depth stays and age goes. */
#include "unit/test.h"

#include "search/evaluation.h"
#include "search/tt.h"

static uint64_t key_of(unsigned number)
{
    return (uint64_t)(number + 1) << 32; /* all in the first bucket */
}

TEST(gives_back_what_was_stored)
{
    transposition_table t;
    assert_true(tt_init(&t, 1 << 16));
    assert_int_equal(tt_probe(&t, 0, 0).bound, BOUND_NONE);
    assert_int_equal(tt_probe(&t, 77, 3).bound, BOUND_NONE);
    move m = move_pack(MOVE_NORMAL, 12, 28, 0, 0, 0);
    tt_store(&t, UINT64_C(0x123456789ABCDEF0), 5, m, -321, 7, BOUND_LOWER);
    tt_hit found = tt_probe(&t, UINT64_C(0x123456789ABCDEF0), 2);
    assert_true(found.move == m);
    assert_int_equal(found.score, -321);
    assert_int_equal(found.depth, 7);
    assert_int_equal(found.bound, BOUND_LOWER);
    /* A bound without a move leaves the move that is known. */
    tt_store(&t, UINT64_C(0x123456789ABCDEF0), 5, MOVE_NONE, 5, 8, BOUND_UPPER);
    found = tt_probe(&t, UINT64_C(0x123456789ABCDEF0), 2);
    assert_true(found.move == m);
    assert_int_equal(found.score, 5);
    assert_int_equal(tt_probe(&t, UINT64_C(0x123456799ABCDEF0), 2).bound, BOUND_NONE);
    tt_clear(&t);
    assert_int_equal(tt_probe(&t, UINT64_C(0x123456789ABCDEF0), 2).bound, BOUND_NONE);
    tt_finish(&t);
    tt_finish(&t);
}

TEST(keeps_ends_as_distances)
{
    transposition_table t;
    assert_true(tt_init(&t, 1));
    /* Four plies from the root an end three plies further on is seven from the root; met at ply ten it is thirteen. */
    tt_store(&t, key_of(0), 4, MOVE_NONE, SCORE_MATE - 7, 3, BOUND_EXACT);
    assert_int_equal(tt_probe(&t, key_of(0), 4).score, SCORE_MATE - 7);
    assert_int_equal(tt_probe(&t, key_of(0), 10).score, SCORE_MATE - 13);
    tt_store(&t, key_of(1), 4, MOVE_NONE, -(SCORE_MATE - 8), 3, BOUND_EXACT);
    assert_int_equal(tt_probe(&t, key_of(1), 0).score, -(SCORE_MATE - 4));
    tt_store(&t, key_of(2), 4, MOVE_NONE, SCORE_EVAL_MAX, 3, BOUND_EXACT);
    assert_int_equal(tt_probe(&t, key_of(2), 0).score, SCORE_EVAL_MAX);
    tt_finish(&t);
}

TEST(replaces_the_least_deep_and_oldest)
{
    transposition_table t;
    assert_true(tt_init(&t, 1)); /* one bucket */
    for (unsigned i = 0; i < TT_BUCKET; i++) {
        tt_store(&t, key_of(i), 0, MOVE_NONE, (int)i, 10 + (int)i, BOUND_EXACT);
    }
    tt_store(&t, key_of(9), 0, MOVE_NONE, 9, 1, BOUND_EXACT);
    assert_int_equal(tt_probe(&t, key_of(0), 0).bound, BOUND_NONE);
    assert_int_equal(tt_probe(&t, key_of(9), 0).score, 9);
    assert_int_equal(tt_probe(&t, key_of(3), 0).score, 3);
    for (int year = 0; year < 3; year++) {
        tt_new_search(&t);
    }
    for (unsigned i = 20; i < 20 + TT_BUCKET; i++) {
        tt_store(&t, key_of(i), 0, MOVE_NONE, (int)i, 1, BOUND_EXACT);
    }
    for (unsigned i = 0; i < TT_BUCKET; i++) {
        assert_int_equal(tt_probe(&t, key_of(20 + i), 0).score, 20 + i);
    }
    tt_finish(&t);
}

TEST(keeps_to_its_size)
{
    static const size_t sizes[] = {0, 1, 63, 64, 65, 1000, 4096, 1 << 20, (1 << 20) + 100};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        transposition_table t;
        assert_true(tt_init(&t, sizes[i]));
        size_t bytes = t.buckets * TT_BUCKET * sizeof(tt_entry);
        assert_true(bytes <= sizes[i] || t.buckets == 1);
        assert_true(bytes * 2 > sizes[i]);
        tt_finish(&t);
    }
}
