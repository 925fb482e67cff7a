/* How two variants play differently: positions that both can set up, played by both side by side.
 *
 * A pair of games plays the same moves. Where legal moves, the position after a move, or the status differ, the
 * difference has a kind (`signature`): which variant allows the move, the type of the moving piece, and the reason of
 * the other variant without its cells. The first witness of each kind is then minimized while it still shows the
 * difference: the path is shortened, pieces are removed, rights and clocks are cleared.
 *
 * Everything uses the public functions but one question: whether a player who is not to move is in check. A position
 * where a king could be captured would be a poor example.
 */
#include "ferz_tools.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/random.h"
#include "diff/diff_letters.h"
#include "examples/examples.h"
#include "api/ferz_internal.h"

enum {
    KINDS_MAX = 48,
    SIGNATURE_MAX = 200,
    EXPLAINED_MAX = 16,   /* moves of one position and side that are explained */
    SHRINK_MAX = 2500,    /* smaller positions that are tried for one witness */
    PATH_PLIES_MAX = 100, /* shorter paths that are tried */
};

typedef struct pair {
    ferz_game *games[2];
} pair;

typedef struct witness {
    char signature[SIGNATURE_MAX]; /* the kind of difference */
    char *fen, *moves;             /* where it shows: this position, after these moves */
    char *path;
    size_t plies, pieces;
} witness;

typedef struct diff_run {
    const ferz_variant *variant[2];
    diff_letters letters;
    const ferz_diff_limits *limits;
    random_source random;
    ferz_messages *inner;
    witness kinds[KINDS_MAX];
    size_t kind_count, kinds_met;
    uint64_t positions, max_positions;
    size_t max_plies;
    text path;             /* of the current pair, a space before each move */
    const char *start_fen; /* the position where it began */
    const char *wanted;    /* only this kind is wanted; NULL: all */
    bool wanted_found;     /* it was found */
    bool compares;         /* `limits->stop` ends the calls in progress, too; not those that explain what was found */
    bool interrupted;      /* it has ended one */
    ferz_result result;
} diff_run;

static bool stops_comparing(void *state)
{
    diff_run *d = state;
    d->interrupted = d->interrupted || (d->compares && d->limits->stop && d->limits->stop(d->limits->state));
    return d->compares && d->interrupted;
}

static void *out_of_memory(diff_run *d)
{
    d->result = FERZ_SYSTEM_ERROR;
    return NULL;
}

static char *copy_of(diff_run *d, const char *string)
{
    size_t size = strlen(string) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, string, size) : out_of_memory(d);
}

/* What was written; memory that failed for it fails the comparison, rather than that half a text is compared. */
static const char *written(diff_run *d, const text *t)
{
    if (t->failed) {
        out_of_memory(d);
    }
    return text_string(t);
}

/* The same for the caller to free; NULL when out of memory. */
static char *detached(diff_run *d, text *t)
{
    char *string = text_detach(t);
    return string ? string : out_of_memory(d);
}

/* A failed script is an error, not a difference. */
static void take_result(diff_run *d, ferz_result result)
{
    if (result == FERZ_SYSTEM_ERROR || result == FERZ_BUDGET_EXCEEDED) {
        d->result = result;
    }
}

static bool stopped(const diff_run *d)
{
    return d->result != FERZ_OK || (d->limits->first_only && d->kind_count) ||
           (d->limits->stop && d->limits->stop(d->limits->state));
}

/* ---- pairs ---- */

static void pair_close(pair *p)
{
    ferz_game_free(p->games[0]);
    ferz_game_free(p->games[1]);
    *p = (pair){{NULL, NULL}};
}

/* The FEN is written with the letters of the first variant, as everything here is. */
static ferz_game *set_up(diff_run *d, int which, const char *fen)
{
    text own = {0};
    ferz_messages_clear(d->inner);
    if (which && fen) {
        diff_letters_fen(&d->letters, 0, fen, false, &own);
    }
    ferz_game *game = ferz_game_create(d->variant[which], which && fen ? written(d, &own) : fen, d->inner);
    text_finish(&own);
    return game;
}

/* The FEN of one of the two games, with the letters of the first variant. */
static char *fen_of(diff_run *d, const pair *p, int which)
{
    char *fen = ferz_game_fen(p->games[which]);
    if (!fen || !which || d->letters.same) {
        return fen;
    }
    text common = {0};
    diff_letters_fen(&d->letters, 1, fen, false, &common);
    ferz_free(fen);
    return detached(d, &common);
}

/* A piece on a cell of one of the two games, with the letters of the first variant; "" for none. */
static void piece_of_pair(diff_run *d, const pair *p, int which, size_t cell, char piece[32])
{
    const char *own = ferz_game_cell(p->games[which], cell).piece;
    text common = {0};
    if (own && which) {
        diff_letters_piece(&d->letters, 1, own, &common);
    } else if (own) {
        text_put(&common, own);
    }
    snprintf(piece, 32, "%s", written(d, &common));
    text_finish(&common);
}

/* How much of the other variant's FEN is used: number of fields, and whether rights are. */
typedef struct fen_part {
    int fields;
    bool rights;
} fen_part;

/* That part of a FEN, without empty hands. */
static char *part_of(diff_run *d, const char *fen, fen_part extent)
{
    text out = {0};
    int field = 1;
    for (const char *at = fen; *at; at++) {
        bool begins = at == fen || at[-1] == ' ';
        if (*at == ' ' && field++ == extent.fields) {
            break;
        }
        if (strncmp(at, "[]", 2) == 0) {
            at++;
        } else if (begins && field == 3 && !extent.rights) {
            text_char(&out, '-');
            at += strcspn(at, " ") - 1;
        } else {
            text_char(&out, *at);
        }
    }
    return detached(d, &out);
}

/* Sets up what the other variant wrote, without the parts that mean nothing here. `*extent` (may be NULL) gets how much
 * was used. */
static ferz_game *set_up_foreign(diff_run *d, int which, const char *fen, fen_part *extent)
{
    static const fen_part parts[] = {{100, true}, {100, false}, {6, true}, {6, false}, {4, false}, {2, true}};
    ferz_game *game = set_up(d, which, fen);
    size_t i = 0;
    for (; !game && i < sizeof parts / sizeof *parts; i++) {
        char *part = part_of(d, fen, parts[i]);
        game = part ? set_up(d, which, part) : NULL;
        free(part);
    }
    if (extent) {
        *extent = parts[i ? i - 1 : 0];
    }
    return game;
}

static bool same_pieces(diff_run *d, const pair *p)
{
    size_t cells = ferz_game_cell_count(p->games[0]);
    bool same = cells == ferz_game_cell_count(p->games[1]);
    for (size_t i = 0; same && i < cells; i++) {
        char one[32], other[32];
        piece_of_pair(d, p, 0, i, one);
        piece_of_pair(d, p, 1, i, other);
        same = strcmp(one, other) == 0;
    }
    return same;
}

/* Opens both variants at one position. */
static bool pair_open(diff_run *d, pair *p, const char *fen)
{
    *p = (pair){{set_up_foreign(d, 0, fen, NULL), NULL}};
    char *own = p->games[0] ? ferz_game_fen(p->games[0]) : NULL;
    if (own) {
        p->games[1] = set_up_foreign(d, 1, own, NULL);
    } else if (p->games[0]) {
        out_of_memory(d);
    }
    free(own);
    if (p->games[1] && same_pieces(d, p)) {
        return true;
    }
    pair_close(p);
    return false;
}

/* Whether `own` is what `foreign` says, as far as it means something to this variant. */
static bool reads_the_same(diff_run *d, int which, const char *own, const char *foreign)
{
    fen_part extent;
    pair read_only = {{NULL, NULL}};
    ferz_game *read = read_only.games[which] = set_up_foreign(d, which, foreign, &extent);
    char *fen = read ? fen_of(d, &read_only, which) : NULL;
    char *one = fen ? part_of(d, fen, extent) : NULL, *other = fen ? part_of(d, own, extent) : NULL;
    bool same = one && other && strcmp(one, other) == 0;
    free(one);
    free(other);
    free(fen);
    ferz_game_free(read);
    return same;
}

/* Whether the two positions are equal: both write the same FEN, or one reads the other's FEN as its own. */
static bool same_position(diff_run *d, const pair *p)
{
    char *one = fen_of(d, p, 0), *other = fen_of(d, p, 1);
    bool same = one && other &&
                (strcmp(one, other) == 0 || reads_the_same(d, 1, other, one) || reads_the_same(d, 0, one, other));
    if (!one || !other) {
        out_of_memory(d);
    }
    free(one);
    free(other);
    return same;
}

/* The text of a move as the variant itself writes it. */
static void put_own_move(diff_run *d, int which, const char *move_text, text *own)
{
    if (which) {
        diff_letters_move(&d->letters, 0, move_text, own);
    } else {
        text_put(own, move_text);
    }
}

/* Plays a move in both. False when one forbids it; then neither has played. */
static bool pair_play(diff_run *d, pair *p, const char *move_text)
{
    for (int i = 0; i < 2; i++) {
        text own = {0};
        ferz_messages_clear(d->inner);
        put_own_move(d, i, move_text, &own);
        ferz_result result = ferz_game_move(p->games[i], written(d, &own), d->inner);
        text_finish(&own);
        take_result(d, result);
        if (result != FERZ_OK) {
            if (i) {
                ferz_game_undo(p->games[0]);
            }
            return false;
        }
    }
    return true;
}

static void pair_undo(pair *p)
{
    ferz_game_undo(p->games[0]);
    ferz_game_undo(p->games[1]);
}

/* ---- kinds of differences ---- */

/* What moves, and a sign where it comes from a hand; else the first word of the move. */
static void put_moving_piece(diff_run *d, const pair *p, int which, const char *move_text, text *out)
{
    text own = {0};
    ferz_messages_clear(d->inner);
    put_own_move(d, which, move_text, &own);
    ferz_moves *found = ferz_game_moves(p->games[which], written(d, &own), 0, d->inner);
    take_result(d, ferz_messages_result(d->inner));
    const ferz_move m = found ? ferz_moves_at(found, 0) : (ferz_move){.text = ""};
    if (m.piece) {
        text_print(out, "%s%s", m.piece, m.kind == FERZ_MOVE_DROP ? "@" : "");
    } else {
        text_print(out, "%.*s", (int)strcspn(m.text, " 0123456789"), m.text);
    }
    ferz_moves_free(found);
    text_finish(&own);
}

/* Why the move of the other variant is illegal in this one; NULL: it could not be found out. */
static ferz_reasons *why_not(diff_run *d, const pair *p, int which, const char *move_text)
{
    text own = {0};
    ferz_messages_clear(d->inner);
    put_own_move(d, which, move_text, &own);
    ferz_reasons *why = ferz_game_why(p->games[which], written(d, &own), FERZ_ENGLISH, d->inner);
    text_finish(&own);
    take_result(d, ferz_messages_result(d->inner));
    return why;
}

/* What makes a kind of difference: the rule that forbids, not the cells or the moves that happen to be named. */
static void put_class(const ferz_reason *r, text *out)
{
    const char *const parts[] = {r->kind,
                                 r->piece,
                                 r->other_piece,
                                 r->player,
                                 r->other_player,
                                 r->file ? r->key : NULL,
                                 r->file && r->key ? r->words : NULL};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        text_print(out, " %s", parts[i] ? parts[i] : "");
    }
}

static size_t count_pieces(const ferz_game *game)
{
    size_t pieces = 0;
    for (size_t i = 0; i < ferz_game_cell_count(game); i++) {
        pieces += ferz_game_cell(game, i).owner >= 0 || ferz_game_cell(game, i).type != NULL;
    }
    return pieces;
}

/* Keeps the witness if its kind is new. */
static void add_witness(diff_run *d, const pair *p, const char *signature)
{
    if (d->wanted) {
        d->wanted_found |= strcmp(d->wanted, signature) == 0;
        return;
    }
    for (size_t i = 0; i < d->kind_count; i++) {
        if (strcmp(d->kinds[i].signature, signature) == 0) {
            return;
        }
    }
    if (d->kind_count == KINDS_MAX) {
        return;
    }
    witness *w = &d->kinds[d->kind_count];
    *w = (witness){.plies = ferz_game_ply_count(p->games[0]), .pieces = count_pieces(p->games[0])};
    snprintf(w->signature, sizeof w->signature, "%s", signature);
    const char *path = written(d, &d->path);
    w->fen = copy_of(d, d->start_fen);
    w->path = copy_of(d, path + (*path == ' '));
    w->moves = copy_of(d, path + (*path == ' '));
    d->kind_count++;
}

static void add_move_witness(diff_run *d, const pair *p, int allowed_by, const char *move_text)
{
    text signature = {0};
    text_print(&signature, "%d ", allowed_by);
    put_moving_piece(d, p, allowed_by, move_text, &signature);
    ferz_reasons *why = why_not(d, p, 1 - allowed_by, move_text);
    if (why) {
        ferz_reason reason = ferz_reasons_at(why, 0);
        put_class(&reason, &signature);
    }
    ferz_reasons_free(why);
    if (signature.length >= SIGNATURE_MAX) {
        signature.bytes[SIGNATURE_MAX - 1] = '\0';
    }
    add_witness(d, p, written(d, &signature));
    text_finish(&signature);
}

static void put_status(const ferz_variant *v, const ferz_status *status, text *out)
{
    text_put(out, status->outcome == FERZ_ONGOING ? "ongoing" : "");
    if (status->outcome == FERZ_DRAW) {
        text_put(out, "draw");
    } else if (status->outcome == FERZ_WIN) {
        text_print(out, "%s wins", ferz_variant_player_name(v, status->winner));
        examples_share(status, out);
    }
    text_print(out, "%s%s", status->reason[0] ? ": " : "", status->reason);
}

/* The kind of a different effect: cells that only one variant empties, or changes, or anything else. The moving piece
 * is not part of the kind: usually one rule covers all pieces. */
static void add_effect_witness(diff_run *d, const pair *p)
{
    unsigned differences = 0;
    for (size_t i = 0; i < ferz_game_cell_count(p->games[0]); i++) {
        char one[32], other[32];
        piece_of_pair(d, p, 0, i, one);
        piece_of_pair(d, p, 1, i, other);
        bool same = strcmp(one, other) == 0;
        differences |= same ? 0U : !other[0] ? 1U : !one[0] ? 2U : 4U;
    }
    char signature[SIGNATURE_MAX];
    snprintf(signature, sizeof signature, "-1 %u", differences);
    pair before = *p;
    pair_undo(&before);
    add_witness(d, &before, signature);
}

/* The status of both; true when more than the reason differs. */
static bool results_differ(diff_run *d, const pair *p, ferz_status status[2])
{
    for (int i = 0; i < 2; i++) {
        ferz_messages_clear(d->inner);
        take_result(d, ferz_game_status(p->games[i], &status[i], d->inner));
    }
    return status[0].outcome != status[1].outcome ||
           (status[0].outcome == FERZ_WIN &&
            (status[0].winner != status[1].winner || status[0].winner_share != status[1].winner_share));
}

/* ---- one position ---- */

typedef struct move_lists {
    char *block[2];
    size_t count[2];
} move_lists;

static void move_lists_close(move_lists *l)
{
    ferz_free(l->block[0]);
    ferz_free(l->block[1]);
}

static int compare_moves(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

static int compare_name(const void *key, const void *member)
{
    return strcmp(key, *(char *const *)member);
}

/* The texts of a block of moves, ended by NUL each; NULL when out of memory. */
static char **list_of(char *block, size_t count)
{
    char **moves = malloc((count + 1) * sizeof *moves);
    for (size_t i = 0; moves && i < count; i++) {
        moves[i] = block;
        block += strlen(block) + 1;
    }
    return moves;
}

/* How the first variant writes a move of the second: the same text if it has it, else what it reads it as. */
static void put_common_move(diff_run *d, const pair *p, char **first, size_t first_count, const char *own, text *out)
{
    text common = {0};
    diff_letters_move(&d->letters, 1, own, &common);
    const char *name = written(d, &common);
    bool known = bsearch(name, first, first_count, sizeof *first, compare_name) != NULL;
    ferz_messages_clear(d->inner);
    if (!known && ferz_game_move(p->games[0], name, d->inner) == FERZ_OK) {
        text_put(out, ferz_game_ply(p->games[0], ferz_game_ply_count(p->games[0]) - 1));
        ferz_game_undo(p->games[0]);
    } else {
        text_put(out, name);
    }
    text_add(out, "", 1);
    text_finish(&common);
}

/* The moves of the second variant as the first one writes them, sorted again. False when out of memory. */
static bool translate_moves(diff_run *d, const pair *p, move_lists *l)
{
    size_t count = l->count[1];
    text all = {0}, sorted = {0};
    char **first = list_of(l->block[0], l->count[0]), **own = list_of(l->block[1], count), **moves = NULL;
    for (size_t i = 0; first && own && i < count; i++) {
        put_common_move(d, p, first, l->count[0], own[i], &all);
    }
    bool ok = first && own && !all.failed;
    moves = ok ? list_of(all.bytes, count) : NULL;
    if (moves) {
        qsort(moves, count, sizeof *moves, compare_moves);
    }
    for (size_t i = 0; moves && i < count; i++) {
        text_add(&sorted, moves[i], strlen(moves[i]) + 1);
    }
    text_add(&sorted, "", 1);
    free(first);
    free(own);
    ok = moves != NULL;
    free(moves);
    text_finish(&all);
    ferz_free(l->block[1]);
    l->block[1] = text_detach(&sorted);
    return ok && l->block[1];
}

static bool move_lists_open(diff_run *d, const pair *p, move_lists *l)
{
    *l = (move_lists){{NULL, NULL}, {0, 0}};
    for (int i = 0; i < 2 && d->result == FERZ_OK; i++) { /* the messages of a failure are kept */
        ferz_messages_clear(d->inner);
        l->block[i] = ferz_game_legal_moves(p->games[i], &l->count[i], d->inner);
        if (!l->block[i]) {
            ferz_result result = ferz_messages_result(d->inner);
            d->result = result == FERZ_OK ? FERZ_SYSTEM_ERROR : result;
        }
    }
    /* Reading a move that is illegal takes long; most pairs write their moves alike. */
    bool alike = d->letters.same && !d->variant[0]->rules->notation.given && !d->variant[1]->rules->notation.given;
    if (l->block[0] && l->block[1] && !alike && !translate_moves(d, p, l)) {
        out_of_memory(d);
    }
    if (d->result != FERZ_OK) {
        move_lists_close(l);
    }
    return d->result == FERZ_OK;
}

/* Calls `callback` with each move of either list, in order, and who allows it. */
static void for_each_move(const move_lists *l, void (*callback)(void *state, int allowed_by, const char *move_text),
                          void *state)
{
    const char *next[2] = {l->block[0], l->block[1]};
    size_t left[2] = {next[0] ? l->count[0] : 0, next[1] ? l->count[1] : 0};
    while (left[0] || left[1]) {
        int order = !left[0] ? 1 : !left[1] ? -1 : strcmp(next[0], next[1]);
        callback(state, order < 0 ? 0 : order > 0 ? 1 : -1, order <= 0 ? next[0] : next[1]);
        for (int i = 0; i < 2; i++) {
            if (i == 0 ? order <= 0 : order >= 0) {
                next[i] += strlen(next[i]) + 1;
                left[i]--;
            }
        }
    }
}

typedef struct move_sorter {
    diff_run *d;
    pair *p;
    const char **common; /* NULL: not wanted */
    size_t common_count, explained[2];
} move_sorter;

static void sort_move(void *state, int allowed_by, const char *move_text)
{
    move_sorter *s = state;
    if (allowed_by < 0) {
        if (s->common) {
            s->common[s->common_count] = move_text;
        }
        s->common_count++;
    } else if (s->explained[allowed_by]++ < EXPLAINED_MAX) {
        add_move_witness(s->d, s->p, allowed_by, move_text);
    }
}

/* Compares one position. `common` gets the moves that both allow; they point into the block of `l`. */
static size_t compare_position(diff_run *d, pair *p, const move_lists *l, const char **common)
{
    ferz_status status[2];
    d->positions++;
    if (results_differ(d, p, status)) {
        text signature = {0};
        text_put(&signature, "status ");
        put_status(d->variant[0], &status[0], &signature);
        text_put(&signature, " / ");
        put_status(d->variant[1], &status[1], &signature);
        add_witness(d, p, written(d, &signature));
        text_finish(&signature);
        return 0;
    }
    move_sorter s = {.d = d, .p = p, .common = common};
    for_each_move(l, sort_move, &s);
    return s.common_count;
}

/* Plays a common move on both. False, and nothing is played, when it leads to different positions. */
static bool step(diff_run *d, pair *p, const char *move_text)
{
    if (!pair_play(d, p, move_text)) {
        return false;
    }
    if (same_position(d, p)) {
        return true;
    }
    add_effect_witness(d, p); /* undoes the move */
    return false;
}

static const char **new_common(diff_run *d, const move_lists *l)
{
    size_t most = l->count[0] < l->count[1] ? l->count[0] : l->count[1];
    const char **common = malloc((most + 1) * sizeof *common);
    return common ? common : out_of_memory(d);
}

/* ---- looking for differences ---- */

static bool is_done(const diff_run *d, uint64_t most)
{
    return stopped(d) || d->positions >= most;
}

/* Adds a move to the path. */
static void path_add(diff_run *d, const char *move_text)
{
    text_print(&d->path, " %s", move_text);
    if (d->path.failed) {
        out_of_memory(d);
    }
}

/* Compares all positions at `depth` plies; nearer ones were compared before. */
static void compare_tree(diff_run *d, pair *p, int depth, uint64_t most)
{
    move_lists l;
    if (!move_lists_open(d, p, &l)) {
        return;
    }
    const char **common = new_common(d, &l);
    size_t count = 0;
    if (common && depth == 0) {
        (void)compare_position(d, p, &l, NULL);
    } else if (common) {
        count = compare_position(d, p, &l, common);
        d->positions--; /* it was counted when it was at depth 0 */
    }
    for (size_t i = 0; i < count && !is_done(d, most); i++) {
        size_t length = d->path.length;
        if (step(d, p, common[i])) {
            path_add(d, common[i]);
            compare_tree(d, p, depth - 1, most);
            pair_undo(p);
            if (d->path.bytes) {
                d->path.length = length;
                d->path.bytes[length] = '\0';
            }
        }
    }
    free(common);
    move_lists_close(&l);
}

/* The move that reverses the player's last one, if there is one; else NULL. Moves back and forth repeat positions,
 * which random moves seldom do. */
static const char *reversing_move(const pair *p, const char **common, size_t count)
{
    size_t plies = ferz_game_ply_count(p->games[0]);
    const char *last = plies >= 2 ? ferz_game_ply(p->games[0], plies - 2) : "";
    size_t half = strlen(last) / 2;
    for (size_t i = 0; half && i < count; i++) {
        const char *move_text = common[i];
        if (strlen(move_text) == 2 * half && strncmp(move_text, last + half, half) == 0 &&
            strncmp(move_text + half, last, half) == 0) {
            return move_text;
        }
    }
    return NULL;
}

/* `returns`: mostly plays moves that reverse the one before. */
static void compare_random_game(diff_run *d, pair *p, bool returns)
{
    bool goes_on = true;
    for (size_t ply = 0; goes_on && ply < d->max_plies && !is_done(d, d->max_positions); ply++) {
        move_lists l;
        if (!move_lists_open(d, p, &l)) {
            return;
        }
        const char **common = new_common(d, &l);
        size_t count = common ? compare_position(d, p, &l, common) : 0;
        goes_on = false;
        /* A move with a different effect was recorded; another one is drawn. */
        for (int tries = 0; count && !goes_on && tries < 4; tries++) {
            const char *back = returns && ply >= 12 && tries == 0 ? reversing_move(p, common, count) : NULL;
            const char *move_text = back ? back : common[random_below(&d->random, (uint32_t)count)];
            goes_on = step(d, p, move_text);
            if (goes_on) {
                path_add(d, move_text);
            }
        }
        free(common);
        move_lists_close(&l);
    }
}

static void compare_from(diff_run *d, const char *fen, uint64_t games, uint64_t most)
{
    pair p;
    if (!pair_open(d, &p, fen)) {
        return;
    }
    d->start_fen = fen;
    uint64_t near = d->positions + (most - d->positions) / 2;
    for (int depth = 0; depth < 8 && !stopped(d) && d->positions < near; depth++) {
        uint64_t before = d->positions;
        text_clear(&d->path);
        compare_tree(d, &p, depth, near);
        if (d->positions == before) {
            break; /* the whole game tree was compared */
        }
    }
    pair_close(&p);
    for (uint64_t i = 0; i < games && !stopped(d) && d->positions < most; i++) {
        text_clear(&d->path);
        if (!pair_open(d, &p, fen)) {
            return;
        }
        compare_random_game(d, &p, i % 8 == 3);
        pair_close(&p);
    }
}

/* ---- minimizing a witness ---- */

/* The length of the next token in the board field of a FEN: a piece, a run of empty cells, or another sign. */
static size_t token(const char *s)
{
    size_t digits = strspn(s, "0123456789");
    if (digits) {
        return digits;
    }
    if (*s == '(') {
        size_t inside = strcspn(s, ")");
        return inside + (s[inside] == ')');
    }
    size_t length = 0;
    length += s[length] == '+';
    while (isalpha((unsigned char)s[length])) {
        length++;
        if (!strchr(s, ',')) {
            break; /* one letter is one piece, unless commas separate them */
        }
    }
    length += length && s[length] == '~';
    return length ? length : 1;
}

enum { EMPTY_MAX = 9999 }; /* more than the cells of any board */

/* The FEN without piece `index`, from 0; NULL when there are fewer pieces. */
static char *without_piece(diff_run *d, const char *fen, size_t index)
{
    size_t board = strcspn(fen, " [");
    bool commas = memchr(fen, ',', board) != NULL;
    text out = {0};
    long empty = 0;
    bool found = false, first = true;
    for (size_t at = 0; at < board;) {
        size_t length = token(fen + at);
        bool piece = isalpha((unsigned char)fen[at]) || fen[at] == '(' || fen[at] == '+';
        bool digit = isdigit((unsigned char)fen[at]);
        if (piece && index-- == 0) {
            found = true;
            empty++;
        } else if (digit) {
            empty += number_at(fen + at, 0, EMPTY_MAX, 0);
        } else if (fen[at] != ',') {
            if (empty) {
                text_print(&out, "%s%ld", commas && !first ? "," : "", empty);
                empty = 0;
                first = false;
            }
            text_put(&out, piece && commas && !first ? "," : "");
            text_add(&out, fen + at, length);
            first = !piece;
        }
        at += length;
    }
    if (empty) {
        text_print(&out, "%s%ld", commas && !first ? "," : "", empty);
    }
    text_put(&out, fen + board);
    if (!found) {
        text_finish(&out);
        return NULL;
    }
    return detached(d, &out);
}

/* The FEN with the default value in field `index`; NULL when it has it already. */
static char *with_default_field(diff_run *d, const char *fen, int index)
{
    static const char *const defaults[] = {NULL, NULL, "-", "-", "0", "1"};
    const char *at = fen;
    for (int i = 0; i < index; i++) {
        at += strcspn(at, " ");
        at += *at == ' ';
    }
    size_t length = index == 6 ? strlen(at) : strcspn(at, " ");
    const char *instead = index == 6 ? "" : defaults[index];
    if (length == 0 || (strlen(instead) == length && strncmp(at, instead, length) == 0)) {
        return NULL;
    }
    text out = {0};
    text_add(&out, fen, (size_t)(at - fen) - (index == 6));
    text_put(&out, instead);
    text_put(&out, at + length);
    return detached(d, &out);
}

/* Counts royal pieces, and players in check who are not to move: a smaller position may not change these. */
static void count_royals(const pair *p, int royals[2], int checked[2])
{
    for (int i = 0; i < 2; i++) {
        const position *now = p->games[i]->game_history.position;
        const variant *v = p->games[i]->variant->variant;
        royals[i] = checked[i] = 0;
        for (size_t c = 0; c < ferz_game_cell_count(p->games[i]); c++) {
            royals[i] += ferz_game_cell(p->games[i], c).royal;
        }
        for (int player = 0; player < v->players; player++) {
            checked[i] += player != now->state.side_to_move && v->core->in_check(now, player);
        }
    }
}

static void compare_with_effects(diff_run *d, pair *p)
{
    move_lists l;
    if (!move_lists_open(d, p, &l)) {
        return;
    }
    const char **common = new_common(d, &l);
    size_t count = common ? compare_position(d, p, &l, common) : 0;
    for (size_t i = 0; i < count && !d->wanted_found && d->wanted && d->wanted[0] == '-' && d->result == FERZ_OK; i++) {
        if (step(d, p, common[i])) {
            pair_undo(p);
        }
    }
    free(common);
    move_lists_close(&l);
}

/* Plays moves separated by spaces in both. */
static bool play_all(diff_run *d, pair *p, const char *moves)
{
    char *copy = copy_of(d, moves);
    bool good = copy != NULL;
    for (char *at = copy; good && *at;) {
        size_t length = strcspn(at, " ");
        if (strncmp(at, "roll ", 5) == 0) {
            length = 5 + strcspn(at + 5, " ");
        }
        bool last = at[length] == '\0';
        at[length] = '\0';
        good = pair_play(d, p, at);
        at += length + !last;
    }
    free(copy);
    return good;
}

/* Whether that kind of difference shows there. The position may not be worse than `like` (may be NULL). */
static bool is_witness(diff_run *d, const char *fen, const char *moves, const char *signature, const pair *like)
{
    pair p;
    if (d->result != FERZ_OK || !pair_open(d, &p, fen)) {
        return false;
    }
    bool good = true;
    if (like) {
        int royals[2], checked[2], royals_like[2], checked_like[2];
        count_royals(like, royals_like, checked_like);
        count_royals(&p, royals, checked);
        good = royals[0] == royals_like[0] && royals[1] == royals_like[1] && checked[0] <= checked_like[0] &&
               checked[1] <= checked_like[1];
    }
    d->wanted_found = false;
    if (good && play_all(d, &p, moves)) {
        d->wanted = signature;
        compare_with_effects(d, &p);
        d->wanted = NULL;
    }
    pair_close(&p);
    return d->wanted_found;
}

/* Finds the last position of the path from which the difference still shows, and sets that up. */
static void shorten_path(diff_run *d, witness *w)
{
    pair p;
    char *copy = copy_of(d, w->path);
    if (!copy || !pair_open(d, &p, w->fen)) {
        free(copy);
        return;
    }
    size_t starts[PATH_PLIES_MAX] = {0}, count = 0; /* where the last moves begin */
    char *fens[PATH_PLIES_MAX] = {NULL};
    for (char *at = copy; *at;) {
        size_t length = strcspn(at, " ");
        if (strncmp(at, "roll ", 5) == 0) {
            length = 5 + strcspn(at + 5, " ");
        }
        bool last = at[length] == '\0';
        at[length] = '\0';
        if (!pair_play(d, &p, at)) {
            break;
        }
        at += length + !last;
        free(fens[count % PATH_PLIES_MAX]);
        fens[count % PATH_PLIES_MAX] = ferz_game_fen(p.games[0]);
        starts[count++ % PATH_PLIES_MAX] = (size_t)(at - copy);
    }
    for (size_t back = 0; back < count && back < PATH_PLIES_MAX; back++) {
        size_t i = (count - 1 - back) % PATH_PLIES_MAX;
        const char *rest = w->path + starts[i];
        if (fens[i] && is_witness(d, fens[i], rest, w->signature, NULL)) {
            char *moves = copy_of(d, rest);
            free(w->moves);
            free(w->fen);
            w->moves = moves;
            w->fen = fens[i];
            fens[i] = NULL;
            break;
        }
    }
    for (size_t i = 0; i < PATH_PLIES_MAX; i++) {
        free(fens[i]);
    }
    pair_close(&p);
    free(copy);
}

/* Makes `fen` the witness's position if the difference still shows; takes ownership of `fen`. */
static bool try_smaller(diff_run *d, witness *w, char *fen, const pair *like)
{
    bool good = fen && is_witness(d, fen, w->moves, w->signature, like);
    if (good) {
        free(w->fen);
        w->fen = fen;
    } else {
        free(fen);
    }
    return good;
}

static void minimize(diff_run *d, witness *w)
{
    if (*w->path) {
        shorten_path(d, w);
    }
    pair like;
    if (!w->fen || !w->moves || !pair_open(d, &like, w->fen)) {
        return;
    }
    size_t tries = 0;
    for (bool again = true; again && !stopped(d) && tries < SHRINK_MAX;) {
        again = false;
        for (size_t i = 0; tries < SHRINK_MAX; tries++) {
            char *fen = without_piece(d, w->fen, i);
            if (!fen) {
                break;
            }
            bool kept = try_smaller(d, w, fen, &like);
            again |= kept;
            i += !kept;
        }
        for (int field = 6; field >= 2; field--, tries++) {
            again |= try_smaller(d, w, with_default_field(d, w->fen, field), &like);
        }
    }
    pair_close(&like);
}

/* ---- the answer ---- */

typedef struct diff_writer {
    diff_run *d;
    pair *p;
    ferz_diff_position *to;
    size_t room;
    const char **common;
    size_t common_count;
} diff_writer;

static ferz_diff_move *add_item(diff_writer *t)
{
    if (t->to->count == t->room) {
        size_t room = t->room ? t->room * 2 : 8;
        ferz_diff_move *more = realloc(t->to->items, room * sizeof *more);
        if (!more) {
            return out_of_memory(t->d);
        }
        t->to->items = more;
        t->room = room;
    }
    return &t->to->items[t->to->count];
}

static void write_move(void *state, int allowed_by, const char *move_text)
{
    diff_writer *t = state;
    if (allowed_by < 0) {
        t->common[t->common_count++] = move_text;
        return;
    }
    ferz_diff_move *item = add_item(t);
    if (!item) {
        return;
    }
    *item = (ferz_diff_move){.allowed_by = allowed_by, .move = copy_of(t->d, move_text)};
    t->to->count++;
    ferz_reasons *why = why_not(t->d, t->p, 1 - allowed_by, move_text);
    text line = {0};
    if (why) {
        ferz_reason reason = ferz_reasons_at(why, 0);
        text_put(&line, reason.text);
        reasons_put_place(&reason, &line);
    }
    item->why = detached(t->d, &line);
    ferz_reasons_free(why);
}

static void write_effect(diff_writer *t, const char *move_text)
{
    if (!pair_play(t->d, t->p, move_text)) {
        return;
    }
    ferz_diff_move *item = same_position(t->d, t->p) ? NULL : add_item(t);
    if (item) {
        *item = (ferz_diff_move){.allowed_by = -1, .move = copy_of(t->d, move_text), .why = copy_of(t->d, "")};
        item->after[0] = ferz_game_fen(t->p->games[0]);
        item->after[1] = ferz_game_fen(t->p->games[1]);
        t->to->count++;
    }
    pair_undo(t->p);
}

/* Describes everything that differs in the witness's position. */
static void write_diff(diff_run *d, const witness *w, ferz_diff_position *to)
{
    *to = (ferz_diff_position){.plies = w->plies, .path = copy_of(d, w->path), .moves = copy_of(d, w->moves)};
    pair p;
    if (!pair_open(d, &p, w->fen)) {
        return;
    }
    to->fen = ferz_game_fen(p.games[0]);
    move_lists l;
    ferz_status status[2];
    if (play_all(d, &p, w->moves) && move_lists_open(d, &p, &l)) {
        to->pieces = count_pieces(p.games[0]);
        if (results_differ(d, &p, status)) {
            for (int i = 0; i < 2; i++) {
                text line = {0};
                put_status(d->variant[i], &status[i], &line);
                to->status[i] = detached(d, &line);
            }
        }
        diff_writer t = {.d = d, .p = &p, .to = to, .common = new_common(d, &l)};
        if (t.common && !to->status[0]) {
            for_each_move(&l, write_move, &t);
            for (size_t i = 0; i < t.common_count && d->result == FERZ_OK; i++) {
                write_effect(&t, t.common[i]);
            }
        }
        free(t.common);
        move_lists_close(&l);
    }
    pair_close(&p);
}

static int by_size(const void *left, const void *right)
{
    const ferz_diff_position *a = left, *b = right;
    size_t la = strlen(a->moves), lb = strlen(b->moves);
    return la != lb                 ? (la < lb ? -1 : 1)
           : a->pieces != b->pieces ? (a->pieces < b->pieces ? -1 : 1)
           : a->plies < b->plies    ? -1
                                    : a->plies > b->plies;
}

static void difference_finish(ferz_diff_position *one)
{
    for (size_t i = 0; i < one->count; i++) {
        free(one->items[i].move);
        free(one->items[i].why);
        free(one->items[i].after[0]);
        free(one->items[i].after[1]);
    }
    free(one->items);
    free(one->fen);
    free(one->moves);
    free(one->path);
    free(one->status[0]);
    free(one->status[1]);
}

/* Whether both describe the same position: two kinds may show in one. */
static bool same_diff(const ferz_diff_position *a, const ferz_diff_position *b)
{
    return a->fen && b->fen && strcmp(a->fen, b->fen) == 0 && strcmp(a->moves, b->moves) == 0;
}

static void keep(diff_run *d, const witness *w, ferz_diff_report *found)
{
    ferz_diff_position one;
    write_diff(d, w, &one);
    bool good = one.fen && one.moves && one.path && (one.count || one.status[0]);
    for (size_t i = 0; good && i < found->count; i++) {
        good = !same_diff(&found->items[i], &one);
    }
    if (good) {
        found->items[found->count++] = one;
    } else {
        difference_finish(&one);
    }
}

/* The nearest first: only witnesses that may be reported need to be minimized. */
static int by_path(const void *left, const void *right)
{
    const witness *a = left, *b = right;
    return a->plies != b->plies ? (a->plies < b->plies ? -1 : 1) : strcmp(a->signature, b->signature);
}

static void finish_report(diff_run *d, ferz_diff_report *found)
{
    size_t most = d->limits->max_count ? d->limits->max_count : 5;
    size_t tried = d->kind_count < 2 * most ? d->kind_count : 2 * most;
    found->kinds = d->kind_count;
    found->positions = d->positions;
    found->items = calloc(tried + 1, sizeof *found->items);
    if (!found->items) {
        out_of_memory(d);
        return;
    }
    qsort(d->kinds, d->kind_count, sizeof *d->kinds, by_path);
    for (size_t i = 0; i < tried && d->result == FERZ_OK; i++) {
        if (!d->limits->first_only) {
            minimize(d, &d->kinds[i]);
        }
        keep(d, &d->kinds[i], found);
    }
    qsort(found->items, found->count, sizeof *found->items, by_size);
    while (found->count > most) {
        difference_finish(&found->items[--found->count]);
    }
}

/* Counts leaves from each variant's own start. */
static void count_leaves(diff_run *d, ferz_diff_report *found)
{
    enum { LEAVES_MAX = 500000 };
    int deepest = d->limits->depth ? d->limits->depth : 20;
    ferz_game *plays[2] = {ferz_game_create(d->variant[0], NULL, d->inner),
                           ferz_game_create(d->variant[1], NULL, d->inner)};
    if (!plays[0] || !plays[1]) { /* a start that cannot be set up is not our error */
        take_result(d, ferz_messages_result(d->inner) == FERZ_SYSTEM_ERROR ? FERZ_SYSTEM_ERROR : FERZ_OK);
    }
    uint64_t before = 1, last = 1;
    for (int i = 0; i < 2 && plays[0] && plays[1] && deepest > 0; i++) {
        found->leaves[i] = calloc((size_t)deepest + 1, sizeof *found->leaves[i]);
        if (!found->leaves[i]) {
            out_of_memory(d);
        }
    }
    bool goes_on = plays[0] && plays[1] && deepest > 0 && found->leaves[0] && found->leaves[1];
    for (int depth = 1; goes_on && depth <= deepest && d->result == FERZ_OK; depth++) {
        uint64_t most = 0;
        for (int i = 0; i < 2; i++) {
            uint64_t *leaves = &found->leaves[i][depth - 1];
            take_result(d, ferz_game_perft(plays[i], depth, NULL, NULL, leaves, d->inner));
            most = *leaves > most ? *leaves : most;
        }
        found->depths++;
        before = last;
        last = most;
        uint64_t next = before ? last * (last / before + 1) : 0;
        goes_on = last && (d->limits->depth || next < LEAVES_MAX);
    }
    ferz_game_free(plays[0]);
    ferz_game_free(plays[1]);
}

/* The start of one variant with the letters of the first; with `cut` without the pieces that the other one lacks. */
static char *start_of(diff_run *d, int which, bool cut)
{
    const char *own = ferz_variant_facts(d->variant[which])->start_fen;
    text common = {0};
    if (!which && cut) { /* there and back: only pieces that the second variant knows come back */
        text there = {0};
        diff_letters_fen(&d->letters, 0, own, true, &there);
        diff_letters_fen(&d->letters, 1, written(d, &there), false, &common);
        text_finish(&there);
    } else if (which) {
        diff_letters_fen(&d->letters, 1, own, cut, &common);
    } else {
        text_put(&common, own);
    }
    return detached(d, &common);
}

static bool can_begin(diff_run *d, const char *fen)
{
    pair p;
    bool good = fen && pair_open(d, &p, fen);
    if (good) {
        pair_close(&p);
    }
    return good;
}

/* Why no position of one variant is a position of the other, judged by the starts. */
static char *incompatibility(diff_run *d)
{
    text line = {0};
    ferz_game *one = set_up(d, 0, NULL), *other = set_up(d, 1, NULL);
    size_t cells = one ? ferz_game_cell_count(one) : 0, others = other ? ferz_game_cell_count(other) : 0;
    if (cells != others) {
        text_print(&line, "one board has %zu cells, the other %zu", cells, others);
    } else {
        const char *start = ferz_variant_facts(d->variant[0])->start_fen;
        ferz_game *foreign = set_up(d, 1, start);
        size_t count = ferz_messages_count(d->inner);
        text_put(&line, count ? ferz_messages_at(d->inner, 0).text : "the same text means different pieces");
        text_print(&line, " (%s)", start);
        ferz_game_free(foreign);
    }
    ferz_game_free(one);
    ferz_game_free(other);
    return detached(d, &line);
}

static void match_pieces(diff_run *d, ferz_diff_report *found)
{
    text described = {0};
    ferz_game *one = ferz_game_create(d->variant[0], NULL, d->inner),
              *other = ferz_game_create(d->variant[1], NULL, d->inner);
    d->letters = (diff_letters){.same = true};
    if (one && other) {
        diff_letters_match(&d->letters, one, other);
        diff_letters_describe(&d->letters, &described);
    }
    ferz_game_free(one);
    ferz_game_free(other);
    found->matched = detached(d, &described);
}

/* The positions from which both games can be played: the given ones, in the letters of either variant, then the starts,
 * else the starts without the pieces that only one game has. */
static void find_differences(diff_run *d, ferz_diff_report *found)
{
    uint64_t games = d->limits->games ? d->limits->games : 200;
    size_t given = 0, usable = 0;
    while (d->limits->start_fens && d->limits->start_fens[given]) {
        given++;
    }
    char **fens = calloc(given + 1, sizeof *fens);
    for (size_t i = 0; fens && i < given; i++) {
        text translated = {0};
        diff_letters_fen(&d->letters, 1, d->limits->start_fens[i], false, &translated);
        const char *fen = can_begin(d, d->limits->start_fens[i]) ? d->limits->start_fens[i] : written(d, &translated);
        fens[usable] = can_begin(d, fen) ? copy_of(d, fen) : NULL;
        usable += fens[usable] != NULL;
        text_finish(&translated);
    }
    char *start[2] = {NULL, NULL};
    for (int cut = 0; cut < 2 && !start[0] && !start[1]; cut++) {
        for (int i = 0; i < 2; i++) {
            char *one = start_of(d, i, cut);
            start[i] = can_begin(d, one) && (i == 0 || !start[0] || strcmp(start[0], one) != 0) ? one : NULL;
            if (!start[i]) {
                free(one);
            }
        }
    }
    if (!start[0] && !start[1] && !usable && d->result == FERZ_OK) {
        found->incompatible = incompatibility(d);
    }
    bool any_start = start[0] || start[1];
    for (size_t i = 0; i < usable && !stopped(d); i++) { /* half of all positions is for the given starts */
        uint64_t most = any_start ? d->max_positions / 2 : d->max_positions;
        most = most > d->positions ? most : d->positions;
        compare_from(d, fens[i], any_start ? 0 : games,
                     d->positions + (most - d->positions) / (usable - i) * (any_start ? 2 : 1));
    }
    bool both = start[0] && start[1]; /* then each start gets half */
    for (int i = 0; i < 2; i++) {
        if (start[i] && d->result == FERZ_OK) {
            compare_from(d, start[i], both ? games / 2 + 1 : games,
                         both && i == 0 ? d->max_positions / 2 : d->max_positions);
        }
        free(start[i]);
    }
    for (size_t i = 0; i < usable; i++) {
        free(fens[i]);
    }
    free(fens);
}

/* Says why nothing was found: what the last question that failed said; its warnings are none of it. */
static void report_failure(const diff_run *d, diag_list *diags)
{
    ferz_message reason = {0};
    for (size_t i = 0; d->inner && i < ferz_messages_count(d->inner); i++) {
        const ferz_message m = ferz_messages_at(d->inner, i);
        reason = m.warning ? reason : m;
    }
    if (d->result != FERZ_BUDGET_EXCEEDED) {
        diag_failure(diags, CODE_OUT_OF_MEMORY, "%s", reason.text ? reason.text : "out of memory");
        return;
    }
    if (reason.text) {
        diag_error(diags, code_find(reason.code), (location){0}, "%s", reason.text);
    } else {
        diag_error(diags, CODE_BUDGET, (location){0}, "the limit of processor time is over while comparing the games");
    }
    diags->budget_exceeded = true;
}

ferz_result ferz_variant_diff(const ferz_variant *one, const ferz_variant *other, const ferz_diff_limits *given,
                              ferz_diff_report *found, ferz_messages *messages)
{
    if (MISSING(one) || MISSING(other) || MISSING(given) || MISSING(found)) {
        return FERZ_REJECTED;
    }
    ferz_diff_limits known, *limits = &known;
    copy_sized(limits, sizeof *limits, given, SIZE_IN_0_2(ferz_diff_limits, state));
    diff_run d = {.variant = {one, other}, .limits = limits, .random = {limits->seed}};
    d.max_positions = limits->nodes ? limits->nodes : 20000;
    d.max_plies = limits->plies ? limits->plies : 200;
    d.inner = ferz_messages_create(false);
    messages_pool_budget(d.inner, messages, stops_comparing, &d);
    *found = (ferz_diff_report){0};
    if (!d.inner) {
        out_of_memory(&d);
    } else {
        match_pieces(&d, found);
        d.compares = true;
        find_differences(&d, found);
        d.compares = false;
        if (d.interrupted && d.result == FERZ_BUDGET_EXCEEDED) {
            d.result = FERZ_OK; /* it ends with what was found */
        }
        finish_report(&d, found);
        if (limits->depth >= 0 && d.result == FERZ_OK && !d.interrupted) {
            count_leaves(&d, found);
        }
    }
    for (size_t i = 0; i < d.kind_count; i++) {
        free(d.kinds[i].fen);
        free(d.kinds[i].moves);
        free(d.kinds[i].path);
    }
    text_finish(&d.path);
    if (d.result == FERZ_REJECTED && d.inner) {
        messages_repeat_errors(messages, d.inner); /* a script failed: that is no difference */
    } else if (d.result != FERZ_OK && messages) {
        report_failure(&d, ferz_messages_diags(messages));
    }
    ferz_messages_free(d.inner);
    return d.result;
}

void ferz_diff_report_free(ferz_diff_report *found)
{
    if (!found) {
        return;
    }
    for (size_t i = 0; i < found->count; i++) {
        difference_finish(&found->items[i]);
    }
    free(found->items);
    free(found->incompatible);
    free(found->matched);
    free(found->leaves[0]);
    free(found->leaves[1]);
    *found = (ferz_diff_report){0};
}
