/* Marks: those of every piece of every game in rules/ and tests/samples/ against the generator's moves.
 *
 *   on an empty board every mark that needs only empty cells is a move, and every move has a mark
 *   with a piece on a marked cell, of any owner, the move that captures (or covers) it exists for some piece
 *   a mark that needs a hurdle, a victim on the way, a right or an en passant target is a move once that is there, and not before
 *   with pieces scattered at random every move has a mark
 *
 * test_marks [--seconds S] [GAME...]: after that many seconds in one game its remaining cells are skipped, but for the first of each
 * piece; after thirty times as many, these too. */
#include "compile/quiet_jumps.h"
#include "unit/share.h"
#include "api/ferz_internal.h"

#include "base/random.h"
#include "draw/marks.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct fixture {
    const char *name;
    const variant *v;
    position *p;
    move *moves;
    size_t count;
    marks marks;
    piece_id piece;
    int owner;
    unsigned from;
    uint64_t checked;         /* marks that were found to be moves */
    piece_id last_enemy;      /* the type that could be captured last time is tried first */
    clock_t until, at_latest; /* for further cells of a piece, and for its first */
    bool wrong;
} fixture;

static const char *cell_name(const fixture *b, unsigned cell)
{
    return cell == CELL_NONE ? "-" : b->v->topology.names[cell];
}

static void report(fixture *b, const char *what, unsigned to, unsigned via, unsigned flags)
{
    fprintf(stderr, "%s: %s on %s, %s %s by way of %s, flags %#x; pieces:", b->name, b->v->piece_fen[b->piece],
            cell_name(b, b->from), what, cell_name(b, to), cell_name(b, via), flags);
    for (unsigned cell = 0; cell < (unsigned)b->v->cells; cell++) {
        if (b->p->board[cell]) {
            fprintf(stderr, " %s%s", b->v->piece_fen[b->p->board[cell]], cell_name(b, cell));
        }
    }
    fputc('\n', stderr);
    b->wrong = true;
}

/* ---- positions ---- */

static void clear_board(fixture *b)
{
    memset(b->p->board, 0, (size_t)b->v->cells * sizeof *b->p->board);
    b->p->state.side_to_move = (uint8_t)b->owner;
    b->p->state.ep_count = 0;
    b->p->board[b->from] = b->piece;
}

/* Gives the board every right whose pieces stand on their cells, and lists the piece's moves. */
static void list_moves(fixture *b)
{
    b->p->state.rights = 0;
    for (int i = 0; i < b->v->rights; i++) {
        b->p->state.rights |= right_piece_in_place(b->p, i) ? UINT32_C(1) << i : 0;
    }
    b->v->core->refresh(b->p);
    move_list found = {.moves = b->moves, .room = b->v->moves_max};
    b->v->core->pseudo(b->p, &found);
    b->count = 0;
    for (size_t i = 0; i < found.count; i++) {
        if (move_from(b->moves[i]) == b->from) {
            b->moves[b->count++] = b->moves[i];
        }
    }
}

/* Which marks may speak of the move: those that have one of these flags, and of `among` just these. */
static void expected_marks(const fixture *b, move m, unsigned *modes, unsigned *kinds)
{
    unsigned to = move_to(m);
    piece_id there = b->p->board[to];
    *modes = MARK_QUIET;
    *kinds = 0;
    switch (move_kind_of(m)) {
    case MOVE_EN_PASSANT:
        *modes = MARK_CAPTURE;
        *kinds = MARK_EN_PASSANT;
        break;
    case MOVE_CHAIN:
    case MOVE_LOCUST:
        *kinds = MARK_LOCUST;
        break;
    case MOVE_CASTLE:
        *kinds = MARK_CASTLING;
        break;
    case MOVE_IN_PLACE:
        *kinds = MARK_STAYS;
        break;
    default:
        break;
    }
    if (there && to != b->from && move_kind_of(m) != MOVE_CASTLE) {
        *modes = b->v->owner_of[there] == b->owner ? MARK_OWN : MARK_CAPTURE;
    }
}

static bool mark_matches(const fixture *b, const mark *k, move m)
{
    enum { SPECIAL = MARK_EN_PASSANT | MARK_LOCUST | MARK_CASTLING };
    unsigned modes, kinds;
    expected_marks(b, m, &modes, &kinds);
    bool jumps = b->v->has_remote_captures && k->flags & MARK_LOCUST; /* these are steps that also capture elsewhere */
    return k->cell == move_to(m) && k->flags & modes &&
           ((k->flags & SPECIAL) == (kinds & SPECIAL) || (jumps && !kinds)) &&
           (!(kinds & MARK_STAYS) || k->flags & MARK_STAYS);
}

static bool is_move(const fixture *b, const mark *k)
{
    for (size_t i = 0; i < b->count; i++) {
        if (mark_matches(b, k, b->moves[i])) {
            return true;
        }
    }
    return false;
}

/* Whether a chain of jumps over pieces that stay may end there: it begins with marked ones. */
static bool chain_ends_there(const fixture *b, unsigned to)
{
    const piece_moves *plan = &b->v->moves[b->piece];
    uint64_t ends[CELLS_MAX / 64] = {0};
    for (uint32_t i = plan->special_start ? plan->special_start[b->from] : 1;
         plan->special_start && i < plan->special_start[b->from + 1]; i++) {
        const special *s = &plan->specials[i];
        if (s->kind == SPECIAL_QUIET_JUMPS && b->v->quiet_jumps[s->path].chain != CHAIN_NONE) {
            quiet_jumps_find(b->v, s->path, b->from, NULL, ends);
        }
    }
    return set_has(ends, to);
}

/* Whether the piece borrows moves of others, which are not drawn: they depend on who stands beside it. */
static bool borrows(const fixture *b)
{
    const variant *v = b->v;
    return v->rules->pieces[v->type[v->type_of[b->piece]].rule_piece_index].borrows.count > 0;
}

/* Whether anything can be captured. Where nothing can, marks of captures say what is attacked. */
static bool something_can_be_captured(const variant *v)
{
    bool any = false;
    for (size_t i = 0; i < v->rules->piece_count; i++) {
        any |= !v->abilities[i].invulnerable;
    }
    return any;
}

/* Every move has a mark. */
static void moves_are_marked(fixture *b)
{
    if (borrows(b)) {
        return;
    }
    for (size_t i = 0; i < b->count; i++) {
        move m = b->moves[i];
        move_kind kind = move_kind_of(m);
        bool found =
            kind == MOVE_PASS || kind == MOVE_DROP || kind == MOVE_HOOK ||
            (kind == MOVE_IN_PLACE && (move_aux(m) == IN_PLACE_REMOVE || (move_into(m) && b->v->promotes_from_prison)));
        /* a chain of several jumps begins with marked ones */
        found = found || (kind == MOVE_CHAIN && chain_count(m) > 1) ||
                (kind == MOVE_NORMAL && chain_ends_there(b, move_to(m)));
        for (size_t k = 0; k < b->marks.count && !found; k++) {
            found = mark_matches(b, &b->marks.list[k], m);
        }
        if (!found) {
            report(b, "moves unmarked to", move_to(m), CELL_NONE, (unsigned)kind);
        }
    }
}

/* ---- one mark ---- */

/* Puts pieces of these owners on the cell, one after the other, until the mark is a move. */
static bool some_piece_serves(fixture *b, const mark *k, unsigned cell, uint32_t owners)
{
    const variant *v = b->v;
    piece_id first = b->last_enemy;
    for (int piece = 0; piece < v->piece_ids; piece++) {
        piece_id put = piece == 0 ? first : (piece_id)piece;
        if (!put || !(owners >> v->owner_of[put] & 1)) {
            continue;
        }
        b->p->board[cell] = put;
        list_moves(b);
        moves_are_marked(b);
        if (is_move(b, k)) {
            b->last_enemy = put;
            return true;
        }
    }
    b->p->board[cell] = PIECE_NONE;
    return false;
}

static uint32_t own(const fixture *b)
{
    return UINT32_C(1) << b->owner;
}

static uint32_t enemies(const fixture *b)
{
    return b->v->enemy_mask[b->owner];
}

/* The piece that the mark needs on the goal stands there; false when no piece fits. */
static bool serve_goal(fixture *b, const mark *k, unsigned mode)
{
    if (mode == MARK_QUIET || k->flags & MARK_EN_PASSANT) {
        list_moves(b);
        moves_are_marked(b);
        return is_move(b, k);
    }
    return some_piece_serves(b, k, k->cell, mode == MARK_OWN ? own(b) : enemies(b));
}

/* The same with a piece on some other cell. */
static bool serve_with_another(fixture *b, const mark *k, unsigned mode, uint32_t owners)
{
    const variant *v = b->v;
    for (unsigned c = 0; c < (unsigned)v->cells; c++) {
        if (c == b->from || c == k->cell || b->p->board[c]) {
            continue;
        }
        for (int piece = 1; piece < v->piece_ids; piece++) {
            if (owners >> v->owner_of[piece] & 1 && (!v->is_royal[piece] || k->flags & MARK_CONDITIONAL)) {
                b->p->board[c] = (piece_id)piece;
                bool serves = serve_goal(b, k, mode);
                b->p->board[c] = PIECE_NONE;
                b->p->board[k->cell] = k->cell == b->from ? b->piece : PIECE_NONE;
                if (serves) {
                    return true;
                }
                if (k->flags & MARK_HURDLE && !(k->flags & MARK_LOCUST)) {
                    break; /* any piece will do */
                }
            }
        }
    }
    return false;
}

static bool serve_passing(fixture *b, const mark *k)
{
    const variant *v = b->v;
    for (unsigned c = 0; c < (unsigned)v->cells; c++) {
        for (int piece = 1; piece < v->piece_ids && c != b->from && c != k->cell; piece++) {
            if (!(enemies(b) >> v->owner_of[piece] & 1) || v->is_royal[piece]) {
                continue;
            }
            clear_board(b);
            b->p->board[c] = (piece_id)piece;
            b->p->state.ep_count = 1;
            b->p->state.ep_cells[0] = (ep_cell){k->cell, (cell_id)c};
            list_moves(b);
            if (is_move(b, k)) {
                return true;
            }
        }
    }
    return false;
}

static bool serve_castling(fixture *b, const mark *k)
{
    for (int i = 0; i < b->v->castling_count; i++) {
        const castling *c = &b->v->castlings[i];
        if (c->king == b->piece && c->king_from == b->from && c->king_to == k->cell) {
            clear_board(b);
            b->p->board[c->partner_from] = c->partner;
            list_moves(b);
            if (is_move(b, k)) {
                return true;
            }
        }
    }
    return false;
}

/* A mark that may be blocked is blocked when pieces stand everywhere; one that may not is not. */
static void blocking_is_true(fixture *b, const mark *k)
{
    enum { ASKS = MARK_HURDLE | MARK_LOCUST | MARK_EN_PASSANT | MARK_CASTLING | MARK_CONDITIONAL };
    const variant *v = b->v;
    bool clear_wanted = k->flags & MARK_CLEAR_PATH;
    for (size_t i = 0; i < b->marks.count; i++) { /* another way to the same cell may be open */
        const mark *other = &b->marks.list[i];
        bool open = other->cell == k->cell && other->flags & MARK_QUIET && other != k;
        clear_wanted = clear_wanted &&
                       !(open && (!(other->flags & MARK_CLEAR_PATH) || other->flags & (MARK_HURDLE | MARK_LOCUST)));
    }
    piece_id wall = PIECE_NONE;
    for (int type = 0; type < v->types && !wall; type++) {
        wall = v->type[type].royal ? (piece_id)PIECE_NONE : variant_piece(v, b->owner, type);
    }
    /* A second half of a move needs an empty cell that a full board has not. */
    if (!wall || v->rules->put.given || k->flags & ASKS || !(k->flags & MARK_QUIET) ||
        (k->flags & MARK_CLEAR_PATH) != (clear_wanted ? MARK_CLEAR_PATH : 0)) {
        return;
    }
    clear_board(b);
    for (int cell = 0; cell < v->cells; cell++) {
        if (cell != k->cell && cell != (int)b->from) {
            b->p->board[cell] = wall;
        }
    }
    list_moves(b);
    if (is_move(b, k) == clear_wanted) {
        report(b, clear_wanted ? "is not blocked to" : "is blocked to", k->cell, k->via, k->flags);
    }
}

/* Captures in passing of cells that are marked for other captures. */
static void passings_are_marked(fixture *b, random_source *r)
{
    const variant *v = b->v;
    for (size_t i = 0; i < b->marks.count && v->has_ep_captures; i++) {
        const mark *k = &b->marks.list[i];
        for (int n = 0; n < 6 && k->flags & MARK_CAPTURE; n++) {
            unsigned c = random_below(r, (uint32_t)v->cells);
            piece_id piece = (piece_id)(1 + random_below(r, (uint32_t)v->piece_ids - 1));
            if (c == b->from || c == k->cell || v->is_royal[piece] || !(enemies(b) >> v->owner_of[piece] & 1)) {
                continue;
            }
            clear_board(b);
            b->p->board[c] = piece;
            b->p->state.ep_count = 1;
            b->p->state.ep_cells[0] = (ep_cell){k->cell, (cell_id)c};
            list_moves(b);
            moves_are_marked(b);
        }
    }
}

/* A mark that speaks of one mode alone: asked for each. */
static void mark_is_true(fixture *b, const mark *k, unsigned mode)
{
    mark one = *k;
    one.flags = (k->flags & ~(unsigned)MARK_MODES) | mode;
    bool serves, alone = false;
    clear_board(b);
    if (one.flags & MARK_EN_PASSANT) {
        serves = serve_passing(b, &one);
    } else if (one.flags & MARK_CASTLING) {
        serves = serve_castling(b, &one);
    } else if (one.flags & (MARK_HURDLE | MARK_LOCUST)) {
        alone = serve_goal(b, &one, mode);
        clear_board(b);
        serves = serve_with_another(b, &one, mode, one.flags & MARK_LOCUST ? enemies(b) | own(b) : enemies(b));
    } else {
        serves = serve_goal(b, &one, mode);
        if (!serves && one.flags & MARK_CONDITIONAL) {
            clear_board(b);
            serves = serve_with_another(b, &one, mode, UINT32_MAX);
        }
    }
    /* Another way to the same cell may be open without the hurdle. */
    for (size_t i = 0; i < b->marks.count && alone; i++) {
        const mark *other = &b->marks.list[i];
        alone = !(other->cell == k->cell && other->flags & mode && !(other->flags & (MARK_HURDLE | MARK_LOCUST)));
    }
    /* A condition may want empty what a hurdle must stand on. */
    bool contradicts = one.flags & MARK_CONDITIONAL && one.flags & (MARK_HURDLE | MARK_LOCUST);
    /* Where the second half of a move needs a cell that the piece reaches next, none may be there. */
    if (!serves && !contradicts && (!b->v->rules->put.given || b->v->rules->put.where != PUT_REACHED)) {
        report(b, "has no move to", one.cell, one.via, one.flags);
    } else if (alone) {
        report(b, "needs nobody to come to", one.cell, one.via, one.flags);
    }
    b->checked += serves;
}

/* ---- one piece on one cell ---- */

static void scatter_pieces(fixture *b, random_source *r)
{
    const variant *v = b->v;
    clear_board(b);
    unsigned part = 3 + (unsigned)random_below(r, 12);
    for (unsigned c = 0; c < (unsigned)v->cells; c++) {
        piece_id piece = (piece_id)(1 + random_below(r, (uint32_t)v->piece_ids - 1));
        if (c != b->from && random_below(r, part) == 0 && !v->is_royal[piece]) {
            b->p->board[c] = piece;
        }
    }
    list_moves(b);
    moves_are_marked(b);
}

static void check_cell(fixture *b, piece_id piece, unsigned cell, random_source *r)
{
    b->piece = piece;
    b->owner = b->v->owner_of[piece];
    b->from = cell;
    marks_find(&b->marks, b->v, piece, cell);
    clear_board(b);
    list_moves(b);
    moves_are_marked(b);
    for (size_t i = 0; i < b->marks.count && !b->wrong; i++) {
        const mark *k = &b->marks.list[i];
        if (i && k[-1].cell > k->cell) {
            report(b, "has unsorted marks for", k->cell, k->via, k->flags);
        }
        for (unsigned mode = MARK_QUIET; mode <= MARK_OWN && !b->wrong; mode <<= 1) {
            if (k->flags & mode && (mode == MARK_QUIET || something_can_be_captured(b->v))) {
                mark_is_true(b, k, mode);
            }
        }
    }
    for (size_t i = 0; i < b->marks.count && !b->wrong; i++) {
        blocking_is_true(b, &b->marks.list[i]);
    }
    passings_are_marked(b, r);
    for (int i = 0; i < 6 && !b->wrong; i++) {
        scatter_pieces(b, r);
    }
}

static bool plays_there(const variant *v, int owner, unsigned cell)
{
    return v->own_boards == 0 || v->topology.level[cell] == v->board_of[owner];
}

static void check_piece(fixture *b, piece_id piece, random_source *r)
{
    const variant *v = b->v;
    unsigned cells = (unsigned)v->cells, step = cells > 24 ? cells / 12 : 1;
    b->last_enemy = PIECE_NONE;
    cell_id best = marks_best_cell(v, piece, NULL);
    if (clock() < b->at_latest && plays_there(v, v->owner_of[piece], best)) {
        check_cell(b, piece, best, r);
    }
    for (unsigned cell = (unsigned)random_below(r, step); cell < cells && !b->wrong; cell += step) {
        if (clock() < b->until && plays_there(v, v->owner_of[piece], cell)) {
            check_cell(b, piece, cell, r);
        }
    }
}

static bool check_game(const char *path, double seconds)
{
    static const char *const dirs[] = {FERZ_SOURCE_DIR "/tests/samples", FERZ_SOURCE_DIR "/rules", NULL};
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *loaded = ferz_variant_load(path, dirs, NULL, 0, 1, messages);
    ferz_messages_free(messages);
    if (!loaded) {
        fprintf(stderr, "%s does not load\n", path);
        return false;
    }
    variant *v = loaded->variant;
    v->moves_hook_count = v->choice_hook_count = 0; /* what scripts do in play is another matter */
    fixture b = {.name = ferz_variant_facts(loaded)->name, .v = v, .p = position_create(v, NULL)};
    b.p->royals_capturable = true; /* royals are attacked as other pieces are captured */
    b.moves = calloc(v->moves_max, sizeof *b.moves);
    b.until = clock() + (clock_t)(seconds * CLOCKS_PER_SEC);
    b.at_latest = clock() + (clock_t)(30 * seconds * CLOCKS_PER_SEC);
    random_source r = {.state = 1};

    for (int piece = 1; piece < v->piece_ids && !b.wrong; piece++) {
        if (v->owner_of[piece] < v->players) {
            check_piece(&b, (piece_id)piece, &r);
        }
    }
    if (!b.wrong) {
        printf("%s: %llu marks\n", b.name, (unsigned long long)b.checked);
    }
    marks_finish(&b.marks);
    free(b.moves);
    position_destroy(b.p);
    ferz_variant_free(loaded);
    return !b.wrong;
}

static bool is_game(const char *file)
{
    size_t n = strlen(file);
    return n > 5 && strcmp(file + n - 5, ".yaml") == 0 && !strstr(file, ".test.yaml") && !strstr(file, ".tuning.yaml");
}

static int check_folder(const char *folder, double seconds)
{
    int failed = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir && (e = readdir(dir)) != NULL;) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        failed += is_game(e->d_name) && share_takes(e->d_name) && !check_game(path, seconds);
    }
    if (!dir) {
        failed++;
    } else {
        closedir(dir);
    }
    return failed;
}

int main(int argc, char **argv)
{
    int failed = 0, named = 0;
    double seconds = share_longer(0.06);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--seconds") == 0 && i + 1 < argc) {
            seconds = strtod(argv[++i], NULL);
        } else {
            failed += !check_game(argv[i], seconds);
            named++;
        }
    }
    if (!named) {
        failed += check_folder(FERZ_SOURCE_DIR "/rules", seconds);
        failed += check_folder(FERZ_SOURCE_DIR "/tests/samples", seconds);
    }
    return failed ? 1 : 0;
}
