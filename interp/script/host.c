/* Script host: life cycle, protected calls, budget, faults. See host.h and internal.h. */
#define _POSIX_C_SOURCE 200809L

#include "base/number.h"
#include "rules/names.h"
#include "script/internal.h"
#include "script/script_scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    HOOK_PERIOD = 256,    /* instructions between two calls of budget_hook; a call costs hardly anything */
    PERIOD_FUEL = 1500,   /* what so many instructions draw from the fuel of the operation */
    CALL_FUEL = 100,      /* what a call draws besides */
    CLOCK_PERIOD = 16,    /* calls of budget_hook between two readings of the clock */
    CLOCK_MOST = 1000000, /* microseconds of processor time that one call may take; see budget_hook */
    HANDLER_INDEX = 1,    /* the message handler stays at the bottom of the stack */
};

static const char CHUNK_NAME[] = "=script"; /* chosen so that "script:12: " is easy to read back */

/* ---- inside Lua ---- */

_Noreturn void script_raise(lua_State *L, const char *format, ...)
{
    script_host *host = host_of(L);
    va_list args;
    va_start(args, format);
    const char *message = lua_pushvfstring(L, format, args);
    va_end(args);
    if (host->reading_answer && host->hook) {
        lua_pushfstring(L, "%s: %s", host->hook, message);
    }
    lua_error(L);
    __builtin_unreachable(); /* lua_error does not return, but is not declared so */
}

/* The error carries no text: with the budget spent, no text can be allocated. */
static void raise_budget_spent(lua_State *L)
{
    lua_pushnil(L);
    lua_error(L);
}

void host_charge(lua_State *L, size_t steps)
{
    script_memory *memory = &host_of(L)->memory;
    if (steps > INT64_MAX / 2 || memory->budget < (int64_t)steps) {
        memory->budget = -1;
        raise_budget_spent(L);
    }
    memory->budget -= (int64_t)steps;
}

static int64_t processor_time(void)
{
    struct timespec now = {0};
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0) {
        return 1;
    }
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000 + 1;
}

/* The budget decides: it is the same on every machine. The clock is a second limit for the few instructions whose
 * cost grows with their data (a table whose keys were chosen to collide: 10 microseconds a read). A sensible script
 * exceeds the budget long before. */
static void budget_hook(lua_State *L, lua_Debug *record)
{
    script_host *host = host_of(L);
    if (lua_getinfo(L, "l", record) && record->currentline > 0) {
        host->last_line = (uint32_t)record->currentline;
    }
    host->memory.budget -= HOOK_PERIOD;
    if (++host->hook_calls % CLOCK_PERIOD == 0) {
        int64_t now = processor_time();
        if (host->clock_start == 0) {
            host->clock_start = now;
        } else if (now - host->clock_start > CLOCK_MOST) {
            host->timed_out = true;
            host->memory.budget = -1;
        }
    }
    if (!fuel_draw(host->fuel, PERIOD_FUEL)) {
        host->out_of_fuel = true;
        raise_budget_spent(L);
    }
    if (host->memory.budget < 0) {
        raise_budget_spent(L);
    }
}

/* The message handler: remembers the script's line before the stack unwinds. The message itself is not changed. */
static int note_line(lua_State *L)
{
    script_host *host = host_of(L);
    lua_Debug record;
    for (int level = 0; host->fault.line == 0 && level < 100 && lua_getstack(L, level, &record); level++) {
        if (lua_getinfo(L, "l", &record) && record.currentline > 0) {
            host->fault.line = (uint32_t)record.currentline;
        }
    }
    lua_settop(L, 1);
    return 1;
}

void host_call(lua_State *L, int arguments)
{
    lua_call(L, arguments, 1);
    host_of(L)->reading_answer = true;
}

uint32_t function_line(lua_State *L, int index)
{
    lua_Debug record;
    lua_pushvalue(L, index);
    return lua_getinfo(L, ">S", &record) && record.linedefined > 0 ? (uint32_t)record.linedefined : 0;
}

bool is_script_function(lua_State *L, int index)
{
    return lua_isfunction(L, index) && !lua_iscfunction(L, index);
}

/* ---- faults ---- */

/* Removes "script:12: " from a message, as Lua writes it for its own errors. The number is used only where no line
 * was noted (syntax errors), because a script can forge it with error("script:9: ..."). */
static const char *skip_chunk_name(const char *message, uint32_t *line)
{
    size_t prefix = sizeof CHUNK_NAME - 2; /* without the '=' and the NUL */
    if (strncmp(message, CHUNK_NAME + 1, prefix) != 0 || message[prefix] != ':') {
        return message;
    }
    const char *p = message + prefix + 1;
    long number;
    if (number_take(&p, 0, SCRIPT_SIZE_MAX, &number) != NUMBER_READ || p[0] != ':' || p[1] != ' ' ||
        (*line != 0 && *line != number)) {
        return message;
    }
    *line = (uint32_t)number;
    return p + 2;
}

static void fault_print(fault *f, const char *format, ...) DIAG_PRINTF(2, 3);

static void fault_print(fault *f, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)vsnprintf(f->text, sizeof f->text, format, args);
    va_end(args);
}

static void print_memory_fault(fault *f, const script_memory *memory, const char *caller)
{
    switch (memory->hook_refusal) {
    case REFUSAL_STRING:
        fault_print(f, "%s makes a text of more than %d bytes", caller, (int)SCRIPT_STRING_MAX);
        break;
    case REFUSAL_BLOCK:
        fault_print(f,
                    "%s asks for a single piece of memory of more than %zu bytes: a table that is too large, or calls"
                    " that are nested too deep",
                    caller, memory->block_max);
        break;
    default:
        fault_print(f, "%s needs more than %zu bytes of memory", caller, memory->total_max);
        break;
    }
}

/* Fills in the fault after a failed protected call; the error value is on top of the stack. */
static void save_fault(script_host *host, int status)
{
    fault *f = &host->fault;
    const script_memory *memory = &host->memory;
    const char *caller = host->hook ? host->hook : "the script";
    bool memory_error = status == LUA_ERRMEM || host->load_out_of_memory;
    if (host->out_of_fuel) {
        f->kind = FAULT_FUEL;
    } else if (host->timed_out) {
        f->kind = FAULT_BUDGET;
        f->code = CODE_SCRIPT_BUDGET;
        fault_print(f, "%s takes longer than a second", caller);
    } else if (memory->budget < 0) {
        f->kind = FAULT_BUDGET;
        f->code = CODE_SCRIPT_BUDGET;
        fault_print(f, "%s exceeded its budget of %lld steps; does it loop for ever?", caller, (long long)host->budget);
    } else if (memory_error && memory->hook_refusal == REFUSAL_SYSTEM) {
        f->kind = FAULT_SYSTEM;
        fault_print(f, "out of memory");
    } else if (memory_error) {
        f->kind = FAULT_MEMORY;
        f->code = CODE_SCRIPT_BUDGET;
        print_memory_fault(f, memory, caller);
    } else {
        f->kind = FAULT_SCRIPT;
        f->code = host->repeated_line    ? CODE_DUPLICATE_NAME
                  : host->syntax_error   ? CODE_SCRIPT_SYNTAX
                  : host->reading_answer ? CODE_HOOK_RESULT
                                         : CODE_SCRIPT_ERROR;
        /* Only a string is read: lua_tolstring returns NULL or converts for anything else. */
        size_t length = 0;
        const char *message = lua_type(host->lua, -1) == LUA_TSTRING ? lua_tolstring(host->lua, -1, &length) : NULL;
        if (message) {
            const char *rest = skip_chunk_name(message, &f->line);
            copy_printable(f->text, sizeof f->text, rest, length - (size_t)(rest - message));
        }
        if (!message || f->text[0] == '\0') {
            fault_print(f, "%s failed without saying why", caller);
        }
    }
    /* A script that exceeded a limit must not go on. When the system gave no memory the script did nothing wrong,
     * and Lua is intact. */
    host->dead = f->kind == FAULT_BUDGET || f->kind == FAULT_MEMORY;
    if (f->line == 0) {
        /* An answer has no line of its own, and the handler does not run when memory is out: the last line seen is
         * used. */
        f->line = host->dead && host->last_line ? host->last_line : host->hook_line;
    }
}

void fault_means(fault *f, const char *name)
{
    (void)snprintf(f->meant, sizeof f->meant, "%s", name);
}

static void report(const script_host *host, diag_list *diags, location from)
{
    const fault *f = &host->fault;
    if (f->kind == FAULT_NONE) {
        return;
    }
    if (f->kind == FAULT_SYSTEM) {
        diag_failure(diags, CODE_OUT_OF_MEMORY, "%s", f->text);
        return;
    }
    if (f->kind == FAULT_FUEL) {
        if (diags->fuel) {
            diag_out_of_fuel(diags, diags->fuel, from, "this script runs");
        }
        return;
    }
    bool placed = f->line != 0;
    from = placed && host->text_count > 1 ? host_named_at(host, f->line) : from;
    diag_error(diags, f->code, placed ? host_place(host, f->line) : from, "%s", f->text);
    if (f->hint[0] != '\0') {
        diag_hint(diags, "%s", f->hint);
    }
    if (f->meant[0] != '\0') {
        diag_fix(diags, (fix){.kind = FIX_REPLACE, .text = f->meant});
    }
    if (host->repeated_line) {
        diag_note(diags, host_place(host, host->repeated_line), "here it is defined first");
    }
    if (placed && from.source && !host->repeated_line) {
        diag_note(diags, from, "the script is named here");
    }
    diags->budget_exceeded = diags->budget_exceeded || f->kind == FAULT_BUDGET || f->kind == FAULT_MEMORY;
}

void script_report_fault(const script_host *host, diag_list *diags, location from)
{
    report(host, diags, from);
}

/* ---- protected calls ---- */

bool host_enter(script_host *host, lua_CFunction body, void *job, uint64_t budget)
{
    lua_State *L = host->lua;
    if (host->dead) {
        return false; /* the fault that made it dead stays */
    }
    host->fault.kind = FAULT_NONE;
    host->out_of_fuel = !fuel_draw(host->fuel, CALL_FUEL);
    if (host->out_of_fuel) {
        host->fault.kind = FAULT_FUEL;
        host->live = false;
        host->position = NULL;
        return false;
    }
    host->fault.line = 0;
    host->fault.hint[0] = '\0';
    host->fault.meant[0] = '\0';
    host->last_line = 0;
    host->reading_answer = false;
    host->hook_calls = 0;
    host->clock_start = 0;
    host->budget = budget > INT64_MAX / 2 ? INT64_MAX / 2 : (int64_t)budget;
    host->memory.budget = host->budget;
    host->memory.guarded = true;
    lua_sethook(L, budget_hook, LUA_MASKCOUNT, HOOK_PERIOD); /* the count begins at 0 for each call */
    lua_pushcfunction(L, body); /* a light C function and a light userdata: neither allocates, so this cannot fail */
    lua_pushlightuserdata(L, job);
    int status = lua_pcall(L, 1, 1, HANDLER_INDEX);
    host->memory.guarded = false;
    host->live = false;
    host->position = NULL;
    if (status == LUA_OK) {
        return true;
    }
    save_fault(host, status);
    lua_settop(L, HANDLER_INDEX);
    return false;
}

void host_push_global(lua_State *L, const char *name)
{
    lua_pushglobaltable(L);
    lua_pushstring(L, name);
    lua_rawget(L, -2);
    lua_remove(L, -2);
}

void host_leave(script_host *host)
{
    lua_settop(host->lua, HANDLER_INDEX);
}

bool host_run_internal(const script_host *host, lua_CFunction body, void *job)
{
    lua_State *L = host->lua;
    lua_pushcfunction(L, body);
    lua_pushlightuserdata(L, job);
    bool done = lua_pcall(L, 1, 0, 0) == LUA_OK;
    lua_settop(L, HANDLER_INDEX);
    return done;
}

bool staged_run(script_host *host, diag_list *diags, const char *function, lua_CFunction body, void *job)
{
    host->hook = function;
    host->hook_line = 0;
    if (!host->dead) {
        host->calls++;
    }
    if (!host_enter(host, body, job, host->limits.load_budget)) {
        report(host, diags, host->texts[0].from);
        return false;
    }
    return true;
}

/* ---- opening and closing ---- */

/* Fills the closed state. No library of Lua is ever opened: the table of globals is empty and gets our functions. */
static int build_globals(lua_State *L)
{
    luaL_checkversion(L); /* whether the library that runs is the one that we were compiled for */
    world_prepare(L);
    lua_pushglobaltable(L);
    library_open(L);
    world_open(L);
    library_close_names(L);
    return 0;
}

/* Gives Lua a script behind as many empty lines as the scripts before it have lines: so a line has one number. */
typedef struct chunk_reader {
    const char *bytes;
    size_t size;
    uint32_t empty_lines;
} chunk_reader;

static const char *read_chunk(lua_State *L, void *state, size_t *size)
{
    static const char empty[] = "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n";
    chunk_reader *r = state;
    (void)L;
    if (r->empty_lines) {
        *size = r->empty_lines < sizeof empty - 1 ? r->empty_lines : sizeof empty - 1;
        r->empty_lines -= (uint32_t)*size;
        return empty;
    }
    const char *bytes = r->size ? r->bytes : NULL;
    *size = r->size;
    r->size = 0;
    return bytes;
}

/* The functions of the scripts so far, by name with their lines, in a new table. */
static void push_functions(lua_State *L)
{
    lua_newtable(L);
    lua_pushglobaltable(L);
    lua_pushnil(L);
    while (lua_next(L, -2)) {
        if (is_script_function(L, -1) && lua_type(L, -2) == LUA_TSTRING) {
            lua_pushvalue(L, -2);
            lua_pushinteger(L, function_line(L, -2));
            lua_rawset(L, -6);
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/* Raises an error where the script that has just run defines one of those again. */
static void refuse_repeated(lua_State *L, int known)
{
    script_host *host = host_of(L);
    lua_pushnil(L);
    while (lua_next(L, known)) {
        uint32_t first = (uint32_t)lua_tointeger(L, -1);
        host_push_global(L, lua_tostring(L, -2));
        uint32_t line = is_script_function(L, -1) ? function_line(L, -1) : first;
        if (line != first) {
            host->repeated_line = first;
            host->hook_line = line;
            script_raise(L, "two scripts of this game define the function `%s`", lua_tostring(L, -3));
        }
        lua_pop(L, 2);
    }
}

static int load_chunk(lua_State *L)
{
    script_host *host = lua_touserdata(L, 1);
    const source *chunk = host->texts[host->loading].text;
    chunk_reader r = {chunk->bytes, chunk->size, host_lines_before(host, host->loading)};
    if (r.size >= 3 && memcmp(r.bytes, "\xEF\xBB\xBF", 3) == 0) {
        r.bytes += 3; /* a byte order mark, as some editors write it */
        r.size -= 3;
    }
    if (host->loading) {
        push_functions(L);
    }
    int status = lua_load(L, read_chunk, &r, CHUNK_NAME, "t");
    if (status != LUA_OK) {
        host->load_out_of_memory = status == LUA_ERRMEM;
        host->syntax_error = true;
        lua_error(L);
    }
    lua_call(L, 0, 0);
    if (host->loading) {
        refuse_repeated(L, lua_gettop(L));
    }
    return 0;
}

static uint64_t limit_or_default(uint64_t value, uint64_t fallback)
{
    return value ? value : fallback;
}

static script_limits default_limits(const script_limits *given)
{
    script_limits l = given ? *given : (script_limits){0};
    l.load_budget = limit_or_default(l.load_budget, 5000000);
    l.live_budget = limit_or_default(l.live_budget, 100000);
    l.memory = l.memory ? l.memory : (size_t)8 << 20;
    l.block = l.block ? l.block : (size_t)128 << 10;
    return l;
}

/* The table from file and rank to cell. Cells with the same file and rank (levels): the first one. False when out
 * of memory. */
static bool build_grid(script_host *host)
{
    const script_world *w = host->world;
    if (!w->cell_columns || !w->cell_rows || w->columns == 0 || w->rows == 0 || w->columns > 4096 || w->rows > 4096) {
        return true; /* a board without files and ranks */
    }
    host->columns = w->columns;
    host->rows = w->rows;
    size_t count = w->columns * w->rows;
    host->grid_bytes = count * sizeof *host->grid;
    host->grid = host->memory.allocate(host->memory.context, NULL, 0, host->grid_bytes);
    if (!host->grid) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        host->grid[i] = -1;
    }
    for (size_t c = w->cells; c-- > 0;) {
        int column = w->cell_columns[c];
        int row = w->cell_rows[c];
        if (column >= 0 && row >= 0 && (size_t)column < w->columns && (size_t)row < w->rows) {
            host->grid[(size_t)row * w->columns + (size_t)column] = (int)c;
        }
    }
    return true;
}

/* For tests: every program can be told to check each answer that is known against the script's own. So the program that
 * uses what is known and the one that compares it are one program. */
static bool compares_always(void)
{
    const char *value = getenv("FERZ_COMPARE_ANSWERS");
    return value && strcmp(value, "1") == 0;
}

static script_host *open_host(diag_list *diags, const script_text *texts, size_t count, const script_world *world,
                              script_ask *ask, const script_limits *limits, script_allocate allocate, void *context)
{
    for (size_t i = 0; i < count; i++) {
        if (!chunk_check(diags, texts[i].from, texts[i].text)) {
            return NULL;
        }
    }
    script_limits limits_used = default_limits(limits);
    script_memory memory;
    script_memory_init(&memory, allocate, context, limits_used.memory, limits_used.block);
    script_host *host = memory.allocate(context, NULL, 0, sizeof *host);
    if (!host) {
        diag_out_of_memory(diags);
        return NULL;
    }
    *host = (script_host){
        .memory = memory,
        .limits = limits_used,
        .world = world,
        .ask = ask,
        .text_count = count,
        .fuel = diags->fuel,
        .compares = compares_always(),
    };
    memcpy(host->texts, texts, count * sizeof *texts);
    if (!build_grid(host)) {
        goto out_of_memory;
    }
    host->lua = lua_newstate(script_memory_resize, &host->memory);
    if (!host->lua) {
        goto out_of_memory;
    }
    *(script_host **)lua_getextraspace(host->lua) = host;
    lua_pushcfunction(host->lua, note_line); /* HANDLER_INDEX */
    if (!host_run_internal(host, build_globals, host)) {
        goto out_of_memory; /* nothing else can go wrong in it */
    }
    for (host->loading = 0; host->loading < count; host->loading++) {
        host->calls++;
        /* for compiler errors, which have no line when memory is out */
        host->hook_line = host_lines_before(host, host->loading) + 1;
        if (!host_enter(host, load_chunk, host, host->limits.load_budget)) {
            report(host, diags, texts[host->loading].from);
            script_close(host);
            return NULL;
        }
        host_leave(host);
    }
    return host;

out_of_memory:
    diag_out_of_memory(diags);
    script_close(host);
    return NULL;
}

script_host *script_open_with(diag_list *diags, location from, const source *chunk, const script_world *world,
                              script_ask *ask, const script_limits *limits, script_allocate allocate, void *context)
{
    script_text one = {chunk, from};
    return open_host(diags, &one, 1, world, ask, limits, allocate, context);
}

script_host *script_open(diag_list *diags, location from, const source *chunk, const script_world *world,
                         script_ask *ask, const script_limits *limits)
{
    return script_open_with(diags, from, chunk, world, ask, limits, NULL, NULL);
}

script_host *script_open_all(diag_list *diags, const script_text *texts, size_t count, const script_world *world,
                             script_ask *ask)
{
    return open_host(diags, texts, count < SCRIPTS_MAX ? count : SCRIPTS_MAX, world, ask, NULL, NULL, NULL);
}

void script_close(script_host *host)
{
    if (!host) {
        return;
    }
    if (host->lua) {
        host->memory.guarded = false;
        lua_close(host->lua);
    }
    answer_tree_destroy(host->trees);
    free(host->answer.bytes);
    script_allocate release = host->memory.allocate;
    void *context = host->memory.context;
    for (int i = 0; i < host->functions; i++) {
        release(context, host->function_names[i], strlen(host->function_names[i]) + 1, 0);
    }
    if (host->grid) {
        release(context, host->grid, host->grid_bytes, 0);
    }
    release(context, host, sizeof *host, 0);
}

/* ---- queries ---- */

typedef struct has_job {
    const char *name;
    bool found;
} has_job;

static int find_global(lua_State *L)
{
    has_job *job = lua_touserdata(L, 1);
    host_push_global(L, job->name);
    job->found = is_script_function(L, -1);
    return 0;
}

bool script_has(const script_host *host, const char *function)
{
    has_job job = {.name = function};
    return host_run_internal(host, find_global, &job) && job.found;
}

/* The names of the script's functions, in order. They live as long as the globals. */
typedef struct names_job {
    const char *names[SCRIPT_FUNCTIONS_MAX + 1]; /* NULL-terminated */
    size_t count;
} names_job;

static int collect_names(lua_State *L)
{
    names_job *job = lua_touserdata(L, 1);
    lua_pushglobaltable(L);
    lua_pushnil(L);
    while (lua_next(L, -2) && job->count < SCRIPT_FUNCTIONS_MAX) {
        if (is_script_function(L, -1) && lua_type(L, -2) == LUA_TSTRING) {
            job->names[job->count++] = lua_tostring(L, -2);
        }
        lua_pop(L, 1);
    }
    return 0;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* False: no script has a local of that name. */
static bool note_local(const script_host *host, diag_list *diags, const char *function)
{
    for (size_t i = 0; i < host->text_count; i++) {
        const source *chunk = host->texts[i].text;
        uint32_t line = scan_local(chunk->bytes, chunk->size, function);
        if (line) {
            diag_note(diags, chunk_place(chunk, line), "a local has that name: the rules see global functions only");
            return true;
        }
    }
    return false;
}

void script_report_missing(const script_host *host, diag_list *diags, location at, const char *function)
{
    names_job job = {.count = 0};
    diag_error(diags, CODE_NO_FUNCTION, at, "the script has no function `%s`", function);
    if (note_local(host, diags, function)) {
        diag_hint(diags, "take away `local`, or give the local another name");
    } else if (host_run_internal(host, collect_names, &job)) {
        qsort(job.names, job.count, sizeof *job.names, compare_names);
        names_hint(diags, function, names_of_array, job.names, "its functions");
    }
}

void script_set_fuel(script_host *host, fuel *f)
{
    host->fuel = f;
}

bool script_is_out_of_fuel(const script_host *host)
{
    return host->fault.kind == FAULT_FUEL;
}

bool script_is_dead(const script_host *host)
{
    return host->dead;
}

uint64_t script_steps(const script_host *host)
{
    return host->steps;
}

uint64_t script_calls(const script_host *host)
{
    return host->calls;
}

size_t script_memory_after_gc(script_host *host)
{
    (void)lua_gc(host->lua, LUA_GCCOLLECT);
    return host->memory.used;
}

void script_compare_answers(script_host *host, bool compares)
{
    host->compares = compares || compares_always();
}

script_learned script_learned_of(const script_host *host, int function, script_use use)
{
    bool has = host->trees && function >= 0 && function < host->functions;
    answer_counts counts = has ? answer_tree_counts(host->trees, host_tree_of(function, use)) : (answer_counts){0};
    return (script_learned){counts.asked, counts.known, counts.walked, counts.keeps_state};
}
