/* Every code has an explanation whose example gives that very code at a place, and the fixed example is sound.
 * usage: explain_code PATH-OF-FERZ */
#define _POSIX_C_SOURCE 200809L /* mkdtemp, popen */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ferz_tools.h"

/* Codes without an example, and why. A new code needs an example or a row here. */
static const char *const without_example[][2] = {
    {"E0101", "needs a machine without memory"},
    {"E0111", "is said to programs that use the library, never by ferz"},
    {"E0102", "needs a file that the system refuses"},
    {"E0106", "needs a turn of more positions than are kept: minutes"},
    {"E0107", "would be a mistake of ours"},
    {"E0108", "needs an umpire's answer in a game in progress"},
    {"W0109", "needs a folder of rules with a broken file in it"},
    {"E0204", "needs a file of a megabyte"},
    {"E0205", "needs bytes that no text has"},
    {"E0703", "needs a board with holes or pieces that change with the cell"},
    {"E0813", "one word says all"},
    {"E0819", "needs a game of several pages"},
    {"E0820", "needs a game with secrets"},
    {"E0904", "needs a script that is no text"},
    {"E0905", "needs a script of thousands of words"},
    {"E1109", "needs a game that hides something"},
    {"W1111", "is said by `ferz test` of any game without examples"},
    {"E1112", "an example is its mend, and stands in another file"},
    {"E1113", "needs a file of examples, and one more of the same position"},
    {"E1114", "needs a file of examples that is written otherwise"},
    {"E1202", "needs the weights of a tuned game"},
    {"E1203", "needs the weights of a tuned game"},
    {"E1204", "needs games to be played"},
    {"W1206", "needs a network of other rules"},
    {"E1207", "needs games to be played"},
};

static const char *program;
static int failed;

static void fail_example(const char *code, const char *what, const char *output)
{
    printf("FAILED %s: %s\n%s\n", code, what, output);
    failed++;
}

static void write_file(const char *folder, const char *name, const char *bytes)
{
    char path[512];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    if (!file || fputs(bytes, file) == EOF || fclose(file) != 0) {
        perror(path);
        exit(2);
    }
}

/* Runs the command in the folder; returns its exit status and its output. */
static int run(const char *folder, const char *command, char *output, size_t room)
{
    static char line[4096];
    /* "ferz check ./game.yaml": the first word is our program. */
    (void)snprintf(line, sizeof line, "cd '%s' && NO_COLOR=1 timeout 20 '%s' %s 2>&1 </dev/null", folder, program,
                   command + strlen("ferz "));
    FILE *pipe = popen(line, "r");
    if (!pipe) {
        perror("popen");
        exit(2);
    }
    size_t size = fread(output, 1, room - 1, pipe);
    output[size] = '\0';
    while (fgetc(pipe) != EOF) {
    }
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 99;
}

/* Whether a line of it ends in the code; with `placed`, one that begins FILE:LINE:COL. */
static int count_code(char *output, const char *code, int placed)
{
    char mark[16];
    (void)snprintf(mark, sizeof mark, " [%s]", code);
    for (const char *at = strstr(output, mark); at; at = strstr(at + 1, mark)) {
        const char *line = at;
        while (line > output && line[-1] != '\n') {
            line--;
        }
        int numbers[2];
        const char *colon = strchr(line, ':');
        if (!placed || (colon && colon < at && sscanf(colon, ":%d:%d: ", &numbers[0], &numbers[1]) == 2)) {
            return 1;
        }
    }
    return 0;
}

static void remove_all(const char *folder)
{
    char line[600];
    (void)snprintf(line, sizeof line, "rm -rf '%s'", folder);
    (void)!system(line);
}

static void try_example(const ferz_explanation *e)
{
    static char output[65536];
    char folder[] = "/tmp/ferz-codes-XXXXXX";
    if (!mkdtemp(folder)) {
        perror(folder);
        exit(2);
    }
    if (e->companion) {
        write_file(folder, e->companion, e->companion_text);
    }
    if (e->file) {
        write_file(folder, e->file, e->wrong);
    }
    int status = run(folder, e->file ? e->command : e->wrong, output, sizeof output);
    if (!count_code(output, e->code, e->file != NULL)) {
        fail_example(e->code, "the example does not bring it about", output);
    } else if ((status == 0) != (e->code[0] == 'W')) {
        fail_example(e->code, e->code[0] == 'W' ? "a warning fails" : "an error does not fail", output);
    }
    if (e->file) {
        write_file(folder, e->file, e->fixed);
    }
    status = run(folder, e->file ? e->command : e->fixed, output, sizeof output);
    if (status != 0 || strstr(output, "error: ") || strstr(output, "warning: ")) {
        fail_example(e->code, "the fixed example is not sound", output);
    }
    remove_all(folder);
}

static const char *reason(const char *code)
{
    for (size_t i = 0; i < sizeof without_example / sizeof *without_example; i++) {
        if (strcmp(without_example[i][0], code) == 0) {
            return without_example[i][1];
        }
    }
    return NULL;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s PATH-OF-FERZ\n", argv[0]);
        return 2;
    }
    program = argv[1];
    (void)setenv("FERZ_RULES", FERZ_SOURCE_DIR "/rules", 0);
    size_t count = ferz_code_count(), examples = 0;
    for (size_t i = 0; i < count; i++) {
        const char *code = ferz_code(i);
        ferz_explanation e;
        if (!ferz_explain_code(code, &e)) {
            fail_example(code, "it has no explanation", "");
        } else if (!e.title[0] || strlen(e.title) > 70 || strlen(e.text) < 30) {
            fail_example(code, "a title of a few words and a paragraph are wanted", e.title);
        } else if (!e.wrong) {
            if (!reason(code)) {
                fail_example(code, "it has no example", "");
            }
        } else if (reason(code)) {
            fail_example(code, "it has an example, but the test says that it has none", "");
        } else {
            try_example(&e);
            examples++;
        }
    }
    ferz_explanation none;
    if (ferz_explain_code("E9999", &none) || ferz_code(count)) {
        fail_example("E9999", "there is no such code", "");
    }
    printf("%zu codes, %zu examples, %d failed\n", count, examples, failed);
    return failed ? 1 : 0;
}
