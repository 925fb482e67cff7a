#include "playtest/record.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const int record_leads[RECORD_LEADS] = {50, 100, 150, 200, 300, 400, 500, 700, 1000, 1500, 2000, 3000};

bool record_init(record *r, const plan *p, size_t features)
{
    *r = (record){0};
    r->offered = calloc(p->rule_count + 1, sizeof *r->offered);
    r->played = calloc(p->rule_count + 1, sizeof *r->played);
    r->products = calloc(features * features + 1, sizeof *r->products);
    r->results = calloc(features + 1, sizeof *r->results);
    return r->offered && r->played && r->products && r->results;
}

void record_clear(record *r, const plan *p, size_t features)
{
    memset(r->offered, 0, p->rule_count * sizeof *r->offered);
    memset(r->played, 0, p->rule_count * sizeof *r->played);
    memset(r->products, 0, features * features * sizeof *r->products);
    memset(r->results, 0, features * sizeof *r->results);
    record empty = {.offered = r->offered,
                    .played = r->played,
                    .products = r->products,
                    .results = r->results,
                    .reason = r->reason,
                    .line = r->line,
                    .winner = -1,
                    .share = 50};
    text_clear(&empty.reason);
    text_clear(&empty.line);
    memset(empty.decided, RECORD_NEVER, sizeof empty.decided);
    *r = empty;
}

void record_finish(record *r)
{
    free(r->offered);
    free(r->played);
    free(r->products);
    free(r->results);
    text_finish(&r->reason);
    text_finish(&r->line);
    *r = (record){0};
}

/* ---- as a line ---- */

/* The numbers of a record in their order; the one list for writing and reading. */
enum { NUMBERS = 18 };
static void numbers_of(const record *r, int64_t n[NUMBERS])
{
    const int64_t all[NUMBERS] = {(int64_t)r->number,
                                  r->winner,
                                  r->share,
                                  r->cut,
                                  r->plies,
                                  r->decisions,
                                  (int64_t)r->moves,
                                  r->widest,
                                  r->forced,
                                  r->forced_run,
                                  (int64_t)r->searches,
                                  (int64_t)r->nodes,
                                  (int64_t)r->depth,
                                  r->scored,
                                  r->lead_changes,
                                  r->behind,
                                  r->fit_count,
                                  r->repeats};
    memcpy(n, all, sizeof all);
}

static void set_numbers(record *r, const int64_t n[NUMBERS])
{
    r->number = (uint64_t)n[0];
    r->winner = (int)n[1];
    r->share = (int)n[2];
    r->cut = n[3] != 0;
    r->plies = (uint32_t)n[4];
    r->decisions = (uint32_t)n[5];
    r->moves = (uint64_t)n[6];
    r->widest = (uint32_t)n[7];
    r->forced = (uint32_t)n[8];
    r->forced_run = (uint32_t)n[9];
    r->searches = (uint64_t)n[10];
    r->nodes = (uint64_t)n[11];
    r->depth = (uint64_t)n[12];
    r->scored = (uint32_t)n[13];
    r->lead_changes = (uint32_t)n[14];
    r->behind = (int)n[15];
    r->fit_count = (uint32_t)n[16];
    r->repeats = n[17] != 0;
}

/* Index and value of those that are not 0; the list ends with -1. */
static void put_counts(text *t, const uint32_t *counts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (counts[i]) {
            text_print(t, " %zu %" PRIu32, i, counts[i]);
        }
    }
    text_put(t, " -1");
}

static void put_sums(text *t, const int64_t *sums, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (sums[i]) {
            text_print(t, " %zu %" PRId64, i, sums[i]);
        }
    }
    text_put(t, " -1");
}

void record_put(text *t, const record *r, const plan *p, size_t features)
{
    int64_t n[NUMBERS];
    numbers_of(r, n);
    for (size_t i = 0; i < NUMBERS; i++) {
        text_print(t, "%s%" PRId64, i ? " " : "", n[i]);
    }
    for (size_t i = 0; i < RECORD_LEADS; i++) {
        text_print(t, " %u %u", r->leader[i], r->decided[i]);
    }
    put_counts(t, r->offered, p->rule_count);
    put_counts(t, r->played, p->rule_count);
    put_sums(t, r->products, features * features);
    put_sums(t, r->results, features);
    text_char(t, '\t');
    text_add_safe(t, text_string(&r->reason), r->reason.length);
    text_char(t, '\t');
    text_put(t, text_string(&r->line));
}

bool record_next_move(const char **line, text *move)
{
    const size_t length = strcspn(*line, " ");
    text_clear(move);
    for (size_t i = 0; i < length; i++) {
        text_char(move, (*line)[i] == '_' ? ' ' : (*line)[i]);
    }
    *line += length + ((*line)[length] == ' ');
    return length > 0;
}

typedef struct number_reader {
    const char *at;
    bool ok;
} number_reader;

/* A number and the blank before it, except for the first. */
static int64_t read_number(number_reader *r, bool first)
{
    if (!first && *r->at == ' ') {
        r->at++;
    } else if (!first) {
        r->ok = false;
    }
    const bool minus = *r->at == '-';
    const char *digit = r->at + minus;
    uint64_t value = 0;
    r->ok = r->ok && ascii_is_digit(*digit);
    for (; r->ok && ascii_is_digit(*digit); digit++) {
        r->ok = value < UINT64_C(400000000000000000);
        value = value * 10 + (uint64_t)(*digit - '0');
    }
    r->at = digit;
    return minus ? -(int64_t)value : (int64_t)value;
}

static void read_counts(number_reader *r, uint32_t *counts, size_t count)
{
    for (int64_t i = read_number(r, false); r->ok && i != -1; i = read_number(r, false)) {
        const int64_t value = read_number(r, false);
        r->ok = r->ok && i >= 0 && (uint64_t)i < count && value >= 0 && value <= UINT32_MAX;
        if (r->ok) {
            counts[i] = (uint32_t)value;
        }
    }
}

static void read_sums(number_reader *r, int64_t *sums, size_t count)
{
    for (int64_t i = read_number(r, false); r->ok && i != -1; i = read_number(r, false)) {
        const int64_t value = read_number(r, false);
        r->ok = r->ok && i >= 0 && (uint64_t)i < count;
        if (r->ok) {
            sums[i] = value;
        }
    }
}

/* Whether the numbers are those of a game of the plan. */
static bool is_possible(const record *r, const plan *p)
{
    bool ok = r->number < p->total && r->winner >= -1 && r->winner < (int)p->sides && r->share >= 0 && r->share <= 100;
    for (size_t i = 0; i < RECORD_LEADS; i++) {
        ok = ok && r->leader[i] <= p->sides && (r->decided[i] <= 100 || r->decided[i] == RECORD_NEVER);
    }
    return ok;
}

bool record_read(record *r, const char *payload, const plan *p, size_t features)
{
    record_clear(r, p, features);
    number_reader in = {payload, true};
    int64_t n[NUMBERS];
    for (size_t i = 0; i < NUMBERS; i++) {
        n[i] = read_number(&in, i == 0);
    }
    set_numbers(r, n);
    for (size_t i = 0; i < RECORD_LEADS; i++) {
        r->leader[i] = (uint8_t)read_number(&in, false);
        r->decided[i] = (uint8_t)read_number(&in, false);
    }
    if (in.ok) {
        read_counts(&in, r->offered, p->rule_count);
        read_counts(&in, r->played, p->rule_count);
        read_sums(&in, r->products, features * features);
        read_sums(&in, r->results, features);
    }
    const char *reason = in.ok && *in.at == '\t' ? in.at + 1 : NULL, *line = reason ? strchr(reason, '\t') : NULL;
    if (!line || !is_possible(r, p)) {
        return false;
    }
    text_add(&r->reason, reason, (size_t)(line - reason));
    text_put(&r->line, line + 1);
    return !r->reason.failed && !r->line.failed;
}
