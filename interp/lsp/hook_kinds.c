#include "lsp/hook_kinds.h"

#include <string.h>

#include "service/script_names.h"

/* ---- in the rules ---- */

/* The hook that needs no naming: it is found by its name. */
static const char named_hook[] = "on_capture", named_kind[] = "ferz.on_capture";

/* Where the rules name a function: the mapping, and the key in it. */
static const struct {
    const char *section, *key, *kind;
} places[] = {
    {"the-game", "filter", "ferz.filter"},   {"a-movement", "hook", "ferz.leaps"},
    {"a-castling", "ends", "ferz.castling"}, {"a-start-from-a-script", "hook", "ferz.start"},
    {"an-ending", "when", "ferz.verdict"},   {"an-ending", "hook", "ferz.verdict"},
};

/* What `at` of a live hook says; the first one is meant where it says nothing. */
static const struct {
    const char *at, *kind;
} moments[] = {
    {"after", "ferz.after"},     {"legal", "ferz.judge"}, {"made", "ferz.judge"},
    {"choices", "ferz.choices"}, {"moves", "ferz.moves"}, {"announce", "ferz.announce"},
};

typedef struct hook_walk {
    const language *language;
    const outline *top;
    const char *bytes;
    void (*visit)(void *state, const char *name, const char *kind);
    void *state;
} hook_walk;

static const char *kind_of_live(const hook_walk *w, const outline *hook)
{
    const outline *at = outline_member(hook, w->bytes, "at");
    const char *kind = moments[0].kind;
    for (size_t i = 0; at && i < sizeof moments / sizeof moments[0]; i++) {
        kind = outline_is(w->bytes, at->value, moments[i].at) ? moments[i].kind : kind;
    }
    return kind;
}

static const char *kind_of_value(const hook_walk *w, const outline *node)
{
    while (node->parent && !node->has_key) { /* an item of a list is what its key says */
        node = node->parent;
    }
    if (!node->parent) {
        return NULL;
    }
    language_place map = language_at(w->language, DOCUMENT_RULES, w->top, w->bytes, node->parent);
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        if (outline_is(w->bytes, node->key, places[i].key) && language_is_section(&map, places[i].section)) {
            return places[i].kind;
        }
    }
    return NULL;
}

static void look_at_use(void *state, const name_use *use)
{
    const hook_walk *w = state;
    if (!(use->kinds & NAME_FUNCTION) || outline_is(w->bytes, use->at, "hook")) {
        return;
    }
    bool live = use->node->has_key && use->node->key.from == use->at.from;
    bool condition = !live && (use->kinds & ~(unsigned)NAME_FUNCTION); /* `stalemate`, or `hook F` */
    span first = {use->node->value.from, use->node->value.from};
    if (condition && !(outline_next_word(w->bytes, use->node->value, &first) && outline_is(w->bytes, first, "hook"))) {
        return;
    }
    const char *kind = live ? kind_of_live(w, use->node) : kind_of_value(w, use->node);
    if (kind) {
        text name = {0};
        text_add(&name, w->bytes + use->at.from, use->at.to - use->at.from);
        w->visit(w->state, text_string(&name), kind);
        text_finish(&name);
    }
}

void hooks_each(const game_files *f, void (*visit)(void *state, const char *name, const char *kind), void *state)
{
    visit(state, named_hook, named_kind);
    for (const game_file *one = f->first; one; one = one->next) {
        if (one->top) {
            hook_walk w = {&f->server->language, one->top, text_string(&one->bytes), visit, state};
            names_each(w.language, w.top, w.bytes, look_at_use, &w);
        }
    }
}

typedef struct kind_search {
    const char *name, *kind;
} kind_search;

static void look_for_name(void *state, const char *name, const char *kind)
{
    kind_search *search = state;
    if (!search->kind && strcmp(name, search->name) == 0) {
        search->kind = kind;
    }
}

const char *hooks_kind_of(const game_files *f, const char *name)
{
    kind_search search = {name, NULL};
    hooks_each(f, look_for_name, &search);
    return search.kind;
}

/* ---- what the stubs say ---- */

void hooks_put_header(const char *stubs, const stub_type *hook, const char *name, text *out)
{
    stub_member one;
    text_print(out, "%s(", name);
    for (size_t i = 0; stubs_parameter(stubs, hook, i, &one); i++) {
        text_put(out, i ? ", " : "");
        text_add(out, stubs + one.name.from, one.name.to - one.name.from);
    }
    text_char(out, ')');
}

/* A type that the signature names, with its fields. */
static void put_type(const char *stubs, const char *name, size_t length, text *out)
{
    stub_type type;
    stub_member field;
    size_t at = 0;
    if (!stubs_find_type(stubs, name, length, &type)) {
        return;
    }
    text_print(out, "\n`%.*s`: ", (int)length, name);
    stubs_put_words(stubs, &type, out);
    text_char(out, '\n');
    while (stubs_next_field(stubs, &type, &at, &field)) {
        text_print(out, "- `%.*s`: %.*s\n", (int)(field.name.to - field.name.from), stubs + field.name.from,
                   (int)(field.words.to - field.words.from), stubs + field.words.from);
    }
}

void hooks_put_page(const char *stubs, const char *kind, const char *name, text *out)
{
    static const char form[] = "fun";
    stub_type hook;
    if (!stubs_find_type(stubs, kind, strlen(kind), &hook)) {
        return;
    }
    size_t from = hook.meaning.from + strlen(form);
    text_print(out, "```lua\nfunction %s%.*s\n```\n\n", name, (int)(hook.meaning.to - from), stubs + from);
    stubs_put_words(stubs, &hook, out);
    text_char(out, '\n');
    span type;
    text seen = {0};
    for (size_t at = hook.meaning.from; stubs_next_type(stubs, hook.meaning, &at, &type);) {
        text mark = {0};
        text_print(&mark, " %.*s ", (int)(type.to - type.from), stubs + type.from);
        if (!strstr(text_string(&seen), text_string(&mark))) {
            put_type(stubs, stubs + type.from, type.to - type.from, out);
            text_put(&seen, text_string(&mark));
        }
        text_finish(&mark);
    }
    text_finish(&seen);
}

/* ---- in a script ---- */

typedef struct script_place {
    const char *stubs, *script;
    stub_type hook; /* the kind of the function around */
    span names;     /* of its parameters */
} script_place;

/* The function at the beginning of a line, the last one before `at`. */
static bool function_around(const char *script, size_t length, size_t at, span *found)
{
    script_word word;
    bool any = false;
    for (size_t next = 0; script_next_word(script, length, &next, &word) && word.at.to < at;) {
        size_t line = word.at.from;
        while (line && script[line - 1] != '\n') {
            line--;
        }
        if (word.kind == SCRIPT_FUNCTION && script[line] != ' ' && script[line] != '\t') {
            *found = word.at;
            any = true;
        }
    }
    return any;
}

static bool is_name_letter(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c) || c == '_';
}

/* The type of the hook's parameter of that name. */
static bool type_of_parameter(const script_place *p, span wanted, span *type)
{
    stub_member one;
    size_t number = 0, length = wanted.to - wanted.from;
    for (size_t at = p->names.from; at < p->names.to; number++) {
        while (at < p->names.to && !is_name_letter(p->script[at])) {
            at++;
        }
        size_t from = at;
        while (at < p->names.to && is_name_letter(p->script[at])) {
            at++;
        }
        if (at - from == length && memcmp(p->script + from, p->script + wanted.from, length) == 0 &&
            stubs_parameter(p->stubs, &p->hook, number, &one)) {
            *type = one.type;
            return true;
        }
    }
    return false;
}

/* The class that a type names, "ferz.move?", or the class of its items, "ferz.victim[]". */
static bool class_of_type(const script_place *p, span type, bool item, stub_type *found)
{
    size_t at = type.from;
    span name;
    bool is_list = memchr(p->stubs + type.from, '[', type.to - type.from) != NULL;
    return is_list == item && stubs_next_type(p->stubs, type, &at, &name) &&
           stubs_find_type(p->stubs, p->stubs + name.from, name.to - name.from, found) && found->is_class;
}

/* An expression of names, dots and brackets in a script. */
typedef struct expression {
    size_t end;
    bool item;    /* an item of the list that it gives is meant */
    size_t limit; /* what is declared from here on does not count */
} expression;

/* What the last `local NAME = ...` or `for _, NAME in ipairs(...)` before the limit gives to a name. */
static bool value_of_local(const script_place *p, span name, size_t limit, expression *value)
{
    static const char each[] = "in ipairs(";
    script_word word;
    bool any = false;
    for (size_t next = p->names.to; script_next_word(p->script, limit, &next, &word);) {
        size_t length = word.at.to - word.at.from, at = word.at.to + strspn(p->script + word.at.to, " ");
        bool is_each = strncmp(p->script + at, each, strlen(each)) == 0;
        bool same =
            length == name.to - name.from && memcmp(p->script + word.at.from, p->script + name.from, length) == 0;
        if (word.kind == SCRIPT_TEXT || !same || !(is_each || word.local)) {
            continue;
        }
        at += is_each ? strlen(each) : p->script[at] == '=';
        size_t end = at + strspn(p->script + at, " ");
        while (is_name_letter(p->script[end]) || p->script[end] == '.' || p->script[end] == '[') {
            end += p->script[end] == '[' ? strcspn(p->script + end, "]\n") : 0;
            end += p->script[end] && p->script[end] != '\n';
        }
        *value = (expression){end, is_each, word.at.from};
        any = true;
    }
    return any;
}

/* The class of what an expression gives: a parameter or local name, a field of one, an item of such a list. */
static bool class_of(const script_place *p, expression e, int depth, stub_type *found)
{
    size_t at = e.end;
    if (at && p->script[at - 1] == ']') {
        while (at && p->script[at - 1] != '[' && p->script[at - 1] != '\n') {
            at--;
        }
        at -= at > 0;
        e.item = true;
    }
    span word = {at, at}, type;
    while (word.from && is_name_letter(p->script[word.from - 1])) {
        word.from--;
    }
    if (word.from == word.to || depth > 8) {
        return false;
    }
    expression value;
    stub_type around;
    stub_member field;
    if (word.from && p->script[word.from - 1] == '.') {
        return class_of(p, (expression){word.from - 1, false, e.limit}, depth + 1, &around) &&
               stubs_find_field(p->stubs, &around, p->script + word.from, word.to - word.from, &field) &&
               class_of_type(p, field.type, e.item, found);
    }
    if (value_of_local(p, word, e.limit, &value)) {
        return !(e.item && value.item) &&
               class_of(p, (expression){value.end, e.item || value.item, value.limit}, depth + 1, found);
    }
    return type_of_parameter(p, word, &type) && class_of_type(p, type, e.item, found);
}

bool hooks_class_at(const game_files *f, const char *stubs, const char *script, size_t length, span word,
                    stub_type *found)
{
    span around;
    script_place p = {.stubs = stubs, .script = script};
    if (!word.from || script[word.from - 1] != '.' || !function_around(script, length, word.from, &around)) {
        return false;
    }
    text name = {0};
    text_add(&name, script + around.from, around.to - around.from);
    const char *kind = hooks_kind_of(f, text_string(&name));
    text_finish(&name);
    size_t open = around.to + strcspn(script + around.to, "(\n"), close = open + strcspn(script + open, ")\n");
    p.names = (span){open, close};
    return kind && stubs_find_type(stubs, kind, strlen(kind), &p.hook) &&
           class_of(&p, (expression){word.from - 1, false, word.from - 1}, 0, found);
}
