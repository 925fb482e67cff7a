/* How the game ends. */
#include "formats/export_context.h"

#include <string.h>

static const char *result_word(const rule_ending *end)
{
    return end->result == RESULT_LOSS ? "loss" : end->result == RESULT_WIN ? "win" : "draw";
}

typedef struct endings_seen {
    bool passes, facing, repetition, halfmove_clock, extinct, goal;
    long repetitions, checks_number; /* of positions, of positions in a perpetual check */
    const char *extinct_result;
    long extinct_least;
    location extinct_at;
    int extinct_pieces[2 * RULES_PIECES_MAX]; /* that count; `extinct_any`: all */
    size_t extinct_count;
    bool extinct_any;
    export_zone goals; /* players that have one */
    long goal_number;
} endings_seen;

static void refuse_ending(exporter *e, const rule_ending *end)
{
    diag_error(e->diags, CODE_EXPORT_UNSUPPORTED, end->location, "Fairy-Stockfish's format cannot say the ending `%s`",
               end->name);
}

/* ---- extinction ---- */

/* The letter there of a piece or of what a promoted form moves like. */
static char letter_there(const exporter *e, int piece)
{
    return e->letters[piece] ? e->letters[piece] : e->like[piece];
}

static bool is_royal_loss(const exporter *e, const rule_ending *end)
{
    bool fewer = end->kind == END_PIECES_BELOW;
    const int *pieces = fewer ? end->row.pieces : &end->piece;
    size_t count = fewer ? end->row.piece_count : end->piece >= 0;
    for (size_t i = 0; i < count; i++) {
        if (!e->rules->pieces[pieces[i]].royal) {
            return false;
        }
    }
    return count > 0 && end->result == RESULT_LOSS && (!fewer || end->number == 1);
}

/* `extinct` is an event: there too few pieces end the game from the start on, and pieces in hand count. */
static bool is_event_apart(const exporter *e, const rule_ending *end)
{
    const ruleset *r = e->rules;
    int with[2] = {0, 0};
    if (end->kind != END_EXTINCT) {
        return false;
    }
    for (int cell = 0; cell < r->width * r->height; cell++) {
        const start_cell *c = &e->start[cell / r->width][cell % r->width];
        if (c->piece >= 0 && (end->piece < 0 || letter_there(e, c->piece) == letter_there(e, end->piece))) {
            with[c->player]++;
        }
    }
    bool held = r->hands && (end->piece < 0 || export_comes_to_hand(e, (size_t)end->piece));
    return held || !with[0] || !with[1];
}

static void see_extinction(exporter *e, const rule_ending *end, endings_seen *seen)
{
    bool fewer = end->kind == END_PIECES_BELOW;
    long least = fewer ? end->number - 1 : 0;
    if (e->pseudo_royal && is_royal_loss(e, end)) {
        seen->extinct |= e->rules->blast.given; /* else royal pieces are never captured */
        return;
    }
    if (e->pseudo_royal ||
        (seen->extinct && (strcmp(seen->extinct_result, result_word(end)) != 0 || seen->extinct_least != least))) {
        export_refuse(e, end->location, "two kinds of extinction");
        return;
    }
    if (e->is_imported && end->kind == END_EXTINCT && end->piece < 0 && e->rules->turn.pass != PASS_NEVER) {
        return; /* there such a player cannot pass and is stalemated; see export_script */
    }
    if (is_event_apart(e, end)) {
        refuse_ending(e, end);
        return;
    }
    seen->extinct = true;
    seen->extinct_result = result_word(end);
    seen->extinct_least = least;
    seen->extinct_at = end->location;
    const int *pieces = fewer ? end->row.pieces : &end->piece;
    size_t count = fewer ? end->row.piece_count : end->piece >= 0;
    seen->extinct_any |= count == 0;
    for (size_t i = 0; i < count; i++) {
        if (letter_there(e, pieces[i]) != letter_there(e, pieces[0])) {
            export_refuse(e, end->location, "a count of several types together");
            return;
        }
        if (seen->extinct_count < 2 * RULES_PIECES_MAX) {
            seen->extinct_pieces[seen->extinct_count++] = pieces[i];
        }
    }
}

/* Royal pieces that are not their king: they are royal there as long as so many are left, here always. */
static void put_royals(exporter *e, const endings_seen *seen)
{
    const ruleset *r = e->rules;
    int royals[RULES_PIECES_MAX];
    size_t count = 0;
    for (size_t i = 0; i < r->piece_count; i++) {
        if (r->pieces[i].royal && (int)i != e->king && (e->letters[i] || e->unpromoted[i] >= 0)) {
            royals[count++] = (int)i;
        }
    }
    if (r->blast.given && !seen->extinct) {
        export_refuse(e, r->blast.location, "blasts that remove royal pieces without an end");
    }
    export_put(e, "extinctionValue", "loss");
    export_put_types(e, "extinctionPieceTypes", royals, count, count ? r->pieces[royals[0]].location : (location){0});
    export_put(e, "extinctionPseudoRoyal", "true");
    export_put_number(e, "extinctionPieceCount", r->blast.given ? 0 : r->width * r->height);
}

static void put_extinction(exporter *e, const endings_seen *seen)
{
    if (e->pseudo_royal) {
        put_royals(e, seen);
        return;
    }
    if (!seen->extinct) {
        return;
    }
    export_put(e, "extinctionValue", seen->extinct_result);
    if (seen->extinct_any) {
        export_put(e, "extinctionPieceTypes", "*");
    } else {
        export_put_types(e, "extinctionPieceTypes", seen->extinct_pieces, seen->extinct_count, seen->extinct_at);
    }
    export_put_number(e, "extinctionPieceCount", seen->extinct_least);
}

/* ---- goals ---- */

/* Black may still answer White's goal: there where kings race that may not give check. */
static bool is_race(const exporter *e, const rule_ending *end)
{
    return end->grace && end->grace_players == 2u && end->row.piece_count == 1 && end->row.pieces[0] == e->king &&
           e->rules->checks.forbidden != 0;
}

/* There the pieces of a goal are of one type. */
static void check_one_type(exporter *e, const rule_ending *end)
{
    for (size_t i = 1; i < end->row.piece_count; i++) {
        if (letter_there(e, end->row.pieces[i]) != letter_there(e, end->row.pieces[0])) {
            export_refuse(e, end->location, "a goal of several types");
            return;
        }
    }
}

static void put_goal(exporter *e, const rule_ending *end, endings_seen *seen)
{
    static const char *const sides[] = {"White", "Black"};
    export_zone zone = export_read_zone(e, &end->zone);
    if (end->result != RESULT_WIN || (end->grace && !is_race(e, end)) ||
        (seen->goal && (seen->goal_number != end->number || end->grace))) {
        export_refuse(e, end->location, "this goal");
        return;
    }
    for (int player = 0; player < 2; player++) {
        if (export_ranks_empty(zone.of[player])) {
            continue;
        }
        const char *where = arena_format(e->arena, "flagRegion%s", sides[player]),
                   *piece = arena_format(e->arena, "flagPiece%s", sides[player]);
        if (!export_ranks_empty(seen->goals.of[player])) {
            export_refuse(e, end->location, "this goal");
        } else if (where && piece) {
            export_put_region(e, where, zone.of[player]);
            if (end->row.piece_count) {
                check_one_type(e, end);
                export_put_types(e, piece, end->row.pieces, end->row.piece_count, end->location);
            }
        }
        memcpy(seen->goals.of[player], zone.of[player], sizeof zone.of[player]);
    }
    if (!seen->goal) {
        export_put_number(e, "flagPieceCount", end->number);
    }
    if (end->grace) {
        export_put(e, "flagMove", "true");
    }
    seen->goal = true;
    seen->goal_number = end->number;
}

static void put_row(exporter *e, const rule_ending *end)
{
    export_put_number(e, "connectN", end->number);
    if (end->row.along == ROW_STRAIGHT) {
        export_put(e, "connectDiagonal", "false");
    } else if (end->row.along == ROW_DIAGONAL) {
        export_put(e, "connectVertical", "false");
        export_put(e, "connectHorizontal", "false");
    }
    if (end->row.piece_count) {
        export_put_types(e, "connectPieceTypes", end->row.pieces, end->row.piece_count, end->location);
    }
    if (end->result == RESULT_FIRST || end->result == RESULT_SECOND) {
        export_refuse(e, end->location, "this row");
    } else if (end->result != RESULT_WIN) {
        export_put(e, "connectValue", result_word(end));
    }
}

/* ---- repetition ---- */

static void put_repetition(exporter *e, const rule_ending *end, endings_seen *seen)
{
    bool absolute = end->result == RESULT_FIRST || end->result == RESULT_SECOND;
    export_put_number(e, "nFoldRule", end->number);
    export_put(e, "nFoldValue",
               end->result == RESULT_FIRST    ? "win"
               : end->result == RESULT_SECOND ? "loss"
                                              : result_word(end));
    if (absolute) {
        export_put(e, "nFoldValueAbsolute", "true");
    }
    if (end->illegal) {
        export_refuse(e, end->location, "a repetition that is illegal");
    }
    seen->repetition = true;
    seen->repetitions = end->number;
}

static void put_bare(exporter *e, const rule_ending *end, const endings_seen *seen)
{
    if (!end->grace || seen->extinct || e->pseudo_royal) {
        refuse_ending(e, end);
    }
    export_put(e, "extinctionValue", result_word(end));
    export_put(e, "extinctionPieceTypes", "*");
    export_put_number(e, "extinctionPieceCount", 1);
    export_put_number(e, "extinctionOpponentPieceCount", 2);
    export_put(e, "extinctionClaim", "true");
}

/* ---- all ---- */

/* What a player claims that there is no claim for: the game goes on there, with the same moves. */
static bool is_left_out(exporter *e, const rule_ending *end)
{
    bool known =
        end->kind == END_REPETITION || end->kind == END_HALFMOVE_CLOCK || end->kind == END_INSUFFICIENT_MATERIAL;
    if (!end->claim || known) {
        return false;
    }
    diag_warning(e->diags, CODE_FOREIGN_DIFFERENT, end->location,
                 "there nobody can claim the ending `%s`; it is left out", end->name);
    return true;
}

static void export_ending(exporter *e, const rule_ending *end, endings_seen *seen)
{
    if (end->winner_share < WHOLE_POINT) {
        export_refuse(e, end->location, "a share of the point");
    }
    if (end->only_player >= 0) {
        export_refuse(e, end->location, "an ending for one player alone");
    }
    if (is_left_out(e, end) || (end->kind == END_HOOK && e->is_imported)) {
        return;
    }
    if (end->kind != END_HOOK && end->hook && !e->is_imported) {
        refuse_ending(e, end);
    }
    switch (end->kind) {
    case END_CHECKMATE:
        export_put(e, "checkmateValue", result_word(end));
        return;
    case END_STALEMATE:
        export_put(e, "stalemateValue", result_word(end));
        return;
    case END_REPETITION:
        put_repetition(e, end, seen);
        return;
    case END_PERPETUAL_CHECK:
        export_put(e, "perpetualCheckIllegal", "true");
        seen->checks_number = end->number;
        return;
    case END_HALFMOVE_CLOCK:
        export_put_number(e, "nMoveRule", end->number / 2);
        seen->halfmove_clock = true;
        return;
    case END_INSUFFICIENT_MATERIAL:
        return; /* without the ending the game goes on; neither player can win it */
    case END_BARE:
        put_bare(e, end, seen);
        return;
    case END_EXTINCT:
    case END_PIECES_BELOW:
        see_extinction(e, end, seen);
        return;
    case END_GOAL:
        put_goal(e, end, seen);
        return;
    case END_CONNECT:
        put_row(e, end);
        return;
    case END_CHECKS:
        if (end->cumulative && end->result == RESULT_WIN) {
            export_put(e, "checkCounting", "true");
            return;
        }
        break;
    case END_PASSES: /* there two passes always end the game */
        if (!end->facing && end->number == 2 && end->result == RESULT_DRAW && e->rules->turn.pass != PASS_NEVER) {
            seen->passes = true;
            return;
        }
        if (end->facing && end->number == 1 && end->result == RESULT_DRAW && e->rules->turn.pass == PASS_FACING) {
            seen->facing = true;
            export_put(e, "bikjangRule", "true");
            return;
        }
        break;
    default:
        break;
    }
    refuse_ending(e, end);
}

void export_endings(exporter *e)
{
    endings_seen *seen = arena_new(e->arena, endings_seen, 1);
    if (!seen) {
        e->out.failed = true;
        return;
    }
    *seen = (endings_seen){0};
    for (size_t i = 0; i < e->rules->ending_count; i++) {
        export_ending(e, &e->rules->endings[i], seen);
    }
    if (e->rules->turn.pass != PASS_NEVER && !seen->passes) {
        diag_warning(e->diags, CODE_FOREIGN_DIFFERENT, e->rules->turn.location,
                     "there two passes in a row end the game as a draw");
    }
    if (e->rules->turn.pass == PASS_FACING && !seen->facing) {
        export_refuse(e, e->rules->turn.location,
                      "passes where royal pieces face each other, unless they end the game");
    }
    put_extinction(e, seen);
    if (!seen->repetition) {
        export_put_number(e, "nFoldRule", seen->checks_number);
    }
    if (!seen->halfmove_clock) {
        export_put_number(e, "nMoveRule", 0);
    }
}
