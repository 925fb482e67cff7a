/* A game as PGN, and a PGN as a game. */
#include "api/ferz_internal.h"

#include "base/word_moves.h"
#include "formats/pgn.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- writing ---- */

static const char *tag_value(const ferz_pgn_tag *tags, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(tags[i].name, name) == 0) {
            return tags[i].value;
        }
    }
    return NULL;
}

/* The result as PGN says it: 1-0 for the first player. */
static const char *own_result(ferz_game *game)
{
    ferz_status status;
    if (ferz_game_status(game, &status, NULL) != FERZ_OK || status.outcome == FERZ_ONGOING) {
        return "*";
    }
    return status.outcome == FERZ_DRAW                                                  ? "1/2-1/2"
           : status.winner == 0 || ferz_variant_allied(game->variant, 0, status.winner) ? "1-0"
                                                                                        : "0-1";
}

/* The position where `game` stands, as other programs read it; as we write it where they would miss something. */
static char *start_fen(const ferz_game *game)
{
    ferz_messages *left_out = ferz_messages_create(false);
    char *fen = left_out ? ferz_game_fen_for(game, FERZ_NOTATION_SAN, left_out) : NULL;
    if (fen && ferz_messages_count(left_out)) {
        ferz_free(fen);
        fen = NULL;
    }
    ferz_messages_free(left_out);
    return fen ? fen : ferz_game_fen(game);
}

/* Tags of the caller come first, in their order; those that say what the game is follow where they are not among them. */
static void put_tags(const ferz_game *start, const ferz_pgn_tag *tags, size_t count, const char *result, text *t)
{
    for (size_t i = 0; i < count; i++) {
        pgn_put_tag(t, tags[i].name, tags[i].value);
    }
    char *fen = start_fen(start);
    const ferz_pgn_tag own[] = {{"Result", result},
                                {"Variant", ferz_variant_facts(start->variant)->title},
                                {"SetUp", "1"},
                                {"FEN", fen ? fen : ""}};
    t->failed |= !fen;
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (!tag_value(tags, count, own[i].name)) {
            pgn_put_tag(t, own[i].name, own[i].value);
        }
    }
    ferz_free(fen);
    text_char(t, '\n');
}

/* Plays the plies of `game` in `now`, which stands at its start. Who moves is seen then: a turn may have several plies,
 * and there may be more than two players. */
static bool put_moves(const ferz_game *game, ferz_game *now, text *t, size_t *column, ferz_messages *messages)
{
    size_t number = 0, previous_side = 1;
    for (size_t i = 0; i < ferz_game_ply_count(game); i++) {
        const char *move_text = ferz_game_ply(game, i);
        size_t side_to_move = ferz_game_side_to_move(now);
        if (strchr(move_text, ' ') || move_is_claim(move_text)) { /* rolls and claims are no moves to other programs */
            pgn_put_comment(t, column, move_text);
        } else {
            text token = {0};
            if ((side_to_move == 0 && previous_side != 0) || number == 0) {
                text_print(&token, side_to_move == 0 ? "%zu. " : "%zu... ", ++number);
            }
            previous_side = side_to_move;
            char *san = ferz_game_move_for(now, move_text, FERZ_NOTATION_SAN, NULL);
            text_put(&token, san ? san : move_text);
            t->failed |= token.failed;
            pgn_put_tokens(t, column, text_string(&token));
            ferz_free(san);
            text_finish(&token);
        }
        if (ferz_game_move(now, move_text, messages) != FERZ_OK) {
            return false;
        }
    }
    return true;
}

char *ferz_game_pgn(const ferz_game *game, const ferz_pgn_tag *tags, size_t tag_count, const char *comment,
                    ferz_messages *messages)
{
    ferz_game *now = MISSING(game) ? NULL : ferz_game_copy(game);
    if (!now) {
        return NULL;
    }
    const char *result = tag_value(tags, tag_count, "Result");
    result = result ? result : own_result(now);
    while (ferz_game_undo(now)) {
    }
    text t = {0};
    size_t column = 0;
    put_tags(now, tags, tag_count, result, &t);
    bool ok = put_moves(game, now, &t, &column, messages);
    if (comment && *comment) {
        pgn_put_comment(&t, &column, comment);
    }
    pgn_put_tokens(&t, &column, result);
    text_char(&t, '\n');
    ferz_game_free(now);
    if (!ok || t.failed) {
        text_finish(&t);
        return NULL;
    }
    return text_detach(&t);
}

/* ---- reading ---- */

typedef struct pgn_import {
    const ferz_variant *variant;
    ferz_messages *messages;
    diag_list diags;
    const source *source; /* the whole text, for locations */
    pgn_reader reader;
    ferz_game *game;
    text fen;
} pgn_import;

/* Where the newest item stands. */
static location item_location(const pgn_import *f)
{
    location at = {.source = f->source, .line = 1, .column = 1, .length = (uint32_t)f->reader.value.length};
    for (const char *s = f->reader.start; f->source && s < f->reader.item; s++) {
        bool newline = *s == '\n';
        at.line += newline;
        at.column = newline ? 1 : at.column + ((*s & 0xC0) != 0x80);
    }
    return at;
}

static bool create_game(pgn_import *f)
{
    if (!f->game) {
        f->game = ferz_game_create(f->variant, f->fen.length ? text_string(&f->fen) : NULL, f->messages);
    }
    return f->game != NULL;
}

/* Plays the newest item; a message of the game becomes one with the place in the PGN. */
static bool play_item(pgn_import *f)
{
    ferz_messages *inner = ferz_messages_create(false);
    messages_share_budget(inner, f->messages, true);
    ferz_result result = inner ? ferz_game_move(f->game, text_string(&f->reader.value), inner) : FERZ_SYSTEM_ERROR;
    if (result != FERZ_OK) {
        bool any = inner && ferz_messages_count(inner);
        diag_error(&f->diags, CODE_ILLEGAL_MOVE, item_location(f), "%s",
                   any ? ferz_messages_at(inner, 0).text : "the move could not be played");
    }
    ferz_messages_free(inner);
    return result == FERZ_OK;
}

/* Rolls of dice and claims are written as comments. */
static bool play_comment(pgn_import *f)
{
    const char *words = text_string(&f->reader.value);
    if (move_is_claim(words)) {
        char *legal = create_game(f) ? ferz_game_find_move(f->game, words, NULL) : NULL;
        const bool claimed = legal != NULL;
        ferz_free(legal);
        return claimed ? play_item(f) : f->game != NULL;
    }
    if (strncmp(words, "roll ", 5) != 0) {
        return true;
    }
    bool due = create_game(f) && ferz_game_side_to_move(f->game) == ferz_variant_facts(f->variant)->player_count;
    return due ? play_item(f) : f->game != NULL;
}

/* Reads on to the end of the wanted game. */
static bool read_game(pgn_import *f, size_t number)
{
    bool ok = true, over = false;
    for (pgn_item item; ok && !over && (item = pgn_next(&f->reader)) != PGN_END;) {
        over = f->reader.game > number;
        if (item == PGN_UNCLOSED && !over) {
            diag_error(&f->diags, CODE_PGN_UNCLOSED, item_location(f),
                       "nothing closes this `%s`: all behind it is lost", text_string(&f->reader.value));
            return false;
        }
        if (f->reader.game != number) {
            continue;
        }
        if (item == PGN_TAG && strcasecmp(text_string(&f->reader.name), "FEN") == 0) {
            text_clear(&f->fen);
            text_put(&f->fen, text_string(&f->reader.value));
        } else if (item == PGN_MOVE) {
            ok = create_game(f) && play_item(f);
        } else if (item == PGN_COMMENT) {
            ok = play_comment(f);
        } else if (item == PGN_RESULT) {
            over = true;
        }
    }
    return ok;
}

ferz_game *ferz_game_read_pgn(const ferz_variant *v, const char *pgn, size_t length, size_t number,
                              ferz_messages *messages)
{
    if (MISSING(v) || MISSING(pgn)) {
        return NULL;
    }
    pgn_import f = {.variant = v, .messages = messages};
    diag_list_init(&f.diags);
    f.source = diag_source(&f.diags, "pgn", pgn, length);
    pgn_begin(&f.reader, pgn, length);
    bool ok = f.source && read_game(&f, number);
    if (ok && f.reader.game < number) {
        diag_error(&f.diags, CODE_NO_PGN_GAME, item_location(&f), "there is no game %zu in this PGN: it has %zu",
                   number, f.reader.game);
        ok = false;
    }
    ok = ok && create_game(&f);
    if (f.reader.name.failed || f.reader.value.failed || f.fen.failed) {
        diag_out_of_memory(&f.diags);
        ok = false;
    }
    messages_append(messages, &f.diags);
    diag_list_finish(&f.diags);
    pgn_finish(&f.reader);
    text_finish(&f.fen);
    if (!ok) {
        ferz_game_free(f.game);
        return NULL;
    }
    return f.game;
}
