#include "front/line.h"

#include <errno.h>
#include <histedit.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/* A command with a path in it; nobody types more. */
enum { LINE_BYTES_MAX = 16384, HISTORY_LINES = 500 };

struct line_reader {
    line_choices *choices;
    void *state;
    const char *prompt;
    EditLine *edit; /* NULL without editing */
    History *history;
};

/* How the terminal was before lines were edited. A signal has no other way to find it. */
static struct termios before_editing;

/* Whoever ends us by a signal must not leave a terminal that shows nothing of what is typed. */
static void restore_and_end(int number)
{
    tcsetattr(STDIN_FILENO, TCSANOW, &before_editing);
    raise(number); /* now without us: SA_RESETHAND */
}

static void guard_terminal(void)
{
    struct sigaction action = {.sa_handler = restore_and_end, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    if (tcgetattr(STDIN_FILENO, &before_editing) == 0) {
        sigaction(SIGTERM, &action, NULL);
        sigaction(SIGHUP, &action, NULL);
        sigaction(SIGQUIT, &action, NULL);
    }
}

static void release_terminal(void)
{
    static const int numbers[] = {SIGTERM, SIGHUP, SIGQUIT};
    struct sigaction now;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (sigaction(numbers[i], NULL, &now) == 0 && now.sa_handler == restore_and_end) {
            signal(numbers[i], SIG_DFL);
        }
    }
}

static line_reader *reader_of(EditLine *edit)
{
    line_reader *r = NULL;
    el_get(edit, EL_CLIENTDATA, &r);
    return r;
}

static const char *give_prompt(EditLine *edit)
{
    return reader_of(edit)->prompt;
}

/* What all choices that begin with `word` go on with in common; `*count` of them. */
static size_t common_rest(const text *choices, const char *word, size_t length, const char **rest, size_t *count)
{
    const char *end = text_string(choices) + choices->length;
    size_t common = 0;
    *count = 0;
    for (const char *choice = text_string(choices); choice < end; choice += strlen(choice) + 1) {
        if (strncmp(choice, word, length) != 0) {
            continue;
        }
        const char *more = choice + length;
        if ((*count)++ == 0) {
            *rest = more;
            common = strlen(more);
        }
        size_t same = 0;
        while (same < common && more[same] == (*rest)[same]) {
            same++;
        }
        common = same;
    }
    return common;
}

static void print_choices(const text *choices, const char *word, size_t length)
{
    const char *end = text_string(choices) + choices->length;
    size_t column = 0;
    putchar('\n');
    for (const char *choice = text_string(choices); choice < end; choice += strlen(choice) + 1) {
        if (strncmp(choice, word, length) == 0) {
            column += strlen(choice) + 1;
            if (column > 78) {
                putchar('\n');
                column = strlen(choice) + 1;
            }
            printf("%s ", choice);
        }
    }
    putchar('\n');
    fflush(stdout);
}

static unsigned char complete(EditLine *edit, int key)
{
    (void)key;
    const line_reader *r = reader_of(edit);
    const LineInfo *info = el_line(edit);
    const char *word = info->cursor;
    while (word > info->buffer && word[-1] != ' ') {
        word--;
    }
    size_t length = (size_t)(info->cursor - word);
    text choices = {0};
    r->choices(r->state, info->buffer, (size_t)(word - info->buffer), &choices);
    const char *rest = "";
    size_t count;
    size_t common = common_rest(&choices, word, length, &rest, &count);
    unsigned char answer = CC_REFRESH;
    if (count == 0) {
        answer = CC_ERROR;
    } else if (common || count == 1) {
        text insert = {0};
        text_add(&insert, rest, common);
        text_put(&insert, count == 1 ? " " : "");
        el_insertstr(edit, text_string(&insert));
        text_finish(&insert);
    } else {
        print_choices(&choices, word, length);
        answer = CC_REDISPLAY;
    }
    text_finish(&choices);
    return answer;
}

static bool start_editing(line_reader *r)
{
    HistEvent event;
    setlocale(LC_CTYPE, ""); /* libedit reads the keys as the terminal's character set says */
    guard_terminal();
    r->edit = el_init("ferz", stdin, stdout, stderr);
    r->history = history_init();
    if (!r->edit || !r->history) {
        return false;
    }
    history(r->history, &event, H_SETSIZE, HISTORY_LINES);
    history(r->history, &event, H_SETUNIQUE, 1);
    el_set(r->edit, EL_CLIENTDATA, r);
    el_set(r->edit, EL_PROMPT, give_prompt);
    el_set(r->edit, EL_EDITOR, "emacs");
    el_set(r->edit, EL_HIST, history, r->history);
    /* The wide call: el_set would copy both strings and never free them. */
    el_wset(r->edit, EL_ADDFN, L"ferz-complete", L"completes a command or a move", complete);
    el_set(r->edit, EL_BIND, "^I", "ferz-complete", NULL);
    return true;
}

line_reader *line_reader_create(bool editing, line_choices *choices, void *state)
{
    line_reader *r = calloc(1, sizeof *r);
    if (!r) {
        return NULL;
    }
    *r = (line_reader){.choices = choices, .state = state, .prompt = ""};
    if (editing && !start_editing(r)) {
        line_reader_destroy(r);
        return NULL;
    }
    return r;
}

void line_reader_destroy(line_reader *r)
{
    if (!r) {
        return;
    }
    if (r->edit) {
        el_end(r->edit);
        release_terminal();
    }
    if (r->history) {
        history_end(r->history);
    }
    free(r);
}

static line_result read_edited(line_reader *r, text *line)
{
    int count = 0;
    const char *typed = el_gets(r->edit, &count);
    if (!typed || count <= 0) {
        return count < 0 ? LINE_FAILED : LINE_END;
    }
    size_t length = strcspn(typed, "\r\n");
    text_add(line, typed, length);
    if (length) {
        HistEvent event;
        history(r->history, &event, H_ENTER, text_string(line));
    }
    return LINE_READ;
}

static line_result read_plain(text *line)
{
    bool refused = false;
    int c;
    errno = 0;
    while ((c = getc(stdin)) != EOF && c != '\n') {
        refused = refused || c == '\0' || line->length >= LINE_BYTES_MAX;
        if (!refused) {
            text_char(line, (char)c);
        }
    }
    if (c == EOF && ferror(stdin)) {
        return LINE_FAILED;
    }
    if (c == EOF && line->length == 0 && !refused) {
        return LINE_END;
    }
    if (line->length && line->bytes[line->length - 1] == '\r') {
        line->bytes[--line->length] = '\0';
    }
    return refused ? LINE_REFUSED : LINE_READ;
}

line_result line_reader_read(line_reader *r, const char *prompt, text *line)
{
    text_clear(line);
    r->prompt = prompt;
    line_result result;
    if (r->edit) {
        result = read_edited(r, line);
    } else {
        if (*prompt) {
            fputs(prompt, stdout);
            fflush(stdout);
        }
        result = read_plain(line);
    }
    return line->failed ? LINE_FAILED : result;
}
