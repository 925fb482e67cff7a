/* Bind: the script host on one side, the game's tables of hooks on the other. Neither knows the other. */

#include "ferz_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct binding {
    const ruleset *rules;
    const source *script;
    topology topology;
    script_world world;
    _Atomic uint64_t calls;
};

struct live_binding {
    live_hooks hooks;
    binding *binding;
    const game *game;
    script_host *host;
    int *after, *legal, *made, *listings, *choices, *announces, *ending; /* functions of the host */
    position *listed;       /* where moves were listed last; NULL without such hooks */
    int listing;            /* by this hook; -1: since then the script was asked something else */
    const rule_hook *asked; /* the hook whose effects were asked last */
    const place *caller;    /* the rule that asked the script last */
    char refused[128];      /* what is wrong with its answer, when that is no fault of the script's own */
};

static const char **option_pairs(const ruleset *rules, arena *a)
{
    const char **pairs = arena_new(a, const char *, rules->option_count * 2 + 1);
    for (size_t i = 0; pairs && i < rules->option_count; i++) {
        pairs[2 * i] = rules->options[i].name;
        pairs[2 * i + 1] = rules->options[i].chosen;
    }
    return pairs;
}

static const script_line *lines_for_scripts(const topology *t, arena *a)
{
    script_line *lines = arena_new(a, script_line, t->line_count + 1);
    for (size_t i = 0; lines && i < t->line_count; i++) {
        lines[i] = (script_line){t->lines[i].cells, t->lines[i].count};
    }
    return lines;
}

binding *binding_create(const ruleset *rules, arena *a, diag_list *diags)
{
    binding *b = arena_new(a, binding, 1);
    const char **players = arena_new(a, const char *, rules->player_count + 1);
    const char **types = arena_new(a, const char *, rules->piece_count);
    const char **options = option_pairs(rules, a);
    if (!b || !players || !types || !options) {
        diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
        return NULL;
    }
    b->rules = rules;
    if (!topology_build(&b->topology, a, rules, diags)) {
        return NULL;
    }
    for (size_t i = 0; i < rules->player_count; i++) {
        players[i] = rules->players[i].name;
    }
    players[rules->player_count] = rules->nobody;
    for (size_t i = 0; i < rules->piece_count; i++) {
        types[i] = rules->pieces[i].name;
    }
    const script_line *lines = lines_for_scripts(&b->topology, a);
    if (!lines) {
        diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
        return NULL;
    }
    b->world = (script_world){
        .cells = (size_t)b->topology.cells,
        .columns = (size_t)b->topology.columns,
        .rows = (size_t)b->topology.rows,
        .players = rules->player_count,
        .nobody = rules->nobody != NULL,
        .types = rules->piece_count,
        .cell_names = b->topology.names,
        .cell_columns = b->topology.column,
        .cell_rows = b->topology.row,
        .cell_levels = b->topology.level,
        .lines = lines,
        .line_count = b->topology.line_count,
        .player_names = players,
        .type_names = types,
        .options = options,
    };
    if (rules->script_path) {
        b->script = script_read(diags, rules->script_place, rules->script_path);
        return b->script ? b : NULL;
    }
    return b;
}

uint64_t binding_calls(const binding *b)
{
    return atomic_load_explicit(&((binding *)b)->calls, memory_order_relaxed);
}

void binding_add_calls(binding *b, uint64_t calls)
{
    atomic_fetch_add_explicit(&b->calls, calls, memory_order_relaxed);
}

/* ---- staged ---- */

static bool staged_has(void *host, const char *function)
{
    return script_has(host, function);
}

static bool staged_on_capture(void *host, diag_list *diags, int mover, bool royal, int owner, int victim,
                              int victim_owner, int *becomes)
{
    return script_on_capture(host, diags, mover, royal, owner, victim, victim_owner, becomes);
}

static bool staged_leaps(void *host, diag_list *diags, const char *function, int piece, int owner, int cell, int *cells,
                         size_t room, size_t *count)
{
    return script_leaps(host, diags, function, piece, owner, cell, cells, room, count);
}

static bool staged_castling(void *host, diag_list *diags, const char *function, int king, int partner, int owner,
                            int *king_to, int *partner_to)
{
    return script_castling(host, diags, function, king, partner, owner, king_to, partner_to);
}

static bool staged_allows(void *host, diag_list *diags, const char *function, int from, int to, int owner,
                          bool *allowed)
{
    return script_allows(host, diags, function, from, to, owner, allowed);
}

static bool staged_start(void *host, diag_list *diags, const char *function, long number, long second, arena *a,
                         const char **fen)
{
    return script_start(host, diags, function, number, second, a, fen);
}

bool binding_open_staged(binding *b, diag_list *diags, script_host **host, staged_hooks *hooks)
{
    *host = NULL;
    if (!b->script) {
        return true;
    }
    *host = script_open(diags, b->rules->script_place, b->script, &b->world, NULL, NULL);
    *hooks = (staged_hooks){
        .host = *host,
        .has = staged_has,
        .on_capture = staged_on_capture,
        .leaps = staged_leaps,
        .castling = staged_castling,
        .allows = staged_allows,
        .start = staged_start,
    };
    return *host != NULL;
}

/* ---- live: the position as scripts ask for it ---- */

static int piece_of(const position *p, man_id man)
{
    return p->game->type[p->game->man_type[man]].piece;
}

static int board_type_at(const void *position_, int cell)
{
    const position *p = position_;
    return p->board[cell] ? piece_of(p, p->board[cell]) : -1;
}

static int board_owner_at(const void *position_, int cell)
{
    const position *p = position_;
    return p->board[cell] ? p->game->man_owner[p->board[cell]] : -1;
}

static bool board_royal_at(const void *position_, int cell)
{
    const position *p = position_;
    return p->board[cell] && p->game->man_royal[p->board[cell]];
}

static int board_mover(const void *position_)
{
    return ((const position *)position_)->state.mover;
}

static int counter_named(const ruleset *rules, const char *name)
{
    for (size_t i = 0; i < rules->counter_count; i++) {
        if (strcmp(rules->counters[i], name) == 0) {
            return (int)i;
        }
    }
    return -1;
}

static int board_counter(const void *position_, const char *name)
{
    const position *p = position_;
    int counter = counter_named(p->game->rules, name);
    return counter < 0 ? 0 : p->more.counters[counter];
}

static int board_in_hand(const void *position_, int player, int piece)
{
    const position *p = position_;
    return position_hand(p)[game_man(p->game, player, p->game->base_type[piece])];
}

static int board_count(const void *position_, int player, int piece)
{
    const position *p = position_;
    const game *g = p->game;
    if (piece < 0) {
        return g->core->men_of(p, player);
    }
    int count = 0;
    for (int type = 0; type < g->types; type++) {
        if (g->type[type].piece == piece) {
            count += g->core->count_man(p, game_man(g, player, type));
        }
    }
    return count;
}

static bool board_attacked(const void *position_, int cell, int by)
{
    const position *p = position_;
    return p->game->core->attackers(p, (cell_id)cell, by, NULL, 0) > 0;
}

static int board_attackers(const void *position_, int cell, int by, int *cells, int room)
{
    const position *p = position_;
    cell_id found[64];
    int count = p->game->core->attackers(p, (cell_id)cell, by, found, 64);
    count = count < room ? count : room;
    for (int i = 0; i < count; i++) {
        cells[i] = found[i];
    }
    return count;
}

static int board_royals(const void *position_, int player, int *cells, int room)
{
    const position *p = position_;
    cell_id found[64];
    int count = p->game->core->royals_of(p, player, found, room < 64 ? room : 64);
    for (int i = 0; i < count && i < room && i < 64; i++) {
        cells[i] = found[i];
    }
    return count;
}

/* Attacks and moves are found by making and taking back, which leaves the position as it was. A hook is asking, and Lua
 * is not entered twice: other hooks have no say in the answer. */
static bool board_check(const void *position_, int player)
{
    position *p = (position *)position_;
    live_hooks *hooks = p->hooks;
    p->hooks = NULL;
    bool checked = p->game->core->in_check(p, player);
    p->hooks = hooks;
    return checked;
}

static bool board_stuck(const void *position_)
{
    position *p = (position *)position_;
    live_hooks *hooks = p->hooks;
    p->hooks = NULL;
    bool any = p->game->core->any(p);
    p->hooks = hooks;
    return !any;
}

static int board_ply(const void *position_)
{
    return ((const position *)position_)->more.ply;
}

static int board_turn(const void *position_)
{
    return ((const position *)position_)->state.fullmove;
}

static int board_dice(const void *position_, int *faces, int room)
{
    const position *p = position_;
    int count = 0;
    while (count < DICE_MAX && count < room && p->more.dice[count]) {
        faces[count] = p->more.dice[count];
        count++;
    }
    return count;
}

static int board_tower(const void *position_, int cell, int *types, int *owners, int room)
{
    const position *p = position_;
    int count = 0, height = p->game->towers ? position_heights(p)[cell] : 0;
    for (int level = 0; level <= height && count < room; level++) {
        man_id man = level < height ? position_below(p, (size_t)cell * TOWER_MAX + (size_t)level) : p->board[cell];
        if (man) {
            types[count] = piece_of(p, man);
            owners[count++] = p->game->man_owner[man];
        }
    }
    return count;
}

/* -1: the player has no such right in this game. */
static int right_named(const game *g, const char *letter, int player)
{
    for (int i = 0; i < g->rights; i++) {
        if (g->right[i].player == player && letter[0] == g->right[i].letter && letter[1] == '\0') {
            return i;
        }
    }
    return -1;
}

static bool board_right(const void *position_, const char *letter, int player)
{
    const position *p = position_;
    int right = right_named(p->game, letter, player);
    return right >= 0 && p->state.rights >> right & 1;
}

static int board_passed(const void *position_, int cell)
{
    const position_state *s = &((const position *)position_)->state;
    for (unsigned i = 0; i < s->passed_count; i++) {
        if (s->passed[i].cell == cell) {
            return s->passed[i].man_at;
        }
    }
    return -1;
}

static const script_board board_functions = {
    .type_at = board_type_at,
    .owner_at = board_owner_at,
    .royal_at = board_royal_at,
    .mover = board_mover,
    .counter = board_counter,
    .in_hand = board_in_hand,
    .count = board_count,
    .attacked = board_attacked,
    .attackers = board_attackers,
    .royals = board_royals,
    .check = board_check,
    .stuck = board_stuck,
    .ply = board_ply,
    .turn = board_turn,
    .dice = board_dice,
    .tower = board_tower,
    .right = board_right,
    .passed = board_passed,
};

static script_move facts_for_script(const move_facts *m)
{
    return (script_move){
        .from = m->from,
        .to = m->to,
        .piece = m->piece,
        .owner = m->owner,
        .becomes = m->becomes,
        .taken = m->taken,
        .taken_at = m->taken_at,
        .taken_owner = m->taken_owner,
        .drop = m->drop,
    };
}

/* The same things under two names: the script's and the game's. */
static const effect_kind kinds[] = {
    [SCRIPT_TAKE] = EFFECT_TAKE,
    [SCRIPT_PUT] = EFFECT_PUT,
    [SCRIPT_TURN] = EFFECT_TURN,
    [SCRIPT_GIVE] = EFFECT_GIVE,
    [SCRIPT_MOVE] = EFFECT_MOVE,
    [SCRIPT_HAND] = EFFECT_HAND,
    [SCRIPT_COUNTER_ADD] = EFFECT_COUNTER_ADD,
    [SCRIPT_COUNTER_SET] = EFFECT_COUNTER_SET,
    [SCRIPT_ACTS] = EFFECT_ACTS,
    [SCRIPT_ROLL] = EFFECT_ROLL,
    [SCRIPT_DIE] = EFFECT_DIE,
    [SCRIPT_BURY] = EFFECT_BURY,
    [SCRIPT_LIFT] = EFFECT_LIFT,
    [SCRIPT_RIGHT] = EFFECT_RIGHT,
    [SCRIPT_PASSED] = EFFECT_PASSED,
    [SCRIPT_QUIET] = EFFECT_QUIET,
};

static bool refuse_name(live_binding *live, const char *what, const char *name)
{
    (void)snprintf(live->refused, sizeof live->refused, "`%s = %s`, which is no %s of this game", what, name, what);
    return false;
}

static bool convert(live_binding *live, const script_effect *from, effect *to)
{
    *to = (effect){.kind = kinds[from->kind],
                   .cell = from->cell,
                   .to = from->to,
                   .piece = from->type,
                   .owner = from->owner,
                   .amount = from->amount,
                   .counter = -1};
    if (to->kind == EFFECT_COUNTER_ADD || to->kind == EFFECT_COUNTER_SET) {
        to->cell = -1;
        to->counter = counter_named(live->binding->rules, from->counter);
        if (to->counter < 0) {
            return refuse_name(live, "counter", from->counter);
        }
    }
    if (to->kind == EFFECT_RIGHT) {
        to->cell = -1;
        to->counter = right_named(live->game, from->counter, from->owner);
        if (to->counter < 0) {
            return refuse_name(live, "right", from->counter);
        }
    }
    return true;
}

/* Told of every call of the script. */
static void count_call(live_binding *live)
{
    live->listing = -1;
    binding_add_calls(live->binding, 1);
}

static bool live_after(void *host, int hook, const position *p, const move_facts *m, effect *effects, size_t room,
                       size_t *count)
{
    live_binding *live = host;
    script_effect answers[SCRIPT_EFFECTS_MAX];
    script_move facts = facts_for_script(m);
    count_call(live);
    live->asked = live->game->after[hook].rule;
    live->caller = &live->asked->place;
    size_t most = room < SCRIPT_EFFECTS_MAX ? room : SCRIPT_EFFECTS_MAX;
    if (!script_live_effects(live->host, live->after[hook], p, &facts, answers, most, count)) {
        return false;
    }
    for (size_t i = 0; i < *count; i++) {
        if (!convert(live, &answers[i], &effects[i])) {
            return false;
        }
    }
    return true;
}

/* Every move of a list is picked from it, to be written or played, and a list may be dear: it is not asked for again as
 * long as nothing in the position has changed and the script was asked nothing else. */
static bool still_listed(const live_binding *live, int hook, const position *p, const move_facts *m)
{
    return !m && live->listing == hook && memcmp(live->listed, p, live->game->position_size) == 0;
}

static void remember_list(live_binding *live, int hook, const position *p, const move_facts *m)
{
    live->listing = m ? -1 : hook;
    if (!m) {
        memcpy(live->listed, p, live->game->position_size);
    }
}

static bool live_list(void *host, int hook, const position *p, const move_facts *m, listed_move *out, size_t room,
                      size_t *count)
{
    live_binding *live = host;
    script_listed listed[SCRIPT_LISTED_MAX];
    script_move facts = m ? facts_for_script(m) : (script_move){0};
    int function = m ? live->choices[hook] : live->listings[hook];
    live->caller = m ? &live->game->choices[hook].rule->place : &live->game->listings[hook].rule->place;
    count_call(live);
    if (!script_live_list(live->host, function, p, m ? &facts : NULL, listed, SCRIPT_LISTED_MAX, count)) {
        return false;
    }
    remember_list(live, hook, p, m);
    for (size_t i = 0; i < *count && i < room; i++) {
        out[i] = (listed_move){listed[i].from, listed[i].to, listed[i].takes};
    }
    return true;
}

static bool live_pick(void *host, int hook, const position *p, const move_facts *m, size_t which, effect *effects,
                      size_t room, size_t *count, char *words)
{
    live_binding *live = host;
    script_effect answers[SCRIPT_EFFECTS_MAX];
    script_move facts = m ? facts_for_script(m) : (script_move){0};
    int function = m ? live->choices[hook] : live->listings[hook];
    size_t most = room < SCRIPT_EFFECTS_MAX ? room : SCRIPT_EFFECTS_MAX;
    live->asked = m ? live->game->choices[hook].rule : live->game->listings[hook].rule;
    live->caller = &live->asked->place;
    bool again = still_listed(live, hook, p, m);
    if (!again) {
        count_call(live);
    }
    if (!script_live_pick(live->host, function, p, m ? &facts : NULL, again, which, answers, most, count, words,
                          LISTED_TEXT_MAX)) {
        return false;
    }
    remember_list(live, hook, p, m);
    for (size_t i = 0; i < *count; i++) {
        if (!convert(live, &answers[i], &effects[i])) {
            return false;
        }
    }
    return true;
}

static bool live_made(void *host, int hook, const position *p, const move_facts *m, bool *allowed, char *why,
                      size_t room)
{
    live_binding *live = host;
    script_move facts = facts_for_script(m);
    char unused[1];
    count_call(live);
    live->caller = &live->game->made[hook].rule->place;
    return script_live_allows(live->host, live->made[hook], p, &facts, allowed, why ? why : unused, why ? room : 1);
}

static bool live_announce(void *host, int hook, const position *p, const move_facts *m, char *lines, size_t room)
{
    live_binding *live = host;
    script_move facts = facts_for_script(m);
    binding_add_calls(live->binding, 1);
    live->asked = live->game->announces[hook].rule;
    live->caller = &live->asked->place;
    return script_live_lines(live->host, live->announces[hook], p, &facts, lines, room);
}

static bool live_legal(void *host, int hook, const position *p, const move_facts *m, bool *allowed, char *why,
                       size_t room)
{
    live_binding *live = host;
    script_move facts = facts_for_script(m);
    char unused[1];
    count_call(live);
    live->caller = &live->game->legal[hook].rule->place;
    return script_live_allows(live->host, live->legal[hook], p, &facts, allowed, why ? why : unused, why ? room : 1);
}

static bool live_ending(void *host, int ending, const position *p, int *winner, char *reason, size_t room)
{
    live_binding *live = host;
    count_call(live);
    live->caller = &live->game->endings[ending].rule->place;
    return script_live_ending(live->host, live->ending[ending], p, winner, reason, room);
}

static void live_refuse(void *host, const char *words)
{
    live_binding *live = host;
    size_t n = strlen(words) < sizeof live->refused - 1 ? strlen(words) : sizeof live->refused - 1;
    memcpy(live->refused, words, n);
    live->refused[n] = '\0';
}

static bool find_function(live_binding *live, diag_list *diags, const char *name, place at, int *function)
{
    *function = live->host ? script_function(live->host, name) : -1;
    if (*function < 0) {
        diag_error(diags, CODE_NO_FUNCTION, at, "the script has no function `%s`", name);
    }
    return *function >= 0;
}

static bool find_functions(live_binding *live, const game *g, diag_list *diags)
{
    bool fine = true;
    for (int i = 0; i < g->after_count; i++) {
        fine &= find_function(live, diags, g->after[i].rule->function, g->after[i].rule->place, &live->after[i]);
    }
    for (int i = 0; i < g->legal_count; i++) {
        fine &= find_function(live, diags, g->legal[i].rule->function, g->legal[i].rule->place, &live->legal[i]);
    }
    for (int i = 0; i < g->made_count; i++) {
        fine &= find_function(live, diags, g->made[i].rule->function, g->made[i].rule->place, &live->made[i]);
    }
    for (int i = 0; i < g->listing_count; i++) {
        fine &=
            find_function(live, diags, g->listings[i].rule->function, g->listings[i].rule->place, &live->listings[i]);
    }
    for (int i = 0; i < g->announce_count; i++) {
        fine &= find_function(live, diags, g->announces[i].rule->function, g->announces[i].rule->place,
                              &live->announces[i]);
    }
    for (int i = 0; i < g->choice_count; i++) {
        fine &= find_function(live, diags, g->choices[i].rule->function, g->choices[i].rule->place, &live->choices[i]);
    }
    for (int i = 0; i < g->ending_count; i++) {
        const rule_ending *rule = g->endings[i].rule;
        if (rule->hook) {
            fine &= find_function(live, diags, rule->hook, rule->place, &live->ending[i]);
        }
    }
    return fine;
}

live_binding *live_create(binding *b, const game *g, diag_list *diags)
{
    live_binding *live = calloc(1, sizeof *live);
    size_t most = g->rules->hook_count + (size_t)g->ending_count + 1;
    int *functions = calloc(7 * most, sizeof *functions);
    if (!live || !functions) {
        free(live);
        free(functions);
        diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
        return NULL;
    }
    live->after = functions;
    live->legal = functions + most;
    live->ending = functions + 2 * most;
    live->made = functions + 3 * most;
    live->listings = functions + 4 * most;
    live->choices = functions + 5 * most;
    live->announces = functions + 6 * most;
    live->binding = b;
    live->game = g;
    live->listing = -1;
    live->hooks = (live_hooks){.host = live,
                               .after = live_after,
                               .legal = live_legal,
                               .made = live_made,
                               .list = live_list,
                               .pick = live_pick,
                               .announce = live_announce,
                               .ending = live_ending,
                               .refuse = live_refuse};
    if (g->listing_count) {
        live->listed = calloc(1, g->position_size);
    }
    if (g->listing_count && !live->listed) {
        live_destroy(live);
        diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
        return NULL;
    }
    if (b->script) {
        live->host = script_open(diags, b->rules->script_place, b->script, &b->world, &board_functions, NULL);
        binding_add_calls(b, 1);
    }
    if ((b->script && !live->host) || !find_functions(live, g, diags)) {
        live_destroy(live);
        return NULL;
    }
    return live;
}

void live_destroy(live_binding *live)
{
    if (live) {
        script_close(live->host);
        free(live->after);
        free(live->listed);
        free(live);
    }
}

live_hooks *live_table(live_binding *live)
{
    return live ? &live->hooks : NULL;
}

bool live_report(live_binding *live, diag_list *diags)
{
    if (!live || !live->hooks.failed) {
        return false;
    }
    if (live->refused[0]) {
        const rule_hook *rule = live->asked;
        diag_error(diags, CODE_HOOK_ANSWER, rule->place, "hook `%s` answered with %s", rule->function, live->refused);
    } else {
        size_t before = diags->errors;
        script_fault(live->host, diags, live->binding->rules->script_place);
        if (live->caller && diags->errors > before) {
            diag_note(diags, *live->caller, "this rule called the script");
        }
    }
    live->hooks.failed = !diags->failed; /* a machine without memory may have some again */
    if (!diags->errors) {
        diag_error(diags, CODE_SCRIPT_ERROR, live->binding->rules->script_place, "the script failed");
    }
    return true;
}
