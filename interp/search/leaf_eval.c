#include "search/leaf_eval.h"

#include "play/outcome.h"
#include "play/playout.h"
#include "search/move_gain.h"
#include "search/root.h"

#include <stdlib.h>

enum {
    QSEARCH_WIDTH = 4,  /* captures searched below the first two plies */
    DELTA_MARGIN = 150, /* what a capture may gain besides its victim */
    PLAYOUT_PLIES = 400,
    SCALE_MIN = 60,
    SCALE_MAX = 400,
    ARMY_SCALES = 18, /* value of an army in units of `scale` */
    CURVE_STEPS = 64,
    CURVE_STEP = 8, /* points of the curve for one unit of the exponent */
};

/* REWARD_ONE / (1 + exp(-i / CURVE_STEP)) */
static const int logistic_curve[CURVE_STEPS + 1] = {
    32768, 34813, 36843, 38841, 40793, 42687, 44511, 46254, 47911, 49474, 50941, 52310, 53581,
    54754, 55834, 56822, 57724, 58544, 59287, 59959, 60565, 61109, 61598, 62036, 62428, 62778,
    63090, 63368, 63615, 63835, 64030, 64203, 64357, 64494, 64614, 64721, 64816, 64900, 64974,
    65039, 65097, 65149, 65194, 65234, 65269, 65300, 65328, 65352, 65374, 65393, 65410, 65425,
    65438, 65449, 65459, 65468, 65476, 65483, 65489, 65495, 65500, 65504, 65508, 65511, 65514,
};

int leaf_eval_score_to_reward(int scale, int score)
{
    int size = abs(score), at = size * CURVE_STEP / scale;
    int reward = logistic_curve[CURVE_STEPS];
    if (at < CURVE_STEPS) {
        reward = logistic_curve[at] +
                 (logistic_curve[at + 1] - logistic_curve[at]) * (size * CURVE_STEP - at * scale) / scale;
    }
    return score < 0 ? REWARD_ONE - reward : reward;
}

int leaf_eval_reward_to_score(int scale, int reward)
{
    int size = reward < REWARD_ONE / 2 ? REWARD_ONE - reward : reward, at = 0;
    while (at < CURVE_STEPS && logistic_curve[at + 1] <= size) {
        at++;
    }
    int score = at * scale / CURVE_STEP;
    if (at < CURVE_STEPS) {
        score = (at * scale + (size - logistic_curve[at]) * scale / (logistic_curve[at + 1] - logistic_curve[at])) /
                CURVE_STEP;
    }
    return reward < REWARD_ONE / 2 ? -score : score;
}

/* An army that is so much stronger wins e times for each time that it loses. */
static int scale_of(const evaluation *e)
{
    int scale = evaluation_army_value(e) / ARMY_SCALES;
    return scale < SCALE_MIN ? SCALE_MIN : scale < SCALE_MAX ? scale : SCALE_MAX;
}

static int share_to_reward(int share)
{
    return REWARD_ONE / WHOLE_POINT * share + REWARD_ONE % WHOLE_POINT * share / WHOLE_POINT;
}

int leaf_eval_win_score(const evaluation *e, const game_outcome *v, int ply)
{
    if (v->winner_share >= WHOLE_POINT) {
        return SCORE_MATE - ply;
    }
    const int score = leaf_eval_reward_to_score(scale_of(e), share_to_reward(v->winner_share));
    return score > ply ? score - ply : 0;
}

/* ---- life ---- */

static void find_teams(leaf_eval *f)
{
    const variant *v = f->variant;
    for (int player = 0; player < v->players; player++) {
        bool first = true;
        f->friends[player] = team_mask(v, player);
        for (int other = 0; other < player; other++) {
            first = first && f->friends[other] != f->friends[player];
        }
        f->sides += first;
    }
}

size_t leaf_eval_plies_max(void)
{
    return PLAYOUT_PLIES;
}

/* Where pieces are only placed and none can be captured, material says little about who wins. */
static leaf_method default_method(const variant *v)
{
    return variant_uses(v, SHORTCUT_DROPS_ONLY) ? LEAF_PLAYOUT : LEAF_QSEARCH;
}

bool leaf_eval_init(leaf_eval *f, game_history *r, const evaluation *e, budget *b, move *moves, size_t capacity)
{
    const variant *v = r->variant;
    *f = (leaf_eval){
        .game_history = r, .variant = v, .evaluation = e, .budget = b, .moves = moves, .capacity = capacity};
    f->method = default_method(v);
    find_teams(f);
    f->scale = scale_of(e);
    f->saved_position = position_create(v, r->position->hooks);
    return f->saved_position != NULL;
}

void leaf_eval_finish(leaf_eval *f)
{
    position_destroy(f->saved_position);
}

/* ---- ended games ---- */

void leaf_eval_winner(const leaf_eval *f, int winner, int rewards[PLAYERS_MAX])
{
    for (int player = 0; player < f->variant->players; player++) {
        rewards[player] = winner < 0 ? REWARD_ONE / f->sides : f->friends[player] >> winner & 1 ? REWARD_ONE : 0;
    }
}

void leaf_eval_shared(const leaf_eval *f, int winner, int share, int rewards[PLAYERS_MAX])
{
    const int reward = share_to_reward(share);
    for (int player = 0; player < f->variant->players; player++) {
        rewards[player] = f->friends[player] >> winner & 1 ? reward : REWARD_ONE - reward;
    }
}

void leaf_eval_verdict(const leaf_eval *f, const game_outcome *v, int rewards[PLAYERS_MAX])
{
    if (v->kind == OUTCOME_WIN && v->winner_share < WHOLE_POINT) {
        leaf_eval_shared(f, v->winner, v->winner_share, rewards);
    } else {
        leaf_eval_winner(f, v->kind == OUTCOME_WIN ? v->winner : -1, rewards);
    }
}

/* ---- by the evaluation ---- */

static int evaluate(const leaf_eval *f, int player, int depth)
{
    return evaluation_score(f->evaluation, f->game_history->position, &f->sums[depth], f->friends[player]);
}

static int side_to_move(const leaf_eval *f)
{
    return f->game_history->position->state.side_to_move;
}

static int qsearch(leaf_eval *f, int depth, int alpha, int beta);

/* The score of the position for `player`. */
static int qsearch_for(leaf_eval *f, int player, int depth, int alpha, int beta)
{
    game_outcome outcome = search_outcome(f->game_history);
    if (outcome.kind != OUTCOME_ONGOING) {
        int score = outcome.kind == OUTCOME_DRAW ? 0 : leaf_eval_win_score(f->evaluation, &outcome, 0);
        score = score < SCORE_EVAL_MAX ? score : SCORE_EVAL_MAX;
        return outcome.kind == OUTCOME_DRAW || f->friends[player] >> outcome.winner & 1 ? score : -score;
    }
    if (f->game_history->position->extra.roll_due) {
        return evaluate(f, player, depth);
    }
    return f->friends[player] >> side_to_move(f) & 1 ? qsearch(f, depth, alpha, beta)
                                                     : -qsearch(f, depth, -beta, -alpha);
}

/* Brings the most promising of the captures from `at` on to `at`; returns its estimated gain. */
static int pick_capture(leaf_eval *f, move *moves, int *gains, size_t at, size_t count)
{
    (void)f;
    size_t best = at;
    for (size_t i = at + 1; i < count; i++) {
        best = gains[i] > gains[best] ? i : best;
    }
    move m = moves[best];
    int gain = gains[best];
    moves[best] = moves[at];
    gains[best] = gains[at];
    moves[at] = m;
    gains[at] = gain;
    return gain;
}

enum { CAPTURES_MAX = 48 };

static int qsearch(leaf_eval *f, int depth, int alpha, int beta)
{
    const position *p = f->game_history->position;
    int player = side_to_move(f), best = evaluate(f, player, depth);
    if (depth <= 0 || best >= beta || !budget_spend(f->budget)) {
        return best;
    }
    size_t before = f->used, capacity = f->capacity - before;
    move_list list = {f->moves + before, 0, capacity, false};
    int gains[CAPTURES_MAX];
    f->variant->core->noisy(f->game_history->position, &list);
    size_t count = list.count < CAPTURES_MAX ? list.count : CAPTURES_MAX;
    for (size_t i = 0; i < count; i++) {
        gains[i] = move_gain_estimate(f->evaluation, p, list.moves[i]);
    }
    f->used += count;
    int stand_pat = best;
    size_t width = depth + 2 >= LEAF_QSEARCH_DEPTH ? count : QSEARCH_WIDTH;
    alpha = best > alpha ? best : alpha;
    for (size_t i = 0; i < count && i < width && alpha < beta; i++) {
        int gain = pick_capture(f, list.moves, gains, i, count);
        if (gain < 0 || stand_pat + gain + DELTA_MARGIN <= alpha) {
            break;
        }
        history_push(f->game_history, list.moves[i]);
        evaluation_sums_update(f->evaluation, p, &f->game_history->undos[f->game_history->count - 1], &f->sums[depth],
                               &f->sums[depth - 1]);
        int score = qsearch_for(f, player, depth - 1, alpha, beta);
        history_pop(f->game_history);
        best = score > best ? score : best;
        alpha = score > alpha ? score : alpha;
    }
    f->used = before;
    return best;
}

/* With more than two sides no capture is searched. */
static void evaluate_all(leaf_eval *f, int rewards[PLAYERS_MAX])
{
    evaluation_sums_init(f->evaluation, f->game_history->position, &f->sums[0]);
    for (int player = 0; player < f->variant->players; player++) {
        rewards[player] = leaf_eval_score_to_reward(f->scale, evaluate(f, player, 0));
    }
}

static void evaluate_qsearch(leaf_eval *f, int rewards[PLAYERS_MAX])
{
    if (f->sides > 2 || f->game_history->position->extra.roll_due) {
        evaluate_all(f, rewards);
        return;
    }
    int player = side_to_move(f);
    evaluation_sums_init(f->evaluation, f->game_history->position, &f->sums[LEAF_QSEARCH_DEPTH]);
    int reward = leaf_eval_score_to_reward(f->scale, qsearch(f, LEAF_QSEARCH_DEPTH, -SCORE_MATE, SCORE_MATE));
    for (int other = 0; other < f->variant->players; other++) {
        rewards[other] = f->friends[player] >> other & 1 ? reward : REWARD_ONE - reward;
    }
}

/* ---- by a random playout ---- */

static bool ending_possible(const game_history *r)
{
    const variant *v = r->variant;
    bool may = false;
    for (int i = 0; i < v->ending_count && !may; i++) {
        may = ending_may_apply(r->position, &v->endings[i]);
    }
    return may;
}

/* One random ply. False if the game has ended; then `*end` says how. */
static bool playout_ply(leaf_eval *f, game_outcome *end)
{
    game_history *r = f->game_history;
    if (ending_possible(r)) {
        *end = search_outcome(r);
        if (end->kind != OUTCOME_ONGOING) {
            return false;
        }
    }
    move_list list = {f->moves + f->used, 0, f->capacity - f->used, false};
    f->variant->core->legal(r->position, &list);
    if (f->variant->forbids_repetition) {
        history_remove_repetitions(r, &list);
    }
    if (!list.count) {
        *end = history_outcome_no_moves(r);
        return false;
    }
    history_play(r, playout_pick_move(r->position, &list, &f->random), &f->scratch_undo);
    return true;
}

static void evaluate_playout(leaf_eval *f, int rewards[PLAYERS_MAX])
{
    game_history *r = f->game_history;
    size_t count = r->count;
    game_outcome end = {.kind = OUTCOME_ONGOING};
    position_copy(f->saved_position, r->position);
    int plies = 0;
    while (plies < PLAYOUT_PLIES && budget_spend(f->budget) && playout_ply(f, &end)) {
        plies++;
    }
    if (end.kind != OUTCOME_ONGOING) {
        leaf_eval_verdict(f, &end, rewards);
    } else {
        evaluate_all(f, rewards);
    }
    r->count = count;
    r->claimed = -1;
    position_copy(r->position, f->saved_position);
}

void leaf_eval_rewards(leaf_eval *f, int rewards[PLAYERS_MAX])
{
    if (f->method == LEAF_QSEARCH) {
        evaluate_qsearch(f, rewards);
    } else {
        evaluate_playout(f, rewards);
    }
}
