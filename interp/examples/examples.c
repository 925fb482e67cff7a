/* Runs the examples of a variant, through the public functions alone.
 *
 * NAME.test.yaml is a list of small claims: after these moves this is the position, these moves are legal, this is the
 * result (rules/README.md, "Examples"). A mistake in the file and a mistake in the rules are both errors at the line of
 * the example. The game reports into messages of its own (`inner`), so that the runner can repeat them at that line.
 */
#include "examples/examples.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "authoring/examples_schema.h"
#include "api/ferz_internal.h"
#include "base/number.h"
#include "rules/document.h"
#include "rules/names.h"

enum { DEPTH_MAX = 100 /* of `counts`: deeper counts never finish */ };

typedef struct runner {
    const examples_request *request;
    examples_outcome *outcome;
    const char *path;            /* of the examples */
    const ferz_variant *variant; /* without options */
    arena arena;                 /* the document, and what is read from it */
    diag_list *diags;            /* of the caller's messages */
    bool reported;               /* the current example was reported */
    ferz_messages *inner;        /* of the last call */
} runner;

typedef struct word {
    const char *string;
    location location;
} word;

typedef struct word_list {
    word *items;
    size_t count;
} word_list;

typedef struct example {
    runner *run;
    ferz_game *game;
    char *block;        /* the legal moves as the library returned them; NULL until they are needed */
    const char **moves; /* into `block` */
    size_t move_count;
    text expected, missing, extra, denied; /* as ferz_example says */
} example;

static void add_move(text *list, const char *move_text)
{
    text_print(list, "%s%s", list->length ? "\n" : "", move_text);
}

/* ---- the form of the file ---- */

static const char *next_key(const void *state, size_t index)
{
    (void)state;
    return examples_key(index) ? examples_key(index)->key : NULL;
}

static bool is_number(const node *n)
{
    long number;
    return n->kind == NODE_SCALAR && n->plain && text_to_long(n->string, 0, 2147483647L, &number);
}

static bool is_bool(const node *n)
{
    return n->kind == NODE_SCALAR && n->plain && (strcmp(n->string, "true") == 0 || strcmp(n->string, "false") == 0);
}

/* Whether all children are single values. */
static bool is_flat(const node *n)
{
    for (size_t i = 0; i < n->length; i++) {
        if (n->items[i]->kind != NODE_SCALAR) {
            return false;
        }
    }
    return true;
}

static bool is_words(const node *n)
{
    return n->kind == NODE_SCALAR || (n->kind == NODE_LIST && is_flat(n));
}

/* [{e4f5: impossible}, {e4d5: [White captures on d5]}] */
static bool is_trial(const node *n)
{
    bool good = n->kind == NODE_LIST;
    for (size_t i = 0; good && i < n->length; i++) {
        const node *item = n->items[i];
        good = item->kind == NODE_MAP && item->length == 1 && is_words(item->items[0]);
    }
    return good;
}

/* What the value should have been; NULL when it is right. */
static const char *misshapen(const node *value, example_shape wanted)
{
    switch (wanted) {
    case EXAMPLE_TEXT:
        return value->kind == NODE_SCALAR ? NULL : "a text";
    case EXAMPLE_NUMBER:
        return is_number(value) ? NULL : "a number";
    case EXAMPLE_BOOL:
        return is_bool(value) ? NULL : "true or false";
    case EXAMPLE_LINES:
        return is_words(value) ? NULL : "a text or a list of texts";
    case EXAMPLE_VIEWS:
        return value->kind == NODE_MAP && is_flat(value) ? NULL : "a mapping from players to positions";
    case EXAMPLE_TRIAL:
        return is_trial(value) ? NULL : "a list of mappings from an attempt to its answer";
    case EXAMPLE_WORDS:
        return is_words(value) ? NULL : "moves separated by spaces";
    case EXAMPLE_SETTINGS:
        return is_words(value) || (value->kind == NODE_MAP && is_flat(value))
                   ? NULL
                   : "a mapping from options to values, or a list of switches";
    case EXAMPLE_BEGINNING:
        return value->kind == NODE_MAP && is_flat(value)
                   ? NULL
                   : "a mapping from the beginning of a move to moves or a number";
    case EXAMPLE_NUMBERS:
        if (value->kind == NODE_LIST && value->length <= DEPTH_MAX) {
            size_t i = 0;
            while (i < value->length && value->items[i]->kind == NODE_SCALAR) {
                i++;
            }
            return i == value->length ? NULL : "a list of numbers";
        }
        return "a list of numbers";
    case EXAMPLE_SHAPE_COUNT:
        break;
    }
    return NULL;
}

static void must_be(runner *run, const char *key, const node *value, const char *wanted)
{
    const char *found = node_describe(&run->arena, value);
    diag_error(run->diags, CODE_EXAMPLE_VALUE, value->location, "`%s` must be %s, found %s", key, wanted,
               found ? found : "?");
}

static bool check_form(runner *run, const node *map)
{
    bool good = true;
    for (size_t i = 0; i < map->length; i++) {
        const example_key *row = NULL;
        for (size_t k = 0; examples_key(k) && !row; k++) {
            row = strcmp(examples_key(k)->key, map->keys[i]) == 0 ? examples_key(k) : NULL;
        }
        if (!row) {
            diag_error(run->diags, CODE_EXAMPLE_KEY, map->key_locations[i], "unknown key `%s` in an example",
                       map->keys[i]);
            names_hint(run->diags, map->keys[i], next_key, NULL, "keys");
            good = false;
            continue;
        }
        const char *wanted = misshapen(map->items[i], row->shape);
        if (wanted) {
            must_be(run, map->keys[i], map->items[i], wanted);
            good = false;
        }
    }
    return good;
}

/* ---- words ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

/* Adds the words of one scalar; `list` NULL only counts them. */
static size_t split(runner *run, const node *scalar, word *list)
{
    size_t count = 0;
    const char *s = scalar->string;
    for (size_t at = 0; s[at];) {
        size_t length = 0;
        while (s[at + length] && !is_blank(s[at + length])) {
            length++;
        }
        if (length == 0) {
            at++;
            continue;
        }
        if (length == 4 && memcmp(s + at, "roll", 4) == 0 && s[at + 4] == ' ') { /* a roll is two words: roll 3-5 */
            length++;
            while (s[at + length] && !is_blank(s[at + length])) {
                length++;
            }
        }
        if (list) {
            list[count].string = arena_text(&run->arena, s + at, length);
            list[count].location = scalar->verbatim ? location_within(scalar->location, at, length) : scalar->location;
        }
        count++;
        at += length;
    }
    return count;
}

static bool out_of_memory(runner *run)
{
    diag_out_of_memory(run->diags);
    return false;
}

static bool words_of(runner *run, const node *value, word_list *words)
{
    const node *one = value;
    const node *const *items = value->kind == NODE_LIST ? (const node *const *)value->items : &one;
    size_t length = value->kind == NODE_LIST ? value->length : 1;
    words->count = 0;
    for (size_t i = 0; i < length; i++) {
        words->count += split(run, items[i], NULL);
    }
    words->items = arena_new(&run->arena, word, words->count);
    for (size_t i = 0, at = 0; words->items && i < length; i++) {
        at += split(run, items[i], words->items + at);
    }
    return run->arena.failed ? out_of_memory(run) : true;
}

/* ---- calls ---- */

/* Repeats the message of the last call at `at`. Always false, for the caller to return. */
static bool call_failed(runner *run, location at, const char *what)
{
    ferz_result result = ferz_messages_result(run->inner);
    size_t count = ferz_messages_count(run->inner);
    ferz_message first = {.text = "no reason was given"};
    for (size_t i = count; i-- > 0;) {
        const ferz_message m = ferz_messages_at(run->inner, i);
        first = m.warning ? first : m;
    }
    if (first.file) { /* a script failed there */
        diag_error(run->diags, CODE_EXAMPLE_SETUP, at, "%s: %s:%u:%u: %s", what, first.file, (unsigned)first.line,
                   (unsigned)first.column, first.text);
    } else {
        diag_error(run->diags, CODE_EXAMPLE_SETUP, at, "%s: %s", what, first.text);
    }
    if (first.hint) {
        diag_hint(run->diags, "%s", first.hint);
    }
    run->diags->failed |= result == FERZ_SYSTEM_ERROR;
    run->diags->budget_exceeded |= result == FERZ_BUDGET_EXCEEDED;
    return false;
}

/* Why a move is legal or illegal, in one line: the verdict, and the rule that allows it; its effects follow these. */
static const char *explain_move(example *e, const char *move_text)
{
    runner *run = e->run;
    ferz_messages_clear(run->inner);
    ferz_reasons *why = ferz_game_why(e->game, move_text, messages_language(run->inner), run->inner);
    text line = {0};
    for (size_t i = 0; why && i < 2 && i < ferz_reasons_count(why); i++) {
        ferz_reason r = ferz_reasons_at(why, i);
        text_print(&line, "%s%s%s", i ? "; " : "", r.role == FERZ_REASON_REFUSAL ? "illegal: " : "", r.text);
        reasons_put_place(&r, &line);
    }
    ferz_reasons_free(why);
    const char *copy = line.failed || !line.length ? NULL : arena_text(&run->arena, text_string(&line), line.length);
    text_finish(&line);
    return copy ? copy : "illegal";
}

/* Lists the legal moves, once. False after an error. */
static bool list_moves(example *e, location at)
{
    runner *run = e->run;
    if (e->block) {
        return true;
    }
    ferz_messages_clear(run->inner);
    e->block = ferz_game_legal_moves(e->game, &e->move_count, run->inner);
    if (!e->block) {
        return call_failed(run, at, "the legal moves cannot be listed");
    }
    e->moves = arena_new(&run->arena, const char *, e->move_count);
    if (!e->moves) {
        return out_of_memory(run);
    }
    const char *next = e->block;
    for (size_t i = 0; i < e->move_count; i++) {
        e->moves[i] = next;
        next += strlen(next) + 1;
    }
    return true;
}

static bool is_legal(const example *e, const char *move_text)
{
    for (size_t i = 0; i < e->move_count; i++) {
        if (strcmp(e->moves[i], move_text) == 0) {
            return true;
        }
    }
    return false;
}

/* The same for a move as people write it, and for other ways of jumping; ours are found without asking. */
static bool is_legal_as_written(const example *e, const char *move_text)
{
    bool legal = is_legal(e, move_text);
    if (!legal) {
        ferz_messages_clear(e->run->inner);
        ferz_free(ferz_game_explain_move(e->game, move_text, &legal, e->run->inner));
    }
    return legal;
}

/* ---- expectations: each returns whether it holds, after an error if not ---- */

/* The cells that do not hold what `wanted` says, if that can be set up: "e3 holds nothing, not P". */
static void put_cells(example *e, const char *wanted, text *out)
{
    enum { CELLS_SHOWN = 6 };
    ferz_messages_clear(e->run->inner);
    ferz_game *other = ferz_game_create(ferz_game_variant(e->game), wanted, e->run->inner);
    size_t found = 0;
    for (size_t i = 0; other && i < ferz_game_cell_count(other); i++) {
        char piece[32] = "";
        ferz_cell should = ferz_game_cell(other, i);
        snprintf(piece, sizeof piece, "%s", should.piece ? should.piece : "");
        ferz_cell is = ferz_game_cell(e->game, i);
        if (strcmp(piece, is.piece ? is.piece : "") != 0 && ++found <= CELLS_SHOWN) {
            text_print(out, "%s%s holds %s, not %s", out->length ? ", " : "", is.name, is.piece ? is.piece : "nothing",
                       piece[0] ? piece : "nothing");
        }
    }
    if (found > CELLS_SHOWN) {
        text_print(out, ", and %zu more", found - CELLS_SHOWN);
    }
    ferz_game_free(other);
}

/* A hint on the difference between two FENs: cells, or the first field that differs. */
static void hint_position(example *e, const char *wanted, const char *found)
{
    static const char *const fields[] = {"board",          "the player to move", "rights", "en passant target",
                                         "halfmove clock", "move number"};
    text cells = {0};
    put_cells(e, wanted, &cells);
    if (cells.length) {
        diag_hint(e->run->diags, "%s", text_string(&cells));
        text_finish(&cells);
        return;
    }
    for (size_t i = 0; *wanted && *found; i++) {
        size_t w = strcspn(wanted, " "), f = strcspn(found, " ");
        if (w != f || memcmp(wanted, found, w) != 0) {
            diag_hint(e->run->diags, "%s: `%.*s`, not `%.*s`", i < 6 ? fields[i] : "what follows the usual fields",
                      (int)f, found, (int)w, wanted);
            break;
        }
        wanted += w + (wanted[w] == ' ');
        found += f + (found[f] == ' ');
    }
    text_finish(&cells);
}

static bool expect_position(example *e, const node *value)
{
    char *fen = ferz_game_fen(e->game);
    if (!fen) {
        return out_of_memory(e->run);
    }
    /* Field by field: those that the example leaves out at the end are not compared. */
    const char *wanted = value->string, *found = fen;
    bool same = true;
    while (same) {
        wanted += strspn(wanted, " ");
        found += strspn(found, " ");
        size_t length = strcspn(wanted, " ");
        if (length == 0) {
            break;
        }
        same = length == strcspn(found, " ") && memcmp(wanted, found, length) == 0;
        wanted += length;
        found += same ? length : 0;
    }
    if (!same) {
        diag_error(e->run->diags, CODE_EXAMPLE_POSITION, value->location, "expected the position: %s, but: %s",
                   value->string, fen);
        hint_position(e, value->string, fen);
    }
    ferz_free(fen);
    return same;
}

static bool expect_legal(example *e, const node *value)
{
    word_list words;
    if (!words_of(e->run, value, &words) || !list_moves(e, value->location)) {
        return false;
    }
    bool good = true;
    for (size_t i = 0; i < words.count; i++) {
        const word *w = &words.items[i];
        add_move(&e->expected, w->string);
        if (!is_legal_as_written(e, w->string)) {
            add_move(&e->missing, w->string);
            diag_error(e->run->diags, CODE_EXAMPLE_LEGAL, w->location, "expected legal: %s, but: %s", w->string,
                       explain_move(e, w->string));
            good = false;
        }
    }
    return good;
}

static bool expect_illegal(example *e, const node *value)
{
    word_list words;
    if (!words_of(e->run, value, &words) || !list_moves(e, value->location)) {
        return false;
    }
    bool good = true;
    for (size_t i = 0; i < words.count; i++) {
        const word *w = &words.items[i];
        add_move(&e->denied, w->string);
        if (is_legal_as_written(e, w->string)) {
            add_move(&e->extra, w->string);
            diag_error(e->run->diags, CODE_EXAMPLE_ILLEGAL, w->location, "expected illegal: %s, but: %s", w->string,
                       explain_move(e, w->string));
            good = false;
        }
    }
    return good;
}

static bool begins(const char *string, const char *beginning)
{
    return strncmp(string, beginning, strlen(beginning)) == 0;
}

static bool has_word(const word_list *words, const char *string)
{
    for (size_t i = 0; i < words->count; i++) {
        if (strcmp(words->items[i].string, string) == 0) {
            return true;
        }
    }
    return false;
}

/* The legal moves that begin with `beginning` must be exactly those of `value`. */
static bool expect_only(example *e, const node *value, const char *beginning)
{
    word_list words;
    if (!words_of(e->run, value, &words) || !list_moves(e, value->location)) {
        return false;
    }
    text missing = {0}, besides = {0};
    for (size_t i = 0; i < words.count; i++) {
        const char *wanted = words.items[i].string;
        add_move(&e->expected, wanted);
        if (!is_legal(e, wanted) || !begins(wanted, beginning)) {
            add_move(&e->missing, wanted);
            text_print(&missing, " %s", wanted);
        }
    }
    for (size_t i = 0; i < e->move_count; i++) {
        if (begins(e->moves[i], beginning) && !has_word(&words, e->moves[i])) {
            add_move(&e->extra, e->moves[i]);
            text_print(&besides, " %s", e->moves[i]);
        }
    }
    bool good = missing.length == 0 && besides.length == 0;
    if (!good) {
        const char *first = text_string(missing.length ? &missing : &besides) + 1;
        const char *example_move = arena_text(
            &e->run->arena, first, strncmp(first, "roll ", 5) == 0 ? 5 + strcspn(first + 5, " ") : strcspn(first, " "));
        bool whole = beginning[0] == '\0';
        diag_error(
            e->run->diags, CODE_EXAMPLE_MOVES, value->location, "expected exactly these moves%s%s, but%s%s%s%s%s",
            whole ? "" : " beginning with ", beginning, missing.length ? " not legal:" : "", text_string(&missing),
            missing.length && besides.length ? "," : "", besides.length ? " legal too:" : "", text_string(&besides));
        diag_hint(e->run->diags, "%s is %s", example_move ? example_move : "",
                  example_move ? explain_move(e, example_move) : "");
    }
    text_finish(&missing);
    text_finish(&besides);
    return good;
}

static bool expect_number(example *e, const node *value, const char *beginning)
{
    const long wanted = number_at(value->string, 0, LONG_MAX, LONG_MAX); /* its form has been checked */
    if (!list_moves(e, value->location)) {
        return false;
    }
    size_t found = 0;
    for (size_t i = 0; i < e->move_count; i++) {
        found += begins(e->moves[i], beginning);
    }
    if (found == (size_t)wanted) {
        return true;
    }
    text list = {0};
    for (size_t i = 0; i < e->move_count; i++) {
        if (begins(e->moves[i], beginning)) {
            text_print(&list, " %s", e->moves[i]);
        }
    }
    diag_error(e->run->diags, CODE_EXAMPLE_MOVES, value->location, "expected %ld legal moves%s%s, but: %zu%s%s", wanted,
               beginning[0] ? " beginning with " : "", beginning, found, found ? ":" : "", text_string(&list));
    text_finish(&list);
    return false;
}

static bool expect_count(example *e, const node *value)
{
    return expect_number(e, value, "");
}

static bool expect_moves(example *e, const node *value)
{
    return expect_only(e, value, "");
}

static bool expect_beginnings(example *e, const node *value)
{
    bool good = true;
    for (size_t i = 0; i < value->length; i++) {
        const node *item = value->items[i];
        good &= is_number(item) ? expect_number(e, item, value->keys[i]) : expect_only(e, item, value->keys[i]);
    }
    return good;
}

/* The winner and their team, as `ferz status` prints it. */
void examples_winners(const ferz_variant *v, size_t winner, text *out)
{
    size_t winners = 0;
    for (size_t i = 0; i < ferz_variant_facts(v)->player_count; i++) {
        if (ferz_variant_allied(v, winner, i)) {
            text_print(out, "%s%s", winners++ ? " and " : "", ferz_variant_player_name(v, i));
        }
    }
    text_put(out, winners > 1 ? " win" : " wins");
}

void examples_share(const ferz_status *status, text *out)
{
    if (status->winner_share < 100) {
        text_print(out, " %g to %g", status->winner_share / 100.0, (100 - status->winner_share) / 100.0);
    }
}

static bool expect_status(example *e, const node *value)
{
    runner *run = e->run;
    ferz_status status;
    ferz_messages_clear(run->inner);
    if (ferz_game_status(e->game, &status, run->inner) != FERZ_OK) {
        return call_failed(run, value->location, "the result cannot be found");
    }
    text found = {0};
    if (status.outcome == FERZ_ONGOING) {
        text_put(&found, "ongoing");
    } else if (status.outcome == FERZ_DRAW) {
        text_put(&found, "draw");
    } else {
        examples_winners(ferz_game_variant(e->game), status.winner, &found);
        examples_share(&status, &found);
    }
    if (status.outcome != FERZ_ONGOING && status.reason[0]) {
        text_print(&found, ": %s", status.reason);
    }
    bool good = strcmp(text_string(&found), value->string) == 0;
    if (!good) {
        diag_error(run->diags, CODE_EXAMPLE_STATUS, value->location, "expected status: %s, but: %s", value->string,
                   text_string(&found));
    }
    text_finish(&found);
    return good;
}

/* Whether `found`, lines each ended by a newline, are the texts of `value`. */
static bool same_lines(const char *found, const node *value)
{
    size_t count = value->kind == NODE_LIST ? value->length : 1;
    for (size_t i = 0; i < count; i++) {
        const char *wanted = value->kind == NODE_LIST ? value->items[i]->string : value->string;
        size_t length = strcspn(found, "\n");
        if (length != strlen(wanted) || memcmp(found, wanted, length) != 0) {
            return false;
        }
        found += length + (found[length] == '\n');
    }
    return *found == '\0';
}

static bool expect_lines(example *e, const char *found, const node *value)
{
    if (same_lines(found, value)) {
        return true;
    }
    text line = {0};
    for (const char *s = found; *s; s++) {
        if (*s != '\n') {
            text_char(&line, *s);
        } else if (s[1]) {
            text_put(&line, "; ");
        }
    }
    diag_error(e->run->diags, CODE_EXAMPLE_VISIBILITY, value->location, "expected another announcement, but: %s",
               text_string(&line));
    text_finish(&line);
    return false;
}

/* What was announced about the last move. */
static bool expect_announced(example *e, const node *value)
{
    size_t plies = ferz_game_ply_count(e->game);
    return expect_lines(e, plies ? ferz_game_announcements(e->game, plies - 1) : "", value);
}

/* Attempts one after another, each with what everybody hears; played on a copy. */
static bool expect_trial(example *e, const node *value)
{
    runner *run = e->run;
    ferz_game *game = ferz_game_copy(e->game);
    bool good = game != NULL || out_of_memory(run);
    for (size_t i = 0; good && i < value->length; i++) {
        const node *item = value->items[i];
        bool played = false;
        char *announced = NULL;
        ferz_messages_clear(run->inner);
        ferz_result result = ferz_game_try(game, item->keys[0], &played, &announced, run->inner);
        if (result == FERZ_REJECTED && item->items[0]->kind == NODE_SCALAR &&
            strcmp(item->items[0]->string, "refused") == 0) {
            continue; /* the umpire refuses to try it */
        }
        good = result == FERZ_OK ? expect_lines(e, announced ? announced : "", item->items[0])
                                 : call_failed(run, item->location, item->keys[0]);
        ferz_free(announced);
    }
    ferz_game_free(game);
    return good;
}

static size_t player_called(const example *e, const char *name)
{
    const ferz_variant *v = ferz_game_variant(e->game);
    size_t player = 0;
    while (player < ferz_variant_facts(v)->player_count && strcmp(ferz_variant_player_name(v, player), name) != 0) {
        player++;
    }
    return player;
}

/* What each of the players sees. */
static bool expect_views(example *e, const node *value)
{
    bool good = true;
    for (size_t i = 0; i < value->length; i++) {
        size_t player = player_called(e, value->keys[i]);
        char *fen = ferz_game_view_fen(e->game, player);
        if (!fen) {
            diag_error(e->run->diags, CODE_UNKNOWN_PLAYER, value->key_locations[i], "there is no player `%s`",
                       value->keys[i]);
            return false;
        }
        if (strcmp(fen, value->items[i]->string) != 0) {
            diag_error(e->run->diags, CODE_EXAMPLE_VISIBILITY, value->items[i]->location,
                       "expected the view: %s, but: %s", value->items[i]->string, fen);
            good = false;
        }
        ferz_free(fen);
    }
    return good;
}

/* Exactly the moves that seem possible to the player to move. */
static bool expect_tries(example *e, const node *value)
{
    word_list words;
    size_t count = 0;
    if (!words_of(e->run, value, &words)) {
        return false;
    }
    ferz_messages_clear(e->run->inner);
    char *block = ferz_game_tries(e->game, ferz_game_side_to_move(e->game), &count, e->run->inner);
    if (!block) {
        return call_failed(e->run, value->location, "the possible attempts cannot be listed");
    }
    text found = {0};
    bool good = count == words.count;
    const char *next = block;
    for (size_t i = 0; i < count; i++, next += strlen(next) + 1) {
        good &= has_word(&words, next);
        text_print(&found, " %s", next);
    }
    if (!good) {
        diag_error(e->run->diags, CODE_EXAMPLE_VISIBILITY, value->location,
                   "expected other attempts to seem possible, but:%s", text_string(&found));
    }
    text_finish(&found);
    ferz_free(block);
    return good;
}

static bool expect_check(example *e, const node *value)
{
    bool wanted = strcmp(value->string, "true") == 0;
    if (ferz_game_in_check(e->game) == wanted) {
        return true;
    }
    diag_error(e->run->diags, CODE_EXAMPLE_STATUS, value->location,
               wanted ? "expected check, but there is none" : "expected no check, but there is");
    return false;
}

/* A limit, since downloaded examples must end too: this many leaves at one depth are counted in some seconds. */
enum { LEAVES_MAX = 100000000 };

static bool expect_leaves(example *e, const node *value)
{
    runner *run = e->run;
    for (size_t i = 0; i < value->length; i++) {
        const node *item = value->items[i];
        const char *end = item->string;
        long wanted;
        const number_found found_number = number_take(&end, 0, LEAVES_MAX, &wanted);
        if (!item->plain || found_number == NUMBER_NONE || *end) {
            must_be(run, "counts", item, "a list of numbers");
            return false;
        }
        if (found_number == NUMBER_OUTSIDE) {
            diag_error(run->diags, CODE_EXAMPLE_COUNT, item->location, "an example counts %d leaves at most",
                       LEAVES_MAX);
            diag_hint(run->diags, "ferz perft counts more");
            return false;
        }
        uint64_t found = 0;
        ferz_messages_clear(run->inner);
        if (ferz_game_perft(e->game, (int)i + 1, NULL, NULL, &found, run->inner) != FERZ_OK) {
            return call_failed(run, item->location, "the leaves cannot be counted");
        }
        if (found != (uint64_t)wanted) {
            diag_error(run->diags, CODE_EXAMPLE_COUNT, item->location, "expected %ld leaves at depth %zu, but: %llu",
                       wanted, i + 1, (unsigned long long)found);
            char *fen = ferz_game_fen(e->game);
            diag_hint(run->diags, "ferz perft %s --fen '%s' --depth %zu --divide shows them by their first move",
                      run->request->name, fen ? fen : "", i + 1);
            ferz_free(fen);
            return false; /* deeper counts would be wrong as well */
        }
    }
    return true;
}

/* How many move sequences finish the turn, or how many positions they lead to. */
static bool expect_turn_count(example *e, const node *value, bool ends)
{
    const long wanted = number_at(value->string, 0, LONG_MAX, LONG_MAX);
    uint64_t sequences = 0, positions = 0;
    ferz_messages_clear(e->run->inner);
    if (ferz_game_count_turns(e->game, &sequences, &positions, e->run->inner) != FERZ_OK) {
        return call_failed(e->run, value->location, "the turns cannot be counted");
    }
    uint64_t found = ends ? positions : sequences;
    if (found == (uint64_t)wanted) {
        return true;
    }
    diag_error(e->run->diags, CODE_EXAMPLE_COUNT, value->location, "expected %ld %s, but: %llu", wanted,
               ends ? "positions at the end of the turn" : "turns", (unsigned long long)found);
    return false;
}

static bool expect_turns(example *e, const node *value)
{
    return expect_turn_count(e, value, false);
}

static bool expect_ends(example *e, const node *value)
{
    return expect_turn_count(e, value, true);
}

static const struct {
    const char *key;
    bool (*holds)(example *e, const node *value);
} expectations[] = {
    {"gives", expect_position},       {"check", expect_check},   {"legal", expect_legal},
    {"illegal", expect_illegal},      {"only", expect_moves},    {"count", expect_count},
    {"beginning", expect_beginnings}, {"status", expect_status}, {"counts", expect_leaves},
    {"turns", expect_turns},          {"ends", expect_ends},     {"announces", expect_announced},
    {"view", expect_views},           {"tries", expect_tries},   {"trial", expect_trial},
};

/* ---- an example ---- */

/* The settings of `set`; false after an error. */
static bool read_settings(runner *run, const node *value, ferz_setting **settings, size_t *count)
{
    *settings = NULL;
    *count = 0;
    if (!value) {
        return true;
    }
    word_list words = {0};
    if (value->kind != NODE_MAP && !words_of(run, value, &words)) {
        return false;
    }
    size_t room = value->kind == NODE_MAP ? value->length : words.count;
    *settings = arena_new(&run->arena, ferz_setting, room);
    if (!*settings) {
        return out_of_memory(run);
    }
    for (size_t i = 0; i < room; i++) {
        bool map = value->kind == NODE_MAP;
        (*settings)[i] = (ferz_setting){.name = map ? value->keys[i] : words.items[i].string,
                                        .value = map ? value->items[i]->string : NULL};
    }
    *count = room;
    return true;
}

static bool play_moves(example *e, const node *value)
{
    runner *run = e->run;
    word_list words;
    if (!words_of(run, value, &words)) {
        return false;
    }
    for (size_t i = 0; i < words.count; i++) {
        const word *w = &words.items[i];
        ferz_messages_clear(run->inner);
        ferz_result result = ferz_game_move(e->game, w->string, run->inner);
        if (result == FERZ_REJECTED && !messages_script_fault(run->inner)) {
            diag_error(run->diags, CODE_EXAMPLE_LEGAL, w->location, "expected legal: %s (move %zu), but: %s", w->string,
                       i + 1, explain_move(e, w->string));
            return false;
        }
        if (result != FERZ_OK) {
            return call_failed(run, w->location, w->string);
        }
    }
    return true;
}

static const char *title_of(runner *run, const node *map)
{
    const node *title = node_get(map, "title");
    if (title && title->kind == NODE_SCALAR) {
        return title->string;
    }
    const char *words = arena_format(&run->arena, "example at line %u", (unsigned)map->location.line);
    return words ? words : "";
}

static const char *russian_title_of(const node *map)
{
    const node *title = node_get(map, "title_ru");
    return title && title->kind == NODE_SCALAR ? title->string : NULL;
}

/* Reports an example that has ended. `game` is its last position, NULL if it never began. */
static void report_example(runner *run, const node *map, bool passed, const example *e)
{
    const ferz_example result = {.title = title_of(run, map),
                                 .title_ru = russian_title_of(map),
                                 .file = run->path,
                                 .line = map->location.line,
                                 .passed = passed,
                                 .game = e ? e->game : NULL,
                                 .expected = e ? text_string(&e->expected) : "",
                                 .missing = e ? text_string(&e->missing) : "",
                                 .extra = e ? text_string(&e->extra) : "",
                                 .denied = e ? text_string(&e->denied) : ""};
    run->reported = true;
    if (run->request->on_progress) {
        run->request->on_progress(run->request->state, &result);
    }
}

static ferz_variant *load_game(const examples_request *request, const ferz_setting *settings, size_t count,
                               ferz_messages *messages)
{
    return ferz_variant_load_with(request->name, request->dirs, settings, count, 0, request->overlays,
                                  request->overlay_count, messages);
}

/* `chosen` is the variant with the example's options. */
static bool play_example(runner *run, const node *map, const ferz_variant *chosen)
{
    example e = {.run = run};
    const node *fen = node_get(map, "fen");
    ferz_messages_clear(run->inner);
    e.game = ferz_game_create(chosen, fen ? fen->string : NULL, run->inner);
    if (!e.game) {
        return call_failed(run, fen ? fen->location : map->location,
                           fen ? "this position cannot be set up" : "the game cannot begin");
    }
    const node *moves = node_get(map, "moves");
    bool good = !moves || play_moves(&e, moves);
    const bool arrived = good;
    for (size_t i = 0; arrived && i < sizeof expectations / sizeof expectations[0]; i++) {
        const node *value = node_get(map, expectations[i].key);
        if (value) {
            good &= expectations[i].holds(&e, value);
        }
    }
    ferz_free(e.block);
    report_example(run, map, good, &e);
    run->arena.failed |= e.expected.failed || e.missing.failed || e.extra.failed || e.denied.failed;
    text_finish(&e.expected);
    text_finish(&e.missing);
    text_finish(&e.extra);
    text_finish(&e.denied);
    ferz_game_free(e.game);
    return good;
}

static bool run_example(runner *run, const node *map)
{
    if (!check_form(run, map)) {
        return false;
    }
    const node *set = node_get(map, "set");
    ferz_setting *settings;
    size_t count;
    if (!read_settings(run, set, &settings, &count)) {
        return false;
    }
    if (count == 0) {
        return play_example(run, map, run->variant);
    }
    ferz_messages_clear(run->inner);
    ferz_variant *chosen = load_game(run->request, settings, count, run->inner);
    if (!chosen) {
        return call_failed(run, set->location, "with these options the game cannot be loaded");
    }
    bool good = play_example(run, map, chosen);
    ferz_variant_free(chosen);
    return good;
}

/* ---- the file ---- */

/* The list of examples, or NULL after an error. */
static const node *read_list(runner *run, const node *root)
{
    if (root->kind != NODE_MAP) {
        must_be(run, "the file", root, "a mapping with the key `examples`");
        return NULL;
    }
    for (size_t i = 0; i < root->length; i++) {
        if (strcmp(root->keys[i], "examples") != 0) {
            static const char *const known[] = {"examples", NULL};
            diag_error(run->diags, CODE_EXAMPLE_KEY, root->key_locations[i], "unknown key `%s` in a file of examples",
                       root->keys[i]);
            names_hint(run->diags, root->keys[i], names_of_array, known, "keys");
        }
    }
    const node *list = node_get(root, "examples");
    if (!list) {
        diag_error(run->diags, CODE_EXAMPLE_KEY, root->location, "there is no `examples`");
    } else if (list->kind != NODE_LIST) {
        must_be(run, "examples", list, "a list");
        list = NULL;
    }
    return list;
}

/* The same for other callers. */
const node *examples_list(arena *a, diag_list *diags, const node *root)
{
    runner run = {.diags = diags, .arena = *a};
    const node *list = read_list(&run, root);
    *a = run.arena;
    return list;
}

bool examples_check_form(const char *path, const char *bytes, size_t length, ferz_messages *messages)
{
    runner run = {.diags = ferz_messages_diags(messages)};
    size_t errors = run.diags->errors;
    arena_init(&run.arena, 0);
    const source *given = diag_source(run.diags, path, bytes, length);
    const node *root = given ? document_parse(&run.arena, run.diags, given) : NULL;
    const node *list = root ? read_list(&run, root) : NULL;
    for (size_t i = 0; list && i < list->length; i++) {
        if (list->items[i]->kind == NODE_MAP) {
            (void)check_form(&run, list->items[i]);
        } else {
            must_be(&run, "an example", list->items[i], "a mapping");
        }
    }
    bool good = list && run.diags->errors == errors && !run.diags->failed;
    arena_finish(&run.arena);
    return good;
}

/* Whether the example is slow: it counts leaves. */
static bool is_slow(const node *map)
{
    return node_get(map, "counts") || node_get(map, "turns") || node_get(map, "ends");
}

static double now(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static void run_one(runner *run, const node *map)
{
    bool passed = false;
    run->reported = false;
    if (map->kind == NODE_MAP) {
        passed = run_example(run, map);
    } else {
        must_be(run, "an example", map, "a mapping");
    }
    run->outcome->report.passed += passed;
    run->outcome->report.failed += !passed;
    if (!run->reported) {
        report_example(run, map, passed, NULL);
    }
}

static void run_list(runner *run, const node *list)
{
    const examples_request *request = run->request;
    double began = now();
    for (int round = 0; round < (request->stop_at_failure ? 2 : 1); round++) {
        for (size_t i = 0; i < list->length && !run->diags->failed; i++) {
            const node *map = list->items[i];
            if (request->stop_at_failure && (run->outcome->report.failed || is_slow(map) != (round == 1))) {
                continue;
            }
            if (request->seconds > 0 && now() - began > request->seconds) {
                run->outcome->timed_out = true;
                return;
            }
            run_one(run, map);
        }
    }
    run->outcome->seconds = now() - began;
}

/* STEM.test.yaml beside STEM.yaml. */
const char *examples_path(arena *a, const char *rules)
{
    static const char ending[] = ".yaml";
    size_t length = strlen(rules), cut = sizeof ending - 1;
    if (length >= cut && strcmp(rules + length - cut, ending) == 0) {
        length -= cut;
    }
    return arena_format(a, "%.*s.test.yaml", (int)length, rules);
}

/* The text that is read instead of the file; NULL: the file itself is read. */
static const ferz_overlay *overlay_of(const examples_request *request, const char *path)
{
    for (size_t i = 0; i < request->overlay_count; i++) {
        if (strcmp(request->overlays[i].file, path) == 0) {
            return &request->overlays[i];
        }
    }
    return NULL;
}

static const node *read_document(runner *run, const ferz_overlay *instead)
{
    const source *given = instead ? diag_source(run->diags, run->path, instead->text, instead->length) : NULL;
    return given     ? document_parse(&run->arena, run->diags, given)
           : instead ? NULL
                     : document_load(&run->arena, run->diags, run->path);
}

ferz_result examples_run(const examples_request *request, examples_outcome *outcome, ferz_messages *messages)
{
    runner run = {.request = request, .outcome = outcome, .diags = ferz_messages_diags(messages)};
    *outcome = (examples_outcome){.loaded = false};
    ferz_variant *loaded = load_game(request, NULL, 0, messages);
    if (!loaded) {
        return ferz_messages_result(messages);
    }
    outcome->loaded = true;
    run.variant = loaded;
    run.inner = ferz_messages_create(false);
    messages_share_budget(run.inner, messages, true);
    arena_init(&run.arena, 0);
    run.path = examples_path(&run.arena, ferz_variant_facts(loaded)->file);
    struct stat info;
    bool ok = true;
    const ferz_overlay *instead = run.path ? overlay_of(request, run.path) : NULL;
    if (!run.inner || !run.path) {
        ok = out_of_memory(&run);
    } else if (!instead && stat(run.path, &info) != 0) {
        diag_warning(run.diags, CODE_NO_EXAMPLES, (location){0}, "%s has no examples", request->name);
        diag_hint(run.diags, "they would be in %s; `ferz test %s --record --write` creates it", run.path,
                  request->name);
    } else {
        const node *root = read_document(&run, instead);
        size_t errors = run.diags->errors;
        const node *list = root ? read_list(&run, root) : NULL;
        ok = list != NULL && run.diags->errors == errors;
        if (list) {
            run_list(&run, list);
        }
    }
    arena_finish(&run.arena);
    ferz_messages_free(run.inner);
    ferz_variant_free(loaded);
    if (ok && !outcome->report.failed && !run.diags->failed) {
        return FERZ_OK;
    }
    ferz_result result = ferz_messages_result(messages);
    return result == FERZ_OK ? FERZ_REJECTED : result;
}

ferz_result ferz_test_run(const char *name, const char *const *dirs,
                          void (*on_progress)(void *state, const ferz_example *example), void *state,
                          ferz_test_report *report, ferz_messages *messages)
{
    return ferz_test_run_with(name, dirs, NULL, 0, on_progress, state, report, messages);
}

ferz_result ferz_test_run_with(const char *name, const char *const *dirs, const ferz_overlay *overlays,
                               size_t overlay_count, void (*on_progress)(void *state, const ferz_example *example),
                               void *state, ferz_test_report *report, ferz_messages *messages)
{
    if (MISSING(name) || MISSING(report)) {
        return FERZ_REJECTED;
    }
    const examples_request request = {.name = name,
                                      .dirs = dirs,
                                      .overlays = overlays,
                                      .overlay_count = overlay_count,
                                      .on_progress = on_progress,
                                      .state = state};
    examples_outcome outcome;
    ferz_result result = examples_run(&request, &outcome, messages);
    *report = outcome.report;
    return result;
}
