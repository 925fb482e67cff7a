/* Core: playing, undoing, generating and counting moves, compiled once for each width of a set of cells.
 *
 * core.c is one source for boards of up to 64, 128, 256 and 1344 cells, and, on x86-64, once more for processors with
 * BMI2. game_build picks the right table of functions; everybody else calls through it. No function here allocates.
 */
#ifndef FERZ_GAME_CORE_H
#define FERZ_GAME_CORE_H

#include "base/random.h"
#include "game/activity.h"
#include "game/position.h"

/* One way of a man to jump: over whom, where it lands each time. */
typedef struct refusal {
    const rule_hook *rule;
    char words[128]; /* "" when it gave none */
} refusal;

enum { CHAIN_MAX = 32 };
typedef struct chain_way {
    unsigned count;
    cell_id over[CHAIN_MAX], land[CHAIN_MAX];
    man_id taken[CHAIN_MAX];   /* as they are jumped; of a tower its top */
    uint8_t jumped[CHAIN_MAX]; /* enum jumped_fate */
    man_id becomes;            /* what the man is when it ends: itself, or what it became on the way */
} chain_way;

/* What stands against a pseudo-legal move, in the order in which the rules speak. */
typedef enum obstacle_kind {
    OBSTACLE_NONE,
    OBSTACLE_ROLL,          /* the dice are to be thrown first */
    OBSTACLE_ABSENT,        /* the mover misses his turns */
    OBSTACLE_LISTED,        /* a script's moves are the only ones now */
    OBSTACLE_PLACING,       /* men in hand must be placed before anything else */
    OBSTACLE_ONLY_DROPS,    /* the turn goes on with drops alone */
    OBSTACLE_ROYAL_IN_HAND, /* a royal man must be placed first */
    OBSTACLE_MOVED_BEFORE,  /* the man has moved in this turn */
    OBSTACLE_DICE,          /* the dice do not move such a man */
    OBSTACLE_EXPOSED,       /* a royal man of the mover's would be attacked, or blown up */
    OBSTACLE_EARLY_CHECK,   /* only the last ply of a turn may give check */
    OBSTACLE_UNFINISHED,    /* the turn could not be brought to a legal end */
    OBSTACLE_RULE,          /* a limit on the drop or on this movement, or a hook */
    OBSTACLE_CHECK_FORBIDDEN,
    OBSTACLE_CHECK_FORCED,
    OBSTACLE_CAPTURE_FORCED,
    OBSTACLE_CAPTURE_PREFERRED,
    OBSTACLE_UNKNOWN,
} obstacle_kind;

typedef struct core {
    int words;
    bool lookup; /* uses slider.lookup */
    const char *name;
    size_t (*size)(const game *g, size_t *hand_offset, size_t *tower_offset);

    /* Raw change, nothing logged: for setting up. The hash is left alone. */
    void (*put)(position *p, cell_id cell, man_id man);
    /* Marks of men that have moved in this turn: set one, clear all, ask. */
    void (*mark)(position *p, cell_id cell);
    void (*unmark)(position *p);
    bool (*marked)(const position *p, cell_id cell);
    /* Recomputes hash and sets from board, hands and state; drops rights and passed cells that nobody could use. */
    void (*refresh)(position *p);
    uint64_t (*hash)(const position *p);   /* afresh */
    bool (*consistent)(const position *p); /* sets agree with the board */

    /* Carries out a pseudo-legal move and hands the turn on. */
    void (*play)(position *p, move m, undo *u);
    /* What hooks are told of a move before it is made; false for moves that no man makes. */
    bool (*facts)(const position *p, move m, move_facts *facts);
    /* Whether a hook offers choices within the move, and then what it is told; and the move without its choice. */
    bool (*choice_facts)(position *p, move m, move_facts *facts);
    void (*play_base)(position *p, move m, undo *u);
    void (*undo)(position *p, const undo *u);

    /* Appends legal moves (claims aside). */
    void (*legal)(position *p, move_list *list);
    /* The same by play, test and undo of each pseudo-legal move: the reference. */
    void (*legal_slow)(position *p, move_list *list);
    void (*pseudo)(position *p, move_list *list);
    /* Legal moves that take or promote: for quiescence. */
    void (*noisy)(position *p, move_list *list);
    uint64_t (*count)(position *p);
    /* Where game.drops_alone: draws one of the legal moves and plays it. False when there is none. */
    bool (*drop_drawn)(position *p, random_source *random, undo *spare, move *made);
    bool (*any)(position *p); /* whether there is a legal move */
    /* Where players have boards of their own, of one who is to move on his: whether he is mated; whether he could do
     * nothing but pass. */
    bool (*mated)(position *p, int player);
    bool (*stuck)(position *p, int player);
    /* The way of a MOVE_CHAIN that was listed in this position. */
    bool (*chain)(const position *p, move m, chain_way *way);
    /* Whether a pseudo-legal move may be played. */
    bool (*allowed)(position *p, move m);
    /* What forbids it; `list` has room for all moves and is left with those that this last rule allows (or is empty). */
    obstacle_kind (*obstacle)(position *p, move m, move_list *list);
    /* Whether a hook refuses it: which one, and its words. */
    bool (*refused)(position *p, move m, refusal *why);
    uint64_t (*perft)(position *p, int depth, move *buffer, size_t room);

    /* Whether a royal of `player` could be taken by an enemy if it were the enemy's turn. */
    bool (*in_check)(const position *p, int player);
    /* Whether a man of `by` attacks `cell`. Up to `room` attackers' cells are written; returns how many there are. */
    int (*attackers)(const position *p, cell_id cell, int by, cell_id *cells, int room);
    /* Whether a move whose man is worth `stake` pays when everybody has taken on its target who cares to: its mover is left
     * with no less than at the beginning, if it brings him `margin` at first. `price` [men]: what taking one brings. */
    bool (*exchange)(const position *p, move m, int margin, int stake, const int *price);
    /* Whether a step or a drop, after which `after` stands on its target, gives check, as far as leaps and lines tell. */
    bool (*checks)(const position *p, move m, man_id after);
    /* Whether the man on the cell is frozen, so that the player who moves cannot move him; whether nobody may take him. */
    bool (*frozen)(const position *p, cell_id cell);
    bool (*sheltered)(const position *p, cell_id cell);
    /* Whether men of the player stand in one of the lines. */
    bool (*lined)(const position *p, const line_table *t, int player);
    /* How many men of a player, men of one kind, and royals stand on the board; `cells` may be NULL with `room` 0. */
    int (*men_of)(const position *p, int player);
    int (*count_man)(const position *p, man_id man);
    /* How many cells are occupied; whether any of these men stands. */
    int (*crowd)(const position *p);
    bool (*stands)(const position *p, const man_id *men, int count);
    int (*royals_of)(const position *p, int player, cell_id *cells, int room);

    /* What the men of the players in `friends` do, against all others, in ACTIVITY_UNITs; the second also adds to `counts` what
     * each feature counted. */
    weight_pair (*activity)(const position *p, const activity *a, uint32_t friends);
    weight_pair (*activity_counts)(const position *p, const activity *a, uint32_t friends, int32_t *counts);
} core;

/* The table for a board of `cells` cells on this processor. `plain` asks for the portable build. */
const core *core_pick(int cells, bool plain);

#endif
