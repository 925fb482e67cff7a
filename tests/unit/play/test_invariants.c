/* Random play in every game of rules/ and tests/samples/, with everything that must hold at each ply: see invariants.h.
 *
 * test_invariants [--plies N] [--seed S] [--seconds S] [GAME...]; 10,000 plies a game, fewer on large boards and under
 * sanitizers; a game that has not done so after so many seconds has played enough once that ply is done.
 * A failure names the game, its seed, the position and the moves that led there. */
#include "unit/play/invariants.h"
#include "unit/share.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES = SLOW_BUILD ? 300 : 10000 };

static bool run_game(const char *name, const invariants_options *options)
{
    static const char *const dirs[] = {FERZ_SOURCE_DIR "/tests/samples", FERZ_SOURCE_DIR "/rules", NULL};
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *variant = ferz_variant_load(name, dirs, NULL, 0, options->seed, messages);
    if (!variant) {
        printf("FAILED %s: it does not load\n", name);
        for (size_t i = 0; i < ferz_messages_count(messages); i++) {
            printf("%s", ferz_messages_at(messages, i).rendered);
        }
        ferz_messages_free(messages);
        return false;
    }
    invariants_result played = {0};
    bool ok = invariants_hold(variant, messages, options, &played);
    if (ok) {
        printf("passed %s: %zu plies in %zu games, %s%s%d wider cores%s\n", name, played.plies, played.games,
               played.masks ? "masks, " : "", played.mirrored ? "mirrored, " : "", played.cores,
               played.attacks ? ", attacks" : "");
    } else {
        printf("FAILED %s (seed %llu): %s", name, (unsigned long long)options->seed, text_string(&played.failure));
    }
    fflush(stdout);
    text_finish(&played.failure);
    ferz_variant_free(variant);
    ferz_messages_free(messages);
    return ok;
}

int main(int argc, char **argv)
{
    size_t passed = 0, failed = 0;
    invariants_options options = {.seed = 1, .plies = PLIES, .seconds = 3600, .cores = true};
    int first = 1;
    for (; first + 1 < argc && argv[first][0] == '-'; first += 2) {
        if (strcmp(argv[first], "--plies") == 0) {
            options.plies = strtoul(argv[first + 1], NULL, 10);
        } else if (strcmp(argv[first], "--seconds") == 0) {
            options.seconds = share_longer(strtod(argv[first + 1], NULL));
        } else {
            options.seed = strtoull(argv[first + 1], NULL, 10);
        }
    }
    if (first < argc) {
        for (int i = first; i < argc; i++) {
            bool ok = run_game(argv[i], &options);
            passed += ok;
            failed += !ok;
        }
    } else {
        static const char *const dirs[] = {FERZ_SOURCE_DIR "/tests/samples", FERZ_SOURCE_DIR "/rules", NULL};
        ferz_list_entry *entries;
        size_t count = ferz_list(dirs, &entries, NULL);
        for (size_t i = 0; i < count; i++) {
            bool ok = run_game(entries[i].name, &options);
            passed += ok;
            failed += !ok;
        }
        ferz_list_free(entries, count);
    }
    printf("%zu passed, %zu failed\n", passed, failed);
    return failed || !passed;
}
