/* Why, in every game: at positions of random play each legal move has a rule with its place, each pseudo-legal move that the rules
 * forbid has a reason, the status agrees with the outcome, and a question changes nothing. */
#include "unit/test.h"

#include "unit/fixtures.h"
#include "unit/share.h"

#include "base/random.h"
#include "play/notation.h"

#if defined(__SANITIZE_ADDRESS__) || defined(FERZ_COVERAGE)
enum { PLIES = 12 };
#else
enum { PLIES = 24 };
#endif
enum { ASKED = 6, RESTART = 40 };

typedef struct walker {
    ferz_variant *variant;
    ferz_game *game;
    random_source random;
    move *moves[2];
    size_t room, refused, allowed, endings;
} walker;

static char *why_of(walker *w, const char *words, bool expected)
{
    ferz_messages *messages = ferz_messages_create(false);
    uint64_t before = ferz_game_hash(w->game);
    bool legal = !expected;
    char *why = ferz_game_explain_move(w->game, words, &legal, messages);
    if (!why) {
        support_show(messages);
    }
    assert_non_null(why);
    if (legal != expected) {
        fail_msg("%s: `%s` is %slegal, but: %s", ferz_variant_facts(w->variant)->name, words, expected ? "" : "il",
                 why);
    }
    assert_true(ferz_game_hash(w->game) == before);
    ferz_messages_free(messages);
    return why;
}

static void check_legal(walker *w, move m)
{
    char words[MOVE_TEXT_MAX];
    notation_write_one(w->game->game_history.position, m, words);
    char *why = why_of(w, words, true);
    bool rule = strstr(why, "rule: ") && strstr(why, ".yaml:");
    if (!rule && !strstr(why, "ends the game: ") && !strstr(why, "the turn")) {
        fail_msg("%s: no rule for `%s`: %s", ferz_variant_facts(w->variant)->name, words, why);
    }
    w->allowed++;
    ferz_free(why);
}

static void check_illegal(walker *w, move m)
{
    char words[MOVE_TEXT_MAX];
    notation_write_one(w->game->game_history.position, m, words);
    char *why = why_of(w, words, false);
    if (strstr(why, "a rule of the game forbids it") || strstr(why, "no rule takes") || !strstr(why, ".yaml:")) {
        char *fen = ferz_game_fen(w->game);
        fail_msg("%s: `%s` in %s has no reason: %s", ferz_variant_facts(w->variant)->name, words, fen, why);
    }
    w->refused++;
    ferz_free(why);
}

/* A few of the pseudo-legal moves, legal or not. */
static void check_moves(walker *w)
{
    const variant *v = w->variant->variant;
    position *p = w->game->game_history.position;
    move_list legal = {w->moves[0], 0, w->room, false}, pseudo = {w->moves[1], 0, w->room, false};
    history_legal_moves(&w->game->game_history, &legal, true);
    v->core->pseudo(p, &pseudo);
    for (int i = 0; i < ASKED && legal.count; i++) {
        check_legal(w, legal.moves[random_below(&w->random, (uint32_t)legal.count)]);
    }
    if (history_outcome(&w->game->game_history).kind != OUTCOME_ONGOING) {
        return;
    }
    int asked = 0;
    for (size_t i = 0; i < pseudo.count && asked < ASKED; i++) {
        char words[MOVE_TEXT_MAX];
        notation_write_one(p, pseudo.moves[i], words);
        if (notation_find(p, &legal, words) == MOVE_NONE) {
            check_illegal(w, pseudo.moves[i]);
            asked++;
        }
    }
}

static void check_status(walker *w)
{
    ferz_messages *messages = ferz_messages_create(false);
    ferz_status status;
    bool over = false;
    assert_int_equal(ferz_game_status(w->game, &status, messages), FERZ_OK);
    char *why = ferz_game_explain_status(w->game, &over, messages);
    assert_non_null(why);
    assert_true(over == (status.outcome != FERZ_ONGOING));
    size_t lines = 0;
    for (const char *s = why; *s; s++) {
        lines += *s == '\n';
    }
    if (over) {
        assert_non_null(strstr(why, status.reason));
    } else {
        assert_int_equal(lines, w->variant->variant->ending_count + 1);
        w->endings += lines - 1;
    }
    ferz_free(why);
    ferz_messages_free(messages);
}

static bool step(walker *w)
{
    size_t count = 0;
    char *block = ferz_game_legal_moves(w->game, &count, NULL);
    bool any = block && count;
    if (any) {
        size_t which = random_below(&w->random, (uint32_t)count);
        const char *words = block;
        while (which--) {
            words += strlen(words) + 1;
        }
        ferz_messages *messages = ferz_messages_create(false);
        assert_int_equal(ferz_game_move(w->game, words, messages), FERZ_OK);
        ferz_messages_free(messages);
    }
    ferz_free(block);
    return any;
}

TEST(check_every_position)
{
    ferz_messages *messages = ferz_messages_create(false);
    ferz_list_entry *entries = NULL;
    const char *const dirs[] = {FERZ_SOURCE_DIR "/rules", NULL};
    size_t count = ferz_list(dirs, &entries, messages);
    assert_true(count > 50);
    for (size_t i = 0; i < count; i++) {
        if (!share_takes(entries[i].name)) {
            continue;
        }
        walker w = {.variant = support_game(entries[i].name, NULL, NULL)};
        w.random.state = 7 + i;
        w.game = support_play(w.variant, NULL, NULL);
        w.room = w.variant->variant->moves_max;
        for (int k = 0; k < 2; k++) {
            w.moves[k] = malloc(w.room * sizeof(move));
            assert_non_null(w.moves[k]);
        }
        for (int ply = 0; ply < (int)share_longer(PLIES); ply++) {
            check_moves(&w);
            check_status(&w);
            if (!step(&w) || ply % RESTART == RESTART - 1) {
                ferz_game_free(w.game);
                w.game = support_play(w.variant, NULL, NULL);
            }
        }
        print_message("%s: %zu legal, %zu refused, %zu endings\n", entries[i].name, w.allowed, w.refused, w.endings);
        free(w.moves[0]);
        free(w.moves[1]);
        ferz_game_free(w.game);
        ferz_variant_free(w.variant);
    }
    ferz_list_free(entries, count);
    ferz_messages_free(messages);
}
