#include "play/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/word_moves.h"

/* The text of a promotion: "+" where the new letter is the old one behind a plus, else the letter. */
static const char *promotion_text(const variant *v, const piece_type *from, const piece_type *into)
{
    const char *letter = v->rules->pieces[into->rule_piece_index].letter;
    const char *old = v->rules->pieces[from->rule_piece_index].letter;
    if (letter[0] == '+' && strcmp(letter + 1, old) == 0) {
        return "+";
    }
    return into->royal && !v->rules->pieces[into->rule_piece_index].royal ? into->letter : letter;
}

/* Whether the piece could also change into the same piece for good, and not only until it is captured. Then a ~ marks
 * this one. */
static bool needs_tilde(const position *p, move m)
{
    const variant *v = p->variant;
    unsigned from = move_from(m), into = move_into(m) - 1;
    const piece_moves *moves = &v->moves[p->board[from]];
    bool found = false;
    for (uint32_t i = moves->special_start && v->type[into].reverts ? moves->special_start[from] : UINT32_MAX;
         i < UINT32_MAX && i < moves->special_ep_start[from]; i++) {
        const special *s = &moves->specials[i];
        found |= s->into && s->to == move_to(m) && (int)s->into - 1 == v->base_type[v->type[into].rule_piece_index];
    }
    return found;
}

/* The letter of a piece before its move. That it reverts does not show there. */
static const char *capital_letter(const variant *v, const piece_type *type)
{
    return type->reverts ? v->type[v->base_type[type->rule_piece_index]].capital : type->capital;
}

/* The name of a second cell; the board's name is not repeated. */
static const char *second_cell_name(const variant *v, unsigned first, unsigned cell)
{
    const char *name = v->topology.names[cell];
    bool same = v->rules->board_names && v->topology.level[first] == v->topology.level[cell];
    const char *colon = same ? strchr(name, ':') : NULL; /* names that the rules list one by one have no colon */
    return colon ? colon + 1 : name;
}

/* The text that a hook gives to one of the moves or choices that it listed; `u` takes back the move of a choice. */
static void hook_move_text(const position *p, const undo *u, move m, const move_facts *facts, char *out)
{
    effect effects[EFFECTS_MAX];
    size_t count = 0;
    out[0] = '\0';
    if (p->hooks && !p->hooks->failed &&
        !p->hooks->pick(p->hooks->host, is_about_choice(facts) ? 0 : (int)move_index(m), p, facts, move_extra(m),
                        effects, EFFECTS_MAX, &count, out)) {
        p->hooks->failed = true;
        p->hooks->failed_in(p->hooks->host, p, u, m);
    }
}

static void write_hook_move(const position *p, move m, char *out)
{
    const variant *v = p->variant;
    char spelling[LISTED_TEXT_MAX];
    bool of_piece = v->moves_hooks[move_index(m)].rule->piece_count > 0;
    move_facts about = of_piece ? position_piece_facts(p, move_from(m)) : (move_facts){0};
    hook_move_text(p, NULL, m, of_piece ? &about : NULL, spelling);
    if (spelling[0]) {
        snprintf(out, MOVE_TEXT_MAX, "%s", spelling);
    } else {
        unsigned from = move_from(m);
        snprintf(out, MOVE_TEXT_MAX, "%s%s", from < (unsigned)v->cells ? v->topology.names[from] : "@",
                 v->topology.names[move_to(m)]);
    }
}

static void write_roll(const dice_outcome *o, char *out)
{
    int length = snprintf(out, MOVE_TEXT_MAX, "roll ");
    for (int i = 0; i < DICE_MAX && o->faces[i]; i++) {
        length += snprintf(out + length, MOVE_TEXT_MAX - (size_t)length, "%s%d", i ? "-" : "", o->faces[i]);
    }
}

/* ---- chains of jumps, and moves as the rules want them written ---- */

static void append(char *out, const char *more)
{
    size_t used = strlen(out);
    snprintf(out + used, MOVE_TEXT_MAX - used, "%s", more);
}

/* Light cells have no numbers. */
void notation_cell(const variant *v, unsigned cell, char name[CELL_TEXT_MAX])
{
    if (!v->rules->notation.cell_numbers || topology_shade(&v->topology, v->rules, (cell_id)cell) != 0) {
        snprintf(name, CELL_TEXT_MAX, "%s", v->topology.names[cell]);
        return;
    }
    const topology *t = &v->topology;
    int number = 1;
    for (int other = 0; other < v->cells; other++) {
        bool above =
            t->row[other] > t->row[cell] || (t->row[other] == t->row[cell] && t->column[other] < t->column[cell]);
        bool before = t->level[other] == t->level[cell] ? above : t->level[other] < t->level[cell];
        number += before && topology_shade(t, v->rules, (cell_id)other) == 0;
    }
    snprintf(name, CELL_TEXT_MAX, "%d", number);
}

static void append_cell(const variant *v, char *out, unsigned cell)
{
    char name[CELL_TEXT_MAX];
    notation_cell(v, cell, name);
    append(out, name);
}

/* Appends a second cell: the board's name is not repeated, and a `-` separates two numbers. */
static void append_second_cell(const variant *v, char *out, unsigned first, unsigned cell)
{
    size_t used = strlen(out);
    if (v->rules->notation.cell_numbers) {
        append(out, used && out[used - 1] >= '0' && out[used - 1] <= '9' ? "-" : "");
        append_cell(v, out, cell);
    } else {
        append(out, second_cell_name(v, first, cell));
    }
}

void notation_begin(notation *n, const position *p)
{
    *n = (notation){.p = p};
}

void notation_finish(notation *n)
{
    free(n->legal.moves);
    free(n->chain_keys);
    *n = (notation){.p = NULL};
}

const move_list *notation_legal(notation *n)
{
    if (!n->listed) {
        const variant *v = n->p->variant;
        position *p = (position *)n->p;
        n->legal = (move_list){malloc(v->moves_max * sizeof(move)), 0, v->moves_max, false};
        if (n->legal.moves) {
            v->core->legal(p, &n->legal);
            n->chain_keys = v->has_jumps ? calloc(n->legal.count + 1, sizeof *n->chain_keys) : NULL;
        }
        position_note_lost(p, &n->legal); /* the text may mean another move as well */
        if (!n->legal.moves || (v->has_jumps && !n->chain_keys)) {
            n->legal.count = 0;
            n->legal.overflow = true;
            p->moves_lost = LOST_FOR_MEMORY;
        }
        n->listed = true;
    }
    return &n->legal;
}

/* Whether another legal move from the same cell, ending on `to`, would be written alike. */
static bool has_ambiguous_move(notation *n, move m, unsigned to,
                               bool (*is_ambiguous)(const position *p, move m, move other))
{
    const move_list *legal = notation_legal(n);
    for (size_t i = 0; i < legal->count; i++) {
        move other = legal->moves[i];
        if (other != m && move_from(other) == move_from(m) && move_to(other) == to && is_ambiguous(n->p, m, other)) {
            return true;
        }
    }
    return false;
}

static bool is_ambiguous_chain(const position *p, move m, move other)
{
    (void)p;
    return move_kind_of(other) == MOVE_CHAIN && move_into(other) == move_into(m);
}

static uint64_t cells_key(const cell_id *cells, unsigned count)
{
    uint64_t key = count;
    for (unsigned i = 0; i < count; i++) {
        random_source next = {key + cells[i]};
        key = random_next(&next);
    }
    return key;
}

static chain_key chain_key_of(const position *p, move m)
{
    chain_path path;
    if (!p->variant->core->chain(p, m, &path)) {
        return (chain_key){.known = true};
    }
    return (chain_key){true, true, cells_key(path.land, path.count), cells_key(path.over, path.count)};
}

/* Whether another chain lands on the same cells, over the same pieces (`same_jumped`) or over others. */
static bool has_ambiguous_chain(notation *n, move m, bool same_jumped)
{
    chain_key key = chain_key_of(n->p, m);
    const move_list *legal = notation_legal(n);
    for (size_t i = 0; key.is_chain && n->chain_keys && i < legal->count; i++) {
        move other = legal->moves[i];
        if (other == m || move_from(other) != move_from(m) || move_to(other) != move_to(m) ||
            !is_ambiguous_chain(n->p, m, other) || chain_count(m) != chain_count(other)) {
            continue;
        }
        chain_key *other_key = &n->chain_keys[i];
        if (!other_key->known) {
            *other_key = chain_key_of(n->p, other);
        }
        if (other_key->is_chain && other_key->land == key.land && (other_key->over == key.over) == same_jumped) {
            return true;
        }
    }
    return false;
}

static bool writes_promotion(const position *p, move m);
static bool is_styled(const variant *v, move m);

/* What the piece becomes, as the text of the move says it; 0: nothing. Long texts name each new type. */
static unsigned written_into(const position *p, move m)
{
    const bool is_long = !is_styled(p->variant, m) && move_kind_of(m) != MOVE_CHAIN;
    return is_long || writes_promotion(p, m) ? move_into(m) : 0;
}

/* Whether `other` is a plain step and `m` does more, both with the same promotion. */
static bool is_ambiguous_step(const position *p, move m, move other)
{
    return move_kind_of(other) < MOVE_EN_PASSANT && move_kind_of(other) != move_kind_of(m) &&
           written_into(p, m) == written_into(p, other);
}

/* Whether the cell in between must be written: of a capture in passing, a double step or a jump, where a plain step
 * leads to the same cell. */
static bool needs_via_cell(notation *n, move m)
{
    move_kind kind = move_kind_of(m);
    bool may_share = kind == MOVE_EN_PASSANT || kind == MOVE_DOUBLE_STEP || (kind == MOVE_CHAIN && chain_count(m) == 1);
    return may_share && has_ambiguous_move(n, m, move_to(m), is_ambiguous_step);
}

/* Appends the landings of a chain, each behind `sign`. On a board with wrapped edges two chains may jump over
 * different pieces and land on the same cells: then the cells that are jumped over are written as well. */
static void append_landings(notation *n, move m, const char *sign, char *out)
{
    const position *p = n->p;
    const variant *v = p->variant;
    chain_path path;
    bool all_landings = !v->rules->notation.ends_only || has_ambiguous_move(n, m, move_to(m), is_ambiguous_chain) ||
                        has_ambiguous_move(n, m, move_to(m), is_ambiguous_step),
         over = all_landings && !needs_via_cell(n, m) && has_ambiguous_chain(n, m, false);
    if (!all_landings || !v->core->chain(p, m, &path)) {
        append(out, sign);
        append_second_cell(v, out, move_from(m), move_to(m));
        return;
    }
    for (unsigned i = 0; i < path.count; i++) {
        if (over) {
            append(out, sign);
            append_second_cell(v, out, move_from(m), path.over[i]);
        }
        append(out, sign);
        append_second_cell(v, out, move_from(m), path.land[i]);
    }
}

/* Appends the cells of the jumped pieces with this fate, in brackets. */
static void append_jumped(const variant *v, move m, const chain_path *path, unsigned fate, const char *brackets,
                          char *out)
{
    char sign[2] = {brackets[0], '\0'};
    bool any = false;
    for (unsigned i = 0; i < path->count; i++) {
        if (path->jumped[i] == fate) {
            append(out, sign);
            append_second_cell(v, out, move_from(m), path->over[i]);
            sign[0] = ',';
            any = true;
        }
    }
    append(out, any ? brackets + 1 : "");
}

/* Pieces that a chain converts are written in brackets behind it. Pieces that go under the stack are written only
 * where the same chain could capture them instead. */
static void append_jumped_fates(notation *n, move m, char *out)
{
    const position *p = n->p;
    chain_path path;
    if (!p->variant->core->chain(p, m, &path)) {
        return;
    }
    append_jumped(p->variant, m, &path, JUMPED_CONVERTED, "()", out);
    bool under = false;
    for (unsigned i = 0; i < path.count; i++) {
        under |= path.jumped[i] == JUMPED_UNDER;
    }
    if (under && has_ambiguous_chain(n, m, true)) {
        append_jumped(p->variant, m, &path, JUMPED_UNDER, "[]", out);
    }
}

/* Whether the new type is written: not where there is only one choice and it is forced, nor what a capture changes
 * into, nor what a chain promotes to on its way. */
static bool writes_promotion(const position *p, move m)
{
    const variant *v = p->variant;
    piece_id piece = p->board[move_from(m)];
    unsigned from = move_from(m), to = move_to(m);
    const promotion_table *t = v->moves[piece].promotion;
    size_t row = (size_t)from * (size_t)v->bitset_words;
    const move_kind kind = move_kind_of(m);
    const bool joins = v->rules->split_any && v->owner_of[p->board[to]] == p->state.side_to_move;
    const bool captures =
        (p->board[to] && !joins) || kind == MOVE_EN_PASSANT || kind == MOVE_LOCUST || kind == MOVE_CHAIN;
    bool forced = t && variant_must_promote(v, t, from, to, captures);
    bool optional = t && !forced && set_has(t->optional + row, to);
    const uint32_t *list = t ? variant_promotions(v, t, from, to) : NULL;
    uint32_t offered = 0, first = 0;
    for (uint32_t i = t ? list[1] : 0; t && i > list[0]; i--) {
        const bool is = promotion_is_offered(t, i - 1, captures);
        offered += is;
        first = is ? i - 1 : first;
    }
    forced = forced && offered && t->into[first] + 1u == move_into(m);
    bool choice = t && (offered > 1 || t->from_prison || optional);
    bool on_the_way = move_kind_of(m) == MOVE_CHAIN || v->moves[piece].captures_transform;
    return move_into(m) && (choice || (!forced && !on_the_way));
}

/* a2(1)f7: how many pieces of a stack move, behind its cell; the whole stack is not written. */
static void append_stack_count(char *out, unsigned count)
{
    char digits[16];
    if (count) {
        snprintf(digits, sizeof digits, "(%u)", count);
        append(out, digits);
    }
}

static void write_styled(notation *n, move m, unsigned stack_count, char *out)
{
    const position *p = n->p;
    const variant *v = p->variant;
    const rule_notation *w = &v->rules->notation;
    piece_id piece = p->board[move_from(m)];
    move_kind kind = move_kind_of(m);
    bool captures = v->core->captures(p, m);
    out[0] = '\0';
    append(out, w->piece_letters ? capital_letter(v, &v->type[v->type_of[piece]]) : "");
    append_cell(v, out, move_from(m));
    append_stack_count(out, stack_count);
    /* Nothing else captures on the empty cell where a capture en passant ends: another sign says enough. */
    bool sign_tells = kind == MOVE_EN_PASSANT && strcmp(w->capture_sign, w->step_sign) != 0;
    if (kind == MOVE_LOCUST || (!sign_tells && needs_via_cell(n, m))) {
        append(out, w->capture_sign);
        append_second_cell(v, out, move_from(m), move_aux(m));
    }
    if (kind == MOVE_CHAIN) {
        append_landings(n, m, w->capture_sign, out);
    } else {
        append(out, captures ? w->capture_sign : w->step_sign);
        append_second_cell(v, out, move_from(m), move_to(m));
    }
    if (writes_promotion(p, m)) {
        const piece_type *into = &v->type[move_into(m) - 1];
        append(out, w->promotion_sign);
        append(out, w->piece_letters ? capital_letter(v, into) : promotion_text(v, &v->type[v->type_of[piece]], into));
        append(out, needs_tilde(p, m) ? "~" : "");
    }
    if (kind == MOVE_CHAIN) {
        append_jumped_fates(n, m, out);
    }
}

static void write_chain(notation *n, move m, char *out)
{
    const position *p = n->p;
    const variant *v = p->variant;
    piece_id piece = p->board[move_from(m)];
    out[0] = '\0';
    append_cell(v, out, move_from(m));
    if (needs_via_cell(n, m)) {
        append_second_cell(v, out, move_from(m), move_aux(m));
    }
    append_landings(n, m, "", out);
    if (writes_promotion(p, m)) {
        append(out, promotion_text(v, &v->type[v->type_of[piece]], &v->type[move_into(m) - 1]));
    }
    append_jumped_fates(n, m, out);
}

static bool is_styled(const variant *v, move m)
{
    switch (move_kind_of(m)) {
    case MOVE_NORMAL:
    case MOVE_DOUBLE_STEP:
    case MOVE_EN_PASSANT:
    case MOVE_LOCUST:
    case MOVE_CHAIN:
        return v->rules->notation.given;
    default:
        return false;
    }
}

static void write_default(notation *n, move m, unsigned stack_count, char *out);

/* How many pieces move from the top of a stack, where that must be written; 0: need not. */
static unsigned stack_count_of(const position *p, move m)
{
    return p->variant->rules->split_any && move_kind_of(m) <= MOVE_EN_PASSANT ? move_extra(m) : 0;
}

piece_id notation_held_put(const position *p, move m)
{
    return p->variant->put.held[p->state.side_to_move][move_put_which(m)].piece;
}

/* The second half of a move: ",@e5", or ",a5e5" where one of several pieces moves. */
static void append_put(const position *p, move m, char *out)
{
    const variant *v = p->variant;
    bool put = v->put.chooses && move_extra(m) && move_kind_of(m) != MOVE_HOOK;
    if (!put) {
        return;
    }
    unsigned which = move_put_which(m), from = CELL_NONE;
    if (v->put.most > 1 && v->core->count_of_piece(p, v->put.piece) >= v->put.most) {
        for (unsigned cell = 0; cell < (unsigned)v->cells && from == CELL_NONE; cell++) {
            from = p->board[cell] == v->put.piece && which-- == 0 ? cell : CELL_NONE;
        }
    }
    append(out, ",");
    if (v->put.held_count) {
        append(out, v->type[v->type_of[notation_held_put(p, m)]].capital);
    }
    append(out, from == CELL_NONE ? "@" : v->topology.names[from]);
    append_cell(v, out, move_put_cell(m));
}

void notation_write_one(const position *p, move m, char *out)
{
    notation n;
    notation_begin(&n, p);
    notation_write(&n, m, out);
    notation_finish(&n);
}

void notation_write(notation *n, move m, char *out)
{
    const position *p = n->p;
    const variant *v = p->variant;
    if (is_styled(v, m)) {
        write_styled(n, m, stack_count_of(p, m), out);
    } else if (move_kind_of(m) == MOVE_CHAIN) {
        write_chain(n, m, out);
    } else {
        write_default(n, m, stack_count_of(p, m), out);
    }
    if (v->rules->captor_decides && move_extra(m) && move_kind_of(m) <= MOVE_EN_PASSANT) {
        append(out, "x"); /* what it captures leaves the board */
    }
    if (v->captures_by_row && move_extra(m) && (move_kind_of(m) <= MOVE_LOCUST || move_kind_of(m) == MOVE_DROP)) {
        append(out, "x");
        append_cell(v, out, move_extra(m) - 1);
    }
    append_put(p, m, out);
    if (v->choice_hook_count) {
        char spelling[LISTED_TEXT_MAX] = "";
        move_facts facts;
        victim_list victims;
        position *spare = (position *)p;
        if (v->core->move_facts_before_choice(spare, m, &facts, &victims)) {
            undo u;
            v->core->play_without_choice(spare, m, &u);
            hook_move_text(spare, &u, m, &facts, spelling);
            v->core->undo(spare, &u);
            size_t used = strlen(out);
            snprintf(out + used, MOVE_TEXT_MAX - used, "%s", spelling);
        }
    }
}

static void write_default(notation *n, move m, unsigned stack_count, char *out)
{
    const position *p = n->p;
    const variant *v = p->variant;
    const char *const *names = v->topology.names;
    size_t room = MOVE_TEXT_MAX;
    unsigned from = move_from(m), to = move_to(m);
    switch (move_kind_of(m)) {
    case MOVE_DROP: {
        const char *colon = v->rules->board_names ? strchr(names[to], ':') : NULL;
        const char *cell = colon ? colon + 1 : names[to];
        snprintf(out, room, "%.*s%s@%s", (int)(cell - names[to]), names[to], v->type[move_into(m) - 1].capital, cell);
        return;
    }
    case MOVE_CLAIM:
        snprintf(out, room, CLAIM_PREFIX "%s", v->endings[move_index(m)].rule->claim);
        return;
    case MOVE_CASTLE: {
        const castling *c = &v->castlings[move_index(m)];
        const rule_castling *rule = &v->rules->castlings[c->rule];
        if (rule->written_as) {
            snprintf(out, room, "%s", rule->written_as);
            return;
        }
        unsigned goal = rule->written_as_capture ? c->partner_from : to;
        if (has_ambiguous_move(n, m, goal, is_ambiguous_step)) { /* an ordinary king move leads there too */
            snprintf(out, room, "%s", rule->name);
            return;
        }
        snprintf(out, room, "%s%s", names[from], second_cell_name(v, from, goal));
        return;
    }
    case MOVE_PASS:
        snprintf(out, room, "%s", move_aux(m) ? WAIT_WORD : p->extra.turn_ply ? END_TURN_WORD : PASS_WORD);
        return;
    case MOVE_ROLL:
        write_roll(&v->dice_outcomes[move_index(m)], out);
        return;
    case MOVE_HOOK:
        write_hook_move(p, m, out);
        return;
    default: {
        const char *into = "", *tilde = "";
        /* the cell of the captured piece is written in between */
        bool via = move_kind_of(m) == MOVE_LOCUST || needs_via_cell(n, m);
        if (move_kind_of(m) == MOVE_IN_PLACE && move_aux(m) == IN_PLACE_REMOVE) {
            snprintf(out, room, "x%s", names[from]); /* a player takes a piece of their own off the board */
            return;
        }
        if (move_into(m)) {
            const piece_type *old = &v->type[v->type_of[p->board[from]]];
            into = promotion_text(v, old, &v->type[move_into(m) - 1]);
            tilde = needs_tilde(p, m) ? "~" : "";
        }
        snprintf(out, room, "%s", names[from]);
        append_stack_count(out, stack_count);
        append(out, via ? second_cell_name(v, from, move_aux(m)) : "");
        append(out, second_cell_name(v, from, to));
        append(out, into);
        append(out, tilde);
        return;
    }
    }
}

/* The size of a whole stack may be written too. */
static bool is_whole_stack(notation *n, move m, const char *move_text)
{
    const position *p = n->p;
    char spelling[MOVE_TEXT_MAX];
    if (!p->variant->rules->split_any || move_kind_of(m) > MOVE_EN_PASSANT || move_extra(m)) {
        return false;
    }
    unsigned whole = position_stack_heights(p)[move_from(m)] + 1u;
    if (is_styled(p->variant, m)) {
        write_styled(n, m, whole, spelling);
    } else {
        write_default(n, m, whole, spelling);
    }
    return strcmp(spelling, move_text) == 0;
}

/* ---- other ways of a chain to the same position: they are read, but only one is listed ---- */

typedef struct way_text {
    const position *p;
    move m;
    const char *move_text;
} way_text;

/* Writes a way in full, or its beginning: `over` with the cells that it jumps over, `under` with the pieces that go
 * under the stack. */
static void write_way(const way_text *w, const chain_path *path, bool complete, bool over, bool under, char *out)
{
    const position *p = w->p;
    const variant *v = p->variant;
    const rule_notation *style = is_styled(v, w->m) ? &v->rules->notation : NULL;
    const char *sign = style ? style->capture_sign : "";
    bool letters = style && style->piece_letters;
    unsigned from = move_from(w->m);
    const piece_type *type = &v->type[v->type_of[p->board[from]]];
    out[0] = '\0';
    append(out, letters ? capital_letter(v, type) : "");
    append_cell(v, out, from);
    for (unsigned i = 0; i < path->count; i++) {
        if (over) {
            append(out, sign);
            append_second_cell(v, out, from, path->over[i]);
        }
        append(out, sign);
        append_second_cell(v, out, from, path->land[i]);
    }
    if (complete && writes_promotion(p, w->m)) {
        const piece_type *into = &v->type[move_into(w->m) - 1];
        append(out, style ? style->promotion_sign : "");
        append(out, letters ? capital_letter(v, into) : promotion_text(v, type, into));
    }
    if (complete) {
        append_jumped(v, w->m, path, JUMPED_CONVERTED, "()", out);
    }
    if (complete && under) {
        append_jumped(v, w->m, path, JUMPED_UNDER, "[]", out);
    }
}

static bool way_fits(void *state, const chain_path *path, bool complete)
{
    const way_text *w = state;
    for (unsigned form = 0; form < 4; form++) {
        char spelling[MOVE_TEXT_MAX];
        write_way(w, path, complete, form & 1, form & 2, spelling);
        if (complete ? strcmp(w->move_text, spelling) == 0 : strncmp(w->move_text, spelling, strlen(spelling)) == 0) {
            return true;
        }
    }
    return false;
}

/* The chain of the list that another way with that text leads to; MOVE_NONE: none, or several. */
static move find_way(const position *p, const move_list *list, const char *move_text)
{
    move found = MOVE_NONE;
    for (size_t i = 0; i < list->count; i++) {
        way_text w = {.p = p, .m = list->moves[i], .move_text = move_text};
        const chain_reader reader = {way_fits, &w};
        const chain_path none = {.count = 0};
        if (move_kind_of(w.m) != MOVE_CHAIN || !way_fits(&w, &none, false) ||
            !p->variant->core->chain_has_way(p, w.m, &reader)) {
            continue;
        }
        if (found != MOVE_NONE) {
            return MOVE_NONE;
        }
        found = w.m;
    }
    return found;
}

move notation_find(const position *p, const move_list *list, const char *move_text)
{
    notation n;
    move found = MOVE_NONE;
    notation_begin(&n, p);
    for (size_t i = 0; i < list->count && found == MOVE_NONE; i++) {
        char spelling[MOVE_TEXT_MAX];
        notation_write(&n, list->moves[i], spelling);
        if (strcmp(spelling, move_text) == 0 || is_whole_stack(&n, list->moves[i], move_text)) {
            found = list->moves[i];
        }
    }
    notation_finish(&n);
    return found == MOVE_NONE ? find_way(p, list, move_text) : found;
}
