/* Invariants: random play in one game, and at each ply everything that must hold.
 *
 *   by the library itself (ferz_game_verify): hash, sets, FEN, undo to the byte, masks against play-and-test, counts
 *   the portable core and the fast one list the same moves; so do the wider cores on the same board
 *   a position read from its FEN has the same moves
 *   the attackers of a cell are the pieces whose listed moves capture there
 *   mirrored positions of symmetric games count the same
 *   the noisy moves are those that capture or promote; texts of moves differ from each other and find their moves
 *   the status is decided exactly when there is no legal move; undoing everything restores the start to the byte
 *
 * What hooks answer is taken from what was learned of them at one ply, and compared with the script at the next. */
#ifndef TESTS_GAME_INVARIANTS_H
#define TESTS_GAME_INVARIANTS_H

#include "base/text.h"
#include "ferz_tools.h"

/* A build in which everything takes ten times as long. */
#if defined(__SANITIZE_ADDRESS__) || defined(FERZ_COVERAGE)
#define SLOW_BUILD 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SLOW_BUILD 1
#endif
#endif
#ifndef SLOW_BUILD
#define SLOW_BUILD 0
#endif

typedef struct invariants_options {
    uint64_t seed;
    size_t plies; /* in all; fewer on large boards, where the checks cost more */
    double seconds;
    bool
        asymmetric; /* the rules tell players or sides apart, so mirrored positions may differ though the start is even */
    bool cores;     /* the game is built for the wider cores as well, which takes longer than loading it */
} invariants_options;

typedef struct invariants_result {
    size_t plies, games;
    bool masks, mirrored, attacks; /* what the game allowed to check */
    int cores;
    text failure; /* of a failure: what, where, and after which moves; the caller's */
} invariants_result;

/* Zeroed, `played` counts from nothing. */
bool invariants_hold(ferz_variant *rules, ferz_messages *messages, const invariants_options *options,
                     invariants_result *played);

#endif
