/* Why, in every game: at positions of random play each legal move has a rule with its place, each move that men could make and the
 * rules forbid has a reason of its own, the status agrees with what was decided, and asking changes nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "support.h"

#include "base/random.h"
#include "game/notation.h"

#if defined(__SANITIZE_ADDRESS__) || defined(FERZ_COVERAGE)
enum { PLIES = 12 };
#else
enum { PLIES = 60 };
#endif
enum { ASKED = 6, RESTART = 40 };

typedef struct walker {
    ferz_game *game;
    ferz_play *play;
    random_source random;
    move *moves[2];
    size_t room, refused, allowed, endings;
} walker;

static char *why_of(walker *w, const char *words, bool expected)
{
    ferz_messages *messages = ferz_messages_create(false);
    uint64_t before = ferz_play_hash(w->play);
    bool legal = !expected;
    char *why = ferz_play_why(w->play, words, &legal, messages);
    if (!why) {
        support_show(messages);
    }
    assert_non_null(why);
    if (legal != expected) {
        fail_msg("%s: `%s` is %slegal, but: %s", ferz_game_name(w->game), words, expected ? "" : "il", why);
    }
    assert_true(ferz_play_hash(w->play) == before);
    ferz_messages_destroy(messages);
    return why;
}

static void ask_legal(walker *w, move m)
{
    char words[MOVE_TEXT_MAX];
    notation_write_one(w->play->record.position, m, words);
    char *why = why_of(w, words, true);
    bool rule = strstr(why, "rule: ") && strstr(why, ".yaml:");
    if (!rule && !strstr(why, "ends the game: ") && !strstr(why, "the turn")) {
        fail_msg("%s: no rule for `%s`: %s", ferz_game_name(w->game), words, why);
    }
    w->allowed++;
    ferz_free(why);
}

static void ask_illegal(walker *w, move m)
{
    char words[MOVE_TEXT_MAX];
    notation_write_one(w->play->record.position, m, words);
    char *why = why_of(w, words, false);
    if (strstr(why, "a rule of the game forbids it") || strstr(why, "no rule takes") || !strstr(why, ".yaml:")) {
        char *fen = ferz_play_fen(w->play);
        fail_msg("%s: `%s` in %s has no reason: %s", ferz_game_name(w->game), words, fen, why);
    }
    w->refused++;
    ferz_free(why);
}

/* A few of the moves that men could make, which are legal or not. */
static void ask_moves(walker *w)
{
    const game *g = w->game->game;
    position *p = w->play->record.position;
    move_list legal = {w->moves[0], 0, w->room, false}, pseudo = {w->moves[1], 0, w->room, false};
    record_moves(&w->play->record, &legal, true);
    g->core->pseudo(p, &pseudo);
    for (int i = 0; i < ASKED && legal.count; i++) {
        ask_legal(w, legal.moves[random_below(&w->random, (uint32_t)legal.count)]);
    }
    if (record_verdict(&w->play->record).kind != VERDICT_ONGOING) {
        return;
    }
    int asked = 0;
    for (size_t i = 0; i < pseudo.count && asked < ASKED; i++) {
        char words[MOVE_TEXT_MAX];
        notation_write_one(p, pseudo.moves[i], words);
        if (notation_find(p, &legal, words) == MOVE_NONE) {
            ask_illegal(w, pseudo.moves[i]);
            asked++;
        }
    }
}

static void ask_status(walker *w)
{
    ferz_messages *messages = ferz_messages_create(false);
    ferz_status status;
    bool over = false;
    assert_int_equal(ferz_play_status(w->play, &status, messages), FERZ_OK);
    char *why = ferz_play_why_status(w->play, &over, messages);
    assert_non_null(why);
    assert_true(over == (status.outcome != FERZ_ONGOING));
    size_t lines = 0;
    for (const char *s = why; *s; s++) {
        lines += *s == '\n';
    }
    if (over) {
        assert_non_null(strstr(why, status.reason));
    } else {
        assert_int_equal(lines, w->game->game->ending_count + 1);
        w->endings += lines - 1;
    }
    ferz_free(why);
    ferz_messages_destroy(messages);
}

static bool step(walker *w)
{
    size_t count = 0;
    char *block = ferz_play_moves(w->play, &count, NULL);
    bool any = block && count;
    if (any) {
        size_t which = random_below(&w->random, (uint32_t)count);
        const char *words = block;
        while (which--) {
            words += strlen(words) + 1;
        }
        ferz_messages *messages = ferz_messages_create(false);
        assert_int_equal(ferz_play_move(w->play, words, messages), FERZ_OK);
        ferz_messages_destroy(messages);
    }
    ferz_free(block);
    return any;
}

static void asks_everywhere(void **state)
{
    (void)state;
    ferz_messages *messages = ferz_messages_create(false);
    ferz_entry *entries = NULL;
    const char *const dirs[] = {FERZ_SOURCE_DIR "/rules", NULL};
    size_t count = ferz_list(dirs, &entries, messages);
    assert_true(count > 50);
    for (size_t i = 0; i < count; i++) {
        walker w = {.game = support_game(entries[i].name, NULL, NULL)};
        w.random.state = 7 + i;
        w.play = support_play(w.game, NULL, NULL);
        w.room = w.game->game->moves_max;
        for (int k = 0; k < 2; k++) {
            w.moves[k] = malloc(w.room * sizeof(move));
            assert_non_null(w.moves[k]);
        }
        for (int ply = 0; ply < PLIES; ply++) {
            ask_moves(&w);
            ask_status(&w);
            if (!step(&w) || ply % RESTART == RESTART - 1) {
                ferz_play_destroy(w.play);
                w.play = support_play(w.game, NULL, NULL);
            }
        }
        print_message("%s: %zu legal, %zu refused, %zu endings\n", entries[i].name, w.allowed, w.refused, w.endings);
        free(w.moves[0]);
        free(w.moves[1]);
        ferz_play_destroy(w.play);
        ferz_game_destroy(w.game);
    }
    ferz_list_free(entries, count);
    ferz_messages_destroy(messages);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(asks_everywhere)};
    return cmocka_run_group_tests_name("why", tests, NULL, NULL);
}
