/* Effects of hooks on a move: a wrapper around the position's hooks passes every call on, and writes down which
 * hooks add effects, and which, in their order. */
#include "explain/explain_internal.h"

static void print_effect(const explainer *e, const effect *f)
{
    const ruleset *rules = e->v->rules;
    const char *cell = f->cell >= 0 && f->cell < e->v->cells ? cell_name(e, (unsigned)f->cell) : "";
    const char *to = f->to >= 0 && f->to < e->v->cells ? cell_name(e, (unsigned)f->to) : "";
    const char *owner = f->owner >= 0 && f->owner < e->v->players ? player_name(e, f->owner) : "";
    const char *piece = f->piece >= 0 && (size_t)f->piece < rules->piece_count ? rules->pieces[f->piece].name : "piece";
    const char *counter =
        f->counter >= 0 && (size_t)f->counter < rules->counter_count ? rules->counters[f->counter] : "";
    switch (f->kind) {
    case EFFECT_CAPTURE:
        text_print(e->out, "capture %s", cell);
        break;
    case EFFECT_PUT:
        text_print(e->out, "put %s%s%s on %s", owner, *owner ? " " : "", piece, cell);
        break;
    case EFFECT_TRANSFORM:
        text_print(e->out, "transform %s into %s %s", cell, text_article(piece), piece);
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
    case EFFECT_NEXT_PLAYER:
        text_print(e->out, "%s acts next", owner);
        break;
    case EFFECT_ROLL:
        text_print(e->out, "the dice are rolled for %s", owner);
        break;
    case EFFECT_USE_DIE:
        text_print(e->out, "a die showing %d is used up", f->amount);
        break;
    case EFFECT_TO_HAND:
        text_print(e->out, "return %s to its owner's hand", cell);
        break;
    case EFFECT_BURY:
        text_print(e->out, "put %s %s under the stack on %s", text_article(piece), piece, cell);
        break;
    case EFFECT_RIGHT:
        text_print(e->out, "a right of %s is %s", owner, f->amount ? "given back" : "lost");
        break;
    case EFFECT_EN_PASSANT:
        text_print(e->out, "open %s to en passant", cell);
        break;
    case EFFECT_HALFMOVE_CLOCK:
        text_print(e->out, "the halfmove clock is %d", f->amount);
        break;
    }
}

/* ---- the wrapper ---- */

static bool log_after(void *host, int hook, const struct position *p, const move_facts *m, effect *effects, size_t room,
                      size_t *count)
{
    hook_logger *logger = host;
    const explainer *e = logger->e;
    if (!logger->real->after(logger->real->host, hook, p, m, effects, room, count)) {
        return false;
    }
    const rule_hook *rule = e->v->after_hooks[hook].rule;
    text_print(e->out, "hook %s: ", rule->function);
    for (size_t i = 0; i < *count && i < room; i++) {
        text_put(e->out, i ? ", " : "");
        print_effect(e, &effects[i]);
    }
    text_put(e->out, *count ? "" : "nothing");
    end_line(e, rule->location);
    return true;
}

static bool forward_legal(void *host, int hook, const struct position *p, const move_facts *m, bool *allowed, char *why,
                          size_t room)
{
    const live_hooks *real = ((hook_logger *)host)->real;
    return real->legal(real->host, hook, p, m, allowed, why, room);
}

static bool forward_made(void *host, int hook, const struct position *p, const struct undo *u, const move_facts *m,
                         bool *allowed, char *why, size_t room)
{
    const live_hooks *real = ((hook_logger *)host)->real;
    return real->made(real->host, hook, p, u, m, allowed, why, room);
}

static bool forward_list(void *host, int hook, const struct position *p, const move_facts *m, listed_move *out,
                         size_t room, size_t *count)
{
    const live_hooks *real = ((hook_logger *)host)->real;
    return real->list(real->host, hook, p, m, out, room, count);
}

static bool forward_pick(void *host, int hook, const struct position *p, const move_facts *m, size_t index,
                         effect *effects, size_t room, size_t *count, char *move_text)
{
    const live_hooks *real = ((hook_logger *)host)->real;
    return real->pick(real->host, hook, p, m, index, effects, room, count, move_text);
}

static bool forward_announce(void *host, int hook, const struct position *p, const move_facts *m, char *lines,
                             size_t room)
{
    const live_hooks *real = ((hook_logger *)host)->real;
    return real->announce(real->host, hook, p, m, lines, room);
}

static bool forward_ending(void *host, int ending, const struct position *p, int *winner, char *reason, size_t room)
{
    const live_hooks *real = ((hook_logger *)host)->real;
    return real->ending(real->host, ending, p, winner, reason, room);
}

static void forward_refuse(void *host, const char *message)
{
    const live_hooks *real = ((hook_logger *)host)->real;
    real->refuse(real->host, message);
}

static void forward_failed_in(void *host, const struct position *p, const struct undo *u, move m)
{
    const live_hooks *real = ((hook_logger *)host)->real;
    real->failed_in(real->host, p, u, m);
}

void hook_log_begin(hook_logger *logger, explainer *e)
{
    *logger = (hook_logger){.real = e->p->hooks, .e = e};
    if (logger->real) {
        logger->hooks = (live_hooks){logger,         log_after,         forward_legal,        forward_made,
                                     forward_list,   forward_pick,      forward_announce,     forward_ending,
                                     forward_refuse, forward_failed_in, logger->real->failed, logger->real->binding};
        e->p->hooks = &logger->hooks;
    }
}

void hook_log_end(hook_logger *logger)
{
    if (logger->real) {
        logger->real->failed |= logger->hooks.failed;
        logger->e->p->hooks = logger->real;
    }
}
