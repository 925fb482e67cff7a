/* Pieces: letters, movements, promotions, drops. */
#include <string.h>

#include "rules/names.h"
#include "rules/ruleset_build.h"

/* ---- letters ---- */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* A sign that FEN or moves give another meaning, or that is no sign at all. */
static bool is_taken_sign(char c)
{
    return c <= ' ' || c >= 127 || strchr("0123456789/[]()@~!-,|:=", c) != NULL;
}

/* A letter as FEN writes it for the second player; NULL after an error. */
static const char *read_letter(builder *b, const node *value)
{
    const char *s = value->string;
    size_t length = strlen(s);
    if (length == 0 || length > RULES_LETTER_MAX) {
        diag_error(b->diags, CODE_LETTER, value->place, "a letter has 1 to %d characters, found `%s`", RULES_LETTER_MAX,
                   s);
        return NULL;
    }
    if (!is_letter(s[length - 1])) {
        diag_error(b->diags, CODE_LETTER, value->place, "`%s` does not end in a letter from a to z", s);
        return NULL;
    }
    for (size_t i = 0; i + 1 < length; i++) {
        if (is_letter(s[i])) {
            diag_error(b->diags, CODE_LETTER, value->place, "`%s` has more than one letter", s);
            diag_hint(b->diags, "one letter, or signs such as + before a letter");
            return NULL;
        }
        if (is_taken_sign(s[i])) {
            diag_error(b->diags, CODE_LETTER, build_place(value, i, 1), "`%c` cannot stand before a letter", s[i]);
            diag_hint(b->diags, "FEN and moves use it for something else; + * . ' are free");
            return NULL;
        }
    }
    char *copy = arena_text(b->arena, s, length);
    if (copy && copy[length - 1] >= 'A' && copy[length - 1] <= 'Z')
        copy[length - 1] = (char)(copy[length - 1] - 'A' + 'a');
    return copy;
}

/* Letters that are taken, with who has them, in the order of the pieces. */
typedef struct letters {
    struct {
        const char *letter;
        place place;
        const char *owner;
    } taken[2 * RULES_PIECES_MAX];
    size_t count;
} letters;

static void take_letter(builder *b, letters *all, const char *letter, place at, const char *owner)
{
    for (size_t i = 0; letter && i < all->count; i++) {
        if (strcmp(all->taken[i].letter, letter) != 0)
            continue;
        diag_error(b->diags, CODE_LETTER_TWICE, at, "`%s` and `%s` have the same letter `%s`", owner,
                   all->taken[i].owner, letter);
        diag_note(b->diags, all->taken[i].place, "`%s` has it here", all->taken[i].owner);
        return;
    }
    if (!letter)
        return;
    all->taken[all->count].letter = letter;
    all->taken[all->count].place = at;
    all->taken[all->count].owner = owner;
    all->count++;
}

static void read_letters(builder *b, const node *pieces)
{
    letters *all = arena_new(b->arena, letters, 1);
    if (!all)
        return;
    for (size_t i = 0; i < b->rules->piece_count; i++) {
        rule_piece *piece = &b->rules->pieces[i];
        const node *letter = node_get(pieces->items[i], "letter");
        piece->letter = read_letter(b, letter);
        piece->letter_place = letter->place;
        take_letter(b, all, piece->letter, letter->place, piece->name);
    }
    for (size_t i = 0; i < b->rules->piece_count; i++) {
        rule_piece *piece = &b->rules->pieces[i];
        const node *letter = node_get(pieces->items[i], "royal_letter");
        if (!letter)
            continue;
        piece->royal_letter = read_letter(b, letter);
        take_letter(b, all, piece->royal_letter, letter->place, piece->name);
    }
}

/* ---- movements ---- */

/* A piece's movements while they are read. `plain`: the item was nothing but notation, so what it leaves open to
 * captures in passing is worked out. */
typedef struct item {
    rule_move move;
    bool plain;
} item;

/* Reports what is wrong with a movement whose characters cannot be counted in the source: at the whole of it. */
static bool parse_elsewhere(builder *b, const node *notation, betza *out)
{
    diag_list inside;
    diag_list_init(&inside);
    const source *copy = diag_source(&inside, "", notation->string, notation->length);
    bool good = copy && betza_parse(b->arena, &inside, (place){copy, 1, 1, 0}, notation->string, notation->length, out);
    for (const diag *d = inside.first; d && !inside.failed; d = d->next) {
        if (d->severity == SEVERITY_ERROR)
            diag_error(b->diags, d->code, notation->place, "%s", d->text);
        else
            diag_warning(b->diags, d->code, notation->place, "%s", d->text);
        if (d->hint)
            diag_hint(b->diags, "%s", d->hint);
    }
    if (inside.failed)
        diag_failure(b->diags, CODE_OUT_OF_MEMORY, "out of memory");
    diag_list_finish(&inside);
    return good;
}

static void read_notation(builder *b, const node *notation, rule_move *move)
{
    move->notation = notation->string;
    if (b->paths > RULES_PATHS_MAX)
        return; /* that has been said */
    bool good = notation->literal
                    ? betza_parse(b->arena, b->diags, notation->place, notation->string, notation->length, &move->paths)
                    : parse_elsewhere(b, notation, &move->paths);
    if (!good)
        move->paths = (betza){0};
    b->paths += move->paths.count;
    if (b->paths > RULES_PATHS_MAX)
        diag_error(b->diags, CODE_MOVEMENT_TOO_RICH, notation->place,
                   "the movements of the game have more than %d paths", RULES_PATHS_MAX);
}

static const char *next_right(const void *state, size_t index)
{
    const ruleset *rules = state;
    return index < rules->right_count ? rules->rights[index].letter : NULL;
}

static int right_named(builder *b, const node *right)
{
    const ruleset *rules = b->rules;
    for (size_t i = 0; i < rules->right_count; i++) {
        if (rules->rights[i].letter && text_distance(rules->rights[i].letter, right->string, 0) == 0)
            return (int)i;
    }
    diag_error(b->diags, CODE_UNKNOWN_RIGHT, right->place, "there is no right `%s`", right->string);
    if (rules->right_count > 0)
        names_hint(b->diags, right->string, next_right, rules, "rights");
    else
        diag_hint(b->diags, "define it under `rights`");
    return -1;
}

static bool rides(const betza *paths)
{
    for (size_t i = 0; i < paths->count; i++) {
        if (paths->paths[i].leg[0].range != 1)
            return true;
    }
    return false;
}

static void read_jump(builder *b, const node *map, const node *jump, rule_move *move)
{
    static const char *const others[] = {"to", "right", "en_passant", "if", "crosses"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (node_get(map, others[i]))
            diag_error(b->diags, CODE_KEYS_CLASH, build_key_place(map, others[i]), "`%s` does not go with `jump`",
                       others[i]);
    }
    read_notation(b, jump, move);
    for (size_t i = 0; i < move->paths.count; i++) {
        const betza_path *path = &move->paths.paths[i];
        if (path->legs > 1 || path->initial || path->leg[0].flags) {
            diag_error(b->diags, CODE_JUMP, jump->place, "`%s` is more than directions to jump in", jump->string);
            diag_hint(b->diags, "steps such as F or fW, and riders such as B or R4");
            return;
        }
    }
    move->land_any = node_get(map, "land") ? build_is(map, "land", "any") : rides(&move->paths);
    move->chain = build_is(map, "chain", "any")        ? CHAIN_ANY
                  : build_is(map, "chain", "straight") ? CHAIN_STRAIGHT
                                                       : CHAIN_NONE;
    move->jumped = build_is(map, "jumped", "converted") ? JUMPED_CONVERTED
                   : build_is(map, "jumped", "under")   ? JUMPED_UNDER
                                                        : JUMPED_TAKEN;
    if (move->jumped == JUMPED_UNDER && !build_bool(b->root, "stacks", false))
        diag_error(b->diags, CODE_KEY_NEEDS, build_key_place(map, "jumped"),
                   "`under` needs a game with `stacks: true`");
}

static void read_no_jump(builder *b, const node *map)
{
    static const char *const keys[] = {"land", "chain", "jumped"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (node_get(map, keys[i]))
            diag_error(b->diags, CODE_KEY_NEEDS, build_key_place(map, keys[i]), "`%s` goes with `jump`", keys[i]);
    }
}

/* The movement of a condition, `skip` bytes into it. */
static betza read_steps(builder *b, const node *condition, size_t skip)
{
    betza steps = {0};
    place at = build_place(condition, skip, condition->length - skip);
    if (!betza_parse(b->arena, b->diags, at, condition->string + skip, condition->length - skip, &steps))
        return (betza){0};
    for (size_t i = 0; i < steps.count; i++) {
        if (steps.paths[i].legs > 1 || steps.paths[i].leg[0].range != 1) {
            diag_error(b->diags, CODE_CONDITION, at, "a condition asks about cells that are one step away");
            return (betza){0};
        }
    }
    b->paths += steps.count;
    return steps;
}

/* `own PIECE MOVEMENT` and the like; false when it is something else. */
static bool read_beside(builder *b, const node *condition, rule_move *move)
{
    static const char *const whose[] = {"own ", "partner ", "enemy "};
    for (size_t i = 0; i < sizeof whose / sizeof whose[0]; i++) {
        size_t skip = strlen(whose[i]);
        if (strncmp(condition->string, whose[i], skip) != 0)
            continue;
        size_t length = strcspn(condition->string + skip, " ");
        if (!condition->string[skip + length])
            return false;
        const char *piece = arena_text(b->arena, condition->string + skip, length);
        move->beside_whose = (enum rule_whose)i;
        move->beside_piece = piece ? build_piece_named(b, piece, build_place(condition, skip, length)) : -1;
        move->beside = read_steps(b, condition, skip + length + 1);
        return true;
    }
    return false;
}

/* `if: empty MOVEMENT`, `if: partner pawn MOVEMENT`. */
static void read_condition(builder *b, const node *condition, rule_move *move)
{
    if (!condition || read_beside(b, condition, move))
        return;
    size_t skip = strncmp(condition->string, "empty ", 6) == 0 ? 6 : 0;
    if (!skip) {
        diag_error(b->diags, CODE_CONDITION, condition->place, "a condition is `empty` and a movement, found `%s`",
                   condition->string);
        diag_hint(b->diags, "as in `empty fF`, or `partner pawn fW`");
        return;
    }
    move->empty = read_steps(b, condition, skip);
}

static void read_seams(const node *map, rule_move *move)
{
    if (build_is(map, "crosses", "files"))
        move->barred = SEAM_RANKS;
    else if (build_is(map, "crosses", "ranks"))
        move->barred = SEAM_FILES;
    else if (build_is(map, "crosses", "never"))
        move->barred = SEAM_FILES | SEAM_RANKS;
}

/* What the movement is: exactly one of three keys says so. */
static bool read_manner(builder *b, const node *map, rule_move *move)
{
    static const char *const keys[] = {"move", "hook", "jump", "along", "stay"};
    const char *first = NULL;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        bool said = node_get(map, keys[i]) && !build_is(map, keys[i], "false");
        if (said && first) {
            diag_error(b->diags, CODE_KEYS_CLASH, build_key_place(map, keys[i]), "a movement has either `%s` or `%s`",
                       first, keys[i]);
            return false;
        }
        first = said ? keys[i] : first;
    }
    if (!first) {
        diag_error(b->diags, CODE_NO_MOVEMENT, map->place, "this movement has neither `move` nor `hook`");
        return false;
    }
    const node *value = node_get(map, first);
    move->jumps = strcmp(first, "jump") == 0;
    move->along_lines = strcmp(first, "along") == 0;
    move->stay = strcmp(first, "stay") == 0;
    if (strcmp(first, "move") == 0)
        read_notation(b, value, move);
    else if (strcmp(first, "hook") == 0)
        move->hook = build_function(b, value->string, value->place);
    if (move->along_lines && b->rules->line_count == 0) {
        diag_error(b->diags, CODE_NO_LINES, value->place, "the board has no lines");
        diag_hint(b->diags, "say them under `board: lines:`");
    }
    return true;
}

/* What a movement that makes something else of its man asks of the rest of the board. */
static void read_company(builder *b, const node *map, rule_move *move)
{
    static const char *const keys[] = {"with", "without", "must_not_check"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (node_get(map, keys[i]) && move->becomes < 0)
            diag_error(b->diags, CODE_KEY_NEEDS, build_key_place(map, keys[i]), "`%s` goes with `transforms`", keys[i]);
    }
    const node *with = node_get(map, "with"), *without = node_get(map, "without");
    const node *company = with ? with : without;
    if (with && without)
        diag_error(b->diags, CODE_KEYS_CLASH, build_key_place(map, "without"),
                   "a movement has either `with` or `without`");
    move->company = company ? build_piece_named(b, company->string, company->place) : -1;
    move->alone = without != NULL;
    move->never_checks = build_bool(map, "must_not_check", false);
}

static void read_move_map(builder *b, const node *map, rule_move *move)
{
    if (!read_manner(b, map, move))
        return;
    if (move->jumps)
        read_jump(b, map, node_get(map, "jump"), move);
    else
        read_no_jump(b, map);
    move->from = build_written(b, node_get(map, "from"));
    move->to = build_written(b, node_get(map, "to"));
    if (node_get(map, "right"))
        move->right = right_named(b, node_get(map, "right"));
    move->leaves_passed = build_bool(map, "en_passant", false);
    move->checks = build_bool(map, "gives_check", true);
    const node *becomes = node_get(map, "transforms");
    move->becomes = becomes ? build_piece_named(b, becomes->string, becomes->place) : -1;
    read_company(b, map, move);
    move->bounces = build_bool(map, "bounces", false);
    move->through = build_is(map, "through", "any") ? THROUGH_ANY : (int)build_number(map, "through", 0);
    build_pieces_named(b, node_get(map, "victims"), &move->of, &move->of_count);
    move->idle = !build_bool(map, "resets_halfmove_clock", true);
    move->circles = build_bool(map, "circles", false);
    move->never_takes = !build_bool(map, "captures", true);
    if (node_get(map, "captures") && node_get(map, "move")) {
        diag_error(b->diags, CODE_KEY_NEEDS, build_key_place(map, "captures"),
                   "`captures` goes with `hook` and `along`");
        diag_hint(b->diags, "the notation says it with an m before the movement");
    }
    read_seams(map, move);
    read_condition(b, node_get(map, "if"), move);
}

static item *read_items(builder *b, const node *moves, size_t *count)
{
    *count = !moves ? 0 : moves->kind == NODE_LIST ? moves->length : 1;
    if (*count > RULES_MOVES_MAX) {
        diag_error(b->diags, CODE_TOO_MANY, moves->items[RULES_MOVES_MAX]->place, "a piece has more than %d movements",
                   RULES_MOVES_MAX);
        *count = RULES_MOVES_MAX;
    }
    item *items = arena_new(b->arena, item, *count);
    for (size_t i = 0; items && i < *count; i++) {
        const node *n = moves->kind == NODE_LIST ? moves->items[i] : moves;
        items[i].plain = n->kind == NODE_SCALAR;
        items[i].move = (rule_move){.right = -1, .checks = true, .becomes = -1, .company = -1, .place = n->place};
        if (items[i].plain)
            read_notation(b, n, &items[i].move);
        else
            read_move_map(b, n, &items[i].move);
    }
    return items;
}

static bool captures_in_passing(const betza *paths)
{
    for (size_t i = 0; i < paths->count; i++) {
        for (size_t k = 0; k < paths->paths[i].legs; k++) {
            if (paths->paths[i].leg[k].modes & LEG_PASSING)
                return true;
        }
    }
    return false;
}

/* A pawn's double step: first move, lame, only to an empty cell. */
static bool passes(const betza_path *path)
{
    const betza_leg *leg = &path->leg[0];
    return path->initial && path->legs == 1 && (leg->flags & LEG_LAME) && leg->modes == LEG_MOVE;
}

/* Stores an item. Where only some of its paths leave passed cells (fmWfceFifmnD), they become a movement of their
 * own. */
static void store(builder *b, rule_piece *piece, const item *one, bool passing)
{
    size_t double_steps = 0;
    for (size_t i = 0; i < one->move.paths.count && one->plain && passing; i++)
        double_steps += passes(&one->move.paths.paths[i]);
    rule_move *first = &piece->moves[piece->move_count++];
    *first = one->move;
    if (double_steps == 0)
        return;
    if (double_steps == one->move.paths.count) {
        first->leaves_passed = true;
        return;
    }
    rule_move *second = &piece->moves[piece->move_count++];
    *second = one->move;
    second->leaves_passed = true;
    first->paths = second->paths = (betza){0};
    betza_path *kept = arena_new(b->arena, betza_path, one->move.paths.count - double_steps);
    betza_path *split = arena_new(b->arena, betza_path, double_steps);
    if (!kept || !split)
        return;
    first->paths.paths = kept;
    second->paths.paths = split;
    for (size_t i = 0; i < one->move.paths.count; i++) {
        const betza_path *path = &one->move.paths.paths[i];
        if (passes(path))
            split[second->paths.count++] = *path;
        else
            kept[first->paths.count++] = *path;
    }
}

static void read_movements(builder *b, const node *pieces)
{
    ruleset *rules = b->rules;
    item **items = arena_new(b->arena, item *, rules->piece_count);
    size_t *counts = arena_new(b->arena, size_t, rules->piece_count);
    if (!items || !counts)
        return;
    const rule_move *capturer = NULL;
    for (size_t i = 0; i < rules->piece_count; i++) {
        items[i] = read_items(b, node_get(pieces->items[i], "moves"), &counts[i]);
        for (size_t k = 0; items[i] && k < counts[i] && !capturer; k++)
            capturer = captures_in_passing(&items[i][k].move.paths) ? &items[i][k].move : NULL;
    }
    bool left_open = false;
    for (size_t i = 0; i < rules->piece_count; i++) {
        rule_piece *piece = &rules->pieces[i];
        piece->moves = arena_new(b->arena, rule_move, 2 * counts[i]);
        if (!piece->moves || !items[i])
            return;
        for (size_t k = 0; k < counts[i]; k++)
            store(b, piece, &items[i][k], capturer != NULL);
        for (size_t k = 0; k < piece->move_count; k++)
            left_open |= piece->moves[k].leaves_passed;
    }
    if (capturer && !left_open) {
        diag_warning(b->diags, CODE_NOTHING_PASSED, capturer->place,
                     "captures in passing (`e`), but no move leaves passed cells");
        diag_hint(b->diags, "say {move: ..., en_passant: true} of the move that may be answered so");
    }
}

/* ---- promotions and drops ---- */

static void read_promotion(builder *b, const node *map, rule_promotion *promotion)
{
    const node *to = node_get(map, "to");
    promotion->when = build_is(map, "when", "touches")  ? PROMOTE_TOUCHES
                      : build_is(map, "when", "uncovered") ? PROMOTE_STANDS
                                                        : PROMOTE_REACHES;
    promotion->zone = build_written(b, node_get(map, "on"));
    promotion->optional = build_bool(map, "optional", false);
    promotion->reverts = build_bool(map, "reverts", false);
    promotion->from_box = build_is(map, "to", "prison");
    promotion->place = map->place;
    if (!promotion->from_box)
        build_pieces_named(b, to, &promotion->to, &promotion->to_count);
    if (promotion->when == PROMOTE_STANDS && (promotion->to_count != 1 || !build_bool(b->root, "stacks", false)))
        diag_error(b->diags, CODE_KEY_NEEDS, build_key_place(map, "when"),
                   "`when: uncovered` goes with `stacks: true`, and `to` is one piece");
}

static void read_promotions(builder *b, const node *promotes, rule_piece *piece)
{
    size_t count = !promotes ? 0 : promotes->kind == NODE_LIST ? promotes->length : 1;
    piece->promotions = arena_new(b->arena, rule_promotion, count);
    if (!piece->promotions)
        return;
    for (size_t i = 0; i < count; i++)
        read_promotion(b, promotes->kind == NODE_LIST ? promotes->items[i] : promotes, &piece->promotions[i]);
    piece->promotion_count = count;
}

/* Who never runs out of them. */
static void read_endless(builder *b, const node *value, rule_drop *drop)
{
    drop->endless = value ? 0 : drop->endless;
    for (size_t i = 0; value && i < (value->kind == NODE_LIST ? value->length : 1); i++) {
        const node *one = value->kind == NODE_LIST ? value->items[i] : value;
        bool all = strcmp(one->string, "all") == 0;
        int player = all ? 0 : build_player_named(b, one->string, one->place);
        drop->endless |= all ? (1u << b->rules->player_count) - 1 : player >= 0 ? 1u << player : 0;
    }
}

/* Lays what `drops` says on what is said already. */
static void read_drop(builder *b, const node *drops, rule_drop *drop)
{
    if (!drops)
        return;
    drop->place = drops->place;
    drop->allowed = drops->kind == NODE_MAP;
    if (!drop->allowed) {
        drop->endless = 0; /* whoever is never dropped waits in the hand */
        return;
    }
    if (node_get(drops, "on"))
        drop->zone = build_written(b, node_get(drops, "on"));
    drop->per_file = (int)build_number(drops, "per_file", drop->per_file);
    drop->immobile = build_bool(drops, "immobile", drop->immobile);
    drop->resets_clock = build_bool(drops, "resets_halfmove_clock", drop->resets_clock);
    drop->rests = build_bool(drops, "gravity", drop->rests);
    drop->mate = build_bool(drops, "mate", drop->mate);
    drop->check = build_bool(drops, "check", drop->check);
    read_endless(b, node_get(drops, "endless"), drop);
    build_pieces_named(b, node_get(drops, "as"), &drop->as, &drop->as_count);
}

/* Who is dropped as a face is paid with whom it is a face of: taken as himself he could not be dropped at all. */
static void check_face(builder *b, size_t held, int face)
{
    const ruleset *rules = b->rules;
    const rule_piece *piece = &rules->pieces[face], *holder = &rules->pieces[held];
    bool dropped = rules->captured == CAPTURED_TO_HAND || rules->captured == CAPTURED_TO_PARTNER;
    if (dropped && (size_t)face != held && piece->taken_as == face && piece->drop.allowed &&
        piece->drop.as_count == 0) {
        diag_error(b->diags, CODE_DROP_FACES, holder->drop.place,
                   "a `%s` that is taken could never be dropped: whoever is dropped as `%s` was held as `%s`",
                   piece->name, piece->name, holder->name);
        if (holder->royal)
            diag_hint(b->diags, "say `captured_as: gone` of `%s`", piece->name);
        else
            diag_hint(b->diags, "say `captured_as: %s` of `%s`, or `captured_as: gone`", holder->name, piece->name);
    }
}

/* A hand that may be dropped as several things must know which: no piece is the face of two. */
static void check_faces(builder *b)
{
    const ruleset *rules = b->rules;
    int *held = arena_new(b->arena, int, rules->piece_count);
    for (size_t i = 0; held && i < rules->piece_count; i++) {
        const rule_drop *drop = &rules->pieces[i].drop;
        for (size_t k = 0; k < drop->as_count; k++) {
            const rule_piece *face = &rules->pieces[drop->as[k]];
            if (held[drop->as[k]] && held[drop->as[k]] != (int)i + 1)
                diag_error(b->diags, CODE_DROP_FACES, drop->place, "both `%s` and `%s` are dropped as `%s`",
                           rules->pieces[held[drop->as[k]] - 1].name, rules->pieces[i].name, face->name);
            held[drop->as[k]] = (int)i + 1;
            check_face(b, i, drop->as[k]);
        }
    }
}

static void check_flips(builder *b, const node *pieces)
{
    const ruleset *rules = b->rules;
    for (size_t i = 0; i < rules->piece_count; i++) {
        const rule_piece *piece = &rules->pieces[i];
        const node *flips = node_get(pieces->items[i], "transforms");
        if (flips && piece->promotion_count > 0)
            diag_error(b->diags, CODE_FLIPS, flips->place, "`%s` flips with every move, so it cannot promote as well",
                       piece->name);
        if (flips && piece->flips >= 0 && rules->pieces[piece->flips].royal && !piece->royal)
            diag_error(b->diags, CODE_FLIPS, flips->place, "`%s` flips into the royal `%s`", piece->name,
                       flips->string);
    }
}

/* ---- captures elsewhere, and what a man does to its neighbours ---- */

static rule_some read_some(builder *b, const node *map, const char *key, bool otherwise)
{
    const node *value = node_get(map, key);
    rule_some some = {.all = value ? build_is(map, key, "all") : otherwise};
    if (value && !some.all)
        build_pieces_named(b, value, &some.pieces, &some.count);
    return some;
}

static strike_kind strike_named(const char *word)
{
    static const char *const names[] = {"custodian", "withdrawal", "approach", "coordination", "long_leap"};
    size_t kind = 0;
    while (kind + 1 < sizeof names / sizeof names[0] && strcmp(names[kind], word) != 0)
        kind++;
    return (strike_kind)kind;
}

static void read_strikes(builder *b, const node *captures, rule_piece *piece)
{
    size_t count = !captures ? 0 : captures->kind == NODE_LIST ? captures->length : 1;
    piece->strikes = arena_new(b->arena, rule_strike, count);
    if (!piece->strikes)
        return;
    for (size_t i = 0; i < count; i++) {
        const node *each = captures->kind == NODE_LIST ? captures->items[i] : captures;
        const node *map = each->kind == NODE_MAP ? each : NULL;
        rule_strike *strike = &piece->strikes[i];
        strike->kind = strike_named(map ? node_get(map, "by")->string : each->string);
        strike->of = read_some(b, map, "victims", true);
        strike->straight = !build_is(map, "going", "diagonal");
        strike->diagonal = !build_is(map, "going", "straight");
        strike->beyond = build_is(map, "lands", "beyond");
        if (node_get(map, "lands") && strike->kind != STRIKE_OVER)
            diag_error(b->diags, CODE_KEY_NEEDS, build_key_place(map, "lands"), "`lands` goes with `by: long_leap`");
    }
    piece->strike_count = count;
}

/* ---- the pieces ---- */

void build_piece_names(builder *b)
{
    ruleset *rules = b->rules;
    const node *pieces = node_get(b->root, "pieces");
    size_t count = pieces->length;
    if (count == 0)
        diag_error(b->diags, CODE_NO_PIECES, pieces->place, "the game has no pieces");
    if (count > RULES_PIECES_MAX) {
        diag_error(b->diags, CODE_TOO_MANY, pieces->key_places[RULES_PIECES_MAX], "more than %d pieces",
                   RULES_PIECES_MAX);
        count = RULES_PIECES_MAX;
    }
    rules->pieces = arena_new(b->arena, rule_piece, count);
    if (!rules->pieces)
        return;
    for (size_t i = 0; i < count; i++) {
        const char *name = pieces->keys[i];
        if (strcmp(name, "prison") == 0 || strcmp(name, "others") == 0 || strcmp(name, "all") == 0 ||
            strcmp(name, "gone") == 0)
            diag_error(b->diags, CODE_RESERVED_NAME, pieces->key_places[i],
                       "a piece cannot be called `%s`, a word of the language", name);
        rules->pieces[i].name = name;
        rules->pieces[i].place = pieces->key_places[i];
    }
    rules->piece_count = count;
}

const char *const rule_looks[] = {
    "king",   "queen", "rook",  "bishop",     "knight",     "pawn",   "counsellor", "elephant", "boat",
    "cannon", "camel", "lion",  "archbishop", "chancellor", "amazon", "centaur",    "hopper",   "grasshopper",
    "man",    "dame",  "token", "cross",      "nought",     "star",   "nightrider", NULL,
};

static const char *read_look(builder *b, const node *said)
{
    for (size_t i = 0; said && rule_looks[i]; i++) {
        if (strcmp(said->string, rule_looks[i]) == 0)
            return rule_looks[i];
    }
    if (said) {
        diag_error(b->diags, CODE_WRONG_VALUE, said->place, "no figure is called `%s`", said->string);
        names_hint(b->diags, said->string, names_of_array, rule_looks, "figures");
    }
    return NULL;
}

void build_pieces(builder *b)
{
    ruleset *rules = b->rules;
    const node *pieces = node_get(b->root, "pieces");
    rule_drop usual = {.allowed = true, .mate = true, .check = true};
    read_drop(b, node_get(b->root, "drops"), &usual);
    if (usual.as_count > 0) {
        diag_error(b->diags, CODE_KEY_NEEDS, build_key_place(node_get(b->root, "drops"), "as"),
                   "`as` is said of one piece, not of all");
        usual.as_count = 0;
    }
    read_letters(b, pieces);
    read_movements(b, pieces);
    for (size_t i = 0; i < rules->piece_count; i++) {
        rule_piece *piece = &rules->pieces[i];
        const node *n = pieces->items[i];
        piece->look = read_look(b, node_get(n, "figure"));
        piece->royal = build_bool(n, "royal", false);
        piece->resets_clock = build_bool(n, "resets_halfmove_clock", false);
        piece->value = build_number(n, "value", 0);
        const node *covered = node_get(n, "when_covered");
        piece->covered = covered ? build_piece_named(b, covered->string, covered->place) : -1;
        bool royal = piece->royal || (piece->covered >= 0 && build_bool(pieces->items[piece->covered], "royal", false));
        if (covered && (royal || !build_bool(b->root, "stacks", false)))
            diag_error(b->diags, CODE_KEY_NEEDS, build_key_place(n, "when_covered"),
                       "`when_covered` goes with `stacks: true`, of pieces that are not royal");
        const node *taken_as = node_get(n, "captured_as");
        bool gone = build_is(n, "captured_as", "gone");
        piece->taken_as = gone ? -1 : taken_as ? build_piece_named(b, taken_as->string, taken_as->place) : (int)i;
        read_strikes(b, node_get(n, "captures"), piece);
        piece->freezes = read_some(b, n, "immobilizes", false);
        piece->guards = read_some(b, n, "protects", false);
        piece->untouchable = build_bool(n, "invulnerable", false);
        piece->dies_capturing = build_bool(n, "kamikaze", false);
        if (piece->royal && piece->dies_capturing)
            diag_error(b->diags, CODE_ROYAL_LEAVES, build_key_place(n, "kamikaze"),
                       "a royal man cannot leave by its own capture");
        const node *flips = node_get(n, "transforms");
        piece->flips = flips ? build_piece_named(b, flips->string, flips->place) : -1;
        read_promotions(b, node_get(n, "promotes"), piece);
        piece->drop = usual;
        read_drop(b, node_get(n, "drops"), &piece->drop);
    }
    check_faces(b);
    check_flips(b, pieces);
}
