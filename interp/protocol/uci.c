/* uci, usi: the Universal Chess Interface with the extensions of variant programs, and the Universal Shogi
 * Interface, which differs in names and spelling (usi_view.h).
 *
 * The main thread reads commands and writes answers; the search thread writes `info` lines only. Standard output
 * carries nothing but the protocol: errors are `info string` lines. After a position that cannot be set up there is
 * no position, and `go` answers `bestmove 0000`.
 */
#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/commands.h"
#include "protocol/engine_session.h"
#include "protocol/variant_aliases.h"
#include "protocol/line_reader.h"
#include "protocol/usi_view.h"
#include "protocol/move_parse.h"
#include "base/move_tokens.h"

enum { HASH_MB_MAX = 65536, MULTIPV_MAX = 256, THREADS_MAX = 256, OVERHEAD_MAX = 10000, DEPTH_MAX = 1000 };

static const char error_prefix[] = "info string ";

typedef struct uci {
    engine_session session;
    line_writer writer;
    text variant_name;    /* value of UCI_Variant; UCI_Chess960 may load another game */
    bool king_takes_rook; /* UCI_Chess960 */
    bool usi;
    bool quits;
    bool counting; /* the search job runs `go perft` */
    bool mating;   /* it looks for a mate in USI, which is answered by `checkmate` */
    text searchmoves;
    ferz_game *pv_game; /* to spell the moves of a PV or a perft; owned by the search thread meanwhile; or NULL */
} uci;

/* ---- tokens of a command ---- */

/* Reads the next token from `*s` into `out`; false when there is none. */
static bool next_token(const char **s, text *out)
{
    *s += strspn(*s, " \t");
    size_t length = strcspn(*s, " \t");
    text_clear(out);
    text_add(out, *s, length);
    *s += length;
    return length > 0 && !out->failed;
}

static bool accept_token(const char **s, const char *token)
{
    const char *at = *s + strspn(*s, " \t");
    size_t length = strcspn(at, " \t");
    if (length != strlen(token) || strncmp(at, token, length) != 0) {
        return false;
    }
    *s = at + length;
    return true;
}

static void print_error(uci *u, const char *what, const char *token)
{
    line_writer_print(&u->writer, "%s%s%s%s%s", error_prefix, what, *token ? " `" : "", token, *token ? "`" : "");
}

/* ---- moves in both spellings ---- */

/* Spells a move as the game does; castling as king takes rook with UCI_Chess960; and as Fairy-Stockfish does where the
 * game was chosen by a name of such programs. */
static void put_move(uci *u, ferz_game *game, const char *move, text *t)
{
    castling c;
    if (u->usi) {
        usi_put_move(game, move, t);
    } else if (u->king_takes_rook && move_parse_castling(game, move, &c)) {
        text_put(t, ferz_game_cell(game, c.from).name);
        text_put(t, ferz_game_cell(game, c.partner_from).name);
    } else if (u->session.foreign) {
        char *foreign = ferz_game_move_for(game, move, FERZ_NOTATION_FAIRY_STOCKFISH, NULL);
        text_put(t, foreign ? foreign : move);
        ferz_free(foreign);
    } else {
        text_put(t, move);
    }
}

/* Whether moves are spelled otherwise than by the game, so that a game is needed to spell them. */
static bool respells_moves(const uci *u)
{
    return u->king_takes_rook || u->usi || u->session.foreign;
}

/* As programs for variants read it, where they miss nothing of it. NULL: they would. */
static char *foreign_fen(const uci *u)
{
    ferz_messages *left_out = u->session.foreign ? ferz_messages_create(false) : NULL;
    char *fen = left_out ? ferz_game_fen_for(u->session.game, FERZ_NOTATION_FAIRY_STOCKFISH, left_out) : NULL;
    if (fen && ferz_messages_count(left_out)) {
        ferz_free(fen);
        fen = NULL;
    }
    ferz_messages_free(left_out);
    return fen;
}

static void put_fen(const uci *u, text *t)
{
    char *fen = foreign_fen(u);
    fen = fen ? fen : ferz_game_fen(u->session.game);
    text_put(t, string_or_empty(fen));
    ferz_free(fen);
}

/* Adds one move of the other program's in the game's cells. */
static void read_move(const uci *u, move_token w, text *move)
{
    text_add(move, w.bytes, w.length);
    if (u->usi) {
        text own = {0};
        usi_read_move(u->session.game, text_string(move), &own);
        text_finish(move);
        *move = own;
    }
}

/* Names the move as it was sent; and as the game has it, which its own message names, where that is another spelling. */
static void print_unplayed(uci *u, size_t number, move_token sent, const char *move)
{
    text shown = {0};
    text_print(&shown, "`%.*s`", (int)sent.length, sent.bytes);
    if (strlen(move) != sent.length || memcmp(move, sent.bytes, sent.length) != 0) {
        text_print(&shown, " (in this game's cells `%s`)", move);
    }
    line_writer_print(&u->writer, "%sso move %zu, %s, is not played, and there is no position", error_prefix, number,
                      text_string(&shown));
    text_finish(&shown);
}

/* Plays the moves up to the first that is not legal, which is reported. */
static bool play_moves(uci *u, const char *tokens)
{
    size_t number = 0;
    ferz_result result = FERZ_OK;
    for (move_token w = move_token_first(tokens); w.length && result == FERZ_OK; w = move_token_next(w)) {
        text move = {0};
        if (engine_session_must_quit(&u->session)) {
            return false;
        }
        read_move(u, w, &move);
        number++;
        result =
            move.failed ? FERZ_SYSTEM_ERROR : ferz_game_move(u->session.game, text_string(&move), u->session.messages);
        if (result != FERZ_OK) {
            line_writer_errors(&u->writer, error_prefix, u->session.messages);
            print_unplayed(u, number, w, text_string(&move));
        }
        text_finish(&move);
    }
    return result == FERZ_OK;
}

/* ---- the variant ---- */

static size_t hand_piece_count(const ferz_variant *variant)
{
    size_t kinds = 0;
    for (size_t i = 0; i < ferz_variant_facts(variant)->piece_count; i++) {
        kinds += ferz_variant_piece(variant, i).drops;
    }
    return kinds;
}

/* The family of games that a board program should assume: spelling of promoted pieces, or drops. */
static const char *template_of(const ferz_variant *variant)
{
    if (!ferz_variant_facts(variant)->has_hands) {
        return "fairy";
    }
    for (size_t i = 0; i < ferz_variant_facts(variant)->piece_count; i++) {
        if (*ferz_variant_piece(variant, i).letter == '+') {
            return variant_template_promotions;
        }
    }
    return variant_template_drops;
}

static void describe_variant(uci *u)
{
    const ferz_variant *variant = u->session.variant;
    text fen = {0};
    put_fen(u, &fen);
    line_writer_print(&u->writer, "%svariant %s files %d ranks %d pocket %zu template %s startpos %s", error_prefix,
                      text_string(&u->variant_name), ferz_game_columns(u->session.game),
                      ferz_game_rows(u->session.game), hand_piece_count(variant), template_of(variant),
                      text_string(&fen));
    text_finish(&fen);
}

/* Warns of what this protocol cannot do in the game. */
static void warn_variant(uci *u)
{
    const ferz_variant *variant = u->session.variant;
    const ferz_list_entry *e = engine_session_find_entry(&u->session, ferz_variant_facts(variant)->name);
    if (ferz_variant_facts(variant)->hides_information) {
        line_writer_print(&u->writer,
                          "%sthis game has hidden information: `position` shows all of it to the engine, "
                          "which uses only what its player sees",
                          error_prefix);
    }
    if (ferz_variant_facts(variant)->is_multi_ply) {
        line_writer_print(&u->writer,
                          "%sa turn may have several moves: `bestmove` is the next one; send `go` again for the others",
                          error_prefix);
    }
    if (e && e->dice) {
        line_writer_print(&u->writer,
                          "%sdice are rolled by moves of two words, `roll N`; if the engine must move before the roll, "
                          "its move is a roll",
                          error_prefix);
    }
}

/* Who uses the names: UCI programs, which mean another game by some where UCI_Chess960 is on. */
static bool find_alias(const uci *u, const char *name, variant_alias *row)
{
    return (u->king_takes_rook && engine_session_find_alias(&u->session, ALIAS_KING_TAKES_ROOK, name, row)) ||
           engine_session_find_alias(&u->session, ALIAS_UCI, name, row);
}

/* Loads the game that UCI_Variant and UCI_Chess960 mean together. */
static bool load_variant(uci *u, const char *name, const char *settings)
{
    variant_alias row;
    bool other = u->king_takes_rook && engine_session_find_alias(&u->session, ALIAS_KING_TAKES_ROOK, name, &row);
    return engine_session_choose(&u->session, other ? ALIAS_KING_TAKES_ROOK : ALIAS_UCI, name, settings);
}

static bool has_two_sides(const ferz_list_entry *e)
{
    return e->sides == 2;
}

/* `named`: set where it is the game that is played. */
static void add_variant(const uci *u, text *line, const char *name, bool *named)
{
    text_print(line, " var %s", name);
    *named |= strcmp(name, text_string(&u->variant_name)) == 0;
}

static void announce_variants(uci *u)
{
    text line = {0};
    bool named = false;
    text_print(&line, "option name %s_Variant type combo default %s", u->usi ? "USI" : "UCI",
               text_string(&u->variant_name));
    for (size_t i = 0; i < u->session.entry_count; i++) {
        if (has_two_sides(&u->session.entries[i])) {
            add_variant(u, &line, u->session.entries[i].name, &named);
        }
    }
    text file = {0};
    engine_session_put_path_name(&u->session, &file);
    if (file.length && !engine_session_find_entry(&u->session, text_string(&file))) {
        add_variant(u, &line, text_string(&file), &named);
    }
    text_finish(&file);
    variant_alias row;
    for (const char *at = NULL; variant_alias_next(&at, ALIAS_UCI, &row);) {
        variant_alias found;
        if (!engine_session_find_entry(&u->session, row.name) &&
            engine_session_find_alias(&u->session, ALIAS_UCI, row.name, &found)) {
            add_variant(u, &line, row.name, &named);
        }
    }
    char *imported = engine_session_list_imported(&u->session);
    for (const char *name = imported; name && *name; name += strlen(name) + 1) {
        if (!engine_session_find_entry(&u->session, name) &&
            !engine_session_find_alias(&u->session, ALIAS_UCI, name, &row)) {
            add_variant(u, &line, name, &named);
        }
    }
    ferz_free(imported);
    if (!named) { /* made by the import: such games are many, and only the one that is asked for is named */
        text_print(&line, " var %s", text_string(&u->variant_name));
    }
    line_writer_print(&u->writer, "%s", text_string(&line));
    text_finish(&line);
}

/* ---- options ---- */

static void set_variant(uci *u, const char *value)
{
    variant_alias row;
    const ferz_list_entry *e = engine_session_find_entry(&u->session, find_alias(u, value, &row) ? row.game : value);
    if (e && !has_two_sides(e)) {
        line_writer_print(&u->writer, "%s`%s` has %zu sides, but UCI allows two", error_prefix, value, e->sides);
        return;
    }
    if (!load_variant(u, value, "")) {
        line_writer_print(&u->writer, "%svariant `%s` was not found or has errors; still playing `%s`", error_prefix,
                          value, text_string(&u->variant_name));
        return;
    }
    text_clear(&u->variant_name);
    text_put(&u->variant_name, value);
    describe_variant(u);
    warn_variant(u);
}

static void set_chess960(uci *u, const char *value)
{
    bool before = u->king_takes_rook;
    u->king_takes_rook = strcasecmp(value, "true") == 0;
    u->session.any_array = u->king_takes_rook;
    if (before != u->king_takes_rook) {
        text name = {0};
        text_put(&name, text_string(&u->variant_name));
        load_variant(u, text_string(&name), NULL);
        text_finish(&name);
    }
}

static void set_path(uci *u, const char *value)
{
    if (strcmp(value, "<empty>") == 0) {
        value = "";
    }
    engine_session_set_path(&u->session, value);
    announce_variants(u);
}

static void set_settings(uci *u, const char *value)
{
    if (strcmp(value, "<empty>") == 0) {
        value = "";
    }
    if (engine_session_reload(&u->session, value)) {
        describe_variant(u);
    }
}

static void set_method(uci *u, const char *value)
{
    static const char *const tokens[] = {"auto", "alphabeta", "mcts"};
    for (int i = 0; i < 3; i++) {
        if (strcasecmp(value, tokens[i]) == 0) {
            u->session.limits.method = (ferz_method)i;
            return;
        }
    }
    print_error(u, "Search is auto, alphabeta or mcts, not", value);
}

static void clear_hash(uci *u, const char *value)
{
    (void)value;
    engine_session_new_game(&u->session);
}

static void set_ponder(uci *u, const char *value)
{
    (void)u; /* `go ponder` says everything */
    (void)value;
}

static void set_analysis(uci *u, const char *value)
{
    (void)u; /* analysis and play search alike */
    (void)value;
}

static void set_hash(uci *u, long n)
{
    u->session.limits.hash_bytes = (size_t)n << 20;
}

static void set_threads(uci *u, long n)
{
    u->session.limits.threads = (int)n;
}

static void set_multipv(uci *u, long n)
{
    u->session.limits.multipv = (int)n;
}

static void set_overhead(uci *u, long n)
{
    u->session.limits.overhead = (int)n;
}

static void set_seed(uci *u, long n)
{
    u->session.limits.seed = (uint64_t)n;
}

/* Options of setoption. UCI_Variant, the first, is announced separately. */
static const struct uci_option {
    const char *name;
    const char *type; /* as announced after `type` */
    void (*set)(uci *u, const char *value);
    void (*set_number)(uci *u, long n);
    long low, high, default_value;
} option_rows[] = {
    {"UCI_Variant", NULL, set_variant, NULL, 0, 0, 0},
    {variant_alias_castling_option, "check default false", set_chess960, NULL, 0, 0, 0},
    {"VariantPath", "string default <empty>", set_path, NULL, 0, 0, 0},
    {"Settings", "string default <empty>", set_settings, NULL, 0, 0, 0},
    {"MultiPV", "spin", NULL, set_multipv, 1, MULTIPV_MAX, 1},
    {"Hash", "spin", NULL, set_hash, 1, HASH_MB_MAX, 16},
    {"Clear Hash", "button", clear_hash, NULL, 0, 0, 0},
    {"Threads", "spin", NULL, set_threads, 1, THREADS_MAX, 1},
    {"Ponder", "check default false", set_ponder, NULL, 0, 0, 0},
    {"UCI_AnalyseMode", "check default false", set_analysis, NULL, 0, 0, 0},
    {"Move Overhead", "spin", NULL, set_overhead, 0, OVERHEAD_MAX, 10},
    {"Seed", "spin", NULL, set_seed, 0, INT_MAX, 0},
    {"Search", "combo default auto var auto var alphabeta var mcts", set_method, NULL, 0, 0, 0},
};

static void announce_options(uci *u)
{
    for (size_t i = 0; i < sizeof option_rows / sizeof option_rows[0]; i++) {
        const struct uci_option *row = &option_rows[i];
        if (!row->type) {
            announce_variants(u);
        } else if (u->usi && (row->set == set_chess960 || row->set == set_analysis)) {
            continue; /* USI has no such option */
        } else if (u->usi && (row->set_number == set_hash || row->set == set_ponder)) {
            continue; /* USI assumes them: USI_Hash, USI_Ponder */
        } else if (row->set_number) {
            line_writer_print(&u->writer, "option name %s type %s default %ld min %ld max %ld", row->name, row->type,
                              row->default_value, row->low, row->high);
        } else {
            line_writer_print(&u->writer, "option name %s type %s", row->name, row->type);
        }
    }
}

/* USI writes USI_ where UCI has UCI_ or nothing. */
static bool same_option(const uci *u, const char *name, const char *token)
{
    if (u->usi && strncasecmp(token, "USI_", 4) == 0) {
        token += 4;
        name += strncasecmp(name, "UCI_", 4) == 0 ? 4 : 0;
    }
    return strcasecmp(name, token) == 0;
}

/* setoption name NAME... [value VALUE...] */
static void set_option(uci *u, const char *s)
{
    text name = {0}, token = {0};
    if (!accept_token(&s, "name")) {
        print_error(u, "expected: setoption name NAME value VALUE", "");
        return;
    }
    while (!accept_token(&s, "value") && next_token(&s, &token)) {
        text_print(&name, "%s%s", name.length ? " " : "", text_string(&token));
    }
    text_clear(&token);
    s += strspn(s, " \t");
    size_t length = strlen(s);
    while (length && strchr(" \t", s[length - 1])) {
        length--;
    }
    text_add(&token, s, length);
    const struct uci_option *found = NULL;
    for (size_t i = 0; i < sizeof option_rows / sizeof option_rows[0]; i++) {
        if (same_option(u, option_rows[i].name, text_string(&name))) {
            found = &option_rows[i];
        }
    }
    long n = 0;
    if (!found) {
        print_error(u, "there is no option", text_string(&name));
    } else if (found->set) {
        found->set(u, text_string(&token));
    } else if (!text_to_long(text_string(&token), LONG_MIN, LONG_MAX, &n)) {
        line_writer_print(&u->writer, "%s%s is a number, not `%s`", error_prefix, found->name, text_string(&token));
    } else {
        found->set_number(u, n < found->low ? found->low : n > found->high ? found->high : n);
    }
    text_finish(&name);
    text_finish(&token);
}

/* ---- position ---- */

static void set_position(uci *u, const char *s)
{
    text fen = {0}, token = {0};
    bool start = accept_token(&s, "startpos"), sfen = !start && accept_token(&s, "sfen");
    bool ok = true;
    if (sfen || (!start && accept_token(&s, "fen"))) {
        const char *at = s;
        text_put(&fen, sfen ? "sfen" : ""); /* what else it could be, the reader of positions knows */
        size_t word = fen.length;
        while (next_token(&at, &token) && strcmp(text_string(&token), "moves") != 0) {
            text_print(&fen, "%s%s", fen.length ? " " : "", text_string(&token));
            s = at;
        }
        ok = !fen.failed && fen.length > word;
        if (!ok) {
            print_error(u, sfen ? "a position is missing after `sfen`" : "a position is missing after `fen`", "");
        }
    } else if (!start) {
        print_error(u, "expected: position startpos|fen F [moves M...]", "");
        ok = false;
    }
    if (ok && engine_session_set_position(&u->session, start ? NULL : text_string(&fen))) {
        if (accept_token(&s, "moves")) {
            ok = play_moves(u, s);
        } else if (s[strspn(s, " \t")]) {
            print_error(u, "expected `moves`, not", s + strspn(s, " \t"));
            ok = false;
        }
    }
    if (!ok) {
        ferz_game_free(u->session.game);
        u->session.game = NULL;
    }
    text_finish(&fen);
    text_finish(&token);
}

/* ---- go ---- */

static uint64_t per_second(uint64_t nodes, int milliseconds)
{
    return nodes * 1000 / (uint64_t)(milliseconds > 0 ? milliseconds : 1);
}

/* The moves of a PV, each spelled in its position. */
static void put_pv(uci *u, const char *moves, text *t)
{
    size_t played = 0;
    bool ok = true;
    for (move_token w = move_token_first(moves); w.length; w = move_token_next(w)) {
        text move = {0};
        text_add(&move, w.bytes, w.length);
        text_put(t, t->length ? " " : "");
        if (u->pv_game && ok) {
            put_move(u, u->pv_game, text_string(&move), t);
            ok = ferz_game_move(u->pv_game, text_string(&move), NULL) == FERZ_OK;
            played += ok;
        } else {
            text_put(t, text_string(&move));
        }
        text_finish(&move);
    }
    while (played--) {
        ferz_game_undo(u->pv_game);
    }
}

static void print_info(void *state, const ferz_report *r)
{
    static const char *const bounds[] = {"", " lowerbound", " upperbound"};
    uci *u = state;
    text line = {0};
    put_pv(u, r->pv, &line);
    line_writer_print(&u->writer,
                      "info depth %d seldepth %d multipv %d score %s %d%s nodes %" PRIu64 " nps %" PRIu64
                      " hashfull %d time %d pv %s",
                      r->depth, r->seldepth > r->depth ? r->seldepth : r->depth, r->multipv, r->mate ? "mate" : "cp",
                      r->mate && u->usi ? (r->mate > 0 ? 2 * r->mate - 1 : 2 * r->mate)
                      : r->mate         ? r->mate
                                        : r->score,
                      bounds[r->bound], r->nodes, per_second(r->nodes, r->milliseconds), r->hashfull, r->milliseconds,
                      text_string(&line));
    text_finish(&line);
}

static void print_divide(void *state, const char *move, uint64_t nodes)
{
    uci *u = state;
    text spelling = {0};
    if (u->pv_game) {
        put_move(u, u->pv_game, move, &spelling);
    }
    line_writer_print(&u->writer, "%s: %" PRIu64, spelling.length ? text_string(&spelling) : move, nodes);
    text_finish(&spelling);
}

/* The expected reply, as ` ponder MOVE`; nothing if there is none. */
static void put_ponder_move(uci *u, const ferz_best *best, text *t)
{
    move_token first = move_token_first(best->pv);
    move_token second = first.length ? move_token_next(first) : first;
    if (!second.length || ferz_game_move(u->session.game, best->move, NULL) != FERZ_OK) {
        return;
    }
    text move = {0};
    text_add(&move, second.bytes, second.length);
    text_put(t, " ponder ");
    put_move(u, u->session.game, text_string(&move), t);
    text_finish(&move);
    ferz_game_undo(u->session.game);
}

/* UCI programs do not know claims: if the engine would claim the end of the game, the first allowed move is sent
 * instead. */
static const char *first_move(uci *u, const char *tokens)
{
    size_t length = tokens ? strcspn(tokens, " ") : 0;
    if (!length) {
        return "(none)";
    }
    u->searchmoves.bytes[length] = '\0';
    return u->searchmoves.bytes;
}

/* What USI answers to `go mate`: the moves to the mate, or why there are none. */
static void put_mate(uci *u, const search_job_result *a, text *t)
{
    if (a->result == FERZ_OK && a->best.mate > 0) {
        put_pv(u, a->best.pv, t);
    } else {
        text_put(t, a->result == FERZ_OK && a->best.mate == 0 ? "timeout" : "nomate");
    }
}

/* Takes the result of the search job and prints it. */
static void report_result(uci *u)
{
    search_job_result a;
    search_job_wait(u->session.job, &a);
    text line = {0};
    if (u->mating) {
        put_mate(u, &a, &line);
    }
    ferz_game_free(u->pv_game);
    u->pv_game = NULL;
    if (u->mating) {
        line_writer_print(&u->writer, "checkmate %s", text_string(&line));
    } else if (u->counting) {
        if (a.result != FERZ_OK) {
            line_writer_errors(&u->writer, error_prefix, a.messages);
        } else if (a.stopped) {
            print_error(u, "the count was stopped", "");
        } else {
            line_writer_print(&u->writer, "Nodes searched: %" PRIu64, a.nodes);
        }
    } else if (a.result == FERZ_OK && move_is_claim(a.best.move)) {
        line_writer_print(&u->writer, "bestmove %s", first_move(u, text_string(&u->searchmoves)));
    } else if (a.result == FERZ_OK) {
        put_move(u, u->session.game, a.best.move, &line);
        put_ponder_move(u, &a.best, &line);
        line_writer_print(&u->writer, "bestmove %s", text_string(&line));
    } else {
        line_writer_errors(&u->writer, error_prefix, a.messages);
        line_writer_print(&u->writer, "bestmove %s", u->usi ? "resign" : "(none)");
    }
    text_finish(&line);
    search_job_result_finish(&a);
}

/* Stops a running search and prints its result. */
static void stop(uci *u)
{
    if (search_job_busy(u->session.job)) {
        search_job_stop(u->session.job);
        report_result(u);
    }
}

/* Limits the root moves: to the named ones, or to all but claims, which no UCI program knows. NULL: all moves. */
static const char *select_searchmoves(uci *u, const char *named_moves)
{
    size_t count;
    text *list = &u->searchmoves;
    char *moves = ferz_game_legal_moves(u->session.game, &count, NULL);
    text_clear(list);
    bool claims = false;
    const char *m = string_or_empty(moves);
    for (size_t i = 0; moves && i < count; i++, m += strlen(m) + 1) {
        claims = claims || move_is_claim(m);
    }
    if (*named_moves) {
        for (move_token w = move_token_first(named_moves); w.length && moves; w = move_token_next(w)) {
            text move = {0};
            read_move(u, w, &move);
            char *meant = ferz_game_find_move(u->session.game, text_string(&move), NULL);
            if (meant) {
                text_print(list, "%s%s", list->length ? " " : "", meant);
            } else {
                text_clear(&move);
                text_add(&move, w.bytes, w.length);
                print_error(u, "searchmoves: not a legal move:", text_string(&move));
            }
            ferz_free(meant);
            text_finish(&move);
        }
    } else if (claims) {
        m = moves;
        for (size_t i = 0; i < count; i++, m += strlen(m) + 1) {
            if (!move_is_claim(m)) {
                text_print(list, "%s%s", list->length ? " " : "", m);
            }
        }
    }
    ferz_free(moves);
    return list->length && !list->failed ? text_string(list) : NULL;
}

typedef struct go_params {
    search_job_request request;
    long nodes;
    int time[2], increment[2];
    int byoyomi; /* time for each move when the clock is empty */
    bool infinite;
    bool faulty;      /* a limit could not be read */
    text named_moves; /* of searchmoves */
} go_params;

/* Milliseconds, twelve days; more is as good as so much. Two of them can be added. */
enum { TIME_MAX = INT_MAX / 2 };

/* The numbers of `go`: token and offset of the member in go_params. */
typedef struct go_param {
    const char *word;
    size_t offset;
    bool is_long; /* a long; otherwise an int */
    long minimum, maximum;
    bool may_be_less; /* smaller values are raised to the minimum: an empty clock still means a short search */
} go_param;
#define LIMIT(member) offsetof(go_params, request.limits.member), false
static const go_param go_params_table[] = {
    {"wtime", offsetof(go_params, time[0]), false, 1, TIME_MAX, true},
    {"btime", offsetof(go_params, time[1]), false, 1, TIME_MAX, true},
    {"winc", offsetof(go_params, increment[0]), false, 0, TIME_MAX, true},
    {"binc", offsetof(go_params, increment[1]), false, 0, TIME_MAX, true},
    {"byoyomi", offsetof(go_params, byoyomi), false, 0, TIME_MAX, true},
    {"nodes", offsetof(go_params, nodes), true, 1, LONG_MAX, false},
    {"movestogo", LIMIT(moves_to_go), 0, INT_MAX, true},
    {"movetime", LIMIT(movetime), 1, TIME_MAX, false},
    {"depth", LIMIT(depth), 1, DEPTH_MAX, false},
    {"mate", LIMIT(mate), 1, DEPTH_MAX, false},
    {"perft", offsetof(go_params, request.perft_depth), false, 1, DEPTH_MAX, false},
};
#undef LIMIT

static const go_param *find_go_param(const char *token)
{
    for (size_t i = 0; i < sizeof go_params_table / sizeof go_params_table[0]; i++) {
        if (strcmp(go_params_table[i].word, token) == 0) {
            return &go_params_table[i];
        }
    }
    return NULL;
}

/* Stores the number after a token. What cannot be read is the lowest limit: a search that was meant to end ends. */
static void read_number(uci *u, const go_param *row, const char *number, go_params *v)
{
    long n = 0;
    bool ok = text_to_long(number, row->may_be_less ? LONG_MIN : row->minimum,
                           row->maximum == TIME_MAX ? LONG_MAX : row->maximum, &n);
    if (!ok) {
        line_writer_print(&u->writer, "%sgo %s needs a number from %ld to %ld, not `%s`: %ld is used", error_prefix,
                          row->word, row->minimum, row->maximum, number, row->minimum);
        v->faulty = true;
    }
    n = !ok || n < row->minimum ? row->minimum : n > row->maximum ? row->maximum : n;
    char *at = (char *)v + row->offset;
    if (row->is_long) {
        memcpy(at, &n, sizeof n);
    } else {
        int narrow = (int)n;
        memcpy(at, &narrow, sizeof narrow);
    }
}

/* USI's `go mate` has a time in milliseconds, or none, and no number of moves. */
static void read_usi_mate(uci *u, const char **s, go_params *v)
{
    static const go_param time = {"mate", offsetof(go_params, request.limits.movetime), false, 1, TIME_MAX, false};
    text token = {0};
    if (next_token(s, &token) && strcmp(text_string(&token), "infinite") != 0) {
        read_number(u, &time, text_string(&token), v);
    }
    text_finish(&token);
    v->request.limits.mate = DEPTH_MAX;
}

static void read_go(uci *u, const char *s, go_params *v)
{
    text token = {0};
    bool in_searchmoves = false;
    while (next_token(&s, &token)) {
        const go_param *row = find_go_param(text_string(&token));
        if (row && u->usi && row->offset == offsetof(go_params, request.limits.mate)) {
            in_searchmoves = false;
            read_usi_mate(u, &s, v);
        } else if (row) {
            in_searchmoves = false;
            (void)next_token(&s, &token); /* "" where it is missing */
            read_number(u, row, text_string(&token), v);
        } else if (strcmp(text_string(&token), "infinite") == 0) {
            v->infinite = true;
            in_searchmoves = false;
        } else if (strcmp(text_string(&token), "ponder") == 0) {
            v->request.ponders = true;
            in_searchmoves = false;
        } else if (strcmp(text_string(&token), "searchmoves") == 0) {
            in_searchmoves = true;
        } else if (in_searchmoves) {
            text_print(&v->named_moves, "%s ", text_string(&token));
        } else {
            print_error(u, "unknown argument of go:", text_string(&token));
        }
    }
    text_finish(&token);
}

static void go(uci *u, const char *s)
{
    stop(u);
    if (!u->session.game) {
        print_error(u, "there is no position", "");
        line_writer_print(&u->writer, "bestmove 0000");
        return;
    }
    go_params v = {.request = {.limits = u->session.limits}};
    read_go(u, s, &v);
    int side = engine_session_clock_side(&u->session) ^ u->usi; /* in USI the first player is black */
    ferz_limits *l = &v.request.limits;
    l->nodes = (uint64_t)v.nodes;
    l->clock = v.time[side];
    l->increment = v.increment[side];
    if (v.byoyomi && l->clock <= 1) {
        l->clock = 0;
        l->movetime = v.byoyomi - l->overhead > 0 ? v.byoyomi - l->overhead : 1;
    } else if (v.byoyomi) {
        l->increment = v.increment[side] + v.byoyomi; /* both are at most TIME_MAX */
    }
    if (v.faulty && !l->depth && !l->nodes && !l->movetime && !l->clock) {
        l->depth = 1; /* the fault was in the only limit, or beside `mate`, which may not be there */
    }
    bool limited = l->depth || l->nodes || l->movetime || l->clock || l->increment || l->mate;
    v.request.infinite = !v.request.perft_depth && (v.infinite || (!limited && !v.request.ponders));
    if (v.request.infinite || !limited) {
        l->depth = INT_MAX / 4; /* not limited to the default depth */
    }
    if (l->increment && !l->clock && !l->movetime) {
        l->clock = 1; /* only the increment is left */
    }
    u->counting = v.request.perft_depth != 0;
    u->mating = u->usi && v.request.limits.mate;
    l->searchmoves = u->counting ? NULL : select_searchmoves(u, text_string(&v.named_moves));
    v.request.engine = u->counting ? NULL : engine_session_engine(&u->session);
    u->pv_game = respells_moves(u) ? ferz_game_copy(u->session.game) : NULL;
    v.request.info = print_info;
    v.request.divide = print_divide;
    v.request.state = u;
    if ((!v.request.engine && !u->counting) || !search_job_start(u->session.job, &v.request, u->session.game)) {
        ferz_game_free(u->pv_game);
        u->pv_game = NULL;
        print_error(u, "out of memory or of threads", "");
        line_writer_print(&u->writer, "bestmove 0000");
    }
    text_finish(&v.named_moves);
}

/* ---- the other commands ---- */

static void identify(uci *u, const char *s)
{
    (void)s;
    line_writer_print(&u->writer, "id name Ferz %s", ferz_version());
    line_writer_print(&u->writer, "id author the Ferz developers");
    announce_options(u);
    line_writer_print(&u->writer, u->usi ? "usiok" : "uciok");
}

static void report_ready(uci *u, const char *s)
{
    (void)s;
    line_writer_print(&u->writer, "readyok");
}

static void new_game(uci *u, const char *s)
{
    (void)s;
    engine_session_new_game(&u->session);
    if (!u->session.game) {
        engine_session_set_position(&u->session, NULL);
    }
}

static void stop_thinking(uci *u, const char *s)
{
    (void)s;
    stop(u);
}

static void ponder_hit(uci *u, const char *s)
{
    (void)s;
    if (search_job_busy(u->session.job)) {
        search_job_ponderhit(u->session.job);
    }
}

static void put_rank(const uci *u, int row, text *t)
{
    text_print(t, "%3d ", row + 1);
    for (int column = 0; column < ferz_game_columns(u->session.game); column++) {
        const char *piece = " ";
        for (size_t i = 0; i < ferz_game_cell_count(u->session.game); i++) {
            ferz_cell cell = ferz_game_cell(u->session.game, i);
            if (cell.level == 0 && cell.row == row && cell.column == column) {
                piece = cell.piece ? cell.piece : ".";
            }
        }
        text_print(t, " %s", piece);
    }
}

static void show_position(uci *u, const char *s)
{
    (void)s;
    if (!u->session.game) {
        print_error(u, "there is no position", "");
        return;
    }
    text line = {0};
    for (int row = ferz_game_rows(u->session.game); row-- > 0;) {
        text_clear(&line);
        put_rank(u, row, &line);
        line_writer_print(&u->writer, "%s", text_string(&line));
    }
    text_clear(&line);
    put_fen(u, &line);
    line_writer_print(&u->writer, "Fen: %s", text_string(&line));
    line_writer_print(&u->writer, "Key: %016" PRIX64, ferz_game_hash(u->session.game));
    text_finish(&line);
}

static void quit(uci *u, const char *s)
{
    (void)s;
    u->quits = true;
}

static void ignore(uci *u, const char *s)
{
    (void)u;
    (void)s;
}

/* `at_once`: the command does not need the search to stop first. */
static const struct uci_command {
    const char *name;
    void (*run)(uci *u, const char *rest);
    bool at_once;
} command_rows[] = {
    {"uci", identify, true},
    {"usi", identify, true},
    {"usinewgame", new_game, false},
    {"gameover", ignore, false},
    {"isready", report_ready, true},
    {"ucinewgame", new_game, false},
    {"setoption", set_option, false},
    {"position", set_position, false},
    {"go", go, false},
    {"stop", stop_thinking, true},
    {"ponderhit", ponder_hit, true},
    {"d", show_position, true},
    {"quit", quit, true},
    {"debug", ignore, true},
    {"register", ignore, true},
};

/* Runs the command that the first token names. */
static void run_command(uci *u, const char *line)
{
    text token = {0};
    const char *s = line;
    const struct uci_command *found = NULL;
    if (next_token(&s, &token)) {
        for (size_t i = 0; i < sizeof command_rows / sizeof command_rows[0]; i++) {
            if (strcmp(command_rows[i].name, text_string(&token)) == 0) {
                found = &command_rows[i];
            }
        }
        if (!found) {
            print_error(u, "unknown command", text_string(&token));
        }
    }
    if (found) {
        if (!found->at_once) {
            stop(u);
        }
        found->run(u, s);
    }
    text_finish(&token);
}

static int run(const options *o, output *out, bool usi)
{
    uci u = {.usi = usi};
    line_reader in = {.descriptor = STDIN_FILENO};
    line_writer_init(&u.writer, out);
    bool open = engine_session_open(&u.session, o, &in, &u.writer, error_prefix,
                                    usi ? variant_alias_default_usi : variant_alias_default);
    u.session.limits.overhead = 10;
    text_put(&u.variant_name, text_string(&u.session.name));
    int status = open ? STATUS_OK : STATUS_SYSTEM_ERROR;
    while (open && !u.quits && !line_writer_failed(&u.writer)) {
        line_reader_result event =
            line_reader_next(&in, search_job_busy(u.session.job) ? search_job_ready_fd(u.session.job) : -1);
        if (event == LINE_READER_LINE) {
            run_command(&u, text_string(&in.line));
        } else if (event == LINE_READER_WOKEN) {
            report_result(&u);
        } else if (event == LINE_READER_INVALID) {
            print_error(&u, "skipped a line that is too long or contains a NUL", "");
        } else {
            if (event == LINE_READER_ERROR) {
                print_error(&u, "cannot read standard input, or out of memory", "");
                status = STATUS_SYSTEM_ERROR;
            }
            stop(&u);
            break;
        }
    }
    engine_session_close(&u.session);
    ferz_game_free(u.pv_game);
    line_reader_finish(&in);
    line_writer_finish(&u.writer);
    text_finish(&u.variant_name);
    text_finish(&u.searchmoves);
    return status;
}

int command_uci(const options *o, output *out)
{
    return run(o, out, false);
}

int command_usi(const options *o, output *out)
{
    return run(o, out, true);
}
