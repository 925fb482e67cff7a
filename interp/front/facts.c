/* show, fen, moves, why, status: what is true of one position. */
#include <inttypes.h>
#include <string.h>

#include "front/board.h"
#include "front/commands.h"
#include "front/json.h"
#include "front/session.h"

typedef struct facts {
    session s;
    const options *o;
    output *out;
    const char *move; /* of why */
    text plain;       /* printed without --json ... */
    text json;        /* ... and with it; members of one object */
} facts;

typedef ferz_result tell(facts *f);

/* Opens the position, lets `what` tell about it and prints that, whatever the answer is. */
static int about_position(const options *o, output *out, const char *move, size_t moves_left, tell *what)
{
    facts f = {.o = o, .out = out, .move = move};
    ferz_result result = session_open(&f.s, o, out, moves_left);
    if (result == FERZ_OK) {
        json_open(&f.json, NULL, JSON_OBJECT);
        json_string(&f.json, "game", ferz_game_name(f.s.game));
        result = what(&f);
        json_close(&f.json, JSON_OBJECT);
        text_char(&f.json, '\n');
        if (result == FERZ_OK || f.plain.length || f.plain.failed) {
            output_text(out, o->value[OPTION_JSON] ? &f.json : &f.plain);
        }
    }
    text_finish(&f.plain);
    text_finish(&f.json);
    return session_close(&f.s, out, result);
}

/* Adds the FEN as a member and, with `before`, as a line that begins so. */
static ferz_result tell_fen_after(facts *f, const char *before)
{
    char *fen = ferz_play_fen(f->s.play);
    if (!fen) {
        return FERZ_FAULT;
    }
    text_print(&f->plain, "%s%s\n", before, fen);
    json_string(&f->json, "fen", fen);
    ferz_free(fen);
    return FERZ_OK;
}

static ferz_result tell_fen(facts *f)
{
    return tell_fen_after(f, "");
}

static void tell_cells(facts *f)
{
    const ferz_play *play = f->s.play;
    json_number(&f->json, "columns", ferz_play_columns(play));
    json_number(&f->json, "rows", ferz_play_rows(play));
    json_open(&f->json, "cells", JSON_ARRAY);
    for (size_t i = 0; i < ferz_play_cells(play); i++) {
        ferz_cell cell = ferz_play_cell(play, i);
        json_open(&f->json, NULL, JSON_OBJECT);
        json_string(&f->json, "name", cell.name);
        if (ferz_play_levels(play) > 1) {
            json_number(&f->json, "level", cell.level);
        }
        json_number(&f->json, "column", cell.column);
        json_number(&f->json, "row", cell.row);
        json_string(&f->json, "man", cell.man);
        json_string(&f->json, "type", cell.type);
        json_string(&f->json, "owner", cell.owner < 0 ? NULL : player_name(f->s.game, (size_t)cell.owner));
        json_bool(&f->json, "royal", cell.royal);
        json_close(&f->json, JSON_OBJECT);
    }
    json_close(&f->json, JSON_ARRAY);
}

static void tell_settings(facts *f)
{
    json_open(&f->json, "set", JSON_OBJECT);
    for (size_t i = 0; i < ferz_game_option_count(f->s.game); i++) {
        ferz_option option = ferz_game_option(f->s.game, i);
        /* A switch is written as --set takes it: by its name alone. */
        bool is_switch = *option.values == '\0';
        if (option.set && !(is_switch && strcmp(option.chosen, "off") == 0)) {
            text_print(&f->plain, is_switch ? "set: %s\n" : "set: %s=%s\n", option.name, option.chosen);
            json_string(&f->json, option.name, option.chosen);
        }
    }
    json_close(&f->json, JSON_OBJECT);
}

static ferz_result tell_board(facts *f)
{
    const ferz_game *game = f->s.game;
    board_style style = {.colour = f->out->colour_out};
    board_draw(f->s.play, &style, &f->plain);
    board_facts(f->s.play, &f->plain);
    json_string(&f->json, "title", ferz_game_title(game));
    tell_cells(f);
    if (ferz_game_has_hands(game)) {
        json_open(&f->json, "hands", JSON_OBJECT);
        for (size_t i = 0; i < ferz_game_players(game); i++) {
            char *hand = ferz_play_hand(f->s.play, i);
            if (!hand) {
                return FERZ_FAULT;
            }
            json_string(&f->json, ferz_game_player(game, i), hand);
            ferz_free(hand);
        }
        json_close(&f->json, JSON_OBJECT);
    }
    json_string(&f->json, "turn", player_name(game, ferz_play_mover(f->s.play)));
    if (ferz_play_commander(f->s.play) != ferz_play_mover(f->s.play)) {
        json_string(&f->json, "decides", player_name(game, ferz_play_commander(f->s.play)));
    }
    json_bool(&f->json, "check", ferz_play_in_check(f->s.play));
    tell_settings(f);
    return tell_fen_after(f, "fen: ");
}

static ferz_result tell_moves(facts *f)
{
    size_t count = 0;
    char *moves = ferz_play_moves(f->s.play, &count, f->s.messages);
    if (!moves) {
        return session_failure(&f->s);
    }
    json_count(&f->json, "count", count);
    json_open(&f->json, "moves", JSON_ARRAY);
    const char *move = moves;
    for (size_t i = 0; i < count; i++, move += strlen(move) + 1) {
        text_print(&f->plain, "%s\n", move);
        json_string(&f->json, NULL, move);
    }
    json_close(&f->json, JSON_ARRAY);
    ferz_free(moves);
    return FERZ_OK;
}

/* The lines of an answer, as they are and as a list in JSON. */
static void tell_lines(facts *f, char *why)
{
    text_put(&f->plain, why);
    json_open(&f->json, "why", JSON_ARRAY);
    for (char *line = why; *line;) {
        char *end = line + strcspn(line, "\n");
        bool more = *end == '\n';
        *end = '\0';
        json_string(&f->json, NULL, line);
        line = end + more;
    }
    json_close(&f->json, JSON_ARRAY);
    ferz_free(why);
}

static ferz_result tell_why(facts *f)
{
    bool legal = false;
    char *why = ferz_play_why(f->s.play, f->move, &legal, f->s.messages);
    if (!why) {
        return session_failure(&f->s);
    }
    json_string(&f->json, "move", f->move);
    json_bool(&f->json, "legal", legal);
    tell_lines(f, why);
    return legal ? FERZ_OK : FERZ_NO;
}

static ferz_result tell_why_status(facts *f)
{
    bool over = false;
    char *why = ferz_play_why_status(f->s.play, &over, f->s.messages);
    if (!why) {
        return session_failure(&f->s);
    }
    json_bool(&f->json, "over", over);
    tell_lines(f, why);
    return FERZ_OK;
}

static ferz_result tell_status(facts *f)
{
    static const char *const outcomes[] = {[FERZ_ONGOING] = "ongoing", [FERZ_WIN] = "win", [FERZ_DRAW] = "draw"};
    ferz_status status;
    ferz_result result = ferz_play_status(f->s.play, &status, f->s.messages);
    if (result != FERZ_OK) {
        return result;
    }
    session_put_status(&f->plain, f->s.game, &status);
    json_string(&f->json, "outcome", outcomes[status.outcome]);
    json_string(&f->json, "winner", status.outcome == FERZ_WIN ? player_name(f->s.game, status.winner) : NULL);
    json_string(&f->json, "reason", status.outcome == FERZ_ONGOING ? NULL : status.reason);
    return FERZ_OK;
}

int command_show(const options *o, output *out)
{
    return about_position(o, out, NULL, 0, tell_board);
}

int command_fen(const options *o, output *out)
{
    return about_position(o, out, NULL, 0, tell_fen);
}

int command_moves(const options *o, output *out)
{
    return about_position(o, out, NULL, 0, tell_moves);
}

int command_why(const options *o, output *out)
{
    if (o->value[OPTION_STATUS]) {
        return o->argument_count == 1
                   ? about_position(o, out, NULL, 0, tell_why_status)
                   : options_complain(o->command, out, NULL, "MOVE and --status ask different things");
    }
    /* --moves takes the rest of the words, MOVE with them: then it is the last. */
    if (o->argument_count == 2) {
        return about_position(o, out, o->arguments[1], 0, tell_why);
    }
    const char *last = o->move_count ? o->moves[o->move_count - 1] : "-";
    if (strcmp(last, "-") == 0) {
        return options_complain(o->command, out, NULL, "MOVE is missing");
    }
    return about_position(o, out, last, 1, tell_why);
}

int command_status(const options *o, output *out)
{
    return about_position(o, out, NULL, 0, tell_status);
}
