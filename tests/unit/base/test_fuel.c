/* Fuel: it ends by time, by its callback, and stays out. */
#include "unit/test.h"

#include "base/diag.h"

TEST(without_fuel_there_is_no_limit)
{
    assert_true(fuel_draw(NULL, UINT32_MAX));
    assert_true(fuel_left(NULL));
    fuel f;
    fuel_begin(&f, 0, NULL, NULL);
    for (int i = 0; i < 1000; i++) {
        assert_true(fuel_draw(&f, 1000000));
    }
}

TEST(time_ends_it)
{
    fuel f;
    fuel_begin(&f, 20, NULL, NULL);
    uint64_t draws = 0;
    while (fuel_draw(&f, 100)) {
        draws++;
    }
    assert_true(draws > 100);
    assert_int_equal(f.state, FUEL_SPENT);
    assert_false(fuel_draw(&f, 0)); /* it stays out */
    assert_false(fuel_left(&f));
}

static bool third_time(void *state)
{
    return ++*(int *)state >= 3;
}

TEST(its_callback_ends_it)
{
    fuel f;
    int asked = 0;
    fuel_begin(&f, 0, third_time, &asked);
    int draws = 0;
    while (fuel_draw(&f, FUEL_LOOK_STEPS)) {
        draws++;
    }
    assert_int_equal(f.state, FUEL_STOPPED);
    assert_int_equal(draws, 2);
    assert_false(fuel_draw(&f, 1));
    assert_int_equal(asked, 3); /* not asked again */
}

TEST(it_is_reported_once)
{
    fuel f;
    int asked = 2;
    fuel_begin(&f, 0, third_time, &asked);
    diag_list diags;
    diag_list_init(&diags);
    diags.fuel = &f;
    assert_true(diag_draw(&diags, 1, (location){0}, "this is tried"));
    assert_false(diag_draw(&diags, FUEL_LOOK_STEPS, (location){0}, "this is tried"));
    assert_false(diag_draw(&diags, 1, (location){0}, "that is tried"));
    assert_int_equal(diags.errors, 1);
    assert_true(diags.budget_exceeded);
    assert_string_equal(diags.first->text, "stopped while this is tried");
    diag_list_finish(&diags);
}
