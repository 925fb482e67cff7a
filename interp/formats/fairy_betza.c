#include "formats/fairy_betza.h"

#include <string.h>

#include "rules/betza.h"

/* ---- reading their notation ---- */

static const struct {
    char letter;
    int8_t longer[2], shorter[2]; /* of one or two leaps */
    int leaps;
    bool rides;
} atoms[] = {
    {'W', {1}, {0}, 1, false}, {'F', {1}, {1}, 1, false}, {'D', {2}, {0}, 1, false},
    {'N', {2}, {1}, 1, false}, {'A', {2}, {2}, 1, false}, {'H', {3}, {0}, 1, false},
    {'L', {3}, {1}, 1, false}, {'C', {3}, {1}, 1, false}, {'J', {3}, {2}, 1, false},
    {'Z', {3}, {2}, 1, false}, {'G', {3}, {3}, 1, false}, {'K', {1, 1}, {0, 1}, 2, false},
    {'R', {1}, {0}, 1, true},  {'B', {1}, {1}, 1, true},  {'Q', {1, 1}, {0, 1}, 2, true},
};
enum { ATOMS = sizeof atoms / sizeof atoms[0], DIRECTIONS_MAX = 64 };

/* The eight leaps of an atom, and the pairs of letters that allow each; x and y in terms of its longer and shorter
 * part. */
static const struct {
    int8_t longer_x, longer_y, shorter_x, shorter_y;
    const char *pairs;
} leaps[8] = {
    {0, 1, 1, 0, "ff vv rf rv fh rh hr"},  {0, -1, -1, 0, "bb vv lb lv bh lh hr"},
    {1, 0, 0, -1, "rr ss br bs bh rh hr"}, {-1, 0, 0, 1, "ll ss fl fs fh lh hr"},
    {1, 0, 0, 1, "rr ss fr fs fh rh hl"},  {-1, 0, 0, -1, "ll ss bl bs bh lh hl"},
    {0, -1, 1, 0, "bb vv rb rv bh rh hl"}, {0, 1, -1, 0, "ff vv lf lv fh lh hl"},
};

typedef struct parsed_atom {
    char pairs[DIRECTIONS_MAX][3];
    size_t pair_count;
    unsigned modes;
    char hop;
    bool rider, lame, initial;
    int distance;
} parsed_atom;

static void add_pair(parsed_atom *r, char a, char b)
{
    if (r->pair_count < DIRECTIONS_MAX) {
        r->pairs[r->pair_count][0] = a;
        r->pairs[r->pair_count][1] = b;
        r->pairs[r->pair_count++][2] = '\0';
    }
}

static bool allows(const parsed_atom *r, const char *pairs, bool split)
{
    for (size_t i = 0; i < r->pair_count; i++) {
        const char *p = r->pairs[i];
        const char single[2][3] = {{p[0], p[0], 0}, {p[1], p[1], 0}};
        if (split && p[0] != p[1] ? strstr(pairs, single[0]) || strstr(pairs, single[1]) : strstr(pairs, p) != NULL) {
            return true;
        }
    }
    return r->pair_count == 0;
}

/* A later step in the same direction replaces an earlier one. */
static void add_step(fairy_steps *out, fairy_step s)
{
    for (size_t i = 0; i < out->count; i++) {
        fairy_step *o = &out->list[i];
        bool same_kind =
            (o->hop != 0) == (s.hop != 0) && o->initial == s.initial && (s.hop || (o->ride >= 0) == (s.ride >= 0));
        if (o->x == s.x && o->y == s.y && o->modes == s.modes && same_kind) {
            *o = s;
            return;
        }
    }
    if (out->count < FAIRY_STEPS_MAX) {
        out->list[out->count++] = s;
    }
}

/* Whether Fairy-Stockfish plays it: its tables have such movements for some atoms only. */
static bool is_supported(const fairy_step *s)
{
    int x = s->x < 0 ? -s->x : s->x, y = s->y < 0 ? -s->y : s->y;
    int longer = x > y ? x : y, shorter = x > y ? y : x;
    if (s->hop || (s->ride >= 0 && longer != 2)) {
        return longer == 1;
    }
    if (s->ride >= 0) {
        return shorter == 1;
    }
    return !s->lame || (longer == 2) || (longer == 3 && shorter == 2);
}

static bool put_atom(const parsed_atom *r, int atom, fairy_steps *out)
{
    bool played = true;
    for (int leap = 0; leap < atoms[atom].leaps; leap++) {
        int longer = atoms[atom].longer[leap], shorter = atoms[atom].shorter[leap];
        bool split = atoms[atom].leaps == 1 && shorter == 0;
        for (int i = 0; i < 8; i++) {
            if (!allows(r, leaps[i].pairs, split)) {
                continue;
            }
            fairy_step s = {.x = (int8_t)(leaps[i].longer_x * longer + leaps[i].shorter_x * shorter),
                            .y = (int8_t)(leaps[i].longer_y * longer + leaps[i].shorter_y * shorter),
                            .hop = r->hop ? r->distance == 1 ? 'g' : 'p' : '\0', /* the limit says which */
                            .lame = r->lame && !r->rider,
                            .initial = r->initial,
                            .ride = (int8_t)(r->rider || r->hop ? r->distance : -1)};
            for (unsigned mode = 1; mode <= 2; mode <<= 1) {
                if (!r->modes || (r->modes & mode)) {
                    s.modes = (uint8_t)mode;
                    if (is_supported(&s)) {
                        add_step(out, s);
                    } else {
                        played = false;
                    }
                }
            }
        }
    }
    return played;
}

static void warn_ignored(diag_list *diags, location at, const char *notation, size_t from, const char *words)
{
    if (diags) {
        diag_warning(diags, CODE_FOREIGN_DIFFERENT, location_within(at, from, 1),
                     "Fairy-Stockfish %s `%c` in `%s`; imported as it plays it", words, notation[from], notation);
    }
}

void fairy_betza_read(diag_list *diags, location at, const char *notation, fairy_steps *out)
{
    parsed_atom r = {0};
    *out = (fairy_steps){0};
    for (size_t i = 0; notation[i]; i++) {
        char c = notation[i], next = notation[i + 1];
        bool vertical = strchr("fbvh", c), horizontal = strchr("rlsh", c);
        int atom = 0;
        while (atom < ATOMS && atoms[atom].letter != c) {
            atom++;
        }
        if (c == 'm' || c == 'c') {
            r.modes |= c == 'm' ? FAIRY_QUIET : FAIRY_CAPTURE;
        } else if (c == 'p' || c == 'g') {
            r.hop = c;
            r.distance = c == 'g' ? 1 : r.distance;
        } else if (c == 'n') {
            r.lame = true;
        } else if (c == 'i') {
            r.initial = true;
        } else if (vertical || horizontal) {
            bool pair =
                next && (next == c || (vertical && strchr("rlsh", next)) || (horizontal && strchr("fbvh", next)));
            add_pair(&r, c, pair ? next : c);
            i += pair;
        } else if (atom < ATOMS) {
            r.rider = atoms[atom].rides;
            size_t here = i;
            if (ascii_is_digit(next) || next == c) {
                r.rider = true;
                r.distance = ascii_is_digit(next) ? next - '0' : r.distance;
                i++;
            }
            if (!put_atom(&r, atom, out)) {
                warn_ignored(diags, at, notation, here, "has no moves for this use of");
            }
            r = (parsed_atom){0};
        } else if (c != 'e') { /* Fairy-Stockfish finds e by itself */
            warn_ignored(diags, at, notation, i, "ignores");
        }
    }
}

/* ---- writing our notation ---- */

/* All spellings of directions. */
static const char *const prefixes[] = {"",   "v",  "s",  "f",  "b",  "l",  "r",  "fs", "bs", "ff", "bb", "ll",
                                       "rr", "vv", "ss", "fv", "bv", "lv", "rv", "sv", "fl", "fr", "bl", "br",
                                       "lf", "rf", "lb", "rb", "fh", "bh", "lh", "rh", "hl", "hr"};
enum { PREFIXES = sizeof prefixes / sizeof prefixes[0] };

static const char *atom_of(const fairy_step *s, char *number, size_t room)
{
    static const char *const names[4][4] = {
        {"", "W", "D", "H"}, {"W", "F", "N", "C"}, {"D", "N", "A", "Z"}, {"H", "C", "Z", "G"}};
    int x = s->x < 0 ? -s->x : s->x, y = s->y < 0 ? -s->y : s->y;
    text t = {0};
    const char *name = names[x & 3][y & 3];
    if (s->hop || s->ride >= 0) {
        bool line = x <= 1 && y <= 1;
        name = !line ? name : x && y ? "B" : "R";
        bool limited = s->hop ? s->ride > 1 : s->ride > 0;
        if (limited || (!s->hop && !line)) { /* that of a hopper counts from the piece, here and there */
            text_print(&t, "%d", s->ride);
        }
    }
    size_t n = t.length < room - 1 ? t.length : room - 1;
    memcpy(number, text_string(&t), n);
    number[n] = '\0';
    text_finish(&t);
    return name;
}

/* Marks the steps of `left` that this spelling covers, if it covers nothing else; returns how many. */
static size_t covered_steps(arena *a, diag_list *scratch_diags, const char *prefix, const char *atom,
                            const fairy_step *first_step, const fairy_steps *all, const bool *left, bool *covered)
{
    char *words = arena_format(a, "%s%s", prefix, atom);
    betza parsed = {0};
    if (!words || !betza_parse(a, scratch_diags, (location){0}, words, strlen(words), &parsed) ||
        scratch_diags->warnings) {
        return 0;
    }
    size_t count = 0;
    memset(covered, 0, FAIRY_STEPS_MAX * sizeof *covered);
    for (size_t i = 0; i < parsed.count; i++) {
        bool found = false;
        for (size_t k = 0; k < all->count; k++) {
            const fairy_step *s = &all->list[k];
            bool same = left[k] && s->x == parsed.paths[i].leg[0].x && s->y == parsed.paths[i].leg[0].y &&
                        s->modes == first_step->modes && s->hop == first_step->hop && s->lame == first_step->lame &&
                        s->ride == first_step->ride && s->initial == first_step->initial;
            if (same && !covered[k]) {
                covered[k] = true;
                count++;
                found = true;
            }
        }
        if (!found) {
            return 0;
        }
    }
    return count;
}

/* Writes one more spelling: the one that covers most of the steps. */
static bool write_spelling(const fairy_steps *all, bool *left, size_t first, bool en_passant, text *out)
{
    const fairy_step *first_step = &all->list[first];
    char number[8];
    const char *atom = atom_of(first_step, number, sizeof number);
    size_t best_count = 0;
    const char *best = NULL;
    bool covered[FAIRY_STEPS_MAX], chosen[FAIRY_STEPS_MAX];
    for (size_t i = 0; i < PREFIXES; i++) {
        arena a;
        diag_list scratch_diags;
        arena_init(&a, 0);
        diag_list_init(&scratch_diags);
        size_t count = covered_steps(&a, &scratch_diags, prefixes[i], atom, first_step, all, left, covered);
        if (count > best_count) {
            best_count = count;
            best = prefixes[i];
            memcpy(chosen, covered, sizeof chosen);
        }
        diag_list_finish(&scratch_diags);
        out->failed |= a.failed;
        arena_finish(&a);
    }
    if (!best) {
        return false;
    }
    for (size_t i = 0; i < all->count; i++) {
        left[i] = left[i] && !chosen[i];
    }
    bool both = first_step->modes == (FAIRY_QUIET | FAIRY_CAPTURE), captures = first_step->modes & FAIRY_CAPTURE;
    /* There, no step that could be a quiet move captures en passant. */
    bool passing = captures && !both && en_passant && !first_step->hop && !first_step->lame && first_step->ride < 0;
    text_print(out, "%s%s%s%s%s", best,
               both       ? ""
               : captures ? "c"
                          : "m",
               passing ? "e" : "", first_step->lame ? "n" : "",
               first_step->hop == 'p'   ? "p"
               : first_step->hop == 'g' ? "g"
                                        : "");
    text_print(out, "%s%s", atom, number);
    return true;
}

/* Joins moves and captures that are otherwise equal. */
static void merge_modes(const fairy_steps *from, bool initial, fairy_steps *to)
{
    *to = (fairy_steps){0};
    for (size_t i = 0; i < from->count; i++) {
        fairy_step s = from->list[i];
        bool known = s.initial != initial;
        for (size_t k = 0; k < to->count && !known; k++) {
            fairy_step *o = &to->list[k];
            known = o->x == s.x && o->y == s.y && o->hop == s.hop && o->lame == s.lame && o->ride == s.ride;
            o->modes |= known ? s.modes : 0;
        }
        if (!known) {
            to->list[to->count++] = s;
        }
    }
}

/* One step straight and two diagonal, over empty cells: only all eight together have a spelling. */
static void write_lame_zebra(const fairy_steps *all, bool *left, text *out)
{
    bool is[FAIRY_STEPS_MAX];
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++) {
        const fairy_step *s = &all->list[i];
        is[i] = s->lame && s->x * s->x + s->y * s->y == 13 && s->modes == (FAIRY_QUIET | FAIRY_CAPTURE);
        count += is[i];
    }
    for (size_t i = 0; i < all->count && count == 8; i++) {
        left[i] = left[i] && !is[i];
    }
    if (count == 8) {
        text_put(out, "mafsmafW");
    }
}

/* WF is K, RB is Q, where both have the same modifiers. */
static void join_atoms(text *out)
{
    static const char *const pairs[][2] = {{"mRmB", "mQ"}, {"cRcB", "cQ"}, {"gRgB", "gQ"}, {"pRpB", "pQ"},
                                           {"RB", "Q"},    {"WF", "K"},    {"mWmF", "mK"}, {"cWcF", "cK"}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        size_t n = strlen(pairs[i][0]);
        char *at = out->length ? strstr(out->bytes, pairs[i][0]) : NULL;
        bool alone = at && (at == out->bytes || (at[-1] >= 'A' && at[-1] <= 'Z') || (at[-1] >= '0' && at[-1] <= '9'));
        if (alone && !(at[n] >= '0' && at[n] <= '9')) {
            text rest = {0};
            text_put(&rest, at + n);
            out->length = (size_t)(at - out->bytes);
            out->bytes[out->length] = '\0';
            text_put(out, pairs[i][1]);
            text_put(out, text_string(&rest));
            text_finish(&rest);
        }
    }
}

bool fairy_betza_write(const fairy_steps *steps, bool initial, bool en_passant, text *out, const char **cannot)
{
    fairy_steps all;
    bool left[FAIRY_STEPS_MAX];
    *cannot = NULL;
    merge_modes(steps, initial, &all);
    memset(left, 1, sizeof left);
    write_lame_zebra(&all, left, out);
    for (size_t i = 0; i < all.count; i++) {
        const fairy_step *s = &all.list[i];
        int x = s->x < 0 ? -s->x : s->x, y = s->y < 0 ? -s->y : s->y;
        if (left[i] && s->lame && ((x == 3 && y == 2) || (x == 2 && y == 3))) {
            *cannot = "a lame zebra";
        }
        if (*cannot) {
            return false;
        }
        while (left[i]) { /* the best spelling may cover other steps first */
            if (!write_spelling(&all, left, i, en_passant, out)) {
                *cannot = "this leap";
                return false;
            }
        }
    }
    join_atoms(out);
    return all.count > 0;
}
