/* Facts about the endings of a game, and about its goal, which summarizes them. */
#include "explain/grammar.h"

#include <string.h>

/* ---- conditions ---- */

/* In both languages a condition is a clause after "if". */
static const char *line_words(const describer *t, const rule_row *line)
{
    static const char *const along[] = {
        [ROW_DEFAULT] = "",
        [ROW_LINES] = " along a line of the board",
        [ROW_STRAIGHT] = " on a rank or file",
        [ROW_DIAGONAL] = " on a diagonal",
        [ROW_ALL] = " in any direction",
    };
    return localized(t, along[line->along]);
}

static const char *counted_pieces(const describer *t, const rule_row *line)
{
    return line->piece_count
               ? format_localized(t, " (only these count: %s)",
                                  piece_words(t, line->pieces, line->piece_count, FORM_PLURAL, CONJUNCTION_AND))
               : "";
}

static const char *times_words(const describer *t, const rule_ending *e)
{
    return ordinal(t, e->number);
}

static void add_case(text *to, const char *words)
{
    text_put(to, to->length ? "; " : "");
    text_put(to, words);
}

/* Which material is too little, as a sentence of its own. */
static const char *material_words(const describer *t, const rule_ending *e)
{
    const char *one = royal_word(t, FORM_NOMINATIVE);
    const char *against = t->russian ? royal_word(t, FORM_GENITIVE) : one;
    text words = {0};
    add_case(&words, format_localized(t, "%s against %s", one, against));
    for (size_t i = 0; i < e->alone_count; i++) {
        add_case(&words, format_localized(t, "%s against %s and %s", one, against,
                                          piece_word(t, e->alone[i], t->russian ? FORM_GENITIVE : FORM_NOMINATIVE)));
    }
    for (size_t i = 0; i < e->pair_count; i++) {
        add_case(&words, format_localized(t, "%s against %s and two %s", one, against,
                                          piece_word(t, e->pair[i], FORM_GENITIVE_PLURAL)));
    }
    if (e->same_shade_count) {
        add_case(&words,
                 format_localized(
                     t, "only %s and any number of %s, all of these on cells of one colour", royal_word(t, FORM_PLURAL),
                     piece_words(t, e->same_shade, e->same_shade_count, FORM_GENITIVE_PLURAL, CONJUNCTION_AND)));
    }
    if (e->other_shades_count) {
        add_case(&words, format_localized(t, "one piece each beside the %s, on cells of different colours: %s",
                                          royal_word(t, FORM_GENITIVE_PLURAL),
                                          piece_words(t, e->other_shades, e->other_shades_count,
                                                      t->russian ? FORM_NOMINATIVE : FORM_PLURAL, CONJUNCTION_OR)));
    }
    const char *kept = arena_text(t->arena, text_string(&words), words.length);
    t->arena->failed |= words.failed;
    text_finish(&words);
    const char *sentence = format_localized(t, "That is so with: %s", kept ? kept : "");
    if (e->bare_royal_count) {
        sentence = format_localized(t, "%s (of royal pieces, only these count: %s)", sentence,
                                    piece_words(t, e->bare_royals, e->bare_royal_count,
                                                t->russian ? FORM_NOMINATIVE : FORM_PLURAL, CONJUNCTION_AND));
    }
    return sentence;
}

/* "there is no capture and no move of a pawn". */
static const char *progress_words(const describer *t)
{
    int movers[RULES_PIECES_MAX];
    size_t count = 0;
    for (size_t i = 0; i < t->rules->piece_count; i++) {
        if (t->rules->pieces[i].resets_halfmove_clock) {
            movers[count++] = (int)i;
        }
    }
    return count ? format_localized(t, "there is no capture and no move of %s",
                                    piece_words(t, movers, count, t->russian ? FORM_PLURAL : FORM_INDEFINITE,
                                                t->russian ? CONJUNCTION_AND : CONJUNCTION_OR))
                 : localized(t, "there is no capture");
}

static const char *halfmove_clock_words(const describer *t, const rule_ending *e)
{
    const char *progress = progress_words(t);
    if (e->counts_turns) {
        return format_localized(t, "for %s in a row %s", counted(t, e->number, "turn", "turns"), progress);
    }
    if (t->rules->player_count == 2 && e->number % 2 == 0 && !t->rules->turn.several_plies) {
        return format_localized(t, "for %s of each side in a row %s", counted(t, e->number / 2, "move", "moves"),
                                progress);
    }
    return format_localized(t, "for %s in a row, those of all players together, %s",
                            counted(t, e->number, "move", "moves"), progress);
}

static const char *points_words(const describer *t, const rule_ending *e)
{
    text words = {0};
    for (size_t i = 0; i < t->rules->piece_count; i++) {
        if (!t->rules->pieces[i].royal && e->points[i]) {
            text_print(&words, "%s%s %ld", words.length ? ", " : "", piece_word(t, (int)i, FORM_NOMINATIVE),
                       e->points[i]);
        }
    }
    const char *kept = arena_text(t->arena, text_string(&words), words.length);
    t->arena->failed |= words.failed;
    text_finish(&words);
    const char *decision =
        e->compare_points
            ? format_localized(t,
                               "The player with more points wins; if both have at least %ld, or equally many, the "
                               "game is drawn",
                               e->needed_points)
            : format_localized(t,
                               "If only one player has at least %ld points, that player wins; else the game is drawn",
                               e->needed_points);
    return format_localized(
        t, "When each %s is %s, %s: each player counts the pieces on the board and in hand (%s). %s",
        royal_word(t, t->russian ? FORM_PLURAL : FORM_NOMINATIVE), zone_words(t, e->zone.string),
        e->claim ? localized(t, "the player to move may claim a count of points") : localized(t, "points decide"),
        kept ? kept : "", decision);
}

static bool has_royals(const ruleset *rules)
{
    bool some = false;
    for (size_t i = 0; i < rules->piece_count; i++) {
        some |= rules->pieces[i].royal || rules->pieces[i].royal_letter;
    }
    return some;
}

/* "a player has the king on d4"; "a player has 2 pieces (only these count: kings) on the last rank". */
static const char *goal_words(const describer *t, const rule_ending *e)
{
    const char *where = zone_words(t, e->zone.string);
    if (e->number == 1 && e->row.piece_count == 1) {
        return format_localized(t, "a player has the %s %s",
                                piece_word(t, e->row.pieces[0], t->russian ? FORM_ACCUSATIVE : FORM_NOMINATIVE), where);
    }
    return format_localized(t, "a player has %s%s %s", counted(t, e->number, "piece", "pieces"),
                            counted_pieces(t, &e->row), where);
}

static const char *chain_words(const describer *t, const rule_ending *e)
{
    return format_localized(t, "a player has an unbroken chain of neighbouring pieces%s, one %s and one %s",
                            counted_pieces(t, &e->row), zone_words(t, e->zone.string),
                            zone_words(t, e->zone_to.string));
}

static const char *pieces_below_words(const describer *t, const rule_ending *e)
{
    const char *kinds = counted_pieces(t, &e->row);
    const char *place = t->rules->hands ? localized(t, " on the board and in hand") : "";
    if (e->number == 1) {
        return format_localized(t, "a player has no pieces left%s%s", place, kinds);
    }
    return format_localized(t, "a player has fewer than %ld pieces left%s%s", e->number, place, kinds);
}

/* How many pieces of the first player stand on the board at the start, by their letter in the FEN. */
static size_t starting_count(const describer *t, int piece)
{
    const char *letter = t->rules->pieces[piece].letter, *start = t->notes->start;
    size_t count = 0, length = letter ? strlen(letter) : 0;
    for (const char *at = start; at && length == 1 && *at && *at != ' ' && *at != '['; at++) {
        count += *at == (*letter >= 'a' && *letter <= 'z' ? *letter - 'a' + 'A' : *letter);
    }
    return count;
}

static const char *extinct_words(const describer *t, const rule_ending *e)
{
    if (e->piece < 0) {
        return localized(t, "a player has no pieces left");
    }
    bool one = starting_count(t, e->piece) == 1;
    return format_localized(t, "a player has no %s left",
                            piece_word(t, e->piece, one ? FORM_GENITIVE : FORM_GENITIVE_PLURAL));
}

static const char *condition_words(const describer *t, const rule_ending *e)
{
    switch (e->kind) {
    case END_CHECKMATE:
        return localized(t, "the player to move is in check and has no legal move");
    case END_STALEMATE:
        return has_royals(t->rules) ? localized(t, "the player to move is not in check and has no legal move")
                                    : localized(t, "the player to move has no legal move");
    case END_REPETITION:
        return format_localized(t, "a position occurs for the %s time with the same player to move", times_words(t, e));
    case END_PERPETUAL_CHECK:
        return format_localized(
            t,
            "a position occurs for the %s time and one player has given check with every move since its first "
            "occurrence",
            times_words(t, e));
    case END_HALFMOVE_CLOCK:
        return halfmove_clock_words(t, e);
    case END_INSUFFICIENT_MATERIAL:
        return localized(t, "neither side has the material to give mate");
    case END_BARE:
        return e->grace
                   ? localized(t, "a player has only royal pieces left, the opponent has more, and the player cannot "
                                  "capture the last of these at once")
                   : localized(t, "a player has only royal pieces left, and the opponent has more");
    case END_BOTH_BARE:
        return localized(t, "both sides have only royal pieces left");
    case END_EXTINCT:
        return extinct_words(t, e);
    case END_PASSES:
        return e->facing ? format_localized(t, "the players pass %s running and royal pieces face each other",
                                            counted(t, e->number, "time", "times"))
                         : format_localized(t, "the players pass %s running", counted(t, e->number, "time", "times"));
    case END_CHECKS:
        if (e->cumulative) {
            return format_localized(t, "a player gives check for the %s time", times_words(t, e));
        }
        return format_localized(t, "a player gives check with %s running", counted(t, e->number, "move", "moves"));
    case END_CHECK_CYCLE:
        return format_localized(t, "a position occurs for the %s time within one series of a player's checks",
                                times_words(t, e));
    case END_POINTS:
        return points_words(t, e);
    case END_EXPOSED:
        return localized(t, "a player who is not to move has a royal piece under attack");
    case END_CONNECT:
        return format_localized(t, "a player has %s%s in a row without a gap%s",
                                counted(t, e->number, "piece", "pieces"), counted_pieces(t, &e->row),
                                line_words(t, &e->row));
    case END_CHAIN:
        return chain_words(t, e);
    case END_PIECES_BELOW:
        return pieces_below_words(t, e);
    case END_GOAL:
        return goal_words(t, e);
    case END_HOOK:
        break;
    }
    return "";
}

/* ---- results ---- */

/* Whether the condition is about one player. */
static bool has_subject(const rule_ending *e)
{
    return e->kind != END_REPETITION && e->kind != END_HALFMOVE_CLOCK && e->kind != END_INSUFFICIENT_MATERIAL &&
           e->kind != END_BOTH_BARE && e->kind != END_PASSES && e->kind != END_POINTS;
}

static const char *result_words(const describer *t, const rule_ending *e)
{
    if (e->result == RESULT_DRAW) {
        return localized(t, "the game is drawn");
    }
    if (e->result >= RESULT_FIRST && e->result < RESULT_POINTS) {
        size_t player = (size_t)(e->result - RESULT_FIRST);
        return format_localized(t, "%s wins", player_word(t, player, FORM_NOMINATIVE));
    }
    bool wins = e->result == RESULT_WIN;
    bool checker = e->kind == END_PERPETUAL_CHECK || e->kind == END_CHECK_CYCLE;
    if (!has_subject(e)) {
        return wins ? localized(t, "the player to move wins") : localized(t, "the player to move loses");
    }
    if (checker) {
        return wins ? localized(t, "the checking player wins") : localized(t, "the checking player loses");
    }
    return wins ? localized(t, "that player wins") : localized(t, "that player loses");
}

static void describe_hook_ending(describer *t, const char *slot, const rule_ending *e)
{
    const char *doc = function_doc(t, e->hook);
    if (doc) {
        add_fact(t, slot, "%s.", doc);
    } else {
        add_fact(t, slot, "The game may also end in another way, which has the name `%s`.", e->name);
    }
    t->topic = TOPIC_DETAIL;
    add_fact(t, slot, "The function `%s` of the script may end the game.", e->hook);
    if (e->max_pieces) {
        add_fact(t, slot, "This is looked at only while at most %s.",
                 counted(t, e->max_pieces, "cell is occupied", "cells are occupied"));
    }
    if (e->counter >= 0 && e->counter_min >= 0) {
        add_fact(t, slot, "This is looked at only once `%s` has reached %ld.", t->rules->counters[e->counter],
                 e->counter_min);
    }
    t->topic = TOPIC_END;
}

/* A script may judge what the rules alone would call the end. */
static void describe_judge(describer *t, const char *slot, const rule_ending *e)
{
    const char *doc = function_doc(t, e->hook);
    if (doc) {
        add_fact(t, slot, "But: %s.", doc);
    } else {
        add_fact(t, slot, "A rule that is not told here may say otherwise.");
    }
    t->topic = TOPIC_DETAIL;
    add_fact(t, slot, "In that case the function `%s` of the script may say otherwise.", e->hook);
    t->topic = TOPIC_END;
}

/* The move that the slower of two players has. */
static void describe_last_move(describer *t, const char *slot, const rule_ending *e)
{
    if (e->grace_players == 3) {
        add_fact(t, slot, "But the opponent has one more move if it leads there at once; then the game is drawn.");
    } else {
        add_fact(t, slot, "But %s has one more move if it leads there at once; then the game is drawn.",
                 player_word(t, e->grace_players >> 1, FORM_NOMINATIVE));
    }
}

/* "0.75", in Russian "0,75". */
static const char *share_words(describer *t, int share)
{
    const int digits = share % 10 ? 2 : 1;
    const char *words =
        arena_format(t->arena, "0%c%0*d", t->russian ? ',' : '.', digits, digits == 1 ? share / 10 : share);
    return words ? words : "";
}

static void describe_share(describer *t, const char *slot, const rule_ending *e)
{
    add_fact(t, slot, "The winner then gets %s of the point, the loser %s.", share_words(t, e->winner_share),
             share_words(t, WHOLE_POINT - e->winner_share));
}

static void describe_ending(describer *t, const rule_ending *e)
{
    const char *slot = arena_format(t->arena, "end %s", e->name);
    slot = slot ? slot : "end";
    if (e->kind == END_HOOK) {
        describe_hook_ending(t, slot, e);
        return;
    }
    if (ruleset_passes_instead(t->rules, e->kind)) {
        return;
    }
    const char *condition = condition_words(t, e);
    if (e->illegal) {
        add_fact(t, slot, "A move is illegal by which %s.", condition);
    } else if (e->kind == END_POINTS) {
        add_fact(t, slot, "%s.", condition);
    } else if (e->claim && e->result == RESULT_DRAW) {
        add_fact(t, slot, "If %s, the player to move may claim a draw.", condition);
    } else if (e->claim) {
        add_fact(t, slot, "If %s, the player to move may claim the end of the game, and then %s.", condition,
                 result_words(t, e));
    } else {
        add_fact(t, slot, "If %s, %s.", condition, result_words(t, e));
    }
    if (e->result == RESULT_LOSS && !e->illegal && ruleset_side_count(t->rules) > 2) {
        add_fact(t, slot,
                 e->kind == END_CHECKMATE ? "The game is over then; of the other sides the one that gives check wins."
                                          : "The game is over then; of the other sides the one that moved last wins.");
    }
    if (e->winner_share < WHOLE_POINT) {
        describe_share(t, slot, e);
    }
    if (e->kind == END_INSUFFICIENT_MATERIAL) {
        add_fact(t, slot, "%s.", material_words(t, e));
    }
    if (e->kind == END_GOAL && e->grace) {
        describe_last_move(t, slot, e);
    }
    if (e->kind == END_CHAIN) {
        add_fact(t, slot,
                 reach_is_adjacent(t, &e->reach) ? "Neighbours in a chain are cells that one such step joins: %s."
                                                 : "Neighbours in a chain are cells that one such leap joins: %s.",
                 reach_words(t, &e->reach));
    }
    if (e->only_player >= 0) {
        add_fact(t, slot, "This is about %s alone.", player_word(t, (size_t)e->only_player, FORM_NOMINATIVE));
    }
    if (e->hook) {
        describe_judge(t, slot, e);
    }
}

void describe_endings(describer *t)
{
    t->topic = TOPIC_END;
    for (size_t i = 0; i < t->rules->ending_count; i++) {
        describe_ending(t, &t->rules->endings[i]);
    }
    if (!t->rules->ending_count) {
        add_fact(t, "none", "No rule ends the game.");
        return;
    }
    if (t->rules->ending_count > 1) {
        add_fact(t, "order", "If several of these hold at once, the first of them counts.");
    }
}

/* ---- the goal ---- */

static bool has_ending(const ruleset *r, ending_kind kind)
{
    bool some = false;
    for (size_t i = 0; i < r->ending_count; i++) {
        some |= r->endings[i].kind == kind && !r->endings[i].claim && !r->endings[i].illegal;
    }
    return some;
}

/* Whether a capture can bring about that a player has none, or few, of these pieces. */
static bool ends_by_capture(const describer *t, const int *pieces, size_t count)
{
    bool some = count == 0 && can_be_captured(t, -1);
    for (size_t i = 0; i < count; i++) {
        some |= can_be_captured(t, pieces[i]);
    }
    return some;
}

/* Pieces that no capture removes: only special rules can. */
static const char *absence_words(const describer *t, const rule_ending *e)
{
    if (e->piece < 0) {
        return localized(t, "Bring it about that the opponent has no pieces left");
    }
    const bool one = starting_count(t, e->piece) == 1;
    return format_localized(t, "Bring it about that the opponent has no %s left",
                            piece_word(t, e->piece, one ? FORM_GENITIVE : FORM_GENITIVE_PLURAL));
}

static const char *extinction_words(const describer *t, const rule_ending *e)
{
    const bool loss = e->result == RESULT_LOSS;
    if (loss && !ends_by_capture(t, &e->piece, e->piece >= 0)) {
        return absence_words(t, e);
    }
    if (e->piece < 0) {
        return loss ? localized(t, "Capture all enemy pieces") : localized(t, "Get rid of all your own pieces");
    }
    bool one = starting_count(t, e->piece) == 1;
    const char *enemy = piece_word(t, e->piece,
                                   one          ? FORM_ACCUSATIVE
                                   : t->russian ? FORM_GENITIVE_PLURAL
                                                : FORM_PLURAL);
    const char *own = piece_word(t, e->piece, one ? FORM_GENITIVE : FORM_GENITIVE_PLURAL);
    if (!loss) {
        return format_localized(t, one ? "Get rid of your own %s" : "Get rid of all your own %s", own);
    }
    if (t->rules->blast.given) {
        return format_localized(t, one ? "Capture or blow up the enemy %s" : "Capture or blow up all enemy %s", enemy);
    }
    return format_localized(t, one ? "Capture the enemy %s" : "Capture all enemy %s", enemy);
}

static const char *stalemate_words(const describer *t, const rule_ending *e)
{
    const ruleset *r = t->rules;
    if (e->result != RESULT_LOSS) {
        return localized(t, "Be left without a legal move");
    }
    if (has_royals(r) && has_ending(r, END_CHECKMATE)) {
        return format_localized(t, "Leave the opponent without a legal move, even if the %s is not attacked",
                                royal_word(t, FORM_NOMINATIVE));
    }
    if (has_jump_captures(r) && !has_ending(r, END_EXTINCT) && can_be_captured(t, -1)) {
        return localized(t, "Capture all enemy pieces, or block them so that none can move");
    }
    return localized(t, "Leave the opponent without a legal move");
}

static const char *place_words(const describer *t, const rule_ending *e)
{
    const char *where = zone_words(t, e->zone.string);
    if (e->number == 1 && e->row.piece_count == 1) {
        return format_localized(t, "Be the first to have the %s %s", piece_word(t, e->row.pieces[0], FORM_NOMINATIVE),
                                where);
    }
    return format_localized(t, "Be the first to have %s%s %s", counted(t, e->number, "piece", "pieces"),
                            counted_pieces(t, &e->row), where);
}

static const char *few_words(const describer *t, const rule_ending *e)
{
    const char *kinds = counted_pieces(t, &e->row);
    if (!ends_by_capture(t, e->row.pieces, e->row.piece_count)) {
        return format_localized(t, "Bring it about that the opponent has fewer than %ld pieces left%s", e->number,
                                kinds);
    }
    return e->number > 1 ? format_localized(t, "Capture enemy pieces until fewer than %ld are left%s", e->number, kinds)
                         : format_localized(t, "Capture all enemy pieces%s", kinds);
}

/* Whether some royal piece can be attacked; where none is royal by the rules, that is for others to say. */
static bool royals_attackable(const describer *t)
{
    bool royal = false, attackable = false;
    for (size_t i = 0; i < t->rules->piece_count; i++) {
        const rule_piece *p = &t->rules->pieces[i];
        const bool is = p->royal || p->royal_letter;
        royal |= is;
        attackable |= is && !p->invulnerable;
    }
    return attackable || !royal;
}

/* Whether players can aim at it: no mate where nobody may give check, no bare king where nothing is captured. */
static bool may_come_about(const describer *t, const rule_ending *e)
{
    const uint32_t all = (UINT32_C(1) << t->rules->player_count) - 1;
    const bool checks = e->kind == END_CHECKMATE || e->kind == END_CHECKS || e->kind == END_EXPOSED;
    if (checks && !royals_attackable(t)) {
        return false;
    }
    if (ruleset_passes_instead(t->rules, e->kind)) {
        return false;
    }
    return e->kind == END_CHECKMATE ? t->rules->checks.forbidden != all || t->rules->checks.only_mate
           : e->kind == END_BARE    ? can_be_captured(t, -1)
                                    : true;
}

/* What a player tries to reach by this ending; NULL: it is nothing to try for. */
static const char *aim_words(const describer *t, const rule_ending *e)
{
    const bool loss = e->result == RESULT_LOSS, win = e->result == RESULT_WIN;
    if (e->claim || e->illegal || (!loss && !win) || !may_come_about(t, e)) {
        return NULL;
    }
    switch (e->kind) {
    case END_CHECKMATE:
        return loss ? format_localized(t, "Give mate: attack the enemy %s so that no move saves it",
                                       royal_word(t, FORM_ACCUSATIVE))
                    : localized(t, "Be checkmated: the player who is mated wins");
    case END_EXTINCT:
        return extinction_words(t, e);
    case END_STALEMATE:
        return stalemate_words(t, e);
    case END_CONNECT:
        return win ? format_localized(t, "Be the first with %s in a row%s", counted(t, e->number, "piece", "pieces"),
                                      line_words(t, &e->row))
                   : NULL;
    case END_CHAIN:
        return win ? format_localized(t, "Make an unbroken chain of your own neighbouring pieces%s, one %s and one %s",
                                      counted_pieces(t, &e->row), zone_words(t, e->zone.string),
                                      zone_words(t, e->zone_to.string))
                   : NULL;
    case END_GOAL:
        return win ? place_words(t, e) : NULL;
    case END_PIECES_BELOW:
        return loss ? few_words(t, e) : NULL;
    case END_BARE:
        return loss ? format_localized(t, "Capture everything but the enemy %s", royal_word(t, FORM_ACCUSATIVE)) : NULL;
    case END_CHECKS:
        return !win ? NULL
               : e->cumulative
                   ? format_localized(t, "Give check %s in the course of the game",
                                      counted(t, e->number, "time", "times"))
                   : format_localized(t, "Give check with %s running", counted(t, e->number, "move", "moves"));
    case END_EXPOSED:
        return loss ? format_localized(t, "Attack the enemy %s while it is your turn to move",
                                       royal_word(t, FORM_ACCUSATIVE))
                    : NULL;
    default:
        return NULL;
    }
}

/* An ending that is about one player alone is theirs to bring about, or the opponent's: then that is said too. */
static void describe_aim(describer *t, const rule_ending *e)
{
    const char *aim = aim_words(t, e);
    if (aim && e->only_player >= 0 && t->rules->player_count == 2) {
        const size_t player = (size_t)(e->result == RESULT_LOSS ? 1 - e->only_player : e->only_player);
        add_fact(t, e->name, "%s (only %s).", aim, player_word(t, player, FORM_NOMINATIVE));
    } else if (aim) {
        add_fact(t, e->name, "%s.", aim);
    }
}

/* What most players try for comes first. */
static const ending_kind aims[] = {END_CHECKMATE, END_HOOK,    END_EXTINCT,      END_GOAL, END_CONNECT,  END_CHAIN,
                                   END_CHECKS,    END_EXPOSED, END_PIECES_BELOW, END_BARE, END_STALEMATE};

static void describe_function_aim(describer *t, const char *slot, const char *function)
{
    const char *goal = function ? function_goal(t, function) : NULL;
    if (goal) {
        add_fact(t, slot, "%s.", goal);
    }
}

/* A goal is told above any function that the rules name, each function once. */
static void describe_hook_aims(describer *t)
{
    const ruleset *r = t->rules;
    for (size_t i = 0; i < r->ending_count; i++) {
        describe_function_aim(t, r->endings[i].name, r->endings[i].hook);
    }
    for (size_t i = 0; i < r->hook_count; i++) {
        bool told = false;
        for (size_t k = 0; k < r->ending_count; k++) {
            told |= r->endings[k].hook && strcmp(r->endings[k].hook, r->hooks[i].function) == 0;
        }
        for (size_t k = 0; k < i; k++) {
            told |= strcmp(r->hooks[k].function, r->hooks[i].function) == 0;
        }
        describe_function_aim(t, r->hooks[i].function, told ? NULL : r->hooks[i].function);
    }
    describe_function_aim(t, "start", r->start_hook);
    describe_function_aim(t, "hook on_capture", "on_capture");
}

/* Whether a player loses by the capture of certain pieces. */
static bool loses_by_capture(const ruleset *r)
{
    bool found = false;
    for (size_t i = 0; i < r->ending_count; i++) {
        found |= r->endings[i].kind == END_EXTINCT && r->endings[i].piece >= 0 && r->endings[i].result == RESULT_LOSS;
    }
    return found;
}

void describe_goal(describer *t)
{
    const ruleset *r = t->rules;
    size_t before = t->list->count;
    t->topic = TOPIC_GOAL;
    for (size_t k = 0; k < sizeof aims / sizeof aims[0]; k++) {
        bool besides = aims[k] == END_STALEMATE && loses_by_capture(r);
        for (size_t i = 0; i < r->ending_count; i++) {
            if (besides && r->endings[i].result == RESULT_WIN) {
                continue; /* nobody plays for that; the end of the game tells it */
            }
            if (r->endings[i].kind == aims[k]) {
                describe_aim(t, &r->endings[i]);
            }
        }
        if (aims[k] == END_HOOK) {
            describe_hook_aims(t);
        }
    }
    for (size_t i = 0; t->list->count == before && i < r->ending_count; i++) {
        const rule_ending *e = &r->endings[i];
        const char *doc = e->kind == END_HOOK ? function_doc(t, e->hook) : NULL;
        if (doc) {
            add_fact(t, e->name, "%s.", doc);
        }
    }
    if (t->list->count == before) {
        add_fact(t, "goal", "What wins is said under “The end of the game”.");
    }
}
