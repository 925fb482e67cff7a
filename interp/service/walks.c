/* Walks: random games that are looked at ply by ply: how many moves there were, and where pieces went. The library's
 * own random games are many times as fast and tell only how they ended. */
#include "service/walks.h"

#include <stdlib.h>
#include <string.h>

#include "base/random.h"

enum { WALK_PLIES_MAX = 300, MOVED_CELLS_MAX = 64 };

struct walks {
    const ferz_game *game;
    random_source random;
    size_t cells, players;
    uint64_t positions[WALK_PLIES_MAX], moves[WALK_PLIES_MAX]; /* by ply */
    uint64_t *visits;                                          /* by cell, then player */
};

walks *walks_create(const ferz_game *game, uint64_t seed)
{
    walks *w = calloc(1, sizeof *w);
    if (!w) {
        return NULL;
    }
    w->game = game;
    w->cells = ferz_game_cell_count(game);
    w->players = ferz_variant_player_count(ferz_game_variant(game));
    w->visits = calloc(w->cells * w->players + 1, sizeof *w->visits);
    w->random.state = seed;
    if (!w->visits) {
        walks_destroy(w);
        return NULL;
    }
    return w;
}

void walks_destroy(walks *w)
{
    if (w) {
        free(w->visits);
        free(w);
    }
}

/* The pieces that the last ply put somewhere. */
static void count_visits(walks *w, const ferz_game *game)
{
    size_t changed[MOVED_CELLS_MAX], count = ferz_game_last_move_cells(game, changed, MOVED_CELLS_MAX);
    for (size_t i = 0; i < count; i++) {
        int owner = ferz_game_cell(game, changed[i]).owner;
        if (owner >= 0 && (size_t)owner < w->players) {
            w->visits[changed[i] * w->players + (size_t)owner]++;
        }
    }
}

/* One ply; false when the game is over, or `*result` says what failed. */
static bool walk_on(walks *w, ferz_game *game, size_t ply, ferz_messages *messages, ferz_result *result)
{
    ferz_roll roll;
    ferz_status status = {0};
    *result = ferz_game_status(game, &status, messages);
    if (*result != FERZ_OK || status.outcome != FERZ_ONGOING) {
        return false;
    }
    if (ferz_game_roll(game, random_next(&w->random), &roll)) {
        *result = ferz_game_move(game, roll.move, messages);
        return *result == FERZ_OK;
    }
    size_t count;
    char *moves = ferz_game_legal_moves(game, &count, messages);
    if (!moves) {
        *result = ferz_messages_result(messages);
        return false;
    }
    const char *move = moves;
    for (uint32_t left = count ? random_pick(&w->random, (uint32_t)count) : 0; left; left--) {
        move += strlen(move) + 1;
    }
    w->positions[ply]++;
    w->moves[ply] += count;
    *result = count ? ferz_game_move(game, move, messages) : FERZ_OK;
    if (count && *result == FERZ_OK) {
        count_visits(w, game);
    }
    ferz_free(moves);
    return count && *result == FERZ_OK;
}

ferz_result walks_play(walks *w, bool (*stop)(void *state), void *state, ferz_messages *messages)
{
    ferz_game *game = ferz_game_copy(w->game);
    ferz_result result = game ? FERZ_OK : FERZ_SYSTEM_ERROR;
    for (size_t ply = 0; game && ply < WALK_PLIES_MAX && !stop(state); ply++) {
        if (!walk_on(w, game, ply, messages, &result)) {
            break;
        }
    }
    ferz_game_destroy(game);
    return result;
}

json_t *walks_branching(call *c, const walks *w)
{
    json_t *array = json_array();
    for (size_t i = 0; i < WALK_PLIES_MAX; i++) {
        if (w->positions[i]) {
            put_item(c, array,
                     json_pack("[I, I, I]", (json_int_t)i, (json_int_t)w->positions[i], (json_int_t)w->moves[i]));
        }
    }
    return array;
}

json_t *walks_visits(call *c, const walks *w)
{
    json_t *array = json_array();
    const ferz_variant *variant = ferz_game_variant(w->game);
    for (size_t i = 0; i < w->cells * w->players; i++) {
        if (w->visits[i]) {
            json_t *one = json_object();
            put_string(c, one, "cell", ferz_game_cell(w->game, i / w->players).name);
            put_string(c, one, "player", ferz_variant_player_name(variant, i % w->players));
            put(c, one, "count", json_integer((json_int_t)w->visits[i]));
            put_item(c, array, one);
        }
    }
    return array;
}
