/* Engines with UCI, or with USI, which has shogi's names. */
#include <stdlib.h>
#include <string.h>

#include "cli/interrupt.h"
#include "match/child.h"
#include "match/engine_notation.h"
#include "match/game_replay.h"
#include "match/player.h"

enum {
    HANDSHAKE_MS = 10000,
    READY_MS = 10000,
    PATIENCE_MS = 120000, /* for a move without a time limit */
    LATE_MS = 500,        /* wait for a late move after `stop` */
    QUIT_MS = 3000,
};

typedef struct uci {
    child program;
    text options;              /* option names of the engine, each ended by a NUL */
    char *variant_option_line; /* the line of the variant option, or NULL */
    char *variant_option;      /* name of the variant option */
    text position, moves;      /* buffers */
    game_replay replay;        /* the plies in `moves` */
} uci;

static const char *keyword(const player *p, const char *uci_word, const char *usi_word)
{
    return p->spec->kind == PLAYER_USI ? usi_word : uci_word;
}

/* ---- lines ---- */

/* Waits for a line with this keyword; other lines go to `other`. */
static bool wait_for(uci *u, const char *keyword_text, int patience, void (*other)(uci *u, const char *line), text *why)
{
    int64_t deadline = child_now_ms() + patience;
    for (;;) {
        char *line;
        child_event event = child_read_line(&u->program, deadline, &line);
        if (event != CHILD_LINE) {
            text_print(why, "waiting for \"%s\": it ", keyword_text);
            child_fail(&u->program, event, patience, why);
            return false;
        }
        if (line_after_keyword(line, keyword_text)) {
            return true;
        }
        if (other) {
            other(u, line);
        }
    }
}

/* ---- beginning ---- */

/* "option name NAME type ..." */
static void parse_option(uci *u, const char *line)
{
    const char *at = line_after_keyword(line, "option");
    at = at ? line_after_keyword(at, "name") : NULL;
    if (!at) {
        return;
    }
    const char *end = strstr(at, " type ");
    size_t length = end ? (size_t)(end - at) : strlen(at);
    text_add(&u->options, at, length);
    text_char(&u->options, '\0');
    if (length >= 7 && strncmp(at + length - 7, "Variant", 7) == 0 && strstr(line, " var ")) {
        text copy = {0};
        text_put(&copy, line);
        text_char(&copy, ' ');
        free(u->variant_option_line);
        free(u->variant_option);
        u->variant_option_line = text_detach(&copy);
        text_add(&copy, at, length);
        u->variant_option = text_detach(&copy);
        u->options.failed |= !u->variant_option_line || !u->variant_option;
    }
}

static bool has_option(const uci *u, const char *name)
{
    const char *at = text_string(&u->options);
    for (const char *end = at + u->options.length; at < end; at += strlen(at) + 1) {
        if (strcmp(at, name) == 0) {
            return true;
        }
    }
    return false;
}

static bool knows_variant(const uci *u, const char *variant)
{
    text pattern = {0};
    text_print(&pattern, " var %s ", variant);
    bool found = !pattern.failed && strstr(u->variant_option_line, text_string(&pattern));
    text_finish(&pattern);
    return found;
}

static bool set_option(player *p, const char *name, const char *value, text *why)
{
    uci *u = p->state;
    if (!has_option(u, name)) {
        text_print(why, "it has no option \"%s\"; it has", name);
        const char *at = text_string(&u->options);
        for (const char *end = at + u->options.length; at < end; at += strlen(at) + 1) {
            text_print(why, "%s %s", at == text_string(&u->options) ? "" : ",", at);
        }
        return false;
    }
    if (!*value) {
        return child_send(&u->program, "setoption name %s", name);
    }
    return child_send(&u->program, "setoption name %s value %s", name, value);
}

/* Chooses the game by the given name, or by our name with or without hyphens. */
static bool set_variant(player *p, text *why)
{
    uci *u = p->state;
    const char *name = p->spec->variant ? p->spec->variant : ferz_variant_facts(p->variant)->name;
    if (!u->variant_option_line) {
        if (p->spec->variant) {
            text_put(why, "it plays one game only: it has no option UCI_Variant");
            return false;
        }
        return true;
    }
    text no_hyphens = {0};
    for (const char *at = name; *at; at++) {
        if (*at != '-' || p->spec->variant) {
            text_char(&no_hyphens, *at);
        }
    }
    bool ok = knows_variant(u, name);
    if (!ok && knows_variant(u, text_string(&no_hyphens))) {
        name = text_string(&no_hyphens);
        ok = true;
    }
    if (ok) {
        ok = child_send(&u->program, "setoption name %s value %s", u->variant_option, name);
    } else {
        text_print(why, "it has no game \"%s\" (use variant=NAME); it has", name);
        for (const char *at = strstr(u->variant_option_line, " var "); at; at = strstr(at, " var ")) {
            at += strlen(" var ");
            size_t length = strcspn(at--, " ");
            text_char(why, ' ');
            text_add(why, at + 1, length);
        }
    }
    text_finish(&no_hyphens);
    return ok;
}

static bool send_options(player *p, text *why)
{
    uci *u = p->state;
    const player_spec *s = p->spec;
    text number = {0};
    text_print(&number, "%d", s->threads);
    bool ok = set_variant(p, why) && (!s->threads || set_option(p, "Threads", text_string(&number), why));
    text_clear(&number);
    text_print(&number, "%d", s->hash);
    const char *hash = keyword(p, "Hash", has_option(u, "Hash") ? "Hash" : "USI_Hash");
    ok = ok && (!s->hash || set_option(p, hash, text_string(&number), why));
    for (size_t i = 0; ok && i < s->option_count; i++) {
        ok = set_option(p, s->options[i].name, s->options[i].value, why);
    }
    text_finish(&number);
    return ok;
}

static void uci_close(player *p, text *how)
{
    uci *u = p->state;
    if (u) {
        child_send(&u->program, "quit");
        child_stop(&u->program, QUIT_MS, how);
        text_finish(&u->options);
        text_finish(&u->position);
        text_finish(&u->moves);
        game_replay_finish(&u->replay);
        free(u->variant_option_line);
        free(u->variant_option);
        free(u);
        p->state = NULL;
    }
}

static bool uci_open(player *p, text *why)
{
    uci *u = calloc(1, sizeof *u);
    p->state = u;
    if (!u) {
        text_put(why, "out of memory");
        return false;
    }
    const char *greeting = keyword(p, "uci", "usi");
    bool ok = child_start(&u->program, p->spec->command, p->spec->log, why);
    if (ok) {
        child_send(&u->program, "%s", greeting);
        ok = wait_for(u, keyword(p, "uciok", "usiok"), HANDSHAKE_MS, parse_option, why);
    }
    if (ok && u->options.failed) {
        text_put(why, "out of memory");
        ok = false;
    }
    ok = ok && send_options(p, why);
    if (ok) {
        child_send(&u->program, "isready");
        ok = wait_for(u, "readyok", READY_MS, NULL, why);
    }
    if (!ok) {
        uci_close(p, NULL);
    }
    return ok;
}

static bool uci_new_game(player *p, const move_request *first, move_answer *a)
{
    (void)first;
    uci *u = p->state;
    text why = {0};
    child_send(&u->program, "%s", keyword(p, "ucinewgame", "usinewgame"));
    child_send(&u->program, "isready");
    bool ok = wait_for(u, "readyok", READY_MS, NULL, &why);
    if (!ok && interrupt_requested()) {
        a->kind = ANSWER_INTERRUPTED;
    } else if (!ok) {
        move_answer_fault(a, FAULT_CRASH, "%s", text_string(&why));
    }
    text_finish(&why);
    return ok;
}

/* ---- a move ---- */

/* Spells the plies of the game, each in its position. What was spelled for the move before is kept. */
static void put_plies(uci *u, const engine_notation *d, const move_request *q)
{
    if (!game_replay_continues(&u->replay, q)) {
        text_clear(&u->moves);
    }
    text one = {0};
    while (game_replay_next(&u->replay, d, q, &one)) {
        text_print(&u->moves, " %s", text_string(&one));
        text_clear(&one);
    }
    u->moves.failed |=
        one.failed || !u->replay.game || ferz_game_ply_count(u->replay.game) < ferz_game_ply_count(q->game);
    text_finish(&one);
}

static bool send_position(player *p, const move_request *q)
{
    uci *u = p->state;
    engine_notation d = engine_notation_of(p->spec->kind, q->game);
    text_clear(&u->position);
    if (p->spec->moves_only && q->is_startpos) {
        text_put(&u->position, "startpos");
    } else {
        text_print(&u->position, "%s ", keyword(p, "fen", "sfen"));
        engine_notation_put_fen(&d, q->start_fen, &u->position);
    }
    put_plies(u, &d, q);
    return !u->moves.failed && !u->position.failed &&
           child_send(&u->program, "position %s%s%s", text_string(&u->position), u->moves.length ? " moves" : "",
                      text_string(&u->moves));
}

static bool send_go(player *p, const move_request *q)
{
    uci *u = p->state;
    const player_limits *l = &p->spec->limits;
    text go = {0};
    text_put(&go, "go");
    if (l->clock) { /* in USI the first player is black */
        bool black_first = p->spec->kind == PLAYER_USI;
        text_print(&go, " wtime %d btime %d winc %d binc %d", q->clock[black_first], q->clock[!black_first],
                   l->increment, l->increment);
    }
    if (l->movetime) {
        text_print(&go, p->spec->kind == PLAYER_USI && !l->clock ? " btime 0 wtime 0 byoyomi %d" : " movetime %d",
                   p->spec->reported_movetime ? p->spec->reported_movetime : l->movetime);
    }
    if (l->nodes) {
        text_print(&go, " nodes %llu", (unsigned long long)l->nodes);
    }
    if (l->depth) {
        text_print(&go, " depth %d", l->depth);
    }
    u->moves.failed |= go.failed;
    bool ok = !go.failed && child_send(&u->program, "%s", text_string(&go));
    text_finish(&go);
    return ok;
}

static void parse_bestmove(player *p, const move_request *q, const char *reply, move_answer *a)
{
    static const char *const none[] = {"", "(none)", "0000", "none"};
    int length = (int)strcspn(reply, " \t");
    if (length == 6 && strncmp(reply, "resign", 6) == 0) {
        a->kind = ANSWER_RESIGN;
        return;
    }
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        if ((size_t)length == strlen(none[i]) && strncmp(reply, none[i], (size_t)length) == 0) {
            move_answer_fault(a, FAULT_PROTOCOL, "sends no move (\"bestmove %s\"), but there are legal moves", none[i]);
            a->disputed = true;
            return;
        }
    }
    move_answer_set(a, p, q, reply);
}

/* The player lost on time. It is asked to stop, so that it can play the next game, or ended. */
static void handle_timeout(player *p, int allowed, move_answer *a)
{
    uci *u = p->state;
    int64_t deadline = child_now_ms() + LATE_MS;
    child_send(&u->program, "stop");
    char *line;
    child_event event;
    while ((event = child_read_line(&u->program, deadline, &line)) == CHILD_LINE &&
           !line_after_keyword(line, "bestmove")) {
    }
    if (event != CHILD_LINE) {
        child_stop(&u->program, 0, NULL);
    }
    move_answer_fault(a, FAULT_TIME, "loses on time: no move after %g s%s", allowed / 1e3,
                      event == CHILD_LINE ? "" : ", nor after \"stop\"");
}

static void uci_choose(player *p, const move_request *q, move_answer *a)
{
    uci *u = p->state;
    int time = move_request_time(q, &p->spec->limits);
    int allowed = time ? time + q->margin : PATIENCE_MS;
    bool sent = send_position(p, q) && send_go(p, q);
    if (u->moves.failed || u->position.failed || u->program.line.failed) {
        a->kind = ANSWER_ERROR;
        text_put(&a->reason, "out of memory");
        return;
    }
    int64_t deadline = child_now_ms() + allowed;
    for (;;) {
        char *line;
        child_event event = sent ? child_read_line(&u->program, deadline, &line) : CHILD_EXITED;
        const char *move = event == CHILD_LINE ? line_after_keyword(line, "bestmove") : NULL;
        if (move) {
            parse_bestmove(p, q, move, a);
            return;
        }
        if (event == CHILD_INTERRUPTED) {
            a->kind = ANSWER_INTERRUPTED;
            return;
        }
        if (event == CHILD_TIMEOUT) {
            handle_timeout(p, allowed, a);
            return;
        }
        if (event != CHILD_LINE) {
            text why = {0};
            child_fail(&u->program, event, allowed, &why);
            move_answer_fault(a, event == CHILD_OVERLONG ? FAULT_PROTOCOL : FAULT_CRASH, "%s", text_string(&why));
            text_finish(&why);
            return;
        }
    }
}

static void uci_over(player *p, const char *result, const char *why)
{
    (void)p;
    (void)result;
    (void)why;
}

const player_ops player_uci = {uci_open, uci_new_game, uci_choose, uci_over, uci_close};
