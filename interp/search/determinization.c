#include "search/determinization.h"

#include "search/timeman.h"

#include "base/random.h"
#include "search/evaluation.h"
#include "search/root.h"

#include <stdlib.h>
#include <string.h>

enum {
    PARTICLES = 24,
    WORLDS_MAX = 8,
    NODES_MIN = 300,   /* fewer nodes for one world give no useful score */
    SETUP_TRIES = 60,  /* attempts to place hidden pieces so that the position is possible */
    DEPTH_DEFAULT = 3, /* without any limit */
};

typedef struct sampler {
    const knowledge *k;
    const variant *v;
    random_source random;
    position *particle[PARTICLES];
    bool alive[PARTICLES];
    position *view, *empty;           /* scratch */
    bool *can_stand;                  /* [pieces][cells] such a piece has a move from there on an empty board */
    move *moves;                      /* [variant.moves_max] */
    uint16_t *piece_counts, *in_hand; /* [pieces] scratch */
    int64_t deadline;                 /* milliseconds on `clock` after which no more worlds are sampled; 0: none */
    timeman *clock;
} sampler;

move determinization_named_move(move m)
{
    switch (move_kind_of(m)) {
    case MOVE_NORMAL:
    case MOVE_DOUBLE_STEP:
    case MOVE_EN_PASSANT:
        return move_pack(MOVE_NORMAL, move_from(m), move_to(m), move_into(m), 0, move_extra(m));
    default:
        return m;
    }
}

/* FNV-1a. */
uint64_t determinization_announcement_hash(const char *lines)
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
    free(s->can_stand);
    free(s->moves);
    free(s->piece_counts);
    free(s->in_hand);
}

/* Which pieces can stand on which cells: those that have a move from there on an empty board. */
static void find_standing_cells(sampler *s)
{
    const variant *v = s->v;
    for (int piece = 1; piece < v->piece_ids; piece++) {
        s->empty->state.side_to_move = v->owner_of[piece];
        for (int cell = 0; cell < v->cells; cell++) {
            move_list list = {s->moves, 0, v->moves_max, false};
            v->core->put(s->empty, (cell_id)cell, (piece_id)piece);
            v->core->pseudo(s->empty, &list);
            v->core->put(s->empty, (cell_id)cell, PIECE_NONE);
            for (size_t i = 0; i < list.count; i++) {
                s->can_stand[(size_t)piece * (size_t)v->cells + (size_t)cell] |=
                    move_from(s->moves[i]) == (unsigned)cell;
            }
        }
    }
}

static bool sampler_init(sampler *s, const knowledge *k, live_hooks *hooks, uint64_t seed)
{
    const variant *v = k->variant;
    size_t pieces = (size_t)v->piece_ids;
    *s = (sampler){.k = k, .v = v, .random = {seed + UINT64_C(0x776F726C64)}};
    bool ok = true;
    for (int i = 0; i < PARTICLES; i++) {
        s->particle[i] = position_create(v, hooks);
        ok = ok && s->particle[i];
    }
    s->view = position_create(v, NULL);
    s->empty = position_create(v, NULL);
    s->can_stand = calloc(pieces * (size_t)v->cells, sizeof *s->can_stand);
    s->moves = malloc(v->moves_max * sizeof *s->moves);
    s->piece_counts = calloc(pieces, sizeof *s->piece_counts);
    s->in_hand = calloc(pieces, sizeof *s->in_hand);
    ok = ok && s->view && s->empty && s->can_stand && s->moves && s->piece_counts && s->in_hand;
    if (ok) {
        find_standing_cells(s);
    }
    return ok;
}

/* ---- placing hidden pieces ---- */

static bool is_hidden(const sampler *s, int piece)
{
    return !visibility_sees_owner(s->v, s->k->player, s->v->owner_of[piece]);
}

static bool cell_is_possible(const sampler *s, int piece, int cell, bool placing)
{
    const variant *v = s->v;
    int owner = v->owner_of[piece];
    for (int i = 0; placing && i < v->drop_count[owner]; i++) {
        if (v->drops[owner][i].piece == piece) {
            return set_has(v->set_pool + v->drops[owner][i].zone, (unsigned)cell);
        }
    }
    return s->can_stand[(size_t)piece * (size_t)v->cells + (size_t)cell];
}

/* Puts a piece on a random free cell where it may stand. False if there is none. */
static bool place_randomly(sampler *s, position *p, int piece, bool placing)
{
    uint32_t free_cells = 0;
    for (int cell = 0; cell < s->v->cells; cell++) {
        free_cells += !p->board[cell] && cell_is_possible(s, piece, cell, placing);
    }
    uint32_t skip = free_cells ? random_below(&s->random, free_cells) : 0;
    for (int cell = 0; free_cells && cell < s->v->cells; cell++) {
        if (!p->board[cell] && cell_is_possible(s, piece, cell, placing) && skip-- == 0) {
            p->board[cell] = (piece_id)piece;
            return true;
        }
    }
    return false;
}

static void draw_secret_counters(sampler *s, position *p)
{
    const rule_visibility *sight = &s->v->rules->visibility;
    for (size_t i = 0; i < sight->secret_count; i++) {
        const rule_secret *secret = &sight->secrets[i];
        uint32_t ways = (uint32_t)(secret->high - secret->low + 1);
        if (p->extra.counters[secret->counter] == COUNTER_HIDDEN) {
            p->extra.counters[secret->counter] = (int16_t)(secret->low + (long)random_below(&s->random, ways));
        }
    }
}

/* Whether no player who has just moved is in check. */
static bool is_plausible(const position *p)
{
    const variant *v = p->variant;
    for (int player = 0; player < v->players; player++) {
        bool waits = player != p->state.side_to_move && !visibility_sees_owner(v, player, p->state.side_to_move);
        if (waits && !(v->has_setup_phase && position_in_setup(p)) && v->core->in_check(p, player)) {
            return false;
        }
    }
    return true;
}

/* Builds a position with what `view` shows and the hidden pieces anywhere: s->piece_counts of each, s->in_hand in
 * hand. */
static bool place_hidden(sampler *s, position *p, const position *view)
{
    const variant *v = s->v;
    for (int try = 0; try < SETUP_TRIES; try++) {
        bool placed = true;
        position_copy(p, view);
        bool placing = position_in_setup(p);
        for (int piece = 1; piece < v->piece_ids; piece++) {
            if (is_hidden(s, piece) && v->has_hands) {
                position_hand(p)[piece] = s->in_hand[piece];
                placing |= s->in_hand[piece] > 0 && v->rules->setup_mandatory;
            }
        }
        for (int piece = 1; piece < v->piece_ids && placed; piece++) {
            for (int n = s->in_hand[piece]; is_hidden(s, piece) && n < s->piece_counts[piece] && placed; n++) {
                placed = place_randomly(s, p, piece, placing);
            }
        }
        draw_secret_counters(s, p);
        v->core->refresh(p);
        if (placed && is_plausible(p)) {
            return true;
        }
    }
    return false;
}

/* One of the pieces that look like `seen`, of those in s->piece_counts, which has one less then. */
static piece_id draw_alike(sampler *s, piece_id seen)
{
    const variant *v = s->v;
    uint32_t total = 0;
    for (int piece = 1; piece < v->piece_ids; piece++) {
        total += v->shown_as[piece] == seen ? s->piece_counts[piece] : 0u;
    }
    uint32_t skip = total ? random_below(&s->random, total) : 0;
    for (int piece = 1; total && piece < v->piece_ids; piece++) {
        uint32_t here = v->shown_as[piece] == seen ? s->piece_counts[piece] : 0u;
        if (skip < here) {
            s->piece_counts[piece]--;
            return (piece_id)piece;
        }
        skip -= here;
    }
    return seen;
}

/* Pieces that look alike are dealt at random, from as many of each type as there were at the start. */
static void draw_disguised(sampler *s, position *p)
{
    const variant *v = s->v;
    memcpy(s->piece_counts, s->k->piece_counts, (size_t)v->piece_ids * sizeof *s->piece_counts);
    for (int cell = 0; cell < v->cells; cell++) {
        for (size_t level = 0; v->has_stacks && level < position_stack_heights(p)[cell]; level++) {
            piece_id seen = position_stack_piece(p, (size_t)cell * STACK_MAX + level);
            position_set_stack_piece(p, (size_t)cell * STACK_MAX + level,
                                     is_hidden(s, seen) ? draw_alike(s, seen) : seen);
        }
        if (p->board[cell] && is_hidden(s, p->board[cell])) {
            p->board[cell] = draw_alike(s, p->board[cell]);
        }
    }
    for (int seen = 1; v->has_hands && seen < v->piece_ids; seen++) {
        uint16_t held = is_hidden(s, seen) && v->shown_as[seen] == seen ? position_hand(p)[seen] : 0;
        position_hand(p)[seen] = (uint16_t)(position_hand(p)[seen] - held);
        for (uint16_t i = 0; i < held; i++) {
            position_hand(p)[draw_alike(s, (piece_id)seen)]++;
        }
    }
}

/* No pieces are hidden: the view, with random values for secret counters, and random pieces among those that look
 * alike unless `types_known`. */
static bool begin_visible(sampler *s, position *p, const position *view, bool types_known)
{
    position_copy(p, view);
    if (s->v->shown_as && !types_known) {
        draw_disguised(s, p);
    }
    draw_secret_counters(s, p);
    s->v->core->refresh(p);
    return true;
}

static bool begin_particle(sampler *s, position *p)
{
    memcpy(s->piece_counts, s->k->piece_counts, (size_t)s->v->piece_ids * sizeof *s->piece_counts);
    memcpy(s->in_hand, s->k->in_hand, (size_t)s->v->piece_ids * sizeof *s->in_hand);
    if (s->k->start_visible || !visibility_hides_pieces(s->k->start)) {
        return begin_visible(s, p, s->k->start, s->k->start_visible);
    }
    return place_hidden(s, p, s->k->start);
}

/* Draws one of the owner's pieces at random from `from`; without `royals`, no royal piece. */
static int draw_piece(sampler *s, int owner, const uint16_t *from, bool royals)
{
    const variant *v = s->v;
    uint32_t count = 0;
    for (int piece = 1; piece < v->piece_ids; piece++) {
        count += v->owner_of[piece] == owner && (royals || !v->is_royal[piece]) ? from[piece] : 0u;
    }
    uint32_t skip = count ? random_below(&s->random, count) : 0;
    for (int piece = 1; count && piece < v->piece_ids; piece++) {
        uint32_t here = v->owner_of[piece] == owner && (royals || !v->is_royal[piece]) ? from[piece] : 0u;
        if (skip < here) {
            return piece;
        }
        skip -= here;
    }
    return PIECE_NONE;
}

/* No particle is consistent: a new position with the right number of pieces, drawn from those at the start. */
static bool restart_particle(sampler *s, position *p, const observation *o)
{
    const variant *v = s->v;
    if (!visibility_hides_pieces(o->view)) { /* nothing is hidden any more */
        return begin_visible(s, p, o->view, false);
    }
    memcpy(s->piece_counts, s->k->piece_counts, (size_t)v->piece_ids * sizeof *s->piece_counts);
    memset(s->in_hand, 0, (size_t)v->piece_ids * sizeof *s->in_hand);
    for (int owner = 0; owner < v->players; owner++) {
        int total = 0;
        for (int piece = 1; piece < v->piece_ids; piece++) {
            total += v->owner_of[piece] == owner ? s->piece_counts[piece] : 0;
        }
        for (int piece;
             total > o->piece_count[owner] && (piece = draw_piece(s, owner, s->piece_counts, false)) != PIECE_NONE;
             total--) {
            s->piece_counts[piece]--;
        }
        for (int n = o->in_hand[owner], piece;
             n > 0 && (piece = draw_piece(s, owner, s->piece_counts, true)) != PIECE_NONE; n--) {
            s->in_hand[piece]++;
            s->piece_counts[piece]--; /* not to be drawn twice; given back below */
        }
    }
    for (int piece = 1; piece < v->piece_ids; piece++) {
        s->piece_counts[piece] = (uint16_t)(s->piece_counts[piece] + s->in_hand[piece]);
    }
    return place_hidden(s, p, o->view);
}

/* ---- whether a particle is consistent ---- */

static bool counts_match(const position *p, const observation *o)
{
    const variant *v = p->variant;
    uint16_t piece_count[PLAYERS_MAX + 1] = {0};
    for (int piece = 1; piece < v->piece_ids; piece++) {
        int held = v->has_hands ? position_hand(p)[piece] : 0;
        piece_count[v->owner_of[piece]] =
            (uint16_t)(piece_count[v->owner_of[piece]] + v->core->count_of_piece(p, (piece_id)piece) + held);
    }
    return memcmp(piece_count, o->piece_count, sizeof piece_count) == 0;
}

static bool view_matches(sampler *s, const position *p, const observation *o)
{
    visibility_view(p, s->k->player, s->view);
    return s->view->state.hash == o->view->state.hash && s->view->state.side_to_move == o->view->state.side_to_move &&
           memcmp(s->view->board, o->view->board, (size_t)s->v->cells * sizeof(piece_id)) == 0 &&
           memcmp(s->view->extra.counters, o->view->extra.counters, sizeof s->view->extra.counters) == 0 &&
           counts_match(p, o);
}

/* Plays the move. Takes it back if the player would have seen or heard something else. */
static bool play_if_consistent(sampler *s, position *p, move m, const observation *o)
{
    const core *c = s->v->core;
    char lines[ANNOUNCE_TEXT_MAX];
    move_facts facts[2];
    victim_list victims;
    undo u;
    int halves = s->v->announce_hook_count ? c->facts_of_move(p, m, facts, &victims) : 0;
    c->play(p, m, &u);
    bool ok = view_matches(s, p, o);
    if (ok && s->v->announce_hook_count) {
        ok = visibility_announce(p, &u, m, facts, halves, lines) &&
             determinization_announcement_hash(lines) == o->announcement_hash;
    }
    if (!ok) {
        c->undo(p, &u);
    }
    return ok;
}

static move_list legal_moves(sampler *s, position *p)
{
    move_list list = {s->moves, 0, s->v->moves_max, false};
    s->v->core->legal(p, &list);
    return list;
}

static bool replay_seen_move(sampler *s, position *p, const observation *o)
{
    move_list list = legal_moves(s, p);
    for (size_t i = 0; i < list.count; i++) {
        if (determinization_named_move(list.moves[i]) == o->move && play_if_consistent(s, p, list.moves[i], o)) {
            return true;
        }
    }
    return false;
}

static bool play_hidden_ply(sampler *s, position *p, const observation *o)
{
    move_list list = legal_moves(s, p);
    while (list.count) {
        size_t i = random_below(&s->random, (uint32_t)list.count);
        move m = list.moves[i];
        list.moves[i] = list.moves[--list.count];
        if (play_if_consistent(s, p, m, o)) {
            return true;
        }
    }
    return false;
}

static bool is_illegal(sampler *s, position *p, move named)
{
    move_list list = legal_moves(s, p);
    for (size_t i = 0; i < list.count; i++) {
        if (determinization_named_move(list.moves[i]) == named) {
            return false;
        }
    }
    return true;
}

static bool answer_matches(sampler *s, position *p, const observation *o)
{
    int count = visibility_answer(p, o->ask, s->moves, s->v->moves_max);
    return (o->ask->answers_number ? count : count > 0) == o->answer;
}

static bool is_consistent(sampler *s, position *p, const observation *o)
{
    switch (o->kind) {
    case OBSERVED_MOVE:
        return replay_seen_move(s, p, o);
    case OBSERVED_HIDDEN_PLY:
        return play_hidden_ply(s, p, o);
    case OBSERVED_REFUSAL:
        return is_illegal(s, p, o->move);
    case OBSERVED_ANSWER:
        return answer_matches(s, p, o);
    }
    return false;
}

/* Whether the refusals and answers of the current turn hold in a world that begins here. */
static bool consistent_with_turn(sampler *s, position *p, size_t last)
{
    size_t first = last + 1;
    while (first > 0 && (s->k->observations[first - 1].kind == OBSERVED_REFUSAL ||
                         s->k->observations[first - 1].kind == OBSERVED_ANSWER)) {
        first--;
    }
    for (size_t i = first; i <= last; i++) {
        if (!is_consistent(s, p, &s->k->observations[i])) {
            return false;
        }
    }
    return true;
}

/* ---- the particle filter ---- */

static int alive_count(const sampler *s)
{
    int count = 0;
    for (int i = 0; i < PARTICLES; i++) {
        count += s->alive[i];
    }
    return count;
}

/* Inconsistent particles are replaced by copies of consistent ones. */
static void resample(sampler *s)
{
    int count = alive_count(s), alive[PARTICLES], n = 0;
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
    return s->deadline == 0 || timeman_elapsed(s->clock) < s->deadline;
}

static void restart_filter(sampler *s, size_t at)
{
    const observation *o = &s->k->observations[at];
    for (int i = 0; i < PARTICLES && (in_time(s) || alive_count(s) == 0); i++) {
        for (int try = 0; try < SETUP_TRIES / 4 && !s->alive[i]; try++) {
            s->alive[i] = restart_particle(s, s->particle[i], o) && consistent_with_turn(s, s->particle[i], at);
        }
    }
}

/* Runs all particles through the observations. Returns how many are consistent now. */
static int run_filter(sampler *s)
{
    for (int i = 0; i < PARTICLES; i++) {
        s->alive[i] = begin_particle(s, s->particle[i]);
    }
    for (size_t at = 0; at < s->k->count; at++) {
        if (!in_time(s)) { /* too late for all observations: only the last one is used */
            memset(s->alive, 0, sizeof s->alive);
            at = s->k->count - 1;
        }
        resample(s);
        for (int i = 0; i < PARTICLES; i++) {
            s->alive[i] = s->alive[i] && is_consistent(s, s->particle[i], &s->k->observations[at]);
        }
        if (alive_count(s) == 0) {
            restart_filter(s, at);
        }
    }
    for (int i = 0; i < PARTICLES; i++) { /* the game goes on, so there must be a legal move */
        s->alive[i] = s->alive[i] && s->v->core->has_legal_move(s->particle[i]);
    }
    return alive_count(s);
}

/* ---- choosing the move ---- */

typedef struct candidate {
    move named;
    long sum;
    int worlds;
    int votes; /* worlds in which it was the best move */
} candidate;

typedef struct chooser {
    sampler *sampler;
    search *search;
    live_hooks *const *hooks;
    const search_limits *limits;
    search_result *out;
    position *world[WORLDS_MAX];
    int worlds;
    candidate candidate[WORLDS_MAX];
    int candidates;
    game_history game_history;
    move *captures; /* [variant.moves_max] that answer the binding query; owned, as is `legal` */
    move *legal;    /* [variant.moves_max] in one world */
    size_t capture_count;
} chooser;

static bool was_refused(const knowledge *k, move named)
{
    for (size_t i = k->count; i > 0; i--) {
        const observation *o = &k->observations[i - 1];
        if (o->kind == OBSERVED_MOVE || o->kind == OBSERVED_HIDDEN_PLY) {
            return false;
        }
        if (o->kind == OBSERVED_REFUSAL && o->move == named) {
            return true;
        }
    }
    return false;
}

static bool in_searchmoves(const chooser *c, move named)
{
    bool wanted = c->limits->searchmoves_count == 0;
    for (size_t i = 0; i < c->limits->searchmoves_count && !wanted; i++) {
        wanted = determinization_named_move(c->limits->searchmoves[i]) == named;
    }
    return wanted;
}

static bool is_allowed(const chooser *c, move named)
{
    const knowledge *k = c->sampler->k;
    bool free_choice = k->binding_query == NULL;
    for (size_t i = 0; i < c->capture_count && !free_choice; i++) {
        free_choice = determinization_named_move(c->captures[i]) == named;
    }
    return free_choice && in_searchmoves(c, named) && !was_refused(k, named);
}

static void find_captures(chooser *c)
{
    const knowledge *k = c->sampler->k;
    if (k->binding_query) {
        position_copy(c->sampler->view, k->view);
        move_list list = {c->captures, 0, k->variant->moves_max, false};
        visibility_tries(c->sampler->view, &list, true);
        for (size_t i = 0; i < list.count; i++) {
            if (visibility_question_applies(k->view, k->binding_query, list.moves[i])) {
                c->captures[c->capture_count++] = list.moves[i];
            }
        }
    }
}

/* The same limits, with a fixed time for the move in place of a clock, and no pondering. */
static const search_limits *without_clock(const search_limits *limits, const timeman *tm, search_limits *out)
{
    *out = *limits;
    out->multipv = 1;
    out->ponders = NULL;
    if (limits->clock > 0) {
        out->movetime = (int)tm->soft_limit;
        out->clock = out->overhead = 0;
    }
    return out;
}

static int time_left(const chooser *c)
{
    const int elapsed = timeman_elapsed(c->sampler->clock);
    return c->limits->movetime > elapsed ? c->limits->movetime - elapsed : 0;
}

/* Whether there is time left and no failure. */
static bool may_continue(const chooser *c)
{
    const search_limits *l = c->limits;
    return !c->out->failed && (!l->movetime || time_left(c) > 0) && !(l->stop && l->stop(l->state));
}

/* The limits of one of `parts` searches, which share half of the nodes and `hundredths` of the remaining time. */
static search_limits share_limits(const chooser *c, int parts, int hundredths, int less_depth)
{
    search_limits l = *c->limits;
    bool none = !l.depth && !l.nodes && !l.movetime;
    l.info = NULL;        /* progress inside one world is not reported */
    l.searchmoves = NULL; /* the candidates are limited later: a search of all moves values the world correctly */
    l.searchmoves_count = 0;
    l.nodes = l.nodes ? l.nodes / (uint64_t)(2 * parts) + 1 : 0;
    l.movetime = l.movetime ? (int)((int64_t)time_left(c) * hundredths / 100 / parts) : 0;
    l.movetime = c->limits->movetime && l.movetime < 1 ? 1 : l.movetime;
    l.depth = none ? DEPTH_DEFAULT : l.depth;
    l.depth = l.depth > less_depth ? l.depth - less_depth : l.depth ? 1 : 0;
    return l;
}

static bool search_world(chooser *c, const search_limits *limits, search_result *found)
{
    if (!search_run(c->search, &c->game_history, c->hooks, limits, found)) {
        return false;
    }
    c->out->nodes += found->nodes;
    c->out->failed |= found->failed;
    return true;
}

static void add_candidate(chooser *c, move m)
{
    move named = determinization_named_move(m);
    for (int i = 0; i < c->candidates; i++) {
        if (c->candidate[i].named == named) {
            c->candidate[i].votes++;
            return;
        }
    }
    if (c->candidates < WORLDS_MAX && is_allowed(c, named)) {
        c->candidate[c->candidates++] = (candidate){.named = named, .votes = 1};
    }
}

/* Adds the first legal move of the world that may be tried. */
static void add_any(chooser *c, position *world)
{
    move_list list = legal_moves(c->sampler, world);
    int before = c->candidates;
    for (size_t i = 0; i < list.count && c->candidates == before; i++) {
        add_candidate(c, list.moves[i]);
    }
}

/* First round: the best move of each world. */
static bool nominate_candidates(chooser *c)
{
    c->out->depth = SEARCH_DEPTH_MAX;
    for (int i = 0; i < c->worlds && (i == 0 || may_continue(c)); i++) {
        search_limits limits = share_limits(c, c->worlds, 100, 0);
        search_result found;
        if (limits.movetime) { /* an equal share of the remaining time; as much again is kept for the comparison */
            limits.movetime = share_limits(c, c->worlds * 2 - i, 100, 0).movetime;
        }
        position_copy(c->game_history.position, c->world[i]);
        c->game_history.count = 0;
        if (!search_world(c, &limits, &found)) {
            return false;
        }
        c->out->depth = found.depth < c->out->depth ? found.depth : c->out->depth;
        int before = c->candidates;
        if (found.best != MOVE_NONE) {
            add_candidate(c, found.best);
        }
        if (c->candidates == before &&
            (found.best == MOVE_NONE || !is_allowed(c, determinization_named_move(found.best)))) {
            add_any(c, c->world[i]);
        }
    }
    return true;
}

/* The score of the move in the world, for the player. */
static bool evaluate_in_world(chooser *c, move m, const search_limits *limits, int *score)
{
    const variant *g = c->sampler->v;
    int me = c->sampler->k->player;
    history_push(&c->game_history, m);
    game_outcome outcome = history_outcome(&c->game_history);
    bool ok = true;
    if (outcome.kind != OUTCOME_ONGOING) {
        *score = outcome.kind == OUTCOME_DRAW ? 0 : search_win_score(c->search, &outcome, 1);
        *score = outcome.kind == OUTCOME_DRAW || visibility_sees_owner(g, me, outcome.winner) ? *score : -*score;
    } else {
        search_result found;
        ok = search_world(c, limits, &found);
        *score =
            visibility_sees_owner(g, me, c->game_history.position->state.side_to_move) ? found.score : -found.score;
        *score -= *score >= SCORE_MATE_MIN ? 1 : *score <= -SCORE_MATE_MIN ? -1 : 0; /* one ply further away */
    }
    history_pop(&c->game_history);
    return ok;
}

/* Second round: the score of each candidate in each world. */
static bool compare_candidates(chooser *c)
{
    for (int i = 0; i < c->worlds && may_continue(c); i++) {
        move *legal = c->legal;
        move_list list = legal_moves(c->sampler, c->world[i]);
        memcpy(legal, list.moves, list.count * sizeof *legal);
        position_copy(c->game_history.position, c->world[i]);
        c->game_history.count = 0;
        for (int n = 0; n < c->candidates; n++) {
            int left = (c->worlds - i) * c->candidates - n;
            search_limits limits = share_limits(c, c->worlds * c->candidates, 100, 1);
            limits.movetime = limits.movetime ? share_limits(c, left, 90, 1).movetime : 0;
            size_t k = 0;
            while (k < list.count && determinization_named_move(legal[k]) != c->candidate[n].named) {
                k++;
            }
            int score = 0;
            if (k == list.count) {
                continue;
            }
            if (!evaluate_in_world(c, legal[k], &limits, &score)) {
                return false;
            }
            c->candidate[n].sum += score;
            c->candidate[n].worlds++;
        }
    }
    return true;
}

static void choose_best(chooser *c)
{
    const candidate *best = NULL;
    for (int i = 0; i < c->candidates; i++) {
        const candidate *x = &c->candidate[i];
        if (x->worlds && (!best || x->sum * best->worlds > best->sum * x->worlds)) {
            best = x;
        }
    }
    for (int i = 0; i < c->candidates && (!best || !best->worlds); i++) { /* no time was left to compare them */
        best = !best || c->candidate[i].votes > best->votes ? &c->candidate[i] : best;
    }
    if (best) {
        c->out->best = c->out->pv[0] = best->named;
        c->out->pv_length = 1;
        c->out->score = best->worlds ? (int)(best->sum / best->worlds) : 0;
        c->out->mate = root_mate_distance(c->out->score); /* a mate only if it is one in all worlds */
    }
}

/* No world offers a move: any move that may be tried, at random. */
static void choose_randomly(chooser *c)
{
    sampler *s = c->sampler;
    position_copy(s->view, s->k->view);
    move_list list = {s->moves, 0, s->v->moves_max, false};
    if (s->k->binding_query) {
        list.count = c->capture_count;
        memcpy(s->moves, c->captures, c->capture_count * sizeof *s->moves);
    } else {
        visibility_tries(s->view, &list, false);
    }
    while (list.count && c->out->best == MOVE_NONE) {
        size_t i = random_below(&s->random, (uint32_t)list.count);
        move named = determinization_named_move(list.moves[i]);
        list.moves[i] = list.moves[--list.count];
        if (!was_refused(s->k, named) && in_searchmoves(c, named)) {
            c->out->best = c->out->pv[0] = named;
            c->out->pv_length = 1;
        }
    }
    c->out->depth = 0;
}

static void select_worlds(chooser *c)
{
    uint64_t nodes = c->limits->nodes;
    int most = nodes && nodes < (uint64_t)NODES_MIN * 2 * WORLDS_MAX ? (int)(nodes / (2 * NODES_MIN)) : WORLDS_MAX;
    most = most < 2 ? 2 : most;
    for (int i = 0; i < PARTICLES && c->worlds < most; i++) {
        if (c->sampler->alive[i]) {
            c->world[c->worlds++] = c->sampler->particle[i];
        }
    }
}

bool determinization_search(search *engine, const knowledge *k, live_hooks *const *hooks, const search_limits *limits,
                            search_result *out)
{
    sampler s;
    search_limits allowed;
    timeman tm;
    timeman_begin(&tm, limits);
    memset(out, 0, sizeof *out);
    out->best = MOVE_NONE;
    out->multipv = 1;
    out->bound = BOUND_EXACT;
    chooser *c = calloc(1, sizeof *c);
    bool ok = c != NULL && sampler_init(&s, k, hooks[0], limits->seed);
    if (!c) {
        return false;
    }
    c->sampler = &s;
    c->search = engine;
    c->hooks = hooks;
    c->limits = without_clock(limits, &tm, &allowed);
    s.clock = &tm;
    s.deadline = allowed.movetime / 3;
    c->out = out;
    c->captures = malloc(k->variant->moves_max * sizeof *c->captures);
    c->legal = malloc(k->variant->moves_max * sizeof *c->legal);
    ok = ok && c->captures && c->legal;
    search_clear(engine); /* what was learnt in other worlds, or for another player, must not leak */
    ok = ok && game_history_init(&c->game_history, k->variant, hooks[0]) && history_reserve(&c->game_history, 2);
    if (ok) {
        find_captures(c);
        run_filter(&s);
        select_worlds(c);
        ok = nominate_candidates(c) && (c->candidates == 0 || compare_candidates(c));
        choose_best(c);
        if (ok && out->best == MOVE_NONE) {
            choose_randomly(c);
        }
        out->failed |= hooks[0] && hooks[0]->failed;
        out->milliseconds = timeman_elapsed(&tm);
    }
    game_history_finish(&c->game_history);
    free(c->captures);
    free(c->legal);
    free(c);
    sampler_finish(&s);
    return ok;
}
