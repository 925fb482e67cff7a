/* Weights: how much each feature of a position counts, as one list of pairs (middle of the game, its end).
 *
 * In hundredths of the cheapest man, but where the name says otherwise. All of them begin as formulas of the game's definition;
 * a tuning file may replace any. Features that belong to a kind of man are those of his type, whoever owns him; features
 * of cells are seen from the owner's side of the board.
 */
#ifndef FERZ_SEARCH_WEIGHTS_H
#define FERZ_SEARCH_WEIGHTS_H

#include "game/activity.h"
#include "search/worth.h"

enum { LINE_MEN_MAX = 6 };

/* Behind the common features of activity.h, in this order. */
typedef struct weights {
    const game *game;
    int lines;    /* [LINE_MEN_MAX] lines with so many own men and no others */
    int goal;     /* nearness of a royal to the zone that ends the game */
    int checks;   /* checks given of those that end the game, squared */
    int few;      /* men that are left beyond those whose loss ends the game, the fewer the more */
    int mobility; /* [types] in eighths */
    int pairs;    /* [types] */
    int worth;    /* [types] on the board */
    int held;     /* [types] in the hand */
    int place;    /* [types][cells] on that cell, more than anywhere */
    int count;
    weight_pair *pair; /* [count] */
    int *value;        /* [types] by formula; royal ones 0 */
    int top;           /* the most of them */
    bool *royal_like;  /* [types] royal, or a man whose loss loses */
    bool *promoter;    /* [types] */
    bool reversed;     /* who loses his men wins: what men are worth is negative */
    cell_id *own;      /* [players][cells] the cell that the first player sees where that player sees this one */
} weights;

/* False when out of memory (arena). */
bool weights_init(weights *w, arena *a, worths *of);

/* Of men by what they are worth: enum of activity.h. */
int weights_class(const weights *w, int type);

/* ---- names, for files ---- */

typedef struct weight_group {
    const char *name;
    int first, count; /* features; of each type so many when `typed` */
    bool typed;
    int least, most; /* what a file may say */
} weight_group;
enum { WEIGHT_GROUPS = 33 };
/* How many there are; `groups` has room for WEIGHT_GROUPS. */
int weights_groups(const weights *w, weight_group *groups);
/* Tells games apart whose men or board are different: a tuning belongs to one of them. */
uint64_t weights_fingerprint(const game *g);
/* Takes over what the file says. False after an error in `diags`: some of it may have been taken over. */
bool weights_apply(weights *w, const tuning *t, diag_list *diags);
/* What `w` has that `formula` has not, as rows in the arena. False when out of memory. */
bool weights_tell(const weights *w, const weights *formula, arena *a, tuning *out);
/* What a type is called in files. */
const char *weights_type_name(arena *a, const game *g, int type);

#endif
