/* Memory: each allocation of a call of ferz.h fails in turn, once and from then on for ever.
 *
 *     faults_memory [--most N] [--only WORD]
 *
 * Loading gives NULL and says why, and leaves nothing behind. A call on a play that fails leaves the position, its hash and the plies as
 * they were; the same call works afterwards and gives what it gives without a fault; all can be undone to the start.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ferz_tools.h"
#include "fuzz/faults/faults.h"

enum { SITE_TIMES = 3 };

static long most = 40, runs, wrong;

static void report_failure(const char *variant, const char *what, long at, int ever, const char *why)
{
    if (wrong++ < 40) {
        printf("FAILED  %s, %s: allocation %ld%s: %s\n", variant, what, at, ever ? " and all behind" : "", why);
        fflush(stdout);
    }
}

/* ---- the calls ---- */

/* What a call gave, as words that the caller frees; NULL when it failed. */
typedef char *call(const ferz_variant *variant, ferz_game *game, ferz_messages *messages);

static char *words(const char *format, unsigned long long number)
{
    char *made = malloc(64);
    if (made) {
        snprintf(made, 64, format, number);
    }
    return made;
}

static char *list_moves(const ferz_variant *variant, ferz_game *game, ferz_messages *messages)
{
    (void)variant;
    size_t count;
    char *moves = ferz_game_legal_moves(game, &count, messages);
    size_t length = 0;
    for (size_t i = 0; moves && i < count; i++) {
        length += strlen(moves + length) + 1;
        if (i + 1 < count) {
            moves[length - 1] = ' ';
        }
    }
    return moves;
}

static char *query_fen(const ferz_variant *variant, ferz_game *game, ferz_messages *messages)
{
    (void)variant;
    (void)messages;
    return ferz_game_fen(game);
}

static char *query_why(const ferz_variant *variant, ferz_game *game, ferz_messages *messages)
{
    (void)variant;
    bool legal;
    return ferz_game_explain_move(game, "a1a2", &legal, messages);
}

static char *query_status(const ferz_variant *variant, ferz_game *game, ferz_messages *messages)
{
    (void)variant;
    bool over;
    return ferz_game_explain_status(game, &over, messages);
}

static char *think(const ferz_variant *variant, ferz_game *game, ferz_messages *messages)
{
    (void)variant;
    const ferz_limits limits = {.nodes = 200, .hash_bytes = 1 << 16};
    ferz_best best = {0};
    ferz_result result = ferz_game_best_move(game, &limits, &best, messages);
    ferz_free(best.pv);
    bool good = result == FERZ_OK && best.move;
    ferz_free(best.move);
    return good ? words("a move", 0) : NULL; /* which one depends on what it has learnt before */
}

/* By random games, whatever the game is searched by. */
static char *think_mcts(const ferz_variant *variant, ferz_game *game, ferz_messages *messages)
{
    (void)variant;
    const ferz_limits limits = {.nodes = 200, .hash_bytes = 1 << 16, .method = FERZ_METHOD_MCTS};
    ferz_best best = {0};
    ferz_result result = ferz_game_best_move(game, &limits, &best, messages);
    ferz_free(best.pv);
    bool good = result == FERZ_OK && best.move;
    ferz_free(best.move);
    return good ? words("a move", 0) : NULL;
}

static char *tune(const ferz_variant *variant, ferz_game *game, ferz_messages *messages)
{
    (void)game;
    const ferz_tune_limits limits = {.games = 4, .nodes = 8, .threads = 1, .seed = 1};
    ferz_tuned tuned = {0};
    ferz_result result = ferz_variant_tune(variant, &limits, &tuned, messages);
    unsigned long long games = (unsigned long long)tuned.games;
    ferz_free(tuned.yaml);
    return result == FERZ_OK ? words("%llu", games) : NULL;
}

static char *count_leaves(const ferz_variant *variant, ferz_game *game, ferz_messages *messages)
{
    (void)variant;
    uint64_t nodes;
    return ferz_game_perft(game, 2, NULL, NULL, &nodes, messages) == FERZ_OK ? words("%llu", nodes) : NULL;
}

static char *play_out(const ferz_variant *variant, ferz_game *game, ferz_messages *messages)
{
    (void)variant;
    const ferz_playout_limits limits = {.games = 2, .plies = 40, .seed = 1};
    ferz_playouts found = {0};
    ferz_result result = ferz_game_playouts(game, &limits, &found, messages);
    unsigned long long plies = found.plies;
    ferz_playouts_free(&found);
    return result == FERZ_OK ? words("%llu", plies) : NULL;
}

static char *copy(const ferz_variant *variant, ferz_game *game, ferz_messages *messages)
{
    (void)variant;
    (void)messages;
    ferz_game *other = ferz_game_copy(game);
    char *fen = other ? ferz_game_fen(other) : NULL;
    ferz_game_free(other);
    return fen;
}

static char *create(const ferz_variant *variant, ferz_game *game, ferz_messages *messages)
{
    (void)game;
    ferz_game *other = ferz_game_create(variant, ferz_variant_facts(variant)->start_fen, messages);
    char *fen = other ? ferz_game_fen(other) : NULL;
    ferz_game_free(other);
    return fen;
}

static char *record(const ferz_variant *variant, ferz_game *game, ferz_messages *messages)
{
    (void)variant;
    return ferz_test_example(game, NULL, NULL, messages);
}

static char *describe(const ferz_variant *variant, ferz_game *game, ferz_messages *messages)
{
    (void)game;
    return ferz_variant_describe(variant, FERZ_ENGLISH, FERZ_TEXT, messages);
}

static char *draw(const ferz_variant *variant, ferz_game *game, ferz_messages *messages)
{
    const ferz_picture wish = {.piece = FERZ_NONE};
    return ferz_variant_picture(variant, game, &wish, messages);
}

/* The first legal move, played and undone: what matters is what is left when it fails. */
static char *move(const ferz_variant *variant, ferz_game *game, ferz_messages *messages)
{
    (void)variant;
    char *moves = list_moves(variant, game, messages), *fen = NULL;
    if (moves) {
        moves[strncmp(moves, "roll ", 5) == 0 ? 5 + strcspn(moves + 5, " ") : strcspn(moves, " ")] = '\0';
        if (!*moves) {
            return moves; /* there is none */
        }
        if (ferz_game_move(game, moves, messages) == FERZ_OK) {
            fen = ferz_game_fen(game);
            ferz_game_undo(game);
        }
    }
    ferz_free(moves);
    return fen;
}

static const struct {
    const char *name;
    call *run;
    bool heavy;
} calls[] = {
    {"moves", list_moves, false},    {"fen", query_fen, false}, {"why", query_why, false},
    {"status", query_status, false}, {"best", think, false},    {"perft", count_leaves, false},
    {"playouts", play_out, false},   {"copy", copy, false},     {"create", create, false},
    {"move", move, false},           {"picture", draw, false},  {"example", record, true},
    {"describe", describe, true},
};

/* Asked only place by place. */
static const struct {
    const char *variant, *name;
    call *run;
} rare_calls[] = {
    {"tic-tac-toe", "best by means", think_mcts},
    {"ludo", "best by means", think_mcts},
    {"kriegspiel", "best by means", think_mcts},
    {"tic-tac-toe", "tune", tune},
};

/* ---- loading ---- */

static ferz_variant *load(const char *name, ferz_messages *messages)
{
    return ferz_variant_load(name, NULL, NULL, 0, 1, messages);
}

static void try_loading(const char *name)
{
    for (int ever = 0; ever <= 1; ever++) {
        long total = 1;
        for (long at = -1; at < total; at += at < 0 ? 1 : 1 + total / most) {
            long before = faults_live();
            ferz_messages *messages = ferz_messages_create(false);
            faults_set(at < 0 ? FAULT_NONE : FAULT_MEMORY, at, ever);
            ferz_variant *variant = load(name, messages);
            long hit = faults_failed();
            total = at < 0 ? faults_calls(FAULT_MEMORY) : total;
            faults_clear();
            runs++;
            if (!variant &&
                (ferz_messages_result(messages) != FERZ_SYSTEM_ERROR || ferz_messages_errors(messages) == 0)) {
                report_failure(name, "load", at, ever, "does not say that the machine failed");
            }
            if (at < 0 && !variant) {
                report_failure(name, "load", at, ever, "does not load at all");
            }
            if (variant && hit && at >= 0 && ever) {
                report_failure(name, "load", at, ever, "loads without memory");
            }
            ferz_variant_free(variant);
            ferz_messages_free(messages);
            if (faults_live() != before) {
                report_failure(name, "load", at, ever, "leaves memory behind");
            }
        }
    }
}

/* What it was asked for, whole: rules that were looked for in a folder that could not be named, and found in another, say. */
static bool same(const ferz_variant *one, const ferz_variant *other)
{
    return strcmp(ferz_variant_facts(one)->fingerprint, ferz_variant_facts(other)->fingerprint) == 0 &&
           ferz_variant_table_bytes(one) == ferz_variant_table_bytes(other) &&
           ferz_variant_facts(one)->piece_count == ferz_variant_facts(other)->piece_count &&
           ferz_variant_facts(one)->hook_count == ferz_variant_facts(other)->hook_count &&
           ferz_variant_facts(one)->file_count == ferz_variant_facts(other)->file_count;
}

/* Each place in the code that asks for memory gets none in turn, in one of the games that come by it. */
static void try_sites_of_loading(const char *name)
{
    ferz_variant *expected = load(name, NULL);
    for (long hit = 1; hit && expected;) {
        long before = faults_live();
        ferz_messages *messages = ferz_messages_create(false);
        faults_set_sites(SITE_TIMES);
        ferz_variant *variant = load(name, messages);
        hit = faults_failed();
        faults_clear();
        runs++;
        if (variant ? !same(variant, expected)
                    : ferz_messages_result(messages) != FERZ_SYSTEM_ERROR || ferz_messages_errors(messages) == 0) {
            report_failure(name, "load", runs, 0,
                           variant ? "loads without a part of it" : "does not say that the machine failed");
        }
        ferz_variant_free(variant);
        ferz_messages_free(messages);
        if (faults_live() != before) {
            report_failure(name, "load", runs, 0, "leaves memory behind");
        }
    }
    if (!expected) {
        report_failure(name, "load", -1, 0, "does not load at all");
    }
    ferz_variant_free(expected);
}

/* ---- a play ---- */

static void try_call(const char *name, const ferz_variant *variant, ferz_game *game, size_t which)
{
    ferz_messages *messages = ferz_messages_create(false);
    char *expected = calls[which].run(variant, game, messages);
    free(expected);
    ferz_messages_clear(messages);
    expected = calls[which].run(variant, game, messages); /* the second time: what is made once is there */
    char *fen = ferz_game_fen(game);
    uint64_t hash = ferz_game_hash(game);
    size_t plies = ferz_game_ply_count(game);
    if (!expected) {
        report_failure(name, calls[which].name, -1, 0, "fails though nothing does");
    }
    for (int ever = 0; expected && ever <= 1; ever++) {
        long total = 1;
        for (long at = -1; at < total; at += at < 0 ? 1 : 1 + total / (calls[which].heavy ? 1 + most / 8 : most)) {
            ferz_messages_clear(messages);
            long before = faults_live();
            faults_set(at < 0 ? FAULT_NONE : FAULT_MEMORY, at, ever);
            char *got = calls[which].run(variant, game, messages);
            long hit = faults_failed();
            total = at < 0 ? faults_calls(FAULT_MEMORY) : total;
            faults_clear();
            runs++;
            if (got && strcmp(got, expected) != 0) {
                report_failure(name, calls[which].name, at, ever, "gives something else");
            }
            if (!got && !hit) {
                report_failure(name, calls[which].name, at, ever, "fails though nothing does");
            }
            if (!got && ferz_messages_result(messages) != FERZ_OK &&
                ferz_messages_result(messages) != FERZ_SYSTEM_ERROR) {
                report_failure(name, calls[which].name, at, ever, "does not say that the machine failed");
            }
            free(got);
            ferz_messages_clear(messages);
            /* Messages keep room for the next ones, the play its tables and the moves' texts. */
            if (ferz_variant_facts(variant)->hook_count == 0 && faults_live() > before + 8) {
                report_failure(name, calls[which].name, at, ever, "leaves memory behind");
            }
            char *now = ferz_game_fen(game);
            if (!now || strcmp(now, fen) != 0 || ferz_game_hash(game) != hash || ferz_game_ply_count(game) != plies) {
                report_failure(name, calls[which].name, at, ever, "changes the position");
            }
            free(now);
            if (!got) {
                char *again = calls[which].run(variant, game, messages);
                if (!again || strcmp(again, expected) != 0) {
                    report_failure(name, calls[which].name, at, ever, "does not work afterwards");
                    for (size_t i = 0; i < ferz_messages_count(messages); i++) {
                        printf("        %s", ferz_messages_at(messages, i).rendered);
                    }
                }
                free(again);
            }
        }
    }
    free(fen);
    free(expected);
    ferz_messages_free(messages);
}

/* The same, place by place. */
static void try_sites_of_call(const char *name, const ferz_variant *variant, ferz_game *game, const char *what,
                              call *run)
{
    ferz_messages *messages = ferz_messages_create(false);
    char *expected = run(variant, game, messages), *fen = ferz_game_fen(game);
    uint64_t hash = ferz_game_hash(game);
    for (long hit = 1; hit && expected;) {
        ferz_messages_clear(messages);
        faults_set_sites(SITE_TIMES);
        char *got = run(variant, game, messages);
        hit = faults_failed();
        faults_clear();
        runs++;
        if (got ? strcmp(got, expected) != 0 : !hit) {
            report_failure(name, what, runs, 0, got ? "gives something else" : "fails though nothing does");
        }
        if (!got && ferz_messages_result(messages) != FERZ_OK && ferz_messages_result(messages) != FERZ_SYSTEM_ERROR) {
            report_failure(name, what, runs, 0, "does not say that the machine failed");
        }
        free(got);
        char *now = ferz_game_fen(game);
        if (!now || strcmp(now, fen) != 0 || ferz_game_hash(game) != hash) {
            report_failure(name, what, runs, 0, "changes the position");
        }
        free(now);
    }
    if (!expected) {
        report_failure(name, what, -1, 0, "fails though nothing does");
    }
    free(fen);
    free(expected);
    ferz_messages_free(messages);
}

/* A few plies in, so that there is something to lose. */
static void play_moves(ferz_game *game, ferz_messages *messages)
{
    for (int ply = 0; game && ply < 5; ply++) {
        size_t count;
        char *moves = ferz_game_legal_moves(game, &count, messages);
        const char *chosen = moves;
        for (size_t i = 0; moves && i < count / 2; i++) {
            chosen += strlen(chosen) + 1;
        }
        if (!moves || !count || ferz_game_move(game, chosen, messages) != FERZ_OK) {
            ply = 5;
        }
        free(moves);
    }
}

/* A play of the game, some plies on; NULL, and blamed, when there is none. */
static ferz_game *start_game(const char *name, const ferz_variant *variant, ferz_messages *messages)
{
    ferz_game *game = variant ? ferz_game_create(variant, NULL, messages) : NULL;
    if (!game) {
        report_failure(name, "play", -1, 0, "cannot be played");
    } else {
        play_moves(game, messages);
    }
    return game;
}

static void try_sites_of_calls(const char *name, bool rare)
{
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *variant = load(name, messages);
    ferz_game *game = start_game(name, variant, messages);
    for (size_t i = 0; game && !rare && i < sizeof calls / sizeof calls[0]; i++) {
        if (calls[i].run == describe) {
            continue; /* without memory for the marks of a piece the picture of its moves is left out */
        }
        try_sites_of_call(name, variant, game, calls[i].name, calls[i].run);
    }
    for (size_t i = 0; game && rare && i < sizeof rare_calls / sizeof rare_calls[0]; i++) {
        if (strcmp(rare_calls[i].variant, name) == 0) {
            try_sites_of_call(name, variant, game, rare_calls[i].name, rare_calls[i].run);
        }
    }
    ferz_game_free(game);
    ferz_variant_free(variant);
    ferz_messages_free(messages);
}

static void try_play(const char *name)
{
    long before = faults_live();
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *variant = load(name, messages);
    ferz_game *game = start_game(name, variant, messages);
    for (size_t i = 0; game && i < sizeof calls / sizeof calls[0]; i++) {
        try_call(name, variant, game, i);
    }
    while (game && ferz_game_undo(game)) {
    }
    char *fen = game ? ferz_game_fen(game) : NULL;
    if (game && (!fen || strcmp(fen, ferz_variant_facts(variant)->start_fen) != 0)) {
        report_failure(name, "undo", -1, 0, "does not come back to the start");
    }
    free(fen);
    ferz_game_free(game);
    ferz_variant_free(variant);
    ferz_messages_free(messages);
    if (faults_live() != before) {
        report_failure(name, "all of it", -1, 0, "leaves memory behind");
    }
}

int main(int argc, char **argv)
{
    static const char *const games[] = {
        "tic-tac-toe", "chess",      "circe",           "hex80",   "ludo",
        "crazyhouse",  "kriegspiel", "draughts-bashni", "xiangqi", FERZ_SOURCE_DIR "/tests/samples/limits-36x36.yaml"};
    const char *only = NULL;
    setenv("FERZ_RULES", FERZ_SOURCE_DIR "/rules", 1);
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--most") == 0) {
            most = strtol(argv[i + 1], NULL, 10);
        } else if (strcmp(argv[i], "--only") == 0) {
            only = argv[i + 1];
        }
    }
    for (size_t i = 0; most > 0 && i < sizeof games / sizeof games[0]; i++) {
        if (!only || strstr(games[i], only)) {
            long first = runs, before = wrong;
            try_loading(games[i]);
            try_play(games[i]);
            printf("%s  %s: %ld runs\n", wrong == before ? "ok    " : "FAILED", games[i], runs - first);
            fflush(stdout);
        }
    }
    static const char *const rich[] = {"chess960",
                                       "shogi",
                                       "swedish-chess",
                                       "morris",
                                       "tavreli",
                                       "ultima",
                                       "grid-chess",
                                       "kazan-chess",
                                       "battle-chess",
                                       "atomic",
                                       "hooks-every-effect",
                                       "missed-turns",
                                       "movements-walked",
                                       "filter",
                                       "players-four-on-cross",
                                       "hoppers",
                                       "stacks-whole",
                                       "abilities",
                                       "prison",
                                       "drop-as",
                                       "setup-rights",
                                       "levels-three",
                                       "goal-race",
                                       "row-capture",
                                       "notation-same-destination",
                                       "wrap-sphere",
                                       "on-capture-staged",
                                       "limits-16x12"};
    for (size_t i = 0; i < sizeof rich / sizeof rich[0]; i++) {
        if (!only || strcmp(only, "places") == 0) {
            char path[256];
            snprintf(path, sizeof path, FERZ_SOURCE_DIR "/tests/samples/%s.yaml", rich[i]);
            FILE *file = fopen(path, "r");
            try_sites_of_loading(file ? path : rich[i]);
            if (i % 3 == 0) {
                try_sites_of_calls(file ? path : rich[i], false);
            }
            if (file) {
                fclose(file);
            }
        }
    }
    for (size_t i = 0; i < sizeof rare_calls / sizeof rare_calls[0]; i++) {
        if (!only || strcmp(only, "places") == 0) {
            try_sites_of_calls(rare_calls[i].variant, true);
        }
    }
    printf("%ld runs without memory, %ld wrong\n", runs, wrong);
    return wrong != 0 || runs == 0;
}
