#include "rules/ruleset.h"

#include <stdio.h>
#include <string.h>

#include "base/read_file.h"
#include "rules/names.h"
#include "rules/options.h"
#include "rules/ruleset_build.h"

/* ---- what all parts share ---- */

const char *build_string(const node *map, const char *key)
{
    const node *value = node_get(map, key);
    return value && value->kind == NODE_SCALAR ? value->string : NULL;
}

bool build_bool(const node *map, const char *key, bool otherwise)
{
    const char *string = build_string(map, key);
    return string ? strcmp(string, "true") == 0 : otherwise;
}

long build_number(const node *map, const char *key, long otherwise)
{
    const char *string = build_string(map, key);
    long number;
    return string && text_to_long(string, -2147483647L, 2147483647L, &number) ? number : otherwise;
}

bool build_is(const node *map, const char *key, const char *word)
{
    const char *string = build_string(map, key);
    return string && strcmp(string, word) == 0;
}

rule_text build_text(builder *b, const node *value)
{
    if (!value || value->kind == NODE_MAP) {
        return (rule_text){0};
    }
    if (value->kind == NODE_LIST && value->length == 1) {
        value = value->items[0];
    }
    if (value->kind == NODE_SCALAR) {
        return (rule_text){value->string, value->location, value->verbatim};
    }
    text joined = {0};
    for (size_t i = 0; i < value->length; i++) {
        text_print(&joined, "%s%s", i ? ", " : "", value->items[i]->string);
    }
    const char *copy = joined.failed ? NULL : arena_text(b->arena, text_string(&joined), joined.length);
    b->arena->failed |= joined.failed;
    text_finish(&joined);
    return (rule_text){copy, value->location, false};
}

rule_text_by_player build_text_by_player(builder *b, const node *map, const char *key)
{
    rule_text_by_player each = {0};
    const node *value = node_get(map, key);
    if (!value) {
        return each;
    }
    each.present = true;
    each.per_player = value->kind == NODE_MAP;
    for (size_t p = 0; p < b->rules->player_count && !each.per_player; p++) {
        each.each[p] = build_text(b, value);
    }
    for (size_t i = 0; i < value->length && each.per_player; i++) {
        int player = build_player_named(b, value->keys[i], value->key_locations[i]);
        if (player >= 0) {
            each.each[player] = build_text(b, value->items[i]);
        }
    }
    for (size_t p = 0; p < b->rules->player_count && each.per_player; p++) {
        if (!each.each[p].string) {
            diag_error(b->diags, CODE_NO_CELL_FOR, build_key_location(map, key), "`%s` has no cell for %s", key,
                       b->rules->players[p].name);
            diag_hint(b->diags, "write it once, seen from the owner's side, or for every player");
        }
    }
    return each;
}

location build_location(const node *scalar, size_t offset, size_t length)
{
    return scalar->verbatim ? location_within(scalar->location, offset, length) : scalar->location;
}

location build_key_location(const node *map, const char *key)
{
    for (size_t i = 0; i < map->length; i++) {
        if (strcmp(map->keys[i], key) == 0) {
            return map->key_locations[i];
        }
    }
    return map->location;
}

const char *build_next_piece(const void *state, size_t index)
{
    const ruleset *rules = state;
    return index < rules->piece_count ? rules->pieces[index].name : NULL;
}

static const char *next_player(const void *state, size_t index)
{
    const ruleset *rules = state;
    return index < rules->player_count ? rules->players[index].name : NULL;
}

int build_piece_named(builder *b, const char *name, location at)
{
    for (size_t i = 0; i < b->rules->piece_count; i++) {
        if (strcmp(b->rules->pieces[i].name, name) == 0) {
            return (int)i;
        }
    }
    diag_error(b->diags, CODE_UNKNOWN_PIECE, at, "there is no piece `%s`", name);
    const merge_removal *removed = merge_removed(b->merged_rules->removals, SECTION_PIECES, name);
    if (removed) {
        diag_note(b->diags, removed->location, "it was removed here");
    } else {
        names_hint(b->diags, name, build_next_piece, b->rules, "pieces");
    }
    return -1;
}

int build_player_named(builder *b, const char *name, location at)
{
    for (size_t i = 0; i < b->rules->player_count; i++) {
        if (strcmp(b->rules->players[i].name, name) == 0) {
            return (int)i;
        }
    }
    diag_error(b->diags, CODE_UNKNOWN_PLAYER, at, "there is no player `%s`", name);
    names_hint(b->diags, name, next_player, b->rules, "players");
    return -1;
}

/* The slot of the name, or the free one where it belongs. */
static unsigned counter_slot(const ruleset *rules, const char *name)
{
    unsigned slot = 2166136261u; /* FNV-1a */
    for (const char *at = name; *at; at++) {
        slot = (slot ^ (unsigned char)*at) * 16777619u;
    }
    slot ^= slot >> 16;
    for (;; slot++) {
        const unsigned index = rules->counter_slots[slot % RULES_COUNTER_SLOTS];
        if (!index || strcmp(rules->counters[index - 1], name) == 0) {
            return slot % RULES_COUNTER_SLOTS;
        }
    }
}

int ruleset_counter_named(const ruleset *rules, const char *name)
{
    return rules->counter_slots[counter_slot(rules, name)] - 1;
}

void build_add_counter(ruleset *rules, const char *name, location at)
{
    rules->counter_locations[rules->counter_count] = at;
    rules->counters[rules->counter_count++] = name;
    rules->counter_slots[counter_slot(rules, name)] = (uint8_t)rules->counter_count;
}

uint32_t build_players_named(builder *b, const node *value)
{
    uint32_t players = 0;
    for (size_t i = 0; i < node_item_count(value); i++) {
        const node *item = node_item(value, i);
        bool all = strcmp(item->string, "all") == 0;
        int player = all ? 0 : build_player_named(b, item->string, item->location);
        players |= all ? (1u << b->rules->player_count) - 1 : player >= 0 ? 1u << player : 0;
    }
    return players;
}

void build_pieces_named(builder *b, const node *value, int **pieces, size_t *count)
{
    *count = 0;
    size_t room = node_item_count(value);
    *pieces = arena_new(b->arena, int, room);
    if (!*pieces) {
        return;
    }
    for (size_t i = 0; i < room; i++) {
        const node *item = node_item(value, i);
        int rule_piece_index = build_piece_named(b, item->string, item->location);
        bool again = false;
        for (size_t k = 0; k < *count; k++) {
            again |= (*pieces)[k] == rule_piece_index;
        }
        if (again) {
            diag_error(b->diags, CODE_DUPLICATE_NAME, item->location, "`%s` is named twice", item->string);
        } else if (rule_piece_index >= 0) {
            (*pieces)[(*count)++] = rule_piece_index;
        }
        if (*count > RULES_PIECES_MAX) {
            return;
        }
    }
}

const char *build_function(builder *b, const char *name, location at)
{
    if (!node_get(b->root, "script")) {
        diag_error(b->diags, CODE_SCRIPT_UNNAMED, at, "the function `%s` needs a script, and the game names none",
                   name);
        diag_hint(b->diags, "add `script: FILE.lua`");
        diag_fix(b->diags, (fix){.kind = FIX_ADD, .text = "script: script.lua"});
    }
    return name;
}

const char *build_hook(builder *b, const node *scalar, location *at)
{
    size_t skip = strlen("hook");
    skip += strspn(scalar->string + skip, " ");
    *at = build_location(scalar, skip, strlen(scalar->string) - skip);
    return build_function(b, scalar->string + skip, *at);
}

/* ---- players, zones ---- */

/* A player's seat gives the forward direction: away from the player's edge. */
static const struct {
    const char *seat;
    int rotation;
} seats[] = {{"south", 0}, {"west", 1}, {"north", 2}, {"east", 3}};

/* The board on which a player plays, by its name. */
static int read_own_board(builder *b, const node *item)
{
    const ruleset *rules = b->rules;
    const char *name = item->kind == NODE_MAP ? build_string(item, "board") : NULL;
    for (int i = 0; name && rules->board_names && i < rules->levels; i++) {
        if (strcmp(rules->board_names[i], name) == 0) {
            return i;
        }
    }
    if (name) {
        diag_error(b->diags, CODE_OWN_BOARDS, node_get(item, "board")->location, "there is no board `%s`", name);
        diag_hint(b->diags, "name the boards: board: {boards: [A, B]}");
    }
    return -1;
}

/* Boards with two players each. */
static void read_own_boards(builder *b, const node *players, size_t errors)
{
    ruleset *rules = b->rules;
    size_t on[RULES_LEVELS_MAX] = {0}, all = 0;
    for (size_t i = 0; i < rules->player_count; i++) {
        if (rules->players[i].board >= 0) {
            on[rules->players[i].board]++;
            all++;
        }
    }
    if (!all || b->diags->errors > errors) {
        return;
    }
    for (int i = 0; i < rules->levels; i++) {
        if (on[i] != 2) {
            diag_error(b->diags, CODE_OWN_BOARDS, players->location,
                       "%zu players on board `%s`: where players have boards, each has two", on[i],
                       rules->board_names[i]);
            return;
        }
    }
    if (all < rules->player_count) {
        diag_error(b->diags, CODE_OWN_BOARDS, players->location, "either all players have a `board` or none has");
    } else if (rules->levels > RULES_OWN_BOARDS_MAX) {
        diag_error(b->diags, CODE_TOO_MANY, players->location, "players play on at most %d boards",
                   RULES_OWN_BOARDS_MAX);
    } else {
        rules->own_boards = rules->levels;
    }
}

static void read_player(builder *b, const node *item, size_t index, size_t count)
{
    rule_player *player = &b->rules->players[index];
    player->board = read_own_board(b, item);
    const node *name = item->kind == NODE_MAP ? node_get(item, "name") : item;
    const char *seat = item->kind == NODE_MAP ? build_string(item, "seat") : NULL;
    player->name = name->string;
    player->team = item->kind == NODE_MAP ? build_string(item, "team") : NULL;
    const char *letter = item->kind == NODE_MAP ? build_string(item, "letter") : NULL;
    if (letter && ((!ascii_is_lower(letter[0]) && (letter[0] < '1' || letter[0] > '9')) || letter[1])) {
        diag_error(b->diags, CODE_PLAYERS, node_get(item, "letter")->location,
                   "a player's letter is one from a to z or a digit from 1 to 9, found `%s`", letter);
    }
    player->letter = letter ? letter[0] : '\0';
    for (size_t i = 0; i < index; i++) {
        if (strcmp(b->rules->players[i].name, name->string) == 0) {
            diag_error(b->diags, CODE_DUPLICATE_NAME, name->location, "two players have the name `%s`", name->string);
        }
        if (player->letter && b->rules->players[i].letter == player->letter &&
            b->rules->players[i].board == player->board) {
            diag_error(b->diags, CODE_PLAYERS, name->location, "two players have the letter `%c`", player->letter);
        }
    }
    if (!seat && count > 2) {
        diag_error(b->diags, CODE_PLAYERS, name->location, "`%s` has no seat, and only two players have one by default",
                   name->string);
        diag_hint(b->diags, "write {name: %s, seat: south}", name->string);
    }
    player->rotation = index == 0 ? 0 : 2;
    for (size_t i = 0; seat && i < sizeof seats / sizeof seats[0]; i++) {
        if (strcmp(seats[i].seat, seat) == 0) {
            player->rotation = seats[i].rotation;
        }
    }
}

/* Neutral pieces are seen as the first player's; in play the mover's view counts. */
static void read_neutral(builder *b)
{
    ruleset *rules = b->rules;
    const node *value = node_get(b->root, "neutral");
    if (!value) {
        return;
    }
    if (rules->player_count == RULES_PLAYERS_MAX) {
        diag_error(b->diags, CODE_TOO_MANY, value->location,
                   "the owner of neutral pieces counts as a player: at most %d", RULES_PLAYERS_MAX);
        return;
    }
    for (size_t i = 0; i < rules->player_count; i++) {
        if (strcmp(rules->players[i].name, value->string) == 0) {
            diag_error(b->diags, CODE_PLAYERS, value->location, "`%s` is a player", value->string);
        }
    }
    if (rules->own_boards) {
        diag_error(b->diags, CODE_OWN_BOARDS, value->location,
                   "neutral pieces are not supported where players have boards of their own");
    }
    rules->neutral = value->string;
    rules->neutral_location = value->location;
    rules->players[rules->player_count] = rules->players[0];
    rules->players[rules->player_count].name = value->string;
}

static void read_players(builder *b)
{
    ruleset *rules = b->rules;
    const node *players = node_get(b->root, "players");
    size_t errors = b->diags->errors;
    if (!players) {
        rules->players[0] = (rule_player){.name = "white", .board = -1};
        rules->players[1] = (rule_player){.name = "black", .rotation = 2, .board = -1};
        rules->player_count = 2;
        return;
    }
    for (size_t i = 0; i < players->length; i++) {
        if (i == RULES_PLAYERS_MAX) {
            diag_error(b->diags, CODE_TOO_MANY, players->items[i]->location, "more than %d players", RULES_PLAYERS_MAX);
            return;
        }
        read_player(b, players->items[i], i, players->length);
        rules->player_count = i + 1;
    }
    read_own_boards(b, players, errors);
}

/* Words with a meaning of their own in zones. */
static bool is_zone_word(const char *name)
{
    static const char *const words[] = {"all",   "dark", "light", "rank", "ranks", "file",
                                        "files", "own",  "and",   "not",  "for",   NULL};
    for (size_t i = 0; words[i]; i++) {
        if (strcmp(words[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_cell_like(const char *name)
{
    size_t letters = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    return letters > 0 && letters <= 2 && name[letters] && name[letters + strspn(name + letters, "0123456789")] == '\0';
}

static void read_zones(builder *b)
{
    const node *zones = node_get(b->root, "zones");
    size_t count = zones ? zones->length : 0;
    b->rules->zone_names = arena_new(b->arena, const char *, count);
    b->rules->zones = arena_new(b->arena, rule_text, count);
    if (!b->rules->zone_names || !b->rules->zones) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const char *name = zones->keys[i];
        if (is_zone_word(name) || is_cell_like(name)) {
            diag_error(b->diags, CODE_RESERVED_NAME, zones->key_locations[i],
                       "a zone cannot be called `%s`, which means cells already", name);
        }
        b->rules->zone_names[i] = name;
        b->rules->zones[i] = build_text(b, zones->items[i]);
    }
    b->rules->zone_count = count;
}

/* Words with another meaning at the end of a FEN. */
static bool is_fen_word(const char *name)
{
    return strcmp(name, "ply") == 0 || strcmp(name, "roll") == 0 || strcmp(name, "dice") == 0 ||
           strcmp(name, "moved") == 0;
}

static void read_counters(builder *b, const char *key, bool hashed)
{
    ruleset *rules = b->rules;
    const node *counters = node_get(b->root, key);
    for (size_t i = 0; counters && i < counters->length; i++) {
        const node *item = counters->items[i];
        if (rules->counter_count == RULES_COUNTERS_MAX) {
            diag_error(b->diags, CODE_TOO_MANY, item->location, "more than %d counters", RULES_COUNTERS_MAX);
            return;
        }
        if (ruleset_counter_named(rules, item->string) >= 0) {
            diag_error(b->diags, CODE_DUPLICATE_NAME, item->location, "two counters have the name `%s`", item->string);
        }
        if (is_fen_word(item->string)) {
            diag_error(b->diags, CODE_RESERVED_NAME, item->location,
                       "a counter cannot be called `%s`, a word of the FEN", item->string);
        }
        rules->hashed_counters |= hashed ? UINT64_C(1) << rules->counter_count : 0;
        build_add_counter(rules, item->string, item->location);
    }
}

/* ---- script, start, hooks ---- */

/* `rules/../scripts/x.lua` as `scripts/x.lua`, if that is the same file (`rules` may be a link); also a text in the
 * place of either. NULL where there is nothing. */
static const char *script_beside(builder *b, const char *from_path, int folder, const char *script,
                                 const char *far_path)
{
    int parent = folder > 0 ? folder - 1 : 0;
    while (parent > 0 && from_path[parent - 1] != '/') {
        parent--;
    }
    bool climbs = folder == 0 || from_path[parent] == '.';
    const char *direct = folder == 2 && from_path[0] == '.' ? arena_format(b->arena, "../scripts/%s", script)
                         : climbs                           ? NULL
                                  : arena_format(b->arena, "%.*sscripts/%s", parent, from_path, script);
    if (read_file_exists(far_path)) {
        return direct && read_file_same(direct, far_path) ? direct : far_path;
    }
    return direct && diag_overlay(b->diags, direct) ? direct : diag_overlay(b->diags, far_path) ? far_path : NULL;
}

static void hint_script(builder *b, const char *near_path, const char *far_path)
{
    text nearest = {0};
    if (read_file_nearest(near_path, &nearest) || read_file_nearest(far_path, &nearest)) {
        const char *slash = strrchr(text_string(&nearest), '/');
        diag_did_you_mean(b->diags, slash ? slash + 1 : text_string(&nearest));
    } else {
        diag_hint(b->diags, "looked for %s and %s", near_path, far_path);
    }
    text_finish(&nearest);
}

static void read_one_script(builder *b, const node *script)
{
    ruleset *rules = b->rules;
    const char *from_path = script->location.source ? script->location.source->name : rules->path;
    const char *slash = strrchr(from_path, '/');
    int folder = slash ? (int)(slash + 1 - from_path) : 0;
    const char *near_path = arena_format(b->arena, "%.*s%s", folder, from_path, script->string);
    const char *far_path = arena_format(b->arena, "%.*s../scripts/%s", folder, from_path, script->string);
    if (!near_path || !far_path) {
        return;
    }
    bool near = diag_overlay(b->diags, near_path) || read_file_exists(near_path);
    const char *path = near ? near_path : script_beside(b, from_path, folder, script->string, far_path);
    if (!path) {
        diag_error(b->diags, CODE_NO_SCRIPT, script->location, "there is no script `%s`", script->string);
        hint_script(b, near_path, far_path);
        return;
    }
    for (size_t i = 0; i < rules->script_count; i++) {
        if (strcmp(rules->scripts[i].path, path) == 0) {
            return; /* two parents name the same */
        }
    }
    if (rules->script_count == RULES_SCRIPTS_MAX) {
        diag_error(b->diags, CODE_TOO_MANY, script->location, "more than %d scripts", RULES_SCRIPTS_MAX);
        return;
    }
    rules->scripts[rules->script_count++] = (rule_script){path, script->location};
}

static void read_scripts(builder *b)
{
    const node *script = node_get(b->root, "script");
    for (size_t i = 0; i < node_item_count(script); i++) {
        read_one_script(b, node_item(script, i));
    }
}

static void read_start(builder *b)
{
    ruleset *rules = b->rules;
    const node *start = node_get(b->root, "start");
    rules->start_location = start->location;
    if (start->kind == NODE_SCALAR) {
        rules->start = build_text(b, start);
    } else {
        const node *hook = node_get(start, "hook");
        rules->start_hook = build_function(b, hook->string, hook->location);
        rules->start_number = build_number(start, "number", 0);
        rules->start_second = build_number(start, "second", rules->start_number);
    }
}

/* Captured pieces go to a partner's hand, so every player needs a partner. */
static void read_partners(builder *b)
{
    const ruleset *rules = b->rules;
    b->rules->captured = CAPTURED_TO_PARTNER;
    for (size_t i = 0; i < rules->player_count; i++) {
        bool found = false;
        for (size_t k = 0; k < rules->player_count && !found; k++) {
            found = i != k && ruleset_allied(rules, i, k);
        }
        if (!found) {
            diag_error(b->diags, CODE_PLAYERS, node_get(b->root, "captured")->location, "`%s` has no partner",
                       rules->players[i].name);
            diag_hint(b->diags, "give each player a `team`");
            return;
        }
    }
}

static void read_captured(builder *b)
{
    if (build_is(b->root, "captured", "to hand")) {
        b->rules->captured = CAPTURED_TO_HAND;
    } else if (build_is(b->root, "captured", "to prison")) {
        b->rules->captured = CAPTURED_TO_PRISON;
    } else if (build_is(b->root, "captured", "to partner")) {
        read_partners(b);
    } else if (build_is(b->root, "captured", "under") || build_is(b->root, "captured", "under or gone")) {
        b->rules->captured = CAPTURED_UNDER;
        b->rules->captor_decides = build_is(b->root, "captured", "under or gone");
    }
    bool held = b->rules->captured == CAPTURED_TO_HAND || b->rules->captured == CAPTURED_TO_PRISON ||
                b->rules->captured == CAPTURED_TO_PARTNER;
    b->rules->hands = held || (b->rules->start.string && strchr(b->rules->start.string, '[') != NULL);
}

/* The counters of `unless_zero`: one for all players, or one for each. */
static void read_unless_zero(builder *b, const node *names, rule_hook *hook)
{
    size_t count = node_item_count(names), players = b->rules->player_count;
    if (count > 1 && count != players) {
        diag_error(b->diags, CODE_ONE_PER_PLAYER, names->location,
                   "`unless_zero` names one counter, or one for each of the %zu players", players);
        return;
    }
    for (size_t i = 0; count && i < players; i++) {
        const node *item = node_item(names, count == 1 ? 0 : i);
        hook->unless_zero[i] = ruleset_counter_named(b->rules, item->string);
        if (hook->unless_zero[i] < 0) {
            diag_error(b->diags, CODE_UNKNOWN_COUNTER, item->location, "there is no counter `%s`", item->string);
            return;
        }
    }
    hook->has_unless_zero = count > 0;
}

/* The keys of a hook that say when it is asked and what it may do, each with the kinds of hooks that it goes with. */
static void check_hook_keys(builder *b, const node *map, hook_at at)
{
    enum {
        AFTER = 1 << HOOK_AFTER,
        LEGAL = 1 << HOOK_LEGAL,
        MADE = 1 << HOOK_MADE,
        CHOICES = 1 << HOOK_CHOICES,
        MOVES = 1 << HOOK_MOVES,
        ANNOUNCE = 1 << HOOK_ANNOUNCE,
        ABOUT_A_MOVE = AFTER | LEGAL | MADE | CHOICES | ANNOUNCE
    };
    static const struct {
        const char *key, *with;
        unsigned at;
    } keys[] = {{"captures", "hooks that are asked about a move, not with `at: moves`", ABOUT_A_MOVE},
                {"captured", "hooks that are asked about a move, not with `at: moves`", ABOUT_A_MOVE},
                {"drops", "hooks that are asked about a move, not with `at: moves`", ABOUT_A_MOVE},
                {"to", "hooks that are asked about a move, not with `at: moves`", ABOUT_A_MOVE},
                {"checks", "`at: after` and `at: made`", AFTER | MADE},
                {"full", "`at: legal`", LEGAL},
                {"changes", "`at: after`", AFTER},
                {"only", "`at: moves`", MOVES}};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (node_get(map, keys[i].key) && !(keys[i].at >> at & 1)) {
            diag_error(b->diags, CODE_KEY_NEEDS, build_key_location(map, keys[i].key), "`%s` goes with %s", keys[i].key,
                       keys[i].with);
        }
    }
    if (node_get(map, "unless_zero") && !build_is(map, "checks", "true")) {
        diag_error(b->diags, CODE_KEY_NEEDS, build_key_location(map, "unless_zero"),
                   "`unless_zero` goes with `checks: true`");
    }
    if (build_is(map, "checks", "mate") && at != HOOK_MADE) {
        diag_error(b->diags, CODE_KEY_NEEDS, build_key_location(map, "checks"), "`checks: mate` goes with `at: made`");
    }
    if (node_get(map, "captured") && node_get(map, "captures") && !build_bool(map, "captures", true)) {
        diag_error(b->diags, CODE_KEY_NEEDS, build_key_location(map, "captures"),
                   "`captures: false` and `captured` leave no move");
    }
}

/* A filter that is true or false: only such moves, or all others. */
static void read_restriction(const node *map, const char *key, bool *only, bool *never)
{
    bool given = node_get(map, key) != NULL, wanted = build_bool(map, key, false);
    *only = given && wanted;
    *never = given && !wanted;
}

static void read_filters(builder *b, const node *map, rule_hook *hook)
{
    read_restriction(map, "captures", &hook->captures_only, &hook->no_captures);
    read_restriction(map, "drops", &hook->drops_only, &hook->no_drops);
    hook->mates_only = build_is(map, "checks", "mate");
    read_restriction(map, "checks", &hook->checks_only, &hook->no_checks);
    if (hook->mates_only) {
        hook->checks_only = true;
        hook->no_checks = false;
    }
    build_pieces_named(b, node_get(map, "pieces"), &hook->pieces, &hook->piece_count);
    build_pieces_named(b, node_get(map, "captured"), &hook->captured, &hook->captured_count);
    hook->to = build_text(b, node_get(map, "to"));
    hook->full = build_text(b, node_get(map, "full"));
    read_unless_zero(b, node_get(map, "unless_zero"), hook);
}

static void read_hooks(builder *b)
{
    const node *hooks = node_get(b->root, "hooks");
    size_t count = hooks ? hooks->length : 0;
    b->rules->hooks = arena_new(b->arena, rule_hook, count);
    if (!b->rules->hooks) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const node *item = hooks->items[i];
        rule_hook *hook = &b->rules->hooks[i];
        hook->function = build_function(b, hooks->keys[i], hooks->key_locations[i]);
        hook->at = build_is(item, "at", "legal")      ? HOOK_LEGAL
                   : build_is(item, "at", "made")     ? HOOK_MADE
                   : build_is(item, "at", "choices")  ? HOOK_CHOICES
                   : build_is(item, "at", "moves")    ? HOOK_MOVES
                   : build_is(item, "at", "announce") ? HOOK_ANNOUNCE
                                                      : HOOK_AFTER;
        hook->exclusive = build_bool(item, "only", false);
        hook->changes = build_is(item, "changes", "counters") ? CHANGES_COUNTERS
                        : build_is(item, "changes", "turn")   ? CHANGES_TURN
                                                              : CHANGES_BOARD;
        hook->location = hooks->key_locations[i];
        check_hook_keys(b, item, hook->at);
        read_filters(b, item, hook);
    }
    b->rules->hook_count = count;
}

/* ---- the whole ---- */

/* The name of the game in messages, made safe to print whatever the file's name is. */
static const char *stem_of(arena *a, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    size_t length = text_stem_length(name);
    text safe = {0};
    text_add_safe(&safe, name, length);
    const char *stem = safe.failed ? NULL : arena_text(a, text_string(&safe), safe.length);
    text_finish(&safe);
    return stem;
}

/* Which pairs of cells a piece may move between. */
static void read_filter(builder *b)
{
    const node *filter = node_get(b->root, "filter");
    if (filter) {
        b->rules->move_filter = build_hook(b, filter, &b->rules->filter_location);
    }
}

const char *build_translated(const node *map, const char *key, const char *russian)
{
    const node *value = node_get(map, key), *words = node_get(map, russian);
    return value && words && value->location.source == words->location.source ? words->string : NULL;
}

/* A title, or what a word means, is one line. */
static const char *one_line(arena *a, const char *string)
{
    char *line = string ? arena_text(a, string, strlen(string)) : NULL;
    size_t length = line ? strlen(line) : 0;
    while (length && (line[length - 1] == '\n' || line[length - 1] == ' ')) {
        line[--length] = '\0';
    }
    for (size_t i = 0; i < length; i++) {
        line[i] = line[i] == '\n' ? ' ' : line[i];
    }
    return line;
}

static void read_words(builder *b)
{
    const node *words = node_get(b->root, "words");
    const size_t count = words ? words->length : 0;
    b->rules->words = arena_new(b->arena, rule_word, count);
    for (size_t i = 0; b->rules->words && i < count; i++) {
        b->rules->words[i] =
            (rule_word){.word = words->keys[i],
                        .about = one_line(b->arena, build_string(words->items[i], "about")),
                        .about_ru = one_line(b->arena, build_translated(words->items[i], "about", "about_ru")),
                        .does = one_line(b->arena, build_string(words->items[i], "does")),
                        .does_ru = one_line(b->arena, build_translated(words->items[i], "does", "does_ru"))};
        b->rules->word_count = i + 1;
    }
}

static void build(builder *b)
{
    ruleset *rules = b->rules;
    rules->title = one_line(b->arena, build_string(b->root, "name"));
    const char *about = build_string(b->root, "about");
    rules->about = about ? about : "";
    rules->title_ru = one_line(b->arena, build_translated(b->root, "name", "name_ru"));
    rules->about_ru = build_translated(b->root, "about", "about_ru");
    rules->piece_style = build_is(b->root, "style", "discs")   ? PIECE_STYLE_DISCS
                         : build_is(b->root, "style", "tiles") ? PIECE_STYLE_TILES
                                                               : PIECE_STYLE_FIGURES;
    rules->options = b->merged_rules->options;
    rules->option_count = b->merged_rules->option_count;
    read_scripts(b);
    build_board(b);
    read_players(b);
    read_neutral(b);
    read_zones(b);
    build_picture(b);
    read_words(b);
    read_counters(b, "counters", false);
    read_counters(b, "states", true);
    read_start(b);
    read_captured(b);
    build_piece_names(b);
    build_rights(b);
    build_pieces(b);
    build_castlings(b);
    build_turn(b);
    build_no_moves(b);
    build_visibility(b);
    build_cards(b);
    build_endings(b);
    read_filter(b);
    read_hooks(b);
}

static location removed_at(const void *state, schema_section section, const char *key)
{
    const merged_rules *m = state;
    const merge_removal *removed = merge_removed(m->removals, section, key);
    return removed ? removed->location : (location){0};
}

/* Real rule files need little memory. The limit stops files that are made to grow. */
enum { MEMORY_MAX = 256 << 20 };

static ruleset *create(diag_list *diags)
{
    arena first;
    arena_init(&first, fuel_memory(diags->fuel, MEMORY_MAX));
    ruleset *rules = arena_new(&first, ruleset, 1);
    if (!rules) {
        arena_finish(&first);
        diag_out_of_memory(diags);
        return NULL;
    }
    rules->arena = first; /* it also holds the ruleset itself */
    diags->limited = &rules->arena;
    return rules;
}

void ruleset_destroy(ruleset *rules)
{
    if (!rules) {
        return;
    }
    arena all = rules->arena;
    arena_finish(&all);
}

/* ---- options that are not in force ---- */

static bool build_merged(ruleset *rules, diag_list *diags, merged_rules *m)
{
    bool whole = schema_check_required(diags, m->root, m->own_file->location, removed_at, m);
    if (whole) {
        rules->parent = m->parent;
        builder b = {rules, &rules->arena, diags, m, m->root, 0};
        build(&b);
    }
    return whole;
}

/* The same rules with one option set, in memory of their own. */
static void build_with_option(diag_list *diags, const ruleset *rules, const merge_request *request,
                              const merged_rules *m)
{
    const arena *limited = diags->limited;
    ruleset *trial_rules = create(diags);
    if (!trial_rules) {
        return;
    }
    merged_rules other = *m;
    other.root = m->base;
    other.removals = m->base_removals;
    trial_rules->path = rules->path;
    trial_rules->id = rules->id;
    if (options_apply(&trial_rules->arena, diags, request, &other)) {
        (void)build_merged(trial_rules, diags, &other);
    }
    if (trial_rules->arena.failed && !diags->failed) {
        diag_out_of_memory(diags);
    }
    diags->limited = limited;
    ruleset_destroy(trial_rules);
}

/* Whether the rules are sound with this option set. Warnings that are not new are not repeated. */
static bool option_is_sound(diag_list *diags, const ruleset *rules, const merge_request *request, const merged_rules *m,
                            location defined)
{
    diag_list trial;
    diag_list_init(&trial);
    trial.sources = diags->sources;
    trial.overlays = diags->overlays;
    trial.overlay_count = diags->overlay_count;
    build_with_option(&trial, rules, request, m);
    bool sound = !trial.errors && !trial.failed;
    trial.sources = NULL;
    diag_list_finish(&trial);
    size_t errors = diags->errors;
    if (!sound) {
        build_with_option(diags, rules, request, m);
    }
    if (diags->errors == errors) {
        return !diags->failed;
    }
    const char *value = request->settings->value;
    diag_note(diags, defined, "with the option `%s` set%s%s", request->settings->name, value ? " to " : "",
              value ? value : "");
    return false;
}

static size_t count_nodes(const node *n)
{
    size_t count = 1;
    for (size_t i = 0; n->kind != NODE_SCALAR && i < n->length; i++) {
        count += count_nodes(n->items[i]);
    }
    return count;
}

/* Tries each option of the file that is not in force, alone. Otherwise the first user who sets it would find a
 * mistake in it. Options of parents are tried with the parent. The cost is bounded; very large files have options
 * that are not tried. */
enum { TRIED_NODES_MAX = 400000 };

static bool options_are_sound(diag_list *diags, const ruleset *rules, const merge_request *request,
                              const merged_rules *m)
{
    const node *own = node_get(m->own_file, "options"), *all = node_get(m->base, "options");
    size_t nodes = own ? count_nodes(m->base) : 0, spent = 0;
    bool sound = true;
    for (size_t i = 0; all && own && i < all->length && i < m->option_count && sound; i++) {
        const rule_option *o = &m->options[i];
        const node *values = node_get(all->items[i], "values");
        bool off = strcmp(o->chosen ? o->chosen : "", "off") == 0 && !values;
        for (size_t k = 0; node_get(own, o->name) && k < (values ? values->length : off) && sound; k++) {
            rule_setting setting = {o->name, values ? values->keys[k] : NULL};
            merge_request with = *request;
            with.settings = &setting;
            with.setting_count = 1;
            if (values && o->chosen && strcmp(values->keys[k], o->chosen) == 0) {
                continue;
            }
            spent += nodes;
            if (spent > TRIED_NODES_MAX) {
                return true;
            }
            sound = option_is_sound(diags, rules, &with, m, all->key_locations[i]);
        }
    }
    return sound;
}

ruleset *ruleset_load(diag_list *diags, const char *path, const source *given, const rule_finder *finder,
                      const rule_setting *settings, size_t setting_count, uint64_t seed)
{
    ruleset *rules = create(diags);
    if (!rules) {
        return NULL;
    }
    arena *a = &rules->arena;
    size_t errors = diags->errors;
    if (!path) {
        path = given && given->name ? given->name : "";
    }
    rules->path = arena_text(a, path, strlen(path));
    rules->id = stem_of(a, path);

    merged_rules m = {0};
    const merge_request request = {rules->path, given, finder, settings, settings ? setting_count : 0, seed};
    bool ok = rules->path && rules->id && merge_load(a, diags, &request, &m) && build_merged(rules, diags, &m);
    if (ok && !a->failed && diags->errors == errors && !request.setting_count) {
        ok = options_are_sound(diags, rules, &request, &m);
    }
    bool unexplained = !ok && diags->errors == errors;
    if ((a->failed || unexplained) && !diags->failed) {
        diag_out_of_memory(diags);
    }
    diags->limited = NULL;
    if (ok && !a->failed && diags->errors == errors) {
        return rules;
    }
    ruleset_destroy(rules);
    return NULL;
}

bool ruleset_passes_instead(const ruleset *rules, ending_kind kind)
{
    if ((kind != END_CHECKMATE && kind != END_STALEMATE) || rules->own_boards || rules->dice.count) {
        return false; /* of several boards or with dice, mate is judged board by board, or before the roll */
    }
    switch (rules->turn.pass) {
    case PASS_NO_MOVES:
        return true;
    case PASS_ALWAYS:
        return !rules->setup_mandatory; /* a player whose piece must be dropped first, and cannot, does not pass */
    case PASS_UNCHECKED:
    case PASS_FACING:
        return kind == END_STALEMATE && !rules->setup_mandatory;
    case PASS_STALEMATED:
        return kind == END_STALEMATE;
    case PASS_NEVER:
        break;
    }
    return rules->no_moves.given;
}

bool ruleset_allied(const ruleset *rules, size_t one, size_t other)
{
    const char *team = rules->players[one].team, *others = rules->players[other].team;
    return one == other || (team && others && strcmp(team, others) == 0);
}

size_t ruleset_side_count(const ruleset *rules)
{
    size_t sides = 0;
    for (size_t i = 0; i < rules->player_count; i++) {
        bool is_new = true;
        for (size_t k = 0; k < i; k++) {
            is_new = is_new && !ruleset_allied(rules, i, k);
        }
        sides += is_new;
    }
    return sides;
}

bool ruleset_has_hidden_information(const ruleset *rules)
{
    bool disguises = false;
    for (size_t i = 0; i < rules->piece_count; i++) {
        disguises |= rules->pieces[i].shown_as >= 0;
    }
    return disguises || rules->visibility.own_pieces_only || rules->visibility.secret_count;
}

void ruleset_board_text(const ruleset *rules, text *out)
{
    if (rules->row_cells) {
        int cells = 0;
        for (int rank = 0; rank < rules->height; rank++) {
            cells += rules->row_cells[rank];
        }
        text_print(out, "%d cells in %d rows", cells, rules->height);
    } else {
        text_print(out, "%dx%d", rules->width, rules->height);
    }
    if (rules->levels > 1) {
        text_print(out, rules->board_names ? ", %d of them" : ", %d levels", rules->levels);
    }
    if (rules->missing.string) {
        text_put(out, ", with holes");
    }
    if (rules->wrap != WRAP_NONE) {
        text_put(out, ", wrapped edges");
    }
}

const char *ruleset_title(arena *a, const char *path)
{
    arena scratch;
    diag_list diags;
    arena_init(&scratch, 0);
    diag_list_init(&diags);
    const char *title = NULL;
    const node *root = document_load(&scratch, &diags, path);
    const char *name = build_string(root, "name");
    if (name && name[0]) {
        title = one_line(a, name);
    } else if (!name && node_get(root, "extends")) {
        title = stem_of(a, path); /* its title is the parent's, which would not help */
    }
    diag_list_finish(&diags);
    arena_finish(&scratch);
    return title;
}
