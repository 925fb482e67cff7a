#include "playtest/play_game.h"

#include "ferz_tools.h"

#include <stdlib.h>
#include <string.h>

#include "base/word_moves.h"
#include "base/random.h"
#include "playtest/claim.h"

enum {
    HASH_BYTES = 4 << 20,
    ATTEMPTS_MAX = 10000,      /* of a turn, where illegal moves may be tried */
    MOVE_MILLISECONDS = 60000, /* for games whose scripts make a node very slow */
    LEAD_DEADBAND = 50,        /* a lead that changes hands is at least so large on both sides */
    PLIES_TRUSTED = 19000,     /* the library takes 20,000 */
};

/* ---- life ---- */

features features_of(const plan *p)
{
    features f = {.count = 0};
    const bool fits = p->sides == 2 && p->players == 2;
    for (size_t i = 0; fits && i < p->rule_count; i++) {
        if (p->rules[i].kind != FERZ_RULE_PIECE) {
            continue;
        }
        if (f.count == RECORD_FEATURES_MAX) {
            return (features){.count = 0};
        }
        f.names[f.count++] = p->rules[i].piece;
    }
    const size_t types = f.count ? ferz_variant_facts(p->variant)->piece_count : 0;
    for (size_t i = 0; i < types; i++) {
        const ferz_piece piece = ferz_variant_piece(p->variant, i);
        for (size_t k = 0; k < f.count; k++) {
            if (strcmp(f.names[k], piece.name) == 0 && piece.letter[0] && !piece.letter[1]) {
                f.letters[k] = piece.letter[0];
            }
        }
    }
    return f;
}

bool game_player_init(game_player *g, plan *p, const features *f, bool (*stop)(void *state), void *state)
{
    *g = (game_player){.plan = p, .features = f, .stop = stop, .state = state};
    g->messages = ferz_messages_create(false);
    g->board_features = calloc(f->count + 1, sizeof *g->board_features);
    bool ok = g->messages && g->board_features;
    for (size_t i = 0; ok && i < p->sides; i++) {
        g->engines[i] = ferz_engine_create(p->variant, HASH_BYTES, g->messages);
        ok = g->engines[i] != NULL;
    }
    return ok;
}

void game_player_finish(game_player *g)
{
    for (size_t i = 0; i < PLAN_PLAYERS_MAX; i++) {
        ferz_engine_free(g->engines[i]);
    }
    ferz_messages_free(g->messages);
    free(g->board_features);
}

/* ---- one game ---- */

typedef struct game_in_progress {
    game_player *g;
    record *r;
    ferz_game *game;
    plan_game place;
    uint64_t seed;
    size_t opening; /* plies */
    uint32_t run;   /* forced moves in a row */
    /* Scores for the first side, and at which ply. */
    int *scores;
    uint32_t *score_plies, score_room;
    bool failed;
} game_in_progress;

static uint64_t ply_seed(const game_in_progress *k, uint64_t attempt)
{
    random_source r = {k->seed + UINT64_C(0xD1342543DE82EF95) * (ferz_game_ply_count(k->game) + 1)};
    r.state = random_next(&r) + attempt;
    return random_next(&r);
}

/* ---- what players could do ---- */

static int rule_of(const plan *p, const ferz_move *m)
{
    return m->castling                             ? plan_castling_rule(p, m->castling)
           : m->kind == FERZ_MOVE_DROP && m->piece ? plan_drop_rule(p, m->piece)
                                                   : plan_rule_at(p, m->piece, m->file, m->line, m->column);
}

/* Adds the rules that the move follows: the piece's own row, its movement, its promotion; each once. */
static void count_rules(const plan *p, const ferz_move *m, uint32_t *counts)
{
    const int rows[] = {plan_piece_rule(p, m->piece), rule_of(p, m),
                        plan_promotion_rule(p, m->piece, m->promotes_to ? m->promotes_to : m->becomes)};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i] >= 0) {
            counts[rows[i]]++;
        }
    }
}

/* Counts the position; `played`: the move that is made of it. */
static void count_moves(game_in_progress *k, const ferz_moves *moves, const char *played)
{
    record *r = k->r;
    uint32_t open = 0;
    for (size_t i = 0; i < ferz_moves_count(moves); i++) {
        const ferz_move m = ferz_moves_at(moves, i);
        if (move_is_claim(m.text)) {
            continue;
        }
        open++;
        count_rules(k->g->plan, &m, r->offered);
        if (strcmp(m.text, played) == 0) {
            count_rules(k->g->plan, &m, r->played);
        }
    }
    r->decisions++;
    r->moves += open;
    r->widest = open > r->widest ? open : r->widest;
    r->forced += open == 1;
    k->run = open == 1 ? k->run + 1 : 0;
    r->forced_run = k->run > r->forced_run ? k->run : r->forced_run;
}

/* ---- scores ---- */

static void add_score(game_in_progress *k, size_t player, const ferz_best *best)
{
    record *r = k->r;
    const plan *p = k->g->plan;
    if (p->sides != 2) {
        return;
    }
    if (!k->scores || r->scored == k->score_room) {
        const uint32_t room = k->score_room ? 2 * k->score_room : 64;
        int *scores = realloc(k->scores, room * sizeof *scores);
        k->scores = scores ? scores : k->scores;
        uint32_t *plies = realloc(k->score_plies, room * sizeof *plies);
        k->score_plies = plies ? plies : k->score_plies;
        k->failed |= !scores || !plies;
        if (k->failed) {
            return;
        }
        k->score_room = room;
    }
    int score = best->mate > 0 ? RECORD_SCORE_MAX : best->mate < 0 ? -RECORD_SCORE_MAX : best->score;
    score = score > RECORD_SCORE_MAX ? RECORD_SCORE_MAX : score < -RECORD_SCORE_MAX ? -RECORD_SCORE_MAX : score;
    k->scores[r->scored] = p->side_of[player] == 0 ? score : -score;
    k->score_plies[r->scored++] = (uint32_t)ferz_game_ply_count(k->game);
}

static void judge_leads(game_in_progress *k)
{
    record *r = k->r;
    int holder = 0; /* the sign of the last lead */
    for (uint32_t i = 0; k->scores && i < r->scored; i++) {
        const int score = k->scores[i], sign = score >= LEAD_DEADBAND ? 1 : score <= -LEAD_DEADBAND ? -1 : 0;
        r->lead_changes += sign && holder && sign != holder;
        holder = sign ? sign : holder;
        for (size_t lead = 0; lead < RECORD_LEADS; lead++) {
            if (!r->leader[lead] && abs(score) >= record_leads[lead]) {
                r->leader[lead] = score > 0 ? 1 : 2;
            }
        }
        const int winners = r->winner == 0 ? score : -score;
        r->behind = r->winner >= 0 && -winners > r->behind ? -winners : r->behind;
    }
    const uint32_t length = r->plies > k->opening ? r->plies - (uint32_t)k->opening : 0;
    for (size_t lead = 0; lead < RECORD_LEADS && r->winner >= 0 && k->scores && r->scored && length; lead++) {
        uint32_t from = r->plies; /* the ply from which on the lead stays */
        for (uint32_t i = r->scored;
             i-- > 0 && (r->winner == 0 ? k->scores[i] : -k->scores[i]) >= record_leads[lead];) {
            from = k->score_plies[i];
        }
        const uint32_t played = from > k->opening ? from - (uint32_t)k->opening : 0;
        r->decided[lead] = (uint8_t)(100 * (uint64_t)played / length);
    }
}

/* ---- pieces, for fitting their values ---- */

static void count_piece(game_in_progress *k, const char *name, int difference)
{
    const features *f = k->g->features;
    for (size_t i = 0; i < f->count; i++) {
        if (f->names[i] == name || strcmp(f->names[i], name) == 0) {
            k->g->board_features[i] += difference;
            return;
        }
    }
}

static void count_hand(game_in_progress *k, size_t player)
{
    const features *f = k->g->features;
    char *hand = ferz_game_hand(k->game, player);
    long number = 0;
    for (const char *at = hand; at && *at; at++) {
        if (ascii_is_digit(*at)) {
            number = number * 10 + (*at - '0');
            continue;
        }
        for (size_t i = 0; i < f->count && *at != ' '; i++) {
            if (f->letters[i] && ascii_to_lower(*at) == ascii_to_lower(f->letters[i])) {
                k->g->board_features[i] += (number ? (int)number : 1) * (player == 0 ? 1 : -1);
                break;
            }
        }
        number = 0;
    }
    ferz_free(hand);
}

/* The result is not known yet: the sums with it are those of the differences, until the game ends. */
static void count_pieces(game_in_progress *k)
{
    const features *f = k->g->features;
    int *d = k->g->board_features;
    if (!f->count) {
        return;
    }
    memset(d, 0, f->count * sizeof *d);
    const size_t cells = ferz_game_cell_count(k->game);
    for (size_t i = 0; i < cells; i++) {
        const ferz_cell cell = ferz_game_cell(k->game, i);
        if (cell.type && (cell.owner == 0 || cell.owner == 1)) {
            count_piece(k, cell.type, cell.owner == 0 ? 1 : -1);
        }
    }
    if (ferz_variant_facts(k->g->plan->variant)->has_hands) {
        count_hand(k, 0);
        count_hand(k, 1);
    }
    for (size_t i = 0; i < f->count; i++) {
        k->r->results[i] += d[i];
        for (size_t j = 0; j <= i && d[i]; j++) {
            k->r->products[i * f->count + j] += d[i] * d[j];
        }
    }
    k->r->fit_count++;
}

/* ---- moves ---- */

/* A move at random, or the engine's. NULL: stopped, or an error. ferz_free. */
static char *choose(game_in_progress *k, size_t player, uint64_t attempt, const ferz_moves *moves)
{
    const plan *p = k->g->plan;
    const int side = p->side_of[player];
    const uint64_t nodes = p->nodes[plan_strength(p, k->place, side)];
    if (!nodes) {
        random_source source = {ply_seed(k, attempt)};
        const char *chosen = NULL;
        for (size_t i = 0, seen = 0; i < ferz_moves_count(moves); i++) {
            const ferz_move m = ferz_moves_at(moves, i);
            chosen = !move_is_claim(m.text) && random_below(&source, (uint32_t)++seen) == 0 ? m.text : chosen;
        }
        const size_t size = chosen ? strlen(chosen) + 1 : 0;
        char *copy = size ? malloc(size) : NULL;
        return copy ? memcpy(copy, chosen, size) : NULL;
    }
    ferz_best best = {0};
    const ferz_limits limits = {.struct_size = sizeof limits,
                                .nodes = nodes,
                                .movetime = MOVE_MILLISECONDS,
                                .seed = ply_seed(k, attempt) | 1,
                                .stop = k->g->stop,
                                .state = k->g->state};
    const ferz_result found = ferz_engine_best_move(k->g->engines[side], k->game, &limits, &best, k->g->messages);
    ferz_free(best.pv);
    if (found != FERZ_OK) {
        ferz_free(best.move);
        return NULL;
    }
    if (attempt == 0) {
        k->r->searches++;
        k->r->nodes += best.nodes;
        k->r->depth += (uint64_t)(best.depth > 0 ? best.depth : 0);
        add_score(k, player, &best);
    }
    return best.move;
}

static bool is_stopped(const game_in_progress *k)
{
    return k->g->stop && k->g->stop(k->g->state);
}

/* Lets the player to move play; where moves are tried, until one is possible. */
static play_result play_turn(game_in_progress *k)
{
    const ferz_variant *variant = k->g->plan->variant;
    const size_t player = ferz_game_commander(k->game);
    const bool tries = ferz_variant_facts(variant)->has_tries;
    bool played = false;
    play_result result = PLAY_DONE;
    ferz_moves *legal = ferz_game_moves(k->game, NULL, FERZ_MOVE_RULES, k->g->messages);
    ferz_moves *tried =
        tries && legal ? ferz_game_moves_tried(k->game, ferz_game_side_to_move(k->game), 0, k->g->messages) : NULL;
    result = legal && (tried || !tries) ? PLAY_DONE : PLAY_FAILED;
    for (uint64_t attempt = 0; result == PLAY_DONE && !played; attempt++) {
        char *move = attempt < ATTEMPTS_MAX ? choose(k, player, attempt, tries ? tried : legal) : NULL;
        if (move && !is_stopped(k)) {
            char *announced = NULL;
            const ferz_result done = tries ? ferz_game_try(k->game, move, &played, &announced, k->g->messages)
                                           : ferz_game_move(k->game, move, k->g->messages);
            ferz_free(announced);
            played = tries ? played : done == FERZ_OK;
            result = done == FERZ_OK ? PLAY_DONE : PLAY_FAILED;
            if (played) {
                count_moves(k, legal, move);
            }
        } else {
            result = is_stopped(k) ? PLAY_STOPPED : PLAY_FAILED;
        }
        ferz_free(move);
    }
    ferz_moves_free(tried);
    ferz_moves_free(legal);
    return result;
}

/* ---- ends ---- */

static void put_end(game_in_progress *k, const ferz_status *status)
{
    record *r = k->r;
    r->winner = status->outcome == FERZ_WIN ? k->g->plan->side_of[status->winner] : -1;
    r->share = status->outcome == FERZ_WIN ? status->winner_share : 50;
    text_put(&r->reason, status->reason);
}

/* Whether the rules end the game, or the player to move claims a draw. */
static bool is_over(game_in_progress *k)
{
    ferz_status status;
    if (ferz_game_status(k->game, &status, k->g->messages) != FERZ_OK) {
        k->failed = true;
        return true;
    }
    if (status.outcome != FERZ_ONGOING) {
        put_end(k, &status);
        return true;
    }
    const claim_found claim = claim_find(k->game, &status, k->g->messages);
    k->failed |= claim == CLAIM_FAILED;
    if (claim == CLAIM_HOLDS) {
        put_end(k, &status);
    }
    return claim != CLAIM_NONE;
}

/* What the game was, for those who want to see it. */
static void put_line(game_in_progress *k)
{
    for (size_t i = 0; i < ferz_game_ply_count(k->game); i++) {
        const char *ply = ferz_game_ply(k->game, i);
        text_put(&k->r->line, i ? " " : "");
        for (; *ply; ply++) {
            text_char(&k->r->line, *ply == ' ' ? '_' : *ply);
        }
    }
}

static play_result play_to_end(game_in_progress *k)
{
    const plan *p = k->g->plan;
    size_t strength;
    const bool searched = p->nodes[plan_is_level(p, k->place.group, &strength) ? strength : strength - 1] > 0;
    while (!is_over(k)) {
        const size_t plies = ferz_game_ply_count(k->game);
        if (plies - k->opening >= p->max_plies || plies >= PLIES_TRUSTED) {
            k->r->cut = true;
            break;
        }
        if (is_stopped(k)) {
            return PLAY_STOPPED;
        }
        if (ferz_game_rolls(k->game, NULL, 0)) {
            if (!plan_play_random(k->game, ply_seed(k, 0), k->g->messages)) {
                return PLAY_FAILED;
            }
            continue;
        }
        if (searched) {
            count_pieces(k);
        }
        const play_result result = play_turn(k);
        if (result != PLAY_DONE) {
            return result;
        }
    }
    return k->failed ? PLAY_FAILED : PLAY_DONE;
}

play_result game_player_play(game_player *g, uint64_t number, record *r)
{
    record_clear(r, g->plan, g->features->count);
    r->number = number;
    game_in_progress k = {.g = g, .r = r, .place = plan_game_of(g->plan, number), .seed = plan_seed(g->plan, number)};
    ferz_messages_clear(g->messages);
    for (size_t i = 0; i < g->plan->sides; i++) {
        ferz_engine_new_game(g->engines[i]);
    }
    k.game = plan_open(g->plan, k.place, &r->repeats, g->messages);
    k.opening = k.game ? ferz_game_ply_count(k.game) : 0;
    const play_result result = k.game ? play_to_end(&k) : PLAY_FAILED;
    if (result == PLAY_DONE) {
        r->plies = (uint32_t)ferz_game_ply_count(k.game);
        judge_leads(&k);
        const int points = r->winner < 0 ? 0 : r->winner == 0 ? r->share - 50 : 50 - r->share;
        for (size_t i = 0; i < g->features->count; i++) {
            r->results[i] *= points;
        }
        put_line(&k);
    }
    free(k.scores);
    free(k.score_plies);
    ferz_game_free(k.game);
    return result == PLAY_DONE && (r->line.failed || r->reason.failed || k.failed) ? PLAY_FAILED : result;
}
