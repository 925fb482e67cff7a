#include "search/mcts.h"

#include "search/leaf.h"
#include "search/noise.h"
#include "search/root.h"
#include "search/mcts_tree.h"

#include <stdlib.h>
#include <string.h>

enum {
    DEEPEST = SEARCH_PLY_MAX - 2,
    NODES_USUAL = 20000, /* without any limit */
    DEPTH_VISITS = 400,  /* where only a depth is asked for: its square so many times */
    EXPLORE = 60,        /* hundredths: how much untried moves weigh */
    FARED = 500,         /* hundredths of a man that a move which always won would seem to win */
    FARED_FADES = 64,    /* visits over which that is a mean */
    PRIOR_STEP = 100,    /* hundredths of a man that make a move twice as likely */
    CHECK = 100,
    MATE = 2000,
    PRIOR_LOW = -300,
    PRIOR_HIGH = 500,
    NEWS_EVERY = 2, /* visits between two reports grow by the half */
};

struct mcts {
    const game *game;
    tree tree;
    move *moves; /* [room] scratch */
    size_t room;
    int32_t *fared; /* [men][cells] how moves there fared beside the others, in shares times FARED_FADES */
    bool *asked;    /* [moves_max] root edges that may be chosen */
    /* Where the root stands, to find the next one. */
    size_t root_count;
    uint64_t road, hash;
    bool grown;

    /* one run */
    record *record;
    const evaluation *evaluation;
    const search_limits *limits;
    budget budget;
    leaf leaf;
    bool returns_draw;
    bool checks;             /* there are checks, and they are found fast */
    uint64_t visits, depths; /* of this run */
    int reach;
    uint32_t path[SEARCH_PLY_MAX + 1];
    size_t fares[SEARCH_PLY_MAX + 1]; /* into `fared` of the ply that led there; SIZE_MAX: none */
};

/* ---- life ---- */

mcts *mcts_create(const game *g, size_t bytes)
{
    mcts *m = calloc(1, sizeof *m);
    if (!m) {
        return NULL;
    }
    m->game = g;
    m->room = g->moves_max * 2 + 4096;
    m->moves = malloc(m->room * sizeof *m->moves);
    m->asked = malloc(g->moves_max * sizeof *m->asked);
    m->fared = calloc((size_t)g->men * (size_t)g->cells, sizeof *m->fared);
    if (!m->moves || !m->asked || !m->fared || !tree_init(&m->tree, bytes)) {
        mcts_destroy(m);
        return NULL;
    }
    return m;
}

void mcts_destroy(mcts *m)
{
    if (m) {
        tree_finish(&m->tree);
        free(m->moves);
        free(m->asked);
        free(m->fared);
        free(m);
    }
}

void mcts_clear(mcts *m)
{
    tree_clear(&m->tree);
    m->grown = false;
    memset(m->fared, 0, (size_t)m->game->men * (size_t)m->game->cells * sizeof *m->fared);
}

/* ---- the root of this run, in the tree of the last ---- */

/* The road to ply `count`, as one number. */
static uint64_t road_key(const record *r, size_t count)
{
    uint64_t key = count;
    for (size_t i = 0; i < count; i++) {
        random_source mixer = {key ^ r->plies[i].key ^ r->plies[i].move};
        key = random_next(&mixer);
    }
    return key;
}

/* Follows the plies since the last root. False when they lead out of the tree. */
static bool find_root(mcts *m, const record *r)
{
    if (!m->grown || r->count < m->root_count || road_key(r, m->root_count) != m->road) {
        return false;
    }
    uint64_t hash = r->count > m->root_count ? r->plies[m->root_count].key : r->position->state.hash;
    uint32_t at = TREE_ROOT;
    for (size_t i = m->root_count; i < r->count && at; i++) {
        at = tree_child(&m->tree, at, r->plies[i].move);
    }
    if (!at || hash != m->hash) {
        return false;
    }
    tree_move_root(&m->tree, at);
    return true;
}

static void place_root(mcts *m, const record *r)
{
    if (!find_root(m, r)) {
        tree_clear(&m->tree);
    }
    m->root_count = r->count;
    m->road = road_key(r, r->count);
    m->hash = r->position->state.hash;
    m->grown = true;
}

/* ---- proofs ---- */

static bool wins(const mcts *m, const tree_node *n, int player)
{
    return n->proof >= PROOF_WINNER && m->leaf.friends[player] >> (n->proof - PROOF_WINNER) & 1;
}

static void prove(tree_node *n, const verdict *v)
{
    n->proof = (uint8_t)(v->kind == VERDICT_WIN ? PROOF_WINNER + v->winner : PROOF_DRAW);
    n->plies = 0;
}

static void prove_by(tree_node *n, const tree_node *child)
{
    n->proof = child->proof;
    n->plies = (uint16_t)(child->plies + 1);
}

/* Whether one proven end is better for the player than another: a win soon, a draw, a loss late. */
static int proof_rank(const mcts *m, const tree_node *n, int player)
{
    return wins(m, n, player) ? 70000 - n->plies : n->proof == PROOF_DRAW ? 0 : n->plies - 70000;
}

/* What the children prove. With more than two sides, losses to different winners prove nothing. */
static void try_prove(const mcts *m, tree_node *n)
{
    const tree_edge *edges = tree_edges(&m->tree, n);
    const tree_node *best = NULL;
    bool all = true, same = true;
    int first = PROOF_NONE;
    for (int i = 0; n->edges && i < n->edge_count; i++) {
        const tree_node *child = &m->tree.nodes[edges[i].child];
        bool proven = edges[i].child && child->proof;
        all = all && proven;
        if (proven) {
            bool chance = n->kind == NODE_CHANCE; /* there the worst, since a throw chooses */
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
    bool won = n->kind == NODE_CHOICE && wins(m, best, n->actor);
    bool drawn = n->kind == NODE_CHOICE && best->proof == PROOF_DRAW && m->leaf.sides == 2;
    if (won || (all && (same || drawn || (n->kind == NODE_CHOICE && m->leaf.sides == 2)))) {
        prove_by(n, best);
    }
}

/* ---- opening a node ---- */

static int32_t *fared_at(const mcts *m, move x, size_t *spot)
{
    man_id man = evaluation_mover(m->record->position, x);
    *spot = SIZE_MAX;
    if (!man || move_to(x) >= (unsigned)m->game->cells) {
        return NULL;
    }
    *spot = (size_t)man * (size_t)m->game->cells + move_to(x);
    return &m->fared[*spot];
}

static int clip(int x, int low, int high)
{
    return x < low ? low : x < high ? x : high;
}

/* 2^(x / PRIOR_STEP), times 64. */
static uint32_t likeliness(int x)
{
    int low = clip(x, PRIOR_LOW, PRIOR_HIGH) - PRIOR_LOW;
    uint32_t base = UINT32_C(64) >> (-PRIOR_LOW / PRIOR_STEP) << (low / PRIOR_STEP);
    return base + base * (uint32_t)(low % PRIOR_STEP) / PRIOR_STEP;
}

/* Whether the move gives check, and mate: what answers everything is looked at first. */
static int promise_of_check(mcts *m, move x)
{
    const core *c = m->game->core;
    record_push(m->record, x);
    position *p = m->record->position;
    bool checks = c->in_check(p, p->state.mover);
    int promise = !checks ? 0 : c->any(p) ? CHECK : MATE;
    record_pop(m->record);
    return promise;
}

static uint32_t prior_of(mcts *m, move x)
{
    const position *p = m->record->position;
    size_t spot;
    const int32_t *fared = fared_at(m, x, &spot);
    int promise = fared ? (int)((int64_t)*fared * FARED / FARED_FADES / LEAF_ONE) : 0;
    if (noise_of(p, x)) {
        int guess = noise_guess(m->evaluation, p, x);
        promise += guess + (guess >= 0 ? PRIOR_STEP : 0);
    }
    if (m->checks) {
        promise += promise_of_check(m, x);
    }
    return likeliness(promise);
}

static void shuffle_edges(mcts *m, tree_edge *edges, size_t count)
{
    random_source random = {m->limits->seed};
    for (size_t i = count; m->limits->seed && i > 1; i--) {
        size_t k = random_below(&random, (uint32_t)i);
        tree_edge e = edges[i - 1];
        edges[i - 1] = edges[k];
        edges[k] = e;
    }
}

static bool open_chance(mcts *m, uint32_t at)
{
    const game *g = m->game;
    if (!tree_branch(&m->tree, at, (size_t)g->outcome_count)) {
        return false;
    }
    tree_node *n = &m->tree.nodes[at];
    tree_edge *edges = tree_edges(&m->tree, n);
    for (int i = 0; i < g->outcome_count; i++) {
        edges[i] = (tree_edge){.move = move_pack(MOVE_ROLL, CELL_NONE, 0, 0, (unsigned)i, 0)};
    }
    n->kind = NODE_CHANCE;
    return true;
}

/* Lists what can follow a leaf. False when there is no room for it. */
static bool open_node(mcts *m, uint32_t at)
{
    record *r = m->record;
    if (r->position->more.rolls) {
        return open_chance(m, at);
    }
    move_list list = {m->moves, 0, m->room, false};
    m->game->core->legal(r->position, &list);
    record_filter(r, &list);
    tree_node *n = &m->tree.nodes[at];
    if (!list.count) {
        verdict v = record_no_moves(r);
        prove(n, &v);
        return true;
    }
    if (list.overflow || !tree_branch(&m->tree, at, list.count)) {
        return false;
    }
    tree_edge *edges = tree_edges(&m->tree, n);
    uint64_t sum = 0;
    for (size_t i = 0; i < list.count; i++) {
        uint32_t likely = prior_of(m, list.moves[i]);
        edges[i] = (tree_edge){.move = list.moves[i], .prior = (uint16_t)likely};
        sum += likely;
    }
    for (size_t i = 0; i < list.count; i++) {
        edges[i].prior = (uint16_t)((edges[i].prior * UINT64_C(65535) + sum - 1) / sum);
    }
    shuffle_edges(m, edges, list.count);
    n->kind = NODE_CHOICE;
    return true;
}

/* The first look at a node: how the game ends here, if it does. */
static void meet(mcts *m, tree_node *n)
{
    record *r = m->record;
    verdict v = record_decided(r, true);
    n->actor = r->position->state.mover;
    n->kind = NODE_LEAF;
    if (v.kind == VERDICT_WIN && v.rule->claim && !(m->leaf.friends[n->actor] >> v.winner & 1)) {
        v = record_decided(r, false); /* nobody claims his own loss */
    }
    if ((v.kind == VERDICT_ONGOING || verdict_is_soft(&v)) && !m->game->core->any(r->position)) {
        v = record_no_moves(r);
    }
    if (v.kind != VERDICT_ONGOING) {
        prove(n, &v);
    }
}

/* ---- going down ---- */

/* The root of x * 2^16, rounded down. */
static uint64_t root_of(uint64_t x)
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

static int64_t mean_of(const tree_node *n)
{
    return n->gained / (int64_t)(n->visits ? n->visits : 1);
}

static int64_t exact_share(const mcts *m, const tree_node *n, int player)
{
    return n->proof == PROOF_DRAW ? LEAF_ONE / m->leaf.sides : wins(m, n, player) ? LEAF_ONE : 0;
}

static uint32_t visits_of(const mcts *m, const tree_edge *e)
{
    return e->child ? m->tree.nodes[e->child].visits : 0;
}

/* The throw that has come least often for its odds. */
static size_t select_throw(const mcts *m, const tree_node *n)
{
    const game *g = m->game;
    const tree_edge *edges = tree_edges(&m->tree, n);
    size_t best = 0;
    for (size_t i = 1; i < n->edge_count; i++) {
        uint64_t owed = (visits_of(m, &edges[best]) + UINT64_C(1)) * g->outcomes[i].weight;
        best = owed > (visits_of(m, &edges[i]) + UINT64_C(1)) * g->outcomes[best].weight ? i : best;
    }
    return best;
}

static size_t select_move(const mcts *m, const tree_node *n, bool root)
{
    const tree_edge *edges = tree_edges(&m->tree, n);
    int64_t explore = (int64_t)(root_of(n->visits) * EXPLORE / 100); /* times 2^8 */
    int64_t untried = n->own / (int64_t)(n->visits ? n->visits : 1);
    int64_t top = INT64_MIN;
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < n->edge_count; i++) {
        const tree_node *child = &m->tree.nodes[edges[i].child];
        int64_t promise = untried, visits = 0;
        if (root && !m->asked[i]) {
            continue;
        }
        if (edges[i].child) {
            visits = child->visits;
            promise = child->proof ? exact_share(m, child, n->actor) : visits ? mean_of(child) : untried;
            /* A move that has lost is not tried again while there are others. */
            promise -= child->proof && promise == 0 ? (int64_t)LEAF_ONE << 20 : 0;
        }
        promise += explore * edges[i].prior / (1 + visits) >> 8;
        if (promise > top) {
            top = promise;
            best = i;
        }
    }
    return best;
}

/* The position stood before in the tree, and that will be a draw. */
static bool returned(const mcts *m)
{
    const record *r = m->record;
    if (!m->returns_draw || r->position->more.ply) {
        return false;
    }
    for (size_t i = r->count; i-- > m->root_count;) {
        if (r->plies[i].key == r->position->state.hash && !r->plies[i].within) {
            return true;
        }
    }
    return false;
}

/* Adds what a visit was worth to the nodes of the path, and what it proves. */
static void back_up(mcts *m, int depth, const int shares[PLAYERS_MAX])
{
    for (int i = depth; i >= 0; i--) {
        tree_node *n = &m->tree.nodes[m->path[i]];
        n->visits++;
        n->own += shares[n->actor];
        if (i > 0) {
            const tree_node *parent = &m->tree.nodes[m->path[i - 1]];
            n->gained += shares[parent->actor];
            if (m->fares[i] != SIZE_MAX && parent->visits) {
                int32_t usual = (int32_t)(parent->own / (int64_t)parent->visits);
                m->fared[m->fares[i]] += shares[parent->actor] - usual - m->fared[m->fares[i]] / FARED_FADES;
            }
        }
    }
    for (int i = depth; i > 0 && m->tree.nodes[m->path[i]].proof; i--) {
        tree_node *parent = &m->tree.nodes[m->path[i - 1]];
        if (!parent->proof) {
            try_prove(m, parent);
        }
    }
}

/* The child by an edge, made if need be; 0 when there is no room. The record stands behind the move. */
static uint32_t enter(mcts *m, uint32_t at, size_t edge)
{
    tree_edge *e = &tree_edges(&m->tree, &m->tree.nodes[at])[edge];
    if (!e->child) {
        uint32_t child = tree_add(&m->tree);
        e->child = child;
    }
    return e->child;
}

/* Whether the descent ends at the node, and with what. */
static bool ends_here(mcts *m, uint32_t at, int depth, int shares[PLAYERS_MAX])
{
    tree_node *n = &m->tree.nodes[at];
    bool fresh = n->kind == NODE_NEW;
    if (fresh) {
        meet(m, n);
    }
    if (n->proof && depth > 0) {
        leaf_won(&m->leaf, n->proof - PROOF_WINNER < 0 ? -1 : n->proof - PROOF_WINNER, shares);
        return true;
    }
    if (depth > 0 && returned(m)) {
        leaf_won(&m->leaf, -1, shares);
        return true;
    }
    if (depth >= DEEPEST || (fresh && depth > 0) || (n->kind == NODE_LEAF && !open_node(m, at))) {
        leaf_value(&m->leaf, shares);
        return true;
    }
    n = &m->tree.nodes[at];
    if (n->proof && n->kind == NODE_LEAF) {
        leaf_won(&m->leaf, n->proof - PROOF_WINNER < 0 ? -1 : n->proof - PROOF_WINNER, shares);
        return true;
    }
    return false;
}

static void visit(mcts *m)
{
    int depth = 0;
    int shares[PLAYERS_MAX];
    uint32_t at = TREE_ROOT;
    m->path[0] = at;
    while (!ends_here(m, at, depth, shares)) {
        const tree_node *n = &m->tree.nodes[at];
        size_t edge = n->kind == NODE_CHANCE ? select_throw(m, n) : select_move(m, n, depth == 0);
        move x = tree_edges(&m->tree, n)[edge].move;
        fared_at(m, x, &m->fares[depth + 1]);
        record_push(m->record, x);
        uint32_t child = enter(m, at, edge);
        if (!child) {
            leaf_value(&m->leaf, shares); /* no room: what is there is still weighed better */
            record_pop(m->record);
            break;
        }
        at = child;
        m->path[++depth] = at;
    }
    for (int i = 0; i < depth; i++) {
        record_pop(m->record);
    }
    if (!m->budget.failed) {
        back_up(m, depth, shares);
        m->visits++;
        m->depths += (uint64_t)depth;
        m->reach = depth > m->reach ? depth : m->reach;
    }
}

/* ---- what has been found ---- */

/* Whether one root edge is to be preferred to another: by proof, then by visits. */
static bool better(const mcts *m, const tree_edge *a, const tree_edge *b, int player)
{
    const tree_node *x = &m->tree.nodes[a->child], *y = &m->tree.nodes[b->child];
    bool wins_x = a->child && wins(m, x, player), wins_y = b->child && wins(m, y, player);
    bool lost_x = a->child && x->proof > PROOF_DRAW && !wins_x, lost_y = b->child && y->proof > PROOF_DRAW && !wins_y;
    if (wins_x != wins_y || lost_x != lost_y) {
        return wins_x > wins_y || lost_x < lost_y;
    }
    if (wins_x || lost_x) {
        return proof_rank(m, x, player) > proof_rank(m, y, player);
    }
    uint32_t visits_x = visits_of(m, a), visits_y = visits_of(m, b);
    return visits_x != visits_y ? visits_x > visits_y : visits_x && mean_of(x) > mean_of(y);
}

/* The best edge that is not among `taken` (bits beyond them are free); SIZE_MAX when there is none. */
static size_t best_edge(const mcts *m, const tree_node *n, const bool *allowed)
{
    const tree_edge *edges = tree_edges(&m->tree, n);
    size_t best = SIZE_MAX;
    for (size_t i = 0; n->edges && i < n->edge_count; i++) {
        if ((!allowed || allowed[i]) && (best == SIZE_MAX || better(m, &edges[i], &edges[best], n->actor))) {
            best = i;
        }
    }
    return best;
}

static void take_line(const mcts *m, const tree_node *n, size_t edge, search_result *out)
{
    out->line_length = 0;
    while (edge != SIZE_MAX && out->line_length < DEEPEST) {
        const tree_edge *e = &tree_edges(&m->tree, n)[edge];
        out->line[out->line_length++] = e->move;
        if (!e->child) {
            break;
        }
        n = &m->tree.nodes[e->child];
        bool goes_on = n->kind == NODE_CHOICE && n->visits > 1;
        edge = goes_on ? best_edge(m, n, NULL) : SIZE_MAX;
        if (edge != SIZE_MAX && !tree_edges(&m->tree, n)[edge].child) {
            break;
        }
    }
}

static int score_of(const mcts *m, const tree_node *root, const tree_edge *e)
{
    const tree_node *n = &m->tree.nodes[e->child];
    if (!e->child || !n->visits) {
        return 0;
    }
    if (n->proof == PROOF_DRAW) {
        return 0;
    }
    if (n->proof) {
        int plies = n->plies + 1;
        plies = plies < SCORE_MATE - SCORE_MATE_LEAST ? plies : SCORE_MATE - SCORE_MATE_LEAST;
        return wins(m, n, root->actor) ? SCORE_MATE - plies : plies - SCORE_MATE;
    }
    int score = leaf_score(m->leaf.scale, (int)mean_of(n));
    return score > SCORE_MOST ? SCORE_MOST : score < -SCORE_MOST ? -SCORE_MOST : score;
}

static void take(const mcts *m, const tree_node *root, size_t edge, search_result *out)
{
    const tree_edge *e = &tree_edges(&m->tree, root)[edge];
    out->best = e->move;
    out->score = score_of(m, root, e);
    out->mate = root_mate(out->score);
    take_line(m, root, edge, out);
}

static void count(const mcts *m, search_result *out)
{
    out->depth = m->visits ? (int)(m->depths / m->visits) : 0;
    out->reach = m->reach;
    out->full = tree_full(&m->tree);
    out->bound = BOUND_EXACT;
    out->nodes = m->budget.nodes;
    out->milliseconds = deadline_spent(m->budget.deadline);
    out->failed = m->budget.failed;
}

/* Reports the best moves, as many as are asked for. */
static void report(mcts *m)
{
    const tree_node *root = &m->tree.nodes[TREE_ROOT];
    int lines = m->limits->lines > 1 ? m->limits->lines : 1;
    bool *allowed = m->asked;
    size_t shown[64];
    int made = 0;
    for (; made < lines && made < 64 && m->limits->info; made++) {
        size_t edge = best_edge(m, root, allowed);
        if (edge == SIZE_MAX) {
            break;
        }
        search_result found = {.number = made + 1};
        take(m, root, edge, &found);
        count(m, &found);
        m->limits->info(m->limits->state, &found);
        shown[made] = edge;
        allowed[edge] = false;
    }
    while (made--) {
        allowed[shown[made]] = true;
    }
}

/* ---- a run ---- */

static bool settled(const mcts *m)
{
    const tree_node *root = &m->tree.nodes[TREE_ROOT];
    const tree_edge *edges = tree_edges(&m->tree, root);
    bool all = true;
    for (size_t i = 0; root->edges && i < root->edge_count; i++) {
        const tree_node *child = &m->tree.nodes[edges[i].child];
        bool proven = edges[i].child && child->proof;
        if (m->asked[i] && proven && wins(m, child, root->actor)) {
            return true;
        }
        all = all && (!m->asked[i] || proven);
    }
    return root->edges && all;
}

/* Another visit, or enough? In doubt (the move tried most is not the one that does best) more time is taken. */
static bool enough(mcts *m)
{
    const search_limits *l = m->limits;
    const tree_node *root = &m->tree.nodes[TREE_ROOT];
    if (m->budget.stopped || settled(m)) {
        return true;
    }
    if (l->depth > 0 && m->visits >= (uint64_t)l->depth * (uint64_t)l->depth * DEPTH_VISITS) {
        return true;
    }
    if (!l->depth && !l->nodes && l->movetime <= 0 && l->clock <= 0 && !l->stop && m->budget.nodes >= NODES_USUAL) {
        return true;
    }
    if (l->clock > 0 && m->visits % BUDGET_LOOK == 0) {
        bool alone = root->edge_count == 1;
        return deadline_enough(m->budget.deadline, alone ? 1 : 150);
    }
    return false;
}

/* Which of the root's edges may be chosen. False when none may. */
static bool ask(mcts *m)
{
    const search_limits *l = m->limits;
    const tree_node *root = &m->tree.nodes[TREE_ROOT];
    const tree_edge *edges = tree_edges(&m->tree, root);
    bool any = false;
    for (size_t i = 0; root->edges && i < root->edge_count; i++) {
        m->asked[i] = l->only_count == 0;
        for (size_t k = 0; k < l->only_count && !m->asked[i]; k++) {
            m->asked[i] = l->only[k] == edges[i].move;
        }
        any = any || m->asked[i];
    }
    return any;
}

static void think(mcts *m, search_result *out)
{
    uint64_t news = 32;
    tree_node *root = &m->tree.nodes[TREE_ROOT];
    if (root->kind == NODE_NEW) {
        meet(m, root);
    }
    root->proof = PROOF_NONE; /* what may be chosen here is asked anew */
    if (root->kind == NODE_LEAF && !open_node(m, TREE_ROOT)) {
        return;
    }
    if (!ask(m)) {
        return;
    }
    while (!enough(m) && budget_spend(&m->budget)) {
        visit(m);
        if (tree_full(&m->tree) > 995) {
            tree_thin(&m->tree);
        }
        if (m->visits >= news && !m->budget.stopped) {
            report(m);
            news += news / NEWS_EVERY;
        }
    }
    root = &m->tree.nodes[TREE_ROOT];
    size_t best = best_edge(m, root, m->asked);
    if (best != SIZE_MAX && !m->budget.failed) {
        take(m, root, best, out);
        report(m);
    }
}

/* A claim that gives no less than the best move. */
static void consider_claims(mcts *m, const move *claims, size_t count, search_result *out)
{
    int player = m->record->position->state.mover;
    for (size_t i = 0; i < count; i++) {
        verdict v = root_claim(m->record, claims[i]);
        if (v.kind == VERDICT_ONGOING) {
            continue;
        }
        bool won = v.kind == VERDICT_WIN && m->leaf.friends[player] >> v.winner & 1;
        int score = v.kind == VERDICT_DRAW ? 0 : won ? SCORE_MATE - 1 : 1 - SCORE_MATE;
        if (score >= out->score || out->best == MOVE_NONE) {
            out->best = out->line[0] = claims[i];
            out->line_length = 1;
            out->score = score;
            out->mate = root_mate(score);
        }
    }
}

static void run(mcts *m, search_result *out)
{
    record *r = m->record;
    move *claims = m->moves + m->game->moves_max;
    bool throws = root_throws(r);
    move thrown = throws ? root_throw(r, m->limits->seed) : MOVE_NONE;
    if (throws) {
        record_push(r, thrown);
    }
    place_root(m, r);
    move_list list = {claims, 0, m->room - m->game->moves_max, false};
    size_t moves = root_moves(r, m->limits, &list);
    if (!budget_failed(&m->budget) && moves) {
        out->best = out->line[0] = list.moves[0];
        out->line_length = 1;
        think(m, out);
    }
    if (!m->budget.failed && moves < list.count) { /* the scratch behind has been used since */
        list.count = 0;
        moves = root_moves(r, m->limits, &list);
        consider_claims(m, list.moves + moves, list.count - moves, out);
    }
    if (throws) {
        record_pop(r);
        size_t rest = out->line_length < SEARCH_PLY_MAX - 1 ? out->line_length : SEARCH_PLY_MAX - 1;
        memmove(&out->line[1], out->line, rest * sizeof *out->line);
        out->best = out->line[0] = thrown;
        out->line_length = rest + 1;
    }
}

static bool find_returns(const game *g)
{
    bool draws = false;
    for (int i = 0; i < g->ending_count; i++) {
        const rule_ending *rule = g->endings[i].rule;
        draws |= rule->kind == END_REPETITION && !rule->illegal && rule->result == RESULT_DRAW;
        if (rule->kind == END_PERPETUAL || rule->kind == END_CHECK_CYCLE || rule->kind == END_CHECKS) {
            return false; /* only the whole circle tells who has to avoid it */
        }
    }
    return draws;
}

bool mcts_run(mcts *m, record *r, const evaluation *e, const search_limits *limits, deadline *when, search_result *out)
{
    m->record = r;
    m->evaluation = e;
    m->limits = limits;
    m->budget = budget_begin(when, r);
    m->visits = m->depths = 0;
    m->reach = 0;
    m->returns_draw = find_returns(m->game);
    m->checks = m->game->fast && m->game->ends_checkmated && !r->position->hooks;
    if (!record_reserve(r, SEARCH_PLY_MAX + leaf_reach(m->game) + 2) ||
        !leaf_init(&m->leaf, r, e, &m->budget, m->moves, m->room)) {
        return false;
    }
    m->leaf.random = (random_source){limits->seed};
    run(m, out);
    budget_failed(&m->budget);
    count(m, out);
    leaf_finish(&m->leaf);
    return true;
}
