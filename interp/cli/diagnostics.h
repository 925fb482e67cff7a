/* Messages as editors take them. */
#ifndef FERZ_CLI_DIAGNOSTICS_H
#define FERZ_CLI_DIAGNOSTICS_H

#include "base/text.h"
#include "ferz.h"

/* An array of the language server protocol's PublishDiagnosticsParams, with the file as the user named it beside its URI:
 * one for each file that a message is about, and one for `file` (may be NULL) in any case, so that an editor knows to
 * forget what was wrong there. With `game`, its live hooks are told of as well. */
void json_diagnostics(text *t, const ferz_messages *messages, const char *file, const ferz_variant *variant);

#endif
