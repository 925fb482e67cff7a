/* Why a move is illegal. For a pseudo-legal move the core names the rule against it (illegal_reason). For any other
 * text the movements of the piece and the cells on the way are examined, the nearest reason first. */
#include "explain/explain_internal.h"
#include "play/notation.h"

#include <stdlib.h>
#include <string.h>

/* What the second half puts, in words. */
static const char *put_name(const ruleset *rules)
{
    return rules->put.from_hand ? "piece of the hand" : rules->pieces[rules->put.piece].name;
}

bool explain_attackers(explainer *e, int player, const char *whose, const char *verb)
{
    cell_id royals[CELLS_MAX];
    int count = e->v->core->royals_of(e->p, player, royals, CELLS_MAX);
    for (int i = 0; i < count; i++) {
        for (int by = 0; by < e->v->players; by++) {
            cell_id from;
            if (!(e->v->enemy_mask[player] >> by & 1) || !e->v->core->attackers(e->p, royals[i], by, &from, 1)) {
                continue;
            }
            piece_id royal = e->p->board[royals[i]], piece = e->p->board[from];
            text_print(e->out, "%s %s on %s %s the %s on %s", whose, type_name(e, royal), cell_name(e, royals[i]), verb,
                       type_name(e, piece), cell_name(e, from));
            end_line(e, piece_rule(e, royal)->location);
            return true;
        }
    }
    return false;
}

/* ---- pseudo-legal moves ---- */

static bool captures_ep_on(const explainer *e, unsigned from, unsigned to)
{
    const piece_moves *plan = &e->v->moves[e->p->board[from]];
    for (uint32_t i = plan->special_start ? plan->special_ep_start[from] : 0;
         plan->special_start && i < plan->special_start[from + 1]; i++) {
        if (plan->specials[i].kind == SPECIAL_EN_PASSANT && plan->specials[i].to == to) {
            return true;
        }
    }
    return false;
}

/* After the player's move: an enemy piece that could capture a royal piece en passant, or else the royal piece alone, where
 * an attack is found by trying moves. */
static void explain_capturable_royal(explainer *e, int player)
{
    for (unsigned i = 0; i < e->p->state.ep_count; i++) {
        ep_cell ep = e->p->state.ep_cells[i];
        piece_id royal = e->p->board[ep.piece_cell];
        for (int from = 0; from < e->v->cells && royal && e->v->is_royal[royal]; from++) {
            piece_id piece = e->p->board[from];
            if (piece && e->v->owner_of[piece] != e->v->owner_of[royal] && captures_ep_on(e, (unsigned)from, ep.cell)) {
                text_print(e->out, "your %s on %s could be captured en passant by the %s on %s", type_name(e, royal),
                           cell_name(e, ep.piece_cell), type_name(e, piece), cell_name(e, (unsigned)from));
                end_line(e, piece_rule(e, royal)->location);
                return;
            }
        }
    }
    cell_id cell;
    if (e->v->core->royals_of(e->p, player, &cell, 1) > 0) {
        piece_id royal = e->p->board[cell];
        text_print(e->out, "your %s on %s could be captured", type_name(e, royal), cell_name(e, cell));
        end_line(e, piece_rule(e, royal)->location);
    } else {
        text_put(e->out, "your royal piece could be captured\n");
    }
}

/* After the move, a royal piece of the player who made it is gone, attacked, or was attacked on the way. */
static void explain_exposed(explainer *e, move m)
{
    int side_to_move = e->p->state.side_to_move, royals = e->v->core->royals_of(e->p, side_to_move, NULL, 0);
    undo u;
    e->v->core->play(e->p, m, &u);
    bool blown_up = e->v->has_blast && e->v->core->royals_of(e->p, side_to_move, NULL, 0) < royals;
    if (blown_up) {
        text_put(e->out, "it would blow up a royal piece of your own");
        end_line(e, e->v->rules->blast.location);
    } else if (!explain_attackers(e, side_to_move, "your", "would stand in check from")) {
        explain_capturable_royal(e, side_to_move);
    }
    e->v->core->undo(e->p, &u);
}

static void explain_drop_limit(explainer *e, move m)
{
    int player = e->p->state.side_to_move;
    piece_id piece = variant_dropped_piece(e->v, player, (int)move_into(m) - 1);
    const rule_drop *rule = &piece_rule(e, piece)->drop;
    if (!rule->parries && e->v->core->in_check(e->p, player)) {
        text_print(e->out, "a player in check may not drop a %s", type_name(e, piece));
        end_line(e, rule->location);
        return;
    }
    undo u;
    e->v->core->play(e->p, m, &u);
    bool mates = !e->v->core->has_legal_move(e->p), checks = false;
    for (int i = 0; i < e->v->enemy_count[player]; i++) {
        checks = checks || e->v->core->in_check(e->p, e->v->enemy_list[player][i]);
    }
    e->v->core->undo(e->p, &u);
    if (checks && !rule->may_give_check) {
        text_print(e->out, "a dropped %s may not give check", type_name(e, piece));
    } else if (checks && mates && !rule->may_mate) {
        text_print(e->out, "a dropped %s may not give mate", type_name(e, piece));
    } else {
        text_print(e->out, "a rule on drops of the %s forbids it", type_name(e, piece));
    }
    end_line(e, rule->location);
}

/* The rule of a movement that changes the type of the piece and must not give check; NULL: the move is no such
 * movement. */
static const rule_move *find_silent_movement(const explainer *e, move m)
{
    if (move_from(m) >= (unsigned)e->v->cells) {
        return NULL; /* a move that a hook lists may come from nowhere */
    }
    const piece_moves *plan = &e->v->moves[e->p->board[move_from(m)]];
    move_kind kind = move_kind_of(m);
    bool transforms = move_into(m) && (kind == MOVE_NORMAL || kind == MOVE_DOUBLE_STEP || kind == MOVE_IN_PLACE);
    for (uint32_t i = transforms && plan->special_start ? plan->special_start[move_from(m)] : UINT32_MAX;
         i < UINT32_MAX && i < plan->special_ep_start[move_from(m)]; i++) {
        const special *s = &plan->specials[i];
        if (s->must_not_check && s->into == move_into(m) && s->to == move_to(m)) {
            return s->rule;
        }
    }
    return NULL;
}

/* Refused by a hook, or by a limit on this drop or movement. */
static void explain_hook_or_limit(explainer *e, move m)
{
    hook_refusal why;
    if (e->v->core->refused_by_hook(e->p, m, &why)) { /* asked once: an impure hook would answer otherwise */
        text_print(e->out, "refused by hook %s%s%s", why.rule->function, why.words[0] ? ": " : "", why.words);
        end_line(e, why.rule->location);
        return;
    }
    if (move_kind_of(m) == MOVE_DROP) {
        explain_drop_limit(e, m);
        return;
    }
    const rule_move *silent = find_silent_movement(e, m);
    if (e->v->put.given && !e->v->rules->put.parries && !silent) {
        text_print(e->out,
                   "without its second half it would leave your royal piece attacked, and a %s parries no check",
                   put_name(e->v->rules));
        end_line(e, e->v->rules->put.location);
        return;
    }
    text_put(e->out, silent ? "that movement may not give check" : "a rule on this movement forbids it");
    end_line(e, silent ? silent->location : (location){0});
}

/* Names one legal move instead: the first by its text. */
static void print_alternative(explainer *e, const move_list *allowed)
{
    char first_text[MOVE_TEXT_MAX] = "", text_of_move[MOVE_TEXT_MAX];
    notation notes;
    notation_begin(&notes, e->p);
    for (size_t i = 0; i < allowed->count; i++) {
        notation_write(&notes, allowed->moves[i], text_of_move);
        if (!first_text[0] || strcmp(text_of_move, first_text) < 0) {
            memcpy(first_text, text_of_move, sizeof first_text);
        }
    }
    if (first_text[0]) {
        text_print(e->out, ": %s", first_text);
    }
}

static const char *capture_preference(const explainer *e, const move_list *allowed, move m)
{
    const rule_captures *rule = &e->v->rules->captures;
    unsigned own_count = move_kind_of(m) == MOVE_CHAIN ? chain_count(m) : 1, max = 0;
    for (size_t i = 0; i < allowed->count; i++) {
        unsigned n = move_kind_of(allowed->moves[i]) == MOVE_CHAIN ? chain_count(allowed->moves[i]) : 1;
        max = n > max ? n : max;
    }
    if (max > own_count) {
        return rule->longest ? "a longer capture exists" : "a capture of several pieces exists";
    }
    return "a capture of better pieces exists";
}

/* The rules allow only other moves; `allowed` are those that the last rule leaves. */
static void explain_obstacle(explainer *e, illegal_reason kind, move m, const move_list *allowed)
{
    const ruleset *rules = e->v->rules;
    location at = rules->turn.location;
    piece_id piece = move_from(m) < (unsigned)e->v->cells ? e->p->board[move_from(m)] : PIECE_NONE;
    switch (kind) {
    case ILLEGAL_ROLL_FIRST:
        text_put(e->out, "the dice are rolled first");
        at = rules->dice.location;
        break;
    case ILLEGAL_MISSED_TURN:
        text_print(e->out, "%s misses a turn", player_name(e, e->p->state.side_to_move));
        at = rules->no_moves.location;
        break;
    case ILLEGAL_NOT_LISTED:
        text_put(e->out, "a hook's own moves come first");
        print_alternative(e, allowed);
        at = e->v->moves_hooks[0].rule->location;
        break;
    case ILLEGAL_SETUP_FIRST:
        text_print(e->out, "%s must first place the pieces in hand", player_name(e, e->p->state.side_to_move));
        at = rules->setup_location;
        break;
    case ILLEGAL_ROYAL_IN_HAND:
        text_print(e->out, "%s must place the royal piece in hand before the turn ends",
                   player_name(e, e->p->state.side_to_move));
        at = rules->setup_location;
        break;
    case ILLEGAL_ONLY_DROPS:
        text_put(e->out, "only drops may follow in this turn");
        break;
    case ILLEGAL_MOVED_BEFORE:
        text_print(e->out, "the %s has already moved in this turn", piece ? type_name(e, piece) : "piece");
        break;
    case ILLEGAL_FACING:
        text_put(e->out, "the royal pieces would still face each other: part them, or pass");
        at = rules->turn.location;
        break;
    case ILLEGAL_DICE:
        print_with_article(e, "the dice do not move ", piece ? piece_rule(e, piece)->name : "piece", "");
        at = rules->dice.location;
        break;
    case ILLEGAL_IN_CHECK:
        explain_exposed(e, m);
        return;
    case ILLEGAL_BY_RULE:
        explain_hook_or_limit(e, m);
        return;
    case ILLEGAL_EARLY_CHECK:
        text_put(e->out, "only the last move of a turn may give check");
        break;
    case ILLEGAL_TURN_UNFINISHED:
        text_put(e->out, "after it the turn could not be ended with the royal pieces safe");
        break;
    case ILLEGAL_CHECK_FORBIDDEN:
        text_put(e->out, "it gives check, and only a check that is checkmate is allowed");
        at = rules->checks.location;
        break;
    case ILLEGAL_CHECK_NEVER:
        text_print(e->out, "it gives check, and %s may never give check", player_name(e, e->p->state.side_to_move));
        at = rules->checks.location;
        break;
    case ILLEGAL_CHECK_MANDATORY:
        text_put(e->out, "a player who can give check must give check");
        print_alternative(e, allowed);
        at = rules->checks.location;
        break;
    case ILLEGAL_CAPTURE_MANDATORY:
        text_put(e->out, "a player who can capture must capture");
        print_alternative(e, allowed);
        at = rules->captures.location;
        break;
    case ILLEGAL_CAPTURE_PREFERRED:
        text_put(e->out, capture_preference(e, allowed, m));
        print_alternative(e, allowed);
        at = rules->captures.location;
        break;
    case ILLEGAL_NONE:
    case ILLEGAL_UNKNOWN:
        text_put(e->out, "a rule of the game forbids it");
        at = (location){0};
        break;
    }
    end_line(e, at);
}

/* The ending that forbids the move because it would repeat the position; NULL: none. */
static const rule_ending *repetition_of(explainer *e, move m)
{
    for (int i = 0; i < e->v->ending_count; i++) {
        const rule_ending *rule = e->v->endings[i].rule;
        if (!rule->illegal || !history_reserve(e->history, 1)) {
            continue;
        }
        history_push(e->history, m);
        bool repeats = history_repetitions(e->history, (int)rule->number) >= rule->number;
        history_pop(e->history);
        if (repeats) {
            return rule;
        }
    }
    return NULL;
}

/* The move is pseudo-legal; writes what forbids it. */
static void explain_pseudo(explainer *e, move m, move_list *room)
{
    illegal_reason kind = e->v->core->why_illegal(e->p, m, room);
    const rule_ending *rule = kind == ILLEGAL_UNKNOWN ? repetition_of(e, m) : NULL;
    if (rule) {
        text_print(e->out, "it would repeat the position too often, %ld times: %s", rule->number, rule->name);
        end_line(e, rule->location);
        return;
    }
    explain_obstacle(e, kind, m, room);
}

/* ---- reading the text of a move ---- */

/* The name of a cell without its board, as it is written for the second cell of a move. */
static const char *without_board_name(const char *name)
{
    const char *colon = strchr(name, ':');
    return colon ? colon + 1 : name;
}

/* On boards with names: the cell with this short name on the board of the first cell. */
static cell_id second_cell(const variant *v, cell_id first, const char *move_text, size_t length)
{
    for (int cell = 0; cell < v->cells && v->rules->board_names; cell++) {
        const char *name = without_board_name(v->topology.names[cell]);
        if (v->topology.level[cell] == v->topology.level[first] && strlen(name) == length &&
            memcmp(name, move_text, length) == 0) {
            return (cell_id)cell;
        }
    }
    return CELL_NONE;
}

/* The length of the sign between the cells of a move. */
static size_t separator_length(const rule_notation *w, const char *move_text)
{
    size_t step = w->given ? strlen(w->step_sign) : 0, capture = w->given ? strlen(w->capture_sign) : 0;
    return step && strncmp(move_text, w->step_sign, step) == 0            ? step
           : capture && strncmp(move_text, w->capture_sign, capture) == 0 ? capture
                                                                          : 0;
}

/* The cell whose number the text begins with. */
static cell_id numbered_cell(const variant *v, const char *move_text, size_t *length)
{
    size_t digits = strspn(move_text, "0123456789");
    for (int cell = 0; v->rules->notation.cell_numbers && digits && cell < v->cells; cell++) {
        char name[CELL_TEXT_MAX];
        notation_cell(v, (unsigned)cell, name);
        if (strlen(name) == digits && strncmp(name, move_text, digits) == 0) {
            *length = digits;
            return (cell_id)cell;
        }
    }
    return CELL_NONE;
}

/* Reads up to two cells; *rest is what follows them. */
static int read_cells(const explainer *e, const char *move_text, cell_id cells[2], const char **rest)
{
    const rule_notation *signs = &e->v->rules->notation;
    int count = 0;
    if (signs->piece_letters && *move_text >= 'A' && *move_text <= 'Z' &&
        topology_cell(&e->v->topology, move_text, 2) == CELL_NONE) {
        move_text++; /* the letter of the piece */
    }
    while (count < 2) {
        size_t best = 0;
        move_text += count ? separator_length(signs, move_text) : 0;
        cell_id found = numbered_cell(e->v, move_text, &best);
        for (size_t n = 2; n < CELL_TEXT_MAX && n <= strlen(move_text); n++) {
            cell_id cell = topology_cell(&e->v->topology, move_text, n);
            if (cell == CELL_NONE && count == 1) {
                cell = second_cell(e->v, cells[0], move_text, n);
            }
            if (cell != CELL_NONE) {
                found = cell;
                best = n;
            }
        }
        if (found == CELL_NONE) {
            break;
        }
        cells[count++] = found;
        move_text += best;
    }
    *rest = move_text;
    return count;
}

/* The first piece in the way of a ray of the piece from -> to; CELL_NONE when there is none. *on_ray says whether
 * one of its rays leads there. */
static cell_id blocker_on_ray(const explainer *e, piece_id piece, cell_id from, cell_id to, bool *on_ray)
{
    const piece_moves *plan = &e->v->moves[piece];
    for (unsigned i = 0; i < plan->slide_count; i++) {
        const slider *s = &e->v->sliders[plan->slide[i].slider];
        bool hops = s->kind != RAY_SLIDER && s->kind != RAY_LAME_LEAPER;
        for (uint32_t ray = s->ray_start[from]; ray < s->ray_start[from + 1] && !hops; ray++) {
            cell_id first = CELL_NONE;
            for (unsigned k = 0; k < s->rays[ray].count; k++) {
                cell_id cell = s->ray_cells[s->rays[ray].first + k];
                if (cell == to) {
                    *on_ray = true;
                    return first;
                }
                if (first == CELL_NONE && e->p->board[cell]) {
                    first = cell;
                }
            }
        }
    }
    return CELL_NONE;
}

static void print_castling_attacked(explainer *e, const castling *c)
{
    const variant *v = e->v;
    int side_to_move = e->p->state.side_to_move;
    cell_id cell = v->core->castling_attacked_at(e->p, c), from;
    text_print(e->out, "castling (%s): the king's path is attacked", v->rules->castlings[c->rule].name);
    if (cell == CELL_NONE) {
        return; /* something else forbids it */
    }
    text_print(e->out, " on %s", cell_name(e, cell));
    for (int by = 0; by < v->players && !v->attacks_by_moves; by++) { /* rays do not tell who attacks by moves */
        if ((v->enemy_mask[side_to_move] >> by & 1) && v->core->attackers(e->p, cell, by, &from, 1)) {
            text_print(e->out, " by the %s on %s", type_name(e, e->p->board[from]), cell_name(e, from));
            return;
        }
    }
}

/* Writes why this castling is illegal. */
static void explain_castling_refusal(explainer *e, const castling *c)
{
    const variant *v = e->v;
    const rule_castling *rule = &v->rules->castlings[c->rule];
    if (!(e->p->state.rights >> c->right & 1)) {
        text_print(e->out, "the right to castle (%s) is lost or was never there", rule->name);
    } else if (v->core->in_check(e->p, e->p->state.side_to_move)) {
        text_put(e->out, "a king in check may not castle");
    } else {
        int cell = 0;
        while (cell < v->cells && !(set_has(v->set_pool + c->clear, (unsigned)cell) && e->p->board[cell])) {
            cell++;
        }
        if (cell < v->cells) {
            text_print(e->out, "castling (%s): %s is occupied", rule->name, cell_name(e, (unsigned)cell));
        } else {
            print_castling_attacked(e, c);
        }
    }
    end_line(e, rule->location);
}

static bool explain_castling(explainer *e, cell_id from, cell_id to)
{
    const variant *v = e->v;
    for (int i = 0; i < 2 * v->castling_count; i++) { /* first among those whose right is held */
        const castling *c = &v->castlings[i % v->castling_count];
        const rule_castling *rule = &v->rules->castlings[c->rule];
        if (i < v->castling_count && !(e->p->state.rights >> c->right & 1)) {
            continue;
        }
        cell_id target = rule->written_as_capture ? c->partner_from : c->king_to;
        bool meant =
            written_move_means_castling(v, c, e->move_text) ||
            (rule->written_as ? strcmp(rule->written_as, e->move_text) == 0 : c->king_from == from && target == to);
        if (meant && v->right[c->right].player == e->p->state.side_to_move && e->p->board[c->king_from] == c->king) {
            explain_castling_refusal(e, c);
            return true;
        }
    }
    return false;
}

/* ---- a step from cell to cell: each function writes its reason, if it is that ---- */

typedef struct attempt {
    cell_id from, to;
    piece_id piece, target;
    bool neutral; /* neutral: the side to move moves it as its own */
} attempt;

static bool not_own_piece(explainer *e, const attempt *w)
{
    if (w->piece == PIECE_NONE) {
        text_print(e->out, "there is no piece on %s", cell_name(e, w->from));
    } else if (e->v->owner_of[w->piece] != e->p->state.side_to_move) {
        text_print(e->out, "the %s on %s belongs to %s, and %s is to move", type_name(e, w->piece),
                   cell_name(e, w->from), owner_name(e, w->piece), player_name(e, e->p->state.side_to_move));
    } else {
        return false;
    }
    end_line(e, (location){0});
    return true;
}

/* Lists the legal moves between the same cells: only the rest of the text is wrong. */
static bool other_spelling(explainer *e, const attempt *w, const move_list *legal, size_t length)
{
    bool any = false;
    notation notes;
    notation_begin(&notes, e->p);
    for (size_t i = 0; i < legal->count; i++) {
        char text_of_move[MOVE_TEXT_MAX];
        move m = legal->moves[i];
        notation_write(&notes, m, text_of_move);
        bool meant = move_kind_of(m) <= MOVE_CHAIN && move_kind_of(m) != MOVE_DROP && move_from(m) == w->from &&
                     move_to(m) == w->to;
        if (meant || strncmp(text_of_move, e->move_text, length) == 0) {
            text_print(e->out, "%s%s", any ? ", " : "it is written ", text_of_move);
            any = true;
        }
    }
    if (any) {
        const rule_piece *rules_piece = piece_rule(e, w->piece);
        end_line(e, rules_piece->promotion_count ? rules_piece->promotions[0].location : rules_piece->location);
    }
    return any;
}

static bool cannot_leave(explainer *e, const attempt *w)
{
    const uint64_t *allowed = e->v->filter_allows[e->v->owner_of[w->piece]];
    if (e->v->core->immobilized(e->p, w->from)) {
        text_print(e->out, "the %s on %s is immobilized by an enemy beside it", type_name(e, w->piece),
                   cell_name(e, w->from));
        end_line(e, piece_rule(e, w->piece)->location);
        return true;
    }
    if (allowed && !set_has(allowed + (size_t)w->from * (size_t)e->v->bitset_words, w->to)) {
        text_print(e->out, "no piece of %s may go from %s to %s", owner_name(e, w->piece), cell_name(e, w->from),
                   cell_name(e, w->to));
        end_line(e, e->v->rules->filter_location);
        return true;
    }
    return false;
}

static bool ray_blocked(explainer *e, const attempt *w)
{
    bool on_ray = false;
    cell_id blocker = blocker_on_ray(e, w->piece, w->from, w->to, &on_ray);
    if (!on_ray || blocker == CELL_NONE) {
        return false;
    }
    text_print(e->out, "the path of the %s is blocked on %s by the %s", type_name(e, w->piece), cell_name(e, blocker),
               type_name(e, e->p->board[blocker]));
    movement_fit fit;
    const rule_move *rule = movement_find(e->v, NULL, w->piece, w->from, w->to, 0, &fit);
    end_line(e, rule ? rule->location : piece_rule(e, w->piece)->location);
    return true;
}

/* Whether a piece stands where the movement requires it. */
static bool required_piece_present(const explainer *e, const special *s)
{
    const variant *v = e->v;
    for (int cell = 0; cell < v->cells; cell++) {
        piece_id piece = e->p->board[cell];
        if (piece && set_has(v->set_pool + s->adjacent, (unsigned)cell) &&
            v->type[v->type_of[piece]].rule_piece_index == s->adjacent_rule_piece &&
            s->adjacent_owners >> v->owner_of[piece] & 1) {
            return true;
        }
    }
    return false;
}

static bool condition_fails(explainer *e, const attempt *w, const special *s)
{
    const variant *v = e->v;
    if (s->needs_adjacent && !required_piece_present(e, s)) {
        text_print(e->out, "no piece stands where the rule of the %s requires it: `%s` under `if`",
                   type_name(e, w->piece), v->rules->pieces[s->adjacent_rule_piece].name);
        return true;
    }
    for (int cell = 0; s->first_clear != CELL_NONE && cell < v->cells; cell++) {
        if (set_has(v->set_pool + s->clear, (unsigned)cell) && e->p->board[cell]) {
            text_print(e->out, "the path of the %s is blocked on %s by the %s", type_name(e, w->piece),
                       cell_name(e, (unsigned)cell), type_name(e, e->p->board[cell]));
            return true;
        }
    }
    if (s->right >= 0 && !(e->p->state.rights >> s->right & 1)) {
        text_print(e->out, "the %s has moved before: that leap is for its first move", type_name(e, w->piece));
        return true;
    }
    return false;
}

static bool conditions_fail(explainer *e, const attempt *w)
{
    const piece_moves *plan = &e->v->moves[w->piece];
    for (uint32_t i = plan->special_start ? plan->special_start[w->from] : 1;
         plan->special_start && i < plan->special_start[w->from + 1]; i++) {
        const special *s = &plan->specials[i];
        bool enemy = w->target && e->v->owner_of[w->target] != e->v->owner_of[w->piece];
        bool meant = s->kind == SPECIAL_LEAP && s->to == w->to && (!enemy || s->modes & LEG_CAPTURE);
        if (meant && condition_fails(e, w, s)) {
            end_line(e, s->rule->location);
            return true;
        }
    }
    return false;
}

/* Whether the piece is invulnerable because its owner misses turns. */
static bool is_protected(const explainer *e, piece_id piece, cell_id at)
{
    const rule_no_moves *rule = &e->v->rules->no_moves;
    int value = e->p->extra.counters[rule->counter + e->v->owner_of[piece]];
    if (value >= MISSED_TURN_RETURNING) {
        return rule->invulnerable_return && value != MISSED_TURN_RETURNING + at;
    }
    return value == MISSED_TURN_STALEMATED ? rule->stalemated.invulnerable
           : value == MISSED_TURN_OUT      ? rule->out.invulnerable
                                           : value > MISSED_TURN_NONE && rule->mated.invulnerable;
}

/* Whether no piece, or not this one, may capture what stands on the target. */
static bool target_invulnerable(explainer *e, const attempt *w)
{
    const variant *v = e->v;
    const char *at = cell_name(e, w->to);
    if (!w->target) {
        return false;
    }
    const char *type = type_name(e, w->target);
    location rule = {0};
    if (v->owner_of[w->target] == v->owner_of[w->piece] && !w->neutral) {
        text_print(e->out, "%s has your own %s", at, type);
    } else if (!w->neutral && !(v->enemy_mask[v->owner_of[w->piece]] >> v->owner_of[w->target] & 1)) {
        text_print(e->out, "%s has the %s of %s, a partner", at, type, owner_name(e, w->target));
    } else if (v->is_royal[w->target]) {
        text_print(e->out, "the %s on %s is royal and cannot be captured", type, at);
        rule = piece_rule(e, w->target)->location;
    } else if (v->core->uncapturable(e->p, w->to)) {
        text_print(e->out, "the %s on %s cannot be captured, by its own rule or a neighbour's", type, at);
        rule = piece_rule(e, w->target)->location;
    } else if (v->has_missed_turns && v->owner_of[w->target] < v->players && is_protected(e, w->target, w->to)) {
        text_print(e->out, "the %s on %s cannot be captured: %s has missed a turn", type, at, owner_name(e, w->target));
        rule = v->rules->no_moves.location;
    } else {
        return false;
    }
    end_line(e, rule);
    return true;
}

/* Whether a movement leads there under another condition: only with or without a capture, or only from or to other
 * cells. */
static bool movement_differs(explainer *e, const attempt *w)
{
    movement_fit fit;
    unsigned modes = w->target ? LEG_CAPTURE : LEG_MOVE;
    const rule_move *rule = movement_find(e->v, NULL, w->piece, w->from, w->to, modes, &fit);
    bool other = !rule;
    rule = rule ? rule
                : movement_find(e->v, NULL, w->piece, w->from, w->to, LEG_MOVE | LEG_CAPTURE | LEG_EN_PASSANT, &fit);
    if (!rule || fit == MOVEMENT_FITS_NOT || (fit == MOVEMENT_FITS && !other)) {
        return false;
    }
    const char *type = type_name(e, w->piece), *from = cell_name(e, w->from), *to = cell_name(e, w->to);
    if (fit == MOVEMENT_FITS_NOT_FROM) {
        text_print(e->out, "the %s's movement `%s` begins only in the zone `%s`, and %s is not there", type,
                   rule->notation ? rule->notation : "", rule->from.string, from);
    } else if (fit == MOVEMENT_FITS_NOT_TO) {
        text_print(e->out, "the %s's movement `%s` ends only in the zone `%s`, and %s is not there", type,
                   rule->notation ? rule->notation : "", rule->to.string, to);
    } else if (fit == MOVEMENT_FITS_INITIAL) {
        text_print(e->out, "the %s goes from %s to %s only where it stands at the start", type, from, to);
    } else if (w->target) {
        text_print(e->out, "the %s goes from %s to %s only without a capture, and the %s stands there", type, from, to,
                   type_name(e, w->target));
    } else {
        text_print(e->out, "the %s goes from %s to %s only with a capture, and %s is empty", type, from, to, to);
    }
    end_line(e, rule->location);
    return true;
}

static void explain_step(explainer *e, cell_id from, cell_id to, const char *rest, const move_list *legal)
{
    const variant *v = e->v;
    attempt w = {from, to, e->p->board[from], e->p->board[to], false};
    w.neutral = w.piece && v->owner_of[w.piece] == v->neutral_owner;
    w.piece = w.neutral ? variant_piece(v, e->p->state.side_to_move, v->type_of[w.piece]) : w.piece;
    if (not_own_piece(e, &w) || other_spelling(e, &w, legal, (size_t)(rest - e->move_text)) ||
        explain_castling(e, from, to) || cannot_leave(e, &w) || ray_blocked(e, &w) || conditions_fail(e, &w) ||
        target_invulnerable(e, &w) || movement_differs(e, &w)) {
        return;
    }
    text_print(e->out, "no rule moves the %s from %s to %s%s", type_name(e, w.piece), cell_name(e, from),
               cell_name(e, to), w.target ? " with a capture" : "");
    end_line(e, piece_rule(e, w.piece)->location);
}

/* ---- drops ---- */

/* Reads the name of a board before a drop: A:N@f6. Returns its level, -1 without one; *move_text goes behind it. */
static int read_board(const variant *v, const char **move_text)
{
    for (int level = 0; level < v->topology.levels && v->rules->board_names; level++) {
        size_t length = strlen(v->rules->board_names[level]);
        if (strncmp(*move_text, v->rules->board_names[level], length) == 0 && (*move_text)[length] == ':') {
            *move_text += length + 1;
            return level;
        }
    }
    return -1;
}

static const drop_table *find_drop(const explainer *e, piece_id piece)
{
    int player = e->p->state.side_to_move;
    piece_id dropped = variant_dropped_piece(e->v, player, e->v->type_of[piece]);
    for (int i = 0; i < e->v->drop_count[player]; i++) {
        if (e->v->drops[player][i].piece == dropped) {
            return &e->v->drops[player][i];
        }
    }
    return NULL;
}

static bool drops_without_limit(const explainer *e, piece_id piece)
{
    const drop_table *d = find_drop(e, piece);
    return d && !d->hand_piece;
}

static piece_id piece_from_letter(const explainer *e, const char *move_text, size_t length)
{
    piece_id found = PIECE_NONE;
    for (int type = 0; type < e->v->types; type++) {
        const char *letter = e->v->type[type].capital;
        if (strlen(letter) == length && memcmp(letter, move_text, length) == 0) {
            found = variant_piece(e->v, e->p->state.side_to_move, type);
        }
    }
    return found;
}

/* The piece is in hand and the cell is empty: writes the rule that forbids the drop. */
static void explain_drop_refusal(explainer *e, piece_id piece, cell_id to)
{
    const rule_drop *rule = &piece_rule(e, piece)->drop;
    const drop_table *d = find_drop(e, piece);
    bool in_zone = d && set_has(e->v->set_pool + d->zone, to);
    if (in_zone && (d->support || d->per_file)) {
        if (d->support) {
            text_print(e->out, "on %s the %s would have nothing below it", cell_name(e, to), type_name(e, piece));
        } else {
            text_print(e->out, "the file already has %d %s of %s", d->per_file, type_name(e, piece),
                       owner_name(e, piece));
        }
        end_line(e, rule->location);
        return;
    }
    print_with_article(e, "", type_name(e, piece), " may not be dropped on ");
    text_put(e->out, cell_name(e, to));
    text_put(e->out, in_zone && d->at_edge ? ": it is not at the edge" : "");
    end_line(e, rule->location.source ? rule->location : piece_rule(e, piece)->location);
}

static void explain_drop(explainer *e, const char *at_sign)
{
    const variant *v = e->v;
    const char *move_text = e->move_text;
    int board = read_board(v, &move_text), side_to_move = e->p->state.side_to_move;
    cell_id to = topology_cell_on(&v->topology, board, at_sign + 1, strlen(at_sign + 1));
    piece_id piece = piece_from_letter(e, move_text, (size_t)(at_sign - move_text));
    if (!v->has_drops) {
        text_put(e->out, "there are no drops in this game");
    } else if (!piece) {
        text_put(e->out, "no piece is written `");
        text_add_safe(e->out, move_text, (size_t)(at_sign - move_text));
        text_put(e->out, "`");
    } else if (to == CELL_NONE) {
        text_put(e->out, "`");
        text_add_safe(e->out, at_sign + 1, strlen(at_sign + 1));
        text_put(e->out, "` is no cell of this board");
    } else if (v->own_boards && v->topology.level[to] != v->board_of[side_to_move]) {
        text_print(e->out, "%s is to move and does not play on board %s", player_name(e, side_to_move),
                   v->rules->board_names[v->topology.level[to]]);
    } else if (!drops_without_limit(e, piece) &&
               (!v->hand_piece[piece] || !position_hand(e->p)[v->hand_piece[piece]])) {
        piece_id held = v->hand_piece[piece] ? v->hand_piece[piece] : piece;
        text_print(e->out, "%s has no %s in hand", owner_name(e, piece), type_name(e, held));
    } else if (e->p->board[to]) {
        text_print(e->out, "%s is occupied", cell_name(e, to));
    } else {
        explain_drop_refusal(e, piece, to);
        return;
    }
    end_line(e, (location){0});
}

/* ---- the rest ---- */

/* A move that completes a row must name the piece that it removes. */
static bool explain_row_capture(explainer *e, const move_list *pseudo)
{
    size_t length = strlen(e->move_text);
    notation notes;
    notation_begin(&notes, e->p);
    for (size_t i = 0; i < pseudo->count; i++) {
        char text_of_move[MOVE_TEXT_MAX];
        notation_write(&notes, pseudo->moves[i], text_of_move);
        if (move_extra(pseudo->moves[i]) && strncmp(text_of_move, e->move_text, length) == 0 &&
            text_of_move[length] == 'x') {
            text_print(e->out, "it completes a row, which removes a piece: name it, as in %s", text_of_move);
            end_line(e, e->v->rules->captures.row.location);
            return true;
        }
    }
    return false;
}

/* A move must say where its second half puts a piece. Without that, or with a wrong cell, the first half is judged: if
 * it is legal, the cell is at fault. */
static bool explain_put(explainer *e, const move_list *legal)
{
    const char *comma = strchr(e->move_text, ',');
    size_t length = comma ? (size_t)(comma - e->move_text) : strlen(e->move_text);
    const rule_put *rule = &e->v->rules->put;
    notation notes;
    notation_begin(&notes, e->p);
    for (size_t i = 0; i < legal->count && length; i++) {
        char text_of_move[MOVE_TEXT_MAX];
        notation_write(&notes, legal->moves[i], text_of_move);
        if (strncmp(text_of_move, e->move_text, length) != 0 || text_of_move[length] != ',') {
            continue;
        }
        const char *piece = put_name(e->v->rules);
        text_print(e->out, comma ? "the %s may not be put there: " : "its second half is missing: ", piece);
        const bool several = (rule->where & (rule->where - 1)) != 0;
        text_print(
            e->out,
            several                      ? "name an empty cell that `where` allows, as in %s"
            : rule->where == PUT_EDGE    ? "name an empty cell at the edge, as in %s"
            : rule->where == PUT_UNMOVED ? "name a piece in hand and the cell that an unmoved piece has left, as in %s"
            : rule->where == PUT_LEFT    ? "name the cell that the piece has left, as in %s"
            : rule->where == PUT_REACHED ? "name an empty cell that the piece that has moved could go to, as in %s"
            : rule->zone.string          ? "name an empty cell of its zone, as in %s"
                                         : "name an empty cell, as in %s",
            text_of_move);
        end_line(e, rule->location);
        return true;
    }
    return false;
}

/* The move without its second half, which the rules of the first forbid. */
static void cut_second_half(explainer *e)
{
    const char *comma = strchr(e->move_text, ',');
    size_t length = comma ? (size_t)(comma - e->move_text) : 0;
    if (comma && length < sizeof e->first_half) {
        memcpy(e->first_half, e->move_text, length);
        e->first_half[length] = '\0';
        e->move_text = e->first_half;
    }
}

static void explain_claim(explainer *e)
{
    for (int i = 0; i < e->v->ending_count; i++) {
        const rule_ending *rule = e->v->endings[i].rule;
        if (rule->claim && strcmp(rule->claim, e->move_text + 6) == 0) {
            text_put(e->out, "the condition of that claim does not hold");
            end_line(e, rule->location);
            return;
        }
    }
    text_put(e->out, "there is no such claim in this game");
    end_line(e, (location){0});
}

static const char *pass_refusal(const explainer *e)
{
    rule_pass when = e->v->rules->turn.pass;
    bool is_checked = e->v->core->in_check(e->p, e->p->state.side_to_move);
    return when == PASS_NEVER                                              ? "no player may pass in this game"
           : (when == PASS_UNCHECKED || when == PASS_FACING) && is_checked ? "no player may pass while in check"
           : (when == PASS_NO_MOVES || when == PASS_STALEMATED) && !e->p->extra.turn_ply
               ? "a player who has a move may not pass"
               : "no player may pass here";
}

static bool explain_special_word(explainer *e)
{
    const rule_turn *turn = &e->v->rules->turn;
    if (strcmp(e->move_text, "wait") == 0 && e->v->own_boards) {
        text_put(e->out,
                 turn->wait_any || turn->wait_parry ? "no player may wait here" : "no player may wait in this game");
    } else if (strncmp(e->move_text, "roll ", 5) == 0) {
        text_put(e->out, e->v->dice_outcome_count ? "the dice are not to be rolled now, or cannot show that"
                                                  : "there are no dice in this game");
    } else if (strcmp(e->move_text, "pass") == 0) {
        text_put(e->out, pass_refusal(e));
    } else if (turn->plies[e->p->state.side_to_move] == 0 && strcmp(e->move_text, "end") == 0) {
        text_put(e->out, "the turn cannot be ended here");
    } else {
        return false;
    }
    end_line(e, turn->location);
    return true;
}

static void not_a_move(explainer *e)
{
    text_put(e->out, "`");
    text_add_safe(e->out, e->move_text, strlen(e->move_text));
    text_print(e->out, "` is not a move: write the cell it leaves and the cell it goes to, as %s%s", cell_name(e, 0),
               without_board_name(cell_name(e, e->v->cells > 1 ? 1 : 0)));
    end_line(e, (location){0});
}

/* A text as people write moves (Nf3, e2-e4) that means no legal move. */
static bool explain_written_move(explainer *e, const move_list *legal, move_list *pseudo)
{
    text candidates = {0};
    written_move w = written_move_find(e->p, pseudo, e->move_text, &candidates);
    written_cells cells = written_move_cells(e->p, e->move_text);
    bool found = true;
    if (w.found != MOVE_NONE) {
        explain_pseudo(e, w.found, pseudo);
    } else if (w.count > 1) {
        text_print(e->out, "neither %s is legal", text_string(&candidates));
        end_line(e, (location){0});
    } else if (cells.count == 1) {
        explain_step(e, (cell_id)cells.from, (cell_id)cells.to, cells.rest, legal);
    } else if (cells.count > 1) {
        piece_id piece = e->p->board[cells.from];
        text_print(e->out, "no %s of %s can go to %s", type_name(e, piece), owner_name(e, piece),
                   cell_name(e, cells.to));
        end_line(e, piece_rule(e, piece)->location);
    } else {
        found = false;
    }
    text_finish(&candidates);
    return found;
}

void explain_illegal(explainer *e, const move_list *legal, move_list *pseudo)
{
    text_put(e->out, "illegal: ");
    game_outcome outcome = history_outcome(e->history);
    if (outcome.kind != OUTCOME_ONGOING) {
        text_print(e->out, "the game is over: %s", outcome.reason);
        end_line(e, outcome.rule ? outcome.rule->location : (location){0});
        return;
    }
    if (strncmp(e->move_text, "claim-", 6) == 0) {
        explain_claim(e);
        return;
    }
    e->v->core->pseudo(e->p, pseudo);
    move m = notation_find(e->p, pseudo, e->move_text);
    if (m != MOVE_NONE) {
        explain_pseudo(e, m, pseudo);
        return;
    }
    if (e->v->put.chooses) {
        if (explain_put(e, legal)) {
            return;
        }
        cut_second_half(e);
    }
    if (explain_special_word(e) || (e->v->captures_by_row && explain_row_capture(e, pseudo))) {
        return;
    }
    const char *at_sign = strchr(e->move_text, '@'), *rest;
    if (at_sign) {
        explain_drop(e, at_sign);
        return;
    }
    cell_id cells[2];
    if (read_cells(e, e->move_text, cells, &rest) == 2) {
        explain_step(e, cells[0], cells[1], rest, legal);
    } else if (!explain_castling(e, CELL_NONE, CELL_NONE) && !explain_written_move(e, legal, pseudo)) {
        not_a_move(e);
    }
}
