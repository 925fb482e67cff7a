/* Turns, dice, and moves that are forced or forbidden. */
#include <string.h>

#include "rules/ruleset_build.h"

/* When a player may let the next board act without moving. */
static void read_waits(builder *b, const node *map)
{
    rule_turn *t = &b->rules->turn;
    t->wait_any = build_is(map, "boards", "free");
    t->wait_parry = build_bool(map, "waits", false);
    if ((t->wait_any || t->wait_parry) && b->rules->own_boards < 2) {
        diag_error(b->diags, CODE_OWN_BOARDS, map->location,
                   "a player can only wait where players have boards of their own");
        diag_hint(b->diags, "give each player a `board`");
    }
}

/* 0: a free turn. */
static long plies_of(const node *number)
{
    long plies = 0;
    return strcmp(number->string, "free") != 0 && text_to_long(number->string, 1, 64, &plies) ? plies : 0;
}

enum { TURN_PLIES_MAX = 255 /* what a position counts */ };

long rule_turn_plies(const rule_turn *t, size_t player, size_t player_count, unsigned number)
{
    if (t->first_plies && player == 0 && number == 1) {
        return t->first_plies;
    }
    const long before = t->grows ? (long)((number ? number - 1 : 0) * player_count + player) : 0;
    const long plies = t->plies[player] + t->grows * before;
    return plies < TURN_PLIES_MAX ? plies : TURN_PLIES_MAX;
}

/* Turns that grow: the number of the turn alone says how long it is. */
static void read_growth(builder *b, const node *turn)
{
    rule_turn *t = &b->rules->turn;
    t->grows = build_number(turn, "grows", 0);
    if (t->grows && (b->rules->own_boards || t->plies_differ || t->plies[0] == 0 || t->legality_at_end)) {
        diag_error(b->diags, CODE_UNSUPPORTED_TOGETHER, build_key_location(turn, "grows"),
                   "`grows` is not played with %s",
                   b->rules->own_boards ? "players who have boards of their own"
                   : t->legality_at_end ? "`check_legality: end`"
                   : t->plies_differ    ? "`plies` by player"
                                        : "free turns");
    }
    t->several_plies |= t->grows > 0;
}

/* How many plies a turn has: one number for all players, or one for each. */
static void read_plies(builder *b, const node *turn)
{
    rule_turn *t = &b->rules->turn;
    const node *plies = node_get(turn, "plies");
    const bool by_player = plies && plies->kind == NODE_MAP;
    const long all = plies && !by_player ? plies_of(plies) : 1;
    for (size_t p = 0; p < RULES_PLAYERS_MAX; p++) {
        t->plies[p] = all;
    }
    for (size_t i = 0; by_player && i < plies->length; i++) {
        const int player = build_player_named(b, plies->keys[i], plies->key_locations[i]);
        if (player >= 0) {
            t->plies[player] = plies_of(plies->items[i]);
        }
    }
    for (size_t p = 0; p < b->rules->player_count; p++) {
        t->several_plies |= t->plies[p] != 1;
        t->plies_differ |= t->plies[p] != t->plies[0];
    }
}

static void read_turn(builder *b)
{
    static const struct {
        const char *word;
        rule_pass pass;
    } passes[] = {{"never", PASS_NEVER},       {"unchecked", PASS_UNCHECKED},   {"facing", PASS_FACING},
                  {"no_moves", PASS_NO_MOVES}, {"stalemated", PASS_STALEMATED}, {"always", PASS_ALWAYS}};
    const node *map = node_get(b->root, "turn");
    rule_turn *t = &b->rules->turn;
    *t = (rule_turn){0};
    read_plies(b, map);
    if (!map) {
        return;
    }
    t->location = map->location;
    plain_keys_read(map, SECTION_TURN, t);
    t->check_only_last = build_is(map, "check", "last");
    t->check_ends = build_is(map, "check", "ends");
    for (size_t i = 0; i < sizeof passes / sizeof passes[0]; i++) {
        if (build_is(map, "pass", passes[i].word)) {
            t->pass = passes[i].pass;
        }
    }
    read_growth(b, map);
    read_waits(b, map);
}

bool ruleset_has_free_turns(const ruleset *rules)
{
    bool found = false;
    for (size_t p = 0; p < rules->player_count; p++) {
        found |= rules->turn.plies[p] == 0;
    }
    return found;
}

/* Keys that say nothing without another one. */
static void check_capture_keys(builder *b, const node *captures)
{
    const rule_captures *c = &b->rules->captures;
    const bool forces = c->mandatory || c->longest || c->multiple || c->prefer_most_count;
    const struct {
        const char *key, *with;
        bool counts;
    } keys[] = {{"by", "`mandatory: true`, `longest` or `prefer`", forces},
                {"along", "`row`", c->row.length > 0},
                {"row_victims", "`row`", c->row.length > 0}};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (node_get(captures, keys[i].key) && !keys[i].counts) {
            diag_error(b->diags, CODE_KEY_NEEDS, build_key_location(captures, keys[i].key), "`%s` goes with %s",
                       keys[i].key, keys[i].with);
        }
    }
}

static void read_forced_moves(builder *b)
{
    const node *captures = node_get(b->root, "captures");
    plain_keys_read(captures, SECTION_CAPTURES, &b->rules->captures);
    b->rules->captures.multiple = build_is(captures, "longest", "multiple");
    b->rules->captures.longest = !b->rules->captures.multiple && build_bool(captures, "longest", false);
    build_pieces_named(b, node_get(captures, "prefer"), &b->rules->captures.prefer_most,
                       &b->rules->captures.prefer_most_count);
    build_pieces_named(b, node_get(captures, "by"), &b->rules->captures.mandatory_by,
                       &b->rules->captures.mandatory_by_count);
    if (captures) {
        build_row(captures, build_number(captures, "row", 0), &b->rules->captures.row);
        check_capture_keys(b, captures);
    }
    b->rules->captures.row_capture = build_is(captures, "row_victims", "any")         ? ROW_CAPTURE_ANY
                                     : build_is(captures, "row_victims", "free only") ? ROW_CAPTURE_FREE_ONLY
                                                                                      : ROW_CAPTURE_FREE;
    const node *checks = node_get(b->root, "checks");
    b->rules->checks.unconditional_mate = build_is(checks, "only", "orthodox mate");
    b->rules->checks.only_mate = build_is(checks, "only", "mate") || b->rules->checks.unconditional_mate;
    const rule_turn *t = &b->rules->turn;
    const bool free_turns = ruleset_has_free_turns(b->rules), several = t->several_plies || t->first_plies > 1;
    if (b->rules->checks.only_mate && (free_turns || (several && !t->check_ends))) {
        diag_error(b->diags, CODE_UNSUPPORTED_TOGETHER, checks->location, "`only` is not supported in turns of %s",
                   free_turns ? "any number of plies" : "several plies where a check does not end them");
        diag_hint(
            b->diags,
            "a check can only be judged as mate at the end of a turn; write `check: ends` and the number of `plies`");
    }
    if (captures) {
        b->rules->captures.location = captures->location;
    }
    if (checks) {
        b->rules->checks.location = checks->location;
    }
    b->rules->checks.mandatory = build_players_named(b, node_get(checks, "mandatory"));
    b->rules->checks.forbidden = build_players_named(b, node_get(checks, "forbidden"));
    for (size_t p = 0; p < b->rules->player_count; p++) {
        if (b->rules->checks.mandatory & b->rules->checks.forbidden & 1u << p) {
            diag_error(b->diags, CODE_CONFLICTING_KEYS, build_key_location(checks, "forbidden"),
                       "%s must give check when they can, and may never give check", b->rules->players[p].name);
            diag_hint(b->diags, "name a player under `mandatory` or under `forbidden`");
            break;
        }
    }
}

void build_reach(builder *b, const node *reach, betza *found)
{
    location at = build_location(reach, 0, reach->length);
    if (!betza_parse(b->arena, b->diags, at, reach->string, reach->length, found)) {
        *found = (betza){0};
        return;
    }
    for (size_t i = 0; i < found->count; i++) {
        const betza_path *path = &found->paths[i];
        const betza_leg *leg = &path->leg[0];
        if (path->legs > 1 || path->initial || leg->range != 1 || leg->flags ||
            leg->modes != (LEG_MOVE | LEG_CAPTURE)) {
            diag_error(b->diags, CODE_BLAST_REACH, at, "`reach` is plain leaps");
            diag_hint(b->diags, "as in K, or WD");
            *found = (betza){0};
            return;
        }
    }
}

static void read_blast(builder *b)
{
    const node *map = node_get(node_get(b->root, "captures"), "blast");
    rule_blast *blast = &b->rules->blast;
    if (!map) {
        return;
    }
    blast->given = true;
    blast->location = map->location;
    build_pieces_named(b, node_get(map, "spares"), &blast->spares, &blast->spare_count);
    build_reach(b, node_get(map, "reach"), &blast->reach);
}

/* "2d6": how many dice with how many faces. */
static bool read_dice(builder *b, const node *dice, rule_dice *dice_rules)
{
    long count = 0, faces = 0;
    const char *d = strchr(dice->string, 'd');
    char digits[8] = {0};
    size_t length = d ? (size_t)(d - dice->string) : 0;
    if (!d || length == 0 || length >= sizeof digits) {
        return false;
    }
    memcpy(digits, dice->string, length);
    if (!text_to_long(digits, 1, RULES_DICE_MAX, &count) || !text_to_long(d + 1, 2, RULES_DIE_FACES_MAX, &faces)) {
        return false;
    }
    dice_rules->count = (int)count;
    dice_rules->face_count = (size_t)faces;
    for (long i = 0; i < faces; i++) {
        dice_rules->faces[i] = (uint8_t)(i + 1);
    }
    (void)b;
    return true;
}

static void read_die_faces(builder *b, const node *faces, rule_dice *dice_rules)
{
    for (size_t i = 0; faces && i < faces->length; i++) {
        long face = 0;
        if (i == RULES_DIE_FACES_MAX) {
            diag_error(b->diags, CODE_DICE, faces->items[i]->location, "a die has at most %d faces",
                       RULES_DIE_FACES_MAX);
            return;
        }
        (void)text_to_long(faces->items[i]->string, 1, 255, &face);
        dice_rules->faces[i] = (uint8_t)face;
        dice_rules->face_count = i + 1;
    }
}

static bool die_shows(const rule_dice *dice_rules, long face)
{
    for (size_t i = 0; i < dice_rules->face_count; i++) {
        if (dice_rules->faces[i] == face) {
            return true;
        }
    }
    return false;
}

static void read_face_limits(builder *b, const node *moves, rule_dice *dice_rules)
{
    size_t count = moves ? moves->length : 0;
    dice_rules->limits = arena_new(b->arena, rule_die_face, count);
    for (size_t i = 0; dice_rules->limits && i < count; i++) {
        rule_die_face *face = &dice_rules->limits[i];
        if (!text_to_long(moves->keys[i], 1, 255, &face->face) || !die_shows(dice_rules, face->face)) {
            diag_error(b->diags, CODE_DICE, moves->key_locations[i], "no die shows `%s`", moves->keys[i]);
        }
        build_pieces_named(b, moves->items[i], &face->pieces, &face->piece_count);
        dice_rules->limit_count = i + 1;
    }
}

static void read_dice_rules(builder *b)
{
    const node *map = node_get(b->root, "dice");
    rule_dice *dice_rules = &b->rules->dice;
    const node *dice = node_get(map, "roll");
    if (!map) {
        return;
    }
    dice_rules->location = map->location;
    if (!read_dice(b, dice, dice_rules)) {
        diag_error(b->diags, CODE_DICE, dice->location,
                   "`roll` must be 1 to %d dice with 2 to %d faces such as 2d6, found `%s`", RULES_DICE_MAX,
                   RULES_DIE_FACES_MAX, dice->string);
        return;
    }
    read_die_faces(b, node_get(map, "faces"), dice_rules);
    dice_rules->doubles_free = build_is(map, "doubles", "free");
    plain_keys_read(map, SECTION_DICE, dice_rules);
    dice_rules->doubles = dice_rules->doubles_free ? 0 : (int)build_number(map, "doubles", 0);
    read_face_limits(b, node_get(map, "moves"), dice_rules);
    if (dice_rules->doubles && !node_get(b->root, "script")) { /* dice that limit pieces are not used up */
        diag_error(b->diags, CODE_KEY_NEEDS, build_key_location(map, "doubles"),
                   "`doubles: %d` goes with a script that uses the dice", dice_rules->doubles);
    } else if (dice_rules->doubles_free && !node_get(map, "moves")) {
        diag_error(b->diags, CODE_KEY_NEEDS, build_key_location(map, "doubles"), "`doubles: free` goes with `moves`");
    }
}

static void read_jumps(builder *b)
{
    const node *map = node_get(b->root, "jumps");
    rule_jumps *jumps = &b->rules->jumps;
    plain_keys_read(map, SECTION_JUMPS, jumps);
    jumps->promotion = build_is(map, "promotion", "end")    ? CHAIN_PROMOTION_AT_END
                       : build_is(map, "promotion", "stop") ? CHAIN_PROMOTION_STOPS
                                                            : CHAIN_PROMOTION_CONTINUES;
}

static const char *read_sign(builder *b, const node *map, const char *key)
{
    const char *sign = build_string(map, key);
    if (sign && strlen(sign) > 3) {
        diag_error(b->diags, CODE_NOTATION_SIGN, node_get(map, key)->location,
                   "`%s` has at most 3 characters, found `%s`", key, sign);
    }
    return sign && strlen(sign) <= 3 ? sign : "";
}

/* The second half of each move. */
/* One word or several: bits of put_where. */
static unsigned read_put_where(builder *b, const node *value)
{
    static const char *const words[] = {"reached", "left", "edge", "unmoved"};
    unsigned where = 0;
    for (size_t i = 0; i < node_item_count(value); i++) {
        const char *word = node_item(value, i)->string;
        for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
            where |= strcmp(word, words[k]) == 0 ? 1u << k : 0;
        }
        if (strcmp(word, "anywhere") == 0 && node_item_count(value) > 1) {
            diag_error(b->diags, CODE_KEY_NEEDS, node_item(value, i)->location,
                       "`anywhere` says all cells, so it goes with no other word");
        }
    }
    return where;
}

static void check_put_from_hand(builder *b, const node *map)
{
    const rule_put *put = &b->rules->put;
    if (put->where != PUT_UNMOVED || !put->optional || put->most) {
        diag_error(b->diags, CODE_KEY_NEEDS, build_key_location(map, "piece"),
                   "`piece: hand` goes with `where: unmoved` and `optional: true`, without `most`");
    } else if (!b->rules->hands) {
        diag_error(b->diags, CODE_KEY_NEEDS, build_key_location(map, "piece"), "`piece: hand` goes with hands");
        diag_hint(b->diags, "pieces in hand stand in the start, as [Hh] behind the board");
    } else if (!b->rules->right_count) {
        diag_error(b->diags, CODE_KEY_NEEDS, build_key_location(map, "where"),
                   "`where: unmoved` goes with `rights`, which say which pieces have not moved");
        diag_hint(b->diags, "rights to castle are none of them: give each piece that opens a gate a right of its own");
    }
}

static void read_put(builder *b)
{
    rule_put *put = &b->rules->put;
    const node *map = node_get(b->root, "puts");
    if (!map) {
        return;
    }
    const node *piece = node_get(map, "piece");
    put->given = true;
    put->location = map->location;
    put->from_hand = build_is(map, "piece", "hand");
    put->piece = put->from_hand ? -1 : build_piece_named(b, piece->string, piece->location);
    put->where = read_put_where(b, node_get(map, "where"));
    plain_keys_read(map, SECTION_PUTS, put);
    put->zone = build_text(b, node_get(map, "on"));
    if (put->from_hand) {
        check_put_from_hand(b, map);
        return;
    }
    if (put->where & PUT_UNMOVED) {
        diag_error(b->diags, CODE_KEY_NEEDS, node_get(map, "where")->location,
                   "`where: unmoved` goes with `piece: hand`");
    }
    if (!b->rules->neutral) {
        diag_error(b->diags, CODE_KEY_NEEDS, build_key_location(b->root, "puts"), "`puts` goes with `neutral`");
        diag_hint(b->diags, "name the owner of what is put, as in `neutral: nobody`");
    }
    if (put->piece >= 0 && b->rules->pieces[put->piece].royal) {
        diag_error(b->diags, CODE_KEY_NEEDS, piece->location, "`%s` is royal, and a neutral piece never is",
                   piece->string);
    }
    if (put->piece >= 0 && put->most &&
        (b->rules->pieces[put->piece].move_count || !b->rules->pieces[put->piece].invulnerable)) {
        diag_error(b->diags, CODE_KEY_NEEDS, build_key_location(map, "most"),
                   "`most` goes with a piece that is `invulnerable: true` and has no `moves`");
    }
    if (put->where == PUT_LEFT && put->most && !put->optional) {
        diag_error(b->diags, CODE_KEY_NEEDS, build_key_location(map, "most"), "`most` does not go with `where: left`");
    }
}

static void read_notation(builder *b)
{
    const node *map = node_get(b->root, "notation");
    rule_notation *notation = &b->rules->notation;
    notation->given = map != NULL;
    notation->step_sign = read_sign(b, map, "step");
    notation->capture_sign = read_sign(b, map, "capture");
    notation->promotion_sign = read_sign(b, map, "promotion");
    plain_keys_read(map, SECTION_NOTATION, notation);
}

static void read_material_clock(builder *b)
{
    const node *name = node_get(b->root, "material_clock");
    b->rules->material_clock = name ? ruleset_counter_named(b->rules, name->string) : -1;
    if (name && b->rules->material_clock < 0) {
        diag_error(b->diags, CODE_UNKNOWN_COUNTER, name->location, "there is no counter `%s`", name->string);
        diag_hint(b->diags, "name it under `counters`");
        diag_fix(b->diags, (fix){.kind = FIX_LIST, .text = name->string, .word = "counters"});
    }
}

/* `true`, `all` or names of pieces. */
static void read_mandatory_setup(builder *b, const node *value)
{
    const char *word = value && value->kind == NODE_SCALAR ? value->string : "";
    b->rules->setup_mandatory = strcmp(word, "true") == 0;
    b->rules->setup_first_all = strcmp(word, "all") == 0;
    if (value && !b->rules->setup_mandatory && !b->rules->setup_first_all && strcmp(word, "false") != 0) {
        build_pieces_named(b, value, &b->rules->setup_first, &b->rules->setup_first_count);
    }
}

void build_turn(builder *b)
{
    const node *setup = node_get(b->root, "setup");
    const node *royals = node_get(b->root, "royals");
    read_turn(b);
    read_forced_moves(b);
    read_blast(b);
    read_dice_rules(b);
    read_jumps(b);
    read_put(b);
    read_notation(b);
    read_material_clock(b);
    plain_keys_read(b->root, SECTION_VARIANT, b->rules);
    plain_keys_read(setup, SECTION_SETUP, b->rules);
    plain_keys_read(royals, SECTION_ROYALS, b->rules);
    b->rules->split_any = build_bool(b->root, "split", false);
    bool captured_under = b->rules->captured == CAPTURED_UNDER;
    if (captured_under && !b->rules->stacks) {
        diag_error(b->diags, CODE_KEY_NEEDS, build_key_location(b->root, "captured"),
                   "`captured: under` goes with `stacks: true`");
    }
    if (b->rules->split_any && (!captured_under || b->rules->captor_decides)) {
        diag_error(b->diags, CODE_KEY_NEEDS, build_key_location(b->root, "split"),
                   "`split: true` goes with `captured: under`");
    }
    if (b->rules->combined && !captured_under) {
        diag_error(b->diags, CODE_KEY_NEEDS, build_key_location(b->root, "combined"),
                   "`combined: true` goes with `captured: under`");
    }
    read_mandatory_setup(b, node_get(setup, "mandatory"));
    if (setup) {
        b->rules->setup_location = setup->location;
    }
    if (b->rules->setup_separate_phase && !b->rules->setup_mandatory) {
        diag_error(b->diags, CODE_KEY_NEEDS, build_key_location(setup, "separate_phase"),
                   "`separate_phase: true` goes with `mandatory: true`");
        diag_hint(b->diags, "a setup that a player may put off comes to no end before the game");
    }
}
