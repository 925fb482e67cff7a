#include "search/search_params.h"

#include <stddef.h>
#include <string.h>

typedef struct param_row {
    const char *name;
    size_t offset;
    int value, least, greatest;
} param_row;

static const param_row rows[] = {
#define PARAM_ROW(name, value, least, greatest) {#name, offsetof(search_params, name), value, least, greatest},
    SEARCH_PARAMS(PARAM_ROW)
#undef PARAM_ROW
};

enum { ROWS = sizeof rows / sizeof *rows };

static int *param_at(search_params *p, const param_row *row)
{
    return (int *)(void *)((char *)p + row->offset);
}

void search_params_init(search_params *p)
{
    for (size_t i = 0; i < ROWS; i++) {
        *param_at(p, &rows[i]) = rows[i].value;
    }
}

static const char *param_name(const void *state, size_t index)
{
    (void)state;
    return index < ROWS ? rows[index].name : NULL;
}

static bool apply_constant(search_params *p, const tuning_constant *c, diag_list *diags)
{
    for (size_t i = 0; i < ROWS; i++) {
        if (strcmp(rows[i].name, c->name) != 0) {
            continue;
        }
        if (c->value < rows[i].least || c->value > rows[i].greatest) {
            diag_error(diags, CODE_TUNING_NUMBERS, c->location, "`%s` goes from %d to %d", c->name, rows[i].least,
                       rows[i].greatest);
            return false;
        }
        *param_at(p, &rows[i]) = c->value;
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
