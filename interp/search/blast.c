#include "search/blast.h"

enum {
    ROYAL_VALUE = 20000, /* more than any army */
    CAPTORS_MAX = 16,
};

static bool survives(const variant *v, piece_id piece)
{
    bool immune = v->owner_of[piece] == v->neutral_owner;
    for (int i = 0; i < v->blast_immune_count; i++) {
        immune |= v->blast_immune[i] == piece;
    }
    return immune;
}

int blast_gain(const evaluation *e, const position *p, int mover, unsigned cell, unsigned from)
{
    const variant *v = e->variant;
    const uint64_t *around = v->blast_cells + (size_t)cell * (size_t)v->bitset_words;
    int gain = 0;
    for (unsigned near = 0; near < (unsigned)v->cells; near++) {
        uint64_t rest = around[near / 64] >> near % 64;
        if (!rest) {
            near |= 63; /* nothing more in this word */
            continue;
        }
        piece_id piece = rest & 1 && near != from ? p->board[near] : PIECE_NONE;
        if (piece && !survives(v, piece)) {
            int value = v->is_royal[piece] ? ROYAL_VALUE : e->piece_value[piece];
            gain += v->enemy_mask[mover] >> v->owner_of[piece] & 1 ? value : -value;
        }
    }
    return gain;
}

int blast_risk(const evaluation *e, const position *p, move m)
{
    const variant *v = e->variant;
    int mover = p->state.side_to_move;
    unsigned to = move_to(m);
    cell_id captors[CAPTORS_MAX];
    int count = v->core->attackers_by_sets(p, (cell_id)to, v->next_player[mover], captors, CAPTORS_MAX);
    if (count == 0) {
        return 0;
    }
    const uint64_t *around = v->blast_cells + (size_t)to * (size_t)v->bitset_words;
    int loss = evaluation_move_risk(e, p, m) - blast_gain(e, p, mover, to, move_from(m)), cheapest = ROYAL_VALUE;
    for (int i = 0; i < count && i < CAPTORS_MAX; i++) {
        piece_id captor = p->board[captors[i]];
        bool counted = set_has(around, captors[i]) && !survives(v, captor); /* it is blown up beside the piece */
        int value = counted ? 0 : e->piece_value[captor];
        cheapest = value < cheapest ? value : cheapest;
    }
    return loss > cheapest ? loss - cheapest : 0;
}
