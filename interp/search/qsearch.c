/* Quiescence search (Shannon, Programming a Computer for Playing Chess, 1950). It is bounded: below RECAPTURES_DEPTH
 * only recaptures are searched, below DEPTH_MIN nothing is. Where captures are mandatory, a position with a capture
 * is not quiet, and nobody stands pat. Where pieces are dropped, the first ply also has the quiet checks: a drop with
 * check is the beginning of most attacks.
 */
#include "search/move_gain.h"
#include "search/alphabeta.h"

enum {
    EVASIONS_DEPTH = -6, /* depth below which checks are no longer evaded by all moves */
    RECAPTURES_DEPTH = -6,
    NARROW_DEPTH = -2, /* below it only the NARROW_WIDTH best captures are searched, */
    NARROW_WIDTH = 2,
    WIDTH = 4, /* and one ply earlier this many: else hundreds of captures multiply */
    DEPTH_MIN = -12,
    SHORT_NARROW_DEPTH = -1, /* the same where captures lead to captures without end */
    SHORT_DEPTH_MIN = -4,
};

typedef struct qsearch_node {
    int ply, depth, alpha, beta;
    bool evasions;     /* in check: all moves are searched */
    bool must_capture; /* captures are mandatory and there is one: no stand pat */
    int stand_pat, best;
} qsearch_node;

/* Whether a capture is pruned. Then `best` still bounds its score. */
static bool skip_move(search_thread *t, qsearch_node *c, move m)
{
    const search_shared *shared = t->shared;
    const position *p = t->game_history.position;
    if (c->must_capture || !variant_uses(shared->variant, SHORTCUT_MATERIAL)) {
        return false;
    }
    if (c->evasions) {
        return c->best > -SCORE_MATE_MIN && c->depth < 0 && !move_is_noisy(p, m) && !see_ge(&shared->see, p, m, 0);
    }
    if (!move_is_noisy(p, m)) {
        return !see_ge(&shared->see, p, m, 0);
    }
    if (c->depth < RECAPTURES_DEPTH && move_to(m) != move_to(t->game_history.plies[t->game_history.count - 1].move)) {
        return true;
    }
    /* With few pieces left a capture may end the game, whatever it gains. */
    int futility_value = c->stand_pat + evaluation_move_gain(&shared->evaluation, p, m) + shared->params.delta_margin;
    if (futility_value <= c->alpha && !score_is_mate(c->alpha) &&
        shared->variant->core->count_of_player(p, shared->variant->next_player[p->state.side_to_move]) > 2) {
        /* The result must bound the pruned moves: the parent may use it as a score. */
        c->best = futility_value > c->best ? futility_value : c->best;
        return true;
    }
    return !see_ge(&shared->see, p, m, 0);
}

/* Keeps one move of those that differ in what their second half puts where: captures are what is looked at here, and a
 * capture with dozens of second halves is still one. */
static void keep_first_halves(move_list *list)
{
    const move half = ((move)1 << 46) - 1; /* without `extra` */
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (kept == 0 || (list->moves[kept - 1] & half) != (list->moves[i] & half)) {
            list->moves[kept++] = list->moves[i];
        }
    }
    list->count = kept;
}

/* Captures, promotions, and other moves that give check. */
static void keep_noisy_and_checks(const position *p, move_list *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        move m = list->moves[i];
        if (move_is_noisy(p, m) || p->variant->core->gives_check(p, m, evaluation_arriving_piece(p, m))) {
            list->moves[kept++] = m;
        }
    }
    list->count = kept;
}

/* Lists the moves to search, behind the moves in use. False if `best` already is the score. */
static bool list_moves(search_thread *t, qsearch_node *c, size_t *count)
{
    const search_shared *shared = t->shared;
    position *p = t->game_history.position;
    move_list list = {t->moves + t->used, 0, t->capacity - t->used, false};
    if (c->evasions) {
        c->best = -SCORE_INFINITE;
        if (!search_thread_legal_moves(t, count)) {
            c->best = search_thread_evaluate(t, c->ply);
            return false;
        }
        if (*count == 0) {
            c->best = search_thread_failed(t) ? 0 : search_thread_no_moves(t, c->ply);
        }
        return *count > 0;
    }
    c->best = c->stand_pat = search_thread_evaluate(t, c->ply);
    bool too_deep = c->depth < (shared->short_quiescence ? SHORT_DEPTH_MIN : DEPTH_MIN);
    if (shared->captures_mandatory && !too_deep) {
        shared->variant->core->noisy(p, &list);
        c->must_capture = list.count > 0;
        c->best = c->must_capture ? -SCORE_INFINITE : c->best;
    }
    if (!c->must_capture) {
        /* A player without a legal move cannot stand pat. */
        if (c->depth == 0 && !search_thread_can_move(t)) {
            c->best = search_thread_failed(t) ? 0 : search_thread_no_moves(t, c->ply);
            return false;
        }
        if (c->best >= c->beta || too_deep) {
            return false;
        }
        c->alpha = c->best > c->alpha ? c->best : c->alpha;
        if (!shared->captures_mandatory) {
            if (c->depth == 0 && shared->quiet_checks) {
                shared->variant->core->legal(p, &list);
                keep_noisy_and_checks(p, &list);
            } else {
                shared->variant->core->noisy(p, &list);
            }
            if (shared->variant->put.chooses) {
                keep_first_halves(&list);
            }
        }
    }
    *count = list.count; /* if there is no room for all, some suffice */
    return *count > 0;
}

int qsearch(search_thread *t, int ply, int depth, int alpha, int beta, bool in_check, move tt_move)
{
    qsearch_node c = {ply, depth, alpha, beta, in_check && depth >= EVASIONS_DEPTH, false, SCORE_NONE, -SCORE_INFINITE};
    size_t first = t->used, count = 0;
    if (!list_moves(t, &c, &count) || search_thread_failed(t)) {
        return c.best;
    }
    t->used += count;
    move_order_hints hints = search_thread_order_hints(t, ply, tt_move);
    move_order_score(&t->history, &t->shared->evaluation, t->game_history.position, t->moves + first,
                     t->move_scores + first, count, &hints);
    bool root_side = search_thread_root_side(t);
    int narrow_depth = t->shared->short_quiescence ? SHORT_NARROW_DEPTH : NARROW_DEPTH;
    int moves_left = c.evasions || c.must_capture || depth == 0 ? INT32_MAX
                     : depth > narrow_depth                     ? WIDTH
                                                                : NARROW_WIDTH;
    for (size_t i = first; i < first + count && moves_left > 0; i++) {
        move_order_pick(t->moves, t->move_scores, first, i, first + count);
        move m = t->moves[i];
        if (skip_move(t, &c, m) || (!c.evasions && !c.must_capture && search_thread_overlooks(t, m))) {
            continue;
        }
        moves_left--;
        bool checks = search_thread_make_move(t, m, ply);
        int score = alphabeta_child(t, root_side, ply + 1, depth - 1, c.alpha, beta, checks, false);
        history_pop(&t->game_history);
        if (search_thread_stopped(t)) {
            break;
        }
        if (score > c.best) {
            c.best = score;
            if (score > c.alpha) {
                c.alpha = score;
                search_thread_update_pv(t, ply, m);
                if (score >= beta) {
                    break;
                }
            }
        }
    }
    t->used = first;
    return c.best;
}
