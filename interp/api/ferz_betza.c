/* The pieces of a variant, with their moves in Betza notation. */
#include "api/ferz_internal.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>

/* Whether the movement is a first move: from the zone where such pieces start, with one atom and an en passant target.
 * Betza writes that with `i`. */
static bool is_first_move(const rule_move *m)
{
    size_t atoms = 0;
    for (const char *s = m->notation; s && *s; s++) {
        atoms += isupper((unsigned char)*s) != 0;
    }
    return m->from.string && m->sets_ep && atoms == 1;
}

/* Adds a movement in Betza notation. False if it has a key that Betza cannot say. */
static bool put_betza(text *t, const rule_move *m)
{
    bool first_move = is_first_move(m);
    unsigned sayable = MOVE_KEY_MOVE | MOVE_KEY_EN_PASSANT | MOVE_KEY_CLOCK | (first_move ? MOVE_KEY_FROM : 0u);
    if (!m->notation || (m->keys & ~sayable)) {
        return false;
    }
    text_put(t, first_move ? "i" : "");
    text_put(t, m->notation);
    return true;
}

/* How many cells the piece moves when it castles along its rank; 0 if it does not castle. */
static int castles_by(const ferz_variant *v, int piece)
{
    const variant *built = v->variant;
    for (size_t i = 0; i < v->rules->castling_count; i++) {
        const rule_castling *c = &v->rules->castlings[i];
        if (c->king != piece || c->hook || !c->king_from.present || !c->king_to.present) {
            continue;
        }
        const char *from = c->king_from.each[0].string, *to = c->king_to.each[0].string;
        cell_id one = topology_cell(&built->topology, from, strlen(from));
        cell_id other = topology_cell(&built->topology, to, strlen(to));
        if (one != CELL_NONE && other != CELL_NONE) {
            int steps = built->topology.column[other] - built->topology.column[one];
            return steps < 0 ? -steps : steps;
        }
    }
    return 0;
}

bool pieces_describe(ferz_variant *v)
{
    const variant *built = v->variant;
    bool ok = true;
    v->betza = arena_new(&v->arena, const char *, (size_t)built->types + 1);
    for (int i = 0; v->betza && i < built->types; i++) {
        const rule_piece *p = &v->rules->pieces[built->type[i].rule_piece_index];
        text words = {0};
        bool sayable =
            p->move_count > 0 && !p->remote_capture_count && p->transforms_into < 0 && !built->type[i].moves_of;
        for (size_t m = 0; m < p->move_count && sayable; m++) {
            sayable = put_betza(&words, &p->moves[m]);
        }
        int steps = castles_by(v, built->type[i].rule_piece_index);
        if (sayable && steps > 1) {
            text_print(&words, "isO%d", steps);
        }
        v->betza[i] = NULL;
        if (sayable) {
            v->betza[i] = words.failed ? NULL : arena_text(&v->arena, text_string(&words), words.length);
            ok = ok && v->betza[i];
        }
        text_finish(&words);
    }
    return v->betza && ok;
}

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
