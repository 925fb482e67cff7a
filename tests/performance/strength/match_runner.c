#include "performance/strength/match_runner.h"

#include "api/ferz_internal.h"

#include "base/random.h"
#include "play/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

bool player_spec_read(player_spec *c, const char *words)
{
    static const char *const methods[] = {"random", "auto", "alphabeta", "mcts"};
    static const ferz_method meant[] = {FERZ_METHOD_AUTO, FERZ_METHOD_AUTO, FERZ_METHOD_ALPHABETA, FERZ_METHOD_MCTS};
    size_t length = strcspn(words, ":"), which = 0;
    while (which < 4 && (strlen(methods[which]) != length || strncmp(methods[which], words, length) != 0)) {
        which++;
    }
    if (which == 4) {
        return false;
    }
    *c = (player_spec){.random = which == 0, .limits = {.method = meant[which], .hash_bytes = 8 << 20}};
    for (const char *rest = words + length; *rest;) {
        char key[16], end;
        long number;
        int used = 0;
        if (sscanf(rest + 1, "%15[a-z]=%ld%n", key, &number, &used) < 2 || number < 1) {
            return false;
        }
        if (strcmp(key, "nodes") == 0) {
            c->limits.nodes = (uint64_t)number;
        } else if (strcmp(key, "depth") == 0) {
            c->limits.depth = (int)number;
        } else if (strcmp(key, "ms") == 0) {
            c->limits.movetime = (int)number;
        } else if (strcmp(key, "cpu") == 0) {
            c->cpu = number;
        } else {
            return false;
        }
        rest += 1 + used;
        end = *rest;
        if (end && end != ',') {
            return false;
        }
    }
    return true;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static long processor_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static bool time_is_up(void *state)
{
    const long *until = state;
    return processor_time() >= *until;
}

/* ---- sides ---- */

/* The first player of each side. */
static int list_sides(const ferz_variant *g, size_t *first)
{
    int sides = 0;
    for (size_t player = 0; player < ferz_variant_facts(g)->player_count; player++) {
        bool own = true;
        for (size_t other = 0; other < player; other++) {
            own = own && !ferz_variant_allied(g, player, other);
        }
        if (own) {
            first[sides++] = player;
        }
    }
    return sides;
}

/* ---- one game ---- */

static bool push_move(ferz_game *p, const char *words, ferz_messages *messages)
{
    bool played = true;
    if (!ferz_variant_facts(ferz_game_variant(p))->has_tries) {
        return ferz_game_move(p, words, messages) == FERZ_OK;
    }
    char *said = NULL;
    ferz_result result = ferz_game_try(p, words, &played, &said, messages);
    ferz_free(said);
    return result == FERZ_OK; /* what was refused is tried differently */
}

static bool push_random(ferz_game *p, random_source *random, ferz_messages *messages)
{
    char words[MOVE_TEXT_MAX];
    move_list list = {p->moves, 0, p->variant->variant->moves_max, false};
    history_legal_moves(&p->game_history, &list, false);
    if (!list.count) {
        return false;
    }
    notation_write_one(p->game_history.position, list.moves[random_below(random, (uint32_t)list.count)], words);
    return push_move(p, words, messages);
}

static bool push_roll(ferz_game *p, random_source *random, ferz_messages *messages)
{
    ferz_roll rolled;
    return ferz_game_roll(p, random_next(random), &rolled) && ferz_game_move(p, rolled.move, messages) == FERZ_OK;
}

static bool push_best(const player_spec *c, ferz_engine *e, ferz_game *p, uint64_t seed, ferz_messages *messages)
{
    ferz_best best = {0};
    ferz_limits limits = c->limits;
    long until = processor_time() + c->cpu;
    limits.seed = seed | 1;
    if (c->cpu) {
        limits.stop = time_is_up;
        limits.state = &until;
    }
    bool ok = ferz_engine_best_move(e, p, &limits, &best, messages) == FERZ_OK && push_move(p, best.move, messages);
    ferz_free(best.move);
    ferz_free(best.pv);
    return ok;
}

/* Whether it is over; draws that the mover could claim count. */
static bool over(ferz_game *p, game_outcome *v)
{
    *v = history_outcome(&p->game_history);
    if (v->kind == OUTCOME_ONGOING) {
        *v = history_outcome_before_moves(&p->game_history, true);
        if (v->kind != OUTCOME_DRAW) {
            v->kind = OUTCOME_ONGOING;
        }
    }
    return v->kind != OUTCOME_ONGOING;
}

static bool open_game(const match *c, ferz_game *p, uint64_t seed, ferz_messages *messages)
{
    random_source random = {seed};
    game_outcome v;
    for (int i = 0; i < c->opening && !over(p, &v); i++) {
        bool chance = ferz_game_rolls(p, NULL, 0) > 0;
        if (!(chance ? push_roll(p, &random, messages) : push_random(p, &random, messages))) {
            return false;
        }
    }
    return true;
}

/* Plays to the end; `first` is the first player's side. */
static bool play_game(const match *c, ferz_game *p, size_t first, uint64_t seed, match_score *t,
                      ferz_messages *messages)
{
    random_source random = {seed * 77 + 5};
    ferz_engine *engines[2] = {ferz_engine_create(c->variant, c->players[0].limits.hash_bytes, messages),
                               ferz_engine_create(c->variant, c->players[1].limits.hash_bytes, messages)};
    bool ok = engines[0] && engines[1];
    game_outcome v = {.kind = OUTCOME_ONGOING};
    int plies = 0, tries = 0;
    while (ok && !over(p, &v) && plies < c->max_plies) {
        size_t before = ferz_game_ply_count(p);
        if (ferz_game_rolls(p, NULL, 0) > 0) {
            ok = push_roll(p, &random, messages);
        } else {
            int spec_index = ferz_variant_allied(c->variant, first, ferz_game_commander(p)) ? 0 : 1;
            double began = now();
            ok = c->players[spec_index].random
                     ? push_random(p, &random, messages)
                     : push_best(&c->players[spec_index], engines[spec_index], p, random_next(&random), messages);
            t->seconds[spec_index] += now() - began;
            t->moves[spec_index]++;
        }
        tries = ferz_game_ply_count(p) > before ? 0 : tries + 1;
        plies += ferz_game_ply_count(p) > before;
        ok = ok && tries < 500;
    }
    t->plies += (uint64_t)plies;
    if (ok && v.kind == OUTCOME_WIN) {
        bool won = ferz_variant_allied(c->variant, first, (size_t)v.winner);
        t->won += won;
        t->lost += !won;
    } else if (ok) {
        t->drawn++;
        t->cut += v.kind == OUTCOME_ONGOING;
    }
    if (c->verbose && ok) {
        const char *words = v.kind == OUTCOME_ONGOING                                  ? "cut short"
                            : v.kind == OUTCOME_DRAW                                   ? "draw"
                            : ferz_variant_allied(c->variant, first, (size_t)v.winner) ? "won"
                                                                                       : "lost";
        fprintf(stderr, "%s: %s as %s, %d plies%s%s\n", ferz_variant_facts(c->variant)->name, words,
                ferz_variant_player_name(c->variant, first), plies, v.reason && *v.reason ? ": " : "",
                v.reason ? v.reason : "");
    }
    ferz_engine_free(engines[0]);
    ferz_engine_free(engines[1]);
    return ok;
}

bool match_play(const match *c, match_score *found, ferz_messages *messages)
{
    size_t first[PLAYERS_MAX];
    int sides = list_sides(c->variant, first);
    *found = (match_score){.shares = 100 / sides};
    for (int i = 0; i < c->games; i++) {
        uint64_t seed = c->seed + (uint64_t)(i / sides) * 1000003;
        ferz_game *p = NULL;
        game_outcome v;
        for (int try = 0; !p && try < 100; try++) { /* an opening that is no end */
            p = ferz_game_create(c->variant, c->fen, messages);
            if (!p || !open_game(c, p, seed + (uint64_t)try, messages)) {
                ferz_game_free(p);
                return false;
            }
            if (over(p, &v)) {
                ferz_game_free(p);
                p = NULL;
            }
        }
        bool ok = p && play_game(c, p, first[i % sides], seed, found, messages);
        ferz_game_free(p);
        if (!ok) {
            return false;
        }
    }
    return true;
}
