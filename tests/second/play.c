/* What moves do to a position. */
#include "second.h"

#include <string.h>

void lose_rights(position *p, int cell)
{
    for (int r = 0; r < rules.right_count; r++) {
        for (int o = 0; o < rules.players; o++) {
            if (rules.rights[r].man[o] == cell || rules.rights[r].partner[o] == cell) {
                p->rights[o] &= ~(1u << r);
            }
        }
    }
}

static int partner_of(int who)
{
    for (int i = 1; i < rules.players; i++) {
        int o = (who + i) % rules.players;
        if (allied(who, o)) {
            return o;
        }
    }
    return who;
}

/* A man leaves the board into whatever awaits him. */
void captured(position *p, int cell, int captor)
{
    const man m = p->at[cell];
    if (!m.type) {
        return;
    }
    int held = m.was ? m.was : rules.piece[m.type].taken_as;
    bool gone = rules.piece[m.was ? m.was : m.type].gone; /* who is again what he was is taken as that */
    if (!gone && !m.royal) {
        if (rules.captured != 'b' && rules.piece[held].endless[rules.captured == 'p' ? partner_of(captor) : captor]) {
            /* whom one drops without end is in nobody's hand */
        } else if (rules.captured == 'h') {
            p->hand[captor][held]++;
        } else if (rules.captured == 'b') {
            p->hand[m.owner][held]++;
        } else if (rules.captured == 'p') {
            p->hand[partner_of(captor)][held]++;
        }
    }
    if (rules.towers && p->below[cell]) {
        p->at[cell] = p->tower[cell][--p->below[cell]];
    } else {
        p->at[cell] = (man){0};
    }
    lose_rights(p, cell);
}

/* Enemies go to the captor, his own men to the next enemy of his. */
static void blown_up(position *p, int cell, int captor)
{
    int whose = captor;
    while (p->at[cell].owner == captor && allied(whose, captor)) {
        whose = (whose + 1) % rules.players;
    }
    captured(p, cell, whose);
}

static void blast(position *p, int to, int captor)
{
    for (int i = 0; i < rules.blast_reach->ways; i++) {
        int c = shift(to, rules.blast_reach->way[i]);
        if (c >= 0 && p->at[c].type && !rules.blast_spares[p->at[c].type]) {
            blown_up(p, c, captor);
        }
    }
    if (!rules.blast_stays && p->at[to].type) {
        blown_up(p, to, captor);
    }
}

/* A man comes to stand on a cell; who stood there is covered. */
static void stand(position *p, int cell, man m)
{
    man *top = &p->at[cell];
    if (top->type) {
        if (rules.piece[top->type].covered) {
            top->type = (uint8_t)rules.piece[top->type].covered;
        }
        if (p->below[cell] == MAX_TOWER) {
            beyond("a tower so high", NULL);
        }
        p->tower[cell][p->below[cell]++] = *top;
    }
    *top = m;
}

static man leave(position *p, int cell)
{
    man m = p->at[cell];
    p->at[cell] = p->below[cell] ? p->tower[cell][--p->below[cell]] : (man){0};
    return m;
}

/* Who stands with nobody on him where his kind promotes by standing there. */
static void rise(position *p)
{
    for (int c = 0; c < rules.cells; c++) {
        const piece *k = &rules.piece[p->at[c].type];
        for (int i = 0; p->at[c].type && i < k->promotes; i++) {
            if (k->promote[i].stands && k->promote[i].on->has[p->at[c].owner][c]) {
                p->at[c].type = (uint8_t)k->promote[i].to[0];
                p->at[c].royal = p->at[c].royal || rules.piece[p->at[c].type].royal;
                break;
            }
        }
    }
}

/* Whether he who takes the i-th man of a move may become another by that; a power's victims do not make him one. */
static bool makes_another(const move *m, int i)
{
    return m->chain || m->in_passing || (m->on_way ? i == 0 : m->taken[i] == m->to);
}

/* What a man has become by his move. */
static man made_of(man mover, const move *m, man victim)
{
    if (m->into) {
        if (!m->reverts || rules.piece[m->into].royal) {
            mover.was = 0;
        } else if (m->into != mover.type && !mover.was && !mover.royal) {
            mover.was = mover.type;
        }
        mover.type = (uint8_t)m->into;
        mover.royal = mover.royal || rules.piece[m->into].royal;
        return mover;
    }
    if (rules.piece[mover.type].flips && m->kind != MOVE_STAY) {
        mover.type = (uint8_t)rules.piece[mover.type].flips;
    }
    if (m->takens && converted(mover, victim)) {
        mover.type = (uint8_t)converted(mover, victim);
    }
    return mover;
}

static void tower_walk(position *p, const move *m, int who)
{
    man victim = {0}, lifted[2 * MAX_TOWER];
    int height = p->below[m->from] + 1, count = m->men ? m->men : height, held = 0;
    man own[MAX_TOWER + 1];
    for (int i = count - 1; i >= 0; i--) {
        own[i] = leave(p, m->from);
    }
    if (count == height) {
        lose_rights(p, m->from);
    }
    for (int i = m->takens - 1; i >= 0; i--) {
        victim = makes_another(m, i) && !victim.type ? p->at[m->taken[i]] : victim; /* the last, for we go back */
        bool under = m->jumped == 'u' || (rules.captured == 'u' && m->taken[i] != m->to);
        if (under) {
            man below = leave(p, m->taken[i]);
            below.type = (uint8_t)rules.piece[below.type].taken_as;
            lifted[held++] = below;
        } else if (rules.captured != 'u') {
            captured(p, m->taken[i], who);
        }
    }
    memcpy(lifted + held, own, sizeof(man) * (size_t)count);
    held += count;
    man *top = &lifted[held - 1];
    *top = made_of(*top, m, victim);
    if (m->box) {
        p->hand[top->owner][m->into]--;
    }
    for (int i = 0; i < held; i++) {
        if (i < held - 1) {
            if (p->at[m->to].type) {
                stand(p, m->to, lifted[i]);
            } else {
                p->at[m->to] = lifted[i];
            }
        } else {
            stand(p, m->to, lifted[i]);
        }
    }
    rise(p);
}

static void walk(position *p, const move *m, int who)
{
    if (rules.towers) {
        tower_walk(p, m, who);
        return;
    }
    int from = m->from, to = m->to;
    man mover = p->at[from], victim = {0};
    for (int i = 0; i < m->takens; i++) {
        if (m->jumped == 'c') {
            p->at[m->taken[i]].owner = (uint8_t)who;
            lose_rights(p, m->taken[i]);
        } else {
            victim = makes_another(m, i) ? p->at[m->taken[i]] : victim;
            captured(p, m->taken[i], who);
        }
    }
    if (m->kind != MOVE_STAY) {
        p->at[from] = (man){0};
        lose_rights(p, from);
        lose_rights(p, to);
    }
    mover = made_of(mover, m, victim);
    if (m->box) {
        p->hand[mover.owner][m->into]--;
    }
    p->at[to] = m->dies ? (man){0} : mover;
    if (rules.blast && m->takens) {
        blast(p, to, who);
    }
}

static void mark_moved(position *p, const move *m)
{
    for (int i = 0; i < m->takens; i++) {
        p->moved[m->taken[i]] = 0;
    }
    p->moved[m->from] = 0;
    p->moved[m->to] = p->at[m->to].type != 0; /* not he who dies capturing */
}

bool holds_droppable(const position *p, int who)
{
    for (int t = 1; t <= rules.types; t++) {
        if (p->hand[who][t] && rules.piece[t].drops && rules.captured != 'b') {
            return true;
        }
    }
    return false;
}

bool still_placing(const position *p)
{
    if (!rules.apart || !rules.placing) {
        return false;
    }
    for (int o = 0; o < rules.players; o++) {
        if (holds_droppable(p, o)) {
            return true;
        }
    }
    return false;
}

static int turn_length(const position *p)
{
    return rules.first_plies && p->number == 1 && p->mover == 0 ? rules.first_plies : rules.plies;
}

static void end_turn(position *p)
{
    int next = next_player(p, p->mover);
    p->number += next <= p->mover;
    p->mover = next;
    p->ply = 0;
    p->checked_in_turn = false;
    memset(p->moved, 0, sizeof p->moved);
    p->rolls = p->lefts = 0;
    memset(p->roll, 0, sizeof p->roll);
    memset(p->left, 0, sizeof p->left);
    p->to_throw = rules.dice > 0;
    if (rules.boards) {
        go_to_board(p, (p->board + 1) % rules.boards);
    }
}

static bool counts_checks(void)
{
    static int last_ends = -1;
    (void)last_ends;
    for (int i = 0; i < rules.ends; i++) {
        if (rules.end[i].kind == END_CHECKS) {
            return true;
        }
    }
    return false;
}

static void keep_passed(position *p, int to, int from)
{
    p->passed[to] = p->passed[from];
    p->passer[to] = p->passer[from];
    p->passed_by[to] = p->passed_by[from];
}

/* Captures in passing: what was left open before is closed, what this ply opened is open. */
static void settle_passed(position *p, const move *m, int who, bool over)
{
    int kept = 0;
    bool answers = rules.passed_turn; /* the others stay open: for the whole turn, or behind a capture in passing */
    for (int i = 0; i < p->passed_count; i++) {
        answers = answers || (p->passed[i] == m->to && p->passed_by[i] != who && !p->at[p->passer[i]].type);
    }
    for (int i = 0; i < p->passed_count; i++) {
        bool own = p->passed_by[i] == who;
        const man there = p->at[p->passer[i]];
        bool valid = moves_man(there, p->passed_by[i]) && p->passer[i] != m->to;
        /* of several players, who have not answered yet; of several boards, on which nobody has answered */
        bool waits = rules.boards ? !same_board(who, p->passed_by[i])
                                  : rules.players > 2 && over && p->passed_by[i] != next_player(p, who);
        if (valid && (own || waits || (answers && !over))) {
            keep_passed(p, kept++, i);
        }
    }
    for (int i = 0; i < m->leave_count && kept < MAX_PASSED; i++) {
        p->passed[kept] = m->leaves[i];
        p->passer[kept] = m->to;
        p->passed_by[kept++] = who;
    }
    p->passed_count = kept;
}

static bool turn_over(const position *p, const move *m, int who, bool was_placing)
{
    if (m->kind == MOVE_PASS || m->kind == MOVE_END) {
        return true;
    }
    if (rules.placing && m->kind == MOVE_DROP && rules.place_run && holds_droppable(p, who)) {
        return false;
    }
    if (was_placing || (rules.placing && rules.place_run && m->kind == MOVE_DROP)) {
        return true;
    }
    if (rules.of_drops && rules.free_turn && m->kind != MOVE_DROP) {
        return true;
    }
    return p->ply >= turn_length(p);
}

static void gain_rights(position *p)
{
    for (int r = 0; r < rules.right_count; r++) {
        for (int o = 0; o < rules.players; o++) {
            const right *one = &rules.rights[r];
            for (int i = 0; i < rules.castle_count; i++) {
                const castling *k = &rules.castle[i];
                if (one->castling && k->right == r && p->at[k->from[o]].type == k->king &&
                    p->at[k->from[o]].owner == o && p->at[k->rook_from[o]].type == k->with &&
                    p->at[k->rook_from[o]].owner == o) {
                    p->rights[o] |= 1u << r;
                }
            }
        }
    }
}

/* With live hooks: what others left is closed once the turn has gone so far; what is no longer true is closed. */
static void close_passed(position *p, int who, bool over)
{
    int kept = 0;
    for (int i = 0; i < p->passed_count; i++) {
        const man there = p->at[p->passer[i]];
        bool valid = moves_man(there, p->passed_by[i]);
        if (valid && (p->passed_by[i] == who || (rules.passed_turn && !over))) {
            keep_passed(p, kept++, i);
        }
    }
    p->passed_count = kept;
}

typedef struct says {
    int acts; /* who acts next by an effect; -1 */
    bool roll, quiet;
} says;

static void push(position *p, int cell, man m)
{
    if (rules.towers && p->at[cell].type && p->below[cell] < MAX_TOWER) {
        p->tower[cell][p->below[cell]++] = p->at[cell];
    }
    p->at[cell] = m;
}

static man pop(position *p, int cell)
{
    man m = p->at[cell];
    if (rules.towers && p->below[cell]) {
        p->at[cell] = p->tower[cell][--p->below[cell]];
    } else {
        p->at[cell] = (man){0};
    }
    return m;
}

/* A man that an effect changes or takes away is not taken in passing any more. */
static void forget_passed(position *p, int cell)
{
    int kept = 0;
    for (int i = 0; i < p->passed_count; i++) {
        if (p->passer[i] != cell) {
            keep_passed(p, kept++, i);
        }
    }
    p->passed_count = kept;
}

static void carry_out(position *p, const effect *e, int who, says *s)
{
    if (e->kind && strchr("tpTgmlb", e->kind)) {
        forget_passed(p, e->cell);
    }
    switch (e->kind) {
    case 't':
        pop(p, e->cell);
        lose_rights(p, e->cell);
        break;
    case 'p':
        push(p, e->cell, (man){(uint8_t)e->piece, (uint8_t)e->owner, rules.piece[e->piece].royal, 0});
        break;
    case 'T':
        p->at[e->cell].type = (uint8_t)e->piece;
        p->at[e->cell].royal = p->at[e->cell].royal || rules.piece[e->piece].royal;
        lose_rights(p, e->cell);
        break;
    case 'g':
        p->at[e->cell].owner = (uint8_t)e->owner;
        lose_rights(p, e->cell);
        break;
    case 'm': {
        man m = pop(p, e->cell);
        lose_rights(p, e->cell);
        push(p, e->to, m);
        lose_rights(p, e->to);
        break;
    }
    case 'h':
        p->hand[e->owner][e->piece] = (uint8_t)(p->hand[e->owner][e->piece] + e->add);
        break;
    case 'c':
        p->counter[e->counter] = e->has_set ? e->set : p->counter[e->counter] + e->add;
        break;
    case 'r': {
        const right *r = &rules.rights[e->right];
        bool there = true;
        for (int i = 0; i < rules.castle_count; i++) {
            const castling *k = &rules.castle[i];
            if (r->castling && k->right == e->right) {
                there = p->at[r->man[e->owner]].type == k->king && p->at[r->man[e->owner]].owner == e->owner &&
                        p->at[r->partner[e->owner]].type == k->with && p->at[r->partner[e->owner]].owner == e->owner;
            }
        }
        if (!r->castling) {
            there = r->man[e->owner] >= 0 && p->at[r->man[e->owner]].type == r->type &&
                    p->at[r->man[e->owner]].owner == e->owner;
        }
        p->rights[e->owner] &= ~(1u << e->right);
        p->rights[e->owner] |= e->flag && there ? 1u << e->right : 0;
        break;
    }
    case 'l': {
        man m = pop(p, e->cell);
        p->hand[m.owner][m.type]++;
        lose_rights(p, e->cell);
        break;
    }
    case 'P':
        if (p->passed_count < MAX_PASSED) {
            p->passed[p->passed_count] = e->cell;
            p->passer[p->passed_count] = e->to;
            p->passed_by[p->passed_count++] = who;
        }
        break;
    case 'q':
        p->quiet = e->cell;
        s->quiet = true;
        break;
    case 'd':
        for (int i = 0; i < p->lefts; i++) {
            if (p->left[i] == e->cell) {
                p->left[i] = p->left[--p->lefts];
                break;
            }
        }
        break;
    case 'a':
    case 'R':
        s->acts = e->owner;
        s->roll = e->kind == 'R';
        break;
    default:
        beyond("an effect", "of a script");
    }
}

static void carry_out_all(position *p, int first, int count, int who, says *s)
{
    for (int i = 0; i < count; i++) {
        effect e = *effect_at(first + i);
        carry_out(p, &e, who, s);
    }
}

static void ask_after(const position *before, const move *m, position *p, says *s)
{
    for (int i = 0; i < rules.hook_count; i++) {
        const hook *h = &rules.hooks[i];
        if (h->at != 'a' || m->kind == MOVE_OWN) {
            continue;
        }
        for (int half = 0; half < (m->kind == MOVE_CASTLE ? 2 : 1); half++) {
            int first = half ? -2 : 0, count = 0;
            if (hook_after(h, p, m, before, &first, &count)) {
                carry_out_all(p, first, count, before->mover, s);
            }
        }
    }
}

const movement before_the_game; /* marks the moves of a hook with only: true */

/* What the move itself does and what `after` hooks add, the turn not yet ended. */
static void make(const position *p, const move *m, position *after, says *s);
/* Whether as many men of each kind stand on the board. */
static bool same_men(const position *p, const position *other)
{
    int count[MAX_OWNERS][MAX_TYPES] = {{0}};
    for (int c = 0; c < rules.cells; c++) {
        count[p->at[c].owner][p->at[c].type]++;
        count[other->at[c].owner][other->at[c].type]--;
    }
    for (int o = 0; o < MAX_OWNERS; o++) {
        for (int t = 1; t < MAX_TYPES; t++) {
            if (count[o][t]) {
                return false;
            }
        }
    }
    return true;
}

static void finish_ply(const position *p, const move *m, position *after, says *s);

/* The move in `after`, without asking whether it is legal. */
void play(const position *p, const move *m, position *after)
{
    says s = {.acts = -1};
    if (m->kind == MOVE_WAIT) {
        clone(after, p);
        wait_for_others(after);
        if (rules.material_clock >= 0) {
            after->counter[rules.material_clock]++;
        }
        return;
    }
    make(p, m, after, &s);
    after->waited = false;
    if (m->kind != MOVE_THROW) {
        if (m->choice > 0 || m->kind == MOVE_OWN) {
            carry_out_all(after, m->effects, m->effect_count, p->mover, &s);
        }
        finish_ply(p, m, after, &s);
    }
}

static void make(const position *p, const move *m, position *after, says *s)
{
    clone(after, p);
    int who = p->mover;
    bool apart = still_placing(p);
    switch (m->kind) {
    case MOVE_THROW:
        after->rolls = after->lefts = rules.dice;
        memcpy(after->roll, m->die, sizeof m->die);
        memcpy(after->left, m->die, sizeof m->die);
        if (rules.doubles == 4 && rules.dice == 2 && m->die[0] == m->die[1]) {
            after->lefts = 4;
            after->left[2] = after->left[3] = m->die[0];
        }
        after->to_throw = false;
        return;
    case MOVE_STEP:
    case MOVE_STAY:
        walk(after, m, who);
        if (rules.once) {
            mark_moved(after, m);
        }
        break;
    case MOVE_DROP:
        after->at[m->to] = (man){(uint8_t)m->face, (uint8_t)who, rules.piece[m->face].royal, 0};
        rise(after);
        if (!rules.piece[m->type].endless[who]) {
            after->hand[who][m->type]--;
        }
        if (rules.once) {
            after->moved[m->to] = 1;
        }
        break;
    case MOVE_CASTLE: {
        man king = after->at[m->from], rook = after->at[m->rook_from];
        after->at[m->from] = after->at[m->rook_from] = (man){0};
        after->at[m->king_to] = king;
        after->at[m->rook_to] = rook;
        lose_rights(after, m->from);
        lose_rights(after, m->rook_from);
        if (rules.once) {
            after->moved[m->king_to] = after->moved[m->rook_to] = 1;
        }
        break;
    }
    case MOVE_REMOVE:
        (void)leave(after, m->from);
        lose_rights(after, m->from);
        break;
    default:
        break;
    }
    if (m->line_take >= 0 && m->choice == -2) {
        captured(after, m->line_take, who);
    }
    bool progress = m->resets || m->choice == -2;
    for (int i = 0; m->kind == MOVE_OWN && i < m->effect_count; i++) {
        progress = progress || strchr("tpghb", effect_at(m->effects + i)->kind); /* men come, go or change */
    }
    bool before_game = m->kind == MOVE_OWN && m->by == &before_the_game;
    if (!apart && !before_game) {
        after->quiet = progress ? 0 : p->quiet + (!rules.counts_turns || p->ply == 0);
    }
    after->passes = m->kind == MOVE_PASS ? p->passes + 1 : 0;
    if (rules.live) {
        settle_passed(after, m, who, false);
        ask_after(p, m, after, s);
    }
    (void)s;
}

static void finish_ply(const position *p, const move *m, position *after, says *s)
{
    int who = p->mover;
    bool apart = still_placing(p), placing = rules.placing && holds_droppable(p, who);
    after->ply++;
    if (rules.material_clock >= 0) {
        bool changed = m->takens || m->into || !same_men(p, after);
        after->counter[rules.material_clock] = changed ? 0 : after->counter[rules.material_clock] + 1;
    }
    bool over = turn_over(after, m, who, apart && placing);
    if (s->acts >= 0) {
        over = s->acts != who;
    }
    if (rules.check_ends && !over && gives_check(after, who)) {
        over = true;
    }
    if (!rules.live) {
        settle_passed(after, m, who, over);
    } else {
        close_passed(after, who, over);
    }
    if (apart) {
        gain_rights(after);
    }
    settle_absence(p, m, after);
    if (counts_checks() && over) {
        after->checks[who] = gives_check(after, who) ? p->checks[who] + 1 : 0;
    }
    if (over) {
        end_turn(after);
        if (apart || m->by == &before_the_game) {
            after->number = p->number;
        }
        if (s->acts >= 0 && s->acts != after->mover) {
            after->number += s->acts < after->mover;
            after->mover = s->acts;
        }
    } else if (s->roll) {
        after->rolls = after->lefts = 0;
        memset(after->roll, 0, sizeof after->roll);
        memset(after->left, 0, sizeof after->left);
        after->to_throw = true;
    }
}

/* The move without what choices add, the turn not yet ended. */
void play_begun(const position *p, const move *m, position *after)
{
    says s = {.acts = -1};
    make(p, m, after, &s);
}
