#include "match/match_shard.h"

#include <inttypes.h>
#include <limits.h>

#include "base/number.h"
#include "base/sha256.h"

/* ---- the header ---- */

enum { HASH_DIGITS = 16 };

static void put_hash(text *t, const char *name, const text *of)
{
    sha256 d;
    char hex[SHA256_HEX_LENGTH + 1];
    sha256_init(&d);
    sha256_update(&d, text_string(of), of->length);
    sha256_final(&d, hex);
    text_print(t, " %s=%.*s", name, HASH_DIGITS, hex);
}

static void put_identity(text *t, const void *owner)
{
    const tournament *c = owner;
    text players = {0};
    for (size_t i = 0; i < c->player_count; i++) {
        text_print(&players, "%s\n", c->specs[i].written);
        player_limits_put(&players, &c->specs[i].limits);
        text_char(&players, '\n');
    }
    text_print(t, "ferz-match 1 rules=%s version=%s games=%zu plies=%zu max-plies=%zu margin=%d seed=%" PRIu64,
               ferz_variant_facts(c->variant)->fingerprint, ferz_version(), c->games, c->book.random_plies,
               c->max_plies, c->margin, c->seed);
    put_hash(t, "openings", &c->book.fens);
    put_hash(t, "players", &players);
    t->failed |= players.failed;
    text_finish(&players);
}

/* ---- a game ---- */

/* What two machines agree on stands before the tab, the time that it took behind it. */
enum { NUMBERS = 10, TIMES = 2 };

void match_put_line(text *t, size_t number, const match_game_result *r)
{
    const int64_t same[NUMBERS] = {(int64_t)number,      r->share,          r->winner,
                                   (int64_t)r->end,      r->fault,          r->fault_seat,
                                   (int64_t)r->disputed, (int64_t)r->plies, (int64_t)r->moves[0],
                                   (int64_t)r->moves[1]};
    text payload = {0};
    uint32_t check;
    for (int i = 0; i < NUMBERS; i++) {
        text_print(&payload, "%s%" PRId64, i ? " " : "", same[i]);
    }
    text_print(&payload, "\t%" PRId64 " %" PRId64, r->milliseconds[0], r->milliseconds[1]);
    shard_put_line(t, text_string(&payload), payload.length, &check);
    t->failed |= payload.failed;
    text_finish(&payload);
}

static bool read_numbers(const char **at, int64_t *numbers, int count)
{
    for (int i = 0; i < count; i++) {
        long value = 0;
        if ((i && *(*at)++ != ' ') || number_take(at, -1, LONG_MAX, &value) != NUMBER_READ) {
            return false;
        }
        numbers[i] = value;
    }
    return true;
}

/* False where the payload is not what match_put_line writes of a game of the match. `*same`: the check of what all machines write. */
static bool read_game(const tournament *c, const char *payload, size_t *number, match_game_result *r, uint32_t *same)
{
    int64_t n[NUMBERS], times[TIMES];
    const char *at = payload;
    if (!read_numbers(&at, n, NUMBERS) || *at != '\t') {
        return false;
    }
    *same = shard_check(payload, (size_t)(at++ - payload));
    *r = (match_game_result){.share = (int)n[1],
                             .winner = (int)n[2],
                             .end = (match_game_end)n[3],
                             .fault = (fault)n[4],
                             .fault_seat = (int)n[5],
                             .disputed = n[6] != 0,
                             .plies = (size_t)n[7],
                             .moves = {(uint64_t)n[8], (uint64_t)n[9]}};
    *number = (size_t)n[0];
    bool ok = read_numbers(&at, times, TIMES) && !*at && n[0] >= 0 && *number < c->total && n[1] >= 0 && n[1] <= 100;
    ok = ok && n[2] <= 1 && n[3] >= 0 && n[3] <= MATCH_GAME_FAULT && n[4] >= 0 && n[4] < FAULTS && n[5] >= 0 &&
         n[5] <= 1;
    ok = ok && n[6] >= 0 && n[7] >= 0 && n[8] >= 0 && n[9] >= 0 && times[0] >= 0 && times[1] >= 0;
    if (ok) {
        r->milliseconds[0] = times[0];
        r->milliseconds[1] = times[1];
    }
    return ok;
}

static shard_fault add_game(void *owner, const char *payload, uint32_t check, shard_found *found)
{
    (void)check; /* that of the whole line; times differ */
    tournament *c = owner;
    size_t number;
    uint32_t same;
    match_game_result r;
    if (!read_game(c, payload, &number, &r, &same)) {
        return SHARD_DAMAGED;
    }
    if (!c->results[number].done) {
        tournament_add(c, number, &r);
        c->results[number].check = same;
        found->games++;
    } else if (c->results[number].check == same) {
        found->repeated++;
    } else {
        text_print(&found->why, "game %zu is not the same as in another file", number + 1);
        return SHARD_CONFLICT;
    }
    return SHARD_OK;
}

shard_games match_games(tournament *c)
{
    return (shard_games){.put_identity = put_identity, .add = add_game, .owner = c};
}

bool match_has_all(const void *owner, uint64_t shard, uint64_t of)
{
    const tournament *c = owner;
    for (size_t number = 0; number < c->total; number++) {
        if (tournament_opening(c, number) % of == shard && !c->results[number].done) {
            return false;
        }
    }
    return true;
}
