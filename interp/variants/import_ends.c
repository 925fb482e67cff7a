/* How the game ends. */
#include "variants/import_work.h"

#include <string.h>

static tree *ending(work *w, const char *name, const char *when, const char *result)
{
    tree *e = tree_at(w->arena, tree_at(w->arena, w->root, "end"), name);
    tree_set(w->arena, e, "when", when);
    tree_set(w->arena, e, "result", result);
    return e;
}

static const char *format_words(work *w, const char *format, long n)
{
    text t = {0};
    text_print(&t, "%s %ld", format, n);
    const char *words = arena_text(w->arena, text_string(&t), t.length);
    work_done(w, &t);
    return words ? words : "";
}

static bool is_usual(work *w)
{
    static const char *const odd[] = {"extinctionValue", "flagRegion",  "flagRegionWhite", "checkCounting",
                                      "connectN",        "mustCapture", "blastOnCapture",  "pieceDrops"};
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        const setting *s = work_get(w, odd[i]);
        if (s && strcmp(s->value, "false") != 0 && strcmp(s->value, "none") != 0 && strcmp(s->value, "0") != 0 &&
            strcmp(s->value, "-") != 0) {
            return false;
        }
    }
    bool plain = w->king >= 0 && !work_betza(w->pieces[w->king].said->value) && !work_get(w, "kingType");
    return plain && work_type(w, "bishop") && work_type(w, "knight");
}

static void import_extinction(work *w)
{
    const char *result = work_value(w, "extinctionValue", NULL);
    const setting *types = work_get(w, "extinctionPieceTypes"), *claim = work_get(w, "extinctionClaim");
    long least = work_number(w, "extinctionPieceCount", 1000, 0),
         other = work_number(w, "extinctionOpponentPieceCount", 1000, 0);
    if (!result || !types || strcmp(types->value, "-") == 0) {
        return;
    }
    bool all = strchr(types->value, '*') != NULL, claimed = work_true(w, "extinctionClaim", false);
    if (all && least == 1 && other == 2 && claimed && w->king >= 0) {
        tree *e = ending(w, "bare king", "bare", result);
        tree_set(w->arena, e, "grace", "true");
        diag_warning(w->diags, CODE_FOREIGN_DIFFERENT, claim->value_place,
                     "a bare king may still draw here by taking the opponent's last man; there by any move while the "
                     "opponent has just one");
        return;
    }
    if (other > 0 || claimed) {
        work_refuse(w, other > 0 ? work_get(w, "extinctionOpponentPieceCount") : claim,
                    "extinction asks about the men of one player alone, and nobody claims it");
        return;
    }
    if (all) {
        ending(w, least ? "too few men" : "no men", least ? format_words(w, "pieces below", least + 1) : "extinct", result);
        return;
    }
    piece_set set = work_pieces(w, types, 0);
    for (size_t i = 0; i < w->count; i++) {
        text name = {0}, when = {0};
        if (!(set >> i & 1)) {
            continue;
        }
        text_print(&name, least ? "too few of %s" : "no %s", w->pieces[i].name);
        if (least) {
            text_print(&when, "fewer %ld", least + 1);
        } else {
            text_print(&when, "extinct %s", w->pieces[i].name);
        }
        tree *e = ending(w, text_string(&name), text_string(&when), result);
        if (least) {
            tree_set(w->arena, e, "pieces", w->pieces[i].name);
        }
        work_done(w, &name);
        work_done(w, &when);
    }
}

/* The last of men that must not become extinct may not be left under attack. */
void import_pseudo_royal(work *w)
{
    const setting *s = work_get(w, "extinctionPseudoRoyal");
    if (!work_true(w, "extinctionPseudoRoyal", false)) {
        return;
    }
    piece_set set = work_pieces(w, work_get(w, "extinctionPieceTypes"), 0);
    piece_set grown = w->drops ? UINT32_MAX : work_shared(w, "promotionPieceTypes", 0);
    long least = work_number(w, "extinctionPieceCount", 1000, 0);
    int men[2] = {0, 0}, kinds = 0;
    for (size_t i = 0; i < w->count; i++) {
        kinds += (int)(set >> i & 1);
        for (int cell = 0; cell < w->width * w->height; cell++) {
            char c = w->board[cell / w->width][cell % w->width][0];
            if (set >> i & 1 && letter_lower(c) == w->pieces[i].letter) {
                men[c >= 'a']++;
            }
        }
    }
    if (kinds != 1 || (set & grown) || men[0] > 1 || men[1] > 1 || least > 0) {
        work_refuse(w, s, "men who are royal only while they are the last of their kind");
    }
}

static void import_flag(work *w)
{
    region of[2];
    const setting *said;
    if (!work_regions(w, "flagRegionWhite", "flagRegionBlack", "flagRegion", of, &said)) {
        return;
    }
    for (int i = 0; i < 2; i++) {
        of[i] = work_cut(w, of[i]);
    }
    if (region_empty(&of[0]) && region_empty(&of[1])) {
        return;
    }
    static const char *const unsaid[] = {"flagMove", "flagPieceSafe", "flagPieceBlockedWin"};
    static const char *const why[] = {
        "the game ends as soon as the cell is reached, without a last move for the other side",
        "whether a man who has arrived stands safe is not asked", "only men of his own count"};
    for (size_t i = 0; i < 3; i++) {
        if (work_true(w, unsaid[i], false)) {
            work_refuse(w, work_get(w, unsaid[i]), why[i]);
        }
    }
    piece_set set = work_shared(w, "flagPiece", UINT32_MAX);
    const char *where = work_zone(w, of[0], of[1], said);
    if (!where) {
        return;
    }
    tree *e = ending(w, "goal reached", format_words(w, "goal", work_number(w, "flagPieceCount", 100, 1)), "win");
    tree_set(w->arena, e, "zone", where);
    if (set != UINT32_MAX && set != (UINT32_C(1) << w->count) - 1) {
        work_put_names(w, e, "pieces", set);
    }
}

static void import_lines(work *w)
{
    long n = work_number(w, "connectN", 36, 0);
    bool up = work_true(w, "connectVertical", true), across = work_true(w, "connectHorizontal", true),
         aslant = work_true(w, "connectDiagonal", true);
    if (n < 2) {
        return;
    }
    if (up != across || (!up && !aslant)) {
        work_refuse(w, work_get(w, up ? "connectHorizontal" : "connectVertical"),
                    "rows are straight, diagonal or both, not in one direction alone");
        return;
    }
    const char *result = work_value(w, "connectValue", "win");
    if (!result) {
        return;
    }
    tree *e = ending(w, "row made", format_words(w, "connect", n), result);
    if (up && !aslant) {
        tree_set(w->arena, e, "along", "straight");
    } else if (!up) {
        tree_set(w->arena, e, "along", "diagonal");
    }
    piece_set set = work_pieces(w, work_get(w, "connectPieceTypes"), UINT32_MAX);
    if (set != UINT32_MAX) {
        work_put_names(w, e, "pieces", set);
    }
}

static void import_repetition(work *w)
{
    long folds = work_number(w, "nFoldRule", 1000, 3), quiet = work_number(w, "nMoveRule", 10000, 50);
    const char *result = work_value(w, "nFoldValue", "draw");
    if (folds > 0 && work_true(w, "perpetualCheckIllegal", false)) {
        ending(w, "perpetual check", format_words(w, "perpetual check", folds), "loss");
    }
    if (folds > 0 && result) {
        bool draw = strcmp(result, "draw") == 0;
        if (!draw && work_true(w, "nFoldValueAbsolute", false)) {
            result = strcmp(result, "loss") == 0 ? "black wins" : "white wins";
        }
        tree *e = ending(w, "repetition", format_words(w, "repetition", folds), result);
        if (draw && folds == 3) {
            tree_set(w->arena, e, "claim", "draw");
        }
    }
    if (quiet > 0) {
        tree *e =
            ending(w, quiet == 50 ? "fifty moves" : "quiet moves", format_words(w, "halfmove clock", 2 * quiet), "draw");
        tree_set(w->arena, e, "claim", "draw");
    }
}

void import_ends(work *w)
{
    tree *end = tree_at(w->arena, w->root, "end");
    const char *mate = work_value(w, "checkmateValue", "loss"), *stale = work_value(w, "stalemateValue", "draw");
    bool royal = w->king >= 0 || work_true(w, "extinctionPseudoRoyal", false);
    import_extinction(w);
    import_flag(w);
    import_lines(w);
    if (royal && mate) {
        tree_set(w->arena, end, "checkmate", mate);
    }
    if (stale) {
        tree_set(w->arena, end, "stalemate", stale);
    }
    if (is_usual(w)) {
        tree *e = ending(w, "dead position", "insufficient material", "draw");
        tree_set(w->arena, e, "alone", "[bishop, knight]");
        tree_set(w->arena, e, "same_shade", "[bishop]");
    }
    import_repetition(w);
}
