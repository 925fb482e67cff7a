/* Players who miss their turns: what holds for their pieces meanwhile, and how they come back. */
#include "reference.h"

#include <stdio.h>
#include <string.h>

/* The value of the counter NAME-missed. STATE_RETURNED and above: the player has moved again, with the piece on that cell. */
enum { STATE_IN_GAME, STATE_MATED, STATE_STALEMATED, STATE_OUT, STATE_RETURNED };

static void read_missed_turn(const tree *from, missed_turn *a)
{
    a->invulnerable = tree_yes(from, "invulnerable");
    a->attacks_nothing = tree_is(from, "attacks", "nothing");
    const char *removed = tree_text(from, "removed");
    a->removed = removed && strcmp(removed, "never") != 0 ? removed[0] : 0;
}

void read_missed_turns(const tree *root)
{
    const tree *missed_turns = tree_child(root, "no_moves");
    if (!missed_turns) {
        return;
    }
    rules.missed_turns = true;
    read_missed_turn(tree_child(missed_turns, "checkmated"), &rules.mated);
    read_missed_turn(tree_child(missed_turns, "stalemated"), &rules.stalemated);
    rules.out = rules.mated;
    if (tree_child(missed_turns, "out")) {
        read_missed_turn(tree_child(missed_turns, "out"), &rules.out);
    }
    rules.safe_return = tree_is(missed_turns, "returns", "invulnerable");
    for (int o = 0; o < rules.players; o++) {
        int i = rules.counters++;
        if (i >= MAX_COUNTERS || strlen(rules.player[o]) > 20) {
            unsupported("so many counters", rules.player[o]);
        }
        snprintf(rules.counter[i], sizeof rules.counter[i], "%.20s-missed", rules.player[o]);
        rules.counts_for_repetition[i] = true;
        rules.missed_turn_counter[o] = i;
    }
}

static int state_of(const position *p, int player)
{
    return rules.missed_turns && player < rules.players ? p->counter[rules.missed_turn_counter[player]] : STATE_IN_GAME;
}

/* What holds for the pieces of a player who misses turns; NULL for others. */
static const missed_turn *missed_turn_of(const position *p, int player)
{
    int state = state_of(p, player);
    return state == STATE_MATED        ? &rules.mated
           : state == STATE_OUT        ? &rules.out
           : state == STATE_STALEMATED ? &rules.stalemated
                                       : NULL;
}

/* Whether the piece cannot be captured because of its player's state. */
bool is_sheltered(const position *p, int cell)
{
    int owner = p->at[cell].owner, state = state_of(p, owner);
    const missed_turn *a = missed_turn_of(p, owner);
    return (a && a->invulnerable) || (state >= STATE_RETURNED && cell != state - STATE_RETURNED);
}

bool is_out(const position *p, int player)
{
    return state_of(p, player) == STATE_OUT;
}

bool attacks_nothing(const position *p, int player)
{
    const missed_turn *a = missed_turn_of(p, player);
    return a && a->attacks_nothing;
}

/* The player after `player`. Players who are out have no turns. */
int next_player(const position *p, int player)
{
    if (rules.boards) {
        return opponent_of(player);
    }
    int next = (player + 1) % rules.players;
    for (int i = 0; i < rules.players && state_of(p, next) == STATE_OUT; i++) {
        next = (next + 1) % rules.players;
    }
    return next;
}

static void miss_turn(const position *before, position *after, int player)
{
    bool mated = in_check(before, player);
    char removed = mated ? rules.mated.removed : rules.stalemated.removed;
    for (int c = 0; removed && c < rules.cells; c++) {
        if (after->at[c].type && after->at[c].owner == player && (removed == 'a' || after->at[c].royal)) {
            const piece gone = after->at[c];
            after->at[c] = (piece){0};
            lose_rights(after, c);
            lose_rights_of_piece(after, c, gone, true);
        }
    }
    after->counter[rules.missed_turn_counter[player]] = removed ? STATE_OUT : mated ? STATE_MATED : STATE_STALEMATED;
}

/* The player's state after the move: they miss a turn, return, or are in the game as before. */
void update_missed_turns(const position *before, const move *m, position *after)
{
    int player = before->side_to_move, state = state_of(before, player);
    if (!rules.missed_turns || state == STATE_OUT) {
        return;
    }
    if (m->kind == MOVE_PASS) {
        miss_turn(before, after, player);
        return;
    }
    bool returns = rules.safe_return && (state == STATE_MATED || state == STATE_STALEMATED);
    int first = m->kind == MOVE_CASTLE ? m->rook_to : m->to;
    after->counter[rules.missed_turn_counter[player]] = returns ? STATE_RETURNED + first : STATE_IN_GAME;
}
