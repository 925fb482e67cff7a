/* Core: the types that its parts share, and the functions that a part uses before the part that defines them. Included
 * by core.c, first of the parts. Calls go both ways between parts because rules do: whether a move is legal may depend
 * on whether a reply is. */

/* The same block as `position`, with the sets behind the board. Code in here uses only this struct. */
typedef struct core_position {
    POSITION_HEAD
    piece_id board[CORE_WORDS * 64];
    bitboard occupied;
    bitboard owned[PLAYERS_MAX];
    bitboard royals[PLAYERS_MAX];
    bitboard moved;    /* pieces that have moved in this turn, where a rule needs it */
    bitboard pieces[]; /* [variant->piece_ids]; the hands follow */
} core_position;

typedef core_position pos;

BB_INLINE pos *pos_of(position *p)
{
    return (pos *)p;
}
BB_INLINE const pos *pos_of_const(const position *p)
{
    return (const pos *)p;
}
BB_INLINE position *position_of(pos *p)
{
    return (position *)p;
}
BB_INLINE uint16_t *hand_of(const pos *p)
{
    return (uint16_t *)((char *)p + p->variant->hand_offset);
}
BB_INLINE bitboard set_of(const variant *v, uint32_t offset)
{
    return bb_load(v->set_pool + offset);
}

/* Those of the cells on which a filter, if there is one, lets a piece of the player end its move. */
BB_INLINE bitboard filtered(const variant *v, int owner, unsigned from, bitboard cells)
{
    const uint64_t *allowed = v->filter_allows[owner];
    return allowed ? bb_and(cells, bb_load(allowed + (size_t)from * CORE_WORDS)) : cells;
}

/* ---- generating moves ---- */

/* Moves that fit into a list on the stack. */
enum { MOVE_BUFFER_SIZE = 4096 };
static void note_loss(const pos *p, lost_moves why)
{
    ((pos *)p)->moves_lost = (uint8_t)why;
}
static void note_lost(const pos *p, const move_list *list)
{
    if (list->overflow) {
        note_loss(p, LOST_TOO_MANY);
    }
}

/* The move with a target, or with what the piece becomes, where it had none. */
static inline move move_onto(move m, unsigned to)
{
    return m | move_pack(MOVE_NORMAL, 0, to, 0, 0, 0);
}
static inline move move_becoming(move m, unsigned into)
{
    return m | move_pack(MOVE_NORMAL, 0, 0, into, 0, 0);
}

typedef enum gen_type {
    GEN_LEGAL,
    GEN_COUNT_LEGAL,
    GEN_PSEUDO,
    GEN_NOISY,
    GEN_CAPTURES,       /* those of the legal moves that capture */
    GEN_COUNT_CAPTURES, /* counts legal moves, and captures apart */
    GEN_COUNT_HOOKED,   /* counts moves; those that hooks judge are listed and judged one by one: see hook_filter */
} gen_type;

/* Which moves the hooks judge here, found once for all moves of a position. */
typedef struct hook_filter {
    bool is_needed;         /* some hook judges some move, or checks are forbidden */
    bool bars_checks;       /* the side to move may not give check */
    bool checks_untellable; /* rays and leaps cannot tell which moves give check */
    bool discoverers_known; /* `discoverers` has been found */
    uint64_t movers[4];     /* bits by rules' piece: moves of these on the board may be judged */
    uint64_t active;        /* hooks that judge anything here, by index; those beyond its width are checked each time */
    bitboard royal_rays;    /* rays to enemy royals on an empty board: only pieces on them can discover a check */
    bitboard discoverers;   /* own pieces that mask a ray to an enemy royal */
    piece_id cached_piece;  /* the piece of `cached_cells` */
    bitboard cached_cells;
} hook_filter;

/* What a position tells of steps before any is played. See core_safe_steps.h. */
typedef struct safe_steps {
    bool by_masks;     /* `answers` tells, or `blockers` */
    bitboard from;     /* own pieces whose steps are safe, onto `answers` or unless they capture one of `blockers` */
    bitboard answers;  /* cells that answer the checks; steps to others are illegal, unless a hook hears of them */
    bitboard blockers; /* enemies that may stand in the way of an attack */
} safe_steps;

/* How listed moves are judged, by what was found once for all of them. See core_judge.h. */
typedef struct move_judge {
    bool pseudo;            /* the moves are pseudo-legal; else they leave the own royal safe */
    bool turn;              /* turn, dice and hand limit them */
    unsigned plies;         /* enum ply_masks: they are safe plies of such a turn; 0: of no such turn */
    const safe_steps *safe; /* what the position tells of pseudo-legal ones; NULL: nothing */
    hook_filter *filter;    /* which of the safe ones hooks judge; NULL: perhaps each */
} move_judge;

typedef struct gen_output {
    move_list *list;
    uint64_t count;
    uint64_t captures;        /* with GEN_COUNT_CAPTURES: how many of them capture */
    bool forced;              /* with GEN_CAPTURES and GEN_COUNT_CAPTURES: a capture makes all other moves illegal */
    position *count_position; /* legal moves are only counted: see count_by_play */
    bool any;                 /* one legal move is enough */
    move_judge judge;         /* of listed moves that are counted; with GEN_PSEUDO its safe steps are not listed */
    const bitboard *barred;   /* with GEN_COUNT_HOOKED: pieces that may not move; NULL: none */
    int only;                 /* with GEN_PSEUDO: at least the moves of this rule piece, counted from 1; 0: all moves */
    bool no_drops;            /* with GEN_PSEUDO: drops are left out */
} gen_output;

/* Whether the piece is of `only`, as in gen_output. */
static inline bool is_of_rule_piece(const variant *v, piece_id piece, int only)
{
    return !only || v->type[v->type_of[piece]].rule_piece_index + 1 == only;
}

/* The rights that the piece loses when it leaves the cell as a king that may begin to castle on several. */
static inline uint32_t king_rights(const variant *v, piece_id piece, unsigned cell)
{
    return v->king_holds_rights[piece] & v->castles_from[cell];
}

/* All rights that the piece loses when it leaves the cell. */
static inline uint32_t rights_of_piece(const variant *v, piece_id piece, unsigned cell)
{
    return v->cell_clears_rights[cell] | king_rights(v, piece, cell);
}

/* core_make_move.h */
static uint64_t extra_state_key(const variant *v, const position_extra *more);
static void lose_rights(pos *p, uint32_t lost);

/* core_hook_effects.h */
static void ep_forget_piece(pos *p, unsigned piece_cell);
static void play_rare_kind(pos *p, undo *u, move m);
static bool may_capture_several(const pos *p, move m);
static void find_victims(const pos *p, move m, victim_list *list);
static void run_move_hooks(pos *p, undo *u, move m, piece_id before, piece_id captured, unsigned captured_at);

/* core_multi_leg.h */
/* Which captures on a cell count: all, those that end there, or those on the way to another cell. */
typedef enum walk_captures { WALKS_ALL, WALKS_TO_CELL, WALKS_PAST_CELL } walk_captures;
static bitboard walker_attackers(const pos *p, unsigned cell, int by, bitboard occupied, walk_captures which);

/* core_attack.h */
static bool blast_spares_royals(const pos *p, unsigned cell, int player, bitboard excluded);

/* core_jumps.h */
static bool play_chain(pos *p, undo *u, move m);
static bool core_chain(const position *outer, move m, chain_path *path);

/* core_rows.h */
BB_INLINE bool can_make_row(move m);

/* core_drops.h */
static bitboard checking_cells(const pos *p, piece_id piece);

/* core_hook_legality.h */
static bitboard check_cells(const pos *p, hook_filter *filter, piece_id piece, unsigned from);
static bitboard hooked_cells(const pos *p, hook_filter *filter, piece_id piece, unsigned from);
static bool core_is_legal(position *p, move m);
static bool hooks_concern(const pos *p, const hook_filter *filter, piece_id piece);
static bool refused_by_rule(const pos *p, move m);
static bool refused_before_play(const pos *p, move m);

/* core_puts.h */
static uint64_t count_legal_puts(position *outer, move m, bool any);
static void play_put(pos *p, undo *u, move m);
static void lose_spent_rights(pos *p, int player);

/* core_legal.h */
static bool core_has_legal_move(position *p);

/* core_stacks.h */
static void play_stacked(pos *p, undo *u, move m);

/* core_turn_order.h */
static bool gives_check_to_any(const pos *p, int side);
static bool must_place(const pos *p, int player);
static bool holds_first_drop(const pos *p, int player);
static bool is_first_drop(const pos *p, move m);
static bool has_drops(const pos *p, int player);
static bool pass_turn(pos *p, undo *u, move m, int *next, bool stands_still);
static int side_to_answer(const pos *p, int side);

/* core_pseudo_moves.h */
static bool is_piece_move(move m);
static void pseudo_moves(pos *p, move_list *list);
static void pseudo_moves_of(pos *p, move_list *list, int rule_piece_index, bool noisy);
static void keep_noisy(const pos *p, move_list *list, size_t first);

/* core_attack_by_play.h */
static bitboard remote_attackers(const pos *p, unsigned cell, int by);
static bool in_check_by_trial(const pos *p, int player);
static bitboard attackers_by_trial(const pos *p, unsigned cell, int by);
static bool uncapturable_at(const pos *p, unsigned cell, int owner);
static bitboard supposed_attackers(const pos *p, unsigned cell, int by);

/* core_safe_steps.h */
static bitboard count_safe_steps(const pos *p, gen_output *out, piece_id piece, unsigned from, bitboard targets);
static const safe_steps *safe_steps_find(const pos *p, safe_steps *s);

/* core_judge.h */
static bool is_legal_by(pos *p, move_judge *judge, move m);
static void keep_legal(pos *p, move_list *list, size_t first, move_judge *judge, bool one);

/* core_turn_completion.h */
static bool may_end_turn(const pos *p);
static bool safe_after_ply(pos *p, int side);

/* core_mandatory.h */
static bool gives_check(pos *p, move m);
static bool has_reply(pos *p, size_t effort);
static bool is_noisy(const pos *p, move m);
static uint64_t count_jumps_first(pos *p);
static void force_captures(pos *p, move_list *list, size_t first);
static void legal_jumps_first(pos *p, move_list *list);

/* core_turn_rules.h */
static bool may_pass(pos *p, bool no_moves);
static bool turn_rules_any(pos *p);
static bool turn_rules_noisy(pos *p, move_list *list);
static uint64_t turn_rules_count(pos *p);
static bool counts_plies_by_masks(const pos *p);
static void keep_completing_turn(pos *p, move_list *list, size_t first, bool one);
/* Which plies are listed: a single one is enough, where each can be judged by itself; or only those of quiescence
 * search, where no rule looks at the whole list. */
typedef enum wanted_plies { PLIES_ALL, PLIES_ONE, PLIES_NOISY } wanted_plies;
static void list_plies(pos *p, move_list *list, bool slow, wanted_plies wanted);
static void turn_rules_legal(pos *p, move_list *list, bool slow);
