/* match: games between engines, and what they say about strength. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "front/commands.h"
#include "front/interrupt.h"
#include "front/match/table.h"
#include "front/session.h"

enum { USUAL_PLIES = 6, USUAL_MARGIN = 200, USUAL_LENGTH = 5000 };

/* The match as the command line asks for it. */
typedef struct arranged {
    contest c;
    side *sides;
    bool live; /* the state of the match is shown in a line that changes */
    const options *o;
    output *out;
} arranged;

/* ---- ending early ---- */

/* Whoever ends us politely wants children to be ended too: as Ctrl-C does it. */
static void as_interrupt(int number)
{
    (void)number;
    raise(SIGINT);
}

typedef struct politeness {
    struct sigaction term, hangup;
} politeness;

static void politeness_begin(politeness *before)
{
    struct sigaction action = {.sa_handler = as_interrupt, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGTERM, &action, &before->term);
    sigaction(SIGHUP, &action, &before->hangup);
}

static void politeness_end(const politeness *before)
{
    sigaction(SIGTERM, &before->term, NULL);
    sigaction(SIGHUP, &before->hangup, NULL);
}

/* ---- while it goes on ---- */

static void tell(void *state, const contest *c, size_t number, const bout_result *r, const side *const seats[2])
{
    arranged *m = state;
    text t = {0};
    if (m->live) {
        /* What went wrong stays to be read. */
        if (r->end == BOUT_FAULT) {
            text_put(&t, "\r\033[K");
            table_put_game(&t, c, number, r, seats);
        }
        text_put(&t, "\r\033[K");
        table_put_state(&t, c);
    } else {
        table_put_game(&t, c, number, r, seats);
    }
    fputs(text_string(&t), stderr);
    text_finish(&t);
}

/* ---- what was asked ---- */

/* Limits for all. Returns a status. */
static int read_limits(const options *o, output *out, side_limits *usual)
{
    *usual = (side_limits){
        .depth = (int)o->number[OPTION_DEPTH],
        .nodes = (uint64_t)o->number[OPTION_NODES],
        .movetime = (int)o->number[OPTION_MOVETIME],
    };
    const char *clock = o->value[OPTION_TC];
    if (clock && !side_read_clock(clock, &usual->clock, &usual->increment)) {
        return options_complain(o->command, out, NULL,
                                "--tc takes SECONDS or SECONDS+INCREMENT, such as 10+0.1, not \"%s\"", clock);
    }
    return STATUS_DONE;
}

/* Two that are called the same are told apart by a number, or by what is different. */
static void name_apart(arranged *m)
{
    for (size_t i = 0; i < m->c.side_count; i++) {
        size_t same = 1;
        for (size_t k = 0; k < i; k++) {
            same += strcmp(m->sides[i].name, m->sides[k].name) == 0;
        }
        if (same > 1) {
            text name = {0};
            text_print(&name, "%s-%zu", m->sides[i].name, i + 1);
            char *given = text_given(&name);
            if (given) {
                free(m->sides[i].name);
                m->sides[i].name = given;
            }
        }
    }
}

static int read_sides(arranged *m)
{
    const options *o = m->o;
    side_limits usual;
    int status = read_limits(o, m->out, &usual);
    size_t count = o->engine_count < 2 ? 2 : o->engine_count;
    m->sides = calloc(count, sizeof *m->sides);
    if (!m->sides) {
        output_complain(m->out, "out of memory");
        return STATUS_FAULT;
    }
    m->c.sides = m->sides;
    for (size_t i = 0; status == STATUS_DONE && i < count; i++) {
        text why = {0};
        const char *spec = i < o->engine_count ? o->engines[i] : "ferz";
        m->c.side_count++;
        bool read = side_read(&m->sides[i], spec, &usual, &why);
        if (!read && why.failed) {
            output_complain(m->out, "out of memory");
            status = STATUS_FAULT;
        } else if (!read) {
            status = options_complain(o->command, m->out, NULL, "--engine \"%s\": %s", spec, text_string(&why));
        }
        text_finish(&why);
    }
    if (status == STATUS_DONE) { /* the last one has no name otherwise */
        name_apart(m);
    }
    return status;
}

static int read_test(arranged *m)
{
    const char *words = m->o->value[OPTION_SPRT], *why;
    if (!words) {
        return STATUS_DONE;
    }
    if (!elo_test_read(words, &m->c.test, &why)) {
        return options_complain(m->o->command, m->out, NULL, "--sprt \"%s\": %s", words, why);
    }
    if (m->c.side_count != 2) {
        return options_complain(m->o->command, m->out, NULL, "--sprt is for two sides");
    }
    return STATUS_DONE;
}

static int open_games(arranged *m)
{
    const char *path = m->o->value[OPTION_PGN];
    m->c.pgn = -1;
    if (path) {
        m->c.pgn = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
        if (m->c.pgn < 0) {
            output_complain(m->out, "cannot write %s: %s", path, strerror(errno));
            return STATUS_FAULT;
        }
    }
    return STATUS_DONE;
}

static int read_openings(arranged *m, ferz_messages *messages)
{
    const options *o = m->o;
    const char *path = o->value[OPTION_OPENINGS];
    text why = {0};
    bool missing = false;
    m->c.book = (opening_book){.game = m->c.game, .seed = m->c.seed};
    m->c.book.plies = o->value[OPTION_OPENING_PLIES] ? (size_t)o->number[OPTION_OPENING_PLIES] : path ? 0 : USUAL_PLIES;
    int status = STATUS_DONE;
    if (path && !opening_read(&m->c.book, path, messages, &why, &missing)) {
        output_complain(m->out, "%s", text_string(&why));
        status = missing ? STATUS_FAULT : STATUS_NO;
    }
    text_finish(&why);
    return status;
}

/* As many games at a time as leave every player his threads. */
static long usual_concurrency(const arranged *m)
{
    int threads = 1;
    for (size_t i = 0; i < m->c.side_count; i++) {
        threads = m->sides[i].threads > threads ? m->sides[i].threads : threads;
    }
    long count = sysconf(_SC_NPROCESSORS_ONLN) / threads;
    return count < 1 ? 1 : count;
}

static int arrange(arranged *m, const ferz_game *game, ferz_messages *messages)
{
    const options *o = m->o;
    m->c.game = game;
    m->c.games = (size_t)o->number[OPTION_GAMES];
    m->c.plies_max = o->value[OPTION_MAX_PLIES] ? (size_t)o->number[OPTION_MAX_PLIES] : USUAL_LENGTH;
    m->c.margin = o->value[OPTION_MARGIN] ? (int)o->number[OPTION_MARGIN] : USUAL_MARGIN;
    m->c.threads = (int)(o->value[OPTION_CONCURRENCY] ? o->number[OPTION_CONCURRENCY] : usual_concurrency(m));
    m->c.seed = (uint64_t)o->number[OPTION_SEED];
    m->c.event = "ferz match";
    m->c.told = tell;
    m->c.state = m;
    const char *terminal = getenv("TERM");
    m->live = isatty(STDERR_FILENO) && isatty(STDOUT_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
    int status = read_test(m);
    status = status ? status : read_openings(m, messages);
    if (status == STATUS_DONE && m->c.games > SIZE_MAX / sizeof(contest_game) / m->c.side_count / m->c.side_count) {
        status = options_complain(o->command, m->out, NULL, "--games is too many");
    }
    return status ? status : open_games(m);
}

/* ---- the end ---- */

/* A player did what may not be done. */
static bool had_faults(const contest *c)
{
    for (size_t i = 0; c->rows && i < c->side_count; i++) {
        for (int f = FAULT_NONE + 1; f < FAULTS; f++) {
            if (c->rows[i].faults[f]) {
                return true;
            }
        }
    }
    return false;
}

static int finish(arranged *m)
{
    contest *c = &m->c;
    text t = {0};
    if (m->live && c->finished) {
        fputs("\r\033[K", stderr);
    }
    if (c->rows && (c->failed == FERZ_OK || c->finished)) {
        (m->o->value[OPTION_JSON] ? table_put_json : table_put)(&t, c);
        output_text(m->out, &t);
    }
    text_finish(&t);
    if (c->failed != FERZ_OK) {
        output_complain(m->out, "%s", text_string(&c->why));
        return (int)c->failed;
    }
    return had_faults(c) ? STATUS_NO : STATUS_DONE;
}

int command_match(const options *o, output *out)
{
    arranged m = {.o = o, .out = out, .c = {.pgn = -1}};
    session s = {0};
    int status = read_sides(&m);
    if (status == STATUS_DONE) {
        ferz_result result = session_load(&s, o, out);
        if (result == FERZ_OK) {
            status = arrange(&m, s.game, s.messages);
        }
        if (result == FERZ_OK && status == STATUS_DONE) {
            interrupt hand;
            politeness before;
            interrupt_catch(&hand);
            politeness_begin(&before);
            contest_play(&m.c);
            politeness_end(&before);
            interrupt_release(&hand);
            status = finish(&m);
            contest_finish(&m.c);
        }
        int closed = session_close(&s, out, result);
        status = result == FERZ_OK ? status : closed;
    }
    for (size_t i = 0; i < m.c.side_count; i++) {
        side_finish(&m.sides[i]);
    }
    if (m.c.pgn >= 0 && close(m.c.pgn) != 0 && status == STATUS_DONE) {
        output_complain(out, "cannot write %s: %s", o->value[OPTION_PGN], strerror(errno));
        status = STATUS_FAULT;
    }
    opening_finish(&m.c.book);
    free(m.sides);
    return status;
}
