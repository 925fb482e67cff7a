#include "search/mcts.h"

#include "play/visibility.h"
#include "search/leaf_eval.h"
#include "search/move_gain.h"
#include "search/oversight.h"
#include "search/root.h"
#include "search/mcts_tree.h"

#include <stdlib.h>
#include <string.h>

enum {
    DEPTH_MAX = SEARCH_PLY_MAX - 2,
    NODES_DEFAULT = 20000, /* without any limit */
    DEPTH_VISITS = 400,    /* visits for a depth limit: its square times this */
    CPUCT = 60,            /* exploration constant of PUCT, in hundredths */
    HISTORY_SCALE = 500,   /* centipawns that a move which always won seems to gain */
    HISTORY_WINDOW = 64,   /* visits over which a history is a mean */
    PRIOR_DOUBLING = 100,  /* centipawns that make a move twice as likely */
    CHECK_BONUS = 100,
    MATE_BONUS = 2000,
    PRIOR_MIN = -300,
    PRIOR_MAX = 500,
    REPORT_GROWTH = 2, /* the interval between two reports grows by half */
};

struct mcts {
    const variant *variant;
    mcts_tree tree;
    move *moves; /* [capacity] scratch */
    size_t capacity;
    int32_t *history;      /* [pieces][cells] rewards of moves there against the mean, times HISTORY_WINDOW */
    bool *allowed_at_root; /* [moves_max] root edges that may be chosen */
    /* The last root, to find the next one below it. */
    size_t root_ply;
    uint64_t path_key, hash;
    bool has_tree;

    /* one run */
    game_history *game_history;
    const evaluation *evaluation;
    const search_limits *limits;
    bool overlooked; /* the tree lacks moves that another search may see */
    budget budget;
    leaf_eval leaf;
    bool repetition_draws;
    bool probe_checks;          /* there are checks, and they are found fast */
    uint64_t visits, depth_sum; /* of this run */
    int seldepth;
    uint32_t path[SEARCH_PLY_MAX + 1];
    size_t history_index[SEARCH_PLY_MAX + 1]; /* index into `history` of the ply that led there; SIZE_MAX: none */
};

/* ---- life ---- */

mcts *mcts_create(const variant *v, size_t bytes)
{
    mcts *m = calloc(1, sizeof *m);
    if (!m) {
        return NULL;
    }
    m->variant = v;
    m->capacity = v->moves_max * 2 + 4096;
    m->moves = malloc(m->capacity * sizeof *m->moves);
    m->allowed_at_root = malloc(v->moves_max * sizeof *m->allowed_at_root);
    m->history = calloc((size_t)v->piece_ids * (size_t)v->cells, sizeof *m->history);
    if (!m->moves || !m->allowed_at_root || !m->history || !mcts_tree_init(&m->tree, bytes)) {
        mcts_destroy(m);
        return NULL;
    }
    return m;
}

void mcts_destroy(mcts *m)
{
    if (m) {
        mcts_tree_finish(&m->tree);
        free(m->moves);
        free(m->allowed_at_root);
        free(m->history);
        free(m);
    }
}

void mcts_clear(mcts *m)
{
    mcts_tree_clear(&m->tree);
    m->has_tree = false;
    memset(m->history, 0, (size_t)m->variant->piece_ids * (size_t)m->variant->cells * sizeof *m->history);
}

/* ---- reusing the tree of the last run ---- */

/* A hash of the first `count` plies. */
static uint64_t key_of_path(const game_history *r, size_t count)
{
    uint64_t key = count;
    for (size_t i = 0; i < count; i++) {
        random_source mixer = {key ^ r->plies[i].key ^ r->plies[i].move};
        key = random_next(&mixer);
    }
    return key;
}

static uint32_t node_key(const position *p)
{
    return (uint32_t)(p->state.hash ^ p->state.hash >> 32);
}

/* A path is replayed by its moves, which are legal where it leads as long as it leads where it did. Only an impure hook
 * changes that. Its answer is an error: moves without their piece, or without a piece in hand, would be made. */
static bool is_as_before(mcts *m, const mcts_node *n)
{
    live_hooks *hooks = m->game_history->position->hooks;
    if (!hooks || node_key(m->game_history->position) == n->key) {
        return true;
    }
    root_report_impure(hooks);
    return false;
}

/* The same of one move, which a hook allowed when it was listed. A pass is no hook's: who has no move may be in check behind it. */
static bool is_still_legal(mcts *m, move x)
{
    position *p = m->game_history->position;
    if (!p->hooks || move_kind_of(x) == MOVE_PASS || m->variant->core->is_legal(p, x) || p->hooks->failed) {
        return !p->hooks || !p->hooks->failed;
    }
    root_report_impure(p->hooks);
    return false;
}

/* Follows the plies since the last root. False if they lead out of the tree. */
static bool reuse_tree(mcts *m, const game_history *r)
{
    if (!m->has_tree || r->count < m->root_ply || key_of_path(r, m->root_ply) != m->path_key) {
        return false;
    }
    if (r->position->hooks && visibility_limited(m->variant)) {
        return false; /* another world: hooks may read in it what the hash of the position leaves out */
    }
    uint64_t hash = r->count > m->root_ply ? r->plies[m->root_ply].key : r->position->state.hash;
    uint32_t at = MCTS_ROOT;
    for (size_t i = m->root_ply; i < r->count && at; i++) {
        at = mcts_tree_child(&m->tree, at, r->plies[i].move);
    }
    if (!at || hash != m->hash ||
        (m->tree.nodes[at].kind != MCTS_NEW && m->tree.nodes[at].key != node_key(r->position))) {
        return false;
    }
    mcts_tree_set_root(&m->tree, at);
    return true;
}

static void set_root(mcts *m, const game_history *r)
{
    const bool lacked = m->overlooked;
    m->overlooked = m->limits->oversight > 0;
    if (lacked || m->overlooked || !reuse_tree(m, r)) {
        mcts_tree_clear(&m->tree);
    }
    m->root_ply = r->count;
    m->path_key = key_of_path(r, r->count);
    m->hash = r->position->state.hash;
    m->has_tree = true;
}

/* ---- proofs ---- */

/* Whether the player, or their team, gets the whole point. */
static bool wins(const mcts *m, const mcts_node *n, int player)
{
    return n->proof >= PROOF_WINNER && n->proof < PROOF_SHARED &&
           m->leaf.friends[player] >> (n->proof - PROOF_WINNER) & 1;
}

/* Whether the player gets nothing. */
static bool loses(const mcts *m, const mcts_node *n, int player)
{
    return n->proof >= PROOF_WINNER && n->proof < PROOF_SHARED && !wins(m, n, player);
}

/* Whether the point is shared unequally; only in games of two sides. */
static bool is_shared(const mcts_node *n)
{
    return n->proof >= PROOF_SHARED;
}

/* What the player gets of the point by an unequal share. */
static int proven_share(const mcts *m, const mcts_node *n, int player)
{
    const int share = n->proof - PROOF_SHARED; /* of the side of player 0 */
    return m->leaf.friends[0] >> player & 1 ? share : WHOLE_POINT - share;
}

static void prove(const mcts *m, mcts_node *n, const game_outcome *v)
{
    if (v->kind == OUTCOME_WIN && v->winner_share < WHOLE_POINT) {
        const bool first = m->leaf.friends[0] >> v->winner & 1;
        n->proof = (uint8_t)(PROOF_SHARED + (first ? v->winner_share : WHOLE_POINT - v->winner_share));
    } else {
        n->proof = (uint8_t)(v->kind == OUTCOME_WIN ? PROOF_WINNER + v->winner : PROOF_DRAW);
    }
    n->proof_plies = 0;
}

/* The rewards of a proven result. */
static void proven_rewards(const mcts *m, const mcts_node *n, int rewards[PLAYERS_MAX])
{
    if (is_shared(n)) {
        leaf_eval_shared(&m->leaf, 0, n->proof - PROOF_SHARED, rewards);
    } else {
        leaf_eval_winner(&m->leaf, n->proof < PROOF_WINNER ? -1 : n->proof - PROOF_WINNER, rewards);
    }
}

static void prove_from(mcts_node *n, const mcts_node *child)
{
    n->proof = child->proof;
    n->proof_plies = (uint16_t)(child->proof_plies + 1);
}

/* The rank of a proven result for the player: an early win, a larger share, a draw, a late loss. */
static int proof_rank(const mcts *m, const mcts_node *n, int player)
{
    enum { FULL = 100 << 16 };
    if (n->proof == PROOF_DRAW) {
        return 0;
    }
    const int part = is_shared(n) ? 2 * proven_share(m, n, player) - WHOLE_POINT : 0;
    const bool ahead = part > 0 || wins(m, n, player);
    const int size = part ? abs(part) << 16 : FULL;
    return ahead ? size - n->proof_plies : n->proof_plies - size;
}

/* What the children prove. With more than two sides, losses to different winners prove nothing. */
static void update_proof(const mcts *m, mcts_node *n)
{
    const mcts_edge *edges = mcts_tree_edges(&m->tree, n);
    const mcts_node *best = NULL;
    bool all = true, same = true;
    int first = PROOF_NONE;
    for (int i = 0; n->edges && i < n->edge_count; i++) {
        const mcts_node *child = &m->tree.nodes[edges[i].child];
        bool proven = edges[i].child && child->proof;
        all = all && proven;
        if (proven) {
            bool chance = n->kind == MCTS_CHANCE; /* at a roll, the worst counts */
            same = same && (!first || first == child->proof);
            first = child->proof;
            int rank = proof_rank(m, child, n->actor);
            int top = best ? proof_rank(m, best, n->actor) : 0;
            best = !best || (chance ? rank < top : rank > top) ? child : best;
        }
    }
    if (!best) {
        return;
    }
    bool won = n->kind == MCTS_DECISION && wins(m, best, n->actor);
    bool drawn = n->kind == MCTS_DECISION && best->proof == PROOF_DRAW && m->leaf.sides == 2;
    if (won || (all && (same || drawn || (n->kind == MCTS_DECISION && m->leaf.sides == 2)))) {
        prove_from(n, best);
    }
}

/* ---- expansion ---- */

static int32_t *history_at(const mcts *m, move x, size_t *index)
{
    piece_id piece = evaluation_moving_piece(m->game_history->position, x);
    *index = SIZE_MAX;
    if (!piece || move_to(x) >= (unsigned)m->variant->cells) {
        return NULL;
    }
    *index = (size_t)piece * (size_t)m->variant->cells + move_to(x);
    return &m->history[*index];
}

/* 2^(x / PRIOR_DOUBLING), times 64. */
static uint32_t prior_weight(int x)
{
    int low = score_clamp(x, PRIOR_MIN, PRIOR_MAX) - PRIOR_MIN;
    uint32_t base = UINT32_C(64) >> (-PRIOR_MIN / PRIOR_DOUBLING) << (low / PRIOR_DOUBLING);
    return base + base * (uint32_t)(low % PRIOR_DOUBLING) / PRIOR_DOUBLING;
}

/* A bonus for checks and mates: forcing moves are tried first. */
static int check_bonus(mcts *m, move x)
{
    const core *c = m->variant->core;
    history_push(m->game_history, x);
    position *p = m->game_history->position;
    bool checks = c->in_check(p, p->state.side_to_move);
    int value = !checks ? 0 : c->has_legal_move(p) ? CHECK_BONUS : MATE_BONUS;
    history_pop(m->game_history);
    return value;
}

static uint32_t move_prior(mcts *m, move x)
{
    const position *p = m->game_history->position;
    size_t index;
    const int32_t *history = history_at(m, x, &index);
    int value = history ? (int)((int64_t)*history * HISTORY_SCALE / HISTORY_WINDOW / REWARD_ONE) : 0;
    if (move_is_noisy(p, x)) {
        int guess = move_gain_estimate(m->evaluation, p, x);
        value += guess + (guess >= 0 ? PRIOR_DOUBLING : 0);
    }
    if (m->probe_checks) {
        value += check_bonus(m, x);
    }
    return prior_weight(value);
}

static void shuffle_edges(mcts *m, mcts_edge *edges, size_t count)
{
    random_source random = {m->limits->seed};
    for (size_t i = count; m->limits->seed && i > 1; i--) {
        size_t k = random_below(&random, (uint32_t)i);
        mcts_edge e = edges[i - 1];
        edges[i - 1] = edges[k];
        edges[k] = e;
    }
}

static bool expand_chance(mcts *m, uint32_t at)
{
    const variant *v = m->variant;
    if (!mcts_tree_add_edges(&m->tree, at, (size_t)v->dice_outcome_count)) {
        return false;
    }
    mcts_node *n = &m->tree.nodes[at];
    mcts_edge *edges = mcts_tree_edges(&m->tree, n);
    for (int i = 0; i < v->dice_outcome_count; i++) {
        edges[i] = (mcts_edge){.move = move_pack(MOVE_ROLL, CELL_NONE, 0, 0, (unsigned)i, 0)};
    }
    n->kind = MCTS_CHANCE;
    return true;
}

/* Adds the moves of a leaf. False if there is no room. */
static bool expand(mcts *m, uint32_t at)
{
    game_history *r = m->game_history;
    if (r->position->extra.roll_due) {
        return expand_chance(m, at);
    }
    move_list list = {m->moves, 0, m->capacity, false};
    m->variant->core->legal(r->position, &list);
    history_remove_repetitions(r, &list);
    mcts_node *n = &m->tree.nodes[at];
    if (at != MCTS_ROOT || !m->limits->searchmoves_count) {
        list.count = leave_seen_moves(m->limits, m->root_ply, r, list.moves, list.count);
    }
    if (budget_out_of_fuel(&m->budget)) {
        return false;
    }
    if (!list.count) {
        game_outcome outcome = history_outcome_no_moves(r);
        prove(m, n, &outcome);
        return true;
    }
    if (list.overflow || !mcts_tree_add_edges(&m->tree, at, list.count)) {
        return false;
    }
    mcts_edge *edges = mcts_tree_edges(&m->tree, n);
    uint64_t sum = 0;
    for (size_t i = 0; i < list.count; i++) {
        uint32_t prior = move_prior(m, list.moves[i]);
        edges[i] = (mcts_edge){.move = list.moves[i], .prior = (uint16_t)prior};
        sum += prior;
    }
    for (size_t i = 0; i < list.count; i++) {
        edges[i].prior = (uint16_t)((edges[i].prior * UINT64_C(65535) + sum - 1) / sum);
    }
    shuffle_edges(m, edges, list.count);
    n->kind = MCTS_DECISION;
    return true;
}

/* The first visit of a node: whether the game has ended here. */
static void first_visit(mcts *m, mcts_node *n)
{
    game_history *r = m->game_history;
    game_outcome outcome = search_outcome(r);
    n->actor = r->position->state.side_to_move;
    n->key = node_key(r->position);
    n->kind = MCTS_LEAF;
    if (outcome.kind == OUTCOME_ONGOING && !m->variant->core->has_legal_move(r->position)) {
        outcome = history_outcome_no_moves(r);
    }
    if (outcome.kind != OUTCOME_ONGOING && !budget_out_of_fuel(&m->budget)) {
        prove(m, n, &outcome);
    }
}

/* ---- selection ---- */

/* sqrt(x * 2^16), rounded down. */
static uint64_t sqrt_fixed(uint64_t x)
{
    uint64_t rest = x << 16, root = 0, bit = UINT64_C(1) << 62;
    while (bit > rest) {
        bit >>= 2;
    }
    for (; bit; bit >>= 2) {
        if (rest >= root + bit) {
            rest -= root + bit;
            root = (root >> 1) + bit;
        } else {
            root >>= 1;
        }
    }
    return root; /* times 2^8 */
}

static int64_t mean_reward(const mcts_node *n)
{
    return n->reward_for_parent / (int64_t)(n->visits ? n->visits : 1);
}

static int64_t proven_reward(const mcts *m, const mcts_node *n, int player)
{
    int rewards[PLAYERS_MAX];
    proven_rewards(m, n, rewards);
    return rewards[player];
}

static uint32_t edge_visits(const mcts *m, const mcts_edge *e)
{
    return e->child ? m->tree.nodes[e->child].visits : 0;
}

/* The outcome with the fewest visits for its weight. */
static size_t select_roll(const mcts *m, const mcts_node *n)
{
    const variant *v = m->variant;
    const mcts_edge *edges = mcts_tree_edges(&m->tree, n);
    size_t best = 0;
    for (size_t i = 1; i < n->edge_count; i++) {
        uint64_t owed = (edge_visits(m, &edges[best]) + UINT64_C(1)) * v->dice_outcomes[i].weight;
        best = owed > (edge_visits(m, &edges[i]) + UINT64_C(1)) * v->dice_outcomes[best].weight ? i : best;
    }
    return best;
}

static size_t select_move(const mcts *m, const mcts_node *n, bool root)
{
    const mcts_edge *edges = mcts_tree_edges(&m->tree, n);
    int64_t exploration = (int64_t)(sqrt_fixed(n->visits) * CPUCT / 100); /* times 2^8 */
    int64_t first_play_urgency = n->reward_for_actor / (int64_t)(n->visits ? n->visits : 1);
    int64_t top = INT64_MIN;
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < n->edge_count; i++) {
        const mcts_node *child = &m->tree.nodes[edges[i].child];
        int64_t value = first_play_urgency, visits = 0;
        if (root && !m->allowed_at_root[i]) {
            continue;
        }
        if (edges[i].child) {
            visits = child->visits;
            value = child->proof ? proven_reward(m, child, n->actor) : visits ? mean_reward(child) : first_play_urgency;
            /* A move that is proven lost is tried only if there is no other. */
            value -= child->proof && value == 0 ? (int64_t)REWARD_ONE << 20 : 0;
        }
        value += exploration * edges[i].prior / (1 + visits) >> 8;
        if (value > top) {
            top = value;
            best = i;
        }
    }
    return best;
}

/* Adds the rewards of a simulation to the nodes of its path, and updates proofs. */
static void backpropagate(mcts *m, int depth, const int rewards[PLAYERS_MAX])
{
    for (int i = depth; i >= 0; i--) {
        mcts_node *n = &m->tree.nodes[m->path[i]];
        n->visits++;
        n->reward_for_actor += rewards[n->actor];
        if (i > 0) {
            const mcts_node *parent = &m->tree.nodes[m->path[i - 1]];
            n->reward_for_parent += rewards[parent->actor];
            if (m->history_index[i] != SIZE_MAX && parent->visits) {
                int32_t mean = (int32_t)(parent->reward_for_actor / (int64_t)parent->visits);
                m->history[m->history_index[i]] +=
                    rewards[parent->actor] - mean - m->history[m->history_index[i]] / HISTORY_WINDOW;
            }
        }
    }
    for (int i = depth; i > 0 && m->tree.nodes[m->path[i]].proof; i--) {
        mcts_node *parent = &m->tree.nodes[m->path[i - 1]];
        if (!parent->proof) {
            update_proof(m, parent);
        }
    }
}

/* The child of an edge, created if needed; 0 if there is no room. The move was already made. */
static uint32_t child_of_edge(mcts *m, uint32_t at, size_t edge)
{
    mcts_edge *e = &mcts_tree_edges(&m->tree, &m->tree.nodes[at])[edge];
    if (!e->child) {
        uint32_t child = mcts_tree_add_node(&m->tree);
        e->child = child;
    }
    return e->child;
}

/* Whether the descent ends at the node; then `rewards` is set. */
static bool descent_ends(mcts *m, uint32_t at, int depth, int rewards[PLAYERS_MAX])
{
    mcts_node *n = &m->tree.nodes[at];
    bool is_new = n->kind == MCTS_NEW;
    if (is_new) {
        first_visit(m, n);
    } else if (!is_as_before(m, n)) {
        return true;
    }
    if (n->proof && depth > 0) {
        proven_rewards(m, n, rewards);
        return true;
    }
    if (depth > 0 && m->repetition_draws && search_repeats(m->game_history, m->root_ply)) {
        leaf_eval_winner(&m->leaf, -1, rewards);
        return true;
    }
    if (depth >= DEPTH_MAX || (is_new && depth > 0) || (n->kind == MCTS_LEAF && !expand(m, at))) {
        leaf_eval_rewards(&m->leaf, rewards);
        return true;
    }
    n = &m->tree.nodes[at];
    if (n->proof && n->kind == MCTS_LEAF) {
        proven_rewards(m, n, rewards);
        return true;
    }
    return false;
}

static void simulate(mcts *m)
{
    int depth = 0;
    int rewards[PLAYERS_MAX] = {0};
    uint32_t at = MCTS_ROOT;
    m->path[0] = at;
    while (!descent_ends(m, at, depth, rewards)) {
        const mcts_node *n = &m->tree.nodes[at];
        size_t edge = n->kind == MCTS_CHANCE ? select_roll(m, n) : select_move(m, n, depth == 0);
        move x = mcts_tree_edges(&m->tree, n)[edge].move;
        if (n->visits > 1 && n->kind != MCTS_CHANCE && !is_still_legal(m, x)) {
            break;
        }
        history_at(m, x, &m->history_index[depth + 1]);
        history_push(m->game_history, x);
        uint32_t child = child_of_edge(m, at, edge);
        if (!child) {
            leaf_eval_rewards(&m->leaf, rewards); /* no room: the estimate of the new position is used */
            history_pop(m->game_history);
            break;
        }
        at = child;
        m->path[++depth] = at;
    }
    for (int i = 0; i < depth; i++) {
        history_pop(m->game_history);
    }
    if (!budget_failed(&m->budget)) {
        backpropagate(m, depth, rewards);
        m->visits++;
        m->depth_sum += (uint64_t)depth;
        m->seldepth = depth > m->seldepth ? depth : m->seldepth;
    }
}

/* ---- results ---- */

/* Whether one root edge is better than another: by proof, then by visits. */
static bool edge_is_better(const mcts *m, const mcts_edge *a, const mcts_edge *b, int player)
{
    const mcts_node *x = &m->tree.nodes[a->child], *y = &m->tree.nodes[b->child];
    bool wins_x = a->child && wins(m, x, player), wins_y = b->child && wins(m, y, player);
    bool lost_x = a->child && loses(m, x, player), lost_y = b->child && loses(m, y, player);
    if (wins_x != wins_y || lost_x != lost_y) {
        return wins_x > wins_y || lost_x < lost_y;
    }
    if (wins_x || lost_x) {
        return proof_rank(m, x, player) > proof_rank(m, y, player);
    }
    uint32_t visits_x = edge_visits(m, a), visits_y = edge_visits(m, b);
    return visits_x != visits_y ? visits_x > visits_y : visits_x && mean_reward(x) > mean_reward(y);
}

/* The best edge among `allowed` (NULL: all); SIZE_MAX if there is none. */
static size_t best_edge(const mcts *m, const mcts_node *n, const bool *allowed)
{
    const mcts_edge *edges = mcts_tree_edges(&m->tree, n);
    size_t best = SIZE_MAX;
    for (size_t i = 0; n->edges && i < n->edge_count; i++) {
        if ((!allowed || allowed[i]) && (best == SIZE_MAX || edge_is_better(m, &edges[i], &edges[best], n->actor))) {
            best = i;
        }
    }
    return best;
}

static void extract_pv(const mcts *m, const mcts_node *n, size_t edge, search_result *out)
{
    out->pv_length = 0;
    while (edge != SIZE_MAX && out->pv_length < DEPTH_MAX) {
        const mcts_edge *e = &mcts_tree_edges(&m->tree, n)[edge];
        out->pv[out->pv_length++] = e->move;
        if (!e->child) {
            break;
        }
        n = &m->tree.nodes[e->child];
        bool goes_on = n->kind == MCTS_DECISION && n->visits > 1;
        edge = goes_on ? best_edge(m, n, NULL) : SIZE_MAX;
        if (edge != SIZE_MAX && !mcts_tree_edges(&m->tree, n)[edge].child) {
            break;
        }
    }
}

static int edge_score(const mcts *m, const mcts_node *root, const mcts_edge *e)
{
    const mcts_node *n = &m->tree.nodes[e->child];
    if (!e->child || !n->visits) {
        return 0;
    }
    if (n->proof == PROOF_DRAW) {
        return 0;
    }
    if (is_shared(n)) {
        int rewards[PLAYERS_MAX];
        proven_rewards(m, n, rewards);
        return leaf_eval_reward_to_score(m->leaf.scale, rewards[root->actor]);
    }
    if (n->proof) {
        int plies = n->proof_plies + 1;
        plies = plies < SCORE_MATE - SCORE_MATE_MIN ? plies : SCORE_MATE - SCORE_MATE_MIN;
        return wins(m, n, root->actor) ? SCORE_MATE - plies : plies - SCORE_MATE;
    }
    int score = leaf_eval_reward_to_score(m->leaf.scale, (int)mean_reward(n));
    return score > SCORE_EVAL_MAX ? SCORE_EVAL_MAX : score < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX : score;
}

static void fill_result(const mcts *m, const mcts_node *root, size_t edge, search_result *out)
{
    const mcts_edge *e = &mcts_tree_edges(&m->tree, root)[edge];
    out->best = e->move;
    out->score = edge_score(m, root, e);
    out->mate = root_mate_distance(out->score);
    extract_pv(m, root, edge, out);
}

static void fill_statistics(const mcts *m, search_result *out)
{
    out->depth = m->visits ? (int)(m->depth_sum / m->visits) : 0;
    out->seldepth = m->seldepth;
    out->hashfull = mcts_tree_hashfull(&m->tree);
    out->bound = BOUND_EXACT;
    out->nodes = m->budget.nodes;
    out->milliseconds = timeman_elapsed(m->budget.timeman);
    out->failed = m->budget.failed;
}

/* Reports the best moves, as many as `multipv`. */
static void report(mcts *m)
{
    const mcts_node *root = &m->tree.nodes[MCTS_ROOT];
    int multipv = m->limits->multipv > 1 ? m->limits->multipv : 1;
    bool *allowed = m->allowed_at_root;
    size_t shown[64];
    int made = 0;
    for (; made < multipv && made < 64 && m->limits->info; made++) {
        size_t edge = best_edge(m, root, allowed);
        if (edge == SIZE_MAX) {
            break;
        }
        search_result found = {.multipv = made + 1};
        fill_result(m, root, edge, &found);
        fill_statistics(m, &found);
        m->limits->info(m->limits->state, &found);
        shown[made] = edge;
        allowed[edge] = false;
    }
    while (made--) {
        allowed[shown[made]] = true;
    }
}

/* ---- a run ---- */

static bool root_solved(const mcts *m)
{
    const mcts_node *root = &m->tree.nodes[MCTS_ROOT];
    const mcts_edge *edges = mcts_tree_edges(&m->tree, root);
    bool all = true;
    for (size_t i = 0; root->edges && i < root->edge_count; i++) {
        const mcts_node *child = &m->tree.nodes[edges[i].child];
        bool proven = edges[i].child && child->proof;
        if (m->allowed_at_root[i] && proven && wins(m, child, root->actor)) {
            return true;
        }
        all = all && (!m->allowed_at_root[i] || proven);
    }
    return root->edges && all;
}

/* Whether to stop. Where the clock runs, time is stretched by half. */
static bool should_stop(mcts *m)
{
    const search_limits *l = m->limits;
    const mcts_node *root = &m->tree.nodes[MCTS_ROOT];
    if (m->budget.stopped || root_solved(m)) {
        return true;
    }
    if (l->depth > 0 && m->visits >= (uint64_t)l->depth * (uint64_t)l->depth * DEPTH_VISITS) {
        return true;
    }
    if (!l->depth && !l->nodes && l->movetime <= 0 && l->clock <= 0 && !l->stop && m->budget.nodes >= NODES_DEFAULT) {
        return true;
    }
    if (l->clock > 0 && m->visits % BUDGET_CHECK_INTERVAL == 0) {
        bool alone = root->edge_count == 1;
        return timeman_should_stop(m->budget.timeman, alone ? 1 : 150);
    }
    return false;
}

/* Marks the root edges that may be chosen. False if none may. */
static bool mark_allowed(mcts *m)
{
    const search_limits *l = m->limits;
    const mcts_node *root = &m->tree.nodes[MCTS_ROOT];
    const mcts_edge *edges = mcts_tree_edges(&m->tree, root);
    bool any = false;
    for (size_t i = 0; root->edges && i < root->edge_count; i++) {
        m->allowed_at_root[i] = l->searchmoves_count == 0;
        for (size_t k = 0; k < l->searchmoves_count && !m->allowed_at_root[i]; k++) {
            m->allowed_at_root[i] = l->searchmoves[k] == edges[i].move;
        }
        any = any || m->allowed_at_root[i];
    }
    return any;
}

static void search_root(mcts *m, search_result *out)
{
    uint64_t next_report = 32;
    mcts_node *root = &m->tree.nodes[MCTS_ROOT];
    if (root->kind == MCTS_NEW) {
        first_visit(m, root);
    }
    root->proof = PROOF_NONE; /* the root's proof may rest on moves that are excluded now */
    if (root->kind == MCTS_LEAF && !expand(m, MCTS_ROOT)) {
        return;
    }
    if (!mark_allowed(m)) {
        return;
    }
    while (!should_stop(m) && budget_spend(&m->budget)) {
        simulate(m);
        if (mcts_tree_hashfull(&m->tree) > 995) {
            mcts_tree_prune(&m->tree);
        }
        if (m->visits >= next_report && !m->budget.stopped) {
            report(m);
            next_report += next_report / REPORT_GROWTH;
        }
    }
    root = &m->tree.nodes[MCTS_ROOT];
    size_t best = best_edge(m, root, m->allowed_at_root);
    if (best != SIZE_MAX && !m->budget.failed) {
        fill_result(m, root, best, out);
        report(m);
    }
}

/* A claim is chosen if it gives no less than the best move. */
static void consider_claims(mcts *m, const move *claims, size_t count, search_result *out)
{
    int player = m->game_history->position->state.side_to_move;
    for (size_t i = 0; i < count; i++) {
        game_outcome outcome = root_claim_verdict(m->game_history, claims[i]);
        if (outcome.kind == OUTCOME_ONGOING) {
            continue;
        }
        bool won = outcome.kind == OUTCOME_WIN && m->leaf.friends[player] >> outcome.winner & 1;
        int score = outcome.kind == OUTCOME_DRAW ? 0 : leaf_eval_win_score(m->evaluation, &outcome, 1);
        score = won ? score : -score;
        if (score >= out->score || out->best == MOVE_NONE) {
            out->best = out->pv[0] = claims[i];
            out->pv_length = 1;
            out->score = score;
            out->mate = root_mate_distance(score);
        }
    }
}

static void run(mcts *m, search_result *out)
{
    game_history *r = m->game_history;
    move *claims = m->moves + m->variant->moves_max;
    bool must_roll = root_must_roll(r);
    move roll = must_roll ? root_roll(r, m->limits->seed) : MOVE_NONE;
    if (must_roll) {
        history_push(r, roll);
    }
    set_root(m, r);
    move_list list = {claims, 0, m->capacity - m->variant->moves_max, false};
    size_t moves = root_moves(r, m->limits, &list);
    m->budget.timeman->root_listed = true;
    out->unlisted = !fuel_left(r->position->fuel);
    if (!budget_failed(&m->budget) && !out->unlisted && moves) {
        out->best = out->pv[0] = list.moves[0];
        out->pv_length = 1;
        search_root(m, out);
    }
    budget_failed(&m->budget);                                       /* while the fuel tells why a script stopped */
    r->position->fuel = NULL;                                        /* claims are looked at whatever the clock says */
    if (!m->budget.failed && !out->unlisted && moves < list.count) { /* the scratch buffer was used since */
        list.count = 0;
        moves = root_moves(r, m->limits, &list);
        consider_claims(m, list.moves + moves, list.count - moves, out);
    }
    if (must_roll) {
        history_pop(r);
        size_t rest = out->pv_length < SEARCH_PLY_MAX - 1 ? out->pv_length : SEARCH_PLY_MAX - 1;
        memmove(&out->pv[1], out->pv, rest * sizeof *out->pv);
        out->best = out->pv[0] = roll;
        out->pv_length = rest + 1;
    }
}

bool mcts_run(mcts *m, game_history *r, const evaluation *e, const search_limits *limits, timeman *tm,
              search_result *out)
{
    m->game_history = r;
    m->evaluation = e;
    m->limits = limits;
    m->budget = budget_begin(tm, r);
    m->visits = m->depth_sum = 0;
    m->seldepth = 0;
    m->repetition_draws = search_repetition_draws(m->variant);
    m->probe_checks =
        variant_uses(m->variant, SHORTCUT_MASKS) && m->variant->has_checkmate_ending && !r->position->hooks;
    if (!history_reserve(r, SEARCH_PLY_MAX + leaf_eval_plies_max() + 2) ||
        !leaf_eval_init(&m->leaf, r, e, &m->budget, m->moves, m->capacity)) {
        return false;
    }
    m->leaf.random = (random_source){limits->seed};
    run(m, out);
    budget_failed(&m->budget);
    fill_statistics(m, out);
    leaf_eval_finish(&m->leaf);
    return true;
}
