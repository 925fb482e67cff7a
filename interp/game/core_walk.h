/* Core, part four: paths that no table holds, walked leg by leg over the board. Included by core.c.
 *
 * Hoppers, bent riders, captures on the way. A path has at most BETZA_LEGS_MAX legs, so the recursion is shallow. The cell
 * that the man left counts as empty. In attack mode `target` stands for an enemy of the walker, whatever is there.
 */

enum { WALK_FOUND_MAX = 4096 };

typedef struct walk_end {
    cell_id to, taken; /* taken: CELL_NONE, or a man taken on the way */
} walk_end;

typedef struct walker {
    const pos *p;
    const walk *path;
    unsigned from;
    int owner;
    bits takeable;
    const piece_set *victims; /* of these, only such pieces; NULL: any */
    bits occupied;
    unsigned target; /* CELL_NONE outside attack mode */
    unsigned gone;   /* where a man was taken on the way: empty for the legs that follow */
    bool attack_only;
    bool attacks_target;
    bits reached; /* ends of moves that take nobody on the way: each is one move, whatever the way */
    walk_end *ends;
    unsigned count;
} walker;

static bool walker_empty(const walker *w, unsigned cell)
{
    return cell == w->gone || (cell != w->target && (cell == w->from || !bits_has(w->occupied, cell)));
}

static bool walker_enemy(const walker *w, unsigned cell)
{
    if (cell == w->target && cell != w->gone) {
        return true;
    }
    return !walker_empty(w, cell) && bits_has(w->takeable, cell);
}

static bool walker_takes(const walker *w, unsigned cell)
{
    return walker_enemy(w, cell) && (!w->victims || names_man_at(w->p, w->victims, cell, w->owner));
}

/* Nobody takes a royal man of his own; where men stand on each other he may be stood on if he might be taken. */
static bool own_spared(const pos *p, man_id man)
{
    return p->game->stacks ? spared(p, man) : p->game->man_royal[man];
}

static bool walker_own(const walker *w, unsigned cell)
{
    return !walker_empty(w, cell) && cell != w->target && bits_has(w->p->owned[w->owner], cell) &&
           (!w->victims || set_has(w->victims->bits, piece_at(w->p, cell))) && !own_spared(w->p, w->p->board[cell]) &&
           !bits_has(closed_to_own(w->p, w->owner), cell);
}

/* Two ways to one end that take the same are one move. */
static void add_end(walker *w, unsigned cell, unsigned taken)
{
    bool again = taken == CELL_NONE && bits_has(w->reached, cell);
    for (unsigned i = 0; taken != CELL_NONE && i < w->count && !again; i++) {
        again = w->ends[i].to == cell && w->ends[i].taken == taken;
    }
    if (!again && w->count < WALK_FOUND_MAX) {
        w->ends[w->count++] = (walk_end){(cell_id)cell, (cell_id)taken};
        w->reached = taken == CELL_NONE ? bits_or(w->reached, bits_cell(cell)) : w->reached;
    }
}

static void walker_end(walker *w, unsigned cell, unsigned taken, uint16_t modes)
{
    bool fits = (modes & LEG_MOVE && walker_empty(w, cell)) || (modes & LEG_CAPTURE && walker_takes(w, cell)) ||
                (modes & LEG_OWN && walker_own(w, cell));
    const uint64_t *allowed = w->p->game->allowed[w->owner];
    if (!fits || (cell == w->from && taken == CELL_NONE) ||
        (w->path->to != UINT32_MAX && !set_has(w->p->game->sets + w->path->to, cell)) ||
        (allowed && !set_has(allowed + (size_t)w->from * CORE_WORDS, cell))) {
        return;
    }
    if (taken == w->target || cell == w->target) {
        w->attacks_target |= w->target != CELL_NONE;
    }
    if (!w->attack_only) {
        add_end(w, cell, taken);
    }
}

static void walk_from(walker *w, unsigned leg, unsigned at, unsigned taken);

/* The man has come to `cell` by leg `leg`: it ends here, or goes on. */
static void walk_arrive(walker *w, unsigned leg, unsigned cell, unsigned taken)
{
    const walk_leg *l = &w->path->leg[leg];
    if (leg + 1u == w->path->legs) {
        walker_end(w, cell, taken, l->modes);
        return;
    }
    if (l->flags & LEG_OCCUPIED && !walker_empty(w, cell)) {
        walk_from(w, leg + 1, cell, taken);
        return;
    }
    if (taken == CELL_NONE &&
        ((l->modes & LEG_CAPTURE && walker_takes(w, cell)) || (l->modes & LEG_OWN && walker_own(w, cell)))) {
        w->gone = cell;
        walk_from(w, leg + 1, cell, cell);
        w->gone = CELL_NONE;
    } else if (l->modes & LEG_MOVE && walker_empty(w, cell)) {
        walk_from(w, leg + 1, cell, taken);
    }
}

static void walk_hop(walker *w, unsigned leg, unsigned at, unsigned taken)
{
    const walk_leg *l = &w->path->leg[leg];
    const topology *t = &w->p->game->topology;
    unsigned way = l->vector;
    int steps = 0;
    bool hopped = false;
    for (unsigned cell = topology_step(t, &way, at); cell != CELL_NONE && steps <= t->cells;
         cell = topology_step(t, &way, cell)) {
        steps++;
        if (leg == 0 && cell == w->from) {
            return; /* once round a board that is glued to itself */
        }
        if (l->range && steps > l->range + (l->flags & LEG_GRASS ? 1 : 0)) {
            return;
        }
        if (hopped) {
            walk_arrive(w, leg, cell, taken);
            if (l->flags & LEG_GRASS || !walker_empty(w, cell)) {
                return;
            }
        } else if (!walker_empty(w, cell)) {
            hopped = true;
        }
    }
}

static void walk_from(walker *w, unsigned leg, unsigned at, unsigned taken)
{
    const walk_leg *l = &w->path->leg[leg];
    if (l->flags & (LEG_CANNON | LEG_GRASS)) {
        walk_hop(w, leg, at, taken);
        return;
    }
    const topology *t = &w->p->game->topology;
    unsigned way = l->vector;
    int steps = 0;
    bool skip = l->flags & LEG_JUMP && l->range != 1;
    int through = l->through;
    for (unsigned cell = topology_step(t, &way, at); cell != CELL_NONE && steps <= t->cells;
         cell = topology_step(t, &way, cell)) {
        steps++;
        if (leg == 0 && cell == w->from) {
            return;
        }
        if (l->range && steps > l->range) {
            return;
        }
        if (!(skip && steps == 1)) {
            walk_arrive(w, leg, cell, taken);
        }
        if (!walker_empty(w, cell) && !(skip && steps == 1) && --through < 0) {
            return;
        }
    }
}

static bits walk_attackers(const pos *p, unsigned cell, int by, bits occupied)
{
    const game *g = p->game;
    bits found = bits_none();
    const bits usual = takeable_by(p, by);
    for (int type = 0; type < g->types; type++) {
        man_id man = game_man(g, by, type);
        const man_plan *plan = &g->plans[man];
        if (!plan->walks) {
            continue;
        }
        for (bits men = men_moved_as(p, man); !bits_empty(men);) {
            unsigned from = bits_pop(&men);
            bool nobodys = g->nobody >= 0 && g->man_owner[p->board[from]] == g->nobody;
            bits takeable = nobodys ? takeable_for_nobody(p, by) : usual;
            for (uint32_t i = plan->special_start[from]; i < plan->special_start[from + 1]; i++) {
                const special *s = &plan->specials[i];
                if (s->kind != SPECIAL_WALK || !s->checks || from == cell ||
                    (s->right >= 0 && !(p->state.rights >> s->right & 1))) {
                    continue;
                }
                walker w = {.p = p,
                            .path = &g->walks[s->walk],
                            .from = from,
                            .owner = by,
                            .takeable = takeable,
                            .victims = s->victims,
                            .occupied = occupied,
                            .target = cell,
                            .gone = CELL_NONE,
                            .attack_only = true,
                            .reached = bits_none(),
                            .ends = NULL};
                walk_from(&w, 0, from, CELL_NONE);
                if (w.attacks_target) {
                    bits_flip(&found, from);
                    break;
                }
            }
        }
    }
    return found;
}
