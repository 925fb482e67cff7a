#include "strength/arena.h"

#include "ferz_internal.h"

#include "base/random.h"
#include "game/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

bool contender_read(contender *c, const char *words)
{
    static const char *const methods[] = {"random", "usual", "depth", "mcts"};
    static const ferz_method meant[] = {FERZ_METHOD_USUAL, FERZ_METHOD_USUAL, FERZ_METHOD_DEPTH, FERZ_METHOD_MCTS};
    size_t length = strcspn(words, ":"), which = 0;
    while (which < 4 && (strlen(methods[which]) != length || strncmp(methods[which], words, length) != 0)) {
        which++;
    }
    if (which == 4) {
        return false;
    }
    *c = (contender){.random = which == 0, .limits = {.method = meant[which], .hash_bytes = 8 << 20}};
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
static int list_sides(const ferz_game *g, size_t *first)
{
    int sides = 0;
    for (size_t player = 0; player < ferz_game_players(g); player++) {
        bool own = true;
        for (size_t other = 0; other < player; other++) {
            own = own && !ferz_game_allied(g, player, other);
        }
        if (own) {
            first[sides++] = player;
        }
    }
    return sides;
}

/* ---- one game ---- */

static bool push(ferz_play *p, const char *words, ferz_messages *messages)
{
    bool played = true;
    if (!ferz_game_attempts(ferz_play_game(p))) {
        return ferz_play_move(p, words, messages) == FERZ_OK;
    }
    char *said = NULL;
    ferz_result result = ferz_play_attempt(p, words, &played, &said, messages);
    ferz_free(said);
    return result == FERZ_OK; /* what was refused is tried differently */
}

static bool push_random(ferz_play *p, random_source *random, ferz_messages *messages)
{
    char words[MOVE_TEXT_MAX];
    move_list list = {p->moves, 0, p->game->game->moves_max, false};
    record_moves(&p->record, &list, false);
    if (!list.count) {
        return false;
    }
    notation_write_one(p->record.position, list.moves[random_below(random, (uint32_t)list.count)], words);
    return push(p, words, messages);
}

static bool push_throw(ferz_play *p, random_source *random, ferz_messages *messages)
{
    ferz_throw thrown;
    return ferz_play_throw(p, random_next(random), &thrown) && ferz_play_move(p, thrown.move, messages) == FERZ_OK;
}

static bool push_best(const contender *c, ferz_engine *e, ferz_play *p, uint64_t seed, ferz_messages *messages)
{
    ferz_best best = {0};
    ferz_limits limits = c->limits;
    long until = processor_time() + c->cpu;
    limits.seed = seed | 1;
    if (c->cpu) {
        limits.stop = time_is_up;
        limits.state = &until;
    }
    bool fine = ferz_engine_best(e, p, &limits, &best, messages) == FERZ_OK && push(p, best.move, messages);
    ferz_free(best.move);
    ferz_free(best.line);
    return fine;
}

/* Whether it is over; draws that the mover could claim count. */
static bool over(ferz_play *p, verdict *v)
{
    *v = record_verdict(&p->record);
    if (v->kind == VERDICT_ONGOING) {
        *v = record_decided(&p->record, true);
        if (v->kind != VERDICT_DRAW) {
            v->kind = VERDICT_ONGOING;
        }
    }
    return v->kind != VERDICT_ONGOING;
}

static bool open_game(const contest *c, ferz_play *p, uint64_t seed, ferz_messages *messages)
{
    random_source random = {seed};
    verdict v;
    for (int i = 0; i < c->opening && !over(p, &v); i++) {
        bool chance = ferz_play_throws(p, NULL, 0) > 0;
        if (!(chance ? push_throw(p, &random, messages) : push_random(p, &random, messages))) {
            return false;
        }
    }
    return true;
}

/* Plays to the end; `first` is the first player's side. */
static bool play_game(const contest *c, ferz_play *p, size_t first, uint64_t seed, tally *t, ferz_messages *messages)
{
    random_source random = {seed * 77 + 5};
    ferz_engine *engines[2] = {ferz_engine_create(c->game, c->players[0].limits.hash_bytes, messages),
                               ferz_engine_create(c->game, c->players[1].limits.hash_bytes, messages)};
    bool fine = engines[0] && engines[1];
    verdict v = {.kind = VERDICT_ONGOING};
    int plies = 0, tries = 0;
    while (fine && !over(p, &v) && plies < c->max_plies) {
        size_t before = ferz_play_plies(p);
        if (ferz_play_throws(p, NULL, 0) > 0) {
            fine = push_throw(p, &random, messages);
        } else {
            int who = ferz_game_allied(c->game, first, ferz_play_commander(p)) ? 0 : 1;
            double began = now();
            fine = c->players[who].random
                       ? push_random(p, &random, messages)
                       : push_best(&c->players[who], engines[who], p, random_next(&random), messages);
            t->seconds[who] += now() - began;
            t->moves[who]++;
        }
        tries = ferz_play_plies(p) > before ? 0 : tries + 1;
        plies += ferz_play_plies(p) > before;
        fine = fine && tries < 500;
    }
    t->plies += (uint64_t)plies;
    if (fine && v.kind == VERDICT_WIN) {
        bool won = ferz_game_allied(c->game, first, (size_t)v.winner);
        t->won += won;
        t->lost += !won;
    } else if (fine) {
        t->drawn++;
        t->cut += v.kind == VERDICT_ONGOING;
    }
    if (c->told && fine) {
        const char *words = v.kind == VERDICT_ONGOING                            ? "cut short"
                            : v.kind == VERDICT_DRAW                             ? "draw"
                            : ferz_game_allied(c->game, first, (size_t)v.winner) ? "won"
                                                                                 : "lost";
        fprintf(stderr, "%s: %s as %s, %d plies%s%s\n", ferz_game_name(c->game), words,
                ferz_game_player(c->game, first), plies, v.reason && *v.reason ? ": " : "", v.reason ? v.reason : "");
    }
    ferz_engine_destroy(engines[0]);
    ferz_engine_destroy(engines[1]);
    return fine;
}

bool contest_play(const contest *c, tally *found, ferz_messages *messages)
{
    size_t first[PLAYERS_MAX];
    int sides = list_sides(c->game, first);
    *found = (tally){.shares = 100 / sides};
    for (int i = 0; i < c->games; i++) {
        uint64_t seed = c->seed + (uint64_t)(i / sides) * 1000003;
        ferz_play *p = NULL;
        verdict v;
        for (int try = 0; !p && try < 100; try++) { /* an opening that is no end */
            p = ferz_play_create(c->game, c->fen, messages);
            if (!p || !open_game(c, p, seed + (uint64_t)try, messages)) {
                ferz_play_destroy(p);
                return false;
            }
            if (over(p, &v)) {
                ferz_play_destroy(p);
                p = NULL;
            }
        }
        bool fine = p && play_game(c, p, first[i % sides], seed, found, messages);
        ferz_play_destroy(p);
        if (!fine) {
            return false;
        }
    }
    return true;
}
