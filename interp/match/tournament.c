#include "match/tournament.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/random.h"
#include "base/thread.h"
#include "cli/interrupt.h"
#include "match/pgn.h"

enum { STARTS_MAX = 3 /* an engine that fails to start so often in a row ends the match */ };

/* One thread with its own players. */
typedef struct worker {
    tournament *c;
    player *players; /* [player_count] */
    ferz_messages *messages;
    pthread_t thread;
} worker;

/* Under the lock. */
static void fail(tournament *c, ferz_result result, const char *why)
{
    if (c->error == FERZ_OK) {
        c->error = result;
        text_put(&c->why, why);
    }
    c->stop_requested = true;
}

static void stop(tournament *c, ferz_result result, const char *why)
{
    pthread_mutex_lock(&c->lock);
    fail(c, result, why);
    pthread_mutex_unlock(&c->lock);
}

/* ---- numbering of games ---- */

static size_t pairing_count(const tournament *c)
{
    return c->player_count * (c->player_count - 1) / 2;
}

size_t tournament_opening(const tournament *c, size_t number)
{
    return number / pairing_count(c) / 2;
}

/* Whether the sides are swapped: the second game of an opening. */
static bool is_swapped(const tournament *c, size_t number)
{
    return number / pairing_count(c) % 2;
}

/* The two players of pairing `index`; results are counted for the first. */
static void find_pairing(const tournament *c, size_t index, size_t pair[2])
{
    for (pair[0] = 0; pair[0] < c->player_count; pair[0]++) {
        size_t others = c->player_count - 1 - pair[0];
        if (index < others) {
            break;
        }
        index -= others;
    }
    pair[1] = pair[0] + 1 + index;
}

/* ---- results ---- */

/* The SPRT uses pairs in their order: short games finish first, and that would bias the test. */
static void update_sprt(tournament *c)
{
    for (; 2 * c->sprt_pairs + 1 < c->total; c->sprt_pairs++) {
        const tournament_game *pair = &c->results[2 * c->sprt_pairs];
        if (!pair[0].done || !pair[1].done || c->sprt.verdict != SPRT_CONTINUE) {
            break;
        }
        if (pair[0].disputed || pair[1].disputed) {
            continue;
        }
        elo_add_game(&c->sprt_tally, pair[0].points);
        elo_add_game(&c->sprt_tally, pair[1].points);
        elo_add_pair(&c->sprt_tally, pair[0].points + pair[1].points);
        c->sprt = sprt_update(&c->test, &c->sprt_tally);
    }
    c->stop_requested = c->stop_requested || (c->test.enabled && c->sprt.verdict != SPRT_CONTINUE);
}

/* The other game with the same opening and the same players. */
static size_t paired_game(const tournament *c, size_t number)
{
    size_t pairings = pairing_count(c);
    return is_swapped(c, number) ? number - pairings : number + pairings;
}

/* The same tallies without disputed games. A pair counts where neither game is one. */
static void add_undisputed(tournament *c, size_t number, const size_t pair[2], int points)
{
    size_t paired = paired_game(c, number);
    elo_add_game(&c->rows[pair[0]].undisputed, points);
    elo_add_game(&c->rows[pair[1]].undisputed, 100 - points);
    if (paired < c->total && c->results[paired].done && !c->results[paired].disputed) {
        int both = points + c->results[paired].points;
        elo_add_pair(&c->rows[pair[0]].undisputed, both);
        elo_add_pair(&c->rows[pair[1]].undisputed, 200 - both);
    }
}

void tournament_add(tournament *c, size_t number, const match_game_result *r)
{
    const bool swapped = is_swapped(c, number);
    int points = swapped ? 100 - r->share : r->share;
    size_t paired = paired_game(c, number), pair[2];
    find_pairing(c, number % pairing_count(c), pair);
    c->results[number] = (tournament_game){.done = true, .points = (signed char)points, .disputed = r->disputed};
    c->finished++;
    c->seat_draws += r->winner < 0;
    c->seat_wins[0] += r->winner == 0;
    c->seat_wins[1] += r->winner == 1;
    c->seat_shares[r->share] += r->share % 50 != 0;
    elo_add_game(&c->rows[pair[0]].tally, points);
    elo_add_game(&c->rows[pair[1]].tally, 100 - points);
    if (paired < c->total && c->results[paired].done) {
        int both = points + c->results[paired].points;
        elo_add_pair(&c->rows[pair[0]].tally, both);
        elo_add_pair(&c->rows[pair[1]].tally, 200 - both);
    }
    if (!r->disputed) {
        add_undisputed(c, number, pair, points);
    }
    for (int seat = 0; seat < 2; seat++) {
        tournament_row *row = &c->rows[pair[seat ^ (int)swapped]];
        row->disputed += r->disputed && r->winner == 1 - seat;
        row->moves += r->moves[seat];
        row->milliseconds += r->milliseconds[seat];
        row->faults[r->fault] += r->end == MATCH_GAME_FAULT && r->fault_seat == seat;
    }
    if (c->player_count == 2) {
        update_sprt(c);
    }
}

static void write_pgn(worker *w, const match_game *b, const match_game_result *r, size_t number,
                      const player_spec *const seats[2])
{
    tournament *c = w->c;
    time_t now = time(NULL);
    struct tm utc;
    char date[16];
    gmtime_r(&now, &utc);
    strftime(date, sizeof date, "%Y.%m.%d", &utc);
    const pgn_game g = {b->game, b->start_fen, r, {seats[0], seats[1]}, number + 1, c->event, date};
    text t = {0};
    pgn_write(&g, w->messages, &t);
    pthread_mutex_lock(&c->lock);
    bool ok = pgn_append(c->pgn, &t);
    int error = errno;
    pthread_mutex_unlock(&c->lock);
    if (!ok) {
        text why = {0};
        text_print(&why, "cannot write the games: %s", strerror(error));
        stop(c, FERZ_SYSTEM_ERROR, text_string(&why));
        text_finish(&why);
    }
    text_finish(&t);
}

/* ---- players ---- */

/* Starts a player. False after an error, with the reason in `why`. */
static bool open_player(player *p, text *why)
{
    for (int attempt = 0; attempt < STARTS_MAX && !p->open && !interrupt_requested(); attempt++) {
        text_clear(why);
        p->open = p->ops->open(p, why);
    }
    return p->open;
}

static bool open_players(worker *w, const size_t pair[2])
{
    for (int i = 0; i < 2; i++) {
        text why = {0};
        bool ok = open_player(&w->players[pair[i]], &why);
        if (!ok && !interrupt_requested()) {
            text whole = {0};
            text_print(&whole, "%s cannot be started: %s", w->c->specs[pair[i]].name, text_string(&why));
            stop(w->c, FERZ_SYSTEM_ERROR, text_string(&whole));
            text_finish(&whole);
        }
        text_finish(&why);
        if (!ok) {
            return false;
        }
    }
    return true;
}

static uint64_t opening_seed(const tournament *c, size_t opening)
{
    random_source r = {c->seed + UINT64_C(0xA0761D6478BD642F) * (opening + 1)};
    return random_next(&r);
}

static void play_game(worker *w, size_t number)
{
    tournament *c = w->c;
    size_t opening = tournament_opening(c, number), pair[2];
    bool swapped = is_swapped(c, number);
    find_pairing(c, number % pairing_count(c), pair);
    if (!open_players(w, pair)) {
        return;
    }
    text why = {0};
    ferz_game *game = opening_game(&c->book, opening, w->messages, &why);
    if (!game) {
        stop(c, ferz_messages_result(w->messages) == FERZ_SYSTEM_ERROR ? FERZ_SYSTEM_ERROR : FERZ_REJECTED,
             text_string(&why));
        text_finish(&why);
        return;
    }
    const match_game b = {
        .variant = c->variant,
        .players = {&w->players[pair[swapped]], &w->players[pair[!swapped]]},
        .game = game,
        .start_fen = opening_fen(&c->book, opening),
        .is_startpos = c->book.fen_count == 0,
        .seed = opening_seed(c, opening),
        .max_plies = c->max_plies,
        .margin = c->margin,
        .messages = w->messages,
    };
    const player_spec *const seats[2] = {b.players[0]->spec, b.players[1]->spec};
    match_game_result r;
    match_game_play(&b, &r);
    if (r.end == MATCH_GAME_ERROR) {
        stop(c, FERZ_SYSTEM_ERROR, text_string(&r.reason));
    } else if (r.end != MATCH_GAME_INTERRUPTED) {
        if (c->pgn >= 0) {
            write_pgn(w, &b, &r, number, seats);
        }
        pthread_mutex_lock(&c->lock);
        tournament_add(c, number, &r);
        if (c->keep && !c->keep(c->state, number, &r)) {
            fail(c, FERZ_SYSTEM_ERROR, "the game could not be written");
        }
        if (c->on_game) {
            c->on_game(c->state, c, number, &r, seats);
        }
        pthread_mutex_unlock(&c->lock);
    }
    if (r.end == MATCH_GAME_FAULT) {
        player_close(b.players[r.fault_seat]); /* its state is unknown: it is started again for the next game */
    }
    ferz_game_free(game);
    text_finish(&r.reason);
    text_finish(&why);
}

/* ---- threads ---- */

static bool is_ours(const tournament *c, size_t number)
{
    return !c->shards || tournament_opening(c, number) % c->shards == c->shard;
}

/* Takes the number of the next game; false when there is none. */
static bool next_game(tournament *c, size_t *number)
{
    pthread_mutex_lock(&c->lock);
    while (c->next < c->total && (c->results[c->next].done || !is_ours(c, c->next))) {
        c->next++;
    }
    bool found = !c->stop_requested && !interrupt_requested() && c->next < c->total;
    *number = c->next;
    c->next += found;
    pthread_mutex_unlock(&c->lock);
    return found;
}

static void *worker_run(void *state)
{
    worker *w = state;
    size_t number;
    while (next_game(w->c, &number)) {
        play_game(w, number);
    }
    for (size_t i = 0; i < w->c->player_count; i++) {
        player_close(&w->players[i]);
    }
    return NULL;
}

static bool worker_begin(worker *w, tournament *c)
{
    *w = (worker){.c = c, .players = calloc(c->player_count, sizeof(player)), .messages = ferz_messages_create(false)};
    for (size_t i = 0; w->players && w->messages && i < c->player_count; i++) {
        w->players[i] = player_of(&c->specs[i], c->variant, w->messages);
        w->players[i].custom_positions = c->book.fen_count > 0;
    }
    return w->players && w->messages;
}

static void worker_finish(worker *w)
{
    ferz_messages_free(w->messages);
    free(w->players);
}

/* Starts all players once before the first game, so that a failure is reported at once. */
static bool open_all_players(worker *w, size_t player_count)
{
    for (size_t i = 1; i < player_count; i++) {
        const size_t both[2] = {i - 1, i};
        if (!open_players(w, both)) {
            return false;
        }
    }
    return true;
}

static void run(tournament *c, worker *workers, size_t worker_count)
{
    size_t started = 0;
    while (started + 1 < worker_count &&
           thread_start(&workers[started + 1].thread, worker_run, &workers[started + 1])) {
        started++;
    }
    worker_run(&workers[0]); /* this thread works too */
    for (size_t i = 1; i <= started; i++) {
        pthread_join(workers[i].thread, NULL);
    }
    c->stopped = interrupt_requested();
}

bool tournament_init(tournament *c)
{
    c->total = pairing_count(c) * c->games;
    c->rows = calloc(c->player_count, sizeof *c->rows);
    c->results = calloc(c->total, sizeof *c->results);
    return pthread_mutex_init(&c->lock, NULL) == 0 && c->rows && c->results;
}

bool tournament_play(tournament *c)
{
    size_t worker_count = (size_t)c->threads < c->total ? (size_t)c->threads : c->total;
    worker *workers = calloc(worker_count, sizeof *workers);
    size_t begun = 0;
    while (workers && begun < worker_count && worker_begin(&workers[begun], c)) {
        begun++;
    }
    if (begun == 0 || begun < worker_count) {
        stop(c, FERZ_SYSTEM_ERROR, "out of memory");
    } else if (open_all_players(&workers[0], c->player_count)) {
        if (c->test.enabled) {
            c->sprt = sprt_update(&c->test, &c->sprt_tally);
        }
        run(c, workers, worker_count);
    } else {
        player_close(&workers[0].players[0]);
        for (size_t i = 0; i < c->player_count; i++) {
            player_close(&workers[0].players[i]);
        }
        c->stopped = interrupt_requested();
    }
    for (size_t i = 0; workers && i < worker_count; i++) {
        worker_finish(&workers[i]);
    }
    free(workers);
    return c->error == FERZ_OK;
}

void tournament_finish(tournament *c)
{
    free(c->rows);
    free(c->results);
    text_finish(&c->why);
    pthread_mutex_destroy(&c->lock);
}
