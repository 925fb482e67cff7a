/* Voice: lines of a protocol on standard output, from any thread, each whole and sent at once.
 *
 * Whatever is said stays one line: control bytes and what is not UTF-8 are spelled out. A lost standard output is
 * remembered, as `output` does it, and asked for by line_writer_failed.
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
/* Says `before` and the words of each error in `messages`, a line each, with its place and its hint; then forgets them. */
void line_writer_errors(line_writer *w, const char *prefix, ferz_messages *messages);
bool line_writer_failed(line_writer *w);

#endif
