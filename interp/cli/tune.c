/* tune: learns evaluation weights of a game by self-play. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/file.h"
#include "cli/interrupt.h"
#include "cli/session.h"

typedef struct progress_line {
    bool terminal;
    ferz_tune_stage stage;
} progress_line;

static void print_progress(void *state, const ferz_tune_progress *p)
{
    progress_line *w = state;
    if (!w->terminal) {
        return;
    }
    static const char *const stage_names[] = {"playing", "fitting", "match"};
    fprintf(stderr, "\r%s: game %d", stage_names[p->stage], p->games);
    if (p->games_total) {
        fprintf(stderr, " of %d", p->games_total);
    }
    if (p->stage == FERZ_TUNE_MATCH) {
        fprintf(stderr, ", +%d =%d -%d   ", p->won, p->drawn, p->lost);
    } else {
        fprintf(stderr, ", %d positions   ", p->positions);
    }
    w->stage = p->stage;
}

/* The default file: beside the rules, where the game looks for it. NULL: out of memory. */
static char *default_path(const ferz_variant *variant)
{
    const char *rules = ferz_variant_file(variant);
    size_t n = strlen(rules);
    size_t stem = n > 5 && strcmp(rules + n - 5, ".yaml") == 0 ? n - 5 : n;
    char *path = malloc(stem + sizeof ".tuning.yaml");
    if (path) {
        memcpy(path, rules, stem);
        memcpy(path + stem, ".tuning.yaml", sizeof ".tuning.yaml");
    }
    return path;
}

static void put_result(text *t, const ferz_tuned *tuned)
{
    text_print(t, "games %d positions %d\n", tuned->games, tuned->positions);
    text_print(t, "loss before %.4f after %.4f\n", tuned->before, tuned->after);
    text_print(t, "match +%d =%d -%d\n", tuned->won, tuned->drawn, tuned->lost);
    text_print(t, "elo %+.0f error %.0f\n", tuned->elo, tuned->error);
}

/* Why weights are not worth keeping. They would be in force from then on, so "not proven worse" is not enough. */
static void report_not_better(output *out, const ferz_tuned *tuned)
{
    bool loses = tuned->won + tuned->drawn + tuned->lost == 0 || tuned->elo < 0;
    const char *match = tuned->won + tuned->drawn + tuned->lost == 0 ? "no match was played" : "the match was lost";
    output_error(out, "not written: %s%s%s", tuned->after < tuned->before ? "" : "the test loss is not smaller",
                 tuned->after < tuned->before || !loses ? "" : ", and ", loses ? match : "");
    fputs("  help: more games (--games, --seconds) or more nodes for each move find better weights\n", stderr);
}

enum { GAMES_DEFAULT = 2000 };

int command_tune(const options *o, output *out)
{
    session s;
    bool found = false, force = o->value[OPTION_FORCE] != NULL;
    if (o->value[OPTION_OUTPUT] && !file_may_write(o->value[OPTION_OUTPUT], force, out)) {
        return STATUS_REJECTED; /* before the hours that tuning takes */
    }
    ferz_result result = session_open(&s, o, out, 0);
    if (result == FERZ_OK) {
        long cores = sysconf(_SC_NPROCESSORS_ONLN);
        progress_line w = {.terminal = isatty(STDERR_FILENO)};
        bool unlimited = !o->number[OPTION_GAMES] && !o->number[OPTION_SECONDS];
        const ferz_tune_limits limits = {
            .struct_size = sizeof limits,
            .games = unlimited                            ? GAMES_DEFAULT
                     : o->number[OPTION_GAMES] < 10000000 ? (int)o->number[OPTION_GAMES]
                                                          : 10000000,
            .seconds = (int)o->number[OPTION_SECONDS],
            .nodes = (uint64_t)o->number[OPTION_NODES],
            .threads = o->number[OPTION_THREADS] ? (int)o->number[OPTION_THREADS]
                       : cores > 0               ? (int)cores
                                                 : 1,
            .seed = (uint64_t)o->number[OPTION_SEED],
            .stop = interrupt_stop,
            .on_progress = print_progress,
            .state = &w,
        };
        ferz_tuned tuned;
        interrupt sigint;
        interrupt_catch(&sigint);
        result = ferz_variant_tune(s.variant, &limits, &tuned, s.messages);
        interrupt_release(&sigint);
        if (w.terminal) {
            fputc('\n', stderr);
        }
        char *default_file = default_path(s.variant);
        const char *path = o->value[OPTION_OUTPUT] ? o->value[OPTION_OUTPUT] : default_file;
        /* Weights that win take the place of the game's own. */
        file_mode mode = o->value[OPTION_OUTPUT] ? file_mode_of(force) : FILE_REPLACE;
        text t = {0};
        if (result == FERZ_OK && !path) {
            result = FERZ_SYSTEM_ERROR;
        } else if (result == FERZ_OK) {
            put_result(&t, &tuned);
            found = tuned.better;
        }
        if (result == FERZ_OK && found && !file_write_string(path, tuned.yaml, mode, out)) {
            s.reported = true;
            result = FERZ_SYSTEM_ERROR;
        } else if (result == FERZ_OK && found) {
            text_print(&t, "written %s\n", path);
        }
        if (result == FERZ_OK) {
            output_text(out, &t);
        }
        if (result == FERZ_OK && !found) {
            output_flush(out);
            report_not_better(out, &tuned);
        }
        text_finish(&t);
        free(default_file);
        ferz_free(tuned.yaml);
    }
    int status = session_close(&s, out, result);
    return status == STATUS_OK && !found ? STATUS_NOT_BETTER : status;
}
