/* The pieces of a variant. */
#include "api/ferz_internal.h"

ferz_piece ferz_variant_piece(const ferz_variant *v, size_t index)
{
    if (MISSING(v)) {
        return (ferz_piece){0};
    }
    if (index >= (size_t)v->variant->types) {
        return (ferz_piece){.name = "", .letter = ""};
    }
    const piece_type *t = &v->variant->type[index];
    const rule_piece *p = &v->rules->pieces[t->rule_piece_index];
    return (ferz_piece){
        .name = t->name,
        .letter = t->letter,
        .moves = v->betza[index],
        .royal = t->royal,
        .drops = v->variant->has_hands && p->drop.allowed && !t->royal &&
                 (t->captured_as < 0 || (size_t)t->captured_as == index),
        .captured_as = t->captured_as < 0 ? index : (size_t)t->captured_as,
        .promotes = p->promotion_count > 0,
        .file = p->location.source ? p->location.source->name : NULL,
        .line = p->location.line,
    };
}

static const rule_piece *rule_piece_of(const ferz_variant *v, size_t index)
{
    bool there = index < (size_t)v->variant->types;
    return there ? &v->rules->pieces[v->variant->type[index].rule_piece_index] : NULL;
}

size_t ferz_variant_movement_count(const ferz_variant *v, size_t piece)
{
    const rule_piece *p = MISSING(v) ? NULL : rule_piece_of(v, piece);
    return p ? p->move_count : 0;
}

ferz_movement ferz_variant_movement(const ferz_variant *v, size_t piece, size_t index)
{
    const rule_piece *p = MISSING(v) ? NULL : rule_piece_of(v, piece);
    if (!p || index >= p->move_count) {
        return (ferz_movement){0};
    }
    const rule_move *m = &p->moves[index];
    return (ferz_movement){.notation = m->notation,
                           .file = m->location.source ? m->location.source->name : NULL,
                           .line = m->location.line,
                           .column = m->location.column,
                           .length = m->location.length};
}

const char *ferz_variant_piece_fen(const ferz_variant *v, size_t index, size_t player)
{
    if (MISSING(v)) {
        return NULL;
    }
    const variant *table = v->variant;
    int owner = player == (size_t)table->players ? table->neutral_owner : (int)player;
    if (index >= (size_t)table->types || player > (size_t)table->players || owner < 0 ||
        !variant_may_have(table, owner, (int)index)) {
        return NULL;
    }
    return table->piece_fen[variant_piece(table, owner, (int)index)];
}

int ferz_variant_player_board(const ferz_variant *v, size_t player)
{
    if (MISSING(v)) {
        return -1;
    }
    return player < (size_t)v->variant->players ? v->variant->board_of[player] : -1;
}
