/* Pieces: their letters, which of them are promoted forms and which are royal, and their types in Fairy-Stockfish. */
#include "formats/export_context.h"

#include <string.h>

/* ---- letters ---- */

/* Pieces that turn over without a letter that says so: the one that is captured as the other, or comes later. */
static void read_faces(exporter *e)
{
    const ruleset *r = e->rules;
    for (size_t i = 0; i < r->piece_count; i++) {
        int other = r->pieces[i].transforms_into;
        if (other < 0 || r->pieces[other].transforms_into != (int)i || other == (int)i || !e->letters[i] ||
            !e->letters[other]) {
            continue;
        }
        bool captured_so = r->pieces[other].captured_as == (int)i,
             captured_otherwise = r->pieces[i].captured_as == other;
        int promoted = captured_so == captured_otherwise ? (other > (int)i ? other : (int)i)
                       : captured_so                     ? other
                                                         : (int)i;
        e->unpromoted[promoted] = promoted == other ? (int)i : other;
        e->spare[promoted] = e->letters[promoted];
        e->letters[promoted] = '\0';
    }
}

bool export_is_wall(const exporter *e, size_t index)
{
    const ruleset *r = e->rules;
    const rule_piece *p = &r->pieces[index];
    return r->neutral && rule_piece_is_wall(p) && (!r->put.given || r->put.piece == (int)index);
}

void export_read_letters(exporter *e)
{
    const ruleset *r = e->rules;
    for (size_t i = 0; i < r->piece_count; i++) {
        const rule_piece *p = &r->pieces[i];
        e->unpromoted[i] = -1;
        bool plus = p->letter[0] == '+';
        if (strlen(p->letter) != 1u + plus || p->letter[plus] < 'a' || p->letter[plus] > 'z') {
            export_refuse(e, p->letter_location, "such a letter");
        } else if (!plus && !export_is_wall(e, i)) {
            e->letters[i] = p->letter[0];
        }
    }
    for (size_t i = 0; i < r->piece_count; i++) {
        for (size_t k = 0; r->pieces[i].letter[0] == '+' && k < r->piece_count; k++) {
            e->unpromoted[i] = e->letters[k] == r->pieces[i].letter[1] ? (int)k : e->unpromoted[i];
        }
    }
    read_faces(e);
}

/* ---- royal pieces ---- */

/* How many such pieces a player has at the start. */
static int start_count(const exporter *e, size_t index, int player)
{
    int count = 0;
    for (int cell = 0; cell < e->rules->width * e->rules->height; cell++) {
        const start_cell *c = &e->start[cell / e->rules->width][cell % e->rules->width];
        count += c->piece == (int)index && c->player == player;
    }
    return count;
}

static bool castles(const ruleset *r, size_t index)
{
    for (size_t i = 0; i < r->castling_count; i++) {
        if (r->castlings[i].king == (int)index) {
            return true;
        }
    }
    return false;
}

/* Their king is one, never promotes, and does not blow up. */
static bool may_be_king(const exporter *e, size_t index)
{
    const rule_piece *p = &e->rules->pieces[index];
    int white = start_count(e, index, 0), black = start_count(e, index, 1);
    return p->royal && e->letters[index] && !e->rules->blast.given && !p->promotion_count && p->transforms_into < 0 &&
           white <= 1 && black <= 1 && (white + black > 0 || export_comes_to_hand(e, index));
}

void export_read_royals(exporter *e)
{
    const ruleset *r = e->rules;
    size_t royals = 0;
    bool castling = r->castling_count > 0;
    e->king = -1;
    for (size_t i = 0; i < r->piece_count; i++) {
        royals += r->pieces[i].royal;
        bool better = e->king < 0 || (castling && castles(r, i) && !castles(r, (size_t)e->king));
        if (may_be_king(e, i) && better && (!castling || castles(r, i) || r->pieces[i].promotion_count == 0)) {
            e->king = (int)i;
        }
        if (r->pieces[i].royal && r->blast.given && (start_count(e, i, 0) > 1 || start_count(e, i, 1) > 1)) {
            export_refuse(e, r->pieces[i].location, "several royal pieces that blasts remove");
        }
    }
    for (size_t i = 0; i < r->piece_count; i++) { /* a promoted form that is a king there */
        e->king = r->pieces[i].royal && e->unpromoted[i] >= 0 ? -1 : e->king;
    }
    if (e->king >= 0 && castling && !castles(r, (size_t)e->king)) {
        e->king = -1; /* beside a king no other piece castles */
    }
    e->pseudo_royal = royals > (e->king >= 0);
}

/* ---- types ---- */

/* The name of a type there as we would write it, or as the importer does. */
static bool has_name(const char *type, const char *name)
{
    size_t n = 0;
    for (const char *c = type; *c; c++, n++) {
        bool upper = *c >= 'A' && *c <= 'Z';
        if (upper && name[n++] != '-') {
            return false;
        }
        if (name[n] != (upper ? (char)(*c - 'A' + 'a') : *c)) {
            return false;
        }
    }
    return name[n] == '\0';
}

static bool is_spared(const ruleset *r, size_t index)
{
    for (size_t i = 0; i < r->blast.spare_count; i++) {
        if (r->blast.spares[i] == (int)index) {
            return true;
        }
    }
    return false;
}

/* Whether some piece promotes to types that are named, as pawns do, or just this one. */
static bool promotes_as_pawn(const exporter *e, size_t index)
{
    const rule_piece *p = &e->rules->pieces[index];
    for (size_t k = 0; k < p->promotion_count; k++) {
        if (p->promotions[k].to_count != 1 || e->unpromoted[p->promotions[k].to[0]] != (int)index) {
            return true;
        }
    }
    return false;
}

static bool some_promote_as_pawns(const exporter *e)
{
    for (size_t i = 0; i < e->rules->piece_count; i++) {
        if (e->letters[i] && promotes_as_pawn(e, i)) {
            return true;
        }
    }
    return false;
}

/* Their pawns run from the region of first steps, and survive blasts beside them. */
static bool may_be_pawn(const exporter *e, size_t index, const movement *m)
{
    size_t first = 0;
    bool two_ahead = true;
    for (size_t i = 0; i < m->steps.count; i++) {
        const fairy_step *s = &m->steps.list[i];
        first += s->initial;
        two_ahead = two_ahead && (!s->initial || (s->x == 0 && s->y == 2 && s->lame && s->modes == FAIRY_QUIET));
    }
    if (some_promote_as_pawns(e) && !promotes_as_pawn(e, index)) {
        return false; /* there a pawn promotes to all types that pieces promote to */
    }
    return two_ahead && (first == 1) == e->has_first_steps && (!e->rules->blast.given || is_spared(e->rules, index));
}

static bool has_own_rules(const exporter *e, size_t index, const char *name, const movement *m)
{
    bool is_king = e->king == (int)index;
    if (strcmp(name, "pawn") == 0) {
        return may_be_pawn(e, index, m);
    }
    if (strcmp(name, "soldier") == 0) {
        return !e->soldier_rank || e->soldier_rank == (m->soldier_rank ? m->soldier_rank : 1);
    }
    return is_king == (strcmp(name, "king") == 0);
}

/* Fairy-Stockfish's name for such a movement, NULL when the letter needs a notation. */
static const char *type_name(const exporter *e, size_t index, const movement *m)
{
    static const char *const never[] = {"khon", "met", "dragon", "euroshogiKnight", "janggiCannon"};
    const char *notation, *name, *found = NULL;
    fairy_steps others = {0}, theirs, split;
    bool first_steps = false;
    if (e->is_imported && strncmp(e->rules->pieces[index].name, "piece-", 6) == 0) {
        return NULL; /* as its script names it, it has a notation */
    }
    for (size_t i = 0; i < m->steps.count; i++) {
        first_steps |= m->steps.list[i].initial;
        if (!m->steps.list[i].initial) {
            others.list[others.count++] = m->steps.list[i];
        }
    }
    for (size_t i = 0; name = piece_type(i, &notation), notation; i++) {
        bool usable = true, pawn = strcmp(name, "pawn") == 0;
        for (size_t k = 0; k < e->rules->piece_count; k++) {
            usable = usable && !(e->types[k] && strcmp(e->types[k], name) == 0);
        }
        for (size_t k = 0; k < sizeof never / sizeof never[0]; k++) {
            usable = usable && strcmp(name, never[k]) != 0;
        }
        fairy_betza_read(NULL, (location){0}, notation, &theirs);
        split = (fairy_steps){0};
        for (size_t k = 0; k < theirs.count; k++) {
            export_add_step(&split, theirs.list[k]);
        }
        bool fits =
            (pawn || (!first_steps && !m->en_passant)) && (m->soldier_rank <= 1 || strcmp(name, "soldier") == 0);
        if (usable && fits && export_same_steps(&others, &split) && has_own_rules(e, index, name, m)) {
            if (has_name(name, e->rules->pieces[index].name)) {
                return name;
            }
            found = found ? found : name;
        }
    }
    return found;
}

static void put_limits(exporter *e, size_t index, const movement *m)
{
    char name[32] = "";
    size_t n = strlen(e->types[index]);
    memcpy(name, e->types[index], n < 31 ? n : 31);
    name[0] = (char)(name[0] - 'a' + 'A');
    for (int i = 0; i < 2; i++) {
        char *key = arena_format(e->arena, "mobilityRegion%s%s", i ? "Black" : "White", name);
        if (key) {
            export_put_region(e, key, m->to.of[i]);
        }
    }
}

/* A piece with this letter and movement. */
static void put_type(exporter *e, size_t index, char letter, const movement *m)
{
    const rule_piece *p = &e->rules->pieces[index];
    const char letters[2] = {letter, '\0'}, *type = type_name(e, index, m);
    if (e->rules->blast.given && is_spared(e->rules, index) != (type && strcmp(type, "pawn") == 0)) {
        export_refuse(e, e->rules->blast.location, "which pieces blasts spare: there it is pawns");
    }
    if (type) {
        e->types[index] = type;
        e->soldier_rank = strcmp(type, "soldier") != 0 ? e->soldier_rank : m->soldier_rank ? m->soldier_rank : 1;
        export_put(e, type, letters);
    } else if (m->soldier_rank > 1) {
        export_refuse(e, p->location, "pieces that move sideways from different ranks on");
    } else {
        text words = {0};
        export_write_betza(m, &words);
        const char *key = e->king == (int)index ? "king" : arena_format(e->arena, "customPiece%d", ++e->customs);
        e->types[index] = key;
        text_print(&e->out, "%s = %s:%s\n", key ? key : "", letters, text_string(&words));
        e->out.failed |= words.failed || !key;
        text_finish(&words);
        if (e->customs > 25) {
            export_refuse(e, p->location, "more than 25 custom pieces");
        }
    }
    if (m->limited && e->types[index]) {
        put_limits(e, index, m);
    }
    if (m->flying) {
        export_put(e, "flyingGeneral", "true");
    }
}

static void put_piece(exporter *e, size_t index)
{
    const rule_piece *p = &e->rules->pieces[index];
    movement m;
    if (!export_movement(e, index, false, &m)) {
        return;
    }
    if (rule_piece_has_abilities(p)) {
        export_refuse(e, p->location, "the abilities of this piece");
    }
    export_plain_keys(e, SECTION_PIECE, p, p->location);
    put_type(e, index, e->letters[index], &m);
}

/* ---- promoted forms ---- */

static bool same_movement(const exporter *e, size_t a, const movement *one, size_t b, const movement *other)
{
    const rule_piece *pieces = e->rules->pieces;
    return export_same_steps(&one->steps, &other->steps) && one->en_passant == other->en_passant &&
           one->soldier_rank == other->soldier_rank && one->limited == other->limited &&
           export_zones_equal(&one->to, &other->to) && pieces[a].royal == pieces[b].royal &&
           pieces[a].promotion_limit == pieces[b].promotion_limit;
}

/* The letter of a piece that moves like this promoted form; 0 when there is none yet. */
static char letter_like(exporter *e, size_t index, const movement *m)
{
    const ruleset *r = e->rules;
    const rule_move *mine = r->pieces[index].moves;
    for (size_t i = 0; i < r->piece_count; i++) {
        movement other;
        /* The first piece with the same rules, else one with the same steps; a piece has been written before. */
        if (e->types[i] && i != index && (e->letters[i] || e->like[i]) && export_movement(e, i, true, &other) &&
            same_movement(e, index, m, i, &other) && (mine || !r->pieces[i].moves)) {
            return e->letters[i] ? e->letters[i] : e->like[i];
        }
    }
    return '\0';
}

static char free_letter(const exporter *e)
{
    for (int c = 'a'; c <= 'z'; c++) {
        if (!memchr(e->letters, c, sizeof e->letters) && !memchr(e->like, c, sizeof e->like)) {
            return (char)c;
        }
    }
    return '\0';
}

/* Shogi promotions: "+p" needs a piece with a letter of its own that moves like it. */
static void put_promoted(exporter *e, size_t index, text *pairs)
{
    const rule_piece *p = &e->rules->pieces[index];
    movement m;
    if (!export_movement(e, index, false, &m)) {
        return;
    }
    char letter = letter_like(e, index, &m);
    if (!letter && p->invulnerable) {
        export_refuse(e, p->location, "the abilities of this piece");
    }
    if (!letter) {
        letter = e->spare[index] ? e->spare[index] : free_letter(e);
        e->like[index] = letter;
        if (!letter) {
            export_refuse(e, p->location, "so many pieces: there is no letter left");
        } else {
            put_type(e, index, letter, &m);
        }
    }
    e->like[index] = letter;
    text_print(pairs, "%s%c:%c", pairs->length ? " " : "", e->letters[e->unpromoted[index]], letter);
}

void export_pieces(exporter *e)
{
    text pairs = {0};
    for (size_t i = 0; i < e->rules->piece_count; i++) {
        if (e->letters[i]) {
            put_piece(e, i);
        }
    }
    for (size_t i = 0; i < e->rules->piece_count; i++) {
        if (e->unpromoted[i] >= 0) {
            put_promoted(e, i, &pairs);
        }
    }
    if (pairs.length) {
        export_put(e, "promotedPieceType", text_string(&pairs));
    }
    if (e->soldier_rank) {
        export_put_number(e, "soldierPromotionRank", e->soldier_rank);
    }
    text_finish(&pairs);
}
