/* What a unit test begins with: cmocka, and TEST.
 *
 *     TEST(pawns_step)
 *     {
 *         assert_int_equal(...);
 *     }
 *
 * The build reads the names from the source and makes the program's main of them (test_main.cmake): none can be forgotten. They run in
 * the order of the file.
 *
 * At most once in a file, NULL for what is not needed:
 *     ALL_TESTS(begin, end);        before the first test and after the last one
 *     EACH_TEST(begin, end);        before and after each test
 *     TEST_ARGUMENTS(function);     sees the arguments of the program first; no tests run if it returns a status, from 0
 */
#ifndef TESTS_UNIT_TEST_H
#define TESTS_UNIT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define TEST(name)                                                                                                     \
    static void name(void);                                                                                            \
    void unit_test_##name(void **state);                                                                               \
    void unit_test_##name(void **state)                                                                                \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        name();                                                                                                        \
    }                                                                                                                  \
    static void name(void)

typedef int unit_fixture(void **state); /* 0: went well */

extern unit_fixture *const unit_before_all, *const unit_after_all, *const unit_before_each, *const unit_after_each;
extern int (*const unit_arguments)(int argc, char **argv);

#define ALL_TESTS(before, after) unit_fixture *const unit_before_all = before, *const unit_after_all = after
#define EACH_TEST(before, after) unit_fixture *const unit_before_each = before, *const unit_after_each = after
#define TEST_ARGUMENTS(function) int (*const unit_arguments)(int argc, char **argv) = function

#endif
