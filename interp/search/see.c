#include "search/see.h"

#include "search/blast.h"
#include "search/move_gain.h"

#include <stdlib.h>

enum { SEE_ROYAL = 1 << 20 };

bool see_init(see_values *see, const evaluation *e)
{
    const variant *v = e->variant;
    *see = (see_values){.evaluation = e, .full_exchange = variant_uses(v, SHORTCUT_FULL_SEE)};
    see->piece_value = calloc((size_t)v->piece_ids, sizeof *see->piece_value);
    for (int piece = 1; see->piece_value && piece < v->piece_ids; piece++) {
        see->piece_value[piece] = v->is_royal[piece] ? SEE_ROYAL : evaluation_capture_value(e, (piece_id)piece);
    }
    return see->piece_value != NULL;
}

void see_finish(see_values *see)
{
    free(see->piece_value);
    *see = (see_values){0};
}

bool see_ge(const see_values *see, const position *p, move m, int threshold)
{
    switch (move_kind_of(m)) {
    case MOVE_NORMAL:
    case MOVE_DOUBLE_STEP:
    case MOVE_EN_PASSANT:
    case MOVE_LOCUST:
    case MOVE_DROP:
        break;
    default:
        return threshold <= evaluation_move_gain(see->evaluation, p, m);
    }
    /* A piece in hand is worth more or less than on the board, but a drop wins nothing. */
    int gain = move_kind_of(m) == MOVE_DROP ? 0 : evaluation_move_gain(see->evaluation, p, m);
    int risk = evaluation_move_risk(see->evaluation, p, m);
    if (see->full_exchange) {
        return p->variant->core->see(p, m, gain - threshold, risk, see->piece_value);
    }
    if (see->evaluation->variant->has_blast) { /* nothing is left of a captor that could be recaptured */
        return gain >= threshold &&
               (evaluation_captured(p, m) || gain - blast_risk(see->evaluation, p, m) >= threshold);
    }
    if (!evaluation_captured(p, m)) {
        return gain >= threshold; /* a quiet move gains nothing */
    }
    /* If the piece is recaptured, the gain less its value counts. Later captures are not played out. */
    return gain >= threshold && (gain - risk >= threshold || !cell_is_defended(p, move_to(m)));
}
