#include "search/eval_params.h"

#include <stdlib.h>
#include <string.h>

/* ---- layout ---- */

static void assign_indices(eval_params *w)
{
    const variant *v = w->variant;
    int at = FEATURES_COMMON;
    w->rows = at, at += ROW_PIECES_MAX;
    w->goal_distance = at++;
    w->goal_moves = at++;
    w->checks = at++;
    w->few_pieces = at++;
    w->mobility = at, at += v->types;
    w->piece_pair = at, at += v->types;
    w->piece_value = at, at += v->types;
    w->in_hand = at, at += v->types;
    w->piece_square = at, at += v->types * v->cells;
    w->count = at;
}

enum { VALUE_MAX = 20000 };

int eval_params_groups(const eval_params *w, eval_param_group *groups)
{
    static const struct {
        const char *name;
        int first, count;
    } common[] = {
        {"tempo", FEATURE_TEMPO, 1},
        {"threat", FEATURE_THREAT, ACTIVITY_CLASSES * ACTIVITY_CLASSES},
        {"threat_by_royal", FEATURE_THREAT_ROYAL, 1},
        {"hanging", FEATURE_HANGING, 1},
        {"danger", FEATURE_DANGER, 1},
        {"shelter_near", FEATURE_SHELTER_NEAR, 1},
        {"shelter_far", FEATURE_SHELTER_FAR, 1},
        {"shelter_pieces", FEATURE_SHELTER_PIECES, 1},
        {"storm_near", FEATURE_STORM_NEAR, 1},
        {"storm_far", FEATURE_STORM_FAR, 1},
        {"open_file", FEATURE_OPEN_FILE, 1},
        {"doubled", FEATURE_DOUBLED, 1},
        {"isolated", FEATURE_ISOLATED, 1},
        {"backward", FEATURE_BACKWARD, 1},
        {"supported", FEATURE_SUPPORTED, 1},
        {"passed", FEATURE_PASSED, ACTIVITY_DISTANCE_MAX},
        {"passed_blocked", FEATURE_PASSED_BLOCKED, 1},
        {"passed_free", FEATURE_PASSED_FREE, 1},
        {"passed_own_royal", FEATURE_PASSED_OWN_ROYAL, 1},
        {"passed_enemy_royal", FEATURE_PASSED_ENEMY_ROYAL, 1},
    };
    const int cells = w->variant->cells;
    const struct {
        const char *name;
        int first, count;
        bool typed;
    } others[] = {
        {"row", w->rows, ROW_PIECES_MAX, false}, {"goal_distance", w->goal_distance, 1, false},
        {"goal_moves", w->goal_moves, 1, false}, {"checks", w->checks, 1, false},
        {"few_pieces", w->few_pieces, 1, false}, {"mobility", w->mobility, 1, true},
        {"piece_pair", w->piece_pair, 1, true},  {"piece_value", w->piece_value, 1, true},
        {"in_hand", w->in_hand, 1, true},        {"piece_square", w->piece_square, cells, true},
    };
    int count = 0;
    for (size_t i = 0; i < sizeof common / sizeof *common; i++) {
        groups[count++] = (eval_param_group){common[i].name, common[i].first, common[i].count, false, -5000, 5000};
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        bool whole = others[i].first == w->piece_value || others[i].first == w->in_hand;
        int most = whole ? VALUE_MAX : 5000;
        groups[count++] =
            (eval_param_group){others[i].name, others[i].first, others[i].count, others[i].typed, -most, most};
    }
    return count;
}

const char *eval_params_type_name(arena *a, const variant *v, int type)
{
    const piece_type *t = &v->type[type];
    int same = 0; /* earlier types with the same name */
    for (int other = 0; other < type; other++) {
        same += v->type[other].rule_piece_index == t->rule_piece_index && v->type[other].royal == t->royal &&
                v->type[other].reverts == t->reverts;
    }
    bool unpromoted = v->base_type[t->rule_piece_index] == type;
    const char *form = unpromoted ? "" : t->royal ? "royal " : t->reverts ? "promoted " : "other ";
    return same ? arena_format(a, "%s%s %d", form, t->name, same + 1) : arena_format(a, "%s%s", form, t->name);
}

/* ---- kinds of pieces ---- */

/* Pieces whose loss loses the game, one for each player at the start: pseudo-royal. */
static void find_pseudo_royals(eval_params *w)
{
    const variant *v = w->variant;
    for (int i = 0; i < v->ending_count; i++) {
        const variant_ending *e = &v->endings[i];
        if (e->rule->kind != END_EXTINCT || e->rule->result != RESULT_LOSS || e->rule->piece < 0) {
            continue;
        }
        int count_at_start = 0;
        for (int cell = 0; cell < v->cells; cell++) {
            piece_id piece = v->start_board[cell];
            count_at_start += piece && v->type[v->type_of[piece]].rule_piece_index == e->rule->piece;
        }
        for (int k = 0; count_at_start == (e->rule->only_player >= 0 ? 1 : v->players) && k < e->extinct_count; k++) {
            w->royal_like[e->extinct[k]] = true;
        }
    }
}

/* A player without pieces has no move. So where that wins, and neither royal pieces nor the number of pieces count
 * otherwise, losing all pieces wins. */
static bool is_misere(const variant *v)
{
    bool misere = false, stalemate_wins = false, needs_pieces = v->royal_type_count > 0;
    for (int i = 0; i < v->ending_count; i++) {
        const rule_ending *rule = v->endings[i].rule;
        if (rule->kind == END_EXTINCT || rule->kind == END_BARE || rule->kind == END_PIECES_BELOW) {
            misere |= rule->result == RESULT_WIN;
            needs_pieces |= rule->result == RESULT_LOSS;
        }
        stalemate_wins |= rule->kind == END_STALEMATE && rule->result == RESULT_WIN;
    }
    return misere || (stalemate_wins && !needs_pieces);
}

/* The first player's piece of the type. All owners' pieces of a type have the same value. */
static piece_id piece_of_type(const variant *v, int type)
{
    return variant_piece(v, 0, type);
}

static void find_piece_kinds(eval_params *w, const piece_values *values)
{
    const variant *v = w->variant;
    for (int type = 0; type < v->types; type++) {
        w->royal_like[type] = v->type[type].royal;
    }
    find_pseudo_royals(w);
    w->misere = is_misere(v);
    for (int type = 0; type < v->types; type++) {
        piece_id piece = piece_of_type(v, type);
        int64_t sum = values->value[piece] + values->promotion_mean[piece];
        w->promoter[type] = !w->royal_like[type] && v->moves[piece].promotion && values->one_way[piece] &&
                            values->mean[piece] > 0 && sum * 100 / values->cheapest < 220;
    }
}

/* ---- the players' views ---- */

/* Whether the start position is nearer to a rotation of the board than to a reflection. */
static bool start_is_rotated(const eval_params *w, const cell_id *own)
{
    const variant *v = w->variant;
    const topology *t = &v->topology;
    int mirrored = 0, rotated = 0;
    for (int cell = 0; cell < v->cells; cell++) {
        piece_id piece = v->start_board[cell];
        cell_id own_cell = own[cell];
        cell_id across_cell = own_cell == CELL_NONE ? own_cell
                                                    : topology_at(t, t->columns - 1 - t->column[own_cell],
                                                                  t->row[own_cell], t->level[own_cell]);
        if (!piece || v->owner_of[piece] != 1 || across_cell == CELL_NONE) {
            continue;
        }
        piece_id other = v->start_board[own_cell], across_piece = v->start_board[across_cell];
        mirrored += other && v->type_of[other] == v->type_of[piece];
        rotated += across_piece && v->type_of[across_piece] == v->type_of[piece];
    }
    return rotated > mirrored;
}

static void find_relative_cells(eval_params *w)
{
    const variant *v = w->variant;
    const topology *t = &v->topology;
    for (int player = 0; player < v->players; player++) {
        cell_id *own = w->relative_cell + (size_t)player * (size_t)v->cells;
        for (int cell = 0; cell < v->cells; cell++) {
            own[cell] = CELL_NONE;
        }
        for (int cell = 0; cell < v->cells; cell++) { /* a quarter of a turn is not its own inverse */
            cell_id seen = topology_rotate_cell(t, v->rules, (size_t)player, (cell_id)cell);
            if (seen != CELL_NONE) {
                own[seen] = (cell_id)cell;
            }
        }
        bool rotated = player == 1 && v->players == 2 && start_is_rotated(w, own);
        for (int cell = 0; cell < v->cells; cell++) {
            if (rotated && own[cell] != CELL_NONE) {
                own[cell] =
                    topology_at(t, t->columns - 1 - t->column[own[cell]], t->row[own[cell]], t->level[own[cell]]);
            }
            if (own[cell] == CELL_NONE) {
                own[cell] = (cell_id)cell; /* the board has no such symmetry */
            }
        }
    }
}

/* ---- formulas ---- */

/* 0 in a corner, 6 in the centre. */
static int centrality_of(const topology *t, int cell)
{
    int most = (t->columns - 1) / 2 + (t->rows - 1) / 2;
    int x = t->column[cell], y = t->row[cell];
    int inward = (x < t->columns - 1 - x ? x : t->columns - 1 - x) + (y < t->rows - 1 - y ? y : t->rows - 1 - y);
    return most > 0 ? inward * 6 / most : 0;
}

static int formula_value(const eval_params *w, const piece_values *values, int type)
{
    const variant *v = w->variant;
    piece_id piece = piece_of_type(v, type);
    long hint = v->rules->pieces[v->type[type].rule_piece_index].value;
    int64_t sum = values->value[piece] + values->promotion_mean[piece];
    return hint > 0 ? weight_clamp(hint, VALUE_MAX / 4) : weight_clamp(sum * 100 / values->cheapest, VALUE_MAX / 4);
}

static void set_piece_squares(eval_params *w, const piece_values *values, int type)
{
    const variant *v = w->variant;
    size_t row = (size_t)piece_of_type(v, type) * (size_t)v->cells;
    weight_pair *squares = w->weight + w->piece_square + (size_t)type * (size_t)v->cells;
    for (int cell = 0; cell < v->cells; cell++) {
        int centre = centrality_of(&v->topology, cell);
        if (w->royal_like[type]) {
            /* A royal keeps away from the centre while many pieces are left. */
            squares[cell] = pair_of(-6 * centre, 6 * centre);
            continue;
        }
        int64_t moves =
            (values->mobility[row + (size_t)cell] - values->mean[piece_of_type(v, type)]) * 8 / values->cheapest;
        int64_t hope = (values->promotion[row + (size_t)cell] - values->promotion_mean[piece_of_type(v, type)]) * 100 /
                       values->cheapest;
        if (w->promoter[type] && v->cells <= 256) {
            hope /= 4; /* most of it counts only for passed pieces */
        }
        squares[cell] = pair_of(weight_clamp(moves + hope + 3 * (centre - 3), 5000),
                                weight_clamp(moves + hope + (centre - 3), 5000));
    }
}

/* Whether captured pieces go to the captor's hand. */
static bool captures_go_to_hand(const variant *v)
{
    for (int piece = 1; v->has_hands && piece < v->piece_ids; piece++) {
        for (int captor = 0; captor < v->players; captor++) {
            piece_id held = v->captured_as[(size_t)piece * (size_t)v->players + (size_t)captor];
            if (held && v->owner_of[held] == captor && v->owner_of[piece] != captor) {
                return true;
            }
        }
    }
    return false;
}

static bool can_drop(const variant *v, int piece)
{
    int owner = v->owner_of[piece];
    for (int i = 0; i < v->drop_count[owner]; i++) {
        if (v->drops[owner][i].piece == piece) {
            return true;
        }
    }
    return false;
}

/* Whether the second half of a move may put it from the hand. */
static bool can_be_put(const variant *v, int piece)
{
    int owner = v->owner_of[piece];
    const puttable_piece *held = owner < v->players ? v->put.held[owner] : NULL;
    for (int i = 0; held && i < v->put.held_count; i++) {
        if (held[i].piece == piece) {
            return true;
        }
    }
    return false;
}

/* Value of a piece where captured pieces return by drops. Strong pieces are worth less and weak ones more than
 * elsewhere: each lands where it is useful, and a strong piece that is captured changes sides. About value^(2/3),
 * fixed at MIDDLE. */
static int dropped_value(int value)
{
    enum { MIDDLE = 350 };
    int64_t cube = (int64_t)MIDDLE * value * value;
    int64_t low = 0, high = VALUE_MAX;
    while (low < high) {
        int64_t middle = (low + high + 1) / 2;
        if (middle * middle * middle <= cube) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return (int)low;
}

static void set_type_weights(eval_params *w, const piece_values *values, int type, int top)
{
    const variant *v = w->variant;
    int value = w->value[type];
    int sign = w->misere ? -1 : 1;
    piece_id piece = piece_of_type(v, type);
    bool pawn_like = w->promoter[type] && !v->has_hands; /* the fewer are left, the more each is worth */
    bool strong = value * 2 > top && !v->has_hands;      /* open lines gain value as the board empties */
    w->weight[w->piece_value + type] =
        pawn_like ? pair_of(sign * value * 72 / 100, sign * value * 128 / 100)
                  : pair_of(sign * value * (strong ? 94 : 100) / 100, sign * value * (strong ? 109 : 100) / 100);
    /* A piece in hand is worth a little more than on the board, since it goes where it is useful. It is worth less if
     * a turn may have many drops: then a piece still in hand was left behind. So it is if only moves of other pieces
     * put it. */
    bool dropped = can_drop(v, piece), put = !dropped && can_be_put(v, piece);
    int bonus = put || v->rules->turn.only_drops ? -value / 8 : value / 12 + 8;
    int held = dropped || put ? value + bonus : 0;
    if (captures_go_to_hand(v) && !v->rules->turn.only_drops) {
        int returned = dropped_value(value), board_value = w->promoter[type] ? value * 85 / 100 : returned;
        w->weight[w->piece_value + type] = pair_of(sign * board_value, sign * board_value);
        held = dropped ? returned * 13 / 12 : put ? returned - returned / 8 : 0;
    }
    w->weight[w->in_hand + type] = pair_of(sign * held, sign * held);
    if (!w->misere) {
        set_piece_squares(w, values, type);
    }
    if (values->mean[piece] > 0 && !w->royal_like[type] && !w->promoter[type]) {
        /* What one more reachable cell adds; less for strong pieces, which have many. */
        int64_t cell = values->value[piece] * 100 * 8 / values->mean[piece] * MOBILITY_UNIT / values->cheapest;
        int64_t part = 100 - 55 * (int64_t)value * value / ((int64_t)top * top);
        int slope = weight_clamp(cell * 68 * part / 100000, 400);
        w->weight[w->mobility + type] = w->misere ? pair_of(16, 16) : pair_of(slope, slope * 5 / 4);
    }
    bool pairs = values->colorbound[piece] && !w->royal_like[type] && !values->one_way[piece] && value >= 200;
    w->weight[w->piece_pair + type] = pairs && !w->misere ? pair_of(18, 52) : 0;
}

static void set_weight(eval_params *w, int feature, int middle, int end)
{
    w->weight[feature] = pair_of(middle, end);
}

/* Weights of pawn-like pieces. `gain`: the most that one can win by promotion. */
static void set_promoter_weights(eval_params *w, int gain)
{
    static const struct {
        int middle, end;
    } passed[ACTIVITY_DISTANCE_MAX] = {{90, 138}, {62, 108}, {25, 52}, {10, 26}, {6, 17}, {5, 12}, {3, 10}};
    int part = w->variant->has_hands ? gain / 4 : gain; /* with drops, few pieces stay passed for long */
    part = part > 900 ? 900 : part;
    for (int i = 0; i < ACTIVITY_DISTANCE_MAX; i++) {
        set_weight(w, FEATURE_PASSED + i, passed[i].middle * part / 900, passed[i].end * part / 900);
    }
    set_weight(w, FEATURE_PASSED_BLOCKED, -3 * part / 900, -6 * part / 900);
    set_weight(w, FEATURE_PASSED_FREE, 5 * part / 900, 18 * part / 900);
    set_weight(w, FEATURE_PASSED_OWN_ROYAL, 0, 13 * part / 900);
    set_weight(w, FEATURE_PASSED_ENEMY_ROYAL, 0, -22 * part / 900);
    set_weight(w, FEATURE_DOUBLED, -4, -16);
    set_weight(w, FEATURE_ISOLATED, -10, -5);
    set_weight(w, FEATURE_BACKWARD, -3, -5);
    set_weight(w, FEATURE_SUPPORTED, 7, 6);
}

static void set_threat_weights(eval_params *w, const int *class_value)
{
    for (int a = 0; a < ACTIVITY_CLASSES; a++) {
        for (int v = 0; v < ACTIVITY_CLASSES; v++) {
            int more = class_value[v] - class_value[a];
            int feature = FEATURE_THREAT + a * ACTIVITY_CLASSES + v;
            if (v <= a) {
                set_weight(w, feature, 8, 18);
            } else {
                more = more > 800 ? 800 : more;
                int most = (a == 0 ? 45 : 18) + more / 20;
                set_weight(w, feature, most, most * 3 / 4);
            }
        }
    }
    set_weight(w, FEATURE_THREAT_ROYAL, 10, 32);
    set_weight(w, FEATURE_HANGING, 26, 16);
}

static void set_common_weights(eval_params *w)
{
    set_weight(w, FEATURE_TEMPO, 10, 8);
    set_weight(w, FEATURE_DANGER, -56, -4);
    set_weight(w, FEATURE_SHELTER_NEAR, 11, 0);
    set_weight(w, FEATURE_SHELTER_FAR, 8, 0);
    set_weight(w, FEATURE_SHELTER_PIECES, 5, 0);
    set_weight(w, FEATURE_STORM_NEAR, -6, 0);
    set_weight(w, FEATURE_STORM_FAR, -8, 0);
    set_weight(w, FEATURE_OPEN_FILE, -12, 0);
    static const int lines[ROW_PIECES_MAX] = {1, 3, 8, 25, 100, 100};
    for (int i = 0; i < ROW_PIECES_MAX; i++) {
        set_weight(w, w->rows + i, lines[i], lines[i]);
    }
    set_weight(w, w->goal_distance, 10, 16);
    set_weight(w, w->goal_moves, 50, 50);
    set_weight(w, w->checks, 60, 60);
    set_weight(w, w->few_pieces, w->misere ? 40 : -40, w->misere ? 40 : -40);
}

int eval_params_class(const eval_params *w, int type)
{
    int value = w->value[type];
    if (w->promoter[type] || value <= 130) {
        return 0;
    }
    int class = 1 + value * (ACTIVITY_CLASSES - 1) / (w->value_max + 1);
    return class < ACTIVITY_CLASSES ? class : ACTIVITY_CLASSES - 1;
}

/* With drops, royal and hanging pieces are in more danger than the pieces on the board show, and pawn structure
 * matters little. */
static void set_drop_weights(eval_params *w)
{
    set_weight(w, FEATURE_DANGER, w->variant->cells < 50 ? -52 : -76, -12);
    set_weight(w, FEATURE_SHELTER_NEAR, 24, 0);
    set_weight(w, FEATURE_SHELTER_FAR, 0, 0);
    set_weight(w, FEATURE_SHELTER_PIECES, 10, 0);
    set_weight(w, FEATURE_HANGING, 36, 16);
    set_weight(w, FEATURE_DOUBLED, 0, 0);
    set_weight(w, FEATURE_ISOLATED, -4, 0);
    set_weight(w, FEATURE_BACKWARD, 0, 0);
    set_weight(w, FEATURE_SUPPORTED, 0, 0);
}

/* ---- life ---- */

static void set_all_weights(eval_params *w, const piece_values *values)
{
    const variant *v = w->variant;
    int top = w->value_max, gain = 0;
    for (int type = 0; type < v->types; type++) {
        set_type_weights(w, values, type, top);
        const promotion_table *t = v->moves[piece_of_type(v, type)].promotion;
        for (uint32_t i = 0; w->promoter[type] && i < t->list[v->cells]; i++) {
            int more = w->value[t->into[i]] - w->value[type];
            gain = more > gain && !w->royal_like[t->into[i]] ? more : gain;
        }
    }
    set_common_weights(w);
    if (!w->misere) {
        int class_value[ACTIVITY_CLASSES];
        for (int c = 0; c < ACTIVITY_CLASSES; c++) {
            class_value[c] = c ? (2 * c - 1) * top / (2 * (ACTIVITY_CLASSES - 1)) : 100;
        }
        set_threat_weights(w, class_value);
        set_promoter_weights(w, gain);
        if (captures_go_to_hand(v) && !v->rules->turn.only_drops) {
            set_drop_weights(w);
        }
    }
}

bool eval_params_init(eval_params *w, arena *a, piece_values *values)
{
    const variant *v = values->variant;
    *w = (eval_params){.variant = v};
    assign_indices(w);
    w->weight = arena_new(a, weight_pair, (size_t)w->count);
    w->royal_like = arena_new(a, bool, (size_t)v->types + 1);
    w->promoter = arena_new(a, bool, (size_t)v->types + 1);
    w->value = arena_new(a, int, (size_t)v->types + 1);
    w->relative_cell = arena_new(a, cell_id, (size_t)v->players * (size_t)v->cells);
    if (a->failed) {
        return false;
    }
    find_piece_kinds(w, values);
    find_relative_cells(w);
    w->value_max = 100;
    for (int type = 0; type < v->types; type++) {
        w->value[type] = w->royal_like[type] ? 0 : formula_value(w, values, type);
        w->value_max = w->value[type] > w->value_max ? w->value[type] : w->value_max;
    }
    set_all_weights(w, values);
    return true;
}

/* ---- tuning files ---- */

void fingerprint_add(uint64_t *hash, uint64_t with)
{
    for (int i = 0; i < 8; i++) {
        *hash = (*hash ^ (with >> (8 * i) & 0xFF)) * UINT64_C(0x100000001B3); /* FNV-1a */
    }
}

void fingerprint_add_text(uint64_t *hash, const char *string)
{
    for (; *string; string++) {
        fingerprint_add(hash, (unsigned char)*string);
    }
}

static void hash_add_sets(uint64_t *hash, const variant *v, const uint64_t *table)
{
    for (size_t i = 0; table && i < (size_t)v->cells * (size_t)v->bitset_words; i++) {
        fingerprint_add(hash, table[i]);
    }
    fingerprint_add(hash, table != NULL);
}

uint64_t eval_params_fingerprint(const variant *v)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    fingerprint_add(&hash, (uint64_t)v->cells);
    fingerprint_add(&hash, (uint64_t)v->topology.columns);
    fingerprint_add(&hash, (uint64_t)v->players);
    fingerprint_add(&hash, (uint64_t)v->has_hands);
    for (int type = 0; type < v->types; type++) {
        fingerprint_add_text(&hash, v->type[type].name);
        fingerprint_add(&hash, v->type[type].royal);
        const piece_moves *moves = &v->moves[piece_of_type(v, type)];
        hash_add_sets(&hash, v, moves->leap_both);
        hash_add_sets(&hash, v, moves->leap_move);
        hash_add_sets(&hash, v, moves->leap_capture);
        for (unsigned i = 0; i < moves->slide_count; i++) {
            fingerprint_add(&hash, moves->slide[i].modes);
            hash_add_sets(&hash, v, v->sliders[moves->slide[i].slider].empty_board_attacks);
        }
    }
    return hash;
}

typedef struct group_names {
    const eval_param_group *groups;
    int count;
} group_names;

static const char *group_name(const void *state, size_t index)
{
    const group_names *names = state;
    return index < (size_t)names->count ? names->groups[index].name : NULL;
}

typedef struct type_names {
    arena *arena;
    const variant *variant;
} type_names;

static const char *type_name(const void *state, size_t index)
{
    const type_names *names = state;
    return index < (size_t)names->variant->types ? eval_params_type_name(names->arena, names->variant, (int)index)
                                                 : NULL;
}

static void report_unknown(diag_list *diags, location at, const char *what, const char *name,
                           const char *(*next)(const void *state, size_t index), const void *state)
{
    diag_error(diags, CODE_TUNING_NAME, at, "there is no %s `%s`", what, name);
    const char *nearest = text_nearest(name, next, state);
    if (nearest) {
        diag_did_you_mean(diags, nearest);
    } else {
        diag_hint(diags, "`ferz tune` writes such files");
    }
}

static bool apply_group(eval_params *w, const tuning_row *row, arena *a, diag_list *diags)
{
    eval_param_group groups[EVAL_PARAM_GROUPS];
    group_names names = {groups, eval_params_groups(w, groups)};
    type_names types = {a, w->variant};
    const eval_param_group *group = NULL;
    for (int i = 0; i < names.count; i++) {
        group = strcmp(groups[i].name, row->weight) == 0 ? &groups[i] : group;
    }
    if (!group) {
        report_unknown(diags, row->weight_location, "weight", row->weight, group_name, &names);
        return false;
    }
    if (group->typed != (row->piece != NULL)) {
        diag_error(diags, CODE_TUNING_NUMBERS, row->weight_location,
                   group->typed ? "`%s` has numbers for each piece" : "`%s` belongs to no piece", row->weight);
        diag_hint(diags, group->typed ? "write `{piece: [12, 15]}`" : "write `[12, 15]`");
        diag_fix(diags, (fix){.kind = FIX_WRITE, .text = group->typed ? "{piece: [12, 15]}" : "[12, 15]"});
        return false;
    }
    int type = 0;
    while (row->piece && type < w->variant->types) {
        const char *name = type_name(&types, (size_t)type);
        if (!name) {
            return false; /* out of memory */
        }
        if (strcmp(name, row->piece) == 0) {
            break;
        }
        type++;
    }
    if (type == w->variant->types) {
        report_unknown(diags, row->piece_location, "piece", row->piece, type_name, &types);
        return false;
    }
    if (row->count != (size_t)group->count) {
        diag_error(diags, CODE_TUNING_NUMBERS, row->piece ? row->piece_location : row->weight_location,
                   "expected %d numbers, found %zu", group->count, row->count);
        return false;
    }
    for (size_t i = 0; i < row->count; i++) {
        if (row->mg[i] < group->min || row->mg[i] > group->max || row->eg[i] < group->min || row->eg[i] > group->max) {
            diag_error(diags, CODE_TUNING_NUMBERS, row->piece ? row->piece_location : row->weight_location,
                       "numbers of `%s` go from %d to %d", row->weight, group->min, group->max);
            return false;
        }
        w->weight[group->first + type * group->count + (int)i] = pair_of(row->mg[i], row->eg[i]);
    }
    return true;
}

bool eval_params_apply(eval_params *w, const tuning *t, diag_list *diags)
{
    arena scratch;
    arena_init(&scratch, 0);
    bool ok = true;
    for (size_t i = 0; i < t->row_count && ok; i++) {
        ok = apply_group(w, &t->rows[i], &scratch, diags);
    }
    arena_finish(&scratch);
    return ok;
}

static bool write_group(const eval_params *w, const eval_param_group *group, int type, arena *a, tuning_row *row)
{
    int32_t *middle = arena_new(a, int32_t, (size_t)group->count), *end = arena_new(a, int32_t, (size_t)group->count);
    *row = (tuning_row){.weight = group->name, .mg = middle, .eg = end, .count = (size_t)group->count};
    row->piece = group->typed ? eval_params_type_name(a, w->variant, type) : NULL;
    for (int i = 0; middle && end && i < group->count; i++) {
        weight_pair pair = w->weight[group->first + type * group->count + i];
        middle[i] = pair_middle(pair);
        end[i] = pair_end(pair);
    }
    return !a->failed;
}

bool eval_params_diff(const eval_params *w, const eval_params *from, arena *a, tuning *out)
{
    eval_param_group groups[EVAL_PARAM_GROUPS];
    int count = eval_params_groups(w, groups);
    out->rows = arena_new(a, tuning_row, (size_t)count * (size_t)w->variant->types + 1);
    out->row_count = 0;
    for (int i = 0; out->rows && i < count; i++) {
        for (int type = 0; type < (groups[i].typed ? w->variant->types : 1); type++) {
            size_t first = (size_t)groups[i].first + (size_t)type * (size_t)groups[i].count;
            bool same =
                memcmp(w->weight + first, from->weight + first, (size_t)groups[i].count * sizeof(weight_pair)) == 0;
            if (!same && !write_group(w, &groups[i], type, a, &out->rows[out->row_count++])) {
                return false;
            }
        }
    }
    return out->rows != NULL;
}
