#include "search/search_thread.h"

#include "search/chance.h"
#include "search/hook_failure.h"
#include "search/leaf_eval.h"
#include "search/oversight.h"
#include "search/root.h"

#include <stdlib.h>
#include <string.h>

enum {
    CHECK_INTERVAL = 1024,    /* nodes between two looks at the clock */
    CHECK_INTERVAL_SLOW = 32, /* the same for large boards and slow legality; with scripts every node */
    MOVES_CAPACITY = 64 * 256,
};

/* ---- life ---- */

/* 64 * log2(n), in integers, so that it is the same on every machine. */
static int log2_fixed(unsigned n)
{
    uint64_t x = (uint64_t)n << 32;
    int whole = 0;
    while (x >= UINT64_C(2) << 32) {
        x >>= 1;
        whole++;
    }
    int log = whole * 64;
    for (int bit = 32; bit > 0; bit /= 2) {
        x = (x >> 16) * (x >> 16);
        if (x >= UINT64_C(2) << 32) {
            x >>= 1;
            log += bit;
        }
    }
    return log;
}

static void fill_reductions(search_shared *shared)
{
    for (unsigned depth = 1; depth < REDUCTION_DEPTHS; depth++) {
        for (unsigned n = 1; n < REDUCTION_MOVES; n++) {
            /* About ln(depth) * ln(n) / 2. */
            shared->reductions[depth][n] =
                (uint8_t)((log2_fixed(depth) * log2_fixed(n) * shared->params.reduction_factor +
                           shared->params.reduction_base * 64 * 64) /
                          100 / 64 / 64);
        }
    }
}

/* What the rules say about repetition, mandatory captures, and the parts of a position's key. */
static void read_rules(search_shared *shared)
{
    const variant *v = shared->variant;
    for (int i = 0; i < v->ending_count; i++) {
        const rule_ending *rule = v->endings[i].rule;
        if (rule->kind == END_REPETITION && !rule->illegal && !rule->hook && rule->result == RESULT_DRAW) {
            shared->repetition_draws = true;
        }
        shared->checking_loses |=
            rule->kind == END_PERPETUAL_CHECK || rule->kind == END_CHECK_CYCLE || rule->kind == END_CHECKS;
    }
    shared->captures_mandatory = v->rules->captures.mandatory || v->has_capture_priority;
    shared->quiet_checks = v->has_drops && v->royal_type_count > 0;
    shared->short_quiescence = v->choice_hook_count > 0 && !rule_hook_has_filter(v->choice_hooks[0].rule);
    long quiet = shared->evaluation.halfmove_limit;
    shared->key_halfmoves_from = quiet == 0 ? UINT64_MAX : quiet > 24 ? (uint64_t)quiet - 24 : 0;
    shared->key_has_extras = v->rules->counter_count > 0 || v->counts_checks_in_row || v->players > 2;
}

void search_shared_set_params(search_shared *shared, const search_params *params)
{
    shared->params = *params;
    fill_reductions(shared);
}

bool search_shared_init(search_shared *shared, const variant *v, size_t hash_bytes)
{
    *shared = (search_shared){.variant = v};
    search_params params;
    search_params_of_tuning(&params, v->tuning);
    search_shared_set_params(shared, &params);
    if (!evaluation_init(&shared->evaluation, v, v->tuning)) {
        return false;
    }
    shared->chance_bound = chance_bound(&shared->evaluation);
    read_rules(shared);
    return tt_init(&shared->tt, hash_bytes ? hash_bytes : (size_t)SEARCH_HASH_DEFAULT) &&
           see_init(&shared->see, &shared->evaluation);
}

void search_shared_finish(search_shared *shared)
{
    see_finish(&shared->see);
    tt_finish(&shared->tt);
    evaluation_finish(&shared->evaluation);
}

void search_shared_begin(search_shared *shared, const game_history *root, const search_limits *limits)
{
    const variant *v = shared->variant;
    shared->limits = limits;
    shared->root_side = team_mask(v, root->position->state.side_to_move);
    atomic_store(&shared->stopped, false);
    atomic_store(&shared->failed, false);
    tt_new_search(&shared->tt);
}

bool search_thread_init(search_thread *t, search_shared *shared)
{
    memset(t, 0, sizeof *t);
    t->shared = shared;
    t->capacity = shared->variant->moves_max * 2 + MOVES_CAPACITY;
    t->moves = malloc(t->capacity * sizeof *t->moves);
    t->move_scores = malloc(t->capacity * sizeof *t->move_scores);
    t->eval_cache = calloc(EVAL_CACHE_SIZE, sizeof *t->eval_cache);
    const evaluation *e = &shared->evaluation;
    t->view = e->network ? network_view_create(e->network, &e->layout, false) : NULL;
    return t->moves && t->move_scores && t->eval_cache && (t->view || !e->network) &&
           move_history_init(&t->history, shared->variant);
}

void search_thread_finish(search_thread *t)
{
    game_history_finish(&t->game_history);
    move_history_finish(&t->history);
    free(t->moves);
    free(t->move_scores);
    free(t->eval_cache);
    network_view_destroy(t->view);
}

/* The main thread asks the clock, the others ask the main thread. */
static bool thread_stops(void *state)
{
    search_thread *t = state;
    search_shared *shared = t->shared;
    if (t->is_main && timeman_stops_fuel(&shared->timeman)) {
        atomic_store_explicit(&shared->stopped, true, memory_order_relaxed);
    }
    return atomic_load_explicit(&shared->stopped, memory_order_relaxed);
}

bool search_thread_begin(search_thread *t, const game_history *root, live_hooks *hooks)
{
    game_history *h = &t->game_history; /* it stays between runs: hundreds of kilobytes, and a run may be short */
    if (!h->position && !game_history_init(h, t->shared->variant, hooks)) {
        return false;
    }
    h->position->hooks = hooks;
    h->count = 0;
    if (!history_reserve(h, root->count + SEARCH_PLY_MAX + 2) || !history_copy(h, root)) {
        return false;
    }
    fuel_begin(&t->fuel, 0, thread_stops, t);
    t->game_history.position->fuel = &t->fuel;
    t->root_plies = t->game_history.count;
    move_history_age(&t->history);
    atomic_store_explicit(&t->nodes, 0, memory_order_relaxed);
    t->next_check = 0;
    t->used = 0;
    t->iteration = t->seldepth = t->nmp_min_ply = 0;
    for (size_t i = 0; i < sizeof t->frames / sizeof *t->frames; i++) {
        search_frame *f = &t->frames[i];
        f->history_slot = -1;
        f->static_eval = SCORE_NONE;
        f->null_move = f->in_check = false;
        f->pv_length = 0;
        f->killers[0] = f->killers[1] = f->excluded = MOVE_NONE;
    }
    t->frames[0].key = t->game_history.position->state.hash;
    evaluation_sums_init(&t->shared->evaluation, t->game_history.position, &t->frames[0].sums);
    return true;
}

/* ---- limits ---- */

uint64_t search_shared_nodes(const search_shared *shared)
{
    uint64_t sum = 0;
    for (int i = 0; i < shared->thread_count; i++) {
        sum += search_thread_nodes(shared->threads[i]);
    }
    return sum;
}

void search_thread_check_limits(search_thread *t, uint64_t nodes)
{
    search_shared *shared = t->shared;
    const variant *v = shared->variant;
    bool slow = !variant_uses(v, SHORTCUT_MASKS) || v->bitset_words > 4;
    t->next_check = nodes + (t->game_history.position->hooks ? 1 : slow ? CHECK_INTERVAL_SLOW : CHECK_INTERVAL);
    if (!t->is_main) {
        return;
    }
    uint64_t limit = shared->limits->nodes;
    if (limit && shared->thread_count == 1 && t->next_check > limit) {
        t->next_check = limit; /* stops exactly at the limit */
    }
    if (timeman_must_stop(&shared->timeman, search_shared_nodes(shared))) {
        atomic_store_explicit(&shared->stopped, true, memory_order_relaxed);
    }
}

bool search_thread_failed(search_thread *t)
{
    hook_failure failure = take_hook_failure(t->game_history.position->hooks, &t->fuel);
    if (failure == HOOKS_FAILED) {
        atomic_store(&t->shared->failed, true);
    }
    if (failure != HOOKS_ANSWERED) {
        atomic_store(&t->shared->stopped, true);
    }
    return failure != HOOKS_ANSWERED;
}

/* ---- sides and scores ---- */

int search_thread_verdict_score(const search_thread *t, const game_outcome *v, int ply)
{
    if (v->kind != OUTCOME_WIN) {
        return 0;
    }
    const int score = leaf_eval_win_score(&t->shared->evaluation, v, ply);
    return search_shared_is_root_side(t->shared, v->winner) == search_thread_root_side(t) ? score : -score;
}

int search_thread_no_moves(search_thread *t, int ply)
{
    game_outcome outcome = history_outcome_no_moves(&t->game_history);
    return search_thread_verdict_score(t, &outcome, ply);
}

/* ---- keys and repetition ---- */

uint64_t search_thread_key(const search_thread *t)
{
    const search_shared *shared = t->shared;
    const variant *v = shared->variant;
    const position_state *state = &t->game_history.position->state;
    uint64_t key = state->hash;
    if (state->halfmove_clock >= shared->key_halfmoves_from) {
        key = tt_mix_key(key, state->halfmove_clock + (UINT64_C(128) << 16));
    }
    if (!shared->key_has_extras) {
        return key;
    }
    const position_extra *more = &t->game_history.position->extra;
    for (size_t i = 0; i < v->rules->counter_count; i++) {
        key = tt_mix_key(key, (uint64_t)(uint16_t)more->counters[i] + 1 + (i << 16));
    }
    for (int i = 0; v->counts_checks_in_row && i < v->players; i++) {
        if (more->checks_given[i]) {
            key = tt_mix_key(key, more->checks_given[i] + (((uint64_t)i + 64) << 16));
        }
    }
    if (v->players > 2) { /* the side for which scores are kept */
        key = tt_mix_key(key, shared->root_side + (UINT64_C(129) << 16));
    }
    return key;
}

/* The static evaluation, cached. The key has all that it depends on, except the halfmove clock. */
int search_thread_evaluate(const search_thread *t, int ply)
{
    const search_shared *shared = t->shared;
    uint64_t key = search_thread_key(t) ^ t->game_history.position->state.halfmove_clock * UINT64_C(0x9E3779B97F4A7C15);
    uint64_t *kept = &t->eval_cache[key & (EVAL_CACHE_SIZE - 1)];
    if ((*kept ^ key) >> 16 == 0) {
        return (int16_t)(uint16_t)*kept;
    }
    uint32_t all = (1u << shared->variant->players) - 1;
    uint32_t friends = search_thread_root_side(t) ? shared->root_side : all & ~shared->root_side;
    const position *p = t->game_history.position;
    const evaluation_sums *sums = &t->frames[ply].sums;
    int score = t->view
                    ? evaluation_score_learned(&shared->evaluation, p, sums, friends, network_view_score(t->view, p))
                    : evaluation_score(&shared->evaluation, p, sums, friends);
    *kept = (key & ~UINT64_C(0xFFFF)) | (uint16_t)(int16_t)score;
    return score;
}

bool search_thread_is_repetition(const search_thread *t, int ply)
{
    const search_shared *shared = t->shared;
    const position *p = t->game_history.position;
    if (!shared->repetition_draws || p->extra.turn_ply) {
        return false;
    }
    int until = shared->variant->clock_reset_irreversible && !shared->variant->clock_counts_turns &&
                        p->state.halfmove_clock < ply
                    ? ply - p->state.halfmove_clock
                    : 0;
    for (int i = ply - 1; i >= until; i--) {
        if (t->frames[i + 1].null_move) {
            return false; /* plies before a null move do not count */
        }
        if (t->frames[i].key != t->frames[ply].key) {
            continue;
        }
        if (!shared->checking_loses) {
            return true;
        }
        /* A player who checked with every ply since then would lose by perpetual check: no draw. */
        uint32_t without_check = 0, all = 0;
        for (int k = i + 1; k <= ply; k++) {
            all |= 1u << t->frames[k].moved_by;
            without_check |= t->frames[k].in_check ? 0 : 1u << t->frames[k].moved_by;
        }
        return without_check == all;
    }
    return false;
}

/* ---- making moves ---- */

bool search_thread_make_move(search_thread *t, move m, int ply)
{
    position *p = t->game_history.position;
    search_frame *f = &t->frames[ply], *next = f + 1;
    f->history_slot =
        move_kind_of(m) == MOVE_PASS || move_kind_of(m) == MOVE_ROLL ? -1 : move_history_slot(&t->history, p, m);
    next->moved_by = p->state.side_to_move;
    next->null_move = false;
    history_push(&t->game_history, m);
    tt_prefetch(&t->shared->tt, p->state.hash);
    evaluation_sums_update(&t->shared->evaluation, p, &t->game_history.undos[t->game_history.count - 1], &f->sums,
                           &next->sums);
    next->key = p->state.hash;
    next->in_check =
        t->shared->variant->royal_type_count > 0 && t->shared->variant->core->in_check(p, p->state.side_to_move);
    return next->in_check;
}

bool search_thread_overlooks(const search_thread *t, move m)
{
    return history_overlooks(t->shared->limits, t->root_plies, &t->game_history, m);
}

void search_thread_update_pv(search_thread *t, int ply, move m)
{
    search_frame *f = &t->frames[ply], *next = f + 1;
    size_t rest = next->pv_length < SEARCH_PLY_MAX ? next->pv_length : SEARCH_PLY_MAX - 1;
    f->pv[0] = m;
    memcpy(&f->pv[1], next->pv, rest * sizeof(move));
    f->pv_length = rest + 1;
}

bool search_thread_legal_moves(search_thread *t, size_t *count)
{
    const variant *v = t->shared->variant;
    move_list list = {t->moves + t->used, 0, t->capacity - t->used, false};
    v->core->legal(t->game_history.position, &list);
    if (v->forbids_repetition) {
        history_remove_repetitions(&t->game_history, &list);
    }
    *count = list.count;
    return !list.overflow;
}

move_order_hints search_thread_order_hints(const search_thread *t, int ply, move tt_move)
{
    const search_frame *f = &t->frames[ply];
    move_order_hints h = {.tt_move = tt_move, .killers = {f->killers[0], f->killers[1]}, .countermove = MOVE_NONE};
    h.earlier_slots[0] = ply >= 1 ? f[-1].history_slot : -1;
    h.earlier_slots[1] = ply >= 2 ? f[-2].history_slot : -1;
    h.earlier_slots[2] = ply >= 4 ? f[-4].history_slot : -1;
    if (h.earlier_slots[0] >= 0) {
        h.countermove = t->history.countermoves[h.earlier_slots[0]];
    }
    return h;
}

bool search_thread_can_move(search_thread *t)
{
    const variant *v = t->shared->variant;
    position *p = t->game_history.position;
    return v->core->count_of_player(p, p->state.side_to_move) > 3 || v->core->has_legal_move(p);
}
