/* Ruleset: the rules of a game as typed data, after inheritance and options.
 *
 * The path here: document (a tree for each file) -> schema (keys and kinds of values) -> merge (parents below
 * children, options on top) -> ruleset (names of pieces, players and rights resolved to numbers). Cells, zones and
 * positions need the board's geometry: they stay text with a location, and compile/ reads them.
 *
 * Ownership: a ruleset and all that it points to live in `arena`. Locations point into sources of the diagnostics
 * list that it was loaded with; that list must outlive it. Immutable after ruleset_load. */
#ifndef FERZ_RULES_RULESET_H
#define FERZ_RULES_RULESET_H

#include "rules/betza.h"
#include "rules/document.h"
#include "rules/svg_figure.h"

enum {
    RULES_PIECES_MAX = 255,
    RULES_PLAYERS_MAX = 8,
    RULES_RIGHTS_MAX = 32,
    RULES_PARENTS_MAX = 32,
    RULES_COUNTERS_MAX = 64,
    RULES_COUNTER_SLOTS = 256, /* for their names: a power of two */
    RULES_DICE_MAX = 4,
    RULES_DIE_FACES_MAX = 20,
    RULES_LETTER_MAX = 7,      /* bytes of a letter such as "+S" */
    RULES_MOVES_MAX = 64,      /* items of a piece's `moves` */
    RULES_PATHS_MAX = 1 << 16, /* of all movements together: one chain of legs can have thousands */
    RULES_ROW_MAX = 36,        /* pieces in a row */
    RULES_LEVELS_MAX = 16,     /* levels, or boards side by side */
    RULES_OWN_BOARDS_MAX = 4,  /* boards that belong to two players each */
    RULES_SCRIPTS_MAX = 8,     /* scripts of one game */
    RULES_PUTS_MAX = 64,       /* pieces that the second half of a move may choose from to move */
};

/* The text of a scalar with its location. `string` is NULL when the key is absent. A list of zones becomes one zone:
 * its items joined by commas. */
typedef struct rule_text {
    const char *string;
    location location;
    bool verbatim; /* offsets into it give exact locations (location_within) */
} rule_text;

/* A text that may differ by player: `each[p]`. Written once, it is seen from the owner's side ("e1" means e8 for the
 * opposite player), and all entries are equal. `per_player`: written for each player, in absolute cells. */
typedef struct rule_text_by_player {
    bool present, per_player;
    rule_text each[RULES_PLAYERS_MAX];
} rule_text_by_player;

enum { THROUGH_ANY = INT16_MAX };

/* Jumps go over exactly one enemy piece to an empty cell behind it. */
typedef enum jump_chain { CHAIN_NONE, CHAIN_ANY, CHAIN_STRAIGHT } jump_chain;
typedef enum jumped_fate {
    JUMPED_CAPTURED,
    JUMPED_CONVERTED, /* stays and changes its owner */
    JUMPED_UNDER,     /* the top piece goes under the jumping stack */
} jumped_fate;

/* The keys that a movement has in the rule file. A key without a bit of its own sets MOVE_KEY_OTHER, so that code which
 * must understand all of a movement (explain/betza_notation.c) cannot overlook a new key. */
enum rule_move_key {
    MOVE_KEY_MOVE = 1 << 0, /* or the movement is bare notation */
    MOVE_KEY_FROM = 1 << 1,
    MOVE_KEY_EN_PASSANT = 1 << 2,
    MOVE_KEY_CLOCK = 1 << 3, /* resets_halfmove_clock */
    MOVE_KEY_OTHER = 1 << 4,
};

/* Where a piece may not be attacked when it moves so. */
enum rule_safe { RULE_SAFE_FROM = 1 << 0, RULE_SAFE_TO = 1 << 1, RULE_SAFE_PASSED = 1 << 2 };

/* One item of `moves`. */
typedef struct rule_move {
    unsigned keys;        /* bits of enum rule_move_key */
    betza paths;          /* empty when `hook` is set */
    const char *hook;     /* staged hook NAME(piece, owner, cell) -> target cells; NULL */
    const char *notation; /* as written, for messages; NULL with a hook */
    rule_text from;       /* zone where the piece must stand; absent: anywhere */
    rule_text to;         /* zone where it must arrive; absent: anywhere */
    int right;            /* index into rights: only while that right is held; -1 */
    bool sets_ep;         /* the first cell stepped over is the en passant target for one turn */
    bool sets_all_ep;     /* and so are the others */
    bool gives_check;     /* its captures give check (default true) */
    int into;             /* the piece's type afterwards; -1: unchanged, or as its promotions say */
    int with_piece;       /* a type that its owner must have on the board, or (`without`) must not have; -1 */
    bool without;         /* see with_piece */
    bool must_not_check;  /* illegal where it gives check */
    int *victims;         /* the only types that it captures; none: any */
    size_t victim_count;
    bool bounces;     /* rays are reflected by the edges */
    int through;      /* most pieces that a ray may pass through; THROUGH_ANY */
    bool jumps;       /* `paths` are the directions and the range of the jump */
    bool quiet_jumps; /* the same over pieces of any owner, which stay; then `jumps` is false */
    bool land_any;    /* lands on any empty cell behind the jumped piece, not only on the next */
    jump_chain chain; /* whether and how the same piece goes on jumping */
    jumped_fate jumped;
    unsigned safe;         /* bits of enum rule_safe */
    bool keeps_clock;      /* does not reset the halfmove clock although moves of its piece do */
    bool stay;             /* instead of paths: the piece stays on its cell */
    bool along_lines;      /* instead of `paths`: to a neighbour on one of the board's lines */
    bool circles;          /* a ride around the board may end on its own cell and changes nothing */
    bool never_captures;   /* with `hook` or `along_lines`: quiet moves only */
    unsigned barred_edges; /* enum rule_wrapped_edge: edges that it may not cross */
    betza must_be_empty;   /* one-step paths: the cells that they lead to must be empty or off the board */
    betza adjacent;        /* one-step paths: on one of the cells that they lead to such a piece must stand */
    bool adjacent_absent;  /* or must not */
    bool borrowed;         /* belongs to another piece, which must stand there: see `borrows` of the piece */
    int adjacent_piece;    /* -1: any */
    enum rule_owner { OWNER_SELF, OWNER_PARTNER, OWNER_ENEMY } adjacent_owner;
    location location;
} rule_move;

/* One way to promote. */
typedef enum promotion_when {
    PROMOTE_REACHES, /* the move ends in `zone`, wherever it began (default) */
    PROMOTE_TOUCHES, /* the move begins or ends in `zone` (shogi) */
    PROMOTE_ENTERS,  /* the move ends in `zone` and began outside (chu shogi) */
    PROMOTE_STANDS,  /* no move needed: the piece is in `zone` and no piece stands on it (stacks) */
} promotion_when;
enum promotion_move { PROMOTE_QUIET = 1 << 0, PROMOTE_CAPTURE = 1 << 1, PROMOTE_ANY = 3 };
typedef struct rule_promotion {
    promotion_when when;
    unsigned by; /* enum promotion_move: the moves that promote it */
    rule_text zone;
    int *to; /* pieces */
    size_t to_count;
    bool optional;    /* may be declined, unless the piece could never move again there */
    bool declinable;  /* with optional: even then */
    bool reverts;     /* it changes back when captured to a hand (FEN mark ~) */
    bool from_prison; /* only to types in the owner's prison; if it is empty, later and without moving */
    location location;
} rule_promotion;

/* How a type may be dropped. Absent keys are as in the game's `drops`. */
typedef struct rule_drop {
    bool allowed;               /* false: `drops: never` */
    rule_text zone;             /* absent: any empty cell */
    int per_file;               /* most own pieces of this type on a file after the drop; 0: no limit */
    bool may_be_immobile;       /* may be dropped where it could never move (default false) */
    bool may_mate;              /* may give mate (default true) */
    bool may_give_check;        /* may give check (default true) */
    bool resets_halfmove_clock; /* resets the halfmove clock */
    bool gravity;               /* only onto a cell with an occupied cell below it, or onto the lowest cell of a file */
    unsigned unlimited;         /* bits by player: they drop it without having it in hand */
    bool neutral;               /* it is nobody's once it is dropped */
    bool shared;                /* with `neutral`: all players drop it from one hand, which is nobody's */
    bool at_edge;               /* only on a cell with a side that borders on nothing, or on such a neutral piece */
    bool parries;               /* may be dropped in check (default true) */
    int *drop_as;               /* the types that a held one may be dropped as; none: its own */
    size_t drop_as_count;
    location location;
} rule_drop;

/* Some pieces, or all. */
typedef struct rule_piece_set {
    bool all;
    int *pieces;
    size_t count;
} rule_piece_set;

/* What a move captures elsewhere than on its target. */
typedef enum remote_capture_kind {
    REMOTE_CUSTODIAN,    /* an enemy next to the target in a straight line, with an own piece right behind it */
    REMOTE_WITHDRAWAL,   /* the enemy that the piece moves straight away from, next to its start */
    REMOTE_APPROACH,     /* the enemy that the piece moves straight up to */
    REMOTE_COORDINATION, /* where the piece's file crosses the own royal's rank, and its rank the royal's file */
    REMOTE_LONG_LEAP,    /* enemies jumped along a ray, each with an empty cell behind */
    REMOTE_ENCLOSURE,    /* an enemy next to the target with own pieces on all four sides */
} remote_capture_kind;
typedef struct rule_remote_capture {
    remote_capture_kind kind;
    rule_piece_set victims;
    bool straight, diagonal; /* directions of moves that capture so */
    bool beyond;             /* REMOTE_LONG_LEAP: it may land on any empty cell behind the last captured piece */
    rule_text hostile; /* REMOTE_CUSTODIAN, REMOTE_ENCLOSURE: cells that count as own pieces while they are empty */
    rule_text on;      /* the same: where victims stand; absent: anywhere */
} rule_remote_capture;

typedef struct rule_piece {
    const char *name;
    const char *letter;           /* lower case for letters; as in FEN */
    const char *about, *about_ru; /* sentences for players; NULL: none */
    const char *royal_letter;     /* how its royal form is written where it is not royal; NULL: letter and ! */
    const char
        *figure; /* in pictures: one of `rule_figures`, a path (svg_path.h), or a file; NULL: the one with its name */
    const svg_figure *drawing; /* what that file draws; pieces that name one file share it; NULL: no file */
    /* The traditional characters, one for each player, or the same for all (count 1); none: 0 */
    const char **characters;
    size_t character_count;
    bool royal;
    int when_covered; /* its type under another piece; -1: unchanged */
    int shown_as;     /* the type that other players see; -1: its own */
    int captured_as;  /* type that goes to the hand or prison when this is captured; itself by default; -1: none */
    rule_remote_capture *remote_captures;
    size_t remote_capture_count;
    rule_piece_set immobilizes; /* enemies next to it that cannot move */
    rule_piece_set protects;    /* own pieces next to it that cannot be captured */
    bool invulnerable;          /* cannot be captured */
    bool kamikaze;
    long promotion_limit;       /* promotions to it need fewer on the board; 0: no limit */
    int transforms_into;        /* its type after every move on the board; -1: unchanged */
    bool resets_halfmove_clock; /* its moves reset the halfmove clock, as a pawn's do */
    long value;                 /* a hint for the search, in centipawns; 0: computed */
    rule_move *moves;
    size_t move_count;
    betza borrows;    /* where own pieces lend it their moves; they follow its own in `moves` */
    bool keeps_moves; /* it lends none */
    rule_promotion *promotions;
    size_t promotion_count;
    rule_drop drop;
    location location; /* of the piece's name */
    location letter_location;
} rule_piece;

static inline bool rule_piece_set_is_given(const rule_piece_set *s)
{
    return s->all || s->count;
}

/* Whether it does something to other pieces than what its moves do. */
static inline bool rule_piece_affects_others(const rule_piece *p)
{
    return p->remote_capture_count || rule_piece_set_is_given(&p->immobilizes) || rule_piece_set_is_given(&p->protects);
}

/* Abilities: what a piece has beside moves, promotions and drops. */
static inline bool rule_piece_has_abilities(const rule_piece *p)
{
    return rule_piece_affects_others(p) || p->invulnerable || p->kamikaze || p->when_covered >= 0;
}

/* A wall fills its cell, and that is all: it never moves, changes or is captured, and does nothing to others. */
static inline bool rule_piece_is_wall(const rule_piece *p)
{
    return p->invulnerable && !p->royal && !p->move_count && !p->promotion_count && !p->kamikaze &&
           p->when_covered < 0 && !rule_piece_affects_others(p);
}

/* A right that a piece holds until it moves from its first cell or is captured there. The FEN writes it as a letter. */
typedef struct rule_right {
    const char *letter;     /* lower case, one letter */
    int piece;              /* the piece type that holds it; -1: any, by its cell */
    rule_text_by_player at; /* cell; absent: where the type stands in the start position */
    bool anywhere;          /* it has no cell: any piece of the type holds it until one moves */
    bool shown_lost;        /* the FEN shows it once it is lost, instead of while it is held */
    bool shown_file;        /* the FEN shows the letter of its cell's file, instead of its own */
    bool implied; /* held together with any right to castle; the FEN shows it only where its owner has no such right */
    location location;
} rule_right;

/* One castling, or (with `zone` or `any_array`) a family of them. Cells are seen from the owner's side. */
typedef struct rule_castling {
    const char *name;
    int king, partner;                                                /* piece types */
    rule_text_by_player king_from, partner_from, king_to, partner_to; /* absent in a family */
    const char *right;       /* letter; NULL in a family, where it is the partner's file */
    rule_text zone;          /* family: king and partner anywhere in it (own rank 1) */
    const char *hook;        /* family: staged hook NAME(king, partner, owner) -> {king=, partner=}, the target cells */
    bool any_array;          /* family: both start anywhere on the rank of king_from, each on its side */
    bool written_as_capture; /* the move is written as the king capturing the partner */
    const char *written_as;  /* the move is written with this word; NULL */
    rule_text_by_player *clear; /* cells that must be empty; NULL: those on the way of king and partner */
    size_t clear_count;
    rule_text_by_player *safe; /* cells that must not be attacked; NULL: those on the king's way */
    size_t safe_count;
    location location;
} rule_castling;

/* Whether king and partner may start on several cells. Then the rights are the letters of the partners' files. */
static inline bool rule_castling_is_family(const rule_castling *c)
{
    return c->zone.string || c->any_array;
}

/* Pieces of one player side by side in a row. */
typedef enum rule_row_direction {
    ROW_DEFAULT, /* the board's lines, or ROW_ALL where it has none */
    ROW_LINES,
    ROW_STRAIGHT,
    ROW_DIAGONAL,
    ROW_ALL,
} rule_row_direction;
typedef struct rule_row {
    long length; /* 0: there is no such rule */
    rule_row_direction along;
    int *pieces; /* types that count; none: any */
    size_t piece_count;
    location location;
} rule_row;

typedef enum ending_kind {
    END_CHECKMATE,             /* the side to move has no legal move and a royal is attacked; subject: that player */
    END_STALEMATE,             /* no legal move and no attacked royal; subject: the side to move */
    END_REPETITION,            /* the same position `number` times; subject: the side to move */
    END_PERPETUAL_CHECK,       /* the same, and one player checked with every move; subject: that player */
    END_HALFMOVE_CLOCK,        /* `number` plies without a capture or another move that resets the clock */
    END_INSUFFICIENT_MATERIAL, /* neither side can mate, see `alone` and `same_shade` */
    END_BARE,                  /* a player has only royals, some opponent more; subject: that player, see `grace` */
    END_BOTH_BARE,             /* no player has more than royals */
    END_EXTINCT,               /* a player has no piece of type `piece` (-1: no piece at all); subject: that player */
    END_PASSES,                /* the players passed `number` times in a row; subject: the side to move */
    END_CHECKS,                /* a player gave check `number` moves in a row, or in all; subject: that player */
    END_CHECK_CYCLE,  /* a position came `number` times within one series of checks; subject: the checking player */
    END_POINTS,       /* every royal stands in `zone`; `points` decide, see below */
    END_EXPOSED,      /* a player who is not to move has an attacked royal; subject: that player */
    END_CONNECT,      /* a player has a row, see `row`; subject: that player */
    END_CHAIN,        /* neighbouring pieces (of `row.pieces`) join `zone` and `zone_to`; subject: that player */
    END_PIECES_BELOW, /* a player has fewer than `number` pieces of `row.pieces`, hand included; subject: that player */
    END_GOAL,         /* a player has `number` pieces (of `row.pieces`) in `zone`; subject: that player */
    END_HOOK,         /* live hook `hook` decides */
} ending_kind;

typedef enum ending_result {
    RESULT_LOSS,
    RESULT_DRAW,
    RESULT_WIN, /* for the subject */
    RESULT_FIRST,
    RESULT_SECOND, /* this player wins, independent of the side to move */
    RESULT_POINTS, /* END_POINTS: see needed_points and compare_points */
} ending_result;

/* A point, which a winner has alone or shares with the opponent, is counted in hundredths. */
enum { WHOLE_POINT = 100 };

typedef struct rule_ending {
    const char *name; /* the reason that `status` prints */
    ending_kind kind;
    ending_result result;
    int winner_share;  /* what the winner gets of the point; the opponent gets the rest */
    const char *claim; /* the game ends only when the side to move plays `claim-WORD`; NULL: at once */
    bool counts_turns; /* END_HALFMOVE_CLOCK: counts turns, not plies */
    bool illegal;      /* END_REPETITION: the move that would complete it is illegal instead */
    bool facing;       /* END_PASSES: only where a royal of the side to move faces an enemy's */
    long number;
    bool grace;             /* END_BARE: not while the player can capture the opponent's last piece with the next move.
                      * END_GOAL: not while the opponent can reach it with the next move; both have it: draw */
    uint32_t grace_players; /* bits: who has that move, with END_GOAL */
    bool cumulative;        /* END_CHECKS: checks need not be consecutive */
    int only_player;        /* the only player who can be the subject; -1: any */
    int piece;
    int *alone; /* END_INSUFFICIENT_MATERIAL: a royal and one of these cannot win against a bare royal */
    size_t alone_count;
    int *same_shade; /* END_INSUFFICIENT_MATERIAL: any number of these on one shade cannot win */
    size_t same_shade_count;
    int *pair; /* END_INSUFFICIENT_MATERIAL: a royal and two of these cannot win against a bare royal */
    size_t pair_count;
    int *other_shades; /* END_INSUFFICIENT_MATERIAL: one of these each, on different shades, cannot win */
    size_t other_shades_count;
    int *bare_royals; /* END_INSUFFICIENT_MATERIAL: royal types that count as bare; none: any */
    size_t bare_royal_count;
    rule_text zone;      /* END_POINTS, END_GOAL, END_CHAIN */
    rule_text zone_to;   /* END_CHAIN */
    betza reach;         /* END_CHAIN: the neighbours, as simple leaps */
    long *points;        /* END_POINTS: by piece type, on the board and in hand; royals have 0 */
    long needed_points;  /* a player with fewer loses; where both have them: draw */
    bool compare_points; /* where both or neither have them: more points win, equal points draw */
    const char *hook;
    long max_pieces;  /* END_HOOK: called only while at most so many cells are occupied; 0: always */
    int counter;      /* END_HOOK: called only once this counter */
    long counter_min; /* has reached this number; -1: always */
    rule_row row;     /* END_CONNECT; of END_PIECES_BELOW, END_GOAL and END_CHAIN only `pieces` */
    location location;
} rule_ending;

/* What the effects of a hook after the move may be. Only those on the board can make the move illegal. */
typedef enum hook_changes {
    CHANGES_BOARD,    /* all */
    CHANGES_TURN,     /* whose turn it is, dice, rights, en passant targets, the clock and counters */
    CHANGES_COUNTERS, /* counters alone */
} hook_changes;

/* A live hook and the moves that reach it. No types: any. */
typedef enum hook_at {
    HOOK_AFTER,    /* adds effects to a move */
    HOOK_LEGAL,    /* says whether a move is legal, from the position before it */
    HOOK_MADE,     /* the same, from the position after it */
    HOOK_CHOICES,  /* offers continuations of a move; its player chooses one */
    HOOK_MOVES,    /* lists moves that no piece has */
    HOOK_ANNOUNCE, /* says what all players hear of a move, from the position after it */
} hook_at;
typedef struct rule_hook {
    const char *function;
    hook_at at;
    bool captures_only, drops_only; /* filters that are `true` */
    bool no_captures, no_drops;     /* filters that are `false` */
    bool exclusive;                 /* HOOK_MOVES: while it lists any, no other move is legal */
    int *pieces;                    /* types that move */
    size_t piece_count;
    int *captured; /* types that are captured */
    size_t captured_count;
    rule_text to;         /* zone of arrival; absent: anywhere */
    rule_text full;       /* HOOK_LEGAL: zone whose cells must all hold own pieces; absent: no condition */
    bool checks_only;     /* HOOK_AFTER, HOOK_MADE: moves that give check */
    bool no_checks;       /* HOOK_AFTER, HOOK_MADE: moves that give none */
    bool mates_only;      /* HOOK_MADE: moves that give mate */
    bool has_unless_zero; /* checks_only, but all moves while the mover's counter below is not zero */
    int unless_zero[RULES_PLAYERS_MAX];
    hook_changes changes; /* HOOK_AFTER */
    location location;
} rule_hook;

/* Whether it hears of some moves only, by what the moves are. */
static inline bool rule_hook_has_filter(const rule_hook *h)
{
    return h->captures_only || h->no_captures || h->drops_only || h->no_drops || h->piece_count || h->captured_count ||
           h->to.string || h->checks_only || h->no_checks;
}

/* Edges of the board that are joined. */
enum rule_wrapped_edge {
    WRAPPED_FILES = 1 << 0, /* the first file and the last are neighbours */
    WRAPPED_RANKS = 1 << 1, /* the first rank and the last are neighbours */
};
typedef enum board_wrap {
    WRAP_NONE,
    WRAP_FILES,
    WRAP_RANKS,
    WRAP_BOTH,
    WRAP_MOEBIUS, /* files, with the ranks reversed */
    WRAP_SPHERE,  /* files; over the last rank a file goes on down the opposite file */
} board_wrap;

typedef struct rule_player {
    const char *name;
    char letter;           /* in FEN; 0: the first letter of the name that no earlier player has */
    int rotation;          /* the seat: "forward" is north turned clockwise by so many quarters (0 north, 2 south) */
    const char *team;      /* players of one team are no enemies; NULL: no team */
    int commander;         /* the player who decides; by default the player */
    int commander_counter; /* counter that holds the commander's number from 1, 0: the player; -1: none */
    int board;             /* the only board of this player and one opponent; -1: all boards */
} rule_player;

/* What a turn is. */
typedef enum rule_pass {
    PASS_NEVER,
    PASS_UNCHECKED,
    PASS_FACING, /* the same; where a royal faces an enemy's the player must part them or pass, in check too */
    PASS_NO_MOVES,
    PASS_STALEMATED,
    PASS_ALWAYS,
} rule_pass;
typedef struct rule_turn {
    long plies[RULES_PLAYERS_MAX]; /* by player: 1 by default; 0: a free turn, as many as the player wants */
    bool several_plies;            /* some player's turn is not one ply */
    bool plies_differ;             /* by player */
    long grows;                    /* plies that each turn has more than the one before it */
    long first_plies;              /* plies of the first player's first turn; 0: as all others */
    bool only_drops;               /* a free turn goes on after a drop only, and with drops only */
    bool each_piece_once;          /* each piece moves at most once a turn */
    bool legality_at_end;          /* own royals must be safe at the end of the turn, not after each ply */
    bool check_only_last;          /* only the last ply may give check */
    bool check_ends;               /* a ply that gives check is the last */
    bool ep_whole_turn;            /* en passant targets last for the whole next turn, not only for its first ply */
    rule_pass pass;                /* when a player may pass */
    bool removes_immobilized;      /* an own immobilized piece may be removed as a turn */
    bool wait_any;                 /* with own boards: a player may let the next board act and move later */
    bool wait_parry;               /* the same in a check that a dropped piece could parry; it is no mate then */
    location location;
} rule_turn;

/* The plies of the player's turn with this number (from 1); 0: a free turn. */
long rule_turn_plies(const rule_turn *t, size_t player, size_t player_count, unsigned number);

/* Which piece a move that completes a row captures. */
typedef enum rule_row_capture {
    ROW_CAPTURE_ANY,       /* any enemy piece */
    ROW_CAPTURE_FREE,      /* one outside all rows, or any where all are in rows */
    ROW_CAPTURE_FREE_ONLY, /* one outside all rows; where all are in rows, none */
} rule_row_capture;

typedef struct rule_captures {
    bool mandatory;    /* a capture must be made if there is one */
    int *mandatory_by; /* types whose captures are mandatory; none: any */
    size_t mandatory_by_count;
    bool longest; /* the longest chain of captures must be made */
    location location;
    bool multiple; /* a capture of several pieces is preferred to a capture of one */
    rule_row row;  /* a move that completes such a row captures an enemy piece */
    rule_row_capture row_capture;
    int *prefer_most; /* of captures equally long, those that capture the most of these */
    size_t prefer_most_count;
} rule_captures;

/* What every capture removes besides. */
typedef struct rule_blast {
    bool given;
    betza reach; /* single leaps around the captor's target */
    int *spares; /* types that survive nearby */
    size_t spare_count;
    location location;
} rule_blast;

/* What pictures show on the board besides its cells; play never asks. */
typedef enum picture_colour {
    PICTURE_PLAIN,
    PICTURE_RED,
    PICTURE_ORANGE,
    PICTURE_GREEN,
    PICTURE_BLUE,
    PICTURE_PURPLE,
    PICTURE_GREY,
    PICTURE_YELLOW,
    PICTURE_COLOURS, /* of zones; shapes have these, too: */
    PICTURE_LIGHT = PICTURE_COLOURS,
    PICTURE_DARK,
    PICTURE_WHITE,
    PICTURE_BLACK,
    PICTURE_PAINTS
} picture_colour;
extern const char *const picture_colour_names[PICTURE_PAINTS]; /* as rule files write them; "" for the first */
typedef struct rule_coloured_zone {
    size_t zone; /* its number */
    picture_colour colour;
} rule_coloured_zone;
/* A drawing on the board, in hundredths of the width of a cell from the board's upper left corner, as the first player sees it. */
typedef struct rule_shape {
    const char *path; /* svg_path.h */
    picture_colour fill, line;
    int width; /* of the line */
} rule_shape;
typedef struct rule_picture {
    rule_coloured_zone *coloured;
    size_t coloured_count;
    rule_text *lines; /* each a list of cells */
    size_t line_count;
    rule_text river; /* a zone without lines inside; absent: none */
    rule_shape *shapes;
    size_t shape_count;
    rule_text *numbers; /* cells in the order of their numbers, the same for all players or one for each */
    size_t number_count;
    int cell_width, cell_height; /* how large a cell is drawn; 0: 1 by 1 */
} rule_picture;

/* Rules for all chains of jumps. */
typedef enum chain_promotion {
    CHAIN_PROMOTION_CONTINUES, /* the piece promotes at once and goes on as the new type */
    CHAIN_PROMOTION_AT_END,    /* it promotes only if the chain ends there */
    CHAIN_PROMOTION_STOPS,     /* it promotes and the chain ends */
} chain_promotion;
typedef struct rule_jumps {
    bool removes_at_once; /* a jumped piece leaves at once; else it stays, blocks, and leaves at the end of the chain */
    bool same_cell_twice; /* a chain may jump over one cell twice */
    bool may_reverse;     /* the next jump may go back the way of the last one */
    chain_promotion promotion;
} rule_jumps;

/* The second half of each move: a neutral piece, or one of the player's hand, comes to an empty cell. */
enum put_where {
    PUT_REACHED = 1, /* where the piece that has moved could move without a capture */
    PUT_LEFT = 2,    /* on the cell that it has left; nothing where it has left none */
    PUT_EDGE = 4,    /* on a cell with a side that borders on nothing, or on such a piece */
    PUT_UNMOVED = 8, /* on a cell that a piece has left by which it lost a right */
};
typedef struct rule_put {
    bool given;
    bool from_hand; /* of the player; else the neutral `piece` */
    int piece;
    unsigned where; /* bits of put_where: any of these cells; 0: all cells */
    bool optional;  /* the player may leave it out */
    bool parries;   /* it may parry a check (default true); else the first half must be legal by itself */
    rule_text zone; /* absent: all cells */
    long most;      /* once so many are on the board, one of them moves instead; 0: no limit */
    location location;
} rule_put;

/* How moves are written, where it is not from and to. */
typedef struct rule_notation {
    bool given;
    const char *step_sign, *capture_sign, *promotion_sign; /* signs between the cells and before a new letter */
    bool piece_letters;                                    /* the piece's letter comes first */
    bool ends_only;    /* a chain is written with both ends where they identify it */
    bool cell_numbers; /* dark cells are written by number */
} rule_notation;

/* What a word in moves means. */
typedef struct rule_word {
    const char *word;
    const char *about, *about_ru; /* a few words for people; the Russian ones may be NULL */
    const char *does, *does_ru;   /* what a card of that name does; NULL: none is said */
} rule_word;

/* Counters and pieces in hand that people see as cards. */
typedef struct rule_cards {
    const char *place; /* the name of the player, or of a place on the table */
    int player;        /* -1: on the table */
    int *counters;     /* a value of n is card n, from 1; 0: none */
    size_t counter_count;
    const char **words; /* names of `words` or of pieces */
    size_t word_count;
} rule_cards;

typedef struct rule_checks {
    uint32_t mandatory;      /* bits: players who must give check when they can */
    uint32_t forbidden;      /* bits: players who may never give check */
    bool only_mate;          /* a check that is not mate is illegal */
    bool unconditional_mate; /* and mate is judged as if every answer might give check */
    location location;
} rule_checks;

/* Players without a legal move miss their turns. What their pieces can do until they move again: */
typedef enum rule_removed { REMOVED_NEVER, REMOVED_ROYALS, REMOVED_ALL } rule_removed;
typedef struct rule_missed_turn {
    bool invulnerable;    /* cannot be captured */
    bool attacks_nothing; /* give no check and attack no cells */
    rule_removed removes; /* which of them leave the board; their player is then out of the game */
} rule_missed_turn;
typedef struct rule_no_moves {
    bool given;
    rule_missed_turn mated, stalemated;
    rule_missed_turn out; /* of a player who is out of the game: as for a mated one where the rules do not say */
    bool says_out;
    bool invulnerable_return; /* invulnerable until the second move, except the piece that made the first */
    int counter;              /* the first player's; the others' follow. Values: enum missed_turn_state */
    location location;
} rule_no_moves;
enum missed_turn_state {
    MISSED_TURN_NONE,
    MISSED_TURN_MATED,
    MISSED_TURN_STALEMATED,
    MISSED_TURN_OUT,
    MISSED_TURN_RETURNING /* + the piece's cell */
};

/* Dice rolled before each turn. */
typedef struct rule_die_face {
    long face;
    int *pieces;
    size_t piece_count;
} rule_die_face;
typedef struct rule_dice {
    int count; /* 0: none */
    uint8_t faces[RULES_DIE_FACES_MAX];
    size_t face_count;
    bool doubles_free;     /* equal dice let every piece move */
    bool check_free;       /* a player in check does not roll */
    int doubles;           /* equal dice are played so many times; 0: as rolled */
    rule_die_face *limits; /* which pieces may move with a face; none: all */
    size_t limit_count;
    location location;
} rule_dice;

/* What players do not see. */
typedef struct rule_secret {
    int counter, owner; /* owner: the player who sees it; -1: nobody */
    int revealed_by;    /* counter: while it is not 0, all players see the secret; -1 */
    long low, high;     /* possible values besides 0 */
    location location;
} rule_secret;
typedef struct rule_query {
    const char *word; /* without its question mark */
    int *pieces;      /* it asks for legal captures by these types */
    size_t piece_count;
    bool answers_number; /* the answer is a number, else yes or no */
    bool binding;        /* after a yes, such a capture must be tried first */
    location location;
} rule_query;
typedef struct rule_visibility {
    bool own_pieces_only; /* a player sees only the pieces of the own team */
    bool during_setup;    /* only while some player has pieces to place */
    bool tries;           /* the player tries moves until one is legal */
    rule_secret *secrets;
    size_t secret_count;
    rule_query *queries;
    size_t query_count;
} rule_visibility;

typedef enum captured_destination {
    CAPTURED_GONE,
    CAPTURED_TO_HAND,
    CAPTURED_TO_PRISON,
    CAPTURED_TO_PARTNER,
    CAPTURED_UNDER,
} captured_destination;

typedef struct rule_option {
    const char *name;
    const char *about;
    const char *about_ru; /* NULL */
    const char *values;   /* for people: "claim, automatic"; "" for a switch */
    const char **choices; /* [choice_count] the same as data; none for a switch or a range alone */
    size_t choice_count;
    bool range; /* of numbers */
    long low, high;
    const char *chosen; /* "on"/"off" for a switch */
    bool set;
} rule_option;

/* A Lua file: beside the file that names it, or in ../scripts. */
typedef struct rule_script {
    const char *path;
    location location; /* where it is named */
} rule_script;

typedef struct ruleset {
    arena arena;
    const char *id;     /* the file's name without folder and ending */
    const char *path;   /* the file */
    const char *parent; /* path of the file that it extends; NULL */
    const char *title;
    const char *about;
    const char *title_ru, *about_ru; /* Russian; NULL where that file has none */
    rule_script scripts[RULES_SCRIPTS_MAX];
    size_t script_count;
    int width, height, levels;
    int *row_cells;    /* [height] number of cells in the row, two columns apart; NULL: a cell in every column */
    rule_text missing; /* zone without cells */
    board_wrap wrap;
    bool rows_named;         /* A1 is the first cell of the first row */
    const char **cell_names; /* names one by one, in the order of the cells; NULL */
    size_t cell_name_count;
    const char **board_names; /* [levels] the levels are boards with these names; NULL: levels */
    int shades;               /* 2: as a chessboard; more: the column modulo this */
    rule_text *lines;         /* cells separated by blanks; consecutive cells are neighbours */
    size_t line_count;
    const char *move_filter; /* staged hook NAME(from, to, owner) -> whether a piece may go there; NULL */
    location filter_location;
    location board_location;
    bool checkered;
    bool draws_points; /* pictures show the cells as points where lines cross */
    enum rule_piece_style {
        PIECE_STYLE_FIGURES,
        PIECE_STYLE_DISCS,
        PIECE_STYLE_TILES
    } piece_style; /* how pictures show pieces */
    rule_player players[RULES_PLAYERS_MAX];
    size_t player_count;
    int own_boards;      /* boards that belong to two players each; 0: all play on all boards */
    const char *neutral; /* name of the neutral pieces' owner; NULL: there are none */
    location neutral_location;
    bool mirrored; /* the opposite player sees the board mirrored (default); false: rotated */
    rule_piece *pieces;
    size_t piece_count;
    captured_destination captured;
    bool hands; /* some player can have pieces in hand: the FEN has [] */
    rule_right *rights;
    size_t right_count;
    rule_castling *castlings;
    size_t castling_count;
    rule_text start; /* FEN; absent when start_hook is set */
    const char *start_hook;
    long start_number, start_second;
    location start_location;
    rule_ending *endings;
    size_t ending_count;
    rule_hook *hooks;
    size_t hook_count;
    const char *counters[RULES_COUNTERS_MAX];
    location counter_locations[RULES_COUNTERS_MAX]; /* no source: the language added it */
    size_t counter_count;
    uint8_t counter_slots[RULES_COUNTER_SLOTS]; /* by a hash of the name: index plus one; 0: free */
    uint64_t hashed_counters;                   /* bits: counters under `states`, part of the position's identity */
    rule_turn turn;
    rule_captures captures;
    rule_blast blast;
    rule_checks checks;
    rule_no_moves no_moves;
    rule_dice dice;
    rule_jumps jumps;
    rule_put put;
    rule_picture picture;
    rule_notation notation;
    int material_clock;   /* counter of the plies since a piece was last captured or promoted; -1 */
    bool setup_mandatory; /* a player with pieces in hand must place them before anything else */
    bool setup_first_all; /* the same as long as such a drop is legal; */
    int *setup_first;     /* ... of pieces of these types alone */
    size_t setup_first_count;
    bool setup_whole_turn; /* and all of them in one turn */
    bool setup_royals;     /* no turn may end while the player has a royal in hand */
    location setup_location;
    bool setup_separate_phase; /* with setup_mandatory: the setup comes before the game */
    rule_visibility visibility;
    bool stacks;            /* pieces may stand on each other */
    bool split_any;         /* any number of pieces may move from the top of a stack */
    bool captor_decides;    /* with CAPTURED_UNDER: the captured stack may be removed instead */
    bool combined;          /* a stack has the movements of all its pieces */
    bool attacks_by_moves;  /* royals are attacked by any move that would capture them, with all its effects */
    bool royals_capturable; /* a royal that is left under attack may be captured */
    bool royal_slides_through_attack; /* default true */
    const char **zone_names;
    rule_text *zones; /* named zones, seen from the owner's side */
    size_t zone_count;
    rule_option *options;
    size_t option_count;
    rule_word *words;
    size_t word_count;
    rule_cards *cards;
    size_t cards_count;
    bool draws_hexagons; /* pictures show a board of files and ranks as a rhombus of hexagons */
} ruleset;

/* One `--set`. Value NULL: a switch. */
typedef struct rule_setting {
    const char *name;
    const char *value;
} rule_setting;

/* Finds a rule file by name, for a parent or a game. Returns a path in `a`, or NULL. */
typedef struct rule_finder {
    const char *(*find)(const void *state, const char *name, const char *from_path, arena *a);
    const void *state;
    /* The nearest name of a game, in `a`; NULL when none is near. May be NULL itself. */
    const char *(*nearest)(const void *state, const char *name, arena *a);
} rule_finder;

/* Loads `path`, or `text` when it is not NULL (`path` is then only a name). NULL after errors in `diags`. `seed`
 * decides options that are `random`. Free with ruleset_destroy. */
ruleset *ruleset_load(diag_list *diags, const char *path, const source *text, const rule_finder *finder,
                      const rule_setting *settings, size_t setting_count, uint64_t seed);
void ruleset_destroy(ruleset *rules);

/* The figures that pictures know, for the key `figure`; ended by NULL. */
extern const char *const rule_figures[];

/* The index of the counter or state; -1: there is none. Scripts ask often. */
int ruleset_counter_named(const ruleset *rules, const char *name);

/* Whether some player makes as many plies a turn as they want. */
bool ruleset_has_free_turns(const ruleset *rules);

/* Whether a player without a move passes, so that nobody is ever mated, or stalemated. False for other endings. */
bool ruleset_passes_instead(const ruleset *rules, ending_kind kind);

/* Whether two players are on one side: the same player, or members of one team. */
bool ruleset_allied(const ruleset *rules, size_t one, size_t other);
/* The sides: teams, and players without a team. */
size_t ruleset_side_count(const ruleset *rules);

/* Whether some player does not see the whole position. */
bool ruleset_has_hidden_information(const ruleset *rules);
/* The board for people: "8x8", "7x7, with holes", "80 cells in 11 rows". */
void ruleset_board_text(const ruleset *rules, text *out);

/* The condition and the result of an ending, as a rule file writes them: "halfmove clock 100", "white wins". Nothing is
 * appended for a result that a hook decides. */
void ruleset_put_condition(const ruleset *rules, const rule_ending *ending, text *out);
void ruleset_put_result(const ruleset *rules, const rule_ending *ending, text *out);
/* Conditions of endings without an argument, as names_next; NULL after the last. */
const char *ruleset_simple_condition(size_t index);

/* The title of a rule file (`name:`), without loading parents; NULL when the file cannot be read. */
const char *ruleset_title(arena *a, const char *path);

#endif
