/* The engine: searching for moves on behalf of a play. */
#include "ferz_internal.h"

#include "game/sight.h"

#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 256 };

struct ferz_engine {
    const ferz_game *game;
    search *search;
    live_binding **live; /* [threads] in games with live hooks: each thread its own */
    live_hooks **hooks;  /* [threads] */
    int threads;         /* for which there is room */
};

/* ---- life ---- */

ferz_engine *ferz_engine_create(const ferz_game *of, size_t hash_bytes, ferz_messages *messages)
{
    ferz_engine *e = calloc(1, sizeof *e);
    if (e) {
        e->game = of;
        e->search = search_create(of->game, hash_bytes);
    }
    if (!e || !e->search) {
        ferz_engine_destroy(e);
        if (messages) {
            diag_failure(ferz_messages_diags(messages), CODE_OUT_OF_MEMORY, "out of memory");
        }
        return NULL;
    }
    return e;
}

void ferz_engine_destroy(ferz_engine *e)
{
    if (e) {
        for (int i = 0; i < e->threads; i++) {
            live_destroy(e->live[i]);
        }
        search_destroy(e->search);
        free(e->live);
        free(e->hooks);
        free(e);
    }
}

void ferz_engine_forget(ferz_engine *e)
{
    search_clear(e->search);
}

/* Hooks for so many threads. Reports failures. */
static bool engage(ferz_engine *e, int threads, diag_list *diags)
{
    if (threads <= e->threads) {
        return true;
    }
    live_binding **live = calloc((size_t)threads, sizeof *live);
    live_hooks **hooks = calloc((size_t)threads, sizeof *hooks);
    if (!live || !hooks) {
        free(live);
        free(hooks);
        diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
        return false;
    }
    for (int i = 0; i < e->threads; i++) {
        live[i] = e->live[i];
        hooks[i] = e->hooks[i];
    }
    free(e->live);
    free(e->hooks);
    e->live = live;
    e->hooks = hooks;
    for (; e->threads < threads; e->threads++) {
        if (e->game->hook_count) {
            live[e->threads] = live_create(e->game->binding, e->game->game, diags);
            if (!live[e->threads]) {
                return false;
            }
            hooks[e->threads] = live_table(live[e->threads]);
        }
    }
    return true;
}

/* ---- talking to the caller ---- */

typedef struct search_caller {
    ferz_play *play;
    const ferz_limits *limits;
} search_caller;

static void write_line(ferz_play *p, const search_result *found, text *out)
{
    record *r = &p->record;
    size_t played = 0;
    for (size_t i = 0; i < found->line_length && record_reserve(r, 1); i++) {
        char words[MOVE_TEXT_MAX];
        notation_write_one(r->position, found->line[i], words);
        text_print(out, "%s%s", i ? " " : "", words);
        record_push(r, found->line[i]);
        played++;
    }
    while (played--) {
        record_pop(r);
    }
}

static void pass_info(void *state, const search_result *found)
{
    search_caller *caller = state;
    text line = {0};
    write_line(caller->play, found, &line);
    ferz_report report = {
        .depth = found->depth,
        .reach = found->reach,
        .number = found->number,
        .bound = found->bound == BOUND_LOWER   ? FERZ_BOUND_LOWER
                 : found->bound == BOUND_UPPER ? FERZ_BOUND_UPPER
                                               : FERZ_BOUND_EXACT,
        .full = found->full,
        .nodes = found->nodes,
        .milliseconds = found->milliseconds,
        .score = found->score,
        .mate = found->mate,
        .line = text_string(&line),
    };
    caller->limits->info(caller->limits->state, &report);
    text_finish(&line);
}

static bool pass_stop(void *state)
{
    search_caller *caller = state;
    return caller->limits->stop(caller->limits->state);
}

static bool pass_ponders(void *state)
{
    search_caller *caller = state;
    return caller->limits->ponders(caller->limits->state);
}

/* The moves that `words` names, in scratch of the play. False after an error. */
static bool find_only(ferz_play *p, const char *words, search_limits *limits, move **only, diag_list *diags)
{
    *only = NULL;
    if (!words) {
        return true;
    }
    move_list list = {p->moves, 0, p->game->game->moves_max, false};
    record_moves(&p->record, &list, false);
    size_t room = strlen(words) / 2 + 1;
    *only = malloc(room * sizeof **only);
    if (!*only) {
        diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
        return false;
    }
    for (words += strspn(words, " "); *words; words += strspn(words, " ")) {
        char word[MOVE_TEXT_MAX] = "";
        size_t length = strcspn(words, " ");
        memcpy(word, words, length < sizeof word ? length : 0); /* what is too long is no move */
        move m = notation_find(p->record.position, &list, word);
        if (m == MOVE_NONE) {
            diag_error(diags, CODE_NOT_LEGAL, (place){0}, "`%.*s` is no legal move here", (int)length, words);
            return false;
        }
        (*only)[limits->only_count++] = m;
        words += length;
    }
    limits->only = limits->only_count ? *only : NULL;
    return true;
}

/* ---- searching ---- */

static ferz_result no_memory(ferz_messages *messages)
{
    if (messages) {
        diag_failure(ferz_messages_diags(messages), CODE_OUT_OF_MEMORY, "out of memory");
    }
    return FERZ_FAULT;
}

static ferz_result tell(ferz_play *p, const search_result *found, ferz_best *best, ferz_messages *messages)
{
    char words[MOVE_TEXT_MAX];
    text line = {0}, first = {0};
    notation_write_one(p->record.position, found->best, words);
    text_put(&first, words);
    if (!sight_hides(p->game->game)) { /* what follows in a world that was imagined need not be possible here */
        write_line(p, found, &line);
    }
    if (!line.length) {
        text_put(&line, words);
    }
    best->move = text_given(&first);
    best->line = text_given(&line);
    best->score = found->score;
    best->mate = found->mate;
    best->depth = found->depth;
    best->nodes = found->nodes;
    return best->move && best->line ? FERZ_OK : no_memory(messages);
}

/* A script that failed has said why to the hooks of its thread. */
static ferz_result scripts_failed(ferz_engine *e, ferz_messages *messages)
{
    ferz_result found = FERZ_NO;
    diag_list diags;
    diag_list_init(&diags);
    for (int i = 0; i < e->threads; i++) {
        if (live_report(e->live[i], &diags)) {
            found = diags.overrun ? FERZ_OVERRUN : diags.failed ? FERZ_FAULT : FERZ_NO;
        }
    }
    messages_take(messages, &diags);
    diag_list_finish(&diags);
    return found;
}

static ferz_result run(ferz_engine *e, ferz_play *p, search_limits *inner, ferz_best *best, ferz_messages *messages)
{
    search_result found;
    if (!(sight_hides(p->game->game) ? sight_best(e->search, p, e->hooks, inner, &found)
                                     : search_run(e->search, &p->record, e->hooks, inner, &found))) {
        (void)scripts_failed(e, NULL); /* for the same reason */
        return no_memory(messages);
    }
    if (found.failed) {
        return scripts_failed(e, messages);
    }
    if (found.best == MOVE_NONE) {
        if (messages) {
            diag_error(ferz_messages_diags(messages), CODE_GAME_OVER, (place){0},
                       "there is no legal move: the game is over");
        }
        return play_settle(p, messages, FERZ_NO);
    }
    return tell(p, &found, best, messages);
}

ferz_result ferz_engine_best(ferz_engine *e, ferz_play *p, const ferz_limits *limits, ferz_best *best,
                             ferz_messages *messages)
{
    memset(best, 0, sizeof *best);
    search_caller caller = {p, limits};
    search_limits inner = {
        .depth = limits->depth,
        .nodes = limits->nodes,
        .movetime = limits->movetime,
        .clock = limits->clock,
        .increment = limits->increment,
        .moves_to_go = limits->moves_to_go,
        .overhead = limits->overhead,
        .mate = limits->mate,
        .lines = limits->lines,
        .threads = limits->threads < 1             ? 1
                   : limits->threads < THREADS_MAX ? limits->threads
                                                   : THREADS_MAX,
        .seed = limits->seed,
        .method = (search_method)limits->method,
        .stop = limits->stop ? pass_stop : NULL,
        .ponders = limits->ponders ? pass_ponders : NULL,
        .info = limits->info ? pass_info : NULL,
        .state = &caller,
    };
    diag_list diags;
    diag_list_init(&diags);
    move *only;
    bool fine = find_only(p, limits->only, &inner, &only, &diags) && engage(e, inner.threads, &diags);
    ferz_result result = diags.failed ? FERZ_FAULT : FERZ_NO;
    messages_take(messages, &diags);
    diag_list_finish(&diags);
    if (fine) {
        result = run(e, p, &inner, best, messages);
    }
    free(only);
    return result;
}

ferz_result ferz_play_best(ferz_play *p, const ferz_limits *limits, ferz_best *best, ferz_messages *messages)
{
    memset(best, 0, sizeof *best);
    if (!p->engine || p->engine_bytes != limits->hash_bytes) {
        ferz_engine_destroy(p->engine);
        p->engine = ferz_engine_create(p->game, limits->hash_bytes, messages);
        p->engine_bytes = limits->hash_bytes;
    }
    return p->engine ? ferz_engine_best(p->engine, p, limits, best, messages) : FERZ_FAULT;
}
