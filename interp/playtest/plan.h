/* Plan: which games a play-test plays. Everything follows from the rules, the strengths and the seed, so any machine can play any
 * of the games by its number.
 *
 * At each strength equal players play each other: a group of games. So do each strength and the one below it. A block is one
 * opening, played in every group once for each seat; no two blocks have the same opening. Games are numbered block by block, so
 * that a test that ends early has about as many of each group. */
#ifndef FERZ_PLAYTEST_PLAN_H
#define FERZ_PLAYTEST_PLAN_H

#include <pthread.h>

#include "base/text.h"
#include "ferz_tools.h"

enum {
    PLAN_PLAYERS_MAX = 8,
    PLAN_STRENGTHS_MAX = 8,
    PLAN_GROUPS_MAX = 2 * PLAN_STRENGTHS_MAX - 1,
    PLAN_GAMES_MAX = 100000000, /* of a group */
    PLAN_NO_RULE = -1,
};

/* An opening: random plies that lead to a position which no earlier one has. */
typedef struct plan_opening {
    uint32_t attempt; /* which drawing it was, of those with this number */
    uint16_t plies;
    bool repeats; /* its position is that of an earlier one: there are no more */
} plan_opening;

typedef struct plan {
    const ferz_variant *variant;
    uint64_t nodes[PLAN_STRENGTHS_MAX]; /* of a move, the weakest first; 0: random moves */
    size_t strengths, groups;
    size_t players, sides;
    int side_of[PLAN_PLAYERS_MAX]; /* by player: teams are one side */
    size_t max_plies;              /* a game is cut off after so many behind its opening */
    size_t opening_plies;          /* of the first openings; later ones are longer once these are used up */
    uint64_t seed, blocks, total;  /* `total`: games */
    /* The rules that moves can follow. */
    ferz_rule *rules;
    size_t rule_count;
    /* The openings so far, made when they are needed. */
    pthread_mutex_t lock;
    plan_opening *openings;
    uint64_t *positions; /* their positions, a hash table; 0: empty */
    size_t opening_count, opening_room, position_room, position_count;
    size_t plies_now;
} plan;

typedef struct plan_options {
    uint64_t
        strongest; /* nodes of a move at the greatest strength; the others have a quarter of the next, and none: 3 and random */
    uint64_t games; /* of each group, rounded up to whole blocks */
    size_t opening_plies, max_plies;
    uint64_t seed;
} plan_options;

/* False when memory ran out, or the variant has too many players. Needs plan_finish in both cases. */
bool plan_init(plan *p, const ferz_variant *variant, const plan_options *options);
void plan_finish(plan *p);

/* Where a game belongs. */
typedef struct plan_game {
    uint64_t block;
    size_t group, seat;
} plan_game;
plan_game plan_game_of(const plan *p, uint64_t number);
uint64_t plan_number(const plan *p, plan_game game);
/* The strength that plays for a side. */
size_t plan_strength(const plan *p, plan_game game, int side);
/* Whether both sides of the group are equally strong; else the stronger one is of `*strength`, the others of the one below. */
bool plan_is_level(const plan *p, size_t group, size_t *strength);
/* A random number for the game alone. */
uint64_t plan_seed(const plan *p, uint64_t number);
/* The game at the end of its opening; NULL after an error. Games of random players begin at the start. `*repeats`: see
 * plan_opening. */
ferz_game *plan_open(plan *p, plan_game game, bool *repeats, ferz_messages *messages);
/* The rule at that place of a file, which several pieces may share; PLAN_NO_RULE. */
int plan_rule_at(const plan *p, const char *piece, const char *file, uint32_t line, uint32_t column);
/* The row of a piece, and that of its promotion to another; PLAN_NO_RULE. */
int plan_piece_rule(const plan *p, const char *piece);
int plan_promotion_rule(const plan *p, const char *piece, const char *into);
/* The row of a piece's drop. */
int plan_drop_rule(const plan *p, const char *piece);
int plan_castling_rule(const plan *p, const char *name);

/* Plays a random move, or lets the dice fall; false when there is none, or after an error. A claim is no move. */
bool plan_play_random(ferz_game *game, uint64_t random, ferz_messages *messages);

#endif
