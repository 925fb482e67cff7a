#include "game/verify.h"

#include "game/fen.h"

#include <stdlib.h>
#include <string.h>

static int compare_moves(const void *left, const void *right)
{
    move a = *(const move *)left, b = *(const move *)right;
    return (a > b) - (a < b);
}

static bool same_moves(move_list *a, move_list *b)
{
    qsort(a->moves, a->count, sizeof(move), compare_moves);
    qsort(b->moves, b->count, sizeof(move), compare_moves);
    return a->count == b->count && (a->count == 0 || memcmp(a->moves, b->moves, a->count * sizeof(move)) == 0);
}

static const char *round_trip(const position *p, position *spare)
{
    text fen = {0}, again = {0};
    diag_list diags;
    diag_list_init(&diags);
    const char *wrong = NULL;
    fen_write(p, &fen);
    if (!fen_read(spare, &diags, (place){0}, text_string(&fen))) {
        wrong = "the FEN that was written cannot be read";
    } else {
        fen_write(spare, &again);
        if (strcmp(text_string(&fen), text_string(&again)) != 0) {
            wrong = "the FEN changes when it is read and written again";
        } else if (spare->state.hash != p->state.hash) {
            wrong = "the position read from the FEN has another hash";
        }
    }
    diag_list_finish(&diags);
    text_finish(&fen);
    text_finish(&again);
    return wrong;
}

static const char *play_and_undo(position *p, const move_list *list, position *spare)
{
    const core *c = p->game->core;
    for (size_t i = 0; i < list->count; i++) {
        undo u;
        memcpy(spare, p, p->game->position_size);
        c->play(p, list->moves[i], &u);
        const char *wrong = c->consistent(p) ? NULL : "after a move, sets or hash differ from those made afresh";
        c->undo(p, &u);
        if (!wrong && memcmp(spare, p, p->game->position_size) != 0) {
            wrong = "an undo did not restore every byte";
        }
        if (wrong) {
            return wrong;
        }
    }
    return NULL;
}

static const char *verify_with(record *r, move_list *fast, move_list *slow, position *spare)
{
    position *p = r->position;
    const core *c = p->game->core;
    if (!c->consistent(p)) {
        return "sets or hash differ from those made afresh";
    }
    const char *wrong = round_trip(p, spare);
    if (wrong) {
        return wrong;
    }
    c->legal(p, fast);
    c->legal_slow(p, slow);
    if (c->count(p) != fast->count) {
        return "counting and listing legal moves disagree";
    }
    if (c->any(p) != (fast->count > 0)) {
        return "asking for any move and listing them disagree";
    }
    wrong = play_and_undo(p, slow, spare);
    if (wrong) {
        return wrong;
    }
    return same_moves(fast, slow) ? NULL : "legality by masks and by play, test, undo disagree";
}

const char *verify_position(record *r)
{
    size_t room = r->game->moves_max;
    move *moves = malloc(2 * room * sizeof *moves);
    position *spare = position_create(r->game, r->position->hooks);
    const char *wrong = "out of memory";
    if (moves && spare) {
        move_list fast = {moves, 0, room, false}, slow = {moves + room, 0, room, false};
        wrong = verify_with(r, &fast, &slow, spare);
    }
    free(moves);
    position_destroy(spare);
    return wrong;
}
