/* Colour table: what each player of the rules scored, over many games, and how sure that is.
 *
 * A score is the mean of game points: a win 1 or the winner's share, a draw shared among the sides, a loss the rest. The interval holds the true score
 * with a probability of 95 %. It is the adjusted Wald interval (Agresti and Coull): sensible for few games too, and
 * when all of them ended alike. */
#ifndef FERZ_CLI_COLOUR_TABLE_H
#define FERZ_CLI_COLOUR_TABLE_H

#include "base/text.h"

typedef struct colour_row {
    text name;
    uint64_t wins, draws, losses;
    /* Of wins and losses that share the point: what they add to the sum of points, and of squared points. */
    double shared_points, shared_squares;
} colour_row;

typedef struct score_interval {
    double score, low, high; /* 0..1; without games 0, 0, 1 */
} score_interval;

/* Says of games that are counted as wins, or as losses, that the winner got only `share` hundredths of the point. */
void colour_row_shared(colour_row *row, bool won, int share, uint64_t games);
/* `sides`: how many share a draw. */
score_interval score_interval_of(const colour_row *row, size_t sides);

/* A head line and a line for each row, in columns: name, games, wins, draws, losses, score, interval. */
void colour_table_put(text *t, const colour_row *rows, size_t count, size_t sides);
/* The same as an array of objects under "players_by_colour". */
void colour_table_json(text *t, const colour_row *rows, size_t count, size_t sides);

#endif
