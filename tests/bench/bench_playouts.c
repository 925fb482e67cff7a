/* Random games from start to end, one thread, beside what each game should reach on the machine that the project is measured on.
 */
#include "bench_playouts.h"

#include <inttypes.h>
#include <stdio.h>

static const struct {
    const char *game;
    double wanted; /* games a second */
} rows[] = {{"tic-tac-toe", 3e6}, {"morris", 50e3}, {"draughts-international", 20e3}, {"chess", 10e3}};

/* The best of so many runs of half a second; 0 after a fault. */
static double best_of(int runs, const ferz_play *play, ferz_messages *messages, double *plies_a_second)
{
    double best = 0;
    for (int run = 0; run < runs; run++) {
        const ferz_playout_limits limits = {.milliseconds = 500, .seed = (uint64_t)run + 1};
        ferz_playouts found;
        double rate = 0;
        if (ferz_play_playouts(play, &limits, &found, messages) == FERZ_OK && found.seconds > 0)
            rate = (double)found.games / found.seconds;
        if (rate > best) {
            best = rate;
            *plies_a_second = (double)found.plies / found.seconds;
        }
        ferz_playouts_finish(&found);
    }
    return best;
}

bool bench_playouts(int runs, const char *const *dirs, ferz_messages *messages)
{
    bool reached = true;
    puts("\n| random games | playouts a second | wanted | plies a second, million |\n| --- | --: | --: | --: |");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ferz_game *game = ferz_game_load(rows[i].game, dirs, NULL, 0, 1, messages);
        ferz_play *play = game ? ferz_play_create(game, NULL, messages) : NULL;
        double plies = 0, best = play ? best_of(runs, play, messages, &plies) : 0;
        printf("| %s | %.0f | %.0f | %.2f |%s\n", rows[i].game, best, rows[i].wanted, plies * 1e-6,
               best < rows[i].wanted ? " MISSED" : "");
        fflush(stdout);
        reached = reached && best >= rows[i].wanted;
        ferz_play_destroy(play);
        ferz_game_destroy(game);
    }
    return reached;
}
