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
    }
    return p;
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
