/* Leap words: on large boards, which words of the sets of a piece's leaps have cells at all. Pieces whose other steps
 * are rays up to the first piece are moved by these words alone: see core_sparse.h. */

#include "compile/variant_build.h"

static bool has_usual_rays(const variant *v, const piece_moves *p)
{
    bool usual = p->non_divergent || !p->slide_count;
    for (unsigned i = 0; i < p->slide_count; i++) {
        const slider *s = &v->sliders[p->slide[i].slider];
        usual = usual && s->kind == RAY_SLIDER && !s->filter;
    }
    return usual;
}

static uint32_t words_of_cell(const variant *v, const piece_moves *p, size_t cell)
{
    const uint64_t *leaps[] = {p->leap_both, p->leap_move, p->leap_capture};
    uint32_t words = 0;
    for (size_t i = 0; i < sizeof leaps / sizeof leaps[0]; i++) {
        for (int w = 0; leaps[i] && w < v->bitset_words; w++) {
            words |= (uint32_t)(set_table_row(v, leaps[i], cell)[w] != 0) << w;
        }
    }
    return words;
}

bool leap_words_build(variant *v, diag_list *diags)
{
    for (int piece = 1; piece < v->piece_ids && v->bitset_words >= SPARSE_WORDS_MIN; piece++) {
        piece_moves *p = &v->moves[piece];
        if (p->stacks_on_own || !has_usual_rays(v, p)) {
            continue;
        }
        uint32_t *words = arena_new(&v->arena, uint32_t, (size_t)v->cells);
        if (!words) {
            return diag_out_of_memory(diags);
        }
        for (size_t cell = 0; cell < (size_t)v->cells; cell++) {
            words[cell] = words_of_cell(v, p, cell);
        }
        p->leap_words = words;
    }
    return true;
}
