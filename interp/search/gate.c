#include "search/gate.h"

#include <stdlib.h>
#include <string.h>

enum {
    PLAYED = 1,
    PAIRS_LEAST = 30, /* fewer tell nothing by their interval */
};

typedef struct match {
    const gate_limits *limits;
    gate_progress *progress;
    sprt_params test;
    uint64_t nodes[2];
    uint8_t *points; /* [games] hundredths of the candidate, plus PLAYED; 0: not over */
    int counted;     /* games of the pairs that the test has seen: always the first ones */
    int done;
    uint64_t nodes_spent[2];
    double seconds_spent[2];
    bool aborted; /* a game had no time for its end */
} match;

/* Counts the pairs that are over, in their order, so that the verdict does not depend on which thread is quicker. */
static void count_pairs(match *m)
{
    elo_tally *tally = &m->progress->tally[m->progress->stage];
    while (m->progress->sprt.verdict == SPRT_CONTINUE && m->counted + 1 < m->limits->games && m->points[m->counted] &&
           m->points[m->counted + 1]) {
        int first = m->points[m->counted] - PLAYED, second = m->points[m->counted + 1] - PLAYED;
        elo_add_game(tally, first);
        elo_add_game(tally, second);
        elo_add_pair(tally, first + second);
        m->counted += 2;
        m->progress->sprt = sprt_update(&m->test, tally);
    }
}

static bool goes_on(void *state, int number)
{
    const match *m = state;
    return number + 1 - number % 2 < m->limits->games && m->progress->sprt.verdict == SPRT_CONTINUE && !m->aborted;
}

static bool is_stopped(const match *m)
{
    return m->limits->stop && m->limits->stop(m->limits->state);
}

static bool stops(void *state)
{
    const match *m = state;
    return is_stopped(m) || (m->limits->time_over && m->limits->time_over(m->limits->state, m->progress->stage));
}

/* Whether it is over, and won as far as it went. */
static bool is_won(const match *m)
{
    const elo_tally *tally = &m->progress->tally[m->progress->stage];
    return m->progress->sprt.verdict == SPRT_ACCEPT_H1 ||
           (m->progress->sprt.verdict == SPRT_CONTINUE && !is_stopped(m) && elo_pairs(tally) >= PAIRS_LEAST &&
            elo_estimate_of(tally).low > 0);
}

static void play(selfplay_thread *t, int number)
{
    match *m = t->run->state;
    uint64_t nodes_before[2] = {t->nodes[0], t->nodes[1]};
    double seconds_before[2] = {t->seconds[0], t->seconds[1]};
    const int points = selfplay_match_game(t, number, m->limits->nodes[GATE_NODES], m->nodes);
    pthread_mutex_lock(&t->run->lock);
    if (points == SELFPLAY_STOPPED) {
        m->aborted = true;
    } else {
        m->points[number] = (uint8_t)(points + PLAYED);
        m->done++;
        for (int i = 0; i < 2; i++) {
            m->nodes_spent[i] += t->nodes[i] - nodes_before[i];
            m->seconds_spent[i] += t->seconds[i] - seconds_before[i];
        }
        count_pairs(m);
        if (m->limits->on_game) {
            m->limits->on_game(m->limits->state, m->progress);
        }
    }
    pthread_mutex_unlock(&t->run->lock);
}

static gate_verdict play_match(match *m, const variant *candidate, const variant *incumbent)
{
    const gate_limits *l = m->limits;
    selfplay run = {
        .start = l->start,
        .hooks = l->hooks,
        .variants = {candidate, incumbent},
        .threads = l->threads,
        .seed = l->seed + (uint64_t)m->progress->stage,
        .play = play,
        .goes_on = goes_on,
        .stop = stops,
        .state = m,
    };
    m->points = calloc((size_t)l->games + 1, sizeof *m->points);
    bool ok = m->points && selfplay_run(&run);
    free(m->points);
    if (!ok) {
        return run.failed ? GATE_FAILED : GATE_NO_MEMORY;
    }
    return is_won(m) ? GATE_PASSED : GATE_NOT_PASSED;
}

static double speed_of(const match *m)
{
    double new_speed = m->seconds_spent[0] > 0 ? (double)m->nodes_spent[0] / m->seconds_spent[0] : 0;
    double old_speed = m->seconds_spent[1] > 0 ? (double)m->nodes_spent[1] / m->seconds_spent[1] : 0;
    double speed = old_speed > 0 ? new_speed / old_speed : 1;
    return speed < 0.05 ? 0.05 : speed < 20 ? speed : 20;
}

gate_verdict gate_run(const variant *candidate, const variant *incumbent, const gate_limits *limits, gate_progress *out)
{
    *out = (gate_progress){.stage = GATE_NODES};
    gate_verdict verdict = GATE_NOT_PASSED;
    for (int stage = GATE_NODES; stage <= GATE_TIME; stage++) {
        match m = {
            .limits = limits,
            .progress = out,
            .test = {.enabled = true, .elo0 = limits->elo0, .elo1 = limits->elo1, .alpha = 0.05, .beta = 0.05},
            .nodes = {limits->nodes[stage], limits->nodes[stage]},
        };
        out->stage = (gate_stage)stage;
        out->sprt = (sprt_state){.verdict = SPRT_CONTINUE};
        if (stage == GATE_TIME) {
            uint64_t nodes = (uint64_t)((double)limits->nodes[stage] * out->speed);
            m.nodes[0] = nodes > 0 ? nodes : 1;
        }
        verdict = play_match(&m, candidate, incumbent);
        if (stage == GATE_NODES) {
            out->speed = speed_of(&m);
        }
        if (verdict != GATE_PASSED) {
            break;
        }
    }
    return verdict;
}
