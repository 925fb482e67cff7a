/* Betza: reads a movement in Betza's notation (XBetza core, see rules/README.md) into concrete paths.
 *
 * A movement is a union of paths. A path is one or more legs with everything spelt out: directions expanded, compounds
 * (Q, K) taken apart, doubled letters turned into ranges. Vectors are in the mover's own frame: x to his right, y
 * forward; the game layer turns them to the board and to the player. Nothing here knows a board.
 *
 * Letters: atoms W F D N A H C Z G (L = C and J = Z with a warning), B R Q K, (x,y), (x,y,z) with z levels up or down; ranges (R4, N0, NN);
 * directions f b l r v s h in XBetza's systems of 4 and 8; modes m c d e, n j p g i o t y u a as the header's fields.
 * Moves in brackets: [W-F] goes on, [F?R] may stop or go on.
 *
 * How a path is walked. A leg makes up to `range` steps of (x, y) (0 = as many as there are). Cells that it passes over
 * must be empty; where it stops it must find what `modes` and `flags` say. An inner leg may stop at each cell where it
 * may stop, and the next leg begins there, what it took being gone. The mover's own starting cell counts as empty, so
 * a path may lead back to it (cabK: take a neighbour and return). A path that cannot be walked to its end is no move.
 *
 * An unknown letter, or a modifier that makes no sense where it stands, is an error with its own place; several are
 * reported in one call.
 */
#ifndef FERZ_RULES_BETZA_H
#define FERZ_RULES_BETZA_H

#include "base/diag.h"

/* What a leg may do on its last cell. A final leg always says (by default LEG_MOVE | LEG_CAPTURE), an inner leg too (by
 * default LEG_MOVE), unless it has LEG_OCCUPIED, which is then all that it accepts. */
enum leg_mode {
    LEG_MOVE = 1 << 0,       /* m: onto an empty cell */
    LEG_CAPTURE = 1 << 1,    /* c: takes an enemy there */
    LEG_OWN = 1 << 2,        /* d: takes an own man there */
    LEG_EN_PASSANT = 1 << 3, /* e: onto an empty passed cell, taking the man that passed it */
};

/* How a leg travels, and what restricts it. */
enum leg_flag {
    LEG_LAME = 1 << 0,         /* n: every cell stepped over must be empty (see betza_leg.steps) */
    LEG_JUMP = 1 << 1,         /* j: the first cell must be occupied (leap) or is skipped (rider); first cell of a leap:
                            * (x, y) / steps */
    LEG_CANNON = 1 << 2,       /* p, final leg: passes exactly one man, ends any distance behind it, within `range` */
    LEG_GRASSHOPPER = 1 << 3,  /* g, final leg: passes exactly one man, ends directly behind it, within `range` */
    LEG_WRAP = 1 << 4,         /* o: may cross the edge of a board that is glued to itself */
    LEG_NO_ROYAL = 1 << 5,     /* t: may not take a royal; with LEG_OCCUPIED: passes over own men only */
    LEG_RANGE_TOGGLE = 1 << 6, /* y: the next leg rides where this one leaps. betza_parse never sets it: the later legs'
                            * ranges are spelt out, for y and for an inner g */
    LEG_UNLOAD = 1 << 7,       /* u: puts the taken man where the leg began */
    LEG_OCCUPIED = 1 << 8,     /* inner leg p or g: may stop on an occupied cell, leaving the man there alone */
};

typedef struct betza_leg {
    int8_t x, y;    /* one step, mover's frame: x right, y forward; not (0, 0), unless z says something */
    int8_t z;       /* levels up, or down below 0 */
    int8_t steps;   /* how many equal unit steps one (x, y) is made of, at least 1: D 2, H 3, N 1; what LEG_LAME and
                     * LEG_JUMP look between; on a rider (nD0) they hold for each leap */
    int16_t range;  /* most steps: 1 = leap or single step, 0 = unlimited */
    uint16_t modes; /* enum leg_mode */
    uint16_t flags; /* enum leg_flag */
} betza_leg;

enum { BETZA_LEGS_MAX = 8, BETZA_PATHS_MAX = 4096 };

typedef struct betza_path {
    uint8_t legs;
    bool initial; /* i: only a man that stands where a man of its type and owner starts the game */
    betza_leg leg[BETZA_LEGS_MAX];
} betza_path;

typedef struct betza {
    betza_path *paths; /* in the arena; in the order of the text, directions clockwise from forward, on later legs from
                        * the direction of the leg before. A path may stand twice if the text says so (WK) */
    size_t count;
} betza;

/* Parses `length` bytes of `notation` whose first byte stands at `at`. False after an error in `diags`, or a failure if
 * memory runs out. The oblique lame leap nN becomes two-leg paths (afsW: a step that must be empty, then the diagonal
 * one), as in XBetza, and jN likewise (over a man on that cell); other lame oblique atoms are refused with a hint.
 * Where dialects disagree: fK and fQ are one direction (with a warning; ffK says it without), L is the camel and J the
 * zebra (with a warning). Direction letters count in their order (lfN is not flN), all others in any. */
bool betza_parse(arena *a, diag_list *diags, location at, const char *notation, size_t length, betza *out);

#endif
