#include "playtest/tally.h"

#include <stdlib.h>
#include <string.h>

bool tally_init(tally *t, const plan *p, const features *f)
{
    *t = (tally){.plan = p, .features = f};
    bool ok = true;
    for (size_t i = 0; ok && i < p->groups; i++) {
        t->groups[i].offered = calloc(p->rule_count + 1, sizeof(uint64_t));
        t->groups[i].played = calloc(p->rule_count + 1, sizeof(uint64_t));
        ok = t->groups[i].offered && t->groups[i].played;
    }
    for (size_t i = 0; ok && i < TALLY_BUCKETS; i++) {
        t->fits[i].products = calloc(f->count * f->count + 1, sizeof(int64_t));
        t->fits[i].results = calloc(f->count + 1, sizeof(int64_t));
        t->offered[i] = calloc(p->rule_count + 1, sizeof(uint64_t));
        t->played[i] = calloc(p->rule_count + 1, sizeof(uint64_t));
        ok = t->fits[i].products && t->fits[i].results && t->offered[i] && t->played[i];
    }
    return ok;
}

void tally_finish(tally *t)
{
    for (size_t i = 0; i < PLAN_GROUPS_MAX; i++) {
        free(t->groups[i].offered);
        free(t->groups[i].played);
        for (size_t k = 0; k < t->groups[i].end_count; k++) {
            free(t->groups[i].ends[k].reason);
        }
        free(t->groups[i].ends);
    }
    for (size_t i = 0; i < GAME_REASONS; i++) {
        for (size_t k = 0; k < TALLY_KEPT; k++) {
            free(t->kept[i][k].line);
            free(t->kept[i][k].end);
        }
    }
    for (size_t i = 0; i < TALLY_BUCKETS; i++) {
        free(t->fits[i].products);
        free(t->fits[i].results);
        free(t->offered[i]);
        free(t->played[i]);
    }
    free(t->rows);
    *t = (tally){0};
}

bool tally_has(const tally *t, uint64_t number)
{
    return number < t->room && t->rows[number].check != 0;
}

/* ---- adding ---- */

static bool reserve(tally *t, uint64_t number)
{
    enum { ROOM_FIRST = 1024 };
    uint64_t room = t->room ? t->room : ROOM_FIRST;
    while (room <= number) {
        room *= 2;
    }
    if (room == t->room) {
        return true;
    }
    game_row *rows = room < SIZE_MAX / sizeof *rows ? realloc(t->rows, (size_t)room * sizeof *rows) : NULL;
    if (!rows) {
        return false;
    }
    memset(rows + t->room, 0, (size_t)(room - t->room) * sizeof *rows);
    t->rows = rows;
    t->room = room;
    return true;
}

static uint16_t short_number(uint64_t n)
{
    return (uint16_t)(n < UINT16_MAX ? n : UINT16_MAX);
}

static game_row row_of(const record *r, uint32_t check)
{
    return (game_row){.check = check,
                      .winner = (int8_t)r->winner,
                      .share = (uint8_t)r->share,
                      .plies = short_number(r->plies),
                      .decisions = short_number(r->decisions),
                      .width = short_number(r->decisions ? 10 * r->moves / r->decisions : 0),
                      .forced = short_number(r->forced),
                      .forced_run = short_number(r->forced_run),
                      .lead_changes = short_number(r->lead_changes),
                      .behind = short_number((uint64_t)r->behind),
                      .scored = r->scored > 0,
                      .cut = r->cut};
}

static char *copied(const text *t)
{
    char *copy = malloc(t->length + 1);
    return copy ? memcpy(copy, text_string(t), t->length + 1) : NULL;
}

static bool add_end(group_tally *g, const record *r)
{
    for (size_t i = 0; i < g->end_count; i++) {
        if (g->ends[i].winner == r->winner && strcmp(g->ends[i].reason, text_string(&r->reason)) == 0) {
            g->ends[i].games++;
            return true;
        }
    }
    char *reason = copied(&r->reason);
    end_count *ends = reason ? realloc(g->ends, (g->end_count + 1) * sizeof *ends) : NULL;
    if (!ends) {
        free(reason);
        return false;
    }
    g->ends = ends;
    g->ends[g->end_count++] = (end_count){reason, r->winner, 1};
    return true;
}

static void add_leads(group_tally *g, const record *r)
{
    for (size_t i = 0; i < RECORD_LEADS; i++) {
        g->leaders[i] += r->leader[i] > 0;
        g->leaders_won[i] += r->leader[i] > 0 && r->winner == r->leader[i] - 1;
        if (r->decided[i] != RECORD_NEVER) {
            g->decided[i][r->decided[i]]++;
        }
    }
}

static bool add_to_group(tally *t, group_tally *g, const record *r)
{
    g->games++;
    g->plies += r->plies;
    g->decisions += r->decisions;
    g->moves += r->moves;
    g->forced += r->forced;
    g->widest = r->widest > g->widest ? r->widest : g->widest;
    g->forced_run = r->forced_run > g->forced_run ? r->forced_run : g->forced_run;
    g->searches += r->searches;
    g->nodes += r->nodes;
    g->depth += r->depth;
    g->repeats += r->repeats;
    for (size_t i = 0; i < t->plan->rule_count; i++) {
        g->offered[i] += r->offered[i];
        g->played[i] += r->played[i];
    }
    add_leads(g, r);
    return add_end(g, r);
}

/* ---- games worth looking at ---- */

static uint64_t weight_of(const record *r, game_reason reason)
{
    enum { SHORTEST = 1 << 20 };
    switch (reason) {
    case GAME_COMEBACK:
        return r->winner >= 0 && r->behind > 0 ? (uint64_t)r->behind : 0;
    case GAME_SWINGS:
        return r->lead_changes;
    case GAME_FORCED:
        return r->forced_run > 1 ? r->forced_run : 0;
    case GAME_SHORT:
        return r->winner >= 0 && r->plies < SHORTEST ? SHORTEST - r->plies : 0;
    default:
        return r->plies;
    }
}

/* Keeps the heaviest; of equally heavy ones those with the smaller numbers. */
static bool keep(kept_game kept[TALLY_KEPT], const record *r, uint64_t weight)
{
    size_t at = TALLY_KEPT;
    while (at > 0 && (kept[at - 1].weight < weight ||
                      (kept[at - 1].weight == weight && weight && kept[at - 1].number > r->number))) {
        at--;
    }
    if (at == TALLY_KEPT || !weight) {
        return true;
    }
    const kept_game last = kept[TALLY_KEPT - 1];
    kept_game one = {.number = r->number, .weight = weight, .winner = r->winner, .plies = r->plies};
    one.line = copied(&r->line);
    one.end = copied(&r->reason);
    if (!one.line || !one.end) {
        free(one.line);
        free(one.end);
        return false;
    }
    free(last.line);
    free(last.end);
    memmove(kept + at + 1, kept + at, (TALLY_KEPT - 1 - at) * sizeof *kept);
    kept[at] = one;
    return true;
}

static bool keep_interesting(tally *t, const record *r)
{
    bool ok = true;
    for (int i = 0; i < GAME_REASONS; i++) {
        ok = keep(t->kept[i], r, weight_of(r, (game_reason)i)) && ok;
    }
    return ok;
}

static void add_uses(tally *t, const record *r, size_t bucket)
{
    for (size_t i = 0; i < t->plan->rule_count; i++) {
        t->offered[bucket][i] += r->offered[i];
        t->played[bucket][i] += r->played[i];
    }
}

static void add_fit(tally *t, const record *r, size_t bucket)
{
    const size_t n = t->features->count;
    fit_sums *sums = &t->fits[bucket];
    sums->games += r->fit_count > 0;
    sums->positions += r->fit_count;
    for (size_t i = 0; i < n * n; i++) {
        sums->products[i] += r->products[i];
    }
    for (size_t i = 0; i < n; i++) {
        sums->results[i] += r->results[i];
    }
}

tally_result tally_add(tally *t, const record *r, uint32_t check)
{
    if (!reserve(t, r->number)) {
        return TALLY_NO_MEMORY;
    }
    game_row *row = &t->rows[r->number];
    if (row->check) {
        return row->check == check ? TALLY_KNOWN : TALLY_DIFFERENT;
    }
    *row = row_of(r, check);
    t->games++;
    const plan_game place = plan_game_of(t->plan, r->number);
    bool ok = add_to_group(t, &t->groups[place.group], r);
    const size_t bucket = (size_t)(place.block % TALLY_BUCKETS);
    if (place.group == t->plan->strengths - 1) {
        ok = keep_interesting(t, r) && ok;
        add_uses(t, r, bucket);
    }
    add_fit(t, r, bucket);
    return ok ? TALLY_ADDED : TALLY_NO_MEMORY;
}
