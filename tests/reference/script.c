/* A small host for the games' scripts, with the whole of Lua: nobody here is a stranger. */
#include "reference.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern const char *scripts_folder; /* the folder */

static lua_State *L;
static const position *hook_position;   /* what live hooks look at */
static const position *position_before; /* what before() looks at; NULL: no move is judged that was made */

static void read_effects(int *first, int *count);

static int owner_by_name(const char *name)
{
    for (int o = 0; o < rules.players; o++) {
        if (strcmp(rules.player[o], name) == 0) {
            return o;
        }
    }
    return rules.players;
}

static const char *owner_name(int o)
{
    return o < rules.players ? rules.player[o] : rules.neutral_name;
}

static int api_cell(lua_State *l)
{
    int c = -1;
    if (lua_type(l, 1) == LUA_TSTRING) {
        c = cell_by_name(lua_tostring(l, 1));
    } else {
        int x = (int)luaL_checkinteger(l, 1) - 1, y = (int)luaL_checkinteger(l, 2) - 1;
        c = x < 0 || y < 0 || x >= rules.width || y >= rules.height ? -1 : rules.grid[0][y][x];
    }
    if (c < 0) {
        lua_pushnil(l);
    } else {
        lua_pushinteger(l, c);
    }
    return 1;
}

static int cell_at(lua_State *l, int index)
{
    lua_Integer c = luaL_checkinteger(l, index);
    if (c < 0 || c >= rules.cells) {
        luaL_error(l, "no such cell");
    }
    return (int)c;
}

static int api_file(lua_State *l)
{
    lua_pushinteger(l, rules.x[cell_at(l, 1)] + 1);
    return 1;
}
static int api_rank(lua_State *l)
{
    lua_pushinteger(l, rules.y[cell_at(l, 1)] + 1);
    return 1;
}
static int api_level(lua_State *l)
{
    lua_pushinteger(l, rules.z[cell_at(l, 1)] + 1);
    return 1;
}
static int api_name(lua_State *l)
{
    lua_pushstring(l, rules.name[cell_at(l, 1)]);
    return 1;
}
static int api_cells(lua_State *l)
{
    lua_pushinteger(l, rules.cells);
    return 1;
}
static int api_option(lua_State *l)
{
    lua_pushstring(l, tree_option(luaL_checkstring(l, 1)));
    return 1;
}
static int api_lines(lua_State *l)
{
    int c = cell_at(l, 1), count = 0;
    lua_newtable(l);
    for (int i = 0; i < rules.line_count; i++) {
        bool through = false;
        for (int k = 0; k < rules.line_length[i]; k++) {
            through = through || rules.line[i][k] == c;
        }
        if (through) {
            lua_newtable(l);
            for (int k = 0; k < rules.line_length[i]; k++) {
                lua_pushinteger(l, rules.line[i][k]);
                lua_rawseti(l, -2, k + 1);
            }
            lua_rawseti(l, -2, ++count);
        }
    }
    return 1;
}
static int api_piece(lua_State *l)
{
    const piece m = hook_position->at[cell_at(l, 1)];
    lua_pushstring(l, m.type ? rules.piece_defs[m.type].name : NULL);
    return 1;
}
static int api_owner(lua_State *l)
{
    const piece m = hook_position->at[cell_at(l, 1)];
    lua_pushstring(l, m.type ? owner_name(m.owner) : NULL);
    return 1;
}
static int api_is_royal(lua_State *l)
{
    const piece m = hook_position->at[cell_at(l, 1)];
    lua_pushboolean(l, m.type && m.royal);
    return 1;
}
static int api_royals(lua_State *l)
{
    int o = owner_by_name(luaL_checkstring(l, 1)), count = 0;
    lua_newtable(l);
    for (int c = 0; c < rules.cells; c++) {
        if (hook_position->at[c].type && hook_position->at[c].royal && hook_position->at[c].owner == o) {
            lua_pushinteger(l, c);
            lua_rawseti(l, -2, ++count);
        }
    }
    return 1;
}
static int api_side_to_move(lua_State *l)
{
    lua_pushstring(l, rules.player[hook_position->side_to_move]);
    return 1;
}
static int api_count(lua_State *l)
{
    int o = owner_by_name(luaL_checkstring(l, 1)), t = lua_isnoneornil(l, 2) ? 0 : type_by_name(lua_tostring(l, 2)),
        count = 0;
    for (int c = 0; c < rules.cells; c++) {
        const piece m = hook_position->at[c];
        count += m.type && m.owner == o && (!t || m.type == t);
    }
    lua_pushinteger(l, count);
    return 1;
}
static int api_in_hand(lua_State *l)
{
    lua_pushinteger(l,
                    hook_position->hand[owner_by_name(luaL_checkstring(l, 1))][type_by_name(luaL_checkstring(l, 2))]);
    return 1;
}
static int push_numbers(lua_State *l, const int *numbers, int count)
{
    lua_newtable(l);
    for (int i = 0; i < count; i++) {
        lua_pushinteger(l, numbers[i]);
        lua_rawseti(l, -2, i + 1);
    }
    return 1;
}

/* The position after the effects in that argument, if any, with the player to move. */
static void suppose_at(lua_State *l, int index, int player, position *p)
{
    copy_position(p, hook_position);
    if (lua_istable(l, index)) {
        int first = 0, count = 0;
        lua_pushvalue(l, index);
        read_effects(&first, &count);
        lua_pop(l, 1);
        suppose_effects(p, first, count, player);
    }
    p->side_to_move = player;
}

/* The type of a piece that nobody has named: a royal one, or one that only movements without named victims capture. */
static int supposed_type(void)
{
    int type = 1;
    while (type <= rules.types && !rules.piece_defs[type].royal) {
        type++;
    }
    if (type == MAX_TYPES) {
        unsupported("so many types", NULL);
    }
    return type;
}

/* Makes the cell hold an enemy of the player. */
static void put_enemy(position *p, int cell, int player)
{
    if (!p->at[cell].type || !enemy_of(p->at[cell].owner, player)) {
        int enemy = 0;
        while (!enemy_of(enemy, player)) {
            enemy++;
        }
        int type = supposed_type();
        p->at[cell] = (piece){(uint8_t)type, (uint8_t)enemy, rules.piece_defs[type].royal, 0};
        rules.supposed = cell + 1;
    }
}

/* The pieces of the player in the second argument that attack the cell in the first, as if an enemy stood there. */
static int attackers_by_name(lua_State *l, int *from)
{
    const position *kept = hook_position;
    int c = cell_at(l, 1), by = owner_by_name(luaL_checkstring(l, 2)), count = 0;
    position p;
    suppose_at(l, 3, hook_position->side_to_move, &p);
    put_enemy(&p, c, by);
    find_attackers(&p, c, by, from, &count);
    rules.supposed = 0;
    hook_position = kept;
    return count;
}
static int api_attacked(lua_State *l)
{
    int from[MAX_CELLS];
    lua_pushboolean(l, attackers_by_name(l, from) > 0);
    return 1;
}
static int api_attackers(lua_State *l)
{
    int from[MAX_CELLS], count = attackers_by_name(l, from);
    return push_numbers(l, from, count);
}
/* Each piece in turn is made an enemy, to see whether such a piece on the cell attacks it. */
static int api_targets(lua_State *l)
{
    const position *kept = hook_position;
    int c = cell_at(l, 1), t = type_by_name(luaL_checkstring(l, 2)), o = owner_by_name(luaL_checkstring(l, 3));
    int found[MAX_CELLS], count = 0;
    position p;
    suppose_at(l, 4, hook_position->side_to_move, &p);
    rules.targets_are_all = true;
    for (int to = 0; to < rules.cells; to++) {
        int from[MAX_CELLS], attackers = 0;
        position q;
        if (to == c || !p.at[to].type) {
            continue;
        }
        copy_position(&q, &p);
        q.at[c] = (piece){(uint8_t)t, (uint8_t)o, 0, 0};
        put_enemy(&q, to, o);
        find_attackers(&q, to, o, from, &attackers);
        rules.supposed = 0;
        for (int i = 0; i < attackers; i++) {
            if (from[i] == c) {
                found[count++] = to;
                break;
            }
        }
    }
    rules.targets_are_all = false;
    hook_position = kept;
    return push_numbers(l, found, count);
}
static int api_pieces(lua_State *l)
{
    int o = owner_by_name(luaL_checkstring(l, 1)), t = lua_isnoneornil(l, 2) ? 0 : type_by_name(lua_tostring(l, 2));
    int found[MAX_CELLS], count = 0;
    for (int c = 0; c < rules.cells; c++) {
        const piece m = hook_position->at[c];
        if (m.type && m.owner == o && (!t || m.type == t)) {
            found[count++] = c;
        }
    }
    return push_numbers(l, found, count);
}
/* The pieces of the player that have a capture among their moves. */
static int api_capturers(lua_State *l)
{
    const position *kept = hook_position;
    int o = owner_by_name(luaL_checkstring(l, 1)), t = lua_isnoneornil(l, 2) ? 0 : type_by_name(lua_tostring(l, 2));
    bool can[MAX_CELLS] = {false};
    int found[MAX_CELLS], count = 0;
    position p;
    moves listed = {0};
    copy_position(&p, hook_position);
    p.side_to_move = o;
    board_and_drop_moves(&p, &listed);
    for (int i = 0; i < listed.count; i++) {
        const move *m = &listed.list[i];
        if (m->from >= 0 && m->capture_count) {
            can[m->from] = true;
        }
    }
    moves_free(&listed);
    for (int c = 0; c < rules.cells; c++) {
        const piece m = p.at[c];
        if (can[c] && m.owner == o && (!t || m.type == t)) {
            found[count++] = c;
        }
    }
    hook_position = kept;
    return push_numbers(l, found, count);
}
/* The position after the effects in the second argument, with the player in the first to move. */
static int suppose(lua_State *l, position *p)
{
    int player = lua_isnoneornil(l, 1) ? hook_position->side_to_move : owner_by_name(luaL_checkstring(l, 1));
    suppose_at(l, 2, player, p);
    return player;
}
static int api_check(lua_State *l)
{
    const position *kept = hook_position;
    position p;
    int player = suppose(l, &p);
    bool check = in_check(&p, player);
    hook_position = kept;
    lua_pushboolean(l, check);
    return 1;
}
/* A pass is a legal move, but not of a player who is named. No other hook takes part in the answer. */
static int api_no_moves(lua_State *l)
{
    const position *kept = hook_position;
    position p;
    suppose(l, &p);
    const int hooks = rules.hook_count;
    const bool named = lua_isnoneornil(l, 2) && !lua_isnoneornil(l, 1);
    bool any;
    rules.hook_count = 0;
    if (named) {
        any = some_piece_can(&p);
    } else if (p.to_roll) {
        moves rolls = {0};
        legal_moves(&p, &rolls);
        any = rolls.count > 0;
        moves_free(&rolls);
    } else {
        any = rules.pass == 's' || any_legal(&p);
    }
    rules.hook_count = hooks;
    hook_position = kept;
    lua_pushboolean(l, !any);
    return 1;
}
static int api_is_to_move(lua_State *l)
{
    int o = owner_by_name(luaL_checkstring(l, 1));
    bool waits = rules.boards && rules.board_of[o] != hook_position->board;
    lua_pushboolean(
        l, o == (waits ? hook_position->waiting[rules.board_of[o]].side_to_move : hook_position->side_to_move));
    return 1;
}
static int api_halfmove_clock(lua_State *l)
{
    lua_pushinteger(l, hook_position->halfmove_clock);
    return 1;
}
static int api_ep(lua_State *l)
{
    int c = cell_at(l, 1);
    for (int i = 0; i < hook_position->ep_count; i++) {
        if (hook_position->ep_cell[i] == c) {
            lua_pushinteger(l, hook_position->ep_victim[i]);
            return 1;
        }
    }
    lua_pushnil(l);
    return 1;
}
static int api_counter(lua_State *l)
{
    int i = counter_by_name(luaL_checkstring(l, 1));
    lua_pushinteger(l, i < 0 ? 0 : hook_position->counter[i]);
    return 1;
}
static int api_right(lua_State *l)
{
    const char *letter = luaL_checkstring(l, 1);
    int o = owner_by_name(luaL_checkstring(l, 2));
    bool has = false;
    for (int i = 0; i < rules.right_count; i++) {
        has = has || (rules.rights[i].letter == letter[0] && (hook_position->rights[o] & 1u << i));
    }
    lua_pushboolean(l, has);
    return 1;
}
static int api_dice(lua_State *l)
{
    int sorted[4], count = dice_left(hook_position, sorted);
    return push_numbers(l, sorted, count);
}
static int api_stack(lua_State *l)
{
    int c = cell_at(l, 1),
        height = hook_position->at[c].type ? (rules.stacks ? hook_position->covered_count[c] : 0) + 1 : 0;
    lua_newtable(l);
    for (int i = 0; i < height; i++) {
        const piece m = i == height - 1 ? hook_position->at[c] : hook_position->stack[c][i];
        lua_newtable(l);
        lua_pushstring(l, rules.piece_defs[m.type].name);
        lua_setfield(l, -2, "piece");
        lua_pushstring(l, owner_name(m.owner));
        lua_setfield(l, -2, "owner");
        lua_rawseti(l, -2, i + 1);
    }
    return 1;
}
static int api_ply(lua_State *l)
{
    lua_pushinteger(l, hook_position->ply);
    return 1;
}
static int api_fullmove(lua_State *l)
{
    lua_pushinteger(l, hook_position->fullmove_number);
    return 1;
}

/* What needs nothing but the functions here. */
static const char LINES[] = "unpack = table.unpack\n"
                            "function first_piece(c, across, up)\n"
                            "  local f, r = file(c), rank(c)\n"
                            "  repeat f, r = f + across, r + up; c = cell(f, r) until not c or piece(c)\n"
                            "  return c\n"
                            "end\n"
                            "function enclosed(c, player)\n"
                            "  local all = {}\n"
                            "  for up = -1, 1 do for across = -1, 1 do\n"
                            "    local row, f, r = {}, file(c), rank(c)\n"
                            "    repeat\n"
                            "      f, r = f + across, r + up\n"
                            "      local at = cell(f, r)\n"
                            "      local who = at and owner(at)\n"
                            "      if who and who ~= 'nobody' and who ~= player then row[#row + 1] = at end\n"
                            "      if who == player then for _, e in ipairs(row) do all[#all + 1] = e end end\n"
                            "    until not who or who == 'nobody' or who == player\n"
                            "  end end\n"
                            "  return all\n"
                            "end";

/* before(f, ...): f in the position before the move that a `made` hook judges. */
static int api_before(lua_State *l)
{
    const position *kept = hook_position;
    if (!position_before) {
        return luaL_error(l, "before() without a move made");
    }
    hook_position = position_before;
    lua_call(l, lua_gettop(l) - 1, LUA_MULTRET);
    hook_position = kept;
    return lua_gettop(l);
}

static const history *judged; /* whose last position is a repetition that is judged; NULL: none is */
static int judged_first;

void ref_script_judges(const history *t, int first)
{
    judged = t;
    judged_first = first;
}

/* cycle(): the plies since the position stood first. */
static int api_cycle(lua_State *l)
{
    if (!judged) {
        return luaL_error(l, "cycle() without a repetition");
    }
    lua_newtable(l);
    for (int i = judged_first; i < judged->count - 1; i++) {
        const move *m = &judged->made[i];
        const bool steps = m->kind == MOVE_STEP || m->kind == MOVE_CASTLE;
        lua_newtable(l);
        lua_pushstring(l, rules.player[judged->at[i]->side_to_move]);
        lua_setfield(l, -2, "owner");
        if (steps || m->kind == MOVE_DROP) {
            lua_pushstring(l, rules.piece_defs[steps ? judged->at[i]->at[m->from].type : m->type].name);
            lua_setfield(l, -2, "piece");
            lua_pushinteger(l, m->to);
            lua_setfield(l, -2, "to");
        }
        if (steps) {
            lua_pushinteger(l, m->from);
            lua_setfield(l, -2, "from");
        }
        lua_rawseti(l, -2, i - judged_first + 1);
    }
    return 1;
}

/* at_ply(n, f, ...): f in the position before that ply. */
static int api_at_ply(lua_State *l)
{
    const position *kept = hook_position;
    lua_Integer number = luaL_checkinteger(l, 1);
    if (!judged || number < 1 || number > judged->count - judged_first) {
        return luaL_error(l, "at_ply() without such a ply");
    }
    hook_position = judged->at[judged_first + (int)number - 1];
    lua_call(l, lua_gettop(l) - 2, LUA_MULTRET);
    hook_position = kept;
    return lua_gettop(l) - 1;
}

void ref_script_load(const char *name)
{
    static const luaL_Reg functions[] = {{"cell", api_cell},
                                         {"file", api_file},
                                         {"rank", api_rank},
                                         {"level", api_level},
                                         {"name", api_name},
                                         {"cells", api_cells},
                                         {"option", api_option},
                                         {"lines", api_lines},
                                         {"piece", api_piece},
                                         {"owner", api_owner},
                                         {"is_royal", api_is_royal},
                                         {"royals", api_royals},
                                         {"side_to_move", api_side_to_move},
                                         {"count", api_count},
                                         {"in_hand", api_in_hand},
                                         {"attacked", api_attacked},
                                         {"attackers", api_attackers},
                                         {"targets", api_targets},
                                         {"pieces", api_pieces},
                                         {"capturers", api_capturers},
                                         {"check", api_check},
                                         {"no_moves", api_no_moves},
                                         {"en_passant", api_ep},
                                         {"counter", api_counter},
                                         {"right", api_right},
                                         {"dice", api_dice},
                                         {"stack", api_stack},
                                         {"ply", api_ply},
                                         {"turn", api_fullmove},
                                         {"before", api_before},
                                         {"cycle", api_cycle},
                                         {"at_ply", api_at_ply},
                                         {"is_to_move", api_is_to_move},
                                         {"halfmove_clock", api_halfmove_clock},
                                         {NULL, NULL}};
    char path[512];
    if (L) {
        lua_close(L);
    }
    L = luaL_newstate();
    luaL_openlibs(L);
    for (const luaL_Reg *f = functions; f->name; f++) {
        lua_register(L, f->name, f->func);
    }
    lua_newtable(L);
    for (int o = 0; o < rules.players; o++) {
        lua_pushstring(L, rules.player[o]);
        lua_rawseti(L, -2, o + 1);
    }
    lua_setglobal(L, "players");
    if (luaL_dostring(L, LINES) != LUA_OK) {
        abort();
    }
    snprintf(path, sizeof path, "%s/%s", scripts_folder, name);
    if (access(path, R_OK) != 0) { /* of the real game that a made-up one extends */
        snprintf(path, sizeof path, "scripts/%s", name);
    }
    if (luaL_dofile(L, path) != LUA_OK) {
        fprintf(stderr, "reference: %s\n", lua_tostring(L, -1));
        exit(2);
    }
}

bool ref_script_defines(const char *function)
{
    if (!L) {
        return false;
    }
    lua_getglobal(L, function);
    bool is = lua_isfunction(L, -1);
    lua_pop(L, 1);
    return is;
}

static void call(int arguments)
{
    if (lua_pcall(L, arguments, 1, 0) != LUA_OK) {
        fprintf(stderr, "reference: script: %s\n", lua_tostring(L, -1));
        exit(2);
    }
}

static int field_cell(const char *key)
{
    lua_getfield(L, -1, key);
    int c = lua_isnil(L, -1) ? -1 : (int)lua_tointeger(L, -1);
    lua_pop(L, 1);
    return c;
}

void ref_script_start_fen(const char *function, int number, int second, char *fen, size_t room)
{
    if (strncmp(function, "hook ", 5) == 0) {
        function += 5;
    }
    lua_getglobal(L, function);
    lua_pushinteger(L, number);
    lua_pushinteger(L, second);
    call(2);
    snprintf(fen, room, "%s", lua_tostring(L, -1));
    lua_pop(L, 1);
}

bool ref_script_castling(const char *function, int king, int partner, int owner, int *king_to, int *partner_to)
{
    lua_getglobal(L, function);
    lua_pushinteger(L, king);
    lua_pushinteger(L, partner);
    lua_pushstring(L, owner_name(owner));
    call(3);
    bool may = lua_istable(L, -1);
    if (may) {
        *king_to = field_cell("king");
        *partner_to = field_cell("partner");
    }
    lua_pop(L, 1);
    return may;
}

void ref_script_filter(const char *function)
{
    rules.filter = calloc(MAX_OWNERS, sizeof *rules.filter);
    for (int o = 0; o < rules.players; o++) {
        for (int a = 0; a < rules.cells; a++) {
            for (int b = 0; b < rules.cells; b++) {
                lua_getglobal(L, function);
                lua_pushinteger(L, a);
                lua_pushinteger(L, b);
                lua_pushstring(L, owner_name(o));
                call(3);
                rules.filter[o][a][b] = lua_toboolean(L, -1);
                lua_pop(L, 1);
            }
        }
    }
}

static struct {
    char function[48];
} leap_hooks[8];
static int leap_hook_count;

void ref_script_leaps(const char *function, int set)
{
    snprintf(leap_hooks[set].function, sizeof leap_hooks[set].function, "%s", function);
    leap_hook_count = set + 1;
}

static void stage_leaps(int set)
{
    for (int t = 1; t <= rules.types; t++) {
        bool uses = false;
        for (int i = 0; i < rules.piece_defs[t].movement_count; i++) {
            uses = uses || rules.piece_defs[t].movements[i]->leap_set == set;
        }
        for (int o = 0; uses && o < rules.players; o++) {
            for (int c = 0; c < rules.cells; c++) {
                lua_getglobal(L, leap_hooks[set].function);
                lua_pushstring(L, rules.piece_defs[t].name);
                lua_pushstring(L, owner_name(o));
                lua_pushinteger(L, c);
                call(3);
                int count = (int)lua_rawlen(L, -1);
                if (count > 64) {
                    unsupported("so many leaps", NULL);
                }
                rules.leap_count[set][t][o][c] = (uint8_t)count;
                for (int i = 0; i < count; i++) {
                    int16_t *leap = rules.leap[set][t][o][c][i];
                    lua_rawgeti(L, -1, i + 1);
                    leap[0] = -1;
                    if (lua_istable(L, -1)) {
                        lua_rawgeti(L, -1, 1);
                        leap[0] = (int16_t)lua_tointeger(L, -1);
                        lua_rawgeti(L, -2, 2);
                        leap[1] = (int16_t)lua_tointeger(L, -1);
                        lua_pop(L, 2);
                    } else {
                        leap[1] = (int16_t)lua_tointeger(L, -1);
                    }
                    lua_pop(L, 1);
                }
                lua_pop(L, 1);
            }
        }
    }
}

static void push_piece(int type, int royal, int owner)
{
    lua_newtable(L);
    lua_pushstring(L, rules.piece_defs[type].name);
    lua_setfield(L, -2, "type");
    lua_pushboolean(L, royal);
    lua_setfield(L, -2, "royal");
    lua_pushstring(L, owner_name(owner));
    lua_setfield(L, -2, "owner");
}

static void stage_capture(int captor_owner, int victim_owner, int a, int b, int royals)
{
    lua_getglobal(L, "on_capture");
    push_piece(a, royals & 1, captor_owner);
    push_piece(b, royals >> 1, victim_owner);
    call(2);
    if (lua_istable(L, -1)) {
        lua_getfield(L, -1, "becomes");
        rules.transforms_to[captor_owner][victim_owner][royals & 1][a][royals >> 1][b] =
            lua_isstring(L, -1) ? type_by_name(lua_tostring(L, -1)) : 0;
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static void stage_captures(void)
{
    const int owners = rules.players + (rules.neutral_name[0] ? 1 : 0);
    rules.on_capture = true;
    rules.transforms_to = calloc(MAX_OWNERS, sizeof *rules.transforms_to);
    for (int i = 0; i < owners * owners; i++) {
        for (int k = 0; k < rules.types * rules.types * 4; k++) {
            stage_capture(i / owners, i % owners, k / 4 / rules.types + 1, k / 4 % rules.types + 1, k % 4);
        }
    }
}

void ref_script_stage(void)
{
    if (rules.leaps) {
        rules.leap = calloc(8, sizeof *rules.leap);
    }
    for (int i = 0; i < rules.leaps; i++) {
        stage_leaps(i);
    }
    if (ref_script_defines("on_capture")) {
        stage_captures();
    }
}

bool ref_script_ending(const char *function, const position *p, verdict *v, bool *said)
{
    hook_position = p;
    lua_getglobal(L, function);
    call(0);
    *said = lua_istable(L, -1);
    if (*said) {
        lua_getfield(L, -1, "result");
        if (lua_isstring(L, -1)) {
            v->draw = strcmp(lua_tostring(L, -1), "draw") == 0;
        }
        lua_getfield(L, -2, "winner");
        if (lua_isstring(L, -1)) {
            v->draw = false;
            v->share = 100;
            v->winner = owner_by_name(lua_tostring(L, -1));
        }
        lua_getfield(L, -3, "reason");
        if (lua_isstring(L, -1)) {
            snprintf(v->reason, sizeof v->reason, "%s", lua_tostring(L, -1));
        }
        lua_pop(L, 3);
    }
    lua_pop(L, 1);
    return true;
}

/* ---- live hooks ---- */

static effect *effect_store;
static int effect_store_count, effect_store_room;

effect *effect_at(int index)
{
    return &effect_store[index];
}

int effect_add(effect e)
{
    if (effect_store_count == effect_store_room) {
        effect_store_room = effect_store_room ? 2 * effect_store_room : 256;
        effect_store = realloc(effect_store, sizeof *effect_store * (size_t)effect_store_room);
    }
    effect_store[effect_store_count] = e;
    return effect_store_count++;
}

void effects_clear(void)
{
    effect_store_count = 0;
}

static void set_text(const char *key, const char *text)
{
    if (text) {
        lua_pushstring(L, text);
        lua_setfield(L, -2, key);
    }
}

static void set_number(const char *key, int n)
{
    if (n >= 0) {
        lua_pushinteger(L, n);
        lua_setfield(L, -2, key);
    }
}

/* The captured piece that hooks hear of: the first on the way, the one where the move ends, or else the first on the board. */
static int reported_victim(const move *m)
{
    int first = m->captured[0];
    for (int i = 0; i < m->capture_count && !m->chain && !m->captured_on_way && !m->is_en_passant; i++) {
        if (m->captured[i] == m->to) {
            return m->to;
        }
        first = m->captured[i] < first ? m->captured[i] : first;
    }
    return first;
}

static void set_yes(const char *key, bool yes)
{
    lua_pushboolean(L, yes);
    lua_setfield(L, -2, key);
}

/* All pieces that the move captures, the reported one first, then those on the way, then the others by their cells. */
static void set_victims(const move *m, const position *before)
{
    int cells[MAX_CAPTURED + 2], count = 0;
    for (int i = 0; i < m->capture_count; i++) {
        cells[count++] = m->captured[i];
    }
    if (!m->chain && count > 1) {
        const int first = m->captured_on_way || m->is_en_passant ? 1 : 0;
        if (!first) {
            for (int i = 0; i < count; i++) {
                if (cells[i] == reported_victim(m)) {
                    cells[i] = cells[0];
                    cells[0] = reported_victim(m);
                }
            }
        }
        for (int i = 1; i < count; i++) { /* the one where the move ends comes before the others */
            for (int k = i + 1; k < count; k++) {
                if (cells[k] == m->to || (cells[i] != m->to && cells[k] < cells[i])) {
                    int c = cells[i];
                    cells[i] = cells[k];
                    cells[k] = c;
                }
            }
        }
    }
    if (m->row_capture >= 0 && m->choice == -2) {
        cells[count++] = m->row_capture;
    }
    lua_newtable(L);
    for (int i = 0; i < count; i++) {
        lua_newtable(L);
        set_number("cell", cells[i]);
        set_text("piece", rules.piece_defs[before->at[cells[i]].type].name);
        set_text("owner", owner_name(before->at[cells[i]].owner));
        lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "victims");
}

/* The pieces that a listed move captures, in the order of its effects; the first one is said to be captured. */
static void set_listed_victims(const move *m, const position *before)
{
    piece at[MAX_CELLS];
    int count = 0, first = -1;
    piece victim = {0};
    memcpy(at, before->at, sizeof at);
    lua_newtable(L);
    for (int i = 0; i < m->effect_count; i++) {
        const effect *e = effect_at(m->effects + i);
        if (e->kind == 't') {
            lua_newtable(L);
            set_number("cell", e->cell);
            set_text("piece", rules.piece_defs[at[e->cell].type].name);
            set_text("owner", owner_name(at[e->cell].owner));
            lua_rawseti(L, -2, ++count);
            victim = first < 0 ? at[e->cell] : victim;
            first = first < 0 ? e->cell : first;
        } else if (e->kind == 'm') {
            at[e->to] = at[e->cell];
        } else if (e->kind == 'p') {
            at[e->cell] = (piece){(uint8_t)e->type, (uint8_t)e->owner, false, 0};
        } else if (e->kind == 'T') {
            at[e->cell].type = (uint8_t)e->type;
        } else if (e->kind == 'g') {
            at[e->cell].owner = (uint8_t)e->owner;
        }
    }
    lua_setfield(L, -2, "victims");
    if (first >= 0) {
        set_text("captured", rules.piece_defs[victim.type].name);
        set_text("captured_owner", owner_name(victim.owner));
        set_number("captured_at", first);
    }
}

/* The captured piece of which hooks hear: one by the move, or else by a row; -1. */
static int heard_victim(const move *m)
{
    return m->capture_count ? reported_victim(m) : m->row_capture >= 0 && m->choice == -2 ? m->row_capture : -1;
}

/* Whether the hook wants one of the pieces that the move captures. */
static bool wants_victim(const hook *h, const move *m, const position *before)
{
    bool wants = m->row_capture >= 0 && m->choice == -2 && h->captured[before->at[m->row_capture].type];
    for (int i = 0; i < m->capture_count; i++) {
        wants = wants || h->captured[before->at[m->captured[i]].type];
    }
    for (int i = 0; rules.blast && m->capture_count && i < rules.blast_reach->vector_count; i++) {
        const int c = shift(m->to, rules.blast_reach->vectors[i]),
                  type = c >= 0 && c != m->from ? before->at[c].type : 0;
        wants = wants || (type && !rules.blast_spares[type] && h->captured[type]);
    }
    return wants;
}

/* The move as hooks see it; `partner`: the second half of a castling. */
static void push_move(const move *m, const position *before, const position *after, bool partner)
{
    lua_newtable(L);
    int from = partner ? m->rook_from : m->from, to = partner ? m->rook_to : m->to;
    set_number("from", from);
    set_number("to", m->kind == MOVE_HOOK && from < 0 ? -1 : to);
    if (m->kind == MOVE_HOOK) {
        set_text("owner", rules.player[before->side_to_move]);
        set_yes("drop", false);
        set_yes("removal", false);
        set_yes("pass", false);
        set_listed_victims(m, before);
        return;
    }
    int type = m->kind == MOVE_DROP ? m->drop_type : from >= 0 ? before->at[from].type : 0;
    set_text("piece", type ? rules.piece_defs[type].name : NULL);
    int owner = m->kind == MOVE_DROP || from < 0 ? before->side_to_move : before->at[from].owner;
    set_text("owner", owner_name(owner)); /* a neutral piece has its own */
    int became = m->into ? m->into : after && to >= 0 && after->at[to].type ? after->at[to].type : type;
    set_text("becomes", became ? rules.piece_defs[became].name : NULL);
    if (heard_victim(m) >= 0) {
        const piece victim = before->at[heard_victim(m)];
        set_text("captured", rules.piece_defs[victim.type].name);
        set_text("captured_owner", owner_name(victim.owner));
        set_number("captured_at", heard_victim(m));
    }
    set_victims(m, before);
    set_yes("drop", m->kind == MOVE_DROP);
    set_yes("removal", m->kind == MOVE_REMOVE);
    set_yes("pass", m->kind == MOVE_STAY && !m->into);
    if (m->kind == MOVE_CASTLE) {
        const char letter[2] = {rules.rights[rules.castle[m->castle].right].letter, '\0'};
        set_text("castling", letter);
        set_text("half", partner ? "partner" : "king");
    }
    if (!partner) {
        int put = rules.put_by_itself ? (m->from == to ? -1 : m->from) : m->put - 1;
        set_number("put", put);
    }
}

static bool zone_full(const zone *z, const position *p, int player)
{
    for (int c = 0; c < rules.cells; c++) {
        if (z->has[player][c] && !(p->at[c].type && p->at[c].owner == player)) {
            return false;
        }
    }
    return true;
}

/* Whether the hook is asked about the move at all. */
static bool hook_applies(const hook *h, const move *m, const position *before, const position *after, bool partner)
{
    int player = before->side_to_move, to = partner ? m->rook_to : m->to, from = partner ? m->rook_from : m->from;
    int type = m->kind == MOVE_DROP ? m->drop_type : from >= 0 ? before->at[from].type : 0;
    if (m->kind == MOVE_PASS || m->kind == MOVE_END_TURN || m->kind == MOVE_ROLL) {
        return false;
    }
    if (m->kind == MOVE_HOOK && m->by) {
        return false; /* it prepares the game */
    }
    if (m->kind == MOVE_HOOK) { /* no piece makes it */
        return !h->only_captures && !h->only_drops && !h->has_pieces && !h->has_captured && !h->to && !h->only_checks &&
               !h->no_captures && !h->no_drops && !h->no_checks;
    }
    if (heard_victim(m) < 0 ? h->only_captures : h->no_captures) {
        return false;
    }
    if (m->kind == MOVE_DROP ? h->no_drops : h->only_drops) {
        return false;
    }
    if ((h->has_pieces && !h->pieces[type]) || (h->has_captured && !wants_victim(h, m, before))) {
        return false;
    }
    if ((h->to && !(to >= 0 && h->to->has[player][to])) || (h->full && !zone_full(h->full, before, player))) {
        return false;
    }
    if ((h->only_checks || h->no_checks) && partner && hook_applies(h, m, before, NULL, false)) {
        return false; /* it has heard of the castling */
    }
    if (h->no_checks && after && gives_check(after, player)) {
        return false;
    }
    if (h->only_checks && after) {
        bool series = h->has_unless && before->counter[h->unless_zero[player]] != 0;
        if (!series && !gives_check(after, player)) {
            return false;
        }
        if (h->only_mates) {
            position next = *after;
            next.side_to_move = (player + 1) % rules.players;
            for (int i = 0; i < rules.players && !enemy_of(next.side_to_move, player); i++) {
                next.side_to_move = (next.side_to_move + 1) % rules.players;
            }
            int hooks = rules.hook_count;
            rules.hook_count = 0; /* hooks left out */
            bool mate = in_check(&next, next.side_to_move) && !has_answer(&next);
            rules.hook_count = hooks;
            if (!mate) {
                return false;
            }
        }
    }
    return true;
}

static int field_number(const char *key, int fallback)
{
    lua_getfield(L, -1, key);
    int n = lua_isnil(L, -1) ? fallback : (int)lua_tointeger(L, -1);
    lua_pop(L, 1);
    return n;
}

static const char *field_text(const char *key)
{
    lua_getfield(L, -1, key);
    const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
    lua_pop(L, 1);
    return text;
}

/* The effect on top of the stack. */
static effect read_effect(void)
{
    static const struct {
        const char *key;
        char kind;
    } kinds[] = {{"capture", 't'}, {"put", 'p'},        {"transform", 'T'},      {"give", 'g'},
                 {"move", 'm'},    {"hand", 'h'},       {"counter", 'c'},        {"right", 'r'},
                 {"to_hand", 'l'}, {"en_passant", 'P'}, {"halfmove_clock", 'q'}, {"put_under", 'b'},
                 {"use_die", 'd'}, {"swap", 's'},       {"next_player", 'a'},    {"roll", 'R'}};
    effect e = {0};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !e.kind; i++) {
        lua_getfield(L, -1, kinds[i].key);
        if (!lua_isnil(L, -1)) {
            e.kind = kinds[i].kind;
            e.cell = lua_type(L, -1) == LUA_TNUMBER ? (int)lua_tointeger(L, -1) : -1;
            if (lua_type(L, -1) == LUA_TSTRING) {
                const char *word = lua_tostring(L, -1);
                if (strchr("haR", e.kind)) {
                    e.owner = owner_by_name(word);
                } else if (e.kind == 'c') {
                    e.counter = counter_by_name(word);
                } else if (e.kind == 'r') {
                    for (int r = 0; r < rules.right_count; r++) {
                        e.right = rules.rights[r].letter == word[0] ? r : e.right;
                    }
                }
            }
        }
        lua_pop(L, 1);
    }
    if (!e.kind) {
        unsupported("an effect of", "a script");
    }
    if (field_text("owner")) {
        e.owner = owner_by_name(field_text("owner"));
    }
    if (e.kind == 'g') {
        e.owner = owner_by_name(field_text("to"));
    } else {
        e.to = field_number("to", -1);
    }
    if (field_text("piece")) {
        e.type = type_by_name(field_text("piece"));
    }
    if (field_text("into")) {
        e.type = type_by_name(field_text("into"));
    }
    e.add = field_number("add", 0);
    lua_getfield(L, -1, "set");
    e.has_set = !lua_isnil(L, -1);
    e.set = (int)lua_tointeger(L, -1);
    e.flag = lua_toboolean(L, -1);
    lua_pop(L, 1);
    if (e.kind == 'P' || e.kind == 's') {
        e.to = field_number(e.kind == 's' ? "with" : "by", -1);
    }
    return e;
}

/* The list of effects on top of the stack. */
static void read_effects(int *first, int *count)
{
    int n = (int)lua_rawlen(L, -1);
    *count = 0;
    for (int i = 1; i <= n; i++) {
        lua_rawgeti(L, -1, i);
        int index = effect_add(read_effect());
        *first = *count == 0 ? index : *first;
        (*count)++;
        lua_pop(L, 1);
    }
}

bool hook_after(const hook *h, const position *p, const move *m, const position *before, int *first, int *count)
{
    *count = 0;
    bool partner = *first == -2;
    if (!hook_applies(h, m, before, p, partner)) {
        return false;
    }
    hook_position = p;
    lua_getglobal(L, h->name);
    push_move(m, before, p, partner);
    call(1);
    if (lua_istable(L, -1)) {
        read_effects(first, count);
    }
    lua_pop(L, 1);
    return *count > 0;
}

static bool half_allowed(const hook *h, const position *p, const move *m, const position *before, bool made,
                         bool partner)
{
    if (!hook_applies(h, m, before, made ? p : NULL, partner)) {
        return true;
    }
    hook_position = p;
    position_before = made ? before : NULL;
    lua_getglobal(L, h->name);
    push_move(m, before, made ? p : NULL, partner);
    call(1);
    position_before = NULL;
    bool allowed = lua_isnil(L, -1) || (lua_isboolean(L, -1) && lua_toboolean(L, -1));
    lua_pop(L, 1);
    return allowed;
}

bool hook_allows(const hook *h, const position *p, const move *m, const position *before, bool made)
{
    return half_allowed(h, p, m, before, made, false) &&
           (m->kind != MOVE_CASTLE || half_allowed(h, p, m, before, made, true));
}

void hook_choices(const hook *h, const position *made, const position *before, const move *m, moves *out)
{
    int n = 0;
    const bool partner = m->kind == MOVE_CASTLE && !hook_applies(h, m, before, made, false);
    if (hook_applies(h, m, before, made, partner)) {
        hook_position = made;
        lua_getglobal(L, h->name);
        push_move(m, before, made, partner);
        call(1);
        n = lua_istable(L, -1) ? (int)lua_rawlen(L, -1) : 0;
        for (int i = 1; i <= n; i++) {
            lua_rawgeti(L, -1, i);
            move *one = moves_add(out);
            *one = *m;
            one->choice = i;
            snprintf(one->text, sizeof one->text, "%s", field_text("text") ? field_text("text") : "");
            read_effects(&one->effects, &one->effect_count);
            lua_pop(L, 1);
        }
        lua_pop(L, 1);
    }
    if (!n) {
        *moves_add(out) = *m;
    }
}

/* Calls the hook, with a table about the player's pieces on the cell unless it is -1, and adds what it lists. */
static void add_listed(const hook *h, const position *p, int cell, moves *out)
{
    lua_getglobal(L, h->name);
    if (cell >= 0) {
        lua_newtable(L);
        set_number("from", cell);
        set_text("owner", rules.player[p->side_to_move]);
        set_text("piece", p->at[cell].type ? rules.piece_defs[p->at[cell].type].name : NULL);
    }
    call(cell >= 0);
    int n = lua_istable(L, -1) ? (int)lua_rawlen(L, -1) : 0;
    for (int i = 1; i <= n; i++) {
        lua_rawgeti(L, -1, i);
        move *m = moves_add(out);
        m->kind = MOVE_HOOK;
        m->from = field_number("from", -1);
        m->to = field_number("to", -1);
        const char *text = field_text("text");
        if (text) {
            snprintf(m->text, sizeof m->text, "%s", text);
        } else {
            snprintf(m->text, sizeof m->text, "%s%s", rules.name[m->from], rules.name[m->to]);
        }
        read_effects(&m->effects, &m->effect_count);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/* Whether the player has a piece of the hook on the cell, on top or below. */
static bool is_listed_from(const hook *h, const position *p, int cell)
{
    bool has = p->at[cell].type && p->at[cell].owner == p->side_to_move && h->pieces[p->at[cell].type];
    for (int i = 0; rules.stacks && i < p->covered_count[cell]; i++) {
        const piece *one = &p->stack[cell][i];
        has = has || (one->owner == p->side_to_move && h->pieces[one->type]);
    }
    return has;
}

void hook_moves(const hook *h, const position *p, moves *out)
{
    hook_position = p;
    if (!h->has_pieces) {
        add_listed(h, p, -1, out);
        return;
    }
    for (int c = 0; c < rules.cells; c++) {
        if (is_listed_from(h, p, c)) {
            add_listed(h, p, c, out);
        }
    }
}
