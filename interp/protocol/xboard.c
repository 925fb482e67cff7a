/* xboard: XBoard's protocol (CECP), version 2, also for games that XBoard does not know.
 *
 * `setup` tells XBoard how a game looks, `piece` how its pieces move where Betza's notation can say it, and
 * `highlight` where a piece may go when the user picks it up. So XBoard needs none of our rules. Users switch off
 * its own legality test (-testLegality false).
 *
 * The main thread reads commands and plays moves; the search thread writes thinking output only.
 */
#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "base/number.h"
#include "protocol/engine_session.h"
#include "protocol/variant_aliases.h"
#include "protocol/line_reader.h"
#include "base/move_tokens.h"
#include "protocol/xboard_view.h"

enum {
    MEMORY_MB_MAX = 65536,
    CORES_MAX = 256,
    MULTIPV_MAX = 256,
    HINT_MILLISECONDS = 200,
    CLOCK_MIN = -1000000000, /* hundredths of a second */
    CLOCK_MAX = 100000000,
    DRAW_SCORE = -100, /* a draw offer is accepted at this score or a lower one */
};

static const char error_prefix[] = "tellusererror ", illegal_position_prefix[] = "tellusererror Illegal position: ";

typedef enum think_mode { THINK_NONE, THINK_MOVE, THINK_PONDER, THINK_ANALYSE } think_mode;

typedef struct xboard {
    engine_session session;
    line_writer writer;
    xboard_view view;
    bool displayable;   /* `view` fits the loaded game */
    text xboard_name;   /* XBoard's own name of the loaded game; "" */
    text start_variant; /* the game that `new` starts */
    bool engine_plays;  /* we play one side; otherwise moves are only followed */
    int side;           /* our side: 0 for the first player */
    bool analysing;
    bool over;             /* and the result was printed */
    bool illegal_position; /* the last position was rejected: no move is legal in it */
    bool ponder;           /* ponders on the opponent's time */
    bool quits;
    think_mode mode;
    text ponder_move;                                  /* the reply on which it ponders */
    text pongs;                                        /* pings to answer after our move, each ended by a newline */
    text lifted;                                       /* "c3d4": the cells of a move that the user is entering */
    int moves_to_go, base, increment, movetime, depth; /* from the last `level`, `st` and `sd`; milliseconds */
    int clock[2];                                      /* ours, the opponent's; milliseconds */
    int moves_made;                                    /* our moves since the clocks were set */
    int score;                                         /* of our last move */
    /* Shared with the search thread. */
    _Atomic bool posting;
    _Atomic int info_depth, info_time;
    _Atomic uint64_t info_nodes;
    ferz_game *pv_game; /* to spell the PV's moves; owned by the search thread meanwhile */
} xboard;

/* ---- searching ---- */

static void put_pv(xboard *x, const char *moves, text *t)
{
    size_t played = 0;
    for (move_token w = move_token_first(moves); w.length && x->pv_game; w = move_token_next(w)) {
        text move = {0}, spelling = {0};
        text_add(&move, w.bytes, w.length);
        if (x->displayable) {
            view_put_move(&x->view, x->pv_game, text_string(&move), &spelling, NULL);
        }
        text_print(t, " %s", spelling.length ? text_string(&spelling) : text_string(&move));
        bool ok = ferz_game_move(x->pv_game, text_string(&move), NULL) == FERZ_OK;
        text_finish(&move);
        text_finish(&spelling);
        if (!ok) {
            break;
        }
        played++;
    }
    while (played--) {
        ferz_game_undo(x->pv_game);
    }
}

static void print_info(void *state, const ferz_report *r)
{
    xboard *x = state;
    atomic_store(&x->info_depth, r->depth);
    atomic_store(&x->info_time, r->milliseconds / 10);
    atomic_store(&x->info_nodes, r->nodes);
    if (!atomic_load(&x->posting)) {
        return;
    }
    text line = {0};
    put_pv(x, r->pv, &line);
    int score = r->mate > 0 ? 100000 + r->mate : r->mate < 0 ? -100000 + r->mate : r->score;
    uint64_t speed = r->milliseconds > 0 ? r->nodes * 1000 / (uint64_t)r->milliseconds : 0;
    line_writer_print(&x->writer, "%d %d %d %" PRIu64 " %d %" PRIu64 " 0%s%s%s", r->depth, score, r->milliseconds / 10,
                      r->nodes, r->seldepth, speed, "\t", text_string(&line) + (line.length > 0),
                      r->bound == FERZ_BOUND_LOWER   ? "!"
                      : r->bound == FERZ_BOUND_UPPER ? "?"
                                                     : "");
    text_finish(&line);
}

/* Time limits of the next move. */
static void set_clock(const xboard *x, ferz_limits *l)
{
    l->depth = x->depth;
    if (x->movetime) {
        l->movetime = x->movetime;
        return;
    }
    l->clock = x->clock[0] > 0 ? x->clock[0] : x->base;
    l->increment = x->increment;
    l->moves_to_go = x->moves_to_go ? x->moves_to_go - x->moves_made % x->moves_to_go : 0;
    if (l->clock <= 0 && !l->depth) {
        l->movetime = 1000; /* no time control was set */
    }
}

static bool start_search(xboard *x, think_mode new_mode, search_job_request *request)
{
    request->engine = engine_session_engine(&x->session);
    request->info = print_info;
    request->state = x;
    x->pv_game = ferz_game_copy(x->session.game);
    if (request->engine && search_job_start(x->session.job, request, x->session.game)) {
        x->mode = new_mode;
        return true;
    }
    ferz_game_free(x->pv_game);
    x->pv_game = NULL;
    line_writer_print(&x->writer, "%sout of memory or of threads", error_prefix);
    return false;
}

/* Takes the result of the search and resets the mode. */
static think_mode take_result(xboard *x, search_job_result *a)
{
    think_mode mode_before = x->mode;
    search_job_wait(x->session.job, a);
    ferz_game_free(x->pv_game);
    x->pv_game = NULL;
    x->mode = THINK_NONE;
    return mode_before;
}

static void print_pongs(xboard *x)
{
    char *rest;
    for (char *s = x->pongs.length ? strtok_r(x->pongs.bytes, "\n", &rest) : NULL; s; s = strtok_r(NULL, "\n", &rest)) {
        line_writer_print(&x->writer, "pong %s", s);
    }
    text_clear(&x->pongs);
}

/* Stops the search and drops its result. */
static void abort_search(xboard *x)
{
    if (search_job_busy(x->session.job)) {
        search_job_result a;
        search_job_stop(x->session.job);
        take_result(x, &a);
        search_job_result_finish(&a);
    }
    print_pongs(x);
}

static bool is_engine_turn(const xboard *x)
{
    return x->engine_plays && !x->over && !x->illegal_position && engine_session_clock_side(&x->session) == x->side;
}

static void start_thinking(xboard *x)
{
    if (!search_job_busy(x->session.job) && is_engine_turn(x)) {
        search_job_request request = {.limits = x->session.limits};
        set_clock(x, &request.limits);
        request.limits.multipv = 1;
        start_search(x, THINK_MOVE, &request);
    }
}

static void start_analysing(xboard *x)
{
    if (x->analysing && !x->illegal_position && !search_job_busy(x->session.job)) {
        search_job_request request = {.limits = x->session.limits, .infinite = true};
        request.limits.depth = INT_MAX / 4;
        start_search(x, THINK_ANALYSE, &request);
    }
}

/* Ponders on the reply that is expected. */
static void start_pondering(xboard *x, const char *line)
{
    move_token first = move_token_first(line);
    move_token second = first.length ? move_token_next(first) : first;
    text_clear(&x->ponder_move);
    text_add(&x->ponder_move, second.bytes, second.length);
    if (!x->ponder || !second.length ||
        ferz_game_move(x->session.game, text_string(&x->ponder_move), NULL) != FERZ_OK) {
        return;
    }
    ferz_status status;
    if (engine_session_clock_side(&x->session) == x->side &&
        ferz_game_status(x->session.game, &status, NULL) == FERZ_OK && status.outcome == FERZ_ONGOING) {
        search_job_request request = {.limits = x->session.limits, .ponders = true};
        set_clock(x, &request.limits);
        request.limits.multipv = 1;
        start_search(x, THINK_PONDER, &request);
    }
    ferz_game_undo(x->session.game);
}

/* ---- moves and results ---- */

/* Prints the result once, when the game is over. */
static void check_result(xboard *x)
{
    ferz_status status;
    if (x->over || ferz_game_status(x->session.game, &status, x->session.messages) != FERZ_OK) {
        ferz_messages_clear(x->session.messages);
        return;
    }
    if (status.outcome != FERZ_ONGOING) {
        const bool drawn = status.outcome == FERZ_DRAW || status.winner_share <= 75; /* it knows no shares */
        const char *result = drawn                                                       ? "1/2-1/2"
                             : ferz_variant_allied(x->session.variant, 0, status.winner) ? "1-0"
                                                                                         : "0-1";
        x->over = true;
        if (!x->analysing) {
            line_writer_print(&x->writer, "%s {%s}", result, status.reason);
        }
    }
}

/* Prints our move, one leg a line. */
static void print_move(xboard *x, const char *move)
{
    text spelling = {0};
    if (x->displayable) {
        view_put_move(&x->view, x->session.game, move, &spelling, NULL);
    }
    char *s = spelling.length ? spelling.bytes : NULL;
    for (char *comma; s && (comma = strchr(s, ',')) != NULL; s = comma + 1) {
        line_writer_print(&x->writer, "move %.*s,", (int)(comma - s), s);
    }
    line_writer_print(&x->writer, "move %s", s ? s : move);
    text_finish(&spelling);
}

static void make_move(xboard *x, const ferz_best *best)
{
    x->score = best->mate > 0 ? 30000 : best->mate < 0 ? -30000 : best->score;
    bool claim = move_is_claim(best->move);
    if (!claim) {
        print_move(x, best->move);
    }
    ferz_game_move(x->session.game, best->move, NULL);
    x->moves_made++;
    check_result(x);
    print_pongs(x);
    if (!x->over) {
        start_pondering(x, best->pv);
        start_thinking(x); /* some games let the same side move again */
    }
}

/* The search has finished, or was stopped. */
static void report_result(xboard *x)
{
    search_job_result a;
    think_mode mode_before = take_result(x, &a);
    if (mode_before == THINK_MOVE && a.result == FERZ_OK) {
        make_move(x, &a.best);
    } else if (mode_before == THINK_MOVE) {
        line_writer_errors(&x->writer, "# ", a.messages);
        check_result(x);
        print_pongs(x);
    }
    search_job_result_finish(&a);
}

/* Prints why a move is illegal, in brackets. `respelled`: as the game writes it. */
static void report_illegal(xboard *x, const char *move, const char *respelled)
{
    text why = {0};
    if (x->illegal_position) {
        text_put(&why, "the position is not valid in this game");
    } else {
        ferz_reasons *reasons = ferz_game_why(x->session.game, respelled, FERZ_ENGLISH, NULL);
        ferz_reason r = ferz_reasons_at(reasons, 0);
        text_put(&why, reasons ? r.text : "");
        if (reasons && r.file) {
            text_print(&why, " (%s:%u)", r.file, r.line);
        }
        ferz_reasons_free(reasons);
    }
    line_writer_print(&x->writer, "Illegal move (%s): %s", text_string(&why), move);
    text_finish(&why);
}

/* Rewrites ranks as the game counts them, so that the one reader of moves reads them, and names what is illegal. */
static void respell_move(const xboard *x, const char *move_text, text *t)
{
    if (x->displayable) {
        view_put_ranks(&x->view, move_text, false, t);
    } else {
        text_put(t, move_text);
    }
}

/* The legal move that `move_text` means; NULL: none. ferz_free. First in XBoard's spelling, then in the game's and in
 * those of other programs, but with XBoard's ranks, and last without the letter that XBoard adds: `b1c3h` is a move that
 * puts a piece, where the game has such moves. */
static char *find_move(xboard *x, const char *move_text)
{
    size_t count = 0;
    char *moves = x->displayable ? ferz_game_legal_moves(x->session.game, &count, NULL) : NULL, *own = NULL;
    const char *shown = moves ? view_find_move(&x->view, x->session.game, moves, count, move_text, true) : NULL;
    if (!shown) {
        text respelled = {0};
        respell_move(x, move_text, &respelled);
        own = ferz_game_find_move(x->session.game, text_string(&respelled), NULL);
        text_finish(&respelled);
        shown = moves && !own ? view_find_move(&x->view, x->session.game, moves, count, move_text, false) : NULL;
    }
    own = shown ? ferz_game_find_move(x->session.game, shown, NULL) : own;
    ferz_free(moves);
    return own;
}

static void user_move(xboard *x, const char *move_text)
{
    text_clear(&x->lifted);
    if (x->mode == THINK_MOVE || x->mode == THINK_ANALYSE) {
        abort_search(x);
    }
    char *legal_move = x->illegal_position || x->over ? NULL : find_move(x, move_text);
    if (!legal_move) {
        text respelled = {0};
        respell_move(x, move_text, &respelled);
        if (x->over) {
            line_writer_print(&x->writer, "Illegal move (the game is over): %s", move_text);
        } else {
            report_illegal(x, move_text, text_string(&respelled));
        }
        text_finish(&respelled);
        start_thinking(x);
        start_analysing(x);
        return;
    }
    bool is_ponderhit = x->mode == THINK_PONDER && strcmp(legal_move, text_string(&x->ponder_move)) == 0;
    if (!is_ponderhit) {
        abort_search(x);
    }
    ferz_game_move(x->session.game, legal_move, NULL);
    ferz_free(legal_move);
    check_result(x);
    if (is_ponderhit && x->over) {
        abort_search(x);
    } else if (is_ponderhit) {
        x->mode = THINK_MOVE;
        search_job_ponderhit(x->session.job);
    }
    start_thinking(x);
    start_analysing(x);
}

/* ---- games ---- */

/* Whether XBoard can display the game: the size must be "10x8" and no more. */
static bool is_displayable(const ferz_list_entry *e)
{
    const char *s = e->board;
    long side;
    return e->players == 2 && !e->dice && !e->hides_information && !e->multi_ply && s &&
           number_take(&s, 1, VIEW_FILES_MAX, &side) == NUMBER_READ && *s++ == 'x' &&
           number_take(&s, 1, VIEW_RANKS_MAX, &side) == NUMBER_READ && !*s;
}

/* The row for a name of XBoard's or, after those, of other programs that speak its protocol. */
static bool find_alias(const xboard *x, const char *name, variant_alias *row)
{
    return engine_session_find_alias(&x->session, ALIAS_XBOARD, name, row) ||
           engine_session_find_alias(&x->session, ALIAS_UCI, name, row);
}

static void put_variants(const xboard *x, text *t)
{
    variant_alias row, found;
    for (const char *at = NULL; variant_alias_next(&at, ALIAS_XBOARD, &row);) {
        if (find_alias(x, row.name, &found)) {
            text_print(t, "%s%s", t->length ? "," : "", row.name);
        }
    }
    for (const char *at = NULL; variant_alias_next(&at, ALIAS_UCI, &row);) {
        bool new_name = !(row.users & ALIAS_XBOARD) && !engine_session_find_entry(&x->session, row.name);
        if (new_name && find_alias(x, row.name, &found)) {
            text_print(t, "%s%s", t->length ? "," : "", row.name);
        }
    }
    for (size_t k = 0; k < x->session.entry_count; k++) {
        const ferz_list_entry *e = &x->session.entries[k];
        bool named = !is_displayable(e);
        for (const char *at = NULL; !named && variant_alias_next(&at, ALIAS_XBOARD, &row);) {
            named = strcmp(*row.settings ? row.name : row.game, e->name) == 0;
        }
        if (!named) {
            text_print(t, "%s%s", t->length ? "," : "", e->name);
        }
    }
}

static void print_pieces(xboard *x)
{
    for (size_t i = 0; i < ferz_variant_facts(x->session.variant)->piece_count; i++) {
        ferz_piece p = ferz_variant_piece(x->session.variant, i);
        if (!p.moves || x->view.suffix[i]) {
            continue;
        }
        const char mark[] = {x->view.prefix[i], '\0'};
        if (p.drops) {
            line_writer_print(&x->writer, "piece %s%c& %s@%d", mark, x->view.id[i], p.moves, x->view.ranks);
        } else {
            line_writer_print(&x->writer, "piece %s%c& %s", mark, x->view.id[i], p.moves);
        }
    }
}

/* The family of games that XBoard should assume. */
static const char *template_of(const xboard_view *v)
{
    bool plus = strchr(v->piece_to_char, '+') != NULL;
    return plus && v->holdings ? variant_template_promotions : v->holdings ? variant_template_drops : "fairy";
}

/* `xboard_name`: XBoard's own name of this game, which it must keep when it tells a second engine; or NULL. */
static void print_setup(xboard *x, const char *xboard_name)
{
    text fen = {0};
    view_put_fen(&x->view, x->session.game, &fen);
    line_writer_print(&x->writer, "setup (%s) %dx%d+%d_%s %s", x->view.piece_to_char, x->view.files, x->view.ranks,
                      x->view.holdings, xboard_name ? xboard_name : template_of(&x->view), text_string(&fen));
    text_finish(&fen);
    print_pieces(x);
}

/* Prepares XBoard's view of the loaded game; reports why it cannot be displayed. */
static void init_view(xboard *x)
{
    text why = {0};
    x->displayable = view_init(&x->view, x->session.variant, x->session.game, &why);
    if (!x->displayable) {
        line_writer_print(&x->writer, "%sXBoard cannot display %s: %s", error_prefix, text_string(&x->session.name),
                          text_string(&why));
    }
    text_finish(&why);
}

/* Resets everything that belongs to one game. */
static void reset_game(xboard *x)
{
    x->over = x->illegal_position = false;
    x->moves_made = x->score = 0;
    text_clear(&x->lifted);
    text_clear(&x->ponder_move);
}

/* After a game was loaded. */
static bool begin(xboard *x, bool loaded)
{
    if (loaded) {
        reset_game(x);
        init_view(x);
    }
    return loaded;
}

static void new_game(xboard *x, const char *s)
{
    (void)s;
    abort_search(x);
    x->analysing = false;
    x->engine_plays = true;
    x->side = 1;
    x->depth = 0;
    reset_game(x);
    text start_variant = {0};
    text_put(&start_variant, text_string(&x->start_variant));
    if (*x->session.alias.name || strcmp(text_string(&start_variant), text_string(&x->session.name)) != 0) {
        begin(x, engine_session_load(&x->session, text_string(&start_variant), NULL));
    } else {
        engine_session_set_position(&x->session, NULL);
    }
    text_finish(&start_variant);
    engine_session_new_game(&x->session);
    text_clear(&x->xboard_name);
}

/* The name behind the size in "8x8+0_name"; otherwise the whole string. */
static const char *without_size(const char *string)
{
    const char *s = string;
    for (const char *after = "x+_"; *after; after++) {
        long number;
        if (number_take(&s, 0, INT_MAX, &number) != NUMBER_READ || *s++ != *after) {
            return string;
        }
    }
    return s;
}

/* Accepts "8x8+0_name" as well as "name". */
static void set_variant(xboard *x, const char *s)
{
    s = without_size(s);
    variant_alias found;
    unsigned users = engine_session_find_alias(&x->session, ALIAS_XBOARD, s, &found) ? ALIAS_XBOARD : ALIAS_UCI;
    abort_search(x);
    if (!begin(x, engine_session_choose(&x->session, users, s, NULL))) {
        x->illegal_position = true;
        return;
    }
    const variant_alias *row = &x->session.alias;
    text_clear(&x->xboard_name);
    text_put(&x->xboard_name, row->users & ALIAS_XBOARD ? row->name : "");
    if (x->displayable && !row->builtin) {
        print_setup(x, x->xboard_name.length ? text_string(&x->xboard_name) : NULL);
    }
    check_result(x);
}

/* Sets up the position. A refusal begins with words by which XBoard knows it. */
static bool set_position(xboard *x, const char *fen)
{
    x->session.prefix = illegal_position_prefix;
    const bool set = engine_session_set_position(&x->session, fen);
    x->session.prefix = error_prefix;
    return set;
}

static void set_board(xboard *x, const char *s)
{
    text fen = {0};
    abort_search(x);
    if (x->displayable) {
        view_read_fen(&x->view, s, &fen);
    } else {
        text_put(&fen, s);
    }
    text_clear(&x->lifted);
    x->over = false;
    if (fen.failed) {
        line_writer_print(&x->writer, "%sout of memory", error_prefix);
    }
    x->illegal_position = fen.failed || !set_position(x, text_string(&fen));
    if (!x->session.game) {
        engine_session_set_position(&x->session, NULL);
    }
    text_finish(&fen);
    start_analysing(x);
}

static void take_back(xboard *x, int plies)
{
    abort_search(x);
    x->over = false;
    while (plies-- > 0 && ferz_game_undo(x->session.game)) {
    }
    start_analysing(x);
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
    start_thinking(x);
}

/* ---- side to play ---- */

static void force(xboard *x, const char *s)
{
    (void)s;
    abort_search(x);
    x->engine_plays = false;
}

static void play_this(xboard *x, const char *s)
{
    (void)s;
    abort_search(x);
    x->analysing = false;
    x->engine_plays = true;
    x->side = engine_session_clock_side(&x->session);
    check_result(x);
    start_thinking(x);
}

static void play_other(xboard *x, const char *s)
{
    (void)s;
    abort_search(x);
    x->engine_plays = true;
    x->side = !engine_session_clock_side(&x->session);
}

static void end_game(xboard *x, const char *s)
{
    (void)s;
    abort_search(x);
    x->over = true;
    x->engine_plays = false;
}

static void move_now(xboard *x, const char *s)
{
    (void)s;
    if (x->mode == THINK_MOVE) {
        search_job_stop(x->session.job);
        report_result(x);
    }
}

static void start_analysis(xboard *x, const char *s)
{
    (void)s;
    abort_search(x);
    x->engine_plays = false;
    x->analysing = true;
    start_analysing(x);
}

static void leave_analysis(xboard *x, const char *s)
{
    (void)s;
    if (x->analysing) {
        abort_search(x);
        x->analysing = false;
    }
}

static void report_state(xboard *x, const char *s)
{
    (void)s;
    if (x->mode == THINK_ANALYSE) {
        line_writer_print(&x->writer, "stat01: %d %" PRIu64 " %d 0 0", atomic_load(&x->info_time),
                          atomic_load(&x->info_nodes), atomic_load(&x->info_depth));
    }
}

static void hint(xboard *x, const char *s)
{
    (void)s;
    if (x->mode == THINK_MOVE || x->over || x->illegal_position) {
        return;
    }
    abort_search(x);
    search_job_request request = {.limits = x->session.limits};
    request.limits.movetime = HINT_MILLISECONDS;
    request.limits.multipv = 1;
    if (start_search(x, THINK_ANALYSE, &request)) {
        search_job_result a;
        take_result(x, &a);
        if (a.result == FERZ_OK) {
            text spelling = {0};
            if (x->displayable) {
                view_put_move(&x->view, x->session.game, a.best.move, &spelling, NULL);
            }
            line_writer_print(&x->writer, "Hint: %s", spelling.length ? text_string(&spelling) : a.best.move);
            text_finish(&spelling);
        }
        search_job_result_finish(&a);
    }
    start_analysing(x);
}

/* A draw is accepted when our score is low, or when we could claim one. */
static void draw_offered(xboard *x, const char *s)
{
    (void)s;
    size_t count = 0;
    char *moves = x->over ? NULL : ferz_game_legal_moves(x->session.game, &count, NULL);
    bool accept = x->engine_plays && !x->over && x->moves_made > 0 && x->score <= DRAW_SCORE;
    const char *m = moves;
    for (size_t i = 0; moves && i < count; i++, m += strlen(m) + 1) {
        accept = accept || move_is_claim(m);
    }
    ferz_free(moves);
    if (accept) {
        line_writer_print(&x->writer, "offer draw");
    }
}

/* ---- clocks and settings ---- */

/* Reads a number that a command or an option gives. */
static number_found parse_number(const char *s, double low, double high, double *n)
{
    const number_found found = number_take_decimal(&s, low, high, n);
    return *s == '\0' || *s == ' ' || *s == ':' ? found : NUMBER_NONE;
}

/* The same, with a word where it is none of the range: then `*n` is the end of the range that is nearer, or the lowest. */
static bool read_number(xboard *x, const char *word, const char *s, double low, double high, double *n)
{
    const number_found found = parse_number(s, low, high, n);
    if (found == NUMBER_READ) {
        return true;
    }
    line_writer_print(&x->writer, "Error (a number from %.0f to %.0f is needed): %s %s", low, high, word, s);
    *n = found == NUMBER_OUTSIDE ? *n : low;
    return false;
}

/* level MOVES BASE INCREMENT: BASE in minutes or minutes:seconds, INCREMENT in seconds. */
static void set_level(xboard *x, const char *s)
{
    double moves, minutes, seconds = 0, increment = 0;
    const char *base = s + strcspn(s, " \t");
    base += strspn(base, " \t");
    if (parse_number(s, 0, 100000, &moves) != NUMBER_READ || parse_number(base, 0, 100000, &minutes) != NUMBER_READ) {
        line_writer_print(&x->writer, "Error (level MOVES MINUTES INCREMENT): level %s", s);
        return;
    }
    const size_t length = strcspn(base, " \t"), to_colon = strcspn(base, ":");
    if (to_colon < length) {
        (void)read_number(x, "level", base + to_colon + 1, 0, 60, &seconds);
    }
    const char *last = base + length + strspn(base + length, " \t");
    if (*last) {
        (void)read_number(x, "level", last, 0, 100000, &increment);
    }
    x->moves_to_go = (int)moves;
    x->base = (int)((minutes < 20000 ? minutes : 20000) * 60000 + seconds * 1000);
    x->increment = (int)(increment * 1000);
    x->movetime = 0;
    x->clock[0] = x->clock[1] = 0;
    x->moves_made = 0;
}

static void set_movetime(xboard *x, const char *s)
{
    double seconds;
    (void)read_number(x, "st", s, 0, 1000000, &seconds);
    int milliseconds = (int)(seconds * 1000);
    int reserve = milliseconds / 20 < 50 ? milliseconds / 20 : 50;
    x->movetime = milliseconds - reserve > 0 ? milliseconds - reserve : 1;
}

/* `sd 0` takes the limit away; what is no number is the lowest limit. */
static void set_depth(xboard *x, const char *s)
{
    double n;
    x->depth = !read_number(x, "sd", s, 0, 1000, &n) && n < 1 ? 1 : (int)n;
}

static void set_own_clock(xboard *x, const char *s)
{
    double n;
    (void)read_number(x, "time", s, CLOCK_MIN, CLOCK_MAX, &n);
    x->clock[0] = n > 0 ? (int)(n * 10) : 1;
}

static void set_other_clock(xboard *x, const char *s)
{
    double n;
    (void)read_number(x, "otim", s, CLOCK_MIN, CLOCK_MAX, &n);
    x->clock[1] = n > 0 ? (int)(n * 10) : 1;
}

static void set_memory(xboard *x, const char *s)
{
    double n;
    if (read_number(x, "memory", s, 1, MEMORY_MB_MAX, &n)) {
        x->session.limits.hash_bytes = (size_t)n << 20;
    }
}

static void set_cores(xboard *x, const char *s)
{
    double n;
    if (read_number(x, "cores", s, 1, CORES_MAX, &n)) {
        x->session.limits.threads = (int)n;
    }
}

static void set_ponder(xboard *x, const char *s)
{
    (void)s;
    x->ponder = true;
}

static void set_no_ponder(xboard *x, const char *s)
{
    (void)s;
    x->ponder = false;
    if (x->mode == THINK_PONDER) {
        abort_search(x);
    }
}

static void set_post(xboard *x, const char *s)
{
    (void)s;
    atomic_store(&x->posting, true);
}

static void set_no_post(xboard *x, const char *s)
{
    (void)s;
    atomic_store(&x->posting, false);
}

static void option_settings(xboard *x, const char *value)
{
    abort_search(x);
    if (begin(x, engine_session_reload(&x->session, value)) && x->displayable) {
        print_setup(x, x->xboard_name.length ? text_string(&x->xboard_name) : NULL);
    }
}

static void option_method(xboard *x, const char *value)
{
    static const char *const methods[] = {"auto", "alphabeta", "mcts"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(value, methods[i]) == 0) {
            x->session.limits.method = (ferz_method)i;
        }
    }
}

static void option_multipv(xboard *x, const char *value)
{
    double n;
    if (read_number(x, "option MultiPV", value, 1, MULTIPV_MAX, &n)) {
        x->session.limits.multipv = (int)n;
    }
}

static void option_seed(xboard *x, const char *value)
{
    double n;
    if (read_number(x, "option Seed", value, 0, INT_MAX, &n)) {
        x->session.limits.seed = (uint64_t)n;
    }
}

static void option_overhead(xboard *x, const char *value)
{
    double n;
    if (read_number(x, "option Move Overhead", value, 0, 10000, &n)) {
        x->session.limits.overhead = (int)n;
    }
}

static const struct xboard_option {
    const char *name;
    const char *type;
    void (*set)(xboard *x, const char *value);
} option_rows[] = {
    {"Settings", "-string ", option_settings},
    {"Search", "-combo *auto /// alphabeta /// mcts", option_method},
    {"MultiPV", "-spin 1 1 256", option_multipv},
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
    line_writer_print(&x->writer, "Error (unknown option): option %s", s);
}

/* ---- pieces that the user picks up ---- */

static void lift(xboard *x, const char *s)
{
    if (!x->displayable || x->illegal_position || x->over) {
        return;
    }
    text highlighted = {0}, promotions = {0};
    const char held_piece[] = {view_hand(&x->view, s), '@', '\0'};
    s = *held_piece ? held_piece : s;
    /* After a leg XBoard sends `lift` for the cell that was reached: the same piece moves on. */
    size_t length = strlen(s), held = x->lifted.length;
    if (held < length || strcmp(text_string(&x->lifted) + held - length, s) != 0) {
        text_clear(&x->lifted);
        text_put(&x->lifted, s);
    }
    view_put_targets(&x->view, x->session.game, *held_piece ? "" : text_string(&x->lifted), s, &highlighted,
                     &promotions);
    if (promotions.length) {
        line_writer_print(&x->writer, "choice %s", text_string(&promotions));
    }
    line_writer_print(&x->writer, "highlight %s", text_string(&highlighted));
    text_finish(&highlighted);
    text_finish(&promotions);
}

static void put(xboard *x, const char *s)
{
    if (x->lifted.length && x->lifted.length < 64) {
        text_put(&x->lifted, s);
    }
}

/* ---- handshake and command loop ---- */

static void identify(xboard *x, const char *s)
{
    (void)s;
    text variants = {0};
    put_variants(x, &variants);
    line_writer_print(
        &x->writer,
        "feature ping=1 setboard=1 playother=1 usermove=1 san=0 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1 "
        "colors=0 ics=0 name=0 pause=0 nps=0 debug=1 memory=1 smp=1 highlight=1 myname=\"Ferz %s\"",
        ferz_version());
    line_writer_print(&x->writer, "feature variants=\"%s\"", text_string(&variants));
    for (size_t i = 0; i < sizeof option_rows / sizeof option_rows[0]; i++) {
        line_writer_print(&x->writer, "feature option=\"%s %s\"", option_rows[i].name, option_rows[i].type);
    }
    line_writer_print(&x->writer, "feature done=1");
    text_finish(&variants);
}

static void pong(xboard *x, const char *s)
{
    if (x->mode == THINK_MOVE) {
        text_print(&x->pongs, "%s\n", s);
    } else {
        line_writer_print(&x->writer, "pong %s", s);
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
    {"protover", identify},
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
    {"draw", draw_offered},
    {"result", end_game},
    {"setboard", set_board},
    {"hint", hint},
    {"bk", ignore},
    {"undo", undo},
    {"remove", remove_moves},
    {"hard", set_ponder},
    {"easy", set_no_ponder},
    {"post", set_post},
    {"nopost", set_no_post},
    {"analyze", start_analysis},
    {".", report_state},
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

/* The command of a line; NULL: none that is known. `*rest`: what follows its name. */
static const struct xboard_command *find_command(const char *line, const char **rest)
{
    line += strspn(line, " \t");
    size_t length = strcspn(line, " \t");
    *rest = line + length + strspn(line + length, " \t");
    for (size_t i = 0; i < sizeof command_rows / sizeof command_rows[0]; i++) {
        if (strlen(command_rows[i].name) == length && strncmp(command_rows[i].name, line, length) == 0) {
            return &command_rows[i];
        }
    }
    return NULL;
}

static void run_command(xboard *x, const char *line)
{
    const char *rest;
    const struct xboard_command *row = find_command(line, &rest);
    line += strspn(line, " \t");
    if (row) {
        row->run(x, rest);
    } else if (looks_like_move(line)) {
        user_move(x, line);
    } else if (*line) {
        line_writer_print(&x->writer, "Error (unknown command): %s", line);
    }
}

/* Waits for the first command that needs the game. XBoard takes an engine that sends nothing for two seconds after
 * `protover` for an old one; to list and load games may take longer, so it is asked to wait first. */
static line_reader_result greet(xboard *x, line_reader *in)
{
    const struct xboard_command *row;
    line_reader_result event;
    do {
        const char *rest;
        event = line_reader_next(in, -1);
        row = event == LINE_READER_LINE ? find_command(text_string(&in->line), &rest) : NULL;
    } while (row && row->run == ignore);
    if (row && row->run == identify) {
        line_writer_print(&x->writer, "feature done=0");
    }
    x->quits = row && row->run == quit;
    return event;
}

/* False: that was the last one. `*status` is set after an error. */
static bool handle_event(xboard *x, const line_reader *in, line_reader_result event, int *status)
{
    switch (event) {
    case LINE_READER_LINE:
        run_command(x, text_string(&in->line));
        if (!x->session.game) { /* even the start position could not be set up; the error was printed */
            *status = STATUS_SYSTEM_ERROR;
            return false;
        }
        return !x->quits;
    case LINE_READER_WOKEN:
        report_result(x);
        return true;
    case LINE_READER_INVALID:
        line_writer_print(&x->writer, "Error (too long, or contains a NUL): a line was skipped");
        return true;
    case LINE_READER_ERROR:
        line_writer_print(&x->writer, "%scannot read standard input, or out of memory", error_prefix);
        *status = STATUS_SYSTEM_ERROR;
        return false;
    case LINE_READER_EOF:
        break;
    }
    return false;
}

int command_xboard(const options *o, output *out)
{
    xboard x = {.engine_plays = true, .side = 1, .moves_to_go = 40, .base = 300000};
    line_reader in = {.descriptor = STDIN_FILENO};
    line_writer_init(&x.writer, out);
    line_reader_result event = greet(&x, &in);
    bool open = !x.quits && engine_session_open(&x.session, o, &in, &x.writer, error_prefix, variant_alias_default);
    x.session.note_prefix = "# "; /* a program shows errors in a window, and warnings to who debugs it */
    x.session.limits.overhead = 20;
    if (open) {
        text_put(&x.start_variant, text_string(&x.session.name));
        init_view(&x);
    }
    int status = open || x.quits ? STATUS_OK : STATUS_SYSTEM_ERROR;
    while (open && handle_event(&x, &in, event, &status) && !line_writer_failed(&x.writer)) {
        event = line_reader_next(&in, search_job_busy(x.session.job) ? search_job_ready_fd(x.session.job) : -1);
    }
    engine_session_close(&x.session);
    ferz_game_free(x.pv_game);
    line_reader_finish(&in);
    line_writer_finish(&x.writer);
    text_finish(&x.start_variant);
    text_finish(&x.xboard_name);
    text_finish(&x.ponder_move);
    text_finish(&x.pongs);
    text_finish(&x.lifted);
    return status;
}
