#include "search/many.h"

#include "base/random.h"

#include <stdlib.h>
#include <string.h>

enum { PLIES_MAX = SEARCH_PLY_MAX - 2, DEPTH_USUAL = 4, LOOK_EVERY = 64, LOWEST = -SCORE_MATE - 1 };

typedef struct scores {
    int of[PLAYERS_MAX];
} scores;

typedef struct many {
    record *record;
    const game *game;
    const evaluation *evaluation;
    const search_limits *limits;
    move *moves; /* one buffer for the lists of all plies */
    size_t room, used;
    uint64_t nodes;
    deadline *deadline;
    bool stopped;
    move lines[SEARCH_PLY_MAX][SEARCH_PLY_MAX];
    size_t lengths[SEARCH_PLY_MAX];
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

static bool go_on(many *s)
{
    const search_limits *l = s->limits;
    live_hooks *hooks = s->record->position->hooks;
    if (s->stopped) {
        return false;
    }
    s->stopped = (l->nodes && s->nodes >= l->nodes) || (hooks && hooks->failed);
    if (!s->stopped && s->nodes % LOOK_EVERY == 0) {
        s->stopped = deadline_came(s->deadline, s->nodes);
    }
    s->nodes++;
    return !s->stopped;
}

static scores scores_of_verdict(const many *s, const verdict *v, int ply)
{
    scores found = {{0}};
    for (int player = 0; v->kind == VERDICT_WIN && player < s->game->players; player++) {
        bool wins = friends_of(s->game, player) >> v->winner & 1;
        found.of[player] = wins ? SCORE_MATE - ply : ply - SCORE_MATE;
    }
    return found;
}

static scores judge(const many *s)
{
    scores found = {{0}};
    evaluation_sums sums;
    evaluation_begin(s->evaluation, s->record->position, &sums);
    for (int player = 0; player < s->game->players; player++) {
        found.of[player] = evaluation_score(s->evaluation, s->record->position, &sums, friends_of(s->game, player));
    }
    return found;
}

static void keep_line(many *s, int ply, move m)
{
    size_t rest = s->lengths[ply + 1] < SEARCH_PLY_MAX - 1 ? s->lengths[ply + 1] : SEARCH_PLY_MAX - 1;
    s->lines[ply][0] = m;
    memcpy(&s->lines[ply][1], s->lines[ply + 1], rest * sizeof(move));
    s->lengths[ply] = rest + 1;
}

static scores visit(many *s, int ply, int depth);

static scores visit_throws(many *s, int ply, int depth)
{
    const game *g = s->game;
    int64_t sums[PLAYERS_MAX] = {0};
    scores found;
    for (int i = 0; i < g->outcome_count && !s->stopped; i++) {
        record_push(s->record, move_pack(MOVE_ROLL, CELL_NONE, 0, 0, (unsigned)i, 0));
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

/* The best of the moves from `first` on for the player who acts; `*best` gets its number. */
static scores visit_moves(many *s, int ply, int depth, size_t first, size_t count, size_t *best)
{
    int mover = s->record->position->state.mover;
    scores top = {{0}};
    int highest = LOWEST;
    for (size_t i = first; i < first + count && !s->stopped; i++) {
        record_push(s->record, s->moves[i]);
        scores found = visit(s, ply + 1, depth - 1);
        record_pop(s->record);
        if (!s->stopped && found.of[mover] > highest) {
            highest = found.of[mover];
            top = found;
            *best = i;
            keep_line(s, ply, s->moves[i]);
        }
    }
    return top;
}

static scores visit(many *s, int ply, int depth)
{
    s->lengths[ply] = 0;
    if (!go_on(s)) {
        return (scores){{0}};
    }
    verdict v = record_decided(s->record, false);
    if (v.kind != VERDICT_ONGOING) {
        return scores_of_verdict(s, &v, ply);
    }
    if (depth <= 0 || ply >= PLIES_MAX) {
        return judge(s);
    }
    position *p = s->record->position;
    move_list list = {s->moves + s->used, 0, s->room - s->used, false};
    if (p->more.rolls && s->game->core->any(p)) {
        return visit_throws(s, ply, depth);
    }
    s->game->core->legal(p, &list);
    record_filter(s->record, &list);
    if (list.count == 0) {
        v = record_no_moves(s->record);
        return scores_of_verdict(s, &v, ply);
    }
    if (list.overflow) {
        return judge(s);
    }
    size_t first = s->used, best = first;
    s->used += list.count;
    scores found = visit_moves(s, ply, depth, first, list.count, &best);
    s->used = first;
    return found;
}

static void shuffle(many *s, size_t count)
{
    random_source r = {s->limits->seed};
    for (size_t i = count; s->limits->seed && i > 1; i--) {
        size_t k = random_below(&r, (uint32_t)i);
        move m = s->moves[i - 1];
        s->moves[i - 1] = s->moves[k];
        s->moves[k] = m;
    }
}

static void deepen(many *s, size_t count, search_result *out)
{
    const search_limits *l = s->limits;
    int mover = s->record->position->state.mover;
    int most = l->depth > 0                                             ? l->depth
               : l->nodes || l->movetime > 0 || l->clock > 0 || l->stop ? PLIES_MAX
                                                                        : DEPTH_USUAL;
    for (int depth = 1; depth <= most && depth <= PLIES_MAX && !s->stopped; depth++) {
        size_t best = 0;
        scores found = visit_moves(s, 0, depth, 0, count, &best);
        if (s->stopped) {
            break;
        }
        move m = s->moves[best]; /* first next time: a search that is stopped still has it */
        memmove(&s->moves[1], &s->moves[0], best * sizeof *s->moves);
        s->moves[0] = out->best = m;
        out->line_length = s->lengths[0];
        memcpy(out->line, s->lines[0], s->lengths[0] * sizeof(move));
        out->score = found.of[mover];
        out->depth = depth;
        out->nodes = s->nodes;
        out->milliseconds = deadline_spent(s->deadline);
        int far = abs(out->score) >= SCORE_MATE_LEAST ? SCORE_MATE - abs(out->score) : 0;
        out->mate = out->score > 0 ? (far + 1) / 2 : -(far / 2);
        if (l->info) {
            l->info(l->state, out);
        }
        if (far && far <= depth) {
            break;
        }
    }
}

/* The dice are to be thrown at the root: the seed throws them. */
static move throw_dice(const many *s)
{
    random_source r = {s->limits->seed + s->record->count};
    uint32_t at = random_below(&r, s->game->outcome_weights);
    unsigned thrown = 0;
    while (at >= s->game->outcomes[thrown].weight) {
        at -= s->game->outcomes[thrown++].weight;
    }
    return move_pack(MOVE_ROLL, CELL_NONE, 0, 0, thrown, 0);
}

static void run(many *s, search_result *out)
{
    move_list list = {s->moves, 0, s->room, false};
    record_moves(s->record, &list, false);
    if (list.count == 0) {
        return;
    }
    if (s->record->position->more.rolls) {
        out->best = out->line[0] = throw_dice(s);
        out->line_length = 1;
        return;
    }
    shuffle(s, list.count);
    s->used = list.count;
    out->best = out->line[0] = s->moves[0];
    out->line_length = 1;
    deepen(s, list.count, out);
}

bool many_run(record *r, const evaluation *e, const search_limits *limits, deadline *when, search_result *out)
{
    many *s = calloc(1, sizeof *s);
    size_t room = r->game->moves_max * 4 + 4096;
    move *moves = malloc(room * sizeof *moves);
    if (s && moves) {
        *s = (many){.record = r,
                    .game = r->game,
                    .evaluation = e,
                    .limits = limits,
                    .deadline = when,
                    .moves = moves,
                    .room = room};
        run(s, out);
        out->nodes = s->nodes;
        out->milliseconds = deadline_spent(s->deadline);
        out->failed = r->position->hooks && r->position->hooks->failed;
    }
    bool ready = s && moves;
    free(s);
    free(moves);
    return ready;
}
