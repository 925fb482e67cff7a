/* Script host: a game's Lua script in its own closed state.
 *
 * script/ is the only folder that includes lua.h. A script runs in an environment built from a whitelist: no files, no
 * loading of code, no clock, no randomness, no coroutines, no metatables, no pattern matching, no collector, nothing that
 * shows an address or an unordered iteration (research/reliability.md, section 2). Memory is capped, and one budget a
 * call counts instructions and allocated bytes alike; once it is spent the host is dead for good: every later
 * call fails at once, so that a script cannot swallow the error.
 *
 * Scripts meet the game in two stages:
 *   staged calls   while the game is built, with names and cell numbers, once for each case; their answers become tables
 *   live calls     in play, through a position interface of plain functions, for moves that a filter lets through
 *
 * The host knows nothing of positions: it reads the board through `script_board`, a table of functions that whoever
 * puts the parts together fills in. One host serves one thread.
 */
#ifndef FERZ_SCRIPT_HOST_H
#define FERZ_SCRIPT_HOST_H

#include "base/diag.h"

typedef struct script_host script_host;

/* Cells in the order of a line. */
typedef struct script_line {
    const uint16_t *cells;
    size_t count;
} script_line;

/* What a script may ask about the game and, in live calls, about the position. Cells, players and types are numbers from
 * 0 here; scripts see cells as numbers (with file(), rank(), cell(), name()), players and types as their names. */
typedef struct script_world {
    size_t cells, columns, rows, players, types;
    bool nobody; /* player_names has one name more, of the owner of neutral men */
    const char *const *cell_names;
    const int *cell_columns;  /* from 0 */
    const int *cell_rows;     /* from 0 */
    const int *cell_levels;   /* from 0; NULL: all on one */
    const script_line *lines; /* of a board that is a graph */
    size_t line_count;
    const char *const *player_names;
    const char *const *type_names;
    /* Chosen options, as `option("name")` gives them; NULL-terminated pairs name, value. */
    const char *const *options;
} script_world;

/* The position interface of live calls, whole. `position` is what was given to script_call_live. */
typedef struct script_board {
    int (*type_at)(const void *position, int cell);  /* -1: empty */
    int (*owner_at)(const void *position, int cell); /* -1: empty */
    bool (*royal_at)(const void *position, int cell);
    int (*side_to_move)(const void *position);
    int (*counter)(const void *position, const char *name); /* 0 when there is no such counter */
    int (*in_hand)(const void *position, int player, int type);
    int (*count)(const void *position, int player, int type); /* men on the board; type -1: of any type */
    bool (*attacked)(const void *position, int cell, int by_player);
    int (*attackers)(const void *position, int cell, int by_player, int *cells, int room); /* how many there are */
    int (*royals)(const void *position, int player, int *cells, int room);                 /* the same */
    bool (*in_check)(const void *position, int player);      /* a royal of his is attacked */
    bool (*no_moves)(const void *position);                  /* the mover has no legal move */
    int (*turn_ply)(const void *position);                   /* made in this turn */
    int (*fullmove)(const void *position);                   /* number of the full move, from 1 */
    int (*dice)(const void *position, int *faces, int room); /* still to be used */
    int (*stack)(const void *position, int cell, int *types, int *owners, int room); /* bottom to top, top included */
    bool (*right)(const void *position, const char *letter, int player);
    int (*ep_piece_cell)(const void *position, int cell); /* where the man stands that has just passed the cell; -1 */
} script_board;

/* A move as live hooks see it: `move.from`, `move.to` (numbers, nil for a drop's from), `move.piece`, `move.owner`,
 * `move.taken` (type name or nil), `move.taken_at` (cell or nil), `move.becomes` (type after the move), `move.drop`. */
typedef struct script_move {
    int from, to;                              /* -1: none */
    int piece, owner;                          /* before the move */
    int into;                                  /* after it */
    int captured, captured_at, captured_owner; /* -1: nothing taken */
    bool drop;
} script_move;

/* One effect that a live hook answers with. In Lua: {take = cell}, {put = cell, piece = name, owner = name},
 * {turn = cell, into = name}, {give = cell, to = owner name}, {hand = owner name, piece = name, add = n},
 * {counter = name, add = n} or {counter = name, set = n}, {move = cell, to = cell}, {acts = owner name},
 * {roll = owner name}, {die = face}, {lift = cell}, {bury = cell, piece = name, owner = name},
 * {right = letter, owner = name, set = true or false}, {passed = cell, by = cell}, {quiet = n}. */
typedef enum script_effect_kind {
    SCRIPT_CAPTURE,
    SCRIPT_PUT,
    SCRIPT_TRANSFORM,
    SCRIPT_GIVE,
    SCRIPT_MOVE,
    SCRIPT_HAND,
    SCRIPT_COUNTER_ADD,
    SCRIPT_COUNTER_SET,
    SCRIPT_NEXT_PLAYER,
    SCRIPT_ROLL,
    SCRIPT_USE_DIE,
    SCRIPT_BURY,
    SCRIPT_TO_HAND,
    SCRIPT_RIGHT,
    SCRIPT_EN_PASSANT,
    SCRIPT_HALFMOVE_CLOCK,
} script_effect_kind;
enum { SCRIPT_EFFECTS_MAX = 64, SCRIPT_COUNTER_NAME_MAX = 32 };
typedef struct script_effect {
    script_effect_kind kind;
    int cell, to;    /* cells; -1 where unused */
    int type, owner; /* -1 where unused */
    int amount;
    char counter[SCRIPT_COUNTER_NAME_MAX]; /* or the letter of a right */
} script_effect;

/* One of the moves, or of the choices within a move, that a live hook lists. In Lua: {from = cell, to = cell,
 * text = "...", EFFECT, EFFECT, ...}; all named parts may be left out of a choice, from and to of a move. */
typedef struct script_listed {
    int from, to;  /* -1: none */
    bool captures; /* one of its effects takes a man */
} script_listed;
enum { SCRIPT_LISTED_MAX = 1024 };

/* Budgets and caps; a zeroed field means the default. */
typedef struct script_limits {
    uint64_t load_budget; /* instructions and allocated bytes / 16 for loading and each staged call: 5,000,000 */
    uint64_t live_budget; /* the same for each live call: 100,000; twenty times that for one that lists */
    size_t memory;        /* bytes in all: 8 MB */
    size_t block;         /* bytes in one block: 128 KB */
} script_limits;

enum { SCRIPT_SIZE_MAX = 256 << 10 };

/* Reads a script file (regular file, at most SCRIPT_SIZE_MAX bytes, UTF-8, no NUL). NULL after an error. `from` is the
 * place in the rules that names the script, for messages. */
const source *script_read(diag_list *diags, location from, const char *path);

/* Opens a closed state and runs the script's main part. NULL after an error in `diags` (place: the script's line; a note
 * points to `from`). `world`, its arrays and `text` are borrowed and must outlive the host. `board` may be NULL when no
 * live calls will be made. */
script_host *script_open(diag_list *diags, location from, const source *text, const script_world *world,
                         const script_board *board, const script_limits *limits);
void script_close(script_host *host);

/* Whether the script defines a global function of that name. */
bool script_has(const script_host *host, const char *function);
/* Whether the budget was overrun or memory ran out: every call fails from then on. */
bool script_is_dead(const script_host *host);
/* Calls into Lua so far, loading included. */
uint64_t script_calls(const script_host *host);

/* ---- staged calls: false after an error in `diags` with the script's line ---- */

/* function on_capture(mover, victim) -> nil (nothing changes) or {becomes = type name}.
 * mover and victim are tables {type = name, owner = name, royal = bool}. `*becomes` gets a type or -1. */
bool script_on_capture(script_host *host, diag_list *diags, int mover_type, bool mover_royal, int mover_owner,
                       int victim_type, int victim_owner, int *into);
/* function NAME(piece, owner, cell) -> list of cells to which the man leaps, or of ways {middle, goal} of two leaps.
 * Writes at most `room` of them; `*count`. A way is goal | (middle + 1) << SCRIPT_PATH_SHIFT. */
enum { SCRIPT_PATH_SHIFT = 16, SCRIPT_PATHS_PER_CELL = 4 };
bool script_leaps(script_host *host, diag_list *diags, const char *function, int type, int owner, int cell, int *cells,
                  size_t room, size_t *count);
/* function NAME(king_cell, partner_cell, owner) -> nil (may not castle) or {king = cell, partner = cell}; -1, -1 for nil. */
bool script_castling(script_host *host, diag_list *diags, const char *function, int king, int partner, int owner,
                     int *king_to, int *partner_to);
/* function NAME(number, second) -> FEN text, copied into `arena`. */
bool script_start(script_host *host, diag_list *diags, const char *function, long number, long second, arena *a,
                  const char **fen);
/* function NAME(from, to, owner) -> true when a man may go from one cell to the other (grid chess). */
bool script_allows(script_host *host, diag_list *diags, const char *function, int from, int to, int owner,
                   bool *allowed);

/* ---- live calls: false after an error; script_report_fault then gives the words ---- */

/* A function looked up once, so that play does not search names. -1 when there is none. */
int script_function(script_host *host, const char *name);
/* function f(move) -> nil or a list of effects, in their order. */
bool script_live_effects(script_host *host, int function, const void *position, const script_move *move,
                         script_effect *effects, size_t room, size_t *count);
/* function f(move) -> true / nil (allowed), false (forbidden) or a text (forbidden, its words in `why`). */
bool script_live_allows(script_host *host, int function, const void *position, const script_move *move, bool *allowed,
                        char *why, size_t why_room);
/* function f() -> nil (goes on) or {result = "draw"} / {winner = owner name} with optional reason = text.
 * `*winner`: -2 goes on, -1 draw, else a player. */
bool script_live_ending(script_host *host, int function, const void *position, int *winner, char *reason,
                        size_t reason_room);
/* function f() or f(move) -> list of moves or choices; `move` may be NULL. Writes at most `room`; `*count` gets all. */
bool script_live_list(script_host *host, int function, const void *position, const script_move *move,
                      script_listed *listed, size_t room, size_t *count);
/* The same call; gives the effects and the text of number `which` (`words` gets "" without one). `again`: of the list that
 * was answered last, which the caller knows to be the same. */
bool script_live_pick(script_host *host, int function, const void *position, const script_move *move, bool same_list,
                      size_t index, script_effect *effects, size_t room, size_t *count, char *text, size_t text_room);
/* function f(move) -> nil, a text, or a list of texts: written to `lines`, each ended by a newline. */
bool script_live_announce(script_host *host, int function, const void *position, const script_move *move, char *lines,
                          size_t room);
/* Reports the fault of the last failed live call; does nothing when there was none. */
void script_report_fault(const script_host *host, diag_list *diags, location from);

#endif
