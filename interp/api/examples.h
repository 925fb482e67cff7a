/* Examples, inside: how those who try changes run them. Not installed.
 */
#ifndef FERZ_API_EXAMPLES_H
#define FERZ_API_EXAMPLES_H

#include "ferz.h"

#include "base/arena.h"
#include "base/diag.h"
#include "rules/document.h"

typedef struct examples_request {
    const char *name;
    const char *const *dirs;
    const ferz_overlay *overlays; /* texts that stand for files of the rules */
    size_t overlay_count;
    bool stop_at_failure; /* stop at it; what is quick to find out comes first */
    double seconds;       /* of the processor's time, after which no further example is begun; 0 = any */
    void (*on_progress)(void *state, const ferz_example *example); /* may be NULL */
    void *state;
} examples_request;

typedef struct examples_outcome {
    ferz_test_report report;
    bool loaded;    /* the rules did */
    bool timed_out; /* time was over */
    double seconds;
} examples_outcome;

ferz_result examples_run(const examples_request *request, examples_outcome *outcome, ferz_messages *messages);

/* The winner and his team, as `ferz status` says it. */
void examples_winners(const ferz_variant *v, size_t winner, text *out);
/* The file of examples beside a rule file, in `a`. */
const char *examples_path(arena *a, const char *rules);
/* The list in a file's tree; NULL after an error. */
const node *examples_list(arena *a, diag_list *diags, const node *root);

#endif
