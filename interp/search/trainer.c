#include "search/trainer.h"

#include "base/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BATCH = 4096,
    LANES = NETWORK_LANES,
    SCALE_SAMPLES = 200000, /* so many positions tell the scale */
};
static const double weight_max = 1.98, decay = 0.01, spread = 0.15;

/* Parameters, in one array: rows, where sums begin, linear, output, constants. */
typedef struct parameters {
    size_t rows, start, linear, output, constant, count;
} parameters;

typedef struct trainer {
    const training_set *set;
    const network_layout *layout;
    const trainer_options *options;
    parameters at;
    float *value, *gradient, *moment1, *moment2, *best;
    bool *seen;      /* [features] */
    uint32_t *order; /* positions to learn from */
    size_t order_count;
    float *us, *them; /* [hidden] sums; behind a pass back: their slopes */
    uint16_t *own, *others;
    double scale; /* centipawns for odds of e : 1 */
    uint64_t step;
    random_source random;
} trainer;

/* ---- what is foretold ---- */

static double sigmoid(double odds)
{
    return 1 / (1 + exp(-odds));
}

static double cross_entropy(double odds, double target)
{
    double p = sigmoid(odds);
    p = p < 1e-6 ? 1e-6 : p > 1 - 1e-6 ? 1 - 1e-6 : p;
    return -(target * log(p) + (1 - target) * log(1 - p));
}

static bool is_drawn(const training_position *p)
{
    return 2 * p->result == WHOLE_POINT;
}

/* A draw tells nothing of who stands better: where most games are drawn, it would pull all scores to 0, and what is left
 * of them would drown in noise. */
static double target_of(const training_position *p, double result_share, double scale)
{
    double score = sigmoid(p->score / scale);
    return is_drawn(p) ? score : result_share * p->result / WHOLE_POINT + (1 - result_share) * score;
}

double trainer_scale(const training_set *s)
{
    double low = 40, high = 2000;
    size_t stride = s->count / SCALE_SAMPLES + 1;
    for (int i = 0; i < 24; i++) {
        double tried[2] = {low + (high - low) / 3, high - (high - low) / 3}, loss[2] = {0, 0};
        for (int k = 0; k < 2; k++) {
            for (size_t n = 0; n < s->count; n += stride) {
                const training_position *p = &s->positions[n];
                loss[k] += is_drawn(p) ? 0 : cross_entropy(p->score / tried[k], (double)p->result / WHOLE_POINT);
            }
        }
        low = loss[0] < loss[1] ? low : tried[0];
        high = loss[0] < loss[1] ? tried[1] : high;
    }
    return (low + high) / 2;
}

/* ---- forward and back ---- */

static int bucket_of(const trainer *t, const training_position *p)
{
    int buckets = t->options->buckets;
    int bucket = (p->pieces - 1) * buckets / t->layout->piece_count;
    return bucket < 0 ? 0 : bucket < buckets ? bucket : buckets - 1;
}

static void add_row(float *restrict to, const float *restrict row, int hidden)
{
    for (int i = 0; i < hidden; i += LANES) {
        for (int k = i; k < i + LANES; k++) {
            to[k] += row[k];
        }
    }
}

/* The features as both views have them, perhaps on the mirror image. */
static void load_features(trainer *t, const training_position *p, bool mirrored)
{
    const uint16_t *from = t->set->features + p->first;
    for (size_t i = 0; i < p->count; i++) {
        uint16_t f = mirrored ? t->layout->mirror[from[i]] : from[i];
        t->own[i] = f;
        t->others[i] = t->layout->flip[f];
    }
}

static float clip(float x)
{
    return x < 0 ? 0 : x < 1 ? x : 1;
}

static double dot(const float *sums, const float *weights, int hidden)
{
    float part[LANES] = {0};
    for (int i = 0; i < hidden; i += LANES) {
        for (int k = 0; k < LANES; k++) {
            float x = clip(sums[i + k]);
            part[k] += x * x * weights[i + k];
        }
    }
    double sum = 0;
    for (int k = 0; k < LANES; k++) {
        sum += (double)part[k];
    }
    return sum;
}

/* The odds of the side to move, from the features loaded. */
static double forward(trainer *t, const training_position *p)
{
    const int hidden = t->options->hidden;
    const float *v = t->value;
    size_t bytes = (size_t)hidden * sizeof(float);
    memcpy(t->us, v + t->at.start, bytes);
    memcpy(t->them, v + t->at.start, bytes);
    double linear = 0;
    for (size_t i = 0; i < p->count; i++) {
        add_row(t->us, v + t->at.rows + (size_t)t->own[i] * (size_t)hidden, hidden);
        add_row(t->them, v + t->at.rows + (size_t)t->others[i] * (size_t)hidden, hidden);
        linear += (double)v[t->at.linear + t->own[i]] - (double)v[t->at.linear + t->others[i]];
    }
    int bucket = bucket_of(t, p);
    const float *output = v + t->at.output + (size_t)bucket * 2 * (size_t)hidden;
    double odds = linear + (double)v[t->at.constant + (size_t)bucket];
    odds += dot(t->us, output, hidden) + dot(t->them, output + hidden, hidden);
    return odds + (t->options->adds ? p->formula / t->scale : 0);
}

/* Slopes of one view: of the output's weights, and of the sums, which take the place of the sums. */
static void back_through(float *restrict sums, const float *restrict weights, float *restrict gradient, float slope,
                         int hidden)
{
    for (int i = 0; i < hidden; i += LANES) {
        for (int k = i; k < i + LANES; k++) {
            float x = clip(sums[k]);
            gradient[k] += slope * x * x;
            sums[k] = sums[k] > 0 && sums[k] < 1 ? 2 * slope * x * weights[k] : 0;
        }
    }
}

static void back(trainer *t, const training_position *p, float slope)
{
    const int hidden = t->options->hidden;
    float *g = t->gradient;
    size_t bucket = (size_t)bucket_of(t, p), output = t->at.output + bucket * 2 * (size_t)hidden;
    back_through(t->us, t->value + output, g + output, slope, hidden);
    back_through(t->them, t->value + output + hidden, g + output + hidden, slope, hidden);
    g[t->at.constant + bucket] += slope;
    add_row(g + t->at.start, t->us, hidden);
    add_row(g + t->at.start, t->them, hidden);
    for (size_t i = 0; i < p->count; i++) {
        add_row(g + t->at.rows + (size_t)t->own[i] * (size_t)hidden, t->us, hidden);
        add_row(g + t->at.rows + (size_t)t->others[i] * (size_t)hidden, t->them, hidden);
        g[t->at.linear + t->own[i]] += slope;
        g[t->at.linear + t->others[i]] -= slope;
    }
}

static void adam_step(trainer *t, double rate, size_t batch)
{
    t->step++;
    const float first_left = (float)(1 - pow(0.9, (double)t->step));
    const float second_left = (float)(1 - pow(0.999, (double)t->step));
    const float most = (float)weight_max, pace = (float)rate, shrink = (float)(1 - rate * decay);
    const float part = 1 / (float)batch;
    for (size_t i = 0; i < t->at.count; i++) {
        float g = t->gradient[i] * part;
        t->moment1[i] = 0.9F * t->moment1[i] + 0.1F * g;
        t->moment2[i] = 0.999F * t->moment2[i] + 0.001F * g * g;
        t->value[i] -= pace * (t->moment1[i] / first_left) / (sqrtf(t->moment2[i] / second_left) + 1e-8F);
        t->gradient[i] = 0;
    }
    for (size_t i = 0; i < t->at.linear; i++) { /* rows and where sums begin */
        t->value[i] *= shrink;
        t->value[i] = t->value[i] > most ? most : t->value[i] < -most ? -most : t->value[i];
    }
    for (size_t i = t->at.output; i < t->at.constant; i++) {
        t->value[i] = t->value[i] > most ? most : t->value[i] < -most ? -most : t->value[i];
    }
}

/* ---- losses ---- */

static double test_loss(trainer *t)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < t->set->count; i++) {
        const training_position *p = &t->set->positions[i];
        if (p->test) {
            load_features(t, p, false);
            sum += cross_entropy(forward(t, p), target_of(p, t->options->result_share, t->scale));
            count++;
        }
    }
    return count ? sum / (double)count : 0;
}

static double formula_loss(const training_set *s, double result_share, double scale)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++) {
        const training_position *p = &s->positions[i];
        if (p->test) {
            sum += cross_entropy(p->formula / scale, target_of(p, result_share, scale));
            count++;
        }
    }
    return count ? sum / (double)count : 0;
}

static void sum_rows(const network *n, const network_layout *l, const uint16_t *list, size_t count, bool flipped,
                     const network_kernel *kernel, int16_t *sums, int64_t *linear)
{
    memcpy(sums, n->start, (size_t)n->hidden * sizeof *sums);
    for (size_t i = 0; i < count; i++) {
        size_t f = flipped ? l->flip[list[i]] : list[i];
        kernel->add(sums, n->rows + f * (size_t)n->hidden, n->hidden);
        *linear += flipped ? -(int64_t)n->linear[f] : (int64_t)n->linear[f];
    }
}

double trainer_loss(const training_set *s, const network_layout *l, const network *n, double result_share, double scale)
{
    const network_kernel *kernel = network_kernel_pick(false);
    int16_t us[NETWORK_HIDDEN_MAX], them[NETWORK_HIDDEN_MAX];
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++) {
        const training_position *p = &s->positions[i];
        if (!p->test) {
            continue;
        }
        int64_t linear = 0;
        sum_rows(n, l, s->features + p->first, p->count, false, kernel, us, &linear);
        sum_rows(n, l, s->features + p->first, p->count, true, kernel, them, &linear);
        int bucket = (p->pieces - 1) * n->buckets / l->piece_count;
        bucket = bucket < 0 ? 0 : bucket < n->buckets ? bucket : n->buckets - 1;
        int score = network_output(n, kernel, us, them, linear, bucket) + (n->adds ? p->formula : 0);
        sum += cross_entropy(score / scale, target_of(p, result_share, scale));
        count++;
    }
    return count ? sum / (double)count : 0;
}

/* ---- beginning and end ---- */

static float uniform(random_source *random, double size)
{
    return (float)(((double)(random_next(random) >> 11) * 0x1p-53 * 2 - 1) * size);
}

/* What the formulas say of a piece on a cell, or of one more in hand, halved: the other view says it again. */
static void begin_with_formulas(trainer *t, const evaluation *e)
{
    const variant *v = t->layout->variant;
    float *linear = t->value + t->at.linear;
    const double unit = 2 * 2 * t->scale; /* middlegame and endgame; both views */
    for (int piece = 1; piece < v->piece_ids; piece++) {
        int owner = v->owner_of[piece];
        for (int cell = 0; owner < v->players && cell < v->cells; cell++) {
            weight_pair w = e->piece_square[piece * v->cells + cell];
            float half = (float)((pair_middle(w) + pair_end(w)) / unit);
            linear[t->layout->cell[owner][piece * v->cells + cell]] = half;
            linear[t->layout->cell[!owner][piece * v->cells + cell]] = -half;
        }
    }
    for (int i = 0; i < t->layout->item_count; i++) {
        const network_item *item = &t->layout->items[i];
        int owner = item->kind == ITEM_HAND ? v->owner_of[item->index] : v->players;
        for (int k = 0; owner < v->players && k < item->most; k++) {
            weight_pair w = e->in_hand_weight[item->index];
            float half = (float)((pair_middle(w) + pair_end(w)) / unit);
            linear[item->first[owner] + k] = half;
            linear[item->first[!owner] + k] = -half;
        }
    }
}

static void begin_with_network(trainer *t, const network *n)
{
    const size_t hidden = (size_t)n->hidden, features = (size_t)n->features;
    for (size_t i = 0; i < features * hidden; i++) {
        t->value[t->at.rows + i] = (float)n->rows[i] / NETWORK_ONE;
    }
    for (size_t i = 0; i < hidden; i++) {
        t->value[t->at.start + i] = (float)n->start[i] / NETWORK_ONE;
    }
    for (size_t i = 0; i < features; i++) {
        t->value[t->at.linear + i] = (float)(n->linear[i] / (NETWORK_LINEAR_ONE * t->scale));
    }
    const double more = n->scale / t->scale;
    for (int bucket = 0; bucket < t->options->buckets; bucket++) {
        size_t from = (size_t)(bucket * n->buckets / t->options->buckets);
        for (size_t i = 0; i < 2 * hidden; i++) {
            t->value[t->at.output + (size_t)bucket * 2 * hidden + i] =
                (float)(n->output[from * 2 * hidden + i] * more / NETWORK_OUTPUT_ONE);
        }
        t->value[t->at.constant + (size_t)bucket] =
            (float)(n->constant[from] * more / (NETWORK_ONE * NETWORK_ONE * NETWORK_OUTPUT_ONE));
    }
}

/* The output's weights begin at 0, so that the network begins as the formulas, and not with noise. */
static void begin(trainer *t, const evaluation *e)
{
    const network *start = t->options->start;
    for (size_t i = 0; i < t->at.start; i++) {
        t->value[i] = uniform(&t->random, spread);
    }
    for (size_t i = t->at.start; i < t->at.linear; i++) {
        t->value[i] = 0.25F;
    }
    if (!t->options->adds) {
        begin_with_formulas(t, e);
    }
    if (start && start->hidden == t->options->hidden && start->features == t->layout->features) {
        begin_with_network(t, start);
    }
}

static int32_t rounded(double value, double most)
{
    value = value > most ? most : value < -most ? -most : value;
    return (int32_t)lround(value);
}

static bool finish(const trainer *t, arena *a, network *n)
{
    const variant *v = t->layout->variant;
    const size_t hidden = (size_t)t->options->hidden, features = (size_t)t->layout->features;
    const size_t buckets = (size_t)t->options->buckets;
    *n = (network){.rules = network_fingerprint(v),
                   .adds = t->options->adds,
                   .features = t->layout->features,
                   .hidden = t->options->hidden,
                   .buckets = t->options->buckets,
                   .scale = rounded(t->scale, NETWORK_SCALE_MAX),
                   .cells = v->cells,
                   .columns = v->topology.columns,
                   .types = v->types};
    n->rows = arena_new(a, int16_t, features * hidden);
    n->start = arena_new(a, int16_t, hidden);
    n->linear = arena_new(a, int32_t, features);
    n->output = arena_new(a, int16_t, buckets * 2 * hidden);
    n->constant = arena_new(a, int32_t, buckets);
    n->type_name = arena_new(a, const char *, (size_t)v->types);
    for (int type = 0; !a->failed && type < v->types; type++) {
        n->type_name[type] = eval_params_type_name(a, v, type);
    }
    if (a->failed) {
        return false;
    }
    for (size_t i = 0; i < features; i++) { /* what was never seen has no say in the hidden layer */
        for (size_t k = 0; t->seen[i] && k < hidden; k++) {
            n->rows[i * hidden + k] =
                (int16_t)rounded((double)t->best[t->at.rows + i * hidden + k] * NETWORK_ONE, 2047);
        }
        n->linear[i] = rounded((double)t->best[t->at.linear + i] * t->scale * NETWORK_LINEAR_ONE, 1 << 20);
    }
    for (size_t i = 0; i < hidden; i++) {
        n->start[i] = (int16_t)rounded((double)t->best[t->at.start + i] * NETWORK_ONE, 16000);
    }
    for (size_t i = 0; i < buckets * 2 * hidden; i++) {
        n->output[i] = (int16_t)rounded((double)t->best[t->at.output + i] * NETWORK_OUTPUT_ONE, NETWORK_OUTPUT_MAX);
    }
    for (size_t i = 0; i < buckets; i++) {
        n->constant[i] =
            rounded((double)t->best[t->at.constant + i] * NETWORK_ONE * NETWORK_ONE * NETWORK_OUTPUT_ONE, 1 << 30);
    }
    return true;
}

/* ---- the whole ---- */

static void shuffle(trainer *t)
{
    for (size_t i = t->order_count; i > 1; i--) {
        size_t k = random_below(&t->random, (uint32_t)i);
        uint32_t other = t->order[i - 1];
        t->order[i - 1] = t->order[k];
        t->order[k] = other;
    }
}

static bool holds_right(const trainer *t, const training_position *p)
{
    bool holds = false;
    for (size_t i = 0; i < p->count && !holds; i++) {
        holds = t->layout->of_right[t->set->features[p->first + i]];
    }
    return holds;
}

static bool stops(const trainer_watch *watch)
{
    return watch->stop && watch->stop(watch->state);
}

static double time_over(const trainer_watch *watch)
{
    double part = watch->time_over ? watch->time_over(watch->state) : 0;
    return part < 1 ? part : 1;
}

/* False: stopped, or the time is over. */
static bool run_epoch(trainer *t, int epoch, const trainer_watch *watch)
{
    const double pi = 3.14159265358979323846;
    shuffle(t);
    for (size_t from = 0; from < t->order_count; from += BATCH) {
        size_t until = from + BATCH < t->order_count ? from + BATCH : t->order_count;
        for (size_t i = from; i < until; i++) {
            const training_position *p = &t->set->positions[t->order[i]];
            bool mirrored = t->options->mirrors && random_next(&t->random) >> 63 && !holds_right(t, p);
            load_features(t, p, mirrored);
            double off = sigmoid(forward(t, p)) - target_of(p, t->options->result_share, t->scale);
            back(t, p, (float)off);
        }
        double done = (epoch + (double)from / (double)t->order_count) / t->options->epochs, over = time_over(watch);
        done = done > over ? done : over;
        adam_step(t, t->options->rate * (0.01 + 0.99 * (1 + cos(pi * done)) / 2), until - from);
        if (stops(watch) || over >= 1) {
            return false;
        }
    }
    return true;
}

static void note_seen(trainer *t, const training_position *p)
{
    for (size_t i = 0; i < p->count; i++) {
        uint16_t f = t->set->features[p->first + i], m = t->layout->mirror[f];
        t->seen[f] = t->seen[t->layout->flip[f]] = true;
        if (t->options->mirrors) {
            t->seen[m] = t->seen[t->layout->flip[m]] = true;
        }
    }
}

static void run(trainer *t, const evaluation *e, const trainer_watch *watch, trainer_report *r)
{
    begin(t, e);
    memcpy(t->best, t->value, t->at.count * sizeof *t->best);
    r->formula_loss = formula_loss(t->set, t->options->result_share, t->scale);
    r->loss = INFINITY;
    bool whole = true;
    for (int epoch = 0; epoch < t->options->epochs && t->order_count && whole; epoch++) {
        whole = run_epoch(t, epoch, watch);
        if (stops(watch)) {
            break;
        }
        double loss = test_loss(t);
        r->epoch = epoch + 1;
        if (loss < r->loss) {
            memcpy(t->best, t->value, t->at.count * sizeof *t->best);
            r->loss = loss;
        }
        if (watch->on_epoch) {
            watch->on_epoch(watch->state, r);
        }
    }
}

bool trainer_run(const training_set *s, const network_layout *l, const evaluation *e, const trainer_options *options,
                 const trainer_watch *watch, arena *a, network *out, trainer_report *end)
{
    const size_t hidden = (size_t)options->hidden, features = (size_t)l->features;
    trainer t = {.set = s, .layout = l, .options = options, .random = {options->seed}, .scale = trainer_scale(s)};
    t.at.start = features * hidden;
    t.at.linear = t.at.start + hidden;
    t.at.output = t.at.linear + features;
    t.at.constant = t.at.output + (size_t)options->buckets * 2 * hidden;
    t.at.count = t.at.constant + (size_t)options->buckets;
    float *memory = calloc(5 * t.at.count + 2 * hidden, sizeof *memory);
    t.seen = calloc(features, sizeof *t.seen);
    t.order = malloc((s->count + 1) * sizeof *t.order);
    t.own = malloc(2 * (l->active_max + 1) * sizeof *t.own);
    *end = (trainer_report){.epochs = options->epochs};
    bool ok = memory && t.seen && t.order && t.own;
    if (ok) {
        t.value = memory;
        t.gradient = memory + t.at.count;
        t.moment1 = memory + 2 * t.at.count;
        t.moment2 = memory + 3 * t.at.count;
        t.best = memory + 4 * t.at.count;
        t.us = memory + 5 * t.at.count;
        t.them = t.us + hidden;
        t.others = t.own + l->active_max + 1;
        for (size_t i = 0; i < s->count; i++) {
            if (!s->positions[i].test) {
                t.order[t.order_count++] = (uint32_t)i;
                note_seen(&t, &s->positions[i]);
            }
        }
        run(&t, e, watch, end);
        ok = finish(&t, a, out);
        end->loss = ok ? trainer_loss(s, l, out, options->result_share, t.scale) : end->loss;
    }
    free(memory);
    free(t.seen);
    free(t.order);
    free(t.own);
    return ok;
}
