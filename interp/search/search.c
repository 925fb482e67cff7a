/* The methods are the common ones; where each began:
 *   principal variation search          Marsland and Campbell, Parallel Search of Strongly Ordered Game Trees, 1982
 *   quiescence by moves that take       Shannon, Programming a Computer for Playing Chess, 1950
 *   iterative deepening, hash tables    Slate and Atkin, Chess 4.5, 1977; Zobrist, A New Hashing Method, 1970
 *   killer moves, history               Akl and Newborn 1977; Schaeffer, The History Heuristic, 1983
 *   late-move reductions                as described by Romstad, An Introduction to Late Move Reductions
 *   dice                                Michie, Game-Playing and Game-Learning Automata, 1966 (expectimax)
 * Games with more than two sides are played by many.c; players of one team are one side here.
 * A move that hands the turn to nobody else keeps the score's sign: see `deeper`.
 *
 * What may be overlooked. Nothing that cuts a branch short by judgement (futility) is used in the first FULL_PLIES plies,
 * so an end that close is seen as soon as the depth reaches it. And an end, once claimed, is sound: wherever one is
 * claimed all moves of the losing side were searched, since a judgement never is such a score.
 */
#include "search/search.h"

#include "base/random.h"
#include "search/deadline.h"
#include "search/evaluation.h"
#include "search/many.h"
#include "search/mcts.h"
#include "search/table.h"

#include <stdlib.h>
#include <string.h>

enum {
    INFINITE = 32000,
    FULL_PLIES = 4,
    LOOK_EVERY = 1024,    /* nodes between two looks at the clock */
    LOOK_EVERY_SLOW = 64, /* the same where a node may take long: scripts in play, large boards, slow legality */
    DEPTH_DEFAULT = 6,    /* without any limit */
    EVASIONS_UNTIL = -6,  /* depth below which being in check no longer opens all moves */
    WINDOW = 35,
    MARGIN = 110, /* what one ply of quiet play is thought to gain at most */
    DELTA = 180,  /* the same for one more capture */
    HISTORY_MOST = 16384,
    MOVES_ROOM = 64 * 256,
};

/* Order of moves: groups far apart, gain or history within. */
enum {
    ORDER_TABLE = 1 << 30,
    ORDER_GOOD = 1 << 27,
    ORDER_KILLER = 1 << 26,
    ORDER_BAD = -(1 << 27),
};

struct search {
    const game *game;
    evaluation evaluation;
    table table;
    move *moves; /* one buffer for the lists of all plies, last in, first out */
    int *orders; /* beside it */
    size_t room, used;
    int *history; /* [men][cells] */
    mcts *mcts;   /* once it was asked for */
    size_t bytes;

    /* one run */
    const search_limits *limits;
    record record;
    uint32_t friends; /* of the player at the root, bits by player; the others are against him */
    uint64_t nodes, look_at;
    deadline deadline;
    bool stopped, failed;
    bool repetition_draws; /* a repetition is a draw, so that its first return may stand for it */
    bool checks_lose;      /* unless it came about by checks alone */
    uint64_t quiet_mixes;  /* quiet count from which on it is part of a position's key */
    int iteration;
    uint64_t keys[SEARCH_PLY_MAX + 1];
    bool checking[SEARCH_PLY_MAX + 1]; /* the ply that led here gave check */
    uint8_t acted[SEARCH_PLY_MAX + 1]; /* who made it */
    move killers[SEARCH_PLY_MAX + 1][2];
    move lines[SEARCH_PLY_MAX + 1][SEARCH_PLY_MAX];
    size_t lengths[SEARCH_PLY_MAX + 1];
};

/* ---- life ---- */

search *search_create(const game *g, size_t hash_bytes)
{
    search *s = calloc(1, sizeof *s);
    if (!s) {
        return NULL;
    }
    s->game = g;
    s->bytes = hash_bytes ? hash_bytes : (size_t)SEARCH_HASH_DEFAULT;
    s->room = g->moves_max * 2 + MOVES_ROOM;
    s->moves = malloc(s->room * sizeof *s->moves);
    s->orders = malloc(s->room * sizeof *s->orders);
    s->history = calloc((size_t)g->men * (size_t)g->cells, sizeof *s->history);
    if (!s->moves || !s->orders || !s->history ||
        !table_init(&s->table, hash_bytes ? hash_bytes : (size_t)SEARCH_HASH_DEFAULT) ||
        !evaluation_init(&s->evaluation, g)) {
        search_destroy(s);
        return NULL;
    }
    return s;
}

void search_destroy(search *s)
{
    if (!s) {
        return;
    }
    mcts_destroy(s->mcts);
    evaluation_finish(&s->evaluation);
    table_finish(&s->table);
    free(s->moves);
    free(s->orders);
    free(s->history);
    free(s);
}

void search_clear(search *s)
{
    table_clear(&s->table);
    if (s->mcts) {
        mcts_clear(s->mcts);
    }
    memset(s->history, 0, (size_t)s->game->men * (size_t)s->game->cells * sizeof *s->history);
}

/* ---- limits ---- */

/* Counts a node; false when the search is to end. */
static bool go_on(search *s)
{
    if (s->stopped) {
        return false;
    }
    const search_limits *l = s->limits;
    if (l->nodes && s->nodes >= l->nodes) {
        s->stopped = true;
        return false;
    }
    if (s->nodes >= s->look_at) {
        bool slow = s->record.position->hooks || !s->game->fast || s->game->words > 4;
        s->look_at = s->nodes + (slow ? LOOK_EVERY_SLOW : LOOK_EVERY);
        if (deadline_came(&s->deadline, s->nodes)) {
            s->stopped = true;
            return false;
        }
    }
    s->nodes++;
    return true;
}

/* A script that failed has spoilt every answer since. */
static bool script_failed(search *s)
{
    live_hooks *hooks = s->record.position->hooks;
    if (hooks && hooks->failed) {
        s->failed = s->stopped = true;
    }
    return s->failed;
}

/* ---- sides and scores ---- */

static bool friendly(const search *s, int player)
{
    return s->friends >> player & 1;
}

static int mover_of(const search *s)
{
    return s->record.position->state.mover;
}

static int verdict_score(const search *s, const verdict *v, int ply)
{
    if (v->kind != VERDICT_WIN) {
        return 0;
    }
    return friendly(s, v->winner) == friendly(s, mover_of(s)) ? SCORE_MATE - ply : -(SCORE_MATE - ply);
}

static int judge(search *s)
{
    uint32_t all = (1u << s->game->players) - 1;
    return evaluation_score(&s->evaluation, s->record.position,
                            friendly(s, mover_of(s)) ? s->friends : all & ~s->friends);
}

static bool decisive(int score)
{
    return score >= SCORE_MATE_LEAST || score <= -SCORE_MATE_LEAST;
}

/* Moves until the end, from plies until then. */
static int mate_in(int score)
{
    if (score >= SCORE_MATE_LEAST) {
        return (SCORE_MATE - score + 1) / 2;
    }
    if (score <= -SCORE_MATE_LEAST) {
        return -((SCORE_MATE + score + 1) / 2);
    }
    return 0;
}

/* ---- positions met again ---- */

static uint64_t mix(uint64_t key, uint64_t with)
{
    random_source r = {key ^ (with * UINT64_C(0x9E3779B97F4A7C15))};
    return random_next(&r);
}

/* The key under which the table knows a position: with what `hash` leaves out and yet decides how the game ends. */
static uint64_t table_key(const search *s)
{
    const game *g = s->game;
    const position_state *state = &s->record.position->state;
    const position_more *more = &s->record.position->more;
    uint64_t key = state->hash;
    for (size_t i = 0; i < g->rules->counter_count; i++) {
        key = mix(key, (uint64_t)(uint16_t)more->counters[i] + 1 + (i << 16));
    }
    if (g->counts_checks) {
        for (int i = 0; i < g->players; i++) {
            if (more->checks[i]) {
                key = mix(key, more->checks[i] + (((uint64_t)i + 64) << 16));
            }
        }
    }
    if (state->quiet >= s->quiet_mixes) {
        key = mix(key, state->quiet + (UINT64_C(128) << 16));
    }
    if (g->players > 2) { /* for whom it is judged */
        key = mix(key, s->friends + (UINT64_C(129) << 16));
    }
    return key;
}

/* Whether this position stood before since the root, and that counts as a draw to come. */
static bool returns_to_draw(const search *s, int ply)
{
    if (!s->repetition_draws || s->record.position->more.ply) {
        return false;
    }
    for (int i = ply - 1; i >= 0; i--) {
        if (s->keys[i] != s->keys[ply]) {
            continue;
        }
        if (!s->checks_lose) {
            return true;
        }
        /* Somebody who checked with each of his plies since then would lose by going on so: no draw. */
        uint32_t plain = 0, all = 0;
        for (int k = i + 1; k <= ply; k++) {
            all |= 1u << s->acted[k];
            plain |= s->checking[k] ? 0 : 1u << s->acted[k];
        }
        return plain == all;
    }
    return false;
}

/* ---- order of moves ---- */

/* Takes or promotes. */
static bool noisy(const search *s, move m)
{
    return evaluation_taken(s->record.position, m) || (move_into(m) && move_kind_of(m) != MOVE_DROP);
}

static bool defended(const search *s, unsigned cell)
{
    const game *g = s->game;
    const position *p = s->record.position;
    for (int by = 0; by < g->players; by++) {
        if (g->enemies[p->state.mover] >> by & 1 && g->core->attackers(p, (cell_id)cell, by, NULL, 0) > 0) {
            return true;
        }
    }
    return false;
}

/* A capture that, taken back, has cost more than it brought. What follows that is not looked at. */
static bool loses_material(const search *s, move m, int gain)
{
    return gain < evaluation_risk(&s->evaluation, s->record.position, m) && defended(s, move_to(m));
}

static int *history_of(const search *s, move m)
{
    return &s->history[(size_t)evaluation_mover(s->record.position, m) * (size_t)s->game->cells + move_to(m)];
}

static int order_of(const search *s, move m, move known, int ply)
{
    const position *p = s->record.position;
    if (m == known) {
        return ORDER_TABLE;
    }
    if (noisy(s, m)) {
        int gain = evaluation_gain(&s->evaluation, p, m);
        int cheap = s->evaluation.value[evaluation_mover(p, m)] / 16; /* of equal gains the one by the lesser man */
        return (loses_material(s, m, gain) ? ORDER_BAD : ORDER_GOOD) + gain * 16 - cheap;
    }
    if (m == s->killers[ply][0]) {
        return ORDER_KILLER + 1;
    }
    if (m == s->killers[ply][1]) {
        return ORDER_KILLER;
    }
    return *history_of(s, m);
}

static void order_moves(const search *s, size_t first, size_t count, move known, int ply)
{
    for (size_t i = first; i < first + count; i++) {
        s->orders[i] = order_of(s, s->moves[i], known, ply);
    }
}

/* Brings the best of the moves from `i` on to `i`: cheaper than sorting since a cutoff mostly comes soon. */
static void pick(search *s, size_t i, size_t end)
{
    size_t best = i;
    for (size_t k = i + 1; k < end; k++) {
        if (s->orders[k] > s->orders[best]) {
            best = k;
        }
    }
    move m = s->moves[best];
    int order = s->orders[best];
    /* Shifting, not swapping, keeps equal moves in their order. */
    memmove(&s->moves[i + 1], &s->moves[i], (best - i) * sizeof *s->moves);
    memmove(&s->orders[i + 1], &s->orders[i], (best - i) * sizeof *s->orders);
    s->moves[i] = m;
    s->orders[i] = order;
}

static void learn(int *history, int bonus)
{
    int size = bonus < 0 ? -bonus : bonus;
    *history += bonus - *history * size / HISTORY_MOST;
}

/* A quiet move refuted the ply before: it goes first next time, those tried before it later. */
static void praise(search *s, size_t first, size_t i, int ply, int depth)
{
    move m = s->moves[i];
    if (s->killers[ply][0] != m) {
        s->killers[ply][1] = s->killers[ply][0];
        s->killers[ply][0] = m;
    }
    int bonus = depth * depth * 4;
    bonus = bonus > HISTORY_MOST / 4 ? HISTORY_MOST / 4 : bonus;
    learn(history_of(s, m), bonus);
    for (size_t k = first; k < i; k++) {
        if (!noisy(s, s->moves[k])) {
            learn(history_of(s, s->moves[k]), -bonus);
        }
    }
}

/* ---- the search ---- */

static int visit(search *s, int ply, int depth, int alpha, int beta, bool checked);

/* Plays the move; tells whether it gives check. */
static bool step(search *s, move m, int ply)
{
    int player = mover_of(s);
    record_push(&s->record, m);
    const position *p = s->record.position;
    bool checks = s->game->core->in_check(p, p->state.mover);
    s->keys[ply + 1] = p->state.hash;
    s->checking[ply + 1] = checks;
    s->acted[ply + 1] = (uint8_t)player;
    return checks;
}

/* The score of the position after a ply, as the player who made it sees it: he or a friend of his may be to act again,
 * and then it is his own score already. */
static int deeper(search *s, bool friends_acted, int ply, int depth, int alpha, int beta, bool checked)
{
    if (friendly(s, mover_of(s)) == friends_acted) {
        return visit(s, ply, depth, alpha, beta, checked);
    }
    return -visit(s, ply, depth, -beta, -alpha, checked);
}

static void keep_line(search *s, int ply, move m)
{
    size_t rest = ply + 1 <= SEARCH_PLY_MAX ? s->lengths[ply + 1] : 0;
    if (rest > SEARCH_PLY_MAX - 1) {
        rest = SEARCH_PLY_MAX - 1;
    }
    s->lines[ply][0] = m;
    memcpy(&s->lines[ply][1], s->lines[ply + 1], rest * sizeof(move));
    s->lengths[ply] = rest + 1;
}

/* Lists the legal moves behind those in use. False when there is no room for them. */
static bool list_moves(search *s, size_t *count)
{
    move_list list = {s->moves + s->used, 0, s->room - s->used, false};
    s->game->core->legal(s->record.position, &list);
    if (s->game->loops_forbidden) {
        record_filter(&s->record, &list);
    }
    *count = list.count;
    return !list.overflow;
}

static int no_moves_score(search *s, int ply)
{
    verdict v = record_no_moves(&s->record);
    return verdict_score(s, &v, ply);
}

/* Moves that take or promote until none pays; all moves out of a check, at first. */
static int quiesce(search *s, int ply, int depth, int alpha, int beta, bool checked)
{
    const game *g = s->game;
    position *p = s->record.position;
    bool evades = checked && depth >= EVASIONS_UNTIL;
    int still = evades ? -INFINITE : judge(s);
    int best = still;
    if (!evades) {
        /* A player who cannot move at all has nothing to stand still with. */
        if (depth == 0 && !g->core->any(p)) {
            return script_failed(s) ? 0 : no_moves_score(s, ply);
        }
        if (best >= beta) {
            return best;
        }
        alpha = best > alpha ? best : alpha;
    }
    size_t first = s->used, count = 0;
    if (evades) {
        if (!list_moves(s, &count)) {
            return judge(s);
        }
        if (count == 0) {
            return script_failed(s) ? 0 : no_moves_score(s, ply);
        }
    } else {
        move_list list = {s->moves + s->used, 0, s->room - s->used, false};
        g->core->noisy(p, &list);
        count = list.count; /* some of them will do when there is no room for all */
    }
    if (script_failed(s)) {
        return 0;
    }
    s->used += count;
    order_moves(s, first, count, MOVE_NONE, ply);
    bool friends = friendly(s, mover_of(s));
    for (size_t i = first; i < first + count; i++) {
        pick(s, i, first + count);
        move m = s->moves[i];
        if (!evades) {
            if (s->orders[i] < ORDER_BAD / 2) {
                break; /* the rest lose material */
            }
            /* With few men left a capture may end the game, whatever it wins. */
            int hope = still + evaluation_gain(&s->evaluation, p, m) + DELTA;
            if (hope <= alpha && !decisive(alpha) && g->core->men_of(p, g->next_player[p->state.mover]) > 2) {
                /* What is returned must bound what was passed over: the parent may take it for a score. */
                best = hope > best ? hope : best;
                continue;
            }
        }
        bool checks = step(s, m, ply);
        int score = deeper(s, friends, ply + 1, depth - 1, alpha, beta, checks);
        record_pop(&s->record);
        if (s->stopped) {
            break;
        }
        if (score > best) {
            best = score;
            if (score > alpha) {
                alpha = score;
                keep_line(s, ply, m);
                if (score >= beta) {
                    break;
                }
            }
        }
    }
    s->used = first;
    return best;
}

/* Plies to take off a late quiet move before it is looked at in full. */
static int reduction(int depth, size_t number)
{
    if (depth < 3 || number < 3) {
        return 0;
    }
    return 1 + (depth >= 5 && number >= 8) + (depth >= 6 && number >= 24);
}

/* The dice are to be thrown for the mover: the mean over what they can show, each searched in full (expectimax; Michie,
 * Game-Playing and Game-Learning Automata, 1966). An end counts as such only if every throw leads to one. */
static int visit_chance(search *s, int ply, int depth, bool checked)
{
    const game *g = s->game;
    if (!g->core->any(s->record.position)) {
        return script_failed(s) ? 0 : no_moves_score(s, ply);
    }
    if (depth <= 0) {
        return judge(s);
    }
    bool friends = friendly(s, mover_of(s));
    int64_t sum = 0;
    bool all_won = true, all_lost = true;
    for (int i = 0; i < g->outcome_count; i++) {
        step(s, move_pack(MOVE_ROLL, CELL_NONE, 0, 0, (unsigned)i, 0), ply);
        int score = deeper(s, friends, ply + 1, depth - 1, -INFINITE, INFINITE, checked);
        record_pop(&s->record);
        if (s->stopped) {
            return 0;
        }
        all_won = all_won && score >= SCORE_MATE_LEAST;
        all_lost = all_lost && score <= -SCORE_MATE_LEAST;
        sum += (int64_t)score * g->outcomes[i].weight;
    }
    s->lengths[ply] = 0; /* there is no best line through a throw */
    int mean = (int)(sum / g->outcome_weights);
    if (!all_won && !all_lost) {
        mean = mean >= SCORE_MATE_LEAST ? SCORE_MATE_LEAST - 1 : mean;
        mean = mean <= -SCORE_MATE_LEAST ? 1 - SCORE_MATE_LEAST : mean;
    }
    return mean;
}

/* The score of the position for its mover, at `ply` from the root. */
static int visit(search *s, int ply, int depth, int alpha, int beta, bool checked)
{
    const game *g = s->game;
    s->lengths[ply] = 0;
    if (!go_on(s)) {
        return 0;
    }
    verdict v = record_decided(&s->record, true);
    if (v.kind == VERDICT_WIN && v.rule->claim && friendly(s, v.winner) != friendly(s, mover_of(s))) {
        v = record_decided(&s->record, false); /* nobody claims his own loss */
    }
    if (script_failed(s)) {
        return 0;
    }
    if (v.kind != VERDICT_ONGOING) {
        return verdict_score(s, &v, ply);
    }
    if (returns_to_draw(s, ply)) {
        return 0;
    }
    if (ply >= SEARCH_PLY_MAX - 1) {
        return judge(s);
    }
    if (s->record.position->more.rolls) {
        return visit_chance(s, ply, depth, checked);
    }
    /* An end nearer the root is known already: nothing here can better it. */
    int floor = -(SCORE_MATE - ply), roof = SCORE_MATE - ply - 1;
    alpha = alpha > floor ? alpha : floor;
    beta = beta < roof ? beta : roof;
    if (alpha >= beta) {
        return alpha;
    }
    if (checked && depth >= 0 && ply < 2 * s->iteration) {
        depth++;
    }
    bool open = beta - alpha > 1;
    uint64_t key = table_key(s);
    table_found known = table_probe(&s->table, key, ply);
    if (!open && known.bound != BOUND_NONE && known.depth >= depth &&
        (known.bound == BOUND_EXACT || (known.bound == BOUND_LOWER && known.score >= beta) ||
         (known.bound == BOUND_UPPER && known.score <= alpha))) {
        return known.score;
    }
    int before = alpha;
    if (depth <= 0) {
        int score = quiesce(s, ply, depth, alpha, beta, checked);
        if (depth == 0 && !s->stopped) {
            table_bound bound = score >= beta ? BOUND_LOWER : score > before ? BOUND_EXACT : BOUND_UPPER;
            table_store(&s->table, key, ply, s->lengths[ply] ? s->lines[ply][0] : MOVE_NONE, score, 0, bound);
        }
        return score;
    }
    int still = 0;
    bool prunes = ply >= FULL_PLIES && depth <= 3 && !open && !checked && !decisive(alpha) && !decisive(beta);
    if (prunes) {
        still = judge(s);
        if (still - MARGIN * depth >= beta && g->core->any(s->record.position)) {
            return still - MARGIN * depth;
        }
    }
    size_t first = s->used, count = 0;
    if (!list_moves(s, &count)) {
        return judge(s);
    }
    if (script_failed(s)) {
        return 0;
    }
    if (count == 0) {
        return no_moves_score(s, ply);
    }
    s->used += count;
    order_moves(s, first, count, known.move, ply);
    bool friends = friendly(s, mover_of(s));
    int best = -INFINITE;
    move best_move = MOVE_NONE;
    for (size_t i = first; i < first + count; i++) {
        pick(s, i, first + count);
        move m = s->moves[i];
        bool quiet = !noisy(s, m);
        bool favoured = s->orders[i] >= ORDER_KILLER;
        bool checks = step(s, m, ply);
        if (prunes && depth <= 2 && quiet && !checks && best > -INFINITE && still + MARGIN * depth <= alpha) {
            record_pop(&s->record);
            best = best > still + MARGIN * depth ? best : still + MARGIN * depth; /* a bound, as in quiesce */
            continue;
        }
        int less = quiet && !checked && !checks && !favoured ? reduction(depth, i - first) : 0;
        int score;
        if (i == first) {
            score = deeper(s, friends, ply + 1, depth - 1, alpha, beta, checks);
        } else {
            score = deeper(s, friends, ply + 1, depth - 1 - less, alpha, alpha + 1, checks);
            if (less && score > alpha && !s->stopped) {
                score = deeper(s, friends, ply + 1, depth - 1, alpha, alpha + 1, checks);
            }
            if (score > alpha && score < beta && !s->stopped) {
                score = deeper(s, friends, ply + 1, depth - 1, alpha, beta, checks);
            }
        }
        record_pop(&s->record);
        if (s->stopped) {
            s->used = first;
            return 0;
        }
        if (score <= best) {
            continue;
        }
        best = score;
        if (score <= alpha) {
            continue;
        }
        alpha = score;
        best_move = m;
        keep_line(s, ply, m);
        if (score >= beta) {
            if (quiet) {
                praise(s, first, i, ply, depth);
            }
            break;
        }
    }
    s->used = first;
    table_bound bound = best >= beta ? BOUND_LOWER : best > before ? BOUND_EXACT : BOUND_UPPER;
    table_store(&s->table, key, ply, best_move, best, depth, bound);
    return best;
}

/* ---- the root ---- */

static void take_line(search *s, search_result *out, int score)
{
    out->best = s->lines[0][0];
    out->line_length = s->lengths[0];
    memcpy(out->line, s->lines[0], s->lengths[0] * sizeof(move));
    out->score = score;
    out->mate = mate_in(score);
}

/* Moves the best move to the front, the others keep their order. */
static void lead_with(search *s, size_t i)
{
    move m = s->moves[i];
    memmove(&s->moves[1], &s->moves[0], i * sizeof *s->moves);
    s->moves[0] = m;
}

/* One depth within one window; the `count` legal moves stand at the start of the buffer. A move that raises alpha is
 * kept in `out` at once, so that a search that is stopped has the use of it. */
static int visit_root(search *s, size_t count, int depth, int alpha, int beta, search_result *out)
{
    bool friends = friendly(s, mover_of(s));
    int best = -INFINITE;
    for (size_t i = 0; i < count; i++) {
        move m = s->moves[i];
        bool checks = step(s, m, 0);
        int score;
        if (i == 0) {
            score = deeper(s, friends, 1, depth - 1, alpha, beta, checks);
        } else {
            score = deeper(s, friends, 1, depth - 1, alpha, alpha + 1, checks);
            if (score > alpha && score < beta && !s->stopped) {
                score = deeper(s, friends, 1, depth - 1, alpha, beta, checks);
            }
        }
        record_pop(&s->record);
        if (s->stopped) {
            break;
        }
        best = score > best ? score : best;
        if (score > alpha) {
            alpha = score;
            keep_line(s, 0, m);
            take_line(s, out, score);
            lead_with(s, i);
            if (score >= beta) {
                break;
            }
        }
    }
    return best;
}

static void deepen(search *s, size_t count, search_result *out)
{
    const search_limits *l = s->limits;
    int most = l->depth > 0 && l->depth < SEARCH_DEPTH_MAX ? l->depth : SEARCH_DEPTH_MAX;
    if (!l->depth && !l->nodes && l->movetime <= 0 && l->clock <= 0 && !l->stop) {
        most = DEPTH_DEFAULT;
    }
    int score = 0;
    for (int depth = 1; depth <= most && !s->stopped; depth++) {
        s->iteration = depth;
        int width = WINDOW;
        int alpha = depth >= 4 && !decisive(score) ? score - width : -INFINITE;
        int beta = depth >= 4 && !decisive(score) ? score + width : INFINITE;
        for (;;) {
            int found = visit_root(s, count, depth, alpha, beta, out);
            if (s->stopped) {
                break;
            }
            score = found;
            if (found <= alpha && alpha > -INFINITE) {
                width *= 3;
                alpha = decisive(found) || width > 1000 ? -INFINITE : found - width;
            } else if (found >= beta && beta < INFINITE) {
                width *= 3;
                beta = decisive(found) || width > 1000 ? INFINITE : found + width;
            } else {
                break;
            }
        }
        if (s->stopped) {
            break;
        }
        out->depth = depth;
        out->nodes = s->nodes;
        out->milliseconds = deadline_spent(&s->deadline);
        if (l->info) {
            l->info(l->state, out);
        }
        if (deadline_enough(&s->deadline, 100)) {
            break;
        }
        /* Nothing nearer can be found any more. */
        if (decisive(score) && SCORE_MATE - abs(score) <= depth) {
            break;
        }
    }
}

/* A claim that is open at the root, if it gives no less than the best move: that may owe its score to the very claim,
 * which the tree counts for whoever it serves. */
static void consider_claims(search *s, const move *claims, size_t count, search_result *out)
{
    bool friends = friendly(s, mover_of(s));
    for (size_t i = 0; i < count; i++) {
        record_push(&s->record, claims[i]);
        verdict v = record_verdict(&s->record);
        record_pop(&s->record);
        if (v.kind == VERDICT_ONGOING) {
            continue;
        }
        int score = v.kind == VERDICT_DRAW ? 0 : friendly(s, v.winner) == friends ? SCORE_MATE - 1 : 1 - SCORE_MATE;
        if (score >= out->score || out->best == MOVE_NONE) {
            out->best = out->line[0] = claims[i];
            out->line_length = 1;
            out->score = score;
            out->mate = mate_in(score);
        }
    }
}

static void prepare(search *s)
{
    const game *g = s->game;
    int player = mover_of(s);
    s->friends = (1u << g->players) - 1;
    s->friends &= ~(uint32_t)g->enemies[player];
    s->nodes = s->look_at = 0;
    s->stopped = s->failed = false;
    s->used = 0;
    s->keys[0] = s->record.position->state.hash;
    s->repetition_draws = s->checks_lose = false;
    for (int i = 0; i < g->ending_count; i++) {
        const rule_ending *rule = g->endings[i].rule;
        if (rule->kind == END_REPETITION && !rule->illegal && rule->result == RESULT_DRAW) {
            s->repetition_draws = true;
        }
        s->checks_lose |= rule->kind == END_PERPETUAL || rule->kind == END_CHECK_CYCLE || rule->kind == END_CHECKS;
    }
    long quiet = s->evaluation.quiet;
    s->quiet_mixes = quiet == 0 ? UINT64_MAX : quiet > 24 ? (uint64_t)quiet - 24 : 0;
    memset(s->killers, 0xFF, sizeof s->killers); /* MOVE_NONE */
    for (size_t i = 0; i < (size_t)g->men * (size_t)g->cells; i++) {
        s->history[i] /= 4;
    }
    table_grow_older(&s->table);
}

/* The legal moves at the start of the buffer, likely ones first; claims behind them. */
static void list_root(search *s, size_t *moves, size_t *claims)
{
    move_list list = {s->moves, 0, s->room, false};
    record_moves(&s->record, &list, true);
    size_t legal = 0;
    for (size_t i = 0; i < list.count; i++) {
        if (move_kind_of(s->moves[i]) != MOVE_CLAIM) {
            move m = s->moves[i];
            s->moves[i] = s->moves[legal];
            s->moves[legal++] = m;
        }
    }
    *moves = legal;
    *claims = list.count - legal;
    if (s->limits->seed) {
        /* Of equal moves the first is played: shuffling them first is to choose among them. */
        random_source r = {s->limits->seed};
        for (size_t i = legal; i > 1; i--) {
            size_t k = random_below(&r, (uint32_t)i);
            move m = s->moves[i - 1];
            s->moves[i - 1] = s->moves[k];
            s->moves[k] = m;
        }
    }
    order_moves(s, 0, legal, MOVE_NONE, 0);
    for (size_t i = 0; i < legal; i++) {
        pick(s, i, legal);
    }
    s->used = list.count;
}

/* At the root the dice are thrown, not chosen: the seed throws them, and the score is what the throw is worth. */
static void throw_dice(search *s, search_result *out)
{
    const game *g = s->game;
    random_source r = {s->limits->seed + s->record.count};
    uint32_t at = random_below(&r, g->outcome_weights);
    unsigned thrown = 0;
    while (at >= g->outcomes[thrown].weight) {
        at -= g->outcomes[thrown++].weight;
    }
    out->best = out->line[0] = move_pack(MOVE_ROLL, CELL_NONE, 0, 0, thrown, 0);
    out->line_length = 1;
    record_push(&s->record, out->best);
    s->keys[0] = s->record.position->state.hash;
    size_t moves = 0, claims = 0;
    list_root(s, &moves, &claims);
    search_result below = {.best = MOVE_NONE};
    if (!script_failed(s) && moves > 0) {
        deepen(s, moves, &below);
        out->score = below.score;
        out->mate = below.mate;
        out->depth = below.depth;
        size_t rest = below.line_length < SEARCH_PLY_MAX - 1 ? below.line_length : SEARCH_PLY_MAX - 1;
        memcpy(&out->line[1], below.line, rest * sizeof(move));
        out->line_length = 1 + rest;
    }
    record_pop(&s->record);
}

static void run(search *s, search_result *out)
{
    prepare(s);
    if (s->record.position->more.rolls && record_decided(&s->record, false).kind == VERDICT_ONGOING &&
        s->game->core->any(s->record.position)) {
        throw_dice(s, out);
        script_failed(s);
        out->failed = s->failed;
        out->nodes = s->nodes;
        out->milliseconds = deadline_spent(&s->deadline);
        return;
    }
    size_t moves = 0, claims = 0;
    list_root(s, &moves, &claims);
    if (!script_failed(s) && moves + claims > 0) {
        if (moves > 0) {
            out->best = out->line[0] = s->moves[0];
            out->line_length = 1;
            deepen(s, moves, out);
        }
        if (!s->failed) {
            consider_claims(s, s->moves + moves, claims, out);
        }
    }
    script_failed(s);
    out->failed = s->failed;
    out->nodes = s->nodes;
    out->milliseconds = deadline_spent(&s->deadline);
}

bool search_run(search *s, const record *root, live_hooks *const *hooks, const search_limits *limits,
                search_result *out)
{
    memset(out, 0, sizeof *out);
    out->best = MOVE_NONE;
    out->number = 1;
    out->bound = BOUND_EXACT;
    s->limits = limits;
    deadline_begin(&s->deadline, limits);
    if (!record_init(&s->record, s->game, hooks[0])) {
        return false;
    }
    bool ready = record_copy(&s->record, root) && record_reserve(&s->record, SEARCH_PLY_MAX + 2);
    if (ready && limits->method == METHOD_MCTS) {
        s->mcts = s->mcts ? s->mcts : mcts_create(s->game, s->bytes);
        ready = s->mcts && mcts_run(s->mcts, &s->record, &s->evaluation, limits, &s->deadline, out);
    } else if (ready && many_sides(s->game)) {
        ready = many_run(&s->record, &s->evaluation, limits, &s->deadline, out);
    } else if (ready) {
        run(s, out);
    }
    record_finish(&s->record);
    return ready;
}
