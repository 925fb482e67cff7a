/* Batches: many games side by side, for programs that learn. Each is a playout whose moves the caller picks. */
#include "api/encoding.h"

#include "play/outcome.h"
#include "play/playout.h"
#include "play/visibility.h"

#include <stdlib.h>
#include <string.h>

enum { BATCH_PLIES = 5000, BATCH_GAMES_MAX = 1 << 20, REASON_MAX = 64, CUT_OFF = 2, FUEL_FOR_GAME = 100 };

typedef struct batch_game {
    playout playout;
    move_list list;    /* legal moves; none: it has ended */
    uint32_t *numbers; /* of each */
    size_t plies;
    uint8_t ended;       /* by the last step */
    size_t ended_plies;  /* of the game that ended */
    game_outcome result; /* of it; `reason` is not to be read */
    char reason[REASON_MAX];
} batch_game;

struct ferz_batch {
    const ferz_encoding *encoding;
    ferz_batch_options options;
    ferz_game *start; /* its hooks and its fuel serve all games */
    batch_game *games;
    size_t count;
    random_source random;
    uint8_t *bits;   /* [game][mask_bytes] legal actions of each game */
    size_t *chosen;  /* [games] during a step: which of its moves each game makes */
    position *view;  /* where something is hidden */
    bool unnumbered; /* a position had more moves than numbers */
    bool no_memory;
};

static size_t mask_length(const ferz_batch *b)
{
    return (b->encoding->count + 7) / 8;
}

/* ---- one game ---- */

static void number_moves(ferz_batch *b, batch_game *g)
{
    uint8_t *bits = b->bits + (size_t)(g - b->games) * mask_length(b);
    if (!encoding_numbers(b->encoding, g->playout.history.position, &g->list, g->numbers, bits)) {
        b->unnumbered = true;
        g->list.count = 0;
    }
}

static void end_game(batch_game *g, uint8_t how, const game_outcome *end)
{
    g->ended = how;
    g->ended_plies = g->plies;
    g->result = *end;
    size_t length = strnlen(end->reason, REASON_MAX - 1);
    memcpy(g->reason, how == CUT_OFF ? "cut off" : end->reason, how == CUT_OFF ? sizeof "cut off" : length);
    g->reason[how == CUT_OFF ? sizeof "cut off" - 1 : length] = '\0';
}

/* Finds the legal moves, or that the game is over. Dice fall here. False when it is over. */
static bool settle(ferz_batch *b, batch_game *g)
{
    game_outcome end;
    size_t most = b->options.plies ? b->options.plies : BATCH_PLIES;
    const live_hooks *hooks = g->playout.history.position->hooks;
    for (;;) {
        bool goes_on = playout_moves(&g->playout, &g->list, &end);
        if (hooks && hooks->failed) {
            g->list.count = 0;
            return true; /* the caller reports it */
        }
        if (!goes_on || g->plies >= most) {
            end_game(g, goes_on ? CUT_OFF : 1, &end);
            g->list.count = 0;
            return false;
        }
        if (!g->playout.history.position->extra.roll_due || b->options.rolls) {
            number_moves(b, g);
            return true;
        }
        if (!history_reserve(&g->playout.history, 1)) {
            b->no_memory = true;
            return true;
        }
        playout_play(&g->playout, playout_pick_move(g->playout.history.position, &g->list, &b->random));
        g->plies++;
    }
}

static void begin_game(ferz_batch *b, batch_game *g)
{
    g->plies = 0;
    if (!history_copy(&g->playout.history, &b->start->game_history)) {
        b->no_memory = true;
        return;
    }
    g->playout.history.position->fuel = &b->start->fuel;
    if (!settle(b, g)) { /* it is over where it begins */
        memset(b->bits + (size_t)(g - b->games) * mask_length(b), 0, mask_length(b));
    }
}

static void play(ferz_batch *b, batch_game *g, move m)
{
    if (!history_reserve(&g->playout.history, 1)) {
        b->no_memory = true;
        return;
    }
    g->playout.history.position->fuel = &b->start->fuel;
    playout_play(&g->playout, m);
    g->plies++;
    if (settle(b, g)) {
        return;
    }
    if (b->options.no_restart) {
        memset(b->bits + (size_t)(g - b->games) * mask_length(b), 0, mask_length(b));
    } else {
        uint8_t ended = g->ended;
        begin_game(b, g);
        g->ended = ended;
    }
}

/* ---- life ---- */

void ferz_batch_free(ferz_batch *b)
{
    if (!b) {
        return;
    }
    for (size_t i = 0; b->games && i < b->count; i++) {
        playout_finish(&b->games[i].playout);
        free(b->games[i].numbers);
    }
    position_destroy(b->view);
    ferz_game_free(b->start);
    free(b->games);
    free(b->bits);
    free(b->chosen);
    free(b);
}

static bool allocate(ferz_batch *b)
{
    const variant *v = b->encoding->variant->variant;
    b->games = calloc(b->count, sizeof *b->games);
    b->chosen = calloc(b->count, sizeof *b->chosen);
    b->bits = calloc(b->count, mask_length(b));
    bool ok = b->games && b->chosen && b->bits;
    for (size_t i = 0; ok && i < b->count; i++) {
        batch_game *g = &b->games[i];
        g->numbers = malloc(v->moves_max * sizeof *g->numbers);
        ok = g->numbers && playout_init(&g->playout, &b->start->game_history, live_table(b->start->live));
        g->playout.claims = !b->options.no_claims;
    }
    if (ok && visibility_limited(v)) {
        b->view = position_create(v, live_table(b->start->live));
        ok = b->view != NULL;
    }
    return ok;
}

ferz_batch *ferz_batch_create(const ferz_encoding *e, const ferz_game *start, size_t games,
                              const ferz_batch_options *options, ferz_messages *messages)
{
    if (MISSING(e) || MISSING(start)) {
        return NULL;
    }
    if (start->variant != e->variant || games == 0 || games > BATCH_GAMES_MAX) {
        messages_wrong_call(messages, start->variant != e->variant ? "the encoding is of another variant"
                                                                   : "a batch has 1 to 1,048,576 games");
        return NULL;
    }
    ferz_batch *b = calloc(1, sizeof *b);
    if (!b) {
        messages_out_of_memory(messages);
        return NULL;
    }
    if (options) {
        copy_sized(&b->options, sizeof b->options, options, sizeof b->options);
    }
    b->encoding = e;
    b->count = games;
    b->random = (random_source){b->options.seed};
    b->start = ferz_game_copy(start);
    if (!b->start || !allocate(b)) {
        messages_out_of_memory(messages);
        ferz_batch_free(b);
        return NULL;
    }
    if (ferz_batch_reset(b, messages) != FERZ_OK) {
        ferz_batch_free(b);
        return NULL;
    }
    return b;
}

size_t ferz_batch_games(const ferz_batch *b)
{
    return MISSING(b) ? 0 : b->count;
}

/* Ends a call: what went wrong in any game. */
static ferz_result settle_call(ferz_batch *b, ferz_messages *messages)
{
    ferz_result result = game_result(b->start, messages, FERZ_OK);
    if (b->no_memory) {
        result = messages_out_of_memory(messages);
    } else if (result == FERZ_OK && b->unnumbered) {
        diag_list diags;
        diag_list_init(&diags);
        diag_error(&diags, CODE_TOO_MANY, (location){0},
                   "a position has more moves without a number of their own than there are spare numbers");
        messages_append(messages, &diags);
        diag_list_finish(&diags);
        result = FERZ_REJECTED;
    }
    b->no_memory = b->unnumbered = false;
    return result;
}

ferz_result ferz_batch_reset(ferz_batch *b, ferz_messages *messages)
{
    if (MISSING(b)) {
        return FERZ_REJECTED;
    }
    game_begin(b->start, messages, OPERATION_LONG);
    for (size_t i = 0; i < b->count && fuel_draw(&b->start->fuel, FUEL_FOR_GAME); i++) {
        b->games[i].ended = 0;
        b->games[i].reason[0] = '\0';
        begin_game(b, &b->games[i]);
    }
    return settle_call(b, messages);
}

/* ---- looking ---- */

static void spread_bits(const uint8_t *bits, size_t count, uint8_t *bytes)
{
    for (size_t i = 0; i < count; i++) {
        bytes[i] = bits[i >> 3] >> (i & 7) & 1;
    }
}

static void put_points(const ferz_batch *b, const batch_game *g, float *points)
{
    const ferz_variant *v = b->encoding->variant;
    size_t players = v->rules->player_count, sides = ruleset_side_count(v->rules);
    for (size_t i = 0; i < players; i++) {
        points[i] = 0;
        if (g->ended == 1 && g->result.kind == OUTCOME_DRAW) {
            points[i] = 1.0F / (float)sides;
        } else if (g->ended == 1 && g->result.kind == OUTCOME_WIN) {
            int share = g->result.winner_share;
            bool wins = ferz_variant_allied(v, i, (size_t)g->result.winner);
            points[i] =
                wins ? (float)share / 100.0F : (float)(100 - share) / 100.0F / (float)(sides > 1 ? sides - 1 : 1);
        }
    }
}

static void put_planes(ferz_batch *b, const batch_game *g, uint8_t *planes)
{
    const position *now = g->playout.history.position;
    if (!b->view || now->extra.roll_due) {
        encoding_fill_planes(b->encoding, now, &g->playout.history, planes);
    } else {
        visibility_view(now, now->state.side_to_move, b->view);
        encoding_fill_planes(b->encoding, b->view, NULL, planes);
    }
}

static void look_at(ferz_batch *b, size_t index, const ferz_batch_view *view)
{
    batch_game *g = &b->games[index];
    const ferz_encoding *e = b->encoding;
    const position *now = g->playout.history.position;
    const uint8_t *bits = b->bits + index * mask_length(b);
    size_t players = (size_t)e->variant->variant->players;
    if (view->mask_bits) {
        memcpy(view->mask_bits + index * mask_length(b), bits, mask_length(b));
    }
    if (view->mask_bytes) {
        spread_bits(bits, e->count, view->mask_bytes + index * e->count);
    }
    if (view->planes) {
        put_planes(b, g, view->planes + index * e->plane_count * e->rows * e->columns);
    }
    if (view->players) {
        view->players[index] = (uint8_t)(now->extra.roll_due ? players : now->state.side_to_move);
    }
    if (view->ended) {
        view->ended[index] = g->ended;
    }
    if (view->points) {
        put_points(b, g, view->points + index * players);
    }
    if (view->plies) {
        view->plies[index] = (uint32_t)(g->ended ? g->ended_plies : g->plies);
    }
    if (view->move_count) {
        view->move_count[index] = (uint32_t)g->list.count;
    }
}

static void look(ferz_batch *b, const ferz_batch_view *given)
{
    ferz_batch_view view;
    copy_sized(&view, sizeof view, given, sizeof view);
    for (size_t i = 0; i < b->count; i++) {
        look_at(b, i, &view);
    }
}

ferz_result ferz_batch_look(ferz_batch *b, const ferz_batch_view *view, ferz_messages *messages)
{
    if (MISSING(b) || MISSING(view)) {
        return FERZ_REJECTED;
    }
    (void)messages;
    look(b, view);
    return FERZ_OK;
}

/* ---- playing ---- */

/* Which of its legal moves the action is; SIZE_MAX: none. */
static size_t find_action(const batch_game *g, int32_t action)
{
    for (size_t i = 0; i < g->list.count; i++) {
        if (g->numbers[i] == (uint32_t)action) {
            return i;
        }
    }
    return SIZE_MAX;
}

static bool choose_moves(ferz_batch *b, const int32_t *actions, ferz_messages *messages)
{
    for (size_t i = 0; i < b->count; i++) {
        b->chosen[i] = find_action(&b->games[i], actions[i]);
        if (b->chosen[i] == SIZE_MAX && b->games[i].list.count) {
            diag_list diags;
            diag_list_init(&diags);
            diag_error(&diags, CODE_ILLEGAL_MOVE, (location){0}, "action %d is no legal move in game %zu",
                       (int)actions[i], i);
            messages_append(messages, &diags);
            diag_list_finish(&diags);
            return false;
        }
    }
    return true;
}

ferz_result ferz_batch_step(ferz_batch *b, const int32_t *actions, const ferz_batch_view *view, ferz_messages *messages)
{
    if (MISSING(b) || MISSING(actions) || !choose_moves(b, actions, messages)) {
        return FERZ_REJECTED;
    }
    game_begin(b->start, messages, OPERATION_LONG);
    for (size_t i = 0; i < b->count && fuel_draw(&b->start->fuel, FUEL_FOR_GAME); i++) {
        batch_game *g = &b->games[i];
        g->ended = 0;
        if (b->chosen[i] != SIZE_MAX) {
            play(b, g, g->list.moves[b->chosen[i]]);
        }
    }
    ferz_result result = settle_call(b, messages);
    if (result == FERZ_OK && view) {
        look(b, view);
    }
    return result;
}

void ferz_batch_sample(ferz_batch *b, int32_t *actions)
{
    if (MISSING(b) || MISSING(actions)) {
        return;
    }
    for (size_t i = 0; i < b->count; i++) {
        const batch_game *g = &b->games[i];
        actions[i] = g->list.count ? (int32_t)g->numbers[random_pick(&b->random, (uint32_t)g->list.count)] : -1;
    }
}

const char *ferz_batch_reason(const ferz_batch *b, size_t game)
{
    return MISSING(b) || game >= b->count ? "" : b->games[game].reason;
}

ferz_game *ferz_batch_game(const ferz_batch *b, size_t game, ferz_messages *messages)
{
    if (MISSING(b) || game >= b->count) {
        return NULL;
    }
    const game_history *from = &b->games[game].playout.history;
    ferz_game *made = ferz_game_copy(b->start);
    bool ok = made && history_reserve(&made->game_history, from->count);
    for (size_t i = b->start->game_history.count; ok && i < from->count; i++) {
        char written[MOVE_TEXT_MAX];
        notation_write_one(made->game_history.position, from->plies[i].move, written);
        ok = ferz_game_move(made, written, messages) == FERZ_OK;
    }
    if (!ok) {
        ferz_game_free(made);
        return NULL;
    }
    return made;
}
