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
    RULES_DIE_FACES_MAX = 20,
    RULES_LETTER_MAX = 7,      /* bytes of a letter such as "+S" */
    RULES_MOVES_MAX = 64,      /* items of a piece's `moves` */
    RULES_PATHS_MAX = 1 << 16, /* of all movements: a line of chained legs can make thousands */
    RULES_ROW_MAX = 36,        /* men in a line */
    RULES_LEVELS_MAX = 16,     /* storeys, or boards side by side */
    RULES_OWN_BOARDS_MAX = 4,  /* boards on which only two of the players play */
};

/* A scalar as written, with its place. `string` is NULL when the key is absent. A list of zones becomes one zone, its
 * items joined by commas. */
typedef struct rule_text {
    const char *string;
    location location;
    bool verbatim; /* places inside it (location_within) are exact */
} rule_text;

/* A value that may differ by player: `each[p]`, all the same object when it was written once (then it is said from the
 * owner's side: "e1" means e8 for a player who sits opposite). `per_player`: written out for each, absolute. */
typedef struct rule_text_by_player {
    bool present, per_player;
    rule_text each[RULES_PLAYERS_MAX];
} rule_text_by_player;

enum { THROUGH_ANY = INT16_MAX };

/* Jumps: over exactly one enemy to an empty cell behind it. */
typedef enum jump_chain { CHAIN_NONE, CHAIN_ANY, CHAIN_STRAIGHT } jump_chain;
typedef enum jumped_fate {
    JUMPED_CAPTURED,
    JUMPED_CONVERTED, /* stays and changes its owner */
    JUMPED_UNDER,     /* the top man goes under the tower that jumps */
} jumped_fate;

/* One item of `moves`. */
/* The keys that a movement has in the rule file. A key without a bit of its own sets MOVE_KEY_OTHER, so that whoever must
 * understand all of a movement (api/ferz_betza.c) cannot overlook a new one. */
enum rule_move_key {
    MOVE_KEY_MOVE = 1 << 0, /* or the movement is bare notation */
    MOVE_KEY_FROM = 1 << 1,
    MOVE_KEY_EN_PASSANT = 1 << 2,
    MOVE_KEY_CLOCK = 1 << 3, /* resets_halfmove_clock */
    MOVE_KEY_OTHER = 1 << 4,
};

typedef struct rule_move {
    unsigned keys;        /* bits of enum rule_move_key */
    betza paths;          /* empty when `hook` is set */
    const char *hook;     /* staged hook NAME(piece, owner, cell) -> cells leapt to; NULL */
    const char *notation; /* as written, for messages; NULL with a hook */
    rule_text from;       /* zone where the man must stand; absent: anywhere */
    rule_text to;         /* zone where it must arrive; absent: anywhere */
    int right;            /* index into rights: only while that right is held; -1 */
    bool sets_ep;         /* the (first) cell stepped over is open to en passant for one turn */
    bool gives_check;     /* its captures give check (default true) */
    int into;             /* piece that the man is afterwards; -1: as its promotions say */
    int with_piece;       /* piece of which its owner must have a man on the board, or may have none; -1 */
    bool without;         /* none */
    bool must_not_check;  /* it may not give check */
    int *victims;         /* pieces: the only ones that it takes; none named: any */
    size_t victim_count;
    bool bounces;     /* a line that is thrown back by the edges */
    int through;      /* how many men a line may go through; THROUGH_ANY */
    bool jumps;       /* `paths` say in which directions and from how far it jumps */
    bool land_any;    /* lands on any empty cell behind the jumped man, not on the next only */
    jump_chain chain; /* how the same man goes on jumping */
    jumped_fate jumped;
    bool keeps_clock;    /* no progress for `quiet plies`, though moves of its piece are */
    bool stay;           /* instead of paths: the man stays where it is */
    bool along_lines;    /* instead of `paths`: to a neighbour on one of the board's lines */
    bool circles;        /* a ride that comes back to where it began over empty cells may end there, changing nothing */
    bool never_captures; /* of a hook or along lines: it only moves */
    unsigned barred_edges; /* enum rule_wrapped_edge: seams of a board glued to itself that it may not cross */
    betza must_be_empty;   /* one-step paths: where they lead must be empty or off the board */
    betza adjacent;        /* one-step paths: on one of their ends such a man must stand */
    int adjacent_piece;
    enum rule_owner { OWNER_SELF, OWNER_PARTNER, OWNER_ENEMY } adjacent_owner;
    location location;
} rule_move;

/* One way to promote. */
typedef enum promotion_when {
    PROMOTE_REACHES, /* the move ends in `zone` and did not begin there, or ends there by any way (default) */
    PROMOTE_TOUCHES, /* the move begins or ends in `zone` (shogi) */
    PROMOTE_STANDS,  /* no move does it: as soon as the man stands there with nobody on it (towers) */
} promotion_when;
typedef struct rule_promotion {
    promotion_when when;
    rule_text zone;
    int *to; /* pieces */
    size_t to_count;
    bool optional;    /* may be declined, unless the man could never move again there */
    bool reverts;     /* when taken into a hand it is what it was before (FEN mark ~) */
    bool from_prison; /* only to types that wait in the owner's box; none there: the man stays and may promote later, in
                        place */
    location location;
} rule_promotion;

/* How a type may be dropped. Absent parts fall back on the game's `drops`. */
typedef struct rule_drop {
    bool allowed;         /* false: `drops: never` */
    rule_text zone;       /* absent: any empty cell */
    int per_file;         /* most own men of this type on a file after the drop; 0: no limit */
    bool may_be_immobile; /* may be dropped where it could never move (default false) */
    bool may_mate;        /* may give mate (default true) */
    bool may_check;       /* may give check (default true) */
    bool resets_clock;    /* counts as progress for `quiet plies` */
    bool gravity;         /* only onto a man, or onto the lowest cell of a file */
    unsigned unlimited;   /* bits by player: he drops it without a hand, as often as he likes */
    int *drop_as;         /* what a held one is dropped as, each by its own limits; empty: itself */
    size_t drop_as_count;
    location location;
} rule_drop;

/* Some pieces, or all. */
typedef struct rule_piece_set {
    bool all;
    int *pieces;
    size_t count;
} rule_piece_set;

/* What a man captures besides what stands where it arrives. */
typedef enum remote_capture_kind {
    REMOTE_CUSTODIAN,    /* beside it, straight, with a man of one's own right behind */
    REMOTE_WITHDRAWAL,   /* the man that it moves straight away from, next to where it stood */
    REMOTE_APPROACH,     /* the man that it moves straight up to */
    REMOTE_COORDINATION, /* where its file and the own royal's rank cross, and its rank and the royal's file */
    REMOTE_LONG_LEAP,    /* by jumping along a line over men that have an empty cell behind them */
} remote_capture_kind;
typedef struct rule_remote_capture {
    remote_capture_kind kind;
    rule_piece_set victims;
    bool straight, diagonal; /* moves that it goes with */
    bool beyond;             /* over: it may land on any empty cell behind the last one */
} rule_remote_capture;

typedef struct rule_piece {
    const char *name;
    const char *letter; /* lower case for letters; as in FEN */
    const char
        *royal_letter;  /* how a royal man of this type is written where the type itself is not royal; NULL: letter! */
    const char *figure; /* the figure that pictures show it by, one of `rule_figures`; NULL: by its name */
    bool royal;
    int when_covered; /* what it turns into under another man; -1: nothing else */
    int captured_as;  /* type that goes into a hand when this is taken; itself by default; -1: none */
    rule_remote_capture *remote_captures;
    size_t remote_capture_count;
    rule_piece_set immobilizes; /* enemies beside it cannot move */
    rule_piece_set protects;    /* men of one's own beside it are not taken */
    bool invulnerable;          /* is not taken */
    bool kamikaze;
    int transforms_into; /* what it is after every move that it makes; -1 */
    bool resets_clock;   /* its moves count as progress for `quiet plies` (pawns) */
    long value;          /* a designer's hint for the search, hundredths of a pawn; 0: worked out */
    rule_move *moves;
    size_t move_count;
    rule_promotion *promotions;
    size_t promotion_count;
    rule_drop drop;
    location location; /* of the piece's name */
    location letter_location;
} rule_piece;

/* A right that a man holds until it moves from its first cell or is taken there, written as a letter in the FEN. */
typedef struct rule_right {
    const char *letter;     /* lower case, one letter */
    int piece;              /* the man that holds it */
    rule_text_by_player at; /* cell; absent: where that type stands in the start position */
    bool shown_lost;        /* the FEN shows it once it is lost, not while it is held */
    bool implied;           /* held by whoever has a right to castle; the FEN shows it only where it has none */
    location location;
} rule_right;

/* One castling (or a family of them: `zone`). Cells are said from the owner's side. */
typedef struct rule_castling {
    const char *name;
    int king, partner;                                                /* pieces */
    rule_text_by_player king_from, partner_from, king_to, partner_to; /* absent in a family */
    const char *right;          /* letter; NULL in a family, where it is the partner's file */
    rule_text zone;             /* family: king and partner anywhere in it (own rank 1) */
    const char *hook;           /* family: staged hook NAME(king, partner, owner) -> {king=, partner=} */
    bool written_as_capture;    /* the move is written king takes partner */
    const char *written_as;     /* the move is written with this name; NULL */
    rule_text_by_player *clear; /* cells that must be empty; NULL: those on the way of both */
    size_t clear_count;
    rule_text_by_player *safe; /* cells that must not be attacked; NULL: those on the king's way */
    size_t safe_count;
    location location;
} rule_castling;

/* Men of one player that stand in a row, none missing. */
typedef enum rule_row_direction {
    ROW_DEFAULT, /* the board's drawn lines, or all where it draws none */
    ROW_LINES,
    ROW_STRAIGHT,
    ROW_DIAGONAL,
    ROW_ALL,
} rule_row_direction;
typedef struct rule_row {
    long length; /* 0: no line is meant */
    rule_row_direction along;
    int *pieces; /* pieces; none named: any */
    size_t piece_count;
    location location;
} rule_row;

typedef enum ending_kind {
    END_CHECKMATE,       /* the player to act has no legal move and a royal of his is attacked; subject: he */
    END_STALEMATE,       /* no legal move, not attacked (or without a royal); subject: he */
    END_REPETITION,      /* `number` times the same position; subject: the player to act */
    END_PERPETUAL_CHECK, /* `number` times, and one player checked with every move of the cycle; subject: that player */
    END_HALFMOVE_CLOCK,  /* `number` plies without capture and without a move of a piece that resets the clock */
    END_INSUFFICIENT_MATERIAL, /* neither side has mating material, see `alone` and `same_shade` */
    END_BARE,         /* a player has only royals, some opponent more; subject: he. `grace`: not while he is to act and
                          can take the last man of the opponent at once */
    END_BOTH_BARE,    /* nobody has more than royals */
    END_EXTINCT,      /* a player has no man of `piece` (-1: no man at all); subject: he */
    END_PASSES,       /* the players passed `number` times running; subject: the player to act */
    END_CHECKS,       /* a player gave check `number` moves running, or in all; subject: he */
    END_CHECK_CYCLE,  /* a position came `number` times within one series of checks; subject: the checker */
    END_POINTS,       /* every royal stands in `zone`; the points of `points` decide, see below */
    END_EXPOSED,      /* a player who is not to act has a royal attacked; subject: he */
    END_CONNECT,      /* a player has a line, see `line`; subject: he */
    END_PIECES_BELOW, /* a player has fewer than `number` men (of `line.of`), on the board and in hand; subject: he */
    END_GOAL,         /* a player has `number` men (of `line.of`) in `zone`; subject: he */
    END_HOOK,         /* live hook `hook` decides */
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
    bool counts_turns; /* END_HALFMOVE_CLOCK: whole turns are counted, not plies */
    bool illegal;      /* repetition: the move that would bring it about is illegal instead */
    long number;
    bool grace;
    bool cumulative; /* END_CHECKS: those with other moves between count too */
    int piece;
    int *alone; /* END_INSUFFICIENT_MATERIAL: royal and one of these against a bare royal is dead */
    size_t alone_count;
    int *same_shade; /* END_INSUFFICIENT_MATERIAL: any number of these, all on one shade, is dead */
    size_t same_shade_count;
    int *bare_royals; /* END_INSUFFICIENT_MATERIAL: royals count as such only if of these types; empty: any royal */
    size_t bare_royal_count;
    rule_text zone;      /* END_POINTS, END_GOAL */
    long *points;        /* END_POINTS: [pieces], board and hand alike; royals count nothing */
    long needed_points;  /* a player with fewer loses; both reach it: draw */
    bool compare_points; /* both reach it, or neither: more points win, equal draw; `need` points each draw */
    const char *hook;
    long max_pieces;  /* END_HOOK: asked only while at most so many cells are occupied; 0: always */
    int counter;      /* END_HOOK: asked only once this counter, */
    long counter_min; /* has reached that; -1: always */
    rule_row row;     /* END_CONNECT; of END_PIECES_BELOW and END_GOAL the pieces */
    location location;
} rule_ending;

/* A live hook and the moves that reach it. Masks are over pieces; 0 items: any. */
typedef enum hook_at {
    HOOK_AFTER,    /* adds effects to a move */
    HOOK_LEGAL,    /* says whether a move is legal, before it is made */
    HOOK_MADE,     /* the same with the position after it */
    HOOK_CHOICES,  /* offers ways in which a move may go on, one of which its player chooses */
    HOOK_MOVES,    /* lists moves that no piece has by itself */
    HOOK_ANNOUNCE, /* says what all players hear of a move, with the position after it */
} hook_at;
typedef struct rule_hook {
    const char *function;
    hook_at at;
    bool captures_only, drops_only;
    bool exclusive; /* HOOK_MOVES: while it lists any, nothing else is legal */
    int *pieces;    /* movers */
    size_t piece_count;
    int *captured; /* victims */
    size_t captured_count;
    rule_text to;         /* zone of arrival; absent: anywhere */
    rule_text full;       /* HOOK_LEGAL: zone on all of whose cells own men stand; absent: whatever stands there */
    bool checks_only;     /* HOOK_AFTER, HOOK_MADE: moves that give check */
    bool mates_only;      /* HOOK_MADE: and leave no answer */
    bool has_unless_zero; /* or all, while the mover's counter here is not zero */
    int unless_zero[RULES_PLAYERS_MAX];
    bool promotes_only; /* HOOK_AFTER, HOOK_LEGAL, HOOK_MADE: moves in which a man becomes another piece */
    bool counters_only; /* HOOK_AFTER: no other effects */
    location location;
} rule_hook;

/* Edges at which a board is glued to itself. */
enum rule_wrapped_edge {
    WRAPPED_FILES = 1 << 0, /* the first file and the last are neighbours */
    WRAPPED_RANKS = 1 << 1, /* the first rank and the last */
};
typedef enum board_wrap {
    WRAP_NONE,
    WRAP_FILES,
    WRAP_RANKS,
    WRAP_BOTH,
    WRAP_MOEBIUS, /* files, and the ranks are turned over */
    WRAP_SPHERE,  /* files, and over the last rank a file goes down again half the way round */
} board_wrap;

typedef struct rule_player {
    const char *name;
    char letter;  /* in FEN; 0: the first letter of the name that no earlier player has */
    int rotation; /* where he seat: his forward is north turned clockwise by this many quarters (0 north, 2 south) */
    const char *team;      /* players of one team are no enemies; NULL: for himself */
    int commander;         /* who decides for him; himself by default */
    int commander_counter; /* counter that says it, as a number from 1, 0 for himself; -1 */
    int board;             /* he plays on this board only, where one other player does; -1: on all */
} rule_player;

/* What a turn is. */
typedef enum rule_pass { PASS_NEVER, PASS_UNCHECKED, PASS_NO_MOVES, PASS_STALEMATED, PASS_ALWAYS } rule_pass;
typedef struct rule_turn {
    long plies;               /* 1 by default; 0: as many as the player likes, until he closes the turn */
    long first_plies;         /* plies of the first player's first turn; 0: as all others */
    long min_plies;           /* plies before a free turn may be closed, 1 by default */
    bool only_drops;          /* a free turn goes on after a drop only, and with drops only */
    bool each_piece_once;     /* each man at most once a turn */
    bool legality_at_end;     /* own royals must be safe when the turn ends, not after each ply */
    bool check_only_last;     /* only the last ply may give check */
    bool check_ends;          /* a ply that gives check is the last */
    bool ep_whole_turn;       /* passed cells stay open for the whole next turn, not for its first ply only */
    rule_pass pass;           /* when a player may pass */
    bool removes_immobilized; /* a frozen man of one's own may be taken off as a turn */
    const char *pass_word;    /* how passing is written: "pass" */
    const char *end_word;     /* how closing a free turn is written: "end" */
    bool wait_any;            /* with own boards: a player may leave the word to the next board and stay to move */
    bool wait_parry;          /* the same in a check that a man dropped between could parry; it is then no mate */
    location location;
} rule_turn;

/* What a move that makes a line takes off. */
typedef enum rule_row_capture {
    ROW_CAPTURE_ANY,       /* any enemy man */
    ROW_CAPTURE_FREE,      /* one that stands in no line of his own, or any where all do */
    ROW_CAPTURE_FREE_ONLY, /* one that stands in no line; where all do, nothing is taken */
} rule_row_capture;

typedef struct rule_captures {
    bool mandatory;    /* a move that takes must be made if there is one */
    int *mandatory_by; /* pieces whose captures oblige; none named: any */
    size_t mandatory_by_count;
    bool longest; /* of chains of captures the longest must be made */
    location location;
    bool multiple; /* a capture of several men must be preferred to one of a single man */
    rule_row row;  /* a move that makes such a line takes an enemy man off the board */
    rule_row_capture row_capture;
    int *prefer_most; /* of captures equally long, those that take the most of these */
    size_t prefer_most_count;
} rule_captures;

/* What goes off with every capture. */
typedef struct rule_blast {
    bool given;
    betza reach; /* single leaps around the cell where the captor arrives */
    int *spares; /* pieces that survive standing near */
    size_t spare_count;
    bool captor_stays;
    location location;
} rule_blast;

/* What chains of jumps have in common. */
typedef enum chain_promotion {
    CHAIN_PROMOTION_CONTINUES, /* the man becomes the new type at once and goes on as that */
    CHAIN_PROMOTION_AT_END,    /* it promotes only if the chain ends there */
    CHAIN_PROMOTION_STOPS,     /* it promotes and the chain ends */
} chain_promotion;
typedef struct rule_jumps {
    bool removes_at_once; /* a jumped man leaves at once; else it stays, blocks, and leaves when the chain ends */
    bool must_continue;   /* of several landings one from where the chain can go on must be chosen */
    bool same_cell_twice; /* one cell may be jumped twice in a chain */
    bool may_reverse;     /* the next jump may go back the way that the last one came */
    chain_promotion promotion;
} rule_jumps;

/* How moves are written, where it is not from and to. */
typedef struct rule_notation {
    bool given;
    const char *step_sign, *capture_sign, *promotion_sign; /* signs between the cells and before a new letter */
    bool piece_letters;                                    /* the man's letter stands in front */
    bool ends_only;                                        /* of a chain only both ends, as long as that says which */
    bool cell_numbers;                                     /* cells by the number of their dark cell */
} rule_notation;

typedef struct rule_checks {
    uint32_t mandatory;      /* players who must give check when they can, bits */
    bool only_mate;          /* a check that is no mate is illegal */
    bool unconditional_mate; /* and a mate is one whatever checks the answers give */
    location location;
} rule_checks;

/* Players without a legal move miss their turns; what their men are until they move again. */
typedef enum rule_removed { REMOVED_NEVER, REMOVED_ROYALS, REMOVED_ALL } rule_removed;
typedef struct rule_missed_turn {
    bool invulnerable;    /* are not taken */
    bool attacks_nothing; /* attack nothing */
    rule_removed removes; /* who leaves the board; then their player is out of the game */
} rule_missed_turn;
typedef struct rule_no_moves {
    bool given;
    rule_missed_turn mated, stalemated;
    bool invulnerable_return; /* untouchable until the second move, but for the man that made the first */
    int counter;              /* of the first player; those of the others follow. Values: enum missed_turn_state */
    location location;
} rule_no_moves;
enum missed_turn_state {
    MISSED_TURN_NONE,
    MISSED_TURN_MATED,
    MISSED_TURN_STALEMATED,
    MISSED_TURN_OUT,
    MISSED_TURN_RETURNING /* + cell of the man */
};

/* Dice thrown before each turn. */
typedef struct rule_die_face {
    long face;
    int *pieces;
    size_t piece_count;
} rule_die_face;
typedef struct rule_dice {
    int count; /* 0: none */
    uint8_t faces[RULES_DIE_FACES_MAX];
    size_t face_count;
    bool doubles_free;     /* dice that show the same let every piece move */
    int doubles;           /* equal dice are played that many times; 0: as thrown */
    rule_die_face *limits; /* which pieces a face lets move; none: all */
    size_t limit_count;
    location location;
} rule_dice;

/* What players do not see. */
typedef struct rule_secret {
    int counter, owner;
    int revealed_by; /* counter: while it is not 0, everybody sees the secret; -1 */
    long low, high;  /* values it can have, 0 aside */
    location location;
} rule_secret;
typedef struct rule_query {
    const char *word; /* without its question mark */
    int *pieces;      /* it asks for legal captures by these */
    size_t piece_count;
    bool answers_number; /* the answer is how many, else yes or no */
    bool binding;        /* after yes, such a capture must be tried first */
    location location;
} rule_query;
typedef struct rule_visibility {
    bool own_pieces_only; /* a player sees the men of his own side only */
    bool during_setup;    /* only while somebody has men to place */
    bool attempts;        /* the mover tries moves until one is legal */
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
    const char *chosen;   /* "on"/"off" for a switch */
    bool set;
} rule_option;

typedef struct ruleset {
    arena arena;
    const char *id;     /* the file's stem */
    const char *path;   /* the file */
    const char *parent; /* path of the file that it extends; NULL */
    const char *title;
    const char *about;
    const char *title_ru, *about_ru; /* the same in Russian; NULL where that file does not say them */
    const char *script_path;         /* resolved: beside the file that names it or in ../scripts; NULL without */
    location script_location;
    int width, height, levels;
    int *row_cells;    /* [height] cells that stand two apart in that row; NULL: every column has one */
    rule_text missing; /* zone without cells */
    board_wrap wrap;
    bool rows_named;         /* A1 is the first cell of the first row */
    const char **cell_names; /* names one by one, in the order of the cells; NULL */
    size_t cell_name_count;
    const char **board_names; /* [levels] the levels are boards with these names; NULL: storeys */
    int shades;               /* 2: as a chessboard; more: by the column, modulo so many */
    rule_text *lines;         /* cells joined by blanks, neighbours next to each other */
    size_t line_count;
    const char *move_filter; /* staged hook NAME(from, to, owner) -> whether a man may go there; NULL */
    location filter_location;
    location board_location;
    bool checkered;
    bool draws_points; /* pictures show the cells as points where lines cross */
    enum rule_piece_style {
        PIECE_STYLE_FIGURES,
        PIECE_STYLE_DISCS,
        PIECE_STYLE_TILES
    } piece_style; /* how pictures show the men */
    rule_player players[RULES_PLAYERS_MAX];
    size_t player_count;
    int own_boards;      /* boards on which only two of the players play each; 0: all play on all */
    const char *neutral; /* owner of the men that everybody moves; NULL: there are none */
    location neutral_location;
    bool mirrored; /* opposite players see the board mirrored (default); false: turned by half a turn */
    rule_piece *pieces;
    size_t piece_count;
    captured_destination captured;
    bool hands; /* somebody can hold men: FEN has [] */
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
    location counter_locations[RULES_COUNTERS_MAX]; /* nowhere: the language made it */
    size_t counter_count;
    uint64_t hashed_counters; /* bits: those under `states`, which tell positions apart */
    rule_turn turn;
    rule_captures captures;
    rule_blast blast;
    rule_checks checks;
    rule_no_moves no_moves;
    rule_dice dice;
    rule_jumps jumps;
    rule_notation notation;
    int material_clock;    /* counter of the plies since men were last taken or promoted; -1 */
    bool setup_mandatory;  /* who holds men must place them before anything else */
    bool setup_whole_turn; /* and goes on until he holds none */
    bool setup_royals;     /* no turn ends while its player holds a royal man */
    location setup_location;
    bool setup_separate_phase; /* placing comes before the game: see rules/README.md */
    rule_visibility visibility;
    bool stacks;                      /* men stand on each other */
    bool split_any;                   /* any number of men from the top of a tower may move */
    bool attacks_by_moves;            /* royals are attacked by whatever move would take them, with all its effects */
    bool royals_capturable;           /* a royal that was left under attack may be taken */
    bool royal_slides_through_attack; /* default true */
    const char **zone_names;
    rule_text *zones; /* named zones, said from the owner's side */
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
    const char *(*find)(const void *state, const char *name, const char *from_path, arena *a);
    const void *state;
    /* The name of a game that may have been meant, in `a`; NULL when none is near. May be NULL itself. */
    const char *(*nearest)(const void *state, const char *name, arena *a);
} rule_finder;

/* Loads `path`, or `text` when not NULL (then `path` is only a name). NULL after errors in `diags`. `seed` decides
 * options set to `random`. Free with ruleset_destroy. */
ruleset *ruleset_load(diag_list *diags, const char *path, const source *text, const rule_finder *finder,
                      const rule_setting *settings, size_t setting_count, uint64_t seed);
void ruleset_destroy(ruleset *rules);

/* The figures that pictures know, for `look`; ended by NULL. */
extern const char *const rule_figures[];

/* Whether some player does not see all. */
bool ruleset_has_hidden_information(const ruleset *rules);
/* The board in words for people: "8x8", "7x7, with holes", "80 cells in 11 rows". */
void ruleset_board_text(const ruleset *rules, text *out);

/* Conditions of endings that are whole without a number or a name, as names_next; NULL after the last. */
const char *ruleset_simple_condition(size_t index);

/* The title of a rule file ("name:"), without loading parents; NULL when it is not a readable rule file. */
const char *ruleset_title(arena *a, const char *path);

#endif
