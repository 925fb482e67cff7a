/* Output: results to standard output, messages to standard error, and the memory of the first write that failed.
 *
 * Commands never ask whether a write went well: they hand their texts over and return what they found out; main asks
 * output_finish once at the end, which turns a lost write into status 3.
 */
#ifndef FERZ_CLI_OUTPUT_H
#define FERZ_CLI_OUTPUT_H

#include "base/text.h"
#include "ferz.h"

typedef struct output {
    bool colour_out; /* standard output takes colours */
    bool colour_err; /* standard error does */
    bool memory_failed;
    int error; /* errno of the first failed write to standard output, 0 = none */
} output;

/* `colour` is the word of --color: "always", "never", "auto" or NULL (auto). */
void output_init(output *out, const char *colour);
/* Writes the text to standard output and empties it. */
void output_text(output *out, text *t);
/* Sends what is buffered, for whoever reads along. False when standard output is lost. */
bool output_flush(output *out);
/* Flushes, says what was lost (a closed pipe needs no words), and returns the exit status: `status` or 3. */
int output_finish(output *out, int status);

/* One line on standard error, "ferz: " and the words, made safe to print. Standard output is flushed before, so that
 * both streams keep their order where they meet. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void output_error(output *out, const char *format, ...);
/* The text, several lines perhaps, on standard error; empties it. Whoever made it has made it safe to print. */
void output_stderr(output *out, text *t);
/* All messages as the library rendered them, on standard error. */
void output_messages(output *out, const ferz_messages *messages);
/* Those from number `first` on, counted from 0; how many there are in all. */
size_t output_messages_from(output *out, const ferz_messages *messages, size_t first);

#endif
