/* Engines that speak the protocol of XBoard, version 2. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "front/interrupt.h"
#include "front/match/child.h"
#include "front/match/dialect.h"
#include "front/match/player.h"

enum {
    FEATURES_MS = 2000,  /* for the first of them, as the protocol says */
    STARTING_MS = 60000, /* for the rest, when it says that it needs time */
    PING_MS = 10000,
    PATIENCE_MS = 120000, /* for a move that has no limit of time */
    QUIT_MS = 1000,
};

typedef struct xboard {
    child program;
    char *variants; /* with a comma at both ends, or NULL */
    char *variant;  /* what is played */
    text options;   /* the names of its options, each ended by a NUL */
    bool usermove, setboard, ping, time, memory, smp, said_any, done, waits;
    int pings;
    size_t known; /* plies of this game that it has been told or has made */
    bool plays;   /* it answers the next move by itself */
    text moves;   /* scratch */
} xboard;

/* ---- features ---- */

static void set_variants(xboard *x, const char *value)
{
    text list = {0};
    text_print(&list, ",%s,", value);
    free(x->variants);
    x->variants = text_given(&list);
}

static void set_feature(xboard *x, const char *name, const char *value)
{
    const struct {
        const char *name;
        bool *flag;
    } flags[] = {{"usermove", &x->usermove}, {"setboard", &x->setboard}, {"ping", &x->ping},
                 {"time", &x->time},         {"memory", &x->memory},     {"smp", &x->smp}};
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        if (strcmp(flags[i].name, name) == 0) {
            *flags[i].flag = *value == '1';
        }
    }
    if (strcmp(name, "variants") == 0) {
        set_variants(x, value);
    } else if (strcmp(name, "option") == 0) {
        const char *end = strstr(value, " -");
        text_add(&x->options, value, end ? (size_t)(end - value) : strlen(value));
        text_char(&x->options, '\0');
    } else if (strcmp(name, "done") == 0) {
        x->done = *value == '1';
        x->waits = *value == '0';
    }
}

/* NAME=VALUE NAME="VALUE WITH BLANKS" ... */
static void hear_features(xboard *x, const char *at)
{
    text name = {0}, value = {0};
    x->said_any = true;
    for (at += strspn(at, " \t"); *at; at += strspn(at, " \t")) {
        text_clear(&name);
        text_clear(&value);
        size_t length = strcspn(at, "= \t");
        text_add(&name, at, length);
        at += length;
        if (*at == '=') {
            bool quoted = *++at == '"';
            at += quoted;
            length = quoted ? strcspn(at, "\"") : strcspn(at, " \t");
            text_add(&value, at, length);
            at += length;
            at += quoted && *at;
        }
        set_feature(x, text_string(&name), text_string(&value));
        /* Moves in coordinates can be compared, others cannot. */
        bool accepted = strcmp(text_string(&name), "san") != 0 || strcmp(text_string(&value), "1") != 0;
        child_tell(&x->program, "%s %s", accepted ? "accepted" : "rejected", text_string(&name));
    }
    text_finish(&name);
    text_finish(&value);
}

static bool shake_hands(xboard *x, text *why)
{
    int64_t began = child_now();
    child_tell(&x->program, "xboard");
    child_tell(&x->program, "protover 2");
    while (!x->done) {
        char *line;
        int patience = x->waits ? STARTING_MS : FEATURES_MS;
        child_heard heard = child_hear(&x->program, began + patience, &line);
        const char *features = heard == CHILD_LINE ? child_behind(line, "feature") : NULL;
        if (features) {
            hear_features(x, features);
        } else if (heard == CHILD_SILENT && x->said_any && !x->waits) {
            return true; /* it has said all that it will */
        } else if (heard != CHILD_LINE) {
            text_put(why, "waiting for \"feature\": it ");
            child_lost(&x->program, heard, patience, why);
            return false;
        } else if (child_now() >= began + patience) {
            text_print(why, "waiting for \"feature\": it says other things for %g s", patience / 1e3);
            return false;
        }
    }
    return true;
}

/* ---- beginning ---- */

static bool knows(const xboard *x, const char *name)
{
    text words = {0};
    text_print(&words, ",%s,", name);
    bool found = !words.failed && strstr(x->variants, text_string(&words));
    text_finish(&words);
    return found;
}

/* By the name that was given, else by ours, with or without what stands between its words. */
static bool find_variant(player *p, text *why)
{
    xboard *x = p->self;
    text name = {0};
    text_put(&name, p->side->variant ? p->side->variant : ferz_game_name(p->game));
    bool good = !x->variants || knows(x, text_string(&name));
    if (!good && !p->side->variant && name.bytes) {
        char *to = name.bytes;
        for (const char *at = name.bytes; *at; at++) {
            if (*at != '-') {
                *to++ = *at;
            }
        }
        *to = '\0';
        name.length = (size_t)(to - name.bytes);
        good = knows(x, name.bytes);
    }
    if (!good) {
        text_print(why, "it knows no game \"%s\" (say variant=NAME); it knows ",
                   p->side->variant ? p->side->variant : ferz_game_name(p->game));
        text_add(why, x->variants + 1, strlen(x->variants) - 2);
    } else if (x->variants || p->side->variant) {
        x->variant = text_given(&name);
    }
    text_finish(&name);
    return good;
}

static bool set_options(player *p, text *why)
{
    xboard *x = p->self;
    for (size_t i = 0; i < p->side->option_count; i++) {
        const side_option *o = &p->side->options[i];
        const char *at = text_string(&x->options), *end = at + x->options.length;
        while (at < end && strcmp(at, o->name) != 0) {
            at += strlen(at) + 1;
        }
        if (at == end) {
            text_print(why, "it has no option \"%s\"", o->name);
            return false;
        }
        child_tell(&x->program, *o->value ? "option %s=%s" : "option %s", o->name, o->value);
    }
    if (p->side->hash && x->memory) {
        child_tell(&x->program, "memory %d", p->side->hash);
    }
    if (p->side->threads && x->smp) {
        child_tell(&x->program, "cores %d", p->side->threads);
    }
    return true;
}

static void xboard_close(player *p, text *how)
{
    xboard *x = p->self;
    if (x) {
        child_tell(&x->program, "quit");
        child_stop(&x->program, QUIT_MS, how);
        text_finish(&x->options);
        text_finish(&x->moves);
        free(x->variants);
        free(x->variant);
        free(x);
        p->self = NULL;
    }
}

static bool xboard_open(player *p, text *why)
{
    xboard *x = calloc(1, sizeof *x);
    p->self = x;
    if (!x) {
        text_put(why, "out of memory");
        return false;
    }
    x->time = true;
    bool good = child_start(&x->program, p->side->command, p->side->log, why) && shake_hands(x, why) &&
                find_variant(p, why) && set_options(p, why);
    if (good && p->positions && !x->setboard) {
        text_put(why, "it cannot be given positions, for it has no feature \"setboard\": leave out --openings");
        good = false;
    }
    if (good && p->side->limits.nodes) {
        text_put(why, "XBoard's protocol has no limit of nodes: say movetime=, depth= or tc=");
        good = false;
    }
    if (!good) {
        xboard_close(p, NULL);
    }
    return good;
}

/* ---- a game ---- */

/* Whether it still answers. */
static bool ping(xboard *x, text *why)
{
    if (!x->ping) {
        return x->program.pid != 0;
    }
    int number = ++x->pings;
    int64_t deadline = child_now() + PING_MS;
    child_tell(&x->program, "ping %d", number);
    for (;;) {
        char *line;
        child_heard heard = child_hear(&x->program, deadline, &line);
        if (heard != CHILD_LINE) {
            text_put(why, "waiting for \"pong\": it ");
            child_lost(&x->program, heard, PING_MS, why);
            return false;
        }
        const char *pong = child_behind(line, "pong");
        if (pong && atoi(pong) == number) {
            return true;
        }
    }
}

static void tell_level(player *p)
{
    xboard *x = p->self;
    const side_limits *l = &p->side->limits;
    if (l->clock) {
        child_tell(&x->program, "level 0 %d:%02d %g", l->clock / 60000, l->clock / 1000 % 60, l->increment / 1e3);
    } else if (l->movetime) {
        /* Whole seconds: an engine that can do with less goes by the clock, which is told before each move. */
        int told = p->side->told ? p->side->told : l->movetime;
        child_tell(&x->program, "st %d", told < 1000 ? 1 : (told + 500) / 1000);
    }
    if (l->depth) {
        child_tell(&x->program, "sd %d", l->depth);
    }
}

/* The position that the game begins with; who cannot be given any begins with his own. */
static void tell_start(player *p, const question *q)
{
    xboard *x = p->self;
    if (!x->setboard || (q->from_start && p->side->from_start)) {
        return;
    }
    dialect d = dialect_of(SIDE_XBOARD, q->play);
    text fen = {0};
    dialect_put_fen(&d, q->from, &fen);
    child_tell(&x->program, "setboard %s", text_string(&fen));
    text_finish(&fen);
}

static bool xboard_new_game(player *p, const question *first, answer *a)
{
    xboard *x = p->self;
    text why = {0};
    child_tell(&x->program, "new");
    if (x->variant) {
        child_tell(&x->program, "variant %s", x->variant);
    }
    tell_level(p);
    child_tell(&x->program, "post"); /* some say nothing else for long, and some think otherwise without it */
    child_tell(&x->program, "easy");
    child_tell(&x->program, "force");
    x->known = 0;
    x->plays = false;
    tell_start(p, first);
    bool good = ping(x, &why);
    if (!good) {
        if (interrupt_came()) {
            a->kind = ANSWER_STOPPED;
        } else {
            answer_fault(a, FAULT_CRASH, "%s", why.length ? text_string(&why) : "ends");
        }
    }
    text_finish(&why);
    return good;
}

/* ---- a move ---- */

static void tell_clocks(player *p, const question *q)
{
    xboard *x = p->self;
    const side_limits *l = &p->side->limits;
    if (!x->time || (!l->clock && !l->movetime)) {
        return;
    }
    int mine = question_time(q, l), theirs = l->clock ? q->clock[1 - q->seat] : l->movetime;
    if (p->side->told && !l->clock) {
        mine = theirs = p->side->told;
    }
    child_tell(&x->program, "time %d", mine < 10 ? 1 : mine / 10);
    child_tell(&x->program, "otim %d", theirs < 10 ? 1 : theirs / 10);
}

static void tell_ply(player *p, const question *q, size_t ply)
{
    xboard *x = p->self;
    dialect d = dialect_of(SIDE_XBOARD, q->play);
    text move = {0};
    dialect_put_move(&d, ferz_play_ply(q->play, ply), &move);
    child_tell(&x->program, x->usermove ? "usermove %s" : "%s", text_string(&move));
    text_finish(&move);
}

/* Tells what it does not know yet and makes it think. */
static void set_thinking(player *p, const question *q)
{
    xboard *x = p->self;
    size_t plies = ferz_play_plies(q->play);
    if (x->plays && plies == x->known + 1) {
        tell_clocks(p, q);
        tell_ply(p, q, plies - 1);
    } else {
        if (x->plays) {
            child_tell(&x->program, "force");
        }
        for (; x->known < plies; x->known++) {
            tell_ply(p, q, x->known);
        }
        tell_clocks(p, q);
        child_tell(&x->program, "go");
        x->plays = true;
    }
    x->known = plies;
}

/* A line that ends the game. It may give up; to anything else our rules would have to agree, and they do not: or we should not
 * have asked. */
static bool take_end(const question *q, const char *line, answer *a)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2"};
    if (child_behind(line, "resign")) {
        a->kind = ANSWER_RESIGN;
        return true;
    }
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
        if (child_behind(line, results[i])) {
            if (i == (size_t)(1 - q->seat)) {
                a->kind = ANSWER_RESIGN;
            } else {
                answer_fault(a, FAULT_WORDS, "says \"%s\" where the game goes on", line);
            }
            return true;
        }
    }
    return false;
}

static bool take_line(player *p, const question *q, const char *line, answer *a)
{
    xboard *x = p->self;
    const char *move = child_behind(line, "move");
    move = move ? move : child_behind(line, "My move is:");
    if (move) {
        answer_take_move(a, p, q, move);
        x->known += a->kind == ANSWER_MOVE;
        return true;
    }
    if (strncmp(line, "Illegal move", 12) == 0) {
        answer_fault(a, FAULT_WORDS, "refuses a legal move: \"%s\"", line);
        return true;
    }
    return take_end(q, line, a);
}

static void xboard_choose(player *p, const question *q, answer *a)
{
    xboard *x = p->self;
    const side_limits *l = &p->side->limits;
    int time = question_time(q, l);
    int allowed = time ? time + q->margin : PATIENCE_MS;
    set_thinking(p, q);
    int64_t deadline = child_now() + allowed;
    for (;;) {
        char *line;
        child_heard heard = child_hear(&x->program, deadline, &line);
        if (heard == CHILD_LINE) {
            if (take_line(p, q, line, a)) {
                return;
            }
        } else if (heard == CHILD_STOPPED) {
            a->kind = ANSWER_STOPPED;
            return;
        } else if (heard == CHILD_SILENT) {
            child_stop(&x->program, 0, NULL); /* there is no sure way to make it stop */
            answer_fault(a, FAULT_TIME, "loses on time: no move after %g s", allowed / 1e3);
            return;
        } else {
            text why = {0};
            child_lost(&x->program, heard, allowed, &why);
            answer_fault(a, heard == CHILD_TALKS ? FAULT_WORDS : FAULT_CRASH, "%s", text_string(&why));
            text_finish(&why);
            return;
        }
    }
}

static void xboard_over(player *p, const char *result, const char *why)
{
    xboard *x = p->self;
    if (x && x->program.pid) {
        child_tell(&x->program, "result %s {%s}", result, why);
        child_tell(&x->program, "force");
        x->plays = false;
    }
}

const player_kind player_xboard = {xboard_open, xboard_new_game, xboard_choose, xboard_over, xboard_close};
