/* Hook kinds: which functions of a script the rules call, and as what. A kind is the name of its alias in the stubs:
 * "ferz.after". */
#ifndef FERZ_LSP_HOOK_KINDS_H
#define FERZ_LSP_HOOK_KINDS_H

#include "lsp/game_files.h"
#include "lsp/stubs.h"

/* Calls `visit` for each hook that the rules of the game name, and for those that need no naming. */
void hooks_each(const game_files *f, void (*visit)(void *state, const char *name, const char *kind), void *state);
/* The kind of a function; NULL when it is no hook. */
const char *hooks_kind_of(const game_files *f, const char *name);
/* Appends `NAME(PARAMETERS)`, as a script defines a hook of that kind. */
void hooks_put_header(const char *stubs, const stub_type *hook, const char *name, text *out);
/* Appends what a hook of that kind is, gets and returns, as Markdown. */
void hooks_put_page(const char *stubs, const char *kind, const char *name, text *out);

/* At a word of a script behind a dot, `word`, with what a hook gets before the dot (a parameter, a local name for it, a
 * field of it): the class whose field the word names. `f` has the rules. */
bool hooks_class_at(const game_files *f, const char *stubs, const char *script, size_t length, span word,
                    stub_type *found);

#endif
