/* Activity: what a position is worth beyond who stands where, as far as sets of cells can tell it: mobility, threats,
 * royals in danger, men that are on their way to promote.
 *
 * Everything is a sum of features, each a number of the position times a weight of its own. The weights are given; so
 * are all tables that say what a feature means in this game. Nothing here is told a game: see search/weights.h.
 *
 * A weight is a pair of numbers in one: what it counts in the middle of a game (the low half) and in its end (the high
 * one), added and multiplied together.
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
    ACTIVITY_UNIT = 64,        /* a feature that is simply there counts so many */
    ACTIVITY_CLASSES = 5,      /* of men, by their worth, the cheapest first */
    ACTIVITY_DISTANCE_MAX = 7, /* moves to promotion, so many or more */
    ACTIVITY_SHAPE = 32,       /* counts of cells that mobility tells apart */
    ACTIVITY_FILES = 3,        /* before a royal */
    ACTIVITY_KINDS = 48,       /* kinds of men of a player whose attacks are remembered */
};

/* Features that every game has, in the order of the weights; a class is an index, as in THREAT + attacker * CLASSES + victim. */
enum activity_feature {
    FEATURE_TEMPO,
    FEATURE_THREAT, /* a man of the second class is attacked by one of the first; not lesser: only if he is badly guarded */
    FEATURE_THREAT_ROYAL = FEATURE_THREAT + ACTIVITY_CLASSES * ACTIVITY_CLASSES, /* by a royal */
    FEATURE_HANGING,                                                             /* attacked and not guarded */
    FEATURE_DANGER,                                                              /* of a royal: see danger_of */
    FEATURE_SHELTER_NEAR,   /* own promoting men right before a royal */
    FEATURE_SHELTER_FAR,    /* and one step farther */
    FEATURE_SHELTER_PIECES, /* other own men around him */
    FEATURE_STORM_NEAR,     /* enemy promoting men before him, likewise */
    FEATURE_STORM_FAR,
    FEATURE_OPEN_FILE, /* ahead of him and to both sides: lanes without an own promoting man */
    FEATURE_DOUBLED,   /* a promoting man behind another */
    FEATURE_ISOLATED,  /* none of his like can ever guard him */
    FEATURE_BACKWARD,  /* not here, nor where he goes next, though he cannot stay */
    FEATURE_SUPPORTED, /* guarded by one of his like */
    FEATURE_PASSED,    /* nothing of his like can stop him: by moves to promotion */
    FEATURE_PASSED_BLOCKED =
        FEATURE_PASSED + ACTIVITY_DISTANCE_MAX, /* somebody stands in his way; more the nearer he is */
    FEATURE_PASSED_FREE,                        /* nobody does, nor attacks it */
    FEATURE_PASSED_OWN_ROYAL,                   /* nearness of his royal, of the enemy's */
    FEATURE_PASSED_ENEMY_ROYAL,
    FEATURES_COMMON, /* by type of man from here on: see activity.mobility */
};

typedef struct activity_piece {
    uint8_t class;
    bool promoter;              /* of those that only go ahead, and become something better */
    bool precious;              /* his loss loses, though he is not royal */
    uint8_t force;              /* counted against a royal near whom he attacks */
    const int16_t *shape;       /* [ACTIVITY_SHAPE] what so many cells to go to are worth, in eighths; NULL: nothing */
    const uint64_t *front_span; /* promoters: [cell][words] the way to promotion on an empty board */
    const uint64_t *stoppers;   /* [cell][words] where enemy promoters could still stop or take him */
    const uint64_t *supporters; /* [cell][words] where own promoters could come to guard him */
    const uint64_t
        *adjacent_files;     /* [cell][words] where own promoters could ever come to guard him, wherever he goes */
    const uint8_t *distance; /* [cell] moves to promotion */
    const cell_id *stop;     /* [cell] the next on his way; CELL_NONE */
} activity_piece;

typedef struct activity {
    const weight_pair *weights;
    int mobility, pairs;          /* features of types begin there */
    const activity_piece *pieces; /* [men] */
    bool promoters, royals;       /* there are such men; royals are singles whose safety counts */
    bool threatens;               /* attacks are by moves onto the victim's cell */
    const piece_id *crucial;      /* men without whom their player has lost, though they are not royal */
    int crucial_count;
    const bool *paired;                       /* [types] two of them are more than twice one */
    const uint64_t *ring;                     /* [cell][words] around a royal */
    const uint64_t *front[PLAYERS_MAX][2];    /* [cell][words] before a royal, near and one step farther */
    const uint64_t *files_ahead[PLAYERS_MAX]; /* [cell][ACTIVITY_FILES][words] */
    const uint8_t *top;                       /* [men] 0..64: worth of such a man beside the strongest of the game */
} activity;

#endif
