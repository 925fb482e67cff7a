/* Staged calls: hooks that depend on finite things alone, called once for each case while the variant is built.
 *
 * Each hook is a body (see internal.h) with its job, and the function of host.h that fills the job in. None of this
 * must be fast: functions are found by name, arguments are made for each call. */
#include "script/internal.h"

/* Pushes the script's function that host->hook names. */
static void push_hook(lua_State *L)
{
    script_host *host = host_of(L);
    host_push_global(L, host->hook);
    if (!is_script_function(L, -1)) {
        script_raise(L, "the script has no function %s", host->hook);
    }
    host->hook_line = function_line(L, -1);
}

/* ---- on_capture ---- */

typedef struct capture_job {
    int mover_type, mover_owner, victim_type, victim_owner;
    bool mover_royal;
    int into;
} capture_job;

static const char *const PIECE_FIELDS[] = {"type", "owner", "royal", NULL};
static const table_fields MOVER = {"mover", PIECE_FIELDS}, VICTIM = {"victim", PIECE_FIELDS};

static void push_piece(lua_State *L, const table_fields *fields, int type, int owner, bool royal)
{
    lua_createtable(L, 0, 3);
    push_type(L, type);
    lua_setfield(L, -2, "type");
    push_player(L, owner);
    lua_setfield(L, -2, "owner");
    lua_pushboolean(L, royal);
    lua_setfield(L, -2, "royal");
    close_fields(L, fields);
}

static int run_capture(lua_State *L)
{
    static const char *const keys[] = {"becomes", NULL};
    capture_job *job = lua_touserdata(L, 1);
    push_hook(L);
    push_piece(L, &MOVER, job->mover_type, job->mover_owner, job->mover_royal);
    push_piece(L, &VICTIM, job->victim_type, job->victim_owner, false);
    host_call(L, 2);
    job->into = -1;
    if (!lua_isnil(L, -1) && read_keys(L, -1, "the answer", keys, 0) != 0) {
        lua_getfield(L, -1, "becomes");
        job->into = read_type(L, -1, "'becomes'");
    }
    return 0;
}

bool script_on_capture(script_host *host, diag_list *diags, int mover_type, bool mover_royal, int mover_owner,
                       int victim_type, int victim_owner, int *into)
{
    capture_job job = {.mover_type = mover_type,
                       .mover_owner = mover_owner,
                       .mover_royal = mover_royal,
                       .victim_type = victim_type,
                       .victim_owner = victim_owner};
    if (!staged_run(host, diags, "on_capture", run_capture, &job)) {
        return false;
    }
    host_leave(host);
    *into = job.into;
    return true;
}

/* ---- leaps ---- */

typedef struct leaps_job {
    int type, owner, cell;
    int *cells;
    size_t room, count;
} leaps_job;

static bool has_cell(const leaps_job *job, int cell)
{
    for (size_t i = 0; i < job->count; i++) {
        if (job->cells[i] == cell) {
            return true;
        }
    }
    return false;
}

/* Reads a path {middle, goal} on top of the stack; see script_leaps. */
static int read_path(lua_State *L)
{
    if (read_list(L, -1, "each path", 2) != 2) {
        script_raise(L, "a path has two cells, {middle, goal}");
    }
    lua_rawgeti(L, -1, 1);
    lua_rawgeti(L, -2, 2);
    int middle = read_cell(L, -2, "the middle of a path"), goal = read_cell(L, -1, "the goal of a path");
    lua_pop(L, 2);
    return goal | (middle + 1) << SCRIPT_PATH_SHIFT;
}

static int run_leaps(lua_State *L)
{
    leaps_job *job = lua_touserdata(L, 1);
    push_hook(L);
    push_type(L, job->type);
    push_player(L, job->owner);
    push_cell(L, job->cell);
    host_call(L, 3);
    size_t length = read_list(L, -1, "the answer", SCRIPT_PATHS_PER_CELL * host_of(L)->world->cells);
    for (size_t i = 0; i < length; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        int cell = lua_istable(L, -1) ? read_path(L) : read_cell(L, -1, "each entry of the answer");
        lua_pop(L, 1);
        if (has_cell(job, cell)) {
            continue; /* on a board with wrapped edges two paths may lead to one cell */
        }
        if (job->count == job->room) {
            script_raise(L, "the answer may have %d cells at most", (int)job->room);
        }
        job->cells[job->count++] = cell;
    }
    return 0;
}

bool script_leaps(script_host *host, diag_list *diags, const char *function, int type, int owner, int cell, int *cells,
                  size_t room, size_t *count)
{
    leaps_job job = {.type = type, .owner = owner, .cell = cell, .cells = cells, .room = room};
    *count = 0;
    if (!staged_run(host, diags, function, run_leaps, &job)) {
        return false;
    }
    host_leave(host);
    *count = job.count;
    return true;
}

/* ---- castling ---- */

typedef struct castling_job {
    int king, partner, owner;
    int king_to, partner_to;
} castling_job;

static int run_castling(lua_State *L)
{
    static const char *const keys[] = {"king", "partner", NULL};
    castling_job *job = lua_touserdata(L, 1);
    push_hook(L);
    push_cell(L, job->king);
    push_cell(L, job->partner);
    push_player(L, job->owner);
    host_call(L, 3);
    job->king_to = -1;
    job->partner_to = -1;
    if (lua_isnil(L, -1)) {
        return 0;
    }
    if (read_keys(L, -1, "the answer", keys, 0) != 3) {
        script_raise(L, "the answer must be {king = cell, partner = cell}, or nil for none");
    }
    lua_getfield(L, -1, "king");
    job->king_to = read_cell(L, -1, "'king'");
    lua_getfield(L, -2, "partner");
    job->partner_to = read_cell(L, -1, "'partner'");
    if (job->king_to == job->partner_to) {
        script_raise(L, "king and partner cannot both end on one cell");
    }
    return 0;
}

bool script_castling(script_host *host, diag_list *diags, const char *function, int king, int partner, int owner,
                     int *king_to, int *partner_to)
{
    castling_job job = {.king = king, .partner = partner, .owner = owner};
    if (!staged_run(host, diags, function, run_castling, &job)) {
        return false;
    }
    host_leave(host);
    *king_to = job.king_to;
    *partner_to = job.partner_to;
    return true;
}

/* ---- start ---- */

typedef struct start_job {
    long number, second;
} start_job;

/* Leaves the FEN as its result, so that it stays alive until it is copied. */
static int run_start(lua_State *L)
{
    const start_job *job = lua_touserdata(L, 1);
    push_hook(L);
    lua_pushinteger(L, job->number);
    lua_pushinteger(L, job->second);
    host_call(L, 2);
    if (lua_type(L, -1) != LUA_TSTRING) {
        script_raise(L, "the answer must be a FEN text, not %s", push_description(L, -1));
    }
    size_t length = 0;
    const char *fen = lua_tolstring(L, -1, &length);
    if (length == 0 || length > SCRIPT_FEN_MAX) {
        script_raise(L, "the FEN has %I bytes; it may have 1 to %d", (LUAI_UACINT)length, (int)SCRIPT_FEN_MAX);
    }
    for (size_t i = 0; i < length;) {
        size_t n = utf8_length(fen + i, length - i);
        if (n == 0 || (unsigned char)fen[i] < 0x20 || fen[i] == 0x7F) {
            script_raise(L, "the FEN holds a byte that is no text, at position %I", (LUAI_UACINT)i + 1);
        }
        i += n;
    }
    return 1;
}

bool script_start(script_host *host, diag_list *diags, const char *function, long number, long second, arena *a,
                  const char **fen)
{
    start_job job = {.number = number, .second = second};
    if (!staged_run(host, diags, function, run_start, &job)) {
        return false;
    }
    size_t length = 0;
    const char *bytes = lua_tolstring(host->lua, -1, &length);
    *fen = arena_text(a, bytes, length);
    host_leave(host);
    if (!*fen) {
        diag_out_of_memory(diags);
        return false;
    }
    return true;
}

/* ---- allows ---- */

typedef struct allows_job {
    int from, to, owner;
    bool allowed;
} allows_job;

static int run_allows(lua_State *L)
{
    allows_job *job = lua_touserdata(L, 1);
    push_hook(L);
    push_cell(L, job->from);
    push_cell(L, job->to);
    push_player(L, job->owner);
    host_call(L, 3);
    if (!lua_isboolean(L, -1)) {
        script_raise(L, "the answer must be true or false, not %s", push_description(L, -1));
    }
    job->allowed = lua_toboolean(L, -1) != 0;
    return 0;
}

bool script_allows(script_host *host, diag_list *diags, const char *function, int from, int to, int owner,
                   bool *allowed)
{
    allows_job job = {.from = from, .to = to, .owner = owner};
    if (!staged_run(host, diags, function, run_allows, &job)) {
        return false;
    }
    host_leave(host);
    *allowed = job.allowed;
    return true;
}
