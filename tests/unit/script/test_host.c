/* The script host: staged and live calls, answers that make no sense, scripts that attack, memory that runs out, purity.
 *
 * Run from the repository's root, or compile with -DFERZ_SOURCE_DIR="...". The attack scripts are files under
 * tests/invalid/attacks; the first line of each names the expected outcome (see attack_outcome). */
#define _POSIX_C_SOURCE 200809L

#include "unit/test.h"

#include "base/random.h"
#include "script/internal.h"
#include "script/script_memory.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifndef FERZ_SOURCE_DIR
#define FERZ_SOURCE_DIR "."
#endif

enum { KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN, TYPES };
enum { WHITE, BLACK, PLAYERS };
enum { CELLS = 64 };

/* ---- a tiny game ---- */

static const char *const TYPE_NAMES[TYPES] = {"king", "queen", "rook", "bishop", "knight", "pawn"};
static const char *const PLAYER_NAMES[PLAYERS] = {"white", "black"};
static const char *const OPTIONS[] = {"rex", "inclusive", "array", "518", NULL};
static const char *const COUNTER_NAMES[] = {"checks"};
static const char *const EXCLUSIVE[] = {"rex", "exclusive", NULL};

typedef struct tiny_game {
    char names[CELLS][3];
    const char *cell_names[CELLS];
    int columns[CELLS], rows[CELLS];
    script_world world;
} tiny_game;

typedef struct tiny_position {
    int type[CELLS], owner[CELLS];
    int side_to_move, counter;
} tiny_position;

static void tiny_init(tiny_game *v)
{
    for (int c = 0; c < CELLS; c++) {
        v->columns[c] = c % 8;
        v->rows[c] = c / 8;
        v->names[c][0] = (char)('a' + c % 8);
        v->names[c][1] = (char)('1' + c / 8);
        v->names[c][2] = '\0';
        v->cell_names[c] = v->names[c];
    }
    v->world = (script_world){
        .cells = CELLS,
        .columns = 8,
        .rows = 8,
        .players = PLAYERS,
        .types = TYPES,
        .cell_names = v->cell_names,
        .cell_columns = v->columns,
        .cell_rows = v->rows,
        .player_names = PLAYER_NAMES,
        .type_names = TYPE_NAMES,
        .counter_names = COUNTER_NAMES,
        .counters = 1,
        .options = OPTIONS,
    };
}

static int square(const char *name)
{
    return (name[1] - '1') * 8 + name[0] - 'a';
}

static int tiny_cells_of(const tiny_position *t, int player, int type, int *cells)
{
    int n = 0;
    for (int c = 0; c < CELLS; c++) {
        if (t->type[c] >= 0 && t->owner[c] == player && (type < 0 || t->type[c] == type)) {
            cells[n++] = c;
        }
    }
    return n;
}

/* All attackers and all royals stand on a1. */
static int tiny_attackers(int cell, int player, size_t effects, int *numbers)
{
    numbers[0] = 0;
    return cell % 2 == player || effects;
}

/* The answers of a position that knows little: enough to tell each question from the others. */
static int tiny_ask(const void *position, const script_question *q, int *numbers)
{
    const tiny_position *t = position;
    const int *a = q->arguments;
    switch (q->kind) {
    case SCRIPT_ASK_piece:
        return t->type[a[0]];
    case SCRIPT_ASK_owner:
        return t->owner[a[0]];
    case SCRIPT_ASK_is_royal:
        return t->type[a[0]] == KING;
    case SCRIPT_ASK_side_to_move:
        return t->side_to_move;
    case SCRIPT_ASK_counter:
        return a[0] == 1 ? t->counter : 0;
    case SCRIPT_ASK_in_hand:
        return a[0] * 10 + a[1];
    case SCRIPT_ASK_count: {
        int cells[CELLS];
        return tiny_cells_of(t, a[0], a[1], cells);
    }
    case SCRIPT_ASK_pieces:
        return tiny_cells_of(t, a[0], a[1], numbers);
    case SCRIPT_ASK_attacked:
    case SCRIPT_ASK_attackers:
        return tiny_attackers(a[0], a[1], q->effect_count, numbers);
    case SCRIPT_ASK_royals:
        return tiny_attackers(a[0], a[0], 0, numbers);
    case SCRIPT_ASK_targets:
        numbers[0] = a[2];
        numbers[1] = a[1];
        return (a[0] % 2 == 0) + 1 - (q->effect_count > 0);
    case SCRIPT_ASK_first_piece:
        return a[0] + a[1] >= 0 && a[0] + a[1] < CELLS && t->type[a[0] + a[1]] >= 0 ? a[0] + a[1] : -1;
    case SCRIPT_ASK_enclosed:
        numbers[0] = a[0];
        return a[1] == WHITE;
    case SCRIPT_ASK_check: /* as if a capture made it */
        return q->effect_count ? q->effects[0].kind == EFFECT_CAPTURE : a[0] != t->side_to_move;
    case SCRIPT_ASK_no_moves:
        return q->effect_count ? q->effects[0].kind == EFFECT_GIVE : a[1] ? a[0] == t->side_to_move : a[0] == BLACK;
    case SCRIPT_ASK_is_to_move:
        return a[0] == t->side_to_move;
    case SCRIPT_ASK_halfmove_clock:
    case SCRIPT_ASK_ply:
    case SCRIPT_ASK_turn:
        return 1;
    case SCRIPT_ASK_dice:
        numbers[0] = 5;
        numbers[1] = 6;
        return 2;
    case SCRIPT_ASK_stack:
        numbers[0] = t->type[a[0]];
        numbers[1] = t->owner[a[0]];
        return t->type[a[0]] < 0 ? 0 : 2;
    case SCRIPT_ASK_right:
        return q->word[0] == 'k' && a[0] == BLACK;
    case SCRIPT_ASK_en_passant:
        return a[0] == 0 ? 8 : -1;
    default:
        return 0;
    }
}

static void tiny_empty(tiny_position *p)
{
    memset(p, 0, sizeof *p);
    for (int c = 0; c < CELLS; c++) {
        p->type[c] = p->owner[c] = -1;
    }
}

static void tiny_put(tiny_position *p, const char *cell, int type, int owner)
{
    p->type[square(cell)] = type;
    p->owner[square(cell)] = owner;
}

/* ---- one script under test ---- */

typedef struct fixture {
    tiny_game variant;
    tiny_position position;
    diag_list diags;
    location from;
    script_host *host;
    script_limits limits;
} fixture;

static void fixture_start(fixture *b)
{
    memset(b, 0, sizeof *b);
    tiny_init(&b->variant);
    tiny_empty(&b->position);
    tiny_put(&b->position, "e1", KING, WHITE);
    tiny_put(&b->position, "e8", KING, BLACK);
    tiny_put(&b->position, "d4", QUEEN, WHITE);
    tiny_put(&b->position, "e5", PAWN, BLACK);
    b->position.counter = 3;
    diag_list_init(&b->diags);
    const source *rules = diag_source(&b->diags, "game.yaml", "name: X\nscript: x.lua\n", 22);
    b->from = (location){.source = rules, .line = 2, .column = 9, .length = 5};
}

static void fixture_stop(fixture *b)
{
    script_close(b->host);
    diag_list_finish(&b->diags);
}

static bool fixture_open(fixture *b, const char *lua)
{
    const source *script = diag_source(&b->diags, "x.lua", lua, strlen(lua));
    b->host = script_open(&b->diags, b->from, script, &b->variant.world, tiny_ask, &b->limits);
    return b->host != NULL;
}

static void fixture_with(fixture *b, const char *lua)
{
    fixture_start(b);
    if (!fixture_open(b, lua)) {
        fail_msg("did not load: %s", b->diags.first ? b->diags.first->text : "no message");
    }
}

static const char *first_message(const fixture *b)
{
    return b->diags.last ? b->diags.last->text : "";
}

static const char *hinted(const fixture *b)
{
    return b->diags.last && b->diags.last->hint ? b->diags.last->hint : "";
}

static void assert_said(const fixture *b, const char *part)
{
    if (!strstr(first_message(b), part)) {
        fail_msg("expected \"%s\" in \"%s\"", part, first_message(b));
    }
}

/* The last message stands in the script, at `line`, with a note to the YAML. */
static void assert_place(const fixture *b, uint32_t line)
{
    const diag *d = b->diags.last;
    assert_non_null(d);
    assert_non_null(d->location.source);
    assert_string_equal(d->location.source->name, "x.lua");
    assert_int_equal(d->location.line, line);
    assert_non_null(d->note);
    assert_string_equal(d->note_location.source->name, "game.yaml");
}

static char *read_whole(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    if (!f) {
        fail_msg("cannot open %s (run from the repository's root)", path);
        return NULL;
    }
    char *bytes = calloc(1, 1 << 20);
    assert_non_null(bytes);
    *size = fread(bytes, 1, (1 << 20) - 1, f);
    (void)fclose(f);
    return bytes;
}

static void fixture_with_file(fixture *b, const char *path)
{
    fixture_start(b);
    const source *script = script_read(&b->diags, b->from, path);
    if (script) {
        b->host = script_open(&b->diags, b->from, script, &b->variant.world, tiny_ask, NULL);
    }
    if (!b->host) {
        fail_msg("%s did not load: %s", path, first_message(b));
    }
}

/* ---- staged calls ---- */

static const script_move MOVE = {.from = 27,
                                 .to = 36,
                                 .piece = QUEEN,
                                 .owner = WHITE,
                                 .into = QUEEN,
                                 .captured = PAWN,
                                 .captured_at = 36,
                                 .captured_owner = BLACK};

static int capture(fixture *b, int mover, bool royal, int victim)
{
    int becomes = -7;
    assert_true(script_on_capture(b->host, &b->diags, mover, royal, WHITE, victim, BLACK, &becomes));
    return becomes;
}

TEST(test_frankfurt)
{
    fixture b;
    fixture_with_file(&b, FERZ_SOURCE_DIR "/scripts/frankfurt.lua");
    assert_true(script_has(b.host, "on_capture"));
    assert_false(script_has(b.host, "cell")); /* ours, not the script's */
    assert_false(script_has(b.host, "nothing"));
    for (int mover = KING; mover < TYPES; mover++) {
        for (int victim = QUEEN; victim < TYPES; victim++) {
            assert_int_equal(capture(&b, mover, false, victim), victim);
            assert_int_equal(capture(&b, mover, true, victim), victim);
        }
    }
    assert_int_equal(script_calls(b.host), 1 + 2 * 6 * 5);
    fixture_stop(&b);
    fixture_start(&b);
    b.variant.world.options = EXCLUSIVE;
    size_t size = 0;
    char *lua = read_whole(FERZ_SOURCE_DIR "/scripts/frankfurt.lua", &size);
    assert_true(fixture_open(&b, lua));
    free(lua);
    assert_int_equal(capture(&b, KING, true, ROOK), -1);
    assert_int_equal(capture(&b, QUEEN, false, ROOK), ROOK);
    fixture_stop(&b);
}

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void assert_leaps(fixture *b, const char *function, const char *from, const char *expected)
{
    int cells[8];
    size_t count = 0;
    assert_true(script_leaps(b->host, &b->diags, function, BISHOP, WHITE, square(from), cells, 8, &count));
    qsort(cells, count, sizeof *cells, by_number);
    char got[64] = "";
    for (size_t i = 0; i < count; i++) {
        (void)strcat(strcat(got, i ? " " : ""), b->variant.names[cells[i]]);
    }
    assert_string_equal(got, expected);
}

TEST(test_shatranj)
{
    fixture b;
    fixture_with_file(&b, FERZ_SOURCE_DIR "/scripts/shatranj.lua");
    assert_leaps(&b, "elephant_leaps", "c1", "a3 e3");
    assert_leaps(&b, "elephant_leaps", "d4", "b2 f2 b6 f6");
    assert_leaps(&b, "elephant_leaps", "h8", "f6");
    assert_leaps(&b, "ferz_steps", "d3", "c2 e2 c4 e4");
    assert_leaps(&b, "ferz_steps", "a1", "b2");
    fixture_stop(&b);
}

static const char *start(fixture *b, arena *a, long number, long second)
{
    const char *fen = NULL;
    assert_true(script_start(b->host, &b->diags, "start_array", number, second, a, &fen));
    return fen;
}

static int count_letter(const char *row, char c)
{
    int n = 0;
    for (int i = 0; i < 8; i++) {
        n += row[i] == c;
    }
    return n;
}

TEST(test_chess960_starts)
{
    static const struct {
        long number;
        const char *row;
    } known[] = {{0, "bbqnnrkr"},   {1, "bqnbnrkr"},   {100, "qbbnrnkr"}, {500, "rbbqnknr"},
                 {518, "rnbqkbnr"}, {534, "rnbkqbnr"}, {692, "rbbqknnr"}, {959, "rkrnnqbb"}};
    fixture b;
    arena a;
    arena_init(&a, 0);
    fixture_with_file(&b, FERZ_SOURCE_DIR "/scripts/chess960.lua");
    assert_string_equal(start(&b, &a, 0, 0), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1");
    assert_string_equal(start(&b, &a, 518, 518), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    assert_string_equal(start(&b, &a, 518, 0), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAhf - 0 1");
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        assert_memory_equal(start(&b, &a, 0, known[i].number), known[i].row, 8);
    }
    /* all 960 are different and lawful */
    static char rows[960][9];
    for (long n = 0; n < 960; n++) {
        memcpy(rows[n], start(&b, &a, n, n), 8);
        const char *row = rows[n];
        assert_int_equal(count_letter(row, 'q') + count_letter(row, 'k'), 2);
        assert_int_equal(count_letter(row, 'n') + count_letter(row, 'r') + count_letter(row, 'b'), 6);
        const char *king = strchr(row, 'k');
        assert_true(strchr(row, 'r') < king && king < strrchr(row, 'r'));
        assert_int_equal((strchr(row, 'b') - strrchr(row, 'b')) % 2 != 0, true);
        for (long m = 0; m < n; m++) {
            assert_memory_not_equal(rows[m], row, 8);
        }
    }
    const char *fen = NULL;
    assert_false(script_start(b.host, &b.diags, "start_array", 960, 0, &a, &fen));
    assert_said(&b, "there are arrays 0 to 959, not 960");
    assert_false(script_is_dead(b.host)); /* a mistake, not an overrun */
    arena_finish(&a);
    fixture_stop(&b);
}

static void assert_castling(fixture *b, const char *king, const char *partner, const char *king_to,
                            const char *partner_to)
{
    int k = 0, p = 0;
    assert_true(script_castling(b->host, &b->diags, "castling_ends", square(king), square(partner), WHITE, &k, &p));
    assert_int_equal(k, square(king_to));
    assert_int_equal(p, square(partner_to));
}

TEST(test_chess960_castling)
{
    fixture b;
    fixture_with_file(&b, FERZ_SOURCE_DIR "/scripts/chess960.lua");
    assert_castling(&b, "e1", "h1", "g1", "f1");
    assert_castling(&b, "b1", "a1", "c1", "d1");
    assert_castling(&b, "b8", "h8", "g8", "f8");
    assert_castling(&b, "g8", "f8", "c8", "d8");
    fixture_stop(&b);
}

TEST(test_castling_none_and_allows)
{
    fixture b;
    fixture_with(&b, "function ends(king, partner, owner) if owner == 'black' then return nil end\n"
                     "return {king = king + 2, partner = king + 1} end\n"
                     "function same_block(from, to, owner)\n"
                     "return (file(from) - 1) // 2 == (file(to) - 1) // 2 and owner == players[1] end\n");
    int k = 0, p = 0;
    assert_true(script_castling(b.host, &b.diags, "ends", 4, 7, BLACK, &k, &p));
    assert_int_equal(k, -1);
    assert_int_equal(p, -1);
    assert_true(script_castling(b.host, &b.diags, "ends", 4, 7, WHITE, &k, &p));
    assert_int_equal(k, 6);
    assert_int_equal(p, 5);
    bool allowed = false;
    assert_true(script_allows(b.host, &b.diags, "same_block", 0, 1, WHITE, &allowed) && allowed);
    assert_true(script_allows(b.host, &b.diags, "same_block", 1, 2, WHITE, &allowed) && !allowed);
    assert_true(script_allows(b.host, &b.diags, "same_block", 0, 1, BLACK, &allowed) && !allowed);
    fixture_stop(&b);
}

TEST(test_world)
{
    fixture b;
    fixture_with(
        &b, "assert(cells() == 64 and #players == 2 and players[2] == 'black')\n"
            "assert(cell('e4') == 28 and cell(5, 4) == 28 and name(28) == 'e4')\n"
            "assert(file(28) == 5 and rank(28) == 4)\n"
            "assert(cell(0, 1) == nil and cell(9, 1) == nil and cell('j1') == nil)\n"
            "assert(option('rex') == 'inclusive' and option('none') == nil)\n"
            "local keys = {}\n"
            "for k, v in pairs({z = 1, [2] = 2, a = 3, [1] = 4, [10] = 5}) do table.insert(keys, k) end\n"
            "assert(table.concat(keys, ' ') == '1 2 10 a z')\n"
            "local t = {5, 3, 9, 1}\n"
            "table.sort(t) assert(table.concat(t, ',') == '1,3,5,9')\n"
            "table.sort(t, function(a, b) return a > b end) assert(table.concat(t, ',') == '9,5,3,1')\n"
            "assert(table.remove(t) == 1 and table.remove(t, 1) == 9 and #t == 2)\n"
            "table.insert(t, 1, 7) assert(table.concat(t, ',') == '7,5,3')\n"
            "local x, y, z = table.unpack(t) assert(x == 7 and z == 3)\n"
            "assert(select('#', 1, nil, nil) == 3 and select(2, 'a', 'b') == 'b' and select(-1, 1, 2) == 2)\n"
            "assert(string.sub('abcdef', 2, -2) == 'bcde' and string.byte('A') == 65)\n"
            "assert(string.upper('aZ1') == 'AZ1' and string.lower('aZ1') == 'az1' and string.len('abc') == 3)\n"
            "assert(math.floor(2.7) == 2 and math.ceil(2.1) == 3 and math.max(1, 5, 3) == 5 and math.min(4, 2) == 2)\n"
            "assert(math.type(1) == 'integer' and math.type(1.0) == 'float' and math.tointeger(3.0) == 3)\n"
            "local n = 0 for i, v in ipairs({4, 5, nil, 6}) do n = n + v end assert(n == 9)\n"
            "assert(tonumber('12') == 12 and tonumber(' 0x1F ') == 31 and tonumber('1e') == nil)\n");
    fixture_stop(&b);
}

/* A world without files and ranks, and without options. */
TEST(test_graph_world)
{
    fixture b;
    fixture_start(&b);
    b.variant.world.cell_columns = NULL;
    b.variant.world.cell_rows = NULL;
    b.variant.world.options = NULL;
    assert_true(fixture_open(&b, "assert(file(3) == nil and rank(3) == nil and cell(1, 1) == nil and cell('a1') == 0)\n"
                                 "assert(option('rex') == nil)"));
    fixture_stop(&b);
}

/* ---- live calls ---- */

TEST(test_live_effects)
{
    fixture b;
    fixture_with(&b,
                 "function nothing(move) end\n"
                 "function all(move)\n"
                 "    assert(move.from == cell('d4') and move.to == cell('e5') and move.piece == 'queen')\n"
                 "    assert(move.owner == 'white' and move.becomes == 'queen' and move.captured == 'pawn')\n"
                 "    assert(move.captured_at == move.to and move.captured_owner == 'black' and move.drop == false)\n"
                 "    assert(piece(move.from) == 'queen' and owner(move.from) == 'white' and piece(0) == nil)\n"
                 "    assert(owner(0) == nil and is_royal(cell('e1')) and not is_royal(move.from))\n"
                 "    assert(side_to_move() == 'white' and counter('checks') == 3 and counter('none') == 0)\n"
                 "    assert(in_hand('black', 'rook') == 12 and count('white') == 2 and count('white', 'queen') == 1)\n"
                 "    assert(attacked(1, 'black') and not attacked(1, 'white'))\n"
                 "    assert(right('k', 'black') and not right('k', 'white') and not right('q', 'black'))\n"
                 "    return {\n"
                 "        {capture = 1}, {put = 2, piece = 'rook', owner = 'black'}, {transform = 3, into = 'pawn'},\n"
                 "        {give = 4, to = 'black'}, {move = 5, to = 6}, {hand = 'white', piece = 'knight', add = -1},\n"
                 "        {counter = 'checks', add = 1}, {counter = 'flag_2', set = 0},\n"
                 "        {right = 'q', owner = 'white', set = true}, {right = 'k', owner = 'black', set = false},\n"
                 "    }\n"
                 "end\n"
                 "function drop(move) assert(move.from == nil and move.captured == nil and move.drop) return {} end\n");
    script_effect e[16];
    size_t count = 99;
    int all = script_function(b.host, "all");
    int nothing = script_function(b.host, "nothing");
    int drop = script_function(b.host, "drop");
    assert_int_equal(script_function(b.host, "absent"), SCRIPT_FUNCTION_ABSENT);
    assert_int_equal(script_function(b.host, "piece"), -1);
    assert_int_equal(script_function(b.host, "all"), all);
    assert_true(script_live_effects(b.host, nothing, &b.position, &MOVE, e, 16, &count));
    assert_int_equal(count, 0);
    if (!script_live_effects(b.host, all, &b.position, &MOVE, e, 16, &count)) {
        script_report_fault(b.host, &b.diags, b.from);
        fail_msg("%s", first_message(&b));
    }
    assert_int_equal(count, 10);
    assert_true(e[0].kind == EFFECT_CAPTURE && e[0].cell == 1);
    assert_true(e[1].kind == EFFECT_PUT && e[1].cell == 2 && e[1].type == ROOK && e[1].owner == BLACK);
    assert_true(e[2].kind == EFFECT_TRANSFORM && e[2].cell == 3 && e[2].type == PAWN);
    assert_true(e[3].kind == EFFECT_GIVE && e[3].cell == 4 && e[3].owner == BLACK && e[3].to == -1);
    assert_true(e[4].kind == EFFECT_MOVE && e[4].cell == 5 && e[4].to == 6);
    assert_true(e[5].kind == EFFECT_HAND && e[5].owner == WHITE && e[5].type == KNIGHT && e[5].amount == -1);
    assert_true(e[6].kind == EFFECT_COUNTER_ADD && e[6].amount == 1 && strcmp(e[6].counter, "checks") == 0);
    assert_true(e[7].kind == EFFECT_COUNTER_SET && e[7].amount == 0 && strcmp(e[7].counter, "flag_2") == 0);
    assert_true(e[8].kind == EFFECT_RIGHT && e[8].owner == WHITE && e[8].amount && strcmp(e[8].counter, "q") == 0);
    assert_true(e[9].kind == EFFECT_RIGHT && e[9].owner == BLACK && !e[9].amount && strcmp(e[9].counter, "k") == 0);
    script_move dropped = {.from = -1,
                           .to = 3,
                           .piece = PAWN,
                           .owner = WHITE,
                           .into = PAWN,
                           .captured = -1,
                           .captured_at = -1,
                           .captured_owner = -1,
                           .drop = true};
    assert_true(script_live_effects(b.host, drop, &b.position, &dropped, e, 16, &count));
    assert_int_equal(count, 0);
    assert_false(script_live_effects(b.host, 77, &b.position, &MOVE, e, 16, &count));
    fixture_stop(&b);
}

TEST(test_live_allows)
{
    fixture b;
    fixture_with(&b, "function f(move) if move.to == 1 then return true elseif move.to == 2 then return false\n"
                     "elseif move.to == 3 then return 'no\\nway: ' .. piece(cell('e1')) end end\n");
    int f = script_function(b.host, "f");
    static const struct {
        int to;
        bool allowed;
        const char *why;
    } cases[] = {{0, true, ""}, {1, true, ""}, {2, false, ""}, {3, false, "no way: king"}};
    for (size_t i = 0; i < 4; i++) {
        script_move move = MOVE;
        move.to = cases[i].to;
        bool allowed = !cases[i].allowed;
        char why[32] = "old";
        assert_true(script_live_allows(b.host, f, &b.position, &move, &allowed, why, sizeof why));
        assert_int_equal(allowed, cases[i].allowed);
        assert_string_equal(why, cases[i].why);
    }
    char tight[6];
    bool allowed = true;
    script_move move = MOVE;
    move.to = 3;
    assert_true(script_live_allows(b.host, f, &b.position, &move, &allowed, tight, sizeof tight));
    assert_string_equal(tight, "no wa");
    fixture_stop(&b);
}

TEST(test_live_ending)
{
    fixture b;
    fixture_with(&b, "function f() local n = counter('checks')\n"
                     "if n == 1 then return {winner = side_to_move(), reason = 'first'} end\n"
                     "if n == 2 then return {result = 'draw'} end end\n");
    int f = script_function(b.host, "f");
    char reason[32];
    int winner = 0;
    assert_true(script_live_ending(b.host, f, &b.position, &winner, reason, sizeof reason));
    assert_int_equal(winner, -2);
    b.position.counter = 1;
    b.position.side_to_move = BLACK;
    assert_true(script_live_ending(b.host, f, &b.position, &winner, reason, sizeof reason));
    assert_int_equal(winner, BLACK);
    assert_string_equal(reason, "first");
    b.position.counter = 2;
    assert_true(script_live_ending(b.host, f, &b.position, &winner, reason, sizeof reason));
    assert_int_equal(winner, -1);
    assert_string_equal(reason, "");
    fixture_stop(&b);
}

/* ---- answers that make no sense ---- */

typedef enum hook { CAPTURE, LEAPS, CASTLING, START, ALLOWS, EFFECTS, LIVE_ALLOWS, ENDING } hook;

/* Calls the hook `name` once; a fault is reported. on_capture has its own name. */
static bool call_hook(fixture *b, hook which, const char *name)
{
    int x = 0, y = 0, cells[4];
    bool yes = false, done = false;
    size_t count = 0;
    const char *fen = NULL;
    char words[64];
    script_effect effects[SCRIPT_EFFECTS_MAX];
    int function = which >= EFFECTS ? script_function(b->host, name) : -1;
    arena a;
    arena_init(&a, 0);
    switch (which) {
    case CAPTURE:
        done = script_on_capture(b->host, &b->diags, QUEEN, false, WHITE, PAWN, BLACK, &x);
        break;
    case LEAPS:
        done = script_leaps(b->host, &b->diags, name, QUEEN, WHITE, 0, cells, 4, &count);
        break;
    case CASTLING:
        done = script_castling(b->host, &b->diags, name, 4, 7, WHITE, &x, &y);
        break;
    case START:
        done = script_start(b->host, &b->diags, name, 1, 1, &a, &fen);
        break;
    case ALLOWS:
        done = script_allows(b->host, &b->diags, name, 1, 2, WHITE, &yes);
        break;
    case EFFECTS:
        done = script_live_effects(b->host, function, &b->position, &MOVE, effects, SCRIPT_EFFECTS_MAX, &count);
        break;
    case LIVE_ALLOWS:
        done = script_live_allows(b->host, function, &b->position, &MOVE, &yes, words, sizeof words);
        break;
    case ENDING:
        done = script_live_ending(b->host, function, &b->position, &x, words, sizeof words);
        break;
    }
    if (!done && which >= EFFECTS) {
        script_report_fault(b->host, &b->diags, b->from);
    }
    arena_finish(&a);
    return done;
}

TEST(test_nonsense)
{
    static const struct {
        hook which;
        const char *returns; /* the body of f on line 2 */
        const char *words;
        const char *hint;
    } cases[] = {
        {CAPTURE, "return 5", "on_capture: the answer must be a table, not the number 5", ""},
        {CAPTURE, "return true", "must be a table, not true", ""},
        {CAPTURE, "return {becomes = 'quen'}", "'becomes': there is no piece \"quen\"", "queen"},
        {CAPTURE, "return {becomes = 'zzzzzz'}", "there is no piece \"zzzzzz\"", ""},
        {CAPTURE, "return {becomes = {}}", "must be the name of a piece, not a table", ""},
        {CAPTURE, "return {become = 'queen'}", "unknown field \"become\"", "becomes"},
        {CAPTURE, "return {'queen'}", "must have named fields only", ""},
        {CAPTURE, "return {becomes = 'queen', royal = true, also = 1}", "unknown field \"also\"", "there are: becomes"},
        {LEAPS, "return nil", "f: the answer must be a list, not nothing (nil)", ""},
        {LEAPS, "return 'e4'", "must be a list, not the text \"e4\"", ""},
        {LEAPS, "return {1, 2.5}", "each entry of the answer must be a cell (0 to 63), not the number 2.5", ""},
        {LEAPS, "return {1, 64}", "must be a cell", ""},
        {LEAPS, "return {-1}", "must be a cell", ""},
        {LEAPS, "return {'e4'}", "must be a cell (0 to 63), not the text \"e4\"", ""},
        {LEAPS, "return {0 / 0}", "must be a cell", ""},
        {LEAPS, "return {1, 2, 3, 4, 5}", "4 cells at most", ""},
        {LEAPS, "return {1, nil, 3, x = 1}", "must be a list", ""},
        {LEAPS, "local t = {} for i = 1, 257 do t[i] = 1 end return t", "may have 256 entries, not 257", ""},
        {LEAPS, "return {1, {2}}", "a path has two cells", ""},
        {LEAPS, "return {{2, 64}}", "the goal of a path must be a cell (0 to 63), not the number 64", ""},
        {CASTLING, "return {king = 1}", "must be {king = cell, partner = cell}", ""},
        {CASTLING, "return {king = 1, partner = 1}", "one cell", ""},
        {CASTLING, "return {king = 1, partner = 99}", "'partner' must be a cell", ""},
        {CASTLING, "return {king = 1, partne = 2}", "unknown field \"partne\"", "partner"},
        {CASTLING, "return 3", "must be a table", ""},
        {START, "return nil", "must be a FEN text, not nothing", ""},
        {START, "return 8", "must be a FEN text, not the number 8", ""},
        {START, "return ''", "the FEN has 0 bytes", ""},
        {START, "return '8/8\\n8/8'", "no text, at position 4", ""},
        {START, "local s = '88888888' for i = 1, 10 do s = s .. s end return s", "the FEN has 8192 bytes", ""},
        {ALLOWS, "return nil", "must be true or false, not nothing", ""},
        {ALLOWS, "return 1", "must be true or false", ""},
        {EFFECTS, "return true", "must be a list, not true", ""},
        {EFFECTS, "return {capture = 1}", "must be a list", ""},
        {EFFECTS, "return {1}", "each effect must be a table, not the number 1", ""},
        {EFFECTS, "return {{}}", "an effect must say capture, put", ""},
        {EFFECTS, "return {{capture = 1, put = 1}}", "an effect does one thing", ""},
        {EFFECTS, "return {{put = 1}}", "is written {put = cell, piece = name, owner = name}", ""},
        {EFFECTS, "return {{put = 1, piece = 'rok', owner = 'white'}}", "piece: there is no piece \"rok\"", "rook"},
        {EFFECTS, "return {{put = 1, piece = 'rook', owner = 'whit'}}", "owner: there is no player \"whit\"", "white"},
        {EFFECTS, "return {{captur = 1}}", "unknown field \"captur\"", "capture"},
        {EFFECTS, "return {{tkae = 1}}", "unknown field \"tkae\"", "there are: capture, "},
        {EFFECTS, "return {{capture = '1'}}", "capture must be a cell", ""},
        {EFFECTS, "return {{capture = 1.0}, {capture = 1.5}}", "capture must be a cell (0 to 63), not the number 1.5",
         ""},
        {EFFECTS, "return {{counter = 'a b', add = 1}}", "counter must be a name of", ""},
        {EFFECTS, "return {{counter = 'ab', add = 1e9}}", "add must be from -1000000 to 1000000", ""},
        {EFFECTS, "return {{counter = 'ab', add = 1, set = 2}}", "is written {counter", ""},
        {EFFECTS, "return {{right = 'k', owner = 'white'}}", "is written {right = letter", ""},
        {EFFECTS, "return {{right = 'kq', owner = 'white', set = true}}", "right must be the letter of a right", ""},
        {EFFECTS, "return {{right = 'k', owner = 'white', set = 1}}", "set must be true or false with a right", ""},
        {EFFECTS, "return {{hand = 'white', piece = 'rook', add = 'one'}}", "add must be a whole number", ""},
        {EFFECTS, "local t = {} for i = 1, 65 do t[i] = {capture = 1} end return t", "may have 64 entries, not 65", ""},
        {LIVE_ALLOWS, "return 0", "must be true, false or the reason", ""},
        {ENDING, "return 'draw'", "must be a table, not the text \"draw\"", ""},
        {ENDING, "return {}", "must be {winner = owner}", ""},
        {ENDING, "return {result = 'drawn'}", "result can only be \"draw\"", ""},
        {ENDING, "return {winner = 1}", "winner must be the name of a player", ""},
        {ENDING, "return {winner = 'blak'}", "there is no player \"blak\"", "black"},
        {ENDING, "return {result = 'draw', reason = 7}", "reason must be a text", ""},
        {ENDING, "return {winner = 'white', raeson = 'x'}", "unknown field \"raeson\"", "reason"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char lua[256];
        (void)snprintf(lua, sizeof lua, "\nfunction %s(...)\n    %s\nend\n",
                       cases[i].which == CAPTURE ? "on_capture" : "f", cases[i].returns);
        fixture b;
        fixture_with(&b, lua);
        if (call_hook(&b, cases[i].which, "f")) {
            fail_msg("accepted: %s", cases[i].returns);
        }
        assert_said(&b, cases[i].words);
        assert_place(&b, 2); /* where the function begins: the answer has no line of its own */
        if (cases[i].hint[0] != '\0' ? !strstr(hinted(&b), cases[i].hint) : hinted(&b)[0] != '\0') {
            fail_msg("hint \"%s\" for: %s", hinted(&b), cases[i].returns);
        }
        assert_false(script_is_dead(b.host));
        assert_false(b.diags.budget_exceeded);
        fixture_stop(&b);
    }
}

TEST(test_errors_have_lines)
{
    fixture b;
    fixture_start(&b);
    assert_false(fixture_open(&b, "local a = 1\nlocal b = = 2\n"));
    assert_said(&b, "unexpected symbol near '='");
    assert_place(&b, 2);
    assert_int_equal(b.diags.last->location.column, 1);
    assert_int_equal(b.diags.last->location.length, 13);
    fixture_stop(&b);

    fixture_with(&b, "function f()\n    local x\n    return x.y\nend\nfunction g()\n\n    error('own words')\nend\n"
                     "function h()\n    return name(\n       99)\nend\n");
    bool allowed = false;
    assert_false(script_allows(b.host, &b.diags, "f", 0, 0, 0, &allowed));
    assert_said(&b, "attempt to index a nil value (local 'x')");
    assert_place(&b, 3);
    assert_false(script_allows(b.host, &b.diags, "g", 0, 0, 0, &allowed));
    assert_string_equal(first_message(&b), "own words");
    assert_place(&b, 7);
    assert_false(script_allows(b.host, &b.diags, "h", 0, 0, 0, &allowed));
    assert_said(&b, "name(): the argument must be a cell (0 to 63), not the number 99");
    assert_place(&b, 10);
    assert_false(script_allows(b.host, &b.diags, "missing", 0, 0, 0, &allowed));
    assert_said(&b, "the script has no function missing");
    assert_int_equal(script_calls(b.host), 5);
    fixture_stop(&b);
}

/* ---- death ---- */

TEST(test_budget_kills_for_good)
{
    fixture b;
    fixture_with(&b, "function bad()\n    while true do\n    end\nend\nfunction good() return true end\n");
    int bad = script_function(b.host, "bad");
    int good = script_function(b.host, "good");
    bool allowed = false;
    char why[8];
    assert_true(script_live_allows(b.host, good, &b.position, &MOVE, &allowed, why, sizeof why));
    script_report_fault(b.host, &b.diags, b.from);
    assert_int_equal(b.diags.errors, 0); /* there was no fault to report */
    assert_false(script_live_allows(b.host, bad, &b.position, &MOVE, &allowed, why, sizeof why));
    assert_true(script_is_dead(b.host));
    uint64_t calls = script_calls(b.host);
    assert_false(script_live_allows(b.host, good, &b.position, &MOVE, &allowed, why, sizeof why));
    assert_false(allowed);
    assert_int_equal(script_calls(b.host), calls);
    script_report_fault(b.host, &b.diags, b.from);
    assert_said(&b, "bad exceeded its budget of 100000 steps");
    assert_int_equal(b.diags.last->location.line, 2);
    assert_true(b.diags.budget_exceeded);
    assert_false(script_allows(b.host, &b.diags, "good", 0, 0, 0, &allowed)); /* staged calls too */
    assert_said(&b, "bad exceeded its budget");
    assert_int_equal(script_function(b.host, "other"), SCRIPT_FUNCTION_FAILED);
    fixture_stop(&b);
}

/* Each call has a budget of its own; an ordinary error kills nothing. */
TEST(test_budget_is_for_one_call)
{
    fixture b;
    fixture_with(&b, "function f(move) local n = 0 for i = 1, 20000 do n = n + i end\n"
                     "if move.to == 1 then error('x') end return true end\n");
    int f = script_function(b.host, "f");
    for (int i = 0; i < 50; i++) {
        script_move move = MOVE;
        move.to = i % 2;
        bool allowed = false;
        char why[8];
        bool done = script_live_allows(b.host, f, &b.position, &move, &allowed, why, sizeof why);
        assert_int_equal(done, i % 2 == 0);
        assert_false(script_is_dead(b.host));
    }
    fixture_stop(&b);
}

TEST(test_limits)
{
    fixture b;
    fixture_start(&b);
    b.limits.load_budget = 1000;
    assert_false(fixture_open(&b, "for i = 1, 2000 do end"));
    assert_said(&b, "budget of 1000 steps");
    assert_true(b.diags.budget_exceeded);
    fixture_stop(&b);
    fixture_start(&b);
    b.limits.block = 4096;
    assert_false(fixture_open(&b, "local t = {}\nfor i = 1, 1000 do\n    t[i] = i\nend"));
    assert_said(&b, "more than 4096 bytes");
    fixture_stop(&b);
    fixture_start(&b);
    b.limits.memory = 60000;
    assert_false(fixture_open(&b, "local t = {}\nfor i = 1, 1000 do\n    t[i] = {}\nend"));
    assert_said(&b, "more than 60000 bytes of memory");
    assert_true(b.diags.budget_exceeded);
    assert_false(b.diags.failed);
    fixture_stop(&b);
}

/* ---- attacks ---- */

/* Processor time, not the wall clock: tests share their machine. */
static double now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* What came of a script: "harmless" when it loaded and every hook that it has was answered. */
static bool attack_runs(fixture *b, const source *script)
{
    b->host = script_open(&b->diags, b->from, script, &b->variant.world, tiny_ask, &b->limits);
    if (!b->host) {
        return false;
    }
    script_compare_answers(b->host, true); /* the script is called in each round */
    static const struct {
        const char *name;
        hook which;
    } hooks[] = {{"on_capture", CAPTURE}, {"effects", EFFECTS}, {"allows", LIVE_ALLOWS}, {"ending", ENDING}};
    for (size_t i = 0; i < sizeof hooks / sizeof hooks[0]; i++) {
        if (!script_has(b->host, hooks[i].name)) {
            continue;
        }
        for (int round = 0; round < 3; round++) { /* again, for what a call may have left behind */
            if (!call_hook(b, hooks[i].which, hooks[i].name)) {
                return false;
            }
        }
    }
    return true;
}

/* `expect` is "harmless", "budget", "memory" or "error: part of the text". */
static void attack_outcome(const char *name, const source *script, fixture *b, const char *expect)
{
    double began = now();
    bool harmless = attack_runs(b, script);
    double took = now() - began;
    if (took > 2.0) {
        fail_msg("%s: took %.2f s", name, took);
    }
    if (strcmp(expect, "harmless") == 0) {
        if (!harmless || b->diags.errors != 0) {
            fail_msg("%s: not harmless: %s", name, first_message(b));
        }
        return;
    }
    if (harmless || b->diags.errors != 1 || b->diags.failed) {
        fail_msg("%s: %zu errors, last: %s", name, b->diags.errors, first_message(b));
    }
    bool overran = strcmp(expect, "budget") == 0 || strcmp(expect, "memory") == 0;
    const char *part = strcmp(expect, "budget") == 0   ? "budget of"
                       : strcmp(expect, "memory") == 0 ? "bytes"
                                                       : expect + 7;
    bool late = overran && strstr(first_message(b), "longer than a second"); /* the clock is the budget's second line */
    if (!late && !strstr(first_message(b), part)) {
        fail_msg("%s: expected %s: %s", name, expect, first_message(b));
    }
    assert_int_equal(b->diags.budget_exceeded, overran);
    if (b->host) {
        assert_int_equal(script_is_dead(b->host), overran);
    }
    const diag *d = b->diags.last;
    if (!d->location.source || strcmp(d->location.source->name, name) != 0 || d->location.line < 1 || !d->note) {
        fail_msg("%s: the message has no place in the script: %s", name, first_message(b));
    }
    for (const char *p = first_message(b); *p; p++) {
        if ((unsigned char)*p < 0x20 || *p == 0x7F) {
            fail_msg("%s: a control byte in the message", name);
        }
    }
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

TEST(test_attack_files)
{
    DIR *folder = opendir(FERZ_SOURCE_DIR "/tests/invalid/attacks");
    assert_non_null(folder);
    char *names[512];
    size_t count = 0;
    for (struct dirent *e = readdir(folder); e && count < 512; e = readdir(folder)) {
        size_t length = strlen(e->d_name);
        if (length > 4 && strcmp(e->d_name + length - 4, ".lua") == 0) {
            names[count] = strdup(e->d_name);
            assert_non_null(names[count++]);
        }
    }
    (void)closedir(folder);
    qsort(names, count, sizeof names[0], by_name);
    assert_true(count >= 60);
    double slowest = 0;
    const char *slow = "";
    for (size_t i = 0; i < count; i++) {
        char path[512];
        (void)snprintf(path, sizeof path, FERZ_SOURCE_DIR "/tests/invalid/attacks/%s", names[i]);
        size_t size = 0;
        char *lua = read_whole(path, &size);
        char expect[128] = "";
        if (sscanf(lua, "-- expect: %127[^\n]", expect) != 1) {
            fail_msg("%s: no expectation", names[i]);
        }
        fixture b;
        fixture_start(&b);
        double began = now();
        attack_outcome(names[i], diag_source(&b.diags, names[i], lua, size), &b, expect);
        if (now() - began > slowest) {
            slowest = now() - began;
            slow = names[i];
        }
        fixture_stop(&b);
        free(lua);
    }
    print_message("%zu attack scripts, slowest %s %.3f s\n", count, slow, slowest);
    for (size_t i = 0; i < count; i++) {
        free(names[i]);
    }
}

/* Attacks that are too large for a file: `prefix`, then `part` until the script is as long as it may be, then `suffix`.
 * */
TEST(test_large_attacks)
{
    static const struct {
        const char *prefix, *part, *suffix, *expect;
        size_t times; /* 0: as often as fits */
    } cases[] = {
        {"local a local x = a", " or a", "", "error: too many 'and', 'or'", 0},
        {"local a local x = a", " and a", "", "error: too many 'and', 'or'", 0},
        {"local a if a then", " elseif a then", " end", "error: too many 'and', 'or'", 0},
        {"do", " goto a", " end ::a::", "error: too many 'and', 'or'", 0},
        {"while true do", " break", " end", "error: too many 'and', 'or'", 0},
        {"local a = 1", " do ::a:: end", "", "error: too many 'and', 'or'", 0},
        {"local x = ", "(", "", "error: nested more than 100 deep", 0},
        {"local x = ", "{", "", "error: nested more than 100 deep", 0},
        {"local x = ", "function() return ", "", "error: functions inside functions", 0},
        {"", "if a then ", "", "error: nested more than 100 deep", 0},
        {"local x = 1 --", "x", "", "harmless", 0},
        {"local t = {", "1,", "}", "memory", 0},
        {"local t = {", "1,", "}", "harmless", 4000},
        {"local x = 1", " x = x + 1", "", "memory", 0},
        {"local x = 1", " x = x + 1", "", "harmless", 5000},
        {"local x = \"", "x", "\"", "memory", 0},
        {"local x = 1", " x = x", "", "harmless", 0},
        {"local x = ", "-", "1", "error: ", 0},
        {"local x = ", "not ", "1", "error: ", 0},
        {"local x", "\n", " = = 1", "error: unexpected symbol", 0},
        {"local f = function() end f", "()", "", "error: attempt to call a nil value", 20000},
        {"", "\r\n", "", "harmless", 0},
        {"local a=1 local t = {} local x = t", "[1]", "", "error: attempt to index", 20000},
        {"local x = 1 ", ";", "", "harmless", 0},
        {"local x = 'a'", "--[==[ ]=]=]==]", "", "harmless", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *lua = calloc(1, SCRIPT_SIZE_MAX + 1);
        assert_non_null(lua);
        size_t size = strlen(cases[i].prefix);
        size_t part = strlen(cases[i].part);
        size_t end = SCRIPT_SIZE_MAX - strlen(cases[i].suffix);
        memcpy(lua, cases[i].prefix, size);
        for (size_t n = 0; size + part <= end && (cases[i].times == 0 || n < cases[i].times); n++) {
            memcpy(lua + size, cases[i].part, part);
            size += part;
        }
        memcpy(lua + size, cases[i].suffix, strlen(cases[i].suffix) + 1);
        fixture b;
        fixture_start(&b);
        char name[64];
        (void)snprintf(name, sizeof name, "large %zu: %s", i, cases[i].part);
        attack_outcome(name, diag_source(&b.diags, name, lua, strlen(lua)), &b, cases[i].expect);
        fixture_stop(&b);
        free(lua);
    }
}

/* 256 KB that make the compiler look up names through as many functions and locals as it lets them. */
TEST(test_slow_names)
{
    char *lua = calloc(1, SCRIPT_SIZE_MAX + 1);
    assert_non_null(lua);
    size_t size = 0;
    for (int depth = 0; depth < 8; depth++) {
        size += (size_t)sprintf(lua + size, "local function f() local a");
        for (int i = 0; i < 190; i++) {
            size += (size_t)sprintf(lua + size, ",a");
        }
    }
    while (size < SCRIPT_SIZE_MAX - 100) {
        size += (size_t)sprintf(lua + size, " b=b");
    }
    for (int depth = 0; depth < 8; depth++) {
        size += (size_t)sprintf(lua + size, " end");
    }
    fixture b;
    fixture_start(&b);
    attack_outcome("names", diag_source(&b.diags, "names", lua, size), &b, "memory");
    fixture_stop(&b);
    free(lua);
}

TEST(test_bytecode_and_size)
{
    fixture b;
    fixture_start(&b);
    static const char bytecode[] = "\x1bLua\x54";
    assert_null(script_open(&b.diags, b.from, diag_source(&b.diags, "x.lua", bytecode, sizeof bytecode - 1),
                            &b.variant.world, tiny_ask, NULL));
    assert_said(&b, "binary chunk");
    char *large = malloc(SCRIPT_SIZE_MAX + 2);
    assert_non_null(large);
    memset(large, ' ', SCRIPT_SIZE_MAX + 1);
    assert_null(script_open(&b.diags, b.from, diag_source(&b.diags, "x.lua", large, SCRIPT_SIZE_MAX + 1),
                            &b.variant.world, tiny_ask, NULL));
    assert_said(&b, "a script may have 262144 bytes");
    free(large);
    fixture_stop(&b);
    fixture_with(&b, "\xEF\xBB\xBFlocal x = 1\n");
    fixture_stop(&b);
    fixture_with(&b, "");
    fixture_stop(&b);
}

TEST(test_accepted_by_the_scan)
{
    fixture b;
    fixture_with(&b, "local t, u = {5, 6}, {[true] = 1}\n"
                     "local function f(a, b) return t[a < b and 1 or 2] end\n"
                     "assert(f(1, 2) == 5 and f(2, 1) == 6)\n"
                     "local function g(a, b) local less = a < b return u[less] end\n"
                     "assert(g(1, 2) == 1)\n"
                     "local v = {[1 < 2] = 7} assert(v[true] == 7)\n"
                     "local function h(x) return t[f(1 < 2 and 1 or 0, 2) - 4] end\n"
                     "assert(h() == 5 and 6 & 3 == 2 and 6 | 1 == 7 and ~0 == -1)\n"
                     "local s = [==[ function function ]] ]==] --[[ ( ( ( ]] -- {{{{\n"
                     "if s then repeat local x = 1 until true elseif t then else end\n"
                     "for i = 1, 2 do while true do do break end end end\n"
                     "local z = 'a\\z\n\n   b' assert(z == 'ab')\n"
                     "local q = 'it\\'s [' .. \"\\\"\" ; local n = 0x1p-2 + 1e+2 + .5\n");
    fixture_stop(&b);
}

/* Each function of the world and of the library with up to three arguments of every kind: an answer, or words and a line. */
TEST(test_arguments)
{
    static const char *const functions[] = {
        "attacked",       "attackers",  "before",       "cell",         "cells",
        "check",          "count",      "counter",      "is_to_move",   "no_moves",
        "halfmove_clock", "dice",       "file",         "in_hand",      "is_royal",
        "royals",         "level",      "lines",        "pieces",       "name",
        "option",         "owner",      "targets",      "piece",        "ply",
        "rank",           "right",      "first_piece",  "enclosed",     "stack",
        "turn",           "assert",     "error",        "ipairs",       "pairs",
        "rawequal",       "at_ply",     "cycle",        "rawlen",       "select",
        "tonumber",       "tostring",   "type",         "table.concat", "table.insert",
        "table.remove",   "table.sort", "table.unpack", "string.byte",  "string.len",
        "string.lower",   "string.sub", "string.upper", "math.abs",     "math.ceil",
        "math.floor",     "math.fmod",  "math.max",     "math.min",     "math.type",
        "math.tointeger", "math.ult"};
    static const char *const values[] = {"nil",
                                         "true",
                                         "0",
                                         "-1",
                                         "63",
                                         "64",
                                         "math.maxinteger",
                                         "math.mininteger",
                                         "1.5",
                                         "0/0",
                                         "1/0",
                                         "''",
                                         "'a1'",
                                         "'white'",
                                         "'rook'",
                                         "'\\0'",
                                         "'\\255\\27[31m\\u{202e}\\n'",
                                         "LONG",
                                         "{}",
                                         "{1, 'x', {}}",
                                         "function() return true end",
                                         "piece"};
    enum { FUNCTIONS = sizeof functions / sizeof functions[0], VALUES = sizeof values / sizeof values[0] };
    size_t calls = 0, refused = 0;
    for (size_t f = 0; f < FUNCTIONS; f++) {
        for (size_t i = 0; i < VALUES * VALUES; i++) {
            char lua[512];
            (void)snprintf(lua, sizeof lua,
                           "local LONG = 'x' for i = 1, 12 do LONG = LONG .. LONG end\n"
                           "function effects(move)\n    %s(%s, %s, %s)\nend\n",
                           functions[f], values[i / VALUES], values[i % VALUES], values[(i / VALUES + i) % VALUES]);
            fixture b;
            fixture_with(&b, lua);
            calls++;
            if (!call_hook(&b, EFFECTS, "effects")) {
                refused++;
                if (first_message(&b)[0] == '\0' || b.diags.last->location.line != 3) {
                    fail_msg("line %u, \"%s\": %s", (unsigned)b.diags.last->location.line, first_message(&b), lua);
                }
                for (const char *p = first_message(&b); *p; p++) {
                    if ((unsigned char)*p < 0x20 || *p == 0x7F || strncmp(p, "\xE2\x80\xAE", 3) == 0) {
                        fail_msg("a control byte in the message: %s", lua);
                    }
                }
                if (strstr(first_message(&b), "0x") || script_is_dead(b.host)) {
                    fail_msg("an address, or the end of the script: %s: %s", lua, first_message(&b));
                }
            }
            fixture_stop(&b);
        }
    }
    print_message("%zu calls of %d functions with arguments of every kind, %zu refused\n", calls, (int)FUNCTIONS,
                  refused);
    assert_true(refused > calls / 4 && refused < calls);
}

/* ---- reading files ---- */

TEST(test_read)
{
    fixture b;
    fixture_start(&b);
    char folder[] = "/tmp/ferz-script-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char path[64], link_path[64], pipe_path[64];
    (void)snprintf(path, sizeof path, "%s/a.lua", folder);
    (void)snprintf(link_path, sizeof link_path, "%s/link.lua", folder);
    (void)snprintf(pipe_path, sizeof pipe_path, "%s/pipe.lua", folder);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_true(fputs("x = 1\n", f) >= 0);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(symlink(path, link_path), 0);
    assert_int_equal(mkfifo(pipe_path, 0600), 0);
    const source *script = script_read(&b.diags, b.from, path);
    assert_non_null(script);
    assert_string_equal(script->bytes, "x = 1\n");
    assert_string_equal(script->name, path);
    assert_null(script_read(&b.diags, b.from, link_path));
    assert_said(&b, "symbolic link");
    assert_null(script_read(&b.diags, b.from, pipe_path));
    assert_said(&b, "not a plain file");
    assert_null(script_read(&b.diags, b.from, folder));
    assert_said(&b, "not a plain file");
    assert_null(script_read(&b.diags, b.from, "/dev/zero"));
    assert_said(&b, "not a plain file");
    assert_null(script_read(&b.diags, b.from, "/nowhere/x.lua"));
    assert_said(&b, "there is no script");
    f = fopen(path, "wb");
    assert_non_null(f);
    for (int i = 0; i <= SCRIPT_SIZE_MAX; i++) {
        assert_int_equal(fputc(' ', f), ' ');
    }
    assert_int_equal(fclose(f), 0);
    assert_null(script_read(&b.diags, b.from, path));
    assert_said(&b, "longer than 262144 bytes");
    (void)unlink(path);
    (void)unlink(link_path);
    (void)unlink(pipe_path);
    (void)rmdir(folder);
    fixture_stop(&b);
}

/* ---- want of memory ---- */

typedef struct rationed {
    long left;   /* allocations until the failing one; below 0: never */
    bool once;   /* fail only one, or all from there on */
    long blocks; /* alive */
    size_t bytes;
} rationed;

static void *rationed_allocate(void *context, void *block, size_t old_size, size_t size)
{
    rationed *r = context;
    if (size == 0) {
        r->blocks -= block != NULL;
        r->bytes -= old_size;
        free(block);
        return NULL;
    }
    if (size > old_size && r->left >= 0) {
        if (r->left == 0) {
            if (r->once) {
                r->left = -1;
            }
            return NULL;
        }
        r->left--;
    }
    void *result = realloc(block, size);
    assert_non_null(result);
    r->blocks += block == NULL;
    r->bytes += size;
    r->bytes -= old_size;
    return result;
}

/* A life from opening to closing; true when nothing failed. */
static bool whole_life(fixture *b, const source *script, rationed *r)
{
    b->host = script_open_with(&b->diags, b->from, script, &b->variant.world, tiny_ask, NULL, rationed_allocate, r);
    if (!b->host) {
        return false;
    }
    int becomes = 0, winner = 0;
    size_t count = 0;
    bool allowed = false, ok = true;
    script_effect effects[8];
    char words[32];
    const char *fen = NULL;
    arena a;
    arena_init(&a, 0);
    ok &= script_has(b->host, "on_capture");
    ok &= script_on_capture(b->host, &b->diags, QUEEN, false, WHITE, PAWN, BLACK, &becomes);
    ok &= script_start(b->host, &b->diags, "start", 1, 1, &a, &fen);
    int e = script_function(b->host, "effects"), w = script_function(b->host, "allows"),
        z = script_function(b->host, "ending");
    ok &= e >= 0 && w >= 0 && z >= 0;
    ok &= script_live_effects(b->host, e, &b->position, &MOVE, effects, 8, &count);
    ok &= script_live_allows(b->host, w, &b->position, &MOVE, &allowed, words, sizeof words);
    ok &= script_live_ending(b->host, z, &b->position, &winner, words, sizeof words);
    if (!ok) {
        script_report_fault(b->host, &b->diags, b->from);
    }
    ok &= becomes == PAWN && count == 2 && !allowed && winner == WHITE && fen && strcmp(fen, "8/8 x 2") == 0;
    arena_finish(&a);
    return ok;
}

TEST(test_out_of_memory)
{
    static const char lua[] =
        "local t = {}\n"
        "for i = 1, 60 do t[i] = {i, 'n' .. i} end\n"
        "for k, v in pairs({a = 1, b = 2}) do t[k] = v end\n"
        "function on_capture(mover, victim) return {becomes = victim.type} end\n"
        "function start(a, b) return '8/8 x ' .. a + b end\n"
        "function effects(move) return {{capture = move.to}, {counter = 'c' .. move.from, add = 1}} end\n"
        "function allows(move) return 'not ' .. name(move.to) end\n"
        "function ending() return {winner = players[1], reason = 'r' .. count('white')} end\n";
    for (int once = 0; once < 2; once++) {
        long failures = 0;
        bool ok = false;
        for (long k = 0; !ok || failures < k; k++) {
            fixture b;
            fixture_start(&b);
            rationed r = {.left = k, .once = once != 0};
            const source *script = diag_source(&b.diags, "x.lua", lua, sizeof lua - 1);
            ok = whole_life(&b, script, &r);
            bool reached = once ? r.left < 0 : r.left == 0;
            if (!reached) {
                assert_true(ok); /* k is beyond the last allocation: nothing failed */
                failures = k;
            } else if (!ok && !b.host) {
                assert_true(b.diags.failed && b.diags.errors > 0);
            }
            script_close(b.host);
            b.host = NULL;
            assert_int_equal(r.blocks, 0);
            assert_int_equal(r.bytes, 0);
            fixture_stop(&b);
            assert_true(k < 5000);
            if (!reached) {
                print_message("want of memory (%s): %ld points\n", once ? "once" : "for good", k);
                break;
            }
        }
    }
}

/* ---- purity, leaks, cost ---- */

/* Lua gives back half of the call records that it no longer needs with each collection: a few until none is left. */
static size_t settle(script_host *host)
{
    size_t settled = 0;
    for (int i = 0; i < 10; i++) {
        settled = script_memory_after_gc(host);
    }
    return settled;
}

#if defined(__SANITIZE_ADDRESS__)
enum { FLAT_ROUNDS = 25000 };
#else
enum { FLAT_ROUNDS = 250000 }; /* of four calls */
#endif

TEST(test_flat_memory)
{
    fixture b;
    fixture_with(
        &b, "function effects(move) if piece(move.to) then return {{capture = move.to}, {transform = 3, into = "
            "'pawn'}} end end\n"
            "function allows(move) if attacked(move.to, 'white') then return 'attacked ' .. name(move.to) end end\n"
            "function ending() if count('black') == 0 then return {winner = 'white'} end end\n"
            "function broken(move) return {{capture = move.nothing}} end\n");
    int e = script_function(b.host, "effects"), w = script_function(b.host, "allows"),
        z = script_function(b.host, "ending"), x = script_function(b.host, "broken");
    script_effect effects[8];
    size_t count = 0;
    bool allowed = false;
    char words[32];
    int winner = 0;
    size_t settled = 0;
    script_compare_answers(b.host, true); /* so that Lua is called each time */
    for (int i = 0; i < FLAT_ROUNDS; i++) {
        script_move move = MOVE;
        move.to = i % CELLS;
        if (i % 5 == 0) {
            move.from = -1;
            move.captured = move.captured_at = move.captured_owner = -1;
        }
        assert_true(script_live_effects(b.host, e, &b.position, &move, effects, 8, &count));
        assert_int_equal(count, b.position.type[move.to] >= 0 ? 2 : 0);
        assert_true(script_live_allows(b.host, w, &b.position, &move, &allowed, words, sizeof words));
        assert_int_equal(allowed, move.to % 2 != WHITE);
        assert_true(script_live_ending(b.host, z, &b.position, &winner, words, sizeof words));
        assert_int_equal(winner, -2);
        assert_false(script_live_effects(b.host, x, &b.position, &move, effects, 8, &count));
        if (i == 999) { /* the same move as the last one: the names of fields that are nil are collected */
            settled = settle(b.host);
        }
    }
    assert_int_equal(settle(b.host), settled);
    assert_int_equal(script_calls(b.host), 4 * FLAT_ROUNDS + 1);
    print_message("memory after %d calls as after 4000: %zu bytes\n", 4 * FLAT_ROUNDS, settled);
    fixture_stop(&b);
}

/* ---- what is learned ---- */

/* A hook that asks everything there is, and more where it finds more. */
static const char ASKS_ALL[] =
    "function all(move)\n"
    "  local sum = (counter('checks') + halfmove_clock() * 3 + turn() * 5 + ply() * 7 + #dice() * 11) % 1000\n"
    "  for c = move.to, move.to + 3 do\n"
    "    if piece(c) then sum = sum * 2 + (owner(c) == 'white' and 1 or 0) + (is_royal(c) and 1 or 0) + #stack(c) end\n"
    "  end\n"
    "  if sum % 2 == 0 then sum = sum + in_hand(side_to_move(), 'pawn') + count('black', 'rook') end\n"
    "  if sum % 3 == 0 then sum = sum + (attacked(move.to, 'white') and 1 or 0) + #attackers(5, 'black') end\n"
    "  if sum % 5 == 0 then sum = sum + #royals('white') + (check('white') and 1 or 0) end\n"
    "  if sum % 5 == 1 then sum = sum + (check('white', {{capture = move.to}}) and 1 or 0) end\n"
    "  if sum % 5 == 2 then sum = sum + (no_moves('white', {{give = 3, to = 'black'}}) and 1 or 0) end\n"
    "  if sum % 5 == 3 then sum = sum + (is_to_move('black') and 1 or 0) + (right('k', 'black') and 1 or 0) end\n"
    "  if sum % 7 == 1 then sum = sum + #pieces('white') + #pieces('black', 'rook') + (first_piece(9, -1, 0) or 40) + "
    "#enclosed(9, 'white') "
    "end\n"
    "  if sum % 7 == 2 then sum = sum + #targets(move.to, 'rook', 'black') + #attackers(1, 'white', {{capture = 3}}) "
    "end\n"
    "  if sum % 7 == 3 then sum = sum + #targets(2, 'queen', 'white', {{capture = 5}}) + (first_piece(0, 1, 1) or 70) "
    "end\n"
    "  if sum % 5 == 4 then sum = sum + (en_passant(0) or 0) + (no_moves('black') and 1 or 0) end\n"
    "  return sum\n"
    "end\n"
    "function allows(move) local sum = all(move) return sum % 3 > 0 or 'the sum is ' .. sum end\n"
    "function ending()\n"
    "  local sum = all({to = 8})\n"
    "  if sum % 4 == 1 then return {winner = 'black', reason = 'sum ' .. sum} end\n"
    "  if sum % 4 == 2 then return {result = 'draw'} end\n"
    "end\n"
    "function effects(move)\n"
    "  local found = {}\n"
    "  for i = 1, all(move) % 4 do found[i] = {counter = 'checks', add = i} end\n"
    "  return #found > 0 and found or nil\n"
    "end\n"
    "function list(move)\n"
    "  local found = {}\n"
    "  for i = 1, all(move) % 5 do found[i] = {text = 'move ' .. i, {capture = i}, {capture = 9}} end\n"
    "  return found\n"
    "end\n";

/* All that a host answers about a move, as bytes. */
typedef struct all_answers {
    bool allowed;
    int winner;
    size_t effects, listed, picked;
    char why[48], reason[48], words[48];
    script_effect of_effects[8], of_pick[8];
    int of_list[8][3];
} all_answers;

static void ask_all(fixture *b, const script_move *move, all_answers *a)
{
    script_host *h = b->host;
    memset(a, 0, sizeof *a);
    assert_true(script_live_allows(h, script_function(h, "allows"), &b->position, move, &a->allowed, a->why, 48));
    assert_true(script_live_ending(h, script_function(h, "ending"), &b->position, &a->winner, a->reason, 48));
    assert_true(
        script_live_effects(h, script_function(h, "effects"), &b->position, move, a->of_effects, 8, &a->effects));
    int list = script_function(h, "list");
    script_listed listed[8];
    assert_true(script_live_list(h, list, &b->position, move, listed, 8, &a->listed));
    for (size_t i = 0; i < a->listed; i++) {
        a->of_list[i][0] = listed[i].from;
        a->of_list[i][1] = listed[i].to;
        a->of_list[i][2] = listed[i].captures;
    }
    for (size_t i = 0; i < a->listed; i++) { /* once as the list that was just given, once asked again */
        script_effect again[8];
        char words[48];
        size_t count;
        assert_true(script_live_pick(h, list, &b->position, move, true, i, a->of_pick, 8, &a->picked, a->words, 48));
        assert_true(script_live_pick(h, list, &b->position, move, false, i, again, 8, &count, words, 48));
        assert_int_equal(count, 2);
        assert_int_equal(a->picked, 2);
        assert_memory_equal(again, a->of_pick, 2 * sizeof *again);
        assert_string_equal(words, a->words);
    }
}

/* The tests run both ways: see script_compare_answers. */
static bool compared_always(void)
{
    const char *wish = getenv("FERZ_COMPARE_ANSWERS");
    return wish && strcmp(wish, "1") == 0;
}

/* One host goes by what it has learned, the other asks Lua and compares. */
TEST(test_learned)
{
    fixture learned, asked;
    random_source numbers = {7};
    fixture_with(&learned, ASKS_ALL);
    fixture_with(&asked, ASKS_ALL);
    script_compare_answers(asked.host, true);
    for (int i = 0; i < 20000; i++) {
        script_move move = MOVE;
        all_answers known, told;
        move.to = (int)random_below(&numbers, 3);
        int cell = (int)random_below(&numbers, 12), type = (int)random_below(&numbers, TYPES + 1) - 1;
        learned.position.type[cell] = asked.position.type[cell] = type;
        learned.position.owner[cell] = asked.position.owner[cell] = (type < 0 ? -1 : i % 2);
        ask_all(&learned, &move, &known);
        ask_all(&asked, &move, &told);
        assert_memory_equal(&known, &told, sizeof known);
    }
    script_learned counts = script_learned_of(learned.host, script_function(learned.host, "allows"), SCRIPT_LEGAL);
    assert_int_equal(counts.asked, 20000);
    assert_false(counts.keeps_state);
    assert_true(compared_always() || script_calls(learned.host) < script_calls(asked.host) - counts.known);
    assert_true(counts.known > 1000);
    fixture_stop(&learned);
    fixture_stop(&asked);
}

/* A list that was known may be forgotten before one of its moves is picked. The list that the script gave last is another
 * one then. */
TEST(test_list_is_forgotten)
{
    fixture b;
    fixture_with(&b, "function list(move) return {{{capture = move.to}}, {{capture = 9}}} end\n"
                     "function says(move) return 'text' end\n");
    script_host *h = b.host;
    h->trees = answer_tree_create(4096);
    h->answer.bytes = malloc((size_t)64 << 10);
    int list = script_function(h, "list"), says = script_function(h, "says");
    script_listed listed[2];
    script_effect effects[8];
    size_t count;
    char words[32];
    script_move first = MOVE, second = MOVE;
    first.to = 5;
    second.to = 7;
    assert_true(script_live_list(h, list, &b.position, &first, listed, 2, &count));
    assert_true(script_live_list(h, list, &b.position, &second, listed, 2, &count)); /* in the script's state */
    uint64_t calls = script_calls(h);
    assert_true(script_live_list(h, list, &b.position, &first, listed, 2, &count)); /* known */
    assert_int_equal(script_calls(h), calls + compared_always());
    for (int i = 0; answer_tree_value(h->trees, &i, sizeof i); i++) {
    }
    assert_true(script_live_announce(h, says, &b.position, &first, words, sizeof words));
    assert_true(script_live_pick(h, list, &b.position, &first, true, 0, effects, 8, &count, words, sizeof words));
    assert_int_equal(count, 1);
    assert_int_equal(effects[0].cell, 5);
    fixture_stop(&b);
}

static int lines_printed;

static void count_lines(const char *line)
{
    lines_printed += line[0] != '\0';
}

/* What a hook prints is wanted at every call, and so is a fault. */
TEST(test_not_learned)
{
    fixture b;
    fixture_with(&b, "function prints() print('a') end\nfunction fails(move) return {{capture = move.nothing}} end\n");
    script_set_print(count_lines);
    lines_printed = 0;
    int winner;
    size_t count;
    char words[32];
    script_effect effects[8];
    for (int i = 0; i < 5; i++) {
        assert_true(script_live_ending(b.host, script_function(b.host, "prints"), &b.position, &winner, words, 32));
        assert_false(
            script_live_effects(b.host, script_function(b.host, "fails"), &b.position, &MOVE, effects, 8, &count));
    }
    script_set_print(NULL);
    assert_int_equal(lines_printed, 5);
    assert_int_equal(script_calls(b.host), 1 + 10);
    fixture_stop(&b);
}

/* A hook that counts its calls is a fault where its answers are compared. */
TEST(test_impure_is_found)
{
    fixture b;
    fixture_with(&b, "local n = 0\n\nfunction counts() n = n + 1 return n % 3 > 0 end\n");
    script_compare_answers(b.host, true);
    int counts = script_function(b.host, "counts");
    bool allowed;
    char why[8];
    assert_true(script_live_allows(b.host, counts, &b.position, &MOVE, &allowed, why, sizeof why));
    assert_true(script_live_allows(b.host, counts, &b.position, &MOVE, &allowed, why, sizeof why));
    assert_false(script_live_allows(b.host, counts, &b.position, &MOVE, &allowed, why, sizeof why));
    script_report_fault(b.host, &b.diags, b.from);
    assert_non_null(strstr(first_message(&b), "counts: the hook answered otherwise than before"));
    assert_int_equal(b.diags.last->location.line, 3);
    fixture_stop(&b);
}

/* Not a test of anything but the clock: what a live call costs, for the guide. */
TEST(test_cost)
{
    fixture b;
    fixture_with(
        &b,
        "function nothing(move) end\n"
        "function reads(move) if piece(move.to) == 'rook' and owner(move.to) == move.owner then return false end end\n"
        "function acts(move) return {{capture = move.to}} end\n"
        "function on() return nil end\n");
    static const char *const names[] = {"nothing", "reads", "acts", "on"};
    for (int k = 0; k < 4; k++) {
        int f = script_function(b.host, names[k]);
        enum { ROUNDS = 200000 };
        double began = now();
        script_compare_answers(b.host, true);
        for (int i = 0; i < ROUNDS; i++) {
            size_t count = 0;
            bool allowed = false;
            int winner = 0;
            char words[32];
            script_effect effects[8];
            bool done = k == 3   ? script_live_ending(b.host, f, &b.position, &winner, words, sizeof words)
                        : k == 2 ? script_live_effects(b.host, f, &b.position, &MOVE, effects, 8, &count)
                                 : script_live_allows(b.host, f, &b.position, &MOVE, &allowed, words, sizeof words);
            assert_true(done);
        }
        print_message("live call %-8s %6.0f ns\n", names[k], (now() - began) / ROUNDS * 1e9);
    }
    fixture_stop(&b);
}

/* ---- the guide's examples: every ```lua block of scripts/README.md is a whole script ---- */

TEST(test_guide)
{
    static const struct {
        const char *name;
        hook which;
    } known[] = {{"on_capture", CAPTURE},          {"wazir_leaps", LEAPS},  {"castling_ends", CASTLING},
                 {"start_array", START},           {"same_block", ALLOWS},  {"rebirth", EFFECTS},
                 {"one_pawn_a_file", LIVE_ALLOWS}, {"three_checks", ENDING}};
    size_t seen[8] = {0};
    size_t size = 0, examples = 0;
    char *guide = read_whole(FERZ_SOURCE_DIR "/scripts/README.md", &size);
    static const char fence[] = "```lua\n";
    for (char *at = strstr(guide, fence); at; at = strstr(at, fence)) {
        at += strlen(fence);
        char *end = strstr(at, "```");
        assert_non_null(end);
        *end = '\0';
        examples++;
        fixture b;
        fixture_with(&b, at);
        for (size_t i = 0; i < 8; i++) {
            if (!script_has(b.host, known[i].name)) {
                continue;
            }
            seen[i]++;
            if (!call_hook(&b, known[i].which, known[i].name)) {
                fail_msg("%s in the guide: %s", known[i].name, first_message(&b));
            }
        }
        fixture_stop(&b);
        at = end + 1;
    }
    free(guide);
    assert_true(examples >= 8);
    for (size_t i = 0; i < 8; i++) {
        if (seen[i] == 0) {
            fail_msg("the guide has no example of %s", known[i].name);
        }
    }
}
