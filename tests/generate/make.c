/* What the parts share, and the order in which they decide. */
#include "generate/make.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generate/movements.h"

bool make_chance(maker *m, uint32_t one_in)
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
    make_set(m, map, key, make_chance(m, 4) ? "false" : "true");
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
    if (make_chance(m, 2)) {
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
            const char *storeys = m->named_boards ? "" : "^^^";
            return m->row_names ? make_format(m, "%s%c%d%.*s", board, 'A' + row, column + 1, level, storeys) : NULL;
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
    const char *own = m->even || (make_chance(m, 2) && !m->aside) ? "own " : "";
    int columns = m->row_board ? 2 * m->width - 1 : m->width;
    int low = make_number(m, 1, m->height), high = make_number(m, low, m->height);
    int left = make_number(m, 0, columns - 1), right = make_number(m, left, columns - 1);
    left = left > 25 ? 25 : left;
    right = right > 25 ? 25 : right;
    switch (make_number(m, 0, m->even ? 1 : 8)) {
    case 0:
        return make_format(m, "%srank %d", own, low);
    case 1:
        return make_format(m, "%sranks %d-%d", own, low, high);
    case 2:
        return make_format(m, "%sfile %c", own, 'a' + left);
    case 3:
        return make_format(m, "%sfiles %c-%c", own, 'a' + left, 'a' + right);
    case 4:
        return make_chance(m, 2) ? "dark" : "light";
    case 5:
        return make_chance(m, 3) ? "all" : make_format(m, "not rank %d", low);
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
    if (!make_chance(m, 4)) {
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
    movement_wish wish = {.moves_only = moves_only,
                          .plain = plain || m->under,
                          .leaps = leaps,
                          .levels = m->levels,
                          .even = m->even,
                          .initial = !m->under && !plain};
    movement_make(&m->random, &wish, leaps ? 2 : 3, &out);
    const char *made = make_format(m, "%s", text_string(&out));
    text_finish(&out);
    return made;
}

/* ---- what goes with what ---- */

/* Rules that are chosen first, because others do not go with them. */
static void choose_kind(maker *m)
{
    m->even = make_chance(m, 3);
    m->towers = make_chance(m, 12);
    m->under = m->towers && make_chance(m, 3);
    m->lifts = m->under && make_chance(m, 2);
    m->own_boards = !m->towers && make_chance(m, 24);
    m->hides = make_chance(m, 12);
    m->neutral = !m->towers && !m->hides && !m->own_boards && make_chance(m, 14);
    m->dice = make_chance(m, 12);
    m->stuck = !m->towers && !m->own_boards && !m->dice && make_chance(m, 12);
    m->several_plies = !m->stuck && make_chance(m, 6); /* see tests/README.md, `generate/` */
    m->blast = !m->towers && !m->neutral && !m->stuck && !m->hides && !m->several_plies && make_chance(m, 12);
    m->jumps = !m->neutral && !m->blast && !m->under && make_chance(m, 5);
    m->strikes = !m->towers && !m->own_boards && !m->blast && make_chance(m, 10);
    m->aura = !m->blast && make_chance(m, 12);
    m->scripted = !m->even && make_chance(m, 2);
    m->changes = !m->scripted && make_chance(m, 2); /* by a hook any man may be royal */
    m->line_taken = !m->towers && make_chance(m, 12);
    m->choices = m->scripted && !m->line_taken && !m->lifts && make_chance(m, 6);
    m->hands = !m->under && make_chance(m, 4);
    m->placing = m->hands && make_chance(m, 4);
}

void make_game(maker *m, arena *a, uint64_t seed)
{
    *m = (maker){.a = a, .random = {seed * 2 + 1}, .root = item_map(a, SECTION_GAME)};
    memcpy(m->letters, "abcdefghijklmnopqrstuvwxyz", sizeof m->letters);
    (void)random_next(&m->random);
    choose_kind(m);
    make_set(m, m->root, "name", make_format(m, "Game %llu", (unsigned long long)seed));
    if (make_chance(m, 3)) {
        make_set(m, m->root, "about", "Nobody has thought of this: kings, \"men\" and others.");
    }
    make_board(m);
    make_players(m);
    make_pieces(m);
    make_rules(m);
    make_position(m);
    make_hooks(m);
    if (m->script.length) {
        make_set(m, m->root, "script", "made.lua");
    }
}

void make_finish(maker *m)
{
    text_finish(&m->script);
}
