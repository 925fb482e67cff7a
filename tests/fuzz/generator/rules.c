/* Turns, captures, dice, sight, castlings and endings. */
#include "fuzz/generator/make.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Adds the mapping to the game when something is in it. */
static void keep(maker *m, const char *key, item *map)
{
    if (map->count) {
        item_set(m->a, m->root, key, map);
    }
}

static void make_turn(maker *m)
{
    item *turn = item_map(m->a, SECTION_TURN);
    if (m->several_plies) {
        m->free_turns = make_one_in(m, 3);
        if (m->free_turns) {
            make_set(m, turn, "plies", "free");
        } else {
            make_digits(m, turn, "plies", 2, 3);
        }
        if (!m->symmetric && make_one_in(m, 3)) {
            make_digits(m, turn, "first", 1, 2);
        }
        if (make_one_in(m, 3)) {
            (void)make_number(m, 1, 2); /* was a key; seeds that are quoted must give the same games */
        }
        if (make_one_in(m, 4)) {
            make_word(m, turn, "only", NULL);
        }
        static const char *const words[] = {"check_legality", "check", "en_passant"};
        for (size_t i = 0; i < 3; i++) {
            if (make_one_in(m, 3)) {
                make_word(m, turn, words[i], NULL);
            }
        }
        if (make_one_in(m, 3)) {
            make_bool(m, turn, "each_piece_once");
        }
    }
    if (m->missed_turns) {
        if (make_one_in(m, 2)) {
            make_set(m, turn, "pass", make_one_in(m, 2) ? "no_moves" : "never");
        }
    } else if (make_one_in(m, 5)) {
        make_word(m, turn, "pass", NULL);
        const item *pass = item_get(turn, "pass");
        m->faces = pass && strcmp(pass->string, "facing") == 0;
    }
    (void)make_one_in(m, 10); /* the same */
    (void)make_one_in(m, 10);
    if (m->auras && make_one_in(m, 2)) {
        make_word(m, turn, "removes", NULL);
    }
    if (m->teams && make_one_in(m, 3)) {
        make_word(m, turn, "decides", NULL);
    }
    if (m->own_boards && make_one_in(m, 2)) {
        make_word(m, turn, "boards", NULL);
    }
    if (m->own_boards && make_one_in(m, 3)) {
        make_bool(m, turn, "waits");
    }
    keep(m, "turn", turn);
}

static void make_setup(maker *m)
{
    static const char *const keys[] = {"whole_turn", "royals"};
    item *setup = item_map(m->a, SECTION_SETUP);
    for (size_t i = 0; m->setup && i < 2; i++) {
        if (make_one_in(m, 2)) {
            make_bool(m, setup, keys[i]);
        }
    }
    if (m->setup && make_one_in(m, 2)) {
        make_set(m, setup, "mandatory", "true");
        if (make_one_in(m, 2)) {
            make_bool(m, setup, "separate_phase");
        }
    }
    keep(m, "setup", setup);
}

static void take_lines(maker *m, item *captures)
{
    make_digits(m, captures, "row", 2, 4);
    if (make_one_in(m, 2)) {
        make_word(m, captures, "along", m->lines ? NULL : "lines");
    }
    if (make_one_in(m, 3)) {
        make_some_pieces(m, item_map(m->a, SECTION_CAPTURES), "by"); /* drawn and dropped, for quoted seeds */
    }
    if (make_one_in(m, 2)) {
        make_word(m, captures, "row_victims", NULL);
    }
}

static void make_captures(maker *m)
{
    item *captures = item_map(m->a, SECTION_CAPTURES);
    if (make_one_in(m, m->jumps ? 2 : 8)) {
        make_bool(m, captures, "mandatory");
    }
    if (make_one_in(m, 16)) {
        make_some_pieces(m, captures, "by");
    }
    if (!m->several_plies && make_one_in(m, m->jumps ? 4 : 16)) { /* see tests/README.md, `generate/` */
        make_set(m, captures, "longest", make_one_in(m, 2) ? "multiple" : "true");
    }
    if (!m->several_plies && make_one_in(m, m->jumps ? 5 : 20)) {
        make_some_pieces(m, captures, "prefer");
    }
    const item *mandatory = item_get(captures, "mandatory");
    if (!(mandatory && strcmp(mandatory->string, "true") == 0) && !item_get(captures, "longest") &&
        !item_get(captures, "prefer")) {
        item_forget(captures, "by"); /* says nothing alone, and is drawn for quoted seeds */
    }
    if (m->row_captured) {
        take_lines(m, captures);
    }
    if (m->blast) {
        static const char *const reaches[] = {"K", "W", "F", "WD", "N", "sW", "KN", "vF", "D", "\"(1,2)\""};
        item *blast = item_map(m->a, SECTION_BLAST);
        make_set(m, blast, "reach", reaches[make_number(m, 0, m->row_board || m->wrapped ? 4 : 8)]);
        if (make_one_in(m, 2)) {
            make_some_pieces(m, blast, "spares");
        }
        if (make_one_in(m, 2)) {
            (void)make_one_in(m, 2); /* was a key: see `turn` */
        }
        item_set(m->a, captures, "blast", blast);
    }
    keep(m, "captures", captures);
}

static void make_jumps(maker *m)
{
    item *jumps = item_map(m->a, SECTION_JUMPS);
    static const char *const flags[] = {NULL, "revisit", "reverse"}; /* the first was a key: see `turn` */
    if (!m->jumps) {
        return;
    }
    if (make_one_in(m, 2)) {
        make_word(m, jumps, "removes", NULL);
    }
    if (!m->chain_goes_on) {
        make_set(m, jumps, "promotion", make_one_in(m, 2) ? "end" : "stop");
    } else if (make_one_in(m, 2)) {
        make_set(m, jumps, "promotion", "continue");
    }
    for (size_t i = 0; i < 3; i++) {
        if (make_one_in(m, 3)) {
            make_bool(m, flags[i] ? jumps : item_map(m->a, SECTION_JUMPS), flags[i] ? flags[i] : "revisit");
        }
    }
    keep(m, "jumps", jumps);
}

static void make_notation(maker *m)
{
    item *written = item_map(m->a, SECTION_NOTATION);
    if (make_one_in(m, 3)) {
        make_set(m, written, "step", "-");
    }
    if (make_one_in(m, 3)) {
        make_set(m, written, "capture", make_one_in(m, 2) ? ":" : "x");
    }
    if (make_one_in(m, 3)) {
        make_set(m, written, "promotion", "=");
    }
    if (make_one_in(m, 3)) {
        make_bool(m, written, "letters");
    }
    if (m->jumps && make_one_in(m, 2)) {
        make_word(m, written, "path", NULL);
    }
    if (make_one_in(m, 8)) {
        make_word(m, written, "cells", NULL);
    }
    if (make_one_in(m, 5)) {
        keep(m, "notation", written);
    }
}

static void make_checks(maker *m)
{
    item *checks = item_map(m->a, SECTION_CHECKS), *royals = item_map(m->a, SECTION_ROYALS);
    if (make_one_in(m, 20)) {
        if (m->symmetric || make_one_in(m, 2)) {
            make_set(m, checks, "mandatory", "all");
        } else {
            make_names(m, checks, "mandatory", m->player, m->players);
        }
    }
    if (!m->free_turns &&
        make_one_in(m, 20)) { /* refused there, and where a check does not end a turn of several plies */
        const item *turn = item_get(m->root, "turn"), *check = turn ? item_get(turn, "check") : NULL;
        bool refused = m->several_plies && !(check && strcmp(check->string, "ends") == 0);
        make_word(m, refused ? item_map(m->a, SECTION_CHECKS) : checks, "only", NULL);
    }
    keep(m, "checks", checks);
    if (!m->wrapped && m->cells <= 64 && make_one_in(m, 10) && !m->bounces) {
        make_bool(m, royals, "slide_through_attack");
    }
    if (!m->missed_turns && make_one_in(m, 12)) { /* on a large board the tries of tries take too long */
        bool expensive = m->cells > 64 && (m->several_plies || m->scripted);
        make_word(m, royals, "attacked", expensive ? "by moves" : NULL);
    }
    if (!m->missed_turns && make_one_in(m, 12)) {
        make_bool(m, royals, "capturable");
    }
    keep(m, "royals", royals);
}

static item *missed_turn(maker *m)
{
    item *map = item_map(m->a, SECTION_MISSED_TURN);
    if (make_one_in(m, 2)) {
        make_bool(m, map, "invulnerable");
    }
    if (make_one_in(m, 2)) {
        make_word(m, map, "attacks", NULL);
    }
    if (make_one_in(m, 2)) {
        make_word(m, map, "removed", NULL);
    }
    return map;
}

static void make_missed_turns(maker *m)
{
    item *missed_turns = item_map(m->a, SECTION_NO_MOVES);
    if (!m->missed_turns) {
        return;
    }
    item_set(m->a, missed_turns, "checkmated", missed_turn(m));
    if (make_one_in(m, 2)) {
        item_set(m->a, missed_turns, "stalemated", missed_turn(m));
    }
    if (make_one_in(m, 2)) {
        make_word(m, missed_turns, "returns", NULL);
    }
    keep(m, "no_moves", missed_turns);
}

static void make_dice(maker *m)
{
    item *chance = item_map(m->a, SECTION_DICE);
    if (!m->dice) {
        return;
    }
    int dice = make_number(m, 1, make_one_in(m, 3) ? 3 : 2), faces = make_number(m, 2, dice > 2 ? 4 : 6), first = 1;
    make_set(m, chance, "roll", make_format(m, "%dd%d", dice, faces));
    if (make_one_in(m, 3)) {
        item *list = item_list(m->a);
        first = 2;
        for (int i = 0; i < faces; i++) {
            item_add(m->a, list, item_text(m->a, make_format(m, "%d", first + i)));
        }
        item_set(m->a, chance, "faces", list);
    }
    if (make_one_in(m, 3)) {
        make_set(m, chance, "doubles", make_one_in(m, 2) ? "free" : make_format(m, "%d", make_number(m, 1, 4)));
    }
    if (make_one_in(m, 2)) {
        item *moves = item_map(m->a, SECTION_DIE_FACES);
        for (int i = 0; i < faces; i++) {
            if (!make_one_in(m, 4)) {
                make_some_pieces(m, moves, make_format(m, "%d", first + i));
            }
        }
        if (moves->count) {
            item_set(m->a, chance, "moves", moves);
        }
    }
    keep(m, "dice", chance);
}

static item *secrets(maker *m)
{
    item *map = item_map(m->a, SECTION_SECRETS);
    for (int i = 0; i < 2; i++) {
        item *secret = item_map(m->a, SECTION_SECRET);
        make_set(m, secret, "player", m->player[i % m->players]);
        make_set(m, secret, "values", make_one_in(m, 2) ? "1..2" : "1..9");
        if (make_one_in(m, 2)) {
            make_set(m, secret, "revealed_by", m->counter[3]);
        }
        item_set(m->a, map, m->counter[i], secret);
    }
    return map;
}

static item *questions(maker *m)
{
    item *asks = item_map(m->a, SECTION_QUERIES);
    for (int i = make_number(m, 1, 2); i > 0; i--) {
        item *ask = item_map(m->a, SECTION_QUERY);
        make_some_pieces(m, ask, "captures_by");
        if (make_one_in(m, 2)) {
            make_word(m, ask, "answer", NULL);
        }
        if (make_one_in(m, 2)) {
            make_bool(m, ask, "must_try");
        }
        item_set(m->a, asks, i == 1 ? "any" : "many", ask);
    }
    return asks;
}

static void make_visibility(maker *m)
{
    item *visibility = item_map(m->a, SECTION_VISIBILITY);
    if (!m->hides_pieces) {
        return;
    }
    make_set(m, visibility, "sees", make_one_in(m, 5) ? "all" : "own");
    if (make_one_in(m, 4)) {
        make_word(m, visibility, "during", NULL);
    }
    if (make_one_in(m, 2)) {
        make_bool(m, visibility, "tries");
    }
    if (m->counters && make_one_in(m, 3)) {
        item_set(m->a, visibility, "secrets", secrets(m));
    }
    if (make_one_in(m, 3)) {
        item_set(m->a, visibility, "questions", questions(m));
    }
    keep(m, "visibility", visibility);
}

/* ---- castlings ---- */

static void family(maker *m, item *castlings)
{
    item *one = item_map(m->a, SECTION_CASTLING);
    make_set(m, one, "king", m->piece[m->castle_king]);
    make_set(m, one, "with", m->piece[m->castle_rook]);
    make_set(m, one, "within", "own rank 1");
    make_set(m, one, "ends", make_format(m, "hook %s", make_ends_function(m)));
    make_set(m, one, "notation", "capture");
    item_set(m->a, castlings, "any", one);
}

static const char *on_first_rank(maker *m, int column)
{
    return make_format(m, "%c1", 'a' + column);
}

static void put_place(maker *m, item *one, const char *key, int column)
{
    if (m->castle_by_player && !m->turned) {
        item *cells = item_map(m->a, SECTION_CELLS);
        make_set(m, cells, m->player[0], on_first_rank(m, column));
        make_set(m, cells, m->player[1], make_format(m, "%c%d", 'a' + column, m->height));
        item_set(m->a, one, key, cells);
    } else {
        make_set(m, one, key, on_first_rank(m, column));
    }
}

static void single(maker *m, item *castlings, const char *name, int king_to, int rook_to, const char *right)
{
    item *one = item_map(m->a, SECTION_CASTLING);
    make_set(m, one, "king", m->piece[m->castle_king]);
    make_set(m, one, "with", m->piece[m->castle_rook]);
    make_set(m, one, "right", right);
    put_place(m, one, "from", m->castle_from);
    put_place(m, one, "rook_from", m->castle_rook_from);
    put_place(m, one, "king_to", king_to);
    put_place(m, one, "rook_to", rook_to);
    if (make_one_in(m, 4)) {
        item *clear = item_list(m->a), *safe = item_list(m->a);
        item_add(m->a, clear, item_text(m->a, on_first_rank(m, king_to)));
        if (rook_to != king_to) {
            item_add(m->a, clear, item_text(m->a, on_first_rank(m, rook_to)));
        }
        item_add(m->a, safe, item_text(m->a, "from"));
        item_add(m->a, safe, item_text(m->a, "to"));
        item_set(m->a, one, "clear", clear);
        item_set(m->a, one, "safe", safe);
    }
    static const char *const notations[] = {"to", "capture", "O-O", "O-O-O"};
    if (strcmp(name, "short") == 0) {
        if (make_one_in(m, 2)) {
            make_set(m, one, "notation", MAKE_PICK(m, notations));
        }
    } else {
        make_set(m, one, "notation", "wide");
    }
    item_set(m->a, castlings, name, one);
}

/* An implied right is that of the castling king. */
static void imply_rights(maker *m)
{
    item *rights = item_get(m->root, "rights");
    for (size_t i = 0; rights && i < rights->count; i++) {
        const item *implied = item_get(rights->items[i], "implied");
        if (implied && strcmp(implied->string, "true") == 0) {
            item_forget(rights->items[i], "piece");
            item_forget(rights->items[i], "at");
            make_set(m, rights->items[i], "piece", m->piece[m->castle_king]);
            put_place(m, rights->items[i], "at", m->castle_from);
        }
    }
}

static void make_castlings(maker *m)
{
    item *castlings = item_map(m->a, SECTION_CASTLINGS);
    if (!m->castles) {
        return;
    }
    m->castle_king = 0;
    m->castle_rook = make_number(m, 1, m->pieces - 1);
    bool left = make_one_in(m, 2);
    m->castle_by_player = make_one_in(m, 3);
    m->castle_from = m->width / 2;
    m->castle_rook_from = left ? 0 : m->width - 1;
    int way = left ? -1 : 1;
    if (m->family) {
        family(m, castlings);
    } else {
        single(m, castlings, "short", m->castle_from + 2 * way, m->castle_from + way, "k");
        if (make_one_in(m, 3) && m->width > 7) {
            single(m, castlings, "wide", m->castle_from + 3 * way, m->castle_from + 2 * way, "k");
        }
    }
    item_set(m->a, m->root, "castling", castlings);
    imply_rights(m);
}

/* ---- endings ---- */

static const char *result(maker *m)
{
    static const char *const results[] = {"loss", "draw", "win", "loss", "draw"};
    return make_one_in(m, 12) ? make_format(m, "%s wins", m->player[make_number(m, 0, 1)]) : MAKE_PICK(m, results);
}

typedef struct condition {
    const char *words; /* with %d for a number, %s for a piece */
    int low, high;
    void (*more)(maker *m, item *map);
} condition;

static void more_mate(maker *m, item *map)
{
    if (m->scripted && make_one_in(m, 3)) {
        make_set(m, map, "hook", make_ending_function(m));
    }
}

static void more_repetition(maker *m, item *map)
{
    if (make_one_in(m, 4)) {
        make_bool(m, map, "illegal");
    }
}

static void more_dead(maker *m, item *map)
{
    static const char *const keys[] = {"alone", "same_shade", "bare_pieces", "pair", "other_shades"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (make_one_in(m, 2)) {
            make_some_pieces(m, map, keys[i]);
        }
    }
}

static void more_bare(maker *m, item *map)
{
    make_bool(m, map, "grace");
}

static void more_checks(maker *m, item *map)
{
    make_set(m, map, "consecutive", m->all_checks ? "false" : "true");
}

static void more_line(maker *m, item *map)
{
    if (make_one_in(m, 2)) {
        make_word(m, map, "along", m->lines ? NULL : "lines");
    }
    if (make_one_in(m, 2)) {
        make_some_pieces(m, map, "pieces");
    }
}

static void more_of(maker *m, item *map)
{
    if (make_one_in(m, 2)) {
        make_some_pieces(m, map, "pieces");
    }
}

static void more_reached(maker *m, item *map)
{
    make_zone(m, map, "zone");
    more_of(m, map);
}

static void more_points(maker *m, item *map)
{
    item *points = item_map(m->a, SECTION_POINTS);
    make_digits(m, points, make_piece(m), 0, 9);
    if (make_one_in(m, 2)) {
        make_digits(m, points, "others", 0, 3);
    }
    make_zone(m, map, "zone");
    item_set(m->a, map, "points", points);
    make_digits(m, map, "need", 0, 20);
    if (make_one_in(m, 2)) {
        make_bool(m, map, "compare");
    }
}

static void more_hook(maker *m, item *map)
{
    if (make_one_in(m, 2)) {
        make_digits(m, map, "max_pieces", 1, 40);
    }
    if (m->counters && make_one_in(m, 3)) {
        make_set(m, map, "counter", make_format(m, "%s %d", m->counter[0], make_number(m, 0, 3)));
    }
}

static const condition conditions[] = {
    {"checkmate", 0, 0, more_mate},
    {"stalemate", 0, 0, more_mate},
    {"repetition %d", 2, 4, more_repetition},
    {"perpetual check %d", 2, 4, NULL},
    {"halfmove clock %d", 4, 60, NULL},
    {"turn clock %d", 4, 60, NULL},
    {"passes %d", 1, 4, NULL},
    {"insufficient material", 0, 0, more_dead},
    {"bare", 0, 0, more_bare},
    {"both bare", 0, 0, NULL},
    {"extinct", 0, 0, NULL},
    {"extinct %s", 0, 0, NULL},
    {"checks %d", 1, 5, more_checks},
    {"check cycle %d", 2, 3, NULL},
    {"points", 0, 0, more_points},
    {"exposed", 0, 0, NULL},
    {"connect %d", 2, 5, more_line},
    {"pieces below %d", 1, 4, more_of},
    {"goal %d", 1, 3, more_reached},
    {"hook %s", 0, 0, more_hook},
};
enum { CONDITIONS = sizeof conditions / sizeof conditions[0] };

/* Plies or turns, one of them. */
static bool fits(const maker *m, const condition *c)
{
    bool turns = strcmp(c->words, "turn clock %d") == 0, plies = strcmp(c->words, "halfmove clock %d") == 0;
    return !(turns && !m->has_turns_clock) && !(plies && m->has_turns_clock) &&
           !(strcmp(c->words, "hook %s") == 0 && !m->scripted);
}

static const char *spell(maker *m, const condition *c)
{
    char words[64];
    const char *number = strstr(c->words, " %");
    size_t length = number ? (size_t)(number - c->words) : strlen(c->words);
    snprintf(words, sizeof words, "%.*s", (int)length, c->words);
    if (!number) {
        return make_format(m, "%s", words);
    }
    if (number[2] == 'd') {
        return make_format(m, "%s %d", words, make_number(m, c->low, c->high));
    }
    return make_format(m, "%s %s", words, strcmp(words, "hook") == 0 ? make_ending_function(m) : make_piece(m));
}

static void make_ending(maker *m, item *end, int number)
{
    const condition *c = &conditions[make_number(m, 0, CONDITIONS - 1)];
    if (!fits(m, c)) {
        return;
    }
    item *map = item_map(m->a, SECTION_ENDING);
    const char *when = spell(m, c);
    if (m->faces && strncmp(when, "passes ", 7) == 0) {
        when = make_format(m, "facing %s", when);
    }
    if (item_get(end, when)) {
        return;
    }
    bool points = strcmp(c->words, "points") == 0, reached = c->more == more_reached, short_form = false;
    if (make_one_in(m, 2)) {
        make_set(m, map, "when", when);
        when = make_format(m, "reason %d", number);
    } else {
        short_form = make_one_in(m, 2) && !points && !reached && c->more != more_checks;
    }
    if (short_form) {
        make_set(m, end, when, result(m));
        return;
    }
    if (c->more && (points || reached || c->more == more_checks || make_one_in(m, 2))) {
        c->more(m, map);
    }
    if (points) {
        if (make_one_in(m, 2)) {
            make_set(m, map, "result", "points");
        }
    } else if (c->more != more_hook || make_one_in(m, 2)) {
        make_set(m, map, "result", result(m));
    }
    const item *illegal = item_get(map, "illegal");
    bool forbidden = illegal && strcmp(illegal->string, "true") == 0;
    if (!forbidden && make_one_in(m, 10)) {
        make_set(m, map, "claim", make_format(m, "draw%d", number));
    }
    item_set(m->a, end, when, map);
}

static void make_endings(maker *m)
{
    item *end = item_map(m->a, SECTION_END);
    m->has_turns_clock = make_one_in(m, 4);
    m->all_checks = make_one_in(m, 2);
    if (!make_one_in(m, 5)) {
        make_set(m, end, "checkmate", result(m));
        make_set(m, end, "stalemate", result(m));
    }
    for (int i = make_number(m, 0, 5); i > 0; i--) {
        make_ending(m, end, i);
    }
    keep(m, "end", end);
}

static void make_trifles(maker *m)
{
    if (make_one_in(m, 12)) {
        make_set(m, m->root, "name_ru", "Игра");
        make_set(m, m->root, "about_ru", "О ней никто не думал.");
    }
    if (make_one_in(m, 8)) {
        make_word(m, m->root, "style", NULL);
    }
    if (m->stacks) {
        make_set(m, m->root, "stacks", "true");
        if (m->splits || (m->under && make_one_in(m, 2))) {
            make_set(m, m->root, "split", m->splits ? "true" : "false");
        }
    } else if (make_one_in(m, 30)) {
        make_set(m, m->root, "stacks", "false");
    }
    if (m->counters && make_one_in(m, 6)) {
        make_set(m, m->root, "material_clock", m->counter[1]);
    }
}

void make_rules(maker *m)
{
    make_turn(m);
    make_setup(m);
    make_captures(m);
    make_jumps(m);
    make_notation(m);
    make_checks(m);
    make_missed_turns(m);
    make_dice(m);
    make_visibility(m);
    make_castlings(m);
    make_endings(m);
    make_trifles(m);
}
