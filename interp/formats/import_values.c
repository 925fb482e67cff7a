/* Values of a section: numbers, sets of pieces, regions as zones. */
#include "formats/import_context.h"

#include <string.h>

/* ---- values ---- */

const setting *import_setting(const import_context *w, const char *key)
{
    return settings_get(w->s, key);
}

bool import_bool(import_context *w, const char *key, bool fallback)
{
    return setting_bool(w->diags, import_setting(w, key), fallback, &w->wrong);
}

long import_number(import_context *w, const char *key, long high, long fallback)
{
    return setting_number(w->diags, import_setting(w, key), 0, high, fallback, &w->wrong);
}

/* "loss", "draw", "win" or NULL for none. */
const char *import_result(import_context *w, const char *key, const char *fallback)
{
    static const char *const words[] = {"loss", "draw", "win", "none", NULL};
    const setting *s = import_setting(w, key);
    if (!s) {
        return fallback;
    }
    int which = setting_word(w->diags, s, words, 3, &w->wrong);
    return which == 3 ? NULL : words[which];
}

/* An error about a key that our language cannot say. */
void import_refuse(import_context *w, const setting *s, const char *words)
{
    w->wrong = true;
    if (s->builtin) {
        diag_error(w->diags, CODE_FOREIGN_UNSUPPORTED, s->value_location,
                   "Ferz cannot say `%s = %s`, which `%s` has from `%s`: %s", s->key, s->value, w->section->name,
                   s->builtin, words);
    } else {
        diag_error(w->diags, CODE_FOREIGN_UNSUPPORTED, s->key_location, "Ferz cannot say `%s = %s`: %s", s->key,
                   s->value, words);
    }
}

int import_piece_by_letter(const import_context *w, char letter)
{
    for (size_t i = 0; i < w->count; i++) {
        if (w->pieces[i].letter == ascii_to_lower(letter)) {
            return (int)i;
        }
    }
    return -1;
}

void import_unknown_letter(import_context *w, const setting *s, char c)
{
    w->wrong = true;
    diag_error(w->diags, CODE_FOREIGN_VALUE, s->value_location,
               "`%s` names the letter `%c`, which no piece of `%s` has", s->key, c, w->section->name);
}

/* Letters of pieces; * is all. */
piece_set import_pieces_by_letters(import_context *w, const setting *s, piece_set fallback)
{
    piece_set set = 0;
    for (const char *c = s ? s->value : ""; *c && *c != '-'; c++) {
        int found = import_piece_by_letter(w, *c);
        if (*c == '*') {
            set |= (UINT32_C(1) << w->count) - 1; /* no more than there are letters */
        } else if (found >= 0) {
            set |= UINT32_C(1) << found;
        } else if (*c != ' ' && *c != '\t') {
            /* A built-in variant may name a letter that the section has removed; that is no error. */
            if (!s->builtin) {
                import_unknown_letter(w, s, *c);
            }
        }
    }
    return s ? set : fallback;
}

piece_set import_set_of_letter(const import_context *w, char letter)
{
    int found = import_piece_by_letter(w, letter);
    return found < 0 ? 0 : UINT32_C(1) << found;
}

piece_set import_set_of_type(const import_context *w, const char *type)
{
    for (size_t i = 0; i < w->count; i++) {
        if (strcmp(w->pieces[i].type, type) == 0) {
            return UINT32_C(1) << i;
        }
    }
    return 0;
}

/* A set that both players must share: `keyWhite`, `keyBlack` or `key`. */
piece_set import_shared_set(import_context *w, const char *key, piece_set fallback)
{
    const setting *sides[2];
    piece_set sets[2];
    for (int i = 0; i < 2; i++) {
        char name[64];
        size_t n = strlen(key);
        memcpy(name, key, n);
        memcpy(name + n, i ? "Black" : "White", 6);
        sides[i] = import_setting(w, name) ? import_setting(w, name) : import_setting(w, key);
        sets[i] = import_pieces_by_letters(w, sides[i], fallback);
    }
    if (sets[0] != sets[1]) {
        import_refuse(w, sides[1] ? sides[1] : sides[0], "a type has the same rules for both players");
    }
    return sets[0];
}

/* ---- regions as zones ---- */

region import_board_region(const import_context *w)
{
    region r = {{0}};
    for (int i = 0; i < w->height; i++) {
        r.ranks[i] = (uint16_t)((1u << w->width) - 1);
    }
    return r;
}

region import_clip(const import_context *w, region r)
{
    region board = import_board_region(w);
    for (int i = 0; i < REGION_RANKS; i++) {
        r.ranks[i] &= board.ranks[i];
    }
    return r;
}

static bool same(const region *a, const region *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

bool region_empty(const region *r)
{
    static const region none;
    return same(r, &none);
}

/* The region as the other player sees it. */
static region opposite(const import_context *w, const region *r)
{
    region o = {{0}};
    for (int i = 0; i < w->height; i++) {
        uint16_t bits = r->ranks[w->height - 1 - i], rotated = 0;
        for (int k = 0; k < w->width; k++) {
            rotated |= (uint16_t)((bits >> k & 1) << (w->width - 1 - k));
        }
        o.ranks[i] = w->rotated ? rotated : bits;
    }
    return o;
}

region import_rank_region(const import_context *w, int from, int to) /* own ranks, from 1 */
{
    region r = import_board_region(w);
    for (int i = 0; i < w->height; i++) {
        r.ranks[i] = i + 1 >= from && i + 1 <= to ? r.ranks[i] : 0;
    }
    return r;
}

static void put_ranks(text *t, const char *own, int from, int to)
{
    if (from == to) {
        text_print(t, "%srank %d", own, from + 1);
    } else {
        text_print(t, "%sranks %d-%d", own, from + 1, to + 1);
    }
}

static void put_files(text *t, int from, int to)
{
    if (from == to) {
        text_print(t, "file %c", 'a' + from);
    } else {
        text_print(t, "files %c-%c", 'a' + from, 'a' + to);
    }
}

/* Groups of equal ranks, each as ranges of files. */
static void put_region(const import_context *w, const region *r, const char *own, text *t)
{
    uint16_t full = (uint16_t)((1u << w->width) - 1);
    for (int from = 0, to; from < w->height; from = to + 1) {
        uint16_t bits = r->ranks[from];
        for (to = from; to + 1 < w->height && r->ranks[to + 1] == bits; to++) {
        }
        if (bits == full) {
            text_put(t, t->length ? ", " : "");
            put_ranks(t, own, from, to);
            continue;
        }
        for (int a = 0, b; a < w->width; a = b + 1) {
            b = a;
            if (!(bits >> a & 1)) {
                continue;
            }
            while (b + 1 < w->width && bits >> (b + 1) & 1) {
                b++;
            }
            text_put(t, t->length ? ", " : "");
            if (a == b && from == to) {
                text_print(t, "%s%c%d", own, 'a' + a, from + 1);
            } else if (*own && w->rotated) { /* the file too is seen from the owner's side */
                for (int cell = 0; cell < (b - a + 1) * (to - from + 1); cell++) {
                    text_print(t, "%s%s%c%d", cell ? ", " : "", own, 'a' + a + cell % (b - a + 1),
                               from + 1 + cell / (b - a + 1));
                }
            } else {
                put_files(t, a, b);
                if (to - from + 1 < w->height) {
                    text_put(t, " and ");
                    put_ranks(t, own, from, to);
                }
            }
        }
    }
}

/* The zone that is `white` for the first player and `black` for the second; "all" for the whole board. NULL when
 * there is none; the error is at `origin`. */
const char *import_zone(import_context *w, region white, region black, const setting *origin)
{
    text t = {0};
    region board = import_board_region(w), other = opposite(w, &white);
    white = import_clip(w, white);
    black = import_clip(w, black);
    const char *words = NULL;
    if (same(&white, &board) && same(&black, &board)) {
        text_put(&t, "all");
    } else if (same(&white, &black)) {
        put_region(w, &white, "", &t);
    } else {
        other = opposite(w, &white);
        if (!same(&other, &black)) {
            if (origin) {
                import_refuse(w, origin, "the players' regions are neither the same nor each other's image");
            }
            w->wrong = true;
            import_text_finish(w, &t);
            return NULL;
        }
        put_region(w, &white, "own ", &t);
    }
    if (t.length) {
        text quoted = {0};
        tree_scalar(&quoted, text_string(&t));
        words = arena_text(w->arena, text_string(&quoted), quoted.length);
        import_text_finish(w, &quoted);
    }
    import_text_finish(w, &t);
    return words;
}

/* Two regions by their keys, or by the one key for both. False when the section has none of the keys. */
bool import_regions(import_context *w, const char *white, const char *black, const char *both, region regions[2],
                    const setting **origin)
{
    const setting *s[2] = {import_setting(w, white), import_setting(w, black)},
                  *shared = both ? import_setting(w, both) : NULL;
    for (int i = 0; i < 2; i++) {
        s[i] = s[i] ? s[i] : shared;
        regions[i] = setting_region(w->diags, s[i], &w->wrong);
    }
    *origin = s[0] ? s[0] : s[1];
    return s[0] || s[1];
}
