/* Quiescence (Shannon, Programming a Computer for Playing Chess, 1950). It ends: below RETAKES_FROM only the last target is
 * fought for, below QUIET_FROM nothing is. Where captures are forced a position with one is not quiet, and nobody stands still.
 */
#include "search/noise.h"
#include "search/tree.h"

enum {
    EVASIONS_UNTIL = -6, /* depth below which being in check no longer opens all moves */
    RETAKES_FROM = -6,
    FIRST_FROM = -2, /* below it only the most promising few are looked at, */
    FIRST = 2,
    FIRST_BEFORE = 4, /* and not many a ply earlier: else hundreds of captures beget hundreds */
    QUIET_FROM = -12,
    DELTA = 130, /* what one more capture may bring besides its victim */
};

typedef struct calm {
    int ply, depth, alpha, beta;
    bool evades; /* all moves are looked at */
    bool forced; /* there are captures and one must be made: nobody stands still */
    int still, best;
} calm;

/* Whether a capture is not worth a look. Sets what is then known at most. */
static bool calm_skips(worker *w, calm *c, move m)
{
    const basis *b = w->basis;
    const position *p = w->record.position;
    if (c->forced || !b->traits.material) {
        return false;
    }
    if (c->evades) {
        return c->best > -SCORE_MATE_LEAST && c->depth < 0 && !noise_of(p, m) && !exchange_pays(&b->pricing, p, m, 0);
    }
    if (c->depth < RETAKES_FROM && move_to(m) != move_to(w->record.plies[w->record.count - 1].move)) {
        return true;
    }
    /* With few men left a capture may end the game, whatever it wins. */
    int hope = c->still + evaluation_gain(&b->evaluation, p, m) + DELTA;
    if (hope <= c->alpha && !score_decisive(c->alpha) &&
        b->game->core->men_of(p, b->game->next_player[p->state.mover]) > 2) {
        /* What is returned must bound what was passed over: the parent may take it for a score. */
        c->best = hope > c->best ? hope : c->best;
        return true;
    }
    return !exchange_pays(&b->pricing, p, m, 0);
}

/* What is to be looked at, behind the moves in use. False: the score of the position is `best` already. */
static bool calm_list(worker *w, calm *c, size_t *count)
{
    const basis *b = w->basis;
    position *p = w->record.position;
    move_list list = {w->moves + w->used, 0, w->room - w->used, false};
    if (c->evades) {
        c->best = -INFINITE;
        if (!worker_list(w, count)) {
            c->best = worker_judge(w, c->ply);
            return false;
        }
        if (*count == 0) {
            c->best = worker_failed(w) ? 0 : worker_no_moves(w, c->ply);
        }
        return *count > 0;
    }
    c->best = c->still = worker_judge(w, c->ply);
    bool out_of_depth = c->depth < QUIET_FROM;
    if (b->forced && !out_of_depth) {
        b->game->core->noisy(p, &list);
        c->forced = list.count > 0;
        c->best = c->forced ? -INFINITE : c->best;
    }
    if (!c->forced) {
        /* A player who cannot move at all has nothing to stand still with. */
        if (c->depth == 0 && !worker_can_move(w)) {
            c->best = worker_failed(w) ? 0 : worker_no_moves(w, c->ply);
            return false;
        }
        if (c->best >= c->beta || out_of_depth) {
            return false;
        }
        c->alpha = c->best > c->alpha ? c->best : c->alpha;
        if (!b->forced) {
            b->game->core->noisy(p, &list);
        }
    }
    *count = list.count; /* some of them will do when there is no room for all */
    return *count > 0;
}

int calm_search(worker *w, int ply, int depth, int alpha, int beta, bool checked, move known)
{
    calm c = {ply, depth, alpha, beta, checked && depth >= EVASIONS_UNTIL, false, NO_SCORE, -INFINITE};
    size_t first = w->used, count = 0;
    if (!calm_list(w, &c, &count) || worker_failed(w)) {
        return c.best;
    }
    w->used += count;
    order_hints hints = worker_hints(w, ply, known);
    order_moves(&w->memory, &w->basis->evaluation, w->record.position, w->moves + first, w->orders + first, count,
                &hints);
    bool friends = worker_friends(w);
    int most = c.evades || c.forced || depth == 0 ? INT32_MAX : depth > FIRST_FROM ? FIRST_BEFORE : FIRST;
    for (size_t i = first; i < first + count && most > 0; i++) {
        order_pick(w->moves, w->orders, i, first + count);
        move m = w->moves[i];
        if (calm_skips(w, &c, m)) {
            continue;
        }
        most--;
        bool checks = worker_step(w, m, ply);
        int score = tree_deeper(w, friends, ply + 1, depth - 1, c.alpha, beta, checks, false);
        record_pop(&w->record);
        if (worker_stopped(w)) {
            break;
        }
        if (score > c.best) {
            c.best = score;
            if (score > c.alpha) {
                c.alpha = score;
                worker_keep_line(w, ply, m);
                if (score >= beta) {
                    break;
                }
            }
        }
    }
    w->used = first;
    return c.best;
}
