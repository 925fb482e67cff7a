#include "search/many.h"

#include "base/random.h"
#include "search/budget.h"
#include "search/noise.h"
#include "search/root.h"

#include <stdlib.h>
#include <string.h>

enum {
    PLIES_MAX = SEARCH_PLY_MAX - 2,
    DEPTH_USUAL = 4,
    STILL_DEPTH = 4, /* plies of captures behind the last */
    STILL_WIDTH = 6,
    ENTRIES = 1 << 15,
    LINES_MOST = 64,
    LOWEST = -SCORE_MATE - 1,
};
/* Order of moves. */
enum {
    ORDER_KNOWN = 1 << 30,
    ORDER_GOOD = 1 << 26,
    ORDER_KILLER = 1 << 25,
    ORDER_BAD = -(1 << 26),
    HISTORY_MOST = 1 << 20
};

typedef struct scores {
    int of[PLAYERS_MAX];
} scores;

/* What is known of a position: the scores of a whole search, ends as distances from the position. */
typedef struct known {
    uint64_t key;
    move best;
    int16_t of[PLAYERS_MAX];
    int16_t depth;
} known;

typedef struct root_line {
    move moves[SEARCH_PLY_MAX];
    size_t length;
    int score;
} root_line;

typedef struct many {
    record *record;
    const game *game;
    const evaluation *evaluation;
    const search_limits *limits;
    uint32_t friends[PLAYERS_MAX];
    move *moves; /* one buffer for the lists of all plies */
    int *orders; /* beside it */
    size_t room, used;
    known *table;
    int *history; /* [men][cells] */
    budget budget;
    int reach;
    evaluation_sums sums[SEARCH_PLY_MAX + 1];
    move killers[SEARCH_PLY_MAX];
    move lines[SEARCH_PLY_MAX][SEARCH_PLY_MAX];
    size_t lengths[SEARCH_PLY_MAX];
    root_line found[LINES_MOST]; /* of this depth, best first */
    int found_count, wanted;
} many;

static uint32_t friends_of(const game *g, int player)
{
    return ((1u << g->players) - 1) & ~(uint32_t)g->enemies[player];
}

bool many_sides(const game *g)
{
    int sides = 0;
    for (int player = 0; player < g->players; player++) {
        bool first = true; /* of his team */
        for (int other = 0; other < player; other++) {
            first = first && friends_of(g, player) != friends_of(g, other);
        }
        sides += first;
    }
    return sides > 2;
}

/* ---- scores ---- */

static scores scores_of_verdict(const many *s, const verdict *v, int ply)
{
    scores found = {{0}};
    for (int player = 0; v->kind == VERDICT_WIN && player < s->game->players; player++) {
        bool wins = s->friends[player] >> v->winner & 1;
        found.of[player] = wins ? SCORE_MATE - ply : ply - SCORE_MATE;
    }
    return found;
}

static scores judge(const many *s, int ply)
{
    scores found = {{0}};
    for (int player = 0; player < s->game->players; player++) {
        found.of[player] = evaluation_score(s->evaluation, s->record->position, &s->sums[ply], s->friends[player]);
    }
    return found;
}

/* The best that the player who acts can still reach by a ply from here. */
static int highest_at(int ply)
{
    return SCORE_MATE - ply - 1;
}

/* ---- the table ---- */

static int distant(int score, int plies)
{
    return score >= SCORE_MATE_LEAST ? score + plies : score <= -SCORE_MATE_LEAST ? score - plies : score;
}

static uint64_t mix(uint64_t key, uint64_t with)
{
    random_source r = {key ^ (with * UINT64_C(0x9E3779B97F4A7C15))};
    return random_next(&r);
}

/* With what the hash leaves out and yet decides how the game ends; quiet plies only where the end is near. */
static uint64_t key_of(const many *s)
{
    const position *p = s->record->position;
    uint64_t key = p->state.hash;
    for (size_t i = 0; i < s->game->rules->counter_count; i++) {
        key = mix(key, (uint64_t)(uint16_t)p->more.counters[i] + 1 + (i << 16));
    }
    for (int i = 0; s->game->counts_checks && i < s->game->players; i++) {
        key = mix(key, p->more.checks[i] + (((uint64_t)i + 64) << 16));
    }
    bool near = s->evaluation->quiet > 0 && p->state.quiet + 24 >= s->evaluation->quiet;
    return near ? mix(key, p->state.quiet + (UINT64_C(128) << 16)) : key;
}

static const known *recall(const many *s, uint64_t key)
{
    const known *k = &s->table[key % ENTRIES];
    return k->key == key ? k : NULL;
}

static void remember(many *s, uint64_t key, int ply, int depth, const scores *found, move best)
{
    known *k = &s->table[key % ENTRIES];
    if (k->key == key && k->depth > depth) {
        return;
    }
    *k = (known){.key = key, .best = best, .depth = (int16_t)depth};
    for (int player = 0; player < s->game->players; player++) {
        k->of[player] = (int16_t)distant(found->of[player], ply);
    }
}

/* ---- order of moves ---- */

static int *history_of(const many *s, move m)
{
    size_t man = evaluation_mover(s->record->position, m);
    return move_to(m) < (unsigned)s->game->cells ? &s->history[man * (size_t)s->game->cells + move_to(m)] : s->history;
}

static int order_of(const many *s, move m, move best, int ply)
{
    const position *p = s->record->position;
    if (m == best) {
        return ORDER_KNOWN;
    }
    if (noise_of(p, m)) {
        int guess = noise_guess(s->evaluation, p, m);
        return (guess < 0 ? ORDER_BAD : ORDER_GOOD) + guess;
    }
    return m == s->killers[ply] ? ORDER_KILLER : *history_of(s, m);
}

static void order_moves(many *s, size_t first, size_t count, move best, int ply)
{
    for (size_t i = first; i < first + count; i++) {
        s->orders[i] = order_of(s, s->moves[i], best, ply);
    }
}

static void pick(many *s, size_t i, size_t end)
{
    size_t best = i;
    for (size_t k = i + 1; k < end; k++) {
        best = s->orders[k] > s->orders[best] ? k : best;
    }
    move m = s->moves[best];
    int order = s->orders[best];
    memmove(&s->moves[i + 1], &s->moves[i], (best - i) * sizeof *s->moves);
    memmove(&s->orders[i + 1], &s->orders[i], (best - i) * sizeof *s->orders);
    s->moves[i] = m;
    s->orders[i] = order;
}

static void keep_line(many *s, int ply, move m)
{
    size_t rest = s->lengths[ply + 1] < SEARCH_PLY_MAX - 1 ? s->lengths[ply + 1] : SEARCH_PLY_MAX - 1;
    s->lines[ply][0] = m;
    memcpy(&s->lines[ply][1], s->lines[ply + 1], rest * sizeof(move));
    s->lengths[ply] = rest + 1;
}

/* ---- the search ---- */

static void step(many *s, move m, int ply)
{
    record_push(s->record, m);
    evaluation_follow(s->evaluation, s->record->position, &s->record->undos[s->record->count - 1], &s->sums[ply],
                      &s->sums[ply + 1]);
}

/* How the game has ended here; false while it goes on. */
static bool ended(many *s, int ply, scores *found)
{
    verdict v = record_decided(s->record, false);
    if (v.kind == VERDICT_ONGOING) {
        return false;
    }
    if (verdict_is_soft(&v) && !s->game->core->any(s->record->position)) {
        v = record_no_moves(s->record);
    }
    *found = scores_of_verdict(s, &v, ply);
    return true;
}

/* Captures that seem to pay, each answered likewise, as long as the player who acts gains by them. */
static scores still(many *s, int ply, int depth)
{
    scores found;
    s->lengths[ply] = 0;
    if (ended(s, ply, &found)) {
        return found;
    }
    found = judge(s, ply);
    if (depth <= 0 || ply >= PLIES_MAX || s->record->position->more.rolls || !budget_spend(&s->budget)) {
        return found;
    }
    int mover = s->record->position->state.mover;
    move_list list = {s->moves + s->used, 0, s->room - s->used, false};
    s->game->core->noisy(s->record->position, &list);
    size_t first = s->used, end = first + list.count;
    s->used = end;
    order_moves(s, first, list.count, MOVE_NONE, ply);
    for (size_t i = first; i < end && i < first + STILL_WIDTH; i++) {
        pick(s, i, end);
        if (s->orders[i] <= ORDER_GOOD) {
            break;
        }
        step(s, s->moves[i], ply);
        scores below = still(s, ply + 1, depth - 1);
        record_pop(s->record);
        found = below.of[mover] > found.of[mover] ? below : found;
    }
    s->used = first;
    return found;
}

static scores visit(many *s, int ply, int depth);

static scores visit_throws(many *s, int ply, int depth)
{
    const game *g = s->game;
    int64_t sums[PLAYERS_MAX] = {0};
    scores found = {{0}};
    for (int i = 0; i < g->outcome_count && !s->budget.stopped; i++) {
        step(s, move_pack(MOVE_ROLL, CELL_NONE, 0, 0, (unsigned)i, 0), ply);
        found = visit(s, ply + 1, depth - 1);
        record_pop(s->record);
        for (int player = 0; player < g->players; player++) {
            sums[player] += (int64_t)found.of[player] * g->outcomes[i].weight;
        }
    }
    s->lengths[ply] = 0;
    for (int player = 0; player < g->players; player++) {
        found.of[player] = (int)(sums[player] / g->outcome_weights);
    }
    return found;
}

/* The best of the moves from `first` on for the player who acts; `*best` gets it. */
static scores visit_moves(many *s, int ply, int depth, size_t first, size_t count, move *best)
{
    int mover = s->record->position->state.mover;
    scores top = {{0}};
    int highest = LOWEST;
    for (size_t i = first; i < first + count && !s->budget.stopped && highest < highest_at(ply); i++) {
        pick(s, i, first + count);
        move m = s->moves[i];
        step(s, m, ply);
        scores found = visit(s, ply + 1, depth - 1);
        record_pop(s->record);
        if (!s->budget.stopped && found.of[mover] > highest) {
            highest = found.of[mover];
            top = found;
            *best = m;
            keep_line(s, ply, m);
        }
    }
    return top;
}

static void praise(many *s, move m, int ply, int depth)
{
    if (m != MOVE_NONE && !noise_of(s->record->position, m)) {
        int *history = history_of(s, m);
        s->killers[ply] = m;
        *history += depth * depth * (*history < HISTORY_MOST);
    }
}

static scores visit(many *s, int ply, int depth)
{
    scores found;
    s->lengths[ply] = 0;
    if (!budget_spend(&s->budget)) {
        return (scores){{0}};
    }
    s->reach = ply > s->reach ? ply : s->reach;
    if (ended(s, ply, &found)) {
        return found;
    }
    if (depth <= 0 || ply >= PLIES_MAX) {
        return still(s, ply, STILL_DEPTH);
    }
    position *p = s->record->position;
    if (p->more.rolls && s->game->core->any(p)) {
        return visit_throws(s, ply, depth);
    }
    uint64_t key = key_of(s);
    const known *k = recall(s, key);
    if (k && k->depth >= depth) {
        for (int player = 0; player < s->game->players; player++) {
            found.of[player] = distant(k->of[player], -ply);
        }
        return found;
    }
    move_list list = {s->moves + s->used, 0, s->room - s->used, false};
    s->game->core->legal(p, &list);
    record_filter(s->record, &list);
    if (list.count == 0) {
        verdict v = record_no_moves(s->record);
        return scores_of_verdict(s, &v, ply);
    }
    if (list.overflow) {
        return judge(s, ply);
    }
    size_t first = s->used;
    move best = MOVE_NONE;
    s->used += list.count;
    order_moves(s, first, list.count, k ? k->best : MOVE_NONE, ply);
    found = visit_moves(s, ply, depth, first, list.count, &best);
    s->used = first;
    if (!s->budget.stopped) {
        praise(s, best, ply, depth);
        remember(s, key, ply, depth, &found, best);
    }
    return found;
}

/* ---- the root ---- */

/* Keeps the line at the root if it is among those that are wanted. */
static void keep_root_line(many *s, int score)
{
    int at = s->found_count;
    while (at > 0 && s->found[at - 1].score < score) {
        at--;
    }
    if (at >= s->wanted) {
        return;
    }
    s->found_count += s->found_count < s->wanted;
    memmove(&s->found[at + 1], &s->found[at], (size_t)(s->found_count - at - 1) * sizeof *s->found);
    s->found[at].score = score;
    s->found[at].length = s->lengths[0];
    memcpy(s->found[at].moves, s->lines[0], s->lengths[0] * sizeof(move));
}

static void take_line(const many *s, int line, int depth, search_result *out)
{
    const root_line *l = &s->found[line];
    out->best = l->moves[0];
    out->line_length = l->length;
    memcpy(out->line, l->moves, l->length * sizeof(move));
    out->score = l->score;
    out->mate = root_mate(l->score);
    out->number = line + 1;
    out->bound = BOUND_EXACT;
    out->depth = depth;
    out->reach = s->reach;
    out->nodes = s->budget.nodes;
    out->milliseconds = deadline_spent(s->budget.deadline);
}

static void report(const many *s, int depth)
{
    for (int line = 0; line < s->found_count && s->limits->info; line++) {
        search_result told = {0};
        take_line(s, line, depth, &told);
        s->limits->info(s->limits->state, &told);
    }
}

/* One depth: each move in whole, since what is best is known only by what all are worth. */
static void visit_root(many *s, size_t count, int depth)
{
    int mover = s->record->position->state.mover;
    s->found_count = 0;
    for (size_t i = 0; i < count && !s->budget.stopped; i++) {
        step(s, s->moves[i], 0);
        scores found = visit(s, 1, depth - 1);
        record_pop(s->record);
        if (!s->budget.stopped) {
            keep_line(s, 0, s->moves[i]);
            keep_root_line(s, found.of[mover]);
        }
    }
}

/* The best move goes first next time. */
static void lead_with(many *s, size_t count, move m)
{
    size_t i = 0;
    while (i + 1 < count && s->moves[i] != m) {
        i++;
    }
    memmove(&s->moves[1], &s->moves[0], i * sizeof *s->moves);
    s->moves[0] = m;
}

static void deepen(many *s, size_t count, search_result *out)
{
    const search_limits *l = s->limits;
    bool limited = l->nodes || l->movetime > 0 || l->clock > 0 || l->stop;
    int most = l->depth > 0 ? l->depth : limited ? PLIES_MAX : DEPTH_USUAL;
    for (int depth = 1; depth <= most && depth <= PLIES_MAX; depth++) {
        visit_root(s, count, depth);
        /* A depth that was cut short is of use if it has beaten what was best before. */
        if (s->found_count == 0 || (s->budget.stopped && depth > 1 && s->found[0].score <= out->score)) {
            break;
        }
        take_line(s, 0, s->budget.stopped ? depth - 1 : depth, out);
        if (s->budget.stopped) {
            break;
        }
        lead_with(s, count, out->best);
        report(s, depth);
        int far = abs(out->score) >= SCORE_MATE_LEAST ? SCORE_MATE - abs(out->score) : 0;
        if ((far && far <= depth) || deadline_enough(s->budget.deadline, count == 1 ? 5 : 100)) {
            break;
        }
    }
}

static void run(many *s, search_result *out)
{
    record *r = s->record;
    move_list list = {s->moves, 0, s->room, false};
    if (root_throws(r)) {
        out->best = out->line[0] = root_throw(r, s->limits->seed);
        out->line_length = 1;
        return;
    }
    size_t moves = root_moves(r, s->limits, &list);
    s->used = list.count;
    if (moves) {
        out->best = out->line[0] = s->moves[0];
        out->line_length = 1;
        evaluation_begin(s->evaluation, r->position, &s->sums[0]);
        deepen(s, moves, out);
    }
    int mover = r->position->state.mover;
    for (size_t i = moves; i < list.count && !s->budget.failed; i++) {
        verdict v = root_claim(r, s->moves[i]);
        int score = v.kind == VERDICT_WIN ? scores_of_verdict(s, &v, 1).of[mover] : 0;
        if (v.kind != VERDICT_ONGOING && (score >= out->score || out->best == MOVE_NONE)) {
            out->best = out->line[0] = s->moves[i];
            out->line_length = 1;
            out->score = score;
            out->mate = root_mate(score);
        }
    }
}

bool many_run(record *r, const evaluation *e, const search_limits *limits, deadline *when, search_result *out)
{
    const game *g = r->game;
    many *s = calloc(1, sizeof *s);
    size_t room = g->moves_max * 4 + 4096;
    move *moves = malloc(room * sizeof *moves);
    int *orders = malloc(room * sizeof *orders);
    int *history = calloc((size_t)g->men * (size_t)g->cells, sizeof *history);
    known *entries = calloc(ENTRIES, sizeof *entries);
    bool ready = s && moves && orders && history && entries;
    if (ready) {
        *s = (many){.record = r, .game = g, .evaluation = e, .limits = limits};
        s->moves = moves;
        s->orders = orders;
        s->room = room;
        s->history = history;
        s->table = entries;
        s->budget = budget_begin(when, r);
        s->wanted = limits->lines < 1 ? 1 : limits->lines < LINES_MOST ? limits->lines : LINES_MOST;
        memset(s->killers, 0xFF, sizeof s->killers); /* MOVE_NONE */
        for (int player = 0; player < g->players; player++) {
            s->friends[player] = friends_of(g, player);
        }
        run(s, out);
        budget_failed(&s->budget);
        out->nodes = s->budget.nodes;
        out->milliseconds = deadline_spent(when);
        out->failed = s->budget.failed;
        out->number = 1;
    }
    free(s);
    free(moves);
    free(orders);
    free(history);
    free(entries);
    return ready;
}
