#include "api/ferz_internal.h"

#include "play/playout.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PLIES_DEFAULT = 5000, PLIES_BETWEEN_CLOCKS = 256, ENDS_MAX = 1000 };

typedef struct job {
    const ferz_playout_limits *limits;
    ferz_playouts *found;
    const ferz_variant *variant;
    playout out;
    size_t ends_room;
    size_t last; /* the last end: probably the next one too */
    double until;
    uint64_t unclocked; /* plies since the clock was read */
} job;

double clock_seconds(clockid_t clock)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static bool is_end(const ferz_playout_end *e, const game_outcome *v)
{
    bool won = v->kind == OUTCOME_WIN;
    return (e->status.outcome == FERZ_WIN) == won &&
           (!won || (e->status.winner == (size_t)v->winner && e->status.winner_share == v->winner_share)) &&
           strcmp(e->status.reason, v->reason) == 0;
}

/* The entry for this verdict, new if needed. Texts of hooks are copied, since they do not last. NULL when out of
 * memory. */
static ferz_playout_end *end_of(job *j, const game_outcome *v)
{
    ferz_playouts *f = j->found;
    for (size_t i = 0; i < f->end_count; i++) {
        size_t at = (j->last + i) % f->end_count;
        if (is_end(&f->ends[at], v)) {
            j->last = at;
            return &f->ends[at];
        }
    }
    if (f->end_count == j->ends_room) {
        size_t room = j->ends_room ? j->ends_room * 2 : 16;
        ferz_playout_end *more = realloc(f->ends, room * sizeof *more);
        if (!more) {
            return NULL;
        }
        f->ends = more;
        j->ends_room = room;
    }
    bool too_many = f->end_count >= ENDS_MAX; /* a script may give each game a text of its own */
    const char *reason_text = too_many ? "other endings" : v->reason;
    char *reason = malloc(strlen(reason_text) + 1);
    if (!reason) {
        return NULL;
    }
    memcpy(reason, reason_text, strlen(reason_text) + 1);
    j->last = too_many ? f->end_count - 1 : f->end_count;
    if (too_many && strcmp(f->ends[j->last].status.reason, reason_text) == 0) {
        free(reason);
        return &f->ends[j->last];
    }
    j->last = f->end_count++;
    f->ends[j->last] = (ferz_playout_end){
        .status = {.outcome = v->kind == OUTCOME_WIN ? FERZ_WIN : FERZ_DRAW,
                   .winner_share = v->kind == OUTCOME_WIN ? v->winner_share : 0,
                   .winner = v->kind == OUTCOME_WIN ? (size_t)v->winner : 0,
                   .reason = reason},
    };
    return &f->ends[j->last];
}

static void tell_game(const job *j, size_t plies, const ferz_status *status)
{
    if (j->limits->on_game) {
        j->limits->on_game(j->limits->state, plies, status);
    }
}

static bool count_game(job *j, playout_result result, size_t plies, const game_outcome *v)
{
    ferz_playouts *f = j->found;
    f->shortest = f->games == 0 || plies < f->shortest ? plies : f->shortest;
    f->longest = plies > f->longest ? plies : f->longest;
    f->games++;
    f->plies += plies;
    if (result == PLAYOUT_PLY_LIMIT) {
        f->cut++;
        tell_game(j, plies, &(ferz_status){.outcome = FERZ_ONGOING, .reason = ""});
        return true;
    }
    ferz_playout_end *e = end_of(j, v);
    if (e) {
        e->games++;
        tell_game(j, plies, &e->status);
    }
    return e != NULL;
}

static bool is_done(job *j, size_t plies)
{
    const ferz_playout_limits *l = j->limits;
    if (l->games && j->found->games >= l->games) {
        return true;
    }
    j->unclocked += plies + 1;
    if (j->unclocked < PLIES_BETWEEN_CLOCKS) {
        return false;
    }
    j->unclocked = 0;
    return !fuel_left(j->out.history.position->fuel) ||
           (l->milliseconds && clock_seconds(CLOCK_MONOTONIC) >= j->until) || (l->stop && l->stop(l->state));
}

/* Each game has its own seed, drawn from the given one: game 1000 is the same whatever the other games were. */
static playout_result play_all(job *j)
{
    const ferz_playout_limits *l = j->limits;
    random_source seeds = {l->seed};
    size_t max_plies = l->plies ? l->plies : PLIES_DEFAULT, plies = 0;
    playout_result result = PLAYOUT_ENDED;
    bool done = !l->games && !l->milliseconds;
    while (!done) {
        game_outcome end;
        result = playout_run(&j->out, random_next(&seeds), max_plies, &plies, &end);
        if (!fuel_left(j->out.history.position->fuel)) {
            return PLAYOUT_ENDED; /* the fuel is out in the middle of a game, which does not count */
        }
        if (result == PLAYOUT_FAILED || result == PLAYOUT_NO_MEMORY) {
            return result;
        }
        if (!count_game(j, result, plies, &end)) {
            return PLAYOUT_NO_MEMORY;
        }
        done = is_done(j, plies);
    }
    return PLAYOUT_ENDED;
}

static int most_frequent_first(const void *left, const void *right)
{
    const ferz_playout_end *a = left, *b = right;
    if (a->games != b->games) {
        return a->games < b->games ? 1 : -1;
    }
    if (a->status.outcome != b->status.outcome) {
        return a->status.outcome < b->status.outcome ? -1 : 1;
    }
    if (a->status.winner != b->status.winner) {
        return a->status.winner < b->status.winner ? -1 : 1;
    }
    return strcmp(a->status.reason, b->status.reason);
}

ferz_result ferz_game_playouts(const ferz_game *from, const ferz_playout_limits *given, ferz_playouts *found,
                               ferz_messages *messages)
{
    if (MISSING(from) || MISSING(given) || MISSING(found)) {
        return FERZ_REJECTED;
    }
    ferz_playout_limits known, *limits = &known;
    copy_sized(limits, sizeof *limits, given, SIZE_IN_0_2(ferz_playout_limits, state));
    diag_list diags;
    diag_list_init(&diags);
    memset(found, 0, sizeof *found);
    ferz_game *own = game_new(from->variant, &diags); /* it has its own hooks */
    job j = {.limits = limits, .found = found, .variant = from->variant};
    playout_result result = PLAYOUT_NO_MEMORY;
    if (own && playout_init(&j.out, &from->game_history, live_table(own->live))) {
        j.out.claims = !limits->no_claims;
        game_begin(own, messages, OPERATION_LONG);
        j.out.history.position->fuel = &own->fuel;
        double begin = clock_seconds(CLOCK_THREAD_CPUTIME_ID);
        j.until = clock_seconds(CLOCK_MONOTONIC) + limits->milliseconds * 1e-3;
        result = play_all(&j);
        found->seconds = clock_seconds(CLOCK_THREAD_CPUTIME_ID) - begin;
        playout_finish(&j.out);
    }
    if (found->end_count) {
        qsort(found->ends, found->end_count, sizeof *found->ends, most_frequent_first);
    }
    if (result == PLAYOUT_NO_MEMORY && diags.errors == 0) {
        diag_out_of_memory(&diags);
    }
    messages_append(messages, &diags);
    diag_list_finish(&diags);
    ferz_result settled = own ? game_result(own, messages, FERZ_OK) : FERZ_SYSTEM_ERROR;
    ferz_game_free(own);
    return result == PLAYOUT_NO_MEMORY ? FERZ_SYSTEM_ERROR : settled;
}

void ferz_playouts_free(ferz_playouts *found)
{
    if (!found) {
        return;
    }
    for (size_t i = 0; i < found->end_count; i++) {
        free((char *)found->ends[i].status.reason);
    }
    free(found->ends);
    memset(found, 0, sizeof *found);
}
