/* Variant build: the parts of variant_build_types and variant_build_moves, in the order in which they are called. Each
 * returns false after errors in `diags`.
 */
#ifndef FERZ_COMPILE_VARIANT_BUILD_H
#define FERZ_COMPILE_VARIANT_BUILD_H

#include "compile/variant.h"
#include "compile/zone.h"

/* A table of one set for each cell, all empty; NULL when out of memory. */
static inline uint64_t *set_table_new(variant *v)
{
    return arena_new(&v->arena, uint64_t, (size_t)v->cells * (size_t)v->bitset_words);
}
/* The set of one cell in such a table. The builder may write into its own tables. */
static inline uint64_t *set_table_row(const variant *v, const uint64_t *table, size_t cell)
{
    return (uint64_t *)table + cell * (size_t)v->bitset_words;
}

/* Whether a set has a cell. */
static inline bool set_any(const variant *v, const uint64_t *set)
{
    for (int i = 0; i < v->bitset_words; i++) {
        if (set[i]) {
            return true;
        }
    }
    return false;
}

/* A zone as a set in the pool, for one player; UINT32_MAX after an error. */
uint32_t build_zone(variant *v, diag_list *diags, const rule_text *spec, size_t player);
/* Removes the cells of boards on which the player never plays. */
void build_keep_own_board(const variant *v, size_t player, bool *cells);
/* A new set in the pool; its offset, or UINT32_MAX after an error. */
uint32_t build_set(variant *v, diag_list *diags, const bool *cells);

/* piece_types.c: the types (all forms of pieces that play can bring about) and the pieces. */
bool piece_types_build(variant *v, const staged_hooks *hooks, diag_list *diags);
/* Whether the player drops pieces of the type as often as they like: the piece as which it is held is endless. */
bool drops_endlessly(const variant *v, int player, int type);
/* abilities.c: what pieces do besides moving and capturing on their target. */
bool abilities_build(variant *v, diag_list *diags);
/* blast.c: what captures blow up. */
bool blast_build(variant *v, diag_list *diags);
/* filter.c: the pairs of cells between which pieces may go. */
bool filter_build(variant *v, const staged_hooks *hooks, diag_list *diags);
/* rights.c: first-move rights, castlings. */
bool rights_build(variant *v, diag_list *diags);
bool castlings_build(variant *v, const staged_hooks *hooks, diag_list *diags);
/* promotions.c */
bool promotions_build(variant *v, diag_list *diags);
/* Whether a piece could ever move on from there, on an empty board and with pieces to capture. */
bool piece_can_move_from(const variant *v, piece_id piece, size_t cell);
/* setwise.c: pieces that can be moved all at once. */
bool setwise_build(variant *v, diag_list *diags);
/* attackers.c: movements seen from the target, cells between. */
bool attackers_build(variant *v, diag_list *diags);
bool between_build(variant *v, diag_list *diags);
/* drops.c */
bool drops_build(variant *v, diag_list *diags);
/* hook_tables.c: live hooks. */
bool hooks_build(variant *v, diag_list *diags);
/* Whether the script has the function; reports it where not. */
bool hook_exists(const staged_hooks *hooks, diag_list *diags, const char *function, location at);
/* puts.c: whether neutral pieces are walls, before the players are seated; the second half of each move. */
bool walls_find(variant *v, diag_list *diags);
bool puts_build(variant *v, diag_list *diags);
/* board_picture.c: what pictures show on the board. */
bool board_picture_build(variant *v, diag_list *diags);
/* Fills `beside` and `outer_cells`, unless they are there. False when out of memory. */
bool edges_build(variant *v);
/* rows.c: rows of cells, and the pieces that count in them. */
bool rows_build(variant *v, diag_list *diags, const rule_row *rule, row_table *t);
/* Whether some leg of the path captures. */
bool path_captures(const multi_leg_path *w);
/* The cells that each cell reaches by these leaps, both ways; NULL after an error. */
uint64_t *build_reach_table(variant *v, diag_list *diags, const betza *leaps, location at);
bool row_pieces_build(variant *v, diag_list *diags, const rule_row *rule, row_table *t);
/* endings.c: zones, pieces and rows of the endings; which of them a position decides. */
bool endings_build(variant *v, diag_list *diags);
/* turn_rules.c: turns, dice, mandatory moves, and what of them the core has to test. */
bool turn_rules_build(variant *v, diag_list *diags);

#endif
