/* xboard: XBoard's protocol (CECP), version 2, with games that XBoard has never heard of.
 *
 * XBoard is told how such a game looks by `setup`, what its men do by `piece` where Betza's notation can say it, and which
 * moves are legal by `highlight` whenever the user takes up a man: so it needs to know no rule of ours. Where its own
 * idea of legality stands in the way, its user switches that off (-testLegality false).
 *
 * The main thread reads commands and makes moves; the thinker's thread writes thinking output alone.
 */
#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "front/commands.h"
#include "front/desk.h"
#include "front/dialect.h"
#include "front/feed.h"
#include "front/words.h"
#include "front/xboard_view.h"

enum {
    MEMORY_MB_MAX = 65536,
    CORES_MAX = 256,
    LINES_ASKED_MAX = 256,
    HINT_MILLISECONDS = 200,
    DRAW_SCORE = -100, /* a draw that is offered is taken when this much is missing */
};

static const char complaint[] = "tellusererror ";

typedef enum thinking { THINKS_NOT, THINKS_TO_MOVE, THINKS_AHEAD, THINKS_TO_TELL } thinking;

typedef struct xboard {
    desk desk;
    voice voice;
    xboard_view view;
    bool shown; /* the view is that of the game at hand */
    text known; /* XBoard's own name of the game at hand; "" */
    text home;  /* the game that `new` begins */
    bool plays; /* one side is ours; else moves are only followed */
    int side;   /* ours: 0 first player */
    bool analyses;
    bool over;   /* and that was said */
    bool broken; /* a position was sent that cannot be: no move is legal in it */
    bool ahead;  /* thinks on the opponent's time */
    bool quits;
    thinking now;
    text expected; /* while it thinks ahead: the move that it thinks will come */
    text pongs;    /* answers to pings that have to wait for our move, each ended by a newline */
    text lifted;   /* "c3d4": where the man that the user holds was put down already */
    int moves_to_go, base, increment, movetime, depth; /* as the last `level`, `st` and `sd` have it; milliseconds */
    int clock[2];                                      /* ours, the opponent's; milliseconds */
    int made;                                          /* moves that we made since the clocks were set */
    int score;                                         /* of our last move */
    /* Shared with the thinker's thread while it thinks. */
    _Atomic bool posts;
    _Atomic int told_depth, told_time;
    _Atomic uint64_t told_nodes;
    ferz_play *line; /* for spelling lines; that thread's own meanwhile */
} xboard;

/* ---- what it thinks ---- */

static void put_line(xboard *x, const char *moves, text *t)
{
    size_t played = 0;
    for (word w = word_first(moves); w.length && x->line; w = word_next(w)) {
        text move = {0}, shown = {0};
        text_add(&move, w.bytes, w.length);
        if (x->shown) {
            view_put_move(&x->view, x->line, text_string(&move), &shown, NULL);
        }
        text_print(t, " %s", shown.length ? text_string(&shown) : text_string(&move));
        bool fine = ferz_play_move(x->line, text_string(&move), NULL) == FERZ_OK;
        text_finish(&move);
        text_finish(&shown);
        if (!fine) {
            break;
        }
        played++;
    }
    while (played--) {
        ferz_play_undo(x->line);
    }
}

static void post(void *state, const ferz_report *r)
{
    xboard *x = state;
    atomic_store(&x->told_depth, r->depth);
    atomic_store(&x->told_time, r->milliseconds / 10);
    atomic_store(&x->told_nodes, r->nodes);
    if (!atomic_load(&x->posts)) {
        return;
    }
    text line = {0};
    put_line(x, r->line, &line);
    int score = r->mate > 0 ? 100000 + r->mate : r->mate < 0 ? -100000 + r->mate : r->score;
    uint64_t speed = r->milliseconds > 0 ? r->nodes * 1000 / (uint64_t)r->milliseconds : 0;
    voice_say(&x->voice, "%d %d %d %" PRIu64 " %d %" PRIu64 " 0%s%s%s", r->depth, score, r->milliseconds / 10, r->nodes,
              r->reach, speed, "\t", text_string(&line) + (line.length > 0),
              r->bound == FERZ_BOUND_LOWER   ? "!"
              : r->bound == FERZ_BOUND_UPPER ? "?"
                                             : "");
    text_finish(&line);
}

/* What is left of the time for the next move. */
static void set_clock(const xboard *x, ferz_limits *l)
{
    l->depth = x->depth;
    if (x->movetime) {
        l->movetime = x->movetime;
        return;
    }
    l->clock = x->clock[0] > 0 ? x->clock[0] : x->base;
    l->increment = x->increment;
    l->moves_to_go = x->moves_to_go ? x->moves_to_go - x->made % x->moves_to_go : 0;
    if (l->clock <= 0 && !l->depth) {
        l->movetime = 1000; /* nobody has said how long */
    }
}

static bool begin(xboard *x, thinking how, thought *what)
{
    what->engine = desk_engine(&x->desk);
    what->info = post;
    what->state = x;
    x->line = ferz_play_copy(x->desk.play);
    if (what->engine && thinker_start(x->desk.thinker, what, x->desk.play)) {
        x->now = how;
        return true;
    }
    ferz_play_destroy(x->line);
    x->line = NULL;
    voice_say(&x->voice, "%sout of memory or of threads", complaint);
    return false;
}

/* Takes the thinker's answer; what it was for is forgotten. */
static thinking take(xboard *x, thinker_answer *a)
{
    thinking was = x->now;
    thinker_take(x->desk.thinker, a);
    ferz_play_destroy(x->line);
    x->line = NULL;
    x->now = THINKS_NOT;
    return was;
}

static void say_pongs(xboard *x)
{
    char *rest;
    for (char *s = x->pongs.length ? strtok_r(x->pongs.bytes, "\n", &rest) : NULL; s; s = strtok_r(NULL, "\n", &rest)) {
        voice_say(&x->voice, "pong %s", s);
    }
    text_clear(&x->pongs);
}

/* Ends what is being thought about without using it. */
static void drop_thought(xboard *x)
{
    if (thinker_busy(x->desk.thinker)) {
        thinker_answer a;
        thinker_stop(x->desk.thinker);
        take(x, &a);
        thinker_answer_finish(&a);
    }
    say_pongs(x);
}

static bool to_move(const xboard *x)
{
    return x->plays && !x->over && !x->broken && desk_side(&x->desk) == x->side;
}

static void think(xboard *x)
{
    if (!thinker_busy(x->desk.thinker) && to_move(x)) {
        thought what = {.limits = x->desk.limits};
        set_clock(x, &what.limits);
        what.limits.lines = 1;
        begin(x, THINKS_TO_MOVE, &what);
    }
}

static void analyse(xboard *x)
{
    if (x->analyses && !x->broken && !thinker_busy(x->desk.thinker)) {
        thought what = {.limits = x->desk.limits, .holds = true};
        what.limits.depth = INT_MAX / 4;
        begin(x, THINKS_TO_TELL, &what);
    }
}

/* Thinks on the opponent's time, on the move that is expected of him. */
static void think_ahead(xboard *x, const char *line)
{
    word first = word_first(line);
    word second = first.length ? word_next(first) : first;
    text_clear(&x->expected);
    text_add(&x->expected, second.bytes, second.length);
    if (!x->ahead || !second.length || ferz_play_move(x->desk.play, text_string(&x->expected), NULL) != FERZ_OK) {
        return;
    }
    ferz_status status;
    if (desk_side(&x->desk) == x->side && ferz_play_status(x->desk.play, &status, NULL) == FERZ_OK &&
        status.outcome == FERZ_ONGOING) {
        thought what = {.limits = x->desk.limits, .ponders = true};
        set_clock(x, &what.limits);
        what.limits.lines = 1;
        begin(x, THINKS_AHEAD, &what);
    }
    ferz_play_undo(x->desk.play);
}

/* ---- moves and results ---- */

/* Says the result once the game is over. */
static void judge(xboard *x)
{
    ferz_status status;
    if (x->over || ferz_play_status(x->desk.play, &status, x->desk.messages) != FERZ_OK) {
        ferz_messages_clear(x->desk.messages);
        return;
    }
    if (status.outcome != FERZ_ONGOING) {
        const char *result = status.outcome == FERZ_DRAW                        ? "1/2-1/2"
                             : ferz_game_allied(x->desk.game, 0, status.winner) ? "1-0"
                                                                                : "0-1";
        x->over = true;
        if (!x->analyses) {
            voice_say(&x->voice, "%s {%s}", result, status.reason);
        }
    }
}

/* Says our move, leg by leg. */
static void say_move(xboard *x, const char *move)
{
    text shown = {0};
    if (x->shown) {
        view_put_move(&x->view, x->desk.play, move, &shown, NULL);
    }
    char *s = shown.length ? shown.bytes : NULL;
    for (char *comma; s && (comma = strchr(s, ',')) != NULL; s = comma + 1) {
        voice_say(&x->voice, "move %.*s,", (int)(comma - s), s);
    }
    voice_say(&x->voice, "move %s", s ? s : move);
    text_finish(&shown);
}

static void make_move(xboard *x, const ferz_best *best)
{
    x->score = best->mate > 0 ? 30000 : best->mate < 0 ? -30000 : best->score;
    bool claim = wording_is_claim(best->move);
    if (!claim) {
        say_move(x, best->move);
    }
    ferz_play_move(x->desk.play, best->move, NULL);
    x->made++;
    judge(x);
    say_pongs(x);
    if (!x->over) {
        think_ahead(x, best->line);
        think(x); /* the rules may let us move on */
    }
}

/* The thinker has answered by itself, or was told to. */
static void answer(xboard *x)
{
    thinker_answer a;
    thinking was = take(x, &a);
    if (was == THINKS_TO_MOVE && a.result == FERZ_OK) {
        make_move(x, &a.best);
    } else if (was == THINKS_TO_MOVE) {
        voice_complain(&x->voice, "# ", a.messages);
        judge(x);
        say_pongs(x);
    }
    thinker_answer_finish(&a);
}

/* Why a move is not legal, in brackets. */
static void refuse(xboard *x, const char *move)
{
    text why = {0};
    if (x->broken) {
        text_put(&why, "the position is not one of this game");
    } else if (ferz_messages_count(x->desk.messages)) {
        const char *words = ferz_messages_at(x->desk.messages, 0).text;
        const char *reason = strstr(words, "illegal: ");
        text_put(&why, reason ? reason + strlen("illegal: ") : words);
    }
    voice_say(&x->voice, "Illegal move (%s): %s", text_string(&why), move);
    ferz_messages_clear(x->desk.messages);
    text_finish(&why);
}

/* The move of the game that `said` means: as XBoard spells it or as the game does. NULL: none; `moves` is then ours. */
static const char *understand(xboard *x, const char *said, char **moves)
{
    size_t count;
    *moves = ferz_play_moves(x->desk.play, &count, NULL);
    const char *meant = NULL;
    if (*moves && x->shown) {
        meant = view_find_move(&x->view, x->desk.play, *moves, count, said);
    }
    if (*moves && !meant && !(x->shown && x->view.cell_of_rank == 0)) { /* two ways of counting ranks must not meet */
        meant = wording_find(x->desk.play, *moves, count, said);
    }
    return meant;
}

/* As the game would write the move, to ask why it is illegal. */
static void respell(const xboard *x, const char *said, text *t)
{
    for (const char *s = said; *s;) {
        if (x->shown && islower((unsigned char)*s) && isdigit((unsigned char)s[1])) {
            char *end;
            long rank = strtol(s + 1, &end, 10);
            text_print(t, "%c%ld", *s, rank + 1 - x->view.cell_of_rank);
            s = end;
        } else {
            text_char(t, *s++);
        }
    }
}

static void user_move(xboard *x, const char *said)
{
    char *moves = NULL;
    text_clear(&x->lifted);
    if (x->now == THINKS_TO_MOVE || x->now == THINKS_TO_TELL) {
        drop_thought(x);
    }
    const char *meant = x->broken || x->over ? NULL : understand(x, said, &moves);
    if (!meant) {
        text own = {0};
        respell(x, said, &own);
        if (x->over) {
            voice_say(&x->voice, "Illegal move (the game is over): %s", said);
        } else {
            ferz_messages_clear(x->desk.messages);
            if (!x->broken && ferz_play_move(x->desk.play, text_string(&own), x->desk.messages) == FERZ_OK) {
                ferz_play_undo(x->desk.play); /* not to be: it was no legal move a moment ago */
            }
            refuse(x, said);
        }
        text_finish(&own);
        ferz_free(moves);
        think(x);
        analyse(x);
        return;
    }
    bool expected = x->now == THINKS_AHEAD && strcmp(meant, text_string(&x->expected)) == 0;
    if (!expected) {
        drop_thought(x);
    }
    ferz_play_move(x->desk.play, meant, NULL);
    ferz_free(moves);
    judge(x);
    if (expected && x->over) {
        drop_thought(x);
    } else if (expected) {
        x->now = THINKS_TO_MOVE;
        thinker_hit(x->desk.thinker);
    }
    think(x);
    analyse(x);
}

/* ---- games ---- */

/* Fits XBoard's board into the words of ferz_entry: "10x8" and no more. */
static bool can_show(const ferz_entry *e)
{
    int files, ranks, end = 0;
    return e->players == 2 && !e->chance && !e->hidden && !e->several && e->board &&
           sscanf(e->board, "%dx%d%n", &files, &ranks, &end) == 2 && !e->board[end] && files <= VIEW_FILES_MAX &&
           ranks <= VIEW_RANKS_MAX;
}

static void put_variants(const xboard *x, text *t)
{
    const dialect_row *row;
    for (size_t i = 0; (row = dialect_xboard(i)) != NULL; i++) {
        const ferz_entry *e = desk_entry(&x->desk, row->ours);
        if (e && can_show(e)) {
            text_print(t, "%s%s", t->length ? "," : "", row->theirs);
        }
    }
    for (size_t k = 0; k < x->desk.entry_count; k++) {
        const ferz_entry *e = &x->desk.entries[k];
        bool named = !can_show(e);
        for (size_t i = 0; !named && (row = dialect_xboard(i)) != NULL; i++) {
            named = strcmp(row->ours, e->name) == 0;
        }
        if (!named) {
            text_print(t, "%s%s", t->length ? "," : "", e->name);
        }
    }
}

static void say_pieces(xboard *x)
{
    for (size_t i = 0; i < ferz_game_piece_count(x->desk.game); i++) {
        ferz_piece p = ferz_game_piece(x->desk.game, i);
        if (!p.moves || x->view.after[i]) {
            continue;
        }
        const char mark[] = {x->view.before[i], '\0'};
        if (p.drops) {
            voice_say(&x->voice, "piece %s%c& %s@%d", mark, x->view.id[i], p.moves, x->view.ranks);
        } else {
            voice_say(&x->voice, "piece %s%c& %s", mark, x->view.id[i], p.moves);
        }
    }
}

/* The family of games whose habits XBoard should assume. */
static const char *parent(const xboard_view *v)
{
    bool plus = strchr(v->table, '+') != NULL;
    return plus && v->holdings ? dialect_promoting : v->holdings ? dialect_dropping : "fairy";
}

/* `known`: XBoard's own name of this game, which it must not forget when it tells a second engine; or NULL. */
static void say_setup(xboard *x, const char *known)
{
    text fen = {0};
    view_put_fen(&x->view, x->desk.play, &fen);
    voice_say(&x->voice, "setup (%s) %dx%d+%d_%s %s", x->view.table, x->view.files, x->view.ranks, x->view.holdings,
              known ? known : parent(&x->view), text_string(&fen));
    text_finish(&fen);
    say_pieces(x);
}

/* XBoard's row for a name, NULL when it does not know it. */
static const dialect_row *known_row(const char *theirs)
{
    const dialect_row *row;
    for (size_t i = 0; (row = dialect_xboard(i)) != NULL && strcmp(row->theirs, theirs) != 0; i++) {
    }
    return row;
}

/* Works out how XBoard sees the game at hand; says what stands in the way. */
static void look(xboard *x)
{
    text why = {0};
    x->shown = view_init(&x->view, x->desk.game, x->desk.play, &why);
    if (!x->shown) {
        voice_say(&x->voice, "%s%s cannot be shown by XBoard: %s", complaint, text_string(&x->desk.name),
                  text_string(&why));
    }
    text_finish(&why);
}

/* The first position, and ours is the second player's side. */
static void start_over(xboard *x)
{
    x->over = x->broken = false;
    x->made = x->score = 0;
    text_clear(&x->lifted);
    text_clear(&x->expected);
}

static bool choose(xboard *x, const char *name, const char *settings)
{
    drop_thought(x);
    if (!desk_choose(&x->desk, name, settings)) {
        return false;
    }
    start_over(x);
    look(x);
    return true;
}

static void new_game(xboard *x, const char *s)
{
    (void)s;
    drop_thought(x);
    x->analyses = false;
    x->plays = true;
    x->side = 1;
    x->depth = 0;
    start_over(x);
    text home = {0};
    text_put(&home, text_string(&x->home));
    if (strcmp(text_string(&home), text_string(&x->desk.name)) != 0) {
        choose(x, text_string(&home), NULL);
    } else {
        desk_set_up(&x->desk, NULL);
    }
    text_finish(&home);
    desk_forget(&x->desk);
    text_clear(&x->known);
}

/* "8x8+0_name" as well as "name". */
static void set_variant(xboard *x, const char *s)
{
    int end = 0;
    if (sscanf(s, "%*dx%*d+%*d_%n", &end) == 0 && end > 0) {
        s += end;
    }
    const char *name = desk_entry(&x->desk, s) ? s : dialect_from_xboard(s);
    if (!choose(x, name, NULL)) {
        x->broken = true;
        return;
    }
    const dialect_row *row = known_row(s);
    text_clear(&x->known);
    text_put(&x->known, row ? row->theirs : "");
    if (x->shown && !(row && row->same)) {
        say_setup(x, row ? row->theirs : NULL);
    }
    judge(x);
}

static void set_board(xboard *x, const char *s)
{
    text fen = {0};
    drop_thought(x);
    bool read = !x->shown || view_read_fen(&x->view, s, &fen);
    text_clear(&x->lifted);
    x->over = false;
    if (!read) {
        voice_say(&x->voice, "%sIllegal position: it has a man that this game does not have", complaint);
    }
    x->broken = !read || !desk_set_up(&x->desk, x->shown ? text_string(&fen) : s);
    if (!x->desk.play) {
        desk_set_up(&x->desk, NULL);
    }
    text_finish(&fen);
    analyse(x);
}

static void take_back(xboard *x, int plies)
{
    drop_thought(x);
    x->over = false;
    while (plies-- > 0 && ferz_play_undo(x->desk.play)) {
    }
    analyse(x);
}

static void undo(xboard *x, const char *s)
{
    (void)s;
    take_back(x, 1);
}

static void remove_moves(xboard *x, const char *s)
{
    (void)s;
    take_back(x, 2);
    think(x);
}

/* ---- who plays ---- */

static void force(xboard *x, const char *s)
{
    (void)s;
    drop_thought(x);
    x->plays = false;
}

static void play_this(xboard *x, const char *s)
{
    (void)s;
    drop_thought(x);
    x->analyses = false;
    x->plays = true;
    x->side = desk_side(&x->desk);
    judge(x);
    think(x);
}

static void play_other(xboard *x, const char *s)
{
    (void)s;
    drop_thought(x);
    x->plays = true;
    x->side = !desk_side(&x->desk);
}

static void end_game(xboard *x, const char *s)
{
    (void)s;
    drop_thought(x);
    x->over = true;
    x->plays = false;
}

static void move_now(xboard *x, const char *s)
{
    (void)s;
    if (x->now == THINKS_TO_MOVE) {
        thinker_stop(x->desk.thinker);
        answer(x);
    }
}

static void start_analysis(xboard *x, const char *s)
{
    (void)s;
    drop_thought(x);
    x->plays = false;
    x->analyses = true;
    analyse(x);
}

static void leave_analysis(xboard *x, const char *s)
{
    (void)s;
    if (x->analyses) {
        drop_thought(x);
        x->analyses = false;
    }
}

static void tell_state(xboard *x, const char *s)
{
    (void)s;
    if (x->now == THINKS_TO_TELL) {
        voice_say(&x->voice, "stat01: %d %" PRIu64 " %d 0 0", atomic_load(&x->told_time), atomic_load(&x->told_nodes),
                  atomic_load(&x->told_depth));
    }
}

static void hint(xboard *x, const char *s)
{
    (void)s;
    if (x->now == THINKS_TO_MOVE || x->over || x->broken) {
        return;
    }
    drop_thought(x);
    thought what = {.limits = x->desk.limits};
    what.limits.movetime = HINT_MILLISECONDS;
    what.limits.lines = 1;
    if (begin(x, THINKS_TO_TELL, &what)) {
        thinker_answer a;
        take(x, &a);
        if (a.result == FERZ_OK) {
            text shown = {0};
            if (x->shown) {
                view_put_move(&x->view, x->desk.play, a.best.move, &shown, NULL);
            }
            voice_say(&x->voice, "Hint: %s", shown.length ? text_string(&shown) : a.best.move);
            text_finish(&shown);
        }
        thinker_answer_finish(&a);
    }
    analyse(x);
}

/* A draw is taken when we stand badly, or could claim one ourselves. */
static void offered_draw(xboard *x, const char *s)
{
    (void)s;
    size_t count = 0;
    char *moves = x->over ? NULL : ferz_play_moves(x->desk.play, &count, NULL);
    bool takes = x->plays && !x->over && x->made > 0 && x->score <= DRAW_SCORE;
    const char *m = moves;
    for (size_t i = 0; moves && i < count; i++, m += strlen(m) + 1) {
        takes = takes || wording_is_claim(m);
    }
    ferz_free(moves);
    if (takes) {
        voice_say(&x->voice, "offer draw");
    }
}

/* ---- clocks and settings ---- */

static bool number(const char *s, double low, double high, double *n)
{
    char *end;
    *n = strtod(s, &end);
    return end != s && *n >= low && *n <= high;
}

/* level MOVES BASE INCREMENT: BASE in minutes or minutes:seconds, INCREMENT in seconds. */
static void set_level(xboard *x, const char *s)
{
    double moves, minutes, seconds = 0, increment = 0;
    char base[32] = "";
    int end = 0;
    if (sscanf(s, "%lf %31s %n", &moves, base, &end) < 2 || !number(base, 0, 100000, &minutes) || moves < 0 ||
        moves > 100000) {
        voice_say(&x->voice, "Error (level MOVES MINUTES INCREMENT): level %s", s);
        return;
    }
    const char *colon = strchr(base, ':');
    if (colon && !number(colon + 1, 0, 60, &seconds)) {
        seconds = 0;
    }
    if (!number(s + end, 0, 100000, &increment)) {
        increment = 0;
    }
    x->moves_to_go = (int)moves;
    x->base = (int)((minutes < 20000 ? minutes : 20000) * 60000 + seconds * 1000);
    x->increment = (int)(increment * 1000);
    x->movetime = 0;
    x->clock[0] = x->clock[1] = 0;
    x->made = 0;
}

static void set_movetime(xboard *x, const char *s)
{
    double seconds;
    if (number(s, 0, 1000000, &seconds)) {
        int milliseconds = (int)(seconds * 1000);
        int kept = milliseconds / 20 < 50 ? milliseconds / 20 : 50;
        x->movetime = milliseconds - kept > 0 ? milliseconds - kept : 1;
    }
}

static void set_depth(xboard *x, const char *s)
{
    double n;
    if (number(s, 0, 1000, &n)) {
        x->depth = (int)n;
    }
}

static void set_own_clock(xboard *x, const char *s)
{
    double n;
    if (number(s, -1e9, 1e8, &n)) {
        x->clock[0] = n > 0 ? (int)(n * 10) : 1;
    }
}

static void set_other_clock(xboard *x, const char *s)
{
    double n;
    if (number(s, -1e9, 1e8, &n)) {
        x->clock[1] = n > 0 ? (int)(n * 10) : 1;
    }
}

static void set_memory(xboard *x, const char *s)
{
    double n;
    if (number(s, 1, MEMORY_MB_MAX, &n)) {
        x->desk.limits.hash_bytes = (size_t)n << 20;
    }
}

static void set_cores(xboard *x, const char *s)
{
    double n;
    if (number(s, 1, CORES_MAX, &n)) {
        x->desk.limits.threads = (int)n;
    }
}

static void set_ahead(xboard *x, const char *s)
{
    (void)s;
    x->ahead = true;
}

static void set_not_ahead(xboard *x, const char *s)
{
    (void)s;
    x->ahead = false;
    if (x->now == THINKS_AHEAD) {
        drop_thought(x);
    }
}

static void set_post(xboard *x, const char *s)
{
    (void)s;
    atomic_store(&x->posts, true);
}

static void set_no_post(xboard *x, const char *s)
{
    (void)s;
    atomic_store(&x->posts, false);
}

static void option_settings(xboard *x, const char *value)
{
    text name = {0};
    text_put(&name, text_string(&x->desk.name));
    if (choose(x, text_string(&name), value) && x->shown) {
        say_setup(x, x->known.length ? text_string(&x->known) : NULL);
    }
    text_finish(&name);
}

static void option_method(xboard *x, const char *value)
{
    static const char *const methods[] = {"usual", "depth", "mcts"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(value, methods[i]) == 0) {
            x->desk.limits.method = (ferz_method)i;
        }
    }
}

static void option_lines(xboard *x, const char *value)
{
    double n;
    if (number(value, 1, LINES_ASKED_MAX, &n)) {
        x->desk.limits.lines = (int)n;
    }
}

static void option_seed(xboard *x, const char *value)
{
    double n;
    if (number(value, 0, INT_MAX, &n)) {
        x->desk.limits.seed = (uint64_t)n;
    }
}

static void option_overhead(xboard *x, const char *value)
{
    double n;
    if (number(value, 0, 10000, &n)) {
        x->desk.limits.overhead = (int)n;
    }
}

static const struct xboard_option {
    const char *name;
    const char *type;
    void (*set)(xboard *x, const char *value);
} option_rows[] = {
    {"Settings", "-string ", option_settings},
    {"Method", "-combo *usual /// depth /// mcts", option_method},
    {"MultiPV", "-spin 1 1 256", option_lines},
    {"Seed", "-spin 0 0 2147483647", option_seed},
    {"Move Overhead", "-spin 10 0 10000", option_overhead},
};

static void set_option(xboard *x, const char *s)
{
    for (size_t i = 0; i < sizeof option_rows / sizeof option_rows[0]; i++) {
        size_t length = strlen(option_rows[i].name);
        if (strncmp(s, option_rows[i].name, length) == 0 && (s[length] == '=' || !s[length])) {
            option_rows[i].set(x, s[length] ? s + length + 1 : "");
            return;
        }
    }
    voice_say(&x->voice, "Error (unknown option): option %s", s);
}

/* ---- what the user does with his men ---- */

static void lift(xboard *x, const char *s)
{
    if (!x->shown || x->broken || x->over) {
        return;
    }
    text lit = {0}, choice = {0};
    const char held_man[] = {view_hand(&x->view, s), '@', '\0'};
    s = *held_man ? held_man : s;
    /* After a leg XBoard says `lift` of the cell where the man was put: the same man goes on. */
    size_t length = strlen(s), held = x->lifted.length;
    if (held < length || strcmp(text_string(&x->lifted) + held - length, s) != 0) {
        text_clear(&x->lifted);
        text_put(&x->lifted, s);
    }
    view_put_targets(&x->view, x->desk.play, *held_man ? "" : text_string(&x->lifted), s, &lit, &choice);
    if (choice.length) {
        voice_say(&x->voice, "choice %s", text_string(&choice));
    }
    voice_say(&x->voice, "highlight %s", text_string(&lit));
    text_finish(&lit);
    text_finish(&choice);
}

static void put(xboard *x, const char *s)
{
    if (x->lifted.length && x->lifted.length < 64) {
        text_put(&x->lifted, s);
    }
}

/* ---- talking ---- */

static void greet(xboard *x, const char *s)
{
    (void)s;
    text variants = {0};
    put_variants(x, &variants);
    voice_say(&x->voice, "feature done=0");
    voice_say(
        &x->voice,
        "feature ping=1 setboard=1 playother=1 usermove=1 san=0 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1 "
        "colors=0 ics=0 name=0 pause=0 nps=0 debug=1 memory=1 smp=1 highlight=1 myname=\"Ferz %s\"",
        ferz_version());
    voice_say(&x->voice, "feature variants=\"%s\"", text_string(&variants));
    for (size_t i = 0; i < sizeof option_rows / sizeof option_rows[0]; i++) {
        voice_say(&x->voice, "feature option=\"%s %s\"", option_rows[i].name, option_rows[i].type);
    }
    voice_say(&x->voice, "feature done=1");
    text_finish(&variants);
}

static void pong(xboard *x, const char *s)
{
    if (x->now == THINKS_TO_MOVE) {
        text_print(&x->pongs, "%s\n", s);
    } else {
        voice_say(&x->voice, "pong %s", s);
    }
}

static void quit(xboard *x, const char *s)
{
    (void)s;
    x->quits = true;
}

static void ignore(xboard *x, const char *s)
{
    (void)x;
    (void)s;
}

static const struct xboard_command {
    const char *name;
    void (*run)(xboard *x, const char *rest);
} command_rows[] = {
    {"xboard", ignore},
    {"protover", greet},
    {"accepted", ignore},
    {"rejected", ignore},
    {"new", new_game},
    {"variant", set_variant},
    {"quit", quit},
    {"random", ignore},
    {"force", force},
    {"go", play_this},
    {"playother", play_other},
    {"level", set_level},
    {"st", set_movetime},
    {"sd", set_depth},
    {"time", set_own_clock},
    {"otim", set_other_clock},
    {"usermove", user_move},
    {"?", move_now},
    {"ping", pong},
    {"draw", offered_draw},
    {"result", end_game},
    {"setboard", set_board},
    {"hint", hint},
    {"bk", ignore},
    {"undo", undo},
    {"remove", remove_moves},
    {"hard", set_ahead},
    {"easy", set_not_ahead},
    {"post", set_post},
    {"nopost", set_no_post},
    {"analyze", start_analysis},
    {".", tell_state},
    {"exit", leave_analysis},
    {"name", ignore},
    {"rating", ignore},
    {"computer", ignore},
    {"memory", set_memory},
    {"cores", set_cores},
    {"egtpath", ignore},
    {"option", set_option},
    {"lift", lift},
    {"put", put},
    {"hover", ignore},
};

/* Older programs send moves without a command. */
static bool looks_like_move(const char *s)
{
    size_t digits = 0;
    for (; *s; s++) {
        digits += isdigit((unsigned char)*s) != 0;
        if (!isalnum((unsigned char)*s) && !strchr("@+-=,~", *s)) {
            return false;
        }
    }
    return digits > 0;
}

static void obey(xboard *x, const char *line)
{
    line += strspn(line, " \t");
    size_t length = strcspn(line, " \t");
    const char *rest = line + length + strspn(line + length, " \t");
    for (size_t i = 0; i < sizeof command_rows / sizeof command_rows[0]; i++) {
        if (strlen(command_rows[i].name) == length && strncmp(command_rows[i].name, line, length) == 0) {
            command_rows[i].run(x, rest);
            return;
        }
    }
    if (length && looks_like_move(line)) {
        user_move(x, line);
    } else if (length) {
        voice_say(&x->voice, "Error (unknown command): %s", line);
    }
}

int command_xboard(const options *o, output *out)
{
    xboard x = {.plays = true, .side = 1, .moves_to_go = 40, .base = 300000};
    feed in = {.descriptor = STDIN_FILENO};
    voice_init(&x.voice, out);
    bool open = desk_open(&x.desk, o, &x.voice, complaint, dialect_first);
    x.desk.limits.overhead = 20;
    if (open) {
        text_put(&x.home, text_string(&x.desk.name));
        look(&x);
    }
    int status = open ? STATUS_DONE : STATUS_FAULT;
    while (open && !x.quits && !voice_lost(&x.voice)) {
        feed_result came = feed_next(&in, thinker_busy(x.desk.thinker) ? thinker_ready(x.desk.thinker) : -1);
        if (came == FEED_LINE) {
            obey(&x, text_string(&in.line));
            if (!x.desk.play) { /* not even the start could be set up, and that was said */
                status = STATUS_FAULT;
                break;
            }
        } else if (came == FEED_WOKEN) {
            answer(&x);
        } else if (came == FEED_REFUSED) {
            voice_say(&x.voice, "Error (too long, or holds a NUL): a line was skipped");
        } else {
            if (came == FEED_FAILED) {
                voice_say(&x.voice, "%sstandard input cannot be read, or memory is out", complaint);
                status = STATUS_FAULT;
            }
            break;
        }
    }
    desk_close(&x.desk);
    ferz_play_destroy(x.line);
    feed_finish(&in);
    voice_finish(&x.voice);
    text_finish(&x.home);
    text_finish(&x.known);
    text_finish(&x.expected);
    text_finish(&x.pongs);
    text_finish(&x.lifted);
    return status;
}
