/* Verify: it reports sets, hash, FEN, lists and undo that do not agree. The core's functions are replaced by wrong ones. */
#include "unit/test.h"

#include "unit/fixtures.h"

#include "play/verify.h"

static const core *right;
static bool played;

static uint64_t one_more(position *p)
{
    return right->count(p) + 1;
}

static bool none(position *p)
{
    (void)p;
    return false;
}

static void first_left_out(position *p, move_list *list)
{
    right->legal_by_play(p, list);
    list->count -= list->count > 0;
}

static void another(position *p, move_list *list)
{
    right->legal_by_play(p, list);
    list->moves[0] = list->moves[1]; /* as many, one of them twice */
}

static void play_logged(position *p, move m, undo *u)
{
    right->play(p, m, u);
    played = true;
}

static bool consistent_until_played(const position *p)
{
    return !played && right->consistent(p);
}

/* All but the halfmove clock comes back. */
static void undo_in_part(position *p, const undo *u)
{
    right->undo(p, u);
    p->state.halfmove_clock++;
}

static void change_hash(position *p)
{
    p->state.hash ^= 1;
}

static void move_a_piece(position *p)
{
    p->board[20] = p->board[12];
    p->board[12] = PIECE_NONE;
}

static const struct {
    core wrong; /* what is replaced */
    void (*corrupt)(position *p);
    const char *message; /* NULL: nothing is wrong */
} cases[] = {
    {{0}, NULL, NULL},
    {{0}, change_hash, "sets or hash differ from those computed again"},
    {{0}, move_a_piece, "sets or hash differ from those computed again"},
    {{.count = one_more}, NULL, "counting and listing legal moves disagree"},
    {{.has_legal_move = none}, NULL, "asking for any move and listing them disagree"},
    {{.legal_by_play = first_left_out}, NULL, "legality by masks and by play, test, undo disagree"},
    {{.legal_by_play = another}, NULL, "legality by masks and by play, test, undo disagree"},
    {{.play = play_logged, .consistent = consistent_until_played},
     NULL,
     "after a move, sets or hash differ from those computed again"},
    {{.undo = undo_in_part}, NULL, "an undo did not restore every byte"},
};

TEST(test_verify)
{
    ferz_variant *v = support_game("chess", NULL, NULL);
    right = v->variant->core;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ferz_game *p = support_play(v, NULL, NULL);
        core wrong = *right;
        wrong.count = cases[i].wrong.count ? cases[i].wrong.count : right->count;
        wrong.has_legal_move = cases[i].wrong.has_legal_move ? cases[i].wrong.has_legal_move : right->has_legal_move;
        wrong.legal_by_play = cases[i].wrong.legal_by_play ? cases[i].wrong.legal_by_play : right->legal_by_play;
        wrong.play = cases[i].wrong.play ? cases[i].wrong.play : right->play;
        wrong.consistent = cases[i].wrong.consistent ? cases[i].wrong.consistent : right->consistent;
        wrong.undo = cases[i].wrong.undo ? cases[i].wrong.undo : right->undo;
        played = false;
        if (cases[i].corrupt) {
            cases[i].corrupt(p->game_history.position);
        }
        v->variant->core = &wrong;
        const char *message = verify_position(&p->game_history);
        v->variant->core = right;
        assert_int_equal(message != NULL, cases[i].message != NULL);
        if (message) {
            assert_string_equal(message, cases[i].message);
        }
        ferz_game_free(p);
    }
    ferz_variant_free(v);
}
