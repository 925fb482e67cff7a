#include "playtest/report_page.h"

#include <math.h>

#include "base/json_text.h"

const char *const metric_names[METRICS] = {"score", "draws", "length", "choice", "forced", "lead_changes", "comebacks"};
const char *const game_reason_names[GAME_REASONS] = {"comeback", "swings", "forced", "short", "long"};
const char *const warning_names[WARNINGS] = {"shallow", "untuned", "no-ladder", "cut",
                                             "repeats", "few",     "sides",     "hidden"};

static void put_estimate(text *t, const char *key, const estimate *e)
{
    json_open(t, key, JSON_OBJECT);
    json_real(t, "value", e->value);
    json_real(t, "low", e->low);
    json_real(t, "high", e->high);
    json_close(t, JSON_OBJECT);
}

static void put_comparison(text *t, const char *key, const comparison *c)
{
    json_open(t, key, JSON_OBJECT);
    json_real(t, "value", c->difference.value);
    json_real(t, "low", c->difference.low);
    json_real(t, "high", c->difference.high);
    json_real(t, "p", c->p);
    json_close(t, JSON_OBJECT);
}

static void put_side(text *t, const char *key, const report *r, int side)
{
    text name = {0};
    if (side >= 0) {
        report_put_side(&name, r->plan, side);
    }
    json_string(t, key, side >= 0 ? text_string(&name) : NULL);
    t->failed |= name.failed;
    text_finish(&name);
}

static void put_seats(text *t, const report *r, const strength_report *s)
{
    json_open(t, "sides", JSON_ARRAY);
    for (size_t side = 0; side < r->plan->sides; side++) {
        const seat_report *seat = &s->seats[side];
        json_open(t, NULL, JSON_OBJECT);
        put_side(t, "side", r, (int)side);
        json_unsigned(t, "wins", seat->wins);
        json_unsigned(t, "draws", seat->draws);
        json_unsigned(t, "losses", seat->losses);
        put_estimate(t, "score", &seat->score);
        put_comparison(t, "against_fair", &seat->against_fair);
        json_close(t, JSON_OBJECT);
    }
    json_close(t, JSON_ARRAY);
}

static void put_lead(text *t, const lead_report *lead)
{
    if (lead->centipawns) {
        json_open(t, "lead", JSON_OBJECT);
        json_number(t, "centipawns", lead->centipawns);
        put_estimate(t, "won", &lead->won);
        const estimate decided = {lead->middle, lead->low, lead->high};
        put_estimate(t, "decided", &decided);
        json_close(t, JSON_OBJECT);
    }
}

static void put_strength(text *t, const report *r, const strength_report *s)
{
    json_open(t, NULL, JSON_OBJECT);
    json_unsigned(t, "nodes", s->nodes);
    json_unsigned(t, "games", s->games);
    json_unsigned(t, "blocks", s->blocks);
    put_seats(t, r, s);
    json_real(t, "detectable", s->detectable);
    for (int m = METRIC_SCORE + 1; m < METRICS; m++) {
        if (s->samples[m].count) {
            put_estimate(t, metric_names[m], &s->estimates[m]);
        }
    }
    json_unsigned(t, "shortest", s->shortest);
    json_unsigned(t, "median", s->median);
    json_unsigned(t, "longest", s->longest);
    json_unsigned(t, "most_moves", s->widest);
    json_unsigned(t, "forced_run", s->forced_run);
    json_unsigned(t, "cut", s->cut);
    put_lead(t, &s->lead);
    if (s->nodes) {
        json_real(t, "depth", s->depth);
        json_real(t, "searched", s->searched);
    }
    json_close(t, JSON_OBJECT);
}

static void put_steps(text *t, const report *r)
{
    json_open(t, "steps", JSON_ARRAY);
    for (size_t i = 1; i < r->plan->strengths; i++) {
        const step_report *s = &r->steps[i];
        json_open(t, NULL, JSON_OBJECT);
        json_unsigned(t, "stronger", r->plan->nodes[i]);
        json_unsigned(t, "weaker", r->plan->nodes[i - 1]);
        json_unsigned(t, "games", s->games);
        put_estimate(t, "score", &s->score);
        const estimate elo = {s->elo, s->elo_low, s->elo_high};
        put_estimate(t, "elo", &elo);
        json_real(t, "p", s->p);
        json_close(t, JSON_OBJECT);
    }
    json_close(t, JSON_ARRAY);
}

static void put_place(text *t, const char *file, uint32_t line)
{
    if (file) {
        json_string(t, "file", file);
        json_unsigned(t, "line", line);
    }
}

static void put_ends(text *t, const report *r)
{
    json_open(t, "ends", JSON_ARRAY);
    for (size_t i = 0; i < r->end_count; i++) {
        const end_report *e = &r->ends[i];
        json_open(t, NULL, JSON_OBJECT);
        json_string(t, "reason", *e->reason ? e->reason : NULL);
        put_side(t, "winner", r, e->winner);
        json_unsigned(t, "games", e->games);
        put_estimate(t, "share", &e->share);
        json_unsigned(t, "others", e->others);
        put_place(t, e->file, e->line);
        json_close(t, JSON_OBJECT);
    }
    json_close(t, JSON_ARRAY);
    json_open(t, "never", JSON_ARRAY);
    for (size_t i = 0; i < r->unreached_count; i++) {
        json_open(t, NULL, JSON_OBJECT);
        json_string(t, "reason", r->unreached[i].name);
        put_place(t, r->unreached[i].file, r->unreached[i].line);
        json_close(t, JSON_OBJECT);
    }
    json_close(t, JSON_ARRAY);
}

static void put_uses(text *t, const report *r)
{
    static const char *const kinds[] = {"piece", "movement", "promotion", "drop", "castling", "hook"};
    json_open(t, "rules", JSON_ARRAY);
    for (size_t i = 0; i < r->use_count; i++) {
        const use_report *u = &r->uses[i];
        json_open(t, NULL, JSON_OBJECT);
        json_string(t, "kind", kinds[u->rule.kind]);
        json_string(t, "piece", u->rule.piece);
        json_string(t, "words", u->rule.words);
        put_place(t, u->rule.file, u->rule.line);
        json_unsigned(t, "legal", u->offered);
        json_unsigned(t, "played", u->played);
        put_estimate(t, "share", &u->share);
        json_unsigned(t, "played_by_random", u->random_played);
        json_unsigned(t, "played_by_all", u->all_played);
        json_close(t, JSON_OBJECT);
    }
    json_close(t, JSON_ARRAY);
}

static void put_values(text *t, const report *r)
{
    json_open(t, "values", JSON_ARRAY);
    for (size_t i = 0; i < r->value_count; i++) {
        json_open(t, NULL, JSON_OBJECT);
        json_string(t, "piece", r->values[i].piece);
        put_estimate(t, "value", &r->values[i].value);
        json_close(t, JSON_OBJECT);
    }
    json_close(t, JSON_ARRAY);
    json_unsigned(t, "value_games", r->value_games);
    json_unsigned(t, "value_positions", r->value_positions);
}

static void put_games(text *t, const report *r)
{
    json_open(t, "worth", JSON_ARRAY);
    for (size_t i = 0; i < r->worth_count; i++) {
        const kept_game *g = r->worth[i].game;
        json_open(t, NULL, JSON_OBJECT);
        json_unsigned(t, "game", g->number);
        json_string(t, "why", game_reason_names[r->worth[i].why]);
        json_unsigned(t, "plies", g->plies);
        put_side(t, "winner", r, g->winner);
        json_string(t, "reason", g->end);
        json_string(t, "moves", g->line);
        json_close(t, JSON_OBJECT);
    }
    json_close(t, JSON_ARRAY);
}

static void put_report(text *t, const char *key, const report *r)
{
    const size_t last = r->plan->strengths - 1;
    json_open(t, key, JSON_OBJECT);
    json_string(t, "game", ferz_variant_facts(r->plan->variant)->name);
    json_string(t, "title", ferz_variant_facts(r->plan->variant)->title);
    json_string(t, "fingerprint", ferz_variant_facts(r->plan->variant)->fingerprint);
    json_unsigned(t, "seed", r->plan->seed);
    json_unsigned(t, "games", r->games);
    json_open(t, "warnings", JSON_ARRAY);
    for (int i = 0; i < WARNINGS; i++) {
        if (r->warns[i]) {
            json_string(t, NULL, warning_names[i]);
        }
    }
    json_close(t, JSON_ARRAY);
    json_open(t, "strengths", JSON_ARRAY);
    for (size_t i = 0; i <= last; i++) {
        put_strength(t, r, &r->strengths[i]);
    }
    json_close(t, JSON_ARRAY);
    put_comparison(t, "trend", &r->trend);
    json_bool(t, "advantage_is_sure", r->advantage_is_sure);
    json_bool(t, "advantage_shrinks", r->advantage_shrinks);
    put_steps(t, r);
    put_ends(t, r);
    put_uses(t, r);
    put_values(t, r);
    put_games(t, r);
    json_unsigned(t, "comparisons", r->comparisons);
    json_close(t, JSON_OBJECT);
}

static void put_differences(text *t, const report *first, const report *second)
{
    difference all[DIFFERENCES_MAX];
    const size_t count = report_compare(first, second, all);
    json_open(t, "differences", JSON_ARRAY);
    for (size_t i = 0; i < count; i++) {
        json_open(t, NULL, JSON_OBJECT);
        json_string(t, "of", metric_names[all[i].metric]);
        json_unsigned(t, "nodes", first->plan->nodes[all[i].strength]);
        put_estimate(t, "first", &all[i].first);
        put_estimate(t, "second", &all[i].second);
        put_comparison(t, "change", &all[i].change);
        json_close(t, JSON_OBJECT);
    }
    json_close(t, JSON_ARRAY);
}

bool report_put_json(text *t, const report *first, const report *second)
{
    if (!second) {
        put_report(t, NULL, first);
    } else {
        json_open(t, NULL, JSON_OBJECT);
        put_differences(t, first, second);
        put_report(t, "first", first);
        put_report(t, "second", second);
        json_close(t, JSON_OBJECT);
    }
    text_char(t, '\n');
    return !t->failed;
}
