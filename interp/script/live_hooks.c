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
    bool found;
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
        job->found = true;
    }
    return 0;
}

static char *copy_name(script_host *host, const char *name)
{
    size_t size = strlen(name) + 1;
    char *copy = host->memory.allocate(host->memory.context, NULL, 0, size);
    if (copy) {
        memcpy(copy, name, size);
    }
    return copy;
}

int script_function(script_host *host, const char *name)
{
    for (int i = 0; i < host->functions; i++) {
        if (strcmp(host->function_names[i], name) == 0) {
            return i;
        }
    }
    if (host->functions == SCRIPT_FUNCTIONS_MAX) {
        return script_has(host, name) ? SCRIPT_FUNCTION_ONE_TOO_MANY : SCRIPT_FUNCTION_ABSENT;
    }
    lookup_job job = {.host = host, .name = name};
    if (host->dead || !host_run_internal(host, look_up, &job)) {
        return SCRIPT_FUNCTION_FAILED;
    }
    if (!job.found) {
        return SCRIPT_FUNCTION_ABSENT;
    }
    char *copy = copy_name(host, name);
    if (!copy) {
        return SCRIPT_FUNCTION_FAILED;
    }
    host->function_names[host->functions] = copy;
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
    script_use use;
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
    return !host->dead && !host->live && host->ask && function >= 0 && function < host->functions;
}

static void turn_to(script_host *host, const void *position, const live_job *job)
{
    host->position = position;
    host->move = job->move;
    host->about_piece = job->use == SCRIPT_MOVES_OF_PIECE;
    host->position_before = NULL;
    host->looks_before = false;
    host->live = true;
}

/* The answer, as a text of the trees, where earlier calls tell it; else 0, and where answers are compared: then the
 * script is called, and learning finds what differs. */
static uint32_t known_answer(script_host *host, const live_job *job, const void *position)
{
    if (!may_call(host, job->function)) {
        return 0;
    }
    if (!host->trees) {
        host->trees = answer_tree_create(0);
        host->answer.bytes = host->trees ? malloc(ANSWER_MAX) : NULL;
    }
    if (!host->answer.bytes || !fuel_draw(host->fuel, KNOWN_FUEL)) {
        return 0;
    }
    turn_to(host, position, job);
    uint32_t answer = answer_tree_walk(host->trees, host_tree_of(job->function, job->use), host->position_number,
                                       put_to_position, host);
    host->live = false;
    host->position = NULL;
    return host->compares ? 0 : answer;
}

/* The same as bytes; NULL where the script is to be called. */
static const char *known_bytes(script_host *host, const live_job *job, const void *position, size_t *length)
{
    uint32_t known = known_answer(host, job, position);
    return known ? answer_tree_bytes(host->trees, known, length) : NULL;
}

/* Whether the answer of the call that runs is wanted as bytes. */
static bool wants_answer(const script_host *host)
{
    return host->trees && answer_tree_is_learning(host->trees) && !host->answer.full;
}

/* Learns the answer. False: it is another one than before, though all that the function asked was answered alike. */
static bool learn_answer(script_host *host)
{
    if (host->trees && host->answer.full) {
        answer_tree_abandon(host->trees);
    }
    if (!host->trees || answer_tree_end(host->trees, host->answer.bytes, host->answer.length)) {
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
    if (job->function < 0 || job->function >= host->functions || !host->ask) {
        host->fault = (fault){.kind = FAULT_SCRIPT, .code = CODE_SCRIPT_ERROR};
        (void)snprintf(host->fault.text, sizeof host->fault.text,
                       "a live hook was called that the script does not have");
        return false;
    }
    host->hook = host->function_names[job->function];
    host->hook_line = host->function_lines[job->function];
    host->calls++;
    turn_to(host, position, job);
    host->answer = (answer_writer){.bytes = host->answer.bytes, .room = host->answer.bytes ? ANSWER_MAX : 0};
    if (host->trees && host->answer.bytes && !job->same_list) {
        answer_tree_begin(host->trees, host_tree_of(job->function, job->use));
    }
    unsigned printed = host->printed;
    /* one call that lists answers for many moves, and one that judges a repetition looks at many positions, but seldom */
    uint64_t budget = host->limits.live_budget * (job->lists || host->cycle ? 20 : 1);
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

/* For calls that are so few that learning costs more than it gains. */
static bool run_unlearned(script_host *host, lua_CFunction body, live_job *job, const void *position)
{
    bool done = run_live(host, body, job, position);
    if (host->trees) {
        answer_tree_abandon(host->trees);
    }
    return done;
}

static void push_function(lua_State *L, const live_job *job)
{
    lua_rawgeti(L, LUA_REGISTRYINDEX, host_of(L)->function_slot + job->function);
}

/* Words that were read from the script before are printable; where there is no room for them they are cut. */
static void give_words(char *out, size_t room, const char *words)
{
    size_t length = strlen(words);
    if (length < room) {
        memcpy(out, words, length + 1);
    } else if (room > 0) {
        copy_printable(out, room, words, length);
    }
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
static const char *const MOVE_FIELDS[] = {
    "from", "to",       "piece", "owner",   "becomes", "captured", "captured_at", "captured_owner",
    "drop", "castling", "half",  "removal", "pass",    "put",      "victims",     NULL};
/* Those that a hook has which is asked about a piece. */
static const char *const PIECE_FIELDS[] = {"from", "piece", "owner", NULL};

static bool has_field(const script_host *host, int field)
{
    return !host->about_piece || field == MOVE_FROM || field == MOVE_PIECE || field == MOVE_OWNER;
}

/* The captured pieces as a list. */
static void push_victims(lua_State *L)
{
    static const char *const names[] = {"cell", "piece", "owner", NULL};
    static const table_fields fields = {"a piece of move.victims", names};
    int numbers[QUESTION_LIST_MAX];
    int count = host_ask(host_of(L), &(script_question){.kind = (script_question_kind)ASK_VICTIMS}, numbers) / 3;
    host_charge(L, (size_t)count * 4);
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        lua_createtable(L, 0, 3);
        push_cell(L, numbers[3 * i]);
        lua_setfield(L, -2, "cell");
        push_type(L, numbers[3 * i + 1]);
        lua_setfield(L, -2, "piece");
        push_player(L, numbers[3 * i + 2]);
        lua_setfield(L, -2, "owner");
        close_fields(L, &fields);
        lua_rawseti(L, -2, i + 1);
    }
}

static void push_castling(lua_State *L, int value, bool half)
{
    const char letter[2] = {(char)value, '\0'};
    if (!value) {
        lua_pushnil(L);
    } else {
        lua_pushstring(L, !half ? letter : value == 1 ? "king" : "partner");
    }
}

static void push_field(lua_State *L, move_field field)
{
    if (field == MOVE_VICTIMS) {
        push_victims(L);
        return;
    }
    int value = host_ask(host_of(L),
                         &(script_question){.kind = (script_question_kind)ASK_MOVE, .arguments = {(int)field}}, NULL);
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
    case MOVE_REMOVAL:
    case MOVE_PASS:
        lua_pushboolean(L, value);
        break;
    case MOVE_CASTLING:
    case MOVE_HALF:
        push_castling(L, value, field == MOVE_HALF);
        break;
    default:
        push_cell(L, value);
    }
}

int read_move_field(lua_State *L)
{
    const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
    for (int i = 0; MOVE_FIELDS[i]; i++) {
        if (strcmp(name, MOVE_FIELDS[i]) != 0 || !has_field(host_of(L), i)) {
            continue;
        }
        if (!host_of(L)->move) { /* the call that it was valid for is over */
            lua_pushnil(L);
            return 1;
        }
        push_field(L, (move_field)i);
        if (i == MOVE_VICTIMS) { /* the same table at each reading */
            lua_pushvalue(L, 2);
            lua_pushvalue(L, -2);
            lua_rawset(L, 1);
        }
        return 1;
    }
    host_charge(L, 1000);
    refuse_field(L, 2, "move", host_of(L)->about_piece ? PIECE_FIELDS : MOVE_FIELDS);
}

void fill_move(lua_State *L, int index)
{
    int table = lua_absindex(L, index);
    for (int i = 0; MOVE_FIELDS[i] && host_of(L)->move; i++) {
        if (!has_field(host_of(L), i)) {
            continue;
        }
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

/* All fields that an effect may have. clang-format comes to no end with such a list. */
/* clang-format off */
#define EFFECT_FIELDS(FIELD) \
    FIELD(capture) FIELD(put) FIELD(transform) FIELD(give) FIELD(move) FIELD(swap) FIELD(with) FIELD(hand) \
    FIELD(counter) FIELD(piece) FIELD(owner) FIELD(into) FIELD(to) FIELD(add) FIELD(set) FIELD(next_player) \
    FIELD(roll) FIELD(use_die) FIELD(put_under) FIELD(right) FIELD(en_passant) FIELD(by) FIELD(halfmove_clock) FIELD(to_hand)
/* clang-format on */
#define FIELD_NAME(name) #name,
#define FIELD_NUMBER(name) FIELD_##name,
static const char *const effect_fields[] = {EFFECT_FIELDS(FIELD_NAME) NULL};
enum { EFFECT_FIELDS(FIELD_NUMBER) FIELD_NONE };

const char *const *live_effect_keys(void)
{
    return effect_fields;
}

/* Where a field goes, and how it is read. */
typedef enum field_use {
    USE_NONE,
    USE_CELL,
    USE_TO, /* a cell, too */
    USE_TYPE,
    USE_OWNER,
    USE_AMOUNT,
    USE_FLAG,    /* true or false, as the amount */
    USE_COUNTER, /* its name */
    USE_LETTER,  /* of a right, in the place of a counter's name */
} field_use;

/* One effect a row: exactly these fields, the first of which says what is done. `as` is what the field holds, for
 * messages. */
enum { EFFECT_FIELDS_MAX = 3 };
static const struct effect_row {
    effect_kind kind;
    struct {
        unsigned number;
        field_use use;
        const char *as;
    } field[EFFECT_FIELDS_MAX];
} effect_rows[] = {
    {EFFECT_CAPTURE, {{FIELD_capture, USE_CELL, "cell"}}},
    {EFFECT_PUT, {{FIELD_put, USE_CELL, "cell"}, {FIELD_piece, USE_TYPE, "name"}, {FIELD_owner, USE_OWNER, "name"}}},
    {EFFECT_TRANSFORM, {{FIELD_transform, USE_CELL, "cell"}, {FIELD_into, USE_TYPE, "name"}}},
    {EFFECT_GIVE, {{FIELD_give, USE_CELL, "cell"}, {FIELD_to, USE_OWNER, "owner"}}},
    {EFFECT_MOVE, {{FIELD_move, USE_CELL, "cell"}, {FIELD_to, USE_TO, "cell"}}},
    {EFFECT_SWAP, {{FIELD_swap, USE_CELL, "cell"}, {FIELD_with, USE_TO, "cell"}}},
    {EFFECT_HAND,
     {{FIELD_hand, USE_OWNER, "owner"}, {FIELD_piece, USE_TYPE, "name"}, {FIELD_add, USE_AMOUNT, "number"}}},
    {EFFECT_COUNTER_ADD, {{FIELD_counter, USE_COUNTER, "name"}, {FIELD_add, USE_AMOUNT, "number"}}},
    {EFFECT_COUNTER_SET, {{FIELD_counter, USE_COUNTER, "name"}, {FIELD_set, USE_AMOUNT, "number"}}},
    {EFFECT_NEXT_PLAYER, {{FIELD_next_player, USE_OWNER, "owner"}}},
    {EFFECT_ROLL, {{FIELD_roll, USE_OWNER, "owner"}}},
    {EFFECT_USE_DIE, {{FIELD_use_die, USE_AMOUNT, "face"}}},
    {EFFECT_TO_HAND, {{FIELD_to_hand, USE_CELL, "cell"}}},
    {EFFECT_PUT_UNDER,
     {{FIELD_put_under, USE_CELL, "cell"}, {FIELD_piece, USE_TYPE, "name"}, {FIELD_owner, USE_OWNER, "name"}}},
    {EFFECT_RIGHT,
     {{FIELD_right, USE_LETTER, "letter"}, {FIELD_owner, USE_OWNER, "name"}, {FIELD_set, USE_FLAG, "true or false"}}},
    {EFFECT_EN_PASSANT, {{FIELD_en_passant, USE_CELL, "cell"}, {FIELD_by, USE_TO, "cell"}}},
    {EFFECT_HALFMOVE_CLOCK, {{FIELD_halfmove_clock, USE_AMOUNT, "number"}}},
};
enum { EFFECT_ROWS = sizeof effect_rows / sizeof *effect_rows };
_Static_assert((int)EFFECT_ROWS == (int)EFFECT_KINDS, "each effect has a row");

static unsigned keys_of_row(const struct effect_row *row)
{
    unsigned keys = 0;
    for (int i = 0; i < EFFECT_FIELDS_MAX && row->field[i].use; i++) {
        keys |= 1u << row->field[i].number;
    }
    return keys;
}

static unsigned verb_of_row(const struct effect_row *row)
{
    return 1u << row->field[0].number;
}

/* Pushes "capture, put, ... or halfmove_clock". */
static const char *push_verbs(lua_State *L)
{
    unsigned seen = 0;
    lua_pushliteral(L, "");
    for (int i = 0; i < EFFECT_ROWS; i++) {
        unsigned verb = verb_of_row(&effect_rows[i]);
        const char *before = !seen ? "" : i + 1 == EFFECT_ROWS ? " or " : ", ";
        if (!(seen & verb)) {
            lua_pushfstring(L, "%s%s%s", lua_tostring(L, -1), before, effect_fields[effect_rows[i].field[0].number]);
        }
        seen |= verb;
    }
    return lua_tostring(L, -1);
}

/* Pushes "{put = cell, piece = name, owner = name}". */
static const char *push_form(lua_State *L, const struct effect_row *row)
{
    lua_pushliteral(L, "{");
    for (int i = 0; i < EFFECT_FIELDS_MAX && row->field[i].use; i++) {
        lua_pushfstring(L, "%s%s%s = %s", lua_tostring(L, -1), i ? ", " : "", effect_fields[row->field[i].number],
                        row->field[i].as);
    }
    return lua_pushfstring(L, "%s}", lua_tostring(L, -1));
}

/* The effect with these fields. */
static const struct effect_row *find_row(lua_State *L, unsigned keys)
{
    const struct effect_row *nearest = NULL;
    unsigned verbs = 0;
    for (int i = 0; i < EFFECT_ROWS; i++) {
        const struct effect_row *row = &effect_rows[i];
        if (keys_of_row(row) == keys) {
            return row;
        }
        verbs |= keys & verb_of_row(row);
        nearest = keys & verb_of_row(row) ? row : nearest;
    }
    if (verbs & (verbs - 1)) {
        script_raise(L, "an effect does one thing: %s", push_verbs(L));
    }
    if (nearest) {
        script_raise(L, "an effect of this kind is written %s", push_form(L, nearest));
    }
    script_raise(L, "an effect must say %s", push_verbs(L));
}

/* The readers of the field on top of the stack. */

/* A counter's name goes into FEN: letters, digits, '-' and '_'. */
static void read_counter(lua_State *L, char out[SCRIPT_COUNTER_NAME_MAX])
{
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
}

static void read_letter(lua_State *L, char out[SCRIPT_COUNTER_NAME_MAX])
{
    size_t length = 0;
    const char *letter = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &length) : NULL;
    if (!letter || length != 1) {
        script_raise(L, "right must be the letter of a right, not %s", push_description(L, -1));
    }
    memcpy(out, letter, length + 1);
}

static int read_flag(lua_State *L)
{
    if (lua_type(L, -1) != LUA_TBOOLEAN) {
        script_raise(L, "set must be true or false with a right, not %s", push_description(L, -1));
    }
    return lua_toboolean(L, -1);
}

static void read_field(lua_State *L, const char *name, field_use use, script_effect *e)
{
    switch (use) {
    case USE_NONE:
        break;
    case USE_CELL:
        e->cell = read_cell(L, -1, name);
        break;
    case USE_TO:
        e->to = read_cell(L, -1, name);
        break;
    case USE_TYPE:
        e->type = read_type(L, -1, name);
        break;
    case USE_OWNER:
        e->owner = read_player(L, -1, name);
        break;
    case USE_AMOUNT:
        e->amount = (int)read_integer(L, -1, name, -SCRIPT_AMOUNT_MAX, SCRIPT_AMOUNT_MAX);
        break;
    case USE_FLAG:
        e->amount = read_flag(L);
        break;
    case USE_COUNTER:
        read_counter(L, e->counter);
        break;
    case USE_LETTER:
        read_letter(L, e->counter);
        break;
    }
}

/* Reads the effect on top of the stack. */
static void read_effect(lua_State *L, script_effect *e)
{
    const struct effect_row *row = find_row(L, read_keys(L, -1, "each effect", effect_fields, 0));
    *e = (script_effect){.kind = row->kind, .cell = -1, .to = -1, .type = -1, .owner = -1};
    for (int i = 0; i < EFFECT_FIELDS_MAX && row->field[i].use; i++) {
        const char *name = effect_fields[row->field[i].number];
        lua_getfield(L, -1, name);
        read_field(L, name, row->field[i].use, e);
        lua_pop(L, 1);
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
    if (!lua_isnil(L, -1)) {
        size_t max = job->room < SCRIPT_EFFECTS_MAX ? job->room : SCRIPT_EFFECTS_MAX;
        job->count = read_effects(L, -1, "the answer", job->effects, max);
    }
    answer_put_effects(&host_of(L)->answer, job->effects, job->count);
    return 0;
}

bool script_live_effects(script_host *host, int function, const void *position, const script_move *move,
                         script_effect *effects, size_t room, size_t *count)
{
    live_job job = {.function = function, .use = SCRIPT_AFTER, .move = move, .effects = effects, .room = room};
    size_t length;
    const char *known = known_bytes(host, &job, position, &length);
    if (known && answer_take_effects(known, length, effects, room, count)) {
        return true;
    }
    bool done = run_and_learn(host, run_effects, &job, position);
    *count = done ? job.count : 0;
    return done;
}

/* ---- lists of moves and of choices ---- */

enum { ENTRY_TEXT = 1, ENTRY_FROM = 2, ENTRY_TO = 4 }; /* ORDER: as the names in read_entry */

/* A move is written by its text, or by its cells. A choice may have no text: then it is the move as it is. */
static void read_entry_text(lua_State *L, unsigned found, bool choice)
{
    lua_getfield(L, -1, "text");
    if (!lua_isnil(L, -1) && lua_type(L, -1) != LUA_TSTRING) {
        script_raise(L, "text must be a text, not %s", push_description(L, -1));
    }
    if (!choice && (lua_isnil(L, -1) ? !(found & ENTRY_TO) : lua_rawlen(L, -1) == 0)) {
        script_raise(L, "each move of the list needs a text, or the cell `to`");
    }
    lua_pop(L, 1);
}

/* Reads the named fields of the entry on top of the stack; returns how many effects it has. */
static size_t read_entry(lua_State *L, const live_job *job, script_listed *one)
{
    static const char *const keys[] = {"text", "from", "to", NULL}, *const choice_keys[] = {"text", NULL};
    const bool choice = job->use == SCRIPT_CHOICES;
    if (!lua_istable(L, -1)) {
        script_raise(L, "each move of the list must be a table, not %s", push_description(L, -1));
    }
    size_t effects = (size_t)lua_rawlen(L, -1);
    const unsigned found = choice ? read_keys(L, -1, "a choice", choice_keys, effects)
                                  : read_keys(L, -1, "a move of the list", keys, effects);
    read_entry_text(L, found, choice);
    for (size_t i = 1; i < 3; i++) {
        if (found & 1U << i) {
            lua_getfield(L, -1, keys[i]);
            *(i == 1 ? &one->from : &one->to) = read_cell(L, -1, keys[i]);
            lua_pop(L, 1);
        }
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

/* Puts the whole list, which is on top of the stack, into the answer. An entry may be wrong without being picked, so
 * errors end here. */
static int learn_list(lua_State *L)
{
    script_host *host = host_of(L);
    const script_use use = (script_use)lua_tointeger(L, 2);
    size_t count = (size_t)lua_rawlen(L, 1);
    answer_put_list(&host->answer, count);
    for (size_t i = 0; i < count && wants_answer(host); i++) {
        script_effect effects[SCRIPT_EFFECTS_MAX];
        char words[SCRIPT_LISTED_TEXT_MAX] = "";
        live_job job = {
            .use = use, .effects = effects, .room = SCRIPT_EFFECTS_MAX, .out_text = words, .text_room = sizeof words};
        script_listed listed = {-1, -1, false};
        lua_rawgeti(L, 1, (lua_Integer)i + 1);
        size_t found = read_entry(L, &job, &listed);
        read_picked_entry(L, &job, found);
        lua_pop(L, 1);
        answer_put_entry(&host->answer, i, &listed, effects, found, words);
    }
    return 0;
}

static void try_to_learn_list(lua_State *L, script_use use)
{
    script_host *host = host_of(L);
    if (!wants_answer(host)) {
        return;
    }
    lua_pushcfunction(L, learn_list);
    lua_pushvalue(L, -2);
    lua_pushinteger(L, use);
    if (lua_pcall(L, 2, 0, 0) != LUA_OK) {
        lua_pop(L, 1);
        answer_tree_abandon(host->trees);
        host_charge(L, 0); /* raises where the budget was spent */
    }
}

/* Takes a list from what is known: entry `job->index`, or all of them without their effects. */
static bool take_known_list(live_job *job, const char *known, size_t length)
{
    const char *words;
    if (job->index == SIZE_MAX) {
        return answer_take_list(known, length, job->listed, job->room, &job->count);
    }
    if (!answer_take_entry(known, length, job->index, job->effects, job->room, &job->count, &words)) {
        return false;
    }
    if (job->out_text) {
        give_words(job->out_text, job->text_room, words);
    }
    return true;
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
        answer_put_list(&host_of(L)->answer, 0);
        return 0;
    }
    size_t count = read_list(L, -1, "the answer", SCRIPT_LISTED_MAX);
    bool picked = job->index != SIZE_MAX;
    try_to_learn_list(L, job->use);
    if (picked && job->index >= count) {
        return 0;
    }
    for (size_t i = picked ? job->index : 0; i < (picked ? job->index + 1 : count); i++) {
        script_listed one = {-1, -1, false};
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        size_t effects = read_entry(L, job, &one);
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

/* The list that was answered last, or one that is known; 0: the script is to be asked. */
static uint32_t known_list(script_host *host, live_job *job, const void *position)
{
    if (job->same_list && !host->last_list) {
        return 0; /* the script answered it: it is in SLOT_LIST */
    }
    if (job->same_list && host->last_epoch == answer_tree_epoch(host->trees)) {
        return host->last_list;
    }
    job->same_list = false; /* it was known, and is forgotten: SLOT_LIST holds another one */
    return known_answer(host, job, position);
}

/* The list from what is known, or from the script. */
static bool list_or_pick(script_host *host, live_job *job, const void *position)
{
    uint32_t known = known_list(host, job, position);
    size_t length = 0;
    const char *bytes = known ? answer_tree_bytes(host->trees, known, &length) : NULL;
    if (bytes && take_known_list(job, bytes, length)) {
        host->last_list = known;
        host->last_epoch = answer_tree_epoch(host->trees);
        return true;
    }
    job->same_list = job->same_list && !known;
    host->last_list = 0;
    return run_and_learn(host, run_list, job, position);
}

/* About no move, about a piece, or about the move that was made. */
static script_use use_of_list(const script_move *move)
{
    return !move ? SCRIPT_MOVES : move->to < 0 ? SCRIPT_MOVES_OF_PIECE : SCRIPT_CHOICES;
}

bool script_live_list(script_host *host, int function, const void *position, const script_move *move,
                      script_listed *listed, size_t room, size_t *count)
{
    live_job job = {.function = function,
                    .use = use_of_list(move),
                    .move = move,
                    .lists = true,
                    .listed = listed,
                    .room = room,
                    .index = SIZE_MAX};
    bool done = list_or_pick(host, &job, position);
    *count = done ? job.count : 0;
    return done;
}

bool script_live_pick(script_host *host, int function, const void *position, const script_move *move, bool same_list,
                      size_t index, script_effect *effects, size_t room, size_t *count, char *out_text,
                      size_t text_room)
{
    live_job job = {.function = function,
                    .use = use_of_list(move),
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
    answer_put_verdict(&host_of(L)->answer, job->allowed, job->out_text);
    return 0;
}

/* The room of the caller may be smaller; what is learned is the whole text. */
enum { HOOK_WORDS_MAX = 256 };

bool script_live_allows(script_host *host, int function, const void *position, const script_move *move, bool *allowed,
                        char *why, size_t why_room)
{
    char words[HOOK_WORDS_MAX] = "";
    live_job job = {.function = function,
                    .use = host->before ? SCRIPT_MADE : SCRIPT_LEGAL,
                    .move = move,
                    .out_text = words,
                    .text_room = sizeof words};
    size_t length;
    const char *known = known_bytes(host, &job, position, &length), *known_why;
    if (known && answer_take_verdict(known, length, allowed, &known_why)) {
        give_words(why, why_room, known_why);
        return true;
    }
    bool done = run_and_learn(host, run_allows, &job, position);
    *allowed = done && job.allowed;
    give_words(why, why_room, words);
    return done;
}

size_t script_questions_first(const script_host *host, int function, script_use use)
{
    return host->trees ? answer_tree_leading(host->trees, host_tree_of(function, use)) : 0;
}

void script_number_position(script_host *host, uint64_t number)
{
    host->position_number = number;
}

void script_set_before(script_host *host, const void *(*before)(void *context), void *context)
{
    host->before = before;
    host->before_context = context;
}

void script_set_cycle(script_host *host, const script_cycle *cycle)
{
    host->cycle = cycle;
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
    live_job job = {.function = function, .use = SCRIPT_ANNOUNCE, .move = move, .out_text = lines, .text_room = room};
    lines[0] = '\0';
    return run_unlearned(host, run_lines, &job, position); /* asked once a move, by people */
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
    unsigned found = read_keys(L, -1, "the answer", keys, 0);
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
        lua_getfield(L, -1, "winner");
        job->winner = read_player(L, -1, "winner");
        lua_pop(L, 1);
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
    answer_put_ending(&host_of(L)->answer, job->winner, job->out_text);
    return 0;
}

bool script_live_ending(script_host *host, int function, const void *position, int *winner, char *reason,
                        size_t reason_room)
{
    char words[HOOK_WORDS_MAX] = "";
    live_job job = {
        .function = function, .use = SCRIPT_ENDING, .winner = -2, .out_text = words, .text_room = sizeof words};
    size_t length;
    const char *known = host->cycle ? NULL : known_bytes(host, &job, position, &length), *known_reason;
    if (known && answer_take_ending(known, length, winner, &known_reason)) {
        give_words(reason, reason_room, known_reason);
        return true;
    }
    bool done = host->cycle ? run_unlearned(host, run_ending, &job, position)
                            : run_and_learn(host, run_ending_and_learn, &job, position);
    *winner = done ? job.winner : -2;
    give_words(reason, reason_room, words);
    return done;
}
