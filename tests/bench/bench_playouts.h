/* The rows of `./dev bench` about random games. */
#ifndef TESTS_BENCH_PLAYOUTS_H
#define TESTS_BENCH_PLAYOUTS_H

#include "ferz.h"

/* Prints the table; whether every game reached what it should. */
bool bench_playouts(int runs, const char *const *dirs, ferz_messages *messages);

#endif
