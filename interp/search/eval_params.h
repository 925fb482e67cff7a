/* Weights: how much each feature of a position counts, as one list of pairs (middle of the game, its end).
 *
 * In hundredths of the cheapest man, but where the name says otherwise. All of them begin as formulas of the game's definition;
 * a tuning file may replace any. Features that belong to a kind of man are those of his type, whoever owns him; features
 * of cells are seen from the owner's side of the board.
 */
#ifndef FERZ_SEARCH_EVAL_PARAMS_H
#define FERZ_SEARCH_EVAL_PARAMS_H

#include "core/activity.h"
#include "search/piece_values.h"

enum { ROW_PIECES_MAX = 6 };

/* Behind the common features of activity.h, in this order. */
typedef struct eval_params {
    const variant *variant;
    int rows;          /* [ROW_PIECES_MAX] lines with so many own men and no others */
    int goal_distance; /* nearness of a royal to the zone that ends the game */
    int checks;        /* checks given of those that end the game, squared */
    int few_pieces;    /* men that are left beyond those whose loss ends the game, the fewer the more */
    int mobility;      /* [types] in eighths */
    int piece_pair;    /* [types] */
    int piece_value;   /* [types] on the board */
    int in_hand;       /* [types] in the hand */
    int piece_square;  /* [types][cells] on that cell, more than anywhere */
    int count;
    weight_pair *weight;    /* [count] */
    int *value;             /* [types] by formula; royal ones 0 */
    int value_max;          /* the most of them */
    bool *royal_like;       /* [types] royal, or a man whose loss loses */
    bool *promoter;         /* [types] */
    bool misere;            /* who loses his men wins: what men are worth is negative */
    cell_id *relative_cell; /* [players][cells] the cell that the first player sees where that player sees this one */
} eval_params;

/* False when out of memory (arena). */
bool eval_params_init(eval_params *w, arena *a, piece_values *values);

/* Of men by what they are worth: enum of activity.h. */
int eval_params_class(const eval_params *w, int type);

/* ---- names, for files ---- */

typedef struct eval_param_group {
    const char *name;
    int first, count; /* features; of each type so many when `typed` */
    bool typed;
    int min, max; /* what a file may say */
} eval_param_group;
enum { EVAL_PARAM_GROUPS = 33 };
/* How many there are; `groups` has room for EVAL_PARAM_GROUPS. */
int eval_params_groups(const eval_params *w, eval_param_group *groups);
/* Tells games apart whose men or board are different: a tuning belongs to one of them. */
uint64_t eval_params_fingerprint(const variant *v);
/* Takes over what the file says. False after an error in `diags`: some of it may have been taken over. */
bool eval_params_apply(eval_params *w, const tuning *t, diag_list *diags);
/* What `w` has that `formula` has not, as rows in the arena. False when out of memory. */
bool eval_params_diff(const eval_params *w, const eval_params *from, arena *a, tuning *out);
/* What a type is called in files. */
const char *eval_params_type_name(arena *a, const variant *v, int type);

#endif
