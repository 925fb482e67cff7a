#include "playtest/claim.h"

#include "base/word_moves.h"
#include "base/text.h"

/* Whether the ending can be claimed of the position. */
static claim_found holds_now(ferz_game *game, const char *ending, ferz_messages *messages)
{
    ferz_reasons *reasons = ferz_game_why(game, NULL, FERZ_ENGLISH, messages);
    claim_found found = reasons ? CLAIM_NONE : CLAIM_FAILED;
    for (size_t i = 0; reasons && i < ferz_reasons_count(reasons); i++) {
        const ferz_reason r = ferz_reasons_at(reasons, i);
        if (strcmp(r.kind, "ending-claimable") == 0 && r.key && strcmp(r.key, ending) == 0) {
            found = CLAIM_HOLDS;
        }
    }
    ferz_reasons_free(reasons);
    return found;
}

/* Whether the claim is legal, by announcing or not, and gives a draw. */
static claim_found try_claim(ferz_game *game, const char *claim, ferz_status *status, ferz_messages *messages)
{
    text move = {0};
    text_print(&move, CLAIM_PREFIX "%s", claim);
    claim_found found = move.failed ? CLAIM_FAILED : CLAIM_NONE;
    if (!move.failed && ferz_game_move(game, text_string(&move), NULL) == FERZ_OK) {
        const ferz_result judged = ferz_game_status(game, status, messages);
        found = judged != FERZ_OK ? CLAIM_FAILED : status->outcome == FERZ_DRAW ? CLAIM_HOLDS : CLAIM_NONE;
        (void)ferz_game_undo(game);
    }
    text_finish(&move);
    return found;
}

claim_found claim_find(ferz_game *game, ferz_status *status, ferz_messages *messages)
{
    const ferz_variant *variant = ferz_game_variant(game);
    claim_found found = CLAIM_NONE;
    for (size_t i = 0; found == CLAIM_NONE && i < ferz_variant_facts(variant)->ending_count; i++) {
        const ferz_ending ending = ferz_variant_ending(variant, i);
        found = ending.claim ? try_claim(game, ending.claim, status, messages) : CLAIM_NONE;
        found = found == CLAIM_HOLDS ? holds_now(game, ending.name, messages) : found;
    }
    return found;
}
