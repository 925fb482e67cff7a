#include "game/sight.h"

#include <string.h>

bool sight_hides(const game *g)
{
    return g->rules->sight.own_men || g->rules->sight.secret_count > 0;
}

bool sight_hides_men(const position *p)
{
    const rule_sight *sight = &p->game->rules->sight;
    return sight->own_men && (!sight->while_placing || position_placing(p));
}

bool sight_is_own(const game *g, int player, int owner)
{
    return !(g->enemies[player] >> owner & 1);
}

/* ---- the view ---- */

static bool is_seen(const position *p, int player, int cell)
{
    man_id man = p->board[cell];
    return !man || sight_is_own(p->game, player, p->game->man_owner[man]);
}

static void hide_tower(position *out, int cell)
{
    out->board[cell] = MAN_NONE;
    if (out->game->towers) {
        position_heights(out)[cell] = 0;
        for (size_t level = 0; level < TOWER_MAX; level++) {
            position_set_below(out, (size_t)cell * TOWER_MAX + level, MAN_NONE);
        }
    }
}

/* Rights, passed cells, marks and clocks tell of men: what does not speak of his own goes. */
static void hide_traces(const position *p, int player, position *out)
{
    const game *g = p->game;
    g->core->unmark(out);
    for (int cell = 0; cell < g->cells; cell++) {
        if (g->core->marked(p, (cell_id)cell) && p->board[cell] && is_seen(p, player, cell)) {
            g->core->mark(out, (cell_id)cell);
        }
    }
    for (int owner = 0; owner < g->players; owner++) {
        if (!sight_is_own(g, player, owner)) {
            out->state.rights &= ~g->player_rights[owner];
        }
    }
    out->state.passed_count = 0; /* even an own one says that an enemy stands ready to use it */
    memset(out->state.passed, 0, sizeof out->state.passed);
    out->state.quiet = 0;
    memset(out->more.checks, 0, sizeof out->more.checks);
}

static void hide_men(const position *p, int player, position *out)
{
    const game *g = p->game;
    for (int cell = 0; cell < g->cells; cell++) {
        if (!is_seen(p, player, cell)) {
            hide_tower(out, cell);
        }
    }
    for (int man = 1; man < g->men; man++) {
        if (!sight_is_own(g, player, g->man_owner[man])) {
            position_hand(out)[man] = 0;
        }
    }
    hide_traces(p, player, out);
}

static bool is_kept(const position *p, const rule_secret *secret, int player)
{
    bool open = secret->until >= 0 && p->more.counters[secret->until] != 0;
    return !open && !sight_is_own(p->game, player, secret->owner);
}

void sight_view(const position *p, int player, position *out)
{
    const rule_sight *sight = &p->game->rules->sight;
    position_copy(out, p);
    if (sight_hides_men(p)) {
        hide_men(p, player, out);
    }
    for (size_t i = 0; i < sight->secret_count; i++) {
        int16_t *value = &out->more.counters[sight->secrets[i].counter];
        if (*value && is_kept(p, &sight->secrets[i], player)) {
            *value = COUNTER_UNSEEN;
        }
    }
    p->game->core->refresh(out);
}

bool sight_shows(const position *before, const position *after, int player)
{
    const rule_sight *sight = &before->game->rules->sight;
    if (sight_is_own(before->game, player, before->state.mover)) {
        return true;
    }
    if (sight_hides_men(before)) {
        return false;
    }
    for (size_t i = 0; i < sight->secret_count; i++) {
        int counter = sight->secrets[i].counter;
        if (before->more.counters[counter] != after->more.counters[counter] &&
            is_kept(after, &sight->secrets[i], player)) {
            return false;
        }
    }
    return true;
}

/* ---- attempts ---- */

static bool same_way(const move_list *list, move m)
{
    for (size_t i = 0; i < list->count; i++) {
        move other = list->moves[i];
        if (move_from(other) == move_from(m) && move_to(other) == move_to(m) && move_into(other) == move_into(m)) {
            return true;
        }
    }
    return false;
}

/* A man of the other side that anybody may take; MAN_NONE when there is none. */
static man_id some_enemy(const position *p)
{
    const game *g = p->game;
    for (int man = 1; man < g->men; man++) {
        if (!sight_is_own(g, p->state.mover, g->man_owner[man]) && !g->man_royal[man]) {
            return (man_id)man;
        }
    }
    return MAN_NONE;
}

/* Adds what could be taken on the empty cell if a man stood there. */
static void add_captures_on(position *view, move_list *list, cell_id cell, man_id enemy)
{
    const core *c = view->game->core;
    move moves[1024];
    move_list found = {moves, 0, sizeof moves / sizeof *moves, false};
    c->put(view, cell, enemy);
    c->pseudo(view, &found);
    c->put(view, cell, MAN_NONE);
    for (size_t i = 0; i < found.count; i++) {
        if (move_to(moves[i]) == cell && move_kind_of(moves[i]) != MOVE_HOOK && !same_way(list, moves[i])) {
            if (list->count == list->room) {
                list->overflow = true;
                return;
            }
            list->moves[list->count++] = moves[i];
        }
    }
}

void sight_tries(position *view, move_list *list, bool captures_only)
{
    const game *g = view->game;
    if (!captures_only) {
        g->core->legal(view, list);
    }
    man_id enemy = some_enemy(view);
    if (!g->rules->sight.attempts || !sight_hides_men(view) || position_placing(view) || !enemy) {
        return;
    }
    for (int cell = 0; cell < g->cells; cell++) {
        if (!view->board[cell]) {
            add_captures_on(view, list, (cell_id)cell, enemy);
        }
    }
}

/* ---- questions ---- */

bool sight_concerns(const position *p, const rule_ask *ask, move m)
{
    unsigned from = move_from(m);
    man_id man = from < (unsigned)p->game->cells ? p->board[from] : MAN_NONE;
    for (size_t i = 0; man && i < ask->piece_count; i++) {
        if (p->game->type[p->game->man_type[man]].piece == ask->pieces[i]) {
            return true;
        }
    }
    return false;
}

static bool takes(const position *p, move m)
{
    move_kind kind = move_kind_of(m);
    return kind == MOVE_PASSING || kind == MOVE_LOCUST || kind == MOVE_CHAIN ||
           ((kind == MOVE_STEP || kind == MOVE_DOUBLE) && p->board[move_to(m)]);
}

int sight_answer(position *p, const rule_ask *ask, move *scratch, size_t room)
{
    move_list list = {scratch, 0, room, false};
    int count = 0;
    p->game->core->legal(p, &list);
    for (size_t i = 0; i < list.count; i++) {
        bool counts = takes(p, scratch[i]) && sight_concerns(p, ask, scratch[i]);
        for (size_t k = 0; k < i && counts; k++) {
            counts = move_from(scratch[k]) != move_from(scratch[i]) || move_to(scratch[k]) != move_to(scratch[i]);
        }
        count += counts;
    }
    return count;
}

const rule_ask *sight_question(const game *g, const char *words)
{
    const rule_sight *sight = &g->rules->sight;
    for (size_t i = 0; i < sight->ask_count; i++) {
        size_t length = strlen(sight->asks[i].word);
        if (strncmp(sight->asks[i].word, words, length) == 0 && strcmp(words + length, "?") == 0) {
            return &sight->asks[i];
        }
    }
    return NULL;
}

/* ---- announcements ---- */

static bool wants(const game *g, const game_hook *h, const move_facts *f)
{
    const rule_hook *rule = h->rule;
    return !(rule->captures_only && f->taken < 0) && !(rule->drops_only && !f->drop) &&
           (!rule->piece_count || set_has(h->movers, (unsigned)f->piece)) &&
           (!rule->taken_count || (f->taken >= 0 && set_has(h->taken, (unsigned)f->taken))) &&
           set_has(g->sets + h->to[f->owner], (unsigned)f->to);
}

bool sight_announce(const position *after, const move_facts *facts, char *lines)
{
    const game *g = after->game;
    live_hooks *hooks = after->hooks;
    size_t used = 0;
    lines[0] = '\0';
    for (int i = 0; i < g->announce_count && facts && hooks && !hooks->failed; i++) {
        char own[LINES_MAX];
        if (!wants(g, &g->announces[i], facts)) {
            continue;
        }
        if (!hooks->announce(hooks->host, i, after, facts, own, sizeof own)) {
            hooks->failed = true;
            break;
        }
        size_t length = strlen(own);
        if (used + length + 1 > LINES_MAX) {
            hooks->refuse(hooks->host, "more lines than one move can have");
            hooks->failed = true;
            break;
        }
        memcpy(lines + used, own, length + 1);
        used += length;
    }
    return !(hooks && hooks->failed);
}
