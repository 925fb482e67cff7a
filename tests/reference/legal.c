/* Which moves are legal, and how they are written. */
#include "reference.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- lists ---- */

void moves_clear(moves *m)
{
    m->count = 0;
}

move *moves_add(moves *m)
{
    if (m->count == m->room) {
        m->room = m->room ? 2 * m->room : 64;
        m->list = realloc(m->list, sizeof(move) * (size_t)m->room);
        if (!m->list) {
            abort();
        }
    }
    move *one = &m->list[m->count++];
    memset(one, 0, offsetof(move, text));
    one->text[0] = 0;
    one->choice = -1;
    one->effects = 0;
    one->effect_count = 0;
    return one;
}

move empty_move(enum move_kind kind, int from, int to)
{
    return (move){.kind = kind, .from = from, .to = to, .choice = -1};
}

void moves_free(moves *m)
{
    free(m->list);
    *m = (moves){0};
}

bool enemy_of(int one, int other)
{
    return !allied(one, other);
}

/* ---- legality ---- */

/* Whether the last royal of an enemy has been captured. */
static bool captured_last_royal(const position *after, const position *before, int player)
{
    for (int o = 0; o < rules.players && (rules.royals_capturable || rules.blast); o++) {
        if (enemy_of(o, player) && royals_left(before, o) && !royals_left(after, o)) {
            return true;
        }
    }
    return false;
}

static bool is_safe(const position *after, const position *before, int player)
{
    if (rules.blast && royals_left(after, player) < royals_left(before, player)) {
        return false;
    }
    return captured_last_royal(after, before, player) || !in_check(after, player);
}

static void pseudo_legal_moves(const position *p, moves *out);
static void write_move(const position *p, move *m);

static bool is_legal(const position *p, const move *m, position *after);

/* Whether no `legal` hook forbids the move. */
static bool hooks_allow(const position *p, const move *m)
{
    for (int i = 0; i < rules.hook_count; i++) {
        if (rules.hooks[i].at == 'l' && m->kind != MOVE_HOOK && !hook_allows(&rules.hooks[i], p, m, p, false)) {
            return false;
        }
    }
    return true;
}

bool trying_attacks;
bool legality_unknown;

bool royals_face(const position *p)
{
    static const vector ways[4] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}};
    for (int cell = 0; cell < rules.cells; cell++) {
        const piece here = p->at[cell];
        for (int way = 0; way < 4 && here.type && here.royal && here.owner == p->side_to_move; way++) {
            int at = shift(cell, ways[way]);
            while (at >= 0 && at != cell && !p->at[at].type) {
                at = shift(at, ways[way]);
            }
            if (at >= 0 && p->at[at].royal && enemy_of(p->at[at].owner, p->side_to_move)) {
                return true;
            }
        }
    }
    return false;
}

/* Whether a royal is captured by a movement that gives no check. */
static bool captures_without_check(const position *p, const move *m)
{
    bool royal = false;
    for (int i = 0; i < m->capture_count; i++) {
        royal = royal || p->at[m->captured[i]].royal;
    }
    return royal && m->by && m->by->gives_no_check;
}

/* Whether a move of an enemy that no `legal` hook forbids would capture a royal of the player. Whether that exposes a
 * royal of the enemy does not matter, and attacks within such moves are not asked for. */
bool in_check_by_moves(const position *p, int player)
{
    if (trying_attacks || !royals_left(p, player)) {
        return false;
    }
    bool capturable = rules.royals_capturable, found = false;
    rules.royals_capturable = trying_attacks = true;
    for (int o = 0; o < rules.players && !found; o++) {
        if (!enemy_of(o, player) || !same_board(o, player)) {
            continue;
        }
        position asked, after;
        moves list = {0};
        copy_position(&asked, p);
        asked.side_to_move = o;
        asked.ply = 0;
        asked.to_roll = false;
        asked.dice_left_count = 0;                  /* another roll may let every piece move */
        memset(asked.moved, 0, sizeof asked.moved); /* a turn begins */
        pseudo_legal_moves(&asked, &list);
        for (int i = 0; i < list.count && !found; i++) {
            if (!captures_without_check(p, &list.list[i]) && hooks_allow(&asked, &list.list[i])) {
                make_move(&asked, &list.list[i], &after);
                found = royals_left(&after, player) < royals_left(p, player) &&
                        !(rules.blast && royals_left(&after, o) < royals_left(p, o));
            }
        }
        moves_free(&list);
    }
    rules.royals_capturable = capturable;
    trying_attacks = false;
    return found;
}

/* How many pieces attack royals of the player: at most as many drops must come between. */
static int royal_attacker_count(const position *p, int player)
{
    int count = 0, from[MAX_CELLS];
    for (int c = 0; c < rules.cells; c++) {
        for (int o = 0; p->at[c].type && p->at[c].royal && p->at[c].owner == player && o < rules.players; o++) {
            if (enemy_of(o, player)) {
                find_attackers(p, c, o, from, &count);
            }
        }
    }
    return count;
}

/* The position with its roll made, and no die to limit what moves. */
static void suppose_rolled(const position *p, position *rolled)
{
    copy_position(rolled, p);
    rolled->to_roll = false;
}

/* Whether some move answers, or a pass. Before a roll moves of pieces alone count, where mate ends the game, and else the roll. */
bool has_answer(const position *p)
{
    const char pass = rules.pass;
    position rolled;
    suppose_rolled(p, &rolled);
    rules.pass = p->to_roll ? 0 : pass;
    bool any = rules.pass == 's' || (p->to_roll && !rules.mate_ends) || any_legal(&rolled);
    rules.pass = pass;
    return any;
}

/* Where answers are drops that must not mate either, this goes on without a bound; what lies deep is left open. */
static bool is_mate(const position *after)
{
    enum { DEPTH_MAX = 3 };
    static int depth;
    if (rules.boards) {
        return mated_player(after) >= 0;
    }
    if (legality_unknown || !in_check(after, after->side_to_move)) {
        return false;
    }
    if (depth == DEPTH_MAX) {
        legality_unknown = true;
        return false;
    }
    depth++;
    bool mate = !has_answer(after);
    depth--;
    return mate;
}

/* Whether no rule that judges a move by itself refuses it: hooks, drops, and checks that are forbidden. Royals are not
 * asked for. `after`: the position after it. */
static bool is_allowed(const position *p, const move *m, const position *after)
{
    int player = p->side_to_move;
    if (rules.pass == 'f' && royals_face(p)) {
        position seen = *after;
        seen.side_to_move = player;
        if (royals_face(&seen)) {
            return false; /* they must be parted */
        }
    }
    for (int i = 0; i < rules.hook_count; i++) {
        if (rules.hooks[i].at == 'm' && !hook_allows(&rules.hooks[i], after, m, p, true)) {
            return false;
        }
    }
    if (m->kind == MOVE_ROLL || m->by == &setup_choice) {
        return true;
    }
    if (rules.put_no_parry && m->kind != MOVE_PASS && m->kind != MOVE_HOOK) {
        bool by_itself = rules.put_by_itself;
        position half;
        move first = *m;
        first.put = first.put_from = 0;
        rules.put_by_itself = false;
        make_move(p, &first, &half);
        rules.put_by_itself = by_itself;
        if (in_check(&half, player)) {
            return false;
        }
    }
    if (m->kind == MOVE_DROP) {
        const piece_def *k = &rules.piece_defs[m->drop_type];
        if (k->drop_no_parry && in_check(p, player)) {
            return false;
        }
        if ((k->drop_no_check && gives_check(after, player)) || (k->drop_no_mate && is_mate(after))) {
            return false;
        }
    }
    if (m->by && m->by->must_not_check && gives_check(after, player)) {
        return false;
    }
    return !rules.never_checks[player] || m->kind == MOVE_PASS || !gives_check(after, player);
}

static long nodes; /* nodes of the search below */
static bool cut_short;

/* Whether a turn that has begun may be ended here by its player, who has nothing that must be dropped first. */
static bool may_stop(const position *p, int player)
{
    return (has_free_turn(p, player) || rules.pass == 'a') && !(rules.setup && has_droppable(p, player));
}

/* Whether a check that was just given leaves the turn open, where only the last move may give one: it ends the turn. */
static bool checks_too_early(const position *after, const position *before, int player)
{
    return rules.check_last && gives_check(after, player) &&
           !(after->ply > 0 && may_stop(after, player) && is_safe(after, before, player));
}

/* Whether an earlier move of this turn gave check: then the turn can only be ended. */
static bool has_given_check(const position *p, int player)
{
    return rules.check_last && p->ply > 0 && may_stop(p, player) && gives_check(p, player);
}

/* Whether the turn in `p` can still be ended with every own royal safe, by at most `depth` more moves. */
static bool can_end_within(const position *p, const position *before, int player, int depth)
{
    moves list = {0};
    bool found = false;
    if (captured_last_royal(p, before, player)) {
        return true; /* what comes of the turn does not matter */
    }
    if (p->ply > 0 && may_stop(p, player) && is_safe(p, before, player)) {
        return true;
    }
    if (depth == 0 || ++nodes > 4000) {
        cut_short = true;
        return false;
    }
    pseudo_legal_moves(p, &list);
    position next;
    bool tried[MAX_CELLS] = {false};
    const bool drops_alone = rules.turn_of_drops && has_free_turn(p, player); /* each only has to answer attacks */
    int before_it = drops_alone ? royal_attacker_count(p, player) : 0;
    for (int i = 0; i < list.count && !found; i++) {
        const move *m = &list.list[i];
        if (!hooks_allow(p, m) || (drops_alone && m->kind == MOVE_DROP && tried[m->to])) {
            continue; /* any piece dropped there closes the same rays */
        }
        tried[m->to >= 0 ? m->to : 0] |= m->kind == MOVE_DROP;
        make_move(p, m, &next);
        if (!is_allowed(p, m, &next)) {
            continue;
        }
        if (!rules.legality_at_end && !is_setup_drop(m) && !is_safe(&next, before, player)) {
            continue; /* each ply must be safe */
        }
        if (next.side_to_move != player) {
            found = is_setup_drop(m) || is_safe(&next, before, player);
        } else if (!drops_alone || royal_attacker_count(&next, player) < before_it) {
            found = !checks_too_early(&next, before, player) && can_end_within(&next, before, player, depth - 1);
        }
    }
    moves_free(&list);
    return found;
}

/* Whether no cell between tells what answers an attack: hooks may, attacks are tried, hop, or go by several legs. */
static bool answers_lie_anywhere(void)
{
    bool anywhere = rules.live_hooks || rules.royals_by_moves;
    for (int t = 1; t <= rules.types; t++) {
        for (int i = 0; i < rules.piece_defs[t].movement_count; i++) {
            const movement *w = rules.piece_defs[t].movements[i];
            anywhere = anywhere || w->legs || w->hop || w->through || w->jump;
        }
    }
    return anywhere;
}

/* The same by any number of moves. When that takes too long, `legality_unknown` is set and nothing is compared. */
static bool can_end_safely(const position *p, const position *before, int player)
{
    for (int depth = 1; !legality_unknown; depth++) {
        nodes = 0;
        cut_short = false;
        if (can_end_within(p, before, player, depth)) {
            /* Where rules may answer an attack anywhere, the program looks two plies ahead in a turn without a bound. */
            legality_unknown |= depth > 2 && has_free_turn(p, player) && answers_lie_anywhere();
            return true;
        }
        if (!cut_short) {
            return false;
        }
        legality_unknown = nodes > 4000 || depth > 24;
    }
    return false;
}

static bool holds_royal(const position *p, int player)
{
    bool held = false;
    for (int t = 1; t <= rules.types; t++) {
        held = held || (rules.piece_defs[t].royal && rules.piece_defs[t].drops && p->hand[hand_holder(player, t)][t]);
    }
    return held;
}

/* Whether the move is legal, but for the rule that a check must be mate. */
static bool is_legal_if_checks_are(const position *p, const move *m, position *after)
{
    int player = p->side_to_move;
    if (!hooks_allow(p, m) || (m->kind != MOVE_PASS && has_given_check(p, player))) {
        return false;
    }
    make_move(p, m, after);
    if (!is_allowed(p, m, after)) {
        return false;
    }
    if (m->kind == MOVE_ROLL || m->by == &setup_choice || is_setup_drop(m)) {
        return true;
    }
    if (rules.setup_royals && m->kind != MOVE_DROP && m->kind != MOVE_HOOK && holds_royal(p, player)) {
        return false;
    }
    bool over = after->side_to_move != player || rules.players == 1;
    if (over && rules.setup_royals && holds_royal(after, player)) {
        return false;
    }
    if (rules.legality_at_end && !over) {
        if (checks_too_early(after, p, player)) {
            return false;
        }
        if (rules.plies[player] != 1 && !can_end_safely(after, p, player)) {
            return false;
        }
    } else {
        if (!is_safe(after, p, player)) {
            return false;
        }
        if (!over && checks_too_early(after, p, player)) {
            return false;
        }
        if (!over && m->kind != MOVE_PASS && !may_stop(after, player) && !rules.grows && rules.plies[player] != 1 &&
            after->ply > 0 && !after->to_roll && !can_end_safely(after, p, player)) {
            return false;
        }
    }
    return m->kind != MOVE_STAY || m->from_prison || rules.legality_at_end || !in_check(p, player);
}

static bool checks_without_mate(const move *m, const position *after, int player)
{
    if (!rules.mate_only || m->kind == MOVE_ROLL || m->by == &setup_choice || !gives_check(after, player)) {
        return false;
    }
    rules.mate_only = !rules.plain_mate;
    bool mate = is_mate(after);
    rules.mate_only = true;
    return !mate;
}

static bool is_legal(const position *p, const move *m, position *after)
{
    return is_legal_if_checks_are(p, m, after) && !checks_without_mate(m, after, p->side_to_move);
}

/* Where a check must be mate: adds one of the answers in `all`. Those that give no check come first, so that one check
 * leads to another only where nothing else answers. Checks with many answers each are left open. */
static void add_an_answer(const position *p, const moves *all, moves *out)
{
    enum { CHECKS_IN_A_LINE = 24, ANSWERS_IN_ALL = 1000 };
    static int depth;
    static long answers = 1; /* the product of the answers to each check of the line */
    moves checking = {0};
    position after;
    for (int i = 0; i < all->count && !out->count; i++) {
        if (is_legal_if_checks_are(p, &all->list[i], &after)) {
            *moves_add(gives_check(&after, p->side_to_move) ? &checking : out) = all->list[i];
        }
    }
    long before = answers;
    answers *= checking.count ? checking.count : 1;
    legality_unknown = legality_unknown || (!out->count && answers > ANSWERS_IN_ALL);
    depth++;
    for (int i = 0; i < checking.count && !out->count && !legality_unknown; i++) {
        if (depth > CHECKS_IN_A_LINE || is_legal(p, &checking.list[i], &after)) {
            *moves_add(out) = checking.list[i];
        }
    }
    depth--;
    answers = before;
    moves_free(&checking);
}

static bool die_allows(const position *p, int type)
{
    bool equal = p->dice_left_count > 1;
    for (int i = 1; i < p->dice_left_count; i++) {
        equal = equal && p->dice_left[i] == p->dice_left[0];
    }
    if (!rules.die_moves || !p->dice_left_count || (equal && rules.doubles < 0)) {
        return true;
    }
    for (int i = 0; i < p->dice_left_count; i++) {
        if (rules.die_type[p->dice_left[i]][type]) {
            return true;
        }
    }
    return false;
}

/* Drops the moves that the dice do not allow. */
static void remove_dice_forbidden(const position *p, moves *list)
{
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        const move *m = &list->list[i];
        bool allowed = die_allows(p, m->kind == MOVE_DROP ? m->drop_type : m->type);
        if (m->kind == MOVE_CASTLE) {
            allowed = allowed || die_allows(p, p->at[m->rook_from].type);
        }
        if (allowed) {
            list->list[kept++] = *m;
        }
    }
    list->count = kept;
}

static bool row_in_cells(const int *cells, int count, const position *p, int cell, int player, int number, bool all,
                         const bool *of)
{
    int run = 0;
    bool with = false;
    for (int i = 0; i < count; i++) {
        const piece m = p->at[cells[i]];
        if (m.type && m.owner == player && (all || of[m.type])) {
            run++;
            with = with || cells[i] == cell;
            bool last = i + 1 == count || !p->at[cells[i + 1]].type || p->at[cells[i + 1]].owner != player ||
                        !(all || of[p->at[cells[i + 1]].type]);
            if (last && with && run >= number) {
                return true;
            }
            if (last) {
                run = 0;
                with = false;
            }
        } else {
            run = 0;
            with = false;
        }
    }
    return false;
}

/* Whether the piece on `cell` stands in a row of so many. */
bool in_row(const position *p, int cell, int player, int number, int along, bool all, const bool *of)
{
    if (along & ROWS_DRAWN) {
        for (int l = 0; l < rules.line_count; l++) {
            if (row_in_cells(rules.line[l], rules.line_length[l], p, cell, player, number, all, of)) {
                return true;
            }
        }
        return false;
    }
    static const vector directions[4] = {{1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {1, -1, 0}};
    for (int i = 0; i < 4; i++) {
        if (!(along & (i < 2 ? ROWS_ORTHOGONAL : ROWS_DIAGONAL))) {
            continue;
        }
        int cells[64], count = 0, at = cell, length = 1, next;
        vector back = {-directions[i].x, -directions[i].y, 0};
        for (next = shift(at, back); next >= 0 && next != cell; next = shift(at, back)) {
            at = next;
            length++;
        }
        if (next == cell && length < number) {
            continue; /* round the board, no cell counts twice */
        }
        for (; at >= 0 && count < 64; at = shift(at, directions[i])) {
            cells[count++] = at;
        }
        if (row_in_cells(cells, count, p, cell, player, number, all, of)) {
            return true;
        }
    }
    return false;
}

/* The move before what hooks add to it. */
static void make_without_hooks(const position *p, const move *m, position *after)
{
    const bool live = rules.live_hooks;
    rules.live_hooks = false;
    make_move(p, m, after);
    rules.live_hooks = live;
}

/* A move that makes a row captures a piece: one move for each that may be captured. */
static void add_row_captures(const position *p, moves *list)
{
    moves more = {0};
    position after;
    for (int i = 0; i < list->count; i++) {
        move m = list->list[i];
        make_without_hooks(p, &m, &after);
        int player = p->side_to_move;
        const bool returns = m.kind == MOVE_STEP && m.from == m.to;
        if ((m.kind != MOVE_STEP && m.kind != MOVE_DROP) || m.chain || returns ||
            !in_row(&after, m.to, player, rules.row_captures, rules.row_directions, true, NULL)) {
            *moves_add(&more) = m;
            continue;
        }
        int victims[MAX_CELLS], count = 0, open = 0;
        bool free_piece[MAX_CELLS];
        for (int c = 0; c < rules.cells; c++) {
            const piece v = after.at[c];
            if (v.type && enemy_of(v.owner, player) && !v.royal && (!rules.boards || rules.z[c] == rules.z[m.to])) {
                free_piece[count] = !in_row(&after, c, v.owner, rules.row_captures, rules.row_directions, true, NULL);
                open += free_piece[count];
                victims[count++] = c;
            }
        }
        bool any = rules.row_victims_any || (open == 0 && !rules.row_victims_only_free);
        bool captured = false;
        for (int k = 0; k < count; k++) {
            if (any || free_piece[k]) {
                move *one = moves_add(&more);
                *one = m;
                one->row_capture = victims[k];
                one->choice = -2;
                captured = true;
            }
        }
        if (!captured) {
            *moves_add(&more) = m;
        }
    }
    moves_free(list);
    *list = more;
}

/* Where the piece on `from` could go without a capture, if it were the player's turn again. What it would capture elsewhere
 * does not matter, and nothing is reached by a long leap. */
static void find_quiet_targets(position *after, int player, int from, bool *reached)
{
    moves next = {0};
    piece_def *type = &rules.piece_defs[after->at[from].type];
    const int remote = type->remote_capture_count;
    after->side_to_move = player;
    type->remote_capture_count = 0;
    board_and_drop_moves(after, &next);
    type->remote_capture_count = remote;
    for (int i = 0; i < next.count; i++) {
        const move *m = &next.list[i];
        if (m->kind == MOVE_STEP && m->from == from && !m->capture_count && !after->at[m->to].type) {
            reached[m->to] = true;
        }
    }
    moves_free(&next);
}

/* A move with each of its second halves, which put a piece on an empty cell. */
static void add_puts_of(const position *p, const move *m, moves *more)
{
    position after;
    bool reached[MAX_CELLS] = {false};
    int player = p->side_to_move, there = 0;
    make_without_hooks(p, m, &after); /* they follow the second half */
    if (rules.put_reached) {
        find_quiet_targets(&after, player, m->to, reached);
    }
    for (int c = 0; c < rules.cells; c++) {
        there += p->at[c].type == rules.put_type && is_neutral(p->at[c]);
    }
    bool moves_one = rules.put_most && there >= rules.put_most;
    bool anywhere = !rules.put_reached && !rules.put_left && !rules.put_edge;
    if (rules.put_optional) {
        *moves_add(more) = *m;
    }
    for (int from = moves_one ? 0 : -1; from < (moves_one ? rules.cells : 0); from++) {
        if (from >= 0 && !(after.at[from].type == rules.put_type && is_neutral(after.at[from]))) {
            continue;
        }
        for (int c = 0; c < rules.cells; c++) {
            bool open = !after.at[c].type && (!rules.put_on || rules.put_on->has[player][c]);
            if (open && (anywhere || reached[c] || (rules.put_left && c == m->from) ||
                         (rules.put_edge && is_at_edge(&after, rules.put_type, c)))) {
                move *one = moves_add(more);
                *one = *m;
                one->put = c + 1;
                one->put_from = from + 1;
            }
        }
    }
}

static void add_puts(const position *p, moves *list)
{
    moves more = {0};
    for (int i = 0; i < list->count; i++) {
        add_puts_of(p, &list->list[i], &more);
    }
    moves_free(list);
    *list = more;
}

/* Each move with each choice that the hook offers. */
static void add_choices(const position *p, const hook *h, moves *list)
{
    moves more = {0};
    position made;
    for (int i = 0; i < list->count; i++) {
        move m = list->list[i];
        if (m.kind == MOVE_HOOK) {
            *moves_add(&more) = m;
            continue;
        }
        make_move_unfinished(p, &m, &made);
        hook_choices(h, &made, p, &m, &more);
    }
    moves_free(list);
    *list = more;
}

/* Every pseudo-legal move. */
static void pseudo_legal_moves(const position *p, moves *out)
{
    for (int i = 0; i < rules.hook_count; i++) {
        if (rules.hooks[i].at == 'o' && rules.hooks[i].only_list) {
            hook_moves(&rules.hooks[i], p, out);
        }
    }
    for (int i = 0; i < out->count; i++) {
        out->list[i].by = &setup_choice;
    }
    if (out->count) {
        return;
    }
    board_and_drop_moves(p, out);
    if (rules.row_captures) {
        add_row_captures(p, out);
    }
    if (rules.put_type && !rules.put_by_itself) {
        add_puts(p, out);
    }
    if (rules.die_moves) {
        remove_dice_forbidden(p, out);
    }
    for (int i = 0; i < rules.hook_count; i++) {
        if (rules.hooks[i].at == 'o' && !rules.hooks[i].only_list) {
            hook_moves(&rules.hooks[i], p, out);
        }
    }
    for (int i = 0; i < rules.hook_count; i++) {
        if (rules.hooks[i].at == 'c') {
            add_choices(p, &rules.hooks[i], out);
        }
    }
}

/* How many of the preferred pieces the move captures. */
static int preferred_count(const position *p, const move *m)
{
    int count = 0;
    for (int i = 0; i < m->capture_count; i++) {
        count += rules.preferred[p->at[m->captured[i]].type];
    }
    return count + (m->choice == -2 && rules.preferred[p->at[m->row_capture].type]);
}

static int capture_total(const move *m)
{
    return m->capture_count + (m->choice == -2); /* and the piece that a row captures */
}

static void keep_mandatory_captures(const position *p, moves *list)
{
    bool obliged = false;
    int most = 0, most_preferred = 0, kept = 0;
    for (int i = 0; i < list->count; i++) {
        const move *m = &list->list[i];
        int capture_count = capture_total(m);
        obliged = obliged || (capture_count && (rules.capture_by_all || rules.capture_by[m->type]));
        most = capture_count > most ? capture_count : most;
    }
    for (int i = 0; i < list->count; i++) {
        int capture_count = capture_total(&list->list[i]);
        bool good = rules.longest                ? capture_count == most
                    : rules.multiple && most > 1 ? capture_count > 1
                                                 : capture_count > 0 || !rules.must_capture;
        if (!obliged || good) {
            list->list[kept++] = list->list[i];
        }
    }
    list->count = kept;
    for (int i = 0; i < list->count && obliged && rules.prefers_victims; i++) {
        int here = preferred_count(p, &list->list[i]);
        most_preferred = here > most_preferred ? here : most_preferred;
    }
    kept = 0;
    for (int i = 0; i < list->count; i++) {
        if (preferred_count(p, &list->list[i]) >= most_preferred) {
            list->list[kept++] = list->list[i];
        }
    }
    list->count = kept;
}

static void upper(const char *s, char *out)
{
    for (; *s; s++) {
        *out++ = (char)toupper((unsigned char)*s);
    }
    *out = 0;
}

static void upper_letters(int type, char *out)
{
    upper(rules.piece_defs[type].letter, out);
}

/* The board's name is written once. */
static const char *target_name(int from, int to)
{
    return rules.named_boards && rules.z[from] == rules.z[to] ? name_on_board(to) : rules.name[to];
}

/* Whether the new type is not written, since there is no choice. */
static bool is_silent(const move *m)
{
    return m->only_choice && (rules.has_notation || m->chain);
}

/* A single jump and a capture in passing are written with the piece that they capture where a step leads there too, unless
 * the sign of a capture tells. */
static void name_jumped_pieces(moves *list)
{
    for (int i = 0; i < list->count; i++) {
        move *m = &list->list[i];
        int into = is_silent(m) ? 0 : m->into;
        bool signs = strcmp(rules.notation_capture, rules.notation_step) != 0;
        bool named = (m->chain && m->capture_count == 1) || (m->is_en_passant && !signs);
        for (int k = 0; k < list->count && m->kind == MOVE_STEP && named; k++) {
            const move *other = &list->list[k];
            bool step = other->kind == MOVE_STEP && !other->chain && !other->captured_on_way && !other->is_en_passant;
            m->captured_on_way = m->captured_on_way || (step && other->from == m->from && other->to == m->to &&
                                                        (is_silent(other) ? 0 : other->into) == into);
        }
    }
}

/* A chain of which the rules write both ends is written with all landings where a step has these ends, or a chain
 * that captures other pieces. */
static void name_landings(moves *list)
{
    for (int i = 0; i < list->count; i++) {
        move *m = &list->list[i];
        for (int k = 0; k < list->count && m->chain && rules.notation_ends && !m->all_landings; k++) {
            const move *other = &list->list[k];
            const bool chain = other->kind == MOVE_STEP && other->chain,
                       step = other->kind == MOVE_STEP && !chain && !other->captured_on_way && !other->is_en_passant;
            const bool same_type =
                chain ? other->into == m->into : (is_silent(other) ? 0 : other->into) == (is_silent(m) ? 0 : m->into);
            m->all_landings =
                (step || (chain && !same_chain(m, other))) && same_type && other->from == m->from && other->to == m->to;
        }
    }
}

static void write_move(const position *p, move *m)
{
    char suffix[MAX_TEXT];
    if (m->kind == MOVE_HOOK) {
        return;
    }
    snprintf(suffix, sizeof suffix, "%s", m->choice > 0 ? m->text : "");
    char letters[16];
    bool royal = m->from >= 0 && p->at[m->from].royal && m->into && !rules.piece_defs[m->into].royal;
    const char *into = royal ? rules.piece_defs[m->into].royal_letter : m->into ? rules.piece_defs[m->into].letter : "";
    if (m->into && into[0] == '+') {
        const char *old = rules.piece_defs[m->type].letter;
        into = strcmp(into + 1, old) == 0 ? "+" : into;
    }
    char promoted[16];
    snprintf(promoted, sizeof promoted, "%s%.8s",
             m->into && rules.notation_promotion[0] ? rules.notation_promotion : "", into);
    if (rules.has_notation && rules.notation_letters) {
        for (char *s = promoted; *s; s++) {
            *s = (char)toupper((unsigned char)*s);
        }
    }
    switch (m->kind) {
    case MOVE_STEP: {
        char *out = m->text;
        letters[0] = 0;
        if (rules.notation_letters) {
            upper_letters(m->type, letters);
            if (p->at[m->from].royal && !rules.piece_defs[m->type].royal) {
                upper(rules.piece_defs[m->type].royal_letter, letters);
            }
        }
        out += sprintf(out, "%s%s", letters, rules.name[m->from]);
        bool converts = m->chain && m->jumped == 'c', ends = rules.notation_ends && !m->all_landings;
        if (converts || (m->chain && !ends)) {
            if (m->captured_on_way) {
                out += sprintf(out, "%s%s", rules.notation_capture, target_name(m->from, m->captured[0]));
            }
            for (int i = ends ? m->path_count - 1 : 0; i < m->path_count; i++) {
                out += sprintf(out, "%s%s", rules.notation_capture, target_name(m->from, m->path[i]));
            }
        } else {
            out += m->lift_count ? sprintf(out, "(%d)", m->lift_count) : 0;
            out += m->captured_on_way
                       ? sprintf(out, "%s%s", rules.notation_capture, target_name(m->from, m->captured[0]))
                       : 0;
            out += sprintf(out, "%s%s", m->capture_count ? rules.notation_capture : rules.notation_step,
                           target_name(m->from, m->to));
        }
        out += sprintf(out, "%s%s", is_silent(m) ? "" : promoted, m->removes_captured ? "x" : "");
        for (int i = 0; converts && i < m->capture_count; i++) {
            out += sprintf(out, "%s%s%s", i ? "," : "(", target_name(m->from, m->captured[i]),
                           i + 1 == m->capture_count ? ")" : "");
        }
        break;
    }
    case MOVE_STAY:
        sprintf(m->text, "%s%s%s", rules.name[m->from], target_name(m->from, m->to), into);
        break;
    case MOVE_DROP:
        upper_letters(m->drop_type, letters);
        if (rules.named_boards) {
            sprintf(m->text, "%s:%s@%s", rules.board_name[rules.z[m->to]], letters, name_on_board(m->to));
        } else {
            sprintf(m->text, "%s@%s", letters, rules.name[m->to]);
        }
        break;
    case MOVE_CASTLE: {
        const castling *k = &rules.castle[m->castle];
        if (strcmp(k->notation, "capture") == 0) {
            sprintf(m->text, "%s%s", rules.name[m->from], target_name(m->from, m->rook_from));
        } else if (k->notation[0]) {
            sprintf(m->text, "%s", k->notation);
        } else {
            sprintf(m->text, "%s%s", rules.name[m->from], target_name(m->from, m->to));
        }
        break;
    }
    case MOVE_PASS:
        sprintf(m->text, "pass");
        break;
    case MOVE_END_TURN:
        sprintf(m->text, "end");
        break;
    case MOVE_WAIT:
        sprintf(m->text, "wait");
        break;
    case MOVE_REMOVE:
        sprintf(m->text, "x%s", rules.name[m->from]);
        break;
    default:
        break;
    }
    if (suffix[0]) {
        size_t length = strlen(m->text);
        snprintf(m->text + length, sizeof m->text - length, "%s", suffix);
    }
    if (m->put) {
        char put_suffix[40];
        snprintf(put_suffix, sizeof put_suffix, ",%s%s",
                 m->put_from && rules.put_most > 1 ? rules.name[m->put_from - 1] : "@", rules.name[m->put - 1]);
        strcat(m->text, put_suffix);
    }
    if (m->choice == -2) {
        char row_suffix[40];
        snprintf(row_suffix, sizeof row_suffix, "x%s", rules.name[m->row_capture]);
        strcat(m->text, row_suffix);
    }
}

/* Where the text of a castling ends, and what a script has added in brackets or a second half begins. */
static const char choice_signs[] = "(,";

static bool same_but_for_choice(const char *one, const char *other)
{
    size_t length = strcspn(one, choice_signs);
    return length == strcspn(other, choice_signs) && strncmp(one, other, length) == 0;
}

/* Whether a step leads where the castling is written to, whatever signs and letters the game's notation adds. */
static bool is_step_of_castling(const move *castle, const move *m)
{
    const char *notation = rules.castle[castle->castle].notation;
    const bool capture = strcmp(notation, "capture") == 0;
    const bool adds = rules.has_notation || (m->row_capture >= 0 && m->choice == -2);
    return adds && (capture || !notation[0]) && m->kind == MOVE_STEP && !m->chain && !m->is_en_passant &&
           !m->captured_on_way && m->from == castle->from && m->to == (capture ? castle->rook_from : castle->to) &&
           (!m->into || m->only_choice);
}

/* A castling that is written as another move is called by its name. */
static void name_ambiguous_castlings(moves *list)
{
    for (int i = 0; i < list->count; i++) {
        move *m = &list->list[i];
        bool ambiguous = false;
        for (int k = 0; k < list->count && m->kind == MOVE_CASTLE; k++) {
            ambiguous |= list->list[k].kind != MOVE_CASTLE &&
                         (same_but_for_choice(list->list[k].text, m->text) || is_step_of_castling(m, &list->list[k]));
        }
        if (ambiguous) {
            char choice[sizeof m->text];
            snprintf(choice, sizeof choice, "%s", m->text + strcspn(m->text, choice_signs));
            snprintf(m->text, sizeof m->text, "%s%s", rules.castle[m->castle].name, choice);
        }
    }
}

/* A promotion that reverts is marked where the same piece is also offered for good. */
static void mark_reverting(moves *list)
{
    for (int i = 0; i < list->count; i++) {
        move *m = &list->list[i];
        for (int k = 0; k < list->count && m->into && m->reverts; k++) {
            const move *other = &list->list[k];
            if (other->into == m->into && !other->reverts && other->from == m->from &&
                strcmp(other->text, m->text) == 0) {
                strncat(m->text, "~", sizeof m->text - strlen(m->text) - 1);
                break;
            }
        }
    }
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(((const move *)a)->text, ((const move *)b)->text);
}

static void add_rolls(moves *out, int from, int count, move *like)
{
    if (count == rules.dice) {
        move *m = moves_add(out);
        *m = *like;
        char *text = m->text + sprintf(m->text, "roll ");
        for (int i = 0; i < rules.dice; i++) {
            text += sprintf(text, i ? "-%d" : "%d", m->die[i]);
        }
        return;
    }
    int faces[16], kinds = 0;
    for (int i = 0; i < rules.die_faces; i++) {
        bool seen = false;
        for (int k = 0; k < kinds; k++) {
            seen = seen || faces[k] == rules.face[i];
        }
        if (!seen) {
            faces[kinds++] = rules.face[i];
        }
    }
    for (int i = 0; i < kinds; i++) {
        if (faces[i] >= from) {
            like->die[count] = faces[i];
            add_rolls(out, faces[i], count + 1, like);
        }
    }
}

static bool is_first_drop(const move *m)
{
    return m->kind == MOVE_DROP && rules.setup_first[m->drop_type];
}

/* A player who holds nothing that comes first may drop endless pieces, and need not. */
static void keep_first_drops(const position *p, moves *list)
{
    bool some = false;
    int kept = 0;
    if (!holds_first_drop(p, p->side_to_move)) {
        return;
    }
    for (int i = 0; i < list->count; i++) {
        some = some || is_first_drop(&list->list[i]);
    }
    for (int i = 0; i < list->count; i++) {
        if (!some || is_first_drop(&list->list[i])) {
            list->list[kept++] = list->list[i];
        }
    }
    list->count = kept;
}

static void keep_mandatory_checks(const position *p, moves *list)
{
    position after;
    bool any = false;
    bool *checks = calloc((size_t)list->count + 1, 1);
    for (int i = 0; i < list->count; i++) {
        make_move(p, &list->list[i], &after);
        checks[i] = gives_check(&after, p->side_to_move);
        any = any || checks[i];
    }
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        if (!any || checks[i]) {
            list->list[kept++] = list->list[i];
        }
    }
    list->count = kept;
    free(checks);
}

static void add_special(moves *out, enum move_kind kind)
{
    move *m = moves_add(out);
    m->kind = kind;
    m->from = m->to = -1;
}

/* The legal moves without texts, passes included. */
static void legal_moves_unnamed(const position *p, moves *out, bool only_one)
{
    moves all = {0};
    position after;
    pseudo_legal_moves(p, &all);
    all.count = is_out(p, p->side_to_move) ? 0 : all.count; /* with everybody out, too */
    bool selects = rules.must_capture || rules.longest || rules.multiple || rules.prefers_victims ||
                   rules.has_setup_first; /* some of the moves, so that all must be known */
    if (only_one && rules.mate_only) {
        add_an_answer(p, &all, out);
        all.count = 0;
    }
    for (int drops = 0; drops < 2; drops++) { /* drops last: whether one mates may take long */
        for (int i = 0; i < all.count && !(only_one && !selects && out->count); i++) {
            if ((all.list[i].kind == MOVE_DROP) == drops && is_legal(p, &all.list[i], &after)) {
                *moves_add(out) = all.list[i];
            }
        }
    }
    moves_free(&all);
    keep_first_drops(p, out);
    const bool prepares = out->count && out->list[0].by == &setup_choice; /* then no rule of play chooses */
    if (rules.must_check[p->side_to_move] && !only_one && !prepares) {
        keep_mandatory_checks(p, out);
    }
    if ((rules.must_capture || rules.longest || rules.multiple || rules.prefers_victims) && !prepares) {
        keep_mandatory_captures(p, out); /* of the moves that give check, those that capture */
    }
    const bool places = (rules.setup && has_droppable(p, p->side_to_move)) ||
                        (out->count && holds_first_drop(p, p->side_to_move) && is_first_drop(&out->list[0])) ||
                        (rules.setup_royals && holds_royal(p, p->side_to_move)); /* that comes before a pass */
    if (has_free_turn(p, p->side_to_move) && p->ply > 0 && !places && is_safe(p, p, p->side_to_move)) {
        add_special(out, MOVE_END_TURN);
    }
    bool has_moves = out->count > 0;
    bool may_pass = p->ply == 0 && (rules.pass == 'a' || (rules.pass == 'u' && !in_check(p, p->side_to_move)) ||
                                    (rules.pass == 'f' && (!in_check(p, p->side_to_move) || royals_face(p))));
    bool must_pass = p->ply == 0 && rules.pass == 't' && !out->count && !in_check(p, p->side_to_move);
    if (must_pass || (may_pass && !places)) {
        add_special(out, MOVE_PASS);
    }
    if (p->ply > 0 && rules.pass == 'a' && !has_free_turn(p, p->side_to_move) && !places &&
        is_safe(p, p, p->side_to_move)) {
        add_special(out, MOVE_END_TURN);
    }
    if (rules.missed_turns && rules.pass != 't' && !out->count) {
        add_special(out, MOVE_PASS);
    }
    if (rules.boards && may_wait(p, has_moves)) {
        add_special(out, MOVE_WAIT);
    }
    bool ends = rules.pass == 't' && p->ply && !in_check(p, p->side_to_move);
    if ((ends || (rules.pass == 's' && !only_one)) && !out->count) {
        add_special(out, p->ply ? MOVE_END_TURN : MOVE_PASS);
    }
}

/* Two chains that capture the same pieces and end on the same cell are one move (Russian draughts). */
bool same_chain(const move *a, const move *b)
{
    if (!a->chain || !b->chain || a->from != b->from || a->to != b->to || a->capture_count != b->capture_count ||
        a->into != b->into) {
        return false;
    }
    for (int i = 0; i < a->capture_count; i++) {
        if (a->jumped == 'u' && a->captured_type[i] != b->captured_type[i]) {
            return false; /* they lie in another order */
        }
        bool found = false;
        for (int k = 0; k < b->capture_count; k++) {
            found = found || a->captured[i] == b->captured[k];
        }
        if (!found) {
            return false;
        }
    }
    return true;
}

/* Whether the side to move can do more than pass or wait. */
bool some_piece_can(const position *p)
{
    moves one = {0};
    position rolled;
    const char pass = rules.pass;
    rules.pass = pass == 't' ? 0 : pass; /* of a player who has nothing else, as with 's', which is not listed */
    suppose_rolled(p, &rolled);
    legal_moves_unnamed(&rolled, &one, true);
    rules.pass = pass;
    bool can = one.count && one.list[0].kind != MOVE_PASS && one.list[0].kind != MOVE_WAIT;
    moves_free(&one);
    return can;
}

void legal_moves(const position *p, moves *out)
{
    moves_clear(out);
    if (p->to_roll) {
        move like = {.kind = MOVE_ROLL, .from = -1, .to = -1, .choice = -1};
        if (!(in_check(p, p->side_to_move) ? rules.mate_ends : rules.stalemate_ends) || some_piece_can(p)) {
            add_rolls(out, -1000, 0, &like);
        }
        return;
    }
    legal_moves_unnamed(p, out, false);
    name_jumped_pieces(out);
    name_landings(out);
    for (int i = 0; i < out->count; i++) {
        write_move(p, &out->list[i]);
    }
    name_ambiguous_castlings(out);
    mark_reverting(out);
    qsort(out->list, (size_t)out->count, sizeof(move), compare_texts);
    int kept = 0;
    for (int i = 0; i < out->count; i++) {
        if (!kept || strcmp(out->list[kept - 1].text, out->list[i].text) != 0) {
            if (kept != i) {
                out->list[kept] = out->list[i];
            }
            kept++;
        }
    }
    out->count = kept;
}

bool any_legal(const position *p)
{
    moves list = {0};
    legal_moves_unnamed(p, &list, true);
    bool any = list.count > 0;
    moves_free(&list);
    return any;
}

/* ---- positions that are the same ---- */

static uint64_t mix(uint64_t h, uint64_t value)
{
    return (h ^ value) * UINT64_C(0x100000001b3) ^ (h >> 29);
}

uint64_t position_key(const position *p)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (int c = 0; c < rules.cells; c++) {
        uint32_t m;
        memcpy(&m, &p->at[c], sizeof m);
        h = mix(h, m);
        for (int i = 0; rules.stacks && i < p->covered_count[c]; i++) {
            memcpy(&m, &p->stack[c][i], sizeof m);
            h = mix(h, m + 77u);
        }
    }
    for (int o = 0; o < rules.players; o++) {
        for (int t = 1; rules.hands && t <= rules.types; t++) {
            h = mix(h, p->hand[o][t]);
        }
        h = mix(h, p->rights[o]);
    }
    h = mix(h, (uint64_t)p->side_to_move * 31 + (uint64_t)p->ply);
    h = mix(h, rules.grows ? (uint64_t)p->fullmove_number : 0);
    for (int i = 0; i < p->ep_count; i++) {
        if (ep_is_possible(p, i)) {
            h = mix(h, (uint64_t)p->ep_cell[i] * 1000 + (uint64_t)p->ep_victim[i] + 1);
        }
    }
    for (int i = 0; i < rules.counters; i++) {
        if (rules.counts_for_repetition[i]) {
            h = mix(h, (uint64_t)p->counter[i]);
        }
    }
    for (int c = 0; rules.each_piece_once && c < rules.cells; c++) {
        h = mix(h, p->moved[c]);
    }
    for (int i = 0; i < p->dice_left_count; i++) {
        h = mix(h, (uint64_t)p->dice_left[i] + 9);
    }
    return h ^ (h >> 31);
}
