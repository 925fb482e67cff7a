/* The part of Lua's standard library that scripts have, written again here.
 *
 * Left out, each for a reason: load and its like (foreign code); pcall and coroutines (could swallow an exceeded
 * budget); metatables (code that runs where nobody calls it); next and Lua's own pairs (an order that changes from
 * run to run); random, time, files, collectgarbage; string patterns (unlimited backtracking); string.rep and
 * format. What is here charges the budget where its work grows with its input, gives the same answer everywhere,
 * and never shows an address. */
#include "script/internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    UNPACK_MAX = 200,       /* values on the stack at once */
    NUMBER_TEXT_MAX = 64,   /* the longest text that tonumber reads */
    PRINT_BYTES_MAX = 4000, /* one call of print() */
    PRINTS_MAX = 1000,      /* lines of one host */
    NAMES_MAX = 400,        /* names that "did you mean" looks at */
    BYTES_MAX = 200,        /* values that string.byte gives at once */
};

void add_functions(lua_State *L, const luaL_Reg *rows)
{
    for (; rows->name; rows++) {
        lua_pushcfunction(L, rows->func);
        lua_setfield(L, -2, rows->name);
    }
}

/* ---- base ---- */

static void check_value(lua_State *L, int index, const char *function)
{
    if (lua_isnone(L, index)) {
        script_raise(L, "%s() needs a value", function);
    }
}

static void check_table(lua_State *L, int index, const char *what)
{
    if (!lua_istable(L, index)) {
        script_raise(L, "%s must be a table, not %s", what, push_description(L, index));
    }
}

static const char *check_text(lua_State *L, int index, const char *what, size_t *length)
{
    if (lua_type(L, index) != LUA_TSTRING) {
        script_raise(L, "%s must be a text, not %s", what, push_description(L, index));
    }
    return lua_tolstring(L, index, length);
}

static int base_error(lua_State *L)
{
    lua_settop(L, 1);
    if (lua_type(L, 1) != LUA_TSTRING) {
        /* an error is a text for a person; tables and the like are rejected */
        script_raise(L, "the script called error() with %s", push_description(L, 1));
    }
    return lua_error(L);
}

static int base_assert(lua_State *L)
{
    check_value(L, 1, "assert");
    if (lua_toboolean(L, 1)) {
        return lua_gettop(L);
    }
    if (lua_type(L, 2) == LUA_TSTRING) {
        lua_settop(L, 2);
        return lua_error(L);
    }
    script_raise(L, "assertion failed");
}

static int base_type(lua_State *L)
{
    check_value(L, 1, "type");
    lua_pushstring(L, lua_typename(L, lua_type(L, 1)));
    return 1;
}

static int base_rawequal(lua_State *L)
{
    check_value(L, 2, "rawequal");
    lua_pushboolean(L, lua_rawequal(L, 1, 2));
    return 1;
}

static int base_rawlen(lua_State *L)
{
    if (lua_type(L, 1) != LUA_TSTRING) {
        check_table(L, 1, "rawlen(): the argument");
    }
    lua_pushinteger(L, (lua_Integer)lua_rawlen(L, 1));
    return 1;
}

static int base_select(lua_State *L)
{
    int count = lua_gettop(L) - 1;
    size_t length = 0;
    if (lua_type(L, 1) == LUA_TSTRING && strcmp(lua_tolstring(L, 1, &length), "#") == 0) {
        lua_pushinteger(L, count);
        return 1;
    }
    lua_Integer n =
        read_integer(L, 1, "select(): the first argument", -(lua_Integer)(count > 0 ? count : 0), LUA_MAXINTEGER);
    if (n == 0) {
        script_raise(L, "select() counts from 1");
    }
    if (n < 0) {
        return (int)-n;
    }
    return n > count ? 0 : count - (int)n + 1;
}

static int base_tostring(lua_State *L)
{
    check_value(L, 1, "tostring");
    switch (lua_type(L, 1)) {
    case LUA_TNIL:
        lua_pushliteral(L, "nil");
        break;
    case LUA_TBOOLEAN:
        lua_pushstring(L, lua_toboolean(L, 1) ? "true" : "false");
        break;
    case LUA_TNUMBER:
    case LUA_TSTRING:
        lua_settop(L, 1);
        (void)lua_tolstring(L, 1, NULL); /* the argument is ours to change */
        break;
    default:
        lua_pushstring(L, lua_typename(L, lua_type(L, 1))); /* the library would show an address */
        break;
    }
    return 1;
}

static int base_tonumber(lua_State *L)
{
    check_value(L, 1, "tonumber");
    lua_settop(L, 1);
    if (lua_type(L, 1) == LUA_TNUMBER) {
        return 1;
    }
    size_t length = 0;
    const char *bytes = lua_type(L, 1) == LUA_TSTRING ? lua_tolstring(L, 1, &length) : NULL;
    if (!bytes || length > NUMBER_TEXT_MAX || lua_stringtonumber(L, bytes) != length + 1) {
        lua_pushnil(L);
    }
    return 1;
}

/* i + 1. A script may call an iterator itself with any number: the sum wraps instead of overflowing. */
static lua_Integer after(lua_Integer i)
{
    return (lua_Integer)((lua_Unsigned)i + 1);
}

static int next_index(lua_State *L)
{
    lua_Integer i = after(lua_tointeger(L, 2));
    lua_settop(L, 1);
    lua_pushinteger(L, i);
    return lua_istable(L, 1) && lua_rawgeti(L, 1, i) != LUA_TNIL ? 2 : 0;
}

static int base_ipairs(lua_State *L)
{
    check_table(L, 1, "ipairs(): the argument");
    lua_pushcfunction(L, next_index);
    lua_pushvalue(L, 1);
    lua_pushinteger(L, 0);
    return 3;
}

/* ---- sorting: a merge sort over Lua tables. It is stable, and no comparison function can make it leave the list
 * or run longer. ---- */

/* Compares a and b, the two values on top of the stack, and pops them. */
typedef bool (*comes_before)(lua_State *L, int function);

static int compare_text(lua_State *L)
{
    size_t a_length = 0, b_length = 0;
    const char *a = lua_tolstring(L, -2, &a_length);
    const char *b = lua_tolstring(L, -1, &b_length);
    size_t shared = a_length < b_length ? a_length : b_length;
    int order = memcmp(a, b, shared); /* by bytes: Lua's < uses the locale */
    return order != 0 ? order : (a_length > b_length) - (a_length < b_length);
}

static bool by_value(lua_State *L, int function)
{
    (void)function;
    bool before = false;
    if (lua_type(L, -2) == LUA_TSTRING && lua_type(L, -1) == LUA_TSTRING) {
        before = compare_text(L) < 0;
    } else if (lua_type(L, -2) == LUA_TNUMBER && lua_type(L, -1) == LUA_TNUMBER) {
        before = lua_compare(L, -2, -1, LUA_OPLT) != 0;
    } else {
        script_raise(
            L, "table.sort() compares numbers with numbers and texts with texts; give it a function for the rest");
    }
    lua_pop(L, 2);
    return before;
}

static bool by_function(lua_State *L, int function)
{
    lua_pushvalue(L, function);
    lua_insert(L, -3);
    lua_call(L, 2, 1);
    bool before = lua_toboolean(L, -1) != 0;
    lua_pop(L, 1);
    return before;
}

/* Keys: numbers first, then texts. */
static bool by_key(lua_State *L, int function)
{
    bool a_text = lua_type(L, -2) == LUA_TSTRING;
    bool b_text = lua_type(L, -1) == LUA_TSTRING;
    if (a_text != b_text) {
        lua_pop(L, 2);
        return b_text;
    }
    return by_value(L, function);
}

/* Merges [low, middle) and [middle, high) of the list at `from` into the one at `to`. */
static void merge(lua_State *L, int from, int to, lua_Integer low, lua_Integer middle, lua_Integer high,
                  comes_before before, int function)
{
    lua_Integer left = low;
    lua_Integer right = middle;
    for (lua_Integer k = low; k < high; k++) {
        bool take_right = left >= middle;
        if (!take_right && right < high) {
            lua_rawgeti(L, from, right);
            lua_rawgeti(L, from, left);
            take_right = before(L, function);
        }
        lua_rawgeti(L, from, take_right ? right++ : left++);
        lua_rawseti(L, to, k);
    }
}

/* Sorts 1..count of the list at `list`, with an empty table at `other` as working space; returns which one holds
 * the result. */
static int merge_sort(lua_State *L, int list, int other, lua_Integer count, comes_before before, int function)
{
    for (lua_Integer width = 1; width < count; width *= 2) {
        host_charge(L, (size_t)count);
        for (lua_Integer low = 1; low <= count; low += 2 * width) {
            lua_Integer middle = low + width <= count ? low + width : count + 1;
            lua_Integer high = low + 2 * width <= count ? low + 2 * width : count + 1;
            merge(L, list, other, low, middle, high, before, function);
        }
        int swap = list;
        list = other;
        other = swap;
    }
    return list;
}

static void copy_list(lua_State *L, int from, int to, lua_Integer count)
{
    host_charge(L, (size_t)count);
    for (lua_Integer i = 1; i <= count; i++) {
        lua_rawgeti(L, from, i);
        lua_rawseti(L, to, i);
    }
}

static lua_Integer list_length(lua_State *L, int index)
{
    return (lua_Integer)lua_rawlen(L, index); /* bounded by the memory cap */
}

static int table_sort(lua_State *L)
{
    check_table(L, 1, "table.sort(): the list");
    bool given = !lua_isnoneornil(L, 2);
    if (given && !lua_isfunction(L, 2)) {
        script_raise(L, "table.sort(): the second argument must be a function, not %s", push_description(L, 2));
    }
    lua_settop(L, 2);
    lua_Integer count = list_length(L, 1);
    lua_newtable(L); /* the comparison may change the list: what is sorted is a copy */
    lua_newtable(L);
    copy_list(L, 1, 3, count);
    int sorted = merge_sort(L, 3, 4, count, given ? by_function : by_value, 2);
    copy_list(L, sorted, 1, count);
    return 0;
}

/* ---- pairs, in order: keys are collected and sorted when the loop begins ---- */

/* The state of a loop: keys at 1..n, the table at 0, the number of keys already given at -1. */
enum { LOOP_TABLE = 0, LOOP_GIVEN = -1 };

static int next_pair(lua_State *L)
{
    if (!lua_istable(L, 1)) {
        return 0;
    }
    lua_settop(L, 1);
    lua_rawgeti(L, 1, LOOP_GIVEN);
    lua_Integer i = lua_tointeger(L, -1);
    if (lua_rawgeti(L, 1, LOOP_TABLE) != LUA_TTABLE) { /* at 3 */
        return 0;                                      /* a script called this by itself, with a table of its own */
    }
    for (i = after(i); lua_rawgeti(L, 1, i) != LUA_TNIL; i = after(i)) {
        lua_pushvalue(L, -1);
        if (lua_rawget(L, 3) != LUA_TNIL) {
            lua_pushinteger(L, i);
            lua_rawseti(L, 1, LOOP_GIVEN);
            return 2;
        }
        lua_pop(L, 2); /* removed since the loop began */
        host_charge(L, 1);
    }
    return 0;
}

static int base_pairs(lua_State *L)
{
    check_table(L, 1, "pairs(): the argument");
    lua_rawgeti(L, LUA_REGISTRYINDEX, SLOT_MOVE);
    if (lua_rawequal(L, 1, -1)) {
        fill_move(L, 1);
    }
    lua_settop(L, 1);
    lua_newtable(L);
    lua_newtable(L);
    lua_Integer count = 0;
    for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING && lua_type(L, -2) != LUA_TNUMBER) {
            script_raise(L, "pairs(): keys must be numbers or texts, which have an order");
        }
        lua_pushvalue(L, -2);
        lua_rawseti(L, 2, ++count);
    }
    host_charge(L, (size_t)count);
    int sorted = merge_sort(L, 2, 3, count, by_key, 0);
    lua_pushcfunction(L, next_pair);
    lua_pushvalue(L, sorted);
    lua_pushvalue(L, 1);
    lua_rawseti(L, sorted, LOOP_TABLE);
    lua_pushinteger(L, 0);
    lua_rawseti(L, sorted, LOOP_GIVEN);
    return 2;
}

/* ---- table ---- */

static int table_insert(lua_State *L)
{
    check_table(L, 1, "table.insert(): the list");
    int arguments = lua_gettop(L);
    lua_Integer end = list_length(L, 1) + 1;
    lua_Integer at = end;
    if (arguments == 3) {
        at = read_integer(L, 2, "table.insert(): the position", 1, end);
        host_charge(L, (size_t)(end - at));
        for (lua_Integer i = end; i > at; i--) {
            lua_rawgeti(L, 1, i - 1);
            lua_rawseti(L, 1, i);
        }
    } else if (arguments != 2) {
        script_raise(L, "table.insert() takes a list, perhaps a position, and a value");
    }
    lua_rawseti(L, 1, at);
    return 0;
}

static int table_remove(lua_State *L)
{
    check_table(L, 1, "table.remove(): the list");
    lua_settop(L, 2);
    lua_Integer count = list_length(L, 1);
    lua_Integer at = count;
    if (!lua_isnil(L, 2)) {
        at = read_integer(L, 2, "table.remove(): the position", count == 0 ? 0 : 1, count + 1);
    }
    lua_rawgeti(L, 1, at);
    if (at >= 1 && at <= count) {
        host_charge(L, (size_t)(count - at));
        for (lua_Integer i = at; i < count; i++) {
            lua_rawgeti(L, 1, i + 1);
            lua_rawseti(L, 1, i);
        }
        lua_pushnil(L);
        lua_rawseti(L, 1, count);
    }
    return 1;
}

static lua_Integer optional_integer(lua_State *L, int index, const char *what, lua_Integer fallback)
{
    return lua_isnoneornil(L, index) ? fallback : read_integer(L, index, what, LUA_MININTEGER, LUA_MAXINTEGER);
}

static int table_unpack(lua_State *L)
{
    check_table(L, 1, "table.unpack(): the list");
    lua_Integer first = optional_integer(L, 2, "table.unpack(): the first index", 1);
    lua_Integer last = optional_integer(L, 3, "table.unpack(): the last index", list_length(L, 1));
    if (first > last) {
        return 0;
    }
    if ((lua_Unsigned)last - (lua_Unsigned)first >= UNPACK_MAX) {
        script_raise(L, "table.unpack() gives %d values at most", (int)UNPACK_MAX);
    }
    int count = (int)(last - first) + 1;
    luaL_checkstack(L, count, "table.unpack()");
    host_charge(L, (size_t)count);
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, 1, first + i);
    }
    return count;
}

static int table_concat(lua_State *L)
{
    char out[SCRIPT_STRING_MAX]; /* not a luaL_Buffer: that one makes userdata with metatables */
    size_t used = 0;
    check_table(L, 1, "table.concat(): the list");
    size_t separator_length = 0;
    const char *separator =
        lua_isnoneornil(L, 2) ? "" : check_text(L, 2, "table.concat(): the separator", &separator_length);
    lua_Integer first = optional_integer(L, 3, "table.concat(): the first index", 1);
    lua_Integer last = optional_integer(L, 4, "table.concat(): the last index", list_length(L, 1));
    for (lua_Integer i = first; i <= last; i++) {
        host_charge(L, 1);
        int type = lua_rawgeti(L, 1, i);
        if (type != LUA_TSTRING && type != LUA_TNUMBER) {
            script_raise(L, "table.concat(): entry %I must be a text or a number, not %s", (LUAI_UACINT)i,
                         push_description(L, -1));
        }
        size_t length = 0;
        const char *bytes = lua_tolstring(L, -1, &length); /* changes the copy on the stack, not the list */
        size_t between = i > first ? separator_length : 0;
        if (length > sizeof out - used || between > sizeof out - used - length) {
            script_raise(L, "table.concat() makes texts of %d bytes at most", (int)SCRIPT_STRING_MAX);
        }
        memcpy(out + used, separator, between);
        memcpy(out + used + between, bytes, length);
        used += between + length;
        lua_pop(L, 1);
        if (i == LUA_MAXINTEGER) {
            break;
        }
    }
    lua_pushlstring(L, out, used);
    return 1;
}

/* ---- string ---- */

static int string_len(lua_State *L)
{
    size_t length = 0;
    (void)check_text(L, 1, "string.len(): the argument", &length);
    lua_pushinteger(L, (lua_Integer)length);
    return 1;
}

/* Positions as in Lua: from 1, negative from the end. Gives [*first, *last] within 1..length; empty when first >
 * last. */
static void clamp_range(size_t length, lua_Integer *first, lua_Integer *last)
{
    lua_Integer n = (lua_Integer)length;
    *first = *first < 0 ? (*first < -n ? 1 : n + *first + 1) : (*first == 0 ? 1 : *first);
    *last = *last < 0 ? (*last < -n ? 0 : n + *last + 1) : (*last > n ? n : *last);
}

static int string_sub(lua_State *L)
{
    size_t length = 0;
    const char *bytes = check_text(L, 1, "string.sub(): the text", &length);
    lua_Integer first = optional_integer(L, 2, "string.sub(): the first position", 1);
    lua_Integer last = optional_integer(L, 3, "string.sub(): the last position", -1);
    clamp_range(length, &first, &last);
    if (first > last) {
        lua_pushliteral(L, "");
    } else {
        lua_pushlstring(L, bytes + first - 1, (size_t)(last - first) + 1);
    }
    return 1;
}

static int string_byte(lua_State *L)
{
    size_t length = 0;
    const char *bytes = check_text(L, 1, "string.byte(): the text", &length);
    lua_Integer first = optional_integer(L, 2, "string.byte(): the first position", 1);
    lua_Integer last = optional_integer(L, 3, "string.byte(): the last position", first);
    clamp_range(length, &first, &last);
    if (first > last) {
        return 0;
    }
    if (last - first >= BYTES_MAX) {
        script_raise(L, "string.byte() gives %d values at most", (int)BYTES_MAX);
    }
    int count = (int)(last - first) + 1;
    luaL_checkstack(L, count, "string.byte()");
    for (int i = 0; i < count; i++) {
        lua_pushinteger(L, (unsigned char)bytes[first - 1 + i]);
    }
    return count;
}

/* Changes the case of ASCII letters, whatever the locale is. */
static int change_case(lua_State *L, const char *what, char from)
{
    char out[SCRIPT_STRING_MAX];
    size_t length = 0;
    const char *bytes = check_text(L, 1, what, &length);
    if (length > sizeof out) {
        script_raise(L, "%s is longer than %d bytes", what, (int)SCRIPT_STRING_MAX);
    }
    host_charge(L, length / 16);
    for (size_t i = 0; i < length; i++) {
        bool changes = bytes[i] >= from && bytes[i] <= from + ('z' - 'a');
        out[i] = (char)(changes ? bytes[i] ^ 0x20 : bytes[i]);
    }
    lua_pushlstring(L, out, length);
    return 1;
}

static int string_lower(lua_State *L)
{
    return change_case(L, "string.lower(): the text", 'A');
}

static int string_upper(lua_State *L)
{
    return change_case(L, "string.upper(): the text", 'a');
}

/* ---- math ---- */

static void check_number(lua_State *L, int index, const char *function)
{
    if (lua_type(L, index) != LUA_TNUMBER) {
        script_raise(L, "math.%s() needs a number, not %s", function, push_description(L, index));
    }
}

static void push_whole(lua_State *L, lua_Number value)
{
    lua_Integer whole = 0;
    if (lua_numbertointeger(value, &whole)) {
        lua_pushinteger(L, whole);
    } else {
        lua_pushnumber(L, value); /* too large, or not a number at all */
    }
}

static int math_abs(lua_State *L)
{
    check_number(L, 1, "abs");
    if (lua_isinteger(L, 1)) {
        lua_Integer n = lua_tointeger(L, 1);
        lua_pushinteger(L, n < 0 ? (lua_Integer)(0U - (lua_Unsigned)n) : n);
    } else {
        lua_pushnumber(L, fabs(lua_tonumber(L, 1)));
    }
    return 1;
}

static int math_floor(lua_State *L)
{
    check_number(L, 1, "floor");
    if (lua_isinteger(L, 1)) {
        lua_settop(L, 1);
    } else {
        push_whole(L, floor(lua_tonumber(L, 1)));
    }
    return 1;
}

static int math_ceil(lua_State *L)
{
    check_number(L, 1, "ceil");
    if (lua_isinteger(L, 1)) {
        lua_settop(L, 1);
    } else {
        push_whole(L, ceil(lua_tonumber(L, 1)));
    }
    return 1;
}

static int min_or_max(lua_State *L, const char *function, bool largest)
{
    int count = lua_gettop(L);
    check_number(L, 1, function);
    int best = 1;
    for (int i = 2; i <= count; i++) {
        check_number(L, i, function);
        if (largest ? lua_compare(L, best, i, LUA_OPLT) : lua_compare(L, i, best, LUA_OPLT)) {
            best = i;
        }
    }
    lua_pushvalue(L, best);
    return 1;
}

static int math_max(lua_State *L)
{
    return min_or_max(L, "max", true);
}

static int math_min(lua_State *L)
{
    return min_or_max(L, "min", false);
}

static int math_fmod(lua_State *L)
{
    check_number(L, 1, "fmod");
    check_number(L, 2, "fmod");
    if (lua_isinteger(L, 1) && lua_isinteger(L, 2)) {
        lua_Integer divisor = lua_tointeger(L, 2);
        if (divisor == 0) {
            script_raise(L, "math.fmod(): division by zero");
        }
        /* the smallest integer by -1 overflows in C */
        lua_pushinteger(L, divisor == -1 ? 0 : lua_tointeger(L, 1) % divisor);
    } else {
        lua_pushnumber(L, fmod(lua_tonumber(L, 1), lua_tonumber(L, 2)));
    }
    return 1;
}

static int math_tointeger(lua_State *L)
{
    int whole = 0;
    lua_Integer n = lua_type(L, 1) == LUA_TNUMBER ? lua_tointegerx(L, 1, &whole) : 0;
    if (whole) {
        lua_pushinteger(L, n);
    } else {
        lua_pushnil(L);
    }
    return 1;
}

static int math_type(lua_State *L)
{
    check_value(L, 1, "math.type");
    if (lua_type(L, 1) == LUA_TNUMBER) {
        lua_pushstring(L, lua_isinteger(L, 1) ? "integer" : "float");
    } else {
        lua_pushnil(L);
    }
    return 1;
}

static int math_ult(lua_State *L)
{
    lua_Integer a = read_integer(L, 1, "math.ult(): the first argument", LUA_MININTEGER, LUA_MAXINTEGER);
    lua_Integer b = read_integer(L, 2, "math.ult(): the second argument", LUA_MININTEGER, LUA_MAXINTEGER);
    lua_pushboolean(L, (lua_Unsigned)a < (lua_Unsigned)b);
    return 1;
}

/* ---- print ---- */

/* Who gets the lines. The library itself writes nowhere. It is settled once, before any script is opened, and for the
 * whole process: a line of print() is for the person at the program, whichever game it comes from. */
static void (*print_line)(const char *line);

void script_set_print(void (*print)(const char *line))
{
    print_line = print;
}

/* Hands its arguments to the program behind the file and the line: "walls.lua:12: 3 white". Everything that a
 * script can write goes through here, escaped and limited, so it can neither forge a line nor flood a terminal. */
static int base_print(lua_State *L)
{
    script_host *host = host_of(L);
    char line[PRINT_BYTES_MAX]; /* not on the heap: an error of Lua may leave this function */
    size_t used = 0;
    int count = lua_gettop(L);
    for (int i = 1; i <= count; i++) {
        size_t length = 0;
        lua_pushcfunction(L, base_tostring);
        lua_pushvalue(L, i);
        lua_call(L, 1, 1);
        const char *bytes = lua_tolstring(L, -1, &length);
        if (used + length + 1 > sizeof line) {
            script_raise(L, "print() writes at most %d bytes at once", (int)PRINT_BYTES_MAX);
        }
        line[used] = ' ';
        used += i > 1;
        memcpy(line + used, bytes, length);
        used += length;
        lua_pop(L, 1);
    }
    host_charge(L, used + 100); /* a write costs more than other calls */
    lua_Debug caller;
    bool known = lua_getstack(L, 1, &caller) && lua_getinfo(L, "l", &caller) && caller.currentline > 0;
    if (print_line && host->printed < PRINTS_MAX) {
        text safe = {0};
        location at = known ? host_place(host, (uint32_t)caller.currentline) : (location){host->texts[0].text, 0, 0, 0};
        text_add_safe(&safe, at.source->name, strlen(at.source->name));
        text_print(&safe, ":%d: ", (int)at.line);
        text_add_safe(&safe, line, used);
        host->printed++;
        text_put(&safe, host->printed == PRINTS_MAX ? "\n(what print() writes from here on is left out)\n" : "\n");
        print_line(text_string(&safe));
        text_finish(&safe);
    }
    return 0;
}

/* ---- names that do not exist ---- */

typedef struct name_table {
    const char *names[NAMES_MAX]; /* keys of the table, which keeps them alive */
    size_t count;
} name_table;

static const char *name_of(const void *state, size_t index)
{
    const name_table *t = state;
    return index < t->count ? t->names[index] : NULL;
}

static int compare_names(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* In order: the order of Lua's tables changes from run to run. */
static void collect_names(lua_State *L, int table, name_table *t)
{
    t->count = 0;
    lua_pushnil(L);
    while (lua_next(L, table)) {
        lua_pop(L, 1);
        if (t->count < NAMES_MAX && lua_type(L, -1) == LUA_TSTRING) {
            t->names[t->count++] = lua_tostring(L, -1);
        }
    }
    qsort(t->names, t->count, sizeof t->names[0], compare_names);
}

/* __index of the globals and of our libraries; the library's name is its upvalue, "" for the globals. */
static int missing_name(lua_State *L)
{
    script_host *host = host_of(L);
    const char *library = lua_tostring(L, lua_upvalueindex(1));
    char name[SCRIPT_NAME_MAX];
    size_t length = 0;
    if (lua_type(L, 2) != LUA_TSTRING) {
        lua_pushnil(L);
        return 1;
    }
    host_charge(L, 1000);
    const char *bytes = lua_tolstring(L, 2, &length);
    copy_printable(name, sizeof name, bytes, length);
    name_table known;
    collect_names(L, 1, &known);
    const char *nearest = text_nearest(name, name_of, &known);
    if (nearest) {
        (void)snprintf(host->fault.hint, sizeof host->fault.hint, "did you mean `%s%s%s`?", library,
                       *library ? "." : "", nearest);
        fault_means(&host->fault, nearest);
    } else if (*library == '\0') {
        (void)snprintf(
            host->fault.hint, sizeof host->fault.hint,
            "a name of your own must be given a value before it is read; scripts/README.md lists the others");
    }
    if (*library) {
        script_raise(L, "there is no field '%s' in %s", name, library);
    }
    script_raise(L, "there is no global '%s'", name);
}

static void close_table(lua_State *L, const char *name)
{
    lua_createtable(L, 0, 1);
    lua_pushstring(L, name);
    lua_pushcclosure(L, missing_name, 1);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
}

void library_close_names(lua_State *L)
{
    static const char *const libraries[] = {"table", "string", "math"};
    for (size_t i = 0; i < sizeof libraries / sizeof libraries[0]; i++) {
        lua_getfield(L, -1, libraries[i]);
        close_table(L, libraries[i]);
        lua_pop(L, 1);
    }
    close_table(L, "");
}

/* ---- the lists ---- */

static const luaL_Reg BASE[] = {
    {"assert", base_assert},     {"error", base_error},       {"ipairs", base_ipairs}, {"pairs", base_pairs},
    {"print", base_print},       {"rawequal", base_rawequal}, {"rawlen", base_rawlen}, {"select", base_select},
    {"tonumber", base_tonumber}, {"tostring", base_tostring}, {"type", base_type},     {NULL, NULL},
};

static const luaL_Reg TABLE[] = {
    {"concat", table_concat}, {"insert", table_insert}, {"remove", table_remove},
    {"sort", table_sort},     {"unpack", table_unpack}, {NULL, NULL},
};

static const luaL_Reg STRING[] = {
    {"byte", string_byte}, {"len", string_len},     {"lower", string_lower},
    {"sub", string_sub},   {"upper", string_upper}, {NULL, NULL},
};

static const luaL_Reg MATH[] = {
    {"abs", math_abs}, {"ceil", math_ceil}, {"floor", math_floor},         {"fmod", math_fmod}, {"max", math_max},
    {"min", math_min}, {"type", math_type}, {"tointeger", math_tointeger}, {"ult", math_ult},   {NULL, NULL},
};

void library_open(lua_State *L)
{
    add_functions(L, BASE);
    lua_newtable(L);
    add_functions(L, TABLE);
    lua_setfield(L, -2, "table");
    lua_newtable(L);
    add_functions(L, STRING);
    lua_setfield(L, -2, "string");
    lua_newtable(L);
    add_functions(L, MATH);
    lua_pushinteger(L, LUA_MAXINTEGER);
    lua_setfield(L, -2, "maxinteger");
    lua_pushinteger(L, LUA_MININTEGER);
    lua_setfield(L, -2, "mininteger");
    lua_pushnumber(L, (lua_Number)HUGE_VAL);
    lua_setfield(L, -2, "huge");
    lua_setfield(L, -2, "math");
}
