/* How each piece moves, promotes and is dropped. */
#include "formats/import_context.h"

#include <stdlib.h>
#include <string.h>

/* Appends the names of the set; how many. */
static size_t put_names(import_context *w, piece_set set, text *t)
{
    size_t count = 0;
    /* The most valuable first, as people write it. */
    static const char *const order[] = {"queen", "chancellor", "archbishop", "rook", "bishop", "knight"};
    for (size_t i = 0; i < sizeof order / sizeof order[0] + w->count; i++) {
        bool named = i < sizeof order / sizeof order[0];
        piece_set one = named ? import_set_of_type(w, order[i]) : UINT32_C(1) << (i - sizeof order / sizeof order[0]);
        if (one & set) {
            set &= ~one;
            size_t index = 0;
            while (!(one >> index & 1)) {
                index++;
            }
            text_print(t, "%s%s", count++ ? ", " : "", w->pieces[index].name);
        }
    }
    return count;
}

/* The same with all pieces that have become one of the set as in shogi. */
static size_t put_types(import_context *w, piece_set set, text *t)
{
    size_t count = put_names(w, set, t);
    for (size_t i = 0; i < w->count; i++) {
        if (w->pieces[i].promoted >= 0 && set >> w->pieces[i].promoted & 1) {
            text_print(t, "%spromoted-%s", count++ ? ", " : "", w->pieces[i].name);
        }
    }
    return count;
}

typedef struct move_items {
    text list;
    size_t items;
    bool single; /* one movement without other keys */
} move_items;

static void add_move(move_items *m, const char *betza, const char *from, const char *to, const char *more)
{
    bool mapping = from || to || more;
    text_put(&m->list, m->items ? ", " : "");
    m->single = m->items == 0 && !mapping;
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

static void double_step_regions(import_context *w, region regions[2])
{
    long from = 2, to = 2;
    regions[0] = import_rank_region(w, 2, 2);
    regions[1] = import_rank_region(w, w->height - 1, w->height - 1);
    if (import_setting(w, "doubleStepRank") || import_setting(w, "doubleStepRankMin") ||
        import_bool(w, "firstRankDoubleSteps", false)) {
        to = import_number(w, "doubleStepRank", REGION_RANKS, 2);
        from = import_number(w, "doubleStepRankMin", REGION_RANKS,
                             import_bool(w, "firstRankDoubleSteps", false) ? 1
                             : to < 2                                      ? to
                                                                           : 2);
        from = import_setting(w, "doubleStepRank") && !import_setting(w, "doubleStepRankMin") &&
                       !import_setting(w, "firstRankDoubleSteps")
                   ? to
                   : from;
        regions[0] = import_rank_region(w, (int)from, (int)to);
        regions[1] = import_rank_region(w, w->height + 1 - (int)to, w->height + 1 - (int)from);
    } else {
        const setting *white = import_setting(w, "doubleStepRegionWhite"),
                      *black = import_setting(w, "doubleStepRegionBlack");
        regions[0] = white ? import_clip(w, setting_region(w->diags, white, &w->wrong)) : regions[0];
        regions[1] = black ? import_clip(w, setting_region(w->diags, black, &w->wrong)) : regions[1];
    }
}

bool import_double_step(import_context *w)
{
    region from[2];
    double_step_regions(w, from);
    for (int i = 0; i < 2; i++) {
        from[i] = import_clip(w, from[i]);
    }
    return !region_empty(&from[0]) || !region_empty(&from[1]);
}

/* Cells whose next cell, in the player's direction, is in `r`. */
static region behind(const import_context *w, const region *r, int player)
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

/* Leaves of the cells of each player those from which a pawn passes, on its first `steps` steps, only cells where it may
 * be. */
static void pass_within(import_context *w, const imported_piece *p, int steps, region from[2])
{
    region within[2];
    if (!import_mobility(w, p, within)) {
        return;
    }
    for (int player = 0; player < 2; player++) {
        for (int i = 0; i < steps; i++) {
            within[player] = behind(w, &within[player], player);
            (void)overlap(&from[player], &within[player], true);
        }
    }
}

/* Double steps from these cells: those that set an en passant target, and others. */
static void add_double_steps(import_context *w, move_items *m, const char *betza, const region from[2], const char *to)
{
    region ep_open[2], ep_shut[2];
    bool any_ep_open = false, any_ep_shut = false;
    for (int player = 0; player < 2; player++) {
        const setting *s = import_player_setting(w, "enPassantRegion", 1 - player); /* who captures there */
        region where = s ? setting_region(w->diags, s, &w->wrong) : import_board_region(w);
        region b = behind(w, &where, player);
        ep_open[player] = ep_shut[player] = from[player];
        any_ep_open |= overlap(&ep_open[player], &b, true);
        any_ep_shut |= overlap(&ep_shut[player], &b, false);
    }
    if (!w->en_passant) {
        any_ep_open = false;
        any_ep_shut = !region_empty(&from[0]) || !region_empty(&from[1]);
        ep_shut[0] = from[0];
        ep_shut[1] = from[1];
    }
    const char *zones[2] = {any_ep_open ? import_zone(w, ep_open[0], ep_open[1]) : NULL,
                            any_ep_shut ? import_zone(w, ep_shut[0], ep_shut[1]) : NULL};
    if (zones[0]) {
        add_move(m, betza, zones[0], to, ", en_passant: true");
    }
    if (zones[1]) {
        add_move(m, betza, strcmp(zones[1], "all") == 0 ? NULL : zones[1], to, NULL);
    }
}

/* Whether en passant captures are limited to some cells. */
static bool has_passing_region(import_context *w)
{
    return import_player_setting(w, "enPassantRegion", 0) || import_player_setting(w, "enPassantRegion", 1);
}

static void add_triple_steps(import_context *w, const imported_piece *p, move_items *m, const char *to)
{
    region regions[2];
    const setting *origin;
    if (!import_regions(w, "tripleStepRegionWhite", "tripleStepRegionBlack", NULL, regions, &origin) ||
        (region_empty(&regions[0]) && region_empty(&regions[1]))) {
        return;
    }
    if (w->en_passant && has_passing_region(w)) {
        import_refuse(w, origin, "a triple step over cells of which one is no en passant target");
        diag_hint(w->diags, "without en passant captures it can be imported: `enPassantRegion = -`");
        return;
    }
    pass_within(w, p, 2, regions);
    const char *from = import_zone(w, regions[0], regions[1]);
    if (from) {
        add_move(m, "fmnH", from, to, w->en_passant ? ", en_passant: true" : NULL);
    }
    if (from && w->en_passant) {
        import_use(w, "passes_two");
        import_put_names(w, import_hook(w, "passes_two", "after"), "pieces", import_set_of_type(w, "pawn"));
    }
}

bool import_mobility(import_context *w, const imported_piece *p, region regions[2])
{
    char keys[2][64];
    const setting *origin;
    for (int i = 0; i < 2; i++) {
        text t = {0};
        text_print(&t, "mobilityRegion%s%c%s", i ? "Black" : "White", p->type[0] - 'a' + 'A', p->type + 1);
        memcpy(keys[i], text_string(&t), t.length < 63 ? t.length + 1 : 64);
        keys[i][63] = '\0';
        import_text_finish(w, &t);
    }
    if (!import_regions(w, keys[0], keys[1], NULL, regions, &origin)) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        regions[i] = import_setting(w, keys[i]) ? regions[i] : import_board_region(w);
        regions[i] = region_empty(&regions[i]) ? import_board_region(w)
                                               : regions[i]; /* as in Fairy-Stockfish: an empty region is no limit */
    }
    return true;
}

/* Steps of a pawn over one cell or two. */
static void add_pawn_steps(import_context *w, const imported_piece *p, move_items *m, const char *to)
{
    region from[2];
    double_step_regions(w, from);
    pass_within(w, p, 1, from);
    add_double_steps(w, m, "fmnD", from, to);
    add_triple_steps(w, p, m, to);
}

/* The region in which the piece may move. */
static const char *mobility(import_context *w, const imported_piece *p)
{
    region regions[2];
    const char *words = import_mobility(w, p, regions) ? import_zone(w, regions[0], regions[1]) : NULL;
    return words && strcmp(words, "all") != 0 ? words : NULL;
}

static bool is_wazir(const fairy_steps *steps)
{
    int quiet = 0, captures = 0;
    for (size_t i = 0; i < steps->count; i++) {
        const fairy_step *s = &steps->list[i];
        if (s->x * s->x + s->y * s->y != 1 || s->ride >= 0 || s->hop || s->initial) {
            return false;
        }
        quiet += (s->modes & FAIRY_QUIET) != 0;
        captures += (s->modes & FAIRY_CAPTURE) != 0;
    }
    return quiet == 4 && captures == 4;
}

/* How a piece moves along the diagonals between cells of `diagonalLines`; NULL: not at all. */
static const char *on_diagonals(const import_context *w, const imported_piece *p)
{
    bool king = w->king >= 0 && p == &w->pieces[w->king];
    if (strcmp(p->type, "wazir") == 0 || (king && is_wazir(&p->steps))) {
        return "F";
    }
    return strcmp(p->type, "soldier") == 0        ? "fF"
           : strcmp(p->type, "rook") == 0         ? "B"
           : strcmp(p->type, "janggiCannon") == 0 ? "pB"
                                                  : NULL;
}

static void add_diagonals(import_context *w, const imported_piece *p, move_items *m, const char *more)
{
    const setting *s = import_rule_word(w, "diagonalLines");
    const char *betza = s ? on_diagonals(w, p) : NULL;
    region to[2];
    if (!betza) {
        return;
    }
    region lines = import_clip(w, setting_region(w->diags, s, &w->wrong));
    if (!import_mobility(w, p, to)) {
        to[0] = to[1] = lines;
    }
    (void)overlap(&to[0], &lines, true);
    (void)overlap(&to[1], &lines, true);
    const char *zone = import_zone(w, to[0], to[1]);
    if (zone) {
        add_move(m, betza, import_zone(w, lines, lines), zone, more);
    }
}

/* A piece that moves sideways only beyond its own part of the board. */
static bool add_soldier(import_context *w, const imported_piece *p, move_items *m, const char *to)
{
    long rank = strcmp(p->type, "soldier") == 0 ? import_number(w, "soldierPromotionRank", w->height, 1) : 1;
    if (rank <= 1) {
        return false;
    }
    const char *beyond = import_zone(w, import_rank_region(w, (int)rank, w->height),
                                     import_rank_region(w, 1, w->height + 1 - (int)rank));
    bool counts = w->progress >> (p - w->pieces) & 1;
    add_move(m, "fW", NULL, to, NULL);
    add_move(m, "sW", beyond, to, counts ? ", resets_halfmove_clock: false" : NULL);
    return true;
}

/* Its steps. There a piece that may not become a wall or be blown up, since it is royal, captures nothing
 * and attacks nothing. */
static fairy_steps steps_of(import_context *w, size_t index, const imported_piece *like)
{
    fairy_steps steps = like->steps;
    piece_set gone = import_blasts_by_script(w) ? UINT32_MAX : import_petrified(w);
    bool quiet = (gone & import_pseudo_royals(w)) >> index & 1;
    size_t kept = 0;
    for (size_t i = 0; i < steps.count; i++) {
        steps.list[i].modes &= (uint8_t)(quiet ? FAIRY_QUIET : FAIRY_QUIET | FAIRY_CAPTURE);
        if (steps.list[i].modes) {
            steps.list[kept++] = steps.list[i];
        }
    }
    steps.count = kept;
    return steps;
}

static const char *import_limit_of(import_context *w, const char *type);

/* Whether the player can have such a piece: it stands at the start, comes from a hand, or others become it. */
static bool may_have(import_context *w, size_t index, int player)
{
    bool found = w->drops || import_player_set(w, "promotionPieceTypes", player, 0) >> index & 1;
    for (int cell = 0; cell < w->width * w->height; cell++) {
        const char *there = w->board[cell / w->width][cell % w->width];
        char letter = there[there[0] == '+'];
        int piece = letter && (letter >= 'a') == (player == 1) ? import_piece_by_letter(w, letter) : -1;
        found |= piece >= 0 && (piece == (int)index || w->pieces[piece].promoted == (int)index);
    }
    return found;
}

void import_progress(import_context *w)
{
    piece_set sets[2];
    for (int player = 0; player < 2; player++) {
        bool own = import_player_setting(w, "nMoveRuleTypes", player);
        sets[player] =
            import_player_set(w, own ? "nMoveRuleTypes" : "pawnTypes", player, import_set_of_type(w, "pawn"));
    }
    w->progress = sets[0] | sets[1];
    for (size_t i = 0; i < w->count; i++) {
        if (((sets[0] ^ sets[1]) >> i & 1) && may_have(w, i, sets[0] >> i & 1 ? 1 : 0)) {
            const setting *s = import_player_setting(w, "nMoveRuleTypes", 1);
            import_refuse(w, s ? s : import_player_setting(w, "nMoveRuleTypes", 0),
                          "a type has the same rules for both players");
            return;
        }
    }
}

/* How often a ride may go on; a leap goes once. */
static int most_leaps(const fairy_step *s)
{
    return s->ride < 0 ? 1 : s->ride == 0 ? REGION_FILES : s->ride;
}

/* Whether a quiet step of the piece leads from (x, y) back to its cell, on an empty board. */
static bool leads_back(const fairy_steps *steps, int x, int y)
{
    for (size_t i = 0; i < steps->count; i++) {
        const fairy_step *s = &steps->list[i];
        for (int n = 1; n <= most_leaps(s) && (s->modes & FAIRY_QUIET) && !s->initial; n++) {
            if (s->x * n == -x && s->y * n == -y) {
                return true;
            }
        }
    }
    return false;
}

/* How a step counts for the halfmove clock. There only what cannot be taken back resets it. */
typedef enum progress { PROGRESS_ALWAYS, PROGRESS_NEVER, PROGRESS_BY_LENGTH } progress;

static progress progress_of(const import_context *w, const fairy_steps *steps, const fairy_step *s)
{
    bool always = false, never = false;
    for (int n = 1; n <= most_leaps(s) && abs(s->x * n) < w->width && abs(s->y * n) < w->height; n++) {
        bool back = leads_back(steps, s->x * n, s->y * n);
        always |= !back;
        never |= back;
    }
    return always && never ? PROGRESS_BY_LENGTH : never ? PROGRESS_NEVER : PROGRESS_ALWAYS;
}

/* Whether the piece has other moves than these steps, which cannot be taken back. */
static bool has_other_progress(import_context *w, size_t index, const imported_piece *like)
{
    piece_set kings = w->king >= 0 ? UINT32_C(1) << w->king : 0;
    bool castles = import_bool(w, "castling", true) && strpbrk(w->rights, "KQkq");
    return like == &w->pieces[index] && ((castles && import_shared_set(w, "castlingKingPiece", kings) >> index & 1) ||
                                         import_first_leap(w, index) || strcmp(like->type, "pawn") == 0);
}

/* Whether moves of the piece reset the halfmove clock. Takes the leaps that do not, though others do, out of `steps`. */
static bool makes_progress(import_context *w, size_t index, const imported_piece *like, fairy_steps *steps,
                           fairy_steps *reversible)
{
    const fairy_steps all = *steps;
    const setting *own = import_setting(w, "nMoveRuleTypes");
    bool resets = has_other_progress(w, index, like), rides = false;
    *reversible = (fairy_steps){0};
    if (!(w->progress >> (like - w->pieces) & 1)) {
        return false;
    }
    for (size_t i = 0; i < all.count; i++) {
        resets |= (all.list[i].modes & FAIRY_QUIET) && progress_of(w, &all, &all.list[i]) != PROGRESS_NEVER;
    }
    steps->count = 0;
    for (size_t i = 0; i < all.count; i++) {
        const fairy_step *s = &all.list[i];
        progress kind = progress_of(w, &all, s);
        bool quiet = s->modes & FAIRY_QUIET, leap = s->ride < 0 && !s->hop && !s->lame && !s->initial;
        rides |= resets && quiet && (kind == PROGRESS_BY_LENGTH || (kind == PROGRESS_NEVER && !leap));
        fairy_steps *to = resets && leap && kind == PROGRESS_NEVER ? reversible : steps;
        to->list[to->count++] = *s;
    }
    if (rides) {
        diag_warning(w->diags, CODE_FOREIGN_DIFFERENT, (own ? own : like->origin)->value_location,
                     "there a move of `%s` that can be taken back does not reset the halfmove clock, here it does",
                     like->name);
    }
    return resets;
}

/* Pawns promote where they stand, and do not by their own moves. */
static bool changes_in_place(import_context *w)
{
    return import_bool(w, "sittuyinPromotion", false);
}

/* The steps that capture, as moves to empty cells. False where that is no step or leap. */
static bool attacking_steps(const imported_piece *p, fairy_steps *steps)
{
    *steps = (fairy_steps){0};
    for (size_t i = 0; i < p->steps.count; i++) {
        fairy_step s = p->steps.list[i];
        bool plain = s.ride < 0 && !s.hop && !s.lame && !s.initial;
        if (s.modes & FAIRY_CAPTURE) {
            s.modes = FAIRY_QUIET;
            steps->list[steps->count++] = s;
            if (!plain) {
                return false;
            }
        }
    }
    return true;
}

/* What a pawn changes into where it stands, or by a step of the new piece, while its player has none of them. */
static void add_change(import_context *w, size_t into, move_items *m)
{
    const setting *s = import_setting(w, "sittuyinPromotion");
    const char *name = w->pieces[into].name, *limit = import_limit_of(w, w->pieces[into].type), *cannot = NULL;
    fairy_steps steps;
    text betza = {0}, more = {0};
    if (limit && strcmp(limit, "1") != 0) {
        import_refuse(w, import_setting(w, "promotionLimit"), "such a promotion is for a piece of which there is one");
    }
    text_print(&more, ", transforms: %s", name);
    if (limit) {
        text_print(&more, ", without: %s", name);
    }
    text_put(&more, w->king >= 0 ? ", must_not_check: true" : "");
    text_print(&m->list, "%s{stay: true%s}", m->items++ ? ", " : "", text_string(&more));
    m->single = false;
    if (!attacking_steps(&w->pieces[into], &steps) || !fairy_betza_write(&steps, false, false, &betza, &cannot)) {
        import_refuse(w, s, "such a promotion is by steps and leaps");
    } else {
        add_move(m, text_string(&betza), NULL, NULL, text_string(&more));
    }
    import_text_finish(w, &betza);
    import_text_finish(w, &more);
}

static void add_changes(import_context *w, const imported_piece *p, move_items *m)
{
    if (strcmp(p->type, "pawn") != 0 || !changes_in_place(w)) {
        return;
    }
    piece_set to = import_shared_set(w, "promotionPieceTypes", 0);
    for (size_t i = 0; i < w->count; i++) {
        if (to >> i & 1) {
            add_change(w, i, m);
        }
    }
}

/* Adds the leaps that do not reset the halfmove clock, though other moves of the piece do. */
static void add_reversible(import_context *w, const imported_piece *like, const fairy_steps *steps, bool captures_ep,
                           const char *to, const char *victims, move_items *m)
{
    text betza = {0}, more = {0};
    const char *cannot = NULL;
    text_print(&more, "%s, resets_halfmove_clock: false", victims ? victims : "");
    if (fairy_betza_write(steps, false, captures_ep, &betza, &cannot)) {
        add_move(m, text_string(&betza), NULL, to, text_string(&more));
    } else if (cannot) {
        import_refuse(w, like->origin, cannot);
    }
    import_text_finish(w, &betza);
    import_text_finish(w, &more);
}

/* Whether they reset the halfmove clock. */
static bool import_moves(import_context *w, size_t index, const imported_piece *like, tree *in)
{
    const imported_piece *p = &w->pieces[index];
    move_items m = {0};
    text betza = {0};
    const char *cannot = NULL, *to = mobility(w, like);
    bool captures_ep =
        w->en_passant && (import_pieces_by_letters(w, import_setting(w, "pawnTypes"), import_set_of_type(w, "pawn")) |
                          import_set_of_type(w, "pawn")) >>
                                 index &
                             1;
    const setting *types = import_setting(w, "enPassantTypes") ? import_setting(w, "enPassantTypes")
                           : import_setting(w, "enPassantTypesWhite") || import_setting(w, "enPassantTypesBlack")
                               ? import_setting(w, "enPassantTypesWhite")
                               : NULL;
    const char *own_betza = import_betza(like->origin->value);
    captures_ep = captures_ep || (w->en_passant && own_betza && strchr(own_betza, 'e'));
    if (types) {
        captures_ep =
            w->en_passant && (import_shared_set(w, "enPassantTypes", 0) | import_set_of_type(w, "pawn")) >> index & 1;
    }
    text victims = {0};
    const char *more = NULL;
    if (strcmp(like->type, "janggiCannon") == 0) { /* over what it hops, a hook says */
        text_put(&victims, ", victims: [");
        (void)put_types(w, ~import_set_of_type(w, "janggiCannon"), &victims);
        text_put(&victims, "]");
        more = text_string(&victims);
    }
    bool resets = w->progress >> (like - w->pieces) & 1;
    if (!add_soldier(w, like, &m, to)) {
        fairy_steps steps = steps_of(w, index, like), reversible;
        resets = makes_progress(w, index, like, &steps, &reversible);
        if (fairy_betza_write(&steps, false, captures_ep, &betza, &cannot)) {
            add_move(&m, text_string(&betza), NULL, to, more);
        }
        if (!cannot && reversible.count) {
            add_reversible(w, like, &reversible, captures_ep, to, more, &m);
        }
        text_clear(&betza);
        if (!cannot && fairy_betza_write(&steps, true, captures_ep, &betza, &cannot)) {
            region from[2];
            double_step_regions(w, from);
            add_double_steps(w, &m, text_string(&betza), from, to);
        }
    }
    if (cannot) {
        import_refuse(w, like->origin, cannot);
    }
    if (strcmp(like->type, "pawn") == 0 && import_bool(w, "doubleStep", true)) {
        add_pawn_steps(w, like, &m, to);
    }
    if (like == p) {
        add_changes(w, p, &m);
    }
    add_diagonals(w, like, &m, more);
    import_text_finish(w, &victims);
    if ((int)index == w->king && like == p && import_bool(w, "flyingGeneral", false)) {
        text facing = {0};
        text_print(&facing, ", victims: %s", p->name);
        add_move(&m, "cR", NULL, NULL, text_string(&facing));
        import_text_finish(w, &facing);
    }
    const char *first = like == p ? import_first_leap(w, index) : NULL;
    if (first) {
        text right = {0};
        text_print(&right, ", right: %c", p->letter);
        add_move(&m, first, NULL, to, text_string(&right));
        import_text_finish(w, &right);
    }
    if (m.items) {
        text list = {0};
        text_print(&list, m.single ? "%s" : "[%s]", text_string(&m.list));
        tree_set(w->arena, in, "moves", text_string(&list));
        import_text_finish(w, &list);
    }
    import_text_finish(w, &m.list);
    import_text_finish(w, &betza);
    return resets;
}

/* ---- promotion ---- */

/* Without a region it is the eighth rank for White and the first for Black, whatever the height. */
static void promotion_regions(import_context *w, region regions[2])
{
    const setting *origin, *old = import_setting(w, "promotionRank");
    if (import_regions(w, "promotionRegionWhite", "promotionRegionBlack", NULL, regions, &origin)) {
        regions[0] = import_setting(w, "promotionRegionWhite") ? regions[0] : import_rank_region(w, 8, 8);
        regions[1] = import_setting(w, "promotionRegionBlack") ? regions[1] : import_rank_region(w, 1, 1);
        return;
    }
    int rank = (int)import_number(w, "promotionRank", REGION_RANKS, 8);
    regions[0] = import_rank_region(w, rank, old ? w->height : 8);
    regions[1] = old ? import_rank_region(w, 1, w->height + 1 - rank) : import_rank_region(w, 1, 1);
}

static void put_list(import_context *w, tree *in, const char *key, text *names, size_t count)
{
    text list = {0};
    text_print(&list, count == 1 ? "%s" : "[%s]", text_string(names));
    tree_set(w->arena, in, key, text_string(&list));
    import_text_finish(w, &list);
}

void import_put_names(import_context *w, tree *in, const char *key, piece_set set)
{
    text t = {0};
    put_list(w, in, key, &t, put_names(w, set, &t));
    import_text_finish(w, &t);
}

void import_put_types(import_context *w, tree *in, const char *key, piece_set set)
{
    text t = {0};
    size_t count = put_types(w, set, &t);
    put_list(w, in, key, &t, count);
    import_text_finish(w, &t);
}

static bool transforms(import_context *w)
{
    return import_bool(w, "pieceDemotion", false) && import_bool(w, "mandatoryPiecePromotion", false);
}

static bool only_by_captures(import_context *w)
{
    return import_bool(w, "piecePromotionOnCapture", false);
}

/* There a piece may decline its promotion where it could never move again, unless that is forbidden. */
static void put_optional(import_context *w, tree *promotes)
{
    tree_set(w->arena, promotes, "optional", import_bool(w, "immobilityIllegal", false) ? "true" : "always");
}

/* What a piece becomes as in shogi, or again, where a move of it touches the zone. */
static void put_form(import_context *w, tree *in, const char *into, const char *mandatory, bool fallback)
{
    region regions[2];
    promotion_regions(w, regions);
    const char *where = import_zone(w, regions[0], regions[1]);
    if (transforms(w) && !only_by_captures(w) && where && strcmp(where, "all") == 0) {
        tree_set(w->arena, in, "transforms", into);
    } else if (where) {
        tree *promotes = tree_at(w->arena, in, "promotes");
        tree_set(w->arena, promotes, "on", where);
        tree_set(w->arena, promotes, "when", only_by_captures(w) ? "[touches, captures]" : "touches");
        tree_set(w->arena, promotes, "to", into);
        if (!import_bool(w, mandatory, fallback)) {
            put_optional(w, promotes);
        }
    }
}

/* As in shogi: a type for each piece. */
static void import_own_promotion(import_context *w, size_t index, tree *in)
{
    bool pawn = import_set_of_type(w, "pawn") >> index & 1;
    text name = {0};
    text_print(&name, "promoted-%s", w->pieces[index].name);
    put_form(w, in, text_string(&name), pawn ? "mandatoryPawnPromotion" : "mandatoryPiecePromotion", pawn);
    import_text_finish(w, &name);
}

piece_set import_promoting_pawns(import_context *w, int player)
{
    const char *key = import_player_setting(w, "promotionPawnTypes", player) ? "promotionPawnTypes" : "pawnTypes";
    return import_player_set(w, key, player, import_set_of_type(w, "pawn"));
}

/* The setting that says which pieces promote as pawns do. */
static const setting *promoting_types(const import_context *w)
{
    const setting *s[] = {import_player_setting(w, "promotionPawnTypes", 0),
                          import_player_setting(w, "promotionPawnTypes", 1)};
    return s[0] ? s[0] : s[1] ? s[1] : import_setting(w, "pawnTypes");
}

/* What a pawn of the players promotes to there. */
static void put_promotion(import_context *w, const char *where, piece_set to, const char *form, tree *promotes)
{
    tree_set(w->arena, promotes, "on", where);
    import_put_names(w, promotes, "to", to);
    if (import_bool(w, "pieceDemotion", false)) {
        import_refuse(w, import_setting(w, "pieceDemotion"), "promoted pawns that turn back");
    }
    const tree *names = form ? tree_get(promotes, "to") : NULL;
    if (names && names->leaf) {
        bool list = names->leaf[0] == '[';
        size_t n = strlen(names->leaf) - (list ? 2 : 0);
        tree_set(w->arena, promotes, "to", arena_format(w->arena, "[%.*s, %s]", (int)n, names->leaf + list, form));
    }
    if (!import_bool(w, "mandatoryPawnPromotion", true)) {
        put_optional(w, promotes);
    }
    piece_set promoting = import_promoting_pawns(w, 0) | import_promoting_pawns(w, 1);
    bool to_hand = import_bool(w, "capturesToHand", false) && !import_bool(w, "dropLoop", false);
    if (to_hand && (promoting & (promoting - 1))) {
        import_refuse(w, promoting_types(w),
                      "a captured piece reverts to what it was, of which there are several kinds");
        return;
    }
    if (to_hand || import_bool(w, "twoBoards", false)) { /* in a FEN it has the mark ~ */
        tree_set(w->arena, promotes, "reverts", "true");
    }
}

/* A pawn that promotes as in shogi: there it promotes to all other types, too, whether they are named for it or not. */
static bool is_pawn_with_form(import_context *w, size_t index)
{
    bool types = import_player_set(w, "promotionPieceTypes", 0, 0) && import_player_set(w, "promotionPieceTypes", 1, 0);
    return (import_set_of_type(w, "pawn") >> index & 1) && types && !transforms(w) && !only_by_captures(w);
}

/* Where a pawn may change into another piece, a script says. */
static void judge_changes(import_context *w, size_t index, const region regions[2])
{
    region on[2] = {import_clip(w, regions[0]), import_clip(w, regions[1])};
    text word = {0};
    import_value_sides(w, "PROMOTES_ON", on);
    import_use(w, "promotes_quietly");
    import_put_names(w, import_hook(w, "promotes_quietly", "legal"), "pieces", UINT32_C(1) << index);
    if (w->king >= 0) {
        text_print(&word, "\"%s\"", w->pieces[index].name);
        import_value(w, "PROMOTES", text_string(&word));
        import_use(w, "promotions_left");
        tree_set(w->arena, tree_at(w->arena, tree_at(w->arena, w->root, "end"), "only promotions"), "when",
                 "hook nothing_but_promotions");
    }
    import_text_finish(w, &word);
}

region import_promotes_on(import_context *w, size_t index, int player)
{
    region regions[2];
    bool own = w->pieces[index].promoted >= 0;
    promotion_regions(w, regions);
    if (own && only_by_captures(w)) {
        return (region){{0}};
    }
    bool by_pawns =
        (import_promoting_pawns(w, player) >> index & 1) && import_player_set(w, "promotionPieceTypes", player, 0);
    return own || by_pawns ? import_clip(w, regions[player]) : (region){{0}};
}

/* There a pawn that must promote, and to nothing, does not enter the zone. */
static void stay_out(import_context *w, size_t index, const region closed[2])
{
    bool pawn = import_set_of_type(w, "pawn") >> index & 1;
    const char *where = import_bool(w, "mandatoryPawnPromotion", true) ? import_zone(w, closed[0], closed[1]) : NULL;
    if (pawn && where) {
        import_use(w, "stays_out");
        tree *hook = import_hook(w, "stays_out", "legal");
        import_put_names(w, hook, "pieces", UINT32_C(1) << index);
        tree_set(w->arena, hook, "to", where);
    }
}

static void import_promotion(import_context *w, size_t index, tree *in)
{
    region regions[2], none = {{0}};
    piece_set to[2];
    const char *form = NULL;
    if (w->pieces[index].promoted >= 0 && !is_pawn_with_form(w, index)) {
        import_own_promotion(w, index, in);
        return;
    }
    if (w->pieces[index].promoted >= 0) {
        form = arena_format(w->arena, "promoted-%s", w->pieces[index].name);
    }
    promotion_regions(w, regions);
    if (changes_in_place(w) && strcmp(w->pieces[index].type, "pawn") == 0) {
        judge_changes(w, index, regions);
        return;
    }
    region closed[2] = {none, none};
    for (int player = 0; player < 2; player++) {
        to[player] = import_player_set(w, "promotionPieceTypes", player, 0);
        bool promotes = (import_promoting_pawns(w, player) >> index & 1) || form;
        if (!promotes || !to[player]) {
            closed[player] = promotes ? import_clip(w, regions[player]) : none;
            regions[player] = none;
            to[player] = 0;
        }
    }
    stay_out(w, index, closed);
    if (!to[0] || !to[1] || to[0] == to[1]) {
        const char *where = import_zone(w, regions[0], regions[1]);
        if (where) {
            put_promotion(w, where, to[0] | to[1], form, tree_at(w->arena, in, "promotes"));
        }
        return;
    }
    text list = {0};
    for (int player = 0; player < 2; player++) {
        tree one = {.name = ""};
        const char *where =
            import_zone(w, player ? none : regions[0], player ? regions[1] : none); /* that player's alone */
        if (where) {
            put_promotion(w, where, to[player], form, &one);
            text_put(&list, list.length ? ", " : "[");
            tree_write_flow(&one, &list);
        }
    }
    if (list.length) {
        text_char(&list, ']');
        tree_set(w->arena, in, "promotes", text_string(&list));
    }
    import_text_finish(w, &list);
}

/* archbishop:1 rook:2, the last of a type counts. NULL: none */
static const char *import_limit_of(import_context *w, const char *type)
{
    const setting *s = import_setting(w, "promotionLimit");
    const char *at = s ? s->types : NULL, *pair, *limit = NULL;
    size_t length, n = strlen(type);
    while ((pair = import_next_type(&at, &length))) {
        if (length > n + 1 && memcmp(pair, type, n) == 0 && pair[n] == ':') {
            const char *digits = arena_text(w->arena, pair + n + 1, length - n - 1);
            limit = digits ? digits : "";
        }
    }
    return limit;
}

static void import_limit(import_context *w, const char *type, tree *in)
{
    const char *limit = import_limit_of(w, type);
    if (limit && !changes_in_place(w)) {
        tree_set(w->arena, in, "promotion_limit", limit);
    }
}

/* Whether other pieces become the same type as this one, or are it from the start. */
static bool others_become(const import_context *w, size_t index)
{
    int target = w->pieces[index].promoted;
    bool others = w->start_hand >> target & 1;
    for (size_t i = 0; i < w->count; i++) {
        others |= i != index && w->pieces[i].promoted == target;
    }
    for (int cell = 0; cell < w->width * w->height; cell++) {
        others |= ascii_to_lower(w->board[cell / w->width][cell % w->width][0]) == w->pieces[target].letter;
    }
    return others;
}

/* ---- drops ---- */

/* Where the piece is dropped, as both its forms are. */
static void put_drop_zone(import_context *w, tree *in, const char *where)
{
    if (strcmp(where, "all") != 0) {
        tree_set(w->arena, tree_at(w->arena, in, "drops"), "on", where);
    }
}

/* A promoted form is dropped where its piece may be. There the limit by file counts the unpromoted pieces. */
static void import_promoted_drops(import_context *w, size_t index, const char *where, bool doubled, tree *in)
{
    const imported_piece *p = &w->pieces[index];
    text forms = {0}, name = {0};
    text_print(&name, "promoted-%s", p->name);
    text_print(&forms, "[%s, %s]", p->name, text_string(&name));
    tree_set(w->arena, tree_at(w->arena, in, "drops"), "as", text_string(&forms));
    put_drop_zone(w, tree_at(w->arena, tree_get(w->root, "pieces"), text_string(&name)), where);
    if (doubled) {
        w->doubled |= UINT32_C(1) << index;
    }
    import_text_finish(w, &forms);
    import_text_finish(w, &name);
}

void import_drop_regions(import_context *w, const imported_piece *p, region regions[2])
{
    region promote[2], within[2], first[2] = {import_rank_region(w, 1, 1), import_rank_region(w, w->height, w->height)};
    const setting *origin = NULL;
    import_regions(w, "whiteDropRegion", "blackDropRegion", NULL, regions, &origin);
    regions[0] = import_setting(w, "whiteDropRegion") ? regions[0] : import_board_region(w);
    regions[1] = import_setting(w, "blackDropRegion") ? regions[1] : import_board_region(w);
    if (!p) {
        return;
    }
    bool pawn = strcmp(p->type, "pawn") == 0, limited = import_mobility(w, p, within);
    promotion_regions(w, promote);
    for (int i = 0; i < 2; i++) {
        if (pawn && !import_bool(w, "promotionZonePawnDrops", false)) {
            overlap(&regions[i], &promote[i], false);
        }
        if (pawn && !import_bool(w, "firstRankPawnDrops", false)) {
            overlap(&regions[i], &first[i], false);
        }
        if (limited) {
            overlap(&regions[i], &within[i], true);
        }
        if (strcmp(p->type, "rook") == 0 && import_bool(w, "sittuyinRookDrop", false)) {
            overlap(&regions[i], &first[i], true);
        }
    }
}

static void import_drops(import_context *w, size_t index, tree *in)
{
    const imported_piece *p = &w->pieces[index];
    region regions[2];
    import_drop_regions(w, p, regions);
    const char *where = import_zone(w, regions[0], regions[1]);
    piece_set doubled = import_pieces_by_letters(w, import_setting(w, "dropNoDoubled"), 0);
    if (import_setting(w, "shogiDoubledPawn") && !import_bool(w, "shogiDoubledPawn", true)) {
        doubled |= import_set_of_type(w, "shogiPawn");
    }
    long most = import_number(w, "dropNoDoubledCount", 9, 1);
    if (!where || (doubled >> index & 1 && most == 0)) {
        tree_set(w->arena, in, "drops", "never");
        return;
    }
    put_drop_zone(w, in, where);
    if (doubled >> index & 1) {
        char digits[2] = {(char)('0' + most), '\0'};
        tree_set(w->arena, tree_at(w->arena, in, "drops"), "per_file", digits);
    }
    if (import_bool(w, "shogiPawnDropMateIllegal", false) && strcmp(p->type, "shogiPawn") == 0) {
        tree_set(w->arena, tree_at(w->arena, in, "drops"), "mate", "false");
    }
    if (p->promoted >= 0 && import_bool(w, "dropPromoted", false)) {
        import_promoted_drops(w, index, where, doubled >> index & 1, in);
    }
}

/* ---- the pieces of our file ---- */

/* Fairy-Stockfish values a rook at 1276. */
static void import_piece_value(import_context *w, const imported_piece *p, tree *in)
{
    const setting *s = import_setting(w, "pieceValueMg");
    for (const char *c = s ? s->value : ""; *c; c++) {
        if (ascii_to_lower(*c) == p->letter && c[1] == ':') {
            char digits[8] = "";
            size_t n = strspn(c + 2, "0123456789");
            long there = 0;
            memcpy(digits, c + 2, n < 7 ? n : 7);
            if (text_to_long(digits, 1, 100000, &there) && there * 500 / 1276 > 0) {
                text t = {0};
                text_print(&t, "%ld", there * 500 / 1276);
                tree_set(w->arena, in, "value", text_string(&t));
                import_text_finish(w, &t);
            }
        }
    }
}

void import_piece(import_context *w, size_t index, tree *pieces)
{
    const imported_piece *p = &w->pieces[index];
    tree *in = tree_at(w->arena, pieces, p->name);
    char letter[3] = {p->letter, '\0', '\0'};
    tree_set(w->arena, in, "letter", letter);
    bool resets = import_moves(w, index, p, in);
    piece_set pseudo = import_blasts_by_script(w) ? 0 : import_pseudo_royals(w) & ~import_last_royals(w);
    if ((int)index == w->king || pseudo >> index & 1) {
        tree_set(w->arena, in, "royal", "true");
    }
    import_promotion(w, index, in);
    import_limit(w, p->type, in);
    if (w->drops) {
        import_drops(w, index, in);
    }
    if (resets) {
        tree_set(w->arena, in, "resets_halfmove_clock", "true");
    }
    import_piece_value(w, p, in);
    if (p->promoted < 0) {
        return;
    }
    /* Its promoted form. */
    text name = {0};
    text_print(&name, "promoted-%s", p->name);
    tree *twin = tree_at(w->arena, pieces, text_string(&name));
    import_text_finish(w, &name);
    letter[0] = '+';
    letter[1] = p->letter;
    tree_set(w->arena, twin, "letter", letter);
    resets = import_moves(w, index, &w->pieces[p->promoted], twin);
    import_limit(w, w->pieces[p->promoted].type, twin);
    if (tree_get(twin, "promotion_limit") && others_become(w, index)) {
        import_refuse(w, import_setting(w, "promotionLimit"), "several types that count as one");
    }
    if (pseudo >> p->promoted & 1 || p->promoted == w->king) {
        tree_set(w->arena, twin, "royal", "true");
    }
    if (import_bool(w, "pieceDemotion", false)) {
        put_form(w, twin, p->name, "mandatoryPiecePromotion", false);
    }
    if (w->drops) {
        bool loop = import_bool(w, "dropLoop", false);
        tree_set(w->arena, twin, "captured_as", loop ? w->pieces[p->promoted].name : p->name);
    }
    if (resets) {
        tree_set(w->arena, twin, "resets_halfmove_clock", "true");
    }
}
