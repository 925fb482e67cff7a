#include "cli/colour_table.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/json_text.h"
#include "base/statistics.h"

static uint64_t games_of(const colour_row *row)
{
    return row->wins + row->draws + row->losses;
}

void colour_row_shared(colour_row *row, bool won, int share, uint64_t games)
{
    const double points = (won ? share : 100 - share) / 100.0, counted = won ? 1 : 0;
    row->shared_points += (points - counted) * (double)games;
    row->shared_squares += (points * points - counted) * (double)games;
}

score_interval score_interval_of(const colour_row *row, size_t sides)
{
    double games = (double)games_of(row), draw = 1 / (double)(sides ? sides : 1);
    if (games <= 0) {
        return (score_interval){0, 0, 1};
    }
    /* z^2 more observations, half of them wins and half losses */
    double more = STATISTICS_Z_95 * STATISTICS_Z_95, wins = (double)row->wins + more / 2, draws = (double)row->draws;
    double total = games + more, mean = (wins + draws * draw + row->shared_points) / total;
    double squares = (wins + draws * draw * draw + row->shared_squares) / total;
    double deviation = sqrt((squares - mean * mean) / total);
    score_interval i = {.score = ((double)row->wins + draws * draw + row->shared_points) / games,
                        .low = mean - STATISTICS_Z_95 * deviation,
                        .high = mean + STATISTICS_Z_95 * deviation};
    i.low = i.low < 0 ? 0 : i.low;
    i.high = i.high > 1 ? 1 : i.high;
    return i;
}

void colour_table_put(text *t, const colour_row *rows, size_t count, size_t sides)
{
    size_t width = strlen("player");
    for (size_t i = 0; i < count; i++) {
        size_t columns = utf8_columns(text_string(&rows[i].name), rows[i].name.length);
        width = columns > width ? columns : width;
    }
    text_print(t, "%-*s  %8s  %8s  %8s  %8s  %6s  95%% interval\n", (int)width, "player", "games", "wins", "draws",
               "losses", "score");
    for (size_t i = 0; i < count; i++) {
        const colour_row *row = &rows[i];
        score_interval s = score_interval_of(row, sides);
        size_t columns = utf8_columns(text_string(&row->name), row->name.length);
        text_print(t, "%s%*s  %8" PRIu64 "  %8" PRIu64 "  %8" PRIu64 "  %8" PRIu64, text_string(&row->name),
                   (int)(width - columns), "", games_of(row), row->wins, row->draws, row->losses);
        if (games_of(row)) {
            text_print(t, "  %5.1f%%  %.1f%% to %.1f%%\n", 100 * s.score, 100 * s.low, 100 * s.high);
        } else {
            text_print(t, "  %6s  -\n", "-");
        }
        t->failed |= row->name.failed;
    }
}

void colour_table_json(text *t, const colour_row *rows, size_t count, size_t sides)
{
    json_open(t, "players_by_colour", JSON_ARRAY);
    for (size_t i = 0; i < count; i++) {
        score_interval s = score_interval_of(&rows[i], sides);
        json_open(t, NULL, JSON_OBJECT);
        json_string(t, "player", text_string(&rows[i].name));
        json_unsigned(t, "games", games_of(&rows[i]));
        json_unsigned(t, "wins", rows[i].wins);
        json_unsigned(t, "draws", rows[i].draws);
        json_unsigned(t, "losses", rows[i].losses);
        if (games_of(&rows[i])) { /* nothing is known of no game */
            json_real(t, "score", s.score);
            json_real(t, "low", s.low);
            json_real(t, "high", s.high);
        }
        json_close(t, JSON_OBJECT);
    }
    json_close(t, JSON_ARRAY);
}
