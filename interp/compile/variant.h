/* Game: the immutable tables of one game, built once from a ruleset and shared by threads.
 *
 * Everything that play asks is a table here; the rules' text is only kept for messages. Sets of cells are arrays of
 * `words` 64-bit words, bit c % 64 of word c / 64 for cell c; `words` is chosen by the board (1, 2, 4 or 21).
 *
 * What play needs from a movement is a plan for each man (type and owner):
 *   leaps    one set of cells for each cell, by what they may do there (both, only move, only take)
 *   sliders  sets that depend on what stands on certain cells: lines, by table (see slider)
 *   specials everything with a condition: first-move leaps, double steps, en passant, and paths that are walked
 * Seen from the target, the same movements are `threats`: from where could this cell be attacked.
 */
#ifndef FERZ_COMPILE_VARIANT_H
#define FERZ_COMPILE_VARIANT_H

#include "compile/hooks.h"
#include "compile/topology.h"
#include "rules/tuning.h"

/* A form of a piece. */
typedef struct piece_type {
    const char *name;   /* the piece's */
    const char *letter; /* as a second player's man is written ("k", "+s", "q~"); the first player's in capitals */
    const char *capital;
    int rule_piece_index; /* in the rules */
    int captured_as;      /* type that goes into a hand; -1: royal, never taken */
    int royal_form;       /* type; itself when royal; -1: no such form was needed */
    bool royal;
    bool reverts; /* a promoted man that was something else before */
    bool resets_halfmove_clock;
    bool drop_resets_halfmove_clock; /* its drops are progress */
} piece_type;

/* A set of lines from each cell: reachable cells as a function of the occupied ones. */
typedef enum ray_kind {
    RAY_SLIDER,               /* up to the first man, himself included */
    RAY_LAME_LEAPER,          /* its last cell, if all before it are empty */
    RAY_CANNON,               /* behind the first man, up to the second, himself included */
    RAY_GRASSHOPPER,          /* the cell behind the first man */
    RAY_GRASSHOPPER_REVERSED, /* a grasshopper's line seen from where it lands: behind a man on the first cell as a line */
} ray_kind;
typedef struct slider_ray {
    uint32_t first; /* into slider.ray_cells: the cells in order from the man */
    uint16_t count;
    int8_t sign; /* +1: cell numbers only rise, -1: only fall, 0: neither */
} slider_ray;
/* Some of the lines of a cell, tabulated by the occupation of the cells that matter. */
#define LOOKUP_WORDS_MAX 2 /* of the widest sets that are tabulated; asked by the preprocessor */
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
    const uint64_t *filter;              /* [cell][words] where a man may arrive; NULL: anywhere on the lines */
    const uint64_t *empty_board_attacks; /* [cell][words] what it reaches when others stand right, if they must */
    const uint64_t *pext_masks;          /* [cell] one-word boards: cells whose occupation matters; NULL: no lookup */
    const uint64_t *const *pext_attacks; /* [cell] one-word boards: reach by the bits of the mask, gathered (PEXT) */
    const lookup_part
        *lookup_parts; /* [part][cell] up to two words: the reach is the union of the parts; NULL: no lookup */
    int lookup_part_count;
} slider;

/* The lines of a slider before they are laid out. */
enum { SLIDERS_MAX = 64, SLIDER_RAYS_MAX = 16 };
typedef struct lame_leap {
    cell_id from, to, count;
    cell_id must_be_empty[BETZA_LEGS_MAX]; /* must be empty, in order from the man; CELL_NONE behind the last */
} lame_leap;
typedef struct slider_spec {
    ray_kind kind;
    const lame_leap *lame_leaps; /* [lame_leap_count] by cell of departure; vectors are for the other kinds */
    size_t lame_leap_count;
    int ray_count;
    uint16_t vector[SLIDER_RAYS_MAX];
    int16_t range[SLIDER_RAYS_MAX]; /* 0: unlimited */
    int8_t filter;                  /* into game.goals; -1: none */
} slider_spec;

/* Some pieces. */
typedef struct piece_set {
    uint64_t bits[4];
    bool has_royals; /* one of them is royal */
} piece_set;

/* A capture elsewhere than where the man arrives. */
typedef struct remote_capture {
    remote_capture_kind kind;
    bool straight, diagonal; /* directions of moves that it goes with */
    bool beyond;
    piece_set victims;
} remote_capture;

/* What men of a piece do besides moving and taking where they arrive. */
typedef struct piece_abilities {
    bool is_immobilizer, is_protector, invulnerable, kamikaze;
    bool has_long_leap; /* some strike is a jump */
    piece_set immobilizes, protects;
    const remote_capture *remote_captures;
    uint8_t remote_capture_count;
} piece_abilities;

/* A movement with a condition. */
typedef enum special_kind {
    SPECIAL_LEAP,       /* onto `to`, if every cell of `clear` is empty and the right is held */
    SPECIAL_EN_PASSANT, /* onto `to` if it is a passed cell, taking the man that passed */
    SPECIAL_MULTI_LEG,  /* path `walk`, walked over the board */
    SPECIAL_STAY,       /* nowhere: the turn passes */
    SPECIAL_ROUND_TRIP, /* round the board and back to its own cell, if every cell of `clear` is empty */
} special_kind;
typedef struct special {
    uint8_t kind;
    uint8_t modes;  /* LEG_MOVE, LEG_CAPTURE, LEG_OWN */
    bool leaves_ep; /* `first_clear` becomes a passed cell */
    bool gives_check;
    uint16_t into; /* type plus one that the man is afterwards; 0: as its promotions say */
    int8_t right;  /* -1: none */
    cell_id to;
    cell_id first_clear; /* CELL_NONE: nothing to be clear */
    uint32_t clear;      /* offset of a set in game.sets (words) */
    bool needs_adjacent; /* on one of the cells of `beside` a man of `adjacent_rule_piece` must stand */
    uint32_t adjacent;   /* the same kind of offset */
    int16_t adjacent_rule_piece;
    uint8_t adjacent_owners; /* bits by player */
    uint16_t path;
    bool must_not_check;    /* it may not give check */
    bool requires_absence;  /* none of these may stand on the board */
    uint8_t presence_count; /* one of these men must stand on the board */
    const piece_id *presence_pieces;
    const piece_set *victims; /* the only ones that it takes; NULL: any */
    const rule_move *rule;
} special;

/* A path that is walked in play, in board vectors. */
typedef struct path_leg {
    uint16_t vector;
    int16_t range;
    uint16_t modes, flags;
    int16_t through; /* men that it may go through */
} path_leg;
typedef struct multi_leg_path {
    uint32_t to; /* set of the cells where it may end; UINT32_MAX: all */
    uint16_t legs;
    path_leg leg[BETZA_LEGS_MAX];
} multi_leg_path;

typedef struct promotion_table {
    const uint64_t *mandatory;  /* [from][words]: cells of arrival where the man must promote */
    const uint64_t *optional;   /* [from][words]: where it may */
    const uint64_t *in_place;   /* [words]: where it may become something without moving (box only); NULL */
    const uint16_t *group;      /* [cells] of departure: which lists hold for a man that comes from there */
    const uint32_t *list;       /* [groups * cells + 1] offsets into `into`, by group and cell of arrival */
    const uint16_t *into;       /* types */
    uint32_t count;             /* of `into` */
    const bool *costs_prisoner; /* of each in `into`: only while such a man waits in the box, which pays for it */
    int uniform_count;          /* length of every list that is not empty when all are equal, else 0 */
    bool from_prison;           /* some are paid */
} promotion_table;

/* Men that only step, such as pawns, on a board of one or two words: every step is a shift of cell numbers by one amount
 * for all men that can make it, so a whole rank of them moves in a few operations. */
enum { SETWISE_STEPS_MAX = 6, SETWISE_CLASSES_MAX = 4 };
typedef struct setwise_step {
    int8_t shift;       /* from the man's cell to his goal, less than 64 either way */
    int8_t empty_shift; /* to a cell that must be empty; 0: none */
    uint8_t modes;      /* LEG_MOVE, LEG_CAPTURE */
    bool leaves_ep;
    uint64_t from[LOOKUP_WORDS_MAX]; /* cells where the step can be made */
} setwise_step;
typedef struct setwise_moves {
    int step_count, class_count;
    uint64_t irregular
        [LOOKUP_WORDS_MAX]; /* cells from which they have movements besides: none of the specials there is among the steps */
    setwise_step step[SETWISE_STEPS_MAX];
    struct {
        /* Cells of departure whose rows of the promotion table are equal, and these. */
        uint64_t from[LOOKUP_WORDS_MAX], mandatory[LOOKUP_WORDS_MAX], optional[LOOKUP_WORDS_MAX];
    } class[SETWISE_CLASSES_MAX];
} setwise_moves;

/* A direction in which a man jumps over enemies. */
enum { PIECE_JUMPS_MAX = 32 };
typedef struct jump_direction {
    uint16_t vector, reverse; /* of the board */
    int16_t range;            /* most steps to the jumped man; 0: unlimited */
    bool land_any, gives_check;
    uint8_t chain, jumped; /* enum jump_chain, jumped_fate */
    uint32_t from;         /* set of cells where a chain may begin with it */
} jump_direction;

enum { PIECE_SLIDERS_MAX = 12, SLIDE_ROYALS_ONLY = 1 << 4 /* takes royals and nobody else */ };
typedef struct piece_moves {
    const uint64_t *leap_both, *leap_move, *leap_capture; /* [cell][words], NULL: none */
    const uint64_t *leap_own;                             /* onto own men, in games that stack */
    bool stacks_on_own;                                   /* some step or line of his ends on own men */
    const uint64_t *leap_checks;                          /* leaps that capture and give check */
    const uint64_t *
        keeps_halfmove_clock; /* [cell][words] where its moves are no progress, though others of his are; NULL: nowhere */
    struct {
        uint16_t slider;
        uint8_t modes; /* LEG_MOVE, LEG_CAPTURE, LEG_OWN; SLIDE_ROYALS_ONLY */
    } slide[PIECE_SLIDERS_MAX];
    uint8_t slide_count;
    bool non_divergent;      /* only leap_both and sliders that both move and take */
    bool has_multi_leg;      /* has specials that are walked */
    bool has_round_trips;    /* has rides that end where they began */
    bool specials_overlap;   /* a special may end where another of his movements does */
    bool transforms_overlap; /* a special may make of him what another movement, or a promotion, makes of him there */
    bool captures_transform; /* becomes another type by some captures: see game.becomes */
    bool captures_always_transform;
    const uint32_t *special_start;    /* [cells + 1]; NULL: no specials */
    const uint32_t *special_ep_start; /* [cells] first capture in passing of the cell, or the end */
    const special *specials;
    const promotion_table *promotion; /* NULL: never */
    const jump_direction *jumps;
    int jump_count;
    const uint64_t *jumpable;           /* [cell][words] whom it could jump over on an empty board */
    const setwise_moves *setwise_moves; /* all men of this kind moved at once; NULL */
} piece_moves;

/* Men of one player who attack along the same lines or leaps, seen from the target. */
typedef struct attacker_group {
    bool is_slider;
    bool hops;            /* slides, but not as a RAY_SLIDER: these come last */
    bool royals_only;     /* attacks no other men */
    uint16_t slider;      /* lines reversed: from the target to where the attacker stands */
    const uint64_t *from; /* leaps: [cell][words] cells from which this one is attacked */
    uint16_t count;
    const piece_id *pieces;
    uint64_t types[4]; /* bits by type: the player's own among these men */
    bool has_royals;   /* some royal forms too: where a royal can take many forms, he is looked up, not searched */
    uint64_t royal_types[4]; /* bits by type */
} attacker_group;

typedef struct castling {
    int right;
    int rule; /* in the rules */
    piece_id king, partner;
    cell_id king_from, partner_from, king_to, partner_to;
    uint32_t clear;       /* set: must be empty, king and partner aside */
    uint32_t path;        /* set: cells of the king's way, both ends included, or those that the rules name */
    uint16_t alternative; /* number + 1 of another castling of the same king with the same right; 0: none */
} castling;

/* A man that takes in passing. */
typedef struct ep_capturer {
    piece_id piece;
    const uint64_t *from; /* [cell][words]: from which cells it takes onto this one */
} ep_capturer;

enum { DROPS_ONLY_MAX = 8 };
typedef struct drop_table {
    piece_id piece,
        hand_piece; /* what is dropped, and what it is in the hand; 0: it comes from no hand and never runs out */
    uint32_t zone;  /* set */
    int per_file;
    const cell_id *support; /* [cells] what must be occupied, CELL_NONE: nothing; NULL: anything goes */
    bool may_check, may_mate;
} drop_table;

/* Lines of cells that stand in a row, so many to a line: see lines.c. */
enum { ROW_SHIFTS_MAX = 8 };
typedef struct row_table {
    int length;
    int shift_group_count;
    struct {
        int shift;       /* from each cell of a line to the next: the same in all lines of the family */
        uint32_t starts; /* set: the first cells of its lines */
    } shift_group[ROW_SHIFTS_MAX];
    uint32_t irregular_count;      /* how many lines, the last ones, are of no family */
    uint32_t count;                /* of all lines */
    const uint64_t *row_sets;      /* [count][words] */
    const uint32_t *through_start; /* [cells + 1] into `numbers` */
    const uint32_t *through_rows;  /* of the lines through each cell */
    piece_id *pieces[PLAYERS_MAX]; /* whose men make lines; NULL: any man's */
    int piece_count;               /* of each player */
} row_table;

typedef struct variant_ending {
    const rule_ending *rule;
    row_table rows;                         /* END_CONNECT; of END_PIECES_BELOW its men */
    uint32_t zone[PLAYERS_MAX];             /* sets */
    const cell_id *goal_cells[PLAYERS_MAX]; /* END_GOAL: cells of the zone */
    int goal_count[PLAYERS_MAX];
    uint64_t alone[4], same_shade[4], bare_pieces[4]; /* bits by piece */
    const uint8_t *extinct;                           /* types that are counted */
    int extinct_count;
    piece_id *sufficient_pieces; /* END_INSUFFICIENT_MATERIAL: men of whom a single one keeps the position alive */
    int sufficient_count;
} variant_ending;

typedef struct variant_hook {
    const rule_hook *rule;
    uint64_t movers[4], captured[4];     /* bits by piece */
    uint32_t to[PLAYERS_MAX];            /* sets */
    uint32_t occupied[PLAYERS_MAX];      /* sets; empty ones ask nothing */
    const piece_id *pieces[PLAYERS_MAX]; /* the player's men whom it concerns */
    int piece_count;                     /* of each player */
    bool only_leapers;                   /* all of them only leap: neither lines nor conditions */
} variant_hook;

typedef struct variant_right {
    char letter; /* lower case; shown in the case of the owner */
    uint8_t player;
    cell_id cell;   /* where its man stands; for castlings the partner's cell */
    piece_id piece; /* whose right it is */
    bool castling;
    bool shown_lost; /* the FEN shows it once it is lost */
    bool implied;    /* goes without saying in the FEN while its owner may castle */
} variant_right;

/* What a throw of the dice can be. */
typedef struct dice_outcome {
    uint8_t faces[DICE_MAX]; /* as thrown, lowest first; 0: no such die */
    uint8_t dice[DICE_MAX];  /* what there is to use: doubles may count more */
    uint32_t weight;         /* ways to throw it */
    bool limits_movers;      /* only these pieces may move */
    uint64_t movers[4];      /* bits by piece */
} dice_outcome;

struct core;

typedef struct variant {
    arena arena;
    const tuning *tuning; /* how it is played well, checked; NULL: nothing is known. Set by whoever built the game */
    const ruleset *rules; /* owned by whoever built the game; outlives it */
    topology topology;
    int cells, bitset_words, players, types, piece_ids;
    int owners;        /* players, and nobody where men are neutral */
    int neutral_owner; /* owner of neutral men, -1 */
    bool checkered;
    const char *player_letters;   /* [players] in FEN */
    int own_boards;               /* boards on which two of the players play each; 0: all play on all */
    int8_t board_of[PLAYERS_MAX]; /* a player's own board; -1 */
    uint8_t board_players[RULES_OWN_BOARDS_MAX][2]; /* who plays there, the first of them written in capitals */
    bool fen_spells_owners; /* more than two armies on one board: men are written owner and letter */

    piece_type *type;              /* [types] */
    int royal_type_count;          /* how many of them are royal */
    int *base_type;                /* [pieces] type of the plain form */
    uint8_t *owner_of;             /* [men] */
    uint8_t *type_of;              /* [men] */
    bool *is_royal;                /* [men] */
    const char **piece_fen;        /* [men] as in FEN */
    uint32_t *piece_clears_rights; /* [men] rights lost when it moves or is taken */
    uint32_t *cell_clears_rights;  /* [cells] rights lost when the cell is touched */
    piece_moves *moves;            /* [men] */
    piece_abilities *abilities;    /* [pieces] */
    bool has_immobilizers, has_protection, has_remote_captures, has_kamikaze; /* some piece does */
    bool has_abilities;           /* any of these, or men of nobody: the one question that other games are asked */
    bool has_blast;               /* captures blow up what stands near; game.blast */
    bool blast_removes_captor;    /* and the captor himself */
    const uint64_t *blast_cells;  /* [cell][words] what a capture there reaches, itself aside */
    const piece_id *blast_immune; /* men that survive it */
    int blast_immune_count;
    uint8_t blast_beneficiary
        [PLAYERS_MAX];             /* who takes a player's men that he or his team blows up: the next of his enemies */
    uint16_t neighbour_vectors[8]; /* vectors to the neighbours: four straight, four diagonal, each in turning order */
    const uint64_t *neighbours;    /* [cell][words] neighbours; NULL where nobody asks */
    piece_id *transforms_into;     /* [mover man][taken man or none], 0: stays; NULL when nobody changes so */
    piece_id
        *hand_piece; /* [men] whose count in hand pays for its drop; itself, or 0: it cannot be held, or is endless */
    piece_id *captured_as; /* [taken man][captor] man whose count in hand rises; 0: gone */

    slider *sliders;
    slider_spec slider_specs[SLIDERS_MAX];
    uint16_t slider_reverse[SLIDERS_MAX];
    int slider_count;
    const uint64_t
        *filter_allows[PLAYERS_MAX];          /* [from][words] where the game's filter lets a man go; NULL: anywhere */
    const uint64_t *filters[2 * PLAYERS_MAX]; /* the same tables, and seen from the target, for sliders */
    int8_t filter_of[PLAYERS_MAX][2];         /* which of them: of a player's lines, of these reversed; -1: none */
    int filter_count;
    uint64_t *set_pool; /* pool of sets, by offset in words */
    uint32_t set_pool_used, set_pool_room;
    piece_id *start_board;   /* [cells] men of the start position */
    const uint64_t *between; /* [cell][cell][words] cells strictly between on a line; NULL on big boards */
    multi_leg_path *paths;
    int path_count, path_room;

    attacker_group *attackers[PLAYERS_MAX];
    int attacker_count[PLAYERS_MAX];
    int non_hopping_count[PLAYERS_MAX];   /* how many of them do not hop */
    bool has_hopping_attackers;           /* some threat does */
    const uint64_t *rays_to[PLAYERS_MAX]; /* [cell][words] the cells of all lines along which a player attacks it */
    ep_capturer *ep_capturers[PLAYERS_MAX];
    int ep_capturer_count[PLAYERS_MAX];
    bool has_ep_captures; /* somebody can */

    piece_id *nonroyals[PLAYERS_MAX]; /* men of an owner that are not royal */
    int nonroyal_count[PLAYERS_MAX];
    uint8_t next_player[PLAYERS_MAX];             /* on his board, where players have boards of their own */
    uint8_t enemy_mask[PLAYERS_MAX];              /* bits by player */
    uint8_t enemy_list[PLAYERS_MAX][PLAYERS_MAX]; /* the same as a list, without those whom his men can never meet */
    uint8_t enemy_count[PLAYERS_MAX];
    bool attacks_by_multi_leg[PLAYERS_MAX]; /* some man of the player attacks by a walked path */

    variant_right *right;
    int rights;
    uint32_t player_rights[PLAYERS_MAX];
    uint32_t castling_rights;
    castling *castlings;
    int castling_count, castling_room;
    uint16_t *castling_at; /* [right][king's cell] number + 1 */
    bool castling_by_file; /* rights are written as files */

    drop_table *drops[PLAYERS_MAX];
    int drop_count[PLAYERS_MAX];
    bool has_hands;
    bool drops_only;   /* all that anybody ever does is to drop men, and nothing limits that but where they may stand */
    bool has_drops;    /* men are dropped, from a hand or from nowhere */
    bool owners_fixed; /* no man of a player appears, and none changes its owner, but by that player's own plies */
    bool promotes_from_prison; /* promotions are paid from a box */
    int file_count;            /* of all levels */
    uint64_t *file_sets;       /* [level * columns + column][words] */
    uint8_t *shade;            /* [cells] from 0, the dark one */

    variant_ending *endings;
    int ending_count;
    int *position_endings; /* numbers of those that are decided by the position alone, though there are moves */
    int position_ending_count;
    uint16_t *
        automatic_endings; /* those that position and road decide, and nobody needs to claim: what is asked after every ply */
    int automatic_ending_count;
    bool ends_by_position;         /* some ending is decided by the position alone: perft stops there */
    bool ends_only_by_bare;        /* and it always wants a player without any men but royals */
    bool counts_checks_in_row;     /* positions count checks in a row */
    bool counts_all_checks;        /* or all of them */
    bool records_checks;           /* records remember which plies gave check */
    bool forbids_repetition;       /* a repetition is an illegal move */
    bool clock_reset_irreversible; /* what sets the quiet clock back cannot be undone: no repetition reaches over it */
    variant_hook *after_hooks, *legal_hooks, *made_hooks, *moves_hooks, *choice_hooks, *announce_hooks;
    int after_hook_count, legal_hook_count, made_hook_count, moves_hook_count, choice_hook_count, announce_hook_count;
    bool has_setup_phase;          /* some moves come before the game: placing apart, lists of a hook that come first */
    bool has_must_not_check;       /* some movement may not give check */
    bool has_hook_effects;         /* hooks may do more after a move than change counters */
    bool hooks_judge_moves;        /* hooks judge moves, before or after they are made */
    bool fast_legality;            /* legality by masks is right for this game */
    bool attacks_by_moves;         /* a royal is attacked when some move with all its effects would take it */
    bool has_extra_state;          /* position.more is in use */
    bool has_turn_rules;           /* lists of moves are made by core_terms.h */
    bool turn_rules_only_in_setup; /* and only as long as the mover has men to place */
    bool multi_ply_turns;          /* a turn may have several plies */
    bool turn_must_complete;       /* and a ply is legal only if the turn can be brought to an end */
    bool clock_counts_turns;       /* the quiet count is of turns, not of plies */
    bool keeps_ep;                 /* passed cells outlive a ply */
    bool has_checkmate_ending;     /* some ending asks whether a player in check has a legal move */
    bool has_stalemate_ending;     /* the same of a player who is not */
    bool captures_by_row;          /* a move that makes a line takes a man off: `row_captures` */
    bool has_after_effects;        /* something follows a move before the turn passes: hooks, what a line takes */
    row_table row_captures;
    bool has_stacks;               /* men stand on each other */
    bool has_missed_turns;         /* players without a legal move miss their turns: core_absence.h */
    bool captures_under;           /* whoever arrives stands on what is there, own or enemy: nothing is taken off */
    piece_id *when_covered;        /* [men] what a man is under another; NULL: nobody changes */
    piece_id *when_on_top;         /* [men][cells] what he is on top of a tower there, 0: himself; NULL likewise */
    bool has_capture_priority;     /* longer ones, or those of certain men, are forced */
    bool has_nonroyal_castling;    /* some castling is made by a man that is not royal */
    bool has_jumps;                /* some man jumps over enemies */
    bool forced_jumps_only;        /* jumps are the only captures, they are forced, and no other rule limits a move */
    bool forced_captures_only;     /* captures are forced, and no other term limits a move: found by masks */
    uint64_t hashed_counters;      /* bits: counters that belong to a position's identity */
    uint64_t mandatory_captors[4]; /* bits by piece: whose captures force captures */
    uint64_t preferred_victims[4]; /* bits by piece: of captures equally long, those that take the most of these */
    dice_outcome *dice_outcomes;
    int dice_outcome_count;
    uint32_t dice_weight_sum; /* their sum */
    bool royal_slides_through_attack;

    uint64_t *zobrist;      /* [men][cells] */
    uint64_t *zobrist_hand; /* [men] */
    uint64_t *zobrist_ep;   /* [cells] */
    uint64_t zobrist_right[RIGHTS_MAX];
    uint64_t zobrist_side[PLAYERS_MAX];

    size_t position_size;  /* bytes */
    size_t hand_offset;    /* bytes from the start of a position: counts by man, uint16_t */
    size_t stack_offset;   /* the same: see position_stack_heights */
    size_t moves_max;      /* room that a move list needs for any position */
    const char *start_fen; /* FEN */
    const struct core *core;
} variant;

/* Builds the tables. `rules` and the sources of `diags` must outlive the game; `hooks` may be NULL when the game has
 * no script. NULL after errors in `diags`. */
variant *variant_build(const ruleset *rules, const staged_hooks *hooks, diag_list *diags);
/* The same for a certain build of the core (core_pick), wide enough for the board: for tests. */
variant *variant_build_for(const ruleset *rules, const staged_hooks *hooks, diag_list *diags,
                           const struct core *wanted);
void variant_destroy(variant *v);

/* Whether a royal man may be held and dropped. */
static inline bool variant_places_royals(const variant *v)
{
    return v->rules->setup_mandatory || v->rules->setup_royals;
}

static inline piece_id variant_piece(const variant *v, int owner, int type)
{
    return (piece_id)(1 + owner * v->types + type);
}

/* Where in `into` the list begins of what a man becomes on such a move; it ends where the next entry says. */
static inline const uint32_t *variant_promotions(const variant *v, const promotion_table *t, unsigned from, unsigned to)
{
    return t->list + (size_t)t->group[from] * (size_t)v->cells + to;
}

/* Whether there may be a man of the owner of that type: nobody has a royal man. */
static inline bool variant_may_have(const variant *v, int owner, int type)
{
    return owner != v->neutral_owner || !v->type[type].royal;
}

/* ---- used by the parts of the builder ---- */

/* Room for a set in the pool; its offset in words. UINT32_MAX when out of memory. */
uint32_t variant_set_add(variant *v, const bool *cells);

static inline bool set_has(const uint64_t *set, unsigned cell)
{
    return set[cell >> 6] >> (cell & 63) & 1;
}
static inline void set_put(uint64_t *set, unsigned cell)
{
    set[cell >> 6] |= UINT64_C(1) << (cell & 63);
}

/* Adds what one ray reaches to a set, going from cell to cell: what the kinds of rays mean. */
static inline void ray_add_attacks(const slider *s, const slider_ray *r, const uint64_t *occupied, uint64_t *reach)
{
    unsigned met = 0; /* men, on the cells before this one */
    for (unsigned i = 0; i < r->count && met < 2; i++) {
        cell_id cell = s->ray_cells[r->first + i];
        bool last = i + 1u == r->count;
        if (s->kind == RAY_SLIDER ? met == 0 : s->kind == RAY_LAME_LEAPER ? met == 0 && last : met == 1) {
            set_put(reach, cell);
        }
        if ((s->kind == RAY_GRASSHOPPER && met) ||
            (s->kind == RAY_GRASSHOPPER_REVERSED && i == 0 && !set_has(occupied, cell))) {
            return;
        }
        met += set_has(occupied, cell);
    }
}

#endif
