/* Mcts tree: the nodes of a tree search, in one block of memory that is taken once.
 *
 * Nodes grow from the front of the block, lists of edges from its end. A node stands behind its parent, a list behind that
 * of the parent (nearer the middle): so one pass in order of place marks what is still reached, and another closes the
 * gaps. That keeps the part of the tree that a game goes on with, and makes room when the block is full.
 */
#ifndef FERZ_SEARCH_MCTS_TREE_H
#define FERZ_SEARCH_MCTS_TREE_H

#include "game/types.h"

typedef enum tree_kind {
    NODE_NEW,    /* nothing is known of it yet */
    NODE_LEAF,   /* the game goes on; its moves have not been listed */
    NODE_CHOICE, /* its edges are moves of the player who acts */
    NODE_CHANCE, /* its edges are throws */
} tree_kind;

/* How the game ends if all play their best from here. */
enum { PROOF_NONE = 0, PROOF_DRAW = 1, PROOF_WINNER = 2 /* and more: 2 + who wins */ };

typedef struct tree_node {
    uint32_t visits;
    uint32_t edges; /* place of the first; 0: none */
    uint16_t edge_count;
    uint16_t plies; /* until the end that is proven */
    uint8_t proof;
    uint8_t kind;  /* enum tree_kind */
    uint8_t actor; /* who acts */
    bool kept;     /* while the tree is being made smaller */
    uint32_t moved;
    int64_t gained; /* sum of what the visits were worth to the player who acts in the parent */
    int64_t own;    /* the same to the player who acts here */
} tree_node;

typedef struct tree_edge {
    move move;
    uint32_t child; /* 0: not visited */
    uint16_t prior; /* of a move: its share in 65536; of a throw: nothing */
    uint16_t spare;
} tree_edge;

enum { TREE_ROOT = 1 };

typedef struct tree {
    void *block; /* owned */
    tree_node *nodes;
    tree_edge *edges;      /* seen as edges, the block has `places` of them */
    uint32_t node_count;   /* node 0 is none */
    uint32_t places, used; /* the edges in use begin at places - used */
} tree;

/* False when out of memory. At least a few thousand nodes, whatever `bytes`. */
bool tree_init(tree *t, size_t bytes);
void tree_finish(tree *t);
/* Nothing but a new root. */
void tree_clear(tree *t);

/* A new node; 0 when there is no room. */
uint32_t tree_add(tree *t);
/* Room for edges of the node, to be filled in; false when there is none. */
bool tree_branch(tree *t, uint32_t node, size_t count);
static inline tree_edge *tree_edges(const tree *t, const tree_node *n)
{
    return t->edges + n->edges;
}
/* The child by that move; 0: there is none. */
uint32_t tree_child(const tree *t, uint32_t node, move m);
/* Thousandths of the block in use. */
int tree_full(const tree *t);

/* Makes a node the root, and forgets all that does not follow it. */
void tree_move_root(tree *t, uint32_t node);
/* Forgets what was visited least, so that at least a third of the block is free. */
void tree_thin(tree *t);

#endif
