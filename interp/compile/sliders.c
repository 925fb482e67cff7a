/* Sliders: lays the sliders that move_tables.c has collected out as rays, and as lookup tables where they are small. */

#include "compile/move_tables.h"

#include "compile/variant_build.h"

#include <string.h>

/* The cells of a ray in order, each once. A ray that comes past a cell again found it empty the first time. A ray that
 * comes back to its own cell ends there. Returns their number. */
static unsigned trace_ray(const variant *v, unsigned ride_vector, int range, unsigned from, uint64_t *seen,
                          cell_id *ray_cells)
{
    const topology *t = &v->topology;
    unsigned count = 0;
    int steps = 0;
    for (cell_id at = topology_step(t, &ride_vector, from); at != CELL_NONE && at != from;
         at = topology_step(t, &ride_vector, at)) {
        if (range && steps++ == range) {
            break;
        }
        if (!set_has(seen, at)) {
            set_put(seen, at);
            ray_cells[count++] = at;
        }
    }
    return count;
}

static int8_t ray_sign(unsigned from, const cell_id *ray_cells, unsigned count)
{
    bool rises = true, falls = true;
    for (unsigned i = 0, before = from; i < count; before = ray_cells[i++]) {
        rises &= ray_cells[i] > before;
        falls &= ray_cells[i] < before;
    }
    return (int8_t)(rises ? 1 : falls ? -1 : 0);
}

/* How many of a ray's cells lead to the last one where the piece may arrive. */
static unsigned cells_to_last_target(const variant *v, const slider_spec *spec, unsigned from, const cell_id *ray_cells,
                                     unsigned count)
{
    while (spec->ends_with_filter && count && !set_has(set_table_row(v, spec->filter, from), ray_cells[count - 1])) {
        count--;
    }
    return count;
}

/* How many cells all rays of a slider have together. */
static size_t count_ray_cells(const variant *v, const slider_spec *spec)
{
    size_t total = 0;
    for (unsigned cell = 0; cell < (unsigned)v->cells; cell++) {
        for (int k = 0; k < spec->ray_count; k++) {
            uint64_t seen[CELLS_MAX / 64] = {0};
            cell_id ray_cells[CELLS_MAX];
            total += trace_ray(v, spec->vector[k], spec->range[k], cell, seen, ray_cells);
        }
    }
    return total;
}

/* A cell that the filter forbids is no target, though a piece on it blocks. */
static void apply_filter(const variant *v, const slider *s, uint64_t *empty)
{
    for (size_t i = 0; s->filter && i < (size_t)v->cells * (size_t)v->bitset_words; i++) {
        empty[i] &= s->filter[i];
    }
}

/* The slider's arrays while they are filled. */
typedef struct ray_store {
    slider_ray *rays;
    uint32_t *start;
    uint64_t *sets, *empty;
    cell_id *ray_cells;
    uint32_t used; /* of ray_cells */
} ray_store;

static bool store_room(variant *v, ray_store *to, size_t rays, size_t ray_cells)
{
    size_t cells = (size_t)v->cells, words = (size_t)v->bitset_words;
    to->rays = arena_new(&v->arena, slider_ray, rays + 1);
    to->start = arena_new(&v->arena, uint32_t, cells + 1);
    to->sets = arena_new(&v->arena, uint64_t, (rays + 1) * words);
    to->empty = arena_new(&v->arena, uint64_t, cells * words);
    to->ray_cells = arena_new(&v->arena, cell_id, ray_cells + 1);
    return to->rays && to->start && to->sets && to->empty && to->ray_cells;
}

/* Which of a ray's cells can be targets. */
static bool may_be_target(ray_kind kind, unsigned at, unsigned count)
{
    return kind == RAY_SLIDER || (kind == RAY_LAME_LEAPER ? at + 1 == count : at > 0);
}

/* Ray number `n` of `cell`, whose cells are in `ray_cells` from `used` on. */
static void store_ray(const variant *v, const slider *s, ray_store *to, uint32_t n, unsigned cell, unsigned count)
{
    size_t words = (size_t)v->bitset_words;
    slider_ray *r = &to->rays[n];
    r->first = to->used;
    r->count = (uint16_t)count;
    r->sign = ray_sign(cell, to->ray_cells + to->used, count);
    for (unsigned i = 0; i < count; i++) {
        cell_id at = to->ray_cells[to->used + i];
        set_put(to->sets + n * words, at);
        if (may_be_target(s->kind, i, count)) {
            set_put(to->empty + cell * words, at);
        }
    }
    to->used += count;
}

static bool straight_rays(variant *v, const slider_spec *spec, slider *s, ray_store *to)
{
    if (!store_room(v, to, (size_t)v->cells * (size_t)spec->ray_count, count_ray_cells(v, spec))) {
        return false;
    }
    uint32_t n = 0;
    for (unsigned cell = 0; cell < (unsigned)v->cells; cell++) {
        to->start[cell] = n;
        for (int k = 0; k < spec->ray_count; k++) {
            uint64_t seen[CELLS_MAX / 64] = {0};
            cell_id *ray_cells = to->ray_cells + to->used;
            unsigned count = trace_ray(v, spec->vector[k], spec->range[k], cell, seen, ray_cells);
            count = cells_to_last_target(v, spec, cell, ray_cells, count);
            if (count) {
                store_ray(v, s, to, n++, cell, count);
            }
        }
    }
    to->start[v->cells] = n;
    return true;
}

static bool lame_rays(variant *v, const slider_spec *spec, slider *s, ray_store *to)
{
    if (!store_room(v, to, spec->lame_leap_count, spec->lame_leap_count * (BETZA_LEGS_MAX + 1))) {
        return false;
    }
    uint32_t n = 0;
    for (unsigned cell = 0; cell < (unsigned)v->cells; cell++) {
        to->start[cell] = n;
        for (; n < spec->lame_leap_count && spec->lame_leaps[n].from == cell; n++) {
            const lame_leap *leap = &spec->lame_leaps[n];
            memcpy(to->ray_cells + to->used, leap->must_be_empty, leap->count * sizeof(cell_id));
            to->ray_cells[to->used + leap->count] = leap->to;
            store_ray(v, s, to, n, cell, leap->count + 1u);
        }
    }
    to->start[v->cells] = n;
    return true;
}

static bool slider_rays(variant *v, const slider_spec *spec, slider *s)
{
    ray_store to = {0};
    s->kind = spec->kind;
    s->filter = spec->filter;
    if (!(spec->kind == RAY_LAME_LEAPER ? lame_rays(v, spec, s, &to) : straight_rays(v, spec, s, &to))) {
        return false;
    }
    apply_filter(v, s, to.empty);
    s->rays = to.rays;
    s->ray_start = to.start;
    s->ray_sets = to.sets;
    s->empty_board_attacks = to.empty;
    s->ray_cells = to.ray_cells;
    return true;
}

/* A ray on a one-word board, cut at the first blocker by arithmetic, because tables are large. */
static uint64_t cut_ray(uint64_t ray_set, uint64_t blockers, int sign)
{
    if (sign > 0) {
        return blockers ? ray_set & ((blockers & (0 - blockers)) | ((blockers & (0 - blockers)) - 1)) : ray_set;
    }
    for (int i = 1; i < 64; i *= 2) {
        blockers |= blockers >> i;
    }
    return ray_set & ~(blockers >> 1);
}

/* Whether all cells of the ray that matter are in the mask. */
static bool ray_within(const variant *v, const slider *s, uint32_t ray, const uint64_t *mask)
{
    const slider_ray *r = &s->rays[ray];
    cell_id last = s->ray_cells[r->first + r->count - 1]; /* its occupation does not matter */
    for (int w = 0; w < v->bitset_words; w++) {
        uint64_t end = last >> 6 == w ? UINT64_C(1) << (last & 63) : 0;
        if (s->ray_sets[(size_t)ray * (size_t)v->bitset_words + (size_t)w] & ~end & ~mask[w]) {
            return false;
        }
    }
    return true;
}

/* The attacks by following the cell's rays. With a mask only rays whose cells that matter are all in the mask. */
static void slider_attacks(const variant *v, const slider *s, size_t cell, const uint64_t *mask,
                           const uint64_t *occupied, uint64_t *attacks)
{
    for (uint32_t ray = s->ray_start[cell]; ray < s->ray_start[cell + 1]; ray++) {
        const slider_ray *r = &s->rays[ray];
        if (mask && !ray_within(v, s, ray, mask)) {
            continue;
        }
        if (v->bitset_words == 1 && s->kind == RAY_SLIDER && r->sign) {
            uint64_t ray_set = s->ray_sets[ray];
            *attacks |= cut_ray(ray_set, ray_set & *occupied, r->sign);
        } else {
            ray_add_attacks(s, r, occupied, attacks);
        }
    }
    for (int w = 0; s->filter && w < v->bitset_words; w++) {
        attacks[w] &= s->filter[cell * (size_t)v->bitset_words + (size_t)w];
    }
}

/* Bits in one lookup; in a part of one, on boards of one and of two words; bytes of all whole lookups of a variant,
 * behind which sliders are looked up in parts: a little slower, much smaller. */
enum { LOOKUP_BITS_MAX = 14, PART_BITS_MAX_NARROW = 6, PART_BITS_MAX_WIDE = 10, LOOKUP_BYTES_MAX = 2500000 };

static int count_bits(const uint64_t *mask, int words)
{
    int count = 0;
    for (int w = 0; w < words; w++) {
        for (uint64_t left = mask[w]; left; left &= left - 1) {
            count++;
        }
    }
    return count;
}

/* The cells that matter to a ray: all but the last. */
static void add_ray_mask(const slider *s, const slider_ray *r, uint64_t *mask)
{
    for (unsigned i = 0; i + 1u < r->count; i++) {
        set_put(mask, s->ray_cells[r->first + i]);
    }
}

/* The next subset of a mask, in the order in which PEXT numbers them. */
static void next_subset(const uint64_t *mask, uint64_t *subset, int words)
{
    for (int w = 0; w < words; w++) {
        subset[w] = (subset[w] - mask[w]) & mask[w];
        if (subset[w]) {
            return;
        }
    }
}

/* The attacks for every occupation of the mask's cells: [index][words]. `whole`: no other cell matters. */
static const uint64_t *tabulate(variant *v, const slider *s, size_t cell, const uint64_t *mask, bool whole)
{
    size_t words = (size_t)v->bitset_words, count = (size_t)1 << count_bits(mask, v->bitset_words);
    uint64_t *table = arena_new(&v->arena, uint64_t, count * words), occupied[LOOKUP_WORDS_MAX] = {0};
    for (size_t index = 0; table && index < count; index++) {
        slider_attacks(v, s, cell, whole ? NULL : mask, occupied, table + index * words);
        next_subset(mask, occupied, v->bitset_words);
    }
    return table;
}

/* Bytes that a whole lookup takes; 0 where some cell's is too wide. */
static size_t lookup_bytes(const variant *v, const slider *s, uint64_t *masks)
{
    size_t entries = 0;
    for (size_t cell = 0; cell < (size_t)v->cells; cell++) {
        for (uint32_t ray = s->ray_start[cell]; ray < s->ray_start[cell + 1]; ray++) {
            add_ray_mask(s, &s->rays[ray], &masks[cell]);
        }
        if (count_bits(&masks[cell], 1) > LOOKUP_BITS_MAX) {
            return 0;
        }
        entries += (size_t)1 << count_bits(&masks[cell], 1);
    }
    return entries * sizeof(uint64_t);
}

/* One-word boards: for each cell the attacks by every occupation of the cells that matter, in the order in which PEXT
 * gathers them (BMI2, 2013). Without room `s` stays as it is. */
static bool slider_lookup(variant *v, slider *s, size_t *room)
{
    uint64_t *masks = arena_new(&v->arena, uint64_t, (size_t)v->cells);
    const uint64_t **lookup = arena_new(&v->arena, const uint64_t *, (size_t)v->cells);
    size_t bytes = masks ? lookup_bytes(v, s, masks) : 0;
    if (!masks || !lookup) {
        return false;
    }
    if (!bytes || bytes > *room) {
        return true;
    }
    *room -= bytes;
    for (size_t cell = 0; cell < (size_t)v->cells; cell++) {
        lookup[cell] = tabulate(v, s, cell, &masks[cell], true);
        if (!lookup[cell]) {
            return false;
        }
    }
    s->pext_masks = masks;
    s->pext_attacks = lookup;
    return true;
}

/* Puts as many of a cell's rays as fit into each of its parts. False when a single ray does not fit. */
static bool part_masks(const slider *s, int bits_max, size_t cell, uint64_t masks[SLIDER_RAYS_MAX][LOOKUP_WORDS_MAX],
                       int *parts)
{
    int count = 1;
    memset(masks, 0, sizeof(uint64_t[SLIDER_RAYS_MAX][LOOKUP_WORDS_MAX]));
    for (uint32_t ray = s->ray_start[cell]; ray < s->ray_start[cell + 1]; ray++) {
        int part = 0;
        uint64_t grown[LOOKUP_WORDS_MAX];
        for (; part < SLIDER_RAYS_MAX; part++) {
            memcpy(grown, masks[part], sizeof grown);
            add_ray_mask(s, &s->rays[ray], grown);
            if (count_bits(grown, LOOKUP_WORDS_MAX) <= bits_max) {
                break;
            }
        }
        if (part == SLIDER_RAYS_MAX) {
            return false;
        }
        memcpy(masks[part], grown, sizeof grown);
        count = part + 1 > count ? part + 1 : count;
    }
    *parts = count > *parts ? count : *parts;
    return true;
}

static bool slider_lookup_parts(variant *v, slider *s)
{
    uint64_t masks[SLIDER_RAYS_MAX][LOOKUP_WORDS_MAX];
    int parts = 1, bits_max = v->bitset_words == 1 ? PART_BITS_MAX_NARROW : PART_BITS_MAX_WIDE;
    size_t cells = (size_t)v->cells;
    for (size_t cell = 0; cell < cells; cell++) {
        if (!part_masks(s, bits_max, cell, masks, &parts)) {
            return true; /* rays are cut instead */
        }
    }
    lookup_part *lookup_parts = arena_new(&v->arena, lookup_part, (size_t)parts * cells);
    for (size_t cell = 0; lookup_parts && cell < cells; cell++) {
        (void)part_masks(s, bits_max, cell, masks, &parts);
        for (int part = 0; part < parts; part++) {
            lookup_part *l = &lookup_parts[(size_t)part * cells + cell];
            memcpy(l->mask, masks[part], sizeof l->mask);
            l->shift = (unsigned)count_bits(l->mask, 1);
            l->attacks = tabulate(v, s, cell, l->mask, false);
            if (!l->attacks) {
                return false;
            }
        }
    }
    s->lookup_parts = lookup_parts;
    s->lookup_part_count = parts;
    return lookup_parts != NULL;
}

bool sliders_build(variant *v, diag_list *diags)
{
    v->sliders = arena_new(&v->arena, slider, (size_t)(v->slider_count ? v->slider_count : 1));
    bool ok = v->sliders != NULL;
    size_t room = LOOKUP_BYTES_MAX;
    for (int i = 0; i < v->slider_count && ok; i++) {
        slider *s = &v->sliders[i];
        ok = slider_rays(v, &v->slider_specs[i], s);
        if (ok && v->use_lookup && v->bitset_words == 1) {
            ok = slider_lookup(v, s, &room);
        }
        if (ok && v->use_lookup && v->bitset_words <= LOOKUP_WORDS_MAX && !s->pext_attacks) {
            ok = slider_lookup_parts(v, s);
        }
    }
    if (!ok) {
        diag_out_of_memory(diags);
    }
    return ok;
}
