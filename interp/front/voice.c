#include "front/voice.h"

#include <string.h>

void voice_init(voice *v, output *out)
{
    v->out = out;
    pthread_mutex_init(&v->lock, NULL);
}

void voice_finish(voice *v)
{
    pthread_mutex_destroy(&v->lock);
}

void voice_say(voice *v, const char *format, ...)
{
    text words = {0}, line = {0};
    va_list args;
    va_start(args, format);
    text_vprint(&words, format, args);
    va_end(args);
    const char *s = text_string(&words), *end = s + words.length;
    for (const char *tab; s < end; s = tab + 1) { /* a tab is a sign that protocols use */
        tab = memchr(s, '\t', (size_t)(end - s));
        tab = tab ? tab : end;
        text_add_safe(&line, s, (size_t)(tab - s));
        text_put(&line, tab < end ? "\t" : "");
    }
    text_char(&line, '\n');
    line.failed = line.failed || words.failed;
    if (line.failed) {
        text_clear(&line); /* half a line might be another answer */
    }
    pthread_mutex_lock(&v->lock);
    output_text(v->out, &line);
    output_flush(v->out);
    pthread_mutex_unlock(&v->lock);
    text_finish(&words);
    text_finish(&line);
}

void voice_complain(voice *v, const char *before, ferz_messages *messages)
{
    for (size_t i = 0; i < ferz_messages_count(messages); i++) {
        ferz_message m = ferz_messages_at(messages, i);
        if (m.warning) {
            continue;
        }
        text place = {0};
        if (m.file && m.line) {
            text_print(&place, "%s:%u:%u: ", m.file, m.line, m.column);
        }
        voice_say(v, "%s%s%s%s%s%s", before, text_string(&place), m.text, m.hint ? " (" : "", m.hint ? m.hint : "",
                  m.hint ? ")" : "");
        text_finish(&place);
    }
    if (ferz_messages_errors(messages) && ferz_messages_count(messages) == 0) {
        voice_say(v, "%sout of memory", before); /* not even the words could be kept */
    }
    ferz_messages_clear(messages);
}

bool voice_lost(voice *v)
{
    pthread_mutex_lock(&v->lock);
    bool lost = v->out->error != 0;
    pthread_mutex_unlock(&v->lock);
    return lost;
}
