#include "search/worker.h"

#include "base/random.h"
#include "search/chance.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOOK_EVERY = 1024, /* nodes between two looks at the clock */
    LOOK_EVERY_SLOW =
        32, /* the same where a node may take long: large boards, slow legality; every one where scripts run */
    MOVES_ROOM = 64 * 256,
};

/* ---- life ---- */

/* 64 times the logarithm to base 2: in integers, so that it is the same everywhere. */
static int logarithm(unsigned n)
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

static void fill_reductions(basis *b)
{
    for (unsigned depth = 1; depth < REDUCTION_DEPTHS; depth++) {
        for (unsigned n = 1; n < REDUCTION_MOVES; n++) {
            /* About ln(depth) * ln(n) / 2. */
            b->reductions[depth][n] = (uint8_t)(logarithm(depth) * logarithm(n) * 24 / 100 / 64 / 64);
        }
    }
}

/* What the rules say of repetition, of captures, and of what a position's key has to tell. */
static void read_rules(basis *b)
{
    const game *g = b->game;
    for (int i = 0; i < g->ending_count; i++) {
        const rule_ending *rule = g->endings[i].rule;
        if (rule->kind == END_REPETITION && !rule->illegal && rule->result == RESULT_DRAW) {
            b->repetition_draws = true;
        }
        b->checks_lose |= rule->kind == END_PERPETUAL || rule->kind == END_CHECK_CYCLE || rule->kind == END_CHECKS;
    }
    b->forced = g->rules->captures.must || g->prefers_captures || g->jumps_first || g->captures_first;
    long quiet = b->evaluation.quiet;
    b->quiet_mixes = quiet == 0 ? UINT64_MAX : quiet > 24 ? (uint64_t)quiet - 24 : 0;
    b->mixes = g->rules->counter_count > 0 || g->counts_checks || g->players > 2;
}

bool basis_init(basis *b, const game *g, size_t hash_bytes)
{
    *b = (basis){.game = g};
    traits_find(&b->traits, g);
    fill_reductions(b);
    if (!evaluation_init(&b->evaluation, g, g->tuning)) {
        return false;
    }
    b->chance_bound = chance_bound(&b->evaluation);
    read_rules(b);
    return table_init(&b->table, hash_bytes ? hash_bytes : (size_t)SEARCH_HASH_DEFAULT) &&
           pricing_init(&b->pricing, &b->evaluation, &b->traits);
}

void basis_finish(basis *b)
{
    pricing_finish(&b->pricing);
    table_finish(&b->table);
    evaluation_finish(&b->evaluation);
}

void basis_begin(basis *b, const record *root, const search_limits *limits)
{
    const game *g = b->game;
    b->limits = limits;
    b->friends = ((1u << g->players) - 1) & ~(uint32_t)g->enemies[root->position->state.mover];
    atomic_store(&b->stopped, false);
    atomic_store(&b->failed, false);
    table_grow_older(&b->table);
}

bool worker_init(worker *w, basis *b)
{
    memset(w, 0, sizeof *w);
    w->basis = b;
    w->room = b->game->moves_max * 2 + MOVES_ROOM;
    w->moves = malloc(w->room * sizeof *w->moves);
    w->orders = malloc(w->room * sizeof *w->orders);
    w->judgements = calloc(JUDGEMENTS, sizeof *w->judgements);
    return w->moves && w->orders && w->judgements && memory_init(&w->memory, b->game);
}

void worker_finish(worker *w)
{
    record_finish(&w->record);
    memory_finish(&w->memory);
    free(w->moves);
    free(w->orders);
    free(w->judgements);
}

bool worker_begin(worker *w, const record *root, live_hooks *hooks)
{
    record_finish(&w->record);
    if (!record_init(&w->record, w->basis->game, hooks) || !record_copy(&w->record, root) ||
        !record_reserve(&w->record, SEARCH_PLY_MAX + 2)) {
        return false;
    }
    memory_fade(&w->memory);
    atomic_store_explicit(&w->nodes, 0, memory_order_relaxed);
    w->look_at = 0;
    w->used = 0;
    w->iteration = w->reach = w->still_barred = 0;
    for (size_t i = 0; i < sizeof w->frames / sizeof *w->frames; i++) {
        frame *f = &w->frames[i];
        f->slot = -1;
        f->still = NO_SCORE;
        f->passed = f->checking = false;
        f->length = 0;
        f->killers[0] = f->killers[1] = f->excluded = MOVE_NONE;
    }
    w->frames[0].path = w->record.position->state.hash;
    evaluation_begin(&w->basis->evaluation, w->record.position, &w->frames[0].sums);
    return true;
}

/* ---- limits ---- */

uint64_t basis_nodes(const basis *b)
{
    uint64_t sum = 0;
    for (int i = 0; i < b->count; i++) {
        sum += atomic_load_explicit(&b->workers[i]->nodes, memory_order_relaxed);
    }
    return sum;
}

void worker_look(worker *w, uint64_t nodes)
{
    basis *b = w->basis;
    const game *g = b->game;
    bool slow = !g->fast || g->words > 4;
    w->look_at = nodes + (w->record.position->hooks ? 1 : slow ? LOOK_EVERY_SLOW : LOOK_EVERY);
    if (!w->first) {
        return;
    }
    uint64_t limit = b->limits->nodes;
    if (limit && b->count == 1 && w->look_at > limit) {
        w->look_at = limit; /* to the node */
    }
    if (deadline_came(&b->deadline, basis_nodes(b))) {
        atomic_store_explicit(&b->stopped, true, memory_order_relaxed);
    }
}

bool worker_failed(worker *w)
{
    live_hooks *hooks = w->record.position->hooks;
    if (hooks && hooks->failed) {
        atomic_store(&w->basis->failed, true);
        atomic_store(&w->basis->stopped, true);
        return true;
    }
    return false;
}

/* ---- sides and scores ---- */

int worker_verdict_score(const worker *w, const verdict *v, int ply)
{
    if (v->kind != VERDICT_WIN) {
        return 0;
    }
    return basis_friendly(w->basis, v->winner) == worker_friends(w) ? SCORE_MATE - ply : -(SCORE_MATE - ply);
}

int worker_no_moves(worker *w, int ply)
{
    verdict v = record_no_moves(&w->record);
    return worker_verdict_score(w, &v, ply);
}

/* ---- positions met again ---- */

static uint64_t mix(uint64_t key, uint64_t with)
{
    random_source r = {key ^ (with * UINT64_C(0x9E3779B97F4A7C15))};
    return random_next(&r);
}

/* The key under which the table knows a position: with what `hash` leaves out and yet decides how the game ends. */
uint64_t worker_key(const worker *w)
{
    const basis *b = w->basis;
    const game *g = b->game;
    const position_state *state = &w->record.position->state;
    uint64_t key = state->hash;
    if (state->quiet >= b->quiet_mixes) {
        key = mix(key, state->quiet + (UINT64_C(128) << 16));
    }
    if (!b->mixes) {
        return key;
    }
    const position_more *more = &w->record.position->more;
    for (size_t i = 0; i < g->rules->counter_count; i++) {
        key = mix(key, (uint64_t)(uint16_t)more->counters[i] + 1 + (i << 16));
    }
    for (int i = 0; g->counts_checks && i < g->players; i++) {
        if (more->checks[i]) {
            key = mix(key, more->checks[i] + (((uint64_t)i + 64) << 16));
        }
    }
    if (g->players > 2) { /* for whom it is judged */
        key = mix(key, b->friends + (UINT64_C(129) << 16));
    }
    return key;
}

/* What the position seems worth. The key says all that the evaluation looks at, but for the count of quiet plies. */
int worker_judge(const worker *w, int ply)
{
    const basis *b = w->basis;
    uint64_t key = worker_key(w) ^ w->record.position->state.quiet * UINT64_C(0x9E3779B97F4A7C15);
    uint64_t *kept = &w->judgements[key & (JUDGEMENTS - 1)];
    if ((*kept ^ key) >> 16 == 0) {
        return (int16_t)(uint16_t)*kept;
    }
    uint32_t all = (1u << b->game->players) - 1;
    int score = evaluation_score(&b->evaluation, w->record.position, &w->frames[ply].sums,
                                 worker_friends(w) ? b->friends : all & ~b->friends);
    *kept = (key & ~UINT64_C(0xFFFF)) | (uint16_t)(int16_t)score;
    return score;
}

/* Whether this position stood before since the root, and that counts as a draw to come. */
bool worker_returns(const worker *w, int ply)
{
    const basis *b = w->basis;
    const position *p = w->record.position;
    if (!b->repetition_draws || p->more.ply) {
        return false;
    }
    int until = b->game->irreversible && !b->game->quiet_turns && p->state.quiet < ply ? ply - p->state.quiet : 0;
    for (int i = ply - 1; i >= until; i--) {
        if (w->frames[i + 1].passed) {
            return false; /* what lies before was no road to here */
        }
        if (w->frames[i].path != w->frames[ply].path) {
            continue;
        }
        if (!b->checks_lose) {
            return true;
        }
        /* Somebody who checked with each of his plies since then would lose by going on so: no draw. */
        uint32_t plain = 0, all = 0;
        for (int k = i + 1; k <= ply; k++) {
            all |= 1u << w->frames[k].acted;
            plain |= w->frames[k].checking ? 0 : 1u << w->frames[k].acted;
        }
        return plain == all;
    }
    return false;
}

/* ---- stepping ---- */

bool worker_step(worker *w, move m, int ply)
{
    position *p = w->record.position;
    frame *f = &w->frames[ply], *next = f + 1;
    f->slot = move_kind_of(m) == MOVE_PASS || move_kind_of(m) == MOVE_ROLL ? -1 : memory_slot(&w->memory, p, m);
    next->acted = p->state.mover;
    next->passed = false;
    record_push(&w->record, m);
    table_prefetch(&w->basis->table, p->state.hash);
    evaluation_follow(&w->basis->evaluation, p, &w->record.undos[w->record.count - 1], &f->sums, &next->sums);
    next->path = p->state.hash;
    next->checking = w->basis->traits.mates && w->basis->game->core->in_check(p, p->state.mover);
    return next->checking;
}

void worker_keep_line(worker *w, int ply, move m)
{
    frame *f = &w->frames[ply], *next = f + 1;
    size_t rest = next->length < SEARCH_PLY_MAX ? next->length : SEARCH_PLY_MAX - 1;
    f->line[0] = m;
    memcpy(&f->line[1], next->line, rest * sizeof(move));
    f->length = rest + 1;
}

bool worker_list(worker *w, size_t *count)
{
    const game *g = w->basis->game;
    move_list list = {w->moves + w->used, 0, w->room - w->used, false};
    g->core->legal(w->record.position, &list);
    if (g->loops_forbidden) {
        record_filter(&w->record, &list);
    }
    *count = list.count;
    return !list.overflow;
}

order_hints worker_hints(const worker *w, int ply, move known)
{
    const frame *f = &w->frames[ply];
    order_hints h = {.known = known, .killers = {f->killers[0], f->killers[1]}, .counter = MOVE_NONE};
    h.before[0] = ply >= 1 ? f[-1].slot : -1;
    h.before[1] = ply >= 2 ? f[-2].slot : -1;
    h.before[2] = ply >= 4 ? f[-4].slot : -1;
    if (h.before[0] >= 0) {
        h.counter = w->memory.counters[h.before[0]];
    }
    return h;
}

/* Whether there is nothing to think of before standing still: hardly anybody with so many men has no move at all. */
bool worker_can_move(worker *w)
{
    const game *g = w->basis->game;
    position *p = w->record.position;
    return g->core->men_of(p, p->state.mover) > 3 || g->core->any(p);
}
