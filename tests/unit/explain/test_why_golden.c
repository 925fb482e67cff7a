/* Explanations, word by word: why_golden.txt holds questions, `? GAME | POSITION | MOVES | MOVE`, and under each the answer: why the
 * move is legal or not; without a move, the status; for `*`, the legal moves; for `fen`, the position. Every position is verified and
 * read again. Places are left out because lines move. explain_test_why_golden --write writes the answers, for a person to read. */
#include "api/ferz_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MOST = 1000, ANSWER_MOST = 8000, FILE_MOST = 400000 };

static char *file_text(const char *path)
{
    FILE *file = fopen(path, "r");
    char *words = calloc(1, FILE_MOST);
    if (!file || !words || fread(words, 1, FILE_MOST - 1, file) == FILE_MOST - 1) {
        printf("FAILED %s cannot be read\n", path);
        exit(1);
    }
    fclose(file);
    return words;
}

/* Without ` (FILE.yaml:LINE)`. */
static void put_without_places(const char *words, char *out)
{
    while (*words) {
        const char *shut = strncmp(words, " (/", 3) == 0 ? strchr(words, ')') : NULL;
        if (shut) {
            words = shut + 1;
        } else {
            *out++ = *words++;
        }
    }
    *out = '\0';
}

static void part_of(const char **line, char *part)
{
    size_t n = strcspn(*line, "|\n"), end = n;
    const char *from = *line;
    *line += n + ((*line)[n] == '|');
    while (end && from[end - 1] == ' ') {
        end--;
    }
    while (end && *from == ' ') {
        from++;
        end--;
    }
    snprintf(part, LINE_MOST, "%.*s", (int)end, from);
}

static char *moves_of(ferz_game *game)
{
    size_t count = 0;
    char *moves = ferz_game_legal_moves(game, &count, NULL), *at = moves;
    while (moves && count > 1) {
        at += strlen(at);
        *at = ' ';
        count--;
    }
    return moves;
}

static bool answer_to(const char *question, char *out)
{
    static const char *const dirs[] = {FERZ_SOURCE_DIR "/tests/samples", FERZ_SOURCE_DIR "/rules", NULL};
    char name[LINE_MOST], fen[LINE_MOST], moves[LINE_MOST], asked[LINE_MOST], word[64];
    part_of(&question, name);
    part_of(&question, fen);
    part_of(&question, moves);
    part_of(&question, asked);
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *loaded = ferz_variant_load(name, dirs, NULL, 0, 1, messages);
    ferz_game *game = loaded ? ferz_game_create(loaded, *fen ? fen : NULL, messages) : NULL;
    bool ok = game != NULL;
    int used = 0;
    for (const char *at = moves; ok && sscanf(at, "%63s%n", word, &used) == 1; at += used) {
        ok = ferz_game_move(game, word, messages) == FERZ_OK;
    }
    if (ok && ferz_game_verify(game, messages) != FERZ_OK) {
        printf("FAILED unsound: %s\n", ferz_messages_count(messages) ? ferz_messages_at(messages, 0).text : "");
        ok = false;
    }
    char *fen_now = ok ? ferz_game_fen(game) : NULL;
    ferz_game *again = fen_now ? ferz_game_create(loaded, fen_now, messages) : NULL;
    if (ok && (!again || ferz_game_hash(again) != ferz_game_hash(game))) {
        printf("FAILED another hash, read again: %s\n", fen_now);
        ok = false;
    }
    ferz_free(fen_now);
    ferz_game_free(again);
    bool yes = false;
    char *reported = NULL;
    if (ok && strcmp(asked, "fen") == 0) {
        reported = ferz_game_fen(game);
    } else if (ok && strcmp(asked, "*") == 0) {
        reported = moves_of(game);
    } else if (ok) {
        reported = *asked ? ferz_game_explain_move(game, asked, &yes, messages)
                          : ferz_game_explain_status(game, &yes, messages);
    }
    if (reported) {
        put_without_places(reported, out);
        if (!strchr(reported, '\n')) {
            strcat(out, "\n");
        }
    }
    ferz_free(reported);
    ferz_game_free(game);
    ferz_variant_free(loaded);
    ferz_messages_free(messages);
    return reported != NULL;
}

int main(int argc, char **argv)
{
    const char *path = FERZ_SOURCE_DIR "/tests/unit/explain/why_golden.txt";
    static char answer[ANSWER_MOST];
    char *words = file_text(path);
    bool writes = argc > 1 && strcmp(argv[1], "--write") == 0;
    FILE *file = writes ? fopen(path, "w") : NULL;
    int asked = 0, wrong = 0;
    for (char *at = words; *at;) {
        size_t n = strcspn(at, "\n");
        if (strncmp(at, "? ", 2) != 0) { /* a remark or a blank line */
            if (file && *at == '#') {
                fprintf(file, "%.*s\n", (int)n, at);
            }
            at += n + (at[n] == '\n');
            continue;
        }
        char question[LINE_MOST];
        snprintf(question, sizeof question, "%.*s", (int)n - 2, at + 2);
        char *expected = at + n + (at[n] == '\n'), *end = expected;
        while (*end && *end != '\n' && *end != '?') { /* a blank line ends an answer */
            end += strcspn(end, "\n");
            end += *end == '\n';
        }
        size_t length = (size_t)(end - expected);
        asked++;
        if (!answer_to(question, answer)) {
            printf("FAILED cannot be asked: %s\n", question);
            wrong++;
        } else if (file) {
            fprintf(file, "\n? %s\n%s", question, answer);
        } else if (strlen(answer) != length || memcmp(answer, expected, length) != 0) {
            printf("FAILED %s\nwas:\n%.*sis:\n%s", question, (int)length, expected, answer);
            wrong++;
        }
        at = expected + length;
    }
    if (file) {
        fclose(file);
    }
    printf("%d questions, %d wrong\n", asked, wrong);
    free(words);
    return wrong > 0 || asked == 0;
}
