/* Cards: counters and pieces in hand that people see as cards. */
#include <string.h>

#include "rules/names.h"
#include "rules/ruleset_build.h"

static const char *next_word(const void *state, size_t index)
{
    const ruleset *rules = state;
    return index < rules->word_count                        ? rules->words[index].word
           : index - rules->word_count < rules->piece_count ? rules->pieces[index - rules->word_count].name
                                                            : NULL;
}

/* Whether `words` or a piece has this name; else says so. */
static bool is_card(builder *b, const node *name)
{
    const char *known;
    for (size_t i = 0; (known = next_word(b->rules, i)) != NULL; i++) {
        if (strcmp(known, name->string) == 0) {
            return true;
        }
    }
    diag_error(b->diags, CODE_UNKNOWN_PIECE, name->location, "there is no word or piece `%s`", name->string);
    names_hint(b->diags, name->string, next_word, b->rules, "cards");
    return false;
}

static void read_place(builder *b, rule_cards *cards, const node *item)
{
    const node *counters = node_get(item, "counters"), *are = node_get(item, "are");
    cards->counters = arena_new(b->arena, int, node_item_count(counters));
    cards->words = arena_new(b->arena, const char *, node_item_count(are));
    for (size_t i = 0; cards->counters && i < node_item_count(counters); i++) {
        const node *one = node_item(counters, i);
        const int counter = build_counter_named(b, one->string, one->location);
        if (counter >= 0) {
            cards->counters[cards->counter_count++] = counter;
        }
    }
    for (size_t i = 0; cards->words && i < node_item_count(are); i++) {
        const node *one = node_item(are, i);
        if (is_card(b, one)) {
            cards->words[cards->word_count++] = one->string;
        }
    }
}

void build_cards(builder *b)
{
    ruleset *rules = b->rules;
    const node *places = node_get(b->root, "cards");
    const size_t count = places ? places->length : 0;
    rules->cards = arena_new(b->arena, rule_cards, count);
    for (size_t i = 0; rules->cards && i < count; i++) {
        rule_cards *cards = &rules->cards[i];
        *cards = (rule_cards){.place = places->keys[i], .player = -1};
        for (size_t p = 0; p < rules->player_count; p++) {
            cards->player = strcmp(rules->players[p].name, cards->place) == 0 ? (int)p : cards->player;
        }
        read_place(b, cards, places->items[i]);
        rules->cards_count = i + 1;
    }
}
