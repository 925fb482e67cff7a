/* Hook failure: whether a script failed while the search looked at positions, or was only not asked.
 *
 * A script is not asked once the fuel of its operation is out. The core marks that as it marks a failure, because what it
 * found means nothing either way. Here the two are told apart: what was not asked is no failure, and the mark goes. */
#ifndef FERZ_SEARCH_HOOK_FAILURE_H
#define FERZ_SEARCH_HOOK_FAILURE_H

#include "compile/hooks.h"

typedef enum hook_failure { HOOKS_ANSWERED, HOOKS_NOT_ASKED, HOOKS_FAILED } hook_failure;

/* `hooks` may be NULL; `f` is the fuel that their calls draw on. */
static inline hook_failure take_hook_failure(live_hooks *hooks, const fuel *f)
{
    if (!hooks || !hooks->failed) {
        return HOOKS_ANSWERED;
    }
    hooks->failed = fuel_left(f);
    return hooks->failed ? HOOKS_FAILED : HOOKS_NOT_ASKED;
}

#endif
