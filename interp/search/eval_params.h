/* Evaluation parameters: the weight of each feature, as a list of pairs (middlegame, endgame).
 *
 * The unit is 1/100 of the cheapest piece, except where a name says otherwise. All weights begin as formulas of the
 * variant's definition; a tuning file may replace any of them. Features of a piece belong to its type, not to its owner.
 * Features of cells are seen from the owner's side of the board.
 */
#ifndef FERZ_SEARCH_EVAL_PARAMS_H
#define FERZ_SEARCH_EVAL_PARAMS_H

#include "core/activity.h"
#include "search/piece_values.h"

enum { ROW_PIECES_MAX = 6 };

/* Indices of the first weight of each group, behind the common features of activity.h. */
typedef struct eval_params {
    const variant *variant;
    int rows;          /* [ROW_PIECES_MAX] rows with so many own pieces and no others */
    int goal_distance; /* nearness of a royal to the zone that ends the game */
    int goal_moves;    /* nearness of a piece to the zone where it wins, in moves */
    int checks;        /* checks given, squared, where a number of checks ends the game */
    int few_pieces;    /* pieces left before the loss that ends the game; fewer count more */
    int mobility;      /* [types] in eighths */
    int piece_pair;    /* [types] */
    int piece_value;   /* [types] on the board */
    int in_hand;       /* [types] in hand */
    int piece_square;  /* [types][cells] on that cell, added to the piece value */
    int count;
    weight_pair *weight;    /* [count] */
    int *value;             /* [types] piece value by formula; 0 for royal types */
    int value_max;          /* the largest of them */
    bool *royal_like;       /* [types] royal or pseudo-royal (its loss loses) */
    bool *promoter;         /* [types] pawn-like */
    bool misere;            /* losing all pieces wins: piece values are negative */
    cell_id *relative_cell; /* [players][cells] the cell as the first player would see it */
} eval_params;

static inline int weight_clamp(int64_t value, int limit)
{
    return value > limit ? limit : value < -limit ? -limit : (int)value;
}

/* False when out of memory (arena). */
bool eval_params_init(eval_params *w, arena *a, piece_values *values);

/* The class of a type by its value: see activity.h. */
int eval_params_class(const eval_params *w, int type);

/* ---- groups: names in tuning files ---- */

typedef struct eval_param_group {
    const char *name;
    int first, count; /* features; if `typed`, `count` for each type */
    bool typed;
    int min, max; /* range in a file */
} eval_param_group;
enum { EVAL_PARAM_GROUPS = 34 };
/* Fills `groups` (room for EVAL_PARAM_GROUPS); returns how many. */
int eval_params_groups(const eval_params *w, eval_param_group *groups);
/* Mixes a number into a fingerprint. */
void fingerprint_add(uint64_t *hash, uint64_t with);
/* Its bytes, without an end. */
void fingerprint_add_text(uint64_t *hash, const char *string);
/* Identifies pieces and board: a tuning belongs to one fingerprint. */
uint64_t eval_params_fingerprint(const variant *v);
/* Takes the weights of a tuning. After an error in `diags` it returns false; some weights may have changed. */
bool eval_params_apply(eval_params *w, const tuning *t, diag_list *diags);
/* The weights in which `w` differs from `from`, as rows in the arena. False when out of memory. */
bool eval_params_diff(const eval_params *w, const eval_params *from, arena *a, tuning *out);
/* The name of a type in tuning files. */
const char *eval_params_type_name(arena *a, const variant *v, int type);

#endif
