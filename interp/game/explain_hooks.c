/* What hooks add to a move: somebody stands between the position and its live hooks, passes every question on, and writes down
 * which of them add effects, and which effects, in their order. */
#include "game/explain_words.h"

static void tell_effect(const explainer *e, const effect *f)
{
    const ruleset *rules = e->g->rules;
    const char *cell = f->cell >= 0 && f->cell < e->g->cells ? cell_name(e, (unsigned)f->cell) : "";
    const char *to = f->to >= 0 && f->to < e->g->cells ? cell_name(e, (unsigned)f->to) : "";
    const char *owner = f->owner >= 0 && f->owner < e->g->players ? player_name(e, f->owner) : "";
    const char *piece = f->piece >= 0 && (size_t)f->piece < rules->piece_count ? rules->pieces[f->piece].name : "man";
    const char *counter =
        f->counter >= 0 && (size_t)f->counter < rules->counter_count ? rules->counters[f->counter] : "";
    switch (f->kind) {
    case EFFECT_TAKE:
        text_print(e->out, "take %s", cell);
        break;
    case EFFECT_PUT:
        text_print(e->out, "put %s%s%s on %s", owner, *owner ? " " : "", piece, cell);
        break;
    case EFFECT_TURN:
        text_print(e->out, "turn %s into a %s", cell, piece);
        break;
    case EFFECT_GIVE:
        text_print(e->out, "give %s to %s", cell, owner);
        break;
    case EFFECT_MOVE:
        text_print(e->out, "move %s to %s", cell, to);
        break;
    case EFFECT_HAND:
        text_print(e->out, "hand of %s: %s %+d", owner, piece, f->amount);
        break;
    case EFFECT_COUNTER_ADD:
        text_print(e->out, "counter %s %+d", counter, f->amount);
        break;
    case EFFECT_COUNTER_SET:
        text_print(e->out, "counter %s = %d", counter, f->amount);
        break;
    case EFFECT_ACTS:
        text_print(e->out, "%s acts next", owner);
        break;
    case EFFECT_ROLL:
        text_print(e->out, "the dice are thrown for %s", owner);
        break;
    case EFFECT_DIE:
        text_print(e->out, "a die showing %d is used up", f->amount);
        break;
    case EFFECT_LIFT:
        text_print(e->out, "take %s back into its owner's hand", cell);
        break;
    case EFFECT_BURY:
        text_print(e->out, "put a %s under the tower on %s", piece, cell);
        break;
    case EFFECT_RIGHT:
        text_print(e->out, "a right of %s is %s", owner, f->amount ? "given back" : "lost");
        break;
    case EFFECT_PASSED:
        text_print(e->out, "open %s to en passant", cell);
        break;
    case EFFECT_QUIET:
        text_print(e->out, "the clock of quiet plies is %d", f->amount);
        break;
    }
}

/* ---- between the position and its hooks ---- */

static bool hear_after(void *host, int hook, const struct position *p, const move_facts *m, effect *effects,
                       size_t room, size_t *count)
{
    eavesdropper *own = host;
    const explainer *e = own->e;
    if (!own->real->after(own->real->host, hook, p, m, effects, room, count)) {
        return false;
    }
    const rule_hook *rule = e->g->after[hook].rule;
    text_print(e->out, "hook %s: ", rule->function);
    for (size_t i = 0; i < *count && i < room; i++) {
        text_put(e->out, i ? ", " : "");
        tell_effect(e, &effects[i]);
    }
    text_put(e->out, *count ? "" : "nothing");
    finish(e, rule->place);
    return true;
}

static bool pass_legal(void *host, int hook, const struct position *p, const move_facts *m, bool *allowed, char *why,
                       size_t room)
{
    const live_hooks *real = ((eavesdropper *)host)->real;
    return real->legal(real->host, hook, p, m, allowed, why, room);
}

static bool pass_made(void *host, int hook, const struct position *p, const move_facts *m, bool *allowed, char *why,
                      size_t room)
{
    const live_hooks *real = ((eavesdropper *)host)->real;
    return real->made(real->host, hook, p, m, allowed, why, room);
}

static bool pass_list(void *host, int hook, const struct position *p, const move_facts *m, listed_move *out,
                      size_t room, size_t *count)
{
    const live_hooks *real = ((eavesdropper *)host)->real;
    return real->list(real->host, hook, p, m, out, room, count);
}

static bool pass_pick(void *host, int hook, const struct position *p, const move_facts *m, size_t which,
                      effect *effects, size_t room, size_t *count, char *words)
{
    const live_hooks *real = ((eavesdropper *)host)->real;
    return real->pick(real->host, hook, p, m, which, effects, room, count, words);
}

static bool pass_announce(void *host, int hook, const struct position *p, const move_facts *m, char *lines, size_t room)
{
    const live_hooks *real = ((eavesdropper *)host)->real;
    return real->announce(real->host, hook, p, m, lines, room);
}

static bool pass_ending(void *host, int ending, const struct position *p, int *winner, char *reason, size_t room)
{
    const live_hooks *real = ((eavesdropper *)host)->real;
    return real->ending(real->host, ending, p, winner, reason, room);
}

static void pass_refuse(void *host, const char *words)
{
    const live_hooks *real = ((eavesdropper *)host)->real;
    real->refuse(real->host, words);
}

void eavesdrop_begin(eavesdropper *own, explainer *e)
{
    *own = (eavesdropper){.real = e->p->hooks, .e = e};
    if (own->real) {
        own->own = (live_hooks){own,       hear_after,    pass_legal,  pass_made,   pass_list,
                                pass_pick, pass_announce, pass_ending, pass_refuse, own->real->failed};
        e->p->hooks = &own->own;
    }
}

void eavesdrop_end(eavesdropper *own)
{
    if (own->real) {
        own->real->failed |= own->own.failed;
        own->e->p->hooks = own->real;
    }
}
