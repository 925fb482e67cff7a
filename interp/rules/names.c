#include "rules/names.h"

enum { NAMES_SHOWN_MAX = 12 };

void names_hint(diag_list *diags, const char *name, names_next next, const void *state, const char *known)
{
    if (!diags->newest) {
        return; /* over the limit of messages: it was not kept, and comparing names is slow */
    }
    const char *nearest = text_nearest(name, next, state);
    if (nearest) {
        diag_did_you_mean(diags, nearest);
        return;
    }
    text list = {0};
    size_t i = 0;
    const char *one;
    for (; i < NAMES_SHOWN_MAX && (one = next(state, i)) != NULL; i++) {
        text_print(&list, "%s%s", i ? ", " : "", one);
    }
    if (i == NAMES_SHOWN_MAX && next(state, i)) {
        text_put(&list, ", ...");
    }
    if (i > 0 && !list.failed) {
        diag_hint(diags, "%s: %s", known, text_string(&list));
    }
    text_finish(&list);
}

const char *names_of_map(const void *map, size_t index)
{
    const node *n = map;
    return n && n->kind == NODE_MAP && index < n->length ? n->keys[index] : NULL;
}

const char *names_of_array(const void *array, size_t index)
{
    return ((const char *const *)array)[index];
}

void names_join(text *out, names_next next, const void *state, const char *before, const char *after)
{
    const char *one;
    for (size_t i = 0; (one = next(state, i)) != NULL; i++) {
        if (i > 0) {
            text_put(out, next(state, i + 1) ? ", " : " or ");
        }
        text_print(out, "%s%s%s", before, one, after);
    }
}
