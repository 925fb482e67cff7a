#include "play/move_parts.h"

#include <stdlib.h>
#include <string.h>

/* ---- cells ---- */

static int compare_written(const void *one, const void *other)
{
    return strcmp(((const cell_text *)one)->written, ((const cell_text *)other)->written);
}

bool cell_table_init(cell_table *t, const variant *v, arena *a)
{
    *t = (cell_table){.cells = arena_new(a, cell_text, (size_t)v->cells)};
    for (int i = 0; t->cells && i < v->cells; i++) {
        char name[CELL_TEXT_MAX];
        notation_cell(v, (unsigned)i, name);
        const size_t length = strlen(name);
        t->cells[i] = (cell_text){arena_text(a, name, length), (cell_id)i};
        t->longest = length > t->longest ? length : t->longest;
    }
    if (!t->cells || a->failed) {
        return false;
    }
    t->count = (size_t)v->cells;
    qsort(t->cells, t->count, sizeof *t->cells, compare_written);
    return true;
}

/* The length of the written cell at `at`; 0 where there is none. The longest one wins: a10, not a1. */
static size_t cell_length(const cell_table *t, const char *at, cell_id *cell)
{
    for (size_t length = strnlen(at, t->longest); length; length--) {
        size_t low = 0, high = t->count;
        while (low < high) {
            size_t middle = (low + high) / 2;
            int order = strncmp(t->cells[middle].written, at, length);
            order = order ? order : t->cells[middle].written[length] != '\0';
            if (order == 0) {
                *cell = t->cells[middle].cell;
                return length;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
    }
    return 0;
}

/* The same for a cell without its board, "a2" after "1:": a move on one board names the board once. */
static size_t bare_length(const cell_table *t, const char *board, size_t board_length, const char *at, cell_id *cell)
{
    char whole[2 * CELL_TEXT_MAX] = "";
    if (!board_length) {
        return 0;
    }
    memcpy(whole, board, board_length);
    memcpy(whole + board_length, at, strnlen(at, t->longest));
    size_t length = cell_length(t, whole, cell);
    return length > board_length ? length - board_length : 0;
}

/* A cell does not begin inside a word or behind a number: there is none in "pass". An x behind a cell, or at the beginning, is a sign
 * of capture. */
size_t move_cells(const cell_table *t, const char *rest, cell_id *cells, size_t room)
{
    size_t found = 0, board_length = 0;
    const char *board = rest;
    bool in_word = false, behind_cell = true;
    while (*rest && found < room) {
        size_t length = in_word ? 0 : cell_length(t, rest, &cells[found]);
        size_t bare = in_word || length ? 0 : bare_length(t, board, board_length, rest, &cells[found]);
        if (length) {
            const char *colon = memchr(rest, ':', length);
            board = rest;
            board_length = colon ? (size_t)(colon + 1 - rest) : 0;
        }
        const bool cell = length || bare;
        found += cell;
        in_word = !cell && (ascii_is_lower(*rest) || ascii_is_digit(*rest)) && !(*rest == 'x' && behind_cell);
        behind_cell = cell;
        rest += cell ? length + bare : 1;
    }
    return found;
}

/* ---- effects ---- */

void move_effect_find(position *p, move m, move_effect *found)
{
    const core *c = p->variant->core;
    undo u;
    const capture_log log = {&u, &found->captured};
    c->find_captured(p, m, &found->captured);
    found->arrived = PIECE_NONE;
    if (move_kind_of(m) == MOVE_CLAIM) {
        return;
    }
    if (p->hooks) {
        p->hooks->capture_log = &log;
    }
    c->play(p, m, &u);
    if (p->hooks) {
        p->hooks->capture_log = NULL;
    }
    found->arrived = move_to(m) < (unsigned)p->variant->cells ? p->board[move_to(m)] : PIECE_NONE;
    c->undo(p, &u);
}
