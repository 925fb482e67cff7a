/* playouts: random games, how they end, and how fast they are played. */
#include "ferz_tools.h"

#include <inttypes.h>
#include <stdlib.h>

#include "answers/answers.h"
#include "base/json_text.h"
#include "cli/colour_table.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/session.h"

static double ratio(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

/* Games won by a player or their team; `players` counts draws. */
static uint64_t games_won(const ferz_playouts *f, size_t player, size_t players)
{
    uint64_t games = 0;
    for (size_t i = 0; i < f->end_count; i++) {
        bool draw = f->ends[i].status.outcome != FERZ_WIN;
        games += (draw ? players : f->ends[i].status.winner) == player ? f->ends[i].games : 0;
    }
    return games;
}

enum { PLAYERS_MAX = 32 };

/* A row for each player: a team's win is a win of each of its players. Returns how many sides there are. */
static size_t fill_rows(const ferz_variant *variant, const ferz_playouts *f, colour_row rows[PLAYERS_MAX],
                        size_t *count)
{
    size_t sides = 0, players = ferz_variant_facts(variant)->player_count;
    *count = players < PLAYERS_MAX ? players : PLAYERS_MAX;
    for (size_t i = 0; i < *count; i++) {
        bool first_of_side = true;
        for (size_t k = 0; k < i; k++) {
            first_of_side = first_of_side && !ferz_variant_allied(variant, k, i);
        }
        sides += first_of_side;
        rows[i] = (colour_row){0};
        text_put(&rows[i].name, answer_player(variant, i));
        for (size_t k = 0; k < f->end_count; k++) {
            const ferz_playout_end *e = &f->ends[k];
            bool draw = e->status.outcome != FERZ_WIN;
            bool won = !draw && ferz_variant_allied(variant, e->status.winner, i);
            *(draw ? &rows[i].draws : won ? &rows[i].wins : &rows[i].losses) += e->games;
            if (!draw) {
                colour_row_shared(&rows[i], won, e->status.winner_share, e->games);
            }
        }
    }
    return sides;
}

static void finish_rows(colour_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        text_finish(&rows[i].name);
    }
}

static void put_share(text *t, uint64_t games, const ferz_playouts *f)
{
    text_print(t, "%" PRIu64 " %.2f%%", games, 100 * ratio((double)games, (double)f->games));
}

static void put_text(text *t, const ferz_variant *variant, const ferz_playouts *f)
{
    size_t players = ferz_variant_facts(variant)->player_count;
    text_print(t, "playouts %" PRIu64 "\n", f->games);
    text_print(t, "plies %" PRIu64 "\n", f->plies);
    text_print(t, "length mean %.1f shortest %" PRIu64 " longest %" PRIu64 "\n",
               ratio((double)f->plies, (double)f->games), f->shortest, f->longest);
    for (size_t i = 0; i <= players; i++) {
        text_print(t, i < players ? "wins %s " : "draws ", i < players ? answer_player(variant, i) : "");
        put_share(t, games_won(f, i, players), f);
        text_char(t, '\n');
    }
    if (f->cut) {
        text_put(t, "cut short ");
        put_share(t, f->cut, f);
        text_char(t, '\n');
    }
    for (size_t i = 0; i < f->end_count; i++) {
        text_put(t, "end ");
        put_share(t, f->ends[i].games, f);
        text_char(t, ' ');
        status_put(t, variant, &f->ends[i].status);
    }
    colour_row rows[PLAYERS_MAX];
    size_t count = 0, sides = fill_rows(variant, f, rows, &count);
    colour_table_put(t, rows, count, sides);
    finish_rows(rows, count);
    text_print(t, "plies a second %.0f\n", ratio((double)f->plies, f->seconds));
    text_print(t, "playouts a second %.0f\n", ratio((double)f->games, f->seconds));
}

static void put_json(text *t, const ferz_variant *variant, const ferz_playouts *f, const answer_lengths *lengths)
{
    const size_t players = ferz_variant_facts(variant)->player_count;
    json_open(t, NULL, JSON_OBJECT);
    json_string(t, "game", ferz_variant_facts(variant)->name);
    answer_playouts(t, variant, f, lengths);
    json_open(t, "wins", JSON_OBJECT);
    for (size_t i = 0; i < players; i++) {
        json_unsigned(t, answer_player(variant, i), games_won(f, i, players));
    }
    json_close(t, JSON_OBJECT);
    json_unsigned(t, "draws", games_won(f, players, players));
    colour_row rows[PLAYERS_MAX];
    size_t count = 0, sides = fill_rows(variant, f, rows, &count);
    colour_table_json(t, rows, count, sides);
    finish_rows(rows, count);
    json_unsigned(t, "plies_per_second", (uint64_t)ratio((double)f->plies, f->seconds));
    json_unsigned(t, "games_per_second", (uint64_t)ratio((double)f->games, f->seconds));
    json_close(t, JSON_OBJECT);
    text_char(t, '\n');
}

static void add_length(void *state, uint64_t plies, const ferz_status *status)
{
    (void)status;
    answer_lengths_add(state, plies);
}

int command_playouts(const options *o, output *out)
{
    session s;
    ferz_result result = session_open(&s, o, out, 0);
    if (result == FERZ_OK) {
        answer_lengths lengths = {0};
        const ferz_playout_limits limits = {
            .struct_size = sizeof limits,
            .games = (uint64_t)o->number[OPTION_GAMES],
            .milliseconds = (int)o->number[OPTION_SECONDS] * 1000,
            .plies = (size_t)o->number[OPTION_MAX_PLIES],
            .seed = (uint64_t)o->number[OPTION_SEED],
            .stop = interrupt_stop,
            .on_game = add_length,
            .state = &lengths,
        };
        ferz_playouts found;
        interrupt sigint;
        interrupt_catch(&sigint);
        result = ferz_game_playouts(s.game, &limits, &found, s.messages);
        interrupt_release(&sigint);
        text t = {0};
        if (result == FERZ_OK && o->value[OPTION_JSON]) {
            put_json(&t, s.variant, &found, &lengths);
        } else if (result == FERZ_OK) {
            put_text(&t, s.variant, &found);
        }
        output_text(out, &t);
        answer_lengths_finish(&lengths);
        text_finish(&t);
        ferz_playouts_free(&found);
    }
    return session_close(&s, out, result);
}
