/* Movements as sentences. The reader of Betza's notation expanded them to paths; those that differ only in direction
 * are joined again to one phrase. */
#include "explain/grammar.h"

#include <stdlib.h>
#include <string.h>

/* ---- what paths have in common ---- */

/* The angle between a leg and the one before it. */
typedef enum bend { BEND_NONE, BEND_SAME, BEND_SLIGHT, BEND_RIGHT, BEND_SHARP, BEND_BACK } bend;

/* A leg without its direction. */
typedef struct stride {
    int far, near; /* the longer and the shorter of its two distances */
    int z, steps, range;
    unsigned modes, flags;
    bend bent;
    bool corner; /* on hexagons: through a corner of the cell */
} stride;

enum { HEADINGS_MAX = 16, REACH_MAX = 16 /* groups of leaps that words are found for */ };
typedef struct group {
    bool initial;
    int legs;
    stride leg[BETZA_LEGS_MAX];
    struct {
        int x, y;
    } heading[HEADINGS_MAX]; /* of the first leg */
    int headings;
} group;

static bend bend_between(const betza_leg *one, const betza_leg *next)
{
    int dot = one->x * next->x + one->y * next->y;
    int cross = one->x * next->y - one->y * next->x;
    if (cross == 0 && dot != 0) {
        return dot > 0 ? BEND_SAME : BEND_BACK;
    }
    return dot == 0 ? BEND_RIGHT : dot > 0 ? BEND_SLIGHT : BEND_SHARP;
}

/* On hexagons a column is half a cell wide: the six neighbours are (2,0) and (1,1), the six nearest cells behind a
 * corner (0,2) and (3,1). Either six are alike, however they are written; so are the twelve cells of a knight's leap. */
static void measure_slanting(int x, int y, stride *s)
{
    if (y == 0 || x == y) {
        s->far = y ? y : x / 2;
        s->near = 0;
        s->steps = 1;
    } else if (x == 0 || x == 3 * y) {
        s->far = s->near = x ? y : y / 2;
        s->steps = 1;
        s->corner = true;
    } else if ((x == 5 && y == 1) || (x == 4 && y == 2) || (x == 1 && y == 3)) {
        s->far = 2;
        s->near = 1;
        s->steps = 1;
    }
}

static stride stride_of(const describer *t, const betza_path *path, int i)
{
    const betza_leg *leg = &path->leg[i];
    int x = abs(leg->x), y = abs(leg->y);
    stride s = {.far = x > y ? x : y,
                .near = x > y ? y : x,
                .z = leg->z,
                .steps = leg->steps,
                .range = leg->range,
                .modes = leg->modes,
                .flags = leg->flags,
                .bent = i ? bend_between(&path->leg[i - 1], leg) : BEND_NONE};
    if (t->rules->row_cells) {
        measure_slanting(x, y, &s);
    }
    return s;
}

static bool same_stride(const stride *a, const stride *b)
{
    return a->far == b->far && a->near == b->near && a->z == b->z && a->steps == b->steps && a->range == b->range &&
           a->modes == b->modes && a->flags == b->flags && a->bent == b->bent && a->corner == b->corner;
}

static bool same_group(const group *a, const group *b)
{
    bool same = a->initial == b->initial && a->legs == b->legs;
    for (int i = 0; same && i < a->legs; i++) {
        same = same_stride(&a->leg[i], &b->leg[i]);
    }
    return same;
}

static void add_heading(group *v, int x, int y)
{
    for (int i = 0; i < v->headings; i++) {
        if (v->heading[i].x == x && v->heading[i].y == y) {
            return;
        }
    }
    if (v->headings < HEADINGS_MAX) {
        v->heading[v->headings].x = x;
        v->heading[v->headings++].y = y;
    }
}

/* Groups in the order of their first paths; returns how many. */
static size_t group_paths(const describer *t, const betza *paths, group **groups)
{
    *groups = arena_new(t->arena, group, paths->count + 1);
    size_t count = 0;
    for (size_t p = 0; *groups && p < paths->count; p++) {
        const betza_path *path = &paths->paths[p];
        group one = {.initial = path->initial, .legs = path->legs};
        for (int i = 0; i < path->legs; i++) {
            one.leg[i] = stride_of(t, path, i);
        }
        size_t k = 0;
        while (k < count && !same_group(&(*groups)[k], &one)) {
            k++;
        }
        if (k == count) {
            (*groups)[count++] = one;
        }
        add_heading(&(*groups)[k], path->leg[0].x, path->leg[0].y);
    }
    return count;
}

/* ---- directions ---- */

enum { FORWARD = 1, RIGHT = 2, BACK = 4, LEFT = 8, AROUND = 15 };

static const char *straight_words(const describer *t, unsigned set)
{
    static const char *const words[16] = {
        [FORWARD] = "straight forward",
        [BACK] = "straight back",
        [LEFT] = "to the left",
        [RIGHT] = "to the right",
        [LEFT | RIGHT] = "sideways",
        [FORWARD | BACK] = "straight forward or back",
        [FORWARD | LEFT] = "straight forward or to the left",
        [FORWARD | RIGHT] = "straight forward or to the right",
        [BACK | LEFT] = "straight back or to the left",
        [BACK | RIGHT] = "straight back or to the right",
        [FORWARD | LEFT | RIGHT] = "straight forward or sideways",
        [BACK | LEFT | RIGHT] = "straight back or sideways",
        [FORWARD | BACK | LEFT] = "straight forward, back or to the left",
        [FORWARD | BACK | RIGHT] = "straight forward, back or to the right",
        [AROUND] = "straight in any direction",
    };
    return words[set] ? localized(t, words[set]) : "";
}

/* Bits: quarters clockwise from forward right. */
enum { FORWARD_RIGHT = 1, BACK_RIGHT = 2, BACK_LEFT = 4, FORWARD_LEFT = 8 };

static const char *diagonal_words(const describer *t, unsigned set)
{
    static const char *const words[16] = {
        [FORWARD_RIGHT | FORWARD_LEFT] = "diagonally forward",
        [BACK_RIGHT | BACK_LEFT] = "diagonally back",
        [FORWARD_RIGHT | BACK_RIGHT] = "diagonally to the right",
        [FORWARD_LEFT | BACK_LEFT] = "diagonally to the left",
        [FORWARD_RIGHT] = "diagonally forward to the right",
        [BACK_RIGHT] = "diagonally back to the right",
        [BACK_LEFT] = "diagonally back to the left",
        [FORWARD_LEFT] = "diagonally forward to the left",
        [AROUND] = "diagonally",
    };
    if (words[set]) {
        return localized(t, words[set]);
    }
    const char *parts[4];
    size_t count = 0;
    for (unsigned bit = 1; bit < 16; bit <<= 1) {
        if (set & bit) {
            parts[count++] = localized(t, words[bit]);
        }
    }
    return strings_joined(t, parts, count, CONJUNCTION_OR);
}

static unsigned straight_bits(const group *v)
{
    unsigned set = 0;
    for (int i = 0; i < v->headings; i++) {
        int x = v->heading[i].x, y = v->heading[i].y;
        if ((x == 0) != (y == 0)) {
            set |= y > 0 ? FORWARD : y < 0 ? BACK : x > 0 ? RIGHT : LEFT;
        }
    }
    return set;
}

static unsigned diagonal_bits(const group *v)
{
    unsigned set = 0;
    for (int i = 0; i < v->headings; i++) {
        int x = v->heading[i].x, y = v->heading[i].y;
        if (x && y) {
            set |= x > 0 ? y > 0 ? FORWARD_RIGHT : BACK_RIGHT : y > 0 ? FORWARD_LEFT : BACK_LEFT;
        }
    }
    return set;
}

/* On hexagons "straight" and "diagonal" would mislead: a line passes through sides or through corners of cells. */
static const char *slanting_words(const describer *t, const group *v)
{
    bool along = true, up = true, down = true, upright = true;
    for (int i = 0; i < v->headings; i++) {
        along &= v->heading[i].y == 0;
        up &= v->heading[i].y > 0;
        down &= v->heading[i].y < 0;
        upright &= v->heading[i].x == 0;
    }
    if (along) {
        return localized(t, "along its row");
    }
    const char *line =
        v->leg[0].corner ? localized(t, "through a corner of the cell") : localized(t, "through a side of the cell");
    return up        ? format_localized(t, "forward %s", line)
           : down    ? format_localized(t, "back %s", line)
           : upright ? format_localized(t, "forward or back %s", line)
                     : line;
}

/* Where straight and diagonal headings stand together. */
static const char *direction_words(const describer *t, const group *v)
{
    if (t->rules->row_cells) {
        return slanting_words(t, v);
    }
    unsigned straight = straight_bits(v), diagonal = diagonal_bits(v);
    if (straight == AROUND && diagonal == AROUND) {
        return localized(t, "in any direction");
    }
    if (straight == FORWARD && diagonal == (FORWARD_LEFT | FORWARD_RIGHT)) {
        return localized(t, "straight or diagonally forward");
    }
    if (!straight || !diagonal) {
        return straight ? straight_words(t, straight) : diagonal_words(t, diagonal);
    }
    const char *one = straight_words(t, straight), *other = diagonal_words(t, diagonal);
    if (straight == AROUND) {
        return format_localized(t, "straight in any direction or %s", other);
    }
    return format_localized(t, "%s or %s", one, other);
}

/* "2 cells straight and 1 aside", or the allowed directions only. */
static const char *oblique_words(const describer *t, const group *v, int far, int near)
{
    /* [direction of the long part: forward, back, right, left]; bits of the short part: left or back, right or forward */
    unsigned parts[4] = {0};
    for (int i = 0; i < v->headings; i++) {
        int x = v->heading[i].x, y = v->heading[i].y;
        if (abs(y) > abs(x)) {
            parts[y > 0 ? 0 : 1] |= x < 0 ? 1u : 2u;
        } else {
            parts[x > 0 ? 2 : 3] |= y < 0 ? 1u : 2u;
        }
    }
    if ((parts[0] & parts[1] & parts[2] & parts[3]) == 3) {
        return format_localized(t, "%s straight and %d aside", cells_counted(t, far), near);
    }
    if ((parts[2] & parts[3]) == 3 && !parts[0] && !parts[1]) {
        return format_localized(t, "%d to one side and %d forward or back", far, near);
    }
    static const char *const ahead[2] = {"forward", "back"};
    static const char *const aside[2] = {"to the right", "to the left"};
    const char *words[8];
    size_t count = 0;
    for (int k = 0; k < 2; k++) {
        if (parts[k]) {
            const char *where = parts[k] == 3   ? localized(t, "to either side")
                                : parts[k] == 2 ? localized(t, aside[0])
                                                : localized(t, aside[1]);
            words[count++] = format_localized(t, "%d %s and %d %s", far, localized(t, ahead[k]), near, where);
        }
    }
    if (parts[2] && parts[2] == parts[3]) {
        const char *where = parts[2] == 3 ? localized(t, "forward or back") : localized(t, ahead[parts[2] == 1]);
        words[count++] = format_localized(t, "%d to either side and %d %s", far, near, where);
    } else {
        for (int k = 2; k < 4; k++) {
            if (parts[k]) {
                const char *where =
                    parts[k] == 3 ? localized(t, "forward or back") : localized(t, ahead[parts[k] == 1]);
                words[count++] = format_localized(t, "%d %s and %d %s", far, localized(t, aside[k - 2]), near, where);
            }
        }
    }
    return strings_joined(t, words, count, CONJUNCTION_OR);
}

/* ---- one leg ---- */

/* Further conditions on the way. */
static const char *path_words(const describer *t, const stride *s)
{
    text words = {0};
    if (s->flags & LEG_CANNON) {
        text_put(&words, localized(t, ", hopping over exactly one piece on the way"));
    }
    if (s->flags & LEG_GRASSHOPPER) {
        text_put(&words, localized(t, ", hopping over exactly one piece to the cell right behind it"));
    }
    if ((s->flags & LEG_LAME) && s->near == 0) {
        text_put(&words, localized(t, ", if the way is clear"));
    } else if (s->flags & LEG_LAME) {
        text_put(&words, localized(t, ", if the cell in between is empty"));
    }
    if ((s->flags & LEG_JUMP) && s->range == 1) {
        text_put(&words, localized(t, ", only over an occupied cell"));
    } else if (s->flags & LEG_JUMP) {
        text_put(&words, localized(t, ", passing over the first cell whatever is there"));
    }
    const char *kept = arena_text(t->arena, text_string(&words), words.length);
    t->arena->failed |= words.failed;
    text_finish(&words);
    return kept ? kept : "";
}

/* "2 levels up". */
static const char *level_words(const describer *t, int z)
{
    const char *levels = counted(t, abs(z), "level", "levels");
    return z > 0 ? format_localized(t, "%s up", levels) : format_localized(t, "%s down", levels);
}

/* How far a straight or diagonal stride goes, without its direction. */
static const char *distance_words(const describer *t, const stride *s)
{
    int length = s->far ? s->far : 1;
    if (s->range == 1 && length == 1) {
        return localized(t, "one cell");
    }
    if (s->range == 1) {
        const char *cells = cells_counted(t, length);
        return s->flags & LEG_LAME ? format_localized(t, "exactly %s", cells)
                                   : format_localized(t, "by a leap of %s", cells);
    }
    if (length > 1) {
        const char *cells = cells_counted(t, length);
        return s->range ? format_localized(t, "with up to %d leaps of %s each, over empty cells,", s->range, cells)
                        : format_localized(t, "with any number of leaps of %s each, over empty cells,", cells);
    }
    if (s->range == 0) {
        return localized(t, "any number of cells");
    }
    return format_localized(t, "up to %d cells", s->range);
}

static const char *leap_words(const describer *t, const stride *s, const group *v, bool first)
{
    if (t->rules->row_cells && s->far == 2 && s->near == 1 && s->range == 1) {
        return localized(t, "by a leap: one cell through a side and one more through a corner, away from where it was");
    }
    const char *leap = first && !t->rules->row_cells ? oblique_words(t, v, s->far, s->near)
                                                     : format_localized(t, "%d by %d", s->far, s->near);
    if (s->range == 1) {
        return format_localized(t, "by a leap of %s, over whatever is in between", leap);
    }
    return s->range == 0
               ? format_localized(
                     t, "with any number of leaps of %s in one direction, each but the last to an empty cell", leap)
               : format_localized(t, "with up to %d leaps of %s in one direction, each but the last to an empty cell",
                                  s->range, leap);
}

static const char *stride_words(const describer *t, const stride *s, const group *v, bool first)
{
    if (s->far == 0) {
        return level_words(t, s->z);
    }
    const char *words;
    if (s->near != 0 && s->near != s->far) {
        words = leap_words(t, s, v, first);
    } else {
        const char *far = distance_words(t, s);
        words = first ? format_localized(t, "%s %s", far, direction_words(t, v)) : far;
    }
    if (s->z) {
        words = format_localized(t, "%s and %s", words, level_words(t, s->z));
    }
    return format_localized(t, "%s%s", words, path_words(t, s));
}

/* ---- several legs ---- */

static const char *inner_words(const describer *t, const stride *s)
{
    if (s->flags & LEG_OCCUPIED) {
        return localized(t, " to any piece, which stays there,");
    }
    bool moves = s->modes & LEG_MOVE, captures = s->modes & LEG_CAPTURE, own = s->modes & LEG_OWN;
    if (!captures && !own) {
        return localized(t, " to an empty cell");
    }
    const char *captured = !captures ? localized(t, "an own piece")
                           : own     ? localized(t, "a piece of either side")
                                     : localized(t, "an enemy");
    return moves ? format_localized(t, ", capturing %s there if there is one,", captured)
                 : format_localized(t, ", capturing %s there,", captured);
}

static const char *bend_words(const describer *t, bend bent)
{
    static const char *const words[] = {
        [BEND_NONE] = "on",
        [BEND_SAME] = "straight on",
        [BEND_SLIGHT] = "turning half aside",
        [BEND_RIGHT] = "turning at a right angle",
        [BEND_SHARP] = "turning sharply back",
        [BEND_BACK] = "back",
    };
    return localized(t, words[bent]);
}

/* "one cell forward to an empty cell, then, turning half aside, any number of cells". */
static const char *group_words(const describer *t, const group *v)
{
    const char *words = stride_words(t, &v->leg[0], v, true);
    for (int i = 1; i < v->legs; i++) {
        const char *next = stride_words(t, &v->leg[i], v, false);
        words = format_localized(t, "%s%s and then, %s, %s", words, inner_words(t, &v->leg[i - 1]),
                                 bend_words(t, v->leg[i].bent), next);
    }
    return words;
}

/* ---- a movement ---- */

/* Straight and diagonal groups that differ in nothing else are one. */
static size_t merge_groups(group *groups, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t k = i + 1; k < count; k++) {
            group one = groups[i], other = groups[k];
            bool straight = one.leg[0].near == 0 || one.leg[0].near == one.leg[0].far;
            bool diagonal = other.leg[0].near == 0 || other.leg[0].near == other.leg[0].far;
            other.leg[0].near = one.leg[0].near;
            if (one.legs != 1 || !straight || !diagonal || !same_group(&one, &other)) {
                continue;
            }
            for (int h = 0; h < groups[k].headings; h++) {
                add_heading(&groups[i], groups[k].heading[h].x, groups[k].heading[h].y);
            }
            memmove(&groups[k], &groups[k + 1], (count - k - 1) * sizeof *groups);
            count--;
            k--;
        }
    }
    return count;
}

/* ---- the cells that leaps reach from one ---- */

static bool is_direct(const stride *s)
{
    return s->near == 0 || s->near == s->far;
}

/* Whether it is one cell long. */
static bool is_step(const stride *s)
{
    return s->far <= 1 && s->z >= -1 && s->z <= 1 && !s->corner;
}

/* The ways of its leaps: a bit for each pair of signs. */
static unsigned ways_of(const group *v)
{
    unsigned ways = 0;
    for (int i = 0; i < v->headings; i++) {
        const int x = v->heading[i].x, y = v->heading[i].y;
        ways |= 1u << (((x > 0) - (x < 0) + 1) * 3 + (y > 0) - (y < 0) + 1);
    }
    return ways;
}

/* Whether the leaps differ in nothing but their length. */
static bool same_direction(const group *a, const group *b)
{
    const stride *one = &a->leg[0], *other = &b->leg[0];
    return is_direct(one) && is_direct(other) && one->far && other->far && one->z == other->z &&
           one->corner == other->corner && ways_of(a) == ways_of(b);
}

/* How long the leaps in the direction of this one are: "1 or 2 cells". NULL: an earlier group of the list says so. */
static const char *lengths_words(const describer *t, const group *groups, size_t count, size_t index)
{
    const char *numbers[REACH_MAX];
    size_t found = 0;
    int longest = 0;
    for (int last = 0, next; found < REACH_MAX; last = next) {
        next = 0;
        for (size_t k = 0; k < count; k++) {
            const int length = groups[k].leg[0].far;
            if (length > last && (!next || length < next) && same_direction(&groups[index], &groups[k])) {
                next = length;
            }
        }
        if (!next) {
            break;
        }
        const char *number = arena_format(t->arena, "%d", next);
        numbers[found++] = number ? number : "";
        longest = next;
    }
    for (size_t k = 0; k < index; k++) {
        if (same_direction(&groups[index], &groups[k])) {
            return NULL;
        }
    }
    numbers[found - 1] = cells_counted(t, longest);
    return strings_joined(t, numbers, found, CONJUNCTION_OR);
}

/* Where the leaps of a group go: "diagonally" among steps, else "2 cells diagonally". NULL: an earlier group says so. */
static const char *leaps_words(const describer *t, const group *groups, size_t count, size_t index, bool steps)
{
    const group *v = &groups[index];
    const stride *s = &v->leg[0];
    if (s->far == 0) {
        return level_words(t, s->z);
    }
    const char *words;
    if (is_direct(s)) {
        const char *lengths = lengths_words(t, groups, count, index), *where = direction_words(t, v);
        words = !lengths ? NULL : steps ? where : format_localized(t, "%s %s", lengths, where);
    } else if (!t->rules->row_cells) {
        words = oblique_words(t, v, s->far, s->near);
    } else {
        words = s->far == 2 && s->near == 1 ? localized(t, "1 cell through a side and one more through a corner")
                                            : format_localized(t, "%d by %d", s->far, s->near);
    }
    return words && s->z ? format_localized(t, "%s and %s", words, level_words(t, s->z)) : words;
}

static size_t group_reach(const describer *t, const betza *reach, group **groups)
{
    size_t count = group_paths(t, reach, groups);
    count = *groups ? merge_groups(*groups, count) : 0;
    return count < REACH_MAX ? count : REACH_MAX;
}

static bool all_steps(const group *groups, size_t count)
{
    bool all = true;
    for (size_t i = 0; i < count; i++) {
        all &= is_step(&groups[i].leg[0]);
    }
    return all;
}

bool reach_is_adjacent(const describer *t, const betza *reach)
{
    group *groups;
    const size_t count = group_reach(t, reach, &groups);
    return all_steps(groups, count);
}

const char *reach_words(const describer *t, const betza *reach)
{
    group *groups;
    const char *parts[REACH_MAX];
    size_t found = 0;
    const size_t count = group_reach(t, reach, &groups);
    const bool steps = all_steps(groups, count);
    for (size_t i = 0; i < count; i++) {
        parts[found] = leaps_words(t, groups, count, i, steps);
        found += parts[found] != NULL;
    }
    return strings_joined(t, parts, found, CONJUNCTION_OR);
}

/* Where pieces form stacks, moving onto a piece does not capture it. */
static const char *stack_verb(const describer *t, bool moves, bool captures, bool own)
{
    const char *onto = captures && own ? localized(t, "pieces of either side")
                       : captures      ? localized(t, "enemy pieces")
                                       : localized(t, "pieces of its own side");
    return moves ? format_localized(t, "Moves, also onto %s,", onto)
                 : format_localized(t, "Moves, but only onto %s,", onto);
}

static const char *verb_words(const describer *t, unsigned modes)
{
    bool moves = modes & LEG_MOVE, captures = modes & LEG_CAPTURE, own = modes & LEG_OWN;
    if (own && t->rules->stacks) {
        return stack_verb(t, moves, captures, own);
    }
    if (own) {
        return captures ? moves ? localized(t, "Moves, or captures pieces of either side,")
                                : localized(t, "Captures pieces of either side")
               : moves ? localized(t, "Moves, or captures pieces of its own side,")
                        : localized(t, "Captures pieces of its own side");
    }
    if (!pieces_capture(t) && captures && !moves) {
        return localized(t, "Attacks");
    }
    return captures ? moves ? localized(t, "Moves") : localized(t, "Captures")
           : moves ? localized(t, "Moves without capturing")
                    : localized(t, "Captures en passant");
}

static void add_condition(text *to, const char *words)
{
    text_put(to, "; ");
    text_put(to, words);
}

static const char *chain_words(const describer *t, jump_chain chain)
{
    return chain == CHAIN_ANY ? localized(t, "then the same piece must continue jumping as long as it can")
                              : localized(t, "then it must continue jumping straight ahead as long as it can");
}

/* Where the piece stands that a jump goes over, if not next to it or on a ray of any length. */
static void put_jumped_cell(const describer *t, const group *v, text *to)
{
    const stride *s = &v->leg[0];
    const char *where = leaps_words(t, v, 1, 0, is_step(s) && s->range != 1);
    if (!is_step(s)) {
        add_condition(
            to,
            s->range == 1 ? format_localized(t, "that piece is %s from it", where)
            : s->range == 0
                ? format_localized(
                      t, "any number of leaps in one direction over empty cells (each: %s) lead to that piece", where)
                : format_localized(t, "up to %d leaps in one direction over empty cells (each: %s) lead to that piece",
                                   s->range, where));
    } else if (s->range > 1) {
        add_condition(to,
                      format_localized(t, "that piece is up to %d cells away %s, behind empty cells", s->range, where));
    }
}

/* Where a jump ends. */
static void put_landing(const describer *t, const rule_move *m, const group *v, text *to)
{
    const bool step = is_step(&v->leg[0]);
    add_condition(
        to, !step && m->land_any
                ? localized(t, "it lands on any empty cell behind that piece that the same leap, repeated, reaches")
            : !step       ? localized(t, "it lands on the empty cell that the same leap reaches from there")
            : m->land_any ? localized(t, "it lands on any empty cell behind the piece that it jumps over")
                          : localized(t, "it lands on the empty cell right behind that piece"));
}

static void put_jump(const describer *t, const rule_move *m, const group *v, text *to)
{
    put_jumped_cell(t, v, to);
    put_landing(t, m, v, to);
    if (m->jumped != JUMPED_CAPTURED) {
        add_condition(to, m->jumped == JUMPED_CONVERTED
                              ? localized(t, "the jumped piece stays and changes its owner")
                              : localized(t, "the jumped piece goes under the stack that jumped"));
    }
    if (m->chain != CHAIN_NONE) {
        add_condition(to, chain_words(t, m->chain));
    }
}

/* A piece that must stand near, or may not. */
static void put_company(const describer *t, const rule_move *m, text *to)
{
    static const char *const whose[] = {"of its own side", "of the partner's", "of the enemy's"};
    const char *side = localized(t, whose[m->adjacent_owner]), *where = reach_words(t, &m->adjacent);
    const char *kind = m->adjacent_piece < 0 ? NULL : piece_word(t, m->adjacent_piece, FORM_NOMINATIVE);
    const bool next = reach_is_adjacent(t, &m->adjacent), absent = m->adjacent_absent;
    if (!kind && absent) {
        add_condition(to, next ? format_localized(t, "only if no piece %s is next to it: %s", side, where)
                               : format_localized(t, "only if no piece %s is %s from it", side, where));
    } else if (!kind) {
        add_condition(to, next ? format_localized(t, "only if a piece %s is next to it: %s", side, where)
                               : format_localized(t, "only if a piece %s is %s from it", side, where));
    } else if (absent) {
        add_condition(to, next ? format_localized(t, "only if no piece (%s) %s is next to it: %s", kind, side, where)
                               : format_localized(t, "only if no piece (%s) %s is %s from it", kind, side, where));
    } else {
        add_condition(to, next ? format_localized(t, "only if a piece (%s) %s is next to it: %s", kind, side, where)
                               : format_localized(t, "only if a piece (%s) %s is %s from it", kind, side, where));
    }
}

/* Conditions: where and when it may be made. */
static void put_limits(const describer *t, const rule_move *m, text *to)
{
    if (m->from.string) {
        add_condition(to, format_localized(t, "only while it is %s", zone_words(t, m->from.string)));
    }
    if (m->to.string) {
        add_condition(to, format_localized(t, "it must arrive %s", zone_words(t, m->to.string)));
    }
    if (m->right >= 0) {
        const rule_right *right = &t->rules->rights[m->right];
        add_condition(to, right->at.present && !right->anywhere
                              ? format_localized(t, "only while the right `%s` is held", right->letter)
                              : localized(t, "only if it has not moved before"));
    }
    if (m->must_be_empty.count) {
        const char *where = reach_words(t, &m->must_be_empty);
        add_condition(to, reach_is_adjacent(t, &m->must_be_empty)
                              ? format_localized(t, "only if no piece is next to it %s", where)
                              : format_localized(t, "only if no piece is %s from it", where));
    }
    if (m->adjacent.count) {
        put_company(t, m, to);
    }
    if (m->safe & RULE_SAFE_FROM) {
        add_condition(to, localized(t, "not while it is attacked"));
    }
    if (m->safe & RULE_SAFE_PASSED) {
        add_condition(to, localized(t, "not over cells where it would be attacked, but one safe way is enough"));
    }
    if (m->safe & RULE_SAFE_TO) {
        add_condition(to, localized(t, "not onto a cell where it would be attacked"));
    }
    if (m->with_piece >= 0) {
        add_condition(to, m->without ? format_localized(t, "only while its owner has no %s on the board",
                                                        piece_word(t, m->with_piece, FORM_NOMINATIVE))
                                     : format_localized(t, "only while its owner has %s on the board",
                                                        piece_word(t, m->with_piece, FORM_INDEFINITE)));
    }
    if (m->barred_edges) {
        add_condition(to, m->barred_edges == (WRAPPED_FILES | WRAPPED_RANKS)
                              ? localized(t, "it may not cross a wrapped edge")
                          : m->barred_edges == WRAPPED_FILES
                              ? localized(t, "it may not go round between the first and the last file")
                              : localized(t, "it may not go round between the first and the last rank"));
    }
}

/* Whether it goes over more than one cell, of which only the first is an en passant target. */
static bool passes_several(const rule_move *m)
{
    bool several = false;
    for (size_t i = 0; i < m->paths.count; i++) {
        const betza_path *path = &m->paths.paths[i];
        int cells = 0;
        for (int k = 0; k < path->legs; k++) {
            const betza_leg *l = &path->leg[k];
            const int far = abs(l->x) > abs(l->y) ? abs(l->x) : abs(l->y);
            cells += far * (l->range ? l->range : 3); /* without limit: more than two */
        }
        several |= cells > 2;
    }
    return several;
}

/* Further effects. */
static void put_effects(const describer *t, const rule_move *m, text *to)
{
    if (m->victim_count) {
        add_condition(to, format_localized(t, "it captures only %s",
                                           piece_words(t, m->victims, m->victim_count,
                                                       t->russian ? FORM_NOMINATIVE : FORM_PLURAL, CONJUNCTION_AND)));
    }
    if (m->bounces) {
        add_condition(to, localized(t, "the edges of the board reflect it, any number of times"));
    }
    if (m->through == THROUGH_ANY) {
        add_condition(to, localized(t, "it may pass through any number of pieces"));
    } else if (m->through > 0) {
        const char *pieces = counted(t, m->through, "piece on the way", "pieces on the way");
        add_condition(to, format_localized(t, "it may go through up to %s", pieces));
    }
    if (m->circles) {
        add_condition(
            to,
            localized(
                t, "a ray that returns to its own cell over empty cells may end there: a move that changes nothing"));
    }
    if (m->sets_ep && captures_en_passant(t->rules)) {
        add_condition(to, passes_several(m) && m->sets_all_ep
                              ? localized(t, "each cell that it passes over is then an en passant target for one turn")
                          : passes_several(m)
                              ? localized(t, "the first cell that it passes over is then an en passant "
                                             "target for one turn")
                              : localized(t, "the cell that it passes over is then an en passant target "
                                             "for one turn"));
    }
    if (m->into >= 0) {
        add_condition(to, format_localized(t, "it changes into %s",
                                           piece_word(t, m->into, t->russian ? FORM_ACCUSATIVE : FORM_INDEFINITE)));
    }
    if (m->must_not_check) {
        add_condition(to, localized(t, "it may not give check"));
    }
    if (!m->gives_check) {
        add_condition(to, localized(t, "its captures so give no check"));
    }
    if (m->keeps_clock) {
        add_condition(to, localized(t, "it does not count as progress"));
    }
}

static void put_all(const describer *t, const rule_move *m, text *to)
{
    put_limits(t, m, to);
    put_effects(t, m, to);
}

static void add_sentence_fact(describer *t, const rule_move *m, const char *words, unsigned modes, bool initial)
{
    text rest = {0};
    if ((modes & LEG_EN_PASSANT) && (modes & LEG_CAPTURE) && pieces_capture(t)) {
        add_condition(&rest, localized(t, "it also captures en passant in this way"));
    }
    if (initial) {
        add_condition(&rest, localized(t, "only from a cell where such a piece starts the game"));
    }
    put_all(t, m, &rest);
    add_fact(t, "move", "%s%s.", words, text_string(&rest));
    t->arena->failed |= rest.failed;
    text_finish(&rest);
}

/* Movements that are not paths. */
static bool describe_special(describer *t, const rule_move *m)
{
    if (m->stay) {
        add_sentence_fact(t, m, localized(t, "May stay where it is, as a move"), LEG_MOVE, false);
    } else if (m->along_lines) {
        add_sentence_fact(
            t, m,
            m->never_captures
                ? localized(t, "Moves, without capturing, to a neighbouring point along a line of the board")
                : localized(t, "Moves to a neighbouring point along a line of the board"),
            LEG_MOVE, false);
    } else if (m->hook) {
        const char *doc = function_doc(t, m->hook);
        add_sentence_fact(
            t, m,
            doc ? format_localized(t, "%s%s", doc, m->never_captures ? localized(t, ", without capturing") : "")
                : format_localized(t, "Has moves of its own%s",
                                   m->never_captures ? localized(t, ", without capturing") : ""),
            LEG_MOVE, false);
    } else {
        return false;
    }
    return true;
}

/* Jumps over pieces that stay. */
static const char *quiet_jump_words(const describer *t, const rule_move *m, const group *v)
{
    text rest = {0};
    put_jumped_cell(t, v, &rest);
    put_landing(t, m, v, &rest);
    if (m->chain != CHAIN_NONE) {
        add_condition(&rest, m->chain == CHAIN_ANY
                                 ? localized(t, "it may go on jumping so in the same move, and stop after any jump")
                                 : localized(t, "it may go on jumping straight ahead in the same move, and stop after "
                                                "any jump"));
    }
    const char *where = direction_words(t, v), *more = text_string(&rest);
    const char *words =
        !is_step(&v->leg[0]) || v->leg[0].range > 1
            ? format_localized(t, "Moves by jumping over a piece of any side, which stays%s", more)
        : v->leg[0].range == 1
            ? format_localized(t, "Moves by jumping %s over an adjacent piece of any side, which stays%s", where, more)
            : format_localized(t,
                               "Moves by jumping %s over a piece of any side, which stays, from any distance over "
                               "empty cells%s",
                               where, more);
    t->arena->failed |= rest.failed;
    text_finish(&rest);
    return words;
}

static void describe_jump(describer *t, const rule_move *m, const group *v)
{
    if (m->quiet_jumps) {
        add_sentence_fact(t, m, quiet_jump_words(t, m, v), LEG_MOVE, v->initial);
        return;
    }
    text rest = {0};
    put_jump(t, m, v, &rest);
    const char *where = direction_words(t, v), *more = text_string(&rest);
    const char *words =
        !is_step(&v->leg[0]) || v->leg[0].range > 1
            ? format_localized(t, "Captures by jumping over an enemy piece%s", more)
        : v->leg[0].range == 1
            ? format_localized(t, "Captures by jumping %s over an adjacent enemy piece%s", where, more)
            : format_localized(t, "Captures by jumping %s over an enemy piece, from any distance over empty cells%s",
                               where, more);
    t->arena->failed |= rest.failed;
    text_finish(&rest);
    add_sentence_fact(t, m, words, 0, v->initial);
}

void describe_movement(describer *t, const rule_move *m)
{
    if (describe_special(t, m)) {
        return;
    }
    group *groups;
    size_t count = group_paths(t, &m->paths, &groups);
    count = groups ? merge_groups(groups, count) : 0;
    for (size_t i = 0; i < count; i++) {
        const group *v = &groups[i];
        if (m->jumps || m->quiet_jumps) {
            describe_jump(t, m, v);
            continue;
        }
        const stride *last = &v->leg[v->legs - 1];
        const char *words = format_localized(t, "%s %s", verb_words(t, last->modes), group_words(t, v));
        add_sentence_fact(t, m, words, last->modes, v->initial);
    }
}
