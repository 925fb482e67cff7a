/* Questions that a script asks about the position: each is put to it here, for a script that runs and for a walk
 * through what the script asked before. So both ask the same. */
#include "script/internal.h"

#include <string.h>

static bool answers_list(uint8_t kind)
{
    return kind == ASK_ATTACKERS || kind == ASK_ROYALS || kind == ASK_DICE || kind == ASK_STACK;
}

static const void *position_asked(const script_host *host)
{
    return host->looks_before ? host->position_before : host->position;
}

static int put_number(const script_host *host, question_kind kind, int a, int b, const void *words, size_t length)
{
    const script_board *board = host->board;
    const void *p = position_asked(host);
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
        return board->attacked(p, a, b);
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
    default:
        return 0;
    }
}

static int put_list(const script_host *host, question_kind kind, int a, int b, int *numbers)
{
    const script_board *board = host->board;
    const void *p = position_asked(host);
    int types[STACK_ASKED_MAX], owners[STACK_ASKED_MAX], count;
    switch (kind) {
    case ASK_ATTACKERS:
        return board->attackers(p, a, b, numbers);
    case ASK_ROYALS:
        return board->royals(p, a, numbers);
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

static void note(script_host *host, question_kind kind, int a, int b, uint32_t words, int32_t answer)
{
    question q = {.kind = (uint8_t)kind, .where = host->looks_before, .a = (uint16_t)a, .b = b, .text = words};
    answer_tree_note(host->trees, &q, answer);
}

static bool is_learning(const script_host *host)
{
    return host->trees && answer_tree_is_learning(host->trees);
}

int ask_number(script_host *host, question_kind kind, int a, int b, const void *words, size_t length)
{
    int answer = put_number(host, kind, a, b, words, length);
    if (is_learning(host)) {
        uint32_t number = length ? answer_tree_text(host->trees, words, length) : 0;
        if (length && !number) {
            answer_tree_abandon(host->trees);
        }
        note(host, kind, a, b, number, answer);
    }
    return answer;
}

int ask_list(script_host *host, question_kind kind, int a, int b, int *numbers)
{
    int count = put_list(host, kind, a, b, numbers);
    if (is_learning(host)) {
        uint32_t answer = answer_tree_text(host->trees, numbers, (size_t)count * sizeof *numbers);
        if (!answer) {
            answer_tree_abandon(host->trees);
        }
        note(host, kind, a, b, 0, (int32_t)answer);
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
    if (answers_list(q->kind)) {
        int count = put_list(host, (question_kind)q->kind, q->a, q->b, numbers);
        answer = (int32_t)answer_tree_find_text(host->trees, numbers, (size_t)count * sizeof *numbers);
    } else {
        size_t length = 0;
        const void *words = q->text ? answer_tree_bytes(host->trees, q->text, &length) : NULL;
        answer = put_number(host, (question_kind)q->kind, q->a, q->b, words, length);
    }
    host->looks_before = false;
    return answer;
}
