/* What a script may ask about the variant, and in live hooks about the position.
 *
 * Plain C functions that find their host beside the Lua state: no upvalues, no userdata, nothing that a script
 * could keep for later. The position can be read only while a live hook runs. Names were put into the registry
 * once, so that a read costs no allocation and no search. */
#include "script/internal.h"

#include <limits.h>
#include <string.h>

/* ---- the game ---- */

static int coordinate(lua_State *L, const char *what, const int *coordinates)
{
    int cell = read_cell(L, 1, what);
    if (coordinates && coordinates[cell] >= 0) {
        lua_pushinteger(L, coordinates[cell] + 1);
    } else {
        lua_pushnil(L);
    }
    return 1;
}

static int world_file(lua_State *L)
{
    return coordinate(L, "file(): the argument", host_of(L)->world->cell_columns);
}

static int world_rank(lua_State *L)
{
    return coordinate(L, "rank(): the argument", host_of(L)->world->cell_rows);
}

/* The cell in that column and row, from 0; -1: there is none. */
static int cell_at(const script_host *host, int column, int row)
{
    bool inside = host->grid && column >= 0 && row >= 0 && column < (int)host->columns && row < (int)host->rows;
    return inside ? host->grid[(size_t)row * host->columns + (size_t)column] : -1;
}

/* cell("e4"), cell(5, 4): nil where there is no such cell, so that a script can test whether it leaves the board. */
static int world_cell(lua_State *L)
{
    const script_host *host = host_of(L);
    if (lua_type(L, 1) == LUA_TSTRING && lua_isnoneornil(L, 2)) {
        lua_rawgeti(L, LUA_REGISTRYINDEX, SLOT_CELLS);
        lua_pushvalue(L, 1);
        lua_rawget(L, -2);
        return 1;
    }
    lua_Integer file = read_integer(L, 1, "cell(): the file", LUA_MININTEGER, LUA_MAXINTEGER);
    lua_Integer rank = read_integer(L, 2, "cell(): the rank", LUA_MININTEGER, LUA_MAXINTEGER);
    bool inside = file >= 1 && rank >= 1 && file <= SCRIPT_CELLS_MAX && rank <= SCRIPT_CELLS_MAX;
    push_cell(L, inside ? cell_at(host, (int)file - 1, (int)rank - 1) : -1);
    return 1;
}

static int world_name(lua_State *L)
{
    int cell = read_cell(L, 1, "name(): the argument");
    lua_rawgeti(L, LUA_REGISTRYINDEX, host_of(L)->cell_slot + cell);
    return 1;
}

static int world_cells(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)host_of(L)->world->cells);
    return 1;
}

/* level(c): 1 is the lowest. */
static int world_level(lua_State *L)
{
    const int *levels = host_of(L)->world->cell_levels;
    int cell = read_cell(L, 1, "level(): the argument");
    lua_pushinteger(L, levels ? levels[cell] + 1 : 1);
    return 1;
}

static bool line_contains(const script_line *line, int cell)
{
    for (size_t i = 0; i < line->count; i++) {
        if (line->cells[i] == cell) {
            return true;
        }
    }
    return false;
}

/* lines(c): the board's lines through a cell, each as the list of its cells. */
static int world_lines(lua_State *L)
{
    const script_world *w = host_of(L)->world;
    int cell = read_cell(L, 1, "lines(): the argument");
    lua_Integer found = 0;
    lua_newtable(L);
    for (size_t i = 0; i < w->line_count; i++) {
        if (!line_contains(&w->lines[i], cell)) {
            continue;
        }
        lua_createtable(L, (int)w->lines[i].count, 0);
        for (size_t k = 0; k < w->lines[i].count; k++) {
            push_cell(L, w->lines[i].cells[k]);
            lua_rawseti(L, -2, (lua_Integer)k + 1);
        }
        lua_rawseti(L, -2, ++found);
    }
    return 1;
}

static int world_option(lua_State *L)
{
    if (lua_type(L, 1) != LUA_TSTRING) {
        script_raise(L, "option() needs the name of an option, not %s", push_description(L, 1));
    }
    const char *name = lua_tostring(L, 1);
    const char *const *pair = host_of(L)->world->options;
    for (; pair && pair[0]; pair += 2) {
        if (strcmp(pair[0], name) == 0) {
            lua_pushstring(L, pair[1]); /* nil when the option has no value */
            return 1;
        }
    }
    lua_pushnil(L);
    return 1;
}

/* ---- the position ---- */

/* Raises an error when there is no position. */
static void need_position(lua_State *L, const char *function)
{
    const script_host *host = host_of(L);
    if (!host->live || !host->ask) {
        script_raise(L, "%s() is about the position, which there is only in live hooks", function);
    }
}

/* Everything about a question that its row says. */
typedef struct question_row {
    const char *name, *arguments;
    answer_kind answer;
    int cost;
    const char *nth[5]; /* what its arguments are called in messages: the only one, the first, the second, ... */
} question_row;

#define QUESTION_ROW(name, letters, form, price)                                                                       \
    [SCRIPT_ASK_##name] = {#name,                                                                                      \
                           letters,                                                                                    \
                           form,                                                                                       \
                           price,                                                                                      \
                           {#name "(): the argument", #name "(): the first argument", #name "(): the second argument", \
                            #name "(): the third argument", #name "(): the fourth argument"}},
static const question_row questions[SCRIPT_ASK_KINDS] = {SCRIPT_QUESTIONS(QUESTION_ROW)};

answer_kind question_answer(int kind)
{
    return kind == ASK_MOVE ? ANSWER_NUMBER : kind == ASK_VICTIMS ? ANSWER_NUMBERS : questions[kind].answer;
}

bool question_supposes(int kind)
{
    return strchr(questions[kind].arguments, 'e') != NULL;
}

static const char *read_word(lua_State *L, int index, const char *what)
{
    if (lua_type(L, index) != LUA_TSTRING) {
        script_raise(L, "%s must be a name, not %s", what, push_description(L, index));
    }
    return lua_tostring(L, index);
}

/* Reads argument `index` by its letter; a number goes to `*number`. False where it is none. */
static bool read_argument(lua_State *L, int index, char letter, const char *what, script_question *q,
                          script_effect *effects, int *number)
{
    switch (letter) {
    case 'c':
        *number = read_cell(L, index, what);
        return true;
    case 'p':
        *number = read_player(L, index, what);
        return true;
    case 'P':
        *number = lua_isnoneornil(L, index)
                      ? host_ask(host_of(L), &(script_question){.kind = SCRIPT_ASK_side_to_move}, NULL)
                      : read_player(L, index, what);
        return true;
    case 't':
        *number = read_type(L, index, what);
        return true;
    case 'T':
        *number = lua_isnoneornil(L, index) ? -1 : read_type(L, index, what);
        return true;
    case 's':
        *number = (int)read_integer(L, index, what, -SCRIPT_WAY_MAX, SCRIPT_WAY_MAX);
        return true;
    case 'n':
        (void)read_word(L, index, what);
        *number = counter_number(L, index);
        return true;
    case 'w':
        q->word = read_word(L, index, what);
        return false;
    default: /* e: none where they are left out */
        q->effects = effects;
        q->effect_count = lua_isnoneornil(L, index) ? 0 : read_effects(L, index, what, effects, SCRIPT_EFFECTS_MAX);
        return false;
    }
}

static void read_arguments(lua_State *L, const question_row *row, script_question *q, script_effect *effects)
{
    bool only_one = row->arguments[0] && !row->arguments[1];
    int numbers = 0;
    for (int i = 0; row->arguments[i]; i++) {
        char letter = row->arguments[i];
        if (read_argument(L, i + 1, letter, row->nth[only_one ? 0 : i + 1], q, effects, &q->arguments[numbers])) {
            numbers++;
        }
        if (letter == 'P') {
            q->arguments[numbers++] = !lua_isnoneornil(L, i + 1);
        }
    }
}

/* A list of cells or numbers, paid for by its length. */
static void push_numbers(lua_State *L, const int *numbers, int count, bool cells)
{
    host_charge(L, (size_t)count);
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        if (cells) {
            push_cell(L, numbers[i]);
        } else {
            lua_pushinteger(L, numbers[i]);
        }
        lua_rawseti(L, -2, i + 1);
    }
}

/* The pieces of a stack, each {piece = name, owner = name}. */
static void push_stack(lua_State *L, const int *pairs, int count)
{
    static const char *const names[] = {"piece", "owner", NULL};
    static const table_fields fields = {"a piece of stack()", names};
    host_charge(L, (size_t)count * 4);
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        lua_createtable(L, 0, 2);
        push_type(L, pairs[2 * i]);
        lua_setfield(L, -2, "piece");
        push_player(L, pairs[2 * i + 1]);
        lua_setfield(L, -2, "owner");
        close_fields(L, &fields);
        lua_rawseti(L, -2, i + 1);
    }
}

static void push_answer(lua_State *L, answer_kind kind, int answer, const int *numbers)
{
    switch (kind) {
    case ANSWER_NUMBER:
        lua_pushinteger(L, answer);
        break;
    case ANSWER_BOOL:
        lua_pushboolean(L, answer);
        break;
    case ANSWER_TYPE:
        push_type(L, answer);
        break;
    case ANSWER_PLAYER:
        push_player(L, answer);
        break;
    case ANSWER_CELL:
        push_cell(L, answer);
        break;
    case ANSWER_CELLS:
    case ANSWER_NUMBERS:
        push_numbers(L, numbers, answer, kind == ANSWER_CELLS);
        break;
    case ANSWER_STACK:
        push_stack(L, numbers, answer / 2);
        break;
    }
}

/* A script asks: the one function behind all rows. */
static int answer_script(lua_State *L, script_question_kind kind)
{
    const question_row *row = &questions[kind];
    script_host *host = host_of(L);
    script_question q = {.kind = kind};
    script_effect effects[SCRIPT_EFFECTS_MAX];
    int numbers[QUESTION_LIST_MAX];
    need_position(L, row->name);
    read_arguments(L, row, &q, effects);
    if (strchr(row->arguments, 's') && !q.arguments[1] && !q.arguments[2]) {
        script_raise(L, "%s() needs a step across, a step up or both, not 0 and 0", row->name);
    }
    if (row->cost) {
        host_charge(L, row->cost > 0 ? (size_t)row->cost : host->world->cells / (size_t)-row->cost);
    }
    char refusal[SCRIPT_REFUSAL_MAX] = "";
    q.refusal = refusal;
    const int answer = host_ask(host, &q, numbers);
    if (answer == SCRIPT_REFUSED) {
        script_raise(L, "%s() got %s", row->name, refusal);
    }
    push_answer(L, row->answer, answer, numbers);
    return 1;
}

#define QUESTION_FUNCTION(name, letters, form, price)                                                                  \
    static int ask_##name(lua_State *L)                                                                                \
    {                                                                                                                  \
        return answer_script(L, SCRIPT_ASK_##name);                                                                    \
    }
SCRIPT_QUESTIONS(QUESTION_FUNCTION)

/* before(f, ...): what f(...) gave before the move that the hook judges. */
static int board_before(lua_State *L)
{
    script_host *host = host_of(L);
    if (lua_type(L, 1) != LUA_TFUNCTION) {
        script_raise(L, "before() needs a function and its arguments, not %s", push_description(L, 1));
    }
    need_position(L, "before");
    if (!host->before) {
        script_raise(L, "before() is about a move that was made, which there is only in hooks `{at: made}`");
    }
    host_charge(L, 256);
    bool looked_before = host->looks_before;
    if (!host_look_before(host)) {
        script_raise(L, "there is no memory for the position before the move");
    }
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    host->looks_before = looked_before; /* after an error the whole call has failed */
    return lua_gettop(L);
}

/* ---- the repetition that a hook judges ---- */

static const script_cycle *need_cycle(lua_State *L, const char *function)
{
    const script_cycle *cycle = host_of(L)->cycle;
    if (!cycle) {
        script_raise(L,
                     "%s() is about a position that occurs again, which there is only in the `hook` of an ending "
                     "`repetition`",
                     function);
    }
    return cycle;
}

/* Turns to a position of the cycle. */
static void look_into_cycle(lua_State *L, size_t number)
{
    script_host *host = host_of(L);
    host_charge(L, 256 + 4 * (host->cycle->count - number)); /* the plies since are undone in a copy */
    host->position_before = host->cycle->position(host->cycle->context, number);
    host->looks_before = true;
    host->cycle_number = number;
}

/* cycle(): the plies since the present position stood first, as a list. */
static int board_cycle(lua_State *L)
{
    static const char *const names[] = {"owner", "piece", "from", "to", NULL};
    static const table_fields fields = {"a ply of cycle()", names};
    const script_cycle *cycle = need_cycle(L, "cycle");
    host_charge(L, cycle->count * 16);
    lua_createtable(L, cycle->count < INT_MAX ? (int)cycle->count : 0, 0);
    for (size_t i = 0; i < cycle->count; i++) {
        const script_ply ply = cycle->ply(cycle->context, i);
        lua_createtable(L, 0, 4);
        push_player(L, ply.owner);
        lua_setfield(L, -2, "owner");
        push_type(L, ply.piece);
        lua_setfield(L, -2, "piece");
        push_cell(L, ply.from);
        lua_setfield(L, -2, "from");
        push_cell(L, ply.to);
        lua_setfield(L, -2, "to");
        close_fields(L, &fields);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    if (host_of(L)->looks_before) {
        look_into_cycle(L, host_of(L)->cycle_number); /* the plies were looked at in the same room */
    }
    return 1;
}

/* at_ply(n, f, ...): what f(...) gave before the ply n of cycle(); one more than all is now. */
static int board_at_ply(lua_State *L)
{
    script_host *host = host_of(L);
    const script_cycle *cycle = need_cycle(L, "at_ply");
    lua_Integer number = read_integer(L, 1, "at_ply(): the first argument", 1, (lua_Integer)cycle->count + 1);
    if (lua_type(L, 2) != LUA_TFUNCTION) {
        script_raise(L, "at_ply() needs the number of a ply, a function and its arguments, not %s",
                     push_description(L, 2));
    }
    const bool looked_before = host->looks_before;
    const size_t looked_at = host->cycle_number;
    look_into_cycle(L, (size_t)number - 1);
    lua_call(L, lua_gettop(L) - 2, LUA_MULTRET);
    host->looks_before = looked_before; /* after an error the whole call has failed */
    if (looked_before) {
        look_into_cycle(L, looked_at); /* a call within a call */
    }
    return lua_gettop(L) - 1;
}

/* ---- opening ---- */

#define QUESTION_NAME(name, letters, form, price) {#name, ask_##name},
static const luaL_Reg WORLD[] = {
    {"at_ply", board_at_ply}, {"before", board_before}, {"cell", world_cell},
    {"cells", world_cells},   {"cycle", board_cycle},   {"file", world_file},
    {"level", world_level},   {"lines", world_lines},   {"name", world_name},
    {"option", world_option}, {"rank", world_rank},     SCRIPT_QUESTIONS(QUESTION_NAME){NULL, NULL},
};

void world_open(lua_State *L)
{
    const script_world *w = host_of(L)->world;
    add_functions(L, WORLD);
    lua_createtable(L, (int)w->players, 0);
    for (size_t i = 0; i < w->players; i++) {
        lua_pushstring(L, w->player_names[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_setfield(L, -2, "players");
}

/* Puts names into the registry from `first` on, and a table from name to number into `slot`. Of equal names the
 * first one counts. Returns the next free key. */
static lua_Integer register_names(lua_State *L, const char *const *names, size_t count, lua_Integer first,
                                  lua_Integer slot)
{
    lua_createtable(L, 0, (int)count);
    for (size_t i = 0; i < count; i++) {
        lua_pushstring(L, names && names[i] ? names[i] : "");
        lua_pushvalue(L, -1);
        lua_rawseti(L, LUA_REGISTRYINDEX, first + (lua_Integer)i);
        lua_pushvalue(L, -1);
        bool known = lua_rawget(L, -3) != LUA_TNIL;
        lua_pop(L, 1);
        lua_pushinteger(L, (lua_Integer)i);
        if (known) {
            lua_pop(L, 2);
        } else {
            lua_rawset(L, -3);
        }
    }
    lua_rawseti(L, LUA_REGISTRYINDEX, slot);
    return first + (lua_Integer)count;
}

void world_prepare(lua_State *L)
{
    script_host *host = host_of(L);
    const script_world *w = host->world;
    host->type_slot = SLOT_FIRST;
    host->player_slot = register_names(L, w->type_names, w->types, host->type_slot, SLOT_TYPES);
    host->cell_slot = register_names(L, w->player_names, w->players + w->nobody, host->player_slot, SLOT_PLAYERS);
    host->counter_slot = register_names(L, w->cell_names, w->cells, host->cell_slot, SLOT_CELLS);
    host->function_slot = register_names(L, w->counter_names, w->counters, host->counter_slot, SLOT_COUNTERS);
    lua_createtable(L, 0, 16);
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, read_move_field);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    lua_rawseti(L, LUA_REGISTRYINDEX, SLOT_MOVE);
}
