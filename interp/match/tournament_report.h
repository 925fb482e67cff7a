/* Tournament report: the results of a match as text and JSON. */
#ifndef FERZ_MATCH_TOURNAMENT_REPORT_H
#define FERZ_MATCH_TOURNAMENT_REPORT_H

#include "match/tournament.h"

/* One finished game in one line. */
void tournament_report_game(text *t, const tournament *c, size_t number, const match_game_result *r,
                            const player_spec *const seats[2]);
/* The current score in one line, without its newline. */
void tournament_report_progress(text *t, const tournament *c);
void tournament_report_table(text *t, const tournament *c);
void tournament_report_json(text *t, const tournament *c);

#endif
