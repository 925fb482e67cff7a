#include "draw/signs.h"

#include <string.h>

/* Merges marks with the same conditions into one sign. An unconditional sign makes conditional ones for the same mode
 * unnecessary. */
int signs_of_cell(const marks *m, size_t first, unsigned signs[SIGNS_IN_CELL], size_t *next)
{
    int count = 0;
    unsigned unconditional = 0;
    size_t end = first;
    for (; end < m->count && m->list[end].cell == m->list[first].cell; end++) {
        unsigned flags = m->list[end].flags;
        unconditional |= flags & SIGN_CONDITIONS ? 0 : flags & MARK_MODES;
    }
    *next = end;
    if (unconditional) {
        signs[count++] = unconditional;
    }
    for (size_t i = first; i < end; i++) {
        unsigned conditions = m->list[i].flags & SIGN_CONDITIONS, modes = m->list[i].flags & MARK_MODES;
        int same = 0;
        if (!conditions) {
            continue;
        }
        if (conditions == MARK_EN_PASSANT && unconditional & MARK_CAPTURE) {
            signs[0] |= MARK_EN_PASSANT; /* captures there, en passant too */
            continue;
        }
        if (!(conditions & (MARK_LOCUST | MARK_EN_PASSANT | MARK_CASTLING | MARK_CHANGES_TYPE | MARK_STAYS))) {
            modes &= ~unconditional;
        }
        while (same < count && (signs[same] & SIGN_CONDITIONS) != conditions) {
            same++;
        }
        if (modes && same < count) {
            signs[same] |= modes;
        } else if (modes && count < SIGNS_IN_CELL) {
            signs[count++] = modes | conditions;
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
} mode_words[] = {
    {MARK_QUIET | MARK_CAPTURE | MARK_OWN,
     {"moves, captures, or goes onto an own piece", "ходит, бьёт или встаёт к своей фигуре"}},
    {MARK_QUIET | MARK_CAPTURE, {"moves or captures", "ходит или бьёт"}},
    {MARK_QUIET | MARK_OWN, {"moves, also onto an own piece", "ходит, в том числе к своей фигуре"}},
    {MARK_CAPTURE | MARK_OWN, {"captures, or goes onto an own piece", "бьёт или встаёт к своей фигуре"}},
    {MARK_QUIET, {"moves without capturing", "ходит без взятия"}},
    {MARK_CAPTURE, {"only captures", "только бьёт"}},
    {MARK_OWN, {"only goes onto an own piece", "только встаёт к своей фигуре"}},
};
static const struct {
    unsigned flag;
    const char *words[2];
} condition_words[] = {
    {MARK_HURDLE, {"over a piece on the way", "через стоящую на пути фигуру"}},
    {MARK_LOCUST, {"capturing an enemy piece on the way", "со взятием по пути"}},
    {MARK_INITIAL, {"from its first cell only", "только с начального поля"}},
    {MARK_CONDITIONAL, {"under a condition on other pieces", "при условии на другие фигуры"}},
    {MARK_RESTRICTED, {"certain pieces only", "только некоторые фигуры"}},
    {MARK_CHANGES_TYPE, {"changing its type", "превращаясь в другую фигуру"}},
};

void signs_put_words(text *out, unsigned sign, bool russian)
{
    if (sign & MARK_CASTLING) {
        text_put(out, russian ? "рокировка" : "castles");
        return;
    }
    if (sign & MARK_STAYS && !(sign & MARK_LOCUST)) {
        text_put(out, russian ? "остаётся на месте" : "stays where it is");
    } else if (sign & MARK_STAYS) {
        text_put(out, russian ? "возвращается на место" : "returns to its cell");
    } else if (sign & MARK_LOCUST && (sign & MARK_MODES) == MARK_QUIET) {
        text_put(out, russian ? "приходит сюда" : "lands here");
    } else if (sign & MARK_EN_PASSANT && (sign & MARK_MODES) == MARK_CAPTURE) {
        text_put(out, russian ? "бьёт, в том числе на проходе" : "only captures, en passant too");
    } else {
        for (size_t i = 0; i < sizeof mode_words / sizeof mode_words[0]; i++) {
            if (mode_words[i].modes == (sign & MARK_MODES)) {
                text_put(out, mode_words[i].words[russian]);
            }
        }
        if (sign & MARK_EN_PASSANT) {
            text_put(out, russian ? ", также на проходе" : ", en passant too");
        }
    }
    for (size_t i = 0; i < sizeof condition_words / sizeof condition_words[0]; i++) {
        if (sign & condition_words[i].flag) {
            text_print(out, ", %s", condition_words[i].words[russian]);
        }
    }
}
