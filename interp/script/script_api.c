/* What a script may ask about the variant, and in live hooks about the position.
 *
 * Plain C functions that find their host beside the Lua state: no upvalues, no userdata, nothing that a script
 * could keep for later. The position can be read only while a live hook runs. Names were put into the registry
 * once, so that a read costs no allocation and no search. */
#include "script/internal.h"

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
    push_cell(L, inside ? host_cell_at(host, (int)file - 1, (int)rank - 1) : -1);
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
    if (!host->live || !host->board) {
        script_raise(L, "%s() is about the position, which there is only in live hooks", function);
    }
}

static int ask_about(lua_State *L, question_kind kind, int a, int b)
{
    return ask_number(host_of(L), kind, a, b, NULL, 0);
}

static int board_piece(lua_State *L)
{
    need_position(L, "piece");
    push_type(L, ask_about(L, ASK_TYPE, read_cell(L, 1, "piece(): the argument"), 0));
    return 1;
}

static int board_owner(lua_State *L)
{
    need_position(L, "owner");
    push_player(L, ask_about(L, ASK_OWNER, read_cell(L, 1, "owner(): the argument"), 0));
    return 1;
}

static int board_is_royal(lua_State *L)
{
    need_position(L, "is_royal");
    lua_pushboolean(L, ask_about(L, ASK_ROYAL, read_cell(L, 1, "is_royal(): the argument"), 0));
    return 1;
}

static int board_side_to_move(lua_State *L)
{
    need_position(L, "side_to_move");
    push_player(L, ask_about(L, ASK_SIDE_TO_MOVE, 0, 0));
    return 1;
}

static int board_counter(lua_State *L)
{
    need_position(L, "counter");
    if (lua_type(L, 1) != LUA_TSTRING) {
        script_raise(L, "counter() needs the name of a counter, not %s", push_description(L, 1));
    }
    const char *name = lua_tostring(L, 1);
    lua_pushinteger(L, ask_number(host_of(L), ASK_COUNTER, 0, 0, name, strlen(name) + 1));
    return 1;
}

static int board_in_hand(lua_State *L)
{
    need_position(L, "in_hand");
    int player = read_player(L, 1, "in_hand(): the first argument");
    int type = read_type(L, 2, "in_hand(): the second argument");
    lua_pushinteger(L, ask_about(L, ASK_IN_HAND, player, type));
    return 1;
}

static int board_count(lua_State *L)
{
    need_position(L, "count");
    int player = read_player(L, 1, "count(): the first argument");
    int type = lua_isnoneornil(L, 2) ? -1 : read_type(L, 2, "count(): the second argument");
    host_charge(L, 8);
    lua_pushinteger(L, ask_about(L, ASK_COUNT, player, type));
    return 1;
}

/* Reads the effects that an argument supposes, none where it is left out; returns their size in bytes. */
static size_t supposed_effects(lua_State *L, int index, const char *what, script_effect *effects)
{
    return lua_isnoneornil(L, index) ? 0 : read_effects(L, index, what, effects, SCRIPT_EFFECTS_MAX) * sizeof *effects;
}

static int board_attacked(lua_State *L)
{
    need_position(L, "attacked");
    script_effect effects[SCRIPT_EFFECTS_MAX];
    int cell = read_cell(L, 1, "attacked(): the first argument");
    int player = read_player(L, 2, "attacked(): the second argument");
    size_t length = supposed_effects(L, 3, "attacked(): the third argument", effects);
    host_charge(L, 64); /* more than a read: it may examine each piece of the player */
    lua_pushboolean(L, ask_number(host_of(L), ASK_ATTACKED, cell, player, effects, length));
    return 1;
}

/* Pushes a list of cells, and charges for it. */
static void push_cells(lua_State *L, const int *cells, int count)
{
    host_charge(L, (size_t)count);
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        push_cell(L, cells[i]);
        lua_rawseti(L, -2, i + 1);
    }
}

/* A list of the cells from which the player attacks the cell. */
static int board_attackers(lua_State *L)
{
    need_position(L, "attackers");
    script_effect effects[SCRIPT_EFFECTS_MAX];
    int cell = read_cell(L, 1, "attackers(): the first argument");
    int player = read_player(L, 2, "attackers(): the second argument");
    size_t length = supposed_effects(L, 3, "attackers(): the third argument", effects);
    int cells[QUESTION_LIST_MAX];
    host_charge(L, 64);
    push_cells(L, cells, ask_list(host_of(L), ASK_ATTACKERS, cell, player, effects, length, cells));
    return 1;
}

/* A list of the cells of the pieces that such a piece would attack from the cell. */
static int board_targets(lua_State *L)
{
    need_position(L, "targets");
    script_effect effects[SCRIPT_EFFECTS_MAX];
    int cell = read_cell(L, 1, "targets(): the first argument");
    int type = read_type(L, 2, "targets(): the second argument");
    int player = read_player(L, 3, "targets(): the third argument");
    size_t length = supposed_effects(L, 4, "targets(): the fourth argument", effects);
    int cells[QUESTION_LIST_MAX];
    host_charge(L, 32);
    push_cells(L, cells, ask_list(host_of(L), ASK_TARGETS, cell, pair_of(type, player), effects, length, cells));
    return 1;
}

/* A list of the cells of the player's pieces, of all or of one type. */
static int board_pieces(lua_State *L)
{
    need_position(L, "pieces");
    int player = read_player(L, 1, "pieces(): the first argument");
    int type = lua_isnoneornil(L, 2) ? -1 : read_type(L, 2, "pieces(): the second argument");
    int cells[QUESTION_LIST_MAX];
    host_charge(L, host_of(L)->world->cells / 8);
    push_cells(L, cells, ask_list(host_of(L), ASK_PIECES, player, type, NULL, 0, cells));
    return 1;
}

/* A list of the cells of the player's pieces that could capture in their turn, of all or of one type. */
static int board_capturers(lua_State *L)
{
    need_position(L, "capturers");
    int player = read_player(L, 1, "capturers(): the first argument");
    int type = lua_isnoneornil(L, 2) ? -1 : read_type(L, 2, "capturers(): the second argument");
    int cells[QUESTION_LIST_MAX];
    host_charge(L, 128);
    push_cells(L, cells, ask_list(host_of(L), ASK_CAPTURERS, player, type, NULL, 0, cells));
    return 1;
}

/* A list of the cells of the enemies that a piece of the player on the cell would enclose, with others of that player. */
static int board_enclosed(lua_State *L)
{
    need_position(L, "enclosed");
    int cell = read_cell(L, 1, "enclosed(): the first argument");
    int player = read_player(L, 2, "enclosed(): the second argument");
    int cells[QUESTION_LIST_MAX];
    host_charge(L, 32);
    push_cells(L, cells, ask_list(host_of(L), ASK_ENCLOSED, cell, player, NULL, 0, cells));
    return 1;
}

/* The first piece that a line from the cell meets, or nil. */
static int board_first_piece(lua_State *L)
{
    need_position(L, "first_piece");
    int cell = read_cell(L, 1, "first_piece(): the first argument");
    int across = (int)read_integer(L, 2, "first_piece(): the step across", -WAY_MAX, WAY_MAX);
    int up = (int)read_integer(L, 3, "first_piece(): the step up", -WAY_MAX, WAY_MAX);
    if (!across && !up) {
        script_raise(L, "first_piece() needs a step across, a step up or both, not 0 and 0");
    }
    host_charge(L, 8);
    push_cell(L, ask_about(L, ASK_FIRST_PIECE, cell, pair_of(across + WAY_MAX, up + WAY_MAX)));
    return 1;
}

/* A list of the cells of the player's royal pieces. */
static int board_royals(lua_State *L)
{
    need_position(L, "royals");
    int player = read_player(L, 1, "royals(): the argument");
    int cells[QUESTION_LIST_MAX];
    host_charge(L, 8);
    push_cells(L, cells, ask_list(host_of(L), ASK_ROYALS, player, 0, NULL, 0, cells));
    return 1;
}

/* Asks about the position once the effects in the second argument, if any, have been carried out. */
static int ask_supposing(lua_State *L, question_kind kind, int player, const char *what)
{
    script_effect effects[SCRIPT_EFFECTS_MAX];
    size_t length = supposed_effects(L, 2, what, effects);
    return ask_number(host_of(L), kind, player, 0, effects, length);
}

static int board_check(lua_State *L)
{
    need_position(L, "check");
    int player = read_player(L, 1, "check(): the first argument");
    host_charge(L, 64);
    lua_pushboolean(L, ask_supposing(L, ASK_CHECK, player, "check(): the second argument"));
    return 1;
}

static int board_no_moves(lua_State *L)
{
    need_position(L, "no_moves");
    int player = lua_isnoneornil(L, 1) ? ask_about(L, ASK_SIDE_TO_MOVE, 0, 0)
                                       : read_player(L, 1, "no_moves(): the first argument");
    host_charge(L, 256);
    bool now = lua_isnoneornil(L, 2) && !lua_isnoneornil(L, 1);
    lua_pushboolean(L, now ? ask_about(L, ASK_PLAYER_NO_MOVES, player, 0)
                           : ask_supposing(L, ASK_NO_MOVES, player, "no_moves(): the second argument"));
    return 1;
}

/* Whether the player is to move: now, or when the turn of their board comes. */
static int board_is_to_move(lua_State *L)
{
    need_position(L, "is_to_move");
    lua_pushboolean(L, ask_about(L, ASK_IS_TO_MOVE, read_player(L, 1, "is_to_move(): the argument"), 0));
    return 1;
}

static int board_halfmove_clock(lua_State *L)
{
    need_position(L, "halfmove_clock");
    lua_pushinteger(L, ask_about(L, ASK_HALFMOVE_CLOCK, 0, 0));
    return 1;
}

static int board_ply(lua_State *L)
{
    need_position(L, "ply");
    lua_pushinteger(L, ask_about(L, ASK_TURN_PLY, 0, 0));
    return 1;
}

/* The number of the full move: the first turns of all players are number 1. */
static int board_fullmove(lua_State *L)
{
    need_position(L, "turn");
    lua_pushinteger(L, ask_about(L, ASK_FULLMOVE, 0, 0));
    return 1;
}

/* The faces of the dice that are not used yet, as a list. */
static int board_dice(lua_State *L)
{
    need_position(L, "dice");
    int faces[QUESTION_LIST_MAX];
    int count = ask_list(host_of(L), ASK_DICE, 0, 0, NULL, 0, faces);
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        lua_pushinteger(L, faces[i]);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/* The pieces of a stack from the bottom to the top, each {piece = name, owner = name}. */
static int board_stack(lua_State *L)
{
    need_position(L, "stack");
    int pairs[QUESTION_LIST_MAX];
    int count = ask_list(host_of(L), ASK_STACK, read_cell(L, 1, "stack(): the argument"), 0, NULL, 0, pairs) / 2;
    host_charge(L, (size_t)count * 4);
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        lua_createtable(L, 0, 2);
        push_type(L, pairs[2 * i]);
        lua_setfield(L, -2, "piece");
        push_player(L, pairs[2 * i + 1]);
        lua_setfield(L, -2, "owner");
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

static int board_right(lua_State *L)
{
    need_position(L, "right");
    if (lua_type(L, 1) != LUA_TSTRING) {
        script_raise(L, "right() needs the letter of a right, not %s", push_description(L, 1));
    }
    const char *letter = lua_tostring(L, 1);
    int player = read_player(L, 2, "right(): the second argument");
    lua_pushboolean(L, ask_number(host_of(L), ASK_RIGHT, player, 0, letter, strlen(letter) + 1));
    return 1;
}

/* The cell of the piece that may be captured en passant on this cell, or nil. */
static int board_ep_piece_cell(lua_State *L)
{
    need_position(L, "en_passant");
    int at = ask_about(L, ASK_EP_PIECE_CELL, read_cell(L, 1, "en_passant(): the argument"), 0);
    if (at < 0) {
        lua_pushnil(L);
    } else {
        push_cell(L, at);
    }
    return 1;
}

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

/* ---- opening ---- */

static const luaL_Reg WORLD[] = {
    {"attacked", board_attacked},
    {"attackers", board_attackers},
    {"before", board_before},
    {"capturers", board_capturers},
    {"cell", world_cell},
    {"cells", world_cells},
    {"check", board_check},
    {"count", board_count},
    {"counter", board_counter},
    {"dice", board_dice},
    {"file", world_file},
    {"enclosed", board_enclosed},
    {"first_piece", board_first_piece},
    {"halfmove_clock", board_halfmove_clock},
    {"in_hand", board_in_hand},
    {"is_royal", board_is_royal},
    {"is_to_move", board_is_to_move},
    {"royals", board_royals},
    {"level", world_level},
    {"lines", world_lines},
    {"side_to_move", board_side_to_move},
    {"name", world_name},
    {"option", world_option},
    {"owner", board_owner},
    {"en_passant", board_ep_piece_cell},
    {"piece", board_piece},
    {"pieces", board_pieces},
    {"ply", board_ply},
    {"rank", world_rank},
    {"right", board_right},
    {"no_moves", board_no_moves},
    {"stack", board_stack},
    {"targets", board_targets},
    {"turn", board_fullmove},
    {NULL, NULL},
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
    host->function_slot = register_names(L, w->cell_names, w->cells, host->cell_slot, SLOT_CELLS);
    lua_createtable(L, 0, 16);
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, read_move_field);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    lua_rawseti(L, LUA_REGISTRYINDEX, SLOT_MOVE);
}
