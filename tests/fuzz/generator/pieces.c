/* The pieces: how they are written, how they move, and what else they do. */
#include "fuzz/generator/make.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/generator/movements.h"
#include "rules/betza.h"

static char take_letter(maker *m)
{
    size_t n = strlen(m->letters);
    size_t at = random_below(&m->random, (uint32_t)n);
    char letter = m->letters[at];
    memmove(m->letters + at, m->letters + at + 1, n - at);
    return letter;
}

static const char *piece_letter(maker *m)
{
    static const char *const signs[] = {"+", "*", ".", "'"};
    return make_one_in(m, 8) ? make_format(m, "%s%c", MAKE_PICK(m, signs), take_letter(m))
                             : make_format(m, "%c", take_letter(m));
}

static void name_pieces(maker *m)
{
    static const char *const names[MAKE_PIECES_MAX] = {"king",  "man",  "rook",   "guard", "horse", "ship",
                                                       "crane", "mole", "wizard", "fool",  "dog",   "moon-man"};
    m->pieces = make_number(m, 1, make_one_in(m, 3) ? MAKE_PIECES_MAX : 5);
    bool royals = !make_one_in(m, 3);
    for (int i = 0; i < m->pieces; i++) {
        m->piece[i] = names[i];
        m->letter[i] = piece_letter(m);
        m->royal[i] = royals && (i == 0 || make_one_in(m, 20));
        m->covered[i] = m->stacks && !m->royal[i] && i && make_one_in(m, 5);
        m->stands[i] = m->stacks && !m->royal[i] && !m->covered[i] && i && m->pieces > 2 && make_one_in(m, 6);
        if (!m->royal[i] && royals && make_one_in(m, 16)) {
            m->royal_letter[i] = make_format(m, "%c", take_letter(m));
        }
    }
}

/* ---- movements with other keys ---- */

static void movement_text(maker *m, item *one, const char *key, movement_options options, unsigned most)
{
    text out = {0};
    options.symmetric = m->symmetric;
    movement_make(&m->random, &options, most, &out);
    make_set(m, one, key, text_string(&out));
    text_finish(&out);
}

/* Quiet steps, on a condition or with a change of type. */
static void conditional(maker *m, item *one, int piece)
{
    static const char *const whose[] = {"own", "partner", "enemy"};
    movement_text(m, one, "move", (movement_options){.moves_only = true, .plain = true, .leaps = true, .levels = 1}, 2);
    if (make_one_in(m, 2)) {
        make_set(m, one, "if",
                 make_one_in(m, 2)
                     ? make_format(m, "empty %s", make_one_in(m, 2) ? "fF" : "W")
                     : make_format(m, "%s %s %s", MAKE_PICK(m, whose), make_piece(m), make_one_in(m, 2) ? "fW" : "K"));
    }
    const char *into = make_plain_piece(m);
    if (m->changes && !m->royal[piece] && into && make_one_in(m, 2)) {
        make_set(m, one, "transforms", into);
        if (make_one_in(m, 2)) {
            make_set(m, one, make_one_in(m, 2) ? "with" : "without", make_piece(m));
        }
        if (make_one_in(m, 3)) {
            make_set(m, one, "must_not_check", make_one_in(m, 4) ? "true" : "false");
        }
    }
    if (make_one_in(m, 4)) {
        make_bool(m, one, "resets_halfmove_clock");
    }
}

static void line(maker *m, item *one)
{
    static const char *const whole[] = {"R", "B", "Q", "mR", "cB", "mQ", "R4", "W0"};
    bool bounces = !m->wrapped && !m->holed && !m->row_board && m->levels == 1 && make_one_in(m, 2);
    make_set(m, one, "move", MAKE_PICK(m, whole));
    if (m->under) {
        return;
    }
    if (bounces) {
        m->bounces = true;
        make_bool(m, one, "bounces");
    } else {
        make_set(m, one, "through", make_one_in(m, 2) ? "any" : make_format(m, "%d", make_number(m, 0, 4)));
    }
}

static void jump(maker *m, item *one, bool *chains)
{
    static const char *const atoms[] = {"F", "W", "K", "B", "R", "Q", "fF", "R4", "fW", "N", "D", "mB", "cR", "F2"};
    make_set(m, one, "jump", MAKE_PICK(m, atoms));
    if (make_one_in(m, 2)) {
        make_word(m, one, "land", NULL);
    }
    if (!make_one_in(m, 3)) {
        make_word(m, one, "chain", NULL);
        *chains = true;
    }
    if (make_one_in(m, 3)) {
        make_word(m, one, "jumped", m->stacks ? NULL : "under");
    }
    const item *jumped = item_get(one, "jumped");
    const bool captures = !jumped || strcmp(jumped->string, "stays") != 0;
    if (make_one_in(m, 6) && captures) {
        make_bool(m, one, "gives_check");
    }
    if (make_one_in(m, 6)) {
        make_zone(m, one, "from");
    }
    if (make_one_in(m, 8)) {
        make_some_pieces(m, one, "victims");
    }
}

/* A movement with zones and the like. */
static void limited(maker *m, item *one)
{
    text out = {0};
    movement_options options = {.plain = m->under,
                                .levels = m->levels,
                                .en_passant = !m->under,
                                .initial = !m->under,
                                .symmetric = m->symmetric};
    bool of = !m->under && make_one_in(m, 5);
    options.en_passant = options.en_passant && !of;
    movement_make(&m->random, &options, 1, &out);
    make_set(m, one, "move", text_string(&out));
    text_finish(&out);
    if (make_one_in(m, 2)) {
        make_zone(m, one, "from");
    }
    if (make_one_in(m, 3)) {
        make_zone(m, one, "to");
    }
    if (make_one_in(m, 4)) {
        make_bool(m, one, "gives_check");
    }
    if (make_one_in(m, 4)) {
        make_word(m, one, "crosses", NULL);
    }
    if (make_one_in(m, 6)) {
        make_bool(m, one, "circles");
    }
    if (of) {
        make_some_pieces(m, one, "victims");
    }
    if (make_one_in(m, 8)) {
        make_set(m, one, "resets_halfmove_clock", "true");
    }
}

static void double_step(maker *m, item *one, int piece)
{
    bool ep_royal = m->blast && m->royal[piece]; /* not played */
    static const char *const steps[] = {"fmnD", "mnD", "fmnA", "fmW3", "fmR", "mnH", "fmnG", "fmnDfmnH", "mN"};
    make_set(m, one, "move", m->under ? "fmR" : MAKE_PICK(m, steps));
    if (!ep_royal) {
        (void)random_below(&m->random, 1); /* one draw, so that a seed keeps its game */
        make_set(m, one, "en_passant", "true");
    }
    if (make_one_in(m, 2)) {
        make_zone(m, one, "from");
    }
}

/* Drops keys of a notation that none of its paths plays. */
static void drop_from_notation(maker *m, item *one, const char *notation)
{
    diag_list diags;
    betza paths = {0};
    bool steps_over = false, wrong = false, rides = false, captures = false;
    diag_list_init(&diags);
    (void)betza_parse(m->a, &diags, (location){0}, notation, strlen(notation), &paths);
    for (size_t i = 0; i < paths.count; i++) {
        const betza_path *path = &paths.paths[i];
        const betza_leg *l = &path->leg[0];
        bool leap = path->legs == 1 && l->range == 1, lame = leap && l->flags == LEG_LAME && l->steps > 1;
        steps_over |= lame;
        wrong |= !lame && l->modes & LEG_MOVE && !(leap && l->steps == 1);
        rides |= path->legs == 1 && l->range == 0 && l->modes & LEG_MOVE && !l->flags;
        for (int k = 0; k < path->legs; k++) {
            captures |= (path->leg[k].modes & ~(unsigned)LEG_MOVE) != 0;
        }
    }
    diag_list_finish(&diags);
    if (wrong || !steps_over) {
        item_forget(one, "en_passant");
    }
    if (!rides) {
        item_forget(one, "circles");
    }
    if (!captures) {
        item_forget(one, "victims");
        item_forget(one, "gives_check");
    }
}

/* Drops what the kind of movement does not play: it would be refused. The draws stay, so that a seed keeps its game. */
static void drop_unplayed_keys(maker *m, item *one)
{
    for (size_t kind = 0; kind < SCHEMA_MOVEMENTS; kind++) {
        if (!item_get(one, schema_movement_key(kind))) {
            continue;
        }
        for (size_t i = one->count; i-- > 0;) {
            const schema_row *row = schema_find(SECTION_MOVE, one->keys[i]);
            if (row && row->movements && !(row->movements >> kind & 1)) {
                item_remove(one, i);
            }
        }
    }
    const item *notation = item_get(one, "move");
    if (notation) {
        drop_from_notation(m, one, notation->string);
    }
}

static item *special_movement(maker *m, int piece, bool *chains)
{
    item *one = item_map(m->a, SECTION_MOVE);
    int kind = make_number(m, 0, 9);
    if (kind == 0) {
        conditional(m, one, piece);
    } else if (kind == 1) {
        line(m, one);
    } else if (kind <= 4 && m->jumps) {
        jump(m, one, chains);
    } else if (kind == 5 && m->lines) {
        make_word(m, one, "along", NULL);
        if (make_one_in(m, 2)) {
            make_bool(m, one, "captures");
        }
    } else if (kind == 6) {
        make_set(m, one, "stay", "true");
    } else if (kind == 7 && m->scripted) {
        make_set(m, one, "hook", make_leaps_function(m));
        if (make_one_in(m, 2)) {
            make_bool(m, one, "captures");
        }
    } else if (kind == 8) {
        double_step(m, one, piece);
    } else if (m->rights && make_one_in(m, 2)) {
        movement_text(m, one, "move",
                      (movement_options){.plain = true, .leaps = true, .moves_only = m->under, .levels = 1}, 1);
        make_set(m, one, "right", make_format(m, "%c", m->right[make_number(m, 0, m->rights - 1)]));
    } else {
        limited(m, one);
    }
    drop_unplayed_keys(m, one);
    return one;
}

static const char *plain_movement(maker *m)
{
    static const char *const known[] = {"K", "R", "B",  "N",     "Q",      "fmWfcF", "fmWfceF",
                                        "W", "F", "KN", "mRcpR", "mfWcfF", "fW"};
    static const char *const under[] = {"K", "R", "B", "N", "Q", "mfWcfF", "W", "dKK", "dRB", "mWcF"};
    if (m->under) {
        return MAKE_PICK(m, under);
    }
    if (make_one_in(m, 2)) {
        return MAKE_PICK(m, known);
    }
    text out = {0};
    movement_options options = {.levels = m->levels, .initial = true, .en_passant = true, .symmetric = m->symmetric};
    movement_make(&m->random, &options, 3, &out);
    const char *made = make_format(m, "%s", text_string(&out));
    text_finish(&out);
    return made;
}

static void movements(maker *m, item *piece, int number, bool *chains)
{
    bool special = make_one_in(m, 2) || m->jumps;
    if (!special) {
        if (!make_one_in(m, 12)) {
            make_set(m, piece, "moves", plain_movement(m));
        }
        return;
    }
    item *list = item_list(m->a);
    for (int i = make_number(m, 1, 4); i > 0; i--) {
        item_add(m->a, list,
                 make_one_in(m, 2) ? item_text(m->a, plain_movement(m)) : special_movement(m, number, chains));
    }
    item_set(m->a, piece, "moves", list);
}

/* ---- promotion, drops, abilities ---- */

static const char *far_zone(maker *m)
{
    return make_format(m, m->sits_aside ? "rank %d" : "own rank %d", m->height);
}

/* Lets all moves promote the piece that `promotion` speaks of. */
static void promote_by_any_move(item *promotion)
{
    item *when = promotion->kind == ITEM_MAP ? item_get(promotion, "when") : NULL;
    if (when && (strcmp(when->string, "captures") == 0 || strcmp(when->string, "quiet") == 0)) {
        when->string = "reaches";
    }
    for (size_t i = 0; promotion->kind == ITEM_LIST && i < promotion->count; i++) {
        promote_by_any_move(promotion->items[i]);
    }
}

static item *promotion(maker *m, int number, bool one_piece, bool several)
{
    item *map = item_map(m->a, SECTION_PROMOTION);
    const char *into = make_plain_piece(m);
    if (m->stands[number]) {
        make_set(m, map, "on", far_zone(m));
        make_set(m, map, "to", m->piece[0]);
        make_set(m, map, "when", "uncovered");
        return map;
    }
    if (make_one_in(m, 2)) {
        make_set(m, map, "on", far_zone(m));
    } else {
        make_zone(m, map, "on");
    }
    if (m->prison && make_one_in(m, 2) && !one_piece) {
        make_set(m, map, "to", "prison");
    } else if (one_piece || !into || make_one_in(m, 3)) {
        make_set(m, map, "to", into ? into : m->piece[number]);
    } else {
        make_some_pieces(m, map, "to");
    }
    if (make_one_in(m, 3)) {
        make_bool(m, map, "optional");
    }
    if (!m->reverts && !several && make_one_in(m, 6)) { /* of two that revert a letter could not tell what to */
        m->reverts = true;
        make_bool(m, map, "reverts");
    }
    if (make_one_in(m, 3)) {
        make_word(m, map, "when", "uncovered");
    }
    return map;
}

static bool changes_by_moving(const item *piece)
{
    const item *moves = item_get(piece, "moves");
    for (size_t i = 0; moves && moves->kind == ITEM_LIST && i < moves->count; i++) {
        if (item_get(moves->items[i], "transforms")) {
            return true;
        }
    }
    return false;
}

static void promotions(maker *m, item *piece, int number, bool chains)
{
    bool one_piece = chains && m->chain_goes_on, prison = m->prison;
    m->prison = m->prison && !changes_by_moving(piece);
    if (!one_piece && !m->stands[number] && make_one_in(m, 4)) {
        item *list = item_list(m->a);
        item_add(m->a, list, promotion(m, number, false, true));
        item_add(m->a, list, promotion(m, number, false, true));
        item_set(m->a, piece, "promotes", list);
    } else {
        item_set(m->a, piece, "promotes", promotion(m, number, one_piece, false));
    }
    m->prison = prison;
    if (m->prison) {
        promote_by_any_move(item_get(piece, "promotes"));
    }
}

static item *drops(maker *m)
{
    item *map = item_map(m->a, SECTION_DROP);
    static const char *const flags[] = {"immobile", "mate", "check", "resets_halfmove_clock", "gravity"};
    if (make_one_in(m, 2)) {
        make_zone(m, map, "on");
    }
    if (make_one_in(m, 4)) {
        make_digits(m, map, "per_file", 0, 3);
    }
    for (size_t i = 0; i < sizeof flags / sizeof flags[0] - m->symmetric;
         i++) { /* pieces fall to the first player's side */
        if (make_one_in(m, 5)) {
            make_bool(m, map, flags[i]);
        }
    }
    if (make_one_in(m, 8)) {
        if (m->symmetric || make_one_in(m, 2)) {
            make_set(m, map, "endless", "all");
        } else {
            make_names(m, map, "endless", m->player, m->players);
        }
    }
    return map;
}

static void make_remote_capture(maker *m, item *piece)
{
    if (item_get(piece, "promotes")) {
        promote_by_any_move(item_get(piece, "promotes"));
    }
    if (make_one_in(m, 2)) {
        make_word(m, piece, "captures", NULL);
        return;
    }
    item *list = item_list(m->a);
    for (int i = make_number(m, 1, 2); i > 0; i--) {
        item *one = item_map(m->a, SECTION_REMOTE_CAPTURE);
        make_word(m, one, "by", NULL);
        if (make_one_in(m, 2)) {
            make_some_pieces(m, one, "victims");
        }
        if (make_one_in(m, 2)) {
            make_word(m, one, "going", NULL);
        }
        if (strcmp(item_get(one, "by")->string, "long_leap") == 0 && make_one_in(m, 2)) {
            make_word(m, one, "lands", NULL);
        }
        item_add(m->a, list, one);
    }
    item_set(m->a, piece, "captures", list);
}

/* Whether it captures by long leaps. */
static bool captures_by_long_leap(const item *captures)
{
    bool found = captures && captures->kind == ITEM_TEXT && strcmp(captures->string, "long_leap") == 0;
    for (size_t i = 0; captures && i < captures->count && !found; i++) {
        found = captures_by_long_leap(captures->items[i]);
    }
    return found;
}

/* Long leaps do not go with jumps over pieces that stay. */
static void drop_quiet_jumps(item *moves)
{
    for (size_t i = moves ? moves->count : 0; i-- > 0;) {
        const bool jumped = moves->kind == ITEM_MAP && strcmp(moves->keys[i], "jumped") == 0;
        if (jumped && strcmp(moves->items[i]->string, "stays") == 0) {
            item_remove(moves, i);
        } else if (moves->items[i]->kind != ITEM_TEXT) {
            drop_quiet_jumps(moves->items[i]);
        }
    }
}

static void make_abilities(maker *m, item *piece, int number)
{
    if (m->remote_captures && make_one_in(m, 2)) {
        static const char *const atoms[] = {"Q", "R", "K", "B", "mQ", NULL, NULL, NULL}; /* what it has */
        make_remote_capture(m, piece);
        for (size_t i = 0; captures_by_long_leap(item_get(piece, "captures")) && i < piece->count; i++) {
            const char *atom = strcmp(piece->keys[i], "moves") == 0 ? MAKE_PICK(m, atoms) : NULL;
            if (atom) {
                piece->items[i] = item_text(m->a, atom);
                piece->items[i]->row = schema_find(SECTION_PIECE, "moves");
            }
        }
        if (captures_by_long_leap(item_get(piece, "captures"))) {
            drop_quiet_jumps(item_get(piece, "moves"));
        }
    }
    if (m->auras && !m->row_board && make_one_in(m, 2)) {
        const char *key = make_one_in(m, 2) ? "immobilizes" : "protects";
        if (make_one_in(m, 2)) {
            make_set(m, piece, key, "all");
        } else {
            make_some_pieces(m, piece, key);
        }
    }
    if (m->auras && make_one_in(m, 6)) {
        make_bool(m, piece, "invulnerable");
    }
    if (!m->stacks && !m->blast && !m->royal[number] && make_one_in(m, 24)) {
        make_bool(m, piece, "kamikaze");
    }
}

static void in_hand_rules(maker *m, item *piece, int number)
{
    if (make_one_in(m, 6)) {
        make_set(m, piece, "drops", "never");
    } else if (make_one_in(m, 3)) {
        item_set(m->a, piece, "drops", drops(m));
    }
    if (make_one_in(m, 4)) {
        const char *as = make_plain_piece(m);
        make_set(m, piece, "captured_as", as && make_one_in(m, 2) ? as : "gone");
    }
    (void)number;
}

/* One piece of the game may be dropped with two faces. */
static void drop_types(maker *m, item *pieces)
{
    item *piece = pieces->items[0], *map = item_get(piece, "drops");
    const char *other = m->pieces > 1 ? m->piece[1] : NULL;
    if (map && map->kind == ITEM_MAP && other) {
        item *list = item_list(m->a);
        item_add(m->a, list, item_text(m->a, m->piece[0]));
        item_add(m->a, list, item_text(m->a, other));
        item_set(m->a, map, "as", list);
        const char *held =
            m->royal[0] ? "gone" : m->piece[0]; /* what is captured is held as the first, not as the other */
        for (size_t i = 0; i < pieces->count; i++) {
            item *as = item_get(pieces->items[i], "captured_as");
            if (!as && i == 1) {
                make_set(m, pieces->items[i], "captured_as", held);
            } else if (as && strcmp(as->string, other) == 0) {
                as->string = held;
            }
        }
    }
}

static item *one_piece(maker *m, int number)
{
    item *piece = item_map(m->a, SECTION_PIECE);
    bool chains = false;
    make_set(m, piece, "letter", m->letter[number]);
    if (m->royal[number]) {
        make_set(m, piece, "royal", "true");
    } else if (make_one_in(m, 12)) {
        make_set(m, piece, "royal", "false");
    }
    if (m->royal_letter[number]) {
        make_set(m, piece, "royal_letter", m->royal_letter[number]);
    }
    if (make_one_in(m, 12)) {
        make_set(m, piece, "figure",
                 make_one_in(m, 3)   ? "M18 85V45L50 14l32 31v40H60V60H42v25z"
                 : make_one_in(m, 2) ? "cannon"
                                     : "lion");
    }
    movements(m, piece, number, &chains);
    const char *other = make_plain_piece(m);
    bool changes = !(m->changes && m->royal[number]); /* a royal piece stays royal when it changes its type */
    if (m->stands[number] || (changes && make_one_in(m, 4))) {
        promotions(m, piece, number, chains);
    } else if (other && changes && !m->stands[number] && make_one_in(m, 12)) {
        make_set(m, piece, "transforms", other);
    }
    if (m->hands || m->prison || m->partner) {
        in_hand_rules(m, piece, number);
    }
    if (m->covered[number] && !m->royal[1]) { /* no covered piece changes into a royal one */
        make_set(m, piece, "when_covered", m->piece[1]);
    }
    make_abilities(m, piece, number);
    if (make_one_in(m, 4)) {
        make_bool(m, piece, "resets_halfmove_clock");
    }
    if (make_one_in(m, 12)) {
        make_digits(m, piece, "value", 0, 2000);
    }
    return piece;
}

/* Where captured pieces go decides who holds pieces. */
static void choose_captured(maker *m)
{
    const char *to = NULL;
    if (m->under) {
        to = "under";
    } else if (m->hands) {
        m->prison = make_one_in(m, 4);
        m->partner = !m->prison && m->teams && (m->own_boards || make_one_in(m, 2));
        to = m->prison ? "to prison" : m->partner ? "to partner" : "to hand";
    } else if (make_one_in(m, 12)) {
        to = "gone";
    }
    if (to) {
        make_set(m, m->root, "captured", to);
    }
}

static void make_rights(maker *m)
{
    item *rights = item_map(m->a, SECTION_RIGHTS);
    static const char letters[] = "pqz";
    for (int i = make_number(m, 1, 3); i > 0; i--) {
        const char *cell = make_cell(m);
        if (!cell || m->own_boards || m->sits_aside) {
            break;
        }
        item *one = item_map(m->a, SECTION_RIGHT);
        make_set(m, one, "piece", make_piece(m));
        if (make_one_in(m, 2) || m->turned || m->holed || m->row_board || m->levels > 1 || m->wrapped ||
            m->listed_names) {
            item *cells = item_map(m->a, SECTION_CELLS);
            for (int player = 0; player < m->players; player++) {
                make_set(m, cells, m->player[player], make_cell(m));
            }
            item_set(m->a, one, "at", cells);
        } else {
            make_set(m, one, "at", cell);
        }
        if (make_one_in(m, 4)) {
            make_set(m, one, "shown",
                     make_one_in(m, 2) ? "lost" : "held"); /* not `file`: the start has their own letters */
        }
        if (make_one_in(m, 4)) {
            make_bool(m, one, "implied");
        }
        m->right[m->rights] = letters[m->rights];
        item_set(m->a, rights, make_format(m, "%c", letters[m->rights]), one);
        m->rights++;
    }
    if (m->rights) {
        item_set(m->a, m->root, "rights", rights);
    }
}

void make_pieces(maker *m)
{
    item *pieces = item_map(m->a, SECTION_PIECES);
    choose_captured(m);
    name_pieces(m);
    bool castles = m->pieces > 2 && m->players == 2 && m->width >= 5 && m->width <= 12 && !m->wrapped &&
                   !m->row_board && m->levels == 1 && !m->holed && !m->listed_names && m->height > 1;
    m->castles = castles && make_one_in(m, 3);
    m->family = m->castles && m->scripted && make_one_in(m, 3);
    if (!m->family && make_one_in(m, 4)) {
        make_rights(m);
    }
    m->chain_goes_on = m->jumps && make_one_in(m, 2);
    for (int i = 0; i < m->pieces; i++) {
        item_set(m->a, pieces, m->piece[i], one_piece(m, i));
    }
    if (!(m->changes && m->royal[0]) && make_one_in(m, 3)) {
        drop_types(m, pieces);
    }
    item_set(m->a, m->root, "pieces", pieces);
    if ((m->hands || m->setup) && make_one_in(m, 3)) {
        item_set(m->a, m->root, "drops", drops(m));
    } else if (make_one_in(m, 30)) {
        make_set(m, m->root, "drops", "never");
    }
}
