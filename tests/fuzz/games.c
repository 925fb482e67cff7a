/* Games: rules, scripts, positions and moves that somebody sends. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

enum { CELLS_PLAYED_MAX = 150, TABLES_MAX = 512 << 20 };

/* ---- rules ---- */

static void describe(const ferz_game *game, uint64_t chosen, ferz_messages *messages);

static void load_and_play(const char *name, const char *yaml, size_t length, size_t plies)
{
    static const char *const dirs[] = {FERZ_SOURCE_DIR "/rules", FERZ_SOURCE_DIR "/tests/games", NULL};
    ferz_messages *messages = ferz_messages_create(false);
    ferz_game *game = ferz_game_load_text(name, yaml, length, dirs, NULL, 0, 1, messages);
    FUZZ_MUST((game != NULL) == (ferz_messages_errors(messages) == 0));
    fuzz_must_be_told(messages);
    ferz_play *play = NULL;
    if (game) {
        FUZZ_MUST(ferz_game_table_bytes(game) < TABLES_MAX);
        const char *said[] = {ferz_game_title(game), ferz_game_about(game), ferz_game_start(game)};
        for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
            fuzz_must_be_plain(said[i], strlen(said[i]), false);
        }
        play = ferz_play_create(game, NULL, messages);
        FUZZ_MUST(play || ferz_messages_errors(messages));
        fuzz_must_be_told(messages);
    }
    if (play && ferz_play_cells(play) <= CELLS_PLAYED_MAX) {
        fuzz_play(play, plies, fuzz_digest(yaml, length), messages);
        describe(game, fuzz_digest(yaml, length) >> 7, messages);
    }
    ferz_play_destroy(play);
    ferz_game_destroy(game);
    ferz_messages_destroy(messages);
}

/* What is told of the rules besides playing them. */
static void describe(const ferz_game *game, uint64_t chosen, ferz_messages *messages)
{
    char *told =
        ferz_game_describe(game, chosen & 1 ? FERZ_RUSSIAN : FERZ_ENGLISH, (ferz_format)(chosen % 3), messages);
    char *marks = NULL, *ini = NULL;
    ferz_picture wish = {.piece = FERZ_NOTHING};
    if (ferz_game_piece_count(game)) {
        wish.piece = (int)(chosen % ferz_game_piece_count(game));
        wish.cell = (int)ferz_game_marks_cell(game, (size_t)wish.piece, 0);
        marks = ferz_game_marks_text(game, &wish, messages);
    }
    char *picture = ferz_game_picture(game, NULL, &wish, messages);
    ferz_game_check(game, messages);
    ferz_export(game, &ini, messages);
    char *const said[] = {told, picture, marks, ini};
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
        if (said[i]) {
            fuzz_must_be_plain(said[i], strlen(said[i]), false);
            ferz_free(said[i]);
        }
    }
    fuzz_must_be_told(messages);
}

void fuzz_ruleset(const char *bytes, size_t length)
{
    load_and_play("fuzz.yaml", bytes, length, 4);
}

/* ---- rules as pages, pictures and another program's file ---- */

static void must_be_pages(const ferz_game *game, ferz_messages *messages)
{
    for (int language = 0; language < 2; language++) {
        for (int format = 0; format < 3; format++) {
            char *page = ferz_game_describe(game, (ferz_language)language, (ferz_format)format, messages);
            if (!page) {
                FUZZ_MUST(ferz_messages_errors(messages));
                continue;
            }
            fuzz_must_be_plain(page, strlen(page), false);
            if (format == FERZ_HTML) {
                fuzz_must_be_markup(page);
            }
            ferz_free(page);
        }
    }
}

static void must_be_drawn(const ferz_game *game, ferz_play *play, uint64_t chosen, ferz_messages *messages)
{
    ferz_picture wish = {.piece = FERZ_NOTHING};
    for (size_t i = 0; i < 2; i++) {
        char *picture = ferz_game_picture(game, play, &wish, messages);
        FUZZ_MUST(picture || ferz_messages_errors(messages));
        if (picture) {
            fuzz_must_be_plain(picture, strlen(picture), false);
            fuzz_must_be_markup(picture);
        }
        ferz_free(picture);
        if (!ferz_game_piece_count(game)) {
            break;
        }
        wish.piece = (int)(chosen % ferz_game_piece_count(game));
        wish.cell = (int)ferz_game_marks_cell(game, (size_t)wish.piece, 0);
        play = NULL;
    }
}

/* Rules that can be said in the other program's words are read back from them as rules. */
static void must_come_back(const ferz_game *game, ferz_messages *messages)
{
    char *ini = NULL;
    ferz_messages_clear(messages);
    ferz_result result = ferz_export(game, &ini, messages);
    FUZZ_MUST((result == FERZ_OK) == (ini != NULL));
    FUZZ_MUST((result == FERZ_OK) == (ferz_messages_errors(messages) == 0));
    fuzz_must_be_told(messages);
    if (ini) {
        fuzz_must_be_plain(ini, strlen(ini), false);
        ferz_imported *games = NULL;
        size_t count = 0;
        ferz_import("exported.ini", ini, strlen(ini), NULL, &games, &count, messages);
        fuzz_must_be_told(messages);
        for (size_t i = 0; i < count; i++) {
            fuzz_must_be_plain(games[i].yaml, strlen(games[i].yaml), false);
        }
        ferz_imported_free(games, count);
    }
    ferz_free(ini);
}

/* A rule file, told in every form; and how it differs from chess. */
void fuzz_export(const char *bytes, size_t length)
{
    static const char *const dirs[] = {FERZ_SOURCE_DIR "/rules", FERZ_SOURCE_DIR "/tests/games", NULL};
    ferz_messages *messages = ferz_messages_create(false);
    ferz_game *game = ferz_game_load_text("fuzz.yaml", bytes, length, dirs, NULL, 0, 1, messages);
    ferz_play *play = game ? ferz_play_create(game, NULL, messages) : NULL;
    fuzz_must_be_told(messages);
    if (play && ferz_play_cells(play) <= CELLS_PLAYED_MAX) {
        must_be_pages(game, messages);
        fuzz_must_be_told(messages);
        must_be_drawn(game, play, fuzz_digest(bytes, length), messages);
        fuzz_must_be_told(messages);
        must_come_back(game, messages);
        char *lines = ferz_game_compare(fuzz_game(0), game, FERZ_ENGLISH, messages);
        FUZZ_MUST(lines || ferz_messages_errors(messages));
        if (lines) {
            fuzz_must_be_plain(lines, strlen(lines), false);
        }
        ferz_free(lines);
        fuzz_must_be_told(messages);
    }
    ferz_play_destroy(play);
    ferz_game_destroy(game);
    ferz_messages_destroy(messages);
}

/* ---- rules that were written for another program ---- */

void fuzz_import(const char *bytes, size_t length)
{
    ferz_messages *messages = ferz_messages_create(false);
    ferz_imported *games = NULL;
    size_t count = 0;
    ferz_result result = ferz_import("fuzz.ini", bytes, length, NULL, &games, &count, messages);
    FUZZ_MUST((result == FERZ_OK) == (ferz_messages_errors(messages) == 0));
    fuzz_must_be_told(messages);
    for (size_t i = 0; i < count; i++) {
        const char *name = games[i].name;
        FUZZ_MUST(*name && !strchr(name, '/') && *name != '.'); /* a file is written under it */
        fuzz_must_be_plain(name, strlen(name), false);
        fuzz_must_be_plain(games[i].yaml, strlen(games[i].yaml), false);
        if (i < 3) {
            load_and_play("imported.yaml", games[i].yaml, strlen(games[i].yaml), 2);
        }
    }
    ferz_imported_free(games, count);
    ferz_messages_destroy(messages);
}

/* ---- scripts ---- */

/* Where a function whose name begins so is called from. */
static const struct {
    const char *prefix;
    const char *where; /* of a live hook; NULL: a place of its own */
} callers[] = {
    {"effects", "after"},   {"allows", "legal"},      {"made", "made"}, {"moves", "moves"},
    {"choices", "choices"}, {"announce", "announce"}, {"ending", NULL}, {"leaps", NULL},
    {"passes", NULL},       {"castling", NULL},       {"start", NULL},  {"on_capture", NULL},
};
enum { CALLERS = sizeof callers / sizeof callers[0], NAME_MAX_LENGTH = 40 };

/* The first global function whose name begins with the prefix; "" when there is none. */
static void find_function(const char *script, const char *prefix, char name[NAME_MAX_LENGTH])
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, "function %s", prefix);
    const char *at = strstr(script, wanted);
    name[0] = '\0';
    if (!at) {
        return;
    }
    at += strlen("function ");
    size_t n = 0;
    while (n < NAME_MAX_LENGTH - 1 && (isalnum((unsigned char)at[n]) || at[n] == '_')) {
        n++;
    }
    snprintf(name, NAME_MAX_LENGTH, "%.*s", (int)n, at);
}

static void put_rules(text *yaml, const char *script)
{
    char name[CALLERS][NAME_MAX_LENGTH];
    bool live = false;
    for (size_t i = 0; i < CALLERS; i++) {
        find_function(script, callers[i].prefix, name[i]);
        live = live || (name[i][0] && callers[i].where);
    }
    text_put(yaml, "name: Fuzz\nscript: script.lua\nboard: {size: 6x6}\ncaptured: to hand\ncounters: [count]\n"
                   "pieces:\n  king: {letter: k, moves: K, royal: true}\n  rook: {letter: r, moves: R}\n"
                   "  knight: {letter: n, moves: ");
    if (name[7][0]) {
        text_print(yaml, "[{hook: %s}, {move: W}]}\n", name[7]);
    } else {
        text_put(yaml, "N}\n");
    }
    text_put(yaml, "  pawn: {letter: p, moves: mfWcfF, drops: {per_file: 1}}\n");
    if (name[8][0]) {
        text_print(yaml, "filter: hook %s\n", name[8]);
    }
    if (name[9][0]) {
        text_print(yaml,
                   "castling: {any: {king: king, with: rook, within: own rank 1, ends: hook %s, notation: capture}}\n",
                   name[9]);
    }
    if (name[10][0]) {
        text_print(yaml, "start: {hook: %s, number: 3}\n", name[10]);
    } else {
        text_put(yaml, "start: r1nk1r/pppppp/6/6/PPPPPP/R1NK1R[] w\n");
    }
    text_put(yaml, "end:\n  checkmate: loss\n  stalemate: draw\n");
    if (name[6][0]) {
        text_print(yaml, "  by script: {when: hook %s}\n", name[6]);
    }
    text_put(yaml, live ? "hooks:\n" : "");
    for (size_t i = 0; i < CALLERS; i++) {
        if (name[i][0] && callers[i].where) {
            text_print(yaml, "  %s: {at: %s}\n", name[i], callers[i].where);
        }
    }
}

void fuzz_script(const char *bytes, size_t length)
{
    text yaml = {0};
    char path[256];
    put_rules(&yaml, bytes);
    snprintf(path, sizeof path, "%s/script.lua", fuzz_folder());
    FILE *f = fopen(path, "w");
    FUZZ_MUST(f && fwrite(bytes, 1, length, f) == length && fclose(f) == 0);
    snprintf(path, sizeof path, "%s/fuzz.yaml", fuzz_folder());
    load_and_play(path, text_string(&yaml), yaml.length, 3);
    text_finish(&yaml);
}

/* ---- positions ---- */

/* The first byte chooses the game. */
void fuzz_fen(const char *bytes, size_t length)
{
    if (!length) {
        return;
    }
    ferz_messages *messages = ferz_messages_create(false);
    ferz_game *game = fuzz_game((unsigned char)bytes[0] % fuzz_game_count());
    ferz_play *play = ferz_play_create(game, bytes + 1, messages);
    FUZZ_MUST((play != NULL) == (ferz_messages_errors(messages) == 0));
    fuzz_must_be_told(messages);
    char *fen = play ? ferz_play_fen(play) : NULL;
    if (fen) {
        ferz_play *again = ferz_play_create(game, fen, messages);
        FUZZ_MUST(again);
        char *same = ferz_play_fen(again);
        FUZZ_MUST(same && strcmp(same, fen) == 0);
        FUZZ_MUST(ferz_play_hash(again) == ferz_play_hash(play));
        ferz_free(same);
        ferz_play_destroy(again);
        fuzz_play(play, 3, fuzz_digest(bytes, length), messages);
        for (size_t i = 0; i < ferz_game_players(game) && ferz_game_hides(game); i++) {
            char *view = ferz_play_view(play, i);
            ferz_play_destroy(ferz_play_seen(play, i, messages));
            ferz_free(view);
        }
    }
    ferz_free(fen);
    ferz_play_destroy(play);
    ferz_messages_destroy(messages);
}

/* ---- moves ---- */

/* The legal move that `*c` stands for, so that games get far; NULL when there is none. */
static char *choose(ferz_play *play, unsigned char c, ferz_messages *messages)
{
    size_t count = 0;
    char *moves = ferz_play_moves(play, &count, messages);
    const char *m = moves;
    for (size_t i = 0; moves && count && i < c % count; i++) {
        m += strlen(m) + 1;
    }
    char *chosen = moves && count ? malloc(strlen(m) + 1) : NULL;
    if (chosen) {
        memcpy(chosen, m, strlen(m) + 1);
    }
    ferz_free(moves);
    return chosen;
}

static void move_once(ferz_play *play, const char *word, ferz_messages *messages)
{
    if (*word == '<') {
        size_t plies = ferz_play_plies(play);
        FUZZ_MUST(ferz_play_undo(play) == (plies > 0));
    } else if (*word == '?') {
        bool legal;
        char *why = ferz_play_why(play, word + 1, &legal, messages);
        FUZZ_MUST(why || ferz_messages_errors(messages));
        if (why) {
            fuzz_must_be_plain(why, strlen(why), false);
        }
        ferz_free(why);
    } else if (*word == '!') {
        bool played;
        char *said = NULL;
        ferz_play_attempt(play, word + 1, &played, &said, messages);
        if (said) {
            fuzz_must_be_plain(said, strlen(said), false);
        }
        ferz_free(said);
    } else if (*word == '*') {
        char *chosen = choose(play, (unsigned char)word[1], messages);
        if (chosen) {
            ferz_play_move(play, chosen, messages);
        }
        free(chosen);
    } else {
        size_t plies = ferz_play_plies(play);
        uint64_t hash = ferz_play_hash(play);
        ferz_result result = ferz_play_move(play, word, messages);
        FUZZ_MUST(ferz_play_plies(play) == plies + (result == FERZ_OK));
        FUZZ_MUST(result == FERZ_OK || ferz_play_hash(play) == hash);
        FUZZ_MUST((result == FERZ_OK) == (ferz_messages_errors(messages) == 0));
    }
    fuzz_must_be_told(messages);
}

/* The first byte chooses the game; then moves, a line each: `<` takes back, `?M` asks why, `!M` tries, `*c` plays any. */
void fuzz_moves(const char *bytes, size_t length)
{
    enum { MOVES_MAX = 60 };
    if (!length) {
        return;
    }
    ferz_messages *messages = ferz_messages_create(false);
    ferz_game *game = fuzz_game((unsigned char)bytes[0] % fuzz_game_count());
    ferz_play *play = ferz_play_create(game, NULL, messages);
    FUZZ_MUST(play);
    const char *line = bytes + 1, *end = bytes + length;
    for (int i = 0; i < MOVES_MAX && line < end; i++) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        size_t n = (size_t)((stop ? stop : end) - line);
        text word = {0};
        text_add(&word, line, n);
        move_once(play, text_string(&word), messages);
        text_finish(&word);
        line += n + 1;
    }
    fuzz_play(play, 2, fuzz_digest(bytes, length), messages);
    while (ferz_play_undo(play)) {
    }
    char *fen = ferz_play_fen(play);
    FUZZ_MUST(fen && strcmp(fen, ferz_game_start(game)) == 0);
    ferz_free(fen);
    ferz_play_destroy(play);
    ferz_messages_destroy(messages);
}
