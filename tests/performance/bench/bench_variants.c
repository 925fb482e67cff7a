/* Imported variants beside the program that they come from: leaves a second from the start position of each. */
#include "bench.h"

#include "engines/uci_peer.h"

#include <math.h>

static const double measurable = 0.15; /* seconds of one count */
static const uint64_t enough_leaves = 400000;
static const double wanted_ratio = 3;

typedef struct variant_sums {
    double logs, worst;
    int ratios, slow, refused, different;
    char slow_ones[8192]; /* below the wanted ratio */
} variant_sums;

/* Our count; the depth grows until there is enough to count. */
static double our_time(const bench *b, const ferz_variant *variant, int *depth, uint64_t *leaves)
{
    ferz_game *game = ferz_game_create(variant, NULL, b->messages);
    double elapsed = 0;
    int counts = 0;
    *leaves = 0;
    double first = bench_seconds(CLOCK_PROCESS_CPUTIME_ID);
    uint64_t deeper = 0;
    for (*depth = 0; game && *leaves < enough_leaves && bench_seconds(CLOCK_PROCESS_CPUTIME_ID) - first < measurable;
         ++*depth, *leaves = deeper) {
        if (ferz_game_perft(game, *depth + 1, NULL, NULL, &deeper, b->messages) != FERZ_OK)
            die("no count");
        if (deeper <= *leaves) /* all games are over before */
            break;
    }
    for (double start = bench_seconds(CLOCK_PROCESS_CPUTIME_ID); elapsed < measurable; counts++) {
        if (!game || ferz_game_perft(game, *depth, NULL, NULL, leaves, b->messages) != FERZ_OK)
            die("no count");
        elapsed = bench_seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
    }
    ferz_game_free(game);
    return elapsed / counts;
}

static double their_time(peer *other, int depth, uint64_t *leaves)
{
    clockid_t clock;
    if (clock_getcpuclockid(other->pid, &clock))
        die("no clock of the other program");
    peer_send(other, "position startpos\nisready\n");
    while (strcmp(peer_read_line(other), "readyok") != 0) {
    }
    double start = bench_seconds(clock), elapsed = 0;
    int counts = 0;
    for (; elapsed < measurable; counts++) {
        peer_send(other, "go perft %d\n", depth);
        while (sscanf(peer_read_line(other), "Nodes searched: %" SCNu64, leaves) != 1) {
        }
        elapsed = bench_seconds(clock) - start;
    }
    return elapsed / counts;
}

static void compare_variant(bench *b, peer *other, const char *name, ferz_imported *game, variant_sums *s)
{
    ferz_variant *variant = ferz_variant_load_imported(game, b->rules, NULL, 0, 1, b->messages);
    uint64_t ours = 0, theirs = 0;
    int depth = 0;
    if (!variant) {
        bench_show_messages(b);
        die("%s does not load", name);
    }
    peer_choose(other, name, strstr(game->yaml, "notation: capture") != NULL);
    double mine = our_time(b, variant, &depth, &ours), its = their_time(other, depth, &theirs);
    ferz_variant_free(variant);
    double our_speed = bench_millions(ours, mine), their_speed = bench_millions(theirs, its),
           ratio = our_speed / their_speed;
    bench_row(b, "| %s%s | %d | %" PRIu64 " | %.2f | %.2f | %.2f |%s\n", name, game->script ? " (script)" : "", depth,
              ours, our_speed, their_speed, ratio, ours == theirs ? "" : " other count there");
    fflush(stdout);
    s->different += ours != theirs;
    s->logs += log(ratio);
    s->worst = bench_least(s->worst, ratio);
    s->ratios++;
    if (ratio < wanted_ratio) {
        size_t length = strlen(s->slow_ones);
        snprintf(s->slow_ones + length, sizeof s->slow_ones - length, "%s%s %.2f", s->slow ? ", " : "", name, ratio);
        s->slow++;
    }
}

/* One section of the text, by its name there. */
static void measure(bench *b, peer *other, const char *path, const char *ini, size_t length, const char *name,
                    variant_sums *s)
{
    const char *only[] = {name, NULL};
    ferz_imported *games = NULL;
    size_t count = 0;
    if (!bench_selected(b, name))
        return;
    ferz_import(path, ini, length, only, &games, &count, NULL, b->messages);
    ferz_messages_clear(b->messages); /* what is refused and why: tests/variants/state.md */
    if (count)
        compare_variant(b, other, name, &games[0], s);
    s->refused += !count;
    ferz_imported_free(games, count);
}

static void measure_builtin(bench *b, peer *other, variant_sums *s)
{
    size_t count = 0;
    char *names = ferz_import_names(&count), *name = names;
    for (size_t i = 0; names && i < count; i++, name += strlen(name) + 1) {
        char section[128];
        snprintf(section, sizeof section, "[%s:%s]\n", name, name);
        if (peer_knows(other, name))
            measure(b, other, "builtin", section, strlen(section), name, s);
    }
    ferz_free(names);
}

static void measure_file(bench *b, peer *other, const char *path, variant_sums *s)
{
    size_t length;
    char *ini = peer_read_file(path, &length);
    for (const char *line = ini; line; line = strchr(line, '\n')) {
        char name[64];
        line += *line == '\n';
        if (sscanf(line, "[%63[^]:]", name) == 1)
            measure(b, other, path, ini, length, name, s);
        if (!*line)
            break;
    }
    free(ini);
}

void bench_variants(bench *b, const char *file)
{
    static peer other;
    variant_sums s = {.worst = BENCH_FOREVER};
    const char *path = peer_path();
    if (!path)
        die("no other program: FERZ_FAIRY_STOCKFISH names it");
    peer_open(&other, path);
    printf("Leaves counted in a second of processor time, in millions, from the start position:\n");
    b->heading =
        "| variant | depth | leaves | ferz | the other program | ratio |\n| --- | --: | --: | --: | --: | --: |";
    measure_builtin(b, &other, &s);
    peer_send(&other, "setoption name VariantPath value %s\n", file);
    measure_file(b, &other, file, &s);
    peer_close(&other);
    printf("\n%s: %d variants, %d not imported, %d of which it counts otherwise. Ratio: geometric mean %.2f, least "
           "%.2f.\n",
           other.name, s.ratios + s.refused, s.refused, s.different, s.ratios ? exp(s.logs / s.ratios) : 0, s.worst);
    printf("Below %.0f times: %d%s%s\n", wanted_ratio, s.slow, s.slow ? ": " : "", s.slow_ones);
}
