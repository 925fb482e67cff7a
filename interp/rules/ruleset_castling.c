/* Rights and castlings. Their letters share one space: the castling field of the FEN. */
#include <string.h>

#include "rules/names.h"
#include "rules/ruleset_build.h"

/* A right's letter in lower case; NULL after an error. */
static const char *read_letter(builder *b, const char *string, location at)
{
    char c = string[0];
    bool upper = c >= 'A' && c <= 'Z';
    if ((!upper && (c < 'a' || c > 'z')) || string[1] != '\0') {
        diag_error(b->diags, CODE_RIGHT_LETTER, at, "a right is one letter from a to z, found `%s`", string);
        return NULL;
    }
    char letter = ascii_to_lower(c);
    return arena_text(b->arena, &letter, 1);
}

static const rule_right *right_with(const ruleset *rules, const char *letter)
{
    for (size_t i = 0; i < rules->right_count; i++) {
        if (rules->rights[i].letter && strcmp(rules->rights[i].letter, letter) == 0) {
            return &rules->rights[i];
        }
    }
    return NULL;
}

void build_rights(builder *b)
{
    ruleset *rules = b->rules;
    const node *rights = node_get(b->root, "rights");
    size_t count = rights ? rights->length : 0;
    if (count > RULES_RIGHTS_MAX) {
        diag_error(b->diags, CODE_TOO_MANY, rights->key_locations[RULES_RIGHTS_MAX], "more than %d rights",
                   RULES_RIGHTS_MAX);
        count = RULES_RIGHTS_MAX;
    }
    rules->rights = arena_new(b->arena, rule_right, count);
    if (!rules->rights) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const node *item = rights->items[i];
        location at = rights->key_locations[i];
        rule_right *right = &rules->rights[i];
        const char *letter = read_letter(b, rights->keys[i], at);
        const rule_right *other = letter ? right_with(rules, letter) : NULL;
        if (other) {
            diag_error(b->diags, CODE_RIGHT_LETTER, at,
                       "two rights have the letter `%s`; upper and lower case tell the owner", letter);
            diag_note(b->diags, other->location, "the first is here");
        }
        const node *holder = node_get(item, "piece");
        const bool anywhere = build_is(item, "at", "anywhere");
        *right = (rule_right){.letter = letter,
                              .piece = holder ? build_piece_named(b, holder->string, holder->location) : -1,
                              .at = anywhere ? (rule_text_by_player){0} : build_text_by_player(b, item, "at"),
                              .anywhere = anywhere,
                              .shown_lost = build_is(item, "shown", "lost"),
                              .shown_file = build_is(item, "shown", "file"),
                              .implied = build_bool(item, "implied", false),
                              .location = at};
        if (!holder && !right->at.present) {
            diag_error(b->diags, CODE_RIGHT_HOLDER, at, "the right has neither a piece nor a cell");
            diag_hint(b->diags, "add `piece:` with the piece that holds it, or `at:` with the cell of any piece");
        }
        if (anywhere && (right->shown_lost || right->shown_file)) {
            diag_error(b->diags, CODE_RIGHT_HOLDER, at,
                       "a right without a cell is shown by its own letter while it is held");
        }
        rules->right_count = i + 1;
    }
}

/* ---- castlings ---- */

static bool same_cells(const builder *b, const rule_text_by_player *x, const rule_text_by_player *y)
{
    for (size_t p = 0; p < b->rules->player_count; p++) {
        const char *first = x->each[p].string;
        const char *second = y->each[p].string;
        if (!first || !second || strcmp(first, second) != 0) {
            return false;
        }
    }
    return true;
}

/* Two castlings may share a right when they need the same two pieces: one right with two ways to use it. */
static void check_letter(builder *b, const rule_castling *castling, location at)
{
    const rule_right *right = right_with(b->rules, castling->right);
    if (right) {
        diag_error(b->diags, CODE_RIGHT_LETTER, at, "the letter `%s` is a right already", castling->right);
        diag_note(b->diags, right->location, "it is defined here");
        return;
    }
    for (const rule_castling *other = b->rules->castlings; other < castling; other++) {
        if (!other->right || strcmp(other->right, castling->right) != 0) {
            continue;
        }
        if (same_cells(b, &other->king_from, &castling->king_from) &&
            same_cells(b, &other->partner_from, &castling->partner_from)) {
            continue;
        }
        diag_error(b->diags, CODE_RIGHT_LETTER, at, "two castlings have the right `%s`", castling->right);
        diag_note(b->diags, other->location, "the first is here");
        return;
    }
}

/* Cells, seen from the owner's side; `from` and `to` are the king's cells, and `none` is no cell. */
static rule_text_by_player *read_cells(builder *b, const node *value, const rule_castling *castling, size_t *count)
{
    const size_t items = node_item_count(value);
    if (!value) {
        return NULL;
    }
    rule_text_by_player *cells = arena_new(b->arena, rule_text_by_player, items + 1);
    for (size_t i = 0; cells && i < items; i++) {
        const node *item = node_item(value, i);
        rule_text word = build_text(b, item);
        cells[i].present = true;
        for (size_t p = 0; p < b->rules->player_count; p++) {
            cells[i].each[p] = word;
        }
        if (strcmp(word.string, "from") == 0) {
            cells[i] = castling->king_from;
        } else if (strcmp(word.string, "to") == 0) {
            cells[i] = castling->king_to;
        } else if (strcmp(word.string, "none") == 0) {
            if (items > 1) {
                diag_error(b->diags, CODE_KEY_NEEDS, item->location, "`none` goes with no other cell");
            }
            break;
        }
        *count = i + 1;
    }
    return cells;
}

static void read_single(builder *b, const node *map, rule_castling *castling)
{
    static const char *const needed[] = {"right", "from", "rook_from", "king_to", "rook_to"};
    castling->king_from = build_text_by_player(b, map, "from");
    castling->partner_from = build_text_by_player(b, map, "rook_from");
    castling->king_to = build_text_by_player(b, map, "king_to");
    castling->partner_to = build_text_by_player(b, map, "rook_to");
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
        if (!node_get(map, needed[i])) {
            diag_error(b->diags, CODE_CASTLING_INCOMPLETE, castling->location, "the castling `%s` has no `%s`",
                       castling->name, needed[i]);
            diag_hint(b->diags, "a castling has right, from, rook_from, king_to and rook_to, or within and ends");
        }
    }
    castling->clear = read_cells(b, node_get(map, "clear"), castling, &castling->clear_count);
    castling->safe = read_cells(b, node_get(map, "safe"), castling, &castling->safe_count);
    const node *right = node_get(map, "right");
    castling->right = right ? read_letter(b, right->string, right->location) : NULL;
    if (castling->right) {
        check_letter(b, castling, right->location);
    }
}

/* In a family the files of the board are the letters of the rights. */
static void check_files(builder *b, const rule_castling *castling)
{
    int files = b->rules->width < 26 ? b->rules->width : 26;
    for (size_t i = 0; i < b->rules->right_count; i++) {
        const rule_right *right = &b->rules->rights[i];
        if (!right->letter || right->letter[0] >= 'a' + files) {
            continue;
        }
        diag_error(b->diags, CODE_RIGHT_LETTER, right->location,
                   "the right `%s` has the letter of a file, which a castling needs", right->letter);
        diag_note(b->diags, castling->location, "here the partner's file is the right");
    }
}

/* A castling whose king and partner may start on other cells of its rank, as in all arrays of Chess960. */
static void read_any_array(builder *b, const node *map, rule_castling *castling)
{
    static const char *const refused[] = {"clear", "safe"};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        if (node_get(map, refused[i])) {
            diag_error(b->diags, CODE_CONFLICTING_KEYS, build_key_location(map, refused[i]),
                       "castling of any array: this castling says its own cells (`%s`)", refused[i]);
        }
    }
    castling->any_array = true;
    castling->written_as_capture = true;
    castling->written_as = NULL;
    castling->right = NULL;
    check_files(b, castling);
}

static void read_family(builder *b, const node *map, rule_castling *castling)
{
    static const char *const refused[] = {"right", "from", "rook_from", "king_to", "rook_to", "clear", "safe"};
    castling->zone = build_text(b, node_get(map, "within"));
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        if (node_get(map, refused[i])) {
            diag_error(b->diags, CODE_CONFLICTING_KEYS, build_key_location(map, refused[i]),
                       "`%s` does not go with `within` and `ends`", refused[i]);
        }
    }
    const node *ends = node_get(map, "ends");
    if (!ends || !node_get(map, "within")) {
        diag_error(b->diags, CODE_CASTLING_INCOMPLETE, castling->location, "the castling `%s` has no `%s`",
                   castling->name, ends ? "within" : "ends");
        return;
    }
    location at;
    castling->hook = build_hook(b, ends, &at);
    check_files(b, castling);
}

void build_castlings(builder *b)
{
    ruleset *rules = b->rules;
    const node *castlings = node_get(b->root, "castling");
    size_t count = castlings ? castlings->length : 0;
    rules->castlings = arena_new(b->arena, rule_castling, count);
    if (!rules->castlings) {
        return;
    }
    size_t letters = rules->right_count;
    for (size_t i = 0; i < count; i++) {
        const node *map = castlings->items[i];
        rule_castling *castling = &rules->castlings[i];
        const node *king = node_get(map, "king");
        const node *with = node_get(map, "with");
        castling->name = castlings->keys[i];
        castling->location = castlings->key_locations[i];
        castling->king = build_piece_named(b, king->string, king->location);
        castling->partner = build_piece_named(b, with->string, with->location);
        castling->written_as_capture = build_is(map, "notation", "capture");
        if (!castling->written_as_capture && !build_is(map, "notation", "to")) {
            castling->written_as = build_string(map, "notation");
        }
        if (node_get(map, "within") || node_get(map, "ends")) {
            read_family(b, map, castling);
        } else {
            read_single(b, map, castling);
        }
        if (b->merged_rules->any_array && !castling->hook) {
            read_any_array(b, map, castling);
        }
        if (castling->right && ++letters == RULES_RIGHTS_MAX + 1) {
            diag_error(b->diags, CODE_TOO_MANY, castling->location, "more than %d rights", RULES_RIGHTS_MAX);
        }
        rules->castling_count = i + 1;
    }
}
