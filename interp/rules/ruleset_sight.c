/* What players do not see: hidden men, secrets, attempts, questions. */
#include <stdlib.h>
#include <string.h>

#include "rules/names.h"
#include "rules/ruleset_build.h"

static const char *next_counter(const void *state, size_t index)
{
    const ruleset *rules = state;
    return index < rules->counter_count ? rules->counters[index] : NULL;
}

/* A counter or state by its name; -1 after an error. */
static int counter_named(builder *b, const char *name, place at)
{
    for (size_t i = 0; i < b->rules->counter_count; i++) {
        if (strcmp(b->rules->counters[i], name) == 0)
            return (int)i;
    }
    diag_error(b->diags, CODE_UNKNOWN_COUNTER, at, "there is no counter or state `%s`", name);
    names_hint(b->diags, name, next_counter, b->rules, "counters");
    return -1;
}

/* "1..2"; the schema has seen that it is a range. */
static void read_values(builder *b, const node *range, rule_secret *secret)
{
    char low[8] = {0};
    const char *dots = strstr(range->string, "..");
    size_t length = dots ? (size_t)(dots - range->string) : sizeof low;
    if (length < sizeof low)
        memcpy(low, range->string, length);
    if (!text_to_long(low, 1, 9999, &secret->low) || !text_to_long(dots + 2, secret->low, 9999, &secret->high))
        diag_error(b->diags, CODE_SECRET_RANGE, range->place, "the values of a secret are from 1 to 9999, found `%s`",
                   range->string);
}

static void read_secrets(builder *b, const node *secrets)
{
    rule_sight *sight = &b->rules->sight;
    size_t count = secrets ? secrets->length : 0;
    sight->secrets = arena_new(b->arena, rule_secret, count);
    for (size_t i = 0; sight->secrets && i < count; i++) {
        const node *item = secrets->items[i], *of = node_get(item, "player"), *until = node_get(item, "revealed_by");
        rule_secret *secret = &sight->secrets[i];
        *secret = (rule_secret){.until = -1, .place = secrets->key_places[i]};
        secret->counter = counter_named(b, secrets->keys[i], secret->place);
        secret->owner = build_player_named(b, of->string, of->place);
        if (until)
            secret->until = counter_named(b, until->string, until->place);
        read_values(b, node_get(item, "values"), secret);
        sight->secret_count = i + 1;
    }
}

static void read_asks(builder *b, const node *asks)
{
    rule_sight *sight = &b->rules->sight;
    size_t count = asks ? asks->length : 0;
    sight->asks = arena_new(b->arena, rule_ask, count);
    for (size_t i = 0; sight->asks && i < count; i++) {
        const node *item = asks->items[i];
        rule_ask *ask = &sight->asks[i];
        ask->word = asks->keys[i];
        ask->place = asks->key_places[i];
        ask->number = build_is(item, "answer", "number");
        ask->binds = build_bool(item, "must_try", false);
        build_pieces_named(b, node_get(item, "captures_by"), &ask->pieces, &ask->piece_count);
        sight->ask_count = i + 1;
    }
}

void build_sight(builder *b)
{
    const node *map = node_get(b->root, "visibility");
    b->rules->sight.own_men = build_is(map, "sees", "own");
    b->rules->sight.while_placing = build_is(map, "during", "setup");
    b->rules->sight.attempts = build_bool(map, "tries", false);
    read_secrets(b, node_get(map, "secrets"));
    read_asks(b, node_get(map, "questions"));
}
