/* Players who miss their turns, and commanders. */
#include <string.h>

#include "rules/ruleset_build.h"

static rule_missed_turn read_missed_turn(const node *map)
{
    rule_missed_turn missed = {
        .removes = build_is(map, "removed", "royals") ? REMOVED_ROYALS
                   : build_is(map, "removed", "all")  ? REMOVED_ALL
                                                      : REMOVED_NEVER,
    };
    plain_keys_read(map, SECTION_MISSED_TURN, &missed);
    return missed;
}

/* Adds one state for each player, so that the FEN, the hash and scripts know it. */
static void add_counters(builder *b)
{
    ruleset *rules = b->rules;
    rules->no_moves.counter = (int)rules->counter_count;
    for (size_t p = 0; p < rules->player_count; p++) {
        if (rules->counter_count == RULES_COUNTERS_MAX) {
            diag_error(b->diags, CODE_TOO_MANY, rules->no_moves.location, "more than %d counters", RULES_COUNTERS_MAX);
            return;
        }
        const char *name = arena_format(b->arena, "%s-missed", rules->players[p].name);
        if (name && ruleset_counter_named(rules, name) >= 0) {
            diag_error(b->diags, CODE_NO_MOVES, rules->no_moves.location,
                       "`%s` is a state of `no_moves`, and no other counter", name);
        }
        rules->hashed_counters |= UINT64_C(1) << rules->counter_count;
        build_add_counter(rules, name ? name : "", (location){0});
    }
}

static void read_no_moves(builder *b)
{
    static const struct {
        const char *section, *key, *value;
    } conflicting[] = {{"royals", "attacked", "by moves"}, {"royals", "capturable", "true"}};
    const node *map = node_get(b->root, "no_moves");
    rule_no_moves *no_moves = &b->rules->no_moves;
    no_moves->counter = -1;
    if (!map) {
        return;
    }
    no_moves->given = true;
    no_moves->location = map->location;
    no_moves->mated = read_missed_turn(node_get(map, "checkmated"));
    no_moves->stalemated = read_missed_turn(node_get(map, "stalemated"));
    const node *out = node_get(map, "out");
    no_moves->says_out = out != NULL;
    no_moves->out = out ? read_missed_turn(out) : no_moves->mated;
    if (node_get(out, "removed")) {
        diag_error(b->diags, CODE_NO_MOVES, node_get(out, "removed")->location,
                   "`removed` is about a player who misses a turn; a player who is out misses none");
    }
    no_moves->invulnerable_return = build_is(map, "returns", "invulnerable");
    for (size_t i = 0; i < sizeof conflicting / sizeof conflicting[0]; i++) {
        if (build_is(node_get(b->root, conflicting[i].section), conflicting[i].key, conflicting[i].value)) {
            diag_error(b->diags, CODE_CONFLICTING_KEYS, map->location, "`no_moves` does not go with `%s: {%s: %s}`",
                       conflicting[i].section, conflicting[i].key, conflicting[i].value);
        }
    }
    if (b->rules->dice.count) {
        diag_error(b->diags, CODE_CONFLICTING_KEYS, map->location, "`no_moves` does not go with `dice`");
    }
    if (b->rules->stacks) {
        diag_error(b->diags, CODE_CONFLICTING_KEYS, map->location, "`no_moves` does not go with `stacks`");
    }
    if (b->rules->own_boards) {
        diag_error(b->diags, CODE_CONFLICTING_KEYS, map->location, "`no_moves` does not go with boards of their own");
    }
    rule_pass *pass = &b->rules->turn.pass;
    if (*pass != PASS_NEVER && *pass != PASS_NO_MOVES && *pass != PASS_STALEMATED) {
        diag_error(b->diags, CODE_NO_MOVES, map->location,
                   "`no_moves` needs a game in which a player with a legal move cannot pass");
    }
    *pass = *pass == PASS_STALEMATED ? PASS_STALEMATED : PASS_NO_MOVES; /* the first: a checkmate is an ending */
    add_counters(b);
}

static void read_commander(builder *b, const node *value, rule_player *player)
{
    player->commander_counter = ruleset_counter_named(b->rules, value->string);
    if (player->commander_counter >= 0) {
        return;
    }
    int found = build_player_named(b, value->string, value->location);
    player->commander = found >= 0 ? found : player->commander;
}

/* The first of the player's team. */
static int first_of_team(const ruleset *rules, size_t player)
{
    size_t first = 0;
    while (!ruleset_allied(rules, first, player)) {
        first++;
    }
    return (int)first;
}

void build_no_moves(builder *b)
{
    const node *players = node_get(b->root, "players");
    bool for_teams = build_is(node_get(b->root, "turn"), "decides", "team");
    read_no_moves(b);
    for (size_t p = 0; p < b->rules->player_count; p++) {
        rule_player *player = &b->rules->players[p];
        const node *item = players ? players->items[p] : NULL;
        const node *value = item && item->kind == NODE_MAP ? node_get(item, "commander") : NULL;
        player->commander = for_teams ? first_of_team(b->rules, p) : (int)p;
        player->commander_counter = -1;
        if (value) {
            read_commander(b, value, player);
        }
    }
}
