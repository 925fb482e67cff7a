#include "fuzz/generator/movements.h"

#include <stdio.h>
#include <string.h>

typedef enum heading { HEADING_ORTHOGONAL, HEADING_DIAGONAL, HEADING_OBLIQUE, HEADING_ALL, HEADING_VERTICAL } heading;

#define PICK(random, list) (list)[random_below((random), (uint32_t)(sizeof(list) / sizeof *(list)))]

static bool chance(random_source *random, uint32_t one_in)
{
    return random_below(random, one_in) == 0;
}

static const char *directions(random_source *random, heading h)
{
    static const char *const straight[] = {"f", "b", "l", "r", "v", "s", "fs", "bs", "fl", "br", "fb", "lr"};
    static const char *const slanting[] = {"f", "b", "l", "r", "fl", "fr", "bl", "br", "flbr", "frb", "lf"};
    static const char *const oblique[] = {"f",  "b",  "l",  "r",  "v",  "s",  "ff", "bb", "fl", "fr", "bl", "lf",  "rf",
                                          "fs", "lv", "hl", "hr", "fh", "bh", "lh", "rh", "ll", "rr", "vs", "ffbb"};
    static const char *const eight[] = {"ff", "bb", "fl", "fr", "bl", "br",   "v",
                                        "s",  "fh", "bh", "lh", "rh", "ffrr", "fs"};
    switch (h) {
    case HEADING_ORTHOGONAL:
        return PICK(random, straight);
    case HEADING_DIAGONAL:
        return PICK(random, slanting);
    case HEADING_OBLIQUE:
        return PICK(random, oblique);
    case HEADING_ALL:
        return PICK(random, eight);
    case HEADING_VERTICAL:
        break;
    }
    return "";
}

/* An atom, how it heads, whether it rides without limit by itself, and how many equal steps it is made of. */
typedef struct drawn_atom {
    char name[20];
    heading heading;
    bool rides, compound;
    int steps;
} drawn_atom;

static drawn_atom leaper(random_source *random, int levels)
{
    static const drawn_atom named[] = {
        {"W", HEADING_ORTHOGONAL, false, false, 1}, {"F", HEADING_DIAGONAL, false, false, 1},
        {"D", HEADING_ORTHOGONAL, false, false, 2}, {"N", HEADING_OBLIQUE, false, false, 1},
        {"A", HEADING_DIAGONAL, false, false, 2},   {"H", HEADING_ORTHOGONAL, false, false, 3},
        {"C", HEADING_OBLIQUE, false, false, 1},    {"Z", HEADING_OBLIQUE, false, false, 1},
        {"G", HEADING_DIAGONAL, false, false, 3},   {"K", HEADING_ALL, false, true, 1},
        {"W", HEADING_ORTHOGONAL, false, false, 1}, {"F", HEADING_DIAGONAL, false, false, 1},
        {"L", HEADING_OBLIQUE, false, false, 1},    {"J", HEADING_OBLIQUE, false, false, 1},
    };
    if (!chance(random, 10) && (levels == 1 || !chance(random, 3))) {
        return PICK(random, named);
    }
    int far = 1 + (int)random_below(random, 5), near = (int)random_below(random, (uint32_t)far + 1);
    int up = levels > 1 ? (int)random_below(random, 2) : 0;
    drawn_atom a = {.steps = 1};
    if (up && chance(random, 3)) {
        far = near = 0;
    }
    a.heading = far == 0      ? HEADING_VERTICAL
                : near == 0   ? HEADING_ORTHOGONAL
                : near == far ? HEADING_DIAGONAL
                              : HEADING_OBLIQUE;
    a.steps = up || a.heading == HEADING_OBLIQUE ? 1 : far;
    bool turned = chance(random, 2);
    int one = turned ? near : far, other = turned ? far : near;
    if (up) {
        snprintf(a.name, sizeof a.name, "(%d,%d,%d)", one, other, up);
    } else {
        snprintf(a.name, sizeof a.name, "(%d,%d)", one, other);
    }
    return a;
}

static drawn_atom rider(random_source *random)
{
    static const drawn_atom named[] = {{"R", HEADING_ORTHOGONAL, true, true, 1},
                                       {"B", HEADING_DIAGONAL, true, true, 1},
                                       {"Q", HEADING_ALL, true, true, 1}};
    return PICK(random, named);
}

static const char *modes(random_source *random, const movement_options *options)
{
    static const char *const any[] = {"", "", "", "", "m", "m", "c", "c", "mc"};
    static const char *const rich[] = {"", "", "", "m", "c", "cd", "d", "md", "mcd"};
    if (options->moves_only) {
        return "m";
    }
    if (options->en_passant && chance(random, 3)) {
        return chance(random, 2) ? "ce" : "mce";
    }
    return options->plain ? PICK(random, any) : PICK(random, rich);
}

/* How far: empty for a leap. Limits and doubled letters make riders of leapers. */
static void put_range(random_source *random, const drawn_atom *a, text *out)
{
    if (a->rides) {
        unsigned far = 2 + random_below(random, 5);
        if (chance(random, 3)) {
            text_print(out, "%u", far);
        }
    } else if (chance(random, 3) && !a->compound && a->name[0] != '(') {
        text_put(out, a->name);
    } else {
        text_print(out, "%u", chance(random, 2) ? 0 : 2 + random_below(random, 4));
    }
}

/* Letters for blocked or hopping movements, where they are allowed. */
static const char *blocking_letters(random_source *random, const drawn_atom *a, bool rides)
{
    static const char *const rider_ways[] = {"p", "g", "p", "g", "j", ""};
    static const char *const leap_ways[] = {"n", "j", "n"};
    bool step = a->heading != HEADING_OBLIQUE && a->heading != HEADING_VERTICAL && a->steps == 1;
    if (rides && step && chance(random, 3)) {
        const char *chosen = PICK(random, rider_ways);
        return *chosen == 'j' && strchr(a->name, ',') != strrchr(a->name, ',') ? "" : chosen; /* upstairs is no step */
    }
    if (rides && chance(random, 4)) {
        return chance(random, 2) ? "p" : "g";
    }
    if (!rides && (a->steps > 1 || a->name[0] == 'N') && chance(random, 3)) {
        return PICK(random, leap_ways);
    }
    return "";
}

static void single(random_source *random, const movement_options *options, text *out)
{
    bool rides = options->rides || (!options->leaps && chance(random, 2));
    drawn_atom a = rides && !chance(random, 3) ? rider(random) : leaper(random, options->levels);
    if (a.heading == HEADING_VERTICAL && rides && options->rides) {
        a = rider(random);
    }
    if (chance(random, 2)) {
        text_put(out, directions(random, a.heading));
    }
    movement_options here = *options;
    here.en_passant = options->en_passant && !rides && a.heading != HEADING_VERTICAL && a.name[0] != '(';
    const char *mode = modes(random, &here);
    text_put(out, mode);
    text_put(out, options->plain || strchr(mode, 'e') ? "" : blocking_letters(random, &a, rides));
    text_put(out, options->initial && chance(random, 4) ? "i" : "");
    text_put(out, a.name);
    if (rides) {
        put_range(random, &a, out);
    }
}

/* Legs joined by `a`: the atom is written once. */
static void legs_joined(random_source *random, const movement_options *options, text *out)
{
    static const char *const inner[] = {"", "m", "c", "p", "mc", "d", "mp"};
    static const char *const turns[] = {"", "f", "s", "b", "fs", "l", "r", "v", "", "s"};
    static const char *const bends[] = {"z", "q"};
    unsigned legs = chance(random, 4) ? 3 : 2;
    drawn_atom a = chance(random, 4) ? rider(random) : leaper(random, 1);
    bool captured = options->moves_only, turned = false;
    for (unsigned leg = 0; leg + 1 < legs; leg++) {
        const char *mode = PICK(random, inner);
        bool captures = strchr(mode, 'c') || strchr(mode, 'd');
        if (leg == 0) {
            text_put(out, a.compound || chance(random, 2) ? "" : directions(random, a.heading));
        } else {
            const char *turn = turns[1 + random_below(random, 6)];
            turned = turn[0] == 's' || turn[0] == 'l' || turn[0] == 'r';
            text_put(out, turn);
        }
        text_put(out, captures && captured ? "m" : mode);
        captured = captured || captures;
        text_put(out, "a");
    }
    text_put(out, turned && chance(random, 2) ? PICK(random, bends) : turns[random_below(random, 7)]);
    text_put(out, options->moves_only ? "m" : PICK(random, ((const char *const[]){"", "m", "c"})));
    text_put(out, a.name);
}

/* Legs in brackets, each with an atom of its own. */
static void bracket(random_source *random, const movement_options *options, text *out)
{
    static const char *const first[] = {"W", "F", "K", "D", "A", "W2", "R", "B", "fW", "fF", "fD", "sW", "vW"};
    static const char *const next[] = {"W", "F", "K", "D", "R", "B", "Q", "W3", "fF", "sW", "fW", "R4"};
    text_put(out, options->moves_only ? "m" : PICK(random, ((const char *const[]){"", "", "m", "c"})));
    if (chance(random, 6)) {
        text_print(out, "[N%c%s]", chance(random, 2) ? '-' : '?', chance(random, 2) ? "R" : "B");
        return;
    }
    text_print(out, "[%s%c%s", PICK(random, first), chance(random, 2) ? '-' : '?', PICK(random, next));
    if (chance(random, 5)) {
        text_print(out, "%c%s", chance(random, 2) ? '-' : '?', PICK(random, next));
    }
    text_put(out, "]");
}

static void movement_term(random_source *random, const movement_options *options, text *out)
{
    uint32_t kind = options->plain ? 9 : random_below(random, 10);
    if (kind == 0) {
        legs_joined(random, options, out);
    } else if (kind == 1) {
        bracket(random, options, out);
    } else {
        single(random, options, out);
    }
}

/* Left and right are the same: no l and r, and no z and q that could follow them. */
static bool is_symmetric_term(const char *term)
{
    return !strpbrk(term, "lrzq");
}

static void symmetric_term(random_source *random, const movement_options *options, text *out)
{
    text one = {0};
    for (int tries = 0; tries < 50; tries++) {
        text_clear(&one);
        movement_term(random, options, &one);
        if (!options->symmetric || is_symmetric_term(text_string(&one))) {
            break;
        }
    }
    const char *term = options->symmetric && !is_symmetric_term(text_string(&one)) ? "mW" : text_string(&one);
    bool doubled = out->length && *term == out->bytes[out->length - 1]; /* WW is one rider */
    text_put(out, doubled ? "" : term);
    text_finish(&one);
}

void movement_make(random_source *random, const movement_options *options, unsigned most, text *out)
{
    unsigned terms = 1 + random_below(random, most);
    for (unsigned i = 0; i < terms; i++) {
        symmetric_term(random, options, out);
    }
}
