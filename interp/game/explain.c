#include "game/explain.h"

#include "game/ending.h"
#include "game/notation.h"
#include "game/plan.h"

#include <stdlib.h>
#include <string.h>

typedef struct explainer {
    record *r;
    const game *g;
    position *p;
    const char *words;
    text *out;
} explainer;

static void put_place(explainer *e, place at)
{
    if (at.source) {
        text_put(e->out, " (");
        text_add_safe(e->out, at.source->name, strlen(at.source->name));
        text_print(e->out, ":%u)", at.line);
    }
}

static void finish(explainer *e, place at)
{
    put_place(e, at);
    text_char(e->out, '\n');
}

static const char *type_name(const explainer *e, man_id man)
{
    return e->g->type[e->g->man_type[man]].name;
}

static const char *owner_name(const explainer *e, man_id man)
{
    return e->g->rules->players[e->g->man_owner[man]].name;
}

static place piece_place(const explainer *e, man_id man)
{
    return e->g->rules->pieces[e->g->type[e->g->man_type[man]].piece].place;
}

/* ---- legal moves: what they do ---- */

static void tell_cells(explainer *e, const undo *u)
{
    /* A cell that was written several times counts with its first old and its last new content. */
    for (unsigned i = 0; i < u->count; i++) {
        unsigned slot = u->entries[i].slot, kind = u->entries[i].kind;
        bool again = kind != UNDO_CELL && kind != UNDO_HAND;
        for (unsigned k = 0; k < i && !again; k++) {
            again = u->entries[k].slot == slot && u->entries[k].kind == kind;
        }
        if (again) {
            continue;
        }
        if (kind == UNDO_HAND) {
            man_id man = (man_id)slot;
            int count = position_hand(e->p)[man];
            text_print(e->out, "hand: %s has %d %s\n", owner_name(e, man), count, type_name(e, man));
            continue;
        }
        man_id old = u->entries[i].old, now = e->p->board[slot];
        const char *name = e->g->topology.names[slot];
        if (old && now) {
            text_print(e->out, "%s: %s %s gives way to %s %s\n", name, owner_name(e, old), type_name(e, old),
                       owner_name(e, now), type_name(e, now));
        } else if (now) {
            text_print(e->out, "%s: %s %s\n", name, owner_name(e, now), type_name(e, now));
        } else if (old) {
            text_print(e->out, "%s: empty, was %s %s\n", name, owner_name(e, old), type_name(e, old));
        }
    }
}

static void tell_state(explainer *e, const position_state *before, const position_more *more)
{
    const position_state *now = &e->p->state;
    for (int i = 0; i < e->g->rights; i++) {
        if ((before->rights & ~now->rights) >> i & 1) {
            text_print(e->out, "right lost: %s, %c on %s\n", e->g->rules->players[e->g->right[i].player].name,
                       e->g->right[i].letter, e->g->topology.names[e->g->right[i].cell]);
        }
        if ((now->rights & ~before->rights) >> i & 1) {
            text_print(e->out, "right back: %s, %c on %s\n", e->g->rules->players[e->g->right[i].player].name,
                       e->g->right[i].letter, e->g->topology.names[e->g->right[i].cell]);
        }
    }
    for (unsigned i = 0; i < now->passed_count; i++) {
        text_print(e->out, "open to en passant: %s\n", e->g->topology.names[now->passed[i].cell]);
    }
    for (size_t i = 0; i < e->g->rules->counter_count; i++) {
        if (e->p->more.counters[i] != more->counters[i]) {
            text_print(e->out, "counter: %s is %d\n", e->g->rules->counters[i], e->p->more.counters[i]);
        }
    }
    text_print(e->out, "turn: %s\n", e->g->rules->players[now->mover].name);
    if (e->g->core->in_check(e->p, now->mover)) {
        text_print(e->out, "check: %s\n", e->g->rules->players[now->mover].name);
    }
}

/* Moves that are no man's. */
static void explain_rare(explainer *e, move m)
{
    const ruleset *rules = e->g->rules;
    if (move_kind_of(m) == MOVE_HOOK) {
        const rule_hook *rule = e->g->listings[move_number(m)].rule;
        text_print(e->out, "hook %s", rule->function);
        finish(e, rule->place);
    } else if (move_kind_of(m) == MOVE_ROLL) {
        text_put(e->out, "the dice");
        finish(e, rules->chance.place);
    } else {
        text_put(e->out, "the turn");
        finish(e, rules->turn.place);
    }
}

static bool explain_legal(explainer *e, move m)
{
    text_put(e->out, "legal\n");
    if (move_kind_of(m) == MOVE_CLAIM) {
        const rule_ending *rule = e->g->endings[move_number(m)].rule;
        text_print(e->out, "ends the game: %s", rule->name);
        finish(e, rule->place);
        return true;
    }
    man_id man = move_kind_of(m) == MOVE_DROP           ? game_man(e->g, e->p->state.mover, (int)move_into(m) - 1)
                 : move_from(m) < (unsigned)e->g->cells ? e->p->board[move_from(m)]
                                                        : MAN_NONE;
    text_put(e->out, "rule: ");
    if (!man || move_kind_of(m) == MOVE_HOOK) {
        explain_rare(e, m);
    } else if (move_kind_of(m) == MOVE_CASTLE) {
        const rule_castling *rule = &e->g->rules->castlings[e->g->castlings[move_number(m)].rule];
        text_print(e->out, "castling %s", rule->name);
        finish(e, rule->place);
    } else {
        text_print(e->out, "%s", type_name(e, man));
        finish(e, piece_place(e, man));
    }
    if (!record_reserve(e->r, 1)) {
        return true;
    }
    position_state before = e->p->state;
    position_more more = e->p->more;
    record_push(e->r, m);
    tell_cells(e, &e->r->undos[e->r->count - 1]);
    tell_state(e, &before, &more);
    record_pop(e->r);
    return true;
}

/* ---- illegal ones ---- */

static bool refuse(explainer *e, place at)
{
    finish(e, at);
    return false;
}

static bool names_attacker(explainer *e, int player)
{
    cell_id royals[8];
    int count = e->g->core->royals_of(e->p, player, royals, 8);
    for (int i = 0; i < count && i < 8; i++) {
        for (int by = 0; by < e->g->players; by++) {
            cell_id from;
            if (!(e->g->enemies[player] >> by & 1) || !e->g->core->attackers(e->p, royals[i], by, &from, 1)) {
                continue;
            }
            man_id royal = e->p->board[royals[i]], man = e->p->board[from];
            text_print(e->out, "your %s on %s would stand in check from the %s on %s", type_name(e, royal),
                       e->g->topology.names[royals[i]], type_name(e, man), e->g->topology.names[from]);
            finish(e, piece_place(e, royal));
            return true;
        }
    }
    return false;
}

static bool explain_drop_limit(explainer *e, move m)
{
    man_id man = game_man(e->g, e->p->state.mover, (int)move_into(m) - 1);
    const rule_drop *rule = &e->g->rules->pieces[e->g->type[e->g->man_type[man]].piece].drop;
    undo u;
    e->g->core->play(e->p, m, &u);
    bool mates = !e->g->core->any(e->p);
    bool checks = e->g->core->in_check(e->p, e->p->state.mover);
    e->g->core->undo(e->p, &u);
    if (checks && !rule->check) {
        text_print(e->out, "a dropped %s may not give check", type_name(e, man));
        return refuse(e, rule->place);
    }
    if (checks && mates && !rule->mate) {
        text_print(e->out, "a dropped %s may not give mate", type_name(e, man));
        return refuse(e, rule->place);
    }
    text_put(e->out, "a rule on drops forbids it");
    return refuse(e, rule->place);
}

/* What the dice have against a move of a man; true when they have nothing. */
static bool explain_dice(explainer *e, move m)
{
    const position_more *more = &e->p->more;
    if (more->rolls) {
        text_put(e->out, "the dice are thrown first");
        return refuse(e, e->g->rules->chance.place);
    }
    man_id man = move_from(m) < (unsigned)e->g->cells ? e->p->board[move_from(m)] : MAN_NONE;
    const dice_outcome *o = more->roll ? &e->g->outcomes[more->roll - 1] : NULL;
    if (!o || !o->limits || !man || move_kind_of(m) == MOVE_CASTLE) {
        return true;
    }
    int piece = e->g->type[e->g->man_type[man]].piece;
    if (!set_has(o->movers, (unsigned)piece)) {
        text_print(e->out, "the dice do not move a %s", e->g->rules->pieces[piece].name);
        return refuse(e, e->g->rules->chance.place);
    }
    return true;
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

/* The movement exists; what stands against the whole move? */
static bool explain_pseudo(explainer *e, move m)
{
    int mover = e->p->state.mover;
    if (e->g->outcome_count && !explain_dice(e, m)) {
        return false;
    }
    undo u;
    int royals = e->g->core->royals_of(e->p, mover, NULL, 0);
    e->g->core->play(e->p, m, &u);
    bool exposed = e->g->core->in_check(e->p, mover);
    bool blown = e->g->blasts && e->g->core->royals_of(e->p, mover, NULL, 0) < royals;
    if (blown) {
        text_put(e->out, "it would blow up a royal man of your own");
        e->g->core->undo(e->p, &u);
        return refuse(e, e->g->rules->blast.place);
    }
    if (exposed && !names_attacker(e, mover)) {
        text_put(e->out, "your royal man could be taken in passing\n");
    }
    e->g->core->undo(e->p, &u);
    if (exposed) {
        return false;
    }
    if (move_kind_of(m) == MOVE_DROP && !e->g->core->allowed(e->p, m)) {
        return explain_drop_limit(e, m);
    }
    refusal why;
    if (e->g->core->refused(e->p, m, &why)) {
        text_print(e->out, "refused by hook %s%s%s", why.rule->function, why.words[0] ? ": " : "", why.words);
        return refuse(e, why.rule->place);
    }
    for (int i = 0; i < e->g->ending_count; i++) {
        if (e->g->endings[i].rule->illegal) {
            text_put(e->out, "it would repeat the position once too often");
            return refuse(e, e->g->endings[i].rule->place);
        }
    }
    const rule_move *silent = silent_movement(e, m);
    if (silent) {
        text_put(e->out, "that movement may not give check");
        return refuse(e, silent->place);
    }
    text_put(e->out, "a rule forbids it");
    return refuse(e, (place){0});
}

enum { CELL_NAME_MAX = 64 };

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

/* The cells that the text names: up to two, with what follows. */
static int read_cells(const explainer *e, const char *words, cell_id cells[2], const char **rest)
{
    int count = 0;
    while (count < 2) {
        size_t best = 0;
        cell_id found = CELL_NONE;
        for (size_t n = 2; n <= CELL_NAME_MAX && n <= strlen(words); n++) {
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

static bool explain_castling(explainer *e, cell_id from, cell_id to)
{
    const game *g = e->g;
    for (int i = 0; i < g->castling_count; i++) {
        const castling *c = &g->castlings[i];
        const rule_castling *rule = &g->rules->castlings[c->rule];
        cell_id target = rule->written_as_capture ? c->partner_from : c->king_to;
        bool meant = rule->written_as ? strcmp(rule->written_as, e->words) == 0 : c->king_from == from && target == to;
        if (!meant || g->right[c->right].player != e->p->state.mover || e->p->board[c->king_from] != c->king) {
            continue;
        }
        if (!(e->p->state.rights >> c->right & 1)) {
            text_print(e->out, "the right to castle (%s) is lost or was never there", rule->name);
        } else if (g->core->in_check(e->p, e->p->state.mover)) {
            text_put(e->out, "a king in check may not castle");
        } else {
            for (int cell = 0; cell < g->cells; cell++) {
                if (set_has(g->sets + c->clear, (unsigned)cell) && e->p->board[cell]) {
                    text_print(e->out, "castling (%s): %s is occupied", rule->name, g->topology.names[cell]);
                    refuse(e, rule->place);
                    return true;
                }
            }
            text_print(e->out, "castling (%s): the king's way is attacked", rule->name);
            for (int cell = 0; cell < g->cells; cell++) {
                for (int by = 0; by < g->players; by++) {
                    if (set_has(g->sets + c->path, (unsigned)cell) && (g->enemies[e->p->state.mover] >> by & 1) &&
                        g->core->attackers(e->p, (cell_id)cell, by, NULL, 0)) {
                        text_print(e->out, " on %s", g->topology.names[cell]);
                        by = g->players;
                        cell = g->cells - 1;
                    }
                }
            }
        }
        refuse(e, rule->place);
        return true;
    }
    return false;
}

/* Moves that begin with the same cells: the text only lacks (or has too much of) what follows. */
static bool explain_ending(explainer *e, const move_list *legal, size_t length)
{
    bool any = false;
    for (size_t i = 0; i < legal->count; i++) {
        char own[MOVE_TEXT_MAX];
        notation_write(e->p, legal->moves[i], own);
        if (strncmp(own, e->words, length) == 0) {
            text_print(e->out, "%s%s", any ? ", " : "it is written ", own);
            any = true;
        }
    }
    return any;
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

static bool explain_step(explainer *e, cell_id from, cell_id to, const char *rest, const move_list *legal)
{
    const game *g = e->g;
    const char *const *names = g->topology.names;
    man_id man = e->p->board[from], there = e->p->board[to];
    if (!man) {
        text_print(e->out, "there is no man on %s", names[from]);
        return refuse(e, (place){0});
    }
    bool nobodys = g->man_owner[man] == g->nobody; /* he who moves moves it as his own */
    man = nobodys ? game_man(g, e->p->state.mover, g->man_type[man]) : man;
    if (g->man_owner[man] != e->p->state.mover) {
        text_print(e->out, "the %s on %s is %s's, and %s moves", type_name(e, man), names[from], owner_name(e, man),
                   g->rules->players[e->p->state.mover].name);
        return refuse(e, (place){0});
    }
    if (explain_ending(e, legal, (size_t)(rest - e->words))) {
        const rule_piece *piece = &g->rules->pieces[g->type[g->man_type[man]].piece];
        return refuse(e, piece->promotion_count ? piece->promotions[0].place : piece->place);
    }
    if (explain_castling(e, from, to)) {
        return false;
    }
    if (g->core->frozen(e->p, from)) {
        text_print(e->out, "the %s on %s is frozen by an enemy beside it", type_name(e, man), names[from]);
        return refuse(e, piece_place(e, man));
    }
    const uint64_t *allowed = g->allowed[g->man_owner[man]];
    if (allowed && !set_has(allowed + (size_t)from * (size_t)g->words, to)) {
        text_print(e->out, "no man of %s's may go from %s to %s", owner_name(e, man), names[from], names[to]);
        return refuse(e, g->rules->filter_place);
    }
    bool on_line = false;
    cell_id blocker = blocker_on_line(e, man, from, to, &on_line);
    if (on_line && blocker != CELL_NONE) {
        text_print(e->out, "the %s's way is blocked on %s", type_name(e, man), names[blocker]);
        return refuse(e, piece_place(e, man));
    }
    const man_plan *plan = &g->plans[man];
    for (uint32_t i = plan->special_start ? plan->special_start[from] : 1;
         plan->special_start && i < plan->special_start[from + 1]; i++) {
        const special *s = &plan->specials[i];
        if (s->kind != SPECIAL_LEAP || s->to != to) {
            continue;
        }
        if (s->needs_beside && !stands_beside(e, s)) {
            text_print(e->out, "nobody stands where the %s's rule wants him: `%s` under `if`", type_name(e, man),
                       g->rules->pieces[s->beside_piece].name);
            return refuse(e, s->rule->place);
        }
        for (int cell = 0; s->first_clear != CELL_NONE && cell < g->cells; cell++) {
            if (set_has(g->sets + s->clear, (unsigned)cell) && e->p->board[cell]) {
                text_print(e->out, "the %s's way is blocked on %s", type_name(e, man), names[cell]);
                return refuse(e, s->rule->place);
            }
        }
        if (s->right >= 0 && !(e->p->state.rights >> s->right & 1)) {
            text_print(e->out, "the %s has moved before: that leap is for its first move", type_name(e, man));
            return refuse(e, s->rule->place);
        }
    }
    if (there && g->man_owner[there] == g->man_owner[man] && !nobodys) {
        text_print(e->out, "%s holds your own %s", names[to], type_name(e, there));
        return refuse(e, (place){0});
    }
    if (there && !nobodys && !(g->enemies[g->man_owner[man]] >> g->man_owner[there] & 1)) {
        text_print(e->out, "%s holds the %s of %s, a partner", names[to], type_name(e, there), owner_name(e, there));
        return refuse(e, (place){0});
    }
    if (there && g->man_royal[there]) {
        text_print(e->out, "the %s on %s is royal and is never taken", type_name(e, there), names[to]);
        return refuse(e, piece_place(e, there));
    }
    if (there && g->core->sheltered(e->p, to)) {
        text_print(e->out, "the %s on %s cannot be taken, by its own rule or a neighbour's", type_name(e, there),
                   names[to]);
        return refuse(e, piece_place(e, there));
    }
    if (there && g->absences && g->man_owner[there] < g->players && is_sheltered(e, there, to)) {
        text_print(e->out, "the %s on %s cannot be taken: %s has missed his turn", type_name(e, there), names[to],
                   owner_name(e, there));
        return refuse(e, g->rules->stuck.place);
    }
    text_print(e->out, "no rule takes the %s from %s to %s%s", type_name(e, man), names[from], names[to],
               there ? " with a capture" : "");
    return refuse(e, piece_place(e, man));
}

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

static bool explain_drop(explainer *e, const char *at_sign)
{
    const game *g = e->g;
    const char *words = e->words;
    int board = read_board(g, &words);
    size_t letter = (size_t)(at_sign - words);
    cell_id to = topology_cell_on(&g->topology, board, at_sign + 1, strlen(at_sign + 1));
    man_id man = MAN_NONE;
    for (int type = 0; type < g->types; type++) {
        const char *own = g->type[type].capital;
        if (strlen(own) == letter && memcmp(own, words, letter) == 0) {
            man = game_man(g, e->p->state.mover, type);
        }
    }
    if (!g->dropping) {
        text_put(e->out, "there are no drops in this game");
    } else if (!man) {
        text_print(e->out, "no piece is written `%.*s`", (int)letter, words);
    } else if (to == CELL_NONE) {
        text_print(e->out, "`%s` is no cell of this board", at_sign + 1);
    } else if (g->own_boards && g->topology.level[to] != g->board_of[e->p->state.mover]) {
        text_print(e->out, "%s moves, and he does not play on board %s", g->rules->players[e->p->state.mover].name,
                   g->rules->board_names[g->topology.level[to]]);
    } else if (!drops_endlessly(e, man) && (!g->held_as[man] || !position_hand(e->p)[g->held_as[man]])) {
        man_id held = g->held_as[man] ? g->held_as[man] : man;
        text_print(e->out, "%s has no %s in hand", owner_name(e, man), type_name(e, held));
    } else if (e->p->board[to]) {
        text_print(e->out, "%s is occupied", g->topology.names[to]);
    } else {
        const rule_drop *rule = &g->rules->pieces[g->type[g->man_type[man]].piece].drop;
        for (int i = 0; i < g->drop_count[e->p->state.mover]; i++) {
            const drop_table *d = &g->drops[e->p->state.mover][i];
            if (d->man == man && set_has(g->sets + d->zone, to)) {
                if (d->below) {
                    text_print(e->out, "on %s the %s would not rest on anything", g->topology.names[to],
                               type_name(e, man));
                } else {
                    text_print(e->out, "the file already holds %d %s of %s", d->per_file, type_name(e, man),
                               owner_name(e, man));
                }
                return refuse(e, rule->place);
            }
        }
        text_print(e->out, "a %s may not be dropped on %s", type_name(e, man), g->topology.names[to]);
        return refuse(e, rule->place.source ? rule->place : piece_place(e, man));
    }
    return refuse(e, (place){0});
}

/* A move that makes a line must say whom it takes. */
static bool explain_line(explainer *e, const move_list *pseudo)
{
    size_t length = strlen(e->words);
    for (size_t i = 0; i < pseudo->count; i++) {
        char own[MOVE_TEXT_MAX];
        notation_write(e->p, pseudo->moves[i], own);
        if (move_extra(pseudo->moves[i]) && strncmp(own, e->words, length) == 0 && own[length] == 'x') {
            text_print(e->out, "it makes a line, which takes a man: say which, as in %s", own);
            (void)refuse(e, e->g->rules->captures.line.place);
            return true;
        }
    }
    return false;
}

static bool explain_illegal(explainer *e, const move_list *legal, move_list *pseudo)
{
    text_put(e->out, "illegal: ");
    verdict v = record_verdict(e->r);
    if (v.kind != VERDICT_ONGOING) {
        text_print(e->out, "the game is over: %s", v.reason);
        return refuse(e, v.rule ? v.rule->place : (place){0});
    }
    if (strncmp(e->words, "claim-", 6) == 0) {
        for (int i = 0; i < e->g->ending_count; i++) {
            const rule_ending *rule = e->g->endings[i].rule;
            if (rule->claim && strcmp(rule->claim, e->words + 6) == 0) {
                text_put(e->out, "the condition of that claim does not hold");
                return refuse(e, rule->place);
            }
        }
        text_put(e->out, "there is no such claim in this game");
        return refuse(e, (place){0});
    }
    e->g->core->pseudo(e->p, pseudo);
    move m = notation_find(e->p, pseudo, e->words);
    if (m != MOVE_NONE) {
        return explain_pseudo(e, m);
    }
    if (strcmp(e->words, "wait") == 0 && e->g->own_boards) {
        bool may = e->g->rules->turn.wait_any || e->g->rules->turn.wait_parry;
        text_put(e->out, may ? "nobody may wait here" : "nobody waits in this game");
        return refuse(e, (place){0});
    }
    if (e->g->takes_by_line && explain_line(e, pseudo)) {
        return false;
    }
    const char *at_sign = strchr(e->words, '@');
    if (at_sign) {
        return explain_drop(e, at_sign);
    }
    cell_id cells[2];
    const char *rest;
    int count = read_cells(e, e->words, cells, &rest);
    if (count < 2 && explain_castling(e, CELL_NONE, CELL_NONE)) {
        return false;
    }
    if (count < 2) {
        text_put(e->out, "`");
        text_add_safe(e->out, e->words, strlen(e->words));
        text_print(e->out, "` is not a move: write the cell it leaves and the cell it goes to, as %s%s",
                   e->g->topology.names[0], behind_board(e->g->topology.names[e->g->cells > 1 ? 1 : 0]));
        return refuse(e, (place){0});
    }
    return explain_step(e, cells[0], cells[1], rest, legal);
}

bool explain_move(record *r, const char *words, text *out)
{
    explainer e = {.r = r, .g = r->game, .p = r->position, .words = words, .out = out};
    size_t room = r->game->moves_max;
    move *moves = malloc(2 * room * sizeof *moves);
    if (!moves) {
        text_put(out, "illegal: out of memory\n");
        return false;
    }
    move_list legal = {moves, 0, room, false}, pseudo = {moves + room, 0, room, false};
    record_moves(r, &legal, true);
    move m = notation_find(r->position, &legal, words);
    bool answer = m != MOVE_NONE ? explain_legal(&e, m) : explain_illegal(&e, &legal, &pseudo);
    free(moves);
    return answer;
}
