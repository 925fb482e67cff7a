/* Fixes: edits of a text that do away with a message, for editors and pages. */
#ifndef FERZ_SERVICE_FIXES_H
#define FERZ_SERVICE_FIXES_H

#include "service/place.h"

/* A message about a text; all of it is borrowed. */
typedef struct fix_request {
    place_text text;
    bool script;                     /* the text is Lua */
    const char *code;                /* of the message; or NULL */
    const char *fix, *wanted, *word; /* `fix`, `fix_text` and `fix_word` of ferz_message; or NULL */
    span range;                      /* what is underlined */
} fix_request;

typedef struct fix_edit {
    const char *title; /* what it does: "Write `pieces`" */
    span replaced;
    const char *inserted;
    bool preferred; /* there is hardly a doubt that this is meant */
} fix_edit;
typedef void fix_found(void *state, const fix_edit *edit);

/* Calls `found` for each edit that would help; the edit lives during the call. */
void fixes_find(const fix_request *request, fix_found *found, void *state);

#endif
