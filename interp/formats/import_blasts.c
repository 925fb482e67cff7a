/* Blasts that no key says, so that a script makes them: pieces survive as captors, or walls are left. */
#include "formats/import_context.h"

#include <string.h>

static piece_set immune_types(import_context *w)
{
    return import_pieces_by_letters(w, import_setting(w, "blastImmuneTypes"), 0);
}

bool import_blasts_by_script(import_context *w)
{
    bool unusual = immune_types(w) || import_petrified(w) || import_bool(w, "petrifyBlastPieces", false);
    return unusual && import_bool(w, "blastOnCapture", false);
}

/* What a script of blasts does not do; NULL: nothing. */
static const char *too_much(import_context *w)
{
    piece_set royal = import_pseudo_royals(w);
    bool single = (royal & (royal - 1)) == 0 && !import_last_royals(w) && !import_has_twins(w, royal);
    return w->king >= 0                                          ? "kings beside blasts that pieces survive"
           : royal & immune_types(w)                             ? "royal pieces that survive blasts"
           : !single                                             ? "such blasts beside several royal pieces"
           : w->drops && import_bool(w, "capturesToHand", false) ? "such blasts that fill hands"
                                                                 : NULL;
}

/* The royal piece is one for the script alone: it knows which of them a blast leaves. */
static void import_blast_royals(import_context *w, piece_set royal)
{
    size_t index = 0;
    while (!(royal >> index & 1)) {
        index++;
    }
    text name = {0};
    text_print(&name, "\"%s\"", w->pieces[index].name);
    import_value(w, "ROYAL", text_string(&name));
    import_text_finish(w, &name);
    import_use(w, "blast_royals");
    import_hook(w, "royal_survives", "made");
    if (import_castling_pieces(w) & royal) {
        import_put_names(w, import_hook(w, "castles_unharmed", "legal"), "pieces", royal);
    }
    tree *stalemate = tree_get(tree_at(w->arena, w->root, "end"), "stalemate");
    const char *result = import_result(w, "stalemateValue", "draw"), *mate = import_result(w, "checkmateValue", "loss");
    if (stalemate && result && mate && strcmp(mate, "loss") == 0) {
        stalemate->leaf = NULL;
        tree_set(w->arena, stalemate, "result", result);
        tree_set(w->arena, stalemate, "hook", "blast_mate");
    } else {
        import_refuse(w, import_setting(w, "blastOnCapture"), "such blasts go with a mate that loses");
    }
}

void import_blasts(import_context *w)
{
    piece_set immune = immune_types(w), petrified = import_petrified(w), royal = import_pseudo_royals(w);
    bool around = import_bool(w, "petrifyBlastPieces", false);
    if (!import_blasts_by_script(w)) {
        return;
    }
    const char *why = too_much(w);
    if (why) {
        import_refuse(w, import_setting(w, "blastOnCapture"), why);
        return;
    }
    if (petrified || around) {
        import_add_wall(w);
    }
    import_value_pieces(w, "SPARED", immune | import_set_of_type(w, "pawn"));
    import_value_pieces(w, "IMMUNE", immune);
    import_value_pieces(w, "PETRIFIES", petrified);
    import_value(w, "WALLS_AROUND", around ? "true" : "false");
    import_use(w, "blows_up");
    tree_set(w->arena, import_hook(w, "blows_up", "after"), "captures", "true");
    if (royal) {
        import_blast_royals(w, royal);
    }
}
