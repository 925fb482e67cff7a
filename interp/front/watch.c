/* watch: reads the rules again whenever one of their files is saved, keeps the position, and says what has changed.
 *
 * Whether a file was saved is told by what the file system says of it (number, size, time), which also holds for editors that save
 * into another file and rename it. Where the system can wake us at once (inotify) it does; elsewhere we look four times a second.
 */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/inotify.h>
#endif

#include "front/board.h"
#include "front/commands.h"
#include "front/interrupt.h"
#include "front/session.h"
#include "front/words.h"

enum {
    LOOK_EVERY = 250, /* milliseconds */
    QUIET_FOR = 60,   /* so long nothing may change before the files are read: editors write in several steps */
    GONE_FOR = 600,   /* so long a file may be missing: an editor may be about to put another in its place */
    MOVES_SHOWN = 24,
    REASONS_SHOWN = 6,
};

typedef struct watched {
    char *path;
    bool there;
    ino_t number;
    off_t size;
    struct timespec saved;
} watched;

typedef struct watch {
    const options *o;
    output *out;
    session s; /* the rules in force and the position */
    watched *files;
    size_t count, room;
    size_t shown; /* messages of examples */
    int wakes;    /* inotify, or -1 */
    bool lost;    /* nobody reads any more, or memory ran out */
} watch;

/* ---- files ---- */

static bool look_at(watched *f)
{
    struct stat info;
    watched now = {.path = f->path, .there = stat(f->path, &info) == 0};
    if (now.there) {
        now.number = info.st_ino;
        now.size = info.st_size;
        now.saved = info.st_mtim;
    }
    bool same = now.there == f->there && now.number == f->number && now.size == f->size &&
                now.saved.tv_sec == f->saved.tv_sec && now.saved.tv_nsec == f->saved.tv_nsec;
    *f = now;
    return !same;
}

static void wake_for(const watch *w, const char *path)
{
#ifdef __linux__
    const char *slash = strrchr(path, '/');
    text folder = {0};
    if (slash) {
        text_add(&folder, path, slash == path ? 1 : (size_t)(slash - path));
    } else {
        text_char(&folder, '.');
    }
    if (w->wakes >= 0) { /* the folder, not the file: a file that is put in its place is another one */
        (void)inotify_add_watch(w->wakes, text_string(&folder),
                                IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_ATTRIB);
    }
    text_finish(&folder);
#else
    (void)w;
    (void)path;
#endif
}

static void add_file(watch *w, const char *path)
{
    for (size_t i = 0; i < w->count; i++) {
        if (strcmp(w->files[i].path, path) == 0) {
            return;
        }
    }
    if (w->count == w->room) {
        size_t room = w->room ? w->room * 2 : 8;
        watched *more = realloc(w->files, room * sizeof *more);
        if (!more) {
            w->lost = true;
            return;
        }
        w->files = more;
        w->room = room;
    }
    size_t length = strlen(path);
    char *copy = malloc(length + 1);
    if (!copy) {
        w->lost = true;
        return;
    }
    memcpy(copy, path, length + 1);
    w->files[w->count] = (watched){.path = copy};
    (void)look_at(&w->files[w->count++]);
    wake_for(w, path);
}

/* NAME.test.yaml beside NAME.yaml. */
static void add_examples(watch *w, const char *rules)
{
    size_t length = strlen(rules);
    if (length > 5 && strcmp(rules + length - 5, ".yaml") == 0) {
        text path = {0};
        text_print(&path, "%.*s.test.yaml", (int)length - 5, rules);
        add_file(w, text_string(&path));
        text_finish(&path);
    }
}

static void add_files_of(watch *w, const ferz_game *game)
{
    for (size_t i = 0; i < ferz_game_file_count(game); i++) {
        add_file(w, ferz_game_file_at(game, i));
    }
    add_examples(w, ferz_game_file(game));
}

/* Files that messages speak of: a parent that is new, and wrong. */
static void add_files_named(watch *w, const ferz_messages *messages)
{
    for (size_t i = 0; i < ferz_messages_count(messages); i++) {
        const char *file = ferz_messages_at(messages, i).file;
        if (file && access(file, F_OK) == 0) {
            add_file(w, file);
        }
    }
}

/* ---- waiting ---- */

/* Sleeps until something may have happened, `milliseconds` at most. */
static void doze(watch *w, int milliseconds)
{
    struct pollfd ends[2] = {{.fd = STDOUT_FILENO}, {.fd = w->wakes, .events = POLLIN}};
    int ready = poll(ends, w->wakes >= 0 ? 2 : 1, milliseconds);
    if (ready > 0 && (ends[0].revents & (POLLERR | POLLNVAL))) {
        w->lost = true; /* whoever read along has gone */
    }
    if (ready > 0 && w->wakes >= 0 && (ends[1].revents & POLLIN)) {
        char events[4096];
        while (read(w->wakes, events, sizeof events) > 0) {
        }
    }
}

static bool ends(const watch *w)
{
    return w->lost || interrupt_came();
}

/* Notes in `changed`, a line of names, which files were saved. */
static bool look(watch *w, bool *saved)
{
    bool any = false;
    for (size_t i = 0; i < w->count; i++) {
        bool now = look_at(&w->files[i]);
        saved[i] |= now;
        any |= now;
    }
    return any;
}

static bool some_missing(const watch *w, const bool *saved)
{
    for (size_t i = 0; i < w->count; i++) {
        if (saved[i] && !w->files[i].there) {
            return true;
        }
    }
    return false;
}

static void rest(int milliseconds)
{
    const struct timespec pause = {.tv_nsec = milliseconds * 1000000L};
    (void)nanosleep(&pause, NULL);
}

/* Waits until files were saved, and have come to rest; their marks in `saved`. False at the end. */
static bool wait_for_change(watch *w, bool *saved)
{
    memset(saved, 0, w->count * sizeof *saved);
    while (!look(w, saved)) {
        if (ends(w)) {
            return false;
        }
        doze(w, LOOK_EVERY);
    }
    for (int waited = 0; !ends(w) && waited < GONE_FOR; waited += QUIET_FOR) {
        rest(QUIET_FOR);
        if (!look(w, saved) && !some_missing(w, saved)) {
            break;
        }
    }
    return !ends(w);
}

/* ---- telling ---- */

static void say(watch *w, text *t)
{
    output_text(w->out, t);
    w->lost |= !output_flush(w->out);
}

static void tell_failure(void *state, const ferz_example *example)
{
    watch *w = state;
    if (!example->passed) {
        text t = {0};
        text_put(&t, "example failed: ");
        text_add_safe(&t, example->title, strlen(example->title));
        text_char(&t, '\n');
        say(w, &t);
        text_finish(&t);
        w->shown = output_messages_from(w->out, w->s.messages, w->shown);
    }
}

static void run_examples(watch *w)
{
    ferz_test_report report = {0};
    w->shown = 0;
    ferz_messages_clear(w->s.messages);
    ferz_result result = ferz_test_run(w->o->arguments[0], w->o->rules, tell_failure, w, &report, w->s.messages);
    if (result != FERZ_OK) {
        (void)output_messages_from(w->out, w->s.messages, w->shown);
    }
    ferz_messages_clear(w->s.messages);
    text t = {0};
    text_print(&t, "examples: %zu passed, %zu failed\n", report.passed, report.failed);
    say(w, &t);
    text_finish(&t);
}

static void tell_position(watch *w)
{
    text t = {0};
    char *fen = ferz_play_fen(w->s.play);
    board_style style = {.colour = w->out->colour_out};
    board_draw(w->s.play, &style, &t);
    board_facts(w->s.play, &t);
    text_print(&t, "fen: %s\n", words_or_none(fen));
    ferz_free(fen);
    say(w, &t);
    text_finish(&t);
}

/* What the first line of `ferz why` says besides the verdict; for a legal move what follows it. */
static void put_why(ferz_play *play, const char *move, ferz_messages *messages, text *t)
{
    bool legal = false;
    char *why = ferz_play_why(play, move, &legal, messages);
    const char *said = words_or_none(why);
    if (strncmp(said, "illegal: ", 9) == 0) {
        said += 9;
    } else if (legal) {
        said += strcspn(said, "\n");
        said += *said == '\n';
    }
    text_print(t, "%.*s", (int)strcspn(said, "\n"), said);
    ferz_free(why);
}

/* Moves that stand in `one` alone, each with what the new rules say of it. */
static size_t put_alone(watch *w, const char *one, size_t ones, const char *other, size_t others, const char *words,
                        text *t)
{
    size_t found = 0;
    const char *next = other;
    for (size_t i = 0, k = 0; i < ones; i++, one += strlen(one) + 1) {
        while (k < others && strcmp(next, one) < 0) {
            next += strlen(next) + 1;
            k++;
        }
        if (k < others && strcmp(next, one) == 0) {
            continue;
        }
        found++;
        if (found <= REASONS_SHOWN) {
            text_print(t, "%s: %s: ", words, one);
            put_why(w->s.play, one, w->s.messages, t);
            text_char(t, '\n');
        } else if (found <= MOVES_SHOWN) {
            text_print(t, "%s: %s\n", words, one);
        }
    }
    if (found > MOVES_SHOWN) {
        text_print(t, "%s: %zu more\n", words, found - MOVES_SHOWN);
    }
    return found;
}

static void tell_moves(watch *w, const char *before, size_t befores)
{
    text t = {0};
    size_t count = 0;
    char *now = ferz_play_moves(w->s.play, &count, w->s.messages);
    if (!now) {
        output_messages(w->out, w->s.messages);
        ferz_messages_clear(w->s.messages);
        return;
    }
    size_t fresh = before ? put_alone(w, now, count, before, befores, "legal now", &t) : 0;
    size_t gone = before ? put_alone(w, before, befores, now, count, "no longer legal", &t) : 0;
    text_print(&t, fresh + gone || !before ? "legal moves: %zu\n" : "legal moves: the same %zu\n", count);
    ferz_free(now);
    say(w, &t);
    text_finish(&t);
}

static void tell_words(watch *w, const ferz_game *before)
{
    text t = {0};
    char *words = ferz_game_compare(before, w->s.game, FERZ_ENGLISH, w->s.messages);
    if (words && *words) {
        for (const char *line = words; *line;) {
            size_t length = strcspn(line, "\n");
            text_print(&t, "rules: %.*s\n", (int)length, line);
            line += length + (line[length] == '\n');
        }
    } else {
        text_put(&t, "rules: the same in words\n");
    }
    ferz_free(words);
    say(w, &t);
    text_finish(&t);
}

/* ---- reading again ---- */

/* The position of before under the new rules: by the same moves, else as it stood, else the start. */
static ferz_play *carry_over(watch *w, const ferz_game *game, ferz_play *before, text *t)
{
    ferz_messages_clear(w->s.messages);
    ferz_play *play = ferz_play_create(game, w->o->value[OPTION_FEN], w->s.messages);
    size_t plies = ferz_play_plies(before), played = 0;
    while (play && played < plies && ferz_play_move(play, ferz_play_ply(before, played), w->s.messages) == FERZ_OK) {
        played++;
    }
    if (play && played == plies) {
        return play;
    }
    ferz_play_destroy(play);
    if (ferz_messages_count(w->s.messages)) {
        text_print(t, "position: %s\n", ferz_messages_at(w->s.messages, 0).text);
    }
    ferz_messages_clear(w->s.messages);
    char *fen = ferz_play_fen(before);
    play = fen ? ferz_play_create(game, fen, w->s.messages) : NULL;
    ferz_free(fen);
    if (play) {
        text_put(t, "position: kept as it stood, without the moves that led to it\n");
        return play;
    }
    ferz_messages_clear(w->s.messages);
    play = ferz_play_create(game, NULL, w->s.messages);
    text_put(t, play ? "position: it cannot be set up any more; the start\n" : "");
    return play;
}

static bool same_fen(const ferz_play *one, const ferz_play *other)
{
    char *a = ferz_play_fen(one), *b = ferz_play_fen(other);
    bool same = a && b && strcmp(a, b) == 0;
    ferz_free(a);
    ferz_free(b);
    return same;
}

/* Puts the new rules in force. */
static void change_over(watch *w, ferz_game *game)
{
    text t = {0};
    size_t befores = 0;
    ferz_game *old = w->s.game;
    ferz_play *before = w->s.play;
    char *moves = ferz_play_moves(before, &befores, w->s.messages);
    ferz_play *play = carry_over(w, game, before, &t);
    say(w, &t);
    if (play) {
        bool moved = !same_fen(play, before);
        w->s.game = game;
        w->s.play = play;
        tell_words(w, old);
        if (moved) {
            tell_position(w);
        }
        tell_moves(w, moves, befores);
        ferz_play_destroy(before);
        ferz_game_destroy(old);
    } else {
        output_messages(w->out, w->s.messages);
        text_put(&t, "the old rules stay in force\n");
        say(w, &t);
        ferz_game_destroy(game);
    }
    ferz_free(moves);
    text_finish(&t);
}

static void begin(watch *w);

static void read_again(watch *w)
{
    text t = {0};
    ferz_messages_clear(w->s.messages);
    ferz_game *game = ferz_game_load(w->o->arguments[0], w->o->rules, w->o->settings, w->o->setting_count,
                                     (uint64_t)w->o->number[OPTION_SEED], w->s.messages);
    output_messages(w->out, w->s.messages); /* errors, or warnings */
    if (!game) {
        add_files_named(w, w->s.messages);
        text_put(&t, w->s.game ? "the old rules stay in force\n" : "waiting for rules that load\n");
        say(w, &t);
    } else if (!w->s.game) {
        w->s.game = game;
        add_files_of(w, game);
        begin(w);
    } else {
        add_files_of(w, game);
        bool same = strcmp(ferz_game_fingerprint(game), ferz_game_fingerprint(w->s.game)) == 0;
        if (same) { /* only the examples, or nothing */
            ferz_game_destroy(game);
        } else {
            change_over(w, game);
        }
        run_examples(w);
    }
    text_finish(&t);
}

static void tell_saved(watch *w, const bool *saved, size_t count)
{
    text t = {0};
    for (size_t i = 0; i < count; i++) {
        if (saved[i]) {
            text_put(&t, t.length ? ", " : "saved: ");
            text_add_safe(&t, w->files[i].path, strlen(w->files[i].path));
        }
    }
    text_char(&t, '\n');
    say(w, &t);
    text_finish(&t);
}

/* The moves of the command line, under rules that did not load when it was read. */
static void play_given(watch *w)
{
    text moves = {0};
    size_t count = 0;
    for (size_t i = 0; i < w->o->move_count; i++) {
        count += words_add(&moves, w->o->moves[i]);
    }
    const char *move = text_string(&moves);
    for (size_t i = 0; i < count; i++, move += strlen(move) + 1) {
        if (ferz_play_move(w->s.play, move, w->s.messages) != FERZ_OK) {
            output_messages(w->out, w->s.messages);
            break;
        }
    }
    text_finish(&moves);
}

/* The first look at rules that load. */
static void begin(watch *w)
{
    if (!w->s.play) {
        ferz_messages_clear(w->s.messages);
        w->s.play = ferz_play_create(w->s.game, w->o->value[OPTION_FEN], w->s.messages);
        if (w->s.play) {
            play_given(w);
        }
    }
    if (!w->s.play) { /* rules without a start that can be set up are no rules yet */
        output_messages(w->out, w->s.messages);
        ferz_game_destroy(w->s.game);
        w->s.game = NULL;
        return;
    }
    tell_position(w);
    tell_moves(w, NULL, 0);
    run_examples(w);
}

static void tell_files(watch *w)
{
    text t = {0};
    text_put(&t, "watching ");
    for (size_t i = 0; i < w->count; i++) {
        text_put(&t, i ? ", " : "");
        text_add_safe(&t, w->files[i].path, strlen(w->files[i].path));
    }
    text_put(&t, "; Ctrl-C ends it\n");
    say(w, &t);
    text_finish(&t);
}

static void go_on(watch *w)
{
    size_t room = 0;
    bool *saved = NULL;
    while (!ends(w)) {
        if (room < w->count) {
            bool *more = realloc(saved, w->count * sizeof *saved);
            if (!more) {
                break;
            }
            saved = more;
            room = w->count;
        }
        size_t count = w->count;
        if (wait_for_change(w, saved)) {
            tell_saved(w, saved, count);
            read_again(w);
        }
    }
    free(saved);
}

static void finish_files(watch *w)
{
    for (size_t i = 0; i < w->count; i++) {
        free(w->files[i].path);
    }
    free(w->files);
    if (w->wakes >= 0) {
        (void)close(w->wakes);
    }
}

/* Whether it is worth to wait for better rules: these are wrong, not the command line. */
static bool open_rules(watch *w, ferz_result result)
{
    if (w->s.game) {
        add_files_of(w, w->s.game);
    } else if (w->s.messages) {
        add_files_named(w, w->s.messages);
    }
    if (w->s.game && !w->s.play && !w->o->value[OPTION_FEN]) { /* their start is no position */
        ferz_game_destroy(w->s.game);
        w->s.game = NULL;
    }
    return result == FERZ_OK || (!w->s.game && w->count);
}

int command_watch(const options *o, output *out)
{
    watch w = {.o = o, .out = out, .wakes = -1};
#ifdef __linux__
    w.wakes = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
#endif
    ferz_result result = session_open(&w.s, o, out, 0);
    if (!open_rules(&w, result)) {
        finish_files(&w);
        return session_close(&w.s, out, result);
    }
    interrupt hand;
    interrupt_catch(&hand);
    tell_files(&w);
    if (w.s.game) {
        begin(&w);
    } else {
        output_messages(out, w.s.messages);
        text t = {0};
        text_put(&t, "waiting for rules that load\n");
        say(&w, &t);
        text_finish(&t);
    }
    go_on(&w);
    interrupt_release(&hand);
    finish_files(&w);
    return session_close(&w.s, out, FERZ_OK);
}
