/* Tests of interp/service/call.c: how large an answer may become. */
#include "unit/test.h"

#undef fail /* of cmocka: a function of call.h has this name */

#include "service/call.h"
#include "service/service.h"

/* What has no room any more is left out, and the call knows. */
TEST(answers_are_limited)
{
    enum { VALUES = SERVICE_ANSWER_MAX / 64 };
    call c = {0};
    json_t *list = json_array(), *object = json_object(), *string = json_string("0123456789");
    for (size_t i = 0; i < VALUES / 2; i++) {
        put_item(&c, list, json_incref(string));
    }
    assert_false(c.too_large);
    assert_int_equal(json_array_size(list), VALUES / 2);
    for (size_t i = 0; i < VALUES / 2; i++) {
        put_item(&c, list, json_incref(string));
    }
    put_string(&c, object, "more", "text");
    assert_true(c.too_large && !c.out_of_memory);
    assert_in_range(json_array_size(list), VALUES / 2, VALUES - 1);
    assert_int_equal(json_object_size(object), 0);
    json_decref(string);
    json_decref(object);
    json_decref(list);
}
