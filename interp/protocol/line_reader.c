#include "protocol/line_reader.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

/* Longer than any game; limits the memory that a wrong file can use. */
enum { LINE_READER_BYTES_MAX = 16 << 20 };

void line_reader_finish(line_reader *f)
{
    text_finish(&f->line);
}

static line_reader_result finish_line(line_reader *f)
{
    bool invalid = f->skipping || memchr(text_string(&f->line), '\0', f->line.length);
    f->skipping = false;
    f->consumed = true;
    f->lines++;
    if (invalid) {
        return LINE_READER_INVALID;
    }
    if (f->line.length && f->line.bytes[f->line.length - 1] == '\r') {
        f->line.bytes[--f->line.length] = '\0';
    }
    return f->line.failed ? LINE_READER_ERROR : LINE_READER_LINE;
}

/* Reads the rest of the block up to the end of a line. True when a line is complete. */
static bool read_block(line_reader *f)
{
    const char *bytes = f->block + f->from;
    const char *end = memchr(bytes, '\n', f->to - f->from);
    size_t length = end ? (size_t)(end - bytes) : f->to - f->from;
    f->skipping = f->skipping || f->line.length + length > LINE_READER_BYTES_MAX;
    if (f->skipping) {
        text_clear(&f->line);
    } else {
        text_add(&f->line, bytes, length);
    }
    f->from += length + (end != NULL);
    return end != NULL;
}

/* Waits for input or for the descriptor `other`. */
static line_reader_result wait_for(const line_reader *f, int other)
{
    struct pollfd ends[2] = {{.fd = f->descriptor, .events = POLLIN}, {.fd = other, .events = POLLIN}};
    while (poll(ends, other >= 0 ? 2 : 1, -1) < 0) {
        if (errno != EINTR && errno != EAGAIN) {
            return LINE_READER_ERROR;
        }
    }
    return other >= 0 && ends[1].revents ? LINE_READER_WOKEN : LINE_READER_LINE;
}

line_reader_result line_reader_next(line_reader *f, int other)
{
    if (f->consumed) { /* otherwise a part of the line is there: `other` woke us in between */
        text_clear(&f->line);
        f->consumed = false;
    }
    for (;;) {
        if (f->from < f->to && read_block(f)) {
            return finish_line(f);
        }
        if (f->ended) {
            return LINE_READER_EOF;
        }
        line_reader_result event = wait_for(f, other);
        if (event != LINE_READER_LINE) {
            return event;
        }
        ssize_t got = read(f->descriptor, f->block, sizeof f->block);
        if (got < 0 && errno != EINTR && errno != EAGAIN) {
            return LINE_READER_ERROR;
        }
        f->from = 0;
        f->to = got > 0 ? (size_t)got : 0;
        if (got == 0) {
            f->ended = true;
            if (f->line.length || f->skipping) {
                return finish_line(f); /* the last line of a file without a final newline */
            }
        }
    }
}

/* Reads what is there into the rest of the block. */
static void read_ahead(line_reader *f)
{
    if (f->from == f->to) {
        f->from = f->to = 0;
    }
    struct pollfd input = {.fd = f->descriptor, .events = POLLIN};
    if (f->to < sizeof f->block && !f->ended && poll(&input, 1, 0) > 0) {
        ssize_t got = read(f->descriptor, f->block + f->to, sizeof f->block - f->to);
        f->to += got > 0 ? (size_t)got : 0;
    }
}

bool line_reader_has_quit(line_reader *f)
{
    static const char word[] = "quit";
    read_ahead(f);
    for (const char *at = f->block + f->from, *end = f->block + f->to, *feed; at < end; at = feed + 1) {
        feed = memchr(at, '\n', (size_t)(end - at));
        if (!feed) {
            return false;
        }
        size_t length = (size_t)(feed - at) - (feed > at && feed[-1] == '\r');
        if (length == sizeof word - 1 && memcmp(at, word, length) == 0) {
            return true;
        }
    }
    return false;
}
