/* Ruleset: what a rule file says, after inheritance and options, as plain typed data.
 *
 * The road here: document (a tree per file) -> merge (parents below children, options on top) -> schema (every key
 * known, every value of the right kind) -> ruleset (names of pieces, players and rights resolved to numbers). Whatever
 * needs the board's geometry (cells, zones, positions) stays text with its place and is read by the game layer.
 *
 * Ownership: a ruleset and all that it points to live in `arena`; places point into sources of the diagnostics list that
 * it was loaded with, which must outlive it. Immutable after ruleset_load.
 */
#ifndef FERZ_RULES_RULESET_H
#define FERZ_RULES_RULESET_H

#include "rules/betza.h"
#include "rules/document.h"

enum {
    RULES_PIECES_MAX = 255,
    RULES_PLAYERS_MAX = 8,
    RULES_RIGHTS_MAX = 32,
    RULES_PARENTS_MAX = 32,
    RULES_COUNTERS_MAX = 64,
    RULES_DICE_MAX = 4,
    RULES_FACES_MAX = 20,
    RULES_LETTER_MAX = 7,      /* bytes of a letter such as "+S" */
    RULES_MOVES_MAX = 64,      /* items of a piece's `moves` */
    RULES_PATHS_MAX = 1 << 16, /* of all movements: a line of chained legs can make thousands */
};

/* A scalar as written, with its place. `string` is NULL when the key is absent. A list of zones becomes one zone, its
 * items joined by commas. */
typedef struct written {
    const char *string;
    place place;
    bool literal; /* places inside it (place_within) are exact */
} written;

/* A value that may differ by player: `each[p]`, all the same object when it was written once (then it is said from the
 * owner's side: "e1" means e8 for a player who sits opposite). `per_player`: written out for each, absolute. */
typedef struct written_each {
    bool present, per_player;
    written each[RULES_PLAYERS_MAX];
} written_each;

enum { THROUGH_ANY = INT16_MAX };

/* One item of `moves`. */
typedef struct rule_move {
    betza paths;          /* empty when `hook` is set */
    const char *hook;     /* staged hook NAME(piece, owner, cell) -> cells leapt to; NULL */
    const char *notation; /* as written, for messages; NULL with a hook */
    written from;         /* zone where the man must stand; absent: anywhere */
    written to;           /* zone where it must arrive; absent: anywhere */
    int right;            /* index into rights: only while that right is held; -1 */
    bool leaves_passed;   /* the (first) cell stepped over is open to en passant for one turn */
    bool checks;          /* its captures give check (default true) */
    int *of;              /* pieces: the only ones that it takes; none named: any */
    size_t of_count;
    bool bounces;         /* a line that is thrown back by the edges */
    int through;          /* how many men a line may go through; THROUGH_ANY */
    place place;
} rule_move;

/* One way to promote. */
typedef enum promotion_when {
    PROMOTE_REACHES, /* the move ends in `zone` and did not begin there, or ends there by any way (default) */
    PROMOTE_TOUCHES, /* the move begins or ends in `zone` (shogi) */
} promotion_when;
typedef struct rule_promotion {
    promotion_when when;
    written zone;
    int *to; /* pieces */
    size_t to_count;
    bool optional; /* may be declined, unless the man could never move again there */
    bool reverts;  /* when taken into a hand it is what it was before (FEN mark ~) */
    bool from_box; /* only to types that wait in the owner's box; none there: the man stays and may promote later, in
                        place */
    place place;
} rule_promotion;

/* How a type may be dropped. Absent parts fall back on the game's `drops`. */
typedef struct rule_drop {
    bool allowed;  /* false: `drops: never` */
    written zone;  /* absent: any empty cell */
    int per_file;  /* most own men of this type on a file after the drop; 0: no limit */
    bool immobile; /* may be dropped where it could never move (default false) */
    bool mate;     /* may give mate (default true) */
    bool check;    /* may give check (default true) */
    place place;
} rule_drop;

/* Some pieces, or all. */
typedef struct rule_some {
    bool all;
    int *pieces;
    size_t count;
} rule_some;

/* What a man captures besides what stands where it arrives. */
typedef enum strike_kind {
    STRIKE_FLANK,       /* beside it, straight, with a man of one's own right behind */
    STRIKE_WITHDRAWAL,  /* the man that it moves straight away from, next to where it stood */
    STRIKE_APPROACH,    /* the man that it moves straight up to */
    STRIKE_COORDINATES, /* where its file and the own royal's rank cross, and its rank and the royal's file */
    STRIKE_OVER,        /* by jumping along a line over men that have an empty cell behind them */
} strike_kind;
typedef struct rule_strike {
    strike_kind kind;
    rule_some of;
    bool straight, diagonal; /* moves that it goes with */
    bool beyond;             /* over: it may land on any empty cell behind the last one */
} rule_strike;

typedef struct rule_piece {
    const char *name;
    const char *letter; /* lower case for letters; as in FEN */
    const char
        *royal_letter; /* how a royal man of this type is written where the type itself is not royal; NULL: letter! */
    bool royal;
    int taken_as;      /* type that goes into a hand when this is taken; itself by default; -1: none */
    rule_strike *strikes;
    size_t strike_count;
    rule_some freezes; /* enemies beside it cannot move */
    rule_some guards;  /* men of one's own beside it are not taken */
    bool untouchable;  /* is not taken */
    bool dies_capturing;
    bool resets_clock; /* its moves count as progress for `quiet plies` (pawns) */
    long value;        /* a designer's hint for the search, hundredths of a pawn; 0: worked out */
    rule_move *moves;
    size_t move_count;
    rule_promotion *promotions;
    size_t promotion_count;
    rule_drop drop;
    place place; /* of the piece's name */
    place letter_place;
} rule_piece;

/* A right that a man holds until it moves from its first cell or is taken there, written as a letter in the FEN. */
typedef struct rule_right {
    const char *letter; /* lower case, one letter */
    int piece;          /* the man that holds it */
    written_each at;    /* cell; absent: where that type stands in the start position */
    place place;
} rule_right;

/* One castling (or a family of them: `zone`). Cells are said from the owner's side. */
typedef struct rule_castling {
    const char *name;
    int king, partner;                                         /* pieces */
    written_each king_from, partner_from, king_to, partner_to; /* absent in a family */
    const char *right;       /* letter; NULL in a family, where it is the partner's file */
    written zone;            /* family: king and partner anywhere in it (own rank 1) */
    const char *hook;        /* family: staged hook NAME(king, partner, owner) -> {king=, partner=} */
    bool written_as_capture; /* the move is written king takes partner */
    place place;
} rule_castling;

typedef enum ending_kind {
    END_CHECKMATE,   /* the player to act has no legal move and a royal of his is attacked; subject: he */
    END_STALEMATE,   /* no legal move, not attacked (or without a royal); subject: he */
    END_REPETITION,  /* `number` times the same position; subject: the player to act */
    END_PERPETUAL,   /* `number` times, and one player checked with every move of the cycle; subject: that player */
    END_QUIET,       /* `number` plies without capture and without a move of a piece that resets the clock */
    END_DEAD,        /* neither side has mating material, see `alone` and `same_shade` */
    END_BARE,        /* a player has only royals, some opponent more; subject: he. `grace`: not while he is to act and
                          can take the last man of the opponent at once */
    END_BOTH_BARE,   /* nobody has more than royals */
    END_EXTINCT,     /* a player has no man of `piece` (-1: no man at all); subject: he */
    END_CHECKS,      /* a player gave check `number` moves running; subject: he */
    END_CHECK_CYCLE, /* a position came `number` times within one series of checks; subject: the checker */
    END_POINTS,      /* every royal stands in `zone`; the points of `points` decide, see below */
    END_HOOK,        /* live hook `hook` decides */
} ending_kind;

typedef enum ending_result {
    RESULT_LOSS,
    RESULT_DRAW,
    RESULT_WIN, /* for the subject */
    RESULT_FIRST,
    RESULT_SECOND, /* a player wins whoever was to act */
    RESULT_POINTS, /* END_POINTS: see need and compare */
} ending_result;

typedef struct rule_ending {
    const char *name; /* the reason that `status` prints */
    ending_kind kind;
    ending_result result;
    const char *claim; /* not automatic: the player to act may end the game by the move `claim-WORD`; else NULL */
    bool illegal;      /* repetition: the move that would bring it about is illegal instead */
    long number;
    bool grace;
    int piece;
    int *alone; /* END_DEAD: royal and one of these against a bare royal is dead */
    size_t alone_count;
    int *same_shade; /* END_DEAD: any number of these, all on one shade, is dead */
    size_t same_shade_count;
    int *bare_of; /* END_DEAD: royals count as such only if of these types; empty: any royal */
    size_t bare_of_count;
    written zone; /* END_POINTS */
    long *points; /* END_POINTS: [pieces], board and hand alike; royals count nothing */
    long need;    /* a player with fewer loses; both reach it: draw */
    bool compare; /* both reach it, or neither: more points win, equal draw; `need` points each draw */
    const char *hook;
    place place;
} rule_ending;

/* A live hook and the moves that reach it. Masks are over pieces; 0 items: any. */
typedef enum hook_at {
    HOOK_AFTER,   /* adds effects to a move */
    HOOK_LEGAL,   /* says whether a move is legal, before it is made */
    HOOK_MADE,    /* the same with the position after it */
    HOOK_CHOICES, /* offers ways in which a move may go on, one of which its player chooses */
    HOOK_MOVES,   /* lists moves that no piece has by itself */
} hook_at;
typedef struct rule_hook {
    const char *function;
    hook_at at;
    bool captures_only;
    int *pieces; /* movers */
    size_t piece_count;
    int *taken; /* victims */
    size_t taken_count;
    written to; /* zone of arrival; absent: anywhere */
    place place;
} rule_hook;

typedef struct rule_player {
    const char *name;
    int quarter_turns; /* where he sits: his forward is north turned clockwise by this many quarters (0 north, 2 south) */
    const char *team;  /* players of one team are no enemies; NULL: for himself */
} rule_player;

/* What a turn is. */
typedef enum rule_pass { PASS_NEVER, PASS_UNCHECKED, PASS_STUCK, PASS_ALWAYS } rule_pass;
typedef struct rule_turn {
    long plies;              /* 1 by default; 0: as many as the player likes, until he closes the turn */
    long first;              /* plies of the first player's first turn; 0: as all others */
    long least;              /* plies before a free turn may be closed, 1 by default */
    bool only_drops;         /* a free turn goes on after a drop only, and with drops only */
    bool once;               /* each man at most once a turn */
    bool judge_end;          /* own royals must be safe when the turn ends, not after each ply */
    bool check_last;         /* only the last ply may give check */
    bool passed_whole;       /* passed cells stay open for the whole next turn, not for its first ply only */
    rule_pass pass;          /* when a player may pass */
    bool removes_frozen;     /* a frozen man of one's own may be taken off as a turn */
    const char *pass_word;   /* how passing is written: "pass" */
    const char *closed_word; /* how closing a free turn is written: "end" */
    place place;
} rule_turn;

typedef struct rule_captures {
    bool must;      /* a move that takes must be made if there is one */
    int *by;        /* pieces whose captures oblige; none named: any */
    size_t by_count;
    bool longest;   /* of chains of captures the longest must be made */
} rule_captures;

typedef struct rule_checks {
    uint32_t must;  /* players who must give check when they can, bits */
    bool only_mate; /* a check that is no mate is illegal */
} rule_checks;

/* Dice thrown before each turn. */
typedef struct rule_face {
    long face;
    int *pieces;
    size_t piece_count;
} rule_face;
typedef struct rule_chance {
    int dice; /* 0: none */
    uint8_t faces[RULES_FACES_MAX];
    size_t face_count;
    int doubles;       /* equal dice are played that many times; 0: as thrown */
    rule_face *limits; /* which pieces a face lets move; none: all */
    size_t limit_count;
    place place;
} rule_chance;

typedef enum captured_go { CAPTURED_GONE, CAPTURED_TO_HAND, CAPTURED_TO_BOX } captured_go;

typedef struct rule_option {
    const char *name;
    const char *about;
    const char *values; /* for people: "claim, automatic"; "" for a switch */
    const char *chosen; /* "on"/"off" for a switch */
    bool set;
} rule_option;

typedef struct ruleset {
    arena arena;
    const char *id;   /* the file's stem */
    const char *path; /* the file */
    const char *title;
    const char *about;
    const char *script_path; /* resolved: beside the file that names it or in ../scripts; NULL without */
    place script_place;
    int width, height;
    place board_place;
    bool checkered;
    rule_player players[RULES_PLAYERS_MAX];
    size_t player_count;
    const char *nobody; /* owner of the men that everybody moves; NULL: there are none */
    bool mirrored; /* opposite players see the board mirrored (default); false: turned by half a turn */
    rule_piece *pieces;
    size_t piece_count;
    captured_go captured;
    bool hands; /* somebody can hold men: FEN has [] */
    rule_right *rights;
    size_t right_count;
    rule_castling *castlings;
    size_t castling_count;
    written start; /* FEN; absent when start_hook is set */
    const char *start_hook;
    long start_number, start_second;
    place start_place;
    rule_ending *endings;
    size_t ending_count;
    rule_hook *hooks;
    size_t hook_count;
    const char *counters[RULES_COUNTERS_MAX];
    size_t counter_count;
    uint64_t hashed_counters; /* bits: those under `states`, which tell positions apart */
    rule_turn turn;
    rule_captures captures;
    rule_checks checks;
    rule_chance chance;
    bool placing_first;    /* who holds men must place them before anything else */
    bool placing_run;      /* and goes on until he holds none */
    bool towers;           /* men stand on each other */
    bool attacks_by_moves; /* royals are attacked by whatever move would take them, with all its effects */
    bool royals_taken;     /* a royal that was left under attack may be taken */
    bool royal_slides_through_attack; /* default true */
    const char **zone_names;
    written *zones; /* named zones, said from the owner's side */
    size_t zone_count;
    rule_option *options;
    size_t option_count;
} ruleset;

/* One `--set`. Value NULL: a switch. */
typedef struct rule_setting {
    const char *name;
    const char *value;
} rule_setting;

/* Finds a file by name: how a parent or a game is looked up. Returns a path in `a`, or NULL. */
typedef struct rule_finder {
    const char *(*find)(const void *state, const char *name, const char *beside, arena *a);
    const void *state;
    /* The name of a game that may have been meant, in `a`; NULL when none is near. May be NULL itself. */
    const char *(*nearest)(const void *state, const char *name, arena *a);
} rule_finder;

/* Loads `path`, or `text` when not NULL (then `path` is only a name). NULL after errors in `diags`. `seed` decides
 * options set to `random`. Free with ruleset_destroy. */
ruleset *ruleset_load(diag_list *diags, const char *path, const source *text, const rule_finder *finder,
                      const rule_setting *settings, size_t setting_count, uint64_t seed);
void ruleset_destroy(ruleset *rules);

/* The title of a rule file ("name:"), without loading parents; NULL when it is not a readable rule file. */
const char *ruleset_title(arena *a, const char *path);

#endif
