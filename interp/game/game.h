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
#ifndef FERZ_GAME_GAME_H
#define FERZ_GAME_GAME_H

#include "game/hooks.h"
#include "game/topology.h"
#include "rules/tuning.h"

/* A form of a piece. */
typedef struct game_type {
    const char *name;   /* the piece's */
    const char *letter; /* as a second player's man is written ("k", "+s", "q~"); the first player's in capitals */
    const char *capital;
    int piece;      /* in the rules */
    int taken_as;   /* type that goes into a hand; -1: royal, never taken */
    int royal_form; /* type; itself when royal; -1: no such form was needed */
    bool royal;
    bool reverts; /* a promoted man that was something else before */
    bool resets_clock;
    bool drop_resets; /* its drops are progress */
} game_type;

/* A set of lines from each cell: reachable cells as a function of the occupied ones. */
typedef enum ray_kind {
    RAY_LINE,       /* up to the first man, himself included */
    RAY_LAME,       /* its last cell, if all before it are empty */
    RAY_CANNON,     /* behind the first man, up to the second, himself included */
    RAY_GRASS,      /* the cell behind the first man */
    RAY_GRASS_BACK, /* a grasshopper's line seen from where it lands: behind a man on the first cell as a line */
} ray_kind;
typedef struct slider_ray {
    uint32_t first; /* into slider.ray_cells: the cells in order from the man */
    uint16_t count;
    int8_t order; /* +1: cell numbers only rise, -1: only fall, 0: neither */
} slider_ray;
/* Some of the lines of a cell, tabulated by the occupation of the cells that matter. */
#define WIDE_WORDS 2 /* of the widest sets that are tabulated; asked by the preprocessor */
typedef struct wide_lookup {
    uint64_t mask[WIDE_WORDS];
    const uint64_t *reach; /* [gathered bits of the masks, those of the first word lowest][words] */
    unsigned shift;        /* bits in the first mask */
} wide_lookup;
typedef struct slider {
    ray_kind kind;
    const slider_ray *rays;    /* rays of cell c: rays[ray_start[c]] .. rays[ray_start[c + 1] - 1] */
    const uint32_t *ray_start; /* [cells + 1] */
    const uint64_t *ray_sets;  /* [ray][words] the cells of each ray as a set */
    const cell_id *ray_cells;
    const uint64_t *goals;         /* [cell][words] where a man may arrive; NULL: anywhere on the lines */
    const uint64_t *empty;         /* [cell][words] what it reaches when others stand right, if they must */
    const uint64_t *masks;         /* [cell] one-word boards: cells whose occupation matters; NULL: no lookup */
    const uint64_t *const *lookup; /* [cell] one-word boards: reach by the bits of the mask, gathered (PEXT) */
    const wide_lookup *wide; /* [part][cell] up to two words: the reach is the union of the parts; NULL: no lookup */
    int wide_parts;
} slider;

/* The lines of a slider before they are laid out. */
enum { SLIDERS_MAX = 64, SLIDER_RAYS_MAX = 16 };
typedef struct lame_leap {
    cell_id from, to, count;
    cell_id over[BETZA_LEGS_MAX]; /* must be empty, in order from the man; CELL_NONE behind the last */
} lame_leap;
typedef struct slider_shape {
    ray_kind kind;
    const lame_leap *lame; /* [lame_count] by cell of departure; vectors are for the other kinds */
    size_t lame_count;
    int count;
    uint16_t vector[SLIDER_RAYS_MAX];
    int16_t range[SLIDER_RAYS_MAX]; /* 0: unlimited */
    int8_t goals;                   /* into game.goals; -1: none */
} slider_shape;

/* Some pieces. */
typedef struct piece_set {
    uint64_t bits[4];
    bool royals; /* one of them is royal */
} piece_set;

/* A capture elsewhere than where the man arrives. */
typedef struct strike {
    strike_kind kind;
    bool straight, diagonal; /* directions of moves that it goes with */
    bool beyond;
    piece_set victims;
} strike;

/* What men of a piece do besides moving and taking where they arrive. */
typedef struct piece_power {
    bool freezing, guarding, untouchable, dies_capturing;
    bool vaults; /* some strike is a jump */
    piece_set freezes, guards;
    const strike *strikes;
    uint8_t strike_count;
} piece_power;

/* A movement with a condition. */
typedef enum special_kind {
    SPECIAL_LEAP,    /* onto `to`, if every cell of `clear` is empty and the right is held */
    SPECIAL_PASSING, /* onto `to` if it is a passed cell, taking the man that passed */
    SPECIAL_WALK,    /* path `walk`, walked over the board */
    SPECIAL_STAY,    /* nowhere: the turn passes */
    SPECIAL_CIRCLE,  /* round the board and back to its own cell, if every cell of `clear` is empty */
} special_kind;
typedef struct special {
    uint8_t kind;
    uint8_t modes;      /* LEG_MOVE, LEG_CAPTURE, LEG_OWN */
    bool leaves_passed; /* `first_clear` becomes a passed cell */
    bool checks;
    uint16_t into; /* type plus one that the man is afterwards; 0: as its promotions say */
    int8_t right;  /* -1: none */
    cell_id to;
    cell_id first_clear; /* CELL_NONE: nothing to be clear */
    uint32_t clear;      /* offset of a set in game.sets (words) */
    bool needs_beside;   /* on one of the cells of `beside` a man of `beside_piece` must stand */
    uint32_t beside;     /* the same kind of offset */
    int16_t beside_piece;
    uint8_t beside_owners; /* bits by player */
    uint16_t walk;
    bool silent;           /* it may not give check */
    bool alone;            /* none of these may stand on the board */
    uint8_t company_count; /* one of these men must stand on the board */
    const man_id *company;
    const piece_set *victims; /* the only ones that it takes; NULL: any */
    const rule_move *rule;
} special;

/* A path that is walked in play, in board vectors. */
typedef struct walk_leg {
    uint16_t vector;
    int16_t range;
    uint16_t modes, flags;
    int16_t through; /* men that it may go through */
} walk_leg;
typedef struct walk {
    uint32_t to; /* set of the cells where it may end; UINT32_MAX: all */
    uint16_t legs;
    walk_leg leg[BETZA_LEGS_MAX];
} walk;

typedef struct promotion_table {
    const uint64_t *forced;   /* [from][words]: cells of arrival where the man must promote */
    const uint64_t *optional; /* [from][words]: where it may */
    const uint64_t *in_place; /* [words]: where it may become something without moving (box only); NULL */
    const uint16_t *group;    /* [cells] of departure: which lists hold for a man that comes from there */
    const uint32_t *list;     /* [groups * cells + 1] offsets into `into`, by group and cell of arrival */
    const uint16_t *into;     /* types */
    uint32_t count;           /* of `into` */
    const bool *paid;         /* of each in `into`: only while such a man waits in the box, which pays for it */
    int ways;                 /* length of every list that is not empty when all are equal, else 0 */
    bool from_box;            /* some are paid */
} promotion_table;

/* Men that only step, such as pawns, on a board of one or two words: every step is a shift of cell numbers by one amount
 * for all men that can make it, so a whole rank of them moves in a few operations. */
enum { MARCH_STEPS_MAX = 6, MARCH_CLASSES_MAX = 4 };
typedef struct march_step {
    int8_t shift;  /* from the man's cell to his goal, less than 64 either way */
    int8_t over;   /* to a cell that must be empty; 0: none */
    uint8_t modes; /* LEG_MOVE, LEG_CAPTURE */
    bool leaves_passed;
    uint64_t from[WIDE_WORDS]; /* cells where the step can be made */
} march_step;
typedef struct march {
    int steps, classes;
    uint64_t rest
        [WIDE_WORDS]; /* cells from which they have movements besides: none of the specials there is among the steps */
    march_step step[MARCH_STEPS_MAX];
    struct {
        /* Cells of departure whose rows of the promotion table are equal, and these. */
        uint64_t from[WIDE_WORDS], forced[WIDE_WORDS], optional[WIDE_WORDS];
    } class[MARCH_CLASSES_MAX];
} march;

/* A direction in which a man jumps over enemies. */
enum { PLAN_JUMPS_MAX = 32 };
typedef struct jump_line {
    uint16_t vector, reverse; /* of the board */
    int16_t range;            /* most steps to the jumped man; 0: unlimited */
    bool land_any, checks;
    uint8_t chain, jumped; /* enum jump_chain, jumped_fate */
    uint32_t from;         /* set of cells where a chain may begin with it */
} jump_line;

enum { PLAN_SLIDERS_MAX = 12, SLIDE_ROYALS = 1 << 4 /* takes royals and nobody else */ };
typedef struct man_plan {
    const uint64_t *leap_both, *leap_move, *leap_take; /* [cell][words], NULL: none */
    const uint64_t *leap_own;                          /* onto own men, in games that stack */
    bool stands;                                       /* some step or line of his ends on own men */
    const uint64_t *leap_checks;                       /* leaps that capture and give check */
    const uint64_t *idle; /* [cell][words] where its moves are no progress, though others of his are; NULL: nowhere */
    struct {
        uint16_t slider;
        uint8_t modes; /* LEG_MOVE, LEG_CAPTURE, LEG_OWN; SLIDE_ROYALS */
    } slide[PLAN_SLIDERS_MAX];
    uint8_t slides;
    bool plain;    /* only leap_both and sliders that both move and take */
    bool walks;    /* has specials that are walked */
    bool circles;  /* has rides that end where they began */
    bool overlaps; /* a special may end where another of his movements does */
    bool doubles;  /* a special may make of him what another movement, or a promotion, makes of him there */
    bool converts; /* becomes another type by some captures: see game.becomes */
    bool converts_always;
    const uint32_t *special_start; /* [cells + 1]; NULL: no specials */
    const uint32_t *special_end;   /* [cells] first capture in passing of the cell, or the end */
    const special *specials;
    const promotion_table *promotion; /* NULL: never */
    const jump_line *jumps;
    int jump_count;
    const uint64_t *jump_near; /* [cell][words] whom it could jump over on an empty board */
    const march *march;        /* all men of this kind moved at once; NULL */
} man_plan;

/* Men of one player who attack along the same lines or leaps, seen from the target. */
typedef struct threat {
    bool slides;
    bool hops;            /* slides, but not as a RAY_LINE: these come last */
    bool royals_only;     /* attacks no other men */
    uint16_t slider;      /* lines reversed: from the target to where the attacker stands */
    const uint64_t *from; /* leaps: [cell][words] cells from which this one is attacked */
    uint16_t count;
    const man_id *men;
    uint64_t types[4]; /* bits by type: the player's own among these men */
    bool royals;       /* some royal forms too: where a royal can take many forms, he is looked up, not searched */
    uint64_t royal_types[4]; /* bits by type */
} threat;

typedef struct castling {
    int right;
    int rule; /* in the rules */
    man_id king, partner;
    cell_id king_from, partner_from, king_to, partner_to;
    uint32_t clear; /* set: must be empty, king and partner aside */
    uint32_t path;  /* set: cells of the king's way, both ends included, or those that the rules name */
    uint16_t also;  /* number + 1 of another castling of the same king with the same right; 0: none */
} castling;

/* A man that takes in passing. */
typedef struct passer {
    man_id man;
    const uint64_t *from; /* [cell][words]: from which cells it takes onto this one */
} passer;

enum { DROPS_ALONE_MAX = 8 };
typedef struct drop_table {
    man_id man, held; /* what is dropped, and what it is in the hand; 0: it comes from no hand and never runs out */
    uint32_t zone;    /* set */
    int per_file;
    const cell_id *below; /* [cells] what must be occupied, CELL_NONE: nothing; NULL: anything goes */
    bool check, mate;
} drop_table;

/* Lines of cells that stand in a row, so many to a line: see lines.c. */
enum { LINE_FAMILIES_MAX = 8 };
typedef struct line_table {
    int length;
    int families;
    struct {
        int step;        /* from each cell of a line to the next: the same in all lines of the family */
        uint32_t starts; /* set: the first cells of its lines */
    } family[LINE_FAMILIES_MAX];
    uint32_t rest;            /* how many lines, the last ones, are of no family */
    uint32_t count;           /* of all lines */
    const uint64_t *lines;    /* [count][words] */
    const uint32_t *through;  /* [cells + 1] into `numbers` */
    const uint32_t *numbers;  /* of the lines through each cell */
    man_id *men[PLAYERS_MAX]; /* whose men make lines; NULL: any man's */
    int men_count;            /* of each player */
} line_table;

typedef struct game_ending {
    const rule_ending *rule;
    line_table lines;                  /* END_LINE; of END_FEWER its men */
    uint32_t zone[PLAYERS_MAX];        /* sets */
    const cell_id *goals[PLAYERS_MAX]; /* END_REACHED: cells of the zone */
    int goal_count[PLAYERS_MAX];
    uint64_t alone[4], same_shade[4], bare_of[4]; /* bits by piece */
    const uint8_t *extinct;                       /* types that are counted */
    int extinct_count;
    man_id *alive; /* END_DEAD: men of whom a single one keeps the position alive */
    int alive_count;
} game_ending;

typedef struct game_hook {
    const rule_hook *rule;
    uint64_t movers[4], taken[4];   /* bits by piece */
    uint32_t to[PLAYERS_MAX];       /* sets */
    uint32_t full[PLAYERS_MAX];     /* sets; empty ones ask nothing */
    const man_id *men[PLAYERS_MAX]; /* the player's men whom it concerns */
    int men_count;                  /* of each player */
    bool leapers;                   /* all of them only leap: neither lines nor conditions */
} game_hook;

typedef struct game_right {
    char letter; /* lower case; shown in the case of the owner */
    uint8_t player;
    cell_id cell; /* where its man stands; for castlings the partner's cell */
    man_id man;   /* whose right it is */
    bool castling;
    bool shown_lost; /* the FEN shows it once it is lost */
    bool implied;    /* goes without saying in the FEN while its owner may castle */
} game_right;

/* What a throw of the dice can be. */
typedef struct dice_outcome {
    uint8_t faces[DICE_MAX]; /* as thrown, lowest first; 0: no such die */
    uint8_t dice[DICE_MAX];  /* what there is to use: doubles may count more */
    uint32_t weight;         /* ways to throw it */
    bool limits;             /* only these pieces may move */
    uint64_t movers[4];      /* bits by piece */
} dice_outcome;

struct core;

typedef struct game {
    arena arena;
    const tuning *tuning; /* how it is played well, checked; NULL: nothing is known. Set by whoever built the game */
    const ruleset *rules; /* owned by whoever built the game; outlives it */
    topology topology;
    int cells, words, players, types, men;
    int owners; /* players, and nobody where men are neutral */
    int nobody; /* owner of neutral men, -1 */
    bool checkered;
    const char *player_letters;   /* [players] in FEN */
    int own_boards;               /* boards on which two of the players play each; 0: all play on all */
    int8_t board_of[PLAYERS_MAX]; /* a player's own board; -1 */
    uint8_t board_player[RULES_OWN_BOARDS_MAX][2]; /* who plays there, the first of them written in capitals */
    bool spells_owners; /* more than two armies on one board: men are written owner and letter */

    game_type *type;                            /* [types] */
    int royal_types;                            /* how many of them are royal */
    int *base_type;                             /* [pieces] type of the plain form */
    uint8_t *man_owner;                         /* [men] */
    uint8_t *man_type;                          /* [men] */
    bool *man_royal;                            /* [men] */
    const char **man_text;                      /* [men] as in FEN */
    uint32_t *man_clears;                       /* [men] rights lost when it moves or is taken */
    uint32_t *cell_clears;                      /* [cells] rights lost when the cell is touched */
    man_plan *plans;                            /* [men] */
    piece_power *powers;                        /* [pieces] */
    bool freezing, sheltering, striking, dying; /* some piece does */
    bool powered;               /* any of these, or men of nobody: the one question that other games are asked */
    bool blasts;                /* captures blow up what stands near; game.blast */
    bool blast_captor;          /* and the captor himself */
    const uint64_t *blast;      /* [cell][words] what a capture there reaches, itself aside */
    const man_id *blast_spared; /* men that survive it */
    int blast_spared_count;
    uint8_t
        blast_heir[PLAYERS_MAX]; /* who takes a player's men that he or his team blows up: the next of his enemies */
    uint16_t around[8];          /* vectors to the neighbours: four straight, four diagonal, each in turning order */
    const uint64_t *beside;      /* [cell][words] neighbours; NULL where nobody asks */
    man_id *becomes;             /* [mover man][taken man or none], 0: stays; NULL when nobody changes so */
    man_id *held_as;  /* [men] whose count in hand pays for its drop; itself, or 0: it cannot be held, or is endless */
    man_id *taken_as; /* [taken man][captor] man whose count in hand rises; 0: gone */

    slider *sliders;
    slider_shape slider_shapes[SLIDERS_MAX];
    uint16_t slider_reverse[SLIDERS_MAX];
    int slider_count;
    const uint64_t *allowed[PLAYERS_MAX];   /* [from][words] where the game's filter lets a man go; NULL: anywhere */
    const uint64_t *goals[2 * PLAYERS_MAX]; /* the same tables, and seen from the target, for sliders */
    int8_t goals_of[PLAYERS_MAX][2];        /* which of them: of a player's lines, of these reversed; -1: none */
    int goals_count;
    uint64_t *sets; /* pool of sets, by offset in words */
    uint32_t sets_used, sets_room;
    man_id *start_board;     /* [cells] men of the start position */
    const uint64_t *between; /* [cell][cell][words] cells strictly between on a line; NULL on big boards */
    walk *walks;
    int walk_count, walk_room;

    threat *threats[PLAYERS_MAX];
    int threat_count[PLAYERS_MAX];
    int plain_threats[PLAYERS_MAX];        /* how many of them do not hop */
    bool hopping;                          /* some threat does */
    const uint64_t *lines_to[PLAYERS_MAX]; /* [cell][words] the cells of all lines along which a player attacks it */
    passer *passers[PLAYERS_MAX];
    int passer_count[PLAYERS_MAX];
    bool passing; /* somebody can */

    man_id *movers[PLAYERS_MAX]; /* men of an owner that are not royal */
    int mover_count[PLAYERS_MAX];
    uint8_t next_player[PLAYERS_MAX];        /* on his board, where players have boards of their own */
    uint8_t enemies[PLAYERS_MAX];            /* bits by player */
    uint8_t enemy[PLAYERS_MAX][PLAYERS_MAX]; /* the same as a list, without those whom his men can never meet */
    uint8_t enemy_count[PLAYERS_MAX];
    bool walking[PLAYERS_MAX]; /* some man of the player attacks by a walked path */

    game_right *right;
    int rights;
    uint32_t player_rights[PLAYERS_MAX];
    uint32_t castling_rights;
    castling *castlings;
    int castling_count, castling_room;
    uint16_t *castling_at; /* [right][king's cell] number + 1 */
    bool castling_by_file; /* rights are written as files */

    drop_table *drops[PLAYERS_MAX];
    int drop_count[PLAYERS_MAX];
    bool hands;
    bool drops_alone;  /* all that anybody ever does is to drop men, and nothing limits that but where they may stand */
    bool dropping;     /* men are dropped, from a hand or from nowhere */
    bool keeps_owners; /* no man of a player appears, and none changes its owner, but by that player's own plies */
    bool takes_from_box; /* promotions are paid from a box */
    int file_count;      /* of all levels */
    uint64_t *file_sets; /* [level * columns + column][words] */
    uint8_t *shade;      /* [cells] from 0, the dark one */

    game_ending *endings;
    int ending_count;
    int *hard_endings; /* numbers of those that are decided by the position alone, though there are moves */
    int hard_count;
    uint16_t *asked; /* those that position and road decide, and nobody needs to claim: what is asked after every ply */
    int asked_count;
    bool decides;         /* some ending is decided by the position alone: perft stops there */
    bool decided_bare;    /* and it always wants a player without any men but royals */
    bool counts_checks;   /* positions count checks in a row */
    bool sums_checks;     /* or all of them */
    bool logs_checks;     /* records remember which plies gave check */
    bool loops_forbidden; /* a repetition is an illegal move */
    bool irreversible;    /* what sets the quiet clock back cannot be undone: no repetition reaches over it */
    game_hook *after, *legal, *made, *listings, *choices, *announces;
    int after_count, legal_count, made_count, listing_count, choice_count, announce_count;
    bool prepares;         /* some moves come before the game: placing apart, lists of a hook that come first */
    bool silences;         /* some movement may not give check */
    bool effects;          /* hooks may do more after a move than change counters */
    bool judged;           /* hooks judge moves, before or after they are made */
    bool fast;             /* legality by masks is right for this game */
    bool attacks_by_moves; /* a royal is attacked when some move with all its effects would take it */
    bool remembers;        /* position.more is in use */
    bool terms;            /* lists of moves are made by core_terms.h */
    bool placing_terms;    /* and only as long as the mover has men to place */
    bool open_turns;       /* a turn may have several plies */
    bool turns_complete;   /* and a ply is legal only if the turn can be brought to an end */
    bool quiet_turns;      /* the quiet count is of turns, not of plies */
    bool keeps_passed;     /* passed cells outlive a ply */
    bool ends_checkmated;  /* some ending asks whether a player in check has a legal move */
    bool ends_stalemated;  /* the same of a player who is not */
    bool takes_by_line;    /* a move that makes a line takes a man off: `line_taking` */
    bool follows;          /* something follows a move before the turn passes: hooks, what a line takes */
    line_table line_taking;
    bool towers;               /* men stand on each other */
    bool absences;             /* players without a legal move miss their turns: core_absence.h */
    bool stacks;               /* whoever arrives stands on what is there, own or enemy: nothing is taken off */
    man_id *covered;           /* [men] what a man is under another; NULL: nobody changes */
    man_id *risen;             /* [men][cells] what he is on top of a tower there, 0: himself; NULL likewise */
    bool prefers_captures;     /* longer ones, or those of certain men, are forced */
    bool plain_castlings;      /* some castling is made by a man that is not royal */
    bool jumps;                /* some man jumps over enemies */
    bool jumps_first;          /* jumps are the only captures, they are forced, and no other rule limits a move */
    bool captures_first;       /* captures are forced, and no other term limits a move: found by masks */
    uint64_t hashed_counters;  /* bits: counters that belong to a position's identity */
    uint64_t captures_by[4];   /* bits by piece: whose captures force captures */
    uint64_t captures_most[4]; /* bits by piece: of captures equally long, those that take the most of these */
    dice_outcome *outcomes;
    int outcome_count;
    uint32_t outcome_weights; /* their sum */
    bool royal_slides_through_attack;

    uint64_t *zobrist;        /* [men][cells] */
    uint64_t *zobrist_hand;   /* [men] */
    uint64_t *zobrist_passed; /* [cells] */
    uint64_t zobrist_right[RIGHTS_MAX];
    uint64_t zobrist_mover[PLAYERS_MAX];

    size_t position_size; /* bytes */
    size_t hand_offset;   /* bytes from the start of a position: counts by man, uint16_t */
    size_t tower_offset;  /* the same: see position_heights */
    size_t moves_max;     /* room that a move list needs for any position */
    const char *start;    /* FEN */
    const struct core *core;
} game;

/* Builds the tables. `rules` and the sources of `diags` must outlive the game; `hooks` may be NULL when the game has
 * no script. NULL after errors in `diags`. */
game *game_build(const ruleset *rules, const staged_hooks *hooks, diag_list *diags);
/* The same for a certain build of the core (core_pick), wide enough for the board: for tests. */
game *game_build_for(const ruleset *rules, const staged_hooks *hooks, diag_list *diags, const struct core *wanted);
void game_destroy(game *g);

/* Whether a royal man may be held and dropped. */
static inline bool game_places_royals(const game *g)
{
    return g->rules->placing_first || g->rules->placing_royals;
}

static inline man_id game_man(const game *g, int owner, int type)
{
    return (man_id)(1 + owner * g->types + type);
}

/* Where in `into` the list begins of what a man becomes on such a move; it ends where the next entry says. */
static inline const uint32_t *game_promotions(const game *g, const promotion_table *t, unsigned from, unsigned to)
{
    return t->list + (size_t)t->group[from] * (size_t)g->cells + to;
}

/* Whether there may be a man of the owner of that type: nobody has a royal man. */
static inline bool game_may_be(const game *g, int owner, int type)
{
    return owner != g->nobody || !g->type[type].royal;
}

/* ---- used by the parts of the builder ---- */

/* Room for a set in the pool; its offset in words. UINT32_MAX when out of memory. */
uint32_t game_set_add(game *g, const bool *cells);

static inline bool set_has(const uint64_t *set, unsigned cell)
{
    return set[cell >> 6] >> (cell & 63) & 1;
}
static inline void set_put(uint64_t *set, unsigned cell)
{
    set[cell >> 6] |= UINT64_C(1) << (cell & 63);
}

/* Adds what one ray reaches to a set, going from cell to cell: what the kinds of rays mean. */
static inline void ray_follow(const slider *s, const slider_ray *r, const uint64_t *occupied, uint64_t *reach)
{
    unsigned met = 0; /* men, on the cells before this one */
    for (unsigned i = 0; i < r->count && met < 2; i++) {
        cell_id cell = s->ray_cells[r->first + i];
        bool last = i + 1u == r->count;
        if (s->kind == RAY_LINE ? met == 0 : s->kind == RAY_LAME ? met == 0 && last : met == 1) {
            set_put(reach, cell);
        }
        if ((s->kind == RAY_GRASS && met) || (s->kind == RAY_GRASS_BACK && i == 0 && !set_has(occupied, cell))) {
            return;
        }
        met += set_has(occupied, cell);
    }
}

#endif
