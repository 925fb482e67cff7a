#include "front/thinker.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct thinker {
    pthread_t thread;
    bool busy;
    _Atomic bool stop, ponders, holds;
    pthread_mutex_t lock; /* with `told`: the three above have changed, for who waits */
    pthread_cond_t told;
    int ready[2]; /* a pipe: a byte in it says that the answer is there */
    /* The rest belongs to the thread while it runs. */
    thought what;
    char *only;
    ferz_play *play;
    thinker_answer answer;
};

/* ---- life ---- */

thinker *thinker_create(void)
{
    thinker *t = calloc(1, sizeof *t);
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
    pthread_cond_init(&t->told, NULL);
    return t;
}

void thinker_answer_finish(thinker_answer *answer)
{
    ferz_free(answer->best.move);
    ferz_free(answer->best.line);
    ferz_messages_destroy(answer->messages);
    *answer = (thinker_answer){0};
}

void thinker_destroy(thinker *t)
{
    if (!t) {
        return;
    }
    if (t->busy) {
        thinker_answer answer;
        thinker_stop(t);
        thinker_take(t, &answer);
        thinker_answer_finish(&answer);
    }
    close(t->ready[0]);
    close(t->ready[1]);
    pthread_cond_destroy(&t->told);
    pthread_mutex_destroy(&t->lock);
    free(t);
}

/* ---- on the thread ---- */

static bool asks_stop(void *state)
{
    thinker *t = state;
    return atomic_load_explicit(&t->stop, memory_order_relaxed);
}

static bool asks_ponders(void *state)
{
    thinker *t = state;
    return atomic_load_explicit(&t->ponders, memory_order_relaxed);
}

static void passes_info(void *state, const ferz_report *report)
{
    thinker *t = state;
    t->what.info(t->what.state, report);
}

/* ---- counting that can be stopped ---- */

enum { COUNT_UNASKED = 3 }; /* plies that are counted in one go: a blink, even on large boards */

typedef struct count_list {
    char *words; /* moves, each ended by a NUL */
    size_t length, room, count;
    bool failed;
} count_list;

static void add_word(void *state, const char *move, uint64_t nodes)
{
    (void)nodes;
    count_list *l = state;
    size_t length = strlen(move) + 1;
    if (l->length + length > l->room) {
        size_t room = (l->length + length) * 2;
        char *more = realloc(l->words, room);
        if (!more) {
            l->failed = true;
            return;
        }
        l->words = more;
        l->room = room;
    }
    memcpy(l->words + l->length, move, length);
    l->length += length;
    l->count++;
}

static ferz_result count(thinker *t, int depth, bool top, uint64_t *nodes);

/* What follows one move. A game that has ended is counted on, but its moves cannot be played one by one. */
static ferz_result count_after(thinker *t, const char *move, int depth, uint64_t *nodes, bool *played)
{
    *played = ferz_play_move(t->play, move, NULL) == FERZ_OK;
    if (!*played) {
        return FERZ_OK;
    }
    ferz_result result = count(t, depth - 1, false, nodes);
    ferz_play_undo(t->play);
    return result;
}

static ferz_result count(thinker *t, int depth, bool top, uint64_t *nodes)
{
    void (*divide)(void *, const char *, uint64_t) = top ? t->what.divide : NULL;
    *nodes = 0;
    if (depth <= COUNT_UNASKED) {
        return ferz_play_perft(t->play, depth, divide, t->what.state, nodes, t->answer.messages);
    }
    count_list list = {0};
    uint64_t first;
    ferz_result result = ferz_play_perft(t->play, 1, add_word, &list, &first, t->answer.messages);
    const char *word = list.words;
    bool played = true;
    for (size_t i = 0; i < list.count && result == FERZ_OK && !asks_stop(t) && played; i++, word += strlen(word) + 1) {
        uint64_t after = 0;
        result = count_after(t, word, depth, &after, &played);
        *nodes += after;
        if (divide && played && !asks_stop(t)) {
            divide(t->what.state, word, after);
        }
    }
    if (!played) {
        result = ferz_play_perft(t->play, depth, divide, t->what.state, nodes, t->answer.messages);
    }
    free(list.words);
    return list.failed ? FERZ_FAULT : result;
}

/* ---- thinking ---- */

static void *run(void *state)
{
    thinker *t = state;
    thinker_answer *a = &t->answer;
    if (t->what.count) {
        a->result = count(t, t->what.count, true, &a->nodes);
    } else {
        a->result = ferz_engine_best(t->what.engine, t->play, &t->what.limits, &a->best, a->messages);
    }
    pthread_mutex_lock(&t->lock);
    while (!atomic_load(&t->stop) && (atomic_load(&t->ponders) || atomic_load(&t->holds))) {
        pthread_cond_wait(&t->told, &t->lock);
    }
    pthread_mutex_unlock(&t->lock);
    a->stopped = atomic_load(&t->stop);
    while (write(t->ready[1], "", 1) < 0 && errno == EINTR) {
    }
    return NULL;
}

/* ---- for the caller ---- */

int thinker_ready(const thinker *t)
{
    return t->ready[0];
}

bool thinker_busy(const thinker *t)
{
    return t->busy;
}

static void forget(thinker *t)
{
    ferz_play_destroy(t->play);
    free(t->only);
    t->play = NULL;
    t->only = NULL;
    t->busy = false;
}

bool thinker_start(thinker *t, const thought *what, const ferz_play *play)
{
    t->what = *what;
    t->what.limits.stop = asks_stop;
    t->what.limits.ponders = what->ponders ? asks_ponders : NULL;
    t->what.limits.info = what->info ? passes_info : NULL;
    t->what.limits.state = t;
    atomic_store(&t->stop, false);
    atomic_store(&t->ponders, what->ponders);
    atomic_store(&t->holds, what->holds);
    t->answer = (thinker_answer){.messages = ferz_messages_create(false)};
    t->play = ferz_play_copy(play);
    if (what->limits.only) {
        size_t length = strlen(what->limits.only) + 1;
        t->only = malloc(length);
        if (t->only) {
            memcpy(t->only, what->limits.only, length);
        }
        t->what.limits.only = t->only;
    }
    if (t->play && t->answer.messages && (t->only || !what->limits.only) &&
        pthread_create(&t->thread, NULL, run, t) == 0) {
        t->busy = true;
        return true;
    }
    thinker_answer_finish(&t->answer);
    forget(t);
    return false;
}

static void tell(thinker *t, _Atomic bool *what, bool value)
{
    pthread_mutex_lock(&t->lock);
    atomic_store(what, value);
    pthread_cond_signal(&t->told);
    pthread_mutex_unlock(&t->lock);
}

void thinker_stop(thinker *t)
{
    tell(t, &t->stop, true);
}

void thinker_hit(thinker *t)
{
    tell(t, &t->ponders, false);
}

void thinker_take(thinker *t, thinker_answer *answer)
{
    char byte;
    while (read(t->ready[0], &byte, 1) < 0 && errno == EINTR) {
    }
    pthread_join(t->thread, NULL);
    *answer = t->answer;
    t->answer = (thinker_answer){0};
    forget(t);
}
