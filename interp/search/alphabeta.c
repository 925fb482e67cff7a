/* The methods are the common ones. Their sources:
 *   principal variation search          Marsland and Campbell, Parallel Search of Strongly Ordered Game Trees, 1982
 *   iterative deepening, hash tables    Slate and Atkin, Chess 4.5, 1977; Zobrist, A New Hashing Method, 1970
 *   null move                           Donninger, Null Move and Deep Search, 1993
 *   razoring, futility                  Birmingham and Kent 1977; Heinz, Extended Futility Pruning, 1998
 *   late-move reductions                Romstad, An Introduction to Late Move Reductions
 *   singular extensions                 Anantharaman, Campbell and Hsu, 1990; on the table's move, as in Stockfish
 *   ProbCut                             Buro, ProbCut, 1995; with captures, as in Stockfish
 * The shortcuts of a variant (compile/shortcuts.h) say which of them are sound.
 *
 * Pruning by static evaluation (futility, late moves, null move) can overlook a mate; a deeper iteration then finds it.
 * A mate score is always sound: all moves of the losing side were searched, because a static evaluation is never a mate
 * score.
 */
#include "search/alphabeta.h"

#include "search/chance.h"
#include "search/move_gain.h"
#include "search/root.h"

#include <stdlib.h>
#include <string.h>

enum {
    UNPRUNED_PLIES = 3, /* nodes this near the root are not pruned, */
    /* in the first iterations, where that is cheap: so a short mate is found by the first iteration that can */
    UNPRUNED_ITERATIONS = 4,
    NULL_MOVE_DEPTH = 2, /* the least depth at which a null move is tried */
    SINGULAR_DEPTH = 7,
};

static int alphabeta(search_thread *t, int ply, int depth, int alpha, int beta, bool in_check, bool cut_node);

int alphabeta_child(search_thread *t, bool root_side_moved, int ply, int depth, int alpha, int beta, bool in_check,
                    bool cut_node)
{
    if (search_thread_root_side(t) == root_side_moved) {
        return alphabeta(t, ply, depth, alpha, beta, in_check, cut_node);
    }
    return -alphabeta(t, ply, depth, -beta, -alpha, in_check, cut_node);
}

/* ---- chance ---- */

static bool tt_bound_cuts(const tt_hit *tt, int alpha, int beta)
{
    return tt->bound == BOUND_EXACT || (tt->bound == BOUND_LOWER && tt->score >= beta) ||
           (tt->bound == BOUND_UPPER && tt->score <= alpha);
}

/* A dice roll at `ply`: the state of the callbacks of chance.h. */
typedef struct roll_context {
    search_thread *thread;
    int ply, depth;
    bool root_side, in_check;
} roll_context;

static int search_roll(void *state, int outcome, int alpha, int beta)
{
    const roll_context *roll = state;
    search_thread *t = roll->thread;
    search_thread_make_move(t, move_pack(MOVE_ROLL, CELL_NONE, 0, 0, (unsigned)outcome, 0), roll->ply);
    int score = alphabeta_child(t, roll->root_side, roll->ply + 1, roll->depth - 1, alpha, beta, roll->in_check, false);
    history_pop(&t->game_history);
    return score;
}

static bool roll_stopped(void *state)
{
    const roll_context *roll = state;
    return search_thread_stopped(roll->thread);
}

/* The side to move has to roll the dice. */
static int search_chance_node(search_thread *t, int ply, int depth, int alpha, int beta, bool in_check)
{
    const search_shared *shared = t->shared;
    const variant *v = shared->variant;
    if (!v->core->has_legal_move(t->game_history.position)) {
        return search_thread_failed(t) ? 0 : search_thread_no_moves(t, ply);
    }
    if (depth <= 0) {
        return search_thread_evaluate(t, ply);
    }
    uint64_t key = search_thread_key(t);
    tt_hit tt = tt_probe(&t->shared->tt, key, ply);
    if (tt.bound != BOUND_NONE && tt.depth >= depth && tt_bound_cuts(&tt, alpha, beta)) {
        return tt.score;
    }
    roll_context roll = {t, ply, depth, search_thread_root_side(t), in_check};
    chance_node n = {.outcomes = v->dice_outcomes,
                     .outcome_count = v->dice_outcome_count,
                     .alpha = alpha,
                     .beta = beta,
                     .lower = -shared->chance_bound,
                     .upper = shared->chance_bound,
                     .search = search_roll,
                     .stopped = roll_stopped,
                     .state = &roll};
    int mean = chance_search(&n);
    t->frames[ply].pv_length = 0; /* a roll has no best line */
    if (search_thread_stopped(t)) {
        return 0;
    }
    tt_bound bound = mean >= beta ? BOUND_LOWER : mean > alpha ? BOUND_EXACT : BOUND_UPPER;
    tt_store(&t->shared->tt, key, ply, MOVE_NONE, mean, depth, bound);
    return mean;
}

/* ---- one node ---- */

typedef struct search_node {
    int ply, depth, alpha, beta;
    bool in_check;
    bool cut_node;   /* a move that refutes the previous move is expected */
    bool pv_node;    /* the window is wider than one point */
    bool root_side;  /* the side to move is the side of the root's player */
    bool forced;     /* the side to move must capture */
    bool improving;  /* the side stands better than at its previous turn */
    int static_eval; /* see search_frame */
    tt_hit tt;
    move excluded;
} search_node;

/* Whether nothing may be pruned at this node. */
static bool is_unpruned(const search_thread *t, const search_node *n)
{
    return n->ply == 0 || (n->ply < UNPRUNED_PLIES && t->iteration <= UNPRUNED_ITERATIONS);
}

/* Brings a score that proves no mate below the mate scores. */
static int clamp_mate(int score)
{
    if (score >= SCORE_MATE_MIN) {
        return SCORE_MATE_MIN - 1;
    }
    return score <= -SCORE_MATE_MIN ? 1 - SCORE_MATE_MIN : score;
}

static void set_static_eval(search_thread *t, search_node *n)
{
    search_frame *f = &t->frames[n->ply];
    f->root_side = n->root_side;
    if (n->in_check) {
        f->static_eval = n->static_eval = SCORE_NONE;
        return;
    }
    f->static_eval = search_thread_evaluate(t, n->ply);
    n->static_eval = f->static_eval;
    /* A score from the table is better than the static evaluation, where its bound allows to use it. */
    tt_bound helps = n->tt.score > n->static_eval ? BOUND_LOWER : BOUND_UPPER;
    if (n->tt.bound != BOUND_NONE && (n->tt.bound & helps) && !score_is_mate(n->tt.score)) {
        n->static_eval = n->tt.score;
    }
    n->improving = true;
    for (int back = 2; back <= 4 && back <= n->ply; back += 2) {
        const search_frame *earlier = f - back;
        if (earlier->static_eval != SCORE_NONE && earlier->root_side == n->root_side) {
            n->improving = f->static_eval > earlier->static_eval;
            break;
        }
    }
}

/* Pieces that are neither royal nor pawn-like. With one of them, zugzwang is unlikely. */
static bool has_non_pawns(const search_thread *t)
{
    const variant *v = t->shared->variant;
    const position *p = t->game_history.position;
    int mover = p->state.side_to_move;
    for (int i = 0; i < v->nonroyal_count[mover]; i++) {
        piece_id piece = v->nonroyals[mover][i];
        if (!v->moves[piece].promotion && v->core->count_of_piece(p, piece) > 0) {
            return true;
        }
    }
    return false;
}

/* Null move: passes, and looks whether the opponent can profit from it. */
static bool null_move_pruning(search_thread *t, const search_node *n, int *score)
{
    const search_shared *shared = t->shared;
    if (!variant_uses(shared->variant, SHORTCUT_NULL_MOVE) || n->pv_node || n->depth < NULL_MOVE_DEPTH ||
        n->static_eval < n->beta || n->ply < t->nmp_min_ply || t->frames[n->ply].null_move || score_is_mate(n->beta) ||
        n->excluded != MOVE_NONE || !has_non_pawns(t)) {
        return false;
    }
    int margin_over_beta = (n->static_eval - n->beta) / shared->params.null_move_eval;
    int reduction = shared->params.null_move_reduction + n->depth / shared->params.null_move_depth +
                    (margin_over_beta < 3 ? margin_over_beta : 3);
    if (is_unpruned(t, n) && n->depth - reduction < 2) {
        return false;
    }
    search_thread_make_move(t, move_pack(MOVE_PASS, CELL_NONE, 0, 0, 0, 0), n->ply);
    t->frames[n->ply + 1].null_move = true;
    int found =
        alphabeta_child(t, n->root_side, n->ply + 1, n->depth - reduction, n->beta - 1, n->beta, false, !n->cut_node);
    history_pop(&t->game_history);
    if (search_thread_stopped(t) || found < n->beta) {
        return false;
    }
    *score = clamp_mate(found);
    if (n->depth < 12 || t->nmp_min_ply) {
        return true;
    }
    /* At high depth, a search without null moves verifies that this is no zugzwang. */
    t->nmp_min_ply = n->ply + 3 * (n->depth - reduction) / 4;
    int proof = alphabeta(t, n->ply, n->depth - reduction, n->beta - 1, n->beta, false, false);
    t->nmp_min_ply = 0;
    return !search_thread_stopped(t) && proof >= n->beta;
}

/* ProbCut: a capture that stays above beta by a margin at low depth will probably do so at full depth. */
static bool probcut(search_thread *t, const search_node *n, int *score)
{
    const search_shared *shared = t->shared;
    int probcut_beta = n->beta + shared->params.probcut_margin - (n->improving ? 30 : 0);
    if (n->pv_node || n->depth < 5 || !variant_uses(shared->variant, SHORTCUT_MATERIAL) || shared->captures_mandatory ||
        score_is_mate(n->beta) || n->excluded != MOVE_NONE ||
        (n->tt.bound != BOUND_NONE && n->tt.depth >= n->depth - 3 && n->tt.score < probcut_beta)) {
        return false;
    }
    size_t first = t->used;
    move_list list = {t->moves + t->used, 0, t->capacity - t->used, false};
    shared->variant->core->noisy(t->game_history.position, &list);
    size_t count = list.count;
    t->used += count;
    move_order_hints hints = search_thread_order_hints(t, n->ply, n->tt.move);
    move_order_score(&t->history, &shared->evaluation, t->game_history.position, t->moves + first,
                     t->move_scores + first, count, &hints);
    int found = -SCORE_INFINITE;
    for (size_t i = first; i < first + count && found < probcut_beta && !search_thread_stopped(t); i++) {
        move_order_pick(t->moves, t->move_scores, first, i, first + count);
        move m = t->moves[i];
        if (!see_ge(&shared->see, t->game_history.position, m, probcut_beta - n->static_eval)) {
            continue;
        }
        bool checks = search_thread_make_move(t, m, n->ply);
        found = alphabeta_child(t, n->root_side, n->ply + 1, 0, probcut_beta - 1, probcut_beta, checks, !n->cut_node);
        if (found >= probcut_beta && n->depth > 4) {
            found = alphabeta_child(t, n->root_side, n->ply + 1, n->depth - 4, probcut_beta - 1, probcut_beta, checks,
                                    !n->cut_node);
        }
        history_pop(&t->game_history);
    }
    t->used = first;
    *score = clamp_mate(found);
    return found >= probcut_beta && !search_thread_stopped(t);
}

/* Razoring: far below alpha, quiescence decides. */
static bool razoring(search_thread *t, const search_node *n, int *score)
{
    if (n->depth > 2 || n->static_eval + t->shared->params.razor_margin * n->depth > n->alpha) {
        return false;
    }
    *score = qsearch(t, n->ply, 0, n->alpha, n->beta, false, n->tt.move);
    return search_thread_stopped(t) || *score <= n->alpha;
}

/* Reverse futility: so far above beta that quiet play will not lose the advantage. */
static bool reverse_futility(search_thread *t, const search_node *n, int *score)
{
    *score = n->static_eval - t->shared->params.futility_margin * (n->depth - n->improving);
    return n->depth <= t->shared->params.futility_depth && *score >= n->beta && search_thread_can_move(t);
}

/* Whether the static evaluation of a position without a mandatory capture tells what quiet play will bring. */
static bool trusts_evaluation(const search_shared *shared)
{
    return variant_uses(shared->variant, SHORTCUT_MATERIAL) || shared->captures_mandatory;
}

/* Pruning of a whole node, before any move is made. */
static bool early_pruning(search_thread *t, const search_node *n, int *score)
{
    if (n->pv_node || n->in_check || n->forced) {
        return false;
    }
    bool by_evaluation = trusts_evaluation(t->shared) && !is_unpruned(t, n) && n->excluded == MOVE_NONE &&
                         !score_is_mate(n->alpha) && !score_is_mate(n->beta);
    if (by_evaluation && (razoring(t, n, score) || reverse_futility(t, n, score))) {
        return true;
    }
    return null_move_pruning(t, n, score) || (n->static_eval != SCORE_NONE && probcut(t, n, score));
}

/* Singular extension: 1 if all other moves are clearly worse than the table's move. `*multicut`: several of them beat
 * beta. */
static int singular_extension(search_thread *t, const search_node *n, move m, bool *multicut)
{
    const search_shared *shared = t->shared;
    *multicut = false;
    if (m != n->tt.move || n->depth < SINGULAR_DEPTH || n->excluded != MOVE_NONE || n->ply == 0 ||
        !(n->tt.bound & BOUND_LOWER) || n->tt.depth < n->depth - 3 || score_is_mate(n->tt.score) ||
        !variant_uses(shared->variant, SHORTCUT_ALTERNATION) || n->ply >= 2 * t->iteration) {
        return 0;
    }
    int singular_beta = n->tt.score - shared->params.singular_margin * n->depth;
    search_frame *f = &t->frames[n->ply];
    f->excluded = m;
    int excluded_score =
        alphabeta(t, n->ply, (n->depth - 1) / 2, singular_beta - 1, singular_beta, n->in_check, n->cut_node);
    f->excluded = MOVE_NONE;
    *multicut = excluded_score >= singular_beta && singular_beta >= n->beta && !n->pv_node;
    return excluded_score < singular_beta;
}

/* ---- the moves of a node ---- */

/* What the loop over the moves of a node has found so far. */
typedef struct move_loop {
    int best;       /* score, or a bound of the pruned moves */
    int move_count; /* moves before the current one */
    int quiet_count;
    bool skip_quiets; /* the remaining quiet moves are pruned, so their order no longer matters */
} move_loop;

/* A move, before it is made. */
typedef struct candidate {
    move move;
    bool quiet, killer;
    int history; /* of a quiet move */
} candidate;

static int base_reduction(const search_shared *shared, int depth, int move_count)
{
    return shared->reductions[depth < REDUCTION_DEPTHS ? depth : REDUCTION_DEPTHS - 1]
                             [move_count < REDUCTION_MOVES ? move_count : REDUCTION_MOVES - 1];
}

/* Late move, futility, history and SEE pruning of a quiet move. Sets `skip_quiets`; raises `best` to the bound of
 * the move. */
static bool quiet_is_pruned(const search_shared *shared, const position *p, const search_node *n, const candidate *c,
                            move_loop *loop)
{
    int lmr_depth = n->depth - base_reduction(shared, n->depth, loop->move_count);
    lmr_depth = lmr_depth > 0 ? lmr_depth : 0;
    loop->skip_quiets =
        loop->quiet_count >= (shared->params.late_moves * 100 + n->depth * n->depth * shared->params.late_moves_depth) *
                                 (n->improving ? shared->params.late_moves_improving : 100) / 10000;
    const search_params *params = &shared->params;
    /* Where captures are mandatory, a quiet move can win a whole series of them. */
    int margin = (params->futility_base + params->futility_margin * lmr_depth) *
                 (shared->captures_mandatory ? params->futility_forced : 100) / 100;
    int futility_value = n->static_eval + margin;
    bool futile = !n->in_check && lmr_depth <= 6 && futility_value <= n->alpha;
    bool bad_history = n->depth <= 4 && c->history < -shared->params.history_prune * n->depth;
    if (!loop->skip_quiets && !futile && !bad_history) {
        return !shared->captures_mandatory && lmr_depth <= 7 &&
               !see_ge(&shared->see, p, c->move, -shared->params.see_quiet * lmr_depth * lmr_depth);
    }
    if (shared->variant->royal_type_count > 0 &&
        shared->variant->core->gives_check(p, c->move, evaluation_arriving_piece(p, c->move))) {
        return n->depth <= 6 && !see_ge(&shared->see, p, c->move, -shared->params.see_check * n->depth);
    }
    if (futile) {
        loop->best = futility_value > loop->best ? futility_value : loop->best;
    }
    return true;
}

/* Whether a move is pruned before it is made. */
static bool move_is_pruned(const search_thread *t, const search_node *n, const candidate *c, move_loop *loop)
{
    const search_shared *shared = t->shared;
    if (!trusts_evaluation(shared) || loop->best <= -SCORE_MATE_MIN || is_unpruned(t, n) || n->pv_node || n->forced ||
        score_is_mate(n->alpha)) {
        return false;
    }
    const position *p = t->game_history.position;
    if (c->quiet) {
        return quiet_is_pruned(shared, p, n, c, loop);
    }
    return !shared->captures_mandatory && n->depth <= 6 &&
           !see_ge(&shared->see, p, c->move, -shared->params.see_capture * n->depth);
}

/* Late move reduction, in plies. */
static int lmr_reduction(const search_thread *t, const search_node *n, const candidate *c, int move_count)
{
    if (n->depth < 3 || move_count < 2 || (!c->quiet && move_count < 4)) {
        return 0;
    }
    int reduction = base_reduction(t->shared, n->depth, move_count);
    reduction += !n->improving && !n->in_check;
    reduction += n->cut_node ? (c->quiet ? t->shared->params.reduction_cut_node : 1) : 0;
    reduction -= n->pv_node;
    reduction -= n->in_check;
    reduction -= c->killer;
    reduction = c->quiet ? reduction - c->history / t->shared->params.reduction_history : reduction / 2;
    reduction = reduction > n->depth - 2 ? n->depth - 2 : reduction;
    return reduction > 0 ? reduction : 0;
}

static int history_bonus(int depth)
{
    int bonus = 24 * depth * depth + 40 * depth;
    return bonus < 1800 ? bonus : 1800;
}

/* Move `i` refuted the previous ply: it gains in the histories, and the moves that were tried before it lose. */
static void update_history(search_thread *t, const search_node *n, const move_order_hints *hints, size_t first,
                           size_t i)
{
    const position *p = t->game_history.position;
    move m = t->moves[i];
    int bonus = history_bonus(n->depth);
    search_frame *f = &t->frames[n->ply];
    if (move_is_noisy(p, m)) {
        move_history_update_capture(&t->history, p, m, bonus);
    } else {
        if (f->killers[0] != m) {
            f->killers[1] = f->killers[0];
            f->killers[0] = m;
        }
        if (hints->earlier_slots[0] >= 0) {
            t->history.countermoves[hints->earlier_slots[0]] = m;
        }
        move_history_update(&t->history, p, m, hints, bonus);
    }
    for (size_t k = first; k < i; k++) {
        if (move_is_noisy(p, t->moves[k])) {
            move_history_update_capture(&t->history, p, t->moves[k], -bonus);
        } else if (!move_is_noisy(p, m)) {
            move_history_update(&t->history, p, t->moves[k], hints, -bonus);
        }
    }
}

/* Brings the best remaining move to `i`. A losing capture goes to the end of the list, if that is not long. */
static void pick_next(search_thread *t, size_t first, size_t i, size_t end)
{
    for (;;) {
        move_order_pick(t->moves, t->move_scores, first, i, end);
        int order = t->move_scores[i];
        if (order < ORDER_GOOD_CAPTURE - ORDER_GOOD_CAPTURE / 2 || order >= ORDER_TT ||
            move_order_is_long(first, end) || see_ge(&t->shared->see, t->game_history.position, t->moves[i], 0)) {
            return;
        }
        t->move_scores[i] = order - ORDER_GOOD_CAPTURE + ORDER_BAD_CAPTURE;
    }
}

/* Searches a move that was just made. `move_count`: moves before it. */
static int search_move(search_thread *t, const search_node *n, int depth, int move_count, int reduction, bool checks)
{
    int next = n->ply + 1;
    if (move_count == 0) {
        return alphabeta_child(t, n->root_side, next, depth, n->alpha, n->beta, checks, !n->pv_node && !n->cut_node);
    }
    int score = alphabeta_child(t, n->root_side, next, depth - reduction, n->alpha, n->alpha + 1, checks,
                                reduction > 0 || !n->cut_node);
    if (reduction && score > n->alpha && !search_thread_stopped(t)) {
        score = alphabeta_child(t, n->root_side, next, depth, n->alpha, n->alpha + 1, checks, !n->cut_node);
    }
    if (score > n->alpha && score < n->beta && !search_thread_stopped(t)) {
        score = alphabeta_child(t, n->root_side, next, depth, n->alpha, n->beta, checks, false);
    }
    return score;
}

/* The move at `i`. The ordering score of a quiet move that is no killer is its history. */
static candidate candidate_at(const search_thread *t, size_t i, const move_loop *loop)
{
    int order = t->move_scores[i];
    candidate c = {.move = t->moves[i], .quiet = !move_is_noisy(t->game_history.position, t->moves[i])};
    c.killer = order >= ORDER_KILLER && order < ORDER_KILLER + 3;
    c.history = c.quiet && !loop->skip_quiets && order < ORDER_KILLER ? order : 0;
    return c;
}

/* Searches the moves from `first` on. `*best_move`: the move that raised alpha. */
static int search_moves(search_thread *t, search_node *n, size_t first, size_t count, move *best_move)
{
    move_order_hints hints = search_thread_order_hints(t, n->ply, n->tt.move);
    move_order_score(&t->history, &t->shared->evaluation, t->game_history.position, t->moves + first,
                     t->move_scores + first, count, &hints);
    move_loop loop = {.best = -SCORE_INFINITE};
    for (size_t i = first; i < first + count; i++) {
        if (!loop.skip_quiets) {
            pick_next(t, first, i, first + count);
        }
        if (t->moves[i] == n->excluded) {
            continue;
        }
        bool replaceable = loop.move_count > 0 || i + 1 < first + count;
        if (!n->in_check && replaceable && search_thread_overlooks(t, t->moves[i])) {
            continue;
        }
        candidate c = candidate_at(t, i, &loop);
        if (c.move != n->tt.move && move_is_pruned(t, n, &c, &loop)) {
            loop.move_count++;
            loop.quiet_count += c.quiet;
            continue;
        }
        bool multicut = false;
        int extension = singular_extension(t, n, c.move, &multicut);
        if (search_thread_stopped(t)) {
            break;
        }
        if (multicut) {
            return n->beta;
        }
        bool checks = search_thread_make_move(t, c.move, n->ply);
        int reduction = checks ? 0 : lmr_reduction(t, n, &c, loop.move_count);
        int score = search_move(t, n, n->depth - 1 + extension, loop.move_count, reduction, checks);
        history_pop(&t->game_history);
        loop.move_count++;
        loop.quiet_count += c.quiet;
        if (search_thread_stopped(t)) {
            break;
        }
        if (score <= loop.best) {
            continue;
        }
        loop.best = score;
        if (score <= n->alpha) {
            continue;
        }
        n->alpha = score;
        *best_move = c.move;
        if (n->pv_node) {
            search_thread_update_pv(t, n->ply, c.move);
        }
        if (score >= n->beta) {
            update_history(t, n, &hints, first, i);
            break;
        }
    }
    return loop.best;
}

/* Searches all moves of a node that was not pruned. */
static int search_all_moves(search_thread *t, search_node *n, uint64_t key)
{
    size_t first = t->used, count = 0;
    if (!search_thread_legal_moves(t, &count)) {
        return search_thread_evaluate(t, n->ply);
    }
    if (search_thread_failed(t)) {
        return 0;
    }
    if (count == 0) {
        return search_thread_no_moves(t, n->ply);
    }
    if (count == 1 && n->excluded != MOVE_NONE) {
        return n->alpha;
    }
    if (count == 1 && n->forced && n->ply < 2 * t->iteration) {
        n->depth++; /* the only capture: it costs nothing */
    }
    t->used += count;
    int before = n->alpha;
    move best_move = MOVE_NONE;
    int best = search_moves(t, n, first, count, &best_move);
    t->used = first;
    if (search_thread_stopped(t)) {
        return 0;
    }
    if (n->excluded == MOVE_NONE) {
        tt_bound bound = best >= n->beta ? BOUND_LOWER : best > before ? BOUND_EXACT : BOUND_UPPER;
        tt_store(&t->shared->tt, key, n->ply, best_move, best, n->depth, bound);
    }
    return best;
}

/* Whether the game is over here, or counts as a draw by repetition. */
static bool game_over(search_thread *t, int ply, int *score)
{
    game_outcome outcome = search_outcome(&t->game_history);
    *score = 0;
    if (search_thread_failed(t)) {
        return true;
    }
    if (outcome.kind != OUTCOME_ONGOING) {
        *score = search_thread_verdict_score(t, &outcome, ply);
        return true;
    }
    if (search_thread_is_repetition(t, ply)) {
        return true;
    }
    if (ply >= SEARCH_PLY_MAX - 1) {
        *score = search_thread_evaluate(t, ply);
        return true;
    }
    return false;
}

static int enter_qsearch(search_thread *t, const search_node *n, uint64_t key)
{
    int score = qsearch(t, n->ply, n->depth, n->alpha, n->beta, n->in_check, n->tt.move);
    if (n->depth == 0 && !search_thread_stopped(t)) {
        search_frame *f = &t->frames[n->ply];
        tt_bound bound = score >= n->beta ? BOUND_LOWER : score > n->alpha ? BOUND_EXACT : BOUND_UPPER;
        tt_store(&t->shared->tt, key, n->ply, f->pv_length ? f->pv[0] : MOVE_NONE, score, 0, bound);
    }
    return score;
}

/* Whether captures are mandatory, and there is one. */
static bool capture_is_forced(search_thread *t)
{
    position *p = t->game_history.position;
    move_list list = {t->moves + t->used, 0, t->capacity - t->used, false};
    p->variant->core->noisy(p, &list);
    return list.count > 0 && p->variant->core->captures(p, list.moves[0]);
}

/* The score of the position for the side to move, at `ply` from the root. */
static int alphabeta(search_thread *t, int ply, int depth, int alpha, int beta, bool in_check, bool cut_node)
{
    search_shared *shared = t->shared;
    search_frame *f = &t->frames[ply];
    int score;
    f->pv_length = 0;
    if (!search_thread_count_node(t)) {
        return 0;
    }
    t->seldepth = ply > t->seldepth ? ply : t->seldepth;
    if (game_over(t, ply, &score)) {
        return score;
    }
    if (t->game_history.position->extra.roll_due) {
        return search_chance_node(t, ply, depth, alpha, beta, in_check);
    }
    /* Mate distance pruning: a shorter mate is known already. */
    int mated_score = -(SCORE_MATE - ply), mating_score = SCORE_MATE - ply - 1;
    alpha = alpha > mated_score ? alpha : mated_score;
    beta = beta < mating_score ? beta : mating_score;
    if (alpha >= beta) {
        return alpha;
    }
    if (in_check && depth >= 0 && ply < 2 * t->iteration) {
        depth++;
    }
    search_node n = {.ply = ply,
                     .depth = depth,
                     .alpha = alpha,
                     .beta = beta,
                     .in_check = in_check,
                     .cut_node = cut_node,
                     .pv_node = beta - alpha > 1,
                     .root_side = search_thread_root_side(t),
                     .static_eval = SCORE_NONE,
                     .excluded = f->excluded};
    uint64_t key = search_thread_key(t);
    n.tt = n.excluded == MOVE_NONE ? tt_probe(&shared->tt, key, ply) : (tt_hit){MOVE_NONE, 0, 0, BOUND_NONE};
    if (!n.pv_node && n.tt.bound != BOUND_NONE && n.tt.depth >= depth && tt_bound_cuts(&n.tt, alpha, beta)) {
        return n.tt.score;
    }
    if (depth <= 0) {
        return enter_qsearch(t, &n, key);
    }
    if (ply + 2 < SEARCH_PLY_MAX) {
        f[2].killers[0] = f[2].killers[1] = MOVE_NONE;
    }
    n.forced = shared->captures_mandatory && capture_is_forced(t);
    set_static_eval(t, &n);
    if (early_pruning(t, &n, &score)) {
        return search_thread_stopped(t) ? 0 : score;
    }
    /* Internal iterative reduction: without a move from the table the move order is poor, so a shallower search is
     * cheaper. */
    if (n.tt.move == MOVE_NONE && n.excluded == MOVE_NONE && n.depth >= 4 && (n.pv_node || n.cut_node)) {
        n.depth--;
    }
    return search_all_moves(t, &n, key);
}
