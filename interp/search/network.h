/* Network: an evaluation that is learned from games of one variant, for two players who see everything.
 *
 * Features say what stands where: (owner, type, cell), seen once from each player's side; hands, rights, checks given and states in unary
 * (a count of 3 sets the first three of its features). A feature adds a row to the hidden layer of each view, and a number to a
 * linear sum beside it. The score is
 *
 *     linear(own view) - linear(other view) + output . (clip(hidden(own)), clip(hidden(other)))^2
 *
 * in integers, so that every machine plays the same. It takes the place of the formulas' sum, or is added to it (`adds`); what
 * evaluation.h says of endings without progress holds for both.
 *
 * A `network_view` keeps the sums of the position that was seen last, and what stood there. The next position is compared with that, and
 * only the rows of what differs are added or subtracted: neither the search nor the rules tell what a ply changed, so that no
 * effect of any rule can be missed. A view belongs to one thread.
 *
 * Other games (dice, hidden information, stacks, more players) have no network: network_suits. */
#ifndef FERZ_SEARCH_NETWORK_H
#define FERZ_SEARCH_NETWORK_H

#include "core/position.h"
#include "search/eval_params.h"
#include "search/network_kernel.h"

enum {
    NETWORK_UNARY_MAX = 8,
    NETWORK_FEATURES_MAX = UINT16_MAX,
    NETWORK_BUCKETS_MAX = 8,
    NETWORK_LINEAR_ONE = 16, /* what a centipawn is in the linear weights */
    NETWORK_OUTPUT_ONE = 64, /* what 1 is in the output's weights */
    NETWORK_SCALE_MAX = 4000,
};

/* The weights: plain numbers, frozen. See network_file.h. */
typedef struct network {
    uint64_t rules;  /* network_fingerprint of the rules that it belongs to */
    uint64_t parent; /* the checksum of the network that its learning began with; 0: none */
    bool adds;       /* its score is added to the formulas' */
    int features, hidden, buckets;
    int scale;          /* centipawns for a hidden output of 1 */
    int cells, columns; /* of the board, and the names of the types: for networks of related games */
    int types;
    const char **type_name;            /* [types] */
    int16_t *rows;                     /* [features][hidden] */
    int16_t *start;                    /* [hidden] where the sums begin */
    int32_t *linear;                   /* [features] */
    int16_t *output;                   /* [buckets][2][hidden] */
    int32_t *constant;                 /* [buckets] in units of the output's sum */
    const char *made, *licence, *gain; /* for readers of the file */
    uint64_t checksum;
} network;

typedef enum network_item_kind { ITEM_HAND, ITEM_RIGHT, ITEM_CHECKS, ITEM_STATE, ITEM_TURN_PLY } network_item_kind;
/* Something that is counted in unary. */
typedef struct network_item {
    network_item_kind kind;
    int index;         /* of the piece, right, player or counter */
    uint16_t first[2]; /* its features by view */
    uint16_t most;
} network_item;

/* Which features a variant has. */
typedef struct network_layout {
    const variant *variant;
    int features;
    uint16_t *cell[2];     /* by view: [pieces][cells] */
    uint16_t first_player; /* the feature of the first player's view */
    network_item *items;
    int item_count;
    int piece_count;  /* the largest number of pieces on the board and in hand: at the start */
    uint16_t *flip;   /* [features] the same thing as the other view has it */
    uint16_t *mirror; /* [features] the same on the board's mirror image, left for right */
    bool *of_right;   /* [features] it says that a right is held: then the mirror image is another position */
    size_t active_max;
} network_layout;

/* Whether games of this variant can have a network; too large boards cannot, either. */
bool network_suits(const variant *v);
/* Identifies what gives features and scores their meaning: rules, and the weights of the formulas. */
uint64_t network_fingerprint(const variant *v);
/* Only where network_suits. False when out of memory (arena). */
bool network_layout_init(network_layout *l, arena *a, const eval_params *w);
/* The features that a view has in a position, into `list` ([active_max]). Returns how many. */
size_t network_features(const network_layout *l, const position *p, int view, uint16_t *list);
/* Which weights of the output a position uses. */
int network_bucket(const network_layout *l, int buckets, const position *p);
/* Whether the weights are for this layout. */
bool network_fits(const network *n, const network_layout *l);

/* The score in centipawns from such sums, for the view whose sums come first. */
int network_output(const network *n, const network_kernel *kernel, const int16_t *us, const int16_t *them,
                   int64_t linear, int bucket);

/* ---- scores of positions ---- */

typedef struct network_view network_view;
/* NULL when out of memory. `portable`: see network_kernel_pick. */
network_view *network_view_create(const network *n, const network_layout *l, bool portable);
void network_view_destroy(network_view *view); /* NULL is allowed */
/* In centipawns for the side to move. */
int network_view_score(network_view *view, const position *p);

#endif
