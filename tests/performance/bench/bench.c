/* Measures, and prints tables in Markdown, each row beside its target.
 *
 *   ferz_bench [--runs N] [--rules FOLDER] [--only WORD] [--sizes] [--games] [--variants FILE.ini] [--without NAME]
 *
 * N runs of each, alternating where two are compared, the best counts (default: 5; fewer, though two, where a run is
 * long). With --only, the rows whose label contains WORD;
 * --sizes is `--only sizes`: how cost grows with the board; --games is `--only games`: every game beside chess.
 * --without measures what one shortcut brings, by its name in `ferz check --stats`, in each game that uses it.
 * --variants measures imported variants instead: those of the file and those that Fairy-Stockfish has built in, beside that
 * program, which $FERZ_FAIRY_STOCKFISH names.
 *
 * Speeds are leaves a second: all programs count leaves without making the last move, and none remembers positions; one
 * thread each. Their times are those that a program was on a processor, so that others at work do not count against one
 * of two; yet the two share caches with them, so the machine should have little else to do. So is loading timed.
 * Exit status: 1 when counts differ that should not, 2 wrong words, 3 a fault; a target that is not met is no fault.
 */
#include "bench.h"

#include "engines/uci_peer.h"

double bench_seconds(clockid_t clock)
{
    struct timespec time;
    if (clock_gettime(clock, &time))
        die("no clock");
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

bool bench_selected(const bench *b, const char *label)
{
    return !b->only || strstr(label, b->only);
}

void bench_row(bench *b, const char *format, ...)
{
    va_list list;
    if (b->heading)
        printf("\n%s\n", b->heading);
    b->heading = NULL;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

void bench_target(bench *b, const char *target, bool targets_met)
{
    printf(" %s | %s |\n", target, targets_met ? "yes" : "no");
    fflush(stdout);
    b->targets++;
    b->targets_met += targets_met;
}

void bench_show_messages(const bench *b)
{
    for (size_t i = 0; i < ferz_messages_count(b->messages); i++)
        fputs(ferz_messages_at(b->messages, i).rendered, stderr);
    ferz_messages_clear(b->messages);
}

bool bench_has(const bench *b, const char *variant)
{
    ferz_list_entry *entries;
    size_t count = ferz_list(b->rules, &entries, b->messages);
    bool found = false;
    for (size_t i = 0; i < count; i++)
        found = found || strcmp(entries[i].name, variant) == 0;
    ferz_list_free(entries, count);
    ferz_messages_clear(b->messages);
    return found;
}

ferz_variant *bench_load(const bench *b, const perft_case *c)
{
    ferz_setting settings[3];
    char words[3][64];
    size_t count = 0;
    for (; count < 3 && c->settings[count]; count++) {
        snprintf(words[count], sizeof words[count], "%s", c->settings[count]);
        char *equals = strchr(words[count], '=');
        if (equals)
            *equals++ = '\0';
        settings[count] = (ferz_setting){.name = words[count], .value = equals};
    }
    ferz_variant *variant = ferz_variant_load(c->variant, b->rules, settings, count, 1, b->messages);
    if (!variant) {
        bench_show_messages(b);
        die("%s does not load", c->variant);
    }
    return variant;
}

double bench_count(const bench *b, const ferz_variant *variant, const perft_case *c, uint64_t *leaves)
{
    ferz_game *game = ferz_game_create(variant, c->fen, b->messages);
    int counts = 0;
    double start = bench_seconds(CLOCK_PROCESS_CPUTIME_ID), elapsed;
    do {
        if (!game || ferz_game_perft(game, c->depth, NULL, NULL, leaves, b->messages) != FERZ_OK) {
            bench_show_messages(b);
            die("%s: no count", c->label);
        }
        counts++;
        elapsed = bench_seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
    } while (elapsed < BENCH_MEASURABLE);
    ferz_game_free(game);
    return elapsed / counts;
}

static bool read_words(bench *b, int count, char **words)
{
    for (int i = 1; i < count; i += 2) {
        if (strcmp(words[i], "--sizes") == 0 || strcmp(words[i], "--games") == 0) {
            b->only = words[i] + 2;
            i--;
            continue;
        }
        if (i + 1 == count)
            return false;
        if (strcmp(words[i], "--runs") == 0)
            b->runs = atoi(words[i + 1]);
        else if (strcmp(words[i], "--rules") == 0)
            b->rules[0] = words[i + 1];
        else if (strcmp(words[i], "--only") == 0)
            b->only = words[i + 1];
        else if (strcmp(words[i], "--variants") == 0)
            b->variants = words[i + 1];
        else if (strcmp(words[i], "--without") == 0)
            b->without = words[i + 1];
        else
            return false;
    }
    return b->runs > 0;
}

int main(int count, char **words)
{
    /* Games made for tests count as well: among them are the largest. */
    bench b = {.runs = 5, .rules = {FERZ_SOURCE_DIR "/rules", FERZ_SOURCE_DIR "/tests/samples"}, .sound = true};
    if (getenv("FERZ_RULES"))
        b.rules[0] = getenv("FERZ_RULES");
    if (!read_words(&b, count, words)) {
        fputs("usage: ferz_bench [--runs N] [--rules FOLDER] [--only WORD] [--sizes] [--games] [--variants FILE.ini] "
              "[--without NAME]\n",
              stderr);
        return 2;
    }
    b.messages = ferz_messages_create(false);
    if (!b.messages)
        die("out of memory");
    static void (*const tables[])(bench *) = {bench_programs, bench_games,   bench_hooks,  bench_playouts,
                                              bench_sizes,    bench_loading, bench_memory, bench_each_game};
    const bool on_demand = b.variants || b.without;
    if (b.variants)
        bench_variants(&b, b.variants);
    if (b.without)
        bench_without(&b);
    for (size_t i = 0; !on_demand && i < sizeof tables / sizeof tables[0]; i++)
        tables[i](&b);
    if (!on_demand)
        printf("\nTargets: %zu of %zu met\n", b.targets_met, b.targets);
    ferz_messages_free(b.messages);
    return b.sound ? 0 : 1;
}
