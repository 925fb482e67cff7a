/* The marks on a board of characters. */
#include "draw/layout.h"
#include "draw/signs.h"
#include "draw/svg.h"

#include <stdlib.h>
#include <string.h>

/* Characters of the most common signs. Other combinations get the next of `others`. */
static const struct {
    unsigned sign;
    char letter;
} common_signs[] = {
    {MARK_QUIET | MARK_CAPTURE, '*'},
    {MARK_QUIET, 'o'},
    {MARK_CAPTURE, 'x'},
    {MARK_QUIET | MARK_CAPTURE | MARK_OWN, '+'},
};
static const char others[] = "^#%&@!~$?;1234567890";
enum { OTHERS = sizeof others - 1, CELL_KINDS_MAX = OTHERS + 4 };

/* All signs of one cell. */
typedef struct cell_kind {
    unsigned signs[SIGNS_IN_CELL];
    int count;
    char letter;
} cell_kind;

typedef struct sheet {
    const picture *options;
    layout lay;
    cell_kind kinds[CELL_KINDS_MAX];
    int kind_count;
    unsigned char *kind_at; /* [cells] index in `kinds` plus one; 0: none */
    text *out;
} sheet;

static int cell_kind_find(sheet *s, const unsigned *signs, int count)
{
    for (int i = 0; i < s->kind_count; i++) {
        if (s->kinds[i].count == count && memcmp(s->kinds[i].signs, signs, (size_t)count * sizeof *signs) == 0) {
            return i;
        }
    }
    if (s->kind_count == CELL_KINDS_MAX) {
        return s->kind_count - 1;
    }
    cell_kind *k = &s->kinds[s->kind_count];
    k->count = count < SIGNS_IN_CELL ? count : SIGNS_IN_CELL;
    for (int i = 0; i < k->count; i++) {
        k->signs[i] = signs[i];
    }
    k->letter = '\0';
    for (size_t i = 0; i < sizeof common_signs / sizeof common_signs[0] && count == 1; i++) {
        if (common_signs[i].sign == signs[0]) {
            k->letter = common_signs[i].letter;
        }
    }
    int used = 0;
    for (int i = 0; i < s->kind_count; i++) {
        used += memchr(others, s->kinds[i].letter, OTHERS) != NULL;
    }
    if (!k->letter) {
        k->letter = others[used < OTHERS ? used : OTHERS - 1];
    }
    return s->kind_count++;
}

static bool read_marks(sheet *s)
{
    marks m = {.fuel = s->options->fuel};
    marks_find(&m, s->options->v, s->options->piece, s->options->cell);
    s->kind_at = calloc((size_t)s->options->v->cells, 1);
    bool ok = s->kind_at && !m.failed;
    for (size_t i = 0; ok && i < m.count;) {
        unsigned signs[SIGNS_IN_CELL];
        size_t next;
        int count = signs_of_cell(&m, i, signs, &next);
        if (count) {
            s->kind_at[m.list[i].cell] = (unsigned char)(1 + cell_kind_find(s, signs, count));
        }
        i = next;
    }
    marks_finish(&m);
    return ok;
}

static void put_cell(sheet *s, cell_id cell, size_t width)
{
    const picture *w = s->options;
    char one[2] = {'.', '\0'};
    const char *words = one;
    if (cell == CELL_NONE) {
        one[0] = ' ';
    } else if (cell == w->cell) {
        words = w->v->piece_fen[w->piece];
    } else if (s->kind_at[cell]) {
        one[0] = s->kinds[s->kind_at[cell] - 1].letter;
    }
    text_print(s->out, " %-*s", (int)width, words);
}

static void trim(text *t)
{
    while (t->length && t->bytes[t->length - 1] == ' ') {
        t->bytes[--t->length] = '\0';
    }
    text_char(t, '\n');
}

/* The cell at column `across` from the left and row `down` from the top, as the viewer sees the board. */
static cell_id cell_seen(const sheet *s, int across, int down, int level)
{
    const topology *t = &s->options->v->topology;
    int last_column = t->columns - 1, last_row = t->rows - 1;
    switch (s->lay.rotation) {
    case 1:
        return topology_at(t, last_column - down, last_row - across, level);
    case 2:
        return topology_at(t, last_column - across, down, level);
    case 3:
        return topology_at(t, down, across, level);
    default:
        return topology_at(t, across, last_row - down, level);
    }
}

/* The label of the row or column of this cell; "" when there is none. */
static const char *label_at(const sheet *s, cell_id cell, bool beside)
{
    spot centre = s->lay.centre[cell];
    const layout_label *best = NULL;
    for (int i = 0; i < s->lay.label_count; i++) {
        const layout_label *l = &s->lay.labels[i];
        bool fits = !l->board &&
                    (beside ? l->at.y == centre.y && l->at.x < centre.x : l->at.x == centre.x && l->at.y > centre.y);
        if (fits && (!best || (beside ? l->at.x > best->at.x : l->at.y < best->at.y))) {
            best = l;
        }
    }
    return best ? best->word : "";
}

static void put_level(sheet *s, int level)
{
    const topology *t = &s->options->v->topology;
    bool turned = s->lay.rotation & 1;
    int across = turned ? t->rows : t->columns, down = turned ? t->columns : t->rows;
    size_t margin = 0, width = strlen(s->options->v->piece_fen[s->options->piece]);
    for (int cell = 0; cell < t->cells && s->lay.fully_labelled; cell++) {
        size_t row = strlen(label_at(s, (cell_id)cell, true)), column = strlen(label_at(s, (cell_id)cell, false));
        margin = row > margin ? row : margin;
        width = column > width ? column : width;
    }
    for (int y = 0; y < down; y++) {
        const char *label = "";
        for (int x = 0; x < across && !*label && s->lay.fully_labelled; x++) {
            cell_id cell = cell_seen(s, x, y, level);
            label = cell == CELL_NONE ? "" : label_at(s, cell, true);
        }
        text_print(s->out, "%*s", (int)margin, label);
        for (int x = 0; x < across; x++) {
            put_cell(s, cell_seen(s, x, y, level), width);
        }
        trim(s->out);
    }
    text_print(s->out, "%*s", (int)margin, "");
    for (int x = 0; x < across && s->lay.fully_labelled; x++) {
        const char *label = "";
        for (int y = down - 1; y >= 0 && !*label; y--) {
            cell_id cell = cell_seen(s, x, y, level);
            label = cell == CELL_NONE ? "" : label_at(s, cell, false);
        }
        text_print(s->out, " %-*s", (int)width, label);
    }
    trim(s->out);
}

/* Whether the picture has the sign on some cell; the piece's own cell shows the piece. */
static bool is_shown(const sheet *s, int kind)
{
    for (int cell = 0; cell < s->options->v->cells; cell++) {
        if (cell != s->options->cell && s->kind_at[cell] == kind + 1) {
            return true;
        }
    }
    return false;
}

static void put_legend(sheet *s)
{
    for (int i = 0; i < s->kind_count; i++) {
        const cell_kind *k = &s->kinds[i];
        const char letter[2] = {k->letter, '\0'};
        text_print(s->out, "%s  ", is_shown(s, i) ? letter : s->options->v->piece_fen[s->options->piece]);
        for (int n = 0; n < k->count; n++) {
            text_put(s->out, n ? "; " : "");
            signs_put_words(s->out, s->options->v->rules, k->signs[n], s->options->russian);
        }
        text_char(s->out, '\n');
    }
}

bool svg_draw_text(const picture *options, text *out)
{
    sheet s = {.options = options, .out = out};
    const variant *v = options->v;
    bool ok = layout_build(&s.lay, v, v->rules->players[options->viewer].rotation, true, 0) && read_marks(&s);
    for (int level = 0; ok && level < v->topology.levels; level++) {
        text_put(out, level ? "\n" : "");
        put_level(&s, level);
    }
    if (ok && !options->no_legend) {
        text_char(out, '\n');
        put_legend(&s);
    }
    layout_finish(&s.lay);
    free(s.kind_at);
    return ok && !out->failed;
}
