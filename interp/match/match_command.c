/* match: games between engines, and an estimate of their strength. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/thread.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/shards.h"
#include "match/known_differences.h"
#include "match/match_shard.h"
#include "match/tournament_report.h"
#include "cli/session.h"

enum { DEFAULT_OPENING_PLIES = 6, DEFAULT_MARGIN = 200, DEFAULT_MAX_PLIES = 5000 };

/* The match as the command line describes it. */
typedef struct match_setup {
    tournament c;
    player_spec *specs;
    shards shards;
    bool live; /* shows the current score in a line that is overwritten */
    const options *o;
    output *out;
} match_setup;

/* ---- ending early ---- */

/* SIGTERM and SIGHUP are handled like Ctrl-C, so that the engines are ended too. */
static void raise_interrupt(int number)
{
    (void)number;
    raise(SIGINT);
}

typedef struct signal_handlers {
    struct sigaction term, hangup;
} signal_handlers;

static void forward_signals(signal_handlers *saved)
{
    struct sigaction action = {.sa_handler = raise_interrupt, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGTERM, &action, &saved->term);
    sigaction(SIGHUP, &action, &saved->hangup);
}

static void restore_signals(const signal_handlers *saved)
{
    sigaction(SIGTERM, &saved->term, NULL);
    sigaction(SIGHUP, &saved->hangup, NULL);
}

/* ---- progress ---- */

static void on_game(void *state, const tournament *c, size_t number, const match_game_result *r,
                    const player_spec *const seats[2])
{
    match_setup *m = state;
    text t = {0};
    if (m->live) {
        /* faults stay on the screen */
        if (r->end == MATCH_GAME_FAULT) {
            text_put(&t, "\r\033[K");
            tournament_report_game(&t, c, number, r, seats);
        }
        text_put(&t, "\r\033[K");
        tournament_report_progress(&t, c);
    } else {
        tournament_report_game(&t, c, number, r, seats);
    }
    fputs(text_string(&t), stderr);
    text_finish(&t);
}

static bool keep_game(void *state, size_t number, const match_game_result *r)
{
    match_setup *m = state;
    text line = {0};
    match_put_line(&line, number, r);
    const bool kept = !line.failed && shards_keep(&m->shards, text_string(&line), line.length);
    text_finish(&line);
    return kept;
}

/* ---- options ---- */

/* Default limits of all players. Returns a status. */
static int read_limits(const options *o, output *out, player_limits *defaults)
{
    *defaults = (player_limits){
        .depth = (int)o->number[OPTION_DEPTH],
        .nodes = (uint64_t)o->number[OPTION_NODES],
        .movetime = (int)o->number[OPTION_MOVETIME],
    };
    const char *clock = o->value[OPTION_TC];
    if (clock && !player_limits_parse_tc(clock, &defaults->clock, &defaults->increment)) {
        return options_error(o->command, out, NULL,
                             "--tc takes SECONDS or SECONDS+INCREMENT, such as 10+0.1, not \"%s\"", clock);
    }
    return STATUS_OK;
}

/* Gives players with the same name a number. */
static void make_names_unique(match_setup *m)
{
    for (size_t i = 0; i < m->c.player_count; i++) {
        size_t same = 1;
        for (size_t k = 0; k < i; k++) {
            same += strcmp(m->specs[i].name, m->specs[k].name) == 0;
        }
        if (same > 1) {
            text name = {0};
            text_print(&name, "%s-%zu", m->specs[i].name, i + 1);
            char *unique = text_detach(&name);
            if (unique) {
                free(m->specs[i].name);
                m->specs[i].name = unique;
            }
        }
    }
}

static int read_players(match_setup *m)
{
    const options *o = m->o;
    player_limits defaults;
    int status = read_limits(o, m->out, &defaults);
    size_t count = o->engine_count < 2 ? 2 : o->engine_count;
    m->specs = calloc(count, sizeof *m->specs);
    if (!m->specs) {
        return output_out_of_memory(m->out);
    }
    m->c.specs = m->specs;
    for (size_t i = 0; status == STATUS_OK && i < count; i++) {
        text why = {0};
        const char *spec = i < o->engine_count ? o->engines[i] : "ferz";
        m->c.player_count++;
        bool read = player_spec_parse(&m->specs[i], spec, &defaults, &why);
        if (!read && why.failed) {
            status = output_out_of_memory(m->out);
        } else if (!read) {
            status = options_error(o->command, m->out, NULL, "--engine \"%s\": %s", spec, text_string(&why));
        }
        text_finish(&why);
    }
    if (status == STATUS_OK) { /* after an error the last player has no name */
        make_names_unique(m);
    }
    return status;
}

static int read_sprt(match_setup *m)
{
    const char *sprt = m->o->value[OPTION_SPRT], *why;
    if (!sprt) {
        return STATUS_OK;
    }
    if (!sprt_params_parse(sprt, &m->c.test, &why)) {
        return options_error(m->o->command, m->out, NULL, "--sprt \"%s\": %s", sprt, why);
    }
    if (m->c.player_count != 2) {
        return options_error(m->o->command, m->out, NULL, "--sprt needs exactly two players");
    }
    if (m->o->value[OPTION_SHARD] || m->o->value[OPTION_MERGE]) {
        return options_error(m->o->command, m->out, NULL, "a shard plays all of its games: without --sprt");
    }
    return STATUS_OK;
}

static int open_pgn(match_setup *m)
{
    const char *path = m->o->value[OPTION_PGN];
    m->c.pgn = -1;
    if (path) {
        m->c.pgn = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
        if (m->c.pgn < 0) {
            output_error(m->out, "cannot write %s: %s", path, strerror(errno));
            return STATUS_SYSTEM_ERROR;
        }
    }
    return STATUS_OK;
}

static int read_openings(match_setup *m, ferz_messages *messages)
{
    const options *o = m->o;
    const char *path = o->value[OPTION_OPENINGS];
    text why = {0};
    bool missing = false;
    m->c.book = (opening_book){.variant = m->c.variant, .seed = m->c.seed};
    m->c.book.random_plies = o->value[OPTION_OPENING_PLIES] ? (size_t)o->number[OPTION_OPENING_PLIES]
                             : path                         ? 0
                                                            : DEFAULT_OPENING_PLIES;
    int status = STATUS_OK;
    if (path && !opening_book_read(&m->c.book, path, messages, &why, &missing)) {
        output_error(m->out, "%s", text_string(&why));
        status = missing ? STATUS_SYSTEM_ERROR : STATUS_REJECTED;
    }
    text_finish(&why);
    return status;
}

/* As many games at a time as the processors allow. */
static long default_concurrency(const match_setup *m)
{
    int threads = 1;
    for (size_t i = 0; i < m->c.player_count; i++) {
        threads = m->specs[i].threads > threads ? m->specs[i].threads : threads;
    }
    const int count = thread_count(INT_MAX) / threads;
    return count < 1 ? 1 : count;
}

/* Says which players are known to play by other rules. */
static void warn_differences(match_setup *m, const ferz_variant *variant)
{
    text lines = {0};
    for (size_t i = 0; i < m->c.player_count; i++) {
        m->specs[i].rules_differ = known_differences_put(&m->specs[i], variant, &lines);
    }
    const char *at = text_string(&lines);
    while (*at) {
        int length = (int)strcspn(at, "\n");
        fprintf(stderr, "warning: %.*s\n", length, at);
        at += length + (at[length] == '\n');
    }
    text_finish(&lines);
}

static int setup_match(match_setup *m, const ferz_variant *variant, ferz_messages *messages)
{
    const options *o = m->o;
    m->c.variant = variant;
    warn_differences(m, variant);
    m->c.games = (size_t)o->number[OPTION_GAMES];
    m->c.max_plies = o->value[OPTION_MAX_PLIES] ? (size_t)o->number[OPTION_MAX_PLIES] : DEFAULT_MAX_PLIES;
    m->c.margin = o->value[OPTION_MARGIN] ? (int)o->number[OPTION_MARGIN] : DEFAULT_MARGIN;
    m->c.threads = (int)(o->value[OPTION_CONCURRENCY] ? o->number[OPTION_CONCURRENCY] : default_concurrency(m));
    m->c.seed = (uint64_t)o->number[OPTION_SEED];
    m->c.event = "ferz match";
    m->c.on_game = on_game;
    m->c.state = m;
    const char *terminal = getenv("TERM");
    m->live = isatty(STDERR_FILENO) && isatty(STDOUT_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
    int status = shards_init(&m->shards, o, m->out);
    if (status == STATUS_OK && o->value[OPTION_OUTPUT] && !o->value[OPTION_SHARD]) {
        return options_error(o->command, m->out, NULL, "--output is for the games of --shard");
    }
    status = status ? status : read_sprt(m);
    status = status ? status : read_openings(m, messages);
    if (status == STATUS_OK &&
        m->c.games > SIZE_MAX / sizeof(tournament_game) / m->c.player_count / m->c.player_count) {
        status = options_error(o->command, m->out, NULL, "--games is too large");
    }
    return status ? status : open_pgn(m);
}

/* ---- the end ---- */

/* The games of the match: those of files, or played. */
static int play(match_setup *m)
{
    tournament *c = &m->c;
    if (!tournament_init(c)) {
        return output_out_of_memory(m->out);
    }
    m->shards.games = match_games(c);
    if (m->o->value[OPTION_MERGE]) {
        const int status = shards_merge(&m->shards);
        if (status == STATUS_OK) {
            shards_say_missing(&m->shards, c->total - c->finished, c->total, match_has_all);
        }
        return status;
    }
    if (m->o->value[OPTION_SHARD]) {
        const int status = shards_open(&m->shards);
        if (status != STATUS_OK) {
            return status;
        }
        c->keep = keep_game;
        c->shard = m->shards.shard;
        c->shards = m->shards.of;
    }
    interrupt sigint;
    signal_handlers saved;
    interrupt_catch(&sigint);
    forward_signals(&saved);
    tournament_play(c);
    restore_signals(&saved);
    interrupt_release(&sigint);
    return STATUS_OK;
}

/* Whether a player committed a fault. */
static bool had_faults(const tournament *c)
{
    for (size_t i = 0; c->rows && i < c->player_count; i++) {
        for (int f = FAULT_NONE + 1; f < FAULTS; f++) {
            if (c->rows[i].faults[f]) {
                return true;
            }
        }
    }
    return false;
}

static int finish(match_setup *m)
{
    tournament *c = &m->c;
    text t = {0};
    if (m->live && c->finished) {
        fputs("\r\033[K", stderr);
    }
    if (!c->shards && c->rows && (c->error == FERZ_OK || c->finished)) {
        (m->o->value[OPTION_JSON] ? tournament_report_json : tournament_report_table)(&t, c);
        output_text(m->out, &t);
    }
    text_finish(&t);
    if (c->error != FERZ_OK) {
        output_error(m->out, "%s", text_string(&c->why));
        return (int)c->error;
    }
    if (c->shards) { /* faults are told by the merge */
        return match_has_all(c, c->shard, c->shards) ? STATUS_OK : STATUS_REJECTED;
    }
    return had_faults(c) ? STATUS_REJECTED : STATUS_OK;
}

int command_match(const options *o, output *out)
{
    match_setup m = {.o = o, .out = out, .c = {.pgn = -1}, .shards = {.file = {.file = -1}}};
    session s = {0};
    int status = read_players(&m);
    if (status == STATUS_OK) {
        ferz_result result = session_load(&s, o, out);
        for (size_t i = 0; result == FERZ_OK && i < m.c.player_count; i++) {
            player_spec_settle(&m.specs[i], s.variant);
        }
        if (result == FERZ_OK) {
            status = setup_match(&m, s.variant, s.messages);
        }
        if (result == FERZ_OK && status == STATUS_OK) {
            status = play(&m);
            status = status ? status : finish(&m);
            status = shards_close(&m.shards, status);
            tournament_finish(&m.c);
        }
        int closed = session_close(&s, out, result);
        status = result == FERZ_OK ? status : closed;
    }
    for (size_t i = 0; i < m.c.player_count; i++) {
        player_spec_finish(&m.specs[i]);
    }
    if (m.c.pgn >= 0 && close(m.c.pgn) != 0 && status == STATUS_OK) {
        output_error(out, "cannot write %s: %s", o->value[OPTION_PGN], strerror(errno));
        status = STATUS_SYSTEM_ERROR;
    }
    opening_book_finish(&m.c.book);
    free(m.specs);
    return status;
}
