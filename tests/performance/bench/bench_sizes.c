/* How cost grows with the board: two ranks of chess pieces and pawns a side on boards of growing size. */
#include "bench.h"

#include "engines/uci_peer.h"

enum { SIZE_MAX_HERE = 36, SEARCH_NODES = 50000, SEARCH_DEPTH = 7 };

/* Targets: millions of leaves a second, thousands of nodes a second, milliseconds of `ferz check`. */
static const struct {
    int size, depth;
    double leaves, nodes, check;
} sizes[] = {{8, 5, 0, 0, 0},     {10, 5, 0, 0, 0}, {12, 5, 40, 300, 0}, {16, 4, 20, 200, 0},
             {20, 4, 10, 150, 0}, {26, 4, 0, 0, 0}, {36, 4, 5, 80, 100}};

/* One king in the middle of the first eight files; farther files repeat the eight pieces, with a queen for the king. */
static void first_rank(char *rank, int size, const char *pieces)
{
    for (int file = 0; file < size; file++)
        rank[file] = file > 7 && file % 8 == 4 ? pieces[3] : pieces[file % 8];
    rank[size] = '\0';
}

static void write_rules(char *rules, size_t room, int size)
{
    char black[SIZE_MAX_HERE + 1], white[SIZE_MAX_HERE + 1], pawns[2][SIZE_MAX_HERE + 1], empty[16 * SIZE_MAX_HERE];
    size_t used = 0;
    first_rank(black, size, "rnbqkbnr");
    first_rank(white, size, "RNBQKBNR");
    first_rank(pawns[0], size, "pppppppp");
    first_rank(pawns[1], size, "PPPPPPPP");
    for (int i = 4; i < size; i++)
        used += (size_t)snprintf(empty + used, sizeof empty - used, "%d/", size);
    snprintf(rules, room,
             "name: Stretched army\n"
             "board: {size: %dx%d}\n"
             "pieces:\n"
             "  king: {letter: k, moves: K, royal: true}\n"
             "  queen: {letter: q, moves: Q}\n"
             "  rook: {letter: r, moves: R}\n"
             "  bishop: {letter: b, moves: B}\n"
             "  knight: {letter: n, moves: N}\n"
             "  pawn:\n"
             "    letter: p\n"
             "    moves: fmWfcF\n"
             "    promotes: {on: own rank %d, to: [queen, rook, bishop, knight]}\n"
             "    resets_halfmove_clock: true\n"
             "start: %s/%s/%s%s/%s w - - 0 1\n"
             "end: {checkmate: loss, stalemate: draw}\n",
             size, size, size, black, pawns[0], empty, pawns[1], white);
}

static ferz_variant *load_rules(bench *b, const char *rules)
{
    ferz_variant *variant =
        ferz_variant_load_text("stretched.yaml", rules, strlen(rules), b->rules, NULL, 0, 1, b->messages);
    if (!variant) {
        bench_show_messages(b);
        die("the stretched army does not load");
    }
    return variant;
}

static double search_speed(bench *b, const ferz_variant *variant)
{
    ferz_limits limits = {.struct_size = sizeof limits,
                          .depth = SEARCH_DEPTH,
                          .nodes = SEARCH_NODES,
                          .seed = 1,
                          .method = FERZ_METHOD_ALPHABETA};
    ferz_game *game = ferz_game_create(variant, NULL, b->messages);
    ferz_best best = {0};
    double start = bench_seconds(CLOCK_PROCESS_CPUTIME_ID);
    if (!game || ferz_game_best_move(game, &limits, &best, b->messages) != FERZ_OK) {
        bench_show_messages(b);
        die("the stretched army is not searched");
    }
    double speed = (double)best.nodes / (bench_seconds(CLOCK_PROCESS_CPUTIME_ID) - start);
    ferz_free(best.move);
    ferz_free(best.pv);
    ferz_game_free(game);
    return speed;
}

/* `ferz check` of the rules, a whole process. */
static double check_seconds(const char *rules, int runs)
{
    char folder[] = "/tmp/ferz-bench-XXXXXX", path[sizeof folder + 16];
    if (!mkdtemp(folder))
        die("no folder for files");
    snprintf(path, sizeof path, "%s/stretched.yaml", folder);
    FILE *file = fopen(path, "w");
    if (!file || fputs(rules, file) < 0 || fclose(file))
        die("cannot write %s", path);
    double best = bench_check_seconds(path, runs);
    unlink(path);
    rmdir(folder);
    return best;
}

typedef struct size_result {
    uint64_t leaves;
    double speed, nodes, check; /* millions a second; a second; seconds */
} size_result;

static size_result measure(bench *b, const char *rules, const perft_case *c)
{
    size_result r = {.check = rules ? check_seconds(rules, b->runs) : bench_check_seconds(c->variant, b->runs)};
    double count = BENCH_FOREVER;
    for (int run = 0; run < b->runs; run++) {
        ferz_variant *variant = rules ? load_rules(b, rules) : bench_load(b, c);
        count = bench_least(count, bench_count(b, variant, c, &r.leaves));
        double nodes = search_speed(b, variant);
        r.nodes = nodes > r.nodes ? nodes : r.nodes;
        ferz_variant_free(variant);
    }
    r.speed = bench_millions(r.leaves, count);
    return r;
}

void bench_sizes(bench *b)
{
    size_result chess = {0};
    b->heading =
        "Two ranks of chess pieces and pawns a side, without castling and double steps, on growing boards:\n\n"
        "| board | depth | leaves | millions a second | of chess | nodes a second | of chess | check, ms | target "
        "| met |\n"
        "| --- | --: | --: | --: | --: | --: | --: | --: | --: | --- |";
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        char label[32], rules[16 * 1024], target[96] = "-";
        snprintf(label, sizeof label, "sizes, %dx%d", sizes[i].size, sizes[i].size);
        perft_case c = {.label = label, .variant = "stretched", .depth = sizes[i].depth};
        if (!bench_selected(b, label))
            continue;
        if (chess.speed == 0) {
            const perft_case start = {.label = "chess", .variant = "chess", .depth = 5};
            chess = measure(b, NULL, &start);
            bench_row(b, "| chess | %d | %" PRIu64 " | %.1f | 1 | %.0f | 1 | %.1f | - | - |\n", start.depth,
                      chess.leaves, chess.speed, chess.nodes, chess.check * 1e3);
        }
        write_rules(rules, sizeof rules, sizes[i].size);
        size_result r = measure(b, rules, &c);
        bench_row(b, "| %dx%d | %d | %" PRIu64 " | %.1f | %.3f | %.0f | %.3f | %.1f |", sizes[i].size, sizes[i].size,
                  c.depth, r.leaves, r.speed, r.speed / chess.speed, r.nodes, r.nodes / chess.nodes, r.check * 1e3);
        if (sizes[i].leaves == 0) {
            puts(" - | - |");
            continue;
        }
        int used =
            snprintf(target, sizeof target, "%.0f million, %.0f thousand nodes", sizes[i].leaves, sizes[i].nodes);
        if (sizes[i].check > 0)
            snprintf(target + used, sizeof target - (size_t)used, ", %.0f ms", sizes[i].check);
        bench_target(b, target,
                     r.speed >= sizes[i].leaves && r.nodes >= sizes[i].nodes * 1e3 &&
                         (sizes[i].check == 0 || r.check * 1e3 < sizes[i].check));
    }
}
