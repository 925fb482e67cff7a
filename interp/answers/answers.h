/* Answers: facts as JSON, each written once, for the command line (`--json`) and for the methods of service/.
 *
 * A function that adds members writes them into the object that `t` is in the middle of; an empty text gets them without
 * braces. What a member means is in service/methods.json. A member that has nothing to say is missing. When memory runs
 * out, `t->failed` is set. */
#ifndef FERZ_ANSWERS_ANSWERS_H
#define FERZ_ANSWERS_ANSWERS_H

#include "base/text.h"
#include "ferz_tools.h"

/* ---- position.c ---- */

/* The player's name; "chance", who rolls the dice, for the number behind the last. */
const char *answer_player(const ferz_variant *variant, size_t player);
/* Whose turn it is, what is on the board and in hand, what has been played: all that `position` has but the moves, the
 * status and pictures. `shown` is the game itself, or what player `viewer` sees of it; -1 sees everything. */
void answer_position(text *t, const ferz_game *game, const ferz_game *shown, int viewer);
void answer_status(text *t, const ferz_variant *variant, const ferz_status *status);
void answer_moves(text *t, const ferz_moves *moves);
/* Adds what the words of a move say to a list, once; nothing where it has none. */
void answer_label(text *labels, const ferz_variant *variant, const char *move);
/* The list that answer_label made; missing where it is empty. Ends `labels`. */
void answer_labels(text *t, text *labels);
void answer_why(text *t, const ferz_reasons *reasons);
/* What the reasons say of `move`, and what it does if it is legal; of the status where `move` is NULL. */
ferz_result answer_reasons(text *t, ferz_game *game, const char *move, const ferz_reasons *reasons,
                           ferz_messages *messages);

/* ---- rules.c ---- */

/* The members of a game of `list`. */
void answer_listed(text *t, const ferz_list_entry *entry);
void answer_messages(text *t, const ferz_messages *messages);
/* `loads`: so do the rules, and their start can be set up. */
void answer_check(text *t, bool loads, const ferz_messages *messages);
void answer_code(text *t, const ferz_explanation *explanation);
/* Adds an example to a list. */
void answer_example(text *items, const ferz_example *example);
/* `items`: what answer_example made. */
void answer_examples(text *t, const ferz_test_report *report, const text *items, const ferz_messages *messages);

/* ---- games.c ---- */

/* Moves separated by blanks, as a list; NULL: none. A roll of dice is one move. */
void answer_plies(text *t, const char *key, const char *moves);
/* `labels` of such moves. */
void answer_labels_of(text *t, const ferz_variant *variant, const char *moves);

void answer_best(text *t, const ferz_best *best);
/* Adds a first move to a list. */
void answer_counted(text *moves, const char *move, uint64_t nodes);
/* `moves`: what answer_counted made; NULL: they were not counted apart. */
void answer_perft(text *t, uint64_t nodes, const text *moves);

/* How many games had so many plies; a zeroed one is empty. */
typedef struct answer_lengths {
    uint64_t *games; /* [count] */
    size_t count;
    bool failed;
} answer_lengths;
void answer_lengths_add(answer_lengths *lengths, uint64_t plies);
void answer_lengths_finish(answer_lengths *lengths);

void answer_playouts(text *t, const ferz_variant *variant, const ferz_playouts *found, const answer_lengths *lengths);
/* `rules`: the differences in words, a line each. */
void answer_diff(text *t, const char *rules, const ferz_diff_report *found, const ferz_variant *one,
                 const ferz_variant *other);

#endif
