#include "unit/play/invariants.h"

#include "api/ferz_for_tests.h"
#include "api/ferz_internal.h"

#include "base/random.h"
#include "play/fen.h"
#include "play/notation.h"
#include "play/outcome.h"
#include "play/variant_load.h"
#include "play/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RANDOM_GAME_PLIES_MAX = 400, WIDTHS = 4, WIDE_MAX = 2 * WIDTHS, WIDE_EVERY = 16 };

typedef struct wide_game {
    char name[16];
    variant *variant;
    game_history game_history;
} wide_game;

typedef struct checker {
    ferz_messages *messages;
    ferz_variant *variant;
    ferz_game *game;
    const struct variant *tables;
    position *scratch, *start, *empty;
    move *moves[3];
    bool mirrors, turns;            /* the game is symmetric that way */
    bool attacks_are_captures_only; /* attacks are captures: no rule makes them differ */
    wide_game wide[WIDE_MAX];
    int wides;
    bool asymmetric;
    bool cores; /* the wider cores are asked as well */
    clock_t until;
    char wrong[200];
} checker;

/* ---- small helpers ---- */

static bool fail(checker *b, const char *words)
{
    if (!b->wrong[0]) {
        snprintf(b->wrong, sizeof b->wrong, "%s", words);
    }
    return false;
}

static position *current_position(const checker *b)
{
    return b->game->game_history.position;
}

static move_list list_in(checker *b, int number)
{
    return (move_list){b->moves[number], 0, b->tables->moves_max, false};
}

static int compare_moves(const void *left, const void *right)
{
    move a = *(const move *)left, c = *(const move *)right;
    return (a > c) - (a < c);
}

static void sort_moves(move_list *list)
{
    qsort(list->moves, list->count, sizeof(move), compare_moves);
}

static bool same(const move_list *a, const move_list *b)
{
    return a->count == b->count && (a->count == 0 || memcmp(a->moves, b->moves, a->count * sizeof(move)) == 0);
}

/* ---- the invariants, each for the position at hand; moves[0] holds its legal moves, sorted ---- */

static bool check_library(checker *b)
{
    ferz_messages_clear(b->messages);
    if (ferz_game_verify(b->game, b->messages) == FERZ_OK) {
        return true;
    }
    return fail(b, ferz_messages_count(b->messages) ? ferz_messages_at(b->messages, 0).text : "verify failed");
}

static bool check_portable(checker *b, const move_list *legal)
{
    const core *plain = core_pick(b->tables->cells, true);
    move_list other = list_in(b, 1);
    plain->legal(current_position(b), &other);
    sort_moves(&other);
    if (!same(legal, &other)) {
        return fail(b, "the portable core lists other moves");
    }
    if (plain->count(current_position(b)) != legal->count) {
        return fail(b, "the portable core counts other moves");
    }
    return plain->hash(current_position(b)) == current_position(b)->state.hash ||
           fail(b, "the portable core has another hash");
}

static bool read_fen(position *p, const char *fen)
{
    diag_list diags;
    diag_list_init(&diags);
    bool ok = fen_read(p, &diags, (location){0}, fen);
    diag_list_finish(&diags);
    return ok;
}

static bool check_fen(checker *b, const move_list *legal)
{
    text fen = {0};
    fen_write(current_position(b), &fen);
    bool ok = read_fen(b->scratch, text_string(&fen));
    text_finish(&fen);
    if (!ok) {
        return fail(b, "the FEN cannot be read");
    }
    move_list other = list_in(b, 1);
    b->tables->core->legal(b->scratch, &other);
    sort_moves(&other);
    return same(legal, &other) || fail(b, "the position read from its FEN has other moves");
}

/* Whether the moving piece captures the one on the cell. What a row or a hook captures is no attack. */
static bool captures_on(position *p, move m, unsigned cell)
{
    move_kind kind = move_kind_of(m);
    if (p->variant->has_remote_captures && kind == MOVE_NORMAL && move_to(m) != cell &&
        move_from(m) != cell) { /* it may capture elsewhere */
        undo u;
        live_hooks *hooks = p->hooks;
        p->hooks = NULL;
        p->variant->core->play(p, m & ((UINT64_C(1) << 46) - 1), &u);
        p->hooks = hooks;
        bool gone = !p->board[cell];
        p->variant->core->undo(p, &u);
        return gone;
    }
    if (kind == MOVE_LOCUST) {
        return move_aux(m) == cell || move_to(m) == cell;
    }
    return (kind == MOVE_NORMAL || kind == MOVE_DOUBLE_STEP) && move_to(m) == cell;
}

/* Whether the player has missed a turn: their pieces may be safe, or attack nothing, though they could move. */
static bool is_missing_turn(const position *p, int player)
{
    return p->variant->has_missed_turns && p->extra.counters[p->variant->rules->no_moves.counter + player];
}

static bool attack_differs(checker *b, const char *what, int from, int cell)
{
    char wrong[sizeof b->wrong];
    snprintf(wrong, sizeof wrong, "%s: %s, %s", what, b->tables->topology.names[from], b->tables->topology.names[cell]);
    return fail(b, wrong);
}

/* For each enemy piece: the attackers of its cell, but by jumps and remote captures, are the pieces with a pseudo-legal move that
 * captures it. */
static bool check_attacks(checker *b)
{
    if (!b->attacks_are_captures_only) {
        return true;
    }
    const struct variant *v = b->tables;
    position *p = current_position(b);
    move_list pseudo = list_in(b, 1);
    if (is_missing_turn(p, p->state.side_to_move)) {
        return true;
    }
    v->core->pseudo(p, &pseudo);
    for (int cell = 0; cell < v->cells; cell++) {
        piece_id piece = p->board[cell];
        if (!piece || v->is_royal[piece] || !(v->enemy_mask[p->state.side_to_move] >> v->owner_of[piece] & 1) ||
            is_missing_turn(p, v->owner_of[piece])) {
            continue;
        }
        bool captures[CELLS_MAX] = {false};
        int attackers_found = 0;
        for (size_t i = 0; i < pseudo.count; i++) {
            if (captures_on(p, pseudo.moves[i], (unsigned)cell) && !captures[move_from(pseudo.moves[i])]) {
                captures[move_from(pseudo.moves[i])] = true;
                attackers_found++;
            }
        }
        cell_id found[256];
        int attackers = v->core->attackers_by_sets(p, (cell_id)cell, p->state.side_to_move, found, 256);
        for (int i = 0; i < attackers && i < 256; i++) {
            const promotion_table *t = v->moves[p->board[found[i]]].promotion;
            if (!captures[found[i]] && !(t && t->limited)) { /* a limit may leave no type to promote to */
                return attack_differs(b, "a piece attacks what it cannot capture", found[i], cell);
            }
            captures[found[i]] = false;
        }
        for (int from = 0; from < v->cells && attackers != attackers_found; from++) {
            if (captures[from]) {
                return attack_differs(b, "a piece can capture what it does not attack", from, cell);
            }
        }
    }
    return true;
}

static int count_pieces(const position *p)
{
    int pieces = 0;
    for (int cell = 0; cell < p->variant->cells; cell++) {
        pieces += p->board[cell] != PIECE_NONE;
    }
    return pieces;
}

static bool captures_elsewhere(position *p, move m)
{
    undo u;
    int before = count_pieces(p);
    p->variant->core->play_without_choice(p, m, &u); /* a choice may put back a piece that the move captures */
    bool fewer = count_pieces(p) < before;
    p->variant->core->undo(p, &u);
    return fewer;
}

static bool is_noisy(position *p, move m)
{
    if (p->variant->captures_by_row && move_extra(m) &&
        (move_kind_of(m) <= MOVE_LOCUST || move_kind_of(m) == MOVE_DROP)) {
        return true; /* the row captures a piece */
    }
    switch (move_kind_of(m)) {
    case MOVE_EN_PASSANT:
    case MOVE_LOCUST:
    case MOVE_CHAIN:
        return true;
    case MOVE_NORMAL:
    case MOVE_DOUBLE_STEP:
        if (p->variant->rules->split_any && p->board[move_to(m)] &&
            p->variant->owner_of[p->board[move_to(m)]] == p->state.side_to_move) {
            return move_into(m) != 0; /* it covers its own pieces */
        }
        return p->board[move_to(m)] || move_into(m) || (p->variant->has_remote_captures && captures_elsewhere(p, m));
    case MOVE_HOOK:
        return move_into(m) != 0; /* its effects capture something */
    default:
        return false;
    }
}

/* Fails, and names the first move that is in only one of two sorted lists. */
static bool differ(checker *b, const move_list *one, const move_list *other, const char *what)
{
    size_t i = 0;
    while (i < one->count && i < other->count && one->moves[i] == other->moves[i]) {
        i++;
    }
    bool first = i < one->count && (i >= other->count || one->moves[i] < other->moves[i]);
    char words[MOVE_TEXT_MAX], wrong[sizeof b->wrong];
    notation_write_one(current_position(b), first ? one->moves[i] : other->moves[i], words);
    snprintf(wrong, sizeof wrong, "%s: %.60s %s", what, words, first ? "is listed" : "is not listed");
    return fail(b, wrong);
}

static bool check_noisy(checker *b, const move_list *legal)
{
    if (b->tables->has_remote_captures && b->tables->after_hook_count) {
        return true; /* captures of the move cannot be separated from those of a hook after it */
    }
    move_list noisy = list_in(b, 1), wanted = list_in(b, 2);
    for (size_t i = 0; i < legal->count; i++) {
        if (is_noisy(current_position(b), legal->moves[i])) {
            wanted.moves[wanted.count++] = legal->moves[i];
        }
    }
    b->tables->core->noisy(current_position(b), &noisy);
    /* Pieces that transform where they stand may be in either list. */
    size_t kept = 0;
    for (size_t i = 0; i < noisy.count; i++) {
        if (move_kind_of(noisy.moves[i]) != MOVE_IN_PLACE) {
            noisy.moves[kept++] = noisy.moves[i];
        }
    }
    noisy.count = kept;
    sort_moves(&noisy);
    sort_moves(&wanted);
    return same(&noisy, &wanted) || differ(b, &noisy, &wanted, "the noisy moves are not those that take or promote");
}

static bool check_texts(checker *b, const move_list *legal)
{
    size_t count = 0;
    char *block = ferz_game_legal_moves(b->game, &count, b->messages);
    if (!block) {
        return fail(b, "moves cannot be written");
    }
    bool ok = true;
    const char *before = "";
    char wrong[sizeof b->wrong] = "";
    for (const char *s = block; count--; before = s, s += strlen(s) + 1) {
        if (ok && strcmp(before, s) >= 0) {
            snprintf(wrong, sizeof wrong, "two moves have one text, or the texts are not sorted: %.60s, %.60s", before,
                     s);
        }
        ok = ok && strcmp(before, s) < 0;
        for (const char *c = strncmp(s, "roll ", 5) == 0 ? s + 5 : s; *c; c++) { /* a roll is two words */
            ok = ok && *c > ' ' && *c < 0x7F;
        }
    }
    ferz_free(block);
    if (*wrong) { /* the two moves, for the reader of the failure */
        for (size_t i = 0; i < legal->count; i++) {
            char words[MOVE_TEXT_MAX];
            size_t used = strlen(wrong), length = strcspn(strchr(wrong, ':') + 2, ",");
            notation_write_one(current_position(b), legal->moves[i], words);
            if (strlen(words) == length && strncmp(words, strchr(wrong, ':') + 2, length) == 0) {
                snprintf(wrong + used, sizeof wrong - used, " %llx", (unsigned long long)legal->moves[i]);
            }
        }
    }
    if (!ok) {
        return fail(b, *wrong ? wrong : "the text of a move has blanks or signs that may not be printed");
    }
    size_t far = legal->count > 64 ? legal->count / 8 : 1; /* to find one is to write all before it */
    for (size_t i = 0; i < legal->count; i += far) {
        char words[MOVE_TEXT_MAX];
        notation_write_one(current_position(b), legal->moves[i], words);
        if (notation_find(current_position(b), legal, words) != legal->moves[i]) {
            char wrong_move[sizeof b->wrong];
            snprintf(wrong_move, sizeof wrong_move, "the text of a move finds another move: %.60s", words);
            return fail(b, wrong_move);
        }
    }
    return true;
}

/* ---- mirrors ---- */

static int reflected(const struct variant *v, int cell, bool rotated)
{
    int x = v->topology.column[cell], y = v->topology.row[cell];
    x = rotated ? v->topology.columns - 1 - x : x;
    return topology_at(&v->topology, x, v->topology.rows - 1 - y, v->topology.level[cell]);
}

static int right_reflected(const struct variant *v, int number, bool rotated)
{
    const variant_right *r = &v->right[number];
    for (int i = 0; i < v->rights; i++) {
        const variant_right *other = &v->right[i];
        if (other->player != r->player && other->castling == r->castling && other->letter == r->letter &&
            r->cell != CELL_NONE && other->cell == reflected(v, r->cell, rotated)) {
            return i;
        }
    }
    return -1;
}

static void reflect_missed_turns(const position *from, position *to, bool rotated)
{
    const struct variant *v = from->variant;
    for (int player = 0; v->has_missed_turns && player < 2; player++) {
        int value = from->extra.counters[v->rules->no_moves.counter + player];
        bool returns = value >= MISSED_TURN_RETURNING;
        to->extra.counters[v->rules->no_moves.counter + 1 - player] =
            (int16_t)(returns ? MISSED_TURN_RETURNING + reflected(v, value - MISSED_TURN_RETURNING, rotated) : value);
    }
}

static piece_id other_side(const struct variant *v, piece_id piece)
{
    int owner = piece && v->owner_of[piece] == v->neutral_owner ? v->neutral_owner : 1 - v->owner_of[piece];
    return piece ? variant_piece(v, owner, v->type_of[piece]) : (piece_id)PIECE_NONE;
}

static void reflect_stack(const position *from, position *to, int cell, int goal)
{
    const struct variant *v = from->variant;
    position_stack_heights(to)[goal] = position_stack_heights(from)[cell];
    for (size_t i = 0; i < STACK_MAX; i++) {
        size_t slot = (size_t)cell * STACK_MAX + i;
        position_set_stack_piece(to, (size_t)goal * STACK_MAX + i, other_side(v, position_stack_piece(from, slot)));
    }
}

/* The position seen from the other side, players exchanged; false when it holds what cannot be reflected. */
static bool reflect(const position *from, position *to, bool rotated)
{
    const struct variant *v = from->variant;
    memset(&to->state, 0, sizeof to->state);
    for (int cell = 0; cell < v->cells; cell++) {
        int goal = reflected(v, cell, rotated);
        if (goal == CELL_NONE) {
            return false;
        }
        to->board[goal] = other_side(v, from->board[cell]);
        if (v->has_stacks) {
            reflect_stack(from, to, cell, goal);
        }
    }
    for (int type = 0; type < v->types; type++) {
        for (int owner = 0; owner < 2; owner++) {
            position_hand(to)[variant_piece(v, 1 - owner, type)] = position_hand(from)[variant_piece(v, owner, type)];
        }
    }
    for (int i = 0; i < v->rights; i++) {
        int other = right_reflected(v, i, rotated);
        if (other < 0) {
            return false;
        }
        to->state.rights |= (from->state.rights >> i & 1) << other;
    }
    to->state.ep_count = from->state.ep_count;
    for (int i = 0; i < from->state.ep_count; i++) {
        ep_cell c = from->state.ep_cells[i];
        to->state.ep_cells[i] =
            (ep_cell){(cell_id)reflected(v, c.cell, rotated), (cell_id)reflected(v, c.piece_cell, rotated)};
    }
    to->state.side_to_move = (uint8_t)(1 - from->state.side_to_move);
    to->state.fullmove = from->state.fullmove;
    to->state.halfmove_clock = from->state.halfmove_clock;
    to->state.plies = from->state.plies;
    to->extra = from->extra;
    to->extra.checks_given[0] = from->extra.checks_given[1];
    to->extra.checks_given[1] = from->extra.checks_given[0];
    reflect_missed_turns(from, to, rotated);
    v->core->clear_moved(to);
    for (int cell = 0; cell < v->cells; cell++) {
        if (v->core->has_moved(from, (cell_id)cell)) {
            v->core->mark_moved(to, (cell_id)reflected(v, cell, rotated));
        }
    }
    v->core->refresh(to);
    return true;
}

static bool is_symmetric(const position *start, position *scratch, bool rotated)
{
    const struct variant *v = start->variant;
    if (v->players != 2 || !reflect(start, scratch, rotated)) {
        return false;
    }
    return memcmp(start->board, scratch->board, (size_t)v->cells * sizeof *start->board) == 0 &&
           start->state.rights == scratch->state.rights;
}

/* Whether turns, checks and drops have the same rules for both of two players. */
static bool players_alike(const ruleset *rules)
{
    const rule_checks *c = &rules->checks;
    for (size_t i = 0; i < rules->piece_count; i++) {
        const unsigned endless = rules->pieces[i].drop.unlimited & 3;
        if (endless != 0 && endless != 3) {
            return false;
        }
    }
    return !rules->turn.plies_differ && !rules->turn.grows && (c->mandatory == 0 || c->mandatory == 3) &&
           (c->forbidden == 0 || c->forbidden == 3);
}

static bool check_mirror(checker *b, const move_list *legal)
{
    for (int rotated = 0; rotated < 2; rotated++) {
        if (!(rotated ? b->turns : b->mirrors) || !reflect(current_position(b), b->scratch, rotated)) {
            continue;
        }
        const core *c = b->tables->core;
        if (c->count(b->scratch) != legal->count) {
            return fail(b, "the mirrored position has another number of moves");
        }
        for (int player = 0; player < 2; player++) {
            if (c->in_check(b->scratch, player) != c->in_check(current_position(b), 1 - player)) {
                return fail(b, "the mirrored position differs in who is in check");
            }
        }
        if (b->scratch->state.ep_count != current_position(b)->state.ep_count) {
            return fail(b, "the mirrored position differs in its passed cells");
        }
    }
    return true;
}

/* ---- wider cores ---- */

static void wide_open(checker *b, int cells, bool plain)
{
    const core *wanted = core_pick(cells, plain);
    wide_game *w = &b->wide[b->wides];
    diag_list diags;
    diag_list_init(&diags);
    script_host *host = NULL;
    staged_hooks hooks;
    if (wanted->words > b->tables->bitset_words && binding_open_staged(b->variant->binding, &diags, &host, &hooks)) {
        w->variant = variant_load_for(b->variant->rules, binding_topology(b->variant->binding), host ? &hooks : NULL,
                                      &diags, wanted);
        script_close(host);
        snprintf(w->name, sizeof w->name, "%d%s", wanted->words, plain ? "" : " fast");
        if (!w->variant) {
            fail(b, "the game cannot be built for a wider core");
        } else if (game_history_init(&w->game_history, w->variant, current_position(b)->hooks)) {
            b->wides++;
        }
    }
    diag_list_finish(&diags);
}

static void wide_close(checker *b)
{
    for (int i = 0; i < b->wides; i++) {
        game_history_finish(&b->wide[i].game_history);
        variant_destroy(b->wide[i].variant);
    }
    b->wides = 0;
}

static bool check_wide(checker *b, const move_list *legal)
{
    text fen = {0};
    fen_write(current_position(b), &fen);
    bool ok = true;
    for (int i = 0; i < b->wides && ok; i++) {
        wide_game *w = &b->wide[i];
        move_list other = list_in(b, 1);
        position *p = w->game_history.position;
        const char *wrong = NULL;
        if (!read_fen(p, text_string(&fen))) {
            wrong = "cannot read the FEN";
        } else {
            w->variant->core->legal(p, &other);
            sort_moves(&other);
            wrong = !same(legal, &other) ? "other moves" : verify_position(&w->game_history);
        }
        if (wrong) {
            char words[160];
            snprintf(words, sizeof words, "core of %s words: %s", w->name, wrong);
            ok = fail(b, words);
        }
    }
    text_finish(&fen);
    return ok;
}

/* ---- one game ---- */

static bool check_all(checker *b, size_t ply)
{
    move_list legal = list_in(b, 0);
    b->tables->core->legal(current_position(b), &legal);
    if (legal.overflow) {
        return fail(b, "the list of moves overflows");
    }
    sort_moves(&legal);
    for (size_t i = 1; i < legal.count; i++) {
        if (legal.moves[i] == legal.moves[i - 1]) {
            char words[MOVE_TEXT_MAX], wrong[sizeof b->wrong];
            notation_write_one(current_position(b), legal.moves[i], words);
            snprintf(wrong, sizeof wrong, "a move is listed twice: %.60s", words);
            return fail(b, wrong);
        }
    }
    return check_library(b) && check_portable(b, &legal) && check_fen(b, &legal) && check_attacks(b) &&
           check_noisy(b, &legal) && check_texts(b, &legal) && check_mirror(b, &legal) &&
           (ply % WIDE_EVERY || check_wide(b, &legal));
}

/* Whether fewer passes than `depth` end the game. */
static bool some_passes_end(const struct variant *v, int depth)
{
    for (int i = 0; i < v->ending_count; i++) {
        if (v->endings[i].rule->kind == END_PASSES && (int)v->endings[i].rule->number < depth) {
            return true;
        }
    }
    return false;
}

/* How deep to count from the start: not where each move costs a script, a look for the end of its turn, or a try of all the
 * enemy's. */
static int count_depth(checker *b)
{
    const struct variant *v = b->tables;
    uint64_t moves = v->core->count(current_position(b)), tries = v->attacks_by_moves ? moves : 1,
             calls = b->variant->hook_count ? 8 : 1;
    uint64_t ends = v->turn_must_complete ? moves * moves : 1;
    return v->cells > 256 || moves * moves * tries * calls * ends > 4000000 ? 1 : 2;
}

static bool counts_agree(checker *b)
{
    const struct variant *v = b->tables;
    uint64_t fast = 0, slow = 0;
    int depth = count_depth(b);
    if (ferz_game_perft(b->game, depth, NULL, NULL, &fast, b->messages) != FERZ_OK ||
        game_perft_by_play(b->game, depth, &slow, b->messages) != FERZ_OK) {
        return fail(b, "perft failed");
    }
    if (fast != slow) {
        return fail(b, "perft, fast and slow, disagree at the start");
    }
    size_t capacity = v->moves_max * 2;
    move *buffer = malloc(capacity * sizeof *buffer);
    if (!buffer) {
        return fail(b, "out of memory");
    }
    /* Only the history of a game knows how many passes end it. */
    uint64_t direct = v->core->perft(current_position(b), depth, buffer, capacity, outcome_in_position);
    bool ok =
        (direct == fast || some_passes_end(v, depth)) &&
        core_pick(v->cells, true)->perft(current_position(b), depth, buffer, capacity, outcome_in_position) == direct;
    for (int i = 0; i < b->wides && ok; i++) {
        position *p = b->wide[i].game_history.position;
        ok = read_fen(p, v->start_fen) &&
             b->wide[i].variant->core->perft(p, depth, buffer, capacity, outcome_in_position) == direct;
    }
    free(buffer);
    return ok || fail(b, "perft differs from core to core");
}

static move choose(checker *b, const move_list *list, random_source *random)
{
    uint32_t taste = random_below(random, 8);
    move_list some = list_in(b, 1);
    for (size_t i = 0; i < list->count && taste < 3; i++) {
        move m = list->moves[i];
        bool preferred = taste == 0   ? is_noisy(current_position(b), m)
                         : taste == 1 ? move_kind_of(m) != MOVE_NORMAL && move_kind_of(m) != MOVE_CLAIM
                                      : move_into(m) || move_kind_of(m) == MOVE_DOUBLE_STEP;
        if (preferred) {
            some.moves[some.count++] = m;
        }
    }
    list = some.count ? &some : list;
    return list->moves[random_below(random, (uint32_t)list->count)];
}

static bool undo_all(checker *b)
{
    while (ferz_game_undo(b->game)) {
    }
    return memcmp(current_position(b), b->start, b->tables->position_size) == 0 ||
           fail(b, "taking everything back does not give the start");
}

static bool play_one(checker *b, size_t *plies, size_t most, random_source *random)
{
    for (int ply = 0; ply < RANDOM_GAME_PLIES_MAX && *plies < most && (!ply || clock() < b->until); ply++, ++*plies) {
        live_compare_answers(b->game->live, ply % 2 == 1);
        if (!check_all(b, *plies)) {
            return false;
        }
        ferz_status status;
        if (ferz_game_status(b->game, &status, b->messages) != FERZ_OK) {
            return fail(b, "no status");
        }
        move_list list = list_in(b, 0);
        history_legal_moves(&b->game->game_history, &list, random_below(random, 64) == 0);
        if ((list.count == 0) != (status.outcome != FERZ_ONGOING)) {
            /* A mate by the ply that completes a halfmove clock may still be reported as the draw. */
            return fail(b, "the status is decided although there are moves, or the other way round");
        }
        if (list.count == 0) {
            break;
        }
        char words[MOVE_TEXT_MAX];
        notation_write_one(current_position(b), choose(b, &list, random), words);
        if (ferz_game_move(b->game, words, b->messages) != FERZ_OK) {
            return fail(b, "a listed move cannot be played by its text");
        }
    }
    return true;
}

static bool attacks_are_captures(const ferz_variant *v)
{
    for (size_t i = 0; i < v->rules->hook_count; i++) {
        if (v->rules->hooks[i].exclusive) { /* while it lists moves there are no captures */
            return false;
        }
    }
    if (v->variant->put.chooses) { /* a capture whose second half finds no cell is no move */
        return false;
    }
    for (size_t i = 0; i < v->rules->piece_count; i++) {
        for (size_t k = 0; k < v->rules->pieces[i].move_count; k++) {
            if (!v->rules->pieces[i].moves[k].gives_check) {
                return false;
            }
        }
    }
    for (int piece = 1; piece < v->variant->piece_ids;
         piece++) { /* captures elsewhere by such moves are found by trying */
        const piece_moves *p = &v->variant->moves[piece];
        bool has_remote_captures =
            v->variant->abilities[v->variant->type[v->variant->type_of[piece]].rule_piece_index].remote_capture_count >
            0;
        if (has_remote_captures && (p->jump_count || (p->special_start && p->special_start[v->variant->cells]))) {
            return false;
        }
    }
    return v->variant->royal_slides_through_attack && !v->variant->attacks_by_moves;
}

static bool checker_open(checker *b)
{
    size_t capacity = b->variant->variant->moves_max;
    b->tables = b->variant->variant;
    b->game = ferz_game_create(b->variant, NULL, b->messages);
    if (!b->game) {
        return fail(b, "the start cannot be set up");
    }
    for (int i = 0; i < 3; i++) {
        b->moves[i] = malloc(capacity * sizeof(move));
    }
    b->scratch = position_create(b->tables, current_position(b)->hooks);
    b->start = position_create(b->tables, current_position(b)->hooks);
    if (!b->scratch || !b->start || !b->moves[0] || !b->moves[1] || !b->moves[2]) {
        return fail(b, "out of memory");
    }
    position_copy(b->start, current_position(b));
    /* Hooks may look at one player's side only. */
    const bool alike = !b->asymmetric && !b->variant->hook_count && players_alike(b->tables->rules);
    b->mirrors = alike && is_symmetric(b->start, b->scratch, false);
    b->turns = alike && !b->mirrors && is_symmetric(b->start, b->scratch, true);
    b->attacks_are_captures_only = attacks_are_captures(b->variant);
    static const int widths[WIDTHS] = {128, 192, 384, CELLS_MAX};
    for (int i = 0; i < WIDTHS && b->cores && b->tables->cells <= 256; i++) {
        wide_open(b, widths[i], true);
        if (core_pick(widths[i], false) != core_pick(widths[i], true)) {
            wide_open(b, widths[i], false);
        }
    }
    return !b->wrong[0];
}

static void checker_close(checker *b)
{
    wide_close(b);
    position_destroy(b->scratch);
    position_destroy(b->start);
    for (int i = 0; i < 3; i++) {
        free(b->moves[i]);
    }
    ferz_game_free(b->game);
}

/* Checks that cost more on a larger board are made less often. */
static size_t plies_for(const struct variant *v, size_t plies)
{
    size_t most = v->cells > 64 ? plies * 64 * 64 / ((size_t)v->cells * (size_t)v->cells) : plies;
    return most < 20 ? 20 : most;
}

/* What is wrong, the position, and the moves that led there. */
static void describe_failure(const checker *b, text *failure)
{
    text_print(failure, "%s\n", b->wrong);
    if (!b->game) {
        return;
    }
    char *fen = ferz_game_fen(b->game);
    text_print(failure, "  at %s\n  after", fen ? fen : "");
    for (size_t i = 0; i < ferz_game_ply_count(b->game); i++) {
        text_print(failure, " %s", ferz_game_ply(b->game, i));
    }
    text_put(failure, "\n");
    ferz_free(fen);
}

bool invariants_hold(ferz_variant *rules, ferz_messages *messages, const invariants_options *options,
                     invariants_result *played)
{
    clock_t begun = clock();
    checker b = {.variant = rules, .messages = messages, .asymmetric = options->asymmetric, .cores = options->cores};
    random_source random = {options->seed};
    bool ok = checker_open(&b) && counts_agree(&b);
    size_t most = ok ? plies_for(b.tables, options->plies) : 0;
    b.until = begun + (clock_t)(options->seconds * CLOCKS_PER_SEC);
    while (ok && played->plies < most && (!played->games || clock() < b.until)) {
        ok = play_one(&b, &played->plies, most, &random) && undo_all(&b);
        played->games++;
    }
    played->masks = variant_uses(b.tables, SHORTCUT_MASKS);
    played->mirrored = b.mirrors || b.turns;
    played->attacks = b.attacks_are_captures_only;
    played->cores = b.wides;
    if (!ok) {
        describe_failure(&b, &played->failure);
    }
    checker_close(&b);
    return ok;
}
