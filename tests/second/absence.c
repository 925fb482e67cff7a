/* Players who miss their turns: what is true of their men meanwhile, and how they come back. */
#include "second.h"

#include <stdio.h>
#include <string.h>

/* What stands in the state NAME-missed; BACK and more: he has moved again, with the man on that cell. */
enum { IN_THE_GAME, MATED, STALEMATED, OUT, BACK };

static void read_absent(const tree *from, absent *a)
{
    a->untouchable = tree_yes(from, "invulnerable");
    a->attacks_nothing = tree_is(from, "attacks", "nothing");
    const char *removed = tree_text(from, "removed");
    a->removed = removed && strcmp(removed, "never") != 0 ? removed[0] : 0;
}

void read_absence(const tree *root)
{
    const tree *stuck = tree_at(root, "no_moves");
    if (!stuck) {
        return;
    }
    rules.stuck = true;
    read_absent(tree_at(stuck, "checkmated"), &rules.mated);
    read_absent(tree_at(stuck, "stalemated"), &rules.stalemated);
    rules.safe_return = tree_is(stuck, "returns", "invulnerable");
    for (int o = 0; o < rules.players; o++) {
        int i = rules.counters++;
        if (i >= MAX_COUNTERS || strlen(rules.player[o]) > 20) {
            beyond("so many counters", rules.player[o]);
        }
        snprintf(rules.counter[i], sizeof rules.counter[i], "%.20s-missed", rules.player[o]);
        rules.counts_for_repetition[i] = true;
        rules.stuck_state[o] = i;
    }
}

static int state_of(const position *p, int player)
{
    return rules.stuck && player < rules.players ? p->counter[rules.stuck_state[player]] : IN_THE_GAME;
}

/* What holds for the men of a player who misses turns; NULL for others. */
static const absent *absence_of(const position *p, int player)
{
    int state = state_of(p, player);
    return state == MATED || state == OUT ? &rules.mated : state == STALEMATED ? &rules.stalemated : NULL;
}

/* Whether nobody may take the man because of what his player is. */
bool is_sheltered(const position *p, int cell)
{
    int owner = p->at[cell].owner, state = state_of(p, owner);
    const absent *a = absence_of(p, owner);
    return (a && a->untouchable) || (state >= BACK && cell != state - BACK);
}

bool attacks_nothing(const position *p, int player)
{
    const absent *a = absence_of(p, player);
    return a && a->attacks_nothing;
}

/* Who acts after `who`: players who are out have no turns. */
int next_player(const position *p, int who)
{
    if (rules.boards) {
        return opponent_of(who);
    }
    int next = (who + 1) % rules.players;
    for (int i = 0; i < rules.players && state_of(p, next) == OUT; i++) {
        next = (next + 1) % rules.players;
    }
    return next;
}

static void miss_turn(const position *before, position *after, int who)
{
    bool mated = in_check(before, who);
    char removed = mated ? rules.mated.removed : rules.stalemated.removed;
    for (int c = 0; removed && c < rules.cells; c++) {
        if (after->at[c].type && after->at[c].owner == who && (removed == 'a' || after->at[c].royal)) {
            after->at[c] = (man){0};
            lose_rights(after, c);
        }
    }
    after->counter[rules.stuck_state[who]] = removed ? OUT : mated ? MATED : STALEMATED;
}

/* What the move makes of its player: he misses a turn, comes back, or is in the game as before. */
void settle_absence(const position *before, const move *m, position *after)
{
    int who = before->mover, state = state_of(before, who);
    if (!rules.stuck) {
        return;
    }
    if (m->kind == MOVE_PASS) {
        miss_turn(before, after, who);
        return;
    }
    bool returns = rules.safe_return && (state == MATED || state == STALEMATED);
    int first = m->kind == MOVE_CASTLE ? m->rook_to : m->to;
    after->counter[rules.stuck_state[who]] = returns ? BACK + first : IN_THE_GAME;
}
