/* Betza: the reader of movements. See betza.h for the result and rules/README.md for the notation.
 *
 * The text is cut into moves; a move is one or more legs ("leg_text": modifiers, one atom). A leg's letters are checked
 * when its atom is known (the table `rules`), its directions become masks over eight headings, and then the legs
 * are multiplied out into paths. After the first error no path is made; reading goes on to find more errors.
 *
 * Headings 0 to 7 run clockwise. Orthogonal atoms use the even ones, diagonal atoms the odd ones, K and Q all, oblique
 * atoms all in a ring of their own:
 *
 *     7 0 1          7 0
 *     6 * 2       6       1
 *     5 4 3           *
 *                 5       2
 *                   4   3
 *
 * Sources of the facts: the direction systems, modes and the meaning of `a` are those of XBetza as XBoard 4.9 reads it;
 * brackets, z and q after a bend and X/Y are the Interactive Diagram's (H. G. Muller, 2017 to 2021). Where the two or
 * other dialects disagree, the choice is named at the place.
 */
#include "rules/betza.h"

#include <string.h>

enum {
    /* Boards have at most 36x36 cells: no leap is longer, and no ray has more cells, even over wrapped edges. Both
     * fit their members in betza_leg. */
    LEAP_MAX = 99,
    RANGE_MAX = 9999,
    END = -1, /* what peek() returns at the end of the text */
};

/* ---- Headings and direction letters ---- */

enum { H0 = 1, H1 = 2, H2 = 4, H3 = 8, H4 = 16, H5 = 32, H6 = 64, H7 = 128, EVEN = 0x55, ODD = 0xAA, ALL = 0xFF };

/* SHAPE_UPRIGHT: straight to another level; it has no direction on the board. */
typedef enum shape {
    SHAPE_NONE,
    SHAPE_ORTHOGONAL,
    SHAPE_DIAGONAL,
    SHAPE_OBLIQUE,
    SHAPE_ALL_EIGHT,
    SHAPE_UPRIGHT,
    SHAPES
} shape;

/* ORDER direction: columns of the masks in `systems`. */
typedef enum direction { FORWARD, BACKWARD, LEFT, RIGHT, SIDEWAYS, VERTICAL, HALF } direction;
enum { DIRECTIONS = HALF };

/* The headings that a direction letter selects, for one shape of atom. Two letters of different axes are one pair:
 * first[one] & second[other]. `half` holds the headings of a letter with h behind it. */
typedef struct direction_system {
    uint8_t all;
    bool joins;
    uint8_t alone[DIRECTIONS], first[DIRECTIONS], second[DIRECTIONS], half[DIRECTIONS];
} direction_system;

/* clang-format off */
static const direction_system systems[SHAPES] = {
    /*                          f                 b                 l                 r                 s        v */
    [SHAPE_ORTHOGONAL] = {.all = EVEN,
        .alone  = {H0,               H4,               H6,               H2,               H2 | H6, H0 | H4}},
    [SHAPE_DIAGONAL] = {.all = ODD, .joins = true,
        .alone  = {H7 | H1,          H3 | H5,          H5 | H7,          H1 | H3,          ODD,     ODD},
        .first  = {H7 | H1,          H3 | H5,          H5 | H7,          H1 | H3,          0,       0},
        .second = {H7 | H1,          H3 | H5,          H5 | H7,          H1 | H3,          ODD,     ODD}},
    /* The second letter picks the pair, the first its member: lfN is Ng1-f3, flN the forward one of the left pair. */
    [SHAPE_OBLIQUE] = {.all = ALL, .joins = true,
        .alone  = {H7 | H0,          H3 | H4,          H5 | H6,          H1 | H2,
                   H1 | H2 | H5 | H6, H0 | H3 | H4 | H7},
        .first  = {H6 | H7 | H0 | H1, H2 | H3 | H4 | H5, H4 | H5 | H6 | H7, H0 | H1 | H2 | H3, 0,   0},
        .second = {H7 | H0,          H3 | H4,          H5 | H6,          H1 | H2,
                   H1 | H2 | H5 | H6, H0 | H3 | H4 | H7},
        .half   = {H6 | H7 | H0 | H1, H2 | H3 | H4 | H5, H4 | H5 | H6 | H7, H0 | H1 | H2 | H3, 0,   0}},
    [SHAPE_ALL_EIGHT] = {.all = ALL, .joins = true,
        .alone  = {H0,               H4,               H6,               H2,               H2 | H6, H0 | H4},
        .first  = {H7 | H0 | H1,     H3 | H4 | H5,     H5 | H6 | H7,     H1 | H2 | H3,     0,       0},
        .second = {H7 | H0 | H1,     H3 | H4 | H5,     H5 | H6 | H7,     H1 | H2 | H3,     ALL & ~(H0 | H4),
                   ALL & ~(H2 | H6)},
        .half   = {H6 | H7 | H0 | H1 | H2, H2 | H3 | H4 | H5 | H6, H4 | H5 | H6 | H7 | H0, H0 | H1 | H2 | H3 | H4,
                   0,                0}},
    [SHAPE_UPRIGHT] = {.all = H0},
};
/* clang-format on */

/* f b v lie along one axis, l r s along the other; only f b l r may come first in a pair. */
static bool is_forward_axis(direction d)
{
    return d == FORWARD || d == BACKWARD || d == VERTICAL;
}

static bool may_join(direction one, direction other)
{
    return one <= RIGHT && other < HALF && is_forward_axis(one) != is_forward_axis(other);
}

/* ---- The alphabet ---- */

#define LETTER(c) ((c) - 'a')
#define CAPITAL(c) ((c) - 'A')

typedef enum modifier_kind {
    MODIFIER_NONE,
    MODIFIER_DIRECTION, /* value: direction */
    MODIFIER_BEND,      /* z, q: left or right, depending on the bend before; value: 1 = the same way, 0 = opposite */
    MODIFIER_MODE,      /* value: enum leg_mode */
    MODIFIER_FLAG,      /* value: enum leg_flag */
    MODIFIER_INITIAL,
    MODIFIER_LEG,
} modifier_kind;

typedef struct modifier {
    modifier_kind kind;
    unsigned value;
} modifier;

static const modifier modifiers[26] = {
    [LETTER('a')] = {MODIFIER_LEG, 0},
    [LETTER('b')] = {MODIFIER_DIRECTION, BACKWARD},
    [LETTER('c')] = {MODIFIER_MODE, LEG_CAPTURE},
    [LETTER('d')] = {MODIFIER_MODE, LEG_OWN},
    [LETTER('e')] = {MODIFIER_MODE, LEG_EN_PASSANT},
    [LETTER('f')] = {MODIFIER_DIRECTION, FORWARD},
    [LETTER('g')] = {MODIFIER_FLAG, LEG_GRASSHOPPER},
    [LETTER('h')] = {MODIFIER_DIRECTION, HALF},
    [LETTER('i')] = {MODIFIER_INITIAL, 0},
    [LETTER('j')] = {MODIFIER_FLAG, LEG_JUMP},
    [LETTER('l')] = {MODIFIER_DIRECTION, LEFT},
    [LETTER('m')] = {MODIFIER_MODE, LEG_MOVE},
    [LETTER('n')] = {MODIFIER_FLAG, LEG_LAME},
    [LETTER('o')] = {MODIFIER_FLAG, LEG_WRAP},
    [LETTER('p')] = {MODIFIER_FLAG, LEG_CANNON},
    [LETTER('q')] = {MODIFIER_BEND, 1},
    [LETTER('r')] = {MODIFIER_DIRECTION, RIGHT},
    [LETTER('s')] = {MODIFIER_DIRECTION, SIDEWAYS},
    [LETTER('t')] = {MODIFIER_FLAG, LEG_NO_ROYAL},
    [LETTER('u')] = {MODIFIER_FLAG, LEG_UNLOAD},
    [LETTER('v')] = {MODIFIER_DIRECTION, VERTICAL},
    [LETTER('y')] = {MODIFIER_FLAG, LEG_RANGE_TOGGLE},
    [LETTER('z')] = {MODIFIER_BEND, 0},
};

typedef struct atom {
    shape shape;
    char letter;         /* as written; 0 for (x,y) */
    char modern;         /* the present letter, where `letter` is an old one */
    bool compound;       /* B R Q K: shorthands, which cannot have X or Y */
    int shorter, longer; /* the leap's shorter and longer part */
    int range;           /* 1 = leaper, 0 = unlimited */
    int up;              /* levels, up and down alike */
} atom;

/* L and J as Betza and Fairy-Stockfish mean them; XBoard has them swapped, hence the warning. */
static const atom atoms[26] = {
    [CAPITAL('W')] = {SHAPE_ORTHOGONAL, 'W', 0, false, 0, 1, 1, 0},
    [CAPITAL('F')] = {SHAPE_DIAGONAL, 'F', 0, false, 1, 1, 1, 0},
    [CAPITAL('D')] = {SHAPE_ORTHOGONAL, 'D', 0, false, 0, 2, 1, 0},
    [CAPITAL('N')] = {SHAPE_OBLIQUE, 'N', 0, false, 1, 2, 1, 0},
    [CAPITAL('A')] = {SHAPE_DIAGONAL, 'A', 0, false, 2, 2, 1, 0},
    [CAPITAL('H')] = {SHAPE_ORTHOGONAL, 'H', 0, false, 0, 3, 1, 0},
    [CAPITAL('C')] = {SHAPE_OBLIQUE, 'C', 0, false, 1, 3, 1, 0},
    [CAPITAL('Z')] = {SHAPE_OBLIQUE, 'Z', 0, false, 2, 3, 1, 0},
    [CAPITAL('G')] = {SHAPE_DIAGONAL, 'G', 0, false, 3, 3, 1, 0},
    [CAPITAL('L')] = {SHAPE_OBLIQUE, 'L', 'C', false, 1, 3, 1, 0},
    [CAPITAL('J')] = {SHAPE_OBLIQUE, 'J', 'Z', false, 2, 3, 1, 0},
    [CAPITAL('K')] = {SHAPE_ALL_EIGHT, 'K', 0, true, 1, 1, 1, 0},
    [CAPITAL('R')] = {SHAPE_ORTHOGONAL, 'R', 0, true, 0, 1, 0, 0},
    [CAPITAL('B')] = {SHAPE_DIAGONAL, 'B', 0, true, 1, 1, 0, 0},
    [CAPITAL('Q')] = {SHAPE_ALL_EIGHT, 'Q', 0, true, 1, 1, 0, 0},
};

/* Characters with a meaning in other versions of the notation, or in another context. */
static const struct stray {
    char character;
    const char *text;
    const char *hint;
} strays[] = {
    {'O', "castling ('O') is not part of a movement", "write castlings under `castling:`"},
    {'@', "drops ('@') are not part of a movement", "write drops under `drops:`, not in `moves:`"},
    {'U', "the universal leaper 'U' is not supported", "a move to any cell needs a `hook`"},
    {'I', "unknown atom 'I'", "the leap (3,0) is H"},
    {'X', "'X' makes the leaper before it longer, as in WX; there is none before it", "write the leap: (4,0)"},
    {'Y', "'Y' makes the leaper before it longer, as in NY; there is none before it", "write the leap: (3,4)"},
    {'k', "unknown modifier 'k'", "the king's step is a capital K; there is no modifier for capturing royals only"},
    {'x', "unknown modifier 'x'", "lending moves to another piece ('x' of the Interactive Diagram) is not supported"},
    {'-', "'-' is only allowed between the moves of a bracket", "as in [W-F]; the dash of Betza 2.0 is not supported"},
    {'?', "'?' is only allowed between the moves of a bracket", "as in [F?R]"},
    {'+', "unknown chaining '+'", "chains are written with 'a', or with '-' and '?' in brackets, as in [W-F]"},
    {'!', "unknown chaining '!'", "chains are written with 'a', or with '-' and '?' in brackets, as in [W-F]"},
    {']', "']' without a '['", NULL},
    {')', "')' without a '('", NULL},
    {' ', "a movement is written without blanks", "put the next move directly behind, as in fmWfcF"},
};

/* ---- What is read ---- */

typedef struct leg_text {
    size_t start, end; /* its modifiers in the text */
    uint32_t seen;     /* which letters they are: bit LETTER(c) */
    unsigned modes, flags;
    atom atom;
    bool may_stop;      /* '?' follows: the move may end here or go on */
    bool bends;         /* z or q is among the letters: the mask depends on the bend before */
    uint8_t mask[2][2]; /* [the leg before has an odd heading][last bend was to the right], relative to that leg */
} leg_text;

typedef struct move_text {
    leg_text leg[BETZA_LEGS_MAX + 1]; /* the last one is a spare for a leg too many, so that reading can go on */
    size_t legs;
    bool too_many_legs; /* one too many was reported */
    bool bracket;       /* [..]: every leg has an atom of its own; else all share one */
    bool initial;
    unsigned modes; /* modes before the bracket, for the end of the move; 0 = none */
} move_text;

typedef struct parser {
    const char *text;
    size_t length, at;
    location location;
    diag_list *diags;
    size_t messages;    /* errors and warnings so far */
    size_t errors;      /* errors so far; after the first, nothing more is multiplied out */
    size_t move_errors; /* errors before the present move */
    size_t open;        /* '(' already reported: their ')' are not reported again */
    arena scratch;
    betza_path *paths; /* in scratch; given to the caller's arena at the end */
    size_t count, room;
} parser;

static int peek(const parser *p)
{
    return p->at < p->length ? (unsigned char)p->text[p->at] : END;
}

/* The location of a message. Finding it needs time in proportion to the text, and a list keeps only so many messages.
 * The others get the whole text as location, so that a long text of mistakes does not take quadratic time. */
static location message_location(parser *p, size_t offset, size_t length)
{
    return p->messages++ < DIAG_SHOWN_MAX ? location_within(p->location, offset, length) : p->location;
}

/* The location of an error; counts the error. */
static location error_location(parser *p, size_t offset, size_t length)
{
    p->errors++;
    return message_location(p, offset, length);
}

static void out_of_memory(parser *p)
{
    p->errors++;
    if (!diag_over_limit(p->diags)) {
        diag_failure(p->diags, CODE_OUT_OF_MEMORY, "out of memory while reading a movement");
    }
}

static bool has(const leg_text *leg, char letter)
{
    return (leg->seen >> LETTER(letter) & 1u) != 0;
}

static void skip_digits(parser *p)
{
    while (ascii_is_digit(peek(p))) {
        p->at++;
    }
}

/* Where the letter is; the first one if it is doubled. */
static size_t find(const parser *p, const leg_text *leg, char letter)
{
    for (size_t i = leg->start; i < leg->end; i++) {
        if (p->text[i] == letter) {
            return i;
        }
    }
    return leg->start;
}

/* ---- Reading ---- */

static void fix_letter(diag_list *diags, int wrong, int right)
{
    const char from[] = {(char)wrong, '\0'}, to[] = {(char)right, '\0'};
    diag_fix(diags, (fix){.kind = FIX_REPLACE, .text = to, .word = from});
}

/* Reports a character that cannot be here and skips it. */
static void read_stray(parser *p)
{
    int c = peek(p);
    size_t at = p->at++;
    if (c == ')' && p->open > 0) {
        p->open--;
        return;
    }
    for (size_t i = 0; i < sizeof strays / sizeof *strays; i++) {
        if (c != strays[i].character) {
            continue;
        }
        diag_error(p->diags, CODE_MOVEMENT_LETTER, error_location(p, at, 1), "%s", strays[i].text);
        if (strays[i].hint != NULL) {
            diag_hint(p->diags, "%s", strays[i].hint);
        }
        if (c == 'O' || c == 'U' || c == '@') { /* no second error for its number */
            skip_digits(p);
        }
        return;
    }
    if (ascii_is_digit(c)) {
        skip_digits(p);
        diag_error(p->diags, CODE_MOVEMENT_NUMBER, error_location(p, at, p->at - at),
                   "a range follows an atom, as in R4; here is no atom");
    } else if (ascii_is_upper(c)) {
        diag_error(p->diags, CODE_MOVEMENT_LETTER, error_location(p, at, 1), "unknown atom '%c'", c);
        if (modifiers[c - 'A'].kind != MODIFIER_NONE) {
            diag_hint(p->diags, "did you mean the modifier '%c'?", c - 'A' + 'a');
            fix_letter(p->diags, c, c - 'A' + 'a');
        }
    } else if (ascii_is_lower(c)) {
        diag_error(p->diags, CODE_MOVEMENT_LETTER, error_location(p, at, 1), "unknown modifier '%c'", c);
        if (atoms[c - 'a'].shape != SHAPE_NONE) {
            diag_hint(p->diags, "did you mean the atom '%c'?", c - 'a' + 'A');
            fix_letter(p->diags, c, c - 'a' + 'A');
        }
    } else if (c > ' ' && c < 0x7F) {
        diag_error(p->diags, CODE_MOVEMENT_LETTER, error_location(p, at, 1), "'%c' has no meaning in a movement", c);
    } else {
        size_t length = utf8_length(p->text + at, p->length - at);
        if (length > 1) {
            p->at = at + length;
            diag_error(p->diags, CODE_MOVEMENT_LETTER, error_location(p, at, 1), "'%.*s' has no meaning in a movement",
                       (int)length, p->text + at);
        } else {
            diag_error(p->diags, CODE_MOVEMENT_LETTER, error_location(p, at, 1),
                       "byte %02X has no meaning in a movement", (unsigned)c);
        }
    }
}

/* Reads the modifiers up to an atom, an `a` or another character. */
static void read_modifiers(parser *p, leg_text *leg)
{
    leg->start = p->at;
    for (int c; ascii_is_lower(c = peek(p)) && c != 'a';) {
        const modifier *m = &modifiers[c - 'a'];
        if (m->kind == MODIFIER_NONE) {
            read_stray(p);
            continue;
        }
        bool again = has(leg, (char)c);
        if (again && m->kind != MODIFIER_DIRECTION && m->kind != MODIFIER_BEND) {
            diag_error(p->diags, CODE_MOVEMENT_MODIFIER, error_location(p, p->at, 1),
                       "'%c' comes twice before the same atom or 'a'", c);
            if (c == 'i') {
                diag_hint(p->diags,
                          "'ii' of the Interactive Diagram is not supported: say with `from:` where the move starts");
            }
            if (c == 'j') {
                diag_hint(p->diags, "'jj' (over any number of pieces) is not supported");
            }
        }
        leg->seen |= 1u << (c - 'a');
        leg->modes |= m->kind == MODIFIER_MODE ? m->value : 0u;
        leg->flags |= m->kind == MODIFIER_FLAG ? m->value : 0u;
        leg->bends = leg->bends || m->kind == MODIFIER_BEND;
        p->at++;
    }
    leg->end = p->at;
}

/* Reads a decimal number of at most `max`; false after an error, in which `what` names the number. */
static bool read_number(parser *p, int max, const char *what, int *value)
{
    size_t start = p->at;
    int n = 0;
    for (int c; ascii_is_digit(c = peek(p)); p->at++) {
        n = n > max ? n : n * 10 + (c - '0'); /* stops growing one digit above `max`: no overflow */
    }
    size_t digits = p->at - start;
    if (digits == 0) {
        diag_error(p->diags, CODE_MOVEMENT_NUMBER, error_location(p, start < p->length ? start : start - 1, 1),
                   "%s is expected here", what);
        return false;
    }
    if (digits > 1 && p->text[start] == '0') {
        diag_error(p->diags, CODE_MOVEMENT_NUMBER, error_location(p, start, digits),
                   "%s is written without leading zeros", what);
        return false;
    }
    if (n > max) {
        diag_error(p->diags, CODE_MOVEMENT_NUMBER, error_location(p, start, digits),
                   "%s of more than %d is longer than any board", what, max);
        return false;
    }
    *value = n;
    return true;
}

static bool set_leap(parser *p, size_t start, atom *a, int one, int other)
{
    a->shorter = one < other ? one : other;
    a->longer = one < other ? other : one;
    a->shape = a->shorter == 0 ? SHAPE_ORTHOGONAL : a->shorter == a->longer ? SHAPE_DIAGONAL : SHAPE_OBLIQUE;
    if (a->longer == 0 && a->up == 0) {
        diag_error(p->diags, CODE_MOVEMENT_LEAP, error_location(p, start, p->at - start),
                   "the leap (0,0) goes nowhere");
        return false;
    }
    if (a->longer == 0) {
        a->shape = SHAPE_UPRIGHT;
    }
    if (a->longer > LEAP_MAX || a->up > LEAP_MAX) {
        diag_error(p->diags, CODE_MOVEMENT_LEAP, error_location(p, start, p->at - start),
                   "the leap is longer than any board");
        return false;
    }
    return true;
}

/* After an error in a leap: skips to its end, so that there is only one error. */
static void skip_leap(parser *p)
{
    for (int c; ascii_is_digit(c = peek(p)) || c == ',' || c == '-';) {
        p->at++;
    }
    if (peek(p) == ')') {
        p->at++;
    } else {
        p->open++;
    }
}

/* (x,y) or (x,y,z). Betza 2.0 groups with the same signs and the Interactive Diagram repeats; neither is supported. */
static bool read_leap(parser *p, atom *a)
{
    size_t start = p->at++;
    int parts[3] = {0, 0, 0};
    bool more = true;
    for (int i = 0; more; i++) {
        if (!read_number(p, LEAP_MAX, "a leap's number", &parts[i])) {
            diag_hint(p->diags, "parentheses hold the two parts of a leap, as in (4,1), and nothing else");
            skip_leap(p);
            return false;
        }
        more = i == 0 || (i == 1 && peek(p) == ',');
        if (peek(p) != (more ? ',' : ')')) {
            size_t at = p->at < p->length ? p->at : p->length - 1;
            diag_error(p->diags, CODE_MOVEMENT_LEAP, error_location(p, at, 1), "'%c' is expected in a leap",
                       more ? ',' : ')');
            diag_hint(p->diags, "leaps are written as in (4,1)");
            skip_leap(p);
            return false;
        }
        p->at++;
    }
    *a = (atom){.range = 1, .up = parts[2]};
    return set_leap(p, start, a, parts[0], parts[1]);
}

/* X: 3 more on the longer part; Y: 2 more on both (the atom table of the Interactive Diagram). */
static bool read_suffixes(parser *p, size_t start, atom *a)
{
    for (int c; (c = peek(p)) == 'X' || c == 'Y';) {
        p->at++;
        if (a->compound) {
            diag_error(p->diags, CODE_MOVEMENT_MODIFIER, error_location(p, p->at - 1, 1),
                       "'%c' makes leapers longer; %c is none", c, a->letter);
            diag_hint(p->diags, "write the leap, as in (4,1)");
            skip_digits(p);
            return false;
        }
        if (!set_leap(p, start, a, a->shorter + (c == 'Y' ? 2 : 0), a->longer + (c == 'Y' ? 2 : 3))) {
            return false;
        }
    }
    return true;
}

static bool read_range(parser *p, atom *a, bool plain)
{
    if (ascii_is_digit(peek(p))) {
        return read_number(p, RANGE_MAX, "a range", &a->range);
    }
    if (plain && a->letter != 0 && peek(p) == a->letter) { /* NN, the old form of N0 */
        if (a->range == 0) {
            diag_error(p->diags, CODE_MOVEMENT_MODIFIER, error_location(p, p->at, 1),
                       "%c rides without limit already; a second %c adds nothing", a->letter, a->letter);
            p->at++;
            skip_digits(p);
            return false;
        }
        a->range = 0;
        p->at++;
    }
    return true;
}

/* Reads the atom, its suffixes and range; `start` is where the modifiers of the move or element began. False after an
 * error. It always consumes something, so that reading ends, except at a sign of the bracket that it is in. */
static bool read_atom(parser *p, size_t start, bool bracket, atom *a)
{
    int c = peek(p);
    size_t at = p->at;
    bool sign = c == END || c == '[' || c == ']' || c == '-' || c == '?';
    if (c == '(') {
        if (!read_leap(p, a)) {
            return false;
        }
    } else if (ascii_is_upper(c) && atoms[c - 'A'].shape != SHAPE_NONE) {
        *a = atoms[c - 'A'];
        p->at++;
        if (a->modern != 0) {
            diag_warning(p->diags, CODE_OBSOLETE_LETTER, message_location(p, at, 1),
                         "'%c' is read as %c, the leap (%d,%d)", c, a->modern, a->longer, a->shorter);
            diag_hint(p->diags, "write %c: XBoard reads %c as another leap", a->modern, c);
        }
    } else if (sign && start < at && p->errors > p->move_errors) {
        return false; /* an error in the modifiers may be the reason why there is no atom */
    } else if (sign && start < at) {
        diag_error(p->diags, CODE_MOVEMENT_EMPTY, error_location(p, start, p->at - start),
                   "these modifiers have no atom behind them");
        int last = (unsigned char)p->text[p->at - 1];
        if (ascii_is_lower(last) && atoms[last - 'a'].shape != SHAPE_NONE) {
            diag_hint(p->diags, "atoms are capitals: did you mean '%c'?", last - 'a' + 'A');
            fix_letter(p->diags, last, last - 'a' + 'A');
        } else {
            diag_hint(p->diags, "modifiers come before an atom, as in fW");
        }
        return false;
    } else if (sign && bracket) {
        size_t where = at < p->length ? at : p->length - 1;
        diag_error(p->diags, CODE_MOVEMENT_EMPTY, error_location(p, where, 1),
                   "an atom is expected here, such as W or R");
        return false;
    } else {
        read_stray(p);
        return false;
    }
    size_t behind = p->at;
    return read_suffixes(p, at, a) && read_range(p, a, p->at == behind);
}

/* Reads the letters before a bracket: modes for its end, and i. */
static void read_outer(parser *p, move_text *move, const leg_text *outer)
{
    for (size_t i = outer->start; i < outer->end; i++) {
        char c = p->text[i];
        if (!ascii_is_lower(c) || strchr("mcdi", c) != NULL || modifiers[LETTER(c)].kind == MODIFIER_NONE) {
            continue;
        }
        diag_error(p->diags, CODE_MOVEMENT_LEGS, error_location(p, i, 1), "'%c' has no clear meaning before a bracket",
                   c);
        if (modifiers[LETTER(c)].kind == MODIFIER_DIRECTION) {
            diag_hint(p->diags, "put it inside, before the first move: [%cW-F]", c);
        } else if (c == 't') {
            diag_hint(p->diags, "Betza's t[FR] is written [F?R]");
        } else {
            diag_hint(p->diags, "put it inside, before the move that it is meant for");
        }
    }
    move->modes = outer->modes & (LEG_MOVE | LEG_CAPTURE | LEG_OWN);
    move->initial = has(outer, 'i');
}

/* Room for one more leg, which begins at `at`. */
static leg_text *next_leg(parser *p, move_text *move, size_t at)
{
    if (move->legs < BETZA_LEGS_MAX) {
        return &move->leg[move->legs++];
    }
    if (!move->too_many_legs) {
        diag_error(p->diags, CODE_MOVEMENT_LEGS, error_location(p, at, 1),
                   "a move has at most %d legs; here begins one more", BETZA_LEGS_MAX);
    }
    move->too_many_legs = true;
    move->leg[BETZA_LEGS_MAX] = (leg_text){0};
    return &move->leg[BETZA_LEGS_MAX];
}

/* [W-F], [F?R]: '-' must go on, '?' may stop. False after an error. */
static bool read_bracket(parser *p, move_text *move)
{
    size_t open = p->at++;
    bool whole = true;
    move->bracket = true;
    move->legs = 0;
    for (int c = '-'; c != ']'; p->at++) {
        size_t start = p->at;
        leg_text *leg = next_leg(p, move, start < p->length ? start : open);
        read_modifiers(p, leg);
        bool element = false;
        if (peek(p) == 'a') {
            diag_error(p->diags, CODE_MOVEMENT_LEGS, error_location(p, p->at, 1), "'a' and brackets do not mix");
            diag_hint(p->diags, "legs in brackets are joined by '-' or '?', as in [W-F]");
        } else {
            element = read_atom(p, start, true, &leg->atom);
        }
        whole = whole && element;
        c = peek(p);
        if (element && c != END && c != '-' && c != '?' && c != ']') {
            diag_error(p->diags, CODE_MOVEMENT_LEGS, error_location(p, p->at, 1), "'-', '?' or ']' is expected here");
            diag_hint(p->diags, c == '[' ? "brackets do not nest" : "'-' means must go on, '?' may stop, as in [F?R]");
            whole = false;
        }
        while ((c = peek(p)) != END && c != '-' && c != '?' && c != ']') {
            p->at++;
        }
        if (c == END) {
            diag_error(p->diags, CODE_MOVEMENT_LEGS, error_location(p, open, 1), "'[' is not closed");
            return false;
        }
        leg->may_stop = c == '?';
    }
    if (ascii_is_digit(peek(p))) {
        size_t start = p->at;
        skip_digits(p);
        diag_error(p->diags, CODE_MOVEMENT_LEGS, error_location(p, start, p->at - start),
                   "a range behind a bracket is not supported");
        diag_hint(p->diags, "ranges are inside, behind each atom, as in [F-R3]");
        return false;
    }
    return whole && !move->too_many_legs;
}

/* ---- Letters that are wrong in their context ---- */

static bool is_last(const move_text *m, size_t k)
{
    return k + 1 == m->legs;
}

static bool has_any(const leg_text *leg, const char *letters)
{
    for (; *letters != '\0'; letters++) {
        if (has(leg, *letters)) {
            return true;
        }
    }
    return false;
}

/* The one-step atoms: their leap has no cell between start and target. */
static bool is_step(const atom *a)
{
    return a->shape != SHAPE_OBLIQUE && a->longer <= 1 && a->up <= 1;
}

/* The number of equal steps in a leap along a straight line; 1 for oblique leaps. */
static int unit_steps_of(const atom *a)
{
    int x = a->shape == SHAPE_ALL_EIGHT ? 0 : a->shorter, y = a->longer;
    for (int part = 0; part < 2; part++) {
        while (x != 0) {
            int rest = y % x;
            y = x;
            x = rest;
        }
        x = a->up;
    }
    return y;
}

/* Lame and jumping knights are split into two king's steps; every other oblique leap would be ambiguous. */
static bool is_mao(const move_text *m, size_t k)
{
    const atom *a = &m->leg[k].atom;
    return m->legs == 1 && a->shorter == 1 && a->longer == 2 && a->up == 0 && a->range == 1 &&
           !has_any(&m->leg[k], "pg");
}

/* y and g turn riders into leapers and back, for all later legs. */
static bool may_ride(const move_text *m, size_t k)
{
    if (m->leg[k].atom.range != 1) {
        return true;
    }
    for (size_t i = 0; i < k && !m->bracket; i++) {
        if (has_any(&m->leg[i], "yg")) {
            return true;
        }
    }
    return false;
}

static bool i_later(const move_text *m, size_t k)
{
    return k > 0 || m->bracket;
}

static bool e_inner(const move_text *m, size_t k)
{
    return !is_last(m, k);
}

static bool e_alone(const move_text *m, size_t k)
{
    return is_last(m, k) && !has(&m->leg[k], 'c');
}

static bool y_last(const move_text *m, size_t k)
{
    return is_last(m, k) && !m->bracket;
}

static bool y_bracket(const move_text *m, size_t k)
{
    (void)k;
    return m->bracket;
}

static bool g_bracket(const move_text *m, size_t k)
{
    return m->bracket && !is_last(m, k);
}

static bool hop_leaper(const move_text *m, size_t k)
{
    return is_last(m, k) && !may_ride(m, k);
}

static bool hop_stops(const move_text *m, size_t k)
{
    return !is_last(m, k) && m->leg[k].may_stop;
}

static bool g_with_p(const move_text *m, size_t k)
{
    return has(&m->leg[k], 'p');
}

/* Whether the leg may capture something, where it ends the move or where the move goes on from it. */
static bool may_capture(const move_text *m, size_t k)
{
    const leg_text *leg = &m->leg[k];
    unsigned modes = leg->modes != 0 ? leg->modes : m->modes != 0 ? m->modes : LEG_CAPTURE;
    bool ends = is_last(m, k) || leg->may_stop;
    return (ends && modes != LEG_MOVE) || has_any(leg, "cd");
}

static bool t_no_capture(const move_text *m, size_t k)
{
    return !may_capture(m, k) && (is_last(m, k) || !has_any(&m->leg[k], "pg"));
}

static bool u_no_capture(const move_text *m, size_t k)
{
    return !may_capture(m, k);
}

static bool n_step(const move_text *m, size_t k)
{
    return is_step(&m->leg[k].atom);
}

static bool between_oblique(const move_text *m, size_t k)
{
    return m->leg[k].atom.shape == SHAPE_OBLIQUE && unit_steps_of(&m->leg[k].atom) == 1 && !is_mao(m, k);
}

static bool n_with_j(const move_text *m, size_t k)
{
    return has(&m->leg[k], 'n');
}

static bool j_step(const move_text *m, size_t k)
{
    return is_step(&m->leg[k].atom) && !may_ride(m, k);
}

static bool j_rider(const move_text *m, size_t k)
{
    return !is_step(&m->leg[k].atom) && may_ride(m, k) && !between_oblique(m, k);
}

static bool bend_first(const move_text *m, size_t k)
{
    (void)m;
    return k == 0;
}

static const struct rule {
    char letter;
    bool (*broken)(const move_text *m, size_t k);
    const char *text;
    const char *hint;
} rules[] = {
    {'i', i_later, "'i' is about the whole move and comes before its first leg", NULL},
    {'e', e_inner, "'e' (en passant) is only allowed on the last leg", NULL},
    {'e', e_alone, "'e' (en passant) extends a capture, and there is no 'c' with it", "write ce, as in fceF"},
    {'y', y_bracket, "'y' changes the next leg's range, and in brackets each atom has its own", "as in [F?R]"},
    {'y', y_last, "'y' changes the next leg's range, and no leg follows", "as in yafsF"},
    {'g', g_bracket, "'g' changes the next leg's range, and in brackets each atom has its own", "write p"},
    {'g', hop_stops, "'g' would hop here when going on and when stopping: it is not clear which", "write two moves"},
    {'g', hop_leaper, "'g' hops over a piece on the way, and a leap of one step passes over no cell",
     "write gR, gQ or a range above 1"},
    {'g', g_with_p, "'g' and 'p' hop differently; a leg has one of them", NULL},
    {'p', hop_stops, "'p' would hop here when going on and when stopping: it is not clear which", "write two moves"},
    {'p', hop_leaper, "'p' hops over a piece on the way, and a leap of one step passes over no cell",
     "write pR, a range above 1, or j to jump over the neighbour, as in jD"},
    {'t', t_no_capture, "'t' (tame) limits what is captured or hopped over, and here nothing is", NULL},
    {'u', u_no_capture, "'u' (unload) moves the captured piece, and here none is captured", "add c or d, as in udR"},
    {'n', n_step, "'n' (lame) keeps a leap from passing over pieces, and single steps never do", "leave n out"},
    {'n', between_oblique, "'n' (lame) needs a leap in a straight line or the single knight's leap nN",
     "write the way as legs, as in afraflWaflafrW, the lame camel"},
    {'j', n_with_j, "'n' needs an empty way, 'j' a piece on it; a leg has one of them", NULL},
    {'j', j_step, "'j' jumps, and a single step has nothing to jump over", "write jD, or a rider such as jR"},
    {'j', j_rider, "'j' is not clear for a rider of leaps", "it skips the first cell of R, B, Q, W2.., F2.. only"},
    {'j', between_oblique, "'j' needs a leap in a straight line or the single knight's leap jN",
     "write the way as legs: p before an 'a' steps onto a piece"},
    {'z', bend_first, "'z' turns against the bend before, and no leg is before", "crooked riders are written as legs"},
    {'q', bend_first, "'q' turns as the bend before, and no leg is before", "circular riders are written as legs"},
};

static void check_letters(parser *p, const move_text *m, size_t k)
{
    uint32_t reported = 0; /* one error a letter */
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        const struct rule *rule = &rules[i];
        uint32_t bit = 1u << LETTER(rule->letter);
        if ((m->leg[k].seen & bit & ~reported) == 0 || !rule->broken(m, k)) {
            continue;
        }
        reported |= bit;
        diag_error(p->diags, CODE_MOVEMENT_MODIFIER, error_location(p, find(p, &m->leg[k], rule->letter), 1), "%s",
                   rule->text);
        if (rule->hint != NULL) {
            diag_hint(p->diags, "%s", rule->hint);
        }
    }
}

/* ---- Directions ---- */

/* Finds the next direction letter at or behind *at; false at the end of the leg. `right` is the direction of the last
 * bend, for z and q. */
static bool next_direction(const parser *p, const leg_text *leg, bool right, size_t *at, direction *d)
{
    for (; *at < leg->end; ++*at) {
        char c = p->text[*at];
        const modifier *m = ascii_is_lower((unsigned char)c) ? &modifiers[LETTER(c)] : &modifiers[LETTER('a')];
        if (m->kind == MODIFIER_DIRECTION) {
            *d = (direction)m->value;
        } else if (m->kind == MODIFIER_BEND) {
            *d = (m->value == 1) == right ? RIGHT : LEFT;
        } else {
            continue;
        }
        return true;
    }
    return false;
}

/* hl, hr: the knight's moves that turn left or right from their longer part. */
static uint8_t chiral(direction d)
{
    return d == RIGHT ? EVEN : ODD;
}

/* XBoard reads fK as one cell, Fairy-Stockfish as three: warn the author. */
static void warn_one_direction(parser *p, const leg_text *leg, size_t at)
{
    int c = (unsigned char)p->text[at];
    const atom *a = &leg->atom;
    diag_warning(p->diags, CODE_ONE_DIRECTION, message_location(p, at, 1), "%c%c goes in one direction, not in three",
                 c, a->letter);
    if (a->range == 1) {
        diag_hint(p->diags, "write %cW%cF to get three cells, or %c%c%c for one", c, c, c, c, a->letter);
    } else if (a->range == 0) {
        diag_hint(p->diags, "write %cR%cB to get three rays, or %c%c%c for one", c, c, c, c, a->letter);
    } else {
        diag_hint(p->diags, "write %cW%d%cF%d to get three rays, or %c%c%c for one", c, a->range, c, a->range, c, c,
                  a->letter);
    }
}

/* The headings that the leg's direction letters select, 0 when it has none. Errors only if `report`. */
static uint8_t read_directions(parser *p, const leg_text *leg, const direction_system *system, bool first, bool right,
                               bool report)
{
    bool oblique = first && system == &systems[SHAPE_OBLIQUE];
    unsigned mask = 0;
    size_t at = leg->start, read = 0, behind;
    direction one, other = HALF;
    for (; next_direction(p, leg, right, &at, &one); at = behind, read++) {
        size_t next = at + 1;
        bool pair = next_direction(p, leg, right, &next, &other);
        behind = at + 1;
        if (one == HALF) {
            if (oblique && read == 0 && pair && (other == LEFT || other == RIGHT)) {
                size_t more = next + 1;
                mask = chiral(other);
                behind = next + 1;
                if (next_direction(p, leg, right, &more, &one) && report) {
                    diag_error(p->diags, CODE_MOVEMENT_MODIFIER, error_location(p, more, 1),
                               "'hl' and 'hr' allow no other directions");
                    return 0;
                }
            } else if (report) {
                diag_error(p->diags, CODE_MOVEMENT_MODIFIER, error_location(p, at, 1),
                           "'h' (half) follows f, b, l or r%s", oblique ? ", or first in hl and hr" : "");
                if (!oblique) {
                    diag_hint(p->diags, "hl and hr fit the first leg of oblique leaps, such as hrN");
                }
            }
        } else if (pair && other == HALF) {
            mask |= system->half[one];
            behind = next + 1;
            if (system->half[one] == 0 && report) {
                diag_error(p->diags, CODE_MOVEMENT_MODIFIER, error_location(p, next, 1),
                           "'h' (half) does not fit here");
                diag_hint(p->diags, "it widens f, b, l or r on K, Q and oblique leaps: fhK, fhN");
            }
        } else if (pair && one == other) {
            mask |= system->alone[one];
            behind = next + 1;
        } else if (pair && system->joins && may_join(one, other)) {
            mask |= (unsigned)system->first[one] & system->second[other];
            behind = next + 1;
        } else {
            mask |= system->alone[one];
            if (first && report && system == &systems[SHAPE_ALL_EIGHT] && one <= RIGHT) {
                warn_one_direction(p, leg, at);
            }
        }
    }
    return (uint8_t)mask;
}

/* Straight atoms behind an oblique leap in a bracket: only "outward" is clear, [N-R] and [N-B]. */
static bool is_straight_after_oblique(const move_text *m, size_t k)
{
    return m->bracket && k > 0 && m->leg[k - 1].atom.shape == SHAPE_OBLIQUE && m->leg[k].atom.shape != SHAPE_OBLIQUE;
}

/* With `a`, later legs use all eight headings, relative to the leg before. Odd bends make F of W and W of F, D and A,
 * H and G likewise (in set_step()). In brackets each leg has an atom and uses its own system, seen from the leg
 * before: behind an odd heading the orthogonal atoms are the diagonal ones. */
static shape shape_seen(const move_text *m, size_t k, int parity)
{
    shape own = m->leg[k].atom.shape;
    if (k == 0 || own == SHAPE_UPRIGHT) {
        return own;
    }
    if (!m->bracket || own == SHAPE_ALL_EIGHT || (own == SHAPE_OBLIQUE && m->leg[k - 1].atom.shape == SHAPE_OBLIQUE)) {
        return SHAPE_ALL_EIGHT;
    }
    if (own == SHAPE_OBLIQUE) {
        return SHAPE_OBLIQUE;
    }
    return (own == SHAPE_DIAGONAL) != (parity == 1) ? SHAPE_DIAGONAL : SHAPE_ORTHOGONAL;
}

/* Without direction letters: all on a first leg; outward in brackets; behind `a` all but straight back, which for
 * orthogonal and diagonal atoms means f, l and r. */
static uint8_t default_mask(const move_text *m, size_t k, const direction_system *system)
{
    shape own = m->leg[k].atom.shape;
    if (k == 0 || own == SHAPE_UPRIGHT) {
        return system->all;
    }
    if (m->bracket) {
        return system->alone[FORWARD];
    }
    return own == SHAPE_ORTHOGONAL || own == SHAPE_DIAGONAL ? H0 | H2 | H6 : ALL & ~H4;
}

static void resolve_directions(parser *p, move_text *m, size_t k)
{
    leg_text *leg = &m->leg[k];
    size_t at = leg->start;
    direction d;
    bool given = next_direction(p, leg, false, &at, &d);
    if (is_straight_after_oblique(m, k)) {
        if (given || leg->atom.shape == SHAPE_ALL_EIGHT) {
            diag_error(p->diags, CODE_MOVEMENT_MODIFIER, error_location(p, given ? at : leg->end, 1),
                       "directions behind an oblique leap are not clear");
            diag_hint(p->diags, "[N-R] and [N-B] go on outward; spell out anything else as separate moves");
        }
        memset(leg->mask, H0, sizeof leg->mask);
        return;
    }
    if (given && leg->atom.shape == SHAPE_UPRIGHT) {
        diag_error(p->diags, CODE_MOVEMENT_DIRECTION, error_location(p, at, 1),
                   "a leap straight to another level has no direction");
        given = false;
    }
    for (int parity = 0; parity < 2; parity++) {
        const direction_system *system = &systems[shape_seen(m, k, parity)];
        for (int right = 0; right < 2; right++) {
            leg->mask[parity][right] =
                given ? read_directions(p, leg, system, k == 0, right == 1, parity == 0 && right == 0)
                      : default_mask(m, k, system);
        }
    }
}

/* ---- Multiplying out ---- */

/* How each heading turns a leap: whether its longer part lies along x, and the signs. */
static const struct heading {
    bool long_along_x;
    int8_t x, y;
} headings[8] = {{false, 1, 1},   {true, 1, 1},   {true, 1, -1}, {false, 1, -1},
                 {false, -1, -1}, {true, -1, -1}, {true, -1, 1}, {false, -1, 1}};

/* The vector of an atom along a heading. Orthogonal and diagonal leaps have the length of their longer part in either
 * system. */
static void set_step(const atom *a, int heading, betza_leg *leg)
{
    const struct heading *h = &headings[heading];
    int shorter = a->shape == SHAPE_OBLIQUE ? a->shorter : (heading & 1) != 0 ? a->longer : 0;
    leg->x = (int8_t)(h->x * (h->long_along_x ? a->longer : shorter));
    leg->y = (int8_t)(h->y * (h->long_along_x ? shorter : a->longer));
    leg->steps = (int8_t)unit_steps_of(a);
}

/* The even and the odd heading that lie nearest to an oblique one. */
static int nearest_even(int oblique)
{
    return (oblique + 1) & 6;
}

static int nearest_odd(int oblique)
{
    return oblique | 1;
}

static void add_path(parser *p, const betza_path *path)
{
    if (p->count == BETZA_PATHS_MAX) {
        diag_error(p->diags, CODE_MOVEMENT_TOO_COMPLEX, error_location(p, 0, 1),
                   "this movement has more than %d different paths", BETZA_PATHS_MAX);
        diag_hint(p->diags, "give its later legs directions, or use fewer legs");
        return;
    }
    if (p->count == p->room) {
        size_t room = p->room == 0 ? 16 : p->room * 2;
        betza_path *paths = arena_new(&p->scratch, betza_path, room);
        if (paths == NULL) {
            out_of_memory(p);
            return;
        }
        if (p->count > 0) {
            memcpy(paths, p->paths, p->count * sizeof *paths);
        }
        p->paths = paths;
        p->room = room;
    }
    p->paths[p->count++] = *path;
}

typedef enum bend { BEND_NONE, BEND_LEFT, BEND_RIGHT } bend;

/* State of a path: the heading of its last leg, the last bend, and the range of the next leg (-1: as its atom says). */
typedef struct path_state {
    int heading;
    bend bend;
    int range;
} path_state;

/* An oblique leap counts as begun along its longer part (Muller 2021), so it is a bend by itself. */
static bend bend_of(const move_text *m, size_t k, int relative, bend before)
{
    bool oblique = m->leg[k].atom.shape == SHAPE_OBLIQUE;
    if (oblique && k == 0) {
        return (relative & 1) == 0 ? BEND_RIGHT : BEND_LEFT;
    }
    if (k == 0 || is_straight_after_oblique(m, k)) {
        return before;
    }
    if (oblique && m->bracket && m->leg[k - 1].atom.shape != SHAPE_OBLIQUE) {
        return relative < 4 ? BEND_RIGHT : BEND_LEFT;
    }
    return (relative & 3) == 0 ? before : relative < 4 ? BEND_RIGHT : BEND_LEFT;
}

enum {
    TRAVEL_FLAGS = LEG_LAME | LEG_JUMP | LEG_WRAP | LEG_NO_ROYAL | LEG_UNLOAD,
    BASIC_MODES = LEG_MOVE | LEG_CAPTURE | LEG_OWN
};

/* nN, jN: a king's step onto a cell that must be empty (occupied), then a diagonal step outward. */
static void add_mao(parser *p, const leg_text *leg, betza_path path, int heading)
{
    static const atom king = {.shape = SHAPE_ALL_EIGHT, .shorter = 1, .longer = 1, .range = 1};
    betza_leg goal = path.leg[0];
    bool jump = (goal.flags & LEG_JUMP) != 0;
    path.legs = 2;
    path.leg[0] = (betza_leg){.range = 1,
                              .modes = jump ? 0 : LEG_MOVE,
                              .flags = (uint16_t)((goal.flags & LEG_WRAP) | (jump ? LEG_OCCUPIED : 0))};
    set_step(&king, nearest_even(heading), &path.leg[0]);
    path.leg[1] = (betza_leg){
        .range = 1, .modes = goal.modes, .flags = (uint16_t)(leg->flags & (LEG_WRAP | LEG_NO_ROYAL | LEG_UNLOAD))};
    set_step(&king, nearest_odd(heading), &path.leg[1]);
    add_path(p, &path);
}

/* The path ends with leg k. */
static void end_path(parser *p, const move_text *m, size_t k, betza_path *path, int heading)
{
    const leg_text *leg = &m->leg[k];
    betza_leg *out = &path->leg[k];
    unsigned modes = leg->modes != 0 ? leg->modes : m->modes;
    out->modes = (uint16_t)(modes != 0 ? modes : LEG_MOVE | LEG_CAPTURE);
    out->flags = (uint16_t)(leg->flags & (TRAVEL_FLAGS | LEG_CANNON | LEG_GRASSHOPPER));
    path->legs = (uint8_t)(k + 1);
    if (leg->atom.shape == SHAPE_OBLIQUE && out->steps == 1 && (out->flags & (LEG_LAME | LEG_JUMP)) != 0) {
        add_mao(p, leg, *path, heading);
    } else {
        add_path(p, path);
    }
}

static void extend_path(parser *p, const move_text *m, size_t k, betza_path *path, path_state from);

/* The path goes on behind leg k. A leg that toggles the range on some cells only makes two paths. */
static void continue_path(parser *p, const move_text *m, size_t k, betza_path *path, path_state to)
{
    const leg_text *leg = &m->leg[k];
    betza_leg *out = &path->leg[k];
    bool toggles = (leg->flags & (LEG_RANGE_TOGGLE | LEG_GRASSHOPPER)) != 0, passes = (leg->flags & LEG_CANNON) != 0;
    unsigned travel = leg->flags & TRAVEL_FLAGS, modes = leg->modes & BASIC_MODES;
    int range = to.range;
    to.range = m->bracket ? -1 : range;
    if (modes != 0 || passes || !toggles) {
        out->modes = (uint16_t)(modes != 0 || passes ? modes : LEG_MOVE);
        out->flags = (uint16_t)(travel | (passes ? LEG_OCCUPIED : 0u));
        extend_path(p, m, k + 1, path, to);
    }
    if (toggles) {
        to.range = range == 1 ? 0 : 1;
        out->modes = (leg->flags & LEG_RANGE_TOGGLE) != 0 ? LEG_MOVE : 0;
        out->flags = (uint16_t)(travel | ((leg->flags & LEG_GRASSHOPPER) != 0 ? LEG_OCCUPIED : 0u));
        extend_path(p, m, k + 1, path, to);
    }
}

/* Tries every direction of leg k. Recursion ends with the legs, at most BETZA_LEGS_MAX deep. */
static void extend_path(parser *p, const move_text *m, size_t k, betza_path *path, path_state from)
{
    const leg_text *leg = &m->leg[k];
    if (leg->bends && from.bend == BEND_NONE && p->errors == 0) {
        char letter = has(leg, 'z') ? 'z' : 'q';
        diag_error(p->diags, CODE_MOVEMENT_MODIFIER, error_location(p, find(p, leg, letter), 1),
                   "'%c' depends on the bend before, and some paths have none here", letter);
        diag_hint(p->diags, "give the legs before it a turn, as in afsafzW");
    }
    if (is_straight_after_oblique(m, k)) {
        from.heading = leg->atom.shape == SHAPE_ORTHOGONAL ? nearest_even(from.heading) : nearest_odd(from.heading);
    }
    unsigned mask = leg->mask[from.heading & 1][from.bend == BEND_RIGHT];
    for (int relative = 0; relative < 8 && p->errors == 0; relative++) {
        if ((mask >> relative & 1u) == 0) {
            continue;
        }
        betza_leg *out = &path->leg[k];
        path_state to = {(from.heading + relative) & 7, bend_of(m, k, relative, from.bend), from.range};
        *out = (betza_leg){0};
        to.range = to.range < 0 ? leg->atom.range : to.range;
        out->range = (int16_t)to.range;
        set_step(&leg->atom, to.heading, out);
        const betza_leg made = *out;
        for (int down = 0; down < (leg->atom.up ? 2 : 1); down++) {
            *out = made;
            out->z = (int8_t)(down ? -leg->atom.up : leg->atom.up);
            if (is_last(m, k) || leg->may_stop) {
                end_path(p, m, k, path, to.heading);
            }
            if (!is_last(m, k)) {
                continue_path(p, m, k, path, to);
            }
        }
    }
}

/* ---- Moves ---- */

static void read_move(parser *p)
{
    move_text move = {.legs = 1};
    size_t start = p->at;
    p->move_errors = p->errors;
    read_modifiers(p, &move.leg[0]);
    while (peek(p) == 'a') {
        size_t again = p->at++;
        read_modifiers(p, next_leg(p, &move, again));
    }
    if (peek(p) == '[') {
        leg_text outer = move.leg[0];
        if (move.legs > 1) {
            diag_error(p->diags, CODE_MOVEMENT_LEGS, error_location(p, p->at, 1), "'a' and brackets do not mix");
            diag_hint(p->diags, "legs in brackets are joined by '-' or '?', as in [W-F]");
        }
        read_outer(p, &move, &outer);
        move.leg[0] = (leg_text){0};
        if (!read_bracket(p, &move)) {
            return;
        }
    } else {
        atom shared;
        if (!read_atom(p, start, false, &shared) || move.too_many_legs) {
            return;
        }
        for (size_t k = 0; k < move.legs; k++) {
            move.leg[k].atom = shared;
        }
        move.initial = has(&move.leg[0], 'i');
    }
    for (size_t k = 0; k < move.legs; k++) {
        check_letters(p, &move, k);
        resolve_directions(p, &move, k);
    }
    betza_path path = {.initial = move.initial};
    if (p->errors == 0) {
        extend_path(p, &move, 0, &path, (path_state){0, BEND_NONE, -1});
    }
}

bool betza_parse(arena *a, diag_list *diags, location at, const char *notation, size_t length, betza *out)
{
    parser p = {.text = notation, .length = length, .location = at, .diags = diags};
    *out = (betza){0};
    arena_init(&p.scratch, 0);
    if (length == 0) {
        diag_error(diags, CODE_MOVEMENT_EMPTY, error_location(&p, 0, 0), "a movement is expected, and there is none");
        diag_hint(diags, "write it as in K, N or fmWfceF");
    }
    while (p.at < p.length) {
        read_move(&p);
    }
    if (p.errors == 0) {
        out->paths = arena_new(a, betza_path, p.count);
        if (out->paths == NULL) {
            out_of_memory(&p);
        } else {
            memcpy(out->paths, p.paths, p.count * sizeof *out->paths);
            out->count = p.count;
        }
    }
    arena_finish(&p.scratch);
    return p.errors == 0;
}
