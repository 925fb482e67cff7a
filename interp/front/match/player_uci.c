/* Engines that speak UCI, or USI, which is the same with shogi's words. */
#include <stdlib.h>
#include <string.h>

#include "front/interrupt.h"
#include "front/match/child.h"
#include "front/match/dialect.h"
#include "front/match/player.h"

enum {
    HANDSHAKE_MS = 10000,
    READY_MS = 10000,
    PATIENCE_MS = 120000, /* for a move that has no limit of time */
    LATE_MS = 500,        /* how long a move that came too late is waited for */
    QUIT_MS = 1000,
};

typedef struct uci {
    child program;
    text options;     /* the names of its options, each ended by a NUL */
    char *variants;   /* the line that lists them, or NULL */
    char *variant;    /* the name of that option */
    text from, moves; /* scratch */
} uci;

static const char *word_of(const player *p, const char *uci_word, const char *usi_word)
{
    return p->side->kind == SIDE_USI ? usi_word : uci_word;
}

/* ---- lines ---- */

/* Waits for a line that is `word`. */
static bool wait_for(uci *u, const char *word, int patience, void (*other)(uci *u, const char *line), text *why)
{
    int64_t deadline = child_now() + patience;
    for (;;) {
        char *line;
        child_heard heard = child_hear(&u->program, deadline, &line);
        if (heard != CHILD_LINE) {
            text_print(why, "waiting for \"%s\": it ", word);
            child_lost(&u->program, heard, patience, why);
            return false;
        }
        if (child_behind(line, word)) {
            return true;
        }
        if (other) {
            other(u, line);
        }
    }
}

/* ---- beginning ---- */

/* "option name NAME type ..." */
static void hear_option(uci *u, const char *line)
{
    const char *at = child_behind(line, "option");
    at = at ? child_behind(at, "name") : NULL;
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
        free(u->variants);
        free(u->variant);
        u->variants = text_given(&copy);
        text_add(&copy, at, length);
        u->variant = text_given(&copy);
        u->options.failed |= !u->variants || !u->variant;
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

static bool knows(const uci *u, const char *variant)
{
    text words = {0};
    text_print(&words, " var %s ", variant);
    bool found = !words.failed && strstr(u->variants, text_string(&words));
    text_finish(&words);
    return found;
}

static bool set_option(player *p, const char *name, const char *value, text *why)
{
    uci *u = p->self;
    if (!has_option(u, name)) {
        text_print(why, "it has no option \"%s\"; it has", name);
        const char *at = text_string(&u->options);
        for (const char *end = at + u->options.length; at < end; at += strlen(at) + 1) {
            text_print(why, "%s %s", at == text_string(&u->options) ? "" : ",", at);
        }
        return false;
    }
    if (!*value) {
        return child_tell(&u->program, "setoption name %s", name);
    }
    return child_tell(&u->program, "setoption name %s value %s", name, value);
}

/* Chooses the game, by the name that was given or by ours without what stands between its words. */
static bool set_variant(player *p, text *why)
{
    uci *u = p->self;
    const char *name = p->side->variant ? p->side->variant : ferz_game_name(p->game);
    if (!u->variants) {
        if (p->side->variant) {
            text_put(why, "it plays one game only: it has no option UCI_Variant");
            return false;
        }
        return true;
    }
    text plain = {0};
    for (const char *at = name; *at; at++) {
        if (*at != '-' || p->side->variant) {
            text_char(&plain, *at);
        }
    }
    bool good = knows(u, name);
    if (!good && knows(u, text_string(&plain))) {
        name = text_string(&plain);
        good = true;
    }
    if (good) {
        good = child_tell(&u->program, "setoption name %s value %s", u->variant, name);
    } else {
        text_print(why, "it knows no game \"%s\" (say variant=NAME); it knows", name);
        for (const char *at = strstr(u->variants, " var "); at; at = strstr(at, " var ")) {
            at += strlen(" var ");
            size_t length = strcspn(at--, " ");
            text_char(why, ' ');
            text_add(why, at + 1, length);
        }
    }
    text_finish(&plain);
    return good;
}

static bool set_up(player *p, text *why)
{
    uci *u = p->self;
    const side *s = p->side;
    text number = {0};
    text_print(&number, "%d", s->threads);
    bool good = set_variant(p, why) && (!s->threads || set_option(p, "Threads", text_string(&number), why));
    text_clear(&number);
    text_print(&number, "%d", s->hash);
    const char *hash = word_of(p, "Hash", has_option(u, "Hash") ? "Hash" : "USI_Hash");
    good = good && (!s->hash || set_option(p, hash, text_string(&number), why));
    for (size_t i = 0; good && i < s->option_count; i++) {
        good = set_option(p, s->options[i].name, s->options[i].value, why);
    }
    text_finish(&number);
    return good;
}

static void uci_close(player *p, text *how)
{
    uci *u = p->self;
    if (u) {
        child_tell(&u->program, "quit");
        child_stop(&u->program, QUIT_MS, how);
        text_finish(&u->options);
        text_finish(&u->from);
        text_finish(&u->moves);
        free(u->variants);
        free(u->variant);
        free(u);
        p->self = NULL;
    }
}

static bool uci_open(player *p, text *why)
{
    uci *u = calloc(1, sizeof *u);
    p->self = u;
    if (!u) {
        text_put(why, "out of memory");
        return false;
    }
    const char *hello = word_of(p, "uci", "usi");
    bool good = child_start(&u->program, p->side->command, p->side->log, why);
    if (good) {
        child_tell(&u->program, "%s", hello);
        good = wait_for(u, word_of(p, "uciok", "usiok"), HANDSHAKE_MS, hear_option, why);
    }
    if (good && u->options.failed) {
        text_put(why, "out of memory");
        good = false;
    }
    good = good && set_up(p, why);
    if (good) {
        child_tell(&u->program, "isready");
        good = wait_for(u, "readyok", READY_MS, NULL, why);
    }
    if (!good) {
        uci_close(p, NULL);
    }
    return good;
}

static bool uci_new_game(player *p, const question *first, answer *a)
{
    (void)first;
    uci *u = p->self;
    text why = {0};
    child_tell(&u->program, "%s", word_of(p, "ucinewgame", "usinewgame"));
    child_tell(&u->program, "isready");
    bool good = wait_for(u, "readyok", READY_MS, NULL, &why);
    if (!good && interrupt_came()) {
        a->kind = ANSWER_STOPPED;
    } else if (!good) {
        answer_fault(a, FAULT_CRASH, "%s", text_string(&why));
    }
    text_finish(&why);
    return good;
}

/* ---- a move ---- */

static bool tell_position(player *p, const question *q)
{
    uci *u = p->self;
    dialect d = dialect_of(p->side->kind, q->play);
    text_clear(&u->moves);
    text_clear(&u->from);
    if (p->side->from_start && q->from_start) {
        text_put(&u->from, "startpos");
    } else {
        text_print(&u->from, "%s ", word_of(p, "fen", "sfen"));
        dialect_put_fen(&d, q->from, &u->from);
    }
    for (size_t i = 0; i < ferz_play_plies(q->play); i++) {
        text_char(&u->moves, ' ');
        text one = {0};
        dialect_put_move(&d, ferz_play_ply(q->play, i), &one);
        text_put(&u->moves, text_string(&one));
        u->moves.failed |= one.failed;
        text_finish(&one);
    }
    return !u->moves.failed && !u->from.failed &&
           child_tell(&u->program, "position %s%s%s", text_string(&u->from), u->moves.length ? " moves" : "",
                      text_string(&u->moves));
}

static bool tell_go(player *p, const question *q)
{
    uci *u = p->self;
    const side_limits *l = &p->side->limits;
    text go = {0};
    text_put(&go, "go");
    if (l->clock) { /* shogi's programs call the first player black */
        bool turned = p->side->kind == SIDE_USI;
        text_print(&go, " wtime %d btime %d winc %d binc %d", q->clock[turned], q->clock[!turned], l->increment,
                   l->increment);
    }
    if (l->movetime) {
        text_print(&go, p->side->kind == SIDE_USI && !l->clock ? " btime 0 wtime 0 byoyomi %d" : " movetime %d",
                   p->side->told ? p->side->told : l->movetime);
    }
    if (l->nodes) {
        text_print(&go, " nodes %llu", (unsigned long long)l->nodes);
    }
    if (l->depth) {
        text_print(&go, " depth %d", l->depth);
    }
    u->moves.failed |= go.failed;
    bool good = !go.failed && child_tell(&u->program, "%s", text_string(&go));
    text_finish(&go);
    return good;
}

static void take_move(player *p, const question *q, const char *said, answer *a)
{
    static const char *const none[] = {"", "(none)", "0000", "none"};
    int length = (int)strcspn(said, " \t");
    if (length == 6 && strncmp(said, "resign", 6) == 0) {
        a->kind = ANSWER_RESIGN;
        return;
    }
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        if ((size_t)length == strlen(none[i]) && strncmp(said, none[i], (size_t)length) == 0) {
            answer_fault(a, FAULT_WORDS, "finds no move (\"bestmove %s\") where there are some", none[i]);
            return;
        }
    }
    answer_take_move(a, p, q, said);
}

/* The time is over: it is asked to stop, so that it can go on with the next game, or ended. */
static void too_late(player *p, int allowed, answer *a)
{
    uci *u = p->self;
    int64_t deadline = child_now() + LATE_MS;
    child_tell(&u->program, "stop");
    char *line;
    child_heard heard;
    while ((heard = child_hear(&u->program, deadline, &line)) == CHILD_LINE && !child_behind(line, "bestmove")) {
    }
    if (heard != CHILD_LINE) {
        child_stop(&u->program, 0, NULL);
    }
    answer_fault(a, FAULT_TIME, "loses on time: no move after %g s%s", allowed / 1e3,
                 heard == CHILD_LINE ? "" : ", nor after \"stop\"");
}

static void uci_choose(player *p, const question *q, answer *a)
{
    uci *u = p->self;
    int time = question_time(q, &p->side->limits);
    int allowed = time ? time + q->margin : PATIENCE_MS;
    bool told = tell_position(p, q) && tell_go(p, q);
    if (u->moves.failed || u->from.failed || u->program.line.failed) {
        a->kind = ANSWER_FAILED;
        text_put(&a->words, "out of memory");
        return;
    }
    int64_t deadline = child_now() + allowed;
    for (;;) {
        char *line;
        child_heard heard = told ? child_hear(&u->program, deadline, &line) : CHILD_ENDED;
        const char *move = heard == CHILD_LINE ? child_behind(line, "bestmove") : NULL;
        if (move) {
            take_move(p, q, move, a);
            return;
        }
        if (heard == CHILD_STOPPED) {
            a->kind = ANSWER_STOPPED;
            return;
        }
        if (heard == CHILD_SILENT) {
            too_late(p, allowed, a);
            return;
        }
        if (heard != CHILD_LINE) {
            text why = {0};
            child_lost(&u->program, heard, allowed, &why);
            answer_fault(a, heard == CHILD_TALKS ? FAULT_WORDS : FAULT_CRASH, "%s", text_string(&why));
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

const player_kind player_uci = {uci_open, uci_new_game, uci_choose, uci_over, uci_close};
