/* perft, best: counting and searching. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "answers/answers.h"
#include "base/json_text.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/timer.h"
#include "cli/session.h"

/* ---- perft ---- */

typedef struct division {
    output *out;
    text *t; /* the moves: as text they are printed at once, since the next one may need an hour */
    bool json;
} division;

static void divide(void *state, const char *move, uint64_t nodes)
{
    division *d = state;
    if (d->json) {
        answer_counted(d->t, move, nodes);
    } else {
        text_print(d->t, "%s\t%" PRIu64 "\n", move, nodes);
        output_text(d->out, d->t);
    }
}

static void put_perft(text *t, const session *s, const options *o, uint64_t nodes, uint64_t nps, const text *moves)
{
    const bool json = o->value[OPTION_JSON], stats = o->value[OPTION_STATS];
    if (json) {
        json_open(t, NULL, JSON_OBJECT);
        json_string(t, "game", ferz_variant_facts(s->variant)->name);
        json_number(t, "depth", o->number[OPTION_PERFT_DEPTH]);
        if (stats) {
            json_unsigned(t, "nps", nps);
        }
        answer_perft(t, nodes, o->value[OPTION_DIVIDE] ? moves : NULL);
        json_close(t, JSON_OBJECT);
        text_char(t, '\n');
        return;
    }
    if (stats) {
        text_print(t, "nps %" PRIu64 "\n", nps);
    }
    text_print(t, "nodes %" PRIu64 "\n", nodes);
}

int command_perft(const options *o, output *out)
{
    session s;
    text t = {0}, moves = {0};
    ferz_result result = session_open(&s, o, out, 0);
    if (result == FERZ_OK) {
        division d = {.out = out, .t = &moves, .json = o->value[OPTION_JSON]};
        uint64_t nodes = 0;
        double begin = timer_now();
        result = (o->value[OPTION_TO_END] ? ferz_game_perft_to_end : ferz_game_perft)(
            s.game, (int)o->number[OPTION_PERFT_DEPTH], o->value[OPTION_DIVIDE] ? divide : NULL, &d, &nodes,
            s.messages);
        if (result == FERZ_OK) {
            put_perft(&t, &s, o, nodes, timer_rate(nodes, timer_now() - begin), &moves);
            output_text(out, &t);
        }
    }
    text_finish(&moves);
    text_finish(&t);
    return session_close(&s, out, result);
}

/* ---- best ---- */

static void put_score(text *t, int score, int mate)
{
    if (mate) {
        text_print(t, "mate %d", mate);
    } else {
        text_print(t, "%d", score);
    }
}

static void print_info(void *state, const ferz_report *report)
{
    (void)state;
    text t = {0};
    text_print(&t, "info depth %d score ", report->depth);
    put_score(&t, report->score, report->mate);
    text_print(&t, " nodes %" PRIu64 " nps %" PRIu64 " time %d pv %s\n", report->nodes,
               timer_rate(report->nodes, report->milliseconds / 1e3), report->milliseconds, report->pv);
    fputs(text_string(&t), stderr);
    text_finish(&t);
}

static void put_best(text *t, const session *s, const ferz_best *best, bool json)
{
    if (json) {
        json_open(t, NULL, JSON_OBJECT);
        json_string(t, "game", ferz_variant_facts(s->variant)->name);
        answer_best(t, best);
        json_close(t, JSON_OBJECT);
        text_char(t, '\n');
    } else {
        text_print(t, "best %s score ", best->move);
        put_score(t, best->score, best->mate);
        text_print(t, " pv %s\n", best->pv);
    }
}

/* Milliseconds; 0: no limit. A search that a budget ends has an answer, as one that Ctrl-C ends. */
static int time_to_search(const options *o)
{
    const int movetime = (int)o->number[OPTION_MOVETIME], budget = session_budget(o).milliseconds;
    return budget > 0 && (movetime == 0 || budget < movetime) ? budget : movetime;
}

int command_best(const options *o, output *out)
{
    session s;
    ferz_result result = session_open(&s, o, out, 0);
    if (result == FERZ_OK) {
        const ferz_limits limits = {
            .struct_size = sizeof limits,
            .depth = (int)o->number[OPTION_DEPTH],
            .nodes = (uint64_t)o->number[OPTION_NODES],
            .movetime = time_to_search(o),
            .threads = (int)o->number[OPTION_THREADS],
            .seed = (uint64_t)o->number[OPTION_SEED],
            .method = options_method(o),
            .stop = interrupt_stop,
            .info = print_info,
        };
        ferz_best best = {0};
        interrupt sigint;
        interrupt_catch(&sigint);
        result = ferz_game_best_move(s.game, &limits, &best, s.messages);
        interrupt_release(&sigint);
        text t = {0};
        if (result == FERZ_OK) {
            put_best(&t, &s, &best, o->value[OPTION_JSON]);
            output_text(out, &t);
        }
        text_finish(&t);
        ferz_free(best.move);
        ferz_free(best.pv);
    }
    return session_close(&s, out, result);
}
