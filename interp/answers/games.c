/* What searching, counting and playing found. */
#include "ferz_tools.h"

#include <stdlib.h>

#include "answers/answers.h"
#include "answers/put.h"
#include "base/move_tokens.h"

void answer_plies(text *t, const char *key, const char *moves)
{
    json_open(t, key, JSON_ARRAY);
    for (move_token w = move_token_first(string_or_empty(moves)); w.length; w = move_token_next(w)) {
        json_string_bytes(t, NULL, w.bytes, w.length);
    }
    json_close(t, JSON_ARRAY);
}

void answer_labels_of(text *t, const ferz_variant *variant, const char *moves)
{
    text labels = {0};
    for (move_token w = move_token_first(string_or_empty(moves)); w.length; w = move_token_next(w)) {
        text move = {0};
        text_add(&move, w.bytes, w.length);
        answer_label(&labels, variant, text_string(&move));
        labels.failed |= move.failed;
        text_finish(&move);
    }
    answer_labels(t, &labels);
}

void answer_best(text *t, const ferz_best *best)
{
    json_string(t, "move", best->move);
    answer_plies(t, "pv", best->pv);
    json_number(t, "score", best->score);
    json_number(t, "mate", best->mate);
    json_number(t, "depth", best->depth);
    json_unsigned(t, "nodes", best->nodes);
}

void answer_counted(text *moves, const char *move, uint64_t nodes)
{
    json_open(moves, NULL, JSON_OBJECT);
    json_string(moves, "move", move);
    json_unsigned(moves, "nodes", nodes);
    json_close(moves, JSON_OBJECT);
}

void answer_perft(text *t, uint64_t nodes, const text *moves)
{
    if (moves) {
        put_items(t, "moves", moves);
    }
    json_unsigned(t, "nodes", nodes);
}

/* ---- random games ---- */

void answer_lengths_add(answer_lengths *l, uint64_t plies)
{
    if (plies >= l->count && !l->failed) {
        const size_t room = (size_t)plies + 1 + l->count;
        uint64_t *more = realloc(l->games, room * sizeof *more);
        l->failed = !more;
        if (more) {
            memset(more + l->count, 0, (room - l->count) * sizeof *more);
            l->games = more;
            l->count = room;
        }
    }
    if (!l->failed) {
        l->games[plies]++;
    }
}

void answer_lengths_finish(answer_lengths *l)
{
    free(l->games);
    *l = (answer_lengths){0};
}

static void put_lengths(text *t, const answer_lengths *l)
{
    json_open(t, "lengths", JSON_ARRAY);
    for (size_t i = 0; i < l->count; i++) {
        if (l->games[i]) {
            json_open(t, NULL, JSON_ARRAY);
            json_unsigned(t, NULL, i);
            json_unsigned(t, NULL, l->games[i]);
            json_close(t, JSON_ARRAY);
        }
    }
    json_close(t, JSON_ARRAY);
    t->failed |= l->failed;
}

void answer_playouts(text *t, const ferz_variant *variant, const ferz_playouts *found, const answer_lengths *lengths)
{
    json_unsigned(t, "games", found->games);
    json_unsigned(t, "plies", found->plies);
    json_unsigned(t, "cut", found->cut);
    json_unsigned(t, "shortest", found->shortest);
    json_unsigned(t, "longest", found->longest);
    json_open(t, "ends", JSON_ARRAY);
    for (size_t i = 0; i < found->end_count; i++) {
        json_open(t, NULL, JSON_OBJECT);
        answer_status(t, variant, &found->ends[i].status);
        json_unsigned(t, "games", found->ends[i].games);
        json_close(t, JSON_OBJECT);
    }
    json_close(t, JSON_ARRAY);
    put_lengths(t, lengths);
}

/* ---- differences ---- */

static void put_difference(text *t, const ferz_diff_move *m)
{
    const bool both = m->allowed_by < 0;
    json_open(t, NULL, JSON_OBJECT);
    json_string(t, "move", m->move);
    json_string(t, "by", both ? "both" : m->allowed_by ? "second" : "first");
    json_string_given(t, "why", both ? NULL : m->why);
    json_string_given(t, "first", m->after[0]);
    json_string_given(t, "second", m->after[1]);
    json_close(t, JSON_OBJECT);
}

static void put_position(text *t, const ferz_diff_position *p)
{
    json_open(t, NULL, JSON_OBJECT);
    json_string(t, "fen", p->fen);
    answer_plies(t, "moves", p->moves);
    json_unsigned(t, "pieces", p->pieces);
    answer_plies(t, "path", p->path);
    if (p->status[0] && p->status[1]) {
        json_open(t, "status", JSON_ARRAY);
        json_string(t, NULL, p->status[0]);
        json_string(t, NULL, p->status[1]);
        json_close(t, JSON_ARRAY);
    }
    json_open(t, "differing", JSON_ARRAY);
    for (size_t i = 0; i < p->count; i++) {
        put_difference(t, &p->items[i]);
    }
    json_close(t, JSON_ARRAY);
    json_close(t, JSON_OBJECT);
}

/* The words of moves that differ, as the game has them that allows them. */
static void put_diff_labels(text *t, const ferz_diff_report *found, const ferz_variant *first,
                            const ferz_variant *second)
{
    text labels = {0};
    for (size_t i = 0; i < found->count; i++) {
        for (size_t k = 0; k < found->items[i].count; k++) {
            const ferz_diff_move *m = &found->items[i].items[k];
            answer_label(&labels, m->allowed_by == 0 ? first : second, m->move);
        }
    }
    answer_labels(t, &labels);
}

void answer_diff(text *t, const char *rules, const ferz_diff_report *found, const ferz_variant *one,
                 const ferz_variant *other)
{
    put_lines(t, "rules", rules);
    put_lines(t, "matched", found->matched);
    json_string_given(t, "incompatible", found->incompatible);
    json_unsigned(t, "compared", found->positions);
    json_unsigned(t, "kinds", found->kinds);
    json_open(t, "positions", JSON_ARRAY);
    for (size_t i = 0; i < found->count; i++) {
        put_position(t, &found->items[i]);
    }
    json_close(t, JSON_ARRAY);
    put_diff_labels(t, found, one, other);
    json_open(t, "leaves", JSON_ARRAY);
    for (size_t i = 0; i < found->depths; i++) {
        json_open(t, NULL, JSON_ARRAY);
        json_unsigned(t, NULL, found->leaves[0][i]);
        json_unsigned(t, NULL, found->leaves[1][i]);
        json_close(t, JSON_ARRAY);
    }
    json_close(t, JSON_ARRAY);
    size_t first = 0;
    while (first < found->depths && found->leaves[0][first] == found->leaves[1][first]) {
        first++;
    }
    if (first < found->depths) {
        json_unsigned(t, "first_depth", first + 1);
    }
}
