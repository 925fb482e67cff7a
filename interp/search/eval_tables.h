/* Evaluation tables: fills the tables of activity.h (attack weights, king shelter, passed and supported pieces). */
#ifndef FERZ_SEARCH_EVAL_TABLES_H
#define FERZ_SEARCH_EVAL_TABLES_H

#include "search/eval_params.h"

/* Fills all of `out`, which lives in the arena and borrows the weights. False when out of memory. */
bool eval_tables_init(activity *out, arena *a, const eval_params *w, piece_values *values);

#endif
