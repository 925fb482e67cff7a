#include "search/order.h"

#include "search/noise.h"

#include <stdlib.h>
#include <string.h>

/* ---- life ---- */

bool memory_init(memory *m, const game *g)
{
    size_t places = (size_t)g->men * (size_t)g->cells;
    unsigned slots = 64;
    while (slots < places && slots < SLOTS_MAX) {
        slots *= 2;
    }
    unsigned bits = 0;
    while (1u << bits < slots) {
        bits++;
    }
    *m = (memory){.game = g, .slots = slots, .slot_bits = bits};
    m->arrivals = calloc(slots, sizeof *m->arrivals);
    m->follows = calloc((size_t)slots * slots, sizeof *m->follows);
    m->captures = calloc((size_t)slots * VICTIMS, sizeof *m->captures);
    m->pairs = calloc(PAIRS, sizeof *m->pairs);
    m->counters = calloc(slots, sizeof *m->counters);
    if (!m->arrivals || !m->follows || !m->captures || !m->pairs || !m->counters) {
        memory_finish(m);
        return false;
    }
    return true;
}

void memory_finish(memory *m)
{
    free(m->arrivals);
    free(m->follows);
    free(m->captures);
    free(m->pairs);
    free(m->counters);
    *m = (memory){0};
}

void memory_clear(memory *m)
{
    memset(m->arrivals, 0, m->slots * sizeof *m->arrivals);
    memset(m->follows, 0, (size_t)m->slots * m->slots * sizeof *m->follows);
    memset(m->captures, 0, (size_t)m->slots * VICTIMS * sizeof *m->captures);
    memset(m->pairs, 0, PAIRS * sizeof *m->pairs);
    memset(m->counters, 0, m->slots * sizeof *m->counters);
}

void memory_fade(memory *m)
{
    for (unsigned i = 0; i < m->slots; i++) {
        m->arrivals[i] /= 2;
    }
    for (unsigned i = 0; i < PAIRS; i++) {
        m->pairs[i] /= 2;
    }
}

/* ---- histories ---- */

int memory_slot(const memory *m, const position *p, move made)
{
    size_t spot = (size_t)evaluation_mover(p, made) * (size_t)m->game->cells + move_to(made);
    return (int)((spot ^ (spot >> m->slot_bits) * 37) & (m->slots - 1));
}

static size_t trip_of(const position *p, move m)
{
    size_t from = move_kind_of(m) == MOVE_DROP ? (size_t)p->game->cells + move_into(m) : move_from(m);
    return ((from * (size_t)p->game->cells + move_to(m)) * 2 + p->state.mover) & (PAIRS - 1);
}

static size_t follow_of(const memory *m, int before, int slot)
{
    return (size_t)before * m->slots + (size_t)slot;
}

int memory_follows(const memory *m, int slot, const order_hints *hints)
{
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        sum += hints->before[i] >= 0 ? m->follows[follow_of(m, hints->before[i], slot)] : 0;
    }
    return sum;
}

int memory_history(const memory *m, const position *p, move made, const order_hints *hints)
{
    int slot = memory_slot(m, p, made);
    int third = hints->before[2] >= 0 ? m->follows[follow_of(m, hints->before[2], slot)] : 0;
    return m->arrivals[slot] + m->pairs[trip_of(p, made)] + memory_follows(m, slot, hints) + third / 2;
}

static void learn(int16_t *history, int bonus)
{
    int size = bonus < 0 ? -bonus : bonus;
    *history = (int16_t)(*history + bonus - *history * size / HISTORY_MOST);
}

void memory_learn(memory *m, const position *p, move made, const order_hints *hints, int bonus)
{
    int slot = memory_slot(m, p, made);
    learn(&m->arrivals[slot], bonus);
    learn(&m->pairs[trip_of(p, made)], bonus);
    for (int i = 0; i < 3; i++) {
        if (hints->before[i] >= 0) {
            learn(&m->follows[follow_of(m, hints->before[i], slot)], bonus);
        }
    }
}

static int16_t *capture_of(const memory *m, const position *p, move made)
{
    unsigned type = p->game->man_type[evaluation_taken(p, made)] % VICTIMS;
    return &m->captures[(size_t)memory_slot(m, p, made) * VICTIMS + type];
}

void memory_learn_capture(memory *m, const position *p, move made, int bonus)
{
    learn(capture_of(m, p, made), bonus);
}

/* ---- order ---- */

static int order_of(const memory *m, const evaluation *e, const position *p, move made, const order_hints *hints)
{
    if (made == hints->known) {
        return ORDER_TABLE;
    }
    if (noise_of(p, made)) {
        int gain = evaluation_gain(e, p, made);
        int cheap = e->value[evaluation_mover(p, made)] / 16; /* of equal gains the one by the lesser man */
        return ORDER_GOOD + gain * 16 - cheap + *capture_of(m, p, made) / 8;
    }
    if (made == hints->killers[0]) {
        return ORDER_KILLER + 2;
    }
    if (made == hints->killers[1]) {
        return ORDER_KILLER + 1;
    }
    if (made == hints->counter) {
        return ORDER_KILLER;
    }
    return memory_history(m, p, made, hints);
}

void order_moves(const memory *m, const evaluation *e, const position *p, const move *moves, int *orders, size_t count,
                 const order_hints *hints)
{
    for (size_t i = 0; i < count; i++) {
        orders[i] = order_of(m, e, p, moves[i], hints);
    }
}

void order_pick(move *moves, int *orders, size_t i, size_t end)
{
    size_t best = i;
    for (size_t k = i + 1; k < end; k++) {
        if (orders[k] > orders[best]) {
            best = k;
        }
    }
    move m = moves[best];
    int order = orders[best];
    moves[best] = moves[i];
    orders[best] = orders[i];
    moves[i] = m;
    orders[i] = order;
}
