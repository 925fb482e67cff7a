#include "core/position.h"
#include "core/core.h"

#include <stdlib.h>
#include <string.h>

size_t position_block_size(const variant *v)
{
    return v->position_size + (v->has_jumps ? v->core->jump_tables_size : 0);
}

position *position_create(const variant *v, live_hooks *hooks)
{
    position *p = malloc(position_block_size(v)); /* the tables at its end need no zeros, and seldom any memory */
    if (p) {
        memset(p, 0, v->position_size);
        p->variant = v;
        p->hooks = hooks;
        p->state.fullmove = 1;
        p->royals_capturable = v->rules->royals_capturable;
        for (int board = 0; board < v->own_boards; board++) {
            p->extra.boards[board] = (board_clock){.side_to_move = v->board_players[board][0], .fullmove = 1};
        }
    }
    return p;
}

bool position_is_to_move(const position *p, int player)
{
    const variant *v = p->variant;
    return v->own_boards ? p->extra.boards[v->board_of[player]].side_to_move == player
                         : p->state.side_to_move == player;
}

bool position_game_begun(const position *p)
{
    return !(p->variant->rules->setup_separate_phase && position_in_setup(p));
}

bool position_in_setup(const position *p)
{
    const variant *v = p->variant;
    for (int player = 0; v->rules->setup_mandatory && player < v->players; player++) {
        for (int i = 0; i < v->drop_count[player]; i++) {
            if (position_hand(p)[v->drops[player][i].hand_piece]) {
                return true;
            }
        }
    }
    return false;
}

bool right_piece_in_place(const position *p, int number)
{
    const variant *v = p->variant;
    const variant_right *right = &v->right[number];
    for (int cell = 0; right->anywhere && cell < v->cells; cell++) { /* while a FEN is read there are no sets yet */
        if (right_is_for(v, right, position_stack_bottom(p, (cell_id)cell))) {
            return true;
        }
    }
    if (right->cell == CELL_NONE || !right_is_for(v, right, position_stack_bottom(p, right->cell))) {
        return false;
    }
    if (!right->castling) {
        return true;
    }
    for (int i = 0; i < v->castling_count; i++) {
        const castling *c = &v->castlings[i];
        if (c->right == number && position_stack_bottom(p, c->king_from) == c->king) {
            return true;
        }
    }
    return false;
}

void position_destroy(position *p)
{
    free(p);
}

void position_copy(position *to, const position *from)
{
    live_hooks *hooks = to->hooks;
    fuel *own_fuel = to->fuel;
    memcpy(to, from, from->variant->position_size);
    to->hooks = hooks;
    to->fuel = own_fuel;
}
