/* Voice: lines of a protocol on standard output, from any thread, each whole and sent at once.
 *
 * Whatever is said stays one line: control bytes and what is not UTF-8 are spelled out. A lost standard output is
 * remembered, as `output` does it, and asked for by voice_lost.
 */
#ifndef FERZ_FRONT_VOICE_H
#define FERZ_FRONT_VOICE_H

#include <pthread.h>

#include "front/output.h"

typedef struct voice {
    output *out;
    pthread_mutex_t lock;
} voice;

void voice_init(voice *v, output *out);
void voice_finish(voice *v);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void voice_say(voice *v, const char *format, ...);
/* Says `before` and the words of each error in `messages`, a line each, with its place and its hint; then forgets them. */
void voice_complain(voice *v, const char *before, ferz_messages *messages);
bool voice_lost(voice *v);

#endif
