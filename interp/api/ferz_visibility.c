/* Hidden information: what players see and hear, and what the search may know of it. */
#include "api/ferz_internal.h"

#include "base/bug.h"
#include "play/fen.h"
#include "play/verify.h"
#include "play/visibility.h"
#include "play/written_move.h"
#include "search/determinization.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool ferz_game_hides_pieces(const ferz_game *p)
{
    if (MISSING(p)) {
        return false;
    }
    return visibility_hides_pieces(p->game_history.position);
}

static char *copy_string(const char *string)
{
    size_t length = strlen(string) + 1;
    char *copy = malloc(length);
    if (copy) {
        memcpy(copy, string, length);
    }
    return copy;
}

static ferz_result reject(ferz_messages *messages, const char *why)
{
    if (messages) {
        diag_error(ferz_messages_diags(messages), CODE_MUST_TRY_CAPTURE, (location){0}, "%s", why);
    }
    return FERZ_REJECTED;
}

/* ---- what was said ---- */

static umpire_entry *umpire_log_add(ferz_game *p, umpire_entry_kind kind, const char *move_text)
{
    if (p->umpire_log_count == p->umpire_log_room) {
        size_t room = p->umpire_log_room ? p->umpire_log_room * 2 : 16;
        umpire_entry *more = realloc(p->umpire_log, room * sizeof *more);
        if (!more) {
            return NULL;
        }
        p->umpire_log = more;
        p->umpire_log_room = room;
    }
    umpire_entry *s = &p->umpire_log[p->umpire_log_count++];
    *s = (umpire_entry){
        .at = p->game_history.count, .kind = kind, .player = ferz_game_side_to_move(p), .attempted = MOVE_NONE};
    snprintf(s->text, sizeof s->text, "%s", move_text);
    return s;
}

bool umpire_push(ferz_game *p, move m)
{
    const variant *v = p->variant->variant;
    move_facts facts[2];
    victim_list victims;
    if (!v->announce_hook_count) {
        history_push(&p->game_history, m);
        /* Where hooks are asked, their calls are counted, so more of them would tell. */
        BUG_IF_SLOW(!p->game_history.position->hooks && verify_position(&p->game_history),
                    "a move left a position that breaks an invariant");
        return true;
    }
    umpire_entry *s = umpire_log_add(p, UMPIRE_MOVE, "");
    if (!s) {
        return false;
    }
    int halves = v->core->facts_of_move(p->game_history.position, m, facts, &victims);
    history_push(&p->game_history, m);
    const undo *u = &p->game_history.undos[p->game_history.count - 1];
    visibility_announce(p->game_history.position, u, m, facts, halves, s->lines);
    return true;
}

void umpire_forget(ferz_game *p)
{
    size_t kept = 0;
    for (size_t i = 0; i < p->umpire_log_count; i++) {
        const umpire_entry *s = &p->umpire_log[i];
        if (s->at < p->game_history.count || (s->at == p->game_history.count && s->kind != UMPIRE_MOVE)) {
            p->umpire_log[kept++] = *s;
        }
    }
    p->umpire_log_count = kept;
}

bool umpire_copy(ferz_game *to, const ferz_game *from)
{
    if (!from->umpire_log_count) {
        return true;
    }
    to->umpire_log = malloc(from->umpire_log_count * sizeof *to->umpire_log);
    if (!to->umpire_log) {
        return false;
    }
    memcpy(to->umpire_log, from->umpire_log, from->umpire_log_count * sizeof *to->umpire_log);
    to->umpire_log_count = to->umpire_log_room = from->umpire_log_count;
    return true;
}

const char *ferz_game_announcements(const ferz_game *p, size_t index)
{
    if (MISSING(p)) {
        return NULL;
    }
    for (size_t i = 0; i < p->umpire_log_count; i++) {
        if (p->umpire_log[i].kind == UMPIRE_MOVE && p->umpire_log[i].at == index && index < p->game_history.count) {
            return p->umpire_log[i].lines;
        }
    }
    return "";
}

/* ---- views ---- */

static position *view_of(const ferz_game *p, const position *truth, size_t player)
{
    position *view = position_create(p->variant->variant, truth->hooks);
    if (view) {
        visibility_view(truth, (int)player, view);
    }
    return view;
}

char *ferz_game_view_fen(const ferz_game *p, size_t player)
{
    if (MISSING(p)) {
        return NULL;
    }
    text fen = {0};
    position *view =
        player < (size_t)p->variant->variant->players ? view_of(p, p->game_history.position, player) : NULL;
    if (!view) {
        return NULL;
    }
    fen_write(view, &fen);
    position_destroy(view);
    if (fen.failed) {
        text_finish(&fen);
        return NULL;
    }
    return fen.bytes;
}

ferz_game *ferz_game_view(const ferz_game *p, size_t player, ferz_messages *messages)
{
    if (MISSING(p)) {
        return NULL;
    }
    diag_list diags;
    diag_list_init(&diags);
    ferz_game *seen = player < (size_t)p->variant->variant->players ? game_new(p->variant, &diags) : NULL;
    if (seen) {
        visibility_view(p->game_history.position, (int)player, seen->game_history.position);
    }
    messages_append(messages, &diags);
    diag_list_finish(&diags);
    return seen;
}

/* Copies the history up to ply `index`; the caller frees it. */
static bool history_at(const ferz_game *p, size_t index, game_history *r)
{
    if (!game_history_init(r, p->variant->variant, live_table(p->live))) {
        return false;
    }
    if (!history_copy(r, &p->game_history)) {
        game_history_finish(r);
        return false;
    }
    while (r->count > index) {
        history_pop(r);
    }
    return true;
}

const char *ferz_game_ply_view(const ferz_game *p, size_t index, size_t player)
{
    if (MISSING(p)) {
        return NULL;
    }
    const char *move_text = ferz_game_ply(p, index);
    game_history after, before;
    if (!visibility_limited(p->variant->variant) || index >= p->game_history.count ||
        player >= (size_t)p->variant->variant->players) {
        return move_text;
    }
    if (!history_at(p, index + 1, &after)) {
        return "?";
    }
    bool seen = history_at(p, index, &before);
    if (seen) {
        seen = visibility_shows_move(before.position, after.position, (int)player);
        game_history_finish(&before);
    }
    game_history_finish(&after);
    return seen ? move_text : "?";
}

/* The texts of the list, sorted, without duplicates. */
static char *write_tries(const position *view, const move_list *list, size_t *count)
{
    move_text_buffer *texts = sorted_move_texts(view, list);
    text block = {0};
    *count = 0;
    for (size_t i = 0; texts && i < list->count; i++) {
        if (i == 0 || strcmp(texts[i], texts[i - 1]) != 0) {
            text_add(&block, texts[i], strlen(texts[i]) + 1);
            (*count)++;
        }
    }
    bool ok = texts && !block.failed;
    free(texts);
    if (!ok) {
        text_finish(&block);
        return NULL;
    }
    return block.bytes ? block.bytes : calloc(1, 1);
}

position *game_view_to_try(ferz_game *p, size_t player, bool *failed)
{
    *failed = false;
    if (player != ferz_game_side_to_move(p) || player >= (size_t)p->variant->variant->players ||
        history_outcome_before_moves(&p->game_history, false).kind != OUTCOME_ONGOING) {
        return NULL;
    }
    position *view = view_of(p, p->game_history.position, player);
    *failed = !view;
    if (view) {
        view->fuel = &p->fuel;
    }
    return view;
}

char *ferz_game_tries(ferz_game *p, size_t player, size_t *count, ferz_messages *messages)
{
    if (MISSING(p) || MISSING(count)) {
        return NULL;
    }
    bool failed;
    *count = 0;
    game_begin(p, messages, OPERATION_SHORT);
    position *view = game_view_to_try(p, player, &failed);
    char *block = view || failed ? NULL : calloc(1, 1);
    if (view) {
        move_list list = {p->moves, 0, p->variant->variant->moves_max, false};
        visibility_tries(view, &list, false);
        block = write_tries(view, &list, count);
        position_destroy(view);
    }
    if (game_result(p, messages, FERZ_OK) != FERZ_OK) {
        free(block);
        return NULL;
    }
    if (!block) {
        messages_out_of_memory(messages);
    }
    return block;
}

/* ---- attempts ---- */

/* The question whose answer still restricts the player to move; NULL when none does. */
static const rule_query *binding_question(const ferz_game *p)
{
    const rule_query *bound = NULL;
    for (size_t i = 0; i < p->umpire_log_count; i++) {
        const umpire_entry *s = &p->umpire_log[i];
        if (s->at != p->game_history.count) {
            continue;
        }
        if (s->kind == UMPIRE_ANSWER) {
            bound = s->ask->binding && s->answer ? s->ask : NULL;
        } else if (s->kind == UMPIRE_REFUSAL) {
            bound = NULL; /* such a capture was tried: the restriction is fulfilled */
        }
    }
    return bound;
}

/* Finds the text among the moves that seem possible; MOVE_NONE. `bound`: only among the captures that the question
 * means. */
static move find_try(ferz_game *p, const char *move_text, const rule_query *bound)
{
    const variant *v = p->variant->variant;
    position *view = view_of(p, p->game_history.position, ferz_game_side_to_move(p));
    move found = MOVE_NONE;
    if (view) {
        move_list list = {p->moves, 0, v->moves_max, false};
        view->fuel = &p->fuel;
        visibility_tries(view, &list, bound != NULL);
        for (size_t i = 0; bound && i < list.count; i++) {
            if (!visibility_question_applies(view, bound, list.moves[i])) {
                list.moves[i--] = list.moves[--list.count];
            }
        }
        found = notation_find(view, &list, move_text);
        position_destroy(view);
    }
    return found;
}

/* Our own text of what the player means, by what they see; "" when it is nothing that seems possible. An ambiguous text
 * is rejected, and the umpire is not asked. */
static ferz_result read_try(ferz_game *p, const char *move_text, char own[MOVE_TEXT_MAX], ferz_messages *messages)
{
    position *view = view_of(p, p->game_history.position, ferz_game_side_to_move(p));
    own[0] = '\0';
    if (!view) {
        return messages_out_of_memory(messages);
    }
    move_list list = {p->moves, 0, p->variant->variant->moves_max, false};
    text candidates = {0};
    visibility_tries(view, &list, false);
    written_move w = written_move_find(view, &list, move_text, &candidates);
    if (w.found != MOVE_NONE) {
        notation_write_one(view, w.found, own);
    }
    position_destroy(view);
    ferz_result result = FERZ_OK;
    if (w.count > 1) {
        report_ambiguous_move(messages, move_text, &candidates);
        result = FERZ_REJECTED;
    }
    text_finish(&candidates);
    return result;
}

static ferz_result answer(ferz_game *p, const rule_query *ask, const char *move_text, char **announced,
                          ferz_messages *messages)
{
    umpire_entry *s = umpire_log_add(p, UMPIRE_ANSWER, move_text);
    if (!s) {
        return messages_out_of_memory(messages);
    }
    int count = visibility_answer(p->game_history.position, ask, p->moves, p->variant->variant->moves_max);
    s->ask = ask;
    s->answer = ask->answers_number ? count : count > 0;
    if (ask->answers_number) {
        snprintf(s->lines, sizeof s->lines, "%d\n", count);
    } else {
        snprintf(s->lines, sizeof s->lines, "%s\n", count ? "yes" : "no");
    }
    *announced = copy_string(s->lines);
    return *announced ? FERZ_OK : messages_out_of_memory(messages);
}

static ferz_result reject_attempt(ferz_game *p, const char *move_text, char **announced, ferz_messages *messages)
{
    move attempted = find_try(p, move_text, NULL);
    umpire_entry *s = umpire_log_add(p, UMPIRE_REFUSAL, move_text);
    if (!s) {
        return messages_out_of_memory(messages);
    }
    s->attempted = attempted == MOVE_NONE ? attempted : determinization_named_move(attempted);
    snprintf(s->lines, sizeof s->lines, "impossible\n");
    *announced = copy_string(s->lines);
    return *announced ? FERZ_OK : messages_out_of_memory(messages);
}

static bool is_legal(ferz_game *p, const char *move_text)
{
    move_list list = {p->moves, 0, p->variant->variant->moves_max, false};
    history_legal_moves(&p->game_history, &list, true);
    return notation_find(p->game_history.position, &list, move_text) != MOVE_NONE;
}

/* Everything but playing the move itself: that is left where `*legal`. `own` gets the text of the move that was meant, or
 * nothing: then it is `move_text`. */
static ferz_result judge_attempt(ferz_game *p, const char *move_text, char own[MOVE_TEXT_MAX], char **announced,
                                 bool *legal, ferz_messages *messages)
{
    const rule_query *ask = visibility_find_question(p->variant->variant, move_text);
    const rule_query *bound = binding_question(p);
    bool over = history_outcome(&p->game_history).kind != OUTCOME_ONGOING;
    if (ask && !over) {
        return answer(p, ask, move_text, announced, messages);
    }
    ferz_result read = read_try(p, move_text, own, messages);
    if (read != FERZ_OK) {
        return read;
    }
    move_text = own[0] ? own : move_text;
    if (bound && !over && find_try(p, move_text, bound) == MOVE_NONE) {
        return reject(messages, "the umpire said yes: such a capture must be tried first");
    }
    if (!over && ferz_variant_facts(p->variant)->has_tries && !position_in_setup(p->game_history.position) &&
        !is_legal(p, move_text)) {
        return fuel_left(&p->fuel) ? reject_attempt(p, move_text, announced, messages) : FERZ_REJECTED;
    }
    *legal = true;
    return FERZ_OK;
}

ferz_result ferz_game_try(ferz_game *p, const char *move_text, bool *played, char **announced, ferz_messages *messages)
{
    if (MISSING(p) || MISSING(move_text) || MISSING(played) || MISSING(announced)) {
        return FERZ_REJECTED;
    }
    bool legal = false;
    char own[MOVE_TEXT_MAX] = "";
    *played = false;
    *announced = NULL;
    game_begin(p, messages, OPERATION_SHORT);
    ferz_result result = game_result(p, messages, judge_attempt(p, move_text, own, announced, &legal, messages));
    if (result != FERZ_OK || !legal) {
        return result;
    }
    result = ferz_game_move(p, own[0] ? own : move_text, messages);
    *played = result == FERZ_OK;
    if (*played) {
        *announced = copy_string(ferz_game_announcements(p, p->game_history.count - 1));
        return *announced ? FERZ_OK : messages_out_of_memory(messages);
    }
    return result;
}

/* ---- what the mover knows ---- */

typedef struct memory {
    knowledge knowledge;
    position *start, *now;
    observation *seen;
    position **views;
    size_t views_count;
    uint16_t *kinds, *held;
} memory;

static void memory_finish(memory *m)
{
    for (size_t i = 0; i < m->views_count; i++) {
        position_destroy(m->views[i]);
    }
    position_destroy(m->start);
    position_destroy(m->now);
    free(m->views);
    free(m->seen);
    free(m->kinds);
    free(m->held);
}

static void count_pieces(const position *p, uint16_t *kinds, uint16_t *held)
{
    const variant *v = p->variant;
    for (int piece = 1; piece < v->piece_ids; piece++) {
        held[piece] = v->has_hands ? position_hand(p)[piece] : 0;
        kinds[piece] = (uint16_t)(v->core->count_of_piece(p, (piece_id)piece) + held[piece]);
    }
}

static void count_owners(const position *p, observation *o)
{
    const variant *v = p->variant;
    for (int piece = 1; piece < v->piece_ids; piece++) {
        int owner = v->owner_of[piece], held = v->has_hands ? position_hand(p)[piece] : 0;
        o->in_hand[owner] = (uint16_t)(o->in_hand[owner] + held);
        o->piece_count[owner] = (uint16_t)(o->piece_count[owner] + v->core->count_of_piece(p, (piece_id)piece) + held);
    }
}

/* Adds the player's own attempts from the umpire's log at ply `at`. */
static bool remember_umpire_log(const ferz_game *p, memory *m, size_t at, const game_history *r)
{
    int player = m->knowledge.player;
    for (size_t i = 0; i < p->umpire_log_count; i++) {
        const umpire_entry *s = &p->umpire_log[i];
        bool heard = s->kind == UMPIRE_ANSWER || (s->kind == UMPIRE_REFUSAL && s->attempted != MOVE_NONE);
        if (s->at != at || s->player != (size_t)player || !heard) {
            continue;
        }
        position *view = view_of(p, r->position, (size_t)player);
        if (!view) {
            return false;
        }
        m->views[m->views_count++] = view;
        m->seen[m->knowledge.count] =
            (observation){.kind = s->kind == UMPIRE_ANSWER ? OBSERVED_ANSWER : OBSERVED_REFUSAL,
                          .move = s->attempted,
                          .ask = s->ask,
                          .answer = s->answer,
                          .view = view};
        count_owners(r->position, &m->seen[m->knowledge.count++]);
    }
    return true;
}

/* Replays ply `at` into `r` and records what the player saw of it. */
static bool remember_ply(const ferz_game *p, memory *m, size_t at, game_history *r, position *before)
{
    int player = m->knowledge.player;
    move made = p->game_history.plies[at].move;
    position_copy(before, r->position);
    history_push(r, made);
    position *view = view_of(p, r->position, (size_t)player);
    if (!view) {
        return false;
    }
    m->views[m->views_count++] = view;
    bool shown = visibility_shows_move(before, r->position, player);
    observation *o = &m->seen[m->knowledge.count++];
    *o = (observation){.kind = shown ? OBSERVED_MOVE : OBSERVED_HIDDEN_PLY,
                       .move = shown ? determinization_named_move(made) : MOVE_NONE,
                       .announcement_hash = determinization_announcement_hash(ferz_game_announcements(p, at)),
                       .view = view};
    count_owners(r->position, o);
    return true;
}

/* Whether the position is the variant's start, which everybody knows. */
static bool is_start(const ferz_game *p, const position *at)
{
    position *start = position_create(p->variant->variant, NULL);
    diag_list diags;
    diag_list_init(&diags);
    bool same = start && fen_read(start, &diags, (location){0}, p->variant->variant->start_fen) &&
                start->state.hash == at->state.hash;
    diag_list_finish(&diags);
    position_destroy(start);
    return same;
}

static bool memory_fill(const ferz_game *p, memory *m)
{
    const variant *v = p->variant->variant;
    size_t most = p->game_history.count + p->umpire_log_count + 1;
    game_history r;
    if (!history_at(p, 0, &r)) {
        return false;
    }
    position *before = position_create(v, NULL);
    m->seen = calloc(most, sizeof *m->seen);
    m->views = calloc(most, sizeof *m->views);
    m->kinds = calloc((size_t)v->piece_ids, sizeof *m->kinds);
    m->held = calloc((size_t)v->piece_ids, sizeof *m->held);
    m->start = position_create(v, NULL);
    m->now = view_of(p, p->game_history.position, (size_t)m->knowledge.player);
    bool ok = before && m->seen && m->views && m->kinds && m->held && m->start && m->now &&
              history_reserve(&r, p->game_history.count + 1);
    if (ok) {
        count_pieces(r.position, m->kinds, m->held);
        m->knowledge.start_visible = is_start(p, r.position);
        visibility_view(r.position, m->knowledge.player, m->start);
        if (m->knowledge.start_visible) {
            int16_t counters[COUNTERS_MAX]; /* secret counters stay hidden even there */
            memcpy(counters, m->start->extra.counters, sizeof counters);
            position_copy(m->start, r.position);
            memcpy(m->start->extra.counters, counters, sizeof counters);
        }
    }
    for (size_t at = 0; ok && at <= p->game_history.count; at++) {
        ok = remember_umpire_log(p, m, at, &r) && (at == p->game_history.count || remember_ply(p, m, at, &r, before));
    }
    position_destroy(before);
    game_history_finish(&r);
    m->knowledge.start = m->start;
    m->knowledge.view = m->now;
    m->knowledge.piece_counts = m->kinds;
    m->knowledge.in_hand = m->held;
    m->knowledge.observations = m->seen;
    return ok;
}

bool umpire_best_move(search *with, ferz_game *p, live_hooks *const *hooks, const search_limits *limits,
                      search_result *found)
{
    memory m = {.knowledge = {.variant = p->variant->variant,
                              .player = (int)ferz_game_side_to_move(p),
                              .binding_query = binding_question(p)}};
    memset(found, 0, sizeof *found);
    found->best = MOVE_NONE;
    if (history_outcome(&p->game_history).kind != OUTCOME_ONGOING) {
        return true;
    }
    bool ok = memory_fill(p, &m) && determinization_search(with, &m.knowledge, hooks, limits, found);
    memory_finish(&m);
    return ok;
}
