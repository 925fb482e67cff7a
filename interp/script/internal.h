/* What the files of script/ share. Other folders include script/host.h.
 *
 * How a call runs. Every entry into Lua is one protected call of a C function, the *body* (host_enter). The body
 * pushes the script's function and its arguments, calls it, and reads the answer into a plain C struct, the *job*.
 * Each of these steps may raise a Lua error, so a body holds nothing that must be freed. After the protected call
 * the job is plain data. Errors leave through script_raise or Lua itself, pass `note_line`, which remembers the
 * script's line before the stack unwinds, and end in host->fault. The fault is a plain struct, so live calls need
 * no C memory.
 *
 * Scripts have no pcall: an error always ends the call. So no script can swallow an exceeded budget. */
#ifndef FERZ_SCRIPT_INTERNAL_H
#define FERZ_SCRIPT_INTERNAL_H

#include "script/answer_bytes.h"
#include "script/answer_tree.h"
#include "script/host.h"
#include "script/script_memory.h"

#include <lauxlib.h>
#include <lua.h>

_Static_assert(LUA_VERSION_NUM == 504, "the sandbox was checked against Lua 5.4 and its internals");
_Static_assert((int)SCRIPT_STRING_TYPE == LUA_TSTRING, "script_memory.h must name Lua's number for strings");

enum {
    SCRIPT_NAME_MAX = 64, /* a name in messages; a piece's name in a question */
    SCRIPT_FAULT_MAX = 512,
    SCRIPT_HINT_MAX = 400,
    SCRIPT_FEN_MAX = 4 << 10,
    SCRIPT_AMOUNT_MAX = 1000000, /* of counters and hands, so that sums cannot overflow */
};

/* Integer keys of the registry. Reading one costs a few nanoseconds and allocates nothing. Scripts cannot see it. */
enum {
    SLOT_TYPES = 8, /* name -> number */
    SLOT_PLAYERS,
    SLOT_CELLS,
    SLOT_COUNTERS,
    SLOT_MOVE,  /* the table that describes the move; one for all live calls */
    SLOT_LIST,  /* the list of moves that was answered last */
    SLOT_FIRST, /* names of types, then of players, of cells, of counters, then functions */
};

typedef enum fault_kind {
    FAULT_NONE,
    FAULT_SCRIPT, /* a mistake in the script */
    FAULT_BUDGET, /* the host is dead afterwards */
    FAULT_MEMORY, /* the host is dead afterwards */
    FAULT_SYSTEM, /* the system gave no memory */
    FAULT_FUEL,   /* the operation that called has no fuel left; the host is intact */
} fault_kind;

typedef struct fault {
    fault_kind kind;
    diag_code code; /* the code of the message */
    uint32_t line;  /* see host_place; 0: not known */
    char text[SCRIPT_FAULT_MAX];
    char hint[SCRIPT_HINT_MAX];
    char meant[SCRIPT_NAME_MAX]; /* the name that was probably meant; "": none */
} fault;

struct script_host {
    lua_State *lua;
    script_memory memory;
    script_limits limits;
    const script_world *world;
    script_ask *ask; /* NULL: there are no live calls */
    script_text texts[SCRIPTS_MAX];
    size_t text_count;
    size_t loading; /* the script whose main part runs, while the host is opened */

    int *grid; /* [row * columns + column] -> cell or -1; NULL when the board has no columns; owned */
    size_t columns, rows, grid_bytes;
    lua_Integer type_slot, player_slot, cell_slot, counter_slot, function_slot;

    bool dead;
    uint64_t calls;
    uint64_t steps; /* of live calls */
    fault fault;    /* of the last call; stays once the host is dead */

    /* the current call */
    bool live; /* whether position functions may be used */
    const void *position;
    uint64_t position_number;             /* of the next call: see script_number_position */
    const script_move *move;              /* what the hook is about; NULL: no move */
    bool about_piece;                     /* it is a piece for which moves are listed, with the fields of one only */
    const void *(*before)(void *context); /* the position before the move that is judged; NULL: there is none */
    void *before_context;
    const void *position_before; /* what `before` gave in this call; NULL: it was not asked yet */
    bool looks_before;           /* questions are about that position */
    const script_cycle *cycle;   /* the repetition that is judged; NULL: none */
    size_t cycle_number;         /* which of its positions `position_before` is, while a question looks there */
    const char *hook;            /* its name */
    uint32_t hook_line;          /* where it is defined; 0: not known */
    uint32_t repeated_line;      /* where another script defines the same function; 0: none does */
    uint32_t last_line;          /* where budget_hook last saw the script */
    bool syntax_error;           /* the script is not valid Lua */
    bool reading_answer;         /* the script has returned and its answer is being read */
    bool load_out_of_memory;     /* loading failed because memory ran out, which the status does not show */
    bool timed_out;
    fuel *fuel;          /* of the operation that calls; borrowed; may be NULL */
    bool out_of_fuel;    /* the current call was ended because it is out */
    int64_t budget;      /* the budget that the call began with */
    unsigned printed;    /* lines of print() so far */
    uint32_t hook_calls; /* calls of budget_hook */
    int64_t clock_start; /* microseconds; 0: not read yet */

    /* what live calls asked and answered so far */
    answer_tree *trees;   /* NULL until the first live call, or without memory; owned */
    answer_writer answer; /* the answer that is being learned; its bytes are owned */
    bool compares;        /* what is known is asked again, and compared */
    uint32_t last_list;   /* the list that was answered last, as a text of `trees`; 0: it is in SLOT_LIST */
    uint32_t last_epoch;

    int functions;
    char *function_names[SCRIPT_FUNCTIONS_MAX]; /* owned */
    uint32_t function_lines[SCRIPT_FUNCTIONS_MAX];
};

_Static_assert((int)SCRIPT_FUNCTIONS_MAX *(int)SCRIPT_USES <= (int)ANSWER_FUNCTIONS_MAX, "each use has a tree");

/* A function that is used in several ways has a tree for each: it is told other things, and its answers have other forms. */
static inline int host_tree_of(int function, script_use use)
{
    return function * SCRIPT_USES + (int)use;
}

static inline script_host *host_of(lua_State *L)
{
    return *(script_host **)lua_getextraspace(L);
}

/* ---- host.c ---- */

/* Calls `body` with `job` as light userdata, protected. One result, if any, is left at stack index 2 until
 * host_leave. False: host->fault says why. */
bool host_enter(script_host *host, lua_CFunction body, void *job, uint64_t budget);
void host_leave(script_host *host);
/* Like host_enter, but for the host's own work: no budget, no fault recorded. */
bool host_run_internal(const script_host *host, lua_CFunction body, void *job);
/* Calls the function below its arguments. Errors that are raised from here on are about its answer, which is on top
 * of the stack. */
void host_call(lua_State *L, int arguments);
/* Takes `steps` from the budget; raises when it is spent. For C functions whose work grows with their input. */
void host_charge(lua_State *L, size_t steps);
/* Pushes the global of that name, nil when there is none. (lua_getglobal would raise an error then.) */
void host_push_global(lua_State *L, const char *name);
/* Raises an error whose text is formatted as by lua_pushfstring (%s, %d, %I, %f). */
_Noreturn void script_raise(lua_State *L, const char *format, ...);
/* The line where the function at `index` is defined, or 0. */
uint32_t function_line(lua_State *L, int index);
/* Whether the value at `index` is a function that the script wrote. */
bool is_script_function(lua_State *L, int index);

/* ---- script_file.c ---- */

/* Whether a text may be given to Lua: checks its size, its bytes, and what script_scan.h rejects. Reports a fault. */
bool chunk_check(diag_list *diags, location from, const source *chunk);
/* The location of a line of the script, from its first word to its end. */
location chunk_place(const source *chunk, uint32_t line);
/* The same by the number that Lua knows: the lines of several scripts are counted on from each to the next. */
location host_place(const script_host *host, uint32_t line);
/* Where the script that has the line is named. */
location host_named_at(const script_host *host, uint32_t line);
/* The line before the first of that script. */
uint32_t host_lines_before(const script_host *host, size_t script);

/* ---- script_stdlib.c, script_api.c: put their functions into the table on top of the stack ---- */

void library_open(lua_State *L);
/* From now on reading what the tables of names do not have is an error: the globals, on top of the stack, and our
 * libraries in them. */
void library_close_names(lua_State *L);
void world_open(lua_State *L);
/* A row of a function table; {NULL, NULL} ends it. */
void add_functions(lua_State *L, const luaL_Reg *rows);
/* Puts the names that the readers need into the registry. */
void world_prepare(lua_State *L);

/* ---- questions.c ---- */

/* Kinds of questions: those of scripts about the position, and two about the move that the hook is about. */
enum {
    ASK_MOVE = ANSWER_VARYING, /* a field of it */
    ASK_VICTIMS,               /* all pieces that it captures */
};
typedef enum move_field {
    MOVE_FROM,
    MOVE_TO,
    MOVE_PIECE,
    MOVE_OWNER,
    MOVE_BECOMES,
    MOVE_CAPTURED,
    MOVE_CAPTURED_AT,
    MOVE_CAPTURED_OWNER,
    MOVE_DROP,
    MOVE_CASTLING,
    MOVE_HALF,
    MOVE_REMOVAL,
    MOVE_PASS,
    MOVE_PUT,
    MOVE_VICTIMS, /* asked as ASK_VICTIMS */
} move_field;
enum { QUESTION_LIST_MAX = SCRIPT_CELLS_MAX };

/* How an answer is given to Lua. */
typedef enum answer_kind {
    ANSWER_NUMBER,
    ANSWER_BOOL,
    ANSWER_TYPE,
    ANSWER_PLAYER,
    ANSWER_CELL,
    ANSWER_CELLS, /* from here on lists */
    ANSWER_NUMBERS,
    ANSWER_STACK,
} answer_kind;

/* Asks about the position of the current call, and notes the question and its answer: a number, or the length of the list
 * in `numbers`. */
int host_ask(script_host *host, const script_question *q, int *numbers);
/* The form of the answer to a question of that kind. */
answer_kind question_answer(int kind);
/* Whether it may suppose effects. */
bool question_supposes(int kind);
/* Turns to the position before the move that is judged; false when out of memory. */
bool host_look_before(script_host *host);
/* Puts a question that was asked before; `context` is the host. */
int32_t put_to_position(void *context, const question *q);

/* ---- read_values.c: readers of values, for arguments and answers alike. `what` names the value in messages. ---- */

int read_cell(lua_State *L, int index, const char *what);
int read_type(lua_State *L, int index, const char *what);
int read_player(lua_State *L, int index, const char *what);
/* Of the name at `index`, counted from 1; 0: there is no such counter. */
int counter_number(lua_State *L, int index);
/* A whole number in [low, high]. "3" is no number, 3.0 is 3. */
lua_Integer read_integer(lua_State *L, int index, const char *what, lua_Integer low, lua_Integer high);
/* Pushes a short description of the value at `index`, for messages: `the text "abc"`. */
const char *push_description(lua_State *L, int index);
/* The table at `index` may have no other keys than `keys` (NULL-terminated) and the numbers from 1 to `unnamed_most`;
 * returns a mask of those of `keys` that it has. */
unsigned read_keys(lua_State *L, int index, const char *what, const char *const *keys, size_t unnamed_most);
/* Raises an error about the field at `index`, which `what` does not have. */
_Noreturn void refuse_field(lua_State *L, int index, const char *what, const char *const *keys);
/* What a table of the host is called in messages, and the fields that it has (NULL-terminated). */
typedef struct table_fields {
    const char *what;
    const char *const *names;
} table_fields;
/* From now on reading another field of the table on top of the stack is an error. `fields` is static. */
void close_fields(lua_State *L, const table_fields *fields);
/* The table at `index` must be a list 1..n without holes, n <= max; returns n. */
size_t read_list(lua_State *L, int index, const char *what, size_t max);
/* Copies text for messages: control characters become blanks; text that is too long is cut between characters. */
void fault_means(fault *f, const char *name);
void copy_printable(char *out, size_t room, const char *bytes, size_t length);
/* Whether copy_printable would change nothing. */
bool is_printable(const char *bytes, size_t length);

void push_type(lua_State *L, int type);     /* its name; nil for -1 */
void push_player(lua_State *L, int player); /* its name; nil for -1 */
void push_cell(lua_State *L, int cell);     /* the number; nil for -1 */

/* ---- live_hooks.c ---- */

/* Reads the list of effects at `index`; returns how many there are. */
size_t read_effects(lua_State *L, int index, const char *what, script_effect *effects, size_t room);
/* The value of a field of the move: __index of the table that stands for it. */
int read_move_field(lua_State *L);
/* Writes all its fields into that table, for a loop over them. */
void fill_move(lua_State *L, int index);
/* All fields that an effect may have; NULL-terminated. */
const char *const *live_effect_keys(void);

/* ---- host.c, for staged calls ---- */

/* Runs a staged call of `function` and reports its fault. */
bool staged_run(script_host *host, diag_list *diags, const char *function, lua_CFunction body, void *job);

#endif
