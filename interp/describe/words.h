/* Words: the grammar that sentences about rules need, in English and in Russian.
 *
 * Names of pieces and players come from a game's definition and can be anything. The usual ones of the field stand in a
 * dictionary with their Russian forms; any other is quoted as it is. All strings that come back live in the teller's
 * arena, or for ever.
 */
#ifndef FERZ_DESCRIBE_WORDS_H
#define FERZ_DESCRIBE_WORDS_H

#include "describe/facts.h"

/* The cases that the sentences use; of English nouns only singular and plural differ. */
typedef enum word_form {
    FORM_PLAIN,   /* king, король */
    FORM_OF,      /* king, короля */
    FORM_TAKEN,   /* king, короля; pawn, пешку */
    FORM_WITH,    /* king, королём */
    FORM_A,       /* a king, король */
    FORM_MANY,    /* kings, короли */
    FORM_OF_MANY, /* kings, королей */
    FORMS,
} word_form;

/* Who tells: the ruleset, the language, and the list that grows. */
typedef struct teller {
    arena *arena;
    const ruleset *rules;
    bool russian;
    fact_topic topic;    /* of the facts that follow */
    const char *subject; /* likewise */
    bool male;           /* the Russian word for the subject */
    fact_list *list;
    const fact_notes *notes;
} teller;

#if defined(__GNUC__)
#define TELLER_PRINTF(one, other, args)                                                                                \
    __attribute__((format(printf, one, args))) __attribute__((format(printf, other, args)))
#else
#define TELLER_PRINTF(one, other, args)
#endif

/* The facts that follow are about that piece; -1: about the game. */
void tell_about(teller *t, int piece);
/* One of the two. In Russian [она|он] is said by the gender of the piece that facts are about; so it is in the formats of
 * tell and say. */
const char *either(const teller *t, const char *english, const char *russian);
/* printf in the teller's language; the same arguments in the same order must suit both. */
const char *tell(const teller *t, const char *english, const char *russian, ...) TELLER_PRINTF(2, 3, 4);
/* A fact: a whole sentence or more. It begins with a capital whatever stands first. */
void say(teller *t, const char *slot, const char *english, const char *russian, ...) TELLER_PRINTF(3, 4, 5);

/* A name in the form that is wanted. */
const char *piece_word(const teller *t, int piece, word_form form);
const char *name_word(const teller *t, const char *name, word_form form);
const char *player_word(const teller *t, size_t player, word_form form);
/* "a king or a pawn": the pieces joined by "and" or "or". */
typedef enum joined { JOINED_AND, JOINED_OR } joined;
const char *piece_words(const teller *t, const int *pieces, size_t count, word_form form, joined by);
/* "king" where that is the only royal piece, else "royal man". */
const char *royal_word(const teller *t, word_form form);
/* Whether men jump over others to take them, as in draughts. */
bool jumping(const ruleset *rules);
/* Some pieces, all of them as `all` says. */
const char *some_words(const teller *t, const rule_some *some, word_form form, const char *all);
const char *strings_joined(const teller *t, const char *const *strings, size_t count, joined by);

/* "1 cell", "2 cells"; "одно поле", "два поля", "5 полей": the number goes first. */
const char *counted(const teller *t, long n, const char *one, const char *several, const char *odin, const char *dva,
                    const char *pyat);
const char *cells_counted(const teller *t, long n);
/* "1st", "2nd"; in Russian the bare number, to which the sentence gives its ending. */
const char *ordinal(const teller *t, long n);
/* Where a zone is, with its preposition: "on its own 2nd rank", "на своей 2-й горизонтали". */
const char *zone_words(const teller *t, const char *zone);
const char *cell_words(const teller *t, const char *cell);
/* A string of the definition, quoted. */
const char *quoted(const teller *t, const char *string);
const char *capital(const teller *t, const char *sentence);

/* movement.c: the sentences of one movement, each a fact of its own. */
void tell_movement(teller *t, const rule_move *m);
/* A one-step movement as a place: "diagonally forward of it". */
const char *reach_words(const teller *t, const betza *reach);

/* pieces.c, rules.c, endings.c, script.c: facts about that part of the rules. */
void tell_pieces(teller *t);
void tell_drops(teller *t, const rule_drop *drop, bool of_piece);
void tell_board(teller *t);
void tell_players(teller *t);
void tell_course(teller *t);
void tell_castlings(teller *t);
void tell_endings(teller *t);
void tell_goal(teller *t);
void tell_hooks(teller *t);
void tell_writing(teller *t);
/* What the script says of a function: sentences of the language, or of the other when it says nothing in this one;
 * NULL: nothing. */
const char *function_doc(const teller *t, const char *function);

#endif
