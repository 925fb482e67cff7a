/* Every game of the rules: what it costs to load, to count and to search, beside chess in the same run. */
#include "bench.h"

#include "engines/uci_peer.h"

enum {
    DEPTH_ASKED = 4,      /* within a second */
    MOVES_ASKED = 200,    /* a position: with more no depth is asked for */
    NODES_ASKED = 100000, /* a second */
    CHECK_ASKED_MS = 50,
    SMALL_BOARD = 64, /* cells */
    DEEPEST = 12
};

static const double LEAVES_ASKED = 1;    /* million a second, of every game */
static const double LONGEST_COUNT = 4;   /* seconds that a count of one more ply may promise to take */
static const double LONGEST_SEARCH = 10; /* seconds in which the depth that is asked for may be reached */

typedef struct game_costs {
    double load, check; /* seconds */
    size_t tables, position, hooks, cells;
    int perft_depth, search_depth;
    bool by_plies;     /* each deeper than the last; not where random games are played */
    bool search_ended; /* before its time was over: nothing more is to be found */
    uint64_t leaves;
    double speed, nodes;  /* million leaves a second, nodes a second */
    double moves;         /* of the positions before the leaves, the mean */
    double depth_seconds; /* until the depth that is asked for was reached; negative: it was not */
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
        costs->moves = (double)leaves / (double)before;
        costs->speed = bench_millions(leaves, elapsed);
        if (elapsed > BENCH_MEASURABLE || elapsed * (double)leaves / (double)before > LONGEST_COUNT)
            break;
        before = leaves;
    }
    return true;
}

/* A search that is timed by the processor, so that others at work on the machine do not count. */
typedef struct timed_search {
    double start;
    int depth_in_second, depth;
    double depth_seconds; /* as in game_costs */
    bool stopped;
} timed_search;

static double elapsed_of(const timed_search *s)
{
    return bench_seconds(CLOCK_PROCESS_CPUTIME_ID) - s->start;
}

static bool is_over(void *state)
{
    timed_search *s = state;
    double elapsed = elapsed_of(s);
    bool short_of = s->depth > 0 && s->depth < DEPTH_ASKED; /* 0: such a search does not go by plies */
    s->stopped = elapsed > (short_of ? LONGEST_SEARCH : 1);
    return s->stopped;
}

static void note_depth(void *state, const ferz_report *report)
{
    timed_search *s = state;
    double elapsed = elapsed_of(s);
    s->depth = report->depth;
    if (elapsed <= 1)
        s->depth_in_second = report->depth;
    if (report->depth >= DEPTH_ASKED && s->depth_seconds < 0)
        s->depth_seconds = elapsed;
}

static bool measure_search(bench *b, const ferz_variant *variant, game_costs *costs)
{
    ferz_game *game = ferz_game_create(variant, NULL, b->messages);
    timed_search s = {.start = bench_seconds(CLOCK_PROCESS_CPUTIME_ID), .depth_seconds = -1};
    ferz_limits limits = {.struct_size = sizeof limits, .seed = 1, .stop = is_over, .info = note_depth, .state = &s};
    ferz_best best = {0};
    bool found = game && ferz_game_best_move(game, &limits, &best, b->messages) == FERZ_OK;
    costs->nodes = (double)best.nodes / elapsed_of(&s);
    costs->search_ended = !s.stopped;
    costs->by_plies = s.depth > 0;
    costs->search_depth = s.depth_in_second;
    costs->depth_seconds = s.depth_seconds;
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
    costs->hooks = ferz_variant_facts(variant)->hook_count;
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
    return share > LEAVES_ASKED ? share : bench_least(LEAVES_ASKED, chess->speed / 100);
}

static void game_row(bench *b, const char *name, const game_costs *costs, const game_costs *chess)
{
    double leaves = leaves_asked(costs, chess);
    bool counts = costs->speed >= leaves;
    bool nodes = costs->nodes >= NODES_ASKED || costs->search_ended;
    bool depth =
        costs->search_depth >= DEPTH_ASKED || costs->search_ended || costs->moves > MOVES_ASKED || !costs->by_plies;
    bool check = costs->check >= 0 && costs->check * 1e3 < CHECK_ASKED_MS;
    char short_of[96], plies[16] = "-", reached[16] = "-";
    snprintf(short_of, sizeof short_of, "%.1f million%s%s%s%s", leaves, counts ? "" : ", not counts",
             nodes ? "" : ", not nodes", depth ? "" : ", not depth", check ? "" : ", not `check`");
    if (costs->by_plies)
        snprintf(plies, sizeof plies, "%d", costs->search_depth);
    if (costs->depth_seconds >= 0)
        snprintf(reached, sizeof reached, "%.0f", costs->depth_seconds * 1e3);
    bench_row(b,
              "| %s | %zu | %zu | %.0f | %d | %" PRIu64 " | %.2f | %.3f | %.0f | %.3f | %s | %s | %.1f | %.2f | %zu "
              "| %zu |",
              name, costs->hooks, costs->cells, costs->moves, costs->perft_depth, costs->leaves, costs->speed,
              costs->speed / chess->speed, costs->nodes * 1e-3, costs->nodes / chess->nodes, plies, reached,
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
        "Each game from its start, one thread; searched for a second of the processor's time. Asked for: a million "
        "leaves a second,\nor a hundredth of chess; where no script runs in play a tenth of chess on 64 cells or fewer "
        "and a twentieth beyond; 100,000\nnodes a second and, where a position has at most 200 moves, four plies "
        "within "
        "the second, unless the search ends sooner;\n`ferz check` below 50 ms.\n\n"
        "| game | live hooks | cells | moves | depth | leaves | million a second | of chess | thousand nodes a second "
        "| of chess | plies in a second | four plies, ms | check, ms | load, ms | tables, bytes | position, bytes "
        "| target | met |\n| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: "
        "| --: | --- | --- |";
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
