/* What the parts of the measuring program share. */
#ifndef FERZ_TESTS_BENCH_H
#define FERZ_TESTS_BENCH_H

#include "ferz_tools.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* A position to count. */
typedef struct perft_case {
    const char *label;
    const char *variant;
    int depth;
    const char *fen;
    const char *settings[3]; /* "OPTION" or "OPTION=VALUE" */
} perft_case;

typedef struct bench {
    int runs;
    const char *only; /* rows whose label contains it; NULL: all */
    const char *rules[3];
    const char *variants; /* a variants.ini; NULL: other tables */
    const char *without;  /* a shortcut; NULL: other tables */
    ferz_messages *messages;
    bool sound; /* no counts differ that should not */
    size_t targets_met, targets;
    const char *heading; /* of the table that begins; NULL once it stands there */
} bench;

/* The tables, in the order in which they are printed. */
void bench_programs(bench *b);
void bench_games(bench *b);
void bench_hooks(bench *b);
void bench_playouts(bench *b);
void bench_sizes(bench *b);
void bench_loading(bench *b);
void bench_memory(bench *b);
void bench_each_game(bench *b);
/* Only on demand: the built-in variants of the program that variants are imported from, and those of its file. */
void bench_variants(bench *b, const char *file);
/* The same: every game that uses a shortcut, with it and without. */
void bench_without(bench *b);

/* The beginning of a row; where it is the table's first, its heading stands before it. */
__attribute__((format(printf, 2, 3))) void bench_row(bench *b, const char *format, ...);
bool bench_selected(const bench *b, const char *label);
/* Prints the last two columns: what is asked for and whether it is met. */
void bench_target(bench *b, const char *target, bool targets_met);

double bench_seconds(clockid_t clock);
/* Whether rules of that name are there at all. */
bool bench_has(const bench *b, const char *variant);
ferz_variant *bench_load(const bench *b, const perft_case *c);
/* The seconds of one count: the mean of as many as make a time that can be measured. */
double bench_count(const bench *b, const ferz_variant *variant, const perft_case *c, uint64_t *leaves);
/* The best seconds of `ferz check`, a whole process; negative when it failed. */
double bench_check_seconds(const char *variant, int runs);
/* Prints what is in the messages, and forgets it. */
void bench_show_messages(const bench *b);

#define BENCH_MEASURABLE 0.3 /* seconds */
#define BENCH_FOREVER 1e9

static inline double bench_least(double a, double b)
{
    return a < b ? a : b;
}

static inline double bench_millions(uint64_t leaves, double time)
{
    return (double)leaves / time * 1e-6;
}

#endif
