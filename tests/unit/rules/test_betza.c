/* Movements: the paths of a notation, the cells that a piece reaches by them, and the messages for mistakes. */
#include "unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/betza.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* One reading, with everything that it owns. */
typedef struct reading {
    arena arena;
    diag_list diags;
    betza betza;
    bool good;
} reading;

/* Reads from a block of exactly `length` bytes, so that a sanitizer sees any step beyond it. */
static void reading_init(reading *r, const char *notation, size_t length)
{
    char *bytes = malloc(length == 0 ? 1 : length);
    assert_non_null(bytes);
    if (length > 0)
        memcpy(bytes, notation, length);
    arena_init(&r->arena, 0);
    diag_list_init(&r->diags);
    const source *file = diag_source(&r->diags, "betza", notation, length);
    assert_non_null(file);
    location at = {file, 1, 1, (uint32_t)length};
    r->good = betza_parse(&r->arena, &r->diags, at, bytes, length, &r->betza);
    free(bytes);
    assert_int_equal(r->good, r->diags.errors == 0);
    assert_true(r->good ? r->betza.count > 0 : r->betza.count == 0 && r->betza.paths == NULL);
    assert_false(r->diags.failed);
}

static void reading_finish(reading *r)
{
    diag_list_finish(&r->diags);
    arena_finish(&r->arena);
}

static void show_messages(const reading *r, const char *notation)
{
    text out = {0};
    for (const diag *d = r->diags.first; d != NULL; d = d->next)
        diag_render(d, false, &out);
    print_error("«%s»:\n%s", notation, text_string(&out));
    text_finish(&out);
}

/* ---- Paths, written out ---- */

/* x,y*RANGE:modes,flags with legs joined by '>'; o = LEG_WRAP, x = LEG_OCCUPIED; n and j with the number of steps. */
static void write_path(text *out, const betza_path *path)
{
    static const char modes[] = "mcde", flags[] = "njpgotyux";
    text_put(out, path->initial ? "i " : "");
    for (int k = 0; k < path->legs; k++) {
        const betza_leg *leg = &path->leg[k];
        text_print(out, "%s%d,%d", k > 0 ? ">" : "", leg->x, leg->y);
        if (leg->range != 1)
            text_print(out, "*%d", leg->range);
        if (leg->z)
            text_print(out, "^%d", leg->z);
        text_char(out, ':');
        for (int i = 0; modes[i] != '\0'; i++)
            if ((leg->modes >> i & 1) != 0)
                text_char(out, modes[i]);
        for (int i = 0; flags[i] != '\0'; i++)
            if ((leg->flags >> i & 1) != 0)
                text_print(out, i < 2 ? ",%c%d" : ",%c", flags[i], leg->steps);
    }
}

static const struct {
    const char *notation, *paths;
} path_cases[] = {
    {"W", "0,1:mc 1,0:mc 0,-1:mc -1,0:mc"},
    {"F", "1,1:mc 1,-1:mc -1,-1:mc -1,1:mc"},
    {"N", "1,2:mc 2,1:mc 2,-1:mc 1,-2:mc -1,-2:mc -2,-1:mc -2,1:mc -1,2:mc"},
    {"K", "0,1:mc 1,1:mc 1,0:mc 1,-1:mc 0,-1:mc -1,-1:mc -1,0:mc -1,1:mc"},
    {"fR", "0,1*0:mc"},
    {"fR4", "0,1*4:mc"},
    {"fW3", "0,1*3:mc"},
    {"fW12", "0,1*12:mc"},
    {"rfNN", "1,2*0:mc"},
    {"rfN0", "1,2*0:mc"},
    {"fmW", "0,1:m"},
    {"mfWcfF", "0,1:m 1,1:c -1,1:c"},
    {"mfWcfeFimfnD", "0,1:m 1,1:ce -1,1:ce i 0,2:m,n2"},
    {"fmWfceFifmnD", "0,1:m 1,1:ce -1,1:ce i 0,2:m,n2"},
    {"(0,0,1)", "0,0^1:mc 0,0^-1:mc"},
    {"fc(0,1,1)", "0,1^1:c 0,1^-1:c"},
    {"m(0,0,2)0", "0,0*0^2:m 0,0*0^-2:m"},
    {"fl(1,1,2)", "-1,1^2:mc -1,1^-2:mc"},
    {"fr(2,0,1)", "0,2^1:mc 0,2^-1:mc 2,0^1:mc 2,0^-1:mc"},
    {"n(0,0,2)", "0,0^2:mc,n2 0,0^-2:mc,n2"},
    {"fecmF", "1,1:mce -1,1:mce"},
    {"frdF", "1,1:d"},
    {"frudF", "1,1:d,u"},
    {"lfcN", "-1,2:c"},
    {"lcfN", "-1,2:c"},
    {"clfN", "-1,2:c"},
    {"fnD", "0,2:mc,n2"},
    {"frnA", "2,2:mc,n2"},
    {"fnH", "0,3:mc,n3"},
    {"frnG", "3,3:mc,n3"},
    {"fn(4,0)", "0,4:mc,n4"},
    {"rfn(4,2)", "2,4:mc,n2"},
    {"fnD0", "0,2*0:mc,n2"},
    {"fjD", "0,2:mc,j2"},
    {"fjR", "0,1*0:mc,j1"},
    {"fcpR", "0,1*0:c,p"},
    {"fgR", "0,1*0:mc,g"},
    {"foR", "0,1*0:mc,o"},
    {"ftR", "0,1*0:mc,t"},
    {"rfnN", "0,1:m>1,1:mc"},
    {"frnN", "1,0:m>1,1:mc"},
    {"rbnN", "0,-1:m>1,-1:mc"},
    {"lfinN", "i 0,1:m>-1,1:mc"},
    {"rfjN", "0,1:,x>1,1:mc"},
    {"rfontcN", "0,1:m,o>1,1:c,o,t"},
    {"fafsW", "0,1:m>1,1:mc 0,1:m>-1,1:mc"},
    {"fafsF", "1,1:m>1,0:mc 1,1:m>0,1:mc -1,1:m>0,1:mc -1,1:m>-1,0:mc"},
    {"fafsD", "0,2:m>2,2:mc 0,2:m>-2,2:mc"},
    {"frafsG", "3,3:m>3,0:mc 3,3:m>0,3:mc"},
    {"fafsB", "1,1*0:m>1,0*0:mc 1,1*0:m>0,1*0:mc -1,1*0:m>0,1*0:mc -1,1*0:m>-1,0*0:mc"},
    {"faW", "0,1:m>0,1:mc 0,1:m>1,0:mc 0,1:m>-1,0:mc"},
    {"fabW", "0,1:m>0,-1:mc"},
    {"fcafmF", "1,1:c>1,1:m -1,1:c>-1,1:m"},
    {"fmacW", "0,1:m>0,1:c 0,1:m>1,0:c 0,1:m>-1,0:c"},
    {"ffcdafK", "0,1:cd>0,1:mc"},
    {"fpafW", "0,1:,x>0,1:mc"},
    {"fmpafW", "0,1:m,x>0,1:mc"},
    {"ftpafW", "0,1:,t,x>0,1:mc"},
    {"fyafW", "0,1:m>0,1*0:mc"},
    {"fyafR", "0,1*0:m>0,1:mc"},
    {"fyafW3", "0,1*3:m>0,1:mc"},
    {"fyafafW", "0,1:m>0,1*0:m>0,1*0:mc"},
    {"fyafyafW", "0,1:m>0,1*0:m>0,1:mc"},
    {"fgafW", "0,1:,x>0,1*0:mc"},
    {"fcyafW", "0,1:c>0,1:mc 0,1:m>0,1*0:mc"},
    {"fygafR", "0,1*0:m,x>0,1:mc"},
    {"fyafpW", "0,1:m>0,1*0:mc,p"},
    {"rfafN", "1,2:m>1,2:mc"},
    {"rfafrN", "1,2:m>2,1:mc"},
    {"rfaflN", "1,2:m>-1,2:mc"},
    {"rfalN", "1,2:m>-2,1:mc"},
    {"[fW-F]", "0,1:m>1,1:mc 0,1:m>-1,1:mc"},
    {"[fW-rF]", "0,1:m>1,1:mc 0,1:m>1,-1:mc"},
    {"[fW-rW]", "0,1:m>1,0:mc"},
    {"[frF-R3]", "1,1:m>1,0*3:mc 1,1:m>0,1*3:mc"},
    {"[frF-rR]", "1,1:m>1,0*0:mc 1,1:m>0,-1*0:mc"},
    {"[frF-frR]", "1,1:m>1,0*0:mc"},
    {"[fW?F]", "0,1:mc 0,1:m>1,1:mc 0,1:m>-1,1:mc"},
    {"c[fW?fW]", "0,1:c 0,1:m>0,1:c"},
    {"i[fW?mfW]", "i 0,1:mc i 0,1:m>0,1:m"},
    {"[fcW?fW-fW]", "0,1:c 0,1:c>0,1:m>0,1:mc"},
    {"[fcW]", "0,1:c"},
    {"[fpR-fW]", "0,1*0:,x>0,1:mc"},
    {"[rfnN]", "0,1:m>1,1:mc"},
    {"[rfN-N]", "1,2:m>1,2:mc"},
    {"[rfN-R]", "1,2:m>0,1*0:mc"},
    {"[rfN-B]", "1,2:m>1,1*0:mc"},
    {"[frN-R]", "2,1:m>1,0*0:mc"},
    {"[frN-B]", "2,1:m>1,1*0:mc"},
    {"[lfN-R]", "-1,2:m>0,1*0:mc"},
    {"[lfN-B]", "-1,2:m>-1,1*0:mc"},
};

TEST(paths_are_spelt_out)
{
    int wrong = 0;
    for (size_t i = 0; i < COUNT(path_cases); i++) {
        const char *notation = path_cases[i].notation;
        reading r;
        reading_init(&r, notation, strlen(notation));
        if (!r.good) {
            show_messages(&r, notation);
            wrong++;
        } else {
            text out = {0};
            for (size_t n = 0; n < r.betza.count; n++) {
                text_put(&out, n > 0 ? " " : "");
                write_path(&out, &r.betza.paths[n]);
            }
            if (strcmp(text_string(&out), path_cases[i].paths) != 0) {
                print_error("%s: expected %s\n    found %s\n", notation, path_cases[i].paths, text_string(&out));
                wrong++;
            }
            text_finish(&out);
        }
        reading_finish(&r);
    }
    assert_int_equal(wrong, 0);
}

/* ---- Cells, reached by walking ---- */

enum { SIZE = 15, MIDDLE = SIZE / 2 };

typedef struct board {
    char cell[SIZE][SIZE]; /* '.' empty, 'e' enemy, 'o' own, 'p' empty and an en passant target */
    bool reached[SIZE][SIZE];
} board;

static bool on_board(int x, int y)
{
    return x >= 0 && x < SIZE && y >= 0 && y < SIZE;
}

static bool is_piece(const board *b, int x, int y)
{
    return b->cell[y][x] == 'e' || b->cell[y][x] == 'o';
}

/* Walks leg k from (x, y), as betza.h tells it. */
static void walk(board *b, const betza_path *path, int k, int x, int y)
{
    const betza_leg *leg = &path->leg[k];
    bool last = k + 1 == path->legs, hops = (leg->flags & (LEG_CANNON | LEG_GRASSHOPPER)) != 0;
    int pieces = 0;
    for (int step = 1; leg->range == 0 || step <= leg->range; step++) {
        bool blocked = false, ridden = leg->steps == 1;
        for (int i = 1; i < leg->steps; i++) {
            int u = x + leg->x / leg->steps * i, v = y + leg->y / leg->steps * i;
            if (!on_board(u, v))
                return;
            blocked = blocked || ((leg->flags & LEG_LAME) != 0 && is_piece(b, u, v));
            blocked = blocked || ((leg->flags & LEG_JUMP) != 0 && i == 1 && !is_piece(b, u, v));
        }
        x += leg->x;
        y += leg->y;
        if (blocked || !on_board(x, y))
            return;
        if (ridden && step == 1 && (leg->flags & LEG_JUMP) != 0)
            continue;
        char found = b->cell[y][x];
        bool piece = is_piece(b, x, y);
        if (hops && pieces == 0) {
            pieces += piece;
            continue;
        }
        bool fits = (found == 'e' && (leg->modes & LEG_CAPTURE) != 0) ||
                    (found == 'o' && (leg->modes & LEG_OWN) != 0) || (!piece && (leg->modes & LEG_MOVE) != 0) ||
                    (found == 'p' && (leg->modes & LEG_EN_PASSANT) != 0);
        if (fits && last)
            b->reached[y][x] = true;
        if (fits && !last) {
            b->cell[y][x] = piece ? '.' : found;
            walk(b, path, k + 1, x, y);
            b->cell[y][x] = found;
        }
        bool foe = found == 'e';
        if (!last && piece && (leg->flags & LEG_OCCUPIED) != 0 && !(foe && (leg->flags & LEG_NO_ROYAL) != 0))
            walk(b, path, k + 1, x, y);
        if (piece || (leg->flags & LEG_GRASSHOPPER) != 0)
            return;
    }
}

/* Puts "e0,3 o1,1" on the board, seen from the middle. */
static void set_up(board *b, const char *pieces)
{
    memset(b->cell, '.', sizeof b->cell);
    memset(b->reached, 0, sizeof b->reached);
    for (const char *m = pieces; *m != '\0';) {
        char kind;
        int x, y, used;
        assert_int_equal(sscanf(m, " %c%d,%d%n", &kind, &x, &y, &used), 3);
        b->cell[y + MIDDLE][x + MIDDLE] = kind;
        m += used;
    }
}

static bool reach(board *b, const char *notation)
{
    reading r;
    reading_init(&r, notation, strlen(notation));
    for (size_t i = 0; i < r.betza.count; i++)
        walk(b, &r.betza.paths[i], 0, MIDDLE, MIDDLE);
    if (!r.good)
        show_messages(&r, notation);
    reading_finish(&r);
    return r.good;
}

static int count_reached(const board *b)
{
    int n = 0;
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++)
            n += b->reached[y][x];
    return n;
}

/* Expected cells: "0,1 1,1", or "=NOTATION" for the same as another movement reaches, or "#COUNT". */
static const struct {
    const char *notation, *pieces, *cells;
} cell_cases[] = {
    /* How many cells (test list of the Dart library "bishop", and by hand). */
    {"N", "", "#8"},
    {"FWDA", "", "#16"},
    {"B2ND", "", "#20"},
    {"FWDsN", "", "#16"},
    {"W", "", "#4"},
    {"F", "", "#4"},
    {"D", "", "#4"},
    {"A", "", "#4"},
    {"H", "", "#4"},
    {"G", "", "#4"},
    {"C", "", "#8"},
    {"Z", "", "#8"},
    {"K", "", "#8"},
    {"R", "", "#28"},
    {"B", "", "#28"},
    {"Q", "", "#56"},
    {"R4", "", "#16"},
    {"N0", "", "#24"},
    {"WAD", "", "#12"},
    {"FC", "", "#12"},
    {"fhN", "", "#4"},
    {"fhQ", "", "#35"},
    /* Atoms and shorthands. */
    {"D", "", "0,2 2,0 0,-2 -2,0"},
    {"A", "", "2,2 2,-2 -2,-2 -2,2"},
    {"H", "", "0,3 3,0 0,-3 -3,0"},
    {"G", "", "3,3 3,-3 -3,-3 -3,3"},
    {"C", "", "1,3 3,1 3,-1 1,-3 -1,-3 -3,-1 -3,1 -1,3"},
    {"Z", "", "2,3 3,2 3,-2 2,-3 -2,-3 -3,-2 -3,2 -2,3"},
    {"L", "", "=C"},
    {"J", "", "=Z"},
    {"K", "", "=WF"},
    {"Q", "", "=RB"},
    {"R", "", "=W0"},
    {"B", "", "=F0"},
    {"KK", "", "=Q"},
    {"WW", "", "=R"},
    {"FF", "", "=B"},
    {"NN", "", "=N0"},
    {"DD", "", "=D0"},
    {"R1", "", "=W"},
    {"Q2", "", "=W2F2"},
    {"(2,1)", "", "=N"},
    {"(1,2)", "", "=N"},
    {"(3,0)", "", "=H"},
    {"(2,2)", "", "=A"},
    {"f(4,1)", "", "-1,4 1,4"},
    {"(2,1)0", "", "=NN"},
    {"WX", "", "=(4,0)"},
    {"WXX", "", "=(7,0)"},
    {"FX", "", "=(4,1)"},
    {"GX", "", "=(6,3)"},
    {"NY", "", "=(4,3)"},
    {"DY", "", "=(4,2)"},
    {"AY", "", "=(4,4)"},
    {"frWX", "", "0,4 4,0"},
    /* Directions of orthogonal atoms: each letter one, together their union. */
    {"fW", "", "0,1"},
    {"ffW", "", "0,1"},
    {"bW", "", "0,-1"},
    {"lW", "", "-1,0"},
    {"rW", "", "1,0"},
    {"vW", "", "0,1 0,-1"},
    {"sW", "", "1,0 -1,0"},
    {"frW", "", "0,1 1,0"},
    {"fsW", "", "0,1 1,0 -1,0"},
    {"sfW", "", "0,1 1,0 -1,0"},
    {"fbW", "", "0,1 0,-1"},
    /* Directions of diagonal atoms: a letter is a pair, two are what they share. */
    {"fF", "", "-1,1 1,1"},
    {"bF", "", "-1,-1 1,-1"},
    {"lF", "", "-1,-1 -1,1"},
    {"rF", "", "1,-1 1,1"},
    {"flF", "", "-1,1"},
    {"lfF", "", "-1,1"},
    {"brF", "", "1,-1"},
    {"ffrrF", "", "-1,1 1,1 1,-1"},
    {"fsF", "", "-1,1 1,1"},
    {"rvF", "", "1,-1 1,1"},
    {"sF", "", "=F"},
    {"vF", "", "=F"},
    {"fbF", "", "=F"},
    {"flbrF", "", "-1,1 1,-1"},
    /* Directions of oblique atoms. */
    {"fN", "", "-1,2 1,2"},
    {"ffN", "", "-1,2 1,2"},
    {"bN", "", "-1,-2 1,-2"},
    {"lN", "", "-2,1 -2,-1"},
    {"rN", "", "2,1 2,-1"},
    {"fsN", "", "-2,1 2,1"},
    {"bsN", "", "-2,-1 2,-1"},
    {"lvN", "", "-1,2 -1,-2"},
    {"rvN", "", "1,2 1,-2"},
    {"lfN", "", "-1,2"},
    {"flN", "", "-2,1"},
    {"rfN", "", "1,2"},
    {"frN", "", "2,1"},
    {"rbN", "", "1,-2"},
    {"brN", "", "2,-1"},
    {"vN", "", "-1,2 1,2 -1,-2 1,-2"},
    {"sN", "", "-2,1 2,1 -2,-1 2,-1"},
    {"fhN", "", "-1,2 1,2 -2,1 2,1"},
    {"lhN", "", "-1,2 -2,1 -2,-1 -1,-2"},
    {"bhC", "", "=bCbsC"},
    {"rhZ", "", "=rvZrZ"},
    {"ffrrN", "", "-1,2 1,2 2,1 2,-1"},
    {"hrN", "", "1,2 2,-1 -1,-2 -2,1"},
    {"hlN", "", "-1,2 2,1 1,-2 -2,-1"},
    /* Directions of K and Q: eight. */
    {"fK", "", "0,1"},
    {"ffK", "", "0,1"},
    {"ffrK", "", "0,1 1,0"},
    {"frK", "", "1,1"},
    {"fsK", "", "-1,1 1,1"},
    {"lvK", "", "-1,1 -1,-1"},
    {"vK", "", "0,1 0,-1"},
    {"sK", "", "1,0 -1,0"},
    {"fhK", "", "0,1 -1,1 1,1 -1,0 1,0"},
    {"lhK", "", "0,1 -1,1 -1,0 -1,-1 0,-1"},
    {"brQ3", "", "1,-1 2,-2 3,-3"},
    /* Modes. */
    {"mR", "e0,3 o3,0", "#18"},
    {"cR", "e0,3 o3,0", "0,3"},
    {"dR", "e0,3 o3,0", "3,0"},
    {"mcdW", "e0,1 o1,0", "0,1 1,0 0,-1 -1,0"},
    {"W", "e0,1 o1,0", "0,1 0,-1 -1,0"},
    {"mQ", "e0,1", "#49"},
    {"fceF", "p1,1", "1,1"},
    {"fceF", "p1,1 e-1,1", "1,1 -1,1"},
    /* Reference strings, most of them with something in the way. */
    {"fmWfceFifmnD", "", "0,1 0,2"},
    {"fmWfceFifmnD", "e0,1 e1,1", "1,1"},
    {"fmWfceFifmnD", "e0,2 p-1,1", "0,1 -1,1"},
    {"fmWfcF", "o-1,1 e1,1", "0,1 1,1"},
    {"WfF", "", "0,1 1,0 0,-1 -1,0 1,1 -1,1"},
    {"FfW", "", "0,1 1,1 -1,1 1,-1 -1,-1"},
    {"mRcpR", "", "=R"},
    {"fmRfcpR", "o0,3 e0,5 e0,6", "0,1 0,2 0,5"},
    {"fmRfcpR", "e0,3", "0,1 0,2"},
    {"mBcpB", "", "=B"},
    {"frmBfrcpB", "e2,2 e4,4", "1,1 4,4"},
    {"gQ", "", ""},
    {"gQ", "o0,3 e2,2 e3,3 e7,0 o-1,0 o-2,0", "0,4 3,3"},
    {"fcafmF", "e1,1 e-1,1 o-2,2", "2,2"},
    {"fcafmF", "", ""},
    {"afsW", "", "=N"},
    {"afsW", "o0,1", "2,1 2,-1 -2,1 -2,-1 1,-2 -1,-2"},
    {"nN", "o0,1 e-1,0 e1,2", "=afsW"},
    {"afsF", "", "=N"},
    {"afsF", "o1,1", "2,-1 -2,1 -2,-1 1,-2 -1,-2 -1,2"},
    {"nA", "", "=A"},
    {"nA", "e1,1", "2,-2 -2,-2 -2,2"},
    {"mafsmafW", "", "=Z"},
    {"mafsmafW", "o0,1 e2,-1", "3,2 2,-3 -2,-3 -3,-2 -3,2"},
    {"KNADcaKmcabK", "", "=KNAD[W-bW]"},
    {"caK", "e0,1", "0,2 1,2 -1,2 1,1 -1,1 1,0 -1,0"},
    {"caK", "e0,1 e1,1", "-1,2 0,2 1,2 2,2 -1,1 0,1 1,1 2,1 -1,0 1,0 2,0"},
    {"KNADcaKmcabK", "e0,1", "=KNAD[W-bW]"},
    {"masR", "", "#196"},
    {"masR", "o0,1 o1,0 e0,-1 e-1,0", ""},
    {"fmasR", "o0,3", "=[ffmW2-sR]"},
    {"afraflWaflafrW", "", "=C"},
    {"afraflWaflafrW", "o1,2", "-1,3 3,1 3,-1 1,-3 -1,-3 -3,-1 -3,1"},
    {"afsafKafafsKaflafrKafraflK", "", "=CZ"},
    {"FyafsF", "", "#52"},
    {"FyafsF", "", "=[F?R]"},
    {"FyafsF", "o1,1 e-1,3", "=[F?R]"},
    {"yafmcabQ", "", "#48"},
    {"ffyaffmcabQ", "e0,3", "0,1 0,2"},
    {"udR", "o0,3 e1,0", "0,3"},
    {"hrN", "o1,2", "2,-1 -1,-2 -2,1"},
    {"fceFifmnDifmnHfmW", "", "0,1 0,2 0,3"},
    {"fceFifmnDifmnHfmW", "e0,3 e1,1", "0,1 0,2 1,1"},
    {"fceFifmnDifmnHfmW", "e0,2", "0,1"},
    /* Lame, jumping, hopping. */
    {"fnD", "e0,1", ""},
    {"fnH", "e0,2", ""},
    {"fnH", "e0,3", "0,3"},
    {"nD0", "", "=D0"},
    {"fnD0", "e0,3", "0,2"},
    {"n(4,2)", "o1,2", "=lv(4,2)s(4,2)rb(4,2)"},
    {"fjD", "", ""},
    {"fjD", "e0,1", "0,2"},
    {"frjG", "o2,2", ""},
    {"frjG", "o1,1", "3,3"},
    {"jN", "o0,1", "-1,2 1,2"},
    {"fjR", "e0,1 e0,4", "0,2 0,3 0,4"},
    {"jW2", "o1,0", "=D"},
    {"fpR3", "o0,1 e0,4", "0,2 0,3"},
    {"fpR4", "o0,1 e0,4", "0,2 0,3 0,4"},
    {"fgR3", "o0,2", "0,3"},
    {"fgR3", "o0,3", ""},
    {"frgafF", "o1,1", "2,2 3,3 4,4 5,5 6,6 7,7"},
    {"gafQ", "o0,3 e2,2 e3,3 e7,0", "=gQ"},
    {"fpafW", "o0,1", "=fjD"},
    {"ftpafW", "e0,1", ""},
    {"ftpafW", "o0,1", "0,2"},
    {"mpafW", "e0,1", "=D"},
    {"mpafmpafmpafsW", "", "=(4,1)"},
    /* Turns that remember. */
    {"afsafzW", "", "=afraflWaflafrW"},
    {"afsafqW", "", "=A"},
    {"afafsKafsafzfK", "", "=CZ"},
    {"afsaqK", "", "=afrarKaflalK"},
    {"afzN", "", "=hraflNhlafrN"},
    {"afzN", "", "0,4 4,0 0,-4 -4,0"},
    {"afqN", "", "=G"},
    /* Brackets. */
    {"[W-F]", "o0,1", "=nN"},
    {"[F-W]", "o1,1", "=afsF"},
    {"[F-fW]", "", "=N"},
    {"[F-fsW]", "", "=N"},
    {"[W-F-F]", "", "=Z"},
    {"[W-N]", "", "=C"},
    {"[F-N]", "", "=Z"},
    {"[N-N]", "", "=(4,2)"},
    {"[K-K]", "", "=DA"},
    {"[W?fW]", "", "=W2"},
    {"m[F?R]", "e1,1 e-1,3", "=mFyafsmF"},
    {"c[F?R]", "e1,1 e-1,3", "1,1 -1,3"},
    {"[cF-fmF]", "e1,1", "2,2"},
    {"[R-F]", "", "#48"},
    {"[W-lW]", "", "=F"},
    /* Letters in another order. */
    {"fcmrN", "", "=frN"},
    {"nmfiD", "", "=ifmnD"},
};

static void expect(board *b, const char *pieces, const char *cells)
{
    set_up(b, pieces);
    if (cells[0] == '=') {
        assert_true(reach(b, cells + 1));
        return;
    }
    for (const char *c = cells; *c != '\0';) {
        int x, y, used;
        assert_int_equal(sscanf(c, " %d,%d%n", &x, &y, &used), 2);
        b->reached[y + MIDDLE][x + MIDDLE] = true;
        c += used;
    }
}

TEST(cells_are_reached)
{
    int wrong = 0;
    for (size_t i = 0; i < COUNT(cell_cases); i++) {
        const char *notation = cell_cases[i].notation, *cells = cell_cases[i].cells;
        board found, wanted;
        set_up(&found, cell_cases[i].pieces);
        bool good = reach(&found, notation);
        if (cells[0] == '#') {
            good = good && count_reached(&found) == atoi(cells + 1);
        } else {
            expect(&wanted, cell_cases[i].pieces, cells);
            good = good && memcmp(found.reached, wanted.reached, sizeof found.reached) == 0;
        }
        if (good)
            continue;
        wrong++;
        print_error("%s with «%s»: expected %s, found %d:", notation, cell_cases[i].pieces, cells,
                    count_reached(&found));
        for (int y = SIZE; y-- > 0;)
            for (int x = 0; x < SIZE; x++)
                if (found.reached[y][x])
                    print_error(" %d,%d", x - MIDDLE, y - MIDDLE);
        print_error("\n");
    }
    assert_int_equal(wrong, 0);
}

/* ---- Mistakes ---- */

/* The first error: its byte and some of its words; then how many errors there are in all. */
static const struct {
    const char *notation;
    uint32_t offset;
    const char *words, *hint;
    size_t errors;
} error_cases[] = {
    {"", 0, "a movement is expected", NULL, 1},
    /* Letters that mean nothing. */
    {"w", 0, "unknown modifier 'w'", "did you mean the atom 'W'?", 1},
    {"fmw", 2, "unknown modifier 'w'", "'W'", 1},
    {"fkN", 1, "unknown modifier 'k'", "capital K", 1},
    {"mNxaN", 2, "unknown modifier 'x'", "Interactive Diagram", 1},
    {"M", 0, "unknown atom 'M'", "did you mean the modifier 'm'?", 1},
    {"fS", 1, "unknown atom 'S'", "the modifier 's'", 1},
    {"I", 0, "unknown atom 'I'", "(3,0) is H", 1},
    {"KMKE", 1, "unknown atom 'M'", "'m'", 2},
    {"fW.fF", 2, "'.' has no meaning", NULL, 1},
    {"fmW fcF", 3, "without blanks", "directly behind", 1},
    {"W\t", 1, "byte 09", NULL, 1},
    {"W\xC3\xA9", 1, "'\xC3\xA9' has no meaning", NULL, 1},
    {"W\xC3", 1, "byte C3", NULL, 1},
    {"\x80", 0, "byte 80", NULL, 1},
    {"F+W", 1, "unknown chaining '+'", "[W-F]", 1},
    /* Said elsewhere. */
    {"O", 0, "castling", "write castlings under `castling:`", 1},
    {"KO2", 1, "castling", "`castling:`", 1},
    {"KisO4isO3isO2", 3, "castling", "`castling:`", 3},
    {"fWf@8", 3, "drops", "under `drops:`", 1},
    {"U", 0, "universal leaper", "`hook`", 1},
    /* Modifiers without an atom. */
    {"f", 0, "no atom behind", "did you mean 'F'?", 1},
    {"fm", 0, "no atom behind", "modifiers come before", 1},
    {"Nfm", 1, "no atom behind", NULL, 1},
    {"fn", 0, "no atom behind", "did you mean 'N'?", 1},
    {"aaaa", 0, "no atom behind", NULL, 1},
    {"a", 0, "no atom behind", NULL, 1},
    {"f3", 1, "a range follows an atom", NULL, 1},
    {"3W", 0, "a range follows an atom", NULL, 1},
    /* Letters said twice. */
    {"mmW", 1, "'m' comes twice", NULL, 1},
    {"cfcaW", 2, "'c' comes twice", NULL, 1},
    {"iifmnD", 1, "'i' comes twice", "`from:`", 1},
    {"jjR", 1, "'j' comes twice", "any number", 1},
    /* Letters that make no sense where they stand. */
    {"hW", 0, "'h' (half)", NULL, 1},
    {"fhW", 1, "'h' (half)", NULL, 1},
    {"rmhF", 2, "'h' (half)", NULL, 1},
    {"hK", 0, "'h' (half)", "hrN", 1},
    {"hrK", 0, "'h' (half)", "hrN", 1},
    {"hN", 0, "hl and hr", NULL, 1},
    {"shN", 1, "'h' (half)", NULL, 1},
    {"ahrN", 1, "'h' (half)", NULL, 1},
    {"hrfN", 2, "no other directions", NULL, 1},
    {"feF", 1, "'e' (en passant) extends a capture", "fceF", 1},
    {"ceafF", 1, "'e' (en passant) is only allowed on the last leg", NULL, 1},
    {"aimW", 1, "'i' is about the whole move", NULL, 1},
    {"[iF-F]", 1, "'i' is about the whole move", NULL, 1},
    {"yW", 0, "no leg follows", "yafsF", 1},
    {"[yF-R]", 1, "in brackets each atom has its own", "[F?R]", 1},
    {"[gR-W]", 1, "in brackets each atom has its own", "write p", 1},
    {"pW", 0, "a leap of one step passes over no cell", "pR", 1},
    {"fpD", 1, "a leap of one step passes over no cell", "jD", 1},
    {"gK", 0, "a leap of one step passes over no cell", "gQ", 1},
    {"gpR", 0, "hop differently", NULL, 1},
    {"[pR?fR]", 1, "not clear which", NULL, 1},
    {"mtR", 1, "'t' (tame)", NULL, 1},
    {"taW", 0, "'t' (tame)", NULL, 1},
    {"m[W-tF]", 4, "'t' (tame)", NULL, 1},
    {"muR", 1, "'u' (unload)", "udR", 1},
    {"umaR", 0, "'u' (unload)", NULL, 1},
    {"nW", 0, "single steps never do", "leave n out", 1},
    {"nR", 0, "single steps never do", NULL, 1},
    {"fmnW2", 2, "single steps never do", NULL, 1},
    {"nC", 0, "'n' (lame) needs a leap in a straight line", "afraflWaflafrW", 1},
    {"nZ", 0, "'n' (lame) needs a leap in a straight line", NULL, 1},
    {"nN0", 0, "'n' (lame) needs a leap in a straight line", NULL, 1},
    {"nNN", 0, "'n' (lame) needs a leap in a straight line", NULL, 1},
    {"nafN", 0, "'n' (lame) needs a leap in a straight line", NULL, 1},
    {"[nN-N]", 1, "'n' (lame) needs a leap in a straight line", NULL, 1},
    {"njD", 1, "a leg has one of them", NULL, 1},
    {"jW", 0, "nothing to jump over", "jD", 1},
    {"jD0", 0, "not clear for a rider of leaps", NULL, 1},
    {"jZ", 0, "'j' needs a leap in a straight line", NULL, 1},
    {"zB", 0, "no leg is before", "legs", 1},
    {"fqN", 1, "no leg is before", NULL, 1},
    {"afafzW", 4, "some paths have none", "afsafzW", 1},
    {"afmmeafyW", 3, "comes twice", NULL, 3},
    /* Numbers. */
    {"R99999999999", 1, "a range of more than 9999", NULL, 1},
    {"R10000", 1, "a range of more than 9999", NULL, 1},
    {"R04", 1, "without leading zeros", NULL, 1},
    {"R00", 1, "without leading zeros", NULL, 1},
    {"RR", 1, "rides without limit already", NULL, 1},
    {"QQ3W", 1, "rides without limit already", NULL, 1},
    {"(0,0)", 0, "goes nowhere", NULL, 1},
    {"(100,1)", 1, "more than 99", "(4,1)", 1},
    {"(99999999999999999999,1)", 1, "more than 99", NULL, 1},
    {"()", 1, "a leap's number", NULL, 1},
    {"(4", 1, "',' is expected", NULL, 1},
    {"(4)", 2, "',' is expected", NULL, 1},
    {"(4,", 2, "a leap's number", NULL, 1},
    {"(4,1", 3, "')' is expected", NULL, 1},
    {"(-4,1)", 1, "a leap's number", NULL, 1},
    {"(4,1W)", 4, "')' is expected", NULL, 1},
    {"(fmW)(fcF)", 1, "a leap's number", "parentheses", 2},
    {")", 0, "')' without", NULL, 1},
    {"X", 0, "there is none before it", NULL, 1},
    {"RX4", 1, "'X' makes leapers longer; R is none", NULL, 1},
    {"WXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX", 0, "longer than any board", NULL, 1},
    /* Brackets. */
    {"[W-F", 0, "'[' is not closed", NULL, 1},
    {"[", 0, "an atom is expected", NULL, 2},
    {"[]", 1, "an atom is expected", NULL, 1},
    {"[W-]", 3, "an atom is expected", NULL, 1},
    {"[W-f]", 3, "no atom behind", NULL, 1},
    {"[WF]", 2, "'-', '?' or ']' is expected", "may stop", 1},
    {"[W[F]]", 2, "'-', '?' or ']' is expected", "nest", 2},
    {"[[W]]", 1, "an atom is expected", NULL, 2},
    {"[aW-F]", 1, "'a' and brackets", NULL, 1},
    {"a[W-F]", 1, "'a' and brackets", NULL, 1},
    {"f[W-F]", 0, "no clear meaning before a bracket", "[fW-F]", 1},
    {"t[FR]", 0, "no clear meaning before a bracket", "t[FR]", 2},
    {"t[F?R]", 0, "no clear meaning before a bracket", "t[FR]", 1},
    {"n[W-F]", 0, "no clear meaning before a bracket", NULL, 1},
    {"[W-F]2", 5, "a range behind a bracket", "inside", 1},
    {"[W-N]]", 5, "']' without", NULL, 1},
    {"W-F", 1, "'-' is only", NULL, 1},
    {"F?R", 1, "'?' is only", "[F?R]", 1},
    {"[N-fR]", 3, "directions behind an oblique leap", "[N-R]", 1},
    {"[N-K]", 3, "directions behind an oblique leap", NULL, 1},
    {"[N-Q]", 3, "directions behind an oblique leap", NULL, 1},
    /* Too much. */
    {"aaaaaaaaW", 7, "at most 8 legs", NULL, 1},
    {"aaaaaaaaaaaaaaaW", 7, "at most 8 legs", NULL, 1},
    {"[W-W-W-W-W-W-W-W-W]", 17, "at most 8 legs", NULL, 1},
    {"aaaaK", 0, "more than 4096", NULL, 1},
    {"aaaaaaaK", 0, "more than 4096", NULL, 1},
    /* Several at once, each at its place. */
    {"nWmmFRRwN", 0, "single steps", NULL, 4},
};

/* The byte of a place: the notation is on line 1, and before the place it is ASCII. */
static uint32_t offset_of(const diag *d)
{
    return d->location.column - 1;
}

TEST(mistakes_are_reported)
{
    int wrong = 0;
    for (size_t i = 0; i < COUNT(error_cases); i++) {
        const char *notation = error_cases[i].notation, *hint = error_cases[i].hint;
        reading r;
        reading_init(&r, notation, strlen(notation));
        const diag *d = r.diags.first;
        while (d != NULL && d->severity != SEVERITY_ERROR)
            d = d->next;
        bool good = !r.good && d != NULL && offset_of(d) == error_cases[i].offset &&
                    strstr(d->text, error_cases[i].words) != NULL &&
                    (hint == NULL || (d->hint != NULL && strstr(d->hint, hint) != NULL)) &&
                    r.diags.errors == error_cases[i].errors;
        if (!good) {
            show_messages(&r, notation);
            print_error("    expected %zu, first «%s» at %u, hint «%s»\n", error_cases[i].errors, error_cases[i].words,
                        error_cases[i].offset, hint == NULL ? "" : hint);
            wrong++;
        }
        reading_finish(&r);
    }
    assert_int_equal(wrong, 0);
}

static const struct {
    const char *notation;
    uint32_t offset;
    const char *words, *hint; /* NULL: no warning at all */
} warning_cases[] = {
    {"fK", 0, "fK goes in one direction", "write fWfF to get three cells, or ffK for one"},
    {"mbK", 1, "bK goes in one direction", "bWbF"},
    {"NcrQ", 2, "rQ goes in one direction", "rRrB"},
    {"fK3", 0, "fK goes in one direction", "fW3fF3"},
    {"fcafmK", 0, "fK goes in one direction", "fWfF"},
    {"ffK", 0, NULL, NULL},
    {"frK", 0, NULL, NULL},
    {"fhK", 0, NULL, NULL},
    {"vK", 0, NULL, NULL},
    {"cafmK", 0, NULL, NULL},
    {"fWfF", 0, NULL, NULL},
    {"L", 0, "'L' is read as C, the leap (3,1)", "write C: XBoard"},
    {"fmJ", 2, "'J' is read as Z, the leap (3,2)", "write Z"},
    {"LL", 0, "'L' is read as C", "write C"},
};

TEST(warnings_are_given)
{
    for (size_t i = 0; i < COUNT(warning_cases); i++) {
        reading r;
        reading_init(&r, warning_cases[i].notation, strlen(warning_cases[i].notation));
        assert_true(r.good);
        assert_int_equal(r.diags.warnings, warning_cases[i].words != NULL);
        if (warning_cases[i].words != NULL) {
            assert_int_equal(r.diags.first->severity, SEVERITY_WARNING);
            assert_int_equal(offset_of(r.diags.first), warning_cases[i].offset);
            assert_non_null(strstr(r.diags.first->text, warning_cases[i].words));
            assert_non_null(strstr(r.diags.first->hint, warning_cases[i].hint));
        }
        reading_finish(&r);
    }
}

TEST(each_letter_alone)
{
    for (int c = 0; c < 256; c++) {
        char notation = (char)c;
        reading r;
        reading_init(&r, &notation, 1);
        assert_int_equal(r.good, c != 0 && strchr("WFDNAHCZGLJBRQK", c) != NULL);
        if (!r.good) {
            assert_int_equal(r.diags.errors, c == '[' ? 2 : 1);
            assert_int_equal(offset_of(r.diags.first), 0);
        }
        reading_finish(&r);
    }
}

/* ---- Anything at all ---- */

/* What every answer promises. */
static void check_sound(const betza *b)
{
    assert_true(b->count <= BETZA_PATHS_MAX);
    for (size_t i = 0; i < b->count; i++) {
        const betza_path *path = &b->paths[i];
        assert_in_range(path->legs, 1, BETZA_LEGS_MAX);
        for (int k = 0; k < path->legs; k++) {
            const betza_leg *leg = &path->leg[k];
            bool last = k + 1 == path->legs;
            assert_true(leg->x != 0 || leg->y != 0);
            assert_true(leg->range >= 0);
            assert_true(leg->steps >= 1 && leg->x % leg->steps == 0 && leg->y % leg->steps == 0);
            assert_true(leg->modes != 0 || (!last && (leg->flags & LEG_OCCUPIED) != 0));
            assert_true(last || (leg->flags & (LEG_CANNON | LEG_GRASSHOPPER)) == 0);
            assert_true(!last || (leg->flags & LEG_OCCUPIED) == 0);
            assert_int_equal(leg->flags & LEG_RANGE_TOGGLE, 0);
        }
    }
}

static void read_any(const char *notation, size_t length)
{
    reading r;
    reading_init(&r, notation, length);
    check_sound(&r.betza);
    reading_finish(&r);
}

TEST(long_texts)
{
    enum { LENGTH = 10000 };
    static const char *const units[] = {"a",  "f",  "K",   "W",    "(",   "[",     "]",  ")",  "-",  "aK",   "fr",
                                        "9",  "R9", "X",   "NX",   "[W-", "[[W]",  "W?", "z",  "az", "xyz",  "[N-N]",
                                        "mc", "hr", "afs", "\xC3", "(1,", "(1,2)", "O9", "fK", "L",  "yafsF"};
    static char notation[LENGTH];
    for (size_t u = 0; u < COUNT(units); u++) {
        size_t unit = strlen(units[u]);
        for (size_t i = 0; i < LENGTH; i++)
            notation[i] = units[u][i % unit];
        read_any(notation, LENGTH);
        notation[LENGTH - 1] = 'N';
        read_any(notation, LENGTH);
    }
    for (size_t i = 0; i < LENGTH; i++)
        notation[i] = (char)(i % 2 == 0 ? 'a' + i / 2 % 26 : 'A' + i / 2 % 26);
    read_any(notation, LENGTH);
    /* Endless directions are no crime, and must not be slow because each path needs them. */
    memset(notation, 'f', LENGTH);
    memcpy(notation, "afs", 3);
    memcpy(notation + LENGTH - 13, "zazqazqaqzazK", 13);
    read_any(notation, LENGTH);
}

TEST(random_texts)
{
    static const char alphabet[] = "WFDNAHCZGLJBRQKKNaaaafblrvshmcdeinjpgotuyzq0123(,)[-?]XYOU@kwx .\xC3\xA9";
    uint64_t seed = 20240913;
    for (int round = 0; round < 40000; round++) {
        char notation[40];
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        size_t length = (size_t)(seed >> 33) % sizeof notation;
        size_t letters = round % 2 == 0 ? sizeof alphabet - 1 : 15 + 26; /* every second one more like a movement */
        for (size_t i = 0; i < length; i++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            notation[i] = alphabet[(size_t)(seed >> 33) % letters];
        }
        read_any(notation, length);
    }
}

TEST(memory_may_run_out)
{
    arena small;
    diag_list diags;
    betza b;
    arena_init(&small, 64);
    diag_list_init(&diags);
    assert_false(betza_parse(&small, &diags, (location){0}, "Q", 1, &b));
    assert_true(diags.failed);
    assert_null(b.paths);
    assert_int_equal(b.count, 0);
    diag_list_finish(&diags);
    arena_finish(&small);
}
