/* Script host: runs a game's Lua script in a closed state of its own.
 *
 * script/ is the only folder that includes lua.h. A script sees only what is on a whitelist: no files, no loading
 * of code, no clock, no randomness, no coroutines, no metatables, no pattern matching, no garbage collector,
 * nothing that shows an address or iterates in no order. So it cannot reach the machine, and it answers the same
 * everywhere. Memory is capped, and one budget a call counts instructions and allocated bytes alike. When the
 * budget is spent, the host is dead for good: every later call fails at once, so a script cannot swallow the error.
 *
 * Scripts meet the game in two stages:
 *   staged calls   while the variant is built, with names and cell numbers, once for each case; answers become tables
 *   live calls     in play, with the functions of the position, for moves that a filter lets through
 *
 * The host does not know positions: it asks about it through `script_ask`, a function of
 * binding/binding.c. One host serves one thread. */
#ifndef FERZ_SCRIPT_HOST_H
#define FERZ_SCRIPT_HOST_H

#include "base/diag.h"
#include "base/effect.h"

#include <limits.h>

typedef struct script_host script_host;

/* Cells in the order of a line of the board. */
typedef struct script_line {
    const uint16_t *cells;
    size_t count;
} script_line;

/* What a script may ask about the variant. Cells, players and types are numbers from 0 here. Scripts see cells as
 * numbers (with file(), rank(), cell(), name()), and players and types as their names. */
typedef struct script_world {
    size_t cells, columns, rows, players, types;
    bool nobody; /* player_names has one name more, for the owner of neutral pieces */
    const char *const *cell_names;
    const int *cell_columns;  /* from 0 */
    const int *cell_rows;     /* from 0 */
    const int *cell_levels;   /* from 0; NULL: there is one level */
    const script_line *lines; /* the lines of a board that is a graph */
    size_t line_count;
    const char *const *player_names;
    const char *const *type_names;
    const char *const *counter_names;
    size_t counters;
    /* The chosen options, as `option("name")` gives them: NULL-terminated pairs of name and value. */
    const char *const *options;
} script_world;

struct script_effect;
enum { SCRIPT_CELLS_MAX = 1344 }; /* the cells of the largest board */

/* What a script may ask about the position in live calls: one row a question. Who adds one writes a row here, a function
 * answer_NAME in binding/binding.c, and its page in authoring/ferz.lua.
 *
 * QUESTION(name in Lua, its arguments, the form of its answer, what it costs)
 * Arguments: c a cell, p a player, P a player or the one to move (and a number: whether the script named one), t a type,
 * T a type or -1, s a step from -SCRIPT_WAY_MAX on, n a counter from 1 on (0: there is none of that name), w a word, e effects that are supposed.
 * A cost below 0 is that part of the board: -8, an eighth of its cells. */
#define SCRIPT_QUESTIONS(QUESTION)                                                                                     \
    QUESTION(piece, "c", ANSWER_TYPE, 0)                                                                               \
    QUESTION(owner, "c", ANSWER_PLAYER, 0)                                                                             \
    QUESTION(is_royal, "c", ANSWER_BOOL, 0)                                                                            \
    QUESTION(side_to_move, "", ANSWER_PLAYER, 0)                                                                       \
    QUESTION(counter, "n", ANSWER_NUMBER, 0)                                                                           \
    QUESTION(in_hand, "pt", ANSWER_NUMBER, 0)                                                                          \
    QUESTION(count, "pT", ANSWER_NUMBER, 8) /* pieces on the board */                                                  \
    QUESTION(attacked, "cpe", ANSWER_BOOL, 64)                                                                         \
    QUESTION(attackers, "cpe", ANSWER_CELLS, 64) /* of the player's pieces that attack the cell */                     \
    QUESTION(targets, "ctpe", ANSWER_CELLS, 32)  /* of all pieces that such a piece would attack from the cell */      \
    QUESTION(first_piece, "css", ANSWER_CELL, 8) /* that a line from the cell meets */                                 \
    QUESTION(royals, "p", ANSWER_CELLS, 8)                                                                             \
    QUESTION(pieces, "pT", ANSWER_CELLS, -8)                                                                           \
    QUESTION(capturers, "pT", ANSWER_CELLS, 128) /* of those that could capture if it were the player's turn */        \
    QUESTION(enclosed, "cp", ANSWER_CELLS, 32)   /* enemies that a piece of the player there would enclose */          \
    QUESTION(check, "pe", ANSWER_BOOL, 64)                                                                             \
    QUESTION(no_moves, "Pe", ANSWER_BOOL, 256)                                                                         \
    QUESTION(is_to_move, "p", ANSWER_BOOL, 0) /* on their board, if any */                                             \
    QUESTION(halfmove_clock, "", ANSWER_NUMBER, 0)                                                                     \
    QUESTION(ply, "", ANSWER_NUMBER, 0)   /* plies made in this turn */                                                \
    QUESTION(turn, "", ANSWER_NUMBER, 0)  /* number of the full move, from 1 */                                        \
    QUESTION(dice, "", ANSWER_NUMBERS, 0) /* the faces that are not used yet */                                        \
    QUESTION(stack, "c", ANSWER_STACK, 0) /* from the bottom to the top: pairs of type and owner */                    \
    QUESTION(right, "wp", ANSWER_BOOL, 0)                                                                              \
    QUESTION(en_passant, "c", ANSWER_CELL, 0) /* of the piece that may be captured en passant here */

#define SCRIPT_ASK_KIND(name, arguments, form, cost) SCRIPT_ASK_##name,
typedef enum script_question_kind {
    SCRIPT_ASK_nothing,
    SCRIPT_QUESTIONS(SCRIPT_ASK_KIND) SCRIPT_ASK_KINDS,
} script_question_kind;
#undef SCRIPT_ASK_KIND

enum { SCRIPT_WAY_MAX = 64, SCRIPT_LEVELS_MAX = 64 /* of a stack that are told */ };
typedef struct script_question {
    script_question_kind kind;
    int arguments[3]; /* the numbers among its arguments, in their order */
    const char *word;
    const struct script_effect *effects; /* once these have been carried out */
    size_t effect_count;
    char *refusal; /* [SCRIPT_REFUSAL_MAX] says why they cannot be; NULL: nobody wants to know */
} script_question;

enum { SCRIPT_REFUSAL_MAX = 192, SCRIPT_REFUSED = INT_MIN };

/* The answer: a number (-1 for no cell, type or player), or how many numbers of a list were written to `numbers`, which
 * has room for SCRIPT_CELLS_MAX; SCRIPT_REFUSED where the effects cannot be carried out. `position` is what the live call was given. */
typedef int script_ask(const void *position, const script_question *question, int *numbers);

/* A move as live hooks see it: `move.from` and `move.to` (numbers; from is nil for a drop), `move.piece`,
 * `move.owner`, `move.captured` (type name or nil), `move.captured_at` (cell or nil), `move.captured_owner`,
 * `move.becomes` (type after the move), `move.drop`. */
typedef struct script_move {
    int from, to;                              /* -1: none */
    int piece, owner;                          /* before the move */
    int into;                                  /* after it */
    int captured, captured_at, captured_owner; /* -1: no capture */
    const int16_t *victims;                    /* all captured pieces, where there may be several: of each its cell, */
    unsigned victim_count;                     /* its piece and its owner; NULL: the one above, if any */
    int castling, half;                        /* the letter of its right, and 1 for the king's half or 2; 0: none */
    int put_at;                                /* -1: none */
    bool drop, removal, pass;
} script_move;

/* One effect in the answer of a live hook, as live_hooks.c reads it. */
enum { SCRIPT_EFFECTS_MAX = 64, SCRIPT_COUNTER_NAME_MAX = 32 };
typedef struct script_effect {
    effect_kind kind;
    int cell, to;    /* cells; -1 where unused */
    int type, owner; /* -1 where unused */
    int amount;
    char counter[SCRIPT_COUNTER_NAME_MAX]; /* or the letter of a right */
} script_effect;

/* One of the moves, or of the choices within a move, that a live hook lists. In Lua: {from = cell, to = cell, text
 * = "...", EFFECT, EFFECT, ...}. A choice may leave out all named parts, a move may leave out from and to. */
typedef struct script_listed {
    int from, to;  /* -1: none */
    bool captures; /* one of its effects captures a piece */
} script_listed;
enum { SCRIPT_LISTED_MAX = 1024, SCRIPT_LISTED_TEXT_MAX = 112 /* bytes of an entry's text, with its NUL */ };

/* Budgets and caps; 0 means the default. */
typedef struct script_limits {
    uint64_t load_budget; /* instructions and allocated bytes / 16 for loading and each staged call: 5,000,000 */
    uint64_t live_budget; /* the same for each live call: 100,000; twenty times that for a call that lists */
    size_t memory;        /* bytes in all: 8 MB */
    size_t block;         /* bytes in one block: 128 KB */
} script_limits;

enum { SCRIPT_SIZE_MAX = 256 << 10 };

/* Reads a script file (a regular file of at most SCRIPT_SIZE_MAX bytes, UTF-8, no NUL). NULL after an error. `from`
 * is the location in the rules that names the script, for messages. */
const source *script_read(diag_list *diags, location from, const char *path);

/* Who gets the lines of print(), each ended and safe to print; NULL, the default: nobody. For the whole process. */
void script_set_print(void (*print)(const char *line));

enum { SCRIPTS_MAX = 8 };

/* One of a game's scripts, and where the rules name it. */
typedef struct script_text {
    const source *text;
    location from;
} script_text;

/* Opens a closed state and runs the main parts of the scripts, one after the other. Two of them may not define the same
 * function. Else as script_open; the texts must outlive the host. */
script_host *script_open_all(diag_list *diags, const script_text *texts, size_t count, const script_world *world,
                             script_ask *ask);
/* Opens a closed state and runs the script's main part. NULL after an error in `diags`, which is located in the
 * script and has a note that points to `from`. `world`, its arrays and `text` are borrowed and must outlive the
 * host. `ask` may be NULL when no live calls will be made. */
script_host *script_open(diag_list *diags, location from, const source *text, const script_world *world,
                         script_ask *ask, const script_limits *limits);
void script_close(script_host *host);

/* Whether the script defines a global function of that name. */
bool script_has(const script_host *host, const char *function);
/* Reports that it does not: with the name that may have been meant, or the local that has it. */
void script_report_missing(const script_host *host, diag_list *diags, location at, const char *function);
/* Whether the budget was exceeded or memory ran out: then every call fails. */
bool script_is_dead(const script_host *host);
/* What the next calls draw on; NULL: nothing. It is that of the `diags` that the host was opened with until then. */
void script_set_fuel(script_host *host, fuel *f);
/* Whether the last call failed because that fuel is out. The host can go on with other fuel. */
bool script_is_out_of_fuel(const script_host *host);
/* The steps of all live calls, as their budget counts them. */
uint64_t script_steps(const script_host *host);
/* Calls into Lua so far, loading included. */
uint64_t script_calls(const script_host *host);

/* ---- staged calls: false after an error in `diags`, located in the script ---- */

/* function on_capture(mover, victim) -> nil (nothing changes) or {becomes = type name}. mover and victim are tables
 * {type = name, owner = name, royal = bool}. `*into` gets a type or -1. */
bool script_on_capture(script_host *host, diag_list *diags, int mover_type, bool mover_royal, int mover_owner,
                       int victim_type, int victim_owner, int *into);
/* function NAME(piece, owner, cell) -> list of cells to which the piece leaps, or of paths {middle, goal} of two
 * leaps. Writes at most `room` of them; `*count` gets how many. A path is goal | (middle + 1) << SCRIPT_PATH_SHIFT. */
enum { SCRIPT_PATH_SHIFT = 16, SCRIPT_PATHS_PER_CELL = 4 };
bool script_leaps(script_host *host, diag_list *diags, const char *function, int type, int owner, int cell, int *cells,
                  size_t room, size_t *count);
/* function NAME(king_cell, partner_cell, owner) -> nil (may not castle) or {king = cell, partner = cell}; -1, -1
 * for nil. */
bool script_castling(script_host *host, diag_list *diags, const char *function, int king, int partner, int owner,
                     int *king_to, int *partner_to);
/* function NAME(number, second) -> FEN text, copied into `arena`. */
bool script_start(script_host *host, diag_list *diags, const char *function, long number, long second, arena *a,
                  const char **fen);
/* function NAME(from, to, owner) -> whether a piece may go from one cell to the other (as in grid chess). */
bool script_allows(script_host *host, diag_list *diags, const char *function, int from, int to, int owner,
                   bool *allowed);

/* ---- live calls: false after an error; script_report_fault then reports it ---- */

/* What a live call answers is learned from what it asks (see answer_tree.h), so the script is called only where that
 * does not tell. `compares`: it is called each time, and another answer than the one that is known is a fault. */
void script_compare_answers(script_host *host, bool compares);
/* The ways in which a live function is used. What it answers is learned for each by itself. */
typedef enum script_use {
    SCRIPT_AFTER,
    SCRIPT_LEGAL,
    SCRIPT_MADE,
    SCRIPT_MOVES,
    SCRIPT_MOVES_OF_PIECE,
    SCRIPT_CHOICES,
    SCRIPT_ANNOUNCE,
    SCRIPT_ENDING,
    SCRIPT_USES
} script_use;
/* What one function was asked so far in one way, how much of it was known, and the questions that this took. */
typedef struct script_learned {
    uint64_t asked, known, questions;
    bool keeps_state; /* it asks different questions after the same answers, so it is called each time */
} script_learned;
script_learned script_learned_of(const script_host *host, int function, script_use use);

enum { SCRIPT_FUNCTIONS_MAX = 256 /* that are called live */ };

/* Looks a function up, so that play does not search names. Below 0: why it cannot be called. */
typedef enum script_no_function {
    SCRIPT_FUNCTION_ABSENT = -1,
    SCRIPT_FUNCTION_ONE_TOO_MANY = -2,
    SCRIPT_FUNCTION_FAILED = -3, /* out of memory, or the host is dead */
} script_no_function;
int script_function(script_host *host, const char *name);
/* Its name, and the line of the script where it begins. */
const char *script_function_name(const script_host *host, int function);
location script_function_location(const script_host *host, int function);
/* function f(move) -> nil, or a list of effects in their order. */
bool script_live_effects(script_host *host, int function, const void *position, const script_move *move,
                         script_effect *effects, size_t room, size_t *count);
/* function f(move) -> true or nil (allowed), false (forbidden), or a text (forbidden; the text is written to
 * `why`). */
bool script_live_allows(script_host *host, int function, const void *position, const script_move *move, bool *allowed,
                        char *why, size_t why_room);
/* Says which position the next live calls are about, by another number for each position; 0: none. What a function asks of
 * it before it asks about the move is put once. */
void script_number_position(script_host *host, uint64_t number);
/* How many questions that is, as far as known. */
size_t script_questions_first(const script_host *host, int function, script_use use);
/* Says how the next live calls find the position before the move that they judge; NULL: they cannot. `before` returns
 * NULL when out of memory. */
void script_set_before(script_host *host, const void *(*before)(void *context), void *context);
/* A ply as cycle() tells it: cells and numbers, or -1. */
typedef struct script_ply {
    int owner, piece, from, to;
} script_ply;
/* The repetition that the hook of an ending judges: its plies, and the position before each of them; that of number `count`
 * is the present one. What `position` gives is valid until it is asked again. */
typedef struct script_cycle {
    void *context;
    size_t count;
    script_ply (*ply)(void *context, size_t number);
    const void *(*position)(void *context, size_t number);
} script_cycle;
/* Says what the next ending judges; NULL: no repetition. Such a call is not learned, and may take as long as one that lists. */
void script_set_cycle(script_host *host, const script_cycle *cycle);
/* function f() -> nil (the game goes on), {result = "draw"} or {winner = owner}, with an optional reason = text.
 * `*winner`: -2 the game goes on, -1 draw, else a player. */
bool script_live_ending(script_host *host, int function, const void *position, int *winner, char *reason,
                        size_t reason_room);
/* function f() or f(move) -> list of moves or choices; `move` may be NULL. Writes at most `room`; `*count` gets the
 * whole number. */
bool script_live_list(script_host *host, int function, const void *position, const script_move *move,
                      script_listed *listed, size_t room, size_t *count);
/* The same call; gives the effects and the text ("" without one) of entry `index`. `same_list`: take the list that
 * was answered last, because the caller knows that it is the same. */
bool script_live_pick(script_host *host, int function, const void *position, const script_move *move, bool same_list,
                      size_t index, script_effect *effects, size_t room, size_t *count, char *text, size_t text_room);
/* function f(move) -> nil, a text, or a list of texts. They are written to `lines`, each ended by a newline. */
bool script_live_announce(script_host *host, int function, const void *position, const script_move *move, char *lines,
                          size_t room);
/* Reports the fault of the last failed live call; does nothing when there was none. */
void script_report_fault(const script_host *host, diag_list *diags, location from);

#endif
