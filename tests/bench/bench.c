/* Measures, and prints tables in Markdown: counting moves beside fairy-stockfish on the same positions, one thread each,
 * a game with scripts beside the game it comes from, and what a game costs to load and to hold.
 *
 *   ferz_bench [--runs N] [--rules FOLDER]        N runs of each, alternating, the best counts (default: 5;
 *                                               fewer, though two, where a run is long)
 *
 * Both programs count leaves without making the last move, and neither remembers positions. Times are those that a
 * program was on a processor, so that others at work do not count against one of the two; yet the two share caches with
 * them, so the machine should have little else to do. Exit status: 1 when counts differ that should not, 3 a fault.
 */
#include "ferz.h"
#include "../oracle/peer.h"
#include "bench_playouts.h"

#include <inttypes.h>
#include <math.h>
#include <time.h>

typedef struct trial {
    const char *label;
    const char *game;
    const char *settings[3];
    const char *variant; /* theirs; NULL: they do not know it */
    bool king_takes_rook;
    int depth;
    const char *fen;
} trial;

#define START_OF_CHESS "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define KIWIPETE "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
#define BOTH_HOLD "r1bqk2r/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPP2PPP/R1BQK2R[NPnp] w KQkq - 0 1"

static const trial trials[] = {
    {"chess, start", "chess", {0}, "chess", false, 6, START_OF_CHESS},
    {"chess, Kiwipete", "chess", {0}, "chess", false, 5, KIWIPETE},
    {"chess960",
     "chess960",
     {0},
     "chess",
     true,
     5,
     "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"},
    {"crazyhouse, start",
     "crazyhouse",
     {0},
     "crazyhouse",
     false,
     5,
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"},
    {"crazyhouse, both hold men", "crazyhouse", {0}, "crazyhouse", false, 4, BOTH_HOLD},
    {"shatranj",
     "shatranj",
     {"kings=d", "stalemate=win", "bare_king=win"},
     "shatranj",
     false,
     6,
     "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1"},
    {"makruk",
     "makruk",
     {"no-first-moves"},
     "makruk",
     false,
     5,
     "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"},
    {"minishogi", "minishogi", {0}, "minishogi", false, 6, "rbsgk/4p/5/P4/KGSBR[] w - - 0 1"},
    {"judkins-shogi",
     "judkins-shogi",
     {"usual-repetition"},
     "judkins",
     false,
     5,
     "rbnsgk/5p/6/6/P5/KGSNBR[] w - - 0 1"},
    {"los-alamos", "los-alamos", {0}, "losalamos", false, 6, "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1"},
    {"gardner-minichess",
     "gardner-minichess",
     {"no-castling"},
     "gardner",
     false,
     6,
     "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1"},
    /* Debian's does not know it: without another program there is no ratio */
    {"atomic, start", "atomic", {0}, "atomic", false, 5, START_OF_CHESS},
    {"atomic, many captures",
     "atomic",
     {0},
     "atomic",
     false,
     4,
     "r1nqk2r/1ppbpp2/p2p4/4b3/P1P1B1p1/1P1P3P/1B1NQP2/RN2K2R w Kq - 4 22"},
};
static const double enough_seconds = 12 /* for one row */, measurable_seconds = 0.3;
enum { TRIALS = sizeof trials / sizeof trials[0] };

/* Each pair: a game and the one it comes from. */
static const trial pairs[][2] = {
    {{"frankfurt, start", "frankfurt", {0}, NULL, false, 5, START_OF_CHESS},
     {"chess", "chess", {0}, NULL, false, 5, START_OF_CHESS}},
    {{"frankfurt, Kiwipete", "frankfurt", {0}, NULL, false, 4, KIWIPETE},
     {"chess", "chess", {0}, NULL, false, 4, KIWIPETE}},
    {{"chess960, array of chess",
      "chess960",
      {0},
      NULL,
      false,
      5,
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"},
     {"chess", "chess", {0}, NULL, false, 5, START_OF_CHESS}},
};
enum { PAIRS = sizeof pairs / sizeof pairs[0] };

static const char *rules_dirs[2];
static ferz_messages *messages;

static double seconds(clockid_t clock)
{
    struct timespec time;
    if (clock_gettime(clock, &time))
        die("no clock");
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void told(void)
{
    for (size_t i = 0; i < ferz_messages_count(messages); i++)
        fputs(ferz_messages_at(messages, i).rendered, stderr);
    ferz_messages_clear(messages);
}

static ferz_game *load(const trial *t)
{
    ferz_setting settings[3];
    char words[3][64];
    size_t count = 0;
    for (; count < 3 && t->settings[count]; count++) {
        snprintf(words[count], sizeof words[count], "%s", t->settings[count]);
        char *equals = strchr(words[count], '=');
        if (equals)
            *equals++ = '\0';
        settings[count] = (ferz_setting){.name = words[count], .value = equals};
    }
    ferz_game *game = ferz_game_load(t->game, rules_dirs, settings, count, 1, messages);
    if (!game) {
        told();
        die("%s does not load", t->game);
    }
    return game;
}

/* The seconds that one count takes us: the mean of as many as make a time that can be measured. */
static double our_time(const ferz_game *game, const trial *t, uint64_t *leaves)
{
    ferz_play *play = ferz_play_create(game, t->fen, messages);
    int counts = 0;
    double start = seconds(CLOCK_PROCESS_CPUTIME_ID), taken;
    do {
        if (!play || ferz_play_perft(play, t->depth, NULL, NULL, leaves, messages) != FERZ_OK) {
            told();
            die("%s: no count", t->label);
        }
        counts++;
        taken = seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
    } while (taken < measurable_seconds);
    ferz_play_destroy(play);
    return taken / counts;
}

/* The same for them. */
static double their_time(peer *other, const trial *t, uint64_t *leaves)
{
    clockid_t clock;
    if (clock_getcpuclockid(other->pid, &clock))
        die("no clock of the other program");
    peer_tell(other, "position fen %s\nisready\n", t->fen);
    while (strcmp(peer_hear(other), "readyok") != 0) {
    }
    int counts = 0;
    double start = seconds(clock), taken;
    do {
        peer_tell(other, "go perft %d\n", t->depth);
        while (sscanf(peer_hear(other), "Nodes searched: %" SCNu64, leaves) != 1) {
        }
        counts++;
        taken = seconds(clock) - start;
    } while (taken < measurable_seconds);
    return taken / counts;
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

static double millions(uint64_t leaves, double time)
{
    return (double)leaves / time * 1e-6;
}

static bool compare_programs(peer *other, int runs)
{
    bool sound = true;
    double logs = 0, worst = 1e9;
    int ratios = 0;
    printf("| counted | depth | leaves | ferz, million a second | %s | ratio |\n", other ? other->name : "no peer");
    printf("| --- | --: | --: | --: | --: | --: |\n");
    for (size_t i = 0; i < TRIALS; i++) {
        const trial *t = &trials[i];
        bool known = other && peer_knows(other, t->variant);
        if (known)
            peer_choose(other, t->variant, t->king_takes_rook);
        ferz_game *game = load(t);
        uint64_t ours = 0, theirs = 0;
        double mine = 1e9, its = 1e9, start = seconds(CLOCK_MONOTONIC);
        for (int run = 0; run < runs && (run < 2 || seconds(CLOCK_MONOTONIC) - start < enough_seconds); run++) {
            mine = least(mine, our_time(game, t, &ours));
            if (known)
                its = least(its, their_time(other, t, &theirs));
        }
        printf("| %s | %d | %" PRIu64 " | %.1f |", t->label, t->depth, ours, millions(ours, mine));
        if (known) {
            double ratio = millions(ours, mine) / millions(theirs, its);
            printf(" %.1f | %.2f |%s\n", millions(theirs, its), ratio, ours == theirs ? "" : " counts DIFFER");
            sound = sound && ours == theirs;
            logs += log(ratio);
            worst = least(worst, ratio);
            ratios++;
        } else {
            puts(" - | - |");
        }
        fflush(stdout);
        ferz_game_destroy(game);
    }
    if (ratios)
        printf("\nratio: least %.2f, geometric mean %.2f\n", worst, exp(logs / ratios));
    return sound;
}

static void compare_games(int runs)
{
    puts("\n| game | depth | leaves | million a second | beside chess, million a second | ratio |\n"
         "| --- | --: | --: | --: | --: | --: |");
    for (size_t i = 0; i < PAIRS; i++) {
        ferz_game *games[2];
        uint64_t leaves[2] = {0, 0};
        double best[2] = {1e9, 1e9};
        for (int k = 0; k < 2; k++)
            games[k] = load(&pairs[i][k]);
        for (int run = 0; run < runs; run++)
            for (int k = 0; k < 2; k++)
                best[k] = least(best[k], our_time(games[k], &pairs[i][k], &leaves[k]));
        double speed[2];
        for (int k = 0; k < 2; k++) {
            speed[k] = millions(leaves[k], best[k]);
            ferz_game_destroy(games[k]);
        }
        printf("| %s | %d | %" PRIu64 " | %.1f | %.1f | %.2f |\n", pairs[i][0].label, pairs[i][0].depth, leaves[0],
               speed[0], speed[1], speed[0] / speed[1]);
        fflush(stdout);
    }
}

static void measure_loading(int runs)
{
    ferz_entry *entries;
    size_t count = ferz_list(rules_dirs, &entries, messages);
    puts("\n| game | load, ms | tables, bytes | position, bytes | live hooks |\n| --- | --: | --: | --: | --: |");
    for (size_t i = 0; i < count; i++) {
        double best = 1e9;
        ferz_game *game = NULL;
        for (int run = 0; run < runs * 4; run++) {
            ferz_game_destroy(game);
            double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
            game = ferz_game_load(entries[i].name, rules_dirs, NULL, 0, 1, messages);
            best = least(best, seconds(CLOCK_PROCESS_CPUTIME_ID) - start);
        }
        if (!game) {
            told();
            continue;
        }
        printf("| %s | %.2f | %zu | %zu | %zu |\n", entries[i].name, best * 1e3, ferz_game_table_bytes(game),
               ferz_game_position_bytes(game), ferz_game_hook_count(game));
        ferz_game_destroy(game);
    }
    ferz_list_free(entries, count);
}

int main(int count, char **words)
{
    int runs = 5;
    bool usable = count % 2 == 1;
    for (int i = 1; usable && i + 1 < count; i += 2) {
        if (strcmp(words[i], "--runs") == 0)
            usable = (runs = atoi(words[i + 1])) > 0;
        else if (strcmp(words[i], "--rules") == 0)
            rules_dirs[0] = words[i + 1];
        else
            usable = false;
    }
    if (!usable) {
        fputs("usage: ferz_bench [--runs N] [--rules FOLDER]\n", stderr);
        return 2;
    }
    messages = ferz_messages_create(false);
    if (!messages)
        die("out of memory");
    static peer other;
    const char *path = peer_path();
    if (path)
        peer_open(&other, path);
    else
        fputs("fairy-stockfish is not there (apt-get install fairy-stockfish): no comparison\n", stderr);
    bool sound = compare_programs(path ? &other : NULL, runs);
    compare_games(runs);
    (void)bench_playouts(runs, rules_dirs, messages);
    measure_loading(runs);
    if (path)
        peer_close(&other);
    ferz_messages_destroy(messages);
    return sound ? 0 : 1;
}
