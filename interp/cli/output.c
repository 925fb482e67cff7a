#include "cli/output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/status.h"

/* --color overrides NO_COLOR, and NO_COLOR overrides what the terminal can do. */
static bool colour_wanted(const char *colour, int descriptor)
{
    if (colour && strcmp(colour, "auto") != 0) {
        return strcmp(colour, "always") == 0;
    }
    const char *refused = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    return !(refused && *refused) && terminal && *terminal && strcmp(terminal, "dumb") != 0 && isatty(descriptor) == 1;
}

void output_init(output *out, const char *colour)
{
    *out = (output){.colour_out = colour_wanted(colour, STDOUT_FILENO),
                    .colour_err = colour_wanted(colour, STDERR_FILENO)};
}

static void remember_error(output *out)
{
    if (out->error == 0) {
        out->error = errno ? errno : EIO;
    }
}

void output_text(output *out, text *t)
{
    out->memory_failed = out->memory_failed || t->failed;
    if (t->length && out->error == 0) {
        errno = 0;
        if (fwrite(text_string(t), 1, t->length, stdout) != t->length) {
            remember_error(out);
        }
    }
    text_clear(t);
}

bool output_flush(output *out)
{
    if (out->error == 0) {
        errno = 0;
        if (fflush(stdout) != 0) {
            remember_error(out);
        }
    }
    return out->error == 0;
}

int output_finish(output *out, int status)
{
    if (!output_flush(out)) {
        if (out->error != EPIPE) {
            output_error(out, "cannot write to standard output: %s", strerror(out->error));
        }
        return STATUS_SYSTEM_ERROR;
    }
    if (out->memory_failed) {
        output_error(out, "out of memory");
        return STATUS_SYSTEM_ERROR;
    }
    return status;
}

void output_error(output *out, const char *format, ...)
{
    text message = {0};
    text line = {0};
    va_list args;
    va_start(args, format);
    text_vprint(&message, format, args);
    va_end(args);
    text_put(&line, "ferz: ");
    text_add_safe(&line, text_string(&message), message.length);
    text_char(&line, '\n');
    output_flush(out);
    fputs(line.failed ? "ferz: out of memory\n" : text_string(&line), stderr);
    text_finish(&message);
    text_finish(&line);
}

int output_out_of_memory(output *out)
{
    output_error(out, "out of memory");
    return STATUS_SYSTEM_ERROR;
}

void output_stderr(output *out, text *t)
{
    output_flush(out);
    fputs(t->failed ? "ferz: out of memory\n" : text_string(t), stderr);
    text_clear(t);
}

size_t output_messages_from(output *out, const ferz_messages *messages, size_t first)
{
    size_t count = ferz_messages_count(messages);
    output_flush(out);
    for (size_t i = first; i < count; i++) {
        fputs(ferz_messages_at(messages, i).rendered, stderr);
    }
    return count;
}

void output_messages(output *out, const ferz_messages *messages)
{
    output_messages_after(out, messages, 0);
}

void output_messages_after(output *out, const ferz_messages *messages, size_t first)
{
    size_t errors = 0, count = output_messages_from(out, messages, first);
    for (size_t i = 0; i < count; i++) {
        errors += !ferz_messages_at(messages, i).warning;
    }
    if (ferz_messages_errors(messages) > errors) {
        fprintf(stderr, "ferz: and %zu more errors\n", ferz_messages_errors(messages) - errors);
    }
}

enum { PAGE_COLUMNS = 80 };

void output_put_paragraph(text *t, const char *string)
{
    size_t column = 0;
    while (*string) {
        size_t length = strcspn(string, " ");
        if (column > 0 && column + 1 + length > PAGE_COLUMNS) {
            text_char(t, '\n');
            column = 0;
        }
        if (column > 0) {
            text_char(t, ' ');
            column++;
        }
        text_add(t, string, length);
        column += length;
        string += length + (string[length] == ' ');
    }
    text_char(t, '\n');
}
