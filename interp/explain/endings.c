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

/* Which material is dead, as a sentence of its own. */
static const char *material_words(const describer *t, const rule_ending *e)
{
    const char *one = royal_word(t, FORM_NOMINATIVE);
    const char *words = format_localized(t, "Neither side can give mate with a bare %s", one);
    if (e->alone_count) {
        words = format_localized(t, "%s, or with a bare %s against %s and one %s", words, one,
                                 royal_word(t, t->russian ? FORM_GENITIVE : FORM_INDEFINITE),
                                 piece_words(t, e->alone, e->alone_count, FORM_NOMINATIVE, CONJUNCTION_OR));
    }
    if (e->pair_count) {
        words = format_localized(t, "%s, or with a bare %s against a %s and two of these: %s", words, one,
                                 t->russian ? royal_word(t, FORM_GENITIVE) : one,
                                 piece_words(t, e->pair, e->pair_count, FORM_PLURAL, CONJUNCTION_OR));
    }
    if (e->same_shade_count) {
        words = format_localized(
            t, "%s; the same holds if apart from %s there are only %s and all of these are on cells of one colour",
            words, royal_word(t, FORM_GENITIVE_PLURAL),
            piece_words(t, e->same_shade, e->same_shade_count, FORM_PLURAL, CONJUNCTION_AND));
    }
    if (e->other_shades_count) {
        words = format_localized(
            t, "%s; the same holds if either side has one piece left, both of these on cells of different colours: %s",
            words, piece_words(t, e->other_shades, e->other_shades_count, FORM_PLURAL, CONJUNCTION_OR));
    }
    if (e->bare_royal_count) {
        words = format_localized(t, "%s; only these count as bare: %s", words,
                                 piece_words(t, e->bare_royals, e->bare_royal_count, FORM_PLURAL, CONJUNCTION_AND));
    }
    return words;
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
    if (t->rules->player_count == 2 && e->number % 2 == 0 && t->rules->turn.plies == 1) {
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
    return format_localized(
        t,
        "every royal piece is %s; then points are counted, on the board and in hand: %s; a player with fewer than %ld "
        "loses%s",
        zone_words(t, e->zone.string), kept ? kept : "", e->needed_points,
        e->compare_points ? localized(t, ", and when both or neither have that many, more points win") : "");
}

static bool has_royals(const ruleset *rules)
{
    bool some = false;
    for (size_t i = 0; i < rules->piece_count; i++) {
        some |= rules->pieces[i].royal || rules->pieces[i].royal_letter;
    }
    return some;
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
        return e->piece < 0 ? localized(t, "a player has no pieces left")
                            : format_localized(t, "a player has no %s left", piece_word(t, e->piece, FORM_NOMINATIVE));
    case END_PASSES:
        return format_localized(t, "the players pass %s running", counted(t, e->number, "time", "times"));
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
    case END_PIECES_BELOW:
        return format_localized(t, "a player has fewer than %ld pieces left on the board and in hand%s", e->number,
                                counted_pieces(t, &e->row));
    case END_GOAL:
        return format_localized(t, "a player has %s%s %s", counted(t, e->number, "piece", "pieces"),
                                counted_pieces(t, &e->row), zone_words(t, e->zone.string));
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
        add_fact(t, slot, "%s (`%s`).", doc, e->name);
    } else {
        add_fact(t, slot, "The function `%s` of the script may end the game (`%s`).", e->hook, e->name);
    }
    if (e->max_pieces) {
        add_fact(t, slot, "This is looked at only while at most %s.",
                 counted(t, e->max_pieces, "cell is occupied", "cells are occupied"));
    }
    if (e->counter >= 0 && e->counter_min >= 0) {
        add_fact(t, slot, "This is looked at only once `%s` has reached %ld.", t->rules->counters[e->counter],
                 e->counter_min);
    }
}

static void describe_ending(describer *t, const rule_ending *e)
{
    const char *slot = arena_format(t->arena, "end %s", e->name);
    slot = slot ? slot : "end";
    if (e->kind == END_HOOK) {
        describe_hook_ending(t, slot, e);
        return;
    }
    const char *condition = condition_words(t, e);
    if (e->illegal) {
        add_fact(t, slot, "A move is illegal by which %s (`%s`).", condition, e->name);
    } else if (e->claim) {
        add_fact(t, slot, "If %s, the player to move may claim it with `claim-%s`, and then %s (`%s`).", condition,
                 e->claim, result_words(t, e), e->name);
    } else if (e->result == RESULT_POINTS || e->kind == END_POINTS) {
        add_fact(t, slot, "The game ends when %s (`%s`).", condition, e->name);
    } else {
        add_fact(t, slot, "If %s, %s (`%s`).", condition, result_words(t, e), e->name);
    }
    if (e->kind == END_INSUFFICIENT_MATERIAL) {
        add_fact(t, slot, "%s.", material_words(t, e));
    }
    if (e->hook) {
        const char *doc = function_doc(t, e->hook);
        add_fact(t, slot, "In that case %s.",
                 doc ? format_localized(t, "the script judges: %s", doc)
                     : format_localized(t, "the function `%s` of the script may say otherwise", e->hook));
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
    } else {
        add_fact(t, "order", "They are looked at in this order; the first that holds counts.");
    }
}

/* ---- the goal ---- */

static bool describe_aim(describer *t, const rule_ending *e)
{
    bool loss = e->result == RESULT_LOSS, win = e->result == RESULT_WIN;
    const char *slot = e->name;
    if (e->claim || e->illegal || (!loss && !win)) {
        return false;
    }
    switch (e->kind) {
    case END_CHECKMATE:
        if (loss) {
            add_fact(t, slot, "Give mate: attack the enemy %s so that no move saves it.",
                     royal_word(t, FORM_ACCUSATIVE));
        } else {
            add_fact(t, slot, "Be checkmated: the player who is mated wins.");
        }
        return true;
    case END_STALEMATE:
        if (loss) {
            add_fact(t, slot, "Leave the opponent without a legal move.");
        } else {
            add_fact(t, slot, "Have no legal move left.");
        }
        return true;
    case END_EXTINCT:
        if (loss) {
            add_fact(t, slot, "Capture all of the opponent's %s.",
                     e->piece < 0 ? localized(t, "pieces")
                                  : piece_word(t, e->piece, t->russian ? FORM_NOMINATIVE : FORM_PLURAL));
        } else {
            add_fact(t, slot, "Lose all of your own %s.",
                     e->piece < 0 ? localized(t, "pieces")
                                  : piece_word(t, e->piece, t->russian ? FORM_NOMINATIVE : FORM_PLURAL));
        }
        return true;
    case END_BARE:
        if (loss) {
            add_fact(t, slot, "Or capture everything but the royal piece.");
        }
        return loss;
    case END_CONNECT:
        if (win) {
            add_fact(t, slot, "Be the first with %ld pieces in a row.", e->number);
        }
        return win;
    case END_PIECES_BELOW:
        if (loss) {
            add_fact(t, slot, "Bring the opponent below %ld pieces.", e->number);
        }
        return loss;
    default:
        return false;
    }
}

void describe_goal(describer *t)
{
    bool found = false;
    t->topic = TOPIC_GOAL;
    for (size_t i = 0; i < t->rules->ending_count; i++) {
        found |= describe_aim(t, &t->rules->endings[i]);
    }
    for (size_t i = 0; !found && i < t->rules->ending_count; i++) {
        const rule_ending *e = &t->rules->endings[i];
        const char *doc = e->kind == END_HOOK ? function_doc(t, e->hook) : NULL;
        if (doc) {
            add_fact(t, e->name, "%s.", doc);
            found = true;
        }
    }
    if (!found) {
        add_fact(t, "goal", "What wins is said under “The end”.");
    }
}
