#include "playtest/report_page.h"

#include "ferz_tools.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "playtest/board_page.h"
#include "playtest/page.h"
#include "playtest/report_names.h"

static const double SIGNIFICANT = 0.05, RARE = 0.25, LADDER = 0.6;

typedef struct printer {
    page page;
    board_page boards;
    const report *r;
    const report_form *form;
} printer;

/* ---- values ---- */

static const char *percent(page *p, double share)
{
    return page_format(p, "%.1f%%", 100 * share);
}

static const char *share_words(page *p, const estimate *e)
{
    return page_format(p, "%.1f%% (%.1f to %.1f)", 100 * e->value, 100 * e->low, 100 * e->high);
}

/* An estimate that is no share; without its interval where there is none. */
static const char *number_words(page *p, const estimate *e, int digits)
{
    return isfinite(e->low) && isfinite(e->high)
               ? page_format(p, "%.*f (%.*f to %.*f)", digits, e->value, digits, e->low, digits, e->high)
               : page_format(p, "%.*f", digits, e->value);
}

static const char *count_words(page *p, uint64_t count)
{
    return page_format(p, "%" PRIu64, count);
}

static const char *strength_words(page *p, uint64_t nodes)
{
    return nodes ? page_format(p, "%s nodes", count_words(p, nodes)) : page_say(p, "random");
}

static const char *side_words(page *p, const report *r, int side)
{
    return page_side(p, r->plan, side);
}

static const char *place_words(page *p, const char *file, uint32_t line)
{
    return file ? page_format(p, "%s:%" PRIu32, file, line) : "";
}

static size_t last_of(const report *r)
{
    return r->plan->strengths - 1;
}

/* ---- sections ---- */

static void put_head(printer *x)
{
    page *p = &x->page;
    const report *r = x->r;
    page_title(p, page_format(p, "Play-test of %s", page_title_of(p, r->plan->variant)));
    page_paragraph(
        p,
        page_format(p,
                    "%s games, seed %s. At each strength equal players play each other; each "
                    "strength also plays the one below it. No two openings are the same, and each is played once from "
                    "each seat. In brackets: the interval that holds the true value with a probability of 95%%.",
                    count_words(p, r->games), count_words(p, r->plan->seed)));
    page_paragraph(p, page_format(p, "Rules: %s", ferz_variant_facts(r->plan->variant)->fingerprint));
    if (x->form->command) {
        page_paragraph(p,
                       page_format(p, "Each game can be had again by its number: %s --game NUMBER", x->form->command));
    }
}

static void put_warnings(printer *x)
{
    page *p = &x->page;
    const report *r = x->r;
    const strength_report *s = &r->strengths[last_of(r)];
    const char *name = ferz_variant_facts(r->plan->variant)->name;
    if (r->warns[WARNING_FEW]) {
        page_warning(p, page_format(p,
                                    "Only %s games were played at the greatest strength. Nobody should judge by fewer "
                                    "than a hundred.",
                                    count_words(p, s->games)));
    }
    if (r->warns[WARNING_SHALLOW]) {
        page_warning(
            p,
            page_format(p,
                        "The strongest player looks only %.1f plies ahead. What it overlooks, this report overlooks: "
                        "give it more nodes.",
                        s->depth));
    }
    if (r->warns[WARNING_NO_LADDER]) {
        page_warning(
            p,
            page_say(p, "Four times as many nodes have not made the strongest player surely stronger: it may play this "
                        "game badly, or chance decides it, or there is little to learn."));
    }
    if (r->warns[WARNING_UNTUNED]) {
        page_warning(
            p, page_format(p,
                           "The evaluation was made from the rules alone; no network and no tuning file is there. "
                           "`ferz tune %s` learns from games and makes the players stronger.",
                           name));
    }
    if (r->warns[WARNING_CUT]) {
        page_warning(p, page_format(p, "%s of %s games were cut off after %zu plies and count as draws.",
                                    count_words(p, s->cut), count_words(p, s->games), r->plan->max_plies));
    }
    if (r->warns[WARNING_REPEATS]) {
        page_warning(
            p,
            page_say(p, "There are fewer openings than blocks of games: some repeat, and intervals are narrower than "
                        "they should be."));
    }
    if (r->warns[WARNING_SIDES]) {
        page_warning(p, page_say(p, "Leads, comebacks and values of pieces are measured between two sides only."));
    }
    if (r->warns[WARNING_HIDDEN]) {
        page_warning(p, page_say(p, "Players do not see everything: their scores are guesses, and so is who leads."));
    }
}

static const char *sure_words(page *p, double corrected)
{
    return corrected < SIGNIFICANT ? page_say(p, "sure") : page_say(p, "not sure");
}

static void put_wins_table(printer *x)
{
    page *p = &x->page;
    const report *r = x->r;
    static const char *const heads[] = {"strength", "side",   "games", "wins",
                                        "draws",    "losses", "score", "differs from fair"};
    page_table(p, sizeof heads / sizeof heads[0], heads);
    for (size_t i = 0; i <= last_of(r); i++) {
        const strength_report *s = &r->strengths[i];
        for (size_t side = 0; side < r->plan->sides; side++) {
            const seat_report *seat = &s->seats[side];
            page_cell(p, strength_words(p, s->nodes));
            page_cell(p, side_words(p, r, (int)side));
            page_cell(p, count_words(p, s->games));
            page_cell(p, count_words(p, seat->wins));
            page_cell(p, count_words(p, seat->draws));
            page_cell(p, count_words(p, seat->losses));
            page_cell(p, share_words(p, &seat->score));
            page_cell(p, sure_words(p, seat->against_fair.p));
        }
    }
    page_table_end(p);
}

static void put_bar(printer *x)
{
    page *p = &x->page;
    const report *r = x->r;
    const double bar = report_bar(r), fair = report_fair(r), top = fair + (fair - bar);
    bool inside = true, outside = false;
    for (size_t side = 0; side < r->plan->sides; side++) {
        const estimate *e = &r->strengths[last_of(r)].seats[side].score;
        inside = inside && e->low >= bar && e->high <= top;
        outside = outside || e->high < bar || e->low > top;
    }
    page_paragraph(
        p, page_format(p,
                       inside ? "Designers' bar: no side should score less than %.0f%% or more than %.0f%%. It is met."
                       : outside
                           ? "Designers' bar: no side should score less than %.0f%% or more than %.0f%%. It is missed."
                           : "Designers' bar: no side should score less than %.0f%% or more than %.0f%%. These "
                             "games do not tell.",
                       100 * bar, 100 * top));
}

/* Who has an advantage, and whether stronger players have less of it. */
static void put_advantage(printer *x)
{
    page *p = &x->page;
    const report *r = x->r;
    const strength_report *s = &r->strengths[last_of(r)], *random = &r->strengths[0];
    const char *side = side_words(p, r, 0), *score = share_words(p, &s->seats[0].score);
    const bool more = s->seats[0].score.value > report_fair(r);
    page_paragraph(p,
                   r->advantage_is_sure
                       ? page_format(p,
                                     more ? "At the greatest strength %s scores %s: surely more than a fair share."
                                          : "At the greatest strength %s scores %s: surely less than a fair share.",
                                     side, score)
                       : page_format(p, "At the greatest strength %s scores %s: no sure difference from a fair share.",
                                     side, score));
    if (last_of(r) > 0 && random->games && s->games) {
        page_paragraph(
            p, page_format(p,
                           r->advantage_shrinks
                               ? "The imbalance shrinks with strength: from %s among random players to %s."
                           : r->trend.p < SIGNIFICANT
                               ? "The imbalance grows or turns with strength: from %s among random players to %s."
                               : "No sure trend with strength: %s among random players, %s among the strongest.",
                           percent(p, random->seats[0].score.value), percent(p, s->seats[0].score.value)));
    }
    if (isfinite(s->detectable)) {
        page_paragraph(
            p, page_format(
                   p,
                   "So many games would most likely have shown a difference of %.1f points of a hundred or more; a "
                   "smaller one may be there.",
                   100 * s->detectable));
    }
}

static void put_wins(printer *x)
{
    page_heading(&x->page, page_say(&x->page, "Who wins"));
    put_wins_table(x);
    board_page_put_scores(&x->boards, x->r);
    put_advantage(x);
    put_bar(x);
}

static const char *elo_words(page *p, double elo)
{
    return isfinite(elo) ? page_format(p, "%+.0f", elo) : elo > 0 ? "+∞" : "-∞";
}

static void put_steps(printer *x)
{
    page *p = &x->page;
    const report *r = x->r;
    if (last_of(r) == 0) {
        return;
    }
    static const char *const heads[] = {"stronger", "weaker", "games", "score of the stronger",
                                        "Elo",      "from",   "to",    "is stronger"};
    page_heading(p, page_say(p, "How much there is to learn"));
    page_table(p, sizeof heads / sizeof heads[0], heads);
    size_t clear = 0;
    for (size_t i = 1; i <= last_of(r); i++) {
        const step_report *s = &r->steps[i];
        clear += s->score.low >= LADDER;
        page_cell(p, strength_words(p, r->plan->nodes[i]));
        page_cell(p, strength_words(p, r->plan->nodes[i - 1]));
        page_cell(p, count_words(p, s->games));
        page_cell(p, share_words(p, &s->score));
        page_cell(p, elo_words(p, s->elo));
        page_cell(p, elo_words(p, s->elo_low));
        page_cell(p, elo_words(p, s->elo_high));
        page_cell(p, sure_words(p, s->p));
    }
    page_table_end(p);
    page_paragraph(
        p, page_format(p, "%zu of %zu steps are surely as high as 60%%, by which other programs count levels of skill.",
                       clear, last_of(r)));
}

static const char *end_words(page *p, const report *r, const end_report *e)
{
    const char *reason = *e->reason ? page_name(p, r->plan->variant, e->reason) : page_say(p, "cut off at the limit");
    return e->winner < 0 ? page_format(p, "draw: %s", reason)
                         : page_format(p, "%s wins: %s", side_words(p, r, e->winner), reason);
}

static void put_ends(printer *x)
{
    page *p = &x->page;
    const report *r = x->r;
    static const char *const heads[] = {"end", "games of the strongest", "share", "other games", "rule"};
    page_heading(p, page_say(p, "How games end"));
    page_table(p, sizeof heads / sizeof heads[0], heads);
    for (size_t i = 0; i < r->end_count; i++) {
        const end_report *e = &r->ends[i];
        page_cell(p, end_words(p, r, e));
        page_cell(p, count_words(p, e->games));
        page_cell(p, share_words(p, &e->share));
        page_cell(p, count_words(p, e->others));
        page_cell(p, place_words(p, e->file, e->line));
    }
    page_table_end(p);
    for (size_t i = 0; i < r->unreached_count; i++) {
        page_paragraph(p, page_format(p, "Never: %s (%s).", page_name(p, r->plan->variant, r->unreached[i].name),
                                      place_words(p, r->unreached[i].file, r->unreached[i].line)));
    }
}

static void put_length(printer *x)
{
    page *p = &x->page;
    const report *r = x->r;
    static const char *const heads[] = {"strength",         "plies",       "half are shorter than",
                                        "longest",          "legal moves", "most",
                                        "without a choice", "longest row", "depth"};
    page_heading(p, page_say(p, "Length and choice"));
    page_table(p, sizeof heads / sizeof heads[0], heads);
    for (size_t i = 0; i <= last_of(r); i++) {
        const strength_report *s = &r->strengths[i];
        page_cell(p, strength_words(p, s->nodes));
        page_cell(p, number_words(p, &s->estimates[METRIC_LENGTH], 1));
        page_cell(p, count_words(p, s->median));
        page_cell(p, count_words(p, s->longest));
        page_cell(p, number_words(p, &s->estimates[METRIC_CHOICE], 1));
        page_cell(p, count_words(p, s->widest));
        page_cell(p, share_words(p, &s->estimates[METRIC_FORCED]));
        page_cell(p, count_words(p, s->forced_run));
        page_cell(p, s->nodes ? page_format(p, "%.1f", s->depth) : "");
    }
    page_table_end(p);
}

static void put_drama(printer *x)
{
    page *p = &x->page;
    const strength_report *s = &x->r->strengths[last_of(x->r)];
    if (x->r->plan->sides != 2 || !s->samples[METRIC_LEAD_CHANGES].count) {
        return;
    }
    page_heading(p, page_say(p, "When games are decided"));
    if (s->lead.centipawns) {
        page_paragraph(p,
                       page_format(p, "Who first leads by %d hundredths of the cheapest piece wins %s of such games.",
                                   s->lead.centipawns, share_words(p, &s->lead.won)));
        page_paragraph(
            p, page_format(p, "Half of the games with a winner are decided by %.0f%% (%.0f to %.0f) of their length.",
                           100 * s->lead.middle, 100 * s->lead.low, 100 * s->lead.high));
    } else {
        page_paragraph(
            p, page_say(p, "No lead is so large that its owner surely wins nine games of ten, or too few games tell."));
    }
    page_paragraph(p, page_format(p, "The lead changes hands %s times a game.",
                                  number_words(p, &s->estimates[METRIC_LEAD_CHANGES], 2)));
    page_paragraph(
        p, page_format(p,
                       "Comebacks: %s of the games with a winner were won by a side that had been behind by a piece of "
                       "the cheapest kind or more.",
                       share_words(p, &s->estimates[METRIC_COMEBACKS])));
}

static const char *rule_words(page *p, const report *r, const ferz_rule *rule)
{
    const ferz_variant *v = r->plan->variant;
    const char *piece = page_name(p, v, rule->piece);
    switch (rule->kind) {
    case FERZ_RULE_PIECE:
        return piece;
    case FERZ_RULE_MOVEMENT:
        return page_format(p, "  %s: %s", piece, rule->words ? rule->words : "");
    case FERZ_RULE_PROMOTION:
        return page_format(p, "  %s: promotes to %s", piece, page_name(p, v, rule->words));
    case FERZ_RULE_DROP:
        return page_format(p, "  %s: drop", piece);
    case FERZ_RULE_CASTLING:
        return page_format(p, "castling: %s", page_name(p, v, rule->words));
    default:
        return page_format(p, "script: %s", rule->words);
    }
}

static const char *use_words(page *p, const report *r, const use_report *u)
{
    const char *rule = rule_words(p, r, &u->rule);
    rule += strspn(rule, " ");
    return u->rule.file ? page_format(p, "%s (%s)", rule, place_words(p, u->rule.file, u->rule.line)) : rule;
}

static void put_uses_table(printer *x)
{
    page *p = &x->page;
    const report *r = x->r;
    static const char *const heads[] = {"piece or rule", "legal", "played", "share", "as random would", "where"};
    page_table(p, sizeof heads / sizeof heads[0], heads);
    for (size_t i = 0; i < r->use_count; i++) {
        const use_report *u = &r->uses[i];
        page_cell(p, rule_words(p, r, &u->rule));
        page_cell(p, count_words(p, u->offered));
        page_cell(p, count_words(p, u->played));
        page_cell(p, u->offered ? share_words(p, &u->share) : "");
        page_cell(p, u->offered && u->expected > 0 ? page_format(p, "%.2f×", u->share.value / u->expected) : "");
        page_cell(p, place_words(p, u->rule.file, u->rule.line));
    }
    page_table_end(p);
}

/* Whether a piece has anything that it could do: else nobody can use it. */
static bool can_be_used(const report *r, const use_report *u)
{
    if (u->rule.kind != FERZ_RULE_PIECE) {
        return true;
    }
    for (size_t i = 0; i < r->use_count; i++) {
        const ferz_rule *rule = &r->uses[i].rule;
        if (rule->kind != FERZ_RULE_PIECE && rule->piece && strcmp(rule->piece, u->rule.piece) == 0) {
            return true;
        }
    }
    return false;
}

static void put_uses(printer *x)
{
    page *p = &x->page;
    const report *r = x->r;
    page_heading(p, page_say(p, "Pieces and rules"));
    page_paragraph(
        p,
        page_say(p, "Between equals at the greatest strength: in how many positions each was legal, as many times as "
                    "there were ways, and how often it was played."));
    put_uses_table(x);
    for (size_t i = 0; i < r->use_count; i++) {
        const use_report *u = &r->uses[i];
        if (!can_be_used(r, u)) {
            continue;
        }
        if (!u->all_played) {
            page_paragraph(p, page_format(p, "Never used, by anybody: %s.", use_words(p, r, u)));
        } else if (!u->played && u->offered && u->random_played) {
            page_paragraph(p, page_format(p, "Used by weaker players alone: %s.", use_words(p, r, u)));
        } else if (u->offered && u->share.high < RARE * u->expected) {
            page_paragraph(
                p, page_format(p, "Surely avoided: %s is played a quarter as often as a random player would, or less.",
                               use_words(p, r, u)));
        }
    }
}

static void put_values(printer *x)
{
    page *p = &x->page;
    const report *r = x->r;
    if (!r->tally->features->count) {
        return;
    }
    page_heading(p, page_say(p, "What pieces are worth"));
    if (!r->values_suffice || !r->value_count) {
        page_paragraph(p, page_format(p,
                                      "%s positions of %s games are not enough to say: it takes %d positions or %d "
                                      "games.",
                                      count_words(p, r->value_positions), count_words(p, r->value_games),
                                      VALUE_POSITIONS_MIN, VALUE_GAMES_MIN));
        return;
    }
    static const char *const heads[] = {"piece", "value"};
    page_table(p, 2, heads);
    for (size_t i = 0; i < r->value_count; i++) {
        page_cell(p, page_name(p, r->plan->variant, r->values[i].piece));
        page_cell(p, number_words(p, &r->values[i].value, 2));
    }
    page_table_end(p);
    page_paragraph(p, page_format(p,
                                  "Fitted to the results of %s games (%s positions) by how many pieces of a kind a "
                                  "side has more; in units of the piece that is most numerous at the start.",
                                  count_words(p, r->value_games), count_words(p, r->value_positions)));
}

static const char *why_words(page *p, game_reason why)
{
    static const char *const words[GAME_REASONS] = {[GAME_COMEBACK] = "the greatest comeback",
                                                    [GAME_SWINGS] = "the lead changed hands most often",
                                                    [GAME_FORCED] = "the longest row of forced moves",
                                                    [GAME_SHORT] = "the shortest win",
                                                    [GAME_LONG] = "the longest"};
    return page_say(p, words[why]);
}

static void put_games(printer *x)
{
    page *p = &x->page;
    const report *r = x->r;
    if (!r->worth_count) {
        return;
    }
    page_heading(p, page_say(p, "Games worth looking at"));
    for (size_t i = 0; i < r->worth_count; i++) {
        const kept_game *g = r->worth[i].game;
        const end_report end = {.reason = g->end, .winner = g->winner};
        const char *words = page_format(p, "Game %s, %s: %s plies, %s", count_words(p, g->number),
                                        why_words(p, r->worth[i].why), count_words(p, g->plies), end_words(p, r, &end));
        board_page_put_game(&x->boards, r, g, words);
    }
}

static void put_sureness(printer *x)
{
    page *p = &x->page;
    page_heading(p, page_say(p, "How sure this is"));
    page_paragraph(
        p,
        page_format(p,
                    "%zu comparisons were made. They are corrected for (Holm): the probability that any sentence above "
                    "which says “sure” is false is 5%% at most. A statement on the advantage also needs the same sign "
                    "at the two greatest strengths.",
                    x->r->comparisons));
}

static void put_report(printer *x)
{
    put_head(x);
    put_warnings(x);
    put_wins(x);
    put_steps(x);
    put_ends(x);
    put_length(x);
    put_drama(x);
    put_uses(x);
    put_values(x);
    put_games(x);
    put_sureness(x);
}

/* ---- two games ---- */

static const char *metric_words(page *p, const report *r, const difference *d)
{
    static const char *const words[METRICS] = {[METRIC_DRAWS] = "draws",
                                               [METRIC_LENGTH] = "plies of a game",
                                               [METRIC_CHOICE] = "legal moves",
                                               [METRIC_FORCED] = "moves without a choice",
                                               [METRIC_LEAD_CHANGES] = "changes of the lead",
                                               [METRIC_COMEBACKS] = "comebacks"};
    return d->metric == METRIC_SCORE
               ? page_format(p, "score of %s, %s", side_words(p, r, 0), strength_words(p, r->plan->nodes[d->strength]))
               : page_say(p, words[d->metric]);
}

static bool is_percent(metric m)
{
    return m == METRIC_SCORE || m == METRIC_DRAWS || m == METRIC_FORCED || m == METRIC_COMEBACKS;
}

static const char *value_words(page *p, metric m, const estimate *e)
{
    return is_percent(m) ? share_words(p, e) : number_words(p, e, m == METRIC_LEAD_CHANGES ? 2 : 1);
}

static const char *change_words(page *p, const difference *d)
{
    const estimate *e = &d->change.difference;
    const double unit = is_percent(d->metric) ? 100 : 1;
    return isfinite(e->low) && isfinite(e->high)
               ? page_format(p, "%+.1f (%+.1f to %+.1f)", unit * e->value, unit * e->low, unit * e->high)
               : page_format(p, "%+.1f", unit * e->value);
}

static void put_difference_sentence(page *p, const report *first, const report *second, const difference *d)
{
    const double unit = is_percent(d->metric) ? 100 : 1;
    page_paragraph(p, page_format(p,
                                  d->change.difference.value < 0 ? "Sure: %s fell from %.1f to %.1f, from %s to %s."
                                                                 : "Sure: %s rose from %.1f to %.1f, from %s to %s.",
                                  metric_words(p, first, d), unit * d->first.value, unit * d->second.value,
                                  page_title_of(p, first->plan->variant), page_title_of(p, second->plan->variant)));
}

static void put_differences(page *p, const report *first, const report *second)
{
    static const char *const heads[] = {"between equals", "first", "second", "difference", ""};
    difference all[DIFFERENCES_MAX];
    const size_t count = report_compare(first, second, all);
    size_t sure = 0;
    page_title(p, page_format(p, "%s against %s", page_title_of(p, first->plan->variant),
                              page_title_of(p, second->plan->variant)));
    page_table(p, sizeof heads / sizeof heads[0], heads);
    for (size_t i = 0; i < count; i++) {
        page_cell(p, metric_words(p, first, &all[i]));
        page_cell(p, value_words(p, all[i].metric, &all[i].first));
        page_cell(p, value_words(p, all[i].metric, &all[i].second));
        page_cell(p, change_words(p, &all[i]));
        page_cell(p, sure_words(p, all[i].change.p));
    }
    page_table_end(p);
    for (size_t i = 0; i < count; i++) {
        if (all[i].change.p < SIGNIFICANT) {
            put_difference_sentence(p, first, second, &all[i]);
            sure++;
        }
    }
    page_paragraph(
        p, page_format(p, "%zu of %zu differences are sure; all comparisons were corrected for (Holm).", sure, count));
    const double a = first->strengths[last_of(first)].detectable, b = second->strengths[last_of(second)].detectable;
    if (isfinite(a) && isfinite(b)) {
        page_paragraph(
            p, page_format(
                   p,
                   "So many games would most likely have shown a difference of %.1f points of a hundred between the "
                   "scores; a smaller one may be there.",
                   100 * hypot(a, b)));
    }
}

/* ---- the page ---- */

/* What divides two reports. */
static void put_rule(page *p)
{
    page_raw(p, "<hr>\n");
    text_put(p->out, p->form == PAGE_TEXT ? "\n" : "");
}

bool report_put_page(text *t, const report *first, const report *second, const report_form *form)
{
    printer x = {.r = first, .form = form};
    page_init(&x.page, t, form->form, form->russian);
    board_page_begin(&x.boards, &x.page, page_title_of(&x.page, first->plan->variant));
    if (second) {
        put_differences(&x.page, first, second);
        put_rule(&x.page);
    }
    put_report(&x);
    if (second) {
        x.r = second;
        put_rule(&x.page);
        put_report(&x);
    }
    const bool ok = board_page_end(&x.boards);
    return page_finish(&x.page) && ok;
}
