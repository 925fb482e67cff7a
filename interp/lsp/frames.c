#include "lsp/frames.h"

#include <string.h>

void frames_finish(frames *f)
{
    text_finish(&f->bytes);
    *f = (frames){0};
}

void frames_add(frames *f, const char *bytes, size_t length)
{
    if (f->used) {
        size_t left = f->bytes.length - f->used;
        memmove(f->bytes.bytes, f->bytes.bytes + f->used, left);
        f->bytes.length = left;
        f->used = 0;
    }
    text_add(&f->bytes, bytes, length);
    f->broken = f->broken || f->bytes.failed;
}

/* Where the head ends, behind its empty line; 0: not yet. */
static size_t end_of_head(const char *bytes, size_t length)
{
    for (size_t i = 0; i + 1 < length; i++) {
        if (bytes[i] == '\n' && bytes[i + 1] == '\n') {
            return i + 2;
        }
        if (i + 3 < length && memcmp(bytes + i, "\r\n\r\n", 4) == 0) {
            return i + 4;
        }
    }
    return 0;
}

static bool same_letters(const char *bytes, const char *word, size_t length)
{
    size_t i = 0;
    while (i < length && ascii_to_lower(bytes[i]) == word[i]) {
        i++;
    }
    return i == length;
}

/* The number behind `Content-Length:`. */
static bool length_of_head(const char *head, size_t size, size_t *length)
{
    static const char field[] = "content-length:";
    size_t n = sizeof field - 1;
    for (size_t at = 0; at + n < size; at++) {
        if ((at && head[at - 1] != '\n') || !same_letters(head + at, field, n)) {
            continue;
        }
        size_t number = 0, digits = 0;
        for (at += n; at < size && head[at] == ' '; at++) {
        }
        for (; at < size && ascii_is_digit(head[at]) && number <= FRAME_BYTES_MAX; at++, digits++) {
            number = number * 10 + (size_t)(head[at] - '0');
        }
        *length = number;
        return digits && number <= FRAME_BYTES_MAX;
    }
    return false;
}

bool frames_next(frames *f, const char **message, size_t *length)
{
    const char *bytes = text_string(&f->bytes) + f->used;
    size_t left = f->bytes.length - f->used,
           head = f->broken ? 0 : end_of_head(bytes, left < FRAME_HEAD_MAX ? left : FRAME_HEAD_MAX);
    if (!head) {
        f->broken = f->broken || left >= FRAME_HEAD_MAX;
        return false;
    }
    if (!length_of_head(bytes, head, length)) {
        f->broken = true;
        return false;
    }
    if (left - head < *length) {
        return false;
    }
    *message = bytes + head;
    f->used += head + *length;
    return true;
}

void frames_put(text *out, const char *message, size_t length)
{
    text_print(out, "Content-Length: %zu\r\n\r\n", length);
    text_add(out, message, length);
}
