/* Lint of the start: a game that is over at once, rights that nobody has, pieces in hand that nobody can drop. And of
 * numbers of a parent that mean less on another board or in longer turns. */
#include "explain/lint.h"

#include "play/fen.h"
#include "play/history.h"

#include <string.h>

enum { USUAL_RANKS = 8 };

typedef struct start_linter {
    const variant *v;
    const ruleset *rules;
    const lint_scripts *scripts;
    diag_list *diags;
    game_history history; /* at the start; no hooks are asked */
} start_linter;

static bool is_own(const start_linter *l, location at)
{
    return at.source && strcmp(at.source->name, l->rules->path) == 0;
}

static bool script_says(const start_linter *l, const char *word)
{
    return lint_scripts_have(l->scripts, word);
}

/* ---- over before it begins ---- */

static int count_of_player(const start_linter *l, int player, bool royals_only)
{
    const variant *v = l->v;
    int count = 0;
    for (int cell = 0; cell < v->cells; cell++) {
        const piece_id piece = v->start_board[cell];
        count += piece && v->owner_of[piece] == player && (!royals_only || v->is_royal[piece]);
    }
    for (int piece = 1; piece < v->piece_ids && v->has_hands; piece++) {
        count += v->owner_of[piece] == player && (!royals_only || v->is_royal[piece]) ? v->start_hand[piece] : 0;
    }
    for (int i = 0; i < v->drop_count[player]; i++) { /* pieces that never run out */
        const drop_table *d = &v->drops[player][i];
        count += !d->hand_piece && (!royals_only || v->is_royal[d->piece]);
    }
    return count;
}

/* Whether a player can lose otherwise than by mate. */
static bool loses_otherwise(const variant *v)
{
    bool loses = false;
    for (int i = 0; i < v->ending_count; i++) {
        ending_kind kind = v->endings[i].rule->kind;
        loses |= kind == END_EXTINCT || kind == END_PIECES_BELOW || kind == END_BARE || kind == END_GOAL ||
                 kind == END_CONNECT || kind == END_CHAIN || kind == END_POINTS || kind == END_HOOK;
    }
    return loses;
}

static void find_missing_pieces(start_linter *l, bool royals_only)
{
    const variant *v = l->v;
    int with = 0;
    if (royals_only && loses_otherwise(v)) {
        return;
    }
    for (int player = 0; player < v->players; player++) {
        with += count_of_player(l, player, royals_only) > 0;
    }
    for (int player = 0; player < v->players && with > 0; player++) {
        if (count_of_player(l, player, royals_only) == 0) {
            diag_warning(l->diags, CODE_START_OVER, l->rules->start_location, "`%s` has no %spiece at the start",
                         l->rules->players[player].name, royals_only ? "royal " : "");
            diag_hint(l->diags, "%s",
                      royals_only ? "so they can never be checkmated; was a king forgotten?"
                                  : "capitals are the pieces of the first player, small letters of the "
                                    "second");
        }
    }
}

void lint_finished_start(location at, const game_outcome *outcome, diag_list *diags)
{
    diag_warning(diags, CODE_START_OVER, at, "the game is over before it begins: %s", outcome->reason);
    if (outcome->rule) { /* a player without moves loses or draws also where no ending says so */
        diag_note(diags, outcome->rule->location, "by this ending");
    }
}

/* A script may list moves, or give pieces and kings before the first ply. */
static bool script_begins(const variant *v)
{
    return v->moves_hook_count || v->choice_hook_count;
}

bool lint_sees_outcome(game_history *start)
{
    live_hooks *hooks = start->position->hooks;
    start->position->hooks = NULL;
    const game_outcome outcome = history_outcome(start);
    start->position->hooks = hooks;
    return outcome.kind != OUTCOME_ONGOING && !script_begins(start->variant);
}

static void find_finished_start(start_linter *l)
{
    const variant *v = l->v;
    if (script_begins(v)) {
        return;
    }
    const size_t before = l->diags->warnings;
    find_missing_pieces(l, false);
    if (l->diags->warnings == before && v->royal_type_count && !v->has_drops && !v->has_setup_phase) {
        find_missing_pieces(l, true);
    }
    const game_outcome outcome = history_outcome(&l->history);
    if (l->diags->warnings == before && outcome.kind != OUTCOME_ONGOING) {
        lint_finished_start(l->rules->start_location, &outcome, l->diags);
    }
}

/* ---- rights ---- */

static bool start_has_castling_right(const start_linter *l, char letter)
{
    bool found = false;
    for (int i = 0; i < l->v->rights; i++) {
        const variant_right *right = &l->v->right[i];
        found |= right->castling && right->letter == letter && l->history.position->state.rights >> i & 1;
    }
    return found;
}

/* Whether some player has the right, by its number in the rules: see rights_build. */
static bool start_has_right(const start_linter *l, size_t number)
{
    size_t players = (size_t)l->v->players;
    uint32_t of_all = (UINT32_C(1) << players) - 1;
    return (l->history.position->state.rights >> number * players & of_all) != 0;
}

static bool is_right_asked(const start_linter *l, size_t right)
{
    bool asked = false;
    for (size_t i = 0; i < l->rules->piece_count; i++) {
        for (size_t k = 0; k < l->rules->pieces[i].move_count; k++) {
            asked |= l->rules->pieces[i].moves[k].right == (int)right;
        }
    }
    return asked;
}

/* A right is gained by the first placing of pieces, or from a script. */
static void find_unheld_rights(start_linter *l)
{
    const variant *v = l->v;
    if (v->has_setup_phase || v->has_drops || v->moves_hook_count || script_says(l, "right")) {
        return;
    }
    for (size_t i = 0; i < l->rules->right_count; i++) {
        const rule_right *right = &l->rules->rights[i];
        if (is_own(l, right->location) && is_right_asked(l, i) && !start_has_right(l, i)) {
            diag_warning(l->diags, CODE_RIGHT_NEVER, right->location, "no player ever has the right `%s`",
                         right->letter);
            diag_hint(l->diags, "the rights stand behind the side to move in `start`; a piece must be on its cell");
        }
    }
    for (size_t i = 0; i < l->rules->castling_count; i++) {
        const rule_castling *c = &l->rules->castlings[i];
        if (is_own(l, c->location) && c->right && !start_has_castling_right(l, c->right[0])) {
            diag_warning(l->diags, CODE_RIGHT_NEVER, c->location, "no player ever has the right `%s` of this castling",
                         c->right);
            diag_hint(l->diags, "the rights stand behind the side to move in `start`: `w KQkq - 0 1`");
        }
    }
}

/* ---- hands ---- */

static void find_useless_hands(start_linter *l)
{
    const variant *v = l->v;
    if (!v->has_hands || v->promotes_from_prison || v->moves_hook_count || script_says(l, "hand")) {
        return;
    }
    for (int piece = 1; piece < v->piece_ids; piece++) {
        const int player = v->owner_of[piece];
        bool dropped = !v->start_hand[piece] || player >= v->players;
        for (int i = 0; !dropped && i < v->drop_count[player]; i++) {
            const drop_table *d = &v->drops[player][i];
            for (int w = 0; d->hand_piece == piece && w < v->bitset_words; w++) {
                dropped |= v->set_pool[d->zone + (uint32_t)w] != 0;
            }
        }
        for (int i = 0; !dropped && i < v->put.held_count; i++) {
            dropped = v->put.held[player][i].hand_piece == piece;
        }
        if (!dropped) {
            diag_warning(l->diags, CODE_DROP_NEVER, l->rules->start_location,
                         "`%s` has a `%s` in hand and can never drop it", l->rules->players[player].name,
                         l->rules->pieces[v->type[v->type_of[piece]].rule_piece_index].name);
            diag_hint(l->diags, "look at `drops` of the game and of the piece");
        }
    }
}

/* ---- numbers of a parent ---- */

/* The N of `own rank N`; 0: it says something else. */
static long own_rank(const char *zone)
{
    static const char words[] = "own rank ";
    if (!zone || strncmp(zone, words, sizeof words - 1) != 0) {
        return 0;
    }
    long rank;
    return text_to_long(zone + sizeof words - 1, 1, 1000, &rank) ? rank : 0;
}

/* A pawn that must promote on the eighth rank never sees the tenth. Nobody has thought of it where the zone is inherited
 * and the board is not, or where it is the eighth of more ranks. */
static void find_early_promotions(start_linter *l)
{
    for (size_t i = 0; i < l->rules->piece_count && is_own(l, l->rules->board_location); i++) {
        const rule_piece *piece = &l->rules->pieces[i];
        for (size_t k = 0; k < piece->promotion_count; k++) {
            const rule_promotion *promotion = &piece->promotions[k];
            const long rank = own_rank(promotion->zone.string), ranks = l->v->topology.rows;
            const bool inherited = !is_own(l, promotion->location);
            if (rank && rank < ranks && (inherited || rank == USUAL_RANKS)) {
                diag_warning(l->diags, CODE_PROMOTION_EARLY, l->rules->board_location,
                             "`%s` promotes on `own rank %ld`, and never comes to the last of %ld ranks", piece->name,
                             rank, ranks);
                diag_hint(l->diags, "`promotes: {on: last rank}` is right on every board");
                diag_note(l->diags, promotion->location, "it promotes by this rule");
            }
        }
    }
}

/* The plies of all players' turns, once round the board; 0: some turns are free. */
static long plies_of_round(const ruleset *rules)
{
    long sum = 0;
    for (size_t p = 0; p < rules->player_count; p++) {
        sum += rules->turn.plies[p];
    }
    return ruleset_has_free_turns(rules) ? 0 : sum;
}

/* A parent's halfmove clock counts for turns of one ply. */
static void find_halved_clocks(start_linter *l)
{
    const long players = (long)l->rules->player_count, plies = plies_of_round(l->rules);
    for (int i = 0; i < l->v->ending_count && plies > players && is_own(l, l->rules->turn.location); i++) {
        const rule_ending *e = l->v->endings[i].rule;
        if (e->kind == END_HALFMOVE_CLOCK && !e->counts_turns && !is_own(l, e->location)) {
            diag_warning(l->diags, CODE_CLOCK_HALVED, l->rules->turn.location,
                         "`%s` of the parent counts %ld plies, which are only %ld turns", e->name, e->number,
                         e->number * players / plies);
            diag_hint(l->diags, "say it again under `end`: `turn clock %ld` counts turns", e->number);
            diag_note(l->diags, e->location, "it is said here");
        }
    }
}

void lint_start(const variant *v, const lint_scripts *scripts, diag_list *diags)
{
    start_linter l = {.v = v, .rules = v->rules, .scripts = scripts, .diags = diags};
    diag_list ignored; /* the start was read before, and its messages were given */
    diag_list_init(&ignored);
    ignored.fuel = diags->fuel;
    if (!game_history_init(&l.history, v, NULL)) {
        diag_out_of_memory(diags);
    } else if (fen_read(l.history.position, &ignored, (location){0}, v->start_fen)) {
        l.history.position->fuel = diags->fuel;
        find_finished_start(&l);
        find_unheld_rights(&l);
        find_useless_hands(&l);
        find_early_promotions(&l);
        find_halved_clocks(&l);
    }
    game_history_finish(&l.history);
    diag_list_finish(&ignored);
}
