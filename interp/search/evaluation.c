/* The evaluation is a sum of features times weights (eval_params.h), for middlegame and endgame. Piece-square values
 * are updated with each move (evaluation_sums_update). The core counts mobility, threats and the like (activity.h).
 * Features that few variants have are counted here. */
#include "search/evaluation.h"

#include "play/fen.h"
#include "play/outcome.h"
#include "search/blast.h"
#include "search/eval_tables.h"

#include <stdlib.h>
#include <string.h>

enum {
    LAZY_MARGIN = 800,         /* in centipawns */
    PSEUDO_ROYAL_VALUE = 3000, /* of a pseudo-royal piece in an exchange */
    UPDATED_MAX = 24,          /* changes of a ply up to which the sums are updated and not recomputed */
    GOAL_DISTANCE_MAX = 8,     /* moves of a royal from which on the zone of `points` counts */
    GOAL_MOVES_MAX = 12,       /* moves from which on a zone does not count */
    FEW_PIECES = 4,
};

/* ---- building ---- */

static void find_halfmove_limit(evaluation *e)
{
    for (int i = 0; i < e->variant->ending_count; i++) {
        const rule_ending *rule = e->variant->endings[i].rule;
        if (rule->kind == END_HALFMOVE_CLOCK && rule->number > 0 &&
            (e->halfmove_limit == 0 || rule->number < e->halfmove_limit)) {
            e->halfmove_limit = rule->number;
        }
    }
}

static int mean_of(weight_pair pair)
{
    return (pair_middle(pair) + pair_end(pair)) / 2;
}

static void fill_piece_values(evaluation *e)
{
    const variant *v = e->variant;
    const eval_params *w = &e->params;
    for (int piece = 1; piece < v->piece_ids; piece++) {
        int type = v->type_of[piece], owner = v->owner_of[piece];
        bool pseudo_royal = w->royal_like[type] && !v->is_royal[piece];
        e->piece_value[piece] = pseudo_royal ? PSEUDO_ROYAL_VALUE : mean_of(w->weight[w->piece_value + type]);
        e->in_hand_value[piece] = mean_of(w->weight[w->in_hand + type]);
        e->in_hand_weight[piece] = w->weight[w->in_hand + type];
        e->phase_value[piece] = w->royal_like[type]         ? 0
                                : e->piece_value[piece] < 0 ? -e->piece_value[piece]
                                                            : e->piece_value[piece];
        e->promoter[piece] = w->promoter[type];
        for (int cell = 0; owner < v->players && cell < v->cells; cell++) {
            int own = w->relative_cell[(size_t)owner * (size_t)v->cells + (size_t)cell];
            e->piece_square[(size_t)piece * (size_t)v->cells + (size_t)cell] =
                w->weight[w->piece_value + type] + w->weight[w->piece_square + type * v->cells + own];
        }
    }
}

/* The phase of the start position. If all pieces are pawn-like, they count themselves. */
static void find_phase_max(evaluation *e)
{
    const variant *v = e->variant;
    diag_list diags;
    diag_list_init(&diags);
    position *p = position_create(v, NULL);
    if (p && v->start_fen && fen_read(p, &diags, (location){0}, v->start_fen)) {
        for (int pass = 0; pass < 2 && e->phase_max < 400; pass++) {
            for (int piece = 1; pass == 0 && piece < v->piece_ids; piece++) {
                e->phase_value[piece] = e->promoter[piece] ? 0 : e->phase_value[piece];
            }
            for (int piece = 1; pass == 1 && piece < v->piece_ids; piece++) {
                e->phase_value[piece] =
                    abs(e->piece_value[piece]) < PSEUDO_ROYAL_VALUE ? abs(e->piece_value[piece]) : 0;
            }
            evaluation_sums sums;
            evaluation_sums_init(e, p, &sums);
            e->phase_max = 0;
            for (int player = 0; player < v->players; player++) {
                e->phase_max += sums.phase[player];
            }
        }
    }
    e->phase_max = e->phase_max < 400 ? 1000 : e->phase_max;
    e->arena.failed |= !p || diags.failed;
    position_destroy(p);
    diag_list_finish(&diags);
}

/* Moves from each cell to the nearest of those with 0, by the cells that each reaches ([cells][words]). */
static void count_moves(const variant *v, const uint64_t *reach, uint8_t *moves)
{
    bool more = true;
    for (uint8_t step = 0; more && step + 1 < GOAL_MOVES_MAX; step++) {
        more = false;
        for (int cell = 0; cell < v->cells; cell++) {
            const uint64_t *from_here = reach + (size_t)cell * (size_t)v->bitset_words;
            for (int to = 0; moves[cell] == GOAL_MOVES_MAX && to < v->cells; to++) {
                if (moves[to] == step && set_has(from_here, (unsigned)to)) {
                    moves[cell] = (uint8_t)(step + 1);
                    more = true;
                }
            }
        }
    }
}

/* How many moves each piece needs to the zone where its owner wins, or may end the game, on an empty board. */
static void find_goal_moves(evaluation *e, piece_values *values, evaluation_goal *goal)
{
    const variant *v = e->variant;
    const variant_ending *ending = goal->ending;
    size_t cells = (size_t)v->cells, words = (size_t)v->bitset_words, count = (size_t)v->piece_ids * cells;
    uint64_t *reach = arena_new(&e->arena, uint64_t, cells * words);
    goal->moves = arena_new(&e->arena, uint8_t, count);
    if (!reach || !goal->moves) {
        return;
    }
    memset(goal->moves, GOAL_MOVES_MAX, count);
    for (int piece = 1; piece < v->piece_ids; piece++) {
        int owner = v->owner_of[piece];
        uint8_t *moves = goal->moves + (size_t)piece * cells;
        bool wins = ending->rule->kind == END_GOAL;
        if (wins ? !ending_goal_wins(v, ending, (piece_id)piece) : owner >= v->players) {
            continue;
        }
        for (int i = 0; wins && i < ending->goal_count[owner]; i++) {
            moves[ending->goal_cells[owner][i]] = 0;
        }
        for (unsigned cell = 0; !wins && cell < cells; cell++) {
            moves[cell] = set_has(v->set_pool + ending->zone[owner], cell) ? 0 : GOAL_MOVES_MAX;
        }
        for (size_t cell = 0; cell < cells; cell++) {
            memcpy(reach + cell * words, piece_values_reach(values, piece, (int)cell), words * sizeof *reach);
        }
        count_moves(v, reach, moves);
    }
}

/* Endings that the search sees too late: progress towards them counts. */
static void find_goals(evaluation *e, piece_values *values)
{
    const variant *v = e->variant;
    e->goals = arena_new(&e->arena, evaluation_goal, (size_t)v->ending_count + 1);
    for (int i = 0; e->goals && i < v->ending_count; i++) {
        const variant_ending *ending = &v->endings[i];
        const rule_ending *rule = ending->rule;
        evaluation_goal goal = {.ending = ending, .rows = NULL};
        switch (rule->kind) {
        case END_CONNECT:
            goal.rows = &ending->rows;
            break;
        case END_GOAL:
        case END_POINTS:
            find_goal_moves(e, values, &goal);
            break;
        case END_CHECKS:
        case END_PIECES_BELOW:
            break;
        case END_EXTINCT:
            if (rule->piece >= 0) {
                continue;
            }
            break;
        default:
            continue;
        }
        e->goals[e->goal_count++] = goal;
    }
    if (e->goals && v->captures_by_row) {
        e->goals[e->goal_count++] = (evaluation_goal){.rows = &v->row_captures};
    }
    for (int i = 0; i < e->goal_count; i++) {
        const row_table *t = e->goals[i].rows;
        size_t count = t ? (size_t)t->count * (size_t)t->length : 0;
        e->goals[i].cells = count ? arena_new(&e->arena, cell_id, count) : NULL;
        for (size_t row = 0, n = 0; e->goals[i].cells && row < t->count; row++) {
            for (int cell = 0; cell < v->cells && n < (row + 1) * (size_t)t->length; cell++) {
                if (set_has(t->row_sets + row * (size_t)v->bitset_words, (unsigned)cell)) {
                    e->goals[i].cells[n++] = (cell_id)cell;
                }
            }
        }
    }
}

/* Whether a bare royal loses only by mate. Then a small lead may not suffice to win. */
static void find_drawish(evaluation *e)
{
    const variant *v = e->variant;
    bool mates = false, bares = v->has_hands;
    for (int i = 0; i < v->ending_count; i++) {
        const rule_ending *rule = v->endings[i].rule;
        mates = mates || rule->kind == END_CHECKMATE;
        bares = bares || (rule->kind == END_BARE && rule->result != RESULT_DRAW) ||
                (rule->kind == END_STALEMATE && rule->result != RESULT_DRAW) || rule->kind == END_GOAL ||
                rule->kind == END_CHECKS;
    }
    for (int type = 0; type < v->types; type++) {
        int value = e->params.promoter[type] ? 0 : e->params.value[type];
        e->drawish_lead = value * 20 < e->params.value_max * 9 && value > e->drawish_lead ? value : e->drawish_lead;
    }
    e->needs_mate = mates && !bares && v->players == 2 && e->activity.promoters && !e->params.misere;
}

bool evaluation_init(evaluation *e, const variant *v, const tuning *tuned)
{
    *e = (evaluation){.variant = v};
    size_t pieces = (size_t)v->piece_ids, cells = (size_t)v->cells;
    arena_init(&e->arena, 0);
    e->piece_value = arena_new(&e->arena, int, pieces);
    e->in_hand_value = arena_new(&e->arena, int, pieces);
    e->phase_value = arena_new(&e->arena, int, pieces);
    e->promoter = arena_new(&e->arena, bool, pieces);
    e->in_hand_weight = arena_new(&e->arena, weight_pair, pieces);
    e->piece_square = arena_new(&e->arena, weight_pair, pieces * cells);
    piece_values values;
    if (e->arena.failed || !piece_values_init(&values, v)) {
        evaluation_finish(e);
        return false;
    }
    bool ok = eval_params_init(&e->params, &e->arena, &values);
    if (ok && tuned) {
        diag_list ignored; /* the file was checked when it was loaded: only memory can be missing */
        diag_list_init(&ignored);
        ok = eval_params_apply(&e->params, tuned, &ignored);
        diag_list_finish(&ignored);
    }
    ok = ok && eval_tables_init(&e->activity, &e->arena, &e->params, &values);
    if (ok) {
        find_goals(e, &values);
        ok = !e->arena.failed;
    }
    piece_values_finish(&values);
    if (ok && v->network) {
        ok = network_layout_init(&e->layout, &e->arena, &e->params);
        e->network = v->network;
    }
    if (!ok) {
        evaluation_finish(e);
        return false;
    }
    fill_piece_values(e);
    find_phase_max(e);
    find_halfmove_limit(e);
    find_drawish(e);
    if (e->arena.failed) {
        evaluation_finish(e);
        return false;
    }
    return true;
}

void evaluation_finish(evaluation *e)
{
    arena_finish(&e->arena);
    *e = (evaluation){0};
}

/* ---- sums ---- */

static inline void add_piece(const evaluation *e, evaluation_sums *s, unsigned cell, piece_id piece, int sign)
{
    const variant *v = e->variant;
    unsigned owner = v->owner_of[piece];
    if (piece && owner < (unsigned)v->players) {
        s->piece_square[owner] += e->piece_square[(size_t)piece * (size_t)v->cells + cell] * sign;
        s->phase[owner] += e->phase_value[piece] * sign;
        s->promoters[owner] += e->promoter[piece] ? sign : 0;
    }
}

static inline void add_in_hand(const evaluation *e, evaluation_sums *s, piece_id piece, int count)
{
    const variant *v = e->variant;
    unsigned owner = v->owner_of[piece];
    if (owner < (unsigned)v->players) {
        s->piece_square[owner] += e->in_hand_weight[piece] * count;
        s->phase[owner] += e->phase_value[piece] * count;
        s->promoters[owner] += e->promoter[piece] ? count : 0;
    }
}

/* Buried pieces of a stack count 2/5 until they are freed. */
static void add_stacks(const evaluation *e, const position *p, evaluation_sums *s)
{
    const variant *v = e->variant;
    for (unsigned cell = 0; cell < (unsigned)v->cells; cell++) {
        for (unsigned level = 0; level < position_stack_heights(p)[cell]; level++) {
            piece_id piece = position_stack_piece(p, (size_t)cell * STACK_MAX + level);
            unsigned owner = v->owner_of[piece];
            if (piece && owner < (unsigned)v->players) {
                int type = v->type_of[piece];
                weight_pair all = e->params.weight[e->params.piece_value + type];
                s->piece_square[owner] += pair_of(pair_middle(all) * 2 / 5, pair_end(all) * 2 / 5);
                s->phase[owner] += e->phase_value[piece];
            }
        }
    }
}

void evaluation_sums_init(const evaluation *e, const position *p, evaluation_sums *sums)
{
    const variant *v = e->variant;
    memset(sums, 0, sizeof *sums);
    for (unsigned cell = 0; cell < (unsigned)v->cells; cell++) {
        add_piece(e, sums, cell, p->board[cell], 1);
    }
    for (int piece = 1; v->has_hands && piece < v->piece_ids; piece++) {
        unsigned count = position_hand(p)[piece];
        if (count) {
            add_in_hand(e, sums, (piece_id)piece, (int)count);
        }
    }
    if (v->has_stacks) {
        add_stacks(e, p, sums);
    }
}

void evaluation_sums_update(const evaluation *e, const position *p, const undo *u, const evaluation_sums *before,
                            evaluation_sums *after)
{
    const variant *v = e->variant;
    if (v->has_stacks || u->count > UPDATED_MAX) {
        evaluation_sums_init(e, p, after);
        return;
    }
    for (int player = 0; player < v->players; player++) {
        after->piece_square[player] = before->piece_square[player];
        after->phase[player] = before->phase[player];
        after->promoters[player] = before->promoters[player];
    }
    for (unsigned i = 0; i < u->count; i++) {
        const struct undo_entry *entry = &u->entries[i];
        if (entry->kind != UNDO_CELL && entry->kind != UNDO_HAND) {
            continue;
        }
        bool known = false; /* changed more than once: the first entry has the old piece, the position the new one */
        for (unsigned k = 0; k < i && !known; k++) {
            known = u->entries[k].slot == entry->slot && u->entries[k].kind == entry->kind;
        }
        if (known) {
            continue;
        }
        if (entry->kind == UNDO_HAND) {
            add_in_hand(e, after, (piece_id)entry->slot, (int)position_hand(p)[entry->slot] - (int)entry->old);
        } else {
            add_piece(e, after, entry->slot, entry->old, -1);
            add_piece(e, after, entry->slot, p->board[entry->slot], 1);
        }
    }
}

/* ---- score of a position ---- */

typedef struct score_terms {
    const evaluation *e;
    const position *p;
    uint32_t friends;
    weight_pair sum; /* in ACTIVITY_UNITs */
    int32_t *counts; /* [count] or NULL */
} score_terms;

static void add_feature(score_terms *s, int feature, int count, int player)
{
    count = s->friends >> player & 1 ? count : -count;
    s->sum += s->e->params.weight[feature] * count;
    if (s->counts) {
        s->counts[feature] += count;
    }
}

static bool counts_in_row(const row_table *t, int player, piece_id piece)
{
    bool counts = !t->pieces[player];
    for (int i = 0; !counts && i < t->piece_count; i++) {
        counts = t->pieces[player][i] == piece;
    }
    return counts;
}

/* Rows in which only one player has pieces. */
static void add_rows(score_terms *s, const row_table *t, const cell_id *cells)
{
    const variant *v = s->e->variant;
    for (uint32_t row = 0; row < t->count; row++, cells += t->length) {
        int owner = -1, pieces = 0;
        for (int i = 0; i < t->length; i++) {
            piece_id piece = s->p->board[cells[i]];
            if (!piece) {
                continue;
            }
            int whose = v->owner_of[piece];
            if (whose >= v->players || (owner >= 0 && owner != whose) || !counts_in_row(t, whose, piece)) {
                pieces = 0;
                break;
            }
            owner = whose;
            pieces++;
        }
        int missing = t->length - pieces;
        if (pieces > 0) { /* the fewer pieces are missing, the more the row is worth */
            int level = missing < ROW_PIECES_MAX ? ROW_PIECES_MAX - 1 - missing : 0;
            add_feature(s, s->e->params.rows + level, ACTIVITY_UNIT, owner);
        }
    }
}

static int distance(const topology *t, unsigned a, unsigned b)
{
    int dx = abs(t->column[a] - t->column[b]);
    int dy = abs(t->row[a] - t->row[b]);
    return dx > dy ? dx : dy;
}

static uint8_t moves_to_goal(const score_terms *s, const evaluation_goal *goal, unsigned cell)
{
    return goal->moves[(size_t)s->p->board[cell] * (size_t)s->e->variant->cells + cell];
}

static void add_goal_distance(score_terms *s, const evaluation_goal *goal)
{
    const variant *v = s->e->variant;
    for (int player = 0; player < v->players; player++) {
        cell_id royal;
        if (v->core->royals_of(s->p, player, &royal, 1) == 1) {
            int moves = moves_to_goal(s, goal, royal);
            int nearest = moves < GOAL_DISTANCE_MAX ? moves : GOAL_DISTANCE_MAX;
            add_feature(s, s->e->params.goal_distance, (GOAL_DISTANCE_MAX - nearest) * (ACTIVITY_UNIT / 4), player);
        }
    }
}

/* The nearness of the pieces that win in the zone, the nearest first, as many as must stand there: 16 / (1 + moves squared) each. */
static void add_goal_moves(score_terms *s, const evaluation_goal *goal)
{
    enum { NEARNESS = 16 };
    const variant *v = s->e->variant;
    int at[PLAYERS_MAX][GOAL_MOVES_MAX + 1] = {{0}};
    for (int cell = 0; cell < v->cells; cell++) {
        piece_id piece = s->p->board[cell];
        if (piece && v->owner_of[piece] < v->players) {
            at[v->owner_of[piece]][moves_to_goal(s, goal, (unsigned)cell)]++;
        }
    }
    long number = goal->ending->rule->number;
    for (int player = 0; player < v->players; player++) {
        long left = number, nearness = 0;
        for (int moves = 0; moves < GOAL_MOVES_MAX && left > 0; moves++) {
            long pieces = at[player][moves] < left ? at[player][moves] : left;
            nearness += pieces * NEARNESS * ACTIVITY_UNIT / (1 + moves * moves);
            left -= pieces;
        }
        add_feature(s, s->e->params.goal_moves, (int)(nearness / number), player);
    }
}

static int pieces_left(const position *p, const variant_ending *ending, int player)
{
    const variant *v = p->variant;
    const row_table *t = &ending->rows;
    bool all = ending->rule->kind == END_EXTINCT || !t->pieces[player];
    int pieces = all ? v->core->count_of_player(p, player) : 0;
    for (int i = 0; !all && i < t->piece_count; i++) {
        pieces += v->core->count_of_piece(p, t->pieces[player][i]);
    }
    for (int type = 0; v->has_hands && type < v->types; type++) {
        pieces += position_hand(p)[variant_piece(v, player, type)];
    }
    return pieces;
}

static void add_few_pieces(score_terms *s, const variant_ending *ending)
{
    const variant *v = s->e->variant;
    int floor = ending->rule->kind == END_PIECES_BELOW ? (int)ending->rule->number - 1 : 0;
    for (int player = 0; player < v->players; player++) {
        int left = pieces_left(s->p, ending, player) - floor;
        if (left < FEW_PIECES) {
            add_feature(s, s->e->params.few_pieces, (FEW_PIECES - left) * (FEW_PIECES - left) * (ACTIVITY_UNIT / 4),
                        player);
        }
    }
}

static void add_goals(score_terms *s)
{
    const evaluation *e = s->e;
    for (int i = 0; i < e->goal_count; i++) {
        const evaluation_goal *goal = &e->goals[i];
        if (goal->rows) {
            if (goal->cells) {
                add_rows(s, goal->rows, goal->cells);
            }
            continue;
        }
        const rule_ending *rule = goal->ending->rule;
        if (rule->kind == END_GOAL) {
            add_goal_moves(s, goal);
        } else if (rule->kind == END_POINTS) {
            add_goal_distance(s, goal);
        } else if (rule->kind == END_CHECKS) {
            for (int player = 0; rule->number > 1 && player < e->variant->players; player++) {
                long given = s->p->extra.checks_given[player];
                long part = given * given * ACTIVITY_UNIT / (rule->number * rule->number);
                add_feature(s, e->params.checks, weight_clamp(part, 4 * ACTIVITY_UNIT), player);
            }
        } else {
            add_few_pieces(s, goal->ending);
        }
    }
}

/* Mop-up: drives the weak side's royal to the edge and brings the own royal near it. */
static int mop_up(const evaluation *e, const position *p, int strong, int weak)
{
    const variant *v = e->variant;
    const topology *t = &v->topology;
    cell_id weak_royal, strong_royal;
    if (v->core->royals_of(p, weak, &weak_royal, 1) != 1) {
        return 0;
    }
    int x = t->column[weak_royal], y = t->row[weak_royal];
    int most = (t->columns - 1) / 2 + (t->rows - 1) / 2;
    int edge_distance = (x < t->columns - 1 - x ? x : t->columns - 1 - x) + (y < t->rows - 1 - y ? y : t->rows - 1 - y);
    int score = most > 0 ? 48 * (most - edge_distance) / most : 0;
    if (v->core->royals_of(p, strong, &strong_royal, 1) == 1) {
        int span = t->columns > t->rows ? t->columns : t->rows;
        score += 4 * (span - distance(t, strong_royal, weak_royal));
    }
    return score;
}

/* Two players, one with almost nothing left: mop-up; a lead that cannot mate is scaled down. */
static int scale_endgame(const evaluation *e, const position *p, const evaluation_sums *s, int score, uint32_t friends)
{
    int first = friends & 1 ? 0 : 1;                                     /* the player whose score it is */
    bool ahead = score ? score > 0 : s->phase[first] > s->phase[!first]; /* at 0 both sides must agree who leads */
    int strong = ahead ? first : !first, weak = !strong;
    int lead = s->phase[strong] - s->phase[weak];
    if (s->phase[weak] * 12 <= e->phase_max && !e->params.misere && lead > 150) {
        int more = mop_up(e, p, strong, weak);
        score += strong == first ? more : -more;
    }
    if (e->needs_mate && s->promoters[strong] == 0 && lead <= e->drawish_lead) {
        score = s->phase[strong] <= e->drawish_lead ? score / 16 : score / 3;
    }
    return score;
}

static int64_t taper(const evaluation *e, weight_pair sum, int phase)
{
    phase = phase < e->phase_max ? phase : e->phase_max;
    int64_t mixed = (int64_t)pair_middle(sum) * phase + (int64_t)pair_end(sum) * (e->phase_max - phase);
    return mixed / ((int64_t)e->phase_max * ACTIVITY_UNIT);
}

/* Lazy evaluation: the lead is so large that mobility and threats will hardly change the result. Not with pieces in
 * hand. */
static bool lazy_eval_suffices(const evaluation *e, weight_pair sum, int phase)
{
    int64_t lead = taper(e, sum, phase);
    return !e->variant->has_hands && (lead > LAZY_MARGIN || lead < -LAZY_MARGIN);
}

static int phase_of(const evaluation *e, const evaluation_sums *sums)
{
    int phase = 0;
    for (int player = 0; player < e->variant->players; player++) {
        phase += sums->phase[player];
    }
    return phase < e->phase_max ? phase : e->phase_max;
}

/* What the formulas know: material, places, activity, goals. */
static int formula_score(const evaluation *e, const position *p, const evaluation_sums *sums, uint32_t friends,
                         int32_t *counts)
{
    const variant *v = e->variant;
    score_terms s = {.e = e, .p = p, .friends = friends, .counts = counts};
    int phase = 0;
    for (int player = 0; player < v->players; player++) {
        s.sum += sums->piece_square[player] * (friends >> player & 1 ? ACTIVITY_UNIT : -ACTIVITY_UNIT);
        phase += sums->phase[player];
    }
    if (counts) {
        s.sum += v->core->activity_counts(p, &e->activity, friends, counts);
    } else if (!lazy_eval_suffices(e, s.sum, phase)) {
        s.sum += v->core->activity(p, &e->activity, friends);
    }
    add_feature(&s, FEATURE_TEMPO, ACTIVITY_UNIT, p->state.side_to_move);
    if (e->goal_count) {
        add_goals(&s);
    }
    return weight_clamp(taper(e, s.sum, phase), SCORE_EVAL_MAX);
}

/* What holds for any score: an ending in which a lead does not win by itself, and a lead that runs out. */
static int finish_score(const evaluation *e, const position *p, const evaluation_sums *sums, uint32_t friends,
                        int score)
{
    if (e->variant->players == 2 && phase_of(e, sums) * 2 < e->phase_max) {
        score = scale_endgame(e, p, sums, score, friends);
    }
    if (e->halfmove_limit > 0) {
        /* An unused lead runs out: progress is preferred. */
        long left = e->halfmove_limit - p->state.halfmove_clock;
        score = (int)(score * (e->halfmove_limit + (left > 0 ? left : 0)) / (2 * e->halfmove_limit));
    }
    return weight_clamp(score, SCORE_EVAL_MAX);
}

static int evaluate(const evaluation *e, const position *p, const evaluation_sums *sums, uint32_t friends,
                    int32_t *counts)
{
    return finish_score(e, p, sums, friends, formula_score(e, p, sums, friends, counts));
}

int evaluation_score(const evaluation *e, const position *p, const evaluation_sums *sums, uint32_t friends)
{
    return evaluate(e, p, sums, friends, NULL);
}

int evaluation_score_learned(const evaluation *e, const position *p, const evaluation_sums *sums, uint32_t friends,
                             int learned)
{
    int score = friends >> p->state.side_to_move & 1 ? learned : -learned;
    if (e->network->adds) {
        score += formula_score(e, p, sums, friends, NULL);
    }
    return finish_score(e, p, sums, friends, weight_clamp(score, SCORE_EVAL_MAX));
}

int evaluation_score_full(const evaluation *e, const position *p, uint32_t friends)
{
    evaluation_sums sums;
    evaluation_sums_init(e, p, &sums);
    return evaluate(e, p, &sums, friends, NULL);
}

static void add_piece_features(const evaluation *e, unsigned cell, piece_id piece, uint32_t friends, int unit,
                               int32_t *counts)
{
    const variant *v = e->variant;
    const eval_params *w = &e->params;
    unsigned owner = v->owner_of[piece];
    if (!piece || owner >= (unsigned)v->players) {
        return;
    }
    int type = v->type_of[piece], count = friends >> owner & 1 ? unit : -unit;
    counts[w->piece_value + type] += count;
    if (unit == ACTIVITY_UNIT) {
        counts[w->piece_square + type * v->cells + w->relative_cell[owner * (unsigned)v->cells + cell]] += count;
    }
}

int evaluation_feature_counts(const evaluation *e, const position *p, uint32_t friends, int32_t *counts)
{
    const variant *v = e->variant;
    evaluation_sums sums;
    evaluation_sums_init(e, p, &sums);
    (void)evaluate(e, p, &sums, friends, counts);
    for (unsigned cell = 0; cell < (unsigned)v->cells; cell++) {
        add_piece_features(e, cell, p->board[cell], friends, ACTIVITY_UNIT, counts);
        for (unsigned level = 0; v->has_stacks && level < position_stack_heights(p)[cell]; level++) {
            piece_id piece = position_stack_piece(p, (size_t)cell * STACK_MAX + level);
            add_piece_features(e, cell, piece, friends, ACTIVITY_UNIT * 2 / 5, counts);
        }
    }
    for (int piece = 1; v->has_hands && piece < v->piece_ids; piece++) {
        int count = position_hand(p)[piece];
        if (count && v->owner_of[piece] < v->players) {
            counts[e->params.in_hand + v->type_of[piece]] +=
                count * (friends >> v->owner_of[piece] & 1 ? ACTIVITY_UNIT : -ACTIVITY_UNIT);
        }
    }
    return (int)((int64_t)phase_of(e, &sums) * 1000 / e->phase_max);
}

/* ---- gain of a move ---- */

piece_id evaluation_moving_piece(const position *p, move m)
{
    if (move_kind_of(m) == MOVE_DROP) {
        return variant_dropped_piece(p->variant, p->state.side_to_move, (int)move_into(m) - 1);
    }
    unsigned from = move_from(m);
    return from < (unsigned)p->variant->cells ? p->board[from] : PIECE_NONE;
}

piece_id evaluation_captured(const position *p, move m)
{
    switch (move_kind_of(m)) {
    case MOVE_NORMAL:
    case MOVE_DOUBLE_STEP:
        return p->board[move_to(m)];
    case MOVE_EN_PASSANT:
    case MOVE_LOCUST:
    case MOVE_CHAIN: /* the first of them */
        return p->board[move_aux(m)];
    case MOVE_CASTLE:
    case MOVE_DROP:
    case MOVE_IN_PLACE:
    case MOVE_CLAIM:
    case MOVE_PASS:
    case MOVE_ROLL:
    case MOVE_HOOK:
        break;
    }
    return PIECE_NONE;
}

static piece_id arriving_piece(const variant *v, move m, piece_id piece, piece_id captured)
{
    if (move_into(m)) {
        return variant_piece(v, v->owner_of[piece], (int)move_into(m) - 1);
    }
    if (v->transforms_into && move_kind_of(m) != MOVE_DROP) {
        piece_id becomes = v->transforms_into[(size_t)piece * (size_t)v->piece_ids + captured];
        return becomes ? becomes : piece;
    }
    if (v->combined && captured && !(v->rules->captor_decides && move_extra(m))) {
        int type = v->combined[(size_t)v->type_of[piece] * (size_t)v->types + v->type_of[captured]];
        return variant_piece(v, v->owner_of[piece], type);
    }
    return piece;
}

/* The gain of capturing the piece: it leaves the board and may go to the captor's hand. */
static int capture_value(const evaluation *e, piece_id piece, int captor)
{
    const variant *v = e->variant;
    int value = e->piece_value[piece];
    if (v->has_hands) {
        piece_id held = v->captured_as[(size_t)piece * (size_t)v->players + (size_t)captor];
        value += held ? e->in_hand_value[held] : 0;
    }
    return value;
}

/* The gain of a multi-capture: all captured or converted pieces, and a promotion. */
static int chain_gain(const evaluation *e, const position *p, move m)
{
    const variant *v = e->variant;
    chain_path way;
    piece_id piece = p->board[move_from(m)];
    if (!v->core->chain(p, m, &way)) {
        return 0;
    }
    int gain = move_into(m)
                   ? e->piece_value[variant_piece(v, v->owner_of[piece], (int)move_into(m) - 1)] - e->piece_value[piece]
                   : 0;
    for (unsigned i = 0; i < way.count; i++) {
        gain += way.jumped[i] == JUMPED_CONVERTED ? 2 * e->piece_value[way.captured_piece[i]]
                                                  : capture_value(e, way.captured_piece[i], v->owner_of[piece]);
    }
    return gain;
}

int evaluation_move_gain(const evaluation *e, const position *p, move m)
{
    const variant *v = e->variant;
    piece_id piece = evaluation_moving_piece(p, m);
    if (piece && move_kind_of(m) == MOVE_CHAIN) {
        return chain_gain(e, p, m);
    }
    if (!piece || move_kind_of(m) == MOVE_CASTLE || move_kind_of(m) >= MOVE_CLAIM) {
        return 0;
    }
    if (move_kind_of(m) == MOVE_DROP) {
        bool nobodys = v->owner_of[piece] == v->neutral_owner;
        return nobodys ? 0 : e->piece_value[piece] - e->in_hand_value[v->hand_piece[piece]];
    }
    piece_id captured = evaluation_captured(p, m);
    int gain = e->piece_value[arriving_piece(v, m, piece, captured)] - e->piece_value[piece];
    if (captured && v->owner_of[captured] != v->neutral_owner) {
        int owner = v->owner_of[captured], mover = p->state.side_to_move;
        gain += v->enemy_mask[mover] >> owner & 1 ? capture_value(e, captured, mover) : -e->piece_value[captured];
        if (v->has_blast) { /* the captor is gone too */
            gain += blast_gain(e, p, mover, move_to(m), move_from(m)) -
                    e->piece_value[arriving_piece(v, m, piece, captured)];
        }
    }
    return gain;
}

int evaluation_move_risk(const evaluation *e, const position *p, move m)
{
    const variant *v = e->variant;
    piece_id piece = evaluation_moving_piece(p, m);
    if (!piece || move_kind_of(m) >= MOVE_CLAIM) {
        return 0;
    }
    piece_id after = arriving_piece(v, m, piece, evaluation_captured(p, m));
    int captor = v->next_player[p->state.side_to_move];
    return v->is_royal[after] ? 0 : capture_value(e, after, captor);
}

int evaluation_capture_value(const evaluation *e, piece_id piece)
{
    int owner = e->variant->owner_of[piece];
    return owner == e->variant->neutral_owner ? 0 : capture_value(e, piece, e->variant->next_player[owner]);
}

piece_id evaluation_arriving_piece(const position *p, move m)
{
    piece_id piece = evaluation_moving_piece(p, m);
    return piece ? arriving_piece(p->variant, m, piece, evaluation_captured(p, m)) : piece;
}

int evaluation_army_value(const evaluation *e)
{
    const variant *v = e->variant;
    int most = 0;
    for (int player = 0; player < v->players; player++) {
        int sum = 0;
        for (int cell = 0; cell < v->cells; cell++) {
            piece_id piece = v->start_board[cell];
            sum += piece && v->owner_of[piece] == player ? abs(e->piece_value[piece]) : 0;
        }
        most = sum > most ? sum : most;
    }
    return most;
}
