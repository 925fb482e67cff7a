#include "front/feed.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

/* Longer than the longest game that anyone replays; keeps a wrong file from filling the memory. */
enum { FEED_BYTES_MAX = 16 << 20 };

void feed_finish(feed *f)
{
    text_finish(&f->line);
}

static feed_result end_line(feed *f)
{
    bool refused = f->refusing || memchr(text_string(&f->line), '\0', f->line.length);
    f->refusing = false;
    f->given = true;
    if (refused) {
        return FEED_REFUSED;
    }
    if (f->line.length && f->line.bytes[f->line.length - 1] == '\r') {
        f->line.bytes[--f->line.length] = '\0';
    }
    return f->line.failed ? FEED_FAILED : FEED_LINE;
}

/* Takes what is left of the block, up to the end of a line. True when there is one. */
static bool take(feed *f)
{
    const char *bytes = f->block + f->from;
    const char *end = memchr(bytes, '\n', f->to - f->from);
    size_t length = end ? (size_t)(end - bytes) : f->to - f->from;
    f->refusing = f->refusing || f->line.length + length > FEED_BYTES_MAX;
    if (f->refusing) {
        text_clear(&f->line);
    } else {
        text_add(&f->line, bytes, length);
    }
    f->from += length + (end != NULL);
    return end != NULL;
}

/* Waits for input or for `other`. */
static feed_result wait_for(const feed *f, int other)
{
    struct pollfd ends[2] = {{.fd = f->descriptor, .events = POLLIN}, {.fd = other, .events = POLLIN}};
    while (poll(ends, other >= 0 ? 2 : 1, -1) < 0) {
        if (errno != EINTR && errno != EAGAIN) {
            return FEED_FAILED;
        }
    }
    return other >= 0 && ends[1].revents ? FEED_WOKEN : FEED_LINE;
}

feed_result feed_next(feed *f, int other)
{
    if (f->given) { /* else half of it is there, and something else came between */
        text_clear(&f->line);
        f->given = false;
    }
    for (;;) {
        if (f->from < f->to && take(f)) {
            return end_line(f);
        }
        if (f->ended) {
            return FEED_END;
        }
        feed_result came = wait_for(f, other);
        if (came != FEED_LINE) {
            return came;
        }
        ssize_t got = read(f->descriptor, f->block, sizeof f->block);
        if (got < 0 && errno != EINTR && errno != EAGAIN) {
            return FEED_FAILED;
        }
        f->from = 0;
        f->to = got > 0 ? (size_t)got : 0;
        if (got == 0) {
            f->ended = true;
            if (f->line.length || f->refusing) {
                return end_line(f); /* the last line of a file that does not end in a newline */
            }
        }
    }
}
