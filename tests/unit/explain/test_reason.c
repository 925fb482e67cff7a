/* Reasons: every kind has a sentence in both languages with the same slots, and what is filled in leaves no brace. */
#include "unit/test.h"

#include <stdlib.h>
#include <string.h>

#include "explain/reason.h"
#include "explain/translate.h"
#include "rules/ruleset.h"

static const char *const slots[] = {"piece", "by", "player", "owner", "cell", "to", "key", "words", "number", "limit"};
enum { SLOT_COUNT = sizeof slots / sizeof slots[0] };

/* The slots of a sentence as a bit set; fails at one that nobody fills. */
static unsigned slots_of(const char *sentence)
{
    unsigned found = 0;
    for (const char *at = strchr(sentence, '{'); at; at = strchr(at, '{')) {
        size_t length = strcspn(++at, ":}");
        size_t i = 0;
        while (i < SLOT_COUNT && (strlen(slots[i]) != length || strncmp(slots[i], at, length) != 0)) {
            i++;
        }
        if (i == SLOT_COUNT) {
            fail_msg("no such slot: `%s`", sentence);
        }
        found |= 1U << i;
    }
    return found;
}

static const reason filled = {.cells = {"e4", "e5"},
                              .piece = "king",
                              .by = "hawk",
                              .player = "white",
                              .owner = "purple",
                              .key = "a name",
                              .words = "some words",
                              .number = 21,
                              .limit = 5};

TEST(test_every_kind)
{
    arena a;
    arena_init(&a, 0);
    rule_piece pieces[1] = {{.name = "king"}};
    ruleset rules = {.pieces = pieces, .piece_count = 1};
    reason_list english, russian;
    reason_list_init(&english, &a, &rules, FACT_ENGLISH);
    reason_list_init(&russian, &a, &rules, FACT_RUSSIAN);
    for (reason_kind kind = 0; kind < REASON_KIND_COUNT; kind++) {
        const char *sentence = reason_template(kind), *other = translate_russian(&a, sentence);
        if (other == sentence) {
            fail_msg("no Russian sentence for `%s`", sentence);
        }
        assert_int_equal(slots_of(sentence), slots_of(other));
        assert_int_equal(reason_role_of(kind) == REASON_PHRASE, *reason_name(kind) == '\0');
        reason r = filled;
        r.kind = kind;
        assert_null(strpbrk(reason_sentence(&english, &r), "{}"));
        assert_null(strpbrk(reason_sentence(&russian, &r), "{}"));
    }
    assert_false(a.failed);
    arena_finish(&a);
}

TEST(test_sentences)
{
    static const struct {
        reason_kind kind;
        const char *english, *russian;
    } rows[] = {
        {REASON_IN_CHECK, "your king on e4 would stand in check from the hawk on e5",
         "после этого король на e4 стоит под шахом от `hawk` на e5"},
        {REASON_DICE, "the dice do not move a king", "кости не дают хода: король"},
        {REASON_HAS_MOVES, "white has 21 legal moves", "у белых 21 ход"},
        {REASON_WINS_SHARE, "white wins 0.21 to 0.05: some words", "белые выигрывают 0.21 : 0.05: some words"},
        {REASON_DOES_COUNTER_ADD, "counter a name +21", "счётчик a name +21"},
        {REASON_NOT_YOURS, "the king on e4 belongs to purple, and white is to move",
         "король на e4 — фигура purple, а ходят белые"},
    };
    arena a;
    arena_init(&a, 0);
    rule_piece pieces[1] = {{.name = "king"}};
    ruleset rules = {.pieces = pieces, .piece_count = 1};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        reason r = filled;
        r.kind = rows[i].kind;
        reason_list list;
        reason_list_init(&list, &a, &rules, FACT_ENGLISH);
        assert_string_equal(reason_sentence(&list, &r), rows[i].english);
        reason_list_init(&list, &a, &rules, FACT_RUSSIAN);
        assert_string_equal(reason_sentence(&list, &r), rows[i].russian);
    }
    arena_finish(&a);
}

/* Lists copy what may be gone, grow, and say a refusal and a place. */
TEST(test_lists)
{
    arena a;
    arena_init(&a, 0);
    ruleset rules = {.piece_count = 0};
    reason_list list;
    reason_list_init(&list, &a, &rules, FACT_ENGLISH);
    for (int i = 0; i < 40; i++) {
        char key[8] = "before", words[8] = "then";
        reason_add(&list, &(reason){.kind = REASON_HOOK_SAYS, .key = key, .words = words});
        memset(key, 'x', sizeof key - 1);
        memset(words, 'x', sizeof words - 1);
    }
    assert_int_equal(list.count, 40);
    assert_string_equal(list.items[39].key, "before");
    text out = {0};
    list.count = 1;
    reason_list_put(&list, &out);
    assert_string_equal(text_string(&out), "illegal: refused by hook before: then\n");
    text_finish(&out);
    /* What somebody typed is escaped in the sentence, and whole in the data. */
    list.count = 0;
    reason_add(&list, &(reason){.kind = REASON_NOT_A_MOVE, .key = "e\x1b[2J", .words = "a1b1"});
    assert_null(strchr(list.items[0].sentence, '\x1b'));
    assert_string_equal(list.items[0].key, "e\x1b[2J");
    arena_finish(&a);
}
