/* Answer tree: learns what a function answers from what it asks.
 *
 * A live hook is pure: its answer depends on what it asks about the move and the position. So all its calls form a tree. A node is the question that the function asks next, an
 * edge is an answer to it, and a leaf is what the function answers in the end. A later call walks the tree: each
 * question is put to the position directly, and the function itself is called only where the tree ends.
 *
 * The module knows no questions: they are a kind and numbers, and the caller puts them. Answers are numbers. Texts and
 * lists, in questions, answers and results, are kept once each and told by a number (`answer_tree_value`).
 *
 * Memory is bounded. Trees grow in the younger of two halves. When that is full, the older half is forgotten and the
 * younger becomes the older; what is found in the older half moves to the younger one. So branches that are not used
 * are forgotten. When memory is short, less is learned; nothing fails.
 *
 * A function that is asked several times about one position puts the same questions first, until it asks about something
 * else, such as the move. With a number for the position a walk begins where the last one came to that.
 *
 * A function that asks different questions after the same answers keeps something in mind between calls. It is not
 * learned any more, nor is one whose trees hardly ever know the answer. One set of trees serves one thread. */
#ifndef FERZ_SCRIPT_ANSWER_TREE_H
#define FERZ_SCRIPT_ANSWER_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct answer_tree answer_tree;

/* What a function may ask. All bytes count, so all are set. */
typedef struct question {
    uint8_t kind;  /* from 1 to 254; from ANSWER_VARYING on about more than the position */
    uint8_t where; /* of which position, for instance; 0: of the one that has the walk's number */
    uint16_t a;
    int32_t b;
    uint32_t text; /* by its number; 0: none */
} question;

/* Functions have numbers. One that is used in two ways is two. */
enum { ANSWER_FUNCTIONS_MAX = 2048, ANSWER_VARYING = 128 };

/* Puts a question to the position. */
typedef int32_t put_question(void *context, const question *q);

/* What one function did so far. */
typedef struct answer_counts {
    uint64_t asked;   /* how often its answer was wanted, */
    uint64_t known;   /* how often a tree gave it, */
    uint64_t walked;  /* and how many questions were put on the way */
    bool keeps_state; /* it asked different questions after the same answers */
} answer_counts;

/* NULL: out of memory. `bytes` bounds what it takes; 0: the default, 48 MB. */
answer_tree *answer_tree_create(size_t bytes);
void answer_tree_destroy(answer_tree *t);

/* The number of a text, from 1. 0: it is not known yet (`answer_tree_find_text`), or there is no room for it. */
uint32_t answer_tree_value(answer_tree *t, const void *bytes, size_t length);
uint32_t answer_tree_find_text(const answer_tree *t, const void *bytes, size_t length);
/* The bytes of a text; aligned for any type; valid until the next change of the trees. */
const void *answer_tree_bytes(const answer_tree *t, uint32_t text, size_t *length);

/* How often everything was forgotten because there was no room for texts: their numbers are new since then. */
uint32_t answer_tree_epoch(const answer_tree *t);

/* Walks the tree of the function. Returns the number of the text that was answered, 0 where the tree does not know.
 * `position`: another number for each position; 0: none. */
uint32_t answer_tree_walk(answer_tree *t, int function, uint64_t position, put_question *put, void *context);
/* How many questions about the position the function put first, in the call that was learned last. */
size_t answer_tree_leading(const answer_tree *t, int function);

/* Learning: begin, note each question of the call in its order, then end it with its answer. Whatever goes wrong on the
 * way, nothing is learned from the call. The end is false where the same questions had another answer before. */
void answer_tree_begin(answer_tree *t, int function);
bool answer_tree_is_learning(const answer_tree *t);
void answer_tree_note(answer_tree *t, const question *q, int32_t answer);
bool answer_tree_end(answer_tree *t, const void *bytes, size_t length);
void answer_tree_abandon(answer_tree *t);

answer_counts answer_tree_counts(const answer_tree *t, int function);

#endif
