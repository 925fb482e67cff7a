/* Questions that a script asks about the position: each is put to it here, for a script that runs and for a walk
 * through what the script asked before. So both ask the same. */
#include "script/internal.h"

#include <string.h>

static bool answers_list(int kind)
{
    return question_answer(kind) >= ANSWER_CELLS;
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
    case MOVE_CASTLING:
        return m->castling;
    case MOVE_HALF:
        return m->half;
    case MOVE_REMOVAL:
        return m->removal;
    case MOVE_PASS:
        return m->pass;
    case MOVE_PUT:
        return m->put_at;
    case MOVE_VICTIMS:
        break;
    }
    return -1;
}

/* The captured pieces of the move, as in script_move; returns how many numbers. */
static int victims_of(const script_move *m, int *numbers)
{
    if (!m->victims) {
        numbers[0] = m->captured_at;
        numbers[1] = m->captured;
        numbers[2] = m->captured_owner;
        return m->captured < 0 ? 0 : 3;
    }
    int count = (int)m->victim_count * 3;
    for (int i = 0; i < count && i < QUESTION_LIST_MAX; i++) {
        numbers[i] = m->victims[i];
    }
    return count < QUESTION_LIST_MAX ? count : QUESTION_LIST_MAX;
}

static int put_question_to(const script_host *host, const script_question *q, int *numbers)
{
    return (int)q->kind == ASK_MOVE ? field_of(host->move, (move_field)q->arguments[0])
           : (int)q->kind == ASK_VICTIMS
               ? victims_of(host->move, numbers)
               : host->ask(host->looks_before ? host->position_before : host->position, q, numbers);
}

/* ---- for a script that runs ---- */

/* The second and third number in one, each at least -SCRIPT_WAY_MAX. */
enum { PAIR_BASE = 1 << 15 };
static int pair_of(int first, int second)
{
    return (first + SCRIPT_WAY_MAX) * PAIR_BASE + second + SCRIPT_WAY_MAX;
}

/* Notes the question. An answer of 0 is none where the answer is a text: there was no room for it. */
static void note(script_host *host, const script_question *q, int32_t answer)
{
    const void *data = q->effect_count ? (const void *)q->effects : q->word;
    size_t length = q->effect_count ? q->effect_count * sizeof *q->effects : q->word ? strlen(q->word) + 1 : 0;
    uint32_t number = length ? answer_tree_value(host->trees, data, length) : 0;
    if ((length && !number) || (!answer && answers_list((int)q->kind))) {
        answer_tree_abandon(host->trees);
        return;
    }
    question noted = {.kind = (uint8_t)q->kind,
                      .where = host->looks_before,
                      .a = (uint16_t)q->arguments[0],
                      .b = pair_of(q->arguments[1], q->arguments[2]),
                      .text = number};
    answer_tree_note(host->trees, &noted, answer);
}

int host_ask(script_host *host, const script_question *q, int *numbers)
{
    int answer = put_question_to(host, q, numbers);
    if (answer == SCRIPT_REFUSED) {
        return answer; /* the script fails, so nothing is learned */
    }
    if (host->trees && answer_tree_is_learning(host->trees)) {
        bool list = answers_list((int)q->kind);
        note(host, q,
             list ? (int32_t)answer_tree_value(host->trees, numbers, (size_t)answer * sizeof *numbers) : answer);
    }
    return answer;
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
int32_t put_to_position(void *context, const question *noted)
{
    script_host *host = context;
    int numbers[QUESTION_LIST_MAX];
    if (noted->where && !host_look_before(host)) {
        return 0;
    }
    size_t length = 0;
    const void *data = noted->text ? answer_tree_bytes(host->trees, noted->text, &length) : NULL;
    bool supposes = data && noted->kind < SCRIPT_ASK_KINDS && question_supposes(noted->kind);
    script_question q = {
        .kind = (script_question_kind)noted->kind,
        .arguments = {noted->a, noted->b / PAIR_BASE - SCRIPT_WAY_MAX, noted->b % PAIR_BASE - SCRIPT_WAY_MAX},
        .word = supposes ? NULL : data,
        .effects = supposes ? data : NULL,
        .effect_count = supposes ? length / sizeof(script_effect) : 0,
    };
    int32_t answer = put_question_to(host, &q, numbers);
    host->looks_before = false;
    return answer != SCRIPT_REFUSED && answers_list(noted->kind)
               ? (int32_t)answer_tree_find_text(host->trees, numbers, (size_t)answer * sizeof *numbers)
               : answer;
}
