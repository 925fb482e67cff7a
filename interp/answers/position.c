/* A position, its moves, and the reasons why. */
#include "ferz_tools.h"

#include <stdlib.h>

#include "answers/answers.h"
#include "answers/put.h"

const char *answer_player(const ferz_variant *variant, size_t player)
{
    return player < ferz_variant_facts(variant)->player_count ? ferz_variant_player_name(variant, player) : "chance";
}

static void put_turn(text *t, const ferz_game *game)
{
    const ferz_variant *variant = ferz_game_variant(game);
    size_t number, count;
    json_string(t, "turn", answer_player(variant, ferz_game_side_to_move(game)));
    json_string(t, "commander", answer_player(variant, ferz_game_commander(game)));
    if (ferz_game_turn_move(game, &number, &count)) {
        json_unsigned(t, "turn_move", number);
        json_unsigned(t, "turn_moves", count);
    }
}

/* `KEY`, and `KEY_ru` where the Russian text is another; nothing of an empty text. Returns whether there is a text; takes both. */
static bool put_in_languages(text *t, const char *key, char *english, char *russian)
{
    text key_ru = {0};
    const bool given = english && *english;
    text_print(&key_ru, "%s_ru", key);
    json_string_given(t, key, given ? english : NULL);
    json_string_given(t, text_string(&key_ru), given && russian && strcmp(english, russian) != 0 ? russian : NULL);
    t->failed |= !english || !russian || key_ru.failed;
    text_finish(&key_ru);
    ferz_free(russian);
    ferz_free(english);
    return given;
}

void answer_label(text *labels, const ferz_variant *variant, const char *move)
{
    text one = {0};
    json_open(&one, NULL, JSON_OBJECT);
    json_string(&one, "move", move);
    const bool named = put_in_languages(&one, "label", ferz_variant_move_words(variant, move, FERZ_ENGLISH),
                                        ferz_variant_move_words(variant, move, FERZ_RUSSIAN));
    json_close(&one, JSON_OBJECT);
    if (named && !one.failed && !strstr(text_string(labels), text_string(&one))) {
        json_raw(labels, NULL, text_string(&one));
    }
    labels->failed |= one.failed;
    text_finish(&one);
}

void answer_labels(text *t, text *labels)
{
    if (labels->length) {
        put_items(t, "labels", labels);
    }
    t->failed |= labels->failed;
    text_finish(labels);
}

static void put_plies(text *t, const ferz_game *game, int viewer)
{
    text labels = {0};
    json_open(t, "plies", JSON_ARRAY);
    for (size_t i = 0; i < ferz_game_ply_count(game); i++) {
        const char *ply = viewer < 0 ? ferz_game_ply(game, i) : ferz_game_ply_view(game, i, (size_t)viewer);
        json_string(t, NULL, ply);
        answer_label(&labels, ferz_game_variant(game), ply);
    }
    json_close(t, JSON_ARRAY);
    answer_labels(t, &labels);
}

static void put_dice(text *t, const ferz_game *game)
{
    unsigned faces[16];
    const size_t count = ferz_game_dice(game, faces, sizeof faces / sizeof faces[0]);
    json_open(t, "dice", JSON_ARRAY);
    for (size_t i = 0; i < count; i++) {
        json_unsigned(t, NULL, faces[i]);
    }
    json_close(t, JSON_ARRAY);
}

static void put_checks(text *t, const ferz_game *game, bool seen)
{
    ferz_check checks[32];
    const size_t count = seen ? ferz_game_checks(game, checks, sizeof checks / sizeof checks[0]) : 0;
    json_bool(t, "check", seen && ferz_game_in_check(game));
    json_open(t, "checks", JSON_ARRAY);
    for (size_t i = 0; i < count; i++) {
        json_open(t, NULL, JSON_OBJECT);
        json_string(t, "royal", ferz_game_cell(game, checks[i].royal).name);
        json_string(t, "attacker", ferz_game_cell(game, checks[i].attacker).name);
        json_close(t, JSON_OBJECT);
    }
    json_close(t, JSON_ARRAY);
}

static void put_last_move(text *t, const ferz_game *shown)
{
    const size_t room = ferz_game_cell_count(shown);
    size_t *cells = calloc(room + 1, sizeof *cells);
    const size_t count = cells ? ferz_game_last_move_cells(shown, cells, room) : 0;
    json_open(t, "last_move", JSON_ARRAY);
    for (size_t i = 0; i < count; i++) {
        json_string(t, NULL, ferz_game_cell(shown, cells[i]).name);
    }
    json_close(t, JSON_ARRAY);
    t->failed |= !cells;
    free(cells);
}

static void put_pieces(text *t, const ferz_game *shown)
{
    json_open(t, "pieces", JSON_ARRAY);
    for (size_t i = 0; i < ferz_game_cell_count(shown); i++) {
        const ferz_cell cell = ferz_game_cell(shown, i);
        if (cell.piece) {
            json_open(t, NULL, JSON_OBJECT);
            json_string(t, "cell", cell.name);
            json_string(t, "type", cell.type);
            json_string(t, "owner",
                        cell.owner < 0 ? "" : ferz_variant_player_name(ferz_game_variant(shown), (size_t)cell.owner));
            json_string(t, "written", cell.piece);
            json_bool(t, "royal", cell.royal);
            json_close(t, JSON_OBJECT);
        }
    }
    json_close(t, JSON_ARRAY);
}

/* The cells that look empty to the viewer, where pieces are hidden: something may stand there. */
static void put_unseen(text *t, const ferz_game *game, const ferz_game *shown, int viewer)
{
    json_open(t, "unseen", JSON_ARRAY);
    for (size_t i = 0; viewer >= 0 && ferz_game_hides_pieces(game) && i < ferz_game_cell_count(shown); i++) {
        const ferz_cell cell = ferz_game_cell(shown, i);
        if (!cell.type) {
            json_string(t, NULL, cell.name);
        }
    }
    json_close(t, JSON_ARRAY);
}

/* "P@" of "p": what moves that drop a piece begin with. */
static void put_part(text *t, const char *letter)
{
    text part = {0};
    for (const char *at = letter; *at; at++) {
        text_char(&part, ascii_is_lower(*at) ? (char)(*at - 'a' + 'A') : *at);
    }
    text_char(&part, '@');
    json_string(t, "part", text_string(&part));
    t->failed |= part.failed;
    text_finish(&part);
}

static void put_held(text *t, const ferz_game *shown, size_t player)
{
    const ferz_variant *variant = ferz_game_variant(shown);
    json_open(t, "held", JSON_ARRAY);
    for (size_t i = 0; i < ferz_variant_facts(variant)->piece_count; i++) {
        const unsigned count = ferz_game_held(shown, player, i);
        if (count) {
            const ferz_piece piece = ferz_variant_piece(variant, i);
            json_open(t, NULL, JSON_OBJECT);
            json_string(t, "type", piece.name);
            json_unsigned(t, "count", count);
            put_part(t, piece.letter);
            json_close(t, JSON_OBJECT);
        }
    }
    json_close(t, JSON_ARRAY);
}

static void put_hands(text *t, const ferz_game *shown)
{
    const ferz_variant *variant = ferz_game_variant(shown);
    json_open(t, "hands", JSON_ARRAY);
    for (size_t i = 0; ferz_variant_facts(variant)->has_hands && i < ferz_variant_facts(variant)->player_count; i++) {
        char *hand = ferz_game_hand(shown, i);
        json_open(t, NULL, JSON_OBJECT);
        json_string(t, "player", ferz_variant_player_name(variant, i));
        json_string(t, "pieces", hand ? hand : "");
        put_held(t, shown, i);
        json_close(t, JSON_OBJECT);
        t->failed |= !hand;
        ferz_free(hand);
    }
    json_close(t, JSON_ARRAY);
}

/* A card: what it is called and what it does. */
static void put_card(text *t, const ferz_variant *variant, const char *word)
{
    json_open(t, NULL, JSON_OBJECT);
    if (word) {
        json_string(t, "card", word);
        put_in_languages(t, "label", ferz_variant_move_words(variant, word, FERZ_ENGLISH),
                         ferz_variant_move_words(variant, word, FERZ_RUSSIAN));
        put_in_languages(t, "does", ferz_variant_card_words(variant, word, FERZ_ENGLISH),
                         ferz_variant_card_words(variant, word, FERZ_RUSSIAN));
    }
    json_close(t, JSON_OBJECT);
}

/* Cards that lie at one place, from `*at` on, which goes behind them. */
static void put_place_of_cards(text *t, const ferz_variant *variant, const ferz_card *cards, size_t count, size_t *at)
{
    const char *place = cards[*at].place;
    json_open(t, NULL, JSON_OBJECT);
    json_string(t, "place", place);
    if (cards[*at].player >= 0) {
        json_string(t, "player", place);
    } else {
        put_in_languages(t, "label", ferz_variant_move_words(variant, place, FERZ_ENGLISH),
                         ferz_variant_move_words(variant, place, FERZ_RUSSIAN));
    }
    json_open(t, "cards", JSON_ARRAY);
    for (; *at < count && strcmp(cards[*at].place, place) == 0; ++*at) {
        put_card(t, variant, cards[*at].word);
    }
    json_close(t, JSON_ARRAY);
    json_close(t, JSON_OBJECT);
}

static void put_cards(text *t, const ferz_game *shown)
{
    const size_t count = ferz_game_cards(shown, NULL, 0);
    ferz_card *cards = calloc(count + 1, sizeof *cards);
    t->failed |= !cards;
    if (cards && count) {
        (void)ferz_game_cards(shown, cards, count);
        json_open(t, "cards", JSON_ARRAY);
        for (size_t at = 0; at < count;) {
            put_place_of_cards(t, ferz_game_variant(shown), cards, count, &at);
        }
        json_close(t, JSON_ARRAY);
    }
    free(cards);
}

void answer_position(text *t, const ferz_game *game, const ferz_game *shown, int viewer)
{
    const size_t plies = ferz_game_ply_count(game);
    char *fen = viewer < 0 ? ferz_game_fen(game) : ferz_game_view_fen(game, (size_t)viewer);
    put_turn(t, game);
    put_checks(t, game, viewer < 0);
    put_dice(t, game);
    put_pieces(t, shown);
    put_unseen(t, game, shown, viewer);
    put_hands(t, shown);
    put_cards(t, shown);
    put_plies(t, game, viewer);
    put_last_move(t, shown);
    put_lines(t, "announcements", plies ? ferz_game_announcements(game, plies - 1) : "");
    json_string(t, "fen", fen ? fen : "");
    t->failed |= !fen;
    ferz_free(fen);
}

void answer_status(text *t, const ferz_variant *variant, const ferz_status *status)
{
    static const char *const outcomes[] = {[FERZ_ONGOING] = "ongoing", [FERZ_WIN] = "win", [FERZ_DRAW] = "draw"};
    json_string(t, "outcome", outcomes[status->outcome]);
    if (status->outcome == FERZ_WIN) {
        json_string(t, "winner", answer_player(variant, status->winner));
        if (status->winner_share < 100) {
            json_real(t, "winner_share", status->winner_share / 100.0);
        }
    }
    if (status->outcome != FERZ_ONGOING) {
        json_string(t, "reason", status->reason);
    }
}

/* Adds the moves as ferz_moves_json writes them; of a single one, without brackets. */
static void put_moves(text *t, const char *key, const ferz_moves *moves, bool single)
{
    char *written = ferz_moves_json(moves);
    const size_t length = written ? strlen(written) : 0;
    const bool bare = single && length > 2;
    if (bare) {
        written[length - 1] = '\0';
    }
    json_raw(t, key, !written ? "[]" : written + bare);
    t->failed |= !written;
    ferz_free(written);
}

void answer_moves(text *t, const ferz_moves *moves)
{
    put_moves(t, "moves", moves, false);
}

static void put_reason(text *t, const ferz_reason *r)
{
    json_open(t, NULL, JSON_OBJECT);
    json_string_given(t, "kind", r->kind);
    json_string_given(t, "role", ferz_reason_role_name(r->role));
    json_string_given(t, "text", r->text);
    json_open(t, "cells", JSON_ARRAY);
    for (size_t i = 0; i < sizeof r->cells / sizeof r->cells[0] && r->cells[i]; i++) {
        json_string(t, NULL, r->cells[i]);
    }
    json_close(t, JSON_ARRAY);
    if (r->file) {
        put_place(t, "place", r->file, r->line);
        json_unsigned(t, "column", r->column);
    }
    json_string_given(t, "piece", r->piece);
    json_string_given(t, "other_piece", r->other_piece);
    json_string_given(t, "player", r->player);
    json_string_given(t, "other_player", r->other_player);
    json_string_given(t, "key", r->key);
    json_string_given(t, "words", r->words);
    json_close(t, JSON_OBJECT);
}

void answer_why(text *t, const ferz_reasons *reasons)
{
    char *lines = ferz_reasons_text(reasons);
    json_open(t, "why", JSON_OBJECT);
    put_lines(t, "lines", lines);
    json_open(t, "places", JSON_ARRAY);
    for (size_t i = 0; i < ferz_reasons_count(reasons); i++) {
        const ferz_reason r = ferz_reasons_at(reasons, i);
        if (r.file) {
            put_place(t, NULL, r.file, r.line);
        }
    }
    json_close(t, JSON_ARRAY);
    json_open(t, "reasons", JSON_ARRAY);
    for (size_t i = 0; i < ferz_reasons_count(reasons); i++) {
        const ferz_reason r = ferz_reasons_at(reasons, i);
        put_reason(t, &r);
    }
    json_close(t, JSON_ARRAY);
    json_close(t, JSON_OBJECT);
    t->failed |= !lines;
    ferz_free(lines);
}

ferz_result answer_reasons(text *t, ferz_game *game, const char *move, const ferz_reasons *reasons,
                           ferz_messages *messages)
{
    const bool yes = ferz_reasons_answer(reasons);
    json_bool(t, move ? "legal" : "over", yes);
    answer_why(t, reasons);
    if (!move || !yes) {
        return FERZ_OK;
    }
    ferz_moves *one = ferz_game_moves(game, move, FERZ_MOVE_RULES | FERZ_MOVE_NOTATIONS, messages);
    if (!one) {
        return FERZ_SYSTEM_ERROR;
    }
    put_moves(t, "facts", one, true);
    ferz_moves_free(one);
    return FERZ_OK;
}
