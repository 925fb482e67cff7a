/* show, fen, moves, why, status: commands about one position. */
#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "answers/answers.h"
#include "answers/put.h"
#include "cli/board.h"
#include "cli/commands.h"
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
        json_string(&f.json_out, "game", ferz_variant_facts(f.s.variant)->name);
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

static ferz_result report_fen(position_report *f)
{
    f->s.noted = ferz_messages_count(f->s.messages);
    char *fen = f->o->value[OPTION_FOR] ? ferz_game_fen_for(f->s.game, FERZ_NOTATION_FAIRY_STOCKFISH, f->s.messages)
                                        : ferz_game_fen(f->s.game);
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
    for (size_t i = 0; i < ferz_game_ply_count(f->s.game); i++) {
        text_print(&f->text_out, " %s", ferz_game_ply(f->s.game, i));
    }
    text_char(&f->text_out, '\n');
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
        json_close(&f->json_out, JSON_OBJECT);
    }
    json_close(&f->json_out, JSON_ARRAY);
}

static void report_settings(position_report *f)
{
    json_open(&f->json_out, "set", JSON_OBJECT);
    for (size_t i = 0; i < ferz_variant_facts(f->s.variant)->option_count; i++) {
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
    for (size_t i = 0; i < ferz_variant_facts(f->s.variant)->ending_count; i++) {
        ferz_ending ending = ferz_variant_ending(f->s.variant, i);
        json_open(&f->json_out, NULL, JSON_OBJECT);
        json_string(&f->json_out, "name", ending.name);
        json_string_given(&f->json_out, "when", ending.condition);
        json_string_given(&f->json_out, "result", ending.result);
        json_string_given(&f->json_out, "claim", ending.claim);
        json_string(&f->json_out, "file", ending.file);
        json_unsigned(&f->json_out, "line", ending.line);
        json_close(&f->json_out, JSON_OBJECT);
    }
    json_close(&f->json_out, JSON_ARRAY);
}

static ferz_result report_position_json(position_report *f)
{
    ferz_status status;
    ferz_result result = ferz_game_status(f->s.game, &status, f->s.messages);
    json_string_given(&f->json_out, "title", ferz_variant_facts(f->s.variant)->title);
    report_cells(f);
    report_endings(f);
    if (result == FERZ_OK) {
        answer_status(&f->json_out, f->s.variant, &status);
    }
    answer_position(&f->json_out, f->s.game, f->s.game, -1);
    return result;
}

static ferz_result report_board(position_report *f)
{
    ferz_game *game = f->s.game;
    board_style style = {.colour = f->out->colour_out};
    board_draw(game, &style, &f->text_out);
    board_put_state(game, &f->text_out);
    report_settings(f);
    report_plies(f);
    char *fen = ferz_game_fen(game);
    text_print(&f->text_out, "fen: %s\n", fen ? fen : "");
    f->text_out.failed |= !fen;
    ferz_free(fen);
    return f->o->value[OPTION_JSON] ? report_position_json(f) : FERZ_OK;
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
    answer_moves(&f->json_out, moves);
    ferz_moves_free(moves);
    return FERZ_OK;
}

/* Why the move is legal or not; why the game is over or not, where there is no move. */
static ferz_result report_why(position_report *f)
{
    ferz_reasons *why = ferz_game_why(f->s.game, f->move, options_language(f->o), f->s.messages);
    char *words = why ? ferz_reasons_text(why) : NULL;
    ferz_result result = words ? FERZ_OK : session_failure(&f->s);
    if (words) {
        text_put(&f->text_out, words);
        if (f->move) {
            json_string(&f->json_out, "move", f->move);
        }
        result =
            f->o->value[OPTION_JSON] ? answer_reasons(&f->json_out, f->s.game, f->move, why, f->s.messages) : FERZ_OK;
    }
    if (result == FERZ_OK && f->move && !ferz_reasons_answer(why)) {
        result = FERZ_REJECTED;
    }
    ferz_free(words);
    ferz_reasons_free(why);
    return result;
}

/* The player of that name, in any case; the number of players after an error. */
static size_t find_player(position_report *f, const char *name)
{
    const ferz_variant *variant = f->s.variant;
    size_t count = ferz_variant_facts(variant)->player_count, found = 0;
    while (found < count && strcasecmp(ferz_variant_player_name(variant, found), name) != 0) {
        found++;
    }
    if (found == count) {
        text list = {0};
        for (size_t i = 0; i < count; i++) {
            text_print(&list, "%s%s", i ? ", " : "", ferz_variant_player_name(variant, i));
        }
        output_error(f->out, "%s has no player \"%s\"; there are: %s", ferz_variant_facts(variant)->name, name,
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
    if (player == ferz_variant_facts(f->s.variant)->player_count) {
        return FERZ_REJECTED;
    }
    json_string(&f->json_out, "flag", ferz_variant_player_name(f->s.variant, player));
    ferz_result result = ferz_game_flag(f->s.game, player, status, f->s.messages);
    if (result == FERZ_REJECTED && !ferz_messages_count(f->s.messages)) {
        output_error(f->out, "%s has more than two sides: who wins when a time runs out is not in its rules",
                     ferz_variant_facts(f->s.variant)->name);
        f->s.reported = true;
    }
    return result;
}

static ferz_result report_status(position_report *f)
{
    ferz_status status;
    ferz_result result = find_status(f, &status);
    if (result == FERZ_OK) {
        status_put(&f->text_out, f->s.variant, &status);
        answer_status(&f->json_out, f->s.variant, &status);
    }
    return result;
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
        return o->argument_count == 1 ? report_position(o, out, NULL, 0, report_why)
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
