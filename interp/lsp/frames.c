#include "lsp/frames.h"

#include <string.h>

#include "base/number.h"

void frames_finish(frames *f)
{
    text_finish(&f->bytes);
    oversize_finish(&f->refused);
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
        const char *s = head + at + n; /* the head ends with an empty line, so no number runs over its end */
        long number;
        s += strspn(s, " ");
        if (number_take(&s, 0, FRAME_PASSED_MAX, &number) != NUMBER_READ) {
            return false;
        }
        *length = (size_t)number;
        return true;
    }
    return false;
}

/* Passes over as much of a message as is there. */
static void pass_over(frames *f)
{
    size_t left = f->bytes.length - f->used, part = left < f->to_pass ? left : f->to_pass;
    oversize_read(&f->refused, text_string(&f->bytes) + f->used, part);
    f->used += part;
    f->to_pass -= part;
    f->passed = f->to_pass == 0;
}

bool frames_take_refused(frames *f, oversize *refused)
{
    bool passed = f->passed;
    if (passed) {
        *refused = f->refused;
        f->refused = (oversize){0};
        f->passed = false;
    }
    return passed;
}

bool frames_next(frames *f, const char **message, size_t *length)
{
    if (f->to_pass) {
        pass_over(f);
    }
    if (f->to_pass || f->passed) {
        return false;
    }
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
    if (*length > FRAME_BYTES_MAX) {
        f->used += head;
        f->to_pass = f->refused.bytes = *length;
        pass_over(f);
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
