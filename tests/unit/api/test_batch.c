/* Encodings and batches: numbers are unique, mean the same in every position, and games that are played by them are games. */
#include "unit/test.h"

#include "ferz_tools.h"

#include "unit/fixtures.h"

enum { GAMES = 3, STEPS = 48, ACTIONS_MAX = 4096, LOOKED_AT = 3 };

/* Movements of every kind that has numbers of its own. */
static const char *const VARIANTS[] = {"chess",       "chess960",   "crazyhouse",     "shogi",   "draughts-english",
                                       "morris",      "duck-chess", "dice-chess",     "tavreli", "kriegspiel",
                                       "marseillais", "sittuyin",   "rights-anywhere"};

static bool bit_of(const uint8_t *bits, size_t action)
{
    return bits[action >> 3] >> (action & 7) & 1;
}

/* The legal moves of a game and their numbers agree with the mask, both ways; claims are in no mask. */
static void assert_mask(const ferz_encoding *e, ferz_game *game, const uint8_t *bits, size_t expected)
{
    uint32_t actions[ACTIONS_MAX];
    size_t count = 0, move_count = 0, masked = 0, claims = 0;
    char *block = ferz_game_legal_moves(game, &move_count, NULL);
    const char *move_text = block;
    assert_int_equal(ferz_game_actions(game, e, actions, ACTIONS_MAX, &count, NULL), FERZ_OK);
    assert_int_equal(count, move_count);
    for (size_t i = 0; i < count; i++, move_text += strlen(move_text) + 1) {
        if (i < LOOKED_AT) {
            char *meant = ferz_game_action_move(game, e, actions[i], NULL);
            char *name = ferz_encoding_action_text(e, actions[i]);
            assert_string_equal(meant, move_text);
            assert_non_null(name);
            ferz_free(meant);
            ferz_free(name);
        }
        bool claim = strncmp(move_text, "claim-", 6) == 0;
        claims += claim;
        assert_int_equal(bit_of(bits, actions[i]), !claim);
    }
    for (size_t i = 0; i < ferz_encoding_action_count(e); i++) {
        masked += bit_of(bits, i);
    }
    assert_int_equal(masked, count - claims);
    assert_int_equal(masked, expected);
    ferz_free(block);
}

static void play(const char *name)
{
    ferz_variant *v = support_game(name, NULL, NULL);
    ferz_encoding *e = ferz_encoding_create(v, NULL);
    ferz_game *start = ferz_game_create(v, NULL, NULL);
    const ferz_batch_options options = {.struct_size = sizeof options, .plies = 40, .seed = 7, .rolls = true};
    ferz_batch *b = ferz_batch_create(e, start, GAMES, &options, NULL);
    assert_true(e && start && b);
    size_t length = (ferz_encoding_action_count(e) + 7) / 8, planes, rows, columns;
    ferz_encoding_shape(e, &planes, &rows, &columns);
    for (size_t i = 0; i < planes; i++) {
        ferz_plane plane = ferz_encoding_plane(e, i);
        assert_true(strlen(plane.kind) > 0);
        assert_true(strcmp(plane.kind, "right") != 0 || strlen(plane.name) > 0);
    }
    uint8_t *bits = malloc(GAMES * length), *seen = malloc(GAMES * planes * rows * columns);
    uint8_t *alone = malloc(planes * rows * columns), players[GAMES], ended[GAMES];
    uint32_t counts[GAMES];
    const ferz_batch_view view = {.struct_size = sizeof view,
                                  .mask_bits = bits,
                                  .planes = seen,
                                  .players = players,
                                  .ended = ended,
                                  .move_count = counts};
    assert_true(bits && seen && alone);
    for (int step = 0; step < STEPS; step++) {
        int32_t actions[GAMES];
        ferz_batch_sample(b, actions);
        assert_int_equal(ferz_batch_step(b, actions, &view, NULL), FERZ_OK);
        int game = step % GAMES;
        if (step % 4) {
            continue;
        }
        ferz_game *copy = ferz_batch_game(b, (size_t)game, NULL);
        assert_non_null(copy);
        assert_int_equal(players[game], ferz_game_side_to_move(copy));
        assert_mask(e, copy, bits + (size_t)game * length, counts[game]);
        assert_int_equal(ferz_game_planes(copy, e, players[game], alone, NULL), FERZ_OK);
        assert_memory_equal(alone, seen + (size_t)game * planes * rows * columns, planes * rows * columns);
        ferz_game_free(copy);
    }
    free(bits);
    free(seen);
    free(alone);
    ferz_batch_free(b);
    ferz_game_free(start);
    ferz_encoding_free(e);
    ferz_variant_free(v);
}

TEST(batches_play_games)
{
    for (size_t i = 0; i < sizeof VARIANTS / sizeof *VARIANTS; i++) {
        play(VARIANTS[i]);
    }
}

TEST(what_is_refused_changes_nothing)
{
    ferz_variant *v = support_game("chess", NULL, NULL), *other = support_game("shogi", NULL, NULL);
    ferz_encoding *e = ferz_encoding_create(v, NULL), *wrong = ferz_encoding_create(other, NULL);
    ferz_game *start = ferz_game_create(v, NULL, NULL);
    ferz_messages *messages = ferz_messages_create(false);
    size_t count;
    assert_null(ferz_batch_create(wrong, start, 1, NULL, messages));
    assert_null(ferz_batch_create(e, start, 0, NULL, messages));
    assert_null(ferz_batch_create(e, start, SIZE_MAX, NULL, messages));
    assert_int_equal(ferz_game_actions(start, wrong, NULL, 0, &count, messages), FERZ_REJECTED);
    assert_null(ferz_game_action_move(start, e, SIZE_MAX, messages));
    assert_null(ferz_encoding_action_text(e, SIZE_MAX));
    ferz_batch *b = ferz_batch_create(e, start, 2, NULL, messages);
    int32_t actions[2];
    ferz_batch_sample(b, actions);
    actions[1] = -1;
    ferz_messages_clear(messages);
    assert_int_equal(ferz_batch_step(b, actions, NULL, messages), FERZ_REJECTED);
    assert_int_equal(ferz_messages_errors(messages), 1);
    ferz_game *first = ferz_batch_game(b, 0, messages);
    assert_int_equal(ferz_game_ply_count(first), 0);
    ferz_game_free(first);
    ferz_batch_free(b);
    ferz_messages_free(messages);
    ferz_game_free(start);
    ferz_encoding_free(e);
    ferz_encoding_free(wrong);
    ferz_variant_free(v);
    ferz_variant_free(other);
}

/* After endings that only count, moves are legal where the game is to be played on; the status stays. */
TEST(games_are_played_on)
{
    static const struct {
        const char *name, *fen;
        size_t moves;
    } rows[] = {
        {"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 5},          /* dead */
        {"xiangqi", "3k5/9/9/9/9/9/9/9/9/4K4 w - - 120 90", 2}, /* counted */
        {"chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 0},         /* mated: that is no counting */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ferz_variant *v = support_game(rows[i].name, NULL, NULL);
        ferz_game *game = ferz_game_create(v, rows[i].fen, NULL);
        ferz_status status;
        size_t count;
        for (int on = 0; on < 2; on++) {
            ferz_game_play_on(game, on);
            ferz_free(ferz_game_legal_moves(game, &count, NULL));
            assert_int_equal(count, on ? rows[i].moves : 0);
            assert_int_equal(ferz_game_status(game, &status, NULL), FERZ_OK);
            assert_int_not_equal(status.outcome, FERZ_ONGOING);
        }
        ferz_game_free(game);
        ferz_variant_free(v);
    }
}

typedef struct tally {
    uint64_t games, plies, cut;
} tally;

static void count_game(void *state, uint64_t plies, const ferz_status *status)
{
    tally *t = state;
    t->games++;
    t->plies += plies;
    t->cut += status->outcome == FERZ_ONGOING;
    assert_true(status->outcome == FERZ_ONGOING || status->reason[0]);
}

TEST(each_random_game_is_told)
{
    ferz_variant *v = support_game("tic-tac-toe", NULL, NULL);
    ferz_game *game = ferz_game_create(v, NULL, NULL);
    tally t = {0};
    const ferz_playout_limits limits = {
        .struct_size = sizeof limits, .games = 200, .plies = 7, .seed = 1, .state = &t, .on_game = count_game};
    ferz_playouts found;
    assert_int_equal(ferz_game_playouts(game, &limits, &found, NULL), FERZ_OK);
    assert_true(t.games == found.games && t.plies == found.plies && t.cut == found.cut && t.cut > 0);
    ferz_playouts_free(&found);
    ferz_game_free(game);
    ferz_variant_free(v);
}
