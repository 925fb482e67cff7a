/* Pieces: letters, movements, promotions, drops. */
#include <string.h>

#include "rules/names.h"
#include "rules/ruleset_build.h"
#include "rules/svg_path.h"

/* ---- letters ---- */

/* A sign that FEN or moves give another meaning, or that is no sign at all. */
static bool is_reserved_sign(char c)
{
    return c <= ' ' || c >= 127 || strchr("0123456789/[]()@~!-,|:=", c) != NULL;
}

/* A letter as FEN writes it for the second player; NULL after an error. */
static const char *read_letter(builder *b, const node *value)
{
    const char *s = value->string;
    size_t length = strlen(s);
    if (length == 0 || length > RULES_LETTER_MAX) {
        diag_error(b->diags, CODE_LETTER, value->location, "a letter has 1 to %d characters, found `%s`",
                   RULES_LETTER_MAX, s);
        return NULL;
    }
    if (!ascii_is_letter(s[length - 1])) {
        diag_error(b->diags, CODE_LETTER, value->location, "`%s` does not end in a letter from a to z", s);
        return NULL;
    }
    bool commas = b->rules->player_count > 2 && !b->rules->own_boards; /* these tell in a FEN where a piece ends */
    for (size_t i = 0; i + 1 < length; i++) {
        if (ascii_is_letter(s[i]) && commas) {
            continue;
        }
        if (ascii_is_letter(s[i])) {
            diag_error(b->diags, CODE_LETTER, value->location, "`%s` has more than one letter", s);
            diag_hint(b->diags, "one letter, or signs such as + before a letter");
            return NULL;
        }
        if (is_reserved_sign(s[i])) {
            diag_error(b->diags, CODE_LETTER, build_location(value, i, 1), "`%c` is not allowed before a letter", s[i]);
            diag_hint(b->diags, "FEN and moves use it for something else; + * . ' are free");
            return NULL;
        }
    }
    char *copy = arena_text(b->arena, s, length);
    for (char *c = copy; c && *c; c++) {
        *c = ascii_to_lower(*c);
    }
    return copy;
}

/* The letters in use and their pieces, in the order of the pieces. */
typedef struct letter_owners {
    struct {
        const char *letter;
        location location;
        const char *owner;
    } used[2 * RULES_PIECES_MAX];
    size_t count;
} letter_owners;

static void claim_letter(builder *b, letter_owners *all, const char *letter, location at, const char *owner)
{
    for (size_t i = 0; letter && i < all->count; i++) {
        if (strcmp(all->used[i].letter, letter) != 0) {
            continue;
        }
        diag_error(b->diags, CODE_DUPLICATE_LETTER, at, "`%s` and `%s` have the same letter `%s`", owner,
                   all->used[i].owner, letter);
        diag_note(b->diags, all->used[i].location, "`%s` has it here", all->used[i].owner);
        return;
    }
    if (!letter) {
        return;
    }
    all->used[all->count].letter = letter;
    all->used[all->count].location = at;
    all->used[all->count].owner = owner;
    all->count++;
}

static void read_letters(builder *b, const node *pieces)
{
    letter_owners *all = arena_new(b->arena, letter_owners, 1);
    if (!all) {
        return;
    }
    for (size_t i = 0; i < b->rules->piece_count; i++) {
        rule_piece *piece = &b->rules->pieces[i];
        const node *letter = node_get(pieces->items[i], "letter");
        piece->letter = read_letter(b, letter);
        piece->letter_location = letter->location;
        piece->about = build_string(pieces->items[i], "about");
        piece->about_ru = build_translated(pieces->items[i], "about", "about_ru");
        claim_letter(b, all, piece->letter, letter->location, piece->name);
    }
    for (size_t i = 0; i < b->rules->piece_count; i++) {
        rule_piece *piece = &b->rules->pieces[i];
        const node *letter = node_get(pieces->items[i], "royal_letter");
        if (!letter) {
            continue;
        }
        piece->royal_letter = read_letter(b, letter);
        claim_letter(b, all, piece->royal_letter, letter->location, piece->name);
    }
}

/* ---- movements ---- */

/* A piece's movements while they are read. `bare_notation`: the item is only notation, so its en passant target is
 * worked out from it. */
typedef struct read_move_item {
    rule_move move;
    bool bare_notation;
} read_move_item;

/* Reports the errors of a movement whose characters cannot be counted in the source: at the whole movement. */
static bool parse_unlocated(builder *b, const node *notation, betza *out)
{
    diag_list inside;
    diag_list_init(&inside);
    const source *copy = diag_source(&inside, "", notation->string, notation->length);
    bool ok =
        copy && betza_parse(b->arena, &inside, (location){copy, 1, 1, 0}, notation->string, notation->length, out);
    for (const diag *d = inside.first; d && !inside.failed; d = d->next) {
        if (d->severity == SEVERITY_ERROR) {
            diag_error(b->diags, d->code, notation->location, "%s", d->text);
        } else {
            diag_warning(b->diags, d->code, notation->location, "%s", d->text);
        }
        if (d->hint) {
            diag_hint(b->diags, "%s", d->hint);
        }
    }
    if (inside.failed) {
        diag_out_of_memory(b->diags);
    }
    diag_list_finish(&inside);
    return ok;
}

static void read_notation(builder *b, const node *notation, rule_move *move)
{
    move->notation = notation->string;
    if (b->paths > RULES_PATHS_MAX) {
        return; /* already reported */
    }
    bool ok = notation->verbatim ? betza_parse(b->arena, b->diags, notation->location, notation->string,
                                               notation->length, &move->paths)
                                 : parse_unlocated(b, notation, &move->paths);
    if (!ok) {
        move->paths = (betza){0};
    }
    b->paths += move->paths.count;
    if (b->paths > RULES_PATHS_MAX) {
        diag_error(b->diags, CODE_MOVEMENT_TOO_COMPLEX, notation->location,
                   "the movements of the game have more than %d paths", RULES_PATHS_MAX);
    }
}

static const char *next_right(const void *state, size_t index)
{
    const ruleset *rules = state;
    return index < rules->right_count ? rules->rights[index].letter : NULL;
}

static bool is_right_to_castle(const builder *b, const char *letter)
{
    const node *castlings = node_get(b->root, "castling");
    bool found = false;
    for (size_t i = 0; castlings && castlings->kind == NODE_MAP && i < castlings->length; i++) {
        const node *right = node_get(castlings->items[i], "right");
        found |= right && right->kind == NODE_SCALAR && text_distance(right->string, letter, 0) == 0;
    }
    return found;
}

static int right_named(builder *b, const node *right)
{
    const ruleset *rules = b->rules;
    for (size_t i = 0; i < rules->right_count; i++) {
        if (rules->rights[i].letter && text_distance(rules->rights[i].letter, right->string, 0) == 0) {
            return (int)i;
        }
    }
    diag_error(b->diags, CODE_UNKNOWN_RIGHT, right->location, "there is no right `%s`", right->string);
    if (is_right_to_castle(b, right->string)) {
        diag_hint(b->diags, "`%s` is a right to castle; a movement has a right with another letter, under `rights`",
                  right->string);
    } else if (rules->right_count > 0) {
        names_hint(b->diags, right->string, next_right, rules, "rights");
    } else {
        diag_hint(b->diags, "define it under `rights`");
    }
    return -1;
}

static bool is_rider(const betza *paths)
{
    for (size_t i = 0; i < paths->count; i++) {
        if (paths->paths[i].leg[0].range != 1) {
            return true;
        }
    }
    return false;
}

static void read_jump(builder *b, const node *map, const node *jump, rule_move *move)
{
    read_notation(b, jump, move);
    for (size_t i = 0; i < move->paths.count; i++) {
        const betza_path *path = &move->paths.paths[i];
        if (path->legs > 1 || path->initial || path->leg[0].flags) {
            diag_error(b->diags, CODE_JUMP, jump->location, "`%s` is more than directions to jump in", jump->string);
            diag_hint(b->diags, "steps such as F or fW, and riders such as B or R4");
            return;
        }
    }
    move->land_any = node_get(map, "land") ? build_is(map, "land", "any") : is_rider(&move->paths);
    move->chain = build_is(map, "chain", "any")        ? CHAIN_ANY
                  : build_is(map, "chain", "straight") ? CHAIN_STRAIGHT
                                                       : CHAIN_NONE;
    move->jumped = build_is(map, "jumped", "converted") ? JUMPED_CONVERTED
                   : build_is(map, "jumped", "under")   ? JUMPED_UNDER
                                                        : JUMPED_CAPTURED;
    if (build_is(map, "jumped", "stays")) {
        move->jumps = false;
        move->quiet_jumps = true;
    }
    if (move->jumped == JUMPED_UNDER && !build_bool(b->root, "stacks", false)) {
        diag_error(b->diags, CODE_KEY_NEEDS, build_key_location(map, "jumped"),
                   "`under` needs a game with `stacks: true`");
    }
}

/* Reports keys that are not played with such a movement: none is ignored. */
static void check_movement_keys(builder *b, const node *map, size_t kind)
{
    for (size_t i = 0; i < map->length; i++) {
        const schema_row *row = schema_find(SECTION_MOVE, map->keys[i]);
        if (!row || !row->movements || row->movements >> kind & 1 || schema_is_removal(row, map->items[i])) {
            continue;
        }
        text with = {0};
        schema_put_movements(row, &with);
        diag_error(b->diags, CODE_CONFLICTING_KEYS, map->key_locations[i], "`%s` does not go with `%s`", map->keys[i],
                   schema_movement_key(kind));
        if (strcmp(map->keys[i], "captures") == 0 && kind == 0) {
            diag_hint(b->diags, "in the notation this is an m before the movement");
        } else {
            diag_hint(b->diags, "it goes with %s", text_string(&with));
        }
        text_finish(&with);
    }
}

/* The movement of a condition, `skip` bytes into it. */
static betza read_condition_steps(builder *b, const node *condition, size_t skip)
{
    betza steps = {0};
    location at = build_location(condition, skip, condition->length - skip);
    if (!betza_parse(b->arena, b->diags, at, condition->string + skip, condition->length - skip, &steps)) {
        return (betza){0};
    }
    for (size_t i = 0; i < steps.count; i++) {
        if (steps.paths[i].legs > 1 || steps.paths[i].leg[0].range != 1) {
            diag_error(b->diags, CODE_CONDITION, at, "a condition is about cells that are one step away");
            return (betza){0};
        }
    }
    b->paths += steps.count;
    return steps;
}

/* `own PIECE MOVEMENT`, `no enemy any MOVEMENT` and the like; false when it is something else. */
static bool read_adjacent(builder *b, const node *condition, rule_move *move)
{
    static const char *const owners[] = {"own ", "partner ", "enemy "};
    const size_t no = strncmp(condition->string, "no ", 3) == 0 ? 3 : 0;
    for (size_t i = 0; i < sizeof owners / sizeof owners[0]; i++) {
        const size_t skip = no + strlen(owners[i]);
        if (strncmp(condition->string + no, owners[i], skip - no) != 0) {
            continue;
        }
        size_t length = strcspn(condition->string + skip, " ");
        if (!condition->string[skip + length]) {
            return false;
        }
        const char *piece = arena_text(b->arena, condition->string + skip, length);
        const bool any = piece && strcmp(piece, "any") == 0;
        move->adjacent_absent = no > 0;
        move->adjacent_owner = (enum rule_owner)i;
        move->adjacent_piece =
            piece && !any ? build_piece_named(b, piece, build_location(condition, skip, length)) : -1;
        move->adjacent = read_condition_steps(b, condition, skip + length + 1);
        return true;
    }
    return false;
}

/* `if: empty MOVEMENT`, `if: partner pawn MOVEMENT`. */
static void read_condition(builder *b, const node *condition, rule_move *move)
{
    if (!condition || read_adjacent(b, condition, move)) {
        return;
    }
    size_t skip = strncmp(condition->string, "empty ", 6) == 0 ? 6 : 0;
    if (!skip) {
        diag_error(b->diags, CODE_CONDITION, condition->location, "a condition is `empty` and a movement, found `%s`",
                   condition->string);
        diag_hint(b->diags, "as in `empty fF`, `partner pawn fW` or `no own any bW`");
        return;
    }
    move->must_be_empty = read_condition_steps(b, condition, skip);
}

static void read_wrapped_edges(const node *map, rule_move *move)
{
    if (build_is(map, "crosses", "files")) {
        move->barred_edges = WRAPPED_RANKS;
    } else if (build_is(map, "crosses", "ranks")) {
        move->barred_edges = WRAPPED_FILES;
    } else if (build_is(map, "crosses", "never")) {
        move->barred_edges = WRAPPED_FILES | WRAPPED_RANKS;
    }
}

/* Reads the one key that says what the movement is. */
static bool read_movement_kind(builder *b, const node *map, rule_move *move)
{
    const char *first = NULL;
    size_t kind = 0;
    for (size_t i = 0; i < SCHEMA_MOVEMENTS; i++) {
        const char *key = schema_movement_key(i);
        bool value = node_get(map, key) && !build_is(map, key, "false");
        if (value && first) {
            diag_error(b->diags, CODE_CONFLICTING_KEYS, build_key_location(map, key),
                       "a movement has either `%s` or `%s`", first, key);
            return false;
        }
        kind = value ? i : kind;
        first = value ? key : first;
    }
    if (!first) {
        diag_error(b->diags, CODE_NO_MOVEMENT, map->location, "this movement has neither `move` nor `hook`");
        return false;
    }
    check_movement_keys(b, map, kind);
    const node *value = node_get(map, first);
    move->jumps = strcmp(first, "jump") == 0;
    move->along_lines = strcmp(first, "along") == 0;
    move->stay = strcmp(first, "stay") == 0;
    if (strcmp(first, "move") == 0) {
        read_notation(b, value, move);
    } else if (strcmp(first, "hook") == 0) {
        move->hook = build_function(b, value->string, value->location);
    }
    if (move->along_lines && b->rules->line_count == 0) {
        diag_error(b->diags, CODE_NO_LINES, value->location, "the board has no lines");
        diag_hint(b->diags, "write them under `board: lines:`");
    }
    return true;
}

/* Keys for movements that transform their piece: conditions on the rest of the board. */
static void read_presence(builder *b, const node *map, rule_move *move)
{
    static const char *const keys[] = {"with", "without", "must_not_check"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (node_get(map, keys[i]) && move->into < 0) {
            diag_error(b->diags, CODE_KEY_NEEDS, build_key_location(map, keys[i]), "`%s` goes with `transforms`",
                       keys[i]);
        }
    }
    const node *with = node_get(map, "with"), *without = node_get(map, "without");
    const node *company = with ? with : without;
    if (with && without) {
        diag_error(b->diags, CODE_CONFLICTING_KEYS, build_key_location(map, "without"),
                   "a movement has either `with` or `without`");
    }
    move->with_piece = company ? build_piece_named(b, company->string, company->location) : -1;
    move->without = without != NULL;
}

/* The index of the word; the schema has seen that it is one of them. */
static size_t word_number(const char *word, const char *const names[], size_t count)
{
    size_t number = 0;
    while (number + 1 < count && strcmp(names[number], word) != 0) {
        number++;
    }
    return number;
}

static unsigned read_safe(const node *words)
{
    static const char *const names[] = {"from", "to", "passed"}; /* in the order of enum rule_safe */
    unsigned safe = 0;
    for (size_t i = 0; words && i < node_item_count(words); i++) {
        safe |= 1u << word_number(node_item(words, i)->string, names, sizeof names / sizeof names[0]);
    }
    return safe;
}

static unsigned move_keys(const node *map)
{
    static const struct {
        const char *key;
        unsigned bit;
    } known[] = {
        {"move", MOVE_KEY_MOVE},
        {"from", MOVE_KEY_FROM},
        {"en_passant", MOVE_KEY_EN_PASSANT},
        {"resets_halfmove_clock", MOVE_KEY_CLOCK},
    };
    unsigned keys = 0;
    for (size_t i = 0; i < map->length; i++) {
        unsigned bit = MOVE_KEY_OTHER;
        for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
            bit = strcmp(map->keys[i], known[k].key) == 0 ? known[k].bit : bit;
        }
        keys |= bit;
    }
    return keys;
}

static void read_move_map(builder *b, const node *map, rule_move *move)
{
    move->keys = move_keys(map);
    if (!read_movement_kind(b, map, move)) {
        return;
    }
    if (move->jumps) {
        read_jump(b, map, node_get(map, "jump"), move);
    }
    move->from = build_text(b, node_get(map, "from"));
    move->to = build_text(b, node_get(map, "to"));
    if (node_get(map, "right")) {
        move->right = right_named(b, node_get(map, "right"));
    }
    move->sets_all_ep = build_is(map, "en_passant", "all");
    move->sets_ep = move->sets_all_ep || build_bool(map, "en_passant", false);
    const node *becomes = node_get(map, "transforms");
    move->into = becomes ? build_piece_named(b, becomes->string, becomes->location) : -1;
    read_presence(b, map, move);
    move->through = build_is(map, "through", "any") ? THROUGH_ANY : (int)build_number(map, "through", 0);
    build_pieces_named(b, node_get(map, "victims"), &move->victims, &move->victim_count);
    plain_keys_read(map, SECTION_MOVE, move);
    move->safe = read_safe(node_get(map, "safe"));
    read_wrapped_edges(map, move);
    read_condition(b, node_get(map, "if"), move);
}

static read_move_item *read_move_items(builder *b, const node *moves, size_t *count)
{
    *count = node_item_count(moves);
    if (*count > RULES_MOVES_MAX) {
        diag_error(b->diags, CODE_TOO_MANY, moves->items[RULES_MOVES_MAX]->location,
                   "a piece has more than %d movements", RULES_MOVES_MAX);
        *count = RULES_MOVES_MAX;
    }
    read_move_item *move_items = arena_new(b->arena, read_move_item, *count);
    for (size_t i = 0; move_items && i < *count; i++) {
        const node *n = node_item(moves, i);
        move_items[i].bare_notation = n->kind == NODE_SCALAR;
        move_items[i].move =
            (rule_move){.right = -1, .gives_check = true, .into = -1, .with_piece = -1, .location = n->location};
        if (move_items[i].bare_notation) {
            move_items[i].move.keys = MOVE_KEY_MOVE;
            read_notation(b, n, &move_items[i].move);
        } else {
            read_move_map(b, n, &move_items[i].move);
        }
    }
    return move_items;
}

static bool captures_en_passant(const betza *paths)
{
    for (size_t i = 0; i < paths->count; i++) {
        for (size_t k = 0; k < paths->paths[i].legs; k++) {
            if (paths->paths[i].leg[k].modes & LEG_EN_PASSANT) {
                return true;
            }
        }
    }
    return false;
}

/* A pawn's double step: first move, lame, only to an empty cell. */
static bool is_double_step(const betza_path *path)
{
    const betza_leg *leg = &path->leg[0];
    return path->initial && path->legs == 1 && (leg->flags & LEG_LAME) && leg->modes == LEG_MOVE;
}

/* Stores an item. Where only some of its paths set an en passant target (fmWfceFifmnD), these become a second
 * movement. */
static void store_move(builder *b, rule_piece *piece, const read_move_item *one, bool any_ep_capture)
{
    size_t double_steps = 0;
    for (size_t i = 0; i < one->move.paths.count && one->bare_notation && any_ep_capture; i++) {
        double_steps += is_double_step(&one->move.paths.paths[i]);
    }
    rule_move *first = &piece->moves[piece->move_count++];
    *first = one->move;
    if (double_steps == 0) {
        return;
    }
    if (double_steps == one->move.paths.count) {
        first->sets_ep = true;
        return;
    }
    rule_move *second = &piece->moves[piece->move_count++];
    *second = one->move;
    second->sets_ep = true;
    first->paths = second->paths = (betza){0};
    betza_path *others = arena_new(b->arena, betza_path, one->move.paths.count - double_steps);
    betza_path *split = arena_new(b->arena, betza_path, double_steps);
    if (!others || !split) {
        return;
    }
    first->paths.paths = others;
    second->paths.paths = split;
    for (size_t i = 0; i < one->move.paths.count; i++) {
        const betza_path *path = &one->move.paths.paths[i];
        if (is_double_step(path)) {
            split[second->paths.count++] = *path;
        } else {
            others[first->paths.count++] = *path;
        }
    }
}

static void read_movements(builder *b, const node *pieces)
{
    ruleset *rules = b->rules;
    read_move_item **move_items = arena_new(b->arena, read_move_item *, rules->piece_count);
    size_t *counts = arena_new(b->arena, size_t, rules->piece_count);
    if (!move_items || !counts) {
        return;
    }
    const rule_move *ep_capturer = NULL;
    for (size_t i = 0; i < rules->piece_count; i++) {
        move_items[i] = read_move_items(b, node_get(pieces->items[i], "moves"), &counts[i]);
        for (size_t k = 0; move_items[i] && k < counts[i] && !ep_capturer; k++) {
            ep_capturer = captures_en_passant(&move_items[i][k].move.paths) ? &move_items[i][k].move : NULL;
        }
    }
    bool ep_left = false;
    for (size_t i = 0; i < rules->piece_count; i++) {
        rule_piece *piece = &rules->pieces[i];
        piece->moves = arena_new(b->arena, rule_move, 2 * counts[i]);
        if (!piece->moves || !move_items[i]) {
            return;
        }
        for (size_t k = 0; k < counts[i]; k++) {
            store_move(b, piece, &move_items[i][k], ep_capturer != NULL);
        }
        for (size_t k = 0; k < piece->move_count; k++) {
            ep_left |= piece->moves[k].sets_ep;
        }
    }
    if (ep_capturer && !ep_left) {
        diag_warning(b->diags, CODE_NO_EN_PASSANT, ep_capturer->location,
                     "en passant captures (`e`), but no move sets an en passant target");
        diag_hint(b->diags, "write {move: ..., en_passant: true} for the move that such a capture answers");
    }
}

/* ---- borrowed movements ---- */

/* A movement under the condition that an own piece of this type (-1: any) stands there, or none does. */
static void add_conditional(rule_piece *piece, const rule_move *move, int beside, bool absent, bool borrowed)
{
    rule_move *added = &piece->moves[piece->move_count++];
    *added = *move;
    added->adjacent = piece->borrows;
    added->adjacent_owner = OWNER_SELF;
    added->adjacent_piece = beside;
    added->adjacent_absent = absent;
    added->borrowed = borrowed;
}

/* Reports movements that can be neither borrowed nor left aside. */
static bool check_lent(builder *b, const rule_piece *piece)
{
    for (size_t i = 0; i < piece->move_count; i++) {
        const rule_move *m = &piece->moves[i];
        if (m->adjacent.count || m->must_be_empty.count || m->right >= 0 || m->jumps || m->quiet_jumps || m->bounces) {
            diag_error(b->diags, CODE_UNSUPPORTED_TOGETHER, m->location,
                       "`borrows` is not played with movements that have `if`, `right`, `jump` or `bounces` yet");
            return false;
        }
    }
    return true;
}

/* The own movements, while nobody lends any; then those of each piece that may stand there. */
static void lay_out_borrowed(builder *b, size_t number, const rule_piece *before, const bool *lends)
{
    rule_piece *piece = &b->rules->pieces[number];
    size_t room = 0;
    for (size_t i = 0; i < b->rules->piece_count; i++) {
        room += before[i].move_count + before[number].move_count;
    }
    piece->moves = arena_new(b->arena, rule_move, room + before[number].move_count);
    piece->move_count = 0;
    for (size_t k = 0; piece->moves && k < before[number].move_count; k++) {
        add_conditional(piece, &before[number].moves[k], -1, true, false);
    }
    for (size_t i = 0; piece->moves && i < b->rules->piece_count; i++) {
        const rule_piece *lender = lends[i] ? &before[i] : &before[number]; /* beside others it moves in its own way */
        for (size_t k = 0; k < lender->move_count; k++) {
            add_conditional(piece, &lender->moves[k], (int)i, false, true);
        }
    }
}

static void read_borrowed(builder *b, const node *pieces)
{
    const size_t count = b->rules->piece_count;
    rule_piece *before = arena_new(b->arena, rule_piece, count);
    bool *lends = arena_new(b->arena, bool, count), some = false, sound = true;
    if (!before || !lends) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        rule_piece *piece = &b->rules->pieces[i];
        const node *value = node_get(pieces->items[i], "borrows");
        piece->keeps_moves = !build_bool(pieces->items[i], "lends", true);
        lends[i] = !piece->keeps_moves;
        if (value) {
            piece->borrows = read_condition_steps(b, value, 0);
            some = true;
        }
        before[i] = *piece;
    }
    for (size_t i = 0; i < count && some; i++) {
        sound = check_lent(b, &before[i]) && sound;
    }
    for (size_t i = 0; i < count && sound; i++) {
        if (before[i].borrows.count) {
            lay_out_borrowed(b, i, before, lends);
        }
    }
}

/* ---- promotions and drops ---- */

/* Where the move must begin or end, and which moves it may be: a word, or one word of each. */
static void read_promotion_moves(builder *b, const node *map, rule_promotion *promotion)
{
    static const struct {
        const char *word;
        promotion_when when;
        unsigned by;
    } words[] = {{"reaches", PROMOTE_REACHES, 0},  {"touches", PROMOTE_TOUCHES, 0},
                 {"enters", PROMOTE_ENTERS, 0},    {"uncovered", PROMOTE_STANDS, PROMOTE_ANY},
                 {"captures", 0, PROMOTE_CAPTURE}, {"quiet", 0, PROMOTE_QUIET}};
    const node *value = node_get(map, "when");
    bool says_where = false;
    for (size_t i = 0; i < node_item_count(value); i++) {
        const node *item = node_item(value, i);
        size_t k = 0;
        while (k + 1 < sizeof words / sizeof words[0] && strcmp(words[k].word, item->string) != 0) {
            k++;
        }
        const bool where = words[k].by != PROMOTE_CAPTURE && words[k].by != PROMOTE_QUIET;
        if ((where && says_where) || (words[k].by && promotion->by)) {
            diag_error(b->diags, CODE_CONFLICTING_KEYS, item->location, "`%s` does not go with another word of `when`",
                       item->string);
            diag_hint(b->diags, "`when` is one of reaches, touches, enters and uncovered; captures or quiet may go "
                                "with the first three");
        }
        promotion->when = where ? words[k].when : promotion->when;
        promotion->by |= words[k].by;
        says_where |= where;
    }
    promotion->by = promotion->by ? promotion->by : PROMOTE_ANY;
}

static void read_promotion(builder *b, const node *map, rule_promotion *promotion)
{
    const node *to = node_get(map, "to");
    read_promotion_moves(b, map, promotion);
    promotion->zone = build_text(b, node_get(map, "on"));
    promotion->declinable = build_is(map, "optional", "always");
    promotion->optional = promotion->declinable || build_bool(map, "optional", false);
    plain_keys_read(map, SECTION_PROMOTION, promotion);
    promotion->from_prison = build_is(map, "to", "prison");
    promotion->location = map->location;
    if (!promotion->from_prison) {
        build_pieces_named(b, to, &promotion->to, &promotion->to_count);
    }
    if (promotion->when == PROMOTE_STANDS && (promotion->to_count != 1 || !build_bool(b->root, "stacks", false))) {
        diag_error(b->diags, CODE_KEY_NEEDS, build_key_location(map, "when"),
                   "`when: uncovered` goes with `stacks: true`, and `to` is one piece");
    }
}

static void read_promotions(builder *b, const node *promotes, rule_piece *piece)
{
    size_t count = node_item_count(promotes);
    piece->promotions = arena_new(b->arena, rule_promotion, count);
    if (!piece->promotions) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        read_promotion(b, node_item(promotes, i), &piece->promotions[i]);
    }
    piece->promotion_count = count;
}

/* Applies the keys of `drops` on top of the inherited ones. */
static void read_drop(builder *b, const node *drops, rule_drop *drop)
{
    if (!drops) {
        return;
    }
    drop->location = drops->location;
    drop->allowed = drops->kind == NODE_MAP;
    if (!drop->allowed) {
        drop->unlimited = 0; /* a piece that is never dropped has to wait in the hand */
        return;
    }
    if (node_get(drops, "on")) {
        drop->zone = build_text(b, node_get(drops, "on"));
    }
    plain_keys_change(drops, SECTION_DROP, drop);
    if (node_get(drops, "endless")) {
        drop->unlimited = build_players_named(b, node_get(drops, "endless"));
    }
    build_pieces_named(b, node_get(drops, "as"), &drop->drop_as, &drop->drop_as_count);
}

/* What is dropped as a neutral piece. */
static void check_neutral_drop(builder *b, const rule_piece *piece)
{
    const rule_drop *drop = &piece->drop;
    const char *key = drop->shared ? "shared" : drop->at_edge ? "where" : NULL;
    if (!drop->allowed || (!drop->neutral && !key)) {
        return;
    }
    if (!drop->neutral) {
        diag_error(b->diags, CODE_KEY_NEEDS, drop->location, "`%s` goes with `neutral: true`", key);
    } else if (!b->rules->neutral) {
        diag_error(b->diags, CODE_KEY_NEEDS, drop->location, "`neutral` of a drop goes with `neutral` of the game");
        diag_hint(b->diags, "name the owner of what is dropped, as in `neutral: nobody`");
    } else if (piece->royal) {
        diag_error(b->diags, CODE_KEY_NEEDS, drop->location, "`%s` is royal, and a neutral piece never is",
                   piece->name);
    } else if (drop->drop_as_count) {
        diag_error(b->diags, CODE_KEY_NEEDS, drop->location, "`as` does not go with `neutral`");
    }
}

/* A piece dropped as another type is paid for by the type in hand. What is captured as the dropped one, itself mostly, could
 * never be dropped. */
static void check_drop_as(builder *b, size_t held_piece, int dropped_as)
{
    const ruleset *rules = b->rules;
    const rule_piece *piece = &rules->pieces[dropped_as], *holder = &rules->pieces[held_piece];
    const bool dropped = rules->captured == CAPTURED_TO_HAND || rules->captured == CAPTURED_TO_PARTNER;
    const bool has_own_drops = piece->drop.allowed && piece->drop.drop_as_count == 0;
    for (size_t i = 0; dropped && has_own_drops && (size_t)dropped_as != held_piece && i < rules->piece_count; i++) {
        const rule_piece *captured = &rules->pieces[i];
        if (captured->captured_as != dropped_as) {
            continue;
        }
        diag_error(b->diags, CODE_DROP_AS, holder->drop.location,
                   "a captured `%s` could never be dropped: a piece that is dropped as `%s` is held as `%s`",
                   captured->name, piece->name, holder->name);
        if (holder->royal) {
            diag_hint(b->diags, "write `captured_as: gone` for `%s`", captured->name);
        } else {
            diag_hint(b->diags, "write `captured_as: %s` for `%s`, or `captured_as: gone`", holder->name,
                      captured->name);
        }
    }
}

/* No type may be dropped from two types in hand: the hand must know which one pays. */
static void check_drops_as(builder *b)
{
    const ruleset *rules = b->rules;
    int *held_piece = arena_new(b->arena, int, rules->piece_count);
    for (size_t i = 0; held_piece && i < rules->piece_count; i++) {
        const rule_drop *drop = &rules->pieces[i].drop;
        check_neutral_drop(b, &rules->pieces[i]);
        for (size_t k = 0; k < drop->drop_as_count; k++) {
            const rule_piece *dropped_as = &rules->pieces[drop->drop_as[k]];
            if (dropped_as->drop.neutral && !drop->neutral) {
                diag_error(b->diags, CODE_KEY_NEEDS, drop->location, "`as` does not go with `neutral` of `%s`",
                           dropped_as->name);
            }
            if (held_piece[drop->drop_as[k]] && held_piece[drop->drop_as[k]] != (int)i + 1) {
                diag_error(b->diags, CODE_DROP_AS, drop->location, "both `%s` and `%s` are dropped as `%s`",
                           rules->pieces[held_piece[drop->drop_as[k]] - 1].name, rules->pieces[i].name,
                           dropped_as->name);
            }
            held_piece[drop->drop_as[k]] = (int)i + 1;
            check_drop_as(b, i, drop->drop_as[k]);
        }
    }
}

static void check_transforms(builder *b, const node *pieces)
{
    const ruleset *rules = b->rules;
    for (size_t i = 0; i < rules->piece_count; i++) {
        const rule_piece *piece = &rules->pieces[i];
        const node *transforms = node_get(pieces->items[i], "transforms");
        if (transforms && piece->promotion_count > 0) {
            diag_error(b->diags, CODE_TRANSFORMS, transforms->location,
                       "`%s` transforms with every move, so it cannot promote as well", piece->name);
        }
        if (transforms && piece->transforms_into >= 0 && rules->pieces[piece->transforms_into].royal && !piece->royal) {
            diag_error(b->diags, CODE_TRANSFORMS, transforms->location, "`%s` transforms into the royal `%s`",
                       piece->name, transforms->string);
        }
    }
}

/* ---- remote captures, and effects on neighbours ---- */

static rule_piece_set read_piece_set(builder *b, const node *map, const char *key, bool otherwise)
{
    const node *value = node_get(map, key);
    rule_piece_set set = {.all = value ? build_is(map, key, "all") : otherwise};
    if (value && !set.all) {
        build_pieces_named(b, value, &set.pieces, &set.count);
    }
    return set;
}

/* Where victims stand, and what helps to enclose them. */
static void read_sides(builder *b, const node *map, rule_remote_capture *remote)
{
    static const char *const keys[] = {"hostile", "on"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (node_get(map, keys[i]) && remote->kind != REMOTE_CUSTODIAN && remote->kind != REMOTE_ENCLOSURE) {
            diag_error(b->diags, CODE_KEY_NEEDS, build_key_location(map, keys[i]),
                       "`%s` goes with `by: custodian` and `by: enclosure`", keys[i]);
        }
    }
    remote->hostile = build_text(b, node_get(map, "hostile"));
    remote->on = build_text(b, node_get(map, "on"));
}

static void read_remote_captures(builder *b, const node *captures, rule_piece *piece)
{
    static const char *const kinds[] = {"custodian",    "withdrawal", "approach",
                                        "coordination", "long_leap",  "enclosure"};
    size_t count = node_item_count(captures);
    piece->remote_captures = arena_new(b->arena, rule_remote_capture, count);
    if (!piece->remote_captures) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const node *each = node_item(captures, i);
        const node *map = each->kind == NODE_MAP ? each : NULL;
        rule_remote_capture *remote = &piece->remote_captures[i];
        remote->kind = (remote_capture_kind)word_number(map ? node_get(map, "by")->string : each->string, kinds,
                                                        sizeof kinds / sizeof kinds[0]);
        remote->victims = read_piece_set(b, map, "victims", true);
        remote->straight = !build_is(map, "going", "diagonal");
        remote->diagonal = !build_is(map, "going", "straight");
        remote->beyond = build_is(map, "lands", "beyond");
        read_sides(b, map, remote);
        if (node_get(map, "lands") && remote->kind != REMOTE_LONG_LEAP) {
            diag_error(b->diags, CODE_KEY_NEEDS, build_key_location(map, "lands"), "`lands` goes with `by: long_leap`");
        }
    }
    piece->remote_capture_count = count;
}

/* ---- the pieces ---- */

void build_piece_names(builder *b)
{
    ruleset *rules = b->rules;
    const node *pieces = node_get(b->root, "pieces");
    size_t count = pieces->length;
    if (count == 0) {
        diag_error(b->diags, CODE_NO_PIECES, pieces->location, "the game has no pieces");
    }
    if (count > RULES_PIECES_MAX) {
        diag_error(b->diags, CODE_TOO_MANY, pieces->key_locations[RULES_PIECES_MAX], "more than %d pieces",
                   RULES_PIECES_MAX);
        count = RULES_PIECES_MAX;
    }
    rules->pieces = arena_new(b->arena, rule_piece, count);
    if (!rules->pieces) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const char *name = pieces->keys[i];
        if (strcmp(name, "prison") == 0 || strcmp(name, "others") == 0 || strcmp(name, "all") == 0 ||
            strcmp(name, "gone") == 0 || strcmp(name, "any") == 0) {
            diag_error(b->diags, CODE_RESERVED_NAME, pieces->key_locations[i],
                       "a piece cannot be called `%s`, a word of the language", name);
        }
        rules->pieces[i].name = name;
        rules->pieces[i].location = pieces->key_locations[i];
    }
    rules->piece_count = count;
}

/* One or two signs: more do not fit a piece. */
static bool is_short(const char *word)
{
    size_t signs = 0, length = strlen(word);
    for (size_t i = 0, n; i < length; i += n, signs++) {
        n = utf8_length(word + i, length - i);
        if (n == 0 || utf8_kind_of(word + i, n) != UTF8_PRINTABLE || word[i] == ' ') {
            return false;
        }
    }
    return signs == 1 || signs == 2;
}

static void read_characters(builder *b, const node *value, rule_piece *piece)
{
    size_t count = !value ? 0 : value->kind == NODE_LIST ? value->length : 1;
    if (count > 1 && count != b->rules->player_count) {
        diag_error(b->diags, CODE_WRONG_VALUE, value->location,
                   "`characters` names one for all players, or one for each of the %zu", b->rules->player_count);
        return;
    }
    piece->characters = arena_new(b->arena, const char *, count);
    for (size_t i = 0; piece->characters && i < count; i++) {
        const node *one = value->kind == NODE_LIST ? value->items[i] : value;
        if (!is_short(one->string)) {
            diag_error(b->diags, CODE_WRONG_VALUE, one->location, "the character of a piece is one sign or two");
            return;
        }
        piece->characters[i] = one->string;
    }
    piece->character_count = piece->characters ? count : 0;
}

void build_pieces(builder *b)
{
    ruleset *rules = b->rules;
    const node *pieces = node_get(b->root, "pieces");
    rule_drop default_drop = {.allowed = true};
    plain_keys_read(NULL, SECTION_DROP, &default_drop);
    read_drop(b, node_get(b->root, "drops"), &default_drop);
    if (default_drop.drop_as_count > 0) {
        diag_error(b->diags, CODE_KEY_NEEDS, build_key_location(node_get(b->root, "drops"), "as"),
                   "`as` belongs to one piece, not to all");
        default_drop.drop_as_count = 0;
    }
    read_letters(b, pieces);
    read_movements(b, pieces);
    read_borrowed(b, pieces);
    for (size_t i = 0; i < rules->piece_count; i++) {
        rule_piece *piece = &rules->pieces[i];
        const node *n = pieces->items[i];
        build_figure(b, node_get(n, "figure"), piece);
        read_characters(b, node_get(n, "characters"), piece);
        plain_keys_read(n, SECTION_PIECE, piece);
        const node *when_covered = node_get(n, "when_covered");
        piece->when_covered = when_covered ? build_piece_named(b, when_covered->string, when_covered->location) : -1;
        bool royal = piece->royal ||
                     (piece->when_covered >= 0 && build_bool(pieces->items[piece->when_covered], "royal", false));
        if (when_covered && (royal || !build_bool(b->root, "stacks", false))) {
            diag_error(b->diags, CODE_KEY_NEEDS, build_key_location(n, "when_covered"),
                       "`when_covered` goes with `stacks: true`, for pieces that are not royal");
        }
        const node *shown_as = node_get(n, "shown_as");
        piece->shown_as = shown_as ? build_piece_named(b, shown_as->string, shown_as->location) : -1;
        const node *other = piece->shown_as >= 0 ? pieces->items[piece->shown_as] : NULL;
        if (other && (piece->royal || build_bool(other, "royal", false) || node_get(other, "shown_as"))) {
            diag_error(b->diags, CODE_KEY_NEEDS, build_key_location(n, "shown_as"),
                       "`shown_as` goes with two pieces that are not royal, and the other is shown as itself");
        }
        const node *captured_as = node_get(n, "captured_as");
        bool gone = build_is(n, "captured_as", "gone");
        piece->captured_as = gone          ? -1
                             : captured_as ? build_piece_named(b, captured_as->string, captured_as->location)
                                           : (int)i;
        read_remote_captures(b, node_get(n, "captures"), piece);
        piece->immobilizes = read_piece_set(b, n, "immobilizes", false);
        piece->protects = read_piece_set(b, n, "protects", false);
        if (piece->royal && piece->kamikaze) {
            diag_error(b->diags, CODE_ROYAL_KAMIKAZE, build_key_location(n, "kamikaze"),
                       "a royal piece cannot be `kamikaze`");
        }
        const node *transforms = node_get(n, "transforms");
        piece->transforms_into = transforms ? build_piece_named(b, transforms->string, transforms->location) : -1;
        read_promotions(b, node_get(n, "promotes"), piece);
        piece->drop = default_drop;
        read_drop(b, node_get(n, "drops"), &piece->drop);
    }
    check_drops_as(b);
    check_transforms(b, pieces);
}
