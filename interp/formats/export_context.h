/* What the parts of the export share. */
#ifndef FERZ_FORMATS_EXPORT_CONTEXT_H
#define FERZ_FORMATS_EXPORT_CONTEXT_H

#include "formats/export.h"
#include "formats/fairy_betza.h"
#include "formats/settings.h"
#include "rules/plain_keys.h"

enum { EXPORT_RANKS = 16 };

/* Cells of each player, as bits of files by rank. */
typedef struct export_zone {
    uint16_t of[2][EXPORT_RANKS];
} export_zone;

/* A cell of the start position. */
typedef struct start_cell {
    int piece; /* -1: none */
    int player;
    bool hole, reverts; /* there is no such cell; the piece is marked with ~ */
} start_cell;

typedef struct exporter {
    arena *arena;
    diag_list *diags;
    const ruleset *rules;
    const export_board *board;
    text out;
    char letters[RULES_PIECES_MAX];   /* letter of each piece in the section; 0: it is a promoted form, or a wall */
    char spare[RULES_PIECES_MAX];     /* of a promoted form that has a letter of its own in our rules: that letter */
    int unpromoted[RULES_PIECES_MAX]; /* of a promoted form: the piece that promotes to it; -1 */
    char like[RULES_PIECES_MAX];      /* of a promoted form: the letter of the piece that it moves like there */
    const char *types[RULES_PIECES_MAX];
    int customs;
    int king;                /* the royal piece that is their king; -1 */
    bool pseudo_royal;       /* other royal pieces: types that are royal there while some are left */
    int soldier_rank;        /* the rank from which soldiers move sideways; 0: no soldiers yet */
    bool demotes;            /* pieces turn over with every move or every capture, to and fro */
    export_zone first_steps; /* cells from which a piece may make its first step, the same for all pieces */
    export_zone passed;      /* en passant targets that such steps set, by the player who may capture there */
    export_zone unset;       /* cells that such steps pass without setting one */
    bool has_first_steps;
    bool is_imported;                             /* it has a script that the import wrote */
    start_cell start[EXPORT_RANKS][EXPORT_RANKS]; /* by rank and file */
    const char *start_fields;                     /* behind the board of the start position */
} exporter;

/* ---- lines of the section (export_values.c) ---- */

/* Reports what the format cannot say, at the rule that says it. */
void export_refuse(exporter *e, location at, const char *what);
/* The same for plain keys of a section: each row of the schema says what the format lacks. `from` is the section's struct. */
void export_plain_keys(exporter *e, schema_section section, const void *from, location at);
void export_put(exporter *e, const char *key, const char *value);
void export_put_number(exporter *e, const char *key, long n);
void export_put_letters(exporter *e, const char *key, const int *pieces, size_t count);
/* Letters of types; a type there is a type here with the promoted forms that move like it, so the list must have all of
 * them or none. */
void export_put_types(exporter *e, const char *key, const int *pieces, size_t count, location at);
/* The letter of a piece that is no promoted form. */
char export_letter(exporter *e, size_t index, location at);
/* Whether it is a wall there, which has no letter: nobody's, and it only stands. */
bool export_is_wall(const exporter *e, size_t index);
bool export_is_type(const exporter *e, size_t index, const char *type);

void export_put_region(exporter *e, const char *key, const uint16_t ranks[EXPORT_RANKS]);
/* `key` with White and Black behind it. */
void export_put_regions(exporter *e, const char *key, const export_zone *zone);
/* The key of older versions: a promotion zone from a rank of the first player on. */
void export_put_first_rank(exporter *e, const uint16_t ranks[EXPORT_RANKS]);
export_zone export_read_zone(exporter *e, const rule_text *zone_text);
export_zone export_whole_board(const exporter *e);
bool export_zone_empty(const export_zone *zone);
bool export_zones_equal(const export_zone *a, const export_zone *b);
bool export_ranks_empty(const uint16_t ranks[EXPORT_RANKS]);

/* ---- pieces (export_pieces.c, export_movements.c) ---- */

void export_read_letters(exporter *e);
/* Which piece is the king there, and which are royal in another way. */
void export_read_royals(exporter *e);
void export_pieces(exporter *e);

/* A piece's movement there. */
typedef struct movement {
    fairy_steps steps; /* moves and captures apart */
    bool en_passant;   /* captures are also en passant captures */
    bool limited;      /* it may only move within a part of the board */
    export_zone to;    /* that part */
    int soldier_rank;  /* it moves sideways from that rank on; 0: everywhere */
    bool flying;       /* royal pieces attack each other along open files */
} movement;

/* False after an error, or (`silent`) where there is no such movement. */
bool export_movement(exporter *e, size_t index, bool silent, movement *m);
/* Finds where first steps begin, for all pieces. */
void export_read_first_steps(exporter *e);
/* The movement in their notation. */
void export_write_betza(const movement *m, text *out);
bool export_same_steps(const fairy_steps *a, const fairy_steps *b);
void export_add_step(fairy_steps *to, fairy_step s);

/* ---- the rest ---- */

void export_promotion(exporter *e); /* export_moves.c */
void export_first_steps(exporter *e);
void export_castling(exporter *e);
void export_drops(exporter *e); /* export_drops.c */
/* Whether the player drops pieces without having them in hand. */
bool export_has_endless_drops(exporter *e, size_t player);
/* Whether a player can ever have the piece in hand. */
bool export_comes_to_hand(const exporter *e, size_t index);
void export_endings(exporter *e); /* export_endings.c */
/* The script of an imported game (export_script.c): whether there is one; writes its keys as the last ones. */
void export_read_script(exporter *e);
void export_script(exporter *e);
/* The start position (export_start.c). */
bool export_read_start(exporter *e); /* false: it cannot be read */
void export_start(exporter *e);

#endif
