#include "playtest/training.h"

#include "ferz_tools.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/number.h"
#include "playtest/run.h"

enum { HEADER_BYTES_MAX = 1024 };

/* One file's play-test. */
typedef struct training_file {
    training *to;
    plan plan;
    features features;
    record scratch;
    const char *version;
    uint8_t *seen;
} training_file;

/* ---- the header ---- */

/* What stands behind the key in the header; NULL: it is not there. */
static const char *value_of(const char *header, const char *key)
{
    const char *at = strstr(header, key);
    return at ? at + strlen(key) : NULL;
}

static bool number_of(const char *header, const char *key, uint64_t *value)
{
    long number = 0;
    const char *at = value_of(header, key);
    const bool ok = at && number_take(&at, 0, LONG_MAX, &number) == NUMBER_READ;
    *value = (uint64_t)number;
    return ok;
}

/* The options of the play-test that wrote the file. */
static bool read_options(const char *header, plan_options *options)
{
    uint64_t plies, max_plies;
    const bool ok = number_of(header, " nodes=", &options->strongest) &&
                    number_of(header, " games=", &options->games) && number_of(header, " plies=", &plies) &&
                    number_of(header, " max-plies=", &max_plies) && number_of(header, " seed=", &options->seed) &&
                    options->games <= PLAN_GAMES_MAX;
    options->opening_plies = ok ? (size_t)plies : 0;
    options->max_plies = ok ? (size_t)max_plies : 0;
    return ok;
}

static void put_identity(text *t, const void *owner)
{
    const training_file *f = owner;
    playtest_put_identity(t, &f->plan, f->version);
}

/* Which games of the file's play-test are known; NULL when out of memory. */
static uint8_t *seen_of(training *t, const training_file *f)
{
    text identity = {0};
    put_identity(&identity, f);
    for (int i = 0; i < t->run_count && !identity.failed; i++) {
        if (strcmp(t->runs[i].identity, text_string(&identity)) == 0) {
            text_finish(&identity);
            return t->runs[i].seen;
        }
    }
    training_run *runs = realloc(t->runs, (size_t)(t->run_count + 1) * sizeof *runs);
    t->runs = runs ? runs : t->runs;
    training_run made = {.identity = text_detach(&identity), .seen = calloc((size_t)f->plan.total / 8 + 1, 1)};
    if (!runs || !made.identity || !made.seen) {
        free(made.identity);
        free(made.seen);
        return NULL;
    }
    t->runs[t->run_count++] = made;
    return made.seen;
}

/* ---- games ---- */

static bool reserve(training *t)
{
    if (t->count < t->room) {
        return true;
    }
    const int room = t->room ? 2 * t->room : 1024;
    ferz_known_game *games = t->room < INT_MAX / 2 ? realloc(t->games, (size_t)room * sizeof *games) : NULL;
    t->games = games ? games : t->games;
    t->room = games ? room : t->room;
    return games != NULL;
}

/* Whether both players searched: moves at random teach little. */
static bool is_searched(const plan *p, uint64_t number)
{
    size_t strength;
    const bool level = plan_is_level(p, plan_game_of(p, number).group, &strength);
    return p->nodes[level ? strength : strength - 1] > 0;
}

static shard_fault add_game(void *owner, const char *payload, uint32_t check, shard_found *found)
{
    (void)check;
    training_file *f = owner;
    training *t = f->to;
    record *r = &f->scratch;
    if (!record_read(r, payload, &f->plan, f->features.count)) {
        return SHARD_DAMAGED;
    }
    const unsigned bit = 1u << r->number % 8;
    const bool known = f->seen[r->number / 8] & bit;
    f->seen[r->number / 8] |= (uint8_t)bit;
    if (known || r->cut || !is_searched(&f->plan, r->number)) {
        found->repeated++;
        return SHARD_OK;
    }
    if (!reserve(t)) {
        return SHARD_NO_MEMORY;
    }
    const char *line = text_string(&r->line);
    text move = {0};
    while (record_next_move(&line, &move)) {
        text_add(&t->moves, text_string(&move), move.length + 1);
    }
    t->moves.failed |= move.failed;
    text_finish(&move);
    text_char(&t->moves, '\0');
    t->games[t->count++].points = r->winner < 0 ? 50 : r->winner == 0 ? r->share : 100 - r->share;
    found->games++;
    return t->moves.failed ? SHARD_NO_MEMORY : SHARD_OK;
}

/* ---- files ---- */

shard_fault training_read(training *t, const ferz_variant *variant, int file, shard_found *found)
{
    char header[HEADER_BYTES_MAX + 1];
    const ssize_t got = pread(file, header, HEADER_BYTES_MAX, 0);
    header[got > 0 ? got : 0] = '\0';
    header[strcspn(header, "\n")] = '\0';
    char *version = strdup(value_of(header, " version=") ? value_of(header, " version=") : "");
    plan_options options = {0};
    *found = (shard_found){0};
    if (!version) {
        return SHARD_NO_MEMORY;
    }
    version[strcspn(version, " ")] = '\0';
    if (!read_options(header, &options)) {
        text_put(&found->why, "it is no file of `ferz playtest --shard`");
        free(version);
        return SHARD_FOREIGN;
    }
    training_file f = {.to = t, .version = version};
    shard_fault fault = plan_init(&f.plan, variant, &options) ? SHARD_OK : SHARD_NO_MEMORY;
    f.features = features_of(&f.plan);
    f.seen = fault == SHARD_OK ? seen_of(t, &f) : NULL;
    fault = f.seen ? fault : SHARD_NO_MEMORY;
    if (fault == SHARD_OK && record_init(&f.scratch, &f.plan, f.features.count)) {
        fault = shard_read(file, &(shard_games){.put_identity = put_identity, .add = add_game, .owner = &f}, found);
    }
    record_finish(&f.scratch);
    plan_finish(&f.plan);
    free(version);
    return fault;
}

bool training_ready(training *t)
{
    const char *at = text_string(&t->moves);
    for (int i = 0; i < t->count && !t->moves.failed; i++) {
        t->games[i].moves = at;
        while (*at) {
            at += strlen(at) + 1;
        }
        at++;
    }
    return !t->moves.failed;
}

void training_finish(training *t)
{
    for (int i = 0; i < t->run_count; i++) {
        free(t->runs[i].identity);
        free(t->runs[i].seen);
    }
    free(t->runs);
    free(t->games);
    text_finish(&t->moves);
    *t = (training){0};
}
