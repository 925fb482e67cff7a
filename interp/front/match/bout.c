#include "front/match/bout.h"

#include <string.h>

#include "base/random.h"
#include "front/interrupt.h"
#include "front/match/child.h"
#include "front/session.h"

enum { TRIES_MAX = 10000 /* of moves that turn out impossible, in one turn of a game where moves are tried */ };

int bout_seat(const ferz_game *game, size_t who)
{
    int party = 0;
    for (size_t i = 0; i < who; i++) {
        bool first = true; /* of his party */
        for (size_t k = 0; k < i; k++) {
            first = first && !ferz_game_allied(game, i, k);
        }
        if (ferz_game_allied(game, i, who)) {
            break;
        }
        party += first;
    }
    return party % 2;
}

const char *bout_score(const bout_result *r)
{
    static const char *const scores[] = {"1/2-1/2", "1-0", "0-1"};
    return r->end == BOUT_STOPPED || r->end == BOUT_FAILED ? "*" : scores[r->winner + 1];
}

/* A number that depends on the game and on how far it is. */
static uint64_t chance_now(const bout *b)
{
    random_source r = {b->seed + UINT64_C(0xD1342543DE82EF95) * ferz_play_plies(b->play)};
    return random_next(&r);
}

/* ---- ends ---- */

static void fail(const bout *b, bout_result *r)
{
    r->end = BOUT_FAILED;
    r->winner = -1;
    text_put(&r->words, ferz_messages_count(b->messages) ? ferz_messages_at(b->messages, 0).text : "out of memory");
}

static void put_status(const bout *b, bout_result *r, const ferz_status *status)
{
    r->end = BOUT_RULES;
    r->winner = status->outcome == FERZ_WIN ? bout_seat(b->game, status->winner) : -1;
    session_put_status(&r->words, b->game, status);
    if (r->words.length && !r->words.failed) {
        r->words.bytes[--r->words.length] = '\0'; /* the end of the line */
    }
}

static void put_fault(const bout *b, bout_result *r, int seat, const answer *a)
{
    r->end = BOUT_FAULT;
    r->fault = a->fault;
    r->culprit = seat;
    r->winner = 1 - seat;
    text_print(&r->words, "%s %s", b->players[seat]->side->name, text_string(&a->words));
}

/* Whether the rules end the game now. */
static bool is_over(const bout *b, bout_result *r)
{
    ferz_status status;
    if (ferz_play_status(b->play, &status, b->messages) != FERZ_OK) {
        fail(b, r);
        return true;
    }
    if (status.outcome == FERZ_ONGOING) {
        return false;
    }
    put_status(b, r, &status);
    return true;
}

/* Whether the mover could claim a draw: then he does. */
static bool is_claimed(const bout *b, bout_result *r)
{
    size_t count;
    char *moves = ferz_play_moves(b->play, &count, b->messages);
    bool over = !moves;
    if (!moves) {
        fail(b, r);
    }
    const char *move = moves;
    for (size_t i = 0; !over && i < count; i++, move += strlen(move) + 1) {
        ferz_status status;
        if (strncmp(move, "claim-", 6) != 0 || ferz_play_move(b->play, move, b->messages) != FERZ_OK) {
            continue;
        }
        over = ferz_play_status(b->play, &status, b->messages) == FERZ_OK && status.outcome == FERZ_DRAW;
        if (over) {
            put_status(b, r, &status);
        }
        ferz_play_undo(b->play);
    }
    ferz_free(moves);
    return over;
}

/* ---- moves ---- */

static bool throw_dice(const bout *b, bout_result *r, bool *thrown)
{
    ferz_throw dice;
    *thrown = ferz_play_throws(b->play, NULL, 0) > 0;
    if (*thrown && (!ferz_play_throw(b->play, chance_now(b), &dice) ||
                    ferz_play_move(b->play, dice.move, b->messages) != FERZ_OK)) {
        fail(b, r);
        return false;
    }
    return true;
}

typedef struct game_clock {
    int left[2]; /* milliseconds, by seat */
} game_clock;

/* Takes the time of a move off; too much of it is a fault. */
static void take_time(const bout *b, game_clock *c, int seat, int64_t spent, answer *a)
{
    const side_limits *l = &b->players[seat]->side->limits;
    if (a->kind != ANSWER_MOVE && a->kind != ANSWER_RESIGN) {
        return;
    }
    if (l->clock) {
        c->left[seat] -= (int)spent;
        if (c->left[seat] < -b->margin) {
            answer_fault(a, FAULT_TIME, "loses on time: %g s too much", -c->left[seat] / 1e3);
            return;
        }
        c->left[seat] = (c->left[seat] > 0 ? c->left[seat] : 0) + l->increment;
    }
    if (l->movetime && spent > l->movetime + b->margin) {
        answer_fault(a, FAULT_TIME, "loses on time: %g s for a move instead of %g s", (double)spent / 1e3,
                     l->movetime / 1e3);
    }
}

static void ask(const bout *b, game_clock *c, int seat, uint64_t seed, answer *a, bout_result *r)
{
    player *p = b->players[seat];
    const question q = {
        .play = b->play,
        .from = b->from,
        .from_start = b->from_start,
        .seat = seat,
        .clock = {c->left[0], c->left[1]},
        .margin = b->margin,
        .seed = seed,
    };
    int64_t began = child_now();
    p->kind->choose(p, &q, a);
    int64_t spent = child_now() - began;
    r->milliseconds[seat] += spent;
    r->moves[seat]++;
    take_time(b, c, seat, spent, a);
}

/* Plays what was answered; in games where moves are tried it may turn out impossible. False: the game is over. */
static bool play_answer(const bout *b, int seat, answer *a, bout_result *r, bool *played)
{
    char *said = NULL;
    ferz_messages_clear(b->messages);
    ferz_result result = ferz_game_attempts(b->game) ? ferz_play_attempt(b->play, a->move, played, &said, b->messages)
                                                     : ferz_play_move(b->play, a->move, b->messages);
    if (!ferz_game_attempts(b->game)) {
        *played = result == FERZ_OK;
    }
    ferz_free(said);
    if (result == FERZ_NO) {
        answer_fault(a, FAULT_ILLEGAL, "plays %s, which is no legal move", a->move);
        put_fault(b, r, seat, a);
    } else if (result != FERZ_OK) {
        fail(b, r);
    }
    return result == FERZ_OK;
}

/* One move of whoever is to act. False: the game is over. */
static bool play_move(const bout *b, game_clock *c, bout_result *r)
{
    int seat = bout_seat(b->game, ferz_play_commander(b->play));
    answer a = {.kind = ANSWER_FAILED};
    bool goes_on = false, played = false;
    for (uint64_t turn = 0; turn < TRIES_MAX && !played; turn++) {
        text_clear(&a.words);
        a.kind = ANSWER_FAILED;
        ask(b, c, seat, chance_now(b) + turn, &a, r);
        if (a.kind != ANSWER_MOVE) {
            break;
        }
        goes_on = play_answer(b, seat, &a, r, &played);
        if (!goes_on) {
            break;
        }
    }
    if (a.kind == ANSWER_FAULT && r->end != BOUT_FAULT) {
        put_fault(b, r, seat, &a);
    } else if (a.kind == ANSWER_RESIGN) {
        r->end = BOUT_RESIGNED;
        r->winner = 1 - seat;
        text_print(&r->words, "%s resigns", b->players[seat]->side->name);
    } else if (a.kind == ANSWER_STOPPED) {
        r->end = BOUT_STOPPED;
    } else if (a.kind == ANSWER_FAILED) {
        r->end = BOUT_FAILED;
        text_print(&r->words, "%s: %s", b->players[seat]->side->name, text_string(&a.words));
    } else if (goes_on && !played) {
        r->end = BOUT_FAILED;
        text_put(&r->words, "a turn of attempts without end");
    }
    text_finish(&a.words);
    return a.kind == ANSWER_MOVE && played;
}

/* Both are told of a new game. False: one of them is broken. */
static bool begin(const bout *b, const game_clock *c, bout_result *r)
{
    for (int seat = 0; seat < 2; seat++) {
        answer a = {0};
        player *p = b->players[seat];
        const question q = {.play = b->play,
                            .from = b->from,
                            .from_start = b->from_start,
                            .seat = seat,
                            .clock = {c->left[0], c->left[1]}};
        bool good = p->kind->new_game(p, &q, &a);
        if (!good && a.kind == ANSWER_FAULT) {
            put_fault(b, r, seat, &a);
        } else if (!good) {
            r->end = BOUT_STOPPED;
        }
        text_finish(&a.words);
        if (!good) {
            return false;
        }
    }
    return true;
}

void bout_play(const bout *b, bout_result *r)
{
    game_clock c = {{b->players[0]->side->limits.clock, b->players[1]->side->limits.clock}};
    size_t first = ferz_play_plies(b->play);
    *r = (bout_result){.end = BOUT_STOPPED, .winner = -1};
    ferz_messages_clear(b->messages);
    if (begin(b, &c, r)) {
        bool thrown;
        while (!interrupt_came() && !is_over(b, r) && throw_dice(b, r, &thrown)) {
            if (thrown) {
                continue;
            }
            if (is_claimed(b, r)) {
                break;
            }
            if (b->plies_max && ferz_play_plies(b->play) - first >= b->plies_max) {
                r->end = BOUT_LENGTH;
                text_print(&r->words, "draw: cut short after %zu plies", b->plies_max);
                break;
            }
            if (!play_move(b, &c, r)) {
                break;
            }
        }
    }
    r->plies = ferz_play_plies(b->play);
    for (int seat = 0; seat < 2; seat++) {
        b->players[seat]->kind->over(b->players[seat], bout_score(r), text_string(&r->words));
    }
}
