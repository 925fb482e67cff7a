/* Draws that are claimed: of the position, never by announcing a move. */
#include "unit/test.h"

#include <string.h>

#include "playtest/claim.h"

#define BACK_AND_FORTH "g1f3 g8f6 f3g1 f6g8 "

typedef struct claim_row {
    const char *game, *fen, *moves; /* fen NULL: the start */
    const char *reason;             /* of the draw; NULL: none is claimed */
} claim_row;

static const claim_row rows[] = {
    {"chess", NULL, "", NULL},
    {"chess", NULL, BACK_AND_FORTH BACK_AND_FORTH, "repetition"},
    /* The third time would come with the next move: that can be announced, and is not. */
    {"chess", NULL, BACK_AND_FORTH "g1f3 g8f6 f3g1", NULL},
    {"chess", "4k3/8/8/8/8/8/8/R3K3 w - - 100 80", "", "fifty moves"},
    {"chess", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "", NULL},
    {"chess", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "e1e2", "fifty moves"},
    {"marseillais", "4k3/8/8/8/8/8/8/R3K3 w - - 200 80", "", "fifty moves"},
    {"marseillais", "4k3/8/8/8/8/8/8/R3K3 w - - 150 80", "", NULL},
    {"draughts-english", NULL, "", NULL},
};

static void play(ferz_game *game, const char *moves)
{
    char copy[256];
    assert_true(strlen(moves) < sizeof copy);
    strcpy(copy, moves);
    for (char *rest = copy, *move; (move = strtok_r(rest, " ", &rest)) != NULL;) {
        assert_int_equal(ferz_game_move(game, move, NULL), FERZ_OK);
    }
}

TEST(test_claims)
{
    static const char *const dirs[] = {FERZ_SOURCE_DIR "/rules", NULL};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ferz_variant *variant = ferz_variant_load(rows[i].game, dirs, NULL, 0, 1, NULL);
        ferz_game *game = ferz_game_create(variant, rows[i].fen, NULL);
        assert_non_null(game);
        play(game, rows[i].moves);
        const size_t plies = ferz_game_ply_count(game);
        ferz_status status = {.reason = ""};
        const claim_found found = claim_find(game, &status, NULL);
        if (found != (rows[i].reason ? CLAIM_HOLDS : CLAIM_NONE) ||
            (rows[i].reason && strcmp(status.reason, rows[i].reason) != 0)) {
            fail_msg("row %zu: %d %s", i, (int)found, status.reason);
        }
        assert_int_equal(ferz_game_ply_count(game), plies);
        ferz_game_free(game);
        ferz_variant_free(variant);
    }
}
