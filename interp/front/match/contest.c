#include "front/match/contest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/random.h"
#include "front/interrupt.h"
#include "front/match/pgn.h"

enum { STARTS_MAX = 3 /* an engine that cannot be started again so often in a row ends the match */ };

/* One thread, and the players that it keeps. */
typedef struct worker {
    contest *c;
    player *players; /* [side_count] */
    ferz_messages *messages;
    pthread_t thread;
} worker;

static void stop(contest *c, ferz_result result, const char *why)
{
    pthread_mutex_lock(&c->lock);
    if (c->failed == FERZ_OK) {
        c->failed = result;
        text_put(&c->why, why);
    }
    c->enough = true;
    pthread_mutex_unlock(&c->lock);
}

/* ---- which game is which ---- */

static size_t pairing_count(const contest *c)
{
    return c->side_count * (c->side_count - 1) / 2;
}

/* The two sides of pairing `index`, the first of them the one that results are counted for. */
static void find_pairing(const contest *c, size_t index, size_t sides[2])
{
    for (sides[0] = 0; sides[0] < c->side_count; sides[0]++) {
        size_t others = c->side_count - 1 - sides[0];
        if (index < others) {
            break;
        }
        index -= others;
    }
    sides[1] = sides[0] + 1 + index;
}

/* ---- results ---- */

static void count(elo_tally *t, int points)
{
    t->wins += points == 2;
    t->draws += points == 1;
    t->losses += points == 0;
}

/* The test looks at pairs in their order: who finishes first says something about who wins. */
static void try_pairs(contest *c)
{
    for (; 2 * c->pairs_tried + 1 < c->total; c->pairs_tried++) {
        const contest_game *pair = &c->list[2 * c->pairs_tried];
        if (!pair[0].done || !pair[1].done || c->trial.verdict != ELO_OPEN) {
            break;
        }
        count(&c->tried, pair[0].points);
        count(&c->tried, pair[1].points);
        c->tried.pairs[pair[0].points + pair[1].points]++;
        c->trial = elo_try(&c->test, &c->tried);
    }
    c->enough = c->enough || (c->test.wanted && c->trial.verdict != ELO_OPEN);
}

/* The game before or after `number` with the same opening and the same sides. */
static size_t twin_of(const contest *c, size_t number)
{
    size_t pairings = pairing_count(c);
    return number / pairings % 2 ? number - pairings : number + pairings;
}

static void note_result(contest *c, size_t number, const size_t sides[2], bool turned, const bout_result *r)
{
    int points = r->winner < 0 ? 1 : (r->winner == 0) != turned ? 2 : 0;
    size_t twin = twin_of(c, number);
    c->list[number] = (contest_game){true, (signed char)points};
    c->finished++;
    count(&c->rows[sides[0]].tally, points);
    count(&c->rows[sides[1]].tally, 2 - points);
    if (twin < c->total && c->list[twin].done) {
        int both = points + c->list[twin].points;
        c->rows[sides[0]].tally.pairs[both]++;
        c->rows[sides[1]].tally.pairs[4 - both]++;
    }
    for (int seat = 0; seat < 2; seat++) {
        contest_row *row = &c->rows[sides[seat ^ (int)turned]];
        row->moves += r->moves[seat];
        row->milliseconds += r->milliseconds[seat];
        row->faults[r->fault] += r->end == BOUT_FAULT && r->culprit == seat;
    }
    if (c->side_count == 2) {
        try_pairs(c);
    }
}

static void keep(worker *w, const bout *b, const bout_result *r, size_t number, const side *const seats[2])
{
    contest *c = w->c;
    time_t now = time(NULL);
    struct tm day;
    char date[16];
    gmtime_r(&now, &day);
    strftime(date, sizeof date, "%Y.%m.%d", &day);
    const pgn_game g = {b->play, b->from, r, {seats[0], seats[1]}, number + 1, c->event, date};
    text t = {0};
    pgn_write(&g, w->messages, &t);
    pthread_mutex_lock(&c->lock);
    bool good = pgn_append(c->pgn, &t);
    int error = errno;
    pthread_mutex_unlock(&c->lock);
    if (!good) {
        text why = {0};
        text_print(&why, "cannot write the games: %s", strerror(error));
        stop(c, FERZ_FAULT, text_string(&why));
        text_finish(&why);
    }
    text_finish(&t);
}

/* ---- players ---- */

/* Makes a player ready. False: `why` says why not. */
static bool make_ready(player *p, text *why)
{
    for (int turn = 0; turn < STARTS_MAX && !p->open && !interrupt_came(); turn++) {
        text_clear(why);
        p->open = p->kind->open(p, why);
    }
    return p->open;
}

static bool make_both_ready(worker *w, const size_t sides[2])
{
    for (int i = 0; i < 2; i++) {
        text why = {0};
        bool good = make_ready(&w->players[sides[i]], &why);
        if (!good && !interrupt_came()) {
            text whole = {0};
            text_print(&whole, "%s cannot be started: %s", w->c->sides[sides[i]].name, text_string(&why));
            stop(w->c, FERZ_FAULT, text_string(&whole));
            text_finish(&whole);
        }
        text_finish(&why);
        if (!good) {
            return false;
        }
    }
    return true;
}

static uint64_t seed_of(const contest *c, size_t opening)
{
    random_source r = {c->seed + UINT64_C(0xA0761D6478BD642F) * (opening + 1)};
    return random_next(&r);
}

static void play_game(worker *w, size_t number)
{
    contest *c = w->c;
    size_t pairings = pairing_count(c), opening = number / pairings / 2, sides[2];
    bool turned = number / pairings % 2;
    find_pairing(c, number % pairings, sides);
    if (!make_both_ready(w, sides)) {
        return;
    }
    text why = {0};
    ferz_play *play = opening_play(&c->book, opening, w->messages, &why);
    if (!play) {
        stop(c, ferz_messages_result(w->messages) == FERZ_FAULT ? FERZ_FAULT : FERZ_NO, text_string(&why));
        text_finish(&why);
        return;
    }
    const bout b = {
        .game = c->game,
        .players = {&w->players[sides[turned]], &w->players[sides[!turned]]},
        .play = play,
        .from = opening_from(&c->book, opening),
        .from_start = c->book.line_count == 0,
        .seed = seed_of(c, opening),
        .plies_max = c->plies_max,
        .margin = c->margin,
        .messages = w->messages,
    };
    const side *const seats[2] = {b.players[0]->side, b.players[1]->side};
    bout_result r;
    bout_play(&b, &r);
    if (r.end == BOUT_FAILED) {
        stop(c, FERZ_FAULT, text_string(&r.words));
    } else if (r.end != BOUT_STOPPED) {
        if (c->pgn >= 0) {
            keep(w, &b, &r, number, seats);
        }
        pthread_mutex_lock(&c->lock);
        note_result(c, number, sides, turned, &r);
        if (c->told) {
            c->told(c->state, c, number, &r, seats);
        }
        pthread_mutex_unlock(&c->lock);
    }
    if (r.end == BOUT_FAULT) {
        player_close(b.players[r.culprit]); /* whatever state it is in: the next game begins anew */
    }
    ferz_play_destroy(play);
    text_finish(&r.words);
    text_finish(&why);
}

/* ---- threads ---- */

/* The next game, or false. */
static bool take_game(contest *c, size_t *number)
{
    pthread_mutex_lock(&c->lock);
    bool found = !c->enough && !interrupt_came() && c->next < c->total;
    *number = c->next;
    c->next += found;
    pthread_mutex_unlock(&c->lock);
    return found;
}

static void *work(void *state)
{
    worker *w = state;
    size_t number;
    while (take_game(w->c, &number)) {
        play_game(w, number);
    }
    for (size_t i = 0; i < w->c->side_count; i++) {
        player_close(&w->players[i]);
    }
    return NULL;
}

static bool worker_begin(worker *w, contest *c)
{
    *w = (worker){.c = c, .players = calloc(c->side_count, sizeof(player)), .messages = ferz_messages_create(false)};
    for (size_t i = 0; w->players && w->messages && i < c->side_count; i++) {
        w->players[i] = player_of(&c->sides[i], c->game, w->messages);
        w->players[i].positions = c->book.line_count > 0;
    }
    return w->players && w->messages;
}

static void worker_finish(worker *w)
{
    ferz_messages_destroy(w->messages);
    free(w->players);
}

/* All sides are started once before anybody plays: what cannot be started is said at once. */
static bool try_sides(worker *w)
{
    for (size_t i = 1; i < w->c->side_count; i++) {
        const size_t both[2] = {i - 1, i};
        if (!make_both_ready(w, both)) {
            return false;
        }
    }
    return true;
}

static void run(contest *c, worker *workers, size_t count_of)
{
    size_t started = 0;
    while (started + 1 < count_of &&
           pthread_create(&workers[started + 1].thread, NULL, work, &workers[started + 1]) == 0) {
        started++;
    }
    work(&workers[0]); /* this thread works too */
    for (size_t i = 1; i <= started; i++) {
        pthread_join(workers[i].thread, NULL);
    }
    c->stopped = interrupt_came();
}

bool contest_play(contest *c)
{
    c->total = pairing_count(c) * c->games;
    size_t count_of = (size_t)c->threads < c->total ? (size_t)c->threads : c->total;
    worker *workers = calloc(count_of, sizeof *workers);
    c->rows = calloc(c->side_count, sizeof *c->rows);
    c->list = calloc(c->total, sizeof *c->list);
    pthread_mutex_init(&c->lock, NULL);
    bool good = workers && c->rows && c->list;
    for (size_t i = 0; good && i < count_of; i++) {
        good = worker_begin(&workers[i], c);
    }
    if (!good) {
        stop(c, FERZ_FAULT, "out of memory");
    } else if (try_sides(&workers[0])) {
        if (c->test.wanted) {
            c->trial = elo_try(&c->test, &c->tried);
        }
        run(c, workers, count_of);
    } else {
        player_close(&workers[0].players[0]);
        for (size_t i = 0; i < c->side_count; i++) {
            player_close(&workers[0].players[i]);
        }
        c->stopped = interrupt_came();
    }
    for (size_t i = 0; workers && i < count_of; i++) {
        worker_finish(&workers[i]);
    }
    free(workers);
    return c->failed == FERZ_OK;
}

void contest_finish(contest *c)
{
    free(c->rows);
    free(c->list);
    text_finish(&c->why);
    pthread_mutex_destroy(&c->lock);
}
