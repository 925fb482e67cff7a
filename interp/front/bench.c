/* bench: fixed work in every game, how long it took, and a number that only a change of behaviour changes. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "front/commands.h"
#include "front/interrupt.h"
#include "front/json.h"
#include "front/pace.h"
#include "front/session.h"

/* Work that every machine does alike: never by time. Where Lua runs in play there is less of it. */
enum {
    LEAVES_ENOUGH = 20000,
    PLIES_MOST = 5,
    NODES = 20000,
    LEAVES_ENOUGH_SCRIPTED = 200,
    NODES_SCRIPTED = 200,
    SEARCH_DEPTH = 7,
};

typedef struct work {
    double load, count, search; /* seconds */
    uint64_t leaves, nodes;
} work;

/* Counts ever deeper until there were enough leaves. */
static ferz_result count(session *s, work *w, uint64_t enough)
{
    uint64_t leaves = 0;
    for (int depth = 1; depth <= PLIES_MOST && leaves < enough; depth++) {
        ferz_result result = ferz_play_perft(s->play, depth, NULL, NULL, &leaves, s->messages);
        if (result != FERZ_OK) {
            return result;
        }
        w->leaves += leaves;
    }
    return FERZ_OK;
}

static ferz_result think(session *s, work *w, uint64_t nodes)
{
    const ferz_limits limits = {.depth = SEARCH_DEPTH, .nodes = nodes, .seed = 1, .method = FERZ_METHOD_DEPTH};
    ferz_best best;
    ferz_result result = ferz_play_best(s->play, &limits, &best, s->messages);
    if (result == FERZ_OK) {
        w->nodes = best.nodes;
    }
    ferz_free(best.move);
    ferz_free(best.line);
    return result;
}

static ferz_result work_on(session *s, const options *o, const char *name, work *w)
{
    double start = pace_now();
    s->game = ferz_game_load(name, o->rules, NULL, 0, 1, s->messages);
    w->load = pace_now() - start;
    if (!s->game) {
        return session_failure(s);
    }
    ferz_game_untune(s->game); /* what was learnt is no change of behaviour */
    s->play = ferz_play_create(s->game, NULL, s->messages);
    if (!s->play) {
        return session_failure(s);
    }
    bool scripted = ferz_game_hook_count(s->game) > 0;
    start = pace_now();
    ferz_result result = count(s, w, scripted ? LEAVES_ENOUGH_SCRIPTED : LEAVES_ENOUGH);
    w->count = pace_now() - start;
    start = pace_now();
    if (result == FERZ_OK) {
        result = think(s, w, scripted ? NODES_SCRIPTED : NODES);
    }
    w->search = pace_now() - start;
    return result;
}

static void put_work(text *t, const char *name, const work *w, bool json)
{
    if (json) {
        json_open(t, NULL, JSON_OBJECT);
        json_string(t, "game", name);
        json_number(t, "load_us", (long)(w->load * 1e6));
        json_count(t, "leaves", w->leaves);
        json_number(t, "count_us", (long)(w->count * 1e6));
        json_count(t, "nodes", w->nodes);
        json_number(t, "search_us", (long)(w->search * 1e6));
        json_close(t, JSON_OBJECT);
    } else {
        text_print(t, "%s\tload %.1f ms\tperft %" PRIu64 " in %.1f ms\tsearch %" PRIu64 " in %.1f ms\n", name,
                   w->load * 1e3, w->leaves, w->count * 1e3, w->nodes, w->search * 1e3);
    }
}

static void put_sum(text *t, const work *sum, bool json)
{
    uint64_t signature = sum->leaves + sum->nodes;
    if (json) {
        json_close(t, JSON_ARRAY);
        json_number(t, "load_us", (long)(sum->load * 1e6));
        json_count(t, "leaves_per_second", pace_per_second(sum->leaves, sum->count));
        json_count(t, "nodes_per_second", pace_per_second(sum->nodes, sum->search));
        json_count(t, "signature", signature);
        json_close(t, JSON_OBJECT);
        text_char(t, '\n');
    } else {
        text_print(t, "load %.1f ms\n", sum->load * 1e3);
        text_print(t, "perft %" PRIu64 " a second\n", pace_per_second(sum->leaves, sum->count));
        text_print(t, "search %" PRIu64 " a second\n", pace_per_second(sum->nodes, sum->search));
        text_print(t, "signature %" PRIu64 "\n", signature);
    }
}

/* One game: adds to the sum and says so. Stops at the first that fails. */
static int bench_game(const options *o, output *out, const char *name, work *sum, text *t)
{
    work w = {0};
    session s = {.messages = ferz_messages_create(out->colour_err)};
    ferz_result result = s.messages ? work_on(&s, o, name, &w) : FERZ_FAULT;
    if (result == FERZ_OK) {
        put_work(t, name, &w, o->value[OPTION_JSON]);
        sum->load += w.load;
        sum->count += w.count;
        sum->search += w.search;
        sum->leaves += w.leaves;
        sum->nodes += w.nodes;
    }
    return session_close(&s, out, result);
}

int command_bench(const options *o, output *out)
{
    bool json = o->value[OPTION_JSON];
    ferz_messages *messages = ferz_messages_create(out->colour_err);
    ferz_entry *entries = NULL;
    size_t found = o->argument_count || !messages ? 0 : ferz_list(o->rules, &entries, messages);
    size_t games = o->argument_count ? o->argument_count : found;
    work sum = {0};
    text t = {0};
    int status = 0;
    interrupt hand;
    interrupt_catch(&hand);
    if (json) {
        json_open(&t, NULL, JSON_OBJECT);
        json_open(&t, "games", JSON_ARRAY);
    }
    for (size_t i = 0; i < games && status == 0 && !interrupt_came(); i++) {
        status = bench_game(o, out, o->argument_count ? o->arguments[i] : entries[i].name, &sum, &t);
        if (!json) {
            output_text(out, &t); /* as they come */
        }
    }
    interrupt_release(&hand);
    if (status == 0) {
        put_sum(&t, &sum, json);
        output_text(out, &t);
    }
    text_finish(&t);
    ferz_list_free(entries, found);
    ferz_messages_destroy(messages);
    return status;
}
