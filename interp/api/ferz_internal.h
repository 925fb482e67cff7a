/* Ferz, inside: what the parts of the public face share. Not installed.
 */
#ifndef FERZ_API_FERZ_INTERNAL_H
#define FERZ_API_FERZ_INTERNAL_H

#include "ferz.h"

#include "base/diag.h"
#include "base/sha256.h"
#include "play/notation.h"
#include "play/history.h"
#include "script/host.h"
#include "search/search.h"

#include <stdatomic.h>

/* ---- ferz_messages.c ---- */

/* Where a part may report; shown by the public functions in the order of adding. */
struct diag_list *ferz_messages_diags(ferz_messages *m);
/* Copies what `diags` holds, sources included, so that `diags` may go. `m` may be NULL. */
void messages_append(ferz_messages *m, const diag_list *diags);

/* ---- locate.c: where rules are found ---- */

/* The path of a rule file by name (see ferz_variant_load), in `a`; NULL when there is none. `beside`: a file whose folder is
 * looked in first; may be NULL. */
const char *locate_rules(arena *a, const char *name, const char *const *dirs, const char *relative_to);
/* Calls `visit` with each folder of rules, in order. */
void locate_folders(arena *a, const char *const *dirs, void (*visit)(void *state, const char *folder), void *state);

/* ---- bind.c: the script host on one side, the game's hooks on the other ---- */

typedef struct binding binding; /* the world that scripts of one game see; shared by its hosts */

binding *binding_create(const ruleset *rules, arena *a, diag_list *diags);
/* The board of the rules, built once: variants share its cells. */
const topology *binding_topology(const binding *b);
/* Opens the script for building. True when there is no script as well; then *host is NULL. */
bool binding_open_staged(binding *b, diag_list *diags, script_host **host, staged_hooks *hooks);

/* Live hooks for one thread. */
typedef struct live_binding live_binding;
live_binding *live_create(binding *b, const variant *v, diag_list *diags);
void live_destroy(live_binding *live);
live_hooks *live_table(live_binding *live); /* NULL for NULL */
/* Reports why a live call failed; false when none did. */
bool live_report(live_binding *live, diag_list *diags);
uint64_t binding_calls(const binding *b);
void binding_add_calls(binding *b, uint64_t calls);

/* ---- the public objects ---- */

struct ferz_variant {
    diag_list diags; /* owns the sources that places point into */
    arena arena;
    ruleset *rules;
    binding *binding;
    variant *variant;
    tuning *tuning;
    const char **hooks;
    size_t hook_count;
    const char **betza; /* [types] see ferz_piece */
    const char **files; /* those that were read, the game's own first */
    size_t file_count;
    size_t tables;
    char fingerprint[SHA256_HEX_LENGTH + 1];
};

/* What was heard at one moment of a game (ferz_sight.c). */
typedef enum umpire_entry_kind { UMPIRE_MOVE, UMPIRE_REFUSAL, UMPIRE_ANSWER } umpire_entry_kind;
typedef struct umpire_entry {
    size_t at; /* plies made before it */
    umpire_entry_kind kind;
    size_t player;
    move attempted;        /* UMPIRE_REFUSAL; MOVE_NONE: nothing that a man could do */
    const rule_query *ask; /* UMPIRE_ANSWER */
    int answer;
    char text[MOVE_TEXT_MAX];
    char lines[ANNOUNCE_TEXT_MAX];
} umpire_entry;

struct ferz_game {
    const ferz_variant *variant;
    live_binding *live;
    game_history game_history;
    char (*ply_texts)[MOVE_TEXT_MAX]; /* text of each ply */
    size_t ply_texts_room;
    ferz_engine *engine; /* made at the first asking */
    size_t engine_bytes;
    umpire_entry *umpire_log; /* in the order of time */
    size_t umpire_log_count, umpire_log_room;
    move *moves; /* scratch, [game->moves_max] */
};

/* ---- ferz_pieces.c ---- */

/* Writes down what the men of a game that was just built do. False when out of memory. */
bool pieces_describe(ferz_variant *g);

/* ---- ferz_sight.c ---- */

/* Plays a legal move into the record (room is there) and keeps what the umpire says of it. False when out of memory. */
bool umpire_push(ferz_game *p, move m);
/* Forgets what was said of plies that were taken back. */
void umpire_forget(ferz_game *p);
bool umpire_copy(ferz_game *to, const ferz_game *from);
/* The best move as far as the mover can know. False when out of memory. */
bool umpire_best_move(search *with, ferz_game *p, live_hooks *const *hooks, const search_limits *limits,
                      search_result *found);
/* A play without a position. */
ferz_game *game_new(const ferz_variant *v, diag_list *diags);
/* What a call comes to once it has done its work: the script's failure, or what it found. */
ferz_result game_script_result(ferz_game *p, ferz_messages *messages, ferz_result found);

#endif
