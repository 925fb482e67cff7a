/* Separate boards: two players alternate on each, and the boards take turns. The turn in the position is that of the acting board;
 * the others are in `waiting`. */
#include "reference.h"

#include <stdio.h>
#include <string.h>

void read_boards(const tree *board)
{
    const tree *names = tree_child(board, "boards");
    rules.named_boards = rules.boards = names ? names->count : 0;
    if (rules.boards > MAX_BOARDS) {
        unsupported("so many boards", NULL);
    }
    for (int b = 0; b < rules.boards; b++) {
        snprintf(rules.board_name[b], sizeof rules.board_name[b], "%s", names->values[b]->text);
    }
}

void read_board_of(const tree *from, int player)
{
    const char *name = tree_text(from, "board");
    rules.board_of[player] = -1;
    for (int b = 0; name && b < rules.boards; b++) {
        rules.board_of[player] = strcmp(rules.board_name[b], name) == 0 ? b : rules.board_of[player];
    }
}

/* Boards on which all play are levels with names of their own. */
void settle_boards(void)
{
    int without = 0;
    for (int o = 0; o < rules.players; o++) {
        without += rules.board_of[o] < 0;
    }
    if (without == rules.players) {
        rules.boards = 0;
    } else if (rules.boards && without) {
        unsupported("boards for some", NULL);
    }
}

bool same_board(int one, int other)
{
    return !rules.boards || one >= rules.players || other >= rules.players ||
           rules.board_of[one] == rules.board_of[other];
}

/* Whether the player is the first of their board. Their pieces are written in capitals. */
bool is_first(int player)
{
    for (int o = 0; o < player; o++) {
        if (same_board(o, player)) {
            return false;
        }
    }
    return true;
}

/* The player on the same board. */
int opponent_of(int player)
{
    for (int o = 0; o < rules.players; o++) {
        if (o != player && same_board(o, player)) {
            return o;
        }
    }
    return player;
}

/* Behind the name of the board: a1 of A:a1. */
const char *name_on_board(int cell)
{
    const char *colon = strchr(rules.name[cell], ':');
    return colon ? colon + 1 : rules.name[cell];
}

int cell_on_board(int board, const char *name)
{
    char whole[48];
    if (!rules.boards) {
        return cell_by_name(name);
    }
    snprintf(whole, sizeof whole, "%s:%s", rules.board_name[board], name);
    return cell_by_name(whole);
}

/* The turn of another board begins; what the one that acted has come to waits. */
void go_to_board(position *p, int board)
{
    p->waiting[p->board] = (turn){p->side_to_move, p->halfmove_clock, p->fullmove_number};
    p->board = board;
    p->side_to_move = p->waiting[board].side_to_move;
    p->halfmove_clock = p->waiting[board].halfmove_clock;
    p->fullmove_number = p->waiting[board].fullmove_number;
}

/* Whether the player may act next on their board, now or when its turn comes. */
bool is_to_move(const position *p, int player)
{
    int board = rules.board_of[player];
    return player == (rules.boards && board != p->board ? p->waiting[board].side_to_move : p->side_to_move);
}

/* The acting board when the FEN names none: one where the other side is to move than on the first board, else the first. */
int default_board(const position *p)
{
    int first = p->board == 0 ? p->side_to_move : p->waiting[0].side_to_move;
    for (int b = 1; b < rules.boards; b++) {
        int side_to_move = b == p->board ? p->side_to_move : p->waiting[b].side_to_move;
        if (is_first(side_to_move) != is_first(first)) {
            return b;
        }
    }
    return 0;
}

/* Whether a drop of some piece, if the side to move held it, would end the check. */
static bool could_parry(const position *p)
{
    position after;
    for (int t = 1; t <= rules.types; t++) {
        bool held = rules.hands || rules.piece_defs[t].endless[p->side_to_move]; /* in some position at least */
        for (int c = 0; held && rules.piece_defs[t].drops && !rules.piece_defs[t].royal && c < rules.cells; c++) {
            if (!drop_allowed(p, p->side_to_move, t, c)) {
                continue;
            }
            copy_position(&after, p);
            after.at[c] = (piece){(uint8_t)t, (uint8_t)p->side_to_move, 0, 0};
            if (!in_check(&after, p->side_to_move)) {
                return true;
            }
        }
    }
    return false;
}

/* Whether the side to move may leave the turn to the next board: at its beginning, and not having just waited, unless there are
 * no moves. */
bool may_wait(const position *p, bool has_moves)
{
    bool open = (rules.board_waits && has_moves) ||
                (rules.check_waits && in_check(p, p->side_to_move) && could_parry(p)); /* a stalemated player passes */
    return open && p->ply == 0 && !(p->waited && has_moves);
}

void wait_for_others(position *p)
{
    go_to_board(p, (p->board + 1) % rules.boards);
    p->waited = true;
    p->roll_count = p->dice_left_count = 0;
    memset(p->roll, 0, sizeof p->roll);
    memset(p->dice_left, 0, sizeof p->dice_left);
    p->to_roll = roll_is_due(p);
}

/* Whether the side to move on that board has a legal move there. */
static bool can_move_on(const position *p, int board, int *player)
{
    position there;
    copy_position(&there, p);
    go_to_board(&there, board);
    *player = there.side_to_move;
    const char pass = rules.pass;
    const bool waits = rules.board_waits, in_checks = rules.check_waits;
    rules.pass = 0;
    rules.board_waits = rules.check_waits = false;
    bool can = any_legal(&there);
    rules.pass = pass;
    rules.board_waits = waits;
    rules.check_waits = in_checks;
    return can;
}

/* The player who is mated on any board; -1: nobody. */
int mated_player(const position *p)
{
    for (int b = 0; b < rules.boards; b++) {
        int player;
        if (!can_move_on(p, b, &player) && in_check(p, player)) {
            position there;
            copy_position(&there, p);
            go_to_board(&there, b);
            if (!(rules.check_waits && could_parry(&there))) {
                return player;
            }
        }
    }
    return -1;
}

bool nobody_can_move(const position *p)
{
    for (int b = 0; b < rules.boards; b++) {
        int player;
        if (can_move_on(p, b, &player)) {
            return false;
        }
    }
    return true;
}
