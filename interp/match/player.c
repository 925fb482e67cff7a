#include "match/player.h"

#include <stdarg.h>
#include <string.h>

#include "match/engine_notation.h"

player player_of(const player_spec *s, const ferz_variant *variant, ferz_messages *messages)
{
    static const player_ops *const kinds[] = {
        [PLAYER_FERZ] = &player_ferz,     [PLAYER_RANDOM] = &player_random, [PLAYER_UCI] = &player_uci,
        [PLAYER_XBOARD] = &player_xboard, [PLAYER_USI] = &player_uci,
    };
    return (player){.ops = kinds[s->kind], .spec = s, .variant = variant, .messages = messages};
}

void player_close(player *p)
{
    if (p->open) {
        p->ops->close(p, NULL);
        p->open = false;
    }
}

void move_answer_set(move_answer *a, const player *p, const move_request *q, const char *reply)
{
    text token = {0};
    text_add(&token, reply, strcspn(reply, " \t"));
    engine_notation d = engine_notation_of(p->spec->kind, q->game);
    size_t count;
    char *moves = ferz_game_legal_moves(q->game, &count, p->messages);
    move_lookup found = MOVE_LOOKUP_NO_MEMORY;
    if (moves && !token.failed) {
        found = engine_notation_find_move(&d, q->game, moves, count, text_string(&token), a->move);
    }
    a->kind = ANSWER_MOVE;
    if (found == MOVE_LOOKUP_NO_MEMORY) {
        a->kind = ANSWER_ERROR;
        text_put(&a->reason, moves ? "out of memory" : "the legal moves could not be listed");
    } else if (found == MOVE_LOOKUP_NONE) {
        move_answer_fault(a, FAULT_ILLEGAL, "plays %s, which is not legal", text_string(&token));
    }
    ferz_free(moves);
    text_finish(&token);
}

void move_answer_fault(move_answer *a, fault kind, const char *format, ...)
{
    text message = {0};
    va_list args;
    va_start(args, format);
    text_vprint(&message, format, args);
    va_end(args);
    a->kind = ANSWER_FAULT;
    a->fault = kind;
    text_clear(&a->reason);
    text_add_safe(&a->reason, text_string(&message), message.length);
    text_finish(&message);
}

int move_request_time(const move_request *q, const player_limits *l)
{
    if (l->clock && (!l->movetime || q->clock[q->seat] < l->movetime)) {
        return q->clock[q->seat] > 0 ? q->clock[q->seat] : 1;
    }
    return l->movetime;
}
