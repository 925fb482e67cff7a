/* Session: the variant and the position of one command, opened from its options and closed with its exit status. */
#ifndef FERZ_CLI_SESSION_H
#define FERZ_CLI_SESSION_H

#include "cli/options.h"

/* A zeroed session is empty. */
typedef struct session {
    ferz_messages *messages;
    ferz_variant *variant;
    ferz_game *game;
    bool reported; /* the reason of a failure was printed already */
    size_t noted;  /* how many messages were printed already: what a position could not say */
} session;

/* Takes the network and the tuning from the variant where the options say so. Says of what was found, and is of no use, in the messages from
 * `first` on. */
void session_choose_learned(ferz_variant *v, const options *o, const ferz_messages *messages, size_t first,
                            output *out);

/* What --budget says; Ctrl-C ends a call while it is caught. */
ferz_budget session_budget(const options *o);
/* The messages of a command: its errors in colour where they are wanted, with session_budget. NULL when
 * out of memory. */
ferz_messages *session_messages(const options *o, const output *out);
/* Loads the variant only. */
ferz_result session_load(session *s, const options *o, output *out);
/* Loads the variant, sets up the position and plays the moves. The last `moves_kept` arguments of --moves are left
 * to the command. */
ferz_result session_open(session *s, const options *o, output *out, size_t moves_kept);
/* The game of --pgn and --game, of this variant; NULL after an error, which is in the messages or was printed. */
ferz_game *session_read_pgn(session *s, const ferz_variant *variant, const options *o, output *out);
/* Prints what is new among the messages: what was left out of a position. */
void session_print_notes(session *s, output *out);
/* Prints messages of a failure, frees everything and returns the exit status for `result`. */
int session_close(session *s, output *out, ferz_result result);

/* Why a function returned NULL: what the messages say, or out of memory. */
ferz_result session_failure(const session *s);

/* The result in one line: `ongoing`, `white wins: checkmate`, `draw: stalemate`. */
void status_put(text *t, const ferz_variant *variant, const ferz_status *status);

#endif
