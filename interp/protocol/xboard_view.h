/* XBoard's view of a game: how pieces, cells, positions and moves are spelled for XBoard, and back.
 *
 * XBoard has 22 kinds of pieces, each with a letter. It moves them from cell to cell and does not know rules. A
 * promotion is a letter after the move. Captures on the way are legs: `c3d4,d4e5` captures on d4. Other effects of a
 * move are not displayed. No rule is used here: a move's effects are found by playing it and taking it back.
 */
#ifndef FERZ_PROTOCOL_XBOARD_VIEW_H
#define FERZ_PROTOCOL_XBOARD_VIEW_H

#include "base/text.h"
#include "ferz.h"
#include "protocol/move_parse.h"

enum { VIEW_KINDS = 22, VIEW_TYPES_MAX = 64, VIEW_FILES_MAX = 16, VIEW_FILES_WITH_HANDS = 12, VIEW_RANKS_MAX = 16 };
enum { RANK_MAX = 9999 }; /* a number beyond it names no rank of any board */

typedef struct xboard_view {
    const ferz_variant *variant;
    int files, ranks, lowest_rank;                       /* number of the lowest rank: 0 on boards of ten, else 1 */
    int holdings;                                        /* kinds of pieces that may be in hand; 0: no hands */
    bool marks;                                          /* promoted pieces are the unpromoted letter with a mark */
    char id[VIEW_TYPES_MAX];                             /* [type] capital */
    char prefix[VIEW_TYPES_MAX], suffix[VIEW_TYPES_MAX]; /* [type] a `+` or a `~`; 0 */
    char piece_to_char[2 * VIEW_KINDS + 1];              /* which picture each letter has: XBoard's pieceToChar */
    char player_letters[2];                              /* letters of the players in FEN */
} xboard_view;

/* Works out the spelling. `game` is at the start position. False when XBoard cannot display the game, with the
 * reason in `why`. */
bool view_init(xboard_view *v, const ferz_variant *variant, const ferz_game *game, text *why);

/* The position in XBoard's FEN, and XBoard's FEN with the letters and ranks of the game. Whether it is one says the reader
 * of FENs. */
void view_put_fen(const xboard_view *v, const ferz_game *game, text *t);
void view_read_fen(const xboard_view *v, const char *fen, text *t);

/* The legal move in XBoard's spelling, "" when it has none. `promoted` (may be NULL) gets the promotion letter. */
void view_put_move(const xboard_view *v, ferz_game *game, const char *move, text *t, char *promoted);
/* The legal move that XBoard means, NULL for none; `moves` as ferz_game_legal_moves returned them. All letters must match
 * if `exactly`; else only the cells of a move that is no promotion: XBoard adds promotions where there is none. */
const char *view_find_move(const xboard_view *v, ferz_game *game, const char *moves, size_t count,
                           const char *move_text, bool exactly);
/* The text of a move with the ranks of its cells as XBoard counts them, or as the game does. */
void view_put_ranks(const xboard_view *v, const char *move_text, bool for_xboard, text *t);

/* The piece in hand on a cell beside the board, where XBoard draws it; 0 for other cells. */
char view_hand(const xboard_view *v, const char *cell);
/* For a piece that the user picks up on `cell` (a cell in XBoard's spelling, or `P@` for a piece in hand): the
 * highlighted target cells and the promotions to choose from. `before`: cells already visited by the same move, such
 * as "c3d4"; "" for none. */
void view_put_targets(const xboard_view *v, ferz_game *game, const char *before, const char *cell, text *highlighted,
                      text *promotions);

#endif
