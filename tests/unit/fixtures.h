/* What the tests of the game layer share: games from small texts, moves as one line of text. unit/test.h must be included. */
#ifndef TESTS_GAME_SUPPORT_H
#define TESTS_GAME_SUPPORT_H

#include "api/ferz_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUPPORT_TEXT = 8192 };

static inline const char *const *support_dirs(void)
{
    static const char *const dirs[] = {FERZ_SOURCE_DIR "/tests/samples", FERZ_SOURCE_DIR "/rules", NULL};
    return dirs;
}

static inline void support_show(const ferz_messages *messages)
{
    for (size_t i = 0; i < ferz_messages_count(messages); i++) {
        print_error("%s", ferz_messages_at(messages, i).rendered);
    }
}

/* A game from a text as if it stood in tests/samples, or by name; `--set` as pairs "name", "value", ..., NULL. */
static inline ferz_variant *support_text(const char *yaml)
{
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *g = ferz_variant_load_text(FERZ_SOURCE_DIR "/tests/samples/text.yaml", yaml, strlen(yaml),
                                             support_dirs(), NULL, 0, 1, messages);
    if (!g) {
        support_show(messages);
    }
    ferz_messages_free(messages);
    assert_non_null(g);
    return g;
}

static inline ferz_variant *support_game(const char *name, const char *option, const char *value)
{
    ferz_messages *messages = ferz_messages_create(false);
    ferz_setting setting = {option, value};
    ferz_variant *g = ferz_variant_load(name, support_dirs(), &setting, option ? 1 : 0, 1, messages);
    if (!g) {
        support_show(messages);
    }
    ferz_messages_free(messages);
    assert_non_null(g);
    return g;
}

/* A position after some moves (separated by blanks, may be NULL). */
static inline ferz_game *support_play(const ferz_variant *g, const char *fen, const char *moves)
{
    ferz_messages *messages = ferz_messages_create(false);
    ferz_game *p = ferz_game_create(g, fen, messages);
    char word[64];
    int used = 0;
    bool ok = p != NULL;
    for (; ok && moves && sscanf(moves, "%63s%n", word, &used) == 1; moves += used) {
        ok = ferz_game_move(p, word, messages) == FERZ_OK;
    }
    if (!ok) {
        support_show(messages);
    }
    ferz_messages_free(messages);
    assert_true(ok);
    return p;
}

/* The moves that begin with `prefix`, what follows it, sorted, with blanks between. Lives until the next call. */
static inline const char *support_moves(ferz_game *p, const char *prefix)
{
    static char line[SUPPORT_TEXT];
    size_t count = 0, n = strlen(prefix), used = 0;
    char *block = ferz_game_legal_moves(p, &count, NULL);
    assert_non_null(block);
    line[0] = '\0';
    for (const char *s = block; count--; s += strlen(s) + 1) {
        if (strncmp(s, prefix, n) == 0 && used + strlen(s) + 2 < sizeof line) {
            used += (size_t)snprintf(line + used, sizeof line - used, "%s%s", used ? " " : "", s + n);
        }
    }
    ferz_free(block);
    return line;
}

/* "ongoing", "white wins: checkmate", "draw: stalemate". Lives until the next call. */
static inline const char *support_status(ferz_game *p)
{
    static char line[128];
    ferz_status s;
    assert_int_equal(ferz_game_status(p, &s, NULL), FERZ_OK);
    if (s.outcome == FERZ_ONGOING) {
        return "ongoing";
    }
    snprintf(line, sizeof line, "%s%s: %s",
             s.outcome == FERZ_WIN ? ferz_variant_player_name(ferz_game_variant(p), s.winner) : "draw",
             s.outcome == FERZ_WIN ? " wins" : "", s.reason);
    return line;
}

static inline void support_verify(ferz_game *p)
{
    ferz_messages *messages = ferz_messages_create(false);
    if (ferz_game_verify(p, messages) != FERZ_OK) {
        support_show(messages);
        fail();
    }
    ferz_messages_free(messages);
}

#endif
