#include "front/match/player.h"

#include <stdarg.h>

player player_of(const side *s, const ferz_game *game, ferz_messages *messages)
{
    static const player_kind *const kinds[] = {
        [SIDE_OWN] = &player_own,       [SIDE_RANDOM] = &player_random, [SIDE_UCI] = &player_uci,
        [SIDE_XBOARD] = &player_xboard, [SIDE_USI] = &player_uci,
    };
    return (player){.kind = kinds[s->kind], .side = s, .game = game, .messages = messages};
}

void player_close(player *p)
{
    if (p->open) {
        p->kind->close(p, NULL);
        p->open = false;
    }
}

void answer_fault(answer *a, fault kind, const char *format, ...)
{
    text plain = {0};
    va_list args;
    va_start(args, format);
    text_vprint(&plain, format, args);
    va_end(args);
    a->kind = ANSWER_FAULT;
    a->fault = kind;
    text_clear(&a->words);
    text_add_safe(&a->words, text_string(&plain), plain.length);
    text_finish(&plain);
}

int question_time(const question *q, const side_limits *l)
{
    if (l->clock && (!l->movetime || q->clock[q->seat] < l->movetime)) {
        return q->clock[q->seat] > 0 ? q->clock[q->seat] : 1;
    }
    return l->movetime;
}
