#include "search/network.h"

#include "play/visibility.h"
#include "search/maxn.h"

#include <stdlib.h>
#include <string.h>

/* ---- which games ---- */

static size_t items_most(const variant *v)
{
    return 3 * (size_t)v->types + 32 + 2 + v->rules->counter_count + 2;
}

static size_t features_most(const variant *v)
{
    return 3 * (size_t)v->types * (size_t)v->cells + items_most(v) * NETWORK_UNARY_MAX + 2;
}

bool network_suits(const variant *v)
{
    return features_most(v) <= NETWORK_FEATURES_MAX && v->players == 2 && v->dice_outcome_count == 0 &&
           !v->has_stacks && !v->own_boards && !visibility_limited(v) && !maxn_applies(v);
}

static void add_promotions(uint64_t *hash, const variant *v)
{
    for (int piece = 1; piece < v->piece_ids; piece++) {
        const promotion_table *t = v->moves[piece].promotion;
        for (uint32_t i = 0; t && i < t->count; i++) {
            fingerprint_add(hash, t->into[i]);
        }
    }
}

static void add_endings(uint64_t *hash, const variant *v)
{
    for (int i = 0; i < v->ending_count; i++) {
        const rule_ending *e = v->endings[i].rule;
        fingerprint_add(hash, (uint64_t)e->kind);
        fingerprint_add(hash, (uint64_t)e->result);
        fingerprint_add(hash, (uint64_t)e->number);
        fingerprint_add(hash, (uint64_t)(int64_t)e->piece);
    }
}

/* What the rules say that pieces are worth: the formulas follow it, and a network that is added to them. */
static void add_values(uint64_t *hash, const variant *v)
{
    for (int type = 0; type < v->types; type++) {
        const long value = v->rules->pieces[v->type[type].rule_piece_index].value;
        if (value > 0) {
            fingerprint_add(hash, (uint64_t)type);
            fingerprint_add(hash, (uint64_t)value);
        }
    }
}

/* The weights of the tuning, likewise. */
static void add_weights(uint64_t *hash, const variant *v)
{
    for (size_t i = 0; v->tuning && i < v->tuning->row_count; i++) {
        const tuning_row *row = &v->tuning->rows[i];
        fingerprint_add_text(hash, row->weight);
        fingerprint_add(hash, 0);
        fingerprint_add_text(hash, row->piece ? row->piece : "");
        fingerprint_add(hash, 0);
        for (size_t k = 0; k < row->count; k++) {
            fingerprint_add(hash, (uint64_t)(int64_t)row->mg[k]);
            fingerprint_add(hash, (uint64_t)(int64_t)row->eg[k]);
        }
    }
}

uint64_t network_fingerprint(const variant *v)
{
    uint64_t hash = eval_params_fingerprint(v);
    add_promotions(&hash, v);
    add_endings(&hash, v);
    add_values(&hash, v);
    add_weights(&hash, v);
    for (int i = 0; i < v->rights; i++) {
        fingerprint_add(&hash, v->right[i].player | (uint64_t)v->right[i].castling << 8);
    }
    fingerprint_add(&hash, v->rules->counter_count);
    fingerprint_add(&hash, v->rules->hook_count);
    fingerprint_add(&hash, v->rules->captures.mandatory);
    fingerprint_add(&hash, v->has_blast);
    fingerprint_add(&hash, v->has_remote_captures);
    fingerprint_add(&hash, v->transforms_into != NULL);
    fingerprint_add(&hash, v->neutral_owner >= 0);
    return hash;
}

/* ---- features ---- */

/* 0: the viewer's own, 1: the other player's, 2: nobody's. */
static int side_seen(const variant *v, int owner, int view)
{
    return owner >= v->players ? 2 : owner != view;
}

/* Whether the cells as both players see them are each other's images; else both see the board as it is. */
static bool views_agree(const variant *v, const cell_id *relative)
{
    const cell_id *first = relative, *second = relative + v->cells;
    for (int cell = 0; cell < v->cells; cell++) {
        cell_id other = second[cell];
        if (first[cell] != cell || second[other] != cell) {
            return false;
        }
    }
    return true;
}

static int mirrored_cell(const topology *t, int cell)
{
    cell_id image = topology_at(t, t->columns - 1 - t->column[cell], t->row[cell], t->level[cell]);
    return image == CELL_NONE ? cell : image;
}

static void set_cell_features(network_layout *l, const eval_params *w)
{
    const variant *v = l->variant;
    bool relative = views_agree(v, w->relative_cell);
    for (int view = 0; view < 2; view++) {
        for (int piece = 1; piece < v->piece_ids; piece++) {
            for (int cell = 0; cell < v->cells; cell++) {
                int seen = relative ? w->relative_cell[view * v->cells + cell] : cell;
                int side = side_seen(v, v->owner_of[piece], view);
                l->cell[view][piece * v->cells + cell] =
                    (uint16_t)((side * v->types + v->type_of[piece]) * v->cells + seen);
            }
        }
    }
}

/* Something that each player has, of which a view has features of its own and of the other's; without a second index (-1) it is
 * nobody's, and both views have the same features. */
static void add_items(network_layout *l, network_item_kind kind, int first_index, int second_index, int most,
                      int *feature)
{
    int own = *feature, others = second_index < 0 ? own : own + most;
    network_item *items = l->items + l->item_count;
    items[0] = (network_item){.kind = kind, .index = first_index, .most = (uint16_t)most};
    items[0].first[0] = (uint16_t)own;
    items[0].first[1] = (uint16_t)others;
    l->item_count++;
    if (second_index >= 0) {
        items[1] = (network_item){.kind = kind, .index = second_index, .most = (uint16_t)most};
        items[1].first[0] = (uint16_t)others;
        items[1].first[1] = (uint16_t)own;
        l->item_count++;
    }
    *feature = others + most;
}

static int find_rights(const variant *v, int player, int *rights)
{
    int count = 0;
    for (int i = 0; i < v->rights; i++) {
        if (v->right[i].player == player) {
            rights[count++] = i;
        }
    }
    return count;
}

/* The rights of both players in pairs; those without a partner by themselves. */
static void add_rights(network_layout *l, int *feature)
{
    const variant *v = l->variant;
    int rights[2][32];
    int counts[2] = {find_rights(v, 0, rights[0]), find_rights(v, 1, rights[1])};
    for (int i = 0; i < counts[0] || i < counts[1]; i++) {
        if (i < counts[0] && i < counts[1]) {
            add_items(l, ITEM_RIGHT, rights[0][i], rights[1][i], 1, feature);
        } else {
            int player = i >= counts[0];
            add_items(l, ITEM_RIGHT, rights[player][i], -1, 1, feature);
        }
    }
}

static void set_items(network_layout *l, int *feature)
{
    const variant *v = l->variant;
    for (int type = 0; v->has_hands && type < v->types; type++) {
        add_items(l, ITEM_HAND, variant_piece(v, 0, type), variant_piece(v, 1, type), NETWORK_UNARY_MAX, feature);
        if (v->neutral_owner >= 0) {
            add_items(l, ITEM_HAND, variant_piece(v, v->neutral_owner, type), -1, NETWORK_UNARY_MAX, feature);
        }
    }
    add_rights(l, feature);
    if (v->counts_checks_in_row) {
        add_items(l, ITEM_CHECKS, 0, 1, NETWORK_UNARY_MAX, feature);
    }
    for (size_t i = 0; i < v->rules->counter_count; i++) {
        if (v->rules->hashed_counters >> i & 1) {
            add_items(l, ITEM_STATE, (int)i, -1, NETWORK_UNARY_MAX, feature);
        }
    }
    if (v->has_extra_state) {
        add_items(l, ITEM_TURN_PLY, 0, 1, NETWORK_UNARY_MAX / 2, feature);
    }
}

static void set_maps(network_layout *l)
{
    const variant *v = l->variant;
    for (int i = 0; i < l->features; i++) {
        l->flip[i] = l->mirror[i] = (uint16_t)i;
    }
    for (int piece = 1; piece < v->piece_ids; piece++) {
        const uint16_t *first = l->cell[0] + piece * v->cells, *second = l->cell[1] + piece * v->cells;
        for (int cell = 0; cell < v->cells; cell++) {
            int image = mirrored_cell(&v->topology, cell);
            l->flip[first[cell]] = second[cell];
            l->flip[second[cell]] = first[cell];
            l->mirror[first[cell]] = first[image];
            l->mirror[second[cell]] = second[image];
        }
    }
    for (int i = 0; i < l->item_count; i++) {
        const network_item *item = &l->items[i];
        for (int k = 0; k < item->most; k++) {
            l->flip[item->first[0] + k] = (uint16_t)(item->first[1] + k);
            l->of_right[item->first[0] + k] = l->of_right[item->first[1] + k] = item->kind == ITEM_RIGHT;
        }
    }
    l->flip[l->first_player] = (uint16_t)(l->first_player + 1);
    l->flip[l->first_player + 1] = l->first_player;
}

static int pieces_at_start(const variant *v)
{
    int count = 0;
    for (int cell = 0; cell < v->cells; cell++) {
        count += v->start_board[cell] != PIECE_NONE;
    }
    for (int piece = 1; v->has_hands && piece < v->piece_ids; piece++) {
        count += v->start_hand[piece];
    }
    return count > 0 ? count : 1;
}

bool network_layout_init(network_layout *l, arena *a, const eval_params *w)
{
    const variant *v = w->variant;
    *l = (network_layout){.variant = v};
    size_t pairs = (size_t)v->piece_ids * (size_t)v->cells;
    size_t items_max = items_most(v), features_max = features_most(v);
    l->cell[0] = arena_new(a, uint16_t, pairs);
    l->cell[1] = arena_new(a, uint16_t, pairs);
    l->items = arena_new(a, network_item, items_max);
    l->flip = arena_new(a, uint16_t, features_max);
    l->mirror = arena_new(a, uint16_t, features_max);
    l->of_right = arena_new(a, bool, features_max);
    if (a->failed) {
        return false;
    }
    set_cell_features(l, w);
    int feature = (v->neutral_owner >= 0 ? 3 : 2) * v->types * v->cells;
    set_items(l, &feature);
    l->first_player = (uint16_t)feature;
    l->features = feature + 2;
    l->active_max = (size_t)v->cells + 1;
    for (int i = 0; i < l->item_count; i++) {
        l->active_max += l->items[i].most;
    }
    set_maps(l);
    l->piece_count = pieces_at_start(v);
    return true;
}

static int item_value(const network_item *item, const position *p)
{
    int value = 0;
    switch (item->kind) {
    case ITEM_HAND:
        value = position_hand(p)[item->index];
        break;
    case ITEM_RIGHT:
        value = p->state.rights >> item->index & 1;
        break;
    case ITEM_CHECKS:
        value = p->extra.checks_given[item->index];
        break;
    case ITEM_STATE:
        value = p->extra.counters[item->index];
        break;
    case ITEM_TURN_PLY:
        value = p->state.side_to_move == item->index ? p->extra.turn_ply : 0;
        break;
    }
    return value < 0 ? 0 : value < item->most ? value : item->most;
}

size_t network_features(const network_layout *l, const position *p, int view, uint16_t *list)
{
    const variant *v = l->variant;
    size_t count = 0;
    list[count++] = (uint16_t)(l->first_player + view);
    for (int cell = 0; cell < v->cells; cell++) {
        if (p->board[cell]) {
            list[count++] = l->cell[view][p->board[cell] * v->cells + cell];
        }
    }
    for (int i = 0; i < l->item_count; i++) {
        int value = item_value(&l->items[i], p);
        for (int k = 0; k < value; k++) {
            list[count++] = (uint16_t)(l->items[i].first[view] + k);
        }
    }
    return count;
}

int network_bucket(const network_layout *l, int buckets, const position *p)
{
    if (buckets <= 1) {
        return 0;
    }
    int bucket = (l->variant->core->count_all(p) - 1) * buckets / l->piece_count;
    return bucket < 0 ? 0 : bucket < buckets ? bucket : buckets - 1;
}

bool network_fits(const network *n, const network_layout *l)
{
    return n->features == l->features && n->rules == network_fingerprint(l->variant);
}

int network_output(const network *n, const network_kernel *kernel, const int16_t *us, const int16_t *them,
                   int64_t linear, int bucket)
{
    const int16_t *weights = n->output + (size_t)bucket * 2 * (size_t)n->hidden;
    int64_t sum = (int64_t)kernel->output(us, them, weights, n->hidden) + n->constant[bucket];
    int64_t score = sum * n->scale / (NETWORK_ONE * NETWORK_ONE * NETWORK_OUTPUT_ONE) + linear / NETWORK_LINEAR_ONE;
    return weight_clamp(score, 30000);
}

/* ---- scores of positions ---- */

struct network_view {
    const network *network;
    const network_layout *layout;
    const network_kernel *kernel;
    int64_t linear[2];
    piece_id *board;  /* [cells] of the position seen last */
    uint8_t *values;  /* [items] */
    int16_t *sums[2]; /* [hidden] by view */
};

/* A feature that came (+1) or went (-1), as both views have it. */
static inline void change(network_view *view, unsigned first, unsigned second, int sign)
{
    const network *n = view->network;
    const int16_t *rows[2] = {n->rows + (size_t)first * (size_t)n->hidden,
                              n->rows + (size_t)second * (size_t)n->hidden};
    view->linear[0] += sign * (int64_t)n->linear[first];
    view->linear[1] += sign * (int64_t)n->linear[second];
    for (int i = 0; i < 2; i++) {
        (sign > 0 ? view->kernel->add : view->kernel->subtract)(view->sums[i], rows[i], n->hidden);
    }
}

network_view *network_view_create(const network *n, const network_layout *l, bool portable)
{
    network_view *view = calloc(1, sizeof *view);
    if (!view) {
        return NULL;
    }
    size_t hidden = (size_t)n->hidden, bytes = hidden * sizeof(int16_t);
    *view = (network_view){.network = n, .layout = l, .kernel = network_kernel_pick(portable)};
    view->board = calloc((size_t)l->variant->cells + 4, sizeof *view->board);
    view->values = calloc((size_t)l->item_count + 1, 1);
    view->sums[0] = malloc(2 * bytes + 1);
    if (!view->board || !view->values || !view->sums[0]) {
        network_view_destroy(view);
        return NULL;
    }
    view->sums[1] = view->sums[0] + hidden;
    for (int i = 0; i < 2; i++) {
        memcpy(view->sums[i], n->start, bytes);
        view->kernel->add(view->sums[i], n->rows + (size_t)(l->first_player + i) * hidden, n->hidden);
        view->linear[i] = n->linear[l->first_player + i];
    }
    return view;
}

void network_view_destroy(network_view *view)
{
    if (view) {
        free(view->board);
        free(view->values);
        free(view->sums[0]);
        free(view);
    }
}

static inline void see_cell(network_view *view, const position *p, int cell)
{
    const network_layout *l = view->layout;
    const int cells = l->variant->cells;
    piece_id before = view->board[cell], now = p->board[cell];
    if (before == now) {
        return;
    }
    view->board[cell] = now;
    if (before) {
        change(view, l->cell[0][before * cells + cell], l->cell[1][before * cells + cell], -1);
    }
    if (now) {
        change(view, l->cell[0][now * cells + cell], l->cell[1][now * cells + cell], 1);
    }
}

static void see(network_view *view, const position *p)
{
    const network_layout *l = view->layout;
    const int cells = l->variant->cells;
    enum { STEP = 4 }; /* cells that are compared at once */
    int cell = 0;
    for (; cell + STEP <= cells; cell += STEP) {
        if (memcmp(view->board + cell, p->board + cell, STEP * sizeof *p->board) != 0) {
            for (int i = cell; i < cell + STEP; i++) {
                see_cell(view, p, i);
            }
        }
    }
    for (; cell < cells; cell++) {
        see_cell(view, p, cell);
    }
    for (int i = 0; i < l->item_count; i++) {
        const network_item *item = &l->items[i];
        int now = item_value(item, p);
        for (; view->values[i] < now; view->values[i]++) {
            change(view, item->first[0] + (unsigned)view->values[i], item->first[1] + (unsigned)view->values[i], 1);
        }
        for (; view->values[i] > now; view->values[i]--) {
            unsigned k = view->values[i] - 1U;
            change(view, item->first[0] + k, item->first[1] + k, -1);
        }
    }
}

int network_view_score(network_view *view, const position *p)
{
    see(view, p);
    int us = p->state.side_to_move;
    return network_output(view->network, view->kernel, view->sums[us], view->sums[!us],
                          view->linear[us] - view->linear[!us],
                          network_bucket(view->layout, view->network->buckets, p));
}
