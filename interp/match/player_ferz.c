/* Players without another program: our own search, and random moves. */
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "cli/interrupt.h"
#include "base/move_tokens.h"
#include "match/player.h"

/* Reports the first message, or `otherwise`. */
static void set_error(player *p, move_answer *a, const char *otherwise)
{
    const char *message = ferz_messages_count(p->messages) ? ferz_messages_at(p->messages, 0).text : otherwise;
    a->kind = ANSWER_ERROR;
    text_put(&a->reason, message);
}

static void set_move(move_answer *a, const char *move)
{
    a->kind = ANSWER_MOVE;
    size_t length = strlen(move);
    if (length >= sizeof a->move) {
        move_answer_fault(a, FAULT_PROTOCOL, "answers with a move of %zu bytes", length);
        return;
    }
    memcpy(a->move, move, length + 1);
}

/* ---- our search ---- */

static bool ferz_player_open(player *p, text *why)
{
    p->state = ferz_engine_create(p->variant, (size_t)p->spec->hash << 20, p->messages);
    if (!p->state) {
        text_put(why, "out of memory");
    }
    return p->state != NULL;
}

static bool ferz_player_new_game(player *p, const move_request *first, move_answer *a)
{
    (void)first;
    (void)a;
    ferz_engine_new_game(p->state);
    return true;
}

static void ferz_player_choose(player *p, const move_request *q, move_answer *a)
{
    const player_limits *l = &p->spec->limits;
    const ferz_limits limits = {
        .struct_size = sizeof limits,
        .depth = l->depth,
        .nodes = l->nodes,
        .movetime = l->movetime,
        .clock = l->clock ? move_request_time(q, l) : 0,
        .increment = l->increment,
        .overhead = l->clock ? 10 : 0,
        .threads = p->spec->threads,
        .seed = p->spec->seed || l->oversight ? p->spec->seed ^ q->seed : 0,
        .method = p->spec->method,
        .stop = interrupt_stop,
        .oversight = l->oversight,
    };
    ferz_best best = {0};
    ferz_messages_clear(p->messages);
    ferz_result result = ferz_engine_best_move(p->state, q->game, &limits, &best, p->messages);
    if (interrupt_requested()) {
        a->kind = ANSWER_INTERRUPTED;
    } else if (result == FERZ_OK) {
        set_move(a, best.move);
    } else {
        set_error(p, a, "there is no legal move");
    }
    ferz_free(best.move);
    ferz_free(best.pv);
}

static void ferz_player_over(player *p, const char *result, const char *why)
{
    (void)p;
    (void)result;
    (void)why;
}

static void ferz_player_close(player *p, text *how)
{
    (void)how;
    ferz_engine_free(p->state);
    p->state = NULL;
}

const player_ops player_ferz = {ferz_player_open, ferz_player_new_game, ferz_player_choose, ferz_player_over,
                                ferz_player_close};

/* ---- random moves ---- */

static bool random_open(player *p, text *why)
{
    (void)p;
    (void)why;
    return true;
}

static bool random_new_game(player *p, const move_request *first, move_answer *a)
{
    (void)p;
    (void)first;
    (void)a;
    return true;
}

static void random_choose(player *p, const move_request *q, move_answer *a)
{
    size_t count = 0, picked = 0, seen = 0;
    ferz_messages_clear(p->messages);
    char *moves = ferz_variant_facts(p->variant)->has_tries
                      ? ferz_game_tries(q->game, ferz_game_side_to_move(q->game), &count, p->messages)
                      : ferz_game_legal_moves(q->game, &count, p->messages);
    random_source chance = {p->spec->seed ^ q->seed};
    const char *chosen = NULL;
    for (const char *move = moves; move && picked < count; picked++, move += strlen(move) + 1) {
        /* Reservoir sampling: each move replaces the choice with the right probability, so all are equally likely. */
        if (!move_is_claim(move) && random_below(&chance, (uint32_t)++seen) == 0) {
            chosen = move;
        }
    }
    if (chosen) {
        set_move(a, chosen);
    } else {
        set_error(p, a, "there is no legal move");
    }
    ferz_free(moves);
}

static void random_close(player *p, text *how)
{
    (void)p;
    (void)how;
}

const player_ops player_random = {random_open, random_new_game, random_choose, ferz_player_over, random_close};
