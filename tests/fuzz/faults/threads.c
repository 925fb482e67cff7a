/* Threads: what ferz.h promises of them, to be run under ThreadSanitizer.
 *
 *     faults_threads [--rounds N] [--only WORD]
 *
 * A game may be used by many threads at once, each with plays of its own; games of different rules live side by side. What comes
 * out must be what a single thread gets.
 */
#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ferz_tools.h"

enum { THREADS = 8, PLIES = 12 };

static long rounds = 1;
static int wrong;

static uint64_t next(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static uint64_t mix(uint64_t sum, const char *words)
{
    for (; *words; words++) {
        sum = (sum ^ (unsigned char)*words) * UINT64_C(0x100000001b3);
    }
    return sum;
}

/* A random game, looked at from all sides; a number that depends on all that was seen. 0: something failed. */
static uint64_t play_game(const ferz_variant *variant, uint64_t seed, bool think)
{
    ferz_messages *messages = ferz_messages_create(false);
    ferz_game *game = messages ? ferz_game_create(variant, NULL, messages) : NULL;
    uint64_t sum = game ? 1 : 0;
    for (int ply = 0; sum && ply < PLIES; ply++) {
        size_t count = 0;
        char *moves = ferz_game_legal_moves(game, &count, messages);
        if (!moves) {
            sum = 0;
            break;
        }
        size_t expected = count ? next(&seed) % count : 0;
        const char *move = moves;
        for (size_t i = 0; i < expected; i++) {
            move += strlen(move) + 1;
        }
        bool legal, over;
        char *fen = ferz_game_fen(game);
        char *why = count && ply % 8 == 0 ? ferz_game_explain_move(game, move, &legal, messages) : NULL;
        char *status = ply % 8 == 1 ? ferz_game_explain_status(game, &over, messages) : NULL;
        sum = mix(sum, fen ? fen : "?");
        sum = mix(sum, why ? why : "");
        sum = mix(sum, status ? status : "");
        ferz_free(fen);
        ferz_free(why);
        ferz_free(status);
        if (think && count && ply % 6 == 0) {
            const ferz_limits limits = {.nodes = 200, .hash_bytes = 1 << 20, .seed = 1};
            ferz_best best = {0};
            if (ferz_game_best_move(game, &limits, &best, messages) == FERZ_OK) {
                sum = mix(sum, best.move);
            }
            ferz_free(best.move);
            ferz_free(best.pv);
        }
        if (count && ferz_game_move(game, move, messages) != FERZ_OK) {
            sum = 0;
        }
        ferz_free(moves);
        if (!count) {
            break;
        }
    }
    while (sum && ferz_game_undo(game)) {
    }
    if (sum) {
        char *fen = ferz_game_fen(game);
        sum = mix(sum, fen ? fen : "?");
        ferz_free(fen);
    } else if (messages) {
        for (size_t i = 0; i < ferz_messages_count(messages); i++) {
            fputs(ferz_messages_at(messages, i).rendered, stderr);
        }
    }
    ferz_game_free(game);
    ferz_messages_free(messages);
    return sum;
}

static ferz_variant *load(const char *name)
{
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *variant = messages ? ferz_variant_load(name, NULL, NULL, 0, 1, messages) : NULL;
    for (size_t i = 0; messages && !variant && i < ferz_messages_count(messages); i++) {
        fputs(ferz_messages_at(messages, i).rendered, stderr);
    }
    ferz_messages_free(messages);
    return variant;
}

typedef struct worker {
    pthread_t id;
    const ferz_variant *variant; /* NULL: it loads its own */
    const char *name;
    bool think;
    uint64_t seed, sum;
} worker;

static void *work(void *state)
{
    worker *w = state;
    ferz_variant *own = w->variant ? NULL : load(w->name);
    const ferz_variant *variant = w->variant ? w->variant : own;
    w->sum = variant ? play_game(variant, w->seed, w->think) : 0;
    if (variant && !w->think &&
        ferz_variant_table_bytes(variant) < 8 << 20) { /* other calls that several threads make at once */
        char *reported = ferz_variant_describe(variant, FERZ_ENGLISH, FERZ_TEXT, NULL);
        w->sum = mix(w->sum, reported ? reported : "?");
        ferz_free(reported);
    }
    ferz_variant_free(own);
    return NULL;
}

static void report(bool good, const char *what, const char *names)
{
    printf("%s  %s: %s\n", good ? "ok    " : "FAILED", what, names);
    wrong += !good;
}

/* Eight threads, thread i in game names[i % count]; the same again one after another must come to the same. */
static void try_games(const char *what, const char *const *names, size_t count, bool shared, bool think)
{
    ferz_variant *games[THREADS] = {0};
    bool good = true;
    char list[400] = "";
    for (size_t i = 0; i < count; i++) {
        games[i] = shared ? load(names[i]) : NULL;
        good = good && (games[i] || !shared);
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? " " : "", names[i]);
    }
    for (long round = 0; good && round < rounds; round++) {
        worker workers[THREADS] = {0}, again;
        for (size_t i = 0; i < THREADS; i++) {
            workers[i] = (worker){.variant = games[i % count],
                                  .name = names[i % count],
                                  .think = think,
                                  .seed = (uint64_t)round * 100 + i / count};
            good = pthread_create(&workers[i].id, NULL, work, &workers[i]) == 0 && good;
        }
        for (size_t i = 0; i < THREADS; i++) {
            pthread_join(workers[i].id, NULL);
        }
        for (size_t i = 0; i < THREADS; i++) {
            again = workers[i];
            again.sum = 0;
            work(&again);
            good = good && again.sum && again.sum == workers[i].sum;
        }
    }
    for (size_t i = 0; i < count; i++) {
        ferz_variant_free(games[i]);
    }
    report(good, what, list);
}

/* One search by eight threads, and eight searches of one game each by two. */
static void *search(void *state)
{
    worker *w = state;
    ferz_messages *messages = ferz_messages_create(false);
    ferz_game *game = ferz_game_create(w->variant, NULL, messages);
    const ferz_limits limits = {.nodes = 4000, .threads = (int)w->seed, .hash_bytes = 1 << 20};
    for (int i = 0; game && i < 3; i++) {
        ferz_best best = {0};
        w->sum = ferz_game_best_move(game, &limits, &best, messages) == FERZ_OK &&
                 ferz_game_move(game, best.move, messages) == FERZ_OK;
        ferz_free(best.move);
        ferz_free(best.pv);
        if (!w->sum) {
            break;
        }
    }
    ferz_game_free(game);
    ferz_messages_free(messages);
    return NULL;
}

static void try_searches(const char *name)
{
    ferz_variant *variant = load(name);
    bool good = variant != NULL;
    for (long round = 0; good && round < rounds; round++) {
        worker one = {.variant = variant, .seed = THREADS}, workers[THREADS];
        search(&one);
        good = one.sum;
        for (size_t i = 0; i < THREADS; i++) {
            workers[i] = (worker){.variant = variant, .seed = 2};
            good = pthread_create(&workers[i].id, NULL, search, &workers[i]) == 0 && good;
        }
        for (size_t i = 0; i < THREADS; i++) {
            pthread_join(workers[i].id, NULL);
            good = good && workers[i].sum;
        }
    }
    ferz_variant_free(variant);
    report(good, "searches by many threads", name);
}

static void try_tune(const char *name)
{
    ferz_variant *variant = load(name);
    ferz_messages *messages = ferz_messages_create(false);
    const ferz_tune_limits limits = {.games = 6, .nodes = 40, .threads = THREADS, .seed = 1};
    ferz_tuned tuned = {0};
    bool good = variant && ferz_variant_tune(variant, &limits, &tuned, messages) == FERZ_OK;
    ferz_free(tuned.yaml);
    ferz_messages_free(messages);
    ferz_variant_free(variant);
    report(good, "learning by eight threads", name);
}

int main(int argc, char **argv)
{
    const char *only = NULL;
    setvbuf(stdout, NULL, _IOLBF, 0);
    setenv("FERZ_RULES", FERZ_SOURCE_DIR "/rules", 1);
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--rounds") == 0) {
            rounds = strtol(argv[i + 1], NULL, 10);
        } else if (strcmp(argv[i], "--only") == 0) {
            only = argv[i + 1];
        }
    }
    /* One of each width of sets, boards of every kind, hooks of every kind, dice, hands, hidden pieces. */
    static const char *const alone[] = {"chess",
                                        "circe",
                                        "shogi",
                                        "ludo",
                                        "morris",
                                        "kriegspiel",
                                        "xiangqi",
                                        "tavreli",
                                        "hex80",
                                        "crazyhouse",
                                        "ultima",
                                        "nardy-long",
                                        FERZ_SOURCE_DIR "/tests/samples/limits-36x36.yaml"};
    static const char *const pairs[][2] = {
        {"circe", "morris"}, {"kazan-chess", "ludo"}, {"frankfurt", "reversi-chess"}};
    for (size_t i = 0; i < sizeof alone / sizeof alone[0]; i++) {
        if (!only || strstr(alone[i], only)) {
            try_games("eight plays of one game", &alone[i], 1, true, false);
        }
    }
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (!only || strstr(pairs[i][0], only) || strstr(pairs[i][1], only)) {
            try_games("two games with scripts at once", pairs[i], 2, true, true);
            try_games("the same, each thread loads its own", pairs[i], 2, false, true);
        }
    }
    static const char *const searched[] = {"chess", "circe", "morris", "crazyhouse", "kriegspiel"};
    for (size_t i = 0; i < sizeof searched / sizeof searched[0]; i++) {
        if (!only || strstr(searched[i], only)) {
            try_searches(searched[i]);
        }
    }
    if (!only || strstr("tic-tac-toe", only)) {
        try_tune("gardner-minichess");
    }
    return wrong != 0;
}
