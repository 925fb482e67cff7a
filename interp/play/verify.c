#include "play/verify.h"

#include "play/fen.h"

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

static const char *fen_round_trip(const position *p, position *spare)
{
    text fen = {0}, rewritten = {0};
    diag_list diags;
    diag_list_init(&diags);
    const char *failure = NULL;
    fen_write(p, &fen);
    if (!fen_read(spare, &diags, (location){0}, text_string(&fen))) {
        failure = "the FEN that was written cannot be read";
    } else if (diags.warnings || (p->state.plies && (fen_warn_of_check(p, &diags, (location){0}), diags.warnings))) {
        failure = "a position of a game, or its FEN, is warned of";
    } else {
        fen_write(spare, &rewritten);
        if (strcmp(text_string(&fen), text_string(&rewritten)) != 0) {
            failure = "the FEN changes when it is read and written again";
        } else if (spare->state.hash != p->state.hash) {
            failure = "the position read from the FEN has another hash";
        }
    }
    diag_list_finish(&diags);
    text_finish(&fen);
    text_finish(&rewritten);
    return failure;
}

static const char *play_and_undo(position *p, const move_list *list, position *spare)
{
    const core *c = p->variant->core;
    for (size_t i = 0; i < list->count; i++) {
        undo u;
        memcpy(spare, p, p->variant->position_size);
        c->play(p, list->moves[i], &u);
        const char *failure = c->consistent(p) ? NULL : "after a move, sets or hash differ from those computed again";
        c->undo(p, &u);
        if (!failure && memcmp(spare, p, p->variant->position_size) != 0) {
            failure = "an undo did not restore every byte";
        }
        if (failure) {
            return failure;
        }
    }
    return NULL;
}

static const char *verify_with_lists(game_history *h, move_list *fast, move_list *slow, position *spare)
{
    position *p = h->position;
    const core *c = p->variant->core;
    if (!c->consistent(p)) {
        return "sets or hash differ from those computed again";
    }
    const char *failure = fen_round_trip(p, spare);
    if (failure) {
        return failure;
    }
    c->legal(p, fast);
    c->legal_by_play(p, slow);
    if (c->count(p) != fast->count) {
        return "counting and listing legal moves disagree";
    }
    if (c->has_legal_move(p) != (fast->count > 0)) {
        return "asking for any move and listing them disagree";
    }
    failure = play_and_undo(p, slow, spare);
    if (failure) {
        return failure;
    }
    return same_moves(fast, slow) ? NULL : "legality by masks and by play, test, undo disagree";
}

const char *verify_position(game_history *h)
{
    size_t room = h->variant->moves_max;
    move *moves = malloc(2 * room * sizeof *moves);
    position *spare = position_create(h->variant, h->position->hooks);
    const char *failure = "out of memory";
    if (moves && spare) {
        move_list fast = {moves, 0, room, false}, slow = {moves + room, 0, room, false};
        failure = verify_with_lists(h, &fast, &slow, spare);
    }
    free(moves);
    position_destroy(spare);
    return failure;
}
