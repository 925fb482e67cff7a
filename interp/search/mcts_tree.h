/* Mcts tree: the nodes of a tree search, in one block of memory that is taken once.
 *
 * Nodes grow from the front of the block, lists of edges from its end. A node stands behind its parent, a list behind that
 * of the parent (nearer the middle): so one pass in order of place marks what is still reached, and another closes the
 * gaps. That keeps the part of the tree that a game goes on with, and makes room when the block is full.
 */
#ifndef FERZ_SEARCH_MCTS_TREE_H
#define FERZ_SEARCH_MCTS_TREE_H

#include "compile/types.h"

typedef enum mcts_node_kind {
    MCTS_NEW,      /* nothing is known of it yet */
    MCTS_LEAF,     /* the game goes on; its moves have not been listed */
    MCTS_DECISION, /* its edges are moves of the player who acts */
    MCTS_CHANCE,   /* its edges are throws */
} mcts_node_kind;

/* How the game ends if all play their best from here. */
enum { PROOF_NONE = 0, PROOF_DRAW = 1, PROOF_WINNER = 2 /* and more: 2 + who wins */ };

typedef struct mcts_node {
    uint32_t visits;
    uint32_t edges; /* place of the first; 0: none */
    uint16_t edge_count;
    uint16_t proof_plies; /* until the end that is proven */
    uint8_t proof;
    uint8_t kind;  /* enum mcts_node_kind */
    uint8_t actor; /* who acts */
    bool kept;     /* while the tree is being made smaller */
    uint32_t new_index;
    int64_t reward_for_parent; /* sum of what the visits were worth to the player who acts in the parent */
    int64_t reward_for_actor;  /* the same to the player who acts here */
} mcts_node;

typedef struct mcts_edge {
    move move;
    uint32_t child; /* 0: not visited */
    uint16_t prior; /* of a move: its share in 65536; of a throw: nothing */
    uint16_t padding;
} mcts_edge;

enum { MCTS_ROOT = 1 };

typedef struct mcts_tree {
    void *block; /* owned */
    mcts_node *nodes;
    mcts_edge *edges;              /* seen as edges, the block has `places` of them */
    uint32_t node_count;           /* node 0 is none */
    uint32_t capacity, edges_used; /* the edges in use begin at places - used */
} mcts_tree;

/* False when out of memory. At least a few thousand nodes, whatever `bytes`. */
bool mcts_tree_init(mcts_tree *t, size_t bytes);
void mcts_tree_finish(mcts_tree *t);
/* Nothing but a new root. */
void mcts_tree_clear(mcts_tree *t);

/* A new node; 0 when there is no room. */
uint32_t mcts_tree_add_node(mcts_tree *t);
/* Room for edges of the node, to be filled in; false when there is none. */
bool mcts_tree_add_edges(mcts_tree *t, uint32_t node, size_t count);
static inline mcts_edge *mcts_tree_edges(const mcts_tree *t, const mcts_node *n)
{
    return t->edges + n->edges;
}
/* The child by that move; 0: there is none. */
uint32_t mcts_tree_child(const mcts_tree *t, uint32_t node, move m);
/* Thousandths of the block in use. */
int mcts_tree_hashfull(const mcts_tree *t);

/* Makes a node the root, and forgets all that does not follow it. */
void mcts_tree_set_root(mcts_tree *t, uint32_t node);
/* Forgets what was visited least, so that at least a third of the block is free. */
void mcts_tree_prune(mcts_tree *t);

#endif
