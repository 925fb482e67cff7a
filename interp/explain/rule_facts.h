/* Facts: what a ruleset says, as a list of sentences for readers.
 *
 * Every key that changes the rules changes a fact; comparisons of two rulesets depend on that. A fact has a topic, a
 * subject (the piece that it is about; "" for the game as a whole) and a slot. Facts of two variants are about the same
 * matter when these three are equal.
 */
#ifndef FERZ_EXPLAIN_RULE_FACTS_H
#define FERZ_EXPLAIN_RULE_FACTS_H

#include "explain/possible.h"

typedef enum fact_topic {
    TOPIC_GOAL,
    TOPIC_BOARD,
    TOPIC_PLAYERS,
    TOPIC_TURN,
    TOPIC_PIECES,
    TOPIC_CASTLING,
    TOPIC_CAPTURES,
    TOPIC_CHECKS,
    TOPIC_HANDS,
    TOPIC_DICE,
    TOPIC_VISIBILITY,
    TOPIC_SPECIAL,
    TOPIC_END,
    TOPIC_NOTATION, /* what only users of the program need: FEN, how moves are typed, names */
    TOPIC_DETAIL,   /* how the rules are made; for comparisons, not for pages */
    TOPIC_COUNT,
} fact_topic;

typedef struct fact {
    fact_topic topic;
    const char *subject; /* name of a piece as in the definition; "" */
    const char *slot;
    const char *sentence;
} fact;

typedef struct fact_list {
    fact *items;
    size_t count, room;
} fact_list;

/* What is known of a variant beside its ruleset. */
typedef struct fact_notes {
    const char *start;             /* FEN */
    const char *script;            /* text of its script, or NULL */
    const possibilities *possible; /* NULL: anything may be possible */
} fact_notes;

typedef enum fact_language { FACT_ENGLISH, FACT_RUSSIAN } fact_language;

/* All facts in reading order. All memory belongs to `a`; a->failed is set when out of memory. */
fact_list facts_of(const ruleset *rules, const fact_notes *notes, fact_language language, arena *a);
/* How the second ruleset differs from the first, one sentence an item. `left` may be NULL: no limit; when it is out, the
 * list is of no use. */
fact_list facts_compare(const ruleset *first, const fact_notes *first_notes, const ruleset *second,
                        const fact_notes *second_notes, fact_language language, fuel *left, arena *a);

/* The name of a piece, capitalized: "Promoted silver". */
const char *facts_piece_title(const ruleset *rules, size_t piece, fact_language language, arena *a);
const char *facts_topic_title(fact_topic topic, fact_language language, arena *a);

#endif
