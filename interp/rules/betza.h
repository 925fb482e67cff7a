/* Betza: reads a movement in Betza's notation (XBetza core, see rules/README.md) into concrete paths.
 *
 * A movement is a union of paths. A path is one or more legs with everything spelt out: directions expanded,
 * compounds (Q, K) split, doubled letters as ranges. Vectors are seen from the piece's owner: x to the right, y
 * forward. Nothing here knows a board; compile/ rotates vectors to the board and the player.
 *
 * Letters: atoms W F D N A H C Z G (L = C and J = Z with a warning), B R Q K, (x,y), (x,y,z) with z levels up or
 * down; ranges (R4, N0, NN); directions f b l r v s h in XBetza's systems of 4 and 8; modes m c d e, and n j p g i o
 * t y u a as in the enums below. Moves in brackets: [W-F] goes on, [F?R] may stop or go on.
 *
 * How a path is walked: a leg makes up to `range` steps of (x, y) (0 = as many as there are). Cells that it passes
 * over must be empty; the cell where it stops must be as `modes` and `flags` say. An inner leg may stop at each such
 * cell, and the next leg begins there; what it captured is gone. The piece's own start cell counts as empty, so a
 * path may lead back to it (cabK: capture a neighbour and return). A path that cannot be walked to its end is no
 * move.
 *
 * An unknown letter, or a modifier that makes no sense in its context, is an error with its own location; one call
 * reports several. */
#ifndef FERZ_RULES_BETZA_H
#define FERZ_RULES_BETZA_H

#include "base/diag.h"

/* What a leg may do on its last cell. A final leg always has modes (default LEG_MOVE | LEG_CAPTURE). An inner leg has
 * them too (default LEG_MOVE), unless it has LEG_OCCUPIED: then it may stop only on occupied cells. */
enum leg_mode {
    LEG_MOVE = 1 << 0,       /* m: onto an empty cell */
    LEG_CAPTURE = 1 << 1,    /* c: captures an enemy piece there */
    LEG_OWN = 1 << 2,        /* d: captures an own piece there */
    LEG_EN_PASSANT = 1 << 3, /* e: onto an empty en passant target, capturing the piece that moved over it */
};

/* How a leg travels, and what restricts it. */
enum leg_flag {
    LEG_LAME = 1 << 0,   /* n: every cell stepped over must be empty (see betza_leg.steps) */
    LEG_JUMP = 1 << 1,   /* j: the first cell must be occupied (leap) or is skipped (rider); first cell of a leap:
                            * (x, y) / steps */
    LEG_CANNON = 1 << 2, /* p, final leg: passes over exactly one piece, ends any distance behind it, within `range` */
    LEG_GRASSHOPPER = 1 << 3, /* g, final leg: passes over exactly one piece, ends directly behind it, within `range` */
    LEG_WRAP = 1 << 4,        /* o: may cross a wrapped edge of the board */
    LEG_NO_ROYAL = 1 << 5,    /* t: may not capture a royal piece; with LEG_OCCUPIED: passes over own pieces only */
    LEG_RANGE_TOGGLE = 1 << 6, /* y: the next leg rides where this one leaps. betza_parse never sets it: the later legs'
                            * ranges are spelt out, for y and for an inner g */
    LEG_UNLOAD = 1 << 7,       /* u: puts the captured piece on the cell where the leg began */
    LEG_OCCUPIED = 1 << 8,     /* inner leg p or g: may stop on an occupied cell; the piece there stays */
};

typedef struct betza_leg {
    int8_t x, y;    /* one step: x right, y forward, as the owner sees it; (0, 0) only with z */
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
    bool initial; /* i: only from the cells where pieces of this type and owner start the game */
    betza_leg leg[BETZA_LEGS_MAX];
} betza_path;

/* Paths are in the order of the text: directions clockwise from forward, on later legs from the direction of the leg
 * before. A path may occur twice if the text says so (WK). */
typedef struct betza {
    betza_path *paths; /* in the arena */
    size_t count;
} betza;

/* Parses `length` bytes of `notation` whose first byte is at `at`. False after an error in `diags`, or when memory
 * runs out. The lame leap nN becomes two-leg paths (afsW: a step onto an empty cell, then the diagonal one), as in
 * XBetza, and jN the same over a piece on that cell; other lame oblique atoms are errors with a hint. Where dialects
 * disagree: fK and fQ are one direction (with a warning; ffK is the same without), L is the camel and J the zebra
 * (with a warning). The order of direction letters matters (lfN is not flN), that of other letters does not. */
bool betza_parse(arena *a, diag_list *diags, location at, const char *notation, size_t length, betza *out);

#endif
