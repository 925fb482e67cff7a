/* What the codes of messages mean. */
#ifndef FERZ_CLI_CODES_H
#define FERZ_CLI_CODES_H

#include "cli/options.h"

/* Whether the command line asks for codes and not for a game: for all (--codes), or for one, written like E0301. If so they
 * are explained, and *status is the exit status. */
bool codes_command(const options *o, output *out, int *status);

#endif
