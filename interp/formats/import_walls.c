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

static void add_wall(import_context *w, const char *name, const char *letters)
{
    char letter[2] = {free_letter(w, letters), '\0'};
    tree *wall = tree_at(w->arena, tree_at(w->arena, w->root, "pieces"), name);
    tree_set(w->arena, w->root, "neutral", "nobody");
    tree_set(w->arena, wall, "letter", letter);
    tree_set(w->arena, wall, "invulnerable", "true");
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
    if (!set) {
        return;
    }
    const setting *s = import_setting(w, "petrifyOnCaptureTypes");
    if (import_bool(w, "blastOnCapture", false)) {
        import_refuse(w, s ? s : import_setting(w, "petrifyOnCapture"), "blasts are not played with walls yet");
        return;
    }
    add_wall(w, "wall", "xzywvu");
    import_use(w, "petrify");
    import_value_pieces(w, "PETRIFIES", set);
    tree *hook = import_hook(w, "petrify", "after");
    import_put_types(w, hook, "pieces", set);
    tree_set(w->arena, hook, "captures", "true");
}

void import_walls(import_context *w)
{
    const char *rule = NULL;
    const setting *s = walling_rule(w, &rule);
    import_petrifying(w);
    if (!s) {
        return;
    }
    if (strcmp(rule, "edge") == 0) {
        import_refuse(w, s, "walls grow from the edges only by a script");
        return;
    }
    if (import_bool(w, "blastOnCapture", false)) {
        import_refuse(w, s, "blasts are not played with walls yet");
    }
    bool duck = strcmp(rule, "duck") == 0;
    tree *puts = tree_at(w->arena, w->root, "puts");
    tree_set(w->arena, puts, "piece", duck ? "duck" : "wall");
    if (strcmp(rule, "arrow") == 0 || strcmp(rule, "past") == 0) {
        tree_set(w->arena, puts, "where", strcmp(rule, "past") == 0 ? "left" : "reached");
    }
    if (duck) {
        tree_set(w->arena, puts, "most", "1");
    }
    const char *where = walling_region(w);
    if (where) {
        tree_set(w->arena, puts, "on", where);
    }
    add_wall(w, duck ? "duck" : "wall", duck ? "dzxyw" : "xzywvu");
}
