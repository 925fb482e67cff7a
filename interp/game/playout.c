#include "game/playout.h"

#include "game/ending.h"

#include <stdlib.h>
#include <string.h>

bool playout_init(playout *o, const record *from, live_hooks *hooks)
{
    memset(o, 0, sizeof *o);
    o->from = from;
    o->moves = malloc(from->game->moves_max * sizeof *o->moves);
    if (!o->moves || !record_init(&o->road, from->game, hooks)) {
        playout_finish(o);
        return false;
    }
    return true;
}

void playout_finish(playout *o)
{
    record_finish(&o->road);
    free(o->moves);
    memset(o, 0, sizeof *o);
}

/* A throw, each as likely as the dice make it. */
static move draw_throw(const game *g, const move_list *list, random_source *random)
{
    uint32_t left = random_pick(random, g->outcome_weights);
    for (size_t i = 0; i + 1 < list->count; i++) {
        uint32_t weight = g->outcomes[move_number(list->moves[i])].weight;
        if (left < weight) {
            return list->moves[i];
        }
        left -= weight;
    }
    return list->moves[list->count - 1];
}

move playout_draw(const position *p, const move_list *list, random_source *random)
{
    if (p->more.rolls) {
        return draw_throw(p->game, list, random);
    }
    return list->moves[random_pick(random, (uint32_t)list->count)];
}

/* Whether record_decided need be asked. */
static bool may_be_over(const record *r)
{
    const game *g = r->game;
    bool may = r->claimed >= 0;
    for (int i = 0; i < g->asked_count && !may; i++) {
        may = ending_may_hold(r->position, &g->endings[g->asked[i]]);
    }
    return may;
}

/* Games of placing men: nothing is listed. */
static bool drop(record *r, random_source *random, undo *spare)
{
    record_ply *ply = record_road(r);
    if (!r->game->core->drop_drawn(r->position, random, spare, &ply->move)) {
        r->count--;
        return false;
    }
    return true;
}

static bool draw(playout *o, random_source *random)
{
    record *r = &o->road;
    move_list list = {o->moves, 0, r->game->moves_max, false};
    r->game->core->legal(r->position, &list);
    if (r->game->loops_forbidden) {
        record_filter(r, &list);
    }
    if (list.count) {
        record_step(r, playout_draw(r->position, &list, random), &o->spare);
    }
    return list.count > 0;
}

/* One ply, or what ended the game instead. Drawing a move tells whether there is one. */
static bool step(playout *o, random_source *random, verdict *end)
{
    record *r = &o->road;
    if (may_be_over(r)) {
        *end = record_decided(r, false);
        if (end->kind != VERDICT_ONGOING) {
            *end = verdict_is_soft(end) ? record_verdict(r) : *end;
            return false;
        }
    }
    if (r->game->drops_alone ? drop(r, random, &o->spare) : draw(o, random)) {
        return true;
    }
    *end = record_no_moves(r);
    return false;
}

playout_result playout_run(playout *o, uint64_t seed, size_t most, size_t *plies, verdict *end)
{
    random_source random = {seed};
    const live_hooks *hooks = o->road.position->hooks;
    if (!record_copy(&o->road, o->from)) {
        return PLAYOUT_NO_MEMORY;
    }
    for (*plies = 0;; ++*plies) {
        if (o->road.count == o->road.room && !record_reserve(&o->road, 1)) {
            return PLAYOUT_NO_MEMORY;
        }
        if (*plies == most) {
            *end = record_verdict(&o->road);
            return hooks && hooks->failed ? PLAYOUT_FAILED : end->kind == VERDICT_ONGOING ? PLAYOUT_CUT : PLAYOUT_ENDED;
        }
        bool goes_on = step(o, &random, end);
        if (hooks && hooks->failed) {
            return PLAYOUT_FAILED;
        }
        if (!goes_on) {
            return PLAYOUT_ENDED;
        }
    }
}
