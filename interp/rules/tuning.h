/* Tuning: how to play a game well: parameters of the evaluation, and which search suits the game.
 *
 * The file NAME.tuning.yaml beside NAME.yaml. It is valid for the rules that it was made for: `rules` is their
 * fingerprint. Here the parameters are only names with numbers; search/eval_params.h and search/search_params.h know what
 * they mean.
 *
 * Ownership: everything lives in the arena of the caller; locations point into sources of the diagnostics list. */
#ifndef FERZ_RULES_TUNING_H
#define FERZ_RULES_TUNING_H

#include "rules/document.h"

typedef enum tuning_method { TUNING_AUTO, TUNING_ALPHABETA, TUNING_MCTS } tuning_method;

/* The numbers of one weight, or of one weight of one piece. */
typedef struct tuning_row {
    const char *weight, *piece; /* `piece` NULL: it belongs to none */
    location weight_location, piece_location;
    const int32_t *mg, *eg; /* [count] */
    size_t count;
} tuning_row;

/* A constant of the search. */
typedef struct tuning_constant {
    const char *name;
    location location;
    int32_t value;
} tuning_constant;

/* How a level of play searches. */
typedef struct tuning_level {
    int32_t nodes, oversight; /* of a ply; moves in a thousand that are not seen */
} tuning_level;

typedef struct tuning {
    const char *path;
    const char *remarks; /* the comment that the file begins with, each line with its end; "" where it has none */
    const char *rules;   /* fingerprint, as text */
    location rules_location;
    tuning_method method;
    tuning_row *rows;
    size_t row_count;
    tuning_constant *constants;
    size_t constant_count;
    bool has_other_weights;     /* it had weights of other rules, which are not in force */
    const tuning_level *levels; /* [TUNING_LEVELS], the weakest first; NULL: the usual ones */
} tuning;

enum { TUNING_NUMBER_MAX = 20000, TUNING_LEVELS = 10, TUNING_NODES_MAX = 100000000, TUNING_OVERSIGHT_MAX = 1000 };

/* Reads the file. NULL after errors in `diags`. */
tuning *tuning_load(arena *a, diag_list *diags, const char *path);
/* The same for a text at hand. */
tuning *tuning_parse(arena *a, diag_list *diags, const source *source_text);
/* Weights, constants and levels as YAML, beneath `weights:`, `search:` and `levels:`; lists of numbers are broken after each `columns`. */
void tuning_write(const tuning *t, size_t columns, text *out);

/* Such a file as a JSON Schema. */
void tuning_json(text *out);

#endif
