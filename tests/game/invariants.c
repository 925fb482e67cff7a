#include "game/invariants.h"

#include "ferz_internal.h"

#include "base/random.h"
#include "game/fen.h"
#include "game/notation.h"
#include "game/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { GAME_PLIES_MAX = 400, WIDE_MAX = 8, WIDE_EVERY = 16 };

typedef struct wide_game {
    char name[16];
    game *game;
    record record;
} wide_game;

typedef struct bench {
    ferz_messages *messages;
    ferz_game *game;
    ferz_play *play;
    const struct game *tables;
    position *spare, *start, *empty;
    move *moves[3];
    bool mirrors, turns; /* the game is symmetric that way */
    bool plain_attacks;  /* attacks are captures: no rule says otherwise */
    wide_game wide[WIDE_MAX];
    int wides;
    bool uneven;
    bool cores; /* the wider cores are asked as well */
    clock_t until;
    char wrong[200];
} bench;

/* ---- small helpers ---- */

static bool fail(bench *b, const char *words)
{
    if (!b->wrong[0]) {
        snprintf(b->wrong, sizeof b->wrong, "%s", words);
    }
    return false;
}

static position *now(const bench *b)
{
    return b->play->record.position;
}

static move_list list_in(bench *b, int number)
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

static bool check_library(bench *b)
{
    ferz_messages_clear(b->messages);
    if (ferz_play_verify(b->play, b->messages) == FERZ_OK) {
        return true;
    }
    return fail(b, ferz_messages_count(b->messages) ? ferz_messages_at(b->messages, 0).text : "verify failed");
}

static bool check_portable(bench *b, const move_list *legal)
{
    const core *plain = core_pick(b->tables->cells, true);
    move_list other = list_in(b, 1);
    plain->legal(now(b), &other);
    sort_moves(&other);
    if (!same(legal, &other)) {
        return fail(b, "the portable core lists other moves");
    }
    if (plain->count(now(b)) != legal->count) {
        return fail(b, "the portable core counts other moves");
    }
    return plain->hash(now(b)) == now(b)->state.hash || fail(b, "the portable core has another hash");
}

static bool read_fen(position *p, const char *fen)
{
    diag_list diags;
    diag_list_init(&diags);
    bool fine = fen_read(p, &diags, (place){0}, fen);
    diag_list_finish(&diags);
    return fine;
}

static bool check_fen(bench *b, const move_list *legal)
{
    text fen = {0};
    fen_write(now(b), &fen);
    bool fine = read_fen(b->spare, text_string(&fen));
    text_finish(&fen);
    if (!fine) {
        return fail(b, "the FEN cannot be read");
    }
    move_list other = list_in(b, 1);
    b->tables->core->legal(b->spare, &other);
    sort_moves(&other);
    return same(legal, &other) || fail(b, "the position read from its FEN has other moves");
}

/* Whether the man of the move takes the one on the cell; what a line takes besides, or a hook, is no attack. */
static bool takes_on(position *p, move m, unsigned cell)
{
    move_kind kind = move_kind_of(m);
    if (p->game->striking && kind == MOVE_STEP && move_to(m) != cell &&
        move_from(m) != cell) { /* it may take elsewhere */
        undo u;
        live_hooks *hooks = p->hooks;
        p->hooks = NULL;
        p->game->core->play(p, m & ((UINT64_C(1) << 46) - 1), &u);
        p->hooks = hooks;
        bool gone = !p->board[cell];
        p->game->core->undo(p, &u);
        return gone;
    }
    if (kind == MOVE_LOCUST) {
        return move_aux(m) == cell || move_to(m) == cell;
    }
    return (kind == MOVE_STEP || kind == MOVE_DOUBLE) && move_to(m) == cell;
}

/* Whether the player has missed a turn: his men may be safe, or attack nothing, though he could move. */
static bool is_stuck(const position *p, int player)
{
    return p->game->absences && p->more.counters[p->game->rules->stuck.counter + player];
}

static bool attack_differs(bench *b, const char *what, int from, int cell)
{
    char wrong[sizeof b->wrong];
    snprintf(wrong, sizeof wrong, "%s: %s, %s", what, b->tables->topology.names[from], b->tables->topology.names[cell]);
    return fail(b, wrong);
}

/* For each enemy man: who attacks it, asked of its cell, are those that have a pseudo-legal move which takes it. */
static bool check_attacks(bench *b)
{
    if (!b->plain_attacks) {
        return true;
    }
    const struct game *g = b->tables;
    position *p = now(b);
    move_list pseudo = list_in(b, 1);
    if (is_stuck(p, p->state.mover)) {
        return true;
    }
    g->core->pseudo(p, &pseudo);
    for (int cell = 0; cell < g->cells; cell++) {
        man_id man = p->board[cell];
        if (!man || g->man_royal[man] || !(g->enemies[p->state.mover] >> g->man_owner[man] & 1) ||
            is_stuck(p, g->man_owner[man])) {
            continue;
        }
        bool takes[CELLS_MAX] = {false};
        int takers = 0;
        for (size_t i = 0; i < pseudo.count; i++) {
            if (takes_on(p, pseudo.moves[i], (unsigned)cell) && !takes[move_from(pseudo.moves[i])]) {
                takes[move_from(pseudo.moves[i])] = true;
                takers++;
            }
        }
        cell_id found[256];
        int attackers = g->core->attackers(p, (cell_id)cell, p->state.mover, found, 256);
        for (int i = 0; i < attackers && i < 256; i++) {
            if (!takes[found[i]]) {
                return attack_differs(b, "a man attacks what it cannot take", found[i], cell);
            }
            takes[found[i]] = false;
        }
        for (int from = 0; from < g->cells && attackers != takers; from++) {
            if (takes[from]) {
                return attack_differs(b, "a man can take what it does not attack", from, cell);
            }
        }
    }
    return true;
}

static int men_on(const position *p)
{
    int men = 0;
    for (int cell = 0; cell < p->game->cells; cell++) {
        men += p->board[cell] != MAN_NONE;
    }
    return men;
}

static bool takes_elsewhere(position *p, move m)
{
    undo u;
    int before = men_on(p);
    p->game->core->play_base(p, m, &u); /* what a choice puts on the board would make up for what is taken */
    bool fewer = men_on(p) < before;
    p->game->core->undo(p, &u);
    return fewer;
}

static bool is_noisy(position *p, move m)
{
    if (p->game->takes_by_line && move_extra(m) && (move_kind_of(m) <= MOVE_LOCUST || move_kind_of(m) == MOVE_DROP)) {
        return true; /* the line takes a man off */
    }
    switch (move_kind_of(m)) {
    case MOVE_PASSING:
    case MOVE_LOCUST:
    case MOVE_CHAIN:
        return true;
    case MOVE_STEP:
    case MOVE_DOUBLE:
        if (p->game->stacks && p->board[move_to(m)] && p->game->man_owner[p->board[move_to(m)]] == p->state.mover) {
            return move_into(m) != 0; /* it stands on its own men */
        }
        return p->board[move_to(m)] || move_into(m) || (p->game->striking && takes_elsewhere(p, m));
    case MOVE_HOOK:
        return move_into(m) != 0; /* its effects take something */
    default:
        return false;
    }
}

/* Fails, and says which move stands in one of two sorted lists alone. */
static bool differ(bench *b, const move_list *one, const move_list *other, const char *what)
{
    size_t i = 0;
    while (i < one->count && i < other->count && one->moves[i] == other->moves[i]) {
        i++;
    }
    bool first = i < one->count && (i >= other->count || one->moves[i] < other->moves[i]);
    char words[MOVE_TEXT_MAX], wrong[sizeof b->wrong];
    notation_write_one(now(b), first ? one->moves[i] : other->moves[i], words);
    snprintf(wrong, sizeof wrong, "%s: %.60s %s", what, words, first ? "is listed" : "is not listed");
    return fail(b, wrong);
}

static bool check_noisy(bench *b, const move_list *legal)
{
    if (b->tables->striking && b->tables->after_count) {
        return true; /* what the move takes cannot be told from what a hook takes after it */
    }
    move_list noisy = list_in(b, 1), wanted = list_in(b, 2);
    for (size_t i = 0; i < legal->count; i++) {
        if (is_noisy(now(b), legal->moves[i])) {
            wanted.moves[wanted.count++] = legal->moves[i];
        }
    }
    b->tables->core->noisy(now(b), &noisy);
    /* Men that turn where they stand may be in either list. */
    size_t kept = 0;
    for (size_t i = 0; i < noisy.count; i++) {
        if (move_kind_of(noisy.moves[i]) != MOVE_TURN) {
            noisy.moves[kept++] = noisy.moves[i];
        }
    }
    noisy.count = kept;
    sort_moves(&noisy);
    sort_moves(&wanted);
    return same(&noisy, &wanted) || differ(b, &noisy, &wanted, "the noisy moves are not those that take or promote");
}

static bool check_texts(bench *b, const move_list *legal)
{
    size_t count = 0;
    char *block = ferz_play_moves(b->play, &count, b->messages);
    if (!block) {
        return fail(b, "moves cannot be written");
    }
    bool fine = true;
    const char *before = "";
    char wrong[sizeof b->wrong] = "";
    for (const char *s = block; count--; before = s, s += strlen(s) + 1) {
        if (fine && strcmp(before, s) >= 0) {
            snprintf(wrong, sizeof wrong, "two moves have one text, or the texts are not sorted: %.60s, %.60s", before,
                     s);
        }
        fine = fine && strcmp(before, s) < 0;
        for (const char *c = strncmp(s, "roll ", 5) == 0 ? s + 5 : s; *c; c++) { /* a throw is two words */
            fine = fine && *c > ' ' && *c < 0x7F;
        }
    }
    ferz_free(block);
    if (*wrong) { /* which they are, for those who look into it */
        for (size_t i = 0; i < legal->count; i++) {
            char words[MOVE_TEXT_MAX];
            size_t used = strlen(wrong), length = strcspn(strchr(wrong, ':') + 2, ",");
            notation_write_one(now(b), legal->moves[i], words);
            if (strlen(words) == length && strncmp(words, strchr(wrong, ':') + 2, length) == 0) {
                snprintf(wrong + used, sizeof wrong - used, " %llx", (unsigned long long)legal->moves[i]);
            }
        }
    }
    if (!fine) {
        return fail(b, *wrong ? wrong : "the text of a move has blanks or signs that may not be printed");
    }
    size_t far = legal->count > 64 ? legal->count / 8 : 1; /* to find one is to write all before it */
    for (size_t i = 0; i < legal->count; i += far) {
        char words[MOVE_TEXT_MAX];
        notation_write_one(now(b), legal->moves[i], words);
        if (notation_find(now(b), legal, words) != legal->moves[i]) {
            char wrong_move[sizeof b->wrong];
            snprintf(wrong_move, sizeof wrong_move, "the text of a move finds another move: %.60s", words);
            return fail(b, wrong_move);
        }
    }
    return true;
}

/* ---- mirrors ---- */

static int reflected(const struct game *g, int cell, bool turned)
{
    int x = g->topology.column[cell], y = g->topology.row[cell];
    x = turned ? g->topology.columns - 1 - x : x;
    return topology_at(&g->topology, x, g->topology.rows - 1 - y, g->topology.level[cell]);
}

static int right_reflected(const struct game *g, int number, bool turned)
{
    const game_right *r = &g->right[number];
    for (int i = 0; i < g->rights; i++) {
        const game_right *other = &g->right[i];
        if (other->player != r->player && other->castling == r->castling && other->letter == r->letter &&
            r->cell != CELL_NONE && other->cell == reflected(g, r->cell, turned)) {
            return i;
        }
    }
    return -1;
}

static void reflect_absences(const position *from, position *to, bool turned)
{
    const struct game *g = from->game;
    for (int player = 0; g->absences && player < 2; player++) {
        int value = from->more.counters[g->rules->stuck.counter + player];
        bool returns = value >= STUCK_RETURNING;
        to->more.counters[g->rules->stuck.counter + 1 - player] =
            (int16_t)(returns ? STUCK_RETURNING + reflected(g, value - STUCK_RETURNING, turned) : value);
    }
}

static man_id other_side(const struct game *g, man_id man)
{
    int owner = man && g->man_owner[man] == g->nobody ? g->nobody : 1 - g->man_owner[man];
    return man ? game_man(g, owner, g->man_type[man]) : (man_id)MAN_NONE;
}

static void reflect_tower(const position *from, position *to, int cell, int goal)
{
    const struct game *g = from->game;
    position_heights(to)[goal] = position_heights(from)[cell];
    for (size_t i = 0; i < TOWER_MAX; i++) {
        size_t slot = (size_t)cell * TOWER_MAX + i;
        position_set_below(to, (size_t)goal * TOWER_MAX + i, other_side(g, position_below(from, slot)));
    }
}

/* The position seen from the other side, players exchanged; false when it holds what cannot be reflected. */
static bool reflect(const position *from, position *to, bool turned)
{
    const struct game *g = from->game;
    memset(&to->state, 0, sizeof to->state);
    for (int cell = 0; cell < g->cells; cell++) {
        int goal = reflected(g, cell, turned);
        if (goal == CELL_NONE) {
            return false;
        }
        to->board[goal] = other_side(g, from->board[cell]);
        if (g->towers) {
            reflect_tower(from, to, cell, goal);
        }
    }
    for (int type = 0; type < g->types; type++) {
        for (int owner = 0; owner < 2; owner++) {
            position_hand(to)[game_man(g, 1 - owner, type)] = position_hand(from)[game_man(g, owner, type)];
        }
    }
    for (int i = 0; i < g->rights; i++) {
        int other = right_reflected(g, i, turned);
        if (other < 0) {
            return false;
        }
        to->state.rights |= (from->state.rights >> i & 1) << other;
    }
    to->state.passed_count = from->state.passed_count;
    for (int i = 0; i < from->state.passed_count; i++) {
        passed_cell c = from->state.passed[i];
        to->state.passed[i] =
            (passed_cell){(cell_id)reflected(g, c.cell, turned), (cell_id)reflected(g, c.man_at, turned)};
    }
    to->state.mover = (uint8_t)(1 - from->state.mover);
    to->state.fullmove = from->state.fullmove;
    to->state.quiet = from->state.quiet;
    to->state.plies = from->state.plies;
    to->more = from->more;
    to->more.checks[0] = from->more.checks[1];
    to->more.checks[1] = from->more.checks[0];
    reflect_absences(from, to, turned);
    g->core->unmark(to);
    for (int cell = 0; cell < g->cells; cell++) {
        if (g->core->marked(from, (cell_id)cell)) {
            g->core->mark(to, (cell_id)reflected(g, cell, turned));
        }
    }
    g->core->refresh(to);
    return true;
}

static bool is_symmetric(const position *start, position *spare, bool turned)
{
    const struct game *g = start->game;
    if (g->players != 2 || !reflect(start, spare, turned)) {
        return false;
    }
    return memcmp(start->board, spare->board, (size_t)g->cells * sizeof *start->board) == 0 &&
           start->state.rights == spare->state.rights;
}

static bool check_mirror(bench *b, const move_list *legal)
{
    for (int turned = 0; turned < 2; turned++) {
        if (!(turned ? b->turns : b->mirrors) || !reflect(now(b), b->spare, turned)) {
            continue;
        }
        const core *c = b->tables->core;
        if (c->count(b->spare) != legal->count) {
            return fail(b, "the mirrored position has another number of moves");
        }
        for (int player = 0; player < 2; player++) {
            if (c->in_check(b->spare, player) != c->in_check(now(b), 1 - player)) {
                return fail(b, "the mirrored position differs in who is in check");
            }
        }
        if (b->spare->state.passed_count != now(b)->state.passed_count) {
            return fail(b, "the mirrored position differs in its passed cells");
        }
    }
    return true;
}

/* ---- wider cores ---- */

static void open_wide(bench *b, int cells, bool plain)
{
    const core *wanted = core_pick(cells, plain);
    wide_game *w = &b->wide[b->wides];
    diag_list diags;
    diag_list_init(&diags);
    script_host *host = NULL;
    staged_hooks hooks;
    if (wanted->words > b->tables->words && binding_open_staged(b->game->binding, &diags, &host, &hooks)) {
        w->game = game_build_for(b->game->rules, host ? &hooks : NULL, &diags, wanted);
        script_close(host);
        snprintf(w->name, sizeof w->name, "%d%s", wanted->words, plain ? "" : " fast");
        if (!w->game) {
            fail(b, "the game cannot be built for a wider core");
        } else if (record_init(&w->record, w->game, now(b)->hooks)) {
            b->wides++;
        }
    }
    diag_list_finish(&diags);
}

static void close_wide(bench *b)
{
    for (int i = 0; i < b->wides; i++) {
        record_finish(&b->wide[i].record);
        game_destroy(b->wide[i].game);
    }
    b->wides = 0;
}

static bool check_wide(bench *b, const move_list *legal)
{
    text fen = {0};
    fen_write(now(b), &fen);
    bool fine = true;
    for (int i = 0; i < b->wides && fine; i++) {
        wide_game *w = &b->wide[i];
        move_list other = list_in(b, 1);
        position *p = w->record.position;
        const char *wrong = NULL;
        if (!read_fen(p, text_string(&fen))) {
            wrong = "cannot read the FEN";
        } else {
            w->game->core->legal(p, &other);
            sort_moves(&other);
            wrong = !same(legal, &other) ? "other moves" : verify_position(&w->record);
        }
        if (wrong) {
            char words[160];
            snprintf(words, sizeof words, "core of %s words: %s", w->name, wrong);
            fine = fail(b, words);
        }
    }
    text_finish(&fen);
    return fine;
}

/* ---- one game ---- */

static bool check_all(bench *b, size_t ply)
{
    move_list legal = list_in(b, 0);
    b->tables->core->legal(now(b), &legal);
    if (legal.overflow) {
        return fail(b, "the list of moves overflows");
    }
    sort_moves(&legal);
    for (size_t i = 1; i < legal.count; i++) {
        if (legal.moves[i] == legal.moves[i - 1]) {
            char words[MOVE_TEXT_MAX], wrong[sizeof b->wrong];
            notation_write_one(now(b), legal.moves[i], words);
            snprintf(wrong, sizeof wrong, "a move is listed twice: %.60s", words);
            return fail(b, wrong);
        }
    }
    return check_library(b) && check_portable(b, &legal) && check_fen(b, &legal) && check_attacks(b) &&
           check_noisy(b, &legal) && check_texts(b, &legal) && check_mirror(b, &legal) &&
           (ply % WIDE_EVERY || check_wide(b, &legal));
}

/* How deep to count from the start: not where each move costs a script, a look for the end of its turn, or a try of all the
 * enemy's. */
static int count_depth(bench *b)
{
    const struct game *g = b->tables;
    uint64_t moves = g->core->count(now(b)), tries = g->attacks_by_moves ? moves : 1,
             calls = b->game->hook_count ? 8 : 1;
    uint64_t ends = g->turns_complete ? moves * moves : 1;
    return g->cells > 256 || moves * moves * tries * calls * ends > 4000000 ? 1 : 2;
}

static bool counts_agree(bench *b)
{
    const struct game *g = b->tables;
    uint64_t fast = 0, slow = 0;
    int depth = count_depth(b);
    if (ferz_play_perft(b->play, depth, NULL, NULL, &fast, b->messages) != FERZ_OK ||
        ferz_play_perft_slow(b->play, depth, &slow, b->messages) != FERZ_OK) {
        return fail(b, "perft failed");
    }
    if (fast != slow) {
        return fail(b, "perft, fast and slow, disagree at the start");
    }
    size_t room = g->moves_max * 2;
    move *buffer = malloc(room * sizeof *buffer);
    if (!buffer) {
        return fail(b, "out of memory");
    }
    bool fine = core_pick(g->cells, true)->perft(now(b), depth, buffer, room) == fast;
    for (int i = 0; i < b->wides && fine; i++) {
        position *p = b->wide[i].record.position;
        fine = read_fen(p, g->start) && b->wide[i].game->core->perft(p, depth, buffer, room) == fast;
    }
    free(buffer);
    return fine || fail(b, "perft differs from core to core");
}

static move choose(bench *b, const move_list *list, random_source *random)
{
    uint32_t taste = random_below(random, 8);
    move_list some = list_in(b, 1);
    for (size_t i = 0; i < list->count && taste < 3; i++) {
        move m = list->moves[i];
        bool liked = taste == 0   ? is_noisy(now(b), m)
                     : taste == 1 ? move_kind_of(m) != MOVE_STEP && move_kind_of(m) != MOVE_CLAIM
                                  : move_into(m) || move_kind_of(m) == MOVE_DOUBLE;
        if (liked) {
            some.moves[some.count++] = m;
        }
    }
    list = some.count ? &some : list;
    return list->moves[random_below(random, (uint32_t)list->count)];
}

static bool take_all_back(bench *b)
{
    while (ferz_play_undo(b->play)) {
    }
    return memcmp(now(b), b->start, b->tables->position_size) == 0 ||
           fail(b, "taking everything back does not give the start");
}

static bool play_one(bench *b, size_t *plies, size_t most, random_source *random)
{
    for (int ply = 0; ply < GAME_PLIES_MAX && *plies < most && (!ply || clock() < b->until); ply++, ++*plies) {
        if (!check_all(b, *plies)) {
            return false;
        }
        ferz_status status;
        if (ferz_play_status(b->play, &status, b->messages) != FERZ_OK) {
            return fail(b, "no status");
        }
        move_list list = list_in(b, 0);
        record_moves(&b->play->record, &list, random_below(random, 64) == 0);
        if ((list.count == 0) != (status.outcome != FERZ_ONGOING)) {
            /* A mate by the ply that fills a count of quiet plies may still be told from the draw. */
            return fail(b, "the status is decided although there are moves, or the other way round");
        }
        if (list.count == 0) {
            break;
        }
        char words[MOVE_TEXT_MAX];
        notation_write_one(now(b), choose(b, &list, random), words);
        if (ferz_play_move(b->play, words, b->messages) != FERZ_OK) {
            return fail(b, "a listed move cannot be played by its text");
        }
    }
    return true;
}

static bool attacks_are_captures(const ferz_game *g)
{
    for (size_t i = 0; i < g->rules->hook_count; i++) {
        if (g->rules->hooks[i].only) { /* while it lists moves there are no captures */
            return false;
        }
    }
    for (size_t i = 0; i < g->rules->piece_count; i++) {
        for (size_t k = 0; k < g->rules->pieces[i].move_count; k++) {
            if (!g->rules->pieces[i].moves[k].checks) {
                return false;
            }
        }
    }
    for (int man = 1; man < g->game->men; man++) { /* captures elsewhere by such moves are found by trying */
        const man_plan *p = &g->game->plans[man];
        bool strikes = g->game->powers[g->game->type[g->game->man_type[man]].piece].strike_count > 0;
        if (strikes && (p->jump_count || (p->special_start && p->special_start[g->game->cells]))) {
            return false;
        }
    }
    return g->game->royal_slides_through_attack && !g->game->attacks_by_moves;
}

static bool open_bench(bench *b)
{
    size_t room = b->game->game->moves_max;
    b->tables = b->game->game;
    b->play = ferz_play_create(b->game, NULL, b->messages);
    if (!b->play) {
        return fail(b, "the start cannot be set up");
    }
    for (int i = 0; i < 3; i++) {
        b->moves[i] = malloc(room * sizeof(move));
    }
    b->spare = position_create(b->tables, now(b)->hooks);
    b->start = position_create(b->tables, now(b)->hooks);
    if (!b->spare || !b->start || !b->moves[0] || !b->moves[1] || !b->moves[2]) {
        return fail(b, "out of memory");
    }
    position_copy(b->start, now(b));
    /* Hooks may look at one player's side only. */
    b->mirrors = !b->uneven && !b->game->hook_count && is_symmetric(b->start, b->spare, false);
    b->turns = !b->uneven && !b->game->hook_count && !b->mirrors && is_symmetric(b->start, b->spare, true);
    b->plain_attacks = attacks_are_captures(b->game);
    static const int widths[] = {128, 256, CELLS_MAX};
    for (int i = 0; i < 3 && b->cores && b->tables->cells <= 256; i++) {
        open_wide(b, widths[i], true);
        if (core_pick(widths[i], false) != core_pick(widths[i], true)) {
            open_wide(b, widths[i], false);
        }
    }
    return !b->wrong[0];
}

static void close_bench(bench *b)
{
    close_wide(b);
    position_destroy(b->spare);
    position_destroy(b->start);
    for (int i = 0; i < 3; i++) {
        free(b->moves[i]);
    }
    ferz_play_destroy(b->play);
}

/* Checks that cost more on a larger board are made less often. */
static size_t plies_for(const struct game *g, size_t plies)
{
    size_t most = g->cells > 64 ? plies * 64 * 64 / ((size_t)g->cells * (size_t)g->cells) : plies;
    return most < 20 ? 20 : most;
}

/* What is wrong, the position, and the moves that led there. */
static void tell(const bench *b, text *story)
{
    text_print(story, "%s\n", b->wrong);
    if (!b->play) {
        return;
    }
    char *fen = ferz_play_fen(b->play);
    text_print(story, "  at %s\n  after", fen ? fen : "");
    for (size_t i = 0; i < ferz_play_plies(b->play); i++) {
        text_print(story, " %s", ferz_play_ply(b->play, i));
    }
    text_put(story, "\n");
    ferz_free(fen);
}

bool invariants_hold(ferz_game *rules, ferz_messages *messages, const invariants_wish *wish, invariants_played *played)
{
    clock_t begun = clock();
    bench b = {.game = rules, .messages = messages, .uneven = wish->uneven, .cores = wish->cores};
    random_source random = {wish->seed};
    bool fine = open_bench(&b) && counts_agree(&b);
    size_t most = fine ? plies_for(b.tables, wish->plies) : 0;
    b.until = begun + (clock_t)(wish->seconds * CLOCKS_PER_SEC);
    while (fine && played->plies < most && (!played->games || clock() < b.until)) {
        fine = play_one(&b, &played->plies, most, &random) && take_all_back(&b);
        played->games++;
    }
    played->masks = b.tables->fast;
    played->mirrored = b.mirrors || b.turns;
    played->attacks = b.plain_attacks;
    played->cores = b.wides;
    if (!fine) {
        tell(&b, &played->story);
    }
    close_bench(&b);
    return fine;
}
