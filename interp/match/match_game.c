#include "match/match_game.h"

#include <limits.h>
#include <string.h>

#include "base/random.h"
#include "cli/interrupt.h"
#include "match/child.h"
#include "cli/session.h"
#include "playtest/claim.h"

enum { ATTEMPTS_MAX = 10000 /* attempts in one turn, in games where illegal attempts are allowed */ };

int match_game_seat(const ferz_variant *variant, size_t player_index)
{
    int team = 0;
    for (size_t i = 0; i < player_index; i++) {
        bool first = true; /* of their team */
        for (size_t k = 0; k < i; k++) {
            first = first && !ferz_variant_allied(variant, i, k);
        }
        if (ferz_variant_allied(variant, i, player_index)) {
            break;
        }
        team += first;
    }
    return team % 2;
}

const char *match_game_score(const match_game_result *r)
{
    static const char *const scores[] = {"1/2-1/2", "1-0", "0-1"};
    if (r->end == MATCH_GAME_INTERRUPTED || r->end == MATCH_GAME_ERROR) {
        return "*";
    }
    return scores[r->share > 75 ? 1 : r->share < 25 ? 2 : 0];
}

/* A random number that depends on the game and the ply. */
static uint64_t move_seed(const match_game *b)
{
    random_source r = {b->seed + UINT64_C(0xD1342543DE82EF95) * ferz_game_ply_count(b->game)};
    return random_next(&r);
}

/* ---- ends ---- */

static void set_error(const match_game *b, match_game_result *r)
{
    r->end = MATCH_GAME_ERROR;
    r->winner = -1;
    text_put(&r->reason, ferz_messages_count(b->messages) ? ferz_messages_at(b->messages, 0).text : "out of memory");
}

static void put_status(const match_game *b, match_game_result *r, const ferz_status *status)
{
    r->end = MATCH_GAME_RULES;
    r->winner = status->outcome == FERZ_WIN ? match_game_seat(b->variant, status->winner) : -1;
    r->share = r->winner < 0 ? 50 : r->winner == 0 ? status->winner_share : 100 - status->winner_share;
    status_put(&r->reason, b->variant, status);
    if (r->reason.length && !r->reason.failed) {
        r->reason.bytes[--r->reason.length] = '\0'; /* the end of the line */
    }
}

static void put_fault(const match_game *b, match_game_result *r, int seat, const move_answer *a)
{
    r->end = MATCH_GAME_FAULT;
    r->fault = a->fault;
    r->fault_seat = seat;
    r->disputed = a->disputed;
    r->winner = 1 - seat;
    r->share = 100 * seat;
    text_print(&r->reason, "%s %s", b->players[seat]->spec->name, text_string(&a->reason));
}

/* Whether the rules end the game now. */
static bool is_over(const match_game *b, match_game_result *r)
{
    ferz_status status;
    if (ferz_game_status(b->game, &status, b->messages) != FERZ_OK) {
        set_error(b, r);
        return true;
    }
    if (status.outcome == FERZ_ONGOING) {
        return false;
    }
    put_status(b, r, &status);
    return true;
}

/* Whether the side to move claims a draw. */
static bool is_claimed(const match_game *b, match_game_result *r)
{
    ferz_status status;
    const claim_found claim = claim_find(b->game, &status, b->messages);
    if (claim == CLAIM_HOLDS) {
        put_status(b, r, &status);
    } else if (claim == CLAIM_FAILED) {
        set_error(b, r);
    }
    return claim != CLAIM_NONE;
}

/* ---- moves ---- */

static bool roll_dice(const match_game *b, match_game_result *r, bool *rolled)
{
    ferz_roll dice;
    *rolled = ferz_game_rolls(b->game, NULL, 0) > 0;
    if (*rolled &&
        (!ferz_game_roll(b->game, move_seed(b), &dice) || ferz_game_move(b->game, dice.move, b->messages) != FERZ_OK)) {
        set_error(b, r);
        return false;
    }
    return true;
}

enum { CLOCK_MAX = INT_MAX / 2 }; /* twelve days: more time than any game takes */

typedef struct game_clock {
    int left[2]; /* milliseconds, by seat */
} game_clock;

/* Charges the time of a move; a large overrun is a fault. */
static void charge_time(const match_game *b, game_clock *c, int seat, int64_t spent, move_answer *a)
{
    const player_limits *l = &b->players[seat]->spec->limits;
    if (a->kind != ANSWER_MOVE && a->kind != ANSWER_RESIGN) {
        return;
    }
    if (l->clock) {
        c->left[seat] = (int)(c->left[seat] - (spent < CLOCK_MAX ? spent : CLOCK_MAX));
        if (c->left[seat] < -b->margin) {
            move_answer_fault(a, FAULT_TIME, "loses on time: %g s too much", -c->left[seat] / 1e3);
            return;
        }
        const int64_t left = (int64_t)(c->left[seat] > 0 ? c->left[seat] : 0) + l->increment;
        c->left[seat] = left < CLOCK_MAX ? (int)left : CLOCK_MAX;
    }
    if (l->movetime && spent > l->movetime + b->margin) {
        move_answer_fault(a, FAULT_TIME, "loses on time: %g s for a move instead of %g s", (double)spent / 1e3,
                          l->movetime / 1e3);
    }
}

static void request_move(const match_game *b, game_clock *c, int seat, uint64_t seed, move_answer *a,
                         match_game_result *r)
{
    player *p = b->players[seat];
    const move_request q = {
        .game = b->game,
        .start_fen = b->start_fen,
        .is_startpos = b->is_startpos,
        .seat = seat,
        .clock = {c->left[0], c->left[1]},
        .margin = b->margin,
        .seed = seed,
    };
    int64_t start_time = child_now_ms();
    p->ops->choose_move(p, &q, a);
    int64_t spent = child_now_ms() - start_time;
    r->milliseconds[seat] += spent;
    r->moves[seat]++;
    charge_time(b, c, seat, spent, a);
}

/* Plays the answer. In games with attempts it may be impossible. False: the game is over. */
static bool play_answer(const match_game *b, int seat, move_answer *a, match_game_result *r, bool *played)
{
    char *announced = NULL;
    ferz_messages_clear(b->messages);
    ferz_result result = ferz_variant_facts(b->variant)->has_tries
                             ? ferz_game_try(b->game, a->move, played, &announced, b->messages)
                             : ferz_game_move(b->game, a->move, b->messages);
    if (!ferz_variant_facts(b->variant)->has_tries) {
        *played = result == FERZ_OK;
    }
    ferz_free(announced);
    if (result == FERZ_REJECTED) {
        move_answer_fault(a, FAULT_ILLEGAL, "plays %s, which is not legal", a->move);
        put_fault(b, r, seat, a);
    } else if (result != FERZ_OK) {
        set_error(b, r);
    }
    return result == FERZ_OK;
}

/* One move of the side that acts. False: the game is over. */
static bool play_move(const match_game *b, game_clock *c, match_game_result *r)
{
    int seat = match_game_seat(b->variant, ferz_game_commander(b->game));
    move_answer a = {.kind = ANSWER_ERROR};
    bool continues = false, played = false;
    for (uint64_t attempt = 0; attempt < ATTEMPTS_MAX && !played; attempt++) {
        text_clear(&a.reason);
        a.kind = ANSWER_ERROR;
        a.disputed = false;
        request_move(b, c, seat, move_seed(b) + attempt, &a, r);
        if (a.kind != ANSWER_MOVE) {
            break;
        }
        continues = play_answer(b, seat, &a, r, &played);
        if (!continues) {
            break;
        }
    }
    if (a.kind == ANSWER_FAULT && r->end != MATCH_GAME_FAULT) {
        put_fault(b, r, seat, &a);
    } else if (a.kind == ANSWER_RESIGN) {
        r->end = MATCH_GAME_RESIGNED;
        r->winner = 1 - seat;
        r->share = 100 * seat;
        r->disputed = b->players[seat]->spec->rules_differ;
        text_print(&r->reason, "%s resigns", b->players[seat]->spec->name);
    } else if (a.kind == ANSWER_INTERRUPTED) {
        r->end = MATCH_GAME_INTERRUPTED;
    } else if (a.kind == ANSWER_ERROR) {
        r->end = MATCH_GAME_ERROR;
        text_print(&r->reason, "%s: %s", b->players[seat]->spec->name, text_string(&a.reason));
    } else if (continues && !played) {
        r->end = MATCH_GAME_ERROR;
        text_put(&r->reason, "too many attempts in one turn");
    }
    text_finish(&a.reason);
    return a.kind == ANSWER_MOVE && played;
}

/* Tells both players of a new game. False: one of them failed. */
static bool start_game(const match_game *b, const game_clock *c, match_game_result *r)
{
    for (int seat = 0; seat < 2; seat++) {
        move_answer a = {0};
        player *p = b->players[seat];
        const move_request q = {.game = b->game,
                                .start_fen = b->start_fen,
                                .is_startpos = b->is_startpos,
                                .seat = seat,
                                .clock = {c->left[0], c->left[1]}};
        bool ok = p->ops->new_game(p, &q, &a);
        if (!ok && a.kind == ANSWER_FAULT) {
            put_fault(b, r, seat, &a);
        } else if (!ok) {
            r->end = MATCH_GAME_INTERRUPTED;
        }
        text_finish(&a.reason);
        if (!ok) {
            return false;
        }
    }
    return true;
}

void match_game_play(const match_game *b, match_game_result *r)
{
    game_clock c = {{b->players[0]->spec->limits.clock, b->players[1]->spec->limits.clock}};
    size_t first = ferz_game_ply_count(b->game);
    *r = (match_game_result){.end = MATCH_GAME_INTERRUPTED, .winner = -1, .share = 50};
    ferz_messages_clear(b->messages);
    if (start_game(b, &c, r)) {
        bool rolled;
        while (!interrupt_requested() && !is_over(b, r) && roll_dice(b, r, &rolled)) {
            if (rolled) {
                continue;
            }
            if (is_claimed(b, r)) {
                break;
            }
            if (b->max_plies && ferz_game_ply_count(b->game) - first >= b->max_plies) {
                r->end = MATCH_GAME_MAX_PLIES;
                text_print(&r->reason, "draw: cut short after %zu plies", b->max_plies);
                break;
            }
            if (!play_move(b, &c, r)) {
                break;
            }
        }
    }
    r->plies = ferz_game_ply_count(b->game);
    for (int seat = 0; seat < 2; seat++) {
        b->players[seat]->ops->game_over(b->players[seat], match_game_score(r), text_string(&r->reason));
    }
}
