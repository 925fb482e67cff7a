/* Hooks: how rules that data cannot express reach the variant, without knowing which language answers.
 *
 * The layers below script/ never see Lua. The layer that puts the parts together fills in these tables. Staged hooks
 * are called while the variant is built, once for each case. Live hooks are called in play, through an instance that
 * belongs to one thread.
 */
#ifndef FERZ_COMPILE_HOOKS_H
#define FERZ_COMPILE_HOOKS_H

#include "base/diag.h"
#include "base/effect.h"
#include "compile/types.h"

struct ply_cycle;
struct position;
struct undo;
struct variant;

/* Staged: each returns false after an error in `diags`. `host` is passed through. */
typedef struct staged_hooks {
    void *host;
    bool (*has)(void *host, const char *function);
    void (*report_missing)(void *host, diag_list *diags, location at, const char *function);
    bool (*on_capture)(void *host, diag_list *diags, int mover, bool royal, int owner, int victim, int victim_owner,
                       int *into); /* pieces of the rules; -1: stays */
    /* Cells, or paths of two leaps: target | (middle + 1) << 16. */
    bool (*leaps)(void *host, diag_list *diags, const char *function, int rule_piece_index, int owner, int cell,
                  int *cells, size_t room, size_t *count);
    bool (*castling)(void *host, diag_list *diags, const char *function, int king, int partner, int owner, int *king_to,
                     int *partner_to);
    bool (*allows)(void *host, diag_list *diags, const char *function, int from, int to, int owner, bool *allowed);
    bool (*start)(void *host, diag_list *diags, const char *function, long number, long second, arena *a,
                  const char **fen);
} staged_hooks;

/* What a live hook may do, as plain numbers. Types are pieces of the rules; -1 where unused. */
typedef struct effect {
    effect_kind kind;
    int cell, to;
    int piece, owner;
    int amount;  /* or whether a right is held */
    int counter; /* or the number of a right */
} effect;
enum { EFFECTS_MAX = 64 };

/* All pieces that a move captures, in their order; of each its cell, its piece of the rules, and its owner. As many as
 * undo has room for. */
enum { VICTIMS_MAX = 256, VICTIM_NUMBERS = 3 };
typedef struct victim_list {
    unsigned count;
    int16_t numbers[VICTIMS_MAX * VICTIM_NUMBERS];
} victim_list;

/* Gets what the scripts capture in one play of a move: that which `undo` takes back. */
typedef struct capture_log {
    const struct undo *undo;
    victim_list *list;
} capture_log;

/* A castling is told in two halves: that of the king, or whatever castles as one, and that of its partner. */
typedef enum castling_half { HALF_NONE, HALF_KING, HALF_PARTNER } castling_half;

/* The move that is reported to a live hook. Cells or -1; pieces of the rules or -1. */
typedef struct move_facts {
    int from, to;
    int piece, owner, into;
    int captured, captured_at, captured_owner; /* the first of the captured pieces */
    const victim_list *victims;                /* all of them; NULL: that one, if any */
    int castling;                              /* the letter of its right; 0: no castling */
    castling_half half;
    bool drop;
    bool removal; /* the piece is taken off the board by its owner */
    bool pass;    /* the piece stays where it is, and nothing else happens */
    int put_at;   /* where the second half of the move puts a piece */
} move_facts;

/* The facts of a move of which nothing but its cells is known, or less: -1. */
static inline move_facts move_facts_of_cells(int from, int to, int owner)
{
    return (move_facts){.from = from,
                        .to = to,
                        .piece = -1,
                        .owner = owner,
                        .into = -1,
                        .captured = -1,
                        .captured_at = -1,
                        .captured_owner = -1,
                        .put_at = -1};
}

/* Whether a hook that lists is asked how that move goes on. Else `m` is NULL, or names the piece whose moves are
 * asked for. */
static inline bool is_about_choice(const move_facts *m)
{
    return m && m->to >= 0;
}

/* One of the moves, or of the choices within a move, that a live hook lists. */
typedef struct listed_move {
    int from, to;  /* cells, or -1 */
    bool captures; /* its effects capture something */
} listed_move;
enum { LISTED_MAX = 1024, LISTED_TEXT_MAX = 112 };
enum { ANNOUNCE_TEXT_MAX = 512 /* bytes of the announcements of one move */ };

/* Live: an instance for one thread. Each function returns false when the script failed; the instance keeps the
 * reason. */
typedef struct live_hooks {
    void *host;
    bool (*after)(void *host, int hook, const struct position *p, const move_facts *m, effect *effects, size_t room,
                  size_t *count);
    bool (*legal)(void *host, int hook, const struct position *p, const move_facts *m, bool *allowed, char *why,
                  size_t room);
    /* The same with the position after the move; `u` takes it back. */
    bool (*made)(void *host, int hook, const struct position *p, const struct undo *u, const move_facts *m,
                 bool *allowed, char *why, size_t room);
    /* Lists moves (all, or those of one piece), or the choices within a move (is_about_choice): at most `room` of them,
     * the full number in `*count`. */
    bool (*list)(void *host, int hook, const struct position *p, const move_facts *m, listed_move *out, size_t room,
                 size_t *count);
    /* The effects and the text (`words` of LISTED_TEXT_MAX bytes, may be NULL) of number `which` of that list. */
    bool (*pick)(void *host, int hook, const struct position *p, const move_facts *m, size_t which, effect *effects,
                 size_t room, size_t *count, char *words);
    /* What all players hear of a move that was made: lines, each ended by a newline, in `lines`. */
    bool (*announce)(void *host, int hook, const struct position *p, const move_facts *m, char *lines, size_t room);
    /* `*winner`: -2 goes on, -1 draw, else a player. */
    bool (*ending)(void *host, int ending, const struct position *p, int *winner, char *reason, size_t room);
    /* Reports an answer that cannot be carried out. */
    void (*refuse)(void *host, const char *words);
    /* Says where the call failed, for the message: the position before the move `m`, or, with `u`, the position that `u`
     * takes back to it. MOVE_NONE: the call was about no move. */
    void (*failed_in)(void *host, const struct position *p, const struct undo *u, move m);
    bool failed;   /* sticky: some live call failed; later results mean nothing */
    void *binding; /* the owner of the script, who answers its questions; `host` may be a wrapper around it */
    const capture_log *capture_log; /* who asks now what scripts capture; NULL: nobody */
    const struct ply_cycle *cycle;  /* the repetition that the ending hook is to judge; NULL: it judges none */
} live_hooks;

#endif
