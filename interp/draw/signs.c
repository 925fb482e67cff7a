#include "draw/signs.h"

#include "explain/possible.h"
#include "explain/translate.h"

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

static const struct {
    unsigned modes;
    const char *words;
} mode_words[] =
    {
        {MARK_QUIET | MARK_CAPTURE | MARK_OWN, "moves, captures, or goes onto an own piece"},
        {MARK_QUIET | MARK_CAPTURE, "moves or captures"},
        {MARK_QUIET | MARK_OWN, "moves, also onto an own piece"},
        {MARK_CAPTURE | MARK_OWN, "captures, or goes onto an own piece"},
        {MARK_QUIET, "moves without capturing"},
        {MARK_CAPTURE, "only captures"},
        {MARK_OWN, "only goes onto an own piece"},
},
  attack_words[] = {
      {MARK_QUIET | MARK_CAPTURE, "moves or attacks"},
      {MARK_CAPTURE, "only attacks"},
};

static const char *words_of_modes(const ruleset *rules, unsigned modes)
{
    const bool captures = rules_allow_captures(rules);
    for (size_t i = 0; !captures && i < sizeof attack_words / sizeof attack_words[0]; i++) {
        if (attack_words[i].modes == modes) {
            return attack_words[i].words;
        }
    }
    for (size_t i = 0; i < sizeof mode_words / sizeof mode_words[0]; i++) {
        if (mode_words[i].modes == modes) {
            return mode_words[i].words;
        }
    }
    return "";
}
static const struct {
    unsigned flag;
    const char *words;
} condition_words[] = {
    {MARK_HURDLE, "over a piece on the way"},
    {MARK_LOCUST, "capturing an enemy piece on the way"},
    {MARK_INITIAL, "from its first cell only"},
    {MARK_ZONE, "from certain cells only"},
    {MARK_CONDITIONAL, "under a condition on other pieces"},
    {MARK_RESTRICTED, "certain pieces only"},
    {MARK_CHANGES_TYPE, "changing its type"},
};

void signs_put_text(text *out, const char *english, bool russian)
{
    arena scratch;
    arena_init(&scratch, 0);
    text_put(out, russian ? translate_russian(&scratch, english) : english);
    out->failed |= scratch.failed;
    arena_finish(&scratch);
}

void signs_put_words(text *out, const ruleset *rules, unsigned sign, bool russian)
{
    sign &= rules_allow_captures(rules) ? sign : ~(unsigned)MARK_EN_PASSANT;
    if (sign & MARK_CASTLING) {
        signs_put_text(out, "castles", russian);
        return;
    }
    if (sign & MARK_STAYS && !(sign & MARK_LOCUST)) {
        signs_put_text(out, "stays where it is", russian);
    } else if (sign & MARK_STAYS) {
        signs_put_text(out, "returns to its cell", russian);
    } else if (sign & MARK_LOCUST && (sign & MARK_MODES) == MARK_QUIET) {
        signs_put_text(out, "lands here", russian);
    } else if (sign & MARK_EN_PASSANT && (sign & MARK_MODES) == MARK_CAPTURE) {
        signs_put_text(out, "only captures, en passant too", russian);
    } else {
        signs_put_text(out, words_of_modes(rules, sign & MARK_MODES), russian);
        if (sign & MARK_EN_PASSANT) {
            signs_put_text(out, ", en passant too", russian);
        }
    }
    for (size_t i = 0; i < sizeof condition_words / sizeof condition_words[0]; i++) {
        if (sign & condition_words[i].flag) {
            text_put(out, ", ");
            signs_put_text(out, condition_words[i].words, russian);
        }
    }
}
