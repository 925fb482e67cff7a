/* Walks: games that are looked at ply by ply: how many moves there were, and where pieces went. The library's own random
 * games are many times as fast and tell only how they ended. */
#include "service/walks.h"

#include <stdlib.h>
#include <string.h>

#include "base/random.h"

enum {
    COUNTED_PLIES_MAX = 300,
    MOVED_CELLS_MAX = 64,
    ATTEMPTS_MAX = 10000, /* of a game, where illegal moves may be tried */
};

struct walks {
    const ferz_game *game;
    random_source random;
    size_t cells, players;
    uint64_t positions[COUNTED_PLIES_MAX], moves[COUNTED_PLIES_MAX]; /* by ply */
    uint64_t *visits;                                                /* by cell, then player */
    int *levels;                                                     /* [players]; NULL: all choose at random */
    ferz_engine **engines;                                           /* [players]; NULL for who has none */
    size_t opening;                                                  /* plies that all choose at random */
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
        for (size_t i = 0; w->engines && i < w->players; i++) {
            ferz_engine_destroy(w->engines[i]);
        }
        free(w->engines);
        free(w->levels);
        free(w->visits);
        free(w);
    }
}

bool walks_seat_engines(walks *w, const int *levels, int opening, ferz_messages *messages)
{
    w->opening = (size_t)opening;
    w->levels = calloc(w->players + 1, sizeof *w->levels);
    w->engines = calloc(w->players + 1, sizeof(ferz_engine *));
    bool made = w->levels && w->engines;
    for (size_t i = 0; made && i < w->players; i++) {
        w->levels[i] = levels[i];
        w->engines[i] = levels[i] ? ferz_engine_create(ferz_game_variant(w->game), 0, messages) : NULL;
        made = !levels[i] || w->engines[i];
    }
    return made;
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

/* ---- one ply ---- */

typedef struct walk {
    walks *all;
    ferz_game *game;
    const walk_options *options;
    ferz_messages *messages;
    ferz_result result;
    size_t ply, attempts;
} walk;

/* Plays a move, or asks the umpire, who may say that it is impossible. */
static bool play(walk *k, const char *move)
{
    bool played = false;
    char *announced = NULL;
    k->result = ferz_game_attempt(k->game, move, &played, &announced, k->messages);
    ferz_free(announced);
    if (k->result == FERZ_OK && played) {
        count_visits(k->all, k->game);
        k->ply++;
    }
    return k->result == FERZ_OK && (played || ++k->attempts < ATTEMPTS_MAX);
}

static bool play_best(walk *k, size_t player)
{
    ferz_best best = {0};
    ferz_limits limits = {.struct_size = sizeof limits,
                          .seed = random_next(&k->all->random) | 1,
                          .stop = k->options->stop,
                          .state = k->options->stop_state};
    (void)ferz_limits_of_level(k->all->levels[player], &limits);
    k->result = ferz_engine_best_move(k->all->engines[player], k->game, &limits, &best, k->messages);
    bool played = k->result == FERZ_OK && play(k, best.move);
    ferz_free(best.move);
    ferz_free(best.pv);
    return played;
}

/* A draw that can be claimed is claimed, by engines too. */
static const char *find_claim(const char *moves, size_t count)
{
    static const char claim[] = "claim-";
    for (; count; count--, moves += strlen(moves) + 1) {
        if (strncmp(moves, claim, sizeof claim - 1) == 0) {
            return moves;
        }
    }
    return NULL;
}

static const char *move_at(const char *moves, uint32_t index)
{
    for (; index; index--) {
        moves += strlen(moves) + 1;
    }
    return moves;
}

/* A move of the players; false when the walk ends. */
static bool move_on(walk *k)
{
    walks *w = k->all;
    size_t count, player = ferz_game_commander(k->game);
    char *moves = ferz_game_legal_moves(k->game, &count, k->messages);
    if (!moves) {
        k->result = ferz_messages_result(k->messages);
        return false;
    }
    if (k->ply < COUNTED_PLIES_MAX && !k->attempts) {
        w->positions[k->ply]++;
        w->moves[k->ply] += count;
    }
    const char *claim = find_claim(moves, count);
    bool thinks = w->levels && player < w->players && w->levels[player] && k->ply >= w->opening;
    bool played = false;
    if (claim) {
        played = play(k, claim);
    } else if (count && thinks) {
        played = play_best(k, player);
    } else if (count) {
        played = play(k, move_at(moves, random_pick(&w->random, (uint32_t)count)));
    }
    ferz_free(moves);
    return played;
}

/* One ply; false when the game is over, or `result` says what failed. */
static bool walk_on(walk *k, ferz_status *status)
{
    ferz_roll roll;
    k->result = ferz_game_status(k->game, status, k->messages);
    if (k->result != FERZ_OK || status->outcome != FERZ_ONGOING) {
        return false;
    }
    if (ferz_game_roll(k->game, random_next(&k->all->random), &roll)) {
        k->result = ferz_game_move(k->game, roll.move, k->messages);
        k->ply++;
        return k->result == FERZ_OK;
    }
    return move_on(k);
}

ferz_result walks_play(walks *w, const walk_options *options, ferz_messages *messages)
{
    walk k = {.all = w, .game = ferz_game_copy(w->game), .options = options, .messages = messages};
    walk_end end = {0};
    for (size_t i = 0; w->engines && i < w->players; i++) {
        if (w->engines[i]) {
            ferz_engine_new_game(w->engines[i]);
        }
    }
    k.result = k.game ? FERZ_OK : FERZ_SYSTEM_ERROR;
    while (k.game && k.ply < options->plies && !options->stop(options->stop_state) && walk_on(&k, &end.status)) {
    }
    if (k.result == FERZ_OK && options->ended && !options->stop(options->stop_state)) {
        end.plies = k.ply;
        options->ended(options->ended_state, &end);
    }
    ferz_game_destroy(k.game);
    return k.result;
}

json_t *walks_branching(call *c, const walks *w)
{
    json_t *array = json_array();
    for (size_t i = 0; i < COUNTED_PLIES_MAX; i++) {
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
