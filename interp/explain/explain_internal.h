/* What the explain_*.c files share: the context, and how pieces, players and locations are written. */
#ifndef FERZ_EXPLAIN_EXPLAIN_INTERNAL_H
#define FERZ_EXPLAIN_EXPLAIN_INTERNAL_H

#include "explain/reason.h"
#include "play/outcome.h"
#include "play/written_move.h"
#include "compile/movement_find.h"

#include <string.h>

typedef struct explainer {
    game_history *history;
    const variant *v;
    position *p;
    const char *move_text; /* the move as the user wrote it */
    char first_half[MOVE_TEXT_MAX];
    reason_list *list;
} explainer;

static inline const char *type_name(const explainer *e, piece_id piece)
{
    return e->v->type[e->v->type_of[piece]].name;
}

static inline const char *player_name(const explainer *e, int player)
{
    return e->v->rules->players[player].name;
}

static inline const char *owner_name(const explainer *e, piece_id piece)
{
    int owner = e->v->owner_of[piece];
    return owner < e->v->players ? player_name(e, owner) : "nobody";
}

static inline const char *cell_name(const explainer *e, unsigned cell)
{
    return e->v->topology.names[cell];
}

static inline const rule_piece *piece_rule(const explainer *e, piece_id piece)
{
    return &e->v->rules->pieces[e->v->type[e->v->type_of[piece]].rule_piece_index];
}

/* Adds a reason. */
static inline void say(const explainer *e, reason r)
{
    reason_add(e->list, &r);
}

/* A text that somebody typed or a script made, escaped, for `words` and `key`. */
const char *escaped(const explainer *e, const char *bytes, size_t length);

/* Says of the first royal piece of the player that is attacked, and by which piece, with this kind. False when none is
 * attacked. */
bool explain_attackers(explainer *e, int player, reason_kind kind);

/* Logs the effects of hooks: between begin and end the position's hooks are wrapped, and each hook that adds
 * effects writes a line; `captures` gets what they capture. Both must stay where they are until the end. */
typedef struct hook_logger {
    live_hooks hooks; /* the wrapper that the position is given */
    live_hooks *real;
    explainer *e;
} hook_logger;
void hook_log_begin(hook_logger *logger, explainer *e, const capture_log *captures);
void hook_log_end(hook_logger *logger);

/* Says why the move is illegal. `legal` are the legal moves; `pseudo` has room for as many. */
void explain_illegal(explainer *e, const move_list *legal, move_list *pseudo);

#endif
