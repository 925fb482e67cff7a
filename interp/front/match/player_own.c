/* The search of this process, and chance: players that need no other program. */
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "front/interrupt.h"
#include "front/match/player.h"

/* The first message, or `otherwise`. */
static void failed(player *p, answer *a, const char *otherwise)
{
    const char *words = ferz_messages_count(p->messages) ? ferz_messages_at(p->messages, 0).text : otherwise;
    a->kind = ANSWER_FAILED;
    text_put(&a->words, words);
}

static void take(answer *a, const char *move)
{
    a->kind = ANSWER_MOVE;
    size_t length = strlen(move);
    if (length >= sizeof a->move) {
        answer_fault(a, FAULT_WORDS, "answers with a move of %zu bytes", length);
        return;
    }
    memcpy(a->move, move, length + 1);
}

/* ---- our own ---- */

static bool own_open(player *p, text *why)
{
    p->self = ferz_engine_create(p->game, (size_t)p->side->hash << 20, p->messages);
    if (!p->self) {
        text_put(why, "out of memory");
    }
    return p->self != NULL;
}

static bool own_new_game(player *p, const question *first, answer *a)
{
    (void)first;
    (void)a;
    ferz_engine_forget(p->self);
    return true;
}

static void own_choose(player *p, const question *q, answer *a)
{
    const side_limits *l = &p->side->limits;
    const ferz_limits limits = {
        .depth = l->depth,
        .nodes = l->nodes,
        .movetime = l->movetime,
        .clock = l->clock ? question_time(q, l) : 0,
        .increment = l->increment,
        .overhead = l->clock ? 10 : 0,
        .threads = p->side->threads,
        .seed = p->side->seed ? p->side->seed ^ q->seed : 0,
        .method = p->side->method,
        .stop = interrupt_stops,
    };
    ferz_best best = {0};
    ferz_messages_clear(p->messages);
    ferz_result result = ferz_engine_best(p->self, q->play, &limits, &best, p->messages);
    if (interrupt_came()) {
        a->kind = ANSWER_STOPPED;
    } else if (result == FERZ_OK) {
        take(a, best.move);
    } else {
        failed(p, a, "there is no legal move");
    }
    ferz_free(best.move);
    ferz_free(best.line);
}

static void own_over(player *p, const char *result, const char *why)
{
    (void)p;
    (void)result;
    (void)why;
}

static void own_close(player *p, text *how)
{
    (void)how;
    ferz_engine_destroy(p->self);
    p->self = NULL;
}

const player_kind player_own = {own_open, own_new_game, own_choose, own_over, own_close};

/* ---- chance ---- */

static bool random_open(player *p, text *why)
{
    (void)p;
    (void)why;
    return true;
}

static bool random_new_game(player *p, const question *first, answer *a)
{
    (void)p;
    (void)first;
    (void)a;
    return true;
}

static bool is_claim(const char *move)
{
    return strncmp(move, "claim-", strlen("claim-")) == 0;
}

static void random_choose(player *p, const question *q, answer *a)
{
    size_t count = 0, picked = 0, seen = 0;
    ferz_messages_clear(p->messages);
    char *moves = ferz_game_attempts(p->game) ? ferz_play_tries(q->play, ferz_play_mover(q->play), &count, p->messages)
                                              : ferz_play_moves(q->play, &count, p->messages);
    random_source chance = {p->side->seed ^ q->seed};
    const char *chosen = NULL;
    for (const char *move = moves; move && picked < count; picked++, move += strlen(move) + 1) {
        /* Each that comes takes the place of the last with its due chance: all are equally likely. */
        if (!is_claim(move) && random_below(&chance, (uint32_t)++seen) == 0) {
            chosen = move;
        }
    }
    if (chosen) {
        take(a, chosen);
    } else {
        failed(p, a, "there is no legal move");
    }
    ferz_free(moves);
}

static void random_close(player *p, text *how)
{
    (void)p;
    (void)how;
}

const player_kind player_random = {random_open, random_new_game, random_choose, own_over, random_close};
