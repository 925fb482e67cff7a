/* Cards: which ones a position has, whose they are, and who sees them. */
#include "unit/test.h"

#include "unit/fixtures.h"

/* A position, who looks at it (-1: everybody's knowledge together), and its cards as `place word`. */
typedef struct row {
    const char *game, *option, *value, *fen;
    int viewer;
    const char *cards;
} row;

#define BARE "4k3/8/8/8/8/8/8/4K3 w - - 0 1"

static const row rows[] = {
    {"storm", NULL, NULL, BARE " white-1=2 white-3=8 black-2=5", -1, "white T, white H, black K"},
    {"storm", NULL, NULL, BARE " white-1=2 white-3=8 black-2=5", 0, "white T, white H, black ?"},
    {"storm", NULL, NULL, BARE " white-1=2 white-3=8 black-2=5", 1, "white ?, white ?, black K"},
    {"storm", "hands", "open", BARE " white-1=2 black-2=5", 0, "white T, black K"},
    {"storm", NULL, NULL, BARE, -1, ""},
    {"storm", "cards", "off", NULL, -1, ""},
    {"onitama", NULL, NULL, "ssmss/5/5/5/SSMSS[TCkn] w - - 0 1 middle=5", 1,
     "red tiger, red crab, blue monkey, blue crane, middle dragon"},
    {"onitama", NULL, NULL, "ssmss/5/5/5/SSMSS[TCkn] w - - 0 1", -1, "red tiger, red crab, blue monkey, blue crane"},
    {"crazyhouse", NULL, NULL, "4k3/8/8/8/8/8/8/4K3[QPp] w - - 0 1", -1,
     ""}, /* pieces in hand are no cards of themselves */
};

static void check_row(const row *r)
{
    enum { ROOM = 16 };
    ferz_variant *g = support_game(r->game, r->option, r->value);
    ferz_game *game = support_play(g, r->fen, NULL);
    ferz_game *view = r->viewer < 0 ? NULL : ferz_game_view(game, (size_t)r->viewer, NULL);
    const ferz_game *shown = view ? view : game;
    ferz_card cards[ROOM];
    const size_t count = ferz_game_cards(shown, cards, ROOM);
    text found = {0};
    text_put(&found, "");
    for (size_t i = 0; i < count; i++) {
        text_print(&found, "%s%s %s", i ? ", " : "", cards[i].place, cards[i].word ? cards[i].word : "?");
        assert_int_equal(cards[i].player < 0, strcmp(cards[i].place, "middle") == 0);
    }
    assert_string_equal(text_string(&found), r->cards);
    assert_int_equal(ferz_game_cards(shown, cards, count ? 1 : 0), count);
    text_finish(&found);
    ferz_game_free(view);
    ferz_game_free(game);
    ferz_variant_free(g);
}

TEST(test_rows)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check_row(&rows[i]);
    }
}

/* Each card that the rules name is called something and does something, in both languages. */
static void check_words(const char *name)
{
    ferz_variant *g = support_game(name, NULL, NULL);
    size_t named = 0;
    for (size_t i = 0; i < g->rules->cards_count; i++) {
        for (size_t w = 0; w < g->rules->cards[i].word_count; w++, named++) {
            const char *word = g->rules->cards[i].words[w];
            char *english = ferz_variant_card_words(g, word, FERZ_ENGLISH),
                 *russian = ferz_variant_card_words(g, word, FERZ_RUSSIAN),
                 *label = ferz_variant_move_words(g, word, FERZ_RUSSIAN);
            assert_true(*english && *label && strcmp(english, russian) != 0);
            ferz_free(english);
            ferz_free(russian);
            ferz_free(label);
        }
    }
    assert_true(named >= 16);
    char *none = ferz_variant_card_words(g, "no card", FERZ_ENGLISH);
    assert_string_equal(none, "");
    ferz_free(none);
    ferz_variant_free(g);
}

TEST(test_words)
{
    check_words("storm");
    check_words("onitama");
}
