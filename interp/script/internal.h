/* What the files of script/ share. Not for others: they include script/host.h.
 *
 * How a call runs. Every entry is one protected call of a C function, the *body* (host_enter). The body pushes the
 * script's function and its arguments, calls it, and reads the answer into a plain C struct, the *job*; all of it may
 * raise a Lua error at any point, so a body holds nothing that must be given back. After the protected call the job is
 * plain data. Errors leave through script_raise or Lua itself, pass `note_line` (which remembers the script's line
 * before the stack unwinds) and end in host->fault, a plain struct, so that live calls need no C memory.
 *
 * Scripts have no pcall: an error always ends the call. That is what makes the budget impossible to swallow.
 */
#ifndef FERZ_SCRIPT_INTERNAL_H
#define FERZ_SCRIPT_INTERNAL_H

#include "script/host.h"
#include "script/script_memory.h"

#include <lauxlib.h>
#include <lua.h>

_Static_assert(LUA_VERSION_NUM == 504, "the sandbox was checked against Lua 5.4 and its internals");
_Static_assert((int)SCRIPT_STRING_TYPE == LUA_TSTRING, "memory.h must name Lua's number for text");

enum {
    SCRIPT_FUNCTIONS_MAX = 256, /* looked up by script_function */
    SCRIPT_NAME_MAX = 64,       /* a hook's name in messages; a piece's name in a question */
    SCRIPT_FAULT_MAX = 512,
    SCRIPT_HINT_MAX = 128,
    SCRIPT_FEN_MAX = 4 << 10,
    SCRIPT_AMOUNT_MAX = 1000000, /* of counters and hands: sums stay far from overflow */
};

/* Integer keys of the registry. Reading one costs a few nanoseconds and allocates nothing; scripts cannot see it. */
enum {
    SLOT_TYPES = 8, /* name -> number */
    SLOT_PLAYERS,
    SLOT_CELLS,
    SLOT_MOVE,  /* the table that live hooks get; one for all calls */
    SLOT_LIST,  /* the list of moves that was answered last */
    SLOT_FIRST, /* names of types, then of players, then of cells, then functions */
};

typedef enum fault_kind {
    FAULT_NONE,
    FAULT_SCRIPT, /* the script's mistake */
    FAULT_BUDGET, /* deadly */
    FAULT_MEMORY, /* deadly */
    FAULT_SYSTEM, /* the system gave no memory */
} fault_kind;

typedef struct fault {
    fault_kind kind;
    diag_code code; /* how its message is filed */
    uint32_t line;  /* in the script; 0: unknown */
    char text[SCRIPT_FAULT_MAX];
    char hint[SCRIPT_HINT_MAX];
} fault;

struct script_host {
    lua_State *lua;
    script_memory memory;
    script_limits limits;
    const script_world *world;
    const script_board *board;
    const source *text;
    location from;

    int *grid; /* [row * columns + column] -> cell or -1; NULL when the world has no columns; owned */
    size_t columns, rows, grid_bytes;
    lua_Integer type_slot, player_slot, cell_slot, function_slot;

    bool dead;
    uint64_t calls;
    fault fault; /* of the last call; kept for good once dead */

    /* the current call */
    bool live; /* position functions may be used */
    const void *position;
    const char *hook;        /* its name */
    uint32_t hook_line;      /* where it is defined; 0: unknown */
    uint32_t last_line;      /* where the count hook last saw the script */
    bool syntax_error;       /* the chunk is no Lua */
    bool reading_answer;     /* the script is done, its answer is being read */
    bool load_out_of_memory; /* loading failed for want of memory, which the status does not say */
    bool timed_out;
    int64_t budget;      /* that the call began with */
    uint32_t hook_calls; /* count hook calls */
    int64_t clock_start; /* microseconds; 0: not read yet */

    int functions;
    char function_names[SCRIPT_FUNCTIONS_MAX][SCRIPT_NAME_MAX];
    uint32_t function_lines[SCRIPT_FUNCTIONS_MAX];
};

static inline script_host *host_of(lua_State *L)
{
    return *(script_host **)lua_getextraspace(L);
}

/* ---- host.c ---- */

/* Calls `body` with `job` as light userdata, protected. A result (at most one) is left at stack index 2 until
 * host_leave. False: host->fault says why. */
bool host_enter(script_host *host, lua_CFunction body, void *job, uint64_t budget);
void host_leave(script_host *host);
/* As host_enter, but for the host's own work: no budget, no fault recorded. */
bool host_run_internal(const script_host *host, lua_CFunction body, void *job);
/* Calls the function below its arguments. Errors raised from here on are about its answer, on top of the stack. */
void host_call(lua_State *L, int arguments);
/* Takes `steps` from the budget; raises when it is spent. For C functions whose work grows with their input. */
void host_charge(lua_State *L, size_t steps);
/* Raises an error whose text is formatted as by lua_pushfstring (%s, %d, %I, %f). */
_Noreturn void script_raise(lua_State *L, const char *format, ...);
/* The line where the function at `index` is defined, or 0. */
uint32_t function_line(lua_State *L, int index);
/* Whether the value at `index` is a function that the script wrote. */
bool is_script_function(lua_State *L, int index);

/* ---- chunk.c ---- */

/* Whether a text may be given to Lua: its size, its bytes, and what scan.h objects to. Reports if not. */
bool chunk_check(diag_list *diags, location from, const source *chunk);
/* The place of a line of the script: from its first word to its end. */
location chunk_place(const source *chunk, uint32_t line);

/* ---- library.c, world.c: put their functions into the table on top of the stack ---- */

void library_open(lua_State *L);
void world_open(lua_State *L);
/* A row of a function table; {NULL, NULL} ends it. */
void add_functions(lua_State *L, const luaL_Reg *rows);
/* Builds what the readers and the names need; on the registry. */
void world_prepare(lua_State *L);

/* ---- answer.c: readers of values, for arguments and answers alike. `what` names the value in the message. ---- */

int read_cell(lua_State *L, int index, const char *what);
int read_type(lua_State *L, int index, const char *what);
int read_player(lua_State *L, int index, const char *what);
/* A whole number in [low, high]; text is not a number, 3.0 is. */
lua_Integer read_integer(lua_State *L, int index, const char *what, lua_Integer low, lua_Integer high);
/* Pushes a short description of the value at `index`, for messages: `the text "abc"`. */
const char *push_description(lua_State *L, int index);
/* The table at `index` must have no other keys than `keys` (NULL-terminated); returns a mask of those it has. */
unsigned read_keys(lua_State *L, int index, const char *what, const char *const *keys);
/* The table at `index` must be a list 1..n without holes, n <= most; returns n. */
size_t read_list(lua_State *L, int index, const char *what, size_t max);
/* Copies text for people: control bytes become blanks, cut at a whole character. */
void copy_printable(char *out, size_t room, const char *bytes, size_t length);
/* Whether copy_printable would change nothing. */
bool is_printable(const char *bytes, size_t length);

void push_type(lua_State *L, int type);     /* its name; nil for -1 */
void push_player(lua_State *L, int player); /* its name; nil for -1 */
void push_cell(lua_State *L, int cell);     /* the number; nil for -1 */

/* ---- live.c ---- */

/* All fields that an effect may have; NULL-terminated. */
const char *const *live_effect_keys(void);

/* ---- host.c: staged calls share this ---- */

/* Runs a staged call of `function` and reports its fault. */
bool staged_run(script_host *host, diag_list *diags, const char *function, lua_CFunction body, void *job);

#endif
