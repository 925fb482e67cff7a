#include "playtest/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BEHIND_MIN = 100,    /* centipawns: a piece of the cheapest kind */
    LEAD_GAMES_MIN = 20, /* games with a lead of some size before it is judged */
    SHALLOW_DEPTH = 4,
    FEW_GAMES = 100,
};
static const double LEAD_SURE = 0.9, FAIR_BAR = 0.8, CUT_MANY = 0.05, SIGNIFICANT = 0.05;

double report_fair(const report *r)
{
    return 1.0 / (double)r->plan->sides;
}

double report_bar(const report *r)
{
    return FAIR_BAR * report_fair(r);
}

void report_put_side(text *t, const plan *p, int side)
{
    size_t named = 0;
    for (size_t i = 0; i < p->players; i++) {
        if (p->side_of[i] == side) {
            text_print(t, "%s%s", named++ ? " and " : "", ferz_variant_player_name(p->variant, i));
        }
    }
}

/* ---- games as observations ---- */

/* The part of the point that a side got. */
static double points_of(const plan *p, const game_row *row, int side)
{
    return row->winner < 0       ? 1.0 / (double)p->sides
           : row->winner == side ? row->share / 100.0
                                 : (100 - row->share) / 100.0 / (double)(p->sides - 1);
}

/* What a game says of a metric; false: nothing. */
static bool measure(const plan *p, const game_row *row, metric m, double *value)
{
    switch (m) {
    case METRIC_SCORE:
        *value = points_of(p, row, 0);
        return true;
    case METRIC_DRAWS:
        *value = row->winner < 0;
        return true;
    case METRIC_LENGTH:
        *value = row->plies;
        return true;
    case METRIC_CHOICE:
        *value = row->width / 10.0;
        return row->decisions > 0;
    case METRIC_FORCED:
        *value = row->decisions ? (double)row->forced / row->decisions : 0;
        return row->decisions > 0;
    case METRIC_LEAD_CHANGES:
        *value = row->lead_changes;
        return row->scored;
    case METRIC_COMEBACKS:
        *value = row->behind >= BEHIND_MIN;
        return row->scored && row->winner >= 0;
    default:
        return false;
    }
}

/* The mean over the games of a block that were played; false: it says nothing. */
static bool measure_block(const tally *t, uint64_t block, size_t group, metric m, double *mean)
{
    size_t count = 0;
    double sum = 0, value;
    for (size_t seat = 0; seat < t->plan->sides; seat++) {
        const uint64_t number = plan_number(t->plan, (plan_game){block, group, seat});
        if (tally_has(t, number) && measure(t->plan, &t->rows[number], m, &value)) {
            sum += value;
            count++;
        }
    }
    *mean = count ? sum / (double)count : 0;
    return count > 0;
}

static uint64_t blocks_of(const tally *t)
{
    const uint64_t games = t->plan->groups * t->plan->sides, blocks = games ? t->room / games + 1 : 0;
    return blocks < t->plan->blocks ? blocks : t->plan->blocks;
}

static sample sample_of(const tally *t, size_t group, metric m)
{
    sample s = {0};
    double mean;
    for (uint64_t block = 0; block < blocks_of(t); block++) {
        if (measure_block(t, block, group, m, &mean)) {
            sample_add(&s, mean);
        }
    }
    return s;
}

/* The score of a side in a group. `stronger`: of the side that is stronger in each game, instead. */
static sample score_sample(const tally *t, size_t group, int side, bool stronger)
{
    sample s = {0};
    for (uint64_t block = 0; block < blocks_of(t); block++) {
        size_t count = 0;
        double sum = 0;
        for (size_t seat = 0; seat < t->plan->sides; seat++) {
            const uint64_t number = plan_number(t->plan, (plan_game){block, group, seat});
            if (tally_has(t, number)) {
                sum += points_of(t->plan, &t->rows[number], stronger ? (int)seat : side);
                count++;
            }
        }
        /* The stronger side has sat in each seat, or nothing is known of how strong it is. */
        if (count && (!stronger || count == t->plan->sides)) {
            sample_add(&s, sum / (double)count);
        }
    }
    return s;
}

/* Metrics of which a game says yes or no, or gives a point: few games that are all alike are not sure. */
static bool is_score(metric m)
{
    return m == METRIC_SCORE || m == METRIC_DRAWS || m == METRIC_COMEBACKS;
}

static estimate estimate_of(metric m, const sample *s)
{
    estimate e = is_score(m) ? sample_score(s) : sample_estimate(s);
    if (m == METRIC_FORCED) {
        e.low = fmax(0, e.low);
        e.high = fmin(1, e.high);
    }
    return e;
}

/* ---- strengths ---- */

static int compare_plies(const void *one, const void *other)
{
    const uint16_t a = *(const uint16_t *)one, b = *(const uint16_t *)other;
    return (a > b) - (a < b);
}

static bool measure_lengths(const tally *t, size_t group, strength_report *s)
{
    uint16_t *plies = calloc((size_t)t->groups[group].games + 1, sizeof *plies);
    size_t count = 0;
    for (uint64_t number = 0; plies && number < t->room && count < t->groups[group].games; number++) {
        if (tally_has(t, number) && plan_game_of(t->plan, number).group == group) {
            s->cut += t->rows[number].cut;
            plies[count++] = t->rows[number].plies;
        }
    }
    if (plies && count) {
        qsort(plies, count, sizeof *plies, compare_plies);
        s->shortest = plies[0];
        s->longest = plies[count - 1];
        s->median = plies[count / 2];
    }
    free(plies);
    return plies != NULL;
}

/* By which part of their length so many hundredths of the decided games are decided. */
static double decided_by(const uint64_t counts[TALLY_PARTS], double games)
{
    double seen = 0;
    for (int i = 0; i < TALLY_PARTS; i++) {
        seen += (double)counts[i];
        if (seen >= games) {
            return i / 100.0;
        }
    }
    return 1;
}

/* The smallest lead whose first owner wins nine games of ten. */
static lead_report judge_leads(const group_tally *g)
{
    for (size_t i = 0; i < RECORD_LEADS; i++) {
        const estimate won = share_estimate(g->leaders_won[i], g->leaders[i]);
        double games = 0;
        for (int k = 0; k < TALLY_PARTS; k++) {
            games += (double)g->decided[i][k];
        }
        if (g->leaders[i] >= LEAD_GAMES_MIN && won.value >= LEAD_SURE && games > 0) {
            /* The middle of a sample lies between its members of these ranks with a probability of 95 %. */
            const double half = STATISTICS_Z_95 * sqrt(games) / 2;
            return (lead_report){record_leads[i], won, decided_by(g->decided[i], games / 2),
                                 decided_by(g->decided[i], games / 2 - half),
                                 decided_by(g->decided[i], games / 2 + half)};
        }
    }
    return (lead_report){0};
}

static void count_seats(const tally *t, size_t group, strength_report *s)
{
    for (uint64_t number = 0; number < t->room; number++) {
        if (!tally_has(t, number) || plan_game_of(t->plan, number).group != group) {
            continue;
        }
        for (size_t side = 0; side < t->plan->sides; side++) {
            seat_report *seat = &s->seats[side];
            const int winner = t->rows[number].winner;
            seat->wins += winner == (int)side;
            seat->draws += winner < 0;
            seat->losses += winner >= 0 && winner != (int)side;
        }
    }
}

static bool describe_strength(report *r, size_t strength)
{
    const tally *t = r->tally;
    const group_tally *g = &t->groups[strength];
    strength_report *s = &r->strengths[strength];
    *s = (strength_report){.nodes = r->plan->nodes[strength],
                           .games = g->games,
                           .depth = g->searches ? (double)g->depth / (double)g->searches : 0,
                           .searched = g->searches ? (double)g->nodes / (double)g->searches : 0,
                           .widest = g->widest,
                           .forced_run = g->forced_run,
                           .lead = judge_leads(g)};
    count_seats(t, strength, s);
    for (size_t side = 0; side < r->plan->sides; side++) {
        const sample score = score_sample(t, strength, (int)side, false);
        s->seats[side].score = sample_score(&score);
        s->seats[side].against_fair = sample_compare_value(&score, report_fair(r));
    }
    for (int m = 0; m < METRICS; m++) {
        s->samples[m] = sample_of(t, strength, (metric)m);
        s->estimates[m] = estimate_of((metric)m, &s->samples[m]);
    }
    s->blocks = s->samples[METRIC_SCORE].count;
    s->detectable = sample_detectable(&s->samples[METRIC_SCORE]);
    return measure_lengths(t, strength, s);
}

/* ---- steps ---- */

/* With more sides than two the fair share takes the place of one half: half of the way from nothing to it, half from it to all. */
static double as_half(double score, double fair)
{
    return score < fair ? score / fair / 2 : 0.5 + (score - fair) / (1 - fair) / 2;
}

static void describe_step(report *r, size_t strength)
{
    const size_t group = r->plan->strengths + strength - 1;
    const sample score = score_sample(r->tally, group, 0, true);
    const double fair = report_fair(r);
    const estimate e = sample_score(&score);
    const comparison against = sample_compare_value(&score, fair);
    step_report *s = &r->steps[strength];
    *s = (step_report){.games = r->tally->groups[group].games, .blocks = score.count, .score = e};
    s->elo = elo_from_score(as_half(e.value, fair));
    s->elo_low = elo_from_score(as_half(e.low, fair));
    s->elo_high = elo_from_score(as_half(e.high, fair));
    s->p = e.value > fair ? against.p / 2 : 1 - against.p / 2;
}

/* ---- what is sure ---- */

static bool has_sign(const estimate *e, int sign)
{
    return sign > 0 ? e->value > 0 : e->value < 0;
}

/* All comparisons of the report are corrected together. */
static void correct_comparisons(report *r)
{
    const size_t last = r->plan->strengths - 1, seats = r->plan->sides == 2 ? 1 : r->plan->sides;
    double *list[PLAN_STRENGTHS_MAX * (PLAN_PLAYERS_MAX + 1) + 1], p[sizeof list / sizeof list[0]];
    size_t count = 0;
    r->trend = sample_compare(&r->strengths[0].samples[METRIC_SCORE], &r->strengths[last].samples[METRIC_SCORE]);
    list[count++] = &r->trend.p;
    for (size_t i = 0; i <= last; i++) {
        for (size_t side = 0; side < seats; side++) {
            list[count++] = &r->strengths[i].seats[side].against_fair.p;
        }
        if (i > 0) {
            list[count++] = &r->steps[i].p;
        }
    }
    for (size_t i = 0; i < count; i++) {
        p[i] = *list[i];
    }
    holm_correct(p, count);
    for (size_t i = 0; i < count; i++) {
        *list[i] = p[i];
    }
    for (size_t i = 0; i <= last && r->plan->sides == 2; i++) {
        r->strengths[i].seats[1].against_fair.p = r->strengths[i].seats[0].against_fair.p;
    }
    r->comparisons = count;
}

static void judge_advantage(report *r)
{
    const size_t last = r->plan->strengths - 1;
    const comparison *now = &r->strengths[last].seats[0].against_fair;
    const int sign = now->difference.value > 0 ? 1 : -1;
    r->advantage_is_sure =
        now->p < SIGNIFICANT && (last == 0 || has_sign(&r->strengths[last - 1].seats[0].against_fair.difference, sign));
    r->advantage_shrinks = r->trend.p < SIGNIFICANT &&
                           fabs(now->difference.value) < fabs(r->strengths[0].seats[0].against_fair.difference.value);
}

/* ---- endings ---- */

static int compare_ends(const void *one, const void *other)
{
    const end_report *a = one, *b = other;
    const uint64_t first = a->games, second = b->games;
    if (first != second) {
        return first < second ? 1 : -1;
    }
    if (a->others != b->others) {
        return a->others < b->others ? 1 : -1;
    }
    const int names = strcmp(a->reason, b->reason);
    return names ? names : a->winner - b->winner;
}

static bool ends_for(const end_report *e, const char *reason)
{
    return e->reason && reason && strcmp(e->reason, reason) == 0;
}

static end_report *find_end(report *r, const end_count *e)
{
    for (size_t i = 0; i < r->end_count; i++) {
        if (r->ends[i].winner == e->winner && ends_for(&r->ends[i], e->reason)) {
            return &r->ends[i];
        }
    }
    r->ends[r->end_count] = (end_report){.reason = e->reason, .winner = e->winner};
    return &r->ends[r->end_count++];
}

static bool is_reached(const report *r, const char *reason)
{
    for (size_t i = 0; i < r->end_count; i++) {
        if (ends_for(&r->ends[i], reason)) {
            return true;
        }
    }
    return false;
}

static bool describe_ends(report *r)
{
    const tally *t = r->tally;
    const size_t last = r->plan->strengths - 1, endings = ferz_variant_facts(r->plan->variant)->ending_count;
    size_t most = 0;
    for (size_t i = 0; i < r->plan->groups; i++) {
        most += t->groups[i].end_count;
    }
    r->ends = calloc(most + 1, sizeof *r->ends);
    r->unreached = calloc(endings + 1, sizeof *r->unreached);
    if (!r->ends || !r->unreached) {
        return false;
    }
    for (size_t i = 0; i < r->plan->groups; i++) {
        for (size_t k = 0; k < t->groups[i].end_count; k++) {
            end_report *e = find_end(r, &t->groups[i].ends[k]);
            *(i == last ? &e->games : &e->others) += t->groups[i].ends[k].games;
        }
    }
    for (size_t i = 0; i < endings; i++) {
        const ferz_ending ending = ferz_variant_ending(r->plan->variant, i);
        for (size_t k = 0; k < r->end_count; k++) {
            if (!r->ends[k].file && ends_for(&r->ends[k], ending.name)) {
                r->ends[k].file = ending.file;
                r->ends[k].line = ending.line;
            }
        }
        if (!is_reached(r, ending.name) && ending.result) {
            r->unreached[r->unreached_count++] = ending;
        }
    }
    for (size_t i = 0; i < r->end_count; i++) {
        r->ends[i].share = share_estimate(r->ends[i].games, t->groups[last].games);
    }
    qsort(r->ends, r->end_count, sizeof *r->ends, compare_ends);
    return true;
}

/* ---- rules ---- */

/* Student's quantile for what leaving out each bucket changes. */
static const double BUCKETS_95 = 2.131;

static double jackknifed(double squares)
{
    return BUCKETS_95 * sqrt(squares * (TALLY_BUCKETS - 1) / TALLY_BUCKETS);
}

/* How often a rule is followed where it could be. Moves of one game depend on each other: buckets of openings do not. */
static estimate use_share(const tally *t, size_t rule)
{
    uint64_t offered = 0, played = 0;
    for (size_t b = 0; b < TALLY_BUCKETS; b++) {
        offered += t->offered[b][rule];
        played += t->played[b][rule];
    }
    estimate e = share_estimate(played, offered);
    double squares = 0;
    for (size_t b = 0; b < TALLY_BUCKETS && offered; b++) {
        const uint64_t others = offered - t->offered[b][rule];
        const double part = others ? (double)(played - t->played[b][rule]) / (double)others : 0;
        squares += (part - e.value) * (part - e.value);
    }
    const double half = jackknifed(squares);
    e.low = e.value - half < e.low ? fmax(0, e.value - half) : e.low;
    e.high = e.value + half > e.high ? fmin(1, e.value + half) : e.high;
    return e;
}

static bool describe_uses(report *r)
{
    const size_t last = r->plan->strengths - 1;
    const group_tally *strongest = &r->tally->groups[last], *random = &r->tally->groups[0];
    r->uses = calloc(r->plan->rule_count + 1, sizeof *r->uses);
    for (size_t i = 0; r->uses && i < r->plan->rule_count; i++) {
        use_report *u = &r->uses[r->use_count++];
        *u = (use_report){.rule = r->plan->rules[i],
                          .offered = strongest->offered[i],
                          .played = strongest->played[i],
                          .random_offered = random->offered[i],
                          .random_played = random->played[i]};
        for (size_t group = 0; group < r->plan->groups; group++) {
            u->all_played += r->tally->groups[group].played[i];
        }
        u->share = use_share(r->tally, i);
        u->expected = strongest->moves ? (double)strongest->decisions / (double)strongest->moves : 0;
    }
    return r->uses != NULL;
}

/* ---- values of pieces ---- */

/* The fit to all buckets but one; `leave` TALLY_BUCKETS: to all. */
static bool fit_without(const tally *t, size_t leave, double *xx, double *xy, double *weights)
{
    const size_t n = t->features->count;
    memset(xx, 0, n * n * sizeof *xx);
    memset(xy, 0, n * sizeof *xy);
    for (size_t b = 0; b < TALLY_BUCKETS; b++) {
        for (size_t i = 0; i < n && b != leave; i++) {
            for (size_t k = 0; k <= i; k++) {
                xx[i * n + k] += (double)t->fits[b].products[i * n + k];
            }
            xy[i] += (double)t->fits[b].results[i];
        }
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t k = i + 1; k < n; k++) {
            xx[i * n + k] = xx[k * n + i];
        }
    }
    return least_squares(xx, xy, n, weights);
}

/* The piece that most of the pieces at the start are: the unit of the others. */
static size_t unit_of(const report *r)
{
    const features *f = r->tally->features;
    size_t best = 0, most = 0;
    ferz_game *start = ferz_game_create(r->plan->variant, NULL, NULL);
    for (size_t i = 0; start && i < f->count; i++) {
        size_t count = 0;
        for (size_t cell = 0; cell < ferz_game_cell_count(start); cell++) {
            const char *type = ferz_game_cell(start, cell).type;
            count += type && strcmp(type, f->names[i]) == 0;
        }
        best = count > most ? i : best;
        most = count > most ? count : most;
    }
    ferz_game_free(start);
    return best;
}

/* Values relative to the unit, with what leaving out each bucket changes (the jackknife). */
static void put_values(report *r, double *const weights[TALLY_BUCKETS + 1])
{
    const features *f = r->tally->features;
    const size_t unit = unit_of(r);
    for (size_t i = 0; i < f->count; i++) {
        const double *all = weights[TALLY_BUCKETS];
        if (all[i] == 0 || all[unit] <= 0) {
            continue;
        }
        const double value = all[i] / all[unit];
        double squares = 0;
        for (size_t b = 0; b < TALLY_BUCKETS; b++) {
            const double part = weights[b][unit] > 0 ? weights[b][i] / weights[b][unit] : 0;
            squares += (part - value) * (part - value);
        }
        const double half = jackknifed(squares);
        r->values[r->value_count++] = (value_report){f->names[i], {value, value - half, value + half}};
    }
}

static bool describe_values(report *r)
{
    const tally *t = r->tally;
    const size_t n = t->features->count;
    for (size_t i = 0; i < TALLY_BUCKETS; i++) {
        r->value_games += t->fits[i].games;
        r->value_positions += t->fits[i].positions;
    }
    r->values_suffice = n && (r->value_positions >= VALUE_POSITIONS_MIN || r->value_games >= VALUE_GAMES_MIN);
    if (!r->values_suffice) {
        return true;
    }
    double *room = calloc(n * n + n + (TALLY_BUCKETS + 1) * n, sizeof *room), *weights[TALLY_BUCKETS + 1];
    bool ok = room != NULL;
    for (size_t b = 0; ok && b <= TALLY_BUCKETS; b++) {
        weights[b] = room + n * n + n + b * n;
        ok = fit_without(t, b, room, room + n * n, weights[b]);
    }
    if (ok) {
        put_values(r, weights);
    }
    r->values_suffice = ok;
    const bool enough = room != NULL;
    free(room);
    return enough;
}

/* ---- games, warnings ---- */

static void choose_games(report *r)
{
    for (int why = 0; why < GAME_REASONS; why++) {
        const kept_game *chosen = NULL;
        for (size_t i = 0; i < TALLY_KEPT && !chosen; i++) {
            const kept_game *one = &r->tally->kept[why][i];
            bool shown = false;
            for (size_t k = 0; k < r->worth_count; k++) {
                shown = shown || r->worth[k].game->number == one->number;
            }
            chosen = one->weight && !shown ? one : NULL;
        }
        if (chosen) {
            r->worth[r->worth_count++] = (game_report){(game_reason)why, chosen};
        }
    }
}

static bool is_tuned(const ferz_variant *variant)
{
    if (ferz_variant_facts(variant)->has_network) {
        return true;
    }
    for (size_t i = 0; i < ferz_variant_facts(variant)->file_count; i++) {
        if (text_ends_with(ferz_variant_file_at(variant, i), ".tuning.yaml")) {
            return true;
        }
    }
    return false;
}

static void warn(report *r)
{
    const size_t last = r->plan->strengths - 1;
    const strength_report *s = &r->strengths[last];
    r->warns[WARNING_SHALLOW] = s->nodes && s->games && s->depth < SHALLOW_DEPTH;
    r->warns[WARNING_UNTUNED] = s->nodes && !is_tuned(r->plan->variant);
    r->warns[WARNING_NO_LADDER] = last > 0 && r->steps[last].blocks && r->steps[last].score.low <= report_fair(r);
    r->warns[WARNING_CUT] = s->games && (double)s->cut > CUT_MANY * (double)s->games;
    r->warns[WARNING_REPEATS] = r->tally->groups[last].repeats > 0;
    r->warns[WARNING_FEW] = s->games < FEW_GAMES;
    r->warns[WARNING_SIDES] = r->plan->sides != 2;
    r->warns[WARNING_HIDDEN] = ferz_variant_facts(r->plan->variant)->hides_information;
}

/* ---- all of it ---- */

bool report_init(report *r, const tally *t)
{
    *r = (report){.plan = t->plan, .tally = t, .games = t->games};
    bool ok = true;
    for (size_t i = 0; i < t->plan->strengths; i++) {
        ok = describe_strength(r, i) && ok;
        if (i > 0) {
            describe_step(r, i);
        }
    }
    correct_comparisons(r);
    judge_advantage(r);
    ok = describe_ends(r) && ok;
    ok = describe_uses(r) && ok;
    ok = describe_values(r) && ok;
    choose_games(r);
    warn(r);
    return ok;
}

void report_finish(report *r)
{
    free(r->ends);
    free(r->unreached);
    free(r->uses);
    *r = (report){0};
}

/* ---- two reports ---- */

static difference difference_of(const report *first, const report *second, metric m, size_t strength)
{
    const strength_report *a = &first->strengths[strength], *b = &second->strengths[strength];
    return (difference){m, strength, a->estimates[m], b->estimates[m], sample_compare(&a->samples[m], &b->samples[m])};
}

size_t report_compare(const report *first, const report *second, difference out[DIFFERENCES_MAX])
{
    size_t count = 0;
    const size_t strengths =
        first->plan->strengths < second->plan->strengths ? first->plan->strengths : second->plan->strengths;
    for (size_t i = 0; i < strengths; i++) {
        out[count++] = difference_of(first, second, METRIC_SCORE, i);
    }
    for (int m = METRIC_SCORE + 1; m < METRICS; m++) {
        const difference one = difference_of(first, second, (metric)m, strengths - 1);
        if (first->strengths[strengths - 1].samples[m].count && second->strengths[strengths - 1].samples[m].count) {
            out[count++] = one;
        }
    }
    double p[DIFFERENCES_MAX];
    for (size_t i = 0; i < count; i++) {
        p[i] = out[i].change.p;
    }
    holm_correct(p, count);
    for (size_t i = 0; i < count; i++) {
        out[i].change.p = p[i];
    }
    return count;
}

/* ---- questions ---- */

/* The quantile for look number `look`, from 0: each has half of what the one before it had, so that together they err in 5 of a
 * hundred tests. */
static double quantile_of(int look)
{
    const double alpha = 0.025 / pow(2, look);
    double low = 0, high = 40;
    for (int i = 0; i < 100; i++) {
        const double middle = (low + high) / 2;
        *(normal_two_sided(middle) > alpha ? &low : &high) = middle;
    }
    return high;
}

report_answer report_answer_of(const report *first, const report *second, int look)
{
    enum { BLOCKS_MIN = 10 };
    const double z = quantile_of(look), fair = report_fair(first);
    const sample *a = &first->strengths[first->plan->strengths - 1].samples[METRIC_SCORE];
    const sample *b = second ? &second->strengths[second->plan->strengths - 1].samples[METRIC_SCORE] : NULL;
    if (a->count < BLOCKS_MIN || (b && b->count < BLOCKS_MIN)) {
        return ANSWER_NONE;
    }
    const double away = fabs(b ? b->mean - a->mean : a->mean - fair);
    const double error = b ? hypot(sample_error(a), sample_error(b)) : sample_error(a);
    return away > z * error                                              ? ANSWER_DIFFERS
           : away + z * error < (fair - report_bar(first)) / (b ? 2 : 1) ? ANSWER_ALIKE
                                                                         : ANSWER_NONE;
}
