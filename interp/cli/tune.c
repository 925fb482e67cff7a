/* tune: learns a network for a game by self-play, or the weights of the formulas, constants of the search, levels of play. */
#include "ferz_tools.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/atomic_write.h"
#include "base/read_file.h"
#include "base/thread.h"
#include "cli/commands.h"
#include "cli/file.h"
#include "cli/interrupt.h"
#include "cli/session.h"
#include "cli/shards.h"
#include "playtest/training.h"

typedef struct tuning_run {
    bool terminal;
    char *network; /* that goes with the weights; NULL: none */
    bool no_memory;
} tuning_run;

static void take_network(void *state, const char *file, size_t length)
{
    tuning_run *w = state;
    text kept = {0};
    text_add(&kept, file, length);
    w->network = text_detach(&kept);
    w->no_memory = !w->network;
}

static void print_progress(void *state, const ferz_tune_progress *p)
{
    const tuning_run *w = state;
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
}

/* What stands in a tuning file. */
typedef enum tuned_part { PART_WEIGHTS, PART_CONSTANTS, PART_LEVELS } tuned_part;

static tuned_part part_of(const options *o)
{
    return o->value[OPTION_MEASURE_LEVELS] ? PART_LEVELS : o->value[OPTION_CONSTANTS] ? PART_CONSTANTS : PART_WEIGHTS;
}

static void put_tuned(text *t, const ferz_tuned *tuned, tuned_part part)
{
    if (part == PART_LEVELS) {
        text_print(t, "games %d\nstep %.0f\n", tuned->games, tuned->elo);
        return;
    }
    if (part == PART_CONSTANTS) {
        text_print(t, "games %d\n", tuned->games);
    } else {
        text_print(t, "games %d positions %d\n", tuned->games, tuned->positions);
        text_print(t, "loss before %.4f after %.4f\n", tuned->before, tuned->after);
    }
    text_print(t, "match +%d =%d -%d\n", tuned->won, tuned->drawn, tuned->lost);
    text_print(t, "elo %+.0f error %.0f\n", tuned->elo, tuned->error);
}

/* Why it is not worth keeping. It would be in force from then on, so "not proven worse" is not enough. */
static void report_not_better(output *out, const ferz_tuned *tuned, tuned_part part, bool stopped)
{
    const bool constants = part == PART_CONSTANTS;
    output_error(out, "not written: %s",
                 stopped                        ? "it was stopped before the end"
                 : part == PART_LEVELS          ? "weaker players do as well in this game"
                 : constants                    ? "the match did not show that these constants play better"
                 : tuned->after < tuned->before ? "the match did not show that these weights play better"
                                                : "the test loss is not smaller");
    if (part != PART_LEVELS && !stopped) {
        fprintf(stderr, "  help: more games (%s) or more nodes for each move find better %s\n",
                constants ? "--games" : "--games, --seconds", constants ? "constants" : "weights");
    }
}

enum { GAMES_DEFAULT = 2000, CONSTANTS_GAMES_DEFAULT = 20000, LEVELS_GAMES_DEFAULT = 200, GAMES_MAX = 10000000 };

/* The games of all files on the command line. A status. */
static int read_known(const session *s, const options *o, output *out, training *known)
{
    int status = STATUS_OK;
    for (size_t i = 1; i < o->argument_count && status == STATUS_OK; i++) {
        const char *path = o->arguments[i];
        const int file = open(path, O_RDONLY | O_CLOEXEC);
        shard_found found = {0};
        const shard_fault fault = file < 0 ? SHARD_UNREADABLE : training_read(known, s->variant, file, &found);
        if (file < 0) {
            text_put(&found.why, strerror(errno));
        } else {
            (void)close(file);
        }
        status = shards_status(out, path, fault, &found);
    }
    return status == STATUS_OK && !training_ready(known) ? output_out_of_memory(out) : status;
}

/* `fallback`: how many where the command line does not say it. */
static int games_of(const options *o, int fallback)
{
    return !o->number[OPTION_GAMES]              ? fallback
           : o->number[OPTION_GAMES] < GAMES_MAX ? (int)o->number[OPTION_GAMES]
                                                 : GAMES_MAX;
}

static int threads_of(const options *o)
{
    return o->number[OPTION_THREADS] ? (int)o->number[OPTION_THREADS] : thread_count(INT_MAX);
}

/* Where the network goes that belongs to new weights: beside the file that --output names, or the game's own. NULL: out of memory. */
static char *network_path(const options *o, const session *s)
{
    static const char ending[] = ".tuning.yaml";
    const char *given = o->value[OPTION_OUTPUT];
    text path = {0};
    if (given) {
        const size_t cut = text_ends_with(given, ending) ? sizeof ending - 1 : 0;
        text_add(&path, given, strlen(given) - cut);
        text_put(&path, ".network");
    } else {
        text_put(&path, ferz_variant_facts(s->variant)->network_file);
    }
    return text_detach(&path);
}

/* The network first: where that fails, the one before still belongs to the weights before. Adds what was written to `t`. */
static ferz_result write_tuned(const options *o, output *out, session *s, const tuning_run *w, const char *yaml,
                               const char *with, text *t)
{
    const char *given = o->value[OPTION_OUTPUT];
    const char *path = given ? given : ferz_variant_facts(s->variant)->tuning_file;
    /* What wins takes the place of the game's own. */
    const file_mode mode = given ? file_mode_of(o->value[OPTION_FORCE] != NULL) : FILE_REPLACE;
    if (w->no_memory) {
        return FERZ_SYSTEM_ERROR;
    }
    s->reported =
        (w->network && !file_write_string(with, w->network, mode, out)) || !file_write_string(path, yaml, mode, out);
    if (s->reported) {
        return FERZ_SYSTEM_ERROR;
    }
    text_print(t, "written %s\n", path);
    if (w->network) {
        text_print(t, "written %s\n", with);
    }
    return FERZ_OK;
}

/* Finds what stands in a tuning file. */
static int tune_file(const options *o, output *out, session *s, ferz_result result)
{
    const tuned_part part = part_of(o);
    const bool force = o->value[OPTION_FORCE] != NULL;
    const bool goes_with_network =
        result == FERZ_OK && part == PART_WEIGHTS && ferz_variant_facts(s->variant)->has_network;
    char *with = goes_with_network ? network_path(o, s) : NULL;
    bool found = false;
    if (goes_with_network && (!with || (o->value[OPTION_OUTPUT] && !file_may_write(with, force, out)))) {
        s->reported = with != NULL;
        result = with ? FERZ_REJECTED : FERZ_SYSTEM_ERROR;
        free(with);
        return session_close(s, out, result);
    }
    training known = {0};
    if (result == FERZ_OK && o->argument_count > 1) {
        result = (ferz_result)read_known(s, o, out, &known);
        s->reported = result != FERZ_OK;
    }
    if (result == FERZ_OK) {
        tuning_run w = {.terminal = isatty(STDERR_FILENO)};
        const bool limited = o->number[OPTION_SECONDS] || o->argument_count > 1;
        const ferz_tune_limits limits = {
            .struct_size = sizeof limits,
            .games = games_of(o, part == PART_CONSTANTS ? CONSTANTS_GAMES_DEFAULT
                                 : part == PART_LEVELS  ? LEVELS_GAMES_DEFAULT
                                 : limited              ? 0
                                                        : GAMES_DEFAULT),
            .seconds = (int)o->number[OPTION_SECONDS],
            .constants = part == PART_CONSTANTS,
            .levels = part == PART_LEVELS,
            .nodes = (uint64_t)o->number[OPTION_NODES],
            .threads = threads_of(o),
            .seed = (uint64_t)o->number[OPTION_SEED],
            .stop = interrupt_stop,
            .on_progress = print_progress,
            .on_network = with ? take_network : NULL,
            .state = &w,
            .known = known.games,
            .known_count = known.count,
        };
        ferz_tuned tuned;
        interrupt sigint;
        interrupt_catch(&sigint);
        result = ferz_variant_tune(s->variant, &limits, &tuned, s->messages);
        const bool stopped = interrupt_requested();
        interrupt_release(&sigint);
        if (w.terminal) {
            fputc('\n', stderr);
        }
        text t = {0};
        if (result == FERZ_OK) {
            put_tuned(&t, &tuned, part);
            found = tuned.better;
            result = found ? write_tuned(o, out, s, &w, tuned.yaml, with, &t) : FERZ_OK;
            output_text(out, &t);
        }
        if (result == FERZ_OK && !found) {
            output_flush(out);
            report_not_better(out, &tuned, part, stopped);
        }
        text_finish(&t);
        free(w.network);
        ferz_free(tuned.yaml);
    }
    free(with);
    training_finish(&known);
    int status = session_close(s, out, result);
    return status == STATUS_OK && !found ? STATUS_NOT_BETTER : status;
}

/* ---- networks ---- */

enum { STATE_MAX = 1 << 30, LEARN_SECONDS_DEFAULT = 1200 };

typedef struct learning {
    output *out;
    const char *path;
    char *state_path;
    file_mode mode;
    bool terminal, failed;
    int written;
    ferz_learn_progress last;
} learning;

static void put_left(text *t, double seconds)
{
    if (seconds >= 0) {
        text_print(t, ", %d:%02d left", (int)seconds / 60, (int)seconds % 60);
    }
}

static void put_progress(text *t, const ferz_learn_progress *p)
{
    static const char *const kinds[] = {"instead of the formulas", "added to the formulas"};
    text_print(t, "generation %d, ", p->generation);
    switch (p->stage) {
    case FERZ_LEARN_PLAY:
        text_print(t, "playing: %d games, %d positions", p->games, p->positions);
        break;
    case FERZ_LEARN_TRAIN:
        text_print(t, "training %s: epoch %d of %d, loss %.4f (formulas %.4f)", kinds[p->adds], p->epoch, p->epochs,
                   p->loss, p->formula_loss);
        break;
    case FERZ_LEARN_MATCH_NODES:
    case FERZ_LEARN_MATCH_TIME:
        text_print(t, "match at equal %s, %s: +%d =%d -%d, %+.0f Elo [%+.0f, %+.0f]",
                   p->stage == FERZ_LEARN_MATCH_NODES ? "nodes" : "time", kinds[p->adds], p->won, p->drawn, p->lost,
                   p->elo, p->elo_low, p->elo_high);
        if (p->stage == FERZ_LEARN_MATCH_TIME) {
            text_print(t, ", speed %.2f", p->speed);
        }
        break;
    }
    put_left(t, p->seconds_left);
}

static void print_line(const ferz_learn_progress *p, bool terminal)
{
    text t = {0};
    put_progress(&t, p);
    fprintf(stderr, terminal ? "\r%-78s" : "%s\n", text_string(&t));
    text_finish(&t);
}

/* At a terminal always; else each step once it is over. */
static void show_progress(void *state, const ferz_learn_progress *p)
{
    learning *l = state;
    bool next = p->stage != l->last.stage || p->generation != l->last.generation ||
                (p->stage != FERZ_LEARN_TRAIN && p->adds != l->last.adds);
    if (next && l->last.generation) {
        print_line(&l->last, l->terminal);
        if (l->terminal) {
            fputc('\n', stderr);
        }
    }
    l->last = *p;
    if (l->terminal) {
        print_line(p, true);
    }
}

static void write_network(void *state, const char *file, size_t length)
{
    (void)length;
    learning *l = state;
    l->failed |= !file_write_string(l->path, file, l->written ? FILE_REPLACE : l->mode, l->out);
    l->written += !l->failed;
}

static void write_state(void *state, const char *bytes, size_t length)
{
    learning *l = state;
    int error = atomic_write(l->state_path, bytes, length, true, ATOMIC_WRITE_DEFAULT_MODE);
    if (error) {
        output_error(l->out, "cannot write %s: %s", l->state_path, strerror(error));
        l->failed = true;
    }
}

static void put_learned(text *t, const learning *l, const ferz_learned *learned)
{
    text_print(t, "games %d positions %d\n", learned->games, learned->positions);
    if (learned->last.generation) {
        if (learned->last.formula_loss > 0) { /* what a related game lent was not trained */
            text_print(t, "loss formulas %.4f network %.4f\n", learned->last.formula_loss, learned->last.loss);
        }
        text_print(t, "match +%d =%d -%d\n", learned->last.won, learned->last.drawn, learned->last.lost);
        text_print(t, "elo %+.0f low %+.0f high %+.0f\n", learned->last.elo, learned->last.elo_low,
                   learned->last.elo_high);
        text_print(t, "speed %.2f\n", learned->last.speed);
    }
    if (l->written) {
        text_print(t, "written %s\n", l->path);
    }
}

/* Learns with the limits of the command line, from `state` on. */
static ferz_result learn(const options *o, session *s, learning *l, const text *state, ferz_learned *learned)
{
    const bool unlimited = !o->number[OPTION_GAMES] && !o->number[OPTION_SECONDS];
    const ferz_learn_limits limits = {
        .struct_size = sizeof limits,
        .games = games_of(o, 0),
        .seconds = unlimited ? LEARN_SECONDS_DEFAULT : (int)o->number[OPTION_SECONDS],
        .generations = (int)o->number[OPTION_GENERATIONS],
        .match_games = games_of(o, 0),
        .nodes = (uint64_t)o->number[OPTION_NODES],
        .threads = threads_of(o),
        .seed = (uint64_t)o->number[OPTION_SEED],
        .nearest = o->value[OPTION_NEAREST] != NULL,
        .state = state->length ? text_string(state) : NULL,
        .state_length = state->length,
        .stop = interrupt_stop,
        .on_progress = show_progress,
        .on_network = write_network,
        .on_state = write_state,
        .context = l,
    };
    interrupt sigint;
    interrupt_catch_all(&sigint);
    ferz_result result = ferz_variant_learn(s->variant, &limits, learned, s->messages);
    interrupt_release(&sigint);
    if (l->last.generation) {
        print_line(&l->last, l->terminal);
    }
    if (l->terminal) {
        fputc('\n', stderr);
    }
    return result;
}

static void conclude(const learning *l, const ferz_learned *learned, output *out)
{
    text t = {0};
    put_learned(&t, l, learned);
    output_text(out, &t);
    text_finish(&t);
    output_flush(out);
    if (learned->stopped) {
        fprintf(stderr, "stopped; the same command goes on from %s\n", l->state_path);
        return;
    }
    if (!l->failed) {
        (void)unlink(l->state_path);
    }
    if (!l->written && !learned->network) {
        output_error(out, "not written: no network won its matches against what is in force");
        fputs("  help: more time (--seconds), more games or more nodes for each move find better ones\n", stderr);
    }
}

static int learn_network(const options *o, output *out, session *s)
{
    bool force = o->value[OPTION_FORCE] != NULL;
    learning l = {.out = out,
                  .path =
                      o->value[OPTION_OUTPUT] ? o->value[OPTION_OUTPUT] : ferz_variant_facts(s->variant)->network_file,
                  .mode = o->value[OPTION_OUTPUT] ? file_mode_of(force) : FILE_REPLACE,
                  .terminal = isatty(STDERR_FILENO)};
    text name = {0}, state = {0};
    ferz_learned learned = {0};
    text_print(&name, "%s.state", l.path);
    l.state_path = text_detach(&name);
    ferz_result result = l.state_path ? FERZ_OK : FERZ_SYSTEM_ERROR;
    if (result == FERZ_OK && !o->value[OPTION_FRESH] && read_file_exists(l.state_path)) {
        int error = read_file_bytes(l.state_path, READ_FILE_FOLLOW_LINKS, STATE_MAX, &state);
        if (error) {
            output_error(out, "cannot read %s: %s", l.state_path, strerror(error));
            s->reported = true;
            result = FERZ_SYSTEM_ERROR;
        }
    }
    if (result == FERZ_OK) {
        result = learn(o, s, &l, &state, &learned);
    }
    if (result == FERZ_OK && learned.network && !l.written && !file_exists(l.path)) { /* what won before is gone */
        write_network(&l, learned.network, strlen(learned.network));
    }
    if (result == FERZ_OK) {
        conclude(&l, &learned, out);
    }
    if (result == FERZ_OK && l.failed) {
        s->reported = true;
        result = FERZ_SYSTEM_ERROR;
    }
    bool without = result == FERZ_OK && !l.written && !learned.network;
    text_finish(&state);
    free(l.state_path);
    ferz_free(learned.network);
    ferz_free(learned.tried);
    int status = session_close(s, out, result);
    return status == STATUS_OK && without ? STATUS_NOT_BETTER : status;
}

/* An option that was given, and that is of use for networks alone; NULL: none. */
static const char *network_option(const options *o)
{
    return o->value[OPTION_NEAREST]        ? "--nearest"
           : o->value[OPTION_FRESH]        ? "--fresh"
           : o->number[OPTION_GENERATIONS] ? "--generations"
                                           : NULL;
}

/* Whether the game has a network that this run does not play with. */
static bool session_lacks_network(const options *o, const session *s)
{
    return (o->value[OPTION_NO_NETWORK] || o->value[OPTION_NO_TUNING]) &&
           file_exists(ferz_variant_facts(s->variant)->network_file);
}

int command_tune(const options *o, output *out)
{
    session s;
    if (o->value[OPTION_OUTPUT] && !file_may_write(o->value[OPTION_OUTPUT], o->value[OPTION_FORCE] != NULL, out)) {
        return STATUS_REJECTED; /* before the hours that tuning takes */
    }
    const char *search = o->value[OPTION_MEASURE_LEVELS] ? "--levels" : o->value[OPTION_CONSTANTS] ? "--search" : NULL;
    const char *other = o->value[OPTION_WEIGHTS]                                        ? "--weights"
                        : o->value[OPTION_MEASURE_LEVELS] && o->value[OPTION_CONSTANTS] ? "--search"
                                                                                        : NULL;
    const char *of_networks = network_option(o), *without = o->value[OPTION_WEIGHTS] ? "--weights"
                                                            : o->argument_count > 1  ? "a file of games"
                                                                                     : search;
    if (of_networks && without) {
        return options_error(o->command, out, NULL, "%s does not go with %s", of_networks, without);
    }
    if (o->value[OPTION_MEASURE_LEVELS] && o->number[OPTION_NODES]) { /* they have their own */
        return options_error(o->command, out, NULL, "--nodes does not go with --levels");
    }
    if (search && other) {
        return options_error(o->command, out, NULL, "%s does not go with %s", other, search);
    }
    if (search && o->argument_count > 1) {
        return options_error(o->command, out, NULL, "%s learns from no files", search);
    }
    if (without && o->value[OPTION_OUTPUT] && text_ends_with(o->value[OPTION_OUTPUT], ".network")) {
        return options_error(o->command, out, "NAME.tuning.yaml", "what %s finds does not go to a file of a network",
                             without);
    }
    if (o->setting_count && !o->value[OPTION_OUTPUT]) { /* its own files are those of the game without them */
        return options_error(o->command, out, "name a file by --output", "--set needs a file for what is found");
    }
    if (search && o->value[OPTION_NO_TUNING]) { /* it would drop what the file says */
        return options_error(o->command, out, NULL, "--no-tuning does not go with %s", search);
    }
    ferz_result result = session_open(&s, o, out, 0);
    const char *given = o->value[OPTION_OUTPUT];
    if (result == FERZ_OK && !file_may_create(given ? given : ferz_variant_facts(s.variant)->network_file, out)) {
        s.reported = true; /* before the hours */
        return session_close(&s, out, FERZ_SYSTEM_ERROR);
    }
    if (result == FERZ_OK && !without && ferz_variant_facts(s.variant)->can_learn) {
        return learn_network(o, out, &s);
    }
    if (result == FERZ_OK && !without && of_networks) {
        (void)session_close(&s, out, FERZ_OK);
        return options_error(o->command, out, NULL, "this game can have no network, so %s is of no use", of_networks);
    }
    if (result == FERZ_OK && !search && !given && session_lacks_network(o, &s)) {
        (void)session_close(&s, out, FERZ_OK);
        return options_error(o->command, out, "name a file by --output",
                             "beside other weights the game's network would not be used");
    }
    return tune_file(o, out, &s, result);
}
