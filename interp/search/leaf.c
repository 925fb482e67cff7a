#include "search/leaf.h"

#include "game/ending.h"
#include "game/playout.h"
#include "search/noise.h"

#include <stdlib.h>

enum {
    STILL_WIDTH = 4, /* captures that are looked at behind the first two */
    DELTA = 150,     /* what a capture may bring besides what it takes */
    PLAYED_PLIES = 400,
    BRIEF_PLIES = 8,
    SCALE_LEAST = 60,
    SCALE_MOST = 400,
    ARMY = 18, /* an army is worth so many times what makes the odds e to one */
    STEPS = 64,
    STEP = 8, /* of the curve to one of the exponent */
};

/* LEAF_ONE / (1 + exp(-i / STEP)) */
static const int curve[STEPS + 1] = {
    32768, 34813, 36843, 38841, 40793, 42687, 44511, 46254, 47911, 49474, 50941, 52310, 53581,
    54754, 55834, 56822, 57724, 58544, 59287, 59959, 60565, 61109, 61598, 62036, 62428, 62778,
    63090, 63368, 63615, 63835, 64030, 64203, 64357, 64494, 64614, 64721, 64816, 64900, 64974,
    65039, 65097, 65149, 65194, 65234, 65269, 65300, 65328, 65352, 65374, 65393, 65410, 65425,
    65438, 65449, 65459, 65468, 65476, 65483, 65489, 65495, 65500, 65504, 65508, 65511, 65514,
};

int leaf_share(int scale, int score)
{
    int size = abs(score), at = size * STEP / scale;
    int share = curve[STEPS];
    if (at < STEPS) {
        share = curve[at] + (curve[at + 1] - curve[at]) * (size * STEP - at * scale) / scale;
    }
    return score < 0 ? LEAF_ONE - share : share;
}

int leaf_score(int scale, int share)
{
    int size = share < LEAF_ONE / 2 ? LEAF_ONE - share : share, at = 0;
    while (at < STEPS && curve[at + 1] <= size) {
        at++;
    }
    int score = at * scale / STEP;
    if (at < STEPS) {
        score = (at * scale + (size - curve[at]) * scale / (curve[at + 1] - curve[at])) / STEP;
    }
    return share < LEAF_ONE / 2 ? -score : score;
}

/* ---- life ---- */

static void find_sides(leaf *f)
{
    const game *g = f->game;
    for (int player = 0; player < g->players; player++) {
        bool first = true;
        f->friends[player] = ((1u << g->players) - 1) & ~(uint32_t)g->enemies[player];
        for (int other = 0; other < player; other++) {
            first = first && f->friends[other] != f->friends[player];
        }
        f->sides += first;
    }
}

size_t leaf_reach(const game *g)
{
    (void)g;
    return PLAYED_PLIES;
}

/* Where no man can be taken, or none is better than another and none is royal, men say little about who wins. */
static leaf_way usual_way(const game *g)
{
    return g->drops_alone ? LEAF_PLAYED : LEAF_STILL;
}

bool leaf_init(leaf *f, record *r, const evaluation *e, budget *b, move *moves, size_t room)
{
    const game *g = r->game;
    *f = (leaf){.record = r, .game = g, .evaluation = e, .budget = b, .moves = moves, .room = room};
    f->way = usual_way(g);
    f->plies = f->way == LEAF_BRIEF ? BRIEF_PLIES : PLAYED_PLIES;
    find_sides(f);
    int scale = evaluation_army(e) / ARMY;
    f->scale = scale < SCALE_LEAST ? SCALE_LEAST : scale < SCALE_MOST ? scale : SCALE_MOST;
    f->saved = position_create(g, r->position->hooks);
    return f->saved != NULL;
}

void leaf_finish(leaf *f)
{
    position_destroy(f->saved);
}

/* ---- ends ---- */

void leaf_won(const leaf *f, int winner, int shares[PLAYERS_MAX])
{
    for (int player = 0; player < f->game->players; player++) {
        shares[player] = winner < 0 ? LEAF_ONE / f->sides : f->friends[player] >> winner & 1 ? LEAF_ONE : 0;
    }
}

void leaf_verdict(const leaf *f, const verdict *v, int shares[PLAYERS_MAX])
{
    leaf_won(f, v->kind == VERDICT_WIN ? v->winner : -1, shares);
}

/* ---- by the evaluation ---- */

static int judge(const leaf *f, int player, int depth)
{
    return evaluation_score(f->evaluation, f->record->position, &f->sums[depth], f->friends[player]);
}

static int mover_of(const leaf *f)
{
    return f->record->position->state.mover;
}

static int still(leaf *f, int depth, int alpha, int beta);

/* The score of the position as `player` sees it. */
static int still_for(leaf *f, int player, int depth, int alpha, int beta)
{
    verdict v = record_decided(f->record, false);
    if (v.kind != VERDICT_ONGOING) {
        return v.kind == VERDICT_DRAW ? 0 : f->friends[player] >> v.winner & 1 ? SCORE_MOST : -SCORE_MOST;
    }
    if (f->record->position->more.rolls) {
        return judge(f, player, depth);
    }
    return f->friends[player] >> mover_of(f) & 1 ? still(f, depth, alpha, beta) : -still(f, depth, -beta, -alpha);
}

/* Moves the most promising of the captures from `at` on to `at`; what it seems to win. */
static int lead(leaf *f, move *moves, int *guesses, size_t at, size_t count)
{
    (void)f;
    size_t best = at;
    for (size_t i = at + 1; i < count; i++) {
        best = guesses[i] > guesses[best] ? i : best;
    }
    move m = moves[best];
    int guess = guesses[best];
    moves[best] = moves[at];
    guesses[best] = guesses[at];
    moves[at] = m;
    guesses[at] = guess;
    return guess;
}

enum { CAPTURES_MOST = 48 };

static int still(leaf *f, int depth, int alpha, int beta)
{
    const position *p = f->record->position;
    int player = mover_of(f), best = judge(f, player, depth);
    if (depth <= 0 || best >= beta || !budget_spend(f->budget)) {
        return best;
    }
    size_t before = f->used, room = f->room - before;
    move_list list = {f->moves + before, 0, room, false};
    int guesses[CAPTURES_MOST];
    f->game->core->noisy(f->record->position, &list);
    size_t count = list.count < CAPTURES_MOST ? list.count : CAPTURES_MOST;
    for (size_t i = 0; i < count; i++) {
        guesses[i] = noise_guess(f->evaluation, p, list.moves[i]);
    }
    f->used += count;
    int stand = best;
    size_t most = depth + 2 >= LEAF_STILL_DEPTH ? count : STILL_WIDTH;
    alpha = best > alpha ? best : alpha;
    for (size_t i = 0; i < count && i < most && alpha < beta; i++) {
        int guess = lead(f, list.moves, guesses, i, count);
        if (guess < 0 || stand + guess + DELTA <= alpha) {
            break;
        }
        record_push(f->record, list.moves[i]);
        evaluation_follow(f->evaluation, p, &f->record->undos[f->record->count - 1], &f->sums[depth],
                          &f->sums[depth - 1]);
        int score = still_for(f, player, depth - 1, alpha, beta);
        record_pop(f->record);
        best = score > best ? score : best;
        alpha = score > alpha ? score : alpha;
    }
    f->used = before;
    return best;
}

/* With more than two sides nobody answers for the others: the mover's best capture is guessed. */
static void judge_all(leaf *f, int shares[PLAYERS_MAX])
{
    evaluation_begin(f->evaluation, f->record->position, &f->sums[0]);
    for (int player = 0; player < f->game->players; player++) {
        shares[player] = leaf_share(f->scale, judge(f, player, 0));
    }
}

static void value_still(leaf *f, int shares[PLAYERS_MAX])
{
    if (f->sides > 2 || f->record->position->more.rolls) {
        judge_all(f, shares);
        return;
    }
    int player = mover_of(f);
    evaluation_begin(f->evaluation, f->record->position, &f->sums[LEAF_STILL_DEPTH]);
    int share = leaf_share(f->scale, still(f, LEAF_STILL_DEPTH, -SCORE_MATE, SCORE_MATE));
    for (int other = 0; other < f->game->players; other++) {
        shares[other] = f->friends[player] >> other & 1 ? share : LEAF_ONE - share;
    }
}

/* ---- by a random game ---- */

static bool may_be_over(const record *r)
{
    const game *g = r->game;
    bool may = false;
    for (int i = 0; i < g->asked_count && !may; i++) {
        may = ending_may_hold(r->position, &g->endings[g->asked[i]]);
    }
    return may;
}

/* One ply at random; false when the game has ended, and how. */
static bool play_on(leaf *f, verdict *end)
{
    record *r = f->record;
    if (may_be_over(r)) {
        *end = record_decided(r, false);
        if (end->kind != VERDICT_ONGOING) {
            return false;
        }
    }
    move_list list = {f->moves + f->used, 0, f->room - f->used, false};
    f->game->core->legal(r->position, &list);
    if (f->game->loops_forbidden) {
        record_filter(r, &list);
    }
    if (!list.count) {
        *end = record_no_moves(r);
        return false;
    }
    record_step(r, playout_draw(r->position, &list, &f->random), &f->spare);
    return true;
}

static void value_played(leaf *f, int shares[PLAYERS_MAX])
{
    record *r = f->record;
    size_t count = r->count;
    verdict end = {.kind = VERDICT_ONGOING};
    position_copy(f->saved, r->position);
    int plies = 0;
    while (plies < f->plies && budget_spend(f->budget) && play_on(f, &end)) {
        plies++;
    }
    if (end.kind != VERDICT_ONGOING) {
        leaf_verdict(f, &end, shares);
    } else {
        judge_all(f, shares);
    }
    r->count = count;
    r->claimed = -1;
    position_copy(r->position, f->saved);
}

void leaf_value(leaf *f, int shares[PLAYERS_MAX])
{
    if (f->way == LEAF_STILL) {
        value_still(f, shares);
    } else {
        value_played(f, shares);
    }
}
