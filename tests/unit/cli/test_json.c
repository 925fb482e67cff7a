/* The JSON writer, messages in it, and the splitting of moves into words. What is not in the library is included here. */
#include "unit/test.h"

#include "answers/games.c"
#include "answers/position.c"
#include "answers/rules.c"

TEST(writes_commas_between_members_only)
{
    text t = {0};
    json_open(&t, NULL, JSON_OBJECT);
    json_open(&t, "none", JSON_ARRAY);
    json_close(&t, JSON_ARRAY);
    json_open(&t, "some", JSON_ARRAY);
    json_number(&t, NULL, INT64_MIN);
    json_unsigned(&t, NULL, UINT64_MAX);
    json_open(&t, NULL, JSON_OBJECT);
    json_close(&t, JSON_OBJECT);
    json_bool(&t, NULL, true);
    json_string(&t, NULL, NULL);
    json_close(&t, JSON_ARRAY);
    /* Strings that end as an object or array begins must not swallow the comma. */
    json_string(&t, "brace", "{");
    json_string(&t, "bracket", "[");
    json_bool(&t, "last", false);
    json_close(&t, JSON_OBJECT);
    assert_string_equal(text_string(&t),
                        "{\"none\":[],\"some\":[-9223372036854775808,18446744073709551615,{},true,null],"
                        "\"brace\":\"{\",\"bracket\":\"[\",\"last\":false}");
    text_finish(&t);
}

TEST(escapes_names_and_values)
{
    text t = {0};
    json_open(&t, NULL, JSON_OBJECT);
    json_string(&t, "a\"b", "c\\d\n");
    json_close(&t, JSON_OBJECT);
    assert_string_equal(text_string(&t), "{\"a\\\"b\":\"c\\\\d\\n\"}");
    text_finish(&t);
}

TEST(writes_what_a_message_has)
{
    text t = {0};
    ferz_message message = {.file = "a.yaml",
                            .line = 3,
                            .column = 4,
                            .character = 3,
                            .character_end = 8,
                            .code = "E0301",
                            .text = "wrong",
                            .rendered = "a.yaml:3:4"};
    put_message(&t, &message);
    message = (ferz_message){.warning = true, .code = "W1", .text = "well", .hint = "do", .rendered = ""};
    put_message(&t, &message);
    assert_string_equal(
        text_string(&t),
        "{\"severity\":\"error\",\"code\":\"E0301\",\"text\":\"wrong\",\"file\":\"a.yaml\",\"line\":3,"
        "\"column\":4,\"character\":3,\"character_end\":8,\"rendered\":\"a.yaml:3:4\"},"
        "{\"severity\":\"warning\",\"code\":\"W1\",\"text\":\"well\",\"hint\":\"do\",\"rendered\":\"\"}");
    text_finish(&t);
}

/* Lengths come in any order, and those that no game had are left out. */
TEST(counts_lengths)
{
    static const uint64_t plies[] = {3, 0, 700, 3};
    answer_lengths lengths = {0};
    for (size_t i = 0; i < sizeof plies / sizeof plies[0]; i++) {
        answer_lengths_add(&lengths, plies[i]);
    }
    text t = {0};
    put_lengths(&t, &lengths);
    assert_string_equal(text_string(&t), "\"lengths\":[[0,1],[3,2],[700,1]]");
    text_finish(&t);
    answer_lengths_finish(&lengths);
}

TEST(splits_moves)
{
    static const struct {
        const char *line;
        const char *moves; /* as a JSON array */
    } rows[] = {
        {"", "[]"},
        {" \t\n", "[]"},
        {"e2e4", "[\"e2e4\"]"},
        {" e2e4\r\ne7e5  g1f3 ", "[\"e2e4\",\"e7e5\",\"g1f3\"]"},
        {"roll 3-5 e2e4", "[\"roll 3-5\",\"e2e4\"]"},
        {"e2e4 roll 6", "[\"e2e4\",\"roll 6\"]"},
        {"roll", "[\"roll\"]"},
        {"rolls 3", "[\"rolls\",\"3\"]"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        text t = {0};
        answer_plies(&t, NULL, rows[i].line);
        assert_string_equal(text_string(&t), rows[i].moves);
        text_finish(&t);
    }
}

TEST(ends_each_move_with_a_nul)
{
    text t = {0};
    assert_int_equal(move_tokens_add(&t, "e2e4 roll 2"), 2);
    assert_int_equal(t.length, sizeof "e2e4\0roll 2");
    assert_memory_equal(t.bytes, "e2e4\0roll 2", sizeof "e2e4\0roll 2");
    text_finish(&t);
}
