/* Rules that no key says: hooks of the script. */
#include "formats/import_context.h"

#include <string.h>

static void refuse_word(import_context *w, const setting *s)
{
    import_refuse(w, s, "no hook is known for it");
}

static void import_number_value(import_context *w, const char *name, long number)
{
    text t = {0};
    text_print(&t, "%ld", number);
    import_value(w, name, text_string(&t));
    import_text_finish(w, &t);
}

/* ---- goals ---- */

void import_goal_hook(import_context *w, const region regions[2], const piece_set sets[2])
{
    bool last = import_bool(w, "flagMove", false), safe = import_bool(w, "flagPieceSafe", false),
         filled = import_bool(w, "flagPieceBlockedWin", false);
    text digits = {0};
    if (sets[0] != sets[1]) {
        import_refuse(w, import_player_setting(w, "flagPiece", 1),
                      "such a goal is of the same pieces for both players");
        return;
    }
    import_value_sides(w, "GOAL", regions);
    if (sets[0] == UINT32_MAX || sets[0] == (UINT32_C(1) << w->count) - 1) {
        import_value(w, "GOAL_PIECES", "nil -- all");
    } else {
        import_value_pieces(w, "GOAL_PIECES", sets[0]);
    }
    text_print(&digits, "%ld", import_number(w, "flagPieceCount", 100, 1));
    import_value(w, "GOAL_COUNT", text_string(&digits));
    import_text_finish(w, &digits);
    import_value(w, "GOAL_FILLED", filled ? "true" : "false");
    import_use(w, last && safe ? "goal_safe_or_kept" : last ? "goal_kept" : safe ? "goal_safe" : "goal_at_once");
    tree_set(w->arena, tree_at(w->arena, tree_at(w->arena, w->root, "end"), "goal reached"), "when", "hook goal");
}

static void put_name_list(import_context *w, const char *name, piece_set set)
{
    text t = {0};
    size_t order[PIECE_MAX];
    import_sort_pieces(w, order);
    text_put(&t, "{");
    for (size_t i = 0, n = 0; i < w->count; i++) {
        const imported_piece *p = &w->pieces[order[i]];
        if (set >> order[i] & 1) {
            text_print(&t, "%s\"%s\"", n++ ? ", " : "", p->name);
        }
        if (p->promoted >= 0 && set >> p->promoted & 1) {
            text_print(&t, "%s\"promoted-%s\"", n++ ? ", " : "", p->name);
        }
    }
    text_put(&t, "}");
    import_value(w, name, text_string(&t));
    import_text_finish(w, &t);
}

void import_extinction_hook(import_context *w, piece_set set, bool wins)
{
    put_name_list(w, "EXTINCT", set);
    import_value(w, "EXTINCT_HANDS", w->drops ? "true" : "false");
    import_number_value(w, "EXTINCT_LEFT", import_number(w, "extinctionPieceCount", 1000, 0));
    import_number_value(w, "EXTINCT_OTHER", import_number(w, "extinctionOpponentPieceCount", 1000, 0));
    import_value(w, "EXTINCT_WINS", wins ? "true" : "false");
    import_use(w, "extinct_alone");
    tree_set(w->arena, tree_at(w->arena, tree_at(w->arena, w->root, "end"), "no pieces"), "when",
             "hook one_is_extinct");
}

/* ---- drops and flips ---- */

static void import_enclosing(import_context *w)
{
    static const char *const words[] = {"none", "top", "reversi", "ataxx", "snort", "anyside", "quadwrangle", NULL};
    static const char *const parts[] = {
        NULL, NULL, "drop_encloses", "drop_beside_own", "drop_not_beside", "drop_from_a_side"};
    const setting *s = import_rule_word(w, "enclosingDrop"), *start = import_setting(w, "enclosingDropStart");
    int which = setting_word(w->diags, s, words, 0, &w->wrong);
    bool first = start && strcmp(start->value, "-") != 0;
    if (which == 6 || (first && which != 2)) {
        refuse_word(w, which == 6 ? s : start);
        return;
    }
    if (which == 2) {
        region r = setting_region(w->diags, start, &w->wrong);
        r = import_clip(w, r);
        import_value_cells(w, "DROP_START", &r);
    }
    if (which == 2 && !region_empty(&w->walls)) {
        import_number_value(w, "WIDTH", w->width);
        import_number_value(w, "HEIGHT", w->height);
    }
    if (which >= 2 && w->drops) {
        import_use(w, which == 2 && !region_empty(&w->walls) ? "drop_encloses_walls" : parts[which]);
        tree_set(w->arena, import_hook(w, "may_drop", "legal"), "drops", "true");
    }
}

static void import_flips(import_context *w)
{
    static const char *const words[] = {"none", "reversi", "ataxx", "quadwrangle", "anyside", "snort", "top", NULL};
    static const char *const parts[] = {NULL, "flip_enclosed", "flip_beside", "flip_beside_a_pair"};
    const setting *s = import_rule_word(w, "flipEnclosedPieces");
    int which = setting_word(w->diags, s, words, 0, &w->wrong);
    if (which > 3) {
        refuse_word(w, s);
    } else if (which > 0 && (w->king >= 0 || import_pseudo_royals(w))) {
        import_refuse(w, s, "royal pieces never change sides here");
    } else if (which > 0) {
        import_use(w, parts[which]);
        import_hook(w, "flip", "after");
    }
}

/* ---- counts at the end ---- */

bool import_counts(import_context *w)
{
    const setting *s = import_rule_word(w, "materialCounting");
    return s && (strcmp(s->value, "unweighted") == 0 || strcmp(s->value, "janggi") == 0);
}

/* Every draw is a win of that player. */
static void give_draws(import_context *w, const char *winner)
{
    tree *end = tree_at(w->arena, w->root, "end");
    for (tree *e = end ? end->first : NULL; e; e = e->next) {
        tree *drawn = e->leaf ? e : tree_get(e, "result");
        if (drawn && drawn->leaf && strcmp(drawn->leaf, "draw") == 0) {
            drawn->leaf = winner;
        }
    }
}

/* What the pieces of a janggi army are worth at its end. */
static void put_janggi_points(import_context *w)
{
    static const struct {
        const char *type;
        int points;
    } rows[] = {{"rook", 13}, {"janggiCannon", 7}, {"horse", 5}, {"janggiElephant", 3}, {"wazir", 3}, {"soldier", 2}};
    text t = {0};
    for (size_t i = 0, n = 0; i < sizeof rows / sizeof rows[0]; i++) {
        piece_set set = import_set_of_type(w, rows[i].type);
        for (size_t k = 0; k < w->count; k++) {
            if (set >> k & 1) {
                text_print(&t, "%s[\"%s\"] = %d", n++ ? ", " : "{", w->pieces[k].name, rows[i].points);
            }
        }
    }
    text_put(&t, t.length ? "}" : "{}");
    import_value(w, "POINTS", text_string(&t));
    import_text_finish(w, &t);
}

static void import_counting(import_context *w)
{
    static const char *const words[] = {"none", "unweighted", "whitedrawodds", "blackdrawodds", "janggi", NULL};
    const setting *s = import_rule_word(w, "materialCounting");
    int which = setting_word(w->diags, s, words, 0, &w->wrong);
    tree *end = tree_at(w->arena, w->root, "end"), *stalemate = tree_get(end, "stalemate");
    bool full = import_bool(w, "adjudicateFullBoard", false), by_count = import_bool(w, "stalematePieceCount", false);
    const char *result = import_result(w, "stalemateValue", "draw");
    if (which == 4) {
        put_janggi_points(w);
        import_use(w, "count_at_end");
    } else if (which == 1) {
        import_value(w, "POINTS", "nil");
        import_use(w, "count_at_end");
    }
    if (full) {
        import_use(w, which == 1 || which == 4 ? "count_full" : "draw_full");
        tree *e = tree_at(w->arena, end, "full board");
        tree_set(w->arena, e, "when", "hook count_when_full");
    }
    if (by_count && result && strcmp(result, "draw") != 0) {
        import_use(w, strcmp(result, "win") == 0 ? "fewer_win" : "more_win");
    } else if (by_count) {
        import_refuse(w, import_setting(w, "stalematePieceCount"),
                      "pieces that are counted decide between a win and a loss");
    }
    bool counted = (which == 1 || which == 4) && result && strcmp(result, "draw") == 0;
    if (stalemate && (by_count || counted)) {
        stalemate->leaf = NULL;
        tree_set(w->arena, stalemate, "result", result);
        tree_set(w->arena, stalemate, "hook", by_count ? "at_stalemate" : "count_at_end");
    }
    const setting *clock = import_setting(w, "nMoveRule");
    if (import_counts(w) && clock && import_number(w, "nMoveRule", 10000, 50) > 0) {
        diag_warning(w->diags, CODE_FOREIGN_DIFFERENT, clock->value_location,
                     "there what is on the board decides when the moves have run out, here it is a draw");
    }
    if (which == 2 || which == 3) {
        give_draws(w, which == 2 ? "white wins" : "black wins");
    }
}

/* ---- connections ---- */

static void put_ways(import_context *w)
{
    static const char *const keys[] = {"connectHorizontal", "connectVertical", "connectDiagonal"};
    static const char *const ways[] = {"{1, 0}", "{0, 1}", "{1, 1}, {1, -1}"};
    text t = {0};
    text_put(&t, "{");
    for (size_t i = 0, n = 0; i < 3; i++) {
        if (import_bool(w, keys[i], true)) {
            text_print(&t, "%s%s", n++ ? ", " : "", ways[i]);
        }
    }
    text_put(&t, "}");
    import_value(w, "CONNECT_WAYS", text_string(&t));
    import_text_finish(w, &t);
}

static bool import_edges(import_context *w)
{
    region edges[2][2];
    const setting *origin[2];
    static const char *const keys[2][2] = {{"connectRegion1White", "connectRegion1Black"},
                                           {"connectRegion2White", "connectRegion2Black"}};
    bool any = false;
    for (int i = 0; i < 2; i++) {
        import_regions(w, keys[i][0], keys[i][1], NULL, edges[i], &origin[i]);
        for (int player = 0; player < 2; player++) {
            edges[i][player] = import_clip(w, edges[i][player]);
            any |= !region_empty(&edges[i][player]);
        }
    }
    if (any) {
        text t = {0};
        text_put(&t, "{");
        import_put_sides(w, edges[0], &t);
        text_put(&t, ",\n    ");
        import_put_sides(w, edges[1], &t);
        text_put(&t, "}");
        import_value(w, "EDGES", text_string(&t));
        import_text_finish(w, &t);
    }
    return any;
}

static void add_connection(import_context *w, const char *part, const char *name, const char *function)
{
    text when = {0};
    text_print(&when, "hook %s", function);
    import_use(w, part);
    tree_set(w->arena, tree_at(w->arena, tree_at(w->arena, w->root, "end"), name), "when", text_string(&when));
    import_text_finish(w, &when);
}

static void import_connections(import_context *w)
{
    long square = import_number(w, "connectNxN", 16, 0), line = import_number(w, "collinearN", 16, 0);
    bool edges = import_edges(w);
    const char *result = import_result(w, "connectValue", "win");
    if (!result || (!edges && square < 2 && line < 2)) {
        return;
    }
    piece_set set = import_pieces_by_letters(w, import_setting(w, "connectPieceTypes"), UINT32_MAX);
    if (set == UINT32_MAX || set == (UINT32_C(1) << w->count) - 1) {
        import_value(w, "CONNECT_PIECES", "nil -- all");
    } else {
        import_value_pieces(w, "CONNECT_PIECES", set);
    }
    import_value(w, "CONNECT_DRAWS", strcmp(result, "draw") == 0 ? "true" : "false");
    import_value(w, "CONNECT_LOSES", strcmp(result, "loss") == 0 ? "true" : "false");
    put_ways(w);
    if (edges) {
        add_connection(w, "connect_edges", "edges joined", "edges_joined");
    }
    if (square >= 2) {
        import_number_value(w, "SQUARE", square);
        add_connection(w, "connect_square", "square made", "square_made");
    }
    if (line >= 2) {
        import_number_value(w, "LINE", line);
        add_connection(w, "connect_line", "line made", "line_made");
    }
}

/* ---- castling ---- */

static const char *castling_king(import_context *w)
{
    tree *castling = tree_get(w->root, "castling");
    const tree *king = castling && castling->first ? tree_get(castling->first, "king") : NULL;
    return king ? king->leaf : NULL;
}

static void put_piece(import_context *w, tree *hook, const char *piece)
{
    text one = {0};
    text_print(&one, "[%s]", piece);
    tree_set(w->arena, hook, "pieces", text_string(&one));
    import_text_finish(w, &one);
}

/* KQkq: the castlings that win. */
static void import_castling_wins(import_context *w, const setting *s, const char *king)
{
    static const char *const names[] = {"white-k", "white-q", "black-k", "black-q"};
    text t = {0};
    text_put(&t, "{");
    for (size_t i = 0, n = 0; i < 4; i++) {
        if (strchr(s->value, "KQkq"[i])) {
            text_print(&t, "%s[\"%s\"] = true", n++ ? ", " : "", names[i]);
        }
    }
    text_put(&t, "}");
    import_value(w, "CASTLING_WINS", text_string(&t));
    import_text_finish(w, &t);
    import_use(w, "castle_wins");
    tree_set(w->arena, w->root, "counters", "[castled]");
    tree_set(w->arena, tree_at(w->arena, tree_at(w->arena, w->root, "end"), "castled"), "when", "hook castling_wins");
    put_piece(w, import_hook(w, "notes_castling", "after"), king);
}

static void import_castling_hooks(import_context *w)
{
    const char *king = castling_king(w);
    const setting *wins = import_rule_word(w, "castlingWins");
    bool opposite = import_bool(w, "oppositeCastling", false);
    if (!king) {
        return;
    }
    if (opposite && !import_bool(w, "chess960", false)) {
        import_use(w, "castle_opposite");
        put_piece(w, import_hook(w, "takes_right", "after"), king);
    }
    if (wins) {
        import_castling_wins(w, wins, king);
    }
}

/* ---- placing ---- */

static void import_placing(import_context *w)
{
    const char *king = castling_king(w);
    if (import_bool(w, "dropOppositeColoredBishop", false) && import_set_of_type(w, "bishop") && w->drops) {
        region r[2];
        const setting *origin;
        import_regions(w, "whiteDropRegion", "blackDropRegion", NULL, r, &origin);
        r[0] = import_setting(w, "whiteDropRegion") ? import_clip(w, r[0]) : import_board_region(w);
        r[1] = import_setting(w, "blackDropRegion") ? import_clip(w, r[1]) : import_board_region(w);
        import_value_sides(w, "BISHOPS_ON", r);
        import_use(w, "placed_shades");
        tree_set(w->arena, import_hook(w, "bishops_apart", "legal"), "drops", "true");
    }
    if (import_bool(w, "castlingDroppedPiece", false) && king && w->drops) {
        int file = setting_file(w->diags, import_setting(w, "castlingKingFile"), 4, &w->wrong);
        text word = {0};
        text_print(&word, "\"%s\"", king);
        import_value(w, "CASTLING_KING", text_string(&word));
        import_text_finish(w, &word);
        import_number_value(w, "KING_FILE", file + 1);
        import_number_value(w, "WIDTH", w->width);
        import_number_value(w, "HEIGHT", w->height);
        import_use(w, "placed_rights");
        tree_set(w->arena, import_hook(w, "may_castle_again", "after"), "drops", "true");
    }
}

/* ---- pieces that are royal while they are the last of their type ---- */

/* {{"commoner", "promoted-rook"}, ...}: each type with those that become it. */
static void put_royals(import_context *w, piece_set set)
{
    text t = {0};
    size_t order[PIECE_MAX];
    import_sort_pieces(w, order);
    text_put(&t, "{");
    for (size_t i = 0, n = 0; i < w->count; i++) {
        if (set >> order[i] & 1) {
            text_print(&t, "%s{\"%s\"", n++ ? ", " : "", w->pieces[order[i]].name);
            for (size_t k = 0; k < w->count; k++) {
                if (w->pieces[order[k]].promoted == (int)order[i]) {
                    text_print(&t, ", \"promoted-%s\"", w->pieces[order[k]].name);
                }
            }
            text_put(&t, "}");
        }
    }
    text_put(&t, "}");
    import_value(w, "ROYALS", text_string(&t));
    import_text_finish(w, &t);
}

piece_set import_castling_pieces(import_context *w)
{
    piece_set set = 0;
    tree *castling = tree_get(w->root, "castling");
    for (tree *one = castling ? castling->first : NULL; one; one = one->next) {
        const tree *king = tree_get(one, "king");
        for (size_t i = 0; king && king->leaf && i < w->count; i++) {
            set |= strcmp(king->leaf, w->pieces[i].name) == 0 ? UINT32_C(1) << i : 0;
        }
    }
    return set;
}

static void import_royals(import_context *w)
{
    bool duple = import_bool(w, "dupleCheck", false);
    piece_set last = import_last_royals(w);
    const char *mate = import_result(w, "checkmateValue", "loss"), *result = import_result(w, "stalemateValue", "draw");
    if (!last || import_blasts_by_script(w)) {
        return;
    }
    if (import_bool(w, "blastOnCapture", false)) {
        import_refuse(w, import_setting(w, "extinctionPseudoRoyal"), "blasts beside several royal pieces");
        return;
    }
    put_royals(w, last);
    import_number_value(w, "ROYALS_LEFT", import_number(w, "extinctionPieceCount", 1000, 0) + 1);
    text word = {0};
    text_print(&word, "\"%s\"", mate ? mate : "loss");
    import_value(w, "MATE", text_string(&word));
    import_text_finish(w, &word);
    import_use(w, "last_royals_safe");
    import_hook(w, "last_ones_safe", "made");
    if (duple) {
        import_use(w, "last_royals_all");
        import_hook(w, "not_all_attacked", "made");
    }
    piece_set castles = import_castling_pieces(w) & last;
    if (castles) {
        import_use(w, "last_royals_castle");
        import_put_names(w, import_hook(w, "castles_safely", "legal"), "pieces", castles);
    }
    tree *stalemate = tree_get(tree_at(w->arena, w->root, "end"), "stalemate");
    if (stalemate && result && mate) {
        stalemate->leaf = NULL;
        tree_set(w->arena, stalemate, "result", result);
        tree_set(w->arena, stalemate, "hook", "mate_or_stalemate");
        import_use(w, duple ? "mate_all" : "mate_last");
    }
}

/* ---- what a piece may do ---- */

/* Whether a pawn may promote where it captures in passing, as shogi pieces promote: there it does not. */
static bool passant_may_promote(import_context *w)
{
    const setting *s[2] = {import_setting(w, "promotionRegionWhite"), import_setting(w, "promotionRegionBlack")};
    piece_set pawn = import_set_of_type(w, "pawn");
    bool on = false;
    for (size_t i = 0; i < w->count; i++) {
        for (int player = 0; pawn >> i & 1 && w->pieces[i].promoted >= 0 && player < 2; player++) {
            region r = setting_region(w->diags, s[player], &w->wrong);
            on |= w->height > 2 && r.ranks[player ? 2 : w->height - 3] != 0; /* behind a double step of the enemy */
        }
    }
    return on;
}

/* A mate that counts only after a check by a strong piece. */
static void import_strong_checks(import_context *w)
{
    piece_set knights = import_set_of_type(w, "knight");
    tree *mate = tree_get(tree_at(w->arena, w->root, "end"), "checkmate");
    if (!import_bool(w, "shatarMateRule", false) || w->king < 0) {
        return;
    }
    import_value_pieces(w, "STRONG", knights | import_set_of_type(w, "rook") | import_set_of_type(w, "bers"));
    import_value_pieces(w, "NO_MATE", knights);
    import_use(w, "strong_checks");
    tree_set(w->arena, w->root, "states", "[white-series, black-series]");
    tree *hook = import_hook(w, "notes_checks", "after");
    tree_set(w->arena, hook, "checks", "true");
    tree_set(w->arena, hook, "unless_zero", "[white-series, black-series]");
    tree_set(w->arena, hook, "changes", "counters");
    if (mate && mate->leaf) {
        const char *result = mate->leaf;
        mate->leaf = NULL;
        tree_set(w->arena, mate, "result", result);
        tree_set(w->arena, mate, "hook", "mate_counts");
    }
}

/* Whether a quiet step leads from there to a cell of the board; a ride over others, as the other program sees it. */
static bool leads_somewhere(const import_context *w, const fairy_step *s, int x, int y, int side, int way)
{
    bool some = false;
    for (int n = s->ride < 0 ? 1 : REGION_FILES; n > 0 && (s->modes & FAIRY_QUIET) && !s->initial; n--) {
        int to_x = x + n * side * s->x, to_y = y + n * way * s->y;
        bool on_board = to_x >= 0 && to_x < w->width && to_y >= 0 && to_y < w->height;
        some |= on_board && !(w->walls.ranks[to_y] >> to_x & 1);
    }
    return some;
}

/* Cells from which such steps lead nowhere, whatever stands there, as the other program sees it. None for a piece that
 * never moves. */
static region dead_cells(const import_context *w, const fairy_steps *steps, int player)
{
    region dead = {{0}};
    int way = player ? -1 : 1, side = player && w->rotated ? -1 : 1;
    for (int rank = 0; rank < w->height && steps->count; rank++) {
        for (int file = 0; file < w->width; file++) {
            bool moves = false;
            for (size_t i = 0; i < steps->count && !moves; i++) {
                moves = leads_somewhere(w, &steps->list[i], file, rank, side, way);
            }
            dead.ranks[rank] |= (uint16_t)(moves ? 0 : 1u << file);
        }
    }
    return dead;
}

/* The cells of both players as a row of the table. */
static void put_dead(import_context *w, const char *name, const region dead[2], text *t)
{
    if (!region_empty(&dead[0]) || !region_empty(&dead[1])) {
        text_print(t, "%s[\"%s\"] = ", t->length ? ", " : "{", name);
        import_put_sides(w, dead, t);
    }
}

/* Pieces that would not move again: drops and promotions see to themselves. */
static void import_immobility(import_context *w)
{
    text t = {0}, names = {0};
    size_t order[PIECE_MAX];
    const setting *rule = import_setting(w, "immobilityIllegal");
    bool illegal = import_bool(w, "immobilityIllegal", false);
    import_sort_pieces(w, order);
    if (illegal && tree_get(tree_get(w->root, "pieces"), "wall")) {
        diag_warning(w->diags, CODE_FOREIGN_DIFFERENT, rule->value_location,
                     "there a piece may not go to where a wall leaves it no move, here it may");
    }
    for (size_t i = 0; i < w->count && illegal; i++) {
        const imported_piece *p = &w->pieces[order[i]];
        region dead[2], twin[2];
        size_t length = t.length;
        for (int player = 0; player < 2; player++) {
            dead[player] = dead_cells(w, &p->steps, player);
            twin[player] = p->promoted >= 0 ? dead_cells(w, &w->pieces[p->promoted].steps, player) : (region){{0}};
            region promotes = import_promotes_on(w, order[i], player);
            for (int rank = 0; rank < w->height; rank++) {
                dead[player].ranks[rank] &= (uint16_t)~promotes.ranks[rank];
            }
        }
        put_dead(w, p->name, dead, &t);
        if (t.length > length) {
            text_print(&names, "%s%s", names.length ? ", " : "", p->name);
        }
        length = t.length;
        if (p->promoted >= 0) {
            text name = {0};
            text_print(&name, "promoted-%s", p->name);
            put_dead(w, text_string(&name), twin, &t);
            if (t.length > length) {
                text_print(&names, "%s%s", names.length ? ", " : "", text_string(&name));
            }
            import_text_finish(w, &name);
        }
    }
    if (t.length) {
        text list = {0};
        text_char(&t, '}');
        text_print(&list, "[%s]", text_string(&names));
        import_value(w, "IMMOBILE", text_string(&t));
        import_use(w, "keeps_moving");
        tree_set(w->arena, import_hook(w, "keeps_moving", "legal"), "pieces", text_string(&list));
        import_text_finish(w, &list);
    }
    import_text_finish(w, &t);
    import_text_finish(w, &names);
}

/* The limit by file of pieces that are dropped promoted: a row for each. */
static void import_doubled(import_context *w)
{
    text rows = {0}, names = {0};
    size_t order[PIECE_MAX];
    import_sort_pieces(w, order);
    for (size_t i = 0; i < w->count; i++) {
        const char *name = w->pieces[order[i]].name;
        if (w->doubled >> order[i] & 1) {
            text_print(&rows, "%s[\"promoted-%s\"] = \"%s\"", rows.length ? ", " : "{", name, name);
            text_print(&names, "%spromoted-%s", names.length ? ", " : "[", name);
        }
    }
    if (rows.length) {
        text_char(&rows, '}');
        text_char(&names, ']');
        import_value(w, "DOUBLED", text_string(&rows));
        import_number_value(w, "DOUBLED_COUNT", import_number(w, "dropNoDoubledCount", 9, 1));
        import_use(w, "drop_not_doubled");
        tree *hook = import_hook(w, "not_doubled", "legal");
        tree_set(w->arena, hook, "pieces", text_string(&names));
        tree_set(w->arena, hook, "drops", "true");
    }
    import_text_finish(w, &rows);
    import_text_finish(w, &names);
}

static void import_judges(import_context *w)
{
    if (import_bool(w, "makpongRule", false) && w->king >= 0) {
        import_use(w, "makpong");
        tree_set(w->arena, import_hook(w, "stays_in_check", "legal"), "pieces", w->pieces[w->king].name);
    }
    if (w->en_passant && passant_may_promote(w)) {
        import_use(w, "passant_plain");
        tree *hook = import_hook(w, "plain_in_passing", "legal");
        import_put_names(w, hook, "pieces", import_set_of_type(w, "pawn"));
        tree_set(w->arena, hook, "captures", "true");
    }
    piece_set cannons = import_set_of_type(w, "janggiCannon");
    if (cannons) {
        import_value_pieces(w, "CANNONS", cannons);
        import_use(w, "cannon_hops");
        import_put_types(w, import_hook(w, "over_no_cannon", "legal"), "pieces", cannons);
        if (w->king >= 0) {
            tree_set(w->arena, tree_at(w->arena, w->root, "royals"), "attacked", "by moves");
        }
    }
    import_strong_checks(w);
    import_immobility(w);
    import_doubled(w);
    piece_set immune = import_pieces_by_letters(w, import_setting(w, "mutuallyImmuneTypes"), 0);
    if (immune) {
        import_use(w, "immune");
        tree *hook = import_hook(w, "own_kind", "legal");
        import_put_types(w, hook, "pieces", immune);
        tree_set(w->arena, hook, "captures", "true");
    }
}

void import_hooks(import_context *w)
{
    import_enclosing(w);
    import_flips(w);
    import_counting(w);
    import_connections(w);
    import_judges(w);
    import_royals(w);
    import_castling_hooks(w);
    import_placing(w);
}
