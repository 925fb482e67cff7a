#include "api/encoding.h"

#include "base/word_moves.h"
#include "draw/marks.h"
#include "play/visibility.h"

#include <stdlib.h>
#include <string.h>

enum {
    RANKS = 8,          /* ways of chains that begin and end alike, moves of hooks between the same cells */
    CHOICES = 16,       /* of a hook, within a move */
    SPARES = 16,        /* where every move has a number of its own, as far as is known */
    SPARES_HOOKS = 256, /* where hooks list moves */
    PASSES = 2,
};

/* ---- numbers ---- */

static bool is_piece_move(move_kind kind)
{
    return kind <= MOVE_LOCUST || kind == MOVE_IN_PLACE || kind == MOVE_CHAIN || kind == MOVE_HOOK;
}

/* What `extra` adds; ACTION_NONE: more than there is room for. */
static uint32_t extra_slot(const ferz_encoding *e, move m)
{
    const variant *v = e->variant->variant;
    unsigned extra = move_extra(m);
    if (v->put.given && v->put.chooses && extra) {
        extra = (extra >> 11) * ((unsigned)v->cells + 1) + (extra & 0x7FF);
    }
    return extra < e->extras ? extra : ACTION_NONE;
}

static uint32_t pair_number(const ferz_encoding *e, const position *p, move m)
{
    const variant *v = e->variant->variant;
    move_kind kind = move_kind_of(m);
    unsigned from = move_from(m), to = move_to(m);
    if (from >= (unsigned)v->cells || to >= (unsigned)v->cells) {
        return ACTION_NONE;
    }
    size_t index = (size_t)from * (size_t)v->cells + to;
    uint32_t slot = 0, extra = 0;
    if (move_into(m) && kind != MOVE_HOOK) {
        piece_id piece = p->board[from];
        slot = piece ? e->type_slot[(size_t)v->type_of[piece] * (size_t)v->types + move_into(m) - 1] : 0;
        if (!slot) {
            return ACTION_NONE;
        }
    }
    if (move_extra(m) && kind != MOVE_HOOK && kind != MOVE_CHAIN) {
        extra = extra_slot(e, m);
    }
    return e->pair[index] == ACTION_NONE || slot >= e->pair_slots[index] || extra == ACTION_NONE
               ? ACTION_NONE
               : e->pair[index] + (slot * e->extras + extra) * e->ranks;
}

uint32_t encoding_number(const ferz_encoding *e, const position *p, move m)
{
    const variant *v = e->variant->variant;
    uint32_t extra;
    switch (move_kind_of(m)) {
    case MOVE_DROP:
        extra = extra_slot(e, m);
        return move_into(m) && e->drop_row[move_into(m) - 1] >= 0 && extra != ACTION_NONE
                   ? e->drop_first +
                         (((uint32_t)e->drop_row[move_into(m) - 1] * (uint32_t)v->cells + move_to(m)) * e->extras +
                          extra) *
                             e->ranks
                   : ACTION_NONE;
    case MOVE_CASTLE:
        extra = extra_slot(e, m);
        return extra == ACTION_NONE ? extra : e->castling_first + move_aux(m) * e->extras + extra;
    case MOVE_CLAIM:
        return e->claim_first + e->claim_row[move_aux(m)];
    case MOVE_PASS:
        return move_aux(m) < PASSES ? e->pass_first + move_aux(m) : ACTION_NONE;
    case MOVE_ROLL:
        return e->roll_first + move_aux(m);
    default:
        return pair_number(e, p, m);
    }
}

static bool take(uint8_t *bits, uint32_t number)
{
    uint8_t bit = (uint8_t)(1u << (number & 7));
    bool is_new = !(bits[number >> 3] & bit);
    bits[number >> 3] |= bit;
    return is_new;
}

/* Moves that would share a number get the next rank, or a spare, in the order of the moves: so the order of the list does
 * not matter. */
static bool number_in_order(const ferz_encoding *e, const position *p, const move_list *list, uint32_t *numbers,
                            uint8_t *bits)
{
    uint32_t spare = e->spare_first;
    memset(bits, 0, (e->count + 7) / 8);
    move last = 0;
    for (size_t done = 0; done < list->count; done++) {
        size_t next = list->count; /* the smallest of those that are left; such positions are rare and small */
        for (size_t i = 0; i < list->count; i++) {
            bool left = done == 0 || list->moves[i] > last;
            next = left && (next == list->count || list->moves[i] < list->moves[next]) ? i : next;
        }
        if (next == list->count) {
            return false; /* the same move twice */
        }
        last = list->moves[next];
        uint32_t number = encoding_number(e, p, last), end = number;
        bool taken = true;
        if (number != ACTION_NONE) {
            end += is_piece_move(move_kind_of(last)) || move_kind_of(last) == MOVE_DROP ? e->ranks : 1;
            for (; taken && number < end; number += taken) {
                taken = !take(bits, number);
            }
        }
        while (taken && spare < e->count) {
            number = spare++;
            taken = !take(bits, number);
        }
        if (taken) {
            return false;
        }
        numbers[next] = number;
    }
    return true;
}

bool encoding_numbers(const ferz_encoding *e, const position *p, const move_list *list, uint32_t *numbers,
                      uint8_t *bits)
{
    bool plain = true;
    memset(bits, 0, (e->count + 7) / 8);
    for (size_t i = 0; i < list->count && plain; i++) {
        numbers[i] = encoding_number(e, p, list->moves[i]);
        plain = numbers[i] != ACTION_NONE && take(bits, numbers[i]);
    }
    return plain || number_in_order(e, p, list, numbers, bits);
}

/* ---- planes ---- */

/* ORDER plane_kind */
static const char *const plane_names[] = {
    "piece",        "below",   "hand",      "right", "side to move", "halfmove clock", "repetition",
    "checks given", "counter", "turn move", "die",   "en passant",   "moved in turn",
};
_Static_assert(sizeof plane_names / sizeof *plane_names == PLANE_MOVED_IN_TURN + 1, "each kind has a name");

static void plane_add(ferz_encoding *e, encoded_plane plane)
{
    e->planes[e->plane_count++] = plane;
}

static uint8_t byte_of(long value)
{
    return (uint8_t)(value < 0 ? 0 : value > UINT8_MAX ? UINT8_MAX : value);
}

static uint8_t state_byte(const position *p, const game_history *h, const encoded_plane *plane)
{
    switch (plane->kind) {
    case PLANE_HAND:
        return byte_of(position_hand(p)[plane->what]);
    case PLANE_RIGHT:
        return p->state.rights >> plane->what & 1;
    case PLANE_SIDE:
        return !p->extra.roll_due && p->state.side_to_move == plane->player;
    case PLANE_HALFMOVE_CLOCK:
        return byte_of(p->state.halfmove_clock);
    case PLANE_REPETITION:
        return h ? byte_of(history_repetitions(h, plane->scale + 1) - 1) : 0;
    case PLANE_CHECKS_GIVEN:
        return byte_of(p->extra.checks_given[plane->player]);
    case PLANE_COUNTER:
        return p->extra.counters[plane->what] == COUNTER_HIDDEN ? UINT8_MAX : byte_of(p->extra.counters[plane->what]);
    case PLANE_TURN_MOVE:
        return p->extra.turn_ply;
    case PLANE_DIE:
        return p->extra.dice[plane->what];
    default:
        return 0; /* cells are marked */
    }
}

static void mark_cells(const ferz_encoding *e, const position *p, plane_kind kind, uint8_t *out)
{
    for (int i = 0; kind == PLANE_EN_PASSANT && i < p->state.ep_count; i++) {
        out[e->offset[p->state.ep_cells[i].cell]] = 1;
    }
    for (int cell = 0; kind == PLANE_MOVED_IN_TURN && cell < p->variant->cells; cell++) {
        out[e->offset[cell]] = p->variant->core->has_moved(p, (cell_id)cell);
    }
}

static void fill_stacks(const ferz_encoding *e, const position *p, size_t area, uint8_t *planes)
{
    const uint8_t *heights = position_stack_heights(p);
    for (int cell = 0; cell < p->variant->cells; cell++) {
        for (unsigned level = 0; level < heights[cell]; level++) {
            piece_id piece = position_stack_piece(p, (size_t)cell * STACK_MAX + level);
            if (piece && e->below_plane[piece] >= 0) {
                planes[(size_t)e->below_plane[piece] * area + e->offset[cell]]++;
            }
        }
    }
}

void encoding_fill_planes(const ferz_encoding *e, const position *p, const game_history *h, uint8_t *planes)
{
    const variant *v = p->variant;
    size_t area = e->rows * e->columns;
    memset(planes, 0, e->state_first * area);
    for (int cell = 0; cell < v->cells; cell++) {
        if (p->board[cell] && e->piece_plane[p->board[cell]] >= 0) {
            planes[(size_t)e->piece_plane[p->board[cell]] * area + e->offset[cell]] = 1;
        }
    }
    if (v->has_stacks) {
        fill_stacks(e, p, area, planes);
    }
    for (size_t i = e->state_first; i < e->plane_count; i++) {
        const encoded_plane *plane = &e->planes[i];
        memset(planes + i * area, state_byte(p, h, plane), area);
        if (plane->kind >= PLANE_EN_PASSANT) {
            mark_cells(e, p, plane->kind, planes + i * area);
        }
    }
}

/* ---- building ---- */

/* The choices of type that a piece has, in the order of its tables. */
static void number_types(ferz_encoding *e, const variant *v, piece_id piece)
{
    const piece_moves *moves = &v->moves[piece];
    uint8_t *slots = e->type_slot + (size_t)v->type_of[piece] * (size_t)v->types;
    uint8_t count = 0;
    for (int type = 0; type < v->types; type++) {
        count = slots[type] > count ? slots[type] : count;
    }
    for (uint32_t i = 0; moves->promotion && i < moves->promotion->count; i++) {
        uint16_t into = moves->promotion->into[i];
        slots[into] = slots[into] ? slots[into] : ++count;
    }
    for (uint32_t i = 0; moves->special_start && i < moves->special_start[v->cells]; i++) {
        uint16_t into = moves->specials[i].into;
        if (into && !slots[into - 1]) {
            slots[into - 1] = ++count;
        }
    }
}

static uint8_t most_slots(const ferz_encoding *e, const variant *v, piece_id piece)
{
    const uint8_t *slots = e->type_slot + (size_t)v->type_of[piece] * (size_t)v->types;
    uint8_t most = 0;
    for (int type = 0; type < v->types; type++) {
        most = slots[type] > most ? slots[type] : most;
    }
    return (uint8_t)(most + 1);
}

static void pair_add(ferz_encoding *e, const variant *v, unsigned from, unsigned to, unsigned slots)
{
    uint8_t *had = &e->pair_slots[(size_t)from * (size_t)v->cells + to];
    *had = *had < slots ? (uint8_t)slots : *had;
}

/* The slots that the types of such a list need, and one for no change. */
static unsigned list_slots(const ferz_encoding *e, const variant *v, piece_id piece, const uint32_t *list)
{
    const promotion_table *t = v->moves[piece].promotion;
    const uint8_t *slots = e->type_slot + (size_t)v->type_of[piece] * (size_t)v->types;
    unsigned most = 0;
    for (uint32_t i = list[0]; i < list[1]; i++) {
        most = slots[t->into[i]] > most ? slots[t->into[i]] : most;
    }
    return most + 1;
}

/* The slots that the promotions of a piece need on a pair; 1: it never promotes there. */
static unsigned promotion_slots(const ferz_encoding *e, const variant *v, piece_id piece, unsigned from, unsigned to)
{
    const promotion_table *t = v->moves[piece].promotion;
    return t ? list_slots(e, v, piece, variant_promotions(v, t, from, to)) : 1;
}

static bool add_movements(ferz_encoding *e, const variant *v, piece_id piece, marks *found)
{
    const promotion_table *promotion = v->moves[piece].promotion;
    for (unsigned cell = 0; cell < (unsigned)v->cells; cell++) {
        marks_find(found, v, piece, cell);
        if (found->failed || !fuel_left(found->fuel)) {
            return false;
        }
        for (size_t i = 0; i < found->count; i++) {
            const mark *m = &found->list[i];
            unsigned slots =
                m->flags & MARK_CHANGES_TYPE ? most_slots(e, v, piece) : promotion_slots(e, v, piece, cell, m->cell);
            pair_add(e, v, cell, m->cell, slots);
        }
        if (promotion && promotion->in_place && set_has(promotion->in_place, cell)) {
            pair_add(e, v, cell, cell, list_slots(e, v, piece, promotion->exchanges + cell));
        }
    }
    return true;
}

/* Chains end wherever jumps lead, and hooks list what they like: all pairs. */
static void add_all_pairs(ferz_encoding *e, const variant *v)
{
    unsigned slots = 1;
    for (int piece = 1; piece < v->piece_ids; piece++) {
        unsigned own =
            v->moves[piece].jump_count || v->moves[piece].has_quiet_jumps ? most_slots(e, v, (piece_id)piece) : 1;
        slots = own > slots ? own : slots;
    }
    for (unsigned from = 0; from < (unsigned)v->cells; from++) {
        for (unsigned to = 0; to < (unsigned)v->cells; to++) {
            pair_add(e, v, from, to, slots);
        }
    }
}

static uint32_t count_extras(const variant *v)
{
    uint32_t extras = 1;
    if (v->put.given && v->put.chooses) {
        uint32_t ways = v->put.held_count > 1 ? (uint32_t)v->put.held_count : 1;
        bool of_board = !v->put.held[0] && v->put.most > 1;
        extras = ((uint32_t)v->cells + 1) * (of_board ? (uint32_t)v->put.most : ways);
    } else if (v->captures_by_row) {
        extras = (uint32_t)v->cells + 1;
    } else if (v->rules->split_any) {
        extras = STACK_MAX + 1;
    } else if (v->rules->captor_decides) {
        extras = 2;
    }
    return v->choice_hook_count && extras < CHOICES ? (uint32_t)CHOICES : extras;
}

static bool add_number(uint64_t *count, uint64_t more)
{
    *count += more;
    return *count <= INT32_MAX; /* actions are signed numbers elsewhere */
}

/* Lays the numbers out one after another. False when there are too many. */
static bool number_all(ferz_encoding *e, const variant *v)
{
    uint64_t count = 0, each = (uint64_t)e->extras * e->ranks;
    size_t pairs = (size_t)v->cells * (size_t)v->cells;
    bool ok = true;
    for (size_t i = 0; i < pairs && ok; i++) {
        e->pair[i] = e->pair_slots[i] ? (uint32_t)count : ACTION_NONE;
        ok = add_number(&count, e->pair_slots[i] * each);
    }
    e->drop_first = (uint32_t)count;
    int rows = 0;
    for (int type = 0; type < v->types && ok; type++) {
        e->drop_row[type] = -1;
        for (int player = 0; player < v->players && e->drop_row[type] < 0; player++) {
            for (int i = 0; i < v->drop_count[player] && e->drop_row[type] < 0; i++) {
                e->drop_row[type] = (int16_t)(v->type_of[v->drops[player][i].piece] == type ? rows++ : -1);
            }
        }
        ok = e->drop_row[type] < 0 || add_number(&count, (uint64_t)v->cells * each);
    }
    e->castling_first = (uint32_t)count;
    ok = ok && add_number(&count, (uint64_t)v->castling_count * e->extras);
    e->claim_first = (uint32_t)count;
    for (int i = 0; i < v->ending_count && ok; i++) {
        e->claim_row[i] = (uint32_t)count - e->claim_first;
        ok = !v->endings[i].rule->claim || add_number(&count, 1);
    }
    e->pass_first = (uint32_t)count;
    ok = ok && add_number(&count, PASSES);
    e->roll_first = (uint32_t)count;
    ok = ok && add_number(&count, (uint64_t)v->dice_outcome_count);
    e->spare_first = (uint32_t)count;
    bool unforeseen = v->moves_hook_count || v->choice_hook_count || v->has_jumps;
    ok = ok && add_number(&count, unforeseen ? SPARES_HOOKS : SPARES);
    e->count = (uint32_t)count;
    return ok;
}

static bool find_pairs(ferz_encoding *e, const variant *v, fuel *left)
{
    marks found = {.fuel = left};
    bool ok = true;
    for (int piece = 1; piece < v->piece_ids; piece++) {
        number_types(e, v, (piece_id)piece);
    }
    for (int piece = 1; piece < v->piece_ids && ok; piece++) {
        ok = add_movements(e, v, (piece_id)piece, &found);
    }
    marks_finish(&found);
    bool chains = v->has_jumps || v->quiet_jumps_count || v->has_remote_captures;
    if (chains || v->moves_hook_count) {
        add_all_pairs(e, v);
        e->ranks = RANKS;
    }
    return ok;
}

static bool ends_by(const variant *v, ending_kind kind, long *number)
{
    bool found = false;
    for (int i = 0; i < v->ending_count; i++) {
        if (v->endings[i].rule->kind == kind) {
            *number = found && *number > v->endings[i].rule->number ? *number : v->endings[i].rule->number;
            found = true;
        }
    }
    return found;
}

static void add_piece_planes(ferz_encoding *e, const variant *v)
{
    for (int piece = 1; piece < v->piece_ids; piece++) {
        e->piece_plane[piece] = e->below_plane[piece] = -1;
        int owner = v->owner_of[piece], type = v->type_of[piece];
        if (v->piece_fen[piece] && variant_may_have(v, owner, type)) {
            e->piece_plane[piece] = (int16_t)e->plane_count;
            plane_add(
                e, (encoded_plane){PLANE_PIECE, owner == v->neutral_owner ? -1 : owner, piece, v->type[type].name, 1});
        }
    }
    for (int piece = 1; piece < v->piece_ids && v->has_stacks; piece++) {
        if (e->piece_plane[piece] >= 0) {
            e->below_plane[piece] = (int16_t)e->plane_count;
            encoded_plane below = e->planes[e->piece_plane[piece]];
            below.kind = PLANE_BELOW;
            below.scale = STACK_MAX;
            plane_add(e, below);
        }
    }
}

static const char *right_name(const variant *v, const variant_right *right)
{
    return right->cell != CELL_NONE     ? v->topology.names[right->cell]
           : right->piece != PIECE_NONE ? v->type[v->type_of[right->piece]].name
                                        : "";
}

static void add_state_planes(ferz_encoding *e, const variant *v)
{
    long number = 0;
    e->state_first = e->plane_count;
    for (int piece = 1; piece < v->piece_ids && v->has_hands; piece++) {
        bool held = false;
        for (int other = 1; other < v->piece_ids && !held; other++) {
            held = v->hand_piece[other] == piece;
        }
        if (held) {
            int owner = v->owner_of[piece];
            plane_add(e, (encoded_plane){PLANE_HAND, owner == v->neutral_owner ? -1 : owner, piece,
                                         v->type[v->type_of[piece]].name, 8});
        }
    }
    for (int right = 0; right < v->rights; right++) {
        plane_add(e, (encoded_plane){PLANE_RIGHT, v->right[right].player, right, right_name(v, &v->right[right]), 1});
    }
    if (v->has_ep_captures) {
        plane_add(e, (encoded_plane){PLANE_EN_PASSANT, -1, -1, "", 1});
    }
    for (int player = 0; player < v->players; player++) {
        plane_add(e, (encoded_plane){PLANE_SIDE, player, 0, "", 1});
    }
    if (ends_by(v, END_HALFMOVE_CLOCK, &number)) {
        plane_add(e, (encoded_plane){PLANE_HALFMOVE_CLOCK, -1, 0, "", number > UINT8_MAX ? UINT8_MAX : (int)number});
    }
    if (ends_by(v, END_REPETITION, &number) && !visibility_limited(v)) {
        plane_add(e, (encoded_plane){PLANE_REPETITION, -1, 0, "", number > UINT8_MAX ? UINT8_MAX : (int)number - 1});
    }
    for (int player = 0; player < v->players && (v->counts_checks_in_row || v->counts_all_checks); player++) {
        plane_add(e, (encoded_plane){PLANE_CHECKS_GIVEN, player, 0, "", 8});
    }
    for (size_t i = 0; i < v->rules->counter_count; i++) {
        plane_add(e, (encoded_plane){PLANE_COUNTER, -1, (int)i, v->rules->counters[i], UINT8_MAX});
    }
    if (v->multi_ply_turns) {
        plane_add(e, (encoded_plane){PLANE_TURN_MOVE, -1, 0, "", 8});
        plane_add(e, (encoded_plane){PLANE_MOVED_IN_TURN, -1, -1, "", 1});
    }
    for (int die = 0; die < DICE_MAX && v->dice_outcome_count; die++) {
        plane_add(e, (encoded_plane){PLANE_DIE, -1, die, "", 6});
    }
}

/* The places of the board: levels stand on each other as further rows. */
static void lay_out_board(ferz_encoding *e, const topology *t)
{
    e->columns = (size_t)t->columns;
    e->rows = (size_t)t->rows * (size_t)(t->levels > 1 ? t->levels : 1);
    for (int cell = 0; cell < t->cells; cell++) {
        size_t row = (size_t)t->level[cell] * (size_t)t->rows + (size_t)t->row[cell];
        e->offset[cell] = (uint32_t)(row * e->columns + (size_t)t->column[cell]);
    }
}

static void hash_number(sha256 *d, uint64_t number)
{
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++) {
        bytes[i] = (uint8_t)(number >> 8 * i);
    }
    sha256_update(d, bytes, sizeof bytes);
}

static void make_fingerprint(ferz_encoding *e, const variant *v)
{
    sha256 d;
    sha256_init(&d);
    sha256_update(&d, "encoding 1", 10);
    const uint32_t numbers[] = {
        e->extras,     e->ranks,       e->drop_first, e->castling_first,    e->claim_first,    e->pass_first,
        e->roll_first, e->spare_first, e->count,      (uint32_t)e->columns, (uint32_t)e->rows, (uint32_t)v->cells};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        hash_number(&d, numbers[i]);
    }
    sha256_update(&d, e->pair_slots, (size_t)v->cells * (size_t)v->cells);
    sha256_update(&d, e->type_slot, (size_t)v->types * (size_t)v->types);
    for (int type = 0; type < v->types; type++) {
        hash_number(&d, (uint64_t)e->drop_row[type] + 1);
    }
    for (int cell = 0; cell < v->cells; cell++) {
        hash_number(&d, e->offset[cell]);
        sha256_update(&d, v->topology.names[cell], strlen(v->topology.names[cell]) + 1);
    }
    for (size_t i = 0; i < e->plane_count; i++) {
        const encoded_plane *plane = &e->planes[i];
        hash_number(&d, plane->kind);
        sha256_update(&d, plane->name, strlen(plane->name) + 1);
        hash_number(&d, (uint64_t)plane->player + 1);
        hash_number(&d, (uint64_t)plane->scale);
    }
    sha256_final(&d, e->fingerprint);
}

static bool allocate(ferz_encoding *e, const variant *v)
{
    size_t cells = (size_t)v->cells, pieces = (size_t)v->piece_ids, types = (size_t)v->types;
    size_t planes = 3 * pieces + (size_t)v->rights + (size_t)v->rules->counter_count + 2 * PLAYERS_MAX + DICE_MAX + 16;
    e->pair = arena_array(&e->arena, cells * cells, sizeof *e->pair);
    e->pair_slots = arena_array(&e->arena, cells * cells, sizeof *e->pair_slots);
    e->type_slot = arena_array(&e->arena, types * types, sizeof *e->type_slot);
    e->drop_row = arena_array(&e->arena, types, sizeof *e->drop_row);
    e->claim_row = arena_array(&e->arena, (size_t)v->ending_count + 1, sizeof *e->claim_row);
    e->offset = arena_array(&e->arena, cells, sizeof *e->offset);
    e->planes = arena_array(&e->arena, planes, sizeof *e->planes);
    e->piece_plane = arena_array(&e->arena, pieces, sizeof *e->piece_plane);
    e->below_plane = arena_array(&e->arena, pieces, sizeof *e->below_plane);
    return !e->arena.failed;
}

ferz_encoding *ferz_encoding_create(const ferz_variant *v, ferz_messages *messages)
{
    if (MISSING(v)) {
        return NULL;
    }
    diag_list diags;
    diag_list_init(&diags);
    diags.fuel = messages_begin(messages, OPERATION_SHORT);
    ferz_encoding *e = calloc(1, sizeof *e);
    bool made = e != NULL;
    if (made) {
        arena_init(&e->arena, 0);
        e->variant = v;
        e->ranks = 1;
        e->extras = count_extras(v->variant);
        made = allocate(e, v->variant) && find_pairs(e, v->variant, diags.fuel);
    }
    if (made && !number_all(e, v->variant)) {
        diag_error(&diags, CODE_TOO_MANY, (location){0}, "the moves of this game are too many to be numbered");
        made = false;
    } else if (made) {
        lay_out_board(e, &v->variant->topology);
        add_piece_planes(e, v->variant);
        add_state_planes(e, v->variant);
        make_fingerprint(e, v->variant);
    } else if (!fuel_left(diags.fuel)) {
        diag_out_of_fuel(&diags, diags.fuel, (location){0}, "the moves of this game are numbered");
    } else {
        diag_out_of_memory(&diags);
    }
    messages_append(messages, &diags);
    diag_list_finish(&diags);
    if (!made) {
        ferz_encoding_free(e);
        return NULL;
    }
    return e;
}

void ferz_encoding_free(ferz_encoding *e)
{
    if (e) {
        arena_finish(&e->arena);
        free(e);
    }
}

/* ---- what it is ---- */

size_t ferz_encoding_action_count(const ferz_encoding *e)
{
    return MISSING(e) ? 0 : e->count;
}

const char *ferz_encoding_fingerprint(const ferz_encoding *e)
{
    return MISSING(e) ? NULL : e->fingerprint;
}

static void put_pair(const ferz_encoding *e, const variant *v, uint32_t action, text *out)
{
    size_t at = 0, pairs = (size_t)v->cells * (size_t)v->cells;
    for (size_t i = 0; i < pairs && (e->pair[i] == ACTION_NONE || e->pair[i] <= action); i++) {
        at = e->pair[i] == ACTION_NONE ? at : i;
    }
    uint32_t left = action - e->pair[at], each = e->extras * e->ranks;
    text_put(out, v->topology.names[at / (size_t)v->cells]);
    text_put(out, v->topology.names[at % (size_t)v->cells]);
    if (left / each) {
        text_print(out, "=%u", left / each);
    }
    if (left % each) {
        text_print(out, "/%u", left % each);
    }
}

static void put_drop(const ferz_encoding *e, const variant *v, uint32_t action, text *out)
{
    uint32_t left = action - e->drop_first, each = e->extras * e->ranks;
    int row = (int)(left / each / (uint32_t)v->cells);
    for (int type = 0; type < v->types; type++) {
        if (e->drop_row[type] == row) {
            text_print(out, "%s@%s", v->type[type].capital, v->topology.names[left / each % (uint32_t)v->cells]);
        }
    }
    if (left % each) {
        text_print(out, "/%u", left % each);
    }
}

static void put_claim(const ferz_encoding *e, const variant *v, uint32_t row, text *out)
{
    for (int i = 0; i < v->ending_count; i++) {
        if (v->endings[i].rule->claim && e->claim_row[i] == row) {
            text_print(out, "claim %s", v->endings[i].rule->name);
        }
    }
}

char *ferz_encoding_action_text(const ferz_encoding *e, size_t action)
{
    if (MISSING(e) || action >= e->count) {
        return NULL;
    }
    const variant *v = e->variant->variant;
    uint32_t number = (uint32_t)action;
    text out = {0};
    if (number < e->drop_first) {
        put_pair(e, v, number, &out);
    } else if (number < e->castling_first) {
        put_drop(e, v, number, &out);
    } else if (number < e->claim_first) {
        text_print(&out, "castling %u", number - e->castling_first);
    } else if (number < e->pass_first) {
        put_claim(e, v, number - e->claim_first, &out);
    } else if (number < e->roll_first) {
        text_put(&out, number == e->pass_first ? PASS_WORD : WAIT_WORD);
    } else if (number < e->spare_first) {
        text_print(&out, "roll %u", number - e->roll_first);
    } else {
        text_print(&out, "spare %u", number - e->spare_first);
    }
    return text_detach(&out);
}

void ferz_encoding_shape(const ferz_encoding *e, size_t *planes, size_t *rows, size_t *columns)
{
    if (MISSING(e) || MISSING(planes) || MISSING(rows) || MISSING(columns)) {
        return;
    }
    *planes = e->plane_count;
    *rows = e->rows;
    *columns = e->columns;
}

ferz_plane ferz_encoding_plane(const ferz_encoding *e, size_t index)
{
    if (MISSING(e) || index >= e->plane_count) {
        return (ferz_plane){.kind = "", .player = -1, .name = "", .scale = 1};
    }
    const encoded_plane *plane = &e->planes[index];
    return (ferz_plane){
        .kind = plane_names[plane->kind], .player = plane->player, .name = plane->name, .scale = plane->scale};
}

/* ---- single games ---- */

static move_list legal_list(ferz_game *p)
{
    move_list list = {p->moves, 0, p->variant->variant->moves_max, false};
    history_legal_moves(&p->game_history, &list, true);
    p->game_history.position->moves_lost |= list.overflow;
    return list;
}

/* The legal moves and their numbers; these are freed by the caller. */
static bool number_game(ferz_game *p, const ferz_encoding *e, move_list *list, uint32_t **numbers)
{
    *list = legal_list(p);
    *numbers = malloc((list->count + 1) * sizeof **numbers);
    uint8_t *bits = malloc((e->count + 7) / 8);
    bool ok = *numbers && bits && encoding_numbers(e, p->game_history.position, list, *numbers, bits);
    free(bits);
    return ok;
}

static ferz_result wrong_encoding(const ferz_game *p, const ferz_encoding *e, ferz_messages *messages)
{
    return p->variant == e->variant ? FERZ_OK : messages_wrong_call(messages, "the encoding is of another variant");
}

static ferz_result report_unnumbered(ferz_messages *messages)
{
    if (messages) {
        diag_error(ferz_messages_diags(messages), CODE_TOO_MANY, (location){0},
                   "this position has more moves without a number of their own than there are spare numbers");
    }
    return FERZ_REJECTED;
}

/* A move and its text; the text comes first so that it can be sorted by. */
typedef struct texted_move {
    move_text_buffer text;
    move means;
} texted_move;

static int compare_texts(const void *left, const void *right)
{
    return strcmp(((const texted_move *)left)->text, ((const texted_move *)right)->text);
}

/* Puts the moves in the order of their texts, each text once. */
static bool sort_moves(const position *p, move_list *list)
{
    texted_move *rows = malloc((list->count + 1) * sizeof *rows);
    if (!rows) {
        return false;
    }
    notation notes;
    notation_begin(&notes, p);
    for (size_t i = 0; i < list->count; i++) {
        notation_write(&notes, list->moves[i], rows[i].text);
        rows[i].means = list->moves[i];
    }
    notation_finish(&notes);
    qsort(rows, list->count, sizeof *rows, compare_texts);
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (i == 0 || strcmp(rows[i].text, rows[i - 1].text) != 0) {
            list->moves[kept++] = rows[i].means;
        }
    }
    list->count = kept;
    free(rows);
    return true;
}

/* Where actions go. */
typedef struct action_room {
    uint32_t *actions;
    size_t room, *count;
} action_room;

/* Ends the call: the numbers of the moves of this position. */
static ferz_result give_actions(ferz_game *p, const ferz_encoding *e, const position *in, move_list *list,
                                const action_room *out, ferz_messages *messages)
{
    uint32_t *numbers = malloc((list->count + 1) * sizeof *numbers);
    uint8_t *bits = malloc((e->count + 7) / 8);
    bool ready = numbers && bits && sort_moves(in, list);
    bool numbered = ready && encoding_numbers(e, in, list, numbers, bits);
    ferz_result result = game_result(p, messages, FERZ_OK);
    if (result == FERZ_OK && !ready) {
        result = messages_out_of_memory(messages);
    } else if (result == FERZ_OK && !numbered) {
        result = report_unnumbered(messages);
    } else if (result == FERZ_OK) {
        *out->count = list->count;
        if (out->room) {
            memcpy(out->actions, numbers, (list->count < out->room ? list->count : out->room) * sizeof *numbers);
        }
    }
    free(numbers);
    free(bits);
    return result;
}

ferz_result ferz_game_actions(ferz_game *p, const ferz_encoding *e, uint32_t *actions, size_t room, size_t *count,
                              ferz_messages *messages)
{
    if (MISSING(p) || MISSING(e) || MISSING(count) || (room && MISSING(actions))) {
        return FERZ_REJECTED;
    }
    *count = 0;
    if (wrong_encoding(p, e, messages) != FERZ_OK) {
        return FERZ_REJECTED;
    }
    game_begin(p, messages, OPERATION_SHORT);
    move_list list = legal_list(p);
    return give_actions(p, e, p->game_history.position, &list, &(action_room){actions, room, count}, messages);
}

ferz_result ferz_game_try_actions(ferz_game *p, const ferz_encoding *e, size_t player, uint32_t *actions, size_t room,
                                  size_t *count, ferz_messages *messages)
{
    if (MISSING(p) || MISSING(e) || MISSING(count) || (room && MISSING(actions))) {
        return FERZ_REJECTED;
    }
    *count = 0;
    if (wrong_encoding(p, e, messages) != FERZ_OK) {
        return FERZ_REJECTED;
    }
    game_begin(p, messages, OPERATION_SHORT);
    move_list list = {p->moves, 0, p->variant->variant->moves_max, false};
    position *view = position_create(p->variant->variant, p->game_history.position->hooks);
    if (!view) {
        return game_result(p, messages, messages_out_of_memory(messages));
    }
    if (player == ferz_game_side_to_move(p) &&
        history_outcome_before_moves(&p->game_history, false).kind == OUTCOME_ONGOING) {
        visibility_view(p->game_history.position, (int)player, view);
        view->fuel = &p->fuel;
        visibility_tries(view, &list, false);
    }
    ferz_result result = give_actions(p, e, view, &list, &(action_room){actions, room, count}, messages);
    position_destroy(view);
    return result;
}

char *ferz_game_action_move(ferz_game *p, const ferz_encoding *e, size_t action, ferz_messages *messages)
{
    if (MISSING(p) || MISSING(e) || wrong_encoding(p, e, messages) != FERZ_OK) {
        return NULL;
    }
    game_begin(p, messages, OPERATION_SHORT);
    move_list list;
    uint32_t *numbers = NULL;
    text out = {0};
    bool numbered = number_game(p, e, &list, &numbers);
    for (size_t i = 0; numbered && i < list.count && !out.length; i++) {
        if (numbers[i] == action) {
            char written[MOVE_TEXT_MAX];
            notation_write_one(p->game_history.position, list.moves[i], written);
            text_put(&out, written);
        }
    }
    free(numbers);
    ferz_result result = game_result(p, messages, FERZ_OK);
    if (result == FERZ_OK && out.length && !out.failed) {
        return text_detach(&out);
    }
    text_finish(&out);
    if (result == FERZ_OK && messages) {
        diag_error(ferz_messages_diags(messages), CODE_ILLEGAL_MOVE, (location){0}, "action %zu is no legal move here",
                   action);
    }
    return NULL;
}

ferz_result ferz_game_planes(const ferz_game *p, const ferz_encoding *e, size_t player, uint8_t *planes,
                             ferz_messages *messages)
{
    if (MISSING(p) || MISSING(e) || MISSING(planes) || wrong_encoding(p, e, messages) != FERZ_OK) {
        return FERZ_REJECTED;
    }
    const variant *v = p->variant->variant;
    const position *now = p->game_history.position;
    if (player >= (size_t)v->players || !visibility_limited(v)) {
        encoding_fill_planes(e, now, &p->game_history, planes);
        return FERZ_OK;
    }
    position *view = position_create(v, now->hooks);
    if (!view) {
        return messages_out_of_memory(messages);
    }
    visibility_view(now, (int)player, view);
    encoding_fill_planes(e, view, NULL, planes);
    position_destroy(view);
    return FERZ_OK;
}
