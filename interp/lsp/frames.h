/* Frames: messages as LSP sends them over a stream, each behind a head that says how long it is. Input is not trusted:
 * a head without a length ends the stream. A message that is too long is passed over, and the next one is read. */
#ifndef FERZ_LSP_FRAMES_H
#define FERZ_LSP_FRAMES_H

#include "base/text.h"
#include "lsp/oversize.h"

enum {
    FRAME_HEAD_MAX = 4096,
    FRAME_BYTES_MAX = 16 * 1024 * 1024,
    FRAME_PASSED_MAX = 1024 * 1024 * 1024, /* of a message that is passed over: a greater length is a mistake */
};

/* A zeroed one is ready. */
typedef struct frames {
    text bytes;  /* that were added and not returned yet */
    size_t used; /* how many of them were returned */
    bool broken;
    size_t to_pass; /* what is left of a message that is too long */
    bool passed;    /* all of it: `refused` tells of it */
    oversize refused;
} frames;

void frames_finish(frames *f);
void frames_add(frames *f, const char *bytes, size_t length);
/* The next message, valid until the next call. False when there is none yet, or the stream is broken. */
bool frames_next(frames *f, const char **message, size_t *length);
/* Whether a message that was too long is passed over now: what is known of it, to be finished. */
bool frames_take_refused(frames *f, oversize *refused);
/* Appends a message with its head. */
void frames_put(text *out, const char *message, size_t length);

#endif
