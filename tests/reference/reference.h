/* A second implementation of the rule language, slow and simple, for comparison: boards are arrays, a move copies the whole
 * position, a piece is attacked when some enemy move would capture it. It is written after rules/README.md and shares no code with
 * interp/; only compare.c uses ferz.h. What it does not know it refuses (`unsupported`), so that nothing is compared by halves.
 * There is one variant at a time, in the global `rules`. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    MAX_CELLS = 256,
    MAX_TYPES = 48,
    MAX_PLAYERS = 6,
    MAX_OWNERS = MAX_PLAYERS + 1, /* and the owner of neutral pieces */
    MAX_VECTORS = 32,
    MAX_MOVEMENTS = 200,
    MAX_RIGHTS = 24,
    MAX_ENDS = 16,
    MAX_COUNTERS = 64,
    MAX_CAPTURED = 32,
    MAX_TEXT = 160,
    MAX_STACK = 33,
    MAX_EP = 24,
    MAX_BOARDS = 4,
    MAX_LEGS = 8,
    MAX_CHANGES = 64,
};

/* ---- yaml_tree.c: a YAML file as a tree, with what it extends and its options laid together ---- */

typedef struct tree {
    char *text; /* a scalar; NULL for lists and mappings */
    bool plain; /* the scalar has no quotes */
    bool list;
    int count;
    struct tree **keys; /* of a mapping; NULL for lists */
    struct tree **values;
} tree;

typedef struct setting {
    const char *name, *value;
} setting;

/* `folder`/`name`.yaml with parents and options; ends the program with words when it cannot be read. */
tree *tree_rules(const char *folder, const char *name, const setting *settings, int setting_count);
tree *tree_file(const char *path);
const char *tree_option(const char *name); /* what the option was set to; "on" for a switch; NULL */
/* The value under a key; NULL when there is none or when it is the word none. */
tree *tree_child(const tree *from, const char *key);
const char *tree_text(const tree *from, const char *key); /* NULL when absent or no scalar */
bool tree_yes(const tree *from, const char *key);
/* Whether it says `none`, which tree_child does not tell from a missing key. */
bool tree_none(const tree *from, const char *key);
bool tree_is(const tree *from, const char *key, const char *word);
int tree_number(const tree *from, const char *key, int fallback);

/* Reports that the rules use something that this program does not know, and ends it with status 77. */
_Noreturn void unsupported(const char *what, const char *which);

/* ---- rules ---- */

typedef struct zone {
    bool has[MAX_OWNERS][MAX_CELLS];
} zone;

typedef struct vector {
    int x, y, z;
} vector;

/* One leg of a movement, as it is written: its letters and its atom. */
typedef struct leg {
    char directions[12];
    bool m, c, e, d, n, j, may_stop; /* may_stop: the move may end here, or go on */
    char hop;
    int near, far, up, range; /* the leap's parts; levels; as in movement */
    bool both;                /* K, Q: straight and slanting */
} leg;

/* One movement: vectors as the south player sees them, and conditions for its use. */
typedef struct movement {
    vector vectors[MAX_VECTORS];
    int vector_count;
    int range;                             /* 1: a leap; 0: a ride without limit */
    bool moves, captures, en_passant, own; /* m c e d */
    bool lame, jumping, initial;
    char hop; /* p or g, or 0 */
    int legs; /* 0: by vectors; else leg by leg */
    bool bracket;
    leg leg[MAX_LEGS];
    zone *from, *to;
    int right;    /* -1: none needed */
    int leap_set; /* staged leaps: index into rules.leaps, or -1 */
    char lands;   /* jumps: n next to the jumped piece, a anywhere behind, 0 as the range says */
    bool condition_not, stay, leaves_ep, leaves_all_ep, gives_no_check, keeps_clock, along, circles, bounces,
        must_not_check, safe_from, safe_to, safe_passed;
    bool jump, chain, chain_straight;
    char jumped;       /* 0 captured, u put under, c converted, s stays */
    int through;       /* pieces that a ray may pass; 1000: any number */
    int transforms_to; /* type or 0 */
    int with, without;
    bool all_types, types[MAX_TYPES];
    int condition; /* 0 none, 1 empty, 2 own, 3 partner, 4 enemy stands there */
    int condition_type;
    vector look[MAX_VECTORS];
    int look_count;
    bool no_crossing;
} movement;

typedef struct promotion {
    zone *on;
    int to[MAX_TYPES], choices;
    bool from_prison, touches, enters, optional, declinable, reverts, stands, no_quiet, no_capture;
} promotion;

typedef struct remote_capture {
    int kind; /* 'f'lank 'w'ithdrawal 'a'pproach 'c'oordinates 'o'ver */
    bool all_types, types[MAX_TYPES];
    char going; /* 0, s, d */
    bool lands_beyond;
    const struct zone *hostile, *on; /* cells that help; where victims stand */
} remote_capture;

typedef struct piece_def {
    char name[48], letter[8], royal_letter[8];
    bool royal, resets_halfmove_clock, invulnerable, kamikaze, vanishes;
    int promotion_limit;
    movement *movements[MAX_MOVEMENTS];
    int movement_count;
    promotion promotions[8];
    int promotion_count;
    bool drops, drop_immobile, drop_no_mate, drop_no_check, endless[MAX_PLAYERS], gravity, drop_resets;
    bool drop_neutral, drop_shared, drop_edge, drop_no_parry;
    zone *drop_on;
    int per_file;
    int drop_types[8], drop_type_count;
    int captured_as, transforms_each_move, when_covered;
    remote_capture remote_captures[8];
    int remote_capture_count;
    bool immobilizes, immobilized[MAX_TYPES], protects, protected_type[MAX_TYPES];
} piece_def;

typedef struct right {
    char letter; /* lower case */
    bool castling, implied, shown_lost, shown_file, anywhere;
    int type;                                    /* of the piece, for rights other than castling */
    int cell[MAX_PLAYERS], partner[MAX_PLAYERS]; /* first cells; -1 */
} right;

typedef struct castling {
    char name[32], notation[8];
    int king, with, right;
    int from[MAX_PLAYERS], rook_from[MAX_PLAYERS], king_to[MAX_PLAYERS], rook_to[MAX_PLAYERS];
    bool has_clear, has_safe, family;
    int clear[MAX_PLAYERS][8], clear_count;
    int safe[MAX_PLAYERS][8], safe_count;
} castling;

enum end_kind {
    END_CHECKMATE,
    END_STALEMATE,
    END_REPETITION,
    END_PERPETUAL_CHECK,
    END_HALFMOVE_CLOCK,
    END_TURN_CLOCK,
    END_INSUFFICIENT_MATERIAL,
    END_BARE,
    END_BOTH_BARE,
    END_EXTINCT,
    END_CHECKS,
    END_CHECK_CYCLE,
    END_POINTS,
    END_CHAIN,
    END_CONNECT,
    END_PIECES_BELOW,
    END_GOAL,
    END_HOOK,
    END_EXPOSED,
    END_PASSES,
};

typedef struct ending {
    char name[64], claim[32], hook[48];
    enum end_kind kind;
    int number, type; /* type: 0 any */
    char result[32];
    bool grace, grace_of[MAX_PLAYERS], barred[MAX_PLAYERS], illegal, compare, cumulative, facing;
    bool alone[MAX_TYPES], same_shade[MAX_TYPES], pair[MAX_TYPES], other_shades[MAX_TYPES], bare_of[MAX_TYPES],
        bare_any;
    int points[MAX_TYPES], others;
    zone *in, *far;
    movement *reach;
    bool all_types, types[MAX_TYPES];
    int along;      /* as row_directions */
    int max_pieces; /* hooks: at most so many cells occupied; 0 none */
    int counter, counter_at;
} ending;

enum { ROWS_DRAWN = 1, ROWS_ORTHOGONAL = 2, ROWS_DIAGONAL = 4, ROWS_ALL = 6 };

typedef struct hook {
    char name[48];
    int at; /* a after, l legal, m made, c choices, o moves, n announce */
    bool no_captures, no_drops, no_checks;
    bool only_captures, only_drops, only_checks, only_mates, only_list, has_pieces, has_captured;
    bool pieces[MAX_TYPES], captured[MAX_TYPES];
    zone *to, *full;
    int unless_zero[MAX_PLAYERS];
    bool has_unless;
} hook;

/* What holds for the pieces of a player who misses turns. */
typedef struct missed_turn {
    bool invulnerable, attacks_nothing;
    char removed; /* 0, r royals, a all */
} missed_turn;

typedef struct rules {
    /* board */
    int width, height, levels, cells;
    int x[MAX_CELLS], y[MAX_CELLS], z[MAX_CELLS];
    char name[MAX_CELLS][32];
    int grid[4][40][40]; /* cell by level, y, x; -1 */
    bool wrap_files, wrap_ranks, rotated, rows;
    int row_length[40];
    int shades;
    int line_count, line_length[64], line[64][24]; /* drawn lines */
    tree *zones;
    int boards; /* of their own; 0: all play on all */
    int named_boards;
    int supposed;         /* the cell, plus one, of an enemy that a script supposes: it does nothing itself; 0: none */
    bool targets_are_all; /* while a script asks for targets, which may be invulnerable */
    char board_name[MAX_BOARDS][16];
    int board_of[MAX_PLAYERS];
    bool board_waits, check_waits; /* a player may leave the turn to the next board; only a player in check may */
    /* players */
    int players;
    char player[MAX_PLAYERS][32], letter[MAX_PLAYERS];
    int seat[MAX_PLAYERS]; /* 0 south, 1 west, 2 north, 3 east */
    int team[MAX_PLAYERS];
    bool teams;
    bool neutral;
    char neutral_name[32];
    int commander[MAX_PLAYERS];
    /* pieces, from 1 */
    int types;
    piece_def piece_defs[MAX_TYPES];
    bool (*filter)[MAX_CELLS][MAX_CELLS]; /* by owner */
    uint8_t leap_count[8][MAX_TYPES][MAX_PLAYERS][MAX_CELLS];
    int16_t (*leap)[MAX_TYPES][MAX_PLAYERS][MAX_CELLS][64][2]; /* middle or -1, goal */
    int leaps;
    bool on_capture;                                              /*  */
    int (*transforms_to)[MAX_OWNERS][2][MAX_TYPES][2][MAX_TYPES]; /* by the owners of both */
    /* rights */
    right rights[MAX_RIGHTS];
    int right_count;
    castling castle[20];
    int castle_count;
    int family; /* index into castle, or -1: any rook within a zone */
    zone *family_within;
    char family_hook[48];
    /* captured pieces */
    char captured_to;    /* g gone, h hand, b prison, p partner, u under */
    bool captor_decides; /* u: or they leave the board, as the player chooses */
    bool stacks, split, combined, hands;
    bool must_capture, longest, multiple;
    bool capture_by[MAX_TYPES], capture_by_all;
    bool prefers_victims, preferred[MAX_TYPES];
    int row_captures, row_directions;
    int put_type, put_most; /* the second half of each move; 0: there is none */
    bool put_reached, put_left,
        put_edge; /* where the piece could move next, the cell that it left, the edge; none: all */
    bool put_no_parry, put_optional,
        put_by_itself; /* the player may leave it out; it comes to the cell that was left, always */
    zone *put_on;
    bool row_victims_any, row_victims_only_free;
    bool blast;
    bool blast_spares[MAX_TYPES];
    movement *blast_reach;
    bool jump_removes_at_once, jump_not_back, jump_again;
    char jump_promotion; /* c e s */
    char notation_step[8], notation_capture[8], notation_promotion[8];
    bool notation_letters, notation_ends, has_notation;
    /* turns */
    int plies[MAX_PLAYERS], first_plies, grows;
    bool free_turn[MAX_PLAYERS], turn_of_drops, each_piece_once, legality_at_end, check_last, check_ends, ep_whole_turn,
        removes_immobilized;
    char pass;                                    /* 0 never, u unchecked, f facing, a always, s stuck, t stalemated */
    bool setup_first[MAX_TYPES], has_setup_first; /* dropped before anything else, as long as that is legal */
    bool setup, setup_whole_turn, setup_royals, setup_separate;
    bool must_check[MAX_PLAYERS], never_checks[MAX_PLAYERS], mate_only, plain_mate;
    bool royals_capturable, royals_by_moves, no_slide_through;
    int dice, die_faces, face[16];
    bool die_moves;
    bool die_type[16][MAX_TYPES];
    int doubles; /* 0 none, 4, or -1: free */
    bool no_roll_in_check;
    /* counters */
    char counter[MAX_COUNTERS][32];
    bool counts_for_repetition[MAX_COUNTERS];
    int counters;
    int material_clock; /* or -1 */
    hook hooks[16];
    int hook_count;
    bool live_hooks;                /* hooks run in play */
    bool mate_ends, stalemate_ends; /* mate or stalemate ends the game */
    bool counts_turns;              /* the clock counts turns without progress, not plies */
    ending end[MAX_ENDS];
    int ends;
    bool missed_turns, safe_return;
    missed_turn mated, stalemated, out;
    int missed_turn_counter[MAX_PLAYERS]; /* counters */
    char start[2048];
} rules_t;

extern rules_t rules;

void read_rules(tree *from);
int type_by_name(const char *name); /* 0: none */
int cell_by_name(const char *name); /* -1: none */
zone *zone_of(const tree *value);
int own_cell(int owner, int cell); /* where the owner sees it */
vector rotated(int owner, vector v);
int shift(int cell, vector v); /* -1 off the board */
int cell_shade(int c);
bool allied(int one, int other);
int counter_by_name(const char *name);

/* ---- betza.c ---- */

/* Where a walk has come from: the direction of its last leg, and whether its last bend was to the right. */
typedef struct heading {
    int direction;
    bool right;
} heading;

int betza(const char *text, const movement *like, movement **list, int count);
bool leg_goes(const movement *w, int number, int direction, const heading *before);
heading leg_heading(const movement *w, int number, int direction, const heading *before);
vector leg_vector(const leg *l, int direction);

/* ---- positions ---- */

typedef struct piece {
    uint8_t type; /* 0: nobody */
    uint8_t owner, royal, was;
} piece;

/* The turn of a board that waits. */
typedef struct turn {
    int side_to_move, halfmove_clock, fullmove_number;
} turn;

typedef struct position {
    piece at[MAX_CELLS];
    uint8_t hand[MAX_OWNERS][MAX_TYPES];
    int side_to_move, ply, halfmove_clock, fullmove_number, pass_count;
    uint32_t rights[MAX_PLAYERS];
    int ep_count, ep_cell[MAX_EP], ep_victim[MAX_EP], ep_owner[MAX_EP]; /* ep_owner: the player who left them */
    int checks[MAX_PLAYERS];                                            /* moves running that gave check */
    bool checked_in_turn;
    int counter[MAX_COUNTERS];
    int roll[4], roll_count, dice_left[4], dice_left_count; /* what was rolled; what is still to be used */
    bool to_roll;
    int board; /* that acts */
    bool waited;
    turn waiting[MAX_BOARDS];
    uint8_t moved[MAX_CELLS];
    /* the pieces below the top one; copied only in variants with stacks */
    uint8_t covered_count[MAX_CELLS];
    piece stack[MAX_CELLS][MAX_STACK];
} position;

enum move_kind {
    MOVE_STEP,
    MOVE_DROP,
    MOVE_CASTLE,
    MOVE_STAY,
    MOVE_PASS,
    MOVE_END_TURN,
    MOVE_WAIT,
    MOVE_REMOVE,
    MOVE_ROLL,
    MOVE_HOOK,
    MOVE_CLAIM
};

typedef struct move {
    enum move_kind kind;
    int from, to;
    int type;                  /* dropped, or what is held */
    int drop_type;             /* dropped as */
    int into;                  /* promotion or becoming; 0 none */
    bool from_prison;          /* the piece comes from the prison */
    bool reverts, only_choice; /* only_choice: the choice is not written */
    int captured[MAX_CAPTURED], captured_type[MAX_CAPTURED], capture_count;
    bool is_en_passant, chain, captured_on_way; /* captured_on_way: the first captured piece stood on the way */
    bool all_landings;                          /* a chain is written with each landing */
    int path[MAX_CAPTURED + 1], path_count;
    int ep_cells[MAX_EP], ep_cell_count;
    int castle, rook_from, rook_to, king_to;
    bool resets_halfmove_clock, keeps_clock;
    char jumped;
    int lift_count;        /* how many pieces of the stack move; 0: all */
    bool removes_captured; /* the captured stack leaves the board */
    int row_capture;
    int put, put_from; /* the cell of the second half, and of the piece that comes there, plus one; 0: none */
    bool captor_dies;  /* the captor leaves too */
    const movement *by;
    char text[MAX_TEXT];
    int choice; /* which of a hook's choices, or which of its own moves; -1 */
    int die[4];
    int effects, effect_count; /* of hooks: in the common store */
} move;

typedef struct moves {
    move *list;
    int count, room;
} moves;

extern int position_size; /* bytes that are copied */
void copy_position(position *to, const position *from);
bool read_fen(position *p, const char *text);
void write_fen(const position *p, char *text, size_t room);
void piece_fen_letters(piece m, char *out);
int dice_left(const position *p, int *sorted);
bool roll_is_due(const position *p);               /* when the turn begins */
bool has_free_turn(const position *p, int player); /* a turn of as many moves as the player likes */
bool moves_as(const position *p, int cell, int type);

/* ---- movegen.c, make_move.c, legal.c ---- */

void moves_clear(moves *m);
move *moves_add(moves *m);
void moves_free(moves *m);
bool is_attacked(const position *p, int by, int cell); /* some piece of `by` could capture what stands there */
bool find_attackers(const position *p, int cell, int by, int *from, int *count);
bool in_check(const position *p, int player);
bool royals_face(const position *p); /* one of the player to move and one of an enemy, on an open rank or file */
bool in_check_by_moves(const position *p, int player); /* found by trying every move of the enemies */
extern bool trying_attacks;                            /* that goes on */
void legal_moves(const position *p, moves *out);       /* without claims, with texts */
bool any_legal(const position *p);
bool some_piece_can(const position *p);
bool has_answer(const position *p);
bool drop_allowed(const position *p, int player, int face, int cell);
bool is_at_edge(const position *p, int type, int cell);
int hand_holder(int player, int type);
extern bool legality_unknown;                  /* the legal moves could not be found out in time */
bool same_chain(const move *a, const move *b); /* two chains that count as one move */
void make_move(const position *p, const move *m, position *after);
int royals_left(const position *p, int player);
bool has_on_board(const position *p, int owner, int type);
bool in_row(const position *p, int cell, int player, int number, int along, bool all,
            const bool *of);               /* a row of so many */
bool in_setup(const position *p);          /* and the game proper has not begun */
bool is_setup_drop(const move *m);         /* of a setup that comes before the game */
int converted(piece captor, piece victim); /* what the captor changes into; 0: it stays what it is */
bool ep_is_possible(const position *p, int index);
bool gives_check(const position *after, int player);
void capture_piece(position *p, int cell, int captor);
void lose_rights(position *p, int cell);
void lose_rights_of_piece(position *p, int cell, piece old, bool is_lowest);
bool is_family_king(const position *p, int cell, int owner);
bool has_family_castling(const position *p, int r, int king, int owner);
bool right_in_place(const position *p, int r, int owner);
uint64_t position_key(const position *p);
bool could_ever_move(int type, int owner, int cell);
bool enemy_of(int one, int other);
move empty_move(enum move_kind kind, int from, int to);
void board_and_drop_moves(const position *p, moves *out);
bool has_droppable(const position *p, int player);
bool holds_first_drop(const position *p,
                      int player); /* a piece that is dropped before anything else, if that is legal */
void suppose_effects(position *p, int first, int count, int player); /* as a script supposes them */
void make_move_unfinished(const position *p, const move *m,
                          position *after); /* without what choices add, the turn not ended */
extern const movement setup_choice;         /* marks the moves of a hook with only: true */

/* ---- abilities.c ---- */

/* A question to the move generator: a list of moves, or whether the piece on `target` could be captured. */
typedef struct query {
    const position *p;
    int player;
    moves *out;
    int target; /* -1: a list */
    bool hit;
    bool ready; /* only whether somebody stands ready, whatever blasts would do */
} query;

typedef struct long_leap {
    int to, captured[MAX_CAPTURED], capture_count;
} long_leap;

bool is_immobilized(const position *p, int cell);
bool any_immobilizes(void);
bool is_protected(const position *p, int cell);
bool is_neutral(piece m);
bool moves_piece(piece m, int player);
bool may_take(const position *p, int player, int from, int cell);
void add_remote_captures(const query *a, move *m);
int long_leaps_from(const query *a, int from, long_leap *out, int room);

/* ---- missed_turns.c ---- */

void read_missed_turns(const tree *root);
bool is_sheltered(const position *p, int cell);
bool attacks_nothing(const position *p, int player);
bool is_out(const position *p, int player);
int next_player(const position *p, int player);
void update_missed_turns(const position *before, const move *m, position *after);

/* ---- boards.c ---- */

void read_boards(const tree *board);
void read_board_of(const tree *from, int player);
void settle_boards(void);
bool same_board(int one, int other);
bool is_first(int player);
int opponent_of(int player);
const char *name_on_board(int cell);
int cell_on_board(int board, const char *name);
void go_to_board(position *p, int board);
bool is_to_move(const position *p, int player);
int default_board(const position *p);
int mated_player(const position *p);
bool nobody_can_move(const position *p);
bool may_wait(const position *p, bool has_moves);
void wait_for_others(position *p);

/* ---- outcome.c: what has happened, and whether it is over ---- */

typedef struct history {
    uint64_t *key;
    uint8_t *check, *side_to_move, *counted;
    position **at; /* where a script judges repetitions; else NULL */
    move *made;    /* [i]: from at[i] to at[i + 1] */
    int count, room;
} history;

typedef struct verdict {
    bool over, draw;
    int winner, share; /* hundredths of the point */
    char reason[64];
} verdict;

void history_add(history *t, const position *p, const move *m); /* m: the move that led there; NULL: none */
void history_free(history *t);
verdict adjudicate(const history *t, const position *p, const moves *legal);
void add_claims(const history *t, const position *p, moves *legal);
void remove_repetitions(const history *t, const position *p, moves *legal); /* those that are illegal */

/* ---- script.c ---- */

typedef struct effect {
    char
        kind; /* t capture, p put, T transform, g give, m move, h hand, c counter, r right, l to hand, P en passant, q halfmove clock,
                 b bury, d die, a next player, R roll */
    int cell, to, type, owner, add, set, counter, right;
    bool has_set, flag;
} effect;

effect *effect_at(int index);
int effect_add(effect e); /* its index */
void effects_clear(void);
bool hook_after(const hook *h, const position *p, const move *m, const position *before, int *first, int *count);
bool hook_allows(const hook *h, const position *p, const move *m, const position *before, bool made);
void hook_choices(const hook *h, const position *made, const position *before, const move *m, moves *out);
void hook_moves(const hook *h, const position *p, moves *out);

void ref_script_load(const char *path);
bool ref_script_defines(const char *function);
void ref_script_start_fen(const char *function, int number, int second, char *fen, size_t room);
void ref_script_stage(void);
void ref_script_leaps(const char *function, int set);
void ref_script_filter(const char *function);
bool ref_script_castling(const char *function, int king, int partner, int owner, int *king_to, int *partner_to);
bool ref_script_ending(const char *function, const position *p, verdict *v, bool *said);
void ref_script_judges(const history *t, int first); /* the plies that cycle() tells; NULL: there are none */

#endif
