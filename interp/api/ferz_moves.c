/* Moves as data: what a move does, filled once, for all who show, filter, compare or write moves. */
#include "api/ferz_internal.h"

#include "base/json_text.h"
#include "explain/explain.h"
#include "explain/grammar.h"
#include "play/interchange.h"
#include "play/move_parts.h"
#include "play/visibility.h"

#include <stdlib.h>
#include <string.h>

struct ferz_moves {
    arena arena;
    const ruleset *rules; /* borrowed */
    ferz_move *items;
    size_t count;
};

/* A move with its text. */
typedef struct listed {
    char text[MOVE_TEXT_MAX];
    move m;
} listed;

typedef struct move_builder {
    ferz_moves *made;
    position *p;
    const variant *v;
    notation notes;
    cell_table table;
    unsigned details;
    bool viewed; /* the position is what a player sees: scripts are not asked, and no rule is told */
} move_builder;

enum { PART_CELLS_MAX = MOVE_TEXT_MAX, MOVE_FUEL = 50 };

static arena *memory_of(const move_builder *b)
{
    return &b->made->arena;
}

static const char *keep(const move_builder *b, const char *string, size_t length)
{
    const char *kept = arena_text(memory_of(b), string, length);
    return kept ? kept : "";
}

static const char *cell_of(const move_builder *b, unsigned cell)
{
    return cell < (unsigned)b->v->cells ? b->v->topology.names[cell] : NULL;
}

static const char *piece_of(const move_builder *b, int index)
{
    return index >= 0 ? b->v->rules->pieces[index].name : NULL;
}

static const char *owner_of(const move_builder *b, int owner)
{
    return owner >= 0 && owner < b->v->players ? b->v->rules->players[owner].name : NULL;
}

static const char **new_names(const move_builder *b, size_t count)
{
    return arena_new(memory_of(b), const char *, count);
}

/* ---- one move ---- */

static void put_captured(const move_builder *b, const victim_list *all, ferz_move *out)
{
    ferz_captured *captured = arena_new(memory_of(b), ferz_captured, all->count);
    for (unsigned i = 0; captured && i < all->count; i++) {
        const int16_t *victim = &all->numbers[i * VICTIM_NUMBERS];
        captured[i] = (ferz_captured){cell_of(b, (unsigned)victim[0]), piece_of(b, victim[1]), owner_of(b, victim[2])};
    }
    out->captured = captured;
    out->captured_count = captured ? all->count : 0;
}

/* What becomes of the piece: as the rules say, or as it stands there afterwards. */
static void put_result(const move_builder *b, const move_facts *f, const move_effect *does, ferz_move *out)
{
    const piece_id arrived = does->arrived;
    const bool stands = arrived && b->v->owner_of[arrived] == f->owner;
    const int into = b->viewed ? f->into : stands ? b->v->type[b->v->type_of[arrived]].rule_piece_index : -1;
    out->becomes = into != f->piece ? piece_of(b, into) : NULL;
    out->leaves = into < 0;
}

/* What moves, where to, and what becomes of it. */
static void put_piece(const move_builder *b, move m, const move_effect *does, ferz_move *out)
{
    const move_kind kind = move_kind_of(m);
    move_facts facts[2];
    victim_list victims;
    const bool any = b->v->core->facts_of_move(b->p, m, facts, &victims) > 0;
    if (!any) {
        return;
    }
    const bool chosen = kind != MOVE_CASTLE && kind != MOVE_DROP && move_into(m);
    out->from = facts[0].from >= 0 ? cell_of(b, (unsigned)facts[0].from) : NULL;
    out->to = cell_of(b, (unsigned)facts[0].to);
    out->piece = piece_of(b, facts[0].piece);
    out->owner = owner_of(b, facts[0].owner);
    out->promotes_to = chosen ? piece_of(b, b->v->type[move_into(m) - 1].rule_piece_index) : NULL;
    put_result(b, &facts[0], does, out);
    if (kind == MOVE_CASTLE) {
        const castling *c = &b->v->castlings[move_index(m)];
        out->castling = b->v->rules->castlings[c->rule].name;
        out->partner_from = cell_of(b, c->partner_from);
        out->partner_to = cell_of(b, c->partner_to);
    }
}

/* A move that a script listed says where it goes, or its words do. */
static void put_listed(const move_builder *b, move m, ferz_move *out)
{
    const unsigned from = move_from(m);
    const piece_id piece = from < (unsigned)b->v->cells ? b->p->board[from] : PIECE_NONE;
    out->from = cell_of(b, from);
    out->to = out->from ? cell_of(b, move_to(m)) : NULL;
    if (piece) {
        out->piece = piece_of(b, b->v->type[b->v->type_of[piece]].rule_piece_index);
        out->owner = owner_of(b, b->v->owner_of[piece]);
    }
}

static void put_path(const move_builder *b, move m, ferz_move *out)
{
    chain_path chain = {.count = 0};
    if (move_kind_of(m) == MOVE_CHAIN && !b->v->core->chain(b->p, m, &chain)) {
        chain.count = 0;
    }
    const size_t count = chain.count ? chain.count : out->to != NULL;
    const char **path = new_names(b, count);
    for (unsigned i = 0; path && i < count; i++) {
        path[i] = chain.count ? cell_of(b, chain.land[i]) : out->to;
    }
    out->path = path;
    out->path_count = path ? count : 0;
}

/* The cells that the text names; where it names none, those of the move. */
static size_t cells_to_point_at(const move_builder *b, const char *rest, const ferz_move *out, const char **parts)
{
    cell_id cells[PART_CELLS_MAX];
    const size_t count = move_cells(&b->table, rest, cells, PART_CELLS_MAX);
    for (size_t i = 0; i < count; i++) {
        parts[i] = cell_of(b, cells[i]);
    }
    if (count || !out->from || !out->to || out->from == out->to) {
        return count;
    }
    parts[0] = out->from;
    parts[1] = out->to;
    return 2;
}

static void put_parts(const move_builder *b, move m, ferz_move *out)
{
    const move_kind kind = move_kind_of(m);
    const char *parts[PART_CELLS_MAX + 1];
    size_t count = 0;
    out->kind = kind == MOVE_ROLL ? FERZ_MOVE_ROLL : FERZ_MOVE_WORD;
    if (kind != MOVE_ROLL && kind != MOVE_CLAIM && kind != MOVE_PASS) {
        const bool drops = kind == MOVE_DROP || (kind == MOVE_HOOK && !out->from);
        const char *at = drops ? strchr(out->text, '@') : NULL;
        if (at) {
            parts[count++] = keep(b, out->text, (size_t)(at + 1 - out->text));
        }
        count += cells_to_point_at(b, at ? at + 1 : out->text, out, parts + count);
        out->kind = at ? FERZ_MOVE_DROP : count ? FERZ_MOVE_BOARD : FERZ_MOVE_WORD;
    }
    const char **kept = new_names(b, count);
    if (kept && count) {
        memcpy(kept, parts, count * sizeof *kept);
    }
    out->parts = kept;
    out->part_count = kept ? count : 0;
}

static void put_details(move_builder *b, move m, ferz_move *out)
{
    if (b->details & FERZ_MOVE_RULES && !b->viewed) {
        const reason rule = explain_rule(b->p, m);
        out->file = rule.at.source ? rule.at.source->name : NULL;
        out->line = rule.at.source ? rule.at.line : 0;
        out->column = rule.at.source ? rule.at.column : 0;
    }
    if (b->details & FERZ_MOVE_NOTATIONS) {
        char written[MOVE_TEXT_MAX];
        interchange_put_san(&b->notes, m, written);
        out->san = keep(b, written, strlen(written));
        interchange_put_move(&b->notes, m, written);
        out->fairy_stockfish = keep(b, written, strlen(written));
    }
}

static void fill_move(move_builder *b, const listed *one, ferz_move *out)
{
    out->text = keep(b, one->text, strlen(one->text));
    move_effect does = {.arrived = PIECE_NONE};
    if (b->viewed) {
        b->v->core->find_captured(b->p, one->m, &does.captured);
    } else {
        move_effect_find(b->p, one->m, &does);
    }
    put_piece(b, one->m, &does, out);
    if (move_kind_of(one->m) == MOVE_HOOK) {
        put_listed(b, one->m, out);
    }
    put_captured(b, &does.captured, out);
    put_path(b, one->m, out);
    put_parts(b, one->m, out);
    put_details(b, one->m, out);
}

/* ---- a list ---- */

static int compare_listed(const void *one, const void *other)
{
    return strcmp(((const listed *)one)->text, ((const listed *)other)->text);
}

/* The moves with their texts, sorted; in a view some may have the same text. NULL when out of memory. */
static listed *sort_moves(move_builder *b, const move_list *list, size_t *count)
{
    listed *all = malloc((list->count + 1) * sizeof *all);
    for (size_t i = 0; all && i < list->count; i++) {
        all[i].m = list->moves[i];
        notation_write(&b->notes, all[i].m, all[i].text);
    }
    *count = 0;
    if (all) {
        qsort(all, list->count, sizeof *all, compare_listed);
    }
    for (size_t i = 0; all && i < list->count; i++) {
        if (!b->viewed || !*count || strcmp(all[i].text, all[*count - 1].text) != 0) {
            all[(*count)++] = all[i];
        }
    }
    return all;
}

/* Fills the list; false when out of memory. */
static bool fill_moves(move_builder *b, const move_list *list)
{
    size_t count = 0;
    listed *all = sort_moves(b, list, &count);
    b->made->items = all ? arena_new(memory_of(b), ferz_move, count) : NULL;
    for (size_t i = 0; b->made->items && i < count && fuel_draw(b->p->fuel, MOVE_FUEL); i++) {
        fill_move(b, &all[i], &b->made->items[i]);
        b->made->count++;
    }
    free(all);
    return b->made->items && !memory_of(b)->failed;
}

/* Of a position that is the game's, or a player's view of it. NULL when out of memory. */
static ferz_moves *moves_in(position *p, const move_list *list, unsigned details, bool viewed)
{
    ferz_moves *made = calloc(1, sizeof *made);
    if (!made) {
        return NULL;
    }
    arena_init(&made->arena, 0);
    made->rules = p->variant->rules;
    move_builder b = {.made = made, .p = p, .v = p->variant, .details = details, .viewed = viewed};
    notation_begin(&b.notes, p);
    bool ok = cell_table_init(&b.table, b.v, &made->arena) && fill_moves(&b, list);
    notation_finish(&b.notes);
    if (!ok) {
        ferz_moves_free(made);
        return NULL;
    }
    return made;
}

/* The answer of a call that has begun; takes `made`. */
static ferz_moves *finish_call(ferz_game *p, ferz_moves *made, ferz_result none, ferz_messages *messages)
{
    ferz_result result = made ? FERZ_OK : none == FERZ_SYSTEM_ERROR ? messages_out_of_memory(messages) : none;
    if (game_result(p, messages, result) != FERZ_OK) {
        ferz_moves_free(made);
        return NULL;
    }
    return made;
}

ferz_moves *ferz_game_moves(ferz_game *p, const char *move_text, unsigned details, ferz_messages *messages)
{
    if (MISSING(p)) {
        return NULL;
    }
    game_begin(p, messages, OPERATION_SHORT);
    move one = MOVE_NONE;
    move_list list = {&one, 1, 1, false};
    if (move_text) {
        one = game_find_move(p, move_text, messages);
    } else {
        list = game_legal_moves(p, true);
    }
    if (move_text && one == MOVE_NONE) {
        return finish_call(p, NULL, FERZ_REJECTED, messages);
    }
    return finish_call(p, moves_in(p->game_history.position, &list, details, false), FERZ_SYSTEM_ERROR, messages);
}

ferz_moves *ferz_game_moves_tried(ferz_game *p, size_t player, unsigned details, ferz_messages *messages)
{
    if (MISSING(p)) {
        return NULL;
    }
    game_begin(p, messages, OPERATION_SHORT);
    bool failed;
    position *view = game_view_to_try(p, player, &failed);
    move_list list = {p->moves, 0, p->variant->variant->moves_max, false};
    if (view) {
        visibility_tries(view, &list, false);
    }
    ferz_moves *made = failed ? NULL : moves_in(view ? view : p->game_history.position, &list, details, true);
    position_destroy(view);
    return finish_call(p, made, FERZ_SYSTEM_ERROR, messages);
}

void ferz_moves_free(ferz_moves *moves)
{
    if (moves) {
        arena_finish(&moves->arena);
        free(moves);
    }
}

size_t ferz_moves_count(const ferz_moves *moves)
{
    return MISSING(moves) ? 0 : moves->count;
}

ferz_move ferz_moves_at(const ferz_moves *moves, size_t index)
{
    return MISSING(moves) || index >= moves->count ? (ferz_move){.text = ""} : moves->items[index];
}

/* ---- as JSON: the one form in which every program gets moves ---- */

static void put_strings(text *out, const char *key, const char *const *values, size_t count)
{
    json_open(out, key, JSON_ARRAY);
    for (size_t i = 0; i < count; i++) {
        json_string(out, NULL, values[i]);
    }
    json_close(out, JSON_ARRAY);
}

static void put_captured_json(text *out, const ferz_move *m)
{
    json_open(out, "captured", JSON_ARRAY);
    for (size_t i = 0; i < m->captured_count; i++) {
        json_open(out, NULL, JSON_OBJECT);
        json_string_given(out, "cell", m->captured[i].cell);
        json_string_given(out, "piece", m->captured[i].piece);
        json_string_given(out, "owner", m->captured[i].owner);
        json_close(out, JSON_OBJECT);
    }
    json_close(out, JSON_ARRAY);
}

static void put_castling_json(text *out, const ferz_move *m)
{
    if (m->castling) {
        const char *const partner[] = {m->partner_from, m->partner_to};
        json_string_given(out, "castling", m->castling);
        put_strings(out, "partner", partner, 2);
    }
}

static void put_rule_json(text *out, const ferz_move *m)
{
    if (m->file) {
        json_open(out, "rule", JSON_OBJECT);
        json_string(out, "file", m->file);
        json_unsigned(out, "line", m->line);
        json_close(out, JSON_OBJECT);
    }
}

/* What the words of the move say, in both languages. */
static void put_labels_json(text *out, arena *a, const ruleset *rules, const char *written)
{
    const describer english = {.arena = a, .rules = rules}, russian = {.arena = a, .rules = rules, .russian = true};
    const char *label = move_words(&english, written), *label_ru = label ? move_words(&russian, written) : NULL;
    json_string_given(out, "label", label);
    json_string_given(out, "label_ru", label && label_ru && strcmp(label, label_ru) != 0 ? label_ru : NULL);
}

static void put_move_json(text *out, arena *a, const ruleset *rules, const ferz_move *m)
{
    static const char *const kinds[] = {
        [FERZ_MOVE_BOARD] = "move", [FERZ_MOVE_DROP] = "drop", [FERZ_MOVE_ROLL] = "roll", [FERZ_MOVE_WORD] = "word"};
    json_open(out, NULL, JSON_OBJECT);
    json_string_given(out, "move", m->text);
    json_string_given(out, "kind", kinds[m->kind]);
    put_strings(out, "parts", m->parts, m->part_count);
    put_labels_json(out, a, rules, m->text);
    put_captured_json(out, m);
    json_string_given(out, "from", m->from);
    json_string_given(out, "to", m->to);
    if (m->path_count > 1) {
        put_strings(out, "path", m->path, m->path_count);
    }
    json_string_given(out, "piece", m->piece);
    json_string_given(out, "owner", m->owner);
    json_string_given(out, "promotes_to", m->promotes_to);
    json_string_given(out, "becomes", m->becomes);
    if (m->leaves) {
        json_bool(out, "leaves", true);
    }
    put_castling_json(out, m);
    put_rule_json(out, m);
    json_string_given(out, "san", m->san);
    json_string_given(out, "fairy_stockfish", m->fairy_stockfish);
    json_close(out, JSON_OBJECT);
}

char *ferz_moves_json(const ferz_moves *moves)
{
    if (MISSING(moves)) {
        return NULL;
    }
    text out = {0};
    arena a;
    arena_init(&a, 0);
    json_open(&out, NULL, JSON_ARRAY);
    for (size_t i = 0; i < moves->count; i++) {
        put_move_json(&out, &a, moves->rules, &moves->items[i]);
    }
    json_close(&out, JSON_ARRAY);
    out.failed |= a.failed;
    arena_finish(&a);
    return text_detach(&out);
}
