#include "variants/export.h"

#include <string.h>

#include "variants/men.h"
#include "variants/settings.h"

typedef struct exporter {
    arena *arena;
    diag_list *diags;
    const ruleset *rules;
    const export_board *board;
    text out;
    char letters[RULES_PIECES_MAX]; /* of each piece in the section; 0: it is the other side of one */
    int plain[RULES_PIECES_MAX];    /* of a promoted piece "+p": the piece "p"; -1 */
    const char *types[RULES_PIECES_MAX];
    int customs;
    uint16_t doubles[2][16]; /* from where men step two, by player: the same for all who do */
    bool has_doubles, has_passing;
} exporter;

/* What the section cannot say, at the rule that says it. */
static void cannot(exporter *e, place at, const char *what)
{
    diag_error(e->diags, CODE_EXPORT_UNSAYABLE, at, "Fairy-Stockfish's format cannot say %s", what);
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

/* The older way to say where men promote, which older versions want: from a rank of the first player's on. */
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
            return; /* no such zone */
        }
    }
    if (first < r->height) {
        text_print(&e->out, "promotionRank = %d\n", first + 1);
    }
}

static void zones(exporter *e, const written *said, uint16_t ranks[2][16])
{
    for (size_t i = 0; i < 2; i++) {
        memset(ranks[i], 0, sizeof ranks[i]);
        e->out.failed |= !e->board->zone(e->board->state, said, i, ranks[i]); /* it was read before: out of memory */
    }
}

/* ---- pieces ---- */

/* One leg as a step of theirs; false when they have none such. */
static bool step_of(const betza_path *path, man_step *s, bool *passing)
{
    const betza_leg *l = &path->leg[0];
    unsigned known = LEG_MOVE | LEG_CAPTURE | LEG_PASSING;
    if (path->legs == 3 && l->x * l->x + l->y * l->y == 1) { /* the lame zebra, see men.c */
        int x = 0, y = 0;
        for (int i = 0; i < 3; i++) {
            x += path->leg[i].x;
            y += path->leg[i].y;
        }
        *s = (man_step){.x = (int8_t)x, .y = (int8_t)y, .modes = MAN_QUIET | MAN_CAPTURE, .lame = true, .ride = -1};
        return x * x + y * y == 13 && !path->initial;
    }
    if (path->legs == 2 && l->range == 1 && path->leg[1].range == 1 && l->modes == LEG_MOVE && !l->flags &&
        l->x * l->x + l->y * l->y == 1 && path->leg[1].x * path->leg[1].x + path->leg[1].y * path->leg[1].y == 2) {
        int x = l->x + path->leg[1].x, y = l->y + path->leg[1].y;
        unsigned modes = path->leg[1].modes;
        *s = (man_step){.x = (int8_t)x, .y = (int8_t)y, .lame = true, .ride = -1};
        s->modes = (uint8_t)((modes & LEG_MOVE ? MAN_QUIET : 0) | (modes & LEG_CAPTURE ? MAN_CAPTURE : 0));
        return x * x + y * y == 5 && !(modes & ~known) && !path->leg[1].flags && !path->initial;
    }
    unsigned hop = l->flags & (LEG_CANNON | LEG_GRASS);
    if (path->legs != 1 || path->initial || l->z || l->modes & ~known ||
        l->flags & ~(LEG_CANNON | LEG_GRASS | LEG_LAME)) {
        return false;
    }
    *s = (man_step){.x = l->x, .y = l->y, .ride = -1};
    s->modes = (uint8_t)((l->modes & LEG_MOVE ? MAN_QUIET : 0) | (l->modes & LEG_CAPTURE ? MAN_CAPTURE : 0));
    *passing |= (l->modes & LEG_PASSING) != 0;
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

/* Direction letters of a step in their reading: pairs that mean one of the eight only. */
static const char *direction(const man_step *s)
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

static const char *atom(const man_step *s)
{
    static const char *const names[4][4] = {
        {"", "W", "D", "H"}, {"W", "F", "N", "C"}, {"D", "N", "A", "Z"}, {"H", "C", "Z", "G"}};
    int x = s->x < 0 ? -s->x : s->x, y = s->y < 0 ? -s->y : s->y;
    bool line = (s->ride >= 0 || s->hop) && x <= 1 && y <= 1;
    return line ? (x && y ? "B" : "R") : names[x & 3][y & 3];
}

/* Their spelling of the steps, by the groups that all directions make. */
static void spell(const man_steps *m, text *out, bool passing)
{
    bool done[MEN_STEPS_MAX] = {false};
    for (size_t i = 0; i < m->count; i++) {
        const man_step *s = &m->list[i];
        size_t same[8], count = 0, ax = (size_t)(s->x * s->x), ay = (size_t)(s->y * s->y);
        if (done[i]) {
            continue;
        }
        for (size_t k = i; k < m->count && count < 8; k++) {
            const man_step *o = &m->list[k];
            size_t bx = (size_t)(o->x * o->x), by = (size_t)(o->y * o->y);
            if (!done[k] && ((ax == bx && ay == by) || (ax == by && ay == bx)) && o->modes == s->modes &&
                o->hop == s->hop && o->lame == s->lame && o->ride == s->ride && o->initial == s->initial) {
                same[count++] = k;
                done[k] = true;
            }
        }
        size_t all = ax == 0 || ay == 0 || ax == ay ? 4 : 8;
        for (size_t k = 0; k < (count == all ? 1 : count); k++) {
            const man_step *o = &m->list[same[k]];
            const char *mode = o->modes == MAN_QUIET ? "m" : o->modes == MAN_CAPTURE ? "c" : "";
            text_print(out, "%s%s%s%s%s%s%s", o->initial ? "i" : "", mode, passing && o->modes & MAN_CAPTURE ? "e" : "",
                       o->lame ? "n" : "",
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

static void add_step(man_steps *to, man_step s)
{
    for (unsigned mode = 1; mode <= 2; mode <<= 1) {
        if (s.modes & mode && to->count < MEN_STEPS_MAX) {
            man_step one = s;
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

static bool same_steps(const man_steps *a, const man_steps *b)
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

/* Moves and captures together where they are alike. */
static void join(const man_steps *from, man_steps *to)
{
    *to = (man_steps){0};
    for (size_t i = 0; i < from->count; i++) {
        bool known = false;
        for (size_t k = 0; k < to->count && !known; k++) {
            man_step other = from->list[i];
            other.modes = to->list[k].modes;
            known = memcmp(&other, &to->list[k], sizeof other) == 0;
            to->list[k].modes |= known ? from->list[i].modes : 0;
        }
        if (!known) {
            to->list[to->count++] = from->list[i];
        }
    }
}

static bool same_zone(const written *a, const written *b)
{
    return (!a->string && !b->string) || (a->string && b->string && strcmp(a->string, b->string) == 0);
}

/* A step of two from part of the board. */
static bool is_double_step(const rule_move *m)
{
    const betza_leg *l = m->paths.count == 1 ? &m->paths.paths[0].leg[0] : NULL;
    return l && m->paths.paths[0].legs == 1 && l->x == 0 && l->y == 2 && l->range == 1 && l->modes == LEG_MOVE &&
           l->flags == LEG_LAME && !m->paths.paths[0].initial && !m->to.string;
}

/* The steps of two of one piece. */
typedef struct doubles {
    uint16_t from[2][16];
    bool open, shut; /* some may be taken in passing, some not */
} doubles;

static void take_double_step(exporter *e, const rule_move *m, doubles *d)
{
    uint16_t from[2][16];
    zones(e, &m->from, from);
    for (int i = 0; i < 2; i++) {
        for (int rank = 0; rank < 16; rank++) {
            d->from[i][rank] |= from[i][rank];
        }
    }
    d->open |= m->leaves_passed;
    d->shut |= !m->leaves_passed;
}

/* There is one region for all. */
static bool settle_doubles(exporter *e, const rule_piece *p, const doubles *d)
{
    if (!d->open && !d->shut) {
        return true;
    }
    bool other = e->has_doubles && (memcmp(e->doubles, d->from, sizeof d->from) != 0 || e->has_passing != d->open);
    if (other || (d->open && d->shut)) {
        cannot(e, p->place, "different steps of two");
        return false;
    }
    memcpy(e->doubles, d->from, sizeof d->from);
    e->has_doubles = true;
    e->has_passing = d->open;
    return true;
}

static bool is_special(const rule_move *m)
{
    return m->hook || m->right >= 0 || m->becomes >= 0 || m->company >= 0 || m->never_checks || !m->checks ||
           m->bounces || m->through || m->jumps || m->stay || m->along_lines || m->circles || m->barred ||
           m->empty.count || m->beside.count || m->of_count || m->idle;
}

/* All movements as steps; `steps_two`: some step two cells from part of the board. */
static bool movement(exporter *e, const rule_piece *p, man_steps *all, bool *steps_two, bool *passing,
                     const written **to)
{
    doubles two = {0};
    *all = (man_steps){0};
    *to = NULL;
    for (size_t i = 0; i < p->move_count; i++) {
        const rule_move *m = &p->moves[i];
        bool general = m->of_count == 1 && m->paths.count >= 1 && p->royal && &e->rules->pieces[m->of[0]] == p &&
                       !m->from.string && m->paths.paths[0].leg[0].range == 0;
        if (general) {
            put(e, "flyingGeneral", "true");
            continue;
        }
        if (is_special(m)) {
            cannot(e, m->place, "this movement");
            return false;
        }
        if (is_double_step(m) && (m->from.string || m->leaves_passed)) {
            take_double_step(e, m, &two);
            *steps_two = true;
            continue;
        }
        if (m->from.string) {
            cannot(e, m->from.place, "a movement that begins in one part of the board only");
            return false;
        }
        if (i > 0 && *to && !same_zone(*to, &m->to)) {
            cannot(e, m->place, "movements of one piece that end in different parts of the board");
            return false;
        }
        *to = &m->to;
        for (size_t k = 0; k < m->paths.count; k++) {
            man_step s;
            if (!step_of(&m->paths.paths[k], &s, passing)) {
                cannot(e, m->place, "this movement");
                return false;
            }
            add_step(all, s);
        }
    }
    return settle_doubles(e, p, &two);
}

/* A name of theirs for such a movement, NULL when a letter needs its own notation. */
static const char *type_of(const exporter *e, const man_steps *m, bool steps_two, bool passing, bool royal)
{
    man_steps theirs;
    const char *notation, *name;
    for (size_t i = 0; name = piece_type(i, &notation), notation; i++) {
        bool pawn = strcmp(name, "pawn") == 0, king = strcmp(name, "king") == 0, used = false;
        for (size_t k = 0; k < e->rules->piece_count; k++) {
            used = used || (e->types[k] && strcmp(e->types[k], name) == 0);
        }
        men_read(NULL, (place){0}, notation, &theirs);
        if (!used && royal == king && same_steps(m, &theirs) && (pawn || (!steps_two && !passing)) &&
            strcmp(name, "khon") != 0 && strcmp(name, "met") != 0 && strcmp(name, "dragon") != 0 &&
            strcmp(name, "euroshogiKnight") != 0) {
            return name;
        }
    }
    return NULL;
}

static void export_piece(exporter *e, size_t index)
{
    const rule_piece *p = &e->rules->pieces[index];
    man_steps m, joined;
    bool steps_two = false, passing = false;
    const written *to;
    if (!movement(e, p, &m, &steps_two, &passing, &to)) {
        return;
    }
    if (p->strike_count || p->freezes.count || p->freezes.all || p->guards.count || p->guards.all || p->untouchable ||
        p->dies_capturing || p->covered >= 0) {
        cannot(e, p->place, "the powers of this piece");
    }
    const char *type = type_of(e, &m, steps_two, passing, p->royal);
    char letter[2] = {e->letters[index], '\0'};
    join(&m, &joined);
    if (type) {
        e->types[index] = type;
        put(e, type, letter);
    } else {
        text words = {0};
        if (steps_two) { /* initial moves of such a piece */
            add_step(&joined, (man_step){.y = 2, .modes = MAN_QUIET, .lame = true, .initial = true, .ride = -1});
        }
        spell(&joined, &words, passing);
        const char *key = p->royal ? "king" : arena_format(e->arena, "customPiece%d", ++e->customs);
        e->types[index] = key;
        text_print(&e->out, "%s = %s:%s\n", key ? key : "", letter, text_string(&words));
        text_finish(&words);
        if (e->customs > 25) {
            cannot(e, p->place, "more than 25 pieces of one's own");
        }
    }
    if (to && to->string && e->types[index]) {
        uint16_t ranks[2][16];
        char name[32] = "";
        zones(e, to, ranks);
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

/* Letters, and which piece is the other side of which. */
static void read_letters(exporter *e)
{
    const ruleset *r = e->rules;
    int royals = 0;
    for (size_t i = 0; i < r->piece_count; i++) {
        const rule_piece *p = &r->pieces[i];
        e->plain[i] = -1;
        royals += p->royal;
        bool plus = p->letter[0] == '+';
        if (strlen(p->letter) != 1u + plus || p->letter[plus] < 'a' || p->letter[plus] > 'z') {
            cannot(e, p->letter_place, "such a letter");
        } else if (!plus) {
            e->letters[i] = p->letter[0];
        }
    }
    for (size_t i = 0; i < r->piece_count; i++) {
        for (size_t k = 0; r->pieces[i].letter[0] == '+' && k < r->piece_count; k++) {
            e->plain[i] = e->letters[k] == r->pieces[i].letter[1] ? (int)k : e->plain[i];
        }
    }
    if (royals > 1) {
        cannot(e, r->pieces[0].place, "several royal pieces");
    }
}

/* The letter of a piece that has one of its own there. */
static char letter_of(exporter *e, size_t index, place at)
{
    if (!e->letters[index]) {
        cannot(e, at, "this of a man's other side alone");
    }
    return e->letters[index];
}

/* A piece of its own that moves like the other side of another; -1 when there is none yet. */
static int like_promoted(exporter *e, size_t index)
{
    const ruleset *r = e->rules;
    man_steps mine, other;
    bool steps_two = false, passing = false;
    const written *to;
    if (!movement(e, &r->pieces[index], &mine, &steps_two, &passing, &to)) {
        return -1;
    }
    for (size_t i = 0; i < r->piece_count; i++) {
        if (e->letters[i] && e->plain[i] < 0 && movement(e, &r->pieces[i], &other, &steps_two, &passing, &to) &&
            same_steps(&mine, &other)) {
            return (int)i;
        }
    }
    return -1;
}

static char free_letter(const exporter *e, const char *taken)
{
    for (int c = 'a'; c <= 'z'; c++) {
        if (!memchr(e->letters, c, sizeof e->letters) && !strchr(taken, c)) {
            return (char)c;
        }
    }
    return '\0';
}

/* Shogi promotions: "+p" needs a piece with a letter of its own that moves so. */
static void export_sides(exporter *e)
{
    const ruleset *r = e->rules;
    text pairs = {0};
    char extra[27] = "";
    man_steps extras[26];
    size_t extra_count = 0;
    for (size_t i = 0; i < r->piece_count; i++) {
        if (e->plain[i] < 0) {
            continue;
        }
        int like = like_promoted(e, i);
        char letter = like >= 0 ? e->letters[like] : '\0';
        man_steps m;
        bool steps_two = false, passing = false;
        const written *to;
        if (!letter && movement(e, &r->pieces[i], &m, &steps_two, &passing, &to)) {
            for (size_t k = 0; k < extra_count; k++) {
                letter = same_steps(&m, &extras[k]) ? extra[k] : letter;
            }
            if (!letter && (letter = free_letter(e, extra)) != '\0') {
                const char *type = type_of(e, &m, false, false, false);
                text words = {0};
                if (type) {
                    text_print(&e->out, "%s = %c\n", type, letter);
                    e->types[i] = type;
                } else {
                    man_steps joined;
                    join(&m, &joined);
                    spell(&joined, &words, false);
                    text_print(&e->out, "customPiece%d = %c:%s\n", ++e->customs, letter, text_string(&words));
                }
                text_finish(&words);
                extras[extra_count] = m;
                extra[extra_count++] = letter;
            } else if (!letter) {
                cannot(e, r->pieces[i].place, "as many pieces: there is no letter left");
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

static void put_letters(exporter *e, const char *key, const int *pieces, size_t count, place at)
{
    text_print(&e->out, "%s = ", key);
    for (size_t i = 0; i < count; i++) {
        text_char(&e->out, letter_of(e, (size_t)pieces[i], at));
    }
    text_put(&e->out, count ? "\n" : "-\n");
}

static bool same_promotion(const rule_promotion *a, const rule_promotion *b)
{
    bool same = a->to_count == b->to_count && same_zone(&a->zone, &b->zone) && a->optional == b->optional;
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
        if (p->flips >= 0) {
            cannot(e, p->place, "men who turn over with every move, but for those it knows");
        }
        if (p->promotion_count > 1) {
            cannot(e, p->promotions[1].place, "several ways to promote for one piece");
        }
        if (p->promotion_count == 0) {
            continue;
        }
        const rule_promotion *own = &p->promotions[0];
        bool shogi = own->to_count == 1 && e->plain[own->to[0]] == (int)i;
        const rule_promotion **first = shogi ? &side : &pawn;
        if (own->from_box || own->when == PROMOTE_STANDS || (own->when == PROMOTE_TOUCHES) != shogi) {
            cannot(e, own->place, "this way to promote");
        } else if (*first && (shogi ? !same_zone(&(*first)->zone, &own->zone) || (*first)->optional != own->optional
                                    : !same_promotion(*first, own))) {
            cannot(e, own->place, "pieces that promote in different ways");
        }
        *first = own;
        if (!shogi) {
            text_char(&pawns, letter_of(e, i, own->place));
        }
    }
    const rule_promotion *any = pawn ? pawn : side;
    if (any) {
        uint16_t ranks[2][16];
        zones(e, &any->zone, ranks);
        put_first_rank(e, ranks[0]);
        put_regions(e, "promotionRegion", ranks);
    }
    if (pawn && side && !same_zone(&pawn->zone, &side->zone)) {
        cannot(e, side->place, "pieces that promote in different ways");
    }
    put_letters(e, "promotionPieceTypes", pawn ? pawn->to : NULL, pawn ? pawn->to_count : 0,
                pawn ? pawn->place : (place){0});
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

/* ---- steps of two, clocks ---- */

static void export_steps(exporter *e)
{
    if (!e->has_doubles) {
        put(e, "doubleStep", "false");
    } else {
        put_regions(e, "doubleStepRegion", e->doubles);
        if (!e->has_passing) {
            put(e, "enPassantRegion", "-");
        }
    }
    text clock = {0};
    for (size_t i = 0; i < e->rules->piece_count; i++) {
        if (e->rules->pieces[i].resets_clock && e->letters[i]) {
            text_char(&clock, e->letters[i]);
        }
    }
    put(e, "nMoveRuleTypes", clock.length ? text_string(&clock) : "-");
    text_finish(&clock);
}

/* ---- castling ---- */

static bool cell_of(exporter *e, const written_each *said, size_t player, int *file, int *rank)
{
    uint16_t ranks[16] = {0};
    written one = said->each[player];
    if (!said->per_player) {
        one.string = arena_format(e->arena, "own %s", one.string);
        one.literal = false;
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
        /* families need a script, which has been refused */
        bool fine = !c->clear && !c->safe && !c->written_as && r->castling_count <= 2, kingside = false;
        for (size_t p = 0; p < 2 && fine; p++) {
            fine = cell_of(e, &c->king_from, p, &king[p], &kings[p]) &&
                   cell_of(e, &c->partner_from, p, &rook[p], &rooks[p]) &&
                   cell_of(e, &c->king_to, p, &to[p], &tos[p]) &&
                   cell_of(e, &c->partner_to, p, &ends[p], &end_ranks[p]);
            kingside = fine && rook[0] > king[0];
            fine = fine && to[p] == to[0] && (rook[p] > king[p]) == kingside &&
                   ends[p] == to[p] + (kingside ? -1 : 1) && kings[p] == rooks[p] && kings[p] == tos[p] &&
                   kings[p] == end_ranks[p] && kings[p] == (p ? r->height - 1 - kings[0] : kings[0]);
        }
        fine = fine && strcmp(c->right, kingside ? "k" : "q") == 0;
        if (!fine) {
            cannot(e, c->place, "this castling");
            continue;
        }
        file[0] = (char)('a' + to[0]);
        put(e, kingside ? "castlingKingsideFile" : "castlingQueensideFile", file);
        if (i == 0) {
            const char *rank = arena_format(e->arena, "%d", kings[0] + 1);
            file[0] = (char)('a' + king[0]);
            put(e, "castlingRank", rank ? rank : "1");
            put(e, "castlingKingFile", file);
            put_letters(e, "castlingKingPiece", &c->king, 1, c->place);
            put_letters(e, "castlingRookPieces", &c->partner, 1, c->place);
            if (c->written_as_capture) {
                put(e, "chess960", "true");
            }
        } else if (c->king != r->castlings[0].king || c->partner != r->castlings[0].partner) {
            cannot(e, c->place, "castling with different men");
        }
    }
}

/* ---- hands ---- */

static void export_drops(exporter *e)
{
    const ruleset *r = e->rules;
    const rule_piece *first = NULL;
    bool immobile = false, check = true, rests = false, promoted = false, pawn_limit = false;
    if (r->captured != CAPTURED_GONE && r->captured != CAPTURED_TO_HAND) {
        cannot(e, r->board_place, "where captured men go");
    }
    if (!r->hands) {
        for (size_t i = 0; i < r->piece_count; i++) {
            if (r->pieces[i].drop.endless) {
                cannot(e, r->pieces[i].place, "drops without men in hand");
            }
        }
        return;
    }
    put(e, "pieceDrops", "true");
    put(e, "capturesToHand", r->captured == CAPTURED_TO_HAND ? "true" : "false");
    uint16_t all[2][16], own[2][16];
    zones(e, &(written){0}, all);
    for (size_t i = 0; i < r->piece_count; i++) {
        const rule_piece *p = &r->pieces[i];
        const rule_drop *d = &p->drop;
        bool counts = e->letters[i] && !p->royal;
        if (!counts) {
            continue;
        }
        if (!d->allowed || d->endless || d->as_count ||
            (!d->mate && strcmp(e->types[i] ? e->types[i] : "", "shogiPawn") != 0)) {
            cannot(e, d->place.source ? d->place : p->place, "these limits on drops");
        }
        bool pawn = e->types[i] && strcmp(e->types[i], "pawn") == 0;
        zones(e, &d->zone, own);
        if (pawn) {
            pawn_limit = true; /* compared below with what the keys of pawns make of the others' */
        } else if (first && memcmp(all, own, sizeof own) != 0) {
            cannot(e, d->place.source ? d->place : p->place,
                   "different parts of the board for different pieces' drops");
        } else {
            memcpy(all, own, sizeof own);
            first = p;
        }
        immobile |= d->immobile;
        check &= d->check;
        rests |= d->rests;
        if (d->per_file) {
            char letter[2] = {e->letters[i], '\0'};
            const char *count = arena_format(e->arena, "%d", d->per_file);
            put(e, "dropNoDoubled", letter);
            put(e, "dropNoDoubledCount", count ? count : "1");
        }
        if (!d->mate) {
            put(e, "shogiPawnDropMateIllegal", "true");
        }
        for (size_t k = 0; k < p->promotion_count; k++) {
            const rule_promotion *own_way = &p->promotions[k];
            promoted |= !own_way->reverts && !own_way->from_box && e->plain[own_way->to[0]] < 0;
        }
    }
    if (first) {
        put_region(e, "whiteDropRegion", all[0]);
        put_region(e, "blackDropRegion", all[1]);
    }
    for (size_t i = 0; pawn_limit && i < r->piece_count; i++) {
        if (!e->types[i] || strcmp(e->types[i], "pawn") != 0) {
            continue;
        }
        const rule_piece *p = &r->pieces[i];
        uint16_t promote[2][16] = {{0}};
        bool ranks[2] = {true, true}; /* first rank, promotion zone open to pawns */
        zones(e, &p->drop.zone, own);
        if (p->promotion_count) {
            zones(e, &p->promotions[0].zone, promote);
        }
        for (int player = 0; player < 2; player++) {
            int low = player ? r->height - 1 : 0;
            ranks[0] = ranks[0] && own[player][low] == all[player][low];
            for (int k = 0; k < r->height; k++) {
                ranks[1] = ranks[1] && (own[player][k] & promote[player][k]) == (all[player][k] & promote[player][k]);
            }
        }
        put(e, "firstRankPawnDrops", ranks[0] ? "true" : "false");
        put(e, "promotionZonePawnDrops", ranks[1] ? "true" : "false");
        for (int player = 0; player < 2; player++) {
            for (int k = 0; k < r->height; k++) {
                uint16_t expected = all[player][k];
                expected = !ranks[0] && k == (player ? r->height - 1 : 0) ? 0 : expected;
                expected &= ranks[1] ? 0xffff : (uint16_t)~promote[player][k];
                if (own[player][k] != expected) {
                    cannot(e, p->drop.place.source ? p->drop.place : p->place, "where this piece may be dropped");
                    return;
                }
            }
        }
    }
    put(e, "immobilityIllegal", immobile ? "false" : "true");
    put(e, "dropChecks", check ? "true" : "false");
    if (rests) {
        put(e, "dropOnTop", "true");
    }
    if (promoted && r->captured == CAPTURED_TO_HAND) {
        put(e, "dropLoop", "true");
    }
}

/* ---- ends ---- */

static const char *result_word(const rule_ending *end)
{
    return end->result == RESULT_LOSS ? "loss" : end->result == RESULT_WIN ? "win" : "draw";
}

static void put_number(exporter *e, const char *key, long n)
{
    text_print(&e->out, "%s = %ld\n", key, n);
}

typedef struct ends_seen {
    bool mate, stale, fold, quiet, extinct, flag, row;
    const char *extinct_result;
    long extinct_least;
    text extinct_types;
} ends_seen;

static void export_extinction(exporter *e, const rule_ending *end, ends_seen *seen)
{
    bool fewer = end->kind == END_FEWER;
    long least = fewer ? end->number - 1 : 0;
    if (seen->extinct && (strcmp(seen->extinct_result, result_word(end)) != 0 || seen->extinct_least != least)) {
        cannot(e, end->place, "two kinds of extinction");
        return;
    }
    seen->extinct = true;
    seen->extinct_result = result_word(end);
    seen->extinct_least = least;
    if (fewer && end->line.of_count > 1) {
        cannot(e, end->place, "a count of several kinds of men together");
    } else if (fewer ? end->line.of_count == 1 : end->piece >= 0) {
        text_char(&seen->extinct_types, letter_of(e, (size_t)(fewer ? end->line.of[0] : end->piece), end->place));
    } else {
        text_char(&seen->extinct_types, '*');
    }
}

static void export_end(exporter *e, const rule_ending *end, ends_seen *seen)
{
    uint16_t ranks[2][16];
    switch (end->kind) {
    case END_CHECKMATE:
        put(e, "checkmateValue", result_word(end));
        seen->mate = true;
        return;
    case END_STALEMATE:
        put(e, "stalemateValue", result_word(end));
        seen->stale = true;
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
            cannot(e, end->place, "a repetition that is illegal");
        }
        seen->fold = true;
        return;
    case END_PERPETUAL:
        put(e, "perpetualCheckIllegal", "true");
        return;
    case END_QUIET:
        put_number(e, "nMoveRule", end->number / 2);
        seen->quiet = true;
        return;
    case END_DEAD:
        return; /* it plays on; nobody can win */
    case END_BARE:
        put(e, "extinctionValue", result_word(end));
        put(e, "extinctionPieceTypes", "*");
        put_number(e, "extinctionPieceCount", 1);
        put_number(e, "extinctionOpponentPieceCount", 2);
        put(e, "extinctionClaim", "true");
        return;
    case END_EXTINCT:
    case END_FEWER:
        export_extinction(e, end, seen);
        return;
    case END_REACHED:
        zones(e, &end->zone, ranks);
        put_regions(e, "flagRegion", ranks);
        if (end->line.of_count) {
            put_letters(e, "flagPiece", end->line.of, end->line.of_count, end->place);
        }
        put_number(e, "flagPieceCount", end->number);
        if (end->line.of_count > 1 || end->result != RESULT_WIN || seen->flag) {
            cannot(e, end->place, "this race");
        }
        seen->flag = true;
        return;
    case END_LINE:
        put_number(e, "connectN", end->number);
        if (end->line.along == ALONG_STRAIGHT) {
            put(e, "connectDiagonal", "false");
        } else if (end->line.along == ALONG_DIAGONAL) {
            put(e, "connectVertical", "false");
            put(e, "connectHorizontal", "false");
        }
        if (end->line.of_count || end->result != RESULT_WIN) {
            cannot(e, end->place, "this row");
        }
        return;
    case END_CHECKS:
        if (end->in_all && end->result == RESULT_WIN) {
            put(e, "checkCounting", "true");
            return;
        }
        break;
    default:
        break;
    }
    diag_error(e->diags, CODE_EXPORT_UNSAYABLE, end->place, "Fairy-Stockfish's format cannot say the ending `%s`",
               end->name);
}

static void export_ends(exporter *e)
{
    ends_seen seen = {0};
    for (size_t i = 0; i < e->rules->ending_count; i++) {
        export_end(e, &e->rules->endings[i], &seen);
    }
    if (seen.extinct) {
        put(e, "extinctionValue", seen.extinct_result);
        put(e, "extinctionPieceTypes", text_string(&seen.extinct_types));
        put_number(e, "extinctionPieceCount", seen.extinct_least);
    }
    if (!seen.fold) {
        put_number(e, "nFoldRule", 0);
    }
    if (!seen.quiet) {
        put_number(e, "nMoveRule", 0);
    }
    text_finish(&seen.extinct_types);
}

/* ---- all ---- */

/* What has no key at all. */
static void check_whole(exporter *e)
{
    const ruleset *r = e->rules;
    const place nowhere = {0};
    const struct {
        bool said;
        const char *what;
        place at;
    } rows[] = {
        {r->player_count != 2, "more or fewer than two players", nowhere},
        {r->width > 12 || r->height > 10, "boards larger than 12 by 10", r->board_place},
        {r->levels > 1 || r->missing.string || r->row_cells || r->wrap != WRAP_NONE || r->line_count ||
             r->cell_name_count,
         "boards that are not plain rectangles", r->board_place},
        {r->nobody != NULL, "men of nobody", r->nobody_place},
        {r->towers, "towers", nowhere},
        {r->hook_count > 0, "hooks of a script", r->hook_count ? r->hooks[0].place : nowhere},
        {r->script_path != NULL, "a script", r->script_place},
        {r->counter_count > 0, "counters", nowhere},
        {r->right_count > 0, "rights of other men than those who castle", nowhere},
        {r->chance.dice > 0, "dice", r->chance.place},
        {ruleset_hides(r), "what players do not see", nowhere},
        {r->filter != NULL, "which pairs of cells moves join", r->filter_place},
        {r->turn.plies != 1 || r->turn.first, "turns of several moves", r->turn.place},
        {r->turn.pass == PASS_STUCK || r->turn.pass == PASS_ALWAYS, "such a right to pass", r->turn.place},
        {r->stuck.given, "missed turns", r->stuck.place},
        {r->captures.longest || r->captures.multiple || r->captures.by_count || r->captures.line.length,
         "which capture must be made", r->captures.place},
        {r->checks.must || r->checks.only_mate, "checks that must be given", r->checks.place},
        {r->written.given, "how moves are written", nowhere},
        {r->attacks_by_moves || r->royals_taken, "royal men who may be left under attack", nowhere},
        {r->placing_run || r->placing_royals || r->placing_apart, "how men are placed", r->placing_place},
        {r->start_hook != NULL, "a start that is drawn", r->start_place},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].said) {
            cannot(e, rows[i].at, rows[i].what);
        }
    }
}

/* Our start as they write it: checks given become checks left. */
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
    for (const char *c = fen; *c && field <= 5;) { /* counters stand behind */
        size_t n = strcspn(c, " ");
        text_print(&start, "%s%.*s", field ? " " : "", (int)n, c);
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
        diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
        return NULL;
    }
    *e = (exporter){.arena = a, .diags = diags, .rules = rules, .board = board};
    check_whole(e);
    if (diags->errors) {
        return NULL;
    }
    text_print(&e->out, "# %s\n[%s]\n", rules->title, rules->id);
    put_number(e, "maxRank", rules->height);
    put_number(e, "maxFile", rules->width);
    read_letters(e);
    for (size_t i = 0; i < rules->piece_count; i++) {
        if (e->plain[i] < 0) {
            export_piece(e, i);
        }
    }
    export_sides(e);
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
    if (rules->captures.must) {
        put(e, "mustCapture", "true");
    }
    if (rules->placing_first) {
        put(e, "mustDrop", "true");
    }
    if (rules->blast.given) {
        cannot(e, rules->blast.place, "blasts but for those around men whose loss loses");
    }
    export_ends(e);
    const char *section = e->out.failed || diags->errors ? NULL : arena_text(a, text_string(&e->out), e->out.length);
    if (!section && !diags->errors) {
        diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
    }
    text_finish(&e->out);
    return section;
}
