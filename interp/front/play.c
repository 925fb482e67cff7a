/* play: a game in the terminal, or line by line through a pipe. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/random.h"
#include "front/board.h"
#include "front/commands.h"
#include "front/interrupt.h"
#include "front/line.h"
#include "front/save.h"
#include "front/session.h"
#include "front/words.h"

/* What is played, all that `load` replaces. A zeroed contest is empty. */
typedef struct contest {
    saved_game file;  /* owns name and settings when the contest was loaded from a file */
    const char *name; /* as ferz_game_load takes it */
    const ferz_setting *settings;
    size_t setting_count;
    ferz_game *game;
    ferz_play *play;
    char *start; /* FEN that `new` goes back to */
} contest;

typedef struct table {
    const options *o;
    output *out;
    ferz_messages *messages;
    contest contest;
    board_style style;
    line_reader *reader;
    uint64_t seed;
    long level;
    uint32_t people; /* players whom people play, bits; ferz plays the others */
    size_t viewer;   /* in games that hide something: the person who is looking, see change_seats */
    bool terminal;   /* a person reads along: boards and prompts */
    bool paused;     /* ferz does not move by itself until asked or until the person has moved */
    bool over;       /* the result was told */
    bool quit;
    int status;
} table;

/* How much ferz thinks. No level is bound by time alone, so that a seed gives the same game on every machine; the time
 * is for games whose scripts make a node cost thousands of ours. */
static const struct {
    int depth;
    uint64_t nodes;
} levels[] = {{1, 0},      {2, 0},      {3, 0},       {0, 10000},   {0, 30000},
              {0, 100000}, {0, 300000}, {0, 1000000}, {0, 3000000}, {0, 10000000}};
enum { LEVEL_COUNT = sizeof levels / sizeof levels[0], LEVEL_FIRST = 4, MOVE_MILLISECONDS_MAX = 60000, HINT_LEVEL = 5 };

/* ---- saying ---- */

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
say(table *t, const char *format, ...)
{
    text words = {0};
    text safe = {0};
    va_list args;
    va_start(args, format);
    text_vprint(&words, format, args);
    va_end(args);
    text_add_safe(&safe, text_string(&words), words.length);
    text_char(&safe, '\n');
    output_text(t->out, &safe);
    text_finish(&words);
    text_finish(&safe);
}

/* Prints what the messages hold. False, so that it can end a function that failed. */
static bool say_messages(table *t)
{
    if (ferz_messages_count(t->messages) == 0) {
        output_complain(t->out, "out of memory");
    }
    output_messages(t->out, t->messages);
    ferz_messages_clear(t->messages);
    return false;
}

/* ---- what is shown to whom ---- */

static bool is_person(const table *t);

/* Whether something must not be shown now. With nobody at the table, and when the game is over, all is. */
static bool hides(const table *t)
{
    return t->people && !t->over && ferz_game_hides(t->contest.game);
}

/* The person who is to act looks at the screen, from when change_seats says so; while ferz acts, whoever looked last. */
static void keep_viewer(table *t)
{
    while (t->people && !(t->people >> t->viewer & 1)) {
        t->viewer = (t->viewer + 1) % ferz_game_players(t->contest.game);
    }
}

/* The game as the viewer sees it; `*own` is to be destroyed. NULL after an error in the messages. */
static ferz_play *seen_play(table *t, ferz_play **own)
{
    *own = hides(t) ? ferz_play_seen(t->contest.play, t->viewer, t->messages) : NULL;
    return hides(t) ? *own : t->contest.play;
}

static const char *seen_ply(const table *t, size_t index)
{
    return hides(t) ? ferz_play_ply_seen(t->contest.play, index, t->viewer) : ferz_play_ply(t->contest.play, index);
}

/* The moves that may be played, or tried by one who does not see all. */
static char *seen_moves(table *t, size_t *count)
{
    return hides(t) ? ferz_play_tries(t->contest.play, t->viewer, count, t->messages)
                    : ferz_play_moves(t->contest.play, count, t->messages);
}

static void show_board(table *t)
{
    ferz_play *own, *play = seen_play(t, &own);
    if (!play) {
        say_messages(t);
        return;
    }
    text board = {0};
    board_draw(play, &t->style, &board);
    board_facts(play, &board);
    size_t plies = ferz_play_plies(t->contest.play);
    if (plies) {
        text_print(&board, "last: %s\n", seen_ply(t, plies - 1));
    }
    output_text(t->out, &board);
    text_finish(&board);
    ferz_play_destroy(own);
}

/* What the umpire says: lines, with or without a newline behind the last. */
static void say_lines(table *t, const char *lines)
{
    while (*lines) {
        size_t length = strcspn(lines, "\n");
        say(t, "%.*s", (int)length, lines);
        lines += length + (lines[length] == '\n');
    }
}

/* After the position has changed. Through a pipe only the check is news that the moves do not tell. */
static void show_change(table *t)
{
    t->over = false;
    keep_viewer(t);
    bool stays = !hides(t) || !is_person(t) || ferz_play_commander(t->contest.play) == t->viewer;
    if (t->terminal && stays) {
        show_board(t);
    } else if (!hides(t) && ferz_play_in_check(t->contest.play)) {
        say(t, "check: %s", player_name(t->contest.game, ferz_play_mover(t->contest.play)));
    }
}

/* ---- contests ---- */

static void contest_finish(contest *c)
{
    ferz_play_destroy(c->play);
    ferz_game_destroy(c->game);
    ferz_free(c->start);
    saved_game_finish(&c->file);
    *c = (contest){0};
}

/* Loads the game that `c` names and sets it up; the reason of a failure is in the messages. */
static bool contest_begin(contest *c, table *t, const char *fen)
{
    c->game = ferz_game_load(c->name, t->o->rules, c->settings, c->setting_count, t->seed, t->messages);
    c->play = c->game ? ferz_play_create(c->game, fen, t->messages) : NULL;
    c->start = c->play ? ferz_play_fen(c->play) : NULL;
    if (c->start) {
        ferz_messages_clear(t->messages); /* warnings about rules are for `ferz check` */
    }
    return c->start;
}

/* Puts a new position in the place of the present one. */
static bool contest_restart(contest *c, table *t)
{
    ferz_play *play = ferz_play_create(c->game, c->start, t->messages);
    if (!play) {
        return say_messages(t);
    }
    ferz_play_destroy(c->play);
    c->play = play;
    return true;
}

static bool contest_load(contest *c, table *t, const char *path)
{
    *c = (contest){0};
    if (!saved_game_read(&c->file, path, t->out)) {
        return false;
    }
    c->name = c->file.game;
    c->settings = c->file.settings;
    c->setting_count = c->file.setting_count;
    /* A saved game that came from elsewhere must not choose which files are read as rules. */
    size_t length = strlen(c->name);
    bool is_path = strchr(c->name, '/') || (length > 5 && strcmp(c->name + length - 5, ".yaml") == 0);
    if (is_path && strcmp(c->name, t->contest.name) != 0) {
        output_complain(t->out, "%s: belongs to the rules in %s: start `ferz play` with them, then load", path,
                        c->name);
        return false;
    }
    if (!contest_begin(c, t, c->file.start)) {
        say_messages(t);
        return false;
    }
    const char *move = text_string(&c->file.moves);
    for (size_t i = 0; i < c->file.move_count; i++, move += strlen(move) + 1) {
        if (ferz_play_move(c->play, move, t->messages) != FERZ_OK) {
            output_complain(t->out, "%s: move %zu, \"%s\", cannot be played", path, i + 1, move);
            return say_messages(t);
        }
    }
    return true;
}

/* The words of --as for the game at hand: players joined by commas, all (both), none; without words the first player.
 * False when one of them is nobody. */
static bool find_people(const ferz_game *game, const char *as, uint32_t *people)
{
    size_t players = ferz_game_players(game);
    *people = as ? 0 : 1;
    while (as && *as) {
        size_t length = strcspn(as, ",");
        size_t player = 0;
        bool all = (length == 4 && strncmp(as, "both", 4) == 0) || (length == 3 && strncmp(as, "all", 3) == 0);
        bool none = length == 4 && strncmp(as, "none", 4) == 0;
        while (player < players && (strlen(ferz_game_player(game, player)) != length ||
                                    strncmp(ferz_game_player(game, player), as, length) != 0)) {
            player++;
        }
        if (!all && !none && player == players) {
            return false;
        }
        *people |= all ? (UINT32_C(1) << players) - 1 : none ? 0 : UINT32_C(1) << player;
        as += length + (as[length] == ',');
    }
    return true;
}

static bool is_chance(const contest *c)
{
    return ferz_play_throws(c->play, NULL, 0) > 0;
}

static bool is_person(const table *t)
{
    size_t mover = ferz_play_commander(t->contest.play);
    return !is_chance(&t->contest) && (t->people >> mover & 1);
}

/* ---- ferz moves ---- */

static void show_thought(void *state, const ferz_report *report)
{
    (void)state;
    fprintf(stderr, "\r\033[Kferz thinks: depth %d, %.60s", report->depth, report->line);
}

/* Best move at a level; `*best` needs no freeing when it fails. */
static ferz_result think(table *t, long level, uint64_t seed, ferz_best *best)
{
    bool shown = t->terminal && t->out->colour_err;
    const ferz_limits limits = {
        .depth = levels[level - 1].depth,
        .nodes = levels[level - 1].nodes,
        .movetime = MOVE_MILLISECONDS_MAX,
        .seed = seed,
        .method = options_method(t->o),
        .stop = interrupt_stops,
        .info = shown ? show_thought : NULL,
    };
    interrupt hand;
    output_flush(t->out);
    interrupt_catch(&hand);
    ferz_result result = ferz_play_best(t->contest.play, &limits, best, t->messages);
    interrupt_release(&hand);
    /* A game among engines would go on and on otherwise. */
    t->paused = t->paused || (interrupt_came() && !t->people);
    if (shown) {
        fputs("\r\033[K", stderr);
    }
    return result;
}

/* A number that depends on the seed and on how far the game is, so that undo and a loaded game repeat themselves. */
static random_source random_now(const table *t)
{
    random_source r = {t->seed};
    r.state = random_next(&r) + ferz_play_plies(t->contest.play);
    return r;
}

static ferz_result roll(table *t, text *move)
{
    random_source r = random_now(t);
    ferz_throw thrown;
    if (!ferz_play_throw(t->contest.play, random_next(&r), &thrown)) {
        return FERZ_NO;
    }
    text_put(move, thrown.move);
    return FERZ_OK;
}

static ferz_result choose(table *t, text *move)
{
    random_source r = random_now(t);
    ferz_best best = {0};
    ferz_result result = think(t, t->level, random_next(&r) | 1, &best);
    if (result == FERZ_OK) {
        text_put(move, best.move);
    }
    ferz_free(best.move);
    ferz_free(best.line);
    return result;
}

/* Plays a move, or tries it where moves are tried. False in `*played`: it was refused, or only a question. */
static ferz_result try_move(table *t, const char *move, bool *played)
{
    char *said = NULL;
    ferz_result result = ferz_game_attempts(t->contest.game)
                             ? ferz_play_attempt(t->contest.play, move, played, &said, t->messages)
                             : ferz_play_move(t->contest.play, move, t->messages);
    if (!ferz_game_attempts(t->contest.game)) {
        *played = result == FERZ_OK;
    } else if (result == FERZ_OK && !*played && is_person(t)) {
        say_lines(t, words_or_none(said));
    }
    ferz_free(said);
    return result;
}

/* Plays for whoever is to act. When it cannot, the person is asked to help. */
static void ferz_moves(table *t)
{
    bool chance = is_chance(&t->contest);
    text move = {0};
    ferz_result result = chance ? roll(t, &move) : choose(t, &move);
    if (result == FERZ_OK && move.failed) {
        result = FERZ_FAULT;
    }
    bool played = false;
    if (result == FERZ_OK) {
        result = try_move(t, text_string(&move), &played);
    }
    if (result == FERZ_OK && played) {
        size_t last = ferz_play_plies(t->contest.play) - 1;
        say(t, "%s: %s", chance ? "chance" : "ferz plays", seen_ply(t, last));
        say_lines(t, ferz_play_announced(t->contest.play, last));
        show_change(t);
    } else if (result == FERZ_OK) {
        say(t, "ferz tries a move: impossible"); /* it has learned from that, and tries another */
    } else {
        say_messages(t);
        t->paused = true;
    }
    text_finish(&move);
}

/* ---- what the person can type ---- */

static void do_undo(table *t, char *rest)
{
    (void)rest;
    size_t undone = 0;
    while (ferz_play_undo(t->contest.play)) {
        undone++;
        if (!t->people || is_person(t)) {
            break;
        }
    }
    if (undone == 0) {
        output_complain(t->out, "there is nothing to take back");
        return;
    }
    /* With nobody at the table ferz would play the same move again at once. */
    t->paused = !t->people;
    say(t, "undone: %zu", undone);
    show_change(t);
}

static void do_hint(table *t, char *rest)
{
    (void)rest;
    ferz_best best = {0};
    if (hides(t) && !is_person(t)) {
        output_complain(t->out, "ferz is to move, and keeps its thoughts to itself");
        return;
    }
    ferz_result result = think(t, t->level > HINT_LEVEL ? t->level : HINT_LEVEL, 0, &best);
    if (result == FERZ_OK) {
        say(t, "hint: %s", best.move);
    } else {
        say_messages(t);
    }
    ferz_free(best.move);
    ferz_free(best.line);
}

static void do_why(table *t, char *rest)
{
    bool legal;
    ferz_play *own, *play = seen_play(t, &own);
    char *why = play ? ferz_play_why(play, rest, &legal, t->messages) : NULL;
    ferz_play_destroy(own);
    if (!why) {
        say_messages(t);
        return;
    }
    text words = {0};
    text_put(&words, why);
    output_text(t->out, &words);
    text_finish(&words);
    ferz_free(why);
}

/* Whether a move begins with the cell (or file, or man in hand) that was named: a1 is not the beginning of a10. */
static bool begins_at(const char *move, const char *from)
{
    static const char digits[] = "0123456789";
    size_t length = strlen(from);
    bool cut = length && strchr(digits, from[length - 1]);
    return strncmp(move, from, length) == 0 && !(cut && move[length] && strchr(digits, move[length]));
}

static void do_moves(table *t, char *rest)
{
    size_t count = 0;
    char *moves = seen_moves(t, &count);
    if (!moves) {
        say_messages(t);
        return;
    }
    text words = {0};
    size_t column = 0;
    const char *move = moves;
    for (size_t i = 0; i < count; i++, move += strlen(move) + 1) {
        if (begins_at(move, rest)) {
            column += strlen(move) + 1;
            bool wraps = !t->terminal || column > 78;
            if (words.length) {
                text_char(&words, wraps ? '\n' : ' ');
            }
            column = wraps ? strlen(move) + 1 : column;
            text_put(&words, move);
        }
    }
    if (words.length) {
        text_char(&words, '\n');
        output_text(t->out, &words);
    } else {
        output_complain(t->out, *rest ? "no legal move begins with %s" : "there is no legal move%s", rest);
    }
    text_finish(&words);
    ferz_free(moves);
}

static void do_save(table *t, char *rest)
{
    const contest *c = &t->contest;
    text content = {0};
    saved_game_put(&content, c->name, c->settings, c->setting_count, c->start, c->play);
    if (content.failed) {
        output_complain(t->out, "out of memory");
    } else if (saved_game_write(rest, &content, t->out)) {
        say(t, "saved: %s", rest);
    }
    text_finish(&content);
}

static void do_load(table *t, char *rest)
{
    contest loaded;
    if (!contest_load(&loaded, t, rest)) {
        contest_finish(&loaded);
        output_complain(t->out, "the game goes on as before");
        return;
    }
    contest_finish(&t->contest);
    t->contest = loaded;
    /* The game may be another one, with other players. */
    if (!find_people(loaded.game, t->o->value[OPTION_AS], &t->people)) {
        t->people = 1;
    }
    t->paused = false;
    say(t, "loaded: %s", rest);
    show_change(t);
}

static void do_flip(table *t, char *rest)
{
    (void)rest;
    t->style.flipped = !t->style.flipped;
    show_board(t);
}

static void do_board(table *t, char *rest)
{
    (void)rest;
    show_board(t);
}

static void do_level(table *t, char *rest)
{
    if (*rest && !text_to_long(rest, 1, LEVEL_COUNT, &t->level)) {
        output_complain(t->out, "level takes a number from 1 to %d", (int)LEVEL_COUNT);
        return;
    }
    say(t, "level: %ld", t->level);
}

static void do_new(table *t, char *rest)
{
    (void)rest;
    if (contest_restart(&t->contest, t)) {
        t->paused = false;
        say(t, "new game");
        show_change(t);
    }
}

static void do_fen(table *t, char *rest)
{
    (void)rest;
    char *fen = hides(t) ? ferz_play_view(t->contest.play, t->viewer) : ferz_play_fen(t->contest.play);
    if (fen) {
        say(t, "%s", fen);
    } else {
        output_complain(t->out, "out of memory");
    }
    ferz_free(fen);
}

static void do_go(table *t, char *rest)
{
    (void)rest;
    if (t->over) {
        output_complain(t->out, "the game is over: undo, new or quit");
        return;
    }
    t->paused = false;
    ferz_moves(t);
}

static void do_quit(table *t, char *rest)
{
    (void)rest;
    t->quit = true;
}

static void do_help(table *t, char *rest);

typedef enum follows { FOLLOWS_NOTHING, FOLLOWS_MOVE, FOLLOWS_CELL } follows;

static const struct verb {
    const char *name;
    const char *argument; /* as help shows it; in brackets when it may be left out; NULL when there is none */
    const char *about;
    void (*run)(table *t, char *rest);
    follows follows; /* what TAB offers after it */
} verbs[] = {
    {"undo", NULL, "take back to your last turn", do_undo, FOLLOWS_NOTHING},
    {"hint", NULL, "what ferz would play", do_hint, FOLLOWS_NOTHING},
    {"why", "MOVE", "why a move is legal or not", do_why, FOLLOWS_MOVE},
    {"moves", "[CELL]", "the legal moves, all or from one cell", do_moves, FOLLOWS_CELL},
    {"go", NULL, "ferz plays for whoever is to move", do_go, FOLLOWS_NOTHING},
    {"level", "[N]", "how well ferz plays, 1 to 10", do_level, FOLLOWS_NOTHING},
    {"board", NULL, "show the board", do_board, FOLLOWS_NOTHING},
    {"flip", NULL, "turn the board round", do_flip, FOLLOWS_NOTHING},
    {"fen", NULL, "the position as FEN", do_fen, FOLLOWS_NOTHING},
    {"new", NULL, "begin again", do_new, FOLLOWS_NOTHING},
    {"save", "FILE", "write the game to a file", do_save, FOLLOWS_NOTHING},
    {"load", "FILE", "go on with a game from a file", do_load, FOLLOWS_NOTHING},
    {"help", NULL, "this list", do_help, FOLLOWS_NOTHING},
    {"quit", NULL, "leave (also Ctrl-D)", do_quit, FOLLOWS_NOTHING},
};
enum { VERB_COUNT = sizeof verbs / sizeof verbs[0] };

static const char *verb_name(const void *state, size_t index)
{
    (void)state;
    return index < VERB_COUNT ? verbs[index].name : NULL;
}

static const struct verb *find_verb(const char *name, size_t length)
{
    for (size_t i = 0; i < VERB_COUNT; i++) {
        if (strlen(verbs[i].name) == length && strncmp(verbs[i].name, name, length) == 0) {
            return &verbs[i];
        }
    }
    return NULL;
}

static void do_help(table *t, char *rest)
{
    (void)rest;
    say(t, "Type a move, such as one that `moves` lists, or:");
    for (size_t i = 0; i < VERB_COUNT; i++) {
        const struct verb *v = &verbs[i];
        int width = 12 - (int)strlen(v->name);
        say(t, "  %s %-*s %s", v->name, width, v->argument ? v->argument : "", v->about);
    }
}

static void do_move(table *t, const char *move)
{
    if (t->over) {
        output_complain(t->out, "the game is over: undo, new or quit");
        return;
    }
    bool played = false;
    if (try_move(t, move, &played) != FERZ_OK) {
        const char *nearest = text_nearest(move, verb_name, NULL);
        say_messages(t);
        if (nearest) {
            output_complain(t->out, "did you mean %s?", nearest);
        }
        return;
    }
    t->paused = false;
    if (played) {
        say_lines(t, ferz_play_announced(t->contest.play, ferz_play_plies(t->contest.play) - 1));
        show_change(t);
    }
}

static void take_line(table *t, char *line)
{
    line += strspn(line, " \t");
    size_t end = strlen(line);
    while (end && (line[end - 1] == ' ' || line[end - 1] == '\t')) {
        line[--end] = '\0';
    }
    if (*line == '\0') {
        return;
    }
    size_t length = strcspn(line, " \t");
    const struct verb *v = find_verb(line, length);
    char *rest = line + length + strspn(line + length, " \t");
    if (!v) {
        do_move(t, line);
    } else if (*rest && !v->argument) {
        output_complain(t->out, "%s takes nothing after it", v->name);
    } else if (!*rest && v->argument && v->argument[0] != '[') {
        output_complain(t->out, "%s needs %s", v->name, v->argument);
    } else {
        v->run(t, rest);
    }
}

/* ---- completion ---- */

static void offer_moves(table *t, text *choices)
{
    size_t count = 0;
    char *moves = seen_moves(t, &count);
    const char *move = moves;
    for (size_t i = 0; moves && i < count; i++, move += strlen(move) + 1) {
        text_add(choices, move, strlen(move) + 1);
    }
    ferz_free(moves);
    ferz_messages_clear(t->messages);
}

static void offer(void *state, const char *before, size_t length, text *choices)
{
    table *t = state;
    word first = {before, 0};
    while (length && before[length - 1] == ' ') {
        length--;
    }
    first.length = length;
    if (length == 0) {
        for (size_t i = 0; i < VERB_COUNT; i++) {
            text_add(choices, verbs[i].name, strlen(verbs[i].name) + 1);
        }
        offer_moves(t, choices);
        return;
    }
    const struct verb *v = find_verb(first.bytes, first.length);
    if (v && v->follows == FOLLOWS_MOVE) {
        offer_moves(t, choices);
    } else if (v && v->follows == FOLLOWS_CELL) {
        for (size_t i = 0; i < ferz_play_cells(t->contest.play); i++) {
            const char *name = ferz_play_cell(t->contest.play, i).name;
            text_add(choices, name, strlen(name) + 1);
        }
    }
}

/* ---- the game ---- */

/* Whether the game is over; tells the result once. False also when it cannot be found out. */
static bool is_over(table *t)
{
    ferz_status status;
    if (t->over) {
        return true;
    }
    if (ferz_play_status(t->contest.play, &status, t->messages) != FERZ_OK) {
        say_messages(t);
        t->paused = true;
        return false;
    }
    if (status.outcome == FERZ_ONGOING) {
        return false;
    }
    text result = {0};
    session_put_status(&result, t->contest.game, &status);
    output_text(t->out, &result);
    text_finish(&result);
    if (t->terminal) {
        say(t, "undo, new or quit?");
    }
    t->over = true;
    return true;
}

static void read_line(table *t, text *line)
{
    text prompt = {0};
    if (t->terminal) {
        text_print(&prompt, "%s> ", player_name(t->contest.game, ferz_play_mover(t->contest.play)));
    }
    output_flush(t->out);
    switch (line_reader_read(t->reader, text_string(&prompt), line)) {
    case LINE_READ:
        take_line(t, line->bytes ? line->bytes : (char[]){""});
        break;
    case LINE_REFUSED:
        output_complain(t->out, "that line is no move and no command");
        break;
    case LINE_FAILED:
        output_complain(t->out, "cannot read standard input: %s", strerror(errno));
        t->status = STATUS_FAULT;
        t->quit = true;
        break;
    case LINE_END:
        t->quit = true;
        if (t->terminal) {
            say(t, "%s", "");
        }
        break;
    }
    text_finish(&prompt);
}

/* Where several people share a terminal, one looks away while the other plays. */
static void change_seats(table *t)
{
    size_t before = t->viewer;
    if (is_person(t)) {
        t->viewer = ferz_play_commander(t->contest.play);
    }
    if (!t->terminal || !hides(t) || before == t->viewer) {
        return;
    }
    text line = {0};
    fputs("\033[2J\033[3J\033[H", stdout);
    say(t, "now %s, and only %s", player_name(t->contest.game, t->viewer), player_name(t->contest.game, t->viewer));
    output_flush(t->out);
    if (line_reader_read(t->reader, "press Enter> ", &line) == LINE_END) {
        t->quit = true;
    }
    text_finish(&line);
    show_board(t);
    size_t plies = ferz_play_plies(t->contest.play);
    say_lines(t, plies ? ferz_play_announced(t->contest.play, plies - 1) : "");
}

static void run(table *t)
{
    text line = {0};
    if (t->terminal) {
        say(t, "%s: type a move, or help", ferz_game_title(t->contest.game));
    }
    show_change(t);
    while (!t->quit && t->out->error == 0) {
        bool over = is_over(t);
        if (!over && !t->paused && !is_person(t)) {
            ferz_moves(t);
            output_flush(t->out);
        } else {
            change_seats(t);
            read_line(t, &line);
        }
    }
    text_finish(&line);
}

/* Somebody who does not say a seed wants another game every time. */
static uint64_t seed_of_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    random_source r = {(uint64_t)now.tv_sec ^ ((uint64_t)now.tv_nsec << 32) ^ (uint64_t)getpid()};
    return random_next(&r);
}

static int complain_person(table *t)
{
    const ferz_game *game = t->contest.game;
    text names = {0};
    for (size_t i = 0; i < ferz_game_players(game); i++) {
        text_print(&names, "%s, ", ferz_game_player(game, i));
    }
    int status = options_complain(t->o->command, t->out, NULL, "--as takes %sall or none, not \"%s\"",
                                  text_string(&names), t->o->value[OPTION_AS]);
    text_finish(&names);
    return status;
}

int command_play(const options *o, output *out)
{
    table t = {
        .o = o,
        .out = out,
        .messages = ferz_messages_create(out->colour_err),
        .contest = {.name = o->arguments[0], .settings = o->settings, .setting_count = o->setting_count},
        .terminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1,
        .seed = o->value[OPTION_SEED] ? (uint64_t)o->number[OPTION_SEED] : seed_of_now(),
        .level = o->value[OPTION_LEVEL] ? o->number[OPTION_LEVEL] : LEVEL_FIRST,
        .status = STATUS_DONE,
    };
    const char *terminal = getenv("TERM");
    bool editing = t.terminal && terminal && *terminal && strcmp(terminal, "dumb") != 0;
    t.style = (board_style){.colour = out->colour_out,
                            .figures = t.terminal && !o->value[OPTION_LETTERS] && board_figures_possible()};
    interrupt hand;
    if (t.terminal) {
        interrupt_catch(&hand); /* Ctrl-C between two thoughts must not lose the game */
    }
    t.reader = line_reader_create(editing, offer, &t);
    if (!t.messages || !t.reader) {
        output_complain(out, "out of memory");
        t.status = STATUS_FAULT;
    } else if (!contest_begin(&t.contest, &t, o->value[OPTION_FEN])) {
        ferz_result result = ferz_messages_result(t.messages);
        t.status = result == FERZ_OK ? STATUS_FAULT : (int)result;
        say_messages(&t);
    } else {
        if (!find_people(t.contest.game, o->value[OPTION_AS], &t.people)) {
            t.status = complain_person(&t);
        } else {
            t.style.flipped = t.people == 2;
            run(&t);
        }
    }
    if (t.terminal) {
        interrupt_release(&hand);
    }
    line_reader_destroy(t.reader);
    contest_finish(&t.contest);
    ferz_messages_destroy(t.messages);
    return t.status;
}
