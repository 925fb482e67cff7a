/* XBoard's view of a game: how its men, cells, positions and moves are spelled for XBoard, and back.
 *
 * XBoard knows 22 kinds of men by a letter each, moves them from cell to cell and believes what it is told: a promotion
 * by a letter behind the move, men captured on the way by legs (`c3d4,d4e5` takes on d4). Whatever a move does beyond
 * that it does not show. Nothing here knows a rule: what a move does is seen by playing it and taking it back.
 */
#ifndef FERZ_PROTOCOL_XBOARD_VIEW_H
#define FERZ_PROTOCOL_XBOARD_VIEW_H

#include "base/text.h"
#include "ferz.h"
#include "protocol/move_parse.h"

enum { VIEW_KINDS = 22, VIEW_TYPES_MAX = 64, VIEW_FILES_MAX = 16, VIEW_FILES_WITH_HANDS = 12, VIEW_RANKS_MAX = 16 };

typedef struct xboard_view {
    const ferz_variant *variant;
    int files, ranks, lowest_rank;                       /* number of the lowest rank: 0 on boards of ten, else 1 */
    int holdings;                                        /* kinds of men that may be in hand; 0: there are no hands */
    bool marks;                                          /* promoted men are their plain form with a mark */
    char id[VIEW_TYPES_MAX];                             /* [type] capital */
    char prefix[VIEW_TYPES_MAX], suffix[VIEW_TYPES_MAX]; /* [type] a `+` or a `~`; 0 */
    char piece_to_char[2 * VIEW_KINDS + 1];              /* which picture each letter has: XBoard's pieceToChar */
    char player_letters[2];                              /* letters of the players in FEN */
} xboard_view;

/* Works the spelling out. `play` is at the game's start. False, with words in `why`: XBoard cannot show it. */
bool view_init(xboard_view *v, const ferz_variant *variant, const ferz_game *game, text *why);

/* The position as XBoard reads it; what XBoard sends as the game reads it. */
void view_put_fen(const xboard_view *v, const ferz_game *game, text *t);
bool view_read_fen(const xboard_view *v, const char *fen, text *t);

/* The legal move as XBoard spells it, "" when it has no way to. `promoted` (may be NULL) gets the letter behind it. */
void view_put_move(const xboard_view *v, ferz_game *game, const char *move, text *t, char *promoted);
/* The legal move that XBoard means, NULL for none; `moves` as ferz_game_legal_moves gave them. */
const char *view_find_move(const xboard_view *v, ferz_game *game, const char *moves, size_t count,
                           const char *move_text);

/* The man in hand that is meant by the cell where XBoard draws it, beside the board; 0 when that is no such cell. */
char view_hand(const xboard_view *v, const char *cell);
/* What to light up when the man on `cell` (XBoard's name, or a man in hand `P@`) is taken up: the cells where it may go,
 * as `highlight` wants them, and the promotions to choose from, if any. `before`: the cells where it went already in
 * the same move, "c3" or "c3d4"; "" for none. */
void view_put_targets(const xboard_view *v, ferz_game *game, const char *before, const char *cell, text *highlighted,
                      text *promotions);

#endif
