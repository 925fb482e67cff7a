#include "formats/export.h"

#include <string.h>

#include "formats/fairy_betza.h"
#include "formats/settings.h"

typedef struct exporter {
    arena *arena;
    diag_list *diags;
    const ruleset *rules;
    const export_board *board;
    text out;
    char letters[RULES_PIECES_MAX];   /* letter of each piece in the section; 0: it is a promoted form */
    int unpromoted[RULES_PIECES_MAX]; /* of a promoted piece "+p": the index of "p"; -1 */
    const char *types[RULES_PIECES_MAX];
    int customs;
    uint16_t double_steps[2][16]; /* cells of the double step, by player: the same for all pieces that have one */
    bool has_double_steps, has_en_passant;
} exporter;

/* Reports what the format cannot say, at the rule that says it. */
static void refuse(exporter *e, location at, const char *what)
{
    diag_error(e->diags, CODE_EXPORT_UNSUPPORTED, at, "Fairy-Stockfish's format cannot say %s", what);
}

static void put(exporter *e, const char *key, const char *value)
{
    text_print(&e->out, "%s = %s\n", key, value);
}

/* ---- regions ---- */

static void put_region(exporter *e, const char *key, const uint16_t ranks[16])
{
    const ruleset *r = e->rules;
    uint16_t full = (uint16_t)((1u << r->width) - 1);
    bool some = false;
    text_print(&e->out, "%s =", key);
    for (int rank = 0; rank < r->height; rank++) {
        if (ranks[rank] == full) {
            text_print(&e->out, " *%d", rank + 1);
            some = true;
            continue;
        }
        for (int file = 0; file < r->width; file++) {
            if (ranks[rank] >> file & 1) {
                text_print(&e->out, " %c%d", 'a' + file, rank + 1);
                some = true;
            }
        }
    }
    text_put(&e->out, some ? "\n" : " -\n");
}

static void put_regions(exporter *e, const char *format, uint16_t ranks[2][16])
{
    static const char *const sides[] = {"White", "Black"};
    for (int i = 0; i < 2; i++) {
        char *key = arena_format(e->arena, "%s%s", format, sides[i]);
        if (key) {
            put_region(e, key, ranks[i]);
        }
    }
}

/* The key of older versions: a promotion zone from a rank of the first player on. */
static void put_first_rank(exporter *e, const uint16_t ranks[16])
{
    const ruleset *r = e->rules;
    uint16_t full = (uint16_t)((1u << r->width) - 1);
    int first = r->height;
    while (first > 0 && ranks[first - 1] == full) {
        first--;
    }
    for (int rank = 0; rank < first; rank++) {
        if (ranks[rank]) {
            return; /* the zone is not of that form */
        }
    }
    if (first < r->height) {
        text_print(&e->out, "promotionRank = %d\n", first + 1);
    }
}

static void zone_ranks(exporter *e, const rule_text *zone_text, uint16_t ranks[2][16])
{
    for (size_t i = 0; i < 2; i++) {
        memset(ranks[i], 0, sizeof ranks[i]);
        e->out.failed |= !e->board->zone(e->board->state, zone_text, i,
                                         ranks[i]); /* the zone was read before, so this is out of memory */
    }
}

/* ---- pieces ---- */

/* A path as a step of Fairy-Stockfish; false when it has no such step. */
static bool step_from_path(const betza_path *path, fairy_step *s, bool *en_passant)
{
    const betza_leg *l = &path->leg[0];
    unsigned known = LEG_MOVE | LEG_CAPTURE | LEG_EN_PASSANT;
    if (path->legs == 3 && l->x * l->x + l->y * l->y == 1) { /* the lame zebra, see fairy_betza.c */
        int x = 0, y = 0;
        for (int i = 0; i < 3; i++) {
            x += path->leg[i].x;
            y += path->leg[i].y;
        }
        *s = (fairy_step){
            .x = (int8_t)x, .y = (int8_t)y, .modes = FAIRY_QUIET | FAIRY_CAPTURE, .lame = true, .ride = -1};
        return x * x + y * y == 13 && !path->initial;
    }
    if (path->legs == 2 && l->range == 1 && path->leg[1].range == 1 && l->modes == LEG_MOVE && !l->flags &&
        l->x * l->x + l->y * l->y == 1 && path->leg[1].x * path->leg[1].x + path->leg[1].y * path->leg[1].y == 2) {
        int x = l->x + path->leg[1].x, y = l->y + path->leg[1].y;
        unsigned modes = path->leg[1].modes;
        *s = (fairy_step){.x = (int8_t)x, .y = (int8_t)y, .lame = true, .ride = -1};
        s->modes = (uint8_t)((modes & LEG_MOVE ? FAIRY_QUIET : 0) | (modes & LEG_CAPTURE ? FAIRY_CAPTURE : 0));
        return x * x + y * y == 5 && !(modes & ~known) && !path->leg[1].flags && !path->initial;
    }
    unsigned hop = l->flags & (LEG_CANNON | LEG_GRASSHOPPER);
    if (path->legs != 1 || path->initial || l->z || l->modes & ~known ||
        l->flags & ~(LEG_CANNON | LEG_GRASSHOPPER | LEG_LAME)) {
        return false;
    }
    *s = (fairy_step){.x = l->x, .y = l->y, .ride = -1};
    s->modes = (uint8_t)((l->modes & LEG_MOVE ? FAIRY_QUIET : 0) | (l->modes & LEG_CAPTURE ? FAIRY_CAPTURE : 0));
    *en_passant |= (l->modes & LEG_EN_PASSANT) != 0;
    int longer =
        (l->x < 0 ? -l->x : l->x) > (l->y < 0 ? -l->y : l->y) ? (l->x < 0 ? -l->x : l->x) : (l->y < 0 ? -l->y : l->y);
    bool knight = l->x * l->x + l->y * l->y == 5;
    s->lame = l->flags & LEG_LAME && l->steps > 1;
    if (s->lame) {
        return longer == 2 && l->range == 1 && !hop;
    }
    if (hop) {
        s->hop = hop & LEG_CANNON ? 'p' : 'g';
        s->ride = hop & LEG_CANNON ? 0 : 1;
        return longer == 1 && l->range == 0;
    }
    if (l->range != 1) {
        s->ride = (int8_t)(l->range < 10 ? l->range : 0);
        return (longer == 1 || knight) && l->range < 10;
    }
    return longer <= 3;
}

/* The direction letters of a step, as Fairy-Stockfish reads them: each pair means one of the eight. */
static const char *direction(const fairy_step *s)
{
    int x = s->x, y = s->y, ax = x < 0 ? -x : x, ay = y < 0 ? -y : y;
    if (x == 0) {
        return y > 0 ? "f" : "b";
    }
    if (y == 0) {
        return x > 0 ? "r" : "l";
    }
    if (ay >= ax) {
        return y > 0 ? (x > 0 ? "rf" : "lf") : x > 0 ? "rb" : "lb";
    }
    return y > 0 ? (x > 0 ? "fr" : "fl") : x > 0 ? "br" : "bl";
}

static const char *atom(const fairy_step *s)
{
    static const char *const names[4][4] = {
        {"", "W", "D", "H"}, {"W", "F", "N", "C"}, {"D", "N", "A", "Z"}, {"H", "C", "Z", "G"}};
    int x = s->x < 0 ? -s->x : s->x, y = s->y < 0 ? -s->y : s->y;
    bool line = (s->ride >= 0 || s->hop) && x <= 1 && y <= 1;
    return line ? (x && y ? "B" : "R") : names[x & 3][y & 3];
}

/* Writes the steps in Fairy-Stockfish's notation, grouped where a group has all directions. */
static void write_betza(const fairy_steps *m, text *out, bool en_passant)
{
    bool done[FAIRY_STEPS_MAX] = {false};
    for (size_t i = 0; i < m->count; i++) {
        const fairy_step *s = &m->list[i];
        size_t same[8], count = 0, ax = (size_t)(s->x * s->x), ay = (size_t)(s->y * s->y);
        if (done[i]) {
            continue;
        }
        for (size_t k = i; k < m->count && count < 8; k++) {
            const fairy_step *o = &m->list[k];
            size_t bx = (size_t)(o->x * o->x), by = (size_t)(o->y * o->y);
            if (!done[k] && ((ax == bx && ay == by) || (ax == by && ay == bx)) && o->modes == s->modes &&
                o->hop == s->hop && o->lame == s->lame && o->ride == s->ride && o->initial == s->initial) {
                same[count++] = k;
                done[k] = true;
            }
        }
        size_t all = ax == 0 || ay == 0 || ax == ay ? 4 : 8;
        for (size_t k = 0; k < (count == all ? 1 : count); k++) {
            const fairy_step *o = &m->list[same[k]];
            const char *mode = o->modes == FAIRY_QUIET ? "m" : o->modes == FAIRY_CAPTURE ? "c" : "";
            text_print(out, "%s%s%s%s%s%s%s", o->initial ? "i" : "", mode,
                       en_passant && o->modes & FAIRY_CAPTURE ? "e" : "", o->lame ? "n" : "",
                       o->hop == 'p' ? "p"
                       : o->hop      ? "g"
                                     : "",
                       count == all ? "" : direction(o), atom(o));
            bool knight = ax + ay == 5;
            if (!o->hop && o->ride > 0) {
                text_print(out, "%d", o->ride);
            } else if (knight && o->ride == 0) {
                text_put(out, "N");
            }
        }
    }
}

static void add_step(fairy_steps *to, fairy_step s)
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

static bool same_steps(const fairy_steps *a, const fairy_steps *b)
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

/* Joins moves and captures that are otherwise equal. */
static void join(const fairy_steps *from, fairy_steps *to)
{
    *to = (fairy_steps){0};
    for (size_t i = 0; i < from->count; i++) {
        bool known = false;
        for (size_t k = 0; k < to->count && !known; k++) {
            fairy_step other = from->list[i];
            other.modes = to->list[k].modes;
            known = memcmp(&other, &to->list[k], sizeof other) == 0;
            to->list[k].modes |= known ? from->list[i].modes : 0;
        }
        if (!known) {
            to->list[to->count++] = from->list[i];
        }
    }
}

static bool same_zone(const rule_text *a, const rule_text *b)
{
    return (!a->string && !b->string) || (a->string && b->string && strcmp(a->string, b->string) == 0);
}

/* A double step that starts in a part of the board. */
static bool is_double_step(const rule_move *m)
{
    const betza_leg *l = m->paths.count == 1 ? &m->paths.paths[0].leg[0] : NULL;
    return l && m->paths.paths[0].legs == 1 && l->x == 0 && l->y == 2 && l->range == 1 && l->modes == LEG_MOVE &&
           l->flags == LEG_LAME && !m->paths.paths[0].initial && !m->to.string;
}

/* The double steps of one piece. */
typedef struct double_steps {
    uint16_t from[2][16];
    bool ep_open, ep_shut; /* some set an en passant target, some do not */
} double_steps;

static void add_double_step(exporter *e, const rule_move *m, double_steps *d)
{
    uint16_t from[2][16];
    zone_ranks(e, &m->from, from);
    for (int i = 0; i < 2; i++) {
        for (int rank = 0; rank < 16; rank++) {
            d->from[i][rank] |= from[i][rank];
        }
    }
    d->ep_open |= m->sets_ep;
    d->ep_shut |= !m->sets_ep;
}

/* The format has one region for all pieces. */
static bool check_double_steps(exporter *e, const rule_piece *p, const double_steps *d)
{
    if (!d->ep_open && !d->ep_shut) {
        return true;
    }
    bool other = e->has_double_steps &&
                 (memcmp(e->double_steps, d->from, sizeof d->from) != 0 || e->has_en_passant != d->ep_open);
    if (other || (d->ep_open && d->ep_shut)) {
        refuse(e, p->location, "different double steps");
        return false;
    }
    memcpy(e->double_steps, d->from, sizeof d->from);
    e->has_double_steps = true;
    e->has_en_passant = d->ep_open;
    return true;
}

static bool is_special(const rule_move *m)
{
    return m->hook || m->right >= 0 || m->into >= 0 || m->with_piece >= 0 || m->must_not_check || !m->gives_check ||
           m->bounces || m->through || m->jumps || m->quiet_jumps || m->stay || m->along_lines || m->circles ||
           m->barred_edges || m->must_be_empty.count || m->adjacent.count || m->victim_count || m->keeps_clock;
}

/* All movements as steps; `has_double_step`: some movement is a double step. */
static bool movement(exporter *e, const rule_piece *p, fairy_steps *all, bool *has_double_step, bool *en_passant,
                     const rule_text **to)
{
    double_steps two = {0};
    *all = (fairy_steps){0};
    *to = NULL;
    for (size_t i = 0; i < p->move_count; i++) {
        const rule_move *m = &p->moves[i];
        bool flying_general = m->victim_count == 1 && m->paths.count >= 1 && p->royal &&
                              &e->rules->pieces[m->victims[0]] == p && !m->from.string &&
                              m->paths.paths[0].leg[0].range == 0;
        if (flying_general) {
            put(e, "flyingGeneral", "true");
            continue;
        }
        if (is_special(m)) {
            refuse(e, m->location, "this movement");
            return false;
        }
        if (is_double_step(m) && (m->from.string || m->sets_ep)) {
            add_double_step(e, m, &two);
            *has_double_step = true;
            continue;
        }
        if (m->from.string) {
            refuse(e, m->from.location, "a movement that begins in one part of the board only");
            return false;
        }
        if (i > 0 && *to && !same_zone(*to, &m->to)) {
            refuse(e, m->location, "movements of one piece that end in different parts of the board");
            return false;
        }
        *to = &m->to;
        for (size_t k = 0; k < m->paths.count; k++) {
            fairy_step s;
            if (!step_from_path(&m->paths.paths[k], &s, en_passant)) {
                refuse(e, m->location, "this movement");
                return false;
            }
            add_step(all, s);
        }
    }
    return check_double_steps(e, p, &two);
}

/* Fairy-Stockfish's name for such a movement, NULL when the letter needs a notation. */
static const char *fairy_piece_name(const exporter *e, const fairy_steps *m, bool has_double_step, bool en_passant,
                                    bool royal)
{
    fairy_steps theirs;
    const char *notation, *name;
    for (size_t i = 0; name = piece_type(i, &notation), notation; i++) {
        bool pawn = strcmp(name, "pawn") == 0, king = strcmp(name, "king") == 0, used = false;
        for (size_t k = 0; k < e->rules->piece_count; k++) {
            used = used || (e->types[k] && strcmp(e->types[k], name) == 0);
        }
        fairy_betza_read(NULL, (location){0}, notation, &theirs);
        if (!used && royal == king && same_steps(m, &theirs) && (pawn || (!has_double_step && !en_passant)) &&
            strcmp(name, "khon") != 0 && strcmp(name, "met") != 0 && strcmp(name, "dragon") != 0 &&
            strcmp(name, "euroshogiKnight") != 0 && strcmp(name, "janggiCannon") != 0) {
            return name;
        }
    }
    return NULL;
}

/* Whether the piece is what moves put on the board, or what is dropped as nobody's. Such a wall is no piece there. */
static bool is_put(const exporter *e, size_t index)
{
    const ruleset *r = e->rules;
    return (r->put.given && r->put.piece == (int)index) || (r->neutral && r->pieces[index].drop.neutral);
}

/* The one wall of the game; -1: there is none, or what is neutral is more than a wall. */
static int find_wall(const exporter *e)
{
    const ruleset *r = e->rules;
    int wall = -1;
    for (size_t i = 0; i < r->piece_count; i++) {
        const rule_piece *p = &r->pieces[i];
        if (!is_put(e, i)) {
            continue;
        }
        if (wall >= 0 || !p->invulnerable || p->move_count || p->promotion_count || p->remote_capture_count ||
            p->immobilizes.count || p->immobilizes.all || p->protects.count || p->protects.all || p->kamikaze ||
            p->when_covered >= 0) {
            return -1;
        }
        wall = (int)i;
    }
    return wall;
}

static void put_walling_region(exporter *e, const rule_text *zone)
{
    uint16_t ranks[2][16];
    if (zone->string) {
        zone_ranks(e, zone, ranks);
        put_regions(e, "wallingRegion", ranks);
    }
}

static bool has_royal(const ruleset *r)
{
    bool royal = false;
    for (size_t i = 0; i < r->piece_count; i++) {
        royal |= r->pieces[i].royal;
    }
    return royal;
}

/* Walls that come with a move. There a wall is no answer to an attack on a king. */
static void export_puts(exporter *e)
{
    const rule_put *rule = &e->rules->put;
    const char *word = rule->most == 1 && !rule->where ? "duck"
                       : rule->most || rule->optional  ? NULL
                       : !rule->where                  ? "static"
                       : rule->where == PUT_REACHED    ? "arrow"
                       : rule->where == PUT_LEFT       ? "past"
                       : rule->where == PUT_EDGE       ? "edge"
                                                       : NULL;
    bool royal = has_royal(e->rules);
    if (!word || (royal && (rule->parries || rule->most))) {
        refuse(e, rule->location, word && rule->parries ? "walls that parry checks" : "such walls");
        return;
    }
    put(e, "wallingRule", word);
    put_walling_region(e, &rule->zone);
}

/* Walls that come instead of a move. */
static void export_wall_drops(exporter *e, const rule_piece *wall)
{
    const rule_drop *d = &wall->drop;
    bool odd = d->unlimited != 3 || d->per_file || d->gravity || d->resets_halfmove_clock;
    if (odd || (has_royal(e->rules) && d->parries)) {
        refuse(e, d->location, "such walls");
        return;
    }
    put(e, "wallingRule", d->at_edge ? "edge" : "static");
    put(e, "wallOrMove", "true");
    put_walling_region(e, &d->zone);
}

static void export_walls(exporter *e)
{
    const ruleset *r = e->rules;
    int wall = find_wall(e);
    if (!r->neutral) {
        return;
    }
    if (wall < 0 || r->hands || (r->put.given && r->pieces[wall].drop.neutral && r->pieces[wall].drop.allowed)) {
        refuse(e, r->neutral_location, "neutral pieces");
    } else if (r->put.given) {
        export_puts(e);
    } else {
        export_wall_drops(e, &r->pieces[wall]);
    }
}

static void export_piece(exporter *e, size_t index)
{
    const rule_piece *p = &e->rules->pieces[index];
    fairy_steps m, joined;
    bool has_double_step = false, en_passant = false;
    const rule_text *to;
    if (!movement(e, p, &m, &has_double_step, &en_passant, &to)) {
        return;
    }
    if (p->remote_capture_count || p->immobilizes.count || p->immobilizes.all || p->protects.count || p->protects.all ||
        p->invulnerable || p->kamikaze || p->when_covered >= 0) {
        refuse(e, p->location, "the abilities of this piece");
    }
    const char *type = fairy_piece_name(e, &m, has_double_step, en_passant, p->royal);
    char letter[2] = {e->letters[index], '\0'};
    join(&m, &joined);
    if (type) {
        e->types[index] = type;
        put(e, type, letter);
    } else {
        text words = {0};
        if (has_double_step) { /* first moves of such a piece */
            add_step(&joined, (fairy_step){.y = 2, .modes = FAIRY_QUIET, .lame = true, .initial = true, .ride = -1});
        }
        write_betza(&joined, &words, en_passant);
        const char *key = p->royal ? "king" : arena_format(e->arena, "customPiece%d", ++e->customs);
        e->types[index] = key;
        text_print(&e->out, "%s = %s:%s\n", key ? key : "", letter, text_string(&words));
        text_finish(&words);
        if (e->customs > 25) {
            refuse(e, p->location, "more than 25 custom pieces");
        }
    }
    if (to && to->string && e->types[index]) {
        uint16_t ranks[2][16];
        char name[32] = "";
        zone_ranks(e, to, ranks);
        size_t n = strlen(e->types[index]);
        memcpy(name, e->types[index], n < 31 ? n : 31);
        name[0] = (char)(name[0] - 'a' + 'A');
        for (int i = 0; i < 2; i++) {
            char *key = arena_format(e->arena, "mobilityRegion%s%s", i ? "Black" : "White", name);
            if (key) {
                put_region(e, key, ranks[i]);
            }
        }
    }
}

/* Letters, and which piece is the promoted form of which. */
static void read_letters(exporter *e)
{
    const ruleset *r = e->rules;
    int royals = 0;
    for (size_t i = 0; i < r->piece_count; i++) {
        const rule_piece *p = &r->pieces[i];
        e->unpromoted[i] = -1;
        if (is_put(e, i)) {
            continue; /* it has no letter there */
        }
        royals += p->royal;
        bool plus = p->letter[0] == '+';
        if (strlen(p->letter) != 1u + plus || p->letter[plus] < 'a' || p->letter[plus] > 'z') {
            refuse(e, p->letter_location, "such a letter");
        } else if (!plus) {
            e->letters[i] = p->letter[0];
        }
    }
    for (size_t i = 0; i < r->piece_count; i++) {
        for (size_t k = 0; r->pieces[i].letter[0] == '+' && k < r->piece_count; k++) {
            e->unpromoted[i] = e->letters[k] == r->pieces[i].letter[1] ? (int)k : e->unpromoted[i];
        }
    }
    if (royals > 1) {
        refuse(e, r->pieces[0].location, "several royal pieces");
    }
}

/* The letter of a piece that is no promoted form. */
static char letter_of(exporter *e, size_t index, location at)
{
    if (!e->letters[index]) {
        refuse(e, at, "this of a promoted form alone");
    }
    return e->letters[index];
}

/* A piece with its own letter that moves like this promoted form; -1 when there is none yet. */
static int piece_moving_like(exporter *e, size_t index)
{
    const ruleset *r = e->rules;
    fairy_steps mine, other;
    bool has_double_step = false, en_passant = false;
    const rule_text *to;
    if (!movement(e, &r->pieces[index], &mine, &has_double_step, &en_passant, &to)) {
        return -1;
    }
    for (size_t i = 0; i < r->piece_count; i++) {
        if (e->letters[i] && e->unpromoted[i] < 0 &&
            movement(e, &r->pieces[i], &other, &has_double_step, &en_passant, &to) && same_steps(&mine, &other)) {
            return (int)i;
        }
    }
    return -1;
}

static char free_letter(const exporter *e, const char *used)
{
    for (int c = 'a'; c <= 'z'; c++) {
        if (!memchr(e->letters, c, sizeof e->letters) && !strchr(used, c)) {
            return (char)c;
        }
    }
    return '\0';
}

/* Shogi promotions: "+p" needs a piece with a letter of its own that moves like it. */
static void export_promoted(exporter *e)
{
    const ruleset *r = e->rules;
    text pairs = {0};
    char extra_letters[27] = "";
    fairy_steps extras[26];
    size_t extra_count = 0;
    for (size_t i = 0; i < r->piece_count; i++) {
        if (e->unpromoted[i] < 0) {
            continue;
        }
        int like = piece_moving_like(e, i);
        char letter = like >= 0 ? e->letters[like] : '\0';
        fairy_steps m;
        bool has_double_step = false, en_passant = false;
        const rule_text *to;
        if (!letter && movement(e, &r->pieces[i], &m, &has_double_step, &en_passant, &to)) {
            for (size_t k = 0; k < extra_count; k++) {
                letter = same_steps(&m, &extras[k]) ? extra_letters[k] : letter;
            }
            if (!letter && (letter = free_letter(e, extra_letters)) != '\0') {
                const char *type = fairy_piece_name(e, &m, false, false, false);
                text words = {0};
                if (type) {
                    text_print(&e->out, "%s = %c\n", type, letter);
                    e->types[i] = type;
                } else {
                    fairy_steps joined;
                    join(&m, &joined);
                    write_betza(&joined, &words, false);
                    text_print(&e->out, "customPiece%d = %c:%s\n", ++e->customs, letter, text_string(&words));
                }
                text_finish(&words);
                extras[extra_count] = m;
                extra_letters[extra_count++] = letter;
            } else if (!letter) {
                refuse(e, r->pieces[i].location, "so many pieces: there is no letter left");
            }
        }
        text_print(&pairs, "%s%c:%c", pairs.length ? " " : "", r->pieces[i].letter[1], letter);
    }
    if (pairs.length) {
        put(e, "promotedPieceType", text_string(&pairs));
    }
    text_finish(&pairs);
}

/* ---- promotion ---- */

static void put_letters(exporter *e, const char *key, const int *pieces, size_t count, location at)
{
    text_print(&e->out, "%s = ", key);
    for (size_t i = 0; i < count; i++) {
        text_char(&e->out, letter_of(e, (size_t)pieces[i], at));
    }
    text_put(&e->out, count ? "\n" : "-\n");
}

static bool same_promotion(const rule_promotion *a, const rule_promotion *b)
{
    bool same = a->to_count == b->to_count && same_zone(&a->zone, &b->zone) && a->optional == b->optional &&
                a->declinable == b->declinable;
    for (size_t i = 0; same && i < a->to_count; i++) {
        same = a->to[i] == b->to[i];
    }
    return same;
}

static void export_promotion(exporter *e)
{
    const ruleset *r = e->rules;
    const rule_promotion *pawn = NULL, *side = NULL;
    text pawns = {0};
    for (size_t i = 0; i < r->piece_count; i++) {
        const rule_piece *p = &r->pieces[i];
        if (p->promotion_limit) {
            refuse(e, p->location, "a limit of promotions");
        }
        if (p->transforms_into >= 0) {
            refuse(e, p->location, "pieces that transform with every move, except its own ones");
        }
        if (p->promotion_count > 1) {
            refuse(e, p->promotions[1].location, "several ways to promote for one piece");
        }
        if (p->promotion_count == 0) {
            continue;
        }
        const rule_promotion *own = &p->promotions[0];
        bool shogi = own->to_count == 1 && e->unpromoted[own->to[0]] == (int)i;
        const rule_promotion **first = shogi ? &side : &pawn;
        if (own->from_prison || own->by != PROMOTE_ANY || own->when == PROMOTE_STANDS ||
            (own->when == PROMOTE_TOUCHES) != shogi) {
            refuse(e, own->location, "this way to promote");
        } else if (*first && (shogi ? !same_zone(&(*first)->zone, &own->zone) || (*first)->optional != own->optional
                                    : !same_promotion(*first, own))) {
            refuse(e, own->location, "pieces that promote in different ways");
        }
        *first = own;
        if (!shogi) {
            text_char(&pawns, letter_of(e, i, own->location));
        }
    }
    const rule_promotion *any = pawn ? pawn : side;
    if (any) {
        uint16_t ranks[2][16];
        zone_ranks(e, &any->zone, ranks);
        put_first_rank(e, ranks[0]);
        put_regions(e, "promotionRegion", ranks);
        if (!r->hands && any->optional) {
            put(e, "immobilityIllegal", any->declinable ? "false" : "true");
        }
    } else if (!r->hands) { /* pawns without a promotion may enter what is their region there */
        put(e, "promotionRegionWhite", "-");
        put(e, "promotionRegionBlack", "-");
    }
    if (pawn && side && !same_zone(&pawn->zone, &side->zone)) {
        refuse(e, side->location, "pieces that promote in different ways");
    }
    put_letters(e, "promotionPieceTypes", pawn ? pawn->to : NULL, pawn ? pawn->to_count : 0,
                pawn ? pawn->location : (location){0});
    if (pawn) {
        put(e, "promotionPawnTypes", text_string(&pawns));
        if (pawn->optional) {
            put(e, "mandatoryPawnPromotion", "false");
        }
    }
    if (side && !side->optional) {
        put(e, "mandatoryPiecePromotion", "true");
    }
    text_finish(&pawns);
}

/* ---- double steps, clocks ---- */

static void export_steps(exporter *e)
{
    if (!e->has_double_steps) {
        put(e, "doubleStep", "false");
    } else {
        put_regions(e, "doubleStepRegion", e->double_steps);
        if (!e->has_en_passant) {
            put(e, "enPassantRegion", "-");
        }
    }
    text clock = {0};
    for (size_t i = 0; i < e->rules->piece_count; i++) {
        if (e->rules->pieces[i].resets_halfmove_clock && e->letters[i]) {
            text_char(&clock, e->letters[i]);
        }
    }
    put(e, "nMoveRuleTypes", clock.length ? text_string(&clock) : "-");
    text_finish(&clock);
}

/* ---- castling ---- */

static bool cell_of(exporter *e, const rule_text_by_player *zone_text, size_t player, int *file, int *rank)
{
    uint16_t ranks[16] = {0};
    rule_text one = zone_text->each[player];
    if (!zone_text->per_player) {
        one.string = arena_format(e->arena, "own %s", one.string);
        one.verbatim = false;
    }
    if (!one.string || !e->board->zone(e->board->state, &one, player, ranks)) {
        return false;
    }
    for (*rank = 0; *rank < 15 && !ranks[*rank];) {
        ++*rank;
    }
    for (*file = 0; *file < 15 && !(ranks[*rank] >> *file & 1);) {
        ++*file;
    }
    return true;
}

static void export_castling(exporter *e)
{
    const ruleset *r = e->rules;
    char file[2] = "";
    if (r->castling_count == 0) {
        put(e, "castling", "false");
        return;
    }
    for (size_t i = 0; i < r->castling_count; i++) {
        const rule_castling *c = &r->castlings[i];
        int king[2], kings[2], rook[2], rooks[2], to[2], tos[2], ends[2], end_ranks[2];
        /* families need a script, which has been reported */
        bool ok = !c->clear && !c->safe && !c->written_as && r->castling_count <= 2, kingside = false;
        for (size_t p = 0; p < 2 && ok; p++) {
            ok = cell_of(e, &c->king_from, p, &king[p], &kings[p]) &&
                 cell_of(e, &c->partner_from, p, &rook[p], &rooks[p]) && cell_of(e, &c->king_to, p, &to[p], &tos[p]) &&
                 cell_of(e, &c->partner_to, p, &ends[p], &end_ranks[p]);
            kingside = ok && rook[0] > king[0];
            ok = ok && to[p] == to[0] && (rook[p] > king[p]) == kingside && ends[p] == to[p] + (kingside ? -1 : 1) &&
                 kings[p] == rooks[p] && kings[p] == tos[p] && kings[p] == end_ranks[p] &&
                 kings[p] == (p ? r->height - 1 - kings[0] : kings[0]);
        }
        ok = ok && strcmp(c->right, kingside ? "k" : "q") == 0;
        if (!ok) {
            refuse(e, c->location, "this castling");
            continue;
        }
        file[0] = (char)('a' + to[0]);
        put(e, kingside ? "castlingKingsideFile" : "castlingQueensideFile", file);
        if (i == 0) {
            const char *rank = arena_format(e->arena, "%d", kings[0] + 1);
            file[0] = (char)('a' + king[0]);
            put(e, "castlingRank", rank ? rank : "1");
            put(e, "castlingKingFile", file);
            put_letters(e, "castlingKingPiece", &c->king, 1, c->location);
            put_letters(e, "castlingRookPieces", &c->partner, 1, c->location);
            if (c->written_as_capture) {
                put(e, "chess960", "true");
            }
        } else if (c->king != r->castlings[0].king || c->partner != r->castlings[0].partner) {
            refuse(e, c->location, "castling with different pieces");
        }
    }
}

/* ---- drops ---- */

/* What the drops of all pieces have in common: most keys of the format are for all pieces. */
typedef struct drops_seen {
    uint16_t region[2][16]; /* of all pieces but pawns, by player; the whole board without such pieces */
    bool has_region;
    bool has_pawn;
    bool immobile, check, gravity; /* may be immobile, may check, with gravity */
    bool loops;                    /* a promoted piece stays promoted in the hand */
} drops_seen;

static bool is_type(const exporter *e, size_t index, const char *type)
{
    return e->types[index] && strcmp(e->types[index], type) == 0;
}

static location drop_location(const rule_piece *p)
{
    return p->drop.location.source ? p->drop.location : p->location;
}

static void refuse_endless_drops(exporter *e)
{
    for (size_t i = 0; i < e->rules->piece_count; i++) {
        if (e->rules->pieces[i].drop.unlimited && !is_put(e, i)) {
            refuse(e, e->rules->pieces[i].location, "drops of pieces that are not in hand");
        }
    }
}

/* The region of a piece that is no pawn: it must be that of the others. */
static void merge_drop_region(exporter *e, const rule_piece *p, drops_seen *seen)
{
    uint16_t own[2][16];
    zone_ranks(e, &p->drop.zone, own);
    if (seen->has_region && memcmp(seen->region, own, sizeof own) != 0) {
        refuse(e, drop_location(p), "different parts of the board for different pieces' drops");
        return;
    }
    memcpy(seen->region, own, sizeof own);
    seen->has_region = true;
}

static void export_piece_drop(exporter *e, size_t index, drops_seen *seen)
{
    const rule_piece *p = &e->rules->pieces[index];
    const rule_drop *d = &p->drop;
    if (!d->allowed || d->unlimited || d->drop_as_count || (!d->may_mate && !is_type(e, index, "shogiPawn"))) {
        refuse(e, drop_location(p), "these limits on drops");
    }
    if (is_type(e, index, "pawn")) {
        seen->has_pawn = true; /* see check_pawn_drops */
    } else {
        merge_drop_region(e, p, seen);
    }
    seen->immobile |= d->may_be_immobile;
    seen->check &= d->may_give_check;
    seen->gravity |= d->gravity;
    if (d->per_file) {
        char letter[2] = {e->letters[index], '\0'};
        const char *count = arena_format(e->arena, "%d", d->per_file);
        put(e, "dropNoDoubled", letter);
        put(e, "dropNoDoubledCount", count ? count : "1");
    }
    if (!d->may_mate) {
        put(e, "shogiPawnDropMateIllegal", "true");
    }
    for (size_t k = 0; k < p->promotion_count; k++) {
        const rule_promotion *way = &p->promotions[k];
        seen->loops |= !way->reverts && !way->from_prison && e->unpromoted[way->to[0]] < 0;
    }
}

/* Pawns have the others' region, perhaps without the first rank and without the promotion zone. */
static bool export_pawn_drops(exporter *e, const rule_piece *p, const drops_seen *seen)
{
    int height = e->rules->height;
    uint16_t own[2][16], promote[2][16] = {{0}};
    bool first_rank = true, promotion_zone = true; /* pawns may be dropped there */
    zone_ranks(e, &p->drop.zone, own);
    if (p->promotion_count) {
        zone_ranks(e, &p->promotions[0].zone, promote);
    }
    for (int player = 0; player < 2; player++) {
        int low = player ? height - 1 : 0;
        first_rank = first_rank && own[player][low] == seen->region[player][low];
        for (int k = 0; k < height; k++) {
            promotion_zone = promotion_zone &&
                             (own[player][k] & promote[player][k]) == (seen->region[player][k] & promote[player][k]);
        }
    }
    put(e, "firstRankPawnDrops", first_rank ? "true" : "false");
    put(e, "promotionZonePawnDrops", promotion_zone ? "true" : "false");
    for (int player = 0; player < 2; player++) {
        int low = player ? height - 1 : 0;
        for (int k = 0; k < height; k++) {
            uint16_t expected = !first_rank && k == low ? 0 : seen->region[player][k];
            expected &= promotion_zone ? 0xffff : (uint16_t)~promote[player][k];
            if (own[player][k] != expected) {
                refuse(e, drop_location(p), "where this piece may be dropped");
                return false;
            }
        }
    }
    return true;
}

static void export_drops(exporter *e)
{
    const ruleset *r = e->rules;
    if (r->captured != CAPTURED_GONE && r->captured != CAPTURED_TO_HAND) {
        refuse(e, r->board_location, "where captured pieces go");
    }
    if (!r->hands) {
        refuse_endless_drops(e);
        return;
    }
    put(e, "pieceDrops", "true");
    put(e, "capturesToHand", r->captured == CAPTURED_TO_HAND ? "true" : "false");
    drops_seen seen = {.check = true};
    zone_ranks(e, &(rule_text){0}, seen.region);
    for (size_t i = 0; i < r->piece_count; i++) {
        if (e->letters[i] && !r->pieces[i].royal) {
            export_piece_drop(e, i, &seen);
        }
    }
    if (seen.has_region) {
        put_region(e, "whiteDropRegion", seen.region[0]);
        put_region(e, "blackDropRegion", seen.region[1]);
    }
    for (size_t i = 0; seen.has_pawn && i < r->piece_count; i++) {
        if (is_type(e, i, "pawn") && !export_pawn_drops(e, &r->pieces[i], &seen)) {
            return;
        }
    }
    for (size_t i = 0; i < r->piece_count; i++) {
        const rule_promotion *one = r->pieces[i].promotions;
        if (r->pieces[i].promotion_count && one->declinable && !seen.immobile) {
            refuse(e, one->location, "a promotion that may be declined where a drop may not be");
        }
    }
    put(e, "immobilityIllegal", seen.immobile ? "false" : "true");
    put(e, "dropChecks", seen.check ? "true" : "false");
    if (seen.gravity) {
        put(e, "dropOnTop", "true");
    }
    if (seen.loops && r->captured == CAPTURED_TO_HAND) {
        put(e, "dropLoop", "true");
    }
}

/* ---- endings ---- */

static const char *result_word(const rule_ending *end)
{
    return end->result == RESULT_LOSS ? "loss" : end->result == RESULT_WIN ? "win" : "draw";
}

static void put_number(exporter *e, const char *key, long n)
{
    text_print(&e->out, "%s = %ld\n", key, n);
}

typedef struct endings_seen {
    bool passes, mate, stalemate, repetition, halfmove_clock, extinct, goal, row;
    const char *extinct_result;
    long extinct_least;
    text extinct_types;
} endings_seen;

static void export_extinction(exporter *e, const rule_ending *end, endings_seen *seen)
{
    bool fewer = end->kind == END_PIECES_BELOW;
    long least = fewer ? end->number - 1 : 0;
    if (seen->extinct && (strcmp(seen->extinct_result, result_word(end)) != 0 || seen->extinct_least != least)) {
        refuse(e, end->location, "two kinds of extinction");
        return;
    }
    seen->extinct = true;
    seen->extinct_result = result_word(end);
    seen->extinct_least = least;
    if (fewer && end->row.piece_count > 1) {
        refuse(e, end->location, "a count of several types together");
    } else if (fewer ? end->row.piece_count == 1 : end->piece >= 0) {
        text_char(&seen->extinct_types, letter_of(e, (size_t)(fewer ? end->row.pieces[0] : end->piece), end->location));
    } else {
        text_char(&seen->extinct_types, '*');
    }
}

static void export_ending(exporter *e, const rule_ending *end, endings_seen *seen)
{
    uint16_t ranks[2][16];
    if (end->winner_share < WHOLE_POINT) {
        refuse(e, end->location, "a share of the point");
    }
    switch (end->kind) {
    case END_CHECKMATE:
        put(e, "checkmateValue", result_word(end));
        seen->mate = true;
        return;
    case END_STALEMATE:
        put(e, "stalemateValue", result_word(end));
        seen->stalemate = true;
        return;
    case END_REPETITION:
        put_number(e, "nFoldRule", end->number);
        put(e, "nFoldValue",
            end->result == RESULT_FIRST    ? "win"
            : end->result == RESULT_SECOND ? "loss"
                                           : result_word(end));
        if (end->result == RESULT_FIRST || end->result == RESULT_SECOND) {
            put(e, "nFoldValueAbsolute", "true");
        }
        if (end->illegal) {
            refuse(e, end->location, "a repetition that is illegal");
        }
        seen->repetition = true;
        return;
    case END_PERPETUAL_CHECK:
        put(e, "perpetualCheckIllegal", "true");
        return;
    case END_HALFMOVE_CLOCK:
        put_number(e, "nMoveRule", end->number / 2);
        seen->halfmove_clock = true;
        return;
    case END_INSUFFICIENT_MATERIAL:
        return; /* without the ending the game goes on; neither player can win it */
    case END_BARE:
        put(e, "extinctionValue", result_word(end));
        put(e, "extinctionPieceTypes", "*");
        put_number(e, "extinctionPieceCount", 1);
        put_number(e, "extinctionOpponentPieceCount", 2);
        put(e, "extinctionClaim", "true");
        return;
    case END_EXTINCT:
    case END_PIECES_BELOW:
        export_extinction(e, end, seen);
        return;
    case END_GOAL:
        zone_ranks(e, &end->zone, ranks);
        put_regions(e, "flagRegion", ranks);
        if (end->row.piece_count) {
            put_letters(e, "flagPiece", end->row.pieces, end->row.piece_count, end->location);
        }
        put_number(e, "flagPieceCount", end->number);
        if (end->row.piece_count > 1 || end->result != RESULT_WIN || end->grace || seen->goal) {
            refuse(e, end->location, "this goal");
        }
        seen->goal = true;
        return;
    case END_CONNECT:
        put_number(e, "connectN", end->number);
        if (end->row.along == ROW_STRAIGHT) {
            put(e, "connectDiagonal", "false");
        } else if (end->row.along == ROW_DIAGONAL) {
            put(e, "connectVertical", "false");
            put(e, "connectHorizontal", "false");
        }
        if (end->row.piece_count || end->result != RESULT_WIN) {
            refuse(e, end->location, "this row");
        }
        return;
    case END_CHECKS:
        if (end->cumulative && end->result == RESULT_WIN) {
            put(e, "checkCounting", "true");
            return;
        }
        break;
    case END_PASSES: /* there two passes always end the game */
        if (end->number == 2 && end->result == RESULT_DRAW && e->rules->turn.pass != PASS_NEVER) {
            seen->passes = true;
            return;
        }
        break;
    default:
        break;
    }
    diag_error(e->diags, CODE_EXPORT_UNSUPPORTED, end->location, "Fairy-Stockfish's format cannot say the ending `%s`",
               end->name);
}

static void export_endings(exporter *e)
{
    endings_seen seen = {0};
    for (size_t i = 0; i < e->rules->ending_count; i++) {
        export_ending(e, &e->rules->endings[i], &seen);
    }
    if (e->rules->turn.pass != PASS_NEVER && !seen.passes) {
        diag_warning(e->diags, CODE_FOREIGN_DIFFERENT, e->rules->turn.location,
                     "there two passes in a row end the game as a draw");
    }
    if (seen.extinct) {
        put(e, "extinctionValue", seen.extinct_result);
        put(e, "extinctionPieceTypes", text_string(&seen.extinct_types));
        put_number(e, "extinctionPieceCount", seen.extinct_least);
    }
    if (!seen.repetition) {
        put_number(e, "nFoldRule", 0);
    }
    if (!seen.halfmove_clock) {
        put_number(e, "nMoveRule", 0);
    }
    text_finish(&seen.extinct_types);
}

/* ---- all ---- */

/* Rules for which the format has no key. */
static void check_unsupported(exporter *e)
{
    const ruleset *r = e->rules;
    const location nowhere = {0};
    const struct {
        bool zone_text;
        const char *what;
        location at;
    } rows[] = {
        {r->player_count != 2, "more or fewer than two players", nowhere},
        {r->width > 12 || r->height > 10, "boards larger than 12 by 10", r->board_location},
        {r->levels > 1 || r->missing.string || r->row_cells || r->wrap != WRAP_NONE || r->line_count ||
             r->cell_name_count,
         "boards that are not full rectangles", r->board_location},
        {r->stacks, "stacks", nowhere},
        {r->hook_count > 0, "hooks of a script", r->hook_count ? r->hooks[0].location : nowhere},
        {r->script_count > 0, "a script", r->scripts[0].location},
        {r->counter_count > 0, "counters", nowhere},
        {r->right_count > 0, "rights other than castling rights", nowhere},
        {r->dice.count > 0, "dice", r->dice.location},
        {ruleset_has_hidden_information(r), "what players do not see", nowhere},
        {r->move_filter != NULL, "a filter of moves", r->filter_location},
        {r->turn.several_plies || r->turn.first_plies, "turns of several moves", r->turn.location},
        {r->turn.pass == PASS_NO_MOVES || r->turn.pass == PASS_ALWAYS, "such a right to pass", r->turn.location},
        {r->no_moves.given, "missed turns", r->no_moves.location},
        {r->captures.longest || r->captures.multiple || r->captures.mandatory_by_count || r->captures.row.length,
         "which capture must be made", r->captures.location},
        {r->checks.mandatory || r->checks.only_mate, "checks that must be given", r->checks.location},
        {r->checks.forbidden != 0, "checks that may not be given", r->checks.location},
        {r->notation.given, "how moves are written", nowhere},
        {r->attacks_by_moves || r->royals_capturable, "royal pieces that may be left under attack", nowhere},
        {r->setup_whole_turn || r->setup_royals || r->setup_separate_phase, "how pieces are placed", r->setup_location},
        {r->start_hook != NULL, "a start that is drawn", r->start_location},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].zone_text) {
            refuse(e, rows[i].at, rows[i].what);
        }
    }
}

/* The start position in their format: checks left instead of checks given. */
static void export_start(exporter *e)
{
    const ruleset *r = e->rules;
    const char *fen = r->start.string;
    long most = 0, given[2] = {0, 0};
    for (size_t i = 0; i < r->ending_count; i++) {
        most = r->endings[i].kind == END_CHECKS ? r->endings[i].number : most;
    }
    static const char *const words[] = {"white-checks=", "black-checks="};
    for (int i = 0; i < 2; i++) {
        const char *at = strstr(fen, words[i]);
        given[i] = at ? at[strlen(words[i])] - '0' : 0;
    }
    text start = {0};
    int field = 0;
    for (const char *c = fen; *c && field <= 5;) { /* counters come after these */
        size_t n = strcspn(c, " ");
        text_put(&start, field ? " " : "");
        for (size_t k = 0; k < n; k++) { /* what is neutral is a wall, written without the sign */
            bool wall = field == 0 && c[k] == '=';
            text_char(&start, wall ? '*' : c[k]);
            k += wall;
        }
        if (field == 3 && most) {
            text_print(&start, " %ld+%ld", most - given[0], most - given[1]);
        }
        field++;
        c += n;
        c += strspn(c, " ");
    }
    put(e, "startFen", text_string(&start));
    text_finish(&start);
}

const char *export_ini(arena *a, diag_list *diags, const ruleset *rules, const export_board *board)
{
    exporter *e = arena_new(a, exporter, 1);
    if (!e) {
        diag_out_of_memory(diags);
        return NULL;
    }
    *e = (exporter){.arena = a, .diags = diags, .rules = rules, .board = board};
    check_unsupported(e);
    if (diags->errors) {
        return NULL;
    }
    text_print(&e->out, "# %s\n[%s]\n", rules->title, rules->id);
    put_number(e, "maxRank", rules->height);
    put_number(e, "maxFile", rules->width);
    read_letters(e);
    for (size_t i = 0; i < rules->piece_count; i++) {
        if (e->unpromoted[i] < 0 && !is_put(e, i)) {
            export_piece(e, i);
        }
    }
    export_walls(e);
    export_promoted(e);
    export_start(e);
    export_promotion(e);
    export_steps(e);
    export_castling(e);
    export_drops(e);
    if (rules->turn.pass == PASS_UNCHECKED) {
        put(e, "pass", "true");
    } else if (rules->turn.pass == PASS_STALEMATED) {
        put(e, "passOnStalemate", "true");
    }
    if (rules->captures.mandatory) {
        put(e, "mustCapture", "true");
    }
    if (rules->setup_mandatory) {
        put(e, "mustDrop", "true");
    }
    if (rules->blast.given) {
        refuse(e, rules->blast.location, "blasts");
    }
    export_endings(e);
    const char *section = e->out.failed || diags->errors ? NULL : arena_text(a, text_string(&e->out), e->out.length);
    if (!section && !diags->errors) {
        diag_out_of_memory(diags);
    }
    text_finish(&e->out);
    return section;
}
