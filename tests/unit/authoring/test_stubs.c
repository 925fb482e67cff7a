/* The stubs for editors against what a script's state really offers: the same names, the same fields. */
#include "unit/test.h"

#include <stdio.h>
#include <string.h>

#include "script/internal.h"
#include "authoring/editor_stubs.h"

static const char *const TYPES[] = {"king", "pawn"};
static const char *const PLAYERS[] = {"white", "black"};
static const char *const CELLS[] = {"a1", "b1"};
static const int COLUMNS[] = {0, 1}, ROWS[] = {0, 0};

static const script_world WORLD = {.cells = 2,
                                   .columns = 2,
                                   .rows = 1,
                                   .players = 2,
                                   .types = 2,
                                   .cell_names = CELLS,
                                   .cell_columns = COLUMNS,
                                   .cell_rows = ROWS,
                                   .player_names = PLAYERS,
                                   .type_names = TYPES};
static int no_answer(const void *position, const script_question *q, int *numbers)
{
    (void)position;
    (void)q;
    (void)numbers;
    return 0;
}

typedef struct fixture {
    diag_list diags;
    script_host *host;
} fixture;

static void fixture_open(fixture *b, const char *lua)
{
    diag_list_init(&b->diags);
    const source *said = diag_source(&b->diags, "test.lua", lua, strlen(lua));
    b->host = script_open(&b->diags, (location){0}, said, &WORLD, no_answer, NULL);
    assert_non_null(b->host);
}

static void fixture_close(fixture *b)
{
    script_close(b->host);
    diag_list_finish(&b->diags);
}

/* ---- what ferz.lua says, read back ---- */

typedef enum stub_kind { STUB_VALUE, STUB_FUNCTION, STUB_LIVE } stub_kind;
typedef struct stub {
    char name[32], doc[160];
    stub_kind kind;
} stub;
typedef struct stub_field {
    char owner[32], name[32];
} stub_field;
static stub all_stubs[128];
static stub_field all_fields[128];
static size_t stub_count, field_count;

static const stub *stubs_at(size_t index)
{
    return index < stub_count ? &all_stubs[index] : NULL;
}

static const stub_field *stubs_field(size_t index)
{
    return index < field_count ? &all_fields[index] : NULL;
}

static void read_line(const char *line, char doc[160], char owner[32])
{
    char name[32], rest[8];
    if (sscanf(line, "---@class ferz.%31[a-z_]", name) == 1) {
        memcpy(owner, name, sizeof name);
    } else if (sscanf(line, "---@field %31[a-z_] ", name) == 1 && field_count < 128) {
        memcpy(all_fields[field_count].owner, owner, 32);
        memcpy(all_fields[field_count++].name, name, 32);
    } else if (strncmp(line, "---", 3) == 0 && line[3] != '@') {
        (void)sscanf(line, "---%159[^\n]", doc);
    } else if ((sscanf(line, "function %31[a-zA-Z_.]", name) == 1 ||
                sscanf(line, "%31[a-zA-Z_.] = %3[nil]", name, rest) == 2) &&
               stub_count < 128) {
        stub *one = &all_stubs[stub_count++];
        memcpy(one->name, name, sizeof name);
        memcpy(one->doc, doc, 160);
        one->kind = strncmp(line, "function", 8) != 0             ? STUB_VALUE
                    : strstr(doc, " In live hooks only.") != NULL ? STUB_LIVE
                                                                  : STUB_FUNCTION;
    }
}

static int read_stubs(void **state)
{
    (void)state;
    text lua = {0};
    char doc[160] = "", owner[32] = "";
    stubs_lua(&lua);
    for (const char *line = text_string(&lua); *line;) {
        read_line(line, doc, owner);
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    text_finish(&lua);
    return stub_count && field_count ? 0 : 1;
}

static const stub *find_stub(const char *name)
{
    for (size_t i = 0; stubs_at(i); i++) {
        if (strcmp(stubs_at(i)->name, name) == 0) {
            return stubs_at(i);
        }
    }
    return NULL;
}

/* Every name in the table on top of the stack has a stub of the right kind. Returns how many there are. */
static size_t every_name(lua_State *L, const char *before)
{
    size_t count = 0;
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        char name[64];
        assert_int_equal(lua_type(L, -2), LUA_TSTRING);
        (void)snprintf(name, sizeof name, "%s%s", before, lua_tostring(L, -2));
        bool library = lua_istable(L, -1) && strcmp(name, "players") != 0;
        if (library) {
            char stem[64];
            (void)snprintf(stem, sizeof stem, "%.60s.", name);
            assert_int_equal(before[0], '\0');
            count += every_name(L, stem);
            continue;
        }
        const stub *found = find_stub(name);
        if (!found) {
            fail_msg("a script may use %s, of which editors are not told", name);
        }
        assert_int_equal(lua_isfunction(L, -1), found->kind != STUB_VALUE);
        count++;
    }
    return count;
}

TEST(test_names)
{
    fixture b;
    fixture_open(&b, "");
    lua_State *L = b.host->lua;
    lua_pushglobaltable(L);
    size_t offered = every_name(L, "");
    lua_pop(L, 1);
    size_t listed = 0;
    for (; stubs_at(listed); listed++) {
        for (size_t k = 0; k < listed; k++) {
            assert_string_not_equal(stubs_at(k)->name, stubs_at(listed)->name);
        }
    }
    assert_int_equal(offered, listed); /* every offered name is in the stubs, and no other */
    assert_true(listed > 50);
    fixture_close(&b);
}

/* What needs a position is marked so, and nothing else. */
TEST(test_live)
{
    for (size_t i = 0; stubs_at(i); i++) {
        const stub *s = stubs_at(i);
        if (s->kind == STUB_VALUE || strchr(s->name, '.')) {
            continue;
        }
        char lua[128];
        (void)snprintf(lua, sizeof lua, "%.100s(0, \"white\")", s->name);
        fixture b;
        diag_list_init(&b.diags);
        const source *said = diag_source(&b.diags, "test.lua", lua, strlen(lua));
        b.host = script_open(&b.diags, (location){0}, said, &WORLD, no_answer, NULL);
        text words = {0};
        for (const diag *d = b.diags.first; d; d = d->next) {
            text_put(&words, d->text);
        }
        bool refused = strstr(text_string(&words), "only in live hooks") != NULL;
        if (refused != (s->kind == STUB_LIVE)) {
            fail_msg("%s: %s", s->name, text_string(&words));
        }
        text_finish(&words);
        script_close(b.host);
        diag_list_finish(&b.diags);
    }
}

/* The fields that stubs tell of a table, as the words of a list "a b c " in alphabetical order. */
static void listed_fields(const char *of, text *out)
{
    const char *last = "";
    for (;;) {
        const char *next = NULL;
        for (size_t i = 0; stubs_field(i); i++) {
            const stub_field *f = stubs_field(i);
            if (strcmp(f->owner, of) == 0 && strcmp(f->name, last) > 0 && (!next || strcmp(f->name, next) < 0)) {
                next = f->name;
            }
        }
        if (!next) {
            return;
        }
        text_print(out, "%s ", next);
        last = next;
    }
}

static void assert_fields(const char *of, const char *wanted)
{
    text listed = {0};
    listed_fields(of, &listed);
    assert_string_equal(text_string(&listed), wanted);
    text_finish(&listed);
}

/* A hook is handed exactly the fields that the stubs name. */
TEST(test_move)
{
    fixture b;
    fixture_open(&b, "function f(move)\n"
                     "  local names = {}\n"
                     "  for key in pairs(move) do table.insert(names, key) end\n"
                     "  return table.concat(names, ' ') .. ' '\n"
                     "end\n");
    const script_move move = {.from = 0,
                              .to = 1,
                              .piece = 1,
                              .owner = 0,
                              .into = 1,
                              .captured = 1,
                              .captured_at = 1,
                              .captured_owner = 1,
                              .castling = 'k',
                              .half = 1};
    char lines[512];
    int f = script_function(b.host, "f");
    assert_true(f >= 0);
    assert_true(script_live_announce(b.host, f, &b, &move, lines, sizeof lines));
    lines[strcspn(lines, "\n")] = '\0';
    assert_fields("move", lines);
    fixture_close(&b);
}

/* An answer with a field that nobody knows is refused with the fields that are known. */
static void answer_with(const char *lua, bool effects, text *known)
{
    fixture b;
    fixture_open(&b, lua);
    const script_move move = {
        .from = 0, .to = 1, .piece = 1, .owner = 0, .into = 1, .captured = -1, .captured_at = -1, .captured_owner = -1};
    int f = script_function(b.host, "f");
    script_effect list[4];
    size_t count;
    int winner;
    char words[256];
    bool good = effects ? script_live_effects(b.host, f, &b, &move, list, 4, &count)
                        : script_live_ending(b.host, f, &b, &winner, words, sizeof words);
    (void)good;
    text_put(known, b.host->fault.text);
    text_put(known, " ");
    text_put(known, b.host->fault.hint);
    fixture_close(&b);
}

/* Whatever the host knows of an effect or an ending, the stubs tell, and nothing else: a field that they tell is never
 * refused for its name. */
TEST(test_answers)
{
    for (size_t i = 0; stubs_field(i); i++) {
        const stub_field *f = stubs_field(i);
        bool effect = strcmp(f->owner, "effect") == 0;
        if (!effect && strcmp(f->owner, "ending") != 0) {
            continue;
        }
        char lua[128];
        (void)snprintf(lua, sizeof lua,
                       effect ? "function f(m) return {{%s = {}}} end" : "function f() return {%s = {}} end", f->name);
        text said = {0};
        answer_with(lua, effect, &said);
        if (strstr(text_string(&said), "unknown field")) {
            fail_msg("%s.%s: %s", f->owner, f->name, text_string(&said));
        }
        text_finish(&said);
    }
    size_t effects = 0;
    for (const char *const *key = live_effect_keys(); *key; key++, effects++) {
        bool listed = false;
        for (size_t i = 0; stubs_field(i); i++) {
            listed |= strcmp(stubs_field(i)->owner, "effect") == 0 && strcmp(stubs_field(i)->name, *key) == 0;
        }
        if (!listed) {
            fail_msg("editors are not told of the effect's field %s", *key);
        }
    }
    for (size_t i = 0; stubs_field(i); i++) {
        effects -= strcmp(stubs_field(i)->owner, "effect") == 0;
    }
    assert_int_equal(effects, 0);
    assert_fields("ending", "reason result winner ");
}

/* Each table that a type of ours names is described, and each that is described is named somewhere. */
TEST(test_words)
{
    text lua = {0}, check = {0}, settings = {0};
    stubs_lua(&lua);
    stubs_luacheck(&check);
    stubs_settings(&settings);
    for (size_t i = 0; stubs_at(i); i++) {
        const stub *s = stubs_at(i);
        char line[96];
        (void)snprintf(line, sizeof line, s->kind == STUB_VALUE ? "\n%s = nil\n" : "\nfunction %s(", s->name);
        assert_non_null(strstr(text_string(&lua), line));
        assert_true(s->doc[strlen(s->doc) - 1] == '.');
        const char *bare = strchr(s->name, '.') ? strchr(s->name, '.') + 1 : s->name;
        assert_non_null(strstr(text_string(&check), bare));
    }
    for (const char *at = text_string(&lua); (at = strstr(at, "ferz.")) != NULL; at += 5) {
        char name[32] = "", class[64], alias[64];
        (void)sscanf(at + 5, "%31[a-z_]", name);
        (void)snprintf(class, sizeof class, "---@class ferz.%s\n", name);
        (void)snprintf(alias, sizeof alias, "---@alias ferz.%s ", name);
        if (name[0] && strcmp(name, "lua") != 0 && !strstr(text_string(&lua), class) &&
            !strstr(text_string(&lua), alias)) {
            fail_msg("ferz.%s is used and not said", name);
        }
    }
    assert_non_null(strstr(text_string(&settings), "\"ferz.lua\""));
    text_finish(&lua);
    text_finish(&check);
    text_finish(&settings);
}

ALL_TESTS(read_stubs, NULL);
