/* Measures strength: games between two ways of playing in one game, or in many.
 *
 *   ferz_strength [OPTION...] GAME... : a line a game: its name, won, drawn, lost, per cent of the first player
 *   --first WORDS --second WORDS   the players: see match_runner.h (alphabeta:depth=2, random)
 *   --games N --opening PLIES --max-plies N --seed S --fen F --verbose
 *   --set NAME[=VALUE]             an option of the game
 *   --table FILE                   games and their expected results, a row each; see against-random.txt. Exit status 1 when one
 *                                  is missed, or when a game of the rules has no row
 *   --longer N                     plays N times the games of each row */
#include "performance/strength/match_runner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const dirs[] = {FERZ_SOURCE_DIR "/rules", NULL};

static void show_messages(ferz_messages *messages)
{
    for (size_t i = 0; i < ferz_messages_count(messages); i++) {
        fputs(ferz_messages_at(messages, i).rendered, stderr);
    }
}

static double percent(const match_score *t)
{
    int games = t->won + t->drawn + t->lost;
    return games ? 100.0 * (t->won + 0.5 * t->drawn) / games : 0;
}

/* One standard error of that. */
static double error_of(const match_score *t)
{
    double games = t->won + t->drawn + t->lost, mean = percent(t) / 100;
    double spread = t->won * (1 - mean) * (1 - mean) + t->drawn * (0.5 - mean) * (0.5 - mean) + t->lost * mean * mean;
    return games > 1 ? 100 * sqrt(spread / games / (games - 1)) : 100;
}

static bool measure(const char *name, const ferz_setting *settings, size_t setting_count, match c, match_score *t)
{
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *g = ferz_variant_load(name, dirs, settings, setting_count, 1, messages);
    c.variant = g;
    bool ok = g && match_play(&c, t, messages);
    if (ok) {
        printf("%-24s %4d %4d %4d  %5.1f +-%4.1f%%  %4.0f plies, cut %d, ms (processor) a move %.1f and %.1f\n", name,
               t->won, t->drawn, t->lost, percent(t), error_of(t), (double)t->plies / (t->won + t->drawn + t->lost),
               t->cut, t->moves[0] ? 1000 * t->seconds[0] / (double)t->moves[0] : 0,
               t->moves[1] ? 1000 * t->seconds[1] / (double)t->moves[1] : 0);
        fflush(stdout);
    } else {
        printf("%-24s FAILED\n", name);
        show_messages(messages);
    }
    ferz_variant_free(g);
    ferz_messages_free(messages);
    return ok;
}

/* ---- a table ---- */

enum { ROWS_MAX = 512, WORDS_MAX = 512 };

typedef struct table {
    char names[ROWS_MAX][64];
    int count, failed;
} table;

/* NAME FIRST GAMES MAX-PLIES EXPECTED... # reason; EXPECTED: all | unbeaten | PERCENT% */
static bool play_row(table *t, char *line, match c, int longer)
{
    char name[64], first[64], expected[32];
    int games, most;
    if (sscanf(line, "%63s %63s %d %d %31s", name, first, &games, &most, expected) != 5 ||
        !player_spec_read(&c.players[0], first) || !player_spec_read(&c.players[1], "random")) {
        fprintf(stderr, "not understood: %s", line);
        return false;
    }
    snprintf(t->names[t->count++ % ROWS_MAX], sizeof t->names[0], "%s", name);
    if (strcmp(expected, "-") == 0) {
        return true;
    }
    match_score found;
    c.games = games * longer;
    c.max_plies = most;
    if (!measure(name, NULL, 0, c, &found)) {
        return false;
    }
    bool met = strcmp(expected, "all") == 0        ? found.won == c.games
               : strcmp(expected, "unbeaten") == 0 ? found.lost == 0 && found.won > 0
                                                   : percent(&found) >= atof(expected);
    if (!met) {
        printf("    NOT MET: %s was expected\n", expected);
    }
    return met;
}

static bool in_table(const table *t, const char *name)
{
    for (int i = 0; i < t->count && i < ROWS_MAX; i++) {
        if (strcmp(t->names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* Part `part` of `parts` of the rows. */
static int play_table(const char *path, match c, int longer, int part, int parts)
{
    static table t;
    char line[WORDS_MAX];
    FILE *file = fopen(path, "r");
    if (!file) {
        fprintf(stderr, "cannot open %s\n", path);
        return 3;
    }
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#' || line[0] == '\n') {
            continue;
        }
        if (t.count % parts == part) {
            t.failed += !play_row(&t, line, c, longer);
        } else {
            sscanf(line, "%63s", t.names[t.count++ % ROWS_MAX]);
        }
    }
    fclose(file);
    ferz_list_entry *entries;
    ferz_messages *messages = ferz_messages_create(false);
    size_t count = ferz_list(dirs, &entries, messages);
    for (size_t i = 0; i < count; i++) {
        bool ours = strncmp(entries[i].path, FERZ_SOURCE_DIR, strlen(FERZ_SOURCE_DIR)) == 0;
        if (ours && !in_table(&t, entries[i].name)) {
            printf("%s: has no row in %s\n", entries[i].name, path);
            t.failed++;
        }
    }
    ferz_list_free(entries, count);
    ferz_messages_free(messages);
    printf("%d rows, %d failed\n", t.count, t.failed);
    return t.failed ? 1 : 0;
}

int main(int argc, char **argv)
{
    match c = {.games = 10, .opening = 0, .max_plies = 400, .seed = 1};
    const char *file = NULL, *first = "alphabeta:depth=2", *second = "random";
    ferz_setting settings[8];
    size_t setting_count = 0;
    int longer = 1, part = 0, parts = 1, failed = 0, i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(name, "--verbose") == 0) {
            c.verbose = true;
            continue;
        }
        i++;
        if (strcmp(name, "--first") == 0) {
            first = value;
        } else if (strcmp(name, "--second") == 0) {
            second = value;
        } else if (strcmp(name, "--games") == 0) {
            c.games = atoi(value);
        } else if (strcmp(name, "--opening") == 0) {
            c.opening = atoi(value);
        } else if (strcmp(name, "--max-plies") == 0) {
            c.max_plies = atoi(value);
        } else if (strcmp(name, "--seed") == 0) {
            c.seed = strtoull(value, NULL, 10);
        } else if (strcmp(name, "--fen") == 0) {
            c.fen = value;
        } else if (strcmp(name, "--table") == 0) {
            file = value;
        } else if (strcmp(name, "--longer") == 0) {
            longer = atoi(value);
        } else if (strcmp(name, "--part") == 0 && sscanf(value, "%d/%d", &part, &parts) == 2) {
            part %= parts;
        } else if (strcmp(name, "--set") == 0 && setting_count < 8) {
            char *equals = strchr(argv[i], '=');
            if (equals) {
                *equals = '\0';
            }
            settings[setting_count++] = (ferz_setting){argv[i], equals ? equals + 1 : NULL};
        } else {
            fprintf(stderr, "unknown: %s\n", name);
            return 2;
        }
    }
    if (!player_spec_read(&c.players[0], first) || !player_spec_read(&c.players[1], second)) {
        fprintf(stderr, "no player: %s or %s\n", first, second);
        return 2;
    }
    if (file) {
        return play_table(file, c, longer, part, parts);
    }
    for (; i < argc; i++) {
        match_score t;
        failed += !measure(argv[i], settings, setting_count, c, &t);
    }
    return failed ? 1 : 0;
}
