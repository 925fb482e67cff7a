#include "explain/betza_notation.h"

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
static int castles_by(const variant *v, int piece)
{
    for (size_t i = 0; i < v->rules->castling_count; i++) {
        const rule_castling *c = &v->rules->castlings[i];
        if (c->king != piece || c->hook || !c->king_from.present || !c->king_to.present) {
            continue;
        }
        const char *from = c->king_from.each[0].string, *to = c->king_to.each[0].string;
        cell_id one = topology_cell(&v->topology, from, strlen(from));
        cell_id other = topology_cell(&v->topology, to, strlen(to));
        if (one != CELL_NONE && other != CELL_NONE) {
            int steps = v->topology.column[other] - v->topology.column[one];
            return steps < 0 ? -steps : steps;
        }
    }
    return 0;
}

bool betza_notation_of_type(arena *a, const variant *v, int type, const char **notation)
{
    const piece_type *t = &v->type[type];
    const rule_piece *p = &v->rules->pieces[t->rule_piece_index];
    text words = {0};
    bool sayable = p->move_count > 0 && !p->remote_capture_count && p->transforms_into < 0 && !t->moves_of;
    for (size_t m = 0; m < p->move_count && sayable; m++) {
        sayable = put_betza(&words, &p->moves[m]);
    }
    int steps = castles_by(v, t->rule_piece_index);
    if (sayable && steps > 1) {
        text_print(&words, "isO%d", steps);
    }
    *notation = sayable && !words.failed ? arena_text(a, text_string(&words), words.length) : NULL;
    text_finish(&words);
    return !sayable || *notation;
}
