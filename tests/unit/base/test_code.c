/* Codes are found as they are written, and no two are written alike. */
#include "unit/test.h"

#include "base/code.h"

#include <string.h>

TEST(each_code_is_found_again)
{
    assert_string_equal(code_text(CODE_NONE), "");
    assert_string_equal(code_text(CODE_UNKNOWN_KEY), "E0301");
    for (int i = 1; i < CODE_COUNT; i++) {
        const char *written = code_text((diag_code)i);
        assert_int_equal(strlen(written), 5);
        assert_true(written[0] == 'E' || written[0] == 'W');
        assert_int_equal(strspn(written + 1, "0123456789"), 4);
        assert_int_equal(code_find(written), i); /* so no code is given twice */
        for (int k = 1; k < i; k++)
            assert_string_not_equal(code_text((diag_code)k) + 1, written + 1); /* E0301 beside W0301 would confuse */
    }
}

TEST(other_words_are_no_codes)
{
    assert_int_equal(code_find("e0301"), CODE_UNKNOWN_KEY);
    static const char *const no[] = {"", "E", "E030", "E03011", "E9999", "0301", "chess"};
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        assert_int_equal(code_find(no[i]), CODE_NONE);
}
