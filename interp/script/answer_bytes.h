/* Answer bytes: what live hooks answer as bytes, to be kept in answer trees, and back.
 *
 * Each form of answer has one function that puts it and one that takes it, and the first byte says which. What takes an
 * answer checks the form and every length, count and place before it copies anything. So bytes of another form, or of
 * none, are not taken: the caller asks the script instead. */
#ifndef FERZ_SCRIPT_ANSWER_BYTES_H
#define FERZ_SCRIPT_ANSWER_BYTES_H

#include "script/host.h"

/* Answers are written into `bytes`. Once one does not fit, `full` stays and nothing more is written. */
typedef struct answer_writer {
    char *bytes;
    size_t length, room;
    bool full;
} answer_writer;

/* The effects of a move. Not taken where there are more than `room`. */
void answer_put_effects(answer_writer *w, const script_effect *effects, size_t count);
bool answer_take_effects(const char *bytes, size_t length, script_effect *effects, size_t room, size_t *count);

/* Whether a move is allowed, and why not. The text lies in `bytes`. */
void answer_put_verdict(answer_writer *w, bool allowed, const char *why);
bool answer_take_verdict(const char *bytes, size_t length, bool *allowed, const char **why);

/* How the game ends; see script_live_ending. */
void answer_put_ending(answer_writer *w, int winner, const char *reason);
bool answer_take_ending(const char *bytes, size_t length, int *winner, const char **reason);

/* A list of moves or choices: first how many, then each entry in its order. */
void answer_put_list(answer_writer *w, size_t count);
void answer_put_entry(answer_writer *w, size_t index, const script_listed *listed, const script_effect *effects,
                      size_t count, const char *words);
/* Writes at most `room` entries; `*count` gets the whole number. */
bool answer_take_list(const char *bytes, size_t length, script_listed *listed, size_t room, size_t *count);
/* The effects and the text of one entry. A list that is shorter has none there. */
bool answer_take_entry(const char *bytes, size_t length, size_t index, script_effect *effects, size_t room,
                       size_t *count, const char **words);

#endif
