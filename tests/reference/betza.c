/* Movements in Betza's notation, after the tables in rules/README.md. A term of one leg becomes vectors. A term of several legs
 * keeps them as they are written, and movegen.c finds their directions at every walk.
 *
 * Directions are eighths of a turn, clockwise from forward. Orthogonal and diagonal leaps have the direction of a king's step;
 * an oblique leap (N, C, Z, ...) has the direction of the king's step that lies next, counter-clockwise: 0 is forward and right. */
#include "reference.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int king_step[8][2] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
static const int knight_leap[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

/* ---- which (x, y) a direction letter means ---- */

static bool on_side(char letter, int x, int y)
{
    switch (letter) {
    case 'f':
        return y > 0;
    case 'b':
        return y < 0;
    case 'l':
        return x < 0;
    case 'r':
        return x > 0;
    case 's':
        return x != 0;
    default:
        return y != 0; /* v */
    }
}

static bool is_vertical(char letter)
{
    return strchr("fbv", letter) != NULL;
}

/* Which directions there are: four orthogonal ones, four diagonal ones, eight oblique leaps, or the eight of a king. */
typedef enum direction_set {
    DIRECTIONS_ORTHOGONAL,
    DIRECTIONS_DIAGONAL,
    DIRECTIONS_OBLIQUE,
    DIRECTIONS_ALL
} direction_set;

static bool letter_fits(char letter, direction_set set, int x, int y)
{
    if (!on_side(letter, x, y)) {
        return false;
    }
    switch (set) {
    case DIRECTIONS_OBLIQUE:
        return is_vertical(letter) ? abs(y) > abs(x) : abs(x) > abs(y);
    case DIRECTIONS_ALL:
        return x == 0 || y == 0;
    default:
        return true;
    }
}

/* Two letters that belong together: a quarter of the board. Of oblique leaps the second says which pair, the first which of it. */
static bool pair_fits(char one, char other, direction_set set, int x, int y)
{
    return set == DIRECTIONS_OBLIQUE ? on_side(one, x, y) && letter_fits(other, set, x, y)
                                     : on_side(one, x, y) && on_side(other, x, y);
}

static bool half_fits(char letter, direction_set set, int x, int y)
{
    static const char opposite[][2] = {{'f', 'b'}, {'b', 'f'}, {'l', 'r'}, {'r', 'l'}};
    for (int i = 0; i < 4; i++) {
        if (opposite[i][0] == letter) {
            return set == DIRECTIONS_OBLIQUE ? on_side(letter, x, y) : !on_side(opposite[i][1], x, y);
        }
    }
    return false;
}

static bool direction_fits(const char *letters, direction_set set, bool first, int direction)
{
    const int *at = set == DIRECTIONS_OBLIQUE ? knight_leap[direction] : king_step[direction];
    int x = at[0], y = at[1];
    for (const char *d = letters; *d;) {
        if (d[0] == 'h' && first && d == letters && set == DIRECTIONS_OBLIQUE) {
            return (direction % 2 == 0) == (d[1] == 'r'); /* the longer part of the leap lies to the left of the turn */
        }
        bool fits;
        int used = 2;
        if (d[1] == 'h') {
            fits = half_fits(d[0], set, x, y);
        } else if (d[1] == d[0]) {
            fits = letter_fits(d[0], set, x, y);
        } else if (set != DIRECTIONS_ORTHOGONAL && d[1] && strchr("fblr", d[0]) &&
                   is_vertical(d[0]) != is_vertical(d[1])) {
            fits = pair_fits(d[0], d[1], set, x, y);
        } else {
            fits = letter_fits(d[0], set, x, y);
            used = 1;
        }
        if (fits) {
            return true;
        }
        d += used;
    }
    return false;
}

/* ---- atoms ---- */

typedef enum atom_shape { ATOM_ORTHOGONAL, ATOM_DIAGONAL, ATOM_OBLIQUE, ATOM_KING, ATOM_VERTICAL } atom_shape;

static atom_shape leg_shape(const leg *l)
{
    return l->both             ? ATOM_KING
           : l->far == 0       ? ATOM_VERTICAL
           : l->near == 0      ? ATOM_ORTHOGONAL
           : l->near == l->far ? ATOM_DIAGONAL
                               : ATOM_OBLIQUE;
}

/* The leap of the atom in that direction, from the mover's side. */
vector leg_vector(const leg *l, int direction)
{
    if (leg_shape(l) == ATOM_OBLIQUE) {
        int x = knight_leap[direction][0], y = knight_leap[direction][1];
        int ax = abs(x) == 2 ? l->far : l->near, ay = abs(y) == 2 ? l->far : l->near;
        return (vector){x > 0 ? ax : -ax, y > 0 ? ay : -ay, l->up};
    }
    return (vector){l->far * king_step[direction][0], l->far * king_step[direction][1], l->up};
}

/* Whether the leg may go in a direction, behind one that went in `before` (NULL: it is the first). */
bool leg_goes(const movement *w, int number, int direction, const heading *before)
{
    const leg *l = &w->leg[number];
    atom_shape s = leg_shape(l);
    if (s == ATOM_VERTICAL) {
        return direction == 0;
    }
    if (!before) {
        bool fits = (s == ATOM_ORTHOGONAL && direction % 2 == 0) || (s == ATOM_DIAGONAL && direction % 2) ||
                    s == ATOM_OBLIQUE || s == ATOM_KING;
        direction_set set = s == ATOM_ORTHOGONAL ? DIRECTIONS_ORTHOGONAL
                            : s == ATOM_DIAGONAL ? DIRECTIONS_DIAGONAL
                            : s == ATOM_OBLIQUE  ? DIRECTIONS_OBLIQUE
                                                 : DIRECTIONS_ALL;
        return fits && (!*l->directions || direction_fits(l->directions, set, true, direction));
    }
    atom_shape last = leg_shape(&w->leg[number - 1]);
    if (w->bracket && last == ATOM_OBLIQUE &&
        (s == ATOM_ORTHOGONAL || s == ATOM_DIAGONAL)) { /* outward: on the side where the leap went */
        int x = abs(knight_leap[before->direction][0]), y = abs(knight_leap[before->direction][1]);
        vector v = leg_vector(l, direction);
        int lx = knight_leap[before->direction][0], ly = knight_leap[before->direction][1];
        return s == ATOM_ORTHOGONAL ? direction % 2 == 0 && (y > x ? v.x == 0 && (v.y > 0) == (ly > 0)
                                                                   : v.y == 0 && (v.x > 0) == (lx > 0))
                                    : direction % 2 && (v.x > 0) == (lx > 0) && (v.y > 0) == (ly > 0);
    }
    int bend = (direction - before->direction + 8) % 8;
    direction_set set = DIRECTIONS_ALL;
    if (w->bracket && s == ATOM_OBLIQUE && last != ATOM_OBLIQUE) {
        set = DIRECTIONS_OBLIQUE;
    } else if (w->bracket &&
               (s == ATOM_ORTHOGONAL ||
                s == ATOM_DIAGONAL)) { /* the atom has only its own directions, wherever the walk came from */
        if ((direction % 2 == 0) != (s == ATOM_ORTHOGONAL)) {
            return false;
        }
        set = bend % 2 ? DIRECTIONS_DIAGONAL : DIRECTIONS_ORTHOGONAL;
    }
    char letters[16];
    int count = 0;
    for (const char *d = l->directions; *d; d++) { /* z and q turn against the last bend, or once more */
        bool to_right = (*d == 'q') == before->right;
        letters[count++] = *d != 'z' && *d != 'q' ? *d : to_right ? 'r' : 'l';
    }
    letters[count] = 0;
    if (count) {
        return direction_fits(letters, set, false, bend);
    }
    if (w->bracket) {
        return direction_fits("f", set, false, bend);
    }
    return s == ATOM_ORTHOGONAL || s == ATOM_DIAGONAL ? bend == 0 || bend == 2 || bend == 6 : bend != 4;
}

/* What is known behind a leg that went in a direction. */
heading leg_heading(const movement *w, int number, int direction, const heading *before)
{
    heading h = {direction, before && before->right};
    bool leap = leg_shape(&w->leg[number]) == ATOM_OBLIQUE;
    if (!before) {
        h.right = leap && direction % 2 == 0;
        return h;
    }
    atom_shape last = leg_shape(&w->leg[number - 1]);
    if (w->bracket && last == ATOM_OBLIQUE && !leap) {
        return h;
    }
    int bend = (direction - before->direction + 8) % 8;
    if (leap && w->bracket && last != ATOM_OBLIQUE) {
        h.right = bend < 4;
    } else if (bend % 4) {
        h.right = bend < 4;
    }
    return h;
}

/* ---- reading ---- */

typedef struct reader {
    const char *text, *s;
} reader;

static void read_letters(reader *r, leg *l, bool *initial)
{
    int count = 0;
    for (; islower((unsigned char)*r->s) && *r->s != 'a'; r->s++) {
        char c = *r->s;
        if (strchr("fblrvshzq", c)) {
            if (count == sizeof l->directions - 1) {
                unsupported("so many directions in", r->text);
            }
            l->directions[count++] = c;
        } else if (c == 'i') {
            *initial = true;
        } else if (c == 'p' || c == 'g') {
            l->hop = c;
        } else if (strchr("mcednj", c)) {
            bool *which[] = {&l->m, &l->c, &l->e, &l->d, &l->n, &l->j};
            *which[strchr("mcednj", c) - "mcednj"] = true;
        } else {
            unsupported("the letter in", r->text);
        }
    }
}

static void set_leap(leg *l, int one, int other)
{
    l->near = one < other ? one : other;
    l->far = one < other ? other : one;
}

static void read_atom(reader *r, leg *l)
{
    static const struct {
        char letter;
        int near, far, range;
        bool both;
    } atoms[] = {{'W', 0, 1, 1, false}, {'F', 1, 1, 1, false}, {'D', 0, 2, 1, false}, {'N', 1, 2, 1, false},
                 {'A', 2, 2, 1, false}, {'H', 0, 3, 1, false}, {'C', 1, 3, 1, false}, {'L', 1, 3, 1, false},
                 {'Z', 2, 3, 1, false}, {'J', 2, 3, 1, false}, {'G', 3, 3, 1, false}, {'R', 0, 1, 0, false},
                 {'B', 1, 1, 0, false}, {'K', 1, 1, 1, true},  {'Q', 1, 1, 0, true}};
    char atom = *r->s;
    if (atom == '(') {
        int one, other, used = 0;
        if (sscanf(r->s, "(%d,%d,%d)%n", &one, &other, &l->up, &used) != 3 || !used) {
            l->up = used = 0;
            if (sscanf(r->s, "(%d,%d)%n", &one, &other, &used) != 2 || !used) {
                unsupported("the leap in", r->text);
            }
        }
        set_leap(l, one, other);
        l->range = 1;
        r->s += used;
    } else {
        size_t i = 0;
        while (i < sizeof atoms / sizeof *atoms && atoms[i].letter != atom) {
            i++;
        }
        if (i == sizeof atoms / sizeof *atoms) {
            unsupported("the atom in", r->text);
        }
        set_leap(l, atoms[i].near, atoms[i].far);
        l->both = atoms[i].both;
        l->range = atoms[i].range;
        r->s++;
    }
    if (isdigit((unsigned char)*r->s)) {
        l->range = (int)strtol(r->s, (char **)&r->s, 10);
    } else if (*r->s == atom && atom != '(') {
        l->range = 0;
        r->s++;
    }
}

static leg *next_leg(const reader *r, movement *m)
{
    if (m->legs == MAX_LEGS) {
        unsupported("so many legs in", r->text);
    }
    leg *l = &m->leg[m->legs++];
    *l = (leg){0};
    return l;
}

/* [W-F], [F?R]: the letters before the bracket say how the move ends */
static void read_bracket(reader *r, movement *m)
{
    const leg outer = m->leg[0];
    m->bracket = true;
    m->legs = 0;
    for (char c = '['; c != ']';) {
        r->s++;
        leg *l = next_leg(r, m);
        bool initial = false;
        read_letters(r, l, &initial);
        read_atom(r, l);
        c = *r->s;
        l->may_stop = c == '?';
        if (c != '-' && c != '?' && c != ']') {
            unsupported("the bracket in", r->text);
        }
    }
    r->s++;
    m->moves = outer.m;
    m->captures = outer.c;
    m->own = outer.d;
}

static void set_last_leg(movement *m, const leg *l)
{
    bool any = l->m || l->c || l->e || l->d;
    m->moves = l->m || !any;
    m->captures = l->c || !any;
    m->en_passant = l->e;
    m->own = l->d;
}

static void add_vector(movement *m, vector v)
{
    for (int i = 0; i < m->vector_count; i++) {
        if (m->vectors[i].x == v.x && m->vectors[i].y == v.y && m->vectors[i].z == v.z) {
            return;
        }
    }
    if (m->vector_count == MAX_VECTORS) {
        unsupported("so many vectors", NULL);
    }
    m->vectors[m->vector_count++] = v;
}

/* A term of one leg, as vectors. */
static void make_vectors(movement *m)
{
    const leg l = m->leg[0];
    set_last_leg(m, &l);
    m->lame = l.n;
    m->jumping = l.j;
    m->hop = l.hop;
    m->range = l.range;
    for (int direction = 0; direction < 8; direction++) {
        if (leg_goes(m, 0, direction, NULL)) {
            vector v = leg_vector(&l, direction);
            add_vector(m, v);
            v.z = -v.z;
            add_vector(m, v);
        }
    }
    m->legs = 0;
}

/* Refuses legs together with keys that are not known here. */
static void check_legs(const reader *r, const movement *m)
{
    for (int i = 0; i < m->legs; i++) {
        const leg *l = &m->leg[i];
        bool last = i + 1 == m->legs;
        if (l->e || (last && l->hop) || l->hop == 'g') {
            unsupported("the letter on a leg in", r->text);
        }
    }
    if (m->through || m->bounces || m->leaves_ep) {
        unsupported("more on legs than the legs", r->text);
    }
}

/* Reads `text` and adds its movements to the list, each a copy of `like` with its own vectors or legs. Returns the new count. */
int betza(const char *text, const movement *like, movement **list, int count)
{
    reader r = {text, text};
    while (*r.s) {
        if (count == MAX_MOVEMENTS) {
            unsupported("so many movements", text);
        }
        movement *m = calloc(1, sizeof *m);
        if (!m) {
            abort();
        }
        *m = *like;
        m->vector_count = m->legs = 0;
        read_letters(&r, next_leg(&r, m), &m->initial);
        while (*r.s == 'a') {
            r.s++;
            read_letters(&r, next_leg(&r, m), &m->initial);
        }
        if (*r.s == '[') {
            read_bracket(&r, m);
        } else {
            leg atom = {0};
            read_atom(&r, &atom);
            for (int i = 0; i < m->legs; i++) {
                leg *l = &m->leg[i];
                l->near = atom.near;
                l->far = atom.far;
                l->up = atom.up;
                l->both = atom.both;
                l->range = atom.range;
            }
        }
        if (m->legs == 1) {
            if (m->bracket) {
                unsupported("a bracket of one leg in", text);
            }
            make_vectors(m);
        } else {
            check_legs(&r, m);
        }
        list[count++] = m;
    }
    return count;
}
