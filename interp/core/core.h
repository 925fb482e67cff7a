/* Core: playing, undoing, generating and counting moves, compiled once for each width of a set of cells.
 *
 * core.c is one source for boards of up to 64, 128, 256 and 1344 cells, and, on x86-64, once more for processors with
 * BMI2. variant_build picks the right table of functions; everybody else calls through it. No function here allocates.
 */
#ifndef FERZ_CORE_CORE_H
#define FERZ_CORE_CORE_H

#include "base/random.h"
#include "core/activity.h"
#include "core/position.h"

/* One way of a man to jump: over whom, where it lands each time. */
typedef struct hook_refusal {
    const rule_hook *rule;
    char words[128]; /* "" when it gave none */
} hook_refusal;

enum { CHAIN_MAX = 32 };
typedef struct chain_path {
    unsigned count;
    cell_id over[CHAIN_MAX], land[CHAIN_MAX];
    piece_id captured_piece[CHAIN_MAX]; /* as they are jumped; of a tower its top */
    uint8_t jumped[CHAIN_MAX];          /* enum jumped_fate */
    piece_id final_piece;               /* what the man is when it ends: itself, or what it became on the way */
} chain_path;

/* What stands against a pseudo-legal move, in the order in which the rules speak. */
typedef enum illegal_reason {
    ILLEGAL_NONE,
    ILLEGAL_ROLL_FIRST,      /* the dice are to be thrown first */
    ILLEGAL_MISSED_TURN,     /* the mover misses his turns */
    ILLEGAL_NOT_LISTED,      /* a script's moves are the only ones now */
    ILLEGAL_SETUP_FIRST,     /* men in hand must be placed before anything else */
    ILLEGAL_ONLY_DROPS,      /* the turn goes on with drops alone */
    ILLEGAL_ROYAL_IN_HAND,   /* a royal man must be placed first */
    ILLEGAL_MOVED_BEFORE,    /* the man has moved in this turn */
    ILLEGAL_DICE,            /* the dice do not move such a man */
    ILLEGAL_IN_CHECK,        /* a royal man of the mover's would be attacked, or blown up */
    ILLEGAL_EARLY_CHECK,     /* only the last ply of a turn may give check */
    ILLEGAL_TURN_UNFINISHED, /* the turn could not be brought to a legal end */
    ILLEGAL_BY_RULE,         /* a limit on the drop or on this movement, or a hook */
    ILLEGAL_CHECK_FORBIDDEN,
    ILLEGAL_CHECK_MANDATORY,
    ILLEGAL_CAPTURE_MANDATORY,
    ILLEGAL_CAPTURE_PREFERRED,
    ILLEGAL_UNKNOWN,
} illegal_reason;

typedef struct core {
    int words;
    bool pext; /* uses slider.lookup */
    const char *name;
    size_t (*size)(const variant *v, size_t *hand_offset, size_t *stack_offset);

    /* Raw change, nothing logged: for setting up. The hash is left alone. */
    void (*put)(position *p, cell_id cell, piece_id piece);
    /* Marks of men that have moved in this turn: set one, clear all, ask. */
    void (*mark_moved)(position *p, cell_id cell);
    void (*clear_moved)(position *p);
    bool (*has_moved)(const position *p, cell_id cell);
    /* Recomputes hash and sets from board, hands and state; drops rights and passed cells that nobody could use. */
    void (*refresh)(position *p);
    uint64_t (*hash)(const position *p);   /* afresh */
    bool (*consistent)(const position *p); /* sets agree with the board */

    /* Carries out a pseudo-legal move and hands the turn on. */
    void (*play)(position *p, move m, undo *u);
    /* What hooks are told of a move before it is made; false for moves that no man makes. */
    bool (*facts_of_move)(const position *p, move m, move_facts *facts);
    /* Whether a hook offers choices within the move, and then what it is told; and the move without its choice. */
    bool (*move_facts_before_choice)(position *p, move m, move_facts *facts);
    void (*play_without_choice)(position *p, move m, undo *u);
    void (*undo)(position *p, const undo *u);

    /* Appends legal moves (claims aside). */
    void (*legal)(position *p, move_list *list);
    /* The same by play, test and undo of each pseudo-legal move: the reference. */
    void (*legal_by_play)(position *p, move_list *list);
    void (*pseudo)(position *p, move_list *list);
    /* Legal moves that take or promote: for quiescence. */
    void (*noisy)(position *p, move_list *list);
    uint64_t (*count)(position *p);
    /* Where game.drops_alone: draws one of the legal moves and plays it. False when there is none. */
    bool (*random_drop)(position *p, random_source *random, undo *spare, move *made);
    bool (*has_legal_move)(position *p); /* whether there is a legal move */
    /* Where players have boards of their own, of one who is to move on his: whether he is mated; whether he could do
     * nothing but pass. */
    bool (*mated)(position *p, int player);
    bool (*no_moves)(position *p, int player);
    /* The way of a MOVE_CHAIN that was listed in this position. */
    bool (*chain)(const position *p, move m, chain_path *way);
    /* Whether a pseudo-legal move may be played. */
    bool (*is_legal)(position *p, move m);
    /* What forbids it; `list` has room for all moves and is left with those that this last rule allows (or is empty). */
    illegal_reason (*why_illegal)(position *p, move m, move_list *list);
    /* Whether a hook refuses it: which one, and its words. */
    bool (*refused_by_hook)(position *p, move m, hook_refusal *why);
    uint64_t (*perft)(position *p, int depth, move *buffer, size_t room);

    /* Whether a royal of `player` could be taken by an enemy if it were the enemy's turn. */
    bool (*in_check)(const position *p, int player);
    /* Whether a man of `by` attacks `cell`. Up to `room` attackers' cells are written; returns how many there are. */
    int (*attackers)(const position *p, cell_id cell, int by, cell_id *cells, int room);
    /* Whether a move whose man is worth `stake` pays when everybody has taken on its target who cares to: its mover is left
     * with no less than at the beginning, if it brings him `margin` at first. `price` [men]: what taking one brings. */
    bool (*see)(const position *p, move m, int margin, int stake, const int *values);
    /* Whether a step or a drop, after which `after` stands on its target, gives check, as far as leaps and lines tell. */
    bool (*gives_check)(const position *p, move m, piece_id after);
    /* Whether the man on the cell is frozen, so that the player who moves cannot move him; whether nobody may take him. */
    bool (*immobilized)(const position *p, cell_id cell);
    bool (*uncapturable)(const position *p, cell_id cell);
    /* Whether men of the player stand in one of the lines. */
    bool (*has_row)(const position *p, const row_table *t, int player);
    /* How many men of a player, men of one kind, and royals stand on the board; `cells` may be NULL with `room` 0. */
    int (*count_of_player)(const position *p, int player);
    int (*count_of_piece)(const position *p, piece_id piece);
    /* How many cells are occupied; whether any of these men stands. */
    int (*count_all)(const position *p);
    bool (*any_on_board)(const position *p, const piece_id *pieces, int count);
    int (*royals_of)(const position *p, int player, cell_id *cells, int room);

    /* What the men of the players in `friends` do, against all others, in ACTIVITY_UNITs; the second also adds to `counts` what
     * each feature counted. */
    weight_pair (*activity)(const position *p, const activity *a, uint32_t friends);
    weight_pair (*activity_counts)(const position *p, const activity *a, uint32_t friends, int32_t *counts);
} core;

/* The table for a board of `cells` cells on this processor. `plain` asks for the portable build. */
const core *core_pick(int cells, bool portable);

#endif
