/* Reading values that a script gives, as arguments of our functions or as the answer of a hook.
 *
 * Nothing is converted and nothing is guessed: whole numbers in range, names that exist, tables with the expected
 * keys. Every reader raises an error otherwise (script_raise). No value can have a metatable, so plain reads are
 * raw reads. */
#include "script/internal.h"

#include <stdio.h>
#include <string.h>

const char *push_description(lua_State *L, int index)
{
    index = lua_absindex(L, index);
    int type = lua_type(L, index);
    if (type == LUA_TNUMBER) {
        lua_pushvalue(L, index); /* lua_tolstring would change the value itself */
        const char *digits = lua_tostring(L, -1);
        lua_pushfstring(L, "the number %s", digits);
        lua_remove(L, -2);
        return lua_tostring(L, -1);
    }
    if (type == LUA_TSTRING) {
        char shown[48];
        size_t length = 0;
        const char *bytes = lua_tolstring(L, index, &length);
        copy_printable(shown, sizeof shown, bytes, length);
        return lua_pushfstring(L, "the text \"%s\"%s", shown, length >= sizeof shown ? "..." : "");
    }
    if (type == LUA_TBOOLEAN) {
        return lua_pushstring(L, lua_toboolean(L, index) ? "true" : "false");
    }
    return lua_pushfstring(L, type == LUA_TNIL || type == LUA_TNONE ? "nothing (nil)" : "a %s", lua_typename(L, type));
}

bool is_printable(const char *bytes, size_t length)
{
    size_t n = 0;
    for (size_t i = 0; i < length; i += n) {
        n = utf8_length(bytes + i, length - i);
        if (n == 0 || utf8_kind_of(bytes + i, n) != UTF8_PRINTABLE || utf8_mark_too_many(bytes, i, n)) {
            return false;
        }
    }
    return true;
}

void copy_printable(char *out, size_t room, const char *bytes, size_t length)
{
    size_t used = 0;
    for (size_t i = 0; i < length;) {
        size_t n = utf8_length(bytes + i, length - i);
        bool printable = n > 0 && utf8_kind_of(bytes + i, n) == UTF8_PRINTABLE && !utf8_mark_too_many(bytes, i, n);
        if (used + (printable ? n : 1) >= room) {
            break;
        }
        if (printable) {
            memcpy(out + used, bytes + i, n);
        } else {
            out[used] = ' ';
            n = n ? n : 1;
        }
        used += printable ? n : 1;
        i += n;
    }
    if (room > 0) {
        out[used] = '\0';
    }
}

lua_Integer read_integer(lua_State *L, int index, const char *what, lua_Integer low, lua_Integer high)
{
    int whole = 0;
    lua_Integer value = lua_type(L, index) == LUA_TNUMBER ? lua_tointegerx(L, index, &whole) : 0;
    if (!whole) {
        script_raise(L, "%s must be a whole number, not %s", what, push_description(L, index));
    }
    if (value < low || value > high) {
        script_raise(L, "%s must be from %I to %I, not %I", what, (LUAI_UACINT)low, (LUAI_UACINT)high,
                     (LUAI_UACINT)value);
    }
    return value;
}

int read_cell(lua_State *L, int index, const char *what)
{
    size_t cells = host_of(L)->world->cells;
    int whole = 0;
    lua_Integer value = lua_type(L, index) == LUA_TNUMBER ? lua_tointegerx(L, index, &whole) : 0;
    if (!whole || value < 0 || (lua_Unsigned)value >= cells) {
        script_raise(L, "%s must be a cell (0 to %d), not %s", what, (int)cells - 1, push_description(L, index));
    }
    return (int)value;
}

typedef struct name_list {
    const char *const *names;
    size_t count;
} name_list;

static const char *name_at(const void *state, size_t index)
{
    const name_list *list = state;
    return index < list->count ? list->names[index] : NULL;
}

/* Raises "unknown piece", with a hint when a known name is similar. */
static _Noreturn void raise_unknown(lua_State *L, int index, const char *what, const char *kind, name_list known)
{
    script_host *host = host_of(L);
    if (lua_type(L, index) != LUA_TSTRING) {
        script_raise(L, "%s must be the name of %s %s, not %s", what, text_article(kind), kind,
                     push_description(L, index));
    }
    char name[SCRIPT_NAME_MAX];
    size_t length = 0;
    const char *bytes = lua_tolstring(L, index, &length);
    copy_printable(name, sizeof name, bytes, length);
    const char *nearest = text_nearest(name, name_at, &known);
    if (nearest) {
        (void)snprintf(host->fault.hint, sizeof host->fault.hint, "did you mean \"%s\"?", nearest);
        fault_means(&host->fault, nearest);
    }
    script_raise(L, "%s: there is no %s \"%s\"", what, kind, name);
}

/* The number behind a name, or -1. `slot` holds the table of names. */
static int find_name(lua_State *L, int index, lua_Integer slot)
{
    index = lua_absindex(L, index);
    if (lua_type(L, index) != LUA_TSTRING) {
        return -1;
    }
    lua_rawgeti(L, LUA_REGISTRYINDEX, slot);
    lua_pushvalue(L, index);
    int number = lua_rawget(L, -2) == LUA_TNUMBER ? (int)lua_tointeger(L, -1) : -1;
    lua_pop(L, 2);
    return number;
}

int read_type(lua_State *L, int index, const char *what)
{
    const script_world *w = host_of(L)->world;
    int type = find_name(L, index, SLOT_TYPES);
    if (type < 0) {
        raise_unknown(L, index, what, "piece", (name_list){w->type_names, w->types});
    }
    return type;
}

int read_player(lua_State *L, int index, const char *what)
{
    const script_world *w = host_of(L)->world;
    int player = find_name(L, index, SLOT_PLAYERS);
    if (player < 0) {
        raise_unknown(L, index, what, "player", (name_list){w->player_names, w->players + w->nobody});
    }
    return player;
}

int counter_number(lua_State *L, int index)
{
    return find_name(L, index, SLOT_COUNTERS) + 1;
}

static void push_slot(lua_State *L, int number, lua_Integer first)
{
    if (number < 0) {
        lua_pushnil(L);
    } else {
        lua_rawgeti(L, LUA_REGISTRYINDEX, first + number);
    }
}

void push_type(lua_State *L, int type)
{
    push_slot(L, type, host_of(L)->type_slot);
}

void push_player(lua_State *L, int player)
{
    push_slot(L, player, host_of(L)->player_slot);
}

void push_cell(lua_State *L, int cell)
{
    if (cell < 0) {
        lua_pushnil(L);
    } else {
        lua_pushinteger(L, cell);
    }
}

/* Says in the hint which of the keys was meant, or else which there are. */
static void hint_at_keys(lua_State *L, const char *unknown, const char *const *keys)
{
    size_t count = 0;
    while (keys[count]) {
        count++;
    }
    name_list known = {keys, count};
    const char *nearest = text_nearest(unknown, name_at, &known);
    char *hint = host_of(L)->fault.hint;
    if (nearest) {
        (void)snprintf(hint, SCRIPT_HINT_MAX, "did you mean \"%s\"?", nearest);
        fault_means(&host_of(L)->fault, nearest);
        return;
    }
    int used = snprintf(hint, SCRIPT_HINT_MAX, "there are:");
    for (size_t i = 0; i < count && used < SCRIPT_HINT_MAX; i++) {
        used += snprintf(hint + used, SCRIPT_HINT_MAX - (size_t)used, "%s %s", i ? "," : "", keys[i]);
    }
}

void refuse_field(lua_State *L, int index, const char *what, const char *const *keys)
{
    if (lua_type(L, index) != LUA_TSTRING) {
        script_raise(L, "%s has named fields only, not %s", what, push_description(L, index));
    }
    char name[SCRIPT_NAME_MAX];
    size_t length = 0;
    const char *bytes = lua_tolstring(L, index, &length);
    copy_printable(name, sizeof name, bytes, length);
    hint_at_keys(L, name, keys);
    script_raise(L, "%s has no field \"%s\"", what, name);
}

/* __index of a table that the host has filled. */
static int missing_field(lua_State *L)
{
    const table_fields *fields = lua_touserdata(L, lua_upvalueindex(1));
    const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : NULL;
    for (size_t i = 0; name && fields->names[i]; i++) {
        if (strcmp(fields->names[i], name) == 0) {
            return 0; /* a field that this one leaves out is nil */
        }
    }
    host_charge(L, 1000);
    refuse_field(L, 2, fields->what, fields->names);
}

void close_fields(lua_State *L, const table_fields *fields)
{
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, fields) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_createtable(L, 0, 1);
        lua_pushlightuserdata(L, (void *)fields);
        lua_pushcclosure(L, missing_field, 1);
        lua_setfield(L, -2, "__index");
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, fields);
    }
    lua_setmetatable(L, -2);
}

unsigned read_keys(lua_State *L, int index, const char *what, const char *const *keys, size_t unnamed_most)
{
    index = lua_absindex(L, index);
    if (!lua_istable(L, index)) {
        script_raise(L, "%s must be a table, not %s", what, push_description(L, index));
    }
    unsigned found = 0;
    char unknown_key[SCRIPT_NAME_MAX] = ""; /* of several wrong keys the first by its bytes: lua_next has no order */
    bool unnamed = false;
    size_t entries = 0;
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
        size_t k = 0;
        entries++;
        if (lua_type(L, -2) != LUA_TSTRING) {
            const lua_Integer number = lua_isinteger(L, -2) ? lua_tointeger(L, -2) : 0;
            unnamed |= number < 1 || (lua_Unsigned)number > unnamed_most;
            continue;
        }
        size_t length = 0;
        const char *key = lua_tolstring(L, -2, &length);
        while (keys[k] && (strlen(keys[k]) != length || memcmp(keys[k], key, length) != 0)) {
            k++; /* a key of a script may contain NULs */
        }
        if (keys[k]) {
            found |= 1U << k;
            continue;
        }
        char copy[SCRIPT_NAME_MAX];
        copy_printable(copy, sizeof copy, key, length);
        if (unknown_key[0] == '\0' || strcmp(copy, unknown_key) < 0) {
            memcpy(unknown_key, copy, sizeof copy);
        }
        if (copy[0] == '\0') {
            unnamed = true;
        }
    }
    host_charge(L, entries);
    if (unknown_key[0] != '\0') {
        hint_at_keys(L, unknown_key, keys);
        script_raise(L, "%s has an unknown field \"%s\"", what, unknown_key);
    }
    if (unnamed) {
        script_raise(
            L, unnamed_most ? "%s has a field that is neither named nor in its list" : "%s must have named fields only",
            what);
    }
    return found;
}

size_t read_list(lua_State *L, int index, const char *what, size_t max)
{
    index = lua_absindex(L, index);
    if (!lua_istable(L, index)) {
        script_raise(L, "%s must be a list, not %s", what, push_description(L, index));
    }
    size_t length = (size_t)lua_rawlen(L, index);
    size_t entries = 0;
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
        entries++;
        lua_Integer key = lua_isinteger(L, -2) ? lua_tointeger(L, -2) : 0;
        if (key < 1 || (lua_Unsigned)key > length) {
            script_raise(L, "%s must be a list, {first, second, ...}, without names or holes", what);
        }
    }
    host_charge(L, entries);
    if (entries != length) {
        script_raise(L, "%s must be a list without holes", what);
    }
    if (length > max) {
        script_raise(L, "%s may have %I entries, not %I", what, (LUAI_UACINT)max, (LUAI_UACINT)length);
    }
    return length;
}
