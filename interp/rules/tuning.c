#include "rules/tuning.h"

#include "rules/names.h"

#include <string.h>

static const char *const known_keys[] = {"game", "rules", "method", "gain", "weights", "search", "levels", NULL};

typedef struct reader {
    arena *arena;
    diag_list *diags;
    tuning *out;
    size_t room;
} reader;

/* A scalar as a whole number. */
static bool number_within(reader *r, const node *n, int least, int most, int32_t *value)
{
    long found;
    if (n->kind != NODE_SCALAR || !n->plain || !text_to_long(n->string, least, most, &found)) {
        diag_error(r->diags, CODE_TUNING_FILE, n->location, "expected a whole number from %d to %d, found %s", least,
                   most, node_describe(r->arena, n));
        return false;
    }
    *value = (int32_t)found;
    return true;
}

static bool number_of(reader *r, const node *n, int32_t *value)
{
    return number_within(r, n, -TUNING_NUMBER_MAX, TUNING_NUMBER_MAX, value);
}

/* How many numbers there are in lists of lists. */
static size_t count_numbers(const node *n)
{
    if (n->kind != NODE_LIST) {
        return 1;
    }
    size_t count = 0;
    for (size_t i = 0; i < n->length; i++) {
        count += count_numbers(n->items[i]);
    }
    return count;
}

static bool read_numbers(reader *r, const node *n, int32_t **to)
{
    if (n->kind != NODE_LIST) {
        return number_of(r, n, (*to)++);
    }
    for (size_t i = 0; i < n->length; i++) {
        if (!read_numbers(r, n->items[i], to)) {
            return false;
        }
    }
    return true;
}

static const int32_t *numbers_of(reader *r, const node *n, size_t *count)
{
    *count = count_numbers(n);
    int32_t *all = arena_new(r->arena, int32_t, *count + 1), *at = all;
    return all && read_numbers(r, n, &at) ? all : NULL;
}

/* Whether a mapping holds middlegame and endgame numbers, not pieces. */
static bool is_pair(const node *n)
{
    return n->kind == NODE_MAP && node_get(n, "middle") && node_get(n, "end") && n->length == 2;
}

/* [12, 15], or {middle: [...], end: [...]}. */
static bool read_pair(reader *r, const node *n, tuning_row *row)
{
    if (is_pair(n)) {
        size_t ends;
        row->mg = numbers_of(r, node_get(n, "middle"), &row->count);
        row->eg = numbers_of(r, node_get(n, "end"), &ends);
        if (row->mg && row->eg && ends != row->count) {
            diag_error(r->diags, CODE_TUNING_NUMBERS, n->location,
                       "%zu numbers for the middle of the game, but %zu for its end", row->count, ends);
            return false;
        }
        return row->mg && row->eg;
    }
    if (n->kind != NODE_LIST || n->length != 2 || n->items[0]->kind != NODE_SCALAR) {
        diag_error(r->diags, CODE_TUNING_NUMBERS, n->location, "expected two numbers, found %s",
                   node_describe(r->arena, n));
        diag_hint(r->diags, "write `[12, 15]`: for the middle of the game and for its end");
        return false;
    }
    size_t both;
    const int32_t *pair = numbers_of(r, n, &both);
    row->mg = pair;
    row->eg = pair ? pair + 1 : NULL;
    row->count = 1;
    return pair != NULL;
}

static bool add_row(reader *r, const tuning_row *row)
{
    if (r->out->row_count == r->room) {
        size_t room = r->room ? r->room * 2 : 64;
        tuning_row *more = arena_new(r->arena, tuning_row, room);
        if (!more) {
            return false;
        }
        if (r->room) {
            memcpy(more, r->out->rows, r->room * sizeof *more);
        }
        r->out->rows = more;
        r->room = room;
    }
    r->out->rows[r->out->row_count++] = *row;
    return true;
}

static bool read_weights(reader *r, const node *all)
{
    if (all->kind != NODE_MAP) {
        diag_error(r->diags, CODE_TUNING_NUMBERS, all->location, "expected a mapping from weights to numbers, found %s",
                   node_describe(r->arena, all));
        return false;
    }
    for (size_t i = 0; i < all->length; i++) {
        const node *n = all->items[i];
        tuning_row row = {.weight = all->keys[i], .weight_location = all->key_locations[i]};
        if (n->kind != NODE_MAP || is_pair(n)) {
            if (!read_pair(r, n, &row) || !add_row(r, &row)) {
                return false;
            }
            continue;
        }
        for (size_t k = 0; k < n->length; k++) {
            row.piece = n->keys[k];
            row.piece_location = n->key_locations[k];
            if (!read_pair(r, n->items[k], &row) || !add_row(r, &row)) {
                return false;
            }
        }
    }
    return true;
}

static bool read_constants(reader *r, const node *all)
{
    if (all->kind != NODE_MAP) {
        diag_error(r->diags, CODE_TUNING_NUMBERS, all->location,
                   "expected a mapping from constants to numbers, found %s", node_describe(r->arena, all));
        return false;
    }
    r->out->constants = arena_new(r->arena, tuning_constant, all->length + 1);
    for (size_t i = 0; r->out->constants && i < all->length; i++) {
        tuning_constant *c = &r->out->constants[r->out->constant_count++];
        *c = (tuning_constant){.name = all->keys[i], .location = all->key_locations[i]};
        if (!number_of(r, all->items[i], &c->value)) {
            return false;
        }
    }
    return r->out->constants != NULL;
}

static bool read_levels(reader *r, const node *all)
{
    if (all->kind != NODE_LIST || all->length != TUNING_LEVELS) {
        diag_error(r->diags, CODE_TUNING_FILE, all->location, "expected a list of %d levels, found %s", TUNING_LEVELS,
                   node_describe(r->arena, all));
        diag_hint(r->diags, "the weakest comes first; `ferz tune GAME --levels` writes them");
        return false;
    }
    tuning_level *levels = arena_new(r->arena, tuning_level, TUNING_LEVELS);
    for (size_t i = 0; levels && i < TUNING_LEVELS; i++) {
        const node *n = all->items[i];
        if (n->kind != NODE_LIST || n->length != 2) {
            diag_error(r->diags, CODE_TUNING_FILE, n->location, "expected two numbers, found %s",
                       node_describe(r->arena, n));
            diag_hint(r->diags, "write `[500, 320]`: nodes of a ply, and moves in a thousand that are not seen");
            return false;
        }
        if (!number_within(r, n->items[0], 1, TUNING_NODES_MAX, &levels[i].nodes) ||
            !number_within(r, n->items[1], 0, TUNING_OVERSIGHT_MAX, &levels[i].oversight)) {
            return false;
        }
    }
    r->out->levels = levels;
    return levels != NULL;
}

static bool read_method(reader *r, const node *n)
{
    const char *word = n->kind == NODE_SCALAR ? n->string : "";
    if (strcmp(word, "depth") == 0) {
        r->out->method = TUNING_ALPHABETA;
    } else if (strcmp(word, "mcts") == 0) {
        r->out->method = TUNING_MCTS;
    } else {
        diag_error(r->diags, CODE_TUNING_FILE, n->location, "expected `depth` or `mcts`, found %s",
                   node_describe(r->arena, n));
        return false;
    }
    return true;
}

static bool read_all(reader *r, const node *root)
{
    if (root->kind != NODE_MAP) {
        diag_error(r->diags, CODE_TUNING_FILE, root->location, "expected a mapping, found %s",
                   node_describe(r->arena, root));
        return false;
    }
    for (size_t i = 0; i < root->length; i++) {
        bool known = false;
        for (size_t k = 0; known_keys[k]; k++) {
            known = known || strcmp(root->keys[i], known_keys[k]) == 0;
        }
        if (!known) {
            diag_error(r->diags, CODE_TUNING_FILE, root->key_locations[i], "a tuning file has no key `%s`",
                       root->keys[i]);
            names_hint(r->diags, root->keys[i], names_of_array, known_keys, "keys: ");
            return false;
        }
    }
    const node *rules = node_get(root, "rules"), *method = node_get(root, "method"), *all = node_get(root, "weights");
    const node *constants = node_get(root, "search"), *levels = node_get(root, "levels");
    if (rules && rules->kind == NODE_SCALAR) {
        r->out->rules = rules->string;
        r->out->rules_location = rules->location;
    } else if (rules) {
        diag_error(r->diags, CODE_TUNING_FILE, rules->location, "expected the rules' fingerprint, found %s",
                   node_describe(r->arena, rules));
        return false;
    }
    if (all && !rules) {
        diag_error(r->diags, CODE_TUNING_FILE, root->location,
                   "weights belong to certain rules, but `rules` is missing");
        diag_hint(r->diags, "`ferz tune` writes such files, with the fingerprint of the rules");
        return false;
    }
    return (!method || read_method(r, method)) && (!all || read_weights(r, all)) &&
           (!constants || read_constants(r, constants)) && (!levels || read_levels(r, levels));
}

static const char *remarks_of(arena *a, const source *from)
{
    size_t length = 0;
    while (from && length < from->size && from->bytes[length] == '#') {
        const char *end = memchr(from->bytes + length, '\n', from->size - length);
        length = end ? (size_t)(end - from->bytes) + 1 : from->size;
    }
    return arena_text(a, from ? from->bytes : "", length);
}

static tuning *load_root(arena *a, diag_list *diags, const char *path, const node *root)
{
    reader r = {.arena = a, .diags = diags, .out = arena_new(a, tuning, 1)};
    if (!root || !r.out) {
        return NULL;
    }
    r.out->path = path;
    r.out->remarks = remarks_of(a, root->location.source);
    if (!r.out->remarks) {
        return NULL;
    }
    return read_all(&r, root) ? r.out : NULL;
}

tuning *tuning_load(arena *a, diag_list *diags, const char *path)
{
    return load_root(a, diags, path, document_load(a, diags, path));
}

tuning *tuning_parse(arena *a, diag_list *diags, const source *source_text)
{
    return load_root(a, diags, source_text->name, document_parse(a, diags, source_text));
}

/* ---- the form, for editors ---- */

#define LISTS "{\"type\":\"array\",\"items\":{\"anyOf\":[{\"type\":\"integer\"},{\"$ref\":\"#/definitions/list\"}]}}"

void tuning_json(text *out)
{
    /* ORDER: as known_keys */
    static const char *const forms[] = {
        "\"description\":\"The game, for readers of the file.\",\"type\":\"string\"",
        "\"description\":\"The fingerprint of the rules that the weights were found for.\",\"type\":\"string\"",
        "\"description\":\"How the game is searched, where that is not the usual way.\",\"enum\":[\"depth\",\"mcts\"]",
        "\"description\":\"The measured gain, for readers of the file.\","
        "\"type\":[\"string\",\"number\"]",
        "\"description\":\"The weights of the evaluation, each for the middle of the game and for its end.\","
        "\"type\":\"object\",\"additionalProperties\":{\"anyOf\":[{\"$ref\":\"#/definitions/pair\"},"
        "{\"type\":\"object\",\"additionalProperties\":{\"$ref\":\"#/definitions/pair\"}}]}",
        "\"description\":\"Constants of the search: margins of pruning, reductions and the like.\","
        "\"type\":\"object\",\"additionalProperties\":{\"type\":\"integer\"}",
        "\"description\":\"The levels of play, the weakest first: nodes of a ply, and moves in a thousand that are not "
        "seen.\","
        "\"type\":\"array\",\"minItems\":10,\"maxItems\":10,\"items\":{\"type\":\"array\",\"minItems\":2,\"maxItems\":"
        "2,"
        "\"items\":{\"type\":\"integer\",\"minimum\":0}}",
    };
    _Static_assert(TUNING_LEVELS == 10, "the form says so");
    _Static_assert(sizeof forms / sizeof forms[0] + 1 == sizeof known_keys / sizeof known_keys[0],
                   "a form for each key");
    text_put(out, "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"title\":\"Weights of a game of Ferz\","
                  "\"description\":\"Parameters of the evaluation, written by `ferz tune`.\",\"type\":\"object\","
                  "\"additionalProperties\":false,\"dependencies\":{\"weights\":[\"rules\"]},\"properties\":{\n");
    for (size_t i = 0; known_keys[i]; i++) {
        text_print(out, "%s\"%s\":{%s}\n", i ? "," : "", known_keys[i], forms[i]);
    }
    text_put(out,
             "},\"definitions\":{\"list\":" LISTS ",\n\"pair\":{\"anyOf\":[{\"type\":\"array\",\"minItems\":2,"
             "\"maxItems\":2,\"items\":{\"type\":\"integer\"}},{\"type\":\"object\",\"required\":[\"middle\",\"end\"],"
             "\"additionalProperties\":false,\"properties\":{\"middle\":{\"$ref\":\"#/definitions/list\"},"
             "\"end\":{\"$ref\":\"#/definitions/list\"}}}]}}}\n");
}

/* ---- writing ---- */

static void write_list(const int32_t *numbers, size_t count, size_t columns, const char *indent, text *out)
{
    text_char(out, '[');
    for (size_t i = 0; i < count; i++) {
        if (i > 0) {
            text_char(out, ',');
        }
        if (i > 0 && i % columns == 0) {
            text_print(out, "\n%s   ", indent);
        } else if (i > 0) {
            text_char(out, ' ');
        }
        text_print(out, "%d", (int)numbers[i]);
    }
    text_char(out, ']');
}

static void write_pair(const tuning_row *row, size_t columns, const char *indent, text *out)
{
    if (row->count == 1) {
        text_print(out, " [%d, %d]\n", (int)row->mg[0], (int)row->eg[0]);
        return;
    }
    text_print(out, "\n%smiddle:\n%s  ", indent, indent);
    write_list(row->mg, row->count, columns, indent, out);
    text_print(out, "\n%send:\n%s  ", indent, indent);
    write_list(row->eg, row->count, columns, indent, out);
    text_char(out, '\n');
}

void tuning_write(const tuning *t, size_t columns, text *out)
{
    text_put(out, t->row_count ? "weights:\n" : "");
    const char *last = "";
    for (size_t i = 0; i < t->row_count; i++) {
        const tuning_row *row = &t->rows[i];
        if (strcmp(last, row->weight) != 0) {
            text_print(out, "  %s:%s", row->weight, row->piece ? "\n" : "");
            last = row->weight;
        }
        if (row->piece) {
            text_print(out, "    %s:", row->piece);
        }
        write_pair(row, columns, row->piece ? "      " : "    ", out);
    }
    text_put(out, t->constant_count ? "search:\n" : "");
    for (size_t i = 0; i < t->constant_count; i++) {
        text_print(out, "  %s: %d\n", t->constants[i].name, (int)t->constants[i].value);
    }
    for (size_t i = 0; t->levels && i < TUNING_LEVELS; i++) {
        text_print(out, "%s  - [%d, %d]\n",
                   i ? "" : "levels: # nodes of a ply, moves in a thousand that are not seen\n",
                   (int)t->levels[i].nodes, (int)t->levels[i].oversight);
    }
}
