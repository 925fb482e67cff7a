#include "search/network_adopt.h"

#include <string.h>

static int type_named(const network *n, const char *name)
{
    int found = -1;
    for (int i = 0; i < n->types && found < 0; i++) {
        found = strcmp(n->type_name[i], name) == 0 ? i : -1;
    }
    return found;
}

static void take_feature(network *n, size_t to, const network *from, size_t at, size_t count)
{
    const size_t hidden = (size_t)n->hidden;
    memcpy(n->rows + to * hidden, from->rows + at * hidden, count * hidden * sizeof *n->rows);
    memcpy(n->linear + to, from->linear + at, count * sizeof *n->linear);
}

/* What stands on the board. False where no type has the same name. */
static bool take_cells(network *n, const network *from, const variant *v)
{
    const size_t cells = (size_t)v->cells;
    const int sides = v->neutral_owner >= 0 && from->features >= 3 * from->types * from->cells ? 3 : 2;
    bool any = false;
    for (int type = 0; type < v->types; type++) {
        const int other = n->type_name[type] ? type_named(from, n->type_name[type]) : -1;
        for (int side = 0; other >= 0 && side < sides; side++) {
            take_feature(n, (size_t)(side * v->types + type) * cells, from,
                         (size_t)(side * from->types + other) * cells, cells);
            any = true;
        }
    }
    return any;
}

/* Whether both mean the same thing, in rules of their own. */
static bool is_same_item(const network *n, const network_layout *to, const network_item *item, const network *from,
                         const network_layout *of, const network_item *other)
{
    const variant *v = to->variant, *w = of->variant;
    if (item->kind != other->kind) {
        return false;
    }
    switch (item->kind) {
    case ITEM_HAND:
        return v->owner_of[item->index] == w->owner_of[other->index] &&
               strcmp(n->type_name[v->type_of[item->index]], from->type_name[w->type_of[other->index]]) == 0;
    case ITEM_STATE:
        return strcmp(v->rules->counters[item->index], w->rules->counters[other->index]) == 0;
    case ITEM_RIGHT:
        return v->right[item->index].player == w->right[other->index].player &&
               v->right[item->index].letter == w->right[other->index].letter;
    case ITEM_CHECKS:
    case ITEM_TURN_PLY:
        return item->index == other->index;
    }
    return false;
}

static void take_items(network *n, const network_layout *to, const network *from, const network_layout *of)
{
    for (int i = 0; i < to->item_count; i++) {
        const network_item *item = &to->items[i];
        for (int k = 0; k < of->item_count; k++) {
            const network_item *other = &of->items[k];
            if (is_same_item(n, to, item, from, of, other)) {
                const size_t count = item->most < other->most ? item->most : other->most;
                take_feature(n, item->first[0], from, other->first[0], count);
                take_feature(n, item->first[1], from, other->first[1], count);
            }
        }
    }
    take_feature(n, to->first_player, from, of->first_player, 2);
}

bool network_has_board(const network *n, const variant *v)
{
    return n->cells == v->cells && n->columns == v->topology.columns;
}

network *network_adopt(const network *from, const network_layout *of, const network_layout *to, arena *a)
{
    const variant *v = to->variant;
    if (!network_has_board(from, v) ||
        from->features / from->cells < 2 * from->types) { /* the last: a file that lies */
        return NULL;
    }
    const size_t features = (size_t)to->features;
    network *n = arena_new(a, network, 1);
    if (!n) {
        return NULL;
    }
    *n = *from;
    n->rules = network_fingerprint(v);
    n->parent = from->checksum;
    n->features = to->features;
    n->types = v->types;
    n->rows = arena_new(a, int16_t, features * (size_t)from->hidden);
    n->linear = arena_new(a, int32_t, features);
    n->type_name = arena_new(a, const char *, (size_t)v->types);
    for (int type = 0; !a->failed && type < v->types; type++) {
        n->type_name[type] = eval_params_type_name(a, v, type);
    }
    if (a->failed || !take_cells(n, from, v)) {
        return NULL;
    }
    if (of) {
        take_items(n, to, from, of);
    }
    return n;
}
