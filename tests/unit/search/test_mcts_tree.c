/* The tree of a tree search: what is kept stays as it was, what is forgotten leaves room. Against a plain copy of the tree
 * in which every node has a number of its own (kept in `own`). */
#include "unit/test.h"

#include "base/random.h"
#include "search/mcts_tree.h"

#include <string.h>

enum { NODES_MOST = 4000, EDGES_MOST = 9 };

typedef struct plain_node {
    int parent;
    int edge_count;
    int child[EDGES_MOST]; /* 0: none */
    uint32_t visits;
    bool proven;
} plain_node;
static plain_node fixed[NODES_MOST];
static int plain_count;

/* Grows both trees alike, as a search does: a random way down, then one new node, whose edges come at the next visit. */
static void grow(mcts_tree *t, uint64_t seed)
{
    random_source r = {seed};
    memset(fixed, 0, sizeof fixed);
    plain_count = 2;
    mcts_tree_clear(t);
    t->nodes[MCTS_ROOT].reward_for_actor = MCTS_ROOT;
    for (bool room = true; room && plain_count < NODES_MOST;) {
        uint32_t at = MCTS_ROOT;
        for (;;) {
            mcts_node *n = &t->nodes[at];
            int own = (int)n->reward_for_actor;
            n->visits++;
            fixed[own].visits++;
            if (!n->edges) {
                size_t count = 1 + random_below(&r, EDGES_MOST - 1);
                room = mcts_tree_add_edges(t, at, count);
                for (size_t i = 0; room && i < count; i++) {
                    mcts_tree_edges(t, n)[i] = (mcts_edge){.move = (move)(i + 7)};
                }
                fixed[own].edge_count = room ? (int)count : 0;
                break;
            }
            size_t k = random_below(&r, n->edge_count);
            if (random_below(&r, 3)) {
                k = 0; /* uneven, so that there is something to thin out */
            }
            mcts_edge *e = &mcts_tree_edges(t, n)[k];
            if (e->child) {
                at = e->child;
                continue;
            }
            e->child = mcts_tree_add_node(t);
            room = e->child != 0;
            if (room) {
                fixed[plain_count] = (plain_node){.parent = own};
                fixed[own].child[k] = plain_count;
                t->nodes[e->child].reward_for_actor = plain_count;
                t->nodes[e->child].visits = 1;
                fixed[plain_count].visits = 1;
                if (random_below(&r, 40) == 0) {
                    t->nodes[e->child].proof = PROOF_DRAW;
                    fixed[plain_count].proven = true;
                }
                plain_count++;
            }
            break;
        }
    }
}

/* How many nodes hang together with `at`, each as it should be. */
static int compare(const mcts_tree *t, uint32_t at)
{
    const mcts_node *n = &t->nodes[at];
    int own = (int)n->reward_for_actor, count = 1;
    assert_int_equal(n->visits, fixed[own].visits);
    assert_int_equal(n->proof == PROOF_DRAW, fixed[own].proven);
    assert_int_equal(n->edges ? n->edge_count : 0, fixed[own].edge_count);
    for (int i = 0; n->edges && i < n->edge_count; i++) {
        const mcts_edge *e = &mcts_tree_edges(t, n)[i];
        assert_int_equal(e->move, (move)(i + 7));
        if (e->child) {
            assert_int_equal(t->nodes[e->child].reward_for_actor, fixed[own].child[i]);
            assert_true(e->child > at);
            count += compare(t, e->child);
        }
    }
    return count;
}

static int plain_size(int own)
{
    int count = 1;
    for (int i = 0; i < fixed[own].edge_count; i++) {
        count += fixed[own].child[i] ? plain_size(fixed[own].child[i]) : 0;
    }
    return count;
}

TEST(follows_the_game)
{
    mcts_tree t;
    assert_true(mcts_tree_init(&t, 1 << 18));
    for (uint64_t seed = 1; seed < 40; seed++) {
        grow(&t, seed);
        assert_int_equal(compare(&t, MCTS_ROOT), plain_count - 1);
        uint32_t at = MCTS_ROOT;
        for (int ply = 0; at; ply++) {
            int own = (int)t.nodes[at].reward_for_actor;
            mcts_tree_set_root(&t, at);
            assert_int_equal(t.nodes[MCTS_ROOT].reward_for_actor, own);
            assert_int_equal(compare(&t, MCTS_ROOT), plain_size(own));
            assert_int_equal(t.node_count, plain_size(own) + 1);
            at = mcts_tree_child(&t, MCTS_ROOT, (move)(7 + (seed + (uint64_t)ply) % 3));
        }
    }
    mcts_tree_finish(&t);
}

TEST(makes_room)
{
    mcts_tree t;
    assert_true(mcts_tree_init(&t, 1 << 18));
    for (uint64_t seed = 1; seed < 40; seed++) {
        grow(&t, seed);
        int full = mcts_tree_hashfull(&t);
        assert_true(full > 980 || plain_count == NODES_MOST);
        mcts_tree_prune(&t);
        assert_true(mcts_tree_hashfull(&t) <= 667);
        int left = compare(&t, MCTS_ROOT);
        assert_true(left >= 1 && left < plain_count - 1);
        assert_int_equal(t.node_count, left + 1);
        assert_true(mcts_tree_add_node(&t) != 0);
    }
    mcts_tree_finish(&t);
}
