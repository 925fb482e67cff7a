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
