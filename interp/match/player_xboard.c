/* Engines with XBoard's protocol, version 2. */
#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "cli/interrupt.h"
#include "base/number.h"
#include "match/child.h"
#include "match/engine_notation.h"
#include "match/game_replay.h"
#include "match/player.h"

enum {
    /* The protocol gives two seconds for the first feature. On a busy machine even the start of a program may take
     * longer, and here nobody waits at a screen: as long as UCI's handshake. */
    FIRST_FEATURE_MS = 10000,
    FEATURES_MS = 2000,  /* for the others, after the first: a program need not say that none follows */
    STARTING_MS = 60000, /* for all, when it asks for time */
    PING_MS = 10000,
    PATIENCE_MS = 120000, /* for a move without a time limit */
    QUIT_MS = 3000,
};

typedef struct xboard {
    child program;
    char *variants; /* with a comma at both ends, or NULL */
    char *variant;  /* the chosen variant */
    text options;   /* option names of the engine, each ended by a NUL */
    bool usermove, setboard, ping, time, memory, smp, done, needs_time;
    int64_t first_feature; /* when it came, on child_now_ms; 0: none has */
    int pings;
    size_t plies_sent; /* plies of this game that the engine knows */
    bool thinking;     /* it answers the next move by itself */
    game_replay replay;
    text moves; /* what was sent of this game, each with a newline before and behind it */
} xboard;

/* ---- features ---- */

static void set_variants(xboard *x, const char *value)
{
    text list = {0};
    text_print(&list, ",%s,", value);
    free(x->variants);
    x->variants = text_detach(&list);
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
        x->needs_time = *value == '0';
    }
}

/* NAME=VALUE NAME="VALUE WITH BLANKS" ... */
static void parse_features(xboard *x, const char *at)
{
    text name = {0}, value = {0};
    x->first_feature = x->first_feature ? x->first_feature : child_now_ms();
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
        /* coordinates can be compared with our moves, SAN cannot */
        bool accepted = strcmp(text_string(&name), "san") != 0 || strcmp(text_string(&value), "1") != 0;
        child_send(&x->program, "%s %s", accepted ? "accepted" : "rejected", text_string(&name));
    }
    text_finish(&name);
    text_finish(&value);
}

static bool read_features(xboard *x, text *why)
{
    int64_t start_time = child_now_ms();
    child_send(&x->program, "xboard");
    child_send(&x->program, "protover 2");
    while (!x->done) {
        char *line;
        int patience = x->needs_time ? STARTING_MS : x->first_feature ? FEATURES_MS : FIRST_FEATURE_MS;
        int64_t deadline = (x->first_feature && !x->needs_time ? x->first_feature : start_time) + patience;
        child_event event = child_read_line(&x->program, deadline, &line);
        const char *features = event == CHILD_LINE ? line_after_keyword(line, "feature") : NULL;
        bool late = event == CHILD_TIMEOUT || (event == CHILD_LINE && child_now_ms() >= deadline);
        if (features) {
            parse_features(x, features);
        } else if (late && x->first_feature && !x->needs_time) {
            return true; /* no more features follow */
        } else if (event != CHILD_LINE) {
            text_put(why, "waiting for \"feature\": it ");
            child_fail(&x->program, event, patience, why);
            return false;
        } else if (late) {
            text_print(why, "waiting for \"feature\": it sends other lines for %g s", patience / 1e3);
            return false;
        }
    }
    return true;
}

/* ---- beginning ---- */

static bool knows_variant(const xboard *x, const char *name)
{
    text pattern = {0};
    text_print(&pattern, ",%s,", name);
    bool found = !pattern.failed && strstr(x->variants, text_string(&pattern));
    text_finish(&pattern);
    return found;
}

/* Finds the engine's name of the game: the given one, or ours with or without hyphens. */
static bool find_variant(player *p, text *why)
{
    xboard *x = p->state;
    text name = {0};
    text_put(&name, p->spec->variant ? p->spec->variant : ferz_variant_facts(p->variant)->name);
    bool ok = !x->variants || knows_variant(x, text_string(&name));
    if (!ok && !p->spec->variant && name.bytes) {
        char *to = name.bytes;
        for (const char *at = name.bytes; *at; at++) {
            if (*at != '-') {
                *to++ = *at;
            }
        }
        *to = '\0';
        name.length = (size_t)(to - name.bytes);
        ok = knows_variant(x, name.bytes);
    }
    if (!ok) {
        text_print(why, "it has no game \"%s\" (use variant=NAME); it has ",
                   p->spec->variant ? p->spec->variant : ferz_variant_facts(p->variant)->name);
        text_add(why, x->variants + 1, strlen(x->variants) - 2);
    } else if (x->variants || p->spec->variant) {
        x->variant = text_detach(&name);
    }
    text_finish(&name);
    return ok;
}

static bool set_options(player *p, text *why)
{
    xboard *x = p->state;
    for (size_t i = 0; i < p->spec->option_count; i++) {
        const player_option *o = &p->spec->options[i];
        const char *at = text_string(&x->options), *end = at + x->options.length;
        while (at < end && strcmp(at, o->name) != 0) {
            at += strlen(at) + 1;
        }
        if (at == end) {
            text_print(why, "it has no option \"%s\"", o->name);
            return false;
        }
        child_send(&x->program, *o->value ? "option %s=%s" : "option %s", o->name, o->value);
    }
    if (p->spec->hash && x->memory) {
        child_send(&x->program, "memory %d", p->spec->hash);
    }
    if (p->spec->threads && x->smp) {
        child_send(&x->program, "cores %d", p->spec->threads);
    }
    return true;
}

static void xboard_close(player *p, text *how)
{
    xboard *x = p->state;
    if (x) {
        child_send(&x->program, "quit");
        child_stop(&x->program, QUIT_MS, how);
        text_finish(&x->options);
        text_finish(&x->moves);
        game_replay_finish(&x->replay);
        free(x->variants);
        free(x->variant);
        free(x);
        p->state = NULL;
    }
}

static bool xboard_open(player *p, text *why)
{
    xboard *x = calloc(1, sizeof *x);
    p->state = x;
    if (!x) {
        text_put(why, "out of memory");
        return false;
    }
    x->time = true;
    bool ok = child_start(&x->program, p->spec->command, p->spec->log, why) && read_features(x, why) &&
              find_variant(p, why) && set_options(p, why);
    if (ok && p->custom_positions && !x->setboard) {
        text_put(why, "it cannot set up positions (no feature \"setboard\"): leave out --openings");
        ok = false;
    }
    if (ok && p->spec->limits.nodes) {
        text_put(why, "XBoard's protocol has no node limit: use movetime=, depth= or tc=");
        ok = false;
    }
    if (!ok) {
        xboard_close(p, NULL);
    }
    return ok;
}

/* ---- refusals ---- */

/* The command that "Error (why): COMMAND" quotes; NULL: another line. */
static const char *quoted_command(const char *line)
{
    const char *colon = strncmp(line, "Error", 5) == 0 ? strstr(line, ": ") : NULL;
    return colon ? colon + 2 : NULL;
}

/* Fairy-Stockfish says nothing and sets up what it can read. */
static bool refuses_position(const char *line)
{
    const char *told = line_after_keyword(line, "tellusererror"), *command = quoted_command(line);
    return strncmp(told ? told : line, "Illegal position", 16) == 0 ||
           (command && line_after_keyword(command, "setboard"));
}

/* An engine that refuses a move does not search afterwards. Fairy-Stockfish quotes the move as an unknown command. What
 * a program can play without, such as `post`, may be refused. */
static bool refuses_move(const xboard *x, const char *line)
{
    const char *command = quoted_command(line), *move = command ? line_after_keyword(command, "usermove") : NULL;
    if (!command) {
        return strncmp(line, "Illegal move", 12) == 0;
    }
    text entry = {0};
    text_print(&entry, "\n%s\n", move ? move : command);
    bool sent = !entry.failed && strstr(text_string(&x->moves), text_string(&entry));
    text_finish(&entry);
    return sent;
}

static void set_refusal(move_answer *a, const char *what, const char *line)
{
    move_answer_fault(a, FAULT_PROTOCOL, "rejects a legal %s: \"%s\"", what, line);
    a->disputed = true;
}

/* ---- a game ---- */

/* Whether the engine still answers. `refused` gets the line with which it refuses the position. */
static bool ping(xboard *x, text *refused, text *why)
{
    if (!x->ping) {
        return x->program.pid != 0;
    }
    int number = ++x->pings;
    int64_t deadline = child_now_ms() + PING_MS;
    child_send(&x->program, "ping %d", number);
    for (;;) {
        char *line;
        child_event event = child_read_line(&x->program, deadline, &line);
        if (event != CHILD_LINE) {
            text_put(why, "waiting for \"pong\": it ");
            child_fail(&x->program, event, PING_MS, why);
            return false;
        }
        if (!refused->length && refuses_position(line)) {
            text_put(refused, line);
        }
        const char *pong = line_after_keyword(line, "pong");
        if (pong && number_at(pong, 0, INT_MAX, -1) == number) {
            return true;
        }
    }
}

static void send_level(player *p)
{
    xboard *x = p->state;
    const player_limits *l = &p->spec->limits;
    if (l->clock) {
        child_send(&x->program, "level 0 %d:%02d %g", l->clock / 60000, l->clock / 1000 % 60, l->increment / 1e3);
    } else if (l->movetime) {
        /* Whole seconds only; engines that can do better use the clock, which is sent before each move. */
        int movetime = p->spec->reported_movetime ? p->spec->reported_movetime : l->movetime;
        child_send(&x->program, "st %d", movetime < 1000 ? 1 : (movetime + 500) / 1000);
    }
    if (l->depth) {
        child_send(&x->program, "sd %d", l->depth);
    }
}

/* Sends the start position. An engine without `setboard` uses its own. */
static void send_start(player *p, const move_request *q)
{
    xboard *x = p->state;
    if (!x->setboard || (q->is_startpos && p->spec->moves_only)) {
        return;
    }
    engine_notation d = engine_notation_of(PLAYER_XBOARD, q->game);
    text fen = {0};
    engine_notation_put_fen(&d, q->start_fen, &fen);
    child_send(&x->program, "setboard %s", text_string(&fen));
    text_finish(&fen);
}

static bool xboard_new_game(player *p, const move_request *first, move_answer *a)
{
    xboard *x = p->state;
    text why = {0}, refused = {0};
    child_send(&x->program, "new");
    if (x->variant) {
        child_send(&x->program, "variant %s", x->variant);
    }
    send_level(p);
    child_send(&x->program,
               "post"); /* some engines print nothing without it for a long time, and some search differently */
    child_send(&x->program, "easy");
    child_send(&x->program, "force");
    x->plies_sent = 0;
    x->thinking = false;
    game_replay_finish(&x->replay);
    text_clear(&x->moves);
    text_char(&x->moves, '\n');
    send_start(p, first);
    bool ok = ping(x, &refused, &why);
    if (!ok && interrupt_requested()) {
        a->kind = ANSWER_INTERRUPTED;
    } else if (!ok) {
        move_answer_fault(a, FAULT_CRASH, "%s", why.length ? text_string(&why) : "ends");
    } else if (refused.length) {
        set_refusal(a, "position", text_string(&refused));
        ok = false;
    }
    text_finish(&refused);
    text_finish(&why);
    return ok;
}

/* ---- a move ---- */

static void send_clocks(player *p, const move_request *q)
{
    xboard *x = p->state;
    const player_limits *l = &p->spec->limits;
    if (!x->time || (!l->clock && !l->movetime)) {
        return;
    }
    int mine = move_request_time(q, l), theirs = l->clock ? q->clock[1 - q->seat] : l->movetime;
    if (p->spec->reported_movetime && !l->clock) {
        mine = theirs = p->spec->reported_movetime;
    }
    child_send(&x->program, "time %d", mine < 10 ? 1 : mine / 10);
    child_send(&x->program, "otim %d", theirs < 10 ? 1 : theirs / 10);
}

/* Spells the ply in the position where it is played. False without memory. */
static bool send_ply(player *p, const move_request *q, size_t ply)
{
    xboard *x = p->state;
    engine_notation d = engine_notation_of(PLAYER_XBOARD, q->game);
    text move = {0};
    (void)game_replay_continues(&x->replay, q);
    bool ok = x->replay.game != NULL;
    while (ok && ferz_game_ply_count(x->replay.game) <= ply) { /* also those that it played itself */
        text_clear(&move);
        ok = game_replay_next(&x->replay, &d, q, &move);
    }
    if (ok) {
        text_print(&x->moves, "%s\n", text_string(&move));
        child_send(&x->program, x->usermove ? "usermove %s" : "%s", text_string(&move));
    }
    text_finish(&move);
    return ok && !x->moves.failed;
}

/* Sends the moves that it does not know and lets it search. False without memory. */
static bool start_thinking(player *p, const move_request *q)
{
    xboard *x = p->state;
    size_t plies = ferz_game_ply_count(q->game);
    bool ok = true;
    if (x->thinking && plies == x->plies_sent + 1) {
        send_clocks(p, q);
        ok = send_ply(p, q, plies - 1);
    } else {
        if (x->thinking) {
            child_send(&x->program, "force");
        }
        for (; ok && x->plies_sent < plies; x->plies_sent++) {
            ok = send_ply(p, q, x->plies_sent);
        }
        send_clocks(p, q);
        child_send(&x->program, "go");
        x->thinking = true;
    }
    x->plies_sent = plies;
    return ok;
}

/* A line that ends the game. The engine may resign. Another result is a fault: our rules say that the game goes on. */
static bool parse_result(const move_request *q, const char *line, move_answer *a)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2"};
    if (line_after_keyword(line, "resign")) {
        a->kind = ANSWER_RESIGN;
        return true;
    }
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
        if (line_after_keyword(line, results[i])) {
            if (i == (size_t)(1 - q->seat)) {
                a->kind = ANSWER_RESIGN;
            } else {
                move_answer_fault(a, FAULT_PROTOCOL, "sends \"%s\", but the game goes on", line);
                a->disputed = true;
            }
            return true;
        }
    }
    return false;
}

static bool parse_line(player *p, const move_request *q, const char *line, move_answer *a)
{
    xboard *x = p->state;
    const char *move = line_after_keyword(line, "move");
    move = move ? move : line_after_keyword(line, "My move is:");
    if (move) {
        move_answer_set(a, p, q, move);
        x->plies_sent += a->kind == ANSWER_MOVE;
        return true;
    }
    if (refuses_position(line) || refuses_move(x, line)) {
        set_refusal(a, refuses_position(line) ? "position" : "move", line);
        return true;
    }
    return parse_result(q, line, a);
}

static void xboard_choose(player *p, const move_request *q, move_answer *a)
{
    xboard *x = p->state;
    const player_limits *l = &p->spec->limits;
    int time = move_request_time(q, l);
    int allowed = time ? time + q->margin : PATIENCE_MS;
    if (!start_thinking(p, q)) {
        a->kind = ANSWER_ERROR;
        text_put(&a->reason, "out of memory");
        return;
    }
    int64_t deadline = child_now_ms() + allowed;
    for (;;) {
        char *line;
        child_event event = child_read_line(&x->program, deadline, &line);
        if (event == CHILD_LINE) {
            if (parse_line(p, q, line, a)) {
                return;
            }
        } else if (event == CHILD_INTERRUPTED) {
            a->kind = ANSWER_INTERRUPTED;
            return;
        } else if (event == CHILD_TIMEOUT) {
            child_stop(&x->program, 0, NULL); /* no command is sure to stop the search */
            move_answer_fault(a, FAULT_TIME, "loses on time: no move after %g s", allowed / 1e3);
            return;
        } else {
            text why = {0};
            child_fail(&x->program, event, allowed, &why);
            move_answer_fault(a, event == CHILD_OVERLONG ? FAULT_PROTOCOL : FAULT_CRASH, "%s", text_string(&why));
            text_finish(&why);
            return;
        }
    }
}

static void xboard_over(player *p, const char *result, const char *why)
{
    xboard *x = p->state;
    if (x && x->program.pid) {
        child_send(&x->program, "result %s {%s}", result, why);
        child_send(&x->program, "force");
        x->thinking = false;
    }
}

const player_ops player_xboard = {xboard_open, xboard_new_game, xboard_choose, xboard_over, xboard_close};
