#include "match/tournament_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/colour_table.h"
#include "base/json_text.h"

static const char *const verdicts[] = {
    [SPRT_CONTINUE] = "undecided", [SPRT_ACCEPT_H0] = "elo0", [SPRT_ACCEPT_H1] = "elo1"};
static const char *const fault_names[] = {
    [FAULT_ILLEGAL] = "illegal", [FAULT_CRASH] = "crash", [FAULT_TIME] = "time", [FAULT_PROTOCOL] = "protocol"};

void tournament_report_game(text *t, const tournament *c, size_t number, const match_game_result *r,
                            const player_spec *const seats[2])
{
    text_print(t, "game %zu of %zu: %s - %s %s {", number + 1, c->total, seats[0]->name, seats[1]->name,
               match_game_score(r));
    text_add_safe(t, text_string(&r->reason), r->reason.length);
    text_print(t, "} %zu plies%s\n", r->plies, r->disputed ? ", disputed" : "");
}

/* "+12.3", "inf" */
static void put_elo(text *t, double elo)
{
    if (isinf(elo)) {
        text_put(t, elo < 0 ? "-inf" : "+inf");
    } else {
        text_print(t, "%+.1f", elo);
    }
}

static void put_error(text *t, double error)
{
    if (isinf(error)) {
        text_put(t, "inf");
    } else {
        text_print(t, "%.1f", error);
    }
}

void tournament_report_progress(text *t, const tournament *c)
{
    elo_estimate e = elo_estimate_of(&c->rows[0].tally);
    const elo_tally *y = &c->rows[0].tally;
    text_print(t, "%zu/%zu  %s: +%" PRIu64 " =%" PRIu64 " -%" PRIu64 "  %.1f%%  ", c->finished, c->total,
               c->specs[0].name, elo_wins(y), y->draws, elo_losses(y), 100 * e.score);
    put_elo(t, e.elo);
    text_put(t, " ± ");
    put_error(t, e.error);
    if (c->test.enabled && c->player_count == 2) {
        text_print(t, "  llr %.2f (%.2f, %.2f)", c->sprt.llr, c->sprt.low, c->sprt.high);
    }
}

/* Columns of the table; each is as wide as its widest cell. */
enum { TABLE_COLUMNS = 14, TABLE_CELL = 64 };
typedef char table_line[TABLE_COLUMNS][TABLE_CELL];

static void put_cell(table_line line, int column, const char *format, ...)
{
    text t = {0};
    va_list args;
    va_start(args, format);
    text_vprint(&t, format, args);
    va_end(args);
    size_t length = t.length < TABLE_CELL ? t.length : TABLE_CELL - 1;
    memcpy(line[column], text_string(&t), length);
    line[column][length] = '\0';
    text_finish(&t);
}

static void fill_head(table_line line)
{
    static const char *const heads[TABLE_COLUMNS] = {"player", "games",    "wins",    "draws",   "losses",
                                                     "score",  "elo",      "±",       "illegal", "crash",
                                                     "time",   "protocol", "ms/move", "disputed"};
    for (int i = 0; i < TABLE_COLUMNS; i++) {
        put_cell(line, i, "%s", heads[i]);
    }
}

static double time_of(const tournament_row *row)
{
    return row->moves ? (double)row->milliseconds / (double)row->moves : 0;
}

static void fill_line(table_line line, const player_spec *s, const tournament_row *row)
{
    elo_estimate e = elo_estimate_of(&row->tally);
    text elo = {0}, error = {0};
    put_elo(&elo, e.elo);
    put_error(&error, e.error);
    put_cell(line, 0, "%s", s->name);
    put_cell(line, 1, "%" PRIu64, elo_games(&row->tally));
    put_cell(line, 2, "%" PRIu64, elo_wins(&row->tally));
    put_cell(line, 3, "%" PRIu64, row->tally.draws);
    put_cell(line, 4, "%" PRIu64, elo_losses(&row->tally));
    put_cell(line, 5, "%.1f%%", 100 * e.score);
    put_cell(line, 6, "%s", text_string(&elo));
    put_cell(line, 7, "%s", text_string(&error));
    for (int f = FAULT_ILLEGAL; f < FAULTS; f++) {
        put_cell(line, 7 + f, "%" PRIu64, row->faults[f]);
    }
    put_cell(line, 12, "%.1f", time_of(row));
    put_cell(line, 13, "%" PRIu64, row->disputed);
    text_finish(&elo);
    text_finish(&error);
}

static uint64_t disputed_games(const tournament *c)
{
    uint64_t games = 0;
    for (size_t i = 0; i < c->player_count; i++) {
        games += c->rows[i].disputed;
    }
    return games;
}

static void put_line(text *t, table_line line, const size_t width[TABLE_COLUMNS], int columns_shown)
{
    for (int i = 0; i < columns_shown; i++) {
        size_t columns = utf8_columns(line[i], strlen(line[i]));
        if (i == 0) {
            text_print(t, "%s%*s", line[i], (int)(width[i] - columns), "");
        } else {
            text_print(t, "  %*s%s", (int)(width[i] - columns), "", line[i]);
        }
    }
    text_char(t, '\n');
}

/* Only for two players: likelihood of superiority, pairs and SPRT. */
static void put_pairs(text *t, const tournament *c)
{
    const elo_tally *y = &c->rows[0].tally;
    elo_estimate e = elo_estimate_of(y);
    text_print(t, "%s is stronger with a likelihood of %.1f%%", c->specs[0].name, 100 * e.los);
    text_put(t, "; pairs with 0, 0.5, 1, 1.5, 2 points:");
    for (int i = 0; i < 5; i++) {
        text_print(t, " %" PRIu64, y->pairs[i]);
    }
    for (int points = 0; points <= 200; points++) {
        if (y->shared_pairs[points]) {
            text_print(t, "; with %g: %" PRIu64, points / 100.0, y->shared_pairs[points]);
        }
    }
    text_char(t, '\n');
    if (c->test.enabled) {
        text_print(t, "sprt elo0=%g elo1=%g alpha=%g beta=%g: llr %.2f (%.2f, %.2f), %s\n", c->test.elo0, c->test.elo1,
                   c->test.alpha, c->test.beta, c->sprt.llr, c->sprt.low, c->sprt.high,
                   c->sprt.verdict == SPRT_ACCEPT_H1   ? "elo1 is accepted"
                   : c->sprt.verdict == SPRT_ACCEPT_H0 ? "elo0 is accepted"
                                                       : "undecided");
    }
}

/* Games that a program ended as if by other rules are wins by ours, which say little about strength. */
static void put_disputed(text *t, const tournament *c)
{
    for (size_t i = 0; i < c->player_count; i++) {
        uint64_t games = c->rows[i].disputed;
        if (games) {
            text_print(t, "%" PRIu64 " %s disputed: %s ended %s where our rules go on, perhaps by rules of its own\n",
                       games, games == 1 ? "game is" : "games are", c->specs[i].name, games == 1 ? "it" : "them");
        }
    }
    if (disputed_games(c) && c->player_count == 2 && elo_games(&c->rows[0].undisputed)) {
        elo_estimate e = elo_estimate_of(&c->rows[0].undisputed);
        text_print(
            t, "without disputed games: %" PRIu64 " games, score of %s %.1f%%, stronger with a likelihood of %.1f%%\n",
            elo_games(&c->rows[0].undisputed), c->specs[0].name, 100 * e.score, 100 * e.los);
    }
}

/* The results of the two seats, for both players together. A seat of several players is named after all of them. */
static void fill_colours(const tournament *c, colour_row rows[2])
{
    const uint64_t *wins = c->seat_wins;
    rows[0] = (colour_row){.wins = wins[0], .draws = c->seat_draws, .losses = wins[1]};
    rows[1] = (colour_row){.wins = wins[1], .draws = c->seat_draws, .losses = wins[0]};
    for (int share = 0; share <= 100; share++) {
        const bool first = share > 50;
        if (c->seat_shares[share]) {
            colour_row_shared(&rows[0], first, first ? share : 100 - share, c->seat_shares[share]);
            colour_row_shared(&rows[1], !first, first ? share : 100 - share, c->seat_shares[share]);
        }
    }
    for (size_t i = 0; i < ferz_variant_facts(c->variant)->player_count; i++) {
        text *name = &rows[match_game_seat(c->variant, i)].name;
        text_print(name, "%s%s", name->length ? " and " : "", ferz_variant_player_name(c->variant, i));
    }
}

void tournament_report_table(text *t, const tournament *c)
{
    size_t width[TABLE_COLUMNS] = {0};
    table_line line;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i <= c->player_count; i++) {
            if (i == 0) {
                fill_head(line);
            } else {
                fill_line(line, &c->specs[i - 1], &c->rows[i - 1]);
            }
            for (int k = 0; pass == 0 && k < TABLE_COLUMNS; k++) {
                size_t columns = utf8_columns(line[k], strlen(line[k]));
                width[k] = columns > width[k] ? columns : width[k];
            }
            if (pass == 1) {
                put_line(t, line, width, disputed_games(c) ? TABLE_COLUMNS : TABLE_COLUMNS - 1);
            }
        }
    }
    if (c->player_count == 2) {
        put_pairs(t, c);
    }
    put_disputed(t, c);
    if (c->finished) {
        colour_row rows[2];
        fill_colours(c, rows);
        colour_table_put(t, rows, 2, 2);
        text_finish(&rows[0].name);
        text_finish(&rows[1].name);
    }
    if (c->finished < c->total) {
        text_print(t, "%zu of %zu games were played%s\n", c->finished, c->total, c->stopped ? ": interrupted" : "");
    }
}

static void put_json_player(text *t, const player_spec *s, const tournament_row *row)
{
    elo_estimate e = elo_estimate_of(&row->tally);
    text limits = {0};
    player_limits_put(&limits, &s->limits);
    json_open(t, NULL, JSON_OBJECT);
    json_string(t, "name", s->name);
    json_string(t, "limits", text_string(&limits));
    json_unsigned(t, "games", elo_games(&row->tally));
    json_unsigned(t, "wins", elo_wins(&row->tally));
    json_unsigned(t, "draws", row->tally.draws);
    json_unsigned(t, "losses", elo_losses(&row->tally));
    json_real(t, "score", e.score);
    json_real(t, "elo", e.elo);
    json_real(t, "error", e.error);
    json_open(t, "faults", JSON_OBJECT);
    for (int f = FAULT_ILLEGAL; f < FAULTS; f++) {
        json_unsigned(t, fault_names[f], row->faults[f]);
    }
    json_close(t, JSON_OBJECT);
    json_real(t, "ms_per_move", time_of(row));
    json_unsigned(t, "disputed", row->disputed);
    json_close(t, JSON_OBJECT);
    text_finish(&limits);
}

/* Pairs whose points are no whole number of halves, if there are any. */
static void put_json_shared_pairs(text *t, const elo_tally *tally)
{
    bool any = false;
    for (int points = 0; points <= 200; points++) {
        if (tally->shared_pairs[points]) {
            char name[16];
            snprintf(name, sizeof name, "%g", points / 100.0);
            if (!any) {
                json_open(t, "pairs_with_shares", JSON_OBJECT);
            }
            any = true;
            json_unsigned(t, name, tally->shared_pairs[points]);
        }
    }
    if (any) {
        json_close(t, JSON_OBJECT);
    }
}

void tournament_report_json(text *t, const tournament *c)
{
    json_open(t, NULL, JSON_OBJECT);
    json_string(t, "game", ferz_variant_facts(c->variant)->name);
    json_string(t, "rules_hash", ferz_variant_facts(c->variant)->fingerprint);
    json_unsigned(t, "games", c->total);
    json_unsigned(t, "finished", c->finished);
    json_bool(t, "interrupted", c->stopped);
    json_unsigned(t, "seed", c->seed);
    json_open(t, "players", JSON_ARRAY);
    for (size_t i = 0; i < c->player_count; i++) {
        put_json_player(t, &c->specs[i], &c->rows[i]);
    }
    json_close(t, JSON_ARRAY);
    colour_row rows[2];
    fill_colours(c, rows);
    colour_table_json(t, rows, 2, 2);
    text_finish(&rows[0].name);
    text_finish(&rows[1].name);
    if (c->player_count == 2) {
        json_real(t, "los", elo_estimate_of(&c->rows[0].tally).los);
        json_open(t, "pairs", JSON_ARRAY);
        for (int i = 0; i < 5; i++) {
            json_unsigned(t, NULL, c->rows[0].tally.pairs[i]);
        }
        json_close(t, JSON_ARRAY);
        put_json_shared_pairs(t, &c->rows[0].tally);
        if (disputed_games(c)) {
            elo_estimate e = elo_estimate_of(&c->rows[0].undisputed);
            json_open(t, "without_disputed", JSON_OBJECT);
            json_unsigned(t, "games", elo_games(&c->rows[0].undisputed));
            json_real(t, "score", e.score);
            json_real(t, "los", e.los);
            json_close(t, JSON_OBJECT);
        }
    }
    if (c->player_count == 2 && c->test.enabled) {
        json_open(t, "sprt", JSON_OBJECT);
        json_real(t, "elo0", c->test.elo0);
        json_real(t, "elo1", c->test.elo1);
        json_real(t, "alpha", c->test.alpha);
        json_real(t, "beta", c->test.beta);
        json_real(t, "llr", c->sprt.llr);
        json_real(t, "low", c->sprt.low);
        json_real(t, "high", c->sprt.high);
        json_string(t, "accepted", c->sprt.verdict == SPRT_CONTINUE ? NULL : verdicts[c->sprt.verdict]);
        json_close(t, JSON_OBJECT);
    }
    json_close(t, JSON_OBJECT);
    text_char(t, '\n');
}
