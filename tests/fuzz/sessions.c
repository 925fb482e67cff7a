/* Sessions: lines that a GUI sends to the engine, given to the very functions that the program runs. */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/commands.h"
#include "fuzz.h"

enum { SLEEPS_MAX = 10, SLEEP_MILLISECONDS = 2 };

/* ---- saying it ---- */

typedef struct sender {
    const char *bytes;
    size_t length;
    int to;
} sender;

static bool begins(const char *line, const char *end, const char *word)
{
    size_t n = strlen(word);
    return (size_t)(end - line) >= n && memcmp(line, word, n) == 0;
}

/* Whether it is time to think after this line. */
static bool thinks(const char *line, const char *end)
{
    static const char *const words[] = {"go", "usermove", "analyze", "hint", "ponder", NULL};
    for (size_t i = 0; words[i]; i++) {
        if (begins(line, end, words[i])) {
            return true;
        }
    }
    return false;
}

static bool write_all(int to, const char *bytes, size_t length)
{
    while (length) {
        ssize_t n = write(to, bytes, length);
        if (n <= 0) {
            return false; /* it has quit */
        }
        bytes += n;
        length -= (size_t)n;
    }
    return true;
}

static void *send_input(void *state)
{
    const sender *s = state;
    const char *line = s->bytes, *end = s->bytes + s->length;
    for (int slept = 0; line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop ? stop + 1 : end;
        if (!write_all(s->to, line, (size_t)(stop - line))) {
            break;
        }
        if (thinks(line, end) && slept++ < SLEEPS_MAX) {
            struct timespec t = {.tv_nsec = SLEEP_MILLISECONDS * 1000000L};
            nanosleep(&t, NULL);
        }
        line = stop;
    }
    close(s->to);
    return NULL;
}

/* ---- hearing it ---- */

/* How many lines begin with the word alone, or with it and a blank. */
static size_t count_lines(const char *bytes, size_t length, const char *word)
{
    size_t n = 0, size = strlen(word);
    for (const char *line = bytes, *end = bytes + length; line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop ? stop : end;
        n += begins(line, stop, word) && (line + size == stop || strchr(" \t\r", line[size]));
        line = stop + 1;
    }
    return n;
}

/* Commands may have blanks before them. */
static size_t count_said(const char *bytes, size_t length, const char *word)
{
    size_t n = 0;
    for (const char *line = bytes, *end = bytes + length; line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop ? stop : end;
        while (line < stop && (*line == ' ' || *line == '\t')) {
            line++;
        }
        n += begins(line, stop, word);
        line = stop + 1;
    }
    return n;
}

static void run_session(int (*run)(const options *o, output *out), const options *o, const char *bytes, size_t length,
                        text *written, text *errors)
{
    int ends[2];
    FUZZ_MUST(pipe(ends) == 0);
    FUZZ_MUST(dup2(ends[0], STDIN_FILENO) == STDIN_FILENO);
    close(ends[0]);
    sender s = {bytes, length, ends[1]};
    pthread_t thread;
    clearerr(stdin);
    fuzz_capture_output();
    FUZZ_MUST(pthread_create(&thread, NULL, send_input, &s) == 0);
    output out = {0};
    int status = output_finish(&out, run(o, &out));
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    FUZZ_MUST(nothing != -1 && dup2(nothing, STDIN_FILENO) == STDIN_FILENO); /* so that nobody speaks to the deaf */
    close(nothing);
    pthread_join(thread, NULL);
    fuzz_captured_output(written, errors);
    FUZZ_MUST(status == 0 || status == 3);
    fuzz_check_text(text_string(written), written->length, true);
    fuzz_check_text(text_string(errors), errors->length, false);
    FUZZ_MUST(written->length == 0 || written->bytes[written->length - 1] == '\n');
}

static void run_protocol(int (*run)(const options *o, output *out), const char *bytes, size_t length, text *written)
{
    const char *rules[] = {NULL};
    options o = {.rules = rules};
    text errors = {0};
    run_session(run, &o, bytes, length, written, &errors);
    text_finish(&errors);
}

/* No input makes the engine answer more often than it was asked. */
static void check_not_forged(const char *bytes, size_t length, const text *written, const char *answer,
                             const char *question, const char *or_question)
{
    size_t answers = count_lines(text_string(written), written->length, answer);
    FUZZ_MUST(answers <=
              count_said(bytes, length, question) + (or_question ? count_said(bytes, length, or_question) : 0));
}

void fuzz_uci(const char *bytes, size_t length)
{
    text written = {0};
    run_protocol(command_uci, bytes, length, &written);
    check_not_forged(bytes, length, &written, "readyok", "isready", NULL);
    check_not_forged(bytes, length, &written, "bestmove", "go", NULL);
    check_not_forged(bytes, length, &written, "uciok", "uci", "usi");
    text_finish(&written);
}

void fuzz_usi(const char *bytes, size_t length)
{
    text written = {0};
    run_protocol(command_usi, bytes, length, &written);
    check_not_forged(bytes, length, &written, "readyok", "isready", NULL);
    check_not_forged(bytes, length, &written, "bestmove", "go", NULL);
    check_not_forged(bytes, length, &written, "usiok", "usi", "uci");
    text_finish(&written);
}

void fuzz_xboard(const char *bytes, size_t length)
{
    text written = {0};
    run_protocol(command_xboard, bytes, length, &written);
    check_not_forged(bytes, length, &written, "pong", "ping", NULL);
    text_finish(&written);
}

/* ---- what a person types in `ferz play` ---- */

/* Files are written and read where we are, nowhere else. */
static void remove_file_commands(char *bytes, size_t length)
{
    for (char *line = bytes, *end = bytes + length; line < end;) {
        char *stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop ? stop : end;
        line += strspn(line, " \t");
        for (char *c = line; c < stop && (begins(line, stop, "save") || begins(line, stop, "load")); c++) {
            *c = *c == '/' || *c == '~' ? '_' : *c;
        }
        line = stop + 1;
    }
}

/* The first byte chooses the game and the seats. */
void fuzz_terminal(const char *bytes, size_t length)
{
    static const char *const games[] = {"chess", "shogi", "tic-tac-toe"};
    if (!length) {
        return;
    }
    unsigned char chosen = (unsigned char)bytes[0];
    const char *arguments[] = {games[chosen % 3], NULL};
    const char *rules[] = {NULL};
    options o = {.arguments = arguments, .argument_count = 1, .rules = rules};
    o.value[OPTION_AS] = chosen / 3 % 2 ? "all" : NULL; /* two machines would play without listening */
    o.value[OPTION_LEVEL] = o.value[OPTION_SEED] = "1";
    o.number[OPTION_LEVEL] = o.number[OPTION_SEED] = 1;
    char *copied = malloc(length);
    FUZZ_MUST(copied);
    memcpy(copied, bytes + 1, length);
    remove_file_commands(copied, length - 1);
    text written = {0}, errors = {0};
    run_session(command_play, &o, copied, length - 1, &written, &errors);
    text_finish(&written);
    text_finish(&errors);
    free(copied);
}
