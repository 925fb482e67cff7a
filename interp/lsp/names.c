#include "lsp/names.h"

typedef struct walk {
    const char *bytes;
    void (*visit)(void *state, const name_use *use);
    void *state;
} walk;

unsigned names_of_place(const language_place *p)
{
    static const struct {
        const char *definition;
        unsigned kinds;
    } rows[] = {
        {"piece", NAME_PIECE},   {"condition", NAME_PIECE | NAME_ZONE | NAME_FUNCTION},
        {"zone", NAME_ZONE},     {"function", NAME_FUNCTION},
        {"hook", NAME_FUNCTION}, {"game", NAME_GAME},
        {"file", NAME_SCRIPT},   {"movement", NAME_MOVEMENT},
    };
    unsigned kinds = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        kinds |= language_takes(p, rows[i].definition) ? rows[i].kinds : 0;
    }
    return kinds;
}

/* What the keys of a mapping name, and whether they define it. */
static unsigned names_of_keys(const language_place *map, bool *defines)
{
    static const struct {
        const char *section;
        unsigned kinds;
        bool defines;
    } rows[] = {
        {"pieces", NAME_PIECE, true},          {"zones", NAME_ZONE, true},     {"points", NAME_PIECE, false},
        {"endings", NAME_ENDING, true},        {"options", NAME_OPTION, true}, {"live-hooks", NAME_FUNCTION, false},
        {"zones-in-colour", NAME_ZONE, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (language_is_section(map, rows[i].section)) {
            *defines = rows[i].defines;
            return rows[i].kinds;
        }
    }
    return 0;
}

static void visit_value(const walk *w, const language_place *p, const outline *node)
{
    unsigned kinds = names_of_place(p);
    span word = {node->value.from, node->value.from};
    if (!kinds || node->block) {
        return;
    }
    if (kinds & NAME_SCRIPT) {
        const name_use use = {NAME_SCRIPT, false, node->value, node};
        w->visit(w->state, &use);
        return;
    }
    while (outline_next_word(w->bytes, node->value, &word)) {
        const name_use use = {kinds, false, word, node};
        w->visit(w->state, &use);
    }
}

static void visit_node(const walk *w, const language_place *p, const outline *node)
{
    bool defines = false;
    unsigned keys = node->kind == OUTLINE_MAP ? names_of_keys(p, &defines) : 0;
    if (node->kind == OUTLINE_SCALAR) {
        visit_value(w, p, node);
    }
    for (const outline *child = node->first; child; child = child->next) {
        language_place inside = language_inside(p, w->bytes, child);
        if (keys && child->has_key && child->key.to > child->key.from) {
            const name_use use = {keys, defines, child->key, child};
            w->visit(w->state, &use);
        }
        visit_node(w, &inside, child);
    }
}

void names_each(const language *l, const outline *top, const char *bytes,
                void (*visit)(void *state, const name_use *use), void *state)
{
    const walk w = {bytes, visit, state};
    language_place p = language_at(l, DOCUMENT_RULES, top, bytes, NULL);
    visit_node(&w, &p, top);
}
