#include "search/mcts_tree.h"

#include <stdlib.h>
#include <string.h>

enum { BYTES_LEAST = 1 << 18, VISITS_SHOWN = 64 };

/* Behind its edges (at the higher place) each list has one that says whose it is: `child` the node, `prior` how many. */

bool tree_init(tree *t, size_t bytes)
{
    size_t places = (bytes > BYTES_LEAST ? bytes : (size_t)BYTES_LEAST) / sizeof(tree_edge);
    places = places < UINT32_MAX / 2 ? places : UINT32_MAX / 2;
    *t = (tree){.block = malloc(places * sizeof(tree_edge)), .places = (uint32_t)places};
    t->nodes = t->block;
    t->edges = t->block;
    if (t->block) {
        tree_clear(t);
    }
    return t->block != NULL;
}

void tree_finish(tree *t)
{
    free(t->block);
    *t = (tree){0};
}

void tree_clear(tree *t)
{
    t->used = 0;
    t->node_count = TREE_ROOT + 1;
    memset(t->nodes, 0, t->node_count * sizeof *t->nodes);
}

static size_t bytes_used(const tree *t)
{
    return t->node_count * sizeof(tree_node) + t->used * sizeof(tree_edge);
}

static bool fits(const tree *t, size_t bytes)
{
    return bytes_used(t) + bytes <= t->places * sizeof(tree_edge);
}

uint32_t tree_add(tree *t)
{
    if (!fits(t, sizeof(tree_node))) {
        return 0;
    }
    memset(&t->nodes[t->node_count], 0, sizeof *t->nodes);
    return t->node_count++;
}

bool tree_branch(tree *t, uint32_t node, size_t count)
{
    if (count > UINT16_MAX || !fits(t, (count + 1) * sizeof(tree_edge))) {
        return false;
    }
    t->used += (uint32_t)count + 1;
    tree_node *n = &t->nodes[node];
    n->edges = t->places - t->used;
    n->edge_count = (uint16_t)count;
    t->edges[n->edges + count] = (tree_edge){.child = node, .prior = (uint16_t)count};
    return true;
}

uint32_t tree_child(const tree *t, uint32_t node, move m)
{
    const tree_node *n = &t->nodes[node];
    const tree_edge *edges = tree_edges(t, n);
    for (int i = 0; n->edges && i < n->edge_count; i++) {
        if (edges[i].move == m) {
            return edges[i].child;
        }
    }
    return 0;
}

int tree_full(const tree *t)
{
    return (int)(bytes_used(t) * 1000 / (t->places * sizeof(tree_edge)));
}

/* ---- making it smaller ---- */

/* Marks what hangs together with `root` by nodes of at least so many visits; proven ones stay, since that is dear. */
static void mark(tree *t, uint32_t root, uint32_t visits)
{
    for (uint32_t i = 0; i < t->node_count; i++) {
        t->nodes[i].kept = i == root;
    }
    for (uint32_t i = root; i < t->node_count; i++) {
        const tree_node *n = &t->nodes[i];
        const tree_edge *edges = tree_edges(t, n);
        for (int k = 0; n->kept && n->edges && k < n->edge_count; k++) {
            tree_node *child = &t->nodes[edges[k].child];
            child->kept = edges[k].child && (child->visits >= visits || child->proof);
        }
    }
}

/* Where each node that is kept will stand. */
static uint32_t number(tree *t)
{
    uint32_t next = TREE_ROOT;
    for (uint32_t i = TREE_ROOT; i < t->node_count; i++) {
        if (t->nodes[i].kept) {
            t->nodes[i].moved = next++;
        }
    }
    return next;
}

static void move_list_of(tree *t, uint32_t from, uint32_t count, uint32_t to)
{
    tree_edge *edges = t->edges + from;
    for (uint32_t i = 0; i < count; i++) {
        const tree_node *child = &t->nodes[edges[i].child];
        edges[i].child = edges[i].child && child->kept ? child->moved : 0;
    }
    edges[count].child = t->nodes[edges[count].child].moved;
    memmove(t->edges + to, edges, (count + 1) * sizeof *edges);
}

static void close_gaps(tree *t)
{
    uint32_t end = number(t), used = 0;
    for (uint32_t top = t->places; top > t->places - t->used;) {
        const tree_edge label = t->edges[top - 1];
        uint32_t count = label.prior, first = top - 1 - count;
        tree_node *owner = &t->nodes[label.child];
        if (owner->kept) {
            used += count + 1;
            owner->edges = t->places - used;
            move_list_of(t, first, count, owner->edges);
        }
        top = first;
    }
    for (uint32_t i = TREE_ROOT; i < t->node_count; i++) {
        if (t->nodes[i].kept) {
            t->nodes[t->nodes[i].moved] = t->nodes[i];
        }
    }
    t->used = used;
    t->node_count = end;
}

void tree_move_root(tree *t, uint32_t node)
{
    mark(t, node, 0);
    close_gaps(t);
}

void tree_thin(tree *t)
{
    uint32_t visits = 2;
    do {
        mark(t, TREE_ROOT, visits);
        close_gaps(t);
        visits *= 2;
    } while (visits && t->node_count > TREE_ROOT + 1 && tree_full(t) > 667);
}
