/* What a move in words means: `words:` of the rules, passes and claims, names of pieces that stand before or behind a colon. */
#include <stdlib.h>
#include <string.h>

#include "base/word_moves.h"
#include "explain/grammar.h"

static bool is(const char *name, const char *part, size_t length)
{
    return strncmp(name, part, length) == 0 && !name[length];
}

/* The words for a part of a move; NULL: it has none, it is a cell, say. */
static const char *part_words(const describer *t, const char *part, size_t length)
{
    const ruleset *r = t->rules;
    for (size_t i = 0; i < r->word_count; i++) {
        const rule_word *word = &r->words[i];
        if (is(word->word, part, length)) {
            return t->russian && word->about_ru ? word->about_ru : word->about;
        }
    }
    for (size_t i = 0; i < r->piece_count; i++) {
        if (is(r->pieces[i].name, part, length)) {
            return any_word(t, r->pieces[i].name, FORM_NOMINATIVE);
        }
    }
    const size_t prefix = strlen(CLAIM_PREFIX);
    if (length > prefix && strncmp(part, CLAIM_PREFIX, prefix) == 0) {
        const char *claim = arena_text(t->arena, part + prefix, length - prefix);
        return claim ? format_localized(t, "claim: %s", any_word(t, claim, FORM_NOMINATIVE)) : NULL;
    }
    static const char *const own[][2] = {{PASS_WORD, "pass"}, {WAIT_WORD, "wait"}, {END_TURN_WORD, "end the turn"}};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (is(own[i][0], part, length)) {
            return localized(t, own[i][1]);
        }
    }
    return NULL;
}

const char *move_words(const describer *t, const char *written)
{
    const char *whole = part_words(t, written, strlen(written));
    const char *colon = whole ? NULL : strchr(written, ':');
    if (!colon) {
        return whole;
    }
    const char *before = part_words(t, written, (size_t)(colon - written)),
               *behind = part_words(t, colon + 1, strlen(colon + 1));
    if (!before && !behind) {
        return NULL;
    }
    before = before ? before : arena_text(t->arena, written, (size_t)(colon - written));
    return before ? arena_format(t->arena, "%s: %s", before, behind ? behind : colon + 1) : NULL;
}
