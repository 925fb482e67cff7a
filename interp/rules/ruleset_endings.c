/* Endings: conditions and results. */
#include <string.h>

#include "rules/names.h"
#include "rules/ruleset_build.h"

/* ---- conditions ---- */

typedef enum argument { ARGUMENT_NONE, ARGUMENT_NUMBER, ARGUMENT_PIECE, ARGUMENT_FUNCTION } argument;

/* Every condition. Here one blank separates `words`, in a file any number of blanks. The piece may be omitted. */
static const struct condition {
    const char *words;
    ending_kind kind;
    argument argument;
    long high; /* ARGUMENT_NUMBER: from 1 */
} conditions[] = {
    {"checkmate", END_CHECKMATE, ARGUMENT_NONE, 0},
    {"stalemate", END_STALEMATE, ARGUMENT_NONE, 0},
    {"repetition", END_REPETITION, ARGUMENT_NUMBER, 1000},
    {"perpetual check", END_PERPETUAL_CHECK, ARGUMENT_NUMBER, 1000},
    {"halfmove clock", END_HALFMOVE_CLOCK, ARGUMENT_NUMBER, 100000},
    {"turn clock", END_HALFMOVE_CLOCK, ARGUMENT_NUMBER, 100000},
    {"passes", END_PASSES, ARGUMENT_NUMBER, 1000},
    {"facing passes", END_PASSES, ARGUMENT_NUMBER, 1000},
    {"insufficient material", END_INSUFFICIENT_MATERIAL, ARGUMENT_NONE, 0},
    {"bare", END_BARE, ARGUMENT_NONE, 0},
    {"both bare", END_BOTH_BARE, ARGUMENT_NONE, 0},
    {"extinct", END_EXTINCT, ARGUMENT_PIECE, 0},
    {"checks", END_CHECKS, ARGUMENT_NUMBER, 1000},
    {"check cycle", END_CHECK_CYCLE, ARGUMENT_NUMBER, 1000},
    {"points", END_POINTS, ARGUMENT_NONE, 0},
    {"exposed", END_EXPOSED, ARGUMENT_NONE, 0},
    {"connect", END_CONNECT, ARGUMENT_NUMBER, RULES_ROW_MAX},
    {"chain", END_CHAIN, ARGUMENT_NONE, 0},
    {"pieces below", END_PIECES_BELOW, ARGUMENT_NUMBER, 1000},
    {"goal", END_GOAL, ARGUMENT_NUMBER, 1000},
    {"hook", END_HOOK, ARGUMENT_FUNCTION, 0},
};
enum { CONDITION_COUNT = sizeof conditions / sizeof conditions[0] };

static const char *next_condition(const void *state, size_t index)
{
    (void)state;
    return index < CONDITION_COUNT ? conditions[index].words : NULL;
}

const char *ruleset_simple_condition(size_t index)
{
    for (size_t i = 0; i < CONDITION_COUNT; i++) {
        if (conditions[i].argument == ARGUMENT_NONE && index-- == 0) {
            return conditions[i].words;
        }
    }
    return NULL;
}

void ruleset_put_condition(const ruleset *rules, const rule_ending *ending, text *out)
{
    for (size_t i = 0; i < CONDITION_COUNT; i++) {
        const struct condition *c = &conditions[i];
        bool turns = strcmp(c->words, "turn clock") == 0, facing = strcmp(c->words, "facing passes") == 0;
        if (c->kind != ending->kind || (c->kind == END_HALFMOVE_CLOCK && turns != ending->counts_turns) ||
            facing != ending->facing) {
            continue;
        }
        text_put(out, c->words);
        if (c->argument == ARGUMENT_NUMBER) {
            text_print(out, " %ld", ending->number);
        } else if (c->argument == ARGUMENT_PIECE && ending->piece >= 0) {
            text_print(out, " %s", rules->pieces[ending->piece].name);
        } else if (c->argument == ARGUMENT_FUNCTION) {
            text_print(out, " %s", ending->hook ? ending->hook : "");
        }
        return;
    }
}

/* The rest of `string` behind `words` (blanks skipped), or NULL when it does not begin with them. */
static const char *after_words(const char *string, const char *words)
{
    string += strspn(string, " ");
    for (; *words; words++) {
        if (*string != *words) {
            return NULL;
        }
        string += *words == ' ' ? strspn(string, " ") : 1;
    }
    if (*string != '\0' && *string != ' ') {
        return NULL;
    }
    return string + strspn(string, " ");
}

static bool is_condition(const char *string)
{
    for (size_t i = 0; i < CONDITION_COUNT; i++) {
        if (after_words(string, conditions[i].words)) {
            return true;
        }
    }
    return false;
}

static void unknown_condition(builder *b, const node *when)
{
    diag_error(b->diags, CODE_UNKNOWN_ENDING, when->location, "unknown condition `%s`", when->string);
    /* "repetitoin 3" is nearest to "repetition" without its number. */
    size_t length = strlen(when->string);
    while (length > 0 && strchr("0123456789 ", when->string[length - 1])) {
        length--;
    }
    const char *name = arena_text(b->arena, when->string, length);
    if (name) {
        names_hint(b->diags, name, next_condition, NULL, "conditions");
    }
}

static void read_argument(builder *b, const node *when, const struct condition *c, const char *rest, rule_ending *end)
{
    size_t length = strlen(rest);
    while (length > 0 && rest[length - 1] == ' ') {
        length--;
    }
    const char *word = arena_text(b->arena, rest, length);
    if (!word) {
        return;
    }
    location at = length ? build_location(when, (size_t)(rest - when->string), length) : when->location;
    if (c->argument == ARGUMENT_NONE) {
        if (length > 0) {
            diag_error(b->diags, CODE_ENDING_NUMBER, at, "nothing may follow `%s`, found `%s`", c->words, word);
        }
    } else if (c->argument == ARGUMENT_NUMBER) {
        if (length == 0) {
            diag_error(b->diags, CODE_ENDING_NUMBER, at, "`%s` needs a number", c->words);
            diag_hint(b->diags, "for example `%s 3`", c->words);
            diag_fix_print(b->diags, FIX_WRITE, "%s 3", c->words);
        } else if (!text_to_long(word, c->kind == END_CONNECT ? 2 : 1, c->high, &end->number)) {
            diag_error(b->diags, CODE_ENDING_NUMBER, at, "`%s` needs a number from %d to %ld, found `%s`", c->words,
                       c->kind == END_CONNECT ? 2 : 1, c->high, word);
        }
    } else if (c->argument == ARGUMENT_PIECE) {
        end->piece = length ? build_piece_named(b, word, at) : -1;
    } else if (!schema_is_function(word)) {
        diag_error(b->diags, CODE_ENDING_KEY, at, "`hook` needs the name of a function");
    } else {
        end->hook = build_function(b, word, at);
    }
}

/* The row of the condition; NULL after an error. */
static const struct condition *read_condition(builder *b, const node *when, rule_ending *end)
{
    for (size_t i = 0; i < CONDITION_COUNT; i++) {
        const char *rest = after_words(when->string, conditions[i].words);
        if (!rest) {
            continue;
        }
        end->kind = conditions[i].kind;
        end->counts_turns = end->kind == END_HALFMOVE_CLOCK && strstr(conditions[i].words, "turn ");
        end->facing = strcmp(conditions[i].words, "facing passes") == 0;
        read_argument(b, when, &conditions[i], rest, end);
        return &conditions[i];
    }
    unknown_condition(b, when);
    return NULL;
}

/* ---- results ---- */

static const struct {
    const char *word;
    ending_result result;
} results[] = {{"loss", RESULT_LOSS}, {"draw", RESULT_DRAW}, {"win", RESULT_WIN}, {"points", RESULT_POINTS}};
enum { RESULT_COUNT = sizeof results / sizeof results[0] };

/* " 0.25", what the player of the result gets of the point. */
static void put_share(const rule_ending *ending, text *out)
{
    const int share = ending->result == RESULT_LOSS ? WHOLE_POINT - ending->winner_share : ending->winner_share;
    if (ending->winner_share < WHOLE_POINT) {
        text_print(out, " %g", (double)share / WHOLE_POINT);
    }
}

void ruleset_put_result(const ruleset *rules, const rule_ending *ending, text *out)
{
    if (ending->kind == END_HOOK) {
        return;
    }
    if (ending->illegal) {
        text_put(out, "illegal");
        return;
    }
    if (ending->result == RESULT_FIRST || ending->result == RESULT_SECOND) {
        text_print(out, "%s wins", rules->players[ending->result == RESULT_SECOND].name);
        put_share(ending, out);
        return;
    }
    for (size_t i = 0; i < RESULT_COUNT; i++) {
        if (results[i].result == ending->result) {
            text_put(out, results[i].word);
        }
    }
    put_share(ending, out);
}

static const char *next_result(const void *state, size_t index)
{
    (void)state;
    return index < RESULT_COUNT ? results[index].word : NULL;
}

/* Hundredths from "0.25" or "1/4"; -1 where the string is neither, or no number of whole hundredths. */
static int share_of(const char *string)
{
    char part[2][4] = {"", ""};
    const char separator = strchr(string, '/') ? '/' : '.';
    const size_t first = strspn(string, "0123456789"), second = strlen(string + first);
    if (first < 1 || first > 3 || second < 2 || second > 4 || string[first] != separator) {
        return -1;
    }
    memcpy(part[0], string, first);
    memcpy(part[1], string + first + 1, second - 1);
    long over, under;
    if (!text_to_long(part[0], 0, 100, &over) || !text_to_long(part[1], 0, 100, &under)) {
        return -1;
    }
    if (separator == '.') {
        return over == 0 && second <= 3 ? (int)(second == 2 ? under * 10 : under) : -1;
    }
    return under > 0 && over * WHOLE_POINT % under == 0 ? (int)(over * WHOLE_POINT / under) : -1;
}

/* What the player of the result gets of the point, where not all or nothing: "loss 0.25", "win 3/4". */
static void read_share(builder *b, const node *value, size_t at, rule_ending *end)
{
    const char *string = value->string + at;
    const bool loses = end->result == RESULT_LOSS;
    const location where = build_location(value, at, strlen(string));
    const int share = share_of(string);
    if (end->result == RESULT_DRAW || end->result == RESULT_POINTS) {
        diag_error(b->diags, CODE_ENDING_RESULT, where, "only a win or a loss can have a share of the point");
    } else if (share < 0) {
        diag_error(b->diags, CODE_ENDING_RESULT, where, "expected a share of the point in whole hundredths, found `%s`",
                   string);
        diag_hint(b->diags, "for example `%s`", loses ? "loss 0.25" : "win 0.75");
        diag_fix(b->diags, (fix){.kind = FIX_WRITE, .text = loses ? "loss 0.25" : "win 0.75"});
    } else if (loses ? share < 1 || 2 * share >= WHOLE_POINT : 2 * share <= WHOLE_POINT || share >= WHOLE_POINT) {
        diag_error(b->diags, CODE_ENDING_RESULT, where, "the share of a %s is more than %s and less than %s",
                   loses ? "loss" : "win", loses ? "0" : "0.5", loses ? "0.5" : "1");
    } else if (ruleset_side_count(b->rules) != 2) {
        diag_error(b->diags, CODE_UNSUPPORTED_TOGETHER, where, "a share of the point needs two sides");
    } else {
        end->winner_share = loses ? WHOLE_POINT - share : share;
    }
}

/* False after an error. */
static bool read_result(builder *b, const node *value, rule_ending *end)
{
    const char *string = value->string;
    size_t name = strcspn(string, " ");
    const char *rest = string + name + strspn(string + name, " ");
    for (size_t i = 0; i < RESULT_COUNT; i++) {
        if (strlen(results[i].word) == name && strncmp(results[i].word, string, name) == 0) {
            end->result = results[i].result;
            if (*rest) {
                read_share(b, value, (size_t)(rest - string), end);
            }
            return true;
        }
    }
    const size_t verb = strcspn(rest, " ");
    if (verb == 4 && strncmp(rest, "wins", verb) == 0) {
        const char *player = arena_text(b->arena, string, name);
        int index = player ? build_player_named(b, player, build_location(value, 0, name)) : -1;
        if (index > 1) {
            diag_error(b->diags, CODE_ENDING_RESULT, value->location, "only one of the first two players can win so");
        }
        end->result = index == 1 ? RESULT_SECOND : RESULT_FIRST;
        const char *share = rest + verb + strspn(rest + verb, " ");
        if (*share) {
            read_share(b, value, (size_t)(share - string), end);
        }
        return index == 0 || index == 1;
    }
    diag_error(b->diags, CODE_ENDING_RESULT, value->location, "unknown result `%s`", string);
    names_hint(b->diags, string, next_result, NULL, "results (besides PLAYER wins)");
    return false;
}

/* ---- an ending ---- */

/* Keys that only some conditions have. `words`: the first of these conditions. */
enum { CONDITIONS_OF_KEY_MAX = 4 };
static const struct {
    const char *key, *words;
    ending_kind kinds[CONDITIONS_OF_KEY_MAX];
    size_t count;
} condition_keys[] = {
    {"illegal", "repetition", {END_REPETITION}, 1},
    {"grace", "bare", {END_BARE, END_GOAL}, 2},
    {"alone", "insufficient material", {END_INSUFFICIENT_MATERIAL}, 1},
    {"same_shade", "insufficient material", {END_INSUFFICIENT_MATERIAL}, 1},
    {"pair", "insufficient material", {END_INSUFFICIENT_MATERIAL}, 1},
    {"other_shades", "insufficient material", {END_INSUFFICIENT_MATERIAL}, 1},
    {"bare_pieces", "insufficient material", {END_INSUFFICIENT_MATERIAL}, 1},
    {"zone", "points", {END_POINTS, END_GOAL}, 2},
    {"points", "points", {END_POINTS}, 1},
    {"need", "points", {END_POINTS}, 1},
    {"compare", "points", {END_POINTS}, 1},
    {"max_pieces", "hook", {END_HOOK}, 1},
    {"counter", "hook", {END_HOOK}, 1},
    {"along", "connect", {END_CONNECT}, 1},
    {"pieces", "connect", {END_CONNECT, END_PIECES_BELOW, END_GOAL, END_CHAIN}, 4},
    {"from", "chain", {END_CHAIN}, 1},
    {"to", "chain", {END_CHAIN}, 1},
    {"reach", "chain", {END_CHAIN}, 1},
    {"consecutive", "checks", {END_CHECKS}, 1},
};

static bool key_goes_with(size_t key, ending_kind kind)
{
    bool goes = false;
    for (size_t i = 0; i < condition_keys[key].count; i++) {
        goes |= condition_keys[key].kinds[i] == kind;
    }
    return goes;
}

static void check_keys(builder *b, const node *map, const struct condition *c)
{
    for (size_t i = 0; i < sizeof condition_keys / sizeof condition_keys[0]; i++) {
        if (!key_goes_with(i, c->kind) && node_get(map, condition_keys[i].key)) {
            diag_error(b->diags, CODE_ENDING_KEY, build_key_location(map, condition_keys[i].key),
                       "`%s` goes with the condition `%s`, not with `%s`", condition_keys[i].key,
                       condition_keys[i].words, c->words);
        }
    }
}

static void read_points(builder *b, const node *map, rule_ending *end)
{
    static const char *const needed[] = {"zone", "points", "need"};
    const ruleset *rules = b->rules;
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
        if (!node_get(map, needed[i])) {
            diag_error(b->diags, CODE_ENDING_INCOMPLETE, end->location, "the ending `%s` has no `%s`", end->name,
                       needed[i]);
        }
    }
    const node *points = node_get(map, "points");
    end->points = arena_new(b->arena, long, rules->piece_count);
    if (!end->points) {
        return;
    }
    for (size_t i = 0; i < rules->piece_count; i++) {
        end->points[i] = build_number(points, "others", 0);
    }
    for (size_t i = 0; points && i < points->length; i++) {
        const char *name = points->keys[i];
        int rule_piece_index = strcmp(name, "others") == 0 ? -1 : build_piece_named(b, name, points->key_locations[i]);
        if (rule_piece_index >= 0) {
            end->points[rule_piece_index] = build_number(points, name, 0);
        }
    }
    for (size_t i = 0; i < rules->piece_count; i++) {
        if (rules->pieces[i].royal) {
            end->points[i] = 0;
        }
    }
    end->zone = build_text(b, node_get(map, "zone"));
    end->needed_points = build_number(map, "need", 0);
    end->compare_points = build_bool(map, "compare", false);
}

/* "balance 10": when the counter has reached 10. */
static void read_counter_min(builder *b, const node *value, rule_ending *end)
{
    char name[64] = "";
    size_t length = value ? strcspn(value->string, " ") : 0;
    const char *number = value ? value->string + length + strspn(value->string + length, " ") : "";
    if (!value) {
        return;
    }
    memcpy(name, value->string, length < sizeof name ? length : sizeof name - 1);
    end->counter = ruleset_counter_named(b->rules, name);
    if (end->counter < 0) {
        diag_error(b->diags, CODE_UNKNOWN_COUNTER, value->location, "there is no counter `%s`", name);
        diag_hint(b->diags, "name it under `counters`");
        diag_fix(b->diags, (fix){.kind = FIX_LIST, .text = name, .word = "counters"});
    } else if (!text_to_long(number, -9999, 9999, &end->counter_min)) {
        diag_error(b->diags, CODE_COUNTER_NUMBER, value->location,
                   "`counter` needs a name and a number, such as `%s 10`", name);
    }
}

void build_row(const node *map, long length, rule_row *line)
{
    static const struct {
        const char *word;
        rule_row_direction along;
    } words[] = {{"lines", ROW_LINES}, {"straight", ROW_STRAIGHT}, {"diagonal", ROW_DIAGONAL}, {"all", ROW_ALL}};
    *line = (rule_row){.length = length, .location = map->location};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (build_is(map, "along", words[i].word)) {
            line->along = words[i].along;
        }
    }
}

/* The last move of a player whose opponent has been faster. */
static void read_grace(builder *b, const node *map, rule_ending *end)
{
    const node *grace = node_get(map, "grace");
    if (!grace || strcmp(grace->string, "false") == 0) {
        return;
    }
    const bool all = strcmp(grace->string, "true") == 0;
    const int player = all ? -1 : build_player_named(b, grace->string, grace->location);
    end->grace = true;
    end->grace_players = all ? (1u << b->rules->player_count) - 1 : player >= 0 ? 1u << player : 0;
    if (!all && end->kind == END_BARE) {
        diag_error(b->diags, CODE_ENDING_KEY, grace->location, "with `bare` either player has the last move");
        diag_hint(b->diags, "write `grace: true`");
        diag_fix(b->diags, (fix){.kind = FIX_WRITE, .text = "grace: true"});
    }
    const rule_turn *turn = &b->rules->turn;
    if (end->kind == END_GOAL && (b->rules->player_count != 2 || turn->several_plies || turn->first_plies > 1)) {
        diag_error(b->diags, CODE_UNSUPPORTED_TOGETHER, grace->location,
                   "`grace` with `goal` needs two players and turns of one move");
    }
    if (end->kind == END_GOAL && (end->result != RESULT_WIN || end->claim)) {
        diag_error(b->diags, CODE_ENDING_KEY, grace->location, "`grace` with `goal` needs `result: win`");
    }
}

/* The only player that the condition is about. */
static void read_only_player(builder *b, const node *map, const struct condition *c, rule_ending *end)
{
    static const ending_kind kinds[] = {END_BARE,    END_EXTINCT, END_CHECKS,       END_EXPOSED,
                                        END_CONNECT, END_CHAIN,   END_PIECES_BELOW, END_GOAL};
    const node *player = node_get(map, "player");
    bool fits = false;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        fits |= kinds[i] == c->kind;
    }
    if (player && (!fits || end->grace)) {
        diag_error(b->diags, CODE_ENDING_KEY, build_key_location(map, "player"), "`player` does not go with %s%s%s",
                   fits ? "`grace`" : "`", fits ? "" : c->words, fits ? "" : "`");
    } else if (player) {
        end->only_player = build_player_named(b, player->string, player->location);
    }
}

/* Where a chain begins and ends, and what its next piece is. */
static void read_chain(builder *b, const node *map, rule_ending *end)
{
    static const char *const needed[] = {"from", "to"};
    const node *reach = node_get(map, "reach");
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
        if (!node_get(map, needed[i])) {
            diag_error(b->diags, CODE_ENDING_INCOMPLETE, end->location, "the ending `%s` has no `%s`", end->name,
                       needed[i]);
        }
    }
    end->zone = build_text(b, node_get(map, "from"));
    end->zone_to = build_text(b, node_get(map, "to"));
    if (reach) {
        build_reach(b, reach, &end->reach);
    } else {
        (void)betza_parse(b->arena, b->diags, end->location, "K", 1, &end->reach);
    }
}

static void read_ending_map(builder *b, const node *map, const struct condition *c, rule_ending *end)
{
    check_keys(b, map, c);
    const node *hook = node_get(map, "hook");
    if (hook) {
        end->hook = build_function(b, hook->string, hook->location);
    }
    if (hook && end->kind != END_CHECKMATE && end->kind != END_STALEMATE && end->kind != END_PASSES &&
        end->kind != END_REPETITION && end->kind != END_HALFMOVE_CLOCK) {
        diag_error(b->diags, CODE_ENDING_KEY, build_key_location(map, "hook"),
                   "`hook` goes with `checkmate`, `stalemate`, `passes`, `repetition` and `halfmove clock`");
    }
    end->claim = build_string(map, "claim");
    plain_keys_read(map, SECTION_ENDING, end);
    if (hook && end->illegal) {
        diag_error(b->diags, CODE_ENDING_KEY, build_key_location(map, "hook"),
                   "what is illegal has no result that a hook could judge");
    }
    read_grace(b, map, end);
    read_only_player(b, map, c, end);
    if (end->claim && end->illegal) {
        diag_error(b->diags, CODE_ENDING_KEY, build_key_location(map, "claim"), "what is illegal cannot be claimed");
    }
    if (c->kind == END_INSUFFICIENT_MATERIAL) {
        build_pieces_named(b, node_get(map, "alone"), &end->alone, &end->alone_count);
        build_pieces_named(b, node_get(map, "same_shade"), &end->same_shade, &end->same_shade_count);
        build_pieces_named(b, node_get(map, "pair"), &end->pair, &end->pair_count);
        build_pieces_named(b, node_get(map, "other_shades"), &end->other_shades, &end->other_shades_count);
        build_pieces_named(b, node_get(map, "bare_pieces"), &end->bare_royals, &end->bare_royal_count);
    } else if (c->kind == END_POINTS) {
        read_points(b, map, end);
    } else if (c->kind == END_HOOK) {
        end->max_pieces = build_number(map, "max_pieces", 0);
        read_counter_min(b, node_get(map, "counter"), end);
    } else if (c->kind == END_CONNECT || c->kind == END_PIECES_BELOW || c->kind == END_GOAL || c->kind == END_CHAIN) {
        build_row(map, end->number, &end->row);
        build_pieces_named(b, node_get(map, "pieces"), &end->row.pieces, &end->row.piece_count);
    }
    end->cumulative = !build_bool(map, "consecutive", true);
    if (c->kind == END_CHAIN) {
        read_chain(b, map, end);
    }
    if (c->kind == END_GOAL) {
        end->zone = build_text(b, node_get(map, "zone"));
    }
}

static void read_ending(builder *b, const char *name, location at, const node *value, rule_ending *end)
{
    const bool is_map = value->kind == NODE_MAP;
    *end = (rule_ending){.name = name, .result = RESULT_DRAW, .winner_share = WHOLE_POINT, .piece = -1, .location = at};
    end->row.location = at;
    end->counter = end->only_player = -1;
    const node named = {.kind = NODE_SCALAR, .location = at, .string = name, .length = strlen(name)};
    const node *when = is_map ? node_get(value, "when") : NULL;
    if (!when && !is_condition(name)) {
        diag_error(b->diags, CODE_ENDING_INCOMPLETE, at, "`%s` is no condition, so it needs `when`", name);
        names_hint(b->diags, name, next_condition, NULL, "conditions");
        return;
    }
    const struct condition *c = read_condition(b, when ? when : &named, end);
    const node *result = is_map ? node_get(value, "result") : value;
    bool understood = result && read_result(b, result, end);
    if (!c) {
        return;
    }
    end->row.length = end->number;
    if (is_map) {
        read_ending_map(b, value, c, end);
    } else if (c->kind == END_POINTS) {
        read_points(b, NULL, end);
    }
    if (c->kind == END_GOAL && !end->zone.string) {
        diag_error(b->diags, CODE_ENDING_KEY, at, "the ending `%s` has no `zone`", name);
    }
    /* A result is optional for hooks, points and illegal repetitions. */
    if (!result && c->kind == END_POINTS) {
        end->result = RESULT_POINTS;
    } else if (!result && c->kind != END_HOOK && !end->illegal) {
        diag_error(b->diags, CODE_ENDING_INCOMPLETE, at, "the ending `%s` has no `result`", name);
    }
    if (understood && (end->result == RESULT_POINTS) != (c->kind == END_POINTS)) {
        diag_error(b->diags, CODE_ENDING_RESULT, result->location,
                   c->kind == END_POINTS ? "the condition `points` has the result `points`"
                                         : "the result `points` goes with the condition `points`");
    }
}

/* There is one halfmove clock, of plies or of turns, and one way to count checks. */
static void check_clock(builder *b)
{
    const rule_ending *first = NULL, *checks = NULL;
    for (size_t i = 0; i < b->rules->ending_count; i++) {
        const rule_ending *end = &b->rules->endings[i];
        if (end->kind == END_CHECKS && checks && checks->cumulative != end->cumulative) {
            diag_error(b->diags, CODE_ENDING_KEY, end->location,
                       "a game counts checks running or all checks, not both: see `%s`", checks->name);
        }
        checks = end->kind == END_CHECKS ? end : checks;
        if (end->kind != END_HALFMOVE_CLOCK) {
            continue;
        }
        if (first && first->counts_turns != end->counts_turns) {
            diag_error(b->diags, CODE_TWO_CLOCKS, end->location,
                       "a game has a halfmove clock or a turn clock, not both: see `%s`", first->name);
        }
        first = first ? first : end;
    }
}

void build_endings(builder *b)
{
    ruleset *rules = b->rules;
    const node *endings = node_get(b->root, "end");
    size_t count = endings ? endings->length : 0;
    rules->endings = arena_new(b->arena, rule_ending, count);
    if (!rules->endings) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        read_ending(b, endings->keys[i], endings->key_locations[i], endings->items[i], &rules->endings[i]);
    }
    rules->ending_count = count;
    check_clock(b);
}
