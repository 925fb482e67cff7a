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

static tree *add_right(import_context *w, const char *name, size_t index, const int files[2])
{
    tree *right = tree_at(w->arena, tree_at(w->arena, w->root, "rights"), name);
    tree_set(w->arena, right, "piece", w->pieces[index].name);
    import_put_cell(w, right, "at", files, 0);
    return right;
}

/* The FEN shows a right of the player by the letter of that file. */
static void show_file(import_context *w, int player, int file)
{
    char letter = (char)((player ? 'a' : 'A') + file), *at = w->unmoved[player];
    while (*at && *at < letter) {
        at++;
    }
    memmove(at + 1, at, strlen(at));
    *at = letter;
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
        tree_set(w->arena, add_right(w, name, i, files), "shown", "file");
        show_file(w, 0, files[0]);
        show_file(w, 1, files[1]);
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

bool import_has_hands(import_context *w)
{
    return w->drops || (import_bool(w, "gating", false) && import_bool(w, "seirawanGating", false));
}

/* Whether the FEN says that the piece on that file of the player's first rank has not moved. `implied`: a castling says it. */
static bool is_unmoved(import_context *w, int file, int player, bool *implied)
{
    int rank = player ? w->height - 1 : 0, from_left = -1, from_right = -1;
    char base = player ? 'a' : 'A', sides[2] = {(char)(base + 'k' - 'a'), (char)(base + 'q' - 'a')};
    piece_set rooks = import_shared_set(w, "castlingRookPieces", import_set_of_type(w, "rook"));
    int piece = -1;
    for (int f = 0; f < w->width; f++) {
        const char *there = w->board[rank][f];
        bool own = there[0] && (there[0] >= 'a') == (player == 1) && !there[1];
        int found = own ? import_piece_by_letter(w, there[0]) : -1;
        piece = f == file ? found : piece;
        if (found >= 0 && rooks >> found & 1) {
            from_left = from_left < 0 ? f : from_left;
            from_right = f;
        }
    }
    bool castles[2] = {strchr(w->rights, sides[0]) != NULL, strchr(w->rights, sides[1]) != NULL};
    *implied = piece >= 0 && ((castles[0] && file == from_right) || (castles[1] && file == from_left) ||
                              ((castles[0] || castles[1]) && piece == w->king));
    return piece >= 0 && (*implied || strchr(w->rights, base + file));
}

static bool same_first_rank(const import_context *w, const region a[2], const region b[2])
{
    const int last = w->height - 1;
    return a[0].ranks[0] == b[0].ranks[0] && a[1].ranks[last] == b[1].ranks[last];
}

/* Pieces come where they may be dropped. Without drops our rules have one zone for all: NULL, if it is empty. */
static const char *gates_zone(import_context *w)
{
    region all[2], own[2];
    import_drop_regions(w, NULL, all);
    for (size_t i = 0; i < w->count; i++) {
        import_drop_regions(w, &w->pieces[i], own);
        if (w->start_hand >> i & 1 && !same_first_rank(w, all, own)) {
            diag_warning(w->diags, CODE_FOREIGN_DIFFERENT, import_setting(w, "seirawanGating")->value_location,
                         "there `%s` comes from the hand to fewer cells than other pieces, here to all of them",
                         w->pieces[i].name);
        }
    }
    return import_zone(w, all[0], all[1]);
}

/* Pieces of the hand come where pieces leave their first cells. */
static void import_gates(import_context *w)
{
    const setting *s = import_setting(w, "seirawanGating");
    if ((import_bool(w, "capturesToHand", false) && !w->drops) || import_rule_word(w, "wallingRule") || w->width > 10) {
        import_refuse(w, s, "such hands beside these rules");
        return;
    }
    /* Each file of the first rank: another position may have other pieces there that have not moved. */
    for (int file = 0; file < w->width; file++) {
        char name[2] = {(char)('a' + file), '\0'};
        const int files[2] = {file, file};
        tree *right = tree_at(w->arena, tree_at(w->arena, w->root, "rights"), name);
        import_put_cell(w, right, "at", files, 0);
        for (int player = 0; player < 2; player++) {
            bool implied;
            const bool unmoved = is_unmoved(w, file, player, &implied);
            if (implied) {
                tree_set(w->arena, right, "implied", "true");
            } else if (unmoved) {
                show_file(w, player, file);
            }
        }
    }
    const char *where = w->drops ? "all" : gates_zone(w); /* with drops each piece says its own */
    if (!w->drops) {
        tree_set(w->arena, w->root, "drops", "never");
    }
    if (!where) {
        return;
    }
    tree *puts = tree_at(w->arena, w->root, "puts");
    tree_set(w->arena, puts, "piece", "hand");
    tree_set(w->arena, puts, "where", "unmoved");
    tree_set(w->arena, puts, "optional", "true");
    tree_set(w->arena, puts, "parries", "false");
    if (strcmp(where, "all") != 0) {
        tree_set(w->arena, puts, "on", where);
    }
}

void import_rights(import_context *w)
{
    const setting *s = import_setting(w, "gating");
    bool gating = import_bool(w, "gating", false), leaps = import_bool(w, "cambodianMoves", false),
         puts = import_bool(w, "seirawanGating", false);
    if ((leaps || puts) && !gating) {
        import_refuse(w, import_setting(w, leaps ? "cambodianMoves" : "seirawanGating"),
                      "it goes with `gating = true`");
    } else if (leaps && puts) {
        import_refuse(w, s, "first leaps beside pieces that come from hands");
    } else if (puts) {
        import_gates(w);
    } else if (gating && !leaps) {
        import_refuse(w, s, "rights of pieces that nothing asks for");
    } else if (leaps) {
        import_leaps(w);
    }
}
