/* What players see and hear of a game, through the public functions; and what the search may know of it. */
#include "ferz_internal.h"

#include "game/fen.h"
#include "game/sight.h"
#include "search/worlds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool ferz_game_hides(const ferz_game *g)
{
    return sight_hides(g->game);
}

bool ferz_game_attempts(const ferz_game *g)
{
    return g->rules->sight.attempts;
}

static char *copy_text(const char *words)
{
    size_t length = strlen(words) + 1;
    char *copy = malloc(length);
    if (copy) {
        memcpy(copy, words, length);
    }
    return copy;
}

static ferz_result out_of_memory(ferz_messages *messages)
{
    if (messages) {
        diag_failure(ferz_messages_diags(messages), CODE_OUT_OF_MEMORY, "out of memory");
    }
    return FERZ_FAULT;
}

static ferz_result say_no(ferz_messages *messages, const char *words)
{
    if (messages) {
        diag_error(ferz_messages_diags(messages), CODE_MUST_TRY, (place){0}, "%s", words);
    }
    return FERZ_NO;
}

/* ---- what was said ---- */

static saying *add_saying(ferz_play *p, saying_kind kind, const char *words)
{
    if (p->saying_count == p->saying_room) {
        size_t room = p->saying_room ? p->saying_room * 2 : 16;
        saying *more = realloc(p->sayings, room * sizeof *more);
        if (!more) {
            return NULL;
        }
        p->sayings = more;
        p->saying_room = room;
    }
    saying *s = &p->sayings[p->saying_count++];
    *s = (saying){.at = p->record.count, .kind = kind, .player = ferz_play_mover(p), .tried = MOVE_NONE};
    snprintf(s->words, sizeof s->words, "%s", words);
    return s;
}

bool sight_push(ferz_play *p, move m)
{
    const game *g = p->game->game;
    move_facts facts;
    if (!g->announce_count) {
        record_push(&p->record, m);
        return true;
    }
    saying *s = add_saying(p, SAYING_MOVE, "");
    if (!s) {
        return false;
    }
    bool man = g->core->facts(p->record.position, m, &facts);
    record_push(&p->record, m);
    sight_announce(p->record.position, man ? &facts : NULL, s->lines);
    return true;
}

void sight_forget(ferz_play *p)
{
    size_t kept = 0;
    for (size_t i = 0; i < p->saying_count; i++) {
        const saying *s = &p->sayings[i];
        if (s->at < p->record.count || (s->at == p->record.count && s->kind != SAYING_MOVE)) {
            p->sayings[kept++] = *s;
        }
    }
    p->saying_count = kept;
}

bool sight_copy(ferz_play *to, const ferz_play *from)
{
    if (!from->saying_count) {
        return true;
    }
    to->sayings = malloc(from->saying_count * sizeof *to->sayings);
    if (!to->sayings) {
        return false;
    }
    memcpy(to->sayings, from->sayings, from->saying_count * sizeof *to->sayings);
    to->saying_count = to->saying_room = from->saying_count;
    return true;
}

const char *ferz_play_announced(const ferz_play *p, size_t index)
{
    for (size_t i = 0; i < p->saying_count; i++) {
        if (p->sayings[i].kind == SAYING_MOVE && p->sayings[i].at == index && index < p->record.count) {
            return p->sayings[i].lines;
        }
    }
    return "";
}

/* ---- views ---- */

static position *view_of(const ferz_play *p, const position *truth, size_t player)
{
    position *view = position_create(p->game->game, truth->hooks);
    if (view) {
        sight_view(truth, (int)player, view);
    }
    return view;
}

char *ferz_play_view(const ferz_play *p, size_t player)
{
    text fen = {0};
    position *view = player < (size_t)p->game->game->players ? view_of(p, p->record.position, player) : NULL;
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

ferz_play *ferz_play_seen(const ferz_play *p, size_t player, ferz_messages *messages)
{
    diag_list diags;
    diag_list_init(&diags);
    ferz_play *seen = player < (size_t)p->game->game->players ? play_new(p->game, &diags) : NULL;
    if (seen) {
        sight_view(p->record.position, (int)player, seen->record.position);
    }
    messages_take(messages, &diags);
    diag_list_finish(&diags);
    return seen;
}

/* Takes a copy of the record back to ply `index`; the caller frees it. */
static bool record_at(const ferz_play *p, size_t index, record *r)
{
    if (!record_init(r, p->game->game, live_table(p->live))) {
        return false;
    }
    if (!record_copy(r, &p->record)) {
        record_finish(r);
        return false;
    }
    while (r->count > index) {
        record_pop(r);
    }
    return true;
}

const char *ferz_play_ply_seen(const ferz_play *p, size_t index, size_t player)
{
    const char *words = ferz_play_ply(p, index);
    record after, before;
    if (!sight_hides(p->game->game) || index >= p->record.count || player >= (size_t)p->game->game->players) {
        return words;
    }
    if (!record_at(p, index + 1, &after)) {
        return "?";
    }
    bool seen = record_at(p, index, &before);
    if (seen) {
        seen = sight_shows(before.position, after.position, (int)player);
        record_finish(&before);
    }
    record_finish(&after);
    return seen ? words : "?";
}

static int compare_texts(const void *left, const void *right)
{
    return strcmp(left, right);
}

typedef char move_words[MOVE_TEXT_MAX];

/* The texts of the list, sorted, each once. */
static char *write_tries(const position *view, const move_list *list, size_t *count)
{
    move_words *words = malloc((list->count + 1) * sizeof *words);
    text block = {0};
    notation notes;
    notation_begin(&notes, view);
    *count = 0;
    for (size_t i = 0; words && i < list->count; i++) {
        notation_write(&notes, list->moves[i], words[i]);
    }
    if (words) {
        qsort(words, list->count, sizeof *words, compare_texts);
    }
    for (size_t i = 0; words && i < list->count; i++) {
        if (i == 0 || strcmp(words[i], words[i - 1]) != 0) {
            text_add(&block, words[i], strlen(words[i]) + 1);
            (*count)++;
        }
    }
    bool fine = words && !block.failed;
    free(words);
    if (!fine) {
        text_finish(&block);
        return NULL;
    }
    return block.bytes ? block.bytes : calloc(1, 1);
}

char *ferz_play_tries(ferz_play *p, size_t player, size_t *count, ferz_messages *messages)
{
    const game *g = p->game->game;
    *count = 0;
    if (player != ferz_play_mover(p) || record_decided(&p->record, false).kind != VERDICT_ONGOING) {
        return calloc(1, 1);
    }
    position *view = view_of(p, p->record.position, player);
    char *block = NULL;
    if (view) {
        move_list list = {p->moves, 0, g->moves_max, false};
        sight_tries(view, &list, false);
        block = write_tries(view, &list, count);
        position_destroy(view);
    }
    if (play_settle(p, messages, FERZ_OK) != FERZ_OK) {
        free(block);
        return NULL;
    }
    if (!block) {
        out_of_memory(messages);
    }
    return block;
}

/* ---- attempts ---- */

/* The question whose answer still binds the mover; NULL when none does. */
static const rule_ask *binding_question(const ferz_play *p)
{
    const rule_ask *bound = NULL;
    for (size_t i = 0; i < p->saying_count; i++) {
        const saying *s = &p->sayings[i];
        if (s->at != p->record.count) {
            continue;
        }
        if (s->kind == SAYING_ANSWER) {
            bound = s->ask->binds && s->answer ? s->ask : NULL;
        } else if (s->kind == SAYING_REFUSAL) {
            bound = NULL; /* it was such a capture: nothing else is let through */
        }
    }
    return bound;
}

/* The move of that text among what the mover may try; MOVE_NONE. `bound`: among the captures that the question means. */
static move find_try(ferz_play *p, const char *words, const rule_ask *bound)
{
    const game *g = p->game->game;
    position *view = view_of(p, p->record.position, ferz_play_mover(p));
    move found = MOVE_NONE;
    if (view) {
        move_list list = {p->moves, 0, g->moves_max, false};
        sight_tries(view, &list, bound != NULL);
        for (size_t i = 0; bound && i < list.count; i++) {
            if (!sight_concerns(view, bound, list.moves[i])) {
                list.moves[i--] = list.moves[--list.count];
            }
        }
        found = notation_find(view, &list, words);
        position_destroy(view);
    }
    return found;
}

static ferz_result answer(ferz_play *p, const rule_ask *ask, const char *words, char **said, ferz_messages *messages)
{
    saying *s = add_saying(p, SAYING_ANSWER, words);
    if (!s) {
        return out_of_memory(messages);
    }
    int count = sight_answer(p->record.position, ask, p->moves, p->game->game->moves_max);
    s->ask = ask;
    s->answer = ask->number ? count : count > 0;
    if (ask->number) {
        snprintf(s->lines, sizeof s->lines, "%d\n", count);
    } else {
        snprintf(s->lines, sizeof s->lines, "%s\n", count ? "yes" : "no");
    }
    *said = copy_text(s->lines);
    return *said ? play_settle(p, messages, FERZ_OK) : out_of_memory(messages);
}

static ferz_result refuse(ferz_play *p, const char *words, char **said, ferz_messages *messages)
{
    move tried = find_try(p, words, NULL);
    saying *s = add_saying(p, SAYING_REFUSAL, words);
    if (!s) {
        return out_of_memory(messages);
    }
    s->tried = tried == MOVE_NONE ? tried : worlds_plain(tried);
    snprintf(s->lines, sizeof s->lines, "impossible\n");
    *said = copy_text(s->lines);
    return *said ? play_settle(p, messages, FERZ_OK) : out_of_memory(messages);
}

static bool is_legal(ferz_play *p, const char *words)
{
    move_list list = {p->moves, 0, p->game->game->moves_max, false};
    record_moves(&p->record, &list, true);
    return notation_find(p->record.position, &list, words) != MOVE_NONE;
}

ferz_result ferz_play_attempt(ferz_play *p, const char *words, bool *played, char **said, ferz_messages *messages)
{
    const rule_ask *ask = sight_question(p->game->game, words);
    const rule_ask *bound = binding_question(p);
    *played = false;
    *said = NULL;
    bool over = record_verdict(&p->record).kind != VERDICT_ONGOING;
    if (ask && !over) {
        return answer(p, ask, words, said, messages);
    }
    if (bound && !over && find_try(p, words, bound) == MOVE_NONE) {
        return say_no(messages, "the umpire said yes: such a capture must be tried first");
    }
    if (!over && ferz_game_attempts(p->game) && !position_placing(p->record.position) && !is_legal(p, words)) {
        return refuse(p, words, said, messages);
    }
    ferz_result result = ferz_play_move(p, words, messages);
    *played = result == FERZ_OK;
    if (*played) {
        *said = copy_text(ferz_play_announced(p, p->record.count - 1));
        return *said ? FERZ_OK : out_of_memory(messages);
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

static void count_men(const position *p, uint16_t *kinds, uint16_t *held)
{
    const game *g = p->game;
    for (int man = 1; man < g->men; man++) {
        held[man] = g->hands ? position_hand(p)[man] : 0;
        kinds[man] = (uint16_t)(g->core->count_man(p, (man_id)man) + held[man]);
    }
}

static void count_owners(const position *p, observation *o)
{
    const game *g = p->game;
    for (int man = 1; man < g->men; man++) {
        int owner = g->man_owner[man], held = g->hands ? position_hand(p)[man] : 0;
        o->held[owner] = (uint16_t)(o->held[owner] + held);
        o->men[owner] = (uint16_t)(o->men[owner] + g->core->count_man(p, (man_id)man) + held);
    }
}

/* The umpire's notes on what happened while `at` plies were made: the player's own attempts. */
static bool remember_sayings(const ferz_play *p, memory *m, size_t at, const record *r)
{
    int player = m->knowledge.player;
    for (size_t i = 0; i < p->saying_count; i++) {
        const saying *s = &p->sayings[i];
        bool told = s->kind == SAYING_ANSWER || (s->kind == SAYING_REFUSAL && s->tried != MOVE_NONE);
        if (s->at != at || s->player != (size_t)player || !told) {
            continue;
        }
        position *view = view_of(p, r->position, (size_t)player);
        if (!view) {
            return false;
        }
        m->views[m->views_count++] = view;
        m->seen[m->knowledge.count] = (observation){.kind = s->kind == SAYING_ANSWER ? SEEN_ANSWER : SEEN_REFUSAL,
                                                    .move = s->tried,
                                                    .ask = s->ask,
                                                    .answer = s->answer,
                                                    .view = view};
        count_owners(r->position, &m->seen[m->knowledge.count++]);
    }
    return true;
}

/* Replays ply `at` into `r` and notes what the player saw of it. */
static bool remember_ply(const ferz_play *p, memory *m, size_t at, record *r, position *before)
{
    int player = m->knowledge.player;
    move made = p->record.plies[at].move;
    position_copy(before, r->position);
    record_push(r, made);
    position *view = view_of(p, r->position, (size_t)player);
    if (!view) {
        return false;
    }
    m->views[m->views_count++] = view;
    bool shown = sight_shows(before, r->position, player);
    observation *o = &m->seen[m->knowledge.count++];
    *o = (observation){.kind = shown ? SEEN_MOVE : SEEN_PLY,
                       .move = shown ? worlds_plain(made) : MOVE_NONE,
                       .said = worlds_said(ferz_play_announced(p, at)),
                       .view = view};
    count_owners(r->position, o);
    return true;
}

/* Whether the position is the one that the game begins with: then everybody knows it. */
static bool is_start(const ferz_play *p, const position *at)
{
    position *start = position_create(p->game->game, NULL);
    diag_list diags;
    diag_list_init(&diags);
    bool same =
        start && fen_read(start, &diags, (place){0}, p->game->game->start) && start->state.hash == at->state.hash;
    diag_list_finish(&diags);
    position_destroy(start);
    return same;
}

static bool memory_fill(const ferz_play *p, memory *m)
{
    const game *g = p->game->game;
    size_t most = p->record.count + p->saying_count + 1;
    record r;
    if (!record_at(p, 0, &r)) {
        return false;
    }
    position *before = position_create(g, NULL);
    m->seen = calloc(most, sizeof *m->seen);
    m->views = calloc(most, sizeof *m->views);
    m->kinds = calloc((size_t)g->men, sizeof *m->kinds);
    m->held = calloc((size_t)g->men, sizeof *m->held);
    m->start = position_create(g, NULL);
    m->now = view_of(p, p->record.position, (size_t)m->knowledge.player);
    bool fine = before && m->seen && m->views && m->kinds && m->held && m->start && m->now &&
                record_reserve(&r, p->record.count + 1);
    if (fine) {
        count_men(r.position, m->kinds, m->held);
        m->knowledge.start_open = is_start(p, r.position);
        sight_view(r.position, m->knowledge.player, m->start);
        if (m->knowledge.start_open) {
            int16_t counters[COUNTERS_MAX]; /* secrets stay secrets even there */
            memcpy(counters, m->start->more.counters, sizeof counters);
            position_copy(m->start, r.position);
            memcpy(m->start->more.counters, counters, sizeof counters);
        }
    }
    for (size_t at = 0; fine && at <= p->record.count; at++) {
        fine = remember_sayings(p, m, at, &r) && (at == p->record.count || remember_ply(p, m, at, &r, before));
    }
    position_destroy(before);
    record_finish(&r);
    m->knowledge.start = m->start;
    m->knowledge.view = m->now;
    m->knowledge.kinds = m->kinds;
    m->knowledge.held = m->held;
    m->knowledge.seen = m->seen;
    return fine;
}

bool sight_best(search *with, ferz_play *p, live_hooks *const *hooks, const search_limits *limits, search_result *found)
{
    memory m = {.knowledge = {.game = p->game->game, .player = (int)ferz_play_mover(p), .bound = binding_question(p)}};
    memset(found, 0, sizeof *found);
    found->best = MOVE_NONE;
    if (record_verdict(&p->record).kind != VERDICT_ONGOING) {
        return true;
    }
    bool fine = memory_fill(p, &m) && worlds_run(with, &m.knowledge, hooks, limits, found);
    memory_finish(&m);
    return fine;
}
