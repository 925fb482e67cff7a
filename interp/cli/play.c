/* play: a game in the terminal, or line by line through a pipe. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "answers/answers.h"
#include "base/random.h"
#include "cli/board.h"
#include "cli/cards.h"
#include "cli/changes.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/line_editor.h"
#include "cli/saved_game.h"
#include "cli/session.h"
#include "base/move_tokens.h"

/* The game in progress; `load` replaces it. A zeroed one is empty. */
typedef struct current_game {
    saved_game file;  /* owns name and settings when the game was loaded from a file */
    const char *name; /* as ferz_variant_load takes it */
    const ferz_setting *settings;
    size_t setting_count;
    ferz_variant *variant;
    ferz_game *game;
    char *start; /* FEN that `new` returns to */
} current_game;

typedef struct play_session {
    const options *o;
    output *out;
    ferz_messages *messages;
    current_game current;
    board_style style;
    line_editor *reader;
    uint64_t seed;
    long level;
    uint32_t humans; /* bit set of players that people play; ferz plays the others */
    size_t viewer;   /* with hidden information: the person who looks at the screen, see change_viewer */
    bool terminal;   /* on a terminal: shows boards and prompts */
    bool paused;     /* ferz waits until `go` or until the person has moved */
    bool over;       /* the result was printed */
    bool resigned;   /* that was why */
    bool quit;
    int status;
} play_session;

enum { LEVEL_FIRST = 4, HINT_LEVEL = 5 };

/* ---- output ---- */

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
print_line(play_session *s, const char *format, ...)
{
    text buffer = {0};
    text safe = {0};
    va_list args;
    va_start(args, format);
    text_vprint(&buffer, format, args);
    va_end(args);
    text_add_safe(&safe, text_string(&buffer), buffer.length);
    text_char(&safe, '\n');
    output_text(s->out, &safe);
    text_finish(&buffer);
    text_finish(&safe);
}

/* Prints the messages. Returns false, so that it can end a function that failed. */
static bool print_messages(play_session *s)
{
    if (ferz_messages_count(s->messages) == 0) {
        output_out_of_memory(s->out);
    }
    output_messages(s->out, s->messages);
    ferz_messages_clear(s->messages);
    return false;
}

/* ---- the screen ---- */

enum { USUAL_LINES = 24, USUAL_COLUMNS = 80 };

/* Lines and columns of the terminal; usual ones where it does not tell, or nonsense. */
static struct winsize screen_size(void)
{
    struct winsize size = {0};
    (void)ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
    size.ws_row = size.ws_row > 4 ? size.ws_row : USUAL_LINES;
    size.ws_col = size.ws_col > 4 ? size.ws_col : USUAL_COLUMNS;
    return size;
}

/* ---- hidden information ---- */

static bool is_human(const play_session *s);
static bool is_chance(const current_game *c);

/* Whether something must stay hidden now. Without a human player, and after the game, everything is shown. */
static bool hides_information(const play_session *s)
{
    return s->humans && !s->over && ferz_variant_facts(s->current.variant)->hides_information;
}

/* Sets the viewer to a human player, if it is none. */
static void update_viewer(play_session *s)
{
    while (s->humans && !(s->humans >> s->viewer & 1)) {
        s->viewer = (s->viewer + 1) % ferz_variant_facts(s->current.variant)->player_count;
    }
}

/* The game as the viewer sees it; the caller destroys `*view`. NULL after an error in the messages. */
static ferz_game *viewed_game(play_session *s, ferz_game **view)
{
    *view = hides_information(s) ? ferz_game_view(s->current.game, s->viewer, s->messages) : NULL;
    return hides_information(s) ? *view : s->current.game;
}

static const char *viewed_ply(const play_session *s, size_t index)
{
    return hides_information(s) ? ferz_game_ply_view(s->current.game, index, s->viewer)
                                : ferz_game_ply(s->current.game, index);
}

/* The legal moves, or those that a player may try who does not see everything. */
static char *viewed_moves(play_session *s, size_t *count)
{
    return hides_information(s) ? ferz_game_tries(s->current.game, s->viewer, count, s->messages)
                                : ferz_game_legal_moves(s->current.game, count, s->messages);
}

/* What a move, or a part of one, says in words, where these tell more than its text; ferz_free. NULL: nothing. */
static char *telling_words(const play_session *s, const char *written)
{
    char *words = ferz_variant_move_words(s->current.variant, written, FERZ_ENGLISH), *colon = words;
    size_t i = 0;
    for (; colon && *colon && *colon == written[i]; colon++, i++) { /* a blank behind a colon says nothing */
        colon += *colon == ':' && colon[1] == ' ' && written[i + 1] != ' ';
    }
    if (colon && !*colon && !written[i]) {
        ferz_free(words);
        return NULL;
    }
    return words;
}

/* A move as people type it; at a terminal with what its words say: `discard:H (discard a card: hidden square)`. */
static void put_move(const play_session *s, text *out, const char *written)
{
    char *words = s->terminal ? telling_words(s, written) : NULL;
    text_print(out, words && *words ? "%s (%s)" : "%s", written, words);
    ferz_free(words);
}

static void print_move(play_session *s, const char *before, const char *written)
{
    text line = {0};
    put_move(s, &line, written);
    print_line(s, "%s: %s", before, text_string(&line));
    text_finish(&line);
}

/* Whether a person has pieces to place and can do nothing else: armies are set up. */
static bool sets_up(play_session *s)
{
    const size_t player = ferz_game_commander(s->current.game);
    size_t held = 0, count = 0, drops = 0;
    for (size_t i = 0; i < ferz_variant_facts(s->current.variant)->piece_count && is_human(s); i++) {
        held += ferz_game_held(s->current.game, player, i);
    }
    char *moves = held > 1 ? viewed_moves(s, &count) : NULL;
    const char *move = moves;
    for (size_t i = 0; i < count; i++, move += strlen(move) + 1) {
        drops += strchr(move, '@') != NULL && !strchr(move, ',');
    }
    ferz_free(moves);
    ferz_messages_clear(s->messages);
    return count && drops == count;
}

static void show_board(play_session *s)
{
    ferz_game *view, *game = viewed_game(s, &view);
    if (!game) {
        print_messages(s);
        return;
    }
    text board = {0};
    s->style.width = s->terminal ? screen_size().ws_col : 0;
    board_draw(game, &s->style, &board);
    if (s->terminal) {
        cards_put(game, &s->style, &board);
    }
    board_put_state(game, &board);
    size_t plies = ferz_game_ply_count(s->current.game);
    if (plies) {
        text_put(&board, "last: ");
        put_move(s, &board, viewed_ply(s, plies - 1));
        text_char(&board, '\n');
    }
    if (sets_up(s)) {
        text_put(&board, "place your pieces: the letter of one, @ and a cell\n");
    }
    output_text(s->out, &board);
    text_finish(&board);
    ferz_game_free(view);
}

/* Prints lines of the umpire, with or without a newline after the last. */
static void print_lines(play_session *s, const char *lines)
{
    while (*lines) {
        size_t length = strcspn(lines, "\n");
        print_line(s, "%.*s", (int)length, lines);
        lines += length + (lines[length] == '\n');
    }
}

/* After a change of the position. Through a pipe only a check is printed: the moves tell the rest. */
static void show_position(play_session *s)
{
    s->over = false;
    update_viewer(s);
    if (s->terminal && is_chance(&s->current) && !s->paused) {
        return; /* the roll follows at once, and then the board */
    }
    bool visible = !hides_information(s) || !is_human(s) || ferz_game_commander(s->current.game) == s->viewer;
    size_t number, count;
    if (s->terminal && visible) {
        show_board(s);
    } else if (visible && ferz_game_turn_move(s->current.game, &number, &count) && number > 1) {
        text line = {0};
        board_put_turn_move(s->current.game, &line);
        text_char(&line, '\n');
        output_text(s->out, &line);
        text_finish(&line);
    }
    if (s->terminal && visible) {
        return; /* the board says the rest */
    }
    if (!hides_information(s) && ferz_game_in_check(s->current.game)) {
        print_line(s, "check: %s", answer_player(s->current.variant, ferz_game_side_to_move(s->current.game)));
    }
}

/* What the last ply changed, for a person who sees everything at a terminal. */
static void show_changes(play_session *s, const board_counts *before)
{
    const size_t plies = ferz_game_ply_count(s->current.game);
    const char *ply = plies ? ferz_game_ply(s->current.game, plies - 1) : "";
    text line = {0}, safe = {0};
    if (s->terminal && before->fen && !hides_information(s)) {
        changes_put(before, s->current.game, strchr(ply, '@') != NULL, &line);
        output_put_paragraph(&safe, text_string(&line));
    }
    if (line.length) {
        print_lines(s, text_string(&safe));
    }
    text_finish(&line);
    text_finish(&safe);
}

/* ---- the current game ---- */

static void current_game_finish(current_game *c)
{
    ferz_game_free(c->game);
    ferz_variant_free(c->variant);
    ferz_free(c->start);
    saved_game_finish(&c->file);
    *c = (current_game){0};
}

/* Notes the start position of the game that was begun; prints the messages from `noted` on: what the text could not say. */
static bool current_game_started(current_game *c, play_session *s, size_t noted)
{
    ferz_game *start = c->game ? ferz_game_copy(c->game) : NULL;
    while (start && ferz_game_undo(start)) {
    }
    c->start = start ? ferz_game_fen(start) : NULL;
    ferz_game_free(start);
    if (c->start) {
        (void)output_messages_from(s->out, s->messages, noted);
        ferz_messages_clear(s->messages); /* warnings about rules are for `ferz check` */
    }
    return c->start;
}

/* Loads the variant that `c` names and sets up the position; errors are in the messages. */
static bool current_game_begin(current_game *c, play_session *s, const char *fen)
{
    c->variant = ferz_variant_load(c->name, s->o->rules, c->settings, c->setting_count, s->seed, s->messages);
    if (c->variant && s->o->value[OPTION_CHARACTERS]) {
        (void)ferz_variant_show_characters(c->variant);
    }
    size_t noted = ferz_messages_count(s->messages);
    c->game = c->variant ? ferz_game_create(c->variant, fen, s->messages) : NULL;
    return current_game_started(c, s, noted);
}

/* Loads the variant and plays the game of --pgn up to its end. */
static bool current_game_begin_pgn(current_game *c, play_session *s)
{
    session read = {.messages = s->messages};
    c->variant = ferz_variant_load(c->name, s->o->rules, c->settings, c->setting_count, s->seed, s->messages);
    size_t noted = ferz_messages_count(s->messages);
    c->game = c->variant ? session_read_pgn(&read, c->variant, s->o, s->out) : NULL;
    return current_game_started(c, s, noted);
}

/* Returns to the start position. */
static bool current_game_restart(current_game *c, play_session *s)
{
    ferz_game *game = ferz_game_create(c->variant, c->start, s->messages);
    if (!game) {
        return print_messages(s);
    }
    ferz_game_free(c->game);
    c->game = game;
    return true;
}

static bool current_game_load(current_game *c, play_session *s, const char *path)
{
    *c = (current_game){0};
    if (!saved_game_read(&c->file, path, s->out)) {
        return false;
    }
    c->name = c->file.variant;
    c->settings = c->file.settings;
    c->setting_count = c->file.setting_count;
    /* A saved game of another origin must not choose which files are read as rules. */
    bool is_path = strchr(c->name, '/') || text_ends_with(c->name, ".yaml");
    if (is_path && strcmp(c->name, s->current.name) != 0) {
        output_error(s->out, "%s: needs the rules in %s: start `ferz play` with them, then load", path, c->name);
        return false;
    }
    if (!current_game_begin(c, s, c->file.start)) {
        print_messages(s);
        return false;
    }
    const char *move = text_string(&c->file.moves);
    for (size_t i = 0; i < c->file.move_count; i++, move += strlen(move) + 1) {
        if (ferz_game_move(c->game, move, s->messages) != FERZ_OK) {
            output_error(s->out, "%s: move %zu, \"%s\", cannot be played", path, i + 1, move);
            return print_messages(s);
        }
    }
    return true;
}

/* Parses --as for this variant: players separated by commas, all (both), none; without it the first player. False
 * when a name is unknown. */
static bool parse_humans(const ferz_variant *variant, const char *as, uint32_t *humans)
{
    size_t players = ferz_variant_facts(variant)->player_count;
    *humans = as ? 0 : 1;
    while (as && *as) {
        size_t length = strcspn(as, ",");
        size_t player = 0;
        bool all = (length == 4 && strncmp(as, "both", 4) == 0) || (length == 3 && strncmp(as, "all", 3) == 0);
        bool none = length == 4 && strncmp(as, "none", 4) == 0;
        while (player < players && (strlen(ferz_variant_player_name(variant, player)) != length ||
                                    strncmp(ferz_variant_player_name(variant, player), as, length) != 0)) {
            player++;
        }
        if (!all && !none && player == players) {
            return false;
        }
        *humans |= all ? (UINT32_C(1) << players) - 1 : none ? 0 : UINT32_C(1) << player;
        as += length + (as[length] == ',');
    }
    return true;
}

static bool is_chance(const current_game *c)
{
    return ferz_game_rolls(c->game, NULL, 0) > 0;
}

static bool is_human(const play_session *s)
{
    size_t commander = ferz_game_commander(s->current.game);
    return !is_chance(&s->current) && (s->humans >> commander & 1);
}

/* ---- moves of ferz ---- */

static void show_info(void *state, const ferz_report *report)
{
    (void)state;
    fprintf(stderr, "\r\033[Kferz thinks: depth %d, %.60s", report->depth, report->pv);
}

/* Best move at a level. After an error there is nothing to free in `*best`. */
static ferz_result search_best(play_session *s, long level, uint64_t seed, ferz_best *best)
{
    bool shown = s->terminal && s->out->colour_err;
    ferz_limits limits = {
        .struct_size = sizeof limits,
        .seed = seed,
        .method = options_method(s->o),
        .stop = interrupt_stop,
        .info = shown ? show_info : NULL,
    };
    interrupt sigint;
    (void)ferz_variant_limits_of_level(ferz_game_variant(s->current.game), (int)level, &limits);
    output_flush(s->out);
    interrupt_catch(&sigint);
    ferz_result result = ferz_game_best_move(s->current.game, &limits, best, s->messages);
    interrupt_release(&sigint);
    /* otherwise a game between two engines could not be stopped */
    s->paused = s->paused || (interrupt_requested() && !s->humans);
    if (shown) {
        fputs("\r\033[K", stderr);
    }
    return result;
}

/* A random number that depends on the seed and on the ply, so that undo and a loaded game repeat themselves. */
static random_source random_now(const play_session *s)
{
    random_source r = {s->seed};
    r.state = random_next(&r) + ferz_game_ply_count(s->current.game);
    return r;
}

static ferz_result roll_dice(play_session *s, text *move)
{
    random_source r = random_now(s);
    ferz_roll rolled;
    if (!ferz_game_roll(s->current.game, random_next(&r), &rolled)) {
        return FERZ_REJECTED;
    }
    text_put(move, rolled.move);
    return FERZ_OK;
}

static ferz_result choose_move(play_session *s, text *move)
{
    random_source r = random_now(s);
    ferz_best best = {0};
    ferz_result result = search_best(s, s->level, random_next(&r) | 1, &best);
    if (result == FERZ_OK) {
        text_put(move, best.move);
    }
    ferz_free(best.move);
    ferz_free(best.pv);
    return result;
}

/* Plays a move, or tries it in games with attempts. False in `*played`: the move was rejected, or was only a
 * question. */
static ferz_result try_move(play_session *s, const char *move, bool *played)
{
    char *announced = NULL;
    ferz_result result = ferz_variant_facts(s->current.variant)->has_tries
                             ? ferz_game_try(s->current.game, move, played, &announced, s->messages)
                             : ferz_game_move(s->current.game, move, s->messages);
    if (!ferz_variant_facts(s->current.variant)->has_tries) {
        *played = result == FERZ_OK;
    } else if (result == FERZ_OK && !*played && is_human(s)) {
        print_lines(s, string_or_empty(announced));
    }
    ferz_free(announced);
    return result;
}

/* Plays for the side that acts. After an error it pauses, so that the person can help. */
static void play_engine_move(play_session *s)
{
    bool chance = is_chance(&s->current);
    text move = {0};
    ferz_result result = chance ? roll_dice(s, &move) : choose_move(s, &move);
    if (result == FERZ_OK && move.failed) {
        result = FERZ_SYSTEM_ERROR;
    }
    bool played = false;
    board_counts before = {0};
    (void)board_counts_take(&before, s->current.game);
    if (result == FERZ_OK) {
        result = try_move(s, text_string(&move), &played);
    }
    if (result == FERZ_OK && played) {
        size_t last = ferz_game_ply_count(s->current.game) - 1;
        print_move(s, chance ? "chance" : "ferz plays", viewed_ply(s, last));
        if (!chance) { /* a roll says itself */
            show_changes(s, &before);
        }
        print_lines(s, ferz_game_announcements(s->current.game, last));
        show_position(s);
    } else if (result == FERZ_OK) {
        print_line(s, "ferz tries a move: impossible"); /* it has learned from that, and tries another one */
    } else {
        print_messages(s);
        s->paused = true;
    }
    board_counts_finish(&before);
    text_finish(&move);
}

/* ---- commands of the person ---- */

/* Between two screens of a long text. */
static bool wants_more(play_session *s)
{
    text answer = {0};
    output_flush(s->out);
    const bool more = line_editor_read(s->reader, "Enter: more, q: back> ", &answer) == LINE_EDITOR_LINE &&
                      (!answer.length || *text_string(&answer) == '\n' || *text_string(&answer) == ' ');
    text_finish(&answer);
    return more;
}

static void do_undo(play_session *s, char *rest)
{
    (void)rest;
    if (s->resigned) { /* that alone is taken back */
        s->resigned = false;
        show_position(s);
        return;
    }
    size_t undone = 0;
    while (ferz_game_undo(s->current.game)) {
        undone++;
        if (!s->humans || is_human(s)) {
            break;
        }
    }
    if (undone == 0) {
        output_error(s->out, "there is nothing to take back");
        return;
    }
    /* without a human player ferz would play the same move again at once */
    s->paused = !s->humans;
    print_line(s, "undone: %zu", undone);
    show_position(s);
}

static void do_hint(play_session *s, char *rest)
{
    (void)rest;
    ferz_best best = {0};
    if (hides_information(s) && !is_human(s)) {
        output_error(s->out, "ferz is to move: no hint now");
        return;
    }
    ferz_result result = search_best(s, s->level > HINT_LEVEL ? s->level : HINT_LEVEL, 0, &best);
    if (result == FERZ_OK) {
        print_move(s, "hint", best.move);
    } else {
        print_messages(s);
    }
    ferz_free(best.move);
    ferz_free(best.pv);
}

static void do_why(play_session *s, char *rest)
{
    bool legal;
    ferz_game *view, *game = viewed_game(s, &view);
    char *why = game ? ferz_game_explain_move(game, rest, &legal, s->messages) : NULL;
    ferz_game_free(view);
    if (!why) {
        print_messages(s);
        return;
    }
    text buffer = {0};
    text_put(&buffer, why);
    output_text(s->out, &buffer);
    text_finish(&buffer);
    ferz_free(why);
}

/* Whether a move begins with the named cell, file, or piece in hand: a1 is not the beginning of a10. */
static bool begins_at(const char *move, const char *from)
{
    static const char digits[] = "0123456789";
    size_t length = strlen(from);
    bool cut = length && strchr(digits, from[length - 1]);
    return strncmp(move, from, length) == 0 && !(cut && move[length] && strchr(digits, move[length]));
}

/* Adds a line for a word of the listed moves that no line explains yet. */
static void put_word_line(const play_session *s, text *lines, const char *word, size_t length)
{
    text line = {0}, begun = {0};
    text_add(&line, word, length);
    char *words = telling_words(s, text_string(&line));
    text_print(&line, ": %s\n", string_or_empty(words));
    text_print(&begun, "\n%s", text_string(&line));
    const bool first = strncmp(text_string(lines), text_string(&line), line.length) == 0;
    if (words && *words && !first && !strstr(text_string(lines), text_string(&begun))) {
        text_put(lines, text_string(&line));
    }
    text_finish(&begun);
    ferz_free(words);
    text_finish(&line);
}

/* What the words in a move mean, which may have one before a colon and one behind it. */
static void put_words_of(const play_session *s, text *lines, const char *move)
{
    const char *colon = strchr(move, ':');
    put_word_line(s, lines, move, colon ? (size_t)(colon - move) : strlen(move));
    if (colon) {
        put_word_line(s, lines, colon + 1, strlen(colon + 1));
    }
}

static void do_moves(play_session *s, char *rest)
{
    size_t count = 0;
    char *moves = viewed_moves(s, &count);
    if (!moves) {
        print_messages(s);
        return;
    }
    text buffer = {0}, words = {0};
    size_t column = 0;
    const char *move = moves;
    for (size_t i = 0; i < count; i++, move += strlen(move) + 1) {
        if (begins_at(move, rest)) {
            column += strlen(move) + 1;
            bool wraps = !s->terminal || column > 78;
            if (buffer.length) {
                text_char(&buffer, wraps ? '\n' : ' ');
            }
            column = wraps ? strlen(move) + 1 : column;
            text_put(&buffer, move);
            if (s->terminal) {
                put_words_of(s, &words, move);
            }
        }
    }
    if (buffer.length) {
        text_char(&buffer, '\n');
        text_put(&buffer, text_string(&words));
        output_text(s->out, &buffer);
    } else {
        output_error(s->out, *rest ? "no legal move begins with %s" : "there is no legal move%s", rest);
    }
    text_finish(&buffer);
    text_finish(&words);
    ferz_free(moves);
}

static void do_save(play_session *s, char *rest)
{
    const current_game *c = &s->current;
    text content = {0};
    static const char word[] = "--force ";
    bool force = strncmp(rest, word, sizeof word - 1) == 0;
    rest += force ? strspn(rest + sizeof word - 1, " ") + sizeof word - 1 : 0;
    saved_game_put(&content, c->name, c->settings, c->setting_count, c->start, c->game);
    if (content.failed) {
        output_out_of_memory(s->out);
    } else if (saved_game_write(rest, &content, file_mode_of(force), s->out)) {
        print_line(s, "saved: %s", rest);
    }
    text_finish(&content);
}

static void do_load(play_session *s, char *rest)
{
    current_game loaded;
    if (!current_game_load(&loaded, s, rest)) {
        current_game_finish(&loaded);
        output_error(s->out, "the current game continues");
        return;
    }
    current_game_finish(&s->current);
    s->current = loaded;
    /* The variant may have changed, and with it the players. */
    if (!parse_humans(loaded.variant, s->o->value[OPTION_AS], &s->humans)) {
        s->humans = 1;
    }
    s->paused = s->resigned = false;
    print_line(s, "loaded: %s", rest);
    show_position(s);
}

static void do_flip(play_session *s, char *rest)
{
    (void)rest;
    s->style.flipped = !s->style.flipped;
    show_board(s);
}

static void do_board(play_session *s, char *rest)
{
    (void)rest;
    show_board(s);
}

static void do_level(play_session *s, char *rest)
{
    if (*rest && !text_to_long(rest, 1, FERZ_LEVELS, &s->level)) {
        output_error(s->out, "level takes a number from 1 to %d", (int)FERZ_LEVELS);
        return;
    }
    print_line(s, "level: %ld", s->level);
}

static void do_new(play_session *s, char *rest)
{
    (void)rest;
    if (current_game_restart(&s->current, s)) {
        s->paused = s->resigned = false;
        print_line(s, "new game");
        show_position(s);
    }
}

static void do_fen(play_session *s, char *rest)
{
    (void)rest;
    char *fen = hides_information(s) ? ferz_game_view_fen(s->current.game, s->viewer) : ferz_game_fen(s->current.game);
    if (fen) {
        print_line(s, "%s", fen);
    } else {
        output_out_of_memory(s->out);
    }
    ferz_free(fen);
}

static void do_go(play_session *s, char *rest)
{
    (void)rest;
    if (s->over) {
        output_error(s->out, "the game is over: undo, new or quit");
        return;
    }
    s->paused = false;
    play_engine_move(s);
}

/* The page of `ferz explain`; at a terminal a screen at a time. */
static void do_rules(play_session *s, char *rest)
{
    (void)rest;
    char *page = ferz_variant_describe(s->current.variant, FERZ_ENGLISH, FERZ_TEXT, s->messages);
    if (!page) {
        print_messages(s);
        return;
    }
    const size_t screen = s->terminal ? screen_size().ws_row : 0;
    size_t shown = 0;
    bool more = true;
    for (char *line = page; *line && more;) {
        const size_t length = strcspn(line, "\n");
        print_line(s, "%.*s", (int)length, line);
        line += length + (line[length] == '\n');
        if (++shown + 1 >= screen && screen && *line) {
            more = wants_more(s);
            shown = 0;
        }
    }
    ferz_free(page);
}

/* The moves so far, a line for each turn of all players. */
static void do_game(play_session *s, char *rest)
{
    (void)rest;
    const size_t plies = ferz_game_ply_count(s->current.game),
                 players = ferz_variant_facts(s->current.variant)->player_count;
    for (size_t i = 0; i < plies;) {
        text line = {0};
        text_print(&line, "%zu.", i / players + 1);
        for (size_t k = 0; k < players && i < plies; k++, i++) {
            text_char(&line, ' ');
            put_move(s, &line, viewed_ply(s, i));
        }
        print_line(s, "%s", text_string(&line));
        text_finish(&line);
    }
    if (!plies) {
        print_line(s, "no move was made");
    }
}

/* The game as text for other programs. It tells everything. */
static void do_pgn(play_session *s, char *rest)
{
    (void)rest;
    if (hides_information(s)) {
        output_error(s->out, "the moves tell what is hidden; ask again when the game is over");
        return;
    }
    char *pgn = ferz_game_pgn(s->current.game, NULL, 0, NULL, s->messages);
    if (!pgn) {
        print_messages(s);
        return;
    }
    print_lines(s, pgn);
    ferz_free(pgn);
}

/* The person gives up: the one who plays, else the one to move. */
static void do_resign(play_session *s, char *rest)
{
    (void)rest;
    if (s->over) {
        output_error(s->out, "the game is over: undo, new or quit");
        return;
    }
    const ferz_variant *variant = s->current.variant;
    size_t loser = is_human(s) || !s->humans ? ferz_game_commander(s->current.game) : 0;
    while (!is_human(s) && s->humans && !(s->humans >> loser & 1)) {
        loser++;
    }
    if (ferz_variant_facts(variant)->player_count == 2) {
        print_line(s, "%s wins: %s resigns", answer_player(variant, 1 - loser), answer_player(variant, loser));
    } else {
        print_line(s, "%s resigns", answer_player(variant, loser));
    }
    s->over = s->resigned = true;
    if (s->terminal) {
        print_line(s, "undo, new or quit?");
    }
}

static void do_quit(play_session *s, char *rest)
{
    (void)rest;
    s->quit = true;
}

static void do_help(play_session *s, char *rest);

typedef enum completion { COMPLETE_NOTHING, COMPLETE_MOVE, COMPLETE_CELL } completion;

static const struct play_command {
    const char *name;
    const char *argument; /* as help shows it; in brackets when it is optional; NULL for none */
    const char *about;
    void (*run)(play_session *s, char *rest);
    completion completion; /* what Tab completes after it */
} play_commands[] = {
    {"undo", NULL, "take back to your last turn", do_undo, COMPLETE_NOTHING},
    {"rules", NULL, "the rules of the game", do_rules, COMPLETE_NOTHING},
    {"hint", NULL, "what ferz would play", do_hint, COMPLETE_NOTHING},
    {"why", "MOVE", "why a move is legal or not", do_why, COMPLETE_MOVE},
    {"moves", "[CELL]", "the legal moves, all or from one cell", do_moves, COMPLETE_CELL},
    {"game", NULL, "the moves so far", do_game, COMPLETE_NOTHING},
    {"pgn", NULL, "the game as PGN, for other programs", do_pgn, COMPLETE_NOTHING},
    {"go", NULL, "ferz plays for the side to move", do_go, COMPLETE_NOTHING},
    {"level", "[N]", "how well ferz plays, 1 to 10", do_level, COMPLETE_NOTHING},
    {"board", NULL, "show the board", do_board, COMPLETE_NOTHING},
    {"flip", NULL, "turn the board", do_flip, COMPLETE_NOTHING},
    {"fen", NULL, "the position as FEN", do_fen, COMPLETE_NOTHING},
    {"new", NULL, "begin again", do_new, COMPLETE_NOTHING},
    {"resign", NULL, "give up", do_resign, COMPLETE_NOTHING},
    {"save", "FILE", "write the game to a new file (--force FILE: to any)", do_save, COMPLETE_NOTHING},
    {"load", "FILE", "continue a game from a file", do_load, COMPLETE_NOTHING},
    {"help", NULL, "this list (also ?)", do_help, COMPLETE_NOTHING},
    {"quit", NULL, "leave (also q, exit, Ctrl-D)", do_quit, COMPLETE_NOTHING},
};
enum { PLAY_COMMAND_COUNT = sizeof play_commands / sizeof play_commands[0] };

/* What people type who know other programs. A move that is written so comes first. */
static const struct play_alias {
    const char *word, *command;
} play_aliases[] = {{"?", "help"}, {"q", "quit"}, {"exit", "quit"}, {"explain", "rules"}};

static const char *play_command_name(const void *state, size_t index)
{
    (void)state;
    return index < PLAY_COMMAND_COUNT ? play_commands[index].name : NULL;
}

static const struct play_command *find_play_command(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof play_aliases / sizeof play_aliases[0]; i++) {
        if (strlen(play_aliases[i].word) == length && strncmp(play_aliases[i].word, name, length) == 0) {
            return find_play_command(play_aliases[i].command, strlen(play_aliases[i].command));
        }
    }
    for (size_t i = 0; i < PLAY_COMMAND_COUNT; i++) {
        if (strlen(play_commands[i].name) == length && strncmp(play_commands[i].name, name, length) == 0) {
            return &play_commands[i];
        }
    }
    return NULL;
}

static void do_help(play_session *s, char *rest)
{
    (void)rest;
    print_line(s, "Type a move, such as one that `moves` lists, or:");
    for (size_t i = 0; i < PLAY_COMMAND_COUNT; i++) {
        const struct play_command *v = &play_commands[i];
        int width = 12 - (int)strlen(v->name);
        print_line(s, "  %s %-*s %s", v->name, width, v->argument ? v->argument : "", v->about);
    }
}

static void do_move(play_session *s, const char *move)
{
    if (s->over) {
        output_error(s->out, "the game is over: undo, new or quit");
        return;
    }
    bool played = false;
    board_counts before = {0};
    (void)board_counts_take(&before, s->current.game);
    if (try_move(s, move, &played) != FERZ_OK) {
        board_counts_finish(&before);
        const char *nearest = text_nearest(move, play_command_name, NULL);
        print_messages(s);
        if (nearest) {
            output_error(s->out, "did you mean %s?", nearest);
        }
        return;
    }
    s->paused = false;
    if (played) {
        show_changes(s, &before);
        print_lines(s, ferz_game_announcements(s->current.game, ferz_game_ply_count(s->current.game) - 1));
        show_position(s);
    }
    board_counts_finish(&before);
}

/* Whether a legal move is written so. */
static bool is_listed(play_session *s, const char *line)
{
    size_t count = 0;
    char *moves = viewed_moves(s, &count);
    const char *one = moves;
    bool listed = false;
    for (size_t i = 0; moves && i < count; i++, one += strlen(one) + 1) {
        listed |= strcmp(one, line) == 0;
    }
    ferz_free(moves);
    ferz_messages_clear(s->messages);
    return listed;
}

static void run_line(play_session *s, char *line)
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
    const struct play_command *v = find_play_command(line, length);
    char *rest = line + length + strspn(line + length, " \t");
    if (!v || (strcmp(v->name, line) != 0 && !*rest && is_listed(s, line))) {
        do_move(s, line);
    } else if (*rest && !v->argument) {
        output_error(s->out, "%s takes nothing after it", v->name);
    } else if (!*rest && v->argument && v->argument[0] != '[') {
        output_error(s->out, "%s needs %s", v->name, v->argument);
    } else {
        v->run(s, rest);
    }
}

/* ---- completion ---- */

static void complete_moves(play_session *s, text *choices)
{
    size_t count = 0;
    char *moves = viewed_moves(s, &count);
    const char *move = moves;
    for (size_t i = 0; moves && i < count; i++, move += strlen(move) + 1) {
        text_add(choices, move, strlen(move) + 1);
    }
    ferz_free(moves);
    ferz_messages_clear(s->messages);
}

static void complete(void *state, const char *previous, size_t length, text *choices)
{
    play_session *s = state;
    move_token first = {previous, 0};
    while (length && previous[length - 1] == ' ') {
        length--;
    }
    first.length = length;
    if (length == 0) {
        for (size_t i = 0; i < PLAY_COMMAND_COUNT; i++) {
            text_add(choices, play_commands[i].name, strlen(play_commands[i].name) + 1);
        }
        complete_moves(s, choices);
        return;
    }
    const struct play_command *v = find_play_command(first.bytes, first.length);
    if (v && v->completion == COMPLETE_MOVE) {
        complete_moves(s, choices);
    } else if (v && v->completion == COMPLETE_CELL) {
        for (size_t i = 0; i < ferz_game_cell_count(s->current.game); i++) {
            const char *name = ferz_game_cell(s->current.game, i).name;
            text_add(choices, name, strlen(name) + 1);
        }
    }
}

/* ---- the game loop ---- */

/* Whether the game is over; prints the result once. False after an error. */
static bool is_over(play_session *s)
{
    ferz_status status;
    if (s->over) {
        return true;
    }
    if (ferz_game_status(s->current.game, &status, s->messages) != FERZ_OK) {
        print_messages(s);
        s->paused = true;
        return false;
    }
    if (status.outcome == FERZ_ONGOING) {
        return false;
    }
    text result = {0};
    status_put(&result, s->current.variant, &status);
    output_text(s->out, &result);
    text_finish(&result);
    if (s->terminal) {
        print_line(s, "undo, new or quit?");
    }
    s->over = true;
    return true;
}

static void read_line(play_session *s, text *line)
{
    text prompt = {0};
    if (s->terminal) {
        text_print(&prompt, "%s> ", answer_player(s->current.variant, ferz_game_side_to_move(s->current.game)));
    }
    output_flush(s->out);
    switch (line_editor_read(s->reader, text_string(&prompt), line)) {
    case LINE_EDITOR_LINE:
        run_line(s, line->bytes ? line->bytes : (char[]){""});
        break;
    case LINE_EDITOR_INVALID:
        output_error(s->out, "this line is neither a move nor a command");
        break;
    case LINE_EDITOR_ERROR:
        output_error(s->out, "cannot read standard input: %s", strerror(errno));
        s->status = STATUS_SYSTEM_ERROR;
        s->quit = true;
        break;
    case LINE_EDITOR_EOF:
        s->quit = true;
        if (s->terminal) {
            print_line(s, "%s", "");
        }
        break;
    }
    text_finish(&prompt);
}

/* Where several people share a terminal, one looks away while the other plays. */
static void change_viewer(play_session *s)
{
    size_t previous = s->viewer;
    if (is_human(s)) {
        s->viewer = ferz_game_commander(s->current.game);
    }
    if (!s->terminal || !hides_information(s) || previous == s->viewer) {
        return;
    }
    text line = {0};
    fputs("\033[2J\033[3J\033[H", stdout);
    print_line(s, "only %s may look now", answer_player(s->current.variant, s->viewer));
    output_flush(s->out);
    if (line_editor_read(s->reader, "press Enter> ", &line) == LINE_EDITOR_EOF) {
        s->quit = true;
    }
    text_finish(&line);
    show_board(s);
    size_t plies = ferz_game_ply_count(s->current.game);
    print_lines(s, plies ? ferz_game_announcements(s->current.game, plies - 1) : "");
}

/* The names of the players in this set, or of those outside: "white", "red and yellow". */
static void put_players(const play_session *s, bool humans, text *out)
{
    const ferz_variant *variant = s->current.variant;
    size_t left = 0;
    for (size_t i = 0; i < ferz_variant_facts(variant)->player_count; i++) {
        left += (s->humans >> i & 1) == humans;
    }
    for (size_t i = 0; i < ferz_variant_facts(variant)->player_count && left; i++) {
        if ((s->humans >> i & 1) == humans) {
            left--;
            text_print(out, "%s%s", answer_player(variant, i), left > 1 ? ", " : left == 1 ? " and " : "");
        }
    }
}

/* What the game is about, which side is whose, and what to type. */
static void show_introduction(play_session *s)
{
    const ferz_variant *variant = s->current.variant;
    const uint32_t all = (UINT32_C(1) << ferz_variant_facts(variant)->player_count) - 1;
    text lines = {0}, you = {0}, others = {0}, sentence = {0};
    print_line(s, "%s: type a move, or help", ferz_variant_facts(variant)->title);
    if (*ferz_variant_facts(variant)->about) {
        output_put_paragraph(&lines, ferz_variant_facts(variant)->about);
    }
    put_players(s, true, &you);
    put_players(s, false, &others);
    if (s->humans == all) {
        text_put(&sentence, "You play all sides.");
    } else if (s->humans) {
        text_print(&sentence, "You are %s; ferz plays %s at level %ld of %d.", text_string(&you), text_string(&others),
                   s->level, (int)FERZ_LEVELS);
    } else {
        text_print(&sentence, "ferz plays all sides at level %ld of %d.", s->level, (int)FERZ_LEVELS);
    }
    output_put_paragraph(&lines, text_string(&sentence));
    print_lines(s, text_string(&lines));
    text_finish(&sentence);
    text_finish(&lines);
    text_finish(&you);
    text_finish(&others);
}

static void run(play_session *s)
{
    text line = {0};
    if (s->terminal) {
        show_introduction(s);
    }
    show_position(s);
    while (!s->quit && s->out->error == 0) {
        bool over = is_over(s);
        if (!over && !s->paused && !is_human(s)) {
            play_engine_move(s);
            output_flush(s->out);
        } else {
            change_viewer(s);
            read_line(s, &line);
        }
    }
    text_finish(&line);
}

/* Without --seed every game is different. */
static uint64_t random_seed(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    random_source r = {(uint64_t)now.tv_sec ^ ((uint64_t)now.tv_nsec << 32) ^ (uint64_t)getpid()};
    return random_next(&r);
}

static int error_unknown_player(play_session *s)
{
    const ferz_variant *variant = s->current.variant;
    text names = {0};
    for (size_t i = 0; i < ferz_variant_facts(variant)->player_count; i++) {
        text_print(&names, "%s, ", ferz_variant_player_name(variant, i));
    }
    int status = options_error(s->o->command, s->out, NULL, "--as takes %sall or none, not \"%s\"", text_string(&names),
                               s->o->value[OPTION_AS]);
    text_finish(&names);
    return status;
}

int command_play(const options *o, output *out)
{
    play_session s = {
        .o = o,
        .out = out,
        .messages = session_messages(o, out),
        .current = {.name = o->arguments[0], .settings = o->settings, .setting_count = o->setting_count},
        .terminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1,
        .seed = o->value[OPTION_SEED] ? (uint64_t)o->number[OPTION_SEED] : random_seed(),
        .level = o->value[OPTION_LEVEL] ? o->number[OPTION_LEVEL] : LEVEL_FIRST,
        .status = STATUS_OK,
    };
    const char *terminal = getenv("TERM");
    bool editing = s.terminal && terminal && *terminal && strcmp(terminal, "dumb") != 0;
    s.style = (board_style){.colour = out->colour_out,
                            .figures = s.terminal && !o->value[OPTION_ASCII] && board_figures_possible()};
    interrupt sigint;
    if (s.terminal) {
        interrupt_catch(&sigint); /* Ctrl-C between two searches must not end the program */
    }
    s.reader = line_editor_create(editing, complete, &s);
    if (!s.messages || !s.reader) {
        s.status = output_out_of_memory(out);
    } else if (!(o->value[OPTION_PGN_READ] ? current_game_begin_pgn(&s.current, &s)
                                           : current_game_begin(&s.current, &s, o->value[OPTION_FEN]))) {
        ferz_result result = ferz_messages_result(s.messages);
        s.status = result == FERZ_OK ? STATUS_SYSTEM_ERROR : (int)result;
        print_messages(&s);
    } else {
        if (!parse_humans(s.current.variant, o->value[OPTION_AS], &s.humans)) {
            s.status = error_unknown_player(&s);
        } else {
            s.style.flipped = s.humans == 2;
            run(&s);
        }
    }
    if (s.terminal) {
        interrupt_release(&sigint);
    }
    line_editor_destroy(s.reader);
    current_game_finish(&s.current);
    ferz_messages_free(s.messages);
    return s.status;
}
