/* Core: lists and counts of legal moves, by the fastest way that the game and the position allow. Included by core.c. */

static void pseudo_all(pos *p, move_list *list);
static void terms_legal(pos *p, move_list *list, bool slow);
static uint64_t terms_count(pos *p);
enum { TERMS_ROOM = 4096 };
static bool terms_any(pos *p);
static void legal_jumps_first(pos *p, move_list *list);
static uint64_t count_jumps_first(pos *p);
static void force_captures(pos *p, move_list *list, size_t first);
static bool terms_noisy(pos *p, move_list *list);

static void core_pseudo(position *p, move_list *list)
{
    pseudo_all(pos_of(p), list);
}

static void keep_allowed(position *p, move_list *list, size_t first)
{
    size_t kept = first;
    for (size_t i = first; i < list->count; i++) {
        if (core_allowed(p, list->moves[i])) {
            list->moves[kept++] = list->moves[i];
        }
    }
    list->count = kept;
}

static void core_legal_slow(position *p, move_list *list)
{
    size_t first = list->count;
    if (p->game->terms) {
        terms_legal(pos_of(p), list, true);
        return;
    }
    core_pseudo(p, list);
    keep_allowed(p, list, first);
}

static bool blast_masks_apply(const pos *p);
static void generate_blasting(const pos *p, output *out, purpose why);

/* Whether the masks tell the whole truth here. */
BITS_INLINE bool masks_apply(const pos *p)
{
    bits royals = p->royals[p->state.mover];
    return p->game->fast && (bits_empty(royals) || bits_single(royals)) &&
           !(p->royals_fall && gives_check_to_any(p, p->state.mover)) && (!p->game->blasts || blast_masks_apply(p));
}

BITS_INLINE void generate_legal(const pos *p, output *out, purpose why)
{
    safety s;
    if (p->game->blasts) {
        generate_blasting(p, out, why);
        return;
    }
    if (bits_empty(p->royals[p->state.mover])) {
        s = safety_none();
    } else {
        find_safety(p, &s);
    }
    generate(p, out, why, &s);
}

/* The generator, compiled once for each purpose. */
static CORE_APART uint64_t count_legal(const pos *p)
{
    output out = {.list = NULL};
    generate_legal(p, &out, COUNT_LEGAL);
    return out.count;
}

static CORE_APART void list_legal(const pos *p, output *out)
{
    generate_legal(p, out, LIST_LEGAL);
}

static CORE_APART void list_noisy(const pos *p, output *out)
{
    generate_legal(p, out, LIST_NOISY);
}

static CORE_APART void list_takes(const pos *p, output *out)
{
    generate_legal(p, out, LIST_TAKES);
}

static CORE_APART void count_takes(const pos *p, output *out)
{
    generate_legal(p, out, COUNT_TAKES);
}

static CORE_APART void count_asked(const pos *p, output *out)
{
    generate_legal(p, out, COUNT_ASKED);
}

/* Where captures are forced and no other term holds: the forced ones are among the legal moves, which the masks tell, so
 * only these are listed, and everything else where nothing is forced. */
static void legal_captures_first(const pos *p, move_list *list)
{
    size_t first = list->count;
    output out = {.list = list};
    list_takes(p, &out);
    if (!out.forced) {
        list->count = first;
        list_legal(p, &out);
    }
}

static uint64_t count_captures_first(const pos *p)
{
    output out = {.list = NULL};
    count_takes(p, &out);
    return out.forced ? out.takes : out.count;
}

/* Whether some term limits the mover now. */
BITS_INLINE bool has_terms(const pos *p)
{
    return p->game->terms && !(p->game->placing_terms && p->game->fast && !has_to_place(p, p->state.mover));
}

BITS_INLINE bool takes_by_masks(const pos *p)
{
    return p->game->captures_first && masks_apply(p);
}

static void core_legal(position *p, move_list *list)
{
    pos *w = pos_of(p);
    if (takes_by_masks(w)) {
        legal_captures_first(w, list);
        return;
    }
    if (p->game->jumps_first) {
        legal_jumps_first(w, list);
        return;
    }
    if (has_terms(w)) {
        terms_legal(w, list, false);
        return;
    }
    if (!masks_apply(w)) {
        core_legal_slow(p, list);
        return;
    }
    size_t first = list->count;
    output out = {.list = list};
    list_legal(w, &out);
    if (p->game->judged) {
        keep_judged(w, list, first);
    }
}

static bool is_noisy(const pos *p, move m);

static void core_noisy(position *p, move_list *list)
{
    pos *w = pos_of(p);
    size_t first = list->count;
    if (masks_apply(w) && !p->game->judged && !has_terms(w)) {
        output out = {.list = list};
        list_noisy(w, &out);
        return;
    }
    if (takes_by_masks(w)) {
        output out = {.list = list};
        list_noisy(w, &out);
        force_captures(w, list, first);
        return;
    }
    if (has_terms(w) && terms_noisy(w, list)) {
        return;
    }
    core_legal(p, list);
    size_t kept = first;
    for (size_t i = first; i < list->count; i++) {
        move m = list->moves[i];
        if (is_noisy(w, m)) {
            list->moves[kept++] = m;
        }
    }
    list->count = kept;
}

/* Games that the masks do not cover list into a small buffer, which is counted whenever it is full: a move that is tried
 * and taken back leaves the position as the generator knows it. */
enum { COUNTED_AT_ONCE = 256 };

static uint64_t count_slow(position *p, bool any)
{
    move moves[COUNTED_AT_ONCE];
    move_list list = {moves, 0, COUNTED_AT_ONCE, false};
    output out = {.list = &list, .counted = p, .any = any};
    put_pseudo(pos_of(p), &out);
    count_listed(&out);
    return out.count;
}

/* Of games in which hooks judge moves: what none of them asks about is counted by masks. */
static uint64_t count_judged(position *p, bool any)
{
    move moves[COUNTED_AT_ONCE];
    move_list list = {moves, 0, COUNTED_AT_ONCE, false};
    judge j;
    judge_begin(pos_of(p), &j);
    output out = {.list = &list, .counted = p, .any = any, .judge = &j};
    if (!j.asks) {
        return count_legal(pos_of(p));
    }
    count_asked(pos_of(p), &out);
    count_listed(&out);
    return out.count;
}

/* How many legal moves there are; `any`: no more than whether there is one. */
static uint64_t count_moves(position *p, bool any)
{
    pos *w = pos_of(p);
    if (p->game->jumps_first) {
        return count_jumps_first(w);
    }
    if (has_terms(w)) {
        return takes_by_masks(w) ? count_captures_first(w) : any ? terms_any(w) : terms_count(w);
    }
    if (!masks_apply(w) || (p->game->judged && p->game->blasts)) {
        return count_slow(p, any);
    }
    return p->game->judged ? count_judged(p, any) : count_legal(w);
}

static uint64_t core_count(position *p)
{
    return count_moves(p, false);
}

static bool core_any(position *p)
{
    return count_moves(p, true) > 0;
}

/* Whether somebody has nothing but royals on the board: before that no ending of bare kings or extinct armies is near. */
static bool some_bare(const pos *p)
{
    bool bare = false;
    for (int player = 0; player < p->game->players; player++) {
        bare |= bits_empty(bits_without(p->owned[player], p->royals[player]));
    }
    return bare;
}

static uint64_t core_perft(position *p, int depth, move *buffer, size_t room)
{
    if (depth == 0) {
        return 1;
    }
    if (p->game->decides && (!p->game->decided_bare || some_bare(pos_of(p))) && ending_decides(p)) {
        return 0;
    }
    /* Counting would list into less room. */
    bool lists = has_terms(pos_of(p)) && !p->game->jumps_first && !takes_by_masks(pos_of(p)) && room > TERMS_ROOM;
    if (depth == 1 && !lists) {
        return core_count(p);
    }
    move_list list = {buffer, 0, room, false};
    core_legal(p, &list);
    if (depth == 1) {
        return list.count;
    }
    uint64_t nodes = 0;
    for (size_t i = 0; i < list.count; i++) {
        undo u;
        play_move(pos_of(p), list.moves[i], &u);
        nodes += core_perft(p, depth - 1, buffer + list.count, room - list.count);
        undo_move(pos_of(p), &u);
    }
    return nodes;
}
