#include "playtest/plan.h"

#include "ferz_tools.h"

#include <stdlib.h>
#include <string.h>

#include "base/word_moves.h"
#include "base/random.h"

enum {
    DRAWS_MAX = 60, /* drawings of an opening without a new position: there are hardly any more of that length */
    LONGER_MAX = 6, /* openings are so many plies longer at most; then they repeat */
    TABLE_FIRST = 64,
    RULES_MAX = 20000,
};

static const uint64_t OPENING_SEED = UINT64_C(0xA0761D6478BD642F), GAME_SEED = UINT64_C(0xE7037ED1A0B428DB);

static uint64_t mixed(uint64_t seed, uint64_t salt, uint64_t number)
{
    random_source r = {seed ^ salt};
    r.state = random_next(&r) + number * UINT64_C(0x9E3779B97F4A7C15);
    return random_next(&r);
}

/* ---- life ---- */

static void find_sides(plan *p)
{
    for (size_t i = 0; i < p->players; i++) {
        p->side_of[i] = -1;
        for (size_t k = 0; k < i && p->side_of[i] < 0; k++) {
            p->side_of[i] = ferz_variant_allied(p->variant, i, k) ? p->side_of[k] : -1;
        }
        p->side_of[i] = p->side_of[i] < 0 ? (int)p->sides++ : p->side_of[i];
    }
}

static bool list_rules(plan *p)
{
    ferz_rule row;
    while (p->rule_count < RULES_MAX && ferz_variant_rule(p->variant, p->rule_count, &row)) {
        p->rule_count++;
    }
    p->rules = calloc(p->rule_count + 1, sizeof *p->rules);
    for (size_t i = 0; p->rules && i < p->rule_count; i++) {
        (void)ferz_variant_rule(p->variant, i, &p->rules[i]);
    }
    return p->rules != NULL;
}

/* Random moves, then a quarter of the nodes of the next: three steps above random where there are nodes enough. */
static void set_strengths(plan *p, uint64_t strongest)
{
    const uint64_t nodes[] = {0, strongest / 16, strongest / 4, strongest};
    for (size_t i = 0; i < sizeof nodes / sizeof nodes[0]; i++) {
        if (i == 0 || nodes[i] > p->nodes[p->strengths - 1]) {
            p->nodes[p->strengths++] = nodes[i];
        }
    }
    p->groups = 2 * p->strengths - 1;
}

bool plan_init(plan *p, const ferz_variant *variant, const plan_options *options)
{
    *p = (plan){.variant = variant,
                .players = ferz_variant_facts(variant)->player_count,
                .max_plies = options->max_plies,
                .opening_plies = options->opening_plies,
                .plies_now = options->opening_plies,
                .seed = options->seed};
    bool ok = pthread_mutex_init(&p->lock, NULL) == 0 && p->players <= PLAN_PLAYERS_MAX;
    if (ok) {
        find_sides(p);
        set_strengths(p, options->strongest);
        p->blocks = (options->games + p->sides - 1) / p->sides;
        p->total = p->blocks * p->groups * p->sides;
    }
    return ok && list_rules(p);
}

void plan_finish(plan *p)
{
    free(p->rules);
    free(p->openings);
    free(p->positions);
    (void)pthread_mutex_destroy(&p->lock);
}

/* ---- numbers ---- */

plan_game plan_game_of(const plan *p, uint64_t number)
{
    const uint64_t in_block = number % (p->groups * p->sides);
    return (plan_game){.block = number / (p->groups * p->sides),
                       .group = (size_t)(in_block / p->sides),
                       .seat = (size_t)(in_block % p->sides)};
}

uint64_t plan_number(const plan *p, plan_game game)
{
    return (game.block * p->groups + game.group) * p->sides + game.seat;
}

bool plan_is_level(const plan *p, size_t group, size_t *strength)
{
    const bool level = group < p->strengths;
    *strength = level ? group : group - p->strengths + 1;
    return level;
}

size_t plan_strength(const plan *p, plan_game game, int side)
{
    size_t strength;
    const bool level = plan_is_level(p, game.group, &strength);
    return level || (size_t)side == game.seat ? strength : strength - 1;
}

uint64_t plan_seed(const plan *p, uint64_t number)
{
    return mixed(p->seed, GAME_SEED, number);
}

/* ---- openings ---- */

static bool is_over(ferz_game *game, ferz_messages *messages)
{
    ferz_status status;
    return ferz_game_status(game, &status, messages) != FERZ_OK || status.outcome != FERZ_ONGOING;
}

bool plan_play_random(ferz_game *game, uint64_t random, ferz_messages *messages)
{
    ferz_roll rolled;
    if (ferz_game_roll(game, random, &rolled)) {
        return ferz_game_move(game, rolled.move, messages) == FERZ_OK;
    }
    random_source source = {random};
    size_t count, seen = 0;
    char *moves = ferz_game_legal_moves(game, &count, messages);
    const char *chosen = NULL, *move = moves;
    for (size_t i = 0; move && i < count; i++, move += strlen(move) + 1) {
        chosen = !move_is_claim(move) && random_below(&source, (uint32_t)++seen) == 0 ? move : chosen;
    }
    const bool ok = chosen && ferz_game_move(game, chosen, messages) == FERZ_OK;
    ferz_free(moves);
    return ok;
}

/* The game after the random plies of an opening; NULL: it ended before, or an error. */
static ferz_game *draw_opening(const plan *p, size_t index, const plan_opening *o, ferz_messages *messages)
{
    random_source random = {mixed(p->seed, OPENING_SEED, index * 4096 + o->attempt)};
    ferz_game *game = ferz_game_create(p->variant, NULL, messages);
    bool ok = game && !is_over(game, messages);
    for (size_t ply = 0; ok && ply < o->plies; ply++) {
        ok = plan_play_random(game, random_next(&random), messages) && !is_over(game, messages);
    }
    /* Dice on their way are no position to begin from. */
    for (int extra = 0; ok && extra < PLAN_PLAYERS_MAX && ferz_game_rolls(game, NULL, 0); extra++) {
        ok = plan_play_random(game, random_next(&random), messages) && !is_over(game, messages);
    }
    if (!ok) {
        ferz_game_free(game);
        return NULL;
    }
    return game;
}

/* Whether the position was there already; else it is now. */
static bool knows(plan *p, uint64_t position)
{
    position += position == 0;
    size_t at = (size_t)position & (p->position_room - 1);
    while (p->positions[at] && p->positions[at] != position) {
        at = (at + 1) & (p->position_room - 1);
    }
    const bool known = p->positions[at] != 0;
    p->positions[at] = position;
    p->position_count += !known;
    return known;
}

/* Makes room for one more opening. */
static bool reserve(plan *p)
{
    if (2 * (p->position_count + 1) > p->position_room) {
        uint64_t *old = p->positions;
        const size_t old_room = p->position_room, room = old_room ? 2 * old_room : TABLE_FIRST;
        uint64_t *positions = calloc(room, sizeof *positions);
        if (!positions) {
            return false;
        }
        p->positions = positions;
        p->position_room = room;
        p->position_count = 0;
        for (size_t i = 0; i < old_room; i++) {
            if (old[i]) {
                (void)knows(p, old[i]);
            }
        }
        free(old);
    }
    if (p->opening_count == p->opening_room) {
        const size_t room = p->opening_room ? 2 * p->opening_room : TABLE_FIRST;
        plan_opening *openings = realloc(p->openings, room * sizeof *openings);
        if (!openings) {
            return false;
        }
        p->openings = openings;
        p->opening_room = room;
    }
    return true;
}

/* Draws the next opening: a new position, as long as there are any. */
static bool add_opening(plan *p, ferz_messages *messages)
{
    plan_opening o = {.plies = (uint16_t)p->plies_now};
    bool found = false, repeats = false;
    if (!reserve(p)) {
        return false;
    }
    for (; !found && o.attempt < 4095 && ferz_messages_errors(messages) == 0; o.attempt++) {
        ferz_game *game = draw_opening(p, p->opening_count, &o, messages);
        repeats = game && knows(p, ferz_game_hash(game));
        found = game && (!repeats || p->plies_now >= p->opening_plies + LONGER_MAX);
        ferz_game_free(game);
        if (!found && o.attempt % DRAWS_MAX == DRAWS_MAX - 1 && p->plies_now < p->opening_plies + LONGER_MAX) {
            o.plies = (uint16_t)++p->plies_now;
        }
        if (found) {
            break;
        }
    }
    if (!found && ferz_messages_errors(messages) == 0) {
        o = (plan_opening){0}; /* all games of this length are over: from the start */
        repeats = true;
    }
    o.repeats = repeats;
    p->openings[p->opening_count++] = o;
    return ferz_messages_errors(messages) == 0;
}

ferz_game *plan_open(plan *p, plan_game game, bool *repeats, ferz_messages *messages)
{
    size_t strength;
    *repeats = false;
    if (plan_is_level(p, game.group, &strength) && p->nodes[strength] == 0) {
        return ferz_game_create(p->variant, NULL, messages);
    }
    bool ok = true;
    plan_opening o = {0};
    (void)pthread_mutex_lock(&p->lock);
    while (ok && p->opening_count <= game.block) {
        ok = add_opening(p, messages);
    }
    if (ok) {
        o = p->openings[game.block];
    }
    (void)pthread_mutex_unlock(&p->lock);
    *repeats = o.repeats;
    return ok ? draw_opening(p, (size_t)game.block, &o, messages) : NULL;
}

/* ---- rules ---- */

static bool is_same(const char *one, const char *other)
{
    return one == other || (one && other && strcmp(one, other) == 0);
}

int plan_rule_at(const plan *p, const char *piece, const char *file, uint32_t line, uint32_t column)
{
    int found = PLAN_NO_RULE;
    for (size_t i = 0; i < p->rule_count && file; i++) {
        const ferz_rule *rule = &p->rules[i];
        const bool here = rule->line == line && rule->column == column && is_same(rule->file, file);
        if (here && rule->kind != FERZ_RULE_PIECE) {
            if (is_same(rule->piece, piece)) {
                return (int)i;
            }
            found = found < 0 ? (int)i : found;
        }
    }
    return found;
}

static int find_rule(const plan *p, ferz_rule_kind kind, const char *piece, const char *words)
{
    for (size_t i = 0; i < p->rule_count; i++) {
        const ferz_rule *rule = &p->rules[i];
        if (rule->kind == kind && is_same(rule->piece, piece) && (!words || is_same(rule->words, words))) {
            return (int)i;
        }
    }
    return PLAN_NO_RULE;
}

int plan_piece_rule(const plan *p, const char *piece)
{
    return piece ? find_rule(p, FERZ_RULE_PIECE, piece, NULL) : PLAN_NO_RULE;
}

int plan_promotion_rule(const plan *p, const char *piece, const char *into)
{
    return piece && into ? find_rule(p, FERZ_RULE_PROMOTION, piece, into) : PLAN_NO_RULE;
}

int plan_drop_rule(const plan *p, const char *piece)
{
    return piece ? find_rule(p, FERZ_RULE_DROP, piece, NULL) : PLAN_NO_RULE;
}

int plan_castling_rule(const plan *p, const char *name)
{
    return name ? find_rule(p, FERZ_RULE_CASTLING, NULL, name) : PLAN_NO_RULE;
}
