#include "search/search_params.h"

#include <stddef.h>
#include <string.h>

static const search_param rows[] = {
#define PARAM_ROW(name, value, least, greatest) {#name, offsetof(search_params, name), value, least, greatest},
    SEARCH_PARAMS(PARAM_ROW)
#undef PARAM_ROW
};

const search_param *search_param_at(int i)
{
    return &rows[i];
}

int *search_param_of(search_params *p, int i)
{
    return (int *)(void *)((char *)p + rows[i].offset);
}

void search_params_init(search_params *p)
{
    for (int i = 0; i < SEARCH_PARAM_COUNT; i++) {
        *search_param_of(p, i) = rows[i].value;
    }
}

tuning_constant *search_params_constants(search_params *p, arena *a, size_t *count)
{
    tuning_constant *all = arena_new(a, tuning_constant, SEARCH_PARAM_COUNT);
    *count = 0;
    for (int i = 0; all && i < SEARCH_PARAM_COUNT; i++) {
        const int found = *search_param_of(p, i);
        if (found != rows[i].value) {
            all[(*count)++] = (tuning_constant){.name = rows[i].name, .value = found};
        }
    }
    return all;
}

static const char *param_name(const void *state, size_t index)
{
    (void)state;
    return index < SEARCH_PARAM_COUNT ? rows[index].name : NULL;
}

static bool apply_constant(search_params *p, const tuning_constant *c, diag_list *diags)
{
    for (int i = 0; i < SEARCH_PARAM_COUNT; i++) {
        if (strcmp(rows[i].name, c->name) != 0) {
            continue;
        }
        if (c->value < rows[i].least || c->value > rows[i].greatest) {
            diag_error(diags, CODE_TUNING_NUMBERS, c->location, "`%s` goes from %d to %d", c->name, rows[i].least,
                       rows[i].greatest);
            return false;
        }
        *search_param_of(p, i) = c->value;
        return true;
    }
    diag_error(diags, CODE_TUNING_NAME, c->location, "the search has no constant `%s`", c->name);
    const char *nearest = text_nearest(c->name, param_name, NULL);
    if (nearest) {
        diag_did_you_mean(diags, nearest);
    }
    return false;
}

bool search_params_apply(search_params *p, const tuning *t, diag_list *diags)
{
    bool ok = true;
    for (size_t i = 0; ok && i < t->constant_count; i++) {
        ok = apply_constant(p, &t->constants[i], diags);
    }
    return ok;
}

void search_params_of_tuning(search_params *p, const tuning *t)
{
    search_params_init(p);
    if (t) {
        diag_list ignored;
        diag_list_init(&ignored);
        (void)search_params_apply(p, t, &ignored);
        diag_list_finish(&ignored);
    }
}
