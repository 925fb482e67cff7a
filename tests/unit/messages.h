/* The messages of a file of tests: made before the first one, freed after the last one, by ALL_TESTS(open_messages,
 * close_messages). */
#ifndef FERZ_TESTS_UNIT_MESSAGES_H
#define FERZ_TESTS_UNIT_MESSAGES_H

#include "ferz.h"

static ferz_messages *messages;

static int open_messages(void **state)
{
    (void)state;
    messages = ferz_messages_create(false);
    return 0;
}

static int close_messages(void **state)
{
    (void)state;
    ferz_messages_free(messages);
    return 0;
}

#endif
