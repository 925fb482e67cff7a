/* Move draft: the movements of one piece while they are collected, before they are laid out as tables. Shared by
 * move_tables.c, move_paths.c, multi_leg_paths.c and move_layout.c. Functions return false after errors in draft.diags.
 */
#ifndef FERZ_COMPILE_MOVE_DRAFT_H
#define FERZ_COMPILE_MOVE_DRAFT_H

#include "compile/variant_build.h"

typedef struct ray_key {
    uint16_t vector;
    int16_t range;
    const uint64_t *zone; /* [from][words] targets that zones allow, one of draft.zones; NULL: all */
} ray_key;

/* ZONED_SLIDERS_MAX: sliders that a piece may have because of zones; what needs more is walked. */
enum { RAYS_MAX = 64, ZONED_SLIDERS_MAX = 8 };

/* Rays are grouped by kind and by what they may do at their ends: see ray_groups in move_layout.c. */
enum { GROUP_SLIDER, GROUP_OWN = 3, GROUP_ROYALS, GROUP_CANNON, GROUP_GRASSHOPPER = 8, GROUP_COUNT = 11 };

typedef struct lame_list {
    lame_leap *leaps;
    size_t count, room;
} lame_list;

typedef struct draft {
    variant *v;
    const staged_hooks *hooks;
    diag_list *diags;
    arena scratch;
    size_t player;
    const piece_type *type;
    const rule_move *rule; /* the current movement */
    bool *from;            /* cells where the current movement may start */
    bool *to;              /* and end */
    uint64_t *leap[4];     /* [cell][words]: both, move, capture, own */
    uint64_t *leap_checks;
    uint64_t *keeps_halfmove_clock; /* NULL until it is needed */
    bool any_leap[4];
    ray_key rays[GROUP_COUNT][RAYS_MAX]; /* sliders */
    int ray_count[GROUP_COUNT];
    const uint64_t *zones[ZONED_SLIDERS_MAX];
    int zone_count;
    lame_list lame_leaps[3]; /* lame leaps that attack: both, move, capture */
    special **specials_at;   /* [cell] growing lists */
    uint32_t *special_count;
    uint32_t *walk_steps; /* [cells] steps on all multi-leg paths from there, at most; NULL before the first path */
    jump_direction jumps[PIECE_JUMPS_MAX];
    int jump_count;
    uint64_t *jumpable;
    int first_quiet_jumps; /* the number of the first in variant.quiet_jumps that is of this piece */
} draft;

/* ---- move_draft.c ---- */

/* A new element of variant.quiet_jumps; NULL after an error. */
quiet_jumps *draft_new_quiet_jumps(draft *d);
/* Adds a direction. False after an error. */
bool draft_add_quiet_jump(draft *d, quiet_jumps *j, uint16_t way, int16_t range, bool land_any);
/* The player's right that the movement needs; -1: none. Rights are numbered rule by rule, player by player: see
 * rights_build. */
int draft_right(const draft *d, const rule_move *rule);
/* The type plus one that the piece has after the movement; 0: no change. */
uint16_t draft_transform(const draft *d, const rule_move *rule);
/* Whether a piece may arrive there, by the movement's zone and the variant's filter. */
bool draft_may_arrive(const draft *d, unsigned from, unsigned to);
/* Whether all cells are in the zone. */
bool is_every_cell(const variant *v, const bool *cells);
/* A step in the mover's frame as a vector of the board. */
vector draft_vector(const draft *d, int x, int y, int z);
/* Its number; -1 after an error. */
int draft_vector_number(draft *d, vector v);
/* The index within three groups of rays, or of lame leaps: both, move, capture. */
int draft_mode_group(unsigned modes);
/* A leap without conditions. */
void draft_add_leap(draft *d, unsigned from, unsigned to, uint16_t modes, bool checks);
/* Remembers moves that do not reset the halfmove clock. */
bool draft_note_keeps_clock(draft *d, const rule_move *rule, unsigned from, unsigned to);
/* Adds a special, unless the cell has it already. */
bool draft_add_special(draft *d, unsigned cell, special s);
/* The pieces that must, or must not, be on the board for the movement. */
bool draft_set_presence(draft *d, const rule_move *rule, special *s);

/* Orthogonal and diagonal rays go into separate sliders: a queen shares the rook's and the bishop's tables, and the
 * masks of one-word boards stay small. */
int ray_family(const variant *v, ray_key ray);

/* ---- multi_leg_paths.c ---- */

/* A path in vectors of the board, with legs split into simpler ones. */
bool draft_compile_path(draft *d, const rule_move *rule, const betza_path *path, multi_leg_path *w);
/* The index of a path, stored by the first call; -1 after an error. */
int draft_path_index(draft *d, const multi_leg_path *w);
/* Whether the path may step onto an empty cell and back. */
bool draft_steps_back(const betza_path *path);
/* Adds the path as a special of every cell where it may start. */
bool draft_add_multi_leg(draft *d, const rule_move *rule, const betza_path *path, special base);

/* ---- move_paths.c ---- */

/* Leaps that a script or the lines of the board name, cell by cell: what the rule says of each of them. */
typedef struct leap_rule {
    special base; /* with the rule, and with LEG_MOVE and LEG_CAPTURE in `modes` */
    bool by_path; /* attacks under a condition are left to multi-leg paths */
    bool *clear;  /* room for a set */
} leap_rule;
bool draft_begin_leaps(draft *d, const rule_move *rule, uint16_t modes, leap_rule *out);
bool draft_add_leap_of_rule(draft *d, const leap_rule *l, unsigned from, cell_id to);
/* Adds a path of leaps over these cells, from the first on; those in between must be empty. */
bool draft_add_leaps_over(draft *d, const leap_rule *l, const cell_id *stops, unsigned leaps);
/* Stores the movement's condition `if`, as seen from that cell. `clear` is room for a set. */
bool draft_set_condition(draft *d, unsigned from, bool *clear, special *s);

/* Adds one path of a notation to the table where it belongs. */
bool draft_add_path(draft *d, const rule_move *rule, const betza_path *path);

/* ---- move_layout.c ---- */

/* Lays the draft out as the tables of a piece. */
bool draft_lay_out(draft *d, piece_moves *p);

#endif
