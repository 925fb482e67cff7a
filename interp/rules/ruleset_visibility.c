/* What players do not see: hidden pieces, secrets, tries, questions. */
#include <stdlib.h>
#include <string.h>

#include "rules/names.h"
#include "rules/ruleset_build.h"

static const char *next_counter(const void *state, size_t index)
{
    const ruleset *rules = state;
    return index < rules->counter_count ? rules->counters[index] : NULL;
}

int build_counter_named(builder *b, const char *name, location at)
{
    int index = ruleset_counter_named(b->rules, name);
    if (index < 0) {
        diag_error(b->diags, CODE_UNKNOWN_COUNTER, at, "there is no counter or state `%s`", name);
        names_hint(b->diags, name, next_counter, b->rules, "counters");
    }
    return index;
}

/* "1..2"; the schema has checked that it is a range. */
static void read_values(builder *b, const node *range, rule_secret *secret)
{
    char low[8] = {0};
    const char *dots = strstr(range->string, "..");
    size_t length = dots ? (size_t)(dots - range->string) : sizeof low;
    if (length < sizeof low) {
        memcpy(low, range->string, length);
    }
    if (!text_to_long(low, 1, 9999, &secret->low) || !text_to_long(dots + 2, secret->low, 9999, &secret->high)) {
        diag_error(b->diags, CODE_SECRET_RANGE, range->location,
                   "the values of a secret are from 1 to 9999, found `%s`", range->string);
    }
}

static void read_secrets(builder *b, const node *secrets)
{
    rule_visibility *visibility = &b->rules->visibility;
    size_t count = secrets ? secrets->length : 0;
    visibility->secrets = arena_new(b->arena, rule_secret, count);
    for (size_t i = 0; visibility->secrets && i < count; i++) {
        const node *item = secrets->items[i], *seen_by = node_get(item, "player"),
                   *until = node_get(item, "revealed_by");
        rule_secret *secret = &visibility->secrets[i];
        *secret = (rule_secret){.revealed_by = -1, .location = secrets->key_locations[i]};
        secret->counter = build_counter_named(b, secrets->keys[i], secret->location);
        secret->owner = seen_by ? build_player_named(b, seen_by->string, seen_by->location) : -1;
        if (until) {
            secret->revealed_by = build_counter_named(b, until->string, until->location);
        }
        read_values(b, node_get(item, "values"), secret);
        visibility->secret_count = i + 1;
    }
}

static void read_queries(builder *b, const node *queries)
{
    rule_visibility *visibility = &b->rules->visibility;
    size_t count = queries ? queries->length : 0;
    visibility->queries = arena_new(b->arena, rule_query, count);
    for (size_t i = 0; visibility->queries && i < count; i++) {
        const node *item = queries->items[i];
        rule_query *query = &visibility->queries[i];
        query->word = queries->keys[i];
        query->location = queries->key_locations[i];
        plain_keys_read(item, SECTION_QUERY, query);
        build_pieces_named(b, node_get(item, "captures_by"), &query->pieces, &query->piece_count);
        visibility->query_count = i + 1;
    }
}

void build_visibility(builder *b)
{
    const node *map = node_get(b->root, "visibility");
    plain_keys_read(map, SECTION_VISIBILITY, &b->rules->visibility);
    read_secrets(b, node_get(map, "secrets"));
    read_queries(b, node_get(map, "questions"));
}
