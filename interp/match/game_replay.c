#include "match/game_replay.h"

#include <string.h>

/* Whether what was replayed is the beginning of this game. */
static bool begins(const game_replay *r, const move_request *q)
{
    size_t plies = r->game ? ferz_game_ply_count(r->game) : 0;
    bool same = r->game && strcmp(text_string(&r->start), q->start_fen) == 0 &&
                ferz_game_variant(r->game) == ferz_game_variant(q->game) && plies <= ferz_game_ply_count(q->game);
    for (size_t i = 0; same && i < plies; i++) {
        same = strcmp(ferz_game_ply(r->game, i), ferz_game_ply(q->game, i)) == 0;
    }
    return same;
}

bool game_replay_continues(game_replay *r, const move_request *q)
{
    if (begins(r, q)) {
        return true;
    }
    game_replay_finish(r);
    text_put(&r->start, q->start_fen);
    r->game = r->start.failed ? NULL : ferz_game_create(ferz_game_variant(q->game), q->start_fen, NULL);
    return false;
}

bool game_replay_next(game_replay *r, const engine_notation *d, const move_request *q, text *spelled)
{
    size_t ply = r->game ? ferz_game_ply_count(r->game) : 0;
    if (!r->game || ply >= ferz_game_ply_count(q->game)) {
        return false;
    }
    engine_notation_put_move(d, r->game, ferz_game_ply(q->game, ply), spelled);
    return !spelled->failed && ferz_game_move(r->game, ferz_game_ply(q->game, ply), NULL) == FERZ_OK;
}

void game_replay_finish(game_replay *r)
{
    ferz_game_free(r->game);
    text_finish(&r->start);
    *r = (game_replay){0};
}
