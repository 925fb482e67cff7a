#include "search/selfplay.h"

#include "base/word_moves.h"
#include "base/thread.h"
#include "play/notation.h"
#include "search/root.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    MATCH_OPENING_PLIES = 8,
    OPENING_TRIES = 200,
    FAIR_TRIES = 12,
    FAIR = 150, /* centipawns */
    FAIR_WITH_HANDS = 400,
    QUIET_MARGIN = 25, /* what captures may still change in a quiet position */
    QSEARCH_DEPTH = 5,
    HASH_BYTES = 1 << 20, /* cleared for every game, which has some ten thousand nodes */
};

static bool should_stop(selfplay *run)
{
    return run->failed || run->no_memory || (run->stop && run->stop(run->state));
}

static bool search_stops(void *run)
{
    return should_stop(run);
}

static int next_game(selfplay *run)
{
    pthread_mutex_lock(&run->lock);
    int number = should_stop(run) || !run->goes_on(run->state, run->next) ? -1 : run->next++;
    pthread_mutex_unlock(&run->lock);
    return number;
}

uint64_t selfplay_seed(const selfplay *run, int number, int purpose)
{
    uint64_t which = ((uint64_t)number << 16) + (uint64_t)purpose + 1;
    random_source r = {run->seed ^ (which + 1) * UINT64_C(0xD1B54A32D192ED03)};
    return random_next(&r) | 1;
}

/* ---- one game ---- */

bool selfplay_open(selfplay_thread *t, random_source *random, int plies)
{
    game_history *h = &t->game_history;
    for (int try = 0; try < OPENING_TRIES; try++) {
        if (!history_copy(h, t->run->start) || !history_reserve(h, SELFPLAY_PLIES_MAX + 2)) {
            t->run->no_memory = true;
            return false;
        }
        int ply = 0;
        while (ply < plies) {
            move_list list = {t->moves, 0, t->capacity, false};
            history_legal_moves(h, &list, false);
            if (list.count == 0) {
                break;
            }
            history_push(h, t->moves[random_below(random, (uint32_t)list.count)]);
            ply++;
        }
        if (ply == plies && history_outcome(h).kind == OUTCOME_ONGOING) {
            return true;
        }
    }
    return false;
}

static bool turn_of_first(const selfplay_thread *t, bool first)
{
    return (t->first >> t->game_history.position->state.side_to_move & 1) == first;
}

static double thread_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* False when the game cannot go on: see the run. */
static bool find_move(selfplay_thread *t, int player, uint64_t nodes, uint64_t seed, search_result *found)
{
    selfplay *run = t->run;
    search *s = t->search[run->variants[1] ? player : 0];
    /* a single node may take long */
    search_limits limits = {.nodes = nodes,
                            .seed = seed,
                            .oversight = run->oversight[player],
                            .method = METHOD_ALPHABETA,
                            .stop = search_stops,
                            .state = run};
    live_hooks *const hooks[] = {t->hooks};
    double began = thread_seconds();
    if (!search_run(s, &t->game_history, hooks, &limits, found)) {
        run->no_memory = true;
        return false;
    }
    t->seconds[player] += thread_seconds() - began;
    t->nodes[player] += found->nodes;
    if (found->failed || (t->hooks && t->hooks->failed)) {
        run->failed = true;
        return false;
    }
    return true;
}

bool selfplay_open_fair(selfplay_thread *t, random_source *random, int plies, uint64_t nodes)
{
    const int fair = t->game_history.variant->has_hands ? FAIR_WITH_HANDS : FAIR;
    for (int try = 0; try < FAIR_TRIES; try++) {
        search_result found;
        if (!selfplay_open(t, random, 2 + (int)random_below(random, (uint32_t)plies - 1))) {
            return false;
        }
        search_clear(t->search[0]);
        if (!find_move(t, 0, nodes, random_next(random) | 1, &found) || should_stop(t->run)) {
            return false;
        }
        if (found.score <= fair && found.score >= -fair) {
            break;
        }
    }
    return true;
}

int selfplay_game(selfplay_thread *t, int number, bool swapped, const uint64_t nodes[2],
                  void (*sample)(selfplay_thread *t, const search_result *found, void *into), void *into)
{
    const variant *v = t->game_history.variant;
    search_clear(t->search[0]);
    if (t->search[1]) {
        search_clear(t->search[1]);
    }
    for (int ply = 0; ply < SELFPLAY_PLIES_MAX; ply++) {
        game_outcome o = history_outcome(&t->game_history);
        if (o.kind == OUTCOME_WIN) {
            return t->first >> o.winner & 1 ? o.winner_share : WHOLE_POINT - o.winner_share;
        }
        if (o.kind == OUTCOME_DRAW) {
            return WHOLE_POINT / 2;
        }
        bool of_first = turn_of_first(t, true);
        int player = of_first == swapped;
        search_result found;
        if (!find_move(t, player, nodes[player], selfplay_seed(t->run, number, ply), &found) || should_stop(t->run)) {
            return SELFPLAY_STOPPED;
        }
        if (found.best == MOVE_NONE) {
            return WHOLE_POINT / 2;
        }
        if (found.mate && v->dice_outcome_count == 0) {
            return (found.mate > 0) == of_first ? WHOLE_POINT : 0; /* the mate is proven */
        }
        if (sample) {
            sample(t, &found, into);
        }
        history_push(&t->game_history, found.best);
    }
    return WHOLE_POINT / 2;
}

int selfplay_match_game(selfplay_thread *t, int number, uint64_t opening_nodes, const uint64_t nodes[2])
{
    random_source random = {selfplay_seed(t->run, number / 2, SELFPLAY_PAIR)};
    const bool swapped = number % 2;
    if (!selfplay_open_fair(t, &random, MATCH_OPENING_PLIES, opening_nodes)) {
        return WHOLE_POINT / 2;
    }
    const int points = selfplay_game(t, number, swapped, nodes, NULL, NULL);
    return points == SELFPLAY_STOPPED || !swapped ? points : WHOLE_POINT - points;
}

bool selfplay_replay(selfplay_thread *t, const char *moves, int opening,
                     void (*sample)(selfplay_thread *t, const search_result *found, void *into), void *into)
{
    game_history *h = &t->game_history;
    if (!history_copy(h, t->run->start) || !history_reserve(h, SELFPLAY_PLIES_MAX + 2)) {
        t->run->no_memory = true;
        return false;
    }
    for (int ply = 0; *moves && !move_is_claim(moves) && ply < SELFPLAY_PLIES_MAX && !should_stop(t->run); ply++) {
        move_list list = {t->moves, 0, t->capacity, false};
        history_legal_moves(h, &list, false);
        const search_result found = {.best = notation_find(h->position, &list, moves)};
        if (found.best == MOVE_NONE) {
            return false;
        }
        if (ply >= opening) {
            sample(t, &found, into);
        }
        history_push(h, found.best);
        moves += strlen(moves) + 1;
    }
    return true;
}

/* ---- quiet positions ---- */

static int evaluate(const selfplay_thread *t, const evaluation *e, bool first)
{
    uint32_t all = (1u << t->game_history.variant->players) - 1;
    return evaluation_score_full(e, t->game_history.position, first ? t->first : all & ~t->first);
}

int selfplay_static_score(const selfplay_thread *t, const evaluation *e)
{
    return evaluate(t, e, turn_of_first(t, true));
}

/* Quiescence search for the side to move; moves are listed from `used` on. */
static int qsearch(selfplay_thread *t, const evaluation *e, size_t used, int depth, int alpha, int beta)
{
    position *p = t->game_history.position;
    bool first = turn_of_first(t, true);
    int best = evaluate(t, e, first);
    if (best >= beta || depth == 0 || p->extra.roll_due) {
        return best;
    }
    alpha = best > alpha ? best : alpha;
    move_list list = {t->moves + used, 0, t->capacity - used, false};
    p->variant->core->noisy(p, &list);
    for (size_t i = used; i < used + list.count; i++) {
        if (evaluation_move_gain(e, p, t->moves[i]) + best + QUIET_MARGIN <= alpha) {
            continue;
        }
        history_push(&t->game_history, t->moves[i]);
        bool same = turn_of_first(t, first);
        size_t next = used + list.count;
        int score = same ? qsearch(t, e, next, depth - 1, alpha, beta) : -qsearch(t, e, next, depth - 1, -beta, -alpha);
        history_pop(&t->game_history);
        best = score > best ? score : best;
        alpha = best > alpha ? best : alpha;
        if (best >= beta) {
            break;
        }
    }
    return best;
}

bool selfplay_is_quiet(selfplay_thread *t, const evaluation *e, move best)
{
    position *p = t->game_history.position;
    if (p->extra.roll_due || p->variant->core->in_check(p, p->state.side_to_move) || evaluation_captured(p, best)) {
        return false;
    }
    int score = selfplay_static_score(t, e);
    return qsearch(t, e, 0, QSEARCH_DEPTH, score - 1, score + QUIET_MARGIN + 1) <= score + QUIET_MARGIN;
}

/* ---- threads ---- */

static void thread_finish(selfplay_thread *t)
{
    search_destroy(t->search[0]);
    search_destroy(t->search[1]);
    game_history_finish(&t->game_history);
    free(t->moves);
}

static bool thread_init(selfplay_thread *t)
{
    selfplay *run = t->run;
    const variant *v = run->start->variant;
    t->capacity = v->moves_max * 8 + 4096;
    t->moves = malloc(t->capacity * sizeof *t->moves);
    t->search[0] = search_create(run->variants[0], HASH_BYTES);
    t->search[1] = run->variants[1] ? search_create(run->variants[1], HASH_BYTES) : NULL;
    t->first = team_mask(v, 0);
    return game_history_init(&t->game_history, v, t->hooks) && t->moves && t->search[0] &&
           (!run->variants[1] || t->search[1]);
}

static void *thread_main(void *argument)
{
    selfplay_thread *t = argument;
    if (thread_init(t)) {
        for (int number = next_game(t->run); number >= 0; number = next_game(t->run)) {
            t->run->play(t, number);
        }
    } else {
        t->run->no_memory = true;
    }
    thread_finish(t);
    return NULL;
}

/* The first of the threads is this one. */
bool selfplay_run(selfplay *run)
{
    int threads = run->threads < 1 ? 1 : run->threads < SELFPLAY_THREADS_MAX ? run->threads : SELFPLAY_THREADS_MAX;
    selfplay_thread *pool = calloc((size_t)threads, sizeof *pool);
    pthread_t *ids = calloc((size_t)threads, sizeof *ids);
    run->next = 0;
    if (!pool || !ids) {
        run->no_memory = true;
    } else {
        int running = 0;
        pthread_mutex_init(&run->lock, NULL);
        for (int i = 0; i < threads; i++) {
            pool[i] = (selfplay_thread){.run = run, .hooks = run->hooks[i]};
        }
        while (running + 1 < threads && thread_start(&ids[running], thread_main, &pool[running + 1])) {
            running++;
        }
        thread_main(&pool[0]);
        while (running > 0) {
            pthread_join(ids[--running], NULL);
        }
        pthread_mutex_destroy(&run->lock);
    }
    free(pool);
    free(ids);
    return !run->failed && !run->no_memory;
}
