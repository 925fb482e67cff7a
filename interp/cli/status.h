/* Exit status of `ferz`; all but STATUS_USAGE and STATUS_NOT_BETTER are the numbers of ferz_result. */
#ifndef FERZ_CLI_STATUS_H
#define FERZ_CLI_STATUS_H

#include "ferz.h"

enum {
    STATUS_OK = FERZ_OK,
    STATUS_REJECTED = FERZ_REJECTED,         /* the answer is no */
    STATUS_USAGE = 2,                        /* the command line is wrong */
    STATUS_SYSTEM_ERROR = FERZ_SYSTEM_ERROR, /* a file or the system failed */
    STATUS_BUDGET_EXCEEDED = FERZ_BUDGET_EXCEEDED,
    STATUS_NOT_BETTER = 5, /* tune: what was found does not win */
};

#endif
