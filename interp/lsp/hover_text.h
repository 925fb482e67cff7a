/* Hover text: texts for people who look at a place in the rules, as Markdown. */
#ifndef FERZ_LSP_HOVER_TEXT_H
#define FERZ_LSP_HOVER_TEXT_H

#include "lsp/server_internal.h"

/* Appends what `ferz explain` says of a piece, with its diagram. False where the rules have no such piece. */
bool hover_text_put_piece(const server *s, const ferz_variant *variant, const char *name, ferz_messages *messages,
                          text *out);
/* Appends a movement in Betza's notation in words, with a diagram. False where the notation is wrong. */
bool hover_text_put_movement(const server *s, const char *notation, ferz_messages *messages, text *out);
/* Appends what the code of a message means. False where there is no such code. */
bool hover_text_put_code(const char *code, text *out);
/* Appends what a function that scripts may call does, "count" or "table.concat". False where there is no such one. */
bool hover_text_put_api(const char *name, text *out);
/* Calls `visit` for each of these functions; `line` is the rest of its line, which begins with its name. */
void hover_text_each_api(void (*visit)(void *state, const char *name, size_t length, const char *line), void *state);

/* Words that editors offer, from words.txt: those of a kind, such as "movement". */
void hover_text_each_word(const char *kind, void (*visit)(void *state, const char *word, const char *meaning),
                          void *state);

#endif
