/* The nodes of Monte-Carlo tree search, in one block of memory that is allocated once.
 *
 * Nodes grow from the front of the block, lists of edges from its end. A node lies behind its parent, and its edges lie
 * nearer the middle than those of its parent. So one pass in index order marks what is still reachable, and a second
 * pass closes the gaps. This keeps the subtree of the next root, and makes room when the block is full.
 */
#ifndef FERZ_SEARCH_MCTS_TREE_H
#define FERZ_SEARCH_MCTS_TREE_H

#include "compile/types.h"

typedef enum mcts_node_kind {
    MCTS_NEW,      /* not visited yet */
    MCTS_LEAF,     /* the game goes on; no edges yet */
    MCTS_DECISION, /* its edges are moves */
    MCTS_CHANCE,   /* its edges are dice outcomes */
} mcts_node_kind;

/* The result with best play from here. */
enum {
    PROOF_NONE = 0,
    PROOF_DRAW = 1,
    PROOF_WINNER = 2,                          /* and above: PROOF_WINNER + the winner */
    PROOF_SHARED = PROOF_WINNER + PLAYERS_MAX, /* and above: PROOF_SHARED + hundredths for the side of player 0 */
};

typedef struct mcts_node {
    uint32_t visits;
    uint32_t edges; /* index of the first edge; 0: none */
    uint16_t edge_count;
    uint16_t proof_plies; /* plies to the proven end */
    uint8_t proof;
    uint8_t kind;  /* enum mcts_node_kind */
    uint8_t actor; /* the player to move */
    bool kept;     /* marked by mcts_tree_prune and mcts_tree_set_root */
    uint32_t new_index;
    uint32_t key; /* half of the position's hash at the first visit: where it differs later, a hook is impure */
    int64_t reward_for_parent; /* sum of rewards for the player to move at the parent */
    int64_t reward_for_actor;  /* sum of rewards for the player to move here */
} mcts_node;

typedef struct mcts_edge {
    move move;
    uint32_t child; /* 0: not visited */
    uint16_t prior; /* of a move: its share of 65536; of a dice outcome: unused */
    uint16_t padding;
} mcts_edge;

enum { MCTS_ROOT = 1 };

typedef struct mcts_tree {
    void *block; /* owned */
    mcts_node *nodes;
    mcts_edge *edges;              /* at the end of the block, which has room for `capacity` edges */
    uint32_t node_count;           /* node 0 means none */
    uint32_t capacity, edges_used; /* the edges in use begin at capacity - edges_used */
} mcts_tree;

/* False when out of memory. Room for at least a few thousand nodes, whatever `bytes`. */
bool mcts_tree_init(mcts_tree *t, size_t bytes);
void mcts_tree_finish(mcts_tree *t);
/* Leaves nothing but a new root. */
void mcts_tree_clear(mcts_tree *t);

/* A new node; 0 if there is no room. */
uint32_t mcts_tree_add_node(mcts_tree *t);
/* Room for the edges of a node, to be filled in. False if there is none. */
bool mcts_tree_add_edges(mcts_tree *t, uint32_t node, size_t count);
static inline mcts_edge *mcts_tree_edges(const mcts_tree *t, const mcts_node *n)
{
    return t->edges + n->edges;
}
/* The child by that move; 0: none. */
uint32_t mcts_tree_child(const mcts_tree *t, uint32_t node, move m);
/* Used part of the block, in thousandths. */
int mcts_tree_hashfull(const mcts_tree *t);

/* Makes a node the root and drops all that is not below it. */
void mcts_tree_set_root(mcts_tree *t, uint32_t node);
/* Drops the nodes with the fewest visits until a third of the block is free. */
void mcts_tree_prune(mcts_tree *t);

#endif
