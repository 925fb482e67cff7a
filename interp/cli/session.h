/* Session: the game and the position a command was asked about, opened from its options and closed with its status. */
#ifndef FERZ_CLI_SESSION_H
#define FERZ_CLI_SESSION_H

#include "cli/options.h"

/* A zeroed session is empty. */
typedef struct session {
    ferz_messages *messages;
    ferz_variant *variant;
    ferz_game *game;
    bool reported; /* the reason of a failure was said already */
} session;

/* Loads the game only. */
ferz_result session_load(session *s, const options *o, const output *out);
/* Loads the game, sets the position up, plays the moves. `moves_kept`: so many words at the end of --moves are kept
 * for the command. */
ferz_result session_open(session *s, const options *o, output *out, size_t moves_kept);
/* Prints what went wrong, frees everything, returns the exit status for `result`. */
int session_close(session *s, output *out, ferz_result result);

/* Why something came back as NULL: what the messages say, or that memory ran out. */
ferz_result session_failure(const session *s);

/* The name of a player, or "chance" for whoever is none. */
const char *player_name(const ferz_variant *variant, size_t player);
/* The result in one line: `ongoing`, `white wins: checkmate`, `draw: stalemate`. */
void status_put(text *t, const ferz_variant *variant, const ferz_status *status);

#endif
