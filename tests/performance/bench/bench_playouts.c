/* Random games from start to end, one thread. */
#include "bench.h"

#include <stdio.h>

/* What compiled programs of other systems and Ludii publish of the same games, the fastest of them, on machines of
 * their own: RG and RBG (the article on RG, AAAI 2026), Ludii (as the authors of Ludax measured it). */
static const struct {
    const char *variant, *published_by;
    double published, target; /* games a second; target 0: ten times what is published */
    bool is_built_in;         /* a name of Fairy-Stockfish, without rules of ours */
} rows[] = {{"tic-tac-toe", "RBG", 1289270, 0, false},
            {"morris", "RBG", 15695, 0, false},
            {"draughts-english", "Ludii", 2559, 0, false},
            {"draughts-international", NULL, 0, 20e3, false},
            {"chess", "RG", 1572, 0, false},
            {"breakthrough", "RG", 82135, 0, true},
            {"flipello", "RG", 28445, 0, true}};

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
        ferz_playouts_free(&found);
    }
    return best;
}

void bench_playouts(bench *b)
{
    b->heading = "| random games | playouts a second | plies a second, million | published | by | target | met |\n"
                 "| --- | --: | --: | --: | --- | --: | --- |";
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const perft_case start = {.label = rows[i].variant, .variant = rows[i].variant};
        if (!bench_selected(b, rows[i].variant) || !(rows[i].is_built_in || bench_has(b, rows[i].variant)))
            continue;
        double asked = rows[i].target > 0 ? rows[i].target : 10 * rows[i].published;
        ferz_variant *variant = bench_load(b, &start);
        ferz_game *game = ferz_game_create(variant, NULL, b->messages);
        double plies = 0, best = game ? best_of(b, game, &plies) : 0;
        char target[32];
        snprintf(target, sizeof target, "%.0f", asked);
        bench_row(b, "| %s | %.0f | %.2f | %.0f | %s |", rows[i].variant, best, plies * 1e-6, rows[i].published,
                  rows[i].published_by ? rows[i].published_by : "-");
        bench_target(b, target, best >= asked);
        bench_show_messages(b);
        ferz_game_free(game);
        ferz_variant_free(variant);
    }
}
