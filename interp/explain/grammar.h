/* Grammar: sentences about rules, in English and in Russian.
 *
 * Names of pieces and players come from a variant's definition and can be anything. The usual ones are in a dictionary
 * with their Russian forms; any other is quoted as it is. Returned strings live in the describer's arena, or are
 * static.
 */
#ifndef FERZ_EXPLAIN_GRAMMAR_H
#define FERZ_EXPLAIN_GRAMMAR_H

#include "explain/rule_facts.h"
#include "rules/plain_keys.h"

/* The cases that the sentences use; English nouns differ only in singular and plural. */
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

/* The state while facts are written: the ruleset, the language, and the list that grows. */
typedef struct describer {
    arena *arena;
    const ruleset *rules;
    bool russian;
    fact_topic topic;    /* of the facts that follow */
    const char *subject; /* likewise */
    bool masculine;      /* the gender of the Russian word for the subject */
    fact_list *list;
    const fact_notes *notes;
} describer;

#if defined(__GNUC__)
#define DESCRIBER_PRINTF(format_index, args) __attribute__((format(printf, format_index, args)))
#else
#define DESCRIBER_PRINTF(format_index, args)
#endif

/* What can come about: all of it where nothing is known. */
static inline bool can_be_captured(const describer *t, int piece)
{
    const possibilities *p = t->notes->possible;
    return !p || (piece < 0 ? p->captures : p->captured[piece]);
}
static inline bool can_be_held(const describer *t, size_t piece)
{
    return !t->notes->possible || t->notes->possible->held[piece];
}
/* Whether the rules let some piece capture another; else pieces only attack. */
static inline bool pieces_capture(const describer *t)
{
    return !t->notes->possible || rules_allow_captures(t->rules);
}

/* The next facts are about this piece; -1: about the game. */
void set_subject(describer *t, int piece);
/* The text in the describer's language. A Russian text may have "[она|он]": the word for the gender of the subject. */
const char *localized(const describer *t, const char *english);
/* printf with the format in the describer's language. */
const char *format_localized(const describer *t, const char *english, ...) DESCRIBER_PRINTF(2, 3);
/* Adds a fact: one or more sentences. The first letter is capitalized. */
void add_fact(describer *t, const char *slot, const char *english, ...) DESCRIBER_PRINTF(3, 4);
/* The facts of the plain keys of a section whose values are not those of a game that leaves them out: the sentences of
 * the schema. `from` is the struct of the section; a slot is the prefix and the key. */
void add_plain_facts(describer *t, schema_section section, const void *from, const char *prefix);
/* That of one key, where others of its section are not said. */
void add_plain_fact(describer *t, schema_section section, const char *key, const void *from, const char *prefix);

/* The name of a piece or player in a grammatical form. */
const char *piece_word(const describer *t, int piece, word_form form);
const char *name_word(const describer *t, const char *name, word_form form);
/* The name of a piece, a player or an ending; the name itself where the language has no word for it. */
const char *any_word(const describer *t, const char *name, word_form form);
const char *player_word(const describer *t, size_t player, word_form form);
/* What the words of a move say, for people: "discard a card: ambition". NULL where it has no words. */
const char *move_words(const describer *t, const char *written);
/* "a king or a pawn": the pieces joined by "and" or "or". */
typedef enum conjunction { CONJUNCTION_AND, CONJUNCTION_OR } conjunction;
const char *piece_words(const describer *t, const int *pieces, size_t count, word_form form, conjunction by);
/* "king" where that is the only royal piece, else "royal piece". */
const char *royal_word(const describer *t, word_form form);
/* Whether a player may, or must, say `end` in a turn that has begun. */
bool turn_may_be_ended(const ruleset *rules);
/* False where a script lists all moves, or where pieces are only placed. */
bool pieces_move(const ruleset *rules);
/* Whether some piece passes over cells and some piece captures it there. */
bool captures_en_passant(const ruleset *rules);
/* Whether some piece captures by jumping, as in draughts. */
bool has_jump_captures(const ruleset *rules);
/* Some pieces; `all` when they are all pieces. */
const char *some_words(const describer *t, const rule_piece_set *some, word_form form, const char *all);
const char *strings_joined(const describer *t, const char *const *strings, size_t count, conjunction by);

/* "1 cell", "2 cells"; "одно поле", "два поля", "5 полей": the number comes first. */
const char *counted(const describer *t, long n, const char *one, const char *several);
const char *cells_counted(const describer *t, long n);
/* "1st", "2nd"; in Russian only the number, since the sentence adds the ending. */
const char *ordinal(const describer *t, long n);
/* Where a zone is, with its preposition: "on its own 2nd rank", "на своей 2-й горизонтали". */
const char *zone_words(const describer *t, const char *zone);
/* The same, with zones that the rules name described rather than named. */
const char *zone_definition_words(const describer *t, const char *zone);
/* Whether a zone needs so few words that it is described wherever it is meant. */
bool zone_is_short(const char *definition);
/* A string of the definition, quoted. */
const char *quoted(const describer *t, const char *string);
const char *capital(arena *a, const char *sentence);

/* movement.c: the sentences of one movement, each a fact of its own. */
void describe_movement(describer *t, const rule_move *m);
/* The cells that leaps reach from one: as directions where all of these are next to it, "diagonally forward"; else as distances
 * too, "2 cells straight and 1 aside". */
bool reach_is_adjacent(const describer *t, const betza *reach);
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
/* The documentation of a script function: in this language, else in the other; NULL: none. */
const char *function_doc(const describer *t, const char *function);
/* What the documentation says about the goal of the game; NULL: nothing. */
const char *function_goal(const describer *t, const char *function);
/* The sentences about a piece, or about all pieces (-1), that special rules may forbid its moves. */
void describe_limits(describer *t, int piece);

#endif
