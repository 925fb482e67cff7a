/* Line writer: protocol lines on standard output, from any thread, each written completely and flushed.
 *
 * A message stays one line: control bytes and invalid UTF-8 are escaped. A failed write is remembered by `output`;
 * line_writer_failed asks for it.
 */
#ifndef FERZ_PROTOCOL_LINE_WRITER_H
#define FERZ_PROTOCOL_LINE_WRITER_H

#include <pthread.h>

#include "cli/output.h"

typedef struct line_writer {
    output *out;
    pthread_mutex_t lock;
} line_writer;

void line_writer_init(line_writer *w, output *out);
void line_writer_finish(line_writer *w);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void line_writer_print(line_writer *w, const char *format, ...);
/* Prints each error in `messages` on a line of its own, with `prefix`, location and hint; then clears the messages. */
void line_writer_errors(line_writer *w, const char *prefix, ferz_messages *messages);
/* The same with the warnings, behind a prefix of their own: what a position said that the game cannot hold. */
void line_writer_notes(line_writer *w, const char *prefix, const char *note_prefix, ferz_messages *messages);
bool line_writer_failed(line_writer *w);

#endif
