#include "cli/cards.h"

#include <stdlib.h>
#include <string.h>

enum { INDENT = 5, NARROWEST = 40, USUAL_WIDTH = 80 };

/* Words from that column on; lines that follow begin at INDENT. */
static void put_wrapped(text *out, const char *words, size_t column, size_t width)
{
    for (bool first = true; *words; first = false) {
        const size_t length = strcspn(words, " ");
        if (!first && column + 1 + length > width) {
            text_print(out, "\n%*s", INDENT, "");
            column = INDENT;
        } else if (!first) {
            text_char(out, ' ');
            column++;
        }
        text_add(out, words, length);
        column += length;
        words += length + (words[length] == ' ');
    }
    text_char(out, '\n');
}

static bool same_card(const ferz_card *a, const ferz_card *b)
{
    return strcmp(a->place, b->place) == 0 && (a->word ? b->word && strcmp(a->word, b->word) == 0 : !b->word);
}

/* `  T  paratrooper: what it does`; without the T where moves write its name. */
static void put_card(const ferz_variant *variant, const char *word, size_t copies, const board_style *style, text *out)
{
    text words = {0};
    char *label = ferz_variant_move_words(variant, word, FERZ_ENGLISH);
    char *does = ferz_variant_card_words(variant, word, FERZ_ENGLISH);
    const bool coded = label && *label && strcmp(label, word) != 0;
    text_put(&words, coded ? label : word);
    if (copies > 1) {
        text_print(&words, " (%zu)", copies);
    }
    if (does && *does) {
        text_print(&words, ": %s", does);
    }
    text_print(out, coded ? "  %-2s " : "  ", word);
    const size_t begin = !coded ? 2 : strlen(word) > 2 ? strlen(word) + 3 : INDENT;
    put_wrapped(out, text_string(&words), begin, style->width >= NARROWEST ? style->width : USUAL_WIDTH);
    out->failed |= words.failed || !label || !does;
    text_finish(&words);
    ferz_free(does);
    ferz_free(label);
}

static void put_place(const ferz_variant *variant, const ferz_card *card, size_t hidden, text *out)
{
    char *label = ferz_variant_move_words(variant, card->place, FERZ_ENGLISH);
    const char *place = card->player < 0 && label && *label ? label : card->place;
    text_print(out, card->player < 0 ? "cards, %s:" : "cards of %s:", place);
    text_print(out, hidden ? " %zu face down\n" : "\n", hidden);
    out->failed |= !label;
    ferz_free(label);
}

void cards_put(const ferz_game *game, const board_style *style, text *out)
{
    const ferz_variant *variant = ferz_game_variant(game);
    const size_t count = ferz_game_cards(game, NULL, 0);
    ferz_card *cards = calloc(count + 1, sizeof *cards);
    out->failed |= !cards;
    (void)ferz_game_cards(game, cards, cards ? count : 0);
    for (size_t i = 0; cards && i < count; i++) {
        size_t before = 0, copies = 0, hidden = 0;
        for (size_t k = 0; k < count; k++) {
            copies += same_card(&cards[i], &cards[k]);
            before += k < i && same_card(&cards[i], &cards[k]);
            hidden += !cards[k].word && strcmp(cards[k].place, cards[i].place) == 0;
        }
        if (i == 0 || strcmp(cards[i].place, cards[i - 1].place) != 0) {
            put_place(variant, &cards[i], hidden, out);
        }
        if (!before && cards[i].word) {
            put_card(variant, cards[i].word, copies, style, out);
        }
    }
    free(cards);
}
