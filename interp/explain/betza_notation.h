/* Betza notation: the moves of a type of piece as Betza writes them, "fmWfceFifmnD". What it reads is in rules/betza.h. */
#ifndef FERZ_EXPLAIN_BETZA_NOTATION_H
#define FERZ_EXPLAIN_BETZA_NOTATION_H

#include "base/arena.h"
#include "compile/variant.h"

/* `*notation` is in the arena; NULL where Betza cannot say all of the moves. False when out of memory. */
bool betza_notation_of_type(arena *a, const variant *v, int type, const char **notation);

#endif
