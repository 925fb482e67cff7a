#include "search/move_order.h"

#include "search/move_gain.h"

#include <stdlib.h>
#include <string.h>

enum { PICKED_OF_LONG = 64 }; /* so many moves of a long list are picked one by one; the others are sorted at once */

/* ---- life ---- */

/* The exponent of the least power of two, from 64 on, that has room for `count`; at most `max_bits`. */
static unsigned bits_for(size_t count, unsigned max_bits)
{
    unsigned bits = 6;
    while (bits < max_bits && (size_t)1 << bits < count) {
        bits++;
    }
    return bits;
}

bool move_history_init(move_history *m, const variant *v)
{
    size_t cells = (size_t)v->cells, pieces = (size_t)v->piece_ids;
    unsigned bits = bits_for(pieces * cells, HISTORY_SLOT_BITS_MAX), slots = 1u << bits;
    *m = (move_history){.variant = v,
                        .slots = slots,
                        .slot_bits = bits,
                        .butterfly_size = 1u << bits_for((cells + pieces) * cells * 2, BUTTERFLY_BITS_MAX)};
    m->piece_to = calloc(slots, sizeof *m->piece_to);
    m->continuation = calloc((size_t)slots * slots, sizeof *m->continuation);
    m->capture = calloc((size_t)slots * VICTIM_TYPES, sizeof *m->capture);
    m->butterfly = calloc(m->butterfly_size, sizeof *m->butterfly);
    m->countermoves = calloc(slots, sizeof *m->countermoves);
    if (!m->piece_to || !m->continuation || !m->capture || !m->butterfly || !m->countermoves) {
        move_history_finish(m);
        return false;
    }
    return true;
}

void move_history_finish(move_history *m)
{
    free(m->piece_to);
    free(m->continuation);
    free(m->capture);
    free(m->butterfly);
    free(m->countermoves);
    *m = (move_history){0};
}

void move_history_clear(move_history *m)
{
    memset(m->piece_to, 0, m->slots * sizeof *m->piece_to);
    memset(m->continuation, 0, (size_t)m->slots * m->slots * sizeof *m->continuation);
    memset(m->capture, 0, (size_t)m->slots * VICTIM_TYPES * sizeof *m->capture);
    memset(m->butterfly, 0, m->butterfly_size * sizeof *m->butterfly);
    memset(m->countermoves, 0, m->slots * sizeof *m->countermoves);
}

void move_history_age(move_history *m)
{
    for (unsigned i = 0; i < m->slots; i++) {
        m->piece_to[i] /= 2;
    }
    for (unsigned i = 0; i < m->butterfly_size; i++) {
        m->butterfly[i] /= 2;
    }
}

/* ---- histories ---- */

int move_history_slot(const move_history *m, const position *p, move mv)
{
    size_t piece_to_index = (size_t)evaluation_moving_piece(p, mv) * (size_t)m->variant->cells + move_to(mv);
    return (int)((piece_to_index ^ (piece_to_index >> m->slot_bits) * 37) & (m->slots - 1));
}

static size_t butterfly_index(const move_history *m, const position *p, move mv)
{
    size_t cells = (size_t)p->variant->cells,
           from = move_kind_of(mv) == MOVE_DROP ? cells + move_into(mv) : move_from(mv);
    return ((from * cells + move_to(mv)) * 2 + p->state.side_to_move) & (m->butterfly_size - 1);
}

static size_t continuation_index(const move_history *m, int earlier, int slot)
{
    return (size_t)earlier * m->slots + (size_t)slot;
}

int move_history_continuation(const move_history *m, int slot, const move_order_hints *hints)
{
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        sum += hints->earlier_slots[i] >= 0 ? m->continuation[continuation_index(m, hints->earlier_slots[i], slot)] : 0;
    }
    return sum;
}

int move_history_score(const move_history *m, const position *p, move mv, const move_order_hints *hints)
{
    int slot = move_history_slot(m, p, mv);
    int third =
        hints->earlier_slots[2] >= 0 ? m->continuation[continuation_index(m, hints->earlier_slots[2], slot)] : 0;
    return m->piece_to[slot] + m->butterfly[butterfly_index(m, p, mv)] + move_history_continuation(m, slot, hints) +
           third / 2;
}

static void apply_bonus(int16_t *history, int bonus)
{
    int size = bonus < 0 ? -bonus : bonus;
    *history = (int16_t)(*history + bonus - *history * size / HISTORY_MAX);
}

void move_history_update(move_history *m, const position *p, move mv, const move_order_hints *hints, int bonus)
{
    int slot = move_history_slot(m, p, mv);
    apply_bonus(&m->piece_to[slot], bonus);
    apply_bonus(&m->butterfly[butterfly_index(m, p, mv)], bonus);
    for (int i = 0; i < 3; i++) {
        if (hints->earlier_slots[i] >= 0) {
            apply_bonus(&m->continuation[continuation_index(m, hints->earlier_slots[i], slot)], bonus);
        }
    }
}

static int16_t *capture_entry(const move_history *m, const position *p, move mv)
{
    unsigned type = p->variant->type_of[evaluation_captured(p, mv)] % VICTIM_TYPES;
    return &m->capture[(size_t)move_history_slot(m, p, mv) * VICTIM_TYPES + type];
}

void move_history_update_capture(move_history *m, const position *p, move mv, int bonus)
{
    apply_bonus(capture_entry(m, p, mv), bonus);
}

/* ---- order ---- */

static int score_move(const move_history *m, const evaluation *e, const position *p, move mv,
                      const move_order_hints *hints)
{
    if (mv == hints->tt_move) {
        return ORDER_TT;
    }
    if (move_is_noisy(p, mv)) {
        int gain = evaluation_move_gain(e, p, mv);
        /* of equal gains the capture by the weaker piece */
        int cheap = e->piece_value[evaluation_moving_piece(p, mv)] / 16;
        return ORDER_GOOD_CAPTURE + gain * 16 - cheap + *capture_entry(m, p, mv) / 8;
    }
    if (mv == hints->killers[0]) {
        return ORDER_KILLER + 2;
    }
    if (mv == hints->killers[1]) {
        return ORDER_KILLER + 1;
    }
    if (mv == hints->countermove) {
        return ORDER_KILLER;
    }
    return move_history_score(m, p, mv, hints);
}

void move_order_score(const move_history *m, const evaluation *e, const position *p, const move *moves,
                      int *move_scores, size_t count, const move_order_hints *hints)
{
    for (size_t i = 0; i < count; i++) {
        move_scores[i] = score_move(m, e, p, moves[i], hints);
    }
}

/* The highest score first. Shell's method (High-Speed Sorting Procedure, 1959) with the gaps of Gonnet and Baeza-Yates: two
 * arrays in place, for lists that may be long. */
static void sort_moves(move *moves, int *move_scores, size_t count)
{
    for (size_t gap = count / 2; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11) {
        for (size_t i = gap; i < count; i++) {
            const move m = moves[i];
            const int score = move_scores[i];
            size_t k = i;
            for (; k >= gap && move_scores[k - gap] < score; k -= gap) {
                moves[k] = moves[k - gap];
                move_scores[k] = move_scores[k - gap];
            }
            moves[k] = m;
            move_scores[k] = score;
        }
    }
}

void move_order_pick(move *moves, int *move_scores, size_t first, size_t i, size_t end)
{
    if (move_order_is_long(first, end) && i - first >= PICKED_OF_LONG) {
        if (i - first == PICKED_OF_LONG) {
            sort_moves(moves + i, move_scores + i, end - i);
        }
        return;
    }
    /* The highest score first, by a loop without branches, and then where it stands: lists may be long. */
    int highest = move_scores[i];
    for (size_t k = i + 1; k < end; k++) {
        highest = move_scores[k] > highest ? move_scores[k] : highest;
    }
    size_t best = i;
    while (move_scores[best] != highest) {
        best++;
    }
    move m = moves[best];
    int best_score = move_scores[best];
    moves[best] = moves[i];
    move_scores[best] = move_scores[i];
    moves[i] = m;
    move_scores[i] = best_score;
}
