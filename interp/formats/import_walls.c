/* Walls: what each move puts on the board. */
#include "formats/import_context.h"

#include <string.h>

/* The rule, by its present name or by one of the old ones, which are flags. NULL: none. */
static const setting *walling_rule(import_context *w, const char **rule)
{
    static const char *const words[] = {"arrow", "duck", "edge", "past", "static", "none", NULL};
    static const char *const old[][2] = {
        {"arrowGating", "arrow"}, {"duckGating", "duck"}, {"pastGating", "past"}, {"staticGating", "static"}};
    const setting *s = import_rule_word(w, "wallingRule");
    if (s) {
        int which = setting_word(w->diags, s, words, 5, &w->wrong);
        *rule = words[which];
        return which == 5 ? NULL : s;
    }
    for (size_t i = 0; i < sizeof old / sizeof old[0]; i++) {
        if (import_bool(w, old[i][0], false)) {
            *rule = old[i][1];
            return import_setting(w, old[i][0]);
        }
    }
    return NULL;
}

/* A letter that no piece has. */
static char free_letter(const import_context *w, const char *wanted)
{
    for (const char *c = wanted; *c; c++) {
        if (import_piece_by_letter(w, *c) < 0) {
            return *c;
        }
    }
    return *wanted;
}

/* Where walls may be put; NULL is everywhere. */
static const char *walling_region(import_context *w)
{
    const setting *s[2];
    region r[2];
    for (int i = 0; i < 2; i++) {
        s[i] = import_player_setting(w, "wallingRegion", i);
        s[i] = s[i] ? s[i] : import_setting(w, "staticGatingRegion");
        r[i] = s[i] ? setting_region(w->diags, s[i], &w->wrong) : import_board_region(w);
    }
    const char *where = import_zone(w, r[0], r[1]);
    return where && strcmp(where, "all") == 0 ? NULL : where ? where : "none";
}

/* The letters that a wall may get: the first that no piece has. */
static const char wall_letters[] = "xzywvu";

static void add_wall(import_context *w, const char *name, const char *letters)
{
    char letter[2] = {free_letter(w, letters), '\0'};
    tree *wall = tree_at(w->arena, tree_at(w->arena, w->root, "pieces"), name);
    tree_set(w->arena, w->root, "neutral", "nobody");
    tree_set(w->arena, wall, "letter", letter);
    tree_set(w->arena, wall, "invulnerable", "true");
}

void import_add_wall(import_context *w)
{
    add_wall(w, "wall", wall_letters);
}

void import_spare_walls(import_context *w, tree *blast)
{
    static const char *const names[] = {"wall", "duck"};
    const tree *pieces = tree_get(w->root, "pieces"), *spared = tree_get(blast, "spares");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!tree_get(pieces, names[i])) {
            continue;
        }
        const char *others = spared && spared->leaf ? spared->leaf : "";
        size_t length = strlen(others);
        bool list = others[0] == '[';
        text t = {0};
        text_print(&t, "[%.*s%s%s]", (int)(list ? length - 2 : length), others + list, length ? ", " : "", names[i]);
        tree_set(w->arena, blast, "spares", text_string(&t));
        import_text_finish(w, &t);
    }
}

piece_set import_petrified(import_context *w)
{
    piece_set old = (UINT32_C(1) << w->count) - 1;
    bool all = import_bool(w, "petrifyOnCapture", false); /* the old rule spared pawns */
    return import_pieces_by_letters(w, import_setting(w, "petrifyOnCaptureTypes"),
                                    all ? old & ~import_set_of_type(w, "pawn") : 0);
}

/* Pieces that become walls when they capture; royal ones capture nothing, see import_moves. */
static void import_petrifying(import_context *w)
{
    piece_set set = import_petrified(w);
    if (!set || import_blasts_by_script(w)) {
        return;
    }
    if (w->king >= 0 && set >> w->king & 1) {
        const setting *s = import_setting(w, "petrifyOnCaptureTypes");
        import_refuse(w, s ? s : import_setting(w, "petrifyOnCapture"), "a king that becomes a wall");
        return;
    }
    import_add_wall(w);
    import_use(w, "petrify");
    import_value_pieces(w, "PETRIFIES", set);
    bool hands = import_has_hands(w) && import_bool(w, "capturesToHand", false),
         keeps = import_bool(w, "dropLoop", false);
    import_value(w, "WALLS_FILL_HANDS", hands ? "true" : "false");
    import_value(w, "HAND_KEEPS_PROMOTED", keeps ? "true" : "false");
    for (int player = 0; player < 2 && hands && !keeps; player++) {
        if (import_promoting_pawns(w, player) && import_player_set(w, "promotionPieceTypes", player, 0) & set) {
            const setting *s = import_setting(w, "petrifyOnCaptureTypes");
            diag_warning(w->diags, CODE_FOREIGN_DIFFERENT,
                         (s ? s : import_setting(w, "petrifyOnCapture"))->value_location,
                         "there a promoted pawn that becomes a wall comes to the hand as a pawn, here as what it is");
            break;
        }
    }
    tree *hook = import_hook(w, "petrify", "after");
    import_put_types(w, hook, "pieces", set);
    tree_set(w->arena, hook, "captures", "true");
}

/* A wall that a player may put down instead of moving is a drop that never ends. */
static void import_wall_drops(import_context *w, const setting *s, const char *rule)
{
    bool edge = strcmp(rule, "edge") == 0;
    if (!edge && strcmp(rule, "static") != 0) {
        import_refuse(w, import_setting(w, "wallOrMove"), "such walls come with a move here, see `puts`");
        return;
    }
    add_wall(w, "wall", wall_letters);
    tree *drops = tree_at(w->arena, tree_at(w->arena, tree_at(w->arena, w->root, "pieces"), "wall"), "drops");
    tree_set(w->arena, drops, "neutral", "true");
    tree_set(w->arena, drops, "endless", "all");
    if (edge) {
        tree_set(w->arena, drops, "where", "edge");
    }
    if (w->king >=
        0) { /* there a wall is no answer to an attack on a king, but to one on a piece that is like a king */
        tree_set(w->arena, drops, "parries", "false");
    }
    const char *where = walling_region(w);
    if (where) {
        tree_set(w->arena, drops, "on", where);
    }
    if (w->drops) {
        import_refuse(w, s, "that program has no drops beside walls");
    }
}

static void import_puts(import_context *w, const char *rule)
{
    static const char *const words[][2] = {{"arrow", "reached"}, {"past", "left"}, {"edge", "edge"}};
    bool duck = strcmp(rule, "duck") == 0;
    tree *puts = tree_at(w->arena, w->root, "puts");
    tree_set(w->arena, puts, "piece", duck ? "duck" : "wall");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(rule, words[i][0]) == 0) {
            tree_set(w->arena, puts, "where", words[i][1]);
        }
    }
    if (duck) {
        tree_set(w->arena, puts, "most", "1");
    }
    if (w->king >= 0) {
        tree_set(w->arena, puts, "parries", "false");
    }
    const char *where = walling_region(w);
    if (where) {
        tree_set(w->arena, puts, "on", where);
    }
    add_wall(w, duck ? "duck" : "wall", duck ? "dzxyw" : wall_letters);
}

void import_walls(import_context *w)
{
    const char *rule = NULL;
    const setting *s = walling_rule(w, &rule);
    bool instead = import_bool(w, "wallOrMove", false);
    import_petrifying(w);
    if (!s) {
        if (instead) {
            import_refuse(w, import_setting(w, "wallOrMove"), "there is no wall to put down");
        }
        return;
    }
    bool blast = import_bool(w, "blastOnCapture", false), anywhere = !strcmp(rule, "duck") || !strcmp(rule, "static");
    if (blast && (instead || !anywhere || import_blasts_by_script(w))) {
        import_refuse(w, s, "such walls beside blasts");
        return;
    }
    if (instead) {
        import_wall_drops(w, s, rule);
    } else {
        import_puts(w, rule);
    }
    if (blast) {
        diag_warning(w->diags, CODE_FOREIGN_DIFFERENT, s->value_location,
                     "there a wall on the cell from which a piece captured on the next cell shields nothing");
        import_use(w, "wall_before_blast");
        tree_set(w->arena, import_hook(w, "wall_before_blast", "legal"), "captures", "true");
    }
}
