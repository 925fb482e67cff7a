#include "api/ferz_for_tests.h"
#include "api/ferz_internal.h"

#include "draw/glyph.h"
#include "play/outcome.h"
#include "explain/explain.h"
#include "play/fen.h"
#include "play/interchange.h"
#include "play/notation.h"
#include "play/written_move.h"
#include "play/visibility.h"
#include "play/verify.h"

#include <stdlib.h>
#include <string.h>

/* ---- life ---- */

ferz_game *game_new(const ferz_variant *v, diag_list *diags)
{
    ferz_game *p = calloc(1, sizeof *p);
    if (!p) {
        diag_out_of_memory(diags);
        return NULL;
    }
    p->variant = v;
    if (v->hook_count) {
        p->live = live_create(v->binding, v->variant, diags);
        if (!p->live) {
            free(p);
            return NULL;
        }
    }
    p->moves = malloc(v->variant->moves_max * sizeof *p->moves);
    if (!p->moves || !game_history_init(&p->game_history, v->variant, live_table(p->live))) {
        diag_out_of_memory(diags);
        ferz_game_free(p);
        return NULL;
    }
    return p;
}

ferz_game *ferz_game_create(const ferz_variant *v, const char *fen, ferz_messages *messages)
{
    if (MISSING(v)) {
        return NULL;
    }
    diag_list diags;
    diag_list_init(&diags);
    diags.fuel = messages_begin(messages, OPERATION_SHORT);
    ferz_game *p = game_new(v, &diags);
    if (p) {
        p->game_history.position->fuel = diags.fuel;
        const char *chosen = fen ? fen : v->variant->start_fen;
        const source *fen_source = diag_source(&diags, "fen", chosen, strlen(chosen));
        location at = {fen_source, 1, 1, 0};
        if (!fen_source || !fen_read(p->game_history.position, &diags, at, fen_source->bytes)) {
            ferz_game_free(p);
            p = NULL;
        } else if (fen) { /* of the start, loading has warned */
            fen_warn_of_check(p->game_history.position, &diags, at);
        }
    }
    if (p) {
        p->game_history.position->fuel = NULL;
    }
    messages_append(messages, &diags);
    diag_list_finish(&diags);
    return p;
}

ferz_game *ferz_game_copy(const ferz_game *from)
{
    if (MISSING(from)) {
        return NULL;
    }
    diag_list diags;
    diag_list_init(&diags);
    ferz_game *p = game_new(from->variant, &diags);
    diag_list_finish(&diags);
    if (!p) {
        return NULL;
    }
    p->ply_texts = malloc((from->game_history.count + 1) * sizeof *p->ply_texts);
    if (!p->ply_texts || !history_copy(&p->game_history, &from->game_history) || !umpire_copy(p, from)) {
        ferz_game_free(p);
        return NULL;
    }
    p->ply_texts_room = from->game_history.count + 1;
    if (from->game_history.count) {
        memcpy(p->ply_texts, from->ply_texts, from->game_history.count * sizeof *p->ply_texts);
    }
    return p;
}

void ferz_game_free(ferz_game *p)
{
    if (p) {
        ferz_engine_free(p->engine);
        game_history_finish(&p->game_history);
        live_destroy(p->live);
        free(p->moves);
        free(p->ply_texts);
        free(p->umpire_log);
        free(p);
    }
}

const ferz_variant *ferz_game_variant(const ferz_game *p)
{
    if (MISSING(p)) {
        return NULL;
    }
    return p->variant;
}

/* ---- moves ---- */

void game_begin(ferz_game *p, ferz_messages *messages, operation_kind kind)
{
    messages_begin_fuel(messages, kind, &p->fuel);
    p->game_history.position->fuel = &p->fuel;
}

move_list game_legal_moves(ferz_game *p, bool claims)
{
    move_list list = {p->moves, 0, p->variant->variant->moves_max, false};
    history_legal_moves(&p->game_history, &list, claims);
    position_note_lost(p->game_history.position, &list);
    return list;
}

/* Whether neither fuel nor script has ended the operation: else what was found last means nothing, and game_result says
 * why. */
static bool game_goes_on(const ferz_game *p)
{
    const live_hooks *hooks = p->game_history.position->hooks;
    return fuel_left(&p->fuel) && !(hooks && hooks->failed);
}

static ferz_result report_lost_moves(lost_moves why, diag_list *diags)
{
    static const char *const sentences[] = {
        [LOST_TOO_MANY] = "more moves than can be listed in this position",
        [LOST_PIECES] = "more pieces would leave the board at once than one move can remove",
    };
    if (why == LOST_FOR_MEMORY) {
        diag_out_of_memory(diags);
        return FERZ_SYSTEM_ERROR;
    }
    diag_error(diags, CODE_TOO_MANY, (location){0}, "%s", sentences[why]);
    return FERZ_REJECTED;
}

ferz_result game_result(ferz_game *p, ferz_messages *messages, ferz_result found)
{
    diag_list diags;
    diag_list_init(&diags);
    if (live_report(p->live, &diags)) {
        found = diags.budget_exceeded ? FERZ_BUDGET_EXCEEDED : diags.failed ? FERZ_SYSTEM_ERROR : FERZ_REJECTED;
    }
    if (!fuel_left(&p->fuel)) {
        diag_out_of_fuel(&diags, &p->fuel, (location){0}, "the moves of this position are found");
        found = FERZ_BUDGET_EXCEEDED;
    } else if (p->game_history.position->moves_lost) {
        found = report_lost_moves((lost_moves)p->game_history.position->moves_lost, &diags);
    }
    p->game_history.position->moves_lost = LOST_NONE;
    p->game_history.position->fuel = NULL;
    p->fuel = (fuel){0};
    messages_append(messages, &diags);
    diag_list_finish(&diags);
    return found;
}

static bool ply_texts_reserve(ferz_game *p)
{
    if (p->game_history.count < p->ply_texts_room) {
        return true;
    }
    size_t room = p->ply_texts_room ? p->ply_texts_room * 2 : 64;
    char(*more)[MOVE_TEXT_MAX] = realloc(p->ply_texts, room * sizeof *more);
    if (more) {
        p->ply_texts = more;
        p->ply_texts_room = room;
    }
    return more != NULL;
}

void report_ambiguous_move(ferz_messages *messages, const char *move_text, const text *candidates)
{
    diag_list diags;
    diag_list_init(&diags);
    diag_error(&diags, CODE_ILLEGAL_MOVE, (location){0}, "the move `%s` is ambiguous: write %s", move_text,
               text_string(candidates));
    messages_append(messages, &diags);
    diag_list_finish(&diags);
}

static void report_illegal_move(ferz_game *p, ferz_messages *messages, const char *move_text)
{
    arena scratch;
    reason_list list;
    text why = {0};
    diag_list diags;
    arena_init(&scratch, 0);
    reason_list_init(&list, &scratch, p->variant->variant->rules,
                     messages_language(messages) == FERZ_RUSSIAN ? FACT_RUSSIAN : FACT_ENGLISH);
    explain_move(&p->game_history, move_text, &list);
    reason_list_put(&list, &why);
    diag_list_init(&diags);
    size_t n = why.length && why.bytes[why.length - 1] == '\n' ? why.length - 1 : why.length;
    diag_error(&diags, CODE_ILLEGAL_MOVE, (location){0}, "the move `%s` is %.*s", move_text, (int)n, text_string(&why));
    diags.failed |= scratch.failed;
    messages_append(messages, &diags);
    diag_list_finish(&diags);
    text_finish(&why);
    arena_finish(&scratch);
}

move game_find_move(ferz_game *p, const char *move_text, ferz_messages *messages)
{
    move_list list = game_legal_moves(p, true);
    if (!game_goes_on(p)) {
        return MOVE_NONE;
    }
    text candidates = {0};
    written_move w = written_move_find(p->game_history.position, &list, move_text, &candidates);
    if (w.count > 1) {
        report_ambiguous_move(messages, move_text, &candidates);
    } else if (w.found == MOVE_NONE && messages) {
        report_illegal_move(p, messages, move_text);
    }
    text_finish(&candidates);
    return w.count > 1 ? MOVE_NONE : w.found;
}

ferz_result ferz_game_move(ferz_game *p, const char *move_text, ferz_messages *messages)
{
    if (MISSING(p) || MISSING(move_text)) {
        return FERZ_REJECTED;
    }
    if (p->game_history.count >= GAME_PLIES_MAX) {
        if (messages) {
            diag_error(ferz_messages_diags(messages), CODE_TOO_MANY, (location){0}, "a game has at most %d plies",
                       GAME_PLIES_MAX);
        }
        return FERZ_REJECTED;
    }
    game_begin(p, messages, OPERATION_SHORT);
    move m = game_find_move(p, move_text, messages);
    if (m == MOVE_NONE) {
        return game_result(p, messages, FERZ_REJECTED);
    }
    if (!history_reserve(&p->game_history, 1) || !ply_texts_reserve(p)) {
        return game_result(p, messages, messages_out_of_memory(messages));
    }
    notation_write_one(p->game_history.position, m, p->ply_texts[p->game_history.count]);
    if (!umpire_push(p, m)) {
        return game_result(p, messages, messages_out_of_memory(messages));
    }
    /* All or nothing: when a script fails here, the move is undone. */
    ferz_result result = game_result(p, messages, FERZ_OK);
    if (result != FERZ_OK) {
        ferz_game_undo(p);
    }
    return result;
}

/* A text of the move that the caller frees; NULL after an error. `write` writes it in the current position. */
static char *text_of_found(ferz_game *p, const char *move_text, void (*write)(notation *n, move m, char *out),
                           ferz_messages *messages)
{
    game_begin(p, messages, OPERATION_SHORT);
    move m = game_find_move(p, move_text, messages);
    text found = {0};
    if (m != MOVE_NONE) {
        char written[MOVE_TEXT_MAX];
        notation n;
        notation_begin(&n, p->game_history.position);
        write(&n, m, written);
        notation_finish(&n);
        text_put(&found, written);
    }
    ferz_result result = game_result(p, messages, m == MOVE_NONE ? FERZ_REJECTED : FERZ_OK);
    if (result != FERZ_OK || found.failed) {
        text_finish(&found);
        return NULL;
    }
    return text_detach(&found);
}

char *ferz_game_find_move(ferz_game *p, const char *move_text, ferz_messages *messages)
{
    return MISSING(p) || MISSING(move_text) ? NULL : text_of_found(p, move_text, notation_write, messages);
}

char *ferz_game_move_for(ferz_game *p, const char *move_text, ferz_notation form, ferz_messages *messages)
{
    if (MISSING(p) || MISSING(move_text)) {
        return NULL;
    }
    return text_of_found(p, move_text, form == FERZ_NOTATION_SAN ? interchange_put_san : interchange_put_move,
                         messages);
}

void ferz_game_play_on(ferz_game *p, bool plays_on)
{
    if (!MISSING(p)) {
        p->game_history.plays_on = plays_on;
    }
}

bool ferz_game_undo(ferz_game *p)
{
    if (MISSING(p)) {
        return false;
    }
    if (!p->game_history.count) {
        return false;
    }
    history_pop(&p->game_history);
    umpire_forget(p);
    if (p->live) {
        live_clear_failure(p->live); /* it was about what is taken back; what stays fails again when it is asked */
    }
    return true;
}

size_t ferz_game_ply_count(const ferz_game *p)
{
    if (MISSING(p)) {
        return 0;
    }
    return p->game_history.count;
}

const char *ferz_game_ply(const ferz_game *p, size_t index)
{
    if (MISSING(p)) {
        return NULL;
    }
    return index < p->game_history.count ? p->ply_texts[index] : "";
}

char *ferz_game_fen(const ferz_game *p)
{
    if (MISSING(p)) {
        return NULL;
    }
    text fen = {0};
    fen_write(p->game_history.position, &fen);
    return text_detach(&fen);
}

char *ferz_game_fen_for(const ferz_game *p, ferz_notation form, ferz_messages *messages)
{
    if (MISSING(p)) {
        return NULL;
    }
    (void)form; /* what reads SAN reads the same FEN */
    text fen = {0};
    diag_list diags;
    diag_list_init(&diags);
    bool written = interchange_put_fen(p->game_history.position, &diags, &fen);
    messages_append(messages, &diags);
    diag_list_finish(&diags);
    if (!written) {
        text_finish(&fen);
        return NULL;
    }
    return text_detach(&fen);
}

size_t ferz_game_side_to_move(const ferz_game *p)
{
    if (MISSING(p)) {
        return 0;
    }
    const position *now = p->game_history.position;
    return now->extra.roll_due ? (size_t)p->variant->variant->players : now->state.side_to_move;
}

size_t ferz_game_commander(const ferz_game *p)
{
    if (MISSING(p)) {
        return 0;
    }
    const position *now = p->game_history.position;
    const variant *v = p->variant->variant;
    const rule_player *player = &v->rules->players[now->state.side_to_move];
    int number = player->commander_counter >= 0 ? now->extra.counters[player->commander_counter] : 0;
    if (now->extra.roll_due) {
        return (size_t)v->players;
    }
    return number > 0 && number <= v->players ? (size_t)number - 1 : (size_t)player->commander;
}

bool ferz_game_turn_move(const ferz_game *p, size_t *number, size_t *count)
{
    if (MISSING(p) || MISSING(number) || MISSING(count)) {
        return false;
    }
    const position *now = p->game_history.position;
    const rule_turn *turn = &p->variant->rules->turn;
    const size_t side = now->state.side_to_move;
    const long plies = turn->grows ? 0 : turn->plies[side];
    *count = (size_t)rule_turn_plies(turn, side, p->variant->rules->player_count, now->state.fullmove);
    *number = now->extra.turn_ply + 1u;
    if (*number > *count && *count) {
        *count = 0; /* a setup or a hook lets the turn go on */
    }
    return !now->extra.roll_due && (plies != 1 || *number > 1);
}

bool ferz_game_in_check(const ferz_game *p)
{
    if (MISSING(p)) {
        return false;
    }
    return p->variant->variant->core->in_check(p->game_history.position, p->game_history.position->state.side_to_move);
}

size_t ferz_game_checks(const ferz_game *p, ferz_check *checks, size_t room)
{
    enum { AT_ONCE = 32 };
    if (MISSING(p) || !ferz_game_in_check(p)) {
        return 0;
    }
    const position *now = p->game_history.position;
    const variant *v = p->variant->variant;
    const int side = now->state.side_to_move;
    cell_id royals[AT_ONCE], attackers[AT_ONCE];
    size_t count = 0;
    int royal_count = v->core->royals_of(now, side, royals, AT_ONCE);
    for (int i = 0; i < royal_count && i < AT_ONCE; i++) {
        for (int by = 0; by < v->players; by++) {
            bool enemy = v->enemy_mask[side] >> by & 1;
            int found = enemy ? v->core->attackers(now, royals[i], by, attackers, AT_ONCE) : 0;
            for (int k = 0; k < found && k < AT_ONCE && count < room; k++) {
                checks[count++] = (ferz_check){royals[i], attackers[k]};
            }
        }
    }
    return count;
}

uint64_t ferz_game_hash(const ferz_game *p)
{
    return p->game_history.position->state.hash;
}

static int compare_move_texts(const void *left, const void *right)
{
    return strcmp(left, right);
}

static move_text_buffer *sort_move_texts(const position *p, const move_list *list,
                                         void (*write)(notation *n, move m, char *out))
{
    move_text_buffer *texts = malloc((list->count + 1) * sizeof *texts);
    notation notes;
    notation_begin(&notes, p);
    for (size_t i = 0; texts && i < list->count; i++) {
        write(&notes, list->moves[i], texts[i]);
    }
    notation_finish(&notes);
    if (texts) {
        qsort(texts, list->count, sizeof *texts, compare_move_texts);
    }
    return texts;
}

move_text_buffer *sorted_move_texts(const position *p, const move_list *list)
{
    return sort_move_texts(p, list, notation_write);
}

/* The moves as `write` writes them, in one block; NULL after an error. */
static char *legal_move_block(ferz_game *p, size_t *count, void (*write)(notation *n, move m, char *out),
                              ferz_messages *messages)
{
    game_begin(p, messages, OPERATION_SHORT);
    move_list list = game_legal_moves(p, true);
    *count = 0;
    move_text_buffer *texts = sort_move_texts(p->game_history.position, &list, write);
    text block = {0};
    for (size_t i = 0; texts && i < list.count; i++) {
        text_add(&block, texts[i], strlen(texts[i]) + 1);
    }
    bool ok = texts && !block.failed;
    free(texts);
    bool script_failed = game_result(p, messages, FERZ_OK) != FERZ_OK; /* writing a move may call hooks, too */
    if (!ok || script_failed) {
        text_finish(&block);
        if (!script_failed) {
            messages_out_of_memory(messages);
        }
        return NULL;
    }
    *count = list.count;
    return text_detach(&block);
}

char *ferz_game_legal_moves(ferz_game *p, size_t *count, ferz_messages *messages)
{
    return MISSING(p) || MISSING(count) ? NULL : legal_move_block(p, count, notation_write, messages);
}

char *ferz_game_legal_moves_for(ferz_game *p, ferz_notation form, size_t *count, ferz_messages *messages)
{
    if (MISSING(p) || MISSING(count)) {
        return NULL;
    }
    return legal_move_block(p, count, form == FERZ_NOTATION_SAN ? interchange_put_san : interchange_put_move, messages);
}

/* ---- chance ---- */

_Static_assert(sizeof((ferz_roll *)0)->move >= sizeof "roll 255-255-255-255", "the text of every roll fits");

static ferz_roll roll_of(const ferz_game *p, move m)
{
    ferz_roll one = {.weight = p->variant->variant->dice_outcomes[move_index(m)].weight};
    char move_text[MOVE_TEXT_MAX];
    notation_write_one(p->game_history.position, m, move_text);
    memcpy(one.move, move_text, strnlen(move_text, sizeof one.move - 1));
    return one;
}

/* The possible rolls, in p->moves. */
static move_list all_rolls(ferz_game *p)
{
    move_list list = {p->moves, 0, 0, false};
    if (p->game_history.position->extra.roll_due) {
        list = game_legal_moves(p, false);
    }
    return list;
}

size_t ferz_game_rolls(ferz_game *p, ferz_roll *rolls, size_t room)
{
    if (MISSING(p)) {
        return 0;
    }
    move_list list = all_rolls(p);
    for (size_t i = 0; i < list.count && i < room; i++) {
        rolls[i] = roll_of(p, list.moves[i]);
    }
    return list.count;
}

bool ferz_game_roll(ferz_game *p, uint64_t number, ferz_roll *roll)
{
    if (MISSING(p) || MISSING(roll)) {
        return false;
    }
    move_list list = all_rolls(p);
    if (list.count == 0) {
        return false;
    }
    uint64_t left = number % p->variant->variant->dice_weight_sum;
    size_t i = 0;
    for (; i + 1 < list.count; i++) {
        uint32_t weight = p->variant->variant->dice_outcomes[move_index(list.moves[i])].weight;
        if (left < weight) {
            break;
        }
        left -= weight;
    }
    *roll = roll_of(p, list.moves[i]);
    return true;
}

ferz_result ferz_game_status(ferz_game *p, ferz_status *status, ferz_messages *messages)
{
    if (MISSING(p) || MISSING(status)) {
        return FERZ_REJECTED;
    }
    game_begin(p, messages, OPERATION_SHORT);
    game_outcome outcome = history_outcome(&p->game_history);
    *status = (ferz_status){
        .outcome = outcome.kind == OUTCOME_WIN    ? FERZ_WIN
                   : outcome.kind == OUTCOME_DRAW ? FERZ_DRAW
                                                  : FERZ_ONGOING,
        .winner_share = outcome.kind == OUTCOME_WIN ? outcome.winner_share : 0,
        .winner = outcome.kind == OUTCOME_WIN ? (size_t)outcome.winner : 0,
        .reason = outcome.reason ? outcome.reason : "",
    };
    return game_result(p, messages, FERZ_OK);
}

/* The first opponent of the player, and whether the opponents are one side. */
static size_t find_opponent(const ferz_variant *v, size_t player, bool *one_side)
{
    size_t players = v->rules->player_count, found = players;
    *one_side = true;
    for (size_t i = 0; i < players; i++) {
        if (ferz_variant_allied(v, player, i)) {
            continue;
        }
        found = found == players ? i : found;
        *one_side = *one_side && ferz_variant_allied(v, found, i);
    }
    *one_side = *one_side && found < players;
    return found;
}

ferz_result ferz_game_flag(ferz_game *p, size_t player, ferz_status *status, ferz_messages *messages)
{
    if (MISSING(p) || MISSING(status)) {
        return FERZ_REJECTED;
    }
    bool one_side = false;
    const ferz_variant *v = p->variant;
    const size_t opponent = player < v->rules->player_count ? find_opponent(v, player, &one_side) : player;
    if (!one_side) {
        return FERZ_REJECTED;
    }
    ferz_result result = ferz_game_status(p, status, messages);
    if (result != FERZ_OK || status->outcome != FERZ_ONGOING) {
        return result;
    }
    bool wins = false;
    for (size_t i = 0; i < v->rules->player_count; i++) {
        wins = wins || (!ferz_variant_allied(v, player, i) && !outcome_cannot_win(p->game_history.position, (int)i));
    }
    *status = (ferz_status){.outcome = wins ? FERZ_WIN : FERZ_DRAW,
                            .winner_share = wins ? 100 : 0,
                            .winner = wins ? opponent : 0,
                            .reason = wins ? "time forfeit" : "time forfeit against insufficient material"};
    return FERZ_OK;
}

bool ferz_game_cannot_win(const ferz_game *p, size_t player)
{
    if (MISSING(p) || player >= p->variant->rules->player_count) {
        return false;
    }
    return outcome_cannot_win(p->game_history.position, (int)player);
}

/* ---- the board ---- */

size_t ferz_game_cell_count(const ferz_game *p)
{
    if (MISSING(p)) {
        return 0;
    }
    return (size_t)p->variant->variant->cells;
}

int ferz_game_columns(const ferz_game *p)
{
    if (MISSING(p)) {
        return 0;
    }
    return p->variant->variant->topology.columns;
}

int ferz_game_rows(const ferz_game *p)
{
    if (MISSING(p)) {
        return 0;
    }
    return p->variant->variant->topology.rows;
}

int ferz_game_levels(const ferz_game *p)
{
    if (MISSING(p)) {
        return 0;
    }
    return p->variant->variant->topology.levels;
}

ferz_cell ferz_game_cell(const ferz_game *p, size_t index)
{
    if (MISSING(p)) {
        return (ferz_cell){0};
    }
    const variant *v = p->variant->variant;
    if (index >= (size_t)v->cells) {
        return (ferz_cell){.name = "", .owner = -1};
    }
    piece_id piece = p->game_history.position->board[index];
    bool shared = false;
    const char *character = piece ? glyph_character(v, piece, &shared) : NULL;
    return (ferz_cell){
        .name = v->topology.names[index],
        .column = v->topology.column[index],
        .row = v->topology.row[index],
        .level = v->topology.level[index],
        .dark = v->checkered && v->shade[index] == 0,
        .shade = v->checkered ? v->shade[index] : 0,
        .piece = piece ? v->piece_fen[piece] : NULL,
        .type = piece ? v->rules->pieces[v->type[v->type_of[piece]].rule_piece_index].name : NULL,
        .royal = piece && v->is_royal[piece],
        .owner = piece ? v->owner_of[piece] : -1,
        .character = character,
        .character_shared = shared,
    };
}

size_t ferz_game_stack(const ferz_game *p, size_t index)
{
    if (MISSING(p) || index >= (size_t)p->variant->variant->cells) {
        return 0;
    }
    const position *now = p->game_history.position;
    const bool stacks = now->variant->has_stacks;
    return now->board[index] ? 1 + (stacks ? position_stack_heights(now)[index] : 0u) : 0;
}

size_t ferz_game_last_move_cells(const ferz_game *p, size_t *cells, size_t room)
{
    if (MISSING(p)) {
        return 0;
    }
    size_t count = 0;
    if (!p->game_history.count) {
        return 0;
    }
    const undo *u = &p->game_history.undos[p->game_history.count - 1];
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

char *ferz_game_hand(const ferz_game *p, size_t player)
{
    if (MISSING(p)) {
        return NULL;
    }
    const variant *v = p->variant->variant;
    text out = {0};
    for (int type = 0; v->has_hands && player < (size_t)v->players && type < v->types; type++) {
        piece_id piece = variant_piece(v, (int)player, type);
        unsigned count = position_held(p->game_history.position, (int)player, type);
        if (count) {
            text_put(&out, out.length ? " " : "");
            if (count > 1) {
                text_print(&out, "%u", count);
            }
            text_put(&out, v->piece_fen[piece]);
        }
    }
    return text_detach(&out);
}

unsigned ferz_game_held(const ferz_game *p, size_t player, size_t piece)
{
    const variant *v = MISSING(p) ? NULL : p->variant->variant;
    bool held = v && v->has_hands && player < (size_t)v->players && piece < (size_t)v->types;
    return held ? position_held(p->game_history.position, (int)player, (int)piece) : 0;
}

size_t ferz_game_dice(const ferz_game *p, unsigned *faces, size_t room)
{
    size_t count = 0;
    for (int i = 0; !MISSING(p) && i < DICE_MAX; i++) {
        unsigned face = p->game_history.position->extra.dice[i];
        if (face && count < room) {
            faces[count++] = face;
        }
    }
    return count;
}

/* ---- counting ---- */

enum { NODE_FUEL = 50 /* steps that each move made draws */ };

typedef struct perft_job {
    ferz_game *game;
    move *buffer;
    size_t room;
    bool slow, to_end, failed;
    bool passes; /* some number of passes ends the game, which only its history tells */
} perft_job;

static bool is_passes_ending(const rule_ending *rule)
{
    return rule->kind == END_PASSES && !rule->claim;
}

static bool has_passes_ending(const variant *v)
{
    for (int i = 0; i < v->ending_count; i++) {
        if (is_passes_ending(v->endings[i].rule)) {
            return true;
        }
    }
    return false;
}

static bool ended_by_passes(game_history *h)
{
    for (int i = 0; i < h->variant->ending_count; i++) {
        if (is_passes_ending(h->variant->endings[i].rule) && history_test_ending(h, i).kind != OUTCOME_ONGOING) {
            return true;
        }
    }
    return false;
}

/* Whether a count stops here. */
static bool perft_stops(const perft_job *job)
{
    game_history *h = &job->game->game_history;
    return (h->variant->ends_by_position && outcome_in_position(h->position)) || (job->passes && ended_by_passes(h));
}

/* With the history of the game: to any ending that ends it at once, or to those of every count and to passes. */
static uint64_t perft_by_history(perft_job *job, int depth, move *buffer, size_t room)
{
    game_history *h = &job->game->game_history;
    if (depth == 0) {
        return 1;
    }
    move_list list = {buffer, 0, room, false};
    if (job->to_end) {
        history_legal_moves(h, &list, false);
    } else if (!perft_stops(job)) {
        h->variant->core->legal(h->position, &list);
    }
    uint64_t nodes = depth == 1 ? list.count : 0;
    for (size_t i = 0; i < list.count && depth > 1 && !job->failed && fuel_draw(&job->game->fuel, NODE_FUEL); i++) {
        if (!history_reserve(h, 1)) {
            job->failed = true;
            break;
        }
        history_push(h, list.moves[i]);
        nodes += perft_by_history(job, depth - 1, buffer + list.count, room - list.count);
        history_pop(h);
    }
    return nodes;
}

static uint64_t perft_slow(perft_job *job, int depth, move *buffer, size_t room)
{
    game_history *r = &job->game->game_history;
    const core *c = r->variant->core;
    if (depth == 0) {
        return 1;
    }
    if (perft_stops(job)) {
        return 0;
    }
    move_list list = {buffer, 0, room, false};
    c->legal_by_play(r->position, &list);
    uint64_t nodes = 0;
    for (size_t i = 0; i < list.count && !job->failed && fuel_draw(&job->game->fuel, NODE_FUEL); i++) {
        job->failed = !history_reserve(r, 1);
        if (!job->failed) {
            history_push(r, list.moves[i]);
            nodes += perft_slow(job, depth - 1, buffer + list.count, room - list.count);
            history_pop(r);
        }
    }
    return nodes;
}

static uint64_t perft(perft_job *job, int depth)
{
    position *p = job->game->game_history.position;
    if (job->to_end || (job->passes && !job->slow)) {
        return perft_by_history(job, depth, job->buffer, job->room);
    }
    return job->slow ? perft_slow(job, depth, job->buffer, job->room)
                     : p->variant->core->perft(p, depth, job->buffer, job->room, outcome_in_position);
}

/* False when out of memory. */
static bool perft_divided(perft_job *job, int depth, void (*divide)(void *, const char *, uint64_t), void *state,
                          uint64_t *nodes)
{
    ferz_game *p = job->game;
    position *pos = p->game_history.position;
    const variant *v = p->variant->variant;
    *nodes = 0;
    if (!job->to_end && perft_stops(job)) {
        return true;
    }
    move_list list = {p->moves, 0, v->moves_max, false};
    if (job->to_end) {
        history_legal_moves(&p->game_history, &list, false);
    } else {
        v->core->legal(pos, &list);
    }
    move_text_buffer *texts = history_reserve(&p->game_history, 1) ? sorted_move_texts(pos, &list) : NULL;
    for (size_t i = 0; texts && i < list.count && game_goes_on(p); i++) {
        move m = notation_find(pos, &list, texts[i]);
        if (m == MOVE_NONE) {
            break; /* a script that names choices has failed */
        }
        history_push(&p->game_history, m);
        uint64_t below = perft(job, depth - 1);
        history_pop(&p->game_history);
        *nodes += below;
        if (game_goes_on(p)) {
            divide(state, texts[i], below);
        }
    }
    free(texts);
    return texts != NULL;
}

enum { PERFT_DEPTH_MAX = 64 };

static ferz_result count_nodes(ferz_game *p, int depth, perft_job job, void (*divide)(void *, const char *, uint64_t),
                               void *state, uint64_t *nodes, ferz_messages *messages)
{
    game_begin(p, messages, OPERATION_LONG);
    job.game = p;
    job.passes = has_passes_ending(p->variant->variant);
    *nodes = 0;
    if (depth < 0) {
        return game_result(p, messages, messages_wrong_call(messages, "a count needs a depth of 0 or more"));
    }
    if (depth > PERFT_DEPTH_MAX) {
        depth = PERFT_DEPTH_MAX; /* no count ever gets there */
    }
    job.room = p->variant->variant->moves_max + (size_t)(depth > 0 ? depth : 1) * 4096;
    job.buffer = malloc(job.room * sizeof *job.buffer);
    if (!job.buffer) {
        return game_result(p, messages, messages_out_of_memory(messages));
    }
    bool ok = true;
    if (divide && depth > 0) {
        ok = perft_divided(&job, depth, divide, state, nodes);
    } else {
        *nodes = perft(&job, depth);
    }
    free(job.buffer);
    return game_result(p, messages, ok && !job.failed ? FERZ_OK : messages_out_of_memory(messages));
}

ferz_result ferz_game_perft(ferz_game *p, int depth, void (*divide)(void *state, const char *move, uint64_t n),
                            void *state, uint64_t *nodes, ferz_messages *messages)
{
    if (MISSING(p) || MISSING(nodes)) {
        return FERZ_REJECTED;
    }
    return count_nodes(p, depth, (perft_job){0}, divide, state, nodes, messages);
}

ferz_result ferz_game_perft_to_end(ferz_game *p, int depth, void (*divide)(void *state, const char *move, uint64_t n),
                                   void *state, uint64_t *nodes, ferz_messages *messages)
{
    if (MISSING(p) || MISSING(nodes)) {
        return FERZ_REJECTED;
    }
    return count_nodes(p, depth, (perft_job){.to_end = true}, divide, state, nodes, messages);
}

ferz_result game_perft_by_play(ferz_game *p, int depth, uint64_t *nodes, ferz_messages *messages)
{
    if (MISSING(p) || MISSING(nodes)) {
        return FERZ_REJECTED;
    }
    return count_nodes(p, depth, (perft_job){.slow = true}, NULL, NULL, nodes, messages);
}

/* Positions within a turn, by hash: the number of move sequences from each to the end of the turn, or (`end`) that the
 * turn has ended. */
typedef struct turn_entry {
    uint64_t key, sequences;
    bool used, end;
} turn_entry;
typedef struct turn_job {
    ferz_game *game;
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

static void turn_keep(turn_job *job, uint64_t key, uint64_t sequences, bool end)
{
    if (!turn_grow(job)) {
        return;
    }
    turn_entry *e = turn_slot(job->entries, job->room, key);
    job->count += !e->used;
    job->ends += !e->used && end;
    *e = (turn_entry){key, sequences, true, end};
}

static uint64_t turn_sequences(turn_job *job)
{
    position *p = job->game->game_history.position;
    const core *c = p->variant->core;
    uint64_t key = p->state.hash, sequences = 0;
    turn_entry *known = turn_slot(job->entries, job->room, key);
    if (known->used && !known->end) {
        return known->sequences;
    }
    move *moves = malloc(p->variant->moves_max * sizeof *moves);
    if (!moves) {
        job->failed = true;
        return 0;
    }
    move_list list = {moves, 0, p->variant->moves_max, false};
    c->legal(p, &list);
    int side = p->state.side_to_move;
    for (size_t i = 0; i < list.count && !job->full && !job->failed && fuel_draw(p->fuel, NODE_FUEL); i++) {
        undo u;
        c->play(p, moves[i], &u);
        if (p->state.side_to_move != side || (p->extra.turn_ply == 0 && !p->extra.roll)) {
            turn_keep(job, p->state.hash, 0, true);
            sequences++;
        } else {
            sequences += turn_sequences(job);
        }
        c->undo(p, &u);
    }
    free(moves);
    turn_keep(job, key, sequences, false);
    return sequences;
}

ferz_result ferz_game_count_turns(ferz_game *p, uint64_t *sequences, uint64_t *positions, ferz_messages *messages)
{
    if (MISSING(p)) {
        return FERZ_REJECTED;
    }
    game_begin(p, messages, OPERATION_LONG);
    turn_job job = {.game = p, .room = 1024};
    job.entries = calloc(job.room, sizeof *job.entries);
    if (!job.entries) {
        return game_result(p, messages, messages_out_of_memory(messages));
    }
    uint64_t found = turn_sequences(&job);
    free(job.entries);
    if (job.failed) {
        return game_result(p, messages, messages_out_of_memory(messages));
    }
    if (job.full) {
        if (messages) {
            diag_error(ferz_messages_diags(messages), CODE_TOO_MANY_TURNS, (location){0},
                       "more than %d positions within a turn", TURN_POSITIONS_MAX);
        }
        return game_result(p, messages, FERZ_REJECTED);
    }
    if (sequences) {
        *sequences = found;
    }
    if (positions) {
        *positions = job.ends;
    }
    return game_result(p, messages, FERZ_OK);
}

ferz_result ferz_game_verify(ferz_game *p, ferz_messages *messages)
{
    if (MISSING(p)) {
        return FERZ_REJECTED;
    }
    game_begin(p, messages, OPERATION_LONG);
    const char *wrong = verify_position(&p->game_history);
    if (wrong) {
        char *fen = ferz_game_fen(p);
        if (messages) {
            diag_error(ferz_messages_diags(messages), CODE_WRONG_STATE, (location){0}, "%s: %s", fen ? fen : "", wrong);
        }
        free(fen);
    }
    return game_result(p, messages, wrong ? FERZ_REJECTED : FERZ_OK);
}
