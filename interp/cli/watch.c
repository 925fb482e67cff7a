/* watch: loads the rules again when one of their files is saved, keeps the position, and prints what has changed.
 *
 * A save is detected by inode, size and time of the file, which also works for editors that write a new file and
 * rename it. On Linux inotify wakes us at once; elsewhere the files are checked four times a second.
 */
#include "ferz_tools.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/read_file.h"
#include "cli/board.h"
#include "cli/commands.h"
#include "cli/file_events.h"
#include "cli/folder_watch.h"
#include "cli/interrupt.h"
#include "cli/session.h"
#include "base/move_tokens.h"

enum {
    POLL_MS = 250,    /* milliseconds */
    SETTLE_MS = 60,   /* no file may change for so long before they are read: editors write in several steps */
    MISSING_MS = 600, /* a file may be missing for so long: an editor may be about to replace it */
    MOVES_SHOWN = 24,
    REASONS_SHOWN = 6,
};

typedef struct watched_file {
    char *path;
    bool exists;
    ino_t inode;
    off_t size;
    struct timespec modified;
} watched_file;

typedef struct watch {
    const options *o;
    output *out;
    session s; /* the current rules and position */
    watched_file *files;
    size_t count, room;
    /* Where the rules do not load: their folder, in which a file may come that they want, and what is seen in it. */
    text folder;
    folder_watch *around;
    size_t messages_shown; /* messages of examples already printed */
    int events;            /* of file_events_open */
    bool output_lost;      /* standard output is closed, or memory ran out */
} watch;

/* ---- files ---- */

static bool check_file(watched_file *f)
{
    struct stat info;
    watched_file now = {.path = f->path, .exists = stat(f->path, &info) == 0};
    if (now.exists) {
        now.inode = info.st_ino;
        now.size = info.st_size;
        now.modified = info.st_mtim;
    }
    bool same = now.exists == f->exists && now.inode == f->inode && now.size == f->size &&
                now.modified.tv_sec == f->modified.tv_sec && now.modified.tv_nsec == f->modified.tv_nsec;
    *f = now;
    return !same;
}

/* The folder in which a file lies: a file that is renamed into it has another inode, so the file is not watched. */
static void put_folder(text *folder, const char *path)
{
    text_clear(folder);
    const char *slash = strrchr(path, '/');
    text_add(folder, slash ? path : ".", slash == path || !slash ? 1 : (size_t)(slash - path));
}

static void watch_folder(const watch *w, const char *path)
{
    text folder = {0};
    put_folder(&folder, path);
    (void)file_events_add(w->events, text_string(&folder));
    text_finish(&folder);
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
        watched_file *more = realloc(w->files, room * sizeof *more);
        if (!more) {
            w->output_lost = true;
            return;
        }
        w->files = more;
        w->room = room;
    }
    size_t length = strlen(path);
    char *copy = malloc(length + 1);
    if (!copy) {
        w->output_lost = true;
        return;
    }
    memcpy(copy, path, length + 1);
    w->files[w->count] = (watched_file){.path = copy};
    (void)check_file(&w->files[w->count++]);
    watch_folder(w, path);
}

/* Adds NAME.test.yaml beside NAME.yaml. */
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

static void add_files_of(watch *w, const ferz_variant *variant)
{
    for (size_t i = 0; i < ferz_variant_facts(variant)->file_count; i++) {
        add_file(w, ferz_variant_file_at(variant, i));
    }
    add_examples(w, ferz_variant_facts(variant)->file);
}

/* Adds files named in messages, such as a parent with an error that was not loaded before. */
static void add_files_named(watch *w, const ferz_messages *messages)
{
    for (size_t i = 0; i < ferz_messages_count(messages); i++) {
        const char *file = ferz_messages_at(messages, i).file;
        if (file && access(file, F_OK) == 0) {
            add_file(w, file);
        }
    }
}

/* The rules do not load, or they do: whether to look for files that they have not read. */
static void watch_around(watch *w, bool wanted)
{
    folder_watch_destroy(w->around);
    w->around = NULL;
    if (wanted) {
        put_folder(&w->folder, w->count ? w->files[0].path : w->o->arguments[0]);
        w->around = folder_watch_create(text_string(&w->folder));
    }
}

/* ---- waiting ---- */

/* Sleeps until something may have happened, at most `milliseconds`. */
static void wait_for_event(watch *w, int milliseconds)
{
    struct pollfd fds[2] = {{.fd = STDOUT_FILENO}, {.fd = w->events, .events = POLLIN}};
    int ready = poll(fds, w->events >= 0 ? 2 : 1, milliseconds);
    if (ready > 0 && (fds[0].revents & (POLLERR | POLLNVAL))) {
        w->output_lost = true; /* the reader of our output is gone */
    }
    (void)file_events_take(w->events);
}

static bool is_ended(const watch *w)
{
    return w->output_lost || interrupt_requested();
}

/* Marks in `modified` the files that were saved; returns whether there are any. */
static bool check_files(watch *w, bool *modified)
{
    bool any = false;
    for (size_t i = 0; i < w->count; i++) {
        bool now = check_file(&w->files[i]);
        modified[i] |= now;
        any |= now;
    }
    return any;
}

static bool some_missing(const watch *w, const bool *modified)
{
    for (size_t i = 0; i < w->count; i++) {
        if (modified[i] && !w->files[i].exists) {
            return true;
        }
    }
    return false;
}

static void sleep_ms(int milliseconds)
{
    const struct timespec pause = {.tv_nsec = milliseconds * 1000000L};
    (void)nanosleep(&pause, NULL);
}

static bool is_watched(const watch *w, const char *path)
{
    for (size_t i = 0; i < w->count; i++) {
        if (strcmp(w->files[i].path, path) == 0 || read_file_same(w->files[i].path, path)) {
            return true;
        }
    }
    return false;
}

/* Whether another file has come that the rules may have missed, such as their script. Says which. */
static bool check_around(watch *w)
{
    size_t count = 0;
    const char *const *came = w->around ? folder_watch_look(w->around, &count) : NULL;
    text t = {0};
    for (size_t i = 0; i < count; i++) {
        if (!is_watched(w, came[i])) {
            text_put(&t, t.length ? ", " : "saved: ");
            text_add_safe(&t, came[i], strlen(came[i]));
        }
    }
    bool any = t.length > 0;
    if (any) {
        text_char(&t, '\n');
        output_text(w->out, &t);
    }
    text_finish(&t);
    return any;
}

/* Waits until files were saved and have not changed for a while; marks them in `modified`. False at the end. */
static bool wait_for_change(watch *w, bool *modified)
{
    memset(modified, 0, w->count * sizeof *modified);
    while (!check_files(w, modified) && !check_around(w)) {
        if (is_ended(w)) {
            return false;
        }
        wait_for_event(w, POLL_MS);
    }
    for (int waited = 0; !is_ended(w) && waited < MISSING_MS; waited += SETTLE_MS) {
        sleep_ms(SETTLE_MS);
        if (!check_files(w, modified) && !some_missing(w, modified)) {
            break;
        }
    }
    return !is_ended(w);
}

/* ---- reports ---- */

static void print(watch *w, text *t)
{
    output_text(w->out, t);
    w->output_lost |= !output_flush(w->out);
}

static void report_failure(void *state, const ferz_example *example)
{
    watch *w = state;
    if (!example->passed) {
        text t = {0};
        text_put(&t, "example failed: ");
        text_add_safe(&t, example->title, strlen(example->title));
        text_char(&t, '\n');
        print(w, &t);
        text_finish(&t);
        w->messages_shown = output_messages_from(w->out, w->s.messages, w->messages_shown);
    }
}

static void run_examples(watch *w)
{
    ferz_test_report report = {0};
    w->messages_shown = 0;
    ferz_messages_clear(w->s.messages);
    ferz_result result = ferz_test_run(w->o->arguments[0], w->o->rules, report_failure, w, &report, w->s.messages);
    if (result != FERZ_OK) {
        (void)output_messages_from(w->out, w->s.messages, w->messages_shown);
    }
    ferz_messages_clear(w->s.messages);
    text t = {0};
    text_print(&t, "examples: %zu passed, %zu failed\n", report.passed, report.failed);
    print(w, &t);
    text_finish(&t);
}

static void report_position(watch *w)
{
    text t = {0};
    char *fen = ferz_game_fen(w->s.game);
    board_style style = {.colour = w->out->colour_out};
    board_draw(w->s.game, &style, &t);
    board_put_state(w->s.game, &t);
    text_print(&t, "fen: %s\n", string_or_empty(fen));
    ferz_free(fen);
    print(w, &t);
    text_finish(&t);
}

/* The rule that forbids the move, or the one that allows it. */
static void put_why(const watch *w, ferz_game *game, const char *move, text *t)
{
    ferz_reasons *why = ferz_game_why(game, move, options_language(w->o), w->s.messages);
    ferz_reason r = ferz_reasons_at(why, why && ferz_reasons_answer(why) && ferz_reasons_count(why) > 1);
    text_put(t, why ? r.text : "");
    if (why && r.file) {
        text_print(t, " (%s:%u)", r.file, r.line);
    }
    ferz_reasons_free(why);
}

/* Prints the moves that are only in the list `one`, each with what the new rules say of it. */
static size_t put_only_in(watch *w, const char *one, size_t one_count, const char *other, size_t other_count,
                          const char *label, text *t)
{
    size_t found = 0;
    const char *next = other;
    for (size_t i = 0, k = 0; i < one_count; i++, one += strlen(one) + 1) {
        while (k < other_count && strcmp(next, one) < 0) {
            next += strlen(next) + 1;
            k++;
        }
        if (k < other_count && strcmp(next, one) == 0) {
            continue;
        }
        found++;
        if (found <= REASONS_SHOWN) {
            text_print(t, "%s: %s: ", label, one);
            put_why(w, w->s.game, one, t);
            text_char(t, '\n');
        } else if (found <= MOVES_SHOWN) {
            text_print(t, "%s: %s\n", label, one);
        }
    }
    if (found > MOVES_SHOWN) {
        text_print(t, "%s: %zu more\n", label, found - MOVES_SHOWN);
    }
    return found;
}

static void report_moves(watch *w, const char *before, size_t before_count)
{
    text t = {0};
    size_t count = 0;
    char *now = ferz_game_legal_moves(w->s.game, &count, w->s.messages);
    if (!now) {
        output_messages(w->out, w->s.messages);
        ferz_messages_clear(w->s.messages);
        return;
    }
    size_t added = before ? put_only_in(w, now, count, before, before_count, "legal now", &t) : 0;
    size_t removed = before ? put_only_in(w, before, before_count, now, count, "no longer legal", &t) : 0;
    text_print(&t, added + removed || !before ? "legal moves: %zu\n" : "legal moves: the same %zu\n", count);
    ferz_free(now);
    print(w, &t);
    text_finish(&t);
}

static void report_rules_diff(watch *w, const ferz_variant *before)
{
    text t = {0};
    char *rules_diff = ferz_variant_compare(before, w->s.variant, options_language(w->o), w->s.messages);
    if (rules_diff && *rules_diff) {
        for (const char *line = rules_diff; *line;) {
            size_t length = strcspn(line, "\n");
            text_print(&t, "rules: %.*s\n", (int)length, line);
            line += length + (line[length] == '\n');
        }
    } else {
        text_put(&t, "rules: no difference in words\n");
    }
    ferz_free(rules_diff);
    print(w, &t);
    text_finish(&t);
}

/* ---- reloading ---- */

/* The old position under the new rules: by the same moves, else by its FEN, else the start position. */
static ferz_game *replay_position(watch *w, const ferz_variant *variant, ferz_game *before, text *t)
{
    ferz_messages_clear(w->s.messages);
    ferz_game *game = ferz_game_create(variant, w->o->value[OPTION_FEN], w->s.messages);
    size_t plies = ferz_game_ply_count(before), played = 0;
    while (game && played < plies && ferz_game_move(game, ferz_game_ply(before, played), w->s.messages) == FERZ_OK) {
        played++;
    }
    if (game && played == plies) {
        return game;
    }
    ferz_game_free(game);
    if (ferz_messages_count(w->s.messages)) {
        text_print(t, "position: %s\n", ferz_messages_at(w->s.messages, 0).text);
    }
    ferz_messages_clear(w->s.messages);
    char *fen = ferz_game_fen(before);
    game = fen ? ferz_game_create(variant, fen, w->s.messages) : NULL;
    ferz_free(fen);
    if (game) {
        text_put(t, "position: kept, without the moves before it\n");
        return game;
    }
    ferz_messages_clear(w->s.messages);
    game = ferz_game_create(variant, NULL, w->s.messages);
    text_put(t, game ? "position: not valid any more; the start position instead\n" : "");
    return game;
}

static bool same_fen(const ferz_game *one, const ferz_game *other)
{
    char *a = ferz_game_fen(one), *b = ferz_game_fen(other);
    bool same = a && b && strcmp(a, b) == 0;
    ferz_free(a);
    ferz_free(b);
    return same;
}

/* Makes the new rules current. */
static void apply_rules(watch *w, ferz_variant *variant)
{
    text t = {0};
    size_t before_count = 0;
    ferz_variant *old = w->s.variant;
    ferz_game *before = w->s.game;
    char *moves = ferz_game_legal_moves(before, &before_count, w->s.messages);
    ferz_game *game = replay_position(w, variant, before, &t);
    print(w, &t);
    if (game) {
        bool moved = !same_fen(game, before);
        w->s.variant = variant;
        w->s.game = game;
        report_rules_diff(w, old);
        if (moved) {
            report_position(w);
        }
        report_moves(w, moves, before_count);
        ferz_game_free(before);
        ferz_variant_free(old);
    } else {
        output_messages(w->out, w->s.messages);
        text_put(&t, "the old rules stay in use\n");
        print(w, &t);
        ferz_variant_free(variant);
    }
    ferz_free(moves);
    text_finish(&t);
}

static void start(watch *w);

static void reload(watch *w)
{
    text t = {0};
    ferz_messages_clear(w->s.messages);
    ferz_variant *variant = ferz_variant_load(w->o->arguments[0], w->o->rules, w->o->settings, w->o->setting_count,
                                              (uint64_t)w->o->number[OPTION_SEED], w->s.messages);
    output_messages(w->out, w->s.messages); /* errors, or warnings */
    watch_around(w, !variant);
    if (!variant) {
        add_files_named(w, w->s.messages);
        text_put(&t, w->s.variant ? "the old rules stay in use\n" : "waiting for rules that load\n");
        print(w, &t);
    } else if (!w->s.variant) {
        w->s.variant = variant;
        add_files_of(w, variant);
        start(w);
    } else {
        add_files_of(w, variant);
        bool same =
            strcmp(ferz_variant_facts(variant)->fingerprint, ferz_variant_facts(w->s.variant)->fingerprint) == 0;
        if (same) { /* only examples changed, or nothing */
            ferz_variant_free(variant);
        } else {
            apply_rules(w, variant);
        }
        run_examples(w);
    }
    text_finish(&t);
}

static void report_modified(watch *w, const bool *modified, size_t count)
{
    text t = {0};
    for (size_t i = 0; i < count; i++) {
        if (modified[i]) {
            text_put(&t, t.length ? ", " : "saved: ");
            text_add_safe(&t, w->files[i].path, strlen(w->files[i].path));
        }
    }
    if (t.length) {
        text_char(&t, '\n');
        print(w, &t);
    }
    text_finish(&t);
}

/* Plays the moves of the command line under rules that did not load before. */
static void play_moves(watch *w)
{
    text moves = {0};
    size_t count = 0;
    for (size_t i = 0; i < w->o->move_count; i++) {
        count += move_tokens_add(&moves, w->o->moves[i]);
    }
    const char *move = text_string(&moves);
    for (size_t i = 0; i < count; i++, move += strlen(move) + 1) {
        if (ferz_game_move(w->s.game, move, w->s.messages) != FERZ_OK) {
            output_messages(w->out, w->s.messages);
            break;
        }
    }
    text_finish(&moves);
}

/* The first report of rules that load. */
static void start(watch *w)
{
    if (!w->s.game) {
        ferz_messages_clear(w->s.messages);
        w->s.game = ferz_game_create(w->s.variant, w->o->value[OPTION_FEN], w->s.messages);
        if (w->s.game) {
            play_moves(w);
        }
    }
    if (!w->s.game) { /* rules whose start position is not valid are not complete yet */
        output_messages(w->out, w->s.messages);
        ferz_variant_free(w->s.variant);
        w->s.variant = NULL;
        return;
    }
    report_position(w);
    report_moves(w, NULL, 0);
    run_examples(w);
}

static void report_files(watch *w)
{
    text t = {0};
    text_put(&t, "watching ");
    for (size_t i = 0; i < w->count; i++) {
        text_put(&t, i ? ", " : "");
        text_add_safe(&t, w->files[i].path, strlen(w->files[i].path));
    }
    text_put(&t, "; press Ctrl-C to stop\n");
    print(w, &t);
    text_finish(&t);
}

static void run(watch *w)
{
    size_t room = 0;
    bool *modified = NULL;
    while (!is_ended(w)) {
        if (room < w->count) {
            bool *more = realloc(modified, w->count * sizeof *modified);
            if (!more) {
                break;
            }
            modified = more;
            room = w->count;
        }
        size_t count = w->count;
        if (wait_for_change(w, modified)) {
            report_modified(w, modified, count);
            reload(w);
        }
    }
    free(modified);
}

static void finish_files(watch *w)
{
    for (size_t i = 0; i < w->count; i++) {
        free(w->files[i].path);
    }
    free(w->files);
    folder_watch_destroy(w->around);
    text_finish(&w->folder);
    file_events_close(w->events);
}

/* Whether to wait for better rules: the files are wrong, not the command line. */
static bool open_rules(watch *w, ferz_result result)
{
    if (w->s.variant) {
        add_files_of(w, w->s.variant);
    } else if (w->s.messages) {
        add_files_named(w, w->s.messages);
    }
    if (w->s.variant && !w->s.game && !w->o->value[OPTION_FEN]) { /* the start position is not valid */
        ferz_variant_free(w->s.variant);
        w->s.variant = NULL;
    }
    watch_around(w, !w->s.variant);
    return result == FERZ_OK || (!w->s.variant && w->count);
}

int command_watch(const options *o, output *out)
{
    watch w = {.o = o, .out = out, .events = file_events_open()};
    ferz_result result = session_open(&w.s, o, out, 0);
    if (w.s.messages) {
        ferz_messages_set_budget(w.s.messages, session_budget(o)); /* for each command of the person who watches */
    }
    if (!open_rules(&w, result)) {
        finish_files(&w);
        return session_close(&w.s, out, result);
    }
    interrupt sigint;
    interrupt_catch(&sigint);
    report_files(&w);
    if (w.s.variant) {
        start(&w);
    } else {
        output_messages(out, w.s.messages);
        text t = {0};
        text_put(&t, "waiting for rules that load\n");
        print(&w, &t);
        text_finish(&t);
    }
    run(&w);
    interrupt_release(&sigint);
    finish_files(&w);
    return session_close(&w.s, out, FERZ_OK);
}
