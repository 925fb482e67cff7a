/* How the game ends. */
#include "formats/import_context.h"

#include <string.h>

static tree *ending(import_context *w, const char *name, const char *when, const char *result)
{
    tree *e = tree_at(w->arena, tree_at(w->arena, w->root, "end"), name);
    tree_set(w->arena, e, "when", when);
    tree_set(w->arena, e, "result", result);
    return e;
}

static const char *format_words(import_context *w, const char *format, long n)
{
    text t = {0};
    text_print(&t, "%s %ld", format, n);
    const char *words = arena_text(w->arena, text_string(&t), t.length);
    import_text_finish(w, &t);
    return words ? words : "";
}

static bool is_standard(import_context *w)
{
    static const char *const changing_keys[] = {"extinctionValue", "flagRegion",  "flagRegionWhite", "checkCounting",
                                                "connectN",        "mustCapture", "blastOnCapture",  "pieceDrops"};
    for (size_t i = 0; i < sizeof changing_keys / sizeof changing_keys[0]; i++) {
        const setting *s = import_setting(w, changing_keys[i]);
        if (s && strcmp(s->value, "false") != 0 && strcmp(s->value, "none") != 0 && strcmp(s->value, "0") != 0 &&
            strcmp(s->value, "-") != 0) {
            return false;
        }
    }
    bool standard_king =
        w->king >= 0 && !import_betza(w->pieces[w->king].origin->value) && !import_setting(w, "kingType");
    return standard_king && import_set_of_type(w, "bishop") && import_set_of_type(w, "knight");
}

/* Whether both players have such a piece at the start. */
static bool both_start_with(const import_context *w, size_t index)
{
    bool has[2] = {false, false};
    for (int cell = 0; cell < w->width * w->height; cell++) {
        char c = w->board[cell / w->width][cell % w->width][0];
        has[c >= 'a'] |= ascii_to_lower(c) == w->pieces[index].letter;
    }
    return has[0] && has[1];
}

/* `extinct` is an event: a piece in hand, one of another type that counts as well, and a player who never had one need
 * the number. */
static void extinction_of(import_context *w, size_t index, long piece_limit, const char *result)
{
    piece_set one = UINT32_C(1) << index;
    bool twins = import_has_twins(w, one);
    bool counted = piece_limit || w->drops || twins || !both_start_with(w, index);
    text name = {0}, when = {0};
    text_print(&name, piece_limit ? "too few of %s" : "no %s", w->pieces[index].name);
    if (counted) {
        text_print(&when, "pieces below %ld", piece_limit + 1);
    } else {
        text_print(&when, "extinct %s", w->pieces[index].name);
    }
    tree *e = ending(w, text_string(&name), text_string(&when), result);
    if (counted) {
        import_put_types(w, e, "pieces", one);
    }
    import_text_finish(w, &name);
    import_text_finish(w, &when);
}

static void import_extinction(import_context *w)
{
    const char *result = import_result(w, "extinctionValue", NULL);
    const setting *types = import_setting(w, "extinctionPieceTypes"), *claim = import_setting(w, "extinctionClaim");
    long piece_limit = import_number(w, "extinctionPieceCount", 1000, 0),
         other = import_number(w, "extinctionOpponentPieceCount", 1000, 0);
    if (!result || !types || strcmp(types->value, "-") == 0) {
        return;
    }
    /* There, pieces that may not be left under attack are never captured: such a game ends by mate alone. */
    if (import_bool(w, "extinctionPseudoRoyal", false) && !import_bool(w, "blastOnCapture", false)) {
        return;
    }
    bool all = strchr(types->value, '*') != NULL, claimed = import_bool(w, "extinctionClaim", false);
    if (all && piece_limit == 1 && other == 2 && claimed && w->king >= 0) {
        tree *e = ending(w, "bare king", "bare", result);
        tree_set(w->arena, e, "grace", "true");
        diag_warning(
            w->diags, CODE_FOREIGN_DIFFERENT, claim->value_location,
            "here a bare king may still draw by capturing the opponent's last piece; there by any move while the "
            "opponent has just one");
        return;
    }
    if (other > 0 && !claimed && strcmp(result, "draw") != 0) {
        import_extinction_hook(w, all ? (UINT32_C(1) << w->count) - 1 : import_pieces_by_letters(w, types, 0),
                               strcmp(result, "win") == 0);
        return;
    }
    if (other > 0 || claimed) {
        import_refuse(w, other > 0 ? import_setting(w, "extinctionOpponentPieceCount") : claim,
                      "extinction depends on the pieces of one player, and it cannot be claimed");
        return;
    }
    if (all) {
        bool counted = piece_limit || w->drops;
        ending(w, piece_limit ? "too few pieces" : "no pieces",
               counted ? format_words(w, "pieces below", piece_limit + 1) : "extinct", result);
        return;
    }
    piece_set set = import_pieces_by_letters(w, types, 0);
    for (size_t i = 0; i < w->count; i++) {
        if (set >> i & 1) {
            extinction_of(w, i, piece_limit, result);
        }
    }
}

/* The most pieces of the set that a player can ever have: those of the start, those that become one of the set, and any
 * number where pawns promote to one. None is ever captured, so none comes to a hand. */
static long most_ever(import_context *w, piece_set one, int player)
{
    long most = w->start_hand & one ? 1000 : 0;
    for (int i = 0; i < w->width * w->height; i++) {
        const char *cell = w->board[i / w->width][i % w->width];
        char letter = cell[cell[0] == '+'];
        int piece = letter && (letter >= 'a') == (player == 1) ? import_piece_by_letter(w, letter) : -1;
        int promoted = piece >= 0 ? w->pieces[piece].promoted : -1;
        most += piece >= 0 && ((one >> piece & 1) || (promoted >= 0 && one >> promoted & 1));
    }
    return import_player_set(w, "promotionPieceTypes", player, 0) & one ? 1000 : most;
}

piece_set import_pseudo_royals(import_context *w)
{
    bool pseudo = import_bool(w, "extinctionPseudoRoyal", false);
    return pseudo ? import_pieces_by_letters(w, import_setting(w, "extinctionPieceTypes"), 0) : 0;
}

/* Whether the piece may change into one that is not royal. */
static bool may_give_up(import_context *w, size_t index, piece_set royal)
{
    int promoted = w->pieces[index].promoted;
    bool pawn = false;
    for (int player = 0; player < 2; player++) {
        pawn |= (import_promoting_pawns(w, player) >> index & 1) &&
                (import_player_set(w, "promotionPieceTypes", player, 0) & ~royal);
    }
    return promoted >= 0 ? !(royal >> promoted & 1) : pawn;
}

piece_set import_last_royals(import_context *w)
{
    piece_set set = import_pseudo_royals(w), last = 0;
    long piece_limit = import_number(w, "extinctionPieceCount", 1000, 0);
    for (size_t i = 0; i < w->count; i++) {
        /* A royal piece is never held, and never changes: one that does is royal for the script. */
        bool moves_on = may_give_up(w, i, set) || (w->drops && w->start_hand >> i & 1);
        last |= set >> i & 1 && moves_on ? UINT32_C(1) << i : 0;
        for (int player = 0; player < 2 && set >> i & 1; player++) {
            if (most_ever(w, UINT32_C(1) << i, player) > piece_limit + 1 && piece_limit + 1 < w->width * w->height) {
                last |= UINT32_C(1) << i;
            }
        }
    }
    return last;
}

static void add_goal(import_context *w, const char *name, region white, region black, piece_set set)
{
    const char *where = import_zone(w, white, black);
    if (!where) {
        return;
    }
    tree *e = ending(w, name, format_words(w, "goal", import_number(w, "flagPieceCount", 100, 1)), "win");
    tree_set(w->arena, e, "zone", where);
    if (set != UINT32_MAX && set != (UINT32_C(1) << w->count) - 1) {
        import_put_types(w, e, "pieces", set);
    }
    if (import_bool(w, "flagMove", false)) {
        tree_set(w->arena, e, "grace", "black");
    }
}

/* Whether Black, who moves second, may still answer White's goal: there only where kings race and nobody is in check. */
static bool has_last_move(import_context *w, const piece_set sets[2])
{
    piece_set king = w->king >= 0 ? UINT32_C(1) << w->king : 0;
    return king && sets[0] == king && sets[1] == king && !import_bool(w, "checking", true) &&
           import_bool(w, "flagMove", false);
}

static void import_goal(import_context *w)
{
    region regions[2], none = {{0}};
    const setting *origin;
    if (!import_regions(w, "flagRegionWhite", "flagRegionBlack", "flagRegion", regions, &origin)) {
        return;
    }
    piece_set sets[2];
    for (int i = 0; i < 2; i++) {
        regions[i] = import_clip(w, regions[i]);
        sets[i] = import_player_set(w, "flagPiece", i, UINT32_MAX);
        regions[i] = sets[i] ? regions[i] : none;
    }
    if (region_empty(&regions[0]) && region_empty(&regions[1])) {
        return;
    }
    bool hook = import_bool(w, "flagPieceSafe", false) || import_bool(w, "flagPieceBlockedWin", false) ||
                import_bool(w, "flagMove", false);
    if (hook && !has_last_move(w, sets)) {
        if (w->king >= 0 && sets[0] == UINT32_C(1) << w->king && import_bool(w, "flagMove", false)) {
            import_refuse(w, import_setting(w, "flagMove"),
                          "a last move for the other side goes with kings that may not give check");
        }
        import_goal_hook(w, regions, sets);
        return;
    }
    if (sets[0] == sets[1] || !sets[0] || !sets[1]) {
        add_goal(w, "goal reached", regions[0], regions[1], sets[0] ? sets[0] : sets[1]);
    } else {
        add_goal(w, "goal reached", regions[0], none, sets[0]);
        add_goal(w, "goal of the second player reached", none, regions[1], sets[1]);
    }
}

static void import_connect(import_context *w)
{
    long n = import_number(w, "connectN", 36, 0);
    bool vertical = import_bool(w, "connectVertical", true), horizontal = import_bool(w, "connectHorizontal", true),
         diagonal = import_bool(w, "connectDiagonal", true);
    if (n < 2) {
        return;
    }
    if (vertical != horizontal || (!vertical && !diagonal)) {
        import_refuse(w, import_setting(w, vertical ? "connectHorizontal" : "connectVertical"),
                      "rows are straight, diagonal or both, not in one direction alone");
        return;
    }
    const char *result = import_result(w, "connectValue", "win");
    if (!result) {
        return;
    }
    tree *e = ending(w, "row made", format_words(w, "connect", n), result);
    if (vertical && !diagonal) {
        tree_set(w->arena, e, "along", "straight");
    } else if (!vertical) {
        tree_set(w->arena, e, "along", "diagonal");
    }
    piece_set set = import_pieces_by_letters(w, import_setting(w, "connectPieceTypes"), UINT32_MAX);
    if (set != UINT32_MAX) {
        import_put_types(w, e, "pieces", set);
    }
}

static void import_repetition(import_context *w)
{
    long repetitions = import_number(w, "nFoldRule", 1000, 3),
         halfmove_clock = import_number(w, "nMoveRule", 10000, 50);
    const char *result = import_result(w, "nFoldValue", "draw");
    if (repetitions > 0 && import_bool(w, "perpetualCheckIllegal", false)) {
        ending(w, "perpetual check", format_words(w, "perpetual check", repetitions), "loss");
    }
    if (repetitions > 0 && result) {
        bool draw = strcmp(result, "draw") == 0;
        if (!draw && import_bool(w, "nFoldValueAbsolute", false)) {
            result = strcmp(result, "loss") == 0 ? "black wins" : "white wins";
        }
        tree *e = ending(w, "repetition", format_words(w, "repetition", repetitions), result);
        if (draw && repetitions == 3) {
            tree_set(w->arena, e, "claim", "draw");
        }
    }
    if (halfmove_clock > 0) {
        tree *e = ending(w, halfmove_clock == 50 ? "fifty moves" : "quiet moves",
                         format_words(w, "halfmove clock", 2 * halfmove_clock), "draw");
        tree_set(w->arena, e, "claim", "draw");
    }
}

void import_endings(import_context *w)
{
    tree *endings = tree_at(w->arena, w->root, "end");
    const char *checkmate = import_result(w, "checkmateValue", "loss"),
               *stalemate = import_result(w, "stalemateValue", "draw");
    bool royal = w->king >= 0 || import_pseudo_royals(w);
    import_extinction(w);
    import_goal(w);
    import_connect(w);
    if (royal && checkmate) {
        tree_set(w->arena, endings, "checkmate", checkmate);
    }
    if (stalemate) {
        tree_set(w->arena, endings, "stalemate", stalemate);
    }
    if (is_standard(w)) {
        tree *e = ending(w, "dead position", "insufficient material", "draw");
        tree_set(w->arena, e, "alone", "[bishop, knight]");
        tree_set(w->arena, e, "same_shade", "[bishop]");
    }
    import_repetition(w);
}
