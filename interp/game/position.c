#include "game/position.h"
#include "game/core.h"

#include <stdlib.h>
#include <string.h>

position *position_create(const game *g, live_hooks *hooks)
{
    position *p = calloc(1, g->position_size);
    if (p) {
        p->game = g;
        p->hooks = hooks;
        p->state.fullmove = 1;
        p->royals_fall = g->rules->royals_taken;
        for (int board = 0; board < g->own_boards; board++) {
            p->more.boards[board] = (board_part){.mover = g->board_player[board][0], .fullmove = 1};
        }
    }
    return p;
}

bool position_awaits(const position *p, int player)
{
    const game *g = p->game;
    return g->own_boards ? p->more.boards[g->board_of[player]].mover == player : p->state.mover == player;
}

bool position_begun(const position *p)
{
    return !(p->game->rules->placing_apart && position_placing(p));
}

bool position_placing(const position *p)
{
    const game *g = p->game;
    for (int player = 0; g->rules->placing_first && player < g->players; player++) {
        for (int i = 0; i < g->drop_count[player]; i++) {
            if (position_hand(p)[g->drops[player][i].held]) {
                return true;
            }
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
    memcpy(to, from, from->game->position_size);
    to->hooks = hooks;
}
