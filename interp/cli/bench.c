/* bench: a fixed amount of work in every game. It prints the time and a signature: a number that changes only when
 * some game plays differently. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/interrupt.h"
#include "base/json_text.h"
#include "cli/timer.h"
#include "cli/session.h"

/* The work is limited by counts, never by time, so that every machine does the same. Games that call Lua while
 * playing do less of it. */
enum {
    LEAVES_MIN = 20000,
    DEPTH_MAX = 5,
    NODES = 20000,
    LEAVES_MIN_SCRIPTED = 200,
    NODES_SCRIPTED = 200,
    SEARCH_DEPTH = 7,
};

typedef struct bench_result {
    double load, perft_time, search; /* seconds */
    uint64_t leaves, nodes;
} bench_result;

/* Counts leaves at growing depth until there are enough of them. */
static ferz_result count_leaves(session *s, bench_result *w, uint64_t leaves_min)
{
    uint64_t leaves = 0;
    for (int depth = 1; depth <= DEPTH_MAX && leaves < leaves_min; depth++) {
        ferz_result result = ferz_game_perft(s->game, depth, NULL, NULL, &leaves, s->messages);
        if (result != FERZ_OK) {
            return result;
        }
        w->leaves += leaves;
    }
    return FERZ_OK;
}

static ferz_result run_search(session *s, bench_result *w, uint64_t nodes)
{
    const ferz_limits limits = {.struct_size = sizeof limits,
                                .depth = SEARCH_DEPTH,
                                .nodes = nodes,
                                .seed = 1,
                                .method = FERZ_METHOD_ALPHABETA};
    ferz_best best;
    ferz_result result = ferz_game_best_move(s->game, &limits, &best, s->messages);
    if (result == FERZ_OK) {
        w->nodes = best.nodes;
    }
    ferz_free(best.move);
    ferz_free(best.pv);
    return result;
}

static ferz_result bench_variant(session *s, const options *o, const char *name, bench_result *w)
{
    double start = timer_now();
    s->variant = ferz_variant_load(name, o->rules, NULL, 0, 1, s->messages);
    w->load = timer_now() - start;
    if (!s->variant) {
        return session_failure(s);
    }
    ferz_variant_clear_tuning(
        s->variant); /* a tuning file would change the signature without a change of the program */
    s->game = ferz_game_create(s->variant, NULL, s->messages);
    if (!s->game) {
        return session_failure(s);
    }
    bool scripted = ferz_variant_facts(s->variant)->hook_count > 0;
    start = timer_now();
    ferz_result result = count_leaves(s, w, scripted ? LEAVES_MIN_SCRIPTED : LEAVES_MIN);
    w->perft_time = timer_now() - start;
    start = timer_now();
    if (result == FERZ_OK) {
        result = run_search(s, w, scripted ? NODES_SCRIPTED : NODES);
    }
    w->search = timer_now() - start;
    return result;
}

static void put_result(text *t, const char *name, const bench_result *w, bool json)
{
    if (json) {
        json_open(t, NULL, JSON_OBJECT);
        json_string(t, "game", name);
        json_number(t, "load_us", (long)(w->load * 1e6));
        json_unsigned(t, "leaves", w->leaves);
        json_number(t, "count_us", (long)(w->perft_time * 1e6));
        json_unsigned(t, "nodes", w->nodes);
        json_number(t, "search_us", (long)(w->search * 1e6));
        json_close(t, JSON_OBJECT);
    } else {
        text_print(t, "%s\tload %.1f ms\tperft %" PRIu64 " in %.1f ms\tsearch %" PRIu64 " in %.1f ms\n", name,
                   w->load * 1e3, w->leaves, w->perft_time * 1e3, w->nodes, w->search * 1e3);
    }
}

static void put_sum(text *t, const bench_result *sum, bool json)
{
    uint64_t signature = sum->leaves + sum->nodes;
    if (json) {
        json_close(t, JSON_ARRAY);
        json_number(t, "load_us", (long)(sum->load * 1e6));
        json_unsigned(t, "leaves_per_second", timer_rate(sum->leaves, sum->perft_time));
        json_unsigned(t, "nodes_per_second", timer_rate(sum->nodes, sum->search));
        json_unsigned(t, "signature", signature);
        json_close(t, JSON_OBJECT);
        text_char(t, '\n');
    } else {
        text_print(t, "load %.1f ms\n", sum->load * 1e3);
        text_print(t, "perft %" PRIu64 " a second\n", timer_rate(sum->leaves, sum->perft_time));
        text_print(t, "search %" PRIu64 " a second\n", timer_rate(sum->nodes, sum->search));
        text_print(t, "signature %" PRIu64 "\n", signature);
    }
}

/* Runs one game, adds it to the sum and prints its line. Returns the exit status. */
static int bench_one(const options *o, output *out, const char *name, bench_result *sum, text *t)
{
    bench_result w = {0};
    session s = {.messages = session_messages(o, out)};
    ferz_result result = s.messages ? bench_variant(&s, o, name, &w) : FERZ_SYSTEM_ERROR;
    if (result == FERZ_OK) {
        put_result(t, name, &w, o->value[OPTION_JSON]);
        sum->load += w.load;
        sum->perft_time += w.perft_time;
        sum->search += w.search;
        sum->leaves += w.leaves;
        sum->nodes += w.nodes;
    }
    return session_close(&s, out, result);
}

int command_bench(const options *o, output *out)
{
    bool json = o->value[OPTION_JSON];
    ferz_messages *messages = session_messages(o, out);
    ferz_list_entry *entries = NULL;
    size_t found = o->argument_count || !messages ? 0 : ferz_list(o->rules, &entries, messages);
    size_t games = o->argument_count ? o->argument_count : found;
    bench_result sum = {0};
    text t = {0};
    int status = 0;
    interrupt sigint;
    interrupt_catch(&sigint);
    if (json) {
        json_open(&t, NULL, JSON_OBJECT);
        json_open(&t, "games", JSON_ARRAY);
    }
    for (size_t i = 0; i < games && status == 0 && !interrupt_requested(); i++) {
        status = bench_one(o, out, o->argument_count ? o->arguments[i] : entries[i].name, &sum, &t);
        if (!json) {
            output_text(out, &t); /* printed as soon as it is known */
        }
    }
    interrupt_release(&sigint);
    if (status == 0) {
        put_sum(&t, &sum, json);
        output_text(out, &t);
    }
    text_finish(&t);
    ferz_list_free(entries, found);
    ferz_messages_free(messages);
    return status;
}
