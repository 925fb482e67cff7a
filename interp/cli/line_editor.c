#include "cli/line_editor.h"

#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#ifdef FERZ_EDIT
#include <histedit.h>
#endif

/* long enough for a command with a path */
enum { LINE_BYTES_MAX = 16384, HISTORY_LINES = 500 };

struct line_editor {
    line_editor_completions *completions;
    void *state;
    const char *prompt;
#ifdef FERZ_EDIT
    EditLine *edit; /* NULL without editing */
    History *history;
#endif
};

#ifdef FERZ_EDIT

/* Terminal settings before editing. A global, because a signal handler needs it. */
static struct termios saved_termios;

/* Restores the terminal before a signal ends the program; otherwise typed text would stay invisible. */
static void restore_and_raise(int number)
{
    tcsetattr(STDIN_FILENO, TCSANOW, &saved_termios);
    raise(number); /* the default action now, because of SA_RESETHAND */
}

static void guard_terminal(void)
{
    struct sigaction action = {.sa_handler = restore_and_raise, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    if (tcgetattr(STDIN_FILENO, &saved_termios) == 0) {
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
        if (sigaction(numbers[i], NULL, &now) == 0 && now.sa_handler == restore_and_raise) {
            signal(numbers[i], SIG_DFL);
        }
    }
}

static line_editor *editor_of(EditLine *edit)
{
    line_editor *r = NULL;
    el_get(edit, EL_CLIENTDATA, &r);
    return r;
}

static const char *editor_prompt(EditLine *edit)
{
    return editor_of(edit)->prompt;
}

/* The longest common continuation of all completions that begin with `word`; `*count` is their number. */
static size_t common_rest(const text *completions, const char *word, size_t length, const char **rest, size_t *count)
{
    const char *end = text_string(completions) + completions->length;
    size_t common = 0;
    *count = 0;
    for (const char *completion = text_string(completions); completion < end; completion += strlen(completion) + 1) {
        if (strncmp(completion, word, length) != 0) {
            continue;
        }
        const char *more = completion + length;
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

static void print_completions(const text *completions, const char *word, size_t length)
{
    const char *end = text_string(completions) + completions->length;
    size_t column = 0;
    putchar('\n');
    for (const char *completion = text_string(completions); completion < end; completion += strlen(completion) + 1) {
        if (strncmp(completion, word, length) == 0) {
            column += strlen(completion) + 1;
            if (column > 78) {
                putchar('\n');
                column = strlen(completion) + 1;
            }
            printf("%s ", completion);
        }
    }
    putchar('\n');
    fflush(stdout);
}

static unsigned char complete(EditLine *edit, int key)
{
    (void)key;
    const line_editor *r = editor_of(edit);
    const LineInfo *info = el_line(edit);
    const char *word = info->cursor;
    while (word > info->buffer && word[-1] != ' ') {
        word--;
    }
    size_t length = (size_t)(info->cursor - word);
    text completions = {0};
    r->completions(r->state, info->buffer, (size_t)(word - info->buffer), &completions);
    const char *rest = "";
    size_t count;
    size_t common = common_rest(&completions, word, length, &rest, &count);
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
        print_completions(&completions, word, length);
        answer = CC_REDISPLAY;
    }
    text_finish(&completions);
    return answer;
}

static bool start_editing(line_editor *r)
{
    HistEvent event;
    setlocale(LC_CTYPE, ""); /* libedit decodes keys by the locale's character set */
    guard_terminal();
    r->edit = el_init("ferz", stdin, stdout, stderr);
    r->history = history_init();
    if (!r->edit || !r->history) {
        return false;
    }
    history(r->history, &event, H_SETSIZE, HISTORY_LINES);
    history(r->history, &event, H_SETUNIQUE, 1);
    el_set(r->edit, EL_CLIENTDATA, r);
    el_set(r->edit, EL_PROMPT, editor_prompt);
    el_set(r->edit, EL_EDITOR, "emacs");
    el_set(r->edit, EL_HIST, history, r->history);
    /* The wide call: el_set would copy both strings and never free them. */
    el_wset(r->edit, EL_ADDFN, L"ferz-complete", L"completes a command or a move", complete);
    el_set(r->edit, EL_BIND, "^I", "ferz-complete", NULL);
    return true;
}

static void stop_editing(line_editor *r)
{
    if (r->edit) {
        el_end(r->edit);
        release_terminal();
    }
    if (r->history) {
        history_end(r->history);
    }
}

static bool is_editing(const line_editor *r)
{
    return r->edit;
}

static line_editor_result read_edited(line_editor *r, text *line)
{
    int count = 0;
    const char *typed = el_gets(r->edit, &count);
    if (!typed || count <= 0) {
        return count < 0 ? LINE_EDITOR_ERROR : LINE_EDITOR_EOF;
    }
    size_t length = strcspn(typed, "\r\n");
    text_add(line, typed, length);
    if (length) {
        HistEvent event;
        history(r->history, &event, H_ENTER, text_string(line));
    }
    return LINE_EDITOR_LINE;
}

#else /* without libedit a line is read from a terminal as from a pipe */

static bool start_editing(line_editor *r)
{
    (void)r;
    return true;
}

static void stop_editing(line_editor *r)
{
    (void)r;
}

static bool is_editing(const line_editor *r)
{
    (void)r;
    return false;
}

static line_editor_result read_edited(line_editor *r, text *line)
{
    (void)r;
    (void)line;
    return LINE_EDITOR_ERROR;
}

#endif

line_editor *line_editor_create(bool editing, line_editor_completions *completions, void *state)
{
    line_editor *r = calloc(1, sizeof *r);
    if (!r) {
        return NULL;
    }
    *r = (line_editor){.completions = completions, .state = state, .prompt = ""};
    if (editing && !start_editing(r)) {
        line_editor_destroy(r);
        return NULL;
    }
    return r;
}

void line_editor_destroy(line_editor *r)
{
    if (!r) {
        return;
    }
    stop_editing(r);
    free(r);
}

static line_editor_result read_unedited(text *line)
{
    bool invalid = false;
    int c;
    errno = 0;
    while ((c = getc(stdin)) != EOF && c != '\n') {
        invalid = invalid || c == '\0' || line->length >= LINE_BYTES_MAX;
        if (!invalid) {
            text_char(line, (char)c);
        }
    }
    if (c == EOF && ferror(stdin)) {
        return LINE_EDITOR_ERROR;
    }
    if (c == EOF && line->length == 0 && !invalid) {
        return LINE_EDITOR_EOF;
    }
    if (line->length && line->bytes[line->length - 1] == '\r') {
        line->bytes[--line->length] = '\0';
    }
    return invalid ? LINE_EDITOR_INVALID : LINE_EDITOR_LINE;
}

line_editor_result line_editor_read(line_editor *r, const char *prompt, text *line)
{
    text_clear(line);
    r->prompt = prompt;
    line_editor_result result;
    if (is_editing(r)) {
        result = read_edited(r, line);
    } else {
        if (*prompt) {
            fputs(prompt, stdout);
            fflush(stdout);
        }
        result = read_unedited(line);
    }
    return line->failed ? LINE_EDITOR_ERROR : result;
}
