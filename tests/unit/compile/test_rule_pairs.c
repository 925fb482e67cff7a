/* Rules that stand together: chess, and other games, with two more rules each. Either the second is refused in words that name its
 * place, or the game is sound: it is played at random, and every invariant holds after each ply. */
#include "unit/test.h"

#include "ferz_tools.h"

#include "unit/temp_folder.h"
#include "unit/fixtures.h"

#include <time.h>
static const char *const rules[] = {
    "turn: {plies: 2}\n",
    "turn: {plies: free, check_legality: end}\n",
    "turn: {plies: 2, each_piece_once: true, check: last}\n",
    "turn: {plies: free, only: drops, check: ends}\n",
    "turn: {pass: always}\n",
    "turn: {pass: no_moves}\n",
    "captures: {mandatory: true}\n",
    "captures: {mandatory: true, longest: true}\n",
    "captures: {mandatory: true, by: [queen], prefer: rook}\n",
    "captures: {blast: {reach: K}}\n",
    "captures: {blast: {reach: WD, spares: pawn}}\n",
    "captures: {row: 3}\n",
    "checks: {mandatory: all}\n",
    "checks: {only: mate}\n",
    "checks: {only: orthodox mate}\n",
    "captured: to hand\n",
    "captured: to prison\n",
    "stacks: true\n",
    "stacks: true\ncaptured: under\nsplit: true\n",
    "dice: {roll: 1d6, moves: {1: pawn, 2: king, 3: knight, 4: bishop, 5: rook, 6: queen}}\nturn: {pass: no_moves}\n",
    "royals: {capturable: true}\n",
    "royals: {attacked: by moves}\n",
    "setup: {royals: true}\ncaptured: to hand\n",
    "no_moves: {checkmated: {invulnerable: true, attacks: nothing}, stalemated: {invulnerable: true}, returns: "
    "invulnerable}\n",
    "no_moves: {checkmated: {removed: royals}}\n",
    "neutral: nobody\n",
    "board: {wrap: files}\n",
    "visibility: {sees: own}\n",
    "visibility: {sees: own, tries: true}\n",
    "end: {never: {when: repetition 2, result: draw, illegal: true}}\n",
    "end: {three: {when: checks 3, result: win}}\n",
    "end: {all three: {when: checks 3, consecutive: false, result: win}}\n",
    "end: {four: {when: connect 4, result: win}}\n",
    "jumps: {removes: at once, promotion: stop}\npieces: {pawn: {moves: [fmW, {jump: F, chain: "
    "any}]}}\n",
    "pieces: {rook: {moves: [R, caK]}}\n",
    "pieces: {knight: {immobilizes: all}}\n",
    "pieces: {bishop: {protects: all}}\n",
    "pieces: {queen: {captures: [custodian, approach, coordination]}}\n",
    "pieces: {rook: {kamikaze: true}}\n",
    "pieces: {queen: {invulnerable: true}}\n",
    "pieces: {bishop: {shown_as: knight}}\n",
    "pieces: {rook: {moves: gR}}\n",
    "pieces: {bishop: {moves: [mB, cpB]}}\n",
    "pieces: {knight: {moves: [N, {jump: W, chain: any, jumped: converted}]}}\n",
    "pieces: {knight: {moves: nN}}\n",
    "pieces: {queen: {moves: [Q, {stay: true}]}}\n",
    "pieces: {rook: {moves: [{move: R, through: any}]}}\n",
    "pieces: {bishop: {moves: [{move: B, bounces: true}]}}\n",
    "pieces: {rook: {moves: [R, {move: F, transforms: bishop, must_not_check: true}]}}\n",
    "pieces: {knight: {transforms: bishop}}\n",
    "pieces: {knight: {moves: [N, {move: D, if: empty W}, {move: mA, if: own pawn F}]}}\n",
    "pieces: {rook: {moves: [R, {move: W, victims: [pawn, queen]}, {move: B2, to: ranks 3-6}]}}\n",
    "pieces: {bishop: {moves: [B, {move: cD, gives_check: false}, dW]}}\n",
    "pieces: {rook: {moves: [{move: R, circles: true, crosses: files}]}}\nboard: {wrap: files}\n",
    "pieces: {knight: {immobilizes: [pawn, queen]}}\nturn: {removes: immobilized}\n",
    "pieces: {rook: {moves: [{move: R, victims: [pawn, queen]}, {move: fB, victims: pawn}, {move: B3, victims: rook, "
    "from: ranks "
    "1-4}]}}\n",
    "pieces: {rook: {moves: [{move: R, victims: pawn, through: 1}, {move: B, gives_check: false}]}}\n",
    "pieces: {rook: {moves: [{move: N, transforms: bishop}, {stay: true, transforms: knight, from: ranks 2-5}]}}\n",
    "pieces: {rook: {moves: [R, nA, {move: fmnD, en_passant: true}, {move: mW, transforms: bishop, with: knight}]}}\n",
    "captures: {row: {length: 3, off: any, along: straight}}\n",
    "turn: {plies: 3, first: 1}\n",
    "board: {levels: 2}\nstart: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR|8/8/8/8/8/8/8/8 w KQkq - 0 1\n",
    "board: {wrap: moebius}\n",
    "drops: {check: false}\ncaptured: to hand\n",
    "drops: {mate: false, per_file: 2}\ncaptured: to hand\n",
    "pieces: {queen: {drops: {endless: all}}}\n",
    "pieces: {king: {royal: false}}\nend: {gone: {when: extinct king, result: loss}}\n",
    "end: {bare: {when: bare, result: loss, grace: true}, both: {when: both bare, result: draw}}\n",
    "end: {home: {when: goal 1, zone: own rank 6, pieces: [pawn, king], result: win}}\n",
    "end: {few: {when: pieces below 14, result: loss}}\n",
    "end: {count: {when: points, zone: own ranks 5-8, points: {rook: 5, others: 1}, need: 5, result: points}}\n",
    "end: {chase: {when: perpetual check 2, result: loss}, cycle: {when: check cycle 2, result: draw}}\n",
    "pieces: {pawn: {promotes: {on: own ranks 4-8, to: [queen, rook], optional: true, reverts: true}}}\n",
    "pieces: {king: {moves: [K, {move: N, right: l}]}}\nrights: {l: {piece: king}}\n",
    "script: hooks-filters.lua\nhooks: {no_knight_mates: {at: made, checks: true}}\n",
    "script: hooks-filters.lua\nhooks: {knights_taken: {at: legal, captures: true}}\n",
    "script: rebirth.lua\ncounters: [reborn]\nhooks: {reborn: {at: after, captures: true}}\n",
};

static const char *const bases[] = {"chess",    "crazyhouse",  "draughts-russian", "tic-tac-toe",
                                    "sittuyin", "marseillais", "xiangqi",          "kyoto-shogi"};

enum { RULES = sizeof rules / sizeof *rules, BASES = sizeof bases / sizeof *bases, PLIES = 24 };

static size_t played, refused, wrong;

static void write_game(const char *name, const char *base, const char *rule)
{
    folder_write(name, "name: %s\nextends: %s\n%s", name, base, rule);
}

/* A few moves by chance, and what must hold after each. */
static bool is_sound(const ferz_variant *g, ferz_messages *messages, uint32_t random)
{
    ferz_game *p = ferz_game_create(g, NULL, messages);
    bool ok = p != NULL, over = false;
    for (int ply = 0; ply < PLIES && ok && !over; ply++) {
        size_t count = 0;
        char *moves = ferz_game_legal_moves(p, &count, messages);
        const char *chosen = moves;
        random = random * 1664525 + 1013904223;
        for (size_t skip = moves && count ? (random >> 8) % count : 0; skip; skip--) {
            chosen += strlen(chosen) + 1;
        }
        ferz_status status;
        over = ferz_game_status(p, &status, messages) == FERZ_OK && status.outcome != FERZ_ONGOING;
        ok = moves && over == (count == 0) && ferz_game_verify(p, messages) == FERZ_OK &&
             (over || ferz_game_move(p, chosen, messages) == FERZ_OK);
        ferz_free(moves);
    }
    while (ok && ferz_game_undo(p)) {
    }
    ok = ok && ferz_game_verify(p, messages) == FERZ_OK;
    ferz_game_free(p);
    return ok;
}

/* What is found the best move is a legal one, by whatever it is searched. */
static bool is_playable(const ferz_variant *g, ferz_messages *messages, uint32_t random)
{
    ferz_game *p = ferz_game_create(g, NULL, messages);
    size_t count = 0;
    char *moves = p ? ferz_game_legal_moves(p, &count, messages) : NULL;
    ferz_limits limits = {.nodes = 60, .hash_bytes = 1 << 16, .seed = 1};
    limits.method = random % 3 == 0 ? FERZ_METHOD_MCTS : FERZ_METHOD_ALPHABETA;
    ferz_best best = {0};
    bool ok = moves && (count == 0 || ferz_game_best_move(p, &limits, &best, messages) == FERZ_OK);
    bool listed = count == 0 || ferz_variant_facts(g)->has_tries;
    for (const char *at = moves; ok && !listed && count--; at += strlen(at) + 1) {
        listed = strcmp(at, best.move) == 0;
    }
    ferz_free(best.move);
    ferz_free(best.pv);
    ferz_free(moves);
    ferz_game_free(p);
    return ok && listed;
}

static void try_both(const char *base, const char *one, const char *other, uint32_t random)
{
    ferz_messages *messages = ferz_messages_create(false);
    write_game("one.yaml", base, one);
    write_game("two.yaml", "one", other);
    ferz_variant *g = ferz_variant_load(folder_path("two.yaml"), support_dirs(), NULL, 0, 1, messages);
    bool ok = true;
    if (g) {
        played++;
        ferz_messages_clear(messages);
        ok = is_sound(g, messages, random) && is_playable(g, messages, random);
    } else {
        refused++;
        ok = ferz_messages_errors(messages) > 0 && ferz_messages_result(messages) != FERZ_SYSTEM_ERROR &&
             ferz_messages_at(messages, 0).line > 0;
    }
    if (!ok) {
        print_error("%s, with\n%sand\n%s", base, one, other);
        support_show(messages);
        wrong++;
    }
    ferz_variant_free(g);
    ferz_messages_free(messages);
}

/* On chess each rule with a few others, each other after another; FERZ_TOGETHER=1: with all. */
TEST(test_pairs)
{
    const char *asked = getenv("FERZ_TOGETHER"); /* how many of the pairs: 1 of so many */
    size_t share = asked ? (size_t)atoi(asked) : 15;
    for (size_t i = 0; i < RULES; i++) {
        for (size_t k = 0; k < RULES; k++) {
            if (i != k && (3 * i + k) % share == 0) {
                try_both("chess", rules[i], rules[k], (uint32_t)(i * RULES + k));
            }
        }
    }
    assert_int_equal(wrong, 0);
    assert_true(played > 2 * refused);
}

TEST(test_bases)
{
    for (size_t b = 1; b < BASES; b++) {
        for (size_t i = b % 2; i < RULES; i += 2) {
            try_both(bases[b], "", rules[i], (uint32_t)(b * RULES + i));
        }
    }
    assert_int_equal(wrong, 0);
}

ALL_TESTS(folder_make, folder_remove);
