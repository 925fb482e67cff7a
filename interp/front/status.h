/* Exit status of `ferz`, as CLI.md promises it; the first, third and fourth are the numbers of ferz_result. */
#ifndef FERZ_FRONT_STATUS_H
#define FERZ_FRONT_STATUS_H

#include "ferz.h"

enum {
    STATUS_DONE = FERZ_OK,
    STATUS_NO = FERZ_NO,       /* the answer is no */
    STATUS_USAGE = 2,          /* the command line is wrong */
    STATUS_FAULT = FERZ_FAULT, /* a file or the machine failed */
    STATUS_OVERRUN = FERZ_OVERRUN
};

#endif
