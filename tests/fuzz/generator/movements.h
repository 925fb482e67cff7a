/* Movements in Betza's notation, made up from the table that rules/README.md has. */
#ifndef TESTS_GENERATE_MOVEMENTS_H
#define TESTS_GENERATE_MOVEMENTS_H

#include "base/random.h"
#include "base/text.h"

typedef struct movement_options {
    bool moves_only;          /* never captures */
    bool plain;               /* leaps and rides alone: no hops, legs, lame or jumping leaps, captures of own pieces */
    bool leaps;               /* and no rides, of which some keys know nothing */
    bool rides;               /* rides alone */
    bool initial, en_passant; /* `i` and `e` may be said */
    bool symmetric;           /* the same to the left and to the right */
    int levels;               /* (x,y,z) where there are several */
} movement_options;

/* One to `most` terms. */
void movement_make(random_source *random, const movement_options *options, unsigned most, text *out);

#endif
