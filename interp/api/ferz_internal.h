/* The structs behind the public handles, and what the files of api/ share. Not installed. */
#ifndef FERZ_API_FERZ_INTERNAL_H
#define FERZ_API_FERZ_INTERNAL_H

#include "ferz_tools.h"

#include "base/bug.h"
#include "base/diag.h"
#include "base/sha256.h"
#include "binding/binding.h"
#include "play/notation.h"
#include "play/history.h"
#include "script/host.h"
#include "search/search.h"

#include <stdatomic.h>
#include <time.h>

/* True for NULL where ferz.h allows none. That is the caller's fault: debug builds stop. */
#define MISSING(pointer) (BUG_IF(!(pointer), "`" #pointer "` may not be NULL here"), !(pointer))

/* ---- ferz_messages.c ---- */

/* The list that internal functions report to. The public functions show it in the order of adding. */
struct diag_list *ferz_messages_diags(ferz_messages *m);
/* Copies the reports of `diags`, sources included, so that `diags` may be freed. `m` may be NULL. */
void messages_append(ferz_messages *m, const diag_list *diags);
/* The first error of a script, or in an answer of one; NULL. It belongs to `m`. */
const ferz_message *messages_script_fault(const ferz_messages *m);
/* Copies the errors of `from`, with their places. `m` may be NULL. */
void messages_repeat_errors(ferz_messages *m, const ferz_messages *from);
/* Short operations load, list or describe; long ones search, count, play or compare, and have limits of their own. */
typedef enum operation_kind { OPERATION_SHORT, OPERATION_LONG } operation_kind;
/* What they are said in; English for NULL. */
ferz_language messages_language(const ferz_messages *m);
/* Begins an operation with the budget of `m`, on this thread. The fuel is for its diag_list; it belongs to `m`, and is
 * NULL for NULL. */
fuel *messages_begin(ferz_messages *m, operation_kind kind);
/* The same with a fuel of the caller's own. */
void messages_begin_fuel(ferz_messages *m, operation_kind kind, fuel *f);
/* The same for work by several threads, which has no fuel: the budget itself. */
ferz_budget messages_budget(const ferz_messages *m);
/* Each call with `inner` has the limit of time of `outer` from now on, and its `stop` where `stops`. Either may be NULL.
 */
void messages_share_budget(ferz_messages *inner, const ferz_messages *outer, bool stops);
/* All calls with `inner` have the budget of one call with `outer`, which begins now, and end when `stop` says so. */
void messages_pool_budget(ferz_messages *inner, ferz_messages *outer, bool (*stop)(void *state), void *state);
/* Reports that memory ran out and returns FERZ_SYSTEM_ERROR. `m` may be NULL. */
ferz_result messages_out_of_memory(ferz_messages *m);
/* Reports what the caller of the library did wrong and returns FERZ_REJECTED. `m` may be NULL. */
ferz_result messages_wrong_call(ferz_messages *m, const char *what);

/* ---- ferz_variant_files.c: files of variants where rules are searched ---- */

/* The game of that name in such a file. False: there is none; true also after an error in `messages`. */
bool variant_files_load(const char *name, const char *const *dirs, const ferz_setting *settings, size_t setting_count,
                        uint64_t seed, ferz_messages *messages, ferz_variant **loaded);

/* As ferz_import, which proves that what it gives can be loaded. Without a proof the caller finds out. */
struct import_proof;
ferz_result import_sections(const char *name, const char *ini, size_t length, const char *const *only,
                            ferz_imported **variants, size_t *count, size_t *refused, const struct import_proof *proof,
                            ferz_messages *messages);

/* ---- ferz_facts.c ---- */

/* Fills in the facts of a variant that is built. False: out of memory. */
bool variant_note_facts(ferz_variant *v);

/* ---- ferz_reasons.c ---- */

/* " (FILE:LINE)" of the rule, where there is one. */
void reasons_put_place(const ferz_reason *r, text *out);

/* ---- structures of the caller that may grow (ferz.h says how) ---- */

/* How large `type` was in version 0.2, whose last member is `last`. Members that come later stand behind it. */
#define SIZE_IN_0_2(type, last) (offsetof(type, last) + sizeof(((type *)NULL)->last))
/* Fills `ours`, of `size` bytes, with what the caller's structure has: all of it or its beginning. Both begin with
 * `struct_size`; `size_in_0_2` stands for a 0 there. */
void copy_sized(void *ours, size_t size, const void *theirs, size_t size_in_0_2);

/* ---- the public objects ---- */

struct ferz_variant {
    diag_list diags; /* owns the sources that locations point into */
    arena arena;
    ruleset *rules;
    binding *binding;
    variant *variant;
    tuning *tuning;
    const char **hooks;
    size_t hook_count;
    ferz_ending *endings; /* as many as rules->ending_count */
    const char **betza;   /* [types] moves in Betza's notation, or NULL */
    const char **files;   /* the files that were read, the variant's own first */
    size_t file_count;
    const char *learned; /* what is learned of the rules lies beside this file: learned_file */
    size_t tables;
    char fingerprint[SHA256_HEX_LENGTH + 1];
    ferz_facts facts;
};

struct network;
/* The budget of a call's messages, which all its threads share; and an instance of the script for each thread. */
typedef struct tune_budget {
    ferz_budget budget;
    double end;       /* on the clock of the process; 0: none */
    atomic_int state; /* a fuel_state: why the budget ended the call, if so */
} tune_budget;
void tune_budget_begin(tune_budget *b, ferz_messages *messages);
bool tune_budget_is_spent(tune_budget *b);
/* Whether it ended the call: then that is the only message. */
bool tune_budget_report(const tune_budget *b, diag_list *diags);
/* Reports that there was nothing to learn from. */
ferz_result tune_had_no_games(diag_list *diags);
/* From 1 to what self-play can have. */
int tune_threads(int wanted);
typedef struct tune_hooks {
    live_binding **live;
    live_hooks **tables; /* [count] as search_run wants them */
    int count;
} tune_hooks;
bool tune_hooks_create(tune_hooks *h, const ferz_variant *v, int threads, diag_list *diags);
void tune_hooks_report(tune_hooks *h, diag_list *diags);
void tune_hooks_destroy(tune_hooks *h);
/* ferz_variant_load_imported of a game in a file of variants; `file` NULL: in none. */
ferz_variant *variant_load_imported(const ferz_imported *game, const char *file, const char *const *dirs,
                                    const ferz_setting *settings, size_t setting_count, uint64_t seed,
                                    ferz_messages *messages);
/* What is learned of a game lies beside its rules: NAME.network, NAME.tuning.yaml. NULL: out of memory. */
#define NETWORK_ENDING ".network"
#define TUNING_ENDING ".tuning.yaml"
const char *learned_file(arena *a, const char *rules, const char *ending);
/* What lies there, in the arena; NULL: nothing, or with `*why` nothing of use. */
struct network *network_of_rules(ferz_variant *v, const char *rules, arena *a, const char **why, location *at);

/* One entry of the umpire's log (ferz_visibility.c). */
typedef enum umpire_entry_kind { UMPIRE_MOVE, UMPIRE_REFUSAL, UMPIRE_ANSWER } umpire_entry_kind;
typedef struct umpire_entry {
    size_t at; /* number of plies before it */
    umpire_entry_kind kind;
    size_t player;
    move attempted;        /* UMPIRE_REFUSAL; MOVE_NONE: no piece could do that */
    const rule_query *ask; /* UMPIRE_ANSWER */
    int answer;
    char text[MOVE_TEXT_MAX];
    char lines[ANNOUNCE_TEXT_MAX];
} umpire_entry;

struct ferz_game {
    const ferz_variant *variant;
    live_binding *live;
    game_history game_history;
    fuel fuel;                        /* of the call in progress */
    char (*ply_texts)[MOVE_TEXT_MAX]; /* text of each ply */
    size_t ply_texts_room;
    ferz_engine *engine; /* created when first needed */
    size_t engine_bytes;
    umpire_entry *umpire_log; /* oldest first */
    size_t umpire_log_count, umpire_log_room;
    move *moves; /* scratch, [variant->moves_max] */
};

/* ---- ferz_pictures.c ---- */

typedef enum picture_form { PICTURE_SVG, PICTURE_TEXT } picture_form;
/* ferz_variant_picture or ferz_piece_moves_text with the fuel of the caller, which may be NULL. */
char *picture_draw(const ferz_variant *v, const ferz_game *game, const ferz_picture *options, fuel *left,
                   picture_form form, ferz_messages *messages);
/* ferz_piece_moves_best_cell for the first player, with fuel. -1: out of memory or of fuel. */
int picture_best_cell(const ferz_variant *v, size_t piece_index, fuel *left);

/* ---- ferz_visibility.c ---- */

/* Plays a legal move (the history has room) and logs what the umpire says. False when out of memory. */
bool umpire_push(ferz_game *p, move m);
/* What the player sees of the position in which they may try moves now; NULL: it is not their turn, the game is over, or memory is
 * out, which `*failed` tells. It has the fuel of the call. */
position *game_view_to_try(ferz_game *p, size_t player, bool *failed);
/* Drops log entries of plies that were undone. */
void umpire_forget(ferz_game *p);
bool umpire_copy(ferz_game *to, const ferz_game *from);
/* The best move by what the player to move can know. False when out of memory. */
bool umpire_best_move(search *with, ferz_game *p, live_hooks *const *hooks, const search_limits *limits,
                      search_result *found);
/* A game without a position. NULL after an error. */
ferz_game *game_new(const ferz_variant *v, diag_list *diags);
/* The texts of the moves, sorted by bytes, in one block to be freed. NULL when out of memory. */
typedef char move_text_buffer[MOVE_TEXT_MAX];
move_text_buffer *sorted_move_texts(const position *p, const move_list *list);
/* What that clock shows. */
double clock_seconds(clockid_t clock);
/* Adds that the text could mean several moves, which `candidates` lists. */
void report_ambiguous_move(ferz_messages *messages, const char *move_text, const text *candidates);
/* A game of more plies is refused: what it takes to undo one is kept, some kilobytes each. */
enum { GAME_PLIES_MAX = 20000 };
/* Begins a call that works on the game: it has the budget of `messages`. Each ends with game_result. */
void game_begin(ferz_game *p, ferz_messages *messages, operation_kind kind);
/* The legal moves, in the game's scratch memory. */
move_list game_legal_moves(ferz_game *p, bool claims);
/* The legal move that the text means; MOVE_NONE with a message: none, or several. */
move game_find_move(ferz_game *p, const char *move_text, ferz_messages *messages);
/* The result of the call: why it could not be finished, if so, else `found`. Later work on the game has no limit until
 * the next call. */
ferz_result game_result(ferz_game *p, ferz_messages *messages, ferz_result found);

#endif
