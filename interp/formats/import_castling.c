/* Castling: keys with files, ranks and pieces, as castlings that name cells. */
#include "formats/import_context.h"

#include <string.h>

static int find_on(const import_context *w, int rank, char sign, int from, int to)
{
    for (int file = from; from <= to ? file <= to : file >= to; file += from <= to ? 1 : -1) {
        if (file >= 0 && file < w->width && w->board[rank][file][0] == sign && !w->board[rank][file][1]) {
            return file;
        }
    }
    return -1;
}

typedef struct castle {
    int king, rook; /* files, -1 none */
    int partner;    /* piece */
} castle;

static castle find_castle(import_context *w, int player, int side, int rank, int king_piece, piece_set rooks)
{
    castle c = {-1, -1, -1};
    bool white = player == 0;
    char king = (char)(white ? w->pieces[king_piece].letter - 'a' + 'A' : w->pieces[king_piece].letter);
    int fallback = setting_file(w->diags, import_setting(w, "castlingKingFile"), 4, &w->wrong), kings = 0;
    for (int file = 0; file < w->width; file++) {
        if (find_on(w, rank, king, file, file) >= 0) {
            kings++;
            c.king = kings == 1 || file == fallback ? file : c.king;
        }
    }
    const setting *own = import_setting(w, side == 0 ? "castlingRookKingsideFile" : "castlingRookQueensideFile");
    int corner = setting_file(w->diags, own, side == 0 ? w->width - 1 : 0, &w->wrong);
    for (size_t i = 0; c.king >= 0 && i < w->count; i++) {
        char rook = (char)(white ? w->pieces[i].letter - 'a' + 'A' : w->pieces[i].letter);
        int file = rooks >> i & 1 ? find_on(w, rank, rook, corner, side == 0 ? c.king + 1 : c.king - 1) : -1;
        if (side == 0 ? corner <= c.king : corner >= c.king) {
            file = -1;
        }
        if (file >= 0 && (c.rook < 0 || (side == 0 ? file > c.rook : file < c.rook))) {
            c.rook = file;
            c.partner = (int)i;
        }
    }
    return c;
}

/* Where pieces are dropped: the king's cell and the corners, which nobody holds at the start. */
static castle placed_castle(import_context *w, int side, piece_set rooks)
{
    castle c = {setting_file(w->diags, import_setting(w, "castlingKingFile"), 4, &w->wrong),
                side == 0 ? w->width - 1 : 0, -1};
    for (size_t i = 0; i < w->count && c.partner < 0; i++) {
        c.partner = rooks >> i & 1 ? (int)i : -1;
    }
    return c;
}

void import_put_cell(import_context *w, tree *in, const char *key, const int files[2], int rank)
{
    char words[2][8];
    int ranks[2] = {rank, w->height - 1 - rank};
    for (int i = 0; i < 2; i++) {
        text t = {0};
        text_print(&t, "%c%d", 'a' + files[i], ranks[i] + 1);
        memcpy(words[i], text_string(&t), t.length + 1);
        import_text_finish(w, &t);
    }
    if (files[0] == files[1] && !w->rotated) {
        tree_set(w->arena, in, key, words[0]);
        return;
    }
    tree *each = tree_at(w->arena, in, key);
    tree_set(w->arena, each, "white", words[0]);
    tree_set(w->arena, each, "black", words[1]);
}

static bool on_wall(const import_context *w, const int files[2], int rank)
{
    return (w->walls.ranks[rank] >> files[0] | w->walls.ranks[w->height - 1 - rank] >> files[1]) & 1;
}

/* There a wall that comes with the castling shields the way of a piece that is like a king. */
static void warn_of_shields(import_context *w, int king)
{
    if (tree_get(tree_get(w->root, "castling"), "short") || tree_get(tree_get(w->root, "castling"), "long")) {
        const setting *s = import_setting(w, "wallingRule");
        bool shields = tree_get(tree_get(w->root, "puts"), "piece") && import_pseudo_royals(w) >> king & 1;
        if (s && shields) {
            diag_warning(w->diags, CODE_FOREIGN_DIFFERENT, s->value_location,
                         "there a wall shields the way of the castling piece that brings it, here it does not");
        }
    }
}

/* The start position with the rights KQkq, in the usual order; behind each player's letters those of pieces that have not
 * moved. */
static void put_start(import_context *w, const char *rights)
{
    text sorted = {0};
    for (int i = 0; i < 4; i++) {
        char letter = "KQkq"[i];
        if (strchr(rights, letter)) {
            text_char(&sorted, letter);
        }
        if (i % 2) {
            text_put(&sorted, w->unmoved[i / 2]);
        }
    }
    const char *hole = strstr(w->fen, "%s");
    if (hole) {
        text fen = {0}, quoted = {0};
        text_print(&fen, "%.*s%s%s", (int)(hole - w->fen), w->fen, sorted.length ? text_string(&sorted) : "-",
                   hole + 2);
        bool quote = strchr(w->fen, '[') || strchr(w->fen, '=');
        text_print(&quoted, quote ? "\"%s\"" : "%s", text_string(&fen));
        tree_set(w->arena, w->root, "start", text_string(&quoted));
        import_text_finish(w, &fen);
        import_text_finish(w, &quoted);
    }
    import_text_finish(w, &sorted);
}

void import_castling(import_context *w)
{
    static const char *const names[] = {"short", "long"}, *const letters[] = {"k", "q"};
    char rights[5] = "";
    size_t held = 0;
    long rank = import_number(w, "castlingRank", w->height, 1) - 1;
    piece_set rooks = import_shared_set(w, "castlingRookPieces", import_set_of_type(w, "rook"));
    piece_set king_set = import_shared_set(w, "castlingKingPiece", import_set_of_type(w, "king"));
    int king = w->king;
    if (king >= 0 && king_set && !(king_set >> king & 1)) {
        const setting *s = import_player_setting(w, "castlingKingPiece", 0);
        import_refuse(w, s ? s : import_player_setting(w, "castlingKingPiece", 1),
                      "beside a king no other piece castles");
    }
    for (size_t i = 0; i < w->count && king < 0; i++) { /* beside a king no other piece castles */
        king = king_set >> i & 1 ? (int)i : king;
    }
    bool placed = import_bool(w, "castlingDroppedPiece", false) && import_set_of_type(w, "rook");
    bool castling = import_bool(w, "castling", true) && king >= 0 && rooks && rank >= 0;
    int ends[2] = {setting_file(w->diags, import_setting(w, "castlingKingsideFile"), 6, &w->wrong),
                   setting_file(w->diags, import_setting(w, "castlingQueensideFile"), 2, &w->wrong)};
    for (int side = 0; side < 2 && castling; side++) {
        castle c[2];
        bool holds[2];
        for (int player = 0; player < 2; player++) {
            int at = player ? w->height - 1 - (int)rank : (int)rank;
            c[player] = placed ? placed_castle(w, side, rooks) : find_castle(w, player, side, at, king, rooks);
            char letter = letters[side][0], file = (char)('a' + c[player].rook);
            holds[player] = c[player].rook >= 0 && (strchr(w->rights, player ? letter : letter - 'a' + 'A') ||
                                                    strchr(w->rights, player ? file : file - 'a' + 'A'));
            if (holds[player]) {
                rights[held++] = (char)(player ? letter : letter - 'a' + 'A');
            }
        }
        if (!holds[0] && !holds[1] && !placed) {
            continue;
        }
        int king_from[2], rook_from[2], king_to[2] = {ends[side], ends[side]}, rook_to[2], partner = -1;
        for (int player = 0; player < 2; player++) {
            const castle *mine = &c[holds[player] ? player : 1 - player];
            king_from[player] = mine->king;
            rook_from[player] = mine->rook;
            rook_to[player] = king_to[player] + (side == 0 ? -1 : 1);
            if (partner >= 0 && partner != mine->partner) {
                const setting *s = import_setting(w, "castlingRookPieces");
                import_refuse(w, s ? s : import_setting(w, "castlingRookPiecesWhite"),
                              "the players castle with different pieces");
            }
            partner = mine->partner;
        }
        if (king_to[0] >= w->width || rook_to[0] < 0 || rook_to[0] >= w->width) {
            const setting *s = import_setting(w, side == 0 ? "castlingKingsideFile" : "castlingQueensideFile");
            w->wrong = true;
            diag_error(w->diags, CODE_FOREIGN_VALUE, s ? s->value_location : w->section->name_location,
                       "castling leads beyond the board");
            continue;
        }
        if (on_wall(w, king_from, (int)rank) || on_wall(w, rook_from, (int)rank)) {
            w->wrong = true;
            diag_error(w->diags, CODE_FOREIGN_START, w->section->name_location,
                       "only one player can castle: the other has walls there");
            continue;
        }
        tree *one = tree_at(w->arena, tree_at(w->arena, w->root, "castling"), names[side]);
        tree_set(w->arena, one, "king", w->pieces[king].name);
        tree_set(w->arena, one, "with", w->pieces[partner].name);
        tree_set(w->arena, one, "right", letters[side]);
        import_put_cell(w, one, "from", king_from, (int)rank);
        import_put_cell(w, one, "rook_from", rook_from, (int)rank);
        import_put_cell(w, one, "king_to", king_to, (int)rank);
        import_put_cell(w, one, "rook_to", rook_to, (int)rank);
        int steps[2] = {king_to[0] - king_from[0], king_to[1] - king_from[1]};
        /* Where the king could go there by a normal move, Fairy-Stockfish writes that it captures the rook. */
        if (import_bool(w, "chess960", false) || steps[0] * steps[0] <= 1 || steps[1] * steps[1] <= 1) {
            tree_set(w->arena, one, "notation", "capture");
        }
    }
    warn_of_shields(w, king);
    put_start(w, rights);
}
