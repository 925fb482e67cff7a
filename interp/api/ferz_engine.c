/* The engine: searches a move for a game in progress. */
#include "api/ferz_internal.h"

#include "play/written_move.h"
#include "play/visibility.h"
#include "search/hook_failure.h"
#include "search/levels.h"

#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 256 };

struct ferz_engine {
    const ferz_variant *variant;
    search *search;
    live_binding **live; /* [threads] in games with live hooks: each thread its own */
    live_hooks **hooks;  /* [threads] */
    int threads;         /* number of threads that have room */
};

/* ---- levels ---- */

bool ferz_variant_limits_of_level(const ferz_variant *v, int level, ferz_limits *limits)
{
    enum { MOVE_MILLISECONDS_MAX = 60000 };
    _Static_assert((int)FERZ_LEVELS == (int)TUNING_LEVELS, "a row of a tuning file for each");
    if (level < 1 || level > FERZ_LEVELS) {
        return false;
    }
    const tuning_level *found = levels_of(v ? v->tuning : NULL) + level - 1;
    limits->depth = 0;
    limits->nodes = (uint64_t)found->nodes;
    limits->oversight = found->oversight;
    limits->movetime = MOVE_MILLISECONDS_MAX;
    return true;
}

bool ferz_limits_of_level(int level, ferz_limits *limits)
{
    return ferz_variant_limits_of_level(NULL, level, limits);
}

/* ---- life ---- */

ferz_engine *ferz_engine_create(const ferz_variant *v, size_t hash_bytes, ferz_messages *messages)
{
    if (MISSING(v)) {
        return NULL;
    }
    ferz_engine *e = calloc(1, sizeof *e);
    if (e) {
        e->variant = v;
        e->search = search_create(v->variant, hash_bytes);
    }
    if (!e || !e->search) {
        ferz_engine_free(e);
        messages_out_of_memory(messages);
        return NULL;
    }
    return e;
}

void ferz_engine_free(ferz_engine *e)
{
    if (e) {
        for (int i = 0; i < e->threads; i++) {
            live_destroy(e->live[i]);
        }
        search_destroy(e->search);
        free(e->live);
        free(e->hooks);
        free(e);
    }
}

void ferz_engine_new_game(ferz_engine *e)
{
    if (MISSING(e)) {
        return;
    }
    search_clear(e->search);
}

/* Makes hooks for this many threads. Reports failures. */
static bool reserve_hooks(ferz_engine *e, int threads, diag_list *diags)
{
    if (threads <= e->threads) {
        return true;
    }
    live_binding **live = calloc((size_t)threads, sizeof *live);
    live_hooks **hooks = calloc((size_t)threads, sizeof *hooks);
    if (!live || !hooks) {
        free(live);
        free(hooks);
        diag_out_of_memory(diags);
        return false;
    }
    for (int i = 0; i < e->threads; i++) {
        live[i] = e->live[i];
        hooks[i] = e->hooks[i];
    }
    free(e->live);
    free(e->hooks);
    e->live = live;
    e->hooks = hooks;
    for (; e->threads < threads; e->threads++) {
        if (e->variant->hook_count) {
            live[e->threads] = live_create(e->variant->binding, e->variant->variant, diags);
            if (!live[e->threads]) {
                return false;
            }
            hooks[e->threads] = live_table(live[e->threads]);
        }
    }
    return true;
}

/* ---- callbacks of the caller ---- */

typedef struct search_caller {
    ferz_game *game;
    const ferz_limits *limits;
} search_caller;

/* Whether a move of a line can be played on. Only an impure hook can forbid what the search played. */
static bool is_playable(ferz_game *p, move m)
{
    if (!p->live) {
        return true;
    }
    move_list list = {p->moves, 0, p->variant->variant->moves_max, false};
    history_legal_moves(&p->game_history, &list, true);
    bool found = false;
    for (size_t i = 0; i < list.count && !found; i++) {
        found = list.moves[i] == m;
    }
    return found;
}

/* Where a move takes long to find, the last ones are left out: the time for the move was the search's. */
enum { PV_MILLISECONDS = 50 };

static void write_pv(ferz_game *p, const search_result *found, text *out)
{
    game_history *r = &p->game_history;
    position *at = r->position;
    fuel *outer = at->fuel, left;
    size_t played = 0;
    fuel_begin(&left, PV_MILLISECONDS, NULL, NULL);
    at->fuel = &left;
    for (size_t i = 0; i < found->pv_length && history_reserve(r, 1) && is_playable(p, found->pv[i]); i++) {
        char move_text[MOVE_TEXT_MAX];
        notation_write_one(at, found->pv[i], move_text);
        if (!fuel_left(&left)) {
            break; /* what it was told apart from is not all */
        }
        text_print(out, "%s%s", i ? " " : "", move_text);
        history_push(r, found->pv[i]);
        played++;
    }
    while (played--) {
        history_pop(r);
    }
    (void)take_hook_failure(at->hooks, &left);
    at->fuel = outer;
}

static void pass_info(void *state, const search_result *found)
{
    search_caller *caller = state;
    text pv = {0};
    write_pv(caller->game, found, &pv);
    ferz_report report = {
        .depth = found->depth,
        .seldepth = found->seldepth,
        .multipv = found->multipv,
        .bound = found->bound == BOUND_LOWER   ? FERZ_BOUND_LOWER
                 : found->bound == BOUND_UPPER ? FERZ_BOUND_UPPER
                                               : FERZ_BOUND_EXACT,
        .hashfull = found->hashfull,
        .nodes = found->nodes,
        .milliseconds = found->milliseconds,
        .score = found->score,
        .mate = found->mate,
        .pv = text_string(&pv),
    };
    caller->limits->info(caller->limits->state, &report);
    text_finish(&pv);
}

static bool pass_stop(void *state)
{
    search_caller *caller = state;
    return caller->limits->stop(caller->limits->state);
}

static bool pass_ponders(void *state)
{
    search_caller *caller = state;
    return caller->limits->ponders(caller->limits->state);
}

/* Finds the moves named in `move_text`, in the game's scratch list. False after an error. */
static bool find_searchmoves(ferz_game *p, const char *move_text, search_limits *limits, move **searchmoves,
                             diag_list *diags)
{
    *searchmoves = NULL;
    if (!move_text) {
        return true;
    }
    move_list list = {p->moves, 0, p->variant->variant->moves_max, false};
    history_legal_moves(&p->game_history, &list, false);
    size_t room = strlen(move_text) / 2 + 1;
    *searchmoves = malloc(room * sizeof **searchmoves);
    if (!*searchmoves) {
        diag_out_of_memory(diags);
        return false;
    }
    for (move_text += strspn(move_text, " "); *move_text; move_text += strspn(move_text, " ")) {
        char word[MOVE_TEXT_MAX] = "";
        size_t length = strcspn(move_text, " ");
        memcpy(word, move_text, length < sizeof word ? length : 0); /* what is too long cannot be a move */
        move m = written_move_find(p->game_history.position, &list, word, NULL).found;
        if (m == MOVE_NONE) {
            diag_error(diags, CODE_ILLEGAL_MOVE, (location){0}, "`%.*s` is not a legal move here", (int)length,
                       move_text);
            return false;
        }
        (*searchmoves)[limits->searchmoves_count++] = m;
        move_text += length;
    }
    limits->searchmoves = limits->searchmoves_count ? *searchmoves : NULL;
    return true;
}

/* ---- searching ---- */

static ferz_result write_best(ferz_game *p, const search_result *found, ferz_best *best, ferz_messages *messages)
{
    char move_text[MOVE_TEXT_MAX];
    text pv = {0}, first = {0};
    notation_write_one(p->game_history.position, found->best, move_text);
    ferz_result listed = game_result(p, messages, FERZ_OK);
    if (listed != FERZ_OK) {
        return listed; /* the best of an incomplete list may be illegal */
    }
    text_put(&first, move_text);
    if (!visibility_limited(p->variant->variant)) { /* later moves of a sampled position may be impossible here */
        write_pv(p, found, &pv);
    }
    if (!pv.length) {
        text_put(&pv, move_text);
    }
    best->move = text_detach(&first);
    best->pv = text_detach(&pv);
    best->score = found->score;
    best->mate = found->mate;
    best->depth = found->depth;
    best->nodes = found->nodes;
    return best->move && best->pv ? FERZ_OK : messages_out_of_memory(messages);
}

/* The error of a failed script is kept in the hooks of its thread. */
static ferz_result scripts_failed(ferz_engine *e, ferz_messages *messages)
{
    ferz_result found = FERZ_REJECTED;
    diag_list diags;
    diag_list_init(&diags);
    for (int i = 0; i < e->threads; i++) {
        if (live_report(e->live[i], &diags)) {
            found = diags.budget_exceeded ? FERZ_BUDGET_EXCEEDED : diags.failed ? FERZ_SYSTEM_ERROR : FERZ_REJECTED;
        }
    }
    messages_append(messages, &diags);
    diag_list_finish(&diags);
    return found;
}

/* What failed in an earlier call, without memory, may work now: it is asked again. */
static void clear_old_failures(ferz_engine *e, ferz_game *p)
{
    for (int i = 0; i < e->threads; i++) {
        if (e->live[i]) {
            live_clear_failure(e->live[i]);
        }
    }
    if (p->live) {
        live_clear_failure(p->live);
    }
}

static ferz_result run(ferz_engine *e, ferz_game *p, search_limits *inner, ferz_best *best, ferz_messages *messages)
{
    search_result found;
    if (!(visibility_limited(p->variant->variant) ? umpire_best_move(e->search, p, e->hooks, inner, &found)
                                                  : search_run(e->search, &p->game_history, e->hooks, inner, &found))) {
        (void)scripts_failed(e, NULL); /* for the same reason */
        return messages_out_of_memory(messages);
    }
    if (found.failed) {
        return scripts_failed(e, messages);
    }
    if (found.unlisted) {
        if (messages) {
            diag_list *diags = ferz_messages_diags(messages);
            diags->budget_exceeded = true;
            diag_error(diags, CODE_BUDGET, (location){0},
                       "the search ended before it had found the moves of the position");
        }
        return game_result(p, messages, FERZ_BUDGET_EXCEEDED);
    }
    if (found.best == MOVE_NONE) {
        if (messages) {
            diag_error(ferz_messages_diags(messages), CODE_GAME_OVER, (location){0},
                       "there is no legal move: the game is over");
        }
        return game_result(p, messages, FERZ_REJECTED);
    }
    return write_best(p, &found, best, messages);
}

static ferz_limits read_limits(const ferz_limits *given)
{
    ferz_limits limits;
    copy_sized(&limits, sizeof limits, given, SIZE_IN_0_2(ferz_limits, state));
    return limits;
}

/* Less than nothing is nothing: no limit, no increment, no overhead. */
static int not_negative(int n)
{
    return n > 0 ? n : 0;
}

static ferz_result find_best(ferz_engine *e, ferz_game *p, const ferz_limits *limits, ferz_best *best,
                             ferz_messages *messages)
{
    if (MISSING(e) || MISSING(p) || MISSING(limits) || MISSING(best)) {
        return FERZ_REJECTED;
    }
    memset(best, 0, sizeof *best);
    if (p->variant != e->variant) {
        return messages_wrong_call(messages, "the engine was made for another variant than the game");
    }
    game_begin(p, messages, OPERATION_LONG);
    clear_old_failures(e, p);
    search_caller caller = {p, limits};
    search_limits inner = {
        .depth = not_negative(limits->depth),
        .nodes = limits->nodes,
        .movetime = not_negative(limits->movetime),
        .clock = not_negative(limits->clock),
        .increment = not_negative(limits->increment),
        .moves_to_go = not_negative(limits->moves_to_go),
        .overhead = not_negative(limits->overhead),
        .listing = FERZ_LISTING_MILLISECONDS,
        .mate = not_negative(limits->mate),
        .multipv = limits->multipv,
        .threads = limits->threads < 1             ? 1
                   : limits->threads < THREADS_MAX ? limits->threads
                                                   : THREADS_MAX,
        .seed = limits->seed,
        .oversight = not_negative(limits->oversight),
        .method = (search_method)limits->method,
        .stop = limits->stop ? pass_stop : NULL,
        .ponders = limits->ponders ? pass_ponders : NULL,
        .info = limits->info ? pass_info : NULL,
        .state = &caller,
    };
    diag_list diags;
    diag_list_init(&diags);
    move *searchmoves;
    bool ok = find_searchmoves(p, limits->searchmoves, &inner, &searchmoves, &diags) &&
              reserve_hooks(e, inner.threads, &diags);
    ferz_result result = diags.failed ? FERZ_SYSTEM_ERROR : FERZ_REJECTED;
    messages_append(messages, &diags);
    diag_list_finish(&diags);
    if (ok) {
        result = run(e, p, &inner, best, messages);
    }
    free(searchmoves);
    return game_result(p, messages, result);
}

ferz_result ferz_engine_best_move(ferz_engine *e, ferz_game *p, const ferz_limits *given, ferz_best *best,
                                  ferz_messages *messages)
{
    if (MISSING(given)) {
        return FERZ_REJECTED;
    }
    const ferz_limits limits = read_limits(given);
    return find_best(e, p, &limits, best, messages);
}

ferz_result ferz_game_best_move(ferz_game *p, const ferz_limits *given, ferz_best *best, ferz_messages *messages)
{
    if (MISSING(p) || MISSING(given) || MISSING(best)) {
        return FERZ_REJECTED;
    }
    const ferz_limits limits = read_limits(given);
    memset(best, 0, sizeof *best);
    if (!p->engine || p->engine_bytes != limits.hash_bytes) {
        ferz_engine_free(p->engine);
        p->engine = ferz_engine_create(p->variant, limits.hash_bytes, messages);
        p->engine_bytes = limits.hash_bytes;
    }
    return p->engine ? find_best(p->engine, p, &limits, best, messages) : FERZ_SYSTEM_ERROR;
}
