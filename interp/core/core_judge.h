/* Core: how listed moves are judged, the same for all lists and counts. Included by core.c.
 *
 * Four things may decide, in this order: what turn, dice and hand allow; what the masks of a turn of several plies leave
 * open; what the position tells of a step before it is played; and playing the move. Hooks judge the moves that leave
 * the own royal safe. A move_judge says which of these are decided already, by the way in which the moves were listed.
 */

static bool is_legal_by(pos *p, move_judge *judge, move m)
{
    if (judge->turn && !turn_rules_allow(p, m)) {
        return false;
    }
    if (judge->plies) {
        return ply_is_legal(p, m, (ply_masks)judge->plies, judge->filter);
    }
    if (!judge->pseudo) {
        return judge->filter ? !refused_by_hook(p, m, false, NULL, judge->filter) : !refused_by_rule(p, m);
    }
    switch (judge->safe ? verdict_on(p, judge->safe, m) : VERDICT_DOUBTFUL) {
    case VERDICT_SAFE:
        return !(p->variant->hooks_judge_moves && refused_by_rule(p, m));
    case VERDICT_UNSAFE:
        return false;
    default:
        return core_is_legal(position_of(p), m);
    }
}

/* Keeps the legal ones of the moves from `first` on. `one`: a single one is enough. */
static void keep_legal(pos *p, move_list *list, size_t first, move_judge *judge, bool one)
{
    size_t kept = first;
    for (size_t i = first; i < list->count && !(one && kept > first); i++) {
        if (is_legal_by(p, judge, list->moves[i])) {
            list->moves[kept++] = list->moves[i];
        }
    }
    list->count = kept;
}
