/* Live calls: hooks that depend on the position, called in play for the moves that a filter lets through.
 *
 * These must be fast. Functions were looked up before; one table that describes the move is filled again for each
 * call; faults go into a plain struct. Nothing is allocated in C, and in Lua only what the script itself makes. */
#include "script/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- looking up ---- */

typedef struct lookup_job {
    script_host *host;
    const char *name;
    int function;
} lookup_job;

static int look_up(lua_State *L)
{
    lookup_job *job = lua_touserdata(L, 1);
    script_host *host = job->host;
    host_push_global(L, job->name);
    if (is_script_function(L, -1)) {
        uint32_t line = function_line(L, -1);
        lua_rawseti(L, LUA_REGISTRYINDEX, host->function_slot + host->functions);
        host->function_lines[host->functions] = line;
        job->function = host->functions;
    }
    return 0;
}

int script_function(script_host *host, const char *name)
{
    for (int i = 0; i < host->functions; i++) {
        if (strcmp(host->function_names[i], name) == 0) {
            return i;
        }
    }
    if (host->dead || host->functions == SCRIPT_FUNCTIONS_MAX || strlen(name) >= SCRIPT_NAME_MAX) {
        return -1;
    }
    lookup_job job = {.host = host, .name = name, .function = -1};
    if (!host_run_internal(host, look_up, &job) || job.function < 0) {
        return -1;
    }
    memcpy(host->function_names[job.function], name, strlen(name) + 1);
    return host->functions++;
}

const char *script_function_name(const script_host *host, int function)
{
    return function >= 0 && function < host->functions ? host->function_names[function] : "";
}

location script_function_location(const script_host *host, int function)
{
    bool known = function >= 0 && function < host->functions && host->function_lines[function] > 0;
    return known ? host_place(host, host->function_lines[function]) : host->texts[0].from;
}

/* ---- calling ---- */

typedef struct live_job {
    int function;
    const script_move *move;
    /* the answer */
    script_effect *effects;
    size_t room, count;
    bool allowed;
    int winner;
    bool lists;
    script_listed *listed;
    size_t index;   /* of a list, to be given in full; SIZE_MAX: none */
    bool same_list; /* use the list that was answered last instead of calling the script */
    char *out_text; /* why, or reason */
    size_t text_room;
} live_job;

/* ---- what is known from earlier calls ---- */

enum {
    ANSWER_MAX = 64 << 10, /* a longer answer is not learned */
    KNOWN_FUEL = 50,       /* what an answer that is known draws */
};

static bool may_call(const script_host *host, int function)
{
    return !host->dead && !host->live && host->board && function >= 0 && function < host->functions;
}

static void turn_to(script_host *host, const void *position, const script_move *move)
{
    host->position = position;
    host->move = move;
    host->position_before = NULL;
    host->looks_before = false;
    host->live = true;
}

/* The answer, as a text of the trees, where earlier calls tell it; else 0, and where answers are compared: then the
 * script is called, and learning finds what differs. */
static uint32_t known_answer(script_host *host, int function, const script_move *move, const void *position)
{
    if (!may_call(host, function)) {
        return 0;
    }
    if (!host->trees) {
        host->trees = answer_tree_create(0);
        host->answer = host->trees ? malloc(ANSWER_MAX) : NULL;
    }
    if (!host->answer || !fuel_draw(host->fuel, KNOWN_FUEL)) {
        return 0;
    }
    turn_to(host, position, move);
    uint32_t answer = answer_tree_walk(host->trees, function, put_to_position, host);
    host->live = false;
    host->position = NULL;
    return host->compares ? 0 : answer;
}

/* The answer that is being learned grows by these bytes. */
static void *answer_room(script_host *host, size_t length)
{
    size_t at = host->answer_length;
    if (!host->trees || !answer_tree_is_learning(host->trees)) {
        return NULL;
    }
    if (length > ANSWER_MAX - at) {
        answer_tree_abandon(host->trees);
        return NULL;
    }
    host->answer_length = at + length;
    return host->answer + at;
}

static void answer_add(script_host *host, const void *bytes, size_t length)
{
    void *room = answer_room(host, length);
    if (room && length) {
        memcpy(room, bytes, length);
    }
}

/* Learns the answer. False: it is another one than before, though all that the function asked was answered alike. */
static bool learn_answer(script_host *host)
{
    if (!host->trees || answer_tree_end(host->trees, host->answer, host->answer_length)) {
        return true;
    }
    host->fault = (fault){.kind = FAULT_SCRIPT, .code = CODE_HOOK_RESULT, .line = host->hook_line};
    (void)snprintf(host->fault.text, sizeof host->fault.text,
                   "%s: the hook answered otherwise than before, though all that it asked was answered as before; a "
                   "hook must be pure",
                   host->hook);
    return false;
}

static bool run_live(script_host *host, lua_CFunction body, live_job *job, const void *position)
{
    if (host->dead) {
        return false;
    }
    if (host->live) {
        host->fault = (fault){.kind = FAULT_SCRIPT, .code = CODE_SCRIPT_ERROR};
        (void)snprintf(host->fault.text, sizeof host->fault.text,
                       "a hook needed an answer that only another hook can give");
        return false;
    }
    if (job->function < 0 || job->function >= host->functions || !host->board) {
        host->fault = (fault){.kind = FAULT_SCRIPT, .code = CODE_SCRIPT_ERROR};
        (void)snprintf(host->fault.text, sizeof host->fault.text,
                       "a live hook was called that the script does not have");
        return false;
    }
    host->hook = host->function_names[job->function];
    host->hook_line = host->function_lines[job->function];
    host->calls++;
    turn_to(host, position, job->move);
    host->answer_length = 0;
    if (host->trees && host->answer && !job->same_list) {
        answer_tree_begin(host->trees, job->function);
    }
    unsigned printed = host->printed;
    /* one call that lists answers for many moves */
    uint64_t budget = host->limits.live_budget * (job->lists ? 20 : 1);
    bool done = host_enter(host, body, job, budget);
    host->steps += (uint64_t)(host->budget - host->memory.budget);
    host_leave(host);
    if (host->trees && (!done || host->printed != printed)) {
        answer_tree_abandon(host->trees); /* what it prints is wanted at every call */
    }
    return done;
}

static bool run_and_learn(script_host *host, lua_CFunction body, live_job *job, const void *position)
{
    return run_live(host, body, job, position) && learn_answer(host);
}

static void push_function(lua_State *L, const live_job *job)
{
    lua_rawgeti(L, LUA_REGISTRYINDEX, host_of(L)->function_slot + job->function);
}

/* The table that stands for the move is empty: what is read of it is asked, so that a hook depends only on the fields that
 * it reads. What a script has written into it is gone with the next call. */
static void push_move(lua_State *L)
{
    lua_rawgeti(L, LUA_REGISTRYINDEX, SLOT_MOVE);
    lua_pushnil(L);
    while (lua_next(L, -2)) {
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_pushnil(L);
        lua_rawset(L, -4);
    }
}

/* ORDER: as in move_field of internal.h. */
static const char *const MOVE_FIELDS[] = {"from",     "to",          "piece",          "owner", "becomes",
                                          "captured", "captured_at", "captured_owner", "drop",  NULL};

static void push_field(lua_State *L, move_field field)
{
    int value = ask_number(host_of(L), ASK_MOVE, (int)field, 0, NULL, 0);
    switch (field) {
    case MOVE_PIECE:
    case MOVE_BECOMES:
    case MOVE_CAPTURED:
        push_type(L, value);
        break;
    case MOVE_OWNER:
    case MOVE_CAPTURED_OWNER:
        push_player(L, value);
        break;
    case MOVE_DROP:
        lua_pushboolean(L, value);
        break;
    default:
        push_cell(L, value);
    }
}

int read_move_field(lua_State *L)
{
    const char *name = host_of(L)->move && lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
    for (int i = 0; MOVE_FIELDS[i]; i++) {
        if (strcmp(name, MOVE_FIELDS[i]) == 0) {
            push_field(L, (move_field)i);
            return 1;
        }
    }
    lua_pushnil(L);
    return 1;
}

void fill_move(lua_State *L, int index)
{
    int table = lua_absindex(L, index);
    for (int i = 0; MOVE_FIELDS[i] && host_of(L)->move; i++) {
        lua_pushstring(L, MOVE_FIELDS[i]);
        lua_pushvalue(L, -1);
        if (lua_rawget(L, table) == LUA_TNIL) {
            push_field(L, (move_field)i);
            lua_replace(L, -2);
        }
        lua_rawset(L, table);
    }
}

/* ---- effects ---- */

/* ORDER: the bits of KEY_* below follow this order. */
static const char *const EFFECT_KEYS[] = {
    "capture",    "put",         "transform",      "give",    "move",      "hand",
    "counter",    "piece",       "owner",          "into",    "to",        "add",
    "set",        "next_player", "roll",           "use_die", "put_under", "right",
    "en_passant", "by",          "halfmove_clock", "to_hand", NULL};
const char *const *live_effect_keys(void)
{
    return EFFECT_KEYS;
}

enum {
    KEY_CAPTURE = 1 << 0,
    KEY_PUT = 1 << 1,
    KEY_TRANSFORM = 1 << 2,
    KEY_GIVE = 1 << 3,
    KEY_MOVE = 1 << 4,
    KEY_HAND = 1 << 5,
    KEY_COUNTER = 1 << 6,
    KEY_PIECE = 1 << 7,
    KEY_OWNER = 1 << 8,
    KEY_INTO = 1 << 9,
    KEY_TO = 1 << 10,
    KEY_ADD = 1 << 11,
    KEY_SET = 1 << 12,
    KEY_NEXT_PLAYER = 1 << 13,
    KEY_ROLL = 1 << 14,
    KEY_USE_DIE = 1 << 15,
    KEY_BURY = 1 << 16,
    KEY_RIGHT = 1 << 17,
    KEY_EN_PASSANT = 1 << 18,
    KEY_BY = 1 << 19,
    KEY_HALFMOVE_CLOCK = 1 << 20,
    KEY_TO_HAND = 1 << 21,
    KEYS_VERBS = KEY_CAPTURE | KEY_PUT | KEY_TRANSFORM | KEY_GIVE | KEY_MOVE | KEY_HAND | KEY_COUNTER |
                 KEY_NEXT_PLAYER | KEY_ROLL | KEY_USE_DIE | KEY_BURY | KEY_RIGHT | KEY_EN_PASSANT | KEY_HALFMOVE_CLOCK |
                 KEY_TO_HAND,
};

/* The forms of an effect: exactly these fields. */
static const struct effect_shape {
    unsigned keys;
    script_effect_kind kind;
    const char *form;
} SHAPES[] = {
    {KEY_CAPTURE, SCRIPT_CAPTURE, "{capture = cell}"},
    {KEY_PUT | KEY_PIECE | KEY_OWNER, SCRIPT_PUT, "{put = cell, piece = name, owner = name}"},
    {KEY_TRANSFORM | KEY_INTO, SCRIPT_TRANSFORM, "{transform = cell, into = name}"},
    {KEY_GIVE | KEY_TO, SCRIPT_GIVE, "{give = cell, to = owner}"},
    {KEY_MOVE | KEY_TO, SCRIPT_MOVE, "{move = cell, to = cell}"},
    {KEY_HAND | KEY_PIECE | KEY_ADD, SCRIPT_HAND, "{hand = owner, piece = name, add = number}"},
    {KEY_COUNTER | KEY_ADD, SCRIPT_COUNTER_ADD, "{counter = name, add = number}"},
    {KEY_COUNTER | KEY_SET, SCRIPT_COUNTER_SET, "{counter = name, set = number}"},
    {KEY_NEXT_PLAYER, SCRIPT_NEXT_PLAYER, "{next_player = owner}"},
    {KEY_ROLL, SCRIPT_ROLL, "{roll = owner}"},
    {KEY_USE_DIE, SCRIPT_USE_DIE, "{use_die = face}"},
    {KEY_TO_HAND, SCRIPT_TO_HAND, "{to_hand = cell}"},
    {KEY_BURY | KEY_PIECE | KEY_OWNER, SCRIPT_BURY, "{put_under = cell, piece = name, owner = name}"},
    {KEY_RIGHT | KEY_OWNER | KEY_SET, SCRIPT_RIGHT, "{right = letter, owner = name, set = true or false}"},
    {KEY_EN_PASSANT | KEY_BY, SCRIPT_EN_PASSANT, "{en_passant = cell, by = cell}"},
    {KEY_HALFMOVE_CLOCK, SCRIPT_HALFMOVE_CLOCK, "{halfmove_clock = number}"},
};

static const struct effect_shape *find_shape(lua_State *L, unsigned keys)
{
    const struct effect_shape *nearest = NULL;
    for (size_t i = 0; i < sizeof SHAPES / sizeof SHAPES[0]; i++) {
        if (SHAPES[i].keys == keys) {
            return &SHAPES[i];
        }
        if (SHAPES[i].keys & keys & KEYS_VERBS) {
            nearest = &SHAPES[i];
        }
    }
    unsigned verbs = keys & KEYS_VERBS;
    if (verbs & (verbs - 1)) {
        script_raise(L, "an effect does one thing: capture, put, transform, give, move, hand, counter, "
                        "next_player, roll, use_die, to_hand, put_under, right, en_passant or halfmove_clock");
    }
    if (nearest) {
        script_raise(L, "an effect of this kind is written %s", nearest->form);
    }
    script_raise(L, "an effect must say capture, put, transform, give, move, hand, counter, next_player, roll, "
                    "use_die, to_hand, put_under, right, en_passant or halfmove_clock");
}

static int field_cell(lua_State *L, const char *key)
{
    lua_getfield(L, -1, key);
    int cell = read_cell(L, -1, key);
    lua_pop(L, 1);
    return cell;
}

static int field_type(lua_State *L, const char *key)
{
    lua_getfield(L, -1, key);
    int type = read_type(L, -1, key);
    lua_pop(L, 1);
    return type;
}

static int field_player(lua_State *L, const char *key)
{
    lua_getfield(L, -1, key);
    int player = read_player(L, -1, key);
    lua_pop(L, 1);
    return player;
}

static int field_amount(lua_State *L, const char *key)
{
    lua_getfield(L, -1, key);
    int amount = (int)read_integer(L, -1, key, -SCRIPT_AMOUNT_MAX, SCRIPT_AMOUNT_MAX);
    lua_pop(L, 1);
    return amount;
}

/* A counter's name goes into FEN: letters, digits, '-' and '_'. */
static void field_counter(lua_State *L, char out[SCRIPT_COUNTER_NAME_MAX])
{
    lua_getfield(L, -1, "counter");
    size_t length = 0;
    const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &length) : NULL;
    bool valid = name && length > 0 && length < SCRIPT_COUNTER_NAME_MAX;
    for (size_t i = 0; valid && i < length; i++) {
        char c = name[i];
        valid = ascii_is_letter(c) || ascii_is_digit(c) || c == '-' || c == '_';
    }
    if (!valid) {
        script_raise(L, "counter must be a name of 1 to %d letters, digits, - or _, not %s",
                     SCRIPT_COUNTER_NAME_MAX - 1, push_description(L, -1));
    }
    memcpy(out, name, length + 1);
    lua_pop(L, 1);
}

/* The letter of a right; it is stored in `counter`. */
static void field_right(lua_State *L, script_effect *e)
{
    lua_getfield(L, -1, "right");
    size_t length = 0;
    const char *letter = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &length) : NULL;
    if (!letter || length != 1) {
        script_raise(L, "right must be the letter of a right, not %s", push_description(L, -1));
    }
    memcpy(e->counter, letter, length + 1);
    lua_pop(L, 1);
    lua_getfield(L, -1, "set");
    if (lua_type(L, -1) != LUA_TBOOLEAN) {
        script_raise(L, "set must be true or false with a right, not %s", push_description(L, -1));
    }
    e->amount = lua_toboolean(L, -1);
    lua_pop(L, 1);
}

/* Reads the effect on top of the stack. */
static void read_effect(lua_State *L, script_effect *e)
{
    unsigned keys = read_keys(L, -1, "each effect", EFFECT_KEYS);
    const struct effect_shape *shape = find_shape(L, keys);
    *e = (script_effect){.kind = shape->kind, .cell = -1, .to = -1, .type = -1, .owner = -1};
    switch (shape->kind) {
    case SCRIPT_CAPTURE:
        e->cell = field_cell(L, "capture");
        break;
    case SCRIPT_PUT:
        e->cell = field_cell(L, "put");
        e->type = field_type(L, "piece");
        e->owner = field_player(L, "owner");
        break;
    case SCRIPT_TRANSFORM:
        e->cell = field_cell(L, "transform");
        e->type = field_type(L, "into");
        break;
    case SCRIPT_GIVE:
        e->cell = field_cell(L, "give");
        e->owner = field_player(L, "to");
        break;
    case SCRIPT_MOVE:
        e->cell = field_cell(L, "move");
        e->to = field_cell(L, "to");
        break;
    case SCRIPT_HAND:
        e->owner = field_player(L, "hand");
        e->type = field_type(L, "piece");
        e->amount = field_amount(L, "add");
        break;
    case SCRIPT_COUNTER_ADD:
        field_counter(L, e->counter);
        e->amount = field_amount(L, "add");
        break;
    case SCRIPT_COUNTER_SET:
        field_counter(L, e->counter);
        e->amount = field_amount(L, "set");
        break;
    case SCRIPT_NEXT_PLAYER:
        e->owner = field_player(L, "next_player");
        break;
    case SCRIPT_ROLL:
        e->owner = field_player(L, "roll");
        break;
    case SCRIPT_USE_DIE:
        e->amount = field_amount(L, "use_die");
        break;
    case SCRIPT_TO_HAND:
        e->cell = field_cell(L, "to_hand");
        break;
    case SCRIPT_BURY:
        e->cell = field_cell(L, "put_under");
        e->type = field_type(L, "piece");
        e->owner = field_player(L, "owner");
        break;
    case SCRIPT_RIGHT:
        e->owner = field_player(L, "owner");
        field_right(L, e);
        break;
    case SCRIPT_EN_PASSANT:
        e->cell = field_cell(L, "en_passant");
        e->to = field_cell(L, "by");
        break;
    case SCRIPT_HALFMOVE_CLOCK:
        e->amount = field_amount(L, "halfmove_clock");
        break;
    }
}

size_t read_effects(lua_State *L, int index, const char *what, script_effect *effects, size_t room)
{
    int list = lua_absindex(L, index);
    size_t count = read_list(L, list, what, room);
    for (size_t i = 0; i < count; i++) {
        lua_rawgeti(L, list, (lua_Integer)i + 1);
        read_effect(L, &effects[i]);
        lua_pop(L, 1);
    }
    return count;
}

/* Calls the job's function with the job's move; the answer is on the stack. */
static live_job *call_with_move(lua_State *L)
{
    live_job *job = lua_touserdata(L, 1);
    push_function(L, job);
    push_move(L);
    host_call(L, 1);
    return job;
}

static int run_effects(lua_State *L)
{
    live_job *job = call_with_move(L);
    if (lua_isnil(L, -1)) {
        return 0;
    }
    size_t max = job->room < SCRIPT_EFFECTS_MAX ? job->room : SCRIPT_EFFECTS_MAX;
    job->count = read_effects(L, -1, "the answer", job->effects, max);
    answer_add(host_of(L), job->effects, job->count * sizeof *job->effects);
    return 0;
}

bool script_live_effects(script_host *host, int function, const void *position, const script_move *move,
                         script_effect *effects, size_t room, size_t *count)
{
    live_job job = {.function = function, .move = move, .effects = effects, .room = room};
    uint32_t known = known_answer(host, function, move, position);
    if (known) {
        size_t length;
        const void *bytes = answer_tree_bytes(host->trees, known, &length);
        *count = length / sizeof *effects;
        if (*count <= room) {
            memcpy(effects, bytes, length);
            return true;
        }
    }
    bool done = run_and_learn(host, run_effects, &job, position);
    *count = done ? job.count : 0;
    return done;
}

/* ---- lists of moves and of choices ---- */

/* Reads the named fields of the entry on top of the stack; returns how many effects it has. */
static size_t read_entry(lua_State *L, script_listed *one)
{
    static const char *const keys[] = {"from", "to", "text", NULL};
    if (!lua_istable(L, -1)) {
        script_raise(L, "each move of the list must be a table, not %s", push_description(L, -1));
    }
    size_t effects = (size_t)lua_rawlen(L, -1);
    for (size_t i = 0; keys[i]; i++) {
        lua_getfield(L, -1, keys[i]);
        if (!lua_isnil(L, -1) && i < 2) {
            int cell = read_cell(L, -1, keys[i]);
            *(i ? &one->to : &one->from) = cell;
        } else if (!lua_isnil(L, -1) && lua_type(L, -1) != LUA_TSTRING) {
            script_raise(L, "text must be a text, not %s", push_description(L, -1));
        }
        lua_pop(L, 1);
    }
    for (size_t i = 1; i <= effects && !one->captures; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i);
        if (lua_istable(L, -1)) {
            lua_getfield(L, -1, "capture");
            one->captures = !lua_isnil(L, -1);
            lua_pop(L, 1);
        }
        lua_pop(L, 1);
    }
    return effects;
}

static void read_picked_entry(lua_State *L, live_job *job, size_t effects)
{
    /* the text first: a message about the effects names the move */
    lua_getfield(L, -1, "text");
    if (job->out_text && lua_type(L, -1) == LUA_TSTRING) {
        size_t length = 0;
        const char *bytes = lua_tolstring(L, -1, &length);
        copy_printable(job->out_text, job->text_room, bytes, length);
    }
    lua_pop(L, 1);
    if (effects > job->room) {
        script_raise(L, "a move has at most %d effects, not %d", (int)job->room, (int)effects);
    }
    for (size_t i = 0; i < effects; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        read_effect(L, &job->effects[i]);
        lua_pop(L, 1);
    }
}

/* A list that is learned: how many entries, where each of them begins, then the entries: this, then the effects, then
 * the text with its NUL. */
typedef struct known_entry {
    int32_t from, to, captures, effects;
} known_entry;

/* Adds the whole list, which is on top of the stack, to the answer. An entry may be wrong without being picked, so
 * errors end here. */
static int learn_list(lua_State *L)
{
    script_host *host = host_of(L);
    lua_Integer count = (lua_Integer)lua_rawlen(L, 1);
    uint32_t number = (uint32_t)count;
    answer_add(host, &number, sizeof number);
    size_t starts = host->answer_length;
    (void)answer_room(host, (size_t)count * sizeof number);
    for (lua_Integer i = 0; i < count && answer_tree_is_learning(host->trees); i++) {
        script_effect effects[SCRIPT_EFFECTS_MAX];
        char words[SCRIPT_LISTED_TEXT_MAX] = "";
        live_job job = {.effects = effects, .room = SCRIPT_EFFECTS_MAX, .out_text = words, .text_room = sizeof words};
        script_listed listed = {-1, -1, false};
        uint32_t start = (uint32_t)host->answer_length;
        memcpy(host->answer + starts + (size_t)i * sizeof start, &start, sizeof start);
        lua_rawgeti(L, 1, i + 1);
        size_t found = read_entry(L, &listed);
        read_picked_entry(L, &job, found);
        lua_pop(L, 1);
        known_entry entry = {listed.from, listed.to, listed.captures, (int32_t)found};
        answer_add(host, &entry, sizeof entry);
        answer_add(host, effects, found * sizeof *effects);
        answer_add(host, words, strlen(words) + 1);
    }
    return 0;
}

static void try_to_learn_list(lua_State *L)
{
    script_host *host = host_of(L);
    if (!host->trees || !answer_tree_is_learning(host->trees)) {
        return;
    }
    lua_pushcfunction(L, learn_list);
    lua_pushvalue(L, -2);
    if (lua_pcall(L, 1, 0, 0) != LUA_OK) {
        lua_pop(L, 1);
        answer_tree_abandon(host->trees);
        host_charge(L, 0); /* raises where the budget was spent */
    }
}

/* Takes a list from what is known: entry `job->index`, or all of them without their effects. */
static void take_known_list(const script_host *host, live_job *job, uint32_t known)
{
    size_t length;
    const char *bytes = answer_tree_bytes(host->trees, known, &length);
    uint32_t count = 0;
    memcpy(&count, bytes, length ? sizeof count : 0);
    bool picked = job->index != SIZE_MAX;
    for (size_t i = picked ? job->index : 0; i < (picked ? job->index + 1 : count) && i < count; i++) {
        uint32_t start;
        known_entry entry;
        memcpy(&start, bytes + (i + 1) * sizeof start, sizeof start);
        memcpy(&entry, bytes + start, sizeof entry);
        if (!picked) {
            if (i < job->room) {
                job->listed[i] = (script_listed){entry.from, entry.to, entry.captures != 0};
            }
            continue;
        }
        size_t size = (size_t)entry.effects * sizeof *job->effects;
        job->count = (size_t)entry.effects;
        memcpy(job->effects, bytes + start + sizeof entry, size);
        const char *words = bytes + start + sizeof entry + size;
        if (job->out_text) {
            copy_printable(job->out_text, job->text_room, words, strlen(words));
        }
    }
    job->count = picked ? job->count : count;
}

static int run_list(lua_State *L)
{
    live_job *job = lua_touserdata(L, 1);
    if (job->same_list) {
        lua_rawgeti(L, LUA_REGISTRYINDEX, SLOT_LIST);
    } else {
        push_function(L, job);
        if (job->move) {
            push_move(L);
        }
        host_call(L, job->move ? 1 : 0);
        lua_pushvalue(L, -1);
        lua_rawseti(L, LUA_REGISTRYINDEX, SLOT_LIST);
    }
    if (lua_isnil(L, -1)) {
        return 0;
    }
    size_t count = read_list(L, -1, "the answer", SCRIPT_LISTED_MAX);
    bool picked = job->index != SIZE_MAX;
    try_to_learn_list(L);
    if (picked && job->index >= count) {
        return 0;
    }
    for (size_t i = picked ? job->index : 0; i < (picked ? job->index + 1 : count); i++) {
        script_listed one = {-1, -1, false};
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        size_t effects = read_entry(L, &one);
        if (picked) {
            read_picked_entry(L, job, effects);
            job->count = effects;
        } else if (i < job->room) {
            job->listed[i] = one;
        }
        lua_pop(L, 1);
    }
    job->count = picked ? job->count : count;
    return 0;
}

/* The list from what is known, or from the script. */
static bool list_or_pick(script_host *host, live_job *job, const void *position)
{
    bool is_kept = job->same_list && host->last_list && host->last_epoch == answer_tree_epoch(host->trees);
    uint32_t known = is_kept          ? host->last_list
                     : job->same_list ? 0
                                      : known_answer(host, job->function, job->move, position);
    if (known) {
        host->last_list = known;
        host->last_epoch = answer_tree_epoch(host->trees);
        take_known_list(host, job, known);
        return true;
    }
    host->last_list = 0;
    return run_and_learn(host, run_list, job, position);
}

bool script_live_list(script_host *host, int function, const void *position, const script_move *move,
                      script_listed *listed, size_t room, size_t *count)
{
    live_job job = {
        .function = function, .move = move, .lists = true, .listed = listed, .room = room, .index = SIZE_MAX};
    bool done = list_or_pick(host, &job, position);
    *count = done ? job.count : 0;
    return done;
}

bool script_live_pick(script_host *host, int function, const void *position, const script_move *move, bool same_list,
                      size_t index, script_effect *effects, size_t room, size_t *count, char *out_text,
                      size_t text_room)
{
    live_job job = {.function = function,
                    .move = move,
                    .lists = true,
                    .effects = effects,
                    .room = room,
                    .index = index,
                    .same_list = same_list,
                    .out_text = out_text,
                    .text_room = text_room};
    if (out_text && text_room > 0) {
        out_text[0] = '\0';
    }
    bool done = list_or_pick(host, &job, position);
    *count = done ? job.count : 0;
    return done;
}

/* ---- allows ---- */

static void read_text(lua_State *L, int index, live_job *job)
{
    size_t length = 0;
    const char *bytes = lua_tolstring(L, index, &length);
    copy_printable(job->out_text, job->text_room, bytes, length);
}

static int run_allows(lua_State *L)
{
    live_job *job = call_with_move(L);
    switch (lua_type(L, -1)) {
    case LUA_TNIL:
        job->allowed = true;
        break;
    case LUA_TBOOLEAN:
        job->allowed = lua_toboolean(L, -1) != 0;
        break;
    case LUA_TSTRING:
        job->allowed = false;
        read_text(L, -1, job);
        break;
    default:
        script_raise(L, "the answer must be true, false or the reason why not, not %s", push_description(L, -1));
    }
    char allowed = job->allowed;
    answer_add(host_of(L), &allowed, 1);
    answer_add(host_of(L), job->out_text, strlen(job->out_text) + 1);
    return 0;
}

/* The room of the caller may be smaller; what is learned is the whole text. */
enum { HOOK_WORDS_MAX = 256 };

static void give_words(char *out, size_t room, const char *words)
{
    if (room > 0) {
        copy_printable(out, room, words, strlen(words));
    }
}

bool script_live_allows(script_host *host, int function, const void *position, const script_move *move, bool *allowed,
                        char *why, size_t why_room)
{
    char words[HOOK_WORDS_MAX] = "";
    live_job job = {.function = function, .move = move, .out_text = words, .text_room = sizeof words};
    uint32_t known = known_answer(host, function, move, position);
    if (known) {
        size_t length;
        const char *bytes = answer_tree_bytes(host->trees, known, &length);
        *allowed = bytes[0];
        give_words(why, why_room, bytes + 1);
        return true;
    }
    bool done = run_and_learn(host, run_allows, &job, position);
    *allowed = done && job.allowed;
    give_words(why, why_room, words);
    return done;
}

void script_set_before(script_host *host, const void *(*before)(void *context), void *context)
{
    host->before = before;
    host->before_context = context;
}

/* ---- lines ---- */

static void add_line(lua_State *L, int index, live_job *job)
{
    size_t length = 0, used = strlen(job->out_text);
    if (lua_type(L, index) != LUA_TSTRING) {
        script_raise(L, "what is announced must be texts, not %s", push_description(L, index));
    }
    const char *bytes = lua_tolstring(L, index, &length);
    if (length == 0 || used + length + 2 > job->text_room) {
        script_raise(L, "the lines announced of one move may have at most %d bytes together", (int)job->text_room - 2);
    }
    if (!is_printable(bytes, length)) {
        script_raise(L, "what is announced must be plain lines of text");
    }
    memcpy(job->out_text + used, bytes, length);
    memcpy(job->out_text + used + length, "\n", 2);
}

static int run_lines(lua_State *L)
{
    live_job *job = call_with_move(L);
    if (lua_isnil(L, -1)) {
        return 0;
    }
    if (!lua_istable(L, -1)) {
        add_line(L, -1, job);
        return 0;
    }
    size_t count = read_list(L, -1, "the answer", 32);
    for (size_t i = 0; i < count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        add_line(L, -1, job);
        lua_pop(L, 1);
    }
    return 0;
}

bool script_live_announce(script_host *host, int function, const void *position, const script_move *move, char *lines,
                          size_t room)
{
    live_job job = {.function = function, .move = move, .out_text = lines, .text_room = room};
    lines[0] = '\0';
    bool done = run_live(host, run_lines, &job, position);
    if (host->trees) {
        answer_tree_abandon(host->trees); /* asked once a move, by people */
    }
    return done;
}

/* ---- ending ---- */

static int run_ending(lua_State *L)
{
    static const char *const keys[] = {"result", "winner", "reason", NULL};
    enum { KEY_RESULT = 1, KEY_WINNER = 2, KEY_REASON = 4 };
    live_job *job = lua_touserdata(L, 1);
    push_function(L, job);
    host_call(L, 0);
    if (lua_isnil(L, -1)) {
        return 0;
    }
    unsigned found = read_keys(L, -1, "the answer", keys);
    unsigned ending = found & (KEY_RESULT | KEY_WINNER);
    if (ending != KEY_RESULT && ending != KEY_WINNER) {
        script_raise(L, "the answer must be {winner = owner} or {result = \"draw\"}, or nil to go on");
    }
    if (found & KEY_REASON) {
        lua_getfield(L, -1, "reason");
        if (lua_type(L, -1) != LUA_TSTRING) {
            script_raise(L, "reason must be a text, not %s", push_description(L, -1));
        }
        read_text(L, -1, job);
        lua_pop(L, 1);
    }
    if (ending == KEY_WINNER) {
        job->winner = field_player(L, "winner");
        return 0;
    }
    lua_getfield(L, -1, "result");
    if (lua_type(L, -1) != LUA_TSTRING || strcmp(lua_tostring(L, -1), "draw") != 0) {
        script_raise(L, "result can only be \"draw\", not %s; a win is {winner = owner}", push_description(L, -1));
    }
    job->winner = -1;
    return 0;
}

static int run_ending_and_learn(lua_State *L)
{
    live_job *job = lua_touserdata(L, 1);
    (void)run_ending(L);
    answer_add(host_of(L), &job->winner, sizeof job->winner);
    answer_add(host_of(L), job->out_text, strlen(job->out_text) + 1);
    return 0;
}

bool script_live_ending(script_host *host, int function, const void *position, int *winner, char *reason,
                        size_t reason_room)
{
    char words[HOOK_WORDS_MAX] = "";
    live_job job = {.function = function, .winner = -2, .out_text = words, .text_room = sizeof words};
    uint32_t known = known_answer(host, function, NULL, position);
    if (known) {
        size_t length;
        const char *bytes = answer_tree_bytes(host->trees, known, &length);
        memcpy(winner, bytes, sizeof *winner);
        give_words(reason, reason_room, bytes + sizeof *winner);
        return true;
    }
    bool done = run_and_learn(host, run_ending_and_learn, &job, position);
    *winner = done ? job.winner : -2;
    give_words(reason, reason_room, words);
    return done;
}
