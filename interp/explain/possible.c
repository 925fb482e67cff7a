#include "explain/possible.h"

#include "compile/reachability.h"
#include "play/notation.h"
#include "play/playout.h"

#include <stdlib.h>
#include <string.h>

enum { TRIED_GAMES = 2, TRIED_PLIES = 80, TRIED_SEED = 35 };

typedef struct seeker {
    game_history *game;
    const variant *v;
    arena *arena;
    possibilities *found;
    move *moves; /* [moves_max] */
    bool failed; /* out of memory */
    bool *seen;  /* [pieces of the rules] stood on the board in some random game */
} seeker;

static size_t rule_index(const variant *v, int piece)
{
    return (size_t)v->type[v->type_of[piece]].rule_piece_index;
}

/* ---- random games ---- */

static bool is_step(const position *p, move m)
{
    const move_kind kind = move_kind_of(m);
    return (kind == MOVE_NORMAL || kind == MOVE_DOUBLE_STEP) && !move_into(m) && !move_extra(m) &&
           !p->board[move_to(m)];
}

/* How far from the middle of the board a move ends: examples are looked for there. */
static long off_middle(const topology *t, unsigned cell)
{
    const long x = 2 * t->column[cell] - (t->columns - 1), y = 2 * t->row[cell] - (t->rows - 1);
    return x * x + y * y + (t->level[cell] ? 1000L * t->level[cell] : 0);
}

typedef bool move_test(const position *p, move m);

static bool is_plain_step(const position *p, move m)
{
    return !p->variant->put.chooses && is_step(p, m);
}

static bool has_second_half(const position *p, move m)
{
    return p->variant->put.chooses && move_extra(m) && move_kind_of(m) <= MOVE_DOUBLE_STEP;
}

static bool is_drop_from_hand(const position *p, move m)
{
    return move_kind_of(m) == MOVE_DROP && !(p->variant->captures_by_row && move_extra(m));
}

/* A capture whose piece leaves the board, where it could go under the capturing stack. */
static bool is_removal(const position *p, move m)
{
    return p->variant->rules->captor_decides && move_extra(m) && move_kind_of(m) <= MOVE_EN_PASSANT;
}

/* The text of such a move, the nearest to the middle of the board, if there is one and it is read as this move. */
static const char *example_among(seeker *s, const move_list *list, move_test *fits)
{
    const position *p = s->game->position;
    move best = MOVE_NONE;
    long best_off = 0;
    for (size_t i = 0; i < list->count; i++) {
        const move m = list->moves[i];
        const long off = fits(p, m) ? off_middle(&s->v->topology, move_to(m)) : 0;
        if (fits(p, m) && (best == MOVE_NONE || off <= best_off)) {
            best = m;
            best_off = off;
        }
    }
    if (best == MOVE_NONE) {
        return NULL;
    }
    char words[MOVE_TEXT_MAX];
    notation_write_one(p, best, words);
    return notation_find(p, list, words) == best ? arena_text(s->arena, words, strlen(words)) : NULL;
}

static void look_for(seeker *s, const move_list *list, move_test *fits, const char **example)
{
    *example = *example ? *example : example_among(s, list, fits);
}

static void look_at_board(seeker *s)
{
    const position *p = s->game->position;
    for (unsigned cell = 0; cell < (unsigned)s->v->cells; cell++) {
        if (p->board[cell]) {
            s->seen[rule_index(s->v, p->board[cell])] = true;
        }
    }
}

/* Looks at one position and plays on. False: the game cannot go on. */
static bool try_ply(seeker *s, random_source *random)
{
    game_history *h = s->game;
    if (history_outcome(h).kind != OUTCOME_ONGOING) {
        return false;
    }
    move_list list = {s->moves, 0, s->v->moves_max, false};
    history_legal_moves(h, &list, false);
    const bool failed = (h->position->hooks && h->position->hooks->failed) || list.overflow;
    s->failed |= !history_reserve(h, 1);
    if (failed || !list.count || s->failed) {
        return false;
    }
    move_examples *examples = &s->found->examples;
    look_at_board(s);
    look_for(s, &list, is_plain_step, &examples->step);
    look_for(s, &list, has_second_half, &examples->second_half);
    look_for(s, &list, is_removal, &examples->removal);
    look_for(s, &list, is_drop_from_hand, &examples->drop);
    history_push(h, playout_pick_move(h->position, &list, random));
    return !(h->position->hooks && h->position->hooks->failed);
}

/* Whether an example may still be found by playing on. */
static bool misses_example(const seeker *s)
{
    const ruleset *r = s->v->rules;
    const move_examples *e = &s->found->examples;
    bool steps = false;
    for (size_t i = 0; i < r->piece_count; i++) {
        steps |= r->pieces[i].move_count > 0;
    }
    return (steps && !s->v->put.chooses && !r->notation.given && !e->step) || (s->v->put.chooses && !e->second_half) ||
           (r->captor_decides && !e->removal) || (s->v->has_drops && !e->drop);
}

static void play_random_games(seeker *s)
{
    for (unsigned game = 0; game < TRIED_GAMES && (game == 0 || misses_example(s)); game++) {
        random_source random = {TRIED_SEED + game};
        for (int ply = 0; ply < TRIED_PLIES && try_ply(s, &random) && misses_example(s); ply++) {
        }
        while (s->game->count) {
            history_pop(s->game);
        }
    }
}

/* ---- the tables ---- */

static bool path_captures(const betza_path *path)
{
    bool captures = false;
    for (int i = 0; i < path->legs; i++) {
        captures |= (path->leg[i].modes & (LEG_CAPTURE | LEG_OWN)) != 0;
    }
    return captures;
}

static bool movement_captures(const rule_move *m)
{
    bool captures = m->jumps || (m->hook && !m->never_captures) || (m->along_lines && !m->never_captures);
    for (size_t i = 0; i < m->paths.count && !captures; i++) {
        captures = path_captures(&m->paths.paths[i]);
    }
    return captures;
}

static bool piece_captures(const rule_piece *piece)
{
    bool captures = piece->remote_capture_count > 0;
    for (size_t i = 0; i < piece->move_count && !captures; i++) {
        captures = movement_captures(&piece->moves[i]);
    }
    return captures;
}

static bool may_be_captured(const ruleset *r, const rule_piece *piece)
{
    return !piece->invulnerable && (!piece->royal || r->royals_capturable || r->blast.given);
}

bool rules_allow_captures(const ruleset *r)
{
    bool captures = r->captures.row.length > 0, captured = false;
    for (size_t i = 0; i < r->piece_count; i++) {
        captures |= piece_captures(&r->pieces[i]);
        captured |= !r->pieces[i].invulnerable; /* a royal one is captured in a check */
    }
    return captures && captured;
}

static bool script_has(const char *script, const char *word)
{
    return script && strstr(script, word);
}

/* Where any piece may appear anywhere, one that cannot move is taken to be there only if something shows it. */
static bool is_present(const seeker *s, const reach *r, int piece)
{
    const size_t index = rule_index(s->v, piece);
    const rule_piece *rule = &s->v->rules->pieces[index];
    if (!reach_present(r, piece)) {
        return false;
    }
    bool shown = !r->unrestricted || rule->move_count || rule->drop.allowed || s->seen[index];
    for (size_t i = 0; i < s->v->rules->piece_count; i++) {
        for (size_t k = 0; k < s->v->rules->pieces[i].promotion_count; k++) {
            const rule_promotion *p = &s->v->rules->pieces[i].promotions[k];
            for (size_t n = 0; n < p->to_count; n++) {
                shown |= p->to[n] == (int)index;
            }
        }
    }
    return shown;
}

static bool can_be_dropped(const variant *v, int held)
{
    for (int player = 0; player < v->players; player++) {
        for (int i = 0; i < v->drop_count[player]; i++) {
            const drop_table *d = &v->drops[player][i];
            for (int w = 0; d->hand_piece == held && w < v->bitset_words; w++) {
                if (v->set_pool[d->zone + (uint32_t)w]) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* Pieces that a held one can be dropped as count as held: their rules of drops apply. */
static void add_dropped_types(const variant *v, bool *held)
{
    for (int player = 0; player < v->players; player++) {
        for (int i = 0; i < v->drop_count[player]; i++) {
            const drop_table *d = &v->drops[player][i];
            held[rule_index(v, d->piece)] |= !d->hand_piece || held[rule_index(v, d->hand_piece)];
        }
    }
}

/* Whether it may promote, without having to, on a cell that it can reach and where it could never move again. */
static bool is_stuck_somewhere(const seeker *s, const reach *r, int piece)
{
    const variant *v = s->v;
    const promotion_table *t = v->moves[piece].promotion;
    uint64_t targets[CELLS_MAX / 64];
    for (unsigned to = 0; t && to < (unsigned)v->cells; to++) {
        if (!set_has(reach_cells(r, piece), to)) {
            continue;
        }
        memset(targets, 0, sizeof targets);
        reach_moves(v, piece, to, targets);
        bool moves = false, promotes = false;
        for (int w = 0; w < v->bitset_words; w++) {
            moves |= targets[w] != 0;
        }
        for (unsigned from = 0; !moves && from < (unsigned)v->cells; from++) {
            const uint32_t *list = variant_promotions(v, t, from, to);
            promotes |= list[0] != list[1];
        }
        if (promotes) {
            return true;
        }
    }
    return false;
}

static void look_at_piece(seeker *s, const reach *r, int piece, bool captures, bool *captured, bool *held, bool *stuck)
{
    const variant *v = s->v;
    const size_t index = rule_index(v, piece);
    const bool present = is_present(s, r, piece);
    if (present && captures && may_be_captured(v->rules, &v->rules->pieces[index])) {
        captured[index] = true;
        for (int captor = 0; v->captured_as && captor < v->players; captor++) {
            const int as = v->captured_as[(size_t)piece * (size_t)v->players + (size_t)captor];
            if (as) {
                held[rule_index(v, as)] = s->found->to_hand = true;
                s->found->drops |= can_be_dropped(v, as);
            }
        }
    }
    if (v->has_hands && v->start_hand[piece]) {
        held[index] = true;
        s->found->drops |= can_be_dropped(v, piece);
    }
    stuck[index] |= present && is_stuck_somewhere(s, r, piece);
}

static bool look_at_tables(seeker *s, const char *script, fuel *left)
{
    const variant *v = s->v;
    const size_t count = v->rules->piece_count;
    bool *captured = arena_new(s->arena, bool, count), *held = arena_new(s->arena, bool, count),
         *stuck = arena_new(s->arena, bool, count);
    reach r = {0};
    bool ok = captured && held && stuck && reach_find(v, left, &r);
    const bool captures = rules_allow_captures(v->rules) || v->has_hook_effects || v->moves_hook_count;
    const uint32_t steps = (uint32_t)v->cells * (uint32_t)v->bitset_words; /* a piece is looked at on every cell */
    for (int piece = 1; ok && piece < v->piece_ids && fuel_draw(left, steps); piece++) {
        look_at_piece(s, &r, piece, captures, captured, held, stuck);
    }
    for (size_t i = 0; ok && i < count; i++) {
        held[i] |= script_has(script, "hand"); /* a script may put it there */
        s->found->captures |= captured[i];
    }
    if (ok) {
        add_dropped_types(v, held);
    }
    s->found->captured = captured;
    s->found->held = held;
    s->found->stuck = stuck;
    reach_finish(&r);
    return ok && fuel_left(left);
}

bool possibilities_find(game_history *start, const char *script, fuel *left, arena *a, possibilities *found)
{
    const variant *v = start->variant;
    *found = (possibilities){.v = v, .first_player = start->position->state.side_to_move};
    seeker s = {.game = start, .v = v, .arena = a, .found = found};
    s.moves = malloc(v->moves_max * sizeof *s.moves);
    s.seen = arena_new(a, bool, v->rules->piece_count);
    bool ok = s.moves && s.seen;
    if (ok) {
        play_random_games(&s);
        found->drops = found->examples.drop != NULL;
        ok = look_at_tables(&s, script, left) && !s.failed && !a->failed;
    }
    free(s.moves);
    return ok;
}
