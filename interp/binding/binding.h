/* Binding: joins the scripts of a variant with its tables of hooks. The script host knows no position, and the tables of hooks know
 * no Lua; here each question of a script is answered from the position that is asked about.
 *
 * A `binding` belongs to a variant and is shared by threads; a `live_binding` has a Lua state of its own and serves one thread. */
#ifndef FERZ_BINDING_BINDING_H
#define FERZ_BINDING_BINDING_H

#include "base/diag.h"
#include "play/history.h"
#include "script/host.h"

typedef struct binding binding; /* what the scripts of one variant share */

binding *binding_create(const ruleset *rules, arena *a, diag_list *diags);
/* The board of the rules, built once: variants share its cells. */
const topology *binding_topology(const binding *b);
/* The text of all scripts; NULL: the game has none. */
const char *binding_script_words(const binding *b);
/* Opens the script for building the variant. True also without a script; then *host is NULL. */
bool binding_open_staged(binding *b, diag_list *diags, script_host **host, staged_hooks *hooks);

/* Live hooks for one thread. */
typedef struct live_binding live_binding;
live_binding *live_create(binding *b, const variant *v, diag_list *diags);
void live_destroy(live_binding *live);
live_hooks *live_table(live_binding *live); /* NULL for NULL */
typedef enum live_kind {
    LIVE_AFTER,
    LIVE_LEGAL,
    LIVE_MADE,
    LIVE_MOVES,
    LIVE_CHOICES,
    LIVE_ANNOUNCE,
    LIVE_ENDING,
    LIVE_KINDS
} live_kind;
/* What was learned of a hook, by its number among those of its kind. */
void live_learned(const live_binding *live, live_kind kind, int hook, uint64_t *known, bool *learned);
/* Whether the script is asked also where its answer is known from earlier calls; another answer is an error then. */
void live_compare_answers(live_binding *live, bool compares);
/* Reports why a live call failed; false when none failed. */
bool live_report(live_binding *live, diag_list *diags);
/* Makes the instance ready for the next call, after a failure that was reported. */
void live_clear_failure(live_binding *live);
/* The steps of the script in live calls so far, as its budget counts them. */
uint64_t live_steps(const live_binding *live);
uint64_t binding_calls(const binding *b);
void binding_add_calls(binding *b, uint64_t calls);

#endif
