/* Desk: what a protocol has before it: the games that it may choose from, one of them loaded, a play of it, an engine and
 * a thinker.
 *
 * Everything that can fail says so through the protocol's voice, as lines that begin with `desk.before`, and leaves the
 * desk as it was unless said otherwise.
 */
#ifndef FERZ_FRONT_DESK_H
#define FERZ_FRONT_DESK_H

#include "front/options.h"
#include "front/thinker.h"
#include "front/voice.h"

typedef struct desk {
    const options *o;
    voice *voice;
    const char *before; /* of complaints: "info string " */
    ferz_messages *messages;
    thinker *thinker;

    ferz_entry *entries; /* all games that can be found */
    size_t entry_count;
    text path; /* a file or a folder of rules that was named by the protocol; "" for none */

    text name;     /* of the game as it was chosen: a name or a path */
    text settings; /* `name=value name ...` */
    ferz_game *game;
    ferz_play *play; /* NULL: there is no position */
    ferz_engine *engine;
    size_t engine_bytes;

    ferz_limits limits; /* what holds for every search: threads, hash_bytes, lines, seed, method, overhead */
} desk;

/* Opens with the game of the command line, or with `fallback`. False: nothing can be played (said). */
bool desk_open(desk *d, const options *o, voice *v, const char *before, const char *fallback);
void desk_close(desk *d);

/* Another file or folder of rules to choose from besides those that are there. */
bool desk_look_in(desk *d, const char *path);
/* Appends the name by which the file that was named is chosen; nothing when none was, or a folder. */
void desk_put_file(const desk *d, text *t);
/* The entry of that name (letters without case), or NULL. */
const ferz_entry *desk_entry(const desk *d, const char *name);

/* Loads a game by name or path, with `settings` (NULL: those that hold), and sets up its start. */
bool desk_choose(desk *d, const char *name, const char *settings);
/* Sets up a position; NULL: the game's start. After a failure there is no position. */
bool desk_set_up(desk *d, const char *fen);
/* The engine for the game at hand, made or made anew when the size of its table has changed. NULL: out of memory (said). */
ferz_engine *desk_engine(desk *d);
/* A new game begins: nothing that was learnt is of use. */
void desk_forget(desk *d);

/* The team whose clock runs: 0 the first player's, 1 any other's. */
int desk_side(const desk *d);

#endif
