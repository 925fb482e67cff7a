/* Hook tables: the live hooks of the rules by kind, with the pieces and zones that each is about. */

#include "compile/variant_build.h"

bool hook_exists(const staged_hooks *hooks, diag_list *diags, const char *function, location at)
{
    bool exists = hooks && hooks->has(hooks->host, function);
    if (!exists && hooks) {
        hooks->report_missing(hooks->host, diags, at, function);
    } else if (!exists) {
        diag_error(diags, CODE_NO_FUNCTION, at, "there is no script that has a function `%s`", function);
    }
    return exists;
}

static bool only_leaps(const piece_moves *p)
{
    return !p->slide_count && !p->special_start && !p->promotion && !p->jump_count && !p->leap_own &&
           !p->captures_transform;
}

/* The pieces whose moves the hook is about. */
static bool list_hook_pieces(variant *v, variant_hook *h)
{
    h->only_leapers = true;
    for (int player = 0; player < v->players; player++) {
        piece_id *pieces = arena_new(&v->arena, piece_id, (size_t)v->types);
        int count = 0;
        for (int type = 0; pieces && type < v->types; type++) {
            piece_id piece = variant_piece(v, player, type);
            if (!h->rule->piece_count || set_has(h->movers, (unsigned)v->type[type].rule_piece_index)) {
                pieces[count++] = piece;
                h->only_leapers = h->only_leapers && only_leaps(&v->moves[piece]);
            }
        }
        h->pieces[player] = pieces;
        h->piece_count = count;
        if (!pieces) {
            return false;
        }
    }
    return true;
}

static bool reserve_hooks(variant *v)
{
    size_t room = v->rules->hook_count + 1;
    v->after_hooks = arena_new(&v->arena, variant_hook, room);
    v->legal_hooks = arena_new(&v->arena, variant_hook, room);
    v->made_hooks = arena_new(&v->arena, variant_hook, room);
    v->choice_hooks = arena_new(&v->arena, variant_hook, room);
    v->moves_hooks = arena_new(&v->arena, variant_hook, room);
    v->announce_hooks = arena_new(&v->arena, variant_hook, room);
    return v->after_hooks && v->legal_hooks && v->made_hooks && v->choice_hooks && v->moves_hooks && v->announce_hooks;
}

/* The next free place among the hooks of one kind. */
static variant_hook *next_hook(variant *v, hook_at at)
{
    switch (at) {
    case HOOK_AFTER:
        return &v->after_hooks[v->after_hook_count++];
    case HOOK_LEGAL:
        return &v->legal_hooks[v->legal_hook_count++];
    case HOOK_MADE:
        return &v->made_hooks[v->made_hook_count++];
    case HOOK_ANNOUNCE:
        return &v->announce_hooks[v->announce_hook_count++];
    case HOOK_CHOICES:
        return &v->choice_hooks[v->choice_hook_count++];
    default:
        return &v->moves_hooks[v->moves_hook_count++];
    }
}

static bool hook_zones(variant *v, diag_list *diags, variant_hook *h)
{
    static const bool nowhere[CELLS_MAX];
    const rule_hook *rule = h->rule;
    for (size_t player = 0; player < (size_t)v->owners; player++) {
        h->to[player] = build_zone(v, diags, &rule->to, player);
        h->occupied[player] =
            rule->full.string ? build_zone(v, diags, &rule->full, player) : build_set(v, diags, nowhere);
        if (h->to[player] == UINT32_MAX || h->occupied[player] == UINT32_MAX) {
            return false;
        }
    }
    return true;
}

static bool build_hook(variant *v, diag_list *diags, const rule_hook *rule)
{
    variant_hook *h = next_hook(v, rule->at);
    h->rule = rule;
    v->has_setup_phase |= rule->at == HOOK_MOVES && rule->exclusive;
    v->has_hook_effects |= rule->at == HOOK_AFTER && rule->changes != CHANGES_COUNTERS;
    v->hooks_change_board |= rule->at == HOOK_AFTER && rule->changes == CHANGES_BOARD;
    for (size_t k = 0; k < rule->piece_count; k++) {
        set_put(h->movers, (unsigned)rule->pieces[k]);
    }
    for (size_t k = 0; k < rule->captured_count; k++) {
        set_put(h->captured, (unsigned)rule->captured[k]);
    }
    if (!list_hook_pieces(v, h)) {
        return diag_out_of_memory(diags);
    }
    if (!hook_zones(v, diags, h)) {
        return false;
    }
    if (v->choice_hook_count > 1) {
        diag_error(diags, CODE_CHOICE_HOOKS, rule->location, "only one hook of a variant can offer choices");
        return false;
    }
    return true;
}

bool hooks_build(variant *v, diag_list *diags)
{
    if (!reserve_hooks(v)) {
        return diag_out_of_memory(diags);
    }
    for (size_t i = 0; i < v->rules->hook_count; i++) {
        if (!build_hook(v, diags, &v->rules->hooks[i])) {
            return false;
        }
    }
    v->hooks_judge_moves = v->legal_hook_count || v->made_hook_count || v->rules->checks.forbidden;
    return true;
}
