/* uci, usi: the Universal Chess Interface, with what programs for variants have added to it; and its cousin for boards of
 * another kind, which says the same in other words (see usi_view.h).
 *
 * The main thread reads commands and writes answers; the thinker's thread writes `info` lines alone. Nothing but UCI goes to
 * standard output: what is wrong is an `info string`. A position that cannot be set up leaves none, and thinking about
 * none is answered by `bestmove 0000`.
 */
#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "front/commands.h"
#include "front/desk.h"
#include "front/dialect.h"
#include "front/feed.h"
#include "front/usi_view.h"
#include "front/wording.h"
#include "front/words.h"

enum { HASH_MB_MAX = 65536, LINES_ASKED_MAX = 256, THREADS_ASKED_MAX = 256, OVERHEAD_MAX = 10000 };

static const char complaint[] = "info string ";

typedef struct uci {
    desk desk;
    voice voice;
    text chosen;          /* the game that UCI_Variant names; another may be loaded for UCI_Chess960 */
    bool king_takes_rook; /* UCI_Chess960 */
    bool usi;
    bool quits;
    bool counts; /* the thinker counts, for `go perft` */
    text best_only;
    ferz_play *
        line; /* for spelling lines of castling as UCI_Chess960 has them; the thinker's thread's own meanwhile; or NULL */
} uci;

/* ---- words of a command ---- */

/* The next word into `out`, from `*s` on; false when there is none. */
static bool next_word(const char **s, text *out)
{
    *s += strspn(*s, " \t");
    size_t length = strcspn(*s, " \t");
    text_clear(out);
    text_add(out, *s, length);
    *s += length;
    return length > 0 && !out->failed;
}

static bool next_is(const char **s, const char *said)
{
    const char *at = *s + strspn(*s, " \t");
    size_t length = strcspn(at, " \t");
    if (length != strlen(said) || strncmp(at, said, length) != 0) {
        return false;
    }
    *s = at + length;
    return true;
}

static void complain(uci *u, const char *what, const char *said)
{
    voice_say(&u->voice, "%s%s%s%s%s", complaint, what, *said ? " `" : "", said, *said ? "`" : "");
}

/* ---- moves in both spellings ---- */

/* As the game writes it, except that with UCI_Chess960 castling is king takes rook. */
static void put_move(uci *u, ferz_play *play, const char *move, text *t)
{
    castling c;
    if (u->usi) {
        usi_put_move(play, move, t);
        return;
    }
    if (u->king_takes_rook && wording_castles(play, move, &c)) {
        text_put(t, ferz_play_cell(play, c.from).name);
        text_put(t, ferz_play_cell(play, c.partner_from).name);
        return;
    }
    text_put(t, move);
}

/* Plays the moves in `words` as far as they are legal; says what stopped it. */
static bool play_words(uci *u, const char *words)
{
    size_t number = 0;
    for (word w = word_first(words); w.length; w = word_next(w)) {
        text move = {0};
        text_add(&move, w.bytes, w.length);
        if (u->usi) {
            text own = {0};
            usi_read_move(u->desk.play, text_string(&move), &own);
            text_finish(&move);
            move = own;
        }
        number++;
        ferz_result result = move.failed ? FERZ_FAULT : ferz_play_move(u->desk.play, text_string(&move), NULL);
        if (result == FERZ_NO) {
            size_t count;
            char *moves = ferz_play_moves(u->desk.play, &count, NULL);
            const char *meant = moves ? wording_find(u->desk.play, moves, count, text_string(&move)) : NULL;
            result = ferz_play_move(u->desk.play, meant ? meant : text_string(&move), u->desk.messages);
            ferz_free(moves);
        }
        if (result != FERZ_OK) {
            voice_say(&u->voice, "%smove %zu, `%s`, cannot be played: there is no position", complaint, number,
                      text_string(&move));
            voice_complain(&u->voice, complaint, u->desk.messages);
        }
        text_finish(&move);
        if (result != FERZ_OK) {
            return false;
        }
    }
    return true;
}

/* ---- the variant ---- */

static size_t hand_kinds(const ferz_game *game)
{
    size_t kinds = 0;
    for (size_t i = 0; i < ferz_game_piece_count(game); i++) {
        kinds += ferz_game_piece(game, i).drops;
    }
    return kinds;
}

/* The family whose habits a board program should assume: how promoted men are written, whether men are dropped. */
static const char *template_of(const ferz_game *game)
{
    if (!ferz_game_has_hands(game)) {
        return "fairy";
    }
    for (size_t i = 0; i < ferz_game_piece_count(game); i++) {
        if (*ferz_game_piece(game, i).letter == '+') {
            return dialect_promoting;
        }
    }
    return dialect_dropping;
}

static void describe_variant(uci *u)
{
    const ferz_game *game = u->desk.game;
    char *fen = ferz_play_fen(u->desk.play);
    voice_say(&u->voice, "%svariant %s files %d ranks %d pocket %zu template %s startpos %s", complaint,
              text_string(&u->chosen), ferz_play_columns(u->desk.play), ferz_play_rows(u->desk.play), hand_kinds(game),
              template_of(game), words_or_none(fen));
    ferz_free(fen);
}

/* What cannot be had through this protocol. */
static void warn_variant(uci *u)
{
    const ferz_game *game = u->desk.game;
    const ferz_entry *e = desk_entry(&u->desk, ferz_game_name(game));
    if (ferz_game_hides(game)) {
        voice_say(&u->voice,
                  "%sin this game a player does not see all: `position` shows the engine what it must not know, "
                  "and it plays by what it would see",
                  complaint);
    }
    if (ferz_game_several_plies(game)) {
        voice_say(&u->voice, "%sa turn may have several moves here: `bestmove` is the next one, ask again for the rest",
                  complaint);
    }
    if (e && e->chance) {
        voice_say(&u->voice,
                  "%sdice are thrown by moves of two words, `roll N`: one where the engine is asked to move "
                  "before the throw",
                  complaint);
    }
}

/* Loads what UCI_Variant and UCI_Chess960 together mean. */
static bool load_variant(uci *u, const char *name, const char *settings)
{
    const char *ours = desk_entry(&u->desk, name) ? name : dialect_from_uci(name);
    const char *shuffled = u->king_takes_rook ? dialect_shuffled(ours) : ours;
    if (shuffled != ours && !desk_entry(&u->desk, shuffled)) {
        shuffled = ours;
    }
    return desk_choose(&u->desk, shuffled, settings);
}

static bool in_two_sides(const ferz_entry *e)
{
    return e->sides == 2;
}

static void announce_variants(uci *u)
{
    text line = {0};
    text_print(&line, "option name %s_Variant type combo default %s", u->usi ? "USI" : "UCI", text_string(&u->chosen));
    for (size_t i = 0; i < u->desk.entry_count; i++) {
        if (in_two_sides(&u->desk.entries[i])) {
            text_print(&line, " var %s", u->desk.entries[i].name);
        }
    }
    text file = {0};
    desk_put_file(&u->desk, &file);
    if (file.length && !desk_entry(&u->desk, text_string(&file))) {
        text_print(&line, " var %s", text_string(&file));
    }
    text_finish(&file);
    const dialect_row *row;
    for (size_t i = 0; (row = dialect_uci(i)) != NULL; i++) {
        if (desk_entry(&u->desk, row->ours) && !desk_entry(&u->desk, row->theirs)) {
            text_print(&line, " var %s", row->theirs);
        }
    }
    voice_say(&u->voice, "%s", text_string(&line));
    text_finish(&line);
}

/* ---- options ---- */

static void set_variant(uci *u, const char *value)
{
    const char *ours = desk_entry(&u->desk, value) ? value : dialect_from_uci(value);
    const ferz_entry *e = desk_entry(&u->desk, ours);
    if (e && !in_two_sides(e)) {
        voice_say(&u->voice, "%s`%s` has %zu sides, and UCI knows two", complaint, value, e->sides);
        return;
    }
    if (!load_variant(u, value, "")) {
        voice_say(&u->voice, "%svariant `%s` is not there or has mistakes; still playing `%s`", complaint, value,
                  text_string(&u->chosen));
        return;
    }
    text_clear(&u->chosen);
    text_put(&u->chosen, value);
    describe_variant(u);
    warn_variant(u);
}

static void set_960(uci *u, const char *value)
{
    u->king_takes_rook = strcasecmp(value, "true") == 0;
    text name = {0};
    text_put(&name, text_string(&u->chosen));
    load_variant(u, text_string(&name), NULL);
    text_finish(&name);
}

static void set_path(uci *u, const char *value)
{
    if (strcmp(value, "<empty>") == 0) {
        value = "";
    }
    desk_look_in(&u->desk, value);
    announce_variants(u);
}

static void set_settings(uci *u, const char *value)
{
    if (strcmp(value, "<empty>") == 0) {
        value = "";
    }
    if (desk_choose(&u->desk, text_string(&u->desk.name), value)) {
        describe_variant(u);
    }
}

static void set_method(uci *u, const char *value)
{
    static const char *const words[] = {"usual", "depth", "mcts"};
    for (int i = 0; i < 3; i++) {
        if (strcasecmp(value, words[i]) == 0) {
            u->desk.limits.method = (ferz_method)i;
            return;
        }
    }
    complain(u, "Method is usual, depth or mcts, not", value);
}

static void clear_hash(uci *u, const char *value)
{
    (void)value;
    desk_forget(&u->desk);
}

static void set_ponder(uci *u, const char *value)
{
    (void)u; /* `go ponder` says it all */
    (void)value;
}

static void set_analysis(uci *u, const char *value)
{
    (void)u; /* positions are thought about alike */
    (void)value;
}

static void set_hash(uci *u, long n)
{
    u->desk.limits.hash_bytes = (size_t)n << 20;
}

static void set_threads(uci *u, long n)
{
    u->desk.limits.threads = (int)n;
}

static void set_lines(uci *u, long n)
{
    u->desk.limits.lines = (int)n;
}

static void set_overhead(uci *u, long n)
{
    u->desk.limits.overhead = (int)n;
}

static void set_seed(uci *u, long n)
{
    u->desk.limits.seed = (uint64_t)n;
}

/* What setoption takes; UCI_Variant, the first, is announced by a function of its own. */
static const struct uci_option {
    const char *name;
    const char *type; /* as announced, behind `type` */
    void (*set)(uci *u, const char *value);
    void (*set_number)(uci *u, long n);
    long low, high, usual;
} option_rows[] = {
    {"UCI_Variant", NULL, set_variant, NULL, 0, 0, 0},
    {dialect_castling_option, "check default false", set_960, NULL, 0, 0, 0},
    {"VariantPath", "string default <empty>", set_path, NULL, 0, 0, 0},
    {"Settings", "string default <empty>", set_settings, NULL, 0, 0, 0},
    {"MultiPV", "spin", NULL, set_lines, 1, LINES_ASKED_MAX, 1},
    {"Hash", "spin", NULL, set_hash, 1, HASH_MB_MAX, 16},
    {"Clear Hash", "button", clear_hash, NULL, 0, 0, 0},
    {"Threads", "spin", NULL, set_threads, 1, THREADS_ASKED_MAX, 1},
    {"Ponder", "check default false", set_ponder, NULL, 0, 0, 0},
    {"UCI_AnalyseMode", "check default false", set_analysis, NULL, 0, 0, 0},
    {"Move Overhead", "spin", NULL, set_overhead, 0, OVERHEAD_MAX, 10},
    {"Seed", "spin", NULL, set_seed, 0, INT_MAX, 0},
    {"Method", "combo default usual var usual var depth var mcts", set_method, NULL, 0, 0, 0},
};

static void announce_options(uci *u)
{
    for (size_t i = 0; i < sizeof option_rows / sizeof option_rows[0]; i++) {
        const struct uci_option *row = &option_rows[i];
        if (!row->type) {
            announce_variants(u);
        } else if (u->usi && (row->set == set_960 || row->set == set_analysis)) {
            continue; /* no such thing there */
        } else if (u->usi && (row->set_number == set_hash || row->set == set_ponder)) {
            continue; /* goes without saying: USI_Hash, USI_Ponder */
        } else if (row->set_number) {
            voice_say(&u->voice, "option name %s type %s default %ld min %ld max %ld", row->name, row->type, row->usual,
                      row->low, row->high);
        } else {
            voice_say(&u->voice, "option name %s type %s", row->name, row->type);
        }
    }
}

/* USI has a sign of its own before some of the names. */
static bool same_option(const uci *u, const char *name, const char *said)
{
    if (u->usi && strncasecmp(said, "USI_", 4) == 0) {
        said += 4;
        name += strncasecmp(name, "UCI_", 4) == 0 ? 4 : 0;
    }
    return strcasecmp(name, said) == 0;
}

/* setoption name NAME... [value VALUE...] */
static void set_option(uci *u, const char *s)
{
    text name = {0}, said = {0};
    if (!next_is(&s, "name")) {
        complain(u, "setoption goes: setoption name NAME value VALUE", "");
        return;
    }
    while (!next_is(&s, "value") && next_word(&s, &said)) {
        text_print(&name, "%s%s", name.length ? " " : "", text_string(&said));
    }
    text_clear(&said);
    s += strspn(s, " \t");
    size_t length = strlen(s);
    while (length && strchr(" \t", s[length - 1])) {
        length--;
    }
    text_add(&said, s, length);
    const struct uci_option *found = NULL;
    for (size_t i = 0; i < sizeof option_rows / sizeof option_rows[0]; i++) {
        if (same_option(u, option_rows[i].name, text_string(&name))) {
            found = &option_rows[i];
        }
    }
    long n = 0;
    if (!found) {
        complain(u, "there is no option", text_string(&name));
    } else if (found->set) {
        found->set(u, text_string(&said));
    } else if (!text_to_long(text_string(&said), LONG_MIN, LONG_MAX, &n)) {
        voice_say(&u->voice, "%s%s is a number, not `%s`", complaint, found->name, text_string(&said));
    } else {
        found->set_number(u, n < found->low ? found->low : n > found->high ? found->high : n);
    }
    text_finish(&name);
    text_finish(&said);
}

/* ---- position ---- */

/* Rights to castle by file, HAha, in a game that writes them KQkq: the outermost rooks are meant. In place. */
static void respell_rights(const uci *u, char *fen)
{
    const char *own = ferz_game_start(u->desk.game);
    char *field = strchr(fen, ' ');
    field = field ? strchr(field + 1, ' ') : NULL;
    bool by_file = !strpbrk(own, "K") || !strstr(own, " KQkq ");
    if (!u->king_takes_rook || !field || by_file) {
        return;
    }
    char last = (char)('a' + ferz_play_columns(u->desk.play) - 1);
    for (char *c = field + 1; *c && *c != ' '; c++) {
        char lower = (char)tolower((unsigned char)*c);
        if (lower == last || lower == 'a') {
            char meant = lower == last ? 'k' : 'q';
            *c = *c == lower ? meant : (char)toupper((unsigned char)meant);
        }
    }
}

static bool respell_position(uci *u, text *fen)
{
    text own = {0};
    bool fine = usi_read_position(u->desk.play, text_string(fen), &own);
    if (!fine) {
        complain(u, "an SFEN has four words, not", text_string(fen));
    }
    text_finish(fen);
    *fen = own;
    return fine;
}

static void set_position(uci *u, const char *s)
{
    text fen = {0}, said = {0};
    bool start = next_is(&s, "startpos");
    bool fine = true;
    if (!start && (next_is(&s, "fen") || next_is(&s, "sfen"))) {
        const char *at = s;
        while (next_word(&at, &said) && strcmp(text_string(&said), "moves") != 0) {
            text_print(&fen, "%s%s", fen.length ? " " : "", text_string(&said));
            s = at;
        }
        fine = !fen.failed && fen.length;
        if (!fine) {
            complain(u, "a position is missing behind `fen`", "");
        }
        if (fine && (u->desk.play || desk_set_up(&u->desk, NULL))) {
            respell_rights(u, fen.bytes);
            fine = !u->usi || respell_position(u, &fen);
        }
    } else if (!start) {
        complain(u, "position goes: position startpos or fen F, then moves M...", "");
        fine = false;
    }
    if (fine && desk_set_up(&u->desk, start ? NULL : text_string(&fen))) {
        if (next_is(&s, "moves")) {
            fine = play_words(u, s);
        } else if (s[strspn(s, " \t")]) {
            complain(u, "`moves` was expected, not", s + strspn(s, " \t"));
            fine = false;
        }
    }
    if (!fine) {
        ferz_play_destroy(u->desk.play);
        u->desk.play = NULL;
    }
    text_finish(&fen);
    text_finish(&said);
}

/* ---- go ---- */

static uint64_t per_second(uint64_t nodes, int milliseconds)
{
    return nodes * 1000 / (uint64_t)(milliseconds > 0 ? milliseconds : 1);
}

/* The moves of a line, each spelled in its position. */
static void put_line(uci *u, const char *moves, text *t)
{
    size_t played = 0;
    bool fine = true;
    for (word w = word_first(moves); w.length; w = word_next(w)) {
        text move = {0};
        text_add(&move, w.bytes, w.length);
        text_put(t, t->length ? " " : "");
        if (u->line && fine) {
            put_move(u, u->line, text_string(&move), t);
            fine = ferz_play_move(u->line, text_string(&move), NULL) == FERZ_OK;
            played += fine;
        } else {
            text_put(t, text_string(&move));
        }
        text_finish(&move);
    }
    while (played--) {
        ferz_play_undo(u->line);
    }
}

static void say_info(void *state, const ferz_report *r)
{
    static const char *const bounds[] = {"", " lowerbound", " upperbound"};
    uci *u = state;
    text line = {0};
    put_line(u, r->line, &line);
    voice_say(&u->voice,
              "info depth %d seldepth %d multipv %d score %s %d%s nodes %" PRIu64 " nps %" PRIu64
              " hashfull %d time %d pv %s",
              r->depth, r->reach > r->depth ? r->reach : r->depth, r->number, r->mate ? "mate" : "cp",
              r->mate && u->usi ? (r->mate > 0 ? 2 * r->mate - 1 : 2 * r->mate)
              : r->mate         ? r->mate
                                : r->score,
              bounds[r->bound], r->nodes, per_second(r->nodes, r->milliseconds), r->full, r->milliseconds,
              text_string(&line));
    text_finish(&line);
}

static void say_division(void *state, const char *move, uint64_t nodes)
{
    uci *u = state;
    voice_say(&u->voice, "%s: %" PRIu64, move, nodes);
}

/* The move expected after the best one, or "". */
static void put_expected(uci *u, const ferz_best *best, text *t)
{
    word first = word_first(best->line);
    word second = first.length ? word_next(first) : first;
    if (!second.length || ferz_play_move(u->desk.play, best->move, NULL) != FERZ_OK) {
        return;
    }
    text move = {0};
    text_add(&move, second.bytes, second.length);
    text_put(t, " ponder ");
    put_move(u, u->desk.play, text_string(&move), t);
    text_finish(&move);
    ferz_play_undo(u->desk.play);
}

/* Where the engine would rather claim the game's end than move: no program of this kind understands that. Cuts the words. */
static const char *first_word(uci *u, const char *words)
{
    size_t length = words ? strcspn(words, " ") : 0;
    if (!length) {
        return "(none)";
    }
    u->best_only.bytes[length] = '\0';
    return u->best_only.bytes;
}

/* Takes the thinker's answer and says it. */
static void answer(uci *u)
{
    thinker_answer a;
    thinker_take(u->desk.thinker, &a);
    ferz_play_destroy(u->line);
    u->line = NULL;
    text line = {0};
    if (u->counts) {
        if (a.result != FERZ_OK) {
            voice_complain(&u->voice, complaint, a.messages);
        } else if (a.stopped) {
            complain(u, "the count was stopped", "");
        } else {
            voice_say(&u->voice, "Nodes searched: %" PRIu64, a.nodes);
        }
    } else if (a.result == FERZ_OK && wording_is_claim(a.best.move)) {
        voice_say(&u->voice, "bestmove %s", first_word(u, text_string(&u->best_only)));
    } else if (a.result == FERZ_OK) {
        put_move(u, u->desk.play, a.best.move, &line);
        put_expected(u, &a.best, &line);
        voice_say(&u->voice, "bestmove %s", text_string(&line));
    } else {
        voice_complain(&u->voice, complaint, a.messages);
        voice_say(&u->voice, "bestmove %s", u->usi ? "resign" : "(none)");
    }
    text_finish(&line);
    thinker_answer_finish(&a);
}

/* Ends what is being thought about, and says what came of it. */
static void stop(uci *u)
{
    if (thinker_busy(u->desk.thinker)) {
        thinker_stop(u->desk.thinker);
        answer(u);
    }
}

/* Moves to choose from: those that were named, or all but claims, of which no UCI program knows. NULL: all. */
static const char *choose_from(uci *u, const char *named)
{
    size_t count;
    text *only = &u->best_only;
    char *moves = ferz_play_moves(u->desk.play, &count, NULL);
    text_clear(only);
    bool claims = false;
    const char *m = words_or_none(moves);
    for (size_t i = 0; moves && i < count; i++, m += strlen(m) + 1) {
        claims = claims || wording_is_claim(m);
    }
    if (*named) {
        for (word w = word_first(named); w.length && moves; w = word_next(w)) {
            text move = {0};
            text_add(&move, w.bytes, w.length);
            const char *meant = wording_find(u->desk.play, moves, count, text_string(&move));
            if (meant) {
                text_print(only, "%s%s", only->length ? " " : "", meant);
            } else {
                complain(u, "searchmoves names no legal move by", text_string(&move));
            }
            text_finish(&move);
        }
    } else if (claims) {
        m = moves;
        for (size_t i = 0; i < count; i++, m += strlen(m) + 1) {
            if (!wording_is_claim(m)) {
                text_print(only, "%s%s", only->length ? " " : "", m);
            }
        }
    }
    ferz_free(moves);
    return only->length && !only->failed ? text_string(only) : NULL;
}

typedef struct go_words {
    thought what;
    long time[2], increment[2], nodes;
    long extra; /* byoyomi: for each move once the time is up */
    bool infinite;
    text named; /* searchmoves */
} go_words;

/* Numbers of `go`: the word, and where the number goes, by its offset in go_words. */
typedef struct go_row {
    const char *word;
    size_t offset;
    bool wide;  /* a long; else an int of the limits */
    long least; /* what anything less is taken for: a clock that has run out still means haste */
} go_row;
#define LIMIT(member) offsetof(go_words, what.limits.member), false
static const go_row go_rows[] = {
    {"wtime", offsetof(go_words, time[0]), true, 1},
    {"btime", offsetof(go_words, time[1]), true, 1},
    {"winc", offsetof(go_words, increment[0]), true, 0},
    {"binc", offsetof(go_words, increment[1]), true, 0},
    {"byoyomi", offsetof(go_words, extra), true, 0},
    {"nodes", offsetof(go_words, nodes), true, 1},
    {"movestogo", LIMIT(moves_to_go), 0},
    {"movetime", LIMIT(movetime), 1},
    {"depth", LIMIT(depth), 1},
    {"mate", LIMIT(mate), 1},
    {"perft", offsetof(go_words, what.count), false, 1},
};
#undef LIMIT

static const go_row *find_go_row(const char *said)
{
    for (size_t i = 0; i < sizeof go_rows / sizeof go_rows[0]; i++) {
        if (strcmp(go_rows[i].word, said) == 0) {
            return &go_rows[i];
        }
    }
    return NULL;
}

/* The number behind a word. */
static void read_number(uci *u, const go_row *row, const char *number, go_words *g)
{
    long n;
    if (!text_to_long(number, LONG_MIN, LONG_MAX, &n)) {
        voice_say(&u->voice, "%sgo %s wants a number, not `%s`", complaint, row->word, number);
        return;
    }
    n = n < row->least ? row->least : n;
    char *at = (char *)g + row->offset;
    if (row->wide) {
        memcpy(at, &n, sizeof n);
    } else {
        int less = n > INT_MAX ? INT_MAX : (int)n;
        memcpy(at, &less, sizeof less);
    }
}

static void read_go(uci *u, const char *s, go_words *g)
{
    text said = {0};
    bool naming = false;
    while (next_word(&s, &said)) {
        const go_row *row = find_go_row(text_string(&said));
        if (row) {
            naming = false;
            if (next_word(&s, &said)) {
                read_number(u, row, text_string(&said), g);
            } else {
                complain(u, "a number is missing behind", row->word);
            }
        } else if (strcmp(text_string(&said), "infinite") == 0) {
            g->infinite = true;
            naming = false;
        } else if (strcmp(text_string(&said), "ponder") == 0) {
            g->what.ponders = true;
            naming = false;
        } else if (strcmp(text_string(&said), "searchmoves") == 0) {
            naming = true;
        } else if (naming) {
            text_print(&g->named, "%s ", text_string(&said));
        } else {
            complain(u, "go does not know", text_string(&said));
        }
    }
    text_finish(&said);
}

static int clip(long n)
{
    return n > INT_MAX / 2 ? INT_MAX / 2 : (int)n;
}

static void go(uci *u, const char *s)
{
    stop(u);
    if (!u->desk.play) {
        complain(u, "there is no position", "");
        voice_say(&u->voice, "bestmove 0000");
        return;
    }
    go_words g = {.what = {.limits = u->desk.limits}};
    read_go(u, s, &g);
    int side = desk_side(&u->desk) ^ u->usi; /* there the first player is black */
    ferz_limits *l = &g.what.limits;
    l->nodes = (uint64_t)g.nodes;
    l->clock = g.time[side] ? clip(g.time[side]) : 0;
    l->increment = clip(g.increment[side]);
    if (g.extra && l->clock <= 1) {
        l->clock = 0;
        l->movetime = clip(g.extra - l->overhead > 0 ? g.extra - l->overhead : 1);
    } else if (g.extra) {
        l->increment = clip(g.increment[side] + g.extra);
    }
    bool limited = l->depth || l->nodes || l->movetime || l->clock || l->increment || l->mate;
    g.what.holds = !g.what.count && (g.infinite || (!limited && !g.what.ponders));
    if (g.what.holds || !limited) {
        l->depth = INT_MAX / 4; /* else a few plies would do */
    }
    if (l->increment && !l->clock && !l->movetime) {
        l->clock = 1; /* nothing is left but what each move brings */
    }
    u->counts = g.what.count != 0;
    l->only = u->counts ? NULL : choose_from(u, text_string(&g.named));
    g.what.engine = u->counts ? NULL : desk_engine(&u->desk);
    u->line = (u->king_takes_rook || u->usi) && !u->counts ? ferz_play_copy(u->desk.play) : NULL;
    g.what.info = say_info;
    g.what.divide = say_division;
    g.what.state = u;
    if ((!g.what.engine && !u->counts) || !thinker_start(u->desk.thinker, &g.what, u->desk.play)) {
        ferz_play_destroy(u->line);
        u->line = NULL;
        complain(u, "out of memory or of threads", "");
        voice_say(&u->voice, "bestmove 0000");
    }
    text_finish(&g.named);
}

/* ---- the other commands ---- */

static void greet(uci *u, const char *s)
{
    (void)s;
    voice_say(&u->voice, "id name Ferz %s", ferz_version());
    voice_say(&u->voice, "id author the Ferz developers");
    announce_options(u);
    voice_say(&u->voice, u->usi ? "usiok" : "uciok");
}

static void be_ready(uci *u, const char *s)
{
    (void)s;
    voice_say(&u->voice, "readyok");
}

static void new_game(uci *u, const char *s)
{
    (void)s;
    desk_forget(&u->desk);
    if (!u->desk.play) {
        desk_set_up(&u->desk, NULL);
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
    if (thinker_busy(u->desk.thinker)) {
        thinker_hit(u->desk.thinker);
    }
}

static void put_row(const uci *u, int row, text *t)
{
    text_print(t, "%3d ", row + 1);
    for (int column = 0; column < ferz_play_columns(u->desk.play); column++) {
        const char *man = " ";
        for (size_t i = 0; i < ferz_play_cells(u->desk.play); i++) {
            ferz_cell cell = ferz_play_cell(u->desk.play, i);
            if (cell.level == 0 && cell.row == row && cell.column == column) {
                man = cell.man ? cell.man : ".";
            }
        }
        text_print(t, " %s", man);
    }
}

static void describe(uci *u, const char *s)
{
    (void)s;
    if (!u->desk.play) {
        complain(u, "there is no position", "");
        return;
    }
    text line = {0};
    for (int row = ferz_play_rows(u->desk.play); row-- > 0;) {
        text_clear(&line);
        put_row(u, row, &line);
        voice_say(&u->voice, "%s", text_string(&line));
    }
    text_finish(&line);
    char *fen = ferz_play_fen(u->desk.play);
    voice_say(&u->voice, "Fen: %s", words_or_none(fen));
    voice_say(&u->voice, "Key: %016" PRIX64, ferz_play_hash(u->desk.play));
    ferz_free(fen);
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

/* `at_once`: while the thinker thinks it need not be stopped first. */
static const struct uci_command {
    const char *name;
    void (*run)(uci *u, const char *rest);
    bool at_once;
} command_rows[] = {
    {"uci", greet, true},
    {"usi", greet, true},
    {"usinewgame", new_game, false},
    {"gameover", ignore, false},
    {"isready", be_ready, true},
    {"ucinewgame", new_game, false},
    {"setoption", set_option, false},
    {"position", set_position, false},
    {"go", go, false},
    {"stop", stop_thinking, true},
    {"ponderhit", ponder_hit, true},
    {"d", describe, true},
    {"quit", quit, true},
    {"debug", ignore, true},
    {"register", ignore, true},
};

/* Looks the first word up. */
static void obey(uci *u, const char *line)
{
    text said = {0};
    const char *s = line;
    const struct uci_command *found = NULL;
    if (next_word(&s, &said)) {
        for (size_t i = 0; i < sizeof command_rows / sizeof command_rows[0]; i++) {
            if (strcmp(command_rows[i].name, text_string(&said)) == 0) {
                found = &command_rows[i];
            }
        }
        if (!found) {
            complain(u, "unknown command", text_string(&said));
        }
    }
    if (found) {
        if (!found->at_once) {
            stop(u);
        }
        found->run(u, s);
    }
    text_finish(&said);
}

static int run(const options *o, output *out, bool usi)
{
    uci u = {.usi = usi};
    feed in = {.descriptor = STDIN_FILENO};
    voice_init(&u.voice, out);
    bool open = desk_open(&u.desk, o, &u.voice, complaint, usi ? dialect_first_of_usi : dialect_first);
    u.desk.limits.overhead = 10;
    text_put(&u.chosen, text_string(&u.desk.name));
    int status = open ? STATUS_DONE : STATUS_FAULT;
    while (open && !u.quits && !voice_lost(&u.voice)) {
        feed_result came = feed_next(&in, thinker_busy(u.desk.thinker) ? thinker_ready(u.desk.thinker) : -1);
        if (came == FEED_LINE) {
            obey(&u, text_string(&in.line));
        } else if (came == FEED_WOKEN) {
            answer(&u);
        } else if (came == FEED_REFUSED) {
            complain(&u, "a line that is too long, or holds a NUL, was skipped", "");
        } else {
            if (came == FEED_FAILED) {
                complain(&u, "standard input cannot be read, or memory is out", "");
                status = STATUS_FAULT;
            }
            stop(&u);
            break;
        }
    }
    desk_close(&u.desk);
    ferz_play_destroy(u.line);
    feed_finish(&in);
    voice_finish(&u.voice);
    text_finish(&u.chosen);
    text_finish(&u.best_only);
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
