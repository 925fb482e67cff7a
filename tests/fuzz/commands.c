/* Commands: what people type and write, and what other programs answer, to the very functions that the program runs. */
#include "ferz_tools.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "examples/examples.h"
#include "cli/commands.h"
#include "match/tournament.h"
#include "match/tournament_report.h"
#include "fuzz.h"

/* Games of fuzz_begin's folder. */
static const char *const small_games[] = {"chess", "shogi", "tic-tac-toe"};
enum { SMALL_GAMES = sizeof small_games / sizeof small_games[0] };

/* ---- examples: NAME.test.yaml ---- */

typedef struct tally {
    size_t written, passed;
} tally;

static void on_example(void *state, const ferz_example *example)
{
    tally *t = state;
    t->written++;
    t->passed += example->passed;
    FUZZ_MUST(example->title && example->file && example->line > 0);
    fuzz_check_text(example->title, strlen(example->title), false);
}

/* Numbers above 999 would count leaves for too long. */
static bool counts_far(const char *bytes, size_t length)
{
    size_t digits = 0;
    for (size_t i = 0; i < length && digits < 4; i++) {
        digits = bytes[i] >= '0' && bytes[i] <= '9' ? digits + 1 : 0;
    }
    return digits >= 4;
}

/* The first byte chooses the game. */
void fuzz_examples(const char *bytes, size_t length)
{
    if (!length || counts_far(bytes + 1, length - 1)) {
        return;
    }
    const char *name = small_games[(unsigned char)bytes[0] % SMALL_GAMES];
    const char *dirs[] = {fuzz_folder(), NULL};
    char path[256];
    snprintf(path, sizeof path, "%s/%s.test.yaml", fuzz_folder(), name);
    FILE *f = fopen(path, "w");
    FUZZ_MUST(f && fwrite(bytes + 1, 1, length - 1, f) == length - 1 && fclose(f) == 0);
    ferz_messages *messages = ferz_messages_create(false);
    tally written = {0};
    ferz_test_report report = {0};
    ferz_result result = ferz_test_run(name, dirs, on_example, &written, &report, messages);
    FUZZ_MUST(written.written == report.passed + report.failed && written.passed == report.passed);
    FUZZ_MUST((result == FERZ_OK) == (ferz_messages_errors(messages) == 0)); /* whatever fails has its words */
    FUZZ_MUST(result != FERZ_OK || report.failed == 0);
    fuzz_check_messages(messages);
    ferz_messages_free(messages);
    FUZZ_MUST(unlink(path) == 0);
}

/* ---- an engine's answers in `match` ---- */

static void on_game(void *state, const tournament *c, size_t number, const match_game_result *r,
                    const player_spec *const seats[2])
{
    (void)state;
    FUZZ_MUST(number < c->total && r->end != MATCH_GAME_ERROR);
    FUZZ_MUST(r->end == MATCH_GAME_INTERRUPTED || r->reason.length);
    FUZZ_MUST(r->end != MATCH_GAME_FAULT ||
              (r->fault_seat >= 0 && r->fault_seat < 2 && r->winner == 1 - r->fault_seat));
    FUZZ_MUST(r->end != MATCH_GAME_FAULT || seats[r->fault_seat]->command); /* the other is ours */
    text line = {0};
    tournament_report_game(&line, c, number, r, seats);
    fuzz_check_text(text_string(&line), line.length, false);
    FUZZ_MUST(line.length && strchr(text_string(&line), '\n') == line.bytes + line.length - 1); /* one line */
    text_finish(&line);
}

/* Tags are `[Name "value"]`, alone on their lines, quotes inside behind a backslash; what follows is short lines. */
static void check_pgn(const char *bytes)
{
    while (*bytes) {
        const char *end = strchr(bytes, '\n');
        FUZZ_MUST(end);
        if (*bytes == '[') {
            const char *at = strchr(bytes, '"');
            FUZZ_MUST(at && at < end && at[-1] == ' ');
            for (at++; at < end && *at != '"'; at++) {
                at += *at == '\\';
            }
            FUZZ_MUST(at + 2 == end && at[0] == '"' && at[1] == ']');
        }
        bytes = end + 1;
    }
}

/* The first byte chooses the protocol, the second the game; the rest is sent without waiting for questions. */
void fuzz_engine(const char *bytes, size_t length)
{
    static const char *const protocols[] = {"uci", "usi", "xboard"};
    if (length < 2) {
        return;
    }
    char words[400], pgn_path[256];
    const char *path = fuzz_file(bytes + 2, length - 2);
    snprintf(words, sizeof words, "name=said cmd='cat %s' proto=%s nodes=10", path,
             protocols[(unsigned char)bytes[0] % 3]);
    snprintf(pgn_path, sizeof pgn_path, "%s/games.pgn", fuzz_folder());
    player_spec specs[2];
    player_limits defaults = {.nodes = 10};
    text why = {0};
    FUZZ_MUST(player_spec_parse(&specs[0], words, &defaults, &why));
    FUZZ_MUST(player_spec_parse(&specs[1], "random", &defaults, &why));
    tournament c = {
        .variant = fuzz_game((unsigned char)bytes[1] % fuzz_game_count()),
        .specs = specs,
        .player_count = 2,
        .games = 2,
        .max_plies = 30,
        .margin = 1000,
        .threads = 1,
        .seed = 1,
        .pgn = open(pgn_path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600),
        .event = "fuzz",
        .on_game = on_game,
    };
    FUZZ_MUST(c.pgn >= 0);
    c.book = (opening_book){.variant = c.variant, .seed = 1, .random_plies = 1};
    FUZZ_MUST(tournament_init(&c));
    if (!tournament_play(&c)) {
        FUZZ_MUST(c.why.length || c.stopped); /* shown by output_error, which makes it safe */
    } else {
        text results = {0};
        tournament_report_table(&results, &c);
        tournament_report_json(&results, &c);
        fuzz_check_text(text_string(&results), results.length, false);
        text_finish(&results);
    }
    char block[4096];
    text games = {0};
    ssize_t got;
    for (off_t at = 0; (got = pread(c.pgn, block, sizeof block, at)) > 0; at += got) {
        text_add(&games, block, (size_t)got);
    }
    fuzz_check_text(text_string(&games), games.length, false);
    check_pgn(text_string(&games));
    text_finish(&games);
    tournament_finish(&c);
    opening_book_finish(&c.book);
    close(c.pgn);
    player_spec_finish(&specs[0]);
    player_spec_finish(&specs[1]);
    text_finish(&why);
}

/* ---- pictures ---- */

/* The first byte chooses the game; a line each: what is wanted of the picture, see `options`. */
void fuzz_diagram(const char *bytes, size_t length)
{
    static const char *const games[] = {
        "chess",
        "shogi",
        "tic-tac-toe",
        "rules/hex80.yaml",
        "rules/tavreli.yaml",
        "rules/morris.yaml",
        "rules/ludo.yaml",
        "tests/samples/levels-three.yaml",
    };
    static const struct {
        const char *word;
        option_id id;
    } wishes[] = {{"piece ", OPTION_PIECE},    {"of ", OPTION_PLAYER},          {"at ", OPTION_SQUARE},
                  {"flip ", OPTION_FLIP},      {"mark ", OPTION_HIGHLIGHT},     {"fen ", OPTION_FEN},
                  {"size ", OPTION_CELL_SIZE}, {"bare", OPTION_NO_COORDINATES}, {"text", OPTION_TEXT}};
    if (!length) {
        return;
    }
    const char *name = games[(unsigned char)bytes[0] % (sizeof games / sizeof games[0])];
    char path[1200];
    snprintf(path, sizeof path, "%s/%s", fuzz_root(), name);
    const char *arguments[] = {strchr(name, '/') ? path : name, NULL};
    const char *rules[] = {NULL};
    options o = {.arguments = arguments, .argument_count = 1, .rules = rules};
    for (size_t i = 0; i < cli_command_count; i++) {
        o.command = strcmp(cli_commands[i].name, "diagram") == 0 ? &cli_commands[i] : o.command;
    }
    FUZZ_MUST(o.command);
    char *lines = malloc(length);
    FUZZ_MUST(lines);
    memcpy(lines, bytes + 1, length); /* with the NUL behind */
    char *rest = NULL;
    for (char *line = strtok_r(lines, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        for (size_t i = 0; i < sizeof wishes / sizeof wishes[0]; i++) {
            if (strncmp(line, wishes[i].word, strlen(wishes[i].word)) == 0) {
                o.value[wishes[i].id] = line + strlen(wishes[i].word);
            }
        }
    }
    if (o.value[OPTION_CELL_SIZE]) { /* the parser has looked at numbers */
        long size = atol(o.value[OPTION_CELL_SIZE]);
        o.number[OPTION_CELL_SIZE] = size < 8 ? 8 : size > 400 ? 400 : size;
    }
    text drawn = {0}, errors = {0};
    output out = {0};
    fuzz_capture_output();
    int status = output_finish(&out, command_diagram(&o, &out));
    fuzz_captured_output(&drawn, &errors);
    FUZZ_MUST(status == 0 || status == 1 || status == 2);
    FUZZ_MUST((status == 0) == (errors.length == 0) && (status == 0) == (drawn.length != 0));
    fuzz_check_text(text_string(&drawn), drawn.length, false);
    fuzz_check_text(text_string(&errors), errors.length, false);
    if (status == 0 && !o.value[OPTION_TEXT]) {
        fuzz_check_markup(text_string(&drawn));
    }
    text_finish(&drawn);
    text_finish(&errors);
    free(lines);
}
