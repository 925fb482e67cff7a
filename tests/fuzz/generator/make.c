/* What the parts share, and the order in which they decide. */
#include "fuzz/generator/make.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/generator/movements.h"

bool make_one_in(maker *m, uint32_t one_in)
{
    return random_below(&m->random, one_in) == 0;
}

int make_number(maker *m, int low, int high)
{
    return low + (int)random_below(&m->random, (uint32_t)(high - low) + 1);
}

const char *make_format(maker *m, const char *format, ...)
{
    char words[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    return arena_text(m->a, words, strlen(words));
}

void make_set(maker *m, item *map, const char *key, const char *value)
{
    item_set(m->a, map, key, item_text(m->a, value));
}

void make_bool(maker *m, item *map, const char *key)
{
    make_set(m, map, key, make_one_in(m, 4) ? "false" : "true");
}

void make_word(maker *m, item *map, const char *key, const char *refused)
{
    const schema_row *row = schema_find(map->section, key);
    uint32_t count = 0;
    while (row && row->words[count]) {
        count++;
    }
    const char *word = row->words[random_below(&m->random, count)];
    if (!refused || strcmp(word, refused) != 0) {
        make_set(m, map, key, word);
    }
}

void make_digits(maker *m, item *map, const char *key, int low, int high)
{
    make_set(m, map, key, make_format(m, "%d", make_number(m, low, high)));
}

void make_names(maker *m, item *map, const char *key, const char *const *names, int count)
{
    int first = make_number(m, 0, count - 1);
    if (make_one_in(m, 2)) {
        make_set(m, map, key, names[first]);
        return;
    }
    item *list = item_list(m->a);
    int several = make_number(m, 1, count < 3 ? count : 3);
    for (int i = 0; i < several; i++) {
        item_add(m->a, list, item_text(m->a, names[(first + i) % count]));
    }
    item_set(m->a, map, key, list);
}

void make_some_pieces(maker *m, item *map, const char *key)
{
    make_names(m, map, key, m->piece, m->pieces);
}

const char *make_piece(maker *m)
{
    return m->piece[make_number(m, 0, m->pieces - 1)];
}

const char *make_plain_piece(maker *m)
{
    int first = make_number(m, 0, m->pieces - 1);
    for (int i = 0; i < m->pieces; i++) {
        int piece = (first + i) % m->pieces;
        if (!m->royal[piece] && !m->stands[piece]) {
            return m->piece[piece];
        }
    }
    return NULL;
}

/* Any cell's name. */
const char *make_cell(maker *m)
{
    for (;;) {
        int row = make_number(m, 0, m->height - 1);
        int column = make_number(m, 0, (m->row_board ? m->row_cells[row] : m->width) - 1);
        int level = make_number(m, 0, m->levels - 1);
        if (m->row_board) {
            const char *board = m->named_boards ? make_format(m, "%s:", m->board_names[level]) : "";
            const char *level_marks = m->named_boards ? "" : "^^^";
            return m->row_names ? make_format(m, "%s%c%d%.*s", board, 'A' + row, column + 1, level, level_marks) : NULL;
        }
        if (m->hole[row][column]) {
            continue;
        }
        if (m->listed_names) {
            int number = make_number(m, 0, m->cells - 1);
            return make_format(m, "%c%d", 'p' + number / 90, number % 90 + 1);
        }
        if (m->row_names) {
            return NULL;
        }
        if (m->named_boards) {
            return make_format(m, "%s:%c%d", m->board_names[level], 'a' + column, row + 1);
        }
        return make_format(m, "%c%d%.*s", 'a' + column, row + 1, level, "^^^");
    }
}

/* A term of a zone. */
static const char *zone_term(maker *m)
{
    const char *own = m->symmetric || (make_one_in(m, 2) && !m->sits_aside) ? "own " : "";
    int columns = m->row_board ? 2 * m->width - 1 : m->width;
    int low = make_number(m, 1, m->height), high = make_number(m, low, m->height);
    int left = make_number(m, 0, columns - 1), right = make_number(m, left, columns - 1);
    left = left > 25 ? 25 : left;
    right = right > 25 ? 25 : right;
    switch (make_number(m, 0, m->symmetric ? 1 : 8)) {
    case 0:
        return make_format(m, "%srank %d", own, low);
    case 1:
        return make_format(m, "%sranks %d-%d", own, low, high);
    case 2:
        return make_format(m, "%sfile %c", own, 'a' + left);
    case 3:
        return make_format(m, "%sfiles %c-%c", own, 'a' + left, 'a' + right);
    case 4:
        return make_one_in(m, 2) ? "dark" : "light";
    case 5:
        return make_one_in(m, 3) ? "all" : make_format(m, "not rank %d", low);
    case 6:
        return m->zones ? m->zone[make_number(m, 0, m->zones - 1)] : "dark";
    case 7: {
        const char *cell = make_cell(m);
        return cell ? cell : "light";
    }
    default:
        return make_format(m, "not %sfile %c", own, 'a' + left);
    }
}

const char *make_zone_text(maker *m)
{
    const char *first = zone_term(m);
    switch (make_number(m, 0, 5)) {
    case 0:
        return make_format(m, "%s and %s", first, zone_term(m));
    case 1:
        return make_format(m, "%s, %s", first, zone_term(m));
    default:
        return first;
    }
}

void make_zone(maker *m, item *map, const char *key)
{
    if (!make_one_in(m, 4)) {
        make_set(m, map, key, make_zone_text(m));
        return;
    }
    item *list = item_list(m->a);
    for (int i = make_number(m, 1, 3); i > 0; i--) {
        item_add(m->a, list, item_text(m->a, make_zone_text(m)));
    }
    item_set(m->a, map, key, list);
}

const char *make_movement(maker *m, bool moves_only, bool plain, bool leaps)
{
    text out = {0};
    movement_options options = {.moves_only = moves_only,
                                .plain = plain || m->under,
                                .leaps = leaps,
                                .levels = m->levels,
                                .symmetric = m->symmetric,
                                .initial = !m->under && !plain};
    movement_make(&m->random, &options, leaps ? 2 : 3, &out);
    const char *made = make_format(m, "%s", text_string(&out));
    text_finish(&out);
    return made;
}

/* ---- what goes with what ---- */

/* Rules that are chosen first, because others do not go with them. */
static void choose_features(maker *m)
{
    m->symmetric = make_one_in(m, 3);
    m->stacks = make_one_in(m, 12);
    m->under = m->stacks && make_one_in(m, 3);
    m->splits = m->under && make_one_in(m, 2);
    m->own_boards = !m->stacks && make_one_in(m, 24);
    m->hides_pieces = make_one_in(m, 12);
    m->neutral = !m->stacks && !m->hides_pieces && !m->own_boards && make_one_in(m, 14);
    m->dice = make_one_in(m, 12);
    m->missed_turns = !m->stacks && !m->own_boards && !m->dice && make_one_in(m, 12);
    m->several_plies = !m->missed_turns && make_one_in(m, 6); /* see tests/README.md, `generate/` */
    m->blast =
        !m->stacks && !m->neutral && !m->missed_turns && !m->hides_pieces && !m->several_plies && make_one_in(m, 12);
    m->jumps = !m->neutral && !m->blast && !m->under && make_one_in(m, 5);
    m->remote_captures = !m->stacks && !m->own_boards && !m->blast && make_one_in(m, 10);
    m->auras = !m->blast && make_one_in(m, 12);
    m->scripted = !m->symmetric && make_one_in(m, 2);
    m->changes = !m->scripted && make_one_in(m, 2); /* by a hook any piece may be royal */
    m->row_captured = !m->stacks && make_one_in(m, 12);
    m->choices = m->scripted && !m->row_captured && !m->splits && make_one_in(m, 6) && !m->jumps;
    m->hands = !m->under && make_one_in(m, 4);
    m->setup = m->hands && make_one_in(m, 4);
}

/* ---- what was added later ---- */

/* Gives the text under the key another word. */
static void replace_word(item *map, const char *key, const char *from, const char *to)
{
    item *value = map ? item_get(map, key) : NULL;
    if (value && value->kind == ITEM_TEXT && strcmp(value->string, from) == 0) {
        value->string = to;
    }
}

static void add_to_promotions(maker *m, item *piece)
{
    item *promotes = item_get(piece, "promotes");
    bool many = promotes && promotes->kind == ITEM_LIST;
    for (size_t i = 0; promotes && i < (many ? promotes->count : 1); i++) {
        if (make_one_in(m, 3)) {
            replace_word(many ? promotes->items[i] : promotes, "optional", "true", "always");
        }
    }
}

static void add_to_pieces(maker *m)
{
    item *pieces = item_get(m->root, "pieces");
    for (size_t i = 0; pieces && i < pieces->count; i++) {
        item *piece = pieces->items[i];
        add_to_promotions(m, piece);
        if (!m->prison && make_one_in(m, 12)) {
            make_digits(m, piece, "promotion_limit", 1, 3);
        }
    }
}

/* Then no piece that stands elsewhere can be moved instead. */
static bool must_put_on_left_cell(const item *puts)
{
    const item *where = item_get(puts, "where"), *optional = item_get(puts, "optional");
    return where && strcmp(where->string, "left") == 0 && !(optional && strcmp(optional->string, "true") == 0);
}

/* What moves put on the board, or players drop there; some rules do not go with it. */
static void add_walls(maker *m)
{
    bool apart = m->several_plies || m->dice || m->stacks || m->jumps || m->row_captured || m->hides_pieces ||
                 m->own_boards || m->choices || m->blast || m->setup || m->missed_turns;
    item *pieces = item_get(m->root, "pieces"), *wall = item_map(m->a, SECTION_PIECE),
         *puts = item_map(m->a, SECTION_PUTS), *drops = item_map(m->a, SECTION_DROP);
    if (apart || !pieces || !m->letters[0]) {
        return;
    }
    make_set(m, wall, "letter", make_format(m, "%c", m->letters[0]));
    make_set(m, wall, "invulnerable", "true");
    item_set(m->a, pieces, "wall", wall);
    if (!item_get(m->root, "neutral")) {
        make_set(m, m->root, "neutral", "nobody");
    }
    if (make_one_in(m, 3)) {
        make_set(m, drops, "neutral", "true");
        make_set(m, drops, "endless", "all");
        make_word(m, drops, "where", NULL);
        make_bool(m, drops, "parries");
        item_set(m->a, wall, "drops", drops);
        return;
    }
    make_set(m, puts, "piece", "wall");
    if (make_one_in(m, 2)) {
        make_word(m, puts, "where", "unmoved");
    }
    if (make_one_in(m, 3)) {
        make_zone(m, puts, "on");
    }
    if (make_one_in(m, 3)) {
        make_bool(m, puts, "optional");
    }
    if (make_one_in(m, 3)) {
        make_bool(m, puts, "parries");
    }
    if (make_one_in(m, 3) && !must_put_on_left_cell(puts)) {
        make_digits(m, puts, "most", 1, 3);
    }
    item_set(m->a, m->root, "puts", puts);
}

/* These are drawn last and by numbers of their own, so that the games of earlier seeds stay what they were but for these
 * words. */
static void make_additions(maker *m, uint64_t seed)
{
    m->random = (random_source){seed * UINT64_C(0x9e3779b97f4a7c15) + 7};
    (void)random_next(&m->random);
    if (make_one_in(m, 3)) {
        add_to_pieces(m);
    }
    item *setup = item_get(m->root, "setup");
    if (make_one_in(m, 3) && setup && !item_get(setup, "separate_phase")) {
        replace_word(setup, "mandatory", "true", "all");
    }
    item *dice = item_get(m->root, "dice");
    if (make_one_in(m, 3) && dice) {
        make_word(m, dice, "check", NULL);
    }
    if (make_one_in(m, 2) && m->under && !m->splits && !m->choices) {
        replace_word(m->root, "captured", "under", "under or gone");
    }
    if (make_one_in(m, 10)) {
        add_walls(m);
    }
    if (make_one_in(m, 12) && !m->free_turns && !item_get(m->root, "checks")) {
        item *checks = item_map(m->a, SECTION_CHECKS);
        if (m->symmetric || make_one_in(m, 2)) {
            make_set(m, checks, "forbidden", "all");
        } else {
            make_names(m, checks, "forbidden", m->player, m->players);
        }
        item_set(m->a, m->root, "checks", checks);
    }
}

/* Doubles that nothing uses are refused. They are drawn before it is known what the game has: a draw less would change
 * the game of every seed that is quoted. */
static void drop_idle_doubles(maker *m)
{
    item *dice = item_get(m->root, "dice"), *doubles = dice ? item_get(dice, "doubles") : NULL;
    const bool used =
        doubles && strcmp(doubles->string, "free") == 0 ? item_get(dice, "moves") != NULL : m->script.length > 0;
    if (doubles && !used) {
        item_forget(dice, "doubles");
    }
}

void make_game(maker *m, arena *a, uint64_t seed)
{
    *m = (maker){.a = a, .random = {seed * 2 + 1}, .root = item_map(a, SECTION_VARIANT)};
    memcpy(m->letters, "abcdefghijklmnopqrstuvwxyz", sizeof m->letters);
    (void)random_next(&m->random);
    choose_features(m);
    make_set(m, m->root, "name", make_format(m, "Game %llu", (unsigned long long)seed));
    if (make_one_in(m, 3)) {
        make_set(m, m->root, "about", "Nobody has thought of this: kings, \"rooks\" and others.");
    }
    make_board(m);
    make_players(m);
    make_pieces(m);
    make_rules(m);
    make_position(m);
    make_hooks(m);
    make_additions(m, seed);
    make_newer_words(m, seed);
    if (m->script.length) {
        make_set(m, m->root, "script", "made.lua");
    }
    drop_idle_doubles(m);
}

void make_finish(maker *m)
{
    text_finish(&m->script);
}
