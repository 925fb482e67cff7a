/* Words of the language that are younger than the seeds that are quoted. They are drawn last and by numbers of their own, so that the games
 * of earlier seeds stay what they were but for these words. */
#include "fuzz/generator/make.h"

#include "rules/betza.h"

#include <string.h>

static bool has_text(const item *map, const char *key, const char *string)
{
    const item *value = map ? item_get(map, key) : NULL;
    return value && value->kind == ITEM_TEXT && strcmp(value->string, string) == 0;
}

static item *piece_at(const maker *m, int number)
{
    item *pieces = item_get(m->root, "pieces");
    return pieces && (size_t)number < pieces->count ? pieces->items[number] : NULL;
}

/* The mapping under `key`, which is made if need be. */
static item *mapping(maker *m, const char *key, schema_section section)
{
    item *map = item_get(m->root, key);
    return map ? map : item_set(m->a, m->root, key, item_map(m->a, section));
}

/* Whether it can be lent: not what has a key or a path with which `if` is not played, or captures en passant. */
static bool can_be_lent(const item *moves)
{
    static const char *const alone[] = {"if",      "right",   "jump", "en_passant", "bounces",
                                        "through", "circles", "hook", "transforms"};
    if (moves->kind == ITEM_TEXT) {
        return !strchr(moves->string, 'e') && !strstr(moves->string, "ab") && !strstr(moves->string, "-b");
    }
    bool can = true;
    for (size_t i = 0; moves->kind == ITEM_MAP && i < sizeof alone / sizeof alone[0]; i++) {
        can = can && !item_get(moves, alone[i]);
    }
    for (size_t i = 0; moves->kind == ITEM_LIST && i < moves->count && can; i++) {
        can = can_be_lent(moves->items[i]);
    }
    const item *move = moves->kind == ITEM_MAP ? item_get(moves, "move") : NULL;
    return can && (!move || can_be_lent(move));
}

static bool can_all_be_lent(const maker *m)
{
    bool can = true;
    for (int i = 0; i < m->pieces && can; i++) {
        const item *piece = piece_at(m, i), *moves = piece ? item_get(piece, "moves") : NULL;
        can = piece && (!moves || can_be_lent(moves));
    }
    return can;
}

/* Some pieces move as those beside them do. */
static void lend_movements(maker *m)
{
    static const char *const steps[] = {"W", "F", "K", "N"}, *const directed[] = {"bW", "fW", "fK", "sW", "fWbF", "N"};
    for (int i = 0; i < m->pieces; i++) {
        item *piece = piece_at(m, i);
        if (!piece || m->stands[i]) {
            continue;
        }
        if (make_one_in(m, 2)) {
            make_set(m, piece, "borrows", m->row_board || m->wrapped ? MAKE_PICK(m, steps) : MAKE_PICK(m, directed));
        }
        if (make_one_in(m, 4)) {
            make_bool(m, piece, "lends");
        }
    }
}

/* Whether all of it is plain steps and leaps, some of which capture. */
static bool has_steps_only(maker *m, const char *notation)
{
    diag_list diags;
    betza paths = {0};
    const unsigned plain = LEG_MOVE | LEG_CAPTURE;
    bool steps = !strchr(notation, '('), captures = false;
    diag_list_init(&diags);
    (void)betza_parse(m->a, &diags, (location){0}, notation, strlen(notation), &paths);
    for (size_t i = 0; i < paths.count; i++) {
        const betza_leg *leg = &paths.paths[i].leg[0];
        steps = steps && paths.paths[i].legs == 1 && leg->range == 1 && !leg->flags && !(leg->modes & ~plain);
        captures = captures || (leg->modes & LEG_CAPTURE) != 0;
    }
    diag_list_finish(&diags);
    return steps && captures;
}

/* Words that one movement, promotion or remote capture gets. */
static void add_to_movement(maker *m, item *one)
{
    const item *move = item_get(one, "move");
    if (!move) {
        return;
    }
    const item *royals = item_get(m->root, "royals");
    const bool by_moves = has_text(royals, "attacked", "by moves");
    if (make_one_in(m, 2) && !by_moves && !m->row_board && m->levels == 1 && has_steps_only(m, move->string)) {
        static const char *const words[] = {"from", "passed", "to"};
        const int first = make_number(m, 0, 2);
        item *list = item_list(m->a);
        item_add(m->a, list, item_text(m->a, words[first]));
        if (make_one_in(m, 2)) {
            item_add(m->a, list, item_text(m->a, words[(first + 1) % 3]));
        }
        item_set(m->a, one, "safe", list);
        if (!item_get(one, "gives_check")) {
            make_set(m, one, "gives_check", "false");
        } else {
            item_get(one, "gives_check")->string = "false";
        }
    }
    if (make_one_in(m, 2) && has_text(one, "en_passant", "true")) {
        item_get(one, "en_passant")->string = "all";
    }
}

static void add_to_remote_capture(maker *m, item *one)
{
    item *by = one->kind == ITEM_MAP ? item_get(one, "by") : NULL;
    if (by && make_one_in(m, 3)) {
        by->string = "enclosure";
    }
    if (!by || (strcmp(by->string, "custodian") != 0 && strcmp(by->string, "enclosure") != 0)) {
        return;
    }
    item_forget(one, "lands"); /* it goes with long leaps */
    if (make_one_in(m, 2)) {
        make_zone(m, one, "hostile");
    }
    if (make_one_in(m, 3)) {
        make_zone(m, one, "on");
    }
}

static void each(maker *m, item *value, void (*add)(maker *m, item *one))
{
    for (size_t i = 0; value && value->kind == ITEM_LIST && i < value->count; i++) {
        each(m, value->items[i], add);
    }
    if (value && value->kind == ITEM_MAP) {
        add(m, value);
    }
}

static void forget_safe(maker *m, item *one)
{
    (void)m;
    item_forget(one, "safe");
}

static void add_to_promotion(maker *m, item *one)
{
    const item *when = item_get(one, "when");
    if (!when && !m->stacks) {
        make_set(m, one, "when", "enters");
    }
}

static void add_to_pieces(maker *m)
{
    for (int i = 0; i < m->pieces; i++) {
        item *piece = piece_at(m, i);
        if (!piece) {
            continue;
        }
        if (!m->blast && make_one_in(m, 2)) {
            each(m, item_get(piece, "moves"), add_to_movement);
            if (!m->royal[i] && (m->jumps || m->remote_captures)) { /* attacks are found by trying moves */
                each(m, item_get(piece, "moves"), forget_safe);
            }
        }
        if (!m->stands[i] && !m->prison && make_one_in(m, 4)) {
            each(m, item_get(piece, "promotes"), add_to_promotion);
        }
        each(m, item_get(piece, "captures"), add_to_remote_capture);
        if (make_one_in(m, 12)) {
            make_set(m, piece, "about", "It is said to be strong.");
            make_set(m, piece, "about_ru", "Говорят, она сильна.");
        }
    }
}

/* Rights of a piece wherever it stands. */
static void free_rights(maker *m)
{
    item *rights = item_get(m->root, "rights");
    for (size_t i = 0; rights && i < rights->count; i++) {
        item *one = rights->items[i], *at = item_get(one, "at");
        if (at && item_get(one, "piece") && !has_text(one, "implied", "true") && !has_text(one, "shown", "lost") &&
            make_one_in(m, 2)) {
            item_forget(one, "at");
            make_set(m, one, "at", "anywhere");
        }
    }
}

static void loosen_castlings(maker *m)
{
    item *castlings = item_get(m->root, "castling");
    for (size_t i = 0; castlings && castlings->kind == ITEM_MAP && i < castlings->count; i++) {
        item *one = castlings->items[i];
        if (one->kind == ITEM_MAP && !item_get(one, "safe") && !item_get(one, "ends") && make_one_in(m, 2)) {
            make_set(m, one, "safe", "none");
        }
    }
}

static void add_chain(maker *m)
{
    static const char *const results[] = {"win", "loss", "draw"}, *const reaches[] = {"K", "W", "F", "N"};
    item *one = item_map(m->a, SECTION_ENDING);
    make_set(m, one, "when", "chain");
    make_zone(m, one, "from");
    make_zone(m, one, "to");
    make_set(m, one, "result", MAKE_PICK(m, results));
    if (make_one_in(m, 2)) {
        make_set(m, one, "reach", MAKE_PICK(m, reaches));
    }
    if (make_one_in(m, 2)) {
        make_some_pieces(m, one, "pieces");
    }
    if (!m->symmetric && make_one_in(m, 3)) {
        make_set(m, one, "player", m->player[make_number(m, 0, m->players - 1)]);
    }
    item_set(m->a, mapping(m, "end", SECTION_END), "a chain", one);
}

static void lengthen_turns(maker *m)
{
    item *turn = item_get(m->root, "turn");
    const item *plies = turn ? item_get(turn, "plies") : NULL;
    const bool apart = m->missed_turns || m->own_boards || m->dice || m->hides_pieces || m->setup || m->free_turns ||
                       m->row_captured || m->choices || m->stacks || m->jumps ||
                       has_text(turn, "check_legality", "end");
    if (apart || !plies || m->free_turns || item_get(turn, "first")) {
        return;
    }
    make_digits(m, turn, "grows", 1, 3);
}

/* Moves of a turn by player. */
static void divide_turns(maker *m)
{
    item *turn = item_get(m->root, "turn");
    if (!turn || m->symmetric || m->free_turns || m->own_boards || item_get(turn, "grows") || item_get(turn, "first")) {
        return;
    }
    if (!item_get(turn, "plies")) {
        return;
    }
    item *plies = item_map(m->a, SECTION_PLIES);
    for (int player = 0; player < m->players; player++) {
        make_digits(m, plies, m->player[player], 1, 3);
    }
    item_forget(turn, "plies");
    item_set(m->a, turn, "plies", plies);
}

void make_newer_words(maker *m, uint64_t seed)
{
    m->random = (random_source){seed * UINT64_C(0xd1342543de82ef95) + 11};
    (void)random_next(&m->random);
    if (make_one_in(m, 12) && !m->stacks && !m->blast && can_all_be_lent(m)) {
        lend_movements(m);
    }
    if (make_one_in(m, 3)) {
        add_to_pieces(m);
    }
    if (make_one_in(m, 3) && !m->stacks) {
        free_rights(m);
    }
    if (make_one_in(m, 3)) {
        loosen_castlings(m);
    }
    if (make_one_in(m, 10) && !m->stacks) {
        add_chain(m);
    }
    if (make_one_in(m, 3)) {
        lengthen_turns(m);
    }
    if (make_one_in(m, 3)) {
        divide_turns(m);
    }
}
