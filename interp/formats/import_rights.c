/* Rights of pieces that have not moved: what `gating` says. */
#include "formats/import_context.h"

#include <string.h>

/* The file where the piece stands with a right, on the first rank of the player; -1: nowhere, -2: on several files. */
static int first_file(const import_context *w, size_t index, int player)
{
    int rank = player ? w->height - 1 : 0, found = -1;
    for (int file = 0; file < w->width; file++) {
        char letter = w->pieces[index].letter, shown = (char)('a' + file);
        bool stands = w->board[rank][file][0] == (player ? letter : letter - 'a' + 'A') && !w->board[rank][file][1];
        if (stands && strchr(w->rights, player ? shown : shown - 'a' + 'A')) {
            found = found == -1 ? file : -2;
        }
    }
    return found;
}

static void add_right(import_context *w, const char *name, size_t index, const int files[2])
{
    tree *right = tree_at(w->arena, tree_at(w->arena, w->root, "rights"), name);
    tree_set(w->arena, right, "piece", w->pieces[index].name);
    import_put_cell(w, right, "at", files, 0);
    tree_set(w->arena, right, "shown", "file");
    for (int player = 0; player < 2; player++) {
        char letter = (char)((player ? 'a' : 'A') + files[player]), *at = w->unmoved[player];
        while (*at && *at < letter) {
            at++;
        }
        memmove(at + 1, at, strlen(at));
        *at = letter;
    }
}

/* There the king and the fers leap while they have not moved. */
static piece_set leapers(const import_context *w)
{
    return (w->king >= 0 ? UINT32_C(1) << w->king : 0) | import_set_of_type(w, "fers");
}

const char *import_first_leap(import_context *w, size_t index)
{
    bool leaps = import_bool(w, "cambodianMoves", false) && import_bool(w, "gating", false);
    return !leaps || !(leapers(w) >> index & 1) || first_file(w, index, 0) < 0 ? NULL
           : (int)index == w->king                                             ? "fsmN"
                                                                               : "fmD";
}

static void import_leaps(import_context *w)
{
    const setting *s = import_setting(w, "gating");
    piece_set set = leapers(w);
    if (import_bool(w, "castling", true)) {
        import_refuse(w, s, "first leaps beside castling");
    }
    for (size_t i = 0; i < w->count; i++) {
        int files[2] = {first_file(w, i, 0), first_file(w, i, 1)};
        char name[2] = {w->pieces[i].letter, '\0'};
        if (!(set >> i & 1) || (files[0] == -1 && files[1] == -1)) {
            continue;
        }
        if (files[0] < 0 || files[1] < 0) {
            import_refuse(w, s, "both players have one such piece that has not moved, or neither");
            return;
        }
        add_right(w, name, i, files);
        if ((int)i != w->king) {
            continue;
        }
        char quoted[4] = {'"', w->pieces[i].letter, '"', '\0'};
        import_value(w, "KING_RIGHT", quoted);
        import_use(w, "first_leaps");
        tree_set(w->arena, import_hook(w, "no_leap_in_check", "legal"), "pieces", w->pieces[i].name);
        piece_set rooks = import_set_of_type(w, "rook");
        if (rooks) {
            import_put_types(w, import_hook(w, "aim_at_king", "after"), "pieces", rooks);
        }
    }
}

void import_rights(import_context *w)
{
    const setting *s = import_setting(w, "gating");
    bool gating = import_bool(w, "gating", false), leaps = import_bool(w, "cambodianMoves", false);
    if (leaps && !gating) {
        import_refuse(w, import_setting(w, "cambodianMoves"), "it goes with `gating = true`");
    } else if (gating && !leaps) {
        import_refuse(w, s, "rights of pieces that nothing asks for");
    } else if (leaps) {
        import_leaps(w);
    }
}
