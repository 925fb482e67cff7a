/* The men of a game, for those who draw them or tell others of them. */
#include "ferz_internal.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>

/* One item of a piece's moves as Betza writes it; false when it has a condition that Betza has no word for. A man that
 * moves from the zone where men of its kind begin is one that has not moved yet: `i`. */
static bool put_item(text *t, const rule_move *m)
{
    size_t atoms = 0;
    for (const char *s = m->notation; s && *s; s++) {
        atoms += isupper((unsigned char)*s) != 0;
    }
    bool first_move = m->from.string && m->leaves_passed && atoms == 1;
    bool plain = m->notation && !m->hook && (!m->from.string || first_move) && !m->to.string && m->right < 0 &&
                 m->becomes < 0 && m->company < 0 && !m->alone && !m->never_checks && !m->of_count && !m->bounces &&
                 !m->through && !m->jumps && !m->stay && !m->along_lines && !m->circles && !m->never_takes &&
                 !m->barred && !m->empty.count && !m->beside.count;
    text_put(t, first_move ? "i" : "");
    text_put(t, plain ? m->notation : "");
    return plain;
}

/* How far, in cells, the piece goes when it castles along its rank; 0 when it does not. */
static int castles_by(const ferz_game *g, int piece)
{
    const game *built = g->game;
    for (size_t i = 0; i < g->rules->castling_count; i++) {
        const rule_castling *c = &g->rules->castlings[i];
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

bool pieces_describe(ferz_game *g)
{
    const game *built = g->game;
    bool fine = true;
    g->betza = arena_new(&g->arena, const char *, (size_t)built->types + 1);
    for (int i = 0; g->betza && i < built->types; i++) {
        const rule_piece *p = &g->rules->pieces[built->type[i].piece];
        text words = {0};
        bool plain = p->move_count > 0 && !p->strike_count && p->flips < 0;
        for (size_t m = 0; m < p->move_count && plain; m++) {
            plain = put_item(&words, &p->moves[m]);
        }
        int steps = castles_by(g, built->type[i].piece);
        if (plain && steps > 1) {
            text_print(&words, "isO%d", steps);
        }
        g->betza[i] = NULL;
        if (plain) {
            g->betza[i] = words.failed ? NULL : arena_text(&g->arena, text_string(&words), words.length);
            fine = fine && g->betza[i];
        }
        text_finish(&words);
    }
    return g->betza && fine;
}

size_t ferz_game_piece_count(const ferz_game *g)
{
    return (size_t)g->game->types;
}

ferz_piece ferz_game_piece(const ferz_game *g, size_t index)
{
    if (index >= (size_t)g->game->types) {
        return (ferz_piece){.name = "", .letter = ""};
    }
    const game_type *t = &g->game->type[index];
    const rule_piece *p = &g->rules->pieces[t->piece];
    return (ferz_piece){
        .name = t->name,
        .letter = t->letter,
        .moves = g->betza[index],
        .royal = t->royal,
        .drops = g->game->hands && p->drop.allowed && !t->royal && (t->taken_as < 0 || (size_t)t->taken_as == index),
        .taken = t->taken_as < 0 ? index : (size_t)t->taken_as,
        .promotes = p->promotion_count > 0,
    };
}

bool ferz_game_rectangular(const ferz_game *g)
{
    const topology *t = &g->game->topology;
    bool whole = t->levels == 1 && t->cells == t->columns * t->rows && g->game->own_boards == 0;
    for (int i = 0; whole && i < t->cells; i++) {
        char name[8] = {(char)('a' + t->column[i] % 26)};
        int row = t->row[i] + 1;
        size_t length = 1;
        if (row > 9) {
            name[length++] = (char)('0' + row / 10);
        }
        name[length++] = (char)('0' + row % 10);
        whole = t->column[i] < 26 && strcmp(t->names[i], name) == 0;
    }
    return whole;
}

bool ferz_game_several_plies(const ferz_game *g)
{
    return g->game->open_turns;
}
