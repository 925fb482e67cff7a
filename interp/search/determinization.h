/* Worlds: the best move for a player who does not see everything.
 *
 * The sampler is given what the player knows, a `knowledge`, and nothing else: no pointer leads from it to the true
 * position. It imagines worlds (whole positions) that agree with what he knows, searches each with a fair share of
 * the limits, and takes the move that is best on the average of the worlds in which it is legal.
 *
 * What is used. Particles are played through the whole record: each begins from what was known at its beginning (everything,
 * secrets aside, where the game began from its own start; else the hidden men stand anywhere, as many of each kind as there
 * were), makes the player's own moves and for each unseen ply a random legal move. One that disagrees is replaced by a copy
 * of one that does not. To agree means: own moves and refused attempts were legal and illegal; questions had their answers;
 * each announcement is the same, word for word; his view after each ply (own men and their losses, who acts, open
 * counters, own rights) is the same; and each player has as many men.
 * What is not used. Unseen moves are drawn evenly, not as a good player would choose them; a move is drawn without a look at
 * what is heard later; attempts of others that were refused tell nothing. When no particle is left, worlds are set up
 * afresh from the view at that moment with the right number of men, and what was heard before is lost. The kinds of men
 * that were taken unseen, and rights of the others, are then a guess.
 * With the same knowledge, seed and limits (none of time) the same move.
 */
#ifndef FERZ_SEARCH_DETERMINIZATION_H
#define FERZ_SEARCH_DETERMINIZATION_H

#include "play/visibility.h"
#include "search/search.h"

typedef enum observation_kind {
    OBSERVED_MOVE,       /* a ply whose move he saw: his own, or one that is open */
    OBSERVED_HIDDEN_PLY, /* a ply that he did not see */
    OBSERVED_REFUSAL,    /* an attempt of his own that was refused */
    OBSERVED_ANSWER,     /* a question of his own that was answered */
} observation_kind;
typedef struct observation {
    observation_kind kind;
    move move; /* without how and what it took: see determinization_named_move */
    const rule_query *ask;
    int answer;                 /* as it was told: 0 no, 1 yes, or the number */
    uint64_t announcement_hash; /* determinization_announcement_hash of what everybody heard */
    const position *view;       /* his view after it */
    uint16_t piece_count[PLAYERS_MAX],
        in_hand[PLAYERS_MAX]; /* on the board and in hand, and in hand, after it: anybody can count */
} observation;

typedef struct knowledge {
    const variant *variant;
    int player;
    const position *start; /* his view when the record began, or all but the secrets when `start_visible` */
    bool start_visible;
    const uint16_t *piece_counts; /* [men] how many of each man there were then, on the board and in hand */
    const uint16_t *in_hand;      /* [men] how many of them in hand */
    const position *view;         /* now */
    const observation *observations;
    size_t count;
    const rule_query *binding_query; /* such a capture must be tried now; NULL */
} knowledge;

/* A move as its player can name it: from, to, what it becomes; a castling, a drop and a listed move as they are. */
move determinization_named_move(move m);
uint64_t determinization_announcement_hash(const char *lines);

/* The best move for the player, who is to act; `best` is MOVE_NONE when he has nothing to try. It is plain (see
 * determinization_named_move). False when out of memory. `hooks`: as for search_run. */
bool determinization_search(search *s, const knowledge *k, live_hooks *const *hooks, const search_limits *limits,
                            search_result *out);

#endif
