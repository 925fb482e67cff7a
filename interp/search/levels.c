#include "search/levels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { OPENING_PLIES = 8, FAIR_NODES = 2000, PLAYED = 1 };

static const tuning_level usual[TUNING_LEVELS] = {{500, 320}, {700, 220}, {1000, 140}, {1500, 75}, {2300, 30},
                                                  {3100, 12}, {4600, 0},  {7500, 0},   {12500, 0}, {200000, 0}};
/* The strongest first: the usual levels, and players that are weaker still. */
static const tuning_level ladder[LEVELS_RUNGS] = {{12500, 0}, {7500, 0},   {4600, 0},  {3100, 12}, {2300, 30},
                                                  {1500, 75}, {1000, 140}, {700, 220}, {500, 320}, {400, 420},
                                                  {300, 520}, {250, 620},  {200, 720}, {150, 820}, {100, 900}};

const tuning_level *levels_of(const tuning *t)
{
    return t && t->levels ? t->levels : usual;
}

/* ---- the matches ---- */

typedef struct measuring {
    const levels_limits *limits;
    int rung; /* the stronger player's; the other stands below */
    int games;
    int done; /* games of this match */
    int64_t points;
    int before; /* games of the matches before */
    bool aborted;
} measuring;

static bool goes_on(void *state, int number)
{
    const measuring *m = state;
    return number < m->games && !m->aborted;
}

static bool stops(void *state)
{
    const measuring *m = state;
    return m->limits->stop && m->limits->stop(m->limits->state);
}

static void play(selfplay_thread *t, int number)
{
    measuring *m = t->run->state;
    const tuning_level *both = ladder + m->rung;
    const uint64_t nodes[2] = {(uint64_t)both[0].nodes, (uint64_t)both[1].nodes};
    random_source random = {selfplay_seed(t->run, number / 2, SELFPLAY_PAIR)};
    const bool swapped = number % 2;
    int points = WHOLE_POINT / 2;
    if (selfplay_open_fair(t, &random, OPENING_PLIES, FAIR_NODES)) {
        points = selfplay_game(t, number, swapped, nodes, NULL, NULL);
    }
    pthread_mutex_lock(&t->run->lock);
    if (points == SELFPLAY_STOPPED) {
        m->aborted = true;
    } else {
        m->points += swapped ? WHOLE_POINT - points : points;
        m->done++;
        if (m->limits->on_game) {
            m->limits->on_game(m->limits->state, m->before + m->done);
        }
    }
    pthread_mutex_unlock(&t->run->lock);
}

/* Games of weak players cost little, and their levels lie close: up to four times as many. */
static int games_between(int games, int nodes)
{
    enum { NODES_OF_ONE = 3000, MORE_AT_MOST = 4 };
    const int more = NODES_OF_ONE / nodes;
    return games * (more < 1 ? 1 : more < MORE_AT_MOST ? more : MORE_AT_MOST);
}

/* The Elo of the score, where at least one game in so many is thought to be lost and won. */
static double elo_of(const measuring *m)
{
    const double score = ((double)m->points / WHOLE_POINT + 0.5) / (m->done + 1);
    const double elo = -400 * log10(1 / score - 1);
    return elo > 1 ? elo : 1; /* the ladder goes down */
}

double levels_on_ladder(const double *elo, int rungs, tuning_level level[TUNING_LEVELS])
{
    const int below = TUNING_LEVELS - 2; /* levels below the highest but one */
    const double range = -elo[rungs - 1], step = fmin(LEVELS_STEP_ELO, range / below);
    const double top = fmin(0, elo[LEVELS_BEGINNER] + step * below);
    for (int i = 0; i <= below; i++) {
        const double wanted = top - step * (below - i);
        int rung = 0;
        while (rung + 2 < rungs && elo[rung + 1] > wanted) {
            rung++;
        }
        const double part = fmin(1, (elo[rung] - wanted) / (elo[rung] - elo[rung + 1]));
        const tuning_level *up = &ladder[rung], *down = &ladder[rung + 1];
        level[i] = (tuning_level){
            .nodes = (int32_t)lround(up->nodes * pow((double)down->nodes / up->nodes, part)),
            .oversight = (int32_t)lround(up->oversight + part * (down->oversight - up->oversight)),
        };
    }
    return step;
}

levels_outcome levels_measure(const levels_limits *limits, levels_found *out)
{
    const variant *v = limits->start->variant;
    double elo[LEVELS_RUNGS] = {0};
    int rungs = 1;
    memset(out, 0, sizeof *out);
    for (; rungs < LEVELS_RUNGS &&
           (rungs <= LEVELS_BEGINNER || elo[rungs - 1] > -LEVELS_STEP_ELO * (TUNING_LEVELS - 2.0));
         rungs++) {
        measuring m = {.limits = limits,
                       .rung = rungs - 1,
                       .games = games_between(limits->games, ladder[rungs - 1].nodes),
                       .before = out->games};
        selfplay run = {.start = limits->start,
                        .hooks = limits->hooks,
                        .variants = {v, v},
                        .oversight = {ladder[rungs - 1].oversight, ladder[rungs].oversight},
                        .threads = limits->threads,
                        .seed = limits->seed + (uint64_t)rungs * 1000003,
                        .play = play,
                        .goes_on = goes_on,
                        .stop = stops,
                        .state = &m};
        if (!selfplay_run(&run)) {
            return run.failed ? LEVELS_FAILED : LEVELS_NO_MEMORY;
        }
        out->games += m.done;
        if (m.aborted || m.done < m.games) {
            return LEVELS_STOPPED;
        }
        elo[rungs] = elo[rungs - 1] - elo_of(&m);
    }
    out->level[TUNING_LEVELS - 1] = usual[TUNING_LEVELS - 1];
    out->step = levels_on_ladder(elo, rungs, out->level);
    return out->step < LEVELS_STEP_LEAST ? LEVELS_ALIKE : LEVELS_DONE;
}
