#include "picture/signs.h"

#include <string.h>

/* Marks that ask for the same are one sign; what needs nothing makes the rest superfluous for the same deed. */
int signs_of_cell(const marks *m, size_t first, unsigned signs[SIGNS_IN_CELL], size_t *next)
{
    int count = 0;
    unsigned free = 0;
    size_t end = first;
    for (; end < m->count && m->list[end].cell == m->list[first].cell; end++) {
        unsigned flags = m->list[end].flags;
        free |= flags & SIGN_ASKS ? 0 : flags & MARK_MODES;
    }
    *next = end;
    if (free) {
        signs[count++] = free;
    }
    for (size_t i = first; i < end; i++) {
        unsigned asks = m->list[i].flags & SIGN_ASKS, modes = m->list[i].flags & MARK_MODES;
        int same = 0;
        if (!asks) {
            continue;
        }
        if (asks == MARK_PASSING && free & MARK_TAKES) {
            signs[0] |= MARK_PASSING; /* takes there, in passing too */
            continue;
        }
        if (!(asks & (MARK_OVER | MARK_PASSING | MARK_CASTLES | MARK_TURNS | MARK_STAYS))) {
            modes &= ~free;
        }
        while (same < count && (signs[same] & SIGN_ASKS) != asks) {
            same++;
        }
        if (modes && same < count) {
            signs[same] |= modes;
        } else if (modes && count < SIGNS_IN_CELL) {
            signs[count++] = modes | asks;
        }
    }
    return count;
}

int signs_add(unsigned list[SIGNS_MAX], int count, unsigned sign)
{
    int at = 0;
    while (at < count && list[at] < sign) {
        at++;
    }
    if ((at < count && list[at] == sign) || count == SIGNS_MAX) {
        return count;
    }
    memmove(&list[at + 1], &list[at], (size_t)(count - at) * sizeof *list);
    list[at] = sign;
    return count + 1;
}

/* ORDER: English, Russian */
static const struct {
    unsigned modes;
    const char *words[2];
} deeds[] = {
    {MARK_MOVES | MARK_TAKES | MARK_OWN,
     {"moves, takes, or goes onto an own man", "ходит, бьёт или встаёт к своей фигуре"}},
    {MARK_MOVES | MARK_TAKES, {"moves or takes", "ходит или бьёт"}},
    {MARK_MOVES | MARK_OWN, {"moves, also onto an own man", "ходит, в том числе к своей фигуре"}},
    {MARK_TAKES | MARK_OWN, {"takes, or goes onto an own man", "бьёт или встаёт к своей фигуре"}},
    {MARK_MOVES, {"moves without taking", "ходит без взятия"}},
    {MARK_TAKES, {"only takes", "только бьёт"}},
    {MARK_OWN, {"only goes onto an own man", "только встаёт к своей фигуре"}},
};
static const struct {
    unsigned flag;
    const char *words[2];
} asked[] = {
    {MARK_HURDLE, {"over a man that stands on the way", "через стоящую на пути фигуру"}},
    {MARK_OVER, {"taking an enemy on the way", "со взятием по пути"}},
    {MARK_FIRST, {"from its first cell only", "только с начального поля"}},
    {MARK_IF, {"under a condition on who stands elsewhere", "при условии на другие фигуры"}},
    {MARK_SOME, {"certain pieces only", "только некоторые фигуры"}},
    {MARK_TURNS, {"becoming another piece", "превращаясь в другую фигуру"}},
};

void signs_put_words(text *out, unsigned sign, bool russian)
{
    if (sign & MARK_CASTLES) {
        text_put(out, russian ? "рокировка" : "castles");
        return;
    }
    if (sign & MARK_STAYS && !(sign & MARK_OVER)) {
        text_put(out, russian ? "остаётся на месте" : "stays where it is");
    } else if (sign & MARK_STAYS) {
        text_put(out, russian ? "возвращается на место" : "comes back to its cell");
    } else if (sign & MARK_OVER && (sign & MARK_MODES) == MARK_MOVES) {
        text_put(out, russian ? "приходит сюда" : "lands here");
    } else if (sign & MARK_PASSING && (sign & MARK_MODES) == MARK_TAKES) {
        text_put(out, russian ? "бьёт, в том числе на проходе" : "only takes, in passing too");
    } else {
        for (size_t i = 0; i < sizeof deeds / sizeof deeds[0]; i++) {
            if (deeds[i].modes == (sign & MARK_MODES)) {
                text_put(out, deeds[i].words[russian]);
            }
        }
        if (sign & MARK_PASSING) {
            text_put(out, russian ? ", также на проходе" : ", in passing too");
        }
    }
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        if (sign & asked[i].flag) {
            text_print(out, ", %s", asked[i].words[russian]);
        }
    }
}
