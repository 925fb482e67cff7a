/* Table: what a match came to, in words. */
#ifndef FERZ_FRONT_MATCH_TABLE_H
#define FERZ_FRONT_MATCH_TABLE_H

#include "front/match/contest.h"

/* A finished game in one line. */
void table_put_game(text *t, const contest *c, size_t number, const bout_result *r, const side *const seats[2]);
/* How the match stands, in one line without its end. */
void table_put_state(text *t, const contest *c);
void table_put(text *t, const contest *c);
void table_put_json(text *t, const contest *c);

#endif
