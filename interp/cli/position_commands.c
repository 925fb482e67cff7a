/* show, fen, moves, why, status: commands about one position. */
#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "cli/board.h"
#include "cli/commands.h"
#include "cli/json.h"
#include "cli/session.h"

typedef struct position_report {
    session s;
    const options *o;
    output *out;
    const char *move; /* the move of `why` */
    text text_out;    /* printed without --json ... */
    text json_out;    /* ... and with it: the members of one object */
} position_report;

typedef ferz_result report_function(position_report *f);

/* Opens the position, runs `report` and prints the result. */
static int report_position(const options *o, output *out, const char *move, size_t moves_left, report_function *report)
{
    position_report f = {.o = o, .out = out, .move = move};
    ferz_result result = session_open(&f.s, o, out, moves_left);
    if (result == FERZ_OK) {
        json_open(&f.json_out, NULL, JSON_OBJECT);
        json_string(&f.json_out, "game", ferz_variant_name(f.s.variant));
        result = report(&f);
        json_close(&f.json_out, JSON_OBJECT);
        text_char(&f.json_out, '\n');
        if (result == FERZ_OK || f.text_out.length || f.text_out.failed) {
            output_text(out, o->value[OPTION_JSON] ? &f.json_out : &f.text_out);
        }
    }
    text_finish(&f.text_out);
    text_finish(&f.json_out);
    return session_close(&f.s, out, result);
}

/* Adds the FEN as a member and as a line that begins with `prefix`. */
static ferz_result report_fen_line(position_report *f, const char *prefix)
{
    char *fen = ferz_game_fen(f->s.game);
    if (!fen) {
        return FERZ_SYSTEM_ERROR;
    }
    text_print(&f->text_out, "%s%s\n", prefix, fen);
    json_string(&f->json_out, "fen", fen);
    ferz_free(fen);
    return FERZ_OK;
}

static ferz_result report_fen(position_report *f)
{
    if (!f->o->value[OPTION_FOR]) {
        return report_fen_line(f, "");
    }
    f->s.noted = ferz_messages_count(f->s.messages);
    char *fen = ferz_game_fen_for(f->s.game, FERZ_NOTATION_FAIRY_STOCKFISH, f->s.messages);
    if (!fen) {
        return session_failure(&f->s);
    }
    session_print_notes(&f->s, f->out);
    text_print(&f->text_out, "%s\n", fen);
    json_string(&f->json_out, "fen", fen);
    ferz_free(fen);
    return FERZ_OK;
}

/* The moves of a game that was read from a file. */
static void report_plies(position_report *f)
{
    if (!f->o->value[OPTION_PGN_READ]) {
        return;
    }
    text_put(&f->text_out, "moves:");
    json_open(&f->json_out, "plies", JSON_ARRAY);
    for (size_t i = 0; i < ferz_game_ply_count(f->s.game); i++) {
        text_print(&f->text_out, " %s", ferz_game_ply(f->s.game, i));
        json_string(&f->json_out, NULL, ferz_game_ply(f->s.game, i));
    }
    text_char(&f->text_out, '\n');
    json_close(&f->json_out, JSON_ARRAY);
}

static void report_cells(position_report *f)
{
    const ferz_game *game = f->s.game;
    json_number(&f->json_out, "columns", ferz_game_columns(game));
    json_number(&f->json_out, "rows", ferz_game_rows(game));
    json_open(&f->json_out, "cells", JSON_ARRAY);
    for (size_t i = 0; i < ferz_game_cell_count(game); i++) {
        ferz_cell cell = ferz_game_cell(game, i);
        json_open(&f->json_out, NULL, JSON_OBJECT);
        json_string(&f->json_out, "name", cell.name);
        if (ferz_game_levels(game) > 1) {
            json_number(&f->json_out, "level", cell.level);
        }
        json_number(&f->json_out, "column", cell.column);
        json_number(&f->json_out, "row", cell.row);
        json_string(&f->json_out, "piece", cell.piece);
        json_string(&f->json_out, "type", cell.type);
        json_string(&f->json_out, "owner", cell.owner < 0 ? NULL : player_name(f->s.variant, (size_t)cell.owner));
        json_bool(&f->json_out, "royal", cell.royal);
        json_close(&f->json_out, JSON_OBJECT);
    }
    json_close(&f->json_out, JSON_ARRAY);
}

static void report_settings(position_report *f)
{
    json_open(&f->json_out, "set", JSON_OBJECT);
    for (size_t i = 0; i < ferz_variant_option_count(f->s.variant); i++) {
        ferz_option option = ferz_variant_option(f->s.variant, i);
        /* A switch is written as --set takes it: by its name alone. */
        bool is_switch = *option.values == '\0';
        if (option.set && !(is_switch && strcmp(option.chosen, "off") == 0)) {
            text_print(&f->text_out, is_switch ? "set: %s\n" : "set: %s=%s\n", option.name, option.chosen);
            json_string(&f->json_out, option.name, option.chosen);
        }
    }
    json_close(&f->json_out, JSON_OBJECT);
}

static void report_endings(position_report *f)
{
    json_open(&f->json_out, "endings", JSON_ARRAY);
    for (size_t i = 0; i < ferz_variant_ending_count(f->s.variant); i++) {
        ferz_ending ending = ferz_variant_ending(f->s.variant, i);
        json_open(&f->json_out, NULL, JSON_OBJECT);
        json_string(&f->json_out, "name", ending.name);
        json_string(&f->json_out, "when", ending.condition);
        json_string(&f->json_out, "result", ending.result);
        json_string(&f->json_out, "claim", ending.claim);
        json_string(&f->json_out, "file", ending.file);
        json_unsigned(&f->json_out, "line", ending.line);
        json_close(&f->json_out, JSON_OBJECT);
    }
    json_close(&f->json_out, JSON_ARRAY);
}

static ferz_result report_board(position_report *f)
{
    const ferz_variant *variant = f->s.variant;
    board_style style = {.colour = f->out->colour_out};
    board_draw(f->s.game, &style, &f->text_out);
    board_put_state(f->s.game, &f->text_out);
    json_string(&f->json_out, "title", ferz_variant_title(variant));
    report_cells(f);
    if (ferz_variant_has_hands(variant)) {
        json_open(&f->json_out, "hands", JSON_OBJECT);
        for (size_t i = 0; i < ferz_variant_player_count(variant); i++) {
            char *hand = ferz_game_hand(f->s.game, i);
            if (!hand) {
                return FERZ_SYSTEM_ERROR;
            }
            json_string(&f->json_out, ferz_variant_player_name(variant, i), hand);
            ferz_free(hand);
        }
        json_close(&f->json_out, JSON_OBJECT);
    }
    json_string(&f->json_out, "turn", player_name(variant, ferz_game_side_to_move(f->s.game)));
    if (ferz_game_commander(f->s.game) != ferz_game_side_to_move(f->s.game)) {
        json_string(&f->json_out, "decides", player_name(variant, ferz_game_commander(f->s.game)));
    }
    size_t number, count;
    if (ferz_game_turn_move(f->s.game, &number, &count)) {
        json_unsigned(&f->json_out, "turn_move", number);
        json_unsigned(&f->json_out, "turn_moves", count);
    }
    json_bool(&f->json_out, "check", ferz_game_in_check(f->s.game));
    report_endings(f);
    report_settings(f);
    report_plies(f);
    return report_fen_line(f, "fen: ");
}

/* Adds the moves as JSON, as every program gets them; of a single one, without brackets. */
static bool put_moves_json(position_report *f, const char *key, const ferz_moves *moves, bool single)
{
    char *written = ferz_moves_json(moves);
    const size_t length = written ? strlen(written) : 0;
    if (single && length > 2) {
        written[length - 1] = '\0';
    }
    json_raw(&f->json_out, key, !written ? "[]" : single && length > 2 ? written + 1 : written);
    ferz_free(written);
    return length > 0;
}

static ferz_result report_moves(position_report *f)
{
    const bool json = f->o->value[OPTION_JSON] != NULL;
    ferz_moves *moves =
        ferz_game_moves(f->s.game, NULL, json ? FERZ_MOVE_RULES | FERZ_MOVE_NOTATIONS : 0, f->s.messages);
    if (!moves) {
        return session_failure(&f->s);
    }
    for (size_t i = 0; i < ferz_moves_count(moves); i++) {
        text_print(&f->text_out, "%s\n", ferz_moves_at(moves, i).text);
    }
    json_unsigned(&f->json_out, "count", ferz_moves_count(moves));
    const bool written = put_moves_json(f, "moves", moves, false);
    ferz_moves_free(moves);
    return written ? FERZ_OK : FERZ_SYSTEM_ERROR;
}

/* Adds the lines of an explanation, and the same as an array in JSON. */
static void report_lines(position_report *f, char *why)
{
    text_put(&f->text_out, why);
    json_open(&f->json_out, "why", JSON_ARRAY);
    for (char *line = why; *line;) {
        char *end = line + strcspn(line, "\n");
        bool more = *end == '\n';
        *end = '\0';
        json_string(&f->json_out, NULL, line);
        line = end + more;
    }
    json_close(&f->json_out, JSON_ARRAY);
    ferz_free(why);
}

/* What the legal move does. */
static ferz_result report_facts(position_report *f)
{
    ferz_moves *one = ferz_game_moves(f->s.game, f->move, FERZ_MOVE_RULES | FERZ_MOVE_NOTATIONS, f->s.messages);
    const bool written = one && put_moves_json(f, "facts", one, true);
    ferz_moves_free(one);
    return written ? FERZ_OK : FERZ_SYSTEM_ERROR;
}

static ferz_result report_why(position_report *f)
{
    bool legal = false;
    char *why = ferz_game_explain_move(f->s.game, f->move, &legal, f->s.messages);
    if (!why) {
        return session_failure(&f->s);
    }
    json_string(&f->json_out, "move", f->move);
    json_bool(&f->json_out, "legal", legal);
    report_lines(f, why);
    return !legal ? FERZ_REJECTED : f->o->value[OPTION_JSON] ? report_facts(f) : FERZ_OK;
}

static ferz_result report_why_status(position_report *f)
{
    bool over = false;
    char *why = ferz_game_explain_status(f->s.game, &over, f->s.messages);
    if (!why) {
        return session_failure(&f->s);
    }
    json_bool(&f->json_out, "over", over);
    report_lines(f, why);
    return FERZ_OK;
}

/* The player of that name, in any case; the number of players after an error. */
static size_t find_player(position_report *f, const char *name)
{
    const ferz_variant *variant = f->s.variant;
    size_t count = ferz_variant_player_count(variant), found = 0;
    while (found < count && strcasecmp(ferz_variant_player_name(variant, found), name) != 0) {
        found++;
    }
    if (found == count) {
        text list = {0};
        for (size_t i = 0; i < count; i++) {
            text_print(&list, "%s%s", i ? ", " : "", ferz_variant_player_name(variant, i));
        }
        output_error(f->out, "%s has no player \"%s\"; there are: %s", ferz_variant_name(variant), name,
                     text_string(&list));
        f->s.reported = true;
        text_finish(&list);
    }
    return found;
}

/* The status, or with --flag that after a player's time has run out. */
static ferz_result find_status(position_report *f, ferz_status *status)
{
    const char *flag = f->o->value[OPTION_FLAG];
    if (!flag) {
        return ferz_game_status(f->s.game, status, f->s.messages);
    }
    size_t player = find_player(f, flag);
    if (player == ferz_variant_player_count(f->s.variant)) {
        return FERZ_REJECTED;
    }
    json_string(&f->json_out, "flag", ferz_variant_player_name(f->s.variant, player));
    ferz_result result = ferz_game_flag(f->s.game, player, status, f->s.messages);
    if (result == FERZ_REJECTED && !ferz_messages_count(f->s.messages)) {
        output_error(f->out, "%s has more than two sides: who wins when a time runs out is not in its rules",
                     ferz_variant_name(f->s.variant));
        f->s.reported = true;
    }
    return result;
}

static ferz_result report_status(position_report *f)
{
    static const char *const outcomes[] = {[FERZ_ONGOING] = "ongoing", [FERZ_WIN] = "win", [FERZ_DRAW] = "draw"};
    ferz_status status;
    ferz_result result = find_status(f, &status);
    if (result != FERZ_OK) {
        return result;
    }
    status_put(&f->text_out, f->s.variant, &status);
    json_string(&f->json_out, "outcome", outcomes[status.outcome]);
    json_string(&f->json_out, "winner", status.outcome == FERZ_WIN ? player_name(f->s.variant, status.winner) : NULL);
    if (status.outcome == FERZ_WIN && status.winner_share < 100) {
        json_real(&f->json_out, "winner_share", status.winner_share / 100.0);
    }
    json_string(&f->json_out, "reason", status.outcome == FERZ_ONGOING ? NULL : status.reason);
    return FERZ_OK;
}

int command_show(const options *o, output *out)
{
    return report_position(o, out, NULL, 0, report_board);
}

int command_fen(const options *o, output *out)
{
    return report_position(o, out, NULL, 0, report_fen);
}

int command_moves(const options *o, output *out)
{
    return report_position(o, out, NULL, 0, report_moves);
}

int command_why(const options *o, output *out)
{
    if (o->value[OPTION_STATUS]) {
        return o->argument_count == 1 ? report_position(o, out, NULL, 0, report_why_status)
                                      : options_error(o->command, out, NULL, "MOVE does not go with --status");
    }
    /* --moves includes all plain arguments that follow, MOVE as well: then it is the last one. */
    if (o->argument_count == 2) {
        return report_position(o, out, o->arguments[1], 0, report_why);
    }
    const char *last = o->move_count ? o->moves[o->move_count - 1] : "-";
    if (strcmp(last, "-") == 0) {
        return options_error(o->command, out, NULL, "MOVE is missing");
    }
    return report_position(o, out, last, 1, report_why);
}

int command_status(const options *o, output *out)
{
    return report_position(o, out, NULL, 0, report_status);
}
