/* Running examples, inside the library: used by `ferz test` and by mutation testing. Not installed. */
#ifndef FERZ_EXAMPLES_EXAMPLES_H
#define FERZ_EXAMPLES_EXAMPLES_H

#include "ferz_tools.h"

#include "base/arena.h"
#include "base/diag.h"
#include "rules/document.h"

typedef struct examples_request {
    const char *name;
    const char *const *dirs;
    const ferz_overlay *overlays; /* texts in place of files of the rules */
    size_t overlay_count;
    bool stop_at_failure; /* stop at the first failure; fast examples run first */
    double seconds;       /* processor time after which no further example begins; 0 = no limit */
    void (*on_progress)(void *state, const ferz_example *example); /* may be NULL */
    void *state;
} examples_request;

typedef struct examples_outcome {
    ferz_test_report report;
    bool loaded;    /* the rules loaded */
    bool timed_out; /* `seconds` was reached */
    double seconds;
} examples_outcome;

ferz_result examples_run(const examples_request *request, examples_outcome *outcome, ferz_messages *messages);

/* Reports what is wrong with the form of a file of examples, as YAML and with its keys, without the rules. False where
 * something is. */
bool examples_check_form(const char *path, const char *bytes, size_t length, ferz_messages *messages);

/* The winner and their team, as `ferz status` prints it. */
void examples_winners(const ferz_variant *v, size_t winner, text *out);
/* " 0.75 to 0.25" where the winner shares the point, with FERZ_WIN. */
void examples_share(const ferz_status *status, text *out);
/* The path of the examples beside a rule file, in `a`. */
const char *examples_path(arena *a, const char *rules);
/* The list of examples in a file's tree; NULL after an error. */
const node *examples_list(arena *a, diag_list *diags, const node *root);

#endif
