/* Why a move is illegal. Where men could make it the core says which rule is against it (obstacle); else the movements of the man
 * and what stands on the way are looked at, nearest reason first. */
#include "game/explain_words.h"
#include "game/notation.h"

#include <stdlib.h>
#include <string.h>

bool explain_attackers(explainer *e, int player, const char *whose, const char *verb)
{
    cell_id royals[CELLS_MAX];
    int count = e->g->core->royals_of(e->p, player, royals, CELLS_MAX);
    for (int i = 0; i < count; i++) {
        for (int by = 0; by < e->g->players; by++) {
            cell_id from;
            if (!(e->g->enemies[player] >> by & 1) || !e->g->core->attackers(e->p, royals[i], by, &from, 1)) {
                continue;
            }
            man_id royal = e->p->board[royals[i]], man = e->p->board[from];
            text_print(e->out, "%s %s on %s %s the %s on %s", whose, type_name(e, royal), cell_name(e, royals[i]), verb,
                       type_name(e, man), cell_name(e, from));
            finish(e, piece_rule(e, royal)->place);
            return true;
        }
    }
    return false;
}

/* ---- moves that men could make ---- */

static bool passes_to(const explainer *e, unsigned from, unsigned to)
{
    const man_plan *plan = &e->g->plans[e->p->board[from]];
    for (uint32_t i = plan->special_start ? plan->special_end[from] : 0;
         plan->special_start && i < plan->special_start[from + 1]; i++) {
        if (plan->specials[i].kind == SPECIAL_PASSING && plan->specials[i].to == to) {
            return true;
        }
    }
    return false;
}

/* The position after the move: a man who could take a royal in passing. */
static void explain_passing(explainer *e)
{
    for (unsigned i = 0; i < e->p->state.passed_count; i++) {
        passed_cell passed = e->p->state.passed[i];
        man_id royal = e->p->board[passed.man_at];
        for (int from = 0; from < e->g->cells && royal && e->g->man_royal[royal]; from++) {
            man_id man = e->p->board[from];
            if (man && e->g->man_owner[man] != e->g->man_owner[royal] && passes_to(e, (unsigned)from, passed.cell)) {
                text_print(e->out, "your %s on %s could be taken in passing by the %s on %s", type_name(e, royal),
                           cell_name(e, passed.man_at), type_name(e, man), cell_name(e, (unsigned)from));
                finish(e, piece_rule(e, royal)->place);
                return;
            }
        }
    }
    text_put(e->out, "your royal man could be taken\n");
}

/* The mover's royals after the move: blown up, attacked, or attacked on the way. */
static void explain_exposed(explainer *e, move m)
{
    int mover = e->p->state.mover, royals = e->g->core->royals_of(e->p, mover, NULL, 0);
    undo u;
    e->g->core->play(e->p, m, &u);
    bool blown = e->g->blasts && e->g->core->royals_of(e->p, mover, NULL, 0) < royals;
    if (blown) {
        text_put(e->out, "it would blow up a royal man of your own");
        finish(e, e->g->rules->blast.place);
    } else if (!explain_attackers(e, mover, "your", "would stand in check from")) {
        explain_passing(e);
    }
    e->g->core->undo(e->p, &u);
}

static void explain_drop_limit(explainer *e, move m)
{
    man_id man = game_man(e->g, e->p->state.mover, (int)move_into(m) - 1);
    const rule_drop *rule = &piece_rule(e, man)->drop;
    undo u;
    e->g->core->play(e->p, m, &u);
    bool mates = !e->g->core->any(e->p);
    bool checks = e->g->core->in_check(e->p, e->p->state.mover);
    e->g->core->undo(e->p, &u);
    if (checks && !rule->check) {
        text_print(e->out, "a dropped %s may not give check", type_name(e, man));
    } else if (checks && mates && !rule->mate) {
        text_print(e->out, "a dropped %s may not give mate", type_name(e, man));
    } else {
        text_print(e->out, "a rule on drops of the %s forbids it", type_name(e, man));
    }
    finish(e, rule->place);
}

/* The movement that the move is, if it becomes something by it and may not give check; NULL. */
static const rule_move *silent_movement(const explainer *e, move m)
{
    const man_plan *plan = &e->g->plans[e->p->board[move_from(m)]];
    move_kind kind = move_kind_of(m);
    bool becoming = move_into(m) && (kind == MOVE_STEP || kind == MOVE_DOUBLE || kind == MOVE_TURN);
    for (uint32_t i = becoming && plan->special_start ? plan->special_start[move_from(m)] : UINT32_MAX;
         i < UINT32_MAX && i < plan->special_end[move_from(m)]; i++) {
        const special *s = &plan->specials[i];
        if (s->silent && s->into == move_into(m) && s->to == move_to(m)) {
            return s->rule;
        }
    }
    return NULL;
}

/* A hook, or a limit on this drop or movement. */
static void explain_rule(explainer *e, move m)
{
    refusal why;
    if (move_kind_of(m) == MOVE_DROP && !e->g->core->refused(e->p, m, &why)) {
        explain_drop_limit(e, m);
        return;
    }
    if (e->g->core->refused(e->p, m, &why)) {
        text_print(e->out, "refused by hook %s%s%s", why.rule->function, why.words[0] ? ": " : "", why.words);
        finish(e, why.rule->place);
        return;
    }
    const rule_move *silent = silent_movement(e, m);
    text_put(e->out, silent ? "that movement may not give check" : "a rule on this movement forbids it");
    finish(e, silent ? silent->place : (place){0});
}

/* What may be done instead: the first by name. */
static void name_rival(explainer *e, const move_list *allowed)
{
    char least[MOVE_TEXT_MAX] = "", own[MOVE_TEXT_MAX];
    notation notes;
    notation_begin(&notes, e->p);
    for (size_t i = 0; i < allowed->count; i++) {
        notation_write(&notes, allowed->moves[i], own);
        if (!least[0] || strcmp(own, least) < 0) {
            memcpy(least, own, sizeof least);
        }
    }
    if (least[0]) {
        text_print(e->out, ": %s", least);
    }
}

static const char *preference(const explainer *e, const move_list *allowed, move m)
{
    const rule_captures *rule = &e->g->rules->captures;
    unsigned own = move_kind_of(m) == MOVE_CHAIN ? chain_count(m) : 1, most = 0;
    for (size_t i = 0; i < allowed->count; i++) {
        unsigned n = move_kind_of(allowed->moves[i]) == MOVE_CHAIN ? chain_count(allowed->moves[i]) : 1;
        most = n > most ? n : most;
    }
    if (most > own) {
        return rule->longest ? "a longer capture exists" : "a capture of several men exists";
    }
    return "a capture of better men exists";
}

/* The game's rules allow other moves only; `allowed` are those that the last rule leaves. */
static void explain_obstacle(explainer *e, obstacle_kind kind, move m, const move_list *allowed)
{
    const ruleset *rules = e->g->rules;
    place at = rules->turn.place;
    man_id man = move_from(m) < (unsigned)e->g->cells ? e->p->board[move_from(m)] : MAN_NONE;
    switch (kind) {
    case OBSTACLE_ROLL:
        text_put(e->out, "the dice are thrown first");
        at = rules->chance.place;
        break;
    case OBSTACLE_ABSENT:
        text_print(e->out, "%s misses his turn", player_name(e, e->p->state.mover));
        at = rules->stuck.place;
        break;
    case OBSTACLE_LISTED:
        text_put(e->out, "a hook's own moves come first");
        name_rival(e, allowed);
        at = e->g->listings[0].rule->place;
        break;
    case OBSTACLE_PLACING:
        text_print(e->out, "%s must place the men in hand first", player_name(e, e->p->state.mover));
        at = rules->placing_place;
        break;
    case OBSTACLE_ROYAL_IN_HAND:
        text_print(e->out, "%s must place the royal man in hand before the turn ends",
                   player_name(e, e->p->state.mover));
        at = rules->placing_place;
        break;
    case OBSTACLE_ONLY_DROPS:
        text_put(e->out, "only drops may follow in this turn");
        break;
    case OBSTACLE_MOVED_BEFORE:
        text_print(e->out, "the %s has moved in this turn already", man ? type_name(e, man) : "man");
        break;
    case OBSTACLE_DICE:
        text_print(e->out, "the dice do not move a %s", man ? piece_rule(e, man)->name : "man");
        at = rules->chance.place;
        break;
    case OBSTACLE_EXPOSED:
        explain_exposed(e, m);
        return;
    case OBSTACLE_RULE:
        explain_rule(e, m);
        return;
    case OBSTACLE_EARLY_CHECK:
        text_put(e->out, "only the last move of a turn may give check");
        break;
    case OBSTACLE_UNFINISHED:
        text_put(e->out, "after it the turn could not be ended with the royal men safe");
        break;
    case OBSTACLE_CHECK_FORBIDDEN:
        text_put(e->out, "it gives check, and only a check that mates is allowed");
        at = rules->checks.place;
        break;
    case OBSTACLE_CHECK_FORCED:
        text_put(e->out, "check must be given where it can be");
        name_rival(e, allowed);
        at = rules->checks.place;
        break;
    case OBSTACLE_CAPTURE_FORCED:
        text_put(e->out, "a capture must be made where there is one");
        name_rival(e, allowed);
        at = rules->captures.place;
        break;
    case OBSTACLE_CAPTURE_PREFERRED:
        text_put(e->out, preference(e, allowed, m));
        name_rival(e, allowed);
        at = rules->captures.place;
        break;
    case OBSTACLE_NONE:
    case OBSTACLE_UNKNOWN:
        text_put(e->out, "a rule of the game forbids it");
        at = (place){0};
        break;
    }
    finish(e, at);
}

/* The ending by which the move is none, since it would repeat the position; NULL. */
static const rule_ending *repetition_of(explainer *e, move m)
{
    for (int i = 0; i < e->g->ending_count; i++) {
        const rule_ending *rule = e->g->endings[i].rule;
        if (!rule->illegal || !record_reserve(e->r, 1)) {
            continue;
        }
        record_push(e->r, m);
        bool again = record_repeats(e->r, (int)rule->number) >= rule->number;
        record_pop(e->r);
        if (again) {
            return rule;
        }
    }
    return NULL;
}

/* The movement exists; what stands against the whole move? */
static void explain_pseudo(explainer *e, move m, move_list *room)
{
    obstacle_kind kind = e->g->core->obstacle(e->p, m, room);
    const rule_ending *rule = kind == OBSTACLE_UNKNOWN ? repetition_of(e, m) : NULL;
    if (rule) {
        text_print(e->out, "it would repeat the position once too often, %ld times: %s", rule->number, rule->name);
        finish(e, rule->place);
        return;
    }
    explain_obstacle(e, kind, m, room);
}

/* ---- what the words say ---- */

/* The second cell of a move is written without its board. */
static const char *behind_board(const char *name)
{
    const char *colon = strchr(name, ':');
    return colon ? colon + 1 : name;
}

/* On boards that have names the second cell of a move need not say the board. */
static cell_id cell_beside(const game *g, cell_id first, const char *words, size_t length)
{
    for (int cell = 0; cell < g->cells && g->rules->board_names; cell++) {
        const char *name = behind_board(g->topology.names[cell]);
        if (g->topology.level[cell] == g->topology.level[first] && strlen(name) == length &&
            memcmp(name, words, length) == 0) {
            return (cell_id)cell;
        }
    }
    return CELL_NONE;
}

/* How long the sign is that these rules set between the cells of a move. */
static size_t sign_length(const rule_written *w, const char *words)
{
    size_t step = w->given ? strlen(w->step) : 0, capture = w->given ? strlen(w->capture) : 0;
    return step && strncmp(words, w->step, step) == 0            ? step
           : capture && strncmp(words, w->capture, capture) == 0 ? capture
                                                                 : 0;
}

/* The cell whose number the text begins with. */
static cell_id numbered_cell(const game *g, const char *words, size_t *length)
{
    size_t digits = strspn(words, "0123456789");
    for (int cell = 0; g->rules->written.numbers && digits && cell < g->cells; cell++) {
        char name[CELL_TEXT_MAX];
        notation_cell(g, (unsigned)cell, name);
        if (strlen(name) == digits && strncmp(name, words, digits) == 0) {
            *length = digits;
            return (cell_id)cell;
        }
    }
    return CELL_NONE;
}

/* The cells that the text names: up to two, with what follows. */
static int read_cells(const explainer *e, const char *words, cell_id cells[2], const char **rest)
{
    const rule_written *signs = &e->g->rules->written;
    int count = 0;
    if (signs->letters && *words >= 'A' && *words <= 'Z' && topology_cell(&e->g->topology, words, 2) == CELL_NONE) {
        words++; /* the man's letter */
    }
    while (count < 2) {
        size_t best = 0;
        words += count ? sign_length(signs, words) : 0;
        cell_id found = numbered_cell(e->g, words, &best);
        for (size_t n = 2; n < CELL_TEXT_MAX && n <= strlen(words); n++) {
            cell_id cell = topology_cell(&e->g->topology, words, n);
            if (cell == CELL_NONE && count == 1) {
                cell = cell_beside(e->g, cells[0], words, n);
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
        words += best;
    }
    *rest = words;
    return count;
}

/* The first man in the way of a line of the man's from -> to; CELL_NONE when no line of his leads there. */
static cell_id blocker_on_line(const explainer *e, man_id man, cell_id from, cell_id to, bool *on_line)
{
    const man_plan *plan = &e->g->plans[man];
    for (unsigned i = 0; i < plan->slides; i++) {
        const slider *s = &e->g->sliders[plan->slide[i].slider];
        bool hops = s->kind != RAY_LINE && s->kind != RAY_LAME;
        for (uint32_t ray = s->ray_start[from]; ray < s->ray_start[from + 1] && !hops; ray++) {
            cell_id first = CELL_NONE;
            for (unsigned k = 0; k < s->rays[ray].count; k++) {
                cell_id cell = s->ray_cells[s->rays[ray].first + k];
                if (cell == to) {
                    *on_line = true;
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

static void castling_way_attacked(explainer *e, const castling *c)
{
    const game *g = e->g;
    int mover = e->p->state.mover;
    text_print(e->out, "castling (%s): the king's way is attacked", g->rules->castlings[c->rule].name);
    for (int cell = 0; cell < g->cells; cell++) {
        for (int by = 0; set_has(g->sets + c->path, (unsigned)cell) && by < g->players; by++) {
            cell_id from;
            if ((g->enemies[mover] >> by & 1) && g->core->attackers(e->p, (cell_id)cell, by, &from, 1)) {
                text_print(e->out, " on %s by the %s on %s", cell_name(e, (unsigned)cell),
                           type_name(e, e->p->board[from]), cell_name(e, from));
                return;
            }
        }
    }
}

/* One castling that was meant, and is not legal. */
static void refuse_castling(explainer *e, const castling *c)
{
    const game *g = e->g;
    const rule_castling *rule = &g->rules->castlings[c->rule];
    if (!(e->p->state.rights >> c->right & 1)) {
        text_print(e->out, "the right to castle (%s) is lost or was never there", rule->name);
    } else if (g->core->in_check(e->p, e->p->state.mover)) {
        text_put(e->out, "a king in check may not castle");
    } else {
        int cell = 0;
        while (cell < g->cells && !(set_has(g->sets + c->clear, (unsigned)cell) && e->p->board[cell])) {
            cell++;
        }
        if (cell < g->cells) {
            text_print(e->out, "castling (%s): %s is occupied", rule->name, cell_name(e, (unsigned)cell));
        } else {
            castling_way_attacked(e, c);
        }
    }
    finish(e, rule->place);
}

static bool explain_castling(explainer *e, cell_id from, cell_id to)
{
    const game *g = e->g;
    for (int i = 0; i < g->castling_count; i++) {
        const castling *c = &g->castlings[i];
        const rule_castling *rule = &g->rules->castlings[c->rule];
        cell_id target = rule->written_as_capture ? c->partner_from : c->king_to;
        bool meant = rule->written_as ? strcmp(rule->written_as, e->words) == 0 : c->king_from == from && target == to;
        if (meant && g->right[c->right].player == e->p->state.mover && e->p->board[c->king_from] == c->king) {
            refuse_castling(e, c);
            return true;
        }
    }
    return false;
}

/* ---- a step from cell to cell: reasons, each of which says whether it was it ---- */

typedef struct wish {
    cell_id from, to;
    man_id man, there;
    bool nobodys; /* he who moves moves it as his own */
} wish;

static bool not_his(explainer *e, const wish *w)
{
    if (w->man == MAN_NONE) {
        text_print(e->out, "there is no man on %s", cell_name(e, w->from));
    } else if (e->g->man_owner[w->man] != e->p->state.mover) {
        text_print(e->out, "the %s on %s is %s's, and %s moves", type_name(e, w->man), cell_name(e, w->from),
                   owner_name(e, w->man), player_name(e, e->p->state.mover));
    } else {
        return false;
    }
    finish(e, (place){0});
    return true;
}

/* Moves between the same cells: the text only lacks, or has too much of, what stands between or behind them. */
static bool written_otherwise(explainer *e, const wish *w, const move_list *legal, size_t length)
{
    bool any = false;
    notation notes;
    notation_begin(&notes, e->p);
    for (size_t i = 0; i < legal->count; i++) {
        char own[MOVE_TEXT_MAX];
        move m = legal->moves[i];
        notation_write(&notes, m, own);
        bool meant = move_kind_of(m) <= MOVE_CHAIN && move_kind_of(m) != MOVE_DROP && move_from(m) == w->from &&
                     move_to(m) == w->to;
        if (meant || strncmp(own, e->words, length) == 0) {
            text_print(e->out, "%s%s", any ? ", " : "it is written ", own);
            any = true;
        }
    }
    if (any) {
        const rule_piece *piece = piece_rule(e, w->man);
        finish(e, piece->promotion_count ? piece->promotions[0].place : piece->place);
    }
    return any;
}

static bool cannot_leave(explainer *e, const wish *w)
{
    const uint64_t *allowed = e->g->allowed[e->g->man_owner[w->man]];
    if (e->g->core->frozen(e->p, w->from)) {
        text_print(e->out, "the %s on %s is frozen by an enemy beside it", type_name(e, w->man), cell_name(e, w->from));
        finish(e, piece_rule(e, w->man)->place);
        return true;
    }
    if (allowed && !set_has(allowed + (size_t)w->from * (size_t)e->g->words, w->to)) {
        text_print(e->out, "no man of %s's may go from %s to %s", owner_name(e, w->man), cell_name(e, w->from),
                   cell_name(e, w->to));
        finish(e, e->g->rules->filter_place);
        return true;
    }
    return false;
}

static bool line_blocked(explainer *e, const wish *w)
{
    bool on_line = false;
    cell_id blocker = blocker_on_line(e, w->man, w->from, w->to, &on_line);
    if (!on_line || blocker == CELL_NONE) {
        return false;
    }
    text_print(e->out, "the %s's way is blocked on %s by the %s", type_name(e, w->man), cell_name(e, blocker),
               type_name(e, e->p->board[blocker]));
    origin_fit fit;
    const rule_move *rule = origin_find(e->g, w->man, w->from, w->to, 0, &fit);
    finish(e, rule ? rule->place : piece_rule(e, w->man)->place);
    return true;
}

/* Whether one of the men stands that the movement asks for. */
static bool stands_beside(const explainer *e, const special *s)
{
    const game *g = e->g;
    for (int cell = 0; cell < g->cells; cell++) {
        man_id man = e->p->board[cell];
        if (man && set_has(g->sets + s->beside, (unsigned)cell) && g->type[g->man_type[man]].piece == s->beside_piece &&
            s->beside_owners >> g->man_owner[man] & 1) {
            return true;
        }
    }
    return false;
}

static bool condition_fails(explainer *e, const wish *w, const special *s)
{
    const game *g = e->g;
    if (s->needs_beside && !stands_beside(e, s)) {
        text_print(e->out, "nobody stands where the %s's rule wants him: `%s` under `if`", type_name(e, w->man),
                   g->rules->pieces[s->beside_piece].name);
        return true;
    }
    for (int cell = 0; s->first_clear != CELL_NONE && cell < g->cells; cell++) {
        if (set_has(g->sets + s->clear, (unsigned)cell) && e->p->board[cell]) {
            text_print(e->out, "the %s's way is blocked on %s by the %s", type_name(e, w->man),
                       cell_name(e, (unsigned)cell), type_name(e, e->p->board[cell]));
            return true;
        }
    }
    if (s->right >= 0 && !(e->p->state.rights >> s->right & 1)) {
        text_print(e->out, "the %s has moved before: that leap is for its first move", type_name(e, w->man));
        return true;
    }
    return false;
}

static bool conditions_fail(explainer *e, const wish *w)
{
    const man_plan *plan = &e->g->plans[w->man];
    for (uint32_t i = plan->special_start ? plan->special_start[w->from] : 1;
         plan->special_start && i < plan->special_start[w->from + 1]; i++) {
        const special *s = &plan->specials[i];
        bool foe = w->there && e->g->man_owner[w->there] != e->g->man_owner[w->man];
        bool meant = s->kind == SPECIAL_LEAP && s->to == w->to && (!foe || s->modes & LEG_CAPTURE);
        if (meant && condition_fails(e, w, s)) {
            finish(e, s->rule->place);
            return true;
        }
    }
    return false;
}

/* Whether the man cannot be taken because its owner has missed his turn. */
static bool is_sheltered(const explainer *e, man_id man, cell_id at)
{
    const rule_stuck *rule = &e->g->rules->stuck;
    int value = e->p->more.counters[rule->counter + e->g->man_owner[man]];
    if (value >= STUCK_RETURNING) {
        return rule->sheltered_return && value != STUCK_RETURNING + at;
    }
    return value == STUCK_STALEMATED ? rule->stalemated.untouchable : value > STUCK_NOT && rule->mated.untouchable;
}

/* What stands there may not be taken by anybody, or not by him. */
static bool target_is_safe(explainer *e, const wish *w)
{
    const game *g = e->g;
    const char *at = cell_name(e, w->to);
    if (!w->there) {
        return false;
    }
    const char *type = type_name(e, w->there);
    place rule = {0};
    if (g->man_owner[w->there] == g->man_owner[w->man] && !w->nobodys) {
        text_print(e->out, "%s holds your own %s", at, type);
    } else if (!w->nobodys && !(g->enemies[g->man_owner[w->man]] >> g->man_owner[w->there] & 1)) {
        text_print(e->out, "%s holds the %s of %s, a partner", at, type, owner_name(e, w->there));
    } else if (g->man_royal[w->there]) {
        text_print(e->out, "the %s on %s is royal and is never taken", type, at);
        rule = piece_rule(e, w->there)->place;
    } else if (g->core->sheltered(e->p, w->to)) {
        text_print(e->out, "the %s on %s cannot be taken, by its own rule or a neighbour's", type, at);
        rule = piece_rule(e, w->there)->place;
    } else if (g->absences && g->man_owner[w->there] < g->players && is_sheltered(e, w->there, w->to)) {
        text_print(e->out, "the %s on %s cannot be taken: %s has missed his turn", type, at, owner_name(e, w->there));
        rule = g->rules->stuck.place;
    } else {
        return false;
    }
    finish(e, rule);
    return true;
}

/* A movement that leads there, but only to take or only to an empty cell, or only from or to other places. */
static bool movement_differs(explainer *e, const wish *w)
{
    origin_fit fit;
    unsigned modes = w->there ? LEG_CAPTURE : LEG_MOVE;
    const rule_move *rule = origin_find(e->g, w->man, w->from, w->to, modes, &fit);
    bool other = !rule;
    rule = rule ? rule : origin_find(e->g, w->man, w->from, w->to, LEG_MOVE | LEG_CAPTURE | LEG_PASSING, &fit);
    if (!rule || fit == ORIGIN_NONE || (fit == ORIGIN_FITS && !other)) {
        return false;
    }
    const char *type = type_name(e, w->man), *from = cell_name(e, w->from), *to = cell_name(e, w->to);
    if (fit == ORIGIN_ELSEWHERE) {
        text_print(e->out, "the %s's movement `%s` begins only in the zone `%s`, and %s is not there", type,
                   rule->notation ? rule->notation : "", rule->from.string, from);
    } else if (fit == ORIGIN_BEYOND) {
        text_print(e->out, "the %s's movement `%s` ends only in the zone `%s`, and %s is not there", type,
                   rule->notation ? rule->notation : "", rule->to.string, to);
    } else if (fit == ORIGIN_FIRST) {
        text_print(e->out, "the %s goes from %s to %s only where it stands at the start", type, from, to);
    } else if (w->there) {
        text_print(e->out, "the %s goes from %s to %s only without a capture, and the %s stands there", type, from, to,
                   type_name(e, w->there));
    } else {
        text_print(e->out, "the %s goes from %s to %s only with a capture, and %s is empty", type, from, to, to);
    }
    finish(e, rule->place);
    return true;
}

static void explain_step(explainer *e, cell_id from, cell_id to, const char *rest, const move_list *legal)
{
    const game *g = e->g;
    wish w = {from, to, e->p->board[from], e->p->board[to], false};
    w.nobodys = w.man && g->man_owner[w.man] == g->nobody;
    w.man = w.nobodys ? game_man(g, e->p->state.mover, g->man_type[w.man]) : w.man;
    if (not_his(e, &w) || written_otherwise(e, &w, legal, (size_t)(rest - e->words)) || explain_castling(e, from, to) ||
        cannot_leave(e, &w) || line_blocked(e, &w) || conditions_fail(e, &w) || target_is_safe(e, &w) ||
        movement_differs(e, &w)) {
        return;
    }
    text_print(e->out, "no rule takes the %s from %s to %s%s", type_name(e, w.man), cell_name(e, from),
               cell_name(e, to), w.there ? " with a capture" : "");
    finish(e, piece_rule(e, w.man)->place);
}

/* ---- drops ---- */

/* Where boards have names, a drop begins with one: A:N@f6. Its level, -1 without one; `*words` goes behind it. */
static int read_board(const game *g, const char **words)
{
    for (int level = 0; level < g->topology.levels && g->rules->board_names; level++) {
        size_t length = strlen(g->rules->board_names[level]);
        if (strncmp(*words, g->rules->board_names[level], length) == 0 && (*words)[length] == ':') {
            *words += length + 1;
            return level;
        }
    }
    return -1;
}

static bool drops_endlessly(const explainer *e, man_id man)
{
    const drop_table *drops = e->g->drops[e->p->state.mover];
    for (int i = 0; i < e->g->drop_count[e->p->state.mover]; i++) {
        if (drops[i].man == man) {
            return !drops[i].held;
        }
    }
    return false;
}

static man_id man_written(const explainer *e, const char *words, size_t length)
{
    man_id found = MAN_NONE;
    for (int type = 0; type < e->g->types; type++) {
        const char *own = e->g->type[type].capital;
        if (strlen(own) == length && memcmp(own, words, length) == 0) {
            found = game_man(e->g, e->p->state.mover, type);
        }
    }
    return found;
}

/* It is in hand and the cell is empty. */
static void refuse_drop(explainer *e, man_id man, cell_id to)
{
    const rule_drop *rule = &piece_rule(e, man)->drop;
    for (int i = 0; i < e->g->drop_count[e->p->state.mover]; i++) {
        const drop_table *d = &e->g->drops[e->p->state.mover][i];
        if (d->man != man || !set_has(e->g->sets + d->zone, to)) {
            continue;
        }
        if (d->below) {
            text_print(e->out, "on %s the %s would not rest on anything", cell_name(e, to), type_name(e, man));
        } else {
            text_print(e->out, "the file already holds %d %s of %s", d->per_file, type_name(e, man),
                       owner_name(e, man));
        }
        finish(e, rule->place);
        return;
    }
    text_print(e->out, "a %s may not be dropped on %s", type_name(e, man), cell_name(e, to));
    finish(e, rule->place.source ? rule->place : piece_rule(e, man)->place);
}

static void explain_drop(explainer *e, const char *at_sign)
{
    const game *g = e->g;
    const char *words = e->words;
    int board = read_board(g, &words), mover = e->p->state.mover;
    cell_id to = topology_cell_on(&g->topology, board, at_sign + 1, strlen(at_sign + 1));
    man_id man = man_written(e, words, (size_t)(at_sign - words));
    if (!g->dropping) {
        text_put(e->out, "there are no drops in this game");
    } else if (!man) {
        text_put(e->out, "no piece is written `");
        text_add_safe(e->out, words, (size_t)(at_sign - words));
        text_put(e->out, "`");
    } else if (to == CELL_NONE) {
        text_put(e->out, "`");
        text_add_safe(e->out, at_sign + 1, strlen(at_sign + 1));
        text_put(e->out, "` is no cell of this board");
    } else if (g->own_boards && g->topology.level[to] != g->board_of[mover]) {
        text_print(e->out, "%s moves, and he does not play on board %s", player_name(e, mover),
                   g->rules->board_names[g->topology.level[to]]);
    } else if (!drops_endlessly(e, man) && (!g->held_as[man] || !position_hand(e->p)[g->held_as[man]])) {
        man_id held = g->held_as[man] ? g->held_as[man] : man;
        text_print(e->out, "%s has no %s in hand", owner_name(e, man), type_name(e, held));
    } else if (e->p->board[to]) {
        text_print(e->out, "%s is occupied", cell_name(e, to));
    } else {
        refuse_drop(e, man, to);
        return;
    }
    finish(e, (place){0});
}

/* ---- the rest ---- */

/* A move that makes a line must say whom it takes. */
static bool explain_line(explainer *e, const move_list *pseudo)
{
    size_t length = strlen(e->words);
    notation notes;
    notation_begin(&notes, e->p);
    for (size_t i = 0; i < pseudo->count; i++) {
        char own[MOVE_TEXT_MAX];
        notation_write(&notes, pseudo->moves[i], own);
        if (move_extra(pseudo->moves[i]) && strncmp(own, e->words, length) == 0 && own[length] == 'x') {
            text_print(e->out, "it makes a line, which takes a man: say which, as in %s", own);
            finish(e, e->g->rules->captures.line.place);
            return true;
        }
    }
    return false;
}

static void explain_claim(explainer *e)
{
    for (int i = 0; i < e->g->ending_count; i++) {
        const rule_ending *rule = e->g->endings[i].rule;
        if (rule->claim && strcmp(rule->claim, e->words + 6) == 0) {
            text_put(e->out, "the condition of that claim does not hold");
            finish(e, rule->place);
            return;
        }
    }
    text_put(e->out, "there is no such claim in this game");
    finish(e, (place){0});
}

static const char *why_no_pass(const explainer *e)
{
    rule_pass when = e->g->rules->turn.pass;
    bool checked = e->g->core->in_check(e->p, e->p->state.mover);
    return when == PASS_NEVER                                                   ? "nobody passes in this game"
           : when == PASS_UNCHECKED && checked                                  ? "nobody passes out of check"
           : (when == PASS_STUCK || when == PASS_STALEMATED) && !e->p->more.ply ? "who has a move may not pass"
                                                                                : "nobody may pass here";
}

static bool explain_word(explainer *e)
{
    const rule_turn *turn = &e->g->rules->turn;
    if (strcmp(e->words, "wait") == 0 && e->g->own_boards) {
        text_put(e->out, turn->wait_any || turn->wait_parry ? "nobody may wait here" : "nobody waits in this game");
    } else if (strncmp(e->words, "roll ", 5) == 0) {
        text_put(e->out, e->g->outcome_count ? "the dice are not to be thrown now, or cannot show that"
                                             : "there are no dice in this game");
    } else if (strcmp(e->words, turn->pass_word ? turn->pass_word : "pass") == 0) {
        text_put(e->out, why_no_pass(e));
    } else if (turn->closed_word && strcmp(e->words, turn->closed_word) == 0) {
        text_put(e->out, "the turn cannot be closed here");
    } else {
        return false;
    }
    finish(e, turn->place);
    return true;
}

static void no_move_at_all(explainer *e)
{
    text_put(e->out, "`");
    text_add_safe(e->out, e->words, strlen(e->words));
    text_print(e->out, "` is not a move: write the cell it leaves and the cell it goes to, as %s%s", cell_name(e, 0),
               behind_board(cell_name(e, e->g->cells > 1 ? 1 : 0)));
    finish(e, (place){0});
}

void explain_illegal(explainer *e, const move_list *legal, move_list *pseudo)
{
    text_put(e->out, "illegal: ");
    verdict v = record_verdict(e->r);
    if (v.kind != VERDICT_ONGOING) {
        text_print(e->out, "the game is over: %s", v.reason);
        finish(e, v.rule ? v.rule->place : (place){0});
        return;
    }
    if (strncmp(e->words, "claim-", 6) == 0) {
        explain_claim(e);
        return;
    }
    e->g->core->pseudo(e->p, pseudo);
    move m = notation_find(e->p, pseudo, e->words);
    if (m != MOVE_NONE) {
        explain_pseudo(e, m, pseudo);
        return;
    }
    if (explain_word(e) || (e->g->takes_by_line && explain_line(e, pseudo))) {
        return;
    }
    const char *at_sign = strchr(e->words, '@'), *rest;
    if (at_sign) {
        explain_drop(e, at_sign);
        return;
    }
    cell_id cells[2];
    if (read_cells(e, e->words, cells, &rest) == 2) {
        explain_step(e, cells[0], cells[1], rest, legal);
    } else if (!explain_castling(e, CELL_NONE, CELL_NONE)) {
        no_move_at_all(e);
    }
}
