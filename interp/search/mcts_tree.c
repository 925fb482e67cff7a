#include "search/mcts_tree.h"

#include <stdlib.h>
#include <string.h>

enum { BYTES_MIN = 1 << 18, VISITS_SHOWN = 64 };

/* Each list of edges is followed by an owner entry: `child` is the node, `prior` the number of edges. */

bool mcts_tree_init(mcts_tree *t, size_t bytes)
{
    size_t capacity = (bytes > BYTES_MIN ? bytes : (size_t)BYTES_MIN) / sizeof(mcts_edge);
    capacity = capacity < UINT32_MAX / 2 ? capacity : UINT32_MAX / 2;
    *t = (mcts_tree){.block = malloc(capacity * sizeof(mcts_edge)), .capacity = (uint32_t)capacity};
    t->nodes = t->block;
    t->edges = t->block;
    if (t->block) {
        mcts_tree_clear(t);
    }
    return t->block != NULL;
}

void mcts_tree_finish(mcts_tree *t)
{
    free(t->block);
    *t = (mcts_tree){0};
}

void mcts_tree_clear(mcts_tree *t)
{
    t->edges_used = 0;
    t->node_count = MCTS_ROOT + 1;
    memset(t->nodes, 0, t->node_count * sizeof *t->nodes);
}

static size_t bytes_used(const mcts_tree *t)
{
    return t->node_count * sizeof(mcts_node) + t->edges_used * sizeof(mcts_edge);
}

static bool has_room(const mcts_tree *t, size_t bytes)
{
    return bytes_used(t) + bytes <= t->capacity * sizeof(mcts_edge);
}

uint32_t mcts_tree_add_node(mcts_tree *t)
{
    if (!has_room(t, sizeof(mcts_node))) {
        return 0;
    }
    memset(&t->nodes[t->node_count], 0, sizeof *t->nodes);
    return t->node_count++;
}

bool mcts_tree_add_edges(mcts_tree *t, uint32_t node, size_t count)
{
    if (count > UINT16_MAX || !has_room(t, (count + 1) * sizeof(mcts_edge))) {
        return false;
    }
    t->edges_used += (uint32_t)count + 1;
    mcts_node *n = &t->nodes[node];
    n->edges = t->capacity - t->edges_used;
    n->edge_count = (uint16_t)count;
    t->edges[n->edges + count] = (mcts_edge){.child = node, .prior = (uint16_t)count};
    return true;
}

uint32_t mcts_tree_child(const mcts_tree *t, uint32_t node, move m)
{
    const mcts_node *n = &t->nodes[node];
    const mcts_edge *edges = mcts_tree_edges(t, n);
    for (int i = 0; n->edges && i < n->edge_count; i++) {
        if (edges[i].move == m) {
            return edges[i].child;
        }
    }
    return 0;
}

int mcts_tree_hashfull(const mcts_tree *t)
{
    return (int)(bytes_used(t) * 1000 / (t->capacity * sizeof(mcts_edge)));
}

/* ---- pruning and compaction ---- */

/* Marks the nodes that are reachable from `root` by nodes with at least `visits` visits. Proven nodes stay: they are
 * costly. */
static void mark_kept(mcts_tree *t, uint32_t root, uint32_t visits)
{
    for (uint32_t i = 0; i < t->node_count; i++) {
        t->nodes[i].kept = i == root;
    }
    for (uint32_t i = root; i < t->node_count; i++) {
        const mcts_node *n = &t->nodes[i];
        const mcts_edge *edges = mcts_tree_edges(t, n);
        for (int k = 0; n->kept && n->edges && k < n->edge_count; k++) {
            mcts_node *child = &t->nodes[edges[k].child];
            child->kept = edges[k].child && (child->visits >= visits || child->proof);
        }
    }
}

/* Assigns the new index of each kept node. */
static uint32_t renumber(mcts_tree *t)
{
    uint32_t next = MCTS_ROOT;
    for (uint32_t i = MCTS_ROOT; i < t->node_count; i++) {
        if (t->nodes[i].kept) {
            t->nodes[i].new_index = next++;
        }
    }
    return next;
}

static void move_edges(mcts_tree *t, uint32_t from, uint32_t count, uint32_t to)
{
    mcts_edge *edges = t->edges + from;
    for (uint32_t i = 0; i < count; i++) {
        const mcts_node *child = &t->nodes[edges[i].child];
        edges[i].child = edges[i].child && child->kept ? child->new_index : 0;
    }
    edges[count].child = t->nodes[edges[count].child].new_index;
    memmove(t->edges + to, edges, (count + 1) * sizeof *edges);
}

static void compact(mcts_tree *t)
{
    uint32_t end = renumber(t), used = 0;
    for (uint32_t top = t->capacity; top > t->capacity - t->edges_used;) {
        const mcts_edge owner_entry = t->edges[top - 1];
        uint32_t count = owner_entry.prior, first = top - 1 - count;
        mcts_node *owner = &t->nodes[owner_entry.child];
        if (owner->kept) {
            used += count + 1;
            owner->edges = t->capacity - used;
            move_edges(t, first, count, owner->edges);
        }
        top = first;
    }
    for (uint32_t i = MCTS_ROOT; i < t->node_count; i++) {
        if (t->nodes[i].kept) {
            t->nodes[t->nodes[i].new_index] = t->nodes[i];
        }
    }
    t->edges_used = used;
    t->node_count = end;
}

void mcts_tree_set_root(mcts_tree *t, uint32_t node)
{
    mark_kept(t, node, 0);
    compact(t);
}

void mcts_tree_prune(mcts_tree *t)
{
    uint32_t visits = 2;
    do {
        mark_kept(t, MCTS_ROOT, visits);
        compact(t);
        visits *= 2;
    } while (visits && t->node_count > MCTS_ROOT + 1 && mcts_tree_hashfull(t) > 667);
}
