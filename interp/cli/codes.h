/* Explanations of message codes (`ferz explain CODE`, `ferz explain --codes`). */
#ifndef FERZ_CLI_CODES_H
#define FERZ_CLI_CODES_H

#include "cli/options.h"

/* True when the command line asks for codes and not for a game: for all of them (--codes), or for one such as E0301.
 * Then they are printed and *status is the exit status. */
bool codes_command(const options *o, output *out, int *status);

#endif
