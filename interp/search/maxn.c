#include "search/maxn.h"

#include "search/budget.h"
#include "search/move_gain.h"
#include "search/oversight.h"
#include "search/root.h"

#include <stdlib.h>
#include <string.h>

enum {
    PLIES_MAX = SEARCH_PLY_MAX - 2,
    DEPTH_DEFAULT = 4,
    QSEARCH_DEPTH = 4, /* plies of captures at the leaves */
    QSEARCH_WIDTH = 6,
    TT_ENTRIES = 1 << 15,
    MULTIPV_MAX = 64,
    LOWEST = -SCORE_MATE - 1,
};
/* Scores of the move order. */
enum {
    ORDER_TT = 1 << 30,
    ORDER_GOOD_CAPTURE = 1 << 26,
    ORDER_KILLER = 1 << 25,
    ORDER_BAD_CAPTURE = -(1 << 26),
    HISTORY_MAX = 1 << 20
};

typedef struct score_vector {
    int by_player[PLAYERS_MAX];
} score_vector;

/* An entry of the table: the scores of a search; mate scores are relative to the position. */
typedef struct maxn_entry {
    uint64_t key;
    move best;
    int16_t by_player[PLAYERS_MAX];
    int16_t depth;
} maxn_entry;

typedef struct root_pv {
    move moves[SEARCH_PLY_MAX];
    size_t length;
    int score;
} root_pv;

typedef struct maxn {
    game_history *game_history;
    const variant *variant;
    const evaluation *evaluation;
    const search_limits *limits;
    uint32_t friends[PLAYERS_MAX];
    move *moves;      /* one buffer for the lists of all plies */
    int *move_scores; /* parallel to `moves` */
    size_t capacity, used;
    maxn_entry *tt;
    int *history; /* [pieces][cells] */
    budget budget;
    int seldepth;
    bool repetition_draws; /* the first repetition in the tree counts as a draw */
    size_t root_ply;
    evaluation_sums sums[SEARCH_PLY_MAX + 1];
    move killers[SEARCH_PLY_MAX];
    move pv[SEARCH_PLY_MAX][SEARCH_PLY_MAX];
    size_t pv_length[SEARCH_PLY_MAX];
    root_pv root_pvs[MULTIPV_MAX]; /* of the current depth, best first */
    int root_pv_count, multipv;
} maxn;

bool maxn_applies(const variant *v)
{
    return ruleset_side_count(v->rules) > 2;
}

/* ---- scores ---- */

static score_vector verdict_scores(const maxn *s, const game_outcome *v, int ply)
{
    score_vector found = {{0}};
    for (int player = 0; v->kind == OUTCOME_WIN && player < s->variant->players; player++) {
        bool wins = s->friends[player] >> v->winner & 1;
        found.by_player[player] = wins ? SCORE_MATE - ply : ply - SCORE_MATE;
    }
    return found;
}

static score_vector evaluate(const maxn *s, int ply)
{
    score_vector found = {{0}};
    for (int player = 0; player < s->variant->players; player++) {
        found.by_player[player] =
            evaluation_score(s->evaluation, s->game_history->position, &s->sums[ply], s->friends[player]);
    }
    return found;
}

/* The best score that the side to move can still reach by a ply from here. */
static int highest_possible(int ply)
{
    return SCORE_MATE - ply - 1;
}

/* ---- the table ---- */

static int shift_mate(int score, int plies)
{
    return score >= SCORE_MATE_MIN ? score + plies : score <= -SCORE_MATE_MIN ? score - plies : score;
}

/* The position key with all that decides endings and is not in the hash. The halfmove clock counts only near its
 * limit. */
static uint64_t position_key(const maxn *s)
{
    const position *p = s->game_history->position;
    uint64_t key = p->state.hash;
    for (size_t i = 0; i < s->variant->rules->counter_count; i++) {
        key = tt_mix_key(key, (uint64_t)(uint16_t)p->extra.counters[i] + 1 + (i << 16));
    }
    for (int i = 0; s->variant->counts_checks_in_row && i < s->variant->players; i++) {
        key = tt_mix_key(key, p->extra.checks_given[i] + (((uint64_t)i + 64) << 16));
    }
    bool near = s->evaluation->halfmove_limit > 0 && p->state.halfmove_clock + 24 >= s->evaluation->halfmove_limit;
    return near ? tt_mix_key(key, p->state.halfmove_clock + (UINT64_C(128) << 16)) : key;
}

static const maxn_entry *maxn_probe(const maxn *s, uint64_t key)
{
    const maxn_entry *k = &s->tt[key % TT_ENTRIES];
    return k->key == key ? k : NULL;
}

static void maxn_store(maxn *s, uint64_t key, int ply, int depth, const score_vector *found, move best)
{
    maxn_entry *k = &s->tt[key % TT_ENTRIES];
    if (k->key == key && k->depth > depth) {
        return;
    }
    *k = (maxn_entry){.key = key, .best = best, .depth = (int16_t)depth};
    for (int player = 0; player < s->variant->players; player++) {
        k->by_player[player] = (int16_t)shift_mate(found->by_player[player], ply);
    }
}

/* ---- order of moves ---- */

static int *history_entry(const maxn *s, move m)
{
    size_t piece = evaluation_moving_piece(s->game_history->position, m);
    return move_to(m) < (unsigned)s->variant->cells ? &s->history[piece * (size_t)s->variant->cells + move_to(m)]
                                                    : s->history;
}

static int score_move(const maxn *s, move m, move best, int ply)
{
    const position *p = s->game_history->position;
    if (m == best) {
        return ORDER_TT;
    }
    if (move_is_noisy(p, m)) {
        int guess = move_gain_estimate(s->evaluation, p, m);
        return (guess < 0 ? ORDER_BAD_CAPTURE : ORDER_GOOD_CAPTURE) + guess;
    }
    return m == s->killers[ply] ? ORDER_KILLER : *history_entry(s, m);
}

static void score_moves(maxn *s, size_t first, size_t count, move best, int ply)
{
    for (size_t i = first; i < first + count; i++) {
        s->move_scores[i] = score_move(s, s->moves[i], best, ply);
    }
}

static void pick_move(maxn *s, size_t i, size_t end)
{
    size_t best = i;
    for (size_t k = i + 1; k < end; k++) {
        best = s->move_scores[k] > s->move_scores[best] ? k : best;
    }
    move m = s->moves[best];
    int order = s->move_scores[best];
    memmove(&s->moves[i + 1], &s->moves[i], (best - i) * sizeof *s->moves);
    memmove(&s->move_scores[i + 1], &s->move_scores[i], (best - i) * sizeof *s->move_scores);
    s->moves[i] = m;
    s->move_scores[i] = order;
}

static void update_pv(maxn *s, int ply, move m)
{
    size_t rest = s->pv_length[ply + 1] < SEARCH_PLY_MAX - 1 ? s->pv_length[ply + 1] : SEARCH_PLY_MAX - 1;
    s->pv[ply][0] = m;
    memcpy(&s->pv[ply][1], s->pv[ply + 1], rest * sizeof(move));
    s->pv_length[ply] = rest + 1;
}

/* ---- the search ---- */

static void make_move(maxn *s, move m, int ply)
{
    history_push(s->game_history, m);
    evaluation_sums_update(s->evaluation, s->game_history->position,
                           &s->game_history->undos[s->game_history->count - 1], &s->sums[ply], &s->sums[ply + 1]);
}

/* What the game is at a node: it goes on, is over, or is over if the player to move claims that. */
typedef enum node_end { NODE_OPEN, NODE_OVER, NODE_CLAIMABLE } node_end;

/* `*found` gets the scores of the end, or of the claim. */
static node_end end_of_node(maxn *s, int ply, score_vector *found)
{
    game_outcome outcome = search_outcome(s->game_history);
    *found = (score_vector){{0}};
    if (outcome.kind == OUTCOME_ONGOING) {
        return s->repetition_draws && search_repeats(s->game_history, s->root_ply) ? NODE_OVER : NODE_OPEN;
    }
    *found = verdict_scores(s, &outcome, ply);
    return outcome.rule && outcome.rule->claim ? NODE_CLAIMABLE : NODE_OVER;
}

/* The better of both for the player who may claim. */
static score_vector claim_or_play(maxn *s, int ply, const score_vector *claim, const score_vector *play)
{
    int player = s->game_history->position->state.side_to_move;
    if (claim->by_player[player] <= play->by_player[player]) {
        return *play;
    }
    s->pv_length[ply] = 0;
    return *claim;
}

/* Quiescence: captures that seem to pay, each answered likewise, while the side to move gains. */
static score_vector qsearch(maxn *s, int ply, int depth);

static score_vector qsearch_open(maxn *s, int ply, int depth)
{
    score_vector found = evaluate(s, ply);
    if (depth <= 0 || ply >= PLIES_MAX || s->game_history->position->extra.roll_due || !budget_spend(&s->budget)) {
        return found;
    }
    int mover = s->game_history->position->state.side_to_move;
    move_list list = {s->moves + s->used, 0, s->capacity - s->used, false};
    s->variant->core->noisy(s->game_history->position, &list);
    list.count = leave_seen_moves(s->limits, s->root_ply, s->game_history, list.moves, list.count);
    size_t first = s->used, end = first + list.count;
    s->used = end;
    score_moves(s, first, list.count, MOVE_NONE, ply);
    for (size_t i = first; i < end && i < first + QSEARCH_WIDTH; i++) {
        pick_move(s, i, end);
        if (s->move_scores[i] <= ORDER_GOOD_CAPTURE) {
            break;
        }
        make_move(s, s->moves[i], ply);
        score_vector child = qsearch(s, ply + 1, depth - 1);
        history_pop(s->game_history);
        found = child.by_player[mover] > found.by_player[mover] ? child : found;
    }
    s->used = first;
    return found;
}

static score_vector qsearch(maxn *s, int ply, int depth)
{
    score_vector end, found;
    s->pv_length[ply] = 0;
    node_end kind = end_of_node(s, ply, &end);
    if (kind == NODE_OVER) {
        return end;
    }
    found = qsearch_open(s, ply, depth);
    return kind == NODE_CLAIMABLE ? claim_or_play(s, ply, &end, &found) : found;
}

static score_vector search_node(maxn *s, int ply, int depth);

static score_vector search_rolls(maxn *s, int ply, int depth)
{
    const variant *v = s->variant;
    int64_t sums[PLAYERS_MAX] = {0};
    score_vector found = {{0}};
    for (int i = 0; i < v->dice_outcome_count && !s->budget.stopped; i++) {
        make_move(s, move_pack(MOVE_ROLL, CELL_NONE, 0, 0, (unsigned)i, 0), ply);
        found = search_node(s, ply + 1, depth - 1);
        history_pop(s->game_history);
        for (int player = 0; player < v->players; player++) {
            sums[player] += (int64_t)found.by_player[player] * v->dice_outcomes[i].weight;
        }
    }
    s->pv_length[ply] = 0;
    for (int player = 0; player < v->players; player++) {
        found.by_player[player] = (int)(sums[player] / v->dice_weight_sum);
    }
    return found;
}

/* The best of the moves from `first` on for the side to move, stored in `*best`. */
static score_vector search_moves(maxn *s, int ply, int depth, size_t first, size_t count, move *best)
{
    int mover = s->game_history->position->state.side_to_move;
    score_vector top = {{0}};
    int highest = LOWEST;
    for (size_t i = first; i < first + count && !s->budget.stopped && highest < highest_possible(ply); i++) {
        pick_move(s, i, first + count);
        move m = s->moves[i];
        make_move(s, m, ply);
        score_vector found = search_node(s, ply + 1, depth - 1);
        history_pop(s->game_history);
        if (!s->budget.stopped && found.by_player[mover] > highest) {
            highest = found.by_player[mover];
            top = found;
            *best = m;
            update_pv(s, ply, m);
        }
    }
    return top;
}

static void update_history(maxn *s, move m, int ply, int depth)
{
    if (m != MOVE_NONE && !move_is_noisy(s->game_history->position, m)) {
        int *history = history_entry(s, m);
        s->killers[ply] = m;
        *history += depth * depth * (*history < HISTORY_MAX);
    }
}

/* A node at which the game goes on. */
static score_vector search_open_node(maxn *s, int ply, int depth)
{
    score_vector found;
    if (depth <= 0 || ply >= PLIES_MAX) {
        return qsearch_open(s, ply, QSEARCH_DEPTH);
    }
    position *p = s->game_history->position;
    if (p->extra.roll_due && s->variant->core->has_legal_move(p)) {
        return search_rolls(s, ply, depth);
    }
    uint64_t key = position_key(s);
    const maxn_entry *k = maxn_probe(s, key);
    if (k && k->depth >= depth) {
        for (int player = 0; player < s->variant->players; player++) {
            found.by_player[player] = shift_mate(k->by_player[player], -ply);
        }
        return found;
    }
    move_list list = {s->moves + s->used, 0, s->capacity - s->used, false};
    s->variant->core->legal(p, &list);
    history_remove_repetitions(s->game_history, &list);
    if (budget_out_of_fuel(&s->budget)) {
        return (score_vector){{0}};
    }
    if (list.count == 0) {
        game_outcome outcome = history_outcome_no_moves(s->game_history);
        return verdict_scores(s, &outcome, ply);
    }
    if (list.overflow) {
        return evaluate(s, ply);
    }
    list.count = leave_seen_moves(s->limits, s->root_ply, s->game_history, list.moves, list.count);
    size_t first = s->used;
    move best = MOVE_NONE;
    s->used += list.count;
    score_moves(s, first, list.count, k ? k->best : MOVE_NONE, ply);
    found = search_moves(s, ply, depth, first, list.count, &best);
    s->used = first;
    if (!s->budget.stopped) {
        update_history(s, best, ply, depth);
        maxn_store(s, key, ply, depth, &found, best);
    }
    return found;
}

static score_vector search_node(maxn *s, int ply, int depth)
{
    score_vector end, found;
    s->pv_length[ply] = 0;
    if (!budget_spend(&s->budget)) {
        return (score_vector){{0}};
    }
    s->seldepth = ply > s->seldepth ? ply : s->seldepth;
    node_end kind = end_of_node(s, ply, &end);
    if (budget_out_of_fuel(&s->budget)) {
        return (score_vector){{0}};
    }
    if (kind == NODE_OVER) {
        return end;
    }
    found = search_open_node(s, ply, depth);
    return kind == NODE_CLAIMABLE && !s->budget.stopped ? claim_or_play(s, ply, &end, &found) : found;
}

/* ---- the root ---- */

/* Inserts the line at the root if it is among the best `multipv` ones. */
static void insert_root_pv(maxn *s, int score)
{
    int at = s->root_pv_count;
    while (at > 0 && s->root_pvs[at - 1].score < score) {
        at--;
    }
    if (at >= s->multipv) {
        return;
    }
    s->root_pv_count += s->root_pv_count < s->multipv;
    memmove(&s->root_pvs[at + 1], &s->root_pvs[at], (size_t)(s->root_pv_count - at - 1) * sizeof *s->root_pvs);
    s->root_pvs[at].score = score;
    s->root_pvs[at].length = s->pv_length[0];
    memcpy(s->root_pvs[at].moves, s->pv[0], s->pv_length[0] * sizeof(move));
}

static void fill_result(const maxn *s, int index, int depth, search_result *out)
{
    const root_pv *l = &s->root_pvs[index];
    out->best = l->moves[0];
    out->pv_length = l->length;
    memcpy(out->pv, l->moves, l->length * sizeof(move));
    out->score = l->score;
    out->mate = root_mate_distance(l->score);
    out->multipv = index + 1;
    out->bound = BOUND_EXACT;
    out->depth = depth;
    out->seldepth = s->seldepth;
    out->nodes = s->budget.nodes;
    out->milliseconds = timeman_elapsed(s->budget.timeman);
}

static void report(const maxn *s, int depth)
{
    for (int index = 0; index < s->root_pv_count && s->limits->info; index++) {
        search_result info = {0};
        fill_result(s, index, depth, &info);
        s->limits->info(s->limits->state, &info);
    }
}

/* One depth. Each root move is searched without a window, since all scores are needed. */
static void search_root(maxn *s, size_t count, int depth)
{
    int mover = s->game_history->position->state.side_to_move;
    s->root_pv_count = 0;
    for (size_t i = 0; i < count && !s->budget.stopped; i++) {
        make_move(s, s->moves[i], 0);
        score_vector found = search_node(s, 1, depth - 1);
        history_pop(s->game_history);
        if (!s->budget.stopped) {
            update_pv(s, 0, s->moves[i]);
            insert_root_pv(s, found.by_player[mover]);
        }
    }
}

/* The best move is searched first in the next iteration. */
static void move_to_front(maxn *s, size_t count, move m)
{
    size_t i = 0;
    while (i + 1 < count && s->moves[i] != m) {
        i++;
    }
    memmove(&s->moves[1], &s->moves[0], i * sizeof *s->moves);
    s->moves[0] = m;
}

static void iterative_deepening(maxn *s, size_t count, search_result *out)
{
    const search_limits *l = s->limits;
    bool limited = l->nodes || l->movetime > 0 || l->clock > 0 || l->stop;
    int depth_max = l->depth > 0 ? l->depth : limited ? PLIES_MAX : DEPTH_DEFAULT;
    for (int depth = 1; depth <= depth_max && depth <= PLIES_MAX; depth++) {
        search_root(s, count, depth);
        /* An unfinished depth is used if it found a better move. */
        if (s->root_pv_count == 0 || (s->budget.stopped && depth > 1 && s->root_pvs[0].score <= out->score)) {
            break;
        }
        fill_result(s, 0, s->budget.stopped ? depth - 1 : depth, out);
        if (s->budget.stopped) {
            break;
        }
        move_to_front(s, count, out->best);
        report(s, depth);
        int mate_plies = abs(out->score) >= SCORE_MATE_MIN ? SCORE_MATE - abs(out->score) : 0;
        if ((mate_plies && mate_plies <= depth) || timeman_should_stop(s->budget.timeman, count == 1 ? 5 : 100)) {
            break;
        }
    }
}

static void run(maxn *s, search_result *out)
{
    game_history *r = s->game_history;
    move_list list = {s->moves, 0, s->capacity, false};
    if (root_must_roll(r)) {
        out->best = out->pv[0] = root_roll(r, s->limits->seed);
        out->pv_length = 1;
        return;
    }
    size_t moves = root_moves(r, s->limits, &list);
    if (moves && !s->limits->searchmoves_count) {
        const size_t seen = leave_seen_moves(s->limits, s->root_ply, r, list.moves, moves);
        memmove(list.moves + seen, list.moves + moves, (list.count - moves) * sizeof *list.moves); /* claims */
        list.count -= moves - seen;
        moves = seen;
    }
    s->used = list.count;
    s->budget.timeman->root_listed = true;
    out->unlisted = !fuel_left(r->position->fuel);
    if (moves && !out->unlisted) {
        out->best = out->pv[0] = s->moves[0];
        out->pv_length = 1;
        evaluation_sums_init(s->evaluation, r->position, &s->sums[0]);
        iterative_deepening(s, moves, out);
    }
    int mover = r->position->state.side_to_move;
    int standing = list.count > moves ? evaluation_score_full(s->evaluation, r->position, s->friends[mover]) : 0;
    for (size_t i = moves; i < list.count && !s->budget.failed && !out->unlisted; i++) {
        game_outcome outcome = root_claim_verdict(r, s->moves[i]);
        int score = outcome.kind == OUTCOME_WIN ? verdict_scores(s, &outcome, 1).by_player[mover] : 0;
        /* Where playing on is worth as much, others would claim. A player who is ahead lets them find it. */
        bool better = score > out->score || (score == out->score && standing < 0);
        if (outcome.kind != OUTCOME_ONGOING && (better || out->best == MOVE_NONE)) {
            out->best = out->pv[0] = s->moves[i];
            out->pv_length = 1;
            out->score = score;
            out->mate = root_mate_distance(score);
        }
    }
}

bool maxn_search(game_history *r, const evaluation *e, const search_limits *limits, timeman *tm, search_result *out)
{
    const variant *v = r->variant;
    maxn *s = calloc(1, sizeof *s);
    size_t capacity = v->moves_max * 4 + 4096;
    move *moves = malloc(capacity * sizeof *moves);
    int *move_scores = malloc(capacity * sizeof *move_scores);
    int *history = calloc((size_t)v->piece_ids * (size_t)v->cells, sizeof *history);
    maxn_entry *entries = calloc(TT_ENTRIES, sizeof *entries);
    bool ready = s && moves && move_scores && history && entries;
    if (ready) {
        *s = (maxn){.game_history = r,
                    .variant = v,
                    .evaluation = e,
                    .limits = limits,
                    .repetition_draws = search_repetition_draws(v),
                    .root_ply = r->count};
        s->moves = moves;
        s->move_scores = move_scores;
        s->capacity = capacity;
        s->history = history;
        s->tt = entries;
        s->budget = budget_begin(tm, r);
        s->multipv = limits->multipv < 1 ? 1 : limits->multipv < MULTIPV_MAX ? limits->multipv : MULTIPV_MAX;
        memset(s->killers, 0xFF, sizeof s->killers); /* MOVE_NONE */
        for (int player = 0; player < v->players; player++) {
            s->friends[player] = team_mask(v, player);
        }
        run(s, out);
        budget_failed(&s->budget);
        out->nodes = s->budget.nodes;
        out->milliseconds = timeman_elapsed(tm);
        out->failed = s->budget.failed;
        out->multipv = 1;
    }
    free(s);
    free(moves);
    free(move_scores);
    free(history);
    free(entries);
    return ready;
}
