/* perft, best: counting and thinking. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "front/commands.h"
#include "front/interrupt.h"
#include "front/json.h"
#include "front/pace.h"
#include "front/session.h"

/* ---- perft ---- */

typedef struct division {
    output *out;
    text *t;
    bool json;
} division;

static void divide(void *state, const char *move, uint64_t nodes)
{
    division *d = state;
    if (d->json) {
        json_open(d->t, NULL, JSON_OBJECT);
        json_string(d->t, "move", move);
        json_count(d->t, "nodes", nodes);
        json_close(d->t, JSON_OBJECT);
    } else {
        text_print(d->t, "%s\t%" PRIu64 "\n", move, nodes);
        output_text(d->out, d->t); /* as they come: the next may take an hour */
    }
}

int command_perft(const options *o, output *out)
{
    session s;
    text t = {0};
    bool json = o->value[OPTION_JSON];
    bool divided = o->value[OPTION_DIVIDE];
    ferz_result result = session_open(&s, o, out, 0);
    if (result == FERZ_OK) {
        if (json) {
            json_open(&t, NULL, JSON_OBJECT);
            json_string(&t, "game", ferz_game_name(s.game));
            json_number(&t, "depth", o->number[OPTION_PLIES]);
            if (divided) {
                json_open(&t, "moves", JSON_ARRAY);
            }
        }
        division d = {.out = out, .t = &t, .json = json};
        uint64_t nodes = 0;
        double begin = pace_now();
        result = ferz_play_perft(s.play, (int)o->number[OPTION_PLIES], divided ? divide : NULL, &d, &nodes, s.messages);
        uint64_t nps = pace_per_second(nodes, pace_now() - begin);
        if (json) {
            if (divided) {
                json_close(&t, JSON_ARRAY);
            }
            if (o->value[OPTION_STATS]) {
                json_count(&t, "nps", nps);
            }
            json_count(&t, "nodes", nodes);
            json_close(&t, JSON_OBJECT);
            text_char(&t, '\n');
        } else {
            if (o->value[OPTION_STATS]) {
                text_print(&t, "nps %" PRIu64 "\n", nps);
            }
            text_print(&t, "nodes %" PRIu64 "\n", nodes);
        }
        if (result == FERZ_OK) {
            output_text(out, &t);
        }
    }
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
               pace_per_second(report->nodes, report->milliseconds / 1e3), report->milliseconds, report->line);
    fputs(text_string(&t), stderr);
    text_finish(&t);
}

static void put_best(text *t, const session *s, const ferz_best *best, bool json)
{
    if (json) {
        json_open(t, NULL, JSON_OBJECT);
        json_string(t, "game", ferz_game_name(s->game));
        json_string(t, "move", best->move);
        json_number(t, best->mate ? "mate" : "score", best->mate ? best->mate : best->score);
        json_words(t, "pv", best->line);
        json_number(t, "depth", best->depth);
        json_count(t, "nodes", best->nodes);
        json_close(t, JSON_OBJECT);
        text_char(t, '\n');
    } else {
        text_print(t, "best %s score ", best->move);
        put_score(t, best->score, best->mate);
        text_print(t, " pv %s\n", best->line);
    }
}

int command_best(const options *o, output *out)
{
    session s;
    ferz_result result = session_open(&s, o, out, 0);
    if (result == FERZ_OK) {
        const ferz_limits limits = {
            .depth = (int)o->number[OPTION_DEPTH],
            .nodes = (uint64_t)o->number[OPTION_NODES],
            .movetime = (int)o->number[OPTION_MOVETIME],
            .threads = (int)o->number[OPTION_THREADS],
            .seed = (uint64_t)o->number[OPTION_SEED],
            .method = options_method(o),
            .stop = interrupt_stops,
            .info = print_info,
        };
        ferz_best best = {0};
        interrupt hand;
        interrupt_catch(&hand);
        result = ferz_play_best(s.play, &limits, &best, s.messages);
        interrupt_release(&hand);
        text t = {0};
        if (result == FERZ_OK) {
            put_best(&t, &s, &best, o->value[OPTION_JSON]);
            output_text(out, &t);
        }
        text_finish(&t);
        ferz_free(best.move);
        ferz_free(best.line);
    }
    return session_close(&s, out, result);
}
