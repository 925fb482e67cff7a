#include "explain/reason.h"

#include <string.h>

#include "explain/translate.h"

typedef struct kind_row {
    const char *name;
    reason_role role;
    const char *sentence;
} kind_row;

static const kind_row rows[] = {
#define ROW(kind, name, role, sentence) {name, REASON_##role, sentence},
    REASON_KINDS(ROW)
#undef ROW
};

void reason_list_init(reason_list *list, arena *a, const ruleset *rules, fact_language language)
{
    *list = (reason_list){.language = {.arena = a, .rules = rules, .russian = language == FACT_RUSSIAN, .subject = ""}};
}

const char *reason_name(reason_kind kind)
{
    return rows[kind].name;
}

reason_role reason_role_of(reason_kind kind)
{
    return rows[kind].role;
}

const char *reason_template(reason_kind kind)
{
    return rows[kind].sentence;
}

/* ---- slots ---- */

typedef enum slot_type { SLOT_PIECE, SLOT_PLAYER, SLOT_NAME, SLOT_WORDS, SLOT_NUMBER } slot_type;

typedef struct slot {
    slot_type type;
    const char *string;
    long number;
} slot;

static bool is_slot(const char *at, size_t length, const char *name)
{
    return strlen(name) == length && memcmp(at, name, length) == 0;
}

static slot find_slot(const reason *r, const char *at, size_t length)
{
    const struct {
        const char *name;
        slot slot;
    } all[] = {
        {"piece", {SLOT_PIECE, r->piece, 0}},     {"by", {SLOT_PIECE, r->by, 0}},
        {"player", {SLOT_PLAYER, r->player, 0}},  {"owner", {SLOT_PLAYER, r->owner, 0}},
        {"cell", {SLOT_NAME, r->cells[0], 0}},    {"to", {SLOT_NAME, r->cells[1], 0}},
        {"key", {SLOT_NAME, r->key, 0}},          {"words", {SLOT_WORDS, r->words, 0}},
        {"number", {SLOT_NUMBER, "", r->number}}, {"limit", {SLOT_NUMBER, "", r->limit}},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (is_slot(at, length, all[i].name)) {
            return all[i].slot;
        }
    }
    return (slot){SLOT_WORDS, "", 0};
}

static word_form form_of(const char *at, size_t length)
{
    static const struct {
        const char *name;
        word_form form;
    } all[] = {{"gen", FORM_GENITIVE}, {"acc", FORM_ACCUSATIVE}, {"ins", FORM_INSTRUMENTAL},
               {"a", FORM_INDEFINITE}, {"many", FORM_PLURAL},    {"genmany", FORM_GENITIVE_PLURAL}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (is_slot(at, length, all[i].name)) {
            return all[i].form;
        }
    }
    return FORM_NOMINATIVE;
}

/* English keeps names as the rules write them, so that they can be found there. */
static void put_piece(const reason_list *list, const char *name, word_form form, text *out)
{
    if (list->language.russian) {
        text_put(out, name_word(&list->language, name, form));
    } else {
        text_put(out, form == FORM_INDEFINITE ? text_article(name) : "");
        text_put(out, form == FORM_INDEFINITE ? " " : "");
        text_put(out, name);
    }
}

static void put_player(const reason_list *list, const char *name, word_form form, text *out)
{
    const char *forms[NOUN_FORMS];
    bool known = list->language.russian && translate_noun(list->language.arena, "player", name, forms);
    text_put(out, known ? forms[form < FORM_INDEFINITE ? form : FORM_NOMINATIVE] : name);
}

/* "3 moves": the forms are divided by bars, one for each of the language's plurals; "+3" where the form is a plus, "0.03" where it is a
 * percent sign. */
static void put_number(const reason_list *list, long n, const char *forms, size_t length, text *out)
{
    if (is_slot(forms, length, "%")) {
        text_print(out, "%g", (double)n / 100);
        return;
    }
    bool sign = is_slot(forms, length, "+");
    text_print(out, sign ? "%+ld" : "%ld", n);
    if (!length || sign) {
        return;
    }
    int which = list->language.russian ? translate_plural_form(n) : n != 1;
    for (; which > 0; which--) {
        const char *bar = memchr(forms, '|', length);
        if (!bar) {
            break;
        }
        length -= (size_t)(bar + 1 - forms);
        forms = bar + 1;
    }
    const char *bar = memchr(forms, '|', length);
    text_char(out, ' ');
    text_add(out, forms, bar ? (size_t)(bar - forms) : length);
}

static void put_slot(const reason_list *list, const reason *r, const char *at, size_t length, text *out)
{
    const char *colon = memchr(at, ':', length), *form = colon ? colon + 1 : at + length;
    size_t form_length = (size_t)(at + length - form);
    slot s = find_slot(r, at, colon ? (size_t)(colon - at) : length);
    const char *string = s.string ? s.string : "";
    switch (s.type) {
    case SLOT_PIECE:
        put_piece(list, string, form_of(form, form_length), out);
        break;
    case SLOT_PLAYER:
        put_player(list, string, form_of(form, form_length), out);
        break;
    case SLOT_NAME:
        text_add_safe(out, string, strlen(string));
        break;
    case SLOT_WORDS: /* escaped by who gave them, or made here */
        text_put(out, string);
        break;
    case SLOT_NUMBER:
        put_number(list, s.number, form, form_length, out);
        break;
    }
}

const char *reason_sentence(const reason_list *list, const reason *r)
{
    arena *a = list->language.arena;
    const char *at = rows[r->kind].sentence;
    at = list->language.russian ? translate_russian(a, at) : at;
    text out = {0};
    while (*at) {
        size_t plain = strcspn(at, "{"), length = at[plain] ? strcspn(at + plain, "}") : 0;
        text_add(&out, at, plain);
        if (length) {
            put_slot(list, r, at + plain + 1, length - 1, &out);
        }
        at += plain + length + (length && at[plain + length] == '}');
    }
    const char *kept = out.failed ? NULL : arena_text(a, text_string(&out), out.length);
    a->failed |= out.failed;
    text_finish(&out);
    return kept ? kept : "";
}

/* ---- lists ---- */

static const char *kept_in(arena *a, const char *string)
{
    return string ? arena_text(a, string, strlen(string)) : NULL;
}

void reason_add(reason_list *list, const reason *r)
{
    enum { REASONS_AT_FIRST = 8 };
    reason *items =
        arena_grown(list->language.arena, list->items, list->count, &list->room, REASONS_AT_FIRST, sizeof *items);
    if (!items) {
        return;
    }
    list->items = items;
    reason *kept = &list->items[list->count++];
    *kept = *r;
    kept->key = kept_in(list->language.arena, r->key);
    kept->words = kept_in(list->language.arena, r->words);
    kept->sentence = reason_sentence(list, r);
}

void reason_list_put(const reason_list *list, text *out)
{
    for (size_t i = 0; i < list->count; i++) {
        const reason *r = &list->items[i];
        if (rows[r->kind].role == REASON_REFUSAL) {
            text_put(out, localized(&list->language, "illegal: "));
        }
        text_put(out, r->sentence);
        if (r->at.source) {
            text_put(out, " (");
            text_add_safe(out, r->at.source->name, strlen(r->at.source->name));
            text_print(out, ":%u)", r->at.line);
        }
        text_char(out, '\n');
    }
}
