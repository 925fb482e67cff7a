/* Marks: those of every piece of every game in rules/ and tests/games/ against the moves that the generator gives.
 *
 *   on an empty board every mark that asks for nothing but empty cells is a move, and every move has a mark
 *   with a man on a marked cell, whoever he is, the move that takes him (or stands on him) is there for somebody
 *   what needs a hurdle, a victim on the way, a right or a passed cell is a move once that is there, and not before
 *   with men strewn at random every move has a mark
 *
 * test_marks [--seconds S] [GAME...]: after so many seconds in one game the cells that are left there are passed over. */
#include "ferz_internal.h"

#include "base/random.h"
#include "picture/marks.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct bench {
    const char *name;
    const game *g;
    position *p;
    move *moves;
    size_t count;
    marks marks;
    man_id man;
    int owner;
    unsigned from;
    uint64_t checked;  /* marks that were found to be moves */
    man_id last_enemy; /* who could be taken last time is likeliest to be taken again */
    clock_t until;
    bool wrong;
} bench;

static const char *cell_name(const bench *b, unsigned cell)
{
    return cell == CELL_NONE ? "-" : b->g->topology.names[cell];
}

static void complain(bench *b, const char *what, unsigned to, unsigned via, unsigned flags)
{
    fprintf(stderr, "%s: %s on %s, %s %s by way of %s, flags %#x; men:", b->name, b->g->man_text[b->man],
            cell_name(b, b->from), what, cell_name(b, to), cell_name(b, via), flags);
    for (unsigned cell = 0; cell < (unsigned)b->g->cells; cell++) {
        if (b->p->board[cell]) {
            fprintf(stderr, " %s%s", b->g->man_text[b->p->board[cell]], cell_name(b, cell));
        }
    }
    fputc('\n', stderr);
    b->wrong = true;
}

/* ---- positions ---- */

static void clear(bench *b)
{
    memset(b->p->board, 0, (size_t)b->g->cells * sizeof *b->p->board);
    b->p->state.mover = (uint8_t)b->owner;
    b->p->state.passed_count = 0;
    b->p->board[b->from] = b->man;
}

/* Takes the board as it is, with every right whose men stand, and asks for the man's moves. */
static void list(bench *b)
{
    b->p->state.rights = 0;
    for (int i = 0; i < b->g->rights; i++) {
        b->p->state.rights |= right_stands(b->p, i) ? UINT32_C(1) << i : 0;
    }
    b->g->core->refresh(b->p);
    move_list found = {.moves = b->moves, .room = b->g->moves_max};
    b->g->core->pseudo(b->p, &found);
    b->count = 0;
    for (size_t i = 0; i < found.count; i++) {
        if (move_from(b->moves[i]) == b->from) {
            b->moves[b->count++] = b->moves[i];
        }
    }
}

/* Which marks may speak of the move: those that have one of these flags, and of `among` just these. */
static void wanted(const bench *b, move m, unsigned *modes, unsigned *kinds)
{
    unsigned to = move_to(m);
    man_id there = b->p->board[to];
    *modes = MARK_MOVES;
    *kinds = 0;
    switch (move_kind_of(m)) {
    case MOVE_PASSING:
        *modes = MARK_TAKES;
        *kinds = MARK_PASSING;
        break;
    case MOVE_CHAIN:
    case MOVE_LOCUST:
        *kinds = MARK_OVER;
        break;
    case MOVE_CASTLE:
        *kinds = MARK_CASTLES;
        break;
    case MOVE_TURN:
        *kinds = MARK_STAYS;
        break;
    default:
        break;
    }
    if (there && to != b->from && move_kind_of(m) != MOVE_CASTLE) {
        *modes = b->g->man_owner[there] == b->owner ? MARK_OWN : MARK_TAKES;
    }
}

static bool speaks(const bench *b, const mark *k, move m)
{
    enum { SPECIAL = MARK_PASSING | MARK_OVER | MARK_CASTLES };
    unsigned modes, kinds;
    wanted(b, m, &modes, &kinds);
    bool jumps = b->g->striking && k->flags & MARK_OVER; /* these are steps that take others besides */
    return k->cell == move_to(m) && k->flags & modes &&
           ((k->flags & SPECIAL) == (kinds & SPECIAL) || (jumps && !kinds)) &&
           (!(kinds & MARK_STAYS) || k->flags & MARK_STAYS);
}

static bool is_move(const bench *b, const mark *k)
{
    for (size_t i = 0; i < b->count; i++) {
        if (speaks(b, k, b->moves[i])) {
            return true;
        }
    }
    return false;
}

/* Every move has a mark. */
static void moves_are_marked(bench *b)
{
    for (size_t i = 0; i < b->count; i++) {
        move m = b->moves[i];
        move_kind kind = move_kind_of(m);
        bool found = kind == MOVE_PASS || kind == MOVE_DROP || kind == MOVE_HOOK ||
                     (kind == MOVE_TURN && (move_aux(m) == TURN_OFF || (move_into(m) && b->g->takes_from_box)));
        /* a chain of several jumps begins with marked ones */
        found = found || (kind == MOVE_CHAIN && chain_count(m) > 1);
        for (size_t k = 0; k < b->marks.count && !found; k++) {
            found = speaks(b, &b->marks.list[k], m);
        }
        if (!found) {
            complain(b, "moves unmarked to", move_to(m), CELL_NONE, (unsigned)kind);
        }
    }
}

/* ---- one mark ---- */

/* Puts men of these owners on the cell, one after the other, until the mark is a move. */
static bool some_man_serves(bench *b, const mark *k, unsigned cell, uint32_t owners)
{
    const game *g = b->g;
    man_id first = b->last_enemy;
    for (int man = 0; man < g->men; man++) {
        man_id put = man == 0 ? first : (man_id)man;
        if (!put || !(owners >> g->man_owner[put] & 1)) {
            continue;
        }
        b->p->board[cell] = put;
        list(b);
        moves_are_marked(b);
        if (is_move(b, k)) {
            b->last_enemy = put;
            return true;
        }
    }
    b->p->board[cell] = MAN_NONE;
    return false;
}

static uint32_t own(const bench *b)
{
    return UINT32_C(1) << b->owner;
}

static uint32_t enemies(const bench *b)
{
    return b->g->enemies[b->owner];
}

/* Whoever must stand on the goal stands there; false when nobody may serve. */
static bool serve_goal(bench *b, const mark *k, unsigned mode)
{
    if (mode == MARK_MOVES || k->flags & MARK_PASSING) {
        list(b);
        moves_are_marked(b);
        return is_move(b, k);
    }
    return some_man_serves(b, k, k->cell, mode == MARK_OWN ? own(b) : enemies(b));
}

/* The same with a man on some other cell. */
static bool serve_with_another(bench *b, const mark *k, unsigned mode, uint32_t owners)
{
    const game *g = b->g;
    for (unsigned c = 0; c < (unsigned)g->cells; c++) {
        if (c == b->from || c == k->cell || b->p->board[c]) {
            continue;
        }
        for (int man = 1; man < g->men; man++) {
            if (owners >> g->man_owner[man] & 1 && (!g->man_royal[man] || k->flags & MARK_IF)) {
                b->p->board[c] = (man_id)man;
                bool serves = serve_goal(b, k, mode);
                b->p->board[c] = MAN_NONE;
                b->p->board[k->cell] = k->cell == b->from ? b->man : MAN_NONE;
                if (serves) {
                    return true;
                }
                if (k->flags & MARK_HURDLE && !(k->flags & MARK_OVER)) {
                    break; /* any man is as good as another */
                }
            }
        }
    }
    return false;
}

static bool serve_passing(bench *b, const mark *k)
{
    const game *g = b->g;
    for (unsigned c = 0; c < (unsigned)g->cells; c++) {
        for (int man = 1; man < g->men && c != b->from && c != k->cell; man++) {
            if (!(enemies(b) >> g->man_owner[man] & 1) || g->man_royal[man]) {
                continue;
            }
            clear(b);
            b->p->board[c] = (man_id)man;
            b->p->state.passed_count = 1;
            b->p->state.passed[0] = (passed_cell){k->cell, (cell_id)c};
            list(b);
            if (is_move(b, k)) {
                return true;
            }
        }
    }
    return false;
}

static bool serve_castling(bench *b, const mark *k)
{
    for (int i = 0; i < b->g->castling_count; i++) {
        const castling *c = &b->g->castlings[i];
        if (c->king == b->man && c->king_from == b->from && c->king_to == k->cell) {
            clear(b);
            b->p->board[c->partner_from] = c->partner;
            list(b);
            if (is_move(b, k)) {
                return true;
            }
        }
    }
    return false;
}

/* What may be blocked is blocked when men stand everywhere; what may not is not. */
static void blocking_is_true(bench *b, const mark *k)
{
    enum { ASKS = MARK_HURDLE | MARK_OVER | MARK_PASSING | MARK_CASTLES | MARK_IF };
    const game *g = b->g;
    bool clear_wanted = k->flags & MARK_CLEAR;
    for (size_t i = 0; i < b->marks.count; i++) { /* another way to the same cell may be open */
        const mark *other = &b->marks.list[i];
        bool open = other->cell == k->cell && other->flags & MARK_MOVES && other != k;
        clear_wanted =
            clear_wanted && !(open && (!(other->flags & MARK_CLEAR) || other->flags & (MARK_HURDLE | MARK_OVER)));
    }
    man_id wall = MAN_NONE;
    for (int type = 0; type < g->types && !wall; type++) {
        wall = g->type[type].royal ? (man_id)MAN_NONE : game_man(g, b->owner, type);
    }
    if (!wall || k->flags & ASKS || !(k->flags & MARK_MOVES) ||
        (k->flags & MARK_CLEAR) != (clear_wanted ? MARK_CLEAR : 0)) {
        return;
    }
    clear(b);
    for (int cell = 0; cell < g->cells; cell++) {
        if (cell != k->cell && cell != (int)b->from) {
            b->p->board[cell] = wall;
        }
    }
    list(b);
    if (is_move(b, k) == clear_wanted) {
        complain(b, clear_wanted ? "is not blocked to" : "is blocked to", k->cell, k->via, k->flags);
    }
}

/* Captures in passing of cells that are marked for other captures. */
static void passings_are_marked(bench *b, random_source *r)
{
    const game *g = b->g;
    for (size_t i = 0; i < b->marks.count && g->passing; i++) {
        const mark *k = &b->marks.list[i];
        for (int n = 0; n < 6 && k->flags & MARK_TAKES; n++) {
            unsigned c = random_below(r, (uint32_t)g->cells);
            man_id man = (man_id)(1 + random_below(r, (uint32_t)g->men - 1));
            if (c == b->from || c == k->cell || g->man_royal[man] || !(enemies(b) >> g->man_owner[man] & 1)) {
                continue;
            }
            clear(b);
            b->p->board[c] = man;
            b->p->state.passed_count = 1;
            b->p->state.passed[0] = (passed_cell){k->cell, (cell_id)c};
            list(b);
            moves_are_marked(b);
        }
    }
}

/* A mark that speaks of one mode alone: asked for each. */
static void mark_is_true(bench *b, const mark *k, unsigned mode)
{
    mark one = *k;
    one.flags = (k->flags & ~(unsigned)MARK_MODES) | mode;
    bool serves, alone = false;
    clear(b);
    if (one.flags & MARK_PASSING) {
        serves = serve_passing(b, &one);
    } else if (one.flags & MARK_CASTLES) {
        serves = serve_castling(b, &one);
    } else if (one.flags & (MARK_HURDLE | MARK_OVER)) {
        alone = serve_goal(b, &one, mode);
        clear(b);
        serves = serve_with_another(b, &one, mode, one.flags & MARK_OVER ? enemies(b) | own(b) : enemies(b));
    } else {
        serves = serve_goal(b, &one, mode);
        if (!serves && one.flags & MARK_IF) {
            clear(b);
            serves = serve_with_another(b, &one, mode, UINT32_MAX);
        }
    }
    /* Another way to the same cell may be open without the hurdle. */
    for (size_t i = 0; i < b->marks.count && alone; i++) {
        const mark *other = &b->marks.list[i];
        alone = !(other->cell == k->cell && other->flags & mode && !(other->flags & (MARK_HURDLE | MARK_OVER)));
    }
    if (!serves) {
        complain(b, "has no move to", one.cell, one.via, one.flags);
    } else if (alone) {
        complain(b, "needs nobody to come to", one.cell, one.via, one.flags);
    }
    b->checked += serves;
}

/* ---- one man on one cell ---- */

static void strew(bench *b, random_source *r)
{
    const game *g = b->g;
    clear(b);
    unsigned part = 3 + (unsigned)random_below(r, 12);
    for (unsigned c = 0; c < (unsigned)g->cells; c++) {
        man_id man = (man_id)(1 + random_below(r, (uint32_t)g->men - 1));
        if (c != b->from && random_below(r, part) == 0 && !g->man_royal[man]) {
            b->p->board[c] = man;
        }
    }
    list(b);
    moves_are_marked(b);
}

static void check_cell(bench *b, man_id man, unsigned cell, random_source *r)
{
    b->man = man;
    b->owner = b->g->man_owner[man];
    b->from = cell;
    marks_find(&b->marks, b->g, man, cell);
    clear(b);
    list(b);
    moves_are_marked(b);
    for (size_t i = 0; i < b->marks.count && !b->wrong; i++) {
        const mark *k = &b->marks.list[i];
        if (i && k[-1].cell > k->cell) {
            complain(b, "has unsorted marks for", k->cell, k->via, k->flags);
        }
        for (unsigned mode = MARK_MOVES; mode <= MARK_OWN && !b->wrong; mode <<= 1) {
            if (k->flags & mode) {
                mark_is_true(b, k, mode);
            }
        }
    }
    for (size_t i = 0; i < b->marks.count && !b->wrong; i++) {
        blocking_is_true(b, &b->marks.list[i]);
    }
    passings_are_marked(b, r);
    for (int i = 0; i < 6 && !b->wrong; i++) {
        strew(b, r);
    }
}

static bool plays_there(const game *g, int owner, unsigned cell)
{
    return g->own_boards == 0 || g->topology.level[cell] == g->board_of[owner];
}

static void check_man(bench *b, man_id man, random_source *r)
{
    const game *g = b->g;
    unsigned cells = (unsigned)g->cells, step = cells > 24 ? cells / 12 : 1;
    b->last_enemy = MAN_NONE;
    cell_id best = marks_best_cell(g, man);
    if (plays_there(g, g->man_owner[man], best)) {
        check_cell(b, man, best, r);
    }
    for (unsigned cell = (unsigned)random_below(r, step); cell < cells && !b->wrong; cell += step) {
        if (clock() < b->until && plays_there(g, g->man_owner[man], cell)) {
            check_cell(b, man, cell, r);
        }
    }
}

static bool check_game(const char *path, int seconds)
{
    static const char *const dirs[] = {FERZ_SOURCE_DIR "/tests/games", FERZ_SOURCE_DIR "/rules", NULL};
    ferz_messages *messages = ferz_messages_create(false);
    ferz_game *loaded = ferz_game_load(path, dirs, NULL, 0, 1, messages);
    ferz_messages_destroy(messages);
    if (!loaded) {
        fprintf(stderr, "%s does not load\n", path);
        return false;
    }
    game *g = loaded->game;
    g->listing_count = g->choice_count = 0; /* what scripts do in play is another matter */
    bench b = {.name = ferz_game_name(loaded), .g = g, .p = position_create(g, NULL)};
    b.p->royals_fall = true; /* royals are attacked as others are taken */
    b.moves = calloc(g->moves_max, sizeof *b.moves);
    b.until = clock() + seconds * CLOCKS_PER_SEC;
    random_source r = {.state = 1};

    for (int man = 1; man < g->men && !b.wrong; man++) {
        if (g->man_owner[man] < g->players) {
            check_man(&b, (man_id)man, &r);
        }
    }
    if (!b.wrong) {
        printf("%s: %llu marks\n", b.name, (unsigned long long)b.checked);
    }
    marks_finish(&b.marks);
    free(b.moves);
    position_destroy(b.p);
    ferz_game_destroy(loaded);
    return !b.wrong;
}

static bool is_game(const char *file)
{
    size_t n = strlen(file);
    return n > 5 && strcmp(file + n - 5, ".yaml") == 0 && !strstr(file, ".test.yaml") && !strstr(file, ".tuning.yaml");
}

static int check_folder(const char *folder, int seconds)
{
    int failed = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir && (e = readdir(dir)) != NULL;) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        failed += is_game(e->d_name) && !check_game(path, seconds);
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
    int seconds = 1, failed = 0, named = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--seconds") == 0 && i + 1 < argc) {
            seconds = atoi(argv[++i]);
        } else {
            failed += !check_game(argv[i], seconds);
            named++;
        }
    }
    if (!named) {
        failed += check_folder(FERZ_SOURCE_DIR "/rules", seconds);
        failed += check_folder(FERZ_SOURCE_DIR "/tests/games", seconds);
    }
    return failed ? 1 : 0;
}
