/* Record: what is kept of one game, as numbers, and as a line of a file. */
#ifndef FERZ_PLAYTEST_RECORD_H
#define FERZ_PLAYTEST_RECORD_H

#include "playtest/plan.h"

enum {
    RECORD_LEADS = 12,       /* sizes of a lead that are looked at */
    RECORD_SCORE_MAX = 9999, /* centipawns; more is as good as won */
    RECORD_FEATURES_MAX = 40,
    RECORD_NEVER = 255,
};
/* The sizes, in centipawns. */
extern const int record_leads[RECORD_LEADS];

typedef struct record {
    uint64_t number;
    int winner;         /* side; -1: a draw */
    int share;          /* hundredths of the point that the winner gets */
    bool cut;           /* cut off: a draw */
    bool repeats;       /* its opening repeats an earlier one */
    text reason;        /* of the end; "" where it was cut off */
    uint32_t plies;     /* all of them, those of the opening too */
    uint32_t decisions; /* positions behind the opening in which a player had to choose a move, also among one */
    uint64_t moves;     /* legal ones in all of these */
    uint32_t widest;    /* legal moves at most */
    uint32_t forced, forced_run;     /* positions with one legal move, and the longest row of them */
    uint64_t searches, nodes, depth; /* sums */
    /* Of scores, for two sides that are searched; `scored` is the number of scores. */
    uint32_t scored, lead_changes;
    int behind;                   /* how far the winner was behind at most */
    uint8_t leader[RECORD_LEADS]; /* who first had a lead of that size: side + 1; 0: nobody */
    uint8_t decided
        [RECORD_LEADS]; /* after how many hundredths of the game the winner's lead stayed that large; RECORD_NEVER */
    /* How often each rule was open to a player, and followed. */
    uint32_t *offered, *played; /* [rule_count] */
    /* Sums over positions of the difference of pieces between two sides, for fitting values: products with each other and
     * with the result of the first side in hundredths, less 50. */
    uint32_t fit_count;
    int64_t *products; /* [features * features], the lower half */
    int64_t *results;  /* [features] */
    text line;         /* the moves, separated by blanks; a roll is written roll_3-5 */
} record;

/* Room for records of this plan; false when out of memory. `features`: how many pieces are counted. */
bool record_init(record *r, const plan *p, size_t features);
void record_clear(record *r, const plan *p, size_t features);
void record_finish(record *r);

/* The payload of a line: numbers and the moves, in one form alone. */
void record_put(text *t, const record *r, const plan *p, size_t features);
/* The next move of a record's line, as the library reads it; false after the last. */
bool record_next_move(const char **line, text *move);
/* False where the payload is not what record_put writes. `r` is cleared first. */
bool record_read(record *r, const char *payload, const plan *p, size_t features);

#endif
