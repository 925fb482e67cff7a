#include "fuzz/generator/break.h"

#include <stdlib.h>
#include <string.h>

const char *const broken_names[BROKEN_KINDS] = {
    "wrong kind", "unknown key", "misspelt", "out of range", "required key", "key left out", "unknown name", "twice",
    "cut off",    "movement",    "start",    "bytes",        "swapped",      "lines",        "script",
};

enum { SPOTS_MAX = 4096 };

/* Every value of the tree, with the mapping or list that it stands in. */
typedef struct spot {
    item *parent, *value;
    size_t at;
} spot;

typedef struct spots {
    spot all[SPOTS_MAX];
    size_t count;
} spots;

static void collect_spots(spots *s, item *parent)
{
    for (size_t i = 0; i < parent->count; i++) {
        if (s->count < SPOTS_MAX) {
            s->all[s->count++] = (spot){parent, parent->items[i], i};
        }
        collect_spots(s, parent->items[i]);
    }
}

/* One of those that the question lets through; NULL when there is none. */
static spot *draw(spots *s, random_source *random, bool (*fits)(const spot *))
{
    size_t count = 0, chosen = 0;
    for (size_t i = 0; i < s->count; i++) {
        count += fits(&s->all[i]);
    }
    chosen = count ? random_below(random, (uint32_t)count) : 0;
    for (size_t i = 0; i < s->count; i++) {
        if (fits(&s->all[i]) && chosen-- == 0) {
            return &s->all[i];
        }
    }
    return NULL;
}

static bool any(const spot *s)
{
    return s->value->row != NULL;
}

static bool is_text(const spot *s)
{
    return s->value->row && s->value->kind == ITEM_TEXT;
}

static bool is_number(const spot *s)
{
    return is_text(s) && s->value->row->kind == VALUE_NUMBER && s->value->row->high;
}

static bool is_required(const spot *s)
{
    return s->parent->kind == ITEM_MAP && s->value->row && s->value->row->required;
}

static bool is_keyed(const spot *s)
{
    return s->parent->kind == ITEM_MAP && s->value->row;
}

static bool is_name(const spot *s)
{
    return is_text(s) && (s->value->row->kind == VALUE_PIECE || s->value->row->kind == VALUE_ZONE) &&
           !s->value->row->words[0];
}

static bool is_movement(const spot *s)
{
    return is_text(s) && s->value->row->kind == VALUE_MOVEMENT;
}

static bool is_start(const spot *s)
{
    return is_text(s) && s->value->row->kind == VALUE_FEN;
}

static bool is_map(const spot *s)
{
    return s->value->kind == ITEM_MAP && s->value->row && !(s->value->row->shapes & SHAPE_PATCH);
}

/* ---- mistakes in the tree ---- */

/* A value that the row does not accept: of another shape, or of another kind where every kind has its own meaning. */
static void another_kind(maker *m, spot *s, random_source *random, broken *b)
{
    const schema_row *row = s->value->row;
    bool map = (row->shapes & (SHAPE_MAP | SHAPE_PATCH)) != 0, list = (row->shapes & (SHAPE_MANY | SHAPE_MAPS)) != 0;
    item *value = NULL;
    bool in_list = s->parent->kind == ITEM_LIST;
    if (!(row->shapes & SHAPE_ONE) && !in_list) {
        value = item_text(m->a, "nonsense");
    } else if (!map && !(row->shapes & SHAPE_MAPS) && random_below(random, 2)) {
        value = item_map(m->a, SECTION_VARIANT);
        item_insert(m->a, value, 0, "name", item_text(m->a, "nonsense"));
    } else if (row->kind == VALUE_BOOL || row->kind == VALUE_NUMBER || (row->kind == VALUE_WORD && row->words[0])) {
        value = item_text(m->a, "nonsense");
    } else if (!list || in_list) {
        value = item_list(m->a);
        item *inner = item_list(m->a);
        item_insert(m->a, inner, 0, "", item_text(m->a, "nonsense"));
        item_insert(m->a, value, 0, "", inner);
    } else {
        value = item_list(m->a);
        item_insert(m->a, value, 0, "", item_list(m->a));
    }
    s->parent->items[s->at] = value;
    b->outcome = BROKEN_IS_PLACED;
    s->value = value;
}

static const char *misspelt(maker *m, const char *word, random_source *random)
{
    size_t n = strlen(word), at = n ? random_below(random, (uint32_t)n) : 0;
    switch (random_below(random, 3)) {
    case 0:
        return make_format(m, "%.*s%s", (int)at, word, n ? word + at + 1 : "");
    case 1:
        return make_format(m, "%.*s%c%s", (int)at, word, (int)('a' + random_below(random, 26)), word + at);
    default:
        return make_format(m, "%.*s%c%s", (int)at, word, (int)('a' + random_below(random, 26)), n ? word + at + 1 : "");
    }
}

static void misspell(maker *m, spot *s, random_source *random, broken *b)
{
    if (s->parent->kind == ITEM_MAP && (s->value->kind != ITEM_TEXT || random_below(random, 2))) {
        s->parent->keys[s->at] = misspelt(m, s->parent->keys[s->at], random);
    } else if (s->value->kind == ITEM_TEXT) {
        s->value->string = misspelt(m, s->value->string, random);
    }
    (void)b;
}

static void out_of_range(maker *m, spot *s, random_source *random, broken *b)
{
    const schema_row *row = s->value->row;
    switch (random_below(random, 4)) {
    case 0:
        s->value->string = make_format(m, "%ld", row->high + 1);
        break;
    case 1:
        s->value->string = make_format(m, "%ld", row->low - 1);
        break;
    case 2:
        s->value->string = "99999999999999999999999";
        break;
    default:
        s->value->string = make_format(m, "0%s", s->value->string);
    }
    b->outcome = BROKEN_IS_PLACED;
}

static void exchange(spots *all, spot *s, random_source *random)
{
    spot *other = draw(all, random, random_below(random, 2) ? any : is_text);
    if (other && other->value->kind == ITEM_TEXT && s->value->kind == ITEM_TEXT) {
        const char *string = other->value->string;
        other->value->string = s->value->string;
        s->value->string = string;
    } else if (other && other->value->kind == ITEM_TEXT) {
        s->parent->items[s->at] = other->value;
    }
}

static void change_sign(maker *m, spot *s, random_source *random, const char *signs)
{
    const char *word = s->value->string;
    size_t n = strlen(word), at = random_below(random, (uint32_t)n + 1);
    char sign = signs[random_below(random, (uint32_t)strlen(signs))];
    bool instead = random_below(random, 2) && at < n;
    s->value->string = make_format(m, "%.*s%c%s", (int)at, word, sign, word + at + instead);
    if (random_below(random, 4) == 0 && at < n) {
        s->value->string = make_format(m, "%.*s%s", (int)at, word, word + at + 1);
    }
}

/* The same key again, later in its mapping. */
static void repeat(maker *m, spot *s, broken *b)
{
    item *copy = item_text(m->a, "again");
    item_insert(m->a, s->parent, s->parent->count, s->parent->keys[s->at], copy);
    copy->row = NULL;
    s->value = copy;
    b->outcome = BROKEN_IS_PLACED;
}

static void add_unknown(maker *m, spot *s, random_source *random, broken *b)
{
    bool names = schema_find(s->value->section, "no such key") != NULL;
    item *value = item_text(m->a, "1");
    size_t at = random_below(random, (uint32_t)s->value->count + 1);
    item_insert(m->a, s->value, at, names ? "no such key" : "unheard_of", value);
    b->outcome = names ? BROKEN_IS_REFUSED : BROKEN_IS_PLACED;
    s->value = value;
}

/* Changes the tree; the spot whose value is wrong then, or NULL when the game has nothing of the kind. */
static spot *break_tree(maker *m, spots *all, random_source *random, broken *b)
{
    static bool (*const fits[BROKEN_KINDS])(const spot *) = {
        [BROKEN_KIND] = any,         [BROKEN_KEY] = is_map,          [BROKEN_SPELLING] = any,
        [BROKEN_NUMBER] = is_number, [BROKEN_MISSING] = is_required, [BROKEN_LEFT_OUT] = is_keyed,
        [BROKEN_NAME] = is_name,     [BROKEN_TWICE] = is_keyed,      [BROKEN_MOVEMENT] = is_movement,
        [BROKEN_START] = is_start,   [BROKEN_SWAPPED] = any,
    };
    spot *s = fits[b->kind] ? draw(all, random, fits[b->kind]) : NULL;
    if (!s) {
        return NULL;
    }
    switch (b->kind) {
    case BROKEN_KIND:
        another_kind(m, s, random, b);
        break;
    case BROKEN_KEY:
        add_unknown(m, s, random, b);
        break;
    case BROKEN_SPELLING:
        misspell(m, s, random, b);
        break;
    case BROKEN_NUMBER:
        out_of_range(m, s, random, b);
        break;
    case BROKEN_MISSING:
    case BROKEN_LEFT_OUT:
        b->outcome = b->kind == BROKEN_MISSING ? BROKEN_IS_REFUSED : BROKEN_MAY_LOAD;
        item_remove(s->parent, s->at);
        s->value = s->parent;
        break;
    case BROKEN_NAME:
        s->value->string = "no-such-thing";
        b->outcome = BROKEN_IS_PLACED;
        break;
    case BROKEN_TWICE:
        repeat(m, s, b);
        break;
    case BROKEN_MOVEMENT:
        change_sign(m, s, random, "fblrvshmcdenjpgioatuyzqkxWFDNAHCZGLJBRQKXYUOI@()[],-?+!0123456789 ");
        break;
    case BROKEN_START:
        change_sign(m, s, random, "/|()[]x=~!,.+ -0123456789abcdefghijklmnopqrstuvwxyzKQRBNP");
        break;
    case BROKEN_SWAPPED:
        exchange(all, s, random);
        break;
    default:
        break;
    }
    return s;
}

/* ---- mistakes in the text ---- */

static unsigned line_at(const char *bytes, size_t at)
{
    unsigned line = 1;
    for (size_t i = 0; i < at; i++) {
        line += bytes[i] == '\n';
    }
    return line;
}

static void replace(text *t, size_t at, size_t gone, const char *with, size_t length)
{
    text whole = {0};
    text_add(&whole, t->bytes, at);
    text_add(&whole, with, length);
    text_add(&whole, t->bytes + at + gone, t->length - at - gone);
    text_finish(t);
    *t = whole;
}

static void change_bytes(text *t, random_source *random)
{
    static const char signs[] = "\t\n #&*!|>%@`'\"{}[],:-?~\\\x01\x7f\x80\xc3\xff"
                                "0z";
    for (uint32_t i = random_below(random, 3) + 1; i > 0 && t->length; i--) {
        size_t at = random_below(random, (uint32_t)t->length);
        char sign =
            random_below(random, 2) ? signs[random_below(random, sizeof signs - 1)] : (char)random_below(random, 256);
        replace(t, at, random_below(random, 2), &sign, random_below(random, 3) != 0);
    }
}

static void change_lines(text *t, random_source *random)
{
    size_t at = random_below(random, (uint32_t)t->length), begin = at, end = at;
    while (begin > 0 && t->bytes[begin - 1] != '\n') {
        begin--;
    }
    while (end < t->length && t->bytes[end] != '\n') {
        end++;
    }
    end += end < t->length;
    text line = {0};
    text_add(&line, t->bytes + begin, end - begin);
    if (random_below(random, 2)) {
        replace(t, begin, end - begin, "", 0);
    }
    if (random_below(random, 3)) {
        size_t to = random_below(random, (uint32_t)t->length + 1);
        while (to > 0 && to <= t->length && t->bytes[to - 1] != '\n') {
            to--;
        }
        replace(t, to, 0, text_string(&line), line.length);
    }
    text_finish(&line);
}

static void break_text(maker *m, random_source *random, broken *b)
{
    if (b->kind == BROKEN_CUT_OFF) {
        b->yaml.length = random_below(random, (uint32_t)b->yaml.length);
        b->yaml.bytes[b->yaml.length] = '\0';
        b->line = line_at(b->yaml.bytes, b->yaml.length);
    } else if (b->kind == BROKEN_BYTES) {
        change_bytes(&b->yaml, random);
    } else if (b->kind == BROKEN_LINES) {
        change_lines(&b->yaml, random);
    } else if (b->kind == BROKEN_SCRIPT && m->script.length) {
        change_bytes(&b->script, random);
    }
}

void break_game(maker *m, random_source *random, broken *b)
{
    spots *all = calloc(1, sizeof *all);
    if (!all) {
        abort();
    }
    *b = (broken){.kind = (broken_kind)random_below(random, BROKEN_KINDS)};
    collect_spots(all, m->root);
    spot *s = break_tree(m, all, random, b);
    item_write(m->root, random, &b->yaml);
    text_add(&b->script, text_string(&m->script), m->script.length);
    if (s) { /* what goes over several lines begins at its key, and a list of zones is one text */
        bool item_of_list = s->parent->kind == ITEM_LIST;
        b->line = item_of_list ? s->parent->line : s->value->line;
        b->last = s->value->line + (s->value->kind != ITEM_TEXT);
    }
    break_text(m, random, b);
    b->what = broken_names[b->kind];
    free(all);
}

void broken_finish(broken *b)
{
    text_finish(&b->yaml);
    text_finish(&b->script);
}
