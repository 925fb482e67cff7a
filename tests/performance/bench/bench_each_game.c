/* Every game of the rules: what it costs to load, to count and to search, beside chess in the same run. */
#include "bench.h"

#include "engines/uci_peer.h"

enum {
    SEARCH_MS = 1000,
    DEPTH_ASKED = 4,
    NODES_ASKED = 100000, /* a second */
    CHECK_ASKED_MS = 50,
    SMALL_BOARD = 64, /* cells */
    DEEPEST = 12
};

static const double LEAVES_ASKED = 1;  /* million a second, of every game */
static const double LONGEST_COUNT = 4; /* seconds that a count of one more ply may promise to take */

typedef struct game_costs {
    double load, check; /* seconds */
    size_t tables, position, hooks, cells;
    int perft_depth, search_depth;
    bool search_ended; /* before its time was over: nothing more is to be found */
    uint64_t leaves;
    double speed, nodes; /* million leaves a second, nodes a second */
} game_costs;

static ferz_variant *load_variant(bench *b, const char *path, game_costs *costs)
{
    ferz_variant *variant = NULL;
    double sum = 0;
    costs->load = BENCH_FOREVER;
    for (int run = 0; run < b->runs * 4 && (run < 2 || sum < BENCH_MEASURABLE); run++) {
        ferz_variant_free(variant);
        double start = bench_seconds(CLOCK_PROCESS_CPUTIME_ID);
        variant = ferz_variant_load(path, b->rules, NULL, 0, 1, b->messages);
        double elapsed = bench_seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
        costs->load = bench_least(costs->load, elapsed);
        sum += elapsed;
    }
    return variant;
}

/* Counts from the start, one ply deeper each time, while the next count does not promise to be long. */
static bool measure_counts(bench *b, const ferz_variant *variant, game_costs *costs)
{
    uint64_t before = 1;
    for (int depth = 1; depth <= DEEPEST; depth++) {
        perft_case c = {.label = "a game", .depth = depth};
        uint64_t leaves = 0;
        ferz_game *game = ferz_game_create(variant, NULL, b->messages);
        double start = bench_seconds(CLOCK_PROCESS_CPUTIME_ID);
        bool counted = game && ferz_game_perft(game, depth, NULL, NULL, &leaves, b->messages) == FERZ_OK;
        double elapsed = bench_seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
        ferz_game_free(game);
        if (!counted)
            return false;
        if (leaves == 0)
            break;
        if (elapsed < BENCH_MEASURABLE / 10 || depth == 1)
            elapsed = bench_count(b, variant, &c, &leaves);
        costs->perft_depth = depth;
        costs->leaves = leaves;
        costs->speed = bench_millions(leaves, elapsed);
        if (elapsed > BENCH_MEASURABLE || elapsed * (double)leaves / (double)before > LONGEST_COUNT)
            break;
        before = leaves;
    }
    return true;
}

static bool measure_search(bench *b, const ferz_variant *variant, game_costs *costs)
{
    ferz_limits limits = {.struct_size = sizeof limits, .movetime = SEARCH_MS, .seed = 1};
    ferz_best best = {0};
    ferz_game *game = ferz_game_create(variant, NULL, b->messages);
    double wall = bench_seconds(CLOCK_MONOTONIC), start = bench_seconds(CLOCK_PROCESS_CPUTIME_ID);
    bool found = game && ferz_game_best_move(game, &limits, &best, b->messages) == FERZ_OK;
    double elapsed = bench_seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
    costs->search_ended = bench_seconds(CLOCK_MONOTONIC) - wall < 0.8 * SEARCH_MS * 1e-3;
    costs->nodes = (double)best.nodes / elapsed;
    costs->search_depth = best.depth;
    costs->cells = game ? ferz_game_cell_count(game) : 0;
    ferz_free(best.move);
    ferz_free(best.pv);
    ferz_game_free(game);
    return found;
}

static bool measure_game(bench *b, const char *path, game_costs *costs)
{
    ferz_variant *variant = load_variant(b, path, costs);
    if (!variant) {
        bench_show_messages(b);
        return false;
    }
    ferz_messages_clear(b->messages); /* warnings */
    costs->tables = ferz_variant_table_bytes(variant);
    costs->position = ferz_variant_position_bytes(variant);
    costs->hooks = ferz_variant_hook_count(variant);
    bool measured = measure_counts(b, variant, costs) && measure_search(b, variant, costs);
    costs->check = bench_check_seconds(path, 3);
    if (!measured)
        bench_show_messages(b);
    ferz_variant_free(variant);
    return measured;
}

/* Millions of leaves a second that a game is asked for: a share of chess where no script runs in play. */
static double leaves_asked(const game_costs *costs, const game_costs *chess)
{
    double share = costs->hooks > 0 ? 0 : costs->cells <= SMALL_BOARD ? chess->speed / 10 : chess->speed / 20;
    return share > LEAVES_ASKED ? share : LEAVES_ASKED;
}

static void game_row(bench *b, const char *name, const game_costs *costs, const game_costs *chess)
{
    double leaves = leaves_asked(costs, chess);
    bool counts = costs->speed >= leaves;
    bool nodes = costs->nodes >= NODES_ASKED || costs->search_ended;
    bool depth = costs->search_depth >= DEPTH_ASKED || costs->search_ended;
    bool check = costs->check >= 0 && costs->check * 1e3 < CHECK_ASKED_MS;
    char short_of[96];
    snprintf(short_of, sizeof short_of, "%.1f million%s%s%s%s", leaves, counts ? "" : ", not counts",
             nodes ? "" : ", not nodes", depth ? "" : ", not depth", check ? "" : ", not `check`");
    bench_row(b, "| %s | %zu | %zu | %d | %" PRIu64 " | %.2f | %.3f | %.0f | %.3f | %d | %.1f | %.2f | %zu | %zu |",
              name, costs->hooks, costs->cells, costs->perft_depth, costs->leaves, costs->speed,
              costs->speed / chess->speed, costs->nodes * 1e-3, costs->nodes / chess->nodes, costs->search_depth,
              costs->check * 1e3, costs->load * 1e3, costs->tables, costs->position);
    bench_target(b, short_of, counts && nodes && depth && check);
}

void bench_each_game(bench *b)
{
    ferz_list_entry *entries;
    const char *folder[] = {b->rules[0], NULL}; /* those made for tests do not interest a reader */
    size_t count = ferz_list(folder, &entries, b->messages);
    game_costs chess = {.speed = 0};
    b->heading =
        "Each game from its start, one thread; searched for a second. Asked for: a million leaves a second; where "
        "no script runs\nin play a tenth of chess on 64 cells or fewer and a twentieth beyond; 100,000 nodes a "
        "second and four plies within\nthe second, unless the search ends sooner; `ferz check` below 50 ms.\n\n"
        "| game | live hooks | cells | depth | leaves | million a second | of chess | thousand nodes a second "
        "| of chess | plies in a second | check, ms | load, ms | tables, bytes | position, bytes | target | met "
        "|\n| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --- | --- |";
    for (size_t i = 0; i < count; i++) {
        char label[128];
        game_costs costs = {.speed = 0};
        snprintf(label, sizeof label, "games, %s", entries[i].name);
        if (!bench_selected(b, label))
            continue;
        if (chess.speed == 0 && !measure_game(b, "chess", &chess))
            break;
        if (measure_game(b, entries[i].path, &costs))
            game_row(b, entries[i].name, &costs, &chess);
        else
            b->sound = false;
    }
    ferz_list_free(entries, count);
}
