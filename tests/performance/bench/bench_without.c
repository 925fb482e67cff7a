/* What a shortcut of the generator or the search brings: every game that uses it, with it and without. The counts and the
 * nodes of the search must be those of the full program. */
#include "bench.h"

#include "api/ferz_internal.h"
#include "compile/shortcuts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEARCHED_NODES = 20000, DEEPEST_COUNT = 8 };
static const double ENOUGH = 0.3; /* seconds of one count or search */

typedef struct shortcut_costs {
    double perft, search; /* seconds */
    uint64_t leaves, nodes;
} shortcut_costs;

static shortcut shortcut_named(const char *name)
{
    shortcut s = 0;
    while (s < SHORTCUTS && strcmp(shortcut_name(s), name) != 0)
        s++;
    return s;
}

/* Seconds of a search for so many nodes from the start. */
static double measure_search(bench *b, const ferz_variant *v, uint64_t *nodes)
{
    ferz_limits limits = {.struct_size = sizeof limits, .nodes = SEARCHED_NODES, .seed = 1};
    ferz_best best = {0};
    ferz_game *game = ferz_game_create(v, NULL, b->messages);
    double start = bench_seconds(CLOCK_PROCESS_CPUTIME_ID);
    if (!game || ferz_game_best_move(game, &limits, &best, b->messages) != FERZ_OK) {
        bench_show_messages(b);
        exit(3);
    }
    double elapsed = bench_seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
    *nodes = best.nodes;
    ferz_free(best.move);
    ferz_free(best.pv);
    ferz_game_free(game);
    return elapsed;
}

/* The deepest count that is done soon enough; later calls count to that depth again. */
static double measure_count(bench *b, const ferz_variant *v, int *depth, uint64_t *leaves)
{
    perft_case c = {.label = "the start", .depth = *depth ? *depth : 1};
    double elapsed = bench_count(b, v, &c, leaves);
    while (!*depth && elapsed < ENOUGH / 10 && c.depth < DEEPEST_COUNT) {
        c.depth++;
        elapsed = bench_count(b, v, &c, leaves);
    }
    *depth = c.depth;
    return elapsed;
}

static void measure_game(bench *b, const char *name, shortcut s, double *most_perft, double *most_search)
{
    ferz_variant *v = ferz_variant_load(name, b->rules, NULL, 0, 1, b->messages);
    ferz_messages_clear(b->messages);
    if (!v || !variant_uses(v->variant, s)) {
        ferz_variant_free(v);
        return;
    }
    variant *tables = (variant *)v->variant;
    shortcut_costs with = {0}, without = {0};
    int depth = 0;
    with.perft = without.perft = with.search = without.search = BENCH_FOREVER;
    for (int run = 0; run < b->runs; run++) {
        with.perft = bench_least(with.perft, measure_count(b, v, &depth, &with.leaves));
        with.search = bench_least(with.search, measure_search(b, v, &with.nodes));
        shortcuts_settle(tables, 1u << s);
        without.perft = bench_least(without.perft, measure_count(b, v, &depth, &without.leaves));
        without.search = bench_least(without.search, measure_search(b, v, &without.nodes));
        shortcuts_settle(tables, 0);
    }
    b->sound = b->sound && with.leaves == without.leaves;
    double counting = without.perft / with.perft, searching = without.search / with.search;
    printf("| %s | %d | %.2f | %.2f | %s |\n", name, depth, counting, searching,
           with.leaves != without.leaves ? "counts differ"
           : with.nodes != without.nodes ? "searches otherwise"
                                         : "");
    fflush(stdout);
    *most_perft = counting > *most_perft ? counting : *most_perft;
    *most_search = searching > *most_search ? searching : *most_search;
    ferz_variant_free(v);
}

void bench_without(bench *b)
{
    shortcut s = shortcut_named(b->without);
    double counting = 0, searching = 0;
    ferz_list_entry *entries;
    if (s == SHORTCUTS) {
        fprintf(stderr, "no shortcut has that name; these are:\n");
        for (s = 0; s < SHORTCUTS; s++)
            fprintf(stderr, "  %s\n", shortcut_name(s));
        exit(2);
    }
    printf("# Without: %s\n\nTimes without it, divided by those with it; the best of %d.\n\n", b->without, b->runs);
    printf("| game | depth | perft | search | |\n| --- | ---: | ---: | ---: | --- |\n");
    size_t count = ferz_list(b->rules, &entries, b->messages);
    for (size_t i = 0; i < count; i++)
        if (!b->only || strstr(entries[i].name, b->only))
            measure_game(b, entries[i].name, s, &counting, &searching);
    ferz_list_free(entries, count);
    printf("\nAt most %.2f in perft, %.2f in search.\n", counting, searching);
}
