#include "search/levels.h"

#include "base/elo.h"

#include <math.h>
#include <string.h>

enum { OPENING_NODES = 2000 };

static const tuning_level usual[TUNING_LEVELS] = {{500, 320}, {700, 220}, {1000, 140}, {1500, 75}, {2300, 30},
                                                  {3100, 12}, {4600, 0},  {7500, 0},   {12500, 0}, {200000, 0}};
/* Players that are weaker still. */
static const tuning_level weaker[] = {{400, 420}, {300, 520}, {250, 620}, {200, 720}, {150, 820}, {100, 900}};
_Static_assert(LEVELS_BEGINNER + 1 + sizeof weaker / sizeof *weaker == LEVELS_RUNGS, "a player for each rung");

/* The strongest first: the usual levels but the last, then weaker players. */
static tuning_level player_on(int rung)
{
    return rung <= LEVELS_BEGINNER ? usual[LEVELS_BEGINNER - rung] : weaker[rung - LEVELS_BEGINNER - 1];
}

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
    const uint64_t nodes[2] = {(uint64_t)player_on(m->rung).nodes, (uint64_t)player_on(m->rung + 1).nodes};
    const int points = selfplay_match_game(t, number, OPENING_NODES, nodes);
    pthread_mutex_lock(&t->run->lock);
    if (points == SELFPLAY_STOPPED) {
        m->aborted = true;
    } else {
        m->points += points;
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

/* Of the score and a drawn game more, so that it is finite. */
static double elo_of(const measuring *m)
{
    const double elo = elo_from_score(((double)m->points / WHOLE_POINT + 0.5) / (m->done + 1));
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
        const tuning_level up = player_on(rung), down = player_on(rung + 1);
        level[i] = (tuning_level){
            .nodes = (int32_t)lround(up.nodes * pow((double)down.nodes / up.nodes, part)),
            .oversight = (int32_t)lround(up.oversight + part * (down.oversight - up.oversight)),
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
                       .games = games_between(limits->games, player_on(rungs - 1).nodes),
                       .before = out->games};
        selfplay run = {.start = limits->start,
                        .hooks = limits->hooks,
                        .variants = {v, v},
                        .oversight = {player_on(rungs - 1).oversight, player_on(rungs).oversight},
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
