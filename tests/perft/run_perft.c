/* Compares counted moves with known numbers: run_perft [OPTION…] RULES… FILE.epd…
 *
 *   --max N         leave out counts above N leaves (default: 20 million)
 *   --above N       leave out counts of N leaves and less (default: 0)
 *   --reference N   instead of the numbers in the files: count every position by masks and by play, as deep
 *                   as N leaves allow, and have the library check itself there
 *   --to-end        games that end before the last ply count at no depth, as `ferz perft --to-end` has it
 *
 * RULES is a folder of rules; there may be several. A file's lines are `FEN ;D1 n ;D2 n …`; what follows a `#` is a remark, and the
 * remark `# game: NAME [--set OPTION[=VALUE]]…` says which game the positions below it belong to.
 */
#include "api/ferz_for_tests.h"
#include "ferz_tools.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_SETTINGS = 16, DEEPEST = 12, MOST_FOLDERS = 4 };

typedef struct run {
    const char *dirs[MOST_FOLDERS + 1];
    uint64_t above, most, reference;
    bool to_end;
    ferz_messages *messages;
    ferz_variant *variant; /* of the last `# game:` line */
    char *title;           /* that line's words */
    const char *file;
    unsigned line;
    size_t passed, failed, left_out;
    size_t positions, counts; /* of this file */
    uint64_t leaves;
} run;

static void print_line(const run *r, const char *format, ...)
{
    va_list list;
    printf("%s:%u: ", r->file, r->line);
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    putchar('\n');
}

static void fail(run *r, const char *what)
{
    r->failed++;
    print_line(r, "%s", what);
    for (size_t i = 0; i < ferz_messages_count(r->messages); i++)
        fputs(ferz_messages_at(r->messages, i).rendered, stdout);
    ferz_messages_clear(r->messages);
}

static void check(run *r, bool good, const char *fen, int depth, uint64_t found, uint64_t wanted, const char *whose)
{
    r->counts++;
    if (good && found == wanted) {
        r->passed++;
        return;
    }
    print_line(r, "depth %d: %" PRIu64 ", but %s %" PRIu64 ": %s", depth, found, whose, wanted, fen);
    fail(r, r->title);
}

/* `words` is what stands behind "# game:". */
static void open_game(run *r, const char *words)
{
    ferz_variant_free(r->variant);
    r->variant = NULL;
    free(r->title);
    r->title = strdup(words);
    char *copy = strdup(words);
    if (!r->title || !copy) {
        fail(r, "out of memory");
        free(copy);
        return;
    }
    ferz_setting settings[MOST_SETTINGS];
    size_t count = 0;
    const char *name = NULL;
    bool setting = false, sound = true;
    char *rest = NULL;
    for (char *word = strtok_r(copy, " \t\r\n", &rest); word; word = strtok_r(NULL, " \t\r\n", &rest)) {
        if (setting && count < MOST_SETTINGS) {
            char *equals = strchr(word, '=');
            if (equals)
                *equals++ = '\0';
            settings[count++] = (ferz_setting){.name = word, .value = equals};
            setting = false;
        } else if (!setting && strcmp(word, "--set") == 0) {
            setting = true;
        } else if (!setting && !name) {
            name = word;
        } else {
            sound = false;
        }
    }
    if (!name || setting || !sound)
        fail(r, "a game line is `# game: NAME [--set OPTION[=VALUE]]...`");
    else if (!(r->variant = ferz_variant_load(name, r->dirs, settings, count, 1, r->messages)))
        fail(r, "the game does not load");
    free(copy);
}

static void compare_paths(run *r, ferz_game *game, const char *fen)
{
    if (ferz_game_verify(game, r->messages) != FERZ_OK)
        fail(r, "the library's check of itself");
    for (int depth = 1; depth <= DEEPEST; depth++) {
        uint64_t fast = 0, slow = 0;
        bool good = ferz_game_perft(game, depth, NULL, NULL, &fast, r->messages) == FERZ_OK;
        if (good && fast > r->reference && depth > 1)
            return;
        good = game_perft_by_play(game, depth, &slow, r->messages) == FERZ_OK && good;
        check(r, good, fen, depth, fast, slow, "counted by play");
        r->leaves += fast;
        if (!good || fast == 0 || fast > r->reference)
            return;
    }
}

/* `counts` begins at the row's first ';' or is empty. */
static void compare_counts(run *r, ferz_game *game, const char *fen, char *counts)
{
    bool any = false;
    char *rest = NULL;
    for (char *field = strtok_r(counts, ";", &rest); field; field = strtok_r(NULL, ";", &rest)) {
        int depth = 0, end = 0;
        uint64_t wanted = 0;
        if (sscanf(field, "D%d %" SCNu64 " %n", &depth, &wanted, &end) != 2 || field[end] || depth < 1) {
            fail(r, "a count is `;D4 197281`");
            return;
        }
        any = true;
        if (wanted > r->most || (r->above && wanted <= r->above)) {
            r->left_out++;
            continue;
        }
        uint64_t found = 0;
        bool good = (r->to_end ? ferz_game_perft_to_end : ferz_game_perft)(game, depth, NULL, NULL, &found,
                                                                           r->messages) == FERZ_OK;
        check(r, good, fen, depth, found, wanted, "the file says");
        r->leaves += found;
    }
    if (!any)
        fail(r, "a position without counts");
}

static void run_line(run *r, char *line)
{
    static const char game_words[] = "# game:";
    if (strncmp(line, game_words, sizeof game_words - 1) == 0) {
        line += sizeof game_words - 1;
        open_game(r, line + strspn(line, " \t"));
        return;
    }
    line[strcspn(line, "#\r\n")] = '\0';
    char *counts = line + strcspn(line, ";");
    if (line[strspn(line, " \t")] == '\0')
        return;
    if (!r->variant) {
        fail(r, "no game to play this position with");
        return;
    }
    size_t length = (size_t)(counts - line);
    while (length && line[length - 1] == ' ')
        length--;
    char *fen = strndup(line, length);
    ferz_game *game = fen ? ferz_game_create(r->variant, fen, r->messages) : NULL;
    r->positions++;
    if (!game)
        fail(r, "the position is not understood");
    else if (r->reference)
        compare_paths(r, game, fen);
    else
        compare_counts(r, game, fen, counts);
    ferz_game_free(game);
    free(fen);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void run_file(run *r, const char *path)
{
    r->file = path;
    r->line = 0;
    r->positions = r->counts = 0;
    r->leaves = 0;
    FILE *file = fopen(path, "r");
    if (!file) {
        fail(r, strerror(errno));
        return;
    }
    double start = now();
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, file) >= 0) {
        r->line++;
        line[strcspn(line, "\r\n")] = '\0';
        run_line(r, line);
    }
    free(line);
    fclose(file);
    printf("%s (%s): %zu positions, %zu counts, %" PRIu64 " leaves, %.1f s\n", path, r->title ? r->title : "no game",
           r->positions, r->counts, r->leaves, now() - start);
    fflush(stdout);
    ferz_variant_free(r->variant);
    r->variant = NULL;
    free(r->title);
    r->title = NULL;
}

static bool number(const char *word, uint64_t *value)
{
    char *end;
    errno = 0;
    unsigned long long read = strtoull(word, &end, 10);
    *value = read;
    return !errno && end != word && *end == '\0' && *word != '-';
}

static bool is_list(const char *path)
{
    size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".epd") == 0;
}

int main(int count, char **words)
{
    run r = {.most = 20 * 1000 * 1000};
    int at = 1;
    bool sound = true;
    for (; sound && at + 1 < count && strncmp(words[at], "--", 2) == 0; at += 2) {
        if (strcmp(words[at], "--to-end") == 0) {
            r.to_end = true;
            at--;
            continue;
        }
        uint64_t *value = strcmp(words[at], "--max") == 0         ? &r.most
                          : strcmp(words[at], "--above") == 0     ? &r.above
                          : strcmp(words[at], "--reference") == 0 ? &r.reference
                                                                  : NULL;
        sound = value && number(words[at + 1], value);
    }
    if (!sound || count - at < 2) {
        fputs("usage: run_perft [--max N] [--above N] [--reference N] [--to-end] RULES... FILE.epd...\n", stderr);
        return 2;
    }
    r.messages = ferz_messages_create(false);
    if (!r.messages)
        return 3;
    for (size_t i = 0; at < count && i < MOST_FOLDERS && !is_list(words[at]); i++)
        r.dirs[i] = words[at++];
    for (; at < count; at++)
        run_file(&r, words[at]);
    ferz_messages_free(r.messages);
    if (r.left_out)
        printf("%zu counts left out for their size\n", r.left_out);
    printf("%zu passed, %zu failed\n", r.passed, r.failed);
    return r.failed || !r.passed;
}
