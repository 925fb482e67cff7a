/* Values of a section: numbers, sets of pieces, regions as zones. */
#include "formats/import_context.h"

#include <stdio.h>
#include <string.h>

/* ---- values ---- */

const setting *import_setting(const import_context *w, const char *key)
{
    return settings_get(w->s, key);
}

const setting *import_rule_word(const import_context *w, const char *key)
{
    const setting *s = import_setting(w, key);
    return s && strcmp(s->value, "-") != 0 && *s->value ? s : NULL;
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

/* The next of the setting's types and its length; moves `*at` behind it. NULL after the last. */
const char *import_next_type(const char **at, size_t *length)
{
    const char *word = *at;
    *length = word ? strcspn(word, " ") : 0;
    *at = *length ? word + *length + 1 : word;
    return *length ? word : NULL;
}

piece_set import_set_of_word(const import_context *w, const char *type, size_t length)
{
    for (size_t i = 0; i < w->count; i++) {
        if (strlen(w->pieces[i].type) == length && memcmp(w->pieces[i].type, type, length) == 0) {
            return UINT32_C(1) << i;
        }
    }
    return 0;
}

/* Letters of pieces; * is all. A type that has no letter any more is no error. */
piece_set import_pieces_by_letters(import_context *w, const setting *s, piece_set fallback)
{
    piece_set set = 0;
    const char *at = s ? s->types : NULL, *type;
    size_t length;
    while ((type = import_next_type(&at, &length))) {
        if (*type == '*') {
            set |= (UINT32_C(1) << w->count) - 1; /* no more than there are letters */
        } else if (*type == '?' && !s->builtin) {
            import_unknown_letter(w, s, type[1]);
        } else {
            set |= import_set_of_word(w, type, length);
        }
    }
    return s ? set : fallback;
}

piece_set import_set_of_type(const import_context *w, const char *type)
{
    return import_set_of_word(w, type, strlen(type));
}

const setting *import_player_setting(const import_context *w, const char *key, int player)
{
    char name[64];
    snprintf(name, sizeof name, "%s%s", key, player ? "Black" : "White");
    const setting *own = import_setting(w, name);
    return own ? own : import_setting(w, key);
}

piece_set import_player_set(import_context *w, const char *key, int player, piece_set fallback)
{
    return import_pieces_by_letters(w, import_player_setting(w, key, player), fallback);
}

/* A set that both players must share: `keyWhite`, `keyBlack` or `key`. */
piece_set import_shared_set(import_context *w, const char *key, piece_set fallback)
{
    piece_set sets[2];
    for (int i = 0; i < 2; i++) {
        sets[i] = import_player_set(w, key, i, fallback);
    }
    if (sets[0] != sets[1]) {
        const setting *s = import_player_setting(w, key, 1);
        import_refuse(w, s ? s : import_player_setting(w, key, 0), "a type has the same rules for both players");
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
            if (a == b && from == to && w->walls.ranks[from] >> a & 1) {
                continue;
            }
            text_put(t, t->length ? ", " : "");
            if (a == b && from == to) {
                text_print(t, "%s%c%d", own, 'a' + a, from + 1);
            } else if (strcmp(own, "own ") == 0 && w->rotated) { /* the file too is seen from the owner's side */
                for (int cell = 0; cell < (b - a + 1) * (to - from + 1); cell++) {
                    text_print(t, "%s%s%c%d", cell ? ", " : "", own, 'a' + a + cell % (b - a + 1),
                               from + 1 + cell / (b - a + 1));
                }
            } else {
                text_put(t, strncmp(own, "for", 3) == 0 ? own : "");
                put_files(t, a, b);
                if (to - from + 1 < w->height) {
                    text_put(t, " and ");
                    put_ranks(t, own, from, to);
                }
            }
        }
    }
}

static const char *zone_from(import_context *w, const text *t)
{
    text quoted = {0};
    tree_scalar(&quoted, text_string(t));
    const char *words = arena_text(w->arena, text_string(&quoted), quoted.length);
    import_text_finish(w, &quoted);
    return words;
}

/* The zone that is `white` for the first player and `black` for the second; "all" for the whole board. NULL when
 * both are empty. */
const char *import_zone(import_context *w, region white, region black)
{
    static const char *const names[] = {"for white ", "for black "};
    text t = {0};
    white = import_clip(w, white);
    black = import_clip(w, black);
    region board = import_board_region(w), other = opposite(w, &white);
    if (same(&white, &board) && same(&black, &board)) {
        text_put(&t, "all");
    } else if (same(&white, &black)) {
        put_region(w, &white, "", &t);
    } else if (same(&other, &black)) {
        put_region(w, &white, "own ", &t);
    } else {
        const region *both[] = {&white, &black};
        for (int i = 0; i < 2; i++) {
            if (same(both[i], &board)) {
                text_print(&t, "%s%sall", t.length ? ", " : "", names[i]);
            } else {
                put_region(w, both[i], names[i], &t);
            }
        }
    }
    const char *words = t.length ? zone_from(w, &t) : NULL;
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
