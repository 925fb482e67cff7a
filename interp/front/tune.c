/* tune: learning to play a game better, by playing it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "front/commands.h"
#include "front/file.h"
#include "front/interrupt.h"
#include "front/session.h"

typedef struct watcher {
    bool terminal;
    ferz_tune_stage stage;
} watcher;

static void watch(void *state, const ferz_tune_progress *p)
{
    watcher *w = state;
    if (!w->terminal) {
        return;
    }
    static const char *const words[] = {"playing", "fitting", "match"};
    fprintf(stderr, "\r%s: game %d", words[p->stage], p->games);
    if (p->of) {
        fprintf(stderr, " of %d", p->of);
    }
    if (p->stage == FERZ_TUNE_MATCHES) {
        fprintf(stderr, ", +%d =%d -%d   ", p->won, p->drawn, p->lost);
    } else {
        fprintf(stderr, ", %d positions   ", p->positions);
    }
    w->stage = p->stage;
}

/* Where the game looks for it: beside its rules. NULL when out of memory. */
static char *usual_path(const ferz_game *game)
{
    const char *rules = ferz_game_file(game);
    size_t n = strlen(rules);
    size_t stem = n > 5 && strcmp(rules + n - 5, ".yaml") == 0 ? n - 5 : n;
    char *path = malloc(stem + sizeof ".tuning.yaml");
    if (path) {
        memcpy(path, rules, stem);
        memcpy(path + stem, ".tuning.yaml", sizeof ".tuning.yaml");
    }
    return path;
}

static void put_result(text *t, const ferz_tuned *tuned, const char *path)
{
    text_print(t, "games %d positions %d\n", tuned->games, tuned->positions);
    text_print(t, "loss before %.4f after %.4f\n", tuned->before, tuned->after);
    text_print(t, "match +%d =%d -%d\n", tuned->won, tuned->drawn, tuned->lost);
    text_print(t, "elo %+.0f error %.0f\n", tuned->elo, tuned->error);
    text_print(t, "written %s\n", path);
}

int command_tune(const options *o, output *out)
{
    session s;
    ferz_result result = session_open(&s, o, out, 0);
    if (result == FERZ_OK) {
        long cores = sysconf(_SC_NPROCESSORS_ONLN);
        watcher w = {.terminal = isatty(STDERR_FILENO)};
        const ferz_tune_limits limits = {
            .games = (int)(o->number[OPTION_GAMES] < 10000000 ? o->number[OPTION_GAMES] : 10000000),
            .seconds = (int)o->number[OPTION_SECONDS],
            .nodes = (uint64_t)o->number[OPTION_NODES],
            .threads = o->number[OPTION_THREADS] ? (int)o->number[OPTION_THREADS]
                       : cores > 0               ? (int)cores
                                                 : 1,
            .seed = (uint64_t)o->number[OPTION_SEED],
            .stop = interrupt_stops,
            .told = watch,
            .state = &w,
        };
        ferz_tuned tuned;
        interrupt hand;
        interrupt_catch(&hand);
        result = ferz_game_tune(s.game, &limits, &tuned, s.messages);
        interrupt_release(&hand);
        if (w.terminal) {
            fputc('\n', stderr);
        }
        char *usual = usual_path(s.game);
        const char *path = o->value[OPTION_OUTPUT] ? o->value[OPTION_OUTPUT] : usual;
        text t = {0};
        if (result == FERZ_OK && !path) {
            result = FERZ_FAULT;
        } else if (result == FERZ_OK && !file_write_words(path, tuned.yaml, out)) {
            s.told = true;
            result = FERZ_FAULT;
        } else if (result == FERZ_OK) {
            put_result(&t, &tuned, path);
            output_text(out, &t);
        }
        text_finish(&t);
        free(usual);
        ferz_free(tuned.yaml);
    }
    return session_close(&s, out, result);
}
