#include "ferz_internal.h"

#include "game/ending.h"
#include "game/explain.h"
#include "game/fen.h"
#include "game/notation.h"
#include "game/sight.h"
#include "game/verify.h"

#include <stdlib.h>
#include <string.h>

/* ---- life ---- */

ferz_play *play_new(const ferz_game *of, diag_list *diags)
{
    ferz_play *p = calloc(1, sizeof *p);
    if (!p) {
        diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
        return NULL;
    }
    p->game = of;
    if (of->hook_count) {
        p->live = live_create(of->binding, of->game, diags);
        if (!p->live) {
            free(p);
            return NULL;
        }
    }
    p->moves = malloc(of->game->moves_max * sizeof *p->moves);
    if (!p->moves || !record_init(&p->record, of->game, live_table(p->live))) {
        diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
        ferz_play_destroy(p);
        return NULL;
    }
    return p;
}

ferz_play *ferz_play_create(const ferz_game *of, const char *fen, ferz_messages *messages)
{
    diag_list diags;
    diag_list_init(&diags);
    ferz_play *p = play_new(of, &diags);
    if (p) {
        const char *chosen = fen ? fen : of->game->start;
        const source *said = diag_source(&diags, "fen", chosen, strlen(chosen));
        place at = {said, 1, 1, 0};
        if (!said || !fen_read(p->record.position, &diags, at, said->bytes)) {
            ferz_play_destroy(p);
            p = NULL;
        }
    }
    messages_take(messages, &diags);
    diag_list_finish(&diags);
    return p;
}

ferz_play *ferz_play_copy(const ferz_play *from)
{
    diag_list diags;
    diag_list_init(&diags);
    ferz_play *p = play_new(from->game, &diags);
    diag_list_finish(&diags);
    if (!p) {
        return NULL;
    }
    p->words = malloc((from->record.count + 1) * sizeof *p->words);
    if (!p->words || !record_copy(&p->record, &from->record) || !sight_copy(p, from)) {
        ferz_play_destroy(p);
        return NULL;
    }
    p->words_room = from->record.count + 1;
    if (from->record.count) {
        memcpy(p->words, from->words, from->record.count * sizeof *p->words);
    }
    return p;
}

void ferz_play_destroy(ferz_play *p)
{
    if (p) {
        ferz_engine_destroy(p->engine);
        record_finish(&p->record);
        live_destroy(p->live);
        free(p->moves);
        free(p->words);
        free(p->sayings);
        free(p);
    }
}

const ferz_game *ferz_play_game(const ferz_play *p)
{
    return p->game;
}

/* ---- moves ---- */

/* What a call comes to once it has done its work: the script's failure, or what it found. */
static ferz_result settle(ferz_play *p, ferz_messages *messages, ferz_result found)
{
    diag_list diags;
    diag_list_init(&diags);
    if (live_report(p->live, &diags)) {
        found = diags.overrun ? FERZ_OVERRUN : diags.failed ? FERZ_FAULT : FERZ_NO;
        messages_take(messages, &diags);
    }
    diag_list_finish(&diags);
    return found;
}

ferz_result play_settle(ferz_play *p, ferz_messages *messages, ferz_result found)
{
    return settle(p, messages, found);
}

static ferz_result no_memory(ferz_messages *messages)
{
    if (messages) {
        diag_failure(ferz_messages_diags(messages), CODE_OUT_OF_MEMORY, "out of memory");
    }
    return FERZ_FAULT;
}

static move_list all_moves(ferz_play *p, bool claims)
{
    move_list list = {p->moves, 0, p->game->game->moves_max, false};
    record_moves(&p->record, &list, claims);
    return list;
}

static bool words_reserve(ferz_play *p)
{
    if (p->record.count < p->words_room) {
        return true;
    }
    size_t room = p->words_room ? p->words_room * 2 : 64;
    char(*more)[MOVE_TEXT_MAX] = realloc(p->words, room * sizeof *more);
    if (more) {
        p->words = more;
        p->words_room = room;
    }
    return more != NULL;
}

ferz_result ferz_play_move(ferz_play *p, const char *words, ferz_messages *messages)
{
    move_list list = all_moves(p, true);
    move m = notation_find(p->record.position, &list, words);
    if (m == MOVE_NONE) {
        text why = {0};
        explain_move(&p->record, words, &why);
        diag_list diags;
        diag_list_init(&diags);
        size_t n = why.length && why.bytes[why.length - 1] == '\n' ? why.length - 1 : why.length;
        diag_error(&diags, CODE_NOT_LEGAL, (place){0}, "the move `%s` is %.*s", words, (int)n, text_string(&why));
        messages_take(messages, &diags);
        diag_list_finish(&diags);
        text_finish(&why);
        return settle(p, messages, FERZ_NO);
    }
    if (!record_reserve(&p->record, 1) || !words_reserve(p)) {
        return no_memory(messages);
    }
    notation_write_one(p->record.position, m, p->words[p->record.count]);
    if (!sight_push(p, m)) {
        return no_memory(messages);
    }
    /* Wholly or not at all: a script that failed on the way, or at announcing, takes the move back. */
    ferz_result result = settle(p, messages, FERZ_OK);
    if (result != FERZ_OK) {
        ferz_play_undo(p);
    }
    return result;
}

bool ferz_play_undo(ferz_play *p)
{
    if (!p->record.count) {
        return false;
    }
    record_pop(&p->record);
    sight_forget(p);
    return true;
}

size_t ferz_play_plies(const ferz_play *p)
{
    return p->record.count;
}

const char *ferz_play_ply(const ferz_play *p, size_t index)
{
    return index < p->record.count ? p->words[index] : "";
}

char *ferz_play_fen(const ferz_play *p)
{
    text fen = {0};
    fen_write(p->record.position, &fen);
    return text_given(&fen);
}

size_t ferz_play_mover(const ferz_play *p)
{
    const position *now = p->record.position;
    return now->more.rolls ? (size_t)p->game->game->players : now->state.mover;
}

size_t ferz_play_commander(const ferz_play *p)
{
    const position *now = p->record.position;
    const game *g = p->game->game;
    const rule_player *player = &g->rules->players[now->state.mover];
    int number = player->commander_counter >= 0 ? now->more.counters[player->commander_counter] : 0;
    if (now->more.rolls) {
        return (size_t)g->players;
    }
    return number > 0 && number <= g->players ? (size_t)number - 1 : (size_t)player->commander;
}

bool ferz_play_in_check(const ferz_play *p)
{
    return p->game->game->core->in_check(p->record.position, p->record.position->state.mover);
}

uint64_t ferz_play_hash(const ferz_play *p)
{
    return p->record.position->state.hash;
}

typedef char words_of_move[MOVE_TEXT_MAX];

static int compare_words(const void *left, const void *right)
{
    return strcmp(left, right);
}

/* Texts of the moves, sorted by bytes, in one block; with `order`, the moves in the same order. */
static words_of_move *sorted_words(ferz_play *p, const move_list *list)
{
    words_of_move *words = malloc((list->count + 1) * sizeof *words);
    notation notes;
    notation_begin(&notes, p->record.position);
    for (size_t i = 0; words && i < list->count; i++) {
        notation_write(&notes, list->moves[i], words[i]);
    }
    if (words) {
        qsort(words, list->count, sizeof *words, compare_words);
    }
    return words;
}

char *ferz_play_moves(ferz_play *p, size_t *count, ferz_messages *messages)
{
    move_list list = all_moves(p, true);
    *count = 0;
    if (settle(p, messages, FERZ_OK) != FERZ_OK) {
        return NULL;
    }
    words_of_move *words = sorted_words(p, &list);
    text block = {0};
    for (size_t i = 0; words && i < list.count; i++) {
        text_add(&block, words[i], strlen(words[i]) + 1);
    }
    bool fine = words && !block.failed;
    free(words);
    bool told = settle(p, messages, FERZ_OK) != FERZ_OK; /* texts of moves may ask hooks, too */
    if (!fine || told) {
        text_finish(&block);
        if (!told) {
            no_memory(messages);
        }
        return NULL;
    }
    *count = list.count;
    return text_given(&block);
}

/* ---- chance ---- */

_Static_assert(sizeof((ferz_throw *)0)->move >= sizeof "roll 255-255-255-255", "the text of every throw fits");

static ferz_throw throw_of(const ferz_play *p, move m)
{
    ferz_throw one = {.weight = p->game->game->outcomes[move_number(m)].weight};
    char words[MOVE_TEXT_MAX];
    notation_write_one(p->record.position, m, words);
    memcpy(one.move, words, strnlen(words, sizeof one.move - 1));
    return one;
}

/* The throws among the legal moves, in p->moves. */
static move_list all_throws(ferz_play *p)
{
    move_list list = {p->moves, 0, 0, false};
    if (p->record.position->more.rolls) {
        list = all_moves(p, false);
    }
    return list;
}

size_t ferz_play_throws(ferz_play *p, ferz_throw *throws, size_t room)
{
    move_list list = all_throws(p);
    for (size_t i = 0; i < list.count && i < room; i++) {
        throws[i] = throw_of(p, list.moves[i]);
    }
    return list.count;
}

bool ferz_play_throw(ferz_play *p, uint64_t number, ferz_throw *thrown)
{
    move_list list = all_throws(p);
    if (list.count == 0) {
        return false;
    }
    uint64_t left = number % p->game->game->outcome_weights;
    size_t i = 0;
    for (; i + 1 < list.count; i++) {
        uint32_t weight = p->game->game->outcomes[move_number(list.moves[i])].weight;
        if (left < weight) {
            break;
        }
        left -= weight;
    }
    *thrown = throw_of(p, list.moves[i]);
    return true;
}

ferz_result ferz_play_status(ferz_play *p, ferz_status *status, ferz_messages *messages)
{
    verdict v = record_verdict(&p->record);
    *status = (ferz_status){
        .outcome = v.kind == VERDICT_WIN    ? FERZ_WIN
                   : v.kind == VERDICT_DRAW ? FERZ_DRAW
                                            : FERZ_ONGOING,
        .winner = v.kind == VERDICT_WIN ? (size_t)v.winner : 0,
        .reason = v.reason ? v.reason : "",
    };
    return settle(p, messages, FERZ_OK);
}

char *ferz_play_why(ferz_play *p, const char *words, bool *legal, ferz_messages *messages)
{
    text out = {0};
    *legal = explain_move(&p->record, words, &out);
    if (settle(p, messages, FERZ_OK) != FERZ_OK) {
        text_finish(&out);
        return NULL;
    }
    return text_given(&out);
}

char *ferz_play_why_status(ferz_play *p, bool *over, ferz_messages *messages)
{
    text out = {0};
    *over = explain_status(&p->record, &out);
    if (settle(p, messages, FERZ_OK) != FERZ_OK) {
        text_finish(&out);
        return NULL;
    }
    return text_given(&out);
}

/* ---- the board ---- */

size_t ferz_play_cells(const ferz_play *p)
{
    return (size_t)p->game->game->cells;
}

int ferz_play_columns(const ferz_play *p)
{
    return p->game->game->topology.columns;
}

int ferz_play_rows(const ferz_play *p)
{
    return p->game->game->topology.rows;
}

int ferz_play_levels(const ferz_play *p)
{
    return p->game->game->topology.levels;
}

ferz_cell ferz_play_cell(const ferz_play *p, size_t index)
{
    const game *g = p->game->game;
    if (index >= (size_t)g->cells) {
        return (ferz_cell){.name = "", .owner = -1};
    }
    man_id man = p->record.position->board[index];
    return (ferz_cell){
        .name = g->topology.names[index],
        .column = g->topology.column[index],
        .row = g->topology.row[index],
        .level = g->topology.level[index],
        .dark = g->checkered && g->shade[index] == 0,
        .shade = g->checkered ? g->shade[index] : 0,
        .man = man ? g->man_text[man] : NULL,
        .type = man ? g->rules->pieces[g->type[g->man_type[man]].piece].name : NULL,
        .royal = man && g->man_royal[man],
        .owner = man ? g->man_owner[man] : -1,
    };
}

size_t ferz_play_last_cells(const ferz_play *p, size_t *cells, size_t room)
{
    size_t count = 0;
    if (!p->record.count) {
        return 0;
    }
    const undo *u = &p->record.undos[p->record.count - 1];
    for (unsigned i = 0; i < u->count; i++) {
        bool again = u->entries[i].kind != UNDO_CELL;
        for (unsigned k = 0; k < i && !again; k++) {
            again = u->entries[k].kind == UNDO_CELL && u->entries[k].slot == u->entries[i].slot;
        }
        if (!again) {
            if (count < room) {
                cells[count] = u->entries[i].slot;
            }
            count++;
        }
    }
    return count < room ? count : room;
}

char *ferz_play_hand(const ferz_play *p, size_t player)
{
    const game *g = p->game->game;
    text out = {0};
    for (int type = 0; g->hands && player < (size_t)g->players && type < g->types; type++) {
        man_id man = game_man(g, (int)player, type);
        unsigned count = position_hand(p->record.position)[man];
        if (count) {
            text_put(&out, out.length ? " " : "");
            if (count > 1) {
                text_print(&out, "%u", count);
            }
            text_put(&out, g->man_text[man]);
        }
    }
    return text_given(&out);
}

/* ---- counting ---- */

typedef struct perft_job {
    ferz_play *play;
    move *buffer;
    size_t room;
    bool slow;
} perft_job;

static uint64_t perft_slow(perft_job *job, int depth, move *buffer, size_t room)
{
    record *r = &job->play->record;
    const core *c = r->game->core;
    if (depth == 0) {
        return 1;
    }
    if (r->game->decides && ending_decides(r->position)) {
        return 0;
    }
    move_list list = {buffer, 0, room, false};
    c->legal_slow(r->position, &list);
    uint64_t nodes = 0;
    for (size_t i = 0; i < list.count; i++) {
        undo u;
        c->play(r->position, list.moves[i], &u);
        nodes += perft_slow(job, depth - 1, buffer + list.count, room - list.count);
        c->undo(r->position, &u);
    }
    return nodes;
}

static uint64_t perft(perft_job *job, int depth)
{
    position *p = job->play->record.position;
    return job->slow ? perft_slow(job, depth, job->buffer, job->room)
                     : p->game->core->perft(p, depth, job->buffer, job->room);
}

/* False when out of memory. */
static bool perft_divided(perft_job *job, int depth, void (*divide)(void *, const char *, uint64_t), void *state,
                          uint64_t *nodes)
{
    ferz_play *p = job->play;
    position *pos = p->record.position;
    const game *g = p->game->game;
    *nodes = 0;
    if (g->decides && ending_decides(pos)) {
        return true;
    }
    move_list list = {p->moves, 0, g->moves_max, false};
    g->core->legal(pos, &list);
    words_of_move *words = sorted_words(p, &list);
    for (size_t i = 0; words && i < list.count; i++) {
        move m = notation_find(pos, &list, words[i]);
        undo u;
        g->core->play(pos, m, &u);
        uint64_t below = perft(job, depth - 1);
        g->core->undo(pos, &u);
        *nodes += below;
        divide(state, words[i], below);
    }
    free(words);
    return words != NULL;
}

enum { PERFT_DEPTH_MAX = 64 };

static ferz_result count_nodes(ferz_play *p, int depth, bool slow, void (*divide)(void *, const char *, uint64_t),
                               void *state, uint64_t *nodes, ferz_messages *messages)
{
    perft_job job = {.play = p, .slow = slow};
    if (depth > PERFT_DEPTH_MAX) {
        depth = PERFT_DEPTH_MAX; /* no count will ever get there */
    }
    job.room = p->game->game->moves_max + (size_t)(depth > 0 ? depth : 1) * 4096;
    job.buffer = malloc(job.room * sizeof *job.buffer);
    if (!job.buffer) {
        return no_memory(messages);
    }
    bool fine = true;
    if (divide && depth > 0) {
        fine = perft_divided(&job, depth, divide, state, nodes);
    } else {
        *nodes = perft(&job, depth);
    }
    free(job.buffer);
    return fine ? settle(p, messages, FERZ_OK) : no_memory(messages);
}

ferz_result ferz_play_perft(ferz_play *p, int depth, void (*divide)(void *state, const char *move, uint64_t n),
                            void *state, uint64_t *nodes, ferz_messages *messages)
{
    return count_nodes(p, depth, false, divide, state, nodes, messages);
}

ferz_result ferz_play_perft_slow(ferz_play *p, int depth, uint64_t *nodes, ferz_messages *messages)
{
    return count_nodes(p, depth, true, NULL, NULL, nodes, messages);
}

/* Positions met on the way to the end of a turn, by their hashes: the ways that lead on from each, or (`end`) that it is
 * an end. */
typedef struct turn_entry {
    uint64_t key, ways;
    bool used, end;
} turn_entry;
typedef struct turn_job {
    ferz_play *play;
    turn_entry *entries; /* [room], a power of two */
    size_t room, count, ends;
    bool full, failed;
} turn_job;

enum { TURN_POSITIONS_MAX = 1 << 21 };

static turn_entry *turn_slot(turn_entry *entries, size_t room, uint64_t key)
{
    size_t at = (size_t)key & (room - 1);
    while (entries[at].used && entries[at].key != key) {
        at = (at + 1) & (room - 1);
    }
    return &entries[at];
}

static bool turn_grow(turn_job *job)
{
    if (job->count * 2 < job->room) {
        return true;
    }
    size_t room = job->room * 2;
    job->full = job->count >= TURN_POSITIONS_MAX;
    turn_entry *more = job->full ? NULL : calloc(room, sizeof *more);
    if (!more) {
        job->failed |= !job->full;
        return false;
    }
    for (size_t i = 0; i < job->room; i++) {
        if (job->entries[i].used) {
            *turn_slot(more, room, job->entries[i].key) = job->entries[i];
        }
    }
    free(job->entries);
    job->entries = more;
    job->room = room;
    return true;
}

static void turn_keep(turn_job *job, uint64_t key, uint64_t ways, bool end)
{
    if (!turn_grow(job)) {
        return;
    }
    turn_entry *e = turn_slot(job->entries, job->room, key);
    job->count += !e->used;
    job->ends += !e->used && end;
    *e = (turn_entry){key, ways, true, end};
}

static uint64_t turn_ways(turn_job *job)
{
    position *p = job->play->record.position;
    const core *c = p->game->core;
    uint64_t key = p->state.hash, ways = 0;
    turn_entry *known = turn_slot(job->entries, job->room, key);
    if (known->used && !known->end) {
        return known->ways;
    }
    move *moves = malloc(p->game->moves_max * sizeof *moves);
    if (!moves) {
        job->failed = true;
        return 0;
    }
    move_list list = {moves, 0, p->game->moves_max, false};
    c->legal(p, &list);
    int mover = p->state.mover;
    for (size_t i = 0; i < list.count && !job->full && !job->failed; i++) {
        undo u;
        c->play(p, moves[i], &u);
        if (p->state.mover != mover || (p->more.ply == 0 && !p->more.roll)) {
            turn_keep(job, p->state.hash, 0, true);
            ways++;
        } else {
            ways += turn_ways(job);
        }
        c->undo(p, &u);
    }
    free(moves);
    turn_keep(job, key, ways, false);
    return ways;
}

ferz_result ferz_play_turns(ferz_play *p, uint64_t *ways, uint64_t *positions, ferz_messages *messages)
{
    turn_job job = {.play = p, .room = 1024};
    job.entries = calloc(job.room, sizeof *job.entries);
    if (!job.entries) {
        return no_memory(messages);
    }
    uint64_t found = turn_ways(&job);
    free(job.entries);
    if (job.failed) {
        return no_memory(messages);
    }
    if (job.full) {
        if (messages) {
            diag_error(ferz_messages_diags(messages), CODE_TURN_TOO_WIDE, (place){0},
                       "more than %d positions within a turn", TURN_POSITIONS_MAX);
        }
        return settle(p, messages, FERZ_NO);
    }
    if (ways) {
        *ways = found;
    }
    if (positions) {
        *positions = job.ends;
    }
    return settle(p, messages, FERZ_OK);
}

ferz_result ferz_play_verify(ferz_play *p, ferz_messages *messages)
{
    const char *wrong = verify_position(&p->record);
    if (wrong) {
        char *fen = ferz_play_fen(p);
        if (messages) {
            diag_error(ferz_messages_diags(messages), CODE_WRONG_STATE, (place){0}, "%s: %s", fen ? fen : "", wrong);
        }
        free(fen);
    }
    return settle(p, messages, wrong ? FERZ_NO : FERZ_OK);
}
