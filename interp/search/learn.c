#include "search/learn.h"

#include "base/thread.h"
#include "search/network_adopt.h"
#include "search/trainer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    OPENING_PLIES = 10,
    SCORE_LEARNED_MAX = 2500, /* what is decided teaches nothing */
    POSITIONS_MAX = 8000000,
    MATCH_GAMES = 6000,
    SMALL_CELLS = 36,
    MIDDLE_CELLS = 100,
    EPOCHS = 24,
    CANDIDATES = 3, /* at most */
    LOOSE_SCALE = 900,
    TIME_NODES = 4, /* the match of equal time has so many times the nodes of the games that taught */
    STATE_VERSION = 2,
    KEEP_SECONDS = 600, /* of playing, then the state is kept, should the machine stop */
};
static const double result_share = 0.3, rate = 0.002;
/* Of a generation's time; the gate has the rest. */
static const double ADOPTED_PART = 0.1, PLAY_PART = 0.5, TRAIN_PART = 0.2;

typedef struct learner {
    const learn_limits *limits;
    const game_history *start;
    live_hooks *const *hooks;
    evaluation formulas;
    network_layout layout;
    arena *arena;
    training_set set;
    bool mirrors;
    struct timespec began;
    double seconds_before; /* of a run that goes on */
    double kept;           /* seconds at which the state was kept */
    double until;          /* seconds at which the stage ends; 0: never */
    double match_until[2]; /* and a match of the gate */
    const network *in_force;
    const network *adopted;       /* of a related game */
    int generation, games_before; /* games of earlier generations */
    int generations;
    /* games of this generation that are over, in the order of their numbers */
    struct pending {
        training_set set;
        int points;
        bool over;
    } * pending;
    int pending_room, taken; /* how many of them are in the set */
    int skipped;             /* games that were played before the run was stopped */
    learn_progress progress;
    bool no_memory;
} learner;

/* ---- limits ---- */

static double seconds_of(const learner *t)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return t->seconds_before + (double)(now.tv_sec - t->began.tv_sec) + (double)(now.tv_nsec - t->began.tv_nsec) * 1e-9;
}

static bool is_stopped(const learner *t)
{
    return t->limits->stop && t->limits->stop(t->limits->state_of_caller);
}

static bool fuel_stops(void *state)
{
    return is_stopped(state);
}

static bool time_is_over(const learner *t, double until)
{
    return until > 0 && seconds_of(t) >= until;
}

static bool stage_ends(void *state)
{
    const learner *t = state;
    return t->no_memory || is_stopped(t) || time_is_over(t, t->until);
}

/* When this part of the generation's time is over. */
static void set_end(learner *t, double part)
{
    if (t->limits->seconds) {
        double each = (double)t->limits->seconds / t->generations;
        t->until = each * (t->generation - 1 + part);
    }
}

static void report_progress(learner *t)
{
    t->progress.generation = t->generation;
    t->progress.seconds_left = t->limits->seconds ? t->limits->seconds - seconds_of(t) : -1;
    if (t->limits->on_progress) {
        t->limits->on_progress(t->limits->state_of_caller, &t->progress);
    }
}

/* ---- the state of a run ---- */

typedef struct state_head {
    char magic[8];
    uint32_t version, generation;
    uint64_t rules, seed, nodes, network_length;
    int32_t games_before, taken;
    double seconds; /* that are over */
} state_head;

static const char state_magic[8] = "ferzrun";

static void keep_state(learner *t)
{
    if (!t->limits->keep) {
        return;
    }
    text bytes = {0}, file = {0};
    if (t->in_force && t->in_force != t->start->variant->network) {
        network copy = *t->in_force;
        network_write(&copy, &file);
    }
    state_head head = {.version = STATE_VERSION,
                       .generation = (uint32_t)t->generation,
                       .rules = network_fingerprint(t->start->variant),
                       .seed = t->limits->seed,
                       .nodes = t->limits->nodes,
                       .network_length = file.length,
                       .games_before = t->games_before,
                       .taken = t->taken,
                       .seconds = seconds_of(t)};
    memcpy(head.magic, state_magic, sizeof head.magic);
    text_add(&bytes, (const char *)&head, sizeof head);
    text_add(&bytes, text_string(&file), file.length);
    training_set_write(&t->set, &bytes);
    if (!bytes.failed && !file.failed) {
        t->limits->keep(t->limits->state_of_caller, text_string(&bytes), bytes.length);
    }
    text_finish(&bytes);
    text_finish(&file);
}

static bool read_state(learner *t)
{
    state_head head;
    const char *bytes = t->limits->state;
    size_t left = t->limits->state_length;
    if (left < sizeof head) {
        return false;
    }
    memcpy(&head, bytes, sizeof head);
    bytes += sizeof head;
    left -= sizeof head;
    if (memcmp(head.magic, state_magic, sizeof head.magic) != 0 || head.version != STATE_VERSION ||
        head.rules != network_fingerprint(t->start->variant) || head.seed != t->limits->seed ||
        head.nodes != t->limits->nodes || head.network_length > left || head.games_before < 0 || head.taken < 0 ||
        head.generation < 1 || head.generation > 10000 || !(head.seconds >= 0 && head.seconds < 1e9)) {
        return false;
    }
    if (head.network_length) {
        const char *why;
        unsigned line;
        t->in_force = network_parse(t->arena, bytes, (size_t)head.network_length, &why, &line);
        if (!t->in_force || !network_fits(t->in_force, &t->layout)) {
            return false;
        }
    }
    bytes += head.network_length;
    left -= (size_t)head.network_length;
    t->generation = (int)head.generation;
    t->games_before = head.games_before;
    t->taken = head.taken;
    t->seconds_before = head.seconds;
    return training_set_read(&t->set, &t->layout, bytes, left);
}

/* ---- playing ---- */

typedef struct own_game {
    learner *learner;
    training_set set;
} own_game;

static void sample_position(selfplay_thread *w, const search_result *found, void *into)
{
    own_game *own = into;
    learner *t = own->learner;
    position *p = w->game_history.position;
    const struct core *rules = p->variant->core;
    int size = found->score < 0 ? -found->score : found->score;
    /* The score is the search's, so that what hangs may hang; what is about to be captured or to promote may not. */
    if (size > SCORE_LEARNED_MAX || rules->in_check(p, p->state.side_to_move) || evaluation_captured(p, found->best) ||
        evaluation_move_gain(&t->formulas, p, found->best) > 0 || rules->count(p) < 2) {
        return;
    }
    training_set_add(&own->set, &t->layout, p, found->score, selfplay_static_score(w, &t->formulas));
}

/* Takes over the games that are over, up to the first that is not. */
static void take_games(learner *t)
{
    while (t->taken < t->pending_room && t->pending[t->taken].over) {
        struct pending *game = &t->pending[t->taken];
        training_set_add_game(&t->set, &game->set, t->games_before + t->taken, game->points);
        training_set_finish(&game->set);
        t->taken++;
        if (t->set.count >= POSITIONS_MAX) {
            training_set_thin(&t->set);
        }
    }
    t->no_memory |= t->set.failed;
}

static bool goes_on(void *state, int number)
{
    learner *t = state;
    if (number < t->skipped) {
        return true;
    }
    if (t->limits->games && number >= t->limits->games) {
        return false;
    }
    if (number >= t->pending_room) {
        int room = number * 2 + 256;
        struct pending *more = realloc(t->pending, (size_t)room * sizeof *more);
        if (!more) {
            t->no_memory = true;
            return false;
        }
        memset(more + t->pending_room, 0, (size_t)(room - t->pending_room) * sizeof *more);
        t->pending = more;
        t->pending_room = room;
    }
    return true;
}

static void play(selfplay_thread *w, int number)
{
    learner *t = w->run->state;
    if (number < t->skipped) {
        return;
    }
    int of_all = t->games_before + number;
    random_source random = {selfplay_seed(w->run, of_all, SELFPLAY_OPENING)};
    own_game own = {.learner = t};
    uint64_t each = t->limits->nodes / 2 + random_below(&random, (uint32_t)t->limits->nodes + 1);
    const uint64_t nodes[2] = {each + 1, each + 1};
    int points = SELFPLAY_STOPPED;
    bool opened = selfplay_open_fair(w, &random, OPENING_PLIES, t->limits->nodes);
    if (opened) {
        points = selfplay_game(w, of_all, false, nodes, sample_position, &own);
    }
    pthread_mutex_lock(&w->run->lock);
    if (points != SELFPLAY_STOPPED || (!opened && !stage_ends(t))) {
        t->pending[number].set = own.set;
        t->pending[number].points = points == SELFPLAY_STOPPED ? WHOLE_POINT / 2 : points;
        t->pending[number].over = true;
        take_games(t);
        if (seconds_of(t) >= t->kept + KEEP_SECONDS) {
            keep_state(t);
            t->kept = seconds_of(t);
        }
        t->progress.games = t->taken;
        t->progress.positions = (int)t->set.count;
        report_progress(t);
    } else {
        training_set_finish(&own.set);
    }
    pthread_mutex_unlock(&w->run->lock);
}

static learn_outcome play_games(learner *t)
{
    variant player = *t->start->variant;
    player.network = t->in_force;
    selfplay run = {.start = t->start,
                    .hooks = t->hooks,
                    .variants = {&player, NULL},
                    .threads = t->limits->threads,
                    .seed = t->limits->seed,
                    .play = play,
                    .goes_on = goes_on,
                    .stop = stage_ends,
                    .state = t};
    t->progress = (learn_progress){.stage = LEARN_PLAY, .games = t->taken, .game_limit = t->limits->games};
    set_end(t, PLAY_PART);
    t->skipped = t->taken;
    bool ok = selfplay_run(&run);
    for (int i = t->taken; i < t->pending_room; i++) {
        training_set_finish(&t->pending[i].set);
    }
    free(t->pending);
    t->pending = NULL;
    t->pending_room = 0;
    return run.failed ? LEARN_FAILED : !ok || t->no_memory ? LEARN_NO_MEMORY : LEARN_DONE;
}

/* ---- training ---- */

typedef struct candidate {
    learner *learner;
    trainer_options options;
    arena arena;
    network network;
    trainer_report report;
    double began, until;     /* seconds of its training; until 0: no limit */
    bool ok, trained, joins; /* joins: it has a thread of its own */
    pthread_t thread;
    pthread_mutex_t *lock;
} candidate;

static void pass_epoch(void *state, const trainer_report *at)
{
    candidate *c = state;
    learner *t = c->learner;
    pthread_mutex_lock(c->lock);
    t->progress.adds = c->options.adds;
    t->progress.epoch = at->epoch;
    t->progress.epochs = at->epochs;
    t->progress.formula_loss = at->formula_loss;
    t->progress.loss = at->loss;
    report_progress(t);
    pthread_mutex_unlock(c->lock);
}

static bool training_stops(void *state)
{
    const candidate *c = state;
    return is_stopped(c->learner);
}

static double training_time_over(void *state)
{
    const candidate *c = state;
    double now = seconds_of(c->learner);
    return c->until <= 0 ? 0 : now < c->until ? (now - c->began) / (c->until - c->began) : 1;
}

static void *train(void *argument)
{
    candidate *c = argument;
    learner *t = c->learner;
    const trainer_watch watch = {
        .stop = training_stops, .time_over = training_time_over, .on_epoch = pass_epoch, .state = c};
    c->began = seconds_of(t);
    c->ok = trainer_run(&t->set, &t->layout, &t->formulas, &c->options, &watch, &c->arena, &c->network, &c->report);
    c->trained = c->ok && c->report.epoch > 0;
    return NULL;
}

static int hidden_of(int cells)
{
    return cells > SMALL_CELLS && cells <= MIDDLE_CELLS ? 64 : 32;
}

/* A network that takes the place of the formulas, and one that is added to them. Where it takes more than LOOSE_SCALE centipawns for
 * odds of e : 1, results are mostly what nobody saw: there a third one is added that learns from the scores alone. */
static int list_candidates(learner *t, candidate *candidates, pthread_mutex_t *lock)
{
    const variant *v = t->start->variant;
    const int count = trainer_scale(&t->set) > LOOSE_SCALE ? CANDIDATES : CANDIDATES - 1;
    for (int i = 0; i < count; i++) {
        const bool adds = i > 0;
        candidates[i] = (candidate){
            .learner = t,
            .lock = lock,
            .options = {.adds = adds,
                        .mirrors = t->mirrors,
                        .hidden = hidden_of(v->cells),
                        .buckets = v->has_hands ? 1 : 4,
                        .result_share = i < 2 ? result_share : 0,
                        .epochs = EPOCHS,
                        .rate = rate,
                        .seed = t->limits->seed + (uint64_t)(t->generation * CANDIDATES + i),
                        .start = t->adopted && t->adopted->adds == adds ? t->adopted : NULL},
        };
        arena_init(&candidates[i].arena, 0);
    }
    return count;
}

/* Trains as many at once as there are threads; time is shared by those that have to wait for each other. */
static learn_outcome train_all(learner *t, candidate *candidates, int count)
{
    const int together = t->limits->threads < 1 ? 1 : t->limits->threads < count ? t->limits->threads : count;
    const int rounds = (count + together - 1) / together;
    bool ok = true;
    t->progress.stage = LEARN_TRAIN;
    for (int round = 0; round < rounds; round++) {
        set_end(t, PLAY_PART + TRAIN_PART * (round + 1) / rounds);
        const int first = round * together, end = first + together < count ? first + together : count;
        for (int i = first; i < end; i++) {
            candidates[i].until = t->until;
            candidates[i].joins = i + 1 < end && thread_start(&candidates[i].thread, train, &candidates[i]);
        }
        for (int i = first; i < end; i++) {
            if (!candidates[i].joins) {
                train(&candidates[i]);
            }
        }
        for (int i = first; i < end; i++) {
            if (candidates[i].joins) {
                pthread_join(candidates[i].thread, NULL);
            }
            ok = ok && candidates[i].ok;
        }
    }
    return ok ? LEARN_DONE : LEARN_NO_MEMORY;
}

/* ---- the gate ---- */

static void pass_game(void *state, const gate_progress *so_far)
{
    learner *t = state;
    const elo_tally *tally = &so_far->tally[so_far->stage];
    t->progress.stage = so_far->stage == GATE_NODES ? LEARN_GATE_NODES : LEARN_GATE_TIME;
    t->progress.games = (int)elo_games(tally);
    t->progress.won = (int)elo_wins(tally);
    t->progress.drawn = (int)tally->draws;
    t->progress.lost = (int)elo_losses(tally);
    t->progress.elo = elo_estimate_of(tally);
    t->progress.speed = so_far->speed;
    t->progress.nodes = so_far->stage == GATE_NODES ? t->limits->nodes : TIME_NODES * t->limits->nodes;
    report_progress(t);
}

static bool match_stops(void *state)
{
    const learner *t = state;
    return t->no_memory || is_stopped(t);
}

static bool match_time_over(void *state, gate_stage stage)
{
    const learner *t = state;
    return time_is_over(t, t->match_until[stage]);
}

static gate_verdict run_gate(learner *t, const candidate *c, gate_progress *end)
{
    const double now = seconds_of(t);
    t->match_until[GATE_NODES] = t->until > 0 ? (now + t->until) / 2 : 0;
    t->match_until[GATE_TIME] = t->until;
    variant new_one = *t->start->variant, old_one = new_one;
    new_one.network = &c->network;
    old_one.network = t->in_force;
    const gate_limits limits = {
        .start = t->start,
        .hooks = t->hooks,
        .threads = t->limits->threads,
        .seed = t->limits->seed + c->options.seed * 1000,
        .nodes = {t->limits->nodes, TIME_NODES * t->limits->nodes},
        .games = t->limits->match_games ? t->limits->match_games : MATCH_GAMES,
        .elo0 = 0,
        .elo1 = 15,
        .stop = match_stops,
        .time_over = match_time_over,
        .on_game = pass_game,
        .state = t,
    };
    t->progress.game_limit = limits.games;
    t->progress.adds = c->options.adds;
    t->progress.formula_loss = c->report.formula_loss;
    t->progress.loss = c->report.loss;
    return gate_run(&new_one, &old_one, &limits, end);
}

/* A copy that outlives the generation. */
static network *keep_network(learner *t, const network *n)
{
    network *kept = arena_new(t->arena, network, 1);
    size_t hidden = (size_t)n->hidden, features = (size_t)n->features, buckets = (size_t)n->buckets;
    if (!kept) {
        return NULL;
    }
    *kept = *n;
#define COPY(member, type, count)                                                                                      \
    kept->member = arena_new(t->arena, type, (count));                                                                 \
    if (kept->member) {                                                                                                \
        memcpy(kept->member, n->member, (count) * sizeof(type));                                                       \
    }
    COPY(rows, int16_t, features * hidden)
    COPY(start, int16_t, hidden)
    COPY(linear, int32_t, features)
    COPY(output, int16_t, buckets * 2 * hidden)
    COPY(constant, int32_t, buckets)
    COPY(type_name, const char *, (size_t)n->types)
#undef COPY
    for (int i = 0; kept->type_name && i < n->types; i++) {
        kept->type_name[i] = arena_text(t->arena, n->type_name[i], strlen(n->type_name[i]));
    }
    if (t->in_force) {
        kept->parent = t->in_force->checksum;
    } else if (t->adopted) {
        kept->parent = t->adopted->checksum;
    }
    return t->arena->failed ? NULL : kept;
}

/* How much less a network is wrong than the formulas: what they foretell differs from one to the other. */
static double part_of_loss(const candidate *c)
{
    return c->report.formula_loss > 0 ? c->report.loss / c->report.formula_loss : c->report.loss;
}

static int compare_candidates(const void *a, const void *b)
{
    const double one = part_of_loss(a), other = part_of_loss(b);
    return (one > other) - (one < other);
}

/* What it found is kept and told of. */
static learn_outcome test_one(learner *t, const candidate *c, learn_result *out, gate_verdict *verdict)
{
    network *kept = keep_network(t, &c->network);
    out->tried = kept;
    *verdict = GATE_NOT_PASSED;
    if (!kept) {
        return LEARN_NO_MEMORY;
    }
    if (stage_ends(t)) {
        return LEARN_DONE;
    }
    gate_progress end;
    *verdict = run_gate(t, c, &end);
    if (*verdict == GATE_FAILED || *verdict == GATE_NO_MEMORY) {
        return *verdict == GATE_FAILED ? LEARN_FAILED : LEARN_NO_MEMORY;
    }
    out->end = t->progress;
    if (*verdict == GATE_PASSED) {
        t->in_force = out->found = kept;
        t->limits->on_network(t->limits->state_of_caller, kept, &t->progress);
    }
    return LEARN_DONE;
}

/* The one that is less wrong comes first. */
static learn_outcome test_all(learner *t, candidate *candidates, int count, learn_result *out)
{
    learn_outcome outcome = LEARN_DONE;
    gate_verdict verdict = GATE_NOT_PASSED;
    qsort(candidates, (size_t)count, sizeof *candidates, compare_candidates);
    set_end(t, 1);
    for (int i = 0; i < count && outcome == LEARN_DONE && verdict == GATE_NOT_PASSED; i++) {
        if (candidates[i].trained) {
            outcome = test_one(t, &candidates[i], out, &verdict);
        }
    }
    return outcome;
}

/* The network of the related game, as it is, may be better than the formulas already. */
static learn_outcome test_adopted(learner *t, learn_result *out)
{
    candidate lent = {.learner = t, .network = *t->adopted, .options = {.adds = t->adopted->adds}};
    gate_verdict verdict;
    set_end(t, ADOPTED_PART);
    return test_one(t, &lent, out, &verdict);
}

/* ---- the whole ---- */

static learn_outcome run_generation(learner *t, learn_result *out)
{
    learn_outcome outcome = play_games(t);
    if (outcome == LEARN_DONE && is_stopped(t)) {
        keep_state(t);
        return LEARN_DONE;
    }
    if (outcome != LEARN_DONE || t->set.count == 0) {
        return outcome != LEARN_DONE ? outcome : LEARN_NO_GAMES;
    }
    keep_state(t);
    candidate candidates[CANDIDATES];
    pthread_mutex_t lock;
    pthread_mutex_init(&lock, NULL);
    const int count = list_candidates(t, candidates, &lock);
    outcome = train_all(t, candidates, count);
    if (outcome == LEARN_DONE && !is_stopped(t)) {
        outcome = test_all(t, candidates, count, out);
    }
    for (int i = 0; i < count; i++) {
        arena_finish(&candidates[i].arena);
    }
    pthread_mutex_destroy(&lock);
    return outcome;
}

static int generations_of(const learn_limits *l)
{
    enum { TWO_FROM = 1200, THREE_FROM = 5400 };
    return l->generations ? l->generations : l->seconds >= THREE_FROM ? 3 : l->seconds >= TWO_FROM ? 2 : 1;
}

static learn_outcome run(learner *t, learn_result *out)
{
    if (t->limits->state && !read_state(t)) {
        return LEARN_OTHER_STATE;
    }
    if (t->limits->state) {
        out->found = t->in_force != t->start->variant->network ? t->in_force : NULL;
    }
    learn_outcome outcome = t->adopted && !t->limits->state ? test_adopted(t, out) : LEARN_DONE;
    if (outcome == LEARN_DONE && is_stopped(t)) {
        keep_state(t);
    }
    t->kept = seconds_of(t);
    while (outcome == LEARN_DONE && t->generation <= t->generations && !is_stopped(t)) {
        const network *before = t->in_force;
        outcome = run_generation(t, out);
        if (is_stopped(t) && t->in_force == before) {
            break; /* the generation goes on another time */
        }
        out->generations = t->generation++;
        t->games_before += t->taken;
        t->taken = 0;
        if (is_stopped(t) || t->generation <= t->generations) {
            keep_state(t);
        }
    }
    /* where all of the time was over before, the state stays: it was meant to go on for longer */
    out->stopped = is_stopped(t) || (t->limits->state && t->limits->seconds && t->seconds_before >= t->limits->seconds);
    out->games = t->games_before + t->taken;
    out->positions = (int)t->set.count;
    return outcome;
}

learn_outcome learn_run(const game_history *start, live_hooks *const *hooks, const learn_limits *limits, arena *a,
                        learn_result *out)
{
    const variant *v = start->variant;
    *out = (learn_result){0};
    learner t = {.limits = limits,
                 .start = start,
                 .hooks = hooks,
                 .arena = a,
                 .in_force = v->network,
                 .generation = 1,
                 .generations = generations_of(limits)};
    clock_gettime(CLOCK_MONOTONIC, &t.began);
    if (!evaluation_init(&t.formulas, v, v->tuning)) {
        return LEARN_NO_MEMORY;
    }
    learn_outcome outcome = LEARN_NO_MEMORY;
    if (network_layout_init(&t.layout, a, &t.formulas.params)) {
        fuel budget;
        fuel_begin(&budget, 0, fuel_stops, &t);
        t.mirrors = training_mirrors(start, &t.layout, limits->seed, &budget);
        t.adopted = limits->nearest ? network_adopt(limits->nearest, NULL, &t.layout, a) : NULL;
        outcome = run(&t, out);
    }
    training_set_finish(&t.set);
    evaluation_finish(&t.formulas);
    return outcome;
}
