/* Pictures: of every game's start and of every piece of every game in rules/ and tests/samples/: well-formed XML that fetches nothing;
 * every cell in a place of its own; text escaped; the same bytes for the same wish; and the marks that they are drawn from, as
 * programs get them. */
#include "unit/test.h"

#include "unit/fixtures.h"
#include "unit/share.h"

#include "draw/glyph.h"
#include "draw/layout.h"

#include <ctype.h>
#include <dirent.h>

static const ferz_picture default_picture = {.piece = FERZ_NONE};

/* ---- well-formed XML, as far as our writer can go wrong ---- */

static const char *skip_name(const char *s)
{
    while (isalnum((unsigned char)*s) || *s == ':' || *s == '-') {
        s++;
    }
    return s;
}

static const char *skip_text(const char *s)
{
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    if (*s != '&') {
        assert_true((unsigned char)*s >= ' ' || *s == '\n');
        return s + 1;
    }
    for (size_t i = 0; i < sizeof entities / sizeof entities[0]; i++) {
        if (strncmp(s, entities[i], strlen(entities[i])) == 0) {
            return s + strlen(entities[i]);
        }
    }
    print_error("a bare & at %.40s\n", s);
    fail();
    return s + 1;
}

/* The attributes of a tag, no name twice; `*closed`: it ends in "/>". */
static const char *skip_attributes(const char *s, bool *closed)
{
    const char *names[24];
    size_t lengths[24], count = 0;
    for (s += strspn(s, " "); *s != '>' && *s != '/'; s += strspn(s, " ")) {
        const char *end = skip_name(s);
        assert_true(end > s && strncmp(end, "=\"", 2) == 0);
        for (size_t i = 0; i < count; i++) {
            assert_false(lengths[i] == (size_t)(end - s) && memcmp(names[i], s, lengths[i]) == 0);
        }
        assert_true(count < 24);
        names[count] = s;
        lengths[count++] = (size_t)(end - s);
        for (s = end + 2; *s != '"';) {
            assert_true(*s != '\0' && *s != '<');
            s = skip_text(s);
        }
        s++;
    }
    *closed = *s == '/';
    s += *closed;
    assert_int_equal(*s, '>');
    return s + 1;
}

static void assert_xml(const char *s)
{
    const char *open[16];
    size_t length[16], depth = 0, roots = 0;
    while (*s) {
        if (*s != '<') {
            assert_true(depth > 0 || *s == '\n');
            s = skip_text(s);
            continue;
        }
        if (s[1] == '/') {
            const char *end = skip_name(s + 2);
            assert_true(depth > 0);
            depth--;
            assert_int_equal(end - s - 2, length[depth]);
            assert_memory_equal(s + 2, open[depth], length[depth]);
            assert_int_equal(*end, '>');
            s = end + 1;
            continue;
        }
        const char *end = skip_name(s + 1);
        assert_true(end > s + 1 && depth < 16);
        open[depth] = s + 1;
        length[depth] = (size_t)(end - s - 1);
        roots += depth == 0;
        bool closed;
        s = skip_attributes(end, &closed);
        depth += !closed;
    }
    assert_int_equal(depth, 0);
    assert_int_equal(roots, 1);
}

/* Nothing is fetched, run or named: no references, styles, scripts or ids. */
static void assert_whole(const char *svg)
{
    static const char *const barred[] = {"href", "url(", "<script", "<style", "<image",
                                         "<use", " id=", "<!",      "<?",     "onload"};
    assert_int_equal(strncmp(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" ", 40), 0);
    for (size_t i = 0; i < sizeof barred / sizeof barred[0]; i++) {
        assert_null(strstr(svg, barred[i]));
    }
    assert_null(strstr(strstr(svg, "2000/svg") + 8, "//"));
    assert_xml(svg);
}

static char *picture_of(const ferz_variant *v, const ferz_game *p, const ferz_picture *wish)
{
    ferz_messages *messages = ferz_messages_create(false);
    char *svg = ferz_variant_picture(v, p, wish, messages);
    support_show(messages);
    ferz_messages_free(messages);
    assert_non_null(svg);
    assert_whole(svg);
    return svg;
}

/* ---- where cells lie ---- */

static long cross(spot a, spot b, spot c)
{
    return (long)(b.x - a.x) * (c.y - a.y) - (long)(b.y - a.y) * (c.x - a.x);
}

/* Whether a side of the first cell parts it from the second, but for what rounding does to a corner. */
static bool side_parts(const spot *one, const spot *other, int corners)
{
    long turn = cross(one[0], one[1], one[2]) > 0 ? 1 : -1;
    for (int i = 0; i < corners; i++) {
        bool parts = true;
        for (int k = 0; k < corners && parts; k++) {
            parts = turn * cross(one[i], one[(i + 1) % corners], other[k]) <= 2 * UNIT;
        }
        if (parts) {
            return true;
        }
    }
    return false;
}

static void assert_apart(const layout *l)
{
    int n = l->corners;
    for (int a = 0; a < l->v->cells; a++) {
        const spot *one = l->corner + a * n;
        for (int i = 0; i < n; i++) {
            assert_in_range(one[i].x, 1, l->width - 1);
            assert_in_range(one[i].y, 1, l->height - 1);
        }
        for (int b = 0; b < a; b++) {
            const spot *other = l->corner + b * n;
            if (abs(l->centre[a].x - l->centre[b].x) < 3 * UNIT && abs(l->centre[a].y - l->centre[b].y) < 3 * UNIT &&
                !side_parts(one, other, n) && !side_parts(other, one, n)) {
                print_error("%s lies on %s\n", l->v->topology.names[a], l->v->topology.names[b]);
                fail();
            }
        }
    }
    for (int i = 0; i < l->label_count; i++) {
        assert_in_range(l->labels[i].at.x, 1, l->width - 1);
        assert_in_range(l->labels[i].at.y, 1, l->height - 1);
    }
}

/* ---- every game ---- */

static void draw_pieces(const ferz_variant *v)
{
    for (size_t piece = 0; piece < ferz_variant_facts(v)->piece_count && piece < 24; piece++) {
        for (size_t player = 0; player < ferz_variant_facts(v)->player_count && player < 2; player++) {
            ferz_picture wish = {.piece = (int)piece,
                                 .player = (int)player,
                                 .cell = (int)ferz_piece_moves_best_cell(v, piece, player),
                                 .viewer = (int)player,
                                 .russian = player == 1};
            ferz_free(picture_of(v, NULL, &wish));
            char *letters = ferz_piece_moves_text(v, &wish, NULL);
            assert_non_null(letters);
            for (const char *c = letters; *c; c++) {
                assert_false(*c == ' ' && c[1] == '\n');
            }
            ferz_free(letters);
        }
    }
}

static size_t count_of(const char *svg, const char *part);

/* For pages: an area for each cell and a group for each piece, on the board and in hand. */
static void draw_addressable(const ferz_variant *v, const ferz_game *p)
{
    ferz_picture wish = default_picture;
    wish.addressable = true;
    char *svg = picture_of(v, p, &wish);
    size_t cells = ferz_game_cell_count(p), pieces = 0, kinds = 0;
    for (size_t i = 0; i < cells; i++) {
        pieces += ferz_game_cell(p, i).piece != NULL;
    }
    for (size_t player = 0; player < ferz_variant_facts(v)->player_count; player++) {
        char *hand = ferz_game_hand(p, player);
        for (const char *c = hand; *c; c++) {
            kinds += c == hand || c[-1] == ' ';
        }
        ferz_free(hand);
    }
    assert_int_equal(count_of(svg, "<g data-cell="), cells);
    assert_int_equal(count_of(svg, "<g data-piece-on="), pieces);
    assert_int_equal(count_of(svg, "<g data-hand="), kinds);
    ferz_free(svg);
}

static void draw_game(const char *path)
{
    ferz_variant *v = support_game(path, NULL, NULL);
    ferz_game *p = support_play(v, NULL, NULL);
    for (int player = 0; player < (int)ferz_variant_facts(v)->player_count; player++) {
        ferz_picture wish = default_picture;
        wish.viewer = player;
        char *svg = picture_of(v, p, &wish), *again = picture_of(v, p, &wish);
        assert_string_equal(svg, again);
        ferz_free(svg);
        ferz_free(again);
    }
    draw_addressable(v, p);
    for (int turns = 0; turns < 4; turns++) {
        layout l;
        assert_true(layout_build(&l, v->variant, turns, true, 0));
        assert_apart(&l);
        layout_finish(&l);
    }
    draw_pieces(v);
    ferz_game_free(p);
    ferz_variant_free(v);
}

static void draw_folder(const char *folder)
{
    size_t count = 0;
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent *e; (e = readdir(dir)) != NULL;) {
        size_t n = strlen(e->d_name);
        bool other = strstr(e->d_name, ".test.yaml") || strstr(e->d_name, ".tuning.yaml");
        char path[1024];
        if (n > 5 && strcmp(e->d_name + n - 5, ".yaml") == 0 && !other) {
            snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
            if (share_takes(e->d_name)) {
                draw_game(path);
            }
            count++;
        }
    }
    closedir(dir);
    assert_true(count > 20);
}

TEST(test_all_games)
{
    draw_folder(FERZ_SOURCE_DIR "/rules");
    draw_folder(FERZ_SOURCE_DIR "/tests/samples");
}

/* ---- what is drawn ---- */

static size_t count_of(const char *svg, const char *part)
{
    size_t count = 0;
    for (const char *s = svg; (s = strstr(s, part)) != NULL; s += strlen(part)) {
        count++;
    }
    return count;
}

/* On a rhombus of hexagons, cells touch those whose centres are one cell away: in their file, their rank, and on one diagonal. */
TEST(test_rhombus)
{
    ferz_variant *v = support_game("hex", NULL, NULL);
    layout l;
    assert_true(layout_build(&l, v->variant, 0, true, 0));
    assert_int_equal(l.corners, 6);
    size_t touched = 0;
    const char *const *names = v->variant->topology.names;
    const unsigned own = 5 * 11 + 5; /* f6 */
    assert_string_equal(names[own], "f6");
    for (unsigned cell = 0; cell < 121; cell++) {
        const int x = l.centre[cell].x - l.centre[own].x, y = l.centre[cell].y - l.centre[own].y;
        if (cell != own && x * x + y * y < 110 * 110) {
            assert_non_null(strstr(" e6 g6 f5 f7 e7 g5 ", names[cell]));
            touched++;
        }
    }
    assert_int_equal(touched, 6);
    for (int i = 0; i < l.label_count;
         i++) { /* the names of ranks stand beside their cells, not at the edge of the picture */
        const bool rank = strchr("0123456789", l.labels[i].word[0]) != NULL;
        const int number = rank ? atoi(l.labels[i].word) : 0;
        assert_true(!rank || l.centre[(number - 1) * 11].x - l.labels[i].at.x < 100);
    }
    layout_finish(&l);
    ferz_variant_free(v);
}

TEST(test_last_and_highlighted)
{
    ferz_variant *v = support_game("chess", NULL, NULL);
    ferz_game *p = support_play(v, NULL, "e2e4");
    size_t cells[] = {0, 63};
    ferz_picture wish = default_picture;
    wish.highlighted = cells;
    wish.highlighted_count = 2;
    char *svg = picture_of(v, p, &wish);
    assert_int_equal(count_of(svg, "fill=\"#e0b400\""), 2); /* e2 and e4 */
    assert_int_equal(count_of(svg, "stroke=\"#0072b2\""), 2);
    assert_int_equal(count_of(svg, "<text "), 16);
    ferz_free(svg);
    wish.no_last_move = wish.no_coordinates = true;
    svg = picture_of(v, p, &wish);
    assert_int_equal(count_of(svg, "fill=\"#e0b400\""), 0);
    assert_int_equal(count_of(svg, "<text "), 0);
    ferz_free(svg);
    ferz_game_free(p);
    ferz_variant_free(v);
}

/* A wall is drawn where a filter lets nobody go straight from one side of an edge to the other, not where it only
 * forbids some steps. */
TEST(test_walls)
{
    static const struct {
        const char *variant;
        size_t walls;
    } cases[] = {{"four-handed-fortress", 8}, {"grid-chess", 0}, {"chess", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ferz_variant *v = support_game(cases[i].variant, NULL, NULL);
        char *svg = picture_of(v, NULL, &default_picture);
        assert_int_equal(count_of(svg, "stroke-width=\"10\" stroke-linecap=\"round\""), cases[i].walls);
        ferz_free(svg);
        ferz_variant_free(v);
    }
}

/* How often a part stands in a picture. */
typedef struct part_count {
    const char *part;
    size_t count;
} part_count;

static void expect_parts(const char *svg, const part_count *parts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (count_of(svg, parts[i].part) != parts[i].count) {
            fail_msg("%zu times %s", count_of(svg, parts[i].part), parts[i].part);
        }
    }
}

/* Zones in colour, lines and a river, as the rules have them and from whichever side. */
TEST(test_board)
{
    static const part_count river[] = {
        {"fill=\"#d1495b\" fill-opacity", 8},                  /* both palaces: the squares between nine points */
        {"fill=\"#3a8fc7\" fill-opacity", 4},                  /* the brook but for the fords, which come later */
        {"<circle cx=\"", 4},                                  /* the fords: points alone */
        {"stroke=\"#8a6e49\" stroke-width=\"3\"", 97 - 5 + 4}, /* without the lines in the brook, with the diagonals */
    };
    ferz_variant *v = support_game(FERZ_SOURCE_DIR "/tests/samples/picture-river.yaml", NULL, NULL);
    for (int viewer = 0; viewer < 2; viewer++) {
        ferz_picture wish = default_picture;
        wish.viewer = viewer;
        char *svg = picture_of(v, NULL, &wish);
        expect_parts(svg, river, sizeof river / sizeof river[0]);
        ferz_free(svg);
    }
    ferz_variant_free(v);
    v = support_game("semedo", NULL, NULL);
    char *svg = picture_of(v, NULL, &default_picture);
    assert_int_equal(count_of(svg, "fill=\"#d1495b\" fill-opacity"), 12); /* cells of both courts */
    ferz_free(svg);
    ferz_variant_free(v);
}

/* Shapes and numbers of the rules, and long cells: a stack lies along its cell, from the edge of the board inwards,
 * as both players see it. Each
 * player sees their own numbers. */
TEST(test_drawing)
{
    static const struct {
        const char *game, *option, *value;
        int viewer;
        part_count parts[5];
    } cases[] = {
        {"nardy-long",
         NULL,
         NULL,
         0,
         {{"matrix(1 0 0 1 12 46)", 1}, {"stroke-linecap", 4}, {">24<", 1}, {"(1112 46)", 1}, {"(1112 74)", 1}}},
        {"nardy-long",
         NULL,
         NULL,
         1,
         {{"matrix(-1 0 0 -1 1212 1046)", 1}, {">24<", 1}, {"(12 946)", 1}, {"(1112 46)", 1}, {">15<", 3}}},
        {"snakes-and-ladders",
         NULL,
         NULL,
         0,
         {{">100<", 1}, {">a<", 0}, {"stroke-linecap", 3}, {"stroke-width=\"13\"", 1}, {"<text ", 100}}},
        {"snakes-and-ladders", "layout", "none", 0, {{">100<", 1}, {"stroke-linecap", 0}}},
        {"draughts-international", "number_notation", "on", 0, {{"<text ", 50}, {">50<", 1}, {">a<", 0}}},
        {"draughts-international", NULL, NULL, 0, {{"<text ", 20}, {">a<", 1}}},
        {"ludo", NULL, NULL, 0, {{"matrix(1 0 0 1 46 12)", 1}, {"fill=\"#e9c716\" fill-opacity", 7}}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ferz_variant *v = support_game(cases[i].game, cases[i].option, cases[i].value);
        ferz_game *p = ferz_game_create(v, NULL, NULL);
        ferz_picture wish = default_picture;
        wish.viewer = cases[i].viewer;
        wish.no_hands = true;
        char *svg = picture_of(v, p, &wish);
        for (size_t k = 0; k < 5 && cases[i].parts[k].part; k++) {
            expect_parts(svg, &cases[i].parts[k], 1);
        }
        ferz_free(svg);
        ferz_game_free(p);
        ferz_variant_free(v);
    }
}

/* Whatever a game is called, and its pieces, is text and nothing else. */
TEST(test_escaped)
{
    ferz_variant *v =
        support_text("name: \"<b>&'\\\"]]>\"\nboard: {size: 3x3}\npieces: {king: {letter: k, moves: K, royal: true}}\n"
                     "start: 2k/3/K2 w\nend: {checkmate: loss}\n");
    ferz_game *p = support_play(v, NULL, NULL);
    char *svg = picture_of(v, p, &default_picture);
    assert_non_null(strstr(svg, "<title>&lt;b&gt;&amp;&#39;&quot;]]&gt;</title>"));
    ferz_free(svg);
    ferz_game_free(p);
    ferz_variant_free(v);
    text t = {0};
    glyph_put_xml(&t, "a\x01\xff<\xef\xbf\xbe\xd0\xb6");
    assert_string_equal(text_string(&t), "a&lt;\xd0\xb6");
    text_finish(&t);
}

TEST(test_refused)
{
    static const ferz_picture wrong[] = {
        {.piece = 99},
        {.piece = -2},
        {.piece = 0, .player = 2},
        {.piece = 0, .cell = 64},
        {.piece = 0, .cell = -1},
        {.piece = FERZ_NONE, .viewer = 2},
        {.piece = FERZ_NONE, .viewer = -1},
        {.piece = FERZ_NONE, .size = 1001},
    };
    ferz_variant *v = support_game("chess", NULL, NULL);
    ferz_messages *messages = ferz_messages_create(false);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_null(ferz_variant_picture(v, NULL, &wrong[i], messages));
        assert_int_equal(ferz_messages_result(messages), FERZ_REJECTED);
        ferz_messages_clear(messages);
    }
    size_t cell = 64;
    ferz_picture wish = default_picture;
    wish.highlighted = &cell;
    wish.highlighted_count = 1;
    assert_null(ferz_variant_picture(v, NULL, &wish, messages));
    assert_null(ferz_piece_moves_text(v, &default_picture, messages));
    ferz_messages_free(messages);
    ferz_variant_free(v);
}

/* The pieces that the field knows have a figure by their names alone: no letter, no disc, and none like another's. */
TEST(test_known_pieces)
{
    static const char *const names[] = {
        "king",       "queen",   "rook",    "bishop", "knight",   "pawn",       "ferz",       "wazir",  "alfil",
        "dabbaba",    "griffin", "camel",   "zebra",  "giraffe",  "archbishop", "chancellor", "amazon", "grasshopper",
        "nightrider", "lion",    "unicorn", "dragon", "champion", "hawk",       "prince",     "cannon", "man",
        "dame",       "wizard",  "duck",    "wall",   "lance",    "centaur",    "boat",
    };
    enum { NAMES = sizeof names / sizeof names[0] };
    char *pictures[NAMES];
    for (size_t i = 0; i < NAMES; i++) {
        char yaml[300];
        snprintf(yaml, sizeof yaml,
                 "name: One\nboard: {size: 1x2}\npieces: {%s: {letter: x, moves: W}}\nstart: X/1 w\n", names[i]);
        ferz_variant *g = support_text(yaml);
        ferz_game *p = support_play(g, NULL, NULL);
        pictures[i] = ferz_variant_picture(g, p, &(ferz_picture){.piece = FERZ_NONE, .no_coordinates = true}, NULL);
        assert_non_null(pictures[i]);
        if (strstr(pictures[i], "<text") || strstr(pictures[i], "<circle")) {
            fail_msg("%s has a letter or a disc", names[i]);
        }
        for (size_t k = 0; k < i; k++) {
            if (strcmp(pictures[i], pictures[k]) == 0) {
                fail_msg("%s looks like %s", names[i], names[k]);
            }
        }
        ferz_game_free(p);
        ferz_variant_free(g);
    }
    for (size_t i = 0; i < NAMES; i++) {
        ferz_free(pictures[i]);
    }
}

/* A figure of the rules' own is drawn as it is written, without a letter, and in the colours of its player. */
TEST(test_own_figure)
{
    ferz_variant *g = support_text("name: Own\nextends: chess\npieces: {rook: {figure: M18 85V45L50 14l32 31v40z}}\n");
    ferz_game *p = support_play(g, "4k3/8/8/8/8/8/8/R3K2r w - - 0 1", NULL);
    char *picture = ferz_variant_picture(g, p, &(ferz_picture){.piece = FERZ_NONE, .no_coordinates = true}, NULL);
    assert_non_null(strstr(picture, "<path d=\"M18 85V45L50 14l32 31v40z\" fill=\"#ffffff\""));
    assert_non_null(strstr(picture, "<path d=\"M18 85V45L50 14l32 31v40z\" fill=\"#3b3b3b\""));
    assert_null(strstr(picture, "<text"));
    ferz_free(picture);
    ferz_game_free(p);
    ferz_variant_free(g);
}

/* Drawings of files: white and black are the colours of the player, other colours stay; a silhouette gets an outline. */
TEST(test_file_figures)
{
    static const part_count rows[] = {
        {"<svg width=\"100\" height=\"100\" viewBox=\"0 0 45 45\"><path d=\"M22 9", 4},
        {"stroke-linejoin=\"round\" fill=\"#ffffff\" stroke=\"#1c1c1c\"/>", 2}, /* bodies */
        {"stroke-linejoin=\"round\" fill=\"#3b3b3b\" stroke=\"#101010\"/>", 2},
        {" fill=\"#e69f00\" ", 4},         /* beaks */
        {"r=\"1.5\" fill=\"#1c1c1c\"", 2}, /* eyes */
        {"r=\"1.5\" fill=\"#f2f2f2\"", 2},
        {" transform=\"translate(0 1)\" fill=\"#3b3b3b\" stroke=\"#101010\" stroke-width=\"0.6\"/>", 2}, /* gates */
        {"<text", 0},
    };
    ferz_variant *v = support_game(FERZ_SOURCE_DIR "/tests/samples/picture-figures.yaml", NULL, NULL);
    ferz_game *p = support_play(v, NULL, NULL);
    ferz_picture wish = default_picture;
    wish.no_coordinates = true;
    char *svg = picture_of(v, p, &wish);
    expect_parts(svg, rows, sizeof rows / sizeof rows[0]);
    ferz_free(svg);
    ferz_game_free(p);
    ferz_variant_free(v);
    /* Rules that are a text have no files beside them, and say so. */
    static const char yaml[] = "name: No file\nextends: chess\npieces: {queen: {figure: nowhere/hawk.svg}}\n";
    const char *const dirs[] = {FERZ_SOURCE_DIR "/rules", NULL};
    ferz_messages *messages = ferz_messages_create(false);
    assert_null(ferz_variant_load_text("text.yaml", yaml, sizeof yaml - 1, dirs, NULL, 0, 0, messages));
    assert_non_null(strstr(ferz_messages_at(messages, 0).text, "there is no drawing `nowhere/hawk.svg`"));
    ferz_messages_free(messages);
}

/* The figures that a definition may name are those that there are. */
TEST(test_looks)
{
    for (size_t i = 0; rule_figures[i]; i++) {
        if (!glyph_knows(rule_figures[i])) {
            print_error("no drawing of %s\n", rule_figures[i]);
            fail();
        }
    }
    assert_false(glyph_knows("nobody"));
    assert_false(glyph_knows(""));
}

/* ---- marks as programs get them, and as letters ---- */

TEST(test_letters)
{
    static const struct {
        const char *variant, *piece, *cell, *letters;
    } cases[] = {
        {"gardner-minichess", "knight", "c3",
         "5 . * . * .\n4 * . . . *\n3 . . N . .\n2 * . . . *\n1 . * . * .\n  a b c d e\n\n*  moves or captures\n"},
        {"gardner-minichess", "pawn", "b2",
         "5 . . . . .\n4 . . . . .\n3 x o x . .\n2 . P . . .\n1 . . . . .\n  a b c d e\n\n"
         "x  only captures\no  moves without capturing\n"},
        {"minishogi", "rook", "a1",
         "5 * . . . .\n4 * . . . .\n3 * . . . .\n2 * . . . .\n1 R * * * *\n  a b c d e\n\n*  moves or captures\n"},
        {"morris", "man", "a1",
         "7 .     .     .\n6   .   .   .\n5     . . .\n4 o . .   . . .\n3     . . .\n2   .   .   .\n1 M     o     .\n"
         "  a b c d e f g\n\no  moves without capturing\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ferz_variant *v = support_game(cases[i].variant, NULL, NULL);
        ferz_picture wish = {.piece = FERZ_NONE};
        for (size_t k = 0; k < ferz_variant_facts(v)->piece_count; k++) {
            ferz_piece piece = ferz_variant_piece(v, k);
            bool meant = strcmp(piece.name, cases[i].piece) == 0 && wish.piece == FERZ_NONE;
            wish.piece = meant ? (int)k : wish.piece;
        }
        wish.cell = topology_cell(&v->variant->topology, cases[i].cell, strlen(cases[i].cell));
        char *letters = ferz_piece_moves_text(v, &wish, NULL);
        assert_non_null(letters);
        assert_string_equal(letters, cases[i].letters);
        ferz_free(letters);
        ferz_variant_free(v);
    }
}

static unsigned flags_at(const ferz_variant *v, const ferz_piece_move *list, size_t count, const char *cell)
{
    unsigned flags = 0;
    for (size_t i = 0; i < count; i++) {
        flags |= list[i].cell == topology_cell(&v->variant->topology, cell, strlen(cell)) ? list[i].flags : 0;
    }
    return flags;
}

TEST(test_marks)
{
    ferz_variant *v = support_game("chess", NULL, NULL);
    const topology *t = &v->variant->topology;
    ferz_piece_move list[64];
    size_t pawn = 5, e2 = topology_cell(t, "e2", 2), count = ferz_piece_moves(v, pawn, 0, e2, list, 64);
    assert_string_equal(ferz_variant_piece(v, pawn).name, "pawn");
    assert_int_equal(flags_at(v, list, count, "e3"), FERZ_PIECE_MOVE_QUIET);
    assert_int_equal(flags_at(v, list, count, "e4"),
                     FERZ_PIECE_MOVE_QUIET | FERZ_PIECE_MOVE_CLEAR_PATH | FERZ_PIECE_MOVE_INITIAL);
    assert_int_equal(flags_at(v, list, count, "d3"), FERZ_PIECE_MOVE_CAPTURE | FERZ_PIECE_MOVE_EN_PASSANT);
    assert_int_equal(flags_at(v, list, count, "e5"), 0);
    assert_int_equal(ferz_piece_moves(v, pawn, 0, e2, NULL, 0), count);
    assert_int_equal(ferz_piece_moves(v, 99, 0, e2, list, 64), 0);
    assert_int_equal(ferz_piece_moves(v, pawn, 2, e2, list, 64), 0);
    assert_int_equal(ferz_piece_moves(v, pawn, 0, 64, list, 64), 0);
    count = ferz_piece_moves(v, 0, 0, topology_cell(t, "e1", 2), list, 64);
    assert_int_equal(flags_at(v, list, count, "g1"), FERZ_PIECE_MOVE_QUIET | FERZ_PIECE_MOVE_CASTLING |
                                                         FERZ_PIECE_MOVE_INITIAL | FERZ_PIECE_MOVE_CLEAR_PATH);
    ferz_variant_free(v);
}
