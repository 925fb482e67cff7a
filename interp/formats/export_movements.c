/* Movements: the paths of our notation as single steps of Fairy-Stockfish, and where they hold. */
#include "formats/export_context.h"

#include <string.h>

/* A step of a movement with the cells where it holds. */
typedef struct move_item {
    fairy_step step;
    const rule_move *rule;
    export_zone from, to;
} move_item;

typedef struct move_items {
    move_item list[FAIRY_STEPS_MAX];
    size_t count;
} move_items;

/* ---- single steps ---- */

static int absolute(int n)
{
    return n < 0 ? -n : n;
}

/* Several legs that make one lame leap there; false when they make none. */
static bool step_from_legs(const betza_path *path, fairy_step *s)
{
    const betza_leg *l = &path->leg[0];
    int x = 0, y = 0;
    if (path->legs == 3 && l->x * l->x + l->y * l->y == 1) { /* the lame zebra, see fairy_betza.c */
        for (int i = 0; i < 3; i++) {
            x += path->leg[i].x;
            y += path->leg[i].y;
        }
        *s = (fairy_step){
            .x = (int8_t)x, .y = (int8_t)y, .modes = FAIRY_QUIET | FAIRY_CAPTURE, .lame = true, .ride = -1};
        return x * x + y * y == 13;
    }
    const betza_leg *second = &path->leg[1];
    if (path->legs != 2 || l->range != 1 || second->range != 1 || l->modes != LEG_MOVE || l->flags ||
        l->x * l->x + l->y * l->y != 1 || second->x * second->x + second->y * second->y != 2) {
        return false;
    }
    x = l->x + second->x;
    y = l->y + second->y;
    *s = (fairy_step){.x = (int8_t)x, .y = (int8_t)y, .lame = true, .ride = -1};
    s->modes =
        (uint8_t)((second->modes & LEG_MOVE ? FAIRY_QUIET : 0) | (second->modes & LEG_CAPTURE ? FAIRY_CAPTURE : 0));
    return x * x + y * y == 5 && !(second->modes & ~(unsigned)(LEG_MOVE | LEG_CAPTURE)) && !second->flags;
}

/* A path as a step of Fairy-Stockfish; false when it has no such step. */
static bool step_from_path(const betza_path *path, fairy_step *s, bool *en_passant)
{
    const betza_leg *l = &path->leg[0];
    unsigned known = LEG_MOVE | LEG_CAPTURE | LEG_EN_PASSANT;
    if (path->initial) {
        return false;
    }
    if (path->legs > 1) {
        return step_from_legs(path, s);
    }
    unsigned hop = l->flags & (LEG_CANNON | LEG_GRASSHOPPER);
    if (l->z || l->modes & ~known || l->flags & ~(LEG_CANNON | LEG_GRASSHOPPER | LEG_LAME)) {
        return false;
    }
    *s = (fairy_step){.x = l->x, .y = l->y, .ride = -1};
    s->modes = (uint8_t)((l->modes & LEG_MOVE ? FAIRY_QUIET : 0) | (l->modes & LEG_CAPTURE ? FAIRY_CAPTURE : 0));
    *en_passant |= (l->modes & LEG_EN_PASSANT) != 0;
    int longer = absolute(l->x) > absolute(l->y) ? absolute(l->x) : absolute(l->y);
    bool knight = l->x * l->x + l->y * l->y == 5;
    s->lame = l->flags & LEG_LAME && l->steps > 1;
    if (s->lame) {
        return longer == 2 && l->range == 1 && !hop;
    }
    if (hop) {
        s->hop = hop & LEG_CANNON ? 'p' : 'g';
        s->ride = (int8_t)(hop & LEG_CANNON ? l->range < 10 ? l->range : 0 : 1);
        return longer == 1 && (hop & LEG_CANNON ? l->range != 1 && l->range < 10 : l->range == 0);
    }
    if (l->range != 1) {
        s->ride = (int8_t)(l->range < 10 ? l->range : 0);
        return (longer == 1 || knight) && l->range < 10;
    }
    return longer <= 3;
}

void export_add_step(fairy_steps *to, fairy_step s)
{
    for (unsigned mode = 1; mode <= 2; mode <<= 1) {
        if (s.modes & mode && to->count < FAIRY_STEPS_MAX) {
            fairy_step one = s;
            one.modes = (uint8_t)mode;
            bool known = false;
            for (size_t i = 0; i < to->count; i++) {
                known = known || memcmp(&to->list[i], &one, sizeof one) == 0;
            }
            if (!known) {
                to->list[to->count++] = one;
            }
        }
    }
}

bool export_same_steps(const fairy_steps *a, const fairy_steps *b)
{
    for (size_t i = 0; i < a->count; i++) {
        bool found = false;
        for (size_t k = 0; k < b->count; k++) {
            found = found || memcmp(&a->list[i], &b->list[k], sizeof a->list[i]) == 0;
        }
        if (!found) {
            return false;
        }
    }
    return a->count == b->count;
}

/* ---- first steps ---- */

/* A step that begins in a part of the board: with an en passant target, or the double step of a pawn. */
static bool begins_first_step(const rule_move *m)
{
    const betza_leg *l = m->paths.count == 1 ? &m->paths.paths[0].leg[0] : NULL;
    bool two_ahead = l && m->paths.paths[0].legs == 1 && l->x == 0 && l->y == 2 && l->range == 1 &&
                     l->modes == LEG_MOVE && l->flags == LEG_LAME;
    return m->sets_ep || (m->from.string && two_ahead);
}

/* The same, or another step from just the cells of those. */
static bool is_first_step(exporter *e, const rule_move *m)
{
    if (begins_first_step(m) || !m->from.string || !e->has_first_steps || m->hook) {
        return begins_first_step(m);
    }
    export_zone from = export_read_zone(e, &m->from);
    return export_zones_equal(&from, &e->first_steps);
}

/* The cell `steps` times (x, y) away from file and rank, as the player sees it; false when it is off the board. */
static bool cell_beyond(const exporter *e, int player, int x, int y, int steps, int *file, int *rank)
{
    bool turned = player == 1;
    *file += (turned && !e->rules->mirrored ? -x : x) * steps;
    *rank += (turned ? -y : y) * steps;
    return *file >= 0 && *file < e->rules->width && *rank >= 0 && *rank < e->rules->height;
}

/* Notes the first cells that such steps pass. */
static void note_passed(exporter *e, const rule_move *m, const export_zone *from)
{
    export_zone *passed = m->sets_ep ? &e->passed : &e->unset;
    for (size_t i = 0; i < m->paths.count; i++) {
        const betza_leg *l = &m->paths.paths[i].leg[0];
        int parts = l->steps > 1 ? l->steps : 1;
        for (int player = 0; player < 2; player++) {
            for (int cell = 0; cell < e->rules->width * e->rules->height; cell++) {
                int file = cell % e->rules->width, rank = cell / e->rules->width;
                if (from->of[player][rank] >> file & 1 &&
                    cell_beyond(e, player, l->x / parts, l->y / parts, 1, &file, &rank)) {
                    passed->of[1 - player][rank] |= (uint16_t)(1u << file);
                }
            }
        }
    }
}

void export_read_first_steps(exporter *e)
{
    const ruleset *r = e->rules;
    for (size_t i = 0; i < r->piece_count; i++) {
        export_zone own = {{{0}}};
        bool some = false;
        for (size_t k = 0; k < r->pieces[i].move_count; k++) {
            const rule_move *m = &r->pieces[i].moves[k];
            if (begins_first_step(m)) {
                export_zone from = export_read_zone(e, &m->from);
                note_passed(e, m, &from);
                for (int cell = 0; cell < 2 * EXPORT_RANKS; cell++) {
                    own.of[cell / EXPORT_RANKS][cell % EXPORT_RANKS] |=
                        from.of[cell / EXPORT_RANKS][cell % EXPORT_RANKS];
                }
                some = true;
            }
        }
        if (some && e->has_first_steps && !export_zones_equal(&own, &e->first_steps)) {
            export_refuse(e, r->pieces[i].location, "different double steps");
        }
        e->first_steps = some ? own : e->first_steps;
        e->has_first_steps |= some;
    }
    for (size_t i = 0; i < r->piece_count; i++) {
        for (size_t k = 0; k < r->pieces[i].move_count; k++) {
            const rule_move *m = &r->pieces[i].moves[k];
            if (!begins_first_step(m) && is_first_step(e, m)) {
                note_passed(e, m, &e->first_steps);
            }
        }
    }
    for (int i = 0; i < 2 * EXPORT_RANKS; i++) {
        if (e->passed.of[i / EXPORT_RANKS][i % EXPORT_RANKS] & e->unset.of[i / EXPORT_RANKS][i % EXPORT_RANKS]) {
            export_refuse(e, (location){0}, "double steps of which some set an en passant target and some do not");
            return;
        }
    }
}

/* ---- all steps of a piece ---- */

static bool is_special(const rule_move *m)
{
    return m->right >= 0 || m->into >= 0 || m->with_piece >= 0 || m->must_not_check || !m->gives_check || m->bounces ||
           m->through || m->jumps || m->quiet_jumps || m->stay || m->along_lines || m->circles || m->barred_edges ||
           m->must_be_empty.count || m->adjacent.count || m->victim_count || m->keeps_clock || m->safe;
}

static bool fail(exporter *e, bool silent, location at, const char *what)
{
    if (!silent) {
        export_refuse(e, at, what);
    }
    return false;
}

static void put_item(move_items *items, fairy_step s, const rule_move *rule, const export_zone *from,
                     const export_zone *to)
{
    if (items->count < FAIRY_STEPS_MAX) {
        items->list[items->count++] = (move_item){.step = s, .rule = rule, .from = *from, .to = *to};
    }
}

/* Whether all cells where the other movements of a piece end lie below those of the other player's piece. */
static bool ranks_apart(exporter *e, const rule_piece *p, const rule_move *except)
{
    export_zone all = {{{0}}};
    for (size_t i = 0; i < p->move_count; i++) {
        export_zone to = export_read_zone(e, &p->moves[i].to);
        for (int k = 0; k < 2 * EXPORT_RANKS && &p->moves[i] != except; k++) {
            all.of[k / EXPORT_RANKS][k % EXPORT_RANKS] |= to.of[k / EXPORT_RANKS][k % EXPORT_RANKS];
        }
    }
    for (int low = 0; low < EXPORT_RANKS; low++) {
        for (int high = low; high < EXPORT_RANKS; high++) {
            if (all.of[1][low] && all.of[0][high]) {
                return false;
            }
        }
    }
    return true;
}

/* A royal piece that attacks the other royal along open lines: along files, where the two never share a rank. */
static bool is_flying(exporter *e, const rule_move *m, size_t index)
{
    const rule_piece *p = &e->rules->pieces[index];
    unsigned directions = 0;
    if (m->victim_count != 1 || &e->rules->pieces[m->victims[0]] != p || !p->royal || m->from.string || m->to.string) {
        return false;
    }
    for (size_t i = 0; i < m->paths.count; i++) {
        const betza_leg *l = &m->paths.paths[i].leg[0];
        if (m->paths.paths[i].legs != 1 || l->range != 0 || l->modes != LEG_CAPTURE || l->flags ||
            absolute(l->x) + absolute(l->y) != 1) {
            return false;
        }
        directions |= l->y > 0 ? 1 : l->y < 0 ? 2 : l->x > 0 ? 4 : 8;
    }
    return directions == 15 || (directions & 1 && ranks_apart(e, p, m));
}

/* A movement that a script lists: leaps that are the same everywhere. */
static bool steps_from_script(exporter *e, size_t index, fairy_steps *steps)
{
    const ruleset *r = e->rules;
    *steps = (fairy_steps){0};
    for (int attempt = 0; attempt < 2; attempt++) { /* finds the steps, then whether each cell has all of them */
        for (int cell = 0; cell < 2 * r->width * r->height; cell++) {
            int player = cell % 2, file = cell / 2 % r->width, rank = cell / 2 / r->width;
            uint16_t to[EXPORT_RANKS] = {0};
            if (!e->board->leaps(e->board->state, index, (size_t)player, file, rank, to)) {
                return false;
            }
            for (int x = -3; x <= 3; x++) {
                for (int y = -3; y <= 3; y++) {
                    fairy_step s = {.x = (int8_t)x, .y = (int8_t)y, .modes = FAIRY_QUIET | FAIRY_CAPTURE, .ride = -1};
                    fairy_steps one = {0};
                    int f = file, k = rank;
                    bool on = cell_beyond(e, player, x, y, 1, &f, &k), goes = on && to[k] >> f & 1;
                    to[k * on] &= (uint16_t) ~(goes ? 1u << f : 0u);
                    if (goes && attempt == 0) {
                        export_add_step(steps, s);
                    }
                    export_add_step(&one, s);
                    bool known = false;
                    for (size_t i = 0; i < steps->count; i++) {
                        known = known || memcmp(&steps->list[i], &one.list[0], sizeof one.list[0]) == 0;
                    }
                    if (attempt == 1 && on && known != goes) {
                        return false;
                    }
                }
            }
            if (!export_ranks_empty(to)) {
                return false; /* farther than three cells */
            }
        }
    }
    return steps->count > 0;
}

/* The steps of all movements, first steps apart in `m`. */
static bool collect(exporter *e, size_t index, bool silent, move_items *items, movement *m)
{
    const rule_piece *p = &e->rules->pieces[index];
    for (size_t i = 0; i < p->move_count; i++) {
        const rule_move *rule = &p->moves[i];
        fairy_steps scripted;
        if (is_flying(e, rule, index)) {
            m->flying = true;
            continue;
        }
        if (is_special(rule) || (rule->hook && p->move_count > 1)) {
            return fail(e, silent, rule->location, "this movement");
        }
        export_zone from = export_read_zone(e, &rule->from), to = export_read_zone(e, &rule->to);
        if (rule->hook && (rule->from.string || rule->to.string || !steps_from_script(e, index, &scripted))) {
            return fail(e, silent, rule->location, "this movement");
        }
        for (size_t k = 0; rule->hook && k < scripted.count; k++) {
            put_item(items, scripted.list[k], rule, &from, &to);
        }
        for (size_t k = 0; k < rule->paths.count; k++) {
            fairy_step s;
            if (!step_from_path(&rule->paths.paths[k], &s, &m->en_passant)) {
                return fail(e, silent, rule->location, "this movement");
            }
            s.initial = is_first_step(e, rule);
            put_item(items, s, rule, s.initial ? &e->first_steps : &from, &to);
        }
    }
    return true;
}

/* ---- where they hold ---- */

static bool same_everywhere(const exporter *e, const move_items *items)
{
    export_zone whole = export_read_zone((exporter *)e, &(rule_text){0});
    for (size_t i = 0; i < items->count; i++) {
        const move_item *item = &items->list[i];
        if (!export_zones_equal(&item->to, &items->list[0].to) ||
            (!item->step.initial && !export_zones_equal(&item->from, &whole))) {
            return false;
        }
    }
    return true;
}

/* A piece that moves sideways only from some rank on; 0: it does not. */
static int soldier_rank(const exporter *e, const move_items *items)
{
    const ruleset *r = e->rules;
    uint16_t full = (uint16_t)((1u << r->width) - 1);
    int rank = 0;
    if (items->count != 3) {
        return 0;
    }
    for (size_t i = 0; i < 3; i++) {
        const move_item *item = &items->list[i];
        const fairy_step *s = &item->step;
        if (s->modes != (FAIRY_QUIET | FAIRY_CAPTURE) || s->hop || s->lame || s->ride >= 0 || s->initial ||
            absolute(s->x) + absolute(s->y) != 1 || s->y < 0 || !export_zones_equal(&item->to, &items->list[0].to)) {
            return 0;
        }
        int first = 0;
        while (first < r->height && !item->from.of[0][first]) {
            first++;
        }
        for (int k = 0; k < r->height; k++) {
            uint16_t wanted = k < first ? 0 : full;
            if (item->from.of[0][k] != wanted || item->from.of[1][r->height - 1 - k] != wanted) {
                return 0;
            }
        }
        if (s->x ? rank && rank != first + 1 : first != 0) {
            return 0;
        }
        rank = s->x ? first + 1 : rank;
    }
    return rank;
}

static bool has_cell(const uint16_t ranks[EXPORT_RANKS], int file, int rank)
{
    return ranks[rank] >> file & 1;
}

/* How far a step can go. */
static int reach_of(const fairy_step *s)
{
    bool endless = s->ride == 0 || (s->hop && s->ride == 1);
    return s->ride < 0 ? 1 : endless ? EXPORT_RANKS : s->ride;
}

static bool same_step(const fairy_step *a, const fairy_step *b)
{
    fairy_step other = *b;
    other.modes = a->modes;
    return memcmp(a, &other, sizeof other) == 0;
}

/* Whether some movement allows this step there. */
static bool is_allowed(const move_items *items, const fairy_step *s, int player, int file, int rank, int f, int k)
{
    unsigned modes = 0;
    for (size_t i = 0; i < items->count; i++) {
        const move_item *item = &items->list[i];
        if (same_step(&item->step, s) && has_cell(item->from.of[player], file, rank) &&
            has_cell(item->to.of[player], f, k)) {
            modes |= item->step.modes;
        }
    }
    return (s->modes & ~modes) == 0;
}

/* Walks all steps from the cells where the piece can ever stand. Collects their targets, or (`check`) asks whether each
 * step onto a target is allowed from each cell. */
static bool walk(const exporter *e, const move_items *items, const export_zone *stands, export_zone *to, bool check)
{
    const ruleset *r = e->rules;
    export_zone whole = export_read_zone((exporter *)e, &(rule_text){0});
    for (size_t i = 0; i < items->count; i++) {
        const fairy_step *s = &items->list[i].step;
        for (int cell = 0; cell < 2 * r->width * r->height; cell++) {
            int player = cell % 2, file = cell / 2 % r->width, rank = cell / 2 / r->width;
            bool here = has_cell(stands->of[player], file, rank) &&
                        (!s->initial || has_cell(e->first_steps.of[player], file, rank));
            for (int n = 1; here && n <= reach_of(s); n++) {
                int f = file, k = rank;
                if (!cell_beyond(e, player, s->x, s->y, n, &f, &k)) {
                    break;
                }
                bool allowed = is_allowed(items, s, player, file, rank, f, k);
                if (!check && allowed) {
                    to->of[player][k] |= (uint16_t)(1u << f);
                } else if (check && !allowed && has_cell(to->of[player], f, k) && has_cell(whole.of[player], f, k)) {
                    return false;
                }
            }
        }
    }
    return true;
}

/* Movements that begin or end in parts of the board, as movements that all end in one part. */
static bool limit(exporter *e, size_t index, const move_items *items, movement *m)
{
    export_zone stands = {{{0}}};
    m->to = (export_zone){{{0}}};
    for (size_t player = 0; player < 2; player++) {
        if (!e->board->stands(e->board->state, index, player, stands.of[player])) {
            e->out.failed = true;
            return false;
        }
    }
    if (!walk(e, items, &stands, &m->to, false) || !walk(e, items, &stands, &m->to, true)) {
        return false;
    }
    m->limited = true; /* an empty region is no limit there */
    return !export_ranks_empty(m->to.of[0]) && !export_ranks_empty(m->to.of[1]);
}

/* Whether the movement tells left from right. */
static bool is_asymmetric(const fairy_steps *steps)
{
    fairy_steps flipped = *steps;
    for (size_t i = 0; i < flipped.count; i++) {
        flipped.list[i].x = (int8_t)-flipped.list[i].x;
    }
    return !export_same_steps(steps, &flipped);
}

static location first_zone(const move_items *items)
{
    for (size_t i = 0; i < items->count; i++) {
        const rule_move *rule = items->list[i].rule;
        if (rule->from.string && !items->list[i].step.initial) {
            return rule->from.location;
        }
    }
    return items->list[items->count - 1].rule->location;
}

bool export_movement(exporter *e, size_t index, bool silent, movement *m)
{
    move_items *items = arena_new(e->arena, move_items, 1);
    *m = (movement){0};
    if (!items) {
        e->out.failed = true;
        return false;
    }
    if (!collect(e, index, silent, items, m)) {
        return false;
    }
    for (size_t i = 0; i < items->count; i++) {
        export_add_step(&m->steps, items->list[i].step);
    }
    if (e->rules->mirrored && is_asymmetric(&m->steps)) {
        return fail(e, silent, e->rules->pieces[index].location,
                    "a movement that tells left from right on a mirrored board");
    }
    m->soldier_rank = soldier_rank(e, items);
    if (items->count == 0) {
        return true;
    }
    export_zone whole = export_read_zone(e, &(rule_text){0});
    if (same_everywhere(e, items) || m->soldier_rank) {
        m->to = items->list[0].to;
        m->limited = !export_zones_equal(&m->to, &whole);
        return true;
    }
    return limit(e, index, items, m) ||
           fail(e, silent, first_zone(items), "movements that begin or end in different parts of the board");
}

/* ---- their notation ---- */

/* Joins moves and captures that are otherwise equal. */
static void join(const fairy_steps *from, fairy_steps *to)
{
    *to = (fairy_steps){0};
    for (size_t i = 0; i < from->count; i++) {
        bool known = false;
        for (size_t k = 0; k < to->count && !known; k++) {
            known = same_step(&to->list[k], &from->list[i]);
            to->list[k].modes |= known ? from->list[i].modes : 0;
        }
        if (!known) {
            to->list[to->count++] = from->list[i];
        }
    }
}

/* The direction letters of a step, as Fairy-Stockfish reads them: each pair means one of the eight. */
static const char *direction(const fairy_step *s)
{
    int x = s->x, y = s->y;
    if (x == 0) {
        return y > 0 ? "f" : "b";
    }
    if (y == 0) {
        return x > 0 ? "r" : "l";
    }
    if (absolute(y) >= absolute(x)) {
        return y > 0 ? (x > 0 ? "rf" : "lf") : x > 0 ? "rb" : "lb";
    }
    return y > 0 ? (x > 0 ? "fr" : "fl") : x > 0 ? "br" : "bl";
}

static const char *atom(const fairy_step *s)
{
    static const char *const names[4][4] = {
        {"", "W", "D", "H"}, {"W", "F", "N", "C"}, {"D", "N", "A", "Z"}, {"H", "C", "Z", "G"}};
    int x = absolute(s->x), y = absolute(s->y);
    bool ray = (s->ride >= 0 || s->hop) && x <= 1 && y <= 1;
    return ray ? (x && y ? "B" : "R") : names[x & 3][y & 3];
}

static void write_step(const fairy_step *s, bool all_directions, bool en_passant, text *out)
{
    const char *mode = s->modes == FAIRY_QUIET ? "m" : s->modes == FAIRY_CAPTURE ? "c" : "";
    text_print(out, "%s%s%s%s%s%s%s", s->initial ? "i" : "", mode, en_passant && s->modes & FAIRY_CAPTURE ? "e" : "",
               s->lame ? "n" : "",
               s->hop == 'p' ? "p"
               : s->hop      ? "g"
                             : "",
               all_directions ? "" : direction(s), atom(s));
    if (s->ride > (s->hop ? 1 : 0)) {
        text_print(out, "%d", s->ride);
    } else if (s->x * s->x + s->y * s->y == 5 && s->ride == 0) {
        text_put(out, "N");
    }
}

/* Groups the steps where a group has all directions. */
void export_write_betza(const movement *m, text *out)
{
    fairy_steps joined;
    bool done[FAIRY_STEPS_MAX] = {false};
    join(&m->steps, &joined);
    for (size_t i = 0; i < joined.count; i++) {
        const fairy_step *s = &joined.list[i];
        size_t same[8], count = 0;
        int ax = absolute(s->x), ay = absolute(s->y);
        for (size_t k = i; k < joined.count && count < 8; k++) {
            const fairy_step *o = &joined.list[k];
            int bx = absolute(o->x), by = absolute(o->y);
            if (!done[k] && ((ax == bx && ay == by) || (ax == by && ay == bx)) && o->modes == s->modes &&
                o->hop == s->hop && o->lame == s->lame && o->ride == s->ride && o->initial == s->initial) {
                same[count++] = k;
            }
        }
        size_t all = ax == 0 || ay == 0 || ax == ay ? 4 : 8;
        for (size_t k = 0; k < count; k++) {
            done[same[k]] = true;
            if (k == 0 || count != all) {
                write_step(&joined.list[same[k]], count == all, m->en_passant, out);
            }
        }
    }
}
