#include "search/weights.h"

#include <stdlib.h>
#include <string.h>

/* ---- layout ---- */

static void lay_out(weights *w)
{
    const game *g = w->game;
    int at = FEATURES_COMMON;
    w->lines = at, at += LINE_MEN_MAX;
    w->goal = at++;
    w->checks = at++;
    w->few = at++;
    w->mobility = at, at += g->types;
    w->pairs = at, at += g->types;
    w->worth = at, at += g->types;
    w->held = at, at += g->types;
    w->place = at, at += g->types * g->cells;
    w->count = at;
}

enum { HUGE_WEIGHT = 20000 };

int weights_groups(const weights *w, weight_group *groups)
{
    static const struct {
        const char *name;
        int first, count;
    } common[] = {
        {"tempo", FEATURE_TEMPO, 1},
        {"threat", FEATURE_THREAT, ACTIVITY_CLASSES * ACTIVITY_CLASSES},
        {"threat by royal", FEATURE_THREAT_ROYAL, 1},
        {"hanging", FEATURE_HANGING, 1},
        {"danger", FEATURE_DANGER, 1},
        {"shelter near", FEATURE_SHELTER_NEAR, 1},
        {"shelter far", FEATURE_SHELTER_FAR, 1},
        {"shelter men", FEATURE_SHELTER_MEN, 1},
        {"storm near", FEATURE_STORM_NEAR, 1},
        {"storm far", FEATURE_STORM_FAR, 1},
        {"open lane", FEATURE_LANE, 1},
        {"doubled", FEATURE_DOUBLED, 1},
        {"isolated", FEATURE_ISOLATED, 1},
        {"backward", FEATURE_BACKWARD, 1},
        {"supported", FEATURE_SUPPORTED, 1},
        {"passed", FEATURE_PASSED, ACTIVITY_FAR},
        {"passed blocked", FEATURE_PASSED_BLOCKED, 1},
        {"passed free", FEATURE_PASSED_FREE, 1},
        {"passed own royal", FEATURE_PASSED_OWN_ROYAL, 1},
        {"passed enemy royal", FEATURE_PASSED_ENEMY_ROYAL, 1},
    };
    const int cells = w->game->cells;
    const struct {
        const char *name;
        int first, count;
        bool typed;
    } others[] = {
        {"line", w->lines, LINE_MEN_MAX, false},
        {"goal", w->goal, 1, false},
        {"checks", w->checks, 1, false},
        {"few", w->few, 1, false},
        {"mobility", w->mobility, 1, true},
        {"pair", w->pairs, 1, true},
        {"worth", w->worth, 1, true},
        {"held", w->held, 1, true},
        {"place", w->place, cells, true},
    };
    int count = 0;
    for (size_t i = 0; i < sizeof common / sizeof *common; i++) {
        groups[count++] = (weight_group){common[i].name, common[i].first, common[i].count, false, -5000, 5000};
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        bool whole = others[i].first == w->worth || others[i].first == w->held;
        int most = whole ? HUGE_WEIGHT : 5000;
        groups[count++] =
            (weight_group){others[i].name, others[i].first, others[i].count, others[i].typed, -most, most};
    }
    return count;
}

const char *weights_type_name(arena *a, const game *g, int type)
{
    const game_type *t = &g->type[type];
    int same = 0; /* forms before this one that would be called the same */
    for (int other = 0; other < type; other++) {
        same += g->type[other].piece == t->piece && g->type[other].royal == t->royal &&
                g->type[other].reverts == t->reverts;
    }
    bool plain = g->base_type[t->piece] == type;
    const char *form = plain ? "" : t->royal ? "royal " : t->reverts ? "promoted " : "other ";
    return same ? arena_format(a, "%s%s %d", form, t->name, same + 1) : arena_format(a, "%s%s", form, t->name);
}

/* ---- what kinds of men there are ---- */

/* Men of one piece whose loss loses, one of each player at the start: royal in all but name. */
static void find_crucial(weights *w)
{
    const game *g = w->game;
    for (int i = 0; i < g->ending_count; i++) {
        const game_ending *e = &g->endings[i];
        if (e->rule->kind != END_EXTINCT || e->rule->result != RESULT_LOSS || e->rule->piece < 0) {
            continue;
        }
        int standing = 0;
        for (int cell = 0; cell < g->cells; cell++) {
            man_id man = g->start_board[cell];
            standing += man && g->type[g->man_type[man]].piece == e->rule->piece;
        }
        for (int k = 0; standing == g->players && k < e->extinct_count; k++) {
            w->royal_like[e->extinct[k]] = true;
        }
    }
}

static bool loses_to_win(const game *g)
{
    for (int i = 0; i < g->ending_count; i++) {
        const rule_ending *rule = g->endings[i].rule;
        if ((rule->kind == END_EXTINCT || rule->kind == END_BARE || rule->kind == END_FEWER) &&
            rule->result == RESULT_WIN) {
            return true;
        }
    }
    return false;
}

/* The first player's man of the type; all owners' men of a type are worth the same. */
static man_id man_of(const game *g, int type)
{
    return game_man(g, 0, type);
}

static void find_kinds(weights *w, const worths *of)
{
    const game *g = w->game;
    for (int type = 0; type < g->types; type++) {
        w->royal_like[type] = g->type[type].royal;
    }
    find_crucial(w);
    w->reversed = loses_to_win(g);
    for (int type = 0; type < g->types; type++) {
        man_id man = man_of(g, type);
        int64_t sum = of->whole[man] + of->expected[man];
        w->promoter[type] = !w->royal_like[type] && g->plans[man].promotion && of->one_way[man] && of->mean[man] > 0 &&
                            sum * 100 / of->price < 220;
    }
}

/* ---- the players' views ---- */

/* Whether the start looks more alike when columns are turned round as well. */
static bool turns_columns(const weights *w, const cell_id *own)
{
    const game *g = w->game;
    const topology *t = &g->topology;
    int as_it_is = 0, turned = 0;
    for (int cell = 0; cell < g->cells; cell++) {
        man_id man = g->start_board[cell];
        cell_id there = own[cell];
        cell_id across = there == CELL_NONE
                             ? there
                             : topology_at(t, t->columns - 1 - t->column[there], t->row[there], t->level[there]);
        if (!man || g->man_owner[man] != 1 || across == CELL_NONE) {
            continue;
        }
        man_id other = g->start_board[there], aside = g->start_board[across];
        as_it_is += other && g->man_type[other] == g->man_type[man];
        turned += aside && g->man_type[aside] == g->man_type[man];
    }
    return turned > as_it_is;
}

static void find_views(weights *w)
{
    const game *g = w->game;
    const topology *t = &g->topology;
    for (int player = 0; player < g->players; player++) {
        cell_id *own = w->own + (size_t)player * (size_t)g->cells;
        for (int cell = 0; cell < g->cells; cell++) {
            own[cell] = topology_own(t, g->rules, (size_t)player, (cell_id)cell);
        }
        bool turned = player == 1 && g->players == 2 && turns_columns(w, own);
        for (int cell = 0; cell < g->cells; cell++) {
            if (turned && own[cell] != CELL_NONE) {
                own[cell] =
                    topology_at(t, t->columns - 1 - t->column[own[cell]], t->row[own[cell]], t->level[own[cell]]);
            }
            if (own[cell] == CELL_NONE) {
                own[cell] = (cell_id)cell; /* a board that does not look the same to him */
            }
        }
    }
}

/* ---- formulas ---- */

static int clamp(int64_t value, int most)
{
    return value > most ? most : value < -most ? -most : (int)value;
}

/* 0 in a corner, 6 in the middle. */
static int centre_of(const topology *t, int cell)
{
    int most = (t->columns - 1) / 2 + (t->rows - 1) / 2;
    int x = t->column[cell], y = t->row[cell];
    int inward = (x < t->columns - 1 - x ? x : t->columns - 1 - x) + (y < t->rows - 1 - y ? y : t->rows - 1 - y);
    return most > 0 ? inward * 6 / most : 0;
}

static int value_of(const weights *w, const worths *of, int type)
{
    const game *g = w->game;
    man_id man = man_of(g, type);
    long hint = g->rules->pieces[g->type[type].piece].value;
    int64_t sum = of->whole[man] + of->expected[man];
    return hint > 0 ? clamp(hint, HUGE_WEIGHT / 4) : clamp(sum * 100 / of->price, HUGE_WEIGHT / 4);
}

static void price_places(weights *w, const worths *of, int type)
{
    const game *g = w->game;
    size_t row = (size_t)man_of(g, type) * (size_t)g->cells;
    weight_pair *stands = w->pair + w->place + (size_t)type * (size_t)g->cells;
    for (int cell = 0; cell < g->cells; cell++) {
        int centre = centre_of(&g->topology, cell);
        if (w->royal_like[type]) {
            /* Away from the middle while there is much to fear. */
            stands[cell] = pair_of(-6 * centre, 6 * centre);
            continue;
        }
        int64_t moves = (of->mobility[row + (size_t)cell] - of->mean[man_of(g, type)]) * 8 / of->price;
        int64_t hope = (of->prospect[row + (size_t)cell] - of->expected[man_of(g, type)]) * 100 / of->price;
        if (w->promoter[type] && g->cells <= 256) {
            hope /= 4; /* most of it counts only for those that nobody can stop */
        }
        stands[cell] = pair_of(clamp(moves + hope + 3 * (centre - 3), 5000), clamp(moves + hope + (centre - 3), 5000));
    }
}

/* Whether taken men come into the captors' hands. */
static bool returning(const game *g)
{
    for (int man = 1; g->hands && man < g->men; man++) {
        for (int captor = 0; captor < g->players; captor++) {
            man_id held = g->taken_as[(size_t)man * (size_t)g->players + (size_t)captor];
            if (held && g->man_owner[held] == captor && g->man_owner[man] != captor) {
                return true;
            }
        }
    }
    return false;
}

static bool can_drop(const game *g, int man)
{
    int owner = g->man_owner[man];
    for (int i = 0; i < g->drop_count[owner]; i++) {
        if (g->drops[owner][i].man == man) {
            return true;
        }
    }
    return false;
}

/* Where men that were taken come back by drops, the strong ones are worth less, the weak ones more: all of them land where
 * they are wanted, and a strong one that is taken turns against its owner. About the two thirds' power, through a man of the
 * middle. */
static int dropped_value(int value)
{
    enum { MIDDLE = 350 };
    int64_t cube = (int64_t)MIDDLE * value * value;
    int64_t low = 0, high = HUGE_WEIGHT;
    while (low < high) {
        int64_t middle = (low + high + 1) / 2;
        if (middle * middle * middle <= cube) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return (int)low;
}

static void price_type(weights *w, const worths *of, int type, int top)
{
    const game *g = w->game;
    int value = w->value[type];
    int sign = w->reversed ? -1 : 1;
    man_id man = man_of(g, type);
    bool tapers = w->promoter[type] && !g->hands; /* the fewer are left, the more each is worth that may promote */
    bool strong = value * 2 > top && !g->hands;   /* the emptier the board, the more lines do */
    w->pair[w->worth + type] =
        tapers ? pair_of(sign * value * 72 / 100, sign * value * 128 / 100)
               : pair_of(sign * value * (strong ? 94 : 100) / 100, sign * value * (strong ? 109 : 100) / 100);
    /* A man in hand goes where it is wanted: worth a little more than one that stands somewhere; less where many can
     * be dropped in a turn, so that one that is still held was left behind. */
    int wanted = g->rules->turn.only_drops ? -value / 8 : value / 12 + 8;
    int held = can_drop(g, man) ? value + wanted : 0;
    if (returning(g) && !g->rules->turn.only_drops) {
        int stands = w->promoter[type] ? value * 85 / 100 : dropped_value(value);
        w->pair[w->worth + type] = pair_of(sign * stands, sign * stands);
        held = can_drop(g, man) ? dropped_value(value) * 13 / 12 : 0;
    }
    w->pair[w->held + type] = pair_of(sign * held, sign * held);
    if (!w->reversed) {
        price_places(w, of, type);
    }
    if (of->mean[man] > 0 && !w->royal_like[type] && !w->promoter[type]) {
        /* What a cell more to go to adds to the man, less for the strongest, who have many. */
        int64_t cell = of->whole[man] * 100 * 8 / of->mean[man] * WORTH_UNIT / of->price;
        int64_t part = 100 - 55 * (int64_t)value * value / ((int64_t)top * top);
        int slope = clamp(cell * 68 * part / 100000, 400);
        w->pair[w->mobility + type] = w->reversed ? pair_of(16, 16) : pair_of(slope, slope * 5 / 4);
    }
    bool pairs = of->bound[man] && !w->royal_like[type] && !of->one_way[man] && value >= 200;
    w->pair[w->pairs + type] = pairs && !w->reversed ? pair_of(18, 52) : 0;
}

static void set(weights *w, int feature, int middle, int end)
{
    w->pair[feature] = pair_of(middle, end);
}

/* Of promoting men; `gain`: what the best of them hope for. */
static void price_promoters(weights *w, int gain)
{
    static const struct {
        int middle, end;
    } passed[ACTIVITY_FAR] = {{90, 138}, {62, 108}, {25, 52}, {10, 26}, {6, 17}, {5, 12}, {3, 10}};
    int part = w->game->hands ? gain / 4 : gain; /* where men come back by drops, little is passed for long */
    part = part > 900 ? 900 : part;
    for (int i = 0; i < ACTIVITY_FAR; i++) {
        set(w, FEATURE_PASSED + i, passed[i].middle * part / 900, passed[i].end * part / 900);
    }
    set(w, FEATURE_PASSED_BLOCKED, -3 * part / 900, -6 * part / 900);
    set(w, FEATURE_PASSED_FREE, 5 * part / 900, 18 * part / 900);
    set(w, FEATURE_PASSED_OWN_ROYAL, 0, 13 * part / 900);
    set(w, FEATURE_PASSED_ENEMY_ROYAL, 0, -22 * part / 900);
    set(w, FEATURE_DOUBLED, -4, -16);
    set(w, FEATURE_ISOLATED, -10, -5);
    set(w, FEATURE_BACKWARD, -3, -5);
    set(w, FEATURE_SUPPORTED, 7, 6);
}

static void price_threats(weights *w, const int *class_value)
{
    for (int a = 0; a < ACTIVITY_CLASSES; a++) {
        for (int v = 0; v < ACTIVITY_CLASSES; v++) {
            int more = class_value[v] - class_value[a];
            int feature = FEATURE_THREAT + a * ACTIVITY_CLASSES + v;
            if (v <= a) {
                set(w, feature, 8, 18);
            } else {
                more = more > 800 ? 800 : more;
                int most = (a == 0 ? 45 : 18) + more / 20;
                set(w, feature, most, most * 3 / 4);
            }
        }
    }
    set(w, FEATURE_THREAT_ROYAL, 10, 32);
    set(w, FEATURE_HANGING, 26, 16);
}

static void price_common(weights *w)
{
    set(w, FEATURE_TEMPO, 10, 8);
    set(w, FEATURE_DANGER, -56, -4);
    set(w, FEATURE_SHELTER_NEAR, 11, 0);
    set(w, FEATURE_SHELTER_FAR, 8, 0);
    set(w, FEATURE_SHELTER_MEN, 5, 0);
    set(w, FEATURE_STORM_NEAR, -6, 0);
    set(w, FEATURE_STORM_FAR, -8, 0);
    set(w, FEATURE_LANE, -12, 0);
    static const int lines[LINE_MEN_MAX] = {1, 3, 8, 25, 100, 100};
    for (int i = 0; i < LINE_MEN_MAX; i++) {
        set(w, w->lines + i, lines[i], lines[i]);
    }
    set(w, w->goal, 10, 16);
    set(w, w->checks, 60, 60);
    set(w, w->few, w->reversed ? 40 : -40, w->reversed ? 40 : -40);
}

int weights_class(const weights *w, int type)
{
    int value = w->value[type];
    if (w->promoter[type] || value <= 130) {
        return 0;
    }
    int class = 1 + value * (ACTIVITY_CLASSES - 1) / (w->top + 1);
    return class < ACTIVITY_CLASSES ? class : ACTIVITY_CLASSES - 1;
}

/* Where men come back by drops, royals and whatever hangs are in more danger than men on the board alone tell; files of
 * promoting men matter little. */
static void price_drops(weights *w)
{
    set(w, FEATURE_DANGER, w->game->cells < 50 ? -52 : -76, -12);
    set(w, FEATURE_SHELTER_NEAR, 24, 0);
    set(w, FEATURE_SHELTER_FAR, 0, 0);
    set(w, FEATURE_SHELTER_MEN, 10, 0);
    set(w, FEATURE_HANGING, 36, 16);
    set(w, FEATURE_DOUBLED, 0, 0);
    set(w, FEATURE_ISOLATED, -4, 0);
    set(w, FEATURE_BACKWARD, 0, 0);
    set(w, FEATURE_SUPPORTED, 0, 0);
}

/* ---- all together ---- */

static void price_all(weights *w, const worths *of)
{
    const game *g = w->game;
    int top = w->top, gain = 0;
    for (int type = 0; type < g->types; type++) {
        price_type(w, of, type, top);
        const promotion_table *t = g->plans[man_of(g, type)].promotion;
        for (uint32_t i = 0; w->promoter[type] && i < t->list[g->cells]; i++) {
            int more = w->value[t->into[i]] - w->value[type];
            gain = more > gain && !w->royal_like[t->into[i]] ? more : gain;
        }
    }
    price_common(w);
    if (!w->reversed) {
        int class_value[ACTIVITY_CLASSES];
        for (int c = 0; c < ACTIVITY_CLASSES; c++) {
            class_value[c] = c ? (2 * c - 1) * top / (2 * (ACTIVITY_CLASSES - 1)) : 100;
        }
        price_threats(w, class_value);
        price_promoters(w, gain);
        if (returning(g) && !g->rules->turn.only_drops) {
            price_drops(w);
        }
    }
}

bool weights_init(weights *w, arena *a, worths *of)
{
    const game *g = of->game;
    *w = (weights){.game = g};
    lay_out(w);
    w->pair = arena_new(a, weight_pair, (size_t)w->count);
    w->royal_like = arena_new(a, bool, (size_t)g->types + 1);
    w->promoter = arena_new(a, bool, (size_t)g->types + 1);
    w->value = arena_new(a, int, (size_t)g->types + 1);
    w->own = arena_new(a, cell_id, (size_t)g->players * (size_t)g->cells);
    if (a->failed) {
        return false;
    }
    find_kinds(w, of);
    find_views(w);
    w->top = 100;
    for (int type = 0; type < g->types; type++) {
        w->value[type] = w->royal_like[type] ? 0 : value_of(w, of, type);
        w->top = w->value[type] > w->top ? w->value[type] : w->top;
    }
    price_all(w, of);
    return true;
}

/* ---- files ---- */

static void stir(uint64_t *hash, uint64_t with)
{
    for (int i = 0; i < 8; i++) {
        *hash = (*hash ^ (with >> (8 * i) & 0xFF)) * UINT64_C(0x100000001B3); /* FNV-1a */
    }
}

static void stir_sets(uint64_t *hash, const game *g, const uint64_t *table)
{
    for (size_t i = 0; table && i < (size_t)g->cells * (size_t)g->words; i++) {
        stir(hash, table[i]);
    }
    stir(hash, table != NULL);
}

uint64_t weights_fingerprint(const game *g)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    stir(&hash, (uint64_t)g->cells);
    stir(&hash, (uint64_t)g->topology.columns);
    stir(&hash, (uint64_t)g->players);
    stir(&hash, (uint64_t)g->hands);
    for (int type = 0; type < g->types; type++) {
        for (const char *c = g->type[type].name; *c; c++) {
            stir(&hash, (unsigned char)*c);
        }
        stir(&hash, g->type[type].royal);
        const man_plan *plan = &g->plans[man_of(g, type)];
        stir_sets(&hash, g, plan->leap_both);
        stir_sets(&hash, g, plan->leap_move);
        stir_sets(&hash, g, plan->leap_take);
        for (unsigned i = 0; i < plan->slides; i++) {
            stir(&hash, plan->slide[i].modes);
            stir_sets(&hash, g, g->sliders[plan->slide[i].slider].empty);
        }
    }
    return hash;
}

typedef struct group_names {
    const weight_group *groups;
    int count;
} group_names;

static const char *group_name(const void *state, size_t index)
{
    const group_names *names = state;
    return index < (size_t)names->count ? names->groups[index].name : NULL;
}

typedef struct type_names {
    arena *arena;
    const game *game;
} type_names;

static const char *type_name(const void *state, size_t index)
{
    const type_names *names = state;
    return index < (size_t)names->game->types ? weights_type_name(names->arena, names->game, (int)index) : NULL;
}

static void say_unknown(diag_list *diags, place at, const char *what, const char *name,
                        const char *(*next)(const void *state, size_t index), const void *state)
{
    diag_error(diags, CODE_TUNING_NAME, at, "there is no %s `%s`", what, name);
    const char *nearest = text_nearest(name, next, state);
    if (nearest) {
        diag_hint(diags, "did you mean `%s`?", nearest);
    } else {
        diag_hint(diags, "`ferz tune` writes such files");
    }
}

static bool apply_row(weights *w, const tuning_row *row, arena *a, diag_list *diags)
{
    weight_group groups[WEIGHT_GROUPS];
    group_names names = {groups, weights_groups(w, groups)};
    type_names types = {a, w->game};
    const weight_group *group = NULL;
    for (int i = 0; i < names.count; i++) {
        group = strcmp(groups[i].name, row->weight) == 0 ? &groups[i] : group;
    }
    if (!group) {
        say_unknown(diags, row->weight_place, "weight", row->weight, group_name, &names);
        return false;
    }
    if (group->typed != (row->piece != NULL)) {
        diag_error(diags, CODE_TUNING_NUMBERS, row->weight_place,
                   group->typed ? "`%s` has numbers for each piece" : "`%s` belongs to no piece", row->weight);
        diag_hint(diags, group->typed ? "write `{piece: [12, 15]}`" : "write `[12, 15]`");
        return false;
    }
    int type = 0;
    while (row->piece && type < w->game->types) {
        const char *name = type_name(&types, (size_t)type);
        if (!name) {
            return false; /* out of memory */
        }
        if (strcmp(name, row->piece) == 0) {
            break;
        }
        type++;
    }
    if (type == w->game->types) {
        say_unknown(diags, row->piece_place, "piece", row->piece, type_name, &types);
        return false;
    }
    if (row->count != (size_t)group->count) {
        diag_error(diags, CODE_TUNING_NUMBERS, row->piece ? row->piece_place : row->weight_place,
                   "expected %d numbers, found %zu", group->count, row->count);
        return false;
    }
    for (size_t i = 0; i < row->count; i++) {
        if (row->middle[i] < group->least || row->middle[i] > group->most || row->end[i] < group->least ||
            row->end[i] > group->most) {
            diag_error(diags, CODE_TUNING_NUMBERS, row->piece ? row->piece_place : row->weight_place,
                       "numbers of `%s` go from %d to %d", row->weight, group->least, group->most);
            return false;
        }
        w->pair[group->first + type * group->count + (int)i] = pair_of(row->middle[i], row->end[i]);
    }
    return true;
}

bool weights_apply(weights *w, const tuning *t, diag_list *diags)
{
    arena scratch;
    arena_init(&scratch, 0);
    bool fine = true;
    for (size_t i = 0; i < t->row_count && fine; i++) {
        fine = apply_row(w, &t->rows[i], &scratch, diags);
    }
    arena_finish(&scratch);
    return fine;
}

static bool tell_row(const weights *w, const weight_group *group, int type, arena *a, tuning_row *row)
{
    int32_t *middle = arena_new(a, int32_t, (size_t)group->count), *end = arena_new(a, int32_t, (size_t)group->count);
    *row = (tuning_row){.weight = group->name, .middle = middle, .end = end, .count = (size_t)group->count};
    row->piece = group->typed ? weights_type_name(a, w->game, type) : NULL;
    for (int i = 0; middle && end && i < group->count; i++) {
        weight_pair pair = w->pair[group->first + type * group->count + i];
        middle[i] = pair_middle(pair);
        end[i] = pair_end(pair);
    }
    return !a->failed;
}

bool weights_tell(const weights *w, const weights *formula, arena *a, tuning *out)
{
    weight_group groups[WEIGHT_GROUPS];
    int count = weights_groups(w, groups);
    out->rows = arena_new(a, tuning_row, (size_t)count * (size_t)w->game->types + 1);
    out->row_count = 0;
    for (int i = 0; out->rows && i < count; i++) {
        for (int type = 0; type < (groups[i].typed ? w->game->types : 1); type++) {
            size_t first = (size_t)groups[i].first + (size_t)type * (size_t)groups[i].count;
            bool same =
                memcmp(w->pair + first, formula->pair + first, (size_t)groups[i].count * sizeof(weight_pair)) == 0;
            if (!same && !tell_row(w, &groups[i], type, a, &out->rows[out->row_count++])) {
                return false;
            }
        }
    }
    return out->rows != NULL;
}
