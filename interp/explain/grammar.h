/* Words: the grammar that sentences about rules need, in English and in Russian.
 *
 * Names of pieces and players come from a game's definition and can be anything. The usual ones of the field stand in a
 * dictionary with their Russian forms; any other is quoted as it is. All strings that come back live in the teller's
 * arena, or for ever.
 */
#ifndef FERZ_EXPLAIN_GRAMMAR_H
#define FERZ_EXPLAIN_GRAMMAR_H

#include "explain/rule_facts.h"

/* The cases that the sentences use; of English nouns only singular and plural differ. */
typedef enum word_form {
    FORM_NOMINATIVE,      /* king, король */
    FORM_GENITIVE,        /* king, короля */
    FORM_ACCUSATIVE,      /* king, короля; pawn, пешку */
    FORM_INSTRUMENTAL,    /* king, королём */
    FORM_INDEFINITE,      /* a king, король */
    FORM_PLURAL,          /* kings, короли */
    FORM_GENITIVE_PLURAL, /* kings, королей */
    FORM_COUNT,
} word_form;

/* Who tells: the ruleset, the language, and the list that grows. */
typedef struct describer {
    arena *arena;
    const ruleset *rules;
    bool russian;
    fact_topic topic;    /* of the facts that follow */
    const char *subject; /* likewise */
    bool masculine;      /* the Russian word for the subject */
    fact_list *list;
    const fact_notes *notes;
} describer;

#if defined(__GNUC__)
#define DESCRIBER_PRINTF(one, other, args)                                                                             \
    __attribute__((format(printf, one, args))) __attribute__((format(printf, other, args)))
#else
#define DESCRIBER_PRINTF(one, other, args)
#endif

/* The facts that follow are about that piece; -1: about the game. */
void set_subject(describer *t, int piece);
/* One of the two. In Russian [она|он] is said by the gender of the piece that facts are about; so it is in the formats of
 * tell and say. */
const char *localized(const describer *t, const char *english, const char *russian);
/* printf in the teller's language; the same arguments in the same order must suit both. */
const char *format_localized(const describer *t, const char *english, const char *russian, ...)
    DESCRIBER_PRINTF(2, 3, 4);
/* A fact: a whole sentence or more. It begins with a capital whatever stands first. */
void add_fact(describer *t, const char *slot, const char *english, const char *russian, ...) DESCRIBER_PRINTF(3, 4, 5);

/* A name in the form that is wanted. */
const char *piece_word(const describer *t, int piece, word_form form);
const char *name_word(const describer *t, const char *name, word_form form);
const char *player_word(const describer *t, size_t player, word_form form);
/* "a king or a pawn": the pieces joined by "and" or "or". */
typedef enum conjunction { CONJUNCTION_AND, CONJUNCTION_OR } conjunction;
const char *piece_words(const describer *t, const int *pieces, size_t count, word_form form, conjunction by);
/* "king" where that is the only royal piece, else "royal man". */
const char *royal_word(const describer *t, word_form form);
/* Whether men jump over others to take them, as in draughts. */
bool has_jump_captures(const ruleset *rules);
/* Some pieces, all of them as `all` says. */
const char *some_words(const describer *t, const rule_piece_set *some, word_form form, const char *all);
const char *strings_joined(const describer *t, const char *const *strings, size_t count, conjunction by);

/* "1 cell", "2 cells"; "одно поле", "два поля", "5 полей": the number goes first. */
const char *counted(const describer *t, long n, const char *one, const char *several, const char *odin, const char *dva,
                    const char *pyat);
const char *cells_counted(const describer *t, long n);
/* "1st", "2nd"; in Russian the bare number, to which the sentence gives its ending. */
const char *ordinal(const describer *t, long n);
/* Where a zone is, with its preposition: "on its own 2nd rank", "на своей 2-й горизонтали". */
const char *zone_words(const describer *t, const char *zone);
const char *cell_words(const describer *t, const char *cell);
/* A string of the definition, quoted. */
const char *quoted(const describer *t, const char *string);
const char *capital(const describer *t, const char *sentence);

/* movement.c: the sentences of one movement, each a fact of its own. */
void describe_movement(describer *t, const rule_move *m);
/* A one-step movement as a place: "diagonally forward of it". */
const char *reach_words(const describer *t, const betza *reach);

/* pieces.c, rules.c, endings.c, script.c: facts about that part of the rules. */
void describe_pieces(describer *t);
void describe_drops(describer *t, const rule_drop *drop, bool of_piece);
void describe_board(describer *t);
void describe_players(describer *t);
void describe_play(describer *t);
void describe_castlings(describer *t);
void describe_endings(describer *t);
void describe_goal(describer *t);
void describe_hooks(describer *t);
void describe_notation(describer *t);
/* What the script says of a function: sentences of the language, or of the other when it says nothing in this one;
 * NULL: nothing. */
const char *function_doc(const describer *t, const char *function);

#endif
