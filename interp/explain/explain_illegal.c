/* Why a move is illegal. For a pseudo-legal move the core names the rule against it (illegal_reason). For any other
 * text the movements of the piece and the cells on the way are examined, the nearest reason first. */
#include "base/word_moves.h"
#include "explain/explain_internal.h"
#include "play/notation.h"
#include "play/written_move.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* What the second half puts, in words. */
static const char *put_name(const ruleset *rules)
{
    return rules->put.from_hand ? "piece of the hand" : rules->pieces[rules->put.piece].name;
}

bool explain_attackers(explainer *e, int player, reason_kind kind)
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
            say(e, (reason){.kind = kind,
                            .piece = type_name(e, royal),
                            .by = type_name(e, piece),
                            .cells = {cell_name(e, royals[i]), cell_name(e, from)},
                            .at = piece_rule(e, royal)->location});
            return true;
        }
    }
    return false;
}

/* ---- pseudo-legal moves ---- */

static bool captures_ep_on(const explainer *e, unsigned from, unsigned to)
{
    const piece_moves *moves = &e->v->moves[e->p->board[from]];
    for (uint32_t i = moves->special_start ? moves->special_ep_start[from] : 0;
         moves->special_start && i < moves->special_start[from + 1]; i++) {
        if (moves->specials[i].kind == SPECIAL_EN_PASSANT && moves->specials[i].to == to) {
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
                say(e, (reason){.kind = REASON_EN_PASSANT_ROYAL,
                                .piece = type_name(e, royal),
                                .by = type_name(e, piece),
                                .cells = {cell_name(e, ep.piece_cell), cell_name(e, (unsigned)from)},
                                .at = piece_rule(e, royal)->location});
                return;
            }
        }
    }
    cell_id cell;
    if (e->v->core->royals_of(e->p, player, &cell, 1) > 0) {
        piece_id royal = e->p->board[cell];
        say(e, (reason){.kind = REASON_ROYAL_EXPOSED,
                        .piece = type_name(e, royal),
                        .cells = {cell_name(e, cell)},
                        .at = piece_rule(e, royal)->location});
    } else {
        say(e, (reason){.kind = REASON_SOME_ROYAL_EXPOSED});
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
        say(e, (reason){.kind = REASON_BLOWS_UP_ROYAL, .at = e->v->rules->blast.location});
    } else if (!explain_attackers(e, side_to_move, REASON_IN_CHECK)) {
        explain_capturable_royal(e, side_to_move);
    }
    e->v->core->undo(e->p, &u);
}

static reason_kind drop_limit(explainer *e, move m, const rule_drop *rule)
{
    int player = e->p->state.side_to_move;
    if (!rule->parries && e->v->core->in_check(e->p, player)) {
        return REASON_DROP_IN_CHECK;
    }
    undo u;
    e->v->core->play(e->p, m, &u);
    bool mates = !e->v->core->has_legal_move(e->p), checks = false;
    for (int i = 0; i < e->v->enemy_count[player]; i++) {
        checks = checks || e->v->core->in_check(e->p, e->v->enemy_list[player][i]);
    }
    e->v->core->undo(e->p, &u);
    return checks && !rule->may_give_check      ? REASON_DROP_CHECKS
           : checks && mates && !rule->may_mate ? REASON_DROP_MATES
                                                : REASON_DROP_RULE;
}

static void explain_drop_limit(explainer *e, move m)
{
    piece_id piece = variant_dropped_piece(e->v, e->p->state.side_to_move, (int)move_into(m) - 1);
    const rule_drop *rule = &piece_rule(e, piece)->drop;
    say(e, (reason){.kind = drop_limit(e, m, rule), .piece = type_name(e, piece), .at = rule->location});
}

/* The rule of a movement that changes the type of the piece and must not give check; NULL: the move is no such
 * movement. */
static const rule_move *find_silent_movement(const explainer *e, move m)
{
    if (move_from(m) >= (unsigned)e->v->cells) {
        return NULL; /* a move that a hook lists may come from nowhere */
    }
    const piece_moves *moves = &e->v->moves[e->p->board[move_from(m)]];
    move_kind kind = move_kind_of(m);
    bool transforms = move_into(m) && (kind == MOVE_NORMAL || kind == MOVE_DOUBLE_STEP || kind == MOVE_IN_PLACE);
    for (uint32_t i = transforms && moves->special_start ? moves->special_start[move_from(m)] : UINT32_MAX;
         i < UINT32_MAX && i < moves->special_ep_start[move_from(m)]; i++) {
        const special *s = &moves->specials[i];
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
        say(e, (reason){.kind = why.words[0] ? REASON_HOOK_SAYS : REASON_HOOK_REFUSES,
                        .key = why.rule->function,
                        .words = why.words,
                        .at = why.rule->location});
        return;
    }
    if (move_kind_of(m) == MOVE_DROP) {
        explain_drop_limit(e, m);
        return;
    }
    const rule_move *silent = find_silent_movement(e, m);
    if (e->v->put.given && !e->v->rules->put.parries && !silent) {
        say(e,
            (reason){.kind = REASON_PUT_PARRIES_NOT, .piece = put_name(e->v->rules), .at = e->v->rules->put.location});
        return;
    }
    say(e, (reason){.kind = silent ? REASON_MOVEMENT_CHECKS : REASON_MOVEMENT_RULE,
                    .at = silent ? silent->location : (location){0}});
}

/* One legal move instead, behind a colon: the first by its text. In the arena. */
static const char *alternative(const explainer *e, const move_list *allowed)
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
    notation_finish(&notes);
    const char *made = first_text[0] ? arena_format(e->list->language.arena, ": %s", first_text) : NULL;
    return made ? made : "";
}

static reason_kind capture_preference(const explainer *e, const move_list *allowed, move m)
{
    unsigned own_count = move_kind_of(m) == MOVE_CHAIN ? chain_count(m) : 1, max = 0;
    for (size_t i = 0; i < allowed->count; i++) {
        unsigned n = move_kind_of(allowed->moves[i]) == MOVE_CHAIN ? chain_count(allowed->moves[i]) : 1;
        max = n > max ? n : max;
    }
    return max <= own_count                ? REASON_CAPTURE_BETTER
           : e->v->rules->captures.longest ? REASON_CAPTURE_LONGER
                                           : REASON_CAPTURE_SEVERAL;
}

/* What the core names, and the part of the rules that says so. `ILLEGAL_IN_CHECK` and `ILLEGAL_BY_RULE` are looked into. */
typedef enum rule_part {
    PART_NONE,
    PART_TURN,
    PART_DICE,
    PART_NO_MOVES,
    PART_SETUP,
    PART_CHECKS,
    PART_CAPTURES
} rule_part;

static location location_of(const explainer *e, rule_part part)
{
    const ruleset *rules = e->v->rules;
    switch (part) {
    case PART_TURN:
        return rules->turn.location;
    case PART_DICE:
        return rules->dice.location;
    case PART_NO_MOVES:
        return rules->no_moves.location;
    case PART_SETUP:
        return rules->setup_location;
    case PART_CHECKS:
        return rules->checks.location;
    case PART_CAPTURES:
        return rules->captures.location;
    case PART_NONE:
        break;
    }
    return (location){0};
}

/* The hook whose moves come before all others, if it lists some of these; NULL: none does. */
static const rule_hook *hook_that_comes_first(const explainer *e, const move_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        const bool listed = move_kind_of(list->moves[i]) == MOVE_HOOK;
        const rule_hook *rule = listed ? e->v->moves_hooks[move_index(list->moves[i])].rule : NULL;
        if (rule && rule->exclusive) {
            return rule;
        }
    }
    return NULL;
}

/* The rules allow only other moves; `allowed` are those that the last rule leaves. */
static void explain_obstacle(explainer *e, illegal_reason kind, move m, const move_list *allowed)
{
    static const struct {
        reason_kind kind;
        rule_part part;
        bool alternative;
    } obstacles[] = {
        [ILLEGAL_NONE] = {REASON_SOME_RULE, PART_NONE, false},
        [ILLEGAL_ROLL_FIRST] = {REASON_ROLL_FIRST, PART_DICE, false},
        [ILLEGAL_MISSED_TURN] = {REASON_MISSES_TURN, PART_NO_MOVES, false},
        [ILLEGAL_NOT_LISTED] = {REASON_HOOK_FIRST, PART_NONE, true},
        [ILLEGAL_SETUP_FIRST] = {REASON_SETUP_FIRST, PART_SETUP, false},
        [ILLEGAL_ONLY_DROPS] = {REASON_ONLY_DROPS, PART_TURN, false},
        [ILLEGAL_ROYAL_IN_HAND] = {REASON_ROYAL_IN_HAND, PART_SETUP, false},
        [ILLEGAL_MOVED_BEFORE] = {REASON_MOVED_BEFORE, PART_TURN, false},
        [ILLEGAL_FACING] = {REASON_FACING, PART_TURN, false},
        [ILLEGAL_DICE] = {REASON_DICE, PART_DICE, false},
        [ILLEGAL_EARLY_CHECK] = {REASON_EARLY_CHECK, PART_TURN, false},
        [ILLEGAL_TURN_UNFINISHED] = {REASON_TURN_UNFINISHED, PART_TURN, false},
        [ILLEGAL_CHECK_FORBIDDEN] = {REASON_CHECK_NOT_MATE, PART_CHECKS, false},
        [ILLEGAL_CHECK_NEVER] = {REASON_CHECK_NEVER, PART_CHECKS, false},
        [ILLEGAL_CHECK_MANDATORY] = {REASON_CHECK_MANDATORY, PART_CHECKS, true},
        [ILLEGAL_CAPTURE_MANDATORY] = {REASON_CAPTURE_MANDATORY, PART_CAPTURES, true},
        [ILLEGAL_CAPTURE_PREFERRED] = {REASON_CAPTURE_BETTER, PART_CAPTURES, true},
        [ILLEGAL_UNKNOWN] = {REASON_SOME_RULE, PART_NONE, false},
    };
    if (kind == ILLEGAL_IN_CHECK) {
        explain_exposed(e, m);
        return;
    }
    if (kind == ILLEGAL_BY_RULE) {
        explain_hook_or_limit(e, m);
        return;
    }
    if (kind == ILLEGAL_UNKNOWN && move_kind_of(m) == MOVE_CASTLE &&
        e->v->core->in_check(e->p, e->p->state.side_to_move)) {
        say(e, (reason){.kind = REASON_CASTLING_IN_CHECK});
        return;
    }
    piece_id piece = move_kind_of(m) == MOVE_DROP
                         ? variant_dropped_piece(e->v, e->p->state.side_to_move, (int)move_into(m) - 1)
                     : move_from(m) < (unsigned)e->v->cells ? e->p->board[move_from(m)]
                                                            : PIECE_NONE;
    const rule_hook *hook = kind == ILLEGAL_NOT_LISTED ? hook_that_comes_first(e, allowed) : NULL;
    say(e,
        (reason){.kind = kind == ILLEGAL_CAPTURE_PREFERRED ? capture_preference(e, allowed, m) : obstacles[kind].kind,
                 .player = player_name(e, e->p->state.side_to_move),
                 .piece = piece ? type_name(e, piece) : "piece",
                 .words = obstacles[kind].alternative ? alternative(e, allowed) : NULL,
                 .at = hook ? hook->location : location_of(e, obstacles[kind].part)});
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
        say(e, (reason){.kind = REASON_REPEATS, .number = rule->number, .key = rule->name, .at = rule->location});
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

/* The first piece in the way of a ray of the piece from -> to, of several rays the shortest; CELL_NONE when there is none. *on_ray
 * says whether one of its rays leads there. */
static cell_id blocker_on_ray(const explainer *e, piece_id piece, cell_id from, cell_id to, bool *on_ray)
{
    const piece_moves *moves = &e->v->moves[piece];
    cell_id blocker = CELL_NONE;
    unsigned shortest = UINT_MAX;
    for (unsigned i = 0; i < moves->slide_count; i++) {
        const slider *s = &e->v->sliders[moves->slide[i].slider];
        bool hops = s->kind != RAY_SLIDER && s->kind != RAY_LAME_LEAPER;
        for (uint32_t ray = s->ray_start[from]; ray < s->ray_start[from + 1] && !hops; ray++) {
            cell_id first = CELL_NONE;
            for (unsigned k = 0; k < s->rays[ray].count; k++) {
                cell_id cell = s->ray_cells[s->rays[ray].first + k];
                if (cell == to && (k < shortest || (k == shortest && first == CELL_NONE))) {
                    *on_ray = true;
                    shortest = k;
                    blocker = first;
                }
                if (first == CELL_NONE && e->p->board[cell]) {
                    first = cell;
                }
            }
        }
    }
    return blocker;
}

static reason castling_attacked(const explainer *e, const castling *c)
{
    const variant *v = e->v;
    int side_to_move = e->p->state.side_to_move;
    cell_id cell = v->core->castling_attacked_at(e->p, c), from;
    if (cell == CELL_NONE) {
        return (reason){.kind = REASON_CASTLING_ATTACKED}; /* something else forbids it */
    }
    for (int by = 0; by < v->players && !v->attacks_by_moves; by++) { /* rays do not tell who attacks by moves */
        if ((v->enemy_mask[side_to_move] >> by & 1) && v->core->attackers(e->p, cell, by, &from, 1)) {
            return (reason){.kind = REASON_CASTLING_ATTACKED_BY,
                            .by = type_name(e, e->p->board[from]),
                            .cells = {cell_name(e, cell), cell_name(e, from)}};
        }
    }
    return (reason){.kind = REASON_CASTLING_ATTACKED_ON, .cells = {cell_name(e, cell)}};
}

static reason castling_refusal(const explainer *e, const castling *c)
{
    const variant *v = e->v;
    if (!(e->p->state.rights >> c->right & 1)) {
        return (reason){.kind = REASON_CASTLING_RIGHT};
    }
    if (set_has(v->set_pool + c->path, c->king_from) && v->core->in_check(e->p, e->p->state.side_to_move)) {
        return (reason){.kind = REASON_CASTLING_IN_CHECK};
    }
    for (int cell = 0; cell < v->cells; cell++) {
        if (set_has(v->set_pool + c->clear, (unsigned)cell) && e->p->board[cell]) {
            return (reason){.kind = REASON_CASTLING_OCCUPIED, .cells = {cell_name(e, (unsigned)cell)}};
        }
    }
    return castling_attacked(e, c);
}

/* Whether the piece there cannot move at all; then that is said. */
static bool is_immobilized(explainer *e, cell_id cell)
{
    const piece_id piece = e->p->board[cell];
    const bool found = piece && e->v->core->immobilized(e->p, cell);
    if (found) {
        say(e, (reason){.kind = REASON_IMMOBILIZED,
                        .piece = type_name(e, piece),
                        .cells = {cell_name(e, cell)},
                        .at = piece_rule(e, piece)->location});
    }
    return found;
}

/* Says why this castling is illegal. */
static void explain_castling_refusal(explainer *e, const castling *c)
{
    if (is_immobilized(e, c->king_from) || is_immobilized(e, c->partner_from)) {
        return;
    }
    const rule_castling *rule = &e->v->rules->castlings[c->rule];
    reason r = castling_refusal(e, c);
    r.key = rule->name;
    r.piece = type_name(e, c->king);
    r.at = rule->location;
    say(e, r);
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
        say(e, (reason){.kind = REASON_EMPTY_CELL, .cells = {cell_name(e, w->from)}});
    } else if (e->v->owner_of[w->piece] != e->p->state.side_to_move) {
        say(e, (reason){.kind = REASON_NOT_YOURS,
                        .piece = type_name(e, w->piece),
                        .cells = {cell_name(e, w->from)},
                        .owner = owner_name(e, w->piece),
                        .player = player_name(e, e->p->state.side_to_move)});
    } else {
        return false;
    }
    return true;
}

static bool goes_between(const attempt *w, move m)
{
    return move_kind_of(m) != MOVE_DROP && move_from(m) == w->from && move_to(m) == w->to;
}

/* Lists the legal moves between the same cells: only the rest of the text is wrong. */
static bool other_spelling(explainer *e, const attempt *w, const move_list *legal, size_t length)
{
    text words = {0};
    notation notes;
    notation_begin(&notes, e->p);
    for (size_t i = 0; i < legal->count; i++) {
        char text_of_move[MOVE_TEXT_MAX];
        move m = legal->moves[i];
        notation_write(&notes, m, text_of_move);
        if (goes_between(w, m) || strncmp(text_of_move, e->move_text, length) == 0) {
            text_print(&words, "%s%s", words.length ? ", " : "", text_of_move);
        }
    }
    notation_finish(&notes);
    bool any = words.length > 0;
    if (any) {
        const rule_piece *rules_piece = piece_rule(e, w->piece);
        say(e,
            (reason){.kind = REASON_SPELLING,
                     .piece = type_name(e, w->piece),
                     .words = text_string(&words),
                     .at = rules_piece->promotion_count ? rules_piece->promotions[0].location : rules_piece->location});
    }
    e->list->language.arena->failed |= words.failed;
    text_finish(&words);
    return any;
}

static bool cannot_leave(explainer *e, const attempt *w)
{
    const uint64_t *allowed = e->v->filter_allows[e->v->owner_of[w->piece]];
    if (is_immobilized(e, w->from)) {
        return true;
    }
    if (allowed && !set_has(allowed + (size_t)w->from * (size_t)e->v->bitset_words, w->to)) {
        say(e, (reason){.kind = REASON_FILTERED,
                        .player = owner_name(e, w->piece),
                        .cells = {cell_name(e, w->from), cell_name(e, w->to)},
                        .at = e->v->rules->filter_location});
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
    movement_fit fit;
    const rule_move *rule = movement_find(e->v, NULL, w->piece, w->from, w->to, 0, &fit);
    say(e, (reason){.kind = REASON_BLOCKED,
                    .piece = type_name(e, w->piece),
                    .by = type_name(e, e->p->board[blocker]),
                    .cells = {cell_name(e, blocker)},
                    .at = rule ? rule->location : piece_rule(e, w->piece)->location});
    return true;
}

/* Whether a piece stands where the movement requires it. */
static bool required_piece_present(const explainer *e, const special *s)
{
    const variant *v = e->v;
    for (int cell = 0; cell < v->cells; cell++) {
        piece_id piece = e->p->board[cell];
        if (piece && set_has(v->set_pool + s->adjacent, (unsigned)cell) &&
            (s->adjacent_rule_piece < 0 || v->type[v->type_of[piece]].rule_piece_index == s->adjacent_rule_piece) &&
            s->adjacent_owners >> v->owner_of[piece] & 1) {
            return true;
        }
    }
    return false;
}

/* Whether one of the pieces stands on the board that the movement needs there, or bars. */
static bool some_stands(const explainer *e, const special *s)
{
    return e->v->core->any_on_board(e->p, s->presence_pieces, s->presence_count);
}

static bool condition_fails(explainer *e, const attempt *w, const special *s)
{
    const variant *v = e->v;
    if (s->needs_adjacent && required_piece_present(e, s) == s->adjacent_absent) {
        say(e, (reason){.kind = REASON_CONDITION,
                        .piece = type_name(e, w->piece),
                        .key = s->adjacent_rule_piece < 0 ? "any" : v->rules->pieces[s->adjacent_rule_piece].name,
                        .at = s->rule->location});
        return true;
    }
    for (int cell = 0; s->first_clear != CELL_NONE && cell < v->cells; cell++) {
        if (set_has(v->set_pool + s->clear, (unsigned)cell) && e->p->board[cell]) {
            say(e, (reason){.kind = REASON_BLOCKED,
                            .piece = type_name(e, w->piece),
                            .by = type_name(e, e->p->board[cell]),
                            .cells = {cell_name(e, (unsigned)cell)},
                            .at = s->rule->location});
            return true;
        }
    }
    if (s->right >= 0 && !(e->p->state.rights >> s->right & 1)) {
        say(e, (reason){.kind = REASON_HAS_MOVED, .piece = type_name(e, w->piece), .at = s->rule->location});
        return true;
    }
    if (s->presence_count && some_stands(e, s) == s->requires_absence) {
        say(e, (reason){.kind = s->requires_absence ? REASON_COMPANY_STANDS : REASON_COMPANY_MISSING,
                        .piece = type_name(e, w->piece),
                        .by = type_name(e, s->presence_pieces[0]),
                        .at = s->rule->location});
        return true;
    }
    const cell_id attacked = s->way_count ? v->core->way_attacked_at(e->p, s, w->from) : (cell_id)CELL_NONE;
    if (attacked != CELL_NONE) {
        say(e, (reason){.kind = REASON_ATTACKED_ON_WAY,
                        .piece = type_name(e, w->piece),
                        .cells = {cell_name(e, attacked)},
                        .at = s->rule->location});
        return true;
    }
    return false;
}

static bool conditions_fail(explainer *e, const attempt *w)
{
    const piece_moves *moves = &e->v->moves[w->piece];
    for (uint32_t i = moves->special_start ? moves->special_start[w->from] : 1;
         moves->special_start && i < moves->special_start[w->from + 1]; i++) {
        const special *s = &moves->specials[i];
        bool enemy = w->target && e->v->owner_of[w->target] != e->v->owner_of[w->piece];
        bool goes = s->kind == SPECIAL_LEAP || s->kind == SPECIAL_STAY;
        bool meant = goes && s->to == w->to && (!enemy || s->modes & LEG_CAPTURE);
        if (meant && condition_fails(e, w, s)) {
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
    if (!w->target) {
        return false;
    }
    reason r = {.piece = type_name(e, w->target),
                .owner = owner_name(e, w->target),
                .cells = {cell_name(e, w->from), cell_name(e, w->to)}};
    if (v->owner_of[w->target] == v->owner_of[w->piece] && !w->neutral) {
        r.kind = REASON_OWN_PIECE;
    } else if (!w->neutral && v->owner_of[w->target] < v->players &&
               !(v->enemy_mask[v->owner_of[w->piece]] >> v->owner_of[w->target] & 1)) {
        r.kind = REASON_PARTNER_PIECE;
    } else if (v->is_royal[w->target]) {
        r.kind = REASON_TARGET_ROYAL;
        r.at = piece_rule(e, w->target)->location;
    } else if (v->core->uncapturable(e->p, w->to) ||
               piece_rule(e, w->target)->invulnerable) { /* a wall is no ability */
        r.kind = REASON_TARGET_INVULNERABLE;
        r.at = piece_rule(e, w->target)->location;
    } else if (v->has_missed_turns && v->owner_of[w->target] < v->players && is_protected(e, w->target, w->to)) {
        r.kind = REASON_TARGET_MISSED_TURN;
        r.at = v->rules->no_moves.location;
    } else {
        return false;
    }
    say(e, r);
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
    bool zone = fit == MOVEMENT_FITS_NOT_FROM || fit == MOVEMENT_FITS_NOT_TO;
    say(e, (reason){.kind = fit == MOVEMENT_FITS_NOT_FROM  ? REASON_ZONE_FROM
                            : fit == MOVEMENT_FITS_NOT_TO  ? REASON_ZONE_TO
                            : fit == MOVEMENT_FITS_INITIAL ? REASON_ONLY_FROM_START
                            : w->target                    ? REASON_ONLY_QUIET
                                                           : REASON_ONLY_CAPTURE,
                    .piece = type_name(e, w->piece),
                    .by = w->target ? type_name(e, w->target) : NULL,
                    .cells = {cell_name(e, w->from), cell_name(e, w->to)},
                    .words = !zone || !rule->notation ? NULL
                             : *rule->notation        ? rule->notation
                                                      : "stay: true",
                    .key = !zone                           ? NULL
                           : fit == MOVEMENT_FITS_NOT_FROM ? rule->from.string
                                                           : rule->to.string,
                    .at = rule->location});
    return true;
}

/* Whether a promotion is not to be had: as many pieces stand on the board as it may bring about, or none has been
 * captured that it would give back. */
static bool promotion_is_spent(explainer *e, const attempt *w, const char *rest)
{
    const variant *v = e->v;
    const promotion_table *t = v->moves[w->piece].promotion;
    const int owner = v->owner_of[e->p->board[w->from]];
    const bool named = *rest && strcmp(rest, "=") != 0;
    const uint32_t *list = t && w->from != w->to ? variant_promotions(v, t, w->from, w->to) : NULL;
    for (uint32_t i = list ? list[0] : 0; list && i < list[1]; i++) {
        const int type = t->into[i];
        const bool limit = v->core->promotion_limit_reached(e->p, owner, type);
        if ((named && !written_move_names_type(&v->type[type], rest)) ||
            !(limit || (t->costs_prisoner[i] && !v->core->is_in_prison(e->p, owner, type)))) {
            continue;
        }
        const rule_piece *into = &v->rules->pieces[v->type[type].rule_piece_index];
        say(e, (reason){.kind = limit ? REASON_PROMOTION_LIMIT : REASON_PROMOTION_PRISON,
                        .piece = v->type[type].name,
                        .player = player_name(e, owner),
                        .number = into->promotion_limit,
                        .at = limit ? into->location : piece_rule(e, w->piece)->location});
        return true;
    }
    return false;
}

/* Whether a legal move goes from cell to cell. */
static bool some_move_goes(const attempt *w, const move_list *legal)
{
    bool some = false;
    for (size_t i = 0; i < legal->count; i++) {
        some |= goes_between(w, legal->moves[i]);
    }
    return some;
}

static void explain_step(explainer *e, cell_id from, cell_id to, const char *rest, const move_list *legal)
{
    const variant *v = e->v;
    attempt w = {from, to, e->p->board[from], from == to ? PIECE_NONE : e->p->board[to], false};
    w.neutral = w.piece && v->owner_of[w.piece] == v->neutral_owner;
    w.piece = w.neutral ? variant_piece(v, e->p->state.side_to_move, v->type_of[w.piece]) : w.piece;
    if (not_own_piece(e, &w) || (some_move_goes(&w, legal) && *rest && promotion_is_spent(e, &w, rest)) ||
        other_spelling(e, &w, legal, (size_t)(rest - e->move_text)) || explain_castling(e, from, to) ||
        cannot_leave(e, &w) || ray_blocked(e, &w) || conditions_fail(e, &w) || target_invulnerable(e, &w) ||
        movement_differs(e, &w) || promotion_is_spent(e, &w, rest)) {
        return;
    }
    say(e, (reason){.kind = w.target ? REASON_NO_CAPTURING_MOVEMENT : REASON_NO_MOVEMENT,
                    .piece = type_name(e, w.piece),
                    .cells = {cell_name(e, from), cell_name(e, to)},
                    .at = piece_rule(e, w.piece)->location});
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

/* The piece is in hand and the cell is empty: the rule that forbids the drop. */
static reason drop_refusal(const explainer *e, piece_id piece, cell_id to)
{
    const rule_piece *rule = piece_rule(e, piece);
    const drop_table *d = find_drop(e, piece);
    bool in_zone = d && set_has(e->v->set_pool + d->zone, to);
    return (reason){.kind = in_zone && d->support    ? REASON_DROP_UNSUPPORTED
                            : in_zone && d->per_file ? REASON_DROP_PER_FILE
                            : in_zone && d->at_edge  ? REASON_DROP_NOT_AT_EDGE
                                                     : REASON_DROP_CELL,
                    .piece = type_name(e, piece),
                    .player = owner_name(e, piece),
                    .cells = {cell_name(e, to)},
                    .number = d ? d->per_file : 0,
                    .at = rule->drop.location.source ? rule->drop.location : rule->location};
}

/* The one piece that is dropped and written without a letter, as pawns are; PIECE_NONE: none, or several. */
static piece_id piece_without_letter(const explainer *e)
{
    piece_id found = PIECE_NONE;
    for (int piece = 1; piece < e->v->piece_ids; piece++) {
        bool own = e->v->owner_of[piece] == e->p->state.side_to_move && e->v->hand_piece[piece] == piece;
        if (own && written_move_without_letter(e->v, (piece_id)piece)) {
            if (found) {
                return PIECE_NONE;
            }
            found = (piece_id)piece;
        }
    }
    return found;
}

static reason drop_reason(const explainer *e, const char *move_text, const char *at_sign, int board)
{
    const variant *v = e->v;
    int side_to_move = e->p->state.side_to_move;
    cell_id to = topology_cell_on(&v->topology, board, at_sign + 1, strlen(at_sign + 1));
    bool unnamed = at_sign == move_text;
    piece_id piece = unnamed ? piece_without_letter(e) : piece_from_letter(e, move_text, (size_t)(at_sign - move_text));
    if (!v->has_drops) {
        return (reason){.kind = REASON_NO_DROPS};
    }
    if (!piece && unnamed) {
        return (reason){.kind = REASON_UNNAMED_DROP};
    }
    if (!piece) {
        return (reason){.kind = REASON_NO_LETTER, .words = escaped(e, move_text, (size_t)(at_sign - move_text))};
    }
    if (to == CELL_NONE) {
        return (reason){.kind = REASON_NO_CELL, .words = escaped(e, at_sign + 1, strlen(at_sign + 1))};
    }
    if (v->own_boards && v->topology.level[to] != v->board_of[side_to_move]) {
        return (reason){.kind = REASON_OTHER_BOARD,
                        .player = player_name(e, side_to_move),
                        .key = v->rules->board_names[v->topology.level[to]]};
    }
    if (!drops_without_limit(e, piece) && (!v->hand_piece[piece] || !position_hand(e->p)[v->hand_piece[piece]])) {
        piece_id held = v->hand_piece[piece] ? v->hand_piece[piece] : piece;
        return (reason){.kind = REASON_NOT_IN_HAND, .player = owner_name(e, piece), .piece = type_name(e, held)};
    }
    return e->p->board[to] ? (reason){.kind = REASON_DROP_OCCUPIED, .cells = {cell_name(e, to)}}
                           : drop_refusal(e, piece, to);
}

static void explain_drop(explainer *e, const char *at_sign)
{
    const char *move_text = e->move_text;
    int board = read_board(e->v, &move_text);
    say(e, drop_reason(e, move_text, at_sign, board));
}

/* ---- the rest ---- */

/* A move that completes a row must name the piece that it removes. */
static bool explain_row_capture(explainer *e, const move_list *pseudo)
{
    size_t length = strlen(e->move_text);
    notation notes;
    bool found = false;
    notation_begin(&notes, e->p);
    for (size_t i = 0; i < pseudo->count && !found; i++) {
        char text_of_move[MOVE_TEXT_MAX];
        notation_write(&notes, pseudo->moves[i], text_of_move);
        if (move_extra(pseudo->moves[i]) && strncmp(text_of_move, e->move_text, length) == 0 &&
            text_of_move[length] == 'x') {
            say(e,
                (reason){.kind = REASON_NAME_REMOVED, .words = text_of_move, .at = e->v->rules->captures.row.location});
            found = true;
        }
    }
    notation_finish(&notes);
    return found;
}

static reason_kind put_hint(const rule_put *rule)
{
    bool several = (rule->where & (rule->where - 1)) != 0;
    return several                      ? REASON_PUT_SEVERAL
           : rule->where == PUT_EDGE    ? REASON_PUT_AT_EDGE
           : rule->where == PUT_UNMOVED ? REASON_PUT_FROM_HAND
           : rule->where == PUT_LEFT    ? REASON_PUT_LEFT_CELL
           : rule->where == PUT_REACHED ? REASON_PUT_REACHED_CELL
           : rule->zone.string          ? REASON_PUT_IN_ZONE
                                        : REASON_PUT_EMPTY;
}

/* A move must say where its second half puts a piece. Without that, or with a wrong cell, the first half is judged: if
 * it is legal, the cell is at fault. */
static bool explain_put(explainer *e, const move_list *legal)
{
    const char *comma = strchr(e->move_text, ',');
    size_t length = comma ? (size_t)(comma - e->move_text) : strlen(e->move_text);
    const rule_put *rule = &e->v->rules->put;
    notation notes;
    bool found = false;
    notation_begin(&notes, e->p);
    for (size_t i = 0; i < legal->count && length && !found; i++) {
        char text_of_move[MOVE_TEXT_MAX];
        notation_write(&notes, legal->moves[i], text_of_move);
        if (strncmp(text_of_move, e->move_text, length) != 0 || text_of_move[length] != ',') {
            continue;
        }
        const reason where = {.kind = put_hint(rule), .words = text_of_move};
        say(e, (reason){.kind = comma ? REASON_PUT_THERE : REASON_PUT_MISSING,
                        .piece = put_name(e->v->rules),
                        .words = reason_sentence(e->list, &where),
                        .at = rule->location});
        found = true;
    }
    notation_finish(&notes);
    return found;
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
        if (rule->claim && strcmp(rule->claim, e->move_text + sizeof CLAIM_PREFIX - 1) == 0) {
            say(e, (reason){.kind = REASON_CLAIM_FAILS, .key = rule->name, .at = rule->location});
            return;
        }
    }
    say(e, (reason){.kind = REASON_NO_CLAIM});
}

static reason_kind pass_refusal(const explainer *e)
{
    rule_pass when = e->v->rules->turn.pass;
    bool is_checked = e->v->core->in_check(e->p, e->p->state.side_to_move);
    return when == PASS_NEVER                                                            ? REASON_NO_PASSING
           : (when == PASS_UNCHECKED || when == PASS_FACING) && is_checked               ? REASON_NO_PASSING_IN_CHECK
           : (when == PASS_NO_MOVES || when == PASS_STALEMATED) && !e->p->extra.turn_ply ? REASON_NO_PASSING_WITH_MOVES
                                                                                         : REASON_NO_PASSING_HERE;
}

/* The pass that the rules of turns allow here, which also ends a turn; MOVE_NONE: they allow none. */
static move allowed_pass(explainer *e, move_list *room)
{
    room->count = 0;
    e->v->core->legal(e->p, room);
    for (size_t i = 0; i < room->count; i++) {
        if (move_kind_of(room->moves[i]) == MOVE_PASS && !move_aux(room->moves[i])) {
            return room->moves[i];
        }
    }
    return MOVE_NONE;
}

/* A pass, or the end of a turn, that `kind` refuses, or an ending because of the position that it would repeat. In a turn that has
 * begun a pass has another word. */
static void explain_pass(explainer *e, reason_kind kind, move_list *room)
{
    const move m = allowed_pass(e, room);
    const rule_ending *rule = m == MOVE_NONE ? NULL : repetition_of(e, m);
    const bool places = kind == REASON_NO_PASSING_HERE && !e->p->extra.turn_ply && room->count &&
                        move_kind_of(room->moves[0]) == MOVE_DROP; /* what must be placed comes before a pass */
    if (rule) {
        say(e, (reason){.kind = REASON_REPEATS, .number = rule->number, .key = rule->name, .at = rule->location});
    } else if (places) {
        say(e, (reason){.kind = REASON_SETUP_FIRST,
                        .player = player_name(e, e->p->state.side_to_move),
                        .at = location_of(e, PART_SETUP)});
    } else {
        const bool spelling = m != MOVE_NONE && e->p->extra.turn_ply > 0;
        say(e, (reason){.kind = spelling ? REASON_SPELLING : kind,
                        .words = spelling ? END_TURN_WORD : NULL,
                        .at = e->v->rules->turn.location});
    }
}

static bool explain_special_word(explainer *e, move_list *room)
{
    const rule_turn *turn = &e->v->rules->turn;
    reason r = {.at = turn->location};
    if (strcmp(e->move_text, WAIT_WORD) == 0 && e->v->own_boards) {
        r.kind = turn->wait_any || turn->wait_parry ? REASON_NO_WAITING_HERE : REASON_NO_WAITING;
    } else if (strncmp(e->move_text, "roll ", 5) == 0) {
        r.kind = e->v->dice_outcome_count ? REASON_WRONG_ROLL : REASON_NO_DICE;
    } else if (written_move_is_pass(e->p, e->move_text) &&
               (turn->pass != PASS_NEVER || !ascii_is_digit(e->move_text[strlen(e->move_text) - 1]) ||
                strcmp(e->move_text, "0000") == 0)) { /* e1e1 is a step where no player may pass */
        explain_pass(e, pass_refusal(e), room);
        return true;
    } else if (strcmp(e->move_text, END_TURN_WORD) == 0 &&
               (turn_may_be_ended(e->v->rules) || e->p->extra.turn_ply > 0)) {
        explain_pass(e, REASON_NO_ENDING_TURN, room);
        return true;
    } else {
        return false;
    }
    say(e, r);
    return true;
}

/* Lists the pseudo-legal moves that no hook lists. */
static void list_without_hooks(explainer *e, move_list *list)
{
    live_hooks *hooks = e->p->hooks;
    e->p->hooks = NULL;
    list->count = 0;
    e->v->core->pseudo(e->p, list);
    e->p->hooks = hooks;
}

/* Whether some move of the list leaves a cell and goes to another, as most do. */
static bool some_move_steps(const move_list *list)
{
    bool some = false;
    for (size_t i = 0; i < list->count; i++) {
        const move_kind kind = move_kind_of(list->moves[i]);
        some |= kind <= MOVE_CASTLE || kind == MOVE_CHAIN;
    }
    return some;
}

/* Where no move goes from cell to cell, a legal one shows how they are written. */
static void not_a_move(explainer *e, const move_list *legal)
{
    if (legal->count && !some_move_steps(legal)) {
        char example_move[MOVE_TEXT_MAX];
        notation_write_one(e->p, legal->moves[0], example_move);
        say(e, (reason){.kind = REASON_NOT_A_MOVE_HERE,
                        .key = e->move_text,
                        .words = escaped(e, example_move, strlen(example_move))});
        return;
    }
    const char *second = without_board_name(cell_name(e, e->v->cells > 1 ? 1 : 0));
    const char *example = arena_format(e->list->language.arena, "%s%s", cell_name(e, 0), second);
    say(e, (reason){.kind = REASON_NOT_A_MOVE, .key = e->move_text, .words = example});
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
        say(e, (reason){.kind = REASON_NEITHER, .words = text_string(&candidates)});
    } else if (cells.count == 1) {
        explain_step(e, (cell_id)cells.from, (cell_id)cells.to, cells.rest, legal);
    } else if (cells.count > 1) {
        piece_id piece = e->p->board[cells.from];
        say(e, (reason){.kind = REASON_NONE_CAN_GO,
                        .piece = type_name(e, piece),
                        .player = owner_name(e, piece),
                        .cells = {cell_name(e, cells.to)},
                        .at = piece_rule(e, piece)->location});
    } else {
        found = false;
    }
    text_finish(&candidates);
    return found;
}

void explain_illegal(explainer *e, const move_list *legal, move_list *pseudo)
{
    game_outcome outcome = history_outcome(e->history);
    if (outcome.kind != OUTCOME_ONGOING) {
        say(e, (reason){.kind = REASON_GAME_OVER,
                        .words = outcome.reason,
                        .at = outcome.rule ? outcome.rule->location : (location){0}});
        return;
    }
    if (move_is_claim(e->move_text)) {
        explain_claim(e);
        return;
    }
    e->v->core->pseudo(e->p, pseudo);
    move m = written_move_find(e->p, pseudo, e->move_text, NULL).found;
    if (m != MOVE_NONE) {
        explain_pseudo(e, m, pseudo);
        return;
    }
    if (hook_that_comes_first(e, pseudo)) {
        list_without_hooks(e, pseudo);
        m = written_move_find(e->p, pseudo, e->move_text, NULL).found;
        if (m != MOVE_NONE) {
            explain_pseudo(e, m, pseudo);
            return;
        }
    }
    if (e->v->put.chooses) {
        if (explain_put(e, legal)) {
            return;
        }
        cut_second_half(e);
    }
    if (explain_special_word(e, pseudo) || (e->v->captures_by_row && explain_row_capture(e, pseudo))) {
        return;
    }
    const char *at_sign = strpbrk(e->move_text, "@*"), *rest;
    if (at_sign) {
        explain_drop(e, at_sign);
        return;
    }
    cell_id cells[2];
    if (read_cells(e, e->move_text, cells, &rest) == 2) {
        explain_step(e, cells[0], cells[1], rest, legal);
    } else if (!explain_castling(e, CELL_NONE, CELL_NONE) && !explain_written_move(e, legal, pseudo)) {
        not_a_move(e, legal);
    }
}
