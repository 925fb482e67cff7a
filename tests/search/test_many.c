/* More than two sides: each takes what is best for himself; limits and lines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ferz.h"

#include <stdio.h>
#include <string.h>

static ferz_messages *messages;
static ferz_game *crowd; /* three players, three in a row */

static ferz_best ask(const char *fen, ferz_limits limits)
{
    ferz_best best = {0};
    ferz_play *play = ferz_play_create(crowd, fen, messages);
    if (!play) {
        fail_msg("%s", ferz_messages_at(messages, 0).rendered);
    }
    limits.hash_bytes = 1 << 20;
    uint64_t before = ferz_play_hash(play);
    assert_int_equal(ferz_play_best(play, &limits, &best, messages), FERZ_OK);
    assert_int_equal(ferz_play_hash(play), before);
    ferz_play_destroy(play);
    return best;
}

static void forget(ferz_best *best)
{
    ferz_free(best->move);
    ferz_free(best->line);
}

#define HANDS "[aSaSaSaSaSbSbSbSbSbScScScScScS]"

static void finishes_its_line(void **state)
{
    (void)state;
    ferz_best best = ask("5/5/5/bS,bS,3/aS,aS,1,cS,cS" HANDS " a - - 0 5", (ferz_limits){.depth = 3});
    assert_string_equal(best.move, "S@c1");
    assert_int_equal(best.mate, 1);
    forget(&best);
    best = ask("5/5/5/bS,bS,3/aS,aS,1,cS,cS" HANDS " b - - 0 5", (ferz_limits){.depth = 3});
    assert_string_equal(best.move, "S@c2");
    assert_int_equal(best.mate, 1);
    forget(&best);
}

/* The next player but one would win on c1: the mover must stop him, if the next one does not; here nobody else can gain. */
static void stops_the_next(void **state)
{
    (void)state;
    ferz_best best = ask("5/5/cS,4/2aS,2/bS,bS,3" HANDS " a - - 0 5", (ferz_limits){.depth = 3});
    assert_string_equal(best.move, "S@c1");
    forget(&best);
}

typedef struct heard {
    int most, scores[4];
    char first[4][8];
} heard;

static void hear(void *state, const ferz_report *r)
{
    heard *h = state;
    if (r->number <= 4) {
        h->most = r->number > h->most ? r->number : h->most;
        h->scores[r->number - 1] = r->score;
        sscanf(r->line, "%7s", h->first[r->number - 1]);
    }
}

static void lines_and_limits(void **state)
{
    (void)state;
    heard h = {0};
    const char *fen = "5/5/5/bS,bS,3/aS,aS,1,cS,cS" HANDS " a - - 0 5";
    ferz_best best = ask(fen, (ferz_limits){.depth = 2, .lines = 3, .info = hear, .state = &h});
    assert_int_equal(h.most, 3);
    assert_string_equal(h.first[0], "S@c1");
    assert_string_not_equal(h.first[0], h.first[1]);
    assert_string_not_equal(h.first[1], h.first[2]);
    assert_true(h.scores[0] >= h.scores[1] && h.scores[1] >= h.scores[2]);
    forget(&best);
    best = ask(fen, (ferz_limits){.depth = 2, .only = "S@e5 S@c3"});
    assert_true(strcmp(best.move, "S@e5") == 0 || strcmp(best.move, "S@c3") == 0);
    forget(&best);
    best = ask("5/5/5/5/5" HANDS " a - - 0 1", (ferz_limits){.nodes = 5000});
    assert_true(best.nodes <= 5000 && best.nodes > 4000);
    forget(&best);
}

/* The same thought twice is the same answer, by either way of searching. */
static void same_again(void **state)
{
    (void)state;
    for (int method = FERZ_METHOD_DEPTH; method <= FERZ_METHOD_MCTS; method++) {
        ferz_limits limits = {.nodes = 6000, .seed = 9, .method = (ferz_method)method};
        ferz_best one = ask("5/5/5/bS,4/aS,1,cS,2" HANDS " a - - 0 2", limits);
        ferz_best other = ask("5/5/5/bS,4/aS,1,cS,2" HANDS " a - - 0 2", limits);
        assert_string_equal(one.line, other.line);
        assert_int_equal(one.score, other.score);
        forget(&one);
        forget(&other);
        ferz_best win = ask("5/5/5/bS,bS,3/aS,aS,1,cS,cS" HANDS " a - - 0 5", limits);
        assert_string_equal(win.move, "S@c1");
        forget(&win);
    }
}

static int set_up(void **state)
{
    (void)state;
    static const char rules[] =
        "name: Crowd\n"
        "board: {size: 5x5, checkered: false}\n"
        "players: [{name: ann, letter: a, sits: south}, {name: bob, letter: b, sits: west}, {name: cid, letter: c, "
        "sits: north}]\n"
        "pieces: {stone: {letter: s}}\n"
        "drops: {immobile: true}\n"
        "start: \"5/5/5/5/5" HANDS " a - - 0 1\"\n"
        "end:\n"
        "  line: {when: line 3, result: win}\n"
        "  full: {when: stalemate, result: draw}\n";
    messages = ferz_messages_create(false);
    crowd = ferz_game_load_text("crowd", rules, strlen(rules), NULL, NULL, 0, 1, messages);
    if (!crowd) {
        print_error("%s", ferz_messages_at(messages, 0).rendered);
    }
    return crowd ? 0 : 1;
}

static int tear_down(void **state)
{
    (void)state;
    ferz_game_destroy(crowd);
    ferz_messages_destroy(messages);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(finishes_its_line), cmocka_unit_test(stops_the_next),
                                       cmocka_unit_test(lines_and_limits), cmocka_unit_test(same_again)};
    return cmocka_run_group_tests_name("many", tests, set_up, tear_down);
}
