/* Engine session: what a protocol works with. It has the list of games, one loaded variant, a game of it, an engine
 * and a search job.
 *
 * Errors are printed through the protocol's line writer, each line with `prefix` in front. After an error the
 * session is unchanged unless stated otherwise.
 */
#ifndef FERZ_PROTOCOL_ENGINE_SESSION_H
#define FERZ_PROTOCOL_ENGINE_SESSION_H

#include "cli/options.h"
#include "protocol/line_reader.h"
#include "protocol/line_writer.h"
#include "protocol/search_job.h"
#include "protocol/variant_aliases.h"

typedef struct engine_session {
    const options *o;
    line_writer *writer;
    const char *prefix;      /* of error lines: "info string " */
    const char *note_prefix; /* of warnings about a position; the same, unless the protocol sets another */
    line_reader *reader;
    uint64_t looked_at; /* the line of the reader during which `quit` was looked for last, plus one */
    int64_t quit_from;  /* on the clock in milliseconds: when a `quit` that was there before the work began ends it */
    int64_t quit_look;  /* when engine_session_must_quit looks again */
    ferz_messages *messages;
    search_job *job;

    ferz_list_entry *entries; /* all games that were found */
    size_t entry_count;
    text path; /* a file or folder of rules named by the protocol; "" for none */

    text name;           /* of the loaded game: a name or a path, as it was chosen */
    text settings;       /* `name=value name ...` */
    bool foreign;        /* it was chosen by a name of programs for variants, and is spelled as they do */
    bool any_array;      /* kings castle from any array, in games where they can */
    variant_alias alias; /* by which the game was chosen; without a name when it was chosen by its own */
    ferz_variant *variant;
    ferz_game *game; /* NULL: no valid position */
    ferz_engine *engine;
    size_t engine_hash_bytes;

    ferz_limits limits; /* limits of every search: threads, hash_bytes, multipv, seed, method, overhead */
} engine_session;

/* Loads the game of the command line, or `fallback`. False after an error: nothing can be played. While the session loads
 * or lists something, a line `quit` that comes from `reader` ends it; one that came before, as in a file of commands, ends
 * it after a second. */
bool engine_session_open(engine_session *s, const options *o, line_reader *reader, line_writer *writer,
                         const char *prefix, const char *fallback);
void engine_session_close(engine_session *s);

/* Sets another file or folder of rules, besides those of the command line, and lists the games again. */
bool engine_session_set_path(engine_session *s, const char *path);
/* The names of the variants in files where rules are searched, each ended by a NUL byte; one more NUL is behind the last.
 * ferz_free. */
char *engine_session_list_imported(const engine_session *s);
/* Appends the name by which the file of engine_session_set_path is chosen; nothing for a folder or without one. */
void engine_session_put_path_name(const engine_session *s, text *t);
/* The entry of that name (case does not matter), or NULL. */
const ferz_list_entry *engine_session_find_entry(const engine_session *s, const char *name);

/* Loads a game by its own name or path and sets up its start position. `settings` NULL: the current ones. */
bool engine_session_load(engine_session *s, const char *name, const char *settings);
/* Loads the game that another program means by a name: the file of engine_session_set_path, else a row of the aliases
 * for one of `users`, else a game of that name. A game of the user's own comes before an alias for another game. */
bool engine_session_choose(engine_session *s, unsigned users, const char *name, const char *settings);
/* Loads the same game again with other settings. */
bool engine_session_reload(engine_session *s, const char *settings);
/* The row by which engine_session_choose would load `name`; false: none. */
bool engine_session_find_alias(const engine_session *s, unsigned users, const char *name, variant_alias *row);
/* Sets up a position; NULL: the start position. After an error there is no position. */
bool engine_session_set_position(engine_session *s, const char *fen);
/* The engine for the loaded game; made again when the hash size has changed. NULL: out of memory (reported). */
ferz_engine *engine_session_engine(engine_session *s);
/* A new game begins: clears what the engine has learned. */
void engine_session_new_game(engine_session *s);

/* Whose clock runs: 0 for the first player's team, 1 for any other. */
int engine_session_clock_side(const engine_session *s);

/* Whether `quit` waits behind a command that takes long, for a second or more. */
bool engine_session_must_quit(engine_session *s);

#endif
