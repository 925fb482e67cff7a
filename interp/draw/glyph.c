#include "draw/glyph.h"

#include "rules/svg_path.h"

#include <ctype.h>
#include <string.h>

/* ---- the drawings ---- */

typedef struct drawing {
    const char *name;
    const char *body;   /* filled and outlined */
    const char *detail; /* lines drawn on top; may be NULL */
} drawing;

#define HORSE_HEAD                                                                                                     \
    "M27 85h52q1-32-9-48q-8-13-24-17l-3-9l-8 9l-5-5l-1 10q-8 8-10 20q-6 8-8 14q2 9 10 9l6-5q9-1 16-8q1 10-7 18q-9 "    \
    "7-9 "                                                                                                             \
    "12z"
static const drawing drawings[] = {
    {"pawn",
     "M50 18a14 14 0 0 1 9 25q5 2 5 6h-6q2 16 16 21q6 4 6 14H20q0-10 6-14q14-5 16-21h-6q0-4 5-6a14 14 0 0 1 9-25z",
     NULL},
    {"rook", "M20 85h60v-10h-7l-4-33h7V19H62v9h-7v-9H45v9h-7v-9H24v23h7l-4 33h-7z", "M31 42h38M27 75h46"},
    {"bishop",
     "M50 13a6 6 0 0 1 4 10q17 14 17 29q0 9-9 14l3 9q13 2 17 10H18q4-8 17-10l3-9q-9-5-9-14q0-15 17-29a6 6 0 0 1 4-10z",
     "M50 34v20M41 43h18M38 66h24M35 75h30"},
    {"knight", HORSE_HEAD, "M54 27q15 10 16 50M33 37l5-2M16 60l3-1"},
    {"zebra", HORSE_HEAD,
     "M33 37l5-2M16 60l3-1M52 22l-8 10M62 29l-12 13M70 41l-17 10M75 53l-21 9M78 66l-24 6M29 49l8 6"},
    {"unicorn", "M30 32L8 4l27 17z" HORSE_HEAD, "M54 27q15 10 16 50M34 40l5-2M16 60l3-1M17 19l5-4M23 26l6-5"},
    {"queen",
     "M22 85h56v-8l-3-9l11-36a5 5 0 1 0-5 0l-13 15l-2-25a5 5 0 1 0-6 0l-10 23l-10-23a5 5 0 1 0-6 0l-2 "
     "25l-13-15a5 5 0 1 0-5 0l11 36l-3 9z",
     "M25 68q25-8 50 0M23 77h54"},
    {"king",
     "M22 85h56v-8l-3-9q16-13 13-27q-5-14-20-11q-10 2-15 11l0-11h7v-7h-7v-9h-6v9h-7v7h7l0 11q-5-9-15-11q-15-3-20 "
     "11q-3 14 13 27l-3 9z",
     "M25 68q25-9 50 0M23 77h54M50 41v24"},
    {"counsellor", "M26 85h48v-8l-3-9l10-33l-18 12l-9-20a6 6 0 1 0-8 0l-9 20l-18-12l10 33l-3 9z",
     "M29 68q21-7 42 0M27 77h46"},
    {"elephant",
     "M28 85h52v-26q0-32-28-36q-26-2-32 20q-3 12-2 24q0 8-8 8q2 10 12 8q9-3 8-16q0-6 3-9q4 3 5 9q0 10-10 18z",
     "M56 34q-12 6-8 22q10 6 18-4M34 42l4 0M28 62q2 8 9 7"},
    {"boat", "M14 62h32V14q28 18 30 48h10q-4 22-22 23H36q-18-1-22-23z", "M46 62h30M46 22v40"},
    {"cannon", "M12 50l52-26l12 20l-20 11a17 17 0 1 1-29 15l-5 3z",
     "M43 67m-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0M60 26l11 20"},
    {"man", "M50 14a36 36 0 1 1 0 72a36 36 0 1 1 0-72z", "M50 25a25 25 0 1 1 0 50a25 25 0 1 1 0-50z"},
    {"dame", "M50 14a36 36 0 1 1 0 72a36 36 0 1 1 0-72z", "M30 62h40l5-27l-14 12l-11-18l-11 18l-14-12zM31 69h38"},
    {"token", "M50 24a26 26 0 1 1 0 52a26 26 0 1 1 0-52z", "M50 38a12 12 0 1 1 0 24a12 12 0 1 1 0-24z"},
    {"cross", "M20 30l10-10l20 20l20-20l10 10l-20 20l20 20l-10 10l-20-20l-20 20l-10-10l20-20z", NULL},
    {"nought", "M50 14a36 36 0 1 1 0 72a36 36 0 1 1 0-72zM50 30a20 20 0 1 0 0 40a20 20 0 1 0 0-40z", NULL},
    {"star", "M50 13l11 25l27 3l-20 18l6 26l-24-13l-24 13l6-26l-20-18l27-3z", NULL},
    {"camel",
     "M26 85h8q0-18 3-22h28q4 6 4 22h9q1-20-2-30q-3-14-12-18q-8-2-12 8q-8-14-17-10q-8 4-8 "
     "14q-5-2-6-10l0-14q-1-7-9-6l-7 5l2 4l7 "
     "0l0 16q1 13 12 18z",
     NULL},
    {"lion",
     "M50 13l10 8l12-3l3 12l11 7l-4 12l4 12l-11 7l-3 12l-12-2l-10 9l-10-9l-12 2l-3-12l-11-7l4-12l-4-12l11-7l3-12l12 3z",
     "M50 31a20 20 0 1 1 0 40a20 20 0 1 1 0-40zM42 46v3M58 46v3M46 56h8l-4 5zM50 61v3"},
    {"wazir", "M24 85h52v-9l-4-8l5-32H64v9h-7V29a9 9 0 1 0-14 0v16h-7v-9H23l5 32l-4 8z", "M28 68h44M25 77h50"},
    {"dabbaba", "M22 70V42h-7V21h13v8h15v-8h14v8h15v-8h13v21h-7v28a10 10 0 1 1-18 0H40a10 10 0 1 1-18 0z",
     "M22 42h56M42 70V56h16v14M29 76h4M67 76h4"},
    {"giraffe",
     "M31 87h9l4-21h20l4 21h9V56q0-9-9-11l-8-2l-7-22q3-5-2-10l-4 5l-4-6l-3 9l-16 6q-1 6 4 7l13-2l6 24q-13 6-16 32z",
     "M46 37l4 4M49 48l6 4M61 51l5 4M46 60l5-3M39 19h3"},
    {"champion", "M50 12q16 8 32 8q2 46-32 67q-34-21-32-67q16 0 32-8z", "M50 24v50M27 42h46"},
    {"hawk",
     "M50 18q9 2 9 14q15-12 35-10q-3 11-13 15q1 6-7 10q-6 7-15 8l3 12l9 17l-21-8l-21 "
     "8l9-17l3-12q-9-1-15-8q-8-4-7-10q-10-4-13-15"
     "q20-2 35 10q0-12 9-14z",
     "M50 30l-3 6h6zM41 55q9 5 18 0"},
    {"prince", "M22 85h56l6-48l-19 14l-15-27l-15 27l-19-14z",
     "M25 74h50M50 59l3 4l-3 4l-3-4zM34 61l3 3l-3 3l-3-3zM66 61l3 3l-3 3l-3-3z"},
    {"dragon",
     "M12 44q10-2 16-14q4-14 18-16l-2 9q8-4 16-3l-6 9q24 6 27 30q2 16-3 26H40q-2-12 10-20q8-6 6-15l-10 6q-12 6-20 "
     "2l-6-2l3-6l-8 2z",
     "M33 32l5-2M53 32q12 10 12 34M63 30l5 3M68 40l5 4M70 51l6 4M71 63l6 4M15 46l6-1"},
    {"lance", "M50 8l13 27l-7-2v52H44V33l-7 2z", "M50 18v15M44 64h12M44 74h12"},
    {"wizard", "M54 9l17 50q16 5 17 15q-38 18-76 0q1-10 17-15z", "M29 59q21 10 42 0M47 33l3 6l6 1l-5 4l1 6l-5-3"},
    {"duck", "M14 50q20 8 32-5q-7-5-7-14q1-15 16-15q13 1 15 13l14 5l-13 6q-1 5-4 9q15 6 15 19q-2 18-31 18q-33 0-37-36z",
     "M56 28h3M38 64q14 8 26-2"},
    {"wall", "M14 20h72v60H14z", "M14 40h72M14 60h72M38 20v20M62 20v20M26 40v20M50 40v20M74 40v20M38 60v20M62 60v20"},
    {"griffin",
     "M26 86h46q-2-8-9-10q12-8 12-22q11-13 11-34q-14 3-24 15q-3-13-16-17l-3-10l-7 10q-12 3-14 14q-14 0-17 14q8-5 "
     "13-3q2 3 6 3q5 1 5 8q-9 8-9 20q0 5 6 12z",
     "M46 27l5-2M62 35q-10 10-8 24M70 31q-8 10-8 22M44 76q8 4 19 0M24 32q6 4 9 3M30 74q5 0 7 12"},
    {"hopper", "M14 62q8-26 34-28l22-16l-8 20q20 4 24 14l-12 6l10 27h-9l-14-24l-20 1l8 23h-9l-11-23z",
     "M62 38q-10 6-24 6"},
};

/* ---- which drawing a piece has ---- */

/* `other`: a second drawing behind the first. `turned`: upside down, as problemists draw riders and hoppers. */
typedef struct look {
    const char *word, *name, *other;
    bool turned;
} look;

static const look looks[] = {
    {"general", "king", NULL, false},
    {"shah", "king", NULL, false},
    {"rajah", "king", NULL, false},
    {"castle", "rook", NULL, false},
    {"tower", "rook", NULL, false},
    {"chariot", "rook", NULL, false},
    {"horse", "knight", NULL, false},
    {"soldier", "pawn", NULL, false},
    {"ferz", "counsellor", NULL, false},
    {"fers", "counsellor", NULL, false},
    {"met", "counsellor", NULL, false},
    {"bers", "counsellor", NULL, false},
    {"advisor", "counsellor", NULL, false},
    {"minister", "counsellor", NULL, false},
    {"vizier", "counsellor", NULL, false},
    {"vazir", "wazir", NULL, false},
    {"alfil", "elephant", NULL, false},
    {"fil", "elephant", NULL, false},
    {"dabbabah", "dabbaba", NULL, false},
    {"zurafa", "giraffe", NULL, false},
    {"eagle", "hawk", NULL, false},
    {"falcon", "hawk", NULL, false},
    {"commoner", "prince", NULL, false},
    {"mann", "prince", NULL, false},
    {"spear", "lance", NULL, false},
    {"pao", "cannon", NULL, false},
    {"camelrider", "camel", NULL, true},
    {"zebrarider", "zebra", NULL, true},
    {"khon", "elephant", NULL, false},
    {"ship", "boat", NULL, false},
    {"grasshopper", "queen", NULL, true},
    {"nightrider", "knight", NULL, true},
    {"archbishop", "bishop", "knight", false},
    {"princess", "bishop", "knight", false},
    {"chancellor", "rook", "knight", false},
    {"empress", "rook", "knight", false},
    {"marshal", "rook", "knight", false},
    {"amazon", "queen", "knight", false},
    {"centaur", "king", "knight", false},
    {"gryphon", "griffin", NULL, false},
    {"checker", "man", NULL, false},
    {"stone", "man", NULL, false},
};

static const drawing *drawing_of(const char *word, size_t length)
{
    for (size_t i = 0; i < sizeof drawings / sizeof drawings[0]; i++) {
        if (strlen(drawings[i].name) == length && memcmp(drawings[i].name, word, length) == 0) {
            return &drawings[i];
        }
    }
    return NULL;
}

typedef struct figure {
    const drawing *first, *other;
    const char *path;          /* drawn by the rules themselves; or NULL */
    const svg_figure *drawing; /* the same, from a file; or NULL */
    bool turned, partly;       /* only a part of the name is known */
} figure;

static bool find_word(const char *word, size_t length, figure *f)
{
    f->first = drawing_of(word, length);
    for (size_t i = 0; i < sizeof looks / sizeof looks[0] && !f->first; i++) {
        const look *l = &looks[i];
        if (strlen(l->word) == length && memcmp(l->word, word, length) == 0) {
            f->first = drawing_of(l->name, strlen(l->name));
            f->other = l->other ? drawing_of(l->other, strlen(l->other)) : NULL;
            f->turned = l->turned;
        }
    }
    return f->first != NULL;
}

static figure figure_of(const char *name)
{
    figure f = {0};
    if (svg_path_is_meant(name)) {
        f.path = name;
        return f;
    }
    if (find_word(name, strlen(name), &f)) {
        return f;
    }
    const char *second = strchr(name, '+');
    figure other = {0};
    if (second && find_word(name, (size_t)(second - name), &f) && find_word(second + 1, strlen(second + 1), &other)) {
        f.other = other.first;
        return f;
    }
    f.partly = true;
    /* The last word of the name counts most: "berlin-pawn" is a pawn. An unknown last word is skipped: "rook-hero" is a
     * rook. */
    for (size_t end = strlen(name); end > 0 && !f.first;) {
        size_t start = end;
        while (start > 0 && !strchr("- _", name[start - 1])) {
            start--;
        }
        find_word(name + start, end - start, &f);
        end = start ? start - 1 : 0;
    }
    return f;
}

static figure figure_of_piece(const rule_piece *piece, const char *name)
{
    return piece->drawing ? (figure){.drawing = piece->drawing} : figure_of(piece->figure ? piece->figure : name);
}

bool glyph_knows(const char *name)
{
    figure f = {0};
    return find_word(name, strlen(name), &f);
}

/* ---- colours ---- */

/* The colours of Okabe and Ito, which colour-blind people can distinguish. */
static const struct {
    const char *name;
    army colours;
} armies[] = {
    {"white", {"#ffffff", "#1c1c1c", "#1c1c1c"}},  {"black", {"#3b3b3b", "#101010", "#f2f2f2"}},
    {"red", {"#d55e00", "#3a1700", "#ffffff"}},    {"blue", {"#0072b2", "#00263c", "#ffffff"}},
    {"yellow", {"#f0e442", "#3d3900", "#3d3900"}}, {"green", {"#009e73", "#003325", "#ffffff"}},
    {"purple", {"#cc79a7", "#4a1f37", "#4a1f37"}}, {"orange", {"#e69f00", "#412d00", "#412d00"}},
    {"sky", {"#56b4e9", "#0f3346", "#0f3346"}},
};
enum { ARMIES = sizeof armies / sizeof armies[0] };
static const army neutral_army = {"#b8b8b8", "#4a4a4a", "#4a4a4a"};

static int army_named(const char *name)
{
    size_t length = strlen(name);
    for (int i = 0; i < ARMIES; i++) {
        size_t n = strlen(armies[i].name);
        /* "A-White" is white too. */
        if (length >= n && (length == n || strchr("- _", name[length - n - 1]))) {
            bool same = true;
            for (size_t k = 0; k < n && same; k++) {
                same = tolower((unsigned char)name[length - n + k]) == armies[i].name[k];
            }
            if (same) {
                return i;
            }
        }
    }
    return -1;
}

army glyph_army(const variant *v, int owner)
{
    if (owner < 0 || owner >= v->players) {
        return neutral_army;
    }
    bool named = true;
    for (int i = 0; i < v->players; i++) {
        int mine = army_named(v->rules->players[i].name);
        named = named && mine >= 0;
        for (int k = 0; k < i && v->own_boards == 0; k++) {
            named = named && army_named(v->rules->players[k].name) != mine;
        }
    }
    return armies[named ? army_named(v->rules->players[owner].name) : owner % ARMIES].colours;
}

/* ---- writing ---- */

void glyph_put_number(text *svg, long hundredths)
{
    if (hundredths < 0) {
        text_char(svg, '-');
        hundredths = -hundredths;
    }
    text_print(svg, "%ld", hundredths / 100);
    long rest = hundredths % 100;
    if (rest) {
        text_print(svg, rest % 10 ? ".%02ld" : ".%ld", rest % 10 ? rest : rest / 10);
    }
}

void glyph_put_xml(text *svg, const char *words)
{
    size_t length = strlen(words);
    for (size_t i = 0; i < length;) {
        size_t n = utf8_length(words + i, length - i);
        unsigned char c = (unsigned char)words[i];
        const char *entity = c == '&'    ? "&amp;"
                             : c == '<'  ? "&lt;"
                             : c == '>'  ? "&gt;"
                             : c == '"'  ? "&quot;"
                             : c == '\'' ? "&#39;"
                                         : NULL;
        bool barred = n == 0 || (n == 1 && (c < ' ' || c == 0x7F)) ||
                      (n == 3 && c == 0xEF && (unsigned char)words[i + 1] == 0xBF &&
                       (unsigned char)words[i + 2] >= 0xBE); /* U+FFFE and U+FFFF */
        if (entity) {
            text_put(svg, entity);
        } else if (!barred) {
            text_add(svg, words + i, n);
        }
        i += n ? n : 1;
    }
}

static void put_path(text *svg, const char *path, const char *fill, const char *line, int width)
{
    text_print(svg, "<path d=\"%s\" fill=\"%s\" stroke=\"%s\" stroke-width=\"", path, fill, line);
    glyph_put_number(svg, width);
    text_put(svg, "\"/>");
}

static void put_drawing(text *svg, const drawing *d, const army *colours, int width)
{
    put_path(svg, d->body, colours->fill, colours->line, width);
    if (d->detail) {
        put_path(svg, d->detail, "none", colours->detail, width);
    }
}

static void put_letters(text *svg, const char *letters, int y, const char *colour)
{
    size_t length = strlen(letters);
    text_print(svg, "<text x=\"50\" y=\"%d\" font-size=\"%d\" fill=\"%s\">", y,
               length < 2   ? 44
               : length < 3 ? 34
                            : 24,
               colour);
    glyph_put_xml(svg, letters);
    text_put(svg, "</text>");
}

static void open_square(text *svg, int x, int y, int size)
{
    text_print(svg, "<g transform=\"translate(%d %d)", x, y);
    if (size != 100) {
        text_put(svg, " scale(");
        glyph_put_number(svg, size);
        text_char(svg, ')');
    }
    text_put(svg, "\">");
}

/* The badge of a piece: its letter when `whole`, else only a sign that it is promoted or royal. */
static void badge_of(const char *letter, bool whole, char badge[8])
{
    size_t n = 0;
    for (const char *c = letter; *c && n < 7; c++) {
        const bool joins = *c == '+' && c != letter; /* two pieces; the drawing shows them */
        if (whole || (!isalnum((unsigned char)*c) && !joins)) {
            badge[n++] = *c;
        }
    }
    badge[n] = '\0';
}

/* Whether another piece of the game has the same drawing. */
static bool is_shared(const variant *v, int piece, const figure *f)
{
    for (size_t i = 0; i < v->rules->piece_count; i++) {
        const rule_piece *other = &v->rules->pieces[i];
        figure its = figure_of_piece(other, other->name);
        bool same_path = its.path && f->path ? strcmp(its.path, f->path) == 0 : its.path == f->path;
        if ((int)i != piece && same_path && its.drawing == f->drawing && its.first == f->first &&
            its.other == f->other && its.turned == f->turned) {
            return true;
        }
    }
    return false;
}

static const char *paint_word(const svg_paint *paint, const char *white, const char *black)
{
    return paint->kind == SVG_PAINT_WHITE   ? white
           : paint->kind == SVG_PAINT_BLACK ? black
           : paint->kind == SVG_PAINT_NONE  ? "none"
                                            : paint->colour;
}

/* The drawing of a file, cut off at the edges of its square. White is the colour of the player. Black is the colour of
 * outlines, and of details where it lies on top of the body. A silhouette has black for a body, with an outline. */
static void put_file(text *svg, const svg_figure *f, const army *colours)
{
    text_print(svg, "<svg width=\"100\" height=\"100\" viewBox=\"%s\">", f->view_box);
    for (size_t i = 0; i < f->count; i++) {
        const svg_shape *s = &f->shapes[i];
        bool body = f->silhouette || s->fill.kind == SVG_PAINT_WHITE || s->fill.kind == SVG_PAINT_COLOUR;
        const char *fill = paint_word(&s->fill, colours->fill, f->silhouette ? colours->fill : colours->detail);
        const char *stroke = paint_word(&s->stroke, colours->fill, body ? colours->line : colours->detail);
        bool bare = f->silhouette && s->fill.kind == SVG_PAINT_BLACK && s->stroke.kind == SVG_PAINT_NONE;
        text_print(svg, "<%s%s fill=\"%s\" stroke=\"%s\"", s->element, s->rest, fill, bare ? colours->line : stroke);
        if (bare && !strstr(s->rest, " stroke-width=")) {
            text_put(svg, " stroke-width=\"");
            glyph_put_number(svg, f->size * 3 / 100);
            text_char(svg, '"');
        }
        text_put(svg, "/>");
    }
    text_put(svg, "</svg>");
}

/* `lettered`: the letter distinguishes it from other pieces with the same drawing. */
static void put_figure(text *svg, const figure *f, const army *colours, const char *letter, bool lettered)
{
    if (f->drawing) {
        put_file(svg, f->drawing, colours);
    } else if (f->path) {
        put_path(svg, f->path, colours->fill, colours->line, 300);
    } else if (f->other) {
        text_put(svg, "<g transform=\"translate(-7 3) scale(.8)\">");
        put_drawing(svg, f->first, colours, 375);
        text_put(svg, "</g><g transform=\"translate(31 31) scale(.68)\">");
        put_drawing(svg, f->other, colours, 440);
        text_put(svg, "</g>");
    } else if (f->turned) {
        text_put(svg, "<g transform=\"rotate(180 50 50)\">");
        put_drawing(svg, f->first, colours, 300);
        text_put(svg, "</g>");
    } else {
        put_drawing(svg, f->first, colours, 300);
    }
    char badge[8] = "";
    badge_of(letter, lettered, badge);
    if (badge[0]) {
        text_print(svg, "<circle cx=\"80\" cy=\"76\" r=\"17\" fill=\"%s\" stroke=\"%s\" stroke-width=\"2\"/>",
                   colours->fill, colours->line);
        text_print(svg, "<text x=\"80\" y=\"84\" font-size=\"%d\" fill=\"%s\">", strlen(badge) > 1 ? 17 : 25,
                   colours->detail);
        glyph_put_xml(svg, badge);
        text_put(svg, "</text>");
    }
}

/* A tile of shogi: a wedge that points forward for its owner, since all tiles have one colour. */
static void put_tile(text *svg, const army *colours, const char *letter, int rotation)
{
    text_print(svg, "<path d=\"M50 12l24 13l9 61H17l9-61z\" fill=\"%s\" stroke=\"%s\" stroke-width=\"3\"",
               colours->fill, colours->line);
    if (rotation & 3) {
        text_print(svg, " transform=\"rotate(%d 50 50)\"", 90 * (rotation & 3));
    }
    text_put(svg, "/>");
    put_letters(svg, letter, (rotation & 3) == 2 ? 59 : 68,
                letter[0] == '+' ? (colours->detail[1] == 'f' ? "#ffb3a0" : "#b3261e") : colours->detail);
}

static void put_disc(text *svg, const army *colours, const char *letter, bool ringed)
{
    text_print(svg, "<circle cx=\"50\" cy=\"50\" r=\"38\" fill=\"%s\" stroke=\"%s\" stroke-width=\"3\"/>",
               colours->fill, colours->line);
    if (ringed) {
        text_print(svg, "<circle cx=\"50\" cy=\"50\" r=\"32\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>",
                   colours->detail);
    }
    put_letters(svg, letter, strlen(letter) < 2 ? 65 : 61, colours->detail);
}

const char *glyph_character(const variant *v, piece_id piece, bool *shared)
{
    const rule_piece *rule = &v->rules->pieces[v->type[v->type_of[piece]].rule_piece_index];
    size_t owner = (size_t)v->owner_of[piece];
    for (size_t i = 0; shared && i < v->rules->piece_count; i++) {
        *shared = *shared || v->rules->pieces[i].character_count == 1;
    }
    return !v->shows_characters || !rule->character_count ? NULL
           : owner < rule->character_count                ? rule->characters[owner]
                                                          : rule->characters[0];
}

/* A character on a tile, which faces its owner, or on a disc. */
static void put_character(text *svg, const variant *v, const army *colours, const char *character, bool promoted,
                          int rotation)
{
    bool tile = v->rules->piece_style == PIECE_STYLE_TILES;
    if (tile) {
        text_print(svg, "<g transform=\"rotate(%d 50 50)\">", 90 * (rotation & 3));
        put_path(svg, "M50 12l24 13l9 61H17l9-61z", colours->fill, colours->line, 300);
    } else {
        text_print(svg, "<circle cx=\"50\" cy=\"50\" r=\"38\" fill=\"%s\" stroke=\"%s\" stroke-width=\"3\"/>",
                   colours->fill, colours->line);
    }
    bool two = utf8_length(character, strlen(character)) < strlen(character);
    const char *red = colours->detail[1] == 'f' ? "#ffb3a0" : "#b3261e";
    text_print(svg, "<text x=\"50\" y=\"%d\" font-size=\"%d\" fill=\"%s\">", (tile ? 72 : 67) - (two ? 6 : 0),
               two ? 29 : 46, promoted ? red : colours->detail);
    glyph_put_xml(svg, character);
    text_put(svg, tile ? "</text></g>" : "</text>");
}

void glyph_put(text *svg, const variant *v, piece_id piece, int x, int y, int size, int rotation)
{
    const piece_type *type = &v->type[v->type_of[piece]];
    const char *looks_like = v->rules->pieces[type->rule_piece_index].figure;
    enum rule_piece_style all = v->rules->piece_style;
    army colours = glyph_army(v, v->owner_of[piece]);
    figure f = figure_of_piece(&v->rules->pieces[type->rule_piece_index], type->name);
    const char *character = glyph_character(v, piece, NULL);
    open_square(svg, x, y, size);
    if (character) {
        put_character(svg, v, &colours, character, type->capital[0] == '+', rotation);
    } else if (all == PIECE_STYLE_TILES) {
        put_tile(svg, &colours, type->capital, rotation);
    } else if (all == PIECE_STYLE_DISCS) {
        put_disc(svg, &colours, type->capital, true);
    } else if (f.first || f.path || f.drawing) {
        put_figure(svg, &f, &colours, type->capital,
                   f.partly || (looks_like && is_shared(v, type->rule_piece_index, &f)));
    } else {
        put_disc(svg, &colours, type->capital, false);
    }
    text_put(svg, "</g>");
}

void glyph_put_slab(text *svg, const army *colours, int x, int y, int width, int height)
{
    text_print(
        svg,
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"%s\" stroke=\"%s\" stroke-width=\"2\"/>",
        x, y, width, height, height / 2, colours->fill, colours->line);
}
