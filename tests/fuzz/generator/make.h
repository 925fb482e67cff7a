/* Games made up from a seed, so that the loader should accept each of them. */
#ifndef TESTS_GENERATE_MAKE_H
#define TESTS_GENERATE_MAKE_H

#include "ferz_tools.h"
#include "fuzz/generator/tree.h"

enum { MAKE_PLAYERS_MAX = 8, MAKE_PIECES_MAX = 12, MAKE_SIDE_MAX = 16, MAKE_NAMES_MAX = 8, MAKE_LEVELS_MAX = 3 };

/* What has been decided of a game. */
typedef struct maker {
    arena *a;
    random_source random;
    item *root;
    text script; /* empty: there is none */

    int width, height, levels; /* of `rows` boards: cells of the widest row, rows */
    bool row_board, wrapped, holed, own_boards, named_boards, listed_names, row_names, turned, faces;
    bool bounces; /* some piece's rays are reflected by the edges */
    int row_cells[MAKE_SIDE_MAX];
    bool hole[MAKE_SIDE_MAX][MAKE_SIDE_MAX]; /* by row and column, on every level */
    int cells;
    const char *board_names[MAKE_LEVELS_MAX];

    int players;
    const char *player[MAKE_PLAYERS_MAX];
    char player_letter[MAKE_PLAYERS_MAX];
    int board_of[MAKE_PLAYERS_MAX];
    bool teams, sits_aside; /* somebody sits west or east */

    int pieces;
    const char *piece[MAKE_PIECES_MAX], *letter[MAKE_PIECES_MAX], *royal_letter[MAKE_PIECES_MAX];
    bool royal[MAKE_PIECES_MAX], covered[MAKE_PIECES_MAX], stands[MAKE_PIECES_MAX];
    char letters[27]; /* not used yet */

    int zones, counters, rights;
    const char *zone[MAKE_NAMES_MAX], *counter[MAKE_NAMES_MAX];
    char right[MAKE_NAMES_MAX];
    bool castles, family, castle_by_player;
    int castle_king, castle_rook, castle_from, castle_rook_from;

    bool stacks, under, splits, neutral, blast, missed_turns, dice, hides_pieces, jumps, remote_captures, auras, hands,
        prison, partner, row_captured;
    bool symmetric; /* players and sides are alike, so that the mirrored game is the same */
    bool reverts;
    bool changes; /* some movement changes the piece's type */
    bool setup, lines, several_plies, free_turns, chain_goes_on, choices, scripted, has_turns_clock, all_checks;

    ferz_setting settings[2];
    size_t setting_count;
} maker;

/* A whole game, which depends on `seed` alone. */
void make_game(maker *m, arena *a, uint64_t seed);
void make_finish(maker *m);

/* ---- shared by the parts ---- */

bool make_one_in(maker *m, uint32_t one_in);
int make_number(maker *m, int low, int high);
const char *make_format(maker *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
#define MAKE_PICK(m, list) (list)[random_below(&(m)->random, (uint32_t)(sizeof(list) / sizeof *(list)))]

void make_set(maker *m, item *map, const char *key, const char *value);
void make_bool(maker *m, item *map, const char *key);
/* One of the words that the schema's row allows, but for `refused` (NULL: all are fine). */
void make_word(maker *m, item *map, const char *key, const char *refused);
void make_digits(maker *m, item *map, const char *key, int low, int high);
/* One name or a list of some. */
void make_names(maker *m, item *map, const char *key, const char *const *names, int count);
/* Any piece, or several. */
void make_some_pieces(maker *m, item *map, const char *key);
const char *make_piece(maker *m);
const char *make_plain_piece(maker *m); /* not royal; NULL when there is none */
const char *make_cell(maker *m);
const char *make_zone_text(maker *m);
void make_zone(maker *m, item *map, const char *key);
const char *make_movement(maker *m, bool moves_only, bool plain, bool leaps);

/* The parts, in this order. */
void make_board(maker *m);
void make_players(maker *m);
void make_pieces(maker *m);
void make_rules(maker *m); /* turns, captures, endings and the rest */
void make_position(maker *m);
void make_hooks(maker *m);
void make_newer_words(maker *m, uint64_t seed);

/* Adds a function to the script, and gives its name. */
const char *make_leaps_function(maker *m);
const char *make_ends_function(maker *m);
const char *make_filter_function(maker *m);
const char *make_start_function(maker *m, const char *fen);
const char *make_ending_function(maker *m);

#endif
