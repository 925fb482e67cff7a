/* What moves do to a position. */
#include "reference.h"

#include <string.h>

void lose_rights(position *p, int cell)
{
    for (int r = 0; r < rules.right_count; r++) {
        for (int o = 0; o < rules.players; o++) {
            if (rules.rights[r].cell[o] == cell || rules.rights[r].partner[o] == cell) {
                p->rights[o] &= ~(1u << r);
            }
        }
    }
}

static piece lowest_piece(const position *p, int cell)
{
    return rules.stacks && p->covered_count[cell] ? p->stack[cell][0] : p->at[cell];
}

/* The piece has left the cell or is another now. Its player loses the rights that no cell has, and if it stood on no other, in a
 * family of castlings, where any king of the zone may castle, those that such a king has there. */
void lose_rights_of_piece(position *p, int cell, piece old, bool is_lowest)
{
    if (!old.type || old.owner >= rules.players) {
        return;
    }
    const bool king = is_lowest && rules.family >= 0 && old.type == rules.castle[rules.family].king &&
                      rules.family_within->has[old.owner][cell];
    for (int r = 0; r < rules.right_count; r++) {
        const right *one = &rules.rights[r];
        const int partner = one->partner[old.owner];
        int king_to, rook_to;
        if ((one->anywhere && one->type == old.type) ||
            (king && one->castling && partner >= 0 && partner != cell &&
             ref_script_castling(rules.family_hook, cell, partner, old.owner, &king_to, &rook_to))) {
            p->rights[old.owner] &= ~(1u << r);
        }
    }
}

static bool same_piece(piece a, piece b)
{
    return a.type == b.type && a.owner == b.owner;
}

/* Whether the move takes the piece of the cell away, be it to the same cell again. */
static bool sets_out(const move *m, int cell)
{
    return (m->kind == MOVE_STEP && m->from == cell) ||
           (m->kind == MOVE_CASTLE && (m->from == cell || m->rook_from == cell));
}

/* The rights of pieces that the move has taken away or changed. */
static void lose_rights_of_pieces(const position *before, const move *m, position *after)
{
    for (int c = 0; c < rules.cells; c++) {
        const bool whole = sets_out(m, c) && (!m->lift_count || m->lift_count > before->covered_count[c]);
        if (whole || !same_piece(before->at[c], after->at[c])) {
            lose_rights_of_piece(after, c, before->at[c], false);
        }
        if (whole || !same_piece(lowest_piece(before, c), lowest_piece(after, c))) {
            lose_rights_of_piece(after, c, lowest_piece(before, c), true);
        }
    }
}

static int partner_of(int player)
{
    for (int i = 1; i < rules.players; i++) {
        int o = (player + i) % rules.players;
        if (allied(player, o)) {
            return o;
        }
    }
    return player;
}

/* A captured piece leaves the board. */
void capture_piece(position *p, int cell, int captor)
{
    const piece m = p->at[cell];
    if (!m.type) {
        return;
    }
    int held = m.was ? m.was : rules.piece_defs[m.type].captured_as;
    bool gone = rules.piece_defs[m.was ? m.was : m.type].vanishes; /* a piece that reverts is captured as what it was */
    if (!gone && !m.royal) {
        if (rules.captured_to != 'b' &&
            rules.piece_defs[held].endless[rules.captured_to == 'p' ? partner_of(captor) : captor]) {
            /* a type that is dropped without end is in no hand */
        } else if (rules.captured_to == 'h') {
            p->hand[hand_holder(captor, held)][held]++;
        } else if (rules.captured_to == 'b') {
            p->hand[m.owner][held]++;
        } else if (rules.captured_to == 'p') {
            p->hand[hand_holder(partner_of(captor), held)][held]++;
        }
    }
    if (rules.stacks && p->covered_count[cell]) {
        p->at[cell] = p->stack[cell][--p->covered_count[cell]];
    } else {
        p->at[cell] = (piece){0};
    }
    lose_rights(p, cell);
}

/* Enemies go to the captor, the captor's own pieces to the next enemy. */
static void explode(position *p, int cell, int captor)
{
    int whose = rules.boards && p->at[cell].owner == captor ? opponent_of(captor) : captor;
    while (p->at[cell].owner == captor && allied(whose, captor)) {
        whose = (whose + 1) % rules.players;
    }
    capture_piece(p, cell, whose);
}

static void blast(position *p, int to, int captor)
{
    for (int i = 0; i < rules.blast_reach->vector_count; i++) {
        int c = shift(to, rules.blast_reach->vectors[i]);
        if (c >= 0 && p->at[c].type && !rules.blast_spares[p->at[c].type]) {
            explode(p, c, captor);
        }
    }
    if (p->at[to].type) {
        explode(p, to, captor);
    }
}

/* A piece arrives on a cell and covers the one that stands there. */
static void stack_push(position *p, int cell, piece m)
{
    piece *top = &p->at[cell];
    if (top->type) {
        if (rules.piece_defs[top->type].when_covered) {
            top->type = (uint8_t)rules.piece_defs[top->type].when_covered;
            top->was = 0;
        }
        if (p->covered_count[cell] == MAX_STACK) {
            unsupported("a stack so high", NULL);
        }
        p->stack[cell][p->covered_count[cell]++] = *top;
    }
    *top = m;
}

static piece stack_pop(position *p, int cell)
{
    piece m = p->at[cell];
    p->at[cell] = rules.stacks && p->covered_count[cell] ? p->stack[cell][--p->covered_count[cell]] : (piece){0};
    return m;
}

/* Promotes uncovered pieces in zones where their type promotes by standing there. */
static void promote_standing(position *p)
{
    for (int c = 0; c < rules.cells; c++) {
        const piece_def *k = &rules.piece_defs[p->at[c].type];
        for (int i = 0; p->at[c].type && i < k->promotion_count; i++) {
            if (k->promotions[i].stands && k->promotions[i].on->has[p->at[c].owner][c]) {
                p->at[c].type = (uint8_t)k->promotions[i].to[0];
                p->at[c].royal = p->at[c].royal || rules.piece_defs[p->at[c].type].royal;
                break;
            }
        }
    }
}

/* Whether the i-th capture of a move may transform the captor. Remote captures do not. */
static bool may_transform_captor(const move *m, int i)
{
    return m->chain || m->is_en_passant || (m->captured_on_way ? i == 0 : m->captured[i] == m->to);
}

/* The moved piece, with promotion, transformation and capture applied. */
static piece moved_piece(piece mover, const move *m, piece victim)
{
    if (m->into) {
        if (!m->reverts || rules.piece_defs[m->into].royal) {
            mover.was = 0;
        } else if (m->into != mover.type && !mover.was && !mover.royal) {
            mover.was = mover.type;
        }
        mover.type = (uint8_t)m->into;
        mover.royal = mover.royal || rules.piece_defs[m->into].royal;
        return mover;
    }
    /* Where the capture says what it becomes, that counts. A piece that changes so is no longer one that reverts. */
    const int by_capture = m->capture_count ? converted(mover, victim) : 0;
    const int by_move = m->kind != MOVE_STAY ? rules.piece_defs[mover.type].transforms_each_move : 0;
    if (by_capture ? by_capture != mover.type : by_move) {
        mover.type = (uint8_t)(by_capture ? by_capture : by_move);
        mover.was = 0;
    }
    return mover;
}

/* A jumped piece changes sides where it stands; of a stack the one on top does. */
static void convert_piece(position *p, int cell, int player)
{
    p->at[cell].owner = (uint8_t)player;
    lose_rights(p, cell);
}

static void move_stack(position *p, const move *m, int player)
{
    piece victim = {0}, lifted[2 * MAX_STACK];
    int height = p->covered_count[m->from] + 1, count = m->lift_count ? m->lift_count : height, held = 0;
    piece own[MAX_STACK + 1];
    bool indivisible = rules.captured_to == 'u' && !rules.split;
    for (int i = count - 1; i >= 0; i--) {
        own[i] = stack_pop(p, m->from);
    }
    if (m->kind == MOVE_STAY ? m->into != 0 : count == height) {
        lose_rights(p, m->from);
    }
    if (m->kind != MOVE_STAY && indivisible) {
        lose_rights(p, m->to); /* what is covered there is never free again */
    }
    for (int i = m->capture_count - 1; i >= 0; i--) {
        victim =
            may_transform_captor(m, i) && !victim.type ? p->at[m->captured[i]] : victim; /* the last, for we go back */
        bool under = m->jumped == 'u' || (rules.captured_to == 'u' && m->captured[i] != m->to);
        if (m->jumped == 'c') {
            convert_piece(p, m->captured[i], player);
        } else if (m->removes_captured) {
            p->at[m->captured[i]] = (piece){0};
            p->covered_count[m->captured[i]] = 0;
            lose_rights(p, m->captured[i]);
        } else if (under && indivisible) {
            lose_rights(p, m->captured[i]);
            memcpy(lifted, p->stack[m->captured[i]], sizeof(piece) * p->covered_count[m->captured[i]]);
            held = p->covered_count[m->captured[i]];
            lifted[held++] = p->at[m->captured[i]];
            p->at[m->captured[i]] = (piece){0};
            p->covered_count[m->captured[i]] = 0;
        } else if (under) {
            piece below = stack_pop(p, m->captured[i]);
            below.type = (uint8_t)rules.piece_defs[below.type].captured_as;
            lifted[held++] = below;
        } else if (rules.captured_to != 'u') {
            capture_piece(p, m->captured[i], player);
        }
    }
    memcpy(lifted + held, own, sizeof(piece) * (size_t)count);
    held += count;
    piece *top = &lifted[held - 1];
    *top = moved_piece(*top, m, victim);
    if (m->from_prison) {
        p->hand[top->owner][m->into]--;
    }
    for (int i = 0; i < held; i++) {
        if (i < held - 1) {
            if (p->at[m->to].type) {
                stack_push(p, m->to, lifted[i]);
            } else {
                p->at[m->to] = lifted[i];
            }
        } else {
            stack_push(p, m->to, lifted[i]);
        }
    }
    promote_standing(p);
}

static void move_piece(position *p, const move *m, int player)
{
    if (rules.stacks) {
        move_stack(p, m, player);
        return;
    }
    int from = m->from, to = m->to;
    piece mover = p->at[from], victim = {0};
    for (int i = 0; i < m->capture_count; i++) {
        if (m->jumped == 'c') {
            convert_piece(p, m->captured[i], player);
        } else {
            victim = may_transform_captor(m, i) ? p->at[m->captured[i]] : victim;
            capture_piece(p, m->captured[i], player);
        }
    }
    if (m->kind != MOVE_STAY) {
        p->at[from] = (piece){0};
        lose_rights(p, from);
        lose_rights(p, to);
    } else if (m->into) {
        lose_rights(p, from); /* a piece of another type holds none */
    }
    mover = moved_piece(mover, m, victim);
    if (m->from_prison) {
        p->hand[mover.owner][m->into]--;
    }
    p->at[to] = m->captor_dies ? (piece){0} : mover;
    if (rules.blast && m->capture_count) {
        blast(p, to, player);
    }
}

static void mark_moved(position *p, const move *m)
{
    for (int i = 0; i < m->capture_count; i++) {
        p->moved[m->captured[i]] = 0;
    }
    p->moved[m->from] = 0;
    p->moved[m->to] = p->at[m->to].type != 0; /* not the one that dies when it captures */
}

bool has_droppable(const position *p, int player)
{
    for (int t = 1; t <= rules.types; t++) {
        if (p->hand[hand_holder(player, t)][t] && rules.piece_defs[t].drops && rules.captured_to != 'b') {
            return true;
        }
    }
    return false;
}

bool in_setup(const position *p)
{
    if (!rules.setup_separate || !rules.setup) {
        return false;
    }
    for (int o = 0; o < rules.players; o++) {
        if (has_droppable(p, o)) {
            return true;
        }
    }
    return false;
}

bool is_setup_drop(const move *m)
{
    return m->kind == MOVE_DROP && rules.setup && rules.setup_separate;
}

/* The very first turn, of so many moves. */
static bool is_counted_first_turn(const position *p, int player)
{
    return rules.first_plies && p->fullmove_number == 1 && player == 0;
}

bool has_free_turn(const position *p, int player)
{
    return rules.free_turn[player] && !is_counted_first_turn(p, player);
}

static int turn_length(const position *p)
{
    if (is_counted_first_turn(p, p->side_to_move)) {
        return rules.first_plies;
    }
    return rules.plies[p->side_to_move] + rules.grows * ((p->fullmove_number - 1) * rules.players + p->side_to_move);
}

bool roll_is_due(const position *p)
{
    return rules.dice > 0 && !(rules.no_roll_in_check && in_check(p, p->side_to_move));
}

static void end_turn(position *p, bool is_counted)
{
    int next = next_player(p, p->side_to_move);
    p->fullmove_number += is_counted && next <= p->side_to_move;
    p->side_to_move = next;
    p->ply = 0;
    p->checked_in_turn = false;
    memset(p->moved, 0, sizeof p->moved);
    p->roll_count = p->dice_left_count = 0;
    memset(p->roll, 0, sizeof p->roll);
    memset(p->dice_left, 0, sizeof p->dice_left);
    p->to_roll = roll_is_due(p);
    if (rules.boards) {
        go_to_board(p, (p->board + 1) % rules.boards);
    }
}

/* Whether checks are counted; `in_all`: all of them, not those in a row. */
static bool counts_checks(bool in_all)
{
    for (int i = 0; i < rules.ends; i++) {
        if (rules.end[i].kind == END_CHECKS && (!in_all || rules.end[i].cumulative)) {
            return true;
        }
    }
    return false;
}

static void copy_ep(position *p, int to, int from)
{
    p->ep_cell[to] = p->ep_cell[from];
    p->ep_victim[to] = p->ep_victim[from];
    p->ep_owner[to] = p->ep_owner[from];
}

/* Captures in passing: what was left open before is closed, what this ply opened is open. */
static void update_ep(position *p, const move *m, int player, bool over)
{
    int kept = 0;
    bool ep_answered =
        rules.ep_whole_turn; /* the others stay open: for the whole turn, or behind a capture in passing */
    for (int i = 0; i < p->ep_count; i++) {
        ep_answered =
            ep_answered || (p->ep_cell[i] == m->to && p->ep_owner[i] != player && !p->at[p->ep_victim[i]].type);
    }
    for (int i = 0; i < p->ep_count; i++) {
        bool own = p->ep_owner[i] == player;
        const piece there = p->at[p->ep_victim[i]];
        bool valid = moves_piece(there, p->ep_owner[i]) && p->ep_victim[i] != m->to;
        /* with several players: those who have not answered yet; with several boards: those on which nobody has answered */
        bool waits = rules.boards ? !same_board(player, p->ep_owner[i])
                                  : rules.players > 2 && (!over || p->ep_owner[i] != next_player(p, player));
        if (valid && (own || waits || (ep_answered && !over))) {
            copy_ep(p, kept++, i);
        }
    }
    for (int i = 0; i < m->ep_cell_count && kept < MAX_EP; i++) {
        p->ep_cell[kept] = m->ep_cells[i];
        p->ep_victim[kept] = m->to;
        p->ep_owner[kept++] = player;
    }
    p->ep_count = kept;
}

bool holds_first_drop(const position *p, int player)
{
    bool held = false;
    for (int t = 1; t <= rules.types && rules.has_setup_first; t++) {
        held = held || (rules.setup_first[t] && p->hand[hand_holder(player, t)][t] && rules.piece_defs[t].drops);
    }
    return held;
}

/* Whether the player holds a piece of the setup: one that must be dropped, or any where none must. */
static bool holds_setup(const position *p, int player)
{
    return rules.has_setup_first ? holds_first_drop(p, player) : has_droppable(p, player);
}

static bool is_turn_over(const position *p, const move *m, int player)
{
    if (m->kind == MOVE_PASS || m->kind == MOVE_END_TURN) {
        return true;
    }
    if (m->kind == MOVE_DROP && rules.setup_whole_turn && holds_setup(p, player)) {
        return false;
    }
    const bool of_setup = rules.has_setup_first ? rules.setup_first[m->drop_type] : rules.setup;
    if (m->kind == MOVE_DROP && rules.setup_whole_turn && of_setup) {
        return true;
    }
    if (rules.turn_of_drops && has_free_turn(p, player) && m->kind != MOVE_DROP) {
        return true;
    }
    return p->ply >= turn_length(p);
}

/* Whether the castling is one of a king and a partner of `owner` that stand on their first cells. */
static bool castling_is_placed(const position *p, const castling *k, int owner)
{
    const piece king = p->at[k->from[owner]], partner = p->at[k->rook_from[owner]];
    return king.type == k->king && king.owner == owner && partner.type == k->with && partner.owner == owner;
}

/* A piece placed in the setup gains its rights, where all that share them stand on their first cells. */
static void gain_rights(position *p, int cell)
{
    const int owner = p->at[cell].owner;
    for (int r = 0; r < rules.right_count && owner < rules.players; r++) {
        const right *one = &rules.rights[r];
        bool gained = !one->castling && one->cell[owner] == cell && (one->type == 0 || one->type == p->at[cell].type);
        for (int i = 0; i < rules.castle_count; i++) {
            const castling *k = &rules.castle[i];
            gained =
                gained || (i != rules.family && one->castling && k->right == r &&
                           (k->from[owner] == cell || k->rook_from[owner] == cell) && castling_is_placed(p, k, owner));
        }
        for (int king = 0; king < rules.cells && !gained; king++) {
            gained = (king == cell || one->partner[owner] == cell) && has_family_castling(p, r, king, owner);
        }
        p->rights[owner] |= gained ? 1u << r : 0;
    }
}

/* With live hooks: what others left is closed once the turn has gone so far; what is no longer true is closed. */
static void close_ep(position *p, int player, bool over)
{
    int kept = 0;
    for (int i = 0; i < p->ep_count; i++) {
        const piece there = p->at[p->ep_victim[i]];
        bool valid = moves_piece(there, p->ep_owner[i]);
        bool waits = rules.boards ? !same_board(player, p->ep_owner[i])
                                  : rules.players > 2 && (!over || p->ep_owner[i] != next_player(p, player));
        if (valid && (p->ep_owner[i] == player || waits || (rules.ep_whole_turn && !over))) {
            copy_ep(p, kept++, i);
        }
    }
    p->ep_count = kept;
}

typedef struct effect_outcome {
    int next_player_to_act; /* the player who moves next by an effect; -1 */
    bool roll, halfmove_clock_set;
} effect_outcome;

static void effect_put(position *p, int cell, piece m)
{
    if (rules.stacks && p->at[cell].type && p->covered_count[cell] < MAX_STACK) {
        p->stack[cell][p->covered_count[cell]++] = p->at[cell];
    }
    p->at[cell] = m;
}

static piece effect_remove(position *p, int cell)
{
    piece m = p->at[cell];
    if (rules.stacks && p->covered_count[cell]) {
        p->at[cell] = p->stack[cell][--p->covered_count[cell]];
    } else {
        p->at[cell] = (piece){0};
    }
    return m;
}

/* A piece that an effect changes or removes is no en passant victim any more. */
static void forget_ep(position *p, int cell)
{
    int kept = 0;
    for (int i = 0; i < p->ep_count; i++) {
        if (p->ep_victim[i] != cell) {
            copy_ep(p, kept++, i);
        }
    }
    p->ep_count = kept;
}

static void apply_effect_to_pieces(position *p, const effect *e, int player, effect_outcome *s)
{
    if (e->kind && strchr("tpTgmslb", e->kind)) {
        forget_ep(p, e->cell);
    }
    switch (e->kind) {
    case 't':
        effect_remove(p, e->cell);
        lose_rights(p, e->cell);
        break;
    case 'p':
        effect_put(p, e->cell, (piece){(uint8_t)e->type, (uint8_t)e->owner, rules.piece_defs[e->type].royal, 0});
        break;
    case 'T':
        p->at[e->cell].type = (uint8_t)e->type;
        p->at[e->cell].was = 0;
        p->at[e->cell].royal = p->at[e->cell].royal || rules.piece_defs[e->type].royal;
        lose_rights(p, e->cell);
        break;
    case 'g':
        p->at[e->cell].owner = (uint8_t)e->owner;
        lose_rights(p, e->cell);
        break;
    case 'm': {
        piece m = effect_remove(p, e->cell);
        lose_rights(p, e->cell);
        effect_put(p, e->to, m);
        lose_rights(p, e->to);
        break;
    }
    case 's': {
        piece m = p->at[e->cell];
        p->at[e->cell] = p->at[e->to];
        p->at[e->to] = m;
        forget_ep(p, e->to);
        lose_rights(p, e->cell);
        lose_rights(p, e->to);
        break;
    }
    case 'h':
        p->hand[e->owner][e->type] = (uint8_t)(p->hand[e->owner][e->type] + e->add);
        break;
    case 'c':
        p->counter[e->counter] = e->has_set ? e->set : p->counter[e->counter] + e->add;
        break;
    case 'r': {
        const bool there = right_in_place(p, e->right, e->owner);
        p->rights[e->owner] &= ~(1u << e->right);
        p->rights[e->owner] |= e->flag && there ? 1u << e->right : 0;
        break;
    }
    case 'l': {
        piece m = effect_remove(p, e->cell);
        p->hand[m.owner][m.type]++;
        lose_rights(p, e->cell);
        break;
    }
    case 'P':
        if (p->ep_count < MAX_EP) {
            p->ep_cell[p->ep_count] = e->cell;
            p->ep_victim[p->ep_count] = e->to;
            p->ep_owner[p->ep_count++] = player;
        }
        break;
    case 'q':
        p->halfmove_clock = e->cell;
        s->halfmove_clock_set = true;
        break;
    case 'd':
        for (int i = 0; i < p->dice_left_count; i++) {
            if (p->dice_left[i] == e->cell) {
                p->dice_left[i] = p->dice_left[--p->dice_left_count];
                break;
            }
        }
        break;
    case 'a':
    case 'R':
        s->next_player_to_act = e->owner;
        s->roll = e->kind == 'R';
        break;
    default:
        unsupported("an effect", "of a script");
    }
}

static void apply_effect(position *p, const effect *e, int player, effect_outcome *s)
{
    const bool leaves = e->kind && strchr("tTgmsl", e->kind), swaps = e->kind == 's';
    const piece there = leaves ? p->at[e->cell] : (piece){0}, other = swaps ? p->at[e->to] : (piece){0};
    const bool alone = leaves && !p->covered_count[e->cell], other_alone = swaps && !p->covered_count[e->to];
    apply_effect_to_pieces(p, e, player, s);
    lose_rights_of_piece(p, e->cell, there, alone);
    lose_rights_of_piece(p, e->to, other, other_alone);
}

static void apply_effects(position *p, int first, int count, int player, effect_outcome *s)
{
    for (int i = 0; i < count; i++) {
        effect e = *effect_at(first + i);
        apply_effect(p, &e, player, s);
    }
}

void suppose_effects(position *p, int first, int count, int player)
{
    effect_outcome s = {.next_player_to_act = -1};
    apply_effects(p, first, count, player, &s);
}

static void run_after_hooks(const position *before, const move *m, position *p, effect_outcome *s)
{
    for (int i = 0; i < rules.hook_count; i++) {
        const hook *h = &rules.hooks[i];
        if (h->at != 'a' || m->kind == MOVE_HOOK) {
            continue;
        }
        for (int half = 0; half < (m->kind == MOVE_CASTLE ? 2 : 1); half++) {
            int first = half ? -2 : 0, count = 0;
            if (hook_after(h, p, m, before, &first, &count)) {
                apply_effects(p, first, count, before->side_to_move, s);
            }
        }
    }
}

const movement setup_choice; /* marks the moves of a hook with only: true */

/* What the move itself does and what `after` hooks add, the turn not yet ended. */
static void make_pieces_move(const position *p, const move *m, position *after, effect_outcome *s);
/* Whether as many pieces of each type stand on the board. */
static bool same_material(const position *p, const position *other)
{
    int count[MAX_OWNERS][MAX_TYPES] = {{0}};
    for (int c = 0; c < rules.cells; c++) {
        count[p->at[c].owner][p->at[c].type]++;
        count[other->at[c].owner][other->at[c].type]--;
        for (int i = 0; rules.stacks && i < p->covered_count[c]; i++) {
            count[p->stack[c][i].owner][p->stack[c][i].type]++;
        }
        for (int i = 0; rules.stacks && i < other->covered_count[c]; i++) {
            count[other->stack[c][i].owner][other->stack[c][i].type]--;
        }
    }
    for (int o = 0; o < MAX_OWNERS; o++) {
        for (int t = 1; t < MAX_TYPES; t++) {
            if (count[o][t]) {
                return false;
            }
        }
    }
    return true;
}

static void finish_ply(const position *p, const move *m, position *after, effect_outcome *s);

/* The move in `after`, without asking whether it is legal. */
void make_move(const position *p, const move *m, position *after)
{
    effect_outcome s = {.next_player_to_act = -1};
    if (m->kind == MOVE_WAIT) {
        copy_position(after, p);
        wait_for_others(after);
        if (rules.material_clock >= 0) {
            after->counter[rules.material_clock]++;
        }
        return;
    }
    make_pieces_move(p, m, after, &s);
    after->waited = p->waited && m->kind == MOVE_ROLL; /* it is the next move of a piece that ends the waiting */
    if (m->kind != MOVE_ROLL) {
        if (m->choice > 0 || m->kind == MOVE_HOOK) {
            apply_effects(after, m->effects, m->effect_count, p->side_to_move, &s);
        }
        finish_ply(p, m, after, &s);
    }
}

/* A piece is put on the cell that the move names, or on the one that it has left. */
static void play_second_half(position *p, const move *m, int player)
{
    int cell = m->put - 1;
    bool of_piece = m->kind != MOVE_HOOK && m->kind != MOVE_PASS && m->kind != MOVE_END_TURN && m->kind != MOVE_WAIT;
    if (rules.put_by_itself && of_piece) {
        cell = m->from;
    }
    if (cell < 0 || p->at[cell].type || (rules.put_on && !rules.put_on->has[player][cell])) {
        return;
    }
    if (m->put_from) {
        p->at[m->put_from - 1] = (piece){0};
    }
    p->at[cell] = (piece){(uint8_t)rules.put_type, (uint8_t)rules.players, false, 0};
}

static void make_pieces_move(const position *p, const move *m, position *after, effect_outcome *s)
{
    copy_position(after, p);
    int player = p->side_to_move;
    bool setup_separate = is_setup_drop(m);
    switch (m->kind) {
    case MOVE_ROLL:
        after->roll_count = after->dice_left_count = rules.dice;
        memcpy(after->roll, m->die, sizeof m->die);
        memcpy(after->dice_left, m->die, sizeof m->die);
        if (rules.doubles == 4 && rules.dice == 2 && m->die[0] == m->die[1]) {
            after->dice_left_count = 4;
            after->dice_left[2] = after->dice_left[3] = m->die[0];
        }
        after->to_roll = false;
        return;
    case MOVE_STEP:
    case MOVE_STAY:
        move_piece(after, m, player);
        if (rules.each_piece_once) {
            mark_moved(after, m);
        }
        break;
    case MOVE_DROP:
        after->at[m->to] = (piece){(uint8_t)m->drop_type, (uint8_t)player, rules.piece_defs[m->drop_type].royal, 0};
        if (rules.piece_defs[m->drop_type].drop_neutral) {
            after->at[m->to].owner = (uint8_t)rules.players;
        }
        promote_standing(after);
        if (!rules.piece_defs[m->type].endless[player]) {
            after->hand[hand_holder(player, m->type)][m->type]--;
        }
        if (rules.each_piece_once) {
            after->moved[m->to] = 1;
        }
        if (setup_separate) {
            gain_rights(after, m->to);
        }
        break;
    case MOVE_CASTLE: {
        piece king = after->at[m->from], rook = after->at[m->rook_from];
        after->at[m->from] = after->at[m->rook_from] = (piece){0};
        after->at[m->king_to] = king;
        after->at[m->rook_to] = rook;
        lose_rights(after, m->from);
        lose_rights(after, m->rook_from);
        if (rules.each_piece_once) {
            after->moved[m->king_to] = after->moved[m->rook_to] = 1;
        }
        break;
    }
    case MOVE_REMOVE:
        (void)stack_pop(after, m->from);
        lose_rights(after, m->from);
        break;
    default:
        break;
    }
    play_second_half(after, m, player);
    if (m->row_capture >= 0 && m->choice == -2) {
        capture_piece(after, m->row_capture, player);
    }
    lose_rights_of_pieces(p, m, after);
    bool progress = m->resets_halfmove_clock || m->choice == -2;
    for (int i = 0; m->kind == MOVE_HOOK && i < m->effect_count; i++) {
        progress = progress || strchr("tpgb", effect_at(m->effects + i)->kind); /* pieces come, go or change */
    }
    bool is_setup_choice = m->kind == MOVE_HOOK && m->by == &setup_choice;
    if (!setup_separate && !is_setup_choice) {
        after->halfmove_clock = progress ? 0 : p->halfmove_clock + (!rules.counts_turns || p->ply == 0);
    }
    after->pass_count = m->kind == MOVE_PASS ? p->pass_count + 1 : 0;
    if (rules.live_hooks) {
        update_ep(after, m, player, false);
        run_after_hooks(p, m, after, s);
    }
    (void)s;
}

static void finish_ply(const position *p, const move *m, position *after, effect_outcome *s)
{
    int player = p->side_to_move;
    for (int c = 0; rules.each_piece_once && c < rules.cells; c++) {
        after->moved[c] = after->moved[c] && after->at[c].type; /* a script may have moved the piece on */
    }
    bool setup_separate = is_setup_drop(m);
    after->ply += after->ply < 255; /* as far as it is counted */
    bool over = is_turn_over(after, m, player);
    if (s->next_player_to_act >= 0) {
        over = s->next_player_to_act != player;
    }
    if (rules.check_ends && !over && s->next_player_to_act < 0 && gives_check(after, player)) {
        over = true;
    }
    if (!rules.live_hooks) {
        update_ep(after, m, player, over);
    } else {
        close_ep(after, player, over);
    }
    update_missed_turns(p, m, after);
    if (rules.material_clock >= 0) {
        bool changed = m->capture_count || m->into || m->kind == MOVE_DROP || !same_material(p, after);
        after->counter[rules.material_clock] = changed ? 0 : after->counter[rules.material_clock] + 1;
    }
    if (counts_checks(false) && over) {
        after->checks[player] = gives_check(after, player) ? p->checks[player] + 1
                                : counts_checks(true)      ? p->checks[player]
                                                           : 0;
    }
    if (over) {
        bool ends_turn = p->ply > 0 && s->next_player_to_act < 0; /* begun by other moves */
        end_turn(after, !setup_separate && !(m->by == &setup_choice && !ends_turn));
        if (s->next_player_to_act >= 0 && rules.boards) {
            go_to_board(after, rules.board_of[s->next_player_to_act]);
            after->side_to_move = s->next_player_to_act;
        } else if (s->next_player_to_act >= 0 && s->next_player_to_act != after->side_to_move) {
            after->fullmove_number += s->next_player_to_act < after->side_to_move;
            after->side_to_move = s->next_player_to_act;
        }
    } else if (s->roll) {
        after->roll_count = after->dice_left_count = 0;
        memset(after->roll, 0, sizeof after->roll);
        memset(after->dice_left, 0, sizeof after->dice_left);
        after->to_roll = true;
    }
}

/* The move without what choices add, the turn not yet ended. */
void make_move_unfinished(const position *p, const move *m, position *after)
{
    effect_outcome s = {.next_player_to_act = -1};
    make_pieces_move(p, m, after, &s);
}
