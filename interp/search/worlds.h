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
#ifndef FERZ_SEARCH_WORLDS_H
#define FERZ_SEARCH_WORLDS_H

#include "game/sight.h"
#include "search/search.h"

typedef enum observation_kind {
    SEEN_MOVE,    /* a ply whose move he saw: his own, or one that is open */
    SEEN_PLY,     /* a ply that he did not see */
    SEEN_REFUSAL, /* an attempt of his own that was refused */
    SEEN_ANSWER,  /* a question of his own that was answered */
} observation_kind;
typedef struct observation {
    observation_kind kind;
    move move; /* without how and what it took: see worlds_plain */
    const rule_ask *ask;
    int answer;           /* as it was told: 0 no, 1 yes, or the number */
    uint64_t said;        /* worlds_said of what everybody heard */
    const position *view; /* his view after it */
    uint16_t men[PLAYERS_MAX],
        held[PLAYERS_MAX]; /* on the board and in hand, and in hand, after it: anybody can count */
} observation;

typedef struct knowledge {
    const game *game;
    int player;
    const position *start; /* his view when the record began, or all but the secrets when `start_open` */
    bool start_open;
    const uint16_t *kinds; /* [men] how many of each man there were then, on the board and in hand */
    const uint16_t *held;  /* [men] how many of them in hand */
    const position *view;  /* now */
    const observation *seen;
    size_t count;
    const rule_ask *bound; /* such a capture must be tried now; NULL */
} knowledge;

/* A move as its player can name it: from, to, what it becomes; a castling, a drop and a listed move as they are. */
move worlds_plain(move m);
uint64_t worlds_said(const char *lines);

/* The best move for the player, who is to act; `best` is MOVE_NONE when he has nothing to try. It is plain (see
 * worlds_plain). False when out of memory. `hooks`: as for search_run. */
bool worlds_run(search *s, const knowledge *k, live_hooks *const *hooks, const search_limits *limits,
                search_result *out);

#endif
