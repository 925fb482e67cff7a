/* Report: what a play-test found, as data. It is made of a tally alone; text, JSON and HTML are printed from it.
 *
 * A number without an interval says nothing, so all estimates have one (95 %). The games of one opening count as one observation. */
#ifndef FERZ_PLAYTEST_REPORT_H
#define FERZ_PLAYTEST_REPORT_H

#include "ferz_tools.h"

#include "base/elo.h"
#include "base/statistics.h"
#include "playtest/tally.h"

/* What is measured of games between equals; each can be compared with another game's. */
typedef enum metric {
    METRIC_SCORE, /* of the first side */
    METRIC_DRAWS,
    METRIC_LENGTH,       /* plies */
    METRIC_CHOICE,       /* legal moves of a decision */
    METRIC_FORCED,       /* share of decisions without a choice */
    METRIC_LEAD_CHANGES, /* of a game */
    METRIC_COMEBACKS, /* share of decided games that were won by who had been behind by a piece of the cheapest kind */
    METRICS
} metric;

typedef struct seat_report {
    uint64_t wins, draws, losses;
    estimate score;
    comparison against_fair; /* the difference from an equal share of the points; `p` corrected for all comparisons */
} seat_report;

/* From a lead of that size on games are decided. */
typedef struct lead_report {
    int centipawns; /* 0: no size of lead is so sure, or too few games are known */
    estimate won;   /* how often its first owner won */
    double middle;  /* half of the decided games are decided by this part of their length, 0 to 1 ... */
    double low, high;
} lead_report;

typedef struct strength_report {
    uint64_t nodes, games, blocks;
    double depth, searched; /* plies and nodes that a search reached, on average */
    seat_report seats[PLAN_PLAYERS_MAX];
    sample samples[METRICS];
    estimate estimates[METRICS];
    double
        detectable; /* the smallest difference of the first side's score from a fair one that would most likely be found */
    uint32_t shortest, longest, median;
    uint64_t widest, forced_run, cut;
    lead_report lead;
} strength_report;

/* A strength against the one below it. */
typedef struct step_report {
    uint64_t games, blocks;
    estimate score; /* of the stronger side, as a share of what the fair share is a half of */
    double elo, elo_low, elo_high;
    double p; /* that it is not stronger at all, corrected */
} step_report;

typedef struct end_report {
    const char *reason; /* "" where the game was cut off */
    int winner;         /* side; -1 */
    uint64_t games;     /* at the greatest strength, and at all others */
    uint64_t others;
    estimate share;
    const char *file; /* of the rule; NULL */
    uint32_t line;
} end_report;

typedef struct use_report {
    ferz_rule rule;
    uint64_t offered, played;               /* between equals at the greatest strength */
    uint64_t random_offered, random_played; /* by random players */
    uint64_t all_played;
    estimate share;  /* played of offered */
    double expected; /* the share if all legal moves were equally likely: of decisions at which it was offered */
} use_report;

typedef struct value_report {
    const char *piece;
    estimate value; /* in units of the most numerous piece */
} value_report;

typedef struct game_report {
    game_reason why;
    const kept_game *game;
} game_report;

/* What deserves a word of warning. */
typedef enum report_warning {
    WARNING_SHALLOW,   /* the strongest player looks only a few plies ahead */
    WARNING_UNTUNED,   /* its evaluation was not tuned */
    WARNING_NO_LADDER, /* more nodes do not make it stronger */
    WARNING_CUT,       /* many games were cut off */
    WARNING_REPEATS,   /* openings repeat */
    WARNING_FEW,       /* fewer than a hundred games: nobody should judge by them */
    WARNING_SIDES,     /* more than two sides: leads are not measured */
    WARNING_HIDDEN,    /* hidden information: scores are guesses */
    WARNINGS
} report_warning;

typedef struct report {
    const plan *plan;
    const tally *tally;
    uint64_t games;
    strength_report strengths[PLAN_STRENGTHS_MAX];
    step_report steps[PLAN_STRENGTHS_MAX]; /* [1..]: that strength against the one below */
    comparison trend;       /* of the first side's score from random players to the greatest strength; corrected */
    bool advantage_is_sure; /* the first side's score differs from a fair one, at the two greatest strengths alike */
    bool advantage_shrinks; /* and it is smaller than among random players, surely */
    end_report *ends;
    size_t end_count;
    ferz_ending *unreached; /* endings that never ended a game */
    size_t unreached_count;
    use_report *uses;
    size_t use_count;
    value_report values[RECORD_FEATURES_MAX];
    size_t value_count;
    uint64_t value_games, value_positions; /* known, and whether they suffice */
    bool values_suffice;
    game_report worth[GAME_REASONS];
    size_t worth_count;
    bool warns[WARNINGS];
    size_t comparisons; /* that were corrected for */
} report;

enum { VALUE_POSITIONS_MIN = 100000, VALUE_GAMES_MIN = 400 };

/* False when out of memory. Needs report_finish in both cases. The tally outlives the report. */
bool report_init(report *r, const tally *t);
void report_finish(report *r);

/* The differences of two reports, the second's values less the first's; corrected for all of them together. */
typedef struct difference {
    metric metric;
    size_t strength;
    estimate first, second;
    comparison change;
} difference;
enum { DIFFERENCES_MAX = METRICS + PLAN_STRENGTHS_MAX };
size_t report_compare(const report *first, const report *second, difference out[DIFFERENCES_MAX]);

/* Is the first side's score fair, or, with two reports, do they differ in it? `look`: how often it was asked before. However often
 * it is asked, it is answered wrongly with a probability of 5 % at most. */
typedef enum report_answer {
    ANSWER_NONE,    /* these games do not tell */
    ANSWER_ALIKE,   /* fair within the bar; no difference of half of that */
    ANSWER_DIFFERS, /* surely unfair by some amount; surely different */
} report_answer;
report_answer report_answer_of(const report *first, const report *second, int look);

/* The score that is fair for a side. */
double report_fair(const report *r);
/* A share that no side should leave: the bar of 40 to 60 for two sides. */
double report_bar(const report *r);
/* The names of the players of a side: "white", "red and yellow". */
void report_put_side(text *t, const plan *p, int side);

#endif
