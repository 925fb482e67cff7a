/* Questions that a script asks about the position: each is put to it here, for a script that runs and for a walk
 * through what the script asked before. So both ask the same. */
#include "script/internal.h"

#include <string.h>

static bool answers_list(uint8_t kind)
{
    return kind == ASK_ATTACKERS || kind == ASK_TARGETS || kind == ASK_ROYALS || kind == ASK_PIECES ||
           kind == ASK_CAPTURERS || kind == ASK_ENCLOSED || kind == ASK_DICE || kind == ASK_STACK;
}

static const void *position_asked(const script_host *host)
{
    return host->looks_before ? host->position_before : host->position;
}

/* The first piece on the way from a cell; -1: there is none. The way is a pair of steps, each at most WAY_MAX. */
static int first_piece(const script_host *host, const void *p, int from, int way)
{
    int across = way / PAIR_BASE - WAY_MAX, up = way % PAIR_BASE - WAY_MAX;
    const int *columns = host->world->cell_columns, *rows = host->world->cell_rows;
    if (!host->grid || columns[from] < 0 || rows[from] < 0) {
        return -1;
    }
    int column = columns[from], row = rows[from];
    for (;;) {
        column += across;
        row += up;
        int cell = host_cell_at(host, column, row);
        if (cell < 0 || host->board->owner_at(p, cell) >= 0) {
            return cell;
        }
    }
}

/* The enemies in unbroken rows from the cell, in the eight ways, each up to a piece of the player. */
static int enclosed(const script_host *host, const void *p, int from, int player, int *cells)
{
    const int *columns = host->world->cell_columns, *rows = host->world->cell_rows;
    int count = 0;
    for (int way = 0; way < 9 && host->grid && columns[from] >= 0 && rows[from] >= 0; way++) {
        int across = way % 3 - 1, up = way / 3 - 1, column = columns[from] + across, row = rows[from] + up,
            kept = count;
        int owner = -1;
        for (; across || up; column += across, row += up) {
            int cell = host_cell_at(host, column, row);
            owner = cell >= 0 ? host->board->owner_at(p, cell) : -1;
            if (owner < 0 || owner == player || owner >= (int)host->world->players) {
                break;
            }
            cells[kept++] = cell;
        }
        count = owner == player ? kept : count;
    }
    return count;
}

static int field_of(const script_move *m, move_field field)
{
    switch (field) {
    case MOVE_FROM:
        return m->from;
    case MOVE_TO:
        return m->to;
    case MOVE_PIECE:
        return m->piece;
    case MOVE_OWNER:
        return m->owner;
    case MOVE_BECOMES:
        return m->into;
    case MOVE_CAPTURED:
        return m->captured;
    case MOVE_CAPTURED_AT:
        return m->captured_at;
    case MOVE_CAPTURED_OWNER:
        return m->captured_owner;
    case MOVE_DROP:
        return m->drop;
    }
    return -1;
}

static int put_number(const script_host *host, question_kind kind, int a, int b, const void *words, size_t length)
{
    const script_board *board = host->board;
    const void *p = position_asked(host);
    int unused[SCRIPT_CELLS_MAX];
    switch (kind) {
    case ASK_TYPE:
        return board->type_at(p, a);
    case ASK_OWNER:
        return board->owner_at(p, a);
    case ASK_ROYAL:
        return board->royal_at(p, a);
    case ASK_SIDE_TO_MOVE:
        return board->side_to_move(p);
    case ASK_COUNTER:
        return board->counter(p, words);
    case ASK_IN_HAND:
        return board->in_hand(p, a, b);
    case ASK_COUNT:
        return board->count(p, a, b);
    case ASK_ATTACKED:
        return board->attackers(p, a, b, words, length / sizeof(script_effect), unused) > 0;
    case ASK_FIRST_PIECE:
        return first_piece(host, p, a, b);
    case ASK_CHECK:
        return board->in_check(p, a, words, length / sizeof(script_effect));
    case ASK_NO_MOVES:
        return board->no_moves(p, a, words, length / sizeof(script_effect));
    case ASK_PLAYER_NO_MOVES:
        return board->player_no_moves(p, a);
    case ASK_IS_TO_MOVE:
        return board->is_to_move(p, a);
    case ASK_HALFMOVE_CLOCK:
        return board->halfmove_clock(p);
    case ASK_TURN_PLY:
        return board->turn_ply(p);
    case ASK_FULLMOVE:
        return board->fullmove(p);
    case ASK_RIGHT:
        return board->right(p, words, a);
    case ASK_EP_PIECE_CELL:
        return board->ep_piece_cell(p, a);
    case ASK_MOVE:
        return field_of(host->move, (move_field)a);
    default:
        return 0;
    }
}

static int put_list(const script_host *host, question_kind kind, int a, int b, const void *words, size_t length,
                    int *numbers)
{
    const script_board *board = host->board;
    const void *p = position_asked(host);
    int types[STACK_ASKED_MAX], owners[STACK_ASKED_MAX], count;
    switch (kind) {
    case ASK_ATTACKERS:
        return board->attackers(p, a, b, words, length / sizeof(script_effect), numbers);
    case ASK_TARGETS:
        return board->targets(p, a, b / PAIR_BASE, b % PAIR_BASE, words, length / sizeof(script_effect), numbers);
    case ASK_ROYALS:
        return board->royals(p, a, numbers);
    case ASK_PIECES:
        return board->pieces(p, a, b, numbers);
    case ASK_CAPTURERS:
        return board->capturers(p, a, b, numbers);
    case ASK_ENCLOSED:
        return enclosed(host, p, a, b, numbers);
    case ASK_DICE:
        return board->dice(p, numbers, QUESTION_LIST_MAX);
    default: /* ASK_STACK */
        count = board->stack(p, a, types, owners, STACK_ASKED_MAX);
        for (int i = 0; i < count; i++) {
            numbers[2 * i] = types[i];
            numbers[2 * i + 1] = owners[i];
        }
        return 2 * count;
    }
}

/* ---- for a script that runs ---- */

static bool is_learning(const script_host *host)
{
    return host->trees && answer_tree_is_learning(host->trees);
}

/* Notes the question. An answer of 0 is none where the answer is a text: there was no room for it. */
static void note(script_host *host, question_kind kind, int a, int b, const void *words, size_t length, int32_t answer)
{
    uint32_t number = length ? answer_tree_text(host->trees, words, length) : 0;
    if ((length && !number) || (!answer && answers_list((uint8_t)kind))) {
        answer_tree_abandon(host->trees);
        return;
    }
    question q = {.kind = (uint8_t)kind, .where = host->looks_before, .a = (uint16_t)a, .b = b, .text = number};
    answer_tree_note(host->trees, &q, answer);
}

int ask_number(script_host *host, question_kind kind, int a, int b, const void *words, size_t length)
{
    int answer = put_number(host, kind, a, b, words, length);
    if (is_learning(host)) {
        note(host, kind, a, b, words, length, answer);
    }
    return answer;
}

int ask_list(script_host *host, question_kind kind, int a, int b, const void *words, size_t length, int *numbers)
{
    int count = put_list(host, kind, a, b, words, length, numbers);
    if (is_learning(host)) {
        uint32_t answer = answer_tree_text(host->trees, numbers, (size_t)count * sizeof *numbers);
        note(host, kind, a, b, words, length, (int32_t)answer);
    }
    return count;
}

bool host_look_before(script_host *host)
{
    if (!host->position_before) {
        host->position_before = host->before(host->before_context);
    }
    host->looks_before = host->position_before != NULL;
    return host->looks_before;
}

/* ---- for a walk ---- */

/* A list that was never an answer has no number: 0, to which no branch leads. */
int32_t put_to_position(void *context, const question *q)
{
    script_host *host = context;
    int numbers[QUESTION_LIST_MAX];
    int32_t answer;
    if (q->where && !host_look_before(host)) {
        return 0;
    }
    size_t length = 0;
    const void *words = q->text ? answer_tree_bytes(host->trees, q->text, &length) : NULL;
    if (answers_list(q->kind)) {
        int count = put_list(host, (question_kind)q->kind, q->a, q->b, words, length, numbers);
        answer = (int32_t)answer_tree_find_text(host->trees, numbers, (size_t)count * sizeof *numbers);
    } else {
        answer = put_number(host, (question_kind)q->kind, q->a, q->b, words, length);
    }
    host->looks_before = false;
    return answer;
}
