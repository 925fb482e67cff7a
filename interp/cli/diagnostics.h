/* Messages in the form that editors take (the Language Server Protocol). */
#ifndef FERZ_CLI_DIAGNOSTICS_H
#define FERZ_CLI_DIAGNOSTICS_H

#include "base/text.h"
#include "ferz.h"

/* Appends an array of PublishDiagnosticsParams, each with the file as the user named it besides its URI. There is
 * one for each file with a message, and always one for `file` (may be NULL), so that an editor clears its old
 * messages. With `variant`, the hooks that run during play are listed as information. */
void json_diagnostics(text *t, const ferz_messages *messages, const char *file, const ferz_variant *variant);

#endif
