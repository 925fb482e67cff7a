/* Answer trees: what they know is what the function answers, with any memory; they forget what is not used; a function that keeps
 * something in mind is found. */
#include "unit/test.h"

#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "script/answer_tree.h"

enum { CELLS = 24, KINDS = 5, ASK_CELL = 1, ASK_LIST, ASK_ARGUMENT = ANSWER_VARYING };

/* What is asked: a board of small numbers. */
typedef struct world {
    int board[CELLS], argument;
    answer_tree *trees;
    uint64_t puts;
    int leading;       /* cells that are asked before the argument */
    uint64_t position; /* its number; 0: none */
} world;

static random_source numbers = {1};

static int listed(const world *w, int kind, int *cells)
{
    int count = 0;
    for (int c = 0; c < CELLS; c++) {
        if (w->board[c] == kind) {
            cells[count++] = c;
        }
    }
    return count;
}

static int32_t put(void *context, const question *q)
{
    world *w = context;
    int cells[CELLS];
    w->puts++;
    if (q->kind == ASK_ARGUMENT) {
        return w->argument;
    }
    return q->kind == ASK_CELL
               ? w->board[q->a]
               : (int32_t)answer_tree_find_text(w->trees, cells, (size_t)listed(w, q->b, cells) * sizeof *cells);
}

static int ask_cell(world *w, int cell)
{
    question q = {.kind = ASK_CELL, .a = (uint16_t)cell};
    answer_tree_note(w->trees, &q, w->board[cell]);
    return w->board[cell];
}

/* A function of one argument that asks on from what it hears: where a cell sends it, and then where all of a kind stand. */
static void answer(world *w, char *words, size_t room)
{
    const question first = {.kind = ASK_ARGUMENT};
    int sum = 0;
    for (int i = 0; i < w->leading; i++) {
        sum += ask_cell(w, i);
    }
    answer_tree_note(w->trees, &first, w->argument);
    int cell = w->argument % CELLS;
    for (int i = 0; i < 4; i++) {
        int there = ask_cell(w, cell);
        sum = sum * 7 + there;
        cell = (cell + 1 + 3 * there) % CELLS;
    }
    int cells[CELLS], kind = sum % KINDS;
    int count = listed(w, kind, cells);
    question q = {.kind = ASK_LIST, .b = kind};
    answer_tree_note(w->trees, &q, (int32_t)answer_tree_value(w->trees, cells, (size_t)count * sizeof *cells));
    (void)snprintf(words, room, "%d of %d at %d, %d", count, kind, count ? cells[0] : -1, sum);
}

/* Changes some cells at random, then asks. Returns whether the trees knew; what they know must be right. */
static bool try_once(world *w, int changes, int arguments)
{
    char words[64];
    size_t length;
    for (int i = 0; i < changes; i++) {
        w->board[random_below(&numbers, CELLS)] = (int)random_below(&numbers, KINDS);
    }
    w->position += w->position && changes;
    w->argument = (int)random_below(&numbers, (uint32_t)arguments);
    uint32_t known = answer_tree_walk(w->trees, 3, w->position, put, w);
    char before[64] = "";
    if (known) {
        const char *bytes = answer_tree_bytes(w->trees, known, &length);
        assert_in_range(length, 1, sizeof before);
        memcpy(before, bytes, length);
    }
    answer_tree_begin(w->trees, 3);
    answer(w, words, sizeof words);
    answer_tree_end(w->trees, words, strlen(words) + 1);
    if (known) {
        assert_string_equal(before, words);
    }
    return known;
}

TEST(test_known_is_right)
{
    world w = {.trees = answer_tree_create(0)};
    int known = 0;
    for (int i = 0; i < 200000; i++) {
        known += try_once(&w, i % 3, 4);
    }
    assert_in_range(known, 20000, 199999);
    assert_int_equal(answer_tree_counts(w.trees, 3).known, known);
    assert_int_equal(answer_tree_counts(w.trees, 3).walked, w.puts);
    assert_false(answer_tree_counts(w.trees, 3).keeps_state);
    answer_tree_destroy(w.trees);
}

/* What is asked about the position before the argument is put once a position, and again where the position is not known to be
 * the same, whatever is forgotten meanwhile. */
TEST(test_leading)
{
    enum { CALLS = 20000, EACH = 10 };
    uint64_t puts[3];
    for (int way = 0; way < 3; way++) {
        world w = {.trees = answer_tree_create(way == 2 ? 10000 : 0), .leading = 6, .position = way > 0};
        numbers.state = 1;
        for (int i = 0; i < CALLS; i++) {
            (void)try_once(&w, i % EACH ? 0 : 1, 4);
        }
        puts[way] = w.puts;
        assert_int_equal(answer_tree_counts(w.trees, 3).walked, w.puts);
        assert_int_equal(answer_tree_leading(w.trees, 3), 6);
        assert_int_equal(answer_tree_leading(w.trees, 4), 0);
        answer_tree_destroy(w.trees);
    }
    assert_true(puts[0] > puts[1] + (uint64_t)CALLS * 3);
}

/* With hardly any memory all is forgotten again and again, and what is known is still right. */
TEST(test_small_memory)
{
    for (size_t bytes = 1; bytes <= (size_t)1 << 20; bytes *= 8) {
        world w = {.trees = answer_tree_create(bytes)};
        for (int i = 0; i < 20000; i++) {
            (void)try_once(&w, 2, CELLS);
        }
        answer_tree_destroy(w.trees);
    }
}

/* What is asked all the time stays, whatever else passes by. */
TEST(test_used_stays)
{
    world w = {.trees = answer_tree_create((size_t)1 << 20)};
    answer_tree_begin(w.trees, 5);
    (void)ask_cell(&w, 0);
    answer_tree_end(w.trees, "always", 7);
    uint32_t epoch = answer_tree_epoch(w.trees);
    const question first = {.kind = ASK_ARGUMENT};
    for (int i = 0; i < 50000; i++) {
        w.board[0] = 0;
        uint32_t known = answer_tree_walk(w.trees, 5, 0, put, &w);
        if (epoch == answer_tree_epoch(w.trees)) {
            assert_true(known);
        }
        for (int k = 0; k < 4; k++) {
            answer_tree_begin(w.trees, 6);
            answer_tree_note(w.trees, &first, (int32_t)random_below(&numbers, INT32_MAX));
            answer_tree_end(w.trees, "once", 5);
        }
    }
    assert_int_equal(answer_tree_epoch(w.trees), epoch);
    answer_tree_destroy(w.trees);
}

/* The second question depends on something that is not asked. */
TEST(test_state_is_found)
{
    world w = {.trees = answer_tree_create(0)};
    for (int i = 0; i < 3; i++) {
        answer_tree_begin(w.trees, 7);
        (void)ask_cell(&w, 1);
        (void)ask_cell(&w, 2 + i / 2);
        answer_tree_end(w.trees, "so", 3);
    }
    assert_true(answer_tree_counts(w.trees, 7).keeps_state);
    assert_int_equal(answer_tree_walk(w.trees, 7, 0, put, &w), 0);
    answer_tree_destroy(w.trees);
}

/* Nothing is learned from a call that failed, nor from one that asks too much. */
TEST(test_not_learned)
{
    world w = {.trees = answer_tree_create(0)};
    answer_tree_begin(w.trees, 1);
    (void)ask_cell(&w, 1);
    answer_tree_abandon(w.trees);
    answer_tree_end(w.trees, "", 0);
    assert_int_equal(answer_tree_walk(w.trees, 1, 0, put, &w), 0);
    answer_tree_begin(w.trees, 1);
    for (int i = 0; i < 100000; i++) {
        question q = {.kind = ASK_LIST, .b = i};
        answer_tree_note(w.trees, &q, 1);
    }
    assert_false(answer_tree_is_learning(w.trees));
    answer_tree_end(w.trees, "", 0);
    assert_int_equal(answer_tree_walk(w.trees, 1, 0, put, &w), 0);
    answer_tree_destroy(w.trees);
}

/* A function whose answers are never known again costs no memory and no walks for a while. */
TEST(test_rest)
{
    world w = {.trees = answer_tree_create(0)};
    const question argument = {.kind = ASK_ARGUMENT};
    for (w.argument = 0; w.argument < 10000; w.argument++) {
        assert_int_equal(answer_tree_walk(w.trees, 2, 0, put, &w), 0);
        answer_tree_begin(w.trees, 2);
        answer_tree_note(w.trees, &argument, w.argument);
        answer_tree_end(w.trees, "", 0);
    }
    answer_tree_begin(w.trees, 2);
    assert_false(answer_tree_is_learning(w.trees));
    w.argument = 5;
    assert_int_equal(answer_tree_walk(w.trees, 2, 0, put, &w), 0);
    answer_tree_destroy(w.trees);
}
