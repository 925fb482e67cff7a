/* Core: plays, undoes, generates and counts moves. Compiled once for each width of a set of cells.
 *
 * core.c is one source for boards of up to 64, 128, 192, 384 and 1344 cells and, on x86-64, once more for
 * processors with BMI2. The variant holds the table of functions that fits it; everybody else calls through that table. No function
 * here allocates.
 */
#ifndef FERZ_CORE_CORE_H
#define FERZ_CORE_CORE_H

#include "base/random.h"
#include "core/activity.h"
#include "core/position.h"

/* A hook's answer to a move that it refuses. */
typedef struct hook_refusal {
    const rule_hook *rule;
    char words[128]; /* "" when it gave none */
} hook_refusal;

enum { CHAIN_MAX = 32 };
typedef struct chain_path {
    unsigned count;
    cell_id over[CHAIN_MAX], land[CHAIN_MAX];
    piece_id captured_piece[CHAIN_MAX]; /* as they are jumped; of a stack its top */
    uint8_t jumped[CHAIN_MAX];          /* enum jumped_fate */
    piece_id final_piece; /* the piece at the end of the chain: itself, or what it changed into on the way */
} chain_path;

/* Looks at the ways of a chain, one after the other. `path` is the beginning of a way, or the whole of it. */
typedef struct chain_reader {
    bool (*fits)(void *state, const chain_path *path, bool complete); /* false: another way is wanted */
    void *state;
} chain_reader;

/* Why a pseudo-legal move is illegal, in the order in which the rules are applied. */
typedef enum illegal_reason {
    ILLEGAL_NONE,
    ILLEGAL_ROLL_FIRST,      /* the dice must be rolled first */
    ILLEGAL_MISSED_TURN,     /* the player misses their turns */
    ILLEGAL_NOT_LISTED,      /* only the moves listed by a script are legal now */
    ILLEGAL_SETUP_FIRST,     /* pieces in hand must be placed before anything else */
    ILLEGAL_ONLY_DROPS,      /* the rest of the turn may only be drops */
    ILLEGAL_ROYAL_IN_HAND,   /* a royal piece must be placed first */
    ILLEGAL_MOVED_BEFORE,    /* the piece has already moved in this turn */
    ILLEGAL_FACING,          /* it leaves royals that face each other as they are */
    ILLEGAL_DICE,            /* the dice do not allow this piece to move */
    ILLEGAL_IN_CHECK,        /* an own royal would be attacked or blown up */
    ILLEGAL_EARLY_CHECK,     /* only the last ply of a turn may give check */
    ILLEGAL_TURN_UNFINISHED, /* the turn could not be completed legally */
    ILLEGAL_BY_RULE,         /* a limit on the drop or on this movement, or a hook */
    ILLEGAL_CHECK_FORBIDDEN,
    ILLEGAL_CHECK_NEVER,
    ILLEGAL_CHECK_MANDATORY,
    ILLEGAL_CAPTURE_MANDATORY,
    ILLEGAL_CAPTURE_PREFERRED,
    ILLEGAL_UNKNOWN,
} illegal_reason;

typedef struct core {
    int words;
    bool pext; /* uses slider.pext_attacks */
    const char *name;
    size_t (*size)(const variant *v, size_t *hand_offset, size_t *stack_offset);
    size_t jump_tables_size; /* of the tables behind a position where pieces jump */

    /* Puts a piece on a cell without logging it: for setting up. The hash is left alone. */
    void (*put)(position *p, cell_id cell, piece_id piece);
    /* Marks of pieces that have moved in this turn: set one, clear all, ask. */
    void (*mark_moved)(position *p, cell_id cell);
    void (*clear_moved)(position *p);
    bool (*has_moved)(const position *p, cell_id cell);
    /* Recomputes hash and sets from board, hands and state. Drops useless rights and en passant targets. */
    void (*refresh)(position *p);
    uint64_t (*hash)(const position *p);   /* from scratch */
    bool (*consistent)(const position *p); /* whether the sets agree with the board */

    /* Plays a pseudo-legal move and passes the turn. */
    void (*play)(position *p, move m, undo *u);
    /* What hooks are told of a move before it is made: returns how many halves it has, two for a castling, none for a
     * move that no piece makes. `list` is room that `facts` may need: it must outlive them. */
    int (*facts_of_move)(const position *p, move m, move_facts facts[2], victim_list *list);
    /* All pieces that the move captures by the rules, before it is made. What scripts capture is known when it is played
     * (capture_log). */
    void (*find_captured)(const position *p, move m, victim_list *list);
    /* Whether a hook offers choices within the move, and what that hook is told; then the move without its choice. */
    bool (*move_facts_before_choice)(position *p, move m, move_facts *facts, victim_list *list);
    void (*play_without_choice)(position *p, move m, undo *u);
    void (*undo)(position *p, const undo *u);

    /* Appends the legal moves, except claims. */
    void (*legal)(position *p, move_list *list);
    /* The same by playing, testing and undoing each pseudo-legal move: the reference. */
    void (*legal_by_play)(position *p, move_list *list);
    void (*pseudo)(position *p, move_list *list);
    /* Legal captures and promotions: for quiescence search. */
    void (*noisy)(position *p, move_list *list);
    uint64_t (*count)(position *p);
    /* Where SHORTCUT_DROPS_ONLY is used: draws a legal move and plays it. False when there is none. */
    bool (*random_drop)(position *p, random_source *random, undo *spare, move *made);
    bool (*has_legal_move)(position *p); /* whether there is a legal move */
    /* Shows the position as it would be once these effects have been carried out, with the player to move (-1: as it is)
     * and without hooks, to `look`; then leaves it as it was. NULL, or why they cannot be: then nothing is shown. */
    const char *(*suppose)(position *p, const effect *effects, size_t count, int player,
                           void (*look)(position *p, void *context), void *context);
    /* Where players have boards of their own, about the player to move on their board: whether they are mated; whether
     * they could only pass. */
    bool (*mated)(position *p, int player);
    bool (*no_moves)(position *p, int player);
    /* The path of a MOVE_CHAIN that was listed in this position. */
    bool (*chain)(const position *p, move m, chain_path *way);
    /* Whether a way to the same position fits. A listed chain is only one of these ways. */
    bool (*chain_has_way)(const position *p, move m, const chain_reader *reader);
    /* Whether a pseudo-legal move is legal. */
    bool (*is_legal)(position *p, move m);
    /* Whether it captures on its way, where it ends, or remotely; what a row captures is not meant. */
    bool (*captures)(const position *p, move m);
    /* Why it is illegal. `list` has room for all moves and is left with the moves that the forbidding rule allows, or
     * empty. */
    illegal_reason (*why_illegal)(position *p, move m, move_list *list);
    /* Whether a hook refuses it: which one, and its words. */
    bool (*refused_by_hook)(position *p, move m, hook_refusal *why);
    /* Leaf nodes at `depth`. `is_over` says whether the position by itself ends the game (variant.ends_by_position); no
     * move follows then. */
    uint64_t (*perft)(position *p, int depth, move *buffer, size_t room, bool (*is_over)(position *p));

    /* Whether a royal of `player` could be captured if it were an enemy's turn. */
    bool (*in_check)(const position *p, int player);
    /* Whether a royal of the side to move and one of an enemy face each other on an open line (variant.straight). */
    bool (*royals_face)(const position *p);
    /* Whether a piece of `by` attacks `cell`, as if an enemy stood there where none does. Writes up to `room` attackers'
     * cells; returns how many there are. */
    int (*attackers)(const position *p, cell_id cell, int by, cell_id *cells, int room);
    /* The same of what stands there, without jumps, and without what hops and walks capture remotely: quick, for the search. */
    int (*attackers_by_sets)(const position *p, cell_id cell, int by, cell_id *cells, int room);
    /* The first attacked cell of that movement's first way; CELL_NONE where some way is safe. */
    cell_id (*way_attacked_at)(const position *p, const special *s, cell_id from);
    /* The first cell of the king's way on which it would be attacked, however attacks are found; CELL_NONE. */
    cell_id (*castling_attacked_at)(const position *p, const castling *c);
    /* The pieces of any player that such a piece would attack from that cell by its leaps and rays. The same form. */
    int (*targets)(const position *p, cell_id cell, piece_id piece, cell_id *cells, int room);
    /* The player's pieces that could capture if it were their turn, as their movements say: what check, hooks and turn
     * rules forbid is not looked at. Those of one rule piece; -1: of any. The same form. */
    int (*capturers)(position *p, int player, int rule_piece_index, cell_id *cells, int room);
    /* Static exchange evaluation: whether the player who moves loses nothing by all captures on the target. `margin` is
     * what the move itself wins or may lose, `stake` the value of the piece that moves, `values` [piece_ids] what
     * capturing each piece wins. */
    bool (*see)(const position *p, move m, int margin, int stake, const int *values);
    /* Whether a step or a drop that puts `after` on its target gives check, as far as leaps and rays tell. */
    bool (*gives_check)(const position *p, move m, piece_id after);
    /* Whether the piece on the cell is immobilized, so that the player to move cannot move it; whether no enemy may
     * capture it. */
    bool (*immobilized)(const position *p, cell_id cell);
    bool (*uncapturable)(const position *p, cell_id cell);
    /* Whether the player has as many pieces of the type as promotions may bring about; whether one of theirs is held that
     * a promotion may give back. */
    bool (*promotion_limit_reached)(const position *p, int owner, int type);
    bool (*is_in_prison)(const position *p, int owner, int type);
    /* Whether the player has a row of the table. */
    bool (*has_row)(const position *p, const row_table *t, int player);
    /* Whether neighbouring pieces of the player join both zones of the ending. */
    bool (*has_chain)(const position *p, const variant_ending *e, int player);
    /* How many pieces of a player, pieces of one kind and royals there are. `cells` may be NULL with `room` 0. */
    int (*count_of_player)(const position *p, int player);
    int (*count_of_piece)(const position *p, piece_id piece);
    /* How many cells are occupied; whether any of these pieces is on the board. */
    int (*count_all)(const position *p);
    bool (*any_on_board)(const position *p, const piece_id *pieces, int count);
    int (*royals_of)(const position *p, int player, cell_id *cells, int room);
    int (*pieces_of)(const position *p, int player, cell_id *cells, int room);

    /* The activity of the players in `friends` minus that of all others, in ACTIVITY_UNITs. The second function also
     * adds to `counts` how often each feature counted. */
    weight_pair (*activity)(const position *p, const activity *a, uint32_t friends);
    weight_pair (*activity_counts)(const position *p, const activity *a, uint32_t friends, int32_t *counts);
} core;

/* The most cells that a board may have in this build. */
int core_cells_max(void);
/* The table for a board of `cells` cells on this processor; NULL: they are too many. `portable` asks for the build that every
 * processor runs. */
const core *core_pick(int cells, bool portable);
/* Whether this processor runs the builds for newer ones, and there are such. */
bool core_processor_is_fast(void);

#endif
