/* Frames: messages as LSP sends them over a stream, each behind a head that says how long it is. Input is not trusted:
 * a head without a length, or with one that is too great, ends the stream. */
#ifndef FERZ_LSP_FRAMES_H
#define FERZ_LSP_FRAMES_H

#include "base/text.h"

enum {
    FRAME_HEAD_MAX = 4096,
    FRAME_BYTES_MAX = 16 * 1024 * 1024,
};

/* A zeroed one is ready. */
typedef struct frames {
    text bytes;  /* that were added and not returned yet */
    size_t used; /* how many of them were returned */
    bool broken;
} frames;

void frames_finish(frames *f);
void frames_add(frames *f, const char *bytes, size_t length);
/* The next message, valid until the next call. False when there is none yet, or the stream is broken. */
bool frames_next(frames *f, const char **message, size_t *length);
/* Appends a message with its head. */
void frames_put(text *out, const char *message, size_t length);

#endif
