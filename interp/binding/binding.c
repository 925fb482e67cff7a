#include "binding/binding.h"

#include "play/fen.h"
#include "play/notation.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct binding {
    const ruleset *rules;
    script_text scripts[SCRIPTS_MAX];
    size_t script_count;
    const char *script_words; /* all of them, for what their remarks say to players; NULL: none */
    topology topology;
    script_world world;
    _Atomic uint64_t calls;
};

struct live_binding {
    live_hooks hooks;
    binding *binding;
    const variant *variant;
    script_host *host;
    int *after, *legal, *judges, *listings, *choices, *announces, *ending; /* function numbers of the host, by hook */
    position *numbered;       /* the position of which the number is told; NULL: no hook asks about one several times */
    uint64_t position_number; /* 0: none was numbered yet */
    position *listed_position;  /* the position whose moves were listed last; NULL without such hooks */
    position *before;           /* room for the position before a move; NULL until a script asks for it */
    size_t before_size;         /* in bytes */
    position *replayed;         /* room for a position of a cycle; NULL: no hook judges one */
    const position *after_move; /* while a move made is judged: the position after it, */
    const undo *made;           /* and what takes it back */
    int listed_hook;            /* the hook that listed them; -1: the script was called since then */
    /* the last call, for messages */
    const location *calling_rule;      /* the rule that called the script */
    int called;                        /* the function's number of the host */
    char picked_text[LISTED_TEXT_MAX]; /* of the listed move, or the choice, that was picked last */
    char refusal[SCRIPT_REFUSAL_MAX];  /* why its answer cannot be carried out, when the script itself did not fail */
    /* where it failed */
    text failed_fen;
    char failed_move[MOVE_TEXT_MAX]; /* "": about no move */
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

/* The text of a single script, or of all, one behind the other. */
static const char *join_scripts(const binding *b, arena *a)
{
    const char *words = b->scripts[0].text->bytes;
    for (size_t i = 1; i < b->script_count && words; i++) {
        words = arena_format(a, "%s\n%s", words, b->scripts[i].text->bytes);
    }
    return words;
}

const char *binding_script_words(const binding *b)
{
    return b->script_words;
}

binding *binding_create(const ruleset *rules, arena *a, diag_list *diags)
{
    binding *b = arena_new(a, binding, 1);
    const char **players = arena_new(a, const char *, rules->player_count + 1);
    const char **types = arena_new(a, const char *, rules->piece_count);
    const char **options = option_pairs(rules, a);
    if (!b || !players || !types || !options) {
        diag_out_of_memory(diags);
        return NULL;
    }
    b->rules = rules;
    if (!topology_build(&b->topology, a, rules, diags)) {
        return NULL;
    }
    for (size_t i = 0; i < rules->player_count; i++) {
        players[i] = rules->players[i].name;
    }
    players[rules->player_count] = rules->neutral;
    for (size_t i = 0; i < rules->piece_count; i++) {
        types[i] = rules->pieces[i].name;
    }
    const script_line *lines = lines_for_scripts(&b->topology, a);
    if (!lines) {
        diag_out_of_memory(diags);
        return NULL;
    }
    b->world = (script_world){
        .cells = (size_t)b->topology.cells,
        .columns = (size_t)b->topology.columns,
        .rows = (size_t)b->topology.rows,
        .players = rules->player_count,
        .nobody = rules->neutral != NULL,
        .types = rules->piece_count,
        .cell_names = b->topology.names,
        .cell_columns = b->topology.column,
        .cell_rows = b->topology.row,
        .cell_levels = b->topology.level,
        .lines = lines,
        .line_count = b->topology.line_count,
        .player_names = players,
        .type_names = types,
        .counter_names = rules->counters,
        .counters = rules->counter_count,
        .options = options,
    };
    for (size_t i = 0; i < rules->script_count; i++) {
        location from = rules->scripts[i].location;
        b->scripts[i] = (script_text){script_read(diags, from, rules->scripts[i].path), from};
        if (!b->scripts[i].text) {
            return NULL;
        }
        b->script_count++;
    }
    b->script_words = b->script_count ? join_scripts(b, a) : NULL;
    if (b->script_count && !b->script_words) {
        diag_out_of_memory(diags);
        return NULL;
    }
    return b;
}

const topology *binding_topology(const binding *b)
{
    return &b->topology;
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

static void staged_missing(void *host, diag_list *diags, location at, const char *function)
{
    script_report_missing(host, diags, at, function);
}

static bool staged_on_capture(void *host, diag_list *diags, int mover, bool royal, int owner, int victim,
                              int victim_owner, int *into)
{
    return script_on_capture(host, diags, mover, royal, owner, victim, victim_owner, into);
}

static bool staged_leaps(void *host, diag_list *diags, const char *function, int rule_piece_index, int owner, int cell,
                         int *cells, size_t room, size_t *count)
{
    return script_leaps(host, diags, function, rule_piece_index, owner, cell, cells, room, count);
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
    if (!b->script_count) {
        return true;
    }
    *host = script_open_all(diags, b->scripts, b->script_count, &b->world, NULL);
    *hooks = (staged_hooks){
        .host = *host,
        .has = staged_has,
        .report_missing = staged_missing,
        .on_capture = staged_on_capture,
        .leaps = staged_leaps,
        .castling = staged_castling,
        .allows = staged_allows,
        .start = staged_start,
    };
    return *host != NULL;
}

/* ---- live: effects ---- */

/* -1: the player has no such right in this game. */
static int right_named(const variant *v, const char *letter, int player)
{
    size_t first_castling = v->rules->right_count * (size_t)v->players; /* see rights_build */
    for (int i = 0; i < v->rights; i++) {
        bool named = (size_t)i < first_castling;
        char own = named ? v->rules->rights[i / v->players].letter[0] : v->right[i].letter;
        if (v->right[i].player == player && letter[0] == own && letter[1] == '\0') {
            return i;
        }
    }
    return -1;
}

static bool unknown_name(live_binding *live, const char *what, const char *name)
{
    (void)snprintf(live->refusal, sizeof live->refusal, "`%s = %s`, but this game has no such %s", what, name, what);
    return false;
}

static bool convert_effect(live_binding *live, const script_effect *from, effect *to)
{
    *to = (effect){.kind = from->kind,
                   .cell = from->cell,
                   .to = from->to,
                   .piece = from->type,
                   .owner = from->owner,
                   .amount = from->amount,
                   .counter = -1};
    if (to->kind == EFFECT_COUNTER_ADD || to->kind == EFFECT_COUNTER_SET) {
        to->cell = -1;
        to->counter = ruleset_counter_named(live->binding->rules, from->counter);
        if (to->counter < 0) {
            return unknown_name(live, "counter", from->counter);
        }
    }
    if (to->kind == EFFECT_RIGHT) {
        to->cell = -1;
        to->counter = right_named(live->variant, from->counter, from->owner);
        if (to->counter < 0) {
            return unknown_name(live, "right", from->counter);
        }
    }
    return true;
}

/* ---- live: the functions of the position ---- */

static int rule_piece_of(const position *p, piece_id piece)
{
    return p->variant->type[p->variant->type_of[piece]].rule_piece_index;
}

/* Each answers the question of that name: see SCRIPT_QUESTIONS. */

static int answer_piece(position *p, const script_question *q, int *numbers)
{
    (void)numbers;
    piece_id piece = p->board[q->arguments[0]];
    return piece ? rule_piece_of(p, piece) : -1;
}

static int answer_owner(position *p, const script_question *q, int *numbers)
{
    (void)numbers;
    piece_id piece = p->board[q->arguments[0]];
    return piece ? p->variant->owner_of[piece] : -1;
}

static int answer_is_royal(position *p, const script_question *q, int *numbers)
{
    (void)numbers;
    piece_id piece = p->board[q->arguments[0]];
    return piece && p->variant->is_royal[piece];
}

static int answer_side_to_move(position *p, const script_question *q, int *numbers)
{
    (void)q;
    (void)numbers;
    return p->state.side_to_move;
}

static int answer_counter(position *p, const script_question *q, int *numbers)
{
    (void)numbers;
    return q->arguments[0] ? p->extra.counters[q->arguments[0] - 1] : 0;
}

static int answer_in_hand(position *p, const script_question *q, int *numbers)
{
    (void)numbers;
    return (int)position_held(p, q->arguments[0], p->variant->base_type[q->arguments[1]]);
}

static int answer_count(position *p, const script_question *q, int *numbers)
{
    (void)numbers;
    const variant *v = p->variant;
    if (q->arguments[1] < 0) {
        return v->core->count_of_player(p, q->arguments[0]);
    }
    int count = 0;
    for (int type = 0; type < v->types; type++) {
        if (v->type[type].rule_piece_index == q->arguments[1]) {
            count += v->core->count_of_piece(p, variant_piece(v, q->arguments[0], type));
        }
    }
    return count;
}

static int cells_as_numbers(const cell_id *found, int count, int *cells)
{
    _Static_assert((int)SCRIPT_CELLS_MAX >= (int)CELLS_MAX, "a script's list has room for every cell");
    for (int i = 0; i < count; i++) {
        cells[i] = found[i];
    }
    return count;
}

static int answer_royals(position *p, const script_question *q, int *numbers)
{
    cell_id found[CELLS_MAX];
    return cells_as_numbers(found, p->variant->core->royals_of(p, q->arguments[0], found, CELLS_MAX), numbers);
}

static int answer_pieces(position *p, const script_question *q, int *numbers)
{
    cell_id found[CELLS_MAX];
    int count = p->variant->core->pieces_of(p, q->arguments[0], found, CELLS_MAX), kept = 0;
    for (int i = 0; i < count; i++) {
        if (q->arguments[1] < 0 || rule_piece_of(p, p->board[found[i]]) == q->arguments[1]) {
            numbers[kept++] = found[i];
        }
    }
    return kept;
}

static int answer_capturers(position *p, const script_question *q, int *numbers)
{
    cell_id found[CELLS_MAX];
    int count = p->variant->core->capturers(p, q->arguments[0], q->arguments[1], found, CELLS_MAX);
    return cells_as_numbers(found, count, numbers);
}

/* The next cell in a straight way, CELL_NONE behind the edge and on boards without files. */
static cell_id cell_beyond(const position *p, cell_id cell, int across, int up)
{
    const topology *t = &p->variant->topology;
    return t->column[cell] < 0 || t->row[cell] < 0
               ? (cell_id)CELL_NONE
               : topology_at(t, t->column[cell] + across, t->row[cell] + up, t->level[cell]);
}

static int answer_first_piece(position *p, const script_question *q, int *numbers)
{
    (void)numbers;
    cell_id cell = (cell_id)q->arguments[0];
    do {
        cell = cell_beyond(p, cell, q->arguments[1], q->arguments[2]);
    } while (cell != CELL_NONE && !p->board[cell]);
    return cell == CELL_NONE ? -1 : cell;
}

/* The enemies in unbroken rows from the cell, in the eight ways, each up to a piece of the player. */
static int answer_enclosed(position *p, const script_question *q, int *numbers)
{
    const variant *v = p->variant;
    const int player = q->arguments[1];
    int count = 0;
    for (int way = 0; way < 9; way++) {
        int across = way % 3 - 1, up = way / 3 - 1, kept = count, owner = -1;
        cell_id cell = (cell_id)q->arguments[0];
        while (across || up) {
            cell = cell_beyond(p, cell, across, up);
            owner = cell != CELL_NONE && p->board[cell] ? v->owner_of[p->board[cell]] : -1;
            if (owner < 0 || owner == player || owner >= v->players) {
                break;
            }
            numbers[kept++] = cell;
        }
        count = owner == player ? kept : count;
    }
    return count;
}

/* What is asked about a position after effects. */
typedef struct supposed {
    int cell, player, type;
    cell_id cells[CELLS_MAX];
    int count;
    bool answer;
} supposed;

static void look_at_check(position *p, void *context)
{
    supposed *s = context;
    s->answer = p->variant->core->in_check(p, s->player);
}

static void look_at_moves(position *p, void *context)
{
    supposed *s = context;
    s->answer = !p->variant->core->has_legal_move(p);
}

static void look_at_attackers(position *p, void *context)
{
    supposed *s = context;
    s->count = p->variant->core->attackers(p, (cell_id)s->cell, s->player, s->cells, CELLS_MAX);
}

static void look_at_targets(position *p, void *context)
{
    supposed *s = context;
    const variant *v = p->variant;
    piece_id piece = variant_piece(v, s->player, v->base_type[s->type]);
    s->count = v->core->targets(p, (cell_id)s->cell, piece, s->cells, CELLS_MAX);
}

/* Looks at the position after the effects, which are made and undone, so that it is as it was. `mover`: who is to move
 * then; -1: as it is. Lua cannot be entered twice, so other hooks take no part in the answer. False where the effects
 * cannot be carried out. */
static bool suppose(position *p, const script_question *q, int mover, void (*look)(position *p, void *context),
                    supposed *s)
{
    effect effects[SCRIPT_EFFECTS_MAX];
    if (!q->effect_count && mover < 0) {
        look(p, s);
        return true;
    }
    if (!p->hooks) {
        return false; /* only scripts ask, and their positions have hooks */
    }
    live_binding *live = p->hooks->binding;
    const char *wrong = NULL;
    for (size_t i = 0; i < q->effect_count && !wrong; i++) {
        wrong = convert_effect(live, &q->effects[i], &effects[i]) ? NULL : live->refusal;
    }
    wrong = wrong ? wrong : p->variant->core->suppose(p, effects, q->effect_count, mover, look, s);
    if (wrong && q->refusal) {
        (void)snprintf(q->refusal, SCRIPT_REFUSAL_MAX, "%s", wrong);
    }
    if (wrong) {
        live->refusal[0] = '\0'; /* the script fails, not its answer */
    }
    return !wrong;
}

static int answer_check(position *p, const script_question *q, int *numbers)
{
    (void)numbers;
    supposed s;
    s.player = q->arguments[0];
    s.answer = false;
    return suppose(p, q, s.player, look_at_check, &s) ? s.answer : SCRIPT_REFUSED;
}

/* A player who is named is asked about as they are now, if it were their turn, passes aside. */
static int answer_no_moves(position *p, const script_question *q, int *numbers)
{
    (void)numbers;
    supposed s;
    s.player = q->arguments[0];
    s.answer = false;
    if (q->arguments[1] && !q->effect_count) {
        live_hooks *hooks = p->hooks;
        p->hooks = NULL;
        s.answer = p->variant->core->no_moves(p, s.player);
        p->hooks = hooks;
    } else if (!suppose(p, q, s.player, look_at_moves, &s)) {
        return SCRIPT_REFUSED;
    }
    return s.answer;
}

static int answer_attackers(position *p, const script_question *q, int *numbers)
{
    supposed s;
    s.cell = q->arguments[0];
    s.player = q->arguments[1];
    s.count = 0;
    return suppose(p, q, -1, look_at_attackers, &s) ? cells_as_numbers(s.cells, s.count, numbers) : SCRIPT_REFUSED;
}

static int answer_attacked(position *p, const script_question *q, int *numbers)
{
    const int count = answer_attackers(p, q, numbers);
    return count == SCRIPT_REFUSED ? count : count > 0;
}

static int answer_targets(position *p, const script_question *q, int *numbers)
{
    supposed s;
    s.cell = q->arguments[0];
    s.type = q->arguments[1];
    s.player = q->arguments[2];
    s.count = 0;
    return suppose(p, q, -1, look_at_targets, &s) ? cells_as_numbers(s.cells, s.count, numbers) : SCRIPT_REFUSED;
}

static int answer_is_to_move(position *p, const script_question *q, int *numbers)
{
    (void)numbers;
    return position_is_to_move(p, q->arguments[0]);
}

static int answer_halfmove_clock(position *p, const script_question *q, int *numbers)
{
    (void)q;
    (void)numbers;
    return p->state.halfmove_clock;
}

static int answer_ply(position *p, const script_question *q, int *numbers)
{
    (void)q;
    (void)numbers;
    return p->extra.turn_ply;
}

static int answer_turn(position *p, const script_question *q, int *numbers)
{
    (void)q;
    (void)numbers;
    return p->state.fullmove;
}

static int answer_dice(position *p, const script_question *q, int *numbers)
{
    (void)q;
    int count = 0;
    for (; count < DICE_MAX && p->extra.dice[count]; count++) {
        numbers[count] = p->extra.dice[count];
    }
    return count;
}

static int answer_stack(position *p, const script_question *q, int *numbers)
{
    const size_t cell = (size_t)q->arguments[0];
    int count = 0, height = p->variant->has_stacks ? position_stack_heights(p)[cell] : 0;
    for (int level = 0; level <= height && count < SCRIPT_LEVELS_MAX; level++) {
        piece_id piece = level < height ? position_stack_piece(p, cell * STACK_MAX + (size_t)level) : p->board[cell];
        if (piece) {
            numbers[2 * count] = rule_piece_of(p, piece);
            numbers[2 * count++ + 1] = p->variant->owner_of[piece];
        }
    }
    return 2 * count;
}

static int answer_right(position *p, const script_question *q, int *numbers)
{
    (void)numbers;
    int right = right_named(p->variant, q->word, q->arguments[0]);
    return right >= 0 && p->state.rights >> right & 1;
}

static int answer_en_passant(position *p, const script_question *q, int *numbers)
{
    (void)numbers;
    const position_state *s = &p->state;
    for (unsigned i = 0; i < s->ep_count; i++) {
        if (s->ep_cells[i].cell == q->arguments[0]) {
            return s->ep_cells[i].piece_cell;
        }
    }
    return -1;
}

#define ANSWER(name, arguments, form, cost) [SCRIPT_ASK_##name] = answer_##name,
static int ask_position(const void *position_, const script_question *q, int *numbers)
{
    static int (*const answers[])(position * p, const script_question *q, int *numbers) = {SCRIPT_QUESTIONS(ANSWER)};
    return answers[q->kind]((position *)position_, q, numbers);
}

static script_move script_move_of(const move_facts *m)
{
    return (script_move){
        .from = m->from,
        .to = m->to,
        .piece = m->piece,
        .owner = m->owner,
        .into = m->into,
        .captured = m->captured,
        .captured_at = m->captured_at,
        .captured_owner = m->captured_owner,
        .victims = m->victims ? m->victims->numbers : NULL,
        .victim_count = m->victims ? m->victims->count : 0,
        .castling = m->castling,
        .half = (int)m->half,
        .put_at = m->put_at,
        .drop = m->drop,
        .removal = m->removal,
        .pass = m->pass,
    };
}

/* Says who calls the script, and what. */
static void note_caller(live_binding *live, const location *rule, int function)
{
    live->calling_rule = rule;
    live->called = function;
}

/* Counts a call of the script about `p`. */
static void note_call(live_binding *live, const position *p)
{
    if (live->host) {
        script_set_fuel(live->host, p->fuel);
        script_number_position(live->host, 0);
    }
    live->listed_hook = -1;
    binding_add_calls(live->binding, 1);
}

/* Numbers the position, as the one before where it is the same. For hooks that are asked about several moves of it. */
static void note_position(live_binding *live, const position *p, int function, script_use use)
{
    enum { BYTES_A_QUESTION = 128 }; /* that are compared in the time in which one is put */
    const size_t size = p->variant->position_size;
    if (!live->numbered || script_questions_first(live->host, function, use) * BYTES_A_QUESTION < size) {
        return;
    }
    if (!live->position_number || memcmp(live->numbered, p, size) != 0) {
        memcpy(live->numbered, p, size);
        live->position_number++;
    }
    script_number_position(live->host, live->position_number);
}

static bool live_after(void *host, int hook, const position *p, const move_facts *m, effect *effects, size_t room,
                       size_t *count)
{
    live_binding *live = host;
    script_effect script_effects[SCRIPT_EFFECTS_MAX];
    script_move facts = script_move_of(m);
    note_call(live, p);
    note_caller(live, &live->variant->after_hooks[hook].rule->location, live->after[hook]);
    size_t max = room < SCRIPT_EFFECTS_MAX ? room : SCRIPT_EFFECTS_MAX;
    if (!script_live_effects(live->host, live->after[hook], p, &facts, script_effects, max, count)) {
        return false;
    }
    for (size_t i = 0; i < *count; i++) {
        if (!convert_effect(live, &script_effects[i], &effects[i])) {
            return false;
        }
    }
    return true;
}

/* Every move of a list is picked from it, to be written or played, and a list may be expensive. The script is not
 * called again while the position is the same and no other call was made. */
static bool still_listed(const live_binding *live, int hook, const position *p, const move_facts *m)
{
    return !m && live->listed_hook == hook && memcmp(live->listed_position, p, live->variant->position_size) == 0;
}

static void save_list(live_binding *live, int hook, const position *p, const move_facts *m)
{
    live->listed_hook = m ? -1 : hook;
    if (!m) {
        memcpy(live->listed_position, p, live->variant->position_size);
    }
}

/* The function that lists, and a note that it is called. */
static int listing_function(live_binding *live, int hook, const move_facts *m)
{
    bool choice = is_about_choice(m);
    const variant_hook *h = choice ? &live->variant->choice_hooks[hook] : &live->variant->moves_hooks[hook];
    int function = choice ? live->choices[hook] : live->listings[hook];
    note_caller(live, &h->rule->location, function);
    return function;
}

static void note_piece(live_binding *live, const position *p, const move_facts *m, int function)
{
    if (m && !is_about_choice(m)) {
        note_position(live, p, function, SCRIPT_MOVES_OF_PIECE);
    }
}

/* The moves of one piece begin on its cell, whether the list says so or not. */
static bool begin_on_cell(live_binding *live, const move_facts *m, script_listed *listed, size_t count)
{
    for (size_t i = 0; m && !is_about_choice(m) && i < count && i < SCRIPT_LISTED_MAX; i++) {
        if (listed[i].from >= 0 && listed[i].from != m->from) {
            (void)snprintf(live->refusal, sizeof live->refusal, "a move from %s, but was asked about the piece on %s",
                           live->variant->topology.names[listed[i].from], live->variant->topology.names[m->from]);
            return false;
        }
        listed[i].from = m->from;
    }
    return true;
}

static bool live_list(void *host, int hook, const position *p, const move_facts *m, listed_move *out, size_t room,
                      size_t *count)
{
    live_binding *live = host;
    script_listed listed[SCRIPT_LISTED_MAX];
    script_move facts = m ? script_move_of(m) : (script_move){0};
    live->picked_text[0] = '\0';
    int function = listing_function(live, hook, m);
    note_call(live, p);
    note_piece(live, p, m, function);
    if (!script_live_list(live->host, function, p, m ? &facts : NULL, listed, SCRIPT_LISTED_MAX, count) ||
        !begin_on_cell(live, m, listed, *count)) {
        return false;
    }
    save_list(live, hook, p, m);
    for (size_t i = 0; i < *count && i < room; i++) {
        out[i] = (listed_move){listed[i].from, listed[i].to, listed[i].captures};
    }
    return true;
}

static bool live_pick(void *host, int hook, const position *p, const move_facts *m, size_t index, effect *effects,
                      size_t room, size_t *count, char *move_text)
{
    live_binding *live = host;
    script_effect script_effects[SCRIPT_EFFECTS_MAX];
    script_move facts = m ? script_move_of(m) : (script_move){0};
    size_t max = room < SCRIPT_EFFECTS_MAX ? room : SCRIPT_EFFECTS_MAX;
    int function = listing_function(live, hook, m);
    bool same_list = still_listed(live, hook, p, m);
    if (!same_list) {
        note_call(live, p);
        note_piece(live, p, m, function);
    }
    if (!script_live_pick(live->host, function, p, m ? &facts : NULL, same_list, index, script_effects, max, count,
                          live->picked_text, LISTED_TEXT_MAX)) {
        return false;
    }
    if (move_text) {
        memcpy(move_text, live->picked_text, LISTED_TEXT_MAX);
    }
    save_list(live, hook, p, m);
    for (size_t i = 0; i < *count; i++) {
        if (!convert_effect(live, &script_effects[i], &effects[i])) {
            return false;
        }
    }
    return true;
}

/* A copy of the position, with the move that `u` takes back undone; NULL when out of memory. */
static position *copy_before(live_binding *live, const position *p, const undo *u)
{
    const variant *v = p->variant;
    const size_t size = position_block_size(v);
    if (live->before_size < size) {
        free(live->before);
        live->before = calloc(1, size);
        live->before_size = live->before ? size : 0;
    }
    if (live->before) {
        position_copy(live->before, p);
        if (u) {
            v->core->undo(live->before, u);
        }
    }
    return live->before;
}

/* The position before the move that is judged; NULL when out of memory. */
static const void *position_before(void *context)
{
    live_binding *live = context;
    position *before = copy_before(live, live->after_move, live->made);
    if (before) {
        before->hooks = &live->hooks; /* a question may suppose effects, whose names they know */
    }
    return before;
}

static bool live_made(void *host, int hook, const position *p, const undo *u, const move_facts *m, bool *allowed,
                      char *why, size_t room)
{
    live_binding *live = host;
    script_move facts = script_move_of(m);
    char no_text[1];
    note_call(live, p);
    note_caller(live, &live->variant->made_hooks[hook].rule->location, live->judges[hook]);
    live->after_move = p;
    live->made = u;
    script_set_before(live->host, position_before, live);
    bool done =
        script_live_allows(live->host, live->judges[hook], p, &facts, allowed, why ? why : no_text, why ? room : 1);
    script_set_before(live->host, NULL, NULL);
    return done;
}

static bool live_announce(void *host, int hook, const position *p, const move_facts *m, char *lines, size_t room)
{
    live_binding *live = host;
    script_move facts = script_move_of(m);
    binding_add_calls(live->binding, 1);
    note_caller(live, &live->variant->announce_hooks[hook].rule->location, live->announces[hook]);
    return script_live_announce(live->host, live->announces[hook], p, &facts, lines, room);
}

static bool live_legal(void *host, int hook, const position *p, const move_facts *m, bool *allowed, char *why,
                       size_t room)
{
    live_binding *live = host;
    script_move facts = script_move_of(m);
    char no_text[1];
    note_call(live, p);
    note_caller(live, &live->variant->legal_hooks[hook].rule->location, live->legal[hook]);
    note_position(live, p, live->legal[hook], SCRIPT_LEGAL);
    return script_live_allows(live->host, live->legal[hook], p, &facts, allowed, why ? why : no_text, why ? room : 1);
}

/* What a hook that judges a repetition may look at. */
typedef struct judged_cycle {
    live_binding *live;
    const ply_cycle *cycle;
} judged_cycle;

static const void *cycle_position(void *context, size_t number)
{
    const judged_cycle *j = context;
    position *at = j->live->replayed;
    history_position_before(j->cycle->history, j->cycle->first + number, at);
    at->hooks = &j->live->hooks; /* a question may suppose effects, whose names they know */
    return at;
}

static script_ply cycle_ply(void *context, size_t number)
{
    const judged_cycle *j = context;
    const position *at = cycle_position(context, number);
    move_facts facts[2];
    victim_list list = {0};
    script_ply told = {.owner = at->state.side_to_move, .piece = -1, .from = -1, .to = -1};
    if (at->variant->core->facts_of_move(at, j->cycle->history->plies[j->cycle->first + number].move, facts, &list)) {
        told = (script_ply){.owner = told.owner, .piece = facts[0].piece, .from = facts[0].from, .to = facts[0].to};
    }
    return told;
}

static bool live_ending(void *host, int ending, const position *p, int *winner, char *reason, size_t room)
{
    live_binding *live = host;
    const ply_cycle *cycle = p->hooks->cycle;
    judged_cycle judged = {live, cycle};
    const script_cycle plies = {&judged, cycle ? cycle->count : 0, cycle_ply, cycle_position};
    note_call(live, p);
    note_caller(live, &live->variant->endings[ending].rule->location, live->ending[ending]);
    script_set_cycle(live->host, cycle ? &plies : NULL);
    bool done = script_live_ending(live->host, live->ending[ending], p, winner, reason, room);
    script_set_cycle(live->host, NULL);
    return done;
}

static void live_refuse(void *host, const char *move_text)
{
    live_binding *live = host;
    size_t n = strlen(move_text) < sizeof live->refusal - 1 ? strlen(move_text) : sizeof live->refusal - 1;
    memcpy(live->refusal, move_text, n);
    live->refusal[n] = '\0';
}

static void live_failed_in(void *host, const position *p, const undo *u, move m)
{
    live_binding *live = host;
    position *before = copy_before(live, p, u);
    text_clear(&live->failed_fen);
    live->failed_move[0] = '\0';
    if (!before) {
        return;
    }
    before->hooks = NULL; /* what a script lists is written without asking it again */
    fen_write(before, &live->failed_fen);
    if (m != MOVE_NONE && move_kind_of(m) == MOVE_HOOK && live->picked_text[0]) {
        (void)snprintf(live->failed_move, sizeof live->failed_move, "%s", live->picked_text);
    } else if (m != MOVE_NONE) {
        notation_write_one(before, m, live->failed_move);
    }
}

static bool find_function(live_binding *live, diag_list *diags, const char *name, location at, int *function)
{
    *function = live->host ? script_function(live->host, name) : SCRIPT_FUNCTION_FAILED;
    if (*function == SCRIPT_FUNCTION_ABSENT) {
        script_report_missing(live->host, diags, at, name);
    } else if (*function == SCRIPT_FUNCTION_ONE_TOO_MANY) {
        diag_error(diags, CODE_TOO_MANY, at, "more than %d functions of scripts that are called in play",
                   (int)SCRIPT_FUNCTIONS_MAX);
    } else if (*function < 0) {
        (void)diag_out_of_memory(diags);
    }
    return *function >= 0;
}

static bool find_functions(live_binding *live, const variant *v, diag_list *diags)
{
    bool ok = true;
    for (int i = 0; i < v->after_hook_count; i++) {
        ok &= find_function(live, diags, v->after_hooks[i].rule->function, v->after_hooks[i].rule->location,
                            &live->after[i]);
    }
    for (int i = 0; i < v->legal_hook_count; i++) {
        ok &= find_function(live, diags, v->legal_hooks[i].rule->function, v->legal_hooks[i].rule->location,
                            &live->legal[i]);
    }
    for (int i = 0; i < v->made_hook_count; i++) {
        ok &= find_function(live, diags, v->made_hooks[i].rule->function, v->made_hooks[i].rule->location,
                            &live->judges[i]);
    }
    for (int i = 0; i < v->moves_hook_count; i++) {
        ok &= find_function(live, diags, v->moves_hooks[i].rule->function, v->moves_hooks[i].rule->location,
                            &live->listings[i]);
    }
    for (int i = 0; i < v->announce_hook_count; i++) {
        ok &= find_function(live, diags, v->announce_hooks[i].rule->function, v->announce_hooks[i].rule->location,
                            &live->announces[i]);
    }
    for (int i = 0; i < v->choice_hook_count; i++) {
        ok &= find_function(live, diags, v->choice_hooks[i].rule->function, v->choice_hooks[i].rule->location,
                            &live->choices[i]);
    }
    for (int i = 0; i < v->ending_count; i++) {
        const rule_ending *rule = v->endings[i].rule;
        if (rule->hook) {
            ok &= find_function(live, diags, rule->hook, rule->location, &live->ending[i]);
        }
    }
    return ok;
}

live_binding *live_create(binding *b, const variant *v, diag_list *diags)
{
    live_binding *live = calloc(1, sizeof *live);
    size_t max = v->rules->hook_count + (size_t)v->ending_count + 1;
    int *functions = calloc(7 * max, sizeof *functions);
    if (!live || !functions) {
        free(live);
        free(functions);
        diag_out_of_memory(diags);
        return NULL;
    }
    live->after = functions;
    live->legal = functions + max;
    live->ending = functions + 2 * max;
    live->judges = functions + 3 * max;
    live->listings = functions + 4 * max;
    live->choices = functions + 5 * max;
    live->announces = functions + 6 * max;
    live->binding = b;
    live->variant = v;
    live->listed_hook = -1;
    live->hooks = (live_hooks){.host = live,
                               .binding = live,
                               .after = live_after,
                               .legal = live_legal,
                               .made = live_made,
                               .list = live_list,
                               .pick = live_pick,
                               .announce = live_announce,
                               .ending = live_ending,
                               .refuse = live_refuse,
                               .failed_in = live_failed_in};
    if (v->moves_hook_count) {
        live->listed_position = calloc(1, v->position_size);
    }
    if (v->legal_hook_count || v->moves_hook_count) {
        live->numbered = calloc(1, v->position_size);
    }
    if (v->judges_cycles) {
        live->replayed = position_create(v, NULL);
    }
    if ((v->moves_hook_count && !live->listed_position) ||
        ((v->legal_hook_count || v->moves_hook_count) && !live->numbered) || (v->judges_cycles && !live->replayed)) {
        live_destroy(live);
        diag_out_of_memory(diags);
        return NULL;
    }
    if (b->script_count) {
        live->host = script_open_all(diags, b->scripts, b->script_count, &b->world, ask_position);
        binding_add_calls(b, 1);
    }
    if ((b->script_count && !live->host) || !find_functions(live, v, diags)) {
        live_destroy(live);
        return NULL;
    }
    if (live->host) {
        script_set_fuel(live->host, NULL);
    }
    return live;
}

void live_destroy(live_binding *live)
{
    if (live) {
        script_close(live->host);
        free(live->after);
        free(live->listed_position);
        free(live->numbered);
        position_destroy(live->replayed);
        free(live->before);
        text_finish(&live->failed_fen);
        free(live);
    }
}

live_hooks *live_table(live_binding *live)
{
    return live ? &live->hooks : NULL;
}

/* The rule that called the script, the move that it was about, and the position, ready for a command line. */
static void report_call(const live_binding *live, diag_list *diags)
{
    const char *fen = live->failed_fen.length ? text_string(&live->failed_fen) : NULL;
    const char *move_text = live->failed_move;
    if (live->calling_rule && fen) {
        diag_note(diags, *live->calling_rule, "this rule called the script: %s%s%s--fen '%s'",
                  move_text[0] ? "the move " : "", move_text, move_text[0] ? ", " : "", fen);
    } else if (live->calling_rule) {
        diag_note(diags, *live->calling_rule, "this rule called the script");
    }
}

bool live_report(live_binding *live, diag_list *diags)
{
    if (!live || !live->hooks.failed) {
        return false;
    }
    if (live->host && !live->refusal[0] && script_is_out_of_fuel(live->host)) {
        live->hooks.failed = false; /* that is about the operation, not about the script */
        return false;
    }
    size_t before = diags->errors;
    if (live->refusal[0]) {
        diag_error(diags, CODE_HOOK_RESULT, script_function_location(live->host, live->called),
                   "hook `%s` answered with %s", script_function_name(live->host, live->called), live->refusal);
    } else {
        script_report_fault(live->host, diags, live->binding->rules->scripts[0].location);
    }
    if (diags->errors > before) {
        report_call(live, diags);
    }
    live->hooks.failed = !diags->failed; /* the system may have memory again later */
    if (!diags->errors) {
        diag_error(diags, CODE_SCRIPT_ERROR, live->binding->rules->scripts[0].location, "the script failed");
    }
    return true;
}

void live_clear_failure(live_binding *live)
{
    live->hooks.failed = false;
    live->refusal[0] = '\0';
    live->listed_hook = -1;
}

uint64_t live_steps(const live_binding *live)
{
    return live->host ? script_steps(live->host) : 0;
}

void live_compare_answers(live_binding *live, bool compares)
{
    if (live && live->host) {
        script_compare_answers(live->host, compares);
    }
}

/* The way in which the script is asked by that hook. */
static script_use use_of(const live_binding *live, live_kind kind, int hook)
{
    static const script_use uses[LIVE_KINDS] = {
        [LIVE_AFTER] = SCRIPT_AFTER,   [LIVE_LEGAL] = SCRIPT_LEGAL,     [LIVE_MADE] = SCRIPT_MADE,
        [LIVE_MOVES] = SCRIPT_MOVES,   [LIVE_CHOICES] = SCRIPT_CHOICES, [LIVE_ANNOUNCE] = SCRIPT_ANNOUNCE,
        [LIVE_ENDING] = SCRIPT_ENDING,
    };
    bool of_piece = kind == LIVE_MOVES && live->variant->moves_hooks[hook].rule->piece_count;
    return of_piece ? SCRIPT_MOVES_OF_PIECE : uses[kind];
}

void live_learned(const live_binding *live, live_kind kind, int hook, uint64_t *known, bool *learned)
{
    const int *const functions[LIVE_KINDS] = {
        [LIVE_AFTER] = live->after,    [LIVE_LEGAL] = live->legal,     [LIVE_MADE] = live->judges,
        [LIVE_MOVES] = live->listings, [LIVE_CHOICES] = live->choices, [LIVE_ANNOUNCE] = live->announces,
        [LIVE_ENDING] = live->ending,
    };
    script_learned of = {0};
    if (live->host) {
        of = script_learned_of(live->host, functions[kind][hook], use_of(live, kind, hook));
    }
    *known = of.known;
    *learned = !of.keeps_state;
}
