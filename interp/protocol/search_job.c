#include "protocol/search_job.h"
#include "base/thread.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct search_job {
    pthread_t thread;
    bool busy;
    _Atomic bool stop, ponders, infinite;
    pthread_mutex_t lock; /* with `changed`: signals changes of the three flags above */
    pthread_cond_t changed;
    int ready[2]; /* a pipe: a byte in it says that the result is ready */
    /* The search thread owns the rest while it runs. */
    search_job_request request;
    char *searchmoves;
    ferz_game *game;
    search_job_result result;
};

/* ---- create and destroy ---- */

search_job *search_job_create(void)
{
    search_job *t = calloc(1, sizeof *t);
    if (!t) {
        return NULL;
    }
    if (pipe(t->ready) != 0) {
        free(t);
        return NULL;
    }
    for (int i = 0; i < 2; i++) {
        fcntl(t->ready[i], F_SETFD, FD_CLOEXEC);
    }
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->changed, NULL);
    return t;
}

void search_job_result_finish(search_job_result *result)
{
    ferz_free(result->best.move);
    ferz_free(result->best.pv);
    ferz_messages_free(result->messages);
    *result = (search_job_result){0};
}

void search_job_destroy(search_job *t)
{
    if (!t) {
        return;
    }
    if (t->busy) {
        search_job_result result;
        search_job_stop(t);
        search_job_wait(t, &result);
        search_job_result_finish(&result);
    }
    close(t->ready[0]);
    close(t->ready[1]);
    pthread_cond_destroy(&t->changed);
    pthread_mutex_destroy(&t->lock);
    free(t);
}

/* ---- on the search thread ---- */

static bool should_stop(void *state)
{
    search_job *t = state;
    return atomic_load_explicit(&t->stop, memory_order_relaxed);
}

static bool is_pondering(void *state)
{
    search_job *t = state;
    return atomic_load_explicit(&t->ponders, memory_order_relaxed);
}

static void forward_info(void *state, const ferz_report *report)
{
    search_job *t = state;
    t->request.info(t->request.state, report);
}

/* ---- the thread ---- */

static void *search_job_run(void *state)
{
    search_job *t = state;
    search_job_result *a = &t->result;
    if (t->request.perft_depth) {
        a->result = ferz_game_perft(t->game, t->request.perft_depth, t->request.divide, t->request.state, &a->nodes,
                                    a->messages);
        if (a->result == FERZ_BUDGET_EXCEEDED && atomic_load(&t->stop)) { /* that is no error */
            ferz_messages_clear(a->messages);
            a->result = FERZ_OK;
        }
    } else {
        a->result = ferz_engine_best_move(t->request.engine, t->game, &t->request.limits, &a->best, a->messages);
    }
    pthread_mutex_lock(&t->lock);
    while (!atomic_load(&t->stop) && (atomic_load(&t->ponders) || atomic_load(&t->infinite))) {
        pthread_cond_wait(&t->changed, &t->lock);
    }
    pthread_mutex_unlock(&t->lock);
    a->stopped = atomic_load(&t->stop);
    while (write(t->ready[1], "", 1) < 0 && errno == EINTR) {
    }
    return NULL;
}

/* ---- for the caller ---- */

int search_job_ready_fd(const search_job *t)
{
    return t->ready[0];
}

bool search_job_busy(const search_job *t)
{
    return t->busy;
}

static void release(search_job *t)
{
    ferz_game_free(t->game);
    free(t->searchmoves);
    t->game = NULL;
    t->searchmoves = NULL;
    t->busy = false;
}

bool search_job_start(search_job *t, const search_job_request *request, const ferz_game *game)
{
    t->request = *request;
    t->request.limits.stop = should_stop;
    t->request.limits.ponders = request->ponders ? is_pondering : NULL;
    t->request.limits.info = request->info ? forward_info : NULL;
    t->request.limits.state = t;
    atomic_store(&t->stop, false);
    atomic_store(&t->ponders, request->ponders);
    atomic_store(&t->infinite, request->infinite);
    t->result = (search_job_result){.messages = ferz_messages_create(false)};
    if (t->result.messages) {
        ferz_messages_set_budget(t->result.messages, (ferz_budget){.stop = should_stop, .state = t});
    }
    t->game = ferz_game_copy(game);
    if (request->limits.searchmoves) {
        size_t length = strlen(request->limits.searchmoves) + 1;
        t->searchmoves = malloc(length);
        if (t->searchmoves) {
            memcpy(t->searchmoves, request->limits.searchmoves, length);
        }
        t->request.limits.searchmoves = t->searchmoves;
    }
    if (t->game && t->result.messages && (t->searchmoves || !request->limits.searchmoves) &&
        thread_start(&t->thread, search_job_run, t)) {
        t->busy = true;
        return true;
    }
    search_job_result_finish(&t->result);
    release(t);
    return false;
}

static void set_flag(search_job *t, _Atomic bool *flag, bool value)
{
    pthread_mutex_lock(&t->lock);
    atomic_store(flag, value);
    pthread_cond_signal(&t->changed);
    pthread_mutex_unlock(&t->lock);
}

void search_job_stop(search_job *t)
{
    set_flag(t, &t->stop, true);
}

void search_job_ponderhit(search_job *t)
{
    set_flag(t, &t->ponders, false);
}

void search_job_wait(search_job *t, search_job_result *result)
{
    char byte;
    while (read(t->ready[0], &byte, 1) < 0 && errno == EINTR) {
    }
    pthread_join(t->thread, NULL);
    *result = t->result;
    t->result = (search_job_result){0};
    release(t);
}
