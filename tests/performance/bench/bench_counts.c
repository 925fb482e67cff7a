/* Counting moves: beside another program, beside the game that a game comes from, and with Lua in play. */
#include "bench.h"

#include "engines/uci_peer.h"

#include <math.h>

/* ---- beside fairy-stockfish ---- */

typedef struct comparison {
    perft_case here;
    const char *fairy_variant; /* theirs; NULL: no version knows it */
    const char *their_fen;     /* where they write the position otherwise */
    bool king_captures_rook_notation;
    /* How much faster than Debian's package it should be. For games that it lacks, or counts by slower means than later versions:
     * three times `published`, the speed of the best build of Fairy-Stockfish (c19b5f6c, in millions a second), on this machine.
     * The package's speed in chess shows how fast this machine is. */
    double ratio, published;
} comparison;

#define CHESS_START_FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define NO_CASTLING_START_FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
#define KIWIPETE "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

static const comparison comparisons[] = {
    {{"chess, start", "chess", 6, CHESS_START_FEN, {0}}, "chess", .ratio = 8.5},
    {{"chess, Kiwipete", "chess", 5, KIWIPETE, {0}}, "chess", .ratio = 8.5},
    {{"chess960", "chess960", 5, "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", {0}},
     "chess",
     .king_captures_rook_notation = true,
     .ratio = 8.5},
    {{"crazyhouse, start", "crazyhouse", 5, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", {0}},
     "crazyhouse",
     .ratio = 8.5},
    {{"crazyhouse, both hold pieces",
      "crazyhouse",
      4,
      "r1bqk2r/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPP2PPP/R1BQK2R[NPnp] w KQkq - 0 1",
      {0}},
     "crazyhouse",
     .ratio = 8.5},
    {{"shatranj",
      "shatranj",
      6,
      "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1",
      {"kings=d", "stalemate=win", "bare_king=win"}},
     "shatranj",
     .ratio = 4.5},
    {{"makruk", "makruk", 5, "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", {"no-first-moves"}},
     "makruk",
     .ratio = 5},
    {{"minishogi", "minishogi", 6, "rbsgk/4p/5/P4/KGSBR[] w - - 0 1", {0}}, "minishogi", .ratio = 5},
    {{"judkins-shogi", "judkins-shogi", 5, "rbnsgk/5p/6/6/P5/KGSNBR[] w - - 0 1", {"usual-repetition"}},
     "judkins",
     .ratio = 5},
    {{"shatar", "shatar", 5, "rnbjkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBJKBNR w - - 0 1", {0}}, "shatar", .ratio = 5},
    {{"sittuyin", /* all pieces are on the board; promotions, which differ, are out of reach */
      "sittuyin",
      5,
      "n3r2k/fs3r2/1n1spp1p/pppp2pP/3PPPP1/PPP1KNS1/5N2/2R1FRS1[] w - - 0 12",
      {"standard-promotion"}},
     "sittuyin",
     .ratio = 5},
    {{"kyoto-shogi", "kyoto-shogi", 7, "pgkst/5/5/5/TSKGP[] w - - 0 1", {0}},
     "kyotoshogi",
     .their_fen = "p+nks+l/5/5/5/+LSK+NP[] w - - 0 1",
     .ratio = 5},
    {{"los-alamos", "los-alamos", 6, "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1", {0}}, "losalamos", .ratio = 6.5},
    {{"gardner-minichess", "gardner-minichess", 6, "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1", {"no-castling"}},
     "gardner",
     .ratio = 6.5},
    {{"atomic, start", "atomic", 6, CHESS_START_FEN, {0}}, "atomic", .ratio = 6.5, .published = 53},
    {{"atomic, many captures", "atomic", 4, "r1nqk2r/1ppbpp2/p2p4/4b3/P1P1B1p1/1P1P3P/1B1NQP2/RN2K2R w Kq - 4 22", {0}},
     "atomic",
     .ratio = 6.5,
     .published = 53},
    {{"giveaway-all", "giveaway-all", 6, NO_CASTLING_START_FEN, {0}}, "antichess", .published = 45},
    {{"tori-shogi", "tori-shogi-standard", 6, "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR[] w - - 0 1", {0}},
     "torishogi",
     .published = 23},
    {{"berolina-chess", "berolina-chess", 5, CHESS_START_FEN, {0}}, "berolina", .published = 29},
    {{"grasshopper-chess",
      "grasshopper-chess",
      5,
      "rnbqkbnr/gggggggg/pppppppp/8/8/PPPPPPPP/GGGGGGGG/RNBQKBNR w KQkq - 0 1",
      {0}},
     "grasshopper",
     .published = 22},
    {{"shogi", "shogi", 5, "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1", {0}},
     "shogi",
     .published = 13.8},
    {{"xiangqi", "xiangqi", 4, "1n1akab2/1C5r1/r5n2/p1p3p2/4p1b1p/Pc7/2P1P1P1P/B4C1cN/8R/RN1AKAB2 w - - 22 12", {0}},
     "xiangqi",
     .published = 17.8},
    {{"capablanca", "capablanca", 5, "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1", {0}},
     "capablanca",
     .published = 38},
};
enum { COMPARISONS = sizeof comparisons / sizeof comparisons[0] };

static const double enough_seconds = 12 /* for one row */;
/* The package's speed in chess on the machine where targets were set, in millions a second. */
static const double debian_package_seconds = 20.7;

static double peer_time(peer *other, const comparison *t, uint64_t *leaves)
{
    clockid_t clock;
    if (clock_getcpuclockid(other->pid, &clock))
        die("no clock of the other program");
    peer_send(other, "position fen %s\nisready\n", t->their_fen ? t->their_fen : t->here.fen);
    while (strcmp(peer_read_line(other), "readyok") != 0) {
    }
    int counts = 0;
    double start = bench_seconds(clock), elapsed;
    do {
        peer_send(other, "go perft %d\n", t->here.depth);
        while (sscanf(peer_read_line(other), "Nodes searched: %" SCNu64, leaves) != 1) {
        }
        counts++;
        elapsed = bench_seconds(clock) - start;
    } while (elapsed < BENCH_MEASURABLE);
    return elapsed / counts;
}

/* Their speed in chess from the start: the first row measures it, and rows without it ask for it here. */
static double peer_chess_speed(const bench *b, peer *other, double known)
{
    uint64_t leaves = 0;
    double best = BENCH_FOREVER;
    if (known > 0)
        return known;
    peer_choose(other, "chess", false);
    for (int run = 0; run < b->runs; run++)
        best = bench_least(best, peer_time(other, &comparisons[0], &leaves));
    return bench_millions(leaves, best);
}

/* Compares a row with its target, a ratio or else a speed; prints the end of the row. */
static void check_target(bench *b, peer *other, const comparison *t, double ours, double theirs, double *chess)
{
    char target[32];
    if (t->ratio > 0 && theirs > 0) {
        snprintf(target, sizeof target, "%.1f times", t->ratio);
        bench_target(b, target, ours >= t->ratio * theirs);
    } else if (t->published > 0 && other) {
        *chess = peer_chess_speed(b, other, *chess);
        double least = 3 * t->published * *chess / debian_package_seconds;
        snprintf(target, sizeof target, "%.1f million", least);
        bench_target(b, target, ours >= least);
    } else {
        puts(" - | - |");
    }
}

typedef struct ratio_sums {
    double logs, worst, chess;
    int ratios;
} ratio_sums;

static void compare_perft(bench *b, peer *other, const comparison *t, ratio_sums *s)
{
    bool known = other && t->fairy_variant && peer_knows(other, t->fairy_variant);
    if (known)
        peer_choose(other, t->fairy_variant, t->king_captures_rook_notation);
    ferz_variant *variant = bench_load(b, &t->here);
    uint64_t ours = 0, theirs = 0;
    double mine = BENCH_FOREVER, its = BENCH_FOREVER, start = bench_seconds(CLOCK_MONOTONIC);
    for (int run = 0; run < b->runs && (run < 2 || bench_seconds(CLOCK_MONOTONIC) - start < enough_seconds); run++) {
        mine = bench_least(mine, bench_count(b, variant, &t->here, &ours));
        if (known)
            its = bench_least(its, peer_time(other, t, &theirs));
    }
    ferz_variant_free(variant);
    double our_speed = bench_millions(ours, mine), their_speed = known ? bench_millions(theirs, its) : 0;
    bench_row(b, "| %s | %d | %" PRIu64 " | %.1f |", t->here.label, t->here.depth, ours, our_speed);
    if (t == &comparisons[0])
        s->chess = their_speed;
    if (known) {
        double ratio = our_speed / their_speed;
        printf(" %.1f | %.2f |", their_speed, ratio);
        s->logs += log(ratio);
        s->worst = bench_least(s->worst, ratio);
        s->ratios++;
    } else {
        printf(" - | - |");
    }
    check_target(b, other, t, our_speed, their_speed, &s->chess);
    if (known && ours != theirs) {
        printf("counts DIFFER: theirs is %" PRIu64 "\n", theirs);
        b->sound = false;
    }
}

void bench_programs(bench *b)
{
    static peer other;
    ratio_sums s = {.worst = BENCH_FOREVER};
    const char *path = peer_path();
    if (path)
        peer_open(&other, path);
    else
        fputs("fairy-stockfish is not there (apt-get install fairy-stockfish): no comparison\n", stderr);
    char heading[512];
    snprintf(heading, sizeof heading,
             "Leaves counted in a second of processor time, in millions:\n\n"
             "| counted | depth | leaves | ferz | %s | ratio | target | met |\n"
             "| --- | --: | --: | --: | --: | --: | --: | --- |",
             path ? other.name : "no peer");
    b->heading = heading;
    for (size_t i = 0; i < COMPARISONS; i++) {
        const comparison *t = &comparisons[i];
        if (bench_selected(b, t->here.label) && bench_has(b, t->here.variant))
            compare_perft(b, path ? &other : NULL, t, &s);
    }
    if (s.ratios)
        printf("\nratio: least %.2f, geometric mean %.2f\n", s.worst, exp(s.logs / s.ratios));
    if (s.chess > 0)
        printf("targets in millions: thrice what a later version had, times %.1f / %.1f\n", s.chess,
               debian_package_seconds);
    b->heading = NULL;
    if (path)
        peer_close(&other);
}

/* ---- a game beside the one that it comes from ---- */

typedef struct variant_pair {
    perft_case variant, parent;
    double ratio; /* of the game's speed to its parent's, asked for */
} variant_pair;

static const variant_pair variant_pairs[] = {
    {{"frankfurt, start", "frankfurt", 5, CHESS_START_FEN, {0}}, {"chess", "chess", 5, CHESS_START_FEN, {0}}, 0.8},
    {{"frankfurt, Kiwipete", "frankfurt", 4, KIWIPETE, {0}}, {"chess", "chess", 4, KIWIPETE, {0}}, 0.8},
    {{"chess960, array of chess", "chess960", 5, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", {0}},
     {"chess", "chess", 5, CHESS_START_FEN, {0}},
     0.8},
};

void bench_games(bench *b)
{
    b->heading = "The same, of games with staged hooks, beside the game that they come from:\n\n"
                 "| game | depth | leaves | it | its parent | ratio | target | met |\n"
                 "| --- | --: | --: | --: | --: | --: | --: | --- |";
    for (size_t i = 0; i < sizeof variant_pairs / sizeof variant_pairs[0]; i++) {
        const perft_case *both[2] = {&variant_pairs[i].variant, &variant_pairs[i].parent};
        ferz_variant *games[2];
        uint64_t leaves[2] = {0, 0};
        double best[2] = {BENCH_FOREVER, BENCH_FOREVER}, speed[2];
        if (!bench_selected(b, both[0]->label))
            continue;
        for (int k = 0; k < 2; k++)
            games[k] = bench_load(b, both[k]);
        for (int run = 0; run < b->runs; run++)
            for (int k = 0; k < 2; k++)
                best[k] = bench_least(best[k], bench_count(b, games[k], both[k], &leaves[k]));
        for (int k = 0; k < 2; k++) {
            speed[k] = bench_millions(leaves[k], best[k]);
            ferz_variant_free(games[k]);
        }
        char target[32];
        snprintf(target, sizeof target, "%.1f", variant_pairs[i].ratio);
        bench_row(b, "| %s | %d | %" PRIu64 " | %.1f | %.1f | %.2f |", both[0]->label, both[0]->depth, leaves[0],
                  speed[0], speed[1], speed[0] / speed[1]);
        bench_target(b, target, speed[0] >= variant_pairs[i].ratio * speed[1]);
    }
}

/* ---- a game whose hook runs in play ---- */

static const struct {
    perft_case variant;
    double speed; /* millions a second, asked for */
} hook_variants[] = {
    {{"circe, start", "circe", 5, CHESS_START_FEN, {0}}, 2},
    {{"circe, Kiwipete", "circe", 4, KIWIPETE, {0}}, 2},
};

void bench_hooks(bench *b)
{
    b->heading = "The same, of games in which Lua runs at every capture:\n\n"
                 "| game | depth | leaves | millions a second | target | met |\n"
                 "| --- | --: | --: | --: | --: | --- |";
    for (size_t i = 0; i < sizeof hook_variants / sizeof hook_variants[0]; i++) {
        const perft_case *c = &hook_variants[i].variant;
        if (!bench_selected(b, c->label))
            continue;
        ferz_variant *variant = bench_load(b, c);
        uint64_t leaves = 0;
        double best = BENCH_FOREVER, start = bench_seconds(CLOCK_MONOTONIC);
        for (int run = 0; run < b->runs && (run < 2 || bench_seconds(CLOCK_MONOTONIC) - start < enough_seconds); run++)
            best = bench_least(best, bench_count(b, variant, c, &leaves));
        ferz_variant_free(variant);
        char target[32];
        snprintf(target, sizeof target, "%.1f million", hook_variants[i].speed);
        bench_row(b, "| %s | %d | %" PRIu64 " | %.2f |", c->label, c->depth, leaves, bench_millions(leaves, best));
        bench_target(b, target, bench_millions(leaves, best) >= hook_variants[i].speed);
    }
}
