#include "generate/movements.h"

#include <stdio.h>
#include <string.h>

typedef enum heading { STRAIGHT, SLANTING, OBLIQUE, EIGHT, UPRIGHT } heading;

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
    case STRAIGHT:
        return PICK(random, straight);
    case SLANTING:
        return PICK(random, slanting);
    case OBLIQUE:
        return PICK(random, oblique);
    case EIGHT:
        return PICK(random, eight);
    case UPRIGHT:
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
        {"W", STRAIGHT, false, false, 1}, {"F", SLANTING, false, false, 1}, {"D", STRAIGHT, false, false, 2},
        {"N", OBLIQUE, false, false, 1},  {"A", SLANTING, false, false, 2}, {"H", STRAIGHT, false, false, 3},
        {"C", OBLIQUE, false, false, 1},  {"Z", OBLIQUE, false, false, 1},  {"G", SLANTING, false, false, 3},
        {"K", EIGHT, false, true, 1},     {"W", STRAIGHT, false, false, 1}, {"F", SLANTING, false, false, 1},
        {"L", OBLIQUE, false, false, 1},  {"J", OBLIQUE, false, false, 1},
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
    a.heading = far == 0 ? UPRIGHT : near == 0 ? STRAIGHT : near == far ? SLANTING : OBLIQUE;
    a.steps = up || a.heading == OBLIQUE ? 1 : far;
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
    static const drawn_atom named[] = {
        {"R", STRAIGHT, true, true, 1}, {"B", SLANTING, true, true, 1}, {"Q", EIGHT, true, true, 1}};
    return PICK(random, named);
}

static const char *modes(random_source *random, const movement_wish *wish)
{
    static const char *const any[] = {"", "", "", "", "m", "m", "c", "c", "mc"};
    static const char *const rich[] = {"", "", "", "m", "c", "cd", "d", "md", "mcd"};
    if (wish->moves_only) {
        return "m";
    }
    if (wish->passing && chance(random, 3)) {
        return chance(random, 2) ? "ce" : "mce";
    }
    return wish->plain ? PICK(random, any) : PICK(random, rich);
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

/* What stands in the way, where something may be said of it. */
static const char *way(random_source *random, const drawn_atom *a, bool rides)
{
    static const char *const rider_ways[] = {"p", "g", "p", "g", "j", ""};
    static const char *const leap_ways[] = {"n", "j", "n"};
    bool step = a->heading != OBLIQUE && a->heading != UPRIGHT && a->steps == 1;
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

static void single(random_source *random, const movement_wish *wish, text *out)
{
    bool rides = wish->rides || (!wish->leaps && chance(random, 2));
    drawn_atom a = rides && !chance(random, 3) ? rider(random) : leaper(random, wish->levels);
    if (a.heading == UPRIGHT && rides && wish->rides) {
        a = rider(random);
    }
    if (chance(random, 2)) {
        text_put(out, directions(random, a.heading));
    }
    movement_wish here = *wish;
    here.passing = wish->passing && !rides && a.heading != UPRIGHT && a.name[0] != '(';
    const char *mode = modes(random, &here);
    text_put(out, mode);
    text_put(out, wish->plain || strchr(mode, 'e') ? "" : way(random, &a, rides));
    text_put(out, wish->initial && chance(random, 4) ? "i" : "");
    text_put(out, a.name);
    if (rides) {
        put_range(random, &a, out);
    }
}

/* Legs joined by `a`: the atom is said once. */
static void bent(random_source *random, const movement_wish *wish, text *out)
{
    static const char *const inner[] = {"", "m", "c", "p", "mc", "d", "mp"};
    static const char *const turns[] = {"", "f", "s", "b", "fs", "l", "r", "v", "", "s"};
    static const char *const bends[] = {"z", "q"};
    unsigned legs = chance(random, 4) ? 3 : 2;
    drawn_atom a = chance(random, 4) ? rider(random) : leaper(random, 1);
    bool took = wish->moves_only, turned = false;
    for (unsigned leg = 0; leg + 1 < legs; leg++) {
        const char *mode = PICK(random, inner);
        bool takes = strchr(mode, 'c') || strchr(mode, 'd');
        if (leg == 0) {
            text_put(out, a.compound || chance(random, 2) ? "" : directions(random, a.heading));
        } else {
            const char *turn = turns[1 + random_below(random, 6)];
            turned = turn[0] == 's' || turn[0] == 'l' || turn[0] == 'r';
            text_put(out, turn);
        }
        text_put(out, takes && took ? "m" : mode);
        took = took || takes;
        text_put(out, "a");
    }
    text_put(out, turned && chance(random, 2) ? PICK(random, bends) : turns[random_below(random, 7)]);
    text_put(out, wish->moves_only ? "m" : PICK(random, ((const char *const[]){"", "m", "c"})));
    text_put(out, a.name);
}

/* Legs in brackets, each with an atom of its own. */
static void bracket(random_source *random, const movement_wish *wish, text *out)
{
    static const char *const first[] = {"W", "F", "K", "D", "A", "W2", "R", "B", "fW", "fF", "fD", "sW", "vW"};
    static const char *const next[] = {"W", "F", "K", "D", "R", "B", "Q", "W3", "fF", "sW", "fW", "R4"};
    text_put(out, wish->moves_only ? "m" : PICK(random, ((const char *const[]){"", "", "m", "c"})));
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

static void movement_term(random_source *random, const movement_wish *wish, text *out)
{
    uint32_t kind = wish->plain ? 9 : random_below(random, 10);
    if (kind == 0) {
        bent(random, wish, out);
    } else if (kind == 1) {
        bracket(random, wish, out);
    } else {
        single(random, wish, out);
    }
}

/* Left and right are the same: no l and r, and no z and q that could follow them. */
static bool is_even(const char *term)
{
    return !strpbrk(term, "lrzq");
}

static void even_term(random_source *random, const movement_wish *wish, text *out)
{
    text one = {0};
    for (int tries = 0; tries < 50; tries++) {
        text_clear(&one);
        movement_term(random, wish, &one);
        if (!wish->even || is_even(text_string(&one))) {
            break;
        }
    }
    const char *term = wish->even && !is_even(text_string(&one)) ? "mW" : text_string(&one);
    bool doubled = out->length && *term == out->bytes[out->length - 1]; /* WW is one rider */
    text_put(out, doubled ? "" : term);
    text_finish(&one);
}

void movement_make(random_source *random, const movement_wish *wish, unsigned most, text *out)
{
    unsigned terms = 1 + random_below(random, most);
    for (unsigned i = 0; i < terms; i++) {
        even_term(random, wish, out);
    }
}
