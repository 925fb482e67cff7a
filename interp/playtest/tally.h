/* Tally: the games of a play-test, added up. It holds integers alone, so the order in which games come does not matter, and
 * neither does who played them. */
#ifndef FERZ_PLAYTEST_TALLY_H
#define FERZ_PLAYTEST_TALLY_H

#include "playtest/play_game.h"

enum {
    TALLY_BUCKETS = 16, /* of openings: what is found without each of them shows how sure it is */
    TALLY_KEPT = 5,     /* games that are kept for each reason to look at one */
    TALLY_PARTS = 101,  /* hundredths of a game */
};

/* One game, in few bytes. */
typedef struct game_row {
    uint32_t check;     /* of its record; 0: not played */
    int8_t winner;      /* side; -1: a draw */
    uint8_t share;      /* hundredths of the winner */
    uint16_t plies;     /* of the whole game */
    uint16_t decisions; /* see record.h */
    uint16_t width;     /* tenths of legal moves at each decision */
    uint16_t forced;    /* decisions without a choice */
    uint16_t forced_run;
    uint16_t lead_changes, behind;
    bool scored, cut;
} game_row;

/* How many games ended in one way. */
typedef struct end_count {
    char *reason; /* "" where they were cut off */
    int winner;   /* side; -1: a draw */
    uint64_t games;
} end_count;

typedef struct group_tally {
    uint64_t games, plies, decisions, moves, forced, widest, forced_run;
    uint64_t searches, nodes, depth, repeats;
    uint64_t leaders[RECORD_LEADS], leaders_won[RECORD_LEADS]; /* games in which somebody had such a lead, and won */
    uint64_t decided[RECORD_LEADS][TALLY_PARTS];
    uint64_t *offered, *played; /* [rule_count] */
    end_count *ends;
    size_t end_count;
} group_tally;

/* Why a game is worth looking at. */
typedef enum game_reason {
    GAME_COMEBACK, /* the winner was far behind */
    GAME_SWINGS,   /* the lead changed hands often */
    GAME_FORCED,   /* a long row of forced moves */
    GAME_SHORT,    /* decided soonest */
    GAME_LONG,
    GAME_REASONS
} game_reason;
typedef struct kept_game {
    uint64_t number, weight; /* the heavier, the more worth it; weight 0: there is none */
    char *line;
    char *end;
    int winner;
    uint32_t plies;
} kept_game;

/* Sums for fitting the values of pieces. */
typedef struct fit_sums {
    uint64_t games, positions;
    int64_t *products, *results; /* [features * features], the lower half; [features] */
} fit_sums;

typedef struct tally {
    const plan *plan;
    const features *features;
    game_row *rows; /* by number */
    uint64_t room, games;
    group_tally groups[PLAN_GROUPS_MAX];
    kept_game kept[GAME_REASONS][TALLY_KEPT]; /* of equal players at the greatest strength */
    fit_sums fits[TALLY_BUCKETS];
    /* Uses of rules by equal players at the greatest strength, by bucket: [rule_count] each. */
    uint64_t *offered[TALLY_BUCKETS], *played[TALLY_BUCKETS];
} tally;

bool tally_init(tally *t, const plan *p, const features *f);
void tally_finish(tally *t);
typedef enum tally_result {
    TALLY_ADDED,
    TALLY_KNOWN,     /* the same game again: counted once */
    TALLY_DIFFERENT, /* another game of that number: somebody is wrong */
    TALLY_NO_MEMORY,
} tally_result;
/* Adds a game; `check` is the checksum of its record. */
tally_result tally_add(tally *t, const record *r, uint32_t check);
bool tally_has(const tally *t, uint64_t number);

#endif
