/* A position's worth is a sum of features times weights (weights.h), each for the middle of a game and for its end. Who stands
 * where is summed as the moves are made (evaluation_follow); what the men do is asked of the core (activity.h); the rest,
 * which few games have, is found here.
 */
#include "search/evaluation.h"

#include "game/fen.h"
#include "search/ways.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOPSIDED = 800,    /* hundredths */
    PRECIOUS = 3000,   /* what a man whose loss loses counts in an exchange */
    FOLLOWED_MAX = 24, /* changes of a ply that are followed one by one */
    GOAL_NEAR = 8,     /* steps from which on a goal is near */
    FEW = 4,
};

static int clamp(int64_t value, int most)
{
    return value > most ? most : value < -most ? -most : (int)value;
}

/* ---- building ---- */

static void find_quiet(evaluation *e)
{
    for (int i = 0; i < e->game->ending_count; i++) {
        const rule_ending *rule = e->game->endings[i].rule;
        if (rule->kind == END_QUIET && rule->number > 0 && (e->quiet == 0 || rule->number < e->quiet)) {
            e->quiet = rule->number;
        }
    }
}

static int middle_of(weight_pair pair)
{
    return (pair_middle(pair) + pair_end(pair)) / 2;
}

static void find_values(evaluation *e)
{
    const game *g = e->game;
    const weights *w = &e->weights;
    for (int man = 1; man < g->men; man++) {
        int type = g->man_type[man], owner = g->man_owner[man];
        bool precious = w->royal_like[type] && !g->man_royal[man];
        e->value[man] = precious ? PRECIOUS : middle_of(w->pair[w->worth + type]);
        e->held[man] = middle_of(w->pair[w->held + type]);
        e->hand[man] = w->pair[w->held + type];
        e->officer[man] = w->royal_like[type] ? 0 : e->value[man] < 0 ? -e->value[man] : e->value[man];
        e->promoter[man] = w->promoter[type];
        for (int cell = 0; owner < g->players && cell < g->cells; cell++) {
            int own = w->own[(size_t)owner * (size_t)g->cells + (size_t)cell];
            e->stand[(size_t)man * (size_t)g->cells + (size_t)cell] =
                w->pair[w->worth + type] + w->pair[w->place + type * g->cells + own];
        }
    }
}

/* What there is to play with in the beginning. Where all are promoters, they count themselves. */
static void find_full(evaluation *e)
{
    const game *g = e->game;
    diag_list diags;
    diag_list_init(&diags);
    position *p = position_create(g, NULL);
    if (p && g->start && fen_read(p, &diags, (place){0}, g->start)) {
        for (int pass = 0; pass < 2 && e->full < 400; pass++) {
            for (int man = 1; pass == 0 && man < g->men; man++) {
                e->officer[man] = e->promoter[man] ? 0 : e->officer[man];
            }
            for (int man = 1; pass == 1 && man < g->men; man++) {
                e->officer[man] = abs(e->value[man]) < PRECIOUS ? abs(e->value[man]) : 0;
            }
            evaluation_sums sums;
            evaluation_begin(e, p, &sums);
            e->full = 0;
            for (int player = 0; player < g->players; player++) {
                e->full += sums.officers[player];
            }
        }
    }
    e->full = e->full < 400 ? 1000 : e->full;
    e->arena.failed |= !p || diags.failed;
    position_destroy(p);
    diag_list_finish(&diags);
}

/* Endings that the search sees too late: what leads there counts something before. */
static void find_goals(evaluation *e)
{
    const game *g = e->game;
    e->goals = arena_new(&e->arena, evaluation_goal, (size_t)g->ending_count + 1);
    for (int i = 0; e->goals && i < g->ending_count; i++) {
        const game_ending *ending = &g->endings[i];
        const rule_ending *rule = ending->rule;
        evaluation_goal goal = {.ending = ending, .lines = NULL};
        switch (rule->kind) {
        case END_LINE:
            goal.lines = &ending->lines;
            break;
        case END_POINTS:
        case END_CHECKS:
        case END_FEWER:
            break;
        case END_EXTINCT:
            if (rule->piece >= 0) {
                continue;
            }
            break;
        default:
            continue;
        }
        e->goals[e->goal_count++] = goal;
    }
    if (e->goals && g->takes_by_line) {
        e->goals[e->goal_count++] = (evaluation_goal){.lines = &g->line_taking};
    }
    for (int i = 0; i < e->goal_count; i++) {
        const line_table *t = e->goals[i].lines;
        size_t count = t ? (size_t)t->count * (size_t)t->length : 0;
        e->goals[i].cells = count ? arena_new(&e->arena, cell_id, count) : NULL;
        for (size_t line = 0, n = 0; e->goals[i].cells && line < t->count; line++) {
            for (int cell = 0; cell < g->cells && n < (line + 1) * (size_t)t->length; cell++) {
                if (set_has(t->lines + line * (size_t)g->words, (unsigned)cell)) {
                    e->goals[i].cells[n++] = (cell_id)cell;
                }
            }
        }
    }
}

/* Whether who has no men but his royal can only be mated, and not at once: then some leads are none. */
static void find_drawish(evaluation *e)
{
    const game *g = e->game;
    bool mates = false, bares = g->hands;
    for (int i = 0; i < g->ending_count; i++) {
        const rule_ending *rule = g->endings[i].rule;
        mates = mates || rule->kind == END_CHECKMATE;
        bares = bares || (rule->kind == END_BARE && rule->result != RESULT_DRAW) ||
                (rule->kind == END_STALEMATE && rule->result != RESULT_DRAW);
    }
    for (int type = 0; type < g->types; type++) {
        int value = e->weights.promoter[type] ? 0 : e->weights.value[type];
        e->lightest = value * 20 < e->weights.top * 9 && value > e->lightest ? value : e->lightest;
    }
    e->needs_mate = mates && !bares && g->players == 2 && e->activity.promoters && !e->weights.reversed;
}

bool evaluation_init(evaluation *e, const game *g, const tuning *known)
{
    *e = (evaluation){.game = g};
    size_t men = (size_t)g->men, cells = (size_t)g->cells;
    arena_init(&e->arena, 0);
    e->value = arena_new(&e->arena, int, men);
    e->held = arena_new(&e->arena, int, men);
    e->officer = arena_new(&e->arena, int, men);
    e->promoter = arena_new(&e->arena, bool, men);
    e->hand = arena_new(&e->arena, weight_pair, men);
    e->stand = arena_new(&e->arena, weight_pair, men * cells);
    worths of;
    if (e->arena.failed || !worths_find(&of, g)) {
        evaluation_finish(e);
        return false;
    }
    bool fine = weights_init(&e->weights, &e->arena, &of);
    if (fine && known) {
        diag_list ignored; /* who loaded the file has checked it: nothing but memory can be missing */
        diag_list_init(&ignored);
        fine = weights_apply(&e->weights, known, &ignored);
        diag_list_finish(&ignored);
    }
    fine = fine && ways_init(&e->activity, &e->arena, &e->weights, &of);
    worths_finish(&of);
    if (fine) {
        find_goals(e);
        fine = !e->arena.failed;
    }
    if (!fine) {
        evaluation_finish(e);
        return false;
    }
    find_values(e);
    find_full(e);
    find_quiet(e);
    find_drawish(e);
    if (e->arena.failed) {
        evaluation_finish(e);
        return false;
    }
    return true;
}

void evaluation_finish(evaluation *e)
{
    arena_finish(&e->arena);
    *e = (evaluation){0};
}

/* ---- sums ---- */

static inline void add_man(const evaluation *e, evaluation_sums *s, unsigned cell, man_id man, int sign)
{
    const game *g = e->game;
    unsigned owner = g->man_owner[man];
    if (man && owner < (unsigned)g->players) {
        s->stand[owner] += e->stand[(size_t)man * (size_t)g->cells + cell] * sign;
        s->officers[owner] += e->officer[man] * sign;
        s->promoters[owner] += e->promoter[man] ? sign : 0;
    }
}

static inline void add_held(const evaluation *e, evaluation_sums *s, man_id man, int count)
{
    const game *g = e->game;
    unsigned owner = g->man_owner[man];
    if (owner < (unsigned)g->players) {
        s->stand[owner] += e->hand[man] * count;
        s->officers[owner] += e->officer[man] * count;
        s->promoters[owner] += e->promoter[man] ? count : 0;
    }
}

/* Men of a tower below its top do little before they are freed. */
static void add_towers(const evaluation *e, const position *p, evaluation_sums *s)
{
    const game *g = e->game;
    for (unsigned cell = 0; cell < (unsigned)g->cells; cell++) {
        for (unsigned level = 0; level < position_heights(p)[cell]; level++) {
            man_id man = position_below(p, (size_t)cell * TOWER_MAX + level);
            unsigned owner = g->man_owner[man];
            if (man && owner < (unsigned)g->players) {
                int type = g->man_type[man];
                weight_pair all = e->weights.pair[e->weights.worth + type];
                s->stand[owner] += pair_of(pair_middle(all) * 2 / 5, pair_end(all) * 2 / 5);
                s->officers[owner] += e->officer[man];
            }
        }
    }
}

void evaluation_begin(const evaluation *e, const position *p, evaluation_sums *sums)
{
    const game *g = e->game;
    memset(sums, 0, sizeof *sums);
    for (unsigned cell = 0; cell < (unsigned)g->cells; cell++) {
        add_man(e, sums, cell, p->board[cell], 1);
    }
    for (int man = 1; g->hands && man < g->men; man++) {
        unsigned count = position_hand(p)[man];
        if (count) {
            add_held(e, sums, (man_id)man, (int)count);
        }
    }
    if (g->towers) {
        add_towers(e, p, sums);
    }
}

void evaluation_follow(const evaluation *e, const position *p, const undo *u, const evaluation_sums *before,
                       evaluation_sums *after)
{
    const game *g = e->game;
    if (g->towers || u->count > FOLLOWED_MAX) {
        evaluation_begin(e, p, after);
        return;
    }
    for (int player = 0; player < g->players; player++) {
        after->stand[player] = before->stand[player];
        after->officers[player] = before->officers[player];
        after->promoters[player] = before->promoters[player];
    }
    for (unsigned i = 0; i < u->count; i++) {
        const struct undo_entry *entry = &u->entries[i];
        if (entry->kind != UNDO_CELL && entry->kind != UNDO_HAND) {
            continue;
        }
        bool known = false; /* it changed more than once: the first entry says what was there, the position what is */
        for (unsigned k = 0; k < i && !known; k++) {
            known = u->entries[k].slot == entry->slot && u->entries[k].kind == entry->kind;
        }
        if (known) {
            continue;
        }
        if (entry->kind == UNDO_HAND) {
            add_held(e, after, (man_id)entry->slot, (int)position_hand(p)[entry->slot] - (int)entry->old);
        } else {
            add_man(e, after, entry->slot, entry->old, -1);
            add_man(e, after, entry->slot, p->board[entry->slot], 1);
        }
    }
}

/* ---- a position ---- */

typedef struct score_sheet {
    const evaluation *e;
    const position *p;
    uint32_t friends;
    weight_pair sum; /* in ACTIVITY_UNITs */
    int32_t *counts; /* NULL: not asked */
} score_sheet;

static void count_feature(score_sheet *s, int feature, int count, int player)
{
    count = s->friends >> player & 1 ? count : -count;
    s->sum += s->e->weights.pair[feature] * count;
    if (s->counts) {
        s->counts[feature] += count;
    }
}

static bool makes_lines(const line_table *t, int player, man_id man)
{
    bool counts = !t->men[player];
    for (int i = 0; !counts && i < t->men_count; i++) {
        counts = t->men[player][i] == man;
    }
    return counts;
}

/* Lines in which only one player stands. */
static void count_lines(score_sheet *s, const line_table *t, const cell_id *cells)
{
    const game *g = s->e->game;
    for (uint32_t line = 0; line < t->count; line++, cells += t->length) {
        int owner = -1, men = 0;
        for (int i = 0; i < t->length; i++) {
            man_id man = s->p->board[cells[i]];
            if (!man) {
                continue;
            }
            int whose = g->man_owner[man];
            if (whose >= g->players || (owner >= 0 && owner != whose) || !makes_lines(t, whose, man)) {
                men = 0;
                break;
            }
            owner = whose;
            men++;
        }
        int missing = t->length - men;
        if (men > 0) { /* the same number is worth the more the fewer are missing */
            int level = missing < LINE_MEN_MAX ? LINE_MEN_MAX - 1 - missing : 0;
            count_feature(s, s->e->weights.lines + level, ACTIVITY_UNIT, owner);
        }
    }
}

static int distance(const topology *t, unsigned a, unsigned b)
{
    int dx = abs(t->column[a] - t->column[b]);
    int dy = abs(t->row[a] - t->row[b]);
    return dx > dy ? dx : dy;
}

static void count_zone(score_sheet *s, const game_ending *ending)
{
    const game *g = s->e->game;
    for (int player = 0; player < g->players; player++) {
        cell_id royal;
        if (g->core->royals_of(s->p, player, &royal, 1) != 1) {
            continue;
        }
        int nearest = GOAL_NEAR;
        for (int cell = 0; cell < g->cells; cell++) {
            if (set_has(g->sets + ending->zone[player], (unsigned)cell)) {
                int apart = distance(&g->topology, royal, (unsigned)cell);
                nearest = apart < nearest ? apart : nearest;
            }
        }
        count_feature(s, s->e->weights.goal, (GOAL_NEAR - nearest) * (ACTIVITY_UNIT / 4), player);
    }
}

static int men_left(const position *p, const game_ending *ending, int player)
{
    const game *g = p->game;
    const line_table *t = &ending->lines;
    bool all = ending->rule->kind == END_EXTINCT || !t->men[player];
    int men = all ? g->core->men_of(p, player) : 0;
    for (int i = 0; !all && i < t->men_count; i++) {
        men += g->core->count_man(p, t->men[player][i]);
    }
    for (int type = 0; g->hands && type < g->types; type++) {
        men += position_hand(p)[game_man(g, player, type)];
    }
    return men;
}

static void count_few(score_sheet *s, const game_ending *ending)
{
    const game *g = s->e->game;
    int floor = ending->rule->kind == END_FEWER ? (int)ending->rule->number - 1 : 0;
    for (int player = 0; player < g->players; player++) {
        int left = men_left(s->p, ending, player) - floor;
        if (left < FEW) {
            count_feature(s, s->e->weights.few, (FEW - left) * (FEW - left) * (ACTIVITY_UNIT / 4), player);
        }
    }
}

static void count_goals(score_sheet *s)
{
    const evaluation *e = s->e;
    for (int i = 0; i < e->goal_count; i++) {
        const evaluation_goal *goal = &e->goals[i];
        if (goal->lines) {
            if (goal->cells) {
                count_lines(s, goal->lines, goal->cells);
            }
            continue;
        }
        const rule_ending *rule = goal->ending->rule;
        if (rule->kind == END_POINTS) {
            count_zone(s, goal->ending);
        } else if (rule->kind == END_CHECKS) {
            for (int player = 0; rule->number > 1 && player < e->game->players; player++) {
                long given = s->p->more.checks[player];
                long part = given * given * ACTIVITY_UNIT / (rule->number * rule->number);
                count_feature(s, e->weights.checks, clamp(part, 4 * ACTIVITY_UNIT), player);
            }
        } else {
            count_few(s, goal->ending);
        }
    }
}

/* Against a side that has almost nothing left: its royal to the edge, ours beside it. */
static int drive(const evaluation *e, const position *p, int strong, int weak)
{
    const game *g = e->game;
    const topology *t = &g->topology;
    cell_id victim, hunter;
    if (g->core->royals_of(p, weak, &victim, 1) != 1) {
        return 0;
    }
    int x = t->column[victim], y = t->row[victim];
    int most = (t->columns - 1) / 2 + (t->rows - 1) / 2;
    int inner = (x < t->columns - 1 - x ? x : t->columns - 1 - x) + (y < t->rows - 1 - y ? y : t->rows - 1 - y);
    int score = most > 0 ? 48 * (most - inner) / most : 0;
    if (g->core->royals_of(p, strong, &hunter, 1) == 1) {
        int span = t->columns > t->rows ? t->columns : t->rows;
        score += 4 * (span - distance(t, hunter, victim));
    }
    return score;
}

/* Two players, one of whom has next to nothing: how his end is brought about, and when it cannot be. */
static int settle(const evaluation *e, const position *p, const evaluation_sums *s, int score, uint32_t friends)
{
    int first = friends & 1 ? 0 : 1; /* the player whose score it is */
    int strong = score > 0 ? first : !first, weak = !strong;
    int lead = s->officers[strong] - s->officers[weak];
    if (s->officers[weak] * 12 <= e->full && !e->weights.reversed && lead > 150) {
        int more = drive(e, p, strong, weak);
        score += strong == first ? more : -more;
    }
    if (e->needs_mate && s->promoters[strong] == 0 && lead <= e->lightest) {
        score = s->officers[strong] <= e->lightest ? score / 16 : score / 3;
    }
    return score;
}

static int64_t taper(const evaluation *e, weight_pair sum, int officers)
{
    officers = officers < e->full ? officers : e->full;
    int64_t mixed = (int64_t)pair_middle(sum) * officers + (int64_t)pair_end(sum) * (e->full - officers);
    return mixed / ((int64_t)e->full * ACTIVITY_UNIT);
}

/* Whether one side is so far ahead that what the men do will hardly change it. In hand men are worth what they do. */
static bool lopsided(const evaluation *e, weight_pair sum, int officers)
{
    int64_t lead = taper(e, sum, officers);
    return !e->game->hands && (lead > LOPSIDED || lead < -LOPSIDED);
}

static int score_of(const evaluation *e, const position *p, const evaluation_sums *sums, uint32_t friends,
                    int32_t *counts)
{
    const game *g = e->game;
    score_sheet s = {.e = e, .p = p, .friends = friends, .counts = counts};
    int officers = 0;
    for (int player = 0; player < g->players; player++) {
        s.sum += sums->stand[player] * (friends >> player & 1 ? ACTIVITY_UNIT : -ACTIVITY_UNIT);
        officers += sums->officers[player];
    }
    if (counts) {
        s.sum += g->core->activity_counts(p, &e->activity, friends, counts);
    } else if (!lopsided(e, s.sum, officers)) {
        s.sum += g->core->activity(p, &e->activity, friends);
    }
    count_feature(&s, FEATURE_TEMPO, ACTIVITY_UNIT, p->state.mover);
    if (e->goal_count) {
        count_goals(&s);
    }
    officers = officers < e->full ? officers : e->full;
    int score = clamp(taper(e, s.sum, officers), SCORE_MOST);
    if (g->players == 2 && officers * 2 < e->full) {
        score = settle(e, p, sums, score, friends);
    }
    if (e->quiet > 0) {
        /* A lead that is never used runs out: prefer to make progress. */
        long left = e->quiet - p->state.quiet;
        score = (int)(score * (e->quiet + (left > 0 ? left : 0)) / (2 * e->quiet));
    }
    return clamp(score, SCORE_MOST);
}

int evaluation_score(const evaluation *e, const position *p, const evaluation_sums *sums, uint32_t friends)
{
    return score_of(e, p, sums, friends, NULL);
}

int evaluation_afresh(const evaluation *e, const position *p, uint32_t friends)
{
    evaluation_sums sums;
    evaluation_begin(e, p, &sums);
    return score_of(e, p, &sums, friends, NULL);
}

static void count_man(const evaluation *e, unsigned cell, man_id man, uint32_t friends, int unit, int32_t *counts)
{
    const game *g = e->game;
    const weights *w = &e->weights;
    unsigned owner = g->man_owner[man];
    if (!man || owner >= (unsigned)g->players) {
        return;
    }
    int type = g->man_type[man], count = friends >> owner & 1 ? unit : -unit;
    counts[w->worth + type] += count;
    if (unit == ACTIVITY_UNIT) {
        counts[w->place + type * g->cells + w->own[owner * (unsigned)g->cells + cell]] += count;
    }
}

int evaluation_counts(const evaluation *e, const position *p, uint32_t friends, int32_t *counts)
{
    const game *g = e->game;
    evaluation_sums sums;
    evaluation_begin(e, p, &sums);
    (void)score_of(e, p, &sums, friends, counts);
    for (unsigned cell = 0; cell < (unsigned)g->cells; cell++) {
        count_man(e, cell, p->board[cell], friends, ACTIVITY_UNIT, counts);
        for (unsigned level = 0; g->towers && level < position_heights(p)[cell]; level++) {
            man_id man = position_below(p, (size_t)cell * TOWER_MAX + level);
            count_man(e, cell, man, friends, ACTIVITY_UNIT * 2 / 5, counts);
        }
    }
    for (int man = 1; g->hands && man < g->men; man++) {
        int count = position_hand(p)[man];
        if (count && g->man_owner[man] < g->players) {
            counts[e->weights.held + g->man_type[man]] +=
                count * (friends >> g->man_owner[man] & 1 ? ACTIVITY_UNIT : -ACTIVITY_UNIT);
        }
    }
    int officers = 0;
    for (int player = 0; player < g->players; player++) {
        officers += sums.officers[player];
    }
    return officers < e->full ? (int)((int64_t)officers * 1000 / e->full) : 1000;
}

/* ---- a move ---- */

man_id evaluation_mover(const position *p, move m)
{
    if (move_kind_of(m) == MOVE_DROP) {
        return game_man(p->game, p->state.mover, (int)move_into(m) - 1);
    }
    unsigned from = move_from(m);
    return from < (unsigned)p->game->cells ? p->board[from] : MAN_NONE;
}

man_id evaluation_taken(const position *p, move m)
{
    switch (move_kind_of(m)) {
    case MOVE_STEP:
    case MOVE_DOUBLE:
        return p->board[move_to(m)];
    case MOVE_PASSING:
    case MOVE_LOCUST:
    case MOVE_CHAIN: /* the first of them */
        return p->board[move_aux(m)];
    case MOVE_CASTLE:
    case MOVE_DROP:
    case MOVE_TURN:
    case MOVE_CLAIM:
    case MOVE_PASS:
    case MOVE_ROLL:
    case MOVE_HOOK:
        break;
    }
    return MAN_NONE;
}

static man_id arrives(const game *g, move m, man_id man, man_id taken)
{
    if (move_into(m)) {
        return game_man(g, g->man_owner[man], (int)move_into(m) - 1);
    }
    if (g->becomes && move_kind_of(m) != MOVE_DROP) {
        man_id becomes = g->becomes[(size_t)man * (size_t)g->men + taken];
        return becomes ? becomes : man;
    }
    return man;
}

/* What a player wins by taking the man: it is off the board, and perhaps in his hand. */
static int taking(const evaluation *e, man_id man, int captor)
{
    const game *g = e->game;
    int value = e->value[man];
    if (g->hands) {
        man_id held = g->taken_as[(size_t)man * (size_t)g->players + (size_t)captor];
        value += held ? e->held[held] : 0;
    }
    return value;
}

/* All men that a chain takes or brings over, and what the man becomes. */
static int chain_gain(const evaluation *e, const position *p, move m)
{
    const game *g = e->game;
    chain_way way;
    man_id man = p->board[move_from(m)];
    if (!g->core->chain(p, m, &way)) {
        return 0;
    }
    int gain = move_into(m) ? e->value[game_man(g, g->man_owner[man], (int)move_into(m) - 1)] - e->value[man] : 0;
    for (unsigned i = 0; i < way.count; i++) {
        gain +=
            way.jumped[i] == JUMPED_CONVERTED ? 2 * e->value[way.taken[i]] : taking(e, way.taken[i], g->man_owner[man]);
    }
    return gain;
}

int evaluation_gain(const evaluation *e, const position *p, move m)
{
    const game *g = e->game;
    man_id man = evaluation_mover(p, m);
    if (man && move_kind_of(m) == MOVE_CHAIN) {
        return chain_gain(e, p, m);
    }
    if (!man || move_kind_of(m) == MOVE_CASTLE || move_kind_of(m) >= MOVE_CLAIM) {
        return 0;
    }
    if (move_kind_of(m) == MOVE_DROP) {
        return e->value[man] - e->held[g->held_as[man]];
    }
    man_id taken = evaluation_taken(p, m);
    int gain = e->value[arrives(g, m, man, taken)] - e->value[man];
    if (taken && g->man_owner[taken] != g->nobody) {
        int owner = g->man_owner[taken], mover = p->state.mover;
        gain += g->enemies[mover] >> owner & 1 ? taking(e, taken, mover) : -e->value[taken];
    }
    return gain;
}

int evaluation_risk(const evaluation *e, const position *p, move m)
{
    const game *g = e->game;
    man_id man = evaluation_mover(p, m);
    if (!man || move_kind_of(m) >= MOVE_CLAIM) {
        return 0;
    }
    man_id after = arrives(g, m, man, evaluation_taken(p, m));
    int captor = g->next_player[p->state.mover];
    return g->man_royal[after] ? 0 : taking(e, after, captor);
}

int evaluation_price(const evaluation *e, man_id man)
{
    int owner = e->game->man_owner[man];
    return owner == e->game->nobody ? 0 : taking(e, man, e->game->next_player[owner]);
}

man_id evaluation_arrival(const position *p, move m)
{
    man_id man = evaluation_mover(p, m);
    return man ? arrives(p->game, m, man, evaluation_taken(p, m)) : man;
}

int evaluation_army(const evaluation *e)
{
    const game *g = e->game;
    int most = 0;
    for (int player = 0; player < g->players; player++) {
        int sum = 0;
        for (int cell = 0; cell < g->cells; cell++) {
            man_id man = g->start_board[cell];
            sum += man && g->man_owner[man] == player ? abs(e->value[man]) : 0;
        }
        most = sum > most ? sum : most;
    }
    return most;
}
