/* What moves do besides: promotions, first steps, castlings. */
#include "formats/export_context.h"

#include <string.h>

/* ---- promotion ---- */

/* The promotions of one player. */
typedef struct promotions_seen {
    const rule_promotion *pawn, *side; /* to types that are named, and to the piece's promoted form; NULL: none */
    export_zone zone;                  /* of the player alone */
    text pawns;
    size_t pawn_index; /* the piece that has `pawn` */
    bool demotes;
} promotions_seen;

/* The next target from `*at` on that is no promoted form of the piece; -1 behind the last. */
static int next_target(const exporter *e, size_t index, const rule_promotion *p, size_t *at)
{
    while (*at < p->to_count && e->unpromoted[p->to[*at]] == (int)index) {
        ++*at;
    }
    return *at < p->to_count ? p->to[(*at)++] : -1;
}

/* Whether two pieces promote to the same, aside from promoted forms of their own, which pawns may have there besides. */
static bool same_targets(const exporter *e, size_t a, const rule_promotion *one, size_t b, const rule_promotion *other)
{
    size_t at[2] = {0, 0};
    int target;
    do {
        target = next_target(e, a, one, &at[0]);
        if (target != next_target(e, b, other, &at[1])) {
            return false;
        }
    } while (target >= 0);
    return true;
}

/* Whether the piece becomes its promoted form, or this becomes the piece again. */
static bool turns_over(const exporter *e, size_t index, const rule_promotion *p)
{
    return p->to_count == 1 && (e->unpromoted[p->to[0]] == (int)index || e->unpromoted[index] == p->to[0]);
}

static void see_promotion(exporter *e, size_t index, const rule_promotion *own, int player, promotions_seen *seen)
{
    export_zone zone = export_read_zone(e, &own->zone);
    bool side = turns_over(e, index, own);
    const rule_promotion **first = side ? &seen->side : &seen->pawn;
    if (export_ranks_empty(zone.of[player])) {
        return;
    }
    memset(zone.of[1 - player], 0, sizeof zone.of[0]);
    if (own->from_prison || own->when != (side ? PROMOTE_TOUCHES : PROMOTE_REACHES) ||
        (own->by != PROMOTE_ANY && (!side || own->by != PROMOTE_CAPTURE))) {
        export_refuse(e, own->location, "this way to promote");
    } else if (((seen->pawn || seen->side) && !export_zones_equal(&seen->zone, &zone)) ||
               (*first &&
                ((*first)->optional != own->optional || (*first)->declinable != own->declinable ||
                 (*first)->by != own->by || (!side && !same_targets(e, seen->pawn_index, *first, index, own))))) {
        export_refuse(e, own->location, "pieces that promote in different ways");
    }
    bool has_form = false;
    for (size_t i = 0; i < own->to_count && !side; i++) {
        has_form |= e->unpromoted[own->to[i]] == (int)index;
    }
    if (has_form && !export_is_type(e, index, "pawn")) {
        export_refuse(e, own->location, "this way to promote");
    }
    *first = own;
    seen->pawn_index = side ? seen->pawn_index : index;
    seen->zone = zone;
    seen->demotes |= side && e->unpromoted[index] >= 0;
    if (!side) {
        text_char(&seen->pawns, export_letter(e, index, own->location));
    }
}

static void see_promotions(exporter *e, int player, promotions_seen *seen)
{
    const ruleset *r = e->rules;
    for (size_t i = 0; i < r->piece_count; i++) {
        const rule_piece *p = &r->pieces[i];
        size_t found = 0;
        for (size_t k = 0; k < p->promotion_count; k++) {
            export_zone zone = export_read_zone(e, &p->promotions[k].zone);
            found += !export_ranks_empty(zone.of[player]);
            see_promotion(e, i, &p->promotions[k], player, seen);
        }
        if (found > 1) {
            export_refuse(e, p->promotions[1].location, "several ways to promote for one piece");
        }
    }
}

/* A line for both players, or one for each where they differ. */
static void put_both(exporter *e, const char *key, const char *white, const char *black)
{
    if (strcmp(white, black) == 0) {
        export_put(e, key, *white ? white : "-");
        return;
    }
    const char *keys[2] = {arena_format(e->arena, "%sWhite", key), arena_format(e->arena, "%sBlack", key)};
    for (int i = 0; i < 2 && keys[0] && keys[1]; i++) {
        const char *value = i ? black : white;
        export_put(e, keys[i], *value ? value : "-");
    }
}

static void put_targets(exporter *e, const promotions_seen seen[2])
{
    text letters[2] = {{0}, {0}};
    for (int player = 0; player < 2; player++) {
        const rule_promotion *pawn = seen[player].pawn;
        size_t at = 0;
        for (int to = 0; pawn && (to = next_target(e, seen[player].pawn_index, pawn, &at)) >= 0;) {
            text_char(&letters[player], export_letter(e, (size_t)to, pawn->location));
        }
    }
    put_both(e, "promotionPieceTypes", text_string(&letters[0]), text_string(&letters[1]));
    if (seen[0].pawn || seen[1].pawn) {
        put_both(e, "promotionPawnTypes", text_string(&seen[0].pawns), text_string(&seen[1].pawns));
    }
    text_finish(&letters[0]);
    text_finish(&letters[1]);
}

static const rule_promotion *either(const rule_promotion *a, const rule_promotion *b)
{
    return a ? a : b;
}

/* The promotion of their pawn to its promoted form alone; NULL: there is none. */
static const rule_promotion *pawn_form(const exporter *e)
{
    for (size_t i = 0; i < e->rules->piece_count; i++) {
        const rule_piece *p = &e->rules->pieces[i];
        if (export_is_type(e, i, "pawn") && p->promotion_count) {
            return &p->promotions[0];
        }
    }
    return NULL;
}

/* Whether pieces must promote, and whether those that may not move again must. */
static void put_duties(exporter *e, const promotions_seen seen[2])
{
    const rule_promotion *pawn = either(seen[0].pawn, seen[1].pawn), *side = either(seen[0].side, seen[1].side);
    for (int i = 0; i < 2; i++) {
        const rule_promotion *other[2] = {seen[i].pawn, seen[i].side};
        if ((other[0] && (other[0]->optional != pawn->optional || other[0]->declinable != pawn->declinable)) ||
            (other[1] && (other[1]->optional != side->optional || other[1]->by != side->by))) {
            export_refuse(e, other[0] ? other[0]->location : other[1]->location,
                          "pieces that promote in different ways");
        }
    }
    const rule_promotion *free_one = pawn && pawn->optional ? pawn : side && side->optional ? side : NULL;
    if (!e->rules->hands && free_one) {
        export_put(e, "immobilityIllegal", free_one->declinable ? "false" : "true");
    }
    const rule_promotion *duty = pawn ? pawn : pawn_form(e);
    if (!duty || duty->optional) { /* else pawns that do not promote may not enter the region */
        export_put(e, "mandatoryPawnPromotion", "false");
    }
    if (side && !side->optional) {
        export_put(e, "mandatoryPiecePromotion", "true");
    }
    if (side && side->by == PROMOTE_CAPTURE) {
        export_put(e, "piecePromotionOnCapture", "true");
    }
}

/* There a piece with a promoted form promotes to it: all of them do, or none, which is said by a region without cells. */
static void check_forms(exporter *e, bool sides)
{
    const ruleset *r = e->rules;
    for (size_t i = 0; i < r->piece_count && sides; i++) {
        int base = e->unpromoted[i];
        if (base < 0) {
            continue;
        }
        const rule_piece *p = &r->pieces[base];
        bool promotes = false, back = false;
        for (size_t k = 0; k < p->promotion_count; k++) {
            for (size_t n = 0; n < p->promotions[k].to_count; n++) {
                promotes |= p->promotions[k].to[n] == (int)i;
            }
        }
        for (size_t k = 0; k < r->pieces[i].promotion_count; k++) {
            back |= turns_over(e, i, &r->pieces[i].promotions[k]);
        }
        if (!promotes || back != e->demotes) {
            export_refuse(e, p->location, "pieces that promote in different ways");
        }
    }
}

/* Pieces that turn over with every move. */
static void put_turning(exporter *e)
{
    const ruleset *r = e->rules;
    for (size_t i = 0; i < r->piece_count; i++) {
        const rule_piece *p = &r->pieces[i];
        int base = e->unpromoted[i];
        bool pair = base < 0 || (p->transforms_into == base && r->pieces[base].transforms_into == (int)i);
        if (p->promotion_count || !pair ||
            (p->transforms_into >= 0 && base < 0 && e->unpromoted[p->transforms_into] != (int)i)) {
            export_refuse(e, p->location, "pieces of which some transform and some promote");
        }
    }
    export_zone all = export_whole_board(e);
    export_put_regions(e, "promotionRegion", &all);
    export_put(e, "promotionPieceTypes", "-");
    export_put(e, "mandatoryPiecePromotion", "true");
    export_put(e, "pieceDemotion", "true");
}

/* Whether such a piece can ever stand on the board. */
static bool is_present(const exporter *e, size_t index)
{
    export_zone stands = {{{0}}};
    for (size_t player = 0; player < 2; player++) {
        e->board->stands(e->board->state, index, player, stands.of[player]);
    }
    return !export_zone_empty(&stands);
}

/* Promotions to a type end where the player has so many of it. */
static void put_promotion_limits(exporter *e)
{
    const ruleset *r = e->rules;
    text pairs = {0};
    bool said[128] = {false};
    for (size_t i = 0; i < r->piece_count; i++) {
        const rule_piece *p = &r->pieces[i];
        char letter = e->letters[i] ? e->letters[i] : e->like[i];
        if (!letter || !is_present(e, i)) {
            continue;
        }
        if (!p->promotion_limit) {
            continue;
        }
        if (said[(unsigned char)letter]) {
            export_refuse(e, p->location, "a limit of promotions to several types that count as one there");
        }
        said[(unsigned char)letter] = true;
        text_print(&pairs, "%s%c:%ld", pairs.length ? " " : "", letter, p->promotion_limit);
    }
    if (pairs.length) {
        export_put(e, "promotionLimit", text_string(&pairs));
    }
    text_finish(&pairs);
}

static bool has_turning(const ruleset *r)
{
    for (size_t i = 0; i < r->piece_count; i++) {
        if (r->pieces[i].transforms_into >= 0) {
            return true;
        }
    }
    return false;
}

void export_promotion(exporter *e)
{
    promotions_seen seen[2] = {{0}, {0}};
    put_promotion_limits(e);
    if (has_turning(e->rules)) {
        e->demotes = true;
        put_turning(e);
        return;
    }
    for (int player = 0; player < 2; player++) {
        see_promotions(e, player, &seen[player]);
        e->demotes |= seen[player].demotes;
    }
    bool any = seen[0].pawn || seen[0].side || seen[1].pawn || seen[1].side;
    export_zone zone = seen[0].zone;
    memcpy(zone.of[1], seen[1].zone.of[1], sizeof zone.of[1]);
    if (any) {
        export_put_first_rank(e, zone.of[0]);
        export_put_regions(e, "promotionRegion", &zone);
    } else { /* pawns may enter what is their region there */
        export_put(e, "promotionRegionWhite", "-");
        export_put(e, "promotionRegionBlack", "-");
    }
    check_forms(e, seen[0].side || seen[1].side);
    put_targets(e, seen);
    put_duties(e, seen);
    if (e->demotes) {
        export_put(e, "pieceDemotion", "true");
    }
    text_finish(&seen[0].pawns);
    text_finish(&seen[1].pawns);
}

/* ---- first steps, clocks ---- */

/* En passant targets: there all cells that a first step passes, within a region. */
static void put_passed(exporter *e)
{
    bool some = !export_zone_empty(&e->passed);
    if (!some) {
        export_put(e, "enPassantRegion", "-");
    } else if (!export_zone_empty(&e->unset)) {
        export_put_regions(e, "enPassantRegion", &e->passed);
    }
}

void export_first_steps(exporter *e)
{
    if (!e->has_first_steps) {
        export_put(e, "doubleStep", "false");
    } else {
        export_put_regions(e, "doubleStepRegion", &e->first_steps);
        put_passed(e);
    }
    text clock = {0};
    for (size_t i = 0; i < e->rules->piece_count; i++) {
        if (e->rules->pieces[i].resets_halfmove_clock && e->letters[i]) {
            text_char(&clock, e->letters[i]);
        }
    }
    export_put(e, "nMoveRuleTypes", clock.length ? text_string(&clock) : "-");
    text_finish(&clock);
}

/* ---- castling ---- */

/* What all castlings have in common. */
typedef struct castles_seen {
    int rank, king_file;      /* -1: not yet, -2: they differ */
    int to[2], partner_at[2]; /* kingside, queenside: the same */
    bool far[2];              /* some are written as captures, or not, where the king goes more than one cell */
} castles_seen;

static void see_number(int *seen, int number)
{
    *seen = *seen == -1 || *seen == number ? number : -2;
}

/* False when the format has no such castling. */
static bool see_castle(exporter *e, const export_castle *c, castles_seen *seen)
{
    const rule_castling *rule = &e->rules->castlings[c->rule];
    int height = e->rules->height, side = c->partner_file > c->king_file ? 0 : 1,
        rank = c->player ? height - 1 - c->king_rank : c->king_rank;
    if (rule->clear || rule->safe || rule->written_as || c->partner_rank != c->king_rank ||
        c->king_to_rank != c->king_rank || c->partner_to_rank != c->king_rank ||
        c->partner_to_file != c->king_to_file + (side == 0 ? -1 : 1) ||
        (rule->right && strcmp(rule->right, side == 0 ? "k" : "q") != 0)) {
        return false;
    }
    see_number(&seen->rank, rank);
    see_number(&seen->king_file, c->king_file);
    see_number(&seen->to[side], c->king_to_file);
    see_number(&seen->partner_at[side], c->partner_file);
    int steps = c->king_to_file - c->king_file;
    if (rule_castling_is_family(rule) || steps * steps > 1) {
        seen->far[rule->written_as_capture] = true;
    }
    return seen->rank >= 0 && seen->to[side] >= 0;
}

static void put_file(exporter *e, const char *key, int file)
{
    const char letter[2] = {(char)('a' + file), '\0'};
    export_put(e, key, letter);
}

static void put_castles(exporter *e, const castles_seen *seen, bool families)
{
    const ruleset *r = e->rules;
    int partners[RULES_PIECES_MAX];
    for (size_t i = 0; i < r->castling_count; i++) {
        partners[i] = r->castlings[i].partner;
        if (r->castlings[i].king != r->castlings[0].king) {
            export_refuse(e, r->castlings[i].location, "castling with different pieces");
        }
    }
    if (seen->to[0] >= 0) {
        put_file(e, "castlingKingsideFile", seen->to[0]);
    }
    if (seen->to[1] >= 0) {
        put_file(e, "castlingQueensideFile", seen->to[1]);
    }
    export_put_number(e, "castlingRank", seen->rank + 1);
    if (seen->king_file >= 0) {
        put_file(e, "castlingKingFile", seen->king_file);
    }
    if (!families && seen->partner_at[0] >= 0 && seen->partner_at[0] != r->width - 1) {
        put_file(e, "castlingRookKingsideFile", seen->partner_at[0]);
    }
    if (!families && seen->partner_at[1] > 0) {
        put_file(e, "castlingRookQueensideFile", seen->partner_at[1]);
    }
    export_put_letters(e, "castlingKingPiece", &r->castlings[0].king, 1);
    export_put_letters(e, "castlingRookPieces", partners, r->castling_count);
    if (seen->far[1]) {
        export_put(e, "chess960", "true");
    }
}

/* Whether the partner is the first that they find from the corner, or from the file that the section names. */
static bool finds_partner(const exporter *e, const export_castle *c, const castles_seen *seen)
{
    int side = c->partner_file > c->king_file ? 0 : 1, way = side == 0 ? -1 : 1;
    int corner = side == 0 ? e->rules->width - 1 : 0;
    for (int file = seen->partner_at[side] >= 0 ? seen->partner_at[side] : corner; file != c->king_file; file += way) {
        const start_cell *cell = &e->start[c->king_rank][file];
        for (size_t i = 0; i < e->rules->castling_count; i++) {
            if (cell->piece == e->rules->castlings[i].partner && cell->player == c->player) {
                return file == c->partner_file;
            }
        }
    }
    return true; /* nobody can castle there at the start */
}

void export_castling(exporter *e)
{
    const ruleset *r = e->rules;
    castles_seen seen = {.rank = -1, .king_file = -1, .to = {-1, -1}, .partner_at = {-1, -1}};
    bool refused = false, families = false;
    if (r->castling_count == 0) {
        export_put(e, "castling", "false");
        return;
    }
    for (size_t i = 0; i < e->board->castle_count && !refused; i++) {
        const export_castle *c = &e->board->castles[i];
        families |= rule_castling_is_family(&r->castlings[c->rule]);
        refused = !see_castle(e, c, &seen);
        if (refused) {
            export_refuse(e, r->castlings[c->rule].location, "this castling");
        }
    }
    for (size_t i = 0; i < e->board->castle_count && !refused && !families; i++) {
        refused = !finds_partner(e, &e->board->castles[i], &seen);
        if (refused) {
            export_refuse(e, r->castlings[e->board->castles[i].rule].location, "this castling");
        }
    }
    if (!refused && (seen.far[0] && seen.far[1])) {
        export_refuse(e, r->castlings[0].location, "castlings of which some are written as captures and some are not");
    } else if (!refused) {
        put_castles(e, &seen, families);
    }
}
