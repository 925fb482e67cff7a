/* How each piece moves, promotes and is dropped. */
#include "variants/import_work.h"

#include <string.h>

typedef struct moves {
    text list;
    size_t items;
    bool plain; /* one movement without more */
} moves;

static void add_move(moves *m, const char *betza, const char *from, const char *to, const char *more)
{
    bool mapping = from || to || more;
    text_put(&m->list, m->items ? ", " : "");
    m->plain = m->items == 0 && !mapping;
    m->items++;
    if (!mapping) {
        tree_scalar(&m->list, betza);
        return;
    }
    text_put(&m->list, "{move: ");
    tree_scalar(&m->list, betza);
    if (from) {
        text_print(&m->list, ", from: %s", from);
    }
    if (to) {
        text_print(&m->list, ", to: %s", to);
    }
    text_print(&m->list, "%s}", more ? more : "");
}

static void double_step_regions(work *w, region of[2], const setting **said)
{
    long from = 2, to = 2;
    of[0] = work_ranks(w, 2, 2);
    of[1] = work_ranks(w, w->height - 1, w->height - 1);
    *said = work_get(w, "doubleStepRank");
    if (*said || work_get(w, "doubleStepRankMin") || work_true(w, "firstRankDoubleSteps", false)) {
        to = work_number(w, "doubleStepRank", REGION_RANKS, 2);
        from = work_number(w, "doubleStepRankMin", REGION_RANKS,
                           work_true(w, "firstRankDoubleSteps", false) ? 1
                           : to < 2                                    ? to
                                                                       : 2);
        from =
            work_get(w, "doubleStepRank") && !work_get(w, "doubleStepRankMin") && !work_get(w, "firstRankDoubleSteps")
                ? to
                : from;
        of[0] = work_ranks(w, (int)from, (int)to);
        of[1] = work_ranks(w, w->height + 1 - (int)to, w->height + 1 - (int)from);
    } else {
        const setting *white = work_get(w, "doubleStepRegionWhite"), *black = work_get(w, "doubleStepRegionBlack");
        *said = white ? white : black;
        of[0] = white ? work_cut(w, setting_region(w->diags, white, &w->wrong)) : of[0];
        of[1] = black ? work_cut(w, setting_region(w->diags, black, &w->wrong)) : of[1];
    }
}

/* Cells whose next one in the player's direction lies in `r`. */
static region behind(const work *w, const region *r, int player)
{
    region b = {{0}};
    for (int i = 0; i < w->height; i++) {
        int next = player ? i - 1 : i + 1;
        b.ranks[i] = next >= 0 && next < w->height ? r->ranks[next] : 0;
    }
    return b;
}

static bool overlap(region *a, const region *b, bool inside)
{
    bool some = false;
    for (int i = 0; i < REGION_RANKS; i++) {
        a->ranks[i] &= inside ? b->ranks[i] : (uint16_t)~b->ranks[i];
        some |= a->ranks[i] != 0;
    }
    return some;
}

/* Steps of two cells: those after which the man may be taken in passing, and others. */
static void add_double_steps(work *w, moves *m, const char *betza, const char *to)
{
    region from[2], open[2], shut[2];
    const setting *said, *passing = work_get(w, "enPassantRegion");
    double_step_regions(w, from, &said);
    region where = passing ? setting_region(w->diags, passing, &w->wrong) : work_board(w);
    bool some_open = false, some_shut = false;
    for (int player = 0; player < 2; player++) {
        region b = behind(w, &where, player);
        open[player] = shut[player] = from[player];
        some_open |= overlap(&open[player], &b, true);
        some_shut |= overlap(&shut[player], &b, false);
    }
    if (!w->passing) {
        some_open = false;
        some_shut = !region_empty(&from[0]) || !region_empty(&from[1]);
        shut[0] = from[0];
        shut[1] = from[1];
    }
    const char *zones[2] = {some_open ? work_zone(w, open[0], open[1], said ? said : passing) : NULL,
                            some_shut ? work_zone(w, shut[0], shut[1], said ? said : passing) : NULL};
    if (zones[0]) {
        add_move(m, betza, zones[0], to, ", en_passant: true");
    }
    if (zones[1]) {
        add_move(m, betza, strcmp(zones[1], "all") == 0 ? NULL : zones[1], to, NULL);
    }
}

static void add_triple_steps(work *w, moves *m)
{
    region of[2];
    const setting *said;
    if (!work_regions(w, "tripleStepRegionWhite", "tripleStepRegionBlack", NULL, of, &said) ||
        (region_empty(&of[0]) && region_empty(&of[1]))) {
        return;
    }
    if (w->passing) {
        work_refuse(w, said, "a man who steps three cells leaves one cell open to captures in passing here, there two");
        diag_hint(w->diags, "without captures in passing it can be said: `enPassantRegion = -`");
        return;
    }
    const char *from = work_zone(w, of[0], of[1], said);
    if (from) {
        add_move(m, "fmnH", from, NULL, NULL);
    }
}

/* Where it may go at all. */
static const char *mobility(work *w, const piece *p)
{
    char keys[2][64];
    region of[2];
    const setting *said;
    for (int i = 0; i < 2; i++) {
        text t = {0};
        text_print(&t, "mobilityRegion%s%c%s", i ? "Black" : "White", p->type[0] - 'a' + 'A', p->type + 1);
        memcpy(keys[i], text_string(&t), t.length < 63 ? t.length + 1 : 64);
        keys[i][63] = '\0';
        work_done(w, &t);
    }
    if (!work_regions(w, keys[0], keys[1], NULL, of, &said)) {
        return NULL;
    }
    for (int i = 0; i < 2; i++) {
        of[i] = work_get(w, keys[i]) ? of[i] : work_board(w);
        of[i] = region_empty(&of[i]) ? work_board(w) : of[i]; /* as there: none is no limit */
    }
    const char *words = work_zone(w, of[0], of[1], said);
    return words && strcmp(words, "all") != 0 ? words : NULL;
}

/* A man who steps sideways only beyond his own part of the board. */
static bool add_soldier(work *w, const piece *p, moves *m, const char *to)
{
    long rank = strcmp(p->type, "soldier") == 0 ? work_number(w, "soldierPromotionRank", w->height, 1) : 1;
    if (rank <= 1) {
        return false;
    }
    const char *beyond =
        work_zone(w, work_ranks(w, (int)rank, w->height), work_ranks(w, 1, w->height + 1 - (int)rank), NULL);
    add_move(m, "fW", NULL, to, NULL);
    add_move(m, "sW", beyond, to, NULL);
    return true;
}

static void import_moves(work *w, size_t index, const piece *like, tree *in)
{
    const piece *p = &w->pieces[index];
    moves m = {0};
    text betza = {0};
    const char *cannot = NULL, *to = mobility(w, like);
    bool takes_passing =
        w->passing &&
        (work_pieces(w, work_get(w, "pawnTypes"), work_type(w, "pawn")) | work_type(w, "pawn")) >> index & 1;
    const setting *types = work_get(w, "enPassantTypes") ? work_get(w, "enPassantTypes")
                           : work_get(w, "enPassantTypesWhite") || work_get(w, "enPassantTypesBlack")
                               ? work_get(w, "enPassantTypesWhite")
                               : NULL;
    const char *own = work_betza(like->said->value);
    takes_passing = takes_passing || (w->passing && own && strchr(own, 'e'));
    if (types) {
        takes_passing = w->passing && (work_shared(w, "enPassantTypes", 0) | work_type(w, "pawn")) >> index & 1;
    }
    if (!add_soldier(w, like, &m, to)) {
        if (men_write(&like->steps, false, takes_passing, &betza, &cannot)) {
            add_move(&m, text_string(&betza), NULL, to, NULL);
        }
        text_clear(&betza);
        if (!cannot && men_write(&like->steps, true, takes_passing, &betza, &cannot)) {
            add_double_steps(w, &m, text_string(&betza), to);
        }
    }
    if (cannot) {
        work_refuse(w, like->said, cannot);
    }
    if (strcmp(like->type, "pawn") == 0 && work_true(w, "doubleStep", true)) {
        add_double_steps(w, &m, "fmnD", to);
        add_triple_steps(w, &m);
    }
    if ((int)index == w->king && like == p && work_true(w, "flyingGeneral", false)) {
        text more = {0};
        text_print(&more, ", of: %s", p->name);
        add_move(&m, "cR", NULL, NULL, text_string(&more));
        work_done(w, &more);
    }
    if (m.items) {
        text list = {0};
        text_print(&list, m.plain ? "%s" : "[%s]", text_string(&m.list));
        tree_set(w->arena, in, "moves", text_string(&list));
        work_done(w, &list);
    }
    work_done(w, &m.list);
    work_done(w, &betza);
}

/* ---- promotion ---- */

static void promotion_regions(work *w, region of[2], const setting **said)
{
    const setting *old = work_get(w, "promotionRank");
    if (work_regions(w, "promotionRegionWhite", "promotionRegionBlack", NULL, of, said)) {
        of[0] = work_get(w, "promotionRegionWhite") ? of[0] : work_ranks(w, 8, 8);
        of[1] = work_get(w, "promotionRegionBlack") ? of[1] : work_ranks(w, 1, 1);
        return;
    }
    int rank = (int)work_number(w, "promotionRank", REGION_RANKS, 8);
    *said = old;
    of[0] = work_ranks(w, rank, old ? w->height : 8);
    of[1] = old ? work_ranks(w, 1, w->height + 1 - rank) : work_ranks(w, 1, 1);
}

void work_put_names(work *w, tree *in, const char *key, piece_set set)
{
    text t = {0};
    size_t count = 0;
    /* The dearest first, as one would say it. */
    static const char *const order[] = {"queen", "chancellor", "archbishop", "rook", "bishop", "knight"};
    for (size_t i = 0; i < sizeof order / sizeof order[0] + w->count; i++) {
        bool named = i < sizeof order / sizeof order[0];
        piece_set one = named ? work_type(w, order[i]) : UINT32_C(1) << (i - sizeof order / sizeof order[0]);
        if (one & set) {
            set &= ~one;
            size_t index = 0;
            while (!(one >> index & 1)) {
                index++;
            }
            text_print(&t, "%s%s", count++ ? ", " : "", w->pieces[index].name);
        }
    }
    text list = {0};
    text_print(&list, count == 1 ? "%s" : "[%s]", text_string(&t));
    tree_set(w->arena, in, key, text_string(&list));
    work_done(w, &t);
    work_done(w, &list);
}

static bool flips(work *w)
{
    return work_true(w, "pieceDemotion", false) && work_true(w, "mandatoryPiecePromotion", false);
}

/* Whoever declines where he could never move again: he may here, if the last rank is no matter. */
static void warn_of_stuck(work *w, const piece *p, const char *key)
{
    bool forward = p->steps.count > 0;
    for (size_t i = 0; i < p->steps.count; i++) {
        forward = forward && p->steps.list[i].y > 0;
    }
    if (forward && !work_true(w, "immobilityIllegal", false)) {
        diag_warning(w->diags, CODE_FOREIGN_DIFFERENT, work_get(w, key)->value_place,
                     "a man who declines promotion where he could never move again must promote in Ferz");
        diag_hint(w->diags, "with `immobilityIllegal = true` both programs agree");
    }
}

static void import_promotion(work *w, size_t index, tree *in)
{
    piece *p = &w->pieces[index];
    piece_set pawns = work_shared(w,
                                  work_get(w, "promotionPawnTypes") || work_get(w, "promotionPawnTypesWhite") ||
                                          work_get(w, "promotionPawnTypesBlack")
                                      ? "promotionPawnTypes"
                                      : "pawnTypes",
                                  work_type(w, "pawn"));
    piece_set to = work_shared(w, "promotionPieceTypes",
                               work_letter(w, 'n') | work_letter(w, 'b') | work_letter(w, 'r') | work_letter(w, 'q'));
    region of[2];
    const setting *said;
    promotion_regions(w, of, &said);
    bool shogi = p->promoted >= 0, pawn = pawns >> index & 1 && to && !shogi;
    const char *where = shogi || pawn ? work_zone(w, of[0], of[1], said) : NULL;
    if (shogi && flips(w)) {
        text t = {0};
        text_print(&t, "promoted-%s", p->name);
        tree_set(w->arena, in, "transforms", text_string(&t));
        work_done(w, &t);
        if (where && strcmp(where, "all") != 0) {
            work_refuse(w, work_get(w, "pieceDemotion"), "men that turn over with each move do so everywhere");
        }
    } else if (where && shogi) {
        tree *promotes = tree_at(w->arena, in, "promotes");
        text t = {0};
        text_print(&t, "promoted-%s", p->name);
        tree_set(w->arena, promotes, "on", where);
        tree_set(w->arena, promotes, "when", "touches");
        tree_set(w->arena, promotes, "to", text_string(&t));
        if (!work_true(w, "mandatoryPiecePromotion", false)) {
            tree_set(w->arena, promotes, "optional", "true");
            warn_of_stuck(w, p, "promotedPieceType");
        }
        work_done(w, &t);
    } else if (where) {
        tree *promotes = tree_at(w->arena, in, "promotes");
        tree_set(w->arena, promotes, "on", where);
        work_put_names(w, promotes, "to", to);
        if (!work_true(w, "mandatoryPawnPromotion", true)) {
            tree_set(w->arena, promotes, "optional", "true");
            warn_of_stuck(w, p, "mandatoryPawnPromotion");
        }
        if (work_true(w, "capturesToHand", false) && !work_true(w, "dropLoop", false)) {
            tree_set(w->arena, promotes, "reverts", "true");
        }
    }
}

/* ---- drops ---- */

static void import_drops(work *w, size_t index, tree *in)
{
    const piece *p = &w->pieces[index];
    bool pawn = strcmp(p->type, "pawn") == 0;
    region of[2], promote[2];
    const setting *said = NULL, *zone_said;
    work_regions(w, "whiteDropRegion", "blackDropRegion", NULL, of, &said);
    of[0] = work_get(w, "whiteDropRegion") ? of[0] : work_board(w);
    of[1] = work_get(w, "blackDropRegion") ? of[1] : work_board(w);
    promotion_regions(w, promote, &zone_said);
    region first[2] = {work_ranks(w, 1, 1), work_ranks(w, w->height, w->height)};
    for (int i = 0; i < 2; i++) {
        if (pawn && !work_true(w, "promotionZonePawnDrops", false)) {
            overlap(&of[i], &promote[i], false);
        }
        if (pawn && !work_true(w, "firstRankPawnDrops", false)) {
            overlap(&of[i], &first[i], false);
        }
        if (strcmp(p->type, "rook") == 0 && work_true(w, "sittuyinRookDrop", false)) {
            overlap(&of[i], &first[i], true);
        }
    }
    const char *where = work_zone(w, of[0], of[1], said ? said : zone_said);
    if (!where && region_empty(&of[0]) && region_empty(&of[1])) {
        tree_set(w->arena, in, "drops", "never");
        return;
    }
    if (where && strcmp(where, "all") != 0) {
        tree_set(w->arena, tree_at(w->arena, in, "drops"), "on", where);
    }
    piece_set doubled = work_pieces(w, work_get(w, "dropNoDoubled"), 0);
    if (work_get(w, "shogiDoubledPawn") && !work_true(w, "shogiDoubledPawn", true)) {
        doubled |= work_type(w, "shogiPawn");
    }
    if (doubled >> index & 1) {
        char digits[8] = "1";
        long most = work_number(w, "dropNoDoubledCount", 9, 1);
        digits[0] = (char)('0' + (most ? most : 1));
        tree_set(w->arena, tree_at(w->arena, in, "drops"), "per_file", digits);
    }
    if (work_true(w, "shogiPawnDropMateIllegal", false) && strcmp(p->type, "shogiPawn") == 0) {
        tree_set(w->arena, tree_at(w->arena, in, "drops"), "mate", "false");
    }
    if (p->promoted >= 0 && work_true(w, "dropPromoted", false)) {
        text t = {0};
        text_print(&t, "[%s, promoted-%s]", p->name, p->name);
        tree_set(w->arena, tree_at(w->arena, in, "drops"), "as", text_string(&t));
        work_done(w, &t);
    }
}

/* ---- the pieces of our file ---- */

/* 1276 is a rook there. */
static void import_value(work *w, const piece *p, tree *in)
{
    const setting *s = work_get(w, "pieceValueMg");
    for (const char *c = s ? s->value : ""; *c; c++) {
        if (letter_lower(*c) == p->letter && c[1] == ':') {
            char digits[8] = "";
            size_t n = strspn(c + 2, "0123456789");
            long there = 0;
            memcpy(digits, c + 2, n < 7 ? n : 7);
            if (text_to_long(digits, 1, 100000, &there) && there * 500 / 1276 > 0) {
                text t = {0};
                text_print(&t, "%ld", there * 500 / 1276);
                tree_set(w->arena, in, "value", text_string(&t));
                work_done(w, &t);
            }
        }
    }
}

void import_piece(work *w, size_t index, tree *pieces)
{
    const piece *p = &w->pieces[index];
    tree *in = tree_at(w->arena, pieces, p->name);
    char letter[3] = {p->letter, '\0', '\0'};
    piece_set clock = work_shared(
        w, work_get(w, "nMoveRuleTypes") || work_get(w, "nMoveRuleTypesWhite") ? "nMoveRuleTypes" : "pawnTypes",
        work_type(w, "pawn"));
    tree_set(w->arena, in, "letter", letter);
    import_moves(w, index, p, in);
    piece_set pseudo =
        work_true(w, "extinctionPseudoRoyal", false) ? work_pieces(w, work_get(w, "extinctionPieceTypes"), 0) : 0;
    if ((int)index == w->king || pseudo >> index & 1) {
        tree_set(w->arena, in, "royal", "true");
    }
    import_promotion(w, index, in);
    if (w->drops) {
        import_drops(w, index, in);
    }
    if (clock >> index & 1) {
        tree_set(w->arena, in, "resets_halfmove_clock", "true");
    }
    import_value(w, p, in);
    if (p->promoted < 0) {
        return;
    }
    /* Its other side. */
    text name = {0};
    text_print(&name, "promoted-%s", p->name);
    tree *twin = tree_at(w->arena, pieces, text_string(&name));
    work_done(w, &name);
    letter[0] = '+';
    letter[1] = p->letter;
    tree_set(w->arena, twin, "letter", letter);
    import_moves(w, index, &w->pieces[p->promoted], twin);
    if (flips(w)) {
        tree_set(w->arena, twin, "transforms", p->name);
    }
    if (w->drops) {
        bool loop = work_true(w, "dropLoop", false);
        tree_set(w->arena, twin, "captured_as", loop ? w->pieces[p->promoted].name : p->name);
    }
}
