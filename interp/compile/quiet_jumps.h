/* Quiet jumps: over pieces that stay, one after another. Only where a chain ends is told, not the way there, so the ends
 * are found by a search over cells, each of which is reached once. */
#ifndef FERZ_COMPILE_QUIET_JUMPS_H
#define FERZ_COMPILE_QUIET_JUMPS_H

#include "compile/variant.h"

/* Marks in `reached`, a set of cells, where chains of the movement number `number` from `from` can end. `occupied`: the pieces on
 * the board; NULL: whatever a chain needs stands, and is missing, everywhere. The cell `from` counts as empty and is
 * never reached. */
void quiet_jumps_find(const variant *v, unsigned number, unsigned from, const uint64_t *occupied, uint64_t *reached);

/* The same after one jump, with whatever stands on the board. */
void quiet_jumps_first(const variant *v, unsigned number, unsigned from, uint64_t *reached);

#endif
