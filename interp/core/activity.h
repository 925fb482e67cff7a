/* Activity: what sets of cells can tell about a position beyond which piece stands where: mobility, threats, royals in
 * danger, passed pawns.
 *
 * The value is a sum of features. Each feature is a count from the position times a weight. The caller gives the
 * weights and the tables that say what a feature means in this variant; see search/eval_params.h. Nothing here knows
 * any variant by name.
 *
 * A weight is a pair of numbers in one integer: the middlegame value in the low half, the endgame value in the high
 * half. Both are added and multiplied together.
 */
#ifndef FERZ_CORE_ACTIVITY_H
#define FERZ_CORE_ACTIVITY_H

#include "core/position.h"

typedef int64_t weight_pair;

static inline weight_pair pair_of(int middle, int end)
{
    return (weight_pair)((uint64_t)end << 32) + middle;
}
static inline int pair_middle(weight_pair pair)
{
    return (int32_t)(uint32_t)(uint64_t)pair;
}
static inline int pair_end(weight_pair pair)
{
    return (int32_t)(uint32_t)((uint64_t)(pair + INT64_C(0x80000000)) >> 32);
}

enum {
    ACTIVITY_UNIT = 64,        /* the count of a feature that is simply present */
    ACTIVITY_CLASSES = 5,      /* piece classes by value, the cheapest first */
    ACTIVITY_DISTANCE_MAX = 7, /* this many moves to promotion or more */
    ACTIVITY_SHAPE = 32,       /* how many counts of target cells mobility distinguishes */
    ACTIVITY_FILES = 3,        /* in front of a royal */
    ACTIVITY_KINDS = 48,       /* piece kinds of a player whose attacks are kept */
};

/* Features that every variant has, in the order of the weights. A class is an index, as in FEATURE_THREAT + attacker *
 * ACTIVITY_CLASSES + victim. */
enum activity_feature {
    FEATURE_TEMPO,
    /* A piece of the second class attacked by one of the first. A cheaper victim counts only if weakly guarded. */
    FEATURE_THREAT,
    FEATURE_THREAT_ROYAL = FEATURE_THREAT + ACTIVITY_CLASSES * ACTIVITY_CLASSES, /* by a royal */
    FEATURE_HANGING,                                                             /* attacked and not guarded */
    FEATURE_DANGER,                                                              /* of a royal: see royal_danger */
    FEATURE_SHELTER_NEAR,   /* own pawns right in front of a royal */
    FEATURE_SHELTER_FAR,    /* and one step farther */
    FEATURE_SHELTER_PIECES, /* other own pieces around it */
    FEATURE_STORM_NEAR,     /* enemy pawns in front of it, likewise */
    FEATURE_STORM_FAR,
    FEATURE_OPEN_FILE, /* its file and both neighbours: files without an own pawn */
    FEATURE_DOUBLED,   /* a pawn behind another */
    FEATURE_ISOLATED,  /* no pawn can ever guard it */
    FEATURE_BACKWARD,  /* no pawn can guard it here or on its stop cell, and the stop cell is attacked */
    FEATURE_SUPPORTED, /* guarded by a pawn */
    FEATURE_PASSED,    /* no enemy pawn can stop it; by moves to promotion */
    FEATURE_PASSED_BLOCKED =
        FEATURE_PASSED + ACTIVITY_DISTANCE_MAX, /* its stop cell is occupied; counts more the nearer it is */
    FEATURE_PASSED_FREE,                        /* its path is neither occupied nor attacked */
    FEATURE_PASSED_OWN_ROYAL,                   /* nearness of its own royal; next, of the enemy's */
    FEATURE_PASSED_ENEMY_ROYAL,
    FEATURES_COMMON, /* from here on by piece type: see activity.mobility */
};

typedef struct activity_piece {
    uint8_t class;
    bool promoter;                  /* pawn-like: it only goes forward, and promotes to something better */
    bool precious;                  /* not royal, but losing it loses the game */
    uint8_t force;                  /* added to a royal's danger when it attacks near that royal */
    const int16_t *shape;           /* [ACTIVITY_SHAPE] value of so many target cells, in eighths; NULL: nothing */
    const uint64_t *front_span;     /* pawns: [cell][words] the path to promotion on an empty board */
    const uint64_t *stoppers;       /* [cell][words] where enemy pawns could still stop or capture it */
    const uint64_t *supporters;     /* [cell][words] where own pawns could come to guard it */
    const uint64_t *adjacent_files; /* [cell][words] where own pawns could ever guard it, wherever it goes */
    const uint8_t *distance;        /* [cell] moves to promotion */
    const cell_id *stop;            /* [cell] the next cell on its path; CELL_NONE */
} activity_piece;

typedef struct activity {
    const weight_pair *weights;
    int mobility, pairs;          /* first features by type */
    const activity_piece *pieces; /* [piece_ids] */
    bool promoters, royals;       /* such pieces exist; royals: each player has one whose safety counts */
    bool threatens;               /* pieces attack by moves onto the victim's cell */
    const piece_id *crucial;      /* pieces that are not royal, but without which their player has lost */
    int crucial_count;
    const bool *paired;                       /* [types] two of them are worth more than twice one */
    const uint64_t *ring;                     /* [cell][words] around a royal */
    const uint64_t *front[PLAYERS_MAX][2];    /* [cell][words] in front of a royal: one step, two steps */
    const uint64_t *files_ahead[PLAYERS_MAX]; /* [cell][ACTIVITY_FILES][words] */
    const uint8_t *top;                       /* [piece_ids] 0..64: value relative to the strongest piece */
} activity;

#endif
