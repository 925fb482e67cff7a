/* Random games from start to end, one thread. */
#include "bench.h"

#include <stdio.h>

static const struct {
    const char *variant;
    double target; /* games a second */
} rows[] = {{"tic-tac-toe", 3e6}, {"morris", 50e3}, {"draughts-international", 20e3}, {"chess", 10e3}};

/* The best of so many runs of half a second; 0 after a fault. */
static double best_of(const bench *b, const ferz_game *game, double *plies_a_second)
{
    double best = 0;
    for (int run = 0; run < b->runs; run++) {
        const ferz_playout_limits limits = {.milliseconds = 500, .seed = (uint64_t)run + 1};
        ferz_playouts found;
        double rate = 0;
        if (ferz_game_playouts(game, &limits, &found, b->messages) == FERZ_OK && found.seconds > 0)
            rate = (double)found.games / found.seconds;
        if (rate > best) {
            best = rate;
            *plies_a_second = (double)found.plies / found.seconds;
        }
        ferz_playouts_finish(&found);
    }
    return best;
}

void bench_playouts(bench *b)
{
    b->heading = "| random games | playouts a second | plies a second, million | target | met |\n"
                 "| --- | --: | --: | --: | --- |";
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const perft_case start = {.label = rows[i].variant, .variant = rows[i].variant};
        if (!bench_selected(b, rows[i].variant) || !bench_has(b, rows[i].variant))
            continue;
        ferz_variant *variant = bench_load(b, &start);
        ferz_game *game = ferz_game_create(variant, NULL, b->messages);
        double plies = 0, best = game ? best_of(b, game, &plies) : 0;
        char target[32];
        snprintf(target, sizeof target, "%.0f", rows[i].target);
        bench_row(b, "| %s | %.0f | %.2f |", rows[i].variant, best, plies * 1e-6);
        bench_target(b, target, best >= rows[i].target);
        bench_show_messages(b);
        ferz_game_destroy(game);
        ferz_variant_destroy(variant);
    }
}
