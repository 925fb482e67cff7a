#include "front/match/player.h"

#include <stdarg.h>
#include <string.h>

#include "front/match/dialect.h"

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

void answer_take_move(answer *a, const player *p, const question *q, const char *said)
{
    text word = {0};
    text_add(&word, said, strcspn(said, " \t"));
    dialect d = dialect_of(p->side->kind, q->play);
    size_t count;
    char *moves = ferz_play_moves(q->play, &count, p->messages);
    found_move found = MOVE_UNKNOWN;
    if (moves && !word.failed) {
        found = dialect_find(&d, q->play, moves, count, text_string(&word), a->move);
    }
    a->kind = ANSWER_MOVE;
    if (found == MOVE_UNKNOWN) {
        a->kind = ANSWER_FAILED;
        text_put(&a->words, moves ? "out of memory" : "the legal moves could not be listed");
    } else if (found == MOVE_NONE) {
        answer_fault(a, FAULT_ILLEGAL, "plays %s, which is no legal move", text_string(&word));
    }
    ferz_free(moves);
    text_finish(&word);
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
