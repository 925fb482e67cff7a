/* Cards: counters and pieces in hand as people see them. */
#include "api/ferz_internal.h"

#include <string.h>

#include "core/position.h"

typedef struct card_list {
    ferz_card *items; /* [room] */
    size_t room, count;
} card_list;

static void add_card(card_list *list, const char *place, int player, const char *word)
{
    if (list->count < list->room) {
        list->items[list->count] = (ferz_card){.place = place, .player = player, .word = word};
    }
    list->count++;
}

static bool names_card(const ruleset *rules, const char *name)
{
    for (size_t i = 0; i < rules->cards_count; i++) {
        for (size_t w = 0; w < rules->cards[i].word_count; w++) {
            if (strcmp(rules->cards[i].words[w], name) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* The pieces in a player's hand that are cards. */
static void add_held(card_list *list, const position *p, int player)
{
    const variant *v = p->variant;
    for (int type = 0; v->rules->cards_count && v->has_hands && type < v->types; type++) {
        const char *name = v->rules->pieces[v->type[type].rule_piece_index].name;
        const unsigned held = names_card(v->rules, name) ? position_held(p, player, type) : 0;
        for (unsigned i = 0; i < held; i++) {
            add_card(list, v->rules->players[player].name, player, name);
        }
    }
}

static void add_counted(card_list *list, const position *p, const rule_cards *cards)
{
    const int player = cards->player < 0 ? FERZ_NONE : cards->player;
    for (size_t i = 0; i < cards->counter_count; i++) {
        const int value = p->extra.counters[cards->counters[i]];
        if (value == COUNTER_HIDDEN || (value > 0 && (size_t)value <= cards->word_count)) {
            add_card(list, cards->place, player, value > 0 ? cards->words[value - 1] : NULL);
        }
    }
}

size_t ferz_game_cards(const ferz_game *game, ferz_card *cards, size_t room)
{
    card_list list = {.items = cards, .room = room};
    const position *p = MISSING(game) ? NULL : game->game_history.position;
    const ruleset *rules = p ? p->variant->rules : NULL;
    for (int player = 0; p && player <= p->variant->players; player++) { /* the last: the table */
        const bool table = player == p->variant->players;
        if (!table) {
            add_held(&list, p, player);
        }
        for (size_t i = 0; i < rules->cards_count; i++) {
            if (rules->cards[i].player == (table ? -1 : player)) {
                add_counted(&list, p, &rules->cards[i]);
            }
        }
    }
    return list.count;
}

char *ferz_variant_card_words(const ferz_variant *v, const char *word, ferz_language language)
{
    if (MISSING(v) || MISSING(word)) {
        return NULL;
    }
    const ruleset *rules = v->rules;
    const char *does = NULL, *does_ru = NULL;
    for (size_t i = 0; i < rules->piece_count; i++) {
        if (strcmp(rules->pieces[i].name, word) == 0) {
            does = rules->pieces[i].about;
            does_ru = rules->pieces[i].about_ru;
        }
    }
    for (size_t i = 0; i < rules->word_count; i++) {
        if (strcmp(rules->words[i].word, word) == 0) {
            does = rules->words[i].does;
            does_ru = rules->words[i].does_ru;
        }
    }
    text out = {0};
    text_put(&out, language == FERZ_RUSSIAN && does_ru ? does_ru : does ? does : "");
    return text_detach(&out);
}
