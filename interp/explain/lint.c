#include "explain/lint.h"

#include "compile/reachability.h"

#include <stdio.h>
#include <string.h>

typedef struct linter {
    const variant *v;
    const ruleset *rules;
    const source *sources;
    lint_scripts scripts;
    diag_list *diags;
    reach reach;
} linter;

/* ---- what the texts mention ---- */

static bool is_word(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c) || c == '_' || c == '-';
}

/* Whether a comment begins at `at`: `#` behind a blank in rules, `--` in scripts. */
static bool is_comment(const char *bytes, size_t at, bool lua)
{
    return lua ? bytes[at] == '-' && bytes[at + 1] == '-'
               : bytes[at] == '#' && (at == 0 || strchr(" \t\n", bytes[at - 1]));
}

/* False when the fuel is out: then no warning counts any more. */
static bool has_fuel(linter *l, size_t steps)
{
    return fuel_draw(l->diags->fuel, steps < UINT32_MAX ? (uint32_t)steps : UINT32_MAX);
}

/* How often a text has the word, outside comments. */
static size_t count_word(linter *l, const source *s, const char *word, bool lua)
{
    size_t length = strlen(word), count = 0;
    if (!has_fuel(l, 3 * s->size)) {
        return 0;
    }
    for (size_t i = 0; i < s->size; i++) {
        if (is_comment(s->bytes, i, lua)) {
            while (i < s->size && s->bytes[i] != '\n') {
                i++;
            }
        } else if (strncmp(s->bytes + i, word, length) == 0 && (i == 0 || !is_word(s->bytes[i - 1])) &&
                   !is_word(s->bytes[i + length])) {
            count++;
        }
    }
    return count;
}

static bool is_script(const lint_scripts *scripts, const source *s)
{
    for (size_t i = 0; i < scripts->count; i++) {
        if (scripts->text[i] == s) {
            return true;
        }
    }
    return false;
}

bool lint_scripts_have(const lint_scripts *scripts, const char *part)
{
    for (size_t i = 0; i < scripts->count; i++) {
        if (strstr(scripts->text[i]->bytes, part)) {
            return true;
        }
    }
    return false;
}

static size_t count_in_rules(linter *l, const char *word)
{
    size_t count = 0;
    for (const source *s = l->sources; s; s = s->previous) {
        count += is_script(&l->scripts, s) || text_ends_with(s->name, ".svg") ? 0 : count_word(l, s, word, false);
    }
    return count;
}

/* Whether the script may mean the word: it contains it, or builds names from parts. */
static bool script_may_name(const linter *l, const char *word)
{
    return lint_scripts_have(&l->scripts, word) || lint_scripts_have(&l->scripts, "..");
}

/* Only the game's own file is judged: what a parent has and a child does not use is right. */
static bool is_in_rules_file(const linter *l, location at)
{
    return at.source && strcmp(at.source->name, l->rules->path) == 0;
}

/* ---- names that nothing uses ---- */

static void find_unused_zones(linter *l)
{
    for (size_t i = 0; i < l->rules->zone_count; i++) {
        const char *name = l->rules->zone_names[i];
        if (is_in_rules_file(l, l->rules->zones[i].location) && count_in_rules(l, name) < 2 &&
            !script_may_name(l, name)) {
            diag_warning(l->diags, CODE_ZONE_UNUSED, l->rules->zones[i].location, "nothing uses the zone `%s`", name);
            diag_hint(l->diags, "name it where cells are said, as in `on: %s`, or leave it out", name);
        }
    }
}

static void find_unused_counters(linter *l)
{
    for (size_t i = 0; i < l->rules->counter_count; i++) {
        const char *name = l->rules->counters[i];
        if (is_in_rules_file(l, l->rules->counter_locations[i]) && count_in_rules(l, name) < 2 &&
            !script_may_name(l, name)) {
            diag_warning(l->diags, CODE_COUNTER_UNUSED, l->rules->counter_locations[i], "nothing uses the counter `%s`",
                         name);
            diag_hint(l->diags,
                      l->scripts.count ? "a hook counts it with {counter = \"%s\", add = 1}"
                                       : "`%s` is for a script, and this game has none",
                      name);
        }
    }
}

static bool is_right_asked(linter *l, size_t right)
{
    for (size_t i = 0; i < l->rules->piece_count; i++) {
        const rule_piece *rules_piece = &l->rules->pieces[i];
        for (size_t k = 0; k < rules_piece->move_count; k++) {
            if (rules_piece->moves[k].right == (int)right) {
                return true;
            }
        }
    }
    char right_text[40]; /* a patch of an option that is not chosen may need it */
    (void)snprintf(right_text, sizeof right_text, "right: %s", l->rules->rights[right].letter);
    return count_in_rules(l, right_text) > 0 || lint_scripts_have(&l->scripts, "right");
}

static void find_unused_rights(linter *l)
{
    for (size_t i = 0; i < l->rules->right_count; i++) {
        const rule_right *right = &l->rules->rights[i];
        if (is_in_rules_file(l, right->location) && !right->implied && !l->rules->put.from_hand &&
            !is_right_asked(l, i)) {
            diag_warning(l->diags, CODE_RIGHT_UNUSED, right->location, "no movement asks for the right `%s`",
                         right->letter);
            diag_hint(l->diags, "a movement asks for it with {move: ..., right: %s}", right->letter);
        }
    }
}

/* The name of the global function that is defined at `at`: returns its length; 0: none. */
static size_t function_at(const char *at, const char **name)
{
    static const char word[] = "function ";
    if (strncmp(at, word, sizeof word - 1) != 0) {
        return 0;
    }
    *name = at + sizeof word - 1;
    size_t length = 0;
    while (is_word((*name)[length]) && (*name)[length] != '-') {
        length++;
    }
    return (*name)[length] == '(' ? length : 0;
}

/* A script may serve several games. Only one that has the name of its game is judged. */
static bool is_own_script(const linter *l, const source *script)
{
    const char *slash = strrchr(script->name, '/'), *stem = slash ? slash + 1 : script->name;
    size_t length = strlen(l->rules->id);
    return strncmp(stem, l->rules->id, length) == 0 && strcmp(stem + length, ".lua") == 0;
}

/* The functions that the rules name, and the one that is found by its name only. */
static const char *hook_name_at(const void *state, size_t index)
{
    const ruleset *rules = state;
    return index == 0 ? "on_capture" : index <= rules->hook_count ? rules->hooks[index - 1].function : NULL;
}

static void find_unused_functions_of(linter *l, const source *script)
{
    if (!is_own_script(l, script)) {
        return;
    }
    uint32_t line = 1;
    for (const char *at = script->bytes; *at; line++) {
        const char *name = NULL;
        char word[80];
        size_t length = function_at(at, &name);
        if (length > 0 && length < sizeof word) {
            memcpy(word, name, length);
            word[length] = '\0';
            if (strcmp(word, "on_capture") != 0 && count_word(l, script, word, true) < 2 &&
                count_in_rules(l, word) == 0) {
                diag_warning(l->diags, CODE_FUNCTION_UNUSED,
                             (location){script, line, (uint32_t)(name - at) + 1, (uint32_t)length},
                             "nothing calls the function `%s`", word);
                const char *nearest = text_nearest(word, hook_name_at, l->rules);
                if (nearest) {
                    diag_did_you_mean(l->diags, nearest);
                } else {
                    diag_hint(l->diags, "hooks are named under `hooks`, and where rules say `hook %s`", word);
                }
            }
        }
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
}

static void find_unused_functions(linter *l)
{
    for (size_t i = 0; i < l->scripts.count; i++) {
        find_unused_functions_of(l, l->scripts.text[i]);
    }
}

/* ---- pieces ---- */

static bool is_piece_present(const linter *l, size_t rule_piece_index)
{
    for (int piece = 1; piece < l->v->piece_ids; piece++) {
        if (l->v->type[l->v->type_of[piece]].rule_piece_index == (int)rule_piece_index &&
            reach_present(&l->reach, piece)) {
            return true;
        }
    }
    return false;
}

/* Whether it is of use without captures. What leaves with its captures is here for them. */
static bool is_useful_without_captures(const rule_piece *p)
{
    return !p->kamikaze && (rule_piece_affects_others(p) || p->promotion_count || p->transforms_into >= 0);
}

/* Whether the piece can move, or capture, from some cell of the board. */
static bool can_somewhere(linter *l, size_t rule_piece_index, bool captures)
{
    const variant *v = l->v;
    for (int owner = 0; owner < v->players; owner++) {
        int piece = (int)variant_piece(v, owner, v->base_type[rule_piece_index]);
        for (unsigned from = 0; from < (unsigned)v->cells && has_fuel(l, (size_t)v->cells); from++) {
            uint64_t steps[CELLS_MAX / 64] = {0}, any = 0;
            if (captures && reach_captures(v, piece, from)) {
                return true;
            }
            if (!captures) {
                reach_moves(v, piece, from, steps);
                for (int w = 0; w < v->bitset_words; w++) {
                    any |= steps[w];
                }
            }
            if (any) {
                return true;
            }
        }
    }
    return false;
}

/* Nobody forgot captures in a game that has none, such as a race to a row. */
static bool some_piece_captures(linter *l)
{
    for (size_t i = 0; i < l->rules->piece_count; i++) {
        if (can_somewhere(l, i, true)) {
            return true;
        }
    }
    return false;
}

static void find_immobile_pieces(linter *l)
{
    const bool warns_of_captures = variant_uses(l->v, SHORTCUT_CAPTURES_SEEN) && some_piece_captures(l);
    for (size_t i = 0; i < l->rules->piece_count; i++) {
        const rule_piece *rules_piece = &l->rules->pieces[i];
        if (rules_piece->move_count == 0 || l->v->moves_hook_count) {
            continue;
        }
        if (!can_somewhere(l, i, false)) {
            diag_warning(l->diags, CODE_NEVER_MOVES, rules_piece->location,
                         "`%s` can never move: no cell of this board is in reach", rules_piece->name);
            diag_hint(l->diags, "look at its `moves`; a piece that never moves has none");
        } else if (warns_of_captures && !is_useful_without_captures(rules_piece) && !can_somewhere(l, i, true)) {
            diag_warning(l->diags, CODE_NEVER_CAPTURES, rules_piece->location, "`%s` can never capture",
                         rules_piece->name);
            diag_hint(l->diags, "an `m` in its `moves` only moves, a `c` only captures, without either it does both");
        }
    }
}

/* Whether it can be in a hand, be it to be dropped or not. */
static bool is_piece_held(const linter *l, size_t rule_piece_index)
{
    bool held = false;
    for (int piece = 1; piece < l->v->piece_ids; piece++) {
        held |= l->reach.in_hand[piece] && l->v->type[l->v->type_of[piece]].rule_piece_index == (int)rule_piece_index;
    }
    return held;
}

static void find_unused_pieces(linter *l)
{
    for (size_t i = 0; i < l->rules->piece_count && !l->reach.unrestricted; i++) {
        const rule_piece *rules_piece = &l->rules->pieces[i];
        if (is_in_rules_file(l, rules_piece->location) && !is_piece_present(l, i) && !is_piece_held(l, i) &&
            !script_may_name(l, rules_piece->name)) {
            diag_warning(l->diags, CODE_PIECE_UNUSED, rules_piece->location, "`%s` never comes into the game",
                         rules_piece->name);
            diag_hint(l->diags, "it is written `%s` in `start`, on the board or in hand; or some piece promotes to it",
                      rules_piece->letter);
        }
    }
}

static void find_impossible_promotions(linter *l)
{
    const variant *v = l->v;
    for (size_t i = 0; i < l->rules->piece_count; i++) {
        const rule_piece *rules_piece = &l->rules->pieces[i];
        bool in_place = false;
        for (size_t k = 0; k < rules_piece->promotion_count; k++) {
            in_place |= rules_piece->promotions[k].when == PROMOTE_STANDS || rules_piece->promotions[k].from_prison;
        }
        for (int owner = 0; owner < v->players && rules_piece->promotion_count && !in_place && !v->moves_hook_count;
             owner++) {
            int piece = (int)variant_piece(v, owner, v->base_type[i]);
            if (!reach_present(&l->reach, piece) || reach_promotes(&l->reach, piece)) {
                continue;
            }
            diag_warning(l->diags, CODE_NEVER_PROMOTES, rules_piece->promotions[0].location,
                         "no `%s` of %s can ever reach a cell where it promotes", rules_piece->name,
                         l->rules->players[owner].name);
            diag_hint(l->diags, "`last rank` is the one farthest from each player, on every board; `own rank 8` is "
                                "seen from each player's side, "
                                "`rank 8` is one rank for all");
        }
    }
}

/* ---- endings ---- */

static const char *why_never(const linter *l, const variant_ending *e)
{
    const variant *v = l->v;
    const ruleset *rules = l->rules;
    if (!e->rule->hook && ruleset_passes_instead(rules, e->rule->kind) &&
        (e->rule->kind == END_CHECKMATE || is_in_rules_file(l, e->rule->location))) {
        return "a player without a move passes";
    }
    switch (e->rule->kind) {
    case END_CHECKMATE:
    case END_EXPOSED:
    case END_CHECKS:
    case END_CHECK_CYCLE:
    case END_PERPETUAL_CHECK:
        return v->royal_type_count == 0 ? "no piece is `royal`, so nobody is ever in check" : NULL;
    case END_CONNECT:
        return e->rows.count == 0 ? "the board has no row of that length" : NULL;
    case END_EXTINCT:
        return e->rule->piece >= 0 && !l->reach.unrestricted && !is_piece_present(l, (size_t)e->rule->piece)
                   ? "no player ever has that piece"
                   : NULL;
    case END_PASSES:
        for (size_t i = 0; i < rules->piece_count; i++) {
            for (size_t k = 0; k < rules->pieces[i].move_count; k++) {
                if (rules->pieces[i].moves[k].stay) {
                    return NULL;
                }
            }
        }
        return rules->turn.pass == PASS_NEVER && !v->moves_hook_count && !rules->turn.several_plies &&
                       !rules->own_boards && !rules->no_moves.given && !v->has_missed_turns
                   ? "no player may pass"
                   : NULL;
    default:
        return NULL;
    }
}

/* Whether one kind of ending holds whenever the other does, with the same number. */
static bool is_implied_by(ending_kind kind, ending_kind by)
{
    return kind == by ? kind == END_REPETITION || kind == END_HALFMOVE_CLOCK
                      : kind == END_REPETITION && (by == END_PERPETUAL_CHECK || by == END_CHECK_CYCLE);
}

/* An earlier ending with the same condition, or a wider one, that always comes first; NULL: none. A move that may not
 * repeat brings no repetition about. */
static const rule_ending *preceding_ending(const linter *l, int index)
{
    const rule_ending *e = l->v->endings[index].rule;
    for (int i = 0; i < l->v->ending_count; i++) {
        const rule_ending *other = l->v->endings[i].rule;
        const bool wider = other->kind != e->kind, always = !other->max_pieces && other->counter < 0;
        if (i != index && always && (!wider || is_in_rules_file(l, e->location)) &&
            is_implied_by(other->kind, e->kind) && !other->claim && (wider || !other->illegal) &&
            (other->number < e->number || (other->number == e->number && (i < index || other->illegal)))) {
            return other;
        }
    }
    return NULL;
}

/* No ending decides the game. `possible`: so many of them can come about. */
static void report_undecided(const linter *l, location at, int possible)
{
    const char *advice = l->v->royal_type_count ? "checkmate: loss" : "extinct: loss";
    const size_t length = strcspn(advice, ":");
    bool taken = false;
    for (int i = 0; i < l->v->ending_count; i++) {
        const char *name = l->v->endings[i].rule->name;
        taken |= strlen(name) == length && memcmp(name, advice, length) == 0;
    }
    diag_warning(l->diags, CODE_NEVER_ENDS, at,
                 possible == l->v->ending_count ? "no player can ever win: every ending is a draw"
                 : possible                     ? "no player can ever win: every ending that can come about is a draw"
                                                : "no player can ever win: no ending can come about");
    if (taken) {
        diag_hint(l->diags, "let an ending that can come about have the result `loss` or `win`");
    } else {
        diag_hint(l->diags, "for example `%s`", advice);
        diag_fix(l->diags, (fix){.kind = FIX_ADD, .text = advice});
    }
}

static void find_unreachable_endings(linter *l)
{
    bool decisive = false;
    int possible = 0;
    location first = {0};
    for (int i = 0; i < l->v->ending_count; i++) {
        const rule_ending *e = l->v->endings[i].rule;
        const char *why = why_never(l, &l->v->endings[i]);
        const rule_ending *other = why ? NULL : preceding_ending(l, i);
        first = i == 0 ? e->location : first;
        possible += !why && !other;
        decisive |= !why && !e->illegal && (e->result != RESULT_DRAW || e->kind == END_HOOK);
        if (why) {
            diag_warning(l->diags, CODE_ENDING_NEVER, e->location, "`%s` can never come about: %s", e->name, why);
        } else if (other) {
            diag_warning(l->diags, CODE_ENDING_NEVER, e->location,
                         other->illegal ? "`%s` can never come about: `%s` forbids the move that would end it so"
                                        : "`%s` can never come about: `%s` ends the game before",
                         e->name, other->name);
            diag_note(l->diags, other->location, "it is here");
        }
    }
    if (l->v->ending_count == 0) {
        location top = {l->sources, 0, 0, 0};
        for (const source *s = l->sources; s; s = s->previous) {
            top = strcmp(s->name, l->rules->path) == 0 ? (location){s, 1, 1, 0} : top;
        }
        diag_warning(l->diags, CODE_NEVER_ENDS, top, "the game has no `end`, so it never ends");
        diag_hint(l->diags, "for example `end: {checkmate: loss, stalemate: draw}`");
        diag_fix(l->diags, (fix){.kind = FIX_ADD, .text = "end: {checkmate: loss, stalemate: draw}"});
    } else if (!decisive) {
        report_undecided(l, first, possible);
    }
}

/* ---- hooks ---- */

static bool sets_intersect(const uint64_t *a, const uint64_t *b, int word_count)
{
    for (int w = 0; w < word_count; w++) {
        if (a[w] & b[w]) {
            return true;
        }
    }
    return false;
}

/* Whether some filter of the one lets through only what a filter of the other keeps out. */
static bool filter_excludes(const rule_hook *a, const rule_hook *b)
{
    return ((a->captures_only || a->captured_count) && (b->drops_only || b->no_captures)) ||
           (a->drops_only && b->no_drops) || (a->checks_only && b->no_checks);
}

/* Whether both hooks may be called for one move. */
static bool hooks_overlap(const variant *v, const variant_hook *a, const variant_hook *b)
{
    if ((a->rule->piece_count && b->rule->piece_count && !sets_intersect(a->movers, b->movers, 4)) ||
        (a->rule->captured_count && b->rule->captured_count && !sets_intersect(a->captured, b->captured, 4)) ||
        filter_excludes(a->rule, b->rule) || filter_excludes(b->rule, a->rule)) {
        return false;
    }
    for (int player = 0; player < v->players; player++) {
        if (sets_intersect(v->set_pool + a->to[player], v->set_pool + b->to[player], v->bitset_words)) {
            return true;
        }
    }
    return false;
}

static void find_order_dependent_hooks(linter *l)
{
    const variant *v = l->v;
    for (int i = 0; i < v->after_hook_count; i++) {
        for (int k = 0; k < i && has_fuel(l, (size_t)v->bitset_words); k++) {
            const rule_hook *first = v->after_hooks[k].rule, *second = v->after_hooks[i].rule;
            if (first->changes == CHANGES_COUNTERS || second->changes == CHANGES_COUNTERS ||
                !hooks_overlap(v, &v->after_hooks[k], &v->after_hooks[i])) {
                continue;
            }
            diag_warning(l->diags, CODE_HOOK_ORDER, second->location,
                         "`%s` and `%s` may both follow the same move: `%s` runs first, because it stands first",
                         first->function, second->function, first->function);
            diag_hint(
                l->diags,
                "where that matters, filter them by `pieces`, `captured` or `to`, or make one of them; one that only "
                "counts says `changes: counters`");
            diag_note(l->diags, first->location, "`%s` is here", first->function);
        }
    }
}

static void find_uncalled_hooks(linter *l)
{
    for (size_t i = 0; i < l->rules->hook_count; i++) {
        const rule_hook *hook = &l->rules->hooks[i];
        const char *why = hook->drops_only && !l->v->has_drops ? "no player drops pieces in this game"
                          : hook->checks_only && !l->v->royal_type_count
                              ? "no piece is `royal`, so nobody is ever in check"
                          : filter_excludes(hook, hook) && !l->v->captures_by_row ? "no drop captures"
                                                                                  : NULL;
        if (why) {
            diag_warning(l->diags, CODE_HOOK_NEVER, hook->location, "the hook `%s` is never called: %s", hook->function,
                         why);
        }
    }
}

/* Whether the line is one of the script's texts for players, in English. */
static bool is_sentence(const char *line)
{
    const char *at = line + 3 + strspn(line + 3, " \t");
    return strncmp(at, "ru:", 3) != 0 && *at != '@' && *at && *at != '\n' && *at != '\r'; /* @: for editors */
}

/* `---` and nothing else. */
static bool is_bare_remark(const char *line)
{
    const char *at = line + 3 + strspn(line + 3, " \t");
    return *at == '\n' || *at == '\r';
}

/* Warns where the script defines the function, unless `--- Sentence.` stands right above. */
static void find_undescribed_in(linter *l, const source *script, const char *function, location rule)
{
    bool described = false, russian = false;
    uint32_t line = 1; /* a bare `---` says that players need not know of the hook */
    if (!has_fuel(l, script->size)) {
        return;
    }
    for (const char *at = script->bytes; *at; line++) {
        const char *name = NULL;
        const size_t length = function_at(at, &name);
        if (strncmp(at, "---", 3) == 0) {
            russian |= strncmp(at + 3 + strspn(at + 3, " \t"), "ru:", 3) == 0;
            described |= !russian && (is_sentence(at) || is_bare_remark(at));
        } else if (length == strlen(function) && strncmp(name, function, length) == 0) {
            if (!described) {
                diag_warning(l->diags, CODE_HOOK_UNDESCRIBED,
                             (location){script, line, (uint32_t)(name - at) + 1, (uint32_t)length},
                             "no sentence says to players what the hook `%s` does", function);
                diag_hint(l->diags, "a line above it begins with three dashes: `--- A captured piece is reborn.`");
                diag_note(l->diags, rule, "the hook is here");
            }
            return;
        } else if (strncmp(at, "--", 2) != 0) {
            described = russian = false;
        }
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
}

static void find_undescribed(linter *l, const char *function, location rule)
{
    for (size_t i = 0; i < l->scripts.count && is_in_rules_file(l, rule); i++) {
        find_undescribed_in(l, l->scripts.text[i], function, rule);
    }
}

static void find_undescribed_hooks(linter *l)
{
    for (size_t i = 0; i < l->rules->hook_count; i++) {
        if (l->rules->hooks[i].changes != CHANGES_COUNTERS) { /* players do not see what it counts */
            find_undescribed(l, l->rules->hooks[i].function, l->rules->hooks[i].location);
        }
    }
    for (int i = 0; i < l->v->ending_count; i++) {
        const rule_ending *e = l->v->endings[i].rule;
        if (e->hook) {
            find_undescribed(l, e->hook, e->location);
        }
    }
}

/* ---- notation ---- */

/* What other programs make of a notation that they read otherwise; NULL: they read the same. */
static const char *other_reading(const char *notation)
{
    for (const char *p = notation; *p; p++) {
        if (strchr("CZHAD", *p) && p[1] == *p) {
            return "a doubled letter rides; Fairy-Stockfish doubles only N, W and F and gives this no move at all";
        }
        if (p[0] >= '1' && p[0] <= '9' && p[1] >= '0' && p[1] <= '9' && p > notation && strchr("RBQKNWFDA", p[-1])) {
            return "a range may have two digits; Fairy-Stockfish reads the first alone";
        }
    }
    return NULL;
}

static void find_ambiguous_notation(linter *l)
{
    for (size_t i = 0; i < l->rules->piece_count; i++) {
        const rule_piece *rules_piece = &l->rules->pieces[i];
        for (size_t k = 0; k < rules_piece->move_count; k++) {
            const char *reading = rules_piece->moves[k].notation ? other_reading(rules_piece->moves[k].notation) : NULL;
            if (reading && is_in_rules_file(l, rules_piece->moves[k].location)) {
                diag_warning(l->diags, CODE_READ_DIFFERENTLY, rules_piece->moves[k].location,
                             "`%s` is read otherwise elsewhere: %s", rules_piece->moves[k].notation, reading);
            }
        }
    }
}

void lint_variant(const variant *v, const source *sources, diag_list *diags)
{
    linter l = {.v = v, .rules = v->rules, .sources = sources, .diags = diags};
    for (const source *s = sources; s && l.scripts.count < RULES_SCRIPTS_MAX; s = s->previous) {
        for (size_t i = 0; i < v->rules->script_count; i++) {
            if (strcmp(s->name, v->rules->scripts[i].path) == 0 && !is_script(&l.scripts, s)) {
                l.scripts.text[l.scripts.count++] = s;
            }
        }
    }
    if (!reach_find(v, diags->fuel, &l.reach)) {
        diag_out_of_memory(diags);
        reach_finish(&l.reach);
        return;
    }
    find_immobile_pieces(&l);
    find_unused_pieces(&l);
    find_impossible_promotions(&l);
    find_unused_zones(&l);
    find_unused_counters(&l);
    find_unused_rights(&l);
    find_unused_functions(&l);
    find_unreachable_endings(&l);
    find_order_dependent_hooks(&l);
    find_uncalled_hooks(&l);
    find_undescribed_hooks(&l);
    find_ambiguous_notation(&l);
    lint_start(v, &l.scripts, diags);
    reach_finish(&l.reach);
    if (!fuel_left(diags->fuel)) {
        diag_out_of_fuel(diags, diags->fuel, (location){0}, "warnings are looked for");
    }
}
