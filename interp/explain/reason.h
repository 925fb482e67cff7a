/* Reasons: why a move is legal or not, what it does, why a game is over or goes on; as data.
 *
 * A reason has a kind and what the kind's sentence names: pieces, players, cells, a rule. The sentences are in the table below, in
 * English; russian.po has the Russian ones. A sentence is made from the data, so nobody has to read it: who draws, speaks or compares
 * looks at the members.
 *
 * Slots of a sentence: {piece} {by} {player} {owner} {cell} {to} {key} {words} {number} {limit}. A form may follow, as in {piece:a}: `a`
 * with an article, `gen` `acc` `ins` `many` `genmany` the cases that Russian needs (grammar.h; English has only the plural).
 * {number:move|moves} is a number and what is counted; Russian has three forms there. {number:+} has its sign, {number:%} is in hundredths.
 */
#ifndef FERZ_EXPLAIN_REASON_H
#define FERZ_EXPLAIN_REASON_H

#include "explain/grammar.h"

/* X(KIND, "name", ROLE, "sentence"). The names are what programs see: they stay. A row without a name is a phrase inside others. */
#define REASON_KINDS(X)                                                                                                \
    /* what was asked */                                                                                               \
    X(LEGAL, "legal", VERDICT, "legal")                                                                                \
    X(AMBIGUOUS, "ambiguous", REFUSAL, "`{key}` is ambiguous: write {words}")                                          \
    X(NOT_A_MOVE, "not-a-move", REFUSAL,                                                                               \
      "`{key}` is not a move: write the cell it leaves and the cell it goes to, as {words}")                           \
    X(NOT_A_MOVE_HERE, "not-a-move", REFUSAL, "`{key}` is not a move here: one is written {words}")                    \
    X(SPELLING, "spelling", REFUSAL, "it is written {words}")                                                          \
    X(NEITHER, "several-illegal", REFUSAL, "neither {words} is legal")                                                 \
    X(NONE_CAN_GO, "no-piece-goes", REFUSAL, "no {piece:gen} of {player:gen} can go to {cell}")                        \
    X(GAME_OVER, "game-over", REFUSAL, "the game is over: {words}")                                                    \
    /* whose piece, and when */                                                                                        \
    X(EMPTY_CELL, "empty-cell", REFUSAL, "there is no piece on {cell}")                                                \
    X(NOT_YOURS, "not-yours", REFUSAL, "the {piece} on {cell} belongs to {owner:gen}, and {player} is to move")        \
    X(ROLL_FIRST, "roll-first", REFUSAL, "the dice are rolled first")                                                  \
    X(MISSES_TURN, "misses-turn", REFUSAL, "{player} misses a turn")                                                   \
    X(HOOK_FIRST, "hook-moves-first", REFUSAL, "a hook's own moves come first{words}")                                 \
    X(SETUP_FIRST, "setup-first", REFUSAL, "{player} must first place the pieces in hand")                             \
    X(ROYAL_IN_HAND, "royal-in-hand", REFUSAL, "{player} must place the royal piece in hand before the turn ends")     \
    X(ONLY_DROPS, "only-drops", REFUSAL, "only drops may follow in this turn")                                         \
    X(MOVED_BEFORE, "moved-in-turn", REFUSAL, "the {piece} has already moved in this turn")                            \
    X(DICE, "dice", REFUSAL, "the dice do not move {piece:a}")                                                         \
    X(OTHER_BOARD, "other-board", REFUSAL, "{player} is to move and does not play on board {key}")                     \
    X(TURN_UNFINISHED, "turn-unfinished", REFUSAL, "after it the turn could not be ended with the royal pieces safe")  \
    X(FACING, "royals-face", REFUSAL, "the royal pieces would still face each other: part them, or pass")              \
    /* check */                                                                                                        \
    X(IN_CHECK, "in-check", REFUSAL, "your {piece} on {cell} would stand in check from the {by:gen} on {to}")          \
    X(EN_PASSANT_ROYAL, "royal-en-passant", REFUSAL,                                                                   \
      "your {piece} on {cell} could be captured en passant by the {by:ins} on {to}")                                   \
    X(ROYAL_EXPOSED, "royal-exposed", REFUSAL, "your {piece} on {cell} could be captured")                             \
    X(SOME_ROYAL_EXPOSED, "royal-exposed", REFUSAL, "your royal piece could be captured")                              \
    X(BLOWS_UP_ROYAL, "blows-up-royal", REFUSAL, "it would blow up a royal piece of your own")                         \
    X(EARLY_CHECK, "early-check", REFUSAL, "only the last move of a turn may give check")                              \
    X(CHECK_NOT_MATE, "check-not-mate", REFUSAL, "it gives check, and only a check that is checkmate is allowed")      \
    X(CHECK_NEVER, "check-never", REFUSAL, "it gives check, and {player} may never give check")                        \
    X(CHECK_MANDATORY, "check-mandatory", REFUSAL, "a player who can give check must give check{words}")               \
    X(MOVEMENT_CHECKS, "movement-checks", REFUSAL, "that movement may not give check")                                 \
    /* captures */                                                                                                     \
    X(CAPTURE_MANDATORY, "capture-mandatory", REFUSAL, "a player who can capture must capture{words}")                 \
    X(CAPTURE_LONGER, "capture-longer", REFUSAL, "a longer capture exists{words}")                                     \
    X(CAPTURE_SEVERAL, "capture-several", REFUSAL, "a capture of several pieces exists{words}")                        \
    X(CAPTURE_BETTER, "capture-better", REFUSAL, "a capture of better pieces exists{words}")                           \
    X(NAME_REMOVED, "name-removed", REFUSAL, "it completes a row, which removes a piece: name it, as in {words}")      \
    X(OWN_PIECE, "own-piece", REFUSAL, "{to} has your own {piece:acc}")                                                \
    X(PARTNER_PIECE, "partner-piece", REFUSAL, "{to} has the {piece:acc} of {owner:gen}, a partner")                   \
    X(TARGET_ROYAL, "target-royal", REFUSAL, "the {piece} on {to} is royal and cannot be captured")                    \
    X(TARGET_INVULNERABLE, "target-invulnerable", REFUSAL,                                                             \
      "the {piece} on {to} cannot be captured, by its own rule or a neighbour's")                                      \
    X(TARGET_MISSED_TURN, "target-missed-turn", REFUSAL,                                                               \
      "the {piece} on {to} cannot be captured: {owner} has missed a turn")                                             \
    /* movements */                                                                                                    \
    X(NO_MOVEMENT, "no-movement", REFUSAL, "no rule moves the {piece:acc} from {cell} to {to}")                        \
    X(NO_CAPTURING_MOVEMENT, "no-capturing-movement", REFUSAL,                                                         \
      "no rule moves the {piece:acc} from {cell} to {to} with a capture")                                              \
    X(BLOCKED, "blocked", REFUSAL, "the path of the {piece:gen} is blocked on {cell} by the {by:ins}")                 \
    X(CONDITION, "condition", REFUSAL,                                                                                 \
      "no piece stands where the rule of the {piece:gen} requires it: `{key}` under `if`")                             \
    X(HAS_MOVED, "has-moved", REFUSAL, "the {piece} has moved before: that leap is for its first move")                \
    X(COMPANY_MISSING, "company", REFUSAL, "the {piece} may move so only while {by:a} is on the board")                \
    X(COMPANY_STANDS, "company", REFUSAL, "the {piece} may not move so while {by:a} is on the board")                  \
    X(PROMOTION_LIMIT, "promotion-limit", REFUSAL,                                                                     \
      "it would be {piece:a} too many: promotions give {player} no more than {number}")                                \
    X(PROMOTION_PRISON, "promotion-prison", REFUSAL, "{player} has no captured {piece:acc} to get back")               \
    X(ATTACKED_ON_WAY, "attacked-on-way", REFUSAL, "the {piece} may not move so: it would be attacked on {cell}")      \
    X(IMMOBILIZED, "immobilized", REFUSAL, "the {piece} on {cell} is immobilized by an enemy beside it")               \
    X(FILTERED, "filtered", REFUSAL, "no piece of {player:gen} may go from {cell} to {to}")                            \
    X(ZONE_FROM, "zone-from", REFUSAL,                                                                                 \
      "the {piece:gen}'s movement `{words}` begins only in the zone `{key}`, and {cell} is not there")                 \
    X(ZONE_TO, "zone-to", REFUSAL,                                                                                     \
      "the {piece:gen}'s movement `{words}` ends only in the zone `{key}`, and {to} is not there")                     \
    X(ONLY_FROM_START, "only-from-start", REFUSAL,                                                                     \
      "the {piece} goes from {cell} to {to} only where it stands at the start")                                        \
    X(ONLY_QUIET, "only-quiet", REFUSAL,                                                                               \
      "the {piece} goes from {cell} to {to} only without a capture, and the {by} stands there")                        \
    X(ONLY_CAPTURE, "only-capture", REFUSAL,                                                                           \
      "the {piece} goes from {cell} to {to} only with a capture, and {to} is empty")                                   \
    /* castling */                                                                                                     \
    X(CASTLING_RIGHT, "castling-right", REFUSAL, "the right to castle ({key}) is lost or was never there")             \
    X(CASTLING_IN_CHECK, "castling-in-check", REFUSAL, "a king in check may not castle")                               \
    X(CASTLING_OCCUPIED, "castling-occupied", REFUSAL, "castling ({key}): {cell} is occupied")                         \
    X(CASTLING_ATTACKED, "castling-attacked", REFUSAL, "castling ({key}): the king's path is attacked")                \
    X(CASTLING_ATTACKED_ON, "castling-attacked", REFUSAL, "castling ({key}): the king's path is attacked on {cell}")   \
    X(CASTLING_ATTACKED_BY, "castling-attacked", REFUSAL,                                                              \
      "castling ({key}): the king's path is attacked on {cell} by the {by:ins} on {to}")                               \
    /* drops and second halves */                                                                                      \
    X(NO_DROPS, "no-drops", REFUSAL, "there are no drops in this game")                                                \
    X(NO_LETTER, "no-such-letter", REFUSAL, "no piece is written `{words}`")                                           \
    X(UNNAMED_DROP, "unnamed-drop", REFUSAL, "write the letter of the piece in front of the @")                        \
    X(NO_CELL, "no-such-cell", REFUSAL, "`{words}` is no cell of this board")                                          \
    X(NOT_IN_HAND, "not-in-hand", REFUSAL, "{player} has no {piece} in hand")                                          \
    X(DROP_OCCUPIED, "drop-occupied", REFUSAL, "{cell} is occupied")                                                   \
    X(DROP_UNSUPPORTED, "drop-unsupported", REFUSAL, "on {cell} the {piece} would have nothing below it")              \
    X(DROP_PER_FILE, "drop-per-file", REFUSAL, "the file already has {number} {piece} of {player:gen}")                \
    X(DROP_CELL, "drop-cell", REFUSAL, "{piece:a} may not be dropped on {cell}")                                       \
    X(DROP_NOT_AT_EDGE, "drop-not-at-edge", REFUSAL, "{piece:a} may not be dropped on {cell}: it is not at the edge")  \
    X(DROP_IN_CHECK, "drop-in-check", REFUSAL, "a player in check may not drop a {piece:acc}")                         \
    X(DROP_CHECKS, "drop-checks", REFUSAL, "a dropped {piece} may not give check")                                     \
    X(DROP_MATES, "drop-mates", REFUSAL, "a dropped {piece} may not give mate")                                        \
    X(DROP_RULE, "drop-rule", REFUSAL, "a rule on drops of the {piece:gen} forbids it")                                \
    X(PUT_PARRIES_NOT, "put-parries-not", REFUSAL,                                                                     \
      "without its second half it would leave your royal piece attacked, and a {piece} parries no check")              \
    X(PUT_MISSING, "put-missing", REFUSAL, "its second half is missing: {words}")                                      \
    X(PUT_THERE, "put-there", REFUSAL, "the {piece} may not be put there: {words}")                                    \
    /* words, claims, hooks, the rest */                                                                               \
    X(NO_CLAIM, "no-such-claim", REFUSAL, "there is no such claim in this game")                                       \
    X(CLAIM_FAILS, "claim-fails", REFUSAL, "the condition of that claim does not hold")                                \
    X(NO_WAITING, "no-waiting", REFUSAL, "no player may wait in this game")                                            \
    X(NO_WAITING_HERE, "no-waiting-here", REFUSAL, "no player may wait here")                                          \
    X(NO_DICE, "no-dice", REFUSAL, "there are no dice in this game")                                                   \
    X(WRONG_ROLL, "wrong-roll", REFUSAL, "the dice are not to be rolled now, or cannot show that")                     \
    X(NO_PASSING, "no-passing", REFUSAL, "no player may pass in this game")                                            \
    X(NO_PASSING_IN_CHECK, "no-passing-in-check", REFUSAL, "no player may pass while in check")                        \
    X(NO_PASSING_WITH_MOVES, "no-passing-with-moves", REFUSAL, "a player who has a move may not pass")                 \
    X(NO_PASSING_HERE, "no-passing-here", REFUSAL, "no player may pass here")                                          \
    X(NO_ENDING_TURN, "no-ending-turn", REFUSAL, "the turn cannot be ended here")                                      \
    X(REPEATS, "repeats", REFUSAL, "it would repeat the position too often, {number} times: {key}")                    \
    X(HOOK_REFUSES, "hook-refuses", REFUSAL, "refused by hook {key}")                                                  \
    X(HOOK_SAYS, "hook-refuses", REFUSAL, "refused by hook {key}: {words}")                                            \
    X(MOVEMENT_RULE, "movement-rule", REFUSAL, "a rule on this movement forbids it")                                   \
    X(SOME_RULE, "some-rule", REFUSAL, "a rule of the game forbids it")                                                \
    /* what a legal move follows, and does */                                                                          \
    X(LISTED_AS, "listed-as", RULE, "listed as: {words}")                                                              \
    X(ENDS_GAME, "ends-game", RULE, "ends the game: {key}")                                                            \
    X(RULE_CASTLING, "rule-castling", RULE, "rule: castling {key}")                                                    \
    X(RULE_DROP, "rule-drop", RULE, "rule: drop of {piece:a}")                                                         \
    X(RULE_HOOK, "rule-hook", RULE, "rule: hook {key}")                                                                \
    X(RULE_DICE, "rule-dice", RULE, "rule: the dice")                                                                  \
    X(RULE_TURN, "rule-turn", RULE, "rule: the turn")                                                                  \
    X(RULE_PIECE, "rule-piece", RULE, "rule: {piece}")                                                                 \
    X(RULE_MOVEMENT, "rule-movement", RULE, "rule: {piece}, `{words}`")                                                \
    X(RULE_MOVEMENT_HOOK, "rule-movement-hook", RULE, "rule: {piece}, hook {key}")                                     \
    X(HOOK_EFFECTS, "hook-effects", EFFECT, "hook {key}: {words}")                                                     \
    X(HAND_HAS, "hand", EFFECT, "hand: {player} has {number} {piece}")                                                 \
    X(CELL_CAPTURED_BY, "captured", EFFECT, "{cell}: {owner} {piece} is captured by {player} {by}")                    \
    X(CELL_CAPTURED, "captured", EFFECT, "{cell}: empty, {owner} {piece} is captured")                                 \
    X(CELL_REPLACED, "cell-replaced", EFFECT, "{cell}: {owner} {piece} is replaced by {player} {by}")                  \
    X(CELL_FILLED, "cell-filled", EFFECT, "{cell}: {player} {by}")                                                     \
    X(CELL_EMPTIED, "cell-emptied", EFFECT, "{cell}: empty, was {owner} {piece}")                                      \
    X(RIGHT_LOST, "right-lost", EFFECT, "right lost: {player}, {key} on {cell}")                                       \
    X(RIGHT_LOST_ANYWHERE, "right-lost", EFFECT, "right lost: {player}, {key}")                                        \
    X(RIGHT_REGAINED, "right-regained", EFFECT, "right regained: {player}, {key} on {cell}")                           \
    X(RIGHT_REGAINED_ANYWHERE, "right-regained", EFFECT, "right regained: {player}, {key}")                            \
    X(EN_PASSANT_OPEN, "en-passant", EFFECT, "open to en passant: {cell}")                                             \
    X(COUNTER_IS, "counter", EFFECT, "counter: {key} is {number}")                                                     \
    X(TURN_OF, "turn", EFFECT, "turn: {player}")                                                                       \
    X(CHECK_TO, "check", EFFECT, "check: {player}")                                                                    \
    X(DOES_CAPTURE, "", PHRASE, "capture {cell}")                                                                      \
    X(DOES_PUT, "", PHRASE, "put {player} {piece} on {cell}")                                                          \
    X(DOES_PUT_NEUTRAL, "", PHRASE, "put {piece} on {cell}")                                                           \
    X(DOES_TRANSFORM, "", PHRASE, "transform {cell} into {piece:a}")                                                   \
    X(DOES_GIVE, "", PHRASE, "give {cell} to {player}")                                                                \
    X(DOES_MOVE, "", PHRASE, "move {cell} to {to}")                                                                    \
    X(DOES_SWAP, "", PHRASE, "swap {cell} with {to}")                                                                  \
    X(DOES_HAND, "", PHRASE, "hand of {player:gen}: {piece} {number:+}")                                               \
    X(DOES_COUNTER_ADD, "", PHRASE, "counter {key} {number:+}")                                                        \
    X(DOES_COUNTER_SET, "", PHRASE, "counter {key} = {number}")                                                        \
    X(DOES_NEXT_PLAYER, "", PHRASE, "{player} acts next")                                                              \
    X(DOES_ROLL, "", PHRASE, "the dice are rolled for {player:gen}")                                                   \
    X(DOES_USE_DIE, "", PHRASE, "a die showing {number} is used up")                                                   \
    X(DOES_TO_HAND, "", PHRASE, "return {cell} to its owner's hand")                                                   \
    X(DOES_PUT_UNDER, "", PHRASE, "put {piece:a} under the stack on {cell}")                                           \
    X(DOES_RIGHT_BACK, "", PHRASE, "a right of {player:gen} is given back")                                            \
    X(DOES_RIGHT_LOST, "", PHRASE, "a right of {player:gen} is lost")                                                  \
    X(DOES_EN_PASSANT, "", PHRASE, "open {cell} to en passant")                                                        \
    X(DOES_CLOCK, "", PHRASE, "the halfmove clock is {number}")                                                        \
    X(DOES_NOTHING, "", PHRASE, "nothing")                                                                             \
    /* where a second half may put a piece */                                                                          \
    X(PUT_SEVERAL, "", PHRASE, "name an empty cell that `where` allows, as in {words}")                                \
    X(PUT_AT_EDGE, "", PHRASE, "name an empty cell at the edge, as in {words}")                                        \
    X(PUT_FROM_HAND, "", PHRASE, "name a piece in hand and the cell that an unmoved piece has left, as in {words}")    \
    X(PUT_LEFT_CELL, "", PHRASE, "name the cell that the piece has left, as in {words}")                               \
    X(PUT_REACHED_CELL, "", PHRASE, "name an empty cell that the piece that has moved could go to, as in {words}")     \
    X(PUT_IN_ZONE, "", PHRASE, "name an empty cell of its zone, as in {words}")                                        \
    X(PUT_EMPTY, "", PHRASE, "name an empty cell, as in {words}")                                                      \
    /* why a game is over or goes on */                                                                                \
    X(ONGOING, "ongoing", VERDICT, "ongoing")                                                                          \
    X(WINS, "wins", VERDICT, "{player} wins: {words}")                                                                 \
    X(WINS_SHARE, "wins-share", VERDICT, "{player} wins {number:%} to {limit:%}: {words}")                             \
    X(DRAWN, "draw", VERDICT, "draw: {words}")                                                                         \
    X(NO_MOVE_LEFT, "", PHRASE, "no legal move")                                                                       \
    X(ENDING_RULE, "ending-rule", RULE, "rule: {key}")                                                                 \
    X(HAS_NO_MOVE, "has-no-move", ENDING, "{player} has no legal move")                                                \
    X(IS_ATTACKED_BY, "is-attacked", ENDING, "their {piece} on {cell} is attacked by the {by:ins} on {to}")            \
    X(IS_ATTACKED, "is-attacked", ENDING, "their royal piece is attacked")                                             \
    X(IS_NOT_ATTACKED, "is-not-attacked", ENDING, "none of their royal pieces is attacked")                            \
    X(ENDING_ILLEGAL, "ending-illegal", ENDING, "{key}: no move may bring it about")                                   \
    X(ENDING_CLAIMABLE, "ending-claimable", ENDING, "{key}: can be claimed by claim-{words}")                          \
    X(ENDING_OPEN, "ending-open", ENDING, "{key}: no, {words}")                                                        \
    X(HAS_MOVES, "", PHRASE, "{player} has {number:legal move|legal moves}")                                           \
    X(STOOD, "", PHRASE, "the position has stood {number} of {limit} times")                                           \
    X(TURNS_QUIET, "", PHRASE, "{number} of {limit} turns without progress")                                           \
    X(PLIES_QUIET, "", PHRASE, "{number} of {limit} plies without progress")                                           \
    X(CAN_DECIDE, "", PHRASE, "the {piece} on {cell} can still decide the game")                                       \
    X(CAN_DECIDE_ALL, "", PHRASE, "the pieces that are left can still decide the game")                                \
    X(PLAYER_HAS, "", PHRASE, "{player} has {number}")                                                                 \
    X(PLAYER_GAVE, "", PHRASE, "{player} has given {number}")                                                          \
    X(BESIDES_ROYALS, "", PHRASE, "{words} besides royal pieces")                                                      \
    X(PIECES_OF_ANY, "", PHRASE, "{words} pieces")                                                                     \
    X(PIECES_OF, "", PHRASE, "{words} {piece}")                                                                        \
    X(PIECES_NEEDED, "", PHRASE, "{words} pieces; fewer than {limit} are needed")                                      \
    X(PIECES_IN_GOAL, "", PHRASE, "{words} pieces in the goal zone of {limit}")                                        \
    X(PASSES, "", PHRASE, "{number} of {limit} passes in a row")                                                       \
    X(PASSES_FACING, "", PHRASE, "{number} of {limit} passes in a row; royal pieces face each other")                  \
    X(PASSES_NOT_FACING, "", PHRASE, "{number} of {limit} passes in a row; no royal pieces face each other")           \
    X(CHECKS_RUNNING, "", PHRASE, "{words} running of {limit} checks")                                                 \
    X(OUTSIDE_ZONE, "", PHRASE, "the {piece} of {player:gen} on {cell} is not in `{key}`")                             \
    X(NO_ROYAL, "", PHRASE, "a player has no royal piece on the board")                                                \
    X(NONE_EXPOSED, "", PHRASE, "no player who is not to move has an attacked royal piece")                            \
    X(NONE_JOINS, "", PHRASE, "no player joins the two zones")                                                         \
    X(NONE_IN_ROW, "", PHRASE, "no player has {limit} in a row")                                                       \
    X(HOOK_GOES_ON, "", PHRASE, "hook {key} says that the game goes on")                                               \
    X(HOOK_NOT_CALLED, "", PHRASE, "hook {key} is not called yet")

typedef enum reason_kind {
#define ENUMERATOR(kind, name, role, sentence) REASON_##kind,
    REASON_KINDS(ENUMERATOR)
#undef ENUMERATOR
        REASON_KIND_COUNT,
} reason_kind;

typedef enum reason_role {
    REASON_VERDICT, /* the first reason of a list: legal, or how the game stands */
    REASON_REFUSAL, /* the only reason of a list: what forbids the move */
    REASON_RULE,    /* what allows the move, or ended the game */
    REASON_EFFECT,  /* what the move changes, in order */
    REASON_ENDING,  /* an ending, and how far the game is from it */
    REASON_PHRASE,  /* a part of the others */
} reason_role;

enum { REASON_CELLS_MAX = 2 };

/* Members that a kind has no use for are NULL or 0. Names are as the rules write them. */
typedef struct reason {
    reason_kind kind;
    location at; /* of the rule */
    const char *cells[REASON_CELLS_MAX];
    const char *piece, *by, *player, *owner;
    const char *key;   /* the name of an ending, a hook, a castling, a zone, a counter, a right */
    const char *words; /* what has no member of its own: other moves, what a hook says, a movement as Betza writes it */
    long number, limit;
    const char *sentence; /* made by reason_add */
} reason;

/* All memory belongs to the arena; arena->failed is set when out of memory. */
typedef struct reason_list {
    describer language; /* arena, ruleset, English or Russian */
    reason *items;
    size_t count, room;
} reason_list;

void reason_list_init(reason_list *list, arena *a, const ruleset *rules, fact_language language);
/* `key` and `words` are copied; the other strings belong to the variant. */
void reason_add(reason_list *list, const reason *r);
/* The sentence alone. Names in it that come from files or from what somebody typed are escaped. */
const char *reason_sentence(const reason_list *list, const reason *r);
const char *reason_name(reason_kind kind);
reason_role reason_role_of(reason_kind kind);
const char *reason_template(reason_kind kind);
/* All reasons as text, a line each: a refusal behind "illegal: ", the place of a rule in brackets. */
void reason_list_put(const reason_list *list, text *out);

#endif
