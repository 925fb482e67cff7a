/* Effects of hooks on a move: a wrapper around the position's hooks passes every call on, and writes down which
 * hooks add effects, and which, in their order. */
#include "explain/explain_internal.h"

/* The sentence of each kind of effect. */
static reason_kind kind_of_effect(const effect *f)
{
    switch (f->kind) {
    case EFFECT_CAPTURE:
        return REASON_DOES_CAPTURE;
    case EFFECT_PUT:
        return f->owner >= 0 ? REASON_DOES_PUT : REASON_DOES_PUT_NEUTRAL;
    case EFFECT_TRANSFORM:
        return REASON_DOES_TRANSFORM;
    case EFFECT_GIVE:
        return REASON_DOES_GIVE;
    case EFFECT_MOVE:
        return REASON_DOES_MOVE;
    case EFFECT_SWAP:
        return REASON_DOES_SWAP;
    case EFFECT_HAND:
        return REASON_DOES_HAND;
    case EFFECT_COUNTER_ADD:
        return REASON_DOES_COUNTER_ADD;
    case EFFECT_COUNTER_SET:
        return REASON_DOES_COUNTER_SET;
    case EFFECT_NEXT_PLAYER:
        return REASON_DOES_NEXT_PLAYER;
    case EFFECT_ROLL:
        return REASON_DOES_ROLL;
    case EFFECT_USE_DIE:
        return REASON_DOES_USE_DIE;
    case EFFECT_TO_HAND:
        return REASON_DOES_TO_HAND;
    case EFFECT_PUT_UNDER:
        return REASON_DOES_PUT_UNDER;
    case EFFECT_RIGHT:
        return f->amount ? REASON_DOES_RIGHT_BACK : REASON_DOES_RIGHT_LOST;
    case EFFECT_EN_PASSANT:
        return REASON_DOES_EN_PASSANT;
    case EFFECT_HALFMOVE_CLOCK:
        return REASON_DOES_CLOCK;
    }
    return REASON_DOES_NOTHING;
}

static const char *effect_sentence(const explainer *e, const effect *f)
{
    const ruleset *rules = e->v->rules;
    bool cell = f->cell >= 0 && f->cell < e->v->cells, to = f->to >= 0 && f->to < e->v->cells;
    reason r = {
        .kind = kind_of_effect(f),
        .cells = {cell ? cell_name(e, (unsigned)f->cell) : NULL, to ? cell_name(e, (unsigned)f->to) : NULL},
        .player = f->owner >= 0 && f->owner < e->v->players ? player_name(e, f->owner) : NULL,
        .piece = f->piece >= 0 && (size_t)f->piece < rules->piece_count ? rules->pieces[f->piece].name : "piece",
        .key = f->counter >= 0 && (size_t)f->counter < rules->counter_count ? rules->counters[f->counter] : NULL,
        .number = f->amount};
    return reason_sentence(e->list, &r);
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
    text words = {0};
    for (size_t i = 0; i < *count && i < room; i++) {
        text_print(&words, "%s%s", i ? ", " : "", effect_sentence(e, &effects[i]));
    }
    const reason nothing = {.kind = REASON_DOES_NOTHING};
    say(e, (reason){.kind = REASON_HOOK_EFFECTS,
                    .key = rule->function,
                    .words = *count ? text_string(&words) : reason_sentence(e->list, &nothing),
                    .at = rule->location});
    e->list->language.arena->failed |= words.failed;
    text_finish(&words);
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

static bool forward_ending(void *host, int ending, const struct position *p, int *winner, char *why, size_t room)
{
    const live_hooks *real = ((hook_logger *)host)->real;
    return real->ending(real->host, ending, p, winner, why, room);
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

void hook_log_begin(hook_logger *logger, explainer *e, const capture_log *captures)
{
    *logger = (hook_logger){.real = e->p->hooks, .e = e};
    if (logger->real) {
        logger->hooks = (live_hooks){.host = logger,
                                     .after = log_after,
                                     .legal = forward_legal,
                                     .made = forward_made,
                                     .list = forward_list,
                                     .pick = forward_pick,
                                     .announce = forward_announce,
                                     .ending = forward_ending,
                                     .refuse = forward_refuse,
                                     .failed_in = forward_failed_in,
                                     .failed = logger->real->failed,
                                     .binding = logger->real->binding,
                                     .capture_log = captures};
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
