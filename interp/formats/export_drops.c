/* Drops: most keys of the format are for all pieces, so the rules of all must agree. */
#include "formats/export_context.h"

#include <string.h>

/* What the drops of all pieces have in common. */
typedef struct drops_seen {
    export_zone region; /* of all pieces but pawns; the whole board without such pieces */
    bool has_pieces;
    bool immobile, check, gravity; /* may be immobile, may check, with gravity */
    bool loops;                    /* a promoted piece stays promoted in the hand */
    bool promoted, plain;          /* some may be dropped as promoted forms, some with such a form may not */
    bool limited;                  /* one has a limit by file, or is never dropped */
} drops_seen;

static location drop_location(const rule_piece *p)
{
    return p->drop.location.source ? p->drop.location : p->location;
}

/* Whether no piece ever leaves the board. */
static bool nothing_captures(exporter *e)
{
    const ruleset *r = e->rules;
    for (size_t i = 0; i < r->piece_count; i++) {
        movement m;
        if (!e->letters[i] && e->unpromoted[i] < 0) {
            continue;
        }
        if (!export_movement(e, i, true, &m) || r->blast.given || m.flying) {
            return false;
        }
        for (size_t k = 0; k < m.steps.count; k++) {
            if (m.steps.list[k].modes & FAIRY_CAPTURE) {
                return false;
            }
        }
    }
    return true;
}

bool export_has_endless_drops(exporter *e, size_t player)
{
    for (size_t i = 0; i < e->rules->piece_count; i++) {
        if (e->letters[i] && e->rules->pieces[i].drop.unlimited >> player & 1) {
            return true;
        }
    }
    return false;
}

/* Pieces that never run out: as many as there are cells, where none comes back to a hand or leaves the board. */
static void check_endless_drops(exporter *e)
{
    bool fine = nothing_captures(e);
    for (size_t i = 0; i < e->rules->piece_count && !fine; i++) {
        if (e->letters[i] && e->rules->pieces[i].drop.unlimited) {
            export_refuse(e, e->rules->pieces[i].location, "drops of pieces that are not in hand");
        }
    }
}

bool export_comes_to_hand(const exporter *e, size_t index)
{
    if (export_is_wall(e, index)) {
        return false;
    }
    if (e->rules->pieces[index].drop.unlimited) {
        return true;
    }
    const ruleset *r = e->rules;
    const rule_piece *p = &r->pieces[index];
    const char *hand = strchr(e->board->start, '[');
    for (; hand && *hand && *hand != ']'; hand++) {
        if (strlen(p->letter) == 1 && ascii_to_lower(*hand) == p->letter[0]) {
            return true;
        }
    }
    for (size_t i = 0; i < r->piece_count && r->captured == CAPTURED_TO_HAND; i++) {
        if (r->pieces[i].captured_as == (int)index && !r->pieces[i].royal && (e->letters[i] || e->unpromoted[i] >= 0)) {
            return true;
        }
    }
    return false;
}

/* Where a piece may be dropped there by its kind, within the region of all. */
static export_zone allowed_zone(exporter *e, size_t index, const export_zone *common)
{
    export_zone zone = *common;
    movement m;
    bool limited = export_movement(e, index, true, &m) && m.limited;
    for (int i = 0; i < 2 * EXPORT_RANKS && limited; i++) {
        zone.of[i / EXPORT_RANKS][i % EXPORT_RANKS] &= m.to.of[i / EXPORT_RANKS][i % EXPORT_RANKS];
    }
    return zone;
}

static int form_of(const exporter *e, size_t index)
{
    for (size_t i = 0; i < e->rules->piece_count; i++) {
        if (e->unpromoted[i] == (int)index) {
            return (int)i;
        }
    }
    return -1;
}

/* What the piece is when it has been captured. */
static void see_captured(exporter *e, size_t index, drops_seen *seen)
{
    const ruleset *r = e->rules;
    const rule_piece *p = &r->pieces[index];
    if (r->captured != CAPTURED_TO_HAND || p->royal) {
        return;
    }
    int base = e->unpromoted[index];
    bool loop =
        base >= 0 && p->captured_as >= 0 && e->letters[p->captured_as] && e->letters[p->captured_as] == e->like[index];
    if (base >= 0 ? p->captured_as != base && !loop : p->captured_as != (int)index) {
        export_refuse(e, p->location, "what this piece is in the hand");
    }
    seen->loops |= loop && p->captured_as != base;
}

static void see_limits(exporter *e, size_t index, drops_seen *seen)
{
    const rule_piece *p = &e->rules->pieces[index];
    const rule_drop *d = &p->drop;
    if (d->allowed && !d->per_file) {
        return;
    }
    const char letter[2] = {e->letters[index], '\0'};
    if (seen->limited) {
        export_refuse(e, drop_location(p), "these limits on drops");
    }
    seen->limited = true;
    export_put(e, "dropNoDoubled", letter);
    export_put_number(e, "dropNoDoubledCount", d->allowed ? d->per_file : 0);
}

/* Whether the piece may be dropped as its promoted form; as another it may not. */
static void see_faces(exporter *e, size_t index, drops_seen *seen)
{
    const rule_piece *p = &e->rules->pieces[index];
    const rule_drop *d = &p->drop;
    int form = form_of(e, index);
    bool faces = d->drop_as_count == 2 && form >= 0 && (d->drop_as[0] == form || d->drop_as[1] == form) &&
                 (d->drop_as[0] == (int)index || d->drop_as[1] == (int)index);
    if (d->drop_as_count && !faces) {
        export_refuse(e, drop_location(p), "these limits on drops");
    }
    seen->promoted |= faces;
    seen->plain |= form >= 0 && !faces && d->allowed;
}

static void see_drop(exporter *e, size_t index, drops_seen *seen)
{
    const rule_piece *p = &e->rules->pieces[index];
    const rule_drop *d = &p->drop;
    see_limits(e, index, seen);
    see_faces(e, index, seen);
    if (!d->may_mate && !export_is_type(e, index, "shogiPawn")) {
        export_refuse(e, drop_location(p), "these limits on drops");
    }
    if (!d->allowed) {
        return;
    }
    seen->immobile |= d->may_be_immobile;
    seen->check &= d->may_give_check;
    seen->gravity |= d->gravity;
    if (!d->may_mate) {
        export_put(e, "shogiPawnDropMateIllegal", "true");
    }
    for (size_t k = 0; k < p->promotion_count; k++) {
        const rule_promotion *way = &p->promotions[k];
        seen->loops |= !way->reverts && !way->from_prison && e->unpromoted[way->to[0]] < 0;
    }
}

/* The region of all pieces but pawns is what they may use together. */
static void see_region(exporter *e, size_t index, drops_seen *seen)
{
    const rule_piece *p = &e->rules->pieces[index];
    if (!p->drop.allowed || export_is_type(e, index, "pawn")) {
        return;
    }
    export_zone own = export_read_zone(e, &p->drop.zone);
    for (int i = 0; i < 2 * EXPORT_RANKS; i++) {
        uint16_t *all = &seen->region.of[i / EXPORT_RANKS][i % EXPORT_RANKS];
        *all = (uint16_t)((seen->has_pieces ? *all : 0) | own.of[i / EXPORT_RANKS][i % EXPORT_RANKS]);
    }
    seen->has_pieces = true;
}

static bool on_first_rank(const exporter *e, const export_zone *own, const export_zone *allowed)
{
    export_zone first = {{{0}}};
    int high = e->rules->height - 1;
    first.of[0][0] = allowed->of[0][0];
    first.of[1][high] = allowed->of[1][high];
    return export_zones_equal(own, &first);
}

/* Each piece that is no pawn may be dropped in the whole region; rooks perhaps on the first rank alone. */
static void check_region(exporter *e, size_t index, const drops_seen *seen)
{
    const rule_piece *p = &e->rules->pieces[index];
    if (!p->drop.allowed || export_is_type(e, index, "pawn")) {
        return;
    }
    export_zone own = export_read_zone(e, &p->drop.zone), allowed = allowed_zone(e, index, &seen->region);
    if (export_zones_equal(&own, &allowed)) {
        return;
    }
    if (export_is_type(e, index, "rook") && on_first_rank(e, &own, &allowed)) {
        export_put(e, "sittuyinRookDrop", "true");
        return;
    }
    export_refuse(e, drop_location(p), "different parts of the board for different pieces' drops");
}

static export_zone promotion_zone(exporter *e)
{
    export_zone zone = {{{0}}};
    for (size_t i = 0; i < e->rules->piece_count; i++) {
        const rule_piece *p = &e->rules->pieces[i];
        for (size_t k = 0; k < p->promotion_count; k++) {
            export_zone one = export_read_zone(e, &p->promotions[k].zone);
            for (int n = 0; n < 2 * EXPORT_RANKS; n++) {
                zone.of[n / EXPORT_RANKS][n % EXPORT_RANKS] |= one.of[n / EXPORT_RANKS][n % EXPORT_RANKS];
            }
        }
    }
    return zone;
}

/* Pawns have the others' region, perhaps without the first rank and without the promotion zone. */
static void put_pawn_drops(exporter *e, size_t index, const drops_seen *seen)
{
    const rule_piece *p = &e->rules->pieces[index];
    int height = e->rules->height;
    export_zone own = export_read_zone(e, &p->drop.zone), open = allowed_zone(e, index, &seen->region),
                promote = promotion_zone(e);
    bool first_rank = true, in_zone = true; /* pawns may be dropped there */
    for (int player = 0; player < 2; player++) {
        int low = player ? height - 1 : 0;
        first_rank = first_rank && own.of[player][low] == open.of[player][low];
        for (int k = 0; k < height; k++) {
            in_zone =
                in_zone && (own.of[player][k] & promote.of[player][k]) == (open.of[player][k] & promote.of[player][k]);
        }
    }
    export_put(e, "firstRankPawnDrops", first_rank ? "true" : "false");
    export_put(e, "promotionZonePawnDrops", in_zone ? "true" : "false");
    for (int player = 0; player < 2; player++) {
        int low = player ? height - 1 : 0;
        for (int k = 0; k < height; k++) {
            uint16_t expected = !first_rank && k == low ? 0 : open.of[player][k];
            expected &= in_zone ? 0xffff : (uint16_t)~promote.of[player][k];
            if (own.of[player][k] != expected) {
                export_refuse(e, drop_location(p), "where this piece may be dropped");
                return;
            }
        }
    }
}

/* There one key says whether a piece that can never move again may be dropped, and whether it may decline to promote. */
static void check_immobile(exporter *e, const drops_seen *seen)
{
    const ruleset *r = e->rules;
    for (size_t i = 0; i < r->piece_count; i++) {
        const rule_promotion *one = r->pieces[i].promotions;
        if (r->pieces[i].promotion_count && one->optional && one->declinable != seen->immobile) {
            export_refuse(e, one->location, "a promotion that may be declined where a drop may not be");
        }
    }
}

static void put_keys(exporter *e, const drops_seen *seen)
{
    if (seen->has_pieces) {
        export_put_region(e, "whiteDropRegion", seen->region.of[0]);
        export_put_region(e, "blackDropRegion", seen->region.of[1]);
    }
    if (seen->promoted && seen->plain) {
        export_refuse(e, (location){0}, "drops of some pieces as their promoted forms and of some not");
    } else if (seen->promoted) {
        export_put(e, "dropPromoted", "true");
    }
    check_immobile(e, seen);
    export_put(e, "immobilityIllegal", seen->immobile ? "false" : "true");
    export_put(e, "dropChecks", seen->check ? "true" : "false");
    if (seen->gravity) {
        export_put(e, "dropOnTop", "true");
    }
    if (seen->loops && e->rules->captured == CAPTURED_TO_HAND) {
        export_put(e, "dropLoop", "true");
    }
}

void export_drops(exporter *e)
{
    const ruleset *r = e->rules;
    if (r->captured != CAPTURED_GONE && r->captured != CAPTURED_TO_HAND) {
        export_refuse(e, r->board_location, "where captured pieces go");
    }
    check_endless_drops(e);
    if (!r->hands && !export_has_endless_drops(e, 0) && !export_has_endless_drops(e, 1)) {
        return;
    }
    export_put(e, "pieceDrops", "true");
    export_put(e, "capturesToHand", r->captured == CAPTURED_TO_HAND ? "true" : "false");
    drops_seen seen = {.check = true, .region = export_read_zone(e, &(rule_text){0})};
    bool held[RULES_PIECES_MAX];
    for (size_t i = 0; i < r->piece_count; i++) {
        held[i] = e->letters[i] && export_comes_to_hand(e, i);
        if (e->letters[i] || e->unpromoted[i] >= 0) {
            see_captured(e, i, &seen);
        }
        if (held[i]) {
            see_drop(e, i, &seen);
            see_region(e, i, &seen);
        }
    }
    for (size_t i = 0; i < r->piece_count; i++) {
        if (held[i]) {
            check_region(e, i, &seen);
        }
        if (held[i] && r->pieces[i].drop.allowed && export_is_type(e, i, "pawn")) {
            put_pawn_drops(e, i, &seen);
        }
    }
    put_keys(e, &seen);
}
