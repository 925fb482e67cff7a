/* Output: results to standard output, messages to standard error. Remembers the first write that failed.
 *
 * Commands do not check writes. They pass texts on and return their result; main calls output_finish once at the
 * end, which turns lost output into status 3.
 */
#ifndef FERZ_CLI_OUTPUT_H
#define FERZ_CLI_OUTPUT_H

#include "base/text.h"
#include "ferz.h"

typedef struct output {
    bool colour_out; /* standard output is coloured */
    bool colour_err; /* standard error is coloured */
    bool memory_failed;
    int error; /* errno of the first failed write to standard output, 0 = none */
} output;

/* `colour` is the value of --color: "always", "never", "auto" or NULL (auto). */
void output_init(output *out, const char *colour);
/* Adds a paragraph in lines that fit a terminal of 80 columns. */
void output_put_paragraph(text *t, const char *string);
/* Writes the text to standard output and empties it. */
void output_text(output *out, text *t);
/* Sends buffered output to a reader that waits for it. False when a write failed. */
bool output_flush(output *out);
/* Flushes, reports lost output (not for a closed pipe), and returns the exit status: `status` or 3. */
int output_finish(output *out, int status);

/* One line on standard error, "ferz: " and the message, with control bytes escaped. Standard output is flushed
 * first, so that both streams keep their order. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void output_error(output *out, const char *format, ...);
/* Reports that memory ran out; returns STATUS_SYSTEM_ERROR. */
int output_out_of_memory(output *out);
/* Writes the text to standard error and empties it. The caller has escaped it. */
void output_stderr(output *out, text *t);
/* Writes all messages, as the library rendered them, to standard error. */
void output_messages(output *out, const ferz_messages *messages);
/* The same without the first messages, which were printed already. */
void output_messages_after(output *out, const ferz_messages *messages, size_t first);
/* The same from message number `first` (from 0); returns the number of all messages. */
size_t output_messages_from(output *out, const ferz_messages *messages, size_t first);

#endif
