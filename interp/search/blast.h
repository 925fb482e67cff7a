/* Blasts in an exchange: what a capture wins and loses with all that it blows up. */
#ifndef FERZ_SEARCH_BLAST_H
#define FERZ_SEARCH_BLAST_H

#include "search/evaluation.h"

/* What a capture on `cell` destroys around it, for `mover`: enemies less friends. Neither the captor, which leaves `from`,
 * nor what it captures is counted. */
int blast_gain(const evaluation *e, const position *p, int mover, unsigned cell, unsigned from);
/* The most that an enemy can win by capturing the piece that made the move: 0 or more. */
int blast_risk(const evaluation *e, const position *p, move m);

#endif
