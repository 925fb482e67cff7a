/* Desk: what a protocol has before it: the games that it may choose from, one of them loaded, a play of it, an engine and
 * a thinker.
 *
 * Everything that can fail says so through the protocol's voice, as lines that begin with `desk.before`, and leaves the
 * desk as it was unless said otherwise.
 */
#ifndef FERZ_PROTOCOL_ENGINE_SESSION_H
#define FERZ_PROTOCOL_ENGINE_SESSION_H

#include "cli/options.h"
#include "protocol/search_job.h"
#include "protocol/line_writer.h"

typedef struct engine_session {
    const options *o;
    line_writer *writer;
    const char *prefix; /* of complaints: "info string " */
    ferz_messages *messages;
    search_job *job;

    ferz_list_entry *entries; /* all games that can be found */
    size_t entry_count;
    text path; /* a file or a folder of rules that was named by the protocol; "" for none */

    text name;     /* of the game as it was chosen: a name or a path */
    text settings; /* `name=value name ...` */
    ferz_variant *variant;
    ferz_game *game; /* NULL: there is no position */
    ferz_engine *engine;
    size_t engine_hash_bytes;

    ferz_limits limits; /* what holds for every search: threads, hash_bytes, lines, seed, method, overhead */
} engine_session;

/* Opens with the game of the command line, or with `fallback`. False: nothing can be played (said). */
bool engine_session_open(engine_session *s, const options *o, line_writer *writer, const char *prefix,
                         const char *fallback);
void engine_session_close(engine_session *s);

/* Another file or folder of rules to choose from besides those that are there. */
bool engine_session_set_path(engine_session *s, const char *path);
/* Appends the name by which the file that was named is chosen; nothing when none was, or a folder. */
void engine_session_put_path_name(const engine_session *s, text *t);
/* The entry of that name (letters without case), or NULL. */
const ferz_list_entry *engine_session_find_entry(const engine_session *s, const char *name);

/* Loads a game by name or path, with `settings` (NULL: those that hold), and sets up its start. */
bool engine_session_load(engine_session *s, const char *name, const char *settings);
/* Sets up a position; NULL: the game's start. After a failure there is no position. */
bool engine_session_set_position(engine_session *s, const char *fen);
/* The engine for the game at hand, made or made anew when the size of its table has changed. NULL: out of memory (said). */
ferz_engine *engine_session_engine(engine_session *s);
/* A new game begins: nothing that was learnt is of use. */
void engine_session_new_game(engine_session *s);

/* The team whose clock runs: 0 the first player's, 1 any other's. */
int engine_session_clock_side(const engine_session *s);

#endif
