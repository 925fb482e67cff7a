/* Games: rules, scripts, positions and moves that somebody sends. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

enum { CELLS_PLAYED_MAX = 150, TABLES_MAX = 512 << 20 };

/* ---- rules ---- */

static void describe(const ferz_variant *variant, uint64_t chosen, ferz_messages *messages);

static void load_and_play(const char *name, const char *yaml, size_t length, size_t plies)
{
    const char *const *dirs = fuzz_rule_folders();
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *variant = ferz_variant_load_text(name, yaml, length, dirs, NULL, 0, 1, messages);
    FUZZ_MUST((variant != NULL) == (ferz_messages_errors(messages) == 0));
    fuzz_check_messages(messages);
    ferz_game *game = NULL;
    if (variant) {
        FUZZ_MUST(ferz_variant_table_bytes(variant) < TABLES_MAX);
        const char *said[] = {ferz_variant_facts(variant)->title, ferz_variant_facts(variant)->about,
                              ferz_variant_facts(variant)->start_fen};
        for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
            fuzz_check_text(said[i], strlen(said[i]), false);
        }
        game = ferz_game_create(variant, NULL, messages);
        FUZZ_MUST(game || ferz_messages_errors(messages));
        fuzz_check_messages(messages);
    }
    if (game && ferz_game_cell_count(game) <= CELLS_PLAYED_MAX) {
        fuzz_play(game, plies, fuzz_digest(yaml, length), messages);
        describe(variant, fuzz_digest(yaml, length) >> 7, messages);
    }
    ferz_game_free(game);
    ferz_variant_free(variant);
    ferz_messages_free(messages);
}

/* The descriptions of the rules. */
static void describe(const ferz_variant *variant, uint64_t chosen, ferz_messages *messages)
{
    char *reported =
        ferz_variant_describe(variant, chosen & 1 ? FERZ_RUSSIAN : FERZ_ENGLISH, (ferz_format)(chosen % 3), messages);
    char *marks = NULL, *ini = NULL;
    ferz_picture options = {.piece = FERZ_NONE};
    if (ferz_variant_facts(variant)->piece_count) {
        options.piece = (int)(chosen % ferz_variant_facts(variant)->piece_count);
        options.cell = (int)ferz_piece_moves_best_cell(variant, (size_t)options.piece, 0);
        marks = ferz_piece_moves_text(variant, &options, messages);
    }
    char *picture = ferz_variant_picture(variant, NULL, &options, messages);
    ferz_variant_lint(variant, messages);
    ferz_export(variant, &ini, messages);
    char *const said[] = {reported, picture, marks, ini};
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
        if (said[i]) {
            fuzz_check_text(said[i], strlen(said[i]), false);
            ferz_free(said[i]);
        }
    }
    fuzz_check_messages(messages);
}

void fuzz_ruleset(const char *bytes, size_t length)
{
    load_and_play("fuzz.yaml", bytes, length, 4);
}

/* ---- rules as pages, pictures and another program's file ---- */

static void check_pages(const ferz_variant *variant, ferz_messages *messages)
{
    for (int language = 0; language < 2; language++) {
        for (int format = 0; format < 3; format++) {
            char *page = ferz_variant_describe(variant, (ferz_language)language, (ferz_format)format, messages);
            if (!page) {
                FUZZ_MUST(ferz_messages_errors(messages));
                continue;
            }
            fuzz_check_text(page, strlen(page), false);
            if (format == FERZ_HTML) {
                fuzz_check_markup(page);
            }
            ferz_free(page);
        }
    }
}

static void check_drawing(const ferz_variant *variant, ferz_game *game, uint64_t chosen, ferz_messages *messages)
{
    ferz_picture options = {.piece = FERZ_NONE};
    for (size_t i = 0; i < 2; i++) {
        char *picture = ferz_variant_picture(variant, game, &options, messages);
        FUZZ_MUST(picture || ferz_messages_errors(messages));
        if (picture) {
            fuzz_check_text(picture, strlen(picture), false);
            fuzz_check_markup(picture);
        }
        ferz_free(picture);
        if (!ferz_variant_facts(variant)->piece_count) {
            break;
        }
        options.piece = (int)(chosen % ferz_variant_facts(variant)->piece_count);
        options.cell = (int)ferz_piece_moves_best_cell(variant, (size_t)options.piece, 0);
        game = NULL;
    }
}

/* Rules that the other program's format can express are read back as rules. */
static void check_round_trip(const ferz_variant *variant, ferz_messages *messages)
{
    char *ini = NULL;
    ferz_messages_clear(messages);
    ferz_result result = ferz_export(variant, &ini, messages);
    FUZZ_MUST((result == FERZ_OK) == (ini != NULL));
    FUZZ_MUST((result == FERZ_OK) == (ferz_messages_errors(messages) == 0));
    fuzz_check_messages(messages);
    if (ini) {
        fuzz_check_text(ini, strlen(ini), false);
        ferz_imported *games = NULL;
        size_t count = 0;
        ferz_import("exported.ini", ini, strlen(ini), NULL, &games, &count, NULL, messages);
        fuzz_check_messages(messages);
        for (size_t i = 0; i < count; i++) {
            fuzz_check_text(games[i].yaml, strlen(games[i].yaml), false);
        }
        ferz_imported_free(games, count);
    }
    ferz_free(ini);
}

/* A rule file, described in every form, and its differences from chess. */
void fuzz_export(const char *bytes, size_t length)
{
    const char *const *dirs = fuzz_rule_folders();
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *variant = ferz_variant_load_text("fuzz.yaml", bytes, length, dirs, NULL, 0, 1, messages);
    ferz_game *game = variant ? ferz_game_create(variant, NULL, messages) : NULL;
    fuzz_check_messages(messages);
    if (game && ferz_game_cell_count(game) <= CELLS_PLAYED_MAX) {
        check_pages(variant, messages);
        fuzz_check_messages(messages);
        check_drawing(variant, game, fuzz_digest(bytes, length), messages);
        fuzz_check_messages(messages);
        check_round_trip(variant, messages);
        char *lines = ferz_variant_compare(fuzz_game(0), variant, FERZ_ENGLISH, messages);
        FUZZ_MUST(lines || ferz_messages_errors(messages));
        if (lines) {
            fuzz_check_text(lines, strlen(lines), false);
        }
        ferz_free(lines);
        fuzz_check_messages(messages);
    }
    ferz_game_free(game);
    ferz_variant_free(variant);
    ferz_messages_free(messages);
}

/* ---- rules that were written for another program ---- */

void fuzz_import(const char *bytes, size_t length)
{
    ferz_messages *messages = ferz_messages_create(false);
    ferz_imported *games = NULL;
    size_t count = 0;
    ferz_result result = ferz_import("fuzz.ini", bytes, length, NULL, &games, &count, NULL, messages);
    FUZZ_MUST((result == FERZ_OK) == (ferz_messages_errors(messages) == 0));
    fuzz_check_messages(messages);
    for (size_t i = 0; i < count; i++) {
        const char *name = games[i].name;
        FUZZ_MUST(*name && !strchr(name, '/') && *name != '.'); /* a file is written under it */
        fuzz_check_text(name, strlen(name), false);
        fuzz_check_text(games[i].yaml, strlen(games[i].yaml), false);
        if (i < 3) {
            load_and_play("imported.yaml", games[i].yaml, strlen(games[i].yaml), 2);
        }
    }
    ferz_imported_free(games, count);
    ferz_messages_free(messages);
}

/* ---- scripts ---- */

/* The hook from which a function with such a name is called. One with `both_` before it serves as an ending as well. */
static const struct {
    const char *prefix;
    const char *where; /* of a live hook; NULL: a place of its own */
} callers[] = {
    {"effects", "after"},   {"allows", "legal"},      {"made", "made"}, {"moves", "moves"},
    {"choices", "choices"}, {"announce", "announce"}, {"ending", NULL}, {"leaps", NULL},
    {"passes", NULL},       {"castling", NULL},       {"start", NULL},  {"on_capture", NULL},
};
enum { CALLERS = sizeof callers / sizeof callers[0], NAME_MAX_LENGTH = 40 };

/* The first global function whose name begins with the two texts; "" when there is none. */
static bool find_function(const char *script, const char *before, const char *prefix, char name[NAME_MAX_LENGTH])
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, "function %s%s", before, prefix);
    const char *at = strstr(script, wanted);
    name[0] = '\0';
    if (!at) {
        return false;
    }
    at += strlen("function ");
    size_t n = 0;
    while (n < NAME_MAX_LENGTH - 1 && (isalnum((unsigned char)at[n]) || at[n] == '_')) {
        n++;
    }
    snprintf(name, NAME_MAX_LENGTH, "%.*s", (int)n, at);
    return true;
}

static void put_rules(text *yaml, const char *script)
{
    char name[CALLERS][NAME_MAX_LENGTH];
    bool live = false;
    for (size_t i = 0; i < CALLERS; i++) {
        (void)(find_function(script, "", callers[i].prefix, name[i]) ||
               find_function(script, "both_", callers[i].prefix, name[i]));
        live = live || (name[i][0] && callers[i].where);
    }
    (void)(name[6][0] || find_function(script, "both_", "", name[6]));
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
    ferz_variant *variant = fuzz_game((unsigned char)bytes[0] % fuzz_game_count());
    ferz_game *game = ferz_game_create(variant, bytes + 1, messages);
    FUZZ_MUST((game != NULL) == (ferz_messages_errors(messages) == 0));
    fuzz_check_messages(messages);
    char *fen = game ? ferz_game_fen(game) : NULL;
    if (fen) {
        ferz_game *again = ferz_game_create(variant, fen, messages);
        FUZZ_MUST(again);
        char *same = ferz_game_fen(again);
        FUZZ_MUST(same && strcmp(same, fen) == 0);
        FUZZ_MUST(ferz_game_hash(again) == ferz_game_hash(game));
        ferz_free(same);
        ferz_game_free(again);
        fuzz_play(game, 3, fuzz_digest(bytes, length), messages);
        for (size_t i = 0;
             i < ferz_variant_facts(variant)->player_count && ferz_variant_facts(variant)->hides_information; i++) {
            char *view = ferz_game_view_fen(game, i);
            ferz_game_free(ferz_game_view(game, i, messages));
            ferz_free(view);
        }
    }
    ferz_free(fen);
    ferz_game_free(game);
    ferz_messages_free(messages);
}

/* ---- moves ---- */

/* The legal move that `*c` stands for, so that games get far; NULL when there is none. */
static char *choose(ferz_game *game, unsigned char c, ferz_messages *messages)
{
    size_t count = 0;
    char *moves = ferz_game_legal_moves(game, &count, messages);
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

static void move_once(ferz_game *game, const char *word, ferz_messages *messages)
{
    if (*word == '<') {
        size_t plies = ferz_game_ply_count(game);
        FUZZ_MUST(ferz_game_undo(game) == (plies > 0));
    } else if (*word == '?') {
        bool legal;
        char *why = ferz_game_explain_move(game, word + 1, &legal, messages);
        FUZZ_MUST(why || ferz_messages_errors(messages));
        if (why) {
            fuzz_check_text(why, strlen(why), false);
        }
        ferz_free(why);
    } else if (*word == '!') {
        bool played;
        char *said = NULL;
        ferz_game_try(game, word + 1, &played, &said, messages);
        if (said) {
            fuzz_check_text(said, strlen(said), false);
        }
        ferz_free(said);
    } else if (*word == '*') {
        char *chosen = choose(game, (unsigned char)word[1], messages);
        if (chosen) {
            ferz_game_move(game, chosen, messages);
        }
        free(chosen);
    } else {
        size_t plies = ferz_game_ply_count(game);
        uint64_t hash = ferz_game_hash(game);
        ferz_result result = ferz_game_move(game, word, messages);
        FUZZ_MUST(ferz_game_ply_count(game) == plies + (result == FERZ_OK));
        FUZZ_MUST(result == FERZ_OK || ferz_game_hash(game) == hash);
        FUZZ_MUST((result == FERZ_OK) == (ferz_messages_errors(messages) == 0));
    }
    fuzz_check_messages(messages);
}

/* The first byte chooses the game; then moves, a line each: `<` undoes, `?M` asks why, `!M` tries, `*c` plays any. */
void fuzz_moves(const char *bytes, size_t length)
{
    enum { MOVES_MAX = 60 };
    if (!length) {
        return;
    }
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *variant = fuzz_game((unsigned char)bytes[0] % fuzz_game_count());
    ferz_game *game = ferz_game_create(variant, NULL, messages);
    FUZZ_MUST(game);
    const char *line = bytes + 1, *end = bytes + length;
    for (int i = 0; i < MOVES_MAX && line < end; i++) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        size_t n = (size_t)((stop ? stop : end) - line);
        text word = {0};
        text_add(&word, line, n);
        move_once(game, text_string(&word), messages);
        text_finish(&word);
        line += n + 1;
    }
    fuzz_play(game, 2, fuzz_digest(bytes, length), messages);
    while (ferz_game_undo(game)) {
    }
    char *fen = ferz_game_fen(game);
    FUZZ_MUST(fen && strcmp(fen, ferz_variant_facts(variant)->start_fen) == 0);
    ferz_free(fen);
    ferz_game_free(game);
    ferz_messages_free(messages);
}
