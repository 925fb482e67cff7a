/* Explain: why a move is legal or not, in words that name the rule and its place. */
#include "unit/test.h"

#include "unit/fixtures.h"
#include "unit/share.h"

typedef struct explain_case {
    const char *variant, *fen, *moves, *move;
    const char *words[4]; /* all of them stand in the answer, in this order; the first begins it */
} explain_case;

static const explain_case legal[] = {
    {"circe",
     "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
     "",
     "e4d5",
     {"legal\nrule: pawn, `fmWfceF` (", "hook rebirth: put black pawn on d7 (", "circe.yaml:", "d7: black pawn\n"}},
    {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "", "N@a3", {"legal\nrule: drop of a knight (", NULL}},
    {"chess",
     NULL,
     "",
     "e2e4",
     {"legal\nrule: pawn, `fmnD` (", "e2: empty, was white pawn\n", "e4: white pawn\n", "turn: black\n"}},
    {"chess", "4k3/8/8/8/3p4/8/4P3/4K3 w", "", "e2e4", {"legal\n", "open to en passant: e3\n", NULL}},
    {"chess",
     "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
     "",
     "e5d6",
     {"legal\n", "d5: empty, black pawn is captured\n", NULL}},
    {"chess",
     "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
     "",
     "e1g1",
     {"legal\nrule: castling short (", "g1: white king\n", "f1: white rook\n", "right lost: white, k on h1\n"}},
    {"chess",
     "1n2k3/P7/8/8/8/8/8/4K3 w",
     "",
     "a7b8q",
     {"legal\n", "b8: black knight is captured by white queen\n", "check: black\n"}},
    {"crazyhouse", "4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1", "", "e4d5", {"legal\n", "hand: white has 1 pawn\n", NULL}},
    {"crazyhouse",
     "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1",
     "",
     "N@f6",
     {"legal\n", "hand: white has 0 knight\n", "f6: white knight\n", "check: black\n"}},
    {"frankfurt",
     "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1",
     "",
     "e1e2",
     {"legal\n", "e2: black rook is captured by white royal rook\n"}},
    {"hooks-rebirth",
     "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
     "",
     "e4d5",
     {"legal\n", "d7: black pawn\n", "counter: reborn is 1\n"}},
    /* a capture in passing is named, not the capture that leads to the same cell */
    {"name: T\nextends: chess\npieces:\n  pawn:\n    moves:\n      - fmW\n      - {move: fcF, victims: queen}\n      - "
     "fceF\n"
     "      - {move: fmnD, from: own rank 2, en_passant: true}\n",
     "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
     "",
     "e5d6",
     {"legal\nrule: pawn, `fceF` (", "text.yaml:8)"}},
    /* of two movements the one that crosses the wrapped edge */
    {"name: T\nextends: chess\nboard: {wrap: files}\npieces: {bishop: {moves: [{move: B, crosses: never}, F]}}\n",
     "4k3/8/8/8/8/8/3P4/B3K3 w",
     "",
     "a1h2",
     {"legal\nrule: bishop, `F` ("}},
    {"draughts-russian",
     "8/8/3m1m2/2K5/3m1m2/8/8/8 w - - 0 1",
     "",
     "c5:e3:g5:e7:c5",
     {"legal", "listed as: c5:e7:g5:e3:c5", "turn: black"}},
    /* of several movements on one ray the one whose hurdle stands there */
    {"name: T\nextends: chess\npieces: {rook: {moves: [pR, gQ, jR, mR]}}\n",
     "4k3/8/8/RP6/8/8/8/4K3 w",
     "",
     "a5d5",
     {"legal\nrule: rook, `pR` ("}},
    {"name: T\nextends: chess\npieces: {rook: {moves: [pR, gQ, jR, mR]}}\n",
     "4k3/8/8/R2n4/8/8/8/4K3 w",
     "",
     "a5d5",
     {"legal\nrule: rook, `jR` ("}},
    {"name: T\nextends: chess\npieces: {rook: {moves: [gQ, pR, mR, jR]}}\n",
     "4k3/8/8/RP6/8/8/8/4K3 w",
     "",
     "a5d5",
     {"legal\nrule: rook, `pR` ("}},
    /* a path that ends where it captured is a plain capture */
    {"name: T\nextends: chess\npieces: {rook: {moves: [cabambW]}}\n",
     "4k3/8/8/8/8/3p4/3R4/7K w",
     "",
     "d2d3",
     {"legal\nrule: rook, `cabambW` (", "d3: black pawn is captured by white rook"}},
    {"chess", NULL, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", "claim-draw", {"legal\nends the game: repetition ("}},
    {"draughts-russian", NULL, "", "c3d4", {"legal\nrule: man"}},
    {"chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "", "O-O-O", {"legal\nrule: castling long ("}},
    {"chess", NULL, "", "Nf3", {"legal\nrule: knight"}},
};

static const explain_case illegal[] = {
    {"morris",
     "3/3/m1m/5M/1M1/m1m/MM1[] w - - 0 20",
     "",
     "g4g1",
     {"illegal: it completes a row, which removes a piece: name it, as in g4g1xb2 (", "morris.yaml:", ")\n"}},
    {"chess",
     "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1",
     "",
     "e3e5",
     {"illegal: the pawn's movement `fmnD` begins only in the zone `own rank 2`, and e3 is not there (",
      "chess.yaml:17)"}},
    {"chess",
     "4k3/8/8/8/4n3/4P3/8/4K3 w - - 0 1",
     "",
     "e3e4",
     {"illegal: the pawn goes from e3 to e4 only without a capture, and the knight stands there (", "chess.yaml:16)"}},
    {"draughts-russian",
     "8/8/8/4m3/3M4/8/8/M7 w - - 0 1",
     "",
     "a1-b2",
     {"illegal: a player who can capture must capture: d4:f6 (", "draughts-russian.yaml:"}},
    {"draughts-russian", NULL, "", "a3-b5", {"illegal: no rule moves the man from a3 to b5 ("}},
    {"draughts-russian", NULL, "", "c3:e5", {"illegal: no rule moves the man from c3 to e5 ("}},
    {"cheskers", NULL, "", "Pc7-e5", {"illegal: no rule moves the pawn from c7 to e5 ("}},
    {"draughts-international",
     "10/10/10/10/5m4/10/3m6/2M3m3/7M2/10 w",
     "",
     "h2:f4",
     {"illegal: a longer capture exists: ", "draughts-international.yaml:"}},
    {"atomic",
     "4k3/8/8/8/8/8/P2p4/3QK3 w - - 0 1",
     "",
     "d1d2",
     {"illegal: it would blow up a royal piece of your own (", "atomic.yaml:"}},
    {"fairy-pieces",
     "4k3/8/8/3tn3/3R4/8/8/4K3 w - - 0 1",
     "",
     "d4d5",
     {"illegal: the diplomat on d5 cannot be captured, by its own rule or a neighbour's (", "fairy-pieces.yaml:"}},
    {"fairy-pieces",
     "4k3/8/8/4n3/3tR3/8/8/4K3 w - - 0 1",
     "",
     "e4e5",
     {"illegal: the knight on e5 cannot be captured, by its own rule or a neighbour's ("}},
    {"fairy-pieces",
     "4k3/8/8/8/3=P4/8/8/4K3 b - - 0 1",
     "",
     "d4d5",
     {"illegal: no rule moves the pawn from d4 to d5 ("}},
    {"ultima",
     "7k/8/8/3iP3/3W4/8/8/7K w - - 0 1",
     "",
     "d4d2",
     {"illegal: the spy on d4 is immobilized by an enemy beside it (", "ultima.yaml:"}},
    {"chess", NULL, "", "e3e4", {"illegal: there is no piece on e3\n"}},
    {"chess", NULL, "", "e7e5", {"illegal: the pawn on e7 belongs to black, and white is to move\n"}},
    {"chess", NULL, "", "a1a3", {"illegal: the path of the rook is blocked on a2 by the pawn (", "chess.yaml:10)"}},
    {"chess", NULL, "", "a1a2", {"illegal: a2 has your own pawn\n"}},
    {"chess", NULL, "", "b1d2", {"illegal: d2 has your own pawn\n"}},
    {"chess", NULL, "", "b1b3", {"illegal: no rule moves the knight from b1 to b3 (", "chess.yaml:"}},
    {"chess",
     NULL,
     "",
     "e2d3",
     {"illegal: the pawn goes from e2 to d3 only with a capture, and d3 is empty (", "chess.yaml:16)"}},
    {"chess",
     "4k3/8/8/8/8/4n3/4P3/4K3 w",
     "",
     "e2e4",
     {"illegal: the path of the pawn is blocked on e3 by the knight (", "chess.yaml:17)"}},
    {"chess",
     "4r1k1/8/8/8/8/8/4N3/4K3 w",
     "",
     "e2c3",
     {"illegal: your king on e1 would stand in check from the rook on e8 (", "chess.yaml:"}},
    {"chess",
     "6k1/8/8/8/8/8/r7/4K3 w",
     "",
     "e1e2",
     {"illegal: your king on e2 would stand in check from the rook on a2 ("}},
    {"chess",
     "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
     "",
     "e1g1",
     {"illegal: the right to castle (short) is lost or was never there ("}},
    {"chess", "4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "", "e1g1", {"illegal: castling (short): f1 is occupied ("}},
    {"chess",
     "4kr2/8/8/8/8/8/8/4K2R w K - 0 1",
     "",
     "e1g1",
     {"illegal: castling (short): the king's path is attacked on f1 by the rook on f8 ("}},
    {"chess", "4r1k1/8/8/8/8/8/8/4K2R w K - 0 1", "", "e1g1", {"illegal: a king in check may not castle ("}},
    {"chess", "4k3/P7/8/8/8/8/8/4K3 w", "", "a7a8", {"illegal: it is written a7a8q, a7a8r, a7a8b, a7a8n ("}},
    {"chess", "4k3/P7/8/8/8/8/8/4K3 w", "", "a7a8k", {"illegal: it is written a7a8q, "}},
    {"chess",
     "8/p7/8/8/8/8/5k2/7K w",
     "",
     "h1g1",
     {"illegal: your king on g1 would stand in check from the king on f2 ("}},
    {"chess",
     NULL,
     "",
     "castle",
     {"illegal: `castle` is not a move: write the cell it leaves and the cell it goes to"}},
    {"chess", NULL, "", "\x1B[2Je2e4", {"illegal: `\\x1B[2Je2e4` is not a move"}},
    {"chess", NULL, "", "claim-draw", {"illegal: the condition of that claim does not hold ("}},
    {"chess", NULL, "", "claim-victory", {"illegal: there is no such claim in this game\n"}},
    {"chess", NULL, "", "P@e4", {"illegal: there are no drops in this game\n"}},
    {"chess", NULL, "f2f3 e7e5 g2g4 d8h4", "a2a3", {"illegal: the game is over: checkmate (", "chess.yaml:"}},
    {"chess", "4k3/8/8/8/8/8/4q3/4K2R b", "", "e2e1", {"illegal: the king on e1 is royal and cannot be captured ("}},
    {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "", "P@e4", {"illegal: white has no pawn in hand\n"}},
    {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "", "N@e8", {"illegal: e8 is occupied\n"}},
    {"crazyhouse",
     "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1",
     "",
     "P@a8",
     {"illegal: a pawn may not be dropped on a8 (", "crazyhouse.yaml:"}},
    {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "", "X@a8", {"illegal: no piece is written `X`\n"}},
    {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "", "P@z9", {"illegal: `z9` is no cell of this board\n"}},
    {"minishogi",
     "4k/5/5/P4/4K[P] w - - 0 1",
     "",
     "P@a3",
     {"illegal: the file already has 1 pawn of white (", "minishogi.yaml:"}},
    {"minishogi",
     "4k/2G2/4G/5/4K[P] w - - 0 1",
     "",
     "P@e4",
     {"illegal: a dropped pawn may not give mate (", "minishogi.yaml:"}},
    {"makruk",
     "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
     "",
     "e1e3",
     {"illegal: the met has moved before: that leap is for its first move (", "makruk.yaml:"}},
    {"hooks-rebirth",
     "4k3/8/8/8/8/8/P7/4K3 w - - 0 1 white-steps=6",
     "",
     "e1e2",
     {"illegal: ", "hook few_steps: the king is tired (", "hooks-rebirth.yaml:"}},
    {"royals-two",
     "4k3/8/8/8/4r3/8/8/4K2K w",
     "",
     "h1h2",
     {"illegal: your king on e1 would stand in check from the rook on e4 ("}},
};

/* Rules that no game of ours has alone; `game` is the text of the file. */
static const explain_case ruled[] = {
    {"name: T\nextends: chess\nchecks: {only: mate}\n",
     "4k3/8/8/8/8/8/8/R3K3 w",
     "",
     "a1a8",
     {"illegal: it gives check, and only a check that is checkmate is allowed (", "text.yaml:3)"}},
    {"name: T\nextends: chess\nchecks: {mandatory: all}\n",
     "4k3/8/8/8/8/8/8/R3K3 w",
     "",
     "e1e2",
     {"illegal: a player who can give check must give check: a1a8 (", "text.yaml:3)"}},
    {"name: T\nextends: chess\nturn: {plies: 2, check_legality: end}\n",
     "rr2k3/8/8/8/8/8/7P/K7 w",
     "",
     "h2h3",
     {"illegal: after it the turn could not be ended with the royal pieces safe (", "text.yaml:3)"}},
    {"name: T\nextends: chess\nturn: {plies: 2, each_piece_once: true}\n",
     "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1 ply=1 moved=e3",
     "",
     "e3e4",
     {"illegal: the pawn has already moved in this turn (", "text.yaml:3)"}},
    {"name: T\nextends: chess\nturn: {plies: 2, first: 1, only: drops}\ncaptured: to hand\n",
     "4k3/8/8/8/8/4P3/8/4K3[n] b - - 0 1 ply=1",
     "",
     "e8e7",
     {"illegal: only drops may follow in this turn ("}},
    {"name: T\nextends: crazyhouse\npieces: {knight: {drops: {check: false}}}\n",
     "4k3/8/8/8/8/8/8/4K3[N] w",
     "",
     "N@f6",
     {"illegal: a dropped knight may not give check (", "text.yaml:3)"}},
    {"name: T\nextends: crazyhouse\npieces: {rook: {drops: {mate: false}}}\n",
     "k7/7R/8/8/8/8/8/4K3[R] w",
     "",
     "R@g8",
     {"illegal: a dropped rook may not give mate (", "text.yaml:3)"}},
    {"name: T\nextends: chess\npieces: {rook: {moves: [R, {move: F, to: ranks 1-3}]}}\n",
     "4k3/8/8/8/8/R7/8/4K3 w",
     "",
     "a3b4",
     {"illegal: the rook's movement `F` ends only in the zone `ranks 1-3`, and b4 is not there ("}},
    {"name: T\nextends: chess\npieces: {rook: {moves: [R, iF]}}\nstart: 4k3/8/8/8/8/8/8/R3K3 w - - 0 1\n",
     "4k3/8/8/8/8/R7/8/4K3 w",
     "",
     "a3b4",
     {"illegal: the rook goes from a3 to b4 only where it stands at the start ("}},
    {"name: T\nextends: chess\npieces: {pawn: {moves: [fmWfceF, {move: fmD, if: own pawn fW}]}}\n",
     "4k3/8/8/8/8/4P3/8/4K3 w",
     "",
     "e3e5",
     {"illegal: no piece stands where the rule of the pawn requires it: `pawn` under `if` ("}},
    {"name: T\nextends: chess\nturn: {pass: unchecked}\n",
     "4k3/8/8/8/8/8/4r3/4K3 w",
     "",
     "pass",
     {"illegal: no player may pass while in check (", "text.yaml:3)"}},
    {"name: T\nextends: chess\nturn: {plies: free}\n",
     "4k3/8/8/8/8/8/4r3/4K3 w",
     "",
     "end",
     {"illegal: the turn cannot be ended here (", "text.yaml:3)"}},
    {"name: T\nextends: chess\nsetup: {royals: true}\ncaptured: to hand\npieces: {king: {drops: {}}}\n",
     "4k3/8/8/8/8/8/P7/8[K] w - - 0 1",
     "",
     "a2a3",
     {"illegal: white must place the royal piece in hand before the turn ends ("}},
    {"name: T\nextends: chess\npieces: {knight: {moves: [N, {move: D, transforms: rook, must_not_check: true}]}}\n",
     "4k3/8/8/8/8/8/P3N3/K7 w",
     "",
     "e2e4r",
     {"illegal: that movement may not give check (", "text.yaml:3)"}},
    /* a wrapped edge that the movement does not cross */
    {"name: T\nextends: chess\nboard: {wrap: files}\npieces: {bishop: {moves: [{move: B, crosses: never}]}}\n",
     "4k3/8/8/8/8/8/3P4/B3K3 w",
     "",
     "a1h2",
     {"illegal: no rule moves the bishop from a1 to h2 ("}},
    /* a capture that blows up who stood between a line and the king gives check */
    {"name: T\nextends: atomic\nscript: hooks-filters.lua\nhooks: {no_rook_checks: {at: made, checks: true}}\n",
     "4k3/8/5n2/4n3/7B/8/8/K3R3 w - - 0 1",
     "",
     "h4f6",
     {"illegal: ", "hook no_rook_checks: rooks and pawns do not check by taking ("}},
};

static const explain_case more[] = {
    {"name: T\nextends: draughts-international\nnotation: {cells: numbers}\n",
     NULL,
     "",
     "32-23",
     {"illegal: no rule moves the man from d4 to ", NULL}},
    {"name: T\nextends: draughts-international\ncaptures: {mandatory: true, longest: true, prefer: king}\n",
     "10/10/10/10/3k3m2/2M3M3/10/10/10/10 w",
     "",
     "g5:i7",
     {"illegal: a capture of better pieces exists: ", NULL}},
    {"name: T\nextends: draughts-international\ncaptures: {mandatory: true, longest: multiple}\n",
     "10/10/10/10/5m4/10/3m6/2M3m3/7M2/10 w",
     "",
     "h2:f4",
     {"illegal: a capture of several pieces exists: ", NULL}},
    {"name: T\nextends: swedish-chess\nturn: {boards: free}\n",
     "4k3/8/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1 waited=1",
     "",
     "wait",
     {"illegal: no player may wait here ("}},
    {"name: T\nextends: chess\nturn: {pass: no_moves}\n",
     NULL,
     "",
     "pass",
     {"illegal: a player who has a move may not pass ("}},
    {"name: T\nextends: crazyhouse\npieces: {knight: {drops: {endless: all}}}\n",
     "4k3/8/8/8/8/8/4P3/4K3[] w - - 0 1",
     "",
     "N@e2",
     {"illegal: e2 is occupied\n"}},
    {"chess960", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "", "e1h1", {"illegal: the right to castle (either) is lost"}},
    {"chess960", "4k3/8/8/8/8/8/8/R3K1NR w HA - 0 1", "", "e1h1", {"illegal: castling (either): g1 is occupied ("}},
    {"chess", "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "", "0-0-0", {"illegal: castling (long): b1 is occupied ("}},
    {"chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "", "O-O", {"illegal: the right to castle (short) is lost"}},
    {"chess", NULL, "", "Nf5", {"illegal: no knight of white can go to f5 ("}},
    {"chess", NULL, "", "Ngf5", {"illegal: no rule moves the knight from g1 to f5 ("}},
    {"chess", NULL, "", "e2-e5", {"illegal: no rule moves the pawn from e2 to e5 ("}},
    {"chess", "4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", "", "Nb3", {"illegal: `Nb3` is ambiguous: write a1b3 or c1b3\n"}},
    {"chess",
     "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1",
     "",
     "Nd4",
     {"illegal: your king on e1 would stand in check from the rook on e8 ("}},
    {"name: T\nextends: chess\npieces: {rook: {moves: [R, {move: F, transforms: bishop}]}}\n",
     "4k3/8/8/8/8/8/8/R3K3 w",
     "",
     "a1b2",
     {"illegal: it is written a1b2b ("}},
    {"chaturanga-4", NULL, "", "a1b1", {"illegal: ", NULL}},
    {"chess", NULL, "", "pass", {"illegal: no player may pass in this game\n"}},
    {"chess", NULL, "", "wait", {"illegal: `wait` is not a move"}},
    {"grid-chess",
     "4k3/8/8/8/8/4P3/8/4K3 w",
     "",
     "e3e4",
     {"illegal: no piece of white may go from e3 to e4 (", "grid-chess.yaml:"}},
    {"dice-chess", NULL, "", "e2e4", {"illegal: the dice are rolled first ("}},
    {"dice-chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 roll=3", "", "e2e4", {"illegal: the dice do not move a pawn ("}},
};

static size_t failures;

static void check(const explain_case *c, bool wanted)
{
    ferz_variant *v =
        strncmp(c->variant, "name: ", 6) == 0 ? support_text(c->variant) : support_game(c->variant, NULL, NULL);
    ferz_game *p = support_play(v, c->fen, c->moves);
    uint64_t hash = ferz_game_hash(p);
    bool found = !wanted;
    char *words = ferz_game_explain_move(p, c->move, &found, NULL);
    assert_non_null(words);
    const char *at = words;
    bool ok = found == wanted && strncmp(words, c->words[0], strlen(c->words[0])) == 0;
    for (int i = 0; i < 4 && c->words[i] && ok; i++) {
        at = strstr(at, c->words[i]);
        ok = at != NULL;
    }
    size_t n = strlen(words);
    ok = ok && n && words[n - 1] == '\n';
    if (!ok) {
        print_error("%s at %s, %s\n  found %s", c->variant, c->fen ? c->fen : "the start", c->move, words);
        failures++;
    }
    assert_int_equal(ferz_game_hash(p), hash);
    support_verify(p);
    ferz_free(words);
    ferz_game_free(p);
    ferz_variant_free(v);
}

TEST(test_explained)
{
    for (size_t i = 0; i < sizeof legal / sizeof legal[0]; i++) {
        check(&legal[i], true);
    }
    for (size_t i = 0; i < sizeof illegal / sizeof illegal[0]; i++) {
        check(&illegal[i], false);
    }
    for (size_t i = 0; i < sizeof ruled / sizeof ruled[0]; i++) {
        check(&ruled[i], false);
    }
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++) {
        check(&more[i], false);
    }
    assert_int_equal(failures, 0);
}

/* Every pair of cells gets an answer that agrees with the list of moves, in one position of each game. */
TEST(test_every_pair)
{
    static const struct {
        const char *variant, *moves;
    } games[] = {
        {"chess", NULL},
        {"crazyhouse", "e2e4 d7d5 e4d5"},
        {"movements-walked", NULL},
        {"royals-two", NULL},
        {"hands-small-board", NULL},
        {"rights-first-moves", NULL},
        {"chess960", "g2g3 g7g6 f1g2 f8g7"},
        {"ultima", NULL},
        {"hoppers", NULL},
        {"hoppers-short", NULL},
        {"wrap-crossing", NULL},
        {"wrap-torus", NULL},
        {"wrap-moebius", NULL},
        {"wrap-sphere", NULL},
        {"levels-three", NULL},
        {"points", NULL},
        {"explain-messages", NULL},
        {"transform-in-company", NULL},
        {"xiangqi", NULL},
        {"kyoto-shogi", NULL},
        {"chaturanga-4", NULL},
        {"swedish-chess", "A:e2e4 B:e2e4"},
        {"neutral-pieces", NULL},
        {"grid-chess", NULL},
        {"notation-same-destination", NULL},
        {"setup-rights", NULL},
    };
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        if (!share_takes_row(i)) {
            continue;
        }
        ferz_variant *v = support_game(games[i].variant, NULL, NULL);
        ferz_game *p = support_play(v, NULL, games[i].moves);
        const topology *t = &v->variant->topology;
        char moves[SUPPORT_TEXT + 2];
        snprintf(moves, sizeof moves, " %s ", support_moves(p, ""));
        for (int from = 0; from < t->cells; from++) {
            const piece_id *board = p->game_history.position->board;
            int first = 0;
            while (board[first] != board[from]) {
                first++;
            }
            if (i > 1 && first != from) {
                continue; /* one piece of each type is enough, and one empty cell */
            }
            for (int to = 0; to < t->cells; to++) {
                char word[16], listed[24];
                snprintf(word, sizeof word, "%s%s", t->names[from], t->names[to]);
                snprintf(listed, sizeof listed, " %s ", word);
                bool found = false;
                char *words = ferz_game_explain_move(p, word, &found, NULL);
                bool is_listed = strstr(moves, listed) != NULL;
                if (is_listed ? !found : found && !strchr(word, ':') && !strstr(words, "\nrule: castling ")) {
                    /* a board's name may be written twice; castling may be written as king takes rook */
                    fail_msg("%s: %s: %s", games[i].variant, word, words);
                }
                assert_true(strncmp(words, found ? "legal\n" : "illegal: ", found ? 6 : 9) == 0);
                ferz_free(words);
            }
        }
        ferz_game_free(p);
        ferz_variant_free(v);
    }
}
