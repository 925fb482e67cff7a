#include "search/worlds.h"

#include "search/deadline.h"

#include "base/random.h"
#include "search/evaluation.h"
#include "search/root.h"

#include <stdlib.h>
#include <string.h>

enum {
    PARTICLES = 24,
    WORLDS_MOST = 8,
    NODES_LEAST = 300,   /* fewer for a world say nothing */
    SETUP_TRIES = 60,    /* attempts to set hidden men up so that the position could have come about */
    DEPTH_WITHOUT = 3,   /* without any limit */
    MOVES_AT_ONCE = 4096 /* most legal moves that are looked at */
};

typedef struct sampler {
    const knowledge *k;
    const game *g;
    random_source random;
    position *particle[PARTICLES];
    bool alive[PARTICLES];
    position *view, *empty; /* scratch */
    bool *stands;           /* [men][cells]: a man of the kind has somewhere to go from there */
    move *moves;            /* [MOVES_AT_ONCE] */
    uint16_t *kinds, *held; /* [men] scratch */
    int64_t until;          /* milliseconds since `clock` began, after which worlds are no longer looked for; 0: none */
    deadline *clock;
} sampler;

move worlds_plain(move m)
{
    switch (move_kind_of(m)) {
    case MOVE_STEP:
    case MOVE_DOUBLE:
    case MOVE_PASSING:
        return move_pack(MOVE_STEP, move_from(m), move_to(m), move_into(m), 0, move_extra(m));
    default:
        return m;
    }
}

/* FNV-1a. */
uint64_t worlds_said(const char *lines)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (; *lines; lines++) {
        hash = (hash ^ (unsigned char)*lines) * UINT64_C(0x100000001B3);
    }
    return hash;
}

/* ---- life ---- */

static void sampler_finish(sampler *s)
{
    for (int i = 0; i < PARTICLES; i++) {
        position_destroy(s->particle[i]);
    }
    position_destroy(s->view);
    position_destroy(s->empty);
    free(s->stands);
    free(s->moves);
    free(s->kinds);
    free(s->held);
}

/* Which men can stand where: those that could move on from there on an empty board. */
static void find_stands(sampler *s)
{
    const game *g = s->g;
    for (int man = 1; man < g->men; man++) {
        s->empty->state.mover = g->man_owner[man];
        for (int cell = 0; cell < g->cells; cell++) {
            move_list list = {s->moves, 0, MOVES_AT_ONCE, false};
            g->core->put(s->empty, (cell_id)cell, (man_id)man);
            g->core->pseudo(s->empty, &list);
            g->core->put(s->empty, (cell_id)cell, MAN_NONE);
            for (size_t i = 0; i < list.count; i++) {
                s->stands[(size_t)man * (size_t)g->cells + (size_t)cell] |= move_from(s->moves[i]) == (unsigned)cell;
            }
        }
    }
}

static bool sampler_init(sampler *s, const knowledge *k, live_hooks *hooks, uint64_t seed)
{
    const game *g = k->game;
    size_t men = (size_t)g->men;
    *s = (sampler){.k = k, .g = g, .random = {seed + UINT64_C(0x776F726C64)}};
    bool fine = true;
    for (int i = 0; i < PARTICLES; i++) {
        s->particle[i] = position_create(g, hooks);
        fine = fine && s->particle[i];
    }
    s->view = position_create(g, NULL);
    s->empty = position_create(g, NULL);
    s->stands = calloc(men * (size_t)g->cells, sizeof *s->stands);
    s->moves = malloc(MOVES_AT_ONCE * sizeof *s->moves);
    s->kinds = calloc(men, sizeof *s->kinds);
    s->held = calloc(men, sizeof *s->held);
    fine = fine && s->view && s->empty && s->stands && s->moves && s->kinds && s->held;
    if (fine) {
        find_stands(s);
    }
    return fine;
}

/* ---- setting hidden men up ---- */

static bool is_hidden(const sampler *s, int man)
{
    return !sight_is_own(s->g, s->k->player, s->g->man_owner[man]);
}

static bool may_stand(const sampler *s, int man, int cell, bool placing)
{
    const game *g = s->g;
    int owner = g->man_owner[man];
    for (int i = 0; placing && i < g->drop_count[owner]; i++) {
        if (g->drops[owner][i].man == man) {
            return set_has(g->sets + g->drops[owner][i].zone, (unsigned)cell);
        }
    }
    return s->stands[(size_t)man * (size_t)g->cells + (size_t)cell];
}

/* Puts one man on a random cell that is free and fit; false when there is none. */
static bool put_somewhere(sampler *s, position *p, int man, bool placing)
{
    uint32_t free_cells = 0;
    for (int cell = 0; cell < s->g->cells; cell++) {
        free_cells += !p->board[cell] && may_stand(s, man, cell, placing);
    }
    uint32_t skip = free_cells ? random_below(&s->random, free_cells) : 0;
    for (int cell = 0; free_cells && cell < s->g->cells; cell++) {
        if (!p->board[cell] && may_stand(s, man, cell, placing) && skip-- == 0) {
            p->board[cell] = (man_id)man;
            return true;
        }
    }
    return false;
}

static void draw_secrets(sampler *s, position *p)
{
    const rule_sight *sight = &s->g->rules->sight;
    for (size_t i = 0; i < sight->secret_count; i++) {
        const rule_secret *secret = &sight->secrets[i];
        uint32_t ways = (uint32_t)(secret->high - secret->low + 1);
        if (p->more.counters[secret->counter] == COUNTER_UNSEEN) {
            p->more.counters[secret->counter] = (int16_t)(secret->low + (long)random_below(&s->random, ways));
        }
    }
}

/* Whether nobody stands attacked who has just had the move. */
static bool could_have_come(const position *p)
{
    const game *g = p->game;
    for (int player = 0; player < g->players; player++) {
        bool waits = player != p->state.mover && !sight_is_own(g, player, p->state.mover);
        if (waits && !(g->prepares && position_placing(p)) && g->core->in_check(p, player)) {
            return false;
        }
    }
    return true;
}

/* A position with what `view` shows, and the hidden men of s->kinds (s->held of them in hand) anywhere. */
static bool set_up(sampler *s, position *p, const position *view)
{
    const game *g = s->g;
    for (int try = 0; try < SETUP_TRIES; try++) {
        bool placed = true;
        position_copy(p, view);
        bool placing = position_placing(p);
        for (int man = 1; man < g->men; man++) {
            if (is_hidden(s, man) && g->hands) {
                position_hand(p)[man] = s->held[man];
                placing |= s->held[man] > 0 && g->rules->placing_first;
            }
        }
        for (int man = 1; man < g->men && placed; man++) {
            for (int n = s->held[man]; is_hidden(s, man) && n < s->kinds[man] && placed; n++) {
                placed = put_somewhere(s, p, man, placing);
            }
        }
        draw_secrets(s, p);
        g->core->refresh(p);
        if (placed && could_have_come(p)) {
            return true;
        }
    }
    return false;
}

/* Where no men are hidden: what he sees, and secrets as they may be. */
static bool begin_open(sampler *s, position *p, const position *view)
{
    position_copy(p, view);
    draw_secrets(s, p);
    s->g->core->refresh(p);
    return true;
}

static bool begin(sampler *s, position *p)
{
    memcpy(s->kinds, s->k->kinds, (size_t)s->g->men * sizeof *s->kinds);
    memcpy(s->held, s->k->held, (size_t)s->g->men * sizeof *s->held);
    if (s->k->start_open || !sight_hides_men(s->k->start)) {
        return begin_open(s, p, s->k->start);
    }
    return set_up(s, p, s->k->start);
}

/* Takes one of the owner's men at random out of `from`, royals aside unless there is nothing else. */
static int draw_man(sampler *s, int owner, const uint16_t *from, bool royals)
{
    const game *g = s->g;
    uint32_t count = 0;
    for (int man = 1; man < g->men; man++) {
        count += g->man_owner[man] == owner && (royals || !g->man_royal[man]) ? from[man] : 0u;
    }
    uint32_t skip = count ? random_below(&s->random, count) : 0;
    for (int man = 1; count && man < g->men; man++) {
        uint32_t here = g->man_owner[man] == owner && (royals || !g->man_royal[man]) ? from[man] : 0u;
        if (skip < here) {
            return man;
        }
        skip -= here;
    }
    return MAN_NONE;
}

/* When nobody agrees any more: the right number of men, of kinds that there were in the beginning. */
static bool begin_again(sampler *s, position *p, const observation *o)
{
    const game *g = s->g;
    if (!sight_hides_men(o->view)) { /* the curtain has fallen */
        return begin_open(s, p, o->view);
    }
    memcpy(s->kinds, s->k->kinds, (size_t)g->men * sizeof *s->kinds);
    memset(s->held, 0, (size_t)g->men * sizeof *s->held);
    for (int owner = 0; owner < g->players; owner++) {
        int total = 0;
        for (int man = 1; man < g->men; man++) {
            total += g->man_owner[man] == owner ? s->kinds[man] : 0;
        }
        for (int man; total > o->men[owner] && (man = draw_man(s, owner, s->kinds, false)) != MAN_NONE; total--) {
            s->kinds[man]--;
        }
        for (int n = o->held[owner], man; n > 0 && (man = draw_man(s, owner, s->kinds, true)) != MAN_NONE; n--) {
            s->held[man]++;
            s->kinds[man]--; /* not to be drawn twice; given back below */
        }
    }
    for (int man = 1; man < g->men; man++) {
        s->kinds[man] = (uint16_t)(s->kinds[man] + s->held[man]);
    }
    return set_up(s, p, o->view);
}

/* ---- whether a particle agrees ---- */

static bool counts_agree(const position *p, const observation *o)
{
    const game *g = p->game;
    uint16_t men[PLAYERS_MAX] = {0};
    for (int man = 1; man < g->men; man++) {
        int held = g->hands ? position_hand(p)[man] : 0;
        men[g->man_owner[man]] = (uint16_t)(men[g->man_owner[man]] + g->core->count_man(p, (man_id)man) + held);
    }
    return memcmp(men, o->men, sizeof men) == 0;
}

static bool view_agrees(sampler *s, const position *p, const observation *o)
{
    sight_view(p, s->k->player, s->view);
    return s->view->state.hash == o->view->state.hash && s->view->state.mover == o->view->state.mover &&
           memcmp(s->view->board, o->view->board, (size_t)s->g->cells * sizeof(man_id)) == 0 &&
           memcmp(s->view->more.counters, o->view->more.counters, sizeof s->view->more.counters) == 0 &&
           counts_agree(p, o);
}

/* Plays the move; takes it back when something else would have been seen or heard. */
static bool play_agreeing(sampler *s, position *p, move m, const observation *o)
{
    const core *c = s->g->core;
    char lines[LINES_MAX];
    move_facts facts;
    undo u;
    bool man = s->g->announce_count && c->facts(p, m, &facts);
    c->play(p, m, &u);
    bool fine = view_agrees(s, p, o);
    if (fine && s->g->announce_count) {
        fine = sight_announce(p, man ? &facts : NULL, lines) && worlds_said(lines) == o->said;
    }
    if (!fine) {
        c->undo(p, &u);
    }
    return fine;
}

static move_list legal_moves(sampler *s, position *p)
{
    move_list list = {s->moves, 0, MOVES_AT_ONCE, false};
    s->g->core->legal(p, &list);
    return list;
}

static bool seen_move(sampler *s, position *p, const observation *o)
{
    move_list list = legal_moves(s, p);
    for (size_t i = 0; i < list.count; i++) {
        if (worlds_plain(list.moves[i]) == o->move && play_agreeing(s, p, list.moves[i], o)) {
            return true;
        }
    }
    return false;
}

static bool unseen_ply(sampler *s, position *p, const observation *o)
{
    move_list list = legal_moves(s, p);
    while (list.count) {
        size_t i = random_below(&s->random, (uint32_t)list.count);
        move m = list.moves[i];
        list.moves[i] = list.moves[--list.count];
        if (play_agreeing(s, p, m, o)) {
            return true;
        }
    }
    return false;
}

static bool is_illegal(sampler *s, position *p, move plain)
{
    move_list list = legal_moves(s, p);
    for (size_t i = 0; i < list.count; i++) {
        if (worlds_plain(list.moves[i]) == plain) {
            return false;
        }
    }
    return true;
}

static bool same_answer(sampler *s, position *p, const observation *o)
{
    int count = sight_answer(p, o->ask, s->moves, MOVES_AT_ONCE);
    return (o->ask->number ? count : count > 0) == o->answer;
}

static bool agrees(sampler *s, position *p, const observation *o)
{
    switch (o->kind) {
    case SEEN_MOVE:
        return seen_move(s, p, o);
    case SEEN_PLY:
        return unseen_ply(s, p, o);
    case SEEN_REFUSAL:
        return is_illegal(s, p, o->move);
    case SEEN_ANSWER:
        return same_answer(s, p, o);
    }
    return false;
}

/* What the turn at hand has told already, for worlds that begin here. */
static bool agrees_with_turn(sampler *s, position *p, size_t last)
{
    size_t first = last + 1;
    while (first > 0 && (s->k->seen[first - 1].kind == SEEN_REFUSAL || s->k->seen[first - 1].kind == SEEN_ANSWER)) {
        first--;
    }
    for (size_t i = first; i <= last; i++) {
        if (!agrees(s, p, &s->k->seen[i])) {
            return false;
        }
    }
    return true;
}

/* ---- the filter ---- */

static int living(const sampler *s)
{
    int count = 0;
    for (int i = 0; i < PARTICLES; i++) {
        count += s->alive[i];
    }
    return count;
}

/* The dead are replaced by copies of the living. */
static void resample(sampler *s)
{
    int count = living(s), alive[PARTICLES], n = 0;
    for (int i = 0; i < PARTICLES; i++) {
        if (s->alive[i]) {
            alive[n++] = i;
        }
    }
    for (int i = 0; i < PARTICLES && count; i++) {
        if (!s->alive[i]) {
            position_copy(s->particle[i], s->particle[alive[random_below(&s->random, (uint32_t)count)]]);
            s->alive[i] = true;
        }
    }
}

static bool in_time(const sampler *s)
{
    return s->until == 0 || deadline_spent(s->clock) < s->until;
}

static void start_afresh(sampler *s, size_t at)
{
    const observation *o = &s->k->seen[at];
    for (int i = 0; i < PARTICLES && (in_time(s) || living(s) == 0); i++) {
        for (int try = 0; try < SETUP_TRIES / 4 && !s->alive[i]; try++) {
            s->alive[i] = begin_again(s, s->particle[i], o) && agrees_with_turn(s, s->particle[i], at);
        }
    }
}

/* Particles for now; how many agree. */
static int filter(sampler *s)
{
    for (int i = 0; i < PARTICLES; i++) {
        s->alive[i] = begin(s, s->particle[i]);
    }
    for (size_t at = 0; at < s->k->count; at++) {
        if (!in_time(s)) { /* what was heard before is lost */
            memset(s->alive, 0, sizeof s->alive);
            at = s->k->count - 1;
        }
        resample(s);
        for (int i = 0; i < PARTICLES; i++) {
            s->alive[i] = s->alive[i] && agrees(s, s->particle[i], &s->k->seen[at]);
        }
        if (living(s) == 0) {
            start_afresh(s, at);
        }
    }
    for (int i = 0; i < PARTICLES; i++) { /* the game goes on, so there is something to do */
        s->alive[i] = s->alive[i] && s->g->core->any(s->particle[i]);
    }
    return living(s);
}

/* ---- the choice ---- */

typedef struct candidate {
    move plain;
    long sum;
    int worlds;
    int votes; /* worlds in which it was best */
} candidate;

typedef struct chooser {
    sampler *sampler;
    search *search;
    live_hooks *const *hooks;
    const search_limits *limits;
    search_result *out;
    position *world[WORLDS_MOST];
    int worlds;
    candidate candidate[WORLDS_MOST];
    int candidates;
    record record;
    move captures[1024]; /* that may be tried where a question binds */
    size_t capture_count;
} chooser;

static bool was_refused(const knowledge *k, move plain)
{
    for (size_t i = k->count; i > 0; i--) {
        const observation *o = &k->seen[i - 1];
        if (o->kind == SEEN_MOVE || o->kind == SEEN_PLY) {
            return false;
        }
        if (o->kind == SEEN_REFUSAL && o->move == plain) {
            return true;
        }
    }
    return false;
}

static bool is_asked_for(const chooser *c, move plain)
{
    bool asked = c->limits->only_count == 0;
    for (size_t i = 0; i < c->limits->only_count && !asked; i++) {
        asked = worlds_plain(c->limits->only[i]) == plain;
    }
    return asked;
}

static bool may_try(const chooser *c, move plain)
{
    const knowledge *k = c->sampler->k;
    bool free_choice = k->bound == NULL;
    for (size_t i = 0; i < c->capture_count && !free_choice; i++) {
        free_choice = worlds_plain(c->captures[i]) == plain;
    }
    return free_choice && is_asked_for(c, plain) && !was_refused(k, plain);
}

static void find_captures(chooser *c)
{
    const knowledge *k = c->sampler->k;
    if (k->bound) {
        position_copy(c->sampler->view, k->view);
        move_list list = {c->captures, 0, sizeof c->captures / sizeof *c->captures, false};
        sight_tries(c->sampler->view, &list, true);
        for (size_t i = 0; i < list.count; i++) {
            if (sight_concerns(k->view, k->bound, list.moves[i])) {
                c->captures[c->capture_count++] = list.moves[i];
            }
        }
    }
}

/* The same limits with a time for the move in place of a clock. Pondering is over before it begins. */
static const search_limits *timed(const search_limits *limits, const deadline *when, search_limits *out)
{
    *out = *limits;
    out->lines = 1;
    out->ponders = NULL;
    if (limits->clock > 0) {
        out->movetime = (int)when->soft;
        out->clock = out->overhead = 0;
    }
    return out;
}

static int time_left(const chooser *c)
{
    return c->limits->movetime - deadline_spent(c->sampler->clock);
}

/* Whether there is time for more, and nobody wants it to end. */
static bool goes_on(const chooser *c)
{
    const search_limits *l = c->limits;
    return !c->out->failed && (!l->movetime || time_left(c) > 0) && !(l->stop && l->stop(l->state));
}

/* The limits for one of `parts` searches that share half of the nodes, and `hundredths` of the time that is left. */
static search_limits share(const chooser *c, int parts, int hundredths, int less_depth)
{
    search_limits l = *c->limits;
    bool none = !l.depth && !l.nodes && !l.movetime;
    l.info = NULL; /* what is thought in one world is nothing to tell */
    l.only = NULL; /* what is best is asked in whole: other moves show what the world is like */
    l.only_count = 0;
    l.nodes = l.nodes ? l.nodes / (uint64_t)(2 * parts) + 1 : 0;
    l.movetime = l.movetime ? time_left(c) * hundredths / 100 / parts : 0;
    l.movetime = c->limits->movetime && l.movetime < 1 ? 1 : l.movetime;
    l.depth = none ? DEPTH_WITHOUT : l.depth;
    l.depth = l.depth > less_depth ? l.depth - less_depth : l.depth ? 1 : 0;
    return l;
}

static bool search_world(chooser *c, const search_limits *limits, search_result *found)
{
    if (!search_run(c->search, &c->record, c->hooks, limits, found)) {
        return false;
    }
    c->out->nodes += found->nodes;
    c->out->failed |= found->failed;
    return true;
}

static void add_candidate(chooser *c, move m)
{
    move plain = worlds_plain(m);
    for (int i = 0; i < c->candidates; i++) {
        if (c->candidate[i].plain == plain) {
            c->candidate[i].votes++;
            return;
        }
    }
    if (c->candidates < WORLDS_MOST && may_try(c, plain)) {
        c->candidate[c->candidates++] = (candidate){.plain = plain, .votes = 1};
    }
}

/* The first move of the world's list that may be tried. */
static void add_any(chooser *c, position *world)
{
    move_list list = legal_moves(c->sampler, world);
    int before = c->candidates;
    for (size_t i = 0; i < list.count && c->candidates == before; i++) {
        add_candidate(c, list.moves[i]);
    }
}

/* First round: what is best in each world. */
static bool nominate(chooser *c)
{
    c->out->depth = SEARCH_DEPTH_MAX;
    for (int i = 0; i < c->worlds && (i == 0 || goes_on(c)); i++) {
        search_limits limits = share(c, c->worlds, 100, 0);
        search_result found;
        if (limits.movetime) { /* the first of those that are left, and as much again for the comparison */
            limits.movetime = share(c, c->worlds * 2 - i, 100, 0).movetime;
        }
        position_copy(c->record.position, c->world[i]);
        c->record.count = 0;
        if (!search_world(c, &limits, &found)) {
            return false;
        }
        c->out->depth = found.depth < c->out->depth ? found.depth : c->out->depth;
        int before = c->candidates;
        if (found.best != MOVE_NONE) {
            add_candidate(c, found.best);
        }
        if (c->candidates == before && (found.best == MOVE_NONE || !may_try(c, worlds_plain(found.best)))) {
            add_any(c, c->world[i]);
        }
    }
    return true;
}

/* What the move is worth in the world, for the player. */
static bool value_in(chooser *c, move m, const search_limits *limits, int *score)
{
    const game *g = c->sampler->g;
    int me = c->sampler->k->player;
    record_push(&c->record, m);
    verdict v = record_verdict(&c->record);
    bool fine = true;
    if (v.kind != VERDICT_ONGOING) {
        *score = v.kind == VERDICT_DRAW ? 0 : sight_is_own(g, me, v.winner) ? SCORE_MATE - 1 : 1 - SCORE_MATE;
    } else {
        search_result found;
        fine = search_world(c, limits, &found);
        *score = sight_is_own(g, me, c->record.position->state.mover) ? found.score : -found.score;
        *score -= *score >= SCORE_MATE_LEAST ? 1 : *score <= -SCORE_MATE_LEAST ? -1 : 0; /* a ply farther off */
    }
    record_pop(&c->record);
    return fine;
}

/* Second round: what each of these moves is worth in each world. */
static bool compare(chooser *c)
{
    for (int i = 0; i < c->worlds && goes_on(c); i++) {
        move legal[MOVES_AT_ONCE];
        move_list list = legal_moves(c->sampler, c->world[i]);
        memcpy(legal, list.moves, list.count * sizeof *legal);
        position_copy(c->record.position, c->world[i]);
        c->record.count = 0;
        for (int n = 0; n < c->candidates; n++) {
            int left = (c->worlds - i) * c->candidates - n;
            search_limits limits = share(c, c->worlds * c->candidates, 100, 1);
            limits.movetime = limits.movetime ? share(c, left, 90, 1).movetime : 0;
            size_t k = 0;
            while (k < list.count && worlds_plain(legal[k]) != c->candidate[n].plain) {
                k++;
            }
            int score = 0;
            if (k == list.count) {
                continue;
            }
            if (!value_in(c, legal[k], &limits, &score)) {
                return false;
            }
            c->candidate[n].sum += score;
            c->candidate[n].worlds++;
        }
    }
    return true;
}

static void choose(chooser *c)
{
    const candidate *best = NULL;
    for (int i = 0; i < c->candidates; i++) {
        const candidate *x = &c->candidate[i];
        if (x->worlds && (!best || x->sum * best->worlds > best->sum * x->worlds)) {
            best = x;
        }
    }
    for (int i = 0; i < c->candidates && (!best || !best->worlds); i++) { /* there was no time to compare them */
        best = !best || c->candidate[i].votes > best->votes ? &c->candidate[i] : best;
    }
    if (best) {
        c->out->best = c->out->line[0] = best->plain;
        c->out->line_length = 1;
        c->out->score = best->worlds ? (int)(best->sum / best->worlds) : 0;
        c->out->mate = root_mate(c->out->score); /* only if it is so in all of them */
    }
}

/* When no world has anything to offer: whatever can be tried. */
static void choose_blindly(chooser *c)
{
    sampler *s = c->sampler;
    position_copy(s->view, s->k->view);
    move_list list = {s->moves, 0, MOVES_AT_ONCE, false};
    if (s->k->bound) {
        list.count = c->capture_count;
        memcpy(s->moves, c->captures, c->capture_count * sizeof *s->moves);
    } else {
        sight_tries(s->view, &list, false);
    }
    while (list.count && c->out->best == MOVE_NONE) {
        size_t i = random_below(&s->random, (uint32_t)list.count);
        move plain = worlds_plain(list.moves[i]);
        list.moves[i] = list.moves[--list.count];
        if (!was_refused(s->k, plain) && is_asked_for(c, plain)) {
            c->out->best = c->out->line[0] = plain;
            c->out->line_length = 1;
        }
    }
    c->out->depth = 0;
}

static void take_worlds(chooser *c)
{
    uint64_t nodes = c->limits->nodes;
    int most =
        nodes && nodes < (uint64_t)NODES_LEAST * 2 * WORLDS_MOST ? (int)(nodes / (2 * NODES_LEAST)) : WORLDS_MOST;
    most = most < 2 ? 2 : most;
    for (int i = 0; i < PARTICLES && c->worlds < most; i++) {
        if (c->sampler->alive[i]) {
            c->world[c->worlds++] = c->sampler->particle[i];
        }
    }
}

bool worlds_run(search *with, const knowledge *k, live_hooks *const *hooks, const search_limits *limits,
                search_result *out)
{
    sampler s;
    search_limits allowed;
    deadline when;
    deadline_begin(&when, limits);
    memset(out, 0, sizeof *out);
    out->best = MOVE_NONE;
    out->number = 1;
    out->bound = BOUND_EXACT;
    chooser *c = calloc(1, sizeof *c);
    bool fine = c != NULL && sampler_init(&s, k, hooks[0], limits->seed);
    if (!c) {
        return false;
    }
    c->sampler = &s;
    c->search = with;
    c->hooks = hooks;
    c->limits = timed(limits, &when, &allowed);
    s.clock = &when;
    s.until = allowed.movetime / 3;
    c->out = out;
    search_clear(with); /* what was learnt in other worlds, or by another player, is not this player's to know */
    fine = fine && record_init(&c->record, k->game, hooks[0]) && record_reserve(&c->record, 2);
    if (fine) {
        find_captures(c);
        filter(&s);
        take_worlds(c);
        fine = nominate(c) && (c->candidates == 0 || compare(c));
        choose(c);
        if (fine && out->best == MOVE_NONE) {
            choose_blindly(c);
        }
        out->failed |= hooks[0] && hooks[0]->failed;
        out->milliseconds = deadline_spent(&when);
    }
    record_finish(&c->record);
    free(c);
    sampler_finish(&s);
    return fine;
}
