/* Variant: the immutable tables of one variant, built once from a ruleset and shared by threads.
 *
 * Play reads only these tables. The text of the rules is kept for messages. A set of cells is an array of
 * `bitset_words` 64-bit words: bit c % 64 of word c / 64 for cell c. The board decides how many words: 1, 2, 3, 4, 7,
 * 11 or 21.
 *
 * The movements of each piece (type and owner) are `piece_moves`:
 *   leaps    one set of cells for each cell, by what they may do there (both, only move, only capture)
 *   sliders  sets that depend on what is on certain cells: rays, by table (see slider)
 *   specials everything with a condition: first-move leaps, double steps, en passant, and multi-leg paths
 * The same movements seen from the target are `attackers`: from which cells this cell could be attacked.
 */
#ifndef FERZ_COMPILE_VARIANT_H
#define FERZ_COMPILE_VARIANT_H

#include "compile/hooks.h"
#include "compile/topology.h"
#include "rules/tuning.h"

/* One form of a piece. */
typedef struct piece_type {
    const char *name;   /* the name of the piece */
    const char *letter; /* as a second player's piece is written ("k", "+s", "q~"); the first player's in capitals */
    const char *capital;
    int rule_piece_index; /* index into the pieces of the rules */
    int captured_as;      /* type that goes into a hand; -1: royal, never captured */
    int royal_form;       /* type; itself when royal; -1: no such form is needed */
    bool royal;
    bool reverts; /* a promoted piece that goes back to what it was when it is captured */
    bool resets_halfmove_clock;
    bool drop_resets_halfmove_clock; /* its drops reset the clock too */
    uint64_t moves_of;               /* bits by piece of the rules: it moves as all of these; 0: as its own piece */
} piece_type;

/* A set of rays from each cell: the reachable cells as a function of the occupied ones. */
typedef enum ray_kind {
    RAY_SLIDER,               /* up to and including the first piece */
    RAY_LAME_LEAPER,          /* its last cell, if all cells before it are empty */
    RAY_CANNON,               /* behind the first piece, up to and including the second */
    RAY_GRASSHOPPER,          /* the cell behind the first piece */
    RAY_GRASSHOPPER_REVERSED, /* a grasshopper's ray seen from its target, over a hurdle on the first cell */
} ray_kind;
typedef struct slider_ray {
    uint32_t first; /* into slider.ray_cells: the cells in order from the piece */
    uint16_t count;
    int8_t sign; /* +1: cell numbers only rise, -1: they only fall, 0: neither */
} slider_ray;
/* Some of the rays of a cell, tabulated by the occupation of the cells that matter. */
#define LOOKUP_WORDS_MAX 2 /* words of the widest sets that are tabulated; the preprocessor reads it */
typedef struct lookup_part {
    uint64_t mask[LOOKUP_WORDS_MAX];
    const uint64_t *attacks; /* [gathered bits of the masks, those of the first word lowest][words] */
    unsigned shift;          /* bits in the first mask */
} lookup_part;
typedef struct slider {
    ray_kind kind;
    const slider_ray *rays;    /* rays of cell c: rays[ray_start[c]] .. rays[ray_start[c + 1] - 1] */
    const uint32_t *ray_start; /* [cells + 1] */
    const uint64_t *ray_sets;  /* [ray][words] the cells of each ray as a set */
    const cell_id *ray_cells;
    const uint64_t *filter;              /* [cell][words] where the piece may arrive; NULL: anywhere on the rays */
    const uint64_t *empty_board_attacks; /* [cell][words] all targets, if the pieces that it needs are there */
    const uint64_t *pext_masks;          /* [cell] one-word boards: cells whose occupation matters; NULL: no lookup */
    const uint64_t *const *pext_attacks; /* [cell] one-word boards: attacks by the gathered bits of the mask (PEXT) */
    const lookup_part
        *lookup_parts; /* [part][cell] up to two words: the attacks are the union of the parts; NULL: no lookup */
    int lookup_part_count;
} slider;

/* Up to so many cells, the cells between two cells are a table; it would grow with the cube of the cells. */
#define BETWEEN_TABLE_CELLS_MAX 256

/* The rays of a slider before they are laid out. */
enum { SLIDERS_MAX = 128, SLIDER_RAYS_MAX = 16 };
typedef struct lame_leap {
    cell_id from, to, count;
    cell_id must_be_empty[BETZA_LEGS_MAX]; /* in order from the piece; CELL_NONE behind the last */
} lame_leap;
typedef struct slider_spec {
    ray_kind kind;
    const lame_leap *lame_leaps; /* [lame_leap_count] by cell of departure; the other kinds have vectors */
    size_t lame_leap_count;
    int ray_count;
    uint16_t vector[SLIDER_RAYS_MAX];
    int16_t range[SLIDER_RAYS_MAX]; /* 0: unlimited */
    const uint64_t *filter;         /* [cell][words] where the piece may arrive; NULL: anywhere on the rays */
    bool ends_with_filter;          /* rays end with the last cell where it may arrive */
} slider_spec;

/* A set of the rules' pieces. */
typedef struct piece_set {
    uint64_t bits[4];
    bool has_royals; /* one of them is royal, or all pieces are in it: what is meant where nobody stands */
} piece_set;

/* A capture of pieces elsewhere than on the cell of arrival. */
typedef struct remote_capture {
    remote_capture_kind kind;
    bool straight, diagonal; /* directions of the moves that it goes with */
    bool beyond;
    bool has_hostile, has_on;                               /* there are such zones */
    uint32_t hostile[PLAYERS_MAX + 1], on[PLAYERS_MAX + 1]; /* sets by owner; a neutral piece has those of nobody */
    piece_set victims;
} remote_capture;

/* What a piece of the rules does besides moving and capturing on its target. */
typedef struct piece_abilities {
    bool is_immobilizer, is_protector, invulnerable, kamikaze;
    bool has_long_leap; /* one of its remote captures is a long leap */
    piece_set immobilizes, protects;
    const remote_capture *remote_captures;
    uint8_t remote_capture_count;
} piece_abilities;

/* A movement with a condition. */
typedef enum special_kind {
    SPECIAL_LEAP,        /* onto `to`, if every cell of `clear` is empty and the right is held */
    SPECIAL_EN_PASSANT,  /* onto `to`, if it is an en passant target; captures the piece that passed over it */
    SPECIAL_MULTI_LEG,   /* along the multi-leg path number `path` */
    SPECIAL_STAY,        /* nowhere: the piece stays, and may change its type */
    SPECIAL_QUIET_JUMPS, /* over pieces that stay: variant.quiet_jumps number `path` */
    SPECIAL_ROUND_TRIP,  /* round the board and back to its own cell, if every cell of `clear` is empty */
} special_kind;
typedef struct special {
    uint8_t kind;
    uint8_t modes;      /* LEG_MOVE, LEG_CAPTURE, LEG_OWN */
    bool leaves_ep;     /* `first_clear` becomes an en passant target */
    bool leaves_all_ep; /* and so do the cells behind it, along `vector` of the board */
    uint16_t vector;
    bool gives_check;
    uint16_t into; /* type after the move plus one; 0: as its promotions say */
    int8_t right;  /* -1: none */
    cell_id to;
    cell_id first_clear;         /* CELL_NONE: no cell must be empty */
    uint32_t clear;              /* offset of a set in variant.set_pool */
    bool needs_adjacent;         /* on one of the cells of `adjacent` there must be an `adjacent_rule_piece` */
    uint32_t adjacent;           /* offset of a set in variant.set_pool */
    cell_id adjacent_cell;       /* its only cell; CELL_NONE: it has none or several */
    bool adjacent_absent;        /* or there must be none */
    int16_t adjacent_rule_piece; /* -1: any */
    uint8_t adjacent_owners;     /* bits by player */
    uint16_t same_adjacent;      /* so many of the cell, from this one on, need the same beside them, or nothing */
    uint16_t path;
    bool must_not_check;    /* the move may not give check */
    bool requires_absence;  /* none of `presence_pieces` may be on the board */
    uint8_t presence_count; /* else one of these must be on the board */
    const piece_id *presence_pieces;
    const piece_set *victims; /* the only pieces that it captures; NULL: any */
    uint32_t ways;            /* offset in variant.set_pool: a set for each way, where it may not be attacked */
    uint8_t way_count;        /* one of them is enough; 0: it may be attacked anywhere */
    const rule_move *rule;
} special;

/* A path of several legs, in vectors of the board. */
typedef struct path_leg {
    uint16_t vector;
    int16_t range;
    uint16_t modes, flags;
    int16_t through; /* how many pieces it may pass through */
} path_leg;
typedef struct multi_leg_path {
    uint32_t to; /* set of the cells where it may end; UINT32_MAX: all */
    uint16_t legs;
    path_leg leg[BETZA_LEGS_MAX];
} multi_leg_path;

typedef struct promotion_table {
    const uint64_t *mandatory; /* [from][words] targets where the piece must promote */
    const uint64_t *optional;  /* [from][words] targets where it may promote */
    const uint64_t *in_place;  /* [words] where it may promote without moving (from the prison only); NULL */
    const uint16_t *group;     /* [cells] of departure: which lists hold for a piece that comes from there */
    const uint32_t *list;      /* [groups * cells + 1] offsets into `into`, by group and cell of arrival */
    const uint32_t
        *exchanges;       /* with `in_place`: [cells + 1] the same by cell, of what it changes into without moving */
    const uint16_t *into; /* types */
    uint32_t count;       /* of `into` */
    const uint8_t *by;    /* of each in `into`: moves that offer it, bits of enum promotion_move; NULL: all */
    /* With `by`: [from][words] targets where such a move must promote; `mandatory` is then empty, and `optional` has
     * all cells where some move promotes. */
    const uint64_t *mandatory_quiet, *mandatory_capture;
    const bool *costs_prisoner; /* of each in `into`: only while such a piece is in the prison, and it leaves it */
    int uniform_count;          /* the length of every list that is not empty, when all are equal; else 0 */
    bool from_prison;           /* some choices cost a prisoner */
    bool limited;               /* some choices are closed while there are enough of that type */
} promotion_table;

/* Pieces that only step, such as pawns. Every step is a shift of cell numbers by the same amount for all pieces that
 * can make it, so a whole rank of them moves in a few operations. */
enum { SETWISE_STEPS_MAX = 6, SETWISE_CLASSES_MAX = 4 };
typedef struct setwise_step {
    int16_t shift;       /* from the piece's cell to its target; less than 64 either way where sets are narrow */
    int16_t empty_shift; /* to a cell that must be empty; 0: none */
    uint8_t modes;       /* LEG_MOVE, LEG_CAPTURE */
    bool leaves_ep;
} setwise_step;
/* Numbers of the sets in setwise_moves.sets. A class is the cells of departure that have equal rows in the promotion
 * table; the rows follow. */
enum {
    SETWISE_IRREGULAR, /* cells with other movements too; the specials of these cells are not among the steps */
    SETWISE_FROM,      /* of each step: the cells where it can be made */
    SETWISE_CLASS_FROM = SETWISE_FROM + SETWISE_STEPS_MAX, /* of each class */
    SETWISE_MANDATORY = SETWISE_CLASS_FROM + SETWISE_CLASSES_MAX,
    SETWISE_OPTIONAL = SETWISE_MANDATORY + SETWISE_CLASSES_MAX,
    SETWISE_SETS = SETWISE_OPTIONAL + SETWISE_CLASSES_MAX
};
typedef struct setwise_moves {
    int step_count, class_count;
    setwise_step step[SETWISE_STEPS_MAX];
    uint64_t sets[]; /* [SETWISE_SETS][words] */
} setwise_moves;

/* A direction in which a piece jumps over enemies. */
enum { PIECE_JUMPS_MAX = 32 };
typedef struct jump_direction {
    uint16_t vector, reverse; /* of the board */
    int16_t range;            /* most steps to the jumped piece; 0: unlimited */
    bool land_any, gives_check;
    uint8_t chain, jumped; /* enum jump_chain, jumped_fate */
    uint32_t from;         /* set of cells where a chain may begin in this direction */
} jump_direction;

/* What pictures show on the board besides its cells; see board_picture.c. */
typedef struct board_picture {
    uint8_t *colour; /* [cells] enum picture_colour */
    bool *river;     /* [cells] in the river */
    board_line *lines;
    size_t line_count;
    uint16_t *numbers[PLAYERS_MAX]; /* [cells] as that player numbers the cells, 0: none; NULL without numbers */
} board_picture;

/* Directions of jumps over pieces that stay, see quiet_jumps.h. */
typedef struct quiet_jumps {
    uint16_t vectors[PIECE_JUMPS_MAX];
    int16_t ranges[PIECE_JUMPS_MAX]; /* most steps to the jumped piece; 0: unlimited */
    bool land_any[PIECE_JUMPS_MAX];
    int count;
    uint8_t chain; /* enum jump_chain */
    int onward;    /* CHAIN_ANY: the number of the element whose directions a chain goes on with */
} quiet_jumps;

enum { PIECE_SLIDERS_MAX = 20, SLIDE_ROYALS_ONLY = 1 << 4 /* captures royals and nothing else */ };
typedef struct piece_moves {
    const uint64_t *leap_both, *leap_move, *leap_capture; /* [cell][words], NULL: none */
    const uint64_t *leap_own;                             /* onto own pieces, in variants with stacks */
    bool stacks_on_own;                                   /* some leap or ray ends on own pieces */
    const uint64_t *leap_checks;                          /* leaps that capture and give check */
    const uint64_t
        *keeps_halfmove_clock; /* [cell][words] moves that do not reset the clock though its others do; NULL: none */
    struct {
        uint16_t slider;
        uint8_t modes; /* LEG_MOVE, LEG_CAPTURE, LEG_OWN; SLIDE_ROYALS_ONLY */
    } slide[PIECE_SLIDERS_MAX];
    uint8_t slide_count;
    bool non_divergent;      /* only leap_both and sliders that both move and capture */
    bool has_multi_leg;      /* has multi-leg specials */
    bool has_quiet_jumps;    /* jumps over pieces that stay */
    bool has_round_trips;    /* has rides that end where they began */
    bool specials_overlap;   /* a special may have the same target as another of its movements */
    bool transforms_overlap; /* a transforming special may make the same move as another movement or a promotion */
    bool captures_transform; /* some captures change its type: see variant.transforms_into */
    bool captures_always_transform;
    const uint32_t *special_start;    /* [cells + 1]; NULL: no specials */
    const uint32_t *special_ep_start; /* [cells] first en passant capture of the cell, or the end of its list */
    const special *specials;
    const uint64_t
        *walks_from; /* [target][words] cells from which a multi-leg path touches the target, whatever stands on
                                   the board; NULL: not known */
    const promotion_table *promotion; /* NULL: never */
    const jump_direction *jumps;
    int jump_count;
    const uint64_t *jumpable;           /* [cell][words] cells of pieces that it could jump over on an empty board */
    const setwise_moves *setwise_moves; /* to move all pieces of this kind at once; NULL: one by one */
} piece_moves;

/* Pieces of one player that attack along the same rays or leaps, seen from the target. */
typedef struct attacker_group {
    bool is_slider;
    bool hops;            /* slides, but not as a RAY_SLIDER; these groups come last */
    bool royals_only;     /* attacks no other pieces */
    uint16_t slider;      /* reversed rays: from the target to the attacker */
    const uint64_t *from; /* leaps: [cell][words] cells from which this one is attacked */
    uint16_t count;
    const piece_id *pieces;
    uint64_t types[4];       /* bits by type: the player's own among these pieces */
    bool has_royals;         /* royal forms too: with many of them the royal is looked up, not searched */
    uint64_t royal_types[4]; /* bits by type */
} attacker_group;

typedef struct castling {
    int right;
    int rule; /* index into the castlings of the rules */
    piece_id king, partner;
    cell_id king_from, partner_from, king_to, partner_to;
    uint32_t clear;       /* set: must be empty, king and partner aside */
    uint32_t path;        /* set: must not be attacked: the king's path with both ends, or what the rules name */
    uint16_t alternative; /* number + 1 of another castling of the same king with the same right; 0: none */
} castling;

/* A piece that captures en passant. */
typedef struct ep_capturer {
    piece_id piece;
    const uint64_t *from; /* [cell][words] cells from which it captures onto this target */
} ep_capturer;

enum { DROPS_ONLY_MAX = 8 };
typedef struct drop_table {
    piece_id piece, hand_piece; /* what is dropped, and as what it is held; 0: it never runs out */
    uint32_t zone;              /* set */
    int per_file;
    const cell_id *support; /* [cells] what must be occupied, CELL_NONE: nothing; NULL: no such condition */
    bool may_give_check, may_mate;
    bool at_edge; /* only on a cell with a side that borders on nothing, or on such a piece */
    bool parries; /* may be dropped in check */
    bool first;   /* as long as one can be dropped, no other move is legal */
} drop_table;

/* A piece that the second half of a move may put from the hand. */
typedef struct puttable_piece {
    piece_id piece, hand_piece;
    uint32_t zone; /* set */
} puttable_piece;

enum { PUT_PIECES_MAX = 127 }; /* a move has 7 bits for the number */

/* The second half of each move: see rule_put. */
typedef struct put_table {
    bool given;
    const puttable_piece *held[PLAYERS_MAX]; /* from the hand; NULL: the one neutral piece */
    int held_count;                          /* of each player */
    uint32_t spent_rights[PLAYERS_MAX];      /* of no use once the hand is empty */
    bool chooses;                            /* the player chooses the cell; else it follows from the move */
    piece_id piece;
    unsigned where; /* bits of put_where */
    bool optional;
    int most;
    uint32_t zone[PLAYERS_MAX]; /* sets */
} put_table;

/* All rows of `length` cells: see rows.c. */
enum { ROW_SHIFTS_MAX = 8 };
typedef struct row_table {
    int length;
    int shift_group_count;
    struct {
        int shift;       /* from each cell of a row to the next; the same in all rows of the group */
        uint32_t starts; /* set: the first cells of its rows */
    } shift_group[ROW_SHIFTS_MAX];
    uint32_t irregular_count;      /* how many rows, the last ones, belong to no group */
    uint32_t count;                /* of all rows */
    const uint64_t *row_sets;      /* [count][words] */
    const uint32_t *through_start; /* [cells + 1] into `through_rows` */
    const uint32_t *through_rows;  /* numbers of the rows through each cell */
    piece_id *pieces[PLAYERS_MAX]; /* pieces that make rows; NULL: any */
    int piece_count;               /* of each player */
} row_table;

typedef struct variant_ending {
    const rule_ending *rule;
    row_table rows;                         /* END_CONNECT; for END_PIECES_BELOW and END_CHAIN only its pieces */
    uint32_t zone[PLAYERS_MAX];             /* sets */
    uint32_t zone_to[PLAYERS_MAX];          /* sets; END_CHAIN */
    const uint64_t *reach;                  /* END_CHAIN: [cell][words] neighbours */
    const cell_id *goal_cells[PLAYERS_MAX]; /* END_GOAL: cells of the zone */
    int goal_count[PLAYERS_MAX];
    /* bits by piece of the rules */
    uint64_t alone[4], same_shade[4], pair[4], other_shades[4], bare_pieces[4];
    const uint8_t *extinct; /* types that are counted */
    int extinct_count;
    piece_id *sufficient_pieces; /* END_INSUFFICIENT_MATERIAL: one of these pieces is enough to play on */
    int sufficient_count;
} variant_ending;

typedef struct variant_hook {
    const rule_hook *rule;
    uint64_t movers[4], captured[4];     /* bits by piece of the rules */
    uint32_t to[PLAYERS_MAX];            /* sets */
    uint32_t occupied[PLAYERS_MAX];      /* sets; empty: no such condition */
    const piece_id *pieces[PLAYERS_MAX]; /* the player's pieces that the hook is about */
    int piece_count;                     /* of each player */
    bool only_leapers;                   /* they only leap: no sliders, no conditions */
} variant_hook;

typedef struct variant_right {
    char letter; /* lower case; a FEN shows it in the case of the owner */
    uint8_t player;
    cell_id cell;   /* where its piece begins; for castlings the partner's cell */
    piece_id piece; /* the piece that has the right; PIECE_NONE: any of the player's on that cell */
    bool castling;
    bool shown_lost;     /* the FEN shows that it is lost */
    bool anywhere;       /* it has no cell, and is lost when a piece of that type moves */
    bool implied;        /* the FEN does not show it while its owner has one of the next */
    uint32_t implied_by; /* rights to castle with its piece */
} variant_right;

/* One result of a roll of the dice. */
typedef struct dice_outcome {
    uint8_t faces[DICE_MAX]; /* as rolled, lowest first; 0: no such die */
    uint8_t dice[DICE_MAX];  /* the dice to be used: a double may count more */
    uint32_t weight;         /* number of rolls that give it */
    bool limits_movers;      /* only these pieces may move */
    uint64_t movers[4];      /* bits by piece of the rules */
} dice_outcome;

struct core;

/* Ways that are right only where a variant lacks certain features: shortcuts.c says which. The first are the
 * generator's, those from SHORTCUT_ALTERNATION on the search's. */
typedef enum shortcut {
    SHORTCUT_MASKS,                /* masks of checks and pins tell which moves are legal */
    SHORTCUT_TURN_MASKS,           /* masks tell after which plies of a turn royals are safe: core_turn_masks.h */
    SHORTCUT_STACK_MASKS,          /* masks tell which steps of stacks are safe: core_safe_steps.h */
    SHORTCUT_SAFE_STEPS,           /* leaps, rays and remote captures are all that attacks: core_safe_steps.h */
    SHORTCUT_UNHEARD,              /* masks tell of the steps that no hook after the move hears of: the same */
    SHORTCUT_JUMPS_FIRST,          /* MOVEGEN_JUMPS */
    SHORTCUT_CAPTURES_FIRST,       /* MOVEGEN_CAPTURES: multi-leg paths and jumps would hide what captures */
    SHORTCUT_DROPS_ONLY,           /* all plies are drops, and nothing but the cells limits them */
    SHORTCUT_ATTACKS_ARE_CAPTURES, /* where attacks are found by trying: only jumps and what reaches a royal capture it */
    SHORTCUT_CHECKS_BY_MASKS,      /* rays and leaps tell which moves give check, for hooks that judge these */
    SHORTCUT_NO_TEST,              /* no move can leave a royal attacked: there is none, and each ply is a turn */
    SHORTCUT_FIXED_OWNERS,         /* a player's pieces appear or change owner only by that player's plies */
    SHORTCUT_ALTERNATION,          /* two sides move in turn, one ply each: scores two plies apart can be compared */
    SHORTCUT_NULL_MOVE,            /* having a move is nearly always an advantage, and a royal can be lost */
    SHORTCUT_FULL_SEE,             /* captures are by displacement, and what is captured is gone */
    SHORTCUT_MATERIAL,             /* more pieces are better */
    SHORTCUT_CAPTURES_SEEN,        /* movements tell all that is captured; for warnings */
    SHORTCUTS,
} shortcut;

/* How the legal moves of a variant are found; settled when it is built. The order matters: variant_has_turn_rules. */
typedef enum movegen_kind {
    MOVEGEN_MASKS,      /* masks of checks and pins tell which moves are legal */
    MOVEGEN_BY_PLAY,    /* each pseudo-legal move is played and tested */
    MOVEGEN_TURN_RULES, /* by core_turn_rules.h, with masks or by play */
    MOVEGEN_SETUP,      /* the same, but only while the side to move has pieces to place; then by masks */
    MOVEGEN_JUMPS,      /* the only captures are mandatory jumps, and no other rule limits a move */
    MOVEGEN_CAPTURES,   /* captures are mandatory, and no other turn rule limits a move: masks find them */
} movegen_kind;

typedef struct variant {
    arena arena;
    bool shows_characters; /* boards and pictures show traditional characters. The owner of the variant sets it */
    const tuning *tuning;  /* checked numbers for the evaluation; NULL: none. The owner of the variant sets it */
    const struct network *network; /* a learned evaluation that fits; NULL: none. The owner of the variant sets it */
    const ruleset *rules;          /* borrowed; it must outlive the variant */
    topology topology;
    int cells, bitset_words, players, types, piece_ids;
    int owners;        /* players, and one more where there are neutral pieces */
    int neutral_owner; /* owner of neutral pieces; -1: there are none */
    bool *is_wall;     /* [rules' pieces] always neutral, and all others never: see puts.c; NULL: no such game */
    bool checkered;
    const char *player_letters;                     /* [players] in FEN */
    int own_boards;                                 /* boards with two players each; 0: all play on one */
    int8_t board_of[PLAYERS_MAX];                   /* a player's own board; -1 */
    uint8_t board_players[RULES_OWN_BOARDS_MAX][2]; /* the two players of a board, the first written in capitals */
    bool fen_spells_owners; /* more than two armies on one board: pieces are written owner and letter */

    piece_type *type;             /* [types] */
    int royal_type_count;         /* number of royal types */
    int *base_type;               /* [rules' pieces] type of the plain form */
    uint8_t *owner_of;            /* [pieces] */
    uint8_t *type_of;             /* [pieces] */
    bool *is_royal;               /* [pieces] */
    const char **piece_fen;       /* [pieces] as in a FEN */
    uint32_t *king_holds_rights;  /* [pieces] rights lost when the piece leaves a cell of `castles_from` with them */
    uint32_t *castles_from;       /* [cells] rights of castlings whose king may begin there, and those held anywhere */
    uint32_t *cell_clears_rights; /* [cells] rights lost when a move begins or ends there */
    piece_moves *moves;           /* [pieces] */
    piece_abilities *abilities;   /* [rules' pieces] */
    bool has_immobilizers, has_protection, has_remote_captures, has_kamikaze; /* some piece has it */
    bool has_abilities;           /* any of these, or neutral pieces: one test for the variants without */
    bool has_blast;               /* captures blow up the cells around: blast_cells */
    const uint64_t *blast_cells;  /* [cell][words] what a capture there blows up, itself aside */
    const piece_id *blast_immune; /* pieces that survive it */
    int blast_immune_count;
    uint8_t blast_beneficiary
        [PLAYERS_MAX]; /* credited with the player's pieces that the player or a partner blows up: the next enemy */
    uint16_t neighbour_vectors[8]; /* to the neighbours: four straight, four diagonal, each in order of rotation */
    const uint64_t *neighbours;    /* [cell][words] adjacent cells; NULL: not needed */
    const uint64_t *beside;        /* [cell][words] cells that share a side with it; NULL: no rule asks for edges */
    const uint64_t *outer_cells;   /* with `beside`: the set of cells with a side that borders on no cell */
    piece_id *transforms_into;     /* [mover][captured piece or none] piece; 0: no change; NULL: never */
    piece_id *hand_piece;  /* [pieces] what is held to drop it: itself, or 0 when it is not held or never runs out */
    piece_id *captured_as; /* [captured piece][captor] piece that comes into a hand; 0: none */

    slider *sliders;
    slider_spec slider_specs[SLIDERS_MAX];
    uint16_t slider_reverse[SLIDERS_MAX];
    int slider_count;
    const uint64_t *filter_allows[PLAYERS_MAX];   /* [from][words] targets that the filter allows; NULL: all */
    const uint64_t *filter_reversed[PLAYERS_MAX]; /* the same as seen from the target: [to][words] */
    bool has_filter;
    uint64_t *set_pool; /* all sets, by offset in words */
    uint32_t set_pool_used, set_pool_room;
    piece_id *start_board;   /* [cells] pieces of the start position */
    uint16_t *start_hand;    /* [pieces] how many are in hand at the start */
    const uint64_t *between; /* [cell][cell][words] cells strictly between on a ray; NULL on large boards */
    /* Large boards: [cell][cell] a slider with a ray from the first cell over the second, plus one; 0: none. */
    const uint8_t *between_slider;
    bool rays_join; /* different rays join the same cells: `between` has one of them */
    multi_leg_path *paths;
    int path_count, path_room;
    board_picture picture;
    quiet_jumps *quiet_jumps; /* one for each such movement of each player */
    int quiet_jumps_count, quiet_jumps_room;

    attacker_group *attackers[PLAYERS_MAX];
    int attacker_count[PLAYERS_MAX];
    int non_hopping_count[PLAYERS_MAX];   /* how many of them do not hop; these come first */
    bool has_hopping_attackers;           /* some group hops */
    const uint64_t *rays_to[PLAYERS_MAX]; /* [cell][words] the cells of all rays along which a player attacks it */
    ep_capturer *ep_capturers[PLAYERS_MAX];
    int ep_capturer_count[PLAYERS_MAX];
    bool has_ep_captures;       /* some player has such a piece */
    bool has_long_double_steps; /* some double step leaves several targets */

    piece_id *nonroyals[PLAYERS_MAX]; /* pieces of an owner that are not royal */
    int nonroyal_count[PLAYERS_MAX];
    uint8_t next_player[PLAYERS_MAX];             /* on the same board, where players have boards of their own */
    uint8_t enemy_mask[PLAYERS_MAX];              /* bits by player */
    uint8_t enemy_list[PLAYERS_MAX][PLAYERS_MAX]; /* the same as a list, without enemies on other boards */
    uint8_t enemy_count[PLAYERS_MAX];
    bool attacks_by_multi_leg[PLAYERS_MAX]; /* some piece of the player attacks along a multi-leg path */

    variant_right *right;
    int rights;
    uint32_t player_rights[PLAYERS_MAX];
    uint32_t castling_rights;
    castling *castlings;
    int castling_count, castling_room;
    uint16_t *castling_at; /* [right][king's cell] number + 1; 0: none */
    bool castling_by_file; /* rights are written as files (X-FEN) */

    drop_table *drops[PLAYERS_MAX];
    int drop_count[PLAYERS_MAX];
    bool has_hands;
    bool has_drops;            /* pieces are dropped, from a hand or without one */
    bool has_neutral_drops;    /* some are nobody's once they are dropped */
    bool promotes_from_prison; /* promotions cost a prisoner */
    int file_count;            /* of all levels */
    uint64_t *file_sets;       /* [level * columns + column][words] */
    uint8_t *shade;            /* [cells] from 0, the dark one */

    variant_ending *endings;
    int ending_count;
    int *position_endings; /* endings that the position alone decides though there are legal moves */
    int position_ending_count;
    uint16_t *automatic_endings; /* endings without a claim that position and history decide: tested after every ply */
    int automatic_ending_count;
    bool ends_by_position;         /* some ending is decided by the position alone: perft stops there */
    bool ends_only_by_bare;        /* and it needs a player with no pieces but royals */
    bool counts_checks_in_row;     /* positions count checks in a row */
    bool counts_all_checks;        /* or all checks */
    bool records_checks;           /* histories remember which plies gave check */
    bool forbids_repetition;       /* a repetition is an illegal move */
    bool clock_reset_irreversible; /* no repetition can reach back over a move that resets the halfmove clock */
    variant_hook *after_hooks, *legal_hooks, *made_hooks, *moves_hooks, *choice_hooks, *announce_hooks;
    int after_hook_count, legal_hook_count, made_hook_count, moves_hook_count, choice_hook_count, announce_hook_count;
    bool has_setup_phase;    /* some moves come before the game: a separate setup phase, or exclusive lists of a hook */
    bool has_must_not_check; /* some movement may not give check */
    bool has_hook_effects;   /* after_hooks may do more than change counters, */
    bool hooks_change_board; /* and may change the board or hands */
    bool hooks_judge_moves;  /* hooks, or forbidden checks, decide about legality, before or after the move is made */
    movegen_kind movegen;
    uint32_t shortcuts;         /* bits by shortcut: those that are used: variant_uses */
    uint8_t features[16];       /* bits by feature: shortcuts.h */
    bool attacks_by_moves;      /* a royal is attacked when some move with all its effects would capture it */
    bool has_extra_state;       /* position.more is in use */
    bool multi_ply_turns;       /* a turn may have several plies */
    bool turn_must_complete;    /* a ply is legal only if its turn can be completed */
    bool turns_grow;            /* each turn has more plies than the one before it */
    const cell_id *straight[4]; /* [cells] the next cell in each of the four straight ways; NULL: nothing asks for it */
    bool has_first_drops;       /* see drop_table.first */
    bool clock_counts_turns;    /* the halfmove clock counts turns, not plies */
    bool keeps_ep;              /* en passant targets outlive a ply */
    bool has_checkmate_ending;  /* some ending needs to know whether a player in check has a legal move */
    bool has_stalemate_ending;  /* the same of a player who is not in check */
    bool captures_by_row;       /* a move that makes a row removes a piece: `row_captures` */
    bool has_after_effects;     /* something follows a move within its ply: hooks, captures by rows */
    row_table row_captures;
    put_table put;
    bool has_stacks;        /* pieces stand on each other */
    bool has_missed_turns;  /* players without a legal move miss their turns: core_missed_turns.h */
    bool captures_under;    /* a piece that arrives goes on top of any piece there: nothing is removed */
    piece_id *shown_as;     /* [pieces] what other players see; NULL: every piece is shown as itself */
    uint8_t *combined;      /* [types][types] what the first is on top of the second; NULL: itself */
    piece_id *when_covered; /* [pieces] what a piece changes into under another; NULL: nothing changes */
    piece_id
        *when_on_top; /* [pieces][cells] what it changes into on top of a stack; 0: itself; NULL: nothing changes */
    bool has_capture_priority;     /* longer captures, or those of certain pieces, are mandatory */
    bool castles_in_check;         /* some castling may answer a check */
    bool has_nonroyal_castling;    /* some castling moves a king that is not royal */
    bool has_jumps;                /* some piece jumps over enemies */
    uint64_t hashed_counters;      /* bits by counter: part of a position's identity */
    uint64_t mandatory_captors[4]; /* bits by piece of the rules: whose captures are mandatory */
    uint64_t
        preferred_victims[4]; /* bits by piece of the rules: among captures of equal length, those with most of these */
    dice_outcome *dice_outcomes;
    int dice_outcome_count;
    uint32_t dice_weight_sum; /* sum of all weights */
    bool royal_slides_through_attack;

    uint64_t *zobrist;      /* [pieces][cells] */
    uint64_t *zobrist_hand; /* [pieces] */
    uint64_t *zobrist_ep;   /* [cells] */
    uint64_t zobrist_right[RIGHTS_MAX];
    uint64_t zobrist_side[PLAYERS_MAX];

    size_t position_size;  /* in bytes */
    size_t hand_offset;    /* bytes from the start of a position: counts by piece, uint16_t */
    size_t stack_offset;   /* the same: see position_stack_heights */
    size_t moves_max;      /* room that a move list needs in any position */
    const char *start_fen; /* in canonical form */
    const struct core *core;
    bool use_lookup;    /* the core reads lookup tables of sliders */
    bool judges_cycles; /* histories keep all undos: a hook that judges a repetition looks back */
} variant;

/* Building goes in steps, because the start position is a FEN, which a layer above reads: variant_load (play) does all
 * of them. `rules`, `board` and the sources of `diags` must outlive the variant; `hooks` may be NULL when the rules
 * have no script. After an error in `diags` the result is NULL or false; the caller destroys the variant.
 *
 *   1. variant_create        the variant with its board; then the caller sets `core`, `bitset_words`, `use_lookup`
 *   2. variant_build_types   types and pieces, `start_fen`; then the caller fills `start_board`
 *   3. variant_build_moves   everything else; then the caller sets the sizes of a position and `start_hand`
 */
variant *variant_create(const ruleset *rules, const topology *board, diag_list *diags);
bool variant_build_types(variant *v, const staged_hooks *hooks, diag_list *diags);
bool variant_build_moves(variant *v, const staged_hooks *hooks, diag_list *diags);
void variant_destroy(variant *v);

/* Whether a royal piece may be held and dropped. */
static inline bool variant_places_royals(const variant *v)
{
    return v->rules->setup_mandatory || v->rules->setup_first_all || v->rules->setup_first_count ||
           v->rules->setup_royals;
}

static inline piece_id variant_piece(const variant *v, int owner, int type)
{
    return (piece_id)(1 + owner * v->types + type);
}

/* Whether this piece, on the cell of the right, may have it. */
static inline bool right_is_for(const variant *v, const variant_right *right, piece_id piece)
{
    return right->piece ? piece == right->piece : piece && v->owner_of[piece] == right->player;
}

/* Whether the type has the movements of this piece of the rules. */
static inline bool piece_type_moves_as(const piece_type *t, size_t rule_piece_index)
{
    return t->moves_of ? t->moves_of >> (rule_piece_index & 63) & 1 : t->rule_piece_index == (int)rule_piece_index;
}

/* The first entry of a promotion's list; the second says where the list ends. Both are offsets into `into`. */
static inline const uint32_t *variant_promotions(const variant *v, const promotion_table *t, unsigned from, unsigned to)
{
    return t->list + (size_t)t->group[from] * (size_t)v->cells + to;
}

/* The players of the player's team, bits by player. */
static inline uint32_t team_mask(const variant *v, int player)
{
    return ((1u << v->players) - 1) & ~(uint32_t)v->enemy_mask[player];
}

/* Whether there may be a piece of that owner and type: a royal piece is never neutral, a wall always. */
static inline bool variant_may_have(const variant *v, int owner, int type)
{
    if (v->is_wall) {
        return v->is_wall[v->type[type].rule_piece_index] == (owner == v->neutral_owner);
    }
    return owner != v->neutral_owner || !v->type[type].royal;
}

/* Whether pieces of that type are nobody's once they are dropped. */
static inline bool variant_drops_neutral(const variant *v, int type)
{
    return v->has_neutral_drops && v->rules->pieces[v->type[type].rule_piece_index].drop.neutral;
}

/* What stands on the board when a player has dropped a piece of that type. */
static inline piece_id variant_dropped_piece(const variant *v, int player, int type)
{
    return variant_piece(v, variant_drops_neutral(v, type) ? v->neutral_owner : player, type);
}

/* Whether the shortcut is right for the variant, and of use. */
static inline bool variant_uses(const variant *v, shortcut s)
{
    return v->shortcuts >> s & 1;
}

/* Whether turn rules limit moves: see core_turn_rules.h. */
static inline bool variant_has_turn_rules(const variant *v)
{
    return v->movegen >= MOVEGEN_TURN_RULES;
}

/* ---- used by the parts of the builder ---- */

/* The double step that the move is; NULL: none. A neutral piece moves as the mover's own, so ask with that moves. */
const special *variant_double_step(const piece_moves *moves, move m);

/* Whether the double step, which begins on `from`, opens the cell to en passant. */
bool variant_leaves_target(const variant *v, const special *s, unsigned from, cell_id cell);

static inline bool set_has(const uint64_t *set, unsigned cell)
{
    return set[cell >> 6] >> (cell & 63) & 1;
}
static inline void set_put(uint64_t *set, unsigned cell)
{
    set[cell >> 6] |= UINT64_C(1) << (cell & 63);
}

/* Whether a move between the cells must promote. `captures`: it is a capture. */
static inline bool variant_must_promote(const variant *v, const promotion_table *t, unsigned from, unsigned to,
                                        bool captures)
{
    const uint64_t *forced = !t->by ? t->mandatory : captures ? t->mandatory_capture : t->mandatory_quiet;
    return set_has(forced + (size_t)from * (size_t)v->bitset_words, to);
}

/* Whether such a move may promote to entry `i` of `into`. */
static inline bool promotion_is_offered(const promotion_table *t, uint32_t i, bool captures)
{
    return !t->by || t->by[i] & (captures ? PROMOTE_CAPTURE : PROMOTE_QUIET);
}

/* Adds the targets on one ray to `attacks`, cell by cell. It defines what the kinds of rays mean. */
static inline void ray_add_attacks(const slider *s, const slider_ray *r, const uint64_t *occupied, uint64_t *attacks)
{
    unsigned met = 0; /* pieces on the cells before this one */
    for (unsigned i = 0; i < r->count && met < 2; i++) {
        cell_id cell = s->ray_cells[r->first + i];
        bool last = i + 1u == r->count;
        if (s->kind == RAY_SLIDER ? met == 0 : s->kind == RAY_LAME_LEAPER ? met == 0 && last : met == 1) {
            set_put(attacks, cell);
        }
        if ((s->kind == RAY_GRASSHOPPER && met) ||
            (s->kind == RAY_GRASSHOPPER_REVERSED && i == 0 && !set_has(occupied, cell))) {
            return;
        }
        met += set_has(occupied, cell);
    }
}

#endif
