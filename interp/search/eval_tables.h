/* Ways: the tables that activity.h asks for: who attacks how hard, what lies before a royal, and the ways of promoting men.
 */
#ifndef FERZ_SEARCH_EVAL_TABLES_H
#define FERZ_SEARCH_EVAL_TABLES_H

#include "search/eval_params.h"

/* Fills everything of `out`; it lives in the arena and borrows the weights. False when out of memory. */
bool eval_tables_init(activity *out, arena *a, const eval_params *w, piece_values *values);

#endif
