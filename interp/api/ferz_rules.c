/* The rules that moves follow, in the order of the pieces: what `file`, `line` and `column` of a move point to. */
#include "api/ferz_internal.h"

static ferz_rule row_of_rule(ferz_rule_kind kind, const rule_piece *piece, const char *words, location at)
{
    return (ferz_rule){.kind = kind,
                       .piece = piece ? piece->name : NULL,
                       .words = words,
                       .file = at.source ? at.source->name : NULL,
                       .line = at.source ? at.line : 0,
                       .column = at.source ? at.column : 0};
}

/* Whether a piece can come to a hand: captured, or there from the start. */
static bool can_be_held(const ferz_variant *v, size_t piece)
{
    const ruleset *rules = v->rules;
    const bool kept = rules->captured == CAPTURED_TO_HAND || rules->captured == CAPTURED_TO_PARTNER;
    for (size_t i = 0; kept && i < rules->piece_count; i++) {
        if (!rules->pieces[i].royal && rules->pieces[i].captured_as == (int)piece) {
            return true;
        }
    }
    for (int id = 1; v->variant->start_hand && id < v->variant->piece_ids; id++) {
        if (v->variant->start_hand[id] && v->variant->type[v->variant->type_of[id]].rule_piece_index == (int)piece) {
            return true;
        }
    }
    return false;
}

/* Rule number `*index` of a piece; else `*index` falls by how many it has. */
static bool find_in_piece(const ferz_variant *v, size_t number, size_t *index, ferz_rule *found)
{
    const rule_piece *piece = &v->rules->pieces[number];
    if ((*index)-- == 0) {
        *found = row_of_rule(FERZ_RULE_PIECE, piece, NULL, piece->location);
        return true;
    }
    if (*index < piece->move_count) {
        const rule_move *movement = &piece->moves[*index];
        *found = row_of_rule(FERZ_RULE_MOVEMENT, piece, movement->hook ? movement->hook : movement->notation,
                             movement->location);
        return true;
    }
    *index -= piece->move_count;
    for (size_t i = 0; i < piece->promotion_count; i++) {
        const rule_promotion *promotion = &piece->promotions[i];
        if (*index < promotion->to_count) {
            *found = row_of_rule(FERZ_RULE_PROMOTION, piece, v->rules->pieces[promotion->to[*index]].name,
                                 promotion->location);
            return true;
        }
        *index -= promotion->to_count;
    }
    if (piece->drop.allowed && can_be_held(v, number) && (*index)-- == 0) {
        *found = row_of_rule(FERZ_RULE_DROP, piece, NULL,
                             piece->drop.location.source ? piece->drop.location : piece->location);
        return true;
    }
    return false;
}

static bool find_elsewhere(const ferz_variant *v, size_t *index, ferz_rule *found)
{
    const ruleset *rules = v->rules;
    if (*index < rules->castling_count) {
        const rule_castling *one = &rules->castlings[*index];
        *found = row_of_rule(FERZ_RULE_CASTLING, NULL, one->name, one->location);
        return true;
    }
    *index -= rules->castling_count;
    for (size_t i = 0; i < rules->hook_count; i++) {
        const rule_hook *hook = &rules->hooks[i];
        if (hook->at == HOOK_MOVES && (*index)-- == 0) {
            *found = row_of_rule(FERZ_RULE_HOOK, NULL, hook->function, hook->location);
            return true;
        }
    }
    return false;
}

bool ferz_variant_rule(const ferz_variant *v, size_t index, ferz_rule *found)
{
    if (MISSING(v) || MISSING(found)) {
        return false;
    }
    for (size_t i = 0; i < v->rules->piece_count; i++) {
        if (find_in_piece(v, i, &index, found)) {
            return true;
        }
    }
    return find_elsewhere(v, &index, found);
}
