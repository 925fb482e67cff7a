#include "search/root.h"

#include "base/random.h"

bool root_throws(record *r)
{
    return r->position->more.rolls && record_decided(r, false).kind == VERDICT_ONGOING &&
           r->game->core->any(r->position);
}

move root_throw(const record *r, uint64_t seed)
{
    const game *g = r->game;
    random_source random = {seed + r->count};
    uint32_t at = random_below(&random, g->outcome_weights);
    unsigned thrown = 0;
    while (at >= g->outcomes[thrown].weight) {
        at -= g->outcomes[thrown++].weight;
    }
    return move_pack(MOVE_ROLL, CELL_NONE, 0, 0, thrown, 0);
}

static bool asked_for(const search_limits *l, move m)
{
    bool asked = l->only_count == 0;
    for (size_t i = 0; i < l->only_count && !asked; i++) {
        asked = l->only[i] == m;
    }
    return asked;
}

static void exchange(move *a, move *b)
{
    move m = *a;
    *a = *b;
    *b = m;
}

size_t root_moves(record *r, const search_limits *limits, move_list *list)
{
    record_moves(r, list, true);
    size_t kept = 0, legal = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (asked_for(limits, list->moves[i])) {
            list->moves[kept++] = list->moves[i];
        }
    }
    list->count = kept;
    for (size_t i = 0; i < kept; i++) {
        if (move_kind_of(list->moves[i]) != MOVE_CLAIM) {
            exchange(&list->moves[i], &list->moves[legal++]);
        }
    }
    random_source random = {limits->seed};
    for (size_t i = legal; limits->seed && i > 1; i--) {
        exchange(&list->moves[i - 1], &list->moves[random_below(&random, (uint32_t)i)]);
    }
    return legal;
}

verdict root_claim(record *r, move claim)
{
    record_push(r, claim);
    verdict v = record_verdict(r);
    record_pop(r);
    return v;
}

int root_mate(int score)
{
    if (score >= SCORE_MATE_LEAST) {
        return (SCORE_MATE - score + 1) / 2;
    }
    return score <= -SCORE_MATE_LEAST ? -((SCORE_MATE + score + 1) / 2) : 0;
}
