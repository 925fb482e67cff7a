#include "protocol/line_writer.h"

#include <string.h>

void line_writer_init(line_writer *w, output *out)
{
    w->out = out;
    pthread_mutex_init(&w->lock, NULL);
}

void line_writer_finish(line_writer *w)
{
    pthread_mutex_destroy(&w->lock);
}

void line_writer_print(line_writer *w, const char *format, ...)
{
    text message = {0}, line = {0};
    va_list args;
    va_start(args, format);
    text_vprint(&message, format, args);
    va_end(args);
    const char *s = text_string(&message), *end = s + message.length;
    for (const char *tab; s < end; s = tab + 1) { /* protocols use tabs, so they are not escaped */
        tab = memchr(s, '\t', (size_t)(end - s));
        tab = tab ? tab : end;
        text_add_safe(&line, s, (size_t)(tab - s));
        text_put(&line, tab < end ? "\t" : "");
    }
    text_char(&line, '\n');
    line.failed = line.failed || message.failed;
    if (line.failed) {
        text_clear(&line); /* a part of a line could be read as another answer */
    }
    pthread_mutex_lock(&w->lock);
    output_text(w->out, &line);
    output_flush(w->out);
    pthread_mutex_unlock(&w->lock);
    text_finish(&message);
    text_finish(&line);
}

/* `note_prefix` NULL: no warnings. */
static void print_messages(line_writer *w, const char *prefix, const char *note_prefix, ferz_messages *messages)
{
    for (size_t i = 0; i < ferz_messages_count(messages); i++) {
        ferz_message m = ferz_messages_at(messages, i);
        if (m.warning && !note_prefix) {
            continue;
        }
        text location = {0};
        if (m.file && m.line) {
            text_print(&location, "%s:%u:%u: ", m.file, m.line, m.column);
        }
        line_writer_print(w, "%s%s%s%s%s%s", m.warning ? note_prefix : prefix, text_string(&location), m.text,
                          m.hint ? " (" : "", m.hint ? m.hint : "", m.hint ? ")" : "");
        text_finish(&location);
    }
    if (ferz_messages_errors(messages) && ferz_messages_count(messages) == 0) {
        line_writer_print(w, "%sout of memory", prefix); /* memory was too short for the messages themselves */
    }
    ferz_messages_clear(messages);
}

void line_writer_errors(line_writer *w, const char *prefix, ferz_messages *messages)
{
    print_messages(w, prefix, NULL, messages);
}

void line_writer_notes(line_writer *w, const char *prefix, const char *note_prefix, ferz_messages *messages)
{
    print_messages(w, prefix, note_prefix, messages);
}

bool line_writer_failed(line_writer *w)
{
    pthread_mutex_lock(&w->lock);
    bool failed = w->out->error != 0;
    pthread_mutex_unlock(&w->lock);
    return failed;
}
